//! A rule as users know it: its name, its weight and its page.

use super::{Group, RulePage, Severity, Words, both};

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

    /// Returns the name of the class for programs.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Foul => "foul",
            Self::RecordError => "record error",
            Self::Doubt => "doubt",
            Self::Notice => "notice",
        }
    }

    /// What the class is called in the catalogue.
    pub const fn words(self) -> Words {
        match self {
            Self::Foul => both("illegal move", "反則"),
            Self::RecordError => both("record error", "棋譜の誤り"),
            Self::Doubt => both("doubt", "要確認"),
            Self::Notice => both("notice", "参考"),
        }
    }
}

/// A rule: what every finding needs of it. Its check stands in the same file, its page in `pages/`.
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
    /// The documentation, if the rule is not one of the crate's own: see [`Rule::page`].
    pub page: Option<&'static RulePage>,
}

impl Rule {
    /// The fault in a few words.
    pub const fn title(&self) -> Words {
        both(self.english, self.japanese)
    }
}

/// A rule as `RULE` of its module: its name, class and group, and its title in English and in Japanese. Its page is the
/// entry of its name in the file of its group in `pages/`.
macro_rules! rule {
    ($name:literal, $class:ident, $group:ident, $english:literal, $japanese:literal) => {
        #[doc = concat!($japanese, ": ", $english, ".")]
        pub(crate) static RULE: $crate::finding::Rule = $crate::finding::Rule {
            name: $name,
            class: $crate::finding::Class::$class,
            group: $crate::finding::Group::$group,
            english: $english,
            japanese: $japanese,
            page: None,
        };
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
