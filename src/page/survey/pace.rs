//! How fast is played as a game goes on.

/// Games of this length or more are counted together; the others in tens.
pub(super) const LONGEST: usize = 300;

/// The time of some moves of a side.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    pub milliseconds: u64,
    pub moves: u64,
}
