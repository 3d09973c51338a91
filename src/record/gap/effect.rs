//! What a gap does to its record.

use super::{ArchiveGap, GapKind};

impl GapKind {
    /// Whether a part of the game is lost by it, so that what is left is another one.
    pub(crate) const fn costs_game(&self) -> bool {
        matches!(
            self,
            Self::SchemaError { costs_game: true, .. }
                | Self::UnreadableJson(_)
                | Self::MostlyUnreadable(_)
                | Self::Archive(_)
        )
    }

    /// The gap of an archive that stands for no record, so that nothing is lost by it.
    pub fn remark(&self) -> Option<&ArchiveGap> {
        match self {
            Self::Archive(gap) => Some(gap).filter(|it| it.is_warning()),
            _ => None,
        }
    }

    /// Whether a text is lost by it: it stands in the file, and nowhere in the record, or not as what it says.
    pub(crate) const fn costs_text(&self) -> bool {
        matches!(
            self,
            Self::MostlyUnreadable(_)
                | Self::UnreadableLine(_)
                | Self::UnreadableBoard(_)
                | Self::UnreadableClock(_)
                | Self::ClockNegative(_)
                | Self::VariationWithoutParent(_)
                | Self::TextAfterMove(_)
                | Self::StrayClock(_)
                | Self::DamagedBytes { .. }
                | Self::SchemaError { .. }
                | Self::UnreadableJson(_)
                | Self::RemovalMismatch { .. }
                | Self::DoubleEncoded(_)
        )
    }

    /// Whether a single move, line or value is destroyed or cannot be read. An odd value of JKF that is read all the same
    /// is not.
    pub const fn is_destroyed(&self) -> bool {
        matches!(
            self,
            Self::UnreadableLine(_)
                | Self::BadToken(_)
                | Self::DamagedBytes { .. }
                | Self::ReplacementCharacter(_)
                | Self::UnknownTerminal(_)
                | Self::UnreadableBoard(_)
                | Self::SchemaError { costs_game: true, .. }
        )
    }

    /// Whether it may be there because other lines, or parts of them, are destroyed.
    pub(crate) const fn may_follow_destroyed(&self) -> bool {
        matches!(
            self,
            Self::PlyGap(_)
                | Self::PlyRepeat(_)
                | Self::EndNumber { .. }
                | Self::DoubtfulSame
                | Self::HalfWidthColon(_)
                | Self::SideMarkMissing
                | Self::NoMoves { .. }
                | Self::StrayClock(_)
                | Self::TextAfterMove(_)
                | Self::UnreadableClock(_)
                | Self::UnreadableResult
                | Self::VariationWithoutParent(_)
        )
    }
}
