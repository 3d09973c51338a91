//! Boards of other games in the terminal and as pictures.

use kifu::finding::Language;
use kifu::finding::Severity;
use kifu::notation;
use kifu::profile::Profile;
use kifu::report::RenderOptions;
use kifu::report::drawing_svg;
use kifu::report::show::RecordSource;
use kifu::report::show::game_page;
use kifu::system::Referees;
use kifu::system::drawing as drawing_of;
use kifu::text;

/// A record with a mated player, a hand and a finding.
const YONIN: &str = "Yonin: 1\nS: Kim\n1 S 5g5f (0:05)\n2 W 8d7d\n3 N 3a2b\n4 E 1f2g\n5 S 5h5g\n6 W 8e8a\n7 N 2b3a\n\
                     8 E 2g2h\n9 S 5g1g\n#mate E by S\n10 W 9d8c\n#interrupt\n";

#[test]
fn boards_for_four_players_are_drawn() {
    let text = text::decode(YONIN.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None))
        .next()
        .unwrap();
    let judgement = Referees::with_profile(Profile::default()).check(&record);
    let source = RecordSource {
        path: "a.yonin",
        records: 1,
        encoding: "UTF-8",
    };
    for (name, language) in [("yonin-en", Language::English), ("yonin-ja", Language::Japanese)] {
        let options = RenderOptions {
            language,
            ..RenderOptions::default()
        };
        let page = game_page(
            &record,
            (&judgement, &judgement.shown(Severity::Note)),
            (10, &drawing_of(&record, 10).unwrap()),
            &source,
            &options,
        );
        insta::assert_snapshot!(name, String::from_utf8(page).unwrap());
    }
    let picture = drawing_svg(&record, 0, &drawing_of(&record, 0).unwrap(), Language::English);
    for quarters in 0..4 {
        let rotation = format!("rotate({} ", 90 * quarters);
        assert_eq!(picture.matches(&rotation).count(), 9, "{rotation}");
    }
    assert!(drawing_of(&record, 11).is_none(), "there is no such ply");
}

/// A record with a promoted general.
const JANGGI: &str = "[규칙 \"궁장기\"]\n[국면 \"r2a5/4k4/9/p8/4R4/9/P8/9/3AK4/9 w\"]\n1. 55차51 빅 (0:05)\n\
                      2. 25궁24 진\n3. 94사04\n#interrupt\n";

#[test]
fn the_board_of_janggi_is_drawn() {
    let text = text::decode(JANGGI.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None))
        .next()
        .unwrap();
    let judgement = Referees::with_profile(Profile::default()).check(&record);
    let source = RecordSource {
        path: "a.gib",
        records: 1,
        encoding: "UTF-8",
    };
    let options = RenderOptions::default();
    let drawing = drawing_of(&record, 2).unwrap();
    let page = game_page(
        &record,
        (&judgement, &judgement.shown(Severity::Note)),
        (2, &drawing),
        &source,
        &options,
    );
    insta::assert_snapshot!("janggi-en", String::from_utf8(page).unwrap());
    let picture = drawing_svg(&record, 2, &drawing, Language::Japanese);
    insta::assert_snapshot!("janggi-svg", picture);
}

/// A record with hidden pieces and two shapes of gates.
const GUNJIN: &str = "Gunjin: 1\nBoard: X I\nPosition:\n  . . . ?n . . .\n  . . FGn . . . . .\n  . . MGn . . . . .\n  \
                      . . . . . . . .\n  . TKs . . . . ?n .\n  . . . . . . . .\n  . . . . . . . .\n  . . . TGs . . .\n  S\n\
                      1 S b4-c5\n2 N g4-g2\n#interrupt\n";

#[test]
fn the_bar_and_its_gates_are_drawn() {
    let text = text::decode(GUNJIN.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None))
        .next()
        .unwrap();
    let judgement = Referees::with_profile(Profile::default()).check(&record);
    let drawing = drawing_of(&record, 2).unwrap();
    let source = RecordSource {
        path: "a.gunjin",
        records: 1,
        encoding: "UTF-8",
    };
    for (name, language) in [
        ("gunjin-en", Language::English),
        ("gunjin-ja", Language::Japanese),
    ] {
        let options = RenderOptions {
            language,
            ..RenderOptions::default()
        };
        let page = game_page(
            &record,
            (&judgement, &judgement.shown(Severity::Note)),
            (2, &drawing),
            &source,
            &options,
        );
        insta::assert_snapshot!(name, String::from_utf8(page).unwrap());
    }
    let picture = drawing_svg(&record, 2, &drawing, Language::Japanese);
    insta::assert_snapshot!("gunjin-svg", picture);
}
