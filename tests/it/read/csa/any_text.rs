//! The CSA reader accepts any text, and its findings point into the text.

use std::fs;

use kifu::notation::csa::NOTATION;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::record::Step;
use proptest::prelude::*;

use super::{fixtures, game, read};
use crate::support::accounting::{assert_inside, damage_bytes, each_record};

/// Asserts that all spans of `record` are within the text, and that its nodes are moves, unreadable moves and ends. The
/// spans of the nodes must be in order, not empty, and must not overlap.
fn assert_valid(text: &str, offset: usize, record: &Record<'_>) {
    assert_inside(text, offset, record);
    let mut previous_end = offset as u32;
    for id in record.tree.ids().filter(|&id| id != NodeId::START) {
        let step = &record.tree.node(id).step;
        assert!(
            matches!(step, Step::Move(_) | Step::Unreadable(_) | Step::End(_)),
            "{step:?}"
        );
        let span = record.tree.node(id).span().expect("a token");
        assert!(
            span.start >= previous_end && span.end > span.start,
            "{span:?} after {previous_end}"
        );
        previous_end = span.end;
    }
}

/// Reads all records of a text and calls `assert_valid` for each.
fn read_all(text: &str) {
    each_record(&NOTATION, text, assert_valid);
}

/// Generates tokens of CSA, complete and damaged.
fn token() -> impl Strategy<Value = String> {
    let tokens = prop::sample::select(vec![
        "+7776FU",
        "-3334FU",
        "+0055KA",
        "+0176FU",
        "+77",
        "T12",
        "T-1",
        "T.",
        "T1.5",
        "T",
        "%TORYO",
        "%+ILLEGAL_ACTION",
        "%",
        "PI",
        "PI22KA",
        "P1",
        "P2 * -HI *  *  *  *  * -KA * ",
        "P+00FU",
        "P-00AL",
        "P+55OU00OU",
        "N+甲",
        "$EVENT:x",
        "$E",
        "V2.2",
        "V9",
        "+",
        "-",
        "/",
        "'",
        "'*",
        "'summary:toryo:a win:b lose",
        "\n",
        "\r\n",
        "\r",
        ",",
        " ",
        "\t",
        "\u{3000}",
        "\u{feff}",
        "\0",
        "歩",
        "é",
        "x",
    ]);
    prop_oneof![4 => tokens.prop_map(str::to_owned), 1 => "\\PC{0,3}"]
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*|[\\x00-\\x7f]*") {
        read_all(&text);
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        read_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_row_of_tokens_is_read(tokens in prop::collection::vec(token(), 0..60)) {
        read_all(&tokens.concat());
    }

    #[test]
    fn damaged_fixtures_are_read(
        file_index in any::<prop::sample::Index>(),
        damages in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let files: Vec<_> = fixtures("ok").into_iter().chain(fixtures("err")).collect();
        let mut bytes = fs::read(file_index.get(&files)).expect("a fixture");
        damage_bytes(&mut bytes, damages);
        read_all(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn times_are_kept_to_the_millisecond(seconds in 0..4_294_967_u32, thousandths in 0..1_000_u32) {
        let text = game(&format!("+7776FU\nT{seconds}.{thousandths:03}\n-3334FU,T{seconds}\n"));
        let record = read(&text);
        let spent: Vec<_> = record.tree.main_line().map(|(_, node)| node.clock.spent).collect();
        prop_assert_eq!(spent, [Some(seconds * 1000 + thousandths), Some(seconds * 1000)]);
    }
}
