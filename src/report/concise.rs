//! A finding a line, for editors and for `grep`.

use super::printable::printable;
use super::{Entry, Form, Paint, put};

pub(super) static FORM: Form = Form {
    name: "concise",
    about: "a finding a line: path:line:column: severity[rule] message",
    for_people: true,
    open: "",
    between: "",
    close: "",
    entry,
};

fn entry(entry: &Entry<'_>, paint: &Paint, out: &mut Vec<u8>) {
    for finding in &entry.judgement.findings {
        put!(out, "{}", printable(entry.path));
        if let Some(span) = finding.span {
            let (line, column) = entry.text.line_column(span.start as usize);
            put!(out, ":{line}:{column}");
        }
        let severity = paint.severity(finding.severity);
        let (name, rule, message) = (
            finding.severity.name(),
            finding.rule.name,
            printable(finding.message.in_language(entry.language)),
        );
        put!(out, ": {severity}{name}[{rule}]{severity:#} {message}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{about, rendered};
    use super::*;
    use crate::text::decode;

    #[test]
    fn a_finding_is_a_line() {
        let text = decode("   1 ７六歩(77)\n   2 同　王\n".as_bytes(), None);
        let mut nowhere = about(&text, "同　王");
        nowhere.span = None;
        nowhere.message = "two\nlines".into();
        assert_eq!(
            rendered(&FORM, &text, vec![about(&text, "同　王"), nowhere]),
            "a/b.kif:2:6: error[unreadable-line] cannot be read\na/b.kif: error[unreadable-line] two␊lines\n"
        );
    }
}
