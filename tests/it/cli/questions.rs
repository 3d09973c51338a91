//! `kifu fix -i` asks before each change of moves.

use std::fmt::Write as _;
use std::fs;

use super::{Archive, Outcome};

/// Returns the fixture with a slip, as text and as the bytes of its file.
fn slip() -> (String, Vec<u8>) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fix/slip.kif");
    let bytes = fs::read(path).unwrap();
    let text = kifu::text::decode(&bytes, None).as_str().to_owned();
    (text, bytes)
}

fn right() -> Vec<u8> {
    let right = slip().0.replace("30 ６四歩(36)", "30 ６四歩(63)");
    kifu::text::SHIFT_JIS.encode(&right).0.into_owned()
}

/// Returns the game without ply 50 and without times, which three moves can fill.
fn with_several_causes() -> String {
    let text = slip()
        .0
        .replace("30 ６四歩(36)", "30 ６四歩(63)")
        .replace("\r\n", "\n");
    let mut ply = 0;
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.starts_with("まで")) {
        let Some((number, rest)) = line
            .trim_start()
            .split_once(' ')
            .filter(|it| it.0.parse::<u32>().is_ok())
        else {
            out.extend([line, "\n"]);
            continue;
        };
        if number == "50" {
            continue;
        }
        ply += 1;
        let token = rest.split(['\t', ' ']).next().unwrap();
        let _ = writeln!(out, "{ply:4} {token}");
    }
    out
}

fn archive() -> Archive {
    let (_, bytes) = slip();
    Archive::new(&[
        ("a/1.kif", &bytes),
        ("a/2.kif", &bytes),
        ("several.kif", with_several_causes().as_bytes()),
    ])
}

/// Runs the command with these answers in a file.
fn answered(archive: &Archive, answers: &str, arguments: &str) -> Outcome {
    fs::write(archive.path("answers.txt"), answers).unwrap();
    archive.run_line(&format!("fix --answers answers.txt {arguments}"))
}

fn content(archive: &Archive, name: &str) -> Vec<u8> {
    fs::read(archive.path(name)).unwrap()
}

#[test]
fn accepted_changes_are_made() {
    for answers in ["y\ny\n", "1\n1", "y\r\n1\r\n"] {
        let archive = archive();
        let outcome = answered(&archive, answers, "-i a");
        assert_eq!((outcome.status, &*outcome.stdout), (0, ""), "{}", outcome.stderr);
        for name in ["a/1.kif", "a/2.kif"] {
            assert_eq!(content(&archive, name), right(), "{name}");
        }
        assert!(
            outcome.stderr.contains(": 36 findings fixed in 2 files ("),
            "{}",
            outcome.stderr
        );
    }
}

#[test]
fn unused_answers_are_reported() {
    for (answers, first) in [("y\ny\n", None), ("y\ny\nn\ny\n", Some(3)), ("q\ny\ny\n", None)] {
        let outcome = answered(&archive(), answers, "-i a");
        let note = first.map(|first| {
            format!(
                "--answers: the file has more lines than there are questions; not used from line {first} on\n"
            )
        });
        assert_eq!(
            outcome.stderr.contains("more lines"),
            note.is_some(),
            "{answers:?} {}",
            outcome.stderr
        );
        assert!(
            note.is_none_or(|note| outcome.stderr.contains(&note)),
            "{}",
            outcome.stderr
        );
    }
}

#[test]
fn a_question_shows_the_line_and_the_boards() {
    let archive = archive();
    let outcome = answered(&archive, "y\n", "a/1.kif");
    for part in [
        "42 |   30 ６四歩(36)   ( 0:10/00:03:49)\n",
        "\n1: the origin is (63), not (36): with it, 69 more moves are legal\n",
        "as written, before ply 30:        with the change, after ply 30:\n",
        "|v歩 ・ ・v歩 ・v玉v銀v歩v歩|c    |v歩 ・ ・ ・ ・v玉v銀v歩v歩|c\n",
        "\nMake this change? [y/1/n/e/q] y\n",
    ] {
        assert!(outcome.stderr.contains(part), "{part}\n{}", outcome.stderr);
    }
}

/// Each change of a cause has its line and its boards; those of a later change have the earlier ones.
#[test]
fn a_question_shows_all_changes_of_a_cause() {
    let text = slip().0.replace("72 ６五桂(73)", "72 ６五桂(37)");
    let archive = Archive::new(&[("two.kif", kifu::text::SHIFT_JIS.encode(&text).0.as_ref())]);
    let outcome = answered(&archive, "y\n", "two.kif");
    for part in [
        "\n1 (1 of 2): the origin is (63), not (36): with it, 41 more moves are legal\nas written, before ply 30:  ",
        "\n1 (2 of 2): the origin is (73), not (37): with it, 27 more moves are legal\n84 |   72 ６五桂(37)   ( 0:01/00:10:14)\n",
        "\nchanged so far, before ply 72:    with the change, after ply 72:\n",
        "\nMake all these changes? [y/1/n/e/q] y\n",
    ] {
        assert!(outcome.stderr.contains(part), "{part}\n{}", outcome.stderr);
    }
    assert_eq!(
        outcome.stderr.matches(", before ply ").count(),
        2,
        "{}",
        outcome.stderr
    );
    assert_eq!(content(&archive, "two.kif"), right());
}

#[test]
fn other_changes_are_left() {
    let archive = archive();
    let outcome = answered(&archive, "n\ny\n", "a");
    assert_eq!(outcome.status, 1, "{}", outcome.stderr);
    assert_eq!(content(&archive, "a/1.kif"), slip().1);
    assert_eq!(content(&archive, "a/2.kif"), right());
    assert!(
        outcome.stderr.contains("; 1 finding left as written ("),
        "{}",
        outcome.stderr
    );
}

#[test]
fn after_q_nothing_more_is_changed() {
    let archive = archive();
    let outcome = answered(&archive, "y\nq\n", "a");
    assert_eq!(outcome.status, 1, "{}", outcome.stderr);
    assert_eq!(content(&archive, "a/1.kif"), right());
    assert_eq!(content(&archive, "a/2.kif"), slip().1);
}

#[test]
fn one_of_several_possible_causes_is_chosen() {
    let game = with_several_causes();
    let with_move = |token: &str| {
        let next = game.lines().find(|line| line.starts_with("  50 ")).unwrap();
        let (before, after) = game.split_once(next).unwrap();
        let mut text = format!("{before}  50 {token}\n");
        for (ply, line) in (51..).zip(format!("{next}{after}").lines()) {
            let line = match line.get(..5).filter(|head| head.trim().parse::<u32>().is_ok()) {
                Some(_) => format!("{:4} {}", ply, &line[5..]),
                None => line.to_owned(),
            };
            text.extend([&*line, "\n"]);
        }
        text
    };
    for (answer, token) in [("y", "６四銀(53)"), ("1", "６四銀(53)"), ("3", "４二銀(53)")] {
        let archive = archive();
        let outcome = answered(&archive, &format!("{answer}\n"), "several.kif");
        assert!(
            outcome
                .stderr
                .contains("\nMake one of these changes? [y/1-3/n/e/q] "),
            "{}",
            outcome.stderr
        );
        let fixed = String::from_utf8(content(&archive, "several.kif")).unwrap();
        let first = |text: &str| text.lines().take(62).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(first(&fixed), first(&with_move(token)), "{answer}");
    }
    // Without questions, none of them is made.
    let archive = archive();
    archive.run_line("fix --unsafe several.kif");
    assert_eq!(content(&archive, "several.kif"), game.into_bytes());
}

#[test]
fn with_wrong_answers_nothing_is_written() {
    for (answers, message) in [
        ("y\n", "fewer lines than there are questions"),
        ("", "fewer lines than there are questions"),
        (
            "y\nx\n",
            "line 2: expected y, a number of a cause, n or q, found \"x\"",
        ),
        ("y\n2\n", "line 2: expected"),
        ("y\n0\n", "line 2: expected"),
        ("y\n\ny\n", "line 2: expected"),
        ("y\ne\n", "line 2: expected"),
        ("Y\ny\n", "line 1: expected"),
    ] {
        for place in ["", "--diff ", "-o out "] {
            let archive = archive();
            let outcome = answered(&archive, answers, &format!("{place}a"));
            assert_eq!((outcome.status, &*outcome.stdout), (2, ""), "{answers:?} {place}");
            assert!(
                outcome.stderr.contains(message),
                "{answers:?}: {}",
                outcome.stderr
            );
            assert_eq!(content(&archive, "a/1.kif"), slip().1, "{answers:?}");
            assert!(!archive.path("out/1.kif").exists(), "{answers:?}");
        }
    }
    assert_eq!(archive().run_line("fix --answers missing.txt a").status, 2);
}

#[test]
fn answers_apply_to_differences_and_copies_too() {
    let archive = archive();
    let outcome = answered(&archive, "y\nn\n", "--diff a");
    assert_eq!(outcome.status, 1);
    assert_eq!(
        outcome.stdout.matches("\n+  30 ６四歩(63)").count(),
        1,
        "{}",
        outcome.stdout
    );
    assert_eq!(content(&archive, "a/1.kif"), slip().1);
    answered(&archive, "n\ny\n", "-o out a");
    assert!(!archive.path("out/1.kif").exists());
    assert_eq!(content(&archive, "out/2.kif"), right());
}

#[test]
fn without_a_terminal_there_are_no_questions() {
    let archive = archive();
    for (arguments, message) in [
        ("fix -i a", "error: -i requires a terminal; use --answers FILE"),
        ("fix --interactive", "error: -i requires a path"),
        ("fix --answers answers.txt -", "error: -i requires a path"),
    ] {
        let outcome = archive.run_line(arguments);
        assert_eq!(outcome.status, 2, "{arguments}");
        assert!(outcome.stderr.starts_with(message), "{}", outcome.stderr);
    }
    assert_eq!(content(&archive, "a/1.kif"), slip().1);
}

#[cfg(target_os = "linux")]
mod on_a_terminal {
    use std::os::unix::fs::PermissionsExt as _;

    use super::super::terminal::on_terminal_with_input;
    use super::*;

    /// Runs `kifu fix -i` with this input. Returns the text on the terminal, and the exit status.
    fn run(archive: &Archive, input: &str, path: &str) -> (String, i32) {
        let mut command = archive.command(&["fix", "-i", "--color", "never", path]);
        command.env("VISUAL", archive.path("editor.sh"));
        on_terminal_with_input(command, input)
    }

    #[test]
    fn the_user_is_asked_until_the_answer_is_possible() {
        let archive = archive();
        let (text, status) = run(&archive, "?\n7\ny\n", "a/1.kif");
        assert_eq!(status, 0, "{text}");
        assert_eq!(
            text.matches("Make this change? [y/1/n/e/q] ").count(),
            3,
            "{text}"
        );
        assert_eq!(text.matches("y: make the change").count(), 2, "{text}");
        assert_eq!(content(&archive, "a/1.kif"), right());
    }

    #[test]
    fn nothing_is_written_after_q() {
        let archive = archive();
        let (text, status) = run(&archive, "q\n", "a");
        assert_eq!(status, 1, "{text}");
        assert_eq!(text.matches("Make this change?").count(), 1, "{text}");
        assert_eq!(content(&archive, "a/1.kif"), slip().1);
    }

    #[test]
    fn a_copy_is_edited_at_the_line_and_used() {
        let archive = archive();
        let script = "#!/bin/sh\necho \"$1\" \"$(basename \"$2\")\" >editor.txt\nsed -i 's/(36)   ( 0:10/(63)   ( 0:10/' \"$2\"\n";
        fs::write(archive.path("editor.sh"), script).unwrap();
        fs::set_permissions(archive.path("editor.sh"), fs::Permissions::from_mode(0o755)).unwrap();
        let (text, status) = run(&archive, "e\n", "a/1.kif");
        assert_eq!(status, 0, "{text}");
        assert_eq!(content(&archive, "editor.txt"), b"+42 1.kif\n");
        assert_eq!(content(&archive, "a/1.kif"), right());
        // An editor that fails changes nothing.
        fs::write(archive.path("editor.sh"), "#!/bin/sh\nexit 1\n").unwrap();
        let (text, status) = run(&archive, "e\n", "a/2.kif");
        assert_eq!(status, 2, "{text}");
        assert!(text.contains("the editor ended with an error"), "{text}");
        assert_eq!(content(&archive, "a/2.kif"), slip().1);
    }
}

/// The report on a record with a cause ends with the command that makes the change, or that asks about several possible ones.
#[cfg(unix)]
#[test]
fn a_report_ends_with_the_command_that_makes_the_change() {
    let archive = archive();
    let output = |arguments: &[&str]| archive.run(arguments).stdout;
    let one = output(&["validate", "a/1.kif", "--profile", "jsa-pro"]);
    let last = one.lines().rfind(|line| line.contains("kifu fix")).unwrap();
    let command = last
        .strip_prefix("To fix it (--diff only shows the change): ")
        .unwrap();
    assert_eq!(command, "kifu fix --profile=jsa-pro --unsafe --diff a/1.kif");
    let diff = archive.shell(command);
    assert!(
        diff.status == 1 && diff.stdout.contains("+  30 ６四歩(63)"),
        "{diff:?}"
    );
    let several = output(&["validate", "several.kif"]);
    assert!(
        several.contains("\nTo choose a change: kifu fix -i several.kif\n"),
        "{several}"
    );
    // Standard input cannot be read a second time.
    let from_stdin = archive.run_with_input(&["validate"], &slip().1).stdout;
    let without_causes = output(&["validate", "a/1.kif", "--no-cause"]);
    for output in [from_stdin, without_causes] {
        assert!(
            output.contains("error[double-move]") && !output.contains("kifu fix"),
            "{output}"
        );
    }
}

/// A finding with a cause states the contradiction and explains the cause. Without the cause, it names the player as before.
#[test]
fn a_cause_has_its_own_headline_and_explanation() {
    let archive = archive();
    let with = archive.run(&["validate", "a/1.kif"]).stdout;
    let without = archive.run(&["validate", "a/1.kif", "--no-cause"]).stdout;
    for (part, is_of_cause) in [
        (
            "error[double-move]: the record does not fit the board at ply 30\n",
            true,
        ),
        ("(record 1, ply 30)\n", true),
        ("= why: A digit of the origin is wrong.", true),
        ("= help: kifu rules --causes origin\n", true),
        ("error[double-move]: Black moves twice in a row;", false),
        ("(record 1, ply 30, Black)\n", false),
        ("= why: The players move in turn.", false),
        ("= help: kifu rules double-move\n", false),
    ] {
        assert_eq!(
            (with.contains(part), without.contains(part)),
            (is_of_cause, !is_of_cause),
            "{part}\n{with}\n{without}"
        );
    }
    let json = archive.run(&["validate", "a/1.kif", "--format", "json"]).stdout;
    assert!(json.contains("Black moves twice in a row"), "{json}");
}

/// The move that a lone illegal move may have been is shown, not counted, and applied only if the user accepts it.
#[test]
fn a_misheard_move_is_changed_only_after_a_question() {
    let foul = "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ６八金(49)\n   4 ８四歩(83)\n   5 ２六歩(27)\n   6 ８五歩(84)\n";
    let archive = Archive::new(&[("foul.kif", foul.as_bytes())]);
    let output = archive.run(&["validate", "foul.kif"]).stdout;
    assert!(
        output.contains("\n  = if it was misheard: ５八金(49)\n") && !output.contains("kifu fix"),
        "{output}"
    );
    let fixed = archive.run(&["fix", "--unsafe", "foul.kif"]);
    assert_eq!(content(&archive, "foul.kif"), foul.as_bytes(), "{fixed:?}");
    answered(&archive, "n\n", "-i foul.kif");
    assert_eq!(content(&archive, "foul.kif"), foul.as_bytes());
    let outcome = answered(&archive, "1\n", "-i foul.kif");
    assert!(
        outcome.stderr.contains(
            "\n1: if it was misheard, the destination is ５八, not ６八: with it, 3 more moves are legal\n"
        ) && outcome
            .stderr
            .contains("\nIf the move was misheard: make this change? [y/1/n/e/q] 1\n"),
        "{}",
        outcome.stderr
    );
    let right = foul.replace("６八金", "５八金");
    assert_eq!(content(&archive, "foul.kif"), right.as_bytes());
}
