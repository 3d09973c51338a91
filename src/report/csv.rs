//! For spreadsheets: a row per finding.

use std::borrow::Cow;

use csv::WriterBuilder;

use super::{ReportEntry, ReportForm, Stretch};
use crate::check::FindingSummary;
use crate::finding::{Finding, Language, both};
use crate::record::HeaderKey;
use crate::text::{BYTE_ORDER_MARK, Payload, harmless};

/// The columns of `--format csv`. The way into a variation is that of the JSON, with points between the numbers:
/// `3.1` leaves at ply 3 as the first alternative.
pub(super) static FORM: ReportForm = ReportForm {
    name: "csv",
    about: both(
        "For spreadsheets: one row per finding",
        "表計算ソフト用: 指摘ごとに1行",
    ),
    content: Payload::Rows,
    extension: "csv",
    open: || HEAD.into(),
    entry: |entry, options, out| rows(entry, options.language, out, |words| words.into()),
    ..ReportForm::PLAIN
};

/// The same as a spreadsheet shows it as it is.
pub(super) static SPREADSHEET: ReportForm = ReportForm {
    open: || format!("{BYTE_ORDER_MARK}{HEAD}").into(),
    entry: |entry, options, out| rows(entry, options.language, out, harmless),
    ..FORM
};

const HEAD: &str =
    "path,record,variation,rule,severity,ply,side,move,line,column,black,white,event,date,message\n";

/// Writes the rows of a record, each cell as this makes it.
fn rows(entry: &ReportEntry<'_>, language: Language, out: &mut Stretch, cell: fn(&str) -> Cow<'_, str>) {
    if entry.game.judgement.findings.is_empty() {
        return;
    }
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(out);
    for finding in &entry.game.judgement.findings {
        let row = row(entry, finding, language);
        // Writing into memory cannot fail, and all rows have the same number of fields.
        let _ = writer.write_record(row.each_ref().map(|it| cell(it)).iter().map(|it| it.as_bytes()));
    }
    let _ = writer.flush();
}

fn row(entry: &ReportEntry<'_>, finding: &Finding, language: Language) -> [String; 15] {
    let object = FindingSummary::of(finding, entry.game, language);
    let variation: Vec<_> = object.variation.iter().map(u32::to_string).collect();
    let header = |key| entry.header(key).to_owned();
    [
        entry.game.path.to_owned(),
        entry.game.record.index.to_string(),
        variation.join("."),
        object.rule.to_owned(),
        object.severity.to_owned(),
        shown(object.ply),
        shown(object.side),
        shown(object.moved),
        shown(object.line),
        shown(object.column),
        header(HeaderKey::Black),
        header(HeaderKey::White),
        header(HeaderKey::Event),
        shown(entry.date),
        object.message.into_owned(),
    ]
}

/// A cell; empty if nothing is known.
fn shown(cell: Option<impl ToString>) -> String {
    cell.map_or_else(String::new, |it| it.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::say;
    use crate::report::sample::{about, rendered};
    use crate::text::decode;

    #[test]
    fn a_row_has_a_field_for_every_column() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let mut finding = about(&text, "同　王");
        finding.message = say("a \"word\", and\nmore", "");
        let mut bare = about(&text, "同　王");
        (bare.ply, bare.span, bare.seat) = (None, None, None);
        let mut nested = bare.clone();
        nested.variation = vec![(3, 1), (5, 2)];
        assert_eq!(
            rendered(&FORM, &text, vec![finding, bare, nested]),
            "a/b.kif,1,,unreadable-line,error,2,white,,1,6,甲,\"乙, 六段\",例会,2024-05-05,\"a \"\"word\"\", and\nmore\"\n\
             a/b.kif,1,,unreadable-line,error,,,,,,甲,\"乙, 六段\",例会,2024-05-05,cannot be read\n\
             a/b.kif,1,3.1.5.2,unreadable-line,error,,,,,,甲,\"乙, 六段\",例会,2024-05-05,cannot be read\n"
        );
        assert_eq!(HEAD.split(',').count(), 15);
    }
}
