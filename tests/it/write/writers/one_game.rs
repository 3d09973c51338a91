//! One game in every format.

use super::super::convert::example::{csa3, listing};
use super::written;

/// Writes the example to a target. Returns the text and the losses.
fn as_target(target: &str) -> (String, String) {
    written(listing("kifu.kifu"), target)
}

#[test]
fn as_csa() {
    let lost = "1 variation".to_owned();
    assert_eq!(as_target("csa"), (listing("csa.csa").to_owned(), lost.clone()));
    assert_eq!(as_target("csa3"), (csa3(), lost));
}

#[test]
fn as_usi() {
    let (text, lost) = as_target("usi");
    assert_eq!(text, listing("usi.usi"));
    let expected = "1 variation; 1 result (投了); 5 times; 1 time of a result; \
                    4 headers (開始日時, 棋戦, 先手, 後手); 1 comment line";
    assert_eq!(lost, expected);
}

#[test]
fn as_sfen() {
    let (text, lost) = as_target("sfen");
    assert_eq!(text, listing("sfen.sfen"));
    let expected = "5 moves; 1 variation; 1 result (投了); 5 times; 1 time of a result; \
                    4 headers (開始日時, 棋戦, 先手, 後手); 1 comment line";
    assert_eq!(lost, expected);
}

#[test]
fn as_usen() {
    let (text, lost) = as_target("usen");
    assert_eq!(text, listing("usen.usen"));
    let expected = "6 times; 2 times of results; 4 headers (開始日時, 棋戦, 先手, 後手); 1 comment line";
    assert_eq!(lost, expected);
}
