//! Checks that spans lie in the text, and that no part of a line is lost: each part is in the record, in a finding, or
//! a word without meaning.

use crate::support::findings::ReadFindings;
use std::borrow::Cow;

use kifu::finding::Span;
use kifu::notation::Notation;
use kifu::notation::RecordText;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::record::Step;
use proptest::sample::Index;

/// Returns the spans of the nodes, findings, start diagram and remarks of a record. Remarks that are not parts of the
/// text are left out.
fn covered_spans(text: &str, record: &Record<'_>) -> Vec<Span> {
    let tree = &record.tree;
    let mut spans: Vec<Span> = tree.ids().filter_map(|id| tree.node(id).span()).collect();
    spans.extend(record.findings().iter().filter_map(|finding| finding.span));
    spans.extend(record.start.diagram);
    for remark in &record.remarks {
        let Cow::Borrowed(remark_text) = remark.text else {
            continue;
        };
        let start = remark_text.as_ptr() as usize - text.as_ptr() as usize;
        spans.push(Span::new(start, start + remark_text.len()));
    }
    spans
}

/// Returns the words of the text outside the covered spans, the log lines, and the prefix of a log line before
/// `position`.
fn uncovered_words(text: &str, record: &Record<'_>) -> Vec<String> {
    let mut bytes = text.as_bytes().to_vec();
    let log_spans = record.log_lines.iter().copied();
    let spans = covered_spans(text, record).into_iter();
    for span in spans.chain(log_spans).chain(log_mark(text, record)) {
        bytes[span.start as usize..span.end as usize].fill(b' ');
    }
    let rest = String::from_utf8(bytes).expect("spans lie on characters");
    rest.split_whitespace().map(str::to_owned).collect()
}

/// Returns the prefix before the command `position` on a line of a log from which a game was read; `None` for other
/// lines.
fn log_mark(text: &str, record: &Record<'_>) -> Option<Span> {
    let line = text.trim_start_matches([' ', '\t', '\u{3000}', '\u{feff}']);
    let start = text.len() - line.len();
    let is_mark = line.starts_with(['<', '>', '[', '(']) || line.starts_with(|it: char| it.is_ascii_digit());
    let is_read = record.start.handicap.is_some() || record.start.diagram.is_some();
    let end = line
        .find("position")
        .filter(|_| is_mark && is_read && record.format.name() == "usi")?;
    Some(Span::new(start, start + end))
}

/// Asserts that the spans of the tokens, gaps and start diagram of a record are on character boundaries of its text.
/// The tokens must be in order, must not overlap, and must not be empty, except for an end.
fn assert_spans(text: &str, offset: usize, record: &Record<'_>) {
    let tree = &record.tree;
    let mut previous_end = offset as u32;
    for id in tree.ids().filter(|&id| id != NodeId::START) {
        let span = tree.node(id).span().expect("a token");
        let is_end = matches!(tree.node(id).step, Step::End(_));
        assert!(
            span.start >= previous_end && (is_end || span.end > span.start),
            "{span:?} in {text:?}"
        );
        previous_end = span.end;
    }
    let gaps = record.gaps.iter().filter_map(|gap| gap.span);
    let tokens = tree.ids().filter_map(|id| tree.node(id).span());
    for span in gaps.chain(tokens).chain(record.start.diagram) {
        let (start, end) = (span.start as usize - offset, span.end as usize - offset);
        assert!(text.get(start..end).is_some(), "{span:?} in {text:?}");
    }
}

/// Reads a text record by record, and calls `check` with each record, its text and the offset of the text.
pub fn each_record(notation: &Notation, text: &str, check: impl Fn(&str, usize, &Record<'_>)) {
    let mut offset = 0;
    while offset < text.len() {
        let rest = &text[offset..];
        let length = (notation.first_record)(rest);
        assert!((1..=rest.len()).contains(&length), "{length} of {rest:?}");
        let source = RecordText {
            text: &rest[..length],
            offset,
        };
        check(source.text, offset, &(notation.read)(source));
        offset += length;
    }
}

/// Reads a text record by record, and asserts that the spans of each record are valid and in order.
pub fn read_all(notation: &Notation, text: &str) {
    each_record(notation, text, assert_spans);
}

/// Asserts that the spans of the findings, headers, claims, start position and tokens of a record are on character
/// boundaries of its text.
pub fn assert_inside(text: &str, offset: usize, record: &Record<'_>) {
    let tree = &record.tree;
    let findings = record.findings();
    let spans = findings.iter().filter_map(|finding| finding.span);
    let spans = spans.chain(record.headers.iter().map(|header| header.span));
    let spans = spans.chain(record.claims.iter().map(|claim| claim.span));
    let spans = spans.chain(record.start.diagram).chain(record.start.turn);
    for span in spans.chain(tree.ids().filter_map(|id| tree.node(id).span())) {
        let (start, end) = (span.start as usize - offset, span.end as usize - offset);
        assert!(text.get(start..end).is_some(), "{span:?} in {text:?}");
    }
}

/// Removes, replaces or inserts a byte at each of the positions. The value at a position is the new byte, and also
/// selects the kind of damage.
pub fn damage_bytes(bytes: &mut Vec<u8>, damages: Vec<(Index, u8)>) {
    for (index, byte) in damages {
        let position = index.index(bytes.len());
        match byte % 3 {
            0 => drop(bytes.remove(position)),
            1 => bytes[position] = byte,
            _ => bytes.insert(position, byte),
        }
    }
}

/// Reads one line and asserts that only words accepted by `is_meaningless` are lost. Two copies of a line that has a
/// start position must be divided into two records, and two copies of any other line must not be.
pub fn check_line(notation: &Notation, line: &str, is_meaningless: impl Fn(&str) -> bool) {
    let record = (notation.read)(RecordText {
        text: line,
        offset: 0,
    });
    assert_spans(line, 0, &record);
    let lost_words: Vec<_> = uncovered_words(line, &record);
    assert!(
        lost_words.iter().all(|word| is_meaningless(word)),
        "{lost_words:?} of {line:?}: {record:?}"
    );
    let two_lines = format!("{line}\n{line}");
    let is_divided = (notation.first_record)(&two_lines) < two_lines.len();
    let has_start = record.start.handicap.is_some() || record.start.diagram.is_some();
    assert_eq!(is_divided, has_start, "{line:?}");
}
