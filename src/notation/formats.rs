//! The identities of the notations, by which records and refusals name them.

use crate::record::Format;

pub(super) const KIF: Format = Format::named("kif");
pub(super) const KI2: Format = Format::named("ki2");
pub(super) const CSA: Format = Format::named("csa");
pub(super) const USI: Format = Format::named("usi");
pub(super) const SFEN: Format = Format::named("sfen");
pub(super) const USEN: Format = Format::named("usen");
pub(super) const JKF: Format = Format::named("jkf");
pub(super) const BOD: Format = Format::named("bod");
pub(super) const YONIN: Format = Format::named("yonin");
pub(super) const GUNJIN: Format = Format::named("gunjin");
pub(super) const GIB: Format = Format::named("gib");

/// The names of all that a record may be in, as users are told them.
#[cfg(feature = "stats")]
pub(crate) const NAMES: &[&str] = &[
    KIF.name(),
    KI2.name(),
    CSA.name(),
    USI.name(),
    SFEN.name(),
    JKF.name(),
    USEN.name(),
    BOD.name(),
    YONIN.name(),
    GUNJIN.name(),
    GIB.name(),
    Format::UNKNOWN.name(),
];
