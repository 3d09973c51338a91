//! `kifu completions` and `kifu man`: made from the definition of the command line.

use std::io;

use clap::Command;
use clap::builder::{Resettable, StyledStr};
use clap_complete::Shell;
use clap_mangen::Man as Page;

use super::help::worded;
use super::locale::LangArg;
use super::output::print;
use super::status::Status;
use crate::finding::Language;
use crate::report::may_part;
use crate::text::Payload;

#[derive(clap::Args, Debug)]
pub(super) struct Completions {
    shell: Shell,
}

#[derive(clap::Args, Debug)]
pub(super) struct Man {
    #[command(flatten)]
    lang: LangArg,
}

impl Man {
    /// The language of the page.
    pub(super) fn language(&self) -> Language {
        self.lang.language()
    }
}

pub(super) fn completions(args: &Completions, command: &mut Command) -> io::Result<Status> {
    let mut out = Vec::new();
    clap_complete::generate(args.shell, command, "kifu", &mut out);
    print(&out, Payload::Data)?;
    Ok(Status::Clean)
}

/// The headings of the pages, and what they are in Japanese.
const HEADINGS: [(&str, &str); 6] = [
    (".SH NAME", ".SH 名前"),
    (".SH SYNOPSIS", ".SH 書式"),
    (".SH DESCRIPTION", ".SH 説明"),
    (".SH OPTIONS", ".SH オプション"),
    (".SH EXTRA", ".SH 例とそのほか"),
    (".SH VERSION", ".SH バージョン"),
];

pub(super) fn man(args: &Man, command: Command) -> io::Result<Status> {
    let language = args.language();
    let command = worded(command.disable_help_subcommand(true), language, usize::MAX);
    let mut command = with_examples(command);
    if language == Language::English {
        command = command
            .subcommand_help_heading("COMMANDS")
            .subcommand_value_name("COMMAND");
    }
    command.build();
    let mut pages = Vec::new();
    Page::new(command.clone()).render(&mut pages)?;
    for verb in command.get_subcommands() {
        Page::new(verb.clone()).render(&mut pages)?;
    }
    let pages = String::from_utf8_lossy(&pages);
    let pages: String = pages.lines().map(|line| typeset(line, language)).collect();
    print(pages.as_bytes(), Payload::Data)?;
    Ok(Status::Clean)
}

/// The same command with its examples before the details below its options: the pages have no other place for them.
fn with_examples(command: Command) -> Command {
    let parts = [command.get_before_help(), command.get_after_long_help()];
    let parts: Vec<_> = parts.into_iter().flatten().map(ToString::to_string).collect();
    let all = (!parts.is_empty()).then(|| StyledStr::from(parts.join("\n\n")));
    command
        .after_long_help(Resettable::from(all))
        .mut_subcommands(with_examples)
}

/// A line of a page. Examples keep their lines, and Japanese is parted between its characters.
fn typeset(line: &str, language: Language) -> String {
    let is_title = line.starts_with(".TH ");
    let before = if is_title || line == ".SH VERSION" {
        ".fi\n"
    } else {
        ""
    };
    let after = match language {
        _ if line == ".SH EXTRA" => "\n.nf",
        // There are too few blanks to make wider.
        Language::Japanese if is_title => "\n.ad l",
        _ => "",
    };
    let line = match language {
        Language::English => line.replace(".SH EXTRA", ".SH EXAMPLES AND DETAILS"),
        Language::Japanese => in_japanese_lines(line),
    };
    format!("{before}{line}{after}\n")
}

fn in_japanese_lines(line: &str) -> String {
    if let Some((_, heading)) = HEADINGS.iter().find(|(english, _)| *english == line) {
        return (*heading).to_owned();
    }
    let mut parted = String::with_capacity(line.len() * 2);
    let mut before = ' ';
    for character in line.chars() {
        if !line.starts_with('.') && before != ' ' && character != ' ' && may_part(before, character) {
            parted.push_str("\\:");
        }
        parted.push(character);
        before = character;
    }
    parted
}
