//! Figures drawn from judged records: one file for each table.

mod cell;
mod clerk;
mod column;
mod date;
mod endings;
mod game;
mod game_id;
mod games;
mod groups;
mod lines;
mod manual;
mod moves;
mod name;
mod openings;
mod players;
mod ply;
mod query;
mod rates;
mod rules;
mod sums;
mod table;
mod wilson;

pub use cell::{Cell, Kind};
pub use clerk::Clerk;
pub use column::Column;
pub use game::{Found, Game};
pub use game_id::GameId;
pub use groups::{Group, Grouping, Groups};
pub use lines::{Form, Layout};
pub use manual::manual;
pub use moves::MoveRow;
pub use ply::{Deed, Made, Ply};
pub use query::{Answer, Part, Query};
pub use sums::Sums;
pub use table::{Heading, Rows, TABLES, Table};
pub use wilson::wilson;
