//! The HTML report: a run as one self-contained HTML file.
//!
//! The threads that check records create [`Cards`]: lines of JSON for each game. A [`Page`] writes the cards in compressed
//! blocks during the run, so that only a few records are in memory at a time. The end of the page contains a
//! [`Summary`] with [`Chart`]s, which is known only after the last record.
//!
//! With the feature `application`, the module also contains the browser application: the [`Application`] that answers the
//! requests of its page, and the [page](application_page) itself.
//!
//! Scripts in the page draw the charts, the tables and the board from the JSON. The scripts insert all data from
//! records as text, never as markup.

#[cfg(feature = "application")]
mod application;
mod block;
mod card;
mod cards;
#[cfg(feature = "application")]
mod compose;
mod details;
mod formats;
mod frame;
mod moves;
mod pictures;
mod sanitize;
#[cfg(feature = "settings")]
mod sink;
mod survey;
mod words;

#[cfg(feature = "application")]
pub use application::{Application, Deliver};
pub use card::Card;
pub use cards::Cards;
#[cfg(feature = "application")]
pub use compose::{application_page, application_page_with};
pub use frame::{Heading, Page, Summary};
#[cfg(feature = "settings")]
pub(crate) use sink::PageSink;
pub use survey::{Bar, BarStyle, Chart, Drawing, Rate, Results, Seconds, Survey};
