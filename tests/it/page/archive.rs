//! The findings between records in the report, and the standings of its event.

use std::fs;
use std::process::Command;

use serde_json::json;

use super::browser::Browser;
use super::filters::SETTLE;

/// A record of an event with these players, of which the side to move resigns after the moves.
fn record(round: u32, black: &str, white: &str, moves: &str) -> String {
    format!("V2.2\nN+{black}\nN-{white}\n$EVENT:Harbour Cup Round {round}\nPI\n+\n{moves}%TORYO\n")
}

#[test]
fn findings_between_records_have_a_table() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let files = [
        ("g/a.csa", record(1, "Maes", "Okafor", "+7776FU\n")),
        ("g/a-copy.csa", record(1, "Maes", "Okafor", "+7776FU\n")),
        ("g/b.csa", record(1, "Wit", "Peeters", "+7776FU\n-3334FU\n")),
        ("g/c.csa", record(2, "Maes", "Wit", "+2726FU\n")),
        ("g/c-drawn.csa", record(2, "Wit", "Maes", "+5756FU\n").replace("%TORYO", "%HIKIWAKE")),
        ("g/d.csa", record(2, "Okafor", "Peeters", "+7775FU\n")),
        (
            "sheet.csv",
            "round,black,white,result\n1,Maes,Okafor,0-1\n1,Wit,Peeters,0-1\n2,Maes,Wit,1-0\n2,Okafor,Peeters,1-0\n3,Maes,Peeters,1-0\n"
                .to_owned(),
        ),
    ];
    let directory = tempfile::tempdir().unwrap();
    fs::create_dir(directory.path().join("g")).unwrap();
    for (path, text) in files {
        fs::write(directory.path().join(path), text).unwrap();
    }
    let kifu = |line: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_kifu"));
        let output = command
            .args(line.split(' '))
            .current_dir(directory.path())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    kifu("audit -q --all --sheet sheet.csv --html page.html g");
    let standings = kifu("stats -q --table standings g");
    browser.open(&directory.path().join("page.html"));
    browser.js(SETTLE);
    // Returns the rows of a tab that is shown.
    let rows = |browser: &mut Browser, name: &str| {
        browser.show_tab(name);
        browser.js(&format!(
            "[...document.querySelectorAll('#{name} tbody tr:not(.of-game)')].map((row) => [...row.children].map((it) => it.textContent).join('|'))"
        ))
    };
    let found = rows(&mut browser, "archive");
    let found: Vec<_> = found
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_str().unwrap())
        .collect();
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found[0].contains("by line 2 of the sheet Okafor wins") && found[0].ends_with("|sheet.csv:2"),
        "{found:?}"
    );
    assert!(
        found[1].contains("no record of the game of Maes and Peeters") && found[1].contains("sheet.csv:6"),
        "{found:?}"
    );
    // The findings of the records themselves are in the other table.
    let others = rows(&mut browser, "findings");
    assert!(
        !others.as_array().unwrap().is_empty() && !others.to_string().contains("sheet"),
        "{others}"
    );
    // The standings equal the table of the command.
    let shown = rows(&mut browser, "standings");
    let expected: Vec<_> = standings
        .lines()
        .skip(1)
        .map(|line| line.split(',').skip(1).collect::<Vec<_>>().join("|"))
        .collect();
    assert_eq!(shown, json!(expected), "{standings}");
    let missing = "Games of the sheet of results without a record, which are not in the standings: 1";
    assert!(browser.text("#standings .about").ends_with(missing));
    // A filter by a player hides the findings of other games. The missing game of the sheet remains, and the standings count all games
    // of the event.
    for (player, count) in [("wit", 1), ("okafor", 2)] {
        browser.js(&format!("location.hash = 'player={player}'"));
        browser.wait("document.querySelector('.chip')");
        browser.js(SETTLE);
        assert_eq!(
            rows(&mut browser, "archive").as_array().unwrap().len(),
            count,
            "{player}"
        );
        assert_eq!(rows(&mut browser, "standings"), shown, "{player}");
    }
    browser.show_tab("archive");
    // The row of a missing game leads to no game.
    assert_eq!(
        browser.js("document.querySelectorAll('#archive tbody tr.inert').length"),
        1
    );
    browser.js("document.querySelector('#archive tbody tr').click()");
    browser.wait("document.getElementById('viewer').open");
    assert_eq!(browser.text("#viewer-title"), "Maes – Okafor");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
