//! Adapter for rsshogi: the functions `parse_*_str` of `records`, `parse_*_bytes` if the encoding is the subject,
//! `parse_csa_games` for CSA, which may have several games, `parse_usi_position`, and `Position::set_sfen`.

use std::error::Error;

use rsshogi::board::Position;
use rsshogi::records::{self, Record, RecordNodeId, SpecialMove};
use rsshogi::types::GameResult;
use serde_json::{Map, Value, json};

use crate::Input;

pub fn read(input: &Input) -> Result<Value, Box<dyn Error>> {
    let found: Vec<Value> = match (input.notation, input.encoding) {
        ("kif", None) => vec![record(&records::parse_kif_bytes(&input.bytes()?)?)],
        ("ki2", None) => vec![record(&records::parse_ki2_bytes(&input.bytes()?)?)],
        ("csa", None) => records::parse_csa_games_bytes(&input.bytes()?)?
            .iter()
            .map(record)
            .collect(),
        ("jkf", None) => vec![record(&records::parse_jkf_bytes(&input.bytes()?)?)],
        ("kif", _) => vec![record(&records::parse_kif_str(&input.text()?)?)],
        ("ki2", _) => vec![record(&records::parse_ki2_str(&input.text()?)?)],
        ("csa", _) => records::parse_csa_games(&input.text()?)?
            .iter()
            .map(record)
            .collect(),
        ("jkf", _) => vec![record(&records::parse_jkf_str(&input.text()?)?)],
        ("usi", _) => lines(&input.text()?, |line| {
            Ok(record(&records::parse_usi_position(line)?))
        })?,
        ("sfen", _) => lines(&input.text()?, position)?,
        _ => return Err("no such notation".into()),
    };
    Ok(json!({"records": found}))
}

/// Reads each line that is not blank. The functions for positions and for USI read one line.
fn lines(
    text: &str,
    read: impl Fn(&str) -> Result<Value, Box<dyn Error>>,
) -> Result<Vec<Value>, Box<dyn Error>> {
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(read)
        .collect()
}

fn position(line: &str) -> Result<Value, Box<dyn Error>> {
    let mut position = Position::empty();
    position.set_sfen(line.trim().trim_start_matches("sfen "))?;
    Ok(json!({"start": start(&position.to_sfen(None)), "moves": []}))
}

/// Returns board, turn and hands of an SFEN.
fn start(sfen: &str) -> String {
    sfen.split_whitespace().take(3).collect::<Vec<_>>().join(" ")
}

fn record(record: &Record) -> Value {
    let mut ends = Vec::new();
    collect_ends(record, record.main_line_tail(), &mut ends);
    let mut fields = line(record, ends[0]);
    let metadata = record.metadata();
    let initial = start(record.init_position_sfen());
    fields.insert("start".to_owned(), json!(initial));
    fields.insert("black".to_owned(), json!(metadata.black_player()));
    fields.insert("white".to_owned(), json!(metadata.white_player()));
    fields.insert("winner".to_owned(), winner(record.result()));
    // JKF has the word ERROR, for which the special move is `Interrupt` and the result `Error`.
    if record.result() == GameResult::Error {
        fields.insert("end".to_owned(), json!("error"));
    }
    let variations: Vec<_> = ends[1..].iter().map(|&end| line(record, end)).collect();
    fields.insert("variations".to_owned(), json!(variations));
    Value::Object(fields)
}

/// Collects the last nodes of all lines, that of the main line first.
fn collect_ends(record: &Record, main_end: RecordNodeId, ends: &mut Vec<RecordNodeId>) {
    let mut pending = vec![root(record)];
    while let Some(id) = pending.pop() {
        let children = record.children(id);
        if children.is_empty() {
            ends.push(id);
        }
        pending.extend(children.iter().rev());
    }
    ends.sort_by_key(|&id| id != main_end);
}

fn root(record: &Record) -> RecordNodeId {
    let mut id = record.main_line_tail();
    while let Some(parent) = record.node(id).parent() {
        id = parent;
    }
    id
}

fn line(record: &Record, end: RecordNodeId) -> Map<String, Value> {
    let mut ids = vec![end];
    while let Some(parent) = record.node(ids[ids.len() - 1]).parent() {
        ids.push(parent);
    }
    ids.reverse();
    let (mut moves, mut comments, mut times) = (Vec::new(), Map::new(), Map::new());
    let mut end = Value::Null;
    for (ply, &id) in ids.iter().enumerate() {
        let node = record.node(id);
        if let Some(entry) = node.mv() {
            moves.push(entry.mv().to_usi());
        }
        if let Some(special) = node.special() {
            end = end_of(special.kind());
        }
        let comment = if ply == 0 {
            record.initial_comment().or(node.comment())
        } else {
            node.comment()
        };
        if let Some(comment) = comment {
            comments.insert(ply.to_string(), json!(comment));
        }
        if let Some(milliseconds) = node.time_ms() {
            times.insert(ply.to_string(), json!(f64::from(milliseconds) / 1000.0));
        }
    }
    let fields = json!({"moves": moves, "comments": comments, "times": times, "end": end});
    fields.as_object().cloned().unwrap_or_default()
}

/// Returns the end. A special move of the kind `Unknown` has the word of the record.
fn end_of(kind: &SpecialMove) -> Value {
    match kind {
        SpecialMove::Interrupt => json!("interrupt"),
        SpecialMove::Resign => json!("resign"),
        SpecialMove::MaxMoves => json!("max-moves"),
        SpecialMove::Impasse => json!("impasse"),
        SpecialMove::Draw => json!("draw"),
        SpecialMove::RepetitionDraw => json!("repetition"),
        SpecialMove::Mate => json!("mate"),
        SpecialMove::NoMate => json!("no-mate"),
        SpecialMove::Timeout => json!("timeout"),
        // The winner, which is compared too, shows which side made the illegal move.
        SpecialMove::WinByIllegalMove | SpecialMove::LoseByIllegalMove => json!(["foul-win", "foul-loss"]),
        SpecialMove::WinByDeclaration => json!("declare-win"),
        SpecialMove::WinByDefault => json!("win-by-default"),
        SpecialMove::LoseByDefault => json!("lose-by-default"),
        SpecialMove::Try => json!(["declare-win", "other"]),
        SpecialMove::Unknown(word) => json!({"word": word}),
    }
}

fn winner(result: GameResult) -> Value {
    if result.is_black_win() {
        json!("black")
    } else if result.is_white_win() {
        json!("white")
    } else if matches!(
        result,
        GameResult::Invalid | GameResult::Paused | GameResult::Error
    ) {
        json!("none")
    } else {
        json!("draw")
    }
}
