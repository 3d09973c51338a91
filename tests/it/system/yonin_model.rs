//! A second implementation of yonin shogi without shared code: legal moves and order of turns.

use std::fmt::Write as _;

pub(super) const SEATS: [char; 4] = ['S', 'W', 'N', 'E'];
const KINDS: [char; 4] = ['R', 'G', 'S', 'P'];

/// Forward directions of the seats, as changes of file and rank. The direction to the right of a seat is the forward
/// direction of the next seat.
const FORWARD: [(i8, i8); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];

#[derive(Clone, Copy, PartialEq)]
struct ModelPiece {
    kind: char,
    seat: usize,
    promoted: bool,
}

/// Returns the name of a square, such as `5e`.
pub(super) fn name((file, rank): (i8, i8)) -> String {
    format!("{file}{}", char::from(b'a' + rank.cast_unsigned() - 1))
}

/// Returns the row and the column of a square in `board`.
fn indexes((file, rank): (i8, i8)) -> (usize, usize) {
    let from_one = |coordinate: i8| usize::from(coordinate.cast_unsigned() - 1);
    (from_one(rank), 8 - from_one(file))
}

/// A move to a square, from a square or from the hand. A drop has `Err` with the kind of piece as its origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Move {
    from: Result<(i8, i8), char>,
    to: (i8, i8),
    promotes: bool,
}

impl Move {
    pub(super) fn text(self) -> String {
        let from = self.from.map_or_else(|kind| format!("{kind}*"), name);
        format!("{from}{}{}", name(self.to), if self.promotes { "+" } else { "" })
    }
}

#[derive(Clone)]
pub(super) struct Model {
    board: [[Option<ModelPiece>; 9]; 9],
    hands: [[u8; 4]; 4],
    alive: [bool; 4],
    pub(super) turn: usize,
    /// The seat of the last mover, who receives the hand of a mated player.
    credited: usize,
}

const START_ROWS: [&str; 9] = [
    ". . Sn Gn Kn Gn Sn . .",
    ". . . Pn Rn Pn . . .",
    "Sw . . . Pn . . . Se",
    "Gw Pw . . . . . Pe Ge",
    "Kw Rw Pw . . . Pe Re Ke",
    "Gw Pw . . . . . Pe Ge",
    "Sw . . . Ps . . . Se",
    ". . . Ps Rs Ps . . .",
    ". . Ss Gs Ks Gs Ss . .",
];

impl Model {
    pub(super) fn start(turn: usize) -> Self {
        let piece = |word: &str| {
            let mut letters = word.chars();
            let (kind, seat) = (letters.next()?, letters.next()?);
            let seat = SEATS
                .iter()
                .position(|letter| letter.to_ascii_lowercase() == seat)?;
            Some(ModelPiece {
                kind,
                seat,
                promoted: false,
            })
        };
        let mut board = [[None; 9]; 9];
        for (row, words) in board.iter_mut().zip(START_ROWS) {
            for (cell, word) in row.iter_mut().zip(words.split(' ')) {
                *cell = piece(word);
            }
        }
        Self {
            board,
            hands: [[0; 4]; 4],
            alive: [true; 4],
            turn,
            credited: turn,
        }
    }

    fn at(&self, square: (i8, i8)) -> Option<ModelPiece> {
        let (row, column) = indexes(square);
        self.board[row][column]
    }

    fn put(&mut self, square: (i8, i8), piece: Option<ModelPiece>) {
        let (row, column) = indexes(square);
        self.board[row][column] = piece;
    }

    pub(super) fn squares() -> impl Iterator<Item = (i8, i8)> {
        (1..=9).flat_map(|file| (1..=9).map(move |rank| (file, rank)))
    }

    /// Returns the rank from the seat's view: 1 at the far edge, 9 at the near edge.
    fn depth((file, rank): (i8, i8), seat: usize) -> i8 {
        [rank, file, 10 - rank, 10 - file][seat]
    }

    fn targets(&self, from: (i8, i8), piece: ModelPiece) -> Vec<(i8, i8)> {
        let rotated = |right: i8, ahead: i8| {
            let (forward, rightward) = (FORWARD[piece.seat], FORWARD[(piece.seat + 1) % 4]);
            (
                forward.0 * ahead + rightward.0 * right,
                forward.1 * ahead + rightward.1 * right,
            )
        };
        let straight = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let corners = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
        let gold = vec![(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (-1, 1)];
        let steps = match (piece.kind, piece.promoted) {
            ('K', _) => [straight, corners].concat(),
            ('S', false) => [vec![(0, 1)], corners.to_vec()].concat(),
            ('P', false) => vec![(0, 1)],
            ('R', true) => corners.to_vec(),
            ('R', false) => Vec::new(),
            _ => gold,
        };
        let is_on_board = |(file, rank): (i8, i8)| (1..=9).contains(&file) && (1..=9).contains(&rank);
        let mut targets = Vec::new();
        for (right, ahead) in steps {
            let (df, dr) = rotated(right, ahead);
            targets.extend(Some((from.0 + df, from.1 + dr)).filter(|it| is_on_board(*it)));
        }
        for (right, ahead) in straight.into_iter().filter(|_| piece.kind == 'R') {
            let (df, dr) = rotated(right, ahead);
            let mut to = (from.0 + df, from.1 + dr);
            while is_on_board(to) {
                targets.push(to);
                if self.at(to).is_some() {
                    break;
                }
                to = (to.0 + df, to.1 + dr);
            }
        }
        targets
    }

    /// Returns `true` if a player in the game attacks the king of a seat.
    fn is_checked(&self, seat: usize) -> bool {
        let is_king = |square: (i8, i8)| {
            self.at(square)
                .is_some_and(|piece| piece.kind == 'K' && piece.seat == seat)
        };
        Self::squares().any(|from| {
            let attacker = self
                .at(from)
                .filter(|piece| piece.seat != seat && self.alive[piece.seat]);
            attacker.is_some_and(|piece| self.targets(from, piece).into_iter().any(is_king))
        })
    }

    fn has_pawn_on_line(&self, to: (i8, i8), seat: usize) -> bool {
        Self::squares().any(|square| {
            let is_same_line = if seat.is_multiple_of(2) {
                square.0 == to.0
            } else {
                square.1 == to.1
            };
            is_same_line
                && self.at(square)
                    == Some(ModelPiece {
                        kind: 'P',
                        seat,
                        promoted: false,
                    })
        })
    }

    /// Returns every legal move of the side to move. Kings are never captured, and no pawn is dropped in front of a
    /// king.
    pub(super) fn legal(&self) -> Vec<Move> {
        let seat = self.turn;
        let mut moves = Vec::new();
        for from in Self::squares() {
            let Some(piece) = self.at(from).filter(|piece| piece.seat == seat) else {
                continue;
            };
            for to in self.targets(from, piece) {
                if self
                    .at(to)
                    .is_some_and(|occupant| occupant.seat == seat || occupant.kind == 'K')
                {
                    continue;
                }
                let touches_zone = Self::depth(from, seat) <= 3 || Self::depth(to, seat) <= 3;
                let may_promote = touches_zone && !piece.promoted && "RSP".contains(piece.kind);
                let must_promote = piece.kind == 'P' && !piece.promoted && Self::depth(to, seat) == 1;
                let choices = [(!must_promote, false), (may_promote, true)]
                    .into_iter()
                    .filter(|it| it.0);
                moves.extend(choices.map(|(_, promotes)| Move {
                    from: Ok(from),
                    to,
                    promotes,
                }));
            }
        }
        for (kind, _) in KINDS
            .into_iter()
            .zip(self.hands[seat])
            .filter(|(_, count)| *count > 0)
        {
            for to in Self::squares().filter(|square| self.at(*square).is_none()) {
                let ahead = (to.0 + FORWARD[seat].0, to.1 + FORWARD[seat].1);
                let is_at_edge = Self::depth(to, seat) == 1;
                let is_pawn_forbidden = || {
                    is_at_edge
                        || self.has_pawn_on_line(to, seat)
                        || self.at(ahead).is_some_and(|occupant| occupant.kind == 'K')
                };
                if kind != 'P' || !is_pawn_forbidden() {
                    moves.push(Move {
                        from: Err(kind),
                        to,
                        promotes: false,
                    });
                }
            }
        }
        moves.retain(|mv| {
            let mut next_state = self.clone();
            next_state.make(*mv);
            !next_state.is_checked(seat)
        });
        moves
    }

    /// Makes a move without passing the turn.
    fn make(&mut self, mv: Move) {
        let seat = self.turn;
        let index = |kind: char| {
            KINDS
                .iter()
                .position(|candidate| *candidate == kind)
                .expect("a kind that is held")
        };
        if let Some(captured) = self.at(mv.to) {
            self.hands[seat][index(captured.kind)] += 1;
        }
        let piece = match mv.from {
            Ok(from) => {
                let piece = self.at(from).expect("a man");
                self.put(from, None);
                ModelPiece {
                    promoted: piece.promoted || mv.promotes,
                    ..piece
                }
            }
            Err(kind) => {
                self.hands[seat][index(kind)] -= 1;
                ModelPiece {
                    kind,
                    seat,
                    promoted: false,
                }
            }
        };
        self.put(mv.to, Some(piece));
    }

    /// Makes a move, passes the turn, and eliminates players without a legal move. The hand of a mated player goes to
    /// the last mover, and the hand of a player who is not in check is removed. Returns `false` if the game is over.
    pub(super) fn play(&mut self, mv: Move) -> bool {
        let mover = self.turn;
        self.make(mv);
        self.credited = mover;
        self.next_turn(mover);
        while self.survivors() > 1 && self.legal().is_empty() {
            let eliminated = self.turn;
            let hand = std::mem::take(&mut self.hands[eliminated]);
            if self.is_checked(eliminated) {
                for (own_count, gained) in self.hands[self.credited].iter_mut().zip(hand) {
                    *own_count += gained;
                }
            }
            self.alive[eliminated] = false;
            self.next_turn(eliminated);
        }
        self.survivors() > 1
    }

    pub(super) fn survivors(&self) -> usize {
        self.alive.iter().filter(|it| **it).count()
    }

    /// Passes the turn to the first player in check, clockwise from the mover; if no player is in check, to the next
    /// player in the game.
    fn next_turn(&mut self, mover: usize) {
        let others = || {
            (1..4)
                .map(|step| (mover + step) % 4)
                .filter(|seat| self.alive[*seat])
        };
        let next = others()
            .find(|seat_in_check| self.is_checked(*seat_in_check))
            .or_else(|| others().next());
        self.turn = next.unwrap_or(mover);
    }

    /// Returns the position as in the header `Position` of records.
    pub(super) fn position(&self) -> String {
        let mut rows = Vec::new();
        for row in &self.board {
            let mut words = Vec::new();
            let mut empty = 0;
            for cell in row {
                if let Some(piece) = cell {
                    words.extend((empty > 0).then(|| empty.to_string()));
                    empty = 0;
                    let promotion = if piece.promoted { "+" } else { "" };
                    words.push(format!(
                        "{promotion}{}{}",
                        piece.kind,
                        SEATS[piece.seat].to_ascii_lowercase()
                    ));
                } else {
                    empty += 1;
                }
            }
            words.extend((empty > 0).then(|| empty.to_string()));
            rows.push(words.join(" "));
        }
        let mut text = format!("{} {}", rows.join(" / "), SEATS[self.turn]);
        for (seat, hand) in SEATS.iter().zip(self.hands) {
            let hand_pieces = KINDS.into_iter().zip(hand).filter(|(_, count)| *count > 0);
            let hand_pieces: String = hand_pieces
                .map(|(kind, count)| {
                    if count > 1 {
                        format!("{count}{kind}")
                    } else {
                        kind.to_string()
                    }
                })
                .collect();
            let _ = write!(
                text,
                " {seat}:{}",
                if hand_pieces.is_empty() { "-" } else { &hand_pieces }
            );
        }
        let alive: String = SEATS
            .iter()
            .zip(self.alive)
            .filter(|it| it.1)
            .map(|it| it.0)
            .collect();
        format!("{text} {alive}")
    }
}
