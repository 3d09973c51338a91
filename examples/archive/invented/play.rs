//! Plays plausible legal moves: of a few random moves, the one with the best score. There is no search.

use std::sync::LazyLock;

use kifu::record::Outcome;
use kifu::shogi::Color;
use kifu::shogi::History;
use kifu::shogi::Move;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;
use kifu::shogi::in_camp;
use kifu::shogi::may_promote;
use kifu::shogi::reaches;

use super::dice::Dice;

/// A game in progress.
#[derive(Debug)]
pub struct GameInProgress {
    /// The current position.
    pub position: Position,
    /// The moves so far.
    pub moves: Vec<Move>,
    history: History,
    dice: Dice,
    /// `true` while both kings are on their way into the enemy camp.
    pub entering: bool,
}

/// The squares that each piece can reach on an empty board, by color, kind and origin.
static TARGETS: LazyLock<Vec<Vec<Square>>> = LazyLock::new(|| {
    let mut targets = Vec::new();
    for color in Color::ALL {
        for kind in PieceKind::ALL {
            for from in Square::ALL {
                let piece = Piece::new(color, kind);
                targets.push(
                    Square::ALL
                        .into_iter()
                        .filter(|&to| reaches(piece, from, to))
                        .collect(),
                );
            }
        }
    }
    targets
});

fn targets(piece: Piece, from: Square) -> &'static [Square] {
    &TARGETS[(piece.color.index() * 14 + piece.kind.index()) * 81 + from.index()]
}

/// Returns the value of a piece (a pawn is 100).
const fn piece_value(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 100,
        PieceKind::Lance => 300,
        PieceKind::Knight => 350,
        PieceKind::Silver | PieceKind::PromotedLance | PieceKind::PromotedKnight => 500,
        PieceKind::Gold | PieceKind::Tokin | PieceKind::PromotedSilver => 550,
        PieceKind::Bishop => 800,
        PieceKind::Rook => 900,
        PieceKind::Horse => 1100,
        PieceKind::Dragon => 1200,
        PieceKind::King => 5000,
    }
}

impl GameInProgress {
    /// Creates a game in the start position.
    pub fn new(dice: Dice) -> Self {
        let position = Position::startpos();
        let mut history = History::new();
        history.start(position.zobrist(), true);
        Self {
            position,
            moves: Vec::with_capacity(160),
            history,
            dice,
            entering: false,
        }
    }

    /// Plays a legal move. Adds the move to `moves`, and the position after it to the history.
    pub fn play(&mut self, mv: Move) {
        let mover = self.position.side_to_move();
        self.position.play_legal(mv);
        self.history
            .push(self.position.zobrist(), mover, self.position.is_check());
        self.moves.push(mv);
    }

    /// Plays a legal move, unless the move leads to an earlier position. Returns whether the move was played.
    fn play_unless_repeated(&mut self, mv: Move) -> bool {
        let mover = self.position.side_to_move();
        let Some(undo) = self.position.play_legal(mv) else {
            return false;
        };
        let count = self
            .history
            .push(self.position.zobrist(), mover, self.position.is_check());
        if count > 1 {
            self.history.pop();
            self.position.undo(undo);
            return false;
        }
        self.moves.push(mv);
        true
    }

    /// Plays one move. Returns `false` if no legal move leads to a new position, for example after mate.
    pub fn play_one(&mut self) -> bool {
        let mut candidates = if self.position.is_check() {
            self.position.legal_moves()
        } else {
            self.sample_moves()
        };
        if candidates.is_empty() {
            candidates = self.position.legal_moves();
        }
        let mut scored_moves: Vec<_> = candidates.into_iter().map(|mv| (self.score(mv), mv)).collect();
        scored_moves.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
        scored_moves.iter().any(|&(_, mv)| self.play_unless_repeated(mv))
            || self
                .position
                .legal_moves()
                .into_iter()
                .any(|mv| self.play_unless_repeated(mv))
    }

    /// Returns at most ten legal moves, found by random draws of pieces and squares.
    fn sample_moves(&mut self) -> Vec<Move> {
        const MAX_DRAWS: u32 = 28;
        let side = self.position.side_to_move();
        let mut pieces = [Square::ALL[0]; 40];
        let mut piece_count = 0;
        for (square, _) in self.position.pieces(side).take(40) {
            pieces[piece_count] = square;
            piece_count += 1;
        }
        let kinds_in_hand: Vec<_> = self.position.hand(side).iter().map(|(kind, _)| kind).collect();
        let mut sample = Vec::with_capacity(12);
        for _ in 0..MAX_DRAWS {
            let mv = if !kinds_in_hand.is_empty() && self.dice.chance(250) {
                let to = Square::ALL[self.dice.index(Square::COUNT)];
                Some(Move::Drop {
                    kind: *self.dice.choose(&kinds_in_hand),
                    to,
                })
            } else {
                let from = pieces[self.dice.index(piece_count)];
                self.random_move_from(from)
            };
            if let Some(mv) = mv.filter(|&mv| self.position.is_legal(mv)) {
                sample.push(mv);
                if sample.len() == 10 {
                    break;
                }
            }
        }
        sample
    }

    /// Returns a random move of the piece on a square, legal or not. Returns `None` if the square is empty, or if the piece can
    /// reach no square.
    ///
    /// A pawn, bishop or rook promotes whenever it may, another piece usually.
    fn random_move_from(&mut self, from: Square) -> Option<Move> {
        let piece = self.position.piece_at(from)?;
        let targets = targets(piece, from);
        if targets.is_empty() {
            return None;
        }
        let to = *self.dice.choose(targets);
        let promote = may_promote(piece, from, to)
            && (matches!(piece.kind, PieceKind::Pawn | PieceKind::Bishop | PieceKind::Rook)
                || self.dice.chance(700));
        Some(Move::Board { from, to, promote })
    }

    /// Returns the score of a legal move, which includes a random number below 300.
    fn score(&mut self, mv: Move) -> i32 {
        let position = &self.position;
        let side = position.side_to_move();
        let opponent = side.opponent();
        let to = mv.to();
        let captured_value = position.piece_at(to).map_or(0, |piece| piece_value(piece.kind));
        let (kind, was_attacked, promotes) = match mv {
            Move::Board { from, promote, .. } => {
                let kind = position
                    .piece_at(from)
                    .map_or(PieceKind::Pawn, |piece| piece.kind);
                (kind, position.attackers(from, opponent).next().is_some(), promote)
            }
            Move::Drop { kind, .. } => (kind, false, false),
        };
        let placed_piece = Piece::new(
            side,
            if promotes {
                kind.promoted().unwrap_or(kind)
            } else {
                kind
            },
        );
        let mut score = captured_value + piece_value(placed_piece.kind) - piece_value(kind);
        if kind == PieceKind::King {
            score += self.king_move_score(mv, side);
        } else {
            if position.attackers(to, opponent).next().is_some() {
                let is_guarded = position.attackers(to, side).any(|from| Some(from) != mv.from());
                score -= if is_guarded {
                    piece_value(kind) / 2
                } else {
                    piece_value(kind)
                };
            }
            if was_attacked {
                score += piece_value(kind) / 2;
            }
        }
        if position
            .king(opponent)
            .is_some_and(|king| reaches(placed_piece, to, king))
        {
            score += 120;
        }
        if in_camp(side, to) {
            score += 40;
        }
        score + self.dice.below(300).cast_signed()
    }

    /// Returns the score of a king move.
    ///
    /// Steps forward reduce the score, unless the kings are entering the enemy camps. While they are entering, steps forward
    /// raise the score, and any move of a king that is already in the enemy camp has a low score.
    fn king_move_score(&self, mv: Move, side: Color) -> i32 {
        let ranks_advanced = |square: Square| match side {
            Color::Black => 9 - i32::from(square.rank()),
            Color::White => i32::from(square.rank()) - 1,
        };
        let steps = mv
            .from()
            .map_or(0, |from| ranks_advanced(mv.to()) - ranks_advanced(from));
        if !self.entering {
            -120 - 60 * steps
        } else if mv.from().is_some_and(|from| in_camp(side, from)) {
            -400 - 200 * i32::from(!in_camp(side, mv.to()))
        } else {
            900 * steps
        }
    }

    /// Moves pieces to and fro until a position has occurred four times.
    ///
    /// Returns `false` if no such moves are found; the game is then unchanged.
    pub fn repeat(&mut self) -> bool {
        let length = self.moves.len();
        let repetition = self.play_back_and_forth();
        if repetition.is_none() {
            self.take_back_to(length);
        }
        repetition.is_some()
    }

    fn play_back_and_forth(&mut self) -> Option<()> {
        let first_pair = self.reversible_move()?;
        self.play(first_pair.0);
        let second_pair = self.reversible_move()?;
        self.play(second_pair.0);
        let cycle = [first_pair.1, second_pair.1, first_pair.0, second_pair.0];
        for mv in cycle.into_iter().cycle().take(10) {
            if !self.position.is_legal(mv) || self.position.is_check() {
                return None;
            }
            self.play(mv);
            if self.history.count() == 4 {
                return Some(());
            }
        }
        None
    }

    /// Returns a move and its reverse. The move does not capture, promote or give check. Returns `None` if the side to
    /// move is in check or has no such move.
    fn reversible_move(&self) -> Option<(Move, Move)> {
        if self.position.is_check() {
            return None;
        }
        let with_reverse = |position: &Position, mv: Move| match mv {
            Move::Board { from, to, promote } => {
                let piece = position.piece_at(from)?;
                let is_quiet = !promote
                    && position.piece_at(to).is_none()
                    && reaches(piece, to, from)
                    && !position.gives_check(mv);
                is_quiet.then_some((
                    mv,
                    Move::Board {
                        from: to,
                        to: from,
                        promote: false,
                    },
                ))
            }
            Move::Drop { .. } => None,
        };
        let moves = self.position.legal_moves();
        moves.into_iter().find_map(|mv| with_reverse(&self.position, mv))
    }

    fn take_back_to(&mut self, ply: usize) {
        let mut moves = std::mem::take(&mut self.moves);
        moves.truncate(ply);
        self.position = Position::startpos();
        self.history.start(self.position.zobrist(), true);
        for mv in moves {
            self.play(mv);
        }
    }

    /// Returns the outcome that follows from the position: a win by mate, or a draw if the position has occurred four
    /// times; `None` in other positions.
    pub fn outcome(&self) -> Option<Outcome> {
        if self.position.is_mate() {
            return Some(Outcome::Win(self.position.side_to_move().opponent()));
        }
        (self.history.count() == 4).then_some(Outcome::Draw)
    }
}
