//! The format pages are correct: every described form is read, and every example is written back unchanged.

use crate::support::findings::ReadFindings;
use kifu::finding::Severity;
use kifu::notation;
use kifu::notation::NOTATIONS;
use kifu::notation::Newline;
use kifu::notation::Notation;
use kifu::notation::Target;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::text;

/// Reads a text and writes its records in the first target of its format, or in JKF if it has none. Returns the warnings and errors, the losses,
/// and the written text. For a record that cannot be written, the text contains the reason.
fn rewrite(notation: &'static Notation, text: &str) -> (Vec<String>, Vec<&'static str>, String) {
    let target = notation.targets.first().or(notation::target("jkf")).unwrap();
    // A text that the encoding of the target cannot represent is read as UTF-8.
    let (bytes, _, unmappable) = target.encoding.encode(text);
    let decoded = text::decode(if unmappable { text.as_bytes() } else { &bytes }, None);
    let writer = Writer {
        newline: Newline::Lf,
        ..Writer::new(target)
    };
    let (mut findings, mut losses, mut written) = (Vec::new(), Vec::new(), String::new());
    for record in notation::records(&decoded, Some(notation)) {
        let record_findings = record.findings();
        let warnings_and_errors = record_findings
            .iter()
            .filter(|finding| finding.severity > Severity::Note);
        findings.extend(warnings_and_errors.map(|finding| {
            format!(
                "{} {}: {}",
                finding.severity.name(),
                finding.rule.name,
                finding.message.english()
            )
        }));
        match writer.write(&Played::new(&record)) {
            Ok(output) => {
                losses.extend(output.losses.iter().map(|it| it.loss.name()));
                written.push_str(&decode_output(notation, target, &output.bytes));
            }
            Err(refusal) => written.push_str(&refusal.to_string()),
        }
    }
    (findings, losses, written)
}

/// Returns a written record as text: the readable form of packed items, or the decoded bytes.
fn decode_output(notation: &Notation, target: &Target, bytes: &[u8]) -> String {
    match notation.binary {
        Some(layout) => text::Text::from_binary(bytes, layout).as_str().to_owned(),
        None => target.encoding.decode(bytes).0.into_owned(),
    }
}

fn writable_notations() -> impl Iterator<Item = &'static Notation> {
    let notations = NOTATIONS.iter().copied();
    notations.filter(|it| !it.targets.is_empty())
}

#[test]
fn documented_forms_are_read() {
    let mut failures = Vec::new();
    for notation in NOTATIONS {
        for accepted in &notation.page().accepts {
            assert_eq!(accepted.written.is_none(), notation.targets.is_empty());
            let (findings, _, written) = rewrite(notation, accepted.text);
            let error = findings.iter().any(|it| it.starts_with("error"));
            if error || !written.contains(accepted.written.unwrap_or_default()) {
                let name = notation.format.name();
                failures.push(format!(
                    "{name}: {}\n{findings:#?}\n{written}",
                    accepted.what.english
                ));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn examples_are_written_unchanged() {
    for notation in writable_notations() {
        let (findings, losses, written) = rewrite(notation, notation.page().example);
        let empty = (Vec::<String>::new(), Vec::<&str>::new());
        assert_eq!(
            written,
            notation.page().example,
            "{}: {findings:#?}",
            notation.title.english
        );
        assert_eq!((findings, losses), empty, "{}", notation.title.english);
    }
}

#[test]
fn examples_and_outputs_are_detected_by_content() {
    for notation in NOTATIONS {
        let text = text::decode(notation.page().example.as_bytes(), None);
        let detected = notation::detect(&text, None).map(|it| it.title.english);
        assert_eq!(detected, Some(notation.title.english));
    }
}
