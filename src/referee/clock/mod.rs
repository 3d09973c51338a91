//! The clocks: what time control a record names, and what its times come to under it.
//!
//! [`Control`] is what headers, the name of a server's game and comments say, with the most and the least that their
//! words may mean. [`Ledger`] goes once over the main line: what every move is charged, what is left, and where the
//! limit was passed whatever the words mean. It accuses nobody where a time is not known.

mod audit;
mod control;
mod ledger;
mod phrase;
mod purse;
mod stated;
mod tell;

pub use control::{Basis, Charging, Control};
pub use ledger::{Entry, Ledger, Overrun, Side};

pub(super) use tell::{More, Time};
