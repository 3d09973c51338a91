//! Start positions of KIF: named starts and diagrams.

use super::rendering::{map_record, rules, shape};
use crate::support::findings::ReadFindings;

const EVEN_SFEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

fn start_and_findings(text: &str) -> (String, String) {
    map_record(text, |record| (record.start.position.to_sfen(1), rules(&record)))
}

#[test]
fn every_named_start_is_read() {
    let table = [
        ("平手", "lnsgkgsnl/1r5b1", 'b'),
        ("香落ち", "lnsgkgsn1/1r5b1", 'w'),
        ("右香落ち", "1nsgkgsnl/1r5b1", 'w'),
        ("角落ち", "lnsgkgsnl/1r7", 'w'),
        ("飛車落ち", "lnsgkgsnl/7b1", 'w'),
        ("飛香落ち", "lnsgkgsn1/7b1", 'w'),
        ("二枚落ち", "lnsgkgsnl/9", 'w'),
        ("三枚落ち", "lnsgkgsn1/9", 'w'),
        ("四枚落ち", "1nsgkgsn1/9", 'w'),
        ("五枚落ち", "2sgkgsn1/9", 'w'),
        ("左五枚落ち", "1nsgkgs2/9", 'w'),
        ("六枚落ち", "2sgkgs2/9", 'w'),
        ("左七枚落ち", "2sgkg3/9", 'w'),
        ("右七枚落ち", "3gkgs2/9", 'w'),
        ("八枚落ち", "3gkg3/9", 'w'),
        ("十枚落ち", "4k4/9", 'w'),
    ];
    for (name, back_ranks, side) in table {
        let sfen = format!("{back_ranks}/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL {side} - 1");
        for header in [
            format!("手合割：{name}"),
            format!("手合割：{name}　　"),
            format!("手合割： {name} "),
        ] {
            assert_eq!(
                start_and_findings(&format!("{header}\n1 中断\n")),
                (sfen.clone(), String::new()),
                "{header}"
            );
        }
    }
}

#[test]
fn other_headers_leave_the_even_start() {
    let table = [
        ("", EVEN_SFEN, ""),
        ("手合割：\n", EVEN_SFEN, ""),
        ("手合割:平手\n", EVEN_SFEN, "half-width-colon"),
        ("手合割：詰将棋\n", EVEN_SFEN, "unknown-handicap"),
        ("手合割：その他\n", EVEN_SFEN, "unknown-handicap"),
        ("手合割：handicap\n", EVEN_SFEN, "unknown-handicap"),
        ("手合割：平手\n手合割：角落ち\n", EVEN_SFEN, "header-repeated"),
        ("手合割：平手\n後手番\n", EVEN_SFEN, "unreadable-board"),
        ("手合割：平手\n先手番\n", EVEN_SFEN, ""),
        ("手合割：平手\n先手の持駒：飛\n", EVEN_SFEN, "unreadable-board"),
        ("手合割：平手\n先手の持駒：なし\n後手の持駒：\n", EVEN_SFEN, ""),
    ];
    for (headers, sfen, findings) in table {
        assert_eq!(
            start_and_findings(&format!("{headers}1 中断\n")),
            (sfen.to_owned(), findings.to_owned()),
            "{headers}"
        );
    }
}

#[test]
fn findings_about_a_name_have_its_span() {
    let text = "棋戦：見本\n手合割：謎\n1 ７六歩(77)\n2 中断\n";
    let marked_text = map_record(text, |record| {
        let findings = record.findings();
        let finding_of_name = findings
            .iter()
            .find(|finding| finding.rule.name == "unknown-handicap");
        finding_of_name
            .and_then(|it| it.span)
            .map(|span| text[span.start as usize..span.end as usize].to_owned())
    });
    assert_eq!(marked_text.as_deref(), Some("謎"));
}

#[test]
fn an_unknown_start_with_white_to_move_is_not_even() {
    let summary = |text: &str| {
        map_record(text, |record| {
            (record.start.is_known, record.tree.len(), rules(&record))
        })
    };
    assert_eq!(
        summary("手合割：謎\n1 ３四歩(33)\n"),
        (false, 1, "unknown-handicap".to_owned())
    );
    assert_eq!(
        summary("手合割：謎\n1 ７六歩(77)\n"),
        (true, 2, "unknown-handicap".to_owned())
    );
    assert_eq!(
        start_and_findings("手合割：平手\n1 ３四歩(33)\n"),
        (EVEN_SFEN.to_owned(), String::new())
    );
}

/// Returns a board with `row` as its first row and a black king on 5i.
fn board(row: &str) -> String {
    let empty = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n".repeat(7);
    format!(
        "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n{row}\n{empty}| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n"
    )
}

#[test]
fn every_form_of_a_row_is_read() {
    let table = [
        ("| ・v桂 ・ ・ ・ 銀 ・v桂v香|一", "1n3S1nl", ""),
        ("| ・v桂 ・ ・ ・ 銀 ・v桂v香|", "1n3S1nl", ""),
        ("| ・v桂 ・ ・ ・ 銀 ・v桂v香", "1n3S1nl", ""),
        ("| .v桂 . ･ . 銀 ・V桂V香|一", "1n3S1nl", ""),
        ("|v全v圭v杏vと 全 圭 杏 と ・|一", "+s+n+l+p+S+N+L+P1", ""),
        ("|v龍v竜v馬v王v玉 龍 竜 馬 王|一", "+r+r+bkk+R+R+BK", ""),
        ("|+飛 角 金 銀 桂 香 歩 ・ ・|１", "RBGSNLP2", ""),
        ("|^飛 ・ ・ ・ ・ ・ ・ ・ ・|一", "R8", "unreadable-board"),
        ("| ・ ・ ・ ・ ・ ・ ・ ・v玉|二", "8k", "unreadable-board"),
        ("|v玉 ？ ・ ・ ・ ・ ・ ・ ・|一", "k8", "unreadable-board"),
        ("|v玉 ・|一", "k8", "unreadable-board"),
        ("|v玉 ・ ・ ・ ・ ・ ・ ・ ・ 歩|一", "k8", "unreadable-board"),
        ("|", "9", "unreadable-board"),
    ];
    for (row, rank, findings) in table {
        for newline in ["\n", "\r\n"] {
            let text = format!("{}1 中断\n", board(row)).replace('\n', newline);
            let sfen = format!("{rank}/9/9/9/9/9/9/9/4K4 b - 1");
            assert_eq!(start_and_findings(&text), (sfen, findings.to_owned()), "{row}");
        }
    }
}

#[test]
fn every_form_of_a_hand_is_read() {
    let table = [
        ("先手の持駒：飛　金　銀　歩　", "RGSP", ""),
        ("先手の持駒：飛二　角二　金三　歩十七　", "2R2B3G17P", ""),
        ("先手の持駒：飛二 金四 歩十八", "2R4G18P", ""),
        ("先手の持駒：飛二角", "2RB", ""),
        ("先手の持駒：飛歩", "RP", ""),
        ("先手の持駒：飛歩二", "R2P", ""),
        ("先手の持駒：歩十七　香三　桂四　銀四　金四", "4G4S4N3L17P", ""),
        ("先手の持駒：歩十　香一", "L10P", ""),
        ("先手の持駒：歩18飛２", "2R18P", ""),
        ("先手の持駒：歩二十　香十一", "11L20P", ""),
        ("先手の持駒：飛二　歩三十四", "2R34P", ""),
        ("先手の持駒：歩二　十", "2P", "unreadable-board"),
        ("先手の持駒：なし", "-", ""),
        ("先手の持駒：　なし　", "-", ""),
        ("先手の持駒：", "-", ""),
        ("下手の持駒：飛", "R", ""),
        ("先手持駒：飛", "R", ""),
        ("先手の持ち駒：飛", "R", ""),
        ("先手の持駒: 飛", "R", "half-width-colon"),
        ("後手の持駒：飛", "r", ""),
        ("上手の持駒：飛二", "2r", ""),
        ("先手の持駒：飛、角", "RB", "unreadable-board"),
        ("先手の持駒：飛　馬　歩", "RP", "unreadable-board"),
    ];
    for (line, hand, findings) in table {
        let text = format!("{}{line}\n1 中断\n", board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一"));
        let sfen = format!("4k4/9/9/9/9/9/9/9/4K4 b {hand} 1");
        assert_eq!(start_and_findings(&text), (sfen, findings.to_owned()), "{line}");
    }
}

#[test]
fn a_king_in_hand_is_noted() {
    let text = format!(
        "{}後手の持駒：玉　歩\n1 中断\n",
        board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一")
    );
    let king = map_record(&text, |record| {
        record
            .start
            .king_in_hand
            .map(|(color, span)| (color, record.text_at(span).to_owned()))
    });
    assert_eq!(
        king,
        Some((kifu::shogi::Color::White, "後手の持駒：玉　歩".to_owned()))
    );
    assert_eq!(start_and_findings(&text).0, "4k4/9/9/9/9/9/9/9/4K4 b p 1");
}

#[test]
fn the_board_takes_precedence() {
    let board = board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一");
    let table = [
        (format!("手合割：平手\n{board}先手：甲\n後手：乙\n"), 'b', ""),
        (format!("{board}手合割：平手\n"), 'b', ""),
        (format!("手合割：詰将棋\n{board}"), 'b', ""),
        (format!("手合割：その他\n{board}後手番\n"), 'w', ""),
        (format!("{board}上手番\n"), 'w', ""),
        (format!("{board}下手番\n"), 'b', ""),
        (
            format!("{board}手数＝26  △２二銀(31)  まで\n*図\n後手番\n"),
            'w',
            "",
        ),
        (format!("変化：3手\n{board}"), 'b', ""),
        (format!("{board}盤面回転\n"), 'b', ""),
        (format!("{board}| ・|\n| ・|\n"), 'b', "unreadable-board"),
        (board.replace("九\n", "九\n "), 'b', ""),
        (
            board.replacen("| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n", "", 1),
            'b',
            "unreadable-board unreadable-board",
        ),
    ];
    for (text, side, findings) in table {
        let actual = start_and_findings(&format!("{text}1 中断\n"));
        // If a row is missing, the last row is one rank higher.
        let ranks = if findings.contains(' ') {
            "4k4/9/9/9/9/9/9/4K4/9"
        } else {
            "4k4/9/9/9/9/9/9/9/4K4"
        };
        assert_eq!(
            actual,
            (format!("{ranks} {side} - 1"), findings.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn a_first_move_of_white_means_white_begins() {
    let board = board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一");
    let table = [
        ("1 ５二玉(51)\n", 'w', "turn-missing"),
        ("1 △５二歩打\n", 'w', "turn-missing"),
        ("1 ５八玉(59)\n", 'b', ""),
        ("1 ５二歩打\n", 'b', ""),
        ("先手番\n1 ５二玉(51)\n", 'b', ""),
        ("後手番\n1 ５二玉(51)\n", 'w', ""),
        ("手番：後手\n1 ５二玉(51)\n", 'w', ""),
        ("手番：上手番\n", 'w', "no-moves"),
        ("手番：振り駒\n1 ５二玉(51)\n", 'w', "turn-missing"),
    ];
    for (moves, side, findings) in table {
        let actual = start_and_findings(&format!("{board}{moves}"));
        assert_eq!(
            actual,
            (format!("4k4/9/9/9/9/9/9/9/4K4 {side} - 1"), findings.to_owned()),
            "{moves}"
        );
    }
}

#[test]
fn a_mid_game_board_continues_its_move_numbers() {
    let board = board("| ・ ・ ・ ・v玉 ・ ・ ・ ・|一");
    let text = format!(
        "{board}手数＝26  ▲５九玉(58)  まで\n後手番\n27 ５二玉(51)\n28 ５八玉(59)\n変化：28手\n28 ６八玉(59)\n"
    );
    let actual = map_record(&text, |record| {
        (shape(&record), rules(&record), record.start.plies_before)
    });
    assert_eq!(
        actual,
        ("K51-52 K59-58 (K59-68)".to_owned(), String::new(), Some(26))
    );
}

#[test]
fn a_start_position_in_lines_of_programs_is_noted_once() {
    let even_rows = "|v香v桂v銀v金v玉v金v銀v桂v香|一\n# | ・v飛 ・ ・ ・ ・ ・v角 ・|二\n# |v歩v歩v歩v歩v歩v歩v歩v歩v歩|三\n\
         # | ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n# | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n# | ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
         # | 歩 歩 歩 歩 歩 歩 歩 歩 歩|七\n# | ・ 角 ・ ・ ・ ・ ・ 飛 ・|八\n# | 香 桂 銀 金 玉 金 銀 桂 香|九\n";
    for (lines, findings) in [
        ("# | ・v玉|一\n# | ・ ・|二\n", "start-missing"),
        ("# 手合割：香落ち\n", "start-missing"),
        ("# 手合割：平手\n", ""),
        ("# 棋譜ファイル\n", ""),
        (&format!("# {even_rows}"), ""),
        ("# | ・v玉|一\n手合割：平手\n", ""),
    ] {
        let text = format!("{lines}手数----指手--\n1 ７六歩(77)\n");
        assert_eq!(map_record(&text, |record| rules(&record)), findings, "{lines}");
    }
}
