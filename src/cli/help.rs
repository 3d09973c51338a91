//! The help, in two languages: what `texts.toml` says of each command and option is put into their definition.

use std::collections::HashMap;
use std::sync::LazyLock;

use clap::builder::{PossibleValue, PossibleValuesParser, Resettable, StyledStr, Styles};
use clap::{Arg, Command};
use serde::Deserialize;

use super::values;
use crate::finding::{Language, Words, both, built_in};
use crate::report::folded;

/// The heading of the examples.
const EXAMPLES: Words = both("Examples:", "例:");

/// What the command `help` is for.
const HELP: &str = "Print this help or the help of a command";

/// The order of the help: the examples, which clap calls the help before, follow the usage.
const TEMPLATE: &str = "{about-with-newline}\n{usage-heading} {usage}\n\n{before-help}{all-args}{after-help}";

/// The texts by command, and by option as it is typed, with its command before it if others have another text.
static TEXTS: LazyLock<HashMap<&str, Text>> = LazyLock::new(|| built_in(include_str!("help/texts.toml")));

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
        Language::Japanese => typeset(command, columns),
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
    let command = if about.as_deref() == Some(HELP_OF_CLAP) {
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

// What of the help is not in the texts: the words of clap in Japanese, and the lines, which it does not fold.

/// The blanks before the help of an option, which stands below its name.
const INDENT: usize = 10;

/// What the groups of options are called.
const HEADINGS: [(&str, &str); 4] = [
    ("Rules of the event", "判定の規定"),
    ("Output", "出力"),
    ("Choosing findings", "指摘の選択"),
    ("Baseline", "ベースライン"),
];

/// What clap says of its own command `help`.
const HELP_OF_CLAP: &str = "Print this message or the help of the given subcommand(s)";

/// What clap says of its own options.
const OF_CLAP: [(&str, &str); 5] = [
    ("Print help", "ヘルプを表示する"),
    ("Print version", "バージョンを表示する"),
    (
        "Print help (see a summary with '-h')",
        "ヘルプを表示する（要約は「-h」）",
    ),
    (
        "Print help (see more with '--help')",
        "ヘルプを表示する（詳細は「--help」）",
    ),
    (HELP_OF_CLAP, "このヘルプ、またはコマンドのヘルプを表示する"),
];

/// The same command, whose texts are Japanese, in lines of so many columns.
fn typeset(mut command: Command, columns: usize) -> Command {
    // What clap adds of itself, `--help` and the verb `help`, is there from now on.
    command.build();
    let typesetter = Typesetter {
        meanings: values::meanings(),
        columns,
    };
    typesetter.command(command)
}

struct Typesetter {
    /// What values mean that stand in tables.
    meanings: Vec<Words>,
    columns: usize,
}

impl Typesetter {
    fn command(&self, command: Command) -> Command {
        let header = *Styles::styled().get_header();
        let template = format!(
            "{{about-with-newline}}\n{header}使い方:{header:#} {{usage}}\n\n{{before-help}}{{all-args}}{{after-help}}"
        );
        let texts = [
            command.get_about(),
            command.get_long_about(),
            command.get_after_long_help(),
        ];
        let [about, long_about, after] =
            texts.map(|it| Resettable::from(it.map(|it| StyledStr::from(self.text(it, 0)))));
        command
            .help_template(template)
            .about(about)
            .long_about(long_about)
            .after_long_help(after)
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
        let mut help = vec![of_clap(&brief.to_string()).to_owned()];
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

    /// The paragraphs, so far from the edge.
    fn text(&self, text: &StyledStr, indent: usize) -> String {
        let text = text.to_string();
        let paragraphs = text.split("\n\n").map(of_clap);
        let folded: Vec<_> = paragraphs.map(|it| self.folded(it, indent)).collect();
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
            let meaning = self.meanings.iter().find(|it| it.english == help);
            let help = meaning.map_or(&*help, |it| it.japanese);
            let line = self.folded(&format!("{}: {help}", value.get_name()), INDENT + 4);
            format!("\n  - {}", line.replace('\n', "\n    "))
        };
        let lines: String = values.iter().map(line).collect();
        format!("使える値:{lines}")
    }
}

/// The text, or the Japanese of one of clap.
fn of_clap(text: &str) -> &str {
    let known = OF_CLAP.iter().find(|(english, _)| *english == text);
    known.map_or(text, |(_, japanese)| japanese)
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
    use super::{TEXTS, of, worded, *};
    use crate::cli::{Cli, values};
    use crate::finding::Language;
    use crate::report::FORMS;
    use clap::CommandFactory;
    use std::collections::BTreeSet;

    #[test]
    fn lines_are_as_long_as_the_terminal_is_wide() {
        use unicode_width::UnicodeWidthStr;
        for columns in [50, 80] {
            let mut command = worded(Cli::command(), Language::Japanese, columns);
            for verb in command.get_subcommands_mut() {
                let help = verb.render_long_help().to_string();
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
    fn every_command_and_option_has_its_text_and_every_text_is_used() {
        let meanings: BTreeSet<_> = values::meanings().iter().map(|it| it.english).collect();
        let (whole, mut used) = (Cli::command(), BTreeSet::new());
        for command in std::iter::once(&whole).chain(whole.get_subcommands()) {
            let name = command.get_name();
            let (key, text) = TEXTS.get_key_value(name).unwrap_or_else(|| panic!("{name}"));
            assert!(text.values.is_empty() && text.examples.is_some(), "{name}");
            used.insert(*key);
            for arg in command.get_arguments() {
                let (key, text) = of(name, arg).unwrap_or_else(|| panic!("{name}: {arg}"));
                assert!(text.after.is_none() && text.examples.is_none(), "{key}");
                used.insert(key);
                let values = possible_values(arg);
                let is_named = |it: &&PossibleValue| text.values.contains_key(it.get_name());
                let named = values.iter().filter(is_named).count();
                assert!(
                    named == text.values.len() && [0, values.len()].contains(&named),
                    "{key}"
                );
                let others = values.iter().filter(|it| !is_named(it));
                for help in others.filter_map(PossibleValue::get_help) {
                    assert!(meanings.contains(&*help.to_string()), "{key}: {help}");
                }
            }
        }
        assert_eq!(used, TEXTS.keys().copied().collect());
        for (key, text) in &*TEXTS {
            let words = [Some(text.brief), text.more, text.examples, text.after];
            let words = words.into_iter().flatten();
            for Words { english, japanese } in words.chain(text.values.values().copied()) {
                assert!(
                    !english.trim().is_empty() && english != japanese,
                    "{key}: {japanese}"
                );
            }
        }
    }

    /// Also what clap says of its own.
    #[test]
    fn everything_that_is_said_is_said_in_japanese_too() {
        fn said<'c>(command: &'c Command, texts: &mut Vec<Option<&'c StyledStr>>) {
            texts.extend([
                command.get_about(),
                command.get_long_about(),
                command.get_before_help(),
                command.get_after_long_help(),
            ]);
            let of_args = command.get_arguments();
            texts.extend(of_args.flat_map(|it| [it.get_help(), it.get_long_help()]));
            command.get_subcommands().for_each(|it| said(it, texts));
        }
        let command = worded(Cli::command(), Language::Japanese, usize::MAX);
        let mut texts = Vec::new();
        said(&command, &mut texts);
        let mut texts: Vec<_> = texts.into_iter().flatten().map(ToString::to_string).collect();
        let is_japanese = |it: &str| it.contains(|c| matches!(c, 'ぁ'..='ヶ' | '一'..='鿿'));
        texts.retain(|it| !it.split("\n\n").all(is_japanese));
        assert!(texts.is_empty(), "{texts:#?}");
    }

    /// An option is a line in `-h`, and what has lines of its own keeps them on a terminal of 80 columns.
    #[test]
    fn lines_of_help_are_short() {
        use unicode_width::UnicodeWidthStr;
        for (key, text) in &*TEXTS {
            let long = (text.brief.english.width(), text.brief.japanese.width());
            assert!(long.0 <= 60 && long.1 <= 70, "{key}: {long:?}");
            let examples = text.examples.iter().flat_map(|it| [it.english, it.japanese]);
            let long: Vec<_> = examples
                .flat_map(str::lines)
                .filter(|it| it.width() >= 80)
                .collect();
            assert!(long.is_empty(), "{key}: {long:#?}");
        }
    }

    #[test]
    fn what_depends_on_the_form_of_the_output_names_the_forms() {
        let [lang, statistics] = ["validate --lang", "validate --statistics"].map(|it| &TEXTS[it]);
        let people = FORMS.iter().filter(|it| it.is_for_people()).map(|it| it.name);
        let people = people.collect::<Vec<_>>().join(", ");
        let more = statistics.more.expect("where the counts go");
        assert!(
            [more.english, more.japanese]
                .iter()
                .all(|it| it.contains(&people))
        );
        let forms = lang.more.expect("the language of each form");
        for (brief, text, codes) in [
            (lang.brief.english, forms.english, "en or ja"),
            (lang.brief.japanese, forms.japanese, "enまたはja"),
        ] {
            assert!(FORMS.iter().all(|it| text.contains(it.name)), "{text}");
            assert!(brief.contains(codes) && Language::ALL.iter().all(|it| codes.contains(it.code())));
        }
    }
}
