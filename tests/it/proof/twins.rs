//! Twins of proofs: each differs from a true proof in one statement, and is false.

use serde_json::{Value, json};

/// Returns the twins of a proof.
pub fn of(proof: &Value) -> impl Iterator<Item = Value> {
    let mut twins = vec![with(proof, "kind", json!("other"))];
    match proof["kind"].as_str().expect("a kind") {
        "mate" | "no-move" | "uchifuzume" => of_mate(proof, &mut twins),
        "not-mate" => twins.push(with(proof, "move", json!("5e5e"))),
        "check" => {
            twins.push(with(proof, "attacker", proof["king"].clone()));
            twins.push(with(proof, "king", proof["attacker"].clone()));
            twins.push(with(proof, "path", changed(&proof["path"])));
        }
        "repetition" => {
            twins.push(with(proof, "plies", without_first(&proof["plies"])));
            twins.push(with(proof, "plies", later(&proof["plies"])));
            twins.push(with(proof, "sfen", other_side(proof)));
        }
        "perpetual-check" => {
            twins.push(with(proof, "checks", without_first(&proof["checks"])));
            twins.push(with(proof, "checks", later(&proof["checks"])));
            twins.push(with(proof, "plies", later(&proof["plies"])));
            twins.push(with(proof, "sfen", other_side(proof)));
        }
        "points" => of_points(proof, &mut twins),
        "clock" => {
            twins.push(with(proof, "used", json!(number(&proof["used"]) + 1000)));
            twins.push(with(proof, "allowed", json!(number(&proof["used"]) + 1)));
            twins.push(with(proof, "moves", without_first(&proof["moves"])));
        }
        kind => panic!("{kind}"),
    }
    twins.into_iter()
}

fn of_mate(proof: &Value, twins: &mut Vec<Value>) {
    twins.push(with(proof, "sfen", other_side(proof)));
    if proof.get("checkers").is_some() {
        twins.push(with(proof, "checkers", without_first(&proof["checkers"])));
        twins.push(with(proof, "kind", json!("no-move")));
    }
    if proof.get("drop").is_some() {
        twins.push(with(proof, "drop", json!("P*5e")));
        twins.push(with(proof, "drop", json!("G*1a")));
    }
    let evasions = proof["evasions"].as_array().expect("a list");
    for index in 0..evasions.len() {
        let mut fewer = proof.clone();
        fewer["evasions"].as_array_mut().expect("a list").remove(index);
        twins.push(fewer);
        let mut twice = proof.clone();
        let evasion = evasions[index].clone();
        twice["evasions"]
            .as_array_mut()
            .expect("a list")
            .push(evasion.clone());
        twins.push(twice);
        // Neither the piece that has moved nor the king can take the king.
        let to = evasion["move"].as_str().expect("a move")[2..4].to_owned();
        let by_itself = json!({"move": evasion["move"], "refuted_by": {"from": to, "to": to}});
        let mut refutations = vec![json!({"move": evasion["move"]}), by_itself];
        for reason in ["nifu", "dead-piece", "uchifuzume"] {
            // A drop can break two rules.
            if evasion.get("illegal").is_none() {
                refutations.push(json!({"move": evasion["move"], "illegal": reason}));
            }
        }
        if let Some(inner) = evasion.get("proof") {
            refutations.extend(of(inner).map(|twin| with(&evasion, "proof", twin)));
        }
        twins.extend(refutations.into_iter().map(|refutation| {
            let mut twin = proof.clone();
            twin["evasions"][index] = refutation;
            twin
        }));
    }
}

fn of_points(proof: &Value, twins: &mut Vec<Value>) {
    for side in ["black", "white"] {
        let mut other_zone = proof.clone();
        other_zone["zone"][side] = json!(number(&proof["zone"][side]) + 1);
        twins.push(other_zone);
        if proof["points"].get(side).is_some() {
            let mut other_points = proof.clone();
            other_points["points"][side] = json!(number(&proof["points"][side]) + 1);
            twins.push(other_points);
            let mut other_pieces = proof.clone();
            let gold = proof["pieces"][side].get("G").map_or(0, number);
            other_pieces["pieces"][side]["G"] = json!(gold + 1);
            twins.push(other_pieces);
        }
    }
}

/// Returns the proof with another value of a field.
fn with(proof: &Value, field: &str, value: Value) -> Value {
    let mut twin = proof.clone();
    twin[field] = value;
    twin
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Returns the position with the other side to move.
fn other_side(proof: &Value) -> Value {
    let sfen = proof["sfen"].as_str().expect("a position");
    let mut fields: Vec<_> = sfen.split(' ').collect();
    fields[1] = if fields[1] == "b" { "w" } else { "b" };
    json!(fields.join(" "))
}

fn without_first(list: &Value) -> Value {
    json!(list.as_array().expect("a list")[1..])
}

/// Returns the path without its first square, or with a square if it has none.
fn changed(path: &Value) -> Value {
    match path.as_array().expect("a list").len() {
        0 => json!(["5e"]),
        _ => without_first(path),
    }
}

/// Returns the plies with the first one later by one.
fn later(plies: &Value) -> Value {
    let mut later = plies.clone();
    later[0] = json!(number(&plies[0]) + 1);
    later
}
