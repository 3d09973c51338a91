//! Conversions: what is written can be read again, and what is lost is said.

mod corpus;
#[cfg(feature = "cli")]
mod equation;
mod essence;
mod example;
#[cfg(feature = "cli")]
mod fouls;
mod games;
mod properties;
mod same;
mod texts;
mod told;
