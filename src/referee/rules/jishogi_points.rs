//! `jishogi-points` 点数で勝敗の決まる持将棋: an impasse that one side wins by points.

use super::impasse_by_other_profile;
use crate::finding::{Message, Severity, Words, both, message, rule};
use crate::profile::ImpasseAgreement;
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::impasse::{self, Standings};
use crate::referee::report::Report;
use crate::shogi::{Color, Standing};

rule!(
    "jishogi-points",
    RecordError,
    Results,
    "an impasse that one side wins by points",
    "点数で勝敗の決まる持将棋"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if !game.has_impasse_to_check() || !game.certain || impasse_by_other_profile::profile(game).is_some() {
        return;
    }
    let [Some(black), Some(white)] = Color::ALL.map(|side| game.standing(side)) else {
        return;
    };
    let black = black.least;
    let entered = [black, white.least].iter().filter(|it| it.king_entered()).count();
    if entered < usize::from(game.profile.impasse_entered_kings) {
        return;
    }
    let agreement = game.profile.impasse_agreement;
    let Some(winner) = white.agree(|white| winner(agreement, &black, white)) else {
        report.say(unjudged(&white)).weighing(Severity::Note);
        return;
    };
    let Some(winner) = winner else {
        return;
    };
    let (white, rule) = (white.least, rule_of(agreement));
    let [first, second] = [black, white].map(|it| impasse::has_points(&it));
    let reason = message!(
        "{first} and {second}: {winner} wins {rule}",
        "{first}、{second}：{rule}で{winner}の勝ち",
        first,
        second,
        rule,
        winner
    );
    report
        .say(message!(
            "the result is an impasse, but {reason}",
            "持将棋とあるが、{reason}",
            reason
        ))
        .of(winner.opponent())
        .deciding_since(Outcome::Win(winner), reason);
}

/// What is said where all depends on points for the pieces of a handicap, and nobody knows whether it was one.
fn unjudged(white: &Standings) -> Message {
    message!(
        "the points of this impasse were not checked: White has {why}",
        "この持将棋の点数は判定しなかった：後手は{why}",
        why = impasse::depends_on_credit(white.least.all, white.most.all)
    )
}

/// Who wins by the points.
fn winner(agreement: ImpasseAgreement, black: &Standing, white: &Standing) -> Option<Color> {
    let [black, white] = [black, white].map(|it| it.all.value());
    match agreement {
        ImpasseAgreement::None => None,
        ImpasseAgreement::Points24 => match (black < impasse::LEAST, white < impasse::LEAST) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        },
        ImpasseAgreement::Points27 if black > white => Some(Color::Black),
        ImpasseAgreement::Points27 => Some(Color::White),
    }
}

/// The rule by which points decide, in words.
fn rule_of(agreement: ImpasseAgreement) -> Words {
    match agreement {
        ImpasseAgreement::Points24 => both(
            "under the 24-point rule (fewer than 24 lose)",
            "24点法（24点未満は負け）",
        ),
        _ => both(
            "under the 27-point rule (more points win; at 27 each, White wins)",
            "27点法（多い側の勝ち、同点は後手の勝ち）",
        ),
    }
}
