//! `kifu audit`: the examples of the rules, and sheets of results. [`planted`] has the planted faults of generated events.

mod planted;

use kifu::finding::{Example, Rule};
use kifu::system::ALL_RULES;

use super::{Archive, Outcome};

/// The rules about several records.
fn archive_rules() -> impl Iterator<Item = &'static Rule> {
    let rules = ALL_RULES.iter().copied();
    rules.filter(|rule| rule.group.name() == "archive")
}

/// Returns the files of an example. A file `#.csa × 3` means three files, in which `#` is the number of the file.
fn files_of(example: &Example) -> Vec<(String, Vec<u8>)> {
    let Example::Files { files, .. } = example else {
        panic!("an example of several files");
    };
    let mut all = Vec::new();
    for file in files.split("== ").filter(|file| !file.trim().is_empty()) {
        let (name, text) = file.split_once('\n').unwrap();
        match name.split_once(" × ") {
            None => all.push((format!("g/{name}"), text.as_bytes().to_vec())),
            Some((name, count)) => {
                let numbers = 1..=count.parse::<usize>().unwrap();
                all.extend(numbers.map(|number| {
                    let number = format!("{number:02}");
                    let text = text.replace("0#", &number).replace('#', &number);
                    (format!("g/{}", name.replace('#', &number)), text.into_bytes())
                }));
            }
        }
    }
    all
}

/// A finding: the path of the record, the rule, the severity and the paths of the related records.
type Found = (String, String, String, Vec<String>);

/// Returns the findings of an audit of these files. Files with the extension `csv` are the sheets.
fn audit(files: &[(String, Vec<u8>)], options: &str) -> (Outcome, Vec<Found>) {
    let files: Vec<_> = files.iter().map(|(path, bytes)| (&**path, &bytes[..])).collect();
    let archive = Archive::new(&files);
    let sheets = files
        .iter()
        .filter(|(path, _)| path.rsplit('.').next() == Some("csv"));
    let sheets: Vec<_> = sheets.map(|(path, _)| format!("--sheet {path}")).collect();
    let outcome = archive.run_line(&format!("audit --format jsonl {options} {} g", sheets.join(" ")));
    let mut findings = Vec::new();
    for object in outcome.objects() {
        let path = object["path"].as_str().unwrap().to_owned();
        for finding in object["findings"].as_array().unwrap() {
            let text = |key: &str| finding[key].as_str().unwrap_or_default().to_owned();
            let related = finding["related"].as_array().into_iter().flatten();
            let related = related
                .map(|it| it["path"].as_str().unwrap().to_owned())
                .collect();
            findings.push((path.clone(), text("rule"), text("severity"), related));
        }
    }
    (outcome, findings)
}

#[test]
fn the_examples_of_the_rules_are_judged() {
    for rule in archive_rules() {
        let page = rule.page();
        let files = files_of(&page.bad);
        let (_, found) = audit(&files, "");
        let rules: Vec<_> = found.iter().map(|(path, rule, ..)| (&**path, &**rule)).collect();
        let last = &*files.last().unwrap().0;
        assert_eq!(rules, [(last, rule.name)], "{}", rule.name);
        let (_, found) = audit(&files_of(&page.good), "");
        assert!(
            found.iter().all(|(_, other, ..)| other != rule.name),
            "{}: {found:?}",
            rule.name
        );
    }
}

#[test]
fn findings_of_each_record_are_left_out_unless_requested() {
    let nifu = super::NIFU.as_bytes().to_vec();
    let files = [("g/a.kif".to_owned(), nifu.clone()), ("g/b.kif".to_owned(), nifu)];
    let (outcome, found) = audit(&files, "");
    assert_eq!((outcome.status, found.len()), (0, 0), "{outcome:?}");
    let (outcome, found) = audit(&files, "--all");
    assert_eq!(outcome.status, 1, "{outcome:?}");
    assert!(
        found.iter().filter(|(_, rule, ..)| rule == "nifu").count() == 2,
        "{found:?}"
    );
}

/// Four games of an event in two rounds.
fn harbour_cup() -> Vec<(String, Vec<u8>)> {
    let games = [
        ("a", "Maes Lotte", "Okafor Ben", 1, "+2726FU\n"),
        ("b", "de Wit Jan", "Peeters Ann", 1, "+6766FU\n"),
        ("c", "Maes Lotte", "de Wit Jan", 2, "+1716FU\n-1314FU\n"),
        ("d", "Okafor Ben", "Peeters Ann", 2, "+9796FU\n-9394FU\n"),
    ];
    let file = |(name, black, white, round, moves): (&str, &str, &str, u32, &str)| {
        let text = format!(
            "V2.2\nN+{black}\nN-{white}\n$EVENT:Harbour Cup Round {round}\nPI\n+\n+7776FU\n-3334FU\n{moves}%TORYO\n"
        );
        (format!("g/{name}.csa"), text.into_bytes())
    };
    games.map(file).into()
}

#[test]
fn sheets_of_several_forms_are_read() {
    const FESA: &str = "[Harbour Cup, Gent, 2026-03-14]\n[2026-03-15]\nNr Name Nat 1 2 MM Pts\n1 [Maes][Lotte] [2+ 3-(-r )][1] 2\n2 [Okafor][Ben] [1- 4-][1] 1\n3 N [de Wit][Jan] NL [4+ 1+][0] 2\n4 [Peeters][Ann] [3- 2+][0] 2\n";
    const TABLE: &str = "2026 Harbour Cup\n\nNr Name Nat Grade ELO 1 2 MMS Pts +/-\n 1 Maes Lotte BE 2 Dan 1712 2+ 3-(-r ) 1 2 +3\n 2 Okafor Ben 1500* 1- 4- 1 3/2\n 3 de Wit Jan NL 1400 4+ 1+ 0 2 -3\n = Peeters Ann 3 Kyu 1301 3- 2+ 0 1 -9\n\nPromoting 3 to 1 Dan 1+ 2+\n";
    let cases: [(&str, &[u8], &[&str]); 7] = [
        ("table.txt", TABLE.as_bytes(), &["table.txt sheet-points-differ"]),
        ("turnering.txt", FESA.as_bytes(), &["turnering.txt sheet-points-differ"]),
        (
            "games.csv",
            b"\xef\xbb\xbfround,black,white,result\n1,Maes Lotte,Okafor Ben,1-0\n1,de Wit Jan,Peeters Ann,o\n2,Maes Lotte,de Wit Jan,de Wit Jan\n2,Peeters Ann,Okafor Ben,1-0\n",
            &["g/d.csa sheet-colours-differ"],
        ),
        (
            "games.tsv",
            "回戦\t先手\t後手\t結果\n1\tMaes Lotte\tOkafor Ben\t○\n1\tde Wit Jan\tPeeters Ann\t●\n2\tMaes Lotte\tde Wit Jan\t●\n2\tOkafor Ben\tPeeters Ann\t後手勝\n3\tMaes Lotte\tPeeters Ann\t不戦勝\n".as_bytes(),
            &["g/b.csa sheet-result-differs"],
        ),
        (
            "players.csv",
            b"No,Name,1,2,Points\n1,Maes Lotte,2+,3-,1\n2,Okafor Ben,1-,4-,0\n3,de Wit Jan,4+,1+,2\n4,Peeters Ann,3-,2+,1\n",
            &[],
        ),
        (
            "other.csv",
            b"black,white,result\nA B,C D,1-0\nE F,G H,0-1\n",
            &["other.csv sheet-player-unknown"],
        ),
        (
            "near.csv",
            b"round,black,white,result\n1,Maes Lotte,Okafor Ben,1-0\n1,de Wit Jan,Peeters Ann,1-0\n2,Maes Lotte,de Wit Jann,0-1\n2,Okafor Ben,Peeters Ann,0-1\n",
            &["g/c.csa record-not-on-sheet", "near.csv sheet-player-unknown"],
        ),
    ];
    for (name, bytes, expected) in cases {
        let mut files = harbour_cup();
        files.push((name.to_owned(), bytes.to_vec()));
        let option = format!("--sheet {name}");
        let (_, found) = audit(&files, if name.contains(".csv") { "" } else { &option });
        let found: Vec<_> = found
            .iter()
            .map(|(path, rule, ..)| format!("{path} {rule}"))
            .collect();
        assert_eq!(found, expected, "{name}");
    }
}

#[test]
fn a_sheet_that_cannot_be_read_is_refused() {
    for (bytes, message) in [
        (&b""[..], "the sheet is empty"),
        (
            b"a,b,c\n1,2,3\n",
            "no columns for the players and the result in line 1",
        ),
        (
            b"round,blakc,white,reslt\n1,2,3,4\n",
            "`blakc` is unknown, perhaps `black` is meant",
        ),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "save it as xlsx without a password",
        ),
        (b"PK\x03\x04 and nothing more", "the workbook cannot be read"),
        (
            b"\x8f\0\x01\0\0\xff\xfe\0\x02\0",
            "the file is neither a workbook nor text",
        ),
    ] {
        let mut files = harbour_cup();
        files.push(("sheet.xlsx".to_owned(), bytes.to_vec()));
        let (outcome, found) = audit(&files, "--sheet sheet.xlsx");
        assert_eq!((outcome.status, found.len()), (2, 0), "{message}");
        assert!(outcome.stderr.contains(message), "{}", outcome.stderr);
    }
}

#[test]
fn no_output_replaces_a_sheet() {
    const SHEET: &[u8] = b"round,black,white,result\n1,Maes Lotte,Okafor Ben,1-0\n";
    for option in [
        "--format csv -o sheet.csv",
        "-o ./sheet.csv",
        "--sarif sheet.csv",
        "--write-baseline sheet.csv",
    ] {
        let mut files = harbour_cup();
        files.push(("sheet.csv".to_owned(), SHEET.to_vec()));
        let files: Vec<_> = files.iter().map(|(path, bytes)| (&**path, &bytes[..])).collect();
        let archive = Archive::new(&files);
        let outcome = archive.run_line(&format!("audit -q --sheet sheet.csv g {option}"));
        assert_eq!(outcome.status, 2, "{option}: {outcome:?}");
        assert!(
            outcome.stderr.contains("sheet.csv"),
            "{option}: {}",
            outcome.stderr
        );
        assert_eq!(
            std::fs::read(archive.path("sheet.csv")).unwrap(),
            SHEET,
            "{option}"
        );
    }
}

#[test]
fn only_what_is_asked_for_is_reported_and_nothing_is_silent() {
    let copies = ["a", "b"].map(|name| (format!("g/{name}.kif"), super::NIFU.as_bytes().to_vec()));
    let mut files: Vec<_> = copies.into();
    for (_, bytes) in &mut files {
        let text = String::from_utf8(bytes.clone()).unwrap();
        *bytes = text
            .replace(
                "手合割：平手\n",
                "手合割：平手\n開始日時：2024/05/05\n先手：甲野\n後手：乙山\n",
            )
            .into_bytes();
    }
    files.push(("g/broken.kif".to_owned(), b"nothing".to_vec()));
    // The nine plies are too few for one game, so only the record without a format is mentioned.
    let (outcome, found) = audit(&files, "");
    assert_eq!((outcome.status, found.len()), (0, 0), "{outcome:?}");
    assert!(
        outcome.stderr.contains("1 of the records cannot be read"),
        "{}",
        outcome.stderr
    );
    let (outcome, _) = audit(&files_of(&same_game_again().page().bad), "--severity error");
    assert!(outcome.stdout.is_empty(), "{}", outcome.stdout);
}

fn same_game_again() -> &'static Rule {
    archive_rules()
        .find(|rule| rule.name == "same-game-again")
        .unwrap()
}

/// Returns a record in CSA with these lines before the position, this many of 24 plies, and this end.
fn csa(name: &str, headers: &str, plies: usize, end: &str) -> (String, Vec<u8>) {
    const MOVES: &str = "+2726FU,-3334FU,+7776FU,-4344FU,+3948GI,-3142GI,+5756FU,-4243GI,+5968OU,-8232HI,+6878OU,-5162OU,+4958KI,-6272OU,+3736FU,-7282OU,+9796FU,-9394FU,+2625FU,-2233KA,+7968GI,-7172GI,+6857GI,-4152KI";
    let moves: Vec<_> = MOVES.split(',').take(plies).collect();
    let text = format!("V2.2\n{headers}\nPI\n+\n{}\n{end}\n", moves.join("\n"));
    (format!("g/{name}.csa"), text.into_bytes())
}

/// Two files, each with its path, and the rules of the findings about them.
type PairCase<'c> = ([(String, Vec<u8>); 2], &'c [&'c str]);

/// Checks the findings about pairs of records.
fn assert_rules(cases: &[PairCase<'_>]) {
    for (files, expected) in cases {
        let (_, found) = audit(files, "");
        let found: Vec<_> = found.iter().map(|(_, rule, ..)| &**rule).collect();
        let texts = files.each_ref().map(|(_, bytes)| String::from_utf8_lossy(bytes));
        assert_eq!(found, *expected, "{texts:#?}");
    }
}

#[test]
fn the_beginning_of_a_game_is_long_or_has_its_time() {
    const CUT: &[&str] = &["record-cut-short"];
    let pair = |start: &str, later: &str, plies: usize, end: &str| {
        let headers = |start: &str| format!("N+甲野\nN-乙山\n$EVENT:会{start}");
        [
            csa("a", &headers(start), 24, "%TORYO"),
            csa("b", &headers(later), plies, end),
        ]
    };
    let (day, morning, noon) = (
        "\n$START_TIME:2024/05/05",
        "\n$START_TIME:2024/05/05 10:00",
        "\n$START_TIME:2024/05/05 12:00",
    );
    assert_rules(&[
        (pair(day, day, 10, ""), CUT),
        (pair(day, day, 9, ""), &[]),
        (pair(morning, morning, 4, ""), CUT),
        (pair(morning, morning, 0, ""), CUT),
        (pair(morning, noon, 4, ""), &[]),
        (pair("", "", 20, ""), CUT),
        (pair("", "", 19, ""), &[]),
        (pair(day, day, 10, "%TORYO"), &[]),
    ]);
}

#[test]
fn the_time_at_which_a_record_was_saved_is_no_end() {
    let pair = |end: &str| {
        let times = format!("$START_TIME:2024/05/05 10:00\n$END_TIME:{end}");
        let later = "$START_TIME:2024/05/06 10:00\n$END_TIME:2024/05/06 12:00";
        [
            csa("a", &format!("N+甲野\nN-乙山\n{times}"), 24, "%TORYO"),
            csa("b", &format!("N+甲野\nN-丙川\n{later}"), 9, "%TORYO"),
        ]
    };
    assert_rules(&[
        (pair("2024/05/06 11:00"), &["two-games-at-once"]),
        (pair("2024/05/09 11:00"), &[]),
    ]);
}

#[test]
fn a_folder_without_an_event_may_have_any_dates() {
    for (event, expected) in [("$EVENT:市民大会\n", 1), ("", 0)] {
        let game = |number: usize, year: usize| {
            let headers = format!("{event}N+甲{number}\nN-乙{number}\n$START_TIME:{year}/05/05");
            csa(&format!("{number}"), &headers, 5 + number, "%TORYO")
        };
        let mut files: Vec<_> = (0..9).map(|number| game(number, 2024)).collect();
        files.push(game(9, 2020));
        let (_, found) = audit(&files, "");
        let found: Vec<_> = found
            .iter()
            .filter(|(_, rule, ..)| rule == "date-outside-event")
            .collect();
        assert_eq!(found.len(), expected, "{event}: {found:?}");
    }
}

#[test]
fn a_name_once_is_another_player_if_both_play_at_one_time() {
    let game = |number: usize, black: &str, white: &str, start: &str| {
        let text = format!(
            "開始日時：2024/05/0{number} {start}\n棋戦：市民大会\n先手：{black}\n後手：{white}\n手数----指手---------消費時間--\n   1 ７六歩(77)\n   2 投了\n"
        );
        (format!("g/{number}-{black}.kif"), text.into_bytes())
    };
    for (start, expected) in [("13:00", 1), ("10:00", 0)] {
        let mut files: Vec<_> = (1..=4)
            .map(|number| game(number, "橋本達也", "佐藤花子", "10:00"))
            .collect();
        files.push(game(4, "橋本達哉", "鈴木一郎", start));
        let (_, found) = audit(&files, "");
        let found: Vec<_> = found
            .iter()
            .filter(|(_, rule, ..)| rule == "player-name-once")
            .collect();
        assert_eq!(found.len(), expected, "{start}: {found:?}");
    }
}

#[test]
fn equal_moves_of_other_players_are_no_copies() {
    let moves = "+7776FU,-3334FU,+2726FU,-8384FU,+6978KI,-4132KI,+2625FU,-8485FU,+7968GI,-2277UM,+6877GI,-3122GI,+3948GI,-7162GI,+4746FU,-6364FU,+4847GI,-6263GI,+9796FU,-9394FU,+1716FU,-1314FU,+3736FU,-7374FU,+2937KE,-8173KE,+5948OU,-5142OU,+4756GI,-6354GI\n";
    let game = |path: &str, black: &str, white: &str| {
        let text =
            format!("V2.2\nN+{black}\nN-{white}\n$EVENT:Cup\n$START_TIME:2024/05/05\nPI\n+\n{moves}%TORYO\n");
        (path.to_owned(), text.into_bytes())
    };
    let first = game("g/a.csa", "中村隆", "佐藤健一");
    for (other, expected) in [
        (game("g/b.csa", "中村隆", "佐藤健一"), "same-game-again note"),
        (
            game("g/b.csa", "佐藤健一", "中村隆"),
            "same-game-other-players warning",
        ),
        (
            game("g/b.csa", "中村隆", "渡辺一郎"),
            "same-game-other-players warning",
        ),
        (game("g/b.csa", "中村隆", "佐藤健二"), "same-game-again note"),
        (game("g/b.csa", "中村隆", "Sato Kenichi"), "same-game-again note"),
    ] {
        let (_, found) = audit(&[first.clone(), other.clone()], "--ignore player-name-once");
        let found: Vec<_> = found
            .iter()
            .map(|(_, rule, severity, _)| format!("{rule} {severity}"))
            .collect();
        assert_eq!(found, [expected], "{}", String::from_utf8_lossy(&other.1));
    }
}

#[test]
fn rounds_of_other_years_and_stages_have_one_number() {
    let game = |path: &str, black: &str, white: &str, start: &str| {
        let moves = if path == "g/a.csa" { "+7776FU" } else { "+2726FU" };
        let text = format!(
            "V2.2\nN+{black}\nN-{white}\n$EVENT:Cup Round 1\n$START_TIME:{start}\nPI\n+\n{moves}\n%TORYO\n"
        );
        (path.to_owned(), text.into_bytes())
    };
    for (opponent, start, expected) in [
        ("C", "2024/05/05 10:00:00", Some("two-games-at-once error")),
        ("C", "2024/05/05", Some("two-games-at-once error")),
        ("C", "2024/05/05 14:00:00", Some("two-games-at-once warning")),
        ("C", "2024/05/06 10:00:00", None),
        ("B", "2024/05/05 14:00:00", Some("pairing-again warning")),
        ("B", "2025/05/05 10:00:00", None),
    ] {
        let files = [
            game("g/a.csa", "A", "B", "2024/05/05 10:00:00"),
            game("g/b.csa", "A", opponent, start),
        ];
        let (_, found) = audit(&files, "");
        let found: Vec<_> = found
            .iter()
            .map(|(_, rule, severity, _)| format!("{rule} {severity}"))
            .collect();
        assert_eq!(found, Vec::from_iter(expected), "{opponent} {start}");
    }
}
