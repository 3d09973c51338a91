//! The clocks: what time control a record names, and what its times come to under it.
//!
//! [`Control`] is what headers, the name of a server's game and comments say, with the most and the least that their
//! words may mean. [`ClockHistory`] goes once over the main line: what every move is charged, what is left, and where the
//! limit was passed whatever the words mean. It accuses nobody where a time is not known.

mod audit;
mod budget;
mod clock_history;
mod control;
mod phrase;
mod stated;
mod tell;

pub use clock_history::{ClockEntry, ClockHistory, Overrun, Side};
pub use control::{Basis, Charging, Control};

pub(crate) use audit::fits_to_the_second;
pub(super) use tell::{More, Time};
