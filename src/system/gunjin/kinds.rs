//! What a piece may be.

use crate::notation::gunjin::Kind;

/// A set of kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kinds(u16);

impl Kinds {
    /// Whatever there is.
    pub(super) const ALL: Self = Self(u16::MAX);

    /// One kind alone.
    pub(super) const fn only(kind: Kind) -> Self {
        Self(1 << kind.index())
    }

    /// Those of which this holds.
    pub(super) fn that(is: impl Fn(Kind) -> bool) -> Self {
        let kinds = Kind::ALL.into_iter().filter(|&kind| is(kind));
        kinds.fold(Self(0), |all, kind| Self(all.0 | 1 << kind.index()))
    }

    /// Those that never move.
    pub(super) fn immobile() -> Self {
        Self::that(|kind| !kind.is_mobile())
    }

    /// The generals and the field officers.
    pub(super) fn officers() -> Self {
        Self::that(Kind::takes_headquarters)
    }

    pub(super) const fn and(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    pub(super) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub(super) const fn has(self, kind: Kind) -> bool {
        self.0 & 1 << kind.index() != 0
    }

    /// Whether all of them are among others.
    pub(super) const fn within(self, others: Self) -> bool {
        self.without(others).is_empty()
    }

    /// The kind, where there is but one.
    pub(super) fn single(self) -> Option<Kind> {
        self.0
            .is_power_of_two()
            .then(|| Kind::ALL[self.0.trailing_zeros() as usize % Kind::COUNT])
    }

    pub(super) fn iter(self) -> impl Iterator<Item = Kind> {
        Kind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }
}
