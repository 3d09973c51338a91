//! A rule as users know it: its name, its weight and its page.

use super::{Group, Severity, Words, both};

/// What kind of fault a rule names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A 反則: the mover loses.
    Foul,
    /// Cannot be done on a real board, or contradicts the record itself: more likely a damaged record than a foul.
    RecordError,
    /// Something a recorder should look at.
    Doubt,
    /// Legal, but worth saying.
    Notice,
}

impl Class {
    /// All four, the gravest first.
    pub const ALL: [Self; 4] = [Self::Foul, Self::RecordError, Self::Doubt, Self::Notice];

    /// The weight of a finding of this class on the main line.
    pub const fn severity(self) -> Severity {
        match self {
            Self::Foul | Self::RecordError => Severity::Error,
            Self::Doubt => Severity::Warning,
            Self::Notice => Severity::Note,
        }
    }

    /// What the class is called in the catalogue.
    pub const fn words(self) -> Words {
        match self {
            Self::Foul => both("foul", "反則"),
            Self::RecordError => both("record error", "棋譜の誤り"),
            Self::Doubt => both("doubt", "要確認"),
            Self::Notice => both("notice", "参考"),
        }
    }
}

/// A rule: everything about it but the check, which stands in the same file.
#[derive(Debug)]
pub struct Rule {
    /// Kebab-case name of the fault; stable for ever.
    pub name: &'static str,
    /// What kind of fault it is.
    pub class: Class,
    /// What it is about.
    pub group: Group,
    /// The fault in a few English words.
    pub english: &'static str,
    /// The Japanese name.
    pub japanese: &'static str,
    /// The documentation.
    pub page: RulePage,
}

impl Rule {
    /// The fault in a few words.
    pub const fn title(&self) -> Words {
        both(self.english, self.japanese)
    }
}

/// A rule with its page, as `RULE` of its module: its title, what it finds, why that matters and what to do about it, each
/// in English and in Japanese; where it comes from; and two [examples](Example), each with what to see in it.
macro_rules! rule {
    (
        name: $name:literal,
        class: $class:ident,
        group: $group:ident,
        title: $english:literal, $japanese:literal,
        what: $what:literal, $what_japanese:literal,
        why: $why:literal, $why_japanese:literal,
        remedy: $remedy:literal, $remedy_japanese:literal,
        source: $source:literal,
        bad: $bad:ident $bad_fields:tt, $bad_note:literal, $bad_note_japanese:literal,
        good: $good:ident $good_fields:tt, $good_note:literal, $good_note_japanese:literal,
    ) => {
        #[doc = concat!($japanese, ": ", $english, ".")]
        pub(crate) static RULE: $crate::finding::Rule = $crate::finding::Rule {
            name: $name,
            class: $crate::finding::Class::$class,
            group: $crate::finding::Group::$group,
            english: $english,
            japanese: $japanese,
            page: $crate::finding::RulePage {
                what: $crate::finding::both($what, $what_japanese),
                why: $crate::finding::both($why, $why_japanese),
                remedy: $crate::finding::both($remedy, $remedy_japanese),
                source: $source,
                bad: rule!(@example $bad $bad_fields $bad_note, $bad_note_japanese),
                good: rule!(@example $good $good_fields $good_note, $good_note_japanese),
            },
        };
    };
    (@example $kind:ident { $($field:ident: $value:literal),+ $(,)? } $note:literal, $note_japanese:literal) => {
        $crate::finding::Example::$kind {
            $($field: $value,)+
            note: $crate::finding::both($note, $note_japanese),
        }
    };
}
pub(crate) use rule;

/// Rules are compared by name.
impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Rule {}

/// The page of documentation of a rule, in Markdown.
#[derive(Debug)]
pub struct RulePage {
    /// The exact condition, with the points that are easily got wrong.
    pub what: Words,
    /// Why it is a fault, or why it is worth saying.
    pub why: Words,
    /// What a recorder would do about it.
    pub remedy: Words,
    /// The statement it goes back to: a document by its title, or the definition of a format.
    pub source: &'static str,
    /// A case that is reported.
    pub bad: Example,
    /// A case close by that is not.
    pub good: Example,
}

/// An example that the tool can judge itself, so that the page cannot go stale.
#[derive(Clone, Copy, Debug)]
pub enum Example {
    /// Moves in USI (`7g7f 3c3d`) from a position in SFEN or `startpos`.
    Moves {
        /// `startpos` or an SFEN.
        start: &'static str,
        /// USI moves between blanks.
        moves: &'static str,
        /// What to see in it.
        note: Words,
    },
    /// A record, its notation found from its content.
    Record {
        /// The text of the record.
        text: &'static str,
        /// What to see in it.
        note: Words,
    },
    /// A record that is judged by an event's own rules, where the usual ones do not show it.
    Under {
        /// Lines of a file of rules; what they leave out is as usual.
        rules: &'static str,
        /// The text of the record.
        text: &'static str,
        /// What to see in it.
        note: Words,
    },
    /// The file of a record, for faults that have to do with its name.
    File {
        /// The name of the file.
        name: &'static str,
        /// The text of the record.
        text: &'static str,
        /// What to see in it.
        note: Words,
    },
    /// The bytes of a record, for faults that a decoded text cannot show.
    Bytes {
        /// The bytes of the file.
        bytes: &'static [u8],
        /// What to see in it.
        note: Words,
    },
}
