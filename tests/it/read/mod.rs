//! The readers of the notations.

mod bod;
mod corpus;
mod csa;
mod dates;
mod destroyed;
mod formats;
mod headers;
mod jkf;
mod ki2;
mod kif;
#[cfg(feature = "cli")]
mod limits;
mod marks;
mod other_games;
mod text_after;
mod usen;
mod usi;
#[cfg(feature = "cli")]
mod usual_lines;
