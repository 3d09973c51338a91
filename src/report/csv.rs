//! CSV: reports with a row per finding, and tables, both also in a form for spreadsheets.

use std::borrow::Cow;
use std::io::Write as _;

use csv::WriterBuilder;

use super::{Cell, RenderedEntries, ReportEntry, ReportForm, TableForm};
use crate::check::FindingSummary;
use crate::finding::{Finding, Language, Related, Severity, both};
use crate::record::{Format, HeaderKey};
use crate::system::SYSTEMS;
use crate::text::{BYTE_ORDER_MARK, Payload, escape_formula};

/// The output format `csv`.
///
/// The column `variation` contains the numbers of the property `variation` in JSON, separated by points, such as `3.1`
/// for the first alternative at ply 3.
pub(super) static FORM: ReportForm = ReportForm {
    name: "csv",
    about: both(
        "For spreadsheets: one row per finding",
        "表計算ソフト用: 指摘ごとに1行",
    ),
    content: Payload::Rows,
    extension: "csv",
    open: || HEADER.into(),
    entry: |entry, options, out| write_rows(entry, options.language, out, false, |_, words| words.into()),
    table: Some(TABLE),
    ..ReportForm::PLAIN
};

/// The output format `csv` with a byte order mark and with escaped cells that spreadsheets would take for formulas.
pub(super) static SPREADSHEET: ReportForm = ReportForm {
    open: || format!("{BYTE_ORDER_MARK}{HEADER}").into(),
    entry: |entry, options, out| {
        write_rows(entry, options.language, out, false, |_, words| {
            escape_formula(words)
        });
    },
    ..FORM
};

/// The output format `csv` with a byte order mark and escaped formulas, and with Japanese column names, severities and
/// sides.
pub(super) static JAPANESE_SPREADSHEET: ReportForm = ReportForm {
    open: || format!("{BYTE_ORDER_MARK}{JAPANESE_HEADER}").into(),
    entry: |entry, options, out| {
        write_rows(entry, options.language, out, false, japanese_cell);
    },
    ..FORM
};

/// The forms for `kifu audit`: each with a further column for the other records that a finding is about.
static AUDIT: ReportForm = ReportForm {
    open: || with_related(HEADER, "related").into(),
    entry: |entry, options, out| write_rows(entry, options.language, out, true, |_, words| words.into()),
    ..FORM
};

static AUDIT_SPREADSHEET: ReportForm = ReportForm {
    open: || format!("{BYTE_ORDER_MARK}{}", with_related(HEADER, "related")).into(),
    entry: |entry, options, out| {
        write_rows(entry, options.language, out, true, |_, words| {
            escape_formula(words)
        });
    },
    ..FORM
};

static JAPANESE_AUDIT_SPREADSHEET: ReportForm = ReportForm {
    open: || format!("{BYTE_ORDER_MARK}{}", with_related(JAPANESE_HEADER, "相手の棋譜")).into(),
    entry: |entry, options, out| write_rows(entry, options.language, out, true, japanese_cell),
    ..FORM
};

/// Returns a header with one more column.
fn with_related(header: &str, name: &str) -> String {
    format!("{},{name}\n", header.trim_end())
}

/// Returns the form for `kifu audit` that corresponds to a form for `kifu validate`; the same form if it is not CSV.
pub(crate) fn for_audit(form: &'static ReportForm) -> &'static ReportForm {
    if std::ptr::eq(form, &raw const SPREADSHEET) {
        &AUDIT_SPREADSHEET
    } else if std::ptr::eq(form, &raw const JAPANESE_SPREADSHEET) {
        &JAPANESE_AUDIT_SPREADSHEET
    } else if form.name == FORM.name {
        &AUDIT
    } else {
        form
    }
}

/// Returns a cell for a Japanese spreadsheet.
fn japanese_cell(column: usize, words: &str) -> Cow<'_, str> {
    let translated = [SEVERITY_COLUMN, SIDE_COLUMN]
        .contains(&column)
        .then(|| in_japanese(words))
        .flatten();
    translated.map_or_else(|| escape_formula(words), Cow::Borrowed)
}

/// Returns the Japanese word for the name of a severity or a side, or `None` for any other text.
fn in_japanese(word: &str) -> Option<&'static str> {
    let severity = Severity::ALL.into_iter().find(|severity| severity.name() == word);
    let severity = severity.map(|severity| *severity.words().in_language(Language::Japanese));
    let seats = SYSTEMS.iter().flat_map(|it| it.game.seats);
    severity.or_else(|| {
        let seat = seats.into_iter().find(|seat| seat.name == word)?;
        Some(*seat.words.in_language(Language::Japanese))
    })
}

/// The Japanese column names, in the order of [`HEADER`].
const JAPANESE_HEADER: &str =
    "ファイル,局,変化,規則名,重大度,手数,手番,指し手,行,桁,先手,後手,棋戦,日付,理由,原因,原因による指摘\n";

/// Index of the column with the severity, which is translated.
const SEVERITY_COLUMN: usize = 4;

/// Index of the column with the side, which is translated.
const SIDE_COLUMN: usize = 6;

const HEADER: &str = "path,record,variation,rule,severity,ply,side,move,line,column,black,white,event,date,message,cause,consequence\n";

/// Writes a row for each finding on a record.
///
/// `has_related` adds the column with the other records. `convert` returns the final text of a cell from the index of its column
/// and its original text.
fn write_rows(
    entry: &ReportEntry<'_>,
    language: Language,
    out: &mut RenderedEntries,
    has_related: bool,
    convert: fn(usize, &str) -> Cow<'_, str>,
) {
    if entry.findings.is_empty() {
        return;
    }
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(out);
    for &finding in entry.findings {
        let row = row(entry, finding, language);
        let row = &row[..row.len() - usize::from(!has_related)];
        // Writing to memory cannot fail, and all rows have the same number of fields.
        let cells = row.iter().enumerate().map(|(column, text)| convert(column, text));
        let _ = writer.write_record(cells.collect::<Vec<_>>().iter().map(|it| it.as_bytes()));
    }
    let _ = writer.flush();
}

fn row(entry: &ReportEntry<'_>, finding: &Finding, language: Language) -> [String; 18] {
    let summary = FindingSummary::new(finding, entry.game, language);
    let variation: Vec<_> = summary.variation.iter().map(u32::to_string).collect();
    let header = |key| entry.header(key).to_owned();
    [
        entry.game.path.to_owned(),
        summary_record(entry),
        variation.join("."),
        summary.rule.to_owned(),
        summary.severity.to_owned(),
        optional_cell(summary.ply),
        optional_cell(summary.side),
        optional_cell(summary.moved),
        optional_cell(summary.line),
        optional_cell(summary.column),
        header(HeaderKey::Black),
        header(HeaderKey::White),
        header(HeaderKey::Event),
        optional_cell(entry.date),
        summary.message.into_owned(),
        summary.cause_in_words.unwrap_or_default(),
        if summary.consequence { "true" } else { "" }.to_owned(),
        summary
            .related
            .iter()
            .map(Related::to_string)
            .collect::<Vec<_>>()
            .join(" "),
    ]
}

/// Returns the number of the record; empty for a sheet of results.
fn summary_record(entry: &ReportEntry<'_>) -> String {
    let record = &entry.game.record;
    if record.format == Format::SHEET {
        return String::new();
    }
    record.index.to_string()
}

/// Returns the text of a cell, which is empty for `None`.
fn optional_cell(cell: Option<impl ToString>) -> String {
    cell.map_or_else(String::new, |it| it.to_string())
}

// CSV of tables. A table may have a row for each move of an archive, and the writer of the `csv` crate is too slow for
// this number of rows.

/// The form of a table with a line of column names and a line per row.
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
        Cell::Text(words) => write_text(&words, out),
        Cell::Integer(number) => write_integer(number, out),
        Cell::Float(number) => write_float(number, out),
        // The length of each word is known, so it is copied without a loop.
        Cell::Bool(true) => out.extend_from_slice(b"true"),
        Cell::Bool(false) => out.extend_from_slice(b"false"),
    }
}

fn write_integer(number: i64, out: &mut Vec<u8>) {
    // Most numbers in tables have one or two digits.
    if let Ok(small @ 0..100) = u8::try_from(number) {
        let (tens, ones) = (small / 10, small % 10);
        if tens > 0 {
            out.push(b'0' + tens);
        }
        out.push(b'0' + ones);
    } else {
        write_long_integer(number, out);
    }
}

// The rare cases are not inlined, because their variables would make each call of `cell` slower.

#[inline(never)]
fn write_long_integer(number: i64, out: &mut Vec<u8>) {
    out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
}

#[inline(never)]
fn write_float(number: f64, out: &mut Vec<u8>) {
    // Writing to memory cannot fail.
    let _ = write!(out, "{number:?}");
}

#[inline(never)]
fn write_quoted(words: &str, out: &mut Vec<u8>) {
    out.push(b'"');
    out.extend(words.replace('"', "\"\"").as_bytes());
    out.push(b'"');
}

/// The form of a table with a byte order mark and with escaped cells that spreadsheets would take for formulas.
pub(super) static SPREADSHEET_TABLE: TableForm = TableForm {
    head: |names, out| {
        out.extend_from_slice(BYTE_ORDER_MARK.as_bytes());
        head(names, out);
    },
    cell: |place, value, out| cell(place, without_formula(value), out),
    ..TABLE
};

/// Number of bytes that are searched at once, in which a compiler can use vector instructions.
const BLOCK_BYTES: usize = 16;

/// Writes the text of a cell, in quotes if it contains a comma, a quote or a line end.
fn write_text(words: &str, out: &mut Vec<u8>) {
    let bytes = words.as_bytes();
    let has_special = |block: &[u8; BLOCK_BYTES]| {
        block
            .iter()
            .fold(false, |is_found, &byte| is_found | is_special(byte))
    };
    let needs_quotes = match bytes.last_chunk() {
        // The last block overlaps with the one before it, so that no bytes remain for a slower loop.
        Some(last) => {
            let blocks = bytes.as_chunks().0.iter();
            blocks.fold(has_special(last), |is_found, block| is_found | has_special(block))
        }
        None => bytes.iter().any(|&byte| is_special(byte)),
    };
    if needs_quotes {
        write_quoted(words, out);
    } else {
        out.extend_from_slice(bytes);
    }
}

/// Returns whether a cell with this byte is written in quotes.
#[expect(
    clippy::needless_bitwise_bool,
    reason = "comparisons without branches can be made for several bytes at once"
)]
const fn is_special(byte: u8) -> bool {
    (byte == b',') | (byte == b'"') | (byte == b'\r') | (byte == b'\n')
}

/// Returns a cell with its text escaped if spreadsheets would take the text for a formula. Any other cell is returned
/// unchanged.
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
    use crate::report::sample::{finding_on, render};
    use crate::text::decode;
    use proptest::prelude::*;

    #[test]
    fn a_row_has_a_field_for_every_column() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let mut finding = finding_on(&text, "同　王");
        finding.message = bilingual("a \"word\", and\nmore", "");
        let mut without_place = finding_on(&text, "同　王");
        (without_place.ply, without_place.span, without_place.seat) = (None, None, None);
        let mut in_variation = without_place.clone();
        in_variation.variation = vec![(3, 1), (5, 2)];
        assert_eq!(
            render(&FORM, &text, vec![finding, without_place, in_variation]),
            "a/b.kif,1,,unreadable-line,error,2,white,,1,6,甲,\"乙, 六段\",例会,2024-05-05,\"a \"\"word\"\", and\nmore\",,\n\
             a/b.kif,1,,unreadable-line,error,,,,,,甲,\"乙, 六段\",例会,2024-05-05,cannot be read,,\n\
             a/b.kif,1,3.1.5.2,unreadable-line,error,,,,,,甲,\"乙, 六段\",例会,2024-05-05,cannot be read,,\n"
        );
        assert_eq!(
            [HEADER, JAPANESE_HEADER].map(|header| header.split(',').count()),
            [17, 17]
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
        fn lines_equal_those_of_the_csv_crate(cells in prop::collection::vec(any_cell(), 1..5)) {
            let mut actual = Vec::new();
            for (at, value) in cells.iter().enumerate() {
                cell((at, ""), value.clone(), &mut actual);
            }
            (TABLE.end)(0, &mut actual);
            let mut writer = csv::WriterBuilder::new().has_headers(false).from_writer(Vec::new());
            writer.serialize(&cells).unwrap();
            prop_assert_eq!(
                String::from_utf8(actual).unwrap(),
                String::from_utf8(writer.into_inner().unwrap()).unwrap()
            );
        }
    }
}
