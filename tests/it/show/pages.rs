//! The text output of `show`.

use std::fmt::Write as _;

use kifu::finding::Language;
use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::report::show::View;
use unicode_width::UnicodeWidthStr;

use super::{FIXTURES, each_record, fixture, options, render_page};

/// Returns the page without the messages of findings and the reasons of the verdict, which the tests of the rules
/// cover.
fn without_messages(page: &str) -> String {
    let mut result = String::new();
    for line in page.lines() {
        let finding_head = line.trim_start().split_once("]: ").map(|(prefix, _)| prefix);
        match finding_head.filter(|prefix| prefix.contains('[') && !prefix.contains(' ')) {
            Some(prefix) => {
                let indent = &line[..line.len() - line.trim_start().len()];
                write!(result, "{indent}{prefix}]: …").unwrap();
            }
            // A reason of the verdict is a numbered line.
            None => match line
                .split_once(". ")
                .filter(|(number, _)| number.trim().parse::<u32>().is_ok())
            {
                Some((number, _)) => result.push_str(&[number, ". …"].concat()),
                None => result.push_str(line),
            },
        }
        result.push('\n');
    }
    result
}

#[test]
fn pages_equal_the_snapshots() {
    for name in FIXTURES {
        let Some(bytes) = fixture(name) else { return };
        for language in Language::ALL {
            let mut pages = String::new();
            each_record(&bytes, "kifu", |record, judgement| {
                let view = View::at(record, judgement, None).expect("the last ply is there");
                pages.push_str(&without_messages(&render_page(&view, &options(language, None))));
            });
            insta::assert_snapshot!(format!("{name}.{}", language.code()), pages);
        }
    }
}

#[test]
fn a_selected_ply_has_its_board_times_and_comments() {
    let Some(bytes) = fixture("game") else { return };
    each_record(&bytes, "kifu", |record, judgement| {
        let page_at = |ply| {
            let view = View::at(record, judgement, Some(ply)).expect("there is such a ply");
            render_page(&view, &options(Language::English, None))
        };
        let page_of_ply_6 = page_at(6);
        for excerpt in [
            "\nPly 6 of 12: △４二飛 (8b4b)\n",
            "|  ・( ・) ・  ・  ・(v飛) ・ v角  ・ |b\n",
            "\nTime used: Black 0:00:26, White 0:00:53; this move 0:14\n",
            "\nComments\n    ここで四間飛車に決めた。\n\n    居飛車の急戦が予想される。\n  & 四間飛車\n",
            "\n>    6  △４二飛         8b4b        0:14   0:00:53\n",
        ] {
            assert!(page_of_ply_6.contains(excerpt), "{excerpt}\nin\n{page_of_ply_6}");
        }
        let start_page = page_at(0);
        for excerpt in [
            "\nThe start position\n",
            "\nComments\n    三回戦の最終局。\n",
            "\nBlack to move\n\n",
        ] {
            assert!(start_page.contains(excerpt), "{excerpt}\nin\n{start_page}");
        }
        assert!(
            page_at(13).contains("\nThe end, after ply 12: △８二玉 (7b8b)\n"),
            "{}",
            page_at(13)
        );
        let error = View::at(record, judgement, Some(14)).expect_err("there is no such ply");
        assert_eq!(
            error.words().english(),
            "ply 14 does not exist: the main line has 12 plies, and 0 is the start position"
        );
    });
}

#[test]
fn a_truncated_record_is_shown_up_to_its_last_move() {
    let Some(bytes) = fixture("broken") else { return };
    each_record(&bytes, "kifu", |record, judgement| {
        let view = View::at(record, judgement, None).expect("the last ply is there");
        assert_eq!((view.ply(), view.first_unplayable_ply()), (3, Some(4)));
        let error = View::at(record, judgement, Some(5)).expect_err("it cannot be put on the board");
        assert_eq!(
            error.words().english(),
            "cannot show ply 5: the moves from ply 4 on cannot be made on the board"
        );
    });
}

#[test]
fn lines_fit_the_terminal() {
    for name in FIXTURES {
        let Some(bytes) = fixture(name) else { return };
        each_record(&bytes, "kifu", |record, judgement| {
            let view = View::at(record, judgement, None).expect("the last ply is there");
            for language in Language::ALL {
                let page = render_page(&view, &options(language, Some(70)));
                let wide_lines: Vec<_> = page.lines().filter(|line| line.width() > 70).collect();
                assert!(wide_lines.is_empty(), "{name}: {wide_lines:#?}");
            }
        });
    }
}

#[test]
fn variations_of_a_huge_tree_are_counted() {
    let king_moves = ["５八玉(59)", "５二玉(51)", "５九玉(58)", "５一玉(52)"];
    let mut text = "手合割：平手\n".to_owned();
    for (ply, mv) in (1..=300).zip(king_moves.into_iter().cycle()) {
        writeln!(text, "{ply} {mv}").unwrap();
    }
    let variations = (1..=300)
        .rev()
        .zip(["３四歩(33)", "７六歩(77)"].into_iter().cycle());
    for (ply, mv) in variations {
        writeln!(text, "変化：{ply}手\n{ply} {mv}").unwrap();
    }
    each_record(text.as_bytes(), "kif", |record, judgement| {
        let view = View::at(record, judgement, None).expect("the last ply is there");
        let page = render_page(&view, &options(Language::English, None));
        assert_eq!(page.matches("\n  from ply ").count(), 100);
        assert!(
            page.contains("\n  from ply 300, instead of △５一玉:\n    300 △３四歩\n"),
            "{page}"
        );
        assert!(
            page.contains("\n  … and 200 more with their findings; "),
            "{page}"
        );
    });
}

#[test]
fn a_deeply_nested_variation_overflows_neither_stack_nor_page() {
    let depth = 3000;
    let mut text = "手合割：平手\n".to_owned();
    let king_moves = [("５八玉(59)", "５二玉(51)"), ("５九玉(58)", "５一玉(52)")];
    for ply in 1..=depth {
        if ply > 1 {
            writeln!(text, "変化：{ply}手").unwrap();
        }
        for number in ply..=ply + 1 {
            let (black, white) = king_moves[(number - 1) / 2 % 2];
            let mv = if number % 2 == 1 { black } else { white };
            writeln!(text, "{number} {mv}").unwrap();
        }
    }
    each_record(text.as_bytes(), "kif", |record, judgement| {
        let view = View::at(record, judgement, None).expect("the last ply is there");
        let page = render_page(&view, &options(Language::Japanese, Some(80)));
        let wide_lines: Vec<_> = page.lines().filter(|line| line.width() > 80).collect();
        assert!(wide_lines.is_empty(), "{wide_lines:#?}");
    });
}

#[test]
fn the_sfen_board_equals_that_of_a_conversion() {
    let bod = Writer::new(notation::target("bod").expect("a target"));
    for name in FIXTURES.into_iter().filter(|name| *name != "broken") {
        let Some(bytes) = fixture(name) else { return };
        each_record(&bytes, "kifu", |record, judgement| {
            let view = View::at(record, judgement, None).expect("the last ply is there");
            let shown_board = bod
                .write(&Played::new(&record.up_to(view.node)))
                .expect("a board");
            let converted_board = bod.write(&Played::new(record)).expect("a board");
            assert_eq!(shown_board.bytes, converted_board.bytes, "{name}");
        });
    }
}
