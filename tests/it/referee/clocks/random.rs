//! Random times: legal times to the second give no finding, and one overrun gives one.

use kifu::notation::times::TimeLimit;
use kifu::profile::Profile;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

use super::{findings, record};
use crate::support::dice::Dice;

/// Returns a random time limit (seconds), the format, and a header with the limit.
fn any_limit(dice: &mut Dice) -> (TimeLimit, &'static str, String) {
    let (minutes, seconds) = (dice.below(15) as u32 + 2, dice.below(60) as u32 + 1);
    let limit = |byoyomi, increment| TimeLimit {
        base: minutes * 60,
        byoyomi,
        increment,
    };
    match dice.below(6) {
        0 => (limit(0, 0), "csa", format!("$TIME:{}+0+0", minutes * 60)),
        1 => (
            limit(seconds, 0),
            "csa",
            format!("$TIME:{}+{seconds}+0", minutes * 60),
        ),
        2 => (
            limit(0, seconds),
            "csa",
            format!("$EVENT:x+y-{}-{seconds}F+a+b+20200101000000", minutes * 60),
        ),
        3 => (limit(0, 0), "kif", format!("持ち時間：{minutes}分切れ負け")),
        4 => (
            limit(seconds, 0),
            "kif",
            format!("持ち時間：各{minutes}分、切れたら１手{seconds}秒"),
        ),
        _ => (
            limit(0, seconds),
            "kif",
            format!("持ち時間：{minutes}分+{seconds}秒加算"),
        ),
    }
}

/// Returns random times (seconds). The time at the index `overrun_ply` exceeds the limit; all others are legal to the
/// second.
fn spent_times(dice: &mut Dice, limit: TimeLimit, plies: usize, overrun_ply: Option<usize>) -> Vec<u32> {
    let mut remaining = [limit.base; 2];
    (0..plies)
        .map(|ply| {
            let remaining = &mut remaining[ply % 2];
            let allowed = *remaining + limit.byoyomi + limit.increment;
            let spent = if overrun_ply == Some(ply) {
                // Except on a server, each time may have been rounded by a second, so the overrun is larger than one
                // second per ply.
                allowed + plies as u32 + dice.below(20) as u32
            } else if dice.below(4) == 0 {
                allowed.saturating_sub(1)
            } else {
                dice.below(allowed.clamp(1, 40) as usize) as u32
            };
            *remaining = (*remaining + limit.increment).saturating_sub(spent);
            spent
        })
        .collect()
}

fn record_text(notation: &str, header: &str, spent_times: &[u32]) -> String {
    let times: Vec<_> = spent_times
        .iter()
        .map(|spent| match notation {
            "csa" => spent.to_string(),
            _ => format!("{:2}:{:02}", spent / 60, spent % 60),
        })
        .collect();
    record(
        notation,
        &[header],
        &times,
        if notation == "csa" { "%TORYO" } else { "投了" },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 512, ..ProptestConfig::default() })]

    #[test]
    fn legal_times_have_no_finding(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let (limit, notation, header) = any_limit(&mut dice);
        let plies = dice.below(60);
        let spent_times = spent_times(&mut dice, limit, plies, None);
        prop_assert_eq!(findings(&record_text(notation, &header, &spent_times), &Profile::default()), Vec::<String>::new());
    }

    #[test]
    fn a_single_overrun_is_one_finding(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let (limit, notation, header) = any_limit(&mut dice);
        let plies = 2 + dice.below(40);
        let overrun_ply = dice.below(plies - 1);
        let spent_times = spent_times(&mut dice, limit, plies, Some(overrun_ply));
        let side = if overrun_ply.is_multiple_of(2) { "black" } else { "white" };
        let expected = vec![format!("clock-overrun @{} {side}", overrun_ply + 1)];
        prop_assert_eq!(findings(&record_text(notation, &header, &spent_times), &Profile::default()), expected);
    }
}
