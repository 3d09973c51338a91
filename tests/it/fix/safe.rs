//! Safe fixes: each changes only its place, and a record that looks similar is left as it is.

use std::fs;
use std::path::Path;

use kifu::finding::Applicability;
use kifu::text::{ISO_2022_JP, SHIFT_JIS, UTF_16LE};
use kifu::{Checker, Settings};

use crate::support::files::{below, shared_folder};

fn checker() -> Checker {
    Checker::new(Settings {
        fixes: true,
        ..Settings::default()
    })
}

/// Returns the bytes of a file after its safe fixes, or `None` if nothing is changed.
fn fixed(path: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    let checker = checker();
    let file = checker.check(path, bytes).next().expect("a file");
    file.fix(false).bytes
}

/// A text, its text after the fixes, and an empty text if nothing may be changed.
const CASES: &[(&str, &str)] = &[
    // The marks of CSA, and of KI2.
    (
        "V2.2\nPI\n+\n-7776FU\n-3334FU\n%CHUDAN\n",
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n%CHUDAN\n",
    ),
    (
        "手合割：平手\n\n▲７六歩 ▲３四歩 ▲２六歩\nまで3手で中断\n",
        "手合割：平手\n\n▲７六歩 △３四歩 ▲２六歩\nまで3手で中断\n",
    ),
    // All marks are swapped, or those from a ply on. Both players have a bishop when it is dropped.
    (
        "V2.2\nPI\n+\n-7776FU\n+3334FU\n-8822UM\n+3122GI\n-0045KA\n+6152KI\n%CHUDAN\n",
        "V2.2\nPI\n+\n+7776FU\n-3334FU\n+8822UM\n-3122GI\n+0045KA\n-6152KI\n%CHUDAN\n",
    ),
    (
        "手合割：平手\n\n△７六歩 ▲３四歩 △２二角成 ▲同　銀 △４五角 ▲５二金右\nまで6手で中断\n",
        "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角 △５二金右\nまで6手で中断\n",
    ),
    (
        "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成 ▲同　銀 △４五角 ▲５二金右\nまで6手で中断\n",
        "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角 △５二金右\nまで6手で中断\n",
    ),
    // White moves twice, or moves first in a handicap game.
    (
        "手合割：平手\n\n▲７六歩 △３四歩 ▲２二角成 △同　銀 △４五角 ▲５二金右\nまで6手で中断\n",
        "",
    ),
    (
        "手合割：香落ち\n\n△３四歩 ▲７六歩 △８八角成 ▲同　銀 △４五角 ▲５八金右\nまで6手で中断\n",
        "",
    ),
    (
        "手合割：平手\n\n７六歩\n３四歩\n２六歩\nまで3手で中断\n",
        "手合割：平手\n\n▲７六歩\n△３四歩\n▲２六歩\nまで3手で中断\n",
    ),
    // The words of KI2.
    (
        "手合割：平手\n\n▲５八金右上 △３四歩 ▲７六歩\nまで3手で中断\n",
        "手合割：平手\n\n▲５八金右 △３四歩 ▲７六歩\nまで3手で中断\n",
    ),
    // An origin.
    (
        "手合割：平手\n   1 ７六歩\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
    ),
    (
        "手合割：平手\n   1 ７六歩       ( 0:01/00:00:01)\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)   ( 0:01/00:00:01)\n   2 投了\n",
    ),
    (
        "手合割：平手\n   1 ７六歩 ( 0:01/00:00:01)\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77) ( 0:01/00:00:01)\n   2 投了\n",
    ),
    // The declaration of the encoding.
    (
        "#KIF version=2.0 encoding=Shift_JIS\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
    ),
    (
        "#KIF version=2.0 encoding=UTF-88\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
        "#KIF version=2.0 encoding=UTF-8\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
    ),
    // A wrong number that the next one shows, and numbers that repeat one and go on.
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   2 ２六歩(27)\n   4 ８四歩(83)\n   5 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ８四歩(83)\n   5 投了\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)\n   1 ３四歩(33)\n   2 ２六歩(27)\n   3 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n",
    ),
    // A move is missing, or a variation begins.
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   4 ８四歩(83)\n   5 投了\n",
        "",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   2 ８四歩(83)\n   3 ２六歩(27)\n",
        "",
    ),
    // A colon of half width.
    (
        "手合割:平手\n先手:甲\n   1 ７六歩(77)\n   2 投了\n",
        "手合割：平手\n先手：甲\n   1 ７六歩(77)\n   2 投了\n",
    ),
    // Not after other text than the name of a header, and not in a record with lines of another text.
    (
        "手合割：平手\nhttps://example.com/1\n   1 ７六歩(77)\n   2 投了\n",
        "",
    ),
    ("title: 実戦\n手合割：平手\n   1 ７六歩(77)\n   2 投了\n", ""),
    ("今日の対局です。\n手合割:平手\n   1 ７六歩(77)\n   2 投了\n", ""),
    // Text after a move; text that can be a part of the move stays.
    (
        "手合割：平手\n   1 ７六歩(77) #ふむ\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n*ふむ\n   2 投了\n",
    ),
    // A mark without words is removed.
    (
        "手合割：平手\n   1 ７六歩(77) #\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)#\n*一手\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n*一手\n   2 投了\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)*\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 投了\n",
    ),
    ("手合割：平手\n   1 ７六歩(77) ＃\n   2 投了\n", ""),
    ("手合割：平手\n   1 ７六歩(77) 左\n   2 投了\n", ""),
    ("手合割：平手\n   1 ７六歩(77) 12秒\n   2 投了\n", ""),
    (
        "V2.2\nPI\n+\n+7776FU hm\nT3\n%CHUDAN\n",
        "V2.2\nPI\n+\n+7776FU\nT3\n'*hm\n%CHUDAN\n",
    ),
    // Numbers: with an odd step in which the sides alternate, no move is missing; with an even one, two can be.
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   4 ２六歩(27)\n   5 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   5 ２六歩(27)\n   6 投了\n",
        "",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   5 ２六歩(27)\n   6 投了\nまで3手で先手の勝ち\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 投了\nまで3手で先手の勝ち\n",
    ),
    ("手合割：平手\n   1 ７六歩(77)\n   3 ２六歩(27)\n   4 投了\n", ""),
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   2 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n",
    ),
    // A run of wrong numbers. One line after it is not sufficient, and then the number of the result may be right.
    (
        "手合割：平手\n   1 ７六歩(77)\n  12 ３四歩(33)\n  13 ２六歩(27)\n   4 ８四歩(83)\n   5 投了\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 ８四歩(83)\n   5 投了\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n  13 ２六歩(27)\n  14 ８四歩(83)\n   5 投了\n",
        "",
    ),
    // The count of a まで line; not with an illegal move, and not with a result for the other side.
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで3手で後手の勝ち\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(78)\n   2 ３四歩(33)\n   3 投了\nまで3手で後手の勝ち\n",
        "",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で先手の勝ち\n",
        "",
    ),
    // Consecutive numbers and the number of the end show that the count is wrong.
    (
        "手合割:平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで120手で後手の勝ち\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで2手で後手の勝ち\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\nまで3手で中断\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 中断\nまで2手で中断\n",
    ),
    // Without a number of the end, moves can be missing at the end. A move can also be missing if the number of the end, or the
    // winner, agrees with the count.
    (
        "手合割:平手\n   1 ７六歩(77)\n   2 ３四歩(33)\nまで120手で後手の勝ち\n",
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\nまで120手で後手の勝ち\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\nまで3手で先手の勝ち\n",
        "",
    ),
    // The word and the まで line contradict each other.
    (
        "手合割：平手\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 ２六歩(27)\n   4 反則勝ち\nまで4手で先手の勝ち\n",
        "",
    ),
    // With one more move, the winner would have made the last move: it is missing.
    ("手合割：平手\n   1 ７六歩(77)\nまで2手で後手の勝ち\n", ""),
    // An origin in an unusual form.
    ("手合割：平手\n   1 ７六歩[77]\n   2 投了\n", ""),
    ("手合割：平手\n   1 ７六歩(77)<br>\n   2 投了\n", ""),
    // Running totals: one of them, but not if the last one does not fit either.
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:52)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 中断\n",
        "",
    ),
    // Two plies are missing: the totals of both sides and the count show it. Without one of the two, the other is wrong.
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:08/00:02:00)\n   4 ８四歩(83) ( 0:05/00:00:35)\n   5 中断\nまで6手で中断\n",
        "",
    ),
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:08/00:00:40)\n   4 ８四歩(83) ( 0:05/00:00:15)\n   5 中断\nまで6手で中断\n",
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:08/00:00:40)\n   4 ８四歩(83) ( 0:05/00:00:15)\n   5 中断\nまで4手で中断\n",
    ),
    // A single total and the count are wrong, each for itself.
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:33)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:08/00:00:40)\n   4 ８四歩(83) ( 0:05/00:00:15)\n   5 中断\nまで6手で中断\n",
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 0:08/00:00:40)\n   4 ８四歩(83) ( 0:05/00:00:15)\n   5 中断\nまで4手で中断\n",
    ),
    // Plies 1 and 5 of Black are exchanged, with or without a ply between them; only the totals show it. The twin has two wrong totals.
    (
        "手合割：平手\n   1 ９六歩(97) ( 0:08/00:02:00)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:52)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ７六歩(77) ( 0:32/00:00:32)\n   6 ８五歩(84) ( 0:20/00:00:50)\n   7 １六歩(17) ( 0:20/00:02:20)\n   8 中断\n",
        "",
    ),
    (
        "手合割：平手\n   1 ２六歩(27) ( 1:20/00:01:52)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ７六歩(77) ( 0:32/00:00:32)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 １六歩(17) ( 0:20/00:02:12)\n   6 中断\n",
        "",
    ),
    (
        "手合割：平手\n   1 ２六歩(27) ( 1:20/00:01:21)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ７六歩(77) ( 0:32/00:01:53)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 １六歩(17) ( 0:20/00:02:12)\n   6 中断\n",
        "手合割：平手\n   1 ２六歩(27) ( 1:20/00:01:20)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ７六歩(77) ( 0:32/00:01:52)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 １六歩(17) ( 0:20/00:02:12)\n   6 中断\n",
    ),
    // A ply without time is exchanged with the one before it.
    (
        "手合割：平手\n   1 ２六歩(27) ( 1:20/00:01:20)\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ７六歩(77) ( 0:00/00:00:00)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 １六歩(17) ( 0:20/00:01:40)\n   6 中断\n",
        "",
    ),
    // A character in a comment does not matter, but one in the line of a move does.
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n*注\u{1}\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n*注\u{1}\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:52)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n*注\n   2 ３\u{1}歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
        "",
    ),
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n*注\u{fffd}\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n*注\u{fffd}\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:52)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n*注\u{fffd}\n*\u{fffd}\u{fffd}\n*注\u{fffd}\u{1}\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n*注\u{fffd}\n*\u{fffd}\u{fffd}\n*注\u{fffd}\u{1}\n   2 ３四歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:52)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
    ),
    (
        "手合割：平手\n   1 ７六歩(77) ( 0:32/00:00:32)\n*注\n   2 ３\u{fffd}歩(33) ( 0:10/00:00:10)\n   3 ２六歩(27) ( 1:20/00:01:50)\n   4 ８四歩(83) ( 0:20/00:00:30)\n   5 ２五歩(26) ( 0:08/00:02:00)\n   6 中断\n",
        "",
    ),
];

#[test]
fn fixes_change_only_their_place() {
    for &(text, expected) in CASES {
        let expected = Some(expected).filter(|text| !text.is_empty());
        let result = fixed("a", text.as_bytes()).map(|bytes| String::from_utf8(bytes).expect("UTF-8"));
        assert_eq!(result.as_deref(), expected, "{text}");
        if let Some(result) = expected {
            assert_eq!(fixed("a", result.as_bytes()), None, "a second run: {result}");
        }
    }
}

#[test]
fn the_encoding_and_the_line_ends_stay() {
    let text = "手合割:平手\r\n   1 ７六歩(77) よし\r\n   2 投了\r\n";
    let expected = "手合割：平手\r\n   1 ７六歩(77)\r\n*よし\r\n   2 投了\r\n";
    let shift_jis = |text: &str| SHIFT_JIS.encode(text).0.into_owned();
    assert_eq!(fixed("a.kif", &shift_jis(text)), Some(shift_jis(expected)));
    let utf_16 = |text: &str| -> Vec<u8> {
        let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect()
    };
    let checker = checker();
    let bytes = utf_16(text);
    let file = checker.check("a.kif", &bytes[..]).next().expect("a file");
    assert_eq!(file.text().encoding(), UTF_16LE);
    assert_eq!(file.fix(false).bytes, Some(utf_16(expected)));
    let with_mark = |text: &str| ["\u{feff}", text].concat().into_bytes();
    assert_eq!(fixed("a.kif", &with_mark(text)), Some(with_mark(expected)));
}

/// ISO-2022-JP is written as a whole, unless another part of the file would change.
#[test]
fn a_file_in_iso_2022_jp_is_fixed() {
    let jis = |text: &str| ISO_2022_JP.encode(text).0.into_owned();
    let text = "手合割:平手\r\n   1 ７六歩(77) よし\r\n   2 投了\r\n";
    let expected = "手合割：平手\r\n   1 ７六歩(77)\r\n*よし\r\n   2 投了\r\n";
    assert_eq!(fixed("a.kif", &jis(text)), Some(jis(expected)));
    assert_eq!(fixed("a.kif", &jis(expected)), None);
    // A superfluous escape would get lost.
    let with_escape = [&jis(text)[..], b"*\x1b(Jab\x1b(B\r\n"].concat();
    let checker = checker();
    let file = checker.check("a.kif", &with_escape[..]).next().expect("a file");
    let result = file.fix(true);
    assert_eq!((result.bytes, result.counts.fixed), (None, 0));
    let mut findings = file.records().flat_map(|game| game.judgement.findings);
    assert!(findings.all(|finding| finding.fix.is_none()));
}

#[test]
fn padding_and_other_line_ends_stay() {
    let with = |end: &str| format!("手合割:平手\r   1 ７六歩(77) よし\r   2 投了\r{end}").into_bytes();
    let expected = |end: &str| format!("手合割：平手\r   1 ７六歩(77)\r*よし\r   2 投了\r{end}").into_bytes();
    for end in ["", "\u{1a}", "\0\0\0", "\u{1a}\0\0"] {
        assert_eq!(fixed("a.kif", &with(end)), Some(expected(end)), "{end:?}");
    }
}

#[test]
fn a_damaged_file_is_not_changed() {
    let mut bytes = SHIFT_JIS.encode("手合割:平手\n先手：").0.into_owned();
    bytes.extend(b"\x81\xFF\n");
    bytes.extend(&*SHIFT_JIS.encode("   1 ７六歩(77)\n   2 投了\n").0);
    let checker = checker();
    let file = checker.check("a.kif", &bytes[..]).next().expect("a file");
    let result = file.fix(false);
    assert_eq!((result.bytes, result.counts.fixed), (None, 0));
    // No fix is offered that would not be applied.
    assert_eq!(result.counts.refused, 0);
    let mut findings = file.records().flat_map(|game| game.judgement.findings);
    assert!(findings.all(|finding| finding.fix.is_none()));
}

/// Checks that fixes are confirmed by a second run and do not change the number of records.
fn check_folder(folder: &Path) -> usize {
    let checker = checker();
    let mut changed = 0;
    for path in below(folder) {
        let Ok(bytes) = fs::read(&path) else { continue };
        let name = path.to_string_lossy();
        for file in checker.check(&name, &bytes[..]) {
            if file.path != name {
                continue;
            }
            let result = file.fix(false);
            assert_eq!(result.counts.refused, 0, "{name}: a fix was not confirmed");
            let Some(new) = result.bytes else { continue };
            changed += 1;
            let again = checker.check(&name, &new[..]).next().expect("the file");
            assert_eq!(again.fix(false).bytes, None, "{name}: a second run changes it");
            let games = |file: &kifu::check::File<'_>| {
                file.records()
                    .map(|game| game.judgement.plies)
                    .collect::<Vec<_>>()
            };
            assert_eq!(games(&file), games(&again), "{name}");
            let is_left = |finding: &kifu::finding::Finding| {
                let fix = finding.fix.as_ref();
                fix.is_some_and(|fix| fix.applicability == Applicability::Safe)
            };
            let mut left = again.records().flat_map(|game| game.judgement.findings);
            assert!(!left.any(|finding| is_left(&finding)), "{name}");
        }
    }
    changed
}

#[test]
fn fixes_of_the_fixtures_are_confirmed() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    assert!(check_folder(&fixtures) > 20);
}

#[test]
fn fixes_of_real_records_are_confirmed() {
    for name in ["corpus", "odd-inputs", "mend-inputs"] {
        match shared_folder(name) {
            Some(folder) => println!("{name}: {} files changed", check_folder(&folder)),
            None => println!("skipped: ../shared/{name} does not exist"),
        }
    }
}
