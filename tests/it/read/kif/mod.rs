//! The KIF reader: small texts, each with its expected reading, and any text.

mod board;
mod indented;
mod lines;
mod properties;
mod records;
mod rendering;
mod results;
mod variations;
