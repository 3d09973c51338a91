//! Where a square or a hand of the start position stands in the text.

use super::kakinoki::board::hand_owner;
use super::kakinoki::words::is_blank;
use super::start_part::Part;
use super::{formats, jkf};
use crate::finding::Span;
use crate::record::Record;
use crate::shogi::Color;

/// Where a part of the start stands, if the text that gives the start has a place for it. It is looked for when a
/// finding asks, so that nothing has to be kept for the records that are sound.
pub(crate) fn place(record: &Record<'_>, part: Part) -> Option<Span> {
    let start = record.start.diagram?;
    let text = record.text_at(start);
    let by_line = [formats::SFEN, formats::USI, formats::USEN];
    let found = match record.format {
        formats::CSA => listed(text, part),
        formats::JKF => jkf::part_of_start(text, part),
        other if by_line.contains(&other) => in_one_line(text, part),
        _ => drawn(text, part),
    }?;
    let at = start.start as usize + (found.as_ptr() as usize - text.as_ptr() as usize);
    Some(Span::new(at, at + found.len()))
}

/// KIF, KI2 and BOD: a row of the board, or the line of a hand.
fn drawn(text: &str, part: Part) -> Option<&str> {
    let mut lines = text.split(['\n', '\r']).map(|line| line.trim_matches(is_blank));
    let is_hand_of = |line: &&str, side| {
        let key = line.split_once(['：', ':']).map(|(key, _)| key);
        key.and_then(hand_owner) == Some(side)
    };
    match part {
        Part::Square(square) => lines
            .filter(|line| line.starts_with('|'))
            .nth(usize::from(square.rank()) - 1),
        Part::Hand(side) => lines.find(|line| is_hand_of(line, side)),
    }
}

/// CSA: the four characters of a piece in a list, else its rank, else `PI`.
fn listed(text: &str, part: Part) -> Option<&str> {
    let statements = || text.split(['\n', '\r', ',']);
    let sign = |side| if side == Color::Black { "P+" } else { "P-" };
    match part {
        Part::Square(square) => {
            let place = format!("{}{}", square.file(), square.rank());
            let lists = statements().filter(|it| it.starts_with("P+") || it.starts_with("P-"));
            let in_list = lists.filter_map(|list| group(list, &place)).next_back();
            let rank = format!("P{}", square.rank());
            in_list
                .or_else(|| statements().rfind(|it| it.starts_with(&rank)))
                .or_else(|| statements().find(|it| it.starts_with("PI")))
                .map(str::trim_end)
        }
        Part::Hand(side) => statements()
            .find(|list| list.starts_with(sign(side)) && group(list, "00").is_some())
            .map(str::trim_end),
    }
}

/// The group of four characters in a list of pieces that begins with a place.
fn group<'t>(list: &'t str, place: &str) -> Option<&'t str> {
    let groups = (2..list.len()).step_by(4);
    let mut groups = groups.filter_map(|at| list.get(at..at + 4));
    groups.find(|group| group.starts_with(place))
}

/// SFEN, USI and USEN: the rank between its slashes, or the pieces in hand of both.
fn in_one_line(text: &str, part: Part) -> Option<&str> {
    let mut fields = text.split([' ', '.']).filter(|field| !field.is_empty());
    let board = fields.find(|field| field.contains(['/', '_']))?;
    match part {
        Part::Square(square) => board.split(['/', '_']).nth(usize::from(square.rank()) - 1),
        Part::Hand(_) => fields.nth(1),
    }
}
