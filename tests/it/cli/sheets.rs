//! Sheets of results as workbooks, and files that would take much memory.

use std::path::Path;

use super::archives::builders::zip;
use super::{Archive, Outcome};

/// Returns a zip file with these members.
fn zip_of(members: &[(&str, String)]) -> Vec<u8> {
    let members: Vec<_> = members
        .iter()
        .map(|(name, content)| (*name, content.as_bytes()))
        .collect();
    zip(&members)
}

/// Returns an xlsx file with these rows of its only sheet, as XML.
fn xlsx(rows: &str) -> Vec<u8> {
    const RELATIONSHIPS: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
    const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let relationship = |kind: &str, target: &str| {
        format!(
            "<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"rId1\" Type=\"{RELATIONSHIPS}/{kind}\" Target=\"{target}\"/></Relationships>"
        )
    };
    zip_of(&[
        (
            "[Content_Types].xml",
            format!("<Types xmlns=\"{PACKAGE}/content-types\"/>"),
        ),
        ("_rels/.rels", relationship("officeDocument", "xl/workbook.xml")),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{RELATIONSHIPS}\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"rId1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            relationship("worksheet", "worksheets/sheet1.xml"),
        ),
        (
            "xl/worksheets/sheet1.xml",
            format!("<worksheet xmlns=\"{MAIN}\"><sheetData>{rows}</sheetData></worksheet>"),
        ),
    ])
}

/// Returns an ods file with these rows of its only table, as XML.
fn ods(rows: &str) -> Vec<u8> {
    const NAMES: &str = "urn:oasis:names:tc:opendocument:xmlns";
    zip_of(&[
        (
            "mimetype",
            "application/vnd.oasis.opendocument.spreadsheet".to_owned(),
        ),
        (
            "META-INF/manifest.xml",
            format!("<manifest:manifest xmlns:manifest=\"{NAMES}:manifest:1.0\"/>"),
        ),
        (
            "content.xml",
            format!(
                "<office:document-content xmlns:office=\"{NAMES}:office:1.0\" xmlns:table=\"{NAMES}:table:1.0\" xmlns:text=\"{NAMES}:text:1.0\"><office:body><office:spreadsheet><table:table table:name=\"a\">{rows}</table:table></office:spreadsheet></office:body></office:document-content>"
            ),
        ),
    ])
}

/// Returns the standings of a sheet.
fn standings(name: &str, bytes: &[u8]) -> Outcome {
    let archive = Archive::new(&[(name, bytes)]);
    archive.run(&["stats", "-q", "--table", "standings", "--sheet", name])
}

#[test]
fn workbooks_have_the_results_of_the_text() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let archive = Archive::new(&[]);
    let rows = |extension: &str| {
        let sheet = fixtures.join(format!("sheets/2023-spring.{extension}"));
        let games = fixtures.join("tournament/2023-spring");
        let sheet = sheet.to_str().unwrap();
        let standings = archive
            .run(&["stats", "-q", "--table", "standings", "--sheet", sheet])
            .stdout;
        // The text has no title, and is therefore named after its file.
        let standings = standings.replace("2023-spring,", "第12回風見町春季将棋大会,");
        let found = archive.run(&[
            "audit",
            "-q",
            "--format",
            "concise",
            "--sheet",
            sheet,
            games.to_str().unwrap(),
        ]);
        (standings, found.stdout.lines().count())
    };
    let text = rows("csv");
    assert_eq!((text.0.lines().count(), text.1), (8, 2));
    assert_eq!(rows("xlsx"), text);
    assert_eq!(rows("ods"), text);
}

#[test]
fn cells_of_a_workbook_have_their_rows() {
    let cell = |at: &str, text: &str| format!("<c r=\"{at}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let heads = [
        cell("B3", "black"),
        cell("C3", "white"),
        cell("D3", "result"),
        cell("E3", "date"),
    ]
    .concat();
    let game = [cell("B7", "A"), cell("C7", "B")].concat();
    // A formula has its value, and a number without a format of dates is a number.
    let rest =
        "<c r=\"D7\" t=\"str\"><f>IF(1>0,\"1-0\",\"0-1\")</f><v>1-0</v></c><c r=\"E7\"><v>45000</v></c>";
    let sheet = xlsx(&format!(
        "<row r=\"3\">{heads}</row><row r=\"7\">{game}{rest}</row>"
    ));
    let outcome = standings("a.xlsx", &sheet);
    assert_eq!(
        outcome.stdout.lines().nth(1),
        Some("a,1,A,1,1,0,0,1,0,0"),
        "{outcome:?}"
    );
    let record = "V2.2\nN+A\nN-C\nPI\n+\n+7776FU\n%TORYO\n/\nN+A\nN-B\nPI\n+\n+7776FU\n%CHUDAN\n/\nN+B\nN-D\nPI\n+\n+7776FU\n%TORYO\n";
    let archive = Archive::new(&[("a.xlsx", &sheet), ("g/a.csa", record.as_bytes())]);
    let outcome = archive.run_line("audit -q --format concise --sheet a.xlsx g");
    assert!(!outcome.stdout.contains("a.xlsx:"), "{outcome:?}");
}

#[test]
fn workbooks_that_take_much_memory_are_refused() {
    let one = "<c r=\"A1\"><v>1</v></c>";
    let far = format!("<row r=\"1\">{one}</row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>");
    let large = format!("<row r=\"1\">{one}</row>{}", " ".repeat(70 << 20));
    let repeated = "<table:table-cell office:value-type=\"string\" table:number-columns-repeated=\"16384\"><text:p>x</text:p></table:table-cell>";
    let rows =
        format!("<table:table-row table:number-rows-repeated=\"1048576\">{repeated}</table:table-row>");
    let many = format!("<table:table-row>{repeated}</table:table-row>").repeat(1000);
    let (beyond, too_large) = (
        "row 1048576 has a cell beyond the limit",
        "too large when it is unpacked",
    );
    for (name, bytes, message) in [
        ("far.xlsx", xlsx(&far), beyond),
        ("large.xlsx", xlsx(&large), too_large),
        ("rows.ods", ods(&rows), too_large),
        ("many.ods", ods(&many), too_large),
        ("empty.xlsx", xlsx(""), "the workbook has no cells"),
        ("empty.ods", ods(""), "the workbook has no cells"),
        (
            "other.ods",
            zip_of(&[("content.xml", "<a".to_owned())]),
            "the workbook cannot be read",
        ),
        (
            "other.xlsx",
            zip_of(&[("a.txt", "a".to_owned())]),
            "the workbook cannot be read",
        ),
    ] {
        let outcome = standings(name, &bytes);
        assert_eq!(outcome.status, 2, "{name}: {outcome:?}");
        assert!(
            outcome.stderr.contains(name) && outcome.stderr.contains(message),
            "{name}: {outcome:?}"
        );
    }
}
