//! The rules of events, as far as they differ in what is tested.

use kifu::profile::{
    BothPerpetual, FoulVerdict, NoLegalMove, PerpetualWindow, Profile, RepetitionResult, ResignPriority,
};

/// The names of all of them.
pub const NAMES: [&str; 8] = [
    "seed",
    "jsa-pro",
    "jsa-pro-2013",
    "jsa-amateur",
    "csa",
    "floodgate",
    "lishogi",
    "fesa",
];

/// The rules of this name.
pub fn named(name: &str) -> Profile {
    let usual = Profile {
        name: name.to_owned(),
        ..Profile::default()
    };
    match name {
        "seed" => Profile {
            repetition_result: RepetitionResult::Draw,
            foul_verdict: FoulVerdict::Immediate,
            ..usual
        },
        "jsa-pro" => Profile {
            repetition_agree_below: true,
            foul_verdict: FoulVerdict::Immediate,
            resign_priority: ResignPriority::No,
            ..usual
        },
        "jsa-pro-2013" => Profile {
            foul_verdict: FoulVerdict::Immediate,
            ..usual
        },
        "csa" => Profile {
            repetition_result: RepetitionResult::Draw,
            resign_priority: ResignPriority::NotApplicable,
            ..usual
        },
        "floodgate" => Profile {
            count_start_position: false,
            repetition_result: RepetitionResult::Draw,
            perpetual_window: PerpetualWindow::UnbrokenChecks,
            both_perpetual: BothPerpetual::MoverLoses,
            no_legal_move: NoLegalMove::Untested,
            foul_verdict: FoulVerdict::Refused,
            resign_priority: ResignPriority::NotApplicable,
            ..usual
        },
        "lishogi" => Profile {
            repetition_result: RepetitionResult::Draw,
            foul_verdict: FoulVerdict::Impossible,
            resign_priority: ResignPriority::NotApplicable,
            ..usual
        },
        "jsa-amateur" | "fesa" => usual,
        other => panic!("{other} is no profile"),
    }
}
