//! `kifu.toml`: its location, its keys, and options that override it.

use std::fs;

use super::{Archive, CLEAN, NIFU, NO_MOVES, Outcome};
use crate::support::table::{assert_cases, rows};

/// Makes a `kifu.toml` with these settings, another configuration file, three records with an illegal move, a record
/// with a warning, and a record without findings.
fn archive(settings: &str) -> Archive {
    Archive::new(&[
        ("kifu.toml", settings.as_bytes()),
        ("2019/foul.kif", NIFU.as_bytes()),
        ("2019/finals/foul.kif", NIFU.as_bytes()),
        ("2020/foul.kif", NIFU.as_bytes()),
        ("2020/unmoved.kif", NO_MOVES.as_bytes()),
        ("2020/clean.kif", CLEAN.as_bytes()),
        ("csa.toml", b"profile = \"csa\"\nignore = [\"fouls\"]\n"),
    ])
}

/// Returns the exit status, and for each finding the path, the rule and the first letter of the severity.
fn findings(outcome: &Outcome) -> String {
    let mut parts = vec![outcome.status.to_string()];
    for object in outcome.objects() {
        let path = object["path"].as_str().unwrap();
        for finding in object["findings"].as_array().unwrap() {
            let text = |key: &str| finding[key].as_str().unwrap();
            parts.push(format!("{path}:{}:{}", text("rule"), &text("severity")[..1]));
        }
    }
    parts.join(" ")
}

#[test]
fn keys_apply_alone_and_with_options() {
    const CASES: &str = r#"
        ignore = ["starts"]                 |                       | 1 2019/finals/foul.kif:nifu:e 2019/foul.kif:nifu:e 2020/foul.kif:nifu:e
        ignore = ["nifu"]                   |                       | 0 2020/unmoved.kif:no-moves:w
        ignore = ["nifu"]                   | --ignore starts       | 0
        ignore = ["nifu"]                   | --select nifu 2020    | 1 2020/foul.kif:nifu:e
        ignore = ["nifu"]                   | --isolated 2020       | 1 2020/foul.kif:nifu:e 2020/unmoved.kif:no-moves:w
        ignore = ["nifu"]                   | --config csa.toml     | 0 2020/unmoved.kif:no-moves:w
        select = ["starts"]                 |                       | 0 2020/unmoved.kif:no-moves:w
        select = ["starts"]                 | --select fouls 2020   | 1 2020/foul.kif:nifu:e
        select = ["fouls"]                  | --ignore nifu         | 0
        severity = "error"                  | 2020                  | 1 2020/foul.kif:nifu:e
        severity = "error"                  | 2020 --severity note  | 1 2020/foul.kif:nifu:e 2020/unmoved.kif:no-moves:w
        fail-on = "never"                   | 2020                  | 0 2020/foul.kif:nifu:e 2020/unmoved.kif:no-moves:w
        fail-on = "warning" ; select = ["starts"] | 2020            | 1 2020/unmoved.kif:no-moves:w
        fail-on = "warning" ; select = ["starts"] | 2020 --fail-on error | 0 2020/unmoved.kif:no-moves:w
        [set] ; nifu = "warning"            | 2020                  | 0 2020/foul.kif:nifu:w 2020/unmoved.kif:no-moves:w
        [set] ; nifu = "off"                | 2020                  | 0 2020/unmoved.kif:no-moves:w
        [set] ; nifu = "off"                | 2020 --set all=error  | 1 2020/foul.kif:nifu:e 2020/unmoved.kif:no-moves:e
        [set] ; "no-*" = "note"             | 2020 --severity warning | 1 2020/foul.kif:nifu:e
        [[per-path]] ; paths = ["2019/**"] ; ignore = ["fouls"] |     | 1 2020/foul.kif:nifu:e 2020/unmoved.kif:no-moves:w
        [[per-path]] ; paths = ["2019"] ; ignore = ["fouls"] |        | 1 2020/foul.kif:nifu:e 2020/unmoved.kif:no-moves:w
        [[per-path]] ; paths = ["2019/*"] ; ignore = ["all"] | 2019   | 0
        [[per-path]] ; paths = ["2019/*.kif"] ; ignore = ["all"] | 2019 | 1 2019/finals/foul.kif:nifu:e
        [[per-path]] ; paths = ["2019/**"] ; ignore = ["all"] | 2019 --select nifu | 1 2019/finals/foul.kif:nifu:e 2019/foul.kif:nifu:e
        [[per-path]] ; paths = ["2019/**"] ; [per-path.set] ; nifu = "note" | 2019 --severity note | 0 2019/finals/foul.kif:nifu:n 2019/foul.kif:nifu:n
        [[per-path]] ; paths = ["2019/**"] ; [per-path.set] ; nifu = "note" | 2019 --set nifu=error | 1 2019/finals/foul.kif:nifu:e 2019/foul.kif:nifu:e
        [[per-path]] ; paths = ["2019/**"] ; [per-path.set] ; nifu = "note" ; [[per-path]] ; paths = ["**/finals/*"] ; [per-path.set] ; nifu = "warning" | 2019 | 0 2019/finals/foul.kif:nifu:w 2019/foul.kif:nifu:n
    "#;
    assert_cases(rows(CASES), |[settings, options, expected]| {
        let archive = archive(&settings.replace(" ; ", "\n"));
        let paths = if options.split(' ').any(|it| it.starts_with("20")) {
            ""
        } else {
            "2019 2020"
        };
        let outcome = archive.run_line(&format!("validate --format jsonl {options} {paths}"));
        ((*expected).to_owned(), findings(&outcome))
    });
}

/// Path patterns are relative to the folder of the configuration file, whether `--config` has the name alone or a
/// longer path.
#[test]
fn paths_are_relative_to_the_settings_file() {
    let archive = archive("");
    fs::write(
        archive.path("own.toml"),
        "[[per-path]]\npaths = [\"2019\"]\nignore = [\"all\"]\n",
    )
    .unwrap();
    for name in ["own.toml", "./own.toml", "2019/../own.toml"] {
        let outcome = archive.run_line(&format!(
            "validate --format jsonl --config {name} 2019 2020/foul.kif"
        ));
        assert_eq!(findings(&outcome), "1 2020/foul.kif:nifu:e", "{name}");
    }
}

#[test]
fn settings_without_effect_are_reported() {
    const CASES: &str = r#"
        [[per-path]] ; paths = ["../2019"] ; ignore = ["all"]   | kifu.toml:2:10 | does not match any path below
        [[per-path]] ; paths = ["/2019"] ; ignore = ["all"]     | kifu.toml:2:10 | does not match any path below
        [[per-path]] ; paths = ["a//b"] ; ignore = ["all"]      | kifu.toml:2:10 | does not match any path below
        [[per-path]] ; paths = [] ; ignore = ["all"]            | kifu.toml:2:9  | expected at least one path
        ext = ["*"]                                             | kifu.toml:1:8  | invalid extension `*`
        ext = ["txt", "a/b"]                                    | kifu.toml:1:15 | invalid extension `a/b`
    "#;
    assert_cases(rows(CASES), |[settings, location, message]| {
        let archive = archive(&settings.replace(" ; ", "\n"));
        let outcome = archive.run_line("validate 2020");
        let is_unexpected = !(outcome.stderr.contains(message) && outcome.stderr.contains(location));
        (
            (2, None),
            (outcome.status, is_unexpected.then_some(outcome.stderr)),
        )
    });
    let archive = Archive::new(&[("a.txt", NIFU.as_bytes()), ("b.kif", CLEAN.as_bytes())]);
    for extension in ["txt", ".txt", "*.txt", "TXT"] {
        let outcome = archive.run_line(&format!("validate -q --format jsonl --ext {extension} ."));
        assert_eq!(outcome.objects().len(), 2, "{extension}");
    }
    assert_eq!(archive.run_line("validate --ext a/b .").status, 2);
    // A settings file with invalid UTF-8, and a settings file that is a dangling link, are errors.
    fs::write(archive.path("kifu.toml"), b"ignore = [\"nifu\"] # \xFF\n").unwrap();
    let with_invalid_utf8 = archive.run_line("validate .");
    assert_eq!(with_invalid_utf8.status, 2);
    assert!(
        with_invalid_utf8.stderr.contains("kifu.toml:1:21"),
        "{with_invalid_utf8:?}"
    );
    #[cfg(unix)]
    {
        fs::remove_file(archive.path("kifu.toml")).unwrap();
        std::os::unix::fs::symlink("gone", archive.path("kifu.toml")).unwrap();
        let with_dangling_link = archive.run_line("validate .");
        assert_eq!(with_dangling_link.status, 2);
        assert!(
            with_dangling_link.stderr.contains("kifu.toml: "),
            "{with_dangling_link:?}"
        );
    }
}

#[test]
fn profiles_apply_to_all_or_to_paths() {
    const SETTINGS: &str = "profile = \"jsa-pro\"\n[[per-path]]\npaths = [\"2019/**\"]\nprofile = \"csa\"\n";
    let archive = archive(SETTINGS);
    let profiles = |options: &str| {
        let outcome = archive.run_line(&format!("validate --format jsonl {options}"));
        let objects = outcome.objects();
        let name = |value: &serde_json::Value| value["profile"].as_str().unwrap().to_owned();
        objects.iter().map(name).collect::<Vec<_>>()
    };
    assert_eq!(profiles("2019 2020/foul.kif"), ["csa", "csa", "jsa-pro"]);
    assert_eq!(
        profiles("2020/foul.kif 2019/../2019/foul.kif"),
        ["jsa-pro", "csa"]
    );
    assert_eq!(profiles("--profile fesa 2019 2020/foul.kif"), ["fesa"; 3]);
    assert_eq!(profiles("--isolated 2019/foul.kif"), ["jsa-amateur"]);
    let absolute_path = archive.path("2019/foul.kif");
    assert_eq!(profiles(absolute_path.to_str().unwrap()), ["csa"]);
    let from_stdin = archive.run_with_input(&["validate", "--format", "jsonl"], NIFU.as_bytes());
    assert_eq!(from_stdin.objects()[0]["profile"], "jsa-pro");
    // The output is the same for any number of threads.
    let one_thread = archive.run_line("validate -j1 2019 2020").stdout;
    assert_eq!(archive.run_line("validate -j3 2019 2020").stdout, one_thread);
}

#[test]
fn the_nearest_settings_file_applies() {
    let outer_settings = "ignore = [\"nifu\"]\n";
    let archive = archive(outer_settings);
    let findings_in = |folder: &str, options: &[&str]| {
        let mut command = archive.command(&[&["validate", "--format", "jsonl"], options].concat());
        findings(&command.current_dir(archive.path(folder)).output().unwrap().into())
    };
    assert_eq!(findings_in("2019/finals", &["foul.kif"]), "0");
    let inner_settings =
        "rules-file = \"own.toml\"\n[[per-path]]\npaths = [\"finals/**\"]\nignore = [\"all\"]\n";
    fs::write(archive.path("2019/kifu.toml"), inner_settings).unwrap();
    fs::write(archive.path("2019/own.toml"), "name = \"own\"\n").unwrap();
    // Only the nearest `kifu.toml` applies, so the outer file, which ignores `nifu`, has no effect.
    assert_eq!(findings_in("2019", &["."]), "1 ./foul.kif:nifu:e");
    assert_eq!(
        findings_in("2019/finals", &["..", "foul.kif"]),
        "1 ../foul.kif:nifu:e"
    );
    assert_eq!(
        findings_in("2019/finals", &["--isolated", "foul.kif"]),
        "1 foul.kif:nifu:e"
    );
    assert_eq!(findings_in("2020", &["foul.kif"]), "0");
    assert_eq!(
        findings_in("2020", &["--config", "../2019/kifu.toml", "foul.kif"]),
        "1 foul.kif:nifu:e"
    );
    let with_rules_file = archive.run_line("validate --format jsonl --config 2019/kifu.toml 2020/foul.kif");
    assert_eq!(with_rules_file.objects()[0]["profile"], "own");
    let with_profile =
        archive.run_line("validate --format jsonl --config 2019/kifu.toml --profile csa 2020/foul.kif");
    assert_eq!(with_profile.objects()[0]["profile"], "csa");
}

#[test]
fn settings_errors_have_location_and_suggestion() {
    const CASES: &str = r#"
        profil = "csa"              | 1:1  | unknown key `profil`               | did you mean `profile`?
        colour = 1                  | 1:1  | unknown key `colour`               | the keys are profile, rules-file
        profile = "jsa-prof"        | 1:11 | invalid value "jsa-prof" for `profile` | did you mean "jsa-pro"?
        profile = 3                 | 1:11 | invalid value for `profile`   | a string in quotes
        severity = "warn"           | 1:12 | invalid value "warn" for `severity` | did you mean "warning"?
        fail-on = "warning2"        | 1:11 | invalid value "warning2" for `fail-on` | did you mean "warning"?
        select = "nifu"             | 1:10 | invalid value for `select`    | a list of strings
        ; select = ["all", "nihu"]  | 2:18 | unknown rule or group `nihu` | did you mean `nifu`?
        ignore = ["clok-*"]         | 1:11 | no rule matches `clok-*`              | did you mean `clock-*`?
        [set] ; nihu = "off"        | 2:1  | unknown rule or group `nihu` | did you mean `nifu`?
        [set] ; nifu = "of"         | 2:8  | invalid value "of" for `nifu` | did you mean "off"?
        [set] ; clock-* = "off"     | 2:7  | not TOML                           | in quotes, for example
        set = 3                     | 1:7  | invalid value for `set`       | write `[set]`
        [[per-path]] ; ignore = []  | 1:1  | missing key `paths`            | paths = ["2019/**"]
        [[per-path]] ; path = ["a"] | 2:1  | unknown key `path`                 | did you mean `paths`?
        [[per-path]] ; paths = ["a[b"] | 2:10 | invalid pattern                 | `*` matches any text
        [per-path] ; paths = ["a"]  | 1:1  | expected a list of tables for `per-path`    | write `[[per-path]]`
        [names] ; a = ["b"] ; c = ["b"] | 3:6 | `b` is listed under two names        | keep one
        [names] ; a = ["b"] ; b = ["c"] | 2:6 | `b` is listed under two names        | keep one
        profile = "csa" ; rules-file = "a.toml" | 2:14 | cannot be used together  | `extends`
        profile = "csa" ; profile = "csa" | 2:1 | duplicate key                 | |
    "#;
    let cases = CASES.replace("| |\n", "| -->\n");
    assert_cases(rows(&cases), |[settings, location, message, help]| {
        let archive = archive(&settings.replace(" ; ", "\n").replace("; ", "\n"));
        let commands = [
            "validate 2020",
            "stats 2020",
            "convert --to csa -o out 2020",
            "config",
        ];
        let actual = commands.map(|line| {
            let outcome = archive.run_line(line);
            let location = format!("--> kifu.toml:{location}\n");
            let expected_texts = [message, location.as_str(), help];
            let missing = expected_texts
                .iter()
                .find(|text| !outcome.stderr.contains(**text));
            (
                outcome.status,
                outcome.stdout.clone(),
                missing.map(|_| outcome.stderr.clone()),
            )
        });
        let expected = commands.map(|_| (2, String::new(), None));
        (expected, actual)
    });
}

#[test]
fn all_errors_are_reported_in_both_languages() {
    let archive = archive("profil = \"csa\"\nselect = [\"nihu\"]\n");
    let english = archive.run_line("validate 2020");
    assert_eq!(english.stderr.matches("error: ").count(), 2, "{english:?}");
    let japanese = archive.run_line("validate --lang ja 2020");
    assert!(
        japanese.stderr.contains("`profil` というキーはない"),
        "{japanese:?}"
    );
    let missing_file = archive.run_line("validate --config nowhere.toml 2020");
    assert!(
        missing_file.status == 2 && missing_file.stderr.starts_with("error: nowhere.toml: "),
        "{missing_file:?}"
    );
    let both_options = archive.run_line("validate --config kifu.toml --isolated 2020");
    assert!(
        both_options.stderr.contains("cannot be used with"),
        "{both_options:?}"
    );
}

#[test]
fn other_extensions_are_read_if_they_contain_a_record() {
    let archive = Archive::new(&[
        ("a.txt", NIFU.as_bytes()),
        ("b.TXT", CLEAN.as_bytes()),
        ("notes.txt", b"Bring tea.\n"),
        ("c.kif", CLEAN.as_bytes()),
        ("d.log", NIFU.as_bytes()),
    ]);
    let paths = |options: &str| {
        let outcome = archive.run_line(&format!("validate --format jsonl . {options}"));
        let objects = outcome.objects();
        let paths = objects
            .iter()
            .map(|object| object["path"].as_str().unwrap().to_owned());
        paths.collect::<Vec<_>>().join(" ")
    };
    assert_eq!(paths(""), "./c.kif");
    assert_eq!(paths("--ext txt"), "./a.txt ./b.TXT ./c.kif");
    assert_eq!(paths("--ext .txt,log"), "./a.txt ./b.TXT ./c.kif ./d.log");
    fs::write(archive.path("kifu.toml"), "ext = [\"txt\"]\n").unwrap();
    assert_eq!(paths(""), "./a.txt ./b.TXT ./c.kif");
    assert_eq!(paths("--ext log"), "./c.kif ./d.log");
    assert_eq!(paths("--isolated"), "./c.kif");
    let conversion = archive.run_line("convert --to csa -o out .");
    assert!(
        archive.path("out/a.csa").exists() && conversion.status == 0,
        "{conversion:?}"
    );
}

#[test]
fn statistics_use_the_settings() {
    let game_of = |black: &str, moves: &str| {
        format!("開始日時：2024/05/05\n先手：{black}\n後手：乙川\n手合割：平手\n{moves}").into_bytes()
    };
    let game = "   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
    let archive = Archive::new(&[
        ("a.kif", &game_of("甲野太郎", game)),
        ("b.kif", &game_of("Kono Taro 4 dan", game)),
        ("c.kif", &game_of("甲野 太良六段", "   1 ２六歩(27)\n   2 投了\n")),
        ("foul.kif", NIFU.as_bytes()),
    ]);
    let stats = |options: &str| {
        archive
            .run_line(&format!("stats -q {options} a.kif b.kif c.kif foul.kif"))
            .stdout
    };
    let players_options = "--table players --columns player,games --sort player";
    assert_eq!(
        stats(players_options),
        "player,games\nkonotaro,1\n乙川,3\n甲野太良,1\n甲野太郎,1\n"
    );
    fs::write(
        archive.path("kifu.toml"),
        "ignore = [\"nifu\"]\n[names]\n\"甲野太郎\" = [\"甲野 太良\", \"Kono Taro\"]\n",
    )
    .unwrap();
    assert_eq!(stats(players_options), "player,games\n乙川,3\n甲野太郎,3\n");
    assert_eq!(
        stats("--table duplicates --columns path,black"),
        "path,black\na.kif,甲野太郎\nb.kif,甲野太郎\n"
    );
    assert!(!stats("--table rules").contains("nifu"));
    assert!(
        archive
            .run_line("stats -q --isolated --table rules foul.kif")
            .stdout
            .contains("nifu")
    );
    let isolated = archive.run_line("convert --isolated --to csa foul.kif");
    assert!(isolated.stderr.contains("[nifu]"), "{isolated:?}");
    let with_settings = archive.run_line("convert --to csa foul.kif");
    assert!(
        !with_settings.stderr.contains("[nifu]") && with_settings.stdout == isolated.stdout,
        "{with_settings:?}"
    );
}

#[test]
fn config_shows_values_and_origins() {
    const SETTINGS: &str = "severity = \"warning\"\nignore = [\"clocks\"]\n[set]\nnifu = \"note\"\n\
        [[per-path]]\npaths = [\"2019/**\"]\nprofile = \"csa\"\n[names]\n\"甲\" = [\"乙\"]\n";
    let archive = archive(SETTINGS);
    let outcome = archive.run_line("config --ignore starts --fail-on note --set nifu=error");
    assert_eq!(outcome.status, 0, "{outcome:?}");
    for line in [
        "# kifu.toml\n",
        "profile = \"jsa-amateur\"  # default\n",
        "select = [\"all\"]  # default\n",
        "ignore = [\"starts\", \"clocks\"]  # command line, kifu.toml:2:10\n",
        "severity = \"warning\"  # kifu.toml:1:12\n",
        "fail-on = \"note\"  # command line\n",
        "ext = []  # default\n",
        "\"nifu\" = \"error\"  # command line\n",
        "paths = [\"2019/**\"]  # kifu.toml:5:1\n",
        "profile = \"csa\"  # kifu.toml:5:1\n",
        "\"甲\" = [\"乙\"]  # kifu.toml:8:1\n",
    ] {
        assert!(outcome.stdout.contains(line), "{line}{}", outcome.stdout);
    }
    // The printed settings have the same effect as the original ones.
    fs::write(archive.path("again.toml"), &outcome.stdout).unwrap();
    let values = |text: &str| {
        let lines = text
            .lines()
            .map(|line| line.split("  # ").next().unwrap().to_owned());
        lines.skip(1).collect::<Vec<_>>()
    };
    let reread = archive.run_line("config --config again.toml");
    assert_eq!(values(&reread.stdout), values(&outcome.stdout));
    let without_file = archive.run_line("config --isolated --lang ja");
    assert!(
        without_file
            .stdout
            .starts_with("# kifu.tomlなし\nprofile = \"jsa-amateur\"  # 既定値\n"),
        "{without_file:?}"
    );
}

#[test]
fn no_output_replaces_the_settings_file() {
    let archive = archive("ignore = [\"nifu\"]\n");
    let outcome = archive.run_line("validate 2020 -o kifu.toml");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(
        fs::read_to_string(archive.path("kifu.toml")).unwrap(),
        "ignore = [\"nifu\"]\n"
    );
}

#[test]
fn the_patterns_of_all_entries_have_a_limit() {
    let run = |patterns: usize| {
        let entry = |count: usize| format!("[[per-path]]\npaths = [{}]\n", "'2019',".repeat(count));
        archive(&(entry(100) + &entry(patterns - 100))).run_line("validate -q 2020/clean.kif")
    };
    let outcome = run(4_096);
    assert_eq!(outcome.status, 0, "{}", outcome.stderr);
    let outcome = run(4_097);
    assert_eq!(outcome.status, 2);
    assert!(
        outcome.stderr.contains("more than 4096 patterns in `per-path`"),
        "{}",
        outcome.stderr
    );
}
