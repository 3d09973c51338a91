//! The boundaries between the records of a text.

use std::sync::LazyLock;

use aho_corasick::packed::Searcher;

use super::result_line::is_result_line;
use super::words::{self, is_blank};
use crate::notation::Claim;
use crate::text::half_width;

/// Beginnings of lines that begin a record.
///
/// The lines are the first line of a file, headers that programs write only before the moves, and the edge of a
/// board. Other program lines (`#`) are not included, because they may occur anywhere. Each line has a bit, so that a
/// set of lines is a number.
const OPENING_LINES: [(&str, u32); 19] = [
    ("#KIF", 1),
    ("#KI2", 1 << 1),
    ("手合割", 1 << 2),
    ("開始日時", 1 << 3),
    ("対局日", 1 << 4),
    ("棋戦", 1 << 5),
    ("表題", 1 << 6),
    ("作品番号", 1 << 7),
    ("先手：", 1 << 8),
    ("先手:", 1 << 8),
    ("下手：", 1 << 9),
    ("下手:", 1 << 9),
    ("後手：", 1 << 10),
    ("後手:", 1 << 10),
    ("上手：", 1 << 11),
    ("上手:", 1 << 11),
    ("後手の持駒", 1 << 12),
    ("上手の持駒", 1 << 13),
    ("+--", BOARD_EDGE),
];

/// The bits of the opening lines with the player of each side.
const PLAYERS: [u32; 2] = [0b11 << 8, 0b11 << 10];

/// The bit of the edges of a board, of which each board has two.
const BOARD_EDGE: u32 = 1 << 14;

/// The beginning of the line between headers and moves.
const SEPARATOR: &str = "手数--";

/// The strings with which the first move of a game begins, with a character before a half-width number.
const FIRST_NUMBERS: &[&str] = &[
    "\n1 ",
    "\r1 ",
    " 1 ",
    "\t1 ",
    "\u{3000}1 ",
    "1\u{3000}",
    "１ ",
    "１\u{3000}",
];

/// A search for the strings with which a line after a move can begin the next record. `None` if the processor has no vector
/// instructions for this search.
static RECORD_STARTS: LazyLock<Option<Searcher>> = LazyLock::new(|| {
    let openings = OPENING_LINES.iter().map(|(opening, _)| opening);
    Searcher::new(openings.chain(FIRST_NUMBERS).chain([&SEPARATOR]))
});

/// The types of lines that are distinguished to find the boundaries between records.
pub(crate) enum LineKind {
    Blank,
    Moves,
    Comment,
    Variation,
    /// The line between headers and moves. Some programs may also write this line before the moves of a variation.
    Separator,
    Result,
    /// A line that begins a record. The value is its bit.
    Opening(u32),
    Other,
}

/// The lines that were read since the last move.
#[derive(Clone, Copy)]
enum LinesSinceMove {
    /// No move has been read yet.
    Start(Head),
    /// Only comments on the move.
    Move,
    /// The line that begins a variation.
    Variation,
    /// Lines from this byte on belong to the next record, if one begins.
    Gap(usize),
}

impl Default for LinesSinceMove {
    fn default() -> Self {
        Self::Start(Head::default())
    }
}

/// The lines before the first move, to find the head of another record. The record before it then has no moves.
#[derive(Clone, Copy, Default)]
struct Head {
    /// The bits of the opening lines.
    lines: u32,
    /// Offset after the separator and the comments on the start (bytes); `None` before the separator.
    after_separator: Option<usize>,
    /// The offset at which another head may begin (bytes), and the bits of the opening lines from there on. It is the
    /// offset after a blank line, or of a repeated line. `None` until both players were read.
    next: Option<(usize, u32)>,
}

impl Head {
    /// Processes the next line. Returns the offset at which another record begins (bytes): at a line that is repeated after the
    /// separator, or if both players are repeated.
    fn step(&mut self, (start, next): (usize, usize), kind: &LineKind) -> Option<usize> {
        match *kind {
            LineKind::Separator => self.after_separator = self.after_separator.or(Some(next)),
            LineKind::Comment if self.after_separator == Some(start) => self.after_separator = Some(next),
            LineKind::Blank if has_players(self.lines) => {
                let (_, lines) = self.next.unwrap_or_default();
                if lines & self.lines == 0 {
                    self.lines |= lines;
                    self.next = Some((next, 0));
                }
            }
            LineKind::Opening(line) => {
                let is_repeated = self.lines & equal_lines(line) != 0;
                if let Some(end) = self.after_separator.filter(|_| is_repeated) {
                    return Some(end);
                }
                if is_repeated && has_players(self.lines) && self.next.is_none() {
                    self.next = Some((start, 0));
                }
                match &mut self.next {
                    Some((end, lines)) => {
                        *lines |= line;
                        return Some(*end).filter(|_| has_players(*lines) && has_players(self.lines));
                    }
                    None => self.lines |= line,
                }
            }
            _ => {}
        }
        None
    }
}

/// Returns the bits of the opening lines that cannot occur in one head together with a line: the line itself, and for a player
/// the lines with the player of the same side. The edge of a board occurs twice.
const fn equal_lines(line: u32) -> u32 {
    match line {
        BOARD_EDGE => 0,
        _ if line & PLAYERS[0] != 0 => PLAYERS[0],
        _ if line & PLAYERS[1] != 0 => PLAYERS[1],
        _ => line,
    }
}

/// Maximum number of lines that are compared to decide whether a line begins another record.
const MAX_COMPARED_LINES: usize = 64;

/// Maximum number of lines of variations after a result before a move with number 1.
const MAX_LINES_OF_VARIATION: usize = 1000;

/// Maximum number of times in a record that the result before variations is searched.
const MAX_SEARCHES: u32 = 8;

/// Maximum number of digits of a move number.
const MAX_DIGITS: usize = 6;

/// Returns whether two heads state players of both sides, and not the same ones. Of the head `before`, the last lines are read.
fn has_other_players(before: &str, after: &str) -> bool {
    let [names, next_names] = [
        players(before.rsplit(['\n', '\r']).take(MAX_COMPARED_LINES)),
        players(after.split(['\n', '\r']).take(MAX_COMPARED_LINES)),
    ];
    let is_stated = |name: Option<&str>| name.is_some_and(|name| !name.is_empty());
    names.into_iter().chain(next_names).all(is_stated) && names != next_names
}

/// Returns the names of both players in lines of a head. The first line with the player of a side counts.
fn players<'t>(lines: impl Iterator<Item = &'t str>) -> [Option<&'t str>; 2] {
    let mut names = [None; 2];
    for line in lines {
        let Some((color, rest)) = words::side(unquoted(line)) else {
            continue;
        };
        if let Some(name) = rest.strip_prefix(['：', ':']) {
            names[color.index()].get_or_insert(name.trim());
        }
    }
    names
}

/// Returns whether opening lines with these bits contain both players.
const fn has_players(lines: u32) -> bool {
    lines & PLAYERS[0] != 0 && lines & PLAYERS[1] != 0
}

/// The lines with moves of a format whose moves are numbered. Each function gets a line without its leading blanks, except
/// `is_moves`.
#[derive(Clone, Copy)]
pub(crate) struct NumberedLines {
    /// Returns whether a line looks like moves.
    pub looks_like_moves: fn(&str) -> bool,
    /// Returns whether a line contains a move or an end. The first line with moves must satisfy this condition.
    pub is_moves: fn(&str) -> bool,
    /// Returns whether a line contains the end of a game.
    pub is_end: fn(&str) -> bool,
}

/// Returns the length of the first record (bytes).
///
/// The next record begins at the first opening line or separator after a move or a result. Of the lines between,
/// comments directly after a move belong to that move. Lines after a blank line or a まで line belong to the next record,
/// as does any other line after a move. A separator directly after a 変化 line belongs to the variation.
///
/// The next record also begins at a move with number 1 after a result. A record without moves ends at the head of the next one.
pub(crate) fn first_record(text: &str, lines: NumberedLines) -> usize {
    let looks_like_moves = lines.looks_like_moves;
    let mut search = RecordEnd::default();
    let mut at = 0;
    while let Some((start, line, next)) = line_at(text, at) {
        let is_skipped = matches!(search.lines, LinesSinceMove::Move) && !is_first_move(line);
        if is_skipped && looks_like_moves(line.trim_start_matches(' ')) {
            at = skip_moves(text, next, looks_like_moves);
            continue;
        }
        if let Some(end) = search.line(text, (start, line, next), lines) {
            return end;
        }
        at = next;
    }
    text.len()
}

/// Returns whether a line begins with number 1 and a blank.
fn is_first_move(line: &str) -> bool {
    let number = line.trim_start_matches(is_blank);
    let rest = number.strip_prefix(['1', '１']);
    rest.is_some_and(|rest| rest.starts_with([' ', '\u{3000}']))
}

/// Returns whether the last line with moves or a result is the end of a game. If it belongs to a variation and `skips_variations`
/// is `true`, the last such line before the first variation counts.
fn follows_result(text: &str, lines: NumberedLines, skips_variations: bool) -> bool {
    // The moves since the last result may be those of a variation.
    let mut is_open = false;
    for line in text.rsplit(['\n', '\r']).take(MAX_LINES_OF_VARIATION) {
        let line = unquoted(line);
        match kind(line, lines.looks_like_moves) {
            LineKind::Other if words::ending(line.trim()).is_some() => return !is_open,
            LineKind::Result => return !is_open,
            LineKind::Moves if (lines.is_end)(line.trim_start_matches(is_blank)) => return !is_open,
            LineKind::Moves if !skips_variations => return false,
            LineKind::Moves => is_open = true,
            LineKind::Variation => is_open = false,
            LineKind::Blank | LineKind::Comment | LineKind::Other => {}
            LineKind::Separator | LineKind::Opening(_) => return false,
        }
    }
    false
}

/// Returns whether the moves after a line of a head at `start` (bytes) continue the moves before it by their numbers, so that the
/// line is within a game.
fn is_within_game(text: &str, start: usize, lines: NumberedLines) -> bool {
    let number = |line: &str| -> Option<u32> {
        let digits = line.trim_start_matches(is_blank).chars().map(half_width);
        let digits: String = digits.take_while(char::is_ascii_digit).take(MAX_DIGITS).collect();
        digits.parse().ok()
    };
    let mut before = text[..start]
        .rsplit(['\n', '\r'])
        .take(MAX_COMPARED_LINES)
        .map(unquoted);
    let last_number = before.find_map(|line| match kind(line, lines.looks_like_moves) {
        LineKind::Moves if !(lines.is_end)(line.trim_start_matches(is_blank)) => Some(number(line)),
        LineKind::Moves | LineKind::Variation | LineKind::Result => Some(None),
        _ => None,
    });
    let mut after = text[start..]
        .split(['\n', '\r'])
        .take(MAX_COMPARED_LINES)
        .map(unquoted);
    let next_number = after.find_map(|line| match kind(line, lines.looks_like_moves) {
        LineKind::Moves if (lines.is_moves)(line) => Some(number(line)),
        LineKind::Variation | LineKind::Result => Some(None),
        _ => None,
    });
    last_number
        .flatten()
        .zip(next_number.flatten())
        .is_some_and(|(last, next)| next == last + 1)
}

/// Returns the offset of a line that directly follows a line with moves and comes before any line that can begin the next
/// record; the end of the text if no such line follows. A line with moves ends before `at` (bytes).
///
/// The lines that are skipped need not be looked at: the search is in the same state after every line with moves.
fn skip_moves(text: &str, at: usize, looks_like_moves: impl Fn(&str) -> bool) -> usize {
    let Some(record_starts) = &*RECORD_STARTS else {
        return at;
    };
    // The line end before `at` belongs to some of the strings.
    let from = at.saturating_sub(1);
    let Some(found) = record_starts.find(&text.as_bytes()[from..]) else {
        return text.len();
    };
    let found = from + found.start() + 1;
    let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
    let line_end = text.as_bytes()[at..found.max(at)].iter().rposition(is_line_end);
    // The line with the string is not skipped.
    let Some(mut end) = line_end.map(|line_end| at + line_end) else {
        return at;
    };
    while let Some(line_feed) = memchr::memrchr(b'\n', &text.as_bytes()[at..end]) {
        end = at + line_feed;
        if let Some((_, line, next)) = line_at(text, end + 1)
            && looks_like_moves(line.trim_start_matches(' '))
        {
            return next;
        }
    }
    at
}

/// The search for the end of the first record, line by line.
#[derive(Default)]
pub(crate) struct RecordEnd {
    lines: LinesSinceMove,
    /// The number of times that a result before a move with number 1 was searched.
    searches: u32,
}

impl RecordEnd {
    /// Processes the next line of a text: its offset, its text, and the offset of the line after it (bytes).
    ///
    /// Returns the end of the record (bytes) if the line belongs to the next record.
    pub(crate) fn step(
        &mut self,
        text: &str,
        (start, line, next): (usize, &str, usize),
        kind: &LineKind,
        is_moves: impl Fn(&str) -> bool,
    ) -> Option<usize> {
        let lines_since_move = self.lines;
        self.lines = match (kind, lines_since_move) {
            (LineKind::Moves, LinesSinceMove::Start(_)) if !is_moves(line) => lines_since_move,
            (LineKind::Moves, _) => LinesSinceMove::Move,
            (LineKind::Result, _) | (LineKind::Blank, LinesSinceMove::Move) => LinesSinceMove::Gap(next),
            (_, LinesSinceMove::Start(mut head)) => {
                let end = head.step((start, next), kind);
                self.lines = LinesSinceMove::Start(head);
                // Before the separator, a repeated player can also be a repeated header of the same game.
                return end.filter(|&end| {
                    head.after_separator.is_some() || has_other_players(&text[..end], &text[end..next])
                });
            }
            (LineKind::Comment, LinesSinceMove::Move) | (LineKind::Separator, LinesSinceMove::Variation) => {
                lines_since_move
            }
            (LineKind::Variation, _) => LinesSinceMove::Variation,
            (LineKind::Opening(_) | LineKind::Separator, LinesSinceMove::Gap(at)) => return Some(at),
            (LineKind::Opening(_) | LineKind::Separator, _) => return Some(start),
            (_, LinesSinceMove::Move) => LinesSinceMove::Gap(start),
            _ => lines_since_move,
        };
        None
    }

    /// Processes the next line of a format whose moves are numbered, as [`step`](Self::step) does.
    fn line(
        &mut self,
        text: &str,
        (start, line, next): (usize, &str, usize),
        lines: NumberedLines,
    ) -> Option<usize> {
        if is_first_move(line)
            && let Some(end) = self.end_before_game(start)
        {
            self.searches += 1;
            if follows_result(&text[..start], lines, self.searches <= MAX_SEARCHES) {
                return Some(end);
            }
        }
        let mut kind = kind(line, lines.looks_like_moves);
        // A word for an end can be alone on its line.
        let is_after_move = matches!(self.lines, LinesSinceMove::Move) && matches!(kind, LineKind::Other);
        if is_after_move && words::ending(line.trim()).is_some() {
            kind = LineKind::Result;
        }
        let is_head = matches!(kind, LineKind::Opening(_) | LineKind::Separator);
        if is_head && self.end_before_game(start).is_some() && is_within_game(text, start, lines) {
            kind = LineKind::Other;
        }
        self.step(text, (start, line, next), &kind, lines.is_moves)
    }

    /// Returns the end of the record if another game begins at the line at `start` (bytes). Returns `None` if that line
    /// belongs to the head or to a variation.
    const fn end_before_game(&self, start: usize) -> Option<usize> {
        match self.lines {
            LinesSinceMove::Move => Some(start),
            LinesSinceMove::Gap(at) => Some(at),
            LinesSinceMove::Start(_) | LinesSinceMove::Variation => None,
        }
    }
}

/// Returns the lines of a text: the offset of each, its text without the line end, and the offset of the next line.
/// Offsets are in bytes.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str, usize)> {
    std::iter::successors(line_at(text, 0), |&(_, _, next)| line_at(text, next))
}

/// Returns the line at an offset, as [`lines`] does; `None` at the end of the text.
fn line_at(text: &str, start: usize) -> Option<(usize, &str, usize)> {
    let rest = &text[start..];
    let length = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
    let newline = match &rest.as_bytes()[length..] {
        [] => 0,
        [b'\r', b'\r', b'\n', ..] => 3,
        [b'\r', b'\n', ..] => 2,
        _ => 1,
    };
    (!rest.is_empty()).then(|| (start, unquoted(&rest[..length]), start + length + newline))
}

/// Returns a line without the marks `>` before it, each with or without a blank, and the mark `<br>` after it, with which lines
/// are pasted from mails and web pages.
pub(crate) fn unquoted<'t>(mut line: &'t str) -> &'t str {
    // Almost all lines are returned here.
    if !line.starts_with('>') && !line.trim_ascii_end().ends_with('>') {
        return line;
    }
    while let Some(rest) = line.strip_prefix('>') {
        line = rest.strip_prefix(' ').unwrap_or(rest);
    }
    let marks = ["<br>", "<BR>", "<br/>", "<br />"];
    let without_mark = |line: &'t str| {
        let end = line.trim_ascii_end();
        marks.iter().find_map(|mark| end.strip_suffix(mark))
    };
    while let Some(shorter) = without_mark(line) {
        line = shorter;
    }
    line
}

/// Returns the type of a line. A line contains moves if `looks_like_moves` accepts it without its leading blanks.
pub(crate) fn kind(line: &str, looks_like_moves: impl Fn(&str) -> bool) -> LineKind {
    let trimmed = line.trim_start_matches(is_blank);
    match trimmed.as_bytes().first() {
        None => LineKind::Blank,
        Some(b'*' | b'&') => LineKind::Comment,
        _ if looks_like_moves(trimmed) => LineKind::Moves,
        // `#`, `+`, kana, kanji, or a byte order mark left by joining files.
        Some(b'#' | b'+' | 0xe3..=0xef) => {
            let line = line.trim_start_matches('\u{feff}');
            let opening_line = || {
                OPENING_LINES
                    .iter()
                    .find(|(opening, _)| line.starts_with(opening))
            };
            if is_result_line(trimmed) {
                LineKind::Result
            } else if trimmed.starts_with("変化") {
                LineKind::Variation
            } else if trimmed.starts_with(SEPARATOR) {
                LineKind::Separator
            } else {
                opening_line().map_or(LineKind::Other, |&(_, bit)| LineKind::Opening(bit))
            }
        }
        _ => LineKind::Other,
    }
}

// Lines that occur in every format of Kakinoki Shogi and therefore do not distinguish between the formats.

/// Returns whether a line consists of the file numbers above a board: `９ ８ ７ ６ ５ ４ ３ ２ １`.
///
/// Without this check, the line would look like a numbered move. For a shogi board, the first two numbers suffice; for
/// a board of another size, the line must not contain other text.
pub(crate) fn is_board_head(trimmed: &str) -> bool {
    let begins_nine_eight = trimmed.strip_prefix('９').is_some_and(|rest| {
        let mut files = rest.split(is_blank).filter(|file| !file.is_empty());
        files.next() == Some("８")
    });
    begins_nine_eight || is_other_board_head(trimmed)
}

fn is_other_board_head(line: &str) -> bool {
    // The last bytes of `1`, of `１` and of blanks in UTF-8. Almost all lines that are tested are moves, which end in
    // other bytes, so this test is fast.
    if !matches!(line.as_bytes().last(), Some(b'1' | 0x91 | b' ' | b'\t' | 0x80)) {
        return false;
    }
    let last_character = line.trim_end_matches(is_blank).chars().next_back();
    last_character.is_some_and(|digit| half_width(digit) == '1') && files(line).is_some()
}

/// Returns the number of files of a board from the line above the board: `５ ４ ３ ２ １`.
///
/// Returns `None` if the line has other text, fewer than three files, or more than 36.
pub(crate) fn files(line: &str) -> Option<usize> {
    /// Maximum number of files. No known game has a larger board.
    const MAX_FILES: usize = 36;
    let mut files = 0;
    for number in line.split(is_blank).filter(|number| !number.is_empty()).rev() {
        let digits: String = number.chars().take(3).map(half_width).collect();
        files += 1;
        if files > MAX_FILES || digits != files.to_string() {
            return None;
        }
    }
    (files > 2).then_some(files)
}

/// Returns a weak claim for 変化 lines and for lines that occur at the beginning of a record; no claim for any other
/// line.
pub(crate) fn claim_weakly(line: &str) -> Claim {
    const LINE_BEGINNINGS: &[&str] = &[
        "手合割",
        "|v",
        "| ・",
        "先手の持駒",
        "後手の持駒",
        "下手の持駒",
        "上手の持駒",
        "変化：",
    ];
    Claim::Weak.when(
        LINE_BEGINNINGS
            .iter()
            .any(|beginning| line.starts_with(beginning)),
    )
}

#[cfg(test)]
mod tests {
    use super::{NumberedLines, RecordEnd, first_record, lines};
    use proptest::prelude::{ProptestConfig, prop_assert_eq, proptest};

    const LINES: &[&str] = &[
        "1 ７六歩(77)\n",
        "   2 ３四歩(33)\r\n",
        "3 ２六歩(27)\r",
        "\n",
        "\r\r\n",
        "*先手：甲\n",
        "先手：甲\n",
        " 先手：甲\n",
        "手数----指手--\n",
        "　手数--\n",
        "#KIF\n",
        "変化：2手\n",
        "まで2手で後手の勝ち\n",
        "4 投了\n",
        "　1 ５六歩(57)\n",
        "後手：乙\n",
        "> 5 ７六歩(77)\n",
        "> 1 ７六歩(77)<br>\n",
        "> 手合割：平手<br>\n",
        "+--\n",
        "何か\n",
        "1 \n",
        "手合割：平手",
    ];

    const NUMBERED: NumberedLines = NumberedLines {
        looks_like_moves: is_numbered,
        is_moves: is_numbered,
        is_end: |line| line.ends_with("投了"),
    };

    fn is_numbered(line: &str) -> bool {
        line.trim_start().starts_with(|c: char| c.is_ascii_digit())
    }

    /// Returns the length of the first record with a look at every line.
    fn line_by_line(text: &str) -> usize {
        let mut search = RecordEnd::default();
        let end = lines(text).find_map(|line| search.line(text, line, NUMBERED));
        end.unwrap_or(text.len())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn lines_that_are_skipped_do_not_matter(
            lines in proptest::collection::vec(proptest::sample::select(LINES), 0..40)
        ) {
            let text = lines.concat();
            prop_assert_eq!(first_record(&text, NUMBERED), line_by_line(&text), "{:?}", text);
        }
    }
}
