//! Adapter for shogi-kifu-converter: `parser::parse_kif_str`, `parse_ki2_str`, `parse_csa_str` and `parse_jkf_str`, and the
//! functions for files if the encoding is the subject. They return a record in JKF.

use std::error::Error;

use serde_json::{Value, json};
use shogi_kifu_converter::parser;

use crate::Input;

pub fn read(input: &Input) -> Result<Value, Box<dyn Error>> {
    let game = match (input.notation, input.encoding) {
        ("kif", None) => parser::parse_kif_file(input.path)?,
        ("ki2", None) => parser::parse_ki2_file(input.path)?,
        ("csa", None) => parser::parse_csa_file(input.path)?,
        ("kif", _) => parser::parse_kif_str(&input.text()?)?,
        ("ki2", _) => parser::parse_ki2_str(&input.text()?)?,
        ("csa", _) => parser::parse_csa_str(&input.text()?)?,
        ("jkf", _) => parser::parse_jkf_str(&input.text()?)?,
        _ => return Err("no such notation".into()),
    };
    Ok(json!({"jkf": [serde_json::to_value(game)?]}))
}
