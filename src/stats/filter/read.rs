//! From a text to tests.

use pest::Parser;
use pest::iterators::Pair;
use pest::pratt_parser::{Assoc, ConstPrattParser, Op};

use super::grammar::{Rule, WhereParser};
use super::pattern::Pattern;
use super::question::{Comparison, Other, Question, Value};
use super::test::Test;
use super::token::Token;
use super::trouble::{self, FilterTrouble};
use crate::finding::Span;
use crate::record::Date;
use crate::stats::Kind;
use crate::stats::fault::{Fault, no_column};
use crate::stats::fold::folded;

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
            (Rule::sign, _) if token.text == "!" => Err(trouble::sign(token)),
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
            _ => Err(trouble::alone(asked.name, asked.kind, asked.span)),
        }
    }

    /// What stands after a sign.
    fn comparison(&self, asked: Asked, sign: Token<'_>, token: Option<Token<'_>>) -> Result<Question, Fault> {
        if let not @ ("~" | "!~") = sign.text {
            if matches!(asked.kind, Kind::Number | Kind::Truth) {
                return Err(trouble::no_text(asked.name, asked.kind, sign));
            }
            let token = literal(token, sign)?;
            let written = match asked.kind {
                Kind::Word(words) if words.contains(&token.text) => token.text.to_owned(),
                _ => self.text(token)?,
            };
            let not = not == "!~";
            return match Pattern::new(written) {
                Ok(pattern) => Ok(Question::Contains { pattern, not }),
                Err(error) => Err(trouble::no_pattern(token, &error)),
            };
        }
        let comparison = Comparison::of(sign.text).ok_or_else(|| trouble::sign(sign))?;
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
            return Err(trouble::other_kind((asked.name, asked.kind), (name, kind), token));
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
        value.ok_or_else(|| trouble::no_such_value(asked.name, asked.kind, token))
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
        Some(token) if token.rule == Rule::sign => Err(trouble::sign(token)),
        Some(token) => Err(FilterTrouble::NoValue(behind.text).at(token.span)),
        None => Err(FilterTrouble::NoValue(behind.text).at(behind.span)),
    }
}

/// What belongs to no test.
fn not_joined(token: Token<'_>) -> Fault {
    match token.rule {
        Rule::sign => trouble::sign(token),
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
