//! Profiles: the options that select a profile, and files with rules.

use super::{Archive, CLEAN, NIFU};
use crate::support::table::{assert_cases, rows};

/// A game with a header for its maximum length.
const LIMITED: &str = "手合割：平手\n最大手数：320\n   1 ７六歩(77)\n   2 投了\n";

/// A game whose start position occurs four times, the first time before the first move.
const SHUFFLED: &str = "V2.2\nPI\n+\n\
+2838HI\n-8272HI\n+3828HI\n-7282HI\n\
+2838HI\n-8272HI\n+3828HI\n-7282HI\n\
+2838HI\n-8272HI\n+3828HI\n-7282HI\n%SENNICHITE\n";

/// The title of the profile `jsa-pro`.
const JSA_PRO_TITLE: &str = "professional games of the Japan Shogi Association since October 2019";

#[test]
fn verdicts_depend_on_the_profile() {
    let archive = Archive::new(&[("a.csa", SHUFFLED.as_bytes())]);
    let rules = |profile: &str| {
        let outcome = archive.run(&["validate", "a.csa", "--format", "jsonl", "--profile", profile]);
        outcome.rules()
    };
    assert!(rules("jsa-amateur").is_empty());
    assert_eq!(
        rules("floodgate"),
        ["sennichite-claimed-not-4", "result-overturned"]
    );
}

#[test]
fn headers_take_precedence_over_the_profile() {
    let archive = Archive::new(&[
        ("a.kif", LIMITED.as_bytes()),
        ("own.toml", b"name = \"spring\"\nmax_moves = 320\n"),
        ("other.toml", b"max_moves = 500\n"),
    ]);
    let validate = |options: &[&str]| {
        archive.run(
            &[
                &["validate", "a.kif", "--format", "concise", "--select", "all"],
                options,
            ]
            .concat(),
        )
    };
    // By default, the finding about the overridden profile is not shown.
    let by_default = archive.run(&["validate", "-q", "a.kif", "--profile", "jsa-pro"]);
    assert_eq!((by_default.status, &*by_default.stdout), (0, ""));
    for options in [&["--profile", "jsa-pro"][..], &["--rules", "other.toml"]] {
        let outcome = validate(options);
        // A profile without a title has its name as the title.
        let title = if options[0] == "--rules" {
            "other"
        } else {
            JSA_PRO_TITLE
        };
        let message =
            format!("the record states 最大手数 320, which overrides the rules of \"{title}\" (500 moves)");
        assert!(outcome.stdout.contains(&message), "{outcome:?}");
        assert!(
            outcome.stdout.starts_with("a.kif:2:1: note[profile-overridden]"),
            "{outcome:?}"
        );
        assert_eq!(outcome.status, 0);
    }
    assert_eq!(validate(&["--rules", "own.toml"]).stdout, "");
    let outcome = archive.run(&["show", "a.kif", "--profile", "jsa-pro"]);
    assert!(
        outcome
            .stdout
            .contains(&format!("overrides the rules of \"{JSA_PRO_TITLE}\" (500 moves)")),
        "{outcome:?}"
    );
}

#[test]
fn a_faulty_profile_stops_the_run() {
    let archive = Archive::new(&[
        ("clean.kif", CLEAN.as_bytes()),
        ("spring.toml", b"extends = \"jsa-amateur\"\n\nmax_move = 320\n"),
        ("two.toml", b"max_moves = 0\nextends = \"jsa-prof\"\n"),
    ]);
    let expected = "\
error: unknown key `max_move`
 --> spring.toml:3:1
  |
3 | max_move = 320
  | ^^^^^^^^
  = help: did you mean `max_moves`?
";
    for command in [
        &["validate"][..],
        &["convert", "--to", "csa", "-o", "out"],
        &["show"],
    ] {
        let outcome = archive.run(&[command, &["clean.kif", "--rules", "spring.toml"]].concat());
        assert_eq!((outcome.status, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
        assert_eq!(outcome.stderr, expected);
    }
    assert!(!archive.path("out").exists());
    let two_errors = archive.run(&["validate", "clean.kif", "--rules", "two.toml"]);
    assert_eq!(two_errors.stderr.matches("error: ").count(), 2, "{two_errors:?}");
    let missing = archive.run(&["validate", "clean.kif", "--rules", "nowhere.toml"]);
    assert_eq!(missing.status, 2);
    assert!(missing.stderr.starts_with("error: nowhere.toml: "), "{missing:?}");
    let coloured = archive.run(&[
        "validate",
        "clean.kif",
        "--rules",
        "spring.toml",
        "--color",
        "always",
    ]);
    assert!(coloured.stderr.contains("\x1B["), "{coloured:?}");
}

#[test]
fn a_profile_may_be_in_shift_jis() {
    // Shift_JIS: `name = "春"`.
    let archive = Archive::new(&[
        ("a.kif", LIMITED.as_bytes()),
        ("own.toml", b"name = \"\x8F\x74\"\r\nmax_moves = 256\r\n"),
    ]);
    let outcome = archive.run(&["validate", "--select", "all", "a.kif", "--rules", "own.toml"]);
    assert!(
        outcome
            .stdout
            .contains("overrides the rules of \"春\" (256 moves)"),
        "{outcome:?}"
    );
}

#[test]
fn wrong_profile_options_have_suggestions() {
    const CASES: &str = "
        validate --profile jsa-prof | 'jsa-pro'
        convert --to csa --profile flodgate | 'floodgate'
        validate --profile xyz | lishogi
        validate --profile csa --rules own.toml | cannot be used with
        rules --rules own.toml | --profiles
        rules nifu --profiles | cannot be used with
        rules --profiles --rules nowhere.toml | error: nowhere.toml
    ";
    let archive = Archive::new(&[("own.toml", b"")]);
    assert_cases(rows(CASES), |[arguments, expected]| {
        let outcome = archive.run_line(arguments);
        let unexpected_stderr = (!outcome.stderr.contains(expected)).then_some(outcome.stderr);
        (
            (2, String::new(), None),
            (outcome.status, outcome.stdout, unexpected_stderr),
        )
    });
}

#[test]
fn profiles_are_shown_side_by_side_with_the_given_one_first() {
    let archive = Archive::new(&[("spring.toml", "max_moves = 321\nname = \"春\"".as_bytes())]);
    let built_in = archive.run(&["rules", "--profiles"]);
    assert_eq!(built_in.status, 0);
    assert!(!built_in.stdout.contains("321"));
    let with_given = archive.run(&["rules", "--profiles", "--rules", "spring.toml"]);
    let header = with_given.stdout.lines().next().unwrap();
    assert!(header.trim_start().starts_with("春 "), "{with_given:?}");
    assert!(with_given.stdout.contains("321"), "{with_given:?}");
}

#[test]
fn a_binary_profile_is_refused() {
    let archive = Archive::new(&[
        ("a.kif", CLEAN.as_bytes()),
        (
            "packed.toml",
            b"\x1F\x8B\x08\0\0\0\0\0\0\x03\x01\0\0\xFF\xFF\0\0\0\0\0\0\0\0",
        ),
        ("picture.toml", super::PNG),
        ("zeros.toml", &[0; 512]),
        ("empty.toml", b""),
    ]);
    for (rules, status) in [
        ("packed.toml", 2),
        ("picture.toml", 2),
        ("zeros.toml", 2),
        ("empty.toml", 0),
    ] {
        let outcome = archive.run(&["validate", "a.kif", "--rules", rules]);
        assert_eq!(outcome.status, status, "{rules}: {outcome:?}");
        assert_eq!(
            outcome.stderr.contains("not a text file"),
            status == 2,
            "{outcome:?}"
        );
    }
}

#[test]
fn a_profile_has_a_size_limit() {
    let archive = Archive::new(&[("a.kif", NIFU.as_bytes())]);
    for (length, status) in [(1 << 20, 1), ((1 << 20) + 1, 2)] {
        let first_line = "extends = \"jsa-amateur\"\n";
        let rules = format!("{first_line}{}", "#".repeat(length - first_line.len()));
        std::fs::write(archive.path("long.toml"), rules).unwrap();
        let outcome = archive.run(&["validate", "--rules", "long.toml", "a.kif", "--format", "jsonl"]);
        assert_eq!(outcome.status, status, "{}", outcome.stderr);
        assert_eq!(outcome.stdout.is_empty(), status == 2);
    }
}
