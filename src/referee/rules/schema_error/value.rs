//! What is wrong with a value of JKF, in words.

use super::{taken, wanted};
use crate::finding::{Message, Words, both, message};
use crate::notation::quote::{in_quotes, shortened};
use crate::record::gap::{ValueGap, WrongValue};
use crate::shogi::Square;

/// What is wrong with a value, as which this text stands there, and what was taken in its place.
pub(crate) fn told(value: &ValueGap, text: &str) -> Message {
    let what = what_is_wrong(&value.path, &value.what, text);
    let told = what.followed_by(taken::words(value.taken));
    match value.what {
        WrongValue::UnknownKey(times @ 2..) => told.followed_by(message!(
            ", here and in {objects} more objects",
            "（ここのほか{objects}個のオブジェクトにもある）",
            objects = times - 1
        )),
        _ => told,
    }
}

fn what_is_wrong(path: &str, what: &WrongValue, text: &str) -> Message {
    match what {
        WrongValue::Not(wanted) => message!(
            "`{path}` is {found}; {wanted} is expected",
            "`{path}` が{found}である。{wanted}でなければならない",
            path,
            found = shortened(text),
            wanted = wanted::words(*wanted)
        ),
        WrongValue::Missing => message!("`{path}` is missing", "`{path}` がない", path),
        WrongValue::MissingAfterSame => message!(
            "`{path}` is missing, and `same` means nothing, because no move comes before",
            "`{path}` がない。前に指し手がないので `same` にも意味がない",
            path
        ),
        WrongValue::Twice => message!(
            "`{path}` stands twice in its object",
            "`{path}` が同じオブジェクトに2回書かれている",
            path
        ),
        WrongValue::UnknownKey(_) => message!(
            "`{path}` is no key of JKF 1.0",
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
            "the handicap {name} is not known and `initial` is absent",
            "手合割{name}は知られておらず、`initial` もない",
            name = in_quotes(name)
        ),
        WrongValue::NotNine(count) => message!(
            "`{path}` has {count} elements in place of 9",
            "`{path}` の要素が9個でなく{count}個である",
            path,
            count
        ),
        WrongValue::NotHeld => message!(
            "`{path}` is no piece that a hand can hold",
            "`{path}` は持駒になる駒でない",
            path
        ),
        WrongValue::BelowZero => message!(
            "`{path}` is {text}, below zero",
            "`{path}` の {text} は負である",
            path,
            text
        ),
        WrongValue::WithoutMove => message!(
            "`{path}` stands where there is no move",
            "`{path}` のところに指し手がない",
            path
        ),
        WrongValue::UnknownWord(word) => message!(
            "`{path}` is {word}, no result that JKF knows",
            "`{path}` が{word}で、JKFの終局の語でない",
            path,
            word = in_quotes(word)
        ),
        WrongValue::TooDeep => message!(
            "these variations of broken JSON are nested so deep that they would cost too much to read",
            "壊れたJSONのこれらの変化は入れ子が深すぎて読めない",
        ),
    }
}

/// What is wrong with an entry as a whole.
const fn of_entry(what: &WrongValue) -> Words {
    match what {
        WrongValue::StartHoldsPly => both(
            "stands for the start position and should hold no move and no result",
            "は開始局面を表し、指し手や終局を持たないはずである",
        ),
        WrongValue::HoldsBoth => both("holds a move and a result", "に指し手と終局の両方がある"),
        _ => both("holds neither a move nor a result", "に指し手も終局もない"),
    }
}

/// `same` beside another square than that of the move before.
fn not_same(path: &str, before: Option<Square>) -> Message {
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
