//! Excel workbooks, read back from the parts of their zip file.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Read;

use roxmltree::Document;
use zip::ZipArchive;

use super::{Archive, CLEAN, NIFU};

/// Returns the text of a part of a workbook, such as `xl/worksheets/sheet1.xml`.
fn read_part(archive: &Archive, file: &str, name: &str) -> String {
    let file = File::open(archive.path(file)).unwrap();
    let mut zip = ZipArchive::new(file).unwrap();
    let mut text = String::new();
    zip.by_name(name).unwrap().read_to_string(&mut text).unwrap();
    text
}

/// Returns the rows of the first sheet as pairs of column letters and cell text.
fn sheet_rows(archive: &Archive, file: &str) -> Vec<Vec<(String, String)>> {
    rows_of_sheet(archive, file, 1)
}

/// Returns the rows of a sheet, by its number from 1.
fn rows_of_sheet(archive: &Archive, file: &str, number: usize) -> Vec<Vec<(String, String)>> {
    let text = read_part(archive, file, &format!("xl/worksheets/sheet{number}.xml"));
    let document = Document::parse(&text).unwrap();
    let rows = document.descendants().filter(|it| it.has_tag_name("row"));
    let row_cells = rows.map(|row| {
        let cells = row.children().filter(|it| it.has_tag_name("c"));
        let to_column_and_text = |node: roxmltree::Node<'_, '_>| {
            let column = node.attribute("r").unwrap().trim_end_matches(char::is_numeric);
            let texts = node
                .descendants()
                .filter(roxmltree::Node::is_text)
                .filter_map(|it| it.text());
            (column.to_owned(), texts.collect())
        };
        cells.map(to_column_and_text).collect()
    });
    row_cells.collect()
}

fn cell<'r>(row: &'r [(String, String)], column: &str) -> &'r str {
    row.iter()
        .find(|(name, _)| name == column)
        .map_or("", |it| it.1.as_str())
}

fn archive_of_games() -> Archive {
    let with_formula = CLEAN.replace("手合割：平手", "手合割：平手\n先手：=1+1\n開始日時：2024/05/05");
    Archive::new(&[
        ("g/a#1 b.kif", NIFU.as_bytes()),
        ("g/clean.kif", with_formula.as_bytes()),
    ])
}

#[test]
fn findings_are_rows_with_title_move_reason_and_remedy() {
    let archive = archive_of_games();
    for (language, title, move_text, remedy) in [
        ("ja", "二歩", "▲９五歩打", "確かめる"),
        ("en", "two pawns on a file", "P*9e", "Check"),
    ] {
        let line = format!("validate --format xlsx --lang {language} -o sub.xlsx g");
        let outcome = archive.run_line(&line);
        assert_eq!(outcome.status, 1, "{outcome:?}");
        let rows = sheet_rows(&archive, "sub.xlsx");
        let nifu = rows.iter().find(|row| cell(row, "Q") == "nifu").unwrap();
        assert!(cell(nifu, "G").contains(move_text), "{nifu:?}");
        assert!(cell(nifu, "I").contains(remedy), "{nifu:?}");
        assert_eq!(cell(nifu, "B"), title);
        assert_eq!((cell(nifu, "C"), cell(nifu, "D")), ("g/a#1 b.kif", "1"));
        assert_ne!(cell(nifu, "H"), "");
        assert!(rows.iter().all(|row| cell(row, "C") != "g/clean.kif"));
    }
    let sheet = read_part(&archive, "sub.xlsx", "xl/worksheets/sheet1.xml");
    assert!(
        sheet.contains("state=\"frozen\"") && sheet.contains("<autoFilter ref=\"A1:S"),
        "{sheet}"
    );
    let links = read_part(&archive, "sub.xlsx", "xl/worksheets/_rels/sheet1.xml.rels");
    assert!(links.contains("Target=\"g/a%231%20b.kif\""), "{links}");
}

#[test]
fn tables_have_typed_cells_and_no_formulas() {
    let archive = archive_of_games();
    let write_table = |name: &str| {
        let options = "--columns path,plies,black,date,verdict --lang ja -q";
        archive.run_line(&format!("stats --format xlsx {options} -o {name} g"))
    };
    assert_eq!(
        (write_table("one.xlsx").status, write_table("two.xlsx").status),
        (0, 0)
    );
    let rows = sheet_rows(&archive, "one.xlsx");
    let titles: Vec<_> = rows[0].iter().map(|it| it.1.as_str()).collect();
    assert_eq!(titles, ["ファイル", "手数", "先手", "対局日", "勝者"]);
    let clean = &rows[2];
    assert_eq!(
        ["A", "B", "C", "D", "E"].map(|column| cell(clean, column)),
        ["g/clean.kif", "2", "=1+1", "45417", "後手"]
    );
    let sheet = read_part(&archive, "one.xlsx", "xl/worksheets/sheet1.xml");
    assert!(!sheet.contains("<f>"), "{sheet}");
    let bytes = |name: &str| fs::read(archive.path(name)).unwrap();
    assert!(bytes("one.xlsx") == bytes("two.xlsx"), "no time is in the file");
    let search = archive.run_line("find --moves 7g7f --format xlsx -o hits.xlsx g");
    assert_eq!(search.status, 0, "{search:?}");
    assert_eq!(
        read_part(&archive, "hits.xlsx", "xl/worksheets/sheet1.xml")
            .matches("<row ")
            .count(),
        2,
        "the head and a hit"
    );
}

#[test]
fn links_are_relative_to_the_workbook() {
    let archive = archive_of_games();
    fs::create_dir_all(archive.path("out/deep")).unwrap();
    archive.run_line("validate -q --format xlsx -o out/deep/a.xlsx g");
    let links = read_part(&archive, "out/deep/a.xlsx", "xl/worksheets/_rels/sheet1.xml.rels");
    assert!(links.contains("Target=\"../../g/a%231%20b.kif\""), "{links}");
}

#[test]
fn names_of_other_formats_are_refused_with_a_tip() {
    let archive = archive_of_games();
    for (line, tip) in [
        ("validate -o a.xlsx g", "--format xlsx"),
        ("stats -o a.xlsx g", "--format xlsx"),
        ("stats -o a.parquet g", "--format parquet"),
        ("stats -o a.db g", "--format sqlite"),
        ("stats --format xlsx -o a.csv g", "another format"),
        ("validate --format xlsx --output-dir out g", "--output-dir"),
        ("convert --to csa --join -o a.xlsx g", "choose another name"),
        ("convert --to csa --name {black} -o - g", "--name"),
    ] {
        let outcome = archive.run_line(line);
        assert_eq!(outcome.status, 2, "{line}: {outcome:?}");
        assert!(outcome.stderr.contains(tip), "{line}: {outcome:?}");
    }
    for line in [
        "stats -o a.csv.gz g",
        "stats -o b.txt g",
        "stats --format xlsx -o c.xlsx g",
    ] {
        assert_eq!(archive.run_line(line).status, 0, "{line}");
    }
}

#[test]
fn csv_for_spreadsheets_is_in_the_language_of_the_run() {
    let archive = archive_of_games();
    let japanese = archive
        .run_line("validate -q --format csv --bom --lang ja g")
        .stdout;
    assert!(japanese.starts_with("\u{feff}ファイル,局,"), "{japanese}");
    assert!(japanese.contains(",nifu,エラー,"), "{japanese}");
    let english = archive
        .run_line("validate -q --format csv --bom --lang en g")
        .stdout;
    assert!(english.starts_with("\u{feff}path,record,"), "{english}");
    let table = archive
        .run_line("stats -q --bom --lang ja --columns path,plies g")
        .stdout;
    assert!(table.starts_with("\u{feff}ファイル,手数\n"), "{table}");
    let without_bom = archive
        .run_line("stats -q --lang ja --columns path,plies g")
        .stdout;
    assert!(without_bom.starts_with("path,plies\n"), "{without_bom}");
}

/// The tables of a workbook are its sheets, each with titles, translated words and dates, and with pages that can be
/// printed.
#[test]
fn several_tables_are_sheets_of_one_workbook() {
    let game = |day: &str, black: &str| {
        CLEAN.replace(
            "手合割：平手",
            &format!("手合割：平手\n開始日時：2024/05/{day} 10:00\n先手：{black}\n後手：乙"),
        )
    };
    let archive = Archive::new(&[
        ("g/a.kif", game("05", "甲").as_bytes()),
        ("g/b.kif", game("06", "甲四段").as_bytes()),
        ("g/c.kif", NIFU.as_bytes()),
    ]);
    for (language, names, heads, ending, relation, contradiction) in [
        (
            "ja",
            ["棋譜", "対局者", "終局", "重複"],
            ["ファイル", "対局者", "終局", "組"],
            "投了",
            "同じ指し手",
            "開始日時",
        ),
        (
            "en",
            ["Games", "Players", "Endings", "Duplicates"],
            ["File", "Player", "Ending", "Group"],
            "resign",
            "same",
            "start_time",
        ),
    ] {
        for jobs in ["1", "3"] {
            let tables = "games,対局者, endings,duplicates";
            let outcome = archive.run(&[
                "stats", "-q", "-j", jobs, "--lang", language, "--table", tables, "--format", "xlsx", "-o",
                "all.xlsx", "g",
            ]);
            assert_eq!(outcome.status, 0, "{outcome:?}");
        }
        let book = read_part(&archive, "all.xlsx", "xl/workbook.xml");
        let document = Document::parse(&book).unwrap();
        let sheets = document.descendants().filter(|it| it.has_tag_name("sheet"));
        let found: Vec<_> = sheets.map(|it| it.attribute("name").unwrap()).collect();
        assert_eq!(found, names);
        assert_eq!(book.matches("_xlnm.Print_Titles").count(), 4, "{book}");
        for (at, head) in heads.into_iter().enumerate() {
            let sheet = read_part(
                &archive,
                "all.xlsx",
                &format!("xl/worksheets/sheet{}.xml", at + 1),
            );
            for part in [
                "<pageSetUpPr fitToPage=\"1\"/>",
                "orientation=\"landscape\"",
                "fitToHeight=\"0\"",
                "state=\"frozen\"",
            ] {
                assert!(sheet.contains(part), "{part}: {sheet}");
            }
            let rows = rows_of_sheet(&archive, "all.xlsx", at + 1);
            assert_eq!(cell(&rows[0], "A"), head);
            let titles: BTreeSet<_> = rows[0].iter().map(|it| &it.1).collect();
            assert_eq!(titles.len(), rows[0].len(), "{:?}", rows[0]);
        }
        let players = rows_of_sheet(&archive, "all.xlsx", 2);
        assert_eq!((cell(&players[1], "A"), cell(&players[1], "B")), ("乙", "乙"));
        let endings = rows_of_sheet(&archive, "all.xlsx", 3);
        assert!(endings.iter().any(|row| cell(row, "A") == ending), "{endings:?}");
        let duplicates = rows_of_sheet(&archive, "all.xlsx", 4);
        let [_, first, second] = &duplicates[..] else {
            panic!("{duplicates:?}");
        };
        assert_eq!(
            ["B", "M", "N"].map(|column| cell(second, column)),
            [relation, "45418.416666666664", contradiction]
        );
        assert_eq!(cell(first, "N"), "");
    }
}

/// The names of openings are translated in an English workbook, but not in CSV, which programs read.
#[test]
fn names_of_openings_are_in_the_language_of_the_run() {
    let game = "startpos moves 7g7f 3c3d 6g6f 8c8d 2h6h 8d8e 5i4h 7a6b 4h3h 5c5d 3h2h 4a3b 3i3h 1c1d 6i5h\n";
    let other = "sfen 4k4/9/9/9/9/9/9/9/4K4 b G 1 moves G*5b\n";
    let archive = Archive::new(&[("a.usi", game.as_bytes()), ("b.usi", other.as_bytes())]);
    let columns = "--columns handicap,opening,black_castle -q";
    for (language, expected) in [
        ("en", ["平手", "Fourth File Rook", "Mino castle", "other"]),
        ("ja", ["平手", "四間飛車", "美濃囲い", "その他"]),
    ] {
        let options = format!("--format xlsx --lang {language} -o t.xlsx");
        let outcome = archive.run_line(&format!("stats {columns} {options} a.usi b.usi"));
        assert_eq!(outcome.status, 0, "{outcome:?}");
        let rows = sheet_rows(&archive, "t.xlsx");
        let [game, other] = [&rows[1], &rows[2]];
        let found = [
            cell(game, "A"),
            cell(game, "B"),
            cell(game, "C"),
            cell(other, "A"),
        ];
        assert_eq!(found, expected);
    }
    let csv = archive.run_line(&format!("stats {columns} --lang en a.usi"));
    assert!(csv.stdout.contains("平手,四間飛車,美濃囲い"), "{csv:?}");
}

#[test]
fn several_tables_need_a_workbook() {
    let archive = archive_of_games();
    for (options, error) in [
        ("--table games,players", "several tables need a workbook"),
        (
            "--table games,moves,games --format xlsx -o a.xlsx",
            "table `games` occurs twice",
        ),
        (
            "--table games,moves --format xlsx -o a.xlsx --columns path",
            "--columns is for a single table",
        ),
        (
            "--table games,players --format xlsx -o a.xlsx --columns plies",
            "--columns is for a single table",
        ),
        ("--table players --columns plies", "unknown column `plies`"),
        (
            "--table players,endings --format xlsx -o a.xlsx --having games>1",
            "--having is for a single table",
        ),
        ("--table games,others --format xlsx -o a.xlsx", "others"),
    ] {
        let outcome = archive.run_line(&format!("stats --lang en {options} g"));
        assert_eq!(outcome.status, 2, "{options}: {outcome:?}");
        assert!(outcome.stderr.contains(error), "{options}: {outcome:?}");
    }
}

/// Japanese titles are names of tables and columns. On the right of an operator they are texts.
#[test]
fn japanese_titles_are_names() {
    let archive = archive_of_games();
    for (titles, names) in [
        (
            "--table 対局者 --columns 対局者,対局数,勝率 --sort -対局数,対局者 --having 対局数>=1",
            "--table players --columns name,games,win_rate --sort -games,name --having games>=1",
        ),
        (
            "--columns ファイル,手数,先手 --where 手数>=2 --sort -手数",
            "--columns path,plies,black --where plies>=2 --sort -plies",
        ),
        (
            "--table 指し手 --columns 手目,指し手（USI） --where 王手=0",
            "--table moves --columns ply,usi --where checks=0",
        ),
        (
            "--columns ファイル --where 先手=手数",
            "--columns path --where black=\"手数\"",
        ),
    ] {
        let [by_title, by_name] =
            [titles, names].map(|options| archive.run_line(&format!("stats -q {options} g")));
        assert_eq!((by_title.status, &*by_title.stderr), (0, ""), "{titles}");
        assert_eq!(by_title.stdout, by_name.stdout, "{titles}");
    }
    let unknown = archive.run_line("stats -q --columns 勝数 g");
    assert_eq!(unknown.status, 2, "{unknown:?}");
}
