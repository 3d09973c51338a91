//! The numbers of pieces and the battles of gunjin shogi, in which sets of the game differ.

use super::{GunjinRules, ValueKind};
use crate::finding::both;

/// The codes of the kinds of pieces, in the order of rosters and battle tables.
pub(crate) const KIND_CODES: [&str; 16] = [
    "TG", "LG", "MG", "CO", "LC", "MJ", "CP", "FL", "SL", "AP", "TK", "CV", "EN", "SP", "MN", "FG",
];

/// The number of pieces of each kind of one side: 31 in all.
const ROSTER: [u8; KIND_CODES.len()] = [1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 3, 1, 3, 1];

/// Number of cells of one half of the board.
const CELLS_PER_HALF: u32 = 31;

/// The value of the fields `roster` and `battles` for the set that the rules document describes.
const PRINTED: &str = "printed";

/// The values of the field `roster`.
pub(super) const ROSTERS: ValueKind = ValueKind::Text(
    |text| read_roster(text).is_some(),
    both(
        "\"printed\", or kinds and numbers as in \"EN 2, CV 1\", each kind once, at most 31 pieces",
        "\"printed\" か、\"EN 2, CV 1\" のような駒と枚数（合計31枚以下）",
    ),
);

/// The values of the field `battles`.
pub(super) const BATTLES: ValueKind = ValueKind::Text(
    |text| read_battles(text).is_some(),
    both(
        "\"printed\", or battles as in \"SP LG W, SP MN L\": the attacker, the defender, and W, L or D; each pair once, and D for two pieces of one kind",
        "\"printed\" か、\"SP LG W, SP MN L\" のような戦い（動いた駒、相手の駒、W・L・D）",
    ),
);

/// The result of a battle for the piece that moves in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Battle {
    /// The piece wins and stays; the other piece is removed.
    Won,
    /// The piece loses and is removed; the other piece stays.
    Lost,
    /// Both pieces are removed.
    Both,
}

impl GunjinRules {
    /// Returns the number of pieces of each kind of one side, in the order of [`KIND_CODES`].
    pub(crate) fn counts(&self) -> [u8; KIND_CODES.len()] {
        read_roster(&self.roster).unwrap_or(ROSTER)
    }

    /// Returns the battles whose result differs from that in the rules document.
    ///
    /// Each battle has the attacking kind and the attacked kind, as indices into [`KIND_CODES`].
    pub(crate) fn battle_overrides(&self) -> Vec<(usize, usize, Battle)> {
        read_battles(&self.battles).unwrap_or_default()
    }
}

/// Reads a roster. The kinds that the text does not list have the numbers of the rules document. Returns `None`
/// if the text is invalid, or has no pieces or too many for one half of the board.
fn read_roster(text: &str) -> Option<[u8; KIND_CODES.len()]> {
    let mut counts = ROSTER;
    let mut listed = [false; KIND_CODES.len()];
    for entry in entries(text) {
        let mut words = entry.split_whitespace();
        let kind = kind(words.next()?)?;
        // A kind that is listed twice is an error.
        (!std::mem::replace(&mut listed[kind], true)).then_some(())?;
        counts[kind] = words.next()?.parse().ok()?;
        words.next().is_none().then_some(())?;
    }
    let total: u32 = counts.iter().map(|&it| u32::from(it)).sum();
    (1..=CELLS_PER_HALF).contains(&total).then_some(counts)
}

/// Reads a list of battles. Returns `None` if the text is invalid.
fn read_battles(text: &str) -> Option<Vec<(usize, usize, Battle)>> {
    let battle = |entry: &str| {
        let mut words = entry.split_whitespace();
        let pair = (kind(words.next()?)?, kind(words.next()?)?);
        let result = match words.next()? {
            "W" => Battle::Won,
            "L" => Battle::Lost,
            "D" => Battle::Both,
            _ => return None,
        };
        // A flag has the strength of another piece, so battles of a flag cannot be listed.
        let has_strength = [pair.0, pair.1].iter().all(|&kind| KIND_CODES[kind] != "FG");
        (has_strength && words.next().is_none()).then_some((pair.0, pair.1, result))
    };
    let battles: Vec<_> = entries(text).map(battle).collect::<Option<_>>()?;
    let is_valid = |&(attacker, defender, result): &(usize, usize, Battle)| {
        let is_same_pair = |pair: &&(usize, usize, Battle)| {
            [(pair.0, pair.1), (pair.1, pair.0)].contains(&(attacker, defender))
        };
        // A battle is listed once for both directions. Two pieces of one kind are both removed.
        battles.iter().filter(is_same_pair).count() == 1 && (attacker != defender || result == Battle::Both)
    };
    battles.iter().all(is_valid).then_some(battles)
}

fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|text| *text != PRINTED)
}

fn kind(code: &str) -> Option<usize> {
    KIND_CODES.iter().position(|kind| *kind == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rosters_and_battles_are_read() {
        let mut rules = GunjinRules::default();
        assert_eq!(rules.counts().iter().sum::<u8>(), 31);
        rules.roster = "MG 1, CO 1, LC 1, MJ 1, CV 1, EN 2, TK 2, MN 2".to_owned();
        assert_eq!(rules.counts().iter().sum::<u8>(), 23);
        rules.battles = "SP LG W, SP MN L".to_owned();
        assert_eq!(
            rules.battle_overrides(),
            [(13, 1, Battle::Won), (13, 14, Battle::Lost)]
        );
        for roster in [
            "",
            "TG",
            "TG 2 3",
            "XX 1",
            "TG 32",
            "TG -1",
            "TG 300",
            "TG 0, TG 1",
        ] {
            assert_eq!(read_roster(roster), None, "{roster}");
        }
        for battles in [
            "",
            "SP LG",
            "SP LG X",
            "SP LG W W",
            "FG TG W",
            "SP LG W, SP LG L",
            "SP LG W, LG SP W",
            "SP SP W",
        ] {
            assert_eq!(read_battles(battles), None, "{battles}");
        }
    }
}
