//! Converts a record to a reading with the fields of the suite.

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
            records.push(of_record(&record, &judgement));
        }
    }
    json!({"encoding": text.encoding().name(), "records": records, "doubts": doubts})
}

fn of_record(record: &Record<'_>, judgement: &Judgement) -> Value {
    let played = Played::new(record);
    let last = line_end(&played, NodeId::START);
    let mut fields = of_line(&played, last);
    let sfen = record.start.position.to_sfen(1);
    let start = sfen.rsplit_once(' ').map(|(start, _)| start);
    let headers: Vec<_> = record
        .headers
        .iter()
        .filter(|header| header.name != "手合割")
        .map(|header| json!([header.name, header.value]))
        .collect();
    let name = |keys: &[&str]| keys.iter().find_map(|key| record.headers.value_of(key));
    // For the main line, the referee has more information, such as a server's summary or a separate result line.
    fields.extend(object(json!({
        "notation": record.format.name(),
        "start": start,
        "first_ply": record.start.plies_before.map(|plies| plies + 1),
        "black": name(&["先手", "下手", "N+"]),
        "white": name(&["後手", "上手", "N-"]),
        "headers": headers,
        "end": judgement.end.map(Terminal::name),
        "winner": judgement.stated.map_or("none", Outcome::name),
        "variations": variations(&played, last),
    })));
    Value::Object(fields)
}

fn variations(played: &Played<'_, '_>, main: NodeId) -> Vec<Value> {
    let mut ends: Vec<NodeId> = played.variations().map(|first| line_end(played, first)).collect();
    ends.dedup();
    ends.into_iter()
        .filter(|&end| end != main)
        .map(|end| Value::Object(of_line(played, end)))
        .collect()
}

/// Returns the last node of the line that continues from a node: its end, or the last node that can be replayed.
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
fn of_line(played: &Played<'_, '_>, last: NodeId) -> Map<String, Value> {
    let record = played.record();
    let mut way: Vec<_> = record.tree.ancestors(last).collect();
    way.reverse();
    let (mut moves, mut times) = (Vec::new(), Map::new());
    let (mut comments, mut bookmarks) = (Map::new(), Map::new());
    for (ply, &id) in way.iter().enumerate() {
        match played.meaning(id) {
            Meaning::Ply(ply) => moves.push(usi(ply)),
            Meaning::Pass => moves.push("0000".to_owned()),
            _ => {}
        }
        if let Some(spent) = record.tree.node(id).clock.spent {
            times.insert(ply.to_string(), json!(f64::from(spent) / 1000.0));
        }
        let said = |kind: RemarkKind| -> Vec<&str> {
            let here = record
                .remarks
                .iter()
                .filter(|remark| remark.node == id && remark.kind == kind);
            here.map(|it| it.text.as_ref()).collect()
        };
        let (lines, marks) = (said(RemarkKind::Comment), said(RemarkKind::Bookmark));
        if !lines.is_empty() {
            comments.insert(ply.to_string(), json!(lines.join("\n")));
        }
        if !marks.is_empty() {
            bookmarks.insert(ply.to_string(), json!(marks));
        }
    }
    let (end, word, winner) = ending(played, last);
    object(json!({
        "moves": moves, "times": times, "comments": comments, "bookmarks": bookmarks,
        "end": end, "word": word, "winner": winner,
    }))
}

/// Returns the end of a line, its word in the record, and the winner.
fn ending(played: &Played<'_, '_>, last: NodeId) -> (Option<&'static str>, Option<String>, &'static str) {
    let name = |outcome: Option<Outcome>| outcome.map_or("none", Outcome::name);
    if let Step::End(ending) = &played.record().tree.node(last).step {
        let outcome = Ending::outcome(ending, played.turn(last));
        return (
            Some(ending.terminal.name()),
            Some(ending.word.to_string()),
            name(outcome),
        );
    }
    match Results::new(played).claimed(last) {
        Some((terminal, claim)) => {
            let outcome = terminal.outcome(played.turn_after(last));
            (Some(terminal.name()), Some(claim.text.to_string()), name(outcome))
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

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(fields) => fields,
        _ => Map::new(),
    }
}
