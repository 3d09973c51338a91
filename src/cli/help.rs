//! The help in two languages: the texts from `texts.toml` are added to the definitions of commands and options.
//!
//! Clap wraps English lines; this module wraps Japanese lines. It also adds the possible values and the default to the
//! Japanese text, because clap has only English labels for these.

use std::collections::HashMap;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser, Resettable, StyledStr, Styles};
use clap::{Arg, Command};
use serde::Deserialize;

use super::values;
use crate::finding::{Language, Words, both, built_in};
use crate::report::wrap_text;

const USAGE: Words = both("Usage:", "使い方:");
const COMMANDS: Words = both("Commands", "コマンド");
const EXAMPLES: Words = both("Examples:", "例:");

/// The headings of the groups of options, in English and Japanese.
const HEADINGS: [(&str, &str); 9] = [
    ("Rules of the event", "判定の規定"),
    ("Output", "出力"),
    ("Choosing findings", "指摘の選択"),
    ("Choosing records", "棋譜の選択"),
    ("Training data", "教師データ"),
    ("Changes to records", "棋譜の変更"),
    ("Variations", "変化"),
    ("Search", "検索"),
    ("Baseline", "ベースライン"),
];

/// Indentation of the Japanese help of an option (columns). This help is on the lines below the name of the option.
const INDENT_COLUMNS: usize = 10;

/// The help texts. The key is the name of a command, an option as it is typed, or the name of a positional argument. If
/// commands have different texts for an option, the key is the command, a blank and the option.
static TEXTS: LazyLock<HashMap<&str, Text>> = LazyLock::new(|| built_in(include_str!("help/texts.toml")));

/// The help of a command or an option.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, bound(deserialize = "'de: 'static"))]
struct Text {
    /// The short help, which `-h` prints.
    brief: Words,
    /// The text that follows the short help in the long help, if there is one.
    more: Option<Words>,
    /// The long help, if it does not begin with the short help. `more` takes precedence.
    long: Option<Words>,
    /// The examples of a command, which follow its usage; `None` for an option.
    examples: Option<Words>,
    /// The details of a command, which follow its options in the long help; `None` for an option.
    after: Option<Words>,
    /// The descriptions of the values of an option by the names of the values, unless the descriptions come from
    /// [`values::descriptions`].
    #[serde(default)]
    values: HashMap<&'static str, Words>,
}

impl Text {
    fn full_text(&self, language: Language) -> Option<String> {
        let brief = self.brief.in_language(language);
        let more = self
            .more
            .map(|text| format!("{brief}\n\n{}", text.in_language(language)));
        more.or(self.long.map(|text| text.in_language(language).to_string()))
    }
}

/// Returns the command with its help in `language`. Japanese text is wrapped at `columns`.
pub(super) fn with_help(command: Command, language: Language, columns: usize) -> Command {
    let help_texts = |language| HelpTexts {
        language,
        columns,
        descriptions: values::descriptions(),
    };
    // `build` checks for long help, and adds `--help` and the command `help`. These two can get their texts only after
    // that.
    let mut command = help_texts(Language::English).command(command);
    command.build();
    help_texts(language).command(command)
}

/// Returns the key and the text of an option or a positional argument, if it has a text.
fn text_of_option(command: &str, arg: &Arg) -> Option<(&'static str, &'static Text)> {
    let name = match (arg.get_long(), arg.get_value_names()) {
        (Some(long), _) => format!("--{long}"),
        (None, names) => names?.first()?.to_string(),
    };
    let of_command = |command: &str| TEXTS.get_key_value(&*format!("{command} {name}"));
    // An audit has all options of `kifu validate`.
    let command_specific =
        of_command(command).or_else(|| (command == "audit").then(|| of_command("validate")).flatten());
    let (key, text) = command_specific.or_else(|| TEXTS.get_key_value(&*name))?;
    Some((key, text))
}

struct HelpTexts {
    language: Language,
    columns: usize,
    /// The descriptions of option values in the tables of the program, such as rules and formats.
    descriptions: Vec<Words>,
}

impl HelpTexts {
    fn command(&self, command: Command) -> Command {
        let name = command.get_name().to_owned();
        // A test checks that each command and option has a text.
        let Some(text) = TEXTS.get(&*name) else {
            return command;
        };
        let header = *Styles::styled().get_header();
        let [usage_heading, commands_heading, examples_heading] =
            [USAGE, COMMANDS, EXAMPLES].map(|it| *it.in_language(self.language));
        // The examples follow the usage. In clap, examples in this place are the part `before-help`.
        let template = format!(
            "{{about-with-newline}}\n{header}{usage_heading}{header:#} {{usage}}\n\n{{before-help}}{{all-args}}{{after-help}}"
        );
        let examples = text.examples.map(|example| {
            let lines = example.in_language(self.language);
            StyledStr::from(format!("{header}{examples_heading}{header:#}\n{lines}"))
        });
        let after = text
            .after
            .map(|text| self.text(text.in_language(self.language), 0));
        let long = text.full_text(self.language).map(|text| self.text(&text, 0));
        let command = command
            .about(self.text(text.brief.in_language(self.language), 0))
            .long_about(Resettable::from(long.map(StyledStr::from)))
            .help_template(template)
            .before_help(Resettable::from(examples))
            .after_long_help(Resettable::from(after.map(StyledStr::from)))
            .subcommand_help_heading(commands_heading)
            .mut_args(|arg| self.arg(&name, arg))
            .mut_subcommands(|command| self.command(command));
        match self.language {
            Language::English => command,
            // The lines are already wrapped.
            Language::Japanese => command.term_width(0),
        }
    }

    fn arg(&self, command: &str, arg: Arg) -> Arg {
        let Some((_, text)) = text_of_option(command, &arg) else {
            return arg;
        };
        let values = arg.get_possible_values().into_iter();
        let values: Vec<_> = values.map(|value| self.value(value, text)).collect();
        let brief = *text.brief.in_language(self.language);
        let long = text.full_text(self.language);
        match self.language {
            Language::English => {
                let long = Resettable::from(long.map(StyledStr::from));
                let arg = arg.help(brief).long_help(long);
                if text.values.is_empty() {
                    return arg;
                }
                // This replaces the parser of the option. Parsed values do not matter here, because this command only
                // prints its help.
                arg.value_parser(PossibleValuesParser::new(values))
            }
            Language::Japanese => {
                self.with_wrapped_help(arg, brief, long.as_deref().unwrap_or(brief), &values)
            }
        }
    }

    /// Returns a possible value with its description in the language of the help. A value without a description is
    /// returned unchanged.
    fn value(&self, value: PossibleValue, text: &Text) -> PossibleValue {
        let help = value.get_help().map(ToString::to_string);
        let described_elsewhere = || {
            self.descriptions
                .iter()
                .find(|text| Some(text.english) == help.as_deref())
        };
        match text.values.get(value.get_name()).or_else(described_elsewhere) {
            Some(words) => value.help(*words.in_language(self.language)),
            None => value,
        }
    }

    /// Returns an option with its Japanese help wrapped into lines. The possible values and the default are added to
    /// the help.
    fn with_wrapped_help(&self, arg: Arg, brief: &str, long: &str, values: &[PossibleValue]) -> Arg {
        let mut help = vec![brief.to_owned()];
        let mut long_help = vec![self.text(long, INDENT_COLUMNS)];
        if !values.is_empty() && !arg.is_hide_possible_values_set() {
            help.push(names(values));
            long_help.push(self.value_list(values));
        }
        if let Some(default) = default(&arg) {
            help.push(default.clone());
            long_help.push(default);
        }
        let heading = heading(&arg);
        arg.help(self.wrapped(&help.join(" "), INDENT_COLUMNS))
            .long_help(long_help.join("\n\n"))
            .help_heading(heading)
            .next_line_help(true)
            .hide_possible_values(true)
            .hide_default_value(true)
    }

    /// Wraps each paragraph of a text, with `indent` columns left for the indentation.
    fn text(&self, text: &str, indent: usize) -> String {
        let paragraphs = text.split("\n\n").map(|part| self.wrapped(part, indent));
        paragraphs.collect::<Vec<_>>().join("\n\n")
    }

    /// Wraps a Japanese paragraph. A paragraph with line breaks is returned unchanged, and so is English text, because
    /// clap wraps it.
    fn wrapped(&self, paragraph: &str, indent: usize) -> String {
        if self.language == Language::English || paragraph.contains('\n') {
            return paragraph.to_owned();
        }
        let columns = self.columns.saturating_sub(indent);
        wrap_text(paragraph, columns, columns).join("\n")
    }

    /// Returns a list of all values with their descriptions, or only the names if no value has a description.
    fn value_list(&self, values: &[PossibleValue]) -> String {
        if values.iter().all(|value| value.get_help().is_none()) {
            return names(values);
        }
        // The leading blanks keep each item on a line of its own in the manual, too.
        let item = |value: &PossibleValue| {
            let help = value.get_help().map(ToString::to_string).unwrap_or_default();
            let text = self.wrapped(&format!("{}: {help}", value.get_name()), INDENT_COLUMNS + 4);
            format!("\n  - {}", text.replace('\n', "\n    "))
        };
        let items: String = values.iter().map(item).collect();
        format!("使える値:{items}")
    }
}

/// Returns the Japanese heading of the group of an option, or of positional arguments.
fn heading(arg: &Arg) -> &'static str {
    match arg.get_help_heading() {
        None if arg.is_positional() => "引数",
        None => "オプション",
        Some(english) => {
            let entry = HEADINGS.iter().find(|(it, _)| *it == english);
            // A test checks that all headings are in the table.
            entry.map_or("その他", |(_, japanese)| japanese)
        }
    }
}

fn names(values: &[PossibleValue]) -> String {
    let names: Vec<_> = values.iter().map(PossibleValue::get_name).collect();
    format!("[使える値: {}]", names.join(", "))
}

/// Returns the default value with its Japanese label, or `None` if the help does not show a default.
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
    use super::{TEXTS, text_of_option, with_help, *};
    use crate::cli::{Cli, values};
    use crate::finding::Language;
    use crate::report::FORMS;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn help_lines_fit_the_terminal() {
        use unicode_width::UnicodeWidthStr;
        for columns in [50, 80] {
            let mut command = with_help(Cli::command(), Language::Japanese, columns);
            for subcommand in command.get_subcommands_mut() {
                let help = subcommand.render_long_help().to_string();
                let option_lines = help.lines().filter(|it| it.starts_with("          "));
                let long_lines: Vec<_> = option_lines
                    .filter(|line| line.width() > columns && line.contains('。'))
                    .collect();
                assert!(long_lines.is_empty(), "{columns}: {long_lines:#?}");
            }
        }
    }

    #[test]
    fn every_group_of_options_has_a_name() {
        let command = Cli::command();
        let options = command.get_subcommands().flat_map(Command::get_arguments);
        let missing_headings: BTreeSet<_> = options
            .filter_map(Arg::get_help_heading)
            .filter(|heading| !HEADINGS.iter().any(|(english, _)| english == heading))
            .collect();
        assert!(missing_headings.is_empty(), "{missing_headings:?}");
    }

    #[test]
    fn every_command_and_option_has_a_text_and_every_text_is_used() {
        let descriptions: BTreeSet<_> = values::descriptions().iter().map(|it| it.english).collect();
        let (mut cli, mut used_keys) = (Cli::command(), BTreeSet::new());
        // `build` adds the commands and options of clap itself.
        cli.build();
        for command in std::iter::once(&cli).chain(cli.get_subcommands()) {
            let name = command.get_name();
            let (key, text) = TEXTS.get_key_value(name).unwrap_or_else(|| panic!("{name}"));
            assert!(text.values.is_empty(), "{name}");
            assert!(text.examples.is_some() || name == "help", "{name}");
            used_keys.insert(*key);
            for arg in command.get_arguments() {
                let (key, text) = text_of_option(name, arg).unwrap_or_else(|| panic!("{name}: {arg}"));
                assert!(text.after.is_none() && text.examples.is_none(), "{key}");
                used_keys.insert(key);
                let mut values = arg.get_possible_values();
                values.retain(|_| !arg.is_hide_possible_values_set());
                let is_named = |value: &&PossibleValue| text.values.contains_key(value.get_name());
                let named_count = values.iter().filter(is_named).count();
                assert!(
                    named_count == text.values.len() && [0, values.len()].contains(&named_count),
                    "{key}"
                );
                let unnamed = values.iter().filter(|value| !is_named(value));
                for help in unnamed.filter_map(PossibleValue::get_help) {
                    assert!(descriptions.contains(&*help.to_string()), "{key}: {help}");
                }
            }
        }
        assert_eq!(used_keys, TEXTS.keys().copied().collect());
        for (key, text) in &*TEXTS {
            let words = [Some(text.brief), text.more, text.long, text.examples, text.after];
            let words = words.into_iter().flatten();
            for Words { english, japanese } in words.chain(text.values.values().copied()) {
                assert!(
                    !english.trim().is_empty() && english != japanese,
                    "{key}: {japanese}"
                );
            }
        }
    }

    /// The help texts include the texts of clap itself, such as that of `--help`.
    #[test]
    fn every_help_text_is_in_japanese() {
        fn collect_help_texts<'c>(command: &'c Command, texts: &mut Vec<Option<&'c StyledStr>>) {
            texts.extend([
                command.get_about(),
                command.get_long_about(),
                command.get_before_help(),
                command.get_after_long_help(),
            ]);
            let args = command.get_arguments();
            texts.extend(args.flat_map(|arg| [arg.get_help(), arg.get_long_help()]));
            command
                .get_subcommands()
                .for_each(|command| collect_help_texts(command, texts));
        }
        let command = with_help(Cli::command(), Language::Japanese, usize::MAX);
        let mut texts = Vec::new();
        collect_help_texts(&command, &mut texts);
        let mut texts: Vec<_> = texts.into_iter().flatten().map(ToString::to_string).collect();
        let is_japanese = |it: &str| it.contains(|c| matches!(c, 'ぁ'..='ヶ' | '一'..='鿿'));
        texts.retain(|text| !text.split("\n\n").all(is_japanese));
        assert!(texts.is_empty(), "{texts:#?}");
    }

    /// The short help of an option is one line. Examples keep their line breaks on a terminal of 80 columns.
    #[test]
    fn lines_of_help_are_short() {
        use unicode_width::UnicodeWidthStr;
        for (key, text) in &*TEXTS {
            let widths = (text.brief.english.width(), text.brief.japanese.width());
            assert!(widths.0 <= 60 && widths.1 <= 70, "{key}: {widths:?}");
            let examples = text
                .examples
                .iter()
                .flat_map(|example| [example.english, example.japanese]);
            let long_lines: Vec<_> = examples
                .flat_map(str::lines)
                .filter(|line| line.width() >= 80)
                .collect();
            assert!(long_lines.is_empty(), "{key}: {long_lines:#?}");
        }
    }

    #[test]
    fn texts_that_depend_on_the_output_format_list_the_formats() {
        let [lang, statistics] = ["validate --lang", "validate --statistics"].map(|word| &TEXTS[word]);
        let names_for_people = FORMS.iter().filter(|it| it.is_for_people()).map(|it| it.name);
        let names_for_people = names_for_people.collect::<Vec<_>>().join(", ");
        let statistics_text = statistics.more.expect("where the counts go");
        assert!(
            [statistics_text.english, statistics_text.japanese]
                .iter()
                .all(|it| it.contains(&names_for_people))
        );
        let lang_text = lang.more.expect("the language of each form");
        for (brief, text, codes) in [
            (lang.brief.english, lang_text.english, "en or ja"),
            (lang.brief.japanese, lang_text.japanese, "enまたはja"),
        ] {
            assert!(FORMS.iter().all(|form| text.contains(form.name)), "{text}");
            assert!(
                brief.contains(codes)
                    && Language::ALL
                        .iter()
                        .all(|language| codes.contains(language.code()))
            );
        }
    }
}
