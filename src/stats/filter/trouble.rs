//! What can be wrong with a filter, and what to do.

use super::token::{Token, quoted};
use crate::finding::{Message, Span, Words, both, did_you_mean, message, say};
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
    NoValue,
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
            Self::TooLong(_) => fixed("the filter is too long", "条件が長すぎる"),
            Self::TooDeep(_) => fixed(
                "the tests lie too deep in each other",
                "括弧や not の入れ子が深すぎる",
            ),
            Self::UnclosedQuote => fixed("this quote is never closed", "この引用符が閉じられていない"),
            Self::NeverClosed => fixed("this parenthesis is never closed", "この括弧が閉じられていない"),
            Self::NothingOpen => fixed("no parenthesis is open here", "この閉じ括弧に対応する括弧がない"),
            Self::NoTest => fixed("a test is missing", "条件が足りない"),
            Self::NotJoined(word) => {
                let word = named(word);
                message!(
                    "{word} does not belong to what stands before it",
                    "{word} が前の語とつながらない",
                    word
                )
            }
            Self::NoColumn(word) => {
                let word = named(word);
                message!(
                    "a test begins with a column, not with {word}",
                    "条件は列名で始まる。{word} は列名ではない",
                    word
                )
            }
            Self::NoSign(column, word) => {
                let word = named(word);
                message!(
                    "there is no comparison between `{column}` and {word}",
                    "`{column}` と {word} の間に比較の記号がない",
                    column,
                    word
                )
            }
            Self::NoValue => fixed("there is nothing to compare with", "比べる値がない"),
            Self::NoList => fixed("after `in` stands a list", "in の後には値の一覧を書く"),
            Self::NoComma(word) => {
                let word = named(word);
                message!(
                    "{word} does not belong into the list",
                    "{word} は一覧に書けない",
                    word
                )
            }
            Self::NoSize(column) => message!(
                "`{column}` is true or false, and neither is greater",
                "`{column}` は true か false であり、大小がない",
                column
            ),
            Self::IsWhat => fixed(
                "only `is empty` and `is not empty` can be asked",
                "is の後に書けるのは empty と not empty だけである",
            ),
            Self::Keyword(word) => message!(
                "`{word}` is a word of the language",
                "`{word}` は予約語である",
                word
            ),
            Self::Column(word) => message!(
                "`{word}` is a column, and here stands a text",
                "`{word}` は列名だが、ここには文字列を書く",
                word
            ),
        }
    }

    fn help(&self) -> Message {
        let fixed = |english, japanese| Message::from(both(english, japanese));
        match *self {
            Self::TooLong(most) => message!("it may have {most} bytes", "{most} バイトまで書ける", most),
            Self::TooDeep(most) => message!(
                "there may be {most} parentheses and `not` around a test",
                "括弧と not は {most} 重まで書ける",
                most
            ),
            Self::UnclosedQuote => fixed(
                "put the same quote after the text",
                "文字列の後に同じ引用符を書く",
            ),
            Self::NeverClosed => fixed("put `)` where it ends", "終わりに `)` を書く"),
            Self::NothingOpen => fixed(
                "leave it out, or put `(` where it begins",
                "取り除くか、始まりに `(` を書く",
            ),
            Self::NoTest | Self::NoColumn(_) => fixed("for example `plies > 100`", "例: `plies > 100`"),
            Self::NotJoined(_) => fixed(
                "join tests by `and` or `or`, and put texts with blanks in quotes",
                "条件は and か or でつなぎ、空白を含む文字列は引用符で囲む",
            ),
            Self::NoSign(..) => fixed(
                "put one of = != < <= > >= ~ !~ between them",
                "間に = != < <= > >= ~ !~ のどれかを書く",
            ),
            Self::NoValue => fixed(
                "for example `plies > 100` or `black = \"山田\"`",
                "例: `plies > 100`、`black = \"山田\"`",
            ),
            Self::NoList => fixed(
                "for example `end in (resign, timeout)`",
                "例: `end in (resign, timeout)`",
            ),
            Self::NoComma(_) => fixed(
                "put `,` between the values, `)` after the last, and texts with blanks in quotes",
                "値は `,` で区切り、最後に `)` を書く。空白を含む文字列は引用符で囲む",
            ),
            Self::NoSize(column) => message!(
                "write `{column}` or `not {column}`",
                "`{column}` か `not {column}` と書く",
                column
            ),
            Self::IsWhat => fixed("compare with `=`", "値と比べるには `=` を使う"),
            Self::Keyword(word) | Self::Column(word) => the_text_is(word),
        }
    }
}

fn the_text_is(word: &str) -> Message {
    let word = quoted(word);
    message!("the text is {word}", "文字列なら {word} と書く", word)
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
        "`{written}` cannot stand here",
        "ここに `{written}` は書けない",
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
            "a comparison is a column, one of = != < <= > >= ~ !~ and a value",
            "比較は、列名、= != < <= > >= ~ !~ のどれか、値の順に書く",
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
        "`{column}` is compared with nothing",
        "`{column}` を何とも比べていない",
        column
    );
    let help = message!(
        "for example {such} or `{column} is not empty`",
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
        "`{sign}` looks into texts, and `{column}` {held}",
        "`{sign}` は文字列の中を探すが、`{column}` は{held}である",
        sign,
        column,
        held
    );
    fault(span, message, say("compare with `=`", "`=` で比べる"))
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
                "repeat less, or look for less",
                "繰り返しの回数を減らすか、短くする",
            ),
        )
    } else {
        (
            message!(
                "{word} is no regular expression",
                "{word} は正規表現として読めない",
                word
            ),
            say(
                r"put `\` before each of . * + ? ( ) [ ] { } ^ $ | \ that is meant as such, and the whole in quotes",
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
        "`{one}` {holds_one}, `{two}` {holds_two}, and these cannot be compared",
        "`{one}` は{holds_one}、`{two}` は{holds_two}で、比べられない",
        one,
        two,
        holds_one,
        holds_two
    );
    let help = match asked.1 {
        Kind::Text => the_text_is(two),
        _ => say(
            "compare columns of one kind, or a column and a value",
            "同じ種類の列どうしか、列と値を比べる",
        ),
    };
    fault(token.span, message, help)
}

/// A value that no cell of the column has.
pub(super) fn no_such_value(column: &str, kind: Kind, token: Token<'_>) -> Fault {
    let (word, kinds) = (named(token.text), holds(kind));
    if let Kind::Word(words) = kind {
        let help = similar(&token.content(), words.iter().copied()).map_or_else(
            || {
                let words = words.join(", ");
                message!("the words are {words}", "語は {words}", words)
            },
            |meant| did_you_mean(&format!("`{meant}`")),
        );
        let message = message!(
            "`{column}` is never {word}",
            "`{column}` が {word} になることはない",
            column,
            word
        );
        return fault(token.span, message, help);
    }
    let (none, help) = match kind {
        Kind::Number => (
            both("is none", "数値ではない"),
            say(
                "write digits, such as 100 or 0.5",
                "100 や 0.5 のように数字で書く",
            ),
        ),
        Kind::Date => (
            both("is no date of the calendar", "暦にある日付ではない"),
            say(
                "write 2024, 2024-03, 2024-03-05 or \"2024-03-05 10:00\"",
                "2024、2024-03、2024-03-05、\"2024-03-05 10:00\" のように書く",
            ),
        ),
        _ => (
            both("is neither", "どちらでもない"),
            say("write true or false", "true か false と書く"),
        ),
    };
    let message = message!(
        "`{column}` {kinds}, and {word} {none}",
        "`{column}` は{kinds}だが、{word} は{none}",
        column,
        kinds,
        word,
        none
    );
    fault(token.span, message, help)
}

const fn holds(kind: Kind) -> Words {
    match kind {
        Kind::Text | Kind::Word(_) => both("holds texts", "文字列"),
        Kind::Date => both("holds dates", "日付"),
        Kind::Number => both("holds numbers", "数値"),
        Kind::Truth => both("is true or false", "true か false"),
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
