//! Any text at all is read, and what is said of it points into it.

use crate::support::told::Told;
use kifu::finding::Span;
use kifu::notation::RecordText;
use kifu::notation::jkf::NOTATION;
use kifu::record::{Node, Record};
use proptest::prelude::*;

use super::files::fixtures;

/// Whether everything that `record` points at lies on characters of the text.
fn check(text: &str, offset: usize, record: &Record<'_>) {
    let inside = |span: Span| {
        let (start, end) = (span.start as usize - offset, span.end as usize - offset);
        assert!(text.get(start..end).is_some(), "{span:?} in {text:?}");
    };
    record
        .findings()
        .iter()
        .filter_map(|finding| finding.span)
        .for_each(inside);
    record.headers.iter().for_each(|header| inside(header.span));
    let start = &record.start;
    start.diagram.into_iter().chain(start.turn).for_each(inside);
    let nodes = record.tree.ids().map(|id| record.tree.node(id));
    nodes.filter_map(Node::span).for_each(inside);
}

/// Reads a text record by record as a file is read, and checks every one.
fn read_all(text: &str) {
    let mut offset = 0;
    while offset < text.len() {
        let rest = &text[offset..];
        let length = (NOTATION.first_record)(rest);
        assert!((1..=rest.len()).contains(&length), "{length} of {rest:?}");
        let source = RecordText {
            text: &rest[..length],
            offset,
        };
        check(source.text, offset, &(NOTATION.read)(source));
        offset += length;
    }
}

/// Pieces that JKF texts are made of, whole and broken.
fn token() -> impl Strategy<Value = String> {
    let known = prop::sample::select(vec![
        "{\"header\":{",
        "\"moves\":[",
        "{\"move\":{",
        "\"from\":{\"x\":7,\"y\":7}",
        "\"to\":{\"x\":7,\"y\":6}",
        "\"to\":",
        "\"piece\":\"FU\"",
        "\"same\":true",
        "\"color\":0",
        "\"special\":\"TORYO\"",
        "\"special\":",
        "\"forks\":[[",
        "\"comments\":[",
        "\"time\":{\"now\":{\"s\":1}}",
        "\"initial\":{\"preset\":",
        "\"data\":{\"board\":[",
        "\"hands\":[{\"FU\":1}",
        "{",
        "}",
        "[",
        "]",
        "]]",
        "}}",
        ",",
        ":",
        "\"",
        "\\",
        "\"歩\"",
        "\"\\ud800\"",
        "null",
        "1",
        "-1e5",
        "true",
        "\n",
        " ",
        "\u{3000}",
        "\0",
        "歩",
    ]);
    prop_oneof![6 => known.prop_map(str::to_owned), 1 => "\\PC{0,3}"]
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*|[\\x00-\\x7f]*|[\\[\\]{}\",:a\\\\ ]*") {
        read_all(&text);
    }

    #[test]
    fn any_row_of_tokens_is_read(tokens in prop::collection::vec(token(), 0..60)) {
        read_all(&tokens.concat());
        read_all(&format!("{{\"moves\":[{}", tokens.concat()));
    }

    #[test]
    fn damaged_fixtures_are_read(
        which in any::<prop::sample::Index>(),
        wounds in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = which.get(&fixtures()).1.clone().into_bytes();
        for (place, byte) in wounds {
            let at = place.index(bytes.len());
            match byte % 3 {
                0 => drop(bytes.remove(at)),
                1 => bytes[at] = byte,
                _ => bytes.insert(at, byte),
            }
        }
        read_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn cut_fixtures_keep_what_stands_before(which in any::<prop::sample::Index>(), place in any::<prop::sample::Index>()) {
        let files = fixtures();
        let text = &which.get(&files).1;
        let at = place.index(text.len());
        let cut = text.char_indices().map(|(at, _)| at).rfind(|&it| it <= at).unwrap_or(0);
        read_all(&text[..cut]);
        let (whole, part) = (super::read(text), super::read(&text[..cut]));
        prop_assert!(part.tree.len() <= whole.tree.len());
        for ((_, part), (_, whole)) in part.tree.main_line().zip(whole.tree.main_line()) {
            prop_assert_eq!(part.span().map(|it| it.start), whole.span().map(|it| it.start));
        }
    }
}
