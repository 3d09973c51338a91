//! Bytes to text: encodings, lines and columns.
