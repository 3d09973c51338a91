//! Looks for patterns while a game is replayed.

use super::condition::{Scene, view};
use super::opening_book::OpeningBook;
use super::pattern::Kind;
use super::sighting::Sighting;
use crate::shogi::{Color, Handicap, Piece, PieceKind, Position, Square, Undo};

/// Looks for the patterns of a book in one game after the other.
#[derive(Debug)]
pub struct OpeningMatcher<'b> {
    book: &'b OpeningBook,
    /// Whether the game is even, and who begins; `None` where nothing is looked for.
    rules: Option<(bool, Color)>,
    exchange: Option<(Color, Square)>,
    /// Whose kings have moved.
    moved: [bool; 2],
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
    /// From where, if it was no drop, and to where.
    last: (Option<Square>, Square),
}

impl<'b> OpeningMatcher<'b> {
    /// A matcher that knows a book.
    pub fn new(book: &'b OpeningBook) -> Self {
        Self {
            book,
            rules: None,
            exchange: None,
            moved: [false; 2],
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
        self.exchange = None;
        self.moved = [false; 2];
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
        let last = (from, to);
        let glance = Glance { ply, after, last };
        let index = &self.book.index;
        self.note_exchange(moved, to, captured);
        self.moved[moved.color.index()] |= moved.kind == PieceKind::King;
        self.try_all(&glance, index.come(to, moved));
        if let Some(from) = from {
            self.try_all(&glance, index.gone(from, moved));
            if moved.kind.is_promoted() {
                let base = Piece::new(moved.color, moved.kind.base());
                self.try_all(&glance, index.gone(from, base));
            }
        } else {
            self.try_all(&glance, index.held(moved.color, moved.kind));
        }
        if let Some(captured) = captured {
            self.try_all(&glance, index.gone(to, captured));
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
        Sighting::of(self.book, beginner, &self.sights)
    }

    /// Notes who was the first to take a bishop with a bishop.
    fn note_exchange(&mut self, moved: Piece, to: Square, captured: Option<Piece>) {
        let is_bishop = |piece: Piece| piece.kind.base() == PieceKind::Bishop;
        if self.exchange.is_none() && is_bishop(moved) && captured.is_some_and(is_bishop) {
            self.exchange = Some((moved.color, to));
        }
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
            last: glance.last,
            exchange: self.exchange,
            moved: self.moved,
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
