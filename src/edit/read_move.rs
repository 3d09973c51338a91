//! A move as a person types it.

use crate::finding::{Message, Span, bilingual, message};
use crate::notation::{csa, japanese, ki2, psn};
use crate::played::{Unresolved, resolve, to_board_move};
use crate::record::{Destination, PieceName, WrittenMove};
use crate::shogi::{Move, Position, Square};
use crate::text::half_width;

/// Reads a move in the notation of KIF or KI2 (`76歩`, `同銀右`), USI, CSA or PSN (`P-7f`). `previous` is the destination of the move
/// before it. The move need not be legal.
///
/// # Errors
///
/// Returns an error if the text is not a move, or if it does not determine the piece that moves.
pub(crate) fn read_move(position: &Position, previous: Option<Square>, text: &str) -> Result<Move, Message> {
    let typed: String = text.trim().chars().map(half_width).collect();
    if let Ok(mv) = typed.parse::<Move>() {
        let is_empty = mv.from().is_some_and(|from| position.piece_at(from).is_none());
        return if is_empty { Err(empty_origin()) } else { Ok(mv) };
    }
    let written = written(position, previous, &typed).ok_or_else(|| {
        let typed = text.trim().to_owned();
        message!(
            "`{typed}` is not a move; write 76歩, 7g7f or P-7f",
            "「{typed}」は指し手として読めない。76歩、7g7fなどと入力する",
            typed
        )
    })?;
    let resolved = resolve(position, &written).map_err(|why| undetermined(&why))?;
    to_board_move(position, &resolved).ok_or_else(no_piece)
}

/// Returns a move as written in one of the notations, or `None` for any other text.
fn written(position: &Position, previous: Option<Square>, text: &str) -> Option<WrittenMove> {
    let side = position.side_to_move();
    let in_words = || {
        let text = ki2::parse_single_move(text, side)?;
        let to = match (text.to, previous) {
            (ki2::WrittenDestination::Square(square), _) => Destination::Square(square),
            (ki2::WrittenDestination::Same, Some(square)) => Destination::Same(square),
            (ki2::WrittenDestination::Both(square), Some(same)) if square == same => {
                Destination::Same(square)
            }
            _ => return None,
        };
        Some(WrittenMove {
            mark: None,
            from: text.from,
            to,
            named: PieceName::Before(text.kind),
            promotion: text.promotion,
            captured: None,
            span: Span::default(),
        })
    };
    let in_csa = || {
        let signed = if text.starts_with(['+', '-']) {
            text.to_owned()
        } else {
            format!("{}{text}", csa::sign_of(side))
        };
        let is_whole = signed.chars().count() == 7;
        csa::parse_single_move(&signed.to_ascii_uppercase()).filter(|_| is_whole)
    };
    in_words()
        .or_else(in_csa)
        .or_else(|| psn::parse_single_move(text, previous))
}

fn empty_origin() -> Message {
    bilingual(
        "there is no piece on the square where this move begins",
        "移動元のマスに駒がない",
    )
}

fn no_piece() -> Message {
    bilingual(
        "no piece of the side to move can make this move; to record it as it was played, write both squares, such as 5i7g",
        "手番の側に、この指し手ができる駒がない。反則としてそのまま記録するには、5i7gのように移動元と移動先を書く",
    )
}

/// Returns the error for a move whose piece the board does not determine.
fn undetermined(why: &Unresolved) -> Message {
    if why.playable.len() < 2 {
        return no_piece();
    }
    let english: Vec<_> = why.playable.iter().map(Square::to_string).collect();
    let japanese: Vec<_> = why
        .playable
        .iter()
        .map(|square| japanese::square(*square))
        .collect();
    bilingual(
        format!(
            "several pieces can make this move: those on {}",
            english.join(", ")
        ),
        format!("この指し手ができる駒が複数ある：{}", japanese.join("、")),
    )
}
