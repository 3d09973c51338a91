//! `gunjin-setup-count` 軍人将棋の駒の枚数: pieces too many or too few.

use super::start::{has_position, setups};
use crate::finding::{message, rule};
use crate::notation::gunjin::Kind;
use crate::referee::report::Report;
use crate::system::board::StartCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;
use crate::system::gunjin::rows::uncommented;
use crate::system::gunjin::setup::{self, Entry};

rule! {
    name: "gunjin-setup-count",
    class: RecordError,
    group: Starts,
    title: "pieces too many or too few", "軍人将棋の駒の枚数",
    what:
        "A setup has more or fewer pieces of a kind than a side has, or the header `Roster` another number of pieces. The number of each kind is that of the document, or what the rules of the event say (`gunjin.roster`). A start position may have fewer.",
        "配置した駒の枚数がその側の枚数と異なる。`Roster` の枚数が異なるときも含む。枚数は文書のもの、または大会の規定（`gunjin.roster`）による。開始局面では少なくてもよい。",
    why: "A side has 31 pieces of 16 kinds, and sets all of them up.", "各側は16種31枚の駒をすべて並べる。",
    remedy: "Compare the setup with the umpire's record.", "配置を審判の記録と照合する。",
    source: "The document on gunjin shogi: the table of pieces; 31 pieces are set up.",
    bad: Record { text: "Gunjin: 1\nSetup-S:\n  TG TK TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  MN CO LC TG TK SP LC CP\n  MN FG LG MG AP EN MN\nSetup-N: hidden\n#interrupt\n" },
        "two generals, and a captain is missing", "大将が2枚あり、大尉が足りない",
    good: Record { text: "Gunjin: 1\nSetup-S:\n  CP TK TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  MN CO LC TG TK SP LC CP\n  MN FG LG MG AP EN MN\nSetup-N: hidden\n#interrupt\n" },
        "all 31 pieces", "31枚すべてある",
}

/// The check.
pub(super) fn check(case: &StartCase<Gunjin>, report: &mut Report) {
    roster(case, report);
    if has_position(case) {
        return;
    }
    let terms = &case.board.men.known.terms;
    for (player, value, span) in setups(case) {
        let name = seat(player);
        let Some(setup) = setup::read(value, player) else {
            continue;
        };
        let count = |entry: Entry| setup.entries.iter().filter(|it| it.1 == entry).count();
        let hidden = count(Entry::Hidden);
        for kind in Kind::ALL {
            let (has, due) = (count(Entry::Piece(kind)), usize::from(terms.roster[kind.index()]));
            if has > due || has + hidden < due {
                report
                    .say(message!(
                        "{kind}: {name} sets up {has}, the set has {due}",
                        "{kind}：{name}の配置は{has}枚、本来は{due}枚",
                        kind,
                        name,
                        has,
                        due
                    ))
                    .of_seat(name)
                    .at(span);
            }
        }
    }
}

/// What the header `Roster` says.
fn roster(case: &StartCase<Gunjin>, report: &mut Report) {
    let due = case.board.men.known.terms.pieces();
    for (_, value, span) in case.headers.iter().filter(|it| it.0 == "Roster") {
        let Ok(has) = uncommented(value).parse::<usize>() else {
            continue;
        };
        if has != due {
            report
                .say(message!(
                    "a side has {due} pieces by the rules of this event, and {has} by this header",
                    "大会の規定では各側{due}枚だが、ヘッダーでは{has}枚である",
                    due,
                    has
                ))
                .at(*span);
        }
    }
}
