//! The position in words, for those who cannot see the picture.

use super::super::show::View;
use crate::finding::{Language, Seat, both};
use crate::notation::japanese;
use crate::shogi::{Color, PieceKind, Position, Square};

/// What stands on the board, what is in hand, whose turn it is.
pub(super) fn description(view: &View<'_, '_>, language: Language) -> String {
    let position = &view.position;
    let (colon, stop) = match language {
        Language::English => (": ", ". "),
        Language::Japanese => ("：", "。"),
    };
    let mut words = String::new();
    for color in Color::ALL {
        let on_board = on_board(position, color, language);
        let in_hand = in_hand(position, color, language);
        let (side, hand) = (Seat::from(color).words, both("in hand", "持駒"));
        words.push_str(&[side.in_language(language), colon, &on_board, stop].concat());
        words.push_str(&[hand.in_language(language), colon, &in_hand, stop].concat());
    }
    words.push_str(&turn(view, language));
    words.push_str(stop.trim_end());
    words
}

/// Whose turn it is, and whether a king is in check.
pub(super) fn turn(view: &View<'_, '_>, language: Language) -> String {
    let mover = view.position.side_to_move();
    let check = view.position.in_check(mover);
    let words = match (mover, check) {
        (Color::Black, false) => both("Black to move", "先手番"),
        (Color::White, false) => both("White to move", "後手番"),
        (Color::Black, true) => both("Black to move, in check", "先手番（王手がかかっている）"),
        (Color::White, true) => both("White to move, in check", "後手番（王手がかかっている）"),
    };
    (*words.in_language(language)).to_owned()
}

fn on_board(position: &Position, color: Color, language: Language) -> String {
    let mut pieces: Vec<_> = position.pieces(color).collect();
    // The king first, then by value: the order of the kinds, turned round.
    pieces.sort_by_key(|&(square, kind)| (std::cmp::Reverse(kind.index()), square.index()));
    let words = |(square, kind): (Square, PieceKind)| match language {
        Language::English => format!("{} {square}", kind.english()),
        Language::Japanese => format!("{}{}", japanese::square(square), japanese::piece(kind)),
    };
    list(pieces.into_iter().map(words), language)
}

fn in_hand(position: &Position, color: Color, language: Language) -> String {
    let words = |(kind, count): (PieceKind, u8)| match language {
        Language::English => format!("{} {count}", kind.english()),
        Language::Japanese => format!("{}{count}", japanese::piece(kind)),
    };
    list(position.hand(color).iter().map(words), language)
}

fn list(words: impl Iterator<Item = String>, language: Language) -> String {
    let words: Vec<_> = words.collect();
    let (comma, none) = match language {
        Language::English => (", ", "none"),
        Language::Japanese => ("、", "なし"),
    };
    if words.is_empty() {
        none.to_owned()
    } else {
        words.join(comma)
    }
}
