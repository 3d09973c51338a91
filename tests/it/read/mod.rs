//! The readers of the formats.

mod bod;
mod byte_order_marks;
mod corpus;
mod csa;
mod damage;
mod dates;
mod formats;
mod headers;
mod jkf;
mod ki2;
mod kif;
#[cfg(feature = "cli")]
mod limits;
#[cfg(feature = "cli")]
mod line_scanner;
mod other_games;
mod psn;
mod text_after;
mod usen;
mod usi;
