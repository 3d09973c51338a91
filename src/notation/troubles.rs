//! Trouble that the decoder had with the bytes, as findings.

use std::ops::Range;

use super::destroyed::LEAST;
use super::remarks::places;
use super::rules::{
    control_character, damaged_bytes, double_encoded, encoding_mismatch, replacement_character,
    unknown_encoding,
};
use crate::finding::{Finding, Message, Rule, Span};
use crate::record::{Format, Record};
use crate::text::{Harm, Text, Trouble, unlisted};

/// Adds to `record` the troubles whose place in the text starts within `range`. Where the characters of many comments are
/// destroyed, one finding at the first of them stands for all.
pub(super) fn report(text: &Text<'_>, range: Range<usize>, record: &mut Record<'_>) {
    let all = text.troubles().iter();
    let unlisted = unlisted(text, range.start..range.end.min(text.as_str().len()));
    let listed = all.filter(|it| range.contains(&it.place.text.start));
    let mut here: Vec<_> = listed.chain(&unlisted).collect();
    if record.format == Format::UNKNOWN && destroyed(text) >= LEAST {
        // That nothing can be read says so.
        here.retain(|it| times(it).is_none());
    } else if here.len() >= LEAST {
        let comments = places(record);
        for is_of_kind in [is_damage as fn(&Trouble) -> bool, is_loss] {
            let of_comments = |it: &&Trouble| is_of_kind(it) && is_within(it, &comments);
            let (of_comments, others): (Vec<_>, Vec<_>) = here.iter().partition(|it| of_comments(it));
            if of_comments.len() >= LEAST {
                let count = of_comments.iter().copied().filter_map(times).sum();
                let (rule, message) = describe_many(text, of_comments[0], count);
                record.report(Finding::new(rule, span(of_comments[0]), message));
                here = others;
            }
        }
    }
    for trouble in here {
        let (rule, message) = describe(text, trouble);
        record.report(Finding::new(rule, span(trouble), message));
    }
}

/// In how many places of a text characters are destroyed.
pub(super) fn destroyed(text: &Text<'_>) -> usize {
    text.troubles().iter().filter_map(times).sum()
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

/// What is said of so many destroyed places in comments, of which this is the first.
fn describe_many(text: &Text<'_>, first: &Trouble, count: usize) -> (&'static Rule, Message) {
    if is_damage(first) {
        let encoding = text.encoding().name();
        (&damaged_bytes::RULE, damaged_bytes::in_comments(count, encoding))
    } else {
        (
            &replacement_character::RULE,
            replacement_character::in_comments(count),
        )
    }
}

fn describe(text: &Text<'_>, trouble: &Trouble) -> (&'static Rule, Message) {
    let actual = text.encoding().name();
    match &trouble.harm {
        Harm::DamagedBytes { runs: 1 } => {
            let bytes = trouble.place.source.end - trouble.place.source.start;
            (&damaged_bytes::RULE, damaged_bytes::here(bytes, actual))
        }
        Harm::DamagedBytes { runs } => (&damaged_bytes::RULE, damaged_bytes::more(*runs, actual)),
        Harm::ReplacementCharacter { lines } => {
            (&replacement_character::RULE, replacement_character::lost(*lines))
        }
        Harm::DeclarationMismatch { declared, .. } => (
            &encoding_mismatch::RULE,
            encoding_mismatch::differs(declared, actual),
        ),
        Harm::MarkMismatch { .. } => (&encoding_mismatch::RULE, encoding_mismatch::marked(actual)),
        Harm::ControlCharacters { runs: 1 } => {
            let message = control_character::here(trouble.place.source.end - trouble.place.source.start);
            (&control_character::RULE, message)
        }
        Harm::ControlCharacters { runs } => (&control_character::RULE, control_character::more(*runs)),
        Harm::UnknownDeclaration { declared, .. } => (
            &unknown_encoding::RULE,
            unknown_encoding::declared(declared, actual),
        ),
        Harm::DoubleEncoded { lines } => (&double_encoded::RULE, double_encoded::from_here(*lines)),
    }
}
