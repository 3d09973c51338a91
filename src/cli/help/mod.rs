//! The help: parts of it that list what stands in tables, and all of it in Japanese.

mod dictionary;
mod japanese;

pub(super) use japanese::in_japanese;

use crate::finding::{Enumeration, Language, Message, message};
use crate::report::FORMS;

/// The help of `--lang` where everything is for people to read.
pub(super) fn language() -> Message {
    message!(
        "The language: {codes} [default: that of the locale]",
        "言語: {codes} [既定値: ロケールの言語]",
        codes = codes()
    )
}

/// The same where programs read some forms of output.
pub(super) fn language_of_forms() -> Message {
    let [people, programs] = [true, false].map(|for_people| {
        let names = forms(for_people).into_iter().map(Message::same);
        Enumeration(names.collect::<Vec<_>>())
    });
    message!(
        "The language: {codes} [default: {people}, that of the locale; {programs}, en]",
        "言語: {codes} [既定値: {people}ではロケールの言語、{programs}ではen]",
        codes = codes(),
        people,
        programs
    )
}

/// Where the locale comes from.
pub(super) const LOCALE: &str = "\
    The locale is what `LC_ALL`, `LC_MESSAGES` or `LANG` says, or else the setting of the system. What programs read \
    does not depend on it: there, only the messages are worded in the language, and in English unless it is given here.";

/// The help of `--statistics`.
pub(super) const STATISTICS: &str = "Count the findings of each rule";

/// Where the counts go.
pub(super) fn statistics_at_length() -> Message {
    message!(
        "The table follows the findings where people read them ({people}), and goes to standard error otherwise, so that \
         the output stays what it is.",
        "人が読む形（{people}）では指摘の後に表を示す。それ以外では標準エラー出力に示すので、出力の内容は変わらない。",
        people = forms(true).join(", ")
    )
}

/// A help of two paragraphs.
pub(super) fn at_length(brief: &str, more: &str) -> String {
    format!("{brief}\n\n{more}")
}

fn codes() -> Message {
    let [english, japanese] = Language::ALL.map(Language::code);
    message!(
        "{english} or {japanese}",
        "{english}か{japanese}",
        english,
        japanese
    )
}

/// The forms of output that people read, or those that programs do.
fn forms(for_people: bool) -> Vec<&'static str> {
    let forms = FORMS.iter().filter(|form| form.is_for_people() == for_people);
    forms.map(|form| form.name).collect()
}
