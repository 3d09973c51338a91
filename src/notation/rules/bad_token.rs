//! `bad-token`: a move that cannot be read.

use crate::finding::{Message, Words, both, message, rule};
use crate::notation::quote::in_quotes;
use crate::record::MOST_MOVES;

rule! {
    name: "bad-token",
    class: RecordError,
    title: "a move that cannot be read", "読めない指し手",
    what:
        "Something stands where a move is due and looks like one, but a part of it is no square or no piece. It counts as a ply; what follows in this line cannot be judged.",
        "指し手のあるべきところに指し手らしいものがあるが、その一部がマスでも駒でもない。1手と数え、その手順のそれより後は判定できない。",
    why:
        "It is never taken for the end of the game: other programs stop here in silence and lose the rest.",
        "終局とはみなさない。ここで黙って読むのをやめ、残りを失うソフトがある。",
    remedy: "Correct the move from the score sheet.", "元の棋譜用紙を見て指し手を直す。",
    source: "KIF definition, move lines; CSA V2.2, moves.",
    bad: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四府(33)\n   3 投了\n" },
        "府 for 歩", "「歩」が「府」になっている",
    good: Record { text: "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n" },
        "歩", "正しく「歩」",
}

/// Neither a move nor a word stands after the number.
pub(in crate::notation) static NOTHING: Words =
    both("there is neither a move nor a word", "指し手も語もない");
/// ????.
pub(in crate::notation) static DESTROYED: Words = both("its characters are destroyed", "文字が壊れている");
/// 五五歩.
pub(in crate::notation) static KANJI_FILE: Words = both(
    "the file of the square has to be a digit",
    "筋は算用数字でなければならない",
);
/// Only a part of a move is there.
pub(in crate::notation) static NO_DESTINATION: Words =
    both("the square of destination is missing", "移動先のマスがない");
/// No file.
pub(in crate::notation) static NO_FILE: Words = both("the file of the square is missing", "マスの筋がない");
/// No rank.
pub(in crate::notation) static NO_RANK: Words = both("the rank of the square is missing", "マスの段がない");
/// A file or a rank beyond 9.
pub(in crate::notation) static OFF_BOARD: Words = both("the square is not on the board", "マスが盤上にない");
/// No piece.
pub(in crate::notation) static NO_PIECE: Words = both("no piece is named", "駒の名前がない");
/// Nothing that begins like a move.
pub(in crate::notation) static NO_SQUARE: Words = both(
    "after its mark stands neither a square nor 同",
    "手番の記号の後にマスも「同」もない",
);
/// 打(77).
pub(in crate::notation) static DROP_WITH_ORIGIN: Words = both(
    "打 (a drop) and a square of origin contradict each other",
    "「打」と移動元のマスが矛盾する",
);
/// (07).
pub(in crate::notation) static ORIGIN_OFF_BOARD: Words = both(
    "the origin in parentheses is no square of the board",
    "括弧内の移動元が盤上のマスでない",
);
/// 左打.
pub(in crate::notation) static DROP_WITH_WORD: Words = both(
    "打 (a drop) and a word for a piece on the board contradict each other",
    "「打」と盤上の駒を指す語が矛盾する",
);
/// 左右.
pub(in crate::notation) static CONTRARY_WORDS: Words = both(
    "two of its words contradict each other",
    "添えられた語が互いに矛盾する",
);
/// A word of USI that is no move.
pub(in crate::notation) static NOT_USI: Words = both(
    "two squares are needed, as in 7g7f, or a piece and a square, as in P*5e",
    "7g7fのような二つのマスか、P*5eのような駒とマスが要る",
);
/// A word of USEN with other characters.
pub(in crate::notation) static NOT_USEN: Words = both(
    "a move has three characters, digits or small letters",
    "指し手は数字か英小文字の3文字である",
);
/// A number of USEN that is too high.
pub(in crate::notation) static NOT_A_PLACE: Words = both(
    "its number stands for no square and no piece in hand",
    "番号の示すマスも持駒もない",
);
/// A number of USEN for a drop that promotes.
pub(in crate::notation) static PROMOTED_DROP: Words = both(
    "its number stands for a drop that promotes",
    "番号が「打って成る」手を示す",
);
/// A move of CSA that breaks off.
pub(in crate::notation) static TOO_SHORT: Words = both(
    "a sign, two squares and the two letters of a piece are needed",
    "符号、二つのマス、駒の2文字が要る",
);
/// What becomes of a line of USEN that does not say where it begins.
pub(in crate::notation) static LINE_LEFT_OUT: Words =
    both("; the line was left out", "。この手順は読み飛ばした");
/// What becomes of the number before the main line of USEN.
pub(in crate::notation) static TAKEN_FOR_0: Words = both("; it was taken for 0", "。0とみなした");
/// What becomes of a move of JKF.
pub(in crate::notation) static UNREADABLE: Words =
    both("; the move cannot be read", "。この指し手は読めない");

/// The first of the moves of a record that has too many, of which so many are not kept.
pub(in crate::notation) fn beyond(count: usize) -> Message {
    message!(
        "a record has {MOST_MOVES} moves at most, and this one has more: the {count} from here on, those of variations counted, are not read",
        "1局の指し手は変化と合わせて{MOST_MOVES}手までである。この棋譜はそれを超え、ここからの{count}手は読まなかった",
        count
    )
}

/// Something that begins like a move.
pub(in crate::notation) fn looks_like_move(why: &Words) -> Message {
    message!(
        "this looks like a move but cannot be read: {why}",
        "指し手らしいが読めない：{why}",
        why
    )
}

/// A text where only a move can stand.
pub(in crate::notation) fn no_move(text: &str, why: impl Into<Message>) -> Message {
    message!(
        "{text} is no move: {why}",
        "{text}は指し手でない：{why}",
        text = in_quotes(text),
        why = why.into()
    )
}

/// The origin of a move of CSA.
pub(in crate::notation) fn no_origin(part: &str) -> Message {
    message!(
        "{part} is no square, and not `00`, the hand",
        "{part}はマスでも、持駒を示す「00」でもない",
        part = in_quotes(part)
    )
}

/// The destination of a move of CSA.
pub(in crate::notation) fn no_destination(part: &str) -> Message {
    message!(
        "{part} is no square",
        "{part}はマスでない",
        part = in_quotes(part)
    )
}

/// The piece of a move of CSA.
pub(in crate::notation) fn no_piece(part: &str) -> Message {
    message!("{part} is no piece", "{part}は駒でない", part = in_quotes(part))
}

/// A line of USEN that does not say where it begins.
pub(in crate::notation) fn no_plies(text: &str, made: &Words) -> Message {
    message!(
        "{text} is no number of plies{made}",
        "{text}は手数でない{made}",
        text = in_quotes(text),
        made
    )
}
