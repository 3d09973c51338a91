//! Random times: legal times to the second give no finding, and one overrun gives one.

use kifu::notation::times::TimeLimit;
use kifu::profile::Profile;
use proptest::prelude::{ProptestConfig, any, prop_assert_eq, proptest};

use super::{findings, record};
use crate::support::dice::Dice;

/// Returns a time limit, the format, and a header with the limit.
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

/// Returns random times (seconds). The time at ply `late` exceeds the limit; all others are legal to the second.
fn usage(dice: &mut Dice, limit: TimeLimit, plies: usize, late: Option<usize>) -> Vec<u32> {
    let mut left = [limit.base; 2];
    (0..plies)
        .map(|ply| {
            let left = &mut left[ply % 2];
            let allowed = *left + limit.byoyomi + limit.increment;
            let spent = if late == Some(ply) {
                // Except on a server, each move may have been rounded by a second.
                allowed + plies as u32 + dice.below(20) as u32
            } else if dice.below(4) == 0 {
                allowed.saturating_sub(1)
            } else {
                dice.below(allowed.clamp(1, 40) as usize) as u32
            };
            *left = (*left + limit.increment).saturating_sub(spent);
            spent
        })
        .collect()
}

fn text_of(notation: &str, header: &str, usage: &[u32]) -> String {
    let times: Vec<_> = usage
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
        let usage = usage(&mut dice, limit, plies, None);
        prop_assert_eq!(findings(&text_of(notation, &header, &usage), &Profile::default()), Vec::<String>::new());
    }

    #[test]
    fn a_single_overrun_is_one_finding(seed in any::<u64>()) {
        let mut dice = Dice::new(seed);
        let (limit, notation, header) = any_limit(&mut dice);
        let plies = 2 + dice.below(40);
        let late = dice.below(plies - 1);
        let usage = usage(&mut dice, limit, plies, Some(late));
        let side = if late.is_multiple_of(2) { "black" } else { "white" };
        let expected = vec![format!("clock-overrun @{} {side}", late + 1)];
        prop_assert_eq!(findings(&text_of(notation, &header, &usage), &Profile::default()), expected);
    }
}
