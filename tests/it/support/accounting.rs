//! Nothing of a line is lost: what is neither in the record nor in a finding is a word without a meaning of its own.

use crate::support::told::Told;
use std::borrow::Cow;

use kifu::finding::Span;
use kifu::notation::{Notation, RecordText};
use kifu::record::{NodeId, Record, Step};

/// The stretches of the text that the record or its findings speak of.
fn accounted(text: &str, record: &Record<'_>) -> Vec<Span> {
    let tree = &record.tree;
    let mut spans: Vec<Span> = tree.ids().filter_map(|id| tree.node(id).span()).collect();
    spans.extend(record.findings().iter().filter_map(|finding| finding.span));
    spans.extend(record.start.diagram);
    for remark in &record.remarks {
        let Cow::Borrowed(words) = remark.text else {
            continue;
        };
        let start = words.as_ptr() as usize - text.as_ptr() as usize;
        spans.push(Span::new(start, start + words.len()));
    }
    spans
}

/// What of the text nobody speaks of, in words.
fn unaccounted(text: &str, record: &Record<'_>) -> Vec<String> {
    let mut bytes = text.as_bytes().to_vec();
    for span in accounted(text, record) {
        bytes[span.start as usize..span.end as usize].fill(b' ');
    }
    let rest = String::from_utf8(bytes).expect("spans lie on characters");
    rest.split_whitespace().map(str::to_owned).collect()
}

/// Whether everything that a record points at lies on characters of its text, and its tokens in their order.
fn assert_spans(text: &str, offset: usize, record: &Record<'_>) {
    let tree = &record.tree;
    let mut before = offset as u32;
    for id in tree.ids().filter(|&id| id != NodeId::START) {
        let span = tree.node(id).span().expect("a token");
        let is_end = matches!(tree.node(id).step, Step::End(_));
        assert!(
            span.start >= before && (is_end || span.end > span.start),
            "{span:?} in {text:?}"
        );
        before = span.end;
    }
    let gaps = record.gaps.iter().filter_map(|gap| gap.span);
    let tokens = tree.ids().filter_map(|id| tree.node(id).span());
    for span in gaps.chain(tokens).chain(record.start.diagram) {
        let (start, end) = (span.start as usize - offset, span.end as usize - offset);
        assert!(text.get(start..end).is_some(), "{span:?} in {text:?}");
    }
}

/// Reads a text record by record as a file is read, and checks every one.
pub fn read_all(notation: &Notation, text: &str) {
    let mut offset = 0;
    while offset < text.len() {
        let rest = &text[offset..];
        let length = (notation.first_record)(rest);
        assert!((1..=rest.len()).contains(&length), "{length} of {rest:?}");
        let source = RecordText {
            text: &rest[..length],
            offset,
        };
        assert_spans(source.text, offset, &(notation.read)(source));
        offset += length;
    }
}

/// Checks one line, and that nothing but words as wanted is lost of it. What is cut as a record must be read as one,
/// and nothing else.
pub fn check_line(notation: &Notation, line: &str, is_idle: impl Fn(&str) -> bool) {
    let record = (notation.read)(RecordText {
        text: line,
        offset: 0,
    });
    assert_spans(line, 0, &record);
    let lost: Vec<_> = unaccounted(line, &record);
    assert!(
        lost.iter().all(|word| is_idle(word)),
        "{lost:?} of {line:?}: {record:?}"
    );
    let twice = format!("{line}\n{line}");
    let cut = (notation.first_record)(&twice) < twice.len();
    let read = record.start.handicap.is_some() || record.start.diagram.is_some();
    assert_eq!(cut, read, "{line:?}");
}
