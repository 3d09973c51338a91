//! Paths that identify the variations of a record, such as `6.1.8.1`.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use super::{NodeId, Tree};
use crate::finding::{Message, message};

/// Maximum number of branching points of a path.
const MAX_BRANCHES: usize = 100;

/// The path to a variation: the ply and the alternative (from 1) of each branching point, as [`Tree::path`] returns them.
///
/// `6.1.8.1` leaves the main line at ply 6 as its first alternative, and that variation at ply 8 as its first alternative.
/// A path in a text has at least one branching point.
///
/// ```
/// use kifu::record::VariationPath;
///
/// let path: VariationPath = "6.1.8.1".parse().unwrap();
/// assert_eq!(path.branches(), [(6, 1), (8, 1)]);
/// assert_eq!(path.to_string(), "6.1.8.1");
/// assert!("6".parse::<VariationPath>().is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct VariationPath(Vec<(u32, u32)>);

impl VariationPath {
    /// Returns the ply and the alternative of each branching point.
    pub fn branches(&self) -> &[(u32, u32)] {
        &self.0
    }
}

impl From<Vec<(u32, u32)>> for VariationPath {
    fn from(branches: Vec<(u32, u32)>) -> Self {
        Self(branches)
    }
}

/// Formats the path with points between its numbers. The main line has an empty path.
impl fmt::Display for VariationPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (ply, alternative)) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "." };
            write!(f, "{separator}{ply}.{alternative}")?;
        }
        Ok(())
    }
}

impl FromStr for VariationPath {
    type Err = InvalidPath;

    fn from_str(text: &str) -> Result<Self, InvalidPath> {
        let number = |part: &str| {
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse().ok().filter(|&number: &u32| is_number && number > 0)
        };
        let numbers: Option<Vec<u32>> = text.split('.').take(2 * MAX_BRANCHES + 1).map(number).collect();
        let (branches, rest) = numbers.as_deref().unwrap_or_default().as_chunks();
        let branches: Vec<_> = branches
            .iter()
            .map(|&[ply, alternative]| (ply, alternative))
            .collect();
        let ascends = branches.is_sorted_by(|one, next| one.0 < next.0);
        if branches.is_empty() || !rest.is_empty() || !ascends {
            return Err(InvalidPath);
        }
        Ok(Self(branches))
    }
}

/// The error that a text is not the path of a variation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidPath;

impl InvalidPath {
    /// Returns the error in words.
    pub fn message(self) -> Message {
        message!(
            "expected ascending plies, each with the number of an alternative, such as 6.1 or 6.1.8.1, with at most {MAX_BRANCHES} plies",
            "手数と変化の番号の組を、6.1や6.1.8.1のように手数の小さい順に並べる（{MAX_BRANCHES}組まで）",
        )
    }
}

/// Formats the error in English.
impl fmt::Display for InvalidPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().english())
    }
}

impl Error for InvalidPath {}

/// The error that a record has no variation with this path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchVariation {
    /// The path up to the branching point that does not exist.
    path: VariationPath,
    /// The number of alternatives that exist at this branching point.
    alternatives: u32,
    /// The last ply of the line that the path leaves there.
    last_ply: u32,
}

impl NoSuchVariation {
    /// Returns the error in words, with the alternatives or the plies that exist.
    pub fn message(&self) -> Message {
        let Self {
            path,
            alternatives,
            last_ply,
        } = self;
        let (ply, _) = path.0.last().copied().unwrap_or_default();
        let head = message!(
            "variation {path} does not exist: ",
            "変化{path}はない。",
            path = path.to_string()
        );
        head.followed_by(match alternatives {
            _ if ply > *last_ply => message!(
                "the line ends at ply {last_ply}",
                "この手順は{last_ply}手目で終わる",
                last_ply
            ),
            0 => message!(
                "the line has no alternative at ply {ply}",
                "この手順の{ply}手目に変化はない",
            ),
            _ => message!(
                "the last alternative at ply {ply} is {alternatives}",
                "{ply}手目の変化は{alternatives}までである",
                ply,
                alternatives
            ),
        })
    }
}

/// Formats the error in English.
impl fmt::Display for NoSuchVariation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().english())
    }
}

impl Error for NoSuchVariation {}

impl Tree<'_> {
    /// Returns the first node of the variation with this path: the move that leaves the line before it.
    ///
    /// # Errors
    ///
    /// Returns an error if the tree has no such variation.
    pub fn variation(&self, path: &VariationPath) -> Result<NodeId, NoSuchVariation> {
        let mut line_start = NodeId::START;
        for (index, &(ply, alternative)) in path.0.iter().enumerate() {
            let line = std::iter::successors(Some(line_start), |&id| self.first_child(id));
            let mut last = line_start;
            // The alternatives of the first move of a variation belong to the line before it.
            let continuation = line.inspect(|&id| last = id).skip(1);
            let main = continuation
                .take_while(|&id| self.node(id).ply <= ply)
                .find(|&id| self.node(id).ply == ply);
            let alternatives = main.map_or(0, |main| {
                std::iter::successors(self.next_sibling(main), |&id| self.next_sibling(id)).count() as u32
            });
            let begins_variation = |id: &NodeId| self.node(*id).alternative() == alternative;
            let first = main.filter(|_| alternative > 0).and_then(|main| {
                std::iter::successors(self.next_sibling(main), |&id| self.next_sibling(id))
                    .find(begins_variation)
            });
            line_start = first.ok_or_else(|| NoSuchVariation {
                path: VariationPath(path.0[..=index].to_vec()),
                alternatives,
                last_ply: self.node(last).ply,
            })?;
        }
        Ok(line_start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Span;
    use crate::record::{Clock, Step};

    /// Returns a tree with a main line of four plies, two alternatives at ply 2, of which the second has two more plies, and
    /// an alternative at ply 3 of that variation.
    fn tree() -> Tree<'static> {
        let mut tree = Tree::default();
        let mut add = |parent| tree.add(parent, Step::Token(Span::default()), Clock::default());
        let first = add(NodeId::START);
        let mut last = first;
        for _ in 0..3 {
            last = add(last);
        }
        add(first);
        let second = add(first);
        let third = add(second);
        add(third);
        add(second);
        tree
    }

    #[test]
    fn paths_are_read_and_written() {
        for text in ["1.1", "6.1.8.1", "10.12.4294967295.1"] {
            assert_eq!(text.parse::<VariationPath>().unwrap().to_string(), text);
        }
        for text in [
            "",
            ".",
            "6",
            "6.",
            "6.0",
            "0.1",
            "6.1.8",
            "8.1.6.1",
            "6.1.6.1",
            "+6.1",
            "6.1 ",
            "a.b",
            "6.4294967296",
        ] {
            assert_eq!(text.parse::<VariationPath>(), Err(InvalidPath), "{text}");
        }
        let longest: Vec<_> = (1..=MAX_BRANCHES as u32).map(|ply| (ply, 1)).collect();
        let longest = VariationPath::from(longest);
        assert_eq!(longest.to_string().parse(), Ok(longest.clone()));
        let too_long = format!("{longest}.{}.1", MAX_BRANCHES + 1);
        assert_eq!(too_long.parse::<VariationPath>(), Err(InvalidPath));
    }

    #[test]
    fn every_variation_is_found_by_its_path() {
        let tree = tree();
        let variations: Vec<_> = tree.lines().skip(1).collect();
        assert_eq!(variations.len(), 3);
        for first in variations {
            let path = VariationPath::from(tree.path(first));
            assert_eq!(tree.variation(&path), Ok(first), "{path}");
        }
    }

    #[test]
    fn a_missing_variation_is_explained() {
        let tree = tree();
        let reason = |path: &str| tree.variation(&path.parse().unwrap()).unwrap_err().to_string();
        assert_eq!(
            reason("2.3"),
            "variation 2.3 does not exist: the last alternative at ply 2 is 2"
        );
        assert_eq!(
            reason("3.1"),
            "variation 3.1 does not exist: the line has no alternative at ply 3"
        );
        assert_eq!(
            reason("9.1.10.1"),
            "variation 9.1 does not exist: the line ends at ply 4"
        );
        assert_eq!(
            reason("2.2.3.1.4.1"),
            "variation 2.2.3.1.4.1 does not exist: the line ends at ply 3"
        );
        assert_eq!(
            reason("2.2.4.1"),
            "variation 2.2.4.1 does not exist: the line has no alternative at ply 4"
        );
    }
}
