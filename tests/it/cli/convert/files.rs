//! Output paths of converted records. They mirror the paths of the inputs.

use std::fs;

use super::{Archive, BROKEN, CLEAN, CLEAN_CSA, CSA, FILES, assert_status, text, timeless, to_csa, tree};

#[test]
fn a_tree_is_mirrored() {
    for (arguments, expected) in [
        (&["-o", "out", "games"][..], ["a.csa", "b/a.csa", "b/c/d.csa"]),
        (&["-o", "out", "./games/"], ["a.csa", "b/a.csa", "b/c/d.csa"]),
        (
            &["-o", "out", "games/a.kif", "./games/b"],
            ["games/a.csa", "games/b/a.csa", "games/b/c/d.csa"],
        ),
    ] {
        let archive = Archive::new(&FILES);
        let outcome = assert_status(to_csa(&archive, arguments), 0);
        assert_eq!(tree(&archive, "out"), expected);
        assert_eq!(text(&archive, &format!("out/{}", expected[2])), CLEAN_CSA);
        assert!(
            timeless(&outcome.stderr)
                .starts_with("Converted 3 of 3 records in 3 files: 0 with losses; 3 files written"),
            "{outcome:?}"
        );
        assert!(outcome.stdout.is_empty());
    }
    let archive = Archive::new(&FILES);
    for (path, expected) in [("games/a.kif", "a.csa"), ("games/b/c/d.KIF", "d.csa")] {
        assert_status(to_csa(&archive, &["-o", "one/", path]), 0);
        assert_eq!(text(&archive, &format!("one/{expected}")), CLEAN_CSA);
    }
    assert_status(
        archive.run_with_input(
            &["convert", "--to=csa", "-o", "two", "games/a.kif", "-"],
            CSA.as_bytes(),
        ),
        0,
    );
    assert_eq!(tree(&archive, "two"), ["games/a.csa", "stdin.csa"]);
}

#[test]
fn a_tree_can_be_converted_in_place() {
    let archive = Archive::new(&FILES);
    assert_status(to_csa(&archive, &["-o", "games", "games"]), 0);
    assert_eq!(
        tree(&archive, "games"),
        [
            "a.csa",
            "a.kif",
            "b/a.csa",
            "b/a.kif",
            "b/c/d.KIF",
            "b/c/d.csa",
            "notes.txt"
        ]
    );
}

#[test]
fn outputs_are_not_read_as_inputs() {
    let archive = Archive::new(&FILES);
    for options in [&[][..], &["--force"]] {
        assert_status(
            to_csa(&archive, &[&["-o", "games/b/out", "games"], options].concat()),
            0,
        );
        assert_eq!(tree(&archive, "games/b/out"), ["a.csa", "b/a.csa", "b/c/d.csa"]);
    }
}

#[test]
fn outputs_stay_in_the_directory() {
    let archive = Archive::new(&[
        ("x.kif", CLEAN.as_bytes()),
        ("far/y.kif", CLEAN.as_bytes()),
        ("in/z.kif", CLEAN.as_bytes()),
    ]);
    let absolute_path = archive.path("far/y.kif");
    let list = format!("../x.kif\n{}\n../in/../in/z.kif\n", absolute_path.display());
    fs::write(archive.path("in/list"), list).unwrap();
    let mut command = archive.command(&["convert", "--to", "csa", "-o", "out", "--files-from", "list"]);
    let outcome: super::Outcome = command.current_dir(archive.path("in")).output().unwrap().into();
    assert_status(outcome, 0);
    let relative_path: Vec<_> = absolute_path
        .components()
        .skip(1)
        .map(|component| component.as_os_str().to_str().unwrap())
        .collect();
    let far_output = relative_path.join("/").replace(".kif", ".csa");
    let mut expected = ["in/z.csa".to_owned(), far_output, "x.csa".to_owned()];
    expected.sort();
    assert_eq!(tree(&archive, "in/out"), expected);
    assert_eq!(tree(&archive, "far"), ["y.kif"]);
    assert!(!archive.path("x.csa").exists());
}

#[cfg(unix)]
#[test]
fn links_do_not_lead_out_of_the_directory() {
    let archive = Archive::new(&[
        ("games/b/a.kif", CLEAN.as_bytes()),
        ("games/c.kif", CLEAN.as_bytes()),
    ]);
    fs::create_dir_all(archive.path("out")).unwrap();
    fs::create_dir_all(archive.path("outside")).unwrap();
    std::os::unix::fs::symlink(archive.path("outside"), archive.path("out/b")).unwrap();
    let outcome = assert_status(to_csa(&archive, &["-o", "out", "--force", "games"]), 2);
    assert_eq!(
        outcome.stderr.lines().next().unwrap(),
        "error: games/b/a.kif: out/b/a.csa: a link leads out of the output directory; remove it, or choose \
         another directory"
    );
    assert!(tree(&archive, "outside").is_empty());
    assert_eq!(text(&archive, "out/c.csa"), CLEAN_CSA);
    // The output directory itself may be a link.
    std::os::unix::fs::symlink("outside", archive.path("link")).unwrap();
    assert_status(to_csa(&archive, &["-o", "link", "games"]), 0);
    assert_eq!(tree(&archive, "outside"), ["b/a.csa", "c.csa"]);
}

#[test]
fn colliding_names_get_suffixes() {
    let archive = Archive::new(&[
        ("g/a.csa", CSA.as_bytes()),
        ("g/a.kif", CLEAN.as_bytes()),
        ("g/a.kifu", BROKEN.as_bytes()),
        ("g/b.kif", BROKEN.as_bytes()),
        ("g/b.kifu", CLEAN.as_bytes()),
        ("g/c-001.kif", CLEAN.as_bytes()),
        ("g/c.csa", format!("{CSA}/\n{CSA}").as_bytes()),
    ]);
    for jobs in ["1", "7"] {
        assert_status(to_csa(&archive, &["-o", jobs, "-j", jobs, "g"]), 2);
        assert_eq!(
            tree(&archive, jobs),
            [
                "a.csa",
                "a.kif.csa",
                "b.kifu.csa",
                "c-001.csa",
                "c.csa-001.csa",
                "c.csa-002.csa"
            ]
        );
    }
    // An input that is given several times is converted once.
    let same_file = ["g/b.kifu", "g/b.kifu", "./g/b.kifu", "g/b.kifu"];
    assert_status(to_csa(&archive, &[&["-o", "x"], &same_file[..]].concat()), 0);
    assert_eq!(tree(&archive, "x"), ["g/b.csa"]);
}

#[cfg(unix)]
#[test]
fn an_unavoidable_collision_gets_a_number() {
    let files = ["g/b*.kifu", "g/b:.kifu", "g/b<.kifu", "g/b?.kifu"];
    let archive = Archive::new(&files.map(|name| (name, CLEAN.as_bytes())));
    assert_status(to_csa(&archive, &["-o", "x", "g"]), 0);
    assert_eq!(
        tree(&archive, "x"),
        ["b_.csa", "b_.kifu-2.csa", "b_.kifu-3.csa", "b_.kifu.csa"]
    );
}

#[cfg(unix)]
#[test]
fn many_files_are_written_with_few_open_files() {
    let names: Vec<_> = (0..100).map(|number| format!("g/{number}.kif")).collect();
    let files: Vec<_> = names.iter().map(|name| (&**name, CLEAN.as_bytes())).collect();
    let archive = Archive::new(&files);
    let script = "ulimit -n 24 && exec \"$0\" convert -q --to csa -o out g";
    let mut command = std::process::Command::new("sh");
    command
        .args(["-c", script, env!("CARGO_BIN_EXE_kifu")])
        .current_dir(archive.path(""));
    let outcome = assert_status(command.output().unwrap().into(), 0);
    assert_eq!(tree(&archive, "out").len(), files.len(), "{outcome:?}");
}

/// Names of inputs, most of which some systems do not allow, each with the name of its output. The order is that of the
/// conversion.
#[cfg(unix)]
const UNPORTABLE_NAMES: [(&str, &str); 12] = [
    ("a:b.kif", "a_b.csa"),
    ("a?b.kif", "a_b.kif.csa"),
    ("a\u{1b}b.kif", "a_b.kif-2.csa"),
    ("a|b.kif", "a_b.kif-3.csa"),
    ("a_b.kif", "a_b.kif-4.csa"),
    ("con.kif", "_con.csa"),
    ("COM1.kif", "_COM1.csa"),
    ("_con.kif", "_con.kif.csa"),
    ("d. /x\n.kif", "d__/x_.csa"),
    ("d__/x_.kif", "d__/x_.kif.csa"),
    ("d\\e\u{7f}.kif", "d_e_.csa"),
    ("aux/nul.tar.kif", "_aux/_nul.tar.csa"),
];

#[cfg(unix)]
#[test]
fn output_names_are_portable_and_unique() {
    // Each game is different, so a lost game is noticed.
    let game = |number: usize| format!("V2.2\nN+{number}\nPI\n+\n%TORYO\n");
    let files: Vec<_> = UNPORTABLE_NAMES
        .iter()
        .enumerate()
        .map(|(number, (name, _))| (*name, game(number)))
        .collect();
    let files: Vec<_> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    let archive = Archive::new(&files);
    let names: Vec<_> = UNPORTABLE_NAMES.iter().map(|(name, _)| *name).collect();
    for force in [&[][..], &["--force"]] {
        assert_status(to_csa(&archive, &[&["-o", "out"], force, &names[..]].concat()), 0);
        assert_eq!(tree(&archive, "out").len(), UNPORTABLE_NAMES.len());
        for (number, (_, output)) in UNPORTABLE_NAMES.iter().enumerate() {
            let content = text(&archive, &format!("out/{output}"));
            assert!(content.contains(&format!("N+{number}\n")), "{output}: {content}");
        }
    }
}

#[test]
fn dots_in_a_path_are_resolved() {
    let archive = Archive::new(&[
        ("a/g.kif", CLEAN.as_bytes()),
        ("a/b/h.kif", CLEAN.as_bytes()),
        ("list", b"./a/b/../g.kif\na/../a/./b/h.kif\n"),
    ]);
    assert_status(to_csa(&archive, &["-o", "out", "--files-from", "list"]), 0);
    assert_eq!(tree(&archive, "out"), ["a/b/h.csa", "a/g.csa"]);
}
