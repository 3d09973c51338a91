//! What a record says of a rule that it was played by.

use crate::finding::{Span, Words};
use crate::profile::{Declaration, DeclarationFailure, ImpasseAgreement, Profile};
use crate::record::Record;

/// A rule that a record names.
#[derive(Clone, Copy, Debug)]
pub(in crate::referee) enum NamedRule {
    MoveLimit(Option<u32>),
    Points24,
    Points27,
    LeastSeconds(u32),
}

/// What a record says of a rule that it was played by.
#[derive(Debug)]
pub(in crate::referee) struct Statement<'r> {
    pub record: &'r Record<'r>,
    /// The rules of the event, which have that rule too.
    pub event: &'r Profile,
    /// The header, or how the comment begins.
    pub key: &'r str,
    pub value: &'r str,
    pub span: Option<Span>,
    /// What it names; `None` where it cannot be read.
    pub named: Option<NamedRule>,
    /// What it is then, in words.
    pub unread: Words,
}

impl Statement<'_> {
    /// What it names, where the event has another rule.
    pub(in crate::referee) fn overrides(&self) -> Option<NamedRule> {
        self.named.filter(|named| !named.holds_in(self.event))
    }
}

impl NamedRule {
    fn holds_in(self, profile: &Profile) -> bool {
        match self {
            Self::MoveLimit(limit) => profile.max_moves == limit,
            Self::Points24 => profile.declaration == Declaration::Points24,
            Self::Points27 => matches!(
                profile.declaration,
                Declaration::Points27 | Declaration::Automatic27
            ),
            Self::LeastSeconds(seconds) => profile.least_seconds == seconds,
        }
    }

    pub(super) fn put_into(self, profile: &mut Profile) {
        match self {
            Self::MoveLimit(limit) => profile.max_moves = limit,
            Self::Points24 => count_points(profile, Declaration::Points24, ImpasseAgreement::Points24),
            Self::Points27 => count_points(profile, Declaration::Points27, ImpasseAgreement::Points27),
            Self::LeastSeconds(seconds) => profile.least_seconds = seconds,
        }
    }
}

/// One rule of points for declarations, and for agreements where there are any.
fn count_points(profile: &mut Profile, declaration: Declaration, agreement: ImpasseAgreement) {
    if profile.declaration == Declaration::None {
        // By every rule of points, who declares wrongly loses.
        profile.declaration_failure = DeclarationFailure::Loses;
    }
    profile.declaration = declaration;
    if profile.impasse_agreement != ImpasseAgreement::None {
        profile.impasse_agreement = agreement;
    }
}
