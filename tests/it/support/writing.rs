//! Simple writers of CSA and KIF records for the tests.

use std::fmt::Write as _;

use kifu::shogi::Color;
use kifu::shogi::Handicap;
use kifu::shogi::Move;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;

/// Returns a CSA record: the board rank by rank, the hands, the side to move, the moves, and `end`, which consists of
/// complete lines.
pub fn csa(start: &Position, moves: &[Move], end: &str) -> String {
    let mut text = String::from("V2.2\n");
    for rank in 1..=9 {
        let cells = row(start, rank).map(|piece| match piece {
            Some(Piece { color, kind }) => format!("{}{}", sign(color), csa_kind(kind)),
            None => " * ".to_owned(),
        });
        let _ = writeln!(text, "P{rank}{}", cells.concat());
    }
    for color in Color::ALL {
        for (kind, count) in start.hand(color).iter().filter(|&(_, count)| count > 0) {
            let pieces = format!("00{}", csa_kind(kind)).repeat(count.into());
            let _ = writeln!(text, "P{}{pieces}", sign(color));
        }
    }
    let _ = writeln!(text, "{}", sign(start.side_to_move()));
    let mut position = start.clone();
    for &mv in moves {
        let side = position.side_to_move();
        position.play(mv).expect("a piece stands where a move starts");
        let kind = position
            .piece_at(mv.to())
            .expect("a piece stands where a move ends")
            .kind;
        let from = mv.from().map_or("00".to_owned(), digits);
        let _ = writeln!(text, "{}{from}{}{}", sign(side), digits(mv.to()), csa_kind(kind));
    }
    text + end
}

/// Returns a KIF record: the name of an official start or a diagram of another one, the moves, and `end`, which
/// consists of complete lines.
pub fn kif(start: &Position, moves: &[Move], end: &str) -> String {
    let mut text = match Handicap::from_position(start).filter(|handicap| handicap.official) {
        Some(handicap) => format!("手合割：{}\n", handicap.name),
        None => diagram(start),
    };
    let mut position = start.clone();
    let mut previous_destination = None;
    for (&mv, ply) in moves.iter().zip(1..) {
        let _ = writeln!(text, "{ply:>4} {}", kif_move(&position, mv, previous_destination));
        position.play(mv).expect("a piece stands where a move starts");
        previous_destination = Some(mv.to());
    }
    text + end
}

/// Returns a move as in KIF, with 同 if the previous move had the same destination. A move from an empty square is
/// written as a move of a pawn.
pub fn kif_move(position: &Position, mv: Move, previous_destination: Option<Square>) -> String {
    let to = if previous_destination == Some(mv.to()) {
        "同　".to_owned()
    } else {
        let (file, rank) = (usize::from(mv.to().file()), usize::from(mv.to().rank()));
        format!(
            "{}{}",
            ["１", "２", "３", "４", "５", "６", "７", "８", "９"][file - 1],
            KANJI_DIGITS[rank]
        )
    };
    match mv {
        Move::Board { from, promote, .. } => {
            let kind = position
                .piece_at(from)
                .map_or(PieceKind::Pawn, |piece| piece.kind);
            let promotion = if promote { "成" } else { "" };
            format!("{to}{}{promotion}({})", kif_kind(kind), digits(from))
        }
        Move::Drop { kind, .. } => format!("{to}{}打", kif_kind(kind)),
    }
}

const KANJI_DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

fn diagram(position: &Position) -> String {
    let mut text = format!("後手の持駒：{}\n", hand(position, Color::White));
    text += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
    for rank in 1..=9 {
        let cells = row(position, rank).map(|piece| match piece {
            Some(Piece {
                color: Color::Black,
                kind,
            }) => format!(" {}", board_character(kind)),
            Some(Piece {
                color: Color::White,
                kind,
            }) => format!("v{}", board_character(kind)),
            None => " ・".to_owned(),
        });
        let _ = writeln!(text, "|{}|{}", cells.concat(), KANJI_DIGITS[usize::from(rank)]);
    }
    let _ = writeln!(
        text,
        "+---------------------------+\n先手の持駒：{}",
        hand(position, Color::Black)
    );
    text + if position.side_to_move() == Color::Black {
        "先手番\n"
    } else {
        "後手番\n"
    }
}

fn hand(position: &Position, color: Color) -> String {
    let pieces = position.hand(color).iter().filter(|&(_, count)| count > 0);
    let texts: Vec<_> = pieces
        .map(|(kind, count)| {
            let (tens, ones) = (count / 10, usize::from(count % 10));
            let tens = if tens == 1 { "十" } else { "" };
            let ones = if count == 1 { "" } else { KANJI_DIGITS[ones] };
            format!("{}{tens}{ones}", board_character(kind))
        })
        .collect();
    if texts.is_empty() {
        "なし".to_owned()
    } else {
        texts.join("　")
    }
}

/// Returns the pieces on the squares of a rank, from file 9 to file 1.
fn row(position: &Position, rank: u8) -> [Option<Piece>; 9] {
    [9, 8, 7, 6, 5, 4, 3, 2, 1]
        .map(|file| Square::new(file, rank).and_then(|square| position.piece_at(square)))
}

fn digits(square: Square) -> String {
    format!("{}{}", square.file(), square.rank())
}

const fn sign(color: Color) -> char {
    match color {
        Color::Black => '+',
        Color::White => '-',
    }
}

/// Returns the CSA code, the name in a KIF move, and the character on a KIF board.
const fn kind_names(kind: PieceKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        PieceKind::Pawn => ("FU", "歩", "歩"),
        PieceKind::Lance => ("KY", "香", "香"),
        PieceKind::Knight => ("KE", "桂", "桂"),
        PieceKind::Silver => ("GI", "銀", "銀"),
        PieceKind::Gold => ("KI", "金", "金"),
        PieceKind::Bishop => ("KA", "角", "角"),
        PieceKind::Rook => ("HI", "飛", "飛"),
        PieceKind::King => ("OU", "玉", "玉"),
        PieceKind::Tokin => ("TO", "と", "と"),
        PieceKind::PromotedLance => ("NY", "成香", "杏"),
        PieceKind::PromotedKnight => ("NK", "成桂", "圭"),
        PieceKind::PromotedSilver => ("NG", "成銀", "全"),
        PieceKind::Horse => ("UM", "馬", "馬"),
        PieceKind::Dragon => ("RY", "龍", "龍"),
    }
}

const fn csa_kind(kind: PieceKind) -> &'static str {
    kind_names(kind).0
}

const fn kif_kind(kind: PieceKind) -> &'static str {
    kind_names(kind).1
}

const fn board_character(kind: PieceKind) -> &'static str {
    kind_names(kind).2
}
