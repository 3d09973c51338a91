//! Conversions: what is written can be read again, and what is lost is said.

#[path = "../../fuzz/src/balance.rs"]
mod balance;
#[path = "../referee_support/dice.rs"]
mod dice;

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
