//! Comparison of a reading with the expected one. Fields that the expected reading leaves out are not compared.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

/// Returns a description of each difference between two readings.
pub fn differences(expected: &Value, actual: &Value) -> Vec<String> {
    let mut messages = Vec::new();
    compare_fields(expected, actual, "", &mut messages);
    messages
}

fn compare_fields(expected: &Value, actual: &Value, path: &str, messages: &mut Vec<String>) {
    for (key, expected_value) in expected.as_object().into_iter().flatten() {
        let path = format!("{path}{key}");
        let actual_value = &actual[key.as_str()];
        match (key.as_str(), expected_value) {
            ("may_doubt", _) => {}
            ("doubts", _) => compare_doubts(expected, actual_value, &path, messages),
            ("records", Value::Array(expected_value)) => {
                compare_in_order(expected_value, actual_value, &path, messages);
            }
            ("variations", Value::Array(expected_value)) => {
                compare_in_any_order(expected_value, actual_value, &path, messages);
            }
            _ if normalize(expected_value) == normalize(actual_value) => {}
            _ => messages.push(format!("{path}: {expected_value} expected, {actual_value}")),
        }
    }
}

/// Compares the doubtful lines: every expected line must be reported, and other lines only if `may_doubt` allows this.
fn compare_doubts(expected: &Value, actual: &Value, path: &str, messages: &mut Vec<String>) {
    let lines = |value: &Value| -> BTreeSet<u64> {
        value
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_u64)
            .collect()
    };
    let (expected_lines, allowed_lines, actual_lines) = (
        lines(&expected["doubts"]),
        lines(&expected["may_doubt"]),
        lines(actual),
    );
    for line in expected_lines.difference(&actual_lines) {
        messages.push(format!("{path}: line {line} is to be reported"));
    }
    for line in actual_lines
        .difference(&expected_lines)
        .filter(|&line| !allowed_lines.contains(line))
    {
        messages.push(format!(
            "{path}: line {line} is reported, and nothing is wrong there"
        ));
    }
}

fn compare_in_order(expected: &[Value], actual: &Value, path: &str, messages: &mut Vec<String>) {
    let actual = actual.as_array().map(Vec::as_slice).unwrap_or_default();
    if expected.len() != actual.len() {
        messages.push(format!("{path}: {} expected, {}", expected.len(), actual.len()));
    }
    for (index, (expected_item, actual_item)) in expected.iter().zip(actual).enumerate() {
        compare_fields(expected_item, actual_item, &format!("{path}[{index}]."), messages);
    }
}

/// Compares variations without regard to their order, because programs list variations in different orders.
fn compare_in_any_order(expected: &[Value], actual: &Value, path: &str, messages: &mut Vec<String>) {
    let mut unmatched: Vec<_> = actual.as_array().into_iter().flatten().collect();
    for expected_item in expected {
        match unmatched
            .iter()
            .position(|line| differences(expected_item, line).is_empty())
        {
            Some(index) => drop(unmatched.remove(index)),
            None => messages.push(format!("{path}: {expected_item} expected, {actual}")),
        }
    }
    if !unmatched.is_empty() {
        messages.push(format!("{path}: {} too many in {actual}", unmatched.len()));
    }
}

/// Returns the value with trimmed strings, and with all numbers as floating point, so 1 equals 1.0.
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

/// Returns variants of the reading, each with one changed field of the file or of a record, and the path of this field.
/// The field `may_doubt` is not changed.
pub fn changed_readings(reading: &Value) -> Vec<(Value, String)> {
    let mut variants = Vec::new();
    let record_count = reading["records"].as_array().map_or(0, Vec::len);
    let records = (0..record_count).map(|index| format!("/records/{index}"));
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
