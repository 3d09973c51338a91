//! The words of Japanese messages.

use crate::record::Outcome;
use crate::shogi::{Color, Kind, Move, Piece, Position, Square};

/// The digits of files, in full width.
const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

/// The digits of ranks.
const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// 先手 or 後手.
pub(in crate::referee) const fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "先手",
        Color::White => "後手",
    }
}

/// A file from 1 to 9: ５筋 without the 筋.
pub(in crate::referee) fn file(file: u8) -> char {
    FILES[usize::from(file.clamp(1, 9)) - 1]
}

/// ７六.
pub(in crate::referee) fn square(square: Square) -> String {
    let rank = RANKS[usize::from(square.rank().clamp(1, 9)) - 1];
    [file(square.file()), rank].iter().collect()
}

/// 歩, 成香, 龍; と金, for と alone would pass for a particle.
pub(in crate::referee) const fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "歩",
        Kind::Lance => "香",
        Kind::Knight => "桂",
        Kind::Silver => "銀",
        Kind::Gold => "金",
        Kind::Bishop => "角",
        Kind::Rook => "飛",
        Kind::King => "玉",
        Kind::Tokin => "と金",
        Kind::PromotedLance => "成香",
        Kind::PromotedKnight => "成桂",
        Kind::PromotedSilver => "成銀",
        Kind::Horse => "馬",
        Kind::Dragon => "龍",
    }
}

/// ７七の歩; where the square is empty, that it is.
pub(in crate::referee) fn piece_on(position: &Position, at: Square) -> String {
    match position.piece_at(at) {
        Some(piece) => format!("{}の{}", square(at), kind(piece.kind)),
        None => format!("空きマスの{}", square(at)),
    }
}

/// 先手の７七の歩.
pub(in crate::referee) fn owned_piece(position: &Position, at: Square) -> String {
    match position.piece_at(at) {
        Some(Piece { color, .. }) => format!("{}の{}", side(color), piece_on(position, at)),
        None => piece_on(position, at),
    }
}

/// ５一の飛と１五の角.
pub(in crate::referee) fn list(position: &Position, squares: &[Square]) -> String {
    join(squares.iter().map(|&square| piece_on(position, square)))
}

/// ５二玉(51), １二歩打.
pub(in crate::referee) fn play(position: &Position, mv: Move) -> String {
    let to = square(mv.to());
    match mv {
        Move::Drop { kind: dropped, .. } => format!("{to}{}打", kind(dropped)),
        Move::Board { from, promote, .. } => {
            let moved = position.piece_at(from).map_or("", |piece| kind(piece.kind));
            let promotion = if promote { "成" } else { "" };
            format!("{to}{moved}{promotion}({}{})", from.file(), from.rank())
        }
    }
}

/// Joins two by と, more by commas.
pub(in crate::referee) fn join(items: impl Iterator<Item = String>) -> String {
    let items: Vec<_> = items.collect();
    items.join(if items.len() > 2 { "、" } else { "と" })
}

/// 3手.
pub(in crate::referee) fn plies(count: usize) -> String {
    format!("{count}手")
}

/// 43手目.
pub(in crate::referee) fn ply(number: u32) -> String {
    format!("{number}手目")
}

/// 4回目.
pub(in crate::referee) fn ordinal(number: u32) -> String {
    format!("{number}回目")
}

/// How a game that ended so is spoken of: 先手の勝ち.
pub(in crate::referee) const fn outcome(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win(Color::Black) => "先手の勝ち",
        Outcome::Win(Color::White) => "後手の勝ち",
        Outcome::Draw => "引き分け",
        Outcome::None => "勝敗なし",
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, join, list, owned_piece, piece_on, play, square};
    use crate::shogi::Square;

    fn at(text: &str) -> Square {
        text.parse().unwrap()
    }

    #[test]
    fn squares_and_pieces_are_named_as_books_do() {
        let start = Position::startpos();
        assert_eq!(square(at("5e")), "５五");
        assert_eq!(square(at("9a")), "９一");
        assert_eq!(piece_on(&start, at("7g")), "７七の歩");
        assert_eq!(piece_on(&start, at("5e")), "空きマスの５五");
        assert_eq!(owned_piece(&start, at("2b")), "後手の２二の角");
        assert_eq!(play(&start, "8h2b+".parse().unwrap()), "２二角成(88)");
        assert_eq!(play(&start, "P*5e".parse().unwrap()), "５五歩打");
        assert_eq!(list(&start, &[at("2h"), at("8h")]), "２八の飛と８八の角");
    }

    #[test]
    fn more_than_two_have_commas() {
        let of = |count: usize| join((1..=count).map(|it| it.to_string()));
        assert_eq!([of(0), of(1), of(2), of(3)], ["", "1", "1と2", "1、2、3"]);
    }
}
