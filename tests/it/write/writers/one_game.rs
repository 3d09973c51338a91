//! One game, written in CSA, USI, SFEN and USEN.

use super::super::convert::example::{csa3, listing};
use super::written;

/// Writes the example to a target. Returns the text and the losses.
fn example_as(target: &str) -> (String, String) {
    written(listing("kifu.kifu"), target)
}

#[test]
fn the_example_is_written_as_csa() {
    let losses = "1 variation".to_owned();
    assert_eq!(example_as("csa"), (listing("csa.csa").to_owned(), losses.clone()));
    assert_eq!(example_as("csa3"), (csa3(), losses));
}

#[test]
fn the_example_is_written_as_usi() {
    let (text, losses) = example_as("usi");
    assert_eq!(text, listing("usi.usi"));
    let expected = "1 variation; 1 result (投了); 5 times; 1 time of a result; \
                    4 headers (開始日時, 棋戦, 先手, 後手); 1 comment line";
    assert_eq!(losses, expected);
}

#[test]
fn the_example_is_written_as_sfen() {
    let (text, losses) = example_as("sfen");
    assert_eq!(text, listing("sfen.sfen"));
    let expected = "5 moves; 1 variation; 1 result (投了); 5 times; 1 time of a result; \
                    4 headers (開始日時, 棋戦, 先手, 後手); 1 comment line";
    assert_eq!(losses, expected);
}

#[test]
fn the_example_is_written_as_usen() {
    let (text, losses) = example_as("usen");
    assert_eq!(text, listing("usen.usen"));
    let expected = "6 times; 2 times of results; 4 headers (開始日時, 棋戦, 先手, 後手); 1 comment line";
    assert_eq!(losses, expected);
}
