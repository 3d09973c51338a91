//! Tests of statements of the article on gunjin shogi, “軍人将棋”. `docs/sources.md` lists the tests of each statement.

use super::gunjin::record;
use super::{check_text, findings_of};

/// Returns the findings of a ply of South with these pieces and two others in the corners.
fn findings_of_ply(pieces: &str, ply: &str) -> String {
    let text = record(&format!("a1=SSL a8=NSL {pieces}"), &format!("{ply}, #interrupt"));
    findings_of(&check_text(&text))
}

#[test]
fn battles_have_the_documented_results() {
    for (mover, defender, correct_sign) in [
        // The higher rank wins; equal kinds draw.
        ("FL", "CO", "<"),
        ("CO", "FL", ">"),
        ("CO", "CO", "="),
        ("LG", "MG", ">"),
        // The aeroplane beats all kinds except generals, whichever side moves.
        ("AP", "MG", "<"),
        ("MG", "AP", ">"),
        ("AP", "CO", ">"),
        ("CO", "AP", "<"),
        ("AP", "MN", ">"),
        ("TK", "TG", "<"),
        ("TK", "AP", "<"),
        ("TK", "EN", "<"),
        ("TK", "MN", "="),
        ("TK", "CV", ">"),
        ("TK", "CO", ">"),
        ("CV", "EN", ">"),
        ("CV", "SP", ">"),
        ("CV", "CP", "<"),
        ("EN", "TK", ">"),
        ("EN", "SP", ">"),
        ("EN", "MN", ">"),
        ("EN", "CP", "<"),
        ("SP", "TG", ">"),
        ("SP", "LG", "<"),
        ("SP", "SP", "="),
        ("CO", "MN", "="),
    ] {
        for stated in [">", "<", "="] {
            let pieces = format!("d2=S{mover} d3=N{defender}");
            let expected = if stated == correct_sign {
                "-"
            } else {
                "gunjin-battle-result@1"
            };
            let ply = format!("d2xd3 {stated}");
            assert_eq!(findings_of_ply(&pieces, &ply), expected, "{pieces} {ply}");
        }
    }
}

#[test]
fn a_flag_has_the_strength_of_the_piece_behind_it() {
    for (pieces, ply) in [
        ("d5=STK d6=NFG d7=NMG", "d5xd6 <"),
        ("d5=STK d6=NFG d7=NCO", "d5xd6 >"),
        ("d5=STK d6=NFG d7=NTK", "d5xd6 ="),
        ("d5=STK d6=NFG d7=NMN", "d5xd6 ="),
        ("d5=SSP d6=NFG", "d5xd6 >"),
        ("c7=SSP c8=NFG", "c7xc8 >"),
        ("d7=SSP d8=NFG", "d7xd8 >"),
    ] {
        let (cells, correct_sign) = ply.split_once(' ').expect("a sign");
        for stated in [">", "<", "="] {
            let expected = if stated == correct_sign {
                "-"
            } else {
                "gunjin-battle-result@1"
            };
            let ply = format!("{cells} {stated}");
            assert_eq!(findings_of_ply(pieces, &ply), expected, "{pieces} {ply}");
        }
    }
    // The piece behind the flag stays on its cell.
    let later_move = record("a1=SSL a8=NSL d5=STK d6=NFG d7=NTK", "d5xd6 =, d7-d6, #interrupt");
    assert_eq!(findings_of(&check_text(&later_move)), "-");
}

#[test]
fn gunjin_pieces_move_as_in_the_diagrams() {
    for (pieces, ply, expected) in [
        ("d2=SCO", "d2-d3", "-"),
        ("d2=SCO", "d2-c2", "-"),
        ("d2=SCO", "d2-d4", "gunjin-move-shape@1"),
        ("d2=SCO", "d2-e3", "gunjin-move-shape@1"),
        ("d2=STK", "d2-d4", "-"),
        ("d2=SCV", "d2-f2", "-"),
        ("b2=STK", "b2-b5", "gunjin-move-shape@1"),
        ("d2=STK d3=SCO", "d2-d4", "gunjin-jump@1"),
        ("b1=SEN", "b1-b8", "-"),
        ("a2=SEN", "a2-h2", "-"),
        ("a2=SEN", "a2-b3", "gunjin-move-shape@1"),
        ("a2=SEN d2=SCO", "a2-h2", "gunjin-jump@1"),
        ("d2=SAP d3=SCO", "d2-d7", "-"),
        ("d2=SAP", "d2-c2", "-"),
        ("d2=SAP", "d2-b2", "gunjin-move-shape@1"),
        ("d4=SAP", "d4-d5", "-"),
        ("d4=SCO", "d4-d5", "gunjin-bar-crossed@1"),
        ("d3=SEN", "d3-d5", "gunjin-bar-crossed@1"),
        ("c4=SCO", "c4-c5", "-"),
        ("c4=SCO", "c4-b5", "-"),
        // The headquarters are one cell that spans two columns.
        ("c1=SCO", "c1-d1", "-"),
        ("f1=SCO", "f1-e1", "-"),
        ("d1=SCO", "d1-d2", "-"),
        ("d1=SCO", "d1-e2", "-"),
        ("d1=SCO", "d1-c2", "gunjin-move-shape@1"),
    ] {
        assert_eq!(findings_of_ply(pieces, ply), expected, "{pieces} {ply}");
    }
}

#[test]
fn gates_join_the_cells_of_their_shapes() {
    for (shapes, joined_cells) in [
        ("X X", "b4-b5 b4-c5 c4-b5 c4-c5 f4-f5 f4-g5 g4-f5 g4-g5"),
        ("Y A", "b4-b5 c4-b5 g4-g5 g4-f5"),
        ("I I", "b4-b5 g4-g5"),
    ] {
        for columns in ["bc", "fg"] {
            for (from, to) in columns
                .chars()
                .flat_map(|from| columns.chars().map(move |to| (from, to)))
            {
                let ply = format!("{from}4-{to}5");
                let text = record(
                    &format!("a1=SSL a8=NSL {from}4=SCO"),
                    &format!("{ply}, #interrupt"),
                );
                let text = text.replacen("Position:", &format!("Board: {shapes}\nPosition:"), 1);
                let is_joined = joined_cells.split(' ').any(|part| part == ply);
                let expected = if is_joined { "-" } else { "gunjin-bar-crossed@1" };
                assert_eq!(findings_of(&check_text(&text)), expected, "{text}");
            }
        }
    }
}
