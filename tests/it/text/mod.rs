//! Bytes to text: encodings, damage, places.

mod encodings;
mod offsets;
