//! What can be wrong with a filter, and what to do.

use super::token::{Token, quoted};
use crate::finding::Span;
use crate::stats::Kind;
use crate::stats::fault::{Fault, fault};
use crate::text::similar;

/// Something wrong with the words and their order.
pub(super) enum Trouble<'t> {
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

impl Trouble<'_> {
    /// The trouble at its place.
    pub fn at(&self, span: Span) -> Fault {
        let (message, help) = self.words();
        fault(span, message, help)
    }

    fn words(&self) -> (String, String) {
        match *self {
            Self::TooLong(most) => (
                "the filter is too long".into(),
                format!("it may have {most} bytes"),
            ),
            Self::TooDeep(most) => (
                "the tests lie too deep in each other".into(),
                format!("there may be {most} parentheses and `not` around a test"),
            ),
            Self::UnclosedQuote => (
                "this quote is never closed".into(),
                "put the same quote behind the text".into(),
            ),
            Self::NeverClosed => (
                "this parenthesis is never closed".into(),
                "put `)` where it ends".into(),
            ),
            Self::NothingOpen => (
                "no parenthesis is open here".into(),
                "leave it out, or put `(` where it begins".into(),
            ),
            Self::NoTest => ("a test is missing".into(), "for example `plies > 100`".into()),
            Self::NotJoined(word) => (
                format!("{} does not belong to what stands before it", named(word)),
                "join tests by `and` or `or`, and put texts with blanks in quotes".into(),
            ),
            Self::NoColumn(word) => (
                format!("a test begins with a column, not with {}", named(word)),
                "for example `plies > 100`".into(),
            ),
            Self::NoSign(column, word) => (
                format!("there is no comparison between `{column}` and {}", named(word)),
                "put one of = != < <= > >= ~ !~ between them".into(),
            ),
            Self::NoValue => (
                "there is nothing to compare with".into(),
                "for example `plies > 100` or `black = \"山田\"`".into(),
            ),
            Self::NoList => (
                "behind `in` stands a list".into(),
                "for example `end in (resign, timeout)`".into(),
            ),
            Self::NoComma(word) => (
                format!("{} does not belong into the list", named(word)),
                "put `,` between the values, `)` behind the last, and texts with blanks in quotes".into(),
            ),
            Self::NoSize(column) => (
                format!("`{column}` is true or false, and neither is greater"),
                format!("write `{column}` or `not {column}`"),
            ),
            Self::IsWhat => (
                "only `is empty` and `is not empty` can be asked".into(),
                "compare with `=`".into(),
            ),
            Self::Keyword(word) => (
                format!("`{word}` is a word of the language"),
                format!("the text is {}", quoted(word)),
            ),
            Self::Column(word) => (
                format!("`{word}` is a column, and columns cannot be compared with each other"),
                format!("the text is {}", quoted(word)),
            ),
        }
    }
}

/// A sign that means nothing here, or nothing at all.
pub(super) fn sign(token: Token<'_>) -> Fault {
    let meant = match token.text {
        "==" | "===" => "write `=`",
        "<>" | "=!" | "!==" => "write `!=`",
        "=<" => "write `<=`",
        "=>" => "write `>=`",
        "=~" | "~=" | "~~" => "write `~`",
        "&&" | "&" => "write `and`",
        "||" | "|" => "write `or`",
        "!" => "write `not`",
        _ => "a comparison is a column, one of = != < <= > >= ~ !~ and a value",
    };
    fault(token.span, format!("`{}` cannot stand here", token.text), meant)
}

/// A column that is compared with nothing.
pub(super) fn alone(column: &str, kind: Kind, span: Span) -> Fault {
    let such = match kind {
        Kind::Number => format!("`{column} > 100`"),
        Kind::Text | Kind::Word(_) | Kind::Truth => format!("`{column} = \"…\"`"),
    };
    let help = format!("for example {such} or `{column} is not empty`");
    fault(span, format!("`{column}` is compared with nothing"), help)
}

/// A text is sought in what is none.
pub(super) fn no_text(column: &str, kind: Kind, sign: Token<'_>) -> Fault {
    let message = format!("`{}` looks into texts, and `{column}` {}", sign.text, holds(kind));
    fault(sign.span, message, "compare with `=`")
}

/// A value that no cell of the column has.
pub(super) fn no_such_value(column: &str, kind: Kind, token: Token<'_>) -> Fault {
    if let Kind::Word(words) = kind {
        let help = similar(&token.content(), words.iter().copied()).map_or_else(
            || format!("the words are {}", words.join(", ")),
            |meant| format!("did you mean `{meant}`?"),
        );
        let message = format!("`{column}` is never {}", named(token.text));
        return fault(token.span, message, help);
    }
    let (none, help) = match kind {
        Kind::Number => ("is none", "write digits, such as 100 or 0.5"),
        _ => ("is neither", "write true or false"),
    };
    let message = format!("`{column}` {}, and {} {none}", holds(kind), named(token.text));
    fault(token.span, message, help)
}

const fn holds(kind: Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::Word(_) => "holds texts",
        Kind::Number => "holds numbers",
        Kind::Truth => "is true or false",
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
