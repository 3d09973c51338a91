//! Recognition of patterns while a game is replayed.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::book::OpeningBook;
use super::index::Candidate;
use super::pattern::{GameHistory, Kind, MatchContext, Pattern, view_index};
use crate::shogi::{Color, Handicap, Piece, Position, Undo};

/// A matcher that looks for the patterns of a book in one game after another.
///
/// A `View` is a pattern as one side makes it. Lists with an element for each view are in the order of the views in the book.
#[derive(Debug)]
pub struct OpeningMatcher<'b> {
    book: &'b OpeningBook,
    /// `true` for an even start position, `false` for a handicap, with the side that moves first. `None` for any other start
    /// position, from which no patterns are looked for.
    start_kind: Option<(bool, Color)>,
    history: GameHistory,
    /// Number of views in [`Index::later`](super::index::Index::later) that have already been tested at their first ply.
    tested_later: usize,
    /// For each view, whether it is looked for in games with this kind of start.
    initially_pending: Vec<bool>,
    /// For each view, whether it is still looked for in this game.
    pending: Vec<bool>,
    /// For each view, whether it has been recognised in this game.
    is_recognised: Vec<bool>,
    /// The highest `telling` value of the strategies and openings recognised so far; 0 before the first.
    max_telling: u8,
    /// The ply after which each recognised view was recognised, and the index of the view.
    recognised: Vec<(u32, usize)>,
}

/// A position after a ply.
struct PlyPosition<'p> {
    ply: u32,
    after: &'p Position,
}

impl<'b> OpeningMatcher<'b> {
    /// Creates a matcher for a book.
    pub fn new(book: &'b OpeningBook) -> Self {
        Self {
            book,
            start_kind: None,
            history: GameHistory::default(),
            tested_later: 0,
            initially_pending: vec![false; book.views.len()],
            pending: vec![false; book.views.len()],
            is_recognised: vec![false; book.views.len()],
            max_telling: 0,
            recognised: Vec::new(),
        }
    }

    /// Begins a game.
    ///
    /// Only even games and handicap games have openings and castles. From any other start position, no patterns are
    /// recognised.
    pub fn begin(&mut self, start: &Position) {
        self.history = GameHistory::default();
        self.tested_later = 0;
        self.is_recognised.fill(false);
        self.max_telling = 0;
        self.recognised.clear();
        let start_kind = Handicap::of_board(start).map(|handicap| (handicap.is_even(), start.side_to_move()));
        if self.start_kind != start_kind {
            self.start_kind = start_kind;
            self.initially_pending = self.views_to_look_for();
        }
        self.pending.clone_from(&self.initially_pending);
    }

    /// Returns, by view, whether the view is looked for in a game with this kind of start.
    fn views_to_look_for(&self) -> Vec<bool> {
        let views = (0..self.book.views.len()).map(|number| {
            let ((pattern, color), (is_even, first_mover)) =
                self.book.view_target(number).zip(self.start_kind)?;
            // In a handicap game, openings of both sides and patterns of only the first or second mover are not looked for.
            let is_for_all = pattern.kind != Kind::JointOpening && pattern.only.is_none();
            let may_show = pattern.only.is_none_or(|turn| turn.color(first_mover) == color);
            Some((is_even || is_for_all) && may_show)
        });
        views.map(|is_looked_for| is_looked_for == Some(true)).collect()
    }

    /// Updates the matcher with the position after a ply and the effects of the ply. Does nothing after the
    /// last ply for which the book has patterns, or if no patterns are looked for from this start position.
    pub fn advance(&mut self, ply: u32, after: &Position, undo: &Undo) {
        let (from, to, captured) = (undo.from(), undo.to(), undo.captured());
        if ply > self.book.until || self.start_kind.is_none() {
            return;
        }
        let Some(moved_piece) = after.piece_at(to) else {
            return;
        };
        let recognised_before = self.recognised.len();
        let current = PlyPosition { ply, after };
        let index = self.book.index_at(ply);
        let history_before = self.history;
        self.history.note(moved_piece, from, to, captured);
        self.try_all(&current, index.on_arrival(to, moved_piece));
        if let Some(from) = from {
            self.try_all(&current, index.on_departure(from, moved_piece));
            if moved_piece.kind.is_promoted() {
                let base = Piece::new(moved_piece.color, moved_piece.kind.base());
                self.try_all(&current, index.on_departure(from, base));
            }
        } else {
            self.try_all(&current, index.held(moved_piece.color, moved_piece.kind));
        }
        if let Some(captured) = captured {
            self.try_all(&current, index.on_departure(to, captured));
            self.try_all(&current, index.held(moved_piece.color, captured.kind));
        }
        // The move can change only these facts of the history, and only for the side that moved.
        let side = moved_piece.color.index();
        let changes = [
            (self.history.exchange != history_before.exchange, &index.exchanged),
            (
                self.history.king_moved != history_before.king_moved,
                &index.king_moved,
            ),
            (
                self.history.is_static != history_before.is_static,
                &index.static_rook,
            ),
        ];
        for (_, candidates) in changes.into_iter().filter(|(has_changed, _)| *has_changed) {
            self.try_all(&current, &candidates[side]);
        }
        while let Some(&(_, number)) = self
            .book
            .index
            .later
            .get(self.tested_later)
            .filter(|(from, _)| *from <= ply)
        {
            self.tested_later += 1;
            self.try_view(&current, number);
        }
        self.try_dependents(&current, recognised_before);
    }

    /// Returns the patterns recognised so far.
    pub fn matches(&self) -> OpeningMatches<'b> {
        let first_mover = self
            .start_kind
            .map_or(Color::Black, |(_, first_mover)| first_mover);
        OpeningMatches::new(self.book, first_mover, &self.recognised)
    }

    /// Tests the views that refer to newly recognised views, which begin at the index `next` of `recognised`.
    /// Views that these tests recognise are included.
    fn try_dependents(&mut self, current: &PlyPosition, mut next: usize) {
        while let Some(&(_, number)) = self.recognised.get(next) {
            next += 1;
            let Some((pattern, _)) = self.book.view_target(number) else {
                continue;
            };
            for color in Color::ALL {
                // An opening of both sides is recognised for both, whichever side has the shape.
                let side_view = view_index(number / 2, color);
                if side_view == number || pattern.kind == Kind::JointOpening {
                    for &dependent in self.book.index.dependents.get(side_view).into_iter().flatten() {
                        self.try_view(current, dependent);
                    }
                }
            }
        }
    }

    fn try_all(&mut self, current: &PlyPosition, candidates: &[Candidate]) {
        for candidate in candidates {
            if candidate.may_hold(current.after) {
                self.try_view(current, candidate.view);
            }
        }
    }

    fn try_view(&mut self, current: &PlyPosition, number: u32) {
        let number = number as usize;
        if self.pending.get(number) == Some(&true) && self.holds(current, number) {
            self.record_match(current.ply, number);
        }
    }

    fn holds(&self, current: &PlyPosition, number: usize) -> bool {
        let view = self.book.views.get(number);
        let Some(view) = view.filter(|it| it.may_hold(current.ply, &self.is_recognised)) else {
            return false;
        };
        let context = MatchContext {
            position: current.after,
            history: &self.history,
            max_telling: self.max_telling,
            telling: view.telling,
            is_recognised: &self.is_recognised,
        };
        view.holds(&context)
    }

    fn record_match(&mut self, ply: u32, number: usize) {
        let Some((pattern, _)) = self.book.view_target(number) else {
            return;
        };
        let is_joint = pattern.kind == Kind::JointOpening;
        if pattern.kind != Kind::Castle {
            self.max_telling = self.max_telling.max(pattern.telling);
        }
        for color in Color::ALL {
            let side_view = view_index(number / 2, color);
            if side_view == number || is_joint {
                self.pending[side_view] = false;
                self.is_recognised[side_view] = true;
            }
        }
        self.recognised.push((ply, number));
    }
}

// The patterns recognised in a game.

/// The patterns recognised in a game, each with the first ply after which it was recognised.
///
/// The name of the game is chosen from several in this order: the highest `telling`, the most specific, the first
/// recognised, the side that moved first.
///
/// The lists are in the order of recognition. A pattern is omitted if a special case of it was recognised at the same
/// ply or earlier.
#[derive(Clone, Debug, Default)]
pub struct OpeningMatches<'b> {
    /// The name of the game, chosen from all recognised strategies and openings of both sides; `None` if none was
    /// recognised.
    pub opening: Option<&'b Pattern>,
    /// The strategies of Black and White.
    pub strategies: [Vec<(u32, &'b Pattern)>; 2],
    /// The castles of Black and White.
    pub castles: [Vec<(u32, &'b Pattern)>; 2],
    /// The openings of both sides together (戦型).
    pub joint_openings: Vec<(u32, &'b Pattern)>,
    /// The strategy of Black and of White that comes first in the order of choice for the name of the game;
    /// `None` if the side showed no strategy.
    pub strategy: [Option<&'b Pattern>; 2],
    /// The final castle of Black and of White: the last castle of which no special case was recognised. `None`
    /// if the side showed no castle.
    pub castle: [Option<&'b Pattern>; 2],
}

impl<'b> OpeningMatches<'b> {
    /// Returns the patterns of the recognised views, which are in the order of recognition.
    pub(super) fn new(book: &'b OpeningBook, first_mover: Color, recognised: &[(u32, usize)]) -> Self {
        let (mut castles, mut strategies, mut joint_openings) = Default::default();
        let (mut game_name, mut strategy_names) = (BestName::default(), [BestName::default(); 2]);
        for &(ply, number) in recognised {
            let Some((pattern, color)) = book.view_target(number) else {
                continue;
            };
            let lists: &mut [Vec<Matched<'_>>; 2] = match pattern.kind {
                Kind::Castle => &mut castles,
                Kind::Strategy => &mut strategies,
                // An opening of both sides is listed only once.
                Kind::JointOpening => &mut joint_openings,
            };
            let side = if pattern.kind == Kind::JointOpening {
                0
            } else {
                color.index()
            };
            let index = book.views[number].pattern;
            lists[side].push(Matched { ply, index, pattern });
            let priority = (pattern.telling, pattern.depth, Reverse(ply), color == first_mover);
            if pattern.kind != Kind::Castle {
                game_name.offer(priority, pattern);
            }
            if pattern.kind == Kind::Strategy {
                strategy_names[color.index()].offer(priority, pattern);
            }
        }
        let [joint_openings, _] = joint_openings.map(|list| most_specific(book, &list));
        Self {
            opening: game_name.pattern(),
            strategy: strategy_names.map(BestName::pattern),
            castle: castles.each_ref().map(|list| last_specific(book, list)),
            strategies: strategies.map(|list| most_specific(book, &list)),
            castles: castles.map(|list| most_specific(book, &list)),
            joint_openings,
        }
    }
}

/// The sort key of a name: `telling`, depth, ply, and `true` for the side that moved first.
type NamePriority = (u8, u8, Reverse<u32>, bool);

/// The best name found so far.
#[derive(Clone, Copy, Default)]
struct BestName<'b>(Option<(NamePriority, &'b Pattern)>);

impl<'b> BestName<'b> {
    fn offer(&mut self, priority: NamePriority, pattern: &'b Pattern) {
        if self.0.is_none_or(|(highest, _)| priority > highest) {
            self.0 = Some((priority, pattern));
        }
    }

    fn pattern(self) -> Option<&'b Pattern> {
        self.0.map(|(_, pattern)| pattern)
    }
}

/// A recognised pattern with its index in the book.
struct Matched<'b> {
    ply: u32,
    index: usize,
    pattern: &'b Pattern,
}

/// Returns the ancestors of the recognised patterns, by their index in the book.
///
/// The value is the first ply after which a special case of the ancestor was recognised.
fn ancestors(book: &OpeningBook, list: &[Matched<'_>]) -> HashMap<usize, u32> {
    let mut ancestors = HashMap::new();
    for matched in list {
        let mut ancestor = matched.pattern.parent;
        while let Some(index) = ancestor {
            let first_ply = ancestors.entry(index).or_insert(u32::MAX);
            // The ancestors of this ancestor already have an entry that is at least as early.
            if *first_ply <= matched.ply {
                break;
            }
            *first_ply = matched.ply;
            ancestor = book.patterns().get(index).and_then(|pattern| pattern.parent);
        }
    }
    ancestors
}

/// Returns the last recognised pattern of which no special case was recognised; of several at the same ply, the
/// most specific. `None` if no pattern was recognised.
fn last_specific<'b>(book: &OpeningBook, list: &[Matched<'b>]) -> Option<&'b Pattern> {
    let ancestors = ancestors(book, list);
    let final_matches = list
        .iter()
        .filter(|matched| !ancestors.contains_key(&matched.index));
    final_matches
        .max_by_key(|matched| (matched.ply, matched.pattern.depth))
        .map(|matched| matched.pattern)
}

/// Returns the recognised patterns, except those of which a special case was recognised at the same ply or
/// earlier.
fn most_specific<'b>(book: &OpeningBook, list: &[Matched<'b>]) -> Vec<(u32, &'b Pattern)> {
    let ancestors = ancestors(book, list);
    let is_kept = |matched: &&Matched<'_>| {
        ancestors
            .get(&matched.index)
            .is_none_or(|&first_ply| first_ply > matched.ply)
    };
    let kept = list.iter().filter(is_kept);
    kept.map(|matched| (matched.ply, matched.pattern)).collect()
}
