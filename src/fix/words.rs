//! A cause in words: the slip, the moves that are legal without it, and the parts of the text that stay.

use crate::finding::{CauseKind, Message, both, message};

/// Parts of plies that stay where they are when the moves change places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stays {
    Times,
    Comments,
    Both,
}

/// Returns a cause in words. `from` and `to` are the text before and after the change, `legal` is the number of plies after the
/// first error that are legal with it, and `stays` are parts that stay although they may belong to the moves.
pub(super) fn cause_in_words(
    kind: CauseKind,
    ply: u32,
    (from, to): (&str, &str),
    legal: u32,
    stays: Option<Stays>,
) -> Message {
    let (from, to) = match kind {
        CauseKind::Hand => (or_nothing(from), or_nothing(to)),
        _ => differing_parts(kind, from.trim(), to.trim()),
    };
    let slip = slip(kind, ply, from.trim(), to.trim());
    let message = match legal {
        0 => slip,
        _ => slip.followed_by(effect(kind, legal)),
    };
    let Some(stays) = stays else { return message };
    message.followed_by(match stays {
        Stays::Times => both("; the times stay where they are", "（消費時間は元の場所のまま）"),
        Stays::Comments => both(
            "; the comments stay where they are",
            "（コメントは元の場所のまま）",
        ),
        Stays::Both => both(
            "; the times and comments stay where they are",
            "（消費時間とコメントは元の場所のまま）",
        ),
    })
}

/// Returns the slip in words.
fn slip(kind: CauseKind, ply: u32, from: &str, to: &str) -> Message {
    let (from, to) = (from.to_owned(), to.to_owned());
    match kind {
        CauseKind::Handicap if from.is_empty() || from.contains('\n') => {
            message!("the start is another one ({to})", "開始局面が違う（{to}）", to)
        }
        CauseKind::Handicap => message!(
            "the handicap is {to}, not {from}",
            "手合割は{from}ではなく{to}",
            from,
            to
        ),
        CauseKind::Start => message!(
            "the other side moves first ({to})",
            "先に指すのは反対側（{to}）",
            to
        ),
        CauseKind::Origin => message!(
            "the origin is {to}, not {from}",
            "移動元は{from}ではなく{to}",
            from,
            to
        ),
        CauseKind::Destination => message!(
            "the destination is {to}, not {from}",
            "移動先は{from}ではなく{to}",
            from,
            to
        ),
        CauseKind::Hand => message!(
            "the hand is {to}, not {from}",
            "持駒は{from}ではなく{to}",
            from,
            to
        ),
        CauseKind::Square => message!(
            "one square of the diagram is {to}, not {from}",
            "盤面図の1マスは{from}ではなく{to}",
            from,
            to
        ),
        CauseKind::Exchanged => message!(
            "ply {ply} is {to}, and {from} is a later ply",
            "{ply}手目は{to}で、{from}はその後の手",
            ply,
            from,
            to
        ),
        CauseKind::Mark => message!(
            "the marks of plies {ply} and {next} are exchanged: ply {ply} is {to}, not {from}",
            "{ply}手目と{next}手目の手番の記号が逆（{ply}手目は{from}ではなく{to}）",
            ply,
            next = ply + 1,
            from,
            to
        ),
        CauseKind::Line => message!("{from} is the move {to}", "{from}は{to}", from, to),
        CauseKind::Missing => message!(
            "move {ply}, {to}, is missing",
            "{ply}手目の{to}が抜けている",
            ply,
            to
        ),
        CauseKind::Extra => message!("{from} is one ply too many", "{from}が1手余分", from),
        _ => message!("the move is {to}, not {from}", "{from}ではなく{to}", from, to),
    }
}

/// Returns the text of a hand, or the word for an empty hand.
fn or_nothing(hand: &str) -> &str {
    if hand.is_empty() { "なし" } else { hand }
}

/// Returns the effect of the change in words.
fn effect(kind: CauseKind, legal: u32) -> Message {
    let (english, japanese) = match kind {
        CauseKind::Exchanged => ("in this order", "順序を直せば"),
        CauseKind::Mark => ("with the right marks", "直せば"),
        CauseKind::Missing => ("with it", "補えば"),
        CauseKind::Extra => ("without it", "除けば"),
        _ => ("with it", "直せば"),
    };
    let moves = if legal == 1 { "move is" } else { "moves are" };
    message!(
        ": {english}, {legal} more {moves} legal",
        "。{japanese}以後{legal}手が合法になる"
    )
}

/// Returns the parts of two moves that differ if only the origin or the destination does, or else the whole texts.
fn differing_parts<'m>(kind: CauseKind, from: &'m str, to: &'m str) -> (&'m str, &'m str) {
    let part = |text: &'m str| match (kind, text.find('(')) {
        (CauseKind::Origin, Some(at)) => text.get(at..),
        (CauseKind::Origin, None) if text.starts_with(['+', '-']) => text.get(1..3),
        (CauseKind::Destination, None) if text.starts_with(['+', '-']) => text.get(3..5),
        (CauseKind::Origin, None) if text.is_ascii() => text.get(..2),
        (CauseKind::Destination, None) if text.is_ascii() => text.get(2..4),
        (CauseKind::Destination, Some(_)) => text.char_indices().nth(2).and_then(|(at, _)| text.get(..at)),
        _ => None,
    };
    part(from)
        .zip(part(to))
        .filter(|(from, to)| from != to)
        .unwrap_or((from, to))
}
