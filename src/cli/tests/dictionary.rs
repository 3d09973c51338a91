//! Tests that each option of `validate`, `stats` and `find` changes the options of a table or is listed in
//! [`OUTPUT_OPTIONS`].

use std::ffi::OsString;

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, CommandFactory as _, Parser as _};
use serde_json::json;

use crate::cli::dictionary::OUTPUT_OPTIONS;
use crate::cli::{Cli, CommandArgs};

/// The commands whose options a table accepts.
const COMMANDS: [&str; 4] = ["validate", "audit", "stats", "find"];

/// Values for options for which clap has no list of possible values, other than the defaults of these options.
const VALUES: &[(&str, &str)] = &[
    ("against", "reference"),
    ("baseline", "known.jsonl"),
    ("blunder", "200"),
    ("columns", "path"),
    ("config", "kifu.toml"),
    ("date", "2024-05-12"),
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
    ("min_tree_games", "3"),
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
    ("sheet", "results.csv"),
    ("sfen", "9/9/9/9/9/9/9/9/9"),
    ("sort", "-plies"),
    ("title", "Spring"),
    ("tree", "3"),
    ("valid_list", "good.txt"),
    ("write_baseline", "known.jsonl"),
];

/// Returns the options of a table for a command line, as JSON.
fn options_of_table(arguments: &[OsString]) -> String {
    let Cli { verb } =
        Cli::try_parse_from(arguments).unwrap_or_else(|error| panic!("{arguments:?}: {error}"));
    let options = match &verb {
        CommandArgs::Validate(args) => json!([args.options()]),
        CommandArgs::Audit(args) => json!([args.run_options()]),
        CommandArgs::Stats(args) => json!([args.table(), args.options(), args.table_options()]),
        CommandArgs::Find(args) => json!([args.options(), args.table_options(), args.search_options()]),
        other => panic!("{other:?} makes no table"),
    };
    options.to_string()
}

/// Returns the command-line argument that gives an option a value other than its default.
fn argument_for(arg: &Arg) -> OsString {
    let id = arg.get_id().as_str();
    let name = arg.get_long().map(|name| format!("--{name}"));
    if matches!(arg.get_action(), ArgAction::SetTrue) {
        return name.unwrap_or_default().into();
    }
    let possible_values = arg.get_possible_values();
    let is_default = |name: &str| arg.get_default_values().iter().any(|value| value == name);
    let non_default = possible_values
        .iter()
        .map(PossibleValue::get_name)
        .find(|name| !is_default(name));
    let value = VALUES
        .iter()
        .find(|(name, _)| *name == id)
        .map(|(_, value)| *value)
        .or(non_default);
    let value = value.unwrap_or_else(|| panic!("VALUES has no value for `{id}`"));
    name.map_or_else(|| value.into(), |name| format!("{name}={value}").into())
}

#[test]
fn every_option_belongs_to_the_run_or_the_output() {
    let mut command = Cli::command();
    command.build();
    let mut output_options = Vec::new();
    for command_name in COMMANDS {
        let args = command.find_subcommand(command_name).unwrap().get_arguments();
        for arg in args.filter(|arg| arg.get_id() != "help") {
            let id = arg.get_id().as_str();
            let mut arguments: Vec<OsString> = ["kifu", command_name].map(Into::into).into();
            // `--null` requires a list.
            arguments.extend((id == "null").then(|| "--files-from=list.txt".into()));
            // `--title`, `--date` and the notation of moves require a page.
            arguments.extend(
                ["title", "date", "notation"]
                    .contains(&id)
                    .then(|| "--html=page.html".into()),
            );
            let default_options = options_of_table(&arguments);
            arguments.push(argument_for(arg));
            let is_output_option = OUTPUT_OPTIONS.contains(&id);
            let has_no_effect = options_of_table(&arguments) == default_options;
            assert_eq!(
                has_no_effect, is_output_option,
                "{command_name}: {id} is an option of the run, or else in OUTPUT_OPTIONS"
            );
            output_options.extend(is_output_option.then_some(id));
        }
    }
    let unused_options: Vec<_> = OUTPUT_OPTIONS
        .iter()
        .filter(|name| !output_options.contains(name))
        .collect();
    assert!(unused_options.is_empty(), "no command has {unused_options:?}");
}
