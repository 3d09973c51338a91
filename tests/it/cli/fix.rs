//! `kifu fix` changes files, shows the changes, or writes changed copies.

use std::fs;

use super::{Archive, CLEAN, NIFU, Outcome};

const COLON: &str = "手合割:平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n";

/// Returns a fixture.
fn fixture(name: &str) -> Vec<u8> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fixtures/fix")
        .join(name);
    fs::read(path).unwrap()
}

fn fixed_colon() -> String {
    COLON.replacen(':', "：", 1)
}

fn archive() -> Archive {
    Archive::new(&[
        ("a/colon.kif", COLON.as_bytes()),
        ("a/clean.kif", CLEAN.as_bytes()),
        ("nifu.kif", NIFU.as_bytes()),
        ("slip.kif", &fixture("slip.kif")),
    ])
}

fn summary(outcome: &Outcome) -> &str {
    outcome.stderr.lines().last().unwrap_or_default()
}

#[test]
fn files_are_changed_in_place() {
    let archive = archive();
    let before = fs::metadata(archive.path("a/clean.kif"))
        .unwrap()
        .modified()
        .unwrap();
    let outcome = archive.run_line("fix .");
    assert_eq!((outcome.status, &*outcome.stdout), (1, ""), "{}", outcome.stderr);
    assert!(
        summary(&outcome).starts_with(
            "Checked 4 records in 4 files: 1 finding fixed in 1 file; 1 finding fixable with --unsafe; 1 finding without a fix ("
        ),
        "{}",
        outcome.stderr
    );
    assert_eq!(
        fs::read_to_string(archive.path("a/colon.kif")).unwrap(),
        fixed_colon()
    );
    assert_eq!(fs::read(archive.path("slip.kif")).unwrap(), fixture("slip.kif"));
    assert_eq!(
        fs::metadata(archive.path("a/clean.kif"))
            .unwrap()
            .modified()
            .unwrap(),
        before
    );
    // The unsafe fix remains, and then nothing does.
    let outcome = archive.run_line("fix --unsafe .");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert!(summary(&outcome).contains(": 18 findings fixed in 1 file; 1 finding without a fix ("));
    assert_eq!(
        archive.run_line("validate --format jsonl slip.kif").rules(),
        [""; 0]
    );
    let again = archive.run_line("fix --unsafe .");
    assert!(
        summary(&again).contains(": 0 findings fixed in 0 files"),
        "{}",
        again.stderr
    );
}

#[test]
fn a_diff_changes_nothing() {
    let archive = archive();
    let outcome = archive.run_line("fix --diff a");
    assert_eq!(outcome.status, 1);
    assert!(
        outcome
            .stdout
            .starts_with("--- a/colon.kif\n+++ a/colon.kif\n@@ -1,4 +1,4 @@\n-手合割:平手\n+手合割：平手\n"),
        "{}",
        outcome.stdout
    );
    assert_eq!(fs::read_to_string(archive.path("a/colon.kif")).unwrap(), COLON);
    assert_eq!(archive.run_line("fix --diff a/clean.kif").status, 0);
    // Shift_JIS is shown as text.
    let outcome = archive.run_line("fix --unsafe --diff slip.kif");
    assert!(
        outcome
            .stdout
            .contains("-  30 ６四歩(36)   ( 0:10/00:03:49)\n+  30 ６四歩(63)"),
        "{}",
        outcome.stdout
    );
}

#[test]
fn copies_have_the_folders_of_the_inputs() {
    let archive = archive();
    let outcome = archive.run_line("fix . -o fixed");
    assert_eq!(outcome.status, 1, "{}", outcome.stderr);
    assert_eq!(
        fs::read_to_string(archive.path("fixed/a/colon.kif")).unwrap(),
        fixed_colon()
    );
    assert_eq!(fs::read_to_string(archive.path("a/colon.kif")).unwrap(), COLON);
    // A file without a fix is not copied, and an existing file is replaced only on request.
    assert!(!archive.path("fixed/a/clean.kif").exists());
    assert_eq!(archive.run_line("fix . -o fixed").status, 2);
    assert_eq!(archive.run_line("fix . -o fixed --force").status, 1);
}

#[test]
fn files_in_archives_are_written_only_as_copies() {
    let zip = super::archives::builders::zip(&[("b/colon.kif", COLON.as_bytes())]);
    let archive = Archive::new(&[("games.zip", &zip)]);
    let outcome = archive.run_line("fix games.zip");
    assert_eq!(outcome.status, 1);
    assert!(
        summary(&outcome).contains("; 1 file in archives not changed (use -o)"),
        "{}",
        outcome.stderr
    );
    assert_eq!(fs::read(archive.path("games.zip")).unwrap(), zip);
    let outcome = archive.run_line("fix games.zip -o fixed");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert_eq!(
        fs::read_to_string(archive.path("fixed/games.zip/b/colon.kif")).unwrap(),
        fixed_colon()
    );
}

#[test]
fn each_copy_has_its_own_portable_name() {
    let [two, three] = ["*二\n", "*三\n"].map(|comment| [COLON, comment].concat());
    let (two, three) = (&*two, &*three);
    let members = [
        ("a.kif", COLON),
        ("a.kif", two),
        ("./a.kif", three),
        ("A.KIF", COLON),
        ("con.kif", COLON),
        ("c:d.kif", COLON),
        ("e\u{1b}[31m\u{202e}.kif", COLON),
    ];
    let members = members.map(|(name, text)| (name, text.as_bytes()));
    let tar = super::archives::builders::tar(&members);
    let archive = Archive::new(&[("games.tar", &tar), ("a/x.kif", COLON.as_bytes())]);
    let names = [
        "a.kif",
        "a-2.kif",
        "a-3.kif",
        "A-4.KIF",
        "_con.kif",
        "c_d.kif",
        "e_[31m_.kif",
    ];
    for options in ["", " --force"] {
        let outcome = archive.run_line(&format!("fix games.tar -o fixed{options}"));
        assert_eq!(outcome.status, 0, "{}", outcome.stderr);
        let fixed = |name: &str| fs::read_to_string(archive.path("fixed/games.tar").join(name)).unwrap();
        for ((_, text), name) in members.iter().zip(names) {
            let text = String::from_utf8(text.to_vec()).unwrap();
            assert_eq!(fixed(name), text.replacen(':', "：", 1), "{name}");
        }
        assert_eq!(
            fs::read_dir(archive.path("fixed/games.tar")).unwrap().count(),
            names.len()
        );
        fs::remove_dir_all(archive.path("fixed")).unwrap();
    }
    assert_eq!(archive.run_line("fix a/x.kif -o single").status, 0);
    assert!(archive.path("single/x.kif").exists());
}

#[test]
fn a_backup_keeps_the_original() {
    let archive = archive();
    assert_eq!(archive.run_line("fix --backup a").status, 0);
    assert_eq!(
        fs::read_to_string(archive.path("a/colon.kif.orig")).unwrap(),
        COLON
    );
    assert!(!archive.path("a/clean.kif.orig").exists());
    // An equal original may be left by a run that was killed.
    fs::write(archive.path("a/colon.kif"), COLON).unwrap();
    assert_eq!(archive.run_line("fix --backup a").status, 0);
    // Another original would replace the first one.
    let other = COLON.replace("平手\n", "平手\n先手：甲\n");
    fs::write(archive.path("a/colon.kif"), &other).unwrap();
    let outcome = archive.run_line("fix --backup a");
    assert_eq!(outcome.status, 2);
    assert!(
        outcome.stderr.contains("error: a/colon.kif.orig: exists already"),
        "{}",
        outcome.stderr
    );
    assert_eq!(fs::read_to_string(archive.path("a/colon.kif")).unwrap(), other);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_out_of_a_folder() {
    use std::os::unix::fs::symlink;

    let archive = archive();
    symlink(archive.path("a/colon.kif"), archive.path("a/inside.kif")).unwrap();
    fs::create_dir(archive.path("other")).unwrap();
    fs::write(archive.path("other/x.kif"), COLON).unwrap();
    symlink(archive.path("other/x.kif"), archive.path("a/link.kif")).unwrap();
    let outcome = archive.run_line("fix a");
    assert_eq!(outcome.status, 2);
    assert!(
        outcome
            .stderr
            .contains("error: a/link.kif: this link leads out of the folder, so its file is not changed"),
        "{}",
        outcome.stderr
    );
    let content = |name: &str| fs::read_to_string(archive.path(name)).unwrap();
    assert_eq!(
        (content("other/x.kif"), content("a/inside.kif")),
        (COLON.to_owned(), fixed_colon())
    );
    // A link that was typed is kept, and its file is fixed. The other name of a file keeps the old content.
    fs::hard_link(archive.path("other/x.kif"), archive.path("other/y.kif")).unwrap();
    let outcome = archive.run_line("fix a/link.kif");
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert!(
        outcome
            .stderr
            .contains("a/link.kif had 2 hard links; the other names keep the old content\n"),
        "{}",
        outcome.stderr
    );
    assert!(archive.path("a/link.kif").is_symlink());
    assert_eq!(
        (content("other/x.kif"), content("other/y.kif")),
        (fixed_colon(), COLON.to_owned())
    );
}

/// A full disk ends the differences, and is reported once. A named pipe can be read only once, but standard input is fixed.
#[cfg(target_os = "linux")]
#[test]
fn outputs_that_cannot_be_written_are_reported() {
    let archive = archive();
    for number in 0..200 {
        fs::write(archive.path(&format!("a/{number}.kif")), COLON).unwrap();
    }
    for (script, status, error) in [
        (
            "kifu fix --diff a >/dev/full",
            2,
            Some("standard output: No space left on device"),
        ),
        (
            "mkfifo pipe; cat a/colon.kif >pipe & kifu fix pipe",
            2,
            Some("pipe: this is not a regular file"),
        ),
        ("cat a/colon.kif | kifu fix -", 0, None),
    ] {
        let outcome = archive.shell(script);
        let errors: Vec<_> = outcome
            .stderr
            .lines()
            .filter(|it| it.starts_with("error:"))
            .collect();
        assert_eq!(
            (outcome.status, errors.len()),
            (status, error.iter().len()),
            "{outcome:?}"
        );
        assert!(error.is_none_or(|error| errors[0].contains(error)), "{errors:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn extended_attributes_are_kept() {
    use rustix::fs::{XattrFlags, fgetxattr, fsetxattr};

    let archive = archive();
    let path = archive.path("a/colon.kif");
    let set = fsetxattr(
        fs::File::open(&path).unwrap(),
        "user.kifu",
        b"club",
        XattrFlags::empty(),
    );
    if set.is_err() {
        println!("skipped: the file system has no extended attributes");
        return;
    }
    assert_eq!(archive.run_line("fix --backup a").status, 0);
    for name in ["a/colon.kif", "a/colon.kif.orig"] {
        let mut value = [0; 16];
        let length = fgetxattr(
            fs::File::open(archive.path(name)).unwrap(),
            "user.kifu",
            &mut value[..],
        );
        assert_eq!(&value[..length.unwrap()], b"club", "{name}");
    }
}

#[cfg(unix)]
#[test]
fn permissions_are_kept() {
    use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _, chown};

    let archive = archive();
    let path = archive.path("a/colon.kif");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    archive.run_line("fix a");
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    // The owner is kept, too, if the system permits the test to set one.
    if chown(&path, Some(12_345), Some(54_321)).is_ok() {
        fs::write(&path, COLON).unwrap();
        archive.run_line("fix a");
        let metadata = fs::metadata(&path).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), fixed_colon());
        assert_eq!(
            (metadata.uid(), metadata.gid(), metadata.mode() & 0o777),
            (12_345, 54_321, 0o640)
        );
    }
    // A file that must not be written is not replaced.
    fs::write(&path, COLON).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o440)).unwrap();
    let outcome = archive.run_line("fix a");
    assert_eq!(outcome.status, 2);
    assert!(
        outcome
            .stderr
            .contains("error: a/colon.kif: this file is read-only"),
        "{}",
        outcome.stderr
    );
    assert_eq!(fs::read_to_string(&path).unwrap(), COLON);
}

#[test]
fn standard_input_is_fixed_to_standard_output() {
    let archive = archive();
    let outcome = archive.run_with_input(&["fix"], COLON.as_bytes());
    assert_eq!((outcome.status, outcome.stdout), (0, fixed_colon()));
    let outcome = archive.run_with_input(&["fix", "-"], CLEAN.as_bytes());
    assert_eq!((outcome.status, &*outcome.stdout), (0, CLEAN));
    let outcome = archive.run_with_input(&["fix", "--diff"], COLON.as_bytes());
    assert_eq!(outcome.status, 1);
    assert!(outcome.stdout.starts_with("--- -\n+++ -\n"), "{}", outcome.stdout);
    for arguments in [
        &["fix", "-", "a"][..],
        &["fix", "-o", "out"],
        &["fix", "--backup"],
    ] {
        assert_eq!(archive.run_with_input(arguments, b"").status, 2, "{arguments:?}");
    }
}

#[test]
fn rules_and_records_are_chosen() {
    let archive = archive();
    assert_eq!(
        archive.run_line("fix --diff a --ignore half-width-colon").status,
        0
    );
    assert_eq!(archive.run_line("fix --diff a --select fouls").status, 0);
    assert_eq!(archive.run_line("fix --diff a --select notation").status, 1);
    let outcome = archive.run(&["fix", "--diff", "a", "--where", "plies > 5"]);
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    assert!(summary(&outcome).contains("2 records left out by --where"));
}

/// Only the causes of selected findings are applied: an illegal move elsewhere has no part in them.
#[test]
fn a_cause_of_another_finding_is_not_applied() {
    let moves = "７六歩(77) ３四歩(33) ２六歩(27) ８四歩(83) ４八銀(93) ６二銀(71) ２五歩(26) ３二金(41) ２四歩(25) 同　歩(23) \
        同　飛(28) ２三歩打 ２八飛(24) ８五歩(84) ７四歩打 ８六歩(85) 同　歩(87) 同　飛(82) ５六歩(57) ４二玉(51) \
        ５七銀(48) ５四歩(53) ６八玉(59) ９四歩(93) ９六歩(97) １四歩(13) １六歩(17) ６四歩(63)";
    let moves = (1..).zip(moves.split_ascii_whitespace());
    let lines = moves.map(|(ply, mv)| format!("{ply:4} {mv}\n"));
    let text = format!("手合割：平手\n{}  29 投了\n", lines.collect::<String>());
    let archive = Archive::new(&[("a.kif", text.as_bytes())]);
    for (rules, is_fixed) in [("nifu", false), ("double-move", true), ("nifu,double-move", true)] {
        let outcome = archive.run(&["fix", "--unsafe", "--diff", "--select", rules, "a.kif"]);
        assert_eq!(
            outcome.stdout.contains("+   5 ４八銀(39)"),
            is_fixed,
            "{rules}: {outcome:?}"
        );
    }
}

/// A cause is written in ISO-2022-JP. If this would change other bytes, nothing is offered or counted as fixed.
#[test]
fn a_cause_is_fixed_in_iso_2022_jp_or_not_offered() {
    let text = kifu::text::decode(&fixture("slip.kif"), None).as_str().to_owned();
    let jis = |text: &str| kifu::text::ISO_2022_JP.encode(text).0.into_owned();
    let with_escape = [&jis(&text)[..], b"*\x1b(Jab\x1b(B\r\n"].concat();
    let archive = Archive::new(&[("jis.kif", &jis(&text)), ("escape.kif", &with_escape)]);
    let report = |name: &str| archive.run(&["validate", name]).stdout;
    assert!(report("jis.kif").contains("kifu fix --unsafe --diff jis.kif"));
    let without = report("escape.kif");
    assert!(
        without.contains("= cause: ") && !without.contains("kifu fix"),
        "{without}"
    );
    let outcome = archive.run_line("fix --unsafe jis.kif");
    assert!(
        summary(&outcome).contains(": 18 findings fixed in 1 file ("),
        "{outcome:?}"
    );
    let right = jis(&text.replace("30 ６四歩(36)", "30 ６四歩(63)"));
    assert_eq!(fs::read(archive.path("jis.kif")).unwrap(), right);
    let outcome = archive.run_line("fix --unsafe escape.kif");
    assert!(
        summary(&outcome).contains(": 0 findings fixed in 0 files; 1 finding without a fix ("),
        "{outcome:?}"
    );
}

#[test]
fn a_cause_is_shown_once_and_its_consequences_are_counted() {
    let archive = archive();
    let text = archive.run_line("validate slip.kif");
    assert!(
        text.stdout
            .contains(" = cause: the origin is (63), not (36): with it, 69 more moves are legal\n")
    );
    assert!(
        text.stdout
            .contains("\n17 findings that follow from it are not shown (--all-findings)\n")
    );
    assert_eq!(text.stdout.matches("error[").count(), 1, "{}", text.stdout);
    assert!(
        summary(&text)
            .contains(": 1 error in 1 record, 0 warnings, 0 notes; 17 findings following from a cause (")
    );
    let all = archive.run_line("validate --all-findings slip.kif");
    assert!(all.stdout.matches("error[").count() > 10, "{}", all.stdout);
    let without = archive.run_line("validate --no-cause slip.kif");
    assert!(!without.stdout.contains("cause"), "{}", without.stdout);
    assert_eq!([text.status, all.status, without.status], [1; 3]);
    // Programs get all findings, the cause and the fix.
    let findings = archive.run_line("validate --format jsonl slip.kif").objects()[0]["findings"].clone();
    let findings = findings.as_array().unwrap();
    let with = |key: &str| {
        findings
            .iter()
            .filter(|finding| finding.get(key).is_some())
            .count()
    };
    assert_eq!(
        (findings.len(), with("cause"), with("fix"), with("consequence")),
        (18, 1, 1, 17)
    );
    let cause = &findings[0]["cause"];
    assert_eq!(
        [&cause["kind"], &cause["from"], &cause["to"]],
        ["origin", "６四歩(36)", "６四歩(63)"]
    );
    let fixed = &findings[0]["fix"]["edits"][0];
    assert_eq!(
        [&fixed["line"], &fixed["column"], &fixed["end_column"]],
        [42, 6, 13]
    );
}
