//! The help, in two languages: what `texts.toml` says of each command and option is put into their definition.

mod japanese;

use std::collections::HashMap;
use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, Resettable, StyledStr, Styles};
use clap::{Arg, Command};
use serde::Deserialize;

use crate::finding::{Language, Words, both, built_in};

/// The heading of the examples.
const EXAMPLES: Words = both("Examples:", "例:");

/// What the command `help` is for.
const HELP: &str = "Print this help or the help of a command";

/// The order of the help: the examples, which clap calls the help before, follow the usage.
const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

/// The texts by command, and by option as it is typed, with its command before it if others have another text.
static TEXTS: LazyLock<HashMap<&str, Text>> = LazyLock::new(|| built_in(include_str!("texts.toml")));

/// What is said of a command or an option.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct Text {
    /// All that the short help says.
    brief: Words,
    /// What follows it in the long one.
    more: Option<Words>,
    /// The examples of a command, which follow its usage.
    examples: Option<Words>,
    /// The details below the options of a command, in the long help.
    after: Option<Words>,
    /// What the values of an option mean, if no table says it.
    #[serde(default)]
    values: HashMap<&'static str, Words>,
}

/// The same command with its help in a language; in Japanese, of so many columns.
pub(super) fn worded(command: Command, language: Language, columns: usize) -> Command {
    let command = with_texts(command, language);
    match language {
        Language::English => with_commands(command),
        Language::Japanese => japanese::typeset(command, columns),
    }
}

/// The same command, whose own command `help` speaks of commands: clap calls them subcommands.
fn with_commands(mut command: Command) -> Command {
    // The command `help` is there from now on.
    command.build();
    with_help(command)
}

fn with_help(command: Command) -> Command {
    let about = command.get_about().map(ToString::to_string);
    let command = if about.as_deref() == Some(japanese::HELP_OF_CLAP) {
        command.about(HELP)
    } else {
        command
    };
    command.mut_subcommands(with_help)
}

fn with_texts(command: Command, language: Language) -> Command {
    let name = command.get_name().to_owned();
    // A test sees that there is one for each command and option.
    let Some(text) = TEXTS.get(&*name) else {
        return command;
    };
    let examples = text.examples.map(|it| headed(it.in_language(language), language));
    let after = text.after.map(|it| *it.in_language(language));
    command
        .about(*text.brief.in_language(language))
        .long_about(text.at_length(language))
        .help_template(TEMPLATE)
        .before_help(Resettable::from(examples.map(StyledStr::from)))
        .after_long_help(Resettable::from(after.map(StyledStr::from)))
        .mut_args(|arg| match of(&name, &arg) {
            Some((_, text)) => text.apply(arg, language),
            None => arg,
        })
        .mut_subcommands(|it| with_texts(it, language))
}

/// The examples below their heading.
fn headed(examples: &str, language: Language) -> String {
    let style = *Styles::styled().get_header();
    let heading = EXAMPLES.in_language(language);
    format!("{style}{heading}{style:#}\n{examples}")
}

/// The text of an option, and its key.
fn of(command: &str, arg: &Arg) -> Option<(&'static str, &'static Text)> {
    let name = match (arg.get_long(), arg.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, names) => names?.first()?.to_string(),
    };
    let of_command = TEXTS.get_key_value(&*format!("{command} {name}"));
    let (key, text) = of_command.or_else(|| TEXTS.get_key_value(&*name))?;
    Some((key, text))
}

impl Text {
    fn apply(&self, arg: Arg, language: Language) -> Arg {
        let values = arg.get_possible_values().into_iter();
        let values = values.map(|it| match self.values.get(it.get_name()) {
            Some(help) => it.help(*help.in_language(language)),
            None => it,
        });
        let parser = (!self.values.is_empty()).then(|| PossibleValuesParser::new(values));
        let arg = arg
            .help(*self.brief.in_language(language))
            .long_help(self.at_length(language));
        match parser {
            // What is worded is never asked for the values that it has read.
            Some(parser) => arg.value_parser(parser),
            None => arg,
        }
    }

    fn at_length(&self, language: Language) -> Resettable<StyledStr> {
        let brief = self.brief.in_language(language);
        let whole = self
            .more
            .map(|it| format!("{brief}\n\n{}", it.in_language(language)));
        whole.map(StyledStr::from).into()
    }
}
