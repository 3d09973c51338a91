//! Archives as inputs of every command: output paths, exit statuses, patterns and messages. No output replaces an
//! archive.

use std::fs;

use super::builders::{Files, gzip, tar, zip};
use super::{FILES, files_as_bytes, irregular_archives};
use crate::cli::{Archive, CLEAN, NIFU};
use crate::support::table::{assert_cases, rows};

#[test]
fn every_command_reads_archives() {
    let files = files_as_bytes(&FILES);
    let archive = Archive::new(&[("x.zip", &zip(&files)), ("one.kif.gz", &gzip(NIFU.as_bytes()))]);
    let stats = archive.run_line("stats --columns path,plies x.zip");
    assert_eq!(
        stats.stdout,
        "path,plies\nx.zip!club/b.kif,9\nx.zip!club/a.kif,2\nx.zip!c.csa,2\n"
    );
    let outcome = archive.run_line("show one.kif.gz");
    assert!(
        outcome.status == 0 && outcome.stdout.starts_with("one.kif.gz!one.kif (kif"),
        "{outcome:?}"
    );
    let outcome = archive.run_line("show x.zip");
    assert!(
        outcome
            .stderr
            .contains("specify one of them, for example x.zip!club/b.kif"),
        "{outcome:?}"
    );
    let outcome = archive.run_line("show x.zip!c.csa");
    assert!(outcome.stdout.starts_with("x.zip!c.csa (csa"), "{outcome:?}");
    let with_txt = archive.run_line("validate --ext txt --format jsonl x.zip");
    assert_eq!(
        with_txt.objects().len(),
        3,
        "no record is in the notes: {with_txt:?}"
    );
}

#[test]
fn converted_members_stay_below_the_output_directory() {
    let files: &Files<'_> = &[
        ("../../evil.kif", CLEAN.as_bytes()),
        ("/root.kif", CLEAN.as_bytes()),
        ("C:\\dos\\x.kif", CLEAN.as_bytes()),
        ("club/a.kif", CLEAN.as_bytes()),
    ];
    let archive = Archive::new(&[("in/x.zip", &zip(files))]);
    let outcome = archive.run_line("convert --to csa -o out in");
    assert_eq!(outcome.status, 0, "{outcome:?}");
    for file in ["evil.csa", "root.csa", "dos/x.csa", "club/a.csa"] {
        assert!(
            archive.path(&format!("out/x.zip/{file}")).is_file(),
            "{file}: {outcome:?}"
        );
    }
    assert!(!archive.path("evil.csa").exists() && !archive.path("out/evil.csa").exists());
    let named_like_a_file = archive.run_line("convert --to csa -o one.csa in/x.zip");
    assert_eq!(
        named_like_a_file.status, 0,
        "a directory of this name: {named_like_a_file:?}"
    );
    assert!(archive.path("one.csa/x.zip/club/a.csa").is_file());
}

/// A note about an archive changes neither the exit status of `convert` nor the output of `show`. Damage makes
/// `convert` fail.
#[test]
fn exit_statuses_equal_those_of_validate() {
    const CASES: &str = "
        pipe.zip | 0 | 1 of 1 record
        two.tar | 0 | 2 of 2 records
        rest.kif.gz | 0 | 1 of 1 record
        sum.tgz | 2 | 1 of 2 records
    ";
    let archive = irregular_archives();
    assert_cases(rows(CASES), |[name, status, summary]| {
        let outcome = archive.run_line(&format!("convert --to csa -o out-{name} {name}"));
        let is_reported = outcome.stderr.contains(&format!("Converted {summary}"));
        (
            (status.to_string(), true),
            (outcome.status.to_string(), is_reported),
        )
    });
    let link = archive.run_line("convert --to csa -o out-link pipe.zip");
    assert!(
        link.stderr
            .contains("pipe.zip!x.kif: not converted: links and special files in archives are not read"),
        "{link:?}"
    );
    let outcome = archive.run_line("show rest.kif.gz");
    assert!(
        outcome.stdout.starts_with("rest.kif.gz!rest.kif (kif"),
        "{outcome:?}"
    );
}

#[test]
fn no_output_replaces_an_archive() {
    const CASES: &str = "
        convert --to csa -o x.zip x.zip | because the input is an archive; x.zip is a file
        validate --format json -o x.zip x.zip | this is an input file
        validate --format json -o x x | this is an input file
        validate --format json -o x x!club/a.kif | this is an input file
    ";
    let zip_bytes = zip(&files_as_bytes(&FILES));
    let archive = Archive::new(&[("x.zip", &zip_bytes), ("x", &zip_bytes)]);
    assert_cases(rows(CASES), |[line, message]| {
        let outcome = archive.run_line(line);
        let unexpected_stderr = (!outcome.stderr.contains(message)).then_some(outcome.stderr);
        ((2, None), (outcome.status, unexpected_stderr))
    });
    for name in ["x", "x.zip"] {
        assert_eq!(fs::read(archive.path(name)).unwrap(), zip_bytes);
    }
}

/// Exclude patterns on the command line or in kifu.toml (`toml:`), the inputs, and the paths that are read.
const EXCLUDED: &str = "
    --exclude new                     | .               | ./g/a.kif ./g/old/b.kif ./g/x.zip!a.kif ./g/x.zip!old/b.kif ./g/x.zip!old/in.zip!c.kif
    --exclude g/old                   | .               | ./g/a.kif ./g/x.zip!a.kif ./g/x.zip!old/b.kif ./g/x.zip!old/in.zip!c.kif ./new/d.kif
    --exclude g/old/** --exclude new/ | g new/d.kif     | g/a.kif g/x.zip!a.kif g/x.zip!old/b.kif g/x.zip!old/in.zip!c.kif new/d.kif
    --exclude g/*.zip                 | g               | g/a.kif g/old/b.kif
    --exclude g/*.zip                 | g/x.zip         | g/x.zip!a.kif g/x.zip!old/b.kif g/x.zip!old/in.zip!c.kif
    --exclude g/x.zip!old             | g               | g/a.kif g/old/b.kif g/x.zip!a.kif
    --exclude g/x.zip!**              | g               | g/a.kif g/old/b.kif
    --exclude g/x.zip!old/**          | ./g/x.zip       | ./g/x.zip!a.kif
    --exclude g/x.zip!old/*.zip       | g/x.zip         | g/x.zip!a.kif g/x.zip!old/b.kif
    --exclude g/x.zip!*/*.zip!c.kif   | g/x.zip         | g/x.zip!a.kif g/x.zip!old/b.kif
    --exclude g/x.zip/old/**          | g/x.zip         | g/x.zip!a.kif g/x.zip!old/b.kif g/x.zip!old/in.zip!c.kif
    --exclude **/b.kif                | g               | g/a.kif g/x.zip!a.kif g/x.zip!old/in.zip!c.kif
    --exclude **/b.kif                | g/old/b.kif g/x.zip!old/b.kif | g/old/b.kif g/x.zip!old/b.kif
    --exclude g/x.zip!old             | g/x.zip!old     | g/x.zip!old/b.kif g/x.zip!old/in.zip!c.kif
    --exclude g                       | g/old           | g/old/b.kif
    toml:g/old toml:new/**            | .               | ./g/a.kif ./g/x.zip!a.kif ./g/x.zip!old/b.kif ./g/x.zip!old/in.zip!c.kif
    toml:g/x.zip!old --exclude new    | .               | ./g/a.kif ./g/old/b.kif ./g/x.zip!a.kif
    toml:g                            | g/a.kif new     | g/a.kif new/d.kif
";

fn archive_for_patterns() -> Archive {
    let inner_zip = zip(&[("c.kif", CLEAN.as_bytes())]);
    let files = [
        ("a.kif", CLEAN.as_bytes()),
        ("old/b.kif", CLEAN.as_bytes()),
        ("old/in.zip", &inner_zip),
    ];
    Archive::new(&[
        ("g/a.kif", CLEAN.as_bytes()),
        ("g/old/b.kif", CLEAN.as_bytes()),
        ("g/x.zip", &zip(&files)),
        ("new/d.kif", CLEAN.as_bytes()),
    ])
}

#[test]
fn excluded_paths_are_read_only_if_given() {
    let archive = archive_for_patterns();
    assert_cases(rows(EXCLUDED), |[patterns, inputs, expected]| {
        let pattern_words = patterns.split_whitespace();
        let (file_patterns, options): (Vec<_>, Vec<_>) =
            pattern_words.partition(|it| it.starts_with("toml:"));
        let file_patterns: Vec<_> = file_patterns.iter().map(|it| it.replace("toml:", "")).collect();
        fs::write(
            archive.path("kifu.toml"),
            format!("exclude = {file_patterns:?}\n"),
        )
        .unwrap();
        // Only kifu.toml is skipped, so the summary does not have the plural “files skipped”.
        let run_command =
            |command: &str| archive.run_line(&format!("{command} {} {inputs}", options.join(" ")));
        let outcome = run_command("validate --format jsonl -j2");
        assert!(
            outcome.status == 0 && !outcome.stderr.contains("files skipped"),
            "{outcome:?}"
        );
        let stats = run_command("stats --columns path --format jsonl");
        assert_eq!(super::paths(&stats), super::paths(&outcome));
        ((*expected).to_owned(), super::paths(&outcome).join(" "))
    });
    // `convert` applies the patterns, too. Matching paths from `--files-from` are excluded, unlike matching paths on
    // the command line.
    fs::write(archive.path("kifu.toml"), "").unwrap();
    archive.run_line("convert --to csa -o out --exclude g/x.zip --exclude new .");
    assert!(
        archive.path("out/g/a.csa").exists()
            && !archive.path("out/new").exists()
            && !archive.path("out/g/x.zip").exists()
    );
    fs::write(archive.path("list.txt"), "g/a.kif\nnew/d.kif\n").unwrap();
    let from_list = archive.run_line("validate --format jsonl --files-from list.txt --exclude new/*");
    assert_eq!(super::paths(&from_list), ["g/a.kif"]);
}

#[test]
fn patterns_are_relative_to_their_file() {
    let archive = archive_for_patterns();
    fs::write(archive.path("kifu.toml"), "exclude = [\"g/old\"]\n").unwrap();
    for (options, expected) in [
        (
            "",
            "a.kif x.zip!a.kif x.zip!old/b.kif x.zip!old/in.zip!c.kif ../new/d.kif",
        ),
        ("--exclude x.zip --exclude ../new", "a.kif"),
        (
            "--exclude old --isolated --exclude g",
            "a.kif x.zip!a.kif x.zip!old/b.kif x.zip!old/in.zip!c.kif ../new/d.kif",
        ),
    ] {
        let line = format!("validate --format jsonl {options} . ../new");
        let outcome = archive
            .command(&line.split_whitespace().collect::<Vec<_>>())
            .current_dir(archive.path("g"))
            .output();
        let outcome = crate::cli::Outcome::from(outcome.unwrap());
        let paths: Vec<_> = super::paths(&outcome)
            .iter()
            .map(|path| path.trim_start_matches("./").to_owned())
            .collect();
        let mut expected: Vec<_> = expected.split(' ').collect();
        if options.contains("../new") {
            // A path on the command line is read despite the pattern.
            expected.push("../new/d.kif");
        }
        assert_eq!(paths, expected, "{options}");
    }
}

#[test]
fn an_unmatched_pattern_is_reported() {
    const SETTINGS: &str = "exclude = [\"g/old\", \"gone\"]\n[[per-path]]\npaths = [\"g/x.zip!old/**\", \"nowhere/**\"]\nignore = [\"all\"]\n";
    let archive = archive_for_patterns();
    fs::write(archive.path("kifu.toml"), SETTINGS).unwrap();
    let unmatched_patterns = |options: &str| {
        let outcome = archive.run_line(&format!("validate {options} --exclude new --exclude typo ."));
        let lines = outcome
            .stderr
            .lines()
            .filter(|it| it.contains("this pattern does not match any path"));
        lines
            .map(|line| line.split(':').next().unwrap().to_owned())
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(unmatched_patterns("-v"), "typo gone nowhere/**");
    assert_eq!(unmatched_patterns(""), "");
    for (line, expected) in [
        ("validate --exclude a[b .", "invalid pattern"),
        (
            "config --exclude old",
            "exclude = [\"old\", \"g/old\", \"gone\"]  # command line, kifu.toml:1:11\n",
        ),
        ("config", "exclude = [\"g/old\", \"gone\"]  # kifu.toml:1:11\n"),
        ("config --isolated", "exclude = []  # default\n"),
    ] {
        let outcome = archive.run_line(line);
        assert!(
            format!("{}{}", outcome.stdout, outcome.stderr).contains(expected),
            "{line}: {outcome:?}"
        );
    }
}

#[test]
fn path_settings_match_printed_member_paths() {
    let nifu = NIFU.as_bytes();
    let archive = Archive::new(&[("x.zip", &zip(&[("old/a.kif", nifu), ("new/b.kif", nifu)]))]);
    for (pattern, errors) in [
        ("x.zip!old/**", 1),
        ("x.zip!old", 1),
        ("x.zip/old/**", 1),
        ("x.zip!*/*.kif", 0),
        ("x.zip", 0),
        ("y.zip!old/**", 2),
        ("old/**", 2),
    ] {
        let settings = format!("[[per-path]]\npaths = [\"{pattern}\"]\nignore = [\"nifu\"]\n");
        fs::write(archive.path("kifu.toml"), settings).unwrap();
        let outcome = archive.run_line("validate --format jsonl x.zip");
        assert_eq!(outcome.rules().len(), errors, "{pattern}");
    }
}

#[test]
fn an_ambiguous_member_name_is_not_shown() {
    let tar_bytes = tar(&[
        ("d/a.kif", CLEAN.as_bytes()),
        ("d/a.kif", NIFU.as_bytes()),
        ("b.kif", CLEAN.as_bytes()),
    ]);
    let archive = Archive::new(&[("g.tar", &*tar_bytes)]);
    let refusal = archive.run(&["show", "g.tar!d/a.kif"]);
    assert_eq!(refusal.status, 2, "{refusal:?}");
    assert!(
        refusal.stderr.contains("several files of this name"),
        "{refusal:?}"
    );
    let outcome = archive.run(&["show", "g.tar!b.kif"]);
    assert_eq!(outcome.status, 0, "{outcome:?}");
    let refusal = archive.run(&["show", "g.tar"]);
    assert!(
        refusal
            .stderr
            .contains("specify one of them, for example g.tar!d/a.kif"),
        "{refusal:?}"
    );
}
