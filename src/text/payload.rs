//! What an output holds.

use encoding_rs::Encoding;

/// What an output holds, which decides what of it may reach a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Payload {
    /// The words of this program in its colours; what others have written is made printable where it is put in.
    Words,
    /// Text that may hold anything, such as JSON.
    Data,
    /// CSV, whose cells may hold ends of lines.
    Rows,
    /// Game records in an encoding.
    Encoded(&'static Encoding),
}
