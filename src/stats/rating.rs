//! The ratings of players that a record states in its headers, comments or names.

use super::name;
use crate::notation::header;
use crate::record::{HeaderKey, NodeId, Record};
use crate::shogi::Color;

/// For each side: its names in headers, the key of its rating in comments of servers, and the header of its player.
const SIDES: [([&str; 2], &str, HeaderKey); 2] = [
    (["先手", "下手"], "black_rate", HeaderKey::Black),
    (["後手", "上手"], "white_rate", HeaderKey::White),
];

/// The words that follow the name of the side in the name of a header with a rating.
const RATING_SUFFIXES: [&str; 4] = ["レート", "レーティング", "R", "Ｒ"];

/// Returns the rating of a side. Returns `None` if the record does not state a rating of this side, and for other games
/// than shogi.
///
/// The sources are, in this order: a header (`先手レート：1850`), a comment of a server before the first move
/// (`'black_rate:NAME:1850.5`), and the text next to the name (`甲 R1850`).
pub(super) fn rating(record: &Record<'_>, side: Color) -> Option<f64> {
    if !record.is_shogi() {
        return None;
    }
    let (names, comment_key, player) = SIDES[side.index()];
    let is_rating = |header: &str| {
        let mut words = names.iter().filter_map(|name| header.strip_prefix(name));
        words.any(|word| RATING_SUFFIXES.contains(&word))
    };
    let mut headers = record.headers.iter().rev().filter(|it| is_rating(&it.name));
    let from_headers = headers.find_map(|header| leading_number(&header.value));
    let from_comments = || {
        let remarks = record.remarks.iter();
        let mut start_remarks = remarks.take_while(|remark| remark.node == NodeId::START);
        start_remarks.find_map(|remark| {
            let (name, value) = remark.text.rsplit_once(':')?;
            let name = name.trim_start().strip_prefix(comment_key)?;
            name.starts_with(':').then(|| leading_number(value))?
        })
    };
    let from_name = || name::rating(header::value(record, player)?).map(f64::from);
    from_headers.or_else(from_comments).or_else(from_name)
}

/// Parses the number at the start of a text, after an optional `R` or `r`, in characters of any width. Returns `None`
/// if no number is there.
fn leading_number(text: &str) -> Option<f64> {
    let text = name::nfkc(text.trim());
    let text = text.strip_prefix(['R', 'r']).unwrap_or(&text).trim_start();
    let end = text.find(|character: char| !character.is_ascii_digit() && !matches!(character, '.' | '-'));
    let number: f64 = text[..end.unwrap_or(text.len())].parse().ok()?;
    number.is_finite().then_some(number)
}
