use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;

use super::*;
use crate::book::BookScore;
use crate::notation;
use crate::played::Played;
use crate::record::Outcome;
use crate::shogi::{Color, Packing, Position, SfenText};
use crate::text::decode;

const OPTIONS: BookOptions = BookOptions {
    format: BookFormat::Yaneuraou,
    min_games: 1,
    max_ply: None,
    score: BookScore::None,
};

/// Returns the moves of these games in one text, each with the same result.
fn part(options: &BookOptions, text: &str, verdict: Option<Outcome>) -> BookPart {
    let text = decode(text.as_bytes(), None);
    let mut part = BookPart::default();
    for record in notation::records(&text, notation::detect(&text, None)) {
        part.add(options, &Played::new(&record), verdict);
    }
    part
}

/// Returns the book of these parts, which is sorted with this memory (bytes).
fn book(options: &BookOptions, memory: usize, parts: &[BookPart]) -> (Vec<u8>, BookCounts) {
    let mut builder = BookBuilder::with_memory(*options, memory);
    for part in parts {
        builder.add(part).unwrap();
    }
    let mut bytes = Vec::new();
    let counts = builder.finish(&mut bytes).unwrap();
    (bytes, counts)
}

/// Returns the book of the games in these texts, which have no result.
fn book_of(options: &BookOptions, texts: &[&str]) -> (Vec<u8>, BookCounts) {
    let parts: Vec<_> = texts.iter().map(|text| part(options, text, None)).collect();
    book(options, MAX_MEMORY_BYTES, &parts)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[test]
fn a_text_book_has_counts_and_is_sorted() {
    let games = [
        "position startpos moves 7g7f 3c3d",
        "position startpos moves 2g2f",
        "position startpos moves 7g7f 8c8d",
        "position startpos moves 7g7f 3c3d 2g2f",
    ];
    let (bytes, counts) = book_of(&OPTIONS, &games);
    let expected = "\
#YANEURAOU-DB2016 1.00
sfen lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL b - 3
2g2f none 0 0 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2
3c3d none 0 0 2
8c8d none 0 0 1
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f none 0 0 3
2g2f none 0 0 1
";
    assert_eq!(String::from_utf8(bytes).unwrap(), expected);
    let expected_counts = BookCounts {
        positions: 3,
        moves: 5,
        unpackable: 0,
    };
    assert_eq!(counts, expected_counts);
}

#[test]
fn options_limit_the_moves() {
    let games = [
        "position startpos moves 7g7f 3c3d",
        "position startpos moves 2g2f",
        "position startpos moves 7g7f 3c3d",
    ];
    let lines = |options: &BookOptions| {
        let text = String::from_utf8(book_of(options, &games).0).unwrap();
        let lines = text.lines().filter(|line| !line.starts_with(['#', 's']));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    let min_games = BookOptions {
        min_games: 2,
        ..OPTIONS
    };
    assert_eq!(lines(&min_games), ["3c3d none 0 0 2", "7g7f none 0 0 2"]);
    let max_ply = BookOptions {
        max_ply: Some(1),
        ..OPTIONS
    };
    assert_eq!(lines(&max_ply), ["7g7f none 0 0 2", "2g2f none 0 0 1"]);
}

/// A position that is reached at several plies has the lowest number, and a repeated move counts once per game.
#[test]
fn repeated_positions_are_one_position() {
    let games = [
        "position startpos moves 2h3h 8b7b 3h2h 7b8b 2h3h 8b7b 3h2h 7b8b 7g7f",
        "position sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 7 moves 7g7f",
    ];
    let text = String::from_utf8(book_of(&OPTIONS, &games).0).unwrap();
    let expected = "\
sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
7g7f none 0 0 2
2h3h none 0 0 1
";
    assert!(text.contains(expected), "{text}");
    let (bytes, _) = book_of(&OPTIONS, &games[1..]);
    assert!(String::from_utf8(bytes).unwrap().contains(" b - 7\n"));
}

#[test]
fn a_game_ends_before_its_first_illegal_move() {
    let (bytes, counts) = book_of(&OPTIONS, &["position startpos moves 7g7f 3c3d 7f7d 8c8d"]);
    assert_eq!(counts.moves, 2, "{}", String::from_utf8(bytes).unwrap());
}

#[test]
fn scores_are_of_the_side_to_move() {
    let options = BookOptions {
        score: BookScore::Wins,
        ..OPTIONS
    };
    let game = "position startpos moves 7g7f 3c3d";
    let parts = [Some(Outcome::Win(Color::White)), None].map(|verdict| part(&options, game, verdict));
    let text = String::from_utf8(book(&options, MAX_MEMORY_BYTES, &parts).0).unwrap();
    assert!(text.contains("\n3c3d none 181 0 2\n"), "{text}");
    assert!(text.contains("\n7g7f none -181 0 2\n"), "{text}");
}

const CSA_GAME: &str = "V2.2\nPI\n+\n+7776FU\n'** SCORE\n%CHUDAN\n";

/// The whole file is a test vector.
#[test]
fn a_binary_book_is_a_test_vector() {
    let options = BookOptions {
        format: BookFormat::Ybb,
        score: BookScore::Evaluation,
        ..OPTIONS
    };
    let (bytes, counts) = book_of(&options, &[&CSA_GAME.replace("SCORE", "40")]);
    let expected = [
        "59414e452d42494e424f4f4b2d563100",
        "01000000000000000000000000000000",
        "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c",
        "000000000000000001000100",
        "3b1e2800",
    ];
    assert_eq!(hex(&bytes), expected.concat());
    assert_eq!(counts.positions, 1);
}

#[test]
fn the_index_of_a_binary_book_has_the_offsets_of_the_moves() {
    let options = BookOptions {
        format: BookFormat::Ybb,
        ..OPTIONS
    };
    let games = [
        "position startpos moves 7g7f",
        "position startpos moves 2g2f 3c3d",
    ];
    let (bytes, _) = book_of(&options, &games);
    // The start position is before the others, because Black is to move.
    let (index, moves) = bytes[32..].split_at(2 * 44);
    assert_eq!(hex(&index[32..44]), "000000000000000001000200");
    assert_eq!(hex(&index[44 + 32..]), "080000000000000002000100");
    assert_eq!(moves.len(), 3 * 4);
}

#[test]
fn a_record_of_apery_is_a_test_vector() {
    let options = BookOptions {
        format: BookFormat::Apery,
        score: BookScore::Evaluation,
        ..OPTIONS
    };
    let games = vec![CSA_GAME.replace("SCORE", "30"); 100];
    let games: Vec<_> = games.iter().map(String::as_str).collect();
    let (bytes, _) = book_of(&options, &games);
    assert_eq!(hex(&bytes), "157eade1e78ebeee3b1e64001e000000");
}

#[test]
fn keys_of_apery_are_sorted_as_unsigned_numbers() {
    let options = BookOptions {
        format: BookFormat::Apery,
        ..OPTIONS
    };
    let (bytes, counts) = book_of(
        &options,
        &["position startpos moves 7g7f 3c3d 8h2b+ 3a2b B*4e 2b3c 4e3d 3c4d"],
    );
    let keys: Vec<_> = bytes
        .as_chunks::<16>()
        .0
        .iter()
        .map(|record| u64::from_le_bytes(record[..8].try_into().unwrap()))
        .collect();
    assert_eq!(keys.len() as u64, counts.moves);
    assert!(keys.is_sorted(), "{keys:x?}");
    assert!(keys[0] < 1 << 63 && keys[keys.len() - 1] >= 1 << 63, "{keys:x?}");
}

#[test]
fn moves_are_test_vectors() {
    for (mv, apery, ybb) in [
        ("7g7f", 0x1e3b, 0x1e3b),
        ("3c3d", 0x0a15, 0x0a15),
        ("8h2b+", 0x630a, 0xa30a),
        ("9i1a+", 0x6800, 0xa800),
        ("P*5e", 0x28a8, 0x40a8),
        ("B*4e", 0x2a9f, 0x429f),
        ("R*5e", 0x2b28, 0x4328),
        ("G*5b", 0x2ba5, 0x43a5),
    ] {
        let mv: Move = mv.parse().unwrap();
        assert_eq!(Packing::APERY.pack_move(mv), apery, "{mv}");
        assert_eq!(Packing::YANEURAOU.pack_move(mv), ybb, "{mv}");
    }
}

#[test]
fn keys_of_binary_books_are_test_vectors() {
    for (sfen, expected) in [
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "58a451220ceb67227e9653221caf447824c22b119e53221ceb6f223e9651220c",
        ),
        (
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w - 2",
            "59a451220ceb67227e9653221caf447824c22b119e53121ceb6f223e9651220c",
        ),
        (
            "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1",
            "59a451220cab44fc2ca744385e89f0488457223ca744385689f858468930bc7e",
        ),
    ] {
        let mut key = Vec::new();
        let position: Position = sfen.parse().unwrap();
        assert!(BookFormat::Ybb.write_key(&position, None, &mut key));
        assert_eq!(hex(&key), expected, "{sfen}");
    }
}

#[test]
fn positions_that_a_format_cannot_hold_are_counted() {
    let game = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b";
    let binary = BookOptions {
        format: BookFormat::Ybb,
        ..OPTIONS
    };
    for (options, expected) in [(OPTIONS, (1, 0)), (binary, (0, 1))] {
        let (_, counts) = book_of(&options, &[game]);
        assert_eq!(
            (counts.moves, counts.unpackable),
            expected,
            "{:?}",
            options.format
        );
    }
}

/// Returns games of pseudo-random moves.
fn random_games(count: u64) -> Vec<String> {
    let mut state = 1_u64;
    let mut random = move |limit: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let mut game = || {
        let mut text = "position startpos moves".to_owned();
        let mut position = Position::startpos();
        for _ in 0..30 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Few different moves, so that positions are repeated in other games.
            let mv = moves[random(moves.len().min(3))];
            let _ = write!(text, " {mv}");
            position.play_legal(mv);
        }
        text
    };
    (0..count).map(|_| game()).collect()
}

/// The book of many temporary files equals the book of a map of all moves, whatever the division into parts.
#[test]
fn books_of_temporary_files_are_complete_and_sorted() {
    let games = random_games(300);
    let parts: Vec<_> = games.iter().map(|game| part(&OPTIONS, game, None)).collect();
    let (bytes, _) = book(&OPTIONS, 0, &parts);
    let whole = [part(&OPTIONS, &games.join("\n"), None)];
    assert!(bytes == book(&OPTIONS, MAX_MEMORY_BYTES, &whole).0);

    let mut expected: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
    for game in &games {
        let mut position = Position::startpos();
        let mut repeated = HashSet::new();
        for word in game.split(' ').skip(3) {
            let sfen = position.to_sfen(1);
            let is_new = repeated.insert((sfen.clone(), word));
            let moves = expected
                .entry(sfen.strip_suffix(" 1").unwrap().to_owned())
                .or_default();
            *moves.entry(word.to_owned()).or_default() += u64::from(is_new);
            position.play_legal(word.parse().unwrap());
        }
    }
    let text = String::from_utf8(bytes).unwrap();
    let positions = text.split("sfen ").skip(1);
    let lines: Vec<_> = positions.clone().map(|it| it.lines().next().unwrap()).collect();
    assert!(lines.is_sorted() && lines.len() > 1_000, "{}", lines.len());
    let actual: BTreeMap<_, BTreeMap<_, _>> = positions
        .map(|position| {
            let (sfen, moves) = position.split_once('\n').unwrap();
            let moves = moves.lines().map(|line| {
                let words: Vec<_> = line.split(' ').collect();
                (words[0].to_owned(), words[4].parse().unwrap())
            });
            (sfen.rsplit_once(' ').unwrap().0.to_owned(), moves.collect())
        })
        .collect();
    assert!(actual == expected);
}

/// No key is the beginning of another one, so that the moves of a position follow each other.
#[test]
fn keys_of_text_books_end_with_a_terminator() {
    let key = |sfen: &str| {
        let position: Position = sfen.parse().unwrap();
        let mut key = Vec::new();
        BookFormat::Yaneuraou.write_key(&position, Some(&SfenText::new(&position)), &mut key);
        key
    };
    let short = key("4k4/9/9/9/9/9/9/9/4K4 b P 1");
    let long = key("4k4/9/9/9/9/9/9/9/4K4 b P2p 1");
    assert!(!long.starts_with(&short) && short < long);
}
