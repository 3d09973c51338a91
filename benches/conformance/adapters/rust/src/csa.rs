//! Adapter for csa (csa-rs): `parse_csa`.
//!
//! The crate returns the statements of a record: the pieces after `PI`, the ranks, the pieces after `P+` and `P-`, and moves
//! with the piece after the move. This file sets up the start as CSA V2.2 defines it, and replays the moves to find the
//! promotions. The crate does not distinguish `PI` without pieces from no statement, so a record with neither ranks nor
//! pieces after `PI` starts from the even position unless `P+` or `P-` put a piece on the board.

use std::error::Error;
use std::iter;

use csa::{Action, Color, GameRecord, PieceType, Position, Square};
use serde_json::{Map, Value, json};

use crate::Input;

const KINDS: [PieceType; 7] = [
    PieceType::Rook,
    PieceType::Bishop,
    PieceType::Gold,
    PieceType::Silver,
    PieceType::Knight,
    PieceType::Lance,
    PieceType::Pawn,
];
const NUMBERS: [usize; 7] = [2, 2, 4, 4, 4, 4, 18];
const BACK_RANK: [PieceType; 9] = [
    PieceType::Lance,
    PieceType::Knight,
    PieceType::Silver,
    PieceType::Gold,
    PieceType::King,
    PieceType::Gold,
    PieceType::Silver,
    PieceType::Knight,
    PieceType::Lance,
];

pub fn read(input: &Input) -> Result<Value, Box<dyn Error>> {
    match input.notation {
        "csa" => Ok(json!({"records": [record(&csa::parse_csa(&input.text()?)?)]})),
        _ => Err("no such notation".into()),
    }
}

fn record(game: &GameRecord) -> Value {
    let mut board = Board::start(&game.start_pos);
    let start = board.sfen(game.start_pos.side_to_move);
    let (mut moves, mut times, mut end) = (Vec::new(), Map::new(), Value::Null);
    for (ply, entry) in (1..).zip(&game.moves) {
        if let Some(time) = entry.time {
            times.insert(ply.to_string(), json!(time.as_secs_f64()));
        }
        match entry.action {
            Action::Move(color, from, to, piece) => moves.push(board.play(color, from, to, piece)),
            ref special => {
                end = json!(end_of(special));
                break;
            }
        }
    }
    json!({"start": start, "moves": moves, "times": times, "end": end, "black": game.black_player, "white": game.white_player})
}

fn end_of(action: &Action) -> &'static str {
    match action {
        Action::Toryo => "resign",
        Action::Chudan => "interrupt",
        Action::Sennichite => "repetition",
        Action::TimeUp => "timeout",
        Action::IllegalMove => "foul-loss",
        Action::Jishogi => "impasse",
        Action::Kachi => "declare-win",
        Action::Hikiwake => "draw",
        Action::Tsumi => "mate",
        Action::Fuzumi => "no-mate",
        Action::Error => "error",
        Action::IllegalAction(_) | Action::Matta | Action::Move(..) => "other",
    }
}

/// A board by rank from the top and by column from the left, and the hands of Black and White.
struct Board {
    squares: [[Option<(Color, PieceType)>; 9]; 9],
    hands: [[usize; 7]; 2],
}

impl Board {
    fn start(position: &Position) -> Self {
        let mut board = Self {
            squares: Default::default(),
            hands: Default::default(),
        };
        let is_on_board = |(_, square, _): &(Color, Square, PieceType)| index(*square).is_some();
        if let Some(ranks) = position.bulk {
            board.squares = ranks;
        } else if !position.drop_pieces.is_empty() || !position.add_pieces.iter().any(is_on_board) {
            board.squares = even();
        }
        for (square, _) in &position.drop_pieces {
            board.set(*square, None);
        }
        for &(color, square, piece) in &position.add_pieces {
            match (index(square), piece) {
                (_, PieceType::All) => board.add_rest(color),
                (Some(_), _) => board.set(square, Some((color, piece))),
                (None, _) => board.add_to_hand(color, piece),
            }
        }
        board
    }

    fn set(&mut self, square: Square, piece: Option<(Color, PieceType)>) {
        if let Some((rank, column)) = index(square) {
            self.squares[rank][column] = piece;
        }
    }

    fn add_to_hand(&mut self, color: Color, piece: PieceType) {
        if let Some(kind) = kind_of(piece) {
            self.hands[side(color)][kind] += 1;
        }
    }

    /// Puts all pieces that are neither on the board nor in a hand into a hand.
    fn add_rest(&mut self, color: Color) {
        for (kind, total) in NUMBERS.into_iter().enumerate() {
            let on_board = self.squares.iter().flatten().flatten();
            let used = on_board
                .filter(|(_, piece)| kind_of(*piece) == Some(kind))
                .count();
            let rest = total.saturating_sub(used + self.hands[0][kind] + self.hands[1][kind]);
            self.hands[side(color)][kind] += rest;
        }
    }

    /// Plays a move and returns it in USI.
    fn play(&mut self, color: Color, from: Square, to: Square, piece: PieceType) -> String {
        let before = index(from).and_then(|(rank, column)| self.squares[rank][column]);
        self.set(from, None);
        self.set(to, Some((color, piece)));
        if from == Square::new(0, 0) {
            return format!("{}*{}", letter(piece), usi(to));
        }
        let is_promotion = is_promoted(piece) && before.is_some_and(|(_, old)| !is_promoted(old));
        format!("{}{}{}", usi(from), usi(to), if is_promotion { "+" } else { "" })
    }

    fn sfen(&self, turn: Color) -> String {
        let ranks: Vec<_> = self.squares.iter().map(rank_sfen).collect();
        let mut hands = String::new();
        for (color, hand) in [Color::Black, Color::White].into_iter().zip(&self.hands) {
            for (piece, count) in KINDS.into_iter().zip(hand).filter(|(_, count)| **count > 0) {
                hands += &iter::repeat_n(colored(color, piece), *count).collect::<String>();
            }
        }
        let hands = if hands.is_empty() { "-" } else { &hands };
        format!(
            "{} {} {hands}",
            ranks.join("/"),
            if turn == Color::Black { "b" } else { "w" }
        )
    }
}

fn even() -> [[Option<(Color, PieceType)>; 9]; 9] {
    let mut squares: [[Option<(Color, PieceType)>; 9]; 9] = Default::default();
    for (color, back, middle, pawns) in [(Color::White, 0, 1, 2), (Color::Black, 8, 7, 6)] {
        squares[back] = BACK_RANK.map(|piece| Some((color, piece)));
        squares[pawns] = [Some((color, PieceType::Pawn)); 9];
        let (bishop, rook) = if color == Color::White { (7, 1) } else { (1, 7) };
        squares[middle][bishop] = Some((color, PieceType::Bishop));
        squares[middle][rook] = Some((color, PieceType::Rook));
    }
    squares
}

fn rank_sfen(rank: &[Option<(Color, PieceType)>; 9]) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for square in rank.iter().map(Some).chain(iter::once(None)) {
        if let Some(None) = square {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &empty.to_string();
            empty = 0;
        }
        if let Some(&Some((color, piece))) = square {
            text += &colored(color, piece);
        }
    }
    text
}

/// Returns rank and column of a square, or nothing for 00 and squares that do not exist.
fn index(square: Square) -> Option<(usize, usize)> {
    let is_square = (1..=9).contains(&square.file) && (1..=9).contains(&square.rank);
    is_square.then(|| (usize::from(square.rank) - 1, 9 - usize::from(square.file)))
}

fn usi(square: Square) -> String {
    format!("{}{}", square.file, char::from(b'`' + square.rank))
}

fn side(color: Color) -> usize {
    usize::from(color == Color::White)
}

fn is_promoted(piece: PieceType) -> bool {
    unpromoted(piece) != piece
}

fn unpromoted(piece: PieceType) -> PieceType {
    match piece {
        PieceType::ProPawn => PieceType::Pawn,
        PieceType::ProLance => PieceType::Lance,
        PieceType::ProKnight => PieceType::Knight,
        PieceType::ProSilver => PieceType::Silver,
        PieceType::Horse => PieceType::Bishop,
        PieceType::Dragon => PieceType::Rook,
        other => other,
    }
}

/// Returns the place of a piece in `KINDS`, which does not have the king.
fn kind_of(piece: PieceType) -> Option<usize> {
    KINDS.iter().position(|kind| *kind == unpromoted(piece))
}

fn letter(piece: PieceType) -> char {
    kind_of(piece).map_or('K', |kind| char::from(b"RBGSNLP"[kind]))
}

fn colored(color: Color, piece: PieceType) -> String {
    let letter = letter(piece);
    let letter = if color == Color::Black {
        letter
    } else {
        letter.to_ascii_lowercase()
    };
    format!("{}{letter}", if is_promoted(piece) { "+" } else { "" })
}
