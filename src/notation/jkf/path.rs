//! The way to a value: `moves[12].move.to.x`.

use std::fmt;

use crate::notation::quote::shortened;

/// The way to a value from the record down. It is kept on the stack and written out when a finding needs it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Path<'p> {
    /// A way that is written out already; empty for the record itself.
    From(&'p str),
    /// A member of an object.
    Key(&'p Path<'p>, &'p str),
    /// An element of an array.
    Index(&'p Path<'p>, usize),
}

impl<'p> Path<'p> {
    /// The record itself.
    pub(super) const RECORD: Path<'static> = Path::From("");

    /// The way to a member.
    pub(super) const fn key(&'p self, key: &'p str) -> Self {
        Self::Key(self, key)
    }

    /// The way to an element.
    pub(super) const fn index(&'p self, index: usize) -> Self {
        Self::Index(self, index)
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From("") => f.write_str("$"),
            Self::From(way) => f.write_str(way),
            Self::Key(Self::From(""), key) => f.write_str(&shortened(key)),
            Self::Key(object, key) => write!(f, "{object}.{}", shortened(key)),
            Self::Index(array, index) => write!(f, "{array}[{index}]"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn ways_are_written_as_in_javascript() {
        let moves = Path::RECORD.key("moves");
        let entry = moves.index(12);
        assert_eq!(entry.key("move").to_string(), "moves[12].move");
        assert_eq!(Path::RECORD.to_string(), "$");
        assert_eq!(
            Path::From("moves[1].forks[0]").index(3).to_string(),
            "moves[1].forks[0][3]"
        );
    }
}
