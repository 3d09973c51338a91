//! The opening and the castles of a game, as they are seen on the board.

use super::super::RenderOptions;
use super::{View, headers};
use crate::finding::{Language, Words, both};
use crate::opening::Pattern;
use crate::shogi::Color;

/// Writes what was seen, after the headers.
pub(super) fn write(view: &View<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    const OPENING: Words = both("Opening seen", "戦型（盤上）");
    const PLANS: [Words; 2] = [
        both("Black's plan", "先手の作戦"),
        both("White's plan", "後手の作戦"),
    ];
    let language = options.language;
    let seen = &view.sighting;
    let mut line = |label: Words, names: &[Option<&Pattern>]| {
        let names: Vec<_> = names
            .iter()
            .flatten()
            .map(|it| it.name.in_language(language).as_str())
            .collect();
        if !names.is_empty() {
            let separator = match language {
                Language::English => ", ",
                Language::Japanese => "、",
            };
            headers::line(label.in_language(language), &names.join(separator), options, out);
        }
    };
    line(OPENING, &[seen.opening]);
    for side in Color::ALL {
        let at = side.index();
        line(PLANS[at], &[seen.strategy[at], seen.castle[at]]);
    }
}
