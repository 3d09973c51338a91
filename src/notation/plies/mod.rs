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
use super::first_line::FirstLine;
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
    /// The game that this line tells.
    pub first_line: FirstLine,
    /// What a player's name is called in the headers, in the order of the seats.
    pub players: &'static [&'static str],
    /// A token as it is written by this program; `None` where it is none.
    pub token: fn(&str) -> Option<String>,
    /// The header whose rows may begin with a number of empty cells; other lines that begin with a number are plies.
    pub position: Option<&'static str>,
    /// A row of that header as it is written by this program.
    pub position_row: fn(&str) -> String,
    /// What is wrong with one that is none.
    pub no_token: fn(&str) -> TokenGap,
}

impl Shape {
    /// Whether a line is the first of a record.
    fn begins(&self, line: &str) -> bool {
        FirstLine::of(line) == Some(self.first_line)
    }

    /// How much a line looks like this notation.
    pub(super) fn claim(&self, line: &str) -> Claim {
        Claim::certain_if(self.begins(line))
    }
}
