//! The notations of moves: in `kifu show`, in the table of moves, and on the board of the HTML report.

use super::{Archive, Outcome};
use crate::page::browser::Browser;

/// Records with moves that the notations write in special ways.
const RECORDS: [(&str, &str); 6] = [
    // A promotion, a capture on the square of the previous move, a drop, an origin, and a bishop that jumps over a pawn.
    (
        "opening.usi",
        "position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e 2b3c 4e3d 6a5b 3d5b",
    ),
    // The other gold is pinned, so the move is clear without an origin. In Japanese, it is not.
    (
        "pinned.usi",
        "position sfen 4k4/9/9/9/9/9/9/5G3/r3GK3 b - 1 moves 4h5h",
    ),
    (
        "free.usi",
        "position sfen 4k4/9/9/9/9/9/9/5G3/4GK3 b - 1 moves 4h5h",
    ),
    // Promotions, declined promotions, and a piece that is promoted already.
    (
        "promotions.usi",
        "position sfen 3gk4/9/+R8/4N4/6N2/9/9/9/4K4 b 2P 1 moves 5d4b+ 6a5b 3e4c 5b4b 9c9b 4b4c",
    ),
    // Three equal pieces for which Japanese has no distinguishing word.
    (
        "horses.usi",
        "position sfen k8/9/9/9/9/3GGG3/3G1G3/3GGG3/K8 b - 1 moves 5h5g",
    ),
    // An illegal move, while another pawn can move to the square.
    (
        "foul.kif",
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n5 ５五角打\n6 ４四歩(34)\n",
    ),
];

fn archive() -> Archive {
    Archive::new(&RECORDS.map(|(name, text)| (name, text.as_bytes())))
}

impl Archive {
    /// Returns the moves of a record as `kifu show` lists them in a notation.
    fn moves_in(&self, name: &str, notation: &str) -> Vec<String> {
        let outcome = self.run_line(&format!("show --lang ja --notation {notation} {name}"));
        let lines = outcome.stdout.lines().filter_map(|line| {
            let mut words = line.trim_start_matches(['>', ' ']).split_whitespace();
            words.next()?.parse::<u32>().ok()?;
            words.next().map(str::to_owned)
        });
        lines.collect()
    }
}

#[test]
fn moves_are_shown_in_every_notation() {
    let archive = archive();
    for (name, notation, expected) in [
        (
            "opening.usi",
            "western",
            "P-7f P-3d Bx2b+ Sx2b B*4e S-3c Bx3d G6a-5b Bx5b=",
        ),
        (
            "opening.usi",
            "hosking",
            "P76 P34 Bx22+ Sx22 B'45 S33 Bx34 G61-52 Bx52=",
        ),
        (
            "opening.usi",
            "kitao",
            "歩-76 歩-34 角x22+ 銀x 角*45 銀-33 角x34 金(61)-52 角x=",
        ),
        ("pinned.usi", "western", "G-5h"),
        ("pinned.usi", "japanese", "▲５八金寄"),
        ("free.usi", "western", "G4h-5h"),
        ("promotions.usi", "kitao", "桂-42+ 金-52 桂-43= 金x42 龍-92 金x43"),
        ("horses.usi", "western", "G5h-5g"),
        ("foul.kif", "western", "P-7f P-3d Bx2b+ Sx2b B*5e P3d-4d"),
    ] {
        assert_eq!(
            archive.moves_in(name, notation).join(" "),
            expected,
            "{name} {notation}"
        );
    }
    // Without the previous move, the square is needed.
    let title = |arguments: &str| {
        let Outcome { stdout, .. } = archive.run_line(&format!("show --lang en {arguments} opening.usi"));
        stdout
            .lines()
            .find(|line| line.starts_with("Ply "))
            .unwrap()
            .to_owned()
    };
    assert_eq!(title("--notation kitao --ply 4"), "Ply 4 of 9: 銀x22 (3a2b)");
    assert_eq!(title("--ply 4"), "Ply 4 of 9: △２二同銀 (3a2b)");
}

#[test]
fn the_table_of_moves_has_the_same_texts() {
    let archive = archive();
    for (name, _) in RECORDS {
        let table = archive.run_line(&format!(
            "stats --quiet --table moves --columns western --format jsonl {name}"
        ));
        let texts = table
            .objects()
            .into_iter()
            .map(|row| row["western"].as_str().unwrap_or_default().to_owned());
        assert_eq!(
            texts.collect::<Vec<_>>(),
            archive.moves_in(name, "western"),
            "{name}"
        );
    }
}

#[test]
fn the_board_of_the_page_has_the_same_texts() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let archive = archive();
    for notation in ["western", "hosking", "kitao"] {
        let report = format!("{notation}.html");
        let outcome = archive.run_line(&format!(
            "validate --quiet --lang en --html {report} --notation {notation} ."
        ));
        assert!(outcome.status <= 1, "{outcome:?}");
        browser.open(&archive.path(&report));
        for game in 1..=RECORDS.len() {
            browser.open_game(&format!("game={game}&ply=0"));
            let title = browser.text("#viewer-title");
            let (name, _) = RECORDS
                .into_iter()
                .find(|(name, _)| title.ends_with(name))
                .unwrap();
            for (expected, ply) in archive.moves_in(name, notation).into_iter().zip(1..) {
                browser.open_game(&format!("game={game}&ply={ply}"));
                let text = browser.text(".now");
                assert_eq!(text, format!("Ply {ply}  {expected}"), "{name} {notation}");
            }
        }
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
