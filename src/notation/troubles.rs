//! Trouble that the decoder had with the bytes, as gaps of the record.

use std::ops::Range;

use super::destroyed::LEAST;
use super::formats;
use super::remarks::places;
use crate::finding::Span;
use crate::record::gap::Extent;
use crate::record::{Format, GapKind, Record};
use crate::text::{Harm, Text, Trouble, unlisted};

/// Adds to `record` the troubles whose place in the text starts within `range`. Where the characters of many comments are
/// destroyed, one gap at the first of them stands for all.
pub(super) fn note(text: &Text<'_>, range: Range<usize>, record: &mut Record<'_>) {
    let all = text.troubles().iter();
    let unlisted = unlisted(text, range.start..range.end.min(text.as_str().len()));
    let listed = all.filter(|it| range.contains(&it.place.text.start));
    let mut here: Vec<_> = listed.chain(&unlisted).collect();
    if record.format == Format::UNKNOWN && destroyed(text) >= LEAST {
        // That nothing can be read tells it.
        here.retain(|it| times(it).is_none());
    } else if here.len() >= LEAST {
        let comments = places(record);
        for is_of_kind in [is_damage as fn(&Trouble) -> bool, is_loss] {
            let of_comments = |it: &&Trouble| is_of_kind(it) && is_within(it, &comments);
            let (of_comments, others): (Vec<_>, Vec<_>) = here.iter().partition(|it| of_comments(it));
            if of_comments.len() >= LEAST {
                let count = of_comments.iter().copied().filter_map(times).sum();
                record.miss(span(of_comments[0]), of_many(text, of_comments[0], count));
                here = others;
            }
        }
    }
    for trouble in here {
        record.miss(span(trouble), kind(text, trouble, record.format));
    }
}

/// In how many places of a text characters are destroyed.
pub(super) fn destroyed(text: &Text<'_>) -> usize {
    text.troubles().iter().filter_map(times).sum()
}

/// Whether an earlier program has lost characters of a text.
pub(super) fn is_lost(text: &Text<'_>) -> bool {
    text.troubles().iter().any(is_loss)
}

/// For how many destroyed places a trouble stands, if it is of such.
const fn times(trouble: &Trouble) -> Option<usize> {
    match &trouble.harm {
        Harm::DamagedBytes { runs } => Some(*runs),
        Harm::ReplacementCharacter { lines } => Some(*lines),
        _ => None,
    }
}

const fn is_damage(trouble: &Trouble) -> bool {
    matches!(trouble.harm, Harm::DamagedBytes { .. })
}

const fn is_loss(trouble: &Trouble) -> bool {
    matches!(trouble.harm, Harm::ReplacementCharacter { .. })
}

fn span(trouble: &Trouble) -> Span {
    let place = &trouble.place.text;
    Span::new(place.start, place.end)
}

/// Whether a trouble stands in one of these comments.
fn is_within(trouble: &Trouble, comments: &[Span]) -> bool {
    let start = span(trouble).start;
    let before = comments.partition_point(|comment| comment.start <= start);
    before > 0 && start < comments[before - 1].end
}

/// So many destroyed places in comments, of which this is the first.
fn of_many(text: &Text<'_>, first: &Trouble, count: usize) -> GapKind {
    let extent = Extent::InComments(count);
    if is_damage(first) {
        let encoding = text.encoding().name();
        GapKind::DamagedBytes {
            extent,
            encoding,
            stray: false,
        }
    } else {
        GapKind::ReplacementCharacter(extent)
    }
}

fn kind(text: &Text<'_>, trouble: &Trouble, format: Format) -> GapKind {
    let actual = text.encoding().name();
    let extent = |runs| match runs {
        1 => Extent::Bytes(trouble.place.source.end - trouble.place.source.start),
        runs => Extent::Places(runs),
    };
    match &trouble.harm {
        Harm::DamagedBytes { runs } => GapKind::DamagedBytes {
            extent: extent(*runs),
            encoding: actual,
            stray: *runs == 1 && format == formats::GIB && text.bytes_of(&trouble.place) == b"\xFF",
        },
        Harm::ControlCharacters { runs } => GapKind::ControlCharacter(extent(*runs)),
        Harm::ReplacementCharacter { lines } => GapKind::ReplacementCharacter(Extent::Places(*lines)),
        Harm::DeclarationMismatch { declared, .. } => GapKind::EncodingMismatch {
            declared: Some(declared.clone()),
            actual,
        },
        Harm::MarkMismatch { .. } => GapKind::EncodingMismatch {
            declared: None,
            actual,
        },
        Harm::UnknownDeclaration { declared, .. } => GapKind::UnknownEncoding {
            declared: declared.clone(),
            actual,
        },
        Harm::DoubleEncoded { lines } => GapKind::DoubleEncoded(*lines),
    }
}
