//! Brackets beside a name.

use super::standing::{is_strength, without_standing};

const SIGNS: [(char, char); 6] = [
    ('(', ')'),
    ('[', ']'),
    ('<', '>'),
    ('〔', '〕'),
    ('【', '】'),
    ('〈', '〉'),
];

/// A bracket after a name.
#[derive(Clone, Copy)]
pub(super) struct Bracket<'n> {
    pub before: &'n str,
    pub sign: (char, char),
    pub inner: &'n str,
}

impl<'n> Bracket<'n> {
    pub(super) fn at_end(name: &'n str) -> Option<Self> {
        let sign = SIGNS.into_iter().find(|(_, close)| name.ends_with(*close))?;
        let (before, inner) = name.strip_suffix(sign.1)?.rsplit_once(sign.0)?;
        Some(Self { before, sign, inner })
    }

    /// Whether it holds ranks, titles or a rating, or nothing.
    pub(super) fn tells_strength(self) -> bool {
        is_of_strength(self.inner)
    }
}

/// What stands after a bracket that tells how strong a player is: `[4D] Yamada`.
pub(super) fn after_first(name: &str) -> Option<&str> {
    let (open, close) = SIGNS.into_iter().find(|(open, _)| name.starts_with(*open))?;
    let (inner, rest) = name.strip_prefix(open)?.split_once(close)?;
    is_of_strength(inner).then_some(rest)
}

fn is_of_strength(inner: &str) -> bool {
    let mut inner = inner.trim();
    while !inner.is_empty() && !is_strength(inner) {
        // The last of several.
        let Some(shorter) = without_standing(inner).or_else(|| without_last(inner)) else {
            return false;
        };
        inner = shorter.trim_end_matches(super::is_between);
    }
    true
}

/// `四段 1850`: what only a bracket tells is divided from what stands before it.
fn without_last(inner: &str) -> Option<&str> {
    let (before, last) = inner.rsplit_once(super::is_between)?;
    is_strength(last).then_some(before)
}
