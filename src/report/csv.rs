//! For spreadsheets: a row per finding.

use csv::WriterBuilder;

use super::json::side_name;
use super::{Entry, Form, Manner};
use crate::finding::{Finding, Language};

/// The columns of `--format csv`.
pub(super) static FORM: Form = Form {
    name: "csv",
    about: "for spreadsheets: a row per finding",
    for_people: false,
    open: "path,record,rule,severity,ply,side,move,line,column,message\n",
    between: "",
    close: "",
    entry,
};

fn entry(entry: &Entry<'_>, manner: &Manner, out: &mut Vec<u8>) {
    if entry.judgement.findings.is_empty() {
        return;
    }
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(out);
    for finding in &entry.judgement.findings {
        // Writing into memory cannot fail, and all rows have the same number of fields.
        let _ = writer.write_record(row(entry, finding, manner.language));
    }
    let _ = writer.flush();
}

fn row(entry: &Entry<'_>, finding: &Finding, language: Language) -> [String; 10] {
    let place = finding
        .span
        .map(|span| entry.text.line_column(span.start as usize));
    [
        entry.path.to_owned(),
        entry.record.to_string(),
        finding.rule.name.to_owned(),
        finding.severity.name().to_owned(),
        number(finding.ply),
        finding.side.map_or("", side_name).to_owned(),
        finding.moved.clone().unwrap_or_default(),
        number(place.map(|(line, _)| line)),
        number(place.map(|(_, column)| column)),
        finding.message.in_language(language).to_string(),
    ]
}

fn number(number: Option<u32>) -> String {
    number.map_or_else(String::new, |it| it.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::sample::{about, rendered};
    use super::*;
    use crate::finding::say;
    use crate::text::decode;

    #[test]
    fn a_row_has_a_field_for_every_column() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let mut finding = about(&text, "同　王");
        finding.message = say("a \"word\", and\nmore", "");
        let mut bare = about(&text, "同　王");
        (bare.ply, bare.span, bare.side) = (None, None, None);
        assert_eq!(
            rendered(&FORM, &text, vec![finding, bare]),
            "a/b.kif,1,unreadable-line,error,2,white,,1,6,\"a \"\"word\"\", and\nmore\"\n\
             a/b.kif,1,unreadable-line,error,,,,,,cannot be read\n"
        );
        assert_eq!(FORM.open.split(',').count(), 10);
    }
}
