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

/// Returns the findings of an audit of records in `g` with these sheets, each as its place and rule.
fn found(records: &[(&str, &str)], sheets: &[(&str, &[u8])], options: &str) -> Vec<String> {
    let files: Vec<_> = records
        .iter()
        .map(|(path, text)| (*path, text.as_bytes()))
        .chain(sheets.iter().copied())
        .collect();
    let archive = Archive::new(&files);
    let sheets: Vec<_> = sheets.iter().map(|(name, _)| format!("--sheet {name}")).collect();
    let outcome = archive.run_line(&format!("audit --format jsonl {} {options} g", sheets.join(" ")));
    assert!(outcome.status < 2, "{outcome:?}");
    let findings = |object: serde_json::Value| {
        let path = object["path"].as_str().unwrap().to_owned();
        let found = object["findings"].as_array().unwrap().clone();
        found
            .into_iter()
            .map(move |finding| format!("{path} {}", finding["rule"].as_str().unwrap()))
    };
    outcome.objects().into_iter().flat_map(findings).collect()
}

/// Returns a record of an event with these players and this end.
fn game(round: u32, black: &str, white: &str, moves: &str, end: &str) -> String {
    format!("V2.2\nN+{black}\nN-{white}\n$EVENT:Cup Round {round}\nPI\n+\n{moves}\n%{end}\n")
}

/// A comparison: its name, the sheets, the options and the findings.
type Case<'c> = (&'c str, &'c [(&'c str, &'c [u8])], &'c str, &'c [&'c str]);

#[test]
fn sheets_are_compared_as_they_are_meant() {
    let a = game(1, "Lotte Maes", "Ben Okafor", "+7776FU", "TORYO");
    let b = game(1, "Jan Wit", "José Müller", "+2726FU", "TORYO");
    let c = game(2, "Lotte Maes", "Jan Wit", "+5756FU", "TORYO");
    let records = [("g/a.csa", &*a), ("g/b.csa", &*b), ("g/c.csa", &*c)];
    let fesa = "[Cup, Gent]\n[2026-03-15]\n1 [Maes][Lotte] [2+ 3+] 2\n2 [Okafor][Ben] [1- 0+] 1\n3 [Wit][Jan] [4+ 1-] 1\n4 [Müller][José] [3- 0-] 0\n";
    let western = |text: &str| text.chars().map(|it| it as u8).collect::<Vec<_>>();
    let first = b"round,black,white,result\n1,Lotte Maes,Ben Okafor,1-0\n".to_vec();
    let second = western("round,black,white,result\n1,Jan Wit,José Müller,1-0\n2,Lotte Maes,Jan Wit,1-0\n");
    let cases: [Case<'_>; 7] = [
        ("names in the other order, in ISO 8859-1", &[("t.txt", &western(fesa))], "--complete", &[]),
        ("two sheets of one event", &[("1.csv", &first), ("2.csv", &second)], "--complete", &[]),
        ("one of them", &[("2.csv", &second)], "", &["g/a.csa record-not-on-sheet"]),
        (
            "a table by opponents",
            &[("t.csv", "Name,1,2,3,4,Points\nLotte Maes,*,○,○,,2\nBen Okafor,●,*,,,0\nJan Wit,●,,*,○,1\nJosé Müller,,,●,*,1\n".as_bytes())],
            "",
            &["t.csv sheet-points-differ"],
        ),
        (
            "byes by name, and repeated heads",
            &[("t.csv", "round,black,white,result\n1,Lotte Maes,Ben Okafor,○\n1,Jan Wit,José Müller,○\nround,black,white,result\n2,Lotte Maes,Jan Wit,○\n2,Ben Okafor,BYE,\n2,抜け番,José Müller,\n".as_bytes())],
            "--complete",
            &[],
        ),
        (
            "a game that was not played, and one that is twice in the sheet",
            &[("t.csv", "round,black,white,result\n1,Lotte Maes,Ben Okafor,不戦敗\n1,Jan Wit,José Müller,○\n2,Lotte Maes,Jan Wit,○\n2,Lotte Maes,Jan Wit,○\n".as_bytes())],
            "",
            &["g/a.csa sheet-result-differs", "t.csv sheet-game-missing"],
        ),
        (
            "chosen records",
            &[("2.csv", &second)],
            "--where round=1 --complete",
            &["g/a.csa record-not-on-sheet"],
        ),
    ];
    for (name, sheets, options, expected) in cases {
        assert_eq!(found(&records, sheets, options), expected, "{name}");
    }
}

#[test]
fn the_sheet_has_the_game_that_replays_a_draw() {
    let drawn = game(1, "A", "B", "+7776FU\n-3334FU", "HIKIWAKE");
    let replay = game(1, "B", "A", "+2726FU", "TORYO");
    let records = [("g/a.csa", &*drawn), ("g/b.csa", &*replay)];
    for (row, expected) in [
        ("1,A,B,0-1", &[][..]),
        ("1,B,A,1-0", &[]),
        ("1,A,B,1-0", &["g/b.csa sheet-result-differs"]),
    ] {
        let sheet = format!("round,black,white,result\n{row}\n");
        assert_eq!(
            found(&records, &[("t.csv", sheet.as_bytes())], ""),
            expected,
            "{row}"
        );
    }
}

#[test]
fn of_two_events_with_the_same_pairs_the_one_with_the_results_is_meant() {
    let of_year = |year: &str, end: &str| {
        let pairs = [("A", "B"), ("C", "D"), ("A", "C")];
        let games =
            pairs.map(|(black, white)| game(1, black, white, "+7776FU", end).replace("Cup Round 1", year));
        games.join("/\n")
    };
    let (one, other) = (
        of_year("Cup 2023", "+ILLEGAL_ACTION"),
        of_year("Cup 2024", "TORYO"),
    );
    let records = [("g/1.csa", &*one), ("g/2.csa", &*other)];
    for (result, of_other) in [("0-1", false), ("1-0", true)] {
        let sheet = format!(
            "black,white,result\nA,B,{result}\nC,D,{result}\nA,C,{}\n",
            if of_other { "0-1" } else { "1-0" }
        );
        let expected = if of_other {
            "g/2.csa sheet-result-differs"
        } else {
            "g/1.csa sheet-result-differs"
        };
        assert_eq!(
            found(&records, &[("t.csv", sheet.as_bytes())], "--select sheet-*"),
            [expected],
            "{result}"
        );
    }
}

#[test]
fn findings_between_records_do_not_follow_from_a_slip() {
    let slip = "手合割：平手\n先手：A\n後手：B\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６六歩(57)\n   4 ８四歩(83)\n   5 ６八銀(79)\n   6 ６二銀(71)\n   7 ７七銀(68)\n   8 ４二玉(51)\n   9 ２六歩(27)\n  10 ５四歩(53)\n  11 投了\n";
    let other = slip.replace("後手：B", "後手：C").replace("57", "67");
    let records = [("g/a.kif", &*other), ("g/b.kif", slip)];
    let sheet = "black,white,result\nA,C,0-1\n".as_bytes();
    let found = found(&records, &[("t.csv", sheet)], "--all --severity error");
    assert!(
        found.contains(&"g/b.kif record-not-on-sheet".to_owned()),
        "{found:?}"
    );
    let archive = Archive::new(&[
        ("g/a.kif", other.as_bytes()),
        ("g/b.kif", slip.as_bytes()),
        ("t.csv", sheet),
    ]);
    let outcome = archive.run_line("audit -q --all --format concise --sheet t.csv g");
    assert!(outcome.stdout.contains("record-not-on-sheet"), "{outcome:?}");
}

#[test]
fn cells_that_cannot_be_read_are_refused_with_their_line() {
    for (sheet, message) in [
        (
            "black,white,result\nA,B,1-0\nA,B,perhaps\n",
            "line 3: `perhaps` is not a result",
        ),
        ("black,white,result\n", "the sheet has heads, but no rows"),
        (
            "black,white,result\nA,\"B,1-0\nC,D,1-0\n",
            "a quote in the row that begins in line 2 is not closed",
        ),
        (
            "Name,1\nA,2+\nB,1+\n",
            "line 2: A has a result against number 2, but the row of that number does not have the opposite result",
        ),
        ("Name,1\nA,9+\nB,\n", "line 2: A has a result against number 9"),
        ("Name,1\nA,1+\n", "line 2: A has a result against number 1"),
        ("Name,1\nA,won\nB,\n", "line 2: `won` is not a result"),
    ] {
        let outcome = standings("a.csv", sheet.as_bytes());
        assert_eq!(outcome.status, 2, "{sheet}: {outcome:?}");
        assert!(outcome.stderr.contains(message), "{sheet}: {outcome:?}");
    }
    let archive = Archive::new(&[("a.csv", b"black,white,result\nA,B,1-0\n")]);
    let outcome = archive.run_line("stats -q --table standings --sheet a.csv --where plies>1");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert!(
        outcome.stderr.contains("--sheet counts the games of the sheet"),
        "{outcome:?}"
    );
}
