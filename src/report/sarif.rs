//! The output format `sarif`: SARIF 2.1.0, for services that collect the findings of analysers.
//!
//! [The standard](https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html); § numbers are its sections.

use std::borrow::Cow;
use std::collections::HashMap;

use serde_json::{Value, json};

use super::{RenderOptions, RenderedEntries, ReportEntry, ReportForm, RunEnd, put};
use crate::check::{FindingSummary, FixSummary};
use crate::finding::{Finding, Language, Rule, both};
use crate::record::HeaderKey;
use crate::referee::Fingerprint;
use crate::system::ALL_RULES;

pub(super) static FORM: ReportForm = ReportForm {
    name: "sarif",
    about: both(
        "For code scanning services: SARIF 2.1.0",
        "指摘を集めるサービス用: SARIF 2.1.0",
    ),
    extension: "sarif",
    open,
    between: ",\n",
    close,
    has_fixes: true,
    entry,
    ..ReportForm::PLAIN
};

/// Returns the start of the log: the tool and its rules, up to the results.
fn open() -> Cow<'static, str> {
    let rules: Vec<_> = ALL_RULES.iter().map(|rule| descriptor(rule)).collect();
    let tool = json!({"driver": {
        "name": "kifu",
        "version": env!("CARGO_PKG_VERSION"),
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": rules,
    }});
    // §3.14.17: columns are counted in characters, whatever the encoding of a file.
    format!(
        "{{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{{\"tool\":{tool},\n\
         \"columnKind\":\"unicodeCodePoints\",\"results\":[\n"
    )
    .into()
}

/// Maximum number of results of a run that GitHub code scanning accepts.
pub(crate) const MAX_GITHUB_RESULTS: u64 = 25_000;

/// Returns the end of the log, which states whether the run read all inputs (§3.20.14), and which paths could not be
/// read (§3.20.21).
fn close(end: &RunEnd, _: &RenderOptions) -> Cow<'static, str> {
    let error_notification = |text: &str| json!({"level": "error", "message": {"text": text}});
    let mut notifications = Vec::new();
    for (path, why) in &end.unreadable {
        let mut notification = error_notification(why);
        notification["locations"] = json!([{"physicalLocation": {"artifactLocation": {"uri": uri(path)}}}]);
        notifications.push(notification);
    }
    let unlisted_count = end.failures - end.unreadable.len() as u64;
    if unlisted_count > 0 {
        notifications.push(error_notification(&format!(
            "{unlisted_count} more paths could not be read"
        )));
    }
    let mut invocation = json!({"executionSuccessful": end.is_complete});
    if !notifications.is_empty() {
        invocation["toolExecutionNotifications"] = notifications.into();
    }
    format!("\n],\n\"invocations\":[{invocation}]}}]}}\n").into()
}

/// Returns the descriptor of a rule, with texts in both languages (§3.49).
fn descriptor(rule: &Rule) -> Value {
    let page = rule.page();
    let (why, remedy) = (page.why, page.remedy);
    let mut descriptor = json!({
        "id": rule.name,
        "shortDescription": {"text": format!("{} ({})", rule.english, rule.japanese)},
        "fullDescription": {"text": format!("{}\n\n{}", page.what.english, page.what.japanese)},
        "help": {
            "text": format!(
                "Why: {}\nWhat to do: {}\n\n理由: {}\n対処: {}",
                why.english, remedy.english, why.japanese, remedy.japanese
            ),
            "markdown": format!(
                "**Why:** {}\n\n**What to do:** {}\n\n**理由:** {}\n\n**対処:** {}",
                why.english, remedy.english, why.japanese, remedy.japanese
            ),
        },
        "defaultConfiguration": {"level": rule.class.severity().name()},
        "properties": {"tags": [rule.group.name()]},
    });
    if let Some(address) = rule.address(Language::English) {
        descriptor["helpUri"] = address.into();
    }
    descriptor
}

fn entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    let findings = entry.findings;
    if findings.is_empty() {
        return;
    }
    let fingerprint = Fingerprint::new(&entry.game.record, entry.game.text);
    let mut occurrences = HashMap::new();
    for (at, &finding) in findings.iter().enumerate() {
        if at > 0 {
            put!(out, "{}", FORM.between);
        }
        let hash = fingerprint.for_finding(&entry.game.record, finding);
        let occurrence: &mut u32 = occurrences.entry(hash).or_default();
        *occurrence += 1;
        let mut result = json!({
            "ruleId": finding.rule.name,
            "ruleIndex": ALL_RULES.iter().position(|rule| rule.name == finding.rule.name),
            "level": finding.severity.name(),
            "message": {"text": finding.message.in_language(options.language)},
            "locations": [{"physicalLocation": location(entry, finding)}],
            // §3.27.17: the fingerprint depends neither on the path nor on the line, so it does not change if the file
            // is moved or lines are inserted.
            "partialFingerprints": {"kifuFinding/v1": format!("{hash:016x}:{occurrence}")},
            "properties": properties(entry, finding, options.language),
        });
        if !finding.related.is_empty() {
            let related = finding.related.iter().map(|related| {
                let mut location = json!({"artifactLocation": {"uri": uri(&related.path)}});
                if let Some(line) = related.line {
                    location["region"] = json!({"startLine": line});
                }
                json!({"physicalLocation": location, "message": {"text": related.to_string()}})
            });
            result["relatedLocations"] = related.collect();
        }
        if let Some(fix) = FindingSummary::new(finding, entry.game, options.language).fix {
            result["fixes"] = json!([sarif_fix(&fix, entry.game.path)]);
        }
        put!(out, "{result}");
    }
}

/// Returns a fix (§3.55): the regions of the file that are replaced, and the new text.
fn sarif_fix(fix: &FixSummary<'_>, path: &str) -> Value {
    let replacements = fix.edits.iter().map(|edit| {
        json!({
            "deletedRegion": {
                "startLine": edit.line, "startColumn": edit.column,
                "endLine": edit.end_line, "endColumn": edit.end_column,
            },
            "insertedContent": {"text": edit.text},
        })
    });
    json!({
        "description": {"text": fix.message},
        "artifactChanges": [{
            "artifactLocation": {"uri": uri(path)},
            "replacements": replacements.collect::<Vec<_>>(),
        }],
    })
}

fn location(entry: &ReportEntry<'_>, finding: &Finding) -> Value {
    let mut location = json!({"artifactLocation": {"uri": uri(entry.game.path)}});
    if let Some([start, end]) = entry.region(finding) {
        location["region"] = json!({
            "startLine": start.0, "startColumn": start.1, "endLine": end.0, "endColumn": end.1,
        });
    }
    location
}

/// Returns the properties of a finding and of its record for which SARIF has no field, with the names used in JSON and
/// CSV.
///
/// Properties without a value are omitted.
fn properties(entry: &ReportEntry<'_>, finding: &Finding, language: Language) -> Value {
    let mut properties = json!(FindingSummary::new(finding, entry.game, language));
    for redundant in [
        "rule", "severity", "line", "column", "byte", "message", "related", "fix",
    ] {
        properties.as_object_mut().and_then(|it| it.remove(redundant));
    }
    properties["record"] = entry.game.record.index.into();
    properties["format"] = entry.game.record.format.name().into();
    properties["game"] = entry.game.record.game.name.into();
    properties["profile"] = (&*entry.game.profile.name).into();
    properties["encoding"] = entry.game.text.encoding().name().into();
    properties["acknowledged"] = finding.acknowledged.into();
    let headers = [
        ("black", entry.header(HeaderKey::Black)),
        ("white", entry.header(HeaderKey::White)),
        ("event", entry.header(HeaderKey::Event)),
    ];
    let date = entry.date.map(|date| ("date", date));
    for (name, value) in headers.into_iter().filter(|it| !it.1.is_empty()).chain(date) {
        properties[name] = value.into();
    }
    properties
}

/// Returns a path as a URI reference (§3.4.3, RFC 3986).
///
/// The reference is relative to the working directory, or has the scheme `file` if the path is absolute.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    let has_drive = matches!(path.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    let mut uri = match path {
        _ if path.starts_with('/') => "file://".to_owned(),
        _ if has_drive => "file:///".to_owned(),
        _ => String::new(),
    };
    for (at, byte) in path.bytes().enumerate() {
        let byte = if cfg!(windows) && byte == b'\\' {
            b'/'
        } else {
            byte
        };
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~/!".contains(&byte) || has_drive && at == 1;
        if is_plain {
            uri.push(char::from(byte));
        } else {
            put!(uri, "%{byte:02X}");
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sample::{finding_on, render};
    use crate::text::{SHIFT_JIS, decode};

    #[test]
    fn a_finding_is_a_result() {
        let bytes = SHIFT_JIS.encode("手合割：平手\n   2 同　王\n").0;
        let text = decode(&bytes, None);
        let finding = finding_on(&text, "同　王");
        let mut without_place = finding.clone();
        (without_place.span, without_place.ply, without_place.seat) = (None, None, None);
        let results = render(&FORM, &text, vec![finding.clone(), finding, without_place]);
        let log = format!(
            "{}{results}{}",
            open(),
            close(&RunEnd::default(), &RenderOptions::default())
        );
        let run = serde_json::from_str::<Value>(&log).unwrap()["runs"][0].take();
        let [first, second, without_place] = [0, 1, 2].map(|at| &run["results"][at]);
        let rule = first["ruleIndex"].as_u64().unwrap() as usize;
        assert_eq!(run["tool"]["driver"]["rules"][rule]["id"], "unreadable-line");
        assert_eq!(
            first["locations"][0]["physicalLocation"],
            json!({
                "artifactLocation": {"uri": "a/b.kif"},
                "region": {"startLine": 2, "startColumn": 6, "endLine": 2, "endColumn": 9},
            })
        );
        assert_eq!(first["level"], "error");
        assert_eq!(first["properties"]["encoding"], "Shift_JIS");
        assert_eq!(first["properties"]["black"], "甲");
        let fingerprint = |result: &Value| {
            result["partialFingerprints"]["kifuFinding/v1"]
                .as_str()
                .unwrap()
                .to_owned()
        };
        assert!(fingerprint(first).ends_with(":1") && fingerprint(second).ends_with(":2"));
        assert_eq!(fingerprint(first)[..16], fingerprint(second)[..16]);
        let place = &without_place["locations"][0]["physicalLocation"];
        assert!(place.get("region").is_none() && without_place["properties"].get("ply").is_none());
    }

    #[test]
    fn a_path_is_a_reference() {
        for (path, expected) in [
            ("a/b.kif", "a/b.kif"),
            ("./a b#?.kif", "a%20b%23%3F.kif"),
            ("../将.kif", "../%E5%B0%86.kif"),
            ("/x/100%.kif", "file:///x/100%25.kif"),
            ("C:/x/a:b.kif", "file:///C:/x/a%3Ab.kif"),
            ("a.zip!b.kif", "a.zip!b.kif"),
            ("%8F%AB.kif", "%258F%25AB.kif"),
        ] {
            assert_eq!(uri(path), expected, "{path}");
        }
    }
}
