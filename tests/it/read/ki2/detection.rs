//! Detection of KI2, board diagrams and KIF by content.

use kifu::notation;
use kifu::text;

const BOARD: &str = include_str!("../../../../fixtures/bod/problem.bod");

#[test]
fn the_content_decides_the_format() {
    let table = [
        ("▲７六歩 △３四歩", None, "ki2"),
        ("手合割：平手\n\n　△同　銀\n", None, "ki2"),
        ("☗２六歩\n", Some("kif"), "ki2"),
        ("▲投了", None, "ki2"),
        ("#KI2 version=2.0\n", None, "ki2"),
        ("1 ▲７六歩(77)\n", Some("ki2"), "kif"),
        ("1 ７六歩(77)\n*△３四歩\n*▲２六歩\n", None, "kif"),
        ("▲７六歩\n変化：1手\n変化：1手\n", None, "ki2"),
        ("手合割：平手\n", None, "kif"),
        ("手合割：平手\n", Some("ki2u"), "ki2"),
        ("開始日時：2024/05/05\n", Some("ki2"), "ki2"),
        // Moves without side marks, one per line.
        ("７六歩\n３四歩\n２六歩\n", None, "ki2"),
        ("手合割：平手\n\n７六歩\n３四歩\n同　銀\n", Some("kif"), "ki2"),
        ("先手：甲\n７六歩\n３四歩\n２六歩\n", Some("txt"), "ki2"),
        (
            "七段の指した\n７六歩\nに対して\n３四歩\nが普通だ。\n",
            None,
            "none",
        ),
        ("７六歩と指す。\n３四歩と受ける。\n２六歩と突く。\n", None, "none"),
        ("７六歩、３四歩\n２六歩、８四歩\n２五歩、８五歩\n", None, "none"),
        ("同\n同じ\n同上\n一二三\n33\n76\n", None, "none"),
        ("７六歩\n３四歩\n２六歩\n1 ７六歩(77)\n", None, "kif"),
        ("７六歩\n３四歩\n２六歩\n+7776FU\n", None, "csa"),
        ("▲先手：甲\n", None, "none"),
        ("△は後手\n", None, "none"),
        (BOARD, None, "bod"),
        (BOARD, Some("txt"), "bod"),
        (BOARD, Some("bod"), "bod"),
        (BOARD, Some("kif"), "kif"),
        (BOARD, Some("ki2"), "ki2"),
    ];
    for (text, extension, expected) in table {
        let decoded = text::decode(text.as_bytes(), Some(text::UTF_8));
        let detected = notation::detect(&decoded, extension).map_or("none", |it| it.format.name());
        assert_eq!(detected, expected, "{extension:?} {text}");
    }
    for (moves, expected) in [("1 ５五角打\n", "kif"), ("▲５五角\n", "ki2")] {
        let text = format!("{BOARD}{moves}");
        let decoded = text::decode(text.as_bytes(), Some(text::UTF_8));
        let detected = notation::detect(&decoded, None).map(|it| it.format.name());
        assert_eq!(detected, Some(expected), "{moves}");
    }
}
