//! Parts of the help that list what stands in tables.

use crate::finding::Language;
use crate::report::FORMS;

/// The help of `--lang` where everything is for people to read.
pub(super) fn language() -> String {
    format!("The language: {} [default: that of the locale]", codes())
}

/// The same where programs read some forms of output.
pub(super) fn language_of_forms() -> String {
    let [people, programs] = [true, false].map(|for_people| enumerated(&forms(for_people)));
    let codes = codes();
    format!("The language: {codes} [default: {people}, that of the locale; {programs}, en]")
}

/// The same with what the locale is.
pub(super) fn language_of_forms_at_length() -> String {
    let brief = language_of_forms();
    format!(
        "{brief}\n\n\
         The locale is what `LC_ALL`, `LC_MESSAGES` or `LANG` says, or else the setting of the system. What programs read \
         does not depend on it: there, only the messages are worded in the language, and in English unless it is given here."
    )
}

/// The help of `--statistics`, at length.
pub(super) fn statistics_at_length() -> String {
    let people = forms(true).join(", ");
    format!(
        "Count the findings of each rule\n\n\
         The table follows the findings where people read them ({people}), and goes to standard error otherwise, so that \
         the output stays what it is."
    )
}

fn codes() -> String {
    Language::ALL.map(Language::code).join(" or ")
}

/// The forms of output that people read, or those that programs do.
fn forms(for_people: bool) -> Vec<&'static str> {
    let forms = FORMS.iter().filter(|form| form.is_for_people() == for_people);
    forms.map(|form| form.name).collect()
}

fn enumerated(words: &[&str]) -> String {
    match words {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => words.concat(),
    }
}
