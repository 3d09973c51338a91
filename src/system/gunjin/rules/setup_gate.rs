//! `gunjin-setup-gate` 突入口の軍旗・地雷: a flag or a mine on a gate cell.

use crate::finding::{message, rule};
use crate::notation::gunjin::Place;
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;

rule! {
    name: "gunjin-setup-gate",
    class: Foul,
    group: Starts,
    title: "a flag or a mine on a gate cell", "突入口の軍旗・地雷",
    what:
        "The flag or a mine stands on a cell of its own side from which a gate leads.",
        "自陣の突入口のますに軍旗か地雷がある。",
    why: "It would close the gate; whoever does it has lost.", "突入口をふさぐことになる。反則負けである。",
    remedy: "Ask the umpire; correct the setup or the kind of the gates.", "審判に確かめ、配置か突入口の形を直す。",
    source: "The document on gunjin shogi: no flag and no mine on a gate cell, or the game is lost.",
    bad: Record { text: "Gunjin: 1\nSetup-S:\n  CP MN TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  TK CO LC TG TK SP LC CP\n  MN FG LG MG AP EN MN\nSetup-N: hidden\n#interrupt\n" },
        "a mine on b4", "b4に地雷",
    good: Record { text: "Gunjin: 1\nSetup-S:\n  CP TK TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  MN CO LC TG TK SP LC CP\n  MN FG LG MG AP EN MN\nSetup-N: hidden\n#interrupt\n" },
        "the mines are elsewhere", "地雷はほかのますにある",
}

/// The check.
pub(super) fn check(case: &StartCase<Gunjin>, report: &mut Report) {
    let men = &case.board.men;
    let gates = &men.known.terms.gates;
    for place in Place::all().filter(|&place| gates.has(place)) {
        let own = men
            .number(place)
            .filter(|&it| men.known.pieces[it].owner == place.half());
        let Some(kind) = own.and_then(|it| men.known.told(it)).filter(|it| !it.is_mobile()) else {
            continue;
        };
        let name = seat(place.half());
        report
            .say(message!(
                "{name} has a {kind} on {place}, from where a gate leads",
                "{name}が突入口のある{place}に{kind}を置いている",
                name,
                kind,
                place
            ))
            .of_seat(name)
            .marking(place.cell());
    }
}
