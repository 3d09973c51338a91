//! Adapters for readers in Rust: `kifu-conformance NAME` answers for the reader of this name.
//!
//! README.md describes the protocol. A panic ends the process, and the runner starts it again.

mod converter;
mod csa;
mod rsshogi;
mod shogi_rs;
mod usi_parser;

use std::error::Error;
use std::fs;
use std::io::{self, BufRead, Write};

use encoding_rs::Encoding;
use serde_json::{Value, json};

/// An input: its path, its notation, and its encoding unless the reader has to find it.
struct Input<'a> {
    path: &'a str,
    notation: &'a str,
    encoding: Option<&'a str>,
}

impl Input<'_> {
    fn bytes(&self) -> Result<Vec<u8>, Box<dyn Error>> {
        Ok(fs::read(self.path)?)
    }

    /// Returns the text without a byte order mark.
    fn text(&self) -> Result<String, Box<dyn Error>> {
        let label = self.encoding.unwrap_or("UTF-8");
        let encoding = Encoding::for_label(label.as_bytes()).ok_or("an unknown encoding")?;
        Ok(encoding.decode(&self.bytes()?).0.into_owned())
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).ok_or("which reader?")?;
    let read: fn(&Input) -> Result<Value, Box<dyn Error>> = match name.as_str() {
        "rsshogi" => rsshogi::read,
        "shogi-kifu-converter" => converter::read,
        "csa" => csa::read,
        "shogi" => shogi_rs::read,
        "shogi_usi_parser" => usi_parser::read,
        _ => return Err("an unknown reader".into()),
    };
    let mut output = io::stdout();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let fields: Vec<_> = line.split('\t').collect();
        let [path, notation, encoding] = fields[..] else {
            return Err("a line without three fields".into());
        };
        let encoding = (encoding != "-").then_some(encoding);
        let answer = read(&Input {
            path,
            notation,
            encoding,
        })
        .unwrap_or_else(|error| json!({"error": format!("{error}").chars().take(400).collect::<String>()}));
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}
