//! Proofs of findings and verdicts: certificates that a reader can check without this program.
//!
//! A [`Proof`] states a fact about a position or a game, such as mate, together with everything that is needed to verify it:
//! of a mate, each move that might parry the check, and the piece that would then take the king. A proof is a value without
//! messages; `docs/proofs.md` describes what each kind states. `tests/proof/check.py` verifies proofs by rules of its own.
//!
//! The functions return `None` if the fact does not hold, so a wrong claim never gets a proof.
//!
//! ```
//! use kifu::proof::Proof;
//! use kifu::shogi::Position;
//!
//! let mated = Position::from_sfen("4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")?;
//! let Some(Proof::Mate { checkers, evasions, .. }) = Proof::mate(&mated, 1) else {
//!     panic!("this position is mate");
//! };
//! assert_eq!((checkers[0].to_string().as_str(), evasions.len()), ("5b", 5));
//! assert_eq!(Proof::mate(&Position::startpos(), 1), None);
//! # Ok::<(), kifu::shogi::SfenError>(())
//! ```

use std::fmt::Display;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::shogi::{Color, Move, PieceKind, Position, Square, Standing, entered};

mod evasions;

pub use evasions::{Evasion, KingCapture, Refutation};

/// A certificate for a fact. In JSON, the field `kind` has the name of the variant: `mate`, `not-mate` and so on.
///
/// `sfen` is the position in which the fact holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Proof {
    /// The side to move is in check and has no legal move.
    Mate {
        /// The position (SFEN), with the mated side to move.
        sfen: String,
        /// The squares of the pieces that give check.
        #[serde(serialize_with = "as_texts")]
        checkers: Vec<Square>,
        /// All moves of the king to a neighbouring square that has no piece of its side. If one piece gives check, also all
        /// captures of this piece, and all moves and drops between this piece and the king.
        evasions: Vec<Evasion>,
    },
    /// The side to move has a legal move.
    NotMate {
        /// The position (SFEN).
        sfen: String,
        /// A legal move.
        #[serde(rename = "move", serialize_with = "as_text")]
        legal: Move,
    },
    /// The side to move is not in check and has no legal move.
    NoMove {
        /// The position (SFEN).
        sfen: String,
        /// All moves of all pieces, then all drops on empty squares in the order of the kinds of pieces.
        evasions: Vec<Evasion>,
    },
    /// A pawn drop has mated.
    Uchifuzume {
        /// The position after the drop (SFEN), with the mated side to move.
        sfen: String,
        /// The drop.
        #[serde(serialize_with = "as_text")]
        drop: Move,
        /// The squares of the pieces that give check.
        #[serde(serialize_with = "as_texts")]
        checkers: Vec<Square>,
        /// The moves as in a mate.
        evasions: Vec<Evasion>,
    },
    /// A king can be taken.
    Check {
        /// The position (SFEN), with the side to move that can take the king.
        sfen: String,
        /// The square of the king.
        #[serde(serialize_with = "as_text")]
        king: Square,
        /// The square of a piece that can take the king.
        #[serde(serialize_with = "as_text")]
        attacker: Square,
        /// The squares between the two, which are empty, from the attacker to the king.
        #[serde(serialize_with = "as_texts")]
        path: Vec<Square>,
    },
    /// A position occurred several times.
    Repetition {
        /// The position (SFEN).
        sfen: String,
        /// The plies after which the position occurred; 0 is the start.
        plies: Vec<u32>,
    },
    /// A position occurred several times, and all moves of one side in between gave check.
    PerpetualCheck {
        /// The position (SFEN).
        sfen: String,
        /// The plies after which the position occurred; 0 is the start.
        plies: Vec<u32>,
        /// All plies of the side between the first and the last of these plies. Each of them gave check.
        checks: Vec<u32>,
    },
    /// The points and pieces of one side, which declares, or of both sides, which agree on an impasse.
    Points {
        /// The position (SFEN).
        sfen: String,
        /// The pieces that have points: of a declaration those in the enemy camp and in hand, of an agreement all.
        pieces: BySide<PieceCounts>,
        /// Number of pieces of each side in the enemy camp, without the king.
        zone: BySide<u32>,
        /// The points, with those for the missing pieces of a handicap.
        points: BySide<u32>,
    },
    /// The time of some moves of one side, all times in milliseconds.
    Clock {
        /// Maximum time that the moves could take together.
        allowed: u64,
        /// The time that the moves took together.
        used: u64,
        /// The plies of the moves. If earlier moves of the side are left out, they had used up the main time.
        moves: Vec<u32>,
    },
}

/// A value of each side. In JSON, a side without a value is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct BySide<T> {
    /// The value of Black.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<T>,
    /// The value of White.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<T>,
}

impl<T> BySide<T> {
    /// Returns the values of these sides.
    fn of(sides: &[Color], mut value: impl FnMut(Color) -> T) -> Self {
        let mut value_of = |side| sides.contains(&side).then(|| value(side));
        Self {
            black: value_of(Color::Black),
            white: value_of(Color::White),
        }
    }

    /// Returns the value of a side; `None` if the side has no value.
    pub const fn get(&self, side: Color) -> Option<&T> {
        match side {
            Color::Black => self.black.as_ref(),
            Color::White => self.white.as_ref(),
        }
    }
}

/// Numbers of pieces by unpromoted kind. In JSON, an object with the letters of SFEN as keys, without the kinds that have no
/// piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PieceCounts([u32; PieceKind::HAND.len()]);

impl PieceCounts {
    fn new(pieces: impl Iterator<Item = (PieceKind, u32)>) -> Self {
        let mut counts = Self::default();
        for (kind, count) in pieces {
            if let Some(index) = PieceKind::HAND.iter().position(|&it| it == kind.base()) {
                counts.0[index] += count;
            }
        }
        counts
    }

    /// Returns the kinds that have pieces, each with their number.
    pub fn iter(&self) -> impl Iterator<Item = (PieceKind, u32)> + '_ {
        let counts = PieceKind::HAND.into_iter().zip(self.0);
        counts.filter(|&(_, count)| count > 0)
    }
}

impl Serialize for PieceCounts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let counts = self.iter().map(|(kind, count)| (kind.letter(), count));
        serializer.collect_map(counts)
    }
}

impl Proof {
    /// The kinds of proofs, as in JSON.
    pub const KINDS: [&str; 9] = [
        "mate",
        "not-mate",
        "no-move",
        "uchifuzume",
        "check",
        "repetition",
        "perpetual-check",
        "points",
        "clock",
    ];

    /// Proves that the side to move is mated. `ply_counter` is the move number in the SFEN.
    ///
    /// Returns `None` if the side is not mated. Also returns `None` if this side does not have exactly one king, or if it
    /// could take the king of the opponent.
    pub fn mate(position: &Position, ply_counter: u32) -> Option<Self> {
        let (checkers, evasions) = evasions::of_mate(position, ply_counter)?;
        Some(Self::Mate {
            sfen: position.to_sfen(ply_counter),
            checkers,
            evasions,
        })
    }

    /// Proves that the side to move is not in check and has no legal move; see [`Proof::mate`].
    pub fn no_move(position: &Position, ply_counter: u32) -> Option<Self> {
        Some(Self::NoMove {
            sfen: position.to_sfen(ply_counter),
            evasions: evasions::of_no_move(position, ply_counter)?,
        })
    }

    /// Proves that the side to move has no legal move, in check or not.
    pub fn mate_or_no_move(position: &Position, ply_counter: u32) -> Option<Self> {
        if position.is_check() {
            Self::mate(position, ply_counter)
        } else {
            Self::no_move(position, ply_counter)
        }
    }

    /// Proves that the side to move has the legal move `legal`; `None` if the move is not legal.
    pub fn not_mate(position: &Position, ply_counter: u32, legal: Move) -> Option<Self> {
        position.is_legal(legal).then(|| Self::NotMate {
            sfen: position.to_sfen(ply_counter),
            legal,
        })
    }

    /// Proves that a pawn drop, which has led to `position`, has mated the side to move.
    pub fn uchifuzume(position: &Position, ply_counter: u32, drop: Move) -> Option<Self> {
        let pawn = position.piece_at(drop.to())?;
        let is_pawn_drop = drop.from().is_none() && pawn.kind == PieceKind::Pawn;
        if !is_pawn_drop || pawn.color == position.side_to_move() {
            return None;
        }
        let (checkers, evasions) = evasions::of_mate(position, ply_counter)?;
        checkers.contains(&drop.to()).then(|| Self::Uchifuzume {
            sfen: position.to_sfen(ply_counter),
            drop,
            checkers,
            evasions,
        })
    }

    /// Proves that the side to move can take the king of its opponent.
    pub fn check(position: &Position, ply_counter: u32) -> Option<Self> {
        let side = position.side_to_move();
        let king = position.king(side.opponent())?;
        let attacker = position.attackers(king, side).next()?;
        Some(Self::Check {
            sfen: position.to_sfen(ply_counter),
            king,
            attacker,
            path: evasions::between(attacker, king),
        })
    }

    /// States the points of a side that declares.
    pub fn declaration(position: &Position, ply_counter: u32, standing: &Standing) -> Self {
        let in_hand = in_hand(position, standing.side);
        let in_camp = entered(position, standing.side).map(|(_, kind)| (kind, 1));
        let counts = PieceCounts::new(in_camp.chain(in_hand));
        let points = standing.entered.value();
        let sides = [standing.side];
        Self::Points {
            sfen: position.to_sfen(ply_counter),
            pieces: BySide::of(&sides, |_| counts),
            zone: zone(position),
            points: BySide::of(&sides, |_| points),
        }
    }

    /// States the points of both sides, Black first, in an agreed impasse.
    pub fn impasse(position: &Position, ply_counter: u32, standings: [&Standing; 2]) -> Self {
        let pieces = |side: Color| {
            let on_board = position.pieces(side).map(|(_, kind)| (kind, 1));
            PieceCounts::new(on_board.chain(in_hand(position, side)))
        };
        Self::Points {
            sfen: position.to_sfen(ply_counter),
            pieces: BySide::of(&Color::ALL, pieces),
            zone: zone(position),
            points: BySide::of(&Color::ALL, |side| standings[side.index()].all.value()),
        }
    }

    /// Returns the position in which the fact holds (SFEN); `None` for the clock.
    pub fn sfen(&self) -> Option<&str> {
        match self {
            Self::Mate { sfen, .. }
            | Self::NotMate { sfen, .. }
            | Self::NoMove { sfen, .. }
            | Self::Uchifuzume { sfen, .. }
            | Self::Check { sfen, .. }
            | Self::Repetition { sfen, .. }
            | Self::PerpetualCheck { sfen, .. }
            | Self::Points { sfen, .. } => Some(sfen),
            Self::Clock { .. } => None,
        }
    }
}

/// Returns the pieces in hand of a side, each kind with its number.
fn in_hand(position: &Position, side: Color) -> impl Iterator<Item = (PieceKind, u32)> + use<> {
    let pieces = position.hand(side).iter();
    pieces.map(|(kind, count)| (kind, u32::from(count)))
}

/// Returns the number of pieces of each side in the enemy camp, without the kings.
fn zone(position: &Position) -> BySide<u32> {
    BySide::of(&Color::ALL, |side| entered(position, side).count() as u32)
}

/// Writes a square or a move in USI.
fn as_text<S: Serializer>(value: &impl Display, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}

/// Writes squares in USI.
fn as_texts<S: Serializer>(values: &[Square], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(values.iter().map(ToString::to_string))
}

impl Serialize for Evasion {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("move", &self.mv.to_string())?;
        match &self.refutation {
            Refutation::KingCapture(capture) => map.serialize_entry("refuted_by", capture)?,
            Refutation::Nifu => map.serialize_entry("illegal", "nifu")?,
            Refutation::DeadPiece => map.serialize_entry("illegal", "dead-piece")?,
            Refutation::Uchifuzume(proof) => {
                map.serialize_entry("illegal", "uchifuzume")?;
                map.serialize_entry("proof", proof)?;
            }
        }
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(proof: Option<Proof>) -> String {
        let proof = proof.expect("the fact holds");
        serde_json::to_string(&proof).unwrap()
    }

    fn position(sfen: &str) -> Position {
        Position::from_sfen(sfen).unwrap()
    }

    #[test]
    fn a_mate_lists_each_evasion_with_its_refutation() {
        // The knight could take the gold, but the lance would then take the king. A pawn cannot be dropped between.
        let mated = position("4k4/4G1n2/4P4/9/9/9/9/9/4K4 w P 1");
        assert_eq!(
            json(Proof::mate(&mated, 3)),
            concat!(
                r#"{"kind":"mate","sfen":"4k4/4G1n2/4P4/9/9/9/9/9/4K4 w P 3","checkers":["5b"],"evasions":["#,
                r#"{"move":"5a4a","refuted_by":{"from":"5b","to":"4a"}},"#,
                r#"{"move":"5a4b","refuted_by":{"from":"5b","to":"4b"}},"#,
                r#"{"move":"5a5b","refuted_by":{"from":"5c","to":"5b"}},"#,
                r#"{"move":"5a6a","refuted_by":{"from":"5b","to":"6a"}},"#,
                r#"{"move":"5a6b","refuted_by":{"from":"5b","to":"6b"}}]}"#,
            )
        );
    }

    #[test]
    fn interpositions_are_refuted_by_the_rule_that_forbids_them() {
        let mated = position("R3k4/pppppp3/9/9/9/9/9/9/4K4 w p 1");
        let Some(Proof::Mate { evasions, .. }) = Proof::mate(&mated, 1) else {
            panic!("mate");
        };
        let nifu: Vec<_> = evasions
            .iter()
            .filter(|evasion| evasion.refutation == Refutation::Nifu)
            .map(|evasion| evasion.mv.to_string())
            .collect();
        assert_eq!(nifu, ["P*8a", "P*7a", "P*6a"]);
        // With a knight in hand, the drop is dead only on the last two ranks of White, which are far away.
        let knight_in_hand = position("R3k4/pppppp3/9/9/9/9/9/9/4K4 w n 1");
        assert_eq!(Proof::mate(&knight_in_hand, 1), None);
    }

    #[test]
    fn positions_that_are_not_mate_have_no_proof_of_mate() {
        for sfen in [
            "4k4/4G4/9/9/9/9/9/9/4K4 w - 1",
            "4k4/9/4G4/9/9/9/9/9/4K4 w - 1",
            "8k/6G2/8G/9/4P4/9/9/9/4K4 w - 1",
            // The mated side could take the king of the opponent.
            "4k4/4G4/4P4/9/9/9/9/9/4K3r w - 1",
            // Two kings, and no king.
            "4k3k/4G4/4P4/9/9/9/9/9/4K4 w - 1",
            "9/4G4/4P4/9/9/9/9/9/4K4 w - 1",
        ] {
            assert_eq!(Proof::mate(&position(sfen), 1), None, "{sfen}");
        }
    }

    #[test]
    fn no_move_and_not_mate_exclude_each_other() {
        let stalemate = position("8k/6G2/8G/9/4P4/9/9/9/4K4 w - 1");
        let Some(Proof::NoMove { evasions, .. }) = Proof::no_move(&stalemate, 1) else {
            panic!("no legal move");
        };
        assert_eq!(evasions.len(), 3);
        assert_eq!(
            Proof::mate_or_no_move(&stalemate, 1),
            Proof::no_move(&stalemate, 1)
        );
        let start = Position::startpos();
        assert_eq!(Proof::no_move(&start, 1), None);
        let legal = Proof::not_mate(&start, 1, "7g7f".parse().unwrap());
        assert!(json(legal).ends_with(r#"b - 1","move":"7g7f"}"#));
        assert_eq!(Proof::not_mate(&start, 1, "7g7e".parse().unwrap()), None);
    }

    #[test]
    fn uchifuzume_requires_the_pawn_to_give_check() {
        let drop: Move = "P*1b".parse().unwrap();
        let mated = position("7nk/8P/8G/9/9/9/9/9/4K4 w - 1");
        let proof = Proof::uchifuzume(&mated, 1, drop);
        assert!(json(proof).contains(r#""drop":"P*1b","checkers":["1b"]"#));
        assert_eq!(Proof::uchifuzume(&mated, 1, "P*1c".parse().unwrap()), None);
        // Without the gold, the king takes the pawn.
        let free = position("7nk/8P/9/9/9/9/9/9/4K4 w - 1");
        assert_eq!(Proof::uchifuzume(&free, 1, drop), None);
    }

    #[test]
    fn a_check_has_the_empty_squares_between_the_attacker_and_the_king() {
        let attacked = position("4k4/9/9/9/9/9/4R4/9/4K4 b - 1");
        assert!(
            json(Proof::check(&attacked, 2))
                .ends_with(r#"b - 2","king":"5a","attacker":"5g","path":["5f","5e","5d","5c","5b"]}"#)
        );
        let knight = position("4k4/9/3N5/9/9/9/9/9/4K4 b - 1");
        assert!(json(Proof::check(&knight, 2)).ends_with(r#""king":"5a","attacker":"6c","path":[]}"#));
        assert_eq!(Proof::check(&Position::startpos(), 1), None);
    }

    #[test]
    fn points_count_promoted_pieces_as_their_unpromoted_kind() {
        let entered_king = position("K+R+P6/9/9/9/9/9/9/9/4k4 b 2BG 1");
        let standing = Standing::new(&entered_king, Color::Black);
        assert!(json(Some(Proof::declaration(&entered_king, 1, &standing))).ends_with(
            r#""pieces":{"black":{"R":1,"B":2,"G":1,"P":1}},"zone":{"black":2,"white":0},"points":{"black":17}}"#
        ));
    }
}
