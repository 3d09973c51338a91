//! Packed positions, compared with the bytes of cshogi and with a second, independent reader.

use std::fs;
use std::path::Path;

use kifu::check::Checker;
use kifu::check::Settings;
use kifu::shogi::Color;
use kifu::shogi::Move;
use kifu::shogi::Packing;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;

use crate::support::dice::Dice;

/// A position and a move of the fixture, with the bytes of each packing.
struct Case {
    sfen: String,
    mv: Move,
    packed: [([u8; 32], u16); 2],
}

fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/packed/cshogi.txt");
    let text = fs::read_to_string(path).expect("the fixture can be read");
    let lines = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    let lines: Vec<_> = lines.collect();
    let packed = |line: &str| {
        let (position, mv) = line.split_once(' ').expect("a position and a move");
        let mut bytes = [0; 32];
        for (index, byte) in bytes.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&position[2 * index..2 * index + 2], 16).expect("two digits");
        }
        (bytes, u16::from_str_radix(mv, 16).expect("four digits"))
    };
    let cases = lines.chunks_exact(4).map(|case| Case {
        sfen: case[0].to_owned(),
        mv: case[1].parse().expect("a move"),
        packed: [packed(case[2]), packed(case[3])],
    });
    cases.collect()
}

const PACKINGS: [Packing; 2] = [Packing::YANEURAOU, Packing::APERY];

#[test]
fn positions_and_moves_have_the_bytes_of_cshogi() {
    let cases = cases();
    assert!(cases.len() > 40, "{} cases", cases.len());
    for case in cases {
        let position: Position = case.sfen.parse().expect("a position");
        for (packing, (bytes, mv)) in PACKINGS.iter().zip(case.packed) {
            assert_eq!(packing.pack(&position), Some(bytes), "{}", case.sfen);
            assert_eq!(packing.unpack(&bytes), Ok(position.clone()), "{}", case.sfen);
            assert_eq!(packing.pack_move(case.mv), mv, "{} {}", case.sfen, case.mv);
            assert_eq!(packing.unpack_move(mv), Some(case.mv), "{}", case.sfen);
        }
    }
}

// The second reader treats the bits as text and looks for the codes in this text.

/// The codes of pawn, lance, knight, silver, gold, bishop and rook in each packing: on the board, in hand, and in
/// neither place.
///
/// `c` is the side, `p` the promotion.
const CODES: [[[&str; 7]; 3]; 2] = [
    [
        [
            "10pc", "1100pc", "1101pc", "1110pc", "11110c", "111110pc", "111111pc",
        ],
        ["00c", "1000c", "1010c", "1100c", "1110c", "111100c", "111110c"],
        ["010", "10010", "10110", "11010", "11011", "1111010", "1111110"],
    ],
    [
        [
            "10cp", "1100cp", "1110cp", "1101cp", "11110c", "111110cp", "111111cp",
        ],
        ["00c", "1000c", "1100c", "1010c", "1110c", "111110c", "111111c"],
        ["010", "10010", "11010", "10110", "10111", "1111000", "1111010"],
    ],
];

/// Returns the code at the beginning of the bits: its index, and its bits for side and promotion (`0` if the code has
/// no such bit). Returns `None` if no code matches.
fn first_code(codes: &[&str; 7], bits: &str) -> Option<(usize, char, char)> {
    let matches_bits = |word: &str| {
        word.len() <= bits.len()
            && word
                .chars()
                .zip(bits.chars())
                .all(|(it, bit)| matches!(it, 'c' | 'p') || it == bit)
    };
    let index = codes.iter().position(|word| matches_bits(word))?;
    let bit = |letter: char| {
        codes[index]
            .find(letter)
            .map_or('0', |position| char::from(bits.as_bytes()[position]))
    };
    Some((index, bit('c'), bit('p')))
}

/// Returns the SFEN fields, without the move number, according to the second reader.
fn sfen_by_second_reader(bytes: &[u8; 32], codes: &[[&str; 7]; 3]) -> String {
    let bits: String = bytes
        .iter()
        .flat_map(|byte| (0..8).map(move |bit| char::from(b'0' + (byte >> bit & 1))))
        .collect();
    let parse_number = |bits: &str| {
        bits.chars()
            .rev()
            .fold(0, |sum, bit| 2 * sum + usize::from(bit == '1'))
    };
    let side = |bit: char| if bit == '1' { Color::White } else { Color::Black };
    let mut position = Position::empty();
    position.set_side_to_move(side(bits.chars().next().expect("a bit")));
    let kings = [parse_number(&bits[1..8]), parse_number(&bits[8..15])];
    let mut offset = 15;
    for (index, square) in Square::ALL.into_iter().enumerate() {
        let color = kings.iter().position(|&king| king == index);
        if let Some(color) = color {
            position.put(square, Some(Piece::new(Color::ALL[color], PieceKind::King)));
        } else if &bits[offset..=offset] == "0" {
            offset += 1;
        } else {
            let (kind, color, promoted) =
                first_code(&codes[0], &bits[offset..]).expect("a piece on the board");
            offset += codes[0][kind].len();
            let kind = PieceKind::ALL[kind];
            let kind = if promoted == '1' {
                kind.promoted().expect("it promotes")
            } else {
                kind
            };
            position.put(square, Some(Piece::new(side(color), kind)));
        }
    }
    while offset < bits.len() {
        if let Some((kind, ..)) = first_code(&codes[2], &bits[offset..]) {
            offset += codes[2][kind].len();
            continue;
        }
        let (kind, color, _) = first_code(&codes[1], &bits[offset..]).expect("a piece in hand");
        offset += codes[1][kind].len();
        let (kind, color) = (PieceKind::ALL[kind], side(color));
        position.set_hand_count(color, kind, position.hand(color).get(kind) + 1);
    }
    position.to_sfen(1)
}

#[test]
fn random_positions_are_read_by_both_readers() {
    let mut dice = Dice::new(7);
    let mut position = Position::startpos();
    for step in 0..3000 {
        let moves = position.legal_moves();
        if moves.is_empty() || step % 250 == 0 {
            position = Position::startpos();
            continue;
        }
        position.play(moves[dice.below(moves.len())]);
        for (packing, codes) in PACKINGS.iter().zip(&CODES) {
            let bytes = packing.pack(&position).expect("a full set");
            assert_eq!(sfen_by_second_reader(&bytes, codes), position.to_sfen(1));
            assert_eq!(packing.unpack(&bytes), Ok(position.clone()));
        }
    }
}

#[test]
fn reading_any_bytes_terminates() {
    let mut dice = Dice::new(11);
    let start = Packing::YANEURAOU
        .pack(&Position::startpos())
        .expect("a full set");
    for step in 0..20_000 {
        let mut bytes = start;
        let changed_count = if step % 2 == 0 { 1 + dice.below(3) } else { 32 };
        for _ in 0..changed_count {
            bytes[dice.below(32)] = dice.below(256) as u8;
        }
        for packing in &PACKINGS {
            if let Ok(position) = packing.unpack(&bytes) {
                assert!(packing.pack(&position).is_some());
            }
        }
    }
}

/// Returns the findings of a file, each with the record, line, byte, rule and message.
fn findings(path: &str, bytes: &[u8]) -> Vec<String> {
    let checker = Checker::new(Settings::default());
    let mut texts = Vec::new();
    for file in checker.check(path, bytes) {
        for game in file.records() {
            for finding in &game.judgement.findings {
                let offset = finding.span.map_or(0, |span| span.start as usize);
                let (line, byte) = (
                    file.text().line_column(offset).0,
                    file.text().source_offset(offset),
                );
                let (record, rule) = (game.record.index, finding.rule.name);
                texts.push(format!(
                    "{record} {line} {byte} {rule}: {}",
                    finding.message.english()
                ));
            }
        }
    }
    texts
}

/// Returns two training items: the first two moves of a game that Black won.
fn items() -> Vec<u8> {
    let mut position = Position::startpos();
    let mut bytes = Vec::new();
    for (number, text) in [(1_u8, "7g7f"), (2, "3c3d")] {
        let mv: Move = text.parse().expect("a move");
        bytes.extend(Packing::YANEURAOU.pack(&position).expect("a full set"));
        bytes.extend([0, 0]);
        bytes.extend(Packing::YANEURAOU.pack_move(mv).to_le_bytes());
        bytes.extend([number, 0, if number == 1 { 1 } else { 0xff }, 0]);
        position.play(mv);
    }
    bytes
}

#[test]
fn damaged_items_are_reported_with_their_offset() {
    assert_eq!(findings("a.psv", &items()), Vec::<String>::new());
    let truncated = &items()[..57];
    assert_eq!(
        findings("a.psv", truncated),
        ["1 2 40 unreadable-line: the file ends within an item: 17 of 40 bytes"]
    );
    let mut damaged_position = items();
    damaged_position[40 + 30] ^= 0xff;
    assert_eq!(
        findings("a.psv", &damaged_position),
        [
            "2 2 40 unreadable-board: the packed position cannot be read: there are more pieces of the kind silver than in a full set"
        ]
    );
    let mut damaged_move = items();
    damaged_move[34..36].fill(0xff);
    let reported = findings("a.psv", &damaged_move);
    assert!(
        reported[0].starts_with("1 1 34 bad-token: \"ffff\" is not a move"),
        "{reported:?}"
    );
    let mut illegal_move = items();
    illegal_move[40 + 34] += 1;
    let reported = findings("a.psv", &illegal_move);
    assert!(reported[0].starts_with("1 2 74 "), "{reported:?}");
    let mut damaged_result = items();
    damaged_result[40 + 38] = 7;
    let reported = findings("a.psv", &damaged_result);
    assert!(
        reported
            .iter()
            .any(|it| it.starts_with("2 2 78 unreadable-result")),
        "{reported:?}"
    );
}

#[test]
fn text_under_the_extension_of_a_binary_format_is_read_as_text() {
    let reported = findings("a.psv", "手合割：平手\n1 ７六歩(77)\n2 投了\n".as_bytes());
    assert!(
        reported.iter().any(|it| it.contains("extension-mismatch")),
        "{reported:?}"
    );
}
