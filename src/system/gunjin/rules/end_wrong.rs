//! `gunjin-end-wrong` 軍人将棋の終局の誤り: an end that contradicts the board.

use crate::finding::Message;
use crate::finding::{message, rule};
use crate::notation::gunjin::{Place, seat_of};
use crate::record::Outcome;
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::gunjin::board::seat;
use crate::system::gunjin::game::Gunjin;

rule!(
    "gunjin-end-wrong",
    RecordError,
    Results,
    "an end that contradicts the board",
    "軍人将棋の終局の誤り"
);

/// The check.
pub(super) fn check(case: &WordCase<Gunjin>, report: &mut Report) {
    let (word, game) = (&*case.word.name, &case.before);
    if matches!(word, "draw" | "interrupt") {
        if word == "draw" {
            contradicting(case, report);
        }
        return;
    }
    let Some(about) = case.word.rest.first().and_then(|it| seat_of(it)) else {
        let name = format!("#{word}");
        report.say(message!(
            "expected a side (`S` or `N`) after `{name}`",
            "`{name}` の後に側（`S` か `N`）が必要である",
            name
        ));
        return;
    };
    let name = seat(about);
    let why: Option<Message> = match word {
        "hq" => {
            let there = game.men.at(Place::headquarters(1 - about));
            let stands = there.is_some_and(|it| it.owner == about);
            (!stands).then(|| {
                message!(
                    "{name} has no piece on the opponent's headquarters",
                    "相手の総司令部に{name}の駒がない",
                    name
                )
            })
        }
        // Where the loss of all officers loses, it is written so, too.
        "exterminated" if game.over.is_some() => None,
        "exterminated" => game.men.has_mobile(about).then(|| {
            message!(
                "{name} still has pieces that can move",
                "{name}には動ける駒が残っている",
                name
            )
        }),
        "mate" => game
            .men
            .can_move(about)
            .then(|| message!("{name} has a legal move", "{name}には指せる手がある", name)),
        _ => None,
    };
    match why {
        Some(why) => {
            report.say(why).deciding(Outcome::None);
        }
        None => contradicting(case, report),
    }
}

/// What contradicts the end that the board shows.
fn contradicting(case: &WordCase<Gunjin>, report: &mut Report) {
    let over = case.before.over.as_ref();
    let Some((over, said)) = over.zip(case.before.said(&case.word)) else {
        return;
    };
    if over.outcome != said.outcome {
        let why = &over.reason;
        report.say(message!(
            "the end in the record contradicts the board: {why}",
            "記載の終局が盤面と食い違う：{why}",
            why
        ));
    }
}
