//! Records of other games with headers and a ply a line, as those of yonin shogi and gunjin shogi have them.
//!
//! `1 S 6i7h (0:05/00:01:20)`: a number, a token that the game reads, perhaps a time as in KIF and a comment. A `#` with
//! a known word after it says what happened to a player or the game ([`Word`]); any other begins a comment.

mod grammar;
mod read;
mod word;
mod write;

pub(super) use read::{first_record, read};
pub use word::Word;
pub(super) use write::write;

use super::Claim;
use crate::finding::{Words, both};
use crate::record::gap::TokenGap;
use crate::record::{Format, GameKind};

/// What is particular to the records of a game.
#[derive(Debug)]
pub(super) struct Shape {
    /// The game.
    pub game: &'static GameKind,
    /// Its notation.
    pub format: Format,
    /// The key of the first line of a record: `Yonin`.
    pub key: &'static str,
    /// What a player's name is called in the headers, in the order of the seats.
    pub players: &'static [&'static str],
    /// A token as it is written by this program; `None` where it is none.
    pub token: fn(&str) -> Option<String>,
    /// What is wrong with one that is none.
    pub no_token: fn(&str) -> TokenGap,
}

/// The games of which such records are, by the key of the first line.
const GAMES: [(&str, Words); 2] = [
    ("Yonin", both("yonin shogi", "四人将棋")),
    ("Gunjin", both("gunjin shogi", "軍人将棋")),
];

impl Shape {
    /// Whether a line is the first of a record.
    fn begins(&self, line: &str) -> bool {
        begins_with(line, self.key)
    }

    /// The other game of which a line is the first of a record.
    fn other(&self, line: &str) -> Option<Words> {
        let mut others = GAMES.iter().filter(|it| it.0 != self.key);
        others.find(|it| begins_with(line, it.0)).map(|it| it.1)
    }

    /// How much a line looks like this notation.
    pub(super) fn claim(&self, line: &str) -> Claim {
        Claim::certain_if(self.begins(line))
    }
}

/// Whether a line has this key.
fn begins_with(line: &str, key: &str) -> bool {
    let rest = line.trim_start().strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with([':', '：']))
}
