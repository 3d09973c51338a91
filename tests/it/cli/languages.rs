//! Selection of the output language by locale and option.

use super::{Archive, NIFU, Outcome};

const LOCALE_VARIABLES: [&str; 4] = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"];

fn archive() -> Archive {
    Archive::new(&[("nifu.kif", NIFU.as_bytes()), ("notes.txt", b"")])
}

/// Runs the command with these locale variables and no others.
fn run_with_locale(locale: &[(&str, &str)], arguments: &[&str]) -> Outcome {
    let archive = archive();
    let mut command = archive.command(arguments);
    for name in LOCALE_VARIABLES {
        command.env_remove(name);
    }
    command.envs(locale.iter().copied()).output().unwrap().into()
}

fn is_japanese(output: &str) -> bool {
    output.contains("エラー[nifu]") && !output.contains("error[nifu]")
}

#[test]
fn the_locale_selects_the_language_of_text_output() {
    let cases: [(&[(&str, &str)], bool); 8] = [
        (&[("LANG", "ja_JP.UTF-8")], true),
        (&[("LANG", "en_US.UTF-8"), ("LC_MESSAGES", "ja_JP.UTF-8")], true),
        (&[("LANG", "en_US.UTF-8"), ("LC_ALL", "ja")], true),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "")], true),
        (&[("LANG", "ja_JP.UTF-8"), ("LC_MESSAGES", "C")], false),
        (
            &[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C"), ("LANGUAGE", "ja")],
            false,
        ),
        (&[("LANG", "en_US.UTF-8"), ("LC_CTYPE", "ja_JP.UTF-8")], false),
        (&[("LANG", "ko_KR.UTF-8")], false),
    ];
    for (locale, is_japanese_output) in cases {
        for format in ["text", "concise"] {
            let outcome = run_with_locale(locale, &["validate", "nifu.kif", "--format", format]);
            assert_eq!(
                is_japanese(&outcome.stdout),
                is_japanese_output,
                "{locale:?}: {outcome:?}"
            );
            assert_eq!(
                outcome
                    .stderr
                    .starts_with("検査完了: 棋譜1件（9手）、ファイル1個、規定jsa-amateur: エラー1件"),
                is_japanese_output,
                "{locale:?}: {outcome:?}"
            );
        }
    }
}

#[test]
fn machine_readable_output_ignores_the_locale() {
    for format in ["json", "jsonl", "csv"] {
        let arguments = ["validate", "nifu.kif", "--statistics", "--format", format];
        let in_c_locale = run_with_locale(&[("LC_ALL", "C")], &arguments);
        let in_ja_locale = run_with_locale(&[("LC_ALL", "ja_JP.UTF-8")], &arguments);
        assert_eq!(in_c_locale.stdout, in_ja_locale.stdout, "{format}");
        assert!(
            in_c_locale.stderr.contains("two pawns on a file\n") && in_ja_locale.stderr.contains("二歩\n"),
            "the table is for people: {in_ja_locale:?}"
        );
        let japanese = run_with_locale(
            &[("LC_ALL", "C")],
            &["validate", "nifu.kif", "--lang", "ja", "--format", format],
        );
        let english = run_with_locale(
            &[("LC_ALL", "ja")],
            &["validate", "nifu.kif", "--lang", "en", "--format", format],
        );
        assert_eq!(in_c_locale.stdout, english.stdout, "{format}");
        // With `--lang ja`, the names of severities are not translated in these formats.
        assert!(
            japanese.stdout.contains("error") && !japanese.stdout.contains("エラー"),
            "{format}"
        );
    }
}

#[test]
fn the_option_overrules_the_locale() {
    let outcome =
        |locale, lang| run_with_locale(&[("LC_ALL", locale)], &["validate", ".", "-v", "--lang", lang]);
    let (japanese, english) = (outcome("C", "ja"), outcome("ja_JP.UTF-8", "en"));
    assert!(is_japanese(&japanese.stdout), "{japanese:?}");
    for text in ["対象外", "検査完了: "] {
        assert!(japanese.stderr.contains(text), "{japanese:?}");
    }
    assert!(english.stdout.contains("error[nifu]"), "{english:?}");
    for text in ["skipped", "Checked 1 record "] {
        assert!(english.stderr.contains(text), "{english:?}");
    }
    let unknown = run_with_locale(&[], &["validate", ".", "--lang", "jp"]);
    assert_eq!(unknown.status, 2, "{unknown:?}");
    assert!(unknown.stderr.contains("ja"), "{unknown:?}");
}

#[test]
fn statistics_are_in_the_language_of_the_findings() {
    let arguments = ["validate", ".", "--select", "nifu", "--statistics", "--lang"];
    let table = |lang| run_with_locale(&[], &[&arguments[..], &[lang]].concat()).stdout;
    assert!(table("ja").ends_with("\n1  nifu  二歩\n"), "{}", table("ja"));
    assert!(
        table("en").ends_with("\n1  nifu  two pawns on a file\n"),
        "{}",
        table("en")
    );
}

#[test]
fn the_rules_are_explained_in_both_languages() {
    let row = |locale: &str| {
        let table = run_with_locale(&[("LC_ALL", locale)], &["rules"]).stdout;
        table
            .lines()
            .find(|line| line.starts_with("nifu "))
            .unwrap()
            .to_owned()
    };
    assert!(
        row("ja_JP.UTF-8").contains("反則        エラー  unsafe        二歩"),
        "{}",
        row("ja_JP.UTF-8")
    );
    assert!(
        row("C").contains("error    unsafe        two pawns on a file"),
        "{}",
        row("C")
    );
    let page = |lang| run_with_locale(&[("LC_ALL", "ja")], &["rules", "nifu", "--lang", lang]).stdout;
    assert!(page("ja").starts_with(
        "# nifu\n\n二歩（two pawns on a file）。グループ: `fouls`、分類: 反則、重大度: エラー、修正: unsafe。\n"
    ));
    assert!(page("ja").contains("\n## 対処\n"), "{}", page("ja"));
    assert!(page("en").contains("\n## What to do\n"), "{}", page("en"));
}

#[test]
fn findings_of_a_conversion_are_in_both_languages() {
    let stderr = |locale: &str, options: &[&str]| {
        let arguments = [&["convert", "--to", "csa", "-o", "out", "nifu.kif"], options].concat();
        run_with_locale(&[("LC_ALL", locale)], &arguments).stderr
    };
    let japanese = stderr("ja_JP.UTF-8", &[]);
    assert!(
        is_japanese(&japanese) && japanese.contains("`kifu rules NAME` で"),
        "{japanese}"
    );
    assert!(stderr("ja_JP.UTF-8", &["--lang", "en"]).contains("error[nifu]"));
    let jsonl_options = ["--loss-format", "jsonl"];
    assert_eq!(stderr("ja_JP.UTF-8", &jsonl_options), stderr("C", &jsonl_options));
}

/// In Japanese, every output calls the players of a handicap game by the words of their headers: 下手 and 上手, or 先手 and
/// 後手. English output calls them Black and White.
#[test]
fn handicap_players_are_shitate_and_uwate() {
    let moves = "1 ３四歩(33)\n2 ７六歩(77)\n3 ５五角打\nまで3手で下手の勝ち\n";
    let handicap_headers = format!("手合割：香落ち\n下手：甲\n上手：乙\n{moves}");
    let even_headers = format!(
        "手合割：香落ち\n先手：甲\n後手：乙\n{}",
        moves.replace("下手", "先手")
    );
    let archive = Archive::new(&[
        ("h.kifu", handicap_headers.as_bytes()),
        ("e.kifu", even_headers.as_bytes()),
    ]);
    let outputs = [
        "validate --lang ja FILE",
        "validate --lang ja -v FILE",
        "validate --lang ja --format concise FILE",
        "validate --lang ja --format csv FILE",
        "validate --lang ja --format junit FILE",
        "show --lang ja FILE",
        "show --lang ja --svg - FILE",
    ];
    for line in outputs {
        for (file, name, wrong_names) in [
            ("h.kifu", "上手", ["先手", "後手"]),
            ("e.kifu", "後手", ["下手", "上手"]),
        ] {
            let output = archive.run_line(&line.replace("FILE", file)).stdout;
            // Only lines about this game are compared, without the general text of the rule.
            let about_game: Vec<_> = output
                .lines()
                .filter(|line| !line.contains("= 理由") && !line.contains("= 対処"))
                .collect();
            let about_game = about_game.join("\n");
            assert!(about_game.contains(name), "{line}, {file}: {output}");
            assert!(
                !wrong_names.iter().any(|wrong| about_game.contains(wrong)),
                "{line}, {file}: {output}"
            );
        }
        let english = line.replace("--lang ja", "--lang en").replace("FILE", "h.kifu");
        let output = archive.run_line(&english).stdout;
        assert!(output.contains("White"), "{english}: {output}");
    }
}
