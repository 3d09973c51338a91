//! The fast reader of common lines agrees with the grammar: equal moves, gaps and spans.

use std::fs;
use std::path::Path;

use fastrand::Rng;
use kifu::text;

use crate::bodies::readers::assert_alike;
use crate::support::dice::Dice;
use crate::support::files::below;
use crate::support::trees::tree_text;
use crate::support::writing;

fn fixtures() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let files = below(&root).into_iter().filter_map(|path| fs::read(path).ok());
    files
        .map(|bytes| text::decode(&bytes, None).as_str().to_owned())
        .collect()
}

#[test]
fn both_readers_agree_on_fixtures() {
    for text in fixtures() {
        assert_alike(&text);
    }
}

/// The texts have lines of all kinds in any order, separated by the line ends of all systems, by commas, or by nothing.
#[test]
fn both_readers_agree_on_lines_in_any_order() {
    let texts: Vec<_> = fixtures();
    let lines: Vec<_> = texts
        .iter()
        .flat_map(|text| text.lines())
        .filter(|line| line.len() < 200)
        .collect();
    let mut rng = Rng::with_seed(1);
    for _ in 0..2_000 {
        let mut text = String::new();
        for _ in 0..rng.usize(1..40) {
            text += lines[rng.usize(..lines.len())];
            text += ["\n", "\n", "\n", "\n", "\r\n", "\r", "\r\r\n", ",", ""][rng.usize(..9)];
        }
        assert_alike(&text);
    }
}

/// The texts are games with inserted, deleted and doubled characters.
#[test]
fn both_readers_agree_on_damaged_games() {
    const INSERTED_TEXTS: [&str; 20] = [
        "\r", "\n", " ", "　", ",", "T", "'", "*", "+", "-", "(", ")", "/", ":", "0", "9", "成", "打", "同",
        "\u{feff}",
    ];
    let mut rng = Rng::with_seed(2);
    for seed in 0..600 {
        let mut dice = Dice::new(seed);
        let start = dice.start();
        let (moves, _) = dice.game(&start, 12);
        let mut text: Vec<char> = match seed % 3 {
            0 => writing::csa(&start, &moves, "%TORYO\n"),
            1 => writing::kif(&start, &moves, "  13 投了\n"),
            _ => tree_text(&mut dice),
        }
        .chars()
        .collect();
        for _ in 0..rng.usize(..12) {
            let position = rng.usize(..text.len());
            match rng.usize(..3) {
                0 => drop(text.remove(position)),
                1 => text.insert(position, text[position]),
                _ => drop(text.splice(
                    position..position,
                    INSERTED_TEXTS[rng.usize(..INSERTED_TEXTS.len())].chars(),
                )),
            }
        }
        assert_alike(&text.into_iter().collect::<String>());
    }
}
