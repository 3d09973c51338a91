//! The files that a conversion replaces or keeps.

use std::fs;

use super::{Archive, CLEAN, CLEAN_CSA, FILES, assert_status, text, timeless, to_csa, tree};

#[test]
fn existing_files_are_kept_without_force() {
    let archive = Archive::new(&[
        ("games/a.kif", CLEAN.as_bytes()),
        ("games/b.kif", CLEAN.as_bytes()),
        ("out/a.csa", b"old"),
    ]);
    let outcome = assert_status(to_csa(&archive, &["-o", "out", "games"]), 2);
    assert_eq!(
        timeless(&outcome.stderr),
        "error: games/a.kif: out/a.csa: already exists; use --force to replace existing files\n\
         Converted 1 of 2 records in 2 files: 0 with losses, 1 not written; 1 file written"
    );
    assert_eq!(
        (text(&archive, "out/a.csa"), text(&archive, "out/b.csa")),
        ("old".to_owned(), CLEAN_CSA.to_owned())
    );
    assert_status(to_csa(&archive, &["-o", "out", "--force", "games"]), 0);
    assert_eq!(text(&archive, "out/a.csa"), CLEAN_CSA);
    assert_eq!(
        tree(&archive, "out"),
        ["a.csa", "b.csa"],
        "nothing temporary is left"
    );
    assert_status(to_csa(&archive, &["-o", "out/a.csa", "games/a.kif"]), 2);
}

#[test]
fn an_existing_file_for_all_records_is_reported_before_the_work() {
    let archive = Archive::new(&[
        ("games/a.kif", CLEAN.as_bytes()),
        ("games/b.kif", CLEAN.as_bytes()),
        ("all.csa", b"old"),
    ]);
    let outcome = assert_status(to_csa(&archive, &["--join", "-o", "all.csa", "games"]), 2);
    assert_eq!(
        outcome.stderr,
        "error: all.csa: already exists; use --force to replace existing files\n"
    );
    assert_eq!(text(&archive, "all.csa"), "old");
    assert_status(
        to_csa(&archive, &["--join", "--force", "-o", "all.csa", "games"]),
        0,
    );
    assert_status(to_csa(&archive, &["--join", "-o", "new.csa", "games"]), 0);
    assert_eq!(text(&archive, "all.csa"), text(&archive, "new.csa"));
}

/// If an earlier split wrote more files, `--force` removes the files with higher numbers at the end of the run.
#[test]
fn files_of_a_longer_split_are_removed() {
    let archive = Archive::new(&["1.kif", "2.kif", "3.kif"].map(|name| (name, CLEAN.as_bytes())));
    let split = |files: &[&str]| {
        to_csa(
            &archive,
            &[&["--split", "1", "--force", "-o", "out/g.csa"], files].concat(),
        )
    };
    let all_inputs = ["1.kif", "2.kif", "3.kif"];
    let all_outputs = ["g-000001.csa", "g-000002.csa", "g-000003.csa"];
    // `--split` with `-o out/g.csa` does not create these names, so the files stay.
    let other_files = [
        "g-0000002.csa",
        "g-000009.kif",
        "g-2.csa",
        "g.csa",
        "h-000002.csa",
    ];
    fs::create_dir(archive.path("out")).unwrap();
    for name in other_files {
        fs::write(archive.path("out").join(name), "old").unwrap();
    }
    let assert_files = |names: &[&str]| {
        let mut names = [names, &other_files].concat();
        names.sort_unstable();
        assert_eq!(tree(&archive, "out"), names);
    };
    for _ in 0..2 {
        let outcome = assert_status(split(&all_inputs), 0);
        assert!(!outcome.stderr.contains("Removed"), "{outcome:?}");
        assert_files(&all_outputs);
    }
    let outcome = assert_status(split(&["1.kif"]), 0);
    let message = "Removed out/g-000002.csa to out/g-000003.csa (number of files: 2), which an earlier run had written\n";
    assert!(outcome.stderr.starts_with(message), "{outcome:?}");
    assert_files(&all_outputs[..1]);
    // Files with higher numbers are removed even if a number between them is missing.
    assert_status(split(&all_inputs), 0);
    fs::remove_file(archive.path("out/g-000002.csa")).unwrap();
    let outcome = assert_status(split(&["1.kif"]), 0);
    assert!(
        outcome.stderr.starts_with("Removed out/g-000003.csa, which"),
        "{outcome:?}"
    );
    assert_files(&all_outputs[..1]);
}

/// If an input cannot be read or no record is written, the old files are reported and kept.
#[test]
fn an_incomplete_split_removes_nothing() {
    let archive = Archive::new(&[
        ("1.kif", CLEAN.as_bytes()),
        ("2.kif", CLEAN.as_bytes()),
        ("bad.kif", b"\x00\x01\x02\x03\xFF"),
    ]);
    let split = |arguments: &[&str]| {
        to_csa(
            &archive,
            &[&["--split", "1", "--force", "-o", "out/g.csa"], arguments].concat(),
        )
    };
    assert_status(split(&["1.kif", "2.kif"]), 0);
    for arguments in [&["1.kif", "nowhere.kif"][..], &["1.kif", "bad.kif"]] {
        let outcome = assert_status(split(arguments), 2);
        let message = "\nerror: out/g-000002.csa is from an earlier run that wrote more files; remove it if you do not need it\n";
        assert!(outcome.stderr.contains(message), "{outcome:?}");
        assert_eq!(tree(&archive, "out"), ["g-000001.csa", "g-000002.csa"]);
    }
    let outcome = assert_status(split(&["1.kif", "2.kif", "--where", "plies > 900"]), 2);
    let message = "error: out/g-000001.csa to out/g-000002.csa (number of files: 2) are from an earlier run";
    assert!(outcome.stderr.starts_with(message), "{outcome:?}");
    assert_eq!(tree(&archive, "out"), ["g-000001.csa", "g-000002.csa"]);
}

/// All obstacles to a split are found before the first file is written.
#[test]
fn a_split_is_refused_before_anything_is_written() {
    let archive = Archive::new(&[("1.kif", CLEAN.as_bytes()), ("2.kif", CLEAN.as_bytes())]);
    let split = |options: &[&str], files: &[&str]| {
        let arguments = [&["--split", "1", "-o", "out/g.csa"], options, files].concat();
        to_csa(&archive, &arguments)
    };
    assert_status(split(&[], &["1.kif", "2.kif"]), 0);
    let old_text = text(&archive, "out/g-000001.csa");
    let assert_refused = |options: &[&str], message: &str| {
        let outcome = assert_status(split(options, &["1.kif"]), 2);
        assert_eq!(outcome.stderr, format!("error: {message}\n"), "{outcome:?}");
    };
    let message = "out/g-000001.csa already exists (numbered files of this name: 2); use --force to replace all of them, or choose another \
                 name";
    assert_refused(&[], message);
    fs::remove_file(archive.path("out/g-000001.csa")).unwrap();
    assert_refused(
        &[],
        "out/g-000002.csa already exists; use --force to replace it, or choose another name",
    );
    assert_eq!(tree(&archive, "out"), ["g-000002.csa"]);
    // With `--force`, directories and inputs still block a split.
    fs::create_dir(archive.path("out/g-000007.csa")).unwrap();
    assert_refused(
        &["--force"],
        "out/g-000007.csa: this is a directory; choose another path",
    );
    fs::remove_dir(archive.path("out/g-000007.csa")).unwrap();
    let outcome = assert_status(split(&["--force"], &["1.kif", "out/g-000002.csa"]), 2);
    assert_eq!(
        outcome.stderr,
        "error: out/g-000002.csa: this is an input file and is not overwritten; choose another path with -o\n"
    );
    assert_eq!(
        (tree(&archive, "out"), text(&archive, "out/g-000002.csa")),
        (vec!["g-000002.csa".to_owned()], old_text)
    );
}

#[test]
fn inputs_are_never_overwritten() {
    let other_game = "V2.2\nPI\n+\n+2726FU\n%TORYO\n";
    let archive = Archive::new(&[
        ("g/a.kif", CLEAN.as_bytes()),
        ("g/a.csa", other_game.as_bytes()),
        ("list", b"g/a.kif\ng/a.csa"),
    ]);
    let assert_not_overwritten = |arguments: &[&str]| {
        let outcome = assert_status(to_csa(&archive, arguments), 2);
        assert!(outcome.stderr.contains("not overwritten"), "{outcome:?}");
        assert_eq!(
            (text(&archive, "g/a.csa"), text(&archive, "g/a.kif")),
            (other_game.to_owned(), CLEAN.to_owned())
        );
    };
    assert_not_overwritten(&["--force", "-o", "g", "g"]);
    assert_not_overwritten(&["--force", "-o", ".", "g/a.kif", "g/a.csa"]);
    assert_not_overwritten(&["--force", "-o", "g/a.kif", "g/a.kif"]);
    assert_not_overwritten(&["--force", "-o", ".", "--files-from", "list"]);
    let from_list = archive.run_with_input(
        &[
            "convert",
            "--to",
            "csa",
            "--force",
            "-o",
            ".",
            "--files-from",
            "-",
        ],
        b"g/a.kif\ng/a.csa\n",
    );
    assert!(assert_status(from_list, 2).stderr.contains("not overwritten"));
    assert_eq!(text(&archive, "g/a.csa"), other_game);
}

#[test]
fn an_unwritable_file_is_reported_and_the_others_are_written() {
    let archive = Archive::new(&[
        ("g/a/x.kif", CLEAN.as_bytes()),
        ("g/b.kif", CLEAN.as_bytes()),
        ("out/a", b"a file"),
    ]);
    let outcome = assert_status(to_csa(&archive, &["-o", "out", "g"]), 2);
    assert!(
        outcome
            .stderr
            .starts_with("error: g/a/x.kif: out/a/x.csa: a file has the name of a required directory"),
        "{outcome:?}"
    );
    assert_eq!(text(&archive, "out/b.csa"), CLEAN_CSA);
    let nowhere = assert_status(to_csa(&archive, &["-o", "out/a/deep/", "g"]), 2);
    assert!(
        nowhere
            .stderr
            .starts_with("error: cannot create the directory out/a/deep/: ")
            && !nowhere.stderr.contains("Converted"),
        "{nowhere:?}"
    );
}

#[cfg(unix)]
#[test]
fn a_read_only_directory_is_reported_without_temporary_names() {
    use std::os::unix::fs::PermissionsExt;
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes())]);
    fs::create_dir(archive.path("out")).unwrap();
    fs::set_permissions(archive.path("out"), fs::Permissions::from_mode(0o555)).unwrap();
    if fs::write(archive.path("out/probe"), "").is_ok() {
        println!("skipped: this user may write everywhere");
        return;
    }
    let outcome = assert_status(to_csa(&archive, &["-o", "out", "a.kif"]), 2);
    assert!(
        outcome.stderr.starts_with("error: a.kif: out/a.csa: "),
        "{outcome:?}"
    );
    assert!(!outcome.stderr.contains(".tmp"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn records_can_be_written_to_devices_and_pipes() {
    use std::process::Command;
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    for arguments in [
        &["-o", "/dev/null", "a.kif"][..],
        &["-o", "/dev/null", "--force", "a.kif", "b.kif"],
    ] {
        assert!(assert_status(to_csa(&archive, arguments), 0).stdout.is_empty());
    }
    let stdout = assert_status(to_csa(&archive, &["-o", "/dev/stdout", "a.kif"]), 0).stdout;
    assert_eq!(stdout, CLEAN_CSA);
    // The file to which standard output is redirected is written to and not replaced.
    let into = fs::File::create(archive.path("into")).unwrap();
    let mut command = archive.command(&["convert", "--to", "csa", "-o", "/dev/stdout", "--force", "a.kif"]);
    let outcome: super::Outcome = command.stdout(into).output().unwrap().into();
    assert_status(outcome, 0);
    assert_eq!(text(&archive, "into"), CLEAN_CSA);
    assert!(
        Command::new("mkfifo")
            .arg(archive.path("pipe"))
            .status()
            .unwrap()
            .success()
    );
    let pipe = archive.path("pipe");
    let reader = std::thread::spawn(move || fs::read_to_string(pipe).unwrap());
    assert_status(to_csa(&archive, &["-o", "pipe", "a.kif"]), 0);
    assert_eq!(reader.join().unwrap(), CLEAN_CSA);
}

#[cfg(unix)]
#[test]
fn a_non_regular_file_is_not_replaced_and_is_reported() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("s.kif", CLEAN.as_bytes())]);
    fs::create_dir_all(archive.path("out/a.csa")).unwrap();
    let _socket = std::os::unix::net::UnixListener::bind(archive.path("out/s.csa")).unwrap();
    for (input, kind) in [("a.kif", "a directory"), ("s.kif", "not a regular file")] {
        for options in [&[][..], &["--force"]] {
            let outcome = assert_status(to_csa(&archive, &[&["-o", "out", input], options].concat()), 2);
            assert!(
                outcome
                    .stderr
                    .contains(&format!("csa: this is {kind}; choose another path")),
                "{outcome:?}"
            );
        }
    }
}

/// `--force` does not replace a read-only file, either as one of several outputs in a folder or as a single output.
#[cfg(unix)]
#[test]
fn a_write_protected_file_is_not_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let archive = Archive::new(&FILES);
    let tree_args = ["-o", "out", "games", "--force"];
    assert_status(to_csa(&archive, &tree_args), 0);
    for name in ["out/a.csa", "out/b/a.csa"] {
        fs::write(archive.path(name), "old").unwrap();
    }
    let set_mode = |mode| {
        let permissions = fs::Permissions::from_mode(mode);
        fs::set_permissions(archive.path("out/a.csa"), permissions).unwrap();
    };
    set_mode(0o444);
    let file_args = ["-o", "out/a.csa", "games/a.kif", "--force"];
    for arguments in [&tree_args[..], &file_args] {
        let outcome = assert_status(to_csa(&archive, arguments), 2);
        assert!(
            outcome
                .stderr
                .contains("out/a.csa: this file is read-only; choose another path"),
            "{outcome:?}"
        );
        assert_eq!(text(&archive, "out/a.csa"), "old");
    }
    assert_eq!(
        text(&archive, "out/b/a.csa"),
        CLEAN_CSA,
        "the others are replaced"
    );
    set_mode(0o644);
    assert_status(to_csa(&archive, &file_args), 0);
    assert_eq!(text(&archive, "out/a.csa"), CLEAN_CSA);
    // `--force` replaces a link, even if the target of the link is read-only.
    set_mode(0o444);
    std::os::unix::fs::symlink(archive.path("out/a.csa"), archive.path("link.csa")).unwrap();
    assert_status(to_csa(&archive, &["-o", "link.csa", "games/a.kif", "--force"]), 0);
}

#[test]
fn the_path_of_an_input_that_is_the_output_is_given_once() {
    let archive = Archive::new(&[("a.kif", CLEAN.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    for (line, path) in [("-o a.kif a.kif", "a.kif"), ("-o b.kif a.kif", "a.kif: b.kif")] {
        let outcome = archive.run_line(&format!("convert --to kif {line}"));
        assert_eq!(outcome.status, 2, "{outcome:?}");
        let rest = outcome.stderr.strip_prefix(&format!("error: {path}: "));
        assert!(rest.is_some_and(|rest| !rest.starts_with("a.kif")), "{outcome:?}");
    }
}
