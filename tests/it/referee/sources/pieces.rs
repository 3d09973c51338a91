//! The board, the start position, and the names and promotions of pieces.

use kifu::notation;
use kifu::shogi::Color;
use kifu::shogi::Move;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;
use kifu::shogi::in_camp;
use kifu::text;

use crate::support::checking::{check_file, position};

#[test]
fn nine_files_nine_ranks_and_two_camps() {
    assert_eq!(Square::ALL.len(), 81);
    for (color, ranks) in [(Color::Black, 1..=3), (Color::White, 7..=9)] {
        for square in Square::ALL {
            assert_eq!(
                in_camp(color, square),
                ranks.contains(&square.rank()),
                "{color:?} {square}"
            );
        }
    }
    assert_eq!(
        (Square::new(10, 1), Square::new(0, 1), Square::new(1, 10)),
        (None, None, None)
    );
}

#[test]
fn there_is_no_tenth_file_and_no_tenth_rank() {
    let names = |text: &str| -> Vec<_> {
        let findings = check_file(text.as_bytes()).into_iter().flat_map(|it| it.findings);
        findings.map(|finding| finding.rule.name).collect()
    };
    for (text, rule) in [
        ("手合割：平手\n1 ７六歩(77)\n2 ３〇歩(33)\n3 中断\n", "bad-token"),
        ("手合割：平手\n1 ７六歩(77)\n2 ３四歩(30)\n3 中断\n", "bad-token"),
        ("V2.2\nPI\n+\n+7776FU\n-3330FU\n%CHUDAN\n", "bad-token"),
        ("position startpos moves 7g7f 3c3j\n", "bad-token"),
        ("sfen 4k4/9/9/9/9/9/9/9/9/4K4 b - 1\n", "unreadable-record"),
        ("sfen 4k5/9/9/9/9/9/9/9/4K4 b - 1\n", "unreadable-board"),
    ] {
        assert!(names(text).contains(&rule), "{text}: {:?}", names(text));
    }
    for text in [
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 中断\n",
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n%CHUDAN\n",
        "sfen 4k4/9/9/9/9/9/9/9/4K4 b - 1\n",
    ] {
        let rules = names(text);
        assert!(
            !rules.contains(&"bad-token") && !rules.contains(&"unreadable-board"),
            "{text}: {rules:?}"
        );
    }
}

#[test]
fn forty_pieces_at_the_start() {
    let back_rank = [
        PieceKind::Lance,
        PieceKind::Knight,
        PieceKind::Silver,
        PieceKind::Gold,
        PieceKind::King,
        PieceKind::Gold,
        PieceKind::Silver,
        PieceKind::Knight,
        PieceKind::Lance,
    ];
    let start = Position::startpos();
    let mut piece_count = 0;
    for square in Square::ALL {
        let (file, rank) = (square.file(), square.rank());
        let (color, row) = if rank > 5 {
            (Color::Black, 10 - rank)
        } else {
            (Color::White, rank)
        };
        // Black's rook is on 2h, White's on 8b.
        let file_from_the_right = if color == Color::Black { file } else { 10 - file };
        let kind = match (row, file_from_the_right) {
            (1, _) => Some(back_rank[usize::from(file) - 1]),
            (2, 2) => Some(PieceKind::Rook),
            (2, 8) => Some(PieceKind::Bishop),
            (3, _) => Some(PieceKind::Pawn),
            _ => None,
        };
        let expected = kind.map(|kind| Piece { color, kind });
        assert_eq!(start.piece_at(square), expected, "{square}");
        piece_count += u32::from(expected.is_some());
    }
    assert_eq!(piece_count, 40);
    assert!(start.hand(Color::Black).is_empty() && start.hand(Color::White).is_empty());
    assert_eq!(start.side_to_move(), Color::Black);
}

#[test]
fn captured_pieces_are_held_unpromoted() {
    for kind in PieceKind::HAND {
        let promoted = kind.promoted();
        for captured in [Some(kind), promoted].into_iter().flatten() {
            let mut position = position("k8/9/9/9/9/4K4/9/9/9 b - 1");
            let square = Square::new(5, 5).expect("on the board");
            position.put(
                square,
                Some(Piece {
                    color: Color::White,
                    kind: captured,
                }),
            );
            let from = Square::new(5, 6).expect("on the board");
            position
                .play(Move::Board {
                    from,
                    to: square,
                    promote: false,
                })
                .expect("a king stands there");
            let hand_pieces: Vec<_> = position.hand(Color::Black).iter().collect();
            assert_eq!(hand_pieces, [(kind, 1)], "{captured:?}");
        }
    }
}

#[test]
fn short_names_of_promoted_pieces() {
    let board_with_third_rank = |cells: &str| {
        let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|";
        let mut rows = String::new();
        for rank in "一二三四五六七八九".chars() {
            rows += if rank == '三' { cells } else { empty };
            rows.extend([rank, '\n']);
        }
        format!(
            "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n{rows}+---------------------------+\n手番：先手\n"
        )
    };
    let text = board_with_third_rank("| 全 圭 杏 と ・v玉 ・ 成 玉|");
    let findings = check_file(text.as_bytes()).remove(0).findings;
    assert_eq!(findings[0].rule.name, "unreadable-board", "成 alone is no piece");

    let board = board_with_third_rank("| 全 圭 杏 と ・v玉 ・v全 玉|");
    let text = text::decode(board.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None)).next();
    let start = record.expect("a record").start.position;
    let on_rank_3 = (1..=9).rev().map(|file| Square::new(file, 3));
    let pieces: Vec<_> = on_rank_3
        .map(|square| start.piece_at(square.expect("on the board")))
        .collect();
    let black = |kind| Some(Piece::new(Color::Black, kind));
    let white = |kind| Some(Piece::new(Color::White, kind));
    assert_eq!(
        pieces,
        [
            black(PieceKind::PromotedSilver),
            black(PieceKind::PromotedKnight),
            black(PieceKind::PromotedLance),
            black(PieceKind::Tokin),
            None,
            white(PieceKind::King),
            None,
            white(PieceKind::PromotedSilver),
            black(PieceKind::King),
        ]
    );
}
