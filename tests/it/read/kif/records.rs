//! Texts with several KIF games, and texts without any.

use super::rendering::{comment_texts, map_records, rules, shape};

const HEADERS: &str = "#KIF version=2.0 encoding=UTF-8\n# ---- 棋譜ファイル ----\n開始日時：2024/01/02\n手合割：平手\n先手：甲\n後手：乙\n\
                    手数----指手---------消費時間--\n";
const GAME: &str = "1 ７六歩(77)\n2 投了\nまで1手で先手の勝ち\n";

#[test]
fn quoted_lines_are_read() {
    let game = "手合割：平手\n先手：甲\n手数----指手--\n   1 ７六歩(77)   ( 0:16/00:00:16)\n*注\n   2 投了\nまで1手で先手の勝ち\n\n変化：1手\n   1 ２六歩(27)\n";
    let summary = |text: &str| {
        map_records(text, |record| {
            let headers: Vec<_> = record
                .headers
                .iter()
                .map(|header| header.value.to_string())
                .collect();
            (shape(&record), headers, comment_texts(&record), rules(&record))
        })
    };
    let [(expected_shape, headers, comments, _)] = &summary(game)[..] else {
        panic!("one record");
    };
    let marked = |before: &str, after: &str| {
        let lines = game.lines().map(|line| format!("{before}{line}{after}\n"));
        lines.collect::<String>()
    };
    for text in [
        marked("> ", ""),
        marked("> > ", ""),
        marked(">> ", "").replace(">> \n", ">>\n"),
        marked("", "<br>"),
        marked("> ", "<br />"),
        format!("こんにちは\n{}", marked("", "<BR>")),
    ] {
        let got = summary(&text);
        let [(shape, got_headers, got_comments, rules)] = &got[..] else {
            panic!("{text}");
        };
        assert_eq!(
            (shape, got_headers, got_comments),
            (expected_shape, headers, comments),
            "{text}"
        );
        assert_eq!(
            rules.trim_start_matches("unreadable-line "),
            "quoted-lines",
            "{text}"
        );
    }
    // In a record without such lines, a comment keeps its text.
    let comment = "手合割：平手\n1 ７六歩(77)\n*注<br>\n*> 引用\n2 投了\n";
    let expected = vec!["1*注<br>".to_owned(), "1*> 引用".to_owned()];
    assert_eq!(
        map_records(comment, |record| (comment_texts(&record), rules(&record))),
        [(expected, String::new())]
    );
    let two_games = format!("{}{}", marked("> ", ""), marked("> ", ""));
    assert_eq!(summary(&two_games).len(), 2);
}

/// Returns the first line of every record, without blank lines before it.
fn first_lines(text: &str) -> Vec<String> {
    map_records(text, |record| {
        record
            .text
            .replace('\r', "\n")
            .trim_start()
            .lines()
            .next()
            .unwrap_or_default()
            .to_owned()
    })
}

#[test]
fn one_game_is_not_split() {
    let board = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n".to_owned()
        + &"| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n".repeat(9)
        + "+---------------------------+\n先手の持駒：なし\n";
    let table = [
        format!("{HEADERS}{GAME}"),
        format!("{board}先手：甲\n後手：乙\n手数----指手--\n{GAME}"),
        format!("先手：甲\n{board}手合割：平手\n{GAME}"),
        format!("*詳細URL：x\n手合割：平手\n*間\n先手：甲\n&x\n後手：乙\n{GAME}"),
        format!("2021/10/02 第２局\n１０年：春\n手合割：平手\n{GAME}"),
        format!("３番勝負\n手合割：平手\n{GAME}"),
        format!("変化：3手\n手合割：平手\n{GAME}"),
        format!("{HEADERS}1 ７六歩(77)\n# ---- 注 ----\n2 投了\n"),
        format!("{HEADERS}1 ７六歩(77)\n\n*注\n\n2 投了\nまで1手で中断\n\n\n"),
        format!("{HEADERS}{GAME}*感想\n"),
        format!(
            "{HEADERS}{GAME}\n変化：1手\n手数----指手---------消費時間--\n1 ２六歩(27)\n2 中断\nまで1手で中断\n\n変化：1手\n1 ３六歩(37)\n"
        ),
        format!("{HEADERS}{GAME}\n変化：1手\n# ---- 注 ----\n1 ２六歩(27)\n"),
        format!("{HEADERS}{GAME}備考：値\n終了日時：2024/01/02\n"),
        format!("{HEADERS}1 ７六歩(77)\n備考：値\nごみ\n2 投了\n"),
        // A header that is repeated, and headers after the separator.
        format!("先手：甲\n先手：丙\n後手：乙\n\n先手：甲\n手数----指手--\n{GAME}"),
        format!("先手：甲\n後手：乙\n\n下手：甲\n上手：乙\n手数----指手--\n{GAME}"),
        format!("先手：甲\n手数----指手--\n後手：乙\n棋戦：丙\n{GAME}"),
        // Both players again, but not other ones.
        format!("先手：\n後手：\n先手：甲\n後手：乙\n{GAME}"),
        format!("先手：甲\n後手：乙\n手合割：平手\n先手：甲\n後手：乙\n{GAME}"),
        // The numbers continue after lines of a head.
        format!("{HEADERS}1 ７六歩(77)\n先手：優勢\n2 投了\n"),
        format!("{HEADERS}1 ７六歩(77)\n\n{board}2 投了\n"),
        // Number 1 begins a variation.
        format!("{HEADERS}{GAME}\n変化：1手\n*注\n\n   1 ２六歩(27)\n"),
        format!("{HEADERS}1 ７六歩(77)\n2 ３四歩(33)\n1 ２六歩(27)\n"),
    ];
    for text in table {
        for newline in ["\n", "\r\n", "\r"] {
            let records = first_lines(&text.replace('\n', newline));
            assert_eq!(records.len(), 1, "{newline:?} {text}");
        }
    }
}

#[test]
fn every_game_begins_at_its_first_line() {
    let table = [
        (
            format!("{HEADERS}{GAME}{HEADERS}{GAME}"),
            "#KIF version=2.0 encoding=UTF-8",
        ),
        (
            format!("{HEADERS}{GAME}\u{feff}{HEADERS}{GAME}"),
            "\u{feff}#KIF version=2.0 encoding=UTF-8",
        ),
        (format!("{HEADERS}{GAME}\n\n手合割：平手\n{GAME}"), "手合割：平手"),
        (format!("{HEADERS}{GAME}先手: 丙\n{GAME}"), "先手: 丙"),
        (
            format!("{HEADERS}{GAME}\n手数----指手--\n{GAME}"),
            "手数----指手--",
        ),
        (
            format!("{HEADERS}{GAME}\n*詳細URL：x\n先手：丙\n{GAME}"),
            "*詳細URL：x",
        ),
        (
            format!("{HEADERS}{GAME}*詳細URL：x\n先手：丙\n{GAME}"),
            "*詳細URL：x",
        ),
        (
            format!("{HEADERS}1 投了\n\n*詳細URL：x\n\n先手：丙\n{GAME}"),
            "*詳細URL：x",
        ),
        (format!("{HEADERS}1 投了\n*感想\n先手：丙\n{GAME}"), "先手：丙"),
        (
            format!("{HEADERS}1 投了\n*感想\n# ---- 棋譜 ----\n先手：丙\n{GAME}"),
            "# ---- 棋譜 ----",
        ),
        (
            format!("{HEADERS}{GAME}# ---- 棋譜 ----\n# 二\n*三\n手合割：平手\n{GAME}"),
            "# ---- 棋譜 ----",
        ),
        (
            format!("{HEADERS}{GAME}\n変化：1手\n1 ２六歩(27)\n\n場所：東京\n手合割：平手\n{GAME}"),
            "場所：東京",
        ),
        (
            format!(
                "{HEADERS}{GAME}後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+--+\n{}{GAME}",
                "| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n".repeat(9)
            ),
            "後手の持駒：なし",
        ),
        (
            format!(
                "{HEADERS}{GAME}  ９ ８ ７ ６ ５ ４ ３ ２ １\n+--+\n{}{GAME}",
                "| ・ ・ ・ ・v玉 ・ ・ ・ ・|\n".repeat(9)
            ),
            "９ ８ ７ ６ ５ ４ ３ ２ １",
        ),
        // The first game has no moves.
        (format!("{HEADERS}\n開始日時：x\n先手：丙\n{GAME}"), "開始日時：x"),
        (
            format!("{HEADERS}*不戦勝\n\n*二\n場所：y\n先手：丙\n{GAME}"),
            "*二",
        ),
        (
            format!("先手：甲\n後手：乙\n備考：不戦\n先手：丙\n後手：丁\n{GAME}"),
            "先手：丙",
        ),
        (
            format!("先手：甲\n後手：乙\n備考：不戦\n\n場所：東京\n先手：丙\n後手：丁\n{GAME}"),
            "場所：東京",
        ),
        (
            format!("先手：甲\n後手：乙\n\n上手：丙\n下手：丁\n{GAME}"),
            "上手：丙",
        ),
        // Number 1 after a result, and after the variations of a game with a result.
        (
            format!("{HEADERS}{GAME}\n変化：1手\n1 ２六歩(27)\n2 ３四歩(33)\n\n1 ５六歩(57)\n"),
            "1 ５六歩(57)",
        ),
        (
            format!("{HEADERS}{GAME}  １ ２六歩(27)\n２ 中断\n"),
            "１ ２六歩(27)",
        ),
        (
            format!("{HEADERS}1 ７六歩(77)\n投了\n\n第二局\n1 ２六歩(27)\n2 中断\n"),
            "第二局",
        ),
        (
            "1 ７六歩(77)\n2 中断\n変化：1手\n1 ２六歩(27)\n2 投了\n*終\n\n   1 ５六歩(57)\n".to_owned(),
            "1 ５六歩(57)",
        ),
    ];
    for (text, second_first_line) in table {
        for newline in ["\n", "\r\n", "\r"] {
            let records = first_lines(&text.replace('\n', newline));
            assert_eq!(records.len(), 2, "{newline:?} {text}");
            assert_eq!(records[1], second_first_line, "{newline:?} {text}");
        }
    }
}

#[test]
fn games_of_a_text_are_read_independently() {
    let text = "手合割：平手\n1 ７六歩(77)\n*一\n2 投了\n\n手合割：角落ち\n*二\n1 ３四歩(33)\n2 中断\n";
    let records = map_records(text, |record| {
        (
            record.index,
            shape(&record),
            comment_texts(&record),
            rules(&record),
        )
    });
    assert_eq!(
        records,
        [
            (
                1,
                "P77-76 resign".to_owned(),
                vec!["1*一".to_owned()],
                String::new()
            ),
            (
                2,
                "P33-34 interrupt".to_owned(),
                vec!["0*二".to_owned()],
                String::new()
            ),
        ]
    );
}

#[test]
fn a_record_without_moves_has_a_finding() {
    let table = [
        ("手合割：平手\n先手：甲\n", "no-moves"),
        ("手合割：平手\nまで0手で中断\n", ""),
        ("手合割：平手\n1 \n2\n", "unreadable-line no-moves"),
    ];
    for (text, findings) in table {
        assert_eq!(map_records(text, |record| rules(&record)), [findings], "{text}");
    }
}
