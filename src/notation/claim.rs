//! How much a line looks like a notation.

/// What a notation says to a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// It may be of any notation.
    None,
    /// It is of this notation where the rest of the text is of no other: a board diagram stands in many.
    Weak,
    /// Several such lines are of this notation, if the rest of the text is clearly of no other; one may stand in prose.
    Several,
    /// It can only be of this notation.
    Strong,
    /// It begins a record and names the game, which settles what the text is unless it began with another notation.
    Certain,
}

impl Claim {
    /// A strong claim, or none.
    pub(super) const fn strong_if(strong: bool) -> Self {
        if strong { Self::Strong } else { Self::None }
    }

    /// A claim that settles it, or none.
    pub(super) const fn certain_if(certain: bool) -> Self {
        if certain { Self::Certain } else { Self::None }
    }

    /// A weak claim, or none.
    pub(super) const fn weak_if(weak: bool) -> Self {
        if weak { Self::Weak } else { Self::None }
    }
}
