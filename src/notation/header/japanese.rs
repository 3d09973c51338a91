//! Headers as KIF, KI2 and JKF have them.

use std::borrow::Cow;

use super::line::{HeaderLine, limit};
use super::name::{NAMES, Name, ValueKind, Version};
use crate::notation::formats;
use crate::record::{Header, Record};

/// The headers of a record under the keys of KIF, KI2 and JKF. Those of records in these notations are as they stand
/// in the file; those of CSA come in the order of [`NAMES`], with `$KEY`s that nobody knows before the players.
pub fn japanese<'r>(record: &'r Record<'_>) -> impl Iterator<Item = HeaderLine<'r>> {
    let mut entries: Vec<_> = record.headers.iter().collect();
    let is_csa = record.format == formats::CSA;
    if is_csa {
        let players = NAMES.len() - 2;
        let place = |header: &&Header<'_>| {
            let known = NAMES.iter().position(|name| name.rank(&header.name).is_some());
            // After everything but the players.
            known.map_or(2 * players - 1, |at| 2 * at)
        };
        entries.sort_by_cached_key(place);
    }
    let handicap = record
        .start
        .handicap
        .is_some_and(|it| it.removed().next().is_some());
    entries.into_iter().map(move |header| {
        let known = Name::of(&header.name).filter(|_| is_csa);
        let Some(name) = known else {
            return (Cow::Borrowed(&*header.name), Cow::Borrowed(&*header.value));
        };
        let of_handicap = name
            .aliases
            .first()
            .filter(|_| handicap && name.csa_key(Version::Two).is_some_and(|it| it.starts_with('N')));
        let key = of_handicap.copied().unwrap_or(name.japanese);
        let limit = match name.value {
            ValueKind::TimeLimit => limit(&header.value),
            ValueKind::Text | ValueKind::Date => None,
        };
        let value = limit.map_or(Cow::Borrowed(&*header.value), |it| Cow::Owned(it.to_japanese()));
        (Cow::Borrowed(key), value)
    })
}
