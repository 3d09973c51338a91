//! `gunjin-setup-cell` 自陣の外の配置: a setup beyond the cells of a side.

use super::start::{has_position, setups};
use crate::finding::{message, rule};
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::setup;

rule! {
    name: "gunjin-setup-cell",
    class: RecordError,
    group: Starts,
    title: "a setup beyond the cells of a side", "自陣の外の配置",
    what:
        "A setup has more entries than its half has cells: more than four rows, more than eight entries in a row, or more than seven in the back row, where the headquarters are one cell two columns wide.",
        "配置が自陣のますより多い。5行以上、1行9つ以上、または最後の行に8つ以上ある。最後の行の総司令部は2列にわたる1ますである。",
    why: "What is beyond stands nowhere.", "はみ出した駒は盤上にない。",
    remedy: "Compare the setup with the umpire's record.", "配置を審判の記録と照合する。",
    source: "The document on gunjin shogi: the board, on which the headquarters count as one cell.",
    bad: Record { text: "Gunjin: 1\nSetup-S:\n  CP TK TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  MN CO LC TG TK SP LC CP\n  MN FG LG MG AP EN MN CP\nSetup-N: hidden\n#interrupt\n" },
        "eight entries in the back row", "最後の行に8つある",
    good: Record { text: "Gunjin: 1\nSetup-S:\n  CP TK TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  MN CO LC TG TK SP LC CP\n  MN FG LG MG AP EN MN\nSetup-N: hidden\n#interrupt\n" },
        "seven", "7つである",
}

/// The check.
pub(super) fn check(case: &StartCase<Gunjin>, report: &mut Report) {
    if has_position(case) {
        return;
    }
    for (player, value, span) in setups(case) {
        let beyond = setup::read(value, player).map_or(0, |it| it.beyond.len());
        if beyond > 0 {
            let name = seat(player);
            report
                .say(message!(
                    "the setup of {name} goes beyond its half by {beyond}: the rows have 8, 8, 8 and 7 cells",
                    "{name}の配置が自陣から{beyond}枚はみ出している。各行のますは8、8、8、7である",
                    beyond,
                    name
                ))
                .of_seat(name)
                .at(span);
        }
    }
}
