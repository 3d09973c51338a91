//! Conversion of a file to a reading with the fields of the conformance suite.

use kifu::finding::Severity;
use kifu::notation;
use kifu::notation::Results;
use kifu::played::Meaning;
use kifu::played::Played;
use kifu::played::Ply;
use kifu::record::Ending;
use kifu::record::NodeId;
use kifu::record::Outcome;
use kifu::record::Record;
use kifu::record::RemarkKind;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::shogi::Move;
use kifu::text;
use serde_json::{Map, Value, json};

/// Returns the reading of the bytes of a file with this extension.
pub fn from_bytes(bytes: &[u8], extension: &str) -> Value {
    let text = text::decode(bytes, None);
    let detected = notation::detect(&text, Some(extension));
    let (mut records, mut doubts) = (Vec::new(), Vec::new());
    for slice in notation::slices(&text, detected).with_extension(Some(extension)) {
        let record = slice.read();
        let judgement = Referee::new().check(&record);
        for finding in judgement
            .findings
            .iter()
            .filter(|finding| finding.severity > Severity::Note)
        {
            let line = finding
                .span
                .map_or(0, |span| text.line_column(span.start as usize).0);
            doubts.push(line);
        }
        if notation::notation(record.format).is_some() {
            records.push(record_reading(&record, &judgement));
        }
    }
    json!({"encoding": text.encoding().name(), "records": records, "doubts": doubts})
}

fn record_reading(record: &Record<'_>, judgement: &Judgement) -> Value {
    let played = Played::new(record);
    let main_end = line_end(&played, NodeId::START);
    let mut fields = line_reading(&played, main_end);
    let sfen = record.start.position.to_sfen(1);
    let start = sfen.rsplit_once(' ').map(|(start, _)| start);
    let headers: Vec<_> = record
        .headers
        .iter()
        .filter(|header| header.name != "手合割")
        .map(|header| json!([header.name, header.value]))
        .collect();
    let player_name = |keys: &[&str]| keys.iter().find_map(|key| record.headers.value_of(key));
    // The end and the winner of the main line are those of the referee, which also uses a server's summary and a
    // separate result line.
    fields.extend(into_fields(json!({
        "notation": record.format.name(),
        "start": start,
        "first_ply": record.start.plies_before.map(|plies| plies + 1),
        "black": player_name(&["先手", "下手", "N+"]),
        "white": player_name(&["後手", "上手", "N-"]),
        "headers": headers,
        "end": judgement.end.map(Terminal::name),
        "winner": judgement.stated.map_or("none", Outcome::name),
        "variations": variations(&played, main_end),
    })));
    Value::Object(fields)
}

fn variations(played: &Played<'_, '_>, main_end: NodeId) -> Vec<Value> {
    let mut ends: Vec<NodeId> = played
        .variations()
        .map(|first_node| line_end(played, first_node))
        .collect();
    ends.dedup();
    ends.into_iter()
        .filter(|&end| end != main_end)
        .map(|end| Value::Object(line_reading(played, end)))
        .collect()
}

/// Returns the last node of the line that continues from a node: the end of the game or, without an end, the last node
/// that can be replayed.
fn line_end(played: &Played<'_, '_>, from: NodeId) -> NodeId {
    let is_end = |&id: &NodeId| *played.meaning(id) == Meaning::End;
    let mut line = played.from(from);
    let mut last = from;
    for id in line.by_ref() {
        last = id;
        if is_end(&id) {
            break;
        }
    }
    last
}

/// Returns the reading of a line of play from the start to its last node.
fn line_reading(played: &Played<'_, '_>, last: NodeId) -> Map<String, Value> {
    let record = played.record();
    let mut nodes: Vec<_> = record.tree.ancestors(last).collect();
    nodes.reverse();
    let (mut moves, mut times) = (Vec::new(), Map::new());
    let (mut comments, mut bookmarks) = (Map::new(), Map::new());
    for (ply_number, &id) in nodes.iter().enumerate() {
        match played.meaning(id) {
            Meaning::Ply(ply) => moves.push(usi(ply)),
            Meaning::Pass => moves.push("0000".to_owned()),
            _ => {}
        }
        if let Some(spent) = record.tree.node(id).clock.spent {
            times.insert(ply_number.to_string(), json!(f64::from(spent) / 1000.0));
        }
        let remarks_of_kind = |kind: RemarkKind| -> Vec<&str> {
            let remarks = record
                .remarks
                .iter()
                .filter(|remark| remark.node == id && remark.kind == kind);
            remarks.map(|it| it.text.as_ref()).collect()
        };
        let (comment_lines, bookmark_names) = (
            remarks_of_kind(RemarkKind::Comment),
            remarks_of_kind(RemarkKind::Bookmark),
        );
        if !comment_lines.is_empty() {
            comments.insert(ply_number.to_string(), json!(comment_lines.join("\n")));
        }
        if !bookmark_names.is_empty() {
            bookmarks.insert(ply_number.to_string(), json!(bookmark_names));
        }
    }
    let (end, word, winner) = ending(played, last);
    into_fields(json!({
        "moves": moves, "times": times, "comments": comments, "bookmarks": bookmarks,
        "end": end, "word": word, "winner": winner,
    }))
}

/// Returns the kind of end of a line, the word for the end in the record, and the winner (`none` without a winner). The
/// kind and the word are `None` if the record states no end of the line.
fn ending(played: &Played<'_, '_>, last: NodeId) -> (Option<&'static str>, Option<String>, &'static str) {
    let outcome_name = |outcome: Option<Outcome>| outcome.map_or("none", Outcome::name);
    if let Step::End(ending) = &played.record().tree.node(last).step {
        let outcome = Ending::outcome(ending, played.turn(last));
        return (
            Some(ending.terminal.name()),
            Some(ending.word.to_string()),
            outcome_name(outcome),
        );
    }
    match Results::new(played).claimed(last) {
        Some((terminal, claim)) => {
            let outcome = terminal.outcome(played.turn_after(last));
            (
                Some(terminal.name()),
                Some(claim.text.to_string()),
                outcome_name(outcome),
            )
        }
        None => (None, None, "none"),
    }
}

fn usi(ply: &Ply) -> String {
    let mv = match (ply.from, ply.kind) {
        (Some(from), _) => Some(Move::Board {
            from,
            to: ply.to,
            promote: ply.promotes,
        }),
        (None, Some(kind)) => Some(Move::Drop { kind, to: ply.to }),
        (None, None) => None,
    };
    mv.map_or_else(String::new, |mv| mv.to_string())
}

fn into_fields(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
