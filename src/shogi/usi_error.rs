//! Why a text is nothing of USI.

use std::error::Error;
use std::fmt;

/// The text is no USI square or move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct UsiError;

impl fmt::Display for UsiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not written as in USI")
    }
}

impl Error for UsiError {}
