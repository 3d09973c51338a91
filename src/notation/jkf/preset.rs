//! The names that JKF has for starts.

use crate::shogi::Handicap;

/// Each name of JKF, and the name that KIF has for the same start.
const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// The start of a preset.
pub(super) fn start(preset: &str) -> Option<&'static Handicap> {
    let (_, name) = PRESETS.iter().find(|(known, _)| *known == preset)?;
    Handicap::by_name(name)
}

/// The preset of a start; `None` for what JKF has no word for.
pub(super) fn of(start: &Handicap) -> Option<&'static str> {
    let known = PRESETS.iter().find(|(_, name)| *name == start.name);
    known.map(|(preset, _)| *preset)
}

#[cfg(test)]
mod tests {
    use super::{PRESETS, of, start};
    use crate::shogi::Handicap;

    #[test]
    fn every_official_start_has_a_preset_and_no_other() {
        for (preset, name) in PRESETS {
            assert_eq!(start(preset).map(|start| start.name), Some(name));
        }
        for start in &Handicap::ALL {
            assert_eq!(of(start).is_some(), start.official, "{}", start.name);
        }
        assert_eq!(start("OTHER"), None);
    }
}
