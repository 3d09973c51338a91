//! The parser that pest makes from `grammar/kif.pest`.

// The generated items cannot be documented from here; the grammar documents its rules.
#![allow(missing_docs)]

#[derive(pest_derive::Parser)]
#[grammar = "grammar/kif.pest"]
pub(super) struct KifParser;

#[cfg(test)]
mod tests {
    use pest::Parser as _;
    use proptest::prelude::*;

    use super::{KifParser, Rule};

    /// Pieces of every kind of line, and of none.
    const PIECES: &[&str] = &[
        "1",
        "12",
        "９",
        "８",
        " ",
        "　",
        "\t",
        "\n",
        "\r",
        "\r\n",
        "７六",
        "同",
        "歩",
        "成",
        "打",
        "(77)",
        "（",
        "(",
        "0:16/",
        ")",
        "▲",
        "投了",
        "*",
        "#",
        "&",
        "|",
        "v香",
        "+-",
        "手数",
        "--",
        "＝",
        "変化",
        "：",
        ":",
        "まで",
        "手合割",
        "先手",
        "後手番",
        "の持駒",
        "盤面回転",
        "\u{feff}",
        "\0",
        "あ",
        "a",
    ];

    fn text() -> impl Strategy<Value = String> {
        let known = proptest::collection::vec(proptest::sample::select(PIECES), 0..60);
        prop_oneof![4 => known.prop_map(|pieces| pieces.concat()), 1 => any::<String>()]
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_text_is_a_row_of_lines_without_gaps(text in text()) {
            let mut pairs = KifParser::parse(Rule::file, &text).expect("every text parses");
            let mut at = 0;
            for line in pairs.next().into_iter().flat_map(pest::iterators::Pair::into_inner) {
                let span = line.as_span();
                prop_assert_eq!(span.start(), at);
                prop_assert!(line.as_rule() == Rule::EOI || span.end() > at);
                prop_assert!(text.is_char_boundary(span.end()));
                at = span.end();
            }
            prop_assert_eq!(at, text.len());
        }
    }

    #[test]
    fn lines_are_of_their_kind() {
        let table = [
            ("   1 ７六歩(77)   ( 0:16/00:00:16)\n", Rule::move_line),
            ("2 同　銀(31)", Rule::move_line),
            ("　　1 ▲７六歩(77)\r\n", Rule::loose_move),
            ("１ 76歩(77)", Rule::loose_move),
            ("９ ８八銀(79)", Rule::loose_move),
            ("  ９ ８ ７ ６ ５ ４ ３ ２ １\n", Rule::board_head),
            ("９　８　７　６　５　４　３　２　１\n", Rule::board_head),
            (
                " １２ １１ １０ ９  ８  ７  ６  ５  ４  ３  ２  １\n",
                Rule::board_head,
            ),
            ("10 9 8 7 6 5 4 3 2 1", Rule::board_head),
            ("９ ８ ７ ６ ５ ４ ３ ２ １ 図\n", Rule::loose_head),
            ("１２ １１歩打\n", Rule::loose_move),
            ("12 11 10\n", Rule::loose_move),
            ("123 ９ ８ ７ ６ ５ ４ ３ ２ １\n", Rule::numbered),
            ("  123 投了\n", Rule::numbered),
            ("1 \n", Rule::junk),
            ("3投了\n", Rule::junk),
            ("2021/10/02\n", Rule::junk),
            ("*手合割：平手\n", Rule::comment),
            ("#KIF version=2.0\n", Rule::tool),
            ("&しおり\n", Rule::bookmark),
            (" 　\t\r\n\n\n", Rule::blank),
            ("\u{3000}", Rule::blank),
            ("手数----指手---------消費時間--\n", Rule::separator),
            ("手数＝26  △２二銀(31)  まで\n", Rule::status),
            ("手数：5手\n", Rule::header),
            ("変化：   3手\n", Rule::variation),
            (" 変化:9手目\n", Rule::variation),
            ("まで98手で後手の勝ち\n", Rule::result),
            ("|v香v桂|一\n", Rule::board_row),
            ("+---------------------------+\n", Rule::board_edge),
            ("後手番　\n", Rule::turn),
            ("盤面反転\n", Rule::flag),
            ("棋戦：第２部：決勝\n", Rule::header),
            ("先手: 先手\n", Rule::colon_header),
            (" *注\n", Rule::comment),
            ("　手数----指手--\n", Rule::separator),
            (" |v香v桂|一\n", Rule::board_row),
            ("\u{feff}", Rule::mark),
            ("何か\n", Rule::junk),
        ];
        for (text, rule) in table {
            let mut pairs = KifParser::parse(Rule::file, text).expect("every text parses");
            let lines: Vec<_> = pairs
                .next()
                .into_iter()
                .flat_map(pest::iterators::Pair::into_inner)
                .collect();
            assert_eq!(lines[0].as_rule(), rule, "{text:?}");
            assert_eq!(lines.len(), 2, "{text:?}");
        }
    }
}
