//! Compares a reading with the expected one. Fields that the expected reading leaves out are not compared.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Returns descriptions of the differences.
pub fn differences(expected: &Value, got: &Value) -> Vec<String> {
    let mut found = Vec::new();
    fields(expected, got, "", &mut found);
    found
}

fn fields(expected: &Value, got: &Value, place: &str, found: &mut Vec<String>) {
    for (key, wanted) in expected.as_object().into_iter().flatten() {
        let place = format!("{place}{key}");
        let given = &got[key.as_str()];
        match (key.as_str(), wanted) {
            ("may_doubt", _) => {}
            ("doubts", _) => compare_doubts(expected, given, &place, found),
            ("records", Value::Array(wanted)) => in_order(wanted, given, &place, found),
            ("variations", Value::Array(wanted)) => in_any_order(wanted, given, &place, found),
            _ if normalize(wanted) == normalize(given) => {}
            _ => found.push(format!("{place}: {wanted} expected, {given}")),
        }
    }
}

/// Compares the doubtful lines: every listed line must be reported, and other lines only if they are allowed.
fn compare_doubts(expected: &Value, given: &Value, place: &str, found: &mut Vec<String>) {
    let lines = |value: &Value| -> BTreeSet<u64> {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .collect()
    };
    let (wanted, tolerated, given) = (
        lines(&expected["doubts"]),
        lines(&expected["may_doubt"]),
        lines(given),
    );
    for line in wanted.difference(&given) {
        found.push(format!("{place}: line {line} is to be reported"));
    }
    for line in given
        .difference(&wanted)
        .filter(|&line| !tolerated.contains(line))
    {
        found.push(format!(
            "{place}: line {line} is reported, and nothing is wrong there"
        ));
    }
}

fn in_order(wanted: &[Value], given: &Value, place: &str, found: &mut Vec<String>) {
    let given = given.as_array().map(Vec::as_slice).unwrap_or_default();
    if wanted.len() != given.len() {
        found.push(format!("{place}: {} expected, {}", wanted.len(), given.len()));
    }
    for (at, (wanted, given)) in wanted.iter().zip(given).enumerate() {
        fields(wanted, given, &format!("{place}[{at}]."), found);
    }
}

/// Compares variations by their moves, because programs list them in different orders.
fn in_any_order(wanted: &[Value], given: &Value, place: &str, found: &mut Vec<String>) {
    let mut left: Vec<_> = given.as_array().into_iter().flatten().collect();
    for wanted in wanted {
        match left.iter().position(|line| differences(wanted, line).is_empty()) {
            Some(at) => drop(left.remove(at)),
            None => found.push(format!("{place}: {wanted} expected, {given}")),
        }
    }
    if !left.is_empty() {
        found.push(format!("{place}: {} too many in {given}", left.len()));
    }
}

/// Returns the value without surrounding blanks, and independent of the number format.
fn normalize(value: &Value) -> Value {
    match value {
        Value::String(text) => json!(text.trim()),
        Value::Number(number) => json!(number.as_f64()),
        Value::Array(items) => items.iter().map(normalize).collect(),
        Value::Object(fields) => {
            let fields: Map<_, _> = fields
                .iter()
                .map(|(key, value)| (key.clone(), normalize(value)))
                .collect();
            Value::Object(fields)
        }
        other => other.clone(),
    }
}

/// Returns variants of the reading, each with one changed field of the file or of a record.
pub fn changed(reading: &Value) -> Vec<(Value, String)> {
    let mut variants = Vec::new();
    let places = reading["records"].as_array().map_or(0, Vec::len);
    let records = (0..places).map(|at| format!("/records/{at}"));
    for pointer in std::iter::once(String::new()).chain(records) {
        let keys = reading.pointer(&pointer).and_then(Value::as_object);
        for key in keys
            .into_iter()
            .flat_map(Map::keys)
            .filter(|key| *key != "may_doubt")
        {
            let mut variant = reading.clone();
            variant.pointer_mut(&pointer).expect("the same place")[key.as_str()] = json!([9999]);
            variants.push((variant, format!("{pointer}/{key}")));
        }
    }
    variants
}
