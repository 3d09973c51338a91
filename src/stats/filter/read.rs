//! From a text to tests.

use pest::Parser;
use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, ConstPrattParser, Op};
use pest_derive::Parser;

use super::{Comparison, Other, Pattern, Question, Test, Token, Value, quoted};
use crate::finding::{Count, Message, Span, Words, both, did_you_mean, message, say};
use crate::record::Date;
use crate::stats::name::folded;
use crate::stats::{Fault, Kind, fault, no_column};
use crate::text::similar;

/// A filter is this long at most, in bytes.
const LONGEST: usize = 4 << 10;

/// So deep tests may lie in parentheses and after `not`; the grammar counts.
const DEEPEST: usize = 64;

/// The words of the language. As texts they need quotes.
const KEYWORDS: [&str; 6] = ["and", "or", "not", "in", "is", "empty"];

/// What stands between and before tests; what binds least comes first.
static OPERATORS: ConstPrattParser<Rule, 3> = ConstPrattParser::new_const([
    (Op::infix(Rule::or, Assoc::Left), true),
    (Op::infix(Rule::and, Assoc::Left), true),
    (Op::prefix(Rule::not), true),
]);

/// Reads all of a filter.
pub(super) fn read(text: &str, columns: &[(&'static str, Kind)]) -> Result<Test, Fault> {
    if text.len() > LONGEST {
        return Err(FilterTrouble::TooLong(LONGEST).at(Span::new(0, text.len())));
    }
    let end = text.trim_end().len();
    let end = Span::new(end, end);
    // The grammar takes any text.
    let filter = WhereParser::parse(Rule::filter, text).map_err(|_| FilterTrouble::NoTest.at(end))?;
    if let Some(quote) = filter.clone().flatten().find(|it| it.as_rule() == Rule::unclosed) {
        let start = quote.as_span().start();
        return Err(FilterTrouble::UnclosedQuote.at(Span::new(start, start + 1)));
    }
    let mut parts = filter.flat_map(Pair::into_inner);
    let tests = Reader { end, columns }.tests(parts.next())?;
    match parts.next().map(Token::from).filter(|it| it.rule != Rule::EOI) {
        None => Ok(tests),
        Some(token) if token.rule == Rule::close => Err(FilterTrouble::NothingOpen.at(token.span)),
        Some(token) => Err(not_joined(token)),
    }
}

struct Reader<'c> {
    /// The place after the last word.
    end: Span,
    columns: &'c [(&'static str, Kind)],
}

/// A column that is asked about.
#[derive(Clone, Copy)]
struct Asked {
    column: usize,
    name: &'static str,
    kind: Kind,
    span: Span,
}

/// Any of these, each being all of those.
type Alternatives = Vec<Vec<Test>>;

impl Reader<'_> {
    fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.columns.iter().map(|(name, _)| *name)
    }

    /// Where a token stands, or the end where there is none.
    fn place(&self, token: Option<Token<'_>>) -> Span {
        token.map_or(self.end, |token| token.span)
    }

    /// Tests that are joined.
    fn tests(&self, tests: Option<Pair<'_, Rule>>) -> Result<Test, Fault> {
        let alternatives: Result<Alternatives, Fault> = OPERATORS
            .map_primary(|pair| Ok(vec![vec![self.operand(pair)?]]))
            .map_prefix(|_, inner| Ok(vec![vec![Test::Not(Box::new(joined(inner?)))]]))
            .map_infix(|one, operator, two| {
                let (mut one, two) = (one?, two?);
                match one.last_mut() {
                    Some(last) if operator.as_rule() == Rule::and => last.extend(two.into_iter().flatten()),
                    _ => one.extend(two),
                }
                Ok(one)
            })
            .parse(tests.into_iter().flat_map(Pair::into_inner));
        alternatives.map(joined)
    }

    /// A test of a column, or tests in parentheses.
    fn operand(&self, pair: Pair<'_, Rule>) -> Result<Test, Fault> {
        let rule = pair.as_rule();
        let mut parts = pair.into_inner();
        let first = parts.next().map(Token::from);
        match rule {
            Rule::too_deep => Err(FilterTrouble::TooDeep(DEEPEST).at(self.place(first))),
            Rule::group => {
                let test = self.tests(parts.next())?;
                match parts.next().map(Token::from) {
                    Some(token) if token.rule == Rule::close => Ok(test),
                    Some(token) => Err(not_joined(token)),
                    None => Err(FilterTrouble::NeverClosed.at(self.place(first))),
                }
            }
            _ => {
                let asked = self.column(first)?;
                Ok(Test::Asks {
                    column: asked.column,
                    name: asked.name,
                    question: self.question(asked, parts.next())?,
                })
            }
        }
    }

    fn column(&self, token: Option<Token<'_>>) -> Result<Asked, Fault> {
        let Some(token) = token else {
            return Err(FilterTrouble::NoTest.at(self.end));
        };
        let mut columns = self.columns.iter().enumerate();
        match (token.rule, columns.find(|(_, (name, _))| *name == token.text)) {
            (Rule::word, Some((column, &(name, kind)))) => Ok(Asked {
                column,
                name,
                kind,
                span: token.span,
            }),
            (Rule::word, None) if !is_keyword(token) => Err(no_column(token.text, token.span, self.names())),
            (Rule::sign, _) if token.text == "!" => Err(not_a_sign(token)),
            _ => Err(FilterTrouble::NoColumn(token.text).at(token.span)),
        }
    }

    /// What is asked of a column.
    fn question(&self, asked: Asked, pair: Option<Pair<'_, Rule>>) -> Result<Question, Fault> {
        let rule = pair.as_ref().map(Pair::as_rule);
        let parts = pair.into_iter().flat_map(Pair::into_inner);
        let said = |it: &Pair<'_, Rule>| !matches!(it.as_rule(), Rule::is | Rule::among);
        let mut parts = parts.filter(said).peekable();
        let not = parts.next_if(|it| it.as_rule() == Rule::not).is_some();
        let part = parts.next();
        let token = part.clone().map(Token::from);
        match (rule, part, token) {
            (Some(Rule::comparison), _, Some(sign)) => self.comparison(asked, sign, value(parts.next())),
            (Some(Rule::emptiness), _, Some(word)) if word.rule == Rule::empty => Ok(Question::Empty { not }),
            (Some(Rule::emptiness), ..) => Err(FilterTrouble::IsWhat.at(self.place(token))),
            (Some(Rule::membership), Some(list), Some(_)) if list.as_rule() == Rule::list => {
                let values = self.values(asked, list)?;
                Ok(Question::Among { values, not })
            }
            (Some(Rule::membership), ..) => Err(FilterTrouble::NoList.at(self.place(token))),
            (_, _, Some(stray)) if asked.kind == Kind::Truth => Err(not_joined(stray)),
            (_, _, Some(stray)) => Err(FilterTrouble::NoSign(asked.name, stray.text).at(stray.span)),
            _ if asked.kind == Kind::Truth => Ok(Question::Truth),
            _ => Err(alone(asked.name, asked.kind, asked.span)),
        }
    }

    /// What stands after a sign.
    fn comparison(&self, asked: Asked, sign: Token<'_>, token: Option<Token<'_>>) -> Result<Question, Fault> {
        if let not @ ("~" | "!~") = sign.text {
            if matches!(asked.kind, Kind::Number | Kind::Truth) {
                return Err(no_text(asked.name, asked.kind, sign));
            }
            let token = literal(token, sign)?;
            let written = match asked.kind {
                Kind::Word(words) if words.contains(&token.text) => token.text.to_owned(),
                _ => self.text(token)?,
            };
            let not = not == "!~";
            return match Pattern::new(written) {
                Ok(pattern) => Ok(Question::Contains { pattern, not }),
                Err(error) => Err(no_pattern(token, &error)),
            };
        }
        let comparison = Comparison::of(sign.text).ok_or_else(|| not_a_sign(sign))?;
        if asked.kind == Kind::Truth && comparison.is_of_size() {
            return Err(FilterTrouble::NoSize(asked.name).at(sign.span));
        }
        if let Some(other) = self.other(asked, token)? {
            return Ok(Question::Beside(comparison, other));
        }
        Ok(Question::Compare(comparison, self.value(asked, token, sign)?))
    }

    /// Another column to compare with. A word that the column may hold is that word, and no column of its name.
    fn other(&self, asked: Asked, token: Option<Token<'_>>) -> Result<Option<Other>, Fault> {
        let is_value = |word| matches!(asked.kind, Kind::Word(words) if words.contains(&word));
        let Some(token) = token.filter(|it| it.rule == Rule::word && !is_value(it.text)) else {
            return Ok(None);
        };
        let mut columns = self.columns.iter().enumerate();
        let Some((column, &(name, kind))) = columns.find(|(_, (name, _))| *name == token.text) else {
            return Ok(None);
        };
        if !compare(asked.kind, kind) {
            return Err(other_kind((asked.name, asked.kind), (name, kind), token));
        }
        let dates = kind == Kind::Date;
        Ok(Some(Other { column, name, dates }))
    }

    /// `(value, value)`.
    fn values(&self, asked: Asked, list: Pair<'_, Rule>) -> Result<Vec<Value>, Fault> {
        let mut open = self.end;
        let mut values = Vec::new();
        let mut behind = None;
        for part in list.into_inner() {
            let token = Token::from(part.clone());
            match token.rule {
                Rule::open if values.is_empty() => open = token.span,
                Rule::value => {
                    let behind = behind.unwrap_or(token);
                    values.push(self.value(asked, value(Some(part)), behind)?);
                }
                Rule::comma => {}
                Rule::close => return Ok(values),
                _ => return Err(FilterTrouble::NoComma(token.text).at(token.span)),
            }
            behind = Some(token);
        }
        Err(FilterTrouble::NeverClosed.at(open))
    }

    /// A value that cells of the column can have. `behind` is what it has to stand after.
    fn value(&self, asked: Asked, token: Option<Token<'_>>, behind: Token<'_>) -> Result<Value, Fault> {
        let token = literal(token, behind)?;
        let value = match asked.kind {
            Kind::Text => return self.text(token).map(Value::Text),
            Kind::Word(words) => {
                let word = token.content();
                let known = words.contains(&&*word);
                known.then(|| Value::Text(word.into_owned()))
            }
            Kind::Date => date(&token.content()).map(Value::Date),
            Kind::Number => number(&token.content()).map(Value::Number),
            Kind::Truth => token
                .content()
                .to_ascii_lowercase()
                .parse()
                .ok()
                .map(Value::Truth),
        };
        value.ok_or_else(|| no_such_value(asked.name, asked.kind, token))
    }

    /// A text; what could be meant otherwise needs quotes.
    fn text(&self, token: Token<'_>) -> Result<String, Fault> {
        if is_keyword(token) {
            return Err(FilterTrouble::Keyword(token.text).at(token.span));
        }
        if token.rule == Rule::word && self.names().any(|name| name == token.text) {
            return Err(FilterTrouble::Column(token.text).at(token.span));
        }
        Ok(token.content().into_owned())
    }
}

/// What stands where a value belongs.
fn value(pair: Option<Pair<'_, Rule>>) -> Option<Token<'_>> {
    pair?.into_inner().next().map(Token::from)
}

/// A word or a text in quotes, which has to stand after this.
fn literal<'t>(token: Option<Token<'t>>, behind: Token<'_>) -> Result<Token<'t>, Fault> {
    match token {
        Some(token) if matches!(token.rule, Rule::word | Rule::text) => Ok(token),
        Some(token) if token.rule == Rule::sign => Err(not_a_sign(token)),
        Some(token) => Err(FilterTrouble::NoValue(behind.text).at(token.span)),
        None => Err(FilterTrouble::NoValue(behind.text).at(behind.span)),
    }
}

/// What belongs to no test.
fn not_joined(token: Token<'_>) -> Fault {
    match token.rule {
        Rule::sign => not_a_sign(token),
        _ => FilterTrouble::NotJoined(token.text).at(token.span),
    }
}

/// A date in ISO 8601; the hour alone may stand after it.
fn date(text: &str) -> Option<String> {
    let iso = |text: &str| {
        let date = Date::read(text).ok().filter(|date| !date.unread)?;
        Some(date.to_string())
    };
    let hour = || Some(iso(&format!("{text}:00"))?.strip_suffix(":00")?.to_owned());
    iso(text).or_else(hour)
}

/// Whether cells of two kinds can be compared with each other.
const fn compare(one: Kind, other: Kind) -> bool {
    use Kind::{Date, Number, Text, Truth, Word};
    matches!(
        (one, other),
        (Text | Word(_), Text | Word(_)) | (Date, Date) | (Number, Number) | (Truth, Truth)
    )
}

fn is_keyword(token: Token<'_>) -> bool {
    KEYWORDS.iter().any(|word| token.is_word(word))
}

fn joined(alternatives: Alternatives) -> Test {
    let all = |tests| one_of(tests, Test::All);
    one_of(alternatives.into_iter().map(all).collect(), Test::Any)
}

/// Tests as one test, where there are several.
fn one_of(mut tests: Vec<Test>, how: fn(Vec<Test>) -> Test) -> Test {
    match tests.pop() {
        Some(only) if tests.is_empty() => only,
        last => {
            tests.extend(last);
            how(tests)
        }
    }
}

/// A number in digits, with a sign and a fraction if need be.
fn number(text: &str) -> Option<f64> {
    let text = folded(text);
    let is_plain = text
        .bytes()
        .all(|it| it.is_ascii_digit() || matches!(it, b'-' | b'+' | b'.'));
    text.parse()
        .ok()
        .filter(|number: &f64| is_plain && number.is_finite())
}

// What can be wrong with a filter, and what to do.

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
pub(super) fn not_a_sign(token: Token<'_>) -> Fault {
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

// The parser that Pest generates from `grammar/where.pest`.

/// Parser of the words of a filter.
#[derive(Parser)]
#[grammar = "../grammar/where.pest"]
pub(super) struct WhereParser;
