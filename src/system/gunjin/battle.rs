//! Who wins where two pieces meet.

use crate::notation::gunjin::Kind;
use crate::profile::{Battle, GunjinRules};

/// The kinds that have a strength of their own: all but the flag.
const STRONG: usize = Kind::COUNT - 1;

/// The table of the document: a row for the piece that moves in, a column for the one that stands there. Two mines never meet.
const PRINTED: [&[u8; STRONG]; STRONG] = [
    b"DWWWWWWWWWWWWLD",
    b"LDWWWWWWWWWWWWD",
    b"LLDWWWWWWWWWWWD",
    b"LLLDWWWWWLLWWWD",
    b"LLLLDWWWWLLWWWD",
    b"LLLLLDWWWLLWWWD",
    b"LLLLLLDWWLLWWWD",
    b"LLLLLLLDWLLWWWD",
    b"LLLLLLLLDLLWWWD",
    b"LLLWWWWWWDWWWWW",
    b"LLLWWWWWWLDWLWD",
    b"LLLLLLLLLLLDWWD",
    b"LLLLLLLLLLWLDWW",
    b"WLLLLLLLLLLLLDD",
    b"DDDDDDDDDLDDLDD",
];

/// How battles end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Battles([[Battle; STRONG]; STRONG]);

impl Battles {
    /// The table of the document, and what an event has otherwise.
    pub(super) fn of(rules: &GunjinRules) -> Self {
        let mut table = Self(PRINTED.map(|row| {
            row.map(|how| match how {
                b'W' => Battle::Won,
                b'L' => Battle::Lost,
                _ => Battle::Both,
            })
        }));
        for (mover, standing, how) in rules.other_battles() {
            table.0[mover][standing] = how;
            table.0[standing][mover] = turned(how);
        }
        table
    }

    /// How it ends for a piece that moves onto another. A flag has the strength of the own piece right after it, seen from the
    /// bar; without one it has none.
    pub(super) fn outcome(&self, mover: Kind, standing: Kind, behind: Option<Kind>) -> Battle {
        let strength = match standing {
            Kind::Flag => behind.filter(|&it| it != Kind::Flag),
            own => Some(own),
        };
        let cell = strength.and_then(|it| self.0.get(mover.index())?.get(it.index()));
        cell.copied().unwrap_or(Battle::Won)
    }
}

/// How the same battle ends for the other.
const fn turned(how: Battle) -> Battle {
    match how {
        Battle::Won => Battle::Lost,
        Battle::Lost => Battle::Won,
        Battle::Both => Battle::Both,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strong() -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().take(STRONG)
    }

    /// The cells of the table as the document prints them, row by row.
    const CELLS: &str = "
        ＝○○○○○○○○○○○○×＝ ×＝○○○○○○○○○○○○＝ ××＝○○○○○○○○○○○＝ ×××＝○○○○○××○○○＝
        ××××＝○○○○××○○○＝ ×××××＝○○○××○○○＝ ××××××＝○○××○○○＝ ×××××××＝○××○○○＝
        ××××××××＝××○○○＝ ×××○○○○○○＝○○○○○ ×××○○○○○○×＝○×○＝ ×××××××××××＝○○＝
        ××××××××××○×＝○○ ○××××××××××××＝＝ ＝＝＝＝＝＝＝＝＝×＝＝×＝－";

    #[test]
    fn every_cell_is_as_it_is_printed() {
        let battles = Battles::of(&GunjinRules::default());
        let mut cells = CELLS.chars().filter(|it| !it.is_whitespace());
        for mover in strong() {
            for standing in strong() {
                let how = match cells.next().expect("a cell") {
                    '○' => Battle::Won,
                    '×' => Battle::Lost,
                    '＝' => Battle::Both,
                    _ => continue,
                };
                assert_eq!(
                    battles.outcome(mover, standing, None),
                    how,
                    "{mover:?} {standing:?}"
                );
            }
        }
        assert_eq!(cells.next(), None);
    }

    #[test]
    fn a_battle_is_the_same_the_other_way_round() {
        let others = GunjinRules {
            battles: "SP LG W, SP MN L".to_owned(),
            ..GunjinRules::default()
        };
        for battles in [Battles::of(&GunjinRules::default()), Battles::of(&others)] {
            for (one, other) in strong().flat_map(|one| strong().map(move |other| (one, other))) {
                let how = battles.outcome(one, other, None);
                assert_eq!(
                    battles.outcome(other, one, None),
                    turned(how),
                    "{one:?} {other:?}"
                );
            }
        }
    }

    #[test]
    fn a_flag_has_the_strength_of_the_piece_after_it() {
        let battles = Battles::of(&GunjinRules::default());
        for mover in strong().filter(|it| it.is_mobile()) {
            assert_eq!(battles.outcome(mover, Kind::Flag, None), Battle::Won);
            for after in strong() {
                assert_eq!(
                    battles.outcome(mover, Kind::Flag, Some(after)),
                    battles.outcome(mover, after, None)
                );
            }
        }
    }
}
