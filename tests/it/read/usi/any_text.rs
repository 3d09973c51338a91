//! The USI reader accepts any text and loses no part of it.

use crate::support::dice;
use crate::support::findings::ReadFindings;
use kifu::notation::sfen;
use kifu::notation::usi;
use kifu::record::NodeId;
use kifu::record::Step;
use kifu::shogi::Position;
use kifu::text::decode;
use proptest::prelude::*;

use super::{EVEN, records};

use crate::support::accounting::{check_line, read_all};

/// Generates tokens of USI, complete and damaged.
fn token() -> impl Strategy<Value = String> {
    let tokens = prop::sample::select(vec![
        "position",
        "startpos",
        "sfen",
        "moves",
        EVEN,
        "4k4/9/9/9/9/9/9/9/4K4",
        "4k4/9/9",
        "/",
        "b",
        "w",
        "-",
        "1",
        "2P",
        "7g7f",
        "3c3d",
        "8h2b+",
        "P*5e",
        "0000",
        "resign",
        "rep_draw",
        "7g7",
        "#",
        "# note",
        "歩",
        "x",
        "\u{3000}",
        "\u{feff}",
        "\0",
        "\u{c}",
    ]);
    prop_oneof![6 => tokens.prop_map(str::to_owned), 1 => "\\PC{0,3}"]
}

fn token_row(separators: &'static [&'static str]) -> impl Strategy<Value = String> {
    let separated_tokens =
        (token(), prop::sample::select(separators)).prop_map(|(token, separators)| token + separators);
    prop::collection::vec(separated_tokens, 0..16).prop_map(|tokens| tokens.concat())
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*|[\\x00-\\x7f]*") {
        read_all(&usi::NOTATION, &text);
        read_all(&sfen::NOTATION, &text);
    }

    #[test]
    fn any_rows_of_tokens_are_read(text in token_row(&["", " ", "  ", "\t", "\n", "\r\n", "\r"])) {
        read_all(&usi::NOTATION, &text);
        read_all(&sfen::NOTATION, &text);
    }

    #[test]
    fn no_part_of_a_line_is_lost(line in token_row(&["", " ", " ", "  ", "\t"])) {
        let words = ["position", "startpos", "sfen", "moves", "#", ""];
        let adds_nothing = |word: &str| words.contains(&word.trim_start_matches('\u{feff}'));
        check_line(&usi::NOTATION, &line, adds_nothing);
        check_line(&sfen::NOTATION, &line, adds_nothing);
    }

    #[test]
    fn games_read_back(seed in any::<u64>()) {
        let mut dice = dice::Dice::new(seed);
        let start = dice.start();
        let (moves, _) = dice.game(&start, 60);
        let words: Vec<_> = moves.iter().map(ToString::to_string).collect();
        let line = format!("position sfen {} moves {}\n", start.to_sfen(1), words.join(" "));
        let text = decode(line.as_bytes(), None);
        let games = records(&text, &usi::NOTATION);
        let tree = &games[0].tree;
        let steps: Vec<_> = tree.ids().filter(|&id| id != NodeId::START).map(|id| &tree.node(id).step).collect();
        prop_assert!(steps.iter().all(|step| matches!(step, Step::Move(_))));
        prop_assert_eq!(steps.len(), moves.len());
        prop_assert_eq!(&games[0].start.position, &start);
        let judgement = kifu::referee::Referee::new().check(&games[0]);
        let errors: Vec<_> = judgement.findings.iter().filter(|finding| finding.severity == kifu::finding::Severity::Error).collect();
        prop_assert!(errors.is_empty(), "{:?}", errors);
    }

    #[test]
    fn positions_read_back(seed in any::<u64>(), counter in 1..1000_u32) {
        let mut dice = dice::Dice::new(seed);
        let start = dice.start();
        let (_, position): (_, Position) = dice.game(&start, 60);
        let line = position.to_sfen(counter);
        let text = decode(line.as_bytes(), None);
        let positions = records(&text, &sfen::NOTATION);
        prop_assert_eq!(&positions[0].start.position, &position);
        prop_assert_eq!(positions[0].start.plies_before, Some(counter - 1));
        prop_assert!(positions[0].findings().is_empty());
    }
}
