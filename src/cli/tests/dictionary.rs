//! Each option of a command is an option of the run, or else of the output.

use std::ffi::OsString;

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, CommandFactory as _, Parser as _};
use serde_json::json;

use crate::cli::dictionary::OUTPUT_OPTIONS;
use crate::cli::{Cli, CommandArgs};

/// The commands whose options a table accepts.
const COMMANDS: [&str; 3] = ["validate", "stats", "find"];

/// Values of options for which clap lists no possible values, or accepts more than those that it lists.
const VALUES: &[(&str, &str)] = &[
    ("baseline", "known.jsonl"),
    ("columns", "path"),
    ("config", "kifu.toml"),
    ("depth", "3"),
    ("encoding", "Shift_JIS"),
    ("exclude", "old/**"),
    ("ext", "txt"),
    ("files_from", "list.txt"),
    ("filter", "plies > 3"),
    ("having", "games > 3"),
    ("html", "page.html"),
    ("ignore", "fouls"),
    ("index", "games.index"),
    ("invalid_list", "bad.txt"),
    ("jobs", "2"),
    ("limit", "3"),
    ("material", "R2B vs 2r"),
    ("moves", "7g7f"),
    ("openings", "own.toml"),
    ("output", "out"),
    ("output_dir", "out"),
    ("paths", "games"),
    ("pieces", "▲７六歩"),
    ("rules", "own.toml"),
    ("sarif", "out.sarif"),
    ("select", "nifu"),
    ("set", "nifu=note"),
    ("sfen", "9/9/9/9/9/9/9/9/9"),
    ("sort", "-plies"),
    ("valid_list", "good.txt"),
    ("write_baseline", "known.jsonl"),
];

/// Returns the options of a table for a command line, as JSON.
fn options_of_table(words: &[OsString]) -> String {
    let Cli { verb } = Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{words:?}: {error}"));
    let options = match &verb {
        CommandArgs::Validate(args) => json!([args.options()]),
        CommandArgs::Stats(args) => json!([args.table(), args.options(), args.table_options()]),
        CommandArgs::Find(args) => json!([args.options(), args.table_options(), args.search_options()]),
        other => panic!("{other:?} makes no table"),
    };
    options.to_string()
}

/// Returns the argument that gives an option a value other than its default.
fn word_of(arg: &Arg) -> OsString {
    let id = arg.get_id().as_str();
    let name = arg.get_long().map(|name| format!("--{name}"));
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return name.unwrap_or_default().into();
    }
    let possible = arg.get_possible_values();
    let is_default = |name: &str| arg.get_default_values().iter().any(|value| value == name);
    let other = possible
        .iter()
        .map(PossibleValue::get_name)
        .find(|name| !is_default(name));
    let value = VALUES
        .iter()
        .find(|(name, _)| *name == id)
        .map(|(_, value)| *value)
        .or(other);
    let value = value.unwrap_or_else(|| panic!("VALUES has no value for `{id}`"));
    name.map_or_else(|| value.into(), |name| format!("{name}={value}").into())
}

#[test]
fn every_option_belongs_to_the_run_or_the_output() {
    let mut command = Cli::command();
    command.build();
    let mut of_output = Vec::new();
    for verb in COMMANDS {
        let args = command.find_subcommand(verb).unwrap().get_arguments();
        for arg in args.filter(|arg| arg.get_id() != "help") {
            let id = arg.get_id().as_str();
            let mut words: Vec<OsString> = ["kifu", verb].map(Into::into).into();
            // `--null` requires a list.
            words.extend((id == "null").then(|| "--files-from=list.txt".into()));
            let without = options_of_table(&words);
            words.push(word_of(arg));
            let is_of_output = OUTPUT_OPTIONS.contains(&id);
            let has_no_effect = options_of_table(&words) == without;
            assert_eq!(
                has_no_effect, is_of_output,
                "{verb}: {id} is an option of the run, or else in OUTPUT_OPTIONS"
            );
            of_output.extend(is_of_output.then_some(id));
        }
    }
    let unknown: Vec<_> = OUTPUT_OPTIONS
        .iter()
        .filter(|name| !of_output.contains(name))
        .collect();
    assert!(unknown.is_empty(), "no command has {unknown:?}");
}
