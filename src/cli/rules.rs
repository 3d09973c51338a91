//! `kifu rules`.

use std::io;
use std::path::{Path, PathBuf};

use clap::{ValueEnum, ValueHint};

use super::locale::LangArg;
use super::output::print;
use super::status::Status;
use super::values::SelectorValue;
use super::when_arg::WhenArg;
use super::{ruling, values};
use crate::control::{Rank, Selector};
use crate::finding::{Language, Rule};
use crate::output::Kept;
use crate::profile::Profile;
use crate::report::{self, page, profiles};
use crate::system::{ALL_RULES, System};
use crate::text::Payload;

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[arg(value_name = "NAME", value_parser = SelectorValue::or_title(), hide_possible_values = true)]
    name: Option<Selector>,

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

    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, requires = "profiles")]
    rules: Option<PathBuf>,

    #[command(flatten)]
    lang: LangArg,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum FormArg {
    Text,
    Json,
}

impl Args {
    /// The language of the output.
    pub(super) fn language(&self) -> Language {
        self.lang.language()
    }
}

impl Args {
    /// The rules that are asked for, in the order of the catalogue.
    fn rules(&self) -> Vec<&'static Rule> {
        let mut rules = self.game.map_or_else(|| ALL_RULES.clone(), |game| (game.rules)());
        if let Some(name) = &self.name {
            rules.retain(|rule| name.rank_of(rule).is_some());
        }
        rules
    }
}

/// Every rule that a finding can name, in the order of the catalogue.
pub fn catalogue() -> impl Iterator<Item = &'static Rule> + Clone {
    ALL_RULES.iter().copied()
}

pub(super) fn run(args: &Args) -> io::Result<Status> {
    let language = args.language();
    if args.profiles {
        return compare(args.rules.as_deref(), language);
    }
    let rules = args.rules();
    let out = match args.format {
        FormArg::Json => report::catalogue_json(rules.iter().copied(), language),
        FormArg::Text => match (&args.name, &rules[..]) {
            (Some(name), [rule]) if name.rank_of(rule) == Some(Rank::Name) => {
                page::page(rule, language).into_bytes()
            }
            _ => report::catalogue(rules.iter().copied(), language),
        },
    };
    print(&out, Payload::Data)?;
    Ok(Status::Clean)
}

fn compare(own: Option<&Path>, language: Language) -> io::Result<Status> {
    let own = match own.map(|path| ruling::read(path, &mut Kept::begin(), WhenArg::Auto, language)) {
        Some(None) => return Ok(Status::Trouble),
        Some(profile) => profile,
        None => None,
    };
    let profiles = own.iter().chain(Profile::all());
    print(profiles::comparison(profiles, language).as_bytes(), Payload::Data)?;
    Ok(Status::Clean)
}
