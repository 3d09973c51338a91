//! Messages and help in Japanese and in English.

use std::fs;

use super::{Archive, CLEAN, NIFU, Outcome};
use crate::support::table::{assert_cases, rows};

/// A record with a pass, which few formats can represent, a comment and a variation.
const PASS: &str =
    "手合割：平手\n   1 ７六歩(77)\n*見本\n   2 パス\n   3 投了\n\n変化：1手\n   1 ２六歩(27)\n";

/// A record whose second move cannot be read.
const BROKEN: &str = "手合割：平手\n   1 ７六歩(77)\n   2 ３四府(33)\n   3 投了\n";

/// A record with a move from an empty square.
const FROM_EMPTY_SQUARE: &str = "V2.2\nPI\n+\n+5552FU\n%TORYO\n";

const TWO_RECORDS: &str = "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\nPI\n+\n+2726FU\n%TORYO\n";

const FAULTY_RULES: &str = "max_move = 1\ntouch_move = 1\nmax_moves = 1.5\ndeclaration = \"x\"\nclock = []\nrepetition_count = 1\n\
    impasse_entered_kings = 3\nextends = \"jsa-prof\"\nname = \"\"\ntitle = 1\nzzz = 1\n";

fn archive() -> Archive {
    let archive = Archive::new(&[
        ("clean.kif", CLEAN.as_bytes()),
        ("nifu.kif", NIFU.as_bytes()),
        ("pass.kif", PASS.as_bytes()),
        ("broken.kif", BROKEN.as_bytes()),
        ("empty.csa", FROM_EMPTY_SQUARE.as_bytes()),
        ("two.csa", TWO_RECORDS.as_bytes()),
        ("prose.kif", b"hello\n"),
        ("notes.txt", b""),
        ("faulty.toml", FAULTY_RULES.as_bytes()),
        ("torn.toml", b"max_moves = \n"),
        ("twice.toml", b"max_moves = 1\nmax_moves = 2\n"),
        ("games/clean.kif", CLEAN.as_bytes()),
        ("deep/games", b""),
    ]);
    // A sparse file of zeros, which takes no disk space.
    let large_file = fs::File::create(archive.path("large.toml")).unwrap();
    large_file.set_len((1 << 20) + 1).unwrap();
    archive
}

/// Invalid command lines, each with a piece of the English message and of the Japanese message. ` / ` is a line break.
const WRONG_ARGUMENTS: &str = "
    valdate | unrecognized command 'valdate' | 「valdate」というコマンドはない
    valdate | a similar command exists: 'validate' | 似たコマンド: 「validate」
    validate --foo | unexpected argument '--foo' found | 「--foo」という引数はない
    validate -x | as a value, use '-- -x' | 値として渡すには「-- -x」と書く
    help valdate | a similar command exists: 'validate' | 似たコマンド: 「validate」
    validate --exclude [ | unclosed character class | `[` に対応する `]` がない
    validate --selct nifu | '--select' | 似た引数: 「--select」
    convert clean.kif | were not provided: /   --to <FORMAT> | 必要な引数が指定されていない: /   --to <FORMAT>
    convert --to csv clean.kif | invalid value 'csv' for | 「--to <FORMAT>」に「csv」は使えない
    validate --format | a value is required for | 「--format <FORMAT>」の値が指定されていない
    validate --format x | [possible values: text, | [使える値: text,
    validate --fail-on x | [possible values: error, | [使える値: error,
    validate --select zzzzzz | `kifu rules` lists the rules | 規則の一覧は `kifu rules` で表示する
    validate --select nifo | a similar value exists: 'nifu' | 似た値: 「nifu」
    validate --profile jsa-prof | 'jsa-pro' | 似た値: 「jsa-pro」
    rules nifo | 'nifu' | 似た値: 「nifu」
    formats xx | [possible values: kif, | [使える値: kif,
    validate --encoding x | expected an input encoding | 読み取れる文字コードは
    convert --to csa --to-encoding x | expected an output encoding | 書き出せる文字コードは
    validate -j 0 | expected a whole number from 1 to 1024 | 1から1024までの整数を書く
    validate -j x | expected a whole number from 1 to 1024 | 1から1024までの整数を書く
    show --record 0 | expected a whole number of at least 1 | 1以上の整数を書く
    show --ply x | expected a whole number of at least 0 | 0以上の整数を書く
    stats --limit x | expected a whole number of at least 0 | 0以上の整数を書く
    validate --profile csa --rules faulty.toml | cannot be used with '--rules <FILE>' | 「--profile <NAME>」と「--rules <FILE>」は同時に指定できない
    validate --format csv --format csv | multiple times | 1回しか指定できない
    validate - - | standard input can be read only once | 標準入力は1回しか読めない
    validate --html x -o x clean.kif | --html and --output are the same file | `--html` と `--output` が同じファイルを指している
    convert --to jkf --join -o out two.csa | a jkf file can hold only one record; --join is available for csa, | jkfのファイルには棋譜が1件しか入らない。`--join` を使えるのはcsa、
    convert --to csa -o clean.kif clean.kif nifu.kif | -o requires a directory because there are several inputs; clean.kif is a file | 入力が複数あるので、`-o` にはフォルダを指定する。「clean.kif」はファイルである
    convert --to csa -o clean.kif games | because the input is a directory | 入力がフォルダであるので、
    convert --to csa -o clean.kif/ nifu.kif | because its path ends with a slash | 末尾が区切り文字であるので、
";

/// Returns `true` for an English line of help: the line has four English words in a row and is not an example.
fn is_english(line: &str) -> bool {
    let line = line.trim_start();
    let is_example = ["kifu ", "find ", "curl "]
        .iter()
        .any(|word| line.starts_with(word));
    let is_word = |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_alphabetic());
    let words: Vec<_> = line.split(' ').collect();
    !is_example && words.windows(4).any(|four| four.iter().all(is_word))
}

#[test]
fn the_help_and_the_manual_are_in_japanese() {
    const COMMANDS: &str = "validate convert stats show app rules formats config completions man help";
    let archive = archive();
    let mut pages = vec![archive.run_line("man --lang ja")];
    for command in COMMANDS.split(' ') {
        pages.push(archive.run_line(&format!("help {command} --lang ja")));
    }
    for command in ["", "validate", "stats"] {
        for option in ["-h", "--help"] {
            pages.push(archive.run_line(&format!("{command} {option} --lang=ja")));
        }
    }
    for help in pages {
        assert_eq!((help.status, &*help.stderr), (0, ""), "{help:?}");
        let english_lines: Vec<_> = help.stdout.lines().filter(|it| is_english(it)).collect();
        assert!(english_lines.is_empty(), "{english_lines:#?}");
    }
    let assert_contains = |line: &str, expected_texts: &[&str]| {
        // In the manual, `\:` marks the points between Japanese characters at which a line may be broken.
        let output = archive.run_line(line).stdout.replace("\\:", "");
        for expected in expected_texts {
            assert!(output.contains(expected), "{line}: {expected}: {output}");
        }
    };
    assert_contains(
        "help validate --lang ja",
        &[
            "使い方: kifu validate",
            "\n引数:\n",
            "\n判定の規定:\n",
            "[既定値: text]",
            "- junit: テスト",
        ],
    );
    assert_contains(
        "help --lang ja",
        &["  convert      棋譜をほかの形式に変換し", "\n例:\n"],
    );
    assert_contains(
        "rules -h --lang ja",
        &["呼び名（二歩）やその一部", "[使える値: text, json]"],
    );
    assert_contains(
        "man --lang ja",
        &["\n.SH 名前\n", "\n.SH 判定の規定\n", "終了ステータス:"],
    );
    // With `--lang en`, the help is in English.
    assert_contains(
        "help validate --lang en",
        &["Usage: kifu validate", "[default: text]"],
    );
    assert_contains("man --lang en", &["\n.SH NAME\n", "Exit status:"]);
}

/// Command lines with an error or a warning about a file, a record or a ply, each with a piece of the English message
/// and of the Japanese message.
const FILE_ERRORS: &str = "
    validate no.kif | error: no.kif: | エラー: no.kif: ファイルまたはフォルダが見つからない
    convert --to csa no.kif | error: no.kif: | エラー: no.kif: ファイルまたは
    stats no.kif | error: no.kif: | エラー: no.kif: ファイルまたは
    show no.kif | error: no.kif: | エラー: no.kif: ファイルまたは
    validate --files-from no.txt | error: no.txt: | エラー: no.txt: ファイルまたは
    validate -- -!x | error: -!x: No such file | エラー: -!x: ファイルまたはフォルダが見つからない
    validate -o no/x clean.kif | error: no/x: the directory `no` does not exist | エラー: no/x: フォルダ `no` がない
    validate -o games clean.kif | error: games: | エラー: games: フォルダである
    validate -o nifu.kif clean.kif | nifu.kif: this output is not a game record, but | nifu.kif: 出力は棋譜ではないが、
    stats --html - clean.kif | standard output is already in use; specify a file | 標準出力は別の出力に使われている。ファイルを指定する
    stats --html games clean.kif | games: this is a directory; choose another path | games: フォルダである。別のパスを指定する
    show games | this is a directory; specify one file | フォルダである。ファイルを1個指定する
    show --ply 9 clean.kif | ply 9 does not exist: the main line has 2 plies, and 0 is the start position | 9手目はない。本譜は2手で、0は開始局面である
    show --ply 3 broken.kif | the moves from ply 2 on cannot be made on the board | 3手目は表示できない。2手目以降は盤上で再現できない
    show --format kif-diagram broken.kif | warning: broken.kif: position after ply 1; | 警告: broken.kif: 1手目の局面を表示する
    show --record 3 clean.kif | record 3 does not exist: the file contains 1 record | 3局目はない。ファイルの棋譜は1件である
    show --format kif-diagram prose.kif | no game record found | 棋譜が見つからない
    show --svg no/x.svg clean.kif | no/x.svg: the directory `no` does not exist | no/x.svg: フォルダ `no` がない
    validate --rules no.toml | error: no.toml: | エラー: no.toml: ファイルまたは
    validate --rules large.toml | the profile is larger than 1 MiB | 規定のファイルが1 MiBを超えている
    validate --rules torn.toml | error: not TOML: | エラー: TOMLとして読めない
    validate --rules twice.toml | duplicate key | 同じキーが2回書かれている
";

/// Pieces of the messages and suggestions for `faulty.toml`, in English and in Japanese.
const RULES_FILE_ERRORS: &str = r#"
    unknown key `max_move` | `max_move` というキーはない
    help: did you mean `max_moves`? | ヒント: `max_moves` の誤りではないか
    invalid value for `touch_move`: 1 | `touch_move` に「1」は使えない
    expected true or false | true と false のどちらかを書く
    invalid value for `max_moves`: a fraction | `max_moves` に小数は使えない
    expected a number of at least 1, or "none" | "none" か1以上の整数を書く
    expected "none", "24-points", | "none"、"24-points"、
    invalid value for `clock`: this list | `clock` にこのリストは使えない
    expected a list of | のいずれかからなるリストを書く
    expected a number of at least 2 | 2以上の整数を書く
    expected 1 or 2 | 1と2のどちらかを書く
    did you mean "jsa-pro"? | "jsa-pro" の誤りではないか
    invalid name for `name` | `name` の名前が正しくない
    invalid title for `title` | `title` の題名が正しくない
    `kifu rules --profiles` lists the keys | キーの一覧は `kifu rules --profiles` で表示する
"#;

/// Conversions, each with a piece of the English message and of the Japanese message.
const CONVERSION_MESSAGES: &str = "
    convert --to kifu pass.kif | Converted 1 of 1 record in 1 file: 0 with losses | 変換完了: 棋譜1件中1件（ファイル1個）
    convert --to usi pass.kif | pass.kif: lost in usi: 1 variation, 1 result (投了), 1 comment line | pass.kif: usiで失われたもの: 変化1件、終局の記載1件（投了）、コメント行1件
    convert --to usi --deny-loss pass.kif | not written because of --deny-loss; lost in usi: | `--deny-loss` により書き出していない。usiで失われるもの:
    convert --to csa pass.kif | move 2 is a pass, which CSA cannot represent | 2手目: CSAではパスを表せない
    convert --to ki2 pass.kif | which KI2 cannot represent | KI2ではパスを表せない
    convert --to jkf pass.kif | which JKF cannot represent | JKFではパスを表せない
    convert --to usen pass.kif | which USEN cannot represent | USENではパスを表せない
    convert --to csa prose.kif | not converted: no game record found | 変換できない。棋譜が見つからない
    convert --to csa broken.kif | not converted: move 2 cannot be read or made on the board | 変換できない。2手目: 読めないか、盤上で再現できない
    convert --to jkf two.csa | standard output can hold only one record in this format; specify a directory with -o | 標準出力には、この形式の棋譜を1件しか書き出せない。`-o` でフォルダを指定する
    convert --to kif -o games clean.kif | games/clean.kif: already exists; use --force to replace existing files | games/clean.kif: すでに存在する。`--force` を付けると置き換える
    convert --to kif --force -o clean.kif clean.kif | this is an input file and is not overwritten | 入力のファイルであり、上書きしない
    convert --to csa -o deep games/clean.kif clean.kif | a file has the name of a required directory | 作成するフォルダと同じ名前のファイルがある
    convert --to csa -o faulty.toml/x clean.kif | cannot create the directory | フォルダ「faulty.toml/x」を作成できない
    convert --to csa nifu.kif | `kifu rules NAME` explains a rule. | 規則の説明は `kifu rules NAME` で表示する。
";

fn run_with_locale(locale: &str, arguments: &[&str]) -> Outcome {
    let archive = archive();
    let mut command = archive.command(arguments);
    command.env("LC_ALL", locale).output().unwrap().into()
}

/// Returns `true` if two adjacent lower-case English words occur outside of quotation marks and backticks. Usage lines
/// and USI positions are ignored.
fn has_english(text: &str) -> bool {
    let without_quoted = |mark: char| move |text: &str| -> String { text.split(mark).step_by(2).collect() };
    let checked_lines = text
        .lines()
        .filter(|line| !line.contains("使い方:") && !line.starts_with("position "));
    checked_lines
        .map(|line| without_quoted('`')(&without_quoted('\'')(line)))
        .any(|line| {
            let words: Vec<_> = line.split(' ').collect();
            let is_word = |word: &str| word.len() > 1 && word.bytes().all(|it| it.is_ascii_lowercase());
            words.windows(2).any(|pair| is_word(pair[0]) && is_word(pair[1]))
        })
}

/// The outcomes of a command in the C locale, that is, in English, and in a Japanese locale.
struct InBothLanguages {
    english: Outcome,
    japanese: Outcome,
}

impl InBothLanguages {
    fn run(arguments: &str) -> Self {
        let arguments: Vec<_> = arguments.split(' ').collect();
        Self {
            english: run_with_locale("C", &arguments),
            japanese: run_with_locale("ja_JP.UTF-8", &arguments),
        }
    }

    /// Returns the failed checks and the messages, or an empty string if all checks pass. The statuses must be equal,
    /// and each message must contain the piece in its own language. The English message must not contain the Japanese
    /// piece, and the Japanese message must have neither `error: ` nor English words.
    fn failures(&self, english: &str, japanese: &str) -> String {
        let (english_stderr, japanese_stderr) = (&self.english.stderr, &self.japanese.stderr);
        let [english, japanese] = [english, japanese].map(|piece| piece.replace(" / ", "\n"));
        let failures = [
            (self.english.status != self.japanese.status, "another status"),
            (
                !english_stderr.contains(&english) || english_stderr.contains(&japanese),
                "not as ever",
            ),
            (
                !japanese_stderr.contains(&japanese) || japanese_stderr.contains("error: "),
                "not in Japanese",
            ),
            (has_english(japanese_stderr), "English words"),
        ];
        let failures = failures.iter().filter(|(has_failed, _)| *has_failed);
        let failures: Vec<_> = failures.map(|(_, description)| *description).collect();
        if failures.is_empty() {
            String::new()
        } else {
            format!("{}\n{english_stderr}{japanese_stderr}", failures.join(", "))
        }
    }
}

#[test]
fn errors_are_reported_in_both_languages() {
    let cases = rows(WRONG_ARGUMENTS).into_iter().chain(rows(FILE_ERRORS));
    assert_cases(cases, |&[arguments, english, japanese]| {
        let outcomes = InBothLanguages::run(arguments);
        let is_warning = arguments == "show --format kif-diagram broken.kif";
        let status = if is_warning { 0 } else { 2 };
        let actual = (outcomes.japanese.status, outcomes.failures(english, japanese));
        ((status, String::new()), actual)
    });
}

#[test]
fn profile_errors_are_reported_in_both_languages() {
    let outcomes = InBothLanguages::run("validate --rules faulty.toml");
    assert_cases(rows(RULES_FILE_ERRORS), |[english, japanese]| {
        (String::new(), outcomes.failures(english, japanese))
    });
}

#[test]
fn conversion_messages_are_in_both_languages() {
    assert_cases(rows(CONVERSION_MESSAGES), |[arguments, english, japanese]| {
        (
            String::new(),
            InBothLanguages::run(arguments).failures(english, japanese),
        )
    });
}

#[test]
fn lang_applies_to_errors() {
    let args = ["validate", "--lang", "ja", "--foo"];
    assert!(run_with_locale("C", &args).stderr.starts_with("エラー: "));
    assert!(
        run_with_locale("ja", &["validate", "--foo", "--lang=en"])
            .stderr
            .starts_with("error: ")
    );
    assert!(
        run_with_locale("C", &["show", "no.kif", "--lang", "ja"])
            .stderr
            .starts_with("エラー: ")
    );
    // With `--loss-format jsonl`, the severity at the beginning of a line is for programs, so it is English in both
    // languages.
    let args = [
        "convert",
        "--to",
        "csa",
        "--loss-format",
        "jsonl",
        "no.kif",
        "pass.kif",
    ];
    assert_eq!(
        run_with_locale("C", &args).stderr,
        run_with_locale("ja", &args).stderr
    );
    let japanese = run_with_locale("C", &[&args[..], &["--lang", "ja"]].concat()).stderr;
    assert!(
        japanese.starts_with("error: no.kif: ファイルまたは"),
        "{japanese}"
    );
    assert!(
        japanese.contains(r#""refused":"2手目: CSAではパスを表せない""#),
        "{japanese}"
    );
}

#[test]
fn progress_is_shown_in_both_languages() {
    let stderr = |locale| run_with_locale(locale, &["validate", "--progress", "always", "games"]).stderr;
    assert!(
        stderr("C").contains(" records, ") && !has_english(&stderr("ja")),
        "{}",
        stderr("ja")
    );
    assert!(
        stderr("ja").contains("、棋譜") && stderr("ja").contains("件、毎秒"),
        "{}",
        stderr("ja")
    );
}

#[test]
fn formats_and_profiles_are_explained_in_both_languages() {
    let stdout = |locale, arguments: &[&str]| run_with_locale(locale, arguments).stdout;
    let english = stdout("C", &["formats"]);
    assert!(
        english.contains("  encodings   Shift_JIS") && english == stdout("ja", &["formats", "--lang", "en"])
    );
    let japanese = stdout("ja", &["formats"]);
    assert!(
        japanese.contains("  文字コード  Shift_JIS") && !has_english(&japanese),
        "{japanese}"
    );
    for notation in kifu::notation::NOTATIONS {
        let page = stdout("ja", &["formats", notation.format.name()]);
        assert!(
            page.contains("\n## 出典\n") && page.contains("\n## ソフトごとの書き方\n"),
            "{page}"
        );
        let prose_lines = page.lines().filter(|line| !line.starts_with("    "));
        let english_lines: Vec<_> = prose_lines.filter(|line| has_english(line)).collect();
        assert!(english_lines.is_empty(), "{english_lines:#?}");
    }
    let touch_move = |locale| {
        let table = stdout(locale, &["rules", "--profiles"]);
        table
            .lines()
            .find(|line| line.starts_with("touch_move "))
            .unwrap()
            .to_owned()
    };
    assert!(touch_move("ja").contains(" false ") && !touch_move("ja").contains(" no "));
    assert!(touch_move("C").contains(" no ") && !touch_move("C").contains("いいえ"));
}

/// A word of titles lists the rules with it. A name or a whole title still shows a page, and an unknown word is an error.
#[test]
fn words_of_titles_list_rules() {
    let archive = Archive::new(&[]);
    let rules = |word: &str| archive.run(&["rules", "--lang", "ja", word]);
    for word in ["日付", "歩", "不成", "名前", "重複", "two pawns"] {
        let outcome = rules(word);
        assert_eq!(outcome.status, 0, "{word}: {outcome:?}");
        let json = archive
            .run(&["rules", "--lang", "ja", "--format", "json", word])
            .stdout;
        let listed: serde_json::Value = serde_json::from_str(&json).unwrap();
        let listed = listed.as_array().unwrap();
        assert!(!listed.is_empty(), "{word}");
        for rule in listed {
            assert!(
                ["japanese", "title", "english"]
                    .iter()
                    .filter_map(|key| rule[key].as_str())
                    .any(|title| title.contains(word))
                    || rule.to_string().contains(word),
                "{word}: {rule}"
            );
            assert!(outcome.stdout.contains(rule["name"].as_str().unwrap()), "{word}");
        }
    }
    assert_eq!(rules("二歩").stdout, rules("nifu").stdout);
    assert!(rules("二歩").stdout.lines().count() > 10);
    assert_eq!(rules("そんな言葉").status, 2);
}
