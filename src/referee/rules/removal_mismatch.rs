//! `removal-mismatch`: a piece to remove that is not there.

use crate::finding::{message, rule};
use crate::record::GapKind;
use crate::referee::gap_case::GapCase;
use crate::referee::report::Report;

rule! {
    name: "removal-mismatch",
    class: RecordError,
    group: Starts,
    title: "a piece to remove that is not there", "取り除く駒がない",
    what:
        "`PI` lists a piece to take off the board, and another piece or none stands on that square. Whatever stands there is taken off.",
        "「PI」が取り除くという駒と、そのマスに実際にある駒が違うか、そこに駒がない。そこにあるものを取り除く。",
    why: "The handicap of the game is not the one that was meant.", "意図した手合割と違う局面になる。",
    remedy:
        "Correct the square or the piece: `PI22KA` takes the bishop from 2二.",
        "マスか駒を直す。「PI22KA」は２二の角を取り除く。",
    source: "CSA V2.2, `PI`.",
    bad: Record { text: "V2.2\nPI28KA\n-\n-3334FU\n%TORYO\n" },
        "2八 holds Black's rook", "２八にあるのは先手の飛車",
    good: Record { text: "V2.2\nPI22KA\n-\n-3334FU\n%TORYO\n" },
        "bishop handicap", "角落ち",
}

/// The check.
pub(in crate::referee) fn check(case: &GapCase<'_>, report: &mut Report) {
    let &GapKind::RemovalMismatch { square, named, there } = case.kind() else {
        return;
    };
    let (file, rank) = (square.file(), square.rank());
    report.say(match there {
        None => message!(
            "`PI` takes a {named} off {file}{rank}, where nothing stands",
            "「PI」は{square}の{named}を取り除くというが、そこに駒はない",
            named,
            file,
            rank,
            square
        ),
        Some(there) => message!(
            "`PI` takes a {named} off {file}{rank}, where a {there} stands; the {there} was taken off",
            "「PI」は{square}の{named}を取り除くというが、そこにあるのは{there}である。{there}を取り除いた",
            named,
            file,
            rank,
            there,
            square
        ),
    });
}
