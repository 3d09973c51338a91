//! Rules about JSON and the schema of JKF.

use crate::finding::{Count, Message, Words, both, message, rules};
use crate::notation::damage::{in_quotes, shortened};
use crate::record::gap::{Expected, Recovery, ValueGap, WrongValue};
use crate::shogi::{PieceKind, Position, Square};

rules! {
    UNREADABLE_JSON = "unreadable-json", RecordError, Reading, "invalid JSON", "壊れたJSON";
    SCHEMA_ERROR = "schema-error", Doubt, Notation, "a value that the format does not allow", "形式の違反";
}

/// The reasons as the parser words them: where they begin so, what they are in Japanese.
const REASONS: &[(&str, &str)] = &[
    ("more than ", "値が多すぎる"),
    ("EOF while parsing a list", "配列の途中でファイルが終わっている"),
    (
        "EOF while parsing an object",
        "オブジェクトの途中でファイルが終わっている",
    ),
    (
        "EOF while parsing a string",
        "文字列の途中でファイルが終わっている",
    ),
    (
        "EOF while parsing a value",
        "値のあるべきところでファイルが終わっている",
    ),
    ("expected `:`", "「:」がない"),
    ("expected `,` or `]`", "「,」か「]」がない"),
    ("expected `,` or `}`", "「,」か「}」がない"),
    ("expected ident", "true、false、nullのいずれでもない"),
    ("expected value", "値がない"),
    ("invalid escape", "誤ったエスケープ"),
    ("invalid number", "誤った数"),
    ("number out of range", "大きすぎる数"),
    ("control character", "文字列の中の制御文字"),
    ("key must be a string", "キーが文字列でない"),
    ("trailing comma", "余分なコンマ"),
    ("trailing characters", "余分な文字"),
];

pub(super) fn unreadable_json(why: &str) -> Message {
    let known = REASONS.iter().find(|(english, _)| why.starts_with(english));
    let reason = known.map_or(why, |(_, japanese)| japanese);
    message!(
        "invalid JSON here ({why}); only the readable parts before and after were read",
        "JSONがここで壊れている（{reason}）。その前と、後の読めるところだけを読んだ",
        why,
        reason
    )
}

/// What is said of a captured piece that the record names and that does not stand there. Some programs name a promoted
/// piece by the kind that comes into the hand.
pub(in crate::referee) fn other_capture(before: &Position, to: Square, named: PieceKind) -> Option<Message> {
    let there = before.piece_at(to).map(|it| it.kind);
    if there.is_some_and(|there| [there, there.base()].contains(&named)) {
        return None;
    }
    let there = if let Some(there) = there {
        message!(
            "the piece on {to} is a {there}",
            "{to}にあるのは{there}である",
            there,
            to
        )
    } else {
        message!("there is no piece on {to}", "{to}に駒はない", to)
    };
    Some(message!(
        "`capture` is a {named}, but {there}; the board was used",
        "`capture` は{named}だが、{there}。取った駒は盤面に従う",
        named,
        there
    ))
}

// What was taken in place of a value of JKF, in words.

/// What was taken.
fn recovery_words(taken: Recovery) -> Message {
    match taken {
        Recovery::Nothing => Message::default(),
        Recovery::Number(number) => message!("; read as {number}", "。{number}として読む", number),
        Recovery::UnknownTime => both("; this time is unknown", "。この時間は不明とする").into(),
        Recovery::UnreadableMove => both("; the move cannot be read", "。この指し手は読めない").into(),
        Recovery::EndOfLine => both("; kept as the end of the line", "。手順の終わりとして残した").into(),
        Recovery::BlackToMove => both("; read as Black to move", "。先手番として読む").into(),
        Recovery::LeftOut => both("; it was skipped", "。読み飛ばした").into(),
        Recovery::AllLeftOut => both("; they were skipped", "。読み飛ばした").into(),
        Recovery::HeadersLeftOut => both("; the headers were skipped", "。ヘッダーを読み飛ばした").into(),
        Recovery::AsText => both("; read as text", "。文字列として読む").into(),
        Recovery::AsItStands => both("; the text was kept as written", "。書かれたままの文字列とする").into(),
        Recovery::Later => both("; the later one was used", "。後のものに従う").into(),
        Recovery::Board => both("; the board was used", "。盤面に従う").into(),
        Recovery::PieceOnBoard => both("; the board was used", "。取った駒は盤面に従う").into(),
        Recovery::Preset => both("; the preset was used", "。プリセットに従う").into(),
        Recovery::Destination => both("; `to` was used", "。`to` に従う").into(),
        Recovery::EmptyHands => both("; the hands were read as empty", "。持駒なしとして読む").into(),
        Recovery::SideInTurn => both(
            "; read as a move of the side to move",
            "。手番の側の指し手として読む",
        )
        .into(),
        Recovery::NoPromotion => both("; read as no promotion", "。成らないものとして読む").into(),
        Recovery::PieceOnOrigin => both("; read as the piece on the origin", "。移動元の駒として読む").into(),
        Recovery::AsFirstPly => both("; read as the first ply", "。初手として読む").into(),
        Recovery::Skipped => both("; it was skipped", "。飛ばした").into(),
        Recovery::ResultAfterMove => both(
            "; the result was read as following the move",
            "。終局は指し手の後のものとして読む",
        )
        .into(),
        Recovery::EvenStart => both("; read as the even start", "。平手として読む").into(),
        Recovery::EmptyBoard => both("; the board was read as empty", "。盤上に駒なしとして読む").into(),
        Recovery::Empty => both("; read as empty", "。空として読む").into(),
        Recovery::MissingEmpty => both(
            "; the missing elements were read as empty",
            "。足りない要素は空として読む",
        )
        .into(),
        Recovery::FirstNine => both("; the extra elements were skipped", "。余分な要素は読み飛ばした").into(),
        Recovery::EmptySquare => both("; the square was read as empty", "。空のマスとして読む").into(),
        Recovery::RestEmpty => both(
            "; the missing part was read as empty",
            "。足りないものは空として読む",
        )
        .into(),
        Recovery::Zero => both("; read as 0", "。0として読む").into(),
    }
}

// What is wrong with a value of JKF, in words.

/// What is wrong with a value, as which this text stands there, and what was taken in its place.
pub(crate) fn describe(value: &ValueGap, text: &str) -> Message {
    let what = what_is_wrong(&value.path, &value.what, text);
    let told = what.followed_by(recovery_words(value.recovery));
    match value.what {
        WrongValue::UnknownKey(times @ 2..) => told.followed_by(message!(
            " (here and in {objects})",
            "（ここのほか{objects}個のオブジェクトにもある）",
            objects = Count(times - 1, "more object")
        )),
        _ => told,
    }
}

fn what_is_wrong(path: &str, what: &WrongValue, text: &str) -> Message {
    match what {
        WrongValue::Not(wanted) => message!(
            "`{path}` is {found}, expected {wanted}",
            "`{path}` が{found}である。{wanted}でなければならない",
            path,
            found = shortened(text),
            wanted = expected_words(*wanted)
        ),
        WrongValue::Missing => message!("`{path}` is missing", "`{path}` がない", path),
        WrongValue::MissingAfterSame => message!(
            "`{path}` is missing, and `same` has no previous move to refer to",
            "`{path}` がなく、`same` が指す直前の指し手もない",
            path
        ),
        WrongValue::Twice => message!(
            "`{path}` appears twice in its object",
            "`{path}` が同じオブジェクトに2回書かれている",
            path
        ),
        WrongValue::UnknownKey(_) => message!(
            "`{path}` is not a key of JKF 1.0",
            "`{path}` はJKF 1.0のキーでない",
            path
        ),
        WrongValue::StartHoldsPly | WrongValue::HoldsNothing | WrongValue::HoldsBoth => {
            message!("`{path}` {what}", "`{path}`{what}", path, what = of_entry(what))
        }
        WrongValue::NotSame(before) => not_same(path, *before),
        WrongValue::OtherPreset { name, preset } => message!(
            "`header.手合割` is {name}, but `initial.preset` is {preset}",
            "`header.手合割` は{name}だが、`initial.preset` は{preset}である",
            name = in_quotes(name),
            preset = in_quotes(preset)
        ),
        WrongValue::NameAlone(name) => message!(
            "the handicap {name} is unknown, and `initial` is missing",
            "手合割{name}は不明で、`initial` もない",
            name = in_quotes(name)
        ),
        WrongValue::NotNine(count) => message!(
            "`{path}` has {count}, expected 9",
            "`{path}` の要素が9個でなく{count}個である",
            path,
            count = Count(*count, "element")
        ),
        WrongValue::NotHeld => message!(
            "`{path}` is not a piece that can be in hand",
            "`{path}` は持駒になる駒でない",
            path
        ),
        WrongValue::BelowZero => message!(
            "`{path}` is negative: {text}",
            "`{path}` の {text} は負である",
            path,
            text
        ),
        WrongValue::WithoutMove => message!(
            "`{path}` is given without a move",
            "`{path}` に対応する指し手がない",
            path
        ),
        WrongValue::UnknownWord(word) => message!(
            "`{path}` is {word}, which is not a result of JKF",
            "`{path}` が{word}で、JKFの終局語句でない",
            path,
            word = in_quotes(word)
        ),
    }
}

/// What is wrong with an entry as a whole.
const fn of_entry(what: &WrongValue) -> Words {
    match what {
        WrongValue::StartHoldsPly => both(
            "is the start position and cannot have a move or a result",
            "は開始局面なので、指し手や終局を持てない",
        ),
        WrongValue::HoldsBoth => both("has both a move and a result", "に指し手と終局の両方がある"),
        _ => both("has neither a move nor a result", "に指し手も終局もない"),
    }
}

/// `same` beside another square than that of the move before.
fn not_same(path: &str, before: Option<Square>) -> Message {
    let Some(before) = before else {
        return message!(
            "`{path}` is true, but there is no previous move",
            "`{path}` がtrueだが、直前の指し手がない",
            path
        );
    };
    message!(
        "`{path}` is true, but the previous move goes to {before}, another square",
        "`{path}` がtrueだが、直前の指し手の移動先は別のマス（{before}）である",
        path,
        before
    )
}

// What a value of JKF should be, in words.

/// What a value should be.
const fn expected_words(wanted: Expected) -> Words {
    match wanted {
        Expected::Object => both("an object", "オブジェクト"),
        Expected::Array => both("an array", "配列"),
        Expected::Nine => both("an array of nine", "要素が9個の配列"),
        Expected::Lines => both("an array of arrays", "配列の配列"),
        Expected::Entries => both("an array of entries", "指し手の配列"),
        Expected::Hands => both("an array of Black's and White's hand", "先手と後手の持駒の配列"),
        Expected::Hand => both(
            "an object of pieces and their numbers",
            "駒とその数のオブジェクト",
        ),
        Expected::String => both("a string", "文字列"),
        Expected::Escape => both("an escape for a character", "文字を表すエスケープ"),
        Expected::Number => both("a whole number", "0以上の整数"),
        Expected::Coordinate => both("a number from 1 to 9", "1から9までの整数"),
        Expected::Count => both("a number of pieces", "駒の数"),
        Expected::Flag => both("`true` or `false`", "`true` か `false`"),
        Expected::Color => both("0 (Black) or 1 (White)", "0（先手）か1（後手）"),
        Expected::Kind => both(
            "a piece in the letters of CSA (`FU` to `RY`)",
            "CSAの駒の文字（`FU` から `RY` まで）",
        ),
        Expected::Square => both("a square", "マス"),
        Expected::Relative => both(
            "one of `L` `C` `R`, one of `U` `M` `D`, or `H`",
            "`L`・`C`・`R` の1つ、`U`・`M`・`D` の1つ、または `H`",
        ),
        Expected::Time => both("a time that is not too long", "長すぎない時間"),
        Expected::Preset => both("a preset of JKF", "JKFのプリセット"),
        Expected::Other => both(
            "`OTHER` for a board that differs from the preset",
            "プリセットと違う盤面があるときは `OTHER`",
        ),
        Expected::Data => both("`initial.data` with it", "`initial.data` を伴うもの"),
        Expected::NoForks => both(
            "no variations, because the start position has no move to replace",
            "空（開始局面には変化で置き換える指し手がない）",
        ),
    }
}
