//! Complete KI2 records: headers, diagrams, several games in one text.

use kifu::shogi::Color;

use super::{map_record, map_records};
use crate::support::rendering::{rules, shape};

#[test]
fn headers_are_those_of_kif() {
    let text = "#KI2 version=2.0 encoding=UTF-8\n棋戦：第２部：決勝\n消費時間：40▲21△19\n手合割：平手　　\n備考：\n盤面回転\n先手：甲\n▲７六歩\n";
    let (headers, findings) = map_record(text, |record| {
        let headers = record.headers.iter();
        let texts: Vec<_> = headers
            .map(|header| format!("{}={}", header.name, header.value))
            .collect();
        (texts, rules(&record))
    });
    assert_eq!(
        headers,
        [
            "棋戦=第２部：決勝",
            "消費時間=40▲21△19",
            "手合割=平手　　",
            "備考=",
            "盤面回転=",
            "先手=甲"
        ]
    );
    assert_eq!(findings, "");
}

#[test]
fn both_players_may_be_on_one_line() {
    let text = "先手: 先の人  後手: 後の人\n------\n▲７六歩△３四歩\n";
    let actual = map_record(text, |record| {
        let header = |key| record.headers.value_of(key).map(|value| value.trim().to_owned());
        let spans = record
            .headers
            .iter()
            .map(|header| record.text_at(header.span).to_owned());
        (
            header("先手"),
            header("後手"),
            spans.collect::<Vec<_>>(),
            rules(&record),
            shape(&record),
        )
    });
    assert_eq!(actual.0.as_deref(), Some("先の人"));
    assert_eq!(actual.1.as_deref(), Some("後の人"));
    assert_eq!(actual.2, ["先手: 先の人", "後手: 後の人"]);
    assert_eq!(actual.3, "half-width-colon half-width-colon");
    assert_eq!(actual.4, "▲P-76 △P-34");
}

#[test]
fn a_name_may_contain_the_other_side() {
    let text = "備考: x 後手: y\n先手: a後手: b\n▲７六歩\n";
    let headers = map_record(text, |record| {
        record
            .headers
            .iter()
            .map(|it| it.value.to_string())
            .collect::<Vec<_>>()
    });
    assert_eq!(headers, [" x 後手: y", " a後手: b"]);
}

const BOARD: &str = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|二\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
                     | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n| ・ ・ ・ ・ 玉 ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：金\n";

#[test]
fn a_diagram_is_the_start() {
    let text = format!("{BOARD}後手番\n手数＝40  ▲５九玉(58)  まで\n△５二玉 ▲５三金\n");
    let actual = map_record(&text, |record| {
        let start = &record.start;
        (
            start.position.to_sfen(1),
            start.plies_before,
            start.last_move.as_deref().map(str::to_owned),
            shape(&record),
            rules(&record),
        )
    });
    let sfen = "4k4/9/9/9/9/9/9/9/4K4 w G 1".to_owned();
    let expected = (
        sfen,
        Some(40),
        Some("▲５九玉(58)".to_owned()),
        "△K-52 ▲G-53".to_owned(),
        String::new(),
    );
    assert_eq!(actual, expected);
}

#[test]
fn the_first_side_mark_decides_the_turn() {
    let turn = |text: &str| {
        map_record(text, |record| {
            (record.start.position.side_to_move(), rules(&record))
        })
    };
    assert_eq!(
        turn(&format!("{BOARD}△５二玉\n")),
        (Color::White, "turn-missing".to_owned())
    );
    assert_eq!(turn(&format!("{BOARD}▲５八玉\n")), (Color::Black, String::new()));
    assert_eq!(turn("△３四歩\n"), (Color::Black, String::new()));
    assert_eq!(turn("手合割：二枚落ち\n△３四歩\n"), (Color::White, String::new()));
}

#[test]
fn a_diagram_after_moves_is_not_a_start() {
    let text = format!(
        "▲７六歩\n*\n{}",
        BOARD.split_once('\n').expect("lines").1.replace("+-", "|-")
    );
    let actual = map_record(&text, |record| (record.start.diagram.is_none(), rules(&record)));
    assert_eq!(actual, (true, "unreadable-line".to_owned()));
}

#[test]
fn a_text_is_divided_at_a_new_game() {
    let games = [
        (
            "手合割：平手\n▲７六歩\nまで1手で中断\n\n手合割：平手\n▲２六歩\n",
            "▲P-76 interrupt | ▲P-26",
        ),
        (
            "先手：甲\n▲７六歩\n\n先手：乙\n▲２六歩\n変化：1手\n▲５六歩\n\n開始日時：2024/05/05\n▲１六歩",
            "▲P-76 | ▲P-26 (▲P-56) | ▲P-16",
        ),
        (
            "#KI2 version=2.0\n▲７六歩\n#KI2 version=2.0\n▲２六歩\n",
            "▲P-76 | ▲P-26",
        ),
        ("▲７六歩\n*先手：甲\n△３四歩\n", "▲P-76 △P-34"),
        ("▲７六歩\n\n△３四歩\n", "▲P-76 △P-34"),
        (
            "先手: 甲 後手: 乙\n▲７六歩\n先手: 丙 後手: 丁\n▲２六歩",
            "▲P-76 | ▲P-26",
        ),
    ];
    for (text, expected) in games {
        assert_eq!(
            map_records(text, |record| shape(&record)).join(" | "),
            expected,
            "{text}"
        );
    }
    let two_records = format!("{BOARD}▲５八玉\n\n{BOARD}▲４八玉\n");
    assert_eq!(
        map_records(&two_records, |record| shape(&record)),
        ["▲K-58", "▲K-48"]
    );
}

#[test]
fn fixtures_are_read_without_loss() {
    let read_file = |bytes: &[u8]| {
        let text = kifu::text::decode(bytes, None);
        let notation = kifu::notation::detect(&text, None);
        let records = kifu::notation::records(&text, notation);
        records
            .map(|record| (record.format.name(), shape(&record), rules(&record)))
            .collect::<Vec<_>>()
    };
    let joined_file = read_file(include_bytes!("../../../../fixtures/ki2/joined.ki2u"));
    assert_eq!(joined_file.len(), 1);
    assert_eq!(joined_file[0].0, "ki2");
    assert_eq!(
        joined_file[0].1,
        "▲P-76 △P-34 ▲P-26 △P-84 ▲P-25 △P-85 ▲G-78 △G-32 ▲P-24 △P-~24 ▲R-~24 △P-86 (△P-23 ▲R-28 repetition) \
         ▲P-~86 △R-~86 ▲R-34 △B-33 (△B-88+ ▲S-~88 △B-28 ▲S-38 △B-19+ interrupt) ▲R-36 interrupt"
    );
    assert_eq!(joined_file[0].2, "");

    let dense_file = read_file(include_bytes!("../../../../fixtures/ki2/dense.ki2u"));
    assert_eq!(dense_file.len(), 1);
    assert_eq!(dense_file[0].1.split(' ').count(), 16);
    assert_eq!(dense_file[0].2, "half-width-colon half-width-colon");

    let handicap_file = read_file(include_bytes!("../../../../fixtures/ki2/handicap.ki2"));
    let shapes: Vec<_> = handicap_file.iter().map(|(_, shape, _)| shape.as_str()).collect();
    assert_eq!(shapes, ["△G-72 ▲P-76 △G-32 ▲P-26", "▲P-76 △P-34 interrupt"]);
}

#[test]
fn a_second_game_needs_no_headers() {
    let first_game = "手合割：平手\n▲７六歩 △３四歩 ▲２六歩\nまで3手で先手の勝ち\n";
    for (second_game, shapes) in [
        // A second game may follow after a title or directly.
        (
            "\n第二局\n▲７六歩 △８四歩\nまで2手で中断\n",
            &["▲P-76 △P-34 ▲P-26 resign", "▲P-76 △P-84 interrupt"][..],
        ),
        ("▲７六歩 △８四歩\n", &["▲P-76 △P-34 ▲P-26 resign", "▲P-76 △P-84"]),
        // No second game begins if the moves continue the first game or are illegal in both games.
        ("△８四歩 ▲２五歩\n", &["▲P-76 △P-34 ▲P-26 resign △P-84 ▲P-25"]),
        ("▲７五歩\n", &["▲P-76 △P-34 ▲P-26 resign ▲P-75"]),
        // One illegal move in the moves of the second game does not join the games.
        (
            "▲７六歩 △８四歩 ▲９九金 △３四歩\n",
            &["▲P-76 △P-34 ▲P-26 resign", "▲P-76 △P-84 ▲G-99 △P-34"],
        ),
        // A variation belongs to the game before it.
        (
            "変化：1手\n▲２六歩 △８四歩\n",
            &["▲P-76 (▲P-26 △P-84) △P-34 ▲P-26 resign"],
        ),
    ] {
        let text = format!("{first_game}{second_game}");
        assert_eq!(map_records(&text, |record| shape(&record)), shapes, "{text}");
    }
    // A game that ends with a word and not with a まで line.
    let resigned = "手合割：平手\n▲７六歩 △３四歩 ▲２六歩 △投了\n";
    let text = format!("{resigned}第二局\n▲７六歩 △８四歩 ▲投了\n");
    let shapes = ["▲P-76 △P-34 ▲P-26 resign", "▲P-76 △P-84 resign"];
    assert_eq!(map_records(&text, |record| shape(&record)), shapes);
    let text = format!("{resigned}△８四歩 ▲２五歩\n");
    let shapes = ["▲P-76 △P-34 ▲P-26 resign △P-84 ▲P-25"];
    assert_eq!(map_records(&text, |record| shape(&record)), shapes);
    let title = format!("{first_game}\n第二局\n▲７六歩 △８四歩\n");
    assert_eq!(map_records(&title, |record| rules(&record)), ["", ""]);
    let prose = format!("{first_game}\nつづき\n▲７六歩 △８四歩\n");
    assert_eq!(
        map_records(&prose, |record| rules(&record)),
        ["", "unreadable-line"]
    );
}

#[test]
fn a_second_game_follows_an_end_on_the_line_of_the_last_move() {
    let second_game = "▲７六歩△８四歩 まで2手で後手の勝ち\n";
    let expected_shapes = ["▲P-76 △P-34 ▲P-26 {end}", "▲P-76 △P-84 resign"];
    for (end, shape_of_end) in [
        (" まで3手で先手の勝ち", "resign"),
        ("　まで3手で千日手", "repetition"),
        (" 投了", "resign"),
        ("△投了", "resign"),
        (" 中断", "interrupt"),
        ("△中断", "interrupt"),
        (" 千日手", "repetition"),
        (" 持将棋", "impasse"),
        (" 時間切れ", "timeout"),
        (" 後手の時間切れ", "timeout"),
        ("\n投了", "resign"),
        ("\n中断", "interrupt"),
        ("\n投了\nまで3手で先手の勝ち", "resign"),
    ] {
        for title in ["", "第二局\n", "\n第２局　決勝\n"] {
            let text = format!("▲７六歩△３四歩▲２六歩{end}\n{title}{second_game}");
            let expected = expected_shapes.map(|it| it.replace("{end}", shape_of_end));
            assert_eq!(map_records(&text, |record| shape(&record)), expected, "{text}");
        }
        // Moves that continue the first game do not begin a second game, even after a title.
        let text = format!("▲７六歩△３四歩▲２六歩{end}\n第二局\n△８四歩▲２五歩\n");
        assert_eq!(map_records(&text, |record| shape(&record)).len(), 1, "{text}");
    }
    // None of these ends the game: a move that was taken back, other words, and a missing end.
    for end in [" 待った", "\n待った", " ここまで", " 好手", ""] {
        let text = format!("▲７六歩△３四歩▲２六歩{end}\n{second_game}");
        assert_eq!(map_records(&text, |record| shape(&record)).len(), 1, "{text}");
    }
}

#[test]
fn a_title_begins_a_second_game_after_a_game_without_a_result() {
    for title in [
        "第二局",
        "\n第２局　決勝\n",
        "======",
        "=====\n第二局",
        "つづいて",
        "*注\n第二局",
    ] {
        let text = format!("第一局\n▲７六歩△３四歩\n▲２六歩\n{title}\n▲７六歩△８四歩\n▲２六歩\n");
        let shapes = map_records(&text, |record| shape(&record));
        assert_eq!(shapes, ["▲P-76 △P-34 ▲P-26", "▲P-76 △P-84 ▲P-26"], "{text}");
    }
    let third_game = "▲７六歩△３四歩\n=====\n▲７六歩△８四歩\n=====\n▲７六歩△５四歩\n";
    assert_eq!(map_records(third_game, |record| rules(&record)), ["", "", ""]);
    // The moves continue the game, are illegal after the even start, or follow an illegal move; or there is no line between.
    for (first_game, between, moves) in [
        ("▲７六歩△３四歩", "第二局", "▲２六歩△８四歩"),
        ("▲７六歩△３四歩▲２六歩", "つづいて", "△８四歩▲２五歩"),
        ("▲７六歩△３四歩▲２六歩", "第二局", "▲８八銀△８四歩"),
        ("▲７六歩△３四歩▲９九金", "第二局", "▲７六歩△８四歩"),
        ("▲７六歩△３四歩▲２六歩", "", "▲７六歩△８四歩"),
        ("▲７六歩△３四歩", "感想", "▲７六歩"),
    ] {
        let text = format!("{first_game}\n{between}\n{moves}\n");
        assert_eq!(map_records(&text, |record| shape(&record)).len(), 1, "{text}");
    }
}

#[test]
fn quoted_lines_are_read() {
    for text in [
        "> 先手：甲\n> ▲７六歩△３四歩\n> ▲２六歩 △投了\n",
        "先手：甲<br>\n▲７六歩△３四歩<br>\n▲２六歩 △投了<br>\n",
    ] {
        assert_eq!(
            map_records(text, |record| (shape(&record), rules(&record))),
            [("▲P-76 △P-34 ▲P-26 resign".to_owned(), "quoted-lines".to_owned())],
            "{text}"
        );
    }
}

#[test]
fn a_head_begins_a_second_record_after_a_game_without_moves() {
    let text = "先手：甲\n後手：乙\n備考：不戦\n\n棋戦：決勝\n先手：丙\n後手：丁\n▲７六歩\nまで1手で中断\n";
    assert_eq!(
        map_records(text, |record| shape(&record)),
        ["", "▲P-76 interrupt"]
    );
    let twin = "先手：甲\n後手：乙\n備考：不戦\n\n先手：丙\n▲７六歩\nまで1手で中断\n";
    assert_eq!(map_records(twin, |record| rules(&record)), ["header-repeated"]);
}

#[test]
fn a_title_begins_a_second_game() {
    let first_game = "▲７六歩△３四歩▲２六歩\nまで3手で先手の勝ち\n";
    let variation = "\n変化：3手\n▲６六歩△８四歩\n";
    let (shape_of_first, shape_with_variation) = (
        "▲P-76 △P-34 ▲P-26 resign",
        "▲P-76 △P-34 ▲P-26 (▲P-66 △P-84) resign",
    );
    let second_game = "▲２六歩△８四歩\nまで2手で後手の勝ち\n";
    let shape_of_second = "▲P-26 △P-84 resign";
    for title in [
        "第二局\n",
        "第2局\n*よい対局\n",
        "第十二局　乙との対局\n\n",
        "（第二局）\n",
        "□第二局\n",
        "■ 第2局 五月五日\n",
        "二局目\n",
        "第二番\n",
        "── 第２回戦 ──\n",
    ] {
        let text = format!("{first_game}{variation}\n{title}{second_game}");
        let shapes = map_records(&text, |record| shape(&record));
        assert_eq!(shapes, [shape_with_variation, shape_of_second], "{text}");
        assert_eq!(map_records(&text, |record| rules(&record))[0], "", "{text}");
    }
    // The moves are legal after the even start and also as a continuation of the first game. Because of the title, they
    // begin a second game.
    let text = "▲７六歩△３四歩\nまで2手で中断\n第二局\n▲２六歩△８四歩\n";
    let shapes = ["▲P-76 △P-34 interrupt", "▲P-26 △P-84"];
    assert_eq!(map_records(text, |record| shape(&record)), shapes);
    // No second game begins without a title, or if the moves do not fit the even start, or if the title precedes the
    // first move.
    for (text_between, moves) in [
        ("", "▲２六歩△８四歩"),
        ("感想\n", "▲２六歩△８四歩"),
        ("（第局）\n", "▲２六歩△８四歩"),
        ("二局\n", "▲２六歩△８四歩"),
        ("第二局\n", "▲８八銀△８四歩"),
    ] {
        let text = format!("{first_game}{variation}\n{text_between}{moves}\n");
        assert_eq!(map_records(&text, |record| shape(&record)).len(), 1, "{text}");
    }
    assert_eq!(
        map_records(&format!("第一局\n{first_game}"), |record| shape(&record)),
        [shape_of_first]
    );
}
