//! Parsing of filters.

use pest::Parser;
use pest::iterators::{Pair, Pairs};
use pest::pratt_parser::{Assoc, ConstPrattParser, Op};
use pest_derive::Parser;

use std::collections::HashSet;

use super::{COMPARISONS, CellTest, NameList, Operand, Pattern, Test, Token, quoted};
use crate::finding::{Count, InputError, Message, Span, Words, bilingual, both, did_you_mean, message};
use crate::record::Date;
use crate::stats::game::style_by_name;
use crate::stats::name::{fold_case, normalize_name};
use crate::stats::{CellType, columns_with_title, fault, unknown_column};
use crate::text::similar;

/// Maximum length of a filter (bytes).
const MAX_FILTER_BYTES: usize = 4 << 10;

/// Maximum nesting depth of parentheses and `not`, which the grammar enforces.
const MAX_DEPTH: usize = 64;

/// The keywords of the language. A text that is a keyword must be quoted.
const KEYWORDS: [&str; 6] = ["and", "or", "not", "in", "is", "empty"];

/// The operators between tests (`or`, `and`) and before a test (`not`), in ascending precedence.
static OPERATORS: ConstPrattParser<Rule, 3> = ConstPrattParser::new_const([
    (Op::infix(Rule::or, Assoc::Left), true),
    (Op::infix(Rule::and, Assoc::Left), true),
    (Op::prefix(Rule::not), true),
]);

/// Parses a whole filter of rows whose columns have these names and types. Returns a fault if the filter is malformed,
/// longer than [`MAX_FILTER_BYTES`], or does not fit the columns.
pub(super) fn read(text: &str, columns: &[(&'static str, CellType)]) -> Result<Test, InputError> {
    if text.len() > MAX_FILTER_BYTES {
        let limit = Count(MAX_FILTER_BYTES, "byte");
        return Err(fault(
            Span::new(0, text.len()),
            bilingual("the condition is too long", "条件が長すぎる"),
            message!("the limit is {limit}", "上限は {limit} バイト", limit),
        ));
    }
    let end = text.trim_end().len();
    let end = Span::new(end, end);
    // The grammar accepts any text, so this error does not occur.
    let filter = WhereParser::parse(Rule::filter, text).map_err(|_| missing_test(end))?;
    if let Some(quote) = filter
        .clone()
        .flatten()
        .find(|pair| pair.as_rule() == Rule::unclosed)
    {
        let start = quote.as_span().start();
        return Err(fault(
            Span::new(start, start + 1),
            bilingual("missing closing quote", "この引用符が閉じていない"),
            bilingual(
                "write the same quote after the text",
                "文字列の後に同じ引用符を書く",
            ),
        ));
    }
    let mut parts = filter.flat_map(Pair::into_inner);
    let tests = Reader { end, columns }.tests(parts.next())?;
    match parts
        .next()
        .map(Token::from)
        .filter(|token| token.rule != Rule::EOI)
    {
        None => Ok(tests),
        Some(token) if token.rule == Rule::close => Err(fault(
            token.span,
            bilingual(
                "closing parenthesis without an opening one",
                "この閉じ括弧に対応する括弧がない",
            ),
            bilingual(
                "remove it, or add the opening `(`",
                "取り除くか、対応する `(` を書く",
            ),
        )),
        Some(token) => Err(unexpected_token(token)),
    }
}

/// Returns the paths of the files with names that a filter refers to, and their places. Errors of the filter are ignored.
pub(super) fn lists_in(text: &str) -> Vec<(String, Span)> {
    if text.len() > MAX_FILTER_BYTES {
        return Vec::new();
    }
    let pairs = WhereParser::parse(Rule::filter, text).ok();
    let tokens = pairs.into_iter().flat_map(Pairs::flatten);
    let files = tokens.filter(|pair| pair.as_rule() == Rule::file);
    let list = |file: Pair<'_, Rule>| {
        let span = Token::from(file.clone()).span;
        Some((path_of_list(file)?, span))
    };
    files.filter_map(list).collect()
}

/// Returns the path of a file with names; `None` if it is missing.
fn path_of_list(file: Pair<'_, Rule>) -> Option<String> {
    Some(Token::from(file.into_inner().next()?).content().into_owned())
}

/// The name for each player of a game, on any side, in a filter of games.
pub(super) const PLAYER: &str = "player";

/// The columns with the names of all players of a game.
pub(super) const PLAYER_COLUMNS: [&str; 4] = ["seat_1", "seat_2", "seat_3", "seat_4"];

/// The columns of texts that are names of players.
const NAME_COLUMNS: [&str; 16] = [
    PLAYER,
    "black",
    "white",
    "third",
    "fourth",
    "seat_1",
    "seat_2",
    "seat_3",
    "seat_4",
    "black_player",
    "white_player",
    "winner_player",
    "loser_player",
    "name",
    "opponent",
    "opponent_name",
];

struct Reader<'c> {
    /// The empty span after the last token.
    end: Span,
    columns: &'c [(&'static str, CellType)],
}

/// The column of a test, found by its name in the filter.
#[derive(Clone, Copy)]
struct FilterColumn {
    column: usize,
    name: &'static str,
    kind: CellType,
    span: Span,
}

/// A disjunction of conjunctions.
type Alternatives = Vec<Vec<Test>>;

impl Reader<'_> {
    /// Returns the span of a token, or the end of the filter if there is no token.
    fn span_of(&self, token: Option<Token<'_>>) -> Span {
        token.map_or(self.end, |token| token.span)
    }

    /// Parses one test, or several that are joined by `and` and `or`. Each test can have `not` before it.
    fn tests(&self, tests: Option<Pair<'_, Rule>>) -> Result<Test, InputError> {
        let alternatives: Result<Alternatives, InputError> = OPERATORS
            .map_primary(|pair| Ok(vec![vec![self.operand(pair)?]]))
            .map_prefix(|_, inner| Ok(vec![vec![Test::Not(Box::new(to_test(inner?)))]]))
            .map_infix(|one, operator, two| {
                let (mut one, two) = (one?, two?);
                match one.last_mut() {
                    Some(last) if operator.as_rule() == Rule::and => last.extend(two.into_iter().flatten()),
                    _ => one.extend(two),
                }
                Ok(one)
            })
            .parse(tests.into_iter().flat_map(Pair::into_inner));
        alternatives.map(to_test)
    }

    /// Parses a test of a column, or tests in parentheses. Returns a fault for a missing or stray part of the test, and
    /// if parentheses and `not` are nested too deeply.
    fn operand(&self, pair: Pair<'_, Rule>) -> Result<Test, InputError> {
        let rule = pair.as_rule();
        let mut parts = pair.into_inner();
        let first_token = parts.next().map(Token::from);
        match rule {
            Rule::too_deep => Err(fault(
                self.span_of(first_token),
                bilingual(
                    "parentheses and `not` are nested too deeply",
                    "括弧や not の入れ子が深すぎる",
                ),
                message!("the limit is {most} levels", "上限は {most} 重", most = MAX_DEPTH),
            )),
            Rule::group => {
                let test = self.tests(parts.next())?;
                match parts.next().map(Token::from) {
                    Some(token) if token.rule == Rule::close => Ok(test),
                    Some(token) => Err(unexpected_token(token)),
                    None => Err(unclosed_parenthesis(self.span_of(first_token))),
                }
            }
            _ => {
                let column_ref = self.column(first_token)?;
                if column_ref.is_every_player() {
                    let index = |name: &&str| Some(self.column_named(name, column_ref.span)?.column);
                    return Ok(Test::Player {
                        columns: PLAYER_COLUMNS.iter().filter_map(index).collect(),
                        cell_test: self.cell_test(column_ref, parts.next())?,
                    });
                }
                Ok(Test::Column {
                    column: column_ref.column,
                    name: column_ref.name,
                    cell_test: self.cell_test(column_ref, parts.next())?,
                })
            }
        }
    }

    /// Returns the column that a token names, or `None` if the token is not a word or there is no such column.
    fn named(&self, token: Token<'_>) -> Option<FilterColumn> {
        let is_word = token.rule == Rule::word;
        self.column_named(token.text, token.span).filter(|_| is_word)
    }

    /// Returns the column that a token names by its Japanese title, or `None` if there is no such column. A title can
    /// only be left of an operator, because it is a usual text on the right.
    fn titled(&self, token: Token<'_>) -> Option<FilterColumn> {
        let names = columns_with_title(&token.content());
        names.iter().find_map(|name| self.column_named(name, token.span))
    }

    fn column_named(&self, name: &str, span: Span) -> Option<FilterColumn> {
        let index_of = |name: &str| self.columns.iter().position(|(known, _)| *known == name);
        let Some(column) = index_of(name) else {
            // In a table without such a column, it means each player of the game.
            let is_player = name == PLAYER && index_of(PLAYER_COLUMNS[0]).is_some();
            return is_player.then_some(FilterColumn {
                column: usize::MAX,
                name: PLAYER,
                kind: CellType::Text,
                span,
            });
        };
        let (name, kind) = *self.columns.get(column)?;
        Some(FilterColumn {
            column,
            name,
            kind,
            span,
        })
    }

    fn column(&self, token: Option<Token<'_>>) -> Result<FilterColumn, InputError> {
        let token = token.ok_or_else(|| missing_test(self.end))?;
        if let Some(column_ref) = self.named(token).or_else(|| self.titled(token)) {
            return Ok(column_ref);
        }
        Err(match token.rule {
            Rule::word if !is_keyword(token) => {
                unknown_column(token.text, token.span, self.columns.iter().map(|(name, _)| *name))
            }
            Rule::sign if token.text == "!" => invalid_operator(token),
            _ => {
                let word = token.quoted_for_message();
                let message = message!(
                    "expected a column, found {word}",
                    "条件は列名で始まるが、{word} は列名ではない",
                );
                fault(token.span, message, test_example_help())
            }
        })
    }

    /// Parses the test after the name of a column. The name of a Boolean column without anything after it is a test,
    /// too.
    fn cell_test(
        &self,
        column_ref: FilterColumn,
        pair: Option<Pair<'_, Rule>>,
    ) -> Result<CellTest, InputError> {
        let rule = pair.as_ref().map(Pair::as_rule);
        let parts = pair.into_iter().flat_map(Pair::into_inner);
        let is_not_keyword = |pair: &Pair<'_, Rule>| !matches!(pair.as_rule(), Rule::is | Rule::among);
        let mut parts = parts.filter(is_not_keyword).peekable();
        let not = parts.next_if(|part| part.as_rule() == Rule::not).is_some();
        let part = parts.next();
        let token = part.clone().map(Token::from);
        let is_truth = matches!(column_ref.kind, CellType::Bool);
        match (rule, part, token) {
            (Some(Rule::comparison), _, Some(operator)) => {
                self.comparison(column_ref, operator, value(parts.next()))
            }
            (Some(Rule::emptiness), _, Some(word)) if word.rule == Rule::empty => Ok(CellTest::Empty { not }),
            (Some(Rule::emptiness), ..) => Err(fault(
                self.span_of(token),
                bilingual(
                    "expected `empty` or `not empty` after `is`",
                    "is の後に書けるのは empty と not empty だけである",
                ),
                use_equals_help(),
            )),
            (Some(Rule::membership), Some(list), Some(_)) if list.as_rule() == Rule::list => {
                let values = self.values(column_ref, list)?;
                Ok(CellTest::Among { values, not })
            }
            (Some(Rule::membership), Some(file), Some(word)) if file.as_rule() == Rule::file => {
                column_ref.listed(file, word, not)
            }
            (Some(Rule::membership), ..) => Err(fault(
                self.span_of(token),
                bilingual("expected a list after `in`", "in の後に値の一覧がない"),
                bilingual(
                    "for example, `end in (resign, timeout)` or `player in @players.txt`",
                    "例: `end in (resign, timeout)`、`player in @players.txt`",
                ),
            )),
            (_, _, Some(stray)) if is_truth => Err(unexpected_token(stray)),
            (_, _, Some(stray)) => Err(column_ref.missing_operator(stray)),
            _ if is_truth => Ok(CellTest::IsTrue),
            _ => Err(column_ref.missing_comparison()),
        }
    }

    /// Parses the operand after a comparison operator, or the regular expression after `~` or `!~`.
    fn comparison(
        &self,
        column_ref: FilterColumn,
        operator: Token<'_>,
        token: Option<Token<'_>>,
    ) -> Result<CellTest, InputError> {
        if matches!(operator.text, "~" | "!~") {
            return self.pattern(column_ref, operator, token);
        }
        let comparison = COMPARISONS
            .iter()
            .find(|comparison| comparison.operator == operator.text);
        let comparison = *comparison.ok_or_else(|| invalid_operator(operator))?;
        if matches!(column_ref.kind, CellType::Bool) && !matches!(comparison.operator, "=" | "!=") {
            let column = column_ref.name;
            return Err(fault(
                operator.span,
                message!(
                    "`{column}` is true or false and has no order",
                    "`{column}` は true か false であり、大小がない",
                ),
                message!(
                    "write `{column}` or `not {column}`",
                    "`{column}` か `not {column}` と書く",
                ),
            ));
        }
        let operand = match self.column_operand(column_ref, token)? {
            Some(column) => column,
            None => self.value(column_ref, token, operator)?,
        };
        Ok(CellTest::Compare(comparison, operand))
    }

    /// Parses the regular expression after `~` or `!~`.
    fn pattern(
        &self,
        column_ref: FilterColumn,
        operator: Token<'_>,
        token: Option<Token<'_>>,
    ) -> Result<CellTest, InputError> {
        if matches!(
            column_ref.kind,
            CellType::Integer | CellType::Number | CellType::Bool
        ) {
            let (operator, span, column, type_words) = (
                operator.text,
                operator.span,
                column_ref.name,
                column_ref.type_in_words(),
            );
            let message = message!(
                "`{operator}` applies to texts, but `{column}` contains {type_words}",
                "`{operator}` は文字列に使うが、`{column}` は{type_words}である",
                operator,
                column,
                type_words
            );
            return Err(fault(span, message, use_equals_help()));
        }
        let token = literal(token, operator)?;
        let expression = if column_ref.is_possible_value(token.text) {
            token.text.to_owned()
        } else {
            self.text(token)?
        };
        let not = operator.text == "!~";
        match Pattern::new(expression) {
            Ok(pattern) => Ok(CellTest::Contains { pattern, not }),
            Err(error) => Err(invalid_pattern(token, &error)),
        }
    }

    /// Parses another column as the right operand of a comparison. Returns a fault if its type cannot be compared with
    /// that of the left column.
    ///
    /// Returns `None` if the token is not the name of a column, or if it is a possible value of the left column.
    fn column_operand(
        &self,
        column_ref: FilterColumn,
        token: Option<Token<'_>>,
    ) -> Result<Option<Operand>, InputError> {
        let token = token.filter(|token| !column_ref.is_possible_value(token.text));
        let named = token.and_then(|token| self.named(token));
        let Some(other) = named.filter(|other| !other.is_every_player()) else {
            return Ok(None);
        };
        if !are_comparable(column_ref.kind, other.kind) {
            return Err(column_ref.type_mismatch(other));
        }
        Ok(Some(Operand::Column {
            column: other.column,
            name: other.name,
            dates: matches!(other.kind, CellType::Date),
        }))
    }

    /// Parses a list of values: `(value, value)`.
    fn values(&self, column_ref: FilterColumn, list: Pair<'_, Rule>) -> Result<Vec<Operand>, InputError> {
        let mut open_span = self.end;
        let mut values = Vec::new();
        let mut preceding = None;
        for part in list.into_inner() {
            let token = Token::from(part.clone());
            match token.rule {
                Rule::open if values.is_empty() => open_span = token.span,
                Rule::value => {
                    let preceding = preceding.unwrap_or(token);
                    values.push(self.value(column_ref, value(Some(part)), preceding)?);
                }
                Rule::comma => {}
                Rule::close => return Ok(values),
                _ => {
                    let word = token.quoted_for_message();
                    return Err(fault(
                        token.span,
                        message!(
                            "expected `,` or `)` in the list, found {word}",
                            "一覧の中に余分な {word} がある",
                        ),
                        bilingual(
                            "separate values with `,`, close the list with `)`, and put texts with spaces in quotes",
                            "値は `,` で区切り、最後に `)` を書く。空白を含む文字列は引用符で囲む",
                        ),
                    ));
                }
            }
            preceding = Some(token);
        }
        Err(unclosed_parenthesis(open_span))
    }

    /// Parses a possible value of the column. `preceding` is the token before the value, for the fault that the value
    /// is missing.
    fn value(
        &self,
        column_ref: FilterColumn,
        token: Option<Token<'_>>,
        preceding: Token<'_>,
    ) -> Result<Operand, InputError> {
        let token = literal(token, preceding)?;
        let content = token.content();
        let value = match column_ref.kind {
            CellType::Text if column_ref.is_every_player() => {
                let written = self.text(token)?;
                let normalized = normalize_name(&written);
                return Ok(Operand::Name { written, normalized });
            }
            CellType::Text => return self.text(token).map(Operand::Text),
            CellType::Enumerated(_) => Some(style_by_name(&content))
                .filter(|word| column_ref.is_possible_value(word))
                .map(|word| Operand::Text(word.to_owned())),
            CellType::Date => date(&content).map(Operand::Date),
            CellType::Integer | CellType::Number => number(&content).map(Operand::Number),
            CellType::Bool => content.to_ascii_lowercase().parse().ok().map(Operand::Bool),
        };
        value.ok_or_else(|| column_ref.invalid_value(token))
    }

    /// Parses a text, in quotes or without. Returns a fault for a keyword, or for the name of a column, without quotes.
    fn text(&self, token: Token<'_>) -> Result<String, InputError> {
        let word = token.text;
        let message = if is_keyword(token) {
            message!("`{word}` is a keyword", "`{word}` は予約語である")
        } else if self.named(token).is_some() {
            message!(
                "expected a text, found the column `{word}`",
                "文字列が必要なところに列名 `{word}` がある",
            )
        } else {
            return Ok(token.content().into_owned());
        };
        Err(fault(token.span, message, quote_text_help(word)))
    }
}

impl FilterColumn {
    /// Returns whether the name means each player of a game.
    const fn is_every_player(self) -> bool {
        self.column == usize::MAX
    }

    /// Returns the test whether the cell is one of the names in a file. Returns a fault if the path is missing, or if the column
    /// has no names of players.
    fn listed(self, file: Pair<'_, Rule>, word: Token<'_>, not: bool) -> Result<CellTest, InputError> {
        let column = self.name;
        if !NAME_COLUMNS.contains(&column) {
            return Err(fault(
                word.span,
                message!(
                    "`in @FILE` is for names of players, and `{column}` has none",
                    "`in @ファイル` は対局者の名前に使う。`{column}` は名前ではない",
                ),
                bilingual("write the values in parentheses", "値を括弧の中に書く"),
            ));
        }
        let Some(path) = path_of_list(file) else {
            return Err(fault(
                word.span,
                bilingual("missing path after `@`", "`@` の後にパスがない"),
                bilingual(
                    "for example, `player in @players.txt`; put a path with blanks in quotes",
                    "例: `player in @players.txt`。空白を含むパスは引用符で囲む",
                ),
            ));
        };
        let names = NameList {
            path,
            names: HashSet::new(),
        };
        Ok(CellTest::Listed { names, not })
    }

    /// Returns whether the column has a list of possible values, and the list contains the word.
    fn is_possible_value(self, word: &str) -> bool {
        matches!(self.kind, CellType::Enumerated(words) if words().contains(&word))
    }

    /// Returns the type of the cells in words.
    const fn type_in_words(self) -> Words {
        match self.kind {
            CellType::Text | CellType::Enumerated(_) => both("texts", "文字列"),
            CellType::Date => both("dates", "日付"),
            CellType::Integer | CellType::Number => both("numbers", "数値"),
            CellType::Bool => both("true or false", "true か false"),
        }
    }

    /// Returns the fault that the column is not followed by a comparison.
    fn missing_comparison(self) -> InputError {
        let column = self.name;
        let example = match self.kind {
            CellType::Integer | CellType::Number => format!("`{column} > 100`"),
            CellType::Date => format!("`{column} >= 2024-03`"),
            CellType::Text | CellType::Enumerated(_) | CellType::Bool => format!("`{column} = \"…\"`"),
        };
        let message = message!(
            "expected a comparison after `{column}`",
            "`{column}` の後に比較がない",
        );
        let help = message!(
            "for example, {example} or `{column} is not empty`",
            "例: {example}、`{column} is not empty`",
        );
        fault(self.span, message, help)
    }

    /// Returns the fault that a token follows the column in place of a comparison operator.
    fn missing_operator(self, token: Token<'_>) -> InputError {
        let (column, word) = (self.name, token.quoted_for_message());
        let message = message!(
            "expected a comparison after `{column}`, found {word}",
            "`{column}` と {word} の間に比較の記号がない",
        );
        let help = bilingual(
            "write one of = != < <= > >= ~ !~ between them",
            "間に = != < <= > >= ~ !~ のどれかを書く",
        );
        fault(token.span, message, help)
    }

    /// Returns the fault that the types of two columns cannot be compared.
    fn type_mismatch(self, other: Self) -> InputError {
        let (one, two, holds_one, holds_two) =
            (self.name, other.name, self.type_in_words(), other.type_in_words());
        let message = message!(
            "cannot compare `{one}` ({holds_one}) with `{two}` ({holds_two})",
            "`{one}`（{holds_one}）と `{two}`（{holds_two}）は比べられない",
            one,
            two,
            holds_one,
            holds_two
        );
        let help = match self.kind {
            CellType::Text => quote_text_help(two),
            _ => bilingual(
                "compare columns of the same type, or a column with a value",
                "同じ種類の列どうしか、列と値を比べる",
            ),
        };
        fault(other.span, message, help)
    }

    /// Returns the fault that the column cannot have this value.
    fn invalid_value(self, token: Token<'_>) -> InputError {
        let (column, word) = (self.name, token.quoted_for_message());
        let (expected, help) = match self.kind {
            CellType::Text | CellType::Enumerated(_) => return self.unknown_word(token),
            CellType::Integer | CellType::Number => (
                both("a number", "数値"),
                bilingual(
                    "write digits, such as 100 or 0.5",
                    "100 や 0.5 のように数字で書く",
                ),
            ),
            CellType::Date => (
                both("a date of the calendar", "暦にある日付"),
                bilingual(
                    "write 2024, 2024-03, 2024-03-05 or \"2024-03-05 10:00\"",
                    "2024、2024-03、2024-03-05、\"2024-03-05 10:00\" のように書く",
                ),
            ),
            CellType::Bool => (
                self.type_in_words(),
                message!(
                    "for example, `{column}` or `{column} = false`",
                    "例: `{column}`、`{column} = false`",
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

    /// Returns the fault that a word is not a possible value of the column. The help suggests a similar value, or lists
    /// all values.
    fn unknown_word(self, token: Token<'_>) -> InputError {
        let (column, word) = (self.name, token.quoted_for_message());
        let words = match self.kind {
            CellType::Enumerated(words) => words(),
            _ => Vec::new(),
        };
        let help = if let Some(suggestion) = similar(&token.content(), words.iter().copied()) {
            did_you_mean(&format!("`{suggestion}`"))
        } else {
            let words = words.join(", ");
            message!("possible values: {words}", "使える値: {words}")
        };
        let message = message!("`{column}` cannot be {word}", "`{column}` の値に {word} はない",);
        fault(token.span, message, help)
    }
}

/// Returns the first token of a pair that the grammar parsed in place of a value, if there is one.
fn value(pair: Option<Pair<'_, Rule>>) -> Option<Token<'_>> {
    pair?.into_inner().next().map(Token::from)
}

/// Returns the token if it is a word or a quoted text. For an operator, returns the fault that the operator is unknown
/// or misplaced. For any other token, and without a token, returns the fault that a value is missing after the token
/// `preceding`.
fn literal<'t>(token: Option<Token<'t>>, preceding: Token<'_>) -> Result<Token<'t>, InputError> {
    match token {
        Some(token) if matches!(token.rule, Rule::word | Rule::text) => Ok(token),
        Some(token) if token.rule == Rule::sign => Err(invalid_operator(token)),
        _ => {
            let operator = preceding.text;
            Err(fault(
                token.map_or(preceding.span, |token| token.span),
                message!(
                    "expected a value after `{operator}`",
                    "`{operator}` の後に値がない"
                ),
                bilingual(
                    "for example, `plies > 100` or `black = \"山田\"`",
                    "例: `plies > 100`、`black = \"山田\"`",
                ),
            ))
        }
    }
}

/// Converts a date to ISO 8601, or returns `None` if a part of the text cannot be read. A time after the date may
/// consist of the hour alone.
fn date(text: &str) -> Option<String> {
    let iso = |text: &str| {
        let date = Date::read(text).ok().filter(|date| !date.unread)?;
        Some(date.to_string())
    };
    let hour = || Some(iso(&format!("{text}:00"))?.strip_suffix(":00")?.to_owned());
    iso(text).or_else(hour)
}

/// Returns whether cells of two types can be compared with each other.
const fn are_comparable(one: CellType, other: CellType) -> bool {
    use CellType::{Bool, Date, Enumerated, Integer, Number, Text};
    matches!(
        (one, other),
        (Text | Enumerated(_), Text | Enumerated(_))
            | (Date, Date)
            | (Integer | Number, Integer | Number)
            | (Bool, Bool)
    )
}

fn is_keyword(token: Token<'_>) -> bool {
    KEYWORDS.iter().any(|word| token.is_word(word))
}

fn to_test(alternatives: Alternatives) -> Test {
    let conjunction = |tests| combine(tests, Test::All);
    combine(alternatives.into_iter().map(conjunction).collect(), Test::Any)
}

/// Combines several tests into one. A single test is returned unchanged.
fn combine(mut tests: Vec<Test>, combination: fn(Vec<Test>) -> Test) -> Test {
    match tests.pop() {
        Some(only) if tests.is_empty() => only,
        last => {
            tests.extend(last);
            combination(tests)
        }
    }
}

/// Parses a decimal number in characters of any width, with an optional sign and fraction. Returns `None` for any other
/// text, such as `1e3`.
fn number(text: &str) -> Option<f64> {
    let text = fold_case(text);
    let is_plain = text
        .bytes()
        .all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.'));
    text.parse()
        .ok()
        .filter(|number: &f64| is_plain && number.is_finite())
}

// Faults that are detected in several places.

fn missing_test(span: Span) -> InputError {
    fault(
        span,
        bilingual("expected a test", "条件が足りない"),
        test_example_help(),
    )
}

fn test_example_help() -> Message {
    bilingual("for example, `plies > 100`", "例: `plies > 100`")
}

fn unclosed_parenthesis(span: Span) -> InputError {
    let message = bilingual("missing closing parenthesis", "この括弧が閉じていない");
    fault(span, message, bilingual("close it with `)`", "`)` で閉じる"))
}

/// Returns the fault that a token does not belong to any test. For an operator, returns the fault that the operator is
/// unknown or misplaced.
fn unexpected_token(token: Token<'_>) -> InputError {
    if token.rule == Rule::sign {
        return invalid_operator(token);
    }
    let word = token.quoted_for_message();
    let message = message!(
        "unexpected {word} after a complete test",
        "条件の後に余分な {word} がある",
    );
    let help = bilingual(
        "join tests with `and` or `or`, and put texts with spaces in quotes",
        "条件は and か or でつなぎ、空白を含む文字列は引用符で囲む",
    );
    fault(token.span, message, help)
}

fn use_equals_help() -> Message {
    bilingual("use `=` to compare", "比較には `=` を使う")
}

fn quote_text_help(word: &str) -> Message {
    let word = quoted(word);
    message!("to write a text, use {word}", "文字列は {word} と書く")
}

/// Operators of other languages, and the equivalent operators of filters.
const FOREIGN_OPERATORS: [(&[&str], &str); 8] = [
    (&["==", "==="], "="),
    (&["<>", "=!", "!=="], "!="),
    (&["=<"], "<="),
    (&["=>"], ">="),
    (&["=~", "~=", "~~"], "~"),
    (&["&&", "&"], "and"),
    (&["||", "|"], "or"),
    (&["!"], "not"),
];

/// Returns the fault that an operator is unknown or misplaced. The help suggests the equivalent of an operator of
/// another language.
fn invalid_operator(token: Token<'_>) -> InputError {
    let operator = token.text;
    let message = message!("unexpected `{operator}`", "ここでは `{operator}` を使えない",);
    let equivalent = FOREIGN_OPERATORS
        .iter()
        .find(|(signs, _)| signs.contains(&operator));
    let help = match equivalent {
        Some((_, "or")) => bilingual(
            "write `or`, and put a regular expression in quotes",
            "`or` と書く。正規表現は引用符で囲む",
        ),
        Some((_, equivalent)) => message!("write `{equivalent}`", "`{equivalent}` と書く"),
        None => bilingual(
            "write a column, one of = != < <= > >= ~ !~, and a value",
            "列名、= != < <= > >= ~ !~ のどれか、値の順に書く",
        ),
    };
    fault(token.span, message, help)
}

/// Returns the fault that a regular expression is malformed or too large.
fn invalid_pattern(token: Token<'_>, error: &regex::Error) -> InputError {
    let word = token.quoted_for_message();
    if matches!(error, regex::Error::CompiledTooBig(_)) {
        let message = message!(
            "the regular expression {word} is too large",
            "正規表現 {word} は大きすぎる",
        );
        let help = bilingual(
            "use fewer repetitions or a shorter expression",
            "繰り返しの回数を減らすか、短くする",
        );
        return fault(token.span, message, help);
    }
    let message = message!(
        "invalid regular expression {word}",
        "{word} は正規表現として読めない",
    );
    let help = bilingual(
        r"write `\` before . * + ? ( ) [ ] { } ^ $ | \ if you mean the character itself, and put the expression in quotes",
        r"文字そのものを探すときは . * + ? ( ) [ ] { } ^ $ | \ の前に `\` を置き、全体を引用符で囲む",
    );
    fault(token.span, message, help)
}

// The parser that `pest` generates from `grammar/where.pest`.

/// The parser of the filter grammar.
#[derive(Parser)]
#[grammar = "../grammar/where.pest"]
pub(super) struct WhereParser;
