//! Games in CSA without its usual lines: a saved page of Shogi Wars, and games with one line of data and one of moves.
//!
//! Neither form states a start position; both begin from the even start.

use std::borrow::Cow;

use memchr::{memchr_iter, memmem};
use pest::Parser as _;
use pest::iterators::Pair;

use super::first_statements;
use super::grammar::{CsaParser, Rule};
use super::read::CsaReader;
use crate::finding::Span;
use crate::notation::header;
use crate::notation::tokens::each_token;
use crate::record::gap::TokenGap;
use crate::record::{Claim, Clock, GapKind, NodeId, Step, Terminal};
use crate::shogi::Color;

/// Parses the beginning of a text. Returns `None` if it does not match.
fn parse(rule: Rule, text: &str) -> Option<Pair<'_, Rule>> {
    CsaParser::parse(rule, text).ok()?.next()
}

// Saved pages.

/// The call in a page of Shogi Wars that contains the game.
const CALL: &str = "receiveMove(";

/// Returns whether a line of a page contains the call with the moves.
pub(in crate::notation) fn has_call(line: &str) -> bool {
    // Few lines contain a parenthesis, and a search for one byte takes less time than a search for a word.
    let mut ends = memchr_iter(b'(', line.as_bytes()).map(|at| at + 1);
    ends.any(|end| line[..end].ends_with(CALL) && parse(Rule::page_call, &line[end - CALL.len()..]).is_some())
}

/// Returns the moves in a saved page of Shogi Wars, and their offset; `None` for any other text.
fn moves_of_page(text: &str) -> Option<(usize, &str)> {
    if !text.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return None;
    }
    let at = memmem::find(text.as_bytes(), CALL.as_bytes())?;
    let moves = parse(Rule::page_call, &text[at..])?.into_inner().next()?;
    Some((at + moves.as_span().start(), moves.as_str()))
}

impl<'t> CsaReader<'t> {
    /// Reads a saved page of Shogi Wars: the moves, and the players and the date in the name of the game. Returns whether
    /// the text is such a page.
    pub(super) fn read_page(&mut self) -> bool {
        let text = self.source.text;
        let Some((moves_start, moves)) = moves_of_page(text) else {
            return false;
        };
        self.has_implied_start = true;
        let mut names = memmem::find_iter(text.as_bytes(), "name")
            .filter_map(|at| Some((at, parse(Rule::page_name, &text[at..])?)));
        if let Some((at, name)) = names.next() {
            self.page_name(at, name);
        }
        // The statements are separated by tabs, which a script may write as `\t`.
        for statement in moves.split('\t').flat_map(|part| part.split("\\t")) {
            let at = moves_start + (statement.as_ptr() as usize - moves.as_ptr() as usize);
            each_token::<_, CsaParser>(statement, Rule::file, first_statements, |rule, start, token| {
                self.take(rule.unwrap_or(Rule::junk), at + start, token);
            });
        }
        true
    }

    /// Reads the name of a game, `BLACK-WHITE-20200101_120000`, at offset `at`.
    fn page_name(&mut self, at: usize, name: Pair<'t, Rule>) {
        for part in name.into_inner() {
            let (text, start) = (part.as_str(), at + part.as_span().start());
            let (key, value) = match part.as_rule() {
                Rule::page_black => ("N+", Cow::Borrowed(text)),
                Rule::page_white => ("N-", Cow::Borrowed(text)),
                _ => {
                    let digits = |range| text.get(range).unwrap_or_default();
                    let date = [digits(0..4), digits(4..6), digits(6..8)].join("/");
                    let time = [digits(9..11), digits(11..13), digits(13..15)].join(":");
                    ("$START_TIME", Cow::Owned(format!("{date} {time}")))
                }
            };
            let span = self.source.span(start, start + text.len());
            self.record.headers.push(header::header(key, value, span));
        }
    }
}

// Games with one line of data and one line of moves.

/// Returns whether a line consists of at least two moves without signs: `7776FU3334FU`.
pub(super) fn is_moves(line: &str) -> bool {
    let (moves, rest) = line.trim_ascii_end().as_bytes().as_chunks::<6>();
    let is_move = |text: &[u8; 6]| {
        text[..4].iter().all(u8::is_ascii_digit) && super::kind([text[4], text[5]]).is_some()
    };
    moves.len() > 1 && rest.is_empty() && moves.iter().all(is_move)
}

/// Returns whether a line is the data of a game: `1 2003/09/08 甲 乙 2 4 王位戦 その他の戦型`.
fn is_data(line: &str) -> bool {
    line.starts_with(|letter: char| letter.is_ascii_digit()) && parse(Rule::game_data, line).is_some()
}

/// Returns the length of the first record if it consists of a line of data and a line of moves, or of a line of moves
/// alone; `None` for any other text.
pub(super) fn first_record(text: &str) -> Option<usize> {
    let (mut at, mut end_of_data) = (0, None);
    for line in text.split_inclusive(['\n', '\r']) {
        at += line.len();
        let content = line.trim_start_matches('\u{feff}').trim_end();
        if is_moves(content) {
            return Some(at);
        }
        if !content.is_empty() {
            if end_of_data.is_some() || !is_data(content) {
                break;
            }
            end_of_data = Some(at);
        }
    }
    end_of_data
}

impl<'t> CsaReader<'t> {
    /// Reads a game of one line of data and one line of moves. Returns whether the text is such a game.
    pub(super) fn read_two_lines(&mut self) -> bool {
        let text = self.source.text;
        // The test of the first byte is sufficient for nearly all records.
        let first = text.trim_start_matches('\u{feff}').trim_start();
        if !first.starts_with(|letter: char| letter.is_ascii_digit()) || first_record(text).is_none() {
            return false;
        }
        self.has_implied_start = true;
        let mut data = None;
        let mut at = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let start = at + (line.len() - line.trim_start_matches('\u{feff}').len());
            at += line.len();
            let content = text[start..at].trim_end();
            if is_moves(content) && self.last == NodeId::START {
                self.plain_moves(start, content);
            } else if self.last == NodeId::START && data.is_none() && is_data(content) {
                data = parse(Rule::game_data, content).map(|pair| (start, pair));
            } else if !content.is_empty() {
                self.add_unreadable(start, content);
            }
        }
        if let Some((start, data)) = data {
            self.game_data(start, data);
        }
        true
    }

    /// Reads a line of moves without signs, which the sides make in turn.
    fn plain_moves(&mut self, line_start: usize, line: &'t str) {
        for at in (0..line.len()).step_by(6) {
            let (start, side) = (line_start + at, self.side_to_move());
            let span = self.source.span(start, start + 6);
            let signed = format!("{}{}", super::sign_of(side), &line[at..at + 6]);
            let parsed = super::parse_move(&signed, span.start);
            self.first_move.get_or_insert((side, span));
            self.side_to_move = Some(side.opponent());
            let step = match parsed {
                Ok(written) => Step::Move(crate::record::WrittenMove {
                    mark: None,
                    span,
                    ..written
                }),
                Err(_) => Step::Unreadable(span),
            };
            self.last = self.record.tree.add(self.last, step, Clock::default());
            if let Err(why) = parsed {
                self.add_gap(span, GapKind::BadToken(TokenGap::NotAMove(why)));
            }
        }
    }

    /// Reads a line of data: the number, the date, the players, the result, the number of plies, the event and the opening.
    fn game_data(&mut self, line_start: usize, data: Pair<'t, Rule>) {
        let (mut code, mut plies, mut result_span) = (None, None, Span::default());
        let mut result_start = 0;
        for part in data.into_inner() {
            let (text, start) = (part.as_str(), line_start + part.as_span().start());
            let span = self.source.span(start, start + text.len());
            let key = match part.as_rule() {
                Rule::data_number => "$NUMBER",
                Rule::data_date => "$START_TIME",
                Rule::data_black => "N+",
                Rule::data_white => "N-",
                Rule::data_event => "$EVENT",
                Rule::data_opening => "$OPENING",
                Rule::data_result => {
                    code = Some(text);
                    (result_start, result_span) = (start, span);
                    continue;
                }
                Rule::data_plies => {
                    plies = text.parse().ok();
                    result_span.end = span.end;
                    continue;
                }
                _ => continue,
            };
            self.record.headers.push(header::header(key, text, span));
        }
        let (terminal, winner) = match code {
            Some("0") => (Some(Terminal::Draw), None),
            Some("1") => (None, Some(Color::Black)),
            Some("2") => (None, Some(Color::White)),
            _ => (None, None),
        };
        if terminal.is_none() && winner.is_none() {
            self.add_gap(result_span, GapKind::UnreadableResult);
        }
        let length = result_span.end.saturating_sub(result_span.start) as usize;
        self.record.claims.push(Claim {
            node: self.last,
            plies,
            terminal,
            winner,
            text: Cow::Borrowed(&self.source.text[result_start..result_start + length]),
            span: result_span,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{first_record, is_data, is_moves, moves_of_page};

    #[test]
    fn lines_of_data_and_of_moves_are_recognized() {
        for (line, data, moves) in [
            ("1 2003/09/08 甲 乙 2 4 王位戦 その他の戦型", true, false),
            ("12 2003/9/8 甲 乙 0 4", true, false),
            ("1 2003/09/08 甲 2 4 王位戦", false, false),
            ("1 ７六歩(77)   ( 0:01/00:00:01)", false, false),
            ("7776FU3334FU", false, true),
            ("7776FU3334FU0055KA \r", false, true),
            ("7776FU", false, false),
            ("7776FU3334F", false, false),
            ("7776FU3334XX", false, false),
            ("+7776FU-3334FU", false, false),
        ] {
            assert_eq!((is_data(line), is_moves(line)), (data, moves), "{line}");
        }
    }

    #[test]
    fn a_record_ends_after_its_moves() {
        let (data, moves) = ("1 2003/09/08 甲 乙 2 4 王位戦 x\n", "7776FU3334FU\n");
        for (text, expected) in [
            (
                format!("{data}{moves}{data}{moves}"),
                Some(data.len() + moves.len()),
            ),
            (format!("\n{moves}{moves}"), Some(moves.len() + 1)),
            (format!("{data}{data}{moves}"), Some(data.len())),
            (format!("V2.2\n{moves}"), None),
            (String::new(), None),
        ] {
            assert_eq!(first_record(&text), expected, "{text}");
        }
    }

    #[test]
    fn only_a_page_contains_a_call() {
        let call = "receiveMove(\"+7776FU,L599\t-3334FU,L598\");";
        let moves = "+7776FU,L599\t-3334FU,L598";
        for (text, expected) in [
            (format!("<html>\n{call}</html>"), Some((20, moves))),
            (format!("'{call}"), None),
            ("<html>receiveMove(text)</html>".to_owned(), None),
        ] {
            assert_eq!(moves_of_page(&text), expected, "{text}");
        }
    }
}
