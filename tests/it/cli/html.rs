//! `--html`: an HTML report in addition to the usual output.

use std::fs;

use super::{Archive, CLEAN, NIFU};
use crate::support::page::{page_lines, page_with_data};

fn archive() -> Archive {
    Archive::new(&[("a/clean.kif", CLEAN.as_bytes()), ("a/nifu.kif", NIFU.as_bytes())])
}

fn file_names(archive: &Archive) -> Vec<String> {
    let entries = fs::read_dir(archive.path("")).unwrap();
    let mut file_names: Vec<_> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    file_names.sort();
    file_names
}

#[test]
fn html_does_not_change_the_other_output() {
    let archive = archive();
    for format in ["text", "concise", "json", "jsonl", "csv"] {
        let without_html = archive.run(&["validate", "a", "-q", "--format", format]);
        let with_html = archive.run(&["validate", "a", "-q", "--format", format, "--html", "page.html"]);
        assert_eq!(
            (without_html.status, without_html.stdout),
            (with_html.status, with_html.stdout),
            "{format}"
        );
        assert_eq!(with_html.stderr, "");
    }
    assert_eq!(file_names(&archive), ["a", "page.html"]);
    let page = fs::read_to_string(archive.path("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>\n<html lang=\"en\">") && page.ends_with("</html>\n"));
    let page = page_with_data(&page);
    assert!(page.contains("\"path\":\"a/nifu.kif\"") && page.contains("\"rule\":\"nifu\""));
    // An older page is replaced, and the new one has only the findings of this run.
    archive.run(&[
        "validate",
        "a",
        "--html",
        "page.html",
        "--lang",
        "ja",
        "--ignore",
        "nifu",
    ]);
    let page = fs::read_to_string(archive.path("page.html")).unwrap();
    assert!(page.starts_with("<!doctype html>\n<html lang=\"ja\">"));
    assert!(
        !page_lines(&page, "findings")
            .concat()
            .contains("\"rule\":\"nifu\"")
    );
}

#[test]
fn html_replaces_no_other_file() {
    let archive = archive();
    fs::write(archive.path("old.kif"), CLEAN).unwrap();
    let cases = [
        (&["--html", "old.kif"][..], "game record"),
        (&["--html", "a/nifu.kif"], "game record"),
        (&["--html", "a"], "a:"),
        (&["--html", "nowhere/page.html"], "nowhere/page.html"),
        (&["--html", "page.html", "-o", "page.html"], "the same file"),
    ];
    for (arguments, expected) in cases {
        let outcome = archive.run(&[&["validate", "a"], arguments].concat());
        assert_eq!(outcome.status, 2, "{arguments:?}: {outcome:?}");
        assert!(outcome.stderr.contains(expected), "{arguments:?}: {outcome:?}");
        assert_eq!(file_names(&archive), ["a", "old.kif"], "{arguments:?}");
    }
    assert_eq!(fs::read_to_string(archive.path("old.kif")).unwrap(), CLEAN);
}

#[test]
fn all_players_of_a_game_are_shown() {
    let yonin = "Yonin: 1\nS: Kim\nW: Sato\nN: Lee\nE: Ito\n1 S 6i7h\n#interrupt\n";
    let gunjin = "Gunjin: 1\nN: Lee\nSetup-S: hidden\nSetup-N: hidden\n1 S b4xb5 >\n#interrupt\n";
    let archive = Archive::new(&[
        ("a.yonin", yonin.as_bytes()),
        ("b.gunjin", gunjin.as_bytes()),
        ("c.kif", format!("先手：甲野\n後手：乙山\n{CLEAN}").as_bytes()),
    ]);
    archive.run(&["validate", ".", "--html", "page.html"]);
    let page = page_with_data(&fs::read_to_string(archive.path("page.html")).unwrap());
    // In the page, only records of shogi have the players Black and White. The players of other games are listed with
    // their seats.
    for (fragment, count) in [
        (
            r#""seats":["Kim (South)","Sato (West)","Lee (North)","Ito (East)"]"#,
            1,
        ),
        (r#""seats":["Lee (North)"]"#, 1),
        (r#""seats":"#, 2),
        (r#""black":"甲野","white":"乙山""#, 1),
        (r#""black":"Kim"#, 0),
        (r#""white":"Lee"#, 0),
    ] {
        assert_eq!(page.matches(fragment).count(), count, "{fragment}");
    }
    let columns = "path,black,white,seat_1,seat_2,seat_3,seat_4";
    let table = archive.run(&["stats", ".", "--columns", columns]);
    let rows: Vec<_> = table.stdout.lines().skip(1).collect();
    assert_eq!(
        rows[..2],
        ["./a.yonin,Kim,Sato,Kim,Sato,Lee,Ito", "./b.gunjin,,Lee,,Lee,,"]
    );
    assert_eq!(rows[2], "./c.kif,甲野,乙山,甲野,乙山,,");
}

#[test]
fn the_page_lists_unreadable_files() {
    let archive = archive();
    let outcome = archive.run(&["validate", "a", "nowhere", "--html", "page.html"]);
    assert_eq!(outcome.status, 2);
    let page = fs::read_to_string(archive.path("page.html")).unwrap();
    assert!(page.contains("Unreadable files that this report does not include: 1."));
}

#[cfg(unix)]
#[test]
fn links_are_kept_and_pages_are_readable_by_others() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let archive = archive();
    fs::create_dir(archive.path("pages")).unwrap();
    fs::write(archive.path("pages/real.html"), "old").unwrap();
    symlink("pages/real.html", archive.path("page.html")).unwrap();
    archive.run(&["validate", "a", "--html", "page.html"]);
    assert!(
        fs::symlink_metadata(archive.path("page.html"))
            .unwrap()
            .is_symlink()
    );
    assert!(
        fs::read_to_string(archive.path("pages/real.html"))
            .unwrap()
            .starts_with("<!doctype")
    );
    fs::write(archive.path("usual"), "").unwrap();
    let mode = |name: &str| fs::metadata(archive.path(name)).unwrap().permissions().mode();
    assert_eq!(mode("pages/real.html"), mode("usual"));
    // A page whose output is a device is written to the device and does not replace it.
    let outcome = archive.run(&["validate", "a", "--html", "/dev/null"]);
    assert_eq!(outcome.status, 1, "{outcome:?}");
}
