//! What is wrong with a value of JKF, in words.

use super::{taken, wanted};
use crate::finding::{Count, Message, Words, both, message};
use crate::notation::quote::{in_quotes, shortened};
use crate::record::gap::{ValueGap, WrongValue};
use crate::shogi::Square;

/// What is wrong with a value, as which this text stands there, and what was taken in its place.
pub(crate) fn told(value: &ValueGap, text: &str) -> Message {
    let what = what_is_wrong(&value.path, &value.what, text);
    let told = what.followed_by(taken::words(value.taken));
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
            wanted = wanted::words(*wanted)
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
        WrongValue::TooDeep => message!(
            "these variations of invalid JSON are nested too deeply to be read",
            "壊れたJSONのこれらの変化は入れ子が深すぎて読めない",
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
