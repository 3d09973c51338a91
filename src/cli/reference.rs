//! The commands that print reference pages: `kifu rules`, `kifu formats`, `kifu completions` and `kifu man`.

use std::path::{Path, PathBuf};

use clap::builder::{Resettable, StyledStr};
use clap::{Command, ValueEnum, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man as Page;

use super::Status;
use super::console::LangArg;
use super::help::with_help;
use super::output::print;
use super::stop::Stop;
use super::values::{self, RuleChoice, RuleChoiceValue};
use crate::check::read_profile;
use crate::finding::{CauseKind, Language, Rule};
use crate::notation::{NOTATIONS, Notation};
use crate::output::{ProtectedFiles, columns};
use crate::profile::Profile;
use crate::report::{self, can_break_between, cause_pages, formats, page, profiles};
use crate::run::OptionError;
use crate::system::{ALL_RULES, System};
use crate::text::Payload;

#[derive(clap::Args, Debug)]
pub(super) struct RulesArgs {
    #[arg(value_name = "NAME", value_parser = RuleChoiceValue, hide_possible_values = true)]
    name: Option<RuleChoice>,

    #[arg(
        long,
        value_name = "FORMAT",
        default_value = "text",
        conflicts_with = "profiles"
    )]
    format: FormArg,

    #[arg(long, value_name = "GAME", value_parser = values::game(), conflicts_with = "name")]
    game: Option<&'static System>,

    #[arg(long, conflicts_with = "name")]
    profiles: bool,

    #[arg(
        long, value_name = "KIND", num_args = 0..=1, value_parser = values::cause_kind(),
        conflicts_with_all = ["name", "game", "profiles"]
    )]
    causes: Option<Vec<CauseKind>>,

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "profiles")]
    rules: Option<PathBuf>,

    #[command(flatten)]
    pub(super) lang: LangArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    Text,
    Json,
}

impl RulesArgs {
    /// Returns the rules that the arguments select, in the order of the catalogue.
    fn rules(&self) -> Vec<&'static Rule> {
        let mut rules = self
            .game
            .map_or_else(|| ALL_RULES.clone(), |system| (system.rules)(system.game));
        if let Some(name) = &self.name {
            rules.retain(|rule| name.contains(rule));
        }
        rules
    }
}

pub(super) fn run_rules(args: &RulesArgs) -> Result<Status, Stop> {
    let language = args.lang.language();
    if args.profiles {
        return print_profiles(args.rules.as_deref(), language);
    }
    if let Some(kinds) = &args.causes {
        let out = match (args.format, &kinds[..]) {
            (FormArg::Json, []) => cause_pages::json(&CauseKind::ALL, language),
            (FormArg::Json, kinds) => cause_pages::json(kinds, language),
            (FormArg::Text, [kind, ..]) => cause_pages::page(*kind, language).into_bytes(),
            (FormArg::Text, []) => cause_pages::list(language).into_bytes(),
        };
        print(&out, Payload::Data)?;
        return Ok(Status::Clean);
    }
    let rules = args.rules();
    let out = match args.format {
        FormArg::Json => report::catalogue_json(rules.iter().copied(), language),
        FormArg::Text => match (&args.name, &rules[..]) {
            (Some(name), [rule]) if name.is_name_of(rule) => page::page(rule, language).into_bytes(),
            _ => report::catalogue(rules.iter().copied(), language),
        },
    };
    print(&out, Payload::Data)?;
    Ok(Status::Clean)
}

fn print_profiles(path: Option<&Path>, language: Language) -> Result<Status, Stop> {
    let own_profile = path.map(|path| read_profile(path, |path| ProtectedFiles::begin().open(path)));
    let own_profile = own_profile.transpose().map_err(OptionError::from)?;
    let profiles = own_profile.iter().chain(Profile::all());
    // Names are wrapped only on a terminal, so that programs that read the output find them whole.
    let wraps_names = columns().is_some();
    let table = profiles::comparison(profiles, wraps_names, language);
    print(table.as_bytes(), Payload::Data)?;
    Ok(Status::Clean)
}

// The command `kifu formats`.

#[derive(clap::Args, Debug)]
pub(super) struct FormatsArgs {
    #[arg(value_name = "NAME", value_parser = values::notation())]
    name: Option<&'static Notation>,

    #[command(flatten)]
    pub(super) lang: LangArg,
}

pub(super) fn run_formats(args: &FormatsArgs) -> Result<Status, Stop> {
    let language = args.lang.language();
    let text = match args.name {
        Some(notation) => formats::page(notation, "#", language),
        None => formats::list(NOTATIONS.iter().copied(), language),
    };
    print(text.as_bytes(), Payload::Data)?;
    Ok(Status::Clean)
}

// `kifu completions` and `kifu man`, which are generated from the definition of the command line.

#[derive(clap::Args, Debug)]
pub(super) struct Completions {
    shell: Shell,
}

#[derive(clap::Args, Debug)]
pub(super) struct Man {
    #[command(flatten)]
    pub(super) lang: LangArg,
}

pub(super) fn completions(args: &Completions, command: &mut Command) -> Result<Status, Stop> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, command, "kifu", &mut out);
    print(&out, Payload::Data)?;
    Ok(Status::Clean)
}

/// The headings of the sections of manual pages in English and Japanese.
const HEADINGS: [(&str, &str); 6] = [
    (".SH NAME", ".SH 名前"),
    (".SH SYNOPSIS", ".SH 書式"),
    (".SH DESCRIPTION", ".SH 説明"),
    (".SH OPTIONS", ".SH オプション"),
    (".SH EXTRA", ".SH 例とそのほか"),
    (".SH VERSION", ".SH バージョン"),
];

pub(super) fn man(args: &Man, command: Command) -> Result<Status, Stop> {
    let language = args.lang.language();
    let command = with_help(command.disable_help_subcommand(true), language, usize::MAX);
    let mut command = with_examples(command);
    if language == Language::English {
        command = command
            .subcommand_help_heading("COMMANDS")
            .subcommand_value_name("COMMAND");
    }
    command.build();
    let mut pages = Vec::new();
    Page::new(command.clone()).render(&mut pages)?;
    for subcommand in command.get_subcommands() {
        Page::new(subcommand.clone()).render(&mut pages)?;
    }
    let pages = String::from_utf8_lossy(&pages);
    let pages: String = pages.lines().map(|line| typeset(line, language)).collect();
    print(pages.as_bytes(), Payload::Data)?;
    Ok(Status::Clean)
}

/// Returns the command with its examples before its details, and likewise for its subcommands. Manual pages have no
/// other section for examples.
fn with_examples(command: Command) -> Command {
    let parts = [command.get_before_help(), command.get_after_long_help()];
    let parts: Vec<_> = parts.into_iter().flatten().map(ToString::to_string).collect();
    let joined = (!parts.is_empty()).then(|| StyledStr::from(parts.join("\n\n")));
    command
        .after_long_help(Resettable::from(joined))
        .mut_subcommands(with_examples)
}

/// Returns a line of a manual page with the requests that keep the line breaks of examples and details. Japanese text
/// may be broken between characters, and its headings are translated.
fn typeset(line: &str, language: Language) -> String {
    let is_title = line.starts_with(".TH ");
    let prefix = if is_title || line == ".SH VERSION" {
        ".fi\n"
    } else {
        ""
    };
    let suffix = match language {
        _ if line == ".SH EXTRA" => "\n.nf",
        // The text is aligned left, because Japanese lines have too few blanks for justification.
        Language::Japanese if is_title => "\n.ad l",
        _ => "",
    };
    let line = match language {
        Language::English => line.replace(".SH EXTRA", ".SH EXAMPLES AND DETAILS"),
        Language::Japanese => japanese_line(line),
    };
    format!("{prefix}{line}{suffix}\n")
}

fn japanese_line(line: &str) -> String {
    if let Some((_, heading)) = HEADINGS.iter().find(|(english, _)| *english == line) {
        return (*heading).to_owned();
    }
    let mut with_breaks = String::with_capacity(line.len() * 2);
    let mut previous = ' ';
    for character in line.chars() {
        if !line.starts_with('.')
            && previous != ' '
            && character != ' '
            && can_break_between(previous, character)
        {
            with_breaks.push_str("\\:");
        }
        with_breaks.push(character);
        previous = character;
    }
    with_breaks
}
