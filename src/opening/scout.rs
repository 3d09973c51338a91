//! Looks for patterns while a game is replayed.

use super::book::Book;
use super::condition::{Scene, view};
use super::pattern::Kind;
use super::sighting::Sighting;
use crate::shogi::{Color, Handicap, Kind as PieceKind, Piece, Position, Square};

/// Looks for the patterns of a book in one game after the other.
#[derive(Debug)]
pub struct Scout<'b> {
    book: &'b Book,
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
    /// What has been seen, and after which ply.
    sights: Vec<(u32, usize)>,
}

impl<'b> Scout<'b> {
    /// A scout who knows a book.
    pub fn new(book: &'b Book) -> Self {
        Self {
            book,
            rules: None,
            exchange: None,
            moved: [false; 2],
            later: 0,
            plan: vec![false; book.views.len()],
            open: vec![false; book.views.len()],
            seen: vec![false; book.views.len()],
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

    /// Looks at the position after a ply. `from` is where the piece came from, if it was not dropped, and `captured`
    /// what stood on `to` before.
    pub fn see(
        &mut self,
        ply: u32,
        after: &Position,
        from: Option<Square>,
        to: Square,
        captured: Option<Piece>,
    ) {
        if ply > self.book.until || self.rules.is_none() {
            return;
        }
        let Some(moved) = after.piece_at(to) else { return };
        let before = self.sights.len();
        let index = &self.book.index;
        self.note_exchange(moved, to, captured);
        self.moved[moved.color.index()] |= moved.kind == PieceKind::King;
        self.try_all(ply, after, index.come(to, moved));
        if let Some(from) = from {
            self.try_all(ply, after, index.gone(from, moved));
            if moved.kind.is_promoted() {
                let base = Piece::new(moved.color, moved.kind.base());
                self.try_all(ply, after, index.gone(from, base));
            }
        } else {
            self.try_all(ply, after, index.held(moved.color, moved.kind));
        }
        if let Some(captured) = captured {
            self.try_all(ply, after, index.gone(to, captured));
            self.try_all(ply, after, index.held(moved.color, captured.kind));
        }
        while let Some(&(_, number)) = index.later.get(self.later).filter(|(from, _)| *from <= ply) {
            self.later += 1;
            self.try_all(ply, after, &[number]);
        }
        self.follow(ply, after, before);
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
    fn follow(&mut self, ply: u32, after: &Position, mut next: usize) {
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
                    self.try_all(ply, after, waiting);
                }
            }
        }
    }

    fn try_all(&mut self, ply: u32, after: &Position, numbers: &[u32]) {
        for &number in numbers {
            let number = number as usize;
            if self.open.get(number) == Some(&true) && self.holds(ply, after, number) {
                self.note(ply, number);
            }
        }
    }

    fn holds(&self, ply: u32, after: &Position, number: usize) -> bool {
        let scene = Scene {
            position: after,
            exchange: self.exchange,
            moved: self.moved,
            seen: &self.seen,
        };
        let view = self.book.views.get(number);
        view.is_some_and(|view| view.holds(ply, &scene))
    }

    fn note(&mut self, ply: u32, number: usize) {
        let is_game = self
            .book
            .viewed(number)
            .is_some_and(|(pattern, _)| pattern.kind == Kind::Game);
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
