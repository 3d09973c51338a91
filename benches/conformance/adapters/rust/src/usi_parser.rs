//! Adapter for shogi_usi_parser: `FromUsi` for `shogi_core::Position` (USI) and `PartialPosition` (SFEN).
//!
//! The crate reads the text after the word `position`, and needs the word `sfen` before a position.

use std::error::Error;

use serde_json::{Value, json};
use shogi_core::{PartialPosition, Position, ToUsi};
use shogi_usi_parser::FromUsi;

use crate::Input;

pub fn read(input: &Input) -> Result<Value, Box<dyn Error>> {
    let read_line = match input.notation {
        "usi" => game,
        "sfen" => position,
        _ => return Err("no such notation".into()),
    };
    let text = input.text()?;
    let records: Result<Vec<_>, _> = text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(read_line)
        .collect();
    Ok(json!({"records": records?}))
}

fn game(line: &str) -> Result<Value, Box<dyn Error>> {
    let position = Position::from_usi(line.trim_start_matches("position ")).map_err(message)?;
    let moves: Vec<_> = position.moves().iter().map(|it| it.to_usi_owned()).collect();
    Ok(json!({"start": start(position.initial_position()), "moves": moves}))
}

fn position(line: &str) -> Result<Value, Box<dyn Error>> {
    let line = format!("sfen {}", line.trim_start_matches("sfen "));
    let position = PartialPosition::from_usi(&line).map_err(message)?;
    Ok(json!({"start": start(&position), "moves": []}))
}

/// Returns board, turn and hands.
fn start(position: &PartialPosition) -> String {
    let sfen = position.to_sfen_owned();
    sfen.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

fn message(error: shogi_usi_parser::Error) -> String {
    format!("{error:?}")
}
