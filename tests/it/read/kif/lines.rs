//! Numbered lines of KIF: every spelling of a move, a terminal and a time.

use std::time::{Duration, Instant};

use crate::support::findings::ReadFindings;

use super::rendering::{comment_texts, map_record, rules, tree_and_findings};

/// Lines in place of the third move of a game, each with the node that is read from it and the findings.
const THIRD_LINES: &[(&str, &str, &str)] = &[
    ("   3 ２二角成(88)   ( 0:16/00:00:16)", "B88-22+", ""),
    ("3 ２二角成(88)", "B88-22+", ""),
    ("3２二角成(88)", "B88-22+", ""),
    ("　　3 ２二角成(88)", "B88-22+", ""),
    ("　3２二角成(88)", "B88-22+", ""),
    ("３22角成(88)", "B88-22+", ""),
    ("\t3\t２二角成(88)\t", "B88-22+", ""),
    ("３　２二角成(88)", "B88-22+", ""),
    ("３ ２二角成（８８）", "B88-22+", ""),
    ("3 ２２角成(88)", "B88-22+", ""),
    ("3 22角成(88)", "B88-22+", ""),
    ("3 2二角成(88)", "B88-22+", ""),
    ("3 ▲２二角成(88)", "▲B88-22+", ""),
    ("3 ☗２二角成(88)", "▲B88-22+", ""),
    ("3 △２二角成(88)", "△B88-22+", ""),
    ("3 ☖２二角成(88)", "△B88-22+", ""),
    ("3 ▽２二角成(88)", "△B88-22+", ""),
    ("3 ▼２二角成(88)", "B88-22+", ""),
    ("3 ２二角 成 (88)", "B88-22+", ""),
    ("3 ２二 角成(88)", "B88-22+", ""),
    ("3 ２二角不成(88)", "B88-22=", ""),
    ("3 ２二角生(88)", "B88-22=", ""),
    ("3 ２二角(88)", "B88-22", ""),
    // Suffixes of KI2: the origin takes precedence over the suffix.
    ("3 ５八金右(49)", "G49-58", ""),
    ("3 ４八銀立(39) (0:05/0:00:05)", "S39-48", ""),
    ("3 ５八金(49)右", "G49-58", ""),
    ("3 ５八金 右 （４９）", "G49-58", ""),
    ("3 ５五飛行(59)", "R59-55", ""),
    ("3 ５五角成引(11)", "B11-55+", ""),
    ("3 ５五角引成(11)", "B11-55+", ""),
    ("3 ５五飛不成引(51)", "R51-55=", ""),
    ("3 ２二角(88)成", "B88-22+", ""),
    ("3 ５八金右", "G右-58", ""),
    ("3 ５五角右打", "??", "bad-token"),
    ("3 ５八金右打(49)", "??", "bad-token"),
    // A word that only begins with a suffix is not a suffix.
    ("3 ７八銀(79) 引き分け", "S79-78", "text-after-move"),
    ("3 ２二角", "B?22", ""),
    ("3 ２二角成", "B?22+", ""),
    ("3 同　歩(33)", "P33-~34", ""),
    ("3 同 歩(33)", "P33-~34", ""),
    ("3 同歩(33)", "P33-~34", ""),
    ("3 同歩　(33)", "P33-~34", ""),
    ("3 仝歩(33)", "P33-~34", ""),
    ("3 同成桂(33)", "+N33-~34", ""),
    ("3 ▲同　銀(33)", "▲S33-~34", ""),
    ("3 ３四同銀(33)", "S33-~34", ""),
    ("3 ▲３四 同　銀(33)", "▲S33-~34", ""),
    ("3 同３四銀(33)", "S33-~34", ""),
    ("3 仝34銀(33)", "S33-~34", ""),
    ("3 ３五同銀(33)", "S33-35", "doubtful-same"),
    ("3 同３五銀(33)", "S33-35", "doubtful-same"),
    ("3 ５五角打", "B*55", ""),
    ("3 ５五角打(00)", "B*55", ""),
    ("3 ５五角(00)", "B*55", ""),
    ("3 ５五角 打", "B*55", ""),
    ("3 ５五角打(88)", "??", "bad-token"),
    ("3 ２二角成(80)", "??", "bad-token"),
    ("3 ７八成銀(79)", "+S79-78", ""),
    ("3 ７八銀成(79)", "S79-78+", ""),
    ("3 ７八全(79)", "+S79-78", ""),
    ("3 ７八成桂(79)", "+N79-78", ""),
    ("3 ７八圭(79)", "+N79-78", ""),
    ("3 ７八成香(79)", "+L79-78", ""),
    ("3 ７八杏(79)", "+L79-78", ""),
    ("3 ７八と(79)", "+P79-78", ""),
    ("3 ７八馬(79)", "+B79-78", ""),
    ("3 ７八龍(79)", "+R79-78", ""),
    ("3 ７八竜(79)", "+R79-78", ""),
    ("3 ７八玉(79)", "K79-78", ""),
    ("3 ７八王(79)", "K79-78", ""),
    ("3 ２二角成(88)+", "B88-22+", ""),
    ("3 ２二角成(88)   ( 0:16/00:00:16)+", "B88-22+", ""),
    ("3 ２二角成(88)        ", "B88-22+", ""),
    ("3 ２二角成(88)#コメント", "B88-22+", "text-after-move"),
    (
        "3 ２二角成(88) ( 0:01/00:00:01) 好手",
        "B88-22+",
        "text-after-move",
    ),
    ("3 ２二と金(88)", "+P88-22", ""),
    ("3 同　と金(88)   ( 0:16/00:00:16)", "+P88-~34", ""),
    ("3 ２二と金", "+P?22", ""),
    ("3 ２二と銀(88)", "+P88-22", "text-after-move"),
    ("3 ２二府(88)", "??", "bad-token"),
    ("3 ２二府(88)  ( 0:01/00:00:01)", "??", "bad-token"),
    ("3 ２二(88)", "??", "bad-token"),
    ("3 ２二", "??", "bad-token"),
    ("3 同", "??", "bad-token"),
    ("3 同　府(33)", "??", "bad-token"),
    ("3 ２角(88)", "??", "bad-token"),
    ("3 ２十角(88)", "??", "bad-token"),
    // Moves without a valid square or piece, such as moves with a kanji or a zero as the file. The text is not a word
    // that ends the game.
    ("3 五五角(8?)", "??", "bad-token unreadable-clock"),
    ("3 二二角(88)", "??", "bad-token"),
    ("3 ０二角(88)", "??", "bad-token"),
    ("3 二二角(88)", "??", "bad-token"),
    ("3 角(88)", "??", "bad-token"),
    ("3 角打", "??", "bad-token"),
    ("3 ▲角(88)", "??", "bad-token"),
    ("3 8h2b+", "??", "bad-token"),
    ("3 ２二成歩(88)", "??", "bad-token"),
    ("3 ( 0:01/00:00:01)", "??", "bad-token"),
    ("3 パス", "pass", ""),
    ("3 投了", "resign", ""),
    ("3投了", "resign", ""),
    ("３投了", "resign", ""),
    ("3投了(0:01/0:0:1)", "resign", ""),
    ("3 投了 ( 0:01/00:00:01)", "resign", ""),
    ("3 中断", "interrupt", ""),
    ("3 千日手", "repetition", ""),
    ("3 持将棋", "impasse", ""),
    ("3 詰み", "mate", ""),
    ("3 詰", "mate", ""),
    ("3 不詰", "no-mate", ""),
    ("3 切れ負け", "timeout", ""),
    ("3 時間切れ", "timeout", ""),
    ("3 Time-up", "timeout", ""),
    ("3 反則勝ち", "foul-win", ""),
    ("3 反則負け", "foul-loss", ""),
    ("3 反則手", "foul-loss", ""),
    ("3 入玉勝ち", "declare-win", ""),
    ("3 入玉宣言", "declare-win", ""),
    ("3 勝ち宣言", "declare-win", ""),
    ("3 不戦勝", "win-by-default", ""),
    ("3 不戦敗", "lose-by-default", ""),
    ("3 引き分け", "draw", ""),
    ("3 引分け", "draw", ""),
    ("3 最大手数", "max-moves", ""),
    ("3 封じ手       (33:00/04:12:00)", "sealed", ""),
    ("3 トライ", "other", ""),
    ("3 待った", "other", ""),
    ("3 エラー", "error", ""),
    ("3 投げた", "other", "unknown-terminal"),
    ("3 王手放置", "other", "unknown-terminal"),
];

#[test]
fn every_spelling_of_a_move_and_a_terminal_is_read() {
    for (line, expected, findings) in THIRD_LINES {
        for newline in ["\n", "\r\n", "\r", ""] {
            let first_lines = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n"
                .replace('\n', if newline.is_empty() { "\n" } else { newline });
            let actual = tree_and_findings(&format!("{first_lines}{line}{newline}"));
            let expected = format!("P77-76 P33-34 {expected}");
            assert_eq!(actual, (expected, (*findings).to_owned()), "{line:?} {newline:?}");
        }
    }
}

#[test]
fn the_span_of_a_move_contains_only_the_move() {
    let table = [
        ("3 ２二角成(88)   ( 0:16/00:00:16)", "２二角成(88)"),
        ("3 同　歩 (33) ", "同　歩 (33)"),
        ("3 ２二角  ( 0:01/)", "２二角"),
        ("3 ２二府(88)  ( 0:01/00:00:01)", "２二府(88)"),
        ("3 同　府(88)  ", "同　府(88)"),
        ("3 ２二  ( 0:01/00:00:01)", "２二"),
        ("3投了", "投了"),
        ("3    ( 0:01/00:00:01)", ""),
    ];
    for (line, token) in table {
        let text = format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n{line}\n");
        let token_text = map_record(&text, |record| {
            let (_, node) = record.tree.main_line().nth(2).expect("a third node");
            node.span().map(|span| record.text_at(span).to_owned())
        });
        assert_eq!(token_text.as_deref(), Some(token), "{line}");
    }
}

#[test]
fn every_form_of_time_is_read() {
    let table: &[(&str, Option<u32>, Option<u32>, &str)] = &[
        ("( 0:16/00:00:16)", Some(16_000), Some(16_000), ""),
        ("(00:01 / 00:00:01)", Some(1_000), Some(1_000), ""),
        ("(0:5/0:0:5)", Some(5_000), Some(5_000), ""),
        ("( 0:7/)", Some(7_000), None, ""),
        ("( 0:07/ )", Some(7_000), None, ""),
        ("( 0:03/ 0:00:19)", Some(3_000), Some(19_000), ""),
        ("(0:03)", Some(3_000), None, ""),
        ("(90:00/01:30:00)", Some(5_400_000), Some(5_400_000), ""),
        ("(1:30:00/01:30:00)", Some(5_400_000), Some(5_400_000), ""),
        ("(2:25.006/0:2:25.5)", Some(145_006), Some(145_500), ""),
        ("(0:01.23456/00:00:02)", Some(1_234), Some(2_000), ""),
        ("( 0:01/00:00:01) ( 0:09/00:00:09)", Some(1_000), Some(1_000), ""),
        ("（０：１６／００：００：１６）", Some(16_000), Some(16_000), ""),
        ("", None, None, ""),
        ("( 0:00/00:00:00)", Some(0), Some(0), ""),
        ("(5)", None, None, "unreadable-clock"),
        ("(0:16/00:00:16", None, None, "unreadable-clock"),
        ("()", None, None, "unreadable-clock"),
        ("(T)", None, None, "unreadable-clock"),
        ("(-1:00/)", None, None, "clock-negative"),
        ("( 0:-5/00:00:10)", None, None, "clock-negative"),
        ("( 1:00/-00:01:00)", None, None, "clock-negative"),
        ("(-)", None, None, "unreadable-clock"),
        ("(-x:00/)", None, None, "unreadable-clock"),
        ("(71582788:15/)", None, None, "unreadable-clock"),
        ("(0:99999999999999999999/)", None, None, "unreadable-clock"),
        ("(4294967295:00:00/)", None, None, "unreadable-clock"),
    ];
    for (time, spent, total, findings) in table {
        for token in ["２二角成(88)", "投了"] {
            let text = format!("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 {token}   {time}\n");
            let actual = map_record(&text, |record| {
                let (_, node) = record.tree.main_line().nth(2).expect("a third node");
                (node.clock.spent, node.clock.total, rules(&record))
            });
            assert_eq!(actual, (*spent, *total, (*findings).to_owned()), "{time}");
        }
    }
}

#[test]
fn other_lines_do_not_change_the_moves() {
    let table = [
        ("2021/10/02 第２局", "unreadable-line"),
        ("1 ", "unreadable-line"),
        ("3", "unreadable-line"),
        ("何か", "unreadable-line"),
        ("▲７六歩(77) ( 0:01/00:00:01)", "unreadable-line"),
        ("▲７六歩(77)(0:01/00:00:01)", "unreadable-line"),
        ("1：７六歩(77)", "unreadable-line"),
        ("1: ７六歩(77)", "unreadable-line"),
        ("：値", "unreadable-line"),
        (" *注", ""),
        ("注 *", "unreadable-line"),
        ("備考: 値", "half-width-colon"),
        ("備考：値", ""),
        ("盤面回転", ""),
        ("*", ""),
        ("", ""),
        (" 　\t", ""),
        ("|v香|", "unreadable-line"),
        ("後手番", "unreadable-line"),
    ];
    for (line, findings) in table {
        let text = format!("手合割：平手\n1 ７六歩(77)\n{line}\n2 ３四歩(33)\n");
        let actual = tree_and_findings(&text);
        assert_eq!(
            actual,
            ("P77-76 P33-34".to_owned(), findings.to_owned()),
            "{line}"
        );
    }
}

#[test]
fn a_run_of_unreadable_lines_is_one_finding() {
    let text = "手合割：平手\nあ\nい\nう\n1 ７六歩(77)\nえ\n";
    let messages = map_record(text, |record| {
        record
            .findings()
            .iter()
            .map(|f| f.message.english().into_owned())
            .collect::<Vec<_>>()
    });
    assert_eq!(
        messages,
        [
            "these 3 lines cannot be read; the first is \"あ\"",
            "this line cannot be read: \"え\""
        ]
    );
}

#[test]
fn same_needs_a_move_before() {
    let table = [
        ("1 同　歩(77)\n", "??", "doubtful-same"),
        ("1 パス\n2 同　歩(33)\n", "pass ??", "doubtful-same"),
        (
            "1 ７六歩(77)\n2 同　歩(33)\n3 同　飛(28)\n",
            "P77-76 P33-~76 R28-~76",
            "",
        ),
    ];
    for (moves, expected, findings) in table {
        let actual = tree_and_findings(&format!("手合割：平手\n{moves}"));
        assert_eq!(actual, (expected.to_owned(), findings.to_owned()), "{moves}");
    }
}

/// The lines of a record, its tree of moves and its findings.
const NUMBERS: &[(&str, &str, &str)] = &[
    ("27 ７六歩(77)\n28 ３四歩(33)\n", "P77-76 P33-34", "ply-gap"),
    ("0 ７六歩(77)\n1 ３四歩(33)\n", "P77-76 P33-34", "ply-gap"),
    // A line with the number 0 may name the start position, and then does not end the game. The following rows have
    // missing and repeated numbers.
    ("0 開始局面\n1 ７六歩(77)\n2 投了\n", "P77-76 resign", ""),
    (
        "0 はじめ\n1 ７六歩(77)\n2 投了\n",
        "P77-76 resign",
        "unreadable-line",
    ),
    ("0 投了\n", "resign", "ply-gap"),
    (
        "1 ７六歩(77)\n3 ３四歩(33)\n4 投了\n",
        "P77-76 P33-34 resign",
        "ply-gap",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n2 ８四歩(83)\n3 投了\n",
        "P77-76 P33-34 (P83-84 resign)",
        "ply-repeat",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n2 ３四歩(33)\n3 投了\n",
        "P77-76 P33-34 resign",
        "ply-repeat",
    ),
    // The next number shows that a number is wrong.
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n2 ２六歩(27)\n4 投了\n",
        "P77-76 P33-34 P27-26 resign",
        "ply-number",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n13 ２六歩(27)\n*注\n\n4 投了\n",
        "P77-76 P33-34 P27-26 resign",
        "ply-number",
    ),
    (
        "1 ７六歩(77)\n5 ３四歩(33)\n5 ２六歩(27)\n4 投了\n",
        "P77-76 P33-34 P27-26 resign",
        "ply-number ply-number",
    ),
    (
        "7 ７六歩(77)\n2 ３四歩(33)\n3 投了\n",
        "P77-76 P33-34 resign",
        "ply-number",
    ),
    // Two lines after a run of wrong numbers show that the run is wrong, if its moves are legal.
    (
        "1 ７六歩(77)\n12 ３四歩(33)\n13 ２六歩(27)\n4 ８四歩(83)\n5 投了\n",
        "P77-76 P33-34 P27-26 P83-84 resign",
        "ply-number ply-number",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n13 ２六歩(27)\n14 ８四歩(83)\n5 投了\nまで4手で後手の勝ち\n",
        "P77-76 P33-34 P27-26 P83-84 resign",
        "ply-number ply-number",
    ),
    (
        "1 ７六歩(77)\n3 ２六歩(27)\n4 ８四歩(83)\n4 ３四歩(33)\n5 投了\n",
        "P77-76 P27-26 P83-84 (P33-34 resign)",
        "ply-gap ply-repeat",
    ),
    // So does a まで line.
    (
        "1 ７六歩(77)\n1 ３四歩(33)\nまで2手で中断\n",
        "P77-76 P33-34",
        "ply-number",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n13 投了\nまで2手で後手の勝ち\n",
        "P77-76 P33-34 resign",
        "ply-gap",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n13 投了\nまで3手で後手の勝ち\n",
        "P77-76 P33-34 resign",
        "ply-gap",
    ),
    // A move is missing, and the numbers go on.
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n4 ８四歩(83)\n5 投了\n",
        "P77-76 P33-34 P83-84 resign",
        "ply-gap",
    ),
    // The moves are legal only as the next ones, although the numbers go on from a repeated one.
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n2 ２六歩(27)\n3 ８四歩(83)\n4 投了\n",
        "P77-76 P33-34 P27-26 P83-84 resign",
        "ply-number",
    ),
    (
        "1 ７六歩(77)\n1 ３四歩(33)\n3 ２六歩(27)\n3 ８四歩(83)\n5 投了\n変化：2手\n2 ８四歩(83)\n",
        "P77-76 P33-34 (P83-84) P27-26 P83-84 resign",
        "ply-number ply-number",
    ),
    // The number is that of a variation, in its first line.
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n3 投了\n変化：2手\n1 ８四歩(83)\n3 ２六歩(27)\n",
        "P77-76 P33-34 (P83-84 P27-26) resign",
        "ply-number",
    ),
    // The move is legal neither as a variation nor as the next one.
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n2 ５五角(22)\n",
        "P77-76 P33-34 (B22-55)",
        "ply-repeat",
    ),
    ("1 ７六歩(77)\n2 投了\n3 中断\n", "P77-76 resign interrupt", ""),
    (
        "1 ７六歩(77)\n2 投了\n2 中断\n",
        "P77-76 resign (interrupt)",
        "ply-repeat",
    ),
    // An end belongs to the line of play in which it is written, whatever its number.
    (
        "1 ７六歩(77)\n0 中断\n2 ３四歩(33)\n3 ２六歩(27)\n",
        "P77-76 interrupt P33-34 P27-26",
        "ply-repeat",
    ),
    (
        "0 ７六歩(77)\n1 ３四歩(33)\n0 投了\n",
        "P77-76 P33-34 resign",
        "ply-gap ply-repeat",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n2 投了\n",
        "P77-76 P33-34 resign",
        "ply-repeat",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n0 休憩\n3 投了\n",
        "P77-76 P33-34 resign",
        "unreadable-line",
    ),
    (
        "1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 投了\n",
        "P77-76 P33-34 (resign)",
        "",
    ),
    // A repeated move keeps the number of its node.
    (
        "5 ７六歩(77)\n5 ２六歩(27)\n4 ７六歩(77)\n変化：5手\n5 ５六歩(57)\n",
        "P77-76 (P27-26) (P57-56)",
        "ply-gap ply-repeat ply-repeat",
    ),
    (
        "9999999999 ７六歩(77)\n9999999999 ３四歩(33)\n",
        "P77-76 P33-34",
        "ply-gap ply-gap",
    ),
    (
        "1 ７六歩(77)\n99999999999 ３四歩(33)\n2 ８四歩(83)\n",
        "P77-76 P33-34 (P83-84)",
        "ply-gap ply-repeat",
    ),
    ("000000000001 ７六歩(77)\n", "P77-76", ""),
    (
        "10000 ７六歩(77)\n10001 ３四歩(33)\n変化：10001手\n10001 ８四歩(83)\n",
        "P77-76 P33-34 (P83-84)",
        "ply-gap",
    ),
];

#[test]
fn move_numbers_decide_the_place_in_the_tree() {
    for (moves, expected, findings) in NUMBERS {
        let actual = tree_and_findings(&format!("手合割：平手\n{moves}"));
        assert_eq!(
            actual,
            ((*expected).to_owned(), (*findings).to_owned()),
            "{moves}"
        );
    }
}

#[test]
fn comments_and_bookmarks_belong_to_the_preceding_position() {
    let text = "*前\n#前\n手合割：平手\n*間\n先手：甲\n手数----指手--\n&開始局面\n1 ７六歩(77)\n*\n**評価値=8\n&しおり\n\
                *&構造\n*備考：値\n# 道具\n2 投了\n*後\n";
    let actual = map_record(text, |record| (comment_texts(&record), rules(&record)));
    let expected = [
        "0*前",
        "0#前",
        "0*間",
        "0&開始局面",
        "1*",
        "1**評価値=8",
        "1&しおり",
        "1*&構造",
        "1*備考：値",
        "1# 道具",
        "2*後",
    ];
    assert_eq!(actual, (expected.map(str::to_owned).to_vec(), String::new()));
}

/// The lines before and after a number are searched only a limited number of times, also if all numbers are wrong.
#[test]
fn any_numbers_are_read_in_linear_time() {
    const LINES: usize = 100_000;
    let moves = ["７六歩(77)", "３四歩(33)", "２六歩(27)"];
    let numbered = |number: fn(usize) -> usize| -> String {
        let lines = (0..LINES).map(|at| format!("{} {}\n", number(at), moves[at % 3]));
        lines.collect()
    };
    for moves in [
        numbered(|_| 1),
        format!("1 ７六歩(77)\n変化：1手\n{}", numbered(|_| 1)),
        numbered(|at| at * 7919 % 9999),
        numbered(|at| at * at % 97),
    ] {
        let start = Instant::now();
        let plies = map_record(&format!("手合割：平手\n{moves}"), |record| {
            record.tree.len()
        });
        assert!(plies > 1);
        assert!(start.elapsed() < Duration::from_secs(15), "{:?}", start.elapsed());
    }
}
