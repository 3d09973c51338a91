//! The diagram in SVG.

use kifu::finding::Cell;
use kifu::finding::Finding;
use kifu::finding::Language;
use kifu::finding::Span;
use kifu::finding::bilingual;
use kifu::notation::header::header;
use kifu::record::Format;
use kifu::record::Record;
use kifu::referee::Judgement;
use kifu::referee::RULES;
use kifu::report::show::View;
use kifu::report::svg;
use kifu::shogi::Color;
use kifu::shogi::Piece;
use kifu::shogi::PieceKind;
use kifu::shogi::Position;
use kifu::shogi::Square;
use proptest::prelude::*;
use roxmltree::{Document, Node};

use super::{FIXTURES, each_record, fixture};

fn elements<'d>(document: &'d Document<'d>, name: &'static str) -> impl Iterator<Item = Node<'d, 'd>> {
    document.descendants().filter(move |node| node.has_tag_name(name))
}

/// Returns the content of each `text` element of a picture.
fn texts(document: &Document<'_>) -> Vec<String> {
    let text = |node: Node<'_, '_>| {
        node.descendants()
            .filter(Node::is_text)
            .filter_map(|it| it.text())
            .collect()
    };
    elements(document, "text").map(text).collect()
}

#[test]
fn a_diagram_has_all_parts_of_a_printed_one() {
    let Some(bytes) = fixture("foul") else { return };
    each_record(&bytes, "kifu", |record, judgement| {
        let mut judgement = judgement.clone();
        let nifu = judgement
            .findings
            .iter_mut()
            .find(|finding| finding.rule.name == "nifu")
            .expect("a foul");
        nifu.cells = ["9e", "9g"].into_iter().filter_map(Cell::from_name).collect();
        let view = View::at(record, &judgement, Some(9)).expect("there is such a ply");
        let picture = svg(&view, Language::Japanese);
        let document = Document::parse(&picture).expect("well-formed");
        let texts = texts(&document);
        for text in [
            "▲ 先手：春日 一歩",
            "△ 後手：秋野 香",
            "全10手の9手目：▲９五歩 (P*9e)",
            "後手番",
            "○ 二歩",
            "▲先手",
            "△後手",
            "なし",
            "１",
            "九",
        ] {
            assert!(texts.iter().any(|drawn| drawn == text), "{text} in {texts:?}");
        }
        let rings = elements(&document, "circle").filter(|node| node.attribute("r") == Some("22"));
        assert_eq!(rings.count(), 2);
        let rotated_texts = elements(&document, "text").filter(|node| node.has_attribute("transform"));
        assert_eq!(rotated_texts.count(), view.position.pieces(Color::White).count());
        let title = elements(&document, "title").next().and_then(|node| node.text());
        assert!(title.is_some_and(|it| it.contains("９五歩")), "{title:?}");
        let description = elements(&document, "desc").next().and_then(|node| node.text());
        assert!(
            description.is_some_and(|it| it.contains("、９五歩、")),
            "{description:?}"
        );
    });
}

#[test]
fn the_same_record_gives_the_same_bytes() {
    for name in FIXTURES {
        let Some(bytes) = fixture(name) else { return };
        let pictures = || {
            let mut pictures = Vec::new();
            each_record(&bytes, "kifu", |record, judgement| {
                let view = View::at(record, judgement, None).expect("the last ply is there");
                pictures.extend(Language::ALL.map(|language| svg(&view, language)));
            });
            pictures
        };
        assert_eq!(pictures(), pictures(), "{name}");
    }
}

fn any_position() -> impl Strategy<Value = Position> {
    let piece = (0..14_usize, any::<bool>());
    let pieces = prop::collection::vec((0..81_usize, piece), 0..81);
    let hands = prop::collection::vec((any::<bool>(), 0..7_usize, any::<u8>()), 0..8);
    (pieces, hands, any::<bool>()).prop_map(|(pieces, hands, is_white)| {
        let color = |is_white| if is_white { Color::White } else { Color::Black };
        let mut position = Position::empty();
        for (square, (kind, is_white)) in pieces {
            let square = Square::from_index(square).expect("one of the squares");
            position.put(square, Some(Piece::new(color(is_white), PieceKind::ALL[kind])));
        }
        for (is_white, kind, count) in hands {
            position.set_hand_count(color(is_white), PieceKind::HAND[kind], count);
        }
        position.set_side_to_move(color(is_white));
        position
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn pictures_of_any_record_are_well_formed(
        position in any_position(),
        black_name in any::<String>(),
        white_name in "[<>&\"'\\]/a-z\u{0}-\u{20}\u{FFFE}-\u{FFFF}先手\u{202E}]{0,80}",
        squares in prop::collection::vec(0..81_usize, 0..10),
        in_japanese in any::<bool>(),
    ) {
        let mut record = Record::new(Format::new("kif"));
        for (key, name) in [("先手", &black_name), ("後手", &white_name)] {
            record.headers.push(header(key, name, Span::default()));
        }
        let piece_counts = Color::ALL.map(|color| position.pieces(color).count());
        record.start.position = position;
        let mut finding = Finding::new(RULES[0], None, bilingual("", "")).at_ply(0);
        finding.cells = squares.into_iter().filter_map(Square::from_index).map(Cell::from).collect();
        let judgement = Judgement { findings: vec![finding], ..Judgement::default() };
        let view = View::at(&record, &judgement, None).expect("there is a start");
        let picture = svg(&view, if in_japanese { Language::Japanese } else { Language::English });
        let document = Document::parse(&picture).expect("well-formed");
        // Text in a name never becomes an element.
        let expected_elements = ["svg", "title", "desc", "rect", "g", "path", "circle", "text", "tspan"];
        prop_assert!(document.descendants().filter(Node::is_element).all(|element| expected_elements.contains(&element.tag_name().name())));
        let piece_groups = elements(&document, "g").filter(|node| node.attribute("font-size") == Some("38"));
        let drawn_count = piece_groups.flat_map(|it| it.children()).filter(Node::is_element).count();
        prop_assert_eq!(drawn_count, piece_counts.iter().sum::<usize>());
    }
}
