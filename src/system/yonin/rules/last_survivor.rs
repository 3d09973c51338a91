//! `result-not-last-survivor` 勝者が残っていない: the result names somebody who has not survived the others.

use crate::finding::{message, rule};
use crate::record::{Outcome, Terminal};
use crate::referee::report::Report;
use crate::system::board::{Board, WordCase};
use crate::system::yonin::board::seat;
use crate::system::yonin::game::Yonin;
use crate::system::yonin::position::letter;

rule!(
    "result-not-last-survivor",
    RecordError,
    Results,
    "a winner who is not the last survivor",
    "勝者が最後の一人ではない"
);

/// The check.
pub(super) fn check(game: &Yonin, report: &mut Report) {
    let Some(stated) = game.stated() else { return };
    let (Some(Outcome::Win(winner)), Terminal::LastSurvivor | Terminal::Resign) =
        (stated.outcome, stated.terminal)
    else {
        return;
    };
    let survives = game.is_over() && game.men.alive[winner.index()];
    if !survives {
        let complaint = report.say(if game.men.alive[winner.index()] {
            message!(
                "the result is a win for {winner}, but other players are still in the game",
                "結果は{winner}の勝ちだが、ほかの対局者も残っている",
                winner
            )
        } else {
            message!(
                "the result is a win for {winner}, but {winner} has been eliminated",
                "結果は{winner}の勝ちだが、{winner}は脱落している",
                winner
            )
        });
        complaint.of_seat(winner).deciding(Outcome::None);
    }
}

/// A word that puts the last survivor out.
pub(super) fn put_out(case: &WordCase<Yonin>, report: &mut Report) {
    let (word, game) = (&case.word, &case.before);
    let about = word.rest.first().and_then(|it| letter(it));
    let puts_out = matches!(&*word.name, "mate" | "resign" | "timeout" | "foul");
    let survivor = about.filter(|&it| puts_out && game.is_over() && game.men.alive[it]);
    if let Some(survivor) = survivor.map(seat) {
        let name = format!("#{}", word.name);
        let complaint = report.say(message!(
            "the record has `{name}` for {survivor}, but {survivor} is the last survivor",
            "{survivor}について `{name}` とあるが、{survivor}は最後の一人である",
            name,
            survivor
        ));
        complaint.of_seat(survivor);
    }
}
