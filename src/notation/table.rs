//! The table of all notations, and looking things up in it.

use super::{Notation, Target, bod, csa, gib, gunjin, jkf, ki2, kif, sfen, usen, usi, yonin};
use crate::record::{Format, GameKind};

/// Every notation that is read, in the order in which ties are decided.
pub static NOTATIONS: &[&Notation] = &[
    &kif::NOTATION,
    &ki2::NOTATION,
    &csa::NOTATION,
    &usi::NOTATION,
    &sfen::NOTATION,
    &usen::NOTATION,
    &jkf::NOTATION,
    &bod::NOTATION,
    &yonin::NOTATION,
    &gunjin::NOTATION,
    &gib::NOTATION,
];

/// The notation of a format; `None` for [`Format::UNKNOWN`].
pub fn notation(format: Format) -> Option<&'static Notation> {
    NOTATIONS
        .iter()
        .copied()
        .find(|notation| notation.format == format)
}

/// All forms in which records are written, in the order of their notations.
pub fn targets() -> impl Iterator<Item = &'static Target> {
    NOTATIONS.iter().flat_map(|notation| notation.targets)
}

/// Those in which records of a game are written.
pub fn targets_of(game: &GameKind) -> impl Iterator<Item = &'static Target> {
    targets().filter(move |target| target.games.contains(&game))
}

/// The target of this name.
pub fn target(name: &str) -> Option<&'static Target> {
    targets().find(|target| target.name == name)
}

/// The notation that claims a file extension, whatever its case.
pub fn by_extension(extension: &str) -> Option<&'static Notation> {
    NOTATIONS
        .iter()
        .copied()
        .find(|notation| notation.has_extension(extension))
}
