//! `removal-mismatch`: a piece to remove that is not there.

use crate::finding::{Class, Example, Message, Page, Rule, both, say};
use crate::notation::names::{piece, square};
use crate::shogi::{Kind, Square};

/// 取り除く駒がない: a piece to remove that is not there.
pub static RULE: Rule = Rule {
    name: "removal-mismatch",
    class: Class::RecordError,
    english: "a piece to remove that is not there",
    japanese: "取り除く駒がない",
    page: Page {
        what: both(
            "`PI` lists a piece to take off the board, and another piece or none stands on that square. Whatever stands there is taken off.",
            "「PI」が取り除くという駒と、そのマスに実際にある駒が違うか、そこに駒がない。そこにあるものを取り除く。",
        ),
        why: both(
            "The handicap of the game is not the one that was meant.",
            "意図した手合割と違う局面になる。",
        ),
        remedy: both(
            "Correct the square or the piece: `PI22KA` takes the bishop from 2二.",
            "マスか駒を直す。「PI22KA」は２二の角を取り除く。",
        ),
        source: "CSA V2.2, `PI`.",
        bad: Example::Record {
            text: "V2.2\nPI28KA\n-\n-3334FU\n%TORYO\n",
            note: both("2八 holds Black's rook", "２八にあるのは先手の飛車"),
        },
        good: Example::Record {
            text: "V2.2\nPI22KA\n-\n-3334FU\n%TORYO\n",
            note: both("bishop handicap", "角落ち"),
        },
    },
};

/// What `PI` names on a square, and what stands there.
pub(in crate::notation) fn differs(place: Square, named: Kind, there: Option<Kind>) -> Message {
    let (on, at) = (square(place), piece(named));
    let digits = format!("{}{}", place.file(), place.rank());
    match there.map(piece) {
        Some(there) => say(
            format!(
                "`PI` takes a {} off {digits}, where a {there} stands; the {there} was taken off",
                at.english,
                there = there.english
            ),
            format!(
                "「PI」は{on}の{}を取り除くというが、そこにあるのは{there}である。{there}を取り除いた",
                at.japanese,
                there = there.japanese
            ),
        ),
        None => say(
            format!("`PI` takes a {} off {digits}, where nothing stands", at.english),
            format!("「PI」は{on}の{}を取り除くというが、そこに駒はない", at.japanese),
        ),
    }
}
