//! The `kifu` command.
fn main() {}
