//! Records inside pages: HTML and Markdown.

use std::fs;

use encoding_rs::SHIFT_JIS;

use super::{Archive, NIFU};

const SCRIPTS: &str = include_str!("../../../fixtures/pages/kifu-for-js.html");
const PRE: &str = include_str!("../../../fixtures/pages/pre.html");
const FENCES: &str = include_str!("../../../fixtures/pages/two-fences.md");
const CODE_HTML: &str = include_str!("../../../fixtures/pages/code.html");
const CODE_MD: &str = include_str!("../../../fixtures/pages/code.md");
const UNREADABLE: &str = include_str!("../../../fixtures/pages/unreadable.html");
const REFERENCES: &str = include_str!("../../../fixtures/pages/references.html");

/// A page whose record has a finding with a safe fix.
const COLON: &str = "<pre>\n手合割:平手\n   1 ７六歩(77)\n   2 投了\n</pre>\n";

fn archive() -> Archive {
    Archive::new(&[
        ("scripts.html", SCRIPTS.as_bytes()),
        ("pre.htm", PRE.as_bytes()),
        ("fences.md", FENCES.as_bytes()),
        ("code.xhtml", CODE_HTML.as_bytes()),
        ("code.markdown", CODE_MD.as_bytes()),
        ("references.html", REFERENCES.as_bytes()),
    ])
}

/// Returns the path, the number and the format of each record, and the rule, line and column of each finding.
fn records(archive: &Archive, arguments: &[&str], input: &[u8]) -> Vec<String> {
    let arguments = [&["validate", "--format", "jsonl"], arguments].concat();
    let outcome = archive.run_with_input(&arguments, input);
    let records = outcome.objects().into_iter().map(|record| {
        let text = |key: &str| record[key].to_string().replace('"', "");
        let findings = record["findings"].as_array().unwrap().iter().map(|finding| {
            let field = |key: &str| finding[key].to_string().replace('"', "");
            format!(" {}@{}:{}", field("rule"), field("line"), field("column"))
        });
        let head = ["path", "record", "format"].map(text).join(" ");
        head + &findings.collect::<String>()
    });
    records.collect()
}

#[test]
fn records_in_pages_have_their_place_in_the_page() {
    let archive = archive();
    assert_eq!(
        records(&archive, &["."], b""),
        [
            "./fences.md 1 kif",
            "./fences.md 2 csa capture-own-piece@30:4",
            "./pre.htm 1 kif empty-source@9:51",
            "./pre.htm 2 bod",
            "./scripts.html 1 kif",
            "./scripts.html 2 ki2",
            "./scripts.html 3 csa",
        ]
    );
    let line = PRE.lines().nth(8).unwrap();
    let before: String = line.chars().take(50).collect();
    assert!(before.ends_with("2 <b>"), "{before}");
}

#[test]
fn a_page_is_recognized_by_its_content() {
    let archive = Archive::new(&[("page", PRE.as_bytes())]);
    for (page, expected) in [
        (SCRIPTS, &["- 1 kif", "- 2 ki2", "- 3 csa"][..]),
        (PRE, &["- 1 kif empty-source@9:51", "- 2 bod"]),
        (FENCES, &["- 1 kif", "- 2 csa capture-own-piece@30:4"]),
        // A record may contain a fence, and is then not a page.
        (
            "手合割：平手\n1 ７六歩(77)\n2 投了\n*次\n```\n▲７六歩\n```\n",
            &["- 1 kif unreadable-line@5:1"],
        ),
        // A text that begins like HTML, but is not a page, is read as before.
        (
            "<b>\n手合割：平手\n1 ７六歩(77)\n2 投了\n",
            &["- 1 kif unreadable-line@1:1"],
        ),
    ] {
        assert_eq!(records(&archive, &["-"], page.as_bytes()), expected, "{page}");
    }
    let of_file = records(&archive, &["page"], b"");
    assert_eq!(of_file, ["page 1 kif empty-source@9:51", "page 2 bod"]);
}

#[test]
fn the_encoding_of_a_page_does_not_matter() {
    let archive = Archive::new(&[]);
    let (shift_jis, ..) = SHIFT_JIS.encode(SCRIPTS);
    let marked = format!("\u{feff}{PRE}");
    let utf_16: Vec<u8> = marked.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(
        records(&archive, &["-"], &shift_jis),
        ["- 1 kif", "- 2 ki2", "- 3 csa"]
    );
    for bytes in [marked.as_bytes(), &utf_16] {
        assert_eq!(
            records(&archive, &["-"], bytes),
            ["- 1 kif empty-source@9:51", "- 2 bod"]
        );
    }
}

#[test]
fn a_damaged_byte_matters_only_in_a_record() {
    let archive = Archive::new(&[]);
    let record = "手合割：平手\n先手：あ#い\n1 ７六歩(77)\n2 投了\n";
    let damaged = |page: &str| {
        let (head, tail) = page.split_once('#').unwrap();
        [head.as_bytes(), b"\xFF", tail.as_bytes()].concat()
    };
    let in_record = damaged(&format!("<p>前</p><pre>\n{record}</pre>\n"));
    assert_eq!(
        records(&archive, &["-"], &in_record),
        ["- 1 kif damaged-bytes@3:5"]
    );
    let in_prose = damaged(&format!("<p>前#</p><pre>\n{}</pre>\n", record.replace('#', "")));
    assert_eq!(records(&archive, &["-"], &in_prose), ["- 1 kif"]);
}

#[test]
fn a_saved_page_of_a_server_is_read_as_before() {
    let page = "<!DOCTYPE html>\n<html><script>receiveMove(\"+7776FU,L599\\t-3334FU,L598\\tGOTE_WIN_TORYO\");</script></html>\n";
    let archive = Archive::new(&[("a/game.html", page.as_bytes())]);
    assert_eq!(records(&archive, &["a"], b""), ["a/game.html 1 csa"]);
    assert_eq!(records(&archive, &["-"], page.as_bytes()), ["- 1 csa"]);
}

#[test]
fn pages_without_records_are_skipped_unless_they_are_named() {
    let archive = archive();
    let outcome = archive.run_line("validate -v .");
    for name in ["code.xhtml", "code.markdown", "references.html"] {
        let line = format!("./{name}: skipped: contains no record");
        assert!(outcome.stderr.contains(&line), "{}", outcome.stderr);
    }
    for (name, message) in [
        ("code.xhtml", "no record found in this HTML page"),
        ("code.markdown", "no record found in this Markdown page"),
        (
            "references.html",
            "this page contains no record, but refers to \"a.kif\"",
        ),
    ] {
        let outcome = archive.run(&["validate", name]);
        assert_eq!(outcome.status, 1);
        assert!(outcome.stdout.contains(message), "{}", outcome.stdout);
    }
}

#[test]
fn an_element_marked_as_a_record_must_be_readable() {
    let archive = Archive::new(&[("a/unreadable.html", UNREADABLE.as_bytes())]);
    assert_eq!(
        records(&archive, &["a"], b""),
        ["a/unreadable.html 1 unknown unreadable-record@3:1"]
    );
    let unmarked = UNREADABLE.replace("text/kifu", "text/plain");
    let archive = Archive::new(&[("a/unreadable.html", unmarked.as_bytes())]);
    assert!(records(&archive, &["a"], b"").is_empty());
}

#[test]
fn prose_code_and_parts_of_records_are_not_records() {
    let archive = Archive::new(&[]);
    for (content, expected) in [
        ("手合割：平手\n1 ７六歩(77)\n2 投了", true),
        ("▲７六歩 △３四歩 ▲２六歩", true),
        ("+7776FU\n-3334FU\n%TORYO", true),
        ("position startpos moves 7g7f 3c3d", true),
        (
            "{\"moves\":[{},{\"move\":{\"from\":{\"x\":7,\"y\":7},\"to\":{\"x\":7,\"y\":6},\"piece\":\"FU\"}},\
          {\"move\":{\"from\":{\"x\":3,\"y\":3},\"to\":{\"x\":3,\"y\":4},\"piece\":\"FU\"}}]}",
            true,
        ),
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            true,
        ),
        // Parts of records, whose beginning is missing.
        ("57 ５五角(88)\n58 同　歩(54)", false),
        ("▲５五角打 △同歩", false),
        ("+7776FU", false),
        ("手合割：平手\n先手：甲", false),
        // Examples of a documentation.
        ("$ cat game.kif\n手合割：平手\n1 ７六歩(77)\n2 投了", false),
        ("手合割：平手\n1 ７六歩(77)\n...\n57 投了", false),
        ("手合割：平手\n1 ７六歩(77)\nfoo\nbar", false),
        // Other texts.
        ("{\"header\":{\"alg\":\"HS256\"}}", false),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", false),
        ("[Event \"x\"]\n\n1. e4 e5 2. Nf3", false),
        ("先手：the side that moves first\n後手：the other side", false),
        ("fn main() {\n    println!(\"▲７六歩\");\n}", false),
        ("+---+\n| a |\n+---+", false),
        ("-1234AB\n+5678CD", false),
    ] {
        for (name, page) in [
            ("page.html", format!("<pre>\n{content}\n</pre>")),
            ("page.md", format!("# x\n\n```\n{content}\n```\n")),
        ] {
            fs::write(archive.path(name), &page).unwrap();
            let records = records(&archive, &[name], b"");
            let is_record = records.iter().any(|record| !record.contains("unreadable-record"));
            assert_eq!(is_record, expected, "{page}\n{records:?}");
        }
    }
}

#[test]
fn the_language_of_a_fence_states_whether_it_is_a_record() {
    let archive = Archive::new(&[]);
    // The first moves are illegal, and most of the second game cannot be read.
    let bare = "1 ７六歩(77)\n2 ３四歩(33)\n3 ５五角打\n4 ８四歩(83)";
    let damaged = "手合割：平手\n1 ７六歩(77)\n2 ３?歩\n3 ?六歩(27)\n4 ８四歩(83)";
    let moves = "+7776FU\n-3334FU\n%TORYO";
    let result = "先手：甲\n後手：乙\n1 不戦勝";
    for (language, content, expected) in [
        ("kif", bare, true),
        ("", bare, false),
        ("kif", damaged, true),
        ("", damaged, false),
        ("", moves, true),
        ("text", moves, true),
        ("csa title=\"x\"", moves, true),
        ("diff", moves, false),
        ("", result, true),
        ("kif", "手合割：平手\n1 ７六歩(77)\n...\n57 投了", false),
        ("kif", "Some words about the format.", false),
        // The call of a game server is only read in the script of a page.
        ("js", "receiveMove(\"+7776FU,L599\\t-3334FU,L598\");", false),
    ] {
        let page = format!("# x\n\n```{language}\n{content}\n```\n");
        fs::write(archive.path("page.md"), &page).unwrap();
        let records = records(&archive, &["page.md"], b"");
        let is_record = records.iter().any(|record| !record.contains("unreadable-record"));
        assert_eq!(is_record, expected, "{page}\n{records:?}");
    }
    let prose = "<p>The page calls <code>receiveMove(\"+7776FU,L599\")</code>.</p>\n<pre>▲７六歩 △３四歩 から始まる。</pre>\n";
    fs::write(archive.path("page.html"), prose).unwrap();
    let records = records(&archive, &["page.html"], b"");
    assert!(records[0].contains("unreadable-record"), "{records:?}");
}

#[test]
fn the_format_names_the_page() {
    let archive = archive();
    let outcome = archive.run_line("validate -v .");
    for line in [
        "./fences.md: KIF, CSA in Markdown, UTF-8\n",
        "./pre.htm: KIF, BOD in HTML, UTF-8\n",
        "./scripts.html: KIF, KI2, CSA in HTML, UTF-8\n",
        // The file to which a page refers is named and counted.
        "./scripts.html: games/final.kif: skipped: the page refers to this file",
        "; 4 files skipped (",
    ] {
        assert!(outcome.stderr.contains(line), "{line}\n{}", outcome.stderr);
    }
    let outcome = archive.run_line("validate -v --lang ja fences.md");
    assert!(
        outcome
            .stderr
            .contains("fences.md: Markdown内のKIF、CSA, UTF-8\n")
    );
}

#[test]
fn records_in_elements_that_are_not_read_are_named() {
    const KIF: &str = "手合割：平手<br>\n   1 ７六歩(77)<br>\n   2 ３四歩(33)<br>\n   3 投了<br>\n";
    let read = "<pre>\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n</pre>\n";
    for (content, expected) in [
        (
            format!("<p>A game</p>\n<div>\n{KIF}</div>\n"),
            &["page.html:8: not read: 4 lines of KIF outside"][..],
        ),
        (
            format!("<p>{KIF}</p>\n{}<p>{KIF}</p>\n", "<p>x</p>\n".repeat(4)),
            &["page.html:6: not read", "page.html:15: not read"],
        ),
        (
            "<script>\nKifuForJS.load({kifu: `手合割：平手`});\n</script>\n".to_owned(),
            &["page.html:7: not read: a script passes"],
        ),
        (
            "<p>position startpos moves 7g7f 3c3d</p>\n".to_owned(),
            &["page.html:6: not read: 1 line of USI"],
        ),
        (
            "<applet><param name=\"KIFU\" value=\"b.kif\"></applet>\n".to_owned(),
            &["page.html: b.kif: skipped: the page refers"],
        ),
        // Twins in which nothing is left out.
        (String::new(), &[]),
        (
            "<p>▲７六歩 is a common first move.</p>\n<p>Black: the first player</p>\n".to_owned(),
            &[],
        ),
        ("<pre>\n{\"a\": 1}\n{\"a\": 2}\n</pre>\n".to_owned(), &[]),
        (
            "<script>KifuForJS.load = 1;</script>\n<applet><param name=x value=b.kif></applet>\n".to_owned(),
            &[],
        ),
        (format!("<!-- {KIF} -->\n"), &[]),
    ] {
        let archive = Archive::new(&[("page.html", format!("{read}{content}").as_bytes())]);
        let outcome = archive.run_line("validate -v page.html");
        let lines = outcome.stderr.lines();
        let named: Vec<_> = lines
            .filter(|line| line.contains("not read") || line.contains("skipped: the page"))
            .collect();
        assert_eq!(named.len(), expected.len(), "{content}\n{}", outcome.stderr);
        for (line, beginning) in named.iter().zip(expected) {
            assert!(line.starts_with(beginning), "{content}\n{line}");
        }
        let quiet = archive.run_line("validate page.html").stderr;
        assert!(!quiet.contains("not read"), "{quiet}");
    }
    let page = format!("<div>\n{KIF}</div>\n");
    let archive = Archive::new(&[("page.html", page.as_bytes()), ("other.html", b"<p>x</p>")]);
    let outcome = archive.run_line("validate -v .");
    for line in [
        "./page.html: skipped: contains no record that is read; line 2 looks like one\n",
        "./other.html: skipped: contains no record\n",
    ] {
        assert!(outcome.stderr.contains(line), "{line}\n{}", outcome.stderr);
    }
}

#[test]
fn pages_are_never_changed() {
    let with_plain = [
        ("page.html", COLON),
        ("plain.kif", "手合割：平手\n1 ７六歩(77)\n2 投了\n"),
    ];
    let archive = Archive::new(&with_plain.map(|(name, text)| (name, text.as_bytes())));
    let message = "; 1 file not changed because records in HTML and Markdown are not fixed (`kifu convert` writes them to files)";
    for (arguments, status) in [
        ("fix page.html", 1),
        ("fix --unsafe page.html", 1),
        ("fix --backup .", 1),
        ("fix -o out .", 1),
        ("fix --diff page.html", 0),
    ] {
        let outcome = archive.run_line(arguments);
        assert_eq!(outcome.status, status, "{arguments}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
        assert!(outcome.stdout.is_empty(), "{}", outcome.stdout);
        assert_eq!(fs::read_to_string(archive.path("page.html")).unwrap(), COLON);
    }
    assert!(!archive.path("out/page.html").exists());
    // Nor is a file with the extension of a page that is read as a record.
    let plain = "手合割:平手\n1 ７六歩(77)\n2 投了\n";
    fs::write(archive.path("plain.md"), plain).unwrap();
    let outcome = archive.run_line("fix --input-format kif plain.md");
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    assert_eq!(fs::read_to_string(archive.path("plain.md")).unwrap(), plain);
    fs::remove_file(archive.path("plain.md")).unwrap();
    let outcome = archive.run_with_input(&["fix", "-"], COLON.as_bytes());
    assert_eq!((outcome.status, &*outcome.stdout), (1, COLON));
    assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    // A page without a fix is not a reason to complain.
    let outcome = archive.run_line("fix plain.kif");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    fs::write(archive.path("page.html"), COLON.replace(':', "：")).unwrap();
    let outcome = archive.run_line("fix .");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
}

#[test]
fn every_command_reads_pages() {
    let page = format!("# Club\n\n```\n{NIFU}```\n\n~~~\n▲７六歩 △３四歩\nまで2手で後手の勝ち\n~~~\n");
    let zip = super::archives::builders::zip(&[("a/page.md", page.as_bytes()), ("README.md", b"# x\n")]);
    let archive = Archive::new(&[("page.md", page.as_bytes()), ("games.zip", &zip)]);
    for (arguments, expected) in [
        ("validate --format concise page.md", "page.md:13:6: error[nifu]"),
        (
            "validate --format concise games.zip",
            "games.zip!a/page.md:13:6: error[nifu]",
        ),
        ("show --record 2 page.md", "record 2 of 2 (ki2, UTF-8)"),
        ("convert --to csa page.md", "+7776FU\n-3334FU\n"),
        (
            "stats --table games --columns path,record,plies page.md",
            "page.md,2,2\n",
        ),
        ("find --moves 7g7f --columns path,record page.md", "page.md,2\n"),
    ] {
        let outcome = archive.run_line(arguments);
        assert!(
            outcome.stdout.contains(expected),
            "{arguments}\n{}{}",
            outcome.stdout,
            outcome.stderr
        );
    }
    let outcome = archive.run_line("validate games.zip");
    assert!(outcome.stderr.contains("Checked 2 records"), "{}", outcome.stderr);
    assert!(
        outcome.stderr.contains("; 1 file skipped ("),
        "{}",
        outcome.stderr
    );
    let outcome = archive.run_line("index -o games.idx .");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w -";
    let outcome = archive.run(&[
        "find",
        "--index",
        "games.idx",
        "--sfen",
        sfen,
        "--columns",
        "path,record",
    ]);
    assert!(
        outcome.stdout.contains("./page.md,2\n"),
        "{}{}",
        outcome.stdout,
        outcome.stderr
    );
}

#[test]
fn a_large_page_is_read_as_a_small_one() {
    let record = "# x\n\n```\n手合割：平手\n1 ７六歩(77)\n2 ５四歩(55)\n3 投了\n```\n";
    // Comments make the page longer than a window, without more records.
    let padding = format!("<!-- {} -->\n", "x".repeat(17 << 20));
    let large = format!("{record}{padding}{record}");
    let archive = Archive::new(&[("large.md", large.as_bytes())]);
    let lines = record.lines().count() + 1;
    assert_eq!(
        records(&archive, &["large.md"], b""),
        [
            "large.md 1 kif empty-source@6:3".to_owned(),
            format!("large.md 2 kif empty-source@{}:3", lines + 6),
        ]
    );
    assert_eq!(records(&archive, &["-"], large.as_bytes()).len(), 2);
}
