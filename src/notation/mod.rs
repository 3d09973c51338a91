//! The notations: one room for each, and the table of them all.
//!
//! A notation reads any text into a [`Record`](crate::record::Record) and never fails: what it cannot read becomes a
//! [`Gap`](crate::record::Gap) of the record. It writes any record that can be [played](crate::played), and counts what it cannot hold ([`Losses`]).
//! [`records`] finds the notation of a text by its content and cuts the text into its records, one at
//! a time, so that a file of a million games never stands in memory as a million records.

mod abilities;
pub mod bod;
mod by_line;
mod claim;
pub mod csa;
mod dates;
mod definition;
mod destroyed;
mod detect;

mod encode;
mod first_line;
pub(crate) mod formats;
pub mod gib;
pub mod gunjin;
pub mod header;
mod headers_alone;
pub mod jkf;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod loss;
mod lost;
mod number;
mod other_game;
mod page;
mod plies;
pub(crate) mod quote;
mod record_text;
mod refusal;
pub(crate) mod remarks;
mod result;
mod seconds;
pub mod sfen;
mod slice;
pub(crate) mod start_part;
pub(crate) mod start_place;
mod stretch;
mod table;
mod target;
mod text_builder;
pub mod time_limit;
mod troubles;
mod unreadable;
pub mod usen;
pub mod usi;
mod write;
pub mod yonin;

pub use abilities::{ABILITIES, Ability, Degree};
pub use claim::Claim;
pub use definition::{Notation, Scope};
pub use detect::{Claims, detect};
pub use header::japanese as japanese_headers;
pub use kakinoki::words::ending as japanese_ending;
pub use kakinoki::words::terminal_word as japanese_terminal;
#[cfg(feature = "report")]
pub(crate) use kakinoki::write::front::names as side_names;
pub use kakinoki::write::{play::ki2 as japanese_move, text as japanese};
pub use loss::{Loss, Losses, Lost};
use page::page;
pub use page::{Accepted, Dialect, FormatPage};
pub use plies::Word;
pub use record_text::RecordText;
pub use refusal::{Refusal, WhyNot};
pub use result::{Results, Stated, stated};
pub(crate) use result::{ending_of_comment, main_claim, remarks_at};
pub use slice::{RecordSlice, Slices, records, slices};
pub use table::{NOTATIONS, by_extension, notation, target, targets, targets_of};
pub use target::{Bookmarks, Capabilities, Headers, Join, Newline, Style, Target};
pub use text_builder::{TextBuilder, WrittenRecord};
pub use write::{Writer, why_unplayable};
