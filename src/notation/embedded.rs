//! Records inside pages: the choice of the elements of a page that are read, and their formats.
//!
//! A page may contain prose and program code, so that an element is only read if it certainly is a record, or if the page states
//! that it is one.

use std::ops::Range;

use super::detect::{self, Claims};
use super::{Claim, NOTATIONS, Notation, RecordText, Scope, csa, jkf};
use crate::guard::catch_panic;
use crate::played::{NextStep, Playback};
use crate::record::gap::{LineGap, PlyGap};
use crate::record::{GapKind, HeaderKey, Record, Step};
use crate::text::{
    ChosenText, Element, PAGE_HEAD_BYTES, Page, PageBlock, PageKind, RecordFinder, RecordLines, Text,
};

/// Minimum number of moves of a record without a start position or headers.
const MIN_BARE_MOVES: usize = 2;

/// Number of moves of a record without a start position or headers that must be legal.
const LEGAL_MOVES: usize = 4;

/// Number of readable parts of a record per line or move that cannot be read.
const READABLE_PER_UNREADABLE: usize = 2;

/// Maximum number of consecutive lines inside a record that no format claims, in a text that is not read.
const MAX_OTHER_LINES: usize = 3;

/// Maximum length of a page (bytes), so that the offsets of its texts fit into a span.
const MAX_PAGE_BYTES: usize = u32::MAX as usize / 4;

/// Returns the extensions of pages.
pub(crate) fn page_extensions() -> impl Iterator<Item = &'static str> {
    PageKind::extensions()
}

/// Returns whether files with this extension are pages, regardless of case.
pub(crate) fn is_page_extension(extension: &str) -> bool {
    PageKind::by_extension(extension).is_some()
}

/// Returns the kind of page that a file may be, by its extension or the beginning of its text; `None` for a file that is not a
/// page.
pub(crate) fn page_kind(text: &str, extension: Option<&str>) -> Option<PageKind> {
    if let Some(kind) = extension.and_then(PageKind::by_extension) {
        return Some(kind);
    }
    let head = &text[..text.floor_char_boundary(PAGE_HEAD_BYTES)];
    if PageKind::is_html(head) {
        return Some(PageKind::Html);
    }
    if extension.is_some_and(|extension| super::by_extension(extension).is_some()) {
        return None;
    }
    let fence = PageKind::first_fence(head)?;
    let mut claims = Claims::default();
    claims.count(&head[..fence]);
    claims.notation(None).is_none().then_some(PageKind::Markdown)
}

/// Returns a decoded file with the texts of records in it, if it is a page. A file in a format of records is returned
/// unchanged, whatever its extension.
pub(crate) fn with_page<'t>(text: Text<'t>, extension: Option<&str>) -> Text<'t> {
    if text.looks_binary() || text.as_str().len() > MAX_PAGE_BYTES {
        return text;
    }
    let Some(kind) = page_kind(text.as_str(), extension) else {
        return text;
    };
    let page = Page::read(kind, text.as_str(), &Formats(&text));
    if page.blocks().is_empty() && is_record(text.as_str(), kind, extension) {
        return text;
    }
    text.with_page(page)
}

/// Returns whether a file that looks like a page of this kind, but has no element with a record, is read as a record.
fn is_record(text: &str, kind: PageKind, extension: Option<&str>) -> bool {
    // The name shows a page, or the content: a tag with an end.
    let is_page = match extension {
        Some(extension) if is_page_extension(extension) => true,
        Some(extension) if super::by_extension(extension).is_some() => false,
        _ => kind == PageKind::Html && text.contains("</"),
    };
    let is_shogi_wars =
        || kind == PageKind::Html && scripts(text).any(|script| script.lines().any(csa::has_call));
    !is_page || is_shogi_wars() || certain(text, None).is_some()
}

/// Returns the contents of the scripts of a page of HTML, with the tags at their beginnings.
fn scripts(page: &str) -> impl Iterator<Item = &str> {
    let parts = page.split("<script").skip(1);
    parts.map(|part| part.split("</script").next().unwrap_or(part))
}

/// Returns the notation of a text in a page; `None` for a text in no known format.
pub(super) fn notation_of(block: &PageBlock) -> Option<&'static Notation> {
    NOTATIONS.get(block.format?).copied()
}

/// The formats of records, and the page in which they are searched.
struct Formats<'p, 't>(&'p Text<'t>);

impl RecordFinder for Formats<'_, '_> {
    fn choose(&self, element: &Element) -> Option<ChosenText> {
        choose(element)
    }

    fn record_lines(&self, text: &str) -> Vec<RecordLines> {
        let mut found = Vec::new();
        // The range of the current lines, the number of those that are claimed, and the number of other lines after the last of these.
        let (mut run, mut count, mut others) = (0..0, 0, 0);
        let mut start = 0;
        for line in text.split_inclusive(['\n', '\r']) {
            let end = start + line.len();
            if is_claimed_at_all(line) {
                run = if count == 0 { start..end } else { run.start..end };
                (count, others) = (count + 1, 0);
            } else if !line.trim().is_empty() {
                others += 1;
            }
            if others > MAX_OTHER_LINES && count > 0 {
                found.extend(lines_of_run(text, run.clone(), count));
                count = 0;
            }
            start = end;
        }
        if count > 0 {
            found.extend(lines_of_run(text, run, count));
        }
        found
    }

    fn line(&self, at: usize) -> u64 {
        self.0.line_column(at).0
    }
}

/// Returns whether any format has a claim to a line, however weak.
fn is_claimed_at_all(line: &str) -> bool {
    let line = line.trim_end();
    NOTATIONS
        .iter()
        .any(|notation| detect::claim(notation, line) != Claim::None)
}

/// Returns the lines of a record in a range of a text with this number of claimed lines. Returns `None` for a single line that is
/// not certainly a record, as in prose, and for lines that may have another meaning, such as those of JSON.
fn lines_of_run(text: &str, range: Range<usize>, count: usize) -> Option<RecordLines> {
    let run = &text[range.clone()];
    let (index, format) = if count == 1 {
        certain(run, None)
    } else {
        claimed(run)
    }?;
    // An error in a reader would be reported when the record is read.
    let has_game = catch_panic(|| begins_with_game(run, NOTATIONS[index])).unwrap_or(true);
    has_game.then(|| RecordLines {
        start: range.start + (run.len() - run.trim_start().len()),
        count,
        format,
    })
}

/// Returns whether the first record of a text has a move, a result or a position.
fn begins_with_game(text: &str, notation: &Notation) -> bool {
    let length = (notation.first_record)(text).clamp(1, text.len());
    let record = (notation.read)(RecordText {
        text: &text[..length],
        offset: 0,
    });
    moves(&record) > 0 || has_result(&record) || record.start.diagram.is_some()
}

/// Returns the text of an element that is read, with its format; `None` for an element that is not read.
fn choose(element: &Element) -> Option<ChosenText> {
    let texts = [Some(&element.text), element.unescaped.as_ref()];
    let certain_text = texts.into_iter().flatten().find_map(|text| {
        Some((
            text.clone(),
            Some(certain(text.as_str(), element.language.as_deref())?),
        ))
    });
    certain_text.or_else(|| {
        element
            .is_stated
            .then(|| (element.text.clone(), claimed(element.text.as_str())))
    })
}

/// Returns the format that the lines of a text claim: its index and its name.
fn claimed(text: &str) -> Option<(usize, &'static str)> {
    let mut claims = Claims::default();
    claims.count(text);
    let notation = claims.notation(None).filter(|it| it.binary.is_none())?;
    let index = NOTATIONS.iter().position(|it| it.format == notation.format)?;
    Some((index, notation.format.name()))
}

/// Returns the format of a text if all of it certainly consists of records: its index and its name. `language` is the language that
/// a page states for the text.
fn certain(text: &str, language: Option<&str>) -> Option<(usize, &'static str)> {
    if text.lines().any(is_of_example) {
        return None;
    }
    let format = claimed(text)?;
    let notation = NOTATIONS[format.0];
    // An error in a reader is reported when the record is read.
    let expectation = Expectation::of_language(language);
    let is_certain = catch_panic(|| consists_of_records(text, notation, expectation)).unwrap_or(false);
    is_certain.then_some(format)
}

/// Returns whether a line shows that a text is an example in a documentation: a command with its prompt, or a mark of omitted
/// lines.
fn is_of_example(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("$ ")
        || matches!(
            line,
            "..." | "…" | "……" | "︙" | "⋮" | ":" | "：" | "(略)" | "（略）" | "(中略)" | "（中略）"
        )
}

/// The expectation of a record by the language that a page states for a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Expectation {
    /// The language is the name or the extension of a format of records.
    Record,
    /// No language is stated, or it is plain text.
    Any,
    /// The language is another one.
    Other,
}

impl Expectation {
    fn of_language(language: Option<&str>) -> Self {
        match language {
            None | Some("" | "text" | "txt" | "plain" | "plaintext" | "shogi" | "json") => Self::Any,
            Some(name) if is_format(name) => Self::Record,
            Some(_) => Self::Other,
        }
    }
}

/// Returns whether this is the name or the extension of a format of records that no other files have.
fn is_format(name: &str) -> bool {
    let has_name = |it: &&Notation| it.format.name() == name || it.has_extension(name);
    !super::is_shared_extension(name) && NOTATIONS.iter().any(has_name)
}

/// Returns whether a text consists of records that begin where a game can begin, and is readable for the most part.
fn consists_of_records(text: &str, notation: &Notation, expectation: Expectation) -> bool {
    let (mut readable, mut unreadable) = (0, 0);
    let mut start = 0;
    while !text[start..].trim().is_empty() {
        let rest = &text[start..];
        let length = (notation.first_record)(rest).clamp(1, rest.len());
        let record = (notation.read)(RecordText {
            text: &rest[..length],
            offset: start,
        });
        if start == 0 && !is_complete(&record, notation, expectation) {
            return false;
        }
        readable += readable_parts(&record);
        unreadable += unreadable_parts(&record);
        start += length;
    }
    let minimum = match expectation {
        Expectation::Record => unreadable,
        _ => unreadable * READABLE_PER_UNREADABLE,
    };
    readable >= minimum
}

/// Returns whether a record has a game or a position, and begins where a game can begin.
fn is_complete(record: &Record<'_>, notation: &Notation, expectation: Expectation) -> bool {
    let is_other = |kind: &GapKind| {
        matches!(
            kind,
            GapKind::UnreadableRecord(_) | GapKind::OtherGame(_) | GapKind::UnreadableJson(_)
        )
    };
    if jkf::may_be_foreign(record) || record.gaps.iter().any(|gap| is_other(&gap.kind)) {
        return false;
    }
    let is_expected = expectation == Expectation::Record;
    if notation.scope == Scope::Positions {
        return record.start.diagram.is_some() && (is_expected || unreadable_parts(record) == 0);
    }
    let moves = moves(record);
    if is_expected {
        return moves > 0 || has_result(record) || record.start.diagram.is_some();
    }
    let states_start = record.start.diagram.is_some() || record.start.name.is_some();
    let is_known = |key: &HeaderKey| !matches!(key, HeaderKey::Other);
    let has_headers = record.headers.iter().any(|header| is_known(&header.key));
    if states_start || has_headers {
        return moves > 0 || has_result(record);
    }
    // Moves are also written in prose, which is then unreadable, and in program code.
    moves >= MIN_BARE_MOVES
        && expectation == Expectation::Any
        && unreadable_parts(record) == 0
        && begins_legally(record)
}

/// Returns whether a record states the end or the result of a game.
fn has_result(record: &Record<'_>) -> bool {
    let mut nodes = record.tree.ids().map(|id| record.tree.node(id));
    !record.claims.is_empty() || nodes.any(|node| matches!(node.step, Step::End(_)))
}

/// Returns the number of moves of all lines.
fn moves(record: &Record<'_>) -> usize {
    let steps = record.tree.ids().map(|id| &record.tree.node(id).step);
    steps
        .filter(|step| matches!(step, Step::Move(_) | Step::Token(_)))
        .count()
}

/// Returns whether the first moves of a record are numbered from 1 and are legal.
fn begins_legally(record: &Record<'_>) -> bool {
    let begins_later = |gap: &GapKind| {
        matches!(
            gap,
            GapKind::PlyGap(PlyGap::BeginsWith(_) | PlyGap::Skipped { before: 0, .. })
        )
    };
    if !record.is_playable() || record.gaps.iter().any(|gap| begins_later(&gap.kind)) {
        return false;
    }
    let mut playback = Playback::new(record);
    for _ in 0..LEGAL_MOVES {
        match playback.advance() {
            Some((_, NextStep::Move { legal: Some(mv), .. })) => playback.play(mv),
            Some((_, NextStep::End(_) | NextStep::Pass(_))) | None => break,
            Some(_) => return false,
        }
    }
    true
}

/// Returns the number of moves, results, headers and lines of the board.
fn readable_parts(record: &Record<'_>) -> usize {
    /// Number of ranks of a board.
    const RANKS: usize = 9;
    let board = if record.start.diagram.is_some() { RANKS } else { 0 };
    moves(record) + record.headers.len() + record.claims.len() + record.remarks.len() + board
}

/// Returns the number of moves and lines that cannot be read.
fn unreadable_parts(record: &Record<'_>) -> usize {
    let gaps = record.gaps.iter().map(|gap| match gap.kind {
        GapKind::UnreadableLine(LineGap::Lines(lines)) => lines as usize,
        GapKind::UnreadableLine(LineGap::UnclosedComment | LineGap::UnclosedVariation)
        | GapKind::BadToken(_)
        | GapKind::UnreadableBoard(_)
        | GapKind::TextAfterMove(_) => 1,
        _ => 0,
    });
    gaps.sum()
}
