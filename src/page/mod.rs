//! The HTML report: a run as one self-contained HTML file.
//!
//! [`Cards`] are created where the records are checked: a few lines of JSON for each game. A [`Page`] writes them at
//! once, so that only a few records are in memory at a time. It ends with the data known last: a [`Summary`] with its
//! [`Chart`]s.
//!
//! Scripts in the page draw the charts, the tables, the search and the board from the JSON. They insert all data from
//! records as text, never as markup.

mod card;
mod frame;
mod moves;
mod survey;

pub use card::{Card, Cards};
pub use frame::{Heading, Page, Summary};
pub use survey::{Bar, BarStyle, Chart, Drawing, Rate, Results, Seconds, Survey};
