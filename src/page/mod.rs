//! One page to look at: a whole run in a file of HTML that needs nothing else.
//!
//! [`Cards`] are made where the records are judged, a few lines of JSON for each game. A [`Page`] takes them in, so that
//! the program never holds more than a stretch of them, and ends with what is known last: a [`Summary`] with its
//! [`Chart`]s. The charts, the tables, the search and the board are drawn from the JSON by scripts in the page, which put whatever
//! stands in a record into it as text, never as markup.

mod card;
mod frame;
mod moves;
mod survey;

pub use card::{Card, Cards};
pub use frame::{Heading, Page, Summary};
pub use survey::{Bar, Chart, Drawing, Look, Rate, Results, Seconds, Survey};
