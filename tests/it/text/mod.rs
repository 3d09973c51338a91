//! Decoding of bytes to text: encodings, damage, offsets.

mod encodings;
mod offsets;
