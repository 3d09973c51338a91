//! Tests that the types of the options of the Python package are up to date.
//!
//! `KIFU_UPDATE=1 cargo test --lib docs` writes the file again.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command, ValueHint};

use super::generated::compare;
use crate::cli;
use crate::cli::dictionary::OUTPUT_OPTIONS;
use crate::finding::Language;
use crate::notation;
use crate::stats::TABLES;

/// The commands with options for Python: the name, the class of the options, and the options that are parameters of the
/// function or do not apply to it.
const COMMANDS: [(&str, &str, &[&str]); 7] = [
    ("validate", "Validate", &[]),
    ("audit", "Audit", &[]),
    ("stats", "Stats", &["table"]),
    ("find", "Find", &[]),
    ("index", "Index", &["output"]),
    ("book", "Book", &["output"]),
    ("convert", "Convert", &["to", "output", "loss_format"]),
];

/// Options about paths, which do not apply to files in memory.
const PATH_OPTIONS: [&str; 5] = ["against", "exclude", "ext", "files_from", "null"];

/// Options of `kifu.read`.
const READ_OPTIONS: [&str; 7] = [
    "config",
    "encoding",
    "ignore",
    "input_format",
    "profile",
    "rules",
    "select",
];

const HEAD: &str = r#""""The types of the options. This file is generated from the options of the command by `KIFU_UPDATE=1 cargo test --lib docs`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Literal, SupportsIndex, TypedDict, Union

Path = Union[str, "os.PathLike[str]"]
Words = Union[str, Iterable[str]]
Paths = Union[Path, Iterable[Path]]
"#;

#[test]
fn the_types_of_python_options_in_docs_are_up_to_date() {
    let commands = cli::command(Language::English);
    let mut out = HEAD.to_owned();
    let tables = TABLES.iter().map(|table| table.name);
    let _ = writeln!(out, "TableName = {}", literal(tables));
    let _ = writeln!(
        out,
        "TargetFormat = {}",
        literal(notation::targets().map(|it| it.name))
    );
    for (command, option, name) in [
        ("validate", "input_format", "InputFormat"),
        ("validate", "profile", "Profile"),
    ] {
        let mut args = commands.find_subcommand(command).unwrap().get_arguments();
        let arg = args.find(|arg| name_of(arg).as_deref() == Some(option));
        let values = arg.unwrap().get_possible_values();
        let _ = writeln!(
            out,
            "{name} = {}",
            literal(values.iter().map(PossibleValue::get_name))
        );
    }
    for (command, name, excluded) in COMMANDS {
        let options = options(commands.find_subcommand(command).unwrap(), excluded);
        let (of_paths, others): (BTreeMap<_, _>, BTreeMap<_, _>) = options
            .into_iter()
            .partition(|(option, _)| PATH_OPTIONS.contains(&&**option));
        if command == "validate" {
            let is_of_read = |option: &&String| READ_OPTIONS.contains(&&***option);
            let of_read = others.iter().filter(|(option, _)| is_of_read(option));
            add_class("ReadOptions", "TypedDict", of_read, &mut out);
            let rest = others.iter().filter(|(option, _)| !is_of_read(option));
            add_class("ValidateBatchOptions", "ReadOptions", rest, &mut out);
        } else if ["audit", "stats"].contains(&command) {
            add_class(&format!("{name}BatchOptions"), "TypedDict", &others, &mut out);
        }
        let name_of_class = format!("{name}Options");
        if ["validate", "audit", "stats"].contains(&command) {
            let base = format!("{name}BatchOptions");
            add_class(&name_of_class, &base, &of_paths, &mut out);
        } else {
            let all = others.iter().chain(&of_paths);
            add_class(&name_of_class, "TypedDict", all, &mut out);
        }
    }
    compare("python/kifu/_options.py", out);
}

/// Returns the name of an option in Python; `None` for the paths and the help.
fn name_of(arg: &Arg) -> Option<String> {
    let name = arg.get_long()?.replace('-', "_");
    let is_none = name == "help" || OUTPUT_OPTIONS.contains(&arg.get_id().as_str());
    (!is_none && name != "isolated").then_some(name)
}

/// Returns the options of a command by their names, each with its type and the first paragraph of its help.
fn options(command: &Command, excluded: &[&str]) -> BTreeMap<String, (String, String)> {
    let args = command.get_arguments();
    let named = args.filter_map(|arg| Some((name_of(arg)?, arg)));
    named
        .filter(|(name, _)| !excluded.contains(&&**name))
        .map(|(name, arg)| {
            let help = match &*name {
                "config" => "Path of a kifu.toml; `True` for the nearest one, `False` for none".to_owned(),
                _ => arg.get_help().map(ToString::to_string).unwrap_or_default(),
            };
            let type_name = type_of(&name, arg);
            (name, (type_name, help))
        })
        .collect()
}

fn type_of(name: &str, arg: &Arg) -> String {
    let value = match name {
        "input_format" => "InputFormat".to_owned(),
        "profile" => "Profile".to_owned(),
        "config" => "Path | bool".to_owned(),
        // These options accept several values, separated by commas or as a list.
        "columns" | "sort" => "Words".to_owned(),
        _ if matches!(arg.get_action(), ArgAction::SetTrue) => "bool".to_owned(),
        _ => {
            let values = arg.get_possible_values();
            let is_number = arg.get_value_names().is_some_and(|names| names[0] == "N");
            match arg.get_value_hint() {
                _ if matches!(arg.get_action(), ArgAction::Append) => "Words".to_owned(),
                ValueHint::FilePath | ValueHint::AnyPath | ValueHint::DirPath => "Path".to_owned(),
                _ if is_number => "SupportsIndex".to_owned(),
                _ if values.is_empty() => "str".to_owned(),
                _ => {
                    let shown = values.iter().filter(|value| !value.is_hide_set());
                    literal(shown.map(PossibleValue::get_name))
                }
            }
        }
    };
    format!("{value} | None")
}

fn literal<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<_> = names.map(|name| format!("\"{name}\"")).collect();
    format!("Literal[{}]", names.join(", "))
}

fn add_class<'o>(
    name: &str,
    base: &str,
    options: impl IntoIterator<Item = (&'o String, &'o (String, String))>,
    out: &mut String,
) {
    let _ = write!(out, "\n\nclass {name}({base}, total=False):\n");
    for (option, (type_name, help)) in options {
        let help = help.replace("--files-from", "`files_from`");
        let _ = writeln!(out, "    {option}: {type_name}");
        let _ = writeln!(out, "    \"\"\"{help}.\"\"\"");
    }
}
