//! CSV for spreadsheets: a row per finding.

use std::borrow::Cow;
use std::io::Write as _;

use csv::WriterBuilder;
use memchr::{memchr, memchr3};

use super::{Cell, RenderedEntries, ReportEntry, ReportForm, TableForm};
use crate::check::FindingSummary;
use crate::finding::{Finding, Language, Severity, both};
use crate::record::HeaderKey;
use crate::system::SYSTEMS;
use crate::text::{BYTE_ORDER_MARK, Payload, escape_formula};

/// The form `--format csv`.
///
/// The column `variation` has the path of the JSON output, with points between the numbers: `3.1` branches at ply 3 as
/// the first alternative.
pub(super) static FORM: ReportForm = ReportForm {
    name: "csv",
    about: both(
        "For spreadsheets: one row per finding",
        "表計算ソフト用: 指摘ごとに1行",
    ),
    content: Payload::Rows,
    extension: "csv",
    open: || HEADER.into(),
    entry: |entry, options, out| rows(entry, options.language, out, |_, words| words.into()),
    table: Some(TABLE),
    ..ReportForm::PLAIN
};

/// The form `--format csv` with a byte order mark and without cells that spreadsheets take for formulas.
pub(super) static SPREADSHEET: ReportForm = ReportForm {
    open: || format!("{BYTE_ORDER_MARK}{HEADER}").into(),
    entry: |entry, options, out| rows(entry, options.language, out, |_, words| escape_formula(words)),
    ..FORM
};

/// The form for spreadsheets with Japanese headings and words.
pub(super) static JAPANESE_SPREADSHEET: ReportForm = ReportForm {
    open: || format!("{BYTE_ORDER_MARK}{JAPANESE_HEAD}").into(),
    entry: |entry, options, out| {
        rows(entry, options.language, out, |at, words| {
            let known = [SEVERITY_COLUMN, SIDE_COLUMN]
                .contains(&at)
                .then(|| in_japanese(words))
                .flatten();
            known.map_or_else(|| escape_formula(words), Cow::Borrowed)
        });
    },
    ..FORM
};

/// Returns the Japanese word for a severity or a side.
fn in_japanese(word: &str) -> Option<&'static str> {
    let severity = Severity::ALL.into_iter().find(|severity| severity.name() == word);
    let severity = severity.map(|severity| *severity.words().in_language(Language::Japanese));
    let seats = SYSTEMS.iter().flat_map(|it| it.game.seats);
    severity.or_else(|| {
        let seat = seats.into_iter().find(|seat| seat.name == word)?;
        Some(*seat.words.in_language(Language::Japanese))
    })
}

const JAPANESE_HEAD: &str =
    "ファイル,局,変化,規則名,重大度,手数,手番,指し手,行,桁,先手,後手,棋戦,日付,理由\n";

/// Indices of the columns with words of the program, which have a translation.
const SEVERITY_COLUMN: usize = 4;
const SIDE_COLUMN: usize = 6;

const HEADER: &str =
    "path,record,variation,rule,severity,ply,side,move,line,column,black,white,event,date,message\n";

/// Writes the rows of a record, with every cell converted by `cell`.
fn rows(
    entry: &ReportEntry<'_>,
    language: Language,
    out: &mut RenderedEntries,
    cell: fn(usize, &str) -> Cow<'_, str>,
) {
    if entry.findings.is_empty() {
        return;
    }
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(out);
    for &finding in entry.findings {
        let row = row(entry, finding, language);
        // Writing to memory cannot fail, and all rows have the same number of fields.
        let cells = row.iter().enumerate().map(|(at, it)| cell(at, it));
        let _ = writer.write_record(cells.collect::<Vec<_>>().iter().map(|it| it.as_bytes()));
    }
    let _ = writer.flush();
}

fn row(entry: &ReportEntry<'_>, finding: &Finding, language: Language) -> [String; 15] {
    let object = FindingSummary::new(finding, entry.game, language);
    let variation: Vec<_> = object.variation.iter().map(u32::to_string).collect();
    let header = |key| entry.header(key).to_owned();
    [
        entry.game.path.to_owned(),
        entry.game.record.index.to_string(),
        variation.join("."),
        object.rule.to_owned(),
        object.severity.to_owned(),
        optional_cell(object.ply),
        optional_cell(object.side),
        optional_cell(object.moved),
        optional_cell(object.line),
        optional_cell(object.column),
        header(HeaderKey::Black),
        header(HeaderKey::White),
        header(HeaderKey::Event),
        optional_cell(entry.date),
        object.message.into_owned(),
    ]
}

/// Returns the text of a cell, which is empty for `None`.
fn optional_cell(cell: Option<impl ToString>) -> String {
    cell.map_or_else(String::new, |it| it.to_string())
}

// CSV of tables. A table may have a row per move of an archive, for which the writer of the `csv` crate is too slow.

/// A table with a line of column names and a line per row.
const TABLE: TableForm = TableForm {
    head,
    begin: b"",
    cell,
    end: |start, out| {
        if out.len() == start {
            // Readers of CSV skip an empty line.
            out.extend(b"\"\"");
        }
        out.push(b'\n');
    },
    row: None,
};

fn head(names: &[&str], out: &mut Vec<u8>) {
    let start = out.len();
    for (at, &name) in names.iter().enumerate() {
        cell((at, ""), Cell::text(name), out);
    }
    (TABLE.end)(start, out);
}

fn cell((at, _): (usize, &'static str), value: Cell<'_>, out: &mut Vec<u8>) {
    if at > 0 {
        out.push(b',');
    }
    match value {
        Cell::Empty => {}
        Cell::Text(words) => text(&words, out),
        Cell::Integer(number) => out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
        Cell::Float(number) => {
            // Writing to memory cannot fail.
            let _ = write!(out, "{number:?}");
        }
        Cell::Bool(truth) => out.extend_from_slice(if truth { b"true" } else { b"false" }),
    }
}

/// A table with a byte order mark and without cells that spreadsheets take for formulas.
pub(super) static SPREADSHEET_TABLE: TableForm = TableForm {
    head: |names, out| {
        out.extend_from_slice(BYTE_ORDER_MARK.as_bytes());
        head(names, out);
    },
    cell: |place, value, out| cell(place, without_formula(value), out),
    ..TABLE
};

/// Length of a text below which a simple loop is faster than `memchr` (bytes).
const SHORT_TEXT_BYTES: usize = 16;

/// Writes a text, in quotes if it contains a delimiter.
fn text(words: &str, out: &mut Vec<u8>) {
    let bytes = words.as_bytes();
    // The set-up of a vectorized search costs more than a few comparisons.
    let is_special = if bytes.len() < SHORT_TEXT_BYTES {
        bytes
            .iter()
            .any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'))
    } else {
        memchr3(b',', b'"', b'\n', bytes).is_some() || memchr(b'\r', bytes).is_some()
    };
    if !is_special {
        return out.extend_from_slice(bytes);
    }
    out.push(b'"');
    out.extend(words.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

/// Returns the cell with its text escaped so that spreadsheets do not take it for a formula.
fn without_formula(cell: Cell<'_>) -> Cell<'_> {
    match cell {
        Cell::Text(text) => Cell::text(match escape_formula(&text) {
            Cow::Owned(escaped) => Cow::Owned(escaped),
            Cow::Borrowed(_) => text,
        }),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::bilingual;
    use crate::report::sample::{about, rendered};
    use crate::text::decode;
    use proptest::prelude::*;

    #[test]
    fn a_row_has_a_field_for_every_column() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let mut finding = about(&text, "同　王");
        finding.message = bilingual("a \"word\", and\nmore", "");
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
        assert_eq!(
            [HEADER, JAPANESE_HEAD].map(|header| header.split(',').count()),
            [15, 15]
        );
    }

    fn any_cell() -> impl Strategy<Value = Cell<'static>> {
        prop_oneof![
            Just(Cell::Empty),
            "[a,\"\r\n歩 ;']{0,4}|[a歩 ]{5,20}[a,\"\r\n]?".prop_map(Cell::text),
            any::<i64>().prop_map(Cell::Integer),
            (-1_000_000_i32..1_000_000, 0..5)
                .prop_map(|(number, digits)| Cell::Float(f64::from(number) / 10_f64.powi(digits))),
            any::<bool>().prop_map(Cell::Bool),
        ]
    }

    proptest! {
        #[test]
        fn lines_are_those_of_the_csv_crate(cells in prop::collection::vec(any_cell(), 1..5)) {
            let mut ours = Vec::new();
            for (at, value) in cells.iter().enumerate() {
                cell((at, ""), value.clone(), &mut ours);
            }
            (TABLE.end)(0, &mut ours);
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            writer.serialize(&cells).unwrap();
            prop_assert_eq!(
                String::from_utf8(ours).unwrap(),
                String::from_utf8(writer.into_inner().unwrap()).unwrap()
            );
        }
    }
}
