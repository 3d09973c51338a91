//! Lines of moves in KI2: every spelling, and text that is not a move.

use super::{map_record, tree_and_findings};
use crate::support::findings::ReadFindings;
use crate::support::rendering::{comment_texts, shape};

/// Cases: description, lines after an even start, the moves read from them, and the findings.
const LINE_CASES: &[(&str, &str, &str, &str)] = &[
    (
        "padded with blanks",
        "▲７六歩    △３四歩    ▲２二角成\n△同　銀",
        "▲P-76 △P-34 ▲B-22+ △S-~22",
        "",
    ),
    (
        "without any blank or line end",
        "▲７六歩△３四歩▲２二角成△同銀▲４五角",
        "▲P-76 △P-34 ▲B-22+ △S-~22 ▲B-45",
        "",
    ),
    (
        "one a line, indented",
        "  ▲７六歩\n　△３四歩\r\n\t▲２六歩\r△８四歩\n",
        "▲P-76 △P-34 ▲P-26 △P-84",
        "",
    ),
    (
        "half-width digits",
        "▲76歩 △34歩 ▲２６歩 △８4歩",
        "▲P-76 △P-34 ▲P-26 △P-84",
        "",
    ),
    ("squares in kanji", "▲七六歩 △3四歩", "▲P-76 △P-34", ""),
    (
        "a blank after the mark and before the piece",
        "▲ ７六 歩 △　３四　歩",
        "▲P-76 △P-34",
        "",
    ),
    (
        "every mark",
        "☗７六歩 ☖３四歩 ▼２六歩 ▽８四歩",
        "▲P-76 △P-34 P-26 △P-84",
        "",
    ),
    (
        "同 in its spellings",
        "▲７六歩 △同歩 ▲同　歩 △同 歩 ▲仝歩 △仝　飛成",
        "▲P-76 △P-~76 ▲P-~76 △P-~76 ▲P-~76 △R-~76+",
        "",
    ),
    (
        "同 with its square",
        "▲２二角成 △２二同銀 ▲同２二飛 △22 同　金 ▲仝二二歩",
        "▲B-22+ △S-~22 ▲R-~22 △G-~22 ▲P-~22",
        "",
    ),
    (
        "同 with another square",
        "▲２二角成 △３二同金 ▲同３二飛 △同２二銀",
        "▲B-22+ △G-32 ▲R-~32 △S-22",
        "doubtful-same doubtful-same",
    ),
    (
        "同 before a promoted piece",
        "▲２二銀 △同成銀 ▲同　成銀 △同成銀引",
        "▲S-22 △+S-~22 ▲+S-~22 △+S引-~22",
        "",
    ),
    (
        "sides",
        "▲５八金右 △３二金左 ▲３八銀直",
        "▲G右-58 △G左-32 ▲S直-38",
        "",
    ),
    (
        "motions and their aliases",
        "▲５八金上 △５二金行 ▲４八金入 △５一金寄 ▲５九金引",
        "▲G上-58 △G上-52 ▲G上-48 △G寄-51 ▲G引-59",
        "",
    ),
    (
        "side and motion",
        "▲８八と左上 △２八銀左引 ▲８八と金寄右",
        "▲+P左上-88 △S左引-28 ▲+P右寄-88",
        "",
    ),
    (
        "promotion",
        "▲２二角成 △８八角不成 ▲３三桂生 △７三銀左上不成",
        "▲B-22+ △B-88= ▲N-33= △S左上-73=",
        "",
    ),
    (
        "the words the other way round",
        "▲７三銀不成左 △２二飛成上 ▲５八金 右",
        "▲S左-73= △R上-22+ ▲G右-58",
        "",
    ),
    ("a word said twice", "▲５八金右右", "▲G右-58", ""),
    ("drops", "▲４五角打 △７七歩打", "▲B*45 △P*77", ""),
    (
        "a drop that promotes is the referee's",
        "▲４五角打成",
        "▲B*45+",
        "",
    ),
    (
        "origins",
        "▲７六歩(77) △３四歩（33） ▲２二角成(88)",
        "▲P77-76 △P33-34 ▲B88-22+",
        "",
    ),
    (
        "an origin says more than words",
        "▲５八金右(49) △３二銀左不成(31)",
        "▲G49-58 △S31-32=",
        "",
    ),
    (
        "an origin in the hand",
        "▲４五角(00) △４五角打(00)",
        "▲B*45 △B*45",
        "",
    ),
    (
        "pieces in their spellings",
        "▲５八王 △５二玉 ▲１一竜 △１一龍 ▲１一馬 △１一全 ▲１一圭 △１一杏 ▲１一成香 △１一成桂 ▲１一と",
        "▲K-58 △K-52 ▲+R-11 △+R-11 ▲+B-11 △+S-11 ▲+N-11 △+L-11 ▲+L-11 △+N-11 ▲+P-11",
        "",
    ),
    (
        "a promoted piece or a piece that promotes",
        "▲７八成銀 △７八銀成",
        "▲+S-78 △S-78+",
        "",
    ),
    ("a word for a result", "▲７六歩 △投了", "▲P-76 resign", ""),
    ("other words", "▲７六歩 △ 千日手", "▲P-76 repetition", ""),
    ("a move taken back", "▲７六歩 △待った", "▲P-76 other", ""),
    ("an error", "▲７六歩 △エラー", "▲P-76 error", ""),
    ("a pass", "▲７六歩 △パス ▲２六歩", "▲P-76 pass ▲P-26", ""),
    ("a word without a mark", "▲７六歩 投了", "▲P-76 resign", ""),
    (
        "a word on its own line",
        "▲７六歩\n　中断　\n",
        "▲P-76 interrupt",
        "",
    ),
    (
        "a result after the last move",
        "▲７六歩 △３四歩 まで2手で後手の勝ち",
        "▲P-76 △P-34 resign",
        "",
    ),
    (
        "text between moves",
        "▲７六歩 好手 △３四歩",
        "▲P-76 △P-34",
        "text-after-move",
    ),
    ("no piece", "▲７六 △３四歩", "?? △P-34", "bad-token"),
    ("no rank", "▲７歩 △３四歩", "?? △P-34", "bad-token"),
    (
        "a word that fits no piece",
        "▲７六成歩 △３四歩",
        "?? △P-34",
        "bad-token",
    ),
    (
        "a square that is none",
        "▲０六歩 △３四歩",
        "?? △P-34",
        "bad-token",
    ),
    (
        "an origin that is none",
        "▲７六歩(70) △３四歩",
        "?? △P-34",
        "bad-token",
    ),
    (
        "a drop with an origin",
        "▲７六歩打(77) △３四歩",
        "?? △P-34",
        "bad-token",
    ),
    (
        "a drop with a side",
        "▲５八金打右 △３四歩",
        "?? △P-34",
        "bad-token",
    ),
    ("two sides", "▲５八金左右 △３四歩", "?? △P-34", "bad-token"),
    ("two motions", "▲５八金上引 △３四歩", "?? △P-34", "bad-token"),
    ("成 and 不成", "▲２二角成不成 △３四歩", "?? △P-34", "bad-token"),
    (
        "a mark alone between moves",
        "▲７六歩 △ ▲２六歩",
        "▲P-76 ?? ▲P-26",
        "bad-token",
    ),
    (
        "no square between moves",
        "▲７六歩 △歩 ▲２六歩",
        "▲P-76 ?? ▲P-26",
        "bad-token",
    ),
    (
        "同 without a move before it",
        "▲同　歩 △３四歩",
        "?? △P-34",
        "doubtful-same",
    ),
    (
        "同 after a broken move",
        "▲７六 △同　歩",
        "?? ??",
        "bad-token doubtful-same",
    ),
    (
        "prose that begins with a mark",
        "▲先手の作戦は▲７六歩から\n▲２六歩",
        "▲P-26",
        "unreadable-line",
    ),
    (
        "moves without marks, one a line",
        "７六歩\n　34歩　\n２二角成\n同　銀\n５八金右(49)\n投了",
        "P-76 P-34 B-22+ S-~22 G49-58 resign",
        "side-mark-missing",
    ),
    (
        "moves without marks, several a line",
        "７六歩 34歩\n　２二角成　同　銀\n５八金右(49)８四歩　\n投了",
        "P-76 P-34 B-22+ S-~22 G49-58 P-84 resign",
        "side-mark-missing",
    ),
    (
        "all moves without marks on one line",
        "７六歩３四歩２六歩",
        "P-76 P-34 P-26",
        "side-mark-missing",
    ),
    (
        "moves without marks and something else on their line",
        "７六歩 ３四歩 など",
        "",
        "unreadable-line no-moves",
    ),
    (
        "a move without a mark where others have one",
        "▲７六歩\n３四歩\n▲２六歩",
        "▲P-76 ▲P-26",
        "unreadable-line",
    ),
    (
        "a line that begins with a move without a mark",
        "７六歩と突く\n３四歩、２六歩",
        "",
        "unreadable-line no-moves",
    ),
    (
        "prose with moves in it",
        "まず▲７六歩と突く\n▲２六歩",
        "▲P-26",
        "unreadable-line",
    ),
];

#[test]
fn every_spelling_is_read() {
    for (case, moves, expected, findings) in LINE_CASES {
        let actual = tree_and_findings(&format!("手合割：平手\n\n{moves}"));
        assert_eq!(actual, ((*expected).to_owned(), (*findings).to_owned()), "{case}");
    }
}

#[test]
fn spans_cover_the_moves() {
    let text = "▲７六歩    △同　銀左不成(31)▲２六歩 好手\n△投了  \n";
    let tokens = map_record(text, |record| {
        let spans = record.tree.ids().filter_map(|id| record.tree.node(id).span());
        let mut tokens: Vec<_> = spans.map(|span| record.text_at(span).to_owned()).collect();
        tokens.extend(
            record
                .findings()
                .iter()
                .filter_map(|finding| Some(record.text_at(finding.span?).to_owned())),
        );
        tokens
    });
    assert_eq!(
        tokens,
        ["▲７六歩", "△同　銀左不成(31)", "▲２六歩", "△投了", "好手"]
    );
}

#[test]
fn comments_belong_to_the_last_move_of_their_line() {
    let text = "*before\n手合割：平手\n*start\n▲７六歩    △３四歩\n*two\n&mark\n▲２六歩\n#tool\n**評価値=-60\n*△８四歩▲２五歩\n";
    assert_eq!(
        map_record(text, |record| (comment_texts(&record), shape(&record))),
        (
            [
                "0*before",
                "0*start",
                "2*two",
                "2&mark",
                "3#tool",
                "3**評価値=-60",
                "3*△８四歩▲２五歩"
            ]
            .map(str::to_owned)
            .to_vec(),
            "▲P-76 △P-34 ▲P-26".to_owned()
        )
    );
}

#[test]
fn two_hundred_thousand_moves_on_one_line_are_read() {
    let text = format!("手合割：平手\n{}", "▲７六歩△３四歩".repeat(100_000));
    let counts = map_record(&text, |record| (record.tree.len(), record.findings().len()));
    assert_eq!(counts, (200_001, 0));
}
