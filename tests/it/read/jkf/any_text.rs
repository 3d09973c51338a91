//! The JKF reader accepts any text, and its findings point into the text.

use kifu::notation::jkf::NOTATION;
use proptest::prelude::*;

use super::files::fixtures;
use crate::bodies::readers::assert_alike;
use crate::support::accounting::{assert_inside, damage_bytes, each_record};

/// Reads all records of a text and asserts that the spans of each record lie in the text, and that the record is the same
/// without the fast path.
fn read_all(text: &str) {
    assert_alike(text);
    each_record(&NOTATION, text, assert_inside);
}

/// Generates tokens of JKF, complete and damaged.
fn token() -> impl Strategy<Value = String> {
    let tokens = prop::sample::select(vec![
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
    prop_oneof![6 => tokens.prop_map(str::to_owned), 1 => "\\PC{0,3}"]
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
        file_index in any::<prop::sample::Index>(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = file_index.get(&fixtures()).1.clone().into_bytes();
        damage_bytes(&mut bytes, damages);
        read_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn truncated_fixtures_keep_the_preceding_entries(file_index in any::<prop::sample::Index>(), cut_index in any::<prop::sample::Index>()) {
        let files = fixtures();
        let text = &file_index.get(&files).1;
        let limit = cut_index.index(text.len());
        let cut_len = text.char_indices().map(|(offset, _)| offset).rfind(|&offset| offset <= limit).unwrap_or(0);
        read_all(&text[..cut_len]);
        let (complete_record, cut_record) = (super::read(text), super::read(&text[..cut_len]));
        prop_assert!(cut_record.tree.len() <= complete_record.tree.len());
        for ((_, kept), (_, original)) in cut_record.tree.main_line().zip(complete_record.tree.main_line()) {
            prop_assert_eq!(kept.span().map(|it| it.start), original.span().map(|it| it.start));
        }
    }
}
