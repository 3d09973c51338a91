//! The layout of numbered lines: the widths of numbers, the blanks after moves and the form of times, as the other lines of a
//! record have them.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::finding::{Edit, Span};
use crate::record::{NodeId, Record};

/// A line with a number, split into its parts.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberedLine<'r> {
    /// The offset of the line in the file.
    pub start: usize,
    /// The blanks before the number.
    pub margin: &'r str,
    pub digits: &'r str,
    /// The text between the number and the move.
    pub separator: &'r str,
    pub token: &'r str,
    /// The blanks after the move.
    pub gap: &'r str,
    /// The text after these blanks, without the line end.
    pub rest: &'r str,
}

impl<'r> NumberedLine<'r> {
    /// Returns the line that contains a token, or `None` if there is no number before the token.
    pub(crate) fn around(record: &'r Record<'_>, token: Span) -> Option<Self> {
        let offset = record.span.start as usize;
        let (start, end) = (token.start as usize - offset, token.end as usize - offset);
        let before = record.text.get(..start)?;
        let line = before.rfind(['\n', '\r']).map_or(0, |at| at + 1);
        let (margin, head) = split_blanks(&before[line..]);
        let digits = head.bytes().take_while(u8::is_ascii_digit).count();
        let after = record.text.get(end..)?;
        let length = after.find(['\n', '\r']).unwrap_or(after.len());
        let (gap, rest) = split_blanks(&after[..length]);
        (digits > 0).then(|| Self {
            start: offset + line,
            margin,
            digits: &head[..digits],
            separator: &head[digits..],
            token: &record.text[start..end],
            gap,
            rest,
        })
    }

    /// Returns the text before the move, with another number.
    pub(crate) fn head(&self, number: u32, width: usize) -> String {
        let number = self.padded(&number.to_string(), width);
        [&*number, self.separator].concat()
    }

    /// Returns a number with the blanks before it. `width` is the width of the first number of the record.
    fn padded(&self, number: &str, width: usize) -> String {
        let is_padded = self.margin.bytes().all(|byte| byte == b' ');
        let own_width = self.margin.len() + self.digits.len();
        match (is_padded, self.margin.is_empty()) {
            (true, true) => format!("{number:>width$}"),
            (true, false) => format!("{number:>own_width$}"),
            (false, _) => [self.margin, number].concat(),
        }
    }

    /// Returns the edit that adds to the number of the line.
    pub(crate) fn number_edit(&self, by: i64, width: usize) -> Option<Edit> {
        let number = self.digits.parse::<i64>().ok()? + by;
        let length = self.margin.len() + self.digits.len();
        Some(Edit {
            span: Span::new(self.start, self.start + length),
            text: self.padded(&number.to_string(), width),
        })
    }

    /// Returns whether nothing but a time follows the move.
    fn has_only_time(&self) -> bool {
        self.rest.is_empty() || self.rest.starts_with('(')
    }

    /// Returns the column after the move and its blanks.
    fn time_column(&self) -> usize {
        let parts = [self.margin, self.digits, self.separator, self.token, self.gap];
        parts.iter().map(|part| columns(part)).sum()
    }
}

/// The numbered lines of a record.
pub(crate) struct NumberedLines<'r>(Vec<NumberedLine<'r>>);

impl<'r> NumberedLines<'r> {
    pub(crate) fn new(record: &'r Record<'_>) -> Self {
        let tree = &record.tree;
        let tokens = tree.ids().filter(|&id| id != NodeId::START);
        let tokens = tokens.filter_map(|id| tree.node(id).span());
        Self(
            tokens
                .filter_map(|token| NumberedLine::around(record, token))
                .collect(),
        )
    }

    /// Returns the width of the first number with the blanks before it (bytes).
    pub(crate) fn number_width(&self) -> usize {
        let first = self.0.first();
        first.map_or(1, |line| line.margin.len() + line.digits.len())
    }

    /// Returns the blanks after a move that is added before the line with this offset: those of the lines whose move is as
    /// wide. Without such a line, the time is in the column of the nearest line, unless all lines have the same blanks. `head` is
    /// the text before the move.
    pub(crate) fn gap(&self, start: usize, head: &str, token: &str, has_time: bool) -> Option<String> {
        if let Some(gap) = self.gap_after_same_width(start, token, has_time) {
            return Some(gap.to_owned());
        }
        let like = || self.like(start, has_time);
        let nearest = like().min_by_key(|line| line.start.abs_diff(start))?;
        let is_constant = like().all(|line| line.gap == nearest.gap)
            && like().any(|line| columns(line.token) != columns(nearest.token));
        if is_constant {
            return Some(nearest.gap.to_owned());
        }
        let width = nearest
            .time_column()
            .saturating_sub(columns(head) + columns(token));
        Some(" ".repeat(width.max(usize::from(has_time))))
    }

    /// Returns the blanks between a move and its time, or those at the end of a line without a time, that most other lines have
    /// whose move is as wide as `token`. Of equally frequent ones, those of the nearest line are returned.
    fn gap_after_same_width(&self, start: usize, token: &str, has_time: bool) -> Option<&'r str> {
        let same = self
            .like(start, has_time)
            .filter(|line| columns(line.token) == columns(token));
        let mut gaps: BTreeMap<&str, (usize, Reverse<usize>)> = BTreeMap::new();
        for line in same {
            let distance = Reverse(line.start.abs_diff(start));
            let (count, nearest) = gaps.entry(line.gap).or_insert((0, distance));
            *count += 1;
            *nearest = distance.max(*nearest);
        }
        let (gap, _) = gaps.into_iter().max_by_key(|(_, rank)| *rank)?;
        Some(gap)
    }

    /// Returns the other lines that have only a time after the move, or nothing.
    fn like(&self, start: usize, has_time: bool) -> impl Iterator<Item = &NumberedLine<'r>> {
        let is_like = move |line: &&NumberedLine<'_>| {
            line.start != start && line.has_only_time() && line.rest.is_empty() != has_time
        };
        self.0.iter().filter(is_like)
    }
}

/// Returns the edit that replaces a part of a line of KIF, which may be empty. The time after it has the blanks before it that the
/// other lines have.
pub(crate) fn edit_in_columns(record: &Record<'_>, span: Span, mut text: String) -> Edit {
    let offset = record.span.start as usize;
    let (start, end) = (span.start as usize - offset, span.end as usize - offset);
    let line = record.text[..start].rfind(['\n', '\r']).map_or(0, |at| at + 1);
    let after = record.text.get(end..).unwrap_or_default();
    let length = after.find(['\n', '\r']).unwrap_or(after.len());
    let (blanks, rest) = split_blanks(&after[..length]);
    let is_same_width = columns(record.text_at(span)) == columns(&text);
    if is_same_width || blanks.is_empty() || !(rest.is_empty() || rest.starts_with('(')) {
        return Edit { span, text };
    }
    let before = &record.text[line..start];
    let after_number = before
        .trim_start_matches([' ', '　'])
        .trim_start_matches(|c: char| c.is_ascii_digit());
    let token = [after_number.trim_start_matches([' ', '　']), &text].concat();
    let lines = NumberedLines::new(record);
    let gap = lines.gap_after_same_width(offset + line, &token, !rest.is_empty());
    let width = (columns(record.text_at(span)) + columns(blanks)).saturating_sub(columns(&text));
    let gap = gap.map_or_else(|| Cow::Owned(" ".repeat(width.max(1))), Cow::Borrowed);
    text.push_str(&gap);
    Edit {
        span: Span::new(span.start as usize, span.end as usize + blanks.len()),
        text,
    }
}

/// Returns a time and a total in the form of another text in parentheses, such as `( 0:16/00:00:16)`. Both are in seconds. Returns
/// `None` if the form has no place for one of them.
pub(crate) fn clock_like(form: &str, spent: u64, total: u64) -> Option<String> {
    let (left, right) = form.split_once('/')?;
    let is_plain = |c: char| c.is_ascii_digit() || matches!(c, '(' | ')' | ':' | ' ');
    let is_readable = form.chars().all(|c| is_plain(c) || c == '/');
    is_readable.then_some(())?;
    Some([&*time_like(left, spent)?, "/", &*time_like(right, total)?].concat())
}

/// Returns a text with another time (seconds) in the place of its time `m:ss` or `h:mm:ss`.
fn time_like(form: &str, seconds: u64) -> Option<String> {
    let start = form.find(|c: char| c.is_ascii_digit())?;
    let end = form.rfind(|c: char| c.is_ascii_digit())? + 1;
    let fields: Vec<&str> = form[start..end].split(':').collect();
    let values = match fields.len() {
        2 => vec![seconds / 60, seconds % 60],
        3 => vec![seconds / 3_600, seconds / 60 % 60, seconds % 60],
        _ => return None,
    };
    let first = fields[0].len();
    let blanks = form[..start]
        .bytes()
        .rev()
        .take_while(|&byte| byte == b' ')
        .count();
    // A number without a leading zero takes the place of blanks before it.
    let is_zero_padded = first > 1 && fields[0].starts_with('0');
    let number = values[0].to_string();
    let mut text = if is_zero_padded || number.len() <= first && blanks == 0 {
        [&form[..start], &format!("{number:0>first$}")].concat()
    } else {
        let width = first + blanks;
        [&form[..start - blanks], &format!("{number:>width$}")].concat()
    };
    for value in &values[1..] {
        let _ = write!(text, ":{value:02}");
    }
    text.push_str(&form[end..]);
    Some(text)
}

/// Returns the width of a text in columns of a terminal.
pub(crate) fn columns(text: &str) -> usize {
    let widths = text
        .chars()
        .map(|character| if character.is_ascii() { 1 } else { 2 });
    widths.sum()
}

/// Returns the blanks at the beginning of a text, and the rest.
fn split_blanks(text: &str) -> (&str, &str) {
    let rest = text.trim_start_matches([' ', '　']);
    text.split_at(text.len() - rest.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_form_of_their_neighbours() {
        for (form, expected) in [
            ("( 0:16/00:00:16)", "( 1:05/01:02:03)"),
            ("(00:01 / 00:00:15)", "(01:05 / 01:02:03)"),
            ("(0:01/0:00:15)", "(1:05/1:02:03)"),
            ("( 10:01/00:00:15)", "(  1:05/01:02:03)"),
        ] {
            assert_eq!(clock_like(form, 65, 3_723).as_deref(), Some(expected), "{form}");
        }
        for form in ["( 0:16)", "( 0:16/)", "( 0:16.5/00:00:16)"] {
            assert_eq!(clock_like(form, 65, 3_723), None, "{form}");
        }
    }
}
