//! The definition of the command line with Japanese words for the English ones.

use clap::builder::{PossibleValue, Resettable, StyledStr, Styles};
use clap::{Arg, Command};

use super::dictionary::Dictionary;
use crate::report::folded;

/// The blanks before the help of an option, which stands below its name.
const INDENT: usize = 10;

/// What the groups of options are called.
const HEADINGS: [(&str, &str); 4] = [
    ("Rules", "判定の規定"),
    ("Output", "出力"),
    ("Choosing", "指摘の選択"),
    ("Accepting", "既知の指摘"),
];

/// The same command, which speaks Japanese in lines of so many columns.
pub(in super::super) fn in_japanese(mut command: Command, columns: usize) -> Command {
    // What clap adds of itself, `--help` and the verb `help`, is there from now on.
    command.build();
    let translator = Translator {
        dictionary: Dictionary::new(),
        columns,
    };
    translator.command(command)
}

struct Translator {
    dictionary: Dictionary,
    columns: usize,
}

impl Translator {
    fn command(&self, command: Command) -> Command {
        let header = *Styles::styled().get_header();
        let template = format!(
            "{{about-with-newline}}\n{header}使い方:{header:#} {{usage}}\n\n{{all-args}}{{after-help}}"
        );
        let texts = [
            command.get_about(),
            command.get_long_about(),
            command.get_after_help(),
        ];
        let [about, long_about, after] =
            texts.map(|it| Resettable::from(it.map(|it| StyledStr::from(self.text(it, 0)))));
        command
            .help_template(template)
            .about(about)
            .long_about(long_about)
            .after_help(after)
            .subcommand_help_heading("コマンド")
            // The lines are folded already.
            .term_width(0)
            .mut_args(|it| self.arg(it))
            .mut_subcommands(|it| self.command(it))
    }

    fn arg(&self, arg: Arg) -> Arg {
        let none = StyledStr::new();
        let brief = arg.get_help().unwrap_or(&none);
        let whole = arg.get_long_help().unwrap_or(brief);
        let (default, values) = (default(&arg), possible_values(&arg));
        let mut help = vec![self.dictionary.japanese(&brief.to_string()).into_owned()];
        let mut long_help = vec![self.text(whole, INDENT)];
        if !values.is_empty() {
            help.push(names(&values));
            long_help.push(self.listed(&values));
        }
        if let Some(default) = default {
            help.push(default.clone());
            long_help.push(default);
        }
        let heading = heading(&arg);
        arg.help(self.folded(&help.join(" "), INDENT))
            .long_help(long_help.join("\n\n"))
            .help_heading(heading)
            .next_line_help(true)
            .hide_possible_values(true)
            .hide_default_value(true)
    }

    /// The paragraphs in Japanese, so far from the edge.
    fn text(&self, english: &StyledStr, indent: usize) -> String {
        let english = english.to_string();
        let paragraphs = english.split("\n\n").map(|it| self.dictionary.japanese(it));
        let folded: Vec<_> = paragraphs.map(|it| self.folded(&it, indent)).collect();
        folded.join("\n\n")
    }

    /// A paragraph in lines; one that is in lines already stays as it is.
    fn folded(&self, paragraph: &str, indent: usize) -> String {
        if paragraph.contains('\n') {
            return paragraph.to_owned();
        }
        let columns = self.columns.saturating_sub(indent);
        folded(paragraph, columns, columns).join("\n")
    }

    /// All values with what they mean, or their names where that says it.
    fn listed(&self, values: &[PossibleValue]) -> String {
        if values.iter().all(|it| it.get_help().is_none()) {
            return names(values);
        }
        // A line that begins with a blank is a line of its own in the manual, too.
        let line = |value: &PossibleValue| {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            let help = self.dictionary.japanese(&help);
            let line = self.folded(&format!("{}: {help}", value.get_name()), INDENT + 4);
            format!("\n  - {}", line.replace('\n', "\n    "))
        };
        let lines: String = values.iter().map(line).collect();
        format!("使える値:{lines}")
    }
}

/// What the group of an option is called.
fn heading(arg: &Arg) -> &'static str {
    let Some(english) = arg.get_help_heading() else {
        return if arg.is_positional() {
            "引数"
        } else {
            "オプション"
        };
    };
    let known = HEADINGS.iter().find(|(it, _)| *it == english);
    // A test sees that all are known.
    known.map_or("その他", |(_, japanese)| japanese)
}

fn names(values: &[PossibleValue]) -> String {
    let names: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
    format!("[使える値: {}]", names.join(", "))
}

/// The values that the help shows.
fn possible_values(arg: &Arg) -> Vec<PossibleValue> {
    if arg.is_hide_possible_values_set() {
        return Vec::new();
    }
    arg.get_possible_values()
}

/// The default that the help shows.
fn default(arg: &Arg) -> Option<String> {
    let values = arg.get_default_values();
    if values.is_empty() || arg.is_hide_default_value_set() || !arg.get_action().takes_values() {
        return None;
    }
    let values: Vec<_> = values.iter().map(|it| it.to_string_lossy()).collect();
    Some(format!("[既定値: {}]", values.join(", ")))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::super::Cli;
    use super::*;
    use clap::CommandFactory;

    /// Every paragraph that the help can show.
    fn paragraphs(command: &Command, found: &mut BTreeSet<String>) {
        let mut texts: Vec<_> = [
            command.get_about(),
            command.get_long_about(),
            command.get_after_help(),
        ]
        .into_iter()
        .flatten()
        .map(ToString::to_string)
        .collect();
        for arg in command.get_arguments() {
            let helps = [arg.get_help(), arg.get_long_help()];
            texts.extend(helps.into_iter().flatten().map(ToString::to_string));
            let values = possible_values(arg);
            texts.extend(
                values
                    .iter()
                    .filter_map(|it| it.get_help().map(ToString::to_string)),
            );
        }
        found.extend(texts.iter().flat_map(|it| it.split("\n\n")).map(str::to_owned));
        for verb in command.get_subcommands() {
            paragraphs(verb, found);
        }
    }

    #[test]
    fn lines_are_as_long_as_the_terminal_is_wide() {
        use unicode_width::UnicodeWidthStr;
        for columns in [50, 80] {
            let mut command = in_japanese(Cli::command(), columns);
            for verb in command.get_subcommands_mut() {
                let help = verb.render_long_help().to_string();
                let (help, _) = help.split_once("\n例:").unwrap_or((&help, ""));
                let of_options = help.lines().filter(|it| it.starts_with("          "));
                let long: Vec<_> = of_options
                    .filter(|it| it.width() > columns && it.contains('。'))
                    .collect();
                assert!(long.is_empty(), "{columns}: {long:#?}");
            }
        }
    }

    #[test]
    fn every_group_of_options_has_a_name() {
        let command = Cli::command();
        let options = command.get_subcommands().flat_map(Command::get_arguments);
        let unknown: BTreeSet<_> = options
            .filter_map(Arg::get_help_heading)
            .filter(|it| !HEADINGS.iter().any(|(english, _)| english == it))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
    }

    #[test]
    fn everything_that_is_said_is_said_in_japanese_too() {
        let mut command = Cli::command();
        command.build();
        let mut said = BTreeSet::new();
        paragraphs(&command, &mut said);
        let dictionary = Dictionary::new();
        let said: BTreeSet<_> = said.iter().flat_map(|it| dictionary.keys(it)).collect();
        let missing: Vec<_> = said.iter().filter(|it| !dictionary.knows(it)).collect();
        assert!(missing.is_empty(), "without Japanese: {missing:#?}");
        let stale: Vec<_> = Dictionary::written()
            .filter(|(it, _)| !said.contains(&**it))
            .collect();
        assert!(stale.is_empty(), "said nowhere: {stale:#?}");
    }
}
