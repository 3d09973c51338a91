//! Conversions: what is written can be read again, and what is lost is said.

mod corpus;
mod equation;
mod essence;
mod example;
mod fouls;
mod games;
mod properties;
mod same;
mod texts;
mod told;
use crate::bodies::balance;
use crate::support::dice;
