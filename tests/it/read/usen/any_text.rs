//! The USEN reader accepts any text and loses no part of it. Fixtures and real files have the expected findings.

use crate::support::dice;
use crate::support::findings::ReadFindings;
use std::fs;
use std::path::PathBuf;

use kifu::finding::Finding;
use kifu::finding::Severity;
use kifu::notation;
use kifu::notation::usen::NOTATION;
use kifu::notation::usen::code;
use kifu::record::Record;
use kifu::referee::Referee;
use kifu::shogi::Move;
use kifu::text::decode;
use proptest::prelude::*;

use super::{lines, records};

use crate::support::accounting::{check_line, read_all};
use crate::support::files::{shared_folder, with_extensions};

/// Generates tokens of USEN, complete and damaged.
fn token() -> impl Strategy<Value = String> {
    let tokens = prop::sample::select(vec![
        "~0.",
        "~1.",
        "~2.",
        "~3.",
        "~99999999999.",
        "~",
        ".",
        "7ku",
        "2jm",
        "6y2",
        "36e",
        "8rl",
        "bfq",
        "bfr",
        "zzz",
        "7k",
        ".r",
        ".p",
        ".i7ku",
        ".i",
        "4k4_9_9_9_9_9_9_9_4K4.b.-",
        "9_9.w.-",
        "#",
        " ",
        "歩",
        "\u{feff}",
        "\0",
    ]);
    prop_oneof![6 => tokens.prop_map(str::to_owned), 1 => "\\PC{0,3}"]
}

/// Returns `true` for a word that consists only of separators, ply numbers, and codes of moves that the record has as
/// nodes. Byte order marks before the word, and the letter `i` before the moves, are permitted, too.
fn is_meaningless(word: &str, text: &str, record: &Record<'_>) -> bool {
    let tree = &record.tree;
    let move_texts: Vec<_> = tree
        .ids()
        .filter_map(|id| Some(tree.node(id).span()?.slice(text)))
        .collect();
    let repeats_moves = |section: &str| {
        section
            .as_bytes()
            .chunks(3)
            .all(|code| move_texts.iter().any(|move_text| move_text.as_bytes() == code))
    };
    word.trim_start_matches('\u{feff}')
        .split(['~', '.', '#'])
        .all(|section| {
            let is_number = section.bytes().all(|byte| byte.is_ascii_digit());
            is_number || repeats_moves(section) || repeats_moves(section.strip_prefix('i').unwrap_or(section))
        })
}

fn usen_moves(moves: &[Move]) -> String {
    moves
        .iter()
        .flat_map(|&mv| code(mv).expect("a move of a game"))
        .map(char::from)
        .collect()
}

proptest! {
    #[test]
    fn any_text_is_read(text in "\\PC*|[\\x00-\\x7f]*|[0-9a-z~.\n]*") {
        read_all(&NOTATION, &text);
    }

    #[test]
    fn any_rows_of_tokens_are_read(tokens in prop::collection::vec(prop_oneof![8 => token(), 1 => Just("\n".to_owned())], 0..40)) {
        read_all(&NOTATION, &tokens.concat());
    }

    #[test]
    fn no_part_of_a_line_is_lost(tokens in prop::collection::vec(token(), 0..16)) {
        // A variation that cannot be attached is skipped: it has no nodes, and one finding.
        let line = tokens.concat();
        let record = (NOTATION.read)(kifu::notation::RecordText { text: &line, offset: 0 });
        let is_skipped = record.findings().iter().any(|finding| finding.message.english().contains("was skipped"));
        check_line(&NOTATION, &line, |word| is_skipped || is_meaningless(word, &line, &record));
    }

    #[test]
    fn games_read_back(seed in any::<u64>()) {
        let mut dice = dice::Dice::new(seed);
        let start = dice.start();
        let (moves, _) = dice.game(&start, 60);
        let sfen = start.to_sfen(1);
        let board = sfen.trim_end_matches(" 1").replace('/', "_").replace(' ', ".").replace('+', "z");
        let branch_ply = dice.below(moves.len() + 1);
        let (variation, _) = {
            let mut position = start.clone();
            for &mv in &moves[..branch_ply] {
                position.play(mv);
            }
            dice.game(&position, 20)
        };
        let line = format!("{board}~0.{}.p~{branch_ply}.{}.\n", usen_moves(&moves), usen_moves(&variation));
        let text = decode(line.as_bytes(), None);
        let games = records(&text);
        prop_assert_eq!(&games[0].start.position, &start);
        let usi = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let played_lines = lines(&games[0]);
        let main_line = format!("{} p=interrupt", usi(&moves));
        prop_assert_eq!(&played_lines[0], main_line.trim_start());
        let variation_line = usi(&[&moves[..branch_ply], &variation].concat());
        prop_assert!(played_lines.iter().any(|line| line.starts_with(&variation_line)), "{} in {:?}", variation_line, played_lines);
        let judgement = Referee::new().check(&games[0]);
        // A random game may end in mate, which contradicts its end `.p` (interrupted).
        let is_unexpected_error = |finding: &&Finding| finding.severity == Severity::Error && finding.rule.name != "result-against-mate";
        let errors: Vec<_> = judgement.findings.iter().filter(is_unexpected_error).collect();
        prop_assert!(errors.is_empty(), "{:?}", errors);
    }
}

#[test]
fn the_fixtures_give_these_findings() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures/usen");
    for (file, expected) in [
        ("games.usen", vec![vec![]; 4]),
        (
            "careless.usen",
            vec![
                vec!["ambiguous-branch"],
                vec!["bad-token", "bad-token"],
                vec!["variation-without-parent"],
                vec!["unreadable-board"],
            ],
        ),
    ] {
        let bytes = fs::read(root.join(file)).expect("a fixture");
        let text = decode(&bytes, None);
        let rules = |record| {
            let findings = Referee::new().check(record).findings;
            findings.iter().map(|it| it.rule.name).collect::<Vec<_>>()
        };
        assert_eq!(
            records(&text).iter().map(rules).collect::<Vec<_>>(),
            expected,
            "{file}"
        );
    }
}

#[test]
fn real_files_have_no_findings() {
    let Some(corpus) = shared_folder("corpus") else {
        return;
    };
    for path in with_extensions(&corpus, &["usen"]) {
        let bytes = fs::read(&path).expect("a file");
        let text = decode(&bytes, None);
        assert_eq!(
            notation::detect(&text, None).map(|it| it.format.name()),
            Some("usen")
        );
        for record in records(&text) {
            let findings = Referee::new().check(&record).findings;
            assert!(findings.is_empty(), "{}: {findings:?}", path.display());
        }
    }
}
