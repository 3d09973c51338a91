//! What can be wrong with a filter, and what to do.

use super::token::{Token, quoted};
use crate::finding::{Count, Message, Span, Words, both, did_you_mean, message, say};
use crate::stats::Kind;
use crate::stats::fault::{Fault, fault};
use crate::text::similar;

/// Something wrong with the words and their order.
pub(super) enum FilterTrouble<'t> {
    TooLong(usize),
    TooDeep(usize),
    UnclosedQuote,
    NeverClosed,
    NothingOpen,
    NoTest,
    NotJoined(&'t str),
    NoColumn(&'t str),
    NoSign(&'static str, &'t str),
    NoValue(&'t str),
    NoList,
    NoComma(&'t str),
    NoSize(&'static str),
    IsWhat,
    Keyword(&'t str),
    Column(&'t str),
}

impl FilterTrouble<'_> {
    /// The trouble at its place.
    pub(super) fn at(&self, span: Span) -> Fault {
        fault(span, self.message(), self.help())
    }

    fn message(&self) -> Message {
        let fixed = |english, japanese| Message::from(both(english, japanese));
        match *self {
            Self::TooLong(_) => fixed("the condition is too long", "条件が長すぎる"),
            Self::TooDeep(_) => fixed(
                "parentheses and `not` are nested too deeply",
                "括弧や not の入れ子が深すぎる",
            ),
            Self::UnclosedQuote => fixed("missing closing quote", "この引用符が閉じていない"),
            Self::NeverClosed => fixed("missing closing parenthesis", "この括弧が閉じていない"),
            Self::NothingOpen => fixed(
                "closing parenthesis without an opening one",
                "この閉じ括弧に対応する括弧がない",
            ),
            Self::NoTest => fixed("expected a test", "条件が足りない"),
            Self::NotJoined(word) => {
                let word = named(word);
                message!(
                    "unexpected {word} after a complete test",
                    "条件の後に余分な {word} がある",
                    word
                )
            }
            Self::NoColumn(word) => {
                let word = named(word);
                message!(
                    "expected a column, found {word}",
                    "条件は列名で始まるが、{word} は列名ではない",
                    word
                )
            }
            Self::NoSign(column, word) => {
                let word = named(word);
                message!(
                    "expected a comparison after `{column}`, found {word}",
                    "`{column}` と {word} の間に比較の記号がない",
                    column,
                    word
                )
            }
            Self::NoValue(sign) => {
                message!("expected a value after `{sign}`", "`{sign}` の後に値がない", sign)
            }
            Self::NoList => fixed("expected a list after `in`", "in の後に値の一覧がない"),
            Self::NoComma(word) => {
                let word = named(word);
                message!(
                    "expected `,` or `)` in the list, found {word}",
                    "一覧の中に余分な {word} がある",
                    word
                )
            }
            Self::NoSize(column) => message!(
                "`{column}` is true or false and has no order",
                "`{column}` は true か false であり、大小がない",
                column
            ),
            Self::IsWhat => fixed(
                "expected `empty` or `not empty` after `is`",
                "is の後に書けるのは empty と not empty だけである",
            ),
            Self::Keyword(word) => message!("`{word}` is a keyword", "`{word}` は予約語である", word),
            Self::Column(word) => message!(
                "expected a text, found the column `{word}`",
                "文字列が必要なところに列名 `{word}` がある",
                word
            ),
        }
    }

    fn help(&self) -> Message {
        let fixed = |english, japanese| Message::from(both(english, japanese));
        match *self {
            Self::TooLong(most) => message!(
                "the limit is {bytes}",
                "上限は {bytes} バイト",
                bytes = Count(most, "byte")
            ),
            Self::TooDeep(most) => message!("the limit is {most} levels", "上限は {most} 重", most),
            Self::UnclosedQuote => fixed(
                "write the same quote after the text",
                "文字列の後に同じ引用符を書く",
            ),
            Self::NeverClosed => fixed("close it with `)`", "`)` で閉じる"),
            Self::NothingOpen => fixed(
                "remove it, or add the opening `(`",
                "取り除くか、対応する `(` を書く",
            ),
            Self::NoTest | Self::NoColumn(_) => fixed("for example, `plies > 100`", "例: `plies > 100`"),
            Self::NotJoined(_) => fixed(
                "join tests with `and` or `or`, and put texts with spaces in quotes",
                "条件は and か or でつなぎ、空白を含む文字列は引用符で囲む",
            ),
            Self::NoSign(..) => fixed(
                "write one of = != < <= > >= ~ !~ between them",
                "間に = != < <= > >= ~ !~ のどれかを書く",
            ),
            Self::NoValue(_) => fixed(
                "for example, `plies > 100` or `black = \"山田\"`",
                "例: `plies > 100`、`black = \"山田\"`",
            ),
            Self::NoList => fixed(
                "for example, `end in (resign, timeout)`",
                "例: `end in (resign, timeout)`",
            ),
            Self::NoComma(_) => fixed(
                "separate values with `,`, close the list with `)`, and put texts with spaces in quotes",
                "値は `,` で区切り、最後に `)` を書く。空白を含む文字列は引用符で囲む",
            ),
            Self::NoSize(column) => message!(
                "write `{column}` or `not {column}`",
                "`{column}` か `not {column}` と書く",
                column
            ),
            Self::IsWhat => fixed("use `=` to compare", "比較には `=` を使う"),
            Self::Keyword(word) | Self::Column(word) => the_text_is(word),
        }
    }
}

fn the_text_is(word: &str) -> Message {
    let word = quoted(word);
    message!("to write a text, use {word}", "文字列は {word} と書く", word)
}

/// Signs that somebody may write, and those that are meant.
const SIGNS: [(&[&str], &str); 8] = [
    (&["==", "==="], "="),
    (&["<>", "=!", "!=="], "!="),
    (&["=<"], "<="),
    (&["=>"], ">="),
    (&["=~", "~=", "~~"], "~"),
    (&["&&", "&"], "and"),
    (&["||", "|"], "or"),
    (&["!"], "not"),
];

/// A sign that means nothing here, or nothing at all.
pub(super) fn sign(token: Token<'_>) -> Fault {
    let written = token.text;
    let message = message!(
        "unexpected `{written}`",
        "ここでは `{written}` を使えない",
        written
    );
    let meant = SIGNS.iter().find(|(signs, _)| signs.contains(&written));
    let help = match meant {
        Some((_, "or")) => say(
            "write `or`, and put a regular expression in quotes",
            "`or` と書く。正規表現は引用符で囲む",
        ),
        Some((_, meant)) => message!("write `{meant}`", "`{meant}` と書く", meant),
        None => say(
            "write a column, one of = != < <= > >= ~ !~, and a value",
            "列名、= != < <= > >= ~ !~ のどれか、値の順に書く",
        ),
    };
    fault(token.span, message, help)
}

/// A column that is compared with nothing.
pub(super) fn alone(column: &str, kind: Kind, span: Span) -> Fault {
    let such = match kind {
        Kind::Number => format!("`{column} > 100`"),
        Kind::Date => format!("`{column} >= 2024-03`"),
        Kind::Text | Kind::Word(_) | Kind::Truth => format!("`{column} = \"…\"`"),
    };
    let message = message!(
        "expected a comparison after `{column}`",
        "`{column}` の後に比較がない",
        column
    );
    let help = message!(
        "for example, {such} or `{column} is not empty`",
        "例: {such}、`{column} is not empty`",
        such,
        column
    );
    fault(span, message, help)
}

/// A text is sought in what is none.
pub(super) fn no_text(column: &str, kind: Kind, sign: Token<'_>) -> Fault {
    let (sign, span, held) = (sign.text, sign.span, holds(kind));
    let message = message!(
        "`{sign}` applies to texts, but `{column}` contains {held}",
        "`{sign}` は文字列に使うが、`{column}` は{held}である",
        sign,
        column,
        held
    );
    fault(span, message, say("use `=` to compare", "比較には `=` を使う"))
}

/// What is no regular expression, or too large a one.
pub(super) fn no_pattern(token: Token<'_>, error: &regex::Error) -> Fault {
    let word = named(token.text);
    let (message, help) = if matches!(error, regex::Error::CompiledTooBig(_)) {
        (
            message!(
                "the regular expression {word} is too large",
                "正規表現 {word} は大きすぎる",
                word
            ),
            say(
                "use fewer repetitions or a shorter expression",
                "繰り返しの回数を減らすか、短くする",
            ),
        )
    } else {
        (
            message!(
                "invalid regular expression {word}",
                "{word} は正規表現として読めない",
                word
            ),
            say(
                r"write `\` before . * + ? ( ) [ ] { } ^ $ | \ if you mean the character itself, and put the expression in quotes",
                r"文字そのものを探すときは . * + ? ( ) [ ] { } ^ $ | \ の前に `\` を置き、全体を引用符で囲む",
            ),
        )
    };
    fault(token.span, message, help)
}

/// Two columns that hold what cannot be compared.
pub(super) fn other_kind(asked: (&str, Kind), other: (&str, Kind), token: Token<'_>) -> Fault {
    let ((one, two), (holds_one, holds_two)) = ((asked.0, other.0), (holds(asked.1), holds(other.1)));
    let message = message!(
        "cannot compare `{one}` ({holds_one}) with `{two}` ({holds_two})",
        "`{one}`（{holds_one}）と `{two}`（{holds_two}）は比べられない",
        one,
        two,
        holds_one,
        holds_two
    );
    let help = match asked.1 {
        Kind::Text => the_text_is(two),
        _ => say(
            "compare columns of the same type, or a column with a value",
            "同じ種類の列どうしか、列と値を比べる",
        ),
    };
    fault(token.span, message, help)
}

/// A value that no cell of the column has.
pub(super) fn no_such_value(column: &str, kind: Kind, token: Token<'_>) -> Fault {
    let word = named(token.text);
    if let Kind::Word(words) = kind {
        let help = similar(&token.content(), words.iter().copied()).map_or_else(
            || {
                let words = words.join(", ");
                message!("possible values: {words}", "使える値: {words}", words)
            },
            |meant| did_you_mean(&format!("`{meant}`")),
        );
        let message = message!(
            "`{column}` cannot be {word}",
            "`{column}` の値に {word} はない",
            column,
            word
        );
        return fault(token.span, message, help);
    }
    let (expected, help) = match kind {
        Kind::Number => (
            both("a number", "数値"),
            say(
                "write digits, such as 100 or 0.5",
                "100 や 0.5 のように数字で書く",
            ),
        ),
        Kind::Date => (
            both("a date of the calendar", "暦にある日付"),
            say(
                "write 2024, 2024-03, 2024-03-05 or \"2024-03-05 10:00\"",
                "2024、2024-03、2024-03-05、\"2024-03-05 10:00\" のように書く",
            ),
        ),
        _ => (
            both("true or false", "true か false"),
            message!(
                "for example, `{column}` or `{column} = false`",
                "例: `{column}`、`{column} = false`",
                column
            ),
        ),
    };
    let message = message!(
        "expected {expected} for `{column}`, found {word}",
        "`{column}` の値には{expected}を書く。{word} は使えない",
        expected,
        column,
        word
    );
    fault(token.span, message, help)
}

const fn holds(kind: Kind) -> Words {
    match kind {
        Kind::Text | Kind::Word(_) => both("texts", "文字列"),
        Kind::Date => both("dates", "日付"),
        Kind::Number => both("numbers", "数値"),
        Kind::Truth => both("true or false", "true か false"),
    }
}

/// A word as it is named in a message, with the quotes that it has.
fn named(word: &str) -> String {
    if word.starts_with(['"', '\'']) {
        word.to_owned()
    } else {
        format!("`{word}`")
    }
}
