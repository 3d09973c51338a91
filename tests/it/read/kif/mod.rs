//! The KIF reader, spelling by spelling: small texts and what is to be read from them.

mod board;
mod indented;
mod lines;
mod properties;
mod records;
mod rendering;
mod results;
mod variations;
