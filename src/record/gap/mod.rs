//! Parts of a record that could not be read, or were not read as written.
//!
//! A reader of a notation adds a [`Gap`] at the place of a problem and continues. The [`GapKind`] determines whether data is
//! lost, whether the record can be written, and which message is shown. Each kind is defined together with its messages.

use std::mem::discriminant;
use std::ops::Deref;

use super::{NodeId, Record};
use crate::finding::{Bilingual, Message, Span, in_quotes};

/// Defines enums of problem kinds, each variant with its message.
///
/// A message is a template in each language with its arguments, as in [`message!`](crate::finding::message), or an expression
/// after `=`. Messages with a condition (`if`) precede the message that is used if no condition is met. The parameters in
/// parentheses after the name of the enum can be used in all messages. The facts about a kind, from [`Fact`], are in brackets before
/// its messages.
macro_rules! gaps {
    ($($(#[$about:meta])* enum $name:ident $(($($context:ident: $context_type:ty),+))? {$(
        $(#[$doc:meta])*
        $kind:ident $(($($item:ident: $type:ty),+))? $({
            $($(#[$field_doc:meta])* $field:ident: $field_type:ty,)+
        })?
        $([$($fact:ident),+])?
        $(if $case:expr => $case_english:literal, $case_japanese:literal $(, $case_argument:ident $(= $case_value:expr)?)*;)*
        $(= $expression:expr)? $(=> $english:literal, $japanese:literal $(, $argument:ident $(= $value:expr)?)*)?;
    )+})+) => {$(
        $(#[$about])*
        pub enum $name {$(
            $(#[$doc])*
            $kind $(($($type),+))? $({$($(#[$field_doc])* $field: $field_type,)+})?,
        )+}

        impl $name {
            /// Returns the facts about this kind of problem.
            #[allow(dead_code, reason = "only some of the enums have facts")]
            pub(super) const fn facts(&self) -> &'static [$crate::record::gap::Fact] {
                match self {
                    $(Self::$kind { .. } => &[$($($crate::record::gap::Fact::$fact),+)?],)+
                }
            }

            /// Returns the message about this problem.
            #[allow(unused_variables, reason = "not every message uses all fields")]
            pub(super) fn message(&self $($(, $context: $context_type)+)?) -> $crate::finding::Message {
                match self {$(
                    Self::$kind $(($($item),+))? $({$($field),+})? => {
                        $(if $case {
                            return $crate::finding::message!(
                                $case_english, $case_japanese $(, $case_argument $(= $case_value)?)*
                            );
                        })*
                        $($expression)?
                        $($crate::finding::message!($english, $japanese $(, $argument $(= $value)?)*))?
                    }
                )+}
            }
        }
    )+};
}

mod archive;
mod kind;
mod position;
mod token;
mod value;

pub use archive::{ArchiveGap, Irregularity};
pub use kind::{
    BookOrder, BookRepeat, ClockGap, DestroyedExtent, Extent, GapKind, LineGap, NoParent, NoRecord,
    OtherGameEvidence, ParentGap, PlyGap, StrayClock, TextAfter, Unit, WordGap,
};
pub use position::{BoardGap, DateGap, HandicapGap, HandicapName, StartRecovery, TurnRecovery};
pub use token::{MalformedMove, NotAMove, TokenGap};
pub use value::{Expected, Recovery, ValueGap, WrongValue};

/// A part of a record that could not be read, or was not read as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The place in the decoded text; `None` if the problem has no place there.
    pub span: Option<Span>,
    /// The node that the gap belongs to. A gap before the moves belongs to the start.
    ///
    /// `None` if the node must be found from the place in the text.
    pub node: Option<NodeId>,
    /// The kind of problem.
    pub kind: GapKind,
}

impl Gap {
    /// Creates a gap at this place in the text, without a node.
    pub(crate) fn new(span: impl Into<Option<Span>>, kind: GapKind) -> Self {
        Self {
            span: span.into(),
            node: None,
            kind,
        }
    }

    /// Returns the gap, assigned to this node.
    #[must_use]
    pub(crate) fn with_node(self, node: NodeId) -> Self {
        Self {
            node: Some(node),
            ..self
        }
    }

    /// Creates a gap before the moves, assigned to the start.
    pub(crate) fn at_start(span: impl Into<Option<Span>>, kind: GapKind) -> Self {
        Self::new(span, kind).with_node(NodeId::START)
    }
}

/// A gap with its record, which messages and rules require.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapCase<'a> {
    /// The record.
    pub record: &'a Record<'a>,
    /// The gap.
    pub gap: &'a Gap,
}

impl<'a> GapCase<'a> {
    /// Returns the text at the place of the gap; empty if the gap has no place.
    pub(crate) fn text(&self) -> &'a str {
        self.gap.span.map_or("", |span| self.record.text_at(span))
    }

    /// Returns the text at the place of the gap in quotation marks.
    fn quoted(&self) -> Bilingual<String> {
        in_quotes(self.text())
    }

    /// Returns the message about the gap, which the finding shows.
    pub(crate) fn message(&self) -> Message {
        self.gap.kind.message(self)
    }
}

/// A fact about all gaps of a kind. The table of kinds states them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fact {
    /// A part of the game is lost, so that the readable rest can differ from the game that was played.
    CostsGame,
    /// Text of the file is lost: the record does not contain the text, or contains it with another meaning.
    CostsText,
    /// A single move, line or value is destroyed or cannot be read.
    Destroyed,
    /// Destroyed lines, or destroyed parts of lines, may be the cause of the gap.
    MayFollowDestroyed,
    /// The gap concerns no text of moves.
    BesideMoves,
}

impl GapKind {
    /// Returns whether a fact is true for all gaps of this kind.
    pub(crate) fn is(&self, fact: Fact) -> bool {
        self.facts().contains(&fact)
    }

    /// Returns whether a part of the game is lost, so that the readable rest can differ from the game that was played.
    pub(crate) fn costs_game(&self) -> bool {
        matches!(self, Self::SchemaError { costs_game: true, .. }) || self.is(Fact::CostsGame)
    }

    /// Returns the gap of an archive if no record is lost because of this gap; `None` for any other gap.
    pub(crate) fn as_archive_remark(&self) -> Option<&ArchiveGap> {
        match self {
            Self::Archive(gap) => Some(gap).filter(|gap| gap.is_warning()),
            _ => None,
        }
    }

    /// Returns whether text of the file is lost: the record does not contain the text, or contains it with another meaning.
    pub(crate) fn costs_text(&self) -> bool {
        match self {
            // These recoveries read a value with its intended meaning, so the value is not lost.
            Self::SchemaError { value, .. } => !matches!(
                value.recovery,
                Recovery::Flag(_) | Recovery::Number(_) | Recovery::Code | Recovery::JapaneseWord
            ),
            // An unknown name is in a header, which is counted on its own. A value of JKF is lost.
            Self::UnknownHandicap(HandicapGap { name, .. }) => {
                matches!(name, HandicapName::Value(value) if value.what.is_lost())
            }
            Self::TextAfterMove(after) => matches!(
                after,
                TextAfter::Number(_) | TextAfter::Move | TextAfter::MoveOfCsa | TextAfter::EndOfCsa
            ),
            _ => self.is(Fact::CostsText),
        }
    }

    /// Returns whether a single move, line or value is destroyed or cannot be read.
    ///
    /// A malformed value of JKF does not count as destroyed unless a part of the game is lost.
    pub(crate) fn is_destroyed(&self) -> bool {
        matches!(self, Self::SchemaError { costs_game: true, .. }) || self.is(Fact::Destroyed)
    }
}

/// Maximum number of listed gaps of a record. A broken file of some megabytes has millions of gaps, and a list of all
/// gaps would be of no use.
const MAX_GAPS: usize = 10_000;

/// The gaps of one record in the order in which they were found.
///
/// At most 10,000 gaps are listed. Further gaps are only counted, by kind.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    listed: Vec<Gap>,
    /// For each kind that has unlisted gaps: one of these gaps, and their number.
    unlisted: Vec<(GapKind, usize)>,
}

/// The index of a gap in [`Gaps`], used to extend the gap later.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapId(usize);

impl Gaps {
    /// Adds a gap, or only counts it if the list is full. With the returned index, [`get_mut`](Self::get_mut) finds the gap
    /// if it is listed.
    pub(crate) fn push(&mut self, gap: Gap) -> GapId {
        let id = GapId(self.listed.len());
        if self.listed.len() < MAX_GAPS {
            self.listed.push(gap);
        } else {
            self.count(gap.kind, 1);
        }
        id
    }

    /// Adds a gap that must be listed. If the list is full, the gap replaces the last one in the list.
    pub(crate) fn add_gap_always(&mut self, gap: Gap) {
        if self.listed.len() == MAX_GAPS
            && let Some(last) = self.listed.pop()
        {
            self.count(last.kind, 1);
        }
        self.listed.push(gap);
    }

    /// Returns the gap with this index, to extend the gap; `None` if the gap is not listed.
    pub(crate) fn get_mut(&mut self, id: GapId) -> Option<&mut Gap> {
        self.listed.get_mut(id.0)
    }

    /// Returns the listed gaps without the first `count`, to extend these gaps.
    pub(crate) fn since(&mut self, count: usize) -> &mut [Gap] {
        let count = count.min(self.listed.len());
        &mut self.listed[count..]
    }

    /// Returns the latest listed gap whose kind satisfies the predicate, to extend the gap; `None` if there is no such
    /// gap.
    pub(crate) fn latest(&mut self, is_wanted: impl Fn(&GapKind) -> bool) -> Option<&mut Gap> {
        self.listed.iter_mut().rev().find(|gap| is_wanted(&gap.kind))
    }

    /// Removes the listed gaps whose kind does not satisfy the predicate. Unlisted gaps stay counted.
    pub(crate) fn retain(&mut self, keep: impl Fn(&GapKind) -> bool) {
        self.listed.retain(|gap| keep(&gap.kind));
    }

    /// Replaces the nodes of the listed gaps after the nodes of the tree were renumbered.
    pub(crate) fn move_nodes(&mut self, new_node: impl Fn(NodeId) -> NodeId) {
        for gap in &mut self.listed {
            gap.node = gap.node.map(&new_node);
        }
    }

    /// Replaces the nodes of the listed gaps after nodes were removed from the tree. A gap at a removed node, for which `new_node`
    /// returns `None`, is removed too.
    pub(crate) fn keep_nodes(&mut self, new_node: impl Fn(NodeId) -> Option<NodeId>) {
        self.listed.retain_mut(|gap| match gap.node.map(&new_node) {
            Some(None) => false,
            node => {
                gap.node = node.flatten();
                true
            }
        });
    }

    /// Assigns the listed gaps that have a node to the start, for use when the tree is discarded.
    pub(crate) fn reset_nodes(&mut self) {
        self.move_nodes(|_| NodeId::START);
    }

    /// Returns the unlisted gaps: one example of each kind, with the number of unlisted gaps of this kind. A kind has two
    /// entries if only some of its gaps lose a part of the game.
    pub(crate) fn unlisted(&self) -> &[(GapKind, usize)] {
        &self.unlisted
    }

    /// Returns the listed gaps and the number of unlisted gaps.
    pub(crate) fn into_parts(self) -> (Vec<Gap>, usize) {
        let unlisted = self.unlisted.iter().map(|(_, count)| count).sum();
        (self.listed, unlisted)
    }

    /// Appends the gaps of `others`, listed and unlisted.
    pub(crate) fn append(&mut self, others: Self) {
        for gap in others.listed {
            self.push(gap);
        }
        for (kind, count) in others.unlisted {
            self.count(kind, count);
        }
    }

    /// Adds to the number of unlisted gaps of a kind. Gaps of one kind that lose a part of the game are counted separately
    /// from gaps that do not.
    fn count(&mut self, kind: GapKind, count: usize) {
        let is_same_kind = |other: &GapKind| {
            discriminant(other) == discriminant(&kind) && other.costs_game() == kind.costs_game()
        };
        let counted = self.unlisted.iter_mut().find(|(kind, _)| is_same_kind(kind));
        match counted {
            Some((_, total)) => *total += count,
            None => self.unlisted.push((kind, count)),
        }
    }
}

impl Extend<Gap> for Gaps {
    fn extend<T: IntoIterator<Item = Gap>>(&mut self, gaps: T) {
        for gap in gaps {
            self.push(gap);
        }
    }
}

impl Deref for Gaps {
    type Target = [Gap];

    fn deref(&self) -> &[Gap] {
        &self.listed
    }
}
