//! What events of the other games decide.

use serde::{Deserialize, Serialize};

use super::Repeated;

/// The codes of the kinds of pieces, as rosters and battle tables are listed.
pub const KINDS: [&str; 16] = [
    "TG", "LG", "MG", "CO", "LC", "MJ", "CP", "FL", "SL", "AP", "TK", "CV", "EN", "SP", "MN", "FG",
];

/// How many of each kind a side has: 31 in all.
const ROSTER: [u8; KINDS.len()] = [1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 3, 1, 3, 1];

/// A half has so many cells.
const CELLS: u32 = 31;

/// What stands where the set of the document is played with.
pub(super) const AS_PRINTED: &str = "printed";

/// The points of gunjin shogi that its document leaves open, and those in which other sets differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GunjinRules {
    /// Which cells an X gate joins.
    pub gate: Gate,
    /// Which way tanks and cavalry go two cells.
    pub two_cells: TwoCells,
    /// What follows for a side without generals and field officers.
    pub no_officers: NoOfficers,
    /// What follows for a player who has pieces that could move, and no move.
    pub no_legal_move: Stuck,
    /// How often the same position is worth a note, or ends the game.
    pub repeat_limit: u32,
    /// What follows where it has come about so often.
    pub repeated: Repeated,
    /// The kinds of which a side has another number than the document has: `EN 2, CV 1`; or `printed`.
    pub roster: String,
    /// The battles that end in another way than the document has it: `SP LG W`, a spy wins that moves onto a lieutenant
    /// general; or `printed`. The same battle the other way round follows, so that each stands there once.
    pub battles: String,
}

/// Which of its four cells an X gate joins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Gate {
    /// Each of the two with each of the two opposite.
    Any,
    /// Each with the one right opposite.
    Straight,
    /// Each with the one across.
    Diagonal,
}

/// What follows for a player who has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stuck {
    /// He loses.
    Loses,
    /// The game is drawn.
    Draw,
}

/// Which way tanks and cavalry go two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TwoCells {
    /// Any way.
    Any,
    /// Ahead alone.
    Ahead,
}

/// What follows for a side that has lost all its generals and field officers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoOfficers {
    /// It plays on.
    PlaysOn,
    /// It loses.
    Loses,
}

/// How a battle ends for the piece that moves in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battle {
    /// It wins and stays.
    Won,
    /// It is removed.
    Lost,
    /// Both are removed.
    Both,
}

impl Default for GunjinRules {
    fn default() -> Self {
        Self {
            gate: Gate::Any,
            two_cells: TwoCells::Any,
            no_officers: NoOfficers::PlaysOn,
            no_legal_move: Stuck::Loses,
            repeat_limit: 4,
            repeated: Repeated::Note,
            roster: AS_PRINTED.to_owned(),
            battles: AS_PRINTED.to_owned(),
        }
    }
}

impl GunjinRules {
    /// How many of each kind a side has, in the order of [`KINDS`].
    pub fn counts(&self) -> [u8; KINDS.len()] {
        read_roster(&self.roster).unwrap_or(ROSTER)
    }

    /// The battles that end in another way than the document has it: the kind that moves in, the one that stands there, as
    /// places in [`KINDS`].
    pub(crate) fn other_battles(&self) -> Vec<(usize, usize, Battle)> {
        read_battles(&self.battles).unwrap_or_default()
    }
}

/// Reads what a roster says; `None` where it is none, or too many for the half of a side.
pub(super) fn read_roster(text: &str) -> Option<[u8; KINDS.len()]> {
    let mut counts = ROSTER;
    let mut told = [false; KINDS.len()];
    for entry in entries(text) {
        let mut words = entry.split_whitespace();
        let kind = kind(words.next()?)?;
        // Who names a kind twice means one of the two.
        (!std::mem::replace(&mut told[kind], true)).then_some(())?;
        counts[kind] = words.next()?.parse().ok()?;
        words.next().is_none().then_some(())?;
    }
    let all: u32 = counts.iter().map(|&it| u32::from(it)).sum();
    (1..=CELLS).contains(&all).then_some(counts)
}

/// Reads what a list of battles says; `None` where it is none.
pub(super) fn read_battles(text: &str) -> Option<Vec<(usize, usize, Battle)>> {
    let battle = |entry: &str| {
        let mut words = entry.split_whitespace();
        let pair = (kind(words.next()?)?, kind(words.next()?)?);
        let how = match words.next()? {
            "W" => Battle::Won,
            "L" => Battle::Lost,
            "D" => Battle::Both,
            _ => return None,
        };
        // A flag has the strength of another piece.
        let has_strength = [pair.0, pair.1].iter().all(|&it| KINDS[it] != "FG");
        (has_strength && words.next().is_none()).then_some((pair.0, pair.1, how))
    };
    let battles: Vec<_> = entries(text).map(battle).collect::<Option<_>>()?;
    let is_sound = |&(mover, other, how): &(usize, usize, Battle)| {
        let same = |it: &&(usize, usize, Battle)| [(it.0, it.1), (it.1, it.0)].contains(&(mover, other));
        // A battle is told once, whoever moves, and ends for both alike where the two are of one kind.
        battles.iter().filter(same).count() == 1 && (mover != other || how == Battle::Both)
    };
    battles.iter().all(is_sound).then_some(battles)
}

fn entries(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|it| *it != AS_PRINTED)
}

fn kind(code: &str) -> Option<usize> {
    KINDS.iter().position(|it| *it == code)
}

// What events of janggi and of gung-janggi decide.

/// The points of gung-janggi that its document leaves open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GungJanggiRules {
    /// How often the same move to and fro, or the same check, is one too many.
    pub repeat_limit: u32,
    /// Which pass of a player in a row is one too many.
    pub pass_limit: u32,
    /// What follows where generals that face each other are left so.
    pub bikjang_ignored: BikjangIgnored,
    /// From where the order of Red's horses and elephants is read.
    pub red_setup: RedSetup,
}

/// The points of janggi on which events differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct JanggiRules {
    /// How often the same position is worth a note.
    pub repeat_limit: u32,
    /// What follows when a position has occurred so often.
    pub repeated: JanggiRepeated,
    /// What follows when both sides pass, one after the other.
    pub double_pass: DoublePass,
    /// What follows where generals that face each other are left so.
    pub bikjang: Bikjang,
    /// From where the order of Red's horses and elephants is read.
    pub red_setup: RedSetup,
}

/// What follows in gung-janggi where generals that face each other are left so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BikjangIgnored {
    /// The game ends, and the pieces are counted.
    Count,
    /// It goes on.
    Continue,
}

/// What follows in janggi where generals that face each other are left so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bikjang {
    /// The game is drawn.
    Draw,
    /// The game ends, and whoever has more points wins.
    Points,
    /// It goes on.
    Continue,
}

/// What follows in janggi when both sides pass, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DoublePass {
    /// The game ends, and the side with more points wins.
    Points,
    /// The game is drawn.
    Draw,
    /// It goes on.
    Continue,
}

/// What follows in janggi when a position has occurred `repeat_limit` times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum JanggiRepeated {
    /// It is worth a note.
    Note,
    /// The game is drawn.
    Draw,
    /// The side that has repeated it loses.
    RepeaterLoses,
}

/// From where the order of Red's horses and elephants is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RedSetup {
    /// From the left of Blue, as that of Blue is.
    FromBlue,
    /// From the left of Red.
    FromRed,
}

impl Default for GungJanggiRules {
    fn default() -> Self {
        Self {
            repeat_limit: 3,
            pass_limit: 3,
            bikjang_ignored: BikjangIgnored::Count,
            red_setup: RedSetup::FromBlue,
        }
    }
}

impl Default for JanggiRules {
    fn default() -> Self {
        Self {
            repeat_limit: 3,
            repeated: JanggiRepeated::Note,
            double_pass: DoublePass::Points,
            bikjang: Bikjang::Continue,
            red_setup: RedSetup::FromBlue,
        }
    }
}

// What events of yonin shogi decide.

/// The points of yonin shogi that its document leaves open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct YoninRules {
    /// On how many ranks at the far edge a pawn must be promoted: 1 or 2.
    pub pawn_forced_ranks: u8,
    /// From whom the turn goes on when somebody is mated.
    pub after_mate: AfterMate,
    /// What becomes of the pieces of a player who is out.
    pub pieces_left: PiecesLeft,
    /// How often the same position is worth a note, or ends the game.
    pub repeat_limit: u32,
    /// What follows where it has come about so often.
    pub repeated: Repeated,
}

/// From whom the turn goes on clockwise when somebody is mated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterMate {
    /// From the one who is out.
    FromMated,
    /// From the one who made the last move.
    FromMover,
}

/// What becomes of the pieces of a player who is out, but for the king, which stays where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PiecesLeft {
    /// They stay and attack nothing, and may be taken.
    Capturable,
    /// They stay as the king does: nobody takes them.
    Fixed,
    /// They are taken off the board.
    Removed,
}

impl Default for YoninRules {
    fn default() -> Self {
        Self {
            pawn_forced_ranks: 1,
            after_mate: AfterMate::FromMated,
            pieces_left: PiecesLeft::Capturable,
            repeat_limit: 4,
            repeated: Repeated::Note,
        }
    }
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
            rules.other_battles(),
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
