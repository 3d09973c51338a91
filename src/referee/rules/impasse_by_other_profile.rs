//! `impasse-by-other-profile` 別の規定で正しい持将棋: no profile was chosen, and the impasse is right by another one.

use super::{jishogi_no_entered_king, jishogi_points};
use crate::finding::{Findings, Severity, message, rule};
use crate::profile::{ImpasseAgreement, Profile};
use crate::referee::event;
use crate::referee::game::Game;
use crate::referee::report::{Complaint, Report};

rule!(
    "impasse-by-other-profile",
    Doubt,
    Results,
    "an impasse valid under another profile",
    "別の規定で正しい持将棋"
);

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(other) = profile(game) else { return };
    let (other, name) = (&other.name, &game.profile.name);
    report.say(message!(
        "the impasse is valid under {other}, but not under {name}, used because no profile was chosen",
        "この持将棋は{other}の規定では正しいが、プロファイルの指定がないため適用した{name}の規定では正しくない",
        other,
        name
    ));
}

/// The first built-in profile by which a stated impasse is right, if no profile was chosen and it is wrong by the usual
/// one.
pub(super) fn profile(game: &Game<'_>) -> Option<&'static Profile> {
    let is_wrong = |[kings, points]: [Vec<Complaint>; 2]| kings.iter().chain(&points).any(is_grave);
    // With nothing open about the points.
    let is_right = |[kings, points]: [Vec<Complaint>; 2]| points.is_empty() && !kings.iter().any(is_grave);
    if game.is_profile_chosen
        || !game.certain
        || !game.has_impasse_to_check()
        || !is_wrong(complaints(game, game.profile))
    {
        return None;
    }
    let mut others = Profile::all().iter().filter(|it| it.name != game.profile.name);
    others.find(|other| {
        // What the record says of its rules holds by every profile.
        let profile = event::of(game.record, other, &mut Findings::default());
        profile.impasse_agreement != ImpasseAgreement::None && is_right(complaints(game, &profile))
    })
}

/// What is wrong with an impasse by this profile, had it been chosen: its kings, and its points.
fn complaints(game: &Game<'_>, profile: &Profile) -> [Vec<Complaint>; 2] {
    let game = Game {
        profile,
        is_profile_chosen: true,
        ..game.clone()
    };
    let checks: [fn(&Game<'_>, &mut Report); 2] = [jishogi_no_entered_king::check, jishogi_points::check];
    checks.map(|check| {
        let mut report = Report::default();
        check(&game, &mut report);
        report.said()
    })
}

fn is_grave(complaint: &Complaint) -> bool {
    complaint.severity != Some(Severity::Note)
}
