//! Standings and cross tables of events, from records and from sheets; conditions on players.

use super::Archive;

/// A record of an event with one game: the path, the event, the players, the moves and the end.
fn record(path: &str, event: &str, [black, white]: [&str; 2], moves: &str, end: &str) -> (String, Vec<u8>) {
    let text = format!("V2.2\nN+{black}\nN-{white}\n$EVENT:{event}\nPI\n+\n{moves}{end}\n");
    (path.to_owned(), text.into_bytes())
}

/// Returns an archive of an event of three rounds, in which a game has two records and a drawn game is played again.
fn small_cup() -> Archive {
    const RESIGN: &str = "%TORYO";
    let files = [
        // With one move, White is to move and resigns: Black wins.
        record("g/1.csa", "Cup Round 1", ["A", "B"], "+7776FU\n", RESIGN),
        record(
            "g/1-cut.csa",
            "Cup Round 1",
            ["A", "B"],
            "+7776FU\n-3334FU\n",
            "%CHUDAN",
        ),
        record("g/1-copy.csa", "Cup Round 1", ["A", "B"], "+7776FU\n", RESIGN),
        record(
            "g/2.csa",
            "Cup Round 1",
            ["C", "D 3 dan"],
            "+2726FU\n-3334FU\n",
            RESIGN,
        ),
        record("g/3.csa", "Cup Round 2", ["A", "D"], "+6766FU\n", "%HIKIWAKE"),
        record("g/4.csa", "Cup Round 2", ["D", "A"], "+5756FU\n", RESIGN),
        record("g/5.csa", "Cup Round 2", ["B", "C"], "+9796FU\n", "%HIKIWAKE"),
        record("g/6.csa", "Cup Round 3", ["A", "C"], "+1716FU\n", "%CHUDAN"),
        record("h/7.csa", "", ["A", "E"], "+1716FU\n", RESIGN),
    ];
    let files: Vec<_> = files.iter().map(|(path, bytes)| (&**path, &bytes[..])).collect();
    Archive::new(&files)
}

#[test]
fn standings_count_each_game_once() {
    let archive = small_cup();
    // D has 2 points; A has 1 of 2 games with a result; B and C drew. The opponents of A are B (0.5) and D (2).
    let expected = "event,rank,player,games,wins,losses,draws,points,sos,sodos
Cup,1,D,2,2,0,0,2,1.5,1.5
Cup,2,A,3,1,1,0,1,2.5,0.5
Cup,3,C,3,0,1,1,0.5,2.5,0.25
Cup,4,B,2,0,1,1,0.5,1.5,0.25
h,1,A,1,1,0,0,1,0,0
h,2,E,1,0,1,0,0,1,0
";
    for options in ["", "-j1", "--sort event,rank"] {
        let outcome = archive.run_line(&format!("stats -q --table standings {options} g h"));
        assert_eq!(outcome.stdout, expected, "{options}");
    }
    let outcome = archive.run_line("stats -q --table cross-table --having event=Cup g h");
    let expected = "event,player,opponent,games,points
Cup,A,B,1,1
Cup,A,C,1,0
Cup,A,D,1,0
Cup,B,A,1,0
Cup,B,C,1,0.5
Cup,C,A,1,0
Cup,C,B,1,0.5
Cup,C,D,1,0
Cup,D,A,1,1
Cup,D,C,1,1
";
    assert_eq!(outcome.stdout, expected);
}

#[test]
fn a_sheet_has_byes_and_forfeits() {
    let games =
        "Cup\nround,black,white,result\n1,A,B,1-0\n1,C,,bye\n2,A,C,後手不戦勝\n2,B,D,両者負け\n3,B,C,=\n";
    let players = "Cup\nName,1,2,3,Points\nA,2+,0-,,1\nB,1-,0-,3=,0.5\nC,0+,0+,2=,2.5\n";
    let archive = Archive::new(&[
        ("games.csv", games.as_bytes()),
        ("players.csv", players.as_bytes()),
    ]);
    let expected = "event,rank,player,games,wins,losses,draws,points,sos,sodos
Cup,1,C,1,0,0,1,2.5,0.5,0.25
Cup,2,A,1,1,0,0,1,0.5,0.5
Cup,3,B,2,0,1,1,0.5,3.5,1.25
";
    for (sheet, others) in [("games.csv", "Cup,4,D,0,0,0,0,0,0,0\n"), ("players.csv", "")] {
        let outcome = archive.run_line(&format!("stats -q --table standings --sheet {sheet}"));
        assert_eq!(
            (outcome.status, outcome.stdout),
            (0, format!("{expected}{others}")),
            "{sheet}"
        );
    }
    // A pair may play twice.
    let twice = Archive::new(&[("a.csv", b"Name,1,2\nA,2+,2-\nB,1-,1+\n")]);
    let outcome = twice.run_line("stats -q --table cross-table --sheet a.csv");
    assert_eq!(
        outcome.stdout,
        "event,player,opponent,games,points\na,A,B,2,1\na,B,A,2,1\n"
    );
    let outcome = archive.run_line("stats -q --table players --sheet games.csv");
    assert_eq!(outcome.status, 2);
    assert!(
        outcome
            .stderr
            .contains("--sheet is for the tables `standings` and `cross-table`")
    );
    let outcome = archive.run_line("stats -q --table standings --sheet games.csv -o games.csv");
    assert_eq!(outcome.status, 2, "{outcome:?}");
    assert_eq!(
        std::fs::read(archive.path("games.csv")).unwrap(),
        games.as_bytes()
    );
}

#[test]
fn a_condition_on_players_is_about_both_sides() {
    let archive = Archive::new(&[
        (
            "a.csa",
            "V2.2\nN+羽生 善治 九段\nN-Kato\nPI\n+\n+7776FU\n%TORYO\n".as_bytes(),
        ),
        (
            "b.csa",
            "V2.2\nN+佐藤\nN-羽生善治\nPI\n+\n+7776FU\n%TORYO\n".as_bytes(),
        ),
        (
            "c.csa",
            "V2.2\nN+佐藤\nN-Kato\nPI\n+\n+7776FU\n%TORYO\n".as_bytes(),
        ),
        ("d.csa", "V2.2\nPI\n+\n+7776FU\n%TORYO\n".as_bytes()),
        ("names.txt", "羽生善治 竜王\nKatou\n".as_bytes()),
        ("kifu.toml", "[names]\nKato = [\"Katou\"]\n".as_bytes()),
    ]);
    for (condition, expected) in [
        ("player ~ 羽生", "ab"),
        ("player !~ 羽生", "c"),
        ("player = 羽生善治", "ab"),
        ("player = 'Katou'", "ac"),
        ("player != 羽生善治", "c"),
        ("player in (佐藤, 'none')", "bc"),
        ("player not in (佐藤, 羽生善治)", ""),
        ("not player in (佐藤, 羽生善治)", "d"),
        ("player in @names.txt", "abc"),
        ("player not in @names.txt", ""),
        ("black in @names.txt", "a"),
        ("white not in @names.txt", ""),
        ("black not in @\"names.txt\"", "bc"),
        ("player is empty", "d"),
        ("player is not empty and plies = 1", "abc"),
    ] {
        let args = ["stats", "-q", "--columns", "path", "--where", condition, "."];
        let outcome = archive.run(&args);
        let paths: String = outcome
            .stdout
            .lines()
            .skip(1)
            .map(|path| path.trim_matches(&['.', '/'][..]).replace(".csa", ""))
            .collect();
        assert_eq!(
            (outcome.status, &*paths),
            (0, expected),
            "{condition}: {}",
            outcome.stderr
        );
    }
    for (option, condition, message) in [
        ("--where", "player in @none.txt", "none.txt: "),
        ("--where", "event in @names.txt", "`event` has none"),
        ("--where", "player in @", "missing path after `@`"),
        (
            "--having",
            "name in @names.txt",
            "the names in `names.txt` cannot be used here",
        ),
    ] {
        let outcome = archive.run(&["stats", "-q", "--table", "players", option, condition, "."]);
        assert_eq!(outcome.status, 2, "{condition}");
        assert!(
            outcome.stderr.contains(message),
            "{condition}: {}",
            outcome.stderr
        );
    }
    let outcome = archive.run(&[
        "stats",
        "-q",
        "--where",
        "player in @names.txt",
        "-o",
        "names.txt",
        ".",
    ]);
    assert_eq!(outcome.status, 2, "{outcome:?}");
}
