//! Random games for the benchmarks, and functions that write them as records. The same seed gives the same games on every
//! machine.

// Each benchmark uses only some of the functions.
#![allow(dead_code)]

use std::fmt::Write as _;

use kifu::notation::csa::code;
use kifu::shogi::Color;
use kifu::shogi::Motion;
use kifu::shogi::Move;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Side;
use kifu::shogi::Square;
use kifu::shogi::Suffix;

use fastrand::Rng;

/// Plays a random game of at most `plies` plies.
///
/// Most of the moves are board moves, not drops, so there are about as many captures and checks as in a real game.
pub fn random(rng: &mut Rng, plies: usize) -> Vec<Move> {
    let mut position = Position::startpos();
    let mut game = Vec::with_capacity(plies);
    while game.len() < plies {
        let mut moves = position.legal_moves();
        if rng.usize(..5) > 0 && moves.iter().any(|mv| mv.from().is_some()) {
            moves.retain(|mv| mv.from().is_some());
        }
        if moves.is_empty() {
            break;
        }
        let mv = moves[rng.usize(..moves.len())];
        position.play(mv);
        game.push(mv);
    }
    game
}

/// Iterates over the moves of a game: the number, the moving piece before the move, and the move.
fn numbered_moves(game: &[Move]) -> impl Iterator<Item = (usize, Piece, Move)> + '_ {
    let mut position = Position::startpos();
    game.iter().enumerate().map(move |(index, &mv)| {
        let side = position.side_to_move();
        let piece = match mv {
            Move::Board { from, .. } => position.piece_at(from).expect("a piece moves"),
            Move::Drop { kind, .. } => Piece::new(side, kind),
        };
        position.play(mv);
        (index + 1, piece, mv)
    })
}

/// Returns the function that writes a game in a format; `None` for a format without such a function.
pub fn writer(notation: &str) -> Option<fn(&[Move]) -> String> {
    Some(match notation {
        "kif" => kif,
        "ki2" => ki2,
        "csa" => csa,
        "usi" => usi,
        "usen" => usen,
        "jkf" => jkf,
        _ => return None,
    })
}

/// Writes the game in KIF with a time on every move, as Kakinoki's programs do.
pub fn kif(game: &[Move]) -> String {
    let mut text = String::from(
        "# ---- 棋譜ファイル ----\n開始日時：2024/05/05 10:00:00\n棋戦：見本戦\n手合割：平手　　\n先手：先手の名\n後手：後手の名\n手数----指手---------消費時間--\n",
    );
    let mut last_square = None;
    for (number, piece, mv) in numbered_moves(game) {
        let to = mv.to();
        let square = if last_square == Some(to) {
            "同　".to_owned()
        } else {
            square(to)
        };
        let suffix = match mv {
            Move::Board { from, promote, .. } => {
                format!(
                    "{}({}{})",
                    if promote { "成" } else { "" },
                    from.file(),
                    from.rank()
                )
            }
            Move::Drop { .. } => "打".to_owned(),
        };
        let total_seconds = number.div_ceil(2) * 7;
        let _ = writeln!(
            text,
            "{number:4} {square}{}{suffix}   ( 0:07/{:02}:{:02}:{:02})",
            piece_name(piece.kind),
            total_seconds / 3600,
            total_seconds / 60 % 60,
            total_seconds % 60
        );
        last_square = Some(to);
    }
    let _ = writeln!(
        text,
        "{:4} 中断         ( 0:00/00:00:00)\nまで{}手で中断",
        game.len() + 1,
        game.len()
    );
    text
}

/// Writes the game in KI2, six moves a line, as Kakinoki's programs do.
pub fn ki2(game: &[Move]) -> String {
    let mut text =
        String::from("開始日時：2024/05/05 10:00:00\n棋戦：見本戦\n先手：先手の名\n後手：後手の名\n\n");
    let mut position = Position::startpos();
    let mut last_square = None;
    for (number, piece, mv) in numbered_moves(game) {
        let to = mv.to();
        text.push(if piece.color == Color::Black { '▲' } else { '△' });
        let square = if last_square == Some(to) {
            "同　".to_owned()
        } else {
            square(to)
        };
        let end = if number % 6 == 0 { "\n" } else { "    " };
        let _ = write!(
            text,
            "{square}{}{}{end}",
            piece_name(piece.kind),
            suffixes(&position, piece, mv)
        );
        position.play(mv);
        last_square = Some(to);
    }
    let _ = writeln!(text, "\nまで{}手で中断", game.len());
    text
}

/// Returns the KI2 suffixes of a move, such as 右, 成 and 打.
fn suffixes(position: &Position, piece: Piece, mv: Move) -> String {
    let Move::Board { from, to, promote } = mv else {
        let is_ambiguous = position.candidates(piece, mv.to()).next().is_some();
        return if is_ambiguous {
            "打".to_owned()
        } else {
            String::new()
        };
    };
    let suffix = Suffix::new(position, from, to).unwrap_or_default();
    let side = suffix.side.map_or("", |side| match side {
        Side::Left => "左",
        Side::Straight => "直",
        Side::Right => "右",
    });
    let motion = suffix.motion.map_or("", |motion| match motion {
        Motion::Up => "上",
        Motion::Level => "寄",
        Motion::Back => "引",
    });
    let is_in_camp = |square: Square| match piece.color {
        Color::Black => square.rank() <= 3,
        Color::White => square.rank() >= 7,
    };
    let promotion = if promote {
        "成"
    } else if piece.kind.promoted().is_some() && (is_in_camp(from) || is_in_camp(to)) {
        "不成"
    } else {
        ""
    };
    format!("{side}{motion}{promotion}")
}

/// Writes the game in CSA V2.2 with a time on every move.
pub fn csa(game: &[Move]) -> String {
    let mut text = String::from("V2.2\nN+BLACK\nN-WHITE\n$EVENT:sample\nPI\n+\n");
    for (_, piece, mv) in numbered_moves(game) {
        let sign = if piece.color == Color::Black { '+' } else { '-' };
        let digits = |square: Square| format!("{}{}", square.file(), square.rank());
        let (from, kind) = match mv {
            Move::Board {
                from, promote: true, ..
            } => (digits(from), piece.kind.promoted().unwrap_or(piece.kind)),
            Move::Board { from, .. } => (digits(from), piece.kind),
            Move::Drop { kind, .. } => ("00".to_owned(), kind),
        };
        let _ = writeln!(text, "{sign}{from}{}{}\nT7", digits(mv.to()), code(kind));
    }
    text.push_str("%CHUDAN\nT0\n");
    text
}

/// Writes the game as a line of USI.
pub fn usi(game: &[Move]) -> String {
    let words: Vec<_> = game.iter().map(ToString::to_string).collect();
    format!("position startpos moves {}\n", words.join(" "))
}

/// Writes the game in USEN, as an interrupted game.
pub fn usen(game: &[Move]) -> String {
    let codes = game
        .iter()
        .flat_map(|&mv| kifu::notation::usen::code(mv).expect("a move of a game"));
    format!("~0.{}.p\n", codes.map(char::from).collect::<String>())
}

/// Writes the game in JKF with a time on every move.
pub fn jkf(game: &[Move]) -> String {
    let mut text = String::from(
        "{\"header\":{\"先手\":\"甲\",\"後手\":\"乙\"},\"initial\":{\"preset\":\"HIRATE\"},\"moves\":[{}",
    );
    for (number, piece, mv) in numbered_moves(game) {
        let square = |square: Square| format!("{{\"x\":{},\"y\":{}}}", square.file(), square.rank());
        let (from, promote) = match mv {
            Move::Board { from, promote, .. } => (format!("\"from\":{},", square(from)), promote),
            Move::Drop { .. } => (String::new(), false),
        };
        let promote = if promote { ",\"promote\":true" } else { "" };
        let total_seconds = number.div_ceil(2) * 7;
        let _ = write!(
            text,
            ",{{\"move\":{{\"color\":{},{from}\"to\":{},\"piece\":\"{}\"{promote}}},\"time\":{{\"now\":{{\"m\":0,\"s\":7}},\"total\":{{\"h\":0,\"m\":{},\"s\":{}}}}}}}",
            piece.color.index(),
            square(mv.to()),
            code(piece.kind),
            total_seconds / 60,
            total_seconds % 60,
        );
    }
    text.push_str(",{\"special\":\"CHUDAN\"}]}\n");
    text
}

fn square(square: Square) -> String {
    const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
    const RANKS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    [
        FILES[usize::from(square.file()) - 1],
        RANKS[usize::from(square.rank()) - 1],
    ]
    .iter()
    .collect()
}

const fn piece_name(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "歩",
        PieceKind::Lance => "香",
        PieceKind::Knight => "桂",
        PieceKind::Silver => "銀",
        PieceKind::Gold => "金",
        PieceKind::Bishop => "角",
        PieceKind::Rook => "飛",
        PieceKind::King => "玉",
        PieceKind::Tokin => "と",
        PieceKind::PromotedLance => "成香",
        PieceKind::PromotedKnight => "成桂",
        PieceKind::PromotedSilver => "成銀",
        PieceKind::Horse => "馬",
        PieceKind::Dragon => "龍",
    }
}
