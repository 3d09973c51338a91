//! `gung-result-check-win` 장군승: a win by the first check without it.

use crate::finding::{message, rule};
use crate::notation::gib::How;
use crate::record::Outcome;
use crate::referee::report::Report;
use crate::system::janggi::board::seat;
use crate::system::janggi::ended::Ended;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::said::Said;

rule! {
    name: "gung-result-check-win",
    class: RecordError,
    group: Results,
    title: "a win by check (장군승) that is none", "成立しない 장군승",
    what:
        "The result is 장군승, but the record does not say `#no-win`, or the side that is said to have won was not the first to give check after that. To face a general that is not promoted with a promoted one (왕장) is check, too; a promoted general that is faced may capture, so facing it is no check. Or another result names the other side, though the first check after `#no-win` has ended the game.",
        "結果は 장군승 だが、棋譜に `#no-win` がないか、その後で最初に王手をかけたのが勝ったとされる側でない。昇格した将（왕장）で昇格していない相手の将に向かい合うことも王手である。昇格した将に向かい合えば取られうるので、王手ではない。または、`#no-win` の後の最初の王手で終局しているのに、別の結果が相手の勝ちとする。",
    why: "Only where neither side can win with what is left does the first check decide.",
        "最初の王手で勝負が決まるのは、双方とも勝てない駒だけになった後に限る。",
    remedy: "Add `#no-win` where it belongs, or correct the result.", "`#no-win` を補うか、結果を直す。",
    source: "“대국규정 및 규칙” (궁장기): the ways to win.",
    bad: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"청 장군승\"]\n[국면 \"9/3k5/9/9/9/9/4P4/9/4K4/9 w\"]\n1. 75졸65\n#no-win\n2. 24궁14\n" },
        "nobody has given check", "だれも王手をかけていない",
    good: Record { text: "[규칙 \"궁장기\"]\n[대국결과 \"홍 장군승\"]\n[국면 \"9/3+k5/9/9/9/9/4P4/9/4K4/9 w\"]\n1. 75졸76\n#no-win\n2. 24궁25\n" },
        "Red's promoted general faces that of Blue, which is not promoted", "紅の昇格した将が、昇格していない青の将に向かい合う",
}

/// The check.
pub(super) fn check(game: &Janggi, report: &mut Report) {
    let Some(told) = game.said.and_then(Said::how) else {
        return;
    };
    let Some(winner) = told.winner else { return };
    let name = seat(winner);
    let checked = match game.ended {
        Some(Ended::Checked { winner }) => Some(winner),
        _ => None,
    };
    // A loss on time or by a foul may have come before the check was made.
    let is_by_play = !matches!(told.how, How::Time | How::Foul | How::Check);
    let message = match checked {
        Some(first) if is_by_play && first != winner => message!(
            "{name} is said to have won, but {first} gave the first check after `#no-win`, which wins (장군승)",
            "{name}の勝ちとあるが、`#no-win` の後に{first}が最初の王手をかけており、その勝ち（장군승）である",
            name,
            first = seat(first)
        ),
        _ if told.how != How::Check => return,
        _ if !game.has_no_win => message!(
            "a win by check needs `#no-win`: that neither side can win with what is left",
            "장군승 には、双方とも勝てない駒だけになったことを示す `#no-win` が要る"
        ),
        // The other side has stepped before its promoted general, which may take.
        _ if game.due == winner && game.is_promoted(winner) && game.men.are_facing() => return,
        _ if checked != Some(winner) => message!(
            "{name} is said to have won by check, but did not give the first check after `#no-win`",
            "{name}の 장군승 とあるが、`#no-win` の後で最初の王手をかけていない",
            name
        ),
        _ => return,
    };
    report.say(message).at(game.said_at).deciding(Outcome::None);
}
