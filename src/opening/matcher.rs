//! Looks for patterns while a game is replayed.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::book::OpeningBook;
use super::pattern::{Fact, Kind, Past, Pattern, Scene, View, squares_of, view};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Position, Square, Undo};

/// Looks for the patterns of a book in one game after the other.
#[derive(Debug)]
pub struct OpeningMatcher<'b> {
    book: &'b OpeningBook,
    /// Whether the game is even, and who begins; `None` where nothing is looked for.
    rules: Option<(bool, Color)>,
    past: Past,
    /// How many of the patterns that are looked for from a later ply on have had their turn.
    later: usize,
    /// For every view whether it is looked for in such games, whether it still is, and whether it has been seen.
    plan: Vec<bool>,
    open: Vec<bool>,
    seen: Vec<bool>,
    /// How much the most telling name tells that has been seen.
    told: u8,
    /// What has been seen, and after which ply.
    sights: Vec<(u32, usize)>,
}

/// What there is to look at after a ply.
struct Glance<'p> {
    ply: u32,
    after: &'p Position,
}

impl<'b> OpeningMatcher<'b> {
    /// A matcher that knows a book.
    pub fn new(book: &'b OpeningBook) -> Self {
        Self {
            book,
            rules: None,
            past: Past::default(),
            later: 0,
            plan: vec![false; book.views.len()],
            open: vec![false; book.views.len()],
            seen: vec![false; book.views.len()],
            told: 0,
            sights: Vec::new(),
        }
    }

    /// Begins a game. Only even games and those with a handicap have openings and castles: from another start
    /// nothing is seen.
    pub fn begin(&mut self, start: &Position) {
        self.past = Past::default();
        self.later = 0;
        self.seen.fill(false);
        self.told = 0;
        self.sights.clear();
        let rules = Handicap::of_board(start).map(|it| (it.is_even(), start.side_to_move()));
        if self.rules != rules {
            self.rules = rules;
            self.plan = self.planned();
        }
        self.open.clone_from(&self.plan);
    }

    /// What is looked for in a game of this kind.
    fn planned(&self) -> Vec<bool> {
        let views = (0..self.book.views.len()).map(|number| {
            let ((pattern, color), (is_even, beginner)) = self.book.viewed(number).zip(self.rules)?;
            // Who of two that are not equal begins says nothing about an opening.
            let is_for_all = pattern.kind != Kind::Game && pattern.only.is_none();
            let is_own = pattern.only.is_none_or(|turn| turn.color(beginner) == color);
            Some((is_even || is_for_all) && is_own)
        });
        views.map(|planned| planned == Some(true)).collect()
    }

    /// Looks at the position after a ply, and at what the ply has done.
    pub fn see(&mut self, ply: u32, after: &Position, undo: &Undo) {
        let (from, to, captured) = (undo.from(), undo.to(), undo.captured());
        if ply > self.book.until || self.rules.is_none() {
            return;
        }
        let Some(moved) = after.piece_at(to) else { return };
        let before = self.sights.len();
        let glance = Glance { ply, after };
        let index = &self.book.index;
        self.past.note(moved, from, to, captured);
        self.try_all(&glance, index.on_arrival(to, moved));
        if let Some(from) = from {
            self.try_all(&glance, index.on_departure(from, moved));
            if moved.kind.is_promoted() {
                let base = Piece::new(moved.color, moved.kind.base());
                self.try_all(&glance, index.on_departure(from, base));
            }
        } else {
            self.try_all(&glance, index.held(moved.color, moved.kind));
        }
        if let Some(captured) = captured {
            self.try_all(&glance, index.on_departure(to, captured));
            self.try_all(&glance, index.held(moved.color, captured.kind));
        }
        while let Some(&(_, number)) = index.later.get(self.later).filter(|(from, _)| *from <= ply) {
            self.later += 1;
            self.try_all(&glance, &[number]);
        }
        self.follow(&glance, before);
    }

    /// What has been seen so far.
    pub fn sighting(&self) -> Sighting<'b> {
        let beginner = self.rules.map_or(Color::Black, |(_, beginner)| beginner);
        Sighting::new(self.book, beginner, &self.sights)
    }

    /// What has been seen may complete more.
    fn follow(&mut self, glance: &Glance, mut next: usize) {
        while let Some(&(_, number)) = self.sights.get(next) {
            next += 1;
            let Some((pattern, _)) = self.book.viewed(number) else {
                continue;
            };
            for color in Color::ALL {
                // A game is that of both sides, whoever showed it.
                let seen = view(number / 2, color);
                if seen == number || pattern.kind == Kind::Game {
                    let waiting = self.book.index.seen.get(seen).map_or(&[][..], Vec::as_slice);
                    self.try_all(glance, waiting);
                }
            }
        }
    }

    fn try_all(&mut self, glance: &Glance, numbers: &[u32]) {
        for &number in numbers {
            let number = number as usize;
            if self.open.get(number) == Some(&true) && self.holds(glance, number) {
                self.note(glance.ply, number);
            }
        }
    }

    fn holds(&self, glance: &Glance, number: usize) -> bool {
        let view = self.book.views.get(number);
        let Some(view) = view.filter(|it| it.may_hold(glance.ply, glance.after, &self.seen)) else {
            return false;
        };
        let scene = Scene {
            position: glance.after,
            past: &self.past,
            told: self.told,
            telling: view.telling,
            seen: &self.seen,
        };
        view.holds(&scene)
    }

    fn note(&mut self, ply: u32, number: usize) {
        let Some((pattern, _)) = self.book.viewed(number) else {
            return;
        };
        let is_game = pattern.kind == Kind::Game;
        if pattern.kind != Kind::Castle {
            self.told = self.told.max(pattern.telling);
        }
        for color in Color::ALL {
            let it = view(number / 2, color);
            if it == number || is_game {
                self.open[it] = false;
                self.seen[it] = true;
            }
        }
        self.sights.push((ply, number));
    }
}

// Which patterns a move may have completed.

/// For everything that a move can change, the views that it may complete.
#[derive(Debug)]
pub(super) struct Index {
    /// By what has come to stand on a square.
    on_arrival: Vec<Vec<u32>>,
    /// By what no longer stands on a square.
    on_departure: Vec<Vec<u32>>,
    /// By a piece that has come to a hand, or from it.
    held: [[Vec<u32>; PieceKind::ALL.len()]; 2],
    /// By the view that has been seen.
    pub seen: Vec<Vec<u32>>,
    /// Those that are looked for from a later ply on, with that ply.
    pub later: Vec<(u32, u32)>,
}

impl Index {
    pub(super) fn new(views: &[View]) -> Self {
        const PIECES: usize = 2 * PieceKind::ALL.len();
        let mut index = Self {
            on_arrival: vec![Vec::new(); Square::COUNT * PIECES],
            on_departure: vec![Vec::new(); Square::COUNT * PIECES],
            held: Default::default(),
            seen: vec![Vec::new(); views.len()],
            later: Vec::new(),
        };
        for (number, view) in views.iter().enumerate() {
            if view.from > 1 {
                index.later.push((view.from, number as u32));
                if view.from == view.until {
                    // That is its one turn, whatever moves before.
                    continue;
                }
            }
            for clause in view.forms.iter().flatten() {
                for &fact in &clause.facts {
                    index.enter(fact, clause.wanted, number as u32);
                }
            }
        }
        index.later.sort_unstable();
        index
    }

    /// What a piece that has come to a square may have completed.
    pub(super) fn on_arrival(&self, square: Square, piece: Piece) -> &[u32] {
        &self.on_arrival[slot(square, piece)]
    }

    /// What a piece that has gone from a square may have completed.
    pub(super) fn on_departure(&self, square: Square, piece: Piece) -> &[u32] {
        &self.on_departure[slot(square, piece)]
    }

    /// What a change in a hand may have completed.
    pub(super) fn held(&self, color: Color, kind: PieceKind) -> &[u32] {
        &self.held[color.index()][kind.base().index()]
    }

    fn enter(&mut self, fact: Fact, wanted: bool, number: u32) {
        let squares = if wanted {
            &mut self.on_arrival
        } else {
            &mut self.on_departure
        };
        match fact {
            Fact::Stands(square, piece) | Fact::Slid(square, piece) => {
                add(&mut squares[slot(square, piece)], number);
            }
            Fact::OnFile(file, piece) => {
                for square in squares_of(file) {
                    add(&mut squares[slot(square, piece)], number);
                }
            }
            Fact::Holds(color, kind) => add(&mut self.held[color.index()][kind.index()], number),
            // The bishops are exchanged by taking one; what has been seen or exchanged remains so.
            Fact::Exchanged(by, _) if wanted => {
                add(&mut self.held[by.index()][PieceKind::Bishop.index()], number);
            }
            Fact::Seen(color, pattern) if wanted => {
                add(&mut self.seen[view(pattern as usize, color)], number);
            }
            Fact::Unmoved(color) if !wanted => {
                for square in Square::ALL {
                    add(
                        &mut self.on_arrival[slot(square, Piece::new(color, PieceKind::King))],
                        number,
                    );
                }
            }
            Fact::Static(color) if wanted => {
                let pawn = Piece::new(color, PieceKind::Pawn);
                for square in Square::ALL {
                    add(&mut self.on_arrival[slot(square, pawn)], number);
                }
            }
            // A king that has not moved completes nothing by that, nor does the want of a name: such shapes wait for
            // their first ply.
            Fact::Exchanged(..) | Fact::Unmoved(..) | Fact::Static(..) | Fact::Nameless | Fact::Seen(..) => {}
        }
    }
}

fn slot(square: Square, piece: Piece) -> usize {
    (square.index() * 2 + piece.color.index()) * PieceKind::ALL.len() + piece.kind.index()
}

/// Adds a view, which has a higher number than those before it.
fn add(list: &mut Vec<u32>, number: u32) {
    if list.last() != Some(&number) {
        list.push(number);
    }
}

// What has been seen in a game.

/// What has been seen in a game, and after which ply it was seen first.
///
/// Which of several names is *the* name follows one rule: the most telling one; of those that tell as much the most
/// special one; of those the one that was seen first; and of those that of the side which began.
///
/// The lists are in the order of first sight. A pattern is left out where a special case of it was seen at the same ply
/// or before.
#[derive(Clone, Debug, Default)]
pub struct Sighting<'b> {
    /// The name of the game, of all strategies and games that were seen.
    pub opening: Option<&'b Pattern>,
    /// How Black and White played.
    pub strategies: [Vec<(u32, &'b Pattern)>; 2],
    /// Where Black and White kept their kings.
    pub castles: [Vec<(u32, &'b Pattern)>; 2],
    /// What the game of both sides was.
    pub games: Vec<(u32, &'b Pattern)>,
    /// The name of Black's and of White's play.
    pub strategy: [Option<&'b Pattern>; 2],
    /// Where Black and White kept their kings in the end: the last castle, but none of which a special case was seen.
    pub castle: [Option<&'b Pattern>; 2],
}

impl<'b> Sighting<'b> {
    /// Of the views that were seen, in the order of sight.
    pub(super) fn new(book: &'b OpeningBook, beginner: Color, sights: &[(u32, usize)]) -> Self {
        let (mut castles, mut strategies, mut games) = Default::default();
        let (mut game, mut plays) = (Naming::default(), [Naming::default(); 2]);
        for &(ply, number) in sights {
            let Some((pattern, color)) = book.viewed(number) else {
                continue;
            };
            let lists: &mut [Vec<Seen<'_>>; 2] = match pattern.kind {
                Kind::Castle => &mut castles,
                Kind::Strategy => &mut strategies,
                // A game is that of both sides.
                Kind::Game => &mut games,
            };
            let side = if pattern.kind == Kind::Game {
                0
            } else {
                color.index()
            };
            let place = book.views[number].pattern;
            lists[side].push(Seen { ply, place, pattern });
            let telling = (pattern.telling, pattern.depth, Reverse(ply), color == beginner);
            if pattern.kind != Kind::Castle {
                game.offer(telling, pattern);
            }
            if pattern.kind == Kind::Strategy {
                plays[color.index()].offer(telling, pattern);
            }
        }
        let [games, _] = games.map(|list| most_special(book, &list));
        Self {
            opening: game.pattern(),
            strategy: plays.map(Naming::pattern),
            castle: castles.each_ref().map(|list| last(book, list)),
            strategies: strategies.map(|list| most_special(book, &list)),
            castles: castles.map(|list| most_special(book, &list)),
            games,
        }
    }
}

/// How telling a name is, how special, when it was seen, and whether of the side which began.
type Disambiguation = (u8, u8, Reverse<u32>, bool);

/// The search for the most telling name.
#[derive(Clone, Copy, Default)]
struct Naming<'b>(Option<(Disambiguation, &'b Pattern)>);

impl<'b> Naming<'b> {
    fn offer(&mut self, telling: Disambiguation, pattern: &'b Pattern) {
        if self.0.is_none_or(|(most, _)| telling > most) {
            self.0 = Some((telling, pattern));
        }
    }

    fn pattern(self) -> Option<&'b Pattern> {
        self.0.map(|(_, pattern)| pattern)
    }
}

/// A pattern that was seen, with its place in the book.
struct Seen<'b> {
    ply: u32,
    place: usize,
    pattern: &'b Pattern,
}

/// The general patterns of those that were seen, by their places in the book, each with the first ply after which a special case of
/// it was seen.
fn generals(book: &OpeningBook, list: &[Seen<'_>]) -> HashMap<usize, u32> {
    let mut generals = HashMap::new();
    for seen in list {
        let mut above = seen.pattern.parent;
        while let Some(place) = above {
            let first = generals.entry(place).or_insert(u32::MAX);
            // Then those above it are known, too.
            if *first <= seen.ply {
                break;
            }
            *first = seen.ply;
            above = book.patterns().get(place).and_then(|it| it.parent);
        }
    }
    generals
}

/// The last one of which no special case was seen; of several at once the most special one.
fn last<'b>(book: &OpeningBook, list: &[Seen<'b>]) -> Option<&'b Pattern> {
    let generals = generals(book, list);
    let ends = list.iter().filter(|it| !generals.contains_key(&it.place));
    ends.max_by_key(|it| (it.ply, it.pattern.depth))
        .map(|it| it.pattern)
}

/// Those of which no special case was seen at the same ply or before.
fn most_special<'b>(book: &OpeningBook, list: &[Seen<'b>]) -> Vec<(u32, &'b Pattern)> {
    let generals = generals(book, list);
    let is_named = |it: &&Seen<'_>| generals.get(&it.place).is_none_or(|&first| first > it.ply);
    let named = list.iter().filter(is_named);
    named.map(|it| (it.ply, it.pattern)).collect()
}
