//! What of a record could not be read, or not as it stands there.
//!
//! A reader notes a [`Gap`] where it meets one, and reads on. What is lost by it, whether the record can be written, and
//! what a finding says of it is decided by its [`GapKind`], which stands beside its sentences.

use std::mem::discriminant;
use std::ops::Deref;

use super::{NodeId, Record};
use crate::finding::{Bilingual, Message, Span, in_quotes};

/// Makes kinds of what can be amiss, each with what is said of it: a sentence in each language and the things in it, as in
/// [`message!`](crate::finding::message), or `=` and an expression. Sentences for a condition, after `if`, stand before it.
/// What is in brackets after the name is given to all of them.
macro_rules! gaps {
    ($($(#[$about:meta])* enum $name:ident $(($($context:ident: $context_type:ty),+))? {$(
        $(#[$doc:meta])*
        $kind:ident $(($($item:ident: $type:ty),+))? $({
            $($(#[$field_doc:meta])* $field:ident: $field_type:ty,)+
        })?
        $(if $case:expr => $case_english:literal, $case_japanese:literal $(, $case_thing:ident $(= $case_value:expr)?)*;)*
        $(= $said:expr)? $(=> $english:literal, $japanese:literal $(, $thing:ident $(= $value:expr)?)*)?;
    )+})+) => {$(
        $(#[$about])*
        pub enum $name {$(
            $(#[$doc])*
            $kind $(($($type),+))? $({$($(#[$field_doc])* $field: $field_type,)+})?,
        )+}

        impl $name {
            /// What is said of it.
            #[allow(unused_variables, reason = "not all is said")]
            pub(super) fn message(&self $($(, $context: $context_type)+)?) -> $crate::finding::Message {
                match self {$(
                    Self::$kind $(($($item),+))? $({$($field),+})? => {
                        $(if $case {
                            return $crate::finding::message!(
                                $case_english, $case_japanese $(, $case_thing $(= $case_value)?)*
                            );
                        })*
                        $($said)?
                        $($crate::finding::message!($english, $japanese $(, $thing $(= $value)?)*))?
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
    ClockGap, Destroyed, Extent, GapKind, LineGap, NoParent, NoRecord, OddGame, ParentGap, PlyGap,
    StrayClock, TextAfter, Unit, WordGap,
};
pub use position::{BoardGap, DateGap, HandicapGap, HandicapName, StartRecovery, TurnRecovery};
pub use token::{BrokenMove, NoMove, TokenGap};
pub use value::{Expected, Recovery, ValueGap, WrongValue};

/// Something in a record that could not be read, or not as it stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap {
    /// Where it stands in the decoded text; `None` where nothing stands there.
    pub span: Option<Span>,
    /// The node that it belongs to, the start for what comes before the moves; `None` where only its place in the text
    /// tells.
    pub node: Option<NodeId>,
    /// What it is.
    pub kind: GapKind,
}

impl Gap {
    /// A gap at this place, of whatever node stands there.
    pub(crate) fn new(span: impl Into<Option<Span>>, kind: GapKind) -> Self {
        Self {
            span: span.into(),
            node: None,
            kind,
        }
    }

    /// The same, of this node.
    #[must_use]
    pub(crate) fn of(self, node: NodeId) -> Self {
        Self {
            node: Some(node),
            ..self
        }
    }

    /// A gap in what comes before the moves.
    pub(crate) fn of_start(span: impl Into<Option<Span>>, kind: GapKind) -> Self {
        Self::new(span, kind).of(NodeId::START)
    }
}

/// The kind and the place, for programmers.
/// A gap in its record, as messages and rules look at it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GapCase<'a> {
    /// The record.
    pub record: &'a Record<'a>,
    /// The gap.
    pub gap: &'a Gap,
}

impl<'a> GapCase<'a> {
    /// The text that stands there.
    pub(crate) fn text(&self) -> &'a str {
        self.gap.span.map_or("", |span| self.record.text_at(span))
    }

    /// The same in quotation marks.
    fn quoted(&self) -> Bilingual<String> {
        in_quotes(self.text())
    }

    /// What is reported of it, in words.
    pub(crate) fn message(&self) -> Message {
        self.gap.kind.message(self)
    }
}

// What a gap does to its record.

impl GapKind {
    /// Whether a part of the game is lost by it, so that what is left is another one.
    pub(crate) const fn costs_game(&self) -> bool {
        matches!(
            self,
            Self::SchemaError { costs_game: true, .. }
                | Self::UnreadableJson(_)
                | Self::MoveAfterMove
                | Self::MostlyUnreadable(_)
                | Self::Archive(_)
        )
    }

    /// The gap of an archive that stands for no record, so that nothing is lost by it.
    pub(crate) fn remark(&self) -> Option<&ArchiveGap> {
        match self {
            Self::Archive(gap) => Some(gap).filter(|it| it.is_warning()),
            _ => None,
        }
    }

    /// Whether a text is lost by it: it stands in the file, and nowhere in the record, or not as what it says.
    pub(crate) const fn costs_text(&self) -> bool {
        // A value that is read as it is meant is not lost.
        if let Self::SchemaError { value, .. } = self
            && matches!(
                value.recovery,
                Recovery::Flag(_) | Recovery::Number(_) | Recovery::Code | Recovery::JapaneseWord
            )
        {
            return false;
        }
        matches!(
            self,
            Self::MostlyUnreadable(_)
                | Self::UnreadableLine(_)
                | Self::UnreadableBoard(_)
                | Self::UnreadableClock(_)
                | Self::ClockNegative(_)
                | Self::VariationWithoutParent(_)
                | Self::TextAfterMove(_)
                | Self::MoveAfterMove
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
    pub(crate) const fn is_destroyed(&self) -> bool {
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
                | Self::MoveAfterMove
                | Self::UnreadableClock(_)
                | Self::UnreadableResult
                | Self::VariationWithoutParent(_)
        )
    }
}

// The gaps of one record, in bounded memory.

/// How many gaps of a record are listed. More say nothing new, and a broken file of some megabytes has millions.
const MAX_GAPS: usize = 10_000;

/// The gaps of one record in the order in which they were met: at most ten thousand of them, and the number of those
/// beyond, by their kinds.
#[derive(Clone, Debug, Default)]
pub struct Gaps {
    listed: Vec<Gap>,
    unlisted: Vec<(GapKind, usize)>,
}

/// Where in its list a gap stands to which more will be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GapId(usize);

impl Gaps {
    /// Adds a gap, or counts it when the list is full.
    pub(crate) fn push(&mut self, gap: Gap) -> GapId {
        let id = GapId(self.listed.len());
        if self.listed.len() < MAX_GAPS {
            self.listed.push(gap);
        } else {
            self.count(gap.kind, 1);
        }
        id
    }

    /// Adds a gap that has to be listed, in place of the last one of a full list.
    pub(crate) fn add_gap_always(&mut self, gap: Gap) {
        if self.listed.len() == MAX_GAPS
            && let Some(last) = self.listed.pop()
        {
            self.count(last.kind, 1);
        }
        self.listed.push(gap);
    }

    /// What was noted there, to add to it; `None` where it is not listed.
    pub(crate) fn get_mut(&mut self, id: GapId) -> Option<&mut Gap> {
        self.listed.get_mut(id.0)
    }

    /// Those noted since there were so many.
    pub(crate) fn since(&mut self, listed: usize) -> &mut [Gap] {
        let listed = listed.min(self.listed.len());
        &mut self.listed[listed..]
    }

    /// The latest gap of which this holds, to add to it.
    pub(crate) fn latest(&mut self, is_it: impl Fn(&GapKind) -> bool) -> Option<&mut Gap> {
        self.listed.iter_mut().rev().find(|gap| is_it(&gap.kind))
    }

    /// Leaves out those of which this does not hold.
    pub(crate) fn retain(&mut self, keep: impl Fn(&GapKind) -> bool) {
        self.listed.retain(|gap| keep(&gap.kind));
    }

    /// The nodes of the tree have other places now.
    pub(crate) fn move_nodes(&mut self, place: impl Fn(NodeId) -> NodeId) {
        for gap in &mut self.listed {
            gap.node = gap.node.map(&place);
        }
    }

    /// None belongs to a node any more, since the tree is given up.
    pub(crate) fn forget_nodes(&mut self) {
        self.move_nodes(|_| NodeId::START);
    }

    /// Those that are not listed: one of each kind, and how many there are.
    pub(crate) fn unlisted(&self) -> &[(GapKind, usize)] {
        &self.unlisted
    }

    /// The list, and how many are not in it.
    pub(crate) fn into_parts(self) -> (Vec<Gap>, usize) {
        let unlisted = self.unlisted.iter().map(|(_, count)| count).sum();
        (self.listed, unlisted)
    }

    /// Adds all of another list, those it only counts too.
    pub(crate) fn append(&mut self, others: Self) {
        for gap in others.listed {
            self.push(gap);
        }
        for (kind, count) in others.unlisted {
            self.count(kind, count);
        }
    }

    fn count(&mut self, kind: GapKind, count: usize) {
        let is_it =
            |it: &GapKind| discriminant(it) == discriminant(&kind) && it.costs_game() == kind.costs_game();
        match self.unlisted.iter_mut().find(|(it, _)| is_it(it)) {
            Some((_, counted)) => *counted += count,
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
