//! A position drawn with characters.

use super::put;
use crate::shogi::{Color, Hand, Kind, Position, Square};

/// Draws a position the way shogi books do, a `v` before the pieces of White; the ranks have the letters that
/// moves are written with.
pub(super) fn diagram(position: &Position) -> String {
    let mut out = Vec::new();
    put!(out, "White holds {}\n", hand(*position.hand(Color::White)));
    put!(
        out,
        "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n"
    );
    for (rank, letter) in (1..=9).zip('a'..='i') {
        put!(out, "|");
        for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
            match position.piece_at(square) {
                Some(piece) if piece.color == Color::White => put!(out, "v{}", sign(piece.kind)),
                Some(piece) => put!(out, " {}", sign(piece.kind)),
                None => put!(out, " ・"),
            }
        }
        put!(out, "|{letter}\n");
    }
    put!(out, "+---------------------------+\n");
    put!(out, "Black holds {}\n", hand(*position.hand(Color::Black)));
    let mover = match position.side_to_move() {
        Color::Black => "Black",
        Color::White => "White",
    };
    put!(out, "{mover} to move\n");
    String::from_utf8_lossy(&out).into_owned()
}

fn hand(hand: Hand) -> String {
    let held: Vec<String> = hand
        .iter()
        .map(|(kind, count)| {
            if count == 1 {
                sign(kind).to_string()
            } else {
                format!("{}×{count}", sign(kind))
            }
        })
        .collect();
    if held.is_empty() {
        "nothing".to_owned()
    } else {
        held.join(" ")
    }
}

/// A kind in one character.
const fn sign(kind: Kind) -> char {
    match kind {
        Kind::Pawn => '歩',
        Kind::Lance => '香',
        Kind::Knight => '桂',
        Kind::Silver => '銀',
        Kind::Gold => '金',
        Kind::Bishop => '角',
        Kind::Rook => '飛',
        Kind::King => '玉',
        Kind::Tokin => 'と',
        Kind::PromotedLance => '杏',
        Kind::PromotedKnight => '圭',
        Kind::PromotedSilver => '全',
        Kind::Horse => '馬',
        Kind::Dragon => '龍',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_is_above_and_file_nine_on_the_left() {
        let position = Position::from_sfen("k8/9/9/9/4+P4/9/9/9/8L w R2p 1").unwrap();
        let drawn = diagram(&position);
        let lines: Vec<_> = drawn.lines().collect();
        assert_eq!(lines[0], "White holds 歩×2");
        assert_eq!(lines[3], "|v玉 ・ ・ ・ ・ ・ ・ ・ ・|a");
        assert_eq!(lines[7], "| ・ ・ ・ ・ と ・ ・ ・ ・|e");
        assert_eq!(lines[11], "| ・ ・ ・ ・ ・ ・ ・ ・ 香|i");
        assert_eq!(lines[13..], ["Black holds 飛", "White to move"]);
    }
}
