//! `impasse-by-other-profile` 別の規定で正しい持将棋: no profile was chosen, and the impasse is right by another one.

use super::{jishogi_no_entered_king, jishogi_points};
use crate::finding::{Findings, Severity, message, rule};
use crate::profile::{ImpasseAgreement, Profile};
use crate::referee::event;
use crate::referee::game::Game;
use crate::referee::report::{Complaint, Report};

rule! {
    name: "impasse-by-other-profile",
    class: Doubt,
    group: Results,
    title: "an impasse by the rules of another profile", "別の規定で正しい持将棋",
    what:
        "The result is an impasse by agreement (持将棋, `%JISHOGI`). No profile was chosen, so jsa-amateur applies, and by its rules the game was no draw. By another built-in profile the impasse is right; the message gives the first one in the order of `kifu rules --profiles`. With a chosen profile, such an impasse is `jishogi-points` or `jishogi-no-entered-king`.",
        "合意による持将棋（持将棋、`%JISHOGI`）とある。プロファイルの指定がないため jsa-amateur で判定すると引き分けにならないが、組み込みの別のプロファイルでは正しい。そのうち `kifu rules --profiles` の順で最初のものを示す。プロファイルを指定したときは `jishogi-points` または `jishogi-no-entered-king` とする。",
    why:
        "Professional games are drawn by other rules than amateur games. The stated result stands.",
        "プロの対局はアマチュアと異なる規定で引き分けとなる。記載の結果を有効とする。",
    remedy:
        "Choose the profile of the event: `--profile`, or `profile` in `kifu.toml`.",
        "`--profile` または `kifu.toml` の `profile` で、対局の規定を指定する。",
    source: "JSA rules: 24 points in professional games, 27 points for amateurs.",
    bad: Record {
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 持将棋\n",
    },
        "28 points against 26: a draw by 24 points", "28点対26点、24点法では引き分け",
    good: Under {
        rules: "extends = \"jsa-pro\"",
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 持将棋\n",
    },
        "a profile was chosen", "プロファイルが指定されている",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    let Some(other) = profile(game) else { return };
    let (other, name) = (&other.name, &game.profile.name);
    report.say(message!(
        "the impasse is right by {other}, but not by {name}, which applies because no profile was chosen",
        "この持将棋は{other}では正しいが、プロファイルの指定がないため用いた{name}では正しくない",
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
