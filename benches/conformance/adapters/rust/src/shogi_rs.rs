//! Adapter for shogi (shogi-rs): `Position::set_sfen`, which reads an SFEN and the moves after it.
//!
//! It does not read the words `position`, `sfen` and `startpos`, so this file replaces them. The start is that of the same
//! line without its moves.

use std::error::Error;

use serde_json::{Value, json};
use shogi::Position;
use shogi::bitboard::Factory;

use crate::Input;

const EVEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

pub fn read(input: &Input) -> Result<Value, Box<dyn Error>> {
    if !matches!(input.notation, "usi" | "sfen") {
        return Err("no such notation".into());
    }
    Factory::init();
    let text = input.text()?;
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    let records: Result<Vec<_>, _> = lines.map(record).collect();
    Ok(json!({"records": records?}))
}

fn record(line: &str) -> Result<Value, Box<dyn Error>> {
    let line = line
        .trim()
        .trim_start_matches("position ")
        .trim_start_matches("sfen ");
    let line = line
        .strip_prefix("startpos")
        .map_or_else(|| line.to_owned(), |moves| EVEN.to_owned() + moves);
    let mut start = Position::new();
    start.set_sfen(line.split("moves").next().unwrap_or_default())?;
    let start = start.to_sfen();
    let start: Vec<_> = start.split_whitespace().take(3).collect();
    let mut position = Position::new();
    position.set_sfen(&line)?;
    let moves: Vec<_> = position.move_history().iter().map(|it| it.to_sfen()).collect();
    Ok(json!({"start": start.join(" "), "moves": moves}))
}
