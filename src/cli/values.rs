//! Parsers of the values of options. Many values are names from tables; an unknown name is reported with a suggestion.

use std::ffi::OsStr;
use std::ops::RangeInclusive;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command, Error};
use encoding_rs::Encoding;

use crate::check::{self, FailOn, Level, Pattern, Rank, Selector};
use crate::convert::{InvalidStripItem, StripItem};
use crate::finding::{
    CauseKind, Class, Group, InputError, Language, List, Message, Reason, Rule, Severity, Words, bilingual,
    both, message,
};
use crate::notation::{self, MoveNotation, NOTATIONS, Notation, Target};
use crate::profile::Profile;
use crate::record::{InvalidPath, VariationPath};
use crate::report::{FORMS, ReportForm, TableForm};
use crate::stats::{TABLES, Table};
use crate::system::{ALL_RULES, SYSTEMS, System};
use crate::text::{UTF_16BE, UTF_16LE, encoding_for_label, record_encoding_for_label, similar};

/// A parser of values that are names in a table.
#[derive(Clone, Debug)]
pub(super) struct Named<T>(
    /// Returns the table. A function is used, because most runs need only a few of the tables.
    fn() -> Vec<Entry<T>>,
);

/// Returns the descriptions of all values that come from tables of the program.
pub(super) fn descriptions() -> Vec<Words> {
    let severities = severity().descriptions().chain(fail_on().descriptions());
    let record_formats = notation().descriptions().chain(target().descriptions());
    let output_forms_and_tables = form().descriptions().chain(table().0.descriptions());
    let games_and_profiles = game().descriptions().chain(profile().descriptions());
    let causes_and_moves = cause_kind().descriptions().chain(move_notation().descriptions());
    severities
        .chain(causes_and_moves)
        .chain(record_formats)
        .chain(output_forms_and_tables)
        .chain(games_and_profiles)
        .collect()
}

/// The name of a value, its description, and the value.
type Entry<T> = (&'static str, Words, T);

/// Returns the parser of names of games.
pub(super) fn game() -> Named<&'static System> {
    Named(|| {
        let entries = SYSTEMS
            .iter()
            .map(|&system| (system.game.name, system.game.words, system));
        entries.collect()
    })
}

/// Returns the parser of notations of moves.
pub(super) fn move_notation() -> Named<MoveNotation> {
    Named(|| MoveNotation::ALL.to_vec())
}

/// Returns the parser of kinds of causes.
pub(super) fn cause_kind() -> Named<CauseKind> {
    Named(|| {
        let kinds = CauseKind::ALL.into_iter();
        kinds.map(|kind| (kind.name(), kind.page().title, kind)).collect()
    })
}

/// Returns the parser of severities (`--severity`).
pub(super) fn severity() -> Named<Severity> {
    fn about(severity: Severity) -> Words {
        match severity {
            Severity::Error => both(
                "Illegal moves and contradictory records",
                "反則と、棋譜自体の矛盾",
            ),
            Severity::Warning => FailOn(Some(severity)).about(),
            Severity::Note => both("All findings", "すべての指摘"),
        }
    }
    Named(|| {
        Severity::ALL
            .map(|severity| (severity.name(), about(severity), severity))
            .to_vec()
    })
}

/// Returns the parser of `--fail-on`.
pub(super) fn fail_on() -> Named<FailOn> {
    Named(|| {
        FailOn::ALL
            .map(|fail_on| (fail_on.name(), fail_on.about(), fail_on))
            .to_vec()
    })
}

/// Returns the parser of the output formats of reports.
pub(super) fn form() -> Named<&'static ReportForm> {
    Named(|| FORMS.iter().map(|&form| (form.name, form.about, form)).collect())
}

/// Returns the parser of output formats that support tables.
pub(super) fn table_form() -> Named<(&'static ReportForm, &'static TableForm)> {
    Named(|| {
        let forms = FORMS
            .iter()
            .filter_map(|&form| Some((form, form.table.as_ref()?)));
        let mut entries: Vec<_> = forms.map(|form| (form.0.name, both("", ""), form)).collect();
        entries.sort_by_key(|it| it.0);
        entries
    })
}

/// Returns the parser of the output formats of a command that writes tables or trees. A format of trees comes with the table
/// form of lines of JSON, which is not used.
pub(super) fn form_of_table_or_tree() -> Named<(&'static ReportForm, &'static TableForm)> {
    Named(|| {
        let unused = TableForm::named("jsonl");
        let is_of_tree = |form: &&&ReportForm| ["json", "text"].contains(&form.name);
        let forms = FORMS.iter().filter(is_of_tree);
        let mut entries: Vec<_> = table_form().0();
        entries.extend(forms.filter_map(|&form| Some((form.name, both("", ""), (form, unused?)))));
        entries.sort_by_key(|it| it.0);
        entries
    })
}

/// Parses an additional extension of files to read in folders (`--ext`).
pub(super) fn extension(text: &str) -> Result<String, Reason> {
    check::extension(text).map_err(join_help)
}

/// Returns the message and the help of an error, if there is help, as one message.
fn join_help(fault: InputError) -> Reason {
    let cause = fault.message;
    Reason(match fault.help {
        Some(help) => message!("{cause}; {help}", "{cause}。{help}", cause, help),
        None => cause,
    })
}

/// Parses a pattern of paths to skip (`--exclude`).
pub(super) fn pattern(text: &str) -> Result<Pattern, Reason> {
    Pattern::read(text).map_err(join_help)
}

/// Parses a part of records that is left out (`--strip`).
pub(super) fn strip_item(text: &str) -> Result<StripItem, Reason> {
    text.parse()
        .map_err(|error: InvalidStripItem| Reason(error.message()))
}

/// Parses the path of a variation (`--variation`).
pub(super) fn variation(text: &str) -> Result<VariationPath, Reason> {
    text.trim()
        .parse()
        .map_err(|error: InvalidPath| Reason(error.message()))
}

/// Returns the error for `--bom` with a format other than CSV.
pub(super) fn bom_error() -> Message {
    bilingual(
        "--bom requires --format csv",
        "`--bom` は `--format csv` とともに指定する",
    )
}

/// Returns the parser of languages. Their names in options are their codes, such as `ja`.
pub(super) fn language() -> Named<Language> {
    Named(|| {
        let entries = Language::ALL
            .iter()
            .map(|&language| (language.code(), Words::untranslated(language.name()), language));
        entries.collect()
    })
}

/// Returns the parser of the formats in which records are read.
pub(super) fn notation() -> Named<&'static Notation> {
    Named(|| {
        let entries = NOTATIONS
            .iter()
            .map(|&notation| (notation.format.name(), notation.title, notation));
        entries.collect()
    })
}

/// Returns the parser of built-in profiles.
pub(super) fn profile() -> Named<&'static Profile> {
    Named(|| {
        let title =
            |profile: &'static Profile| both(profile.title.english.as_str(), profile.title.japanese.as_str());
        Profile::all()
            .iter()
            .map(|profile| (profile.name.as_str(), title(profile), profile))
            .collect()
    })
}

/// A parser of the names of tables of statistics, and of their Japanese titles.
#[derive(Clone, Debug)]
pub(super) struct TableName(Named<&'static Table>);

/// Returns the parser of tables of statistics.
pub(super) fn table() -> TableName {
    TableName(Named(|| {
        TABLES
            .iter()
            .map(|table| (table.name, table.about, table))
            .collect()
    }))
}

impl TypedValueParser for TableName {
    type Value = &'static Table;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<&'static Table, Error> {
        let titled = value.to_str().and_then(|name| Table::named(name.trim()));
        titled.map_or_else(|| self.0.parse_ref(command, arg, value), Ok)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        self.0.possible_values()
    }
}

/// A choice of rules: a selector, or a word of their titles or descriptions.
#[derive(Clone, Debug)]
pub(super) enum RuleChoice {
    Selector(Selector),
    /// A word of the titles, in English or Japanese.
    Titled(String),
    /// A Japanese word of the descriptions.
    Described(String),
}

impl RuleChoice {
    /// Returns whether the rule is chosen.
    pub(super) fn contains(&self, rule: &Rule) -> bool {
        match self {
            Self::Selector(selector) => selector.rank_of(rule).is_some(),
            Self::Titled(word) => [rule.japanese, rule.english]
                .iter()
                .any(|title| title.to_lowercase().contains(&word.to_lowercase())),
            Self::Described(word) => rule.page().what.japanese.contains(word),
        }
    }

    /// Returns whether the choice is the name or the whole title of this rule.
    pub(super) fn is_name_of(&self, rule: &Rule) -> bool {
        matches!(self, Self::Selector(selector) if selector.rank_of(rule) == Some(Rank::Name))
    }
}

/// A parser of a choice of rules: a selector, the title of a rule, a word that occurs in titles or, if it occurs in none, a
/// Japanese word that occurs in descriptions.
#[derive(Clone, Debug)]
pub(super) struct RuleChoiceValue;

impl TypedValueParser for RuleChoiceValue {
    type Value = RuleChoice;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<RuleChoice, Error> {
        let text = value.to_str().unwrap_or_default().trim();
        let selector = SelectorValue::or_title();
        let is_word = selector.read(text).is_none() && !text.is_empty() && hint_for_word(text).is_none();
        let described = (!text.is_ascii()).then(|| RuleChoice::Described(text.to_owned()));
        let mut choices = std::iter::once(RuleChoice::Titled(text.to_owned())).chain(described);
        let chosen = choices.find(|choice| is_word && ALL_RULES.iter().any(|rule| choice.contains(rule)));
        chosen.map_or_else(
            || selector.parse_ref(command, arg, value).map(RuleChoice::Selector),
            Ok,
        )
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let values: Vec<_> = SelectorValue::or_title().possible_values()?.collect();
        Some(Box::new(values.into_iter()))
    }
}

/// Returns the parser of the formats in which records are written.
pub(super) fn target() -> Named<&'static Target> {
    Named(|| {
        notation::targets()
            .map(|target| (target.name, target.about, target))
            .collect()
    })
}

impl<T: 'static> Named<T> {
    fn descriptions(self) -> impl Iterator<Item = Words> {
        (self.0)().into_iter().map(|(_, about, _)| about)
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<T, Error> {
        let name = StringValueParser::new().parse_ref(command, arg, value)?;
        let name = name.trim().to_owned();
        let entries = (self.0)();
        if let Some((_, _, entry)) = entries.iter().find(|(known, ..)| *known == name) {
            return Ok(entry.clone());
        }
        let names: Vec<_> = entries.iter().map(|&(known, ..)| known).collect();
        let suggestion = similar(&name, names.iter().copied());
        Err(unknown_value(
            (command, arg),
            name.clone(),
            suggestion,
            None,
            &names,
        ))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let entries = (self.0)().into_iter();
        Some(Box::new(entries.map(|(name, about, _)| {
            PossibleValue::new(name).help(Some(about.english).filter(|it| !it.is_empty()))
        })))
    }
}

/// Returns the error for an unknown name. The error contains the similar name `suggestion` if there is one, or else the
/// `tip` if there is one, or else all `names`.
fn unknown_value(
    (command, arg): (&Command, Option<&Arg>),
    name: String,
    suggestion: Option<&str>,
    tip: Option<Message>,
    names: &[&str],
) -> Error {
    let mut error = Error::new(ErrorKind::InvalidValue).with_cmd(command);
    if let Some(arg) = arg {
        error.insert(ContextKind::InvalidArg, ContextValue::String(arg.to_string()));
    }
    if let Some(suggestion) = suggestion {
        error.insert(
            ContextKind::SuggestedValue,
            ContextValue::String(suggestion.to_owned()),
        );
    } else if let Some(tip) = tip {
        let english = tip.english().into_owned().into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![english]));
        error.insert(
            ContextKind::Custom,
            ContextValue::String(tip.japanese().into_owned()),
        );
    } else {
        let names = names.iter().map(|&it| it.to_owned()).collect();
        error.insert(ContextKind::ValidValue, ContextValue::Strings(names));
    }
    error.insert(ContextKind::InvalidValue, ContextValue::String(name));
    error
}

/// Parses the label of an input encoding, such as `Shift_JIS`.
pub(super) fn encoding(label: &str) -> Result<&'static Encoding, Reason> {
    encoding_for_label(label).ok_or_else(|| {
        Reason(bilingual(
            "expected an input encoding, such as UTF-8, Shift_JIS, EUC-JP, GBK, Big5, windows-1252 or KOI8-R",
            "読み取れる文字コードは、UTF-8、Shift_JIS、EUC-JP、GBK、Big5、windows-1252、KOI8-Rなどである",
        ))
    })
}

/// Parses the label of an output encoding. UTF-16 and encodings that are not used for records are errors.
pub(super) fn output_encoding(label: &str) -> Result<&'static Encoding, Reason> {
    record_encoding_for_label(label)
        .filter(|&encoding| encoding != UTF_16LE && encoding != UTF_16BE)
        .ok_or_else(|| {
            Reason(bilingual(
                "expected an output encoding: UTF-8, Shift_JIS, EUC-JP, EUC-KR, ISO-2022-JP",
                "書き出せる文字コードはUTF-8、Shift_JIS、EUC-JP、EUC-KR、ISO-2022-JPである",
            ))
        })
}

/// Parses the maximum number of rows, a whole number of at least 0.
pub(super) fn limit(text: &str) -> Result<u64, Reason> {
    text.parse().map_err(|_| {
        Reason(bilingual(
            "expected a whole number of at least 0",
            "0以上の整数を書く",
        ))
    })
}

/// Returns a parser of whole numbers in a range.
pub(super) fn number(range: RangeInclusive<u32>) -> impl Fn(&str) -> Result<u32, Reason> + Clone {
    move |text| {
        let (min, max) = (*range.start(), *range.end());
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            Reason(if max == u32::MAX {
                message!(
                    "expected a whole number of at least {min}",
                    "{min}以上の整数を書く",
                )
            } else {
                message!(
                    "expected a whole number from {min} to {max}",
                    "{min}から{max}までの整数を書く",
                )
            })
        })
    }
}

// Values that select rules.

/// A parser of selectors of rules: a rule name, a pattern, a group, or `all`.
#[derive(Clone, Debug)]
pub(super) struct SelectorValue {
    /// `true` if the title of a rule, in English or Japanese, is accepted as well as its name.
    by_title: bool,
}

impl SelectorValue {
    /// Creates a parser that does not accept the titles of rules.
    pub(super) const fn new() -> Self {
        Self { by_title: false }
    }

    /// Creates a parser that also accepts the title of a rule, such as 二歩.
    pub(super) const fn or_title() -> Self {
        Self { by_title: true }
    }

    fn read(&self, text: &str) -> Option<Selector> {
        let rule_with_title = ALL_RULES
            .iter()
            .find(|rule| self.by_title && [rule.japanese, rule.english].contains(&text));
        Selector::read(rule_with_title.map_or(text, |rule| rule.name)).ok()
    }
}

impl TypedValueParser for SelectorValue {
    type Value = Selector;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Selector, Error> {
        const RULES_TIP: Words = both(
            "`kifu rules` lists the rules",
            "規則の一覧は `kifu rules` で表示する",
        );
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        let text = text.trim();
        self.read(text).ok_or_else(|| {
            let tip = hint_for_word(text);
            let suggestion = Selector::most_similar(text).filter(|_| tip.is_none());
            let tip = tip.or_else(|| Some(RULES_TIP.into()));
            unknown_value((command, arg), text.to_owned(), suggestion.as_deref(), tip, &[])
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let rules = ALL_RULES
            .iter()
            .map(|rule| PossibleValue::new(rule.name).help(rule.english));
        let groups = Group::ALL
            .into_iter()
            .map(|group| PossibleValue::new(group.name()).help(group.words().english));
        let all = PossibleValue::new("all").help("all rules");
        Some(Box::new(rules.chain(groups).chain([all])))
    }
}

/// Parses a selector of rules and a level, such as `clock-*=note`.
pub(super) fn level_of(text: &str) -> Result<(Selector, Level), Reason> {
    let Some((rules, name)) = text.rsplit_once('=') else {
        return Err(Reason(message!(
            "expected SELECTOR=LEVEL, for example clock-*=note; the severities are {levels}",
            "「clock-*=note」のように書く。使える重大度は{levels}",
            levels = levels()
        )));
    };
    let level = Level::named(name.trim()).ok_or_else(|| {
        Reason(message!(
            "unknown severity `{name}`; the severities are {levels}",
            "`{name}` という重大度はない。使える重大度は{levels}",
            name,
            levels = levels()
        ))
    })?;
    Ok((Selector::read(rules).map_err(join_help)?, level))
}

fn levels() -> List<Message> {
    List(
        Level::ALL
            .map(|level| Message::untranslated(level.name()))
            .to_vec(),
    )
}

/// Returns a hint for a word that is not a selector of rules but the title of a rule, a class of rules or a severity.
/// Returns `None` for any other word, and for a word that resembles the name of a group.
///
/// Users may type titles, classes and severities in place of rules, because these appear in the output.
fn hint_for_word(word: &str) -> Option<Message> {
    const CLASSES_TIP: Words = both(
        "; `kifu rules` lists the rules of each class",
        "。分類ごとの規則は `kifu rules` で表示する",
    );
    if let Some(name) = check::name_of_title(word) {
        return Some(name);
    }
    let singular = word.to_lowercase().replace('-', " ");
    let singular = singular.strip_suffix('s').unwrap_or(&singular);
    if Group::ALL
        .iter()
        .any(|group| group.name().strip_suffix('s') == Some(singular))
    {
        return None;
    }
    let has_name = |words: Words| [words.english, words.japanese].contains(&singular);
    if Class::ALL.iter().any(|class| has_name(class.words())) {
        let tip = message!(
            "`{word}` is a class of rules, not a rule",
            "`{word}` は規則の分類であり、規則名ではない",
        );
        return Some(tip.followed_by(CLASSES_TIP));
    }
    let severity = Severity::ALL
        .into_iter()
        .find(|severity| has_name(severity.words()))?;
    let classes = Class::ALL.iter().filter(|class| class.severity() == severity);
    let class_names = classes
        .map(|class| class.words())
        .map(|words| message!("`{words}`", "{words}", words));
    let tip = message!(
        "`{word}` is a severity (class {classes}), not a rule",
        "`{word}` は重大度（分類は{classes}）であり、規則名ではない",
        word,
        classes = List(class_names.collect())
    );
    Some(tip.followed_by(CLASSES_TIP))
}
