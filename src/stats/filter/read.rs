//! From words to tests.

use super::pattern::Pattern;
use super::question::{Comparison, Other, Question, Value};
use super::test::Test;
use super::token::{Rule, Token, tokens};
use super::trouble::{self, Trouble};
use crate::finding::Span;
use crate::record::Date;
use crate::stats::Kind;
use crate::stats::fault::{Fault, no_column};
use crate::stats::fold::folded;

/// A filter is this long at most, in bytes.
const LONGEST: usize = 4 << 10;

/// So deep tests may lie in parentheses and after `not`.
const DEEPEST: usize = 64;

/// The words of the language. As texts they need quotes.
const KEYWORDS: [&str; 6] = ["and", "or", "not", "in", "is", "empty"];

/// Reads all of a filter.
pub(super) fn read(text: &str, columns: &[(&'static str, Kind)]) -> Result<Test, Fault> {
    if text.len() > LONGEST {
        return Err(Trouble::TooLong(LONGEST).at(Span::new(0, text.len())));
    }
    let end = text.trim_end().len();
    let mut reader = Reader {
        tokens: tokens(text),
        at: 0,
        end: Span::new(end, end),
        depth: 0,
        columns,
    };
    if let Some(quote) = reader.tokens.iter().find(|it| it.rule == Rule::unclosed) {
        let start = quote.span.start as usize;
        return Err(Trouble::UnclosedQuote.at(Span::new(start, start + 1)));
    }
    let filter = reader.any()?;
    match reader.next() {
        None => Ok(filter),
        Some(token) if token.rule == Rule::close => Err(Trouble::NothingOpen.at(token.span)),
        Some(token) if token.rule == Rule::sign => Err(trouble::sign(token)),
        Some(token) => Err(Trouble::NotJoined(token.text).at(token.span)),
    }
}

struct Reader<'t, 'c> {
    tokens: Vec<Token<'t>>,
    at: usize,
    /// The place after the last word.
    end: Span,
    depth: usize,
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

impl<'t> Reader<'t, '_> {
    fn peek(&self) -> Option<Token<'t>> {
        self.tokens.get(self.at).copied()
    }

    fn next(&mut self) -> Option<Token<'t>> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    /// Goes on after the next token if it is such a one.
    fn takes(&mut self, is: impl Fn(Token<'t>) -> bool) -> Option<Token<'t>> {
        let token = self.peek().filter(|token| is(*token))?;
        self.at += 1;
        Some(token)
    }

    fn takes_word(&mut self, word: &str) -> bool {
        self.takes(|token| token.is_word(word)).is_some()
    }

    fn names(&self) -> impl Iterator<Item = &'static str> + Clone {
        self.columns.iter().map(|(name, _)| *name)
    }

    /// Where the next token stands, or the end.
    fn here(&self) -> Span {
        self.peek().map_or(self.end, |token| token.span)
    }

    /// Tests joined by `or`.
    fn any(&mut self) -> Result<Test, Fault> {
        let first = self.all()?;
        let mut tests = vec![first];
        while self.takes_word("or") {
            tests.push(self.all()?);
        }
        Ok(joined(tests, Test::Any))
    }

    /// Tests joined by `and`.
    fn all(&mut self) -> Result<Test, Fault> {
        let first = self.one()?;
        let mut tests = vec![first];
        while self.takes_word("and") {
            tests.push(self.one()?);
        }
        Ok(joined(tests, Test::All))
    }

    /// A test of a column, or one in parentheses or after `not`. Whatever lies deeper is read from here.
    fn one(&mut self) -> Result<Test, Fault> {
        if self.depth == DEEPEST {
            return Err(Trouble::TooDeep(DEEPEST).at(self.here()));
        }
        self.depth += 1;
        let test = if self.takes_word("not") {
            Test::Not(Box::new(self.one()?))
        } else if let Some(open) = self.takes(|token| token.rule == Rule::open) {
            let inner = self.any()?;
            self.close(open)?;
            inner
        } else {
            self.test()?
        };
        self.depth -= 1;
        Ok(test)
    }

    /// The parenthesis that closes this one.
    fn close(&mut self, open: Token<'t>) -> Result<(), Fault> {
        match self.next() {
            Some(token) if token.rule == Rule::close => Ok(()),
            None => Err(Trouble::NeverClosed.at(open.span)),
            Some(token) if token.rule == Rule::sign => Err(trouble::sign(token)),
            Some(token) => Err(Trouble::NotJoined(token.text).at(token.span)),
        }
    }

    /// A column and what is asked of it.
    fn test(&mut self) -> Result<Test, Fault> {
        let asked = self.column()?;
        let question = self.question(asked)?;
        Ok(Test::Asks {
            column: asked.column,
            name: asked.name,
            question,
        })
    }

    fn column(&mut self) -> Result<Asked, Fault> {
        let Some(token) = self.next() else {
            return Err(Trouble::NoTest.at(self.end));
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
            _ => Err(Trouble::NoColumn(token.text).at(token.span)),
        }
    }

    fn question(&mut self, asked: Asked) -> Result<Question, Fault> {
        if let Some(sign) = self.takes(|token| token.rule == Rule::sign) {
            return self.comparison(asked, sign);
        }
        if self.takes_word("is") {
            let not = self.takes_word("not");
            return if self.takes_word("empty") {
                Ok(Question::Empty { not })
            } else {
                Err(Trouble::IsWhat.at(self.here()))
            };
        }
        let before = self.at;
        let not = self.takes_word("not");
        if self.takes_word("in") {
            let values = self.values(asked)?;
            return Ok(Question::Among { values, not });
        }
        self.at = before;
        if asked.kind == Kind::Truth {
            return Ok(Question::Truth);
        }
        match self.peek() {
            Some(token) if !is_keyword(token) && matches!(token.rule, Rule::word | Rule::text) => {
                Err(Trouble::NoSign(asked.name, token.text).at(token.span))
            }
            _ => Err(trouble::alone(asked.name, asked.kind, asked.span)),
        }
    }

    /// What stands after a sign.
    fn comparison(&mut self, asked: Asked, sign: Token<'t>) -> Result<Question, Fault> {
        if let not @ ("~" | "!~") = sign.text {
            if matches!(asked.kind, Kind::Number | Kind::Truth) {
                return Err(trouble::no_text(asked.name, asked.kind, sign));
            }
            let token = self.literal(sign.span)?;
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
            return Err(Trouble::NoSize(asked.name).at(sign.span));
        }
        if let Some(other) = self.other(asked)? {
            return Ok(Question::Beside(comparison, other));
        }
        Ok(Question::Compare(comparison, self.value(asked, sign.span)?))
    }

    /// Another column to compare with. A word that the column may hold is that word, and no column of its name.
    fn other(&mut self, asked: Asked) -> Result<Option<Other>, Fault> {
        let is_value = |word| matches!(asked.kind, Kind::Word(words) if words.contains(&word));
        let columns = self.columns;
        let place = |token: Token<'_>| columns.iter().position(|(name, _)| *name == token.text);
        let is_column = |token: Token<'_>| token.rule == Rule::word && place(token).is_some();
        let Some(token) = self.takes(|token| is_column(token) && !is_value(token.text)) else {
            return Ok(None);
        };
        let found = place(token).and_then(|column| Some((column, *columns.get(column)?)));
        let Some((column, (name, kind))) = found else {
            return Ok(None);
        };
        if !compare(asked.kind, kind) {
            return Err(trouble::other_kind((asked.name, asked.kind), (name, kind), token));
        }
        let dates = kind == Kind::Date;
        Ok(Some(Other { column, name, dates }))
    }

    /// `(value, value)`.
    fn values(&mut self, asked: Asked) -> Result<Vec<Value>, Fault> {
        let Some(open) = self.takes(|token| token.rule == Rule::open) else {
            return Err(Trouble::NoList.at(self.here()));
        };
        let mut values = vec![self.value(asked, open.span)?];
        while self.takes(|token| token.rule == Rule::comma).is_some() {
            values.push(self.value(asked, open.span)?);
        }
        match self.next() {
            Some(token) if token.rule == Rule::close => Ok(values),
            None => Err(Trouble::NeverClosed.at(open.span)),
            Some(token) => Err(Trouble::NoComma(token.text).at(token.span)),
        }
    }

    /// A value that cells of the column can have. `behind` is what it has to stand after.
    fn value(&mut self, asked: Asked, behind: Span) -> Result<Value, Fault> {
        let token = self.literal(behind)?;
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

    /// A word or a text in quotes.
    fn literal(&mut self, behind: Span) -> Result<Token<'t>, Fault> {
        match self.next() {
            Some(token) if matches!(token.rule, Rule::word | Rule::text) => Ok(token),
            Some(token) if token.rule == Rule::sign => Err(trouble::sign(token)),
            Some(token) => Err(Trouble::NoValue.at(token.span)),
            None => Err(Trouble::NoValue.at(behind)),
        }
    }

    /// A text; what could be meant otherwise needs quotes.
    fn text(&self, token: Token<'t>) -> Result<String, Fault> {
        if is_keyword(token) {
            return Err(Trouble::Keyword(token.text).at(token.span));
        }
        if token.rule == Rule::word && self.names().any(|name| name == token.text) {
            return Err(Trouble::Column(token.text).at(token.span));
        }
        Ok(token.content().into_owned())
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

/// Tests as one test, where there are several.
fn joined(mut tests: Vec<Test>, how: fn(Vec<Test>) -> Test) -> Test {
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
