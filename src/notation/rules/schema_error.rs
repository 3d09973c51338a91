//! `schema-error`: a value that is not what the format wants there.

pub(in crate::notation) mod wanted;

use crate::finding::{Message, Words, both, message, rule};
use crate::notation::quote::in_quotes;
use crate::shogi::Square;

rule! {
    name: "schema-error",
    class: Doubt,
    title: "a value that the format does not want there", "形式の違反",
    what:
        "A value of the JSON is of another type than JKF wants there, is missing, stands twice, or contradicts its neighbour. The message gives its path. It is an error where a part of the game is lost by it, and a note where it is only a key that JKF does not have; such a key is named once in a record. Faults of moves, times, results and of the board have rules of their own.",
        "JSONの値がJKFの求める型でないか、欠けているか、2回書かれているか、隣の値と矛盾する。どこかはパスで示す。対局の一部が失われるときはエラー、JKFにないキーがあるだけのときは注記で、そのキーは一つの棋譜で一度だけ挙げる。指し手、消費時間、終局、盤面の誤りにはそれぞれの規則がある。",
    why:
        "Other programs may refuse the file, or read something else.",
        "ほかのソフトでは読み込めないか、違う内容に読まれるおそれがある。",
    remedy:
        "Correct the value at the path, or have the program that wrote it corrected.",
        "パスの示す値を直すか、書き出したソフトを直してもらう。",
    source: "JSON Kifu Format 1.0, README and JSON schema.",
    bad: Record { text: "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":\"+\",\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},\n{\"special\":\"CHUDAN\"}]}\n" },
        "`moves[1].move.color` is a sign of CSA", "「moves[1].move.color」がCSAの符号になっている",
    good: Record { text: "{\"header\":{},\"moves\":[{},\n{\"move\":{\"color\":0,\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},\n{\"special\":\"CHUDAN\"}]}\n" },
        "0 is Black", "0は先手",
}

/// What becomes of a value.
pub(in crate::notation) static LEFT_OUT: Words = both("; it was left out", "。読み飛ばした");
/// What becomes of several.
pub(in crate::notation) static ALL_LEFT_OUT: Words = both("; they were left out", "。読み飛ばした");
/// What becomes of variations that cost too much.
pub(in crate::notation) static REST_LEFT_OUT: Words = both(
    "; they and those after them were left out",
    "。それより後のものとともに読み飛ばした",
);
/// What becomes of the headers.
pub(in crate::notation) static HEADERS_LEFT_OUT: Words =
    both("; the headers were left out", "。ヘッダーを読み飛ばした");
/// What becomes of a value that is no string.
pub(in crate::notation) static AS_TEXT: Words = both("; read as text", "。文字列として読む");
/// What becomes of a string with a false escape.
pub(in crate::notation) static AS_IT_STANDS: Words =
    both("; the text is kept as it stands", "。書かれたままの文字列とする");
/// What counts of two members.
pub(in crate::notation) static LATER_COUNTS: Words = both("; the later one counts", "。後のものに従う");
/// What counts beside a preset.
pub(in crate::notation) static BOARD_COUNTS: Words = both("; the board counts", "。盤面に従う");
/// What becomes of a captured piece.
pub(in crate::notation) static BOARD_TELLS: Words =
    both("; the board tells what is captured", "。取った駒は盤面に従う");
/// What counts beside a header.
pub(in crate::notation) static PRESET_COUNTS: Words = both("; the preset counts", "。プリセットに従う");
/// What counts beside `same`.
pub(in crate::notation) static TO_COUNTS: Words = both("; `to` counts", "。`to` に従う");
/// Without hands.
pub(in crate::notation) static HANDS_EMPTY: Words =
    both("; the hands are taken as empty", "。持駒はないとみなす");
/// Without a side.
pub(in crate::notation) static SIDE_IN_TURN: Words = both(
    "; the side whose turn it is is taken",
    "。手番の側の指し手とみなす",
);
/// Without a word on promotion.
pub(in crate::notation) static NO_PROMOTION: Words =
    both("; read as no promotion", "。成らないものとして読む");
/// Without a piece.
pub(in crate::notation) static PIECE_ON_ORIGIN: Words =
    both("; the piece on the origin is taken", "。移動元の駒とみなす");
/// What becomes of a first entry with a move.
pub(in crate::notation) static AS_FIRST_PLY: Words = both("; read as the first ply", "。初手として読む");
/// What becomes of an entry with nothing.
pub(in crate::notation) static SKIPPED: Words = both("; it was skipped", "。飛ばした");
/// What becomes of the second thing in an entry.
pub(in crate::notation) static RESULT_BEHIND_MOVE: Words = both(
    "; the result was read as that after the move",
    "。終局は指し手の後のものとして読む",
);
/// `same` without a square.
pub(in crate::notation) static SAME_MEANS_NOTHING: Words = both(
    ", and `same` means nothing, because no move comes before",
    "。前に指し手がないので `same` にも意味がない",
);
/// The first entry.
pub(in crate::notation) static IS_START: Words = both(
    "stands for the start position and should hold no move and no result",
    "は開始局面を表し、指し手や終局を持たないはずである",
);
/// Any other without either.
pub(in crate::notation) static HOLDS_NOTHING: Words =
    both("holds neither a move nor a result", "に指し手も終局もない");
/// Any other with both.
pub(in crate::notation) static HOLDS_BOTH: Words =
    both("holds a move and a result", "に指し手と終局の両方がある");
/// Nesting of broken JSON.
pub(in crate::notation) const TOO_DEEP: Words = both(
    "these variations of broken JSON are nested so deep that they would cost too much to read",
    "壊れたJSONのこれらの変化は入れ子が深すぎて読めない",
);

/// A value, shortened, that is not what it should be.
pub(in crate::notation) fn wrong(path: &str, found: &str, wanted: &Words) -> Message {
    message!(
        "`{path}` is {found}; {wanted} is expected",
        "`{path}` が{found}である。{wanted}でなければならない",
        path,
        found,
        wanted
    )
}

/// A member that is not there.
pub(in crate::notation) fn missing(path: &str) -> Message {
    message!("`{path}` is missing", "`{path}` がない", path)
}

/// A member that is there twice.
pub(in crate::notation) fn twice(path: &str) -> Message {
    message!(
        "`{path}` stands twice in its object",
        "`{path}` が同じオブジェクトに2回書かれている",
        path
    )
}

/// A member that nobody knows.
pub(in crate::notation) fn unknown_key(path: &str) -> Message {
    message!(
        "`{path}` is no key of JKF 1.0; it was left out",
        "`{path}` はJKF 1.0のキーでない。読み飛ばした",
        path
    )
}

/// How often it is there besides.
pub(in crate::notation) fn in_more(objects: u32) -> Message {
    message!(
        ", here and in {objects} more objects",
        "（ここのほか{objects}個のオブジェクトにもある）",
        objects
    )
}

/// A number in quotation marks.
pub(in crate::notation) fn read_as(number: u32) -> Message {
    message!("; read as {number}", "。{number}として読む", number)
}

/// An entry as a whole.
pub(in crate::notation) fn entry(path: &str, what: &Words) -> Message {
    message!("`{path}` {what}", "`{path}`{what}", path, what)
}

/// `same` beside another square than that of the move before.
pub(in crate::notation) fn not_same(path: &str, before: Option<Square>) -> Message {
    let Some(before) = before else {
        return message!(
            "`{path}` is true, but no move comes before",
            "`{path}` がtrueだが、前に指し手がない",
            path
        );
    };
    message!(
        "`{path}` is true, but the move before goes to {before}, another square",
        "`{path}` がtrueだが、前の指し手の移動先は{before}で、別のマスである",
        path,
        before
    )
}

/// The header 手合割 beside another preset.
pub(in crate::notation) fn other_preset(name: &str, preset: &str) -> Message {
    message!(
        "`header.手合割` is {name}, but `initial.preset` is {preset}",
        "`header.手合割` は{name}だが、`initial.preset` は{preset}である",
        name = in_quotes(name),
        preset = in_quotes(preset)
    )
}
