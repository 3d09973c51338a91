//! The KIF reader, spelling by spelling: small texts and what is to be read from them.

mod board;
mod indented;
mod lines;
mod look;
mod properties;
mod records;
mod results;
mod variations;
