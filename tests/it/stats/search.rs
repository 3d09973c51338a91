//! `kifu find` returns the hits of a simple search through all positions.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use std::sync::Arc;

use kifu::notation;
use kifu::referee::Referee;
use kifu::report::TableForm;
use kifu::shogi::{Color, Piece, PieceKind, Position, Square};
use kifu::stats::{Answer, GameCollector, HITS, Layout, NEXT, Part, Query, Search, Table};
use kifu::text::decode;

use super::{Row, file_slices, number, tournament};
use crate::support::dice::Dice;

/// Returns a query for a search, with all columns of a table as lines of JSON.
fn query(table: &'static Table, search: Search) -> Query {
    let columns = table.headings().into_iter().map(|it| it.name).enumerate();
    let layout = Layout {
        headings: None,
        form: TableForm::named("jsonl").unwrap(),
        columns: columns.collect(),
    };
    Query {
        search: Some(Arc::new(search)),
        ..Query::new(table, layout)
    }
}

/// Returns the rows of several searches, which share one replay of each record.
fn search_rows<'f>(queries: &[Query], files: impl IntoIterator<Item = (&'f str, &'f [u8])>) -> Vec<Vec<Row>> {
    let mut collectors: Vec<GameCollector> = queries.iter().map(Query::collector).collect();
    let mut parts: Vec<Part> = queries.iter().map(|_| Part::default()).collect();
    let mut referee = Referee::new();
    for (path, bytes) in files {
        let text = decode(bytes, None);
        let extension = path.rsplit('.').next();
        for record in notation::records(&text, notation::detect(&text, extension)) {
            for collector in &mut collectors {
                collector.begin(&record);
            }
            let judgement = referee.check_watched(&record, &mut |played| {
                for collector in &mut collectors {
                    collector.observe(played);
                }
            });
            for ((query, collector), part) in queries.iter().zip(&mut collectors).zip(&mut parts) {
                let game = collector.finish_game(&Arc::from(path), "UTF-8", &record, &judgement);
                query.add(game, part);
            }
        }
    }
    let rows = queries.iter().zip(parts).map(|(query, part)| {
        let mut output = Vec::new();
        let mut answer = Answer::begin(query, &mut output).expect("memory");
        answer.push(part).expect("memory");
        answer.finish().expect("memory");
        let lines = String::from_utf8(output).expect("UTF-8");
        lines
            .lines()
            .map(|line| serde_json::from_str(line).expect("an object"))
            .collect()
    });
    rows.collect()
}

/// A position of the main line of a record, and the next move; `None` at the end of the line.
#[derive(Clone)]
struct Place {
    path: String,
    record: u64,
    ply: u64,
    position: Position,
    next: Option<String>,
}

/// Returns every position of the main lines, from the table of moves.
fn places(files: &[(String, Vec<u8>)]) -> Vec<Place> {
    let mut places: Vec<Place> = Vec::new();
    for row in super::table_rows(super::table("moves"), file_slices(files)) {
        let position = Position::from_sfen(row["sfen"].as_str().expect("a position")).unwrap();
        let usi = row["usi"].as_str().unwrap().to_owned();
        let mut next_position = position.clone();
        next_position.play(usi.parse().unwrap()).expect("a move");
        let path = row["path"].as_str().unwrap().to_owned();
        let (record, ply) = (row["record"].as_u64().unwrap(), row["ply"].as_u64().unwrap());
        let place = |ply, position, next| Place {
            path: path.clone(),
            record,
            ply,
            position,
            next,
        };
        // The position after the preceding move is added again, with the next move. Only the position after the last
        // move has no next move.
        if ply > 1 {
            places.pop();
        }
        places.push(place(ply - 1, position, Some(usi)));
        places.push(place(ply, next_position, None));
    }
    places
}

/// Returns the path, record and ply of the places where a condition holds. If `in_runs` is set, returns only the first
/// of consecutive places.
fn linear_search(
    places: &[Place],
    in_runs: bool,
    holds: impl Fn(&Position) -> bool,
) -> Vec<(String, u64, u64)> {
    let mut held_before = false;
    let mut hits = Vec::new();
    for place in places {
        let holds_here = holds(&place.position);
        held_before &= place.ply > 0;
        if holds_here && !(in_runs && held_before) {
            hits.push((place.path.clone(), place.record, place.ply));
        }
        held_before = holds_here;
    }
    hits
}

fn row_places(rows: &[Row]) -> Vec<(String, u64, u64)> {
    let place = |row: &Row| {
        let path = row["path"].as_str().unwrap().to_owned();
        (
            path,
            row["record"].as_u64().unwrap(),
            row["ply"].as_u64().unwrap(),
        )
    };
    rows.iter().map(place).collect()
}

/// Returns up to twelve KIF files of the tournament with more than 4,000 bytes.
fn games() -> Vec<(String, Vec<u8>)> {
    let mut files = tournament();
    files.retain(|(path, bytes)| Path::new(path).extension() == Some("kif".as_ref()) && bytes.len() > 4000);
    files.truncate(12);
    assert!(files.len() >= 6, "{}", files.len());
    files
}

#[test]
fn a_position_is_found_wherever_it_occurs() {
    let files = games();
    let places = places(&files);
    let mut dice = Dice::new(38);
    let mut searches = Vec::new();
    let mut expected = Vec::new();
    for index in 0..1000 {
        // Every second position is one of the first thirty, because positions of openings occur in several games.
        let limit = if index % 2 == 0 { places.len() } else { 30 };
        let target = places[dice.below(limit)].position.clone();
        let sfen = target.to_sfen(1);
        let fields: Vec<_> = sfen.split(' ').take([1, 2, 3][index % 3]).collect();
        let search = Search::default().with_position(&fields.join(" ")).unwrap();
        searches.push(query(&HITS, search));
        expected.push(linear_search(&places, false, |position| {
            position.has_same_board(&target)
                && (fields.len() < 2 || position.side_to_move() == target.side_to_move())
                && (fields.len() < 3 || *position == target)
        }));
    }
    let results = search_rows(&searches, file_slices(&files));
    let mut repeated_count = 0;
    for (rows, expected) in results.iter().zip(&expected) {
        assert_eq!(row_places(rows), *expected);
        assert!(!rows.is_empty());
        repeated_count += usize::from(rows.len() > 1);
        for row in rows {
            let (path, record, ply) = &row_places(std::slice::from_ref(row))[0];
            let place = places
                .iter()
                .find(|place| (&place.path, place.record, place.ply) == (path, *record, *ply))
                .unwrap();
            assert_eq!(row["move"].as_str().map(str::to_owned), place.next);
            assert_eq!(
                row["sfen"].as_str().unwrap(),
                place.position.to_sfen(place.ply as u32 + 1)
            );
        }
    }
    assert!(repeated_count > 150, "{repeated_count}");
}

const PIECE_NAMES: [&str; 14] = [
    "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "成香", "成桂", "成銀", "馬", "龍",
];

/// Returns a piece on a square as in a search pattern: side mark, file, rank and name.
fn piece_on_square(square: Square, piece: Piece) -> String {
    let side = ["▲", "△"][piece.color.index()];
    format!(
        "{side}{}{}{}",
        square.file(),
        square.rank(),
        PIECE_NAMES[piece.kind.index()]
    )
}

#[test]
fn a_pattern_is_found_wherever_it_occurs() {
    let files = games();
    let places = places(&files);
    let mut dice = Dice::new(39);
    let mut searches = Vec::new();
    let mut expected = Vec::new();
    for index in 0..200 {
        let source = &places[dice.below(places.len())].position;
        let squares: Vec<_> = Square::ALL
            .into_iter()
            .filter(|&square| source.piece_at(square).is_some())
            .collect();
        let mut pattern = Vec::new();
        for _ in 0..=dice.below(4) {
            let square = dice.one_of(&squares);
            pattern.push((square, source.piece_at(square).unwrap()));
        }
        let mut words: Vec<_> = pattern
            .iter()
            .map(|&(square, piece)| piece_on_square(square, piece))
            .collect();
        let held_kind = PieceKind::HAND
            .into_iter()
            .find(|&kind| index % 2 == 0 && source.hand(Color::White).get(kind) > 0);
        words.extend(held_kind.map(|kind| format!("△持{}", PIECE_NAMES[kind.index()])));
        let pieces = words.join(" ");
        let search = |with_mirror| {
            let search = Search::default().with_pieces(&pieces).unwrap();
            query(
                &HITS,
                if with_mirror {
                    search.with_mirrored()
                } else {
                    search
                },
            )
        };
        let holds = |position: &Position| {
            pattern
                .iter()
                .all(|&(square, piece)| position.piece_at(square) == Some(piece))
                && held_kind.is_none_or(|kind| position.hand(Color::White).get(kind) > 0)
        };
        searches.push(search(false));
        let upright = linear_search(&places, true, holds);
        expected.push(upright.clone());
        // With `mirror`, both orientations are found.
        searches.push(search(true));
        let mut both_orientations = [
            upright,
            linear_search(&places, true, |position| holds(&position.rotated())),
        ]
        .concat();
        both_orientations.sort();
        expected.push(both_orientations);
    }
    for (rows, expected) in search_rows(&searches, file_slices(&files)).iter().zip(&expected) {
        let mut hits = row_places(rows);
        hits.sort();
        let mut expected = expected.clone();
        expected.sort();
        assert_eq!(hits, expected);
    }
}

#[test]
fn material_and_series_of_moves_are_found() {
    let files = games();
    let places = places(&files);
    let count_pieces = |position: &Position, color, kind: PieceKind| {
        let on_board = position.pieces(color).filter(|(_, it)| it.base() == kind).count();
        on_board + usize::from(position.hand(color).get(kind))
    };
    let material = |text| query(&HITS, Search::default().with_material(text).unwrap());
    let moves = |text| query(&HITS, Search::default().with_moves(text).unwrap());
    let series: Vec<_> = places[40..43]
        .iter()
        .map(|place| place.next.clone().unwrap())
        .collect();
    let searches = [
        material("2R vs"),
        material("R10P vs r 8p"),
        moves(&series.join(" ")),
        moves("7g7f"),
    ];
    let results = search_rows(&searches, file_slices(&files));
    let rook_hits = linear_search(&places, true, |position| {
        count_pieces(position, Color::Black, PieceKind::Rook) == 2
    });
    assert_eq!(row_places(&results[0]), rook_hits);
    let pawn_hits = linear_search(&places, true, |position| {
        let [black, white] = Color::ALL
            .map(|color| [PieceKind::Rook, PieceKind::Pawn].map(|kind| count_pieces(position, color, kind)));
        (black, white) == ([1, 10], [1, 8])
    });
    assert_eq!(row_places(&results[1]), pawn_hits);
    assert!(!pawn_hits.is_empty() && !rook_hits.is_empty());
    for (rows, series) in [(&results[2], &series), (&results[3], &vec!["7g7f".to_owned()])] {
        let begins_series = |index: usize| {
            let next = places[index..].iter().map_while(|it| it.next.as_ref());
            next.take(series.len()).eq(series)
        };
        let expected: Vec<_> = (0..places.len())
            .filter(|&index| begins_series(index))
            .map(|index| {
                (
                    places[index].path.clone(),
                    places[index].record,
                    places[index].ply,
                )
            })
            .collect();
        assert_eq!(row_places(rows), expected);
        assert!(!rows.is_empty());
    }
}

/// The counts of next moves agree with the hits.
#[test]
fn next_moves_are_recounted() {
    let files = games();
    let sfen = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
    let search = || Search::default().with_position(sfen).unwrap();
    let results = search_rows(
        &[query(&HITS, search()), query(&NEXT, search())],
        file_slices(&files),
    );
    assert!(results[1].len() > 1);
    for row in &results[1] {
        let hits_of_move: Vec<_> = results[0]
            .iter()
            .filter(|hit| hit["move"] == row["move"])
            .collect();
        assert_eq!(hits_of_move.len() as u64, row["games"].as_u64().unwrap());
        for (column, result) in [
            ("black_wins", "black"),
            ("white_wins", "white"),
            ("draws", "draw"),
        ] {
            let count = hits_of_move.iter().filter(|hit| hit["result"] == result).count();
            assert_eq!(count, number(row, column) as usize, "{row:?}");
        }
    }
}

/// The counts of the positions after the moves agree with a count of all positions, also with the board rotated.
#[test]
fn positions_after_moves_are_recounted() {
    let mut files = games();
    let white_first = "sfen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1";
    for (name, start, moves) in [
        ("one.usi", "startpos", "7g7f 3c3d 2g2f 8c8d"),
        ("two.usi", "startpos", "2g2f 3c3d 7g7f"),
        ("three.usi", "startpos", "2g2f 8c8d 7g7f 3c3d 6g6f"),
        ("rotated.usi", white_first, "3c3d 7g7f 8c8d"),
    ] {
        files.push((
            name.to_owned(),
            format!("position {start} moves {moves}").into_bytes(),
        ));
    }
    let places = places(&files);
    let results: HashMap<_, _> = super::table_rows(super::table("games"), file_slices(&files))
        .into_iter()
        .map(|row| {
            (
                (row["path"].clone(), row["record"].clone()),
                row["verdict"].clone(),
            )
        })
        .collect();
    let mut asked: Vec<_> = places
        .iter()
        .filter(|it| it.ply < 8)
        .map(|it| &it.position)
        .collect();
    asked.sort_by_key(|it| it.zobrist());
    asked.dedup();
    let mut differing = 0;
    for mirrored in [false, true] {
        let queries = asked.iter().map(|position| {
            let search = Search::default().with_position(&position.to_sfen(1)).unwrap();
            let search = if mirrored { search.with_mirrored() } else { search };
            query(&NEXT, search.with_resulting())
        });
        let queries: Vec<_> = queries.collect();
        for (position, rows) in asked.iter().zip(search_rows(&queries, file_slices(&files))) {
            for row in rows
                .iter()
                .filter(|row| row["move"] != "" && !row["move"].is_null())
            {
                let mut after = (*position).clone();
                after
                    .play(row["move"].as_str().unwrap().parse().unwrap())
                    .unwrap();
                let mut expected = [0; 4];
                for (wanted, is_rotated) in [(after.clone(), false), (after.rotated(), true)] {
                    if is_rotated && !mirrored {
                        continue;
                    }
                    let reached = places.iter().filter(|it| it.position == wanted);
                    let reached: BTreeSet<_> = reached.map(|it| (it.path.clone(), it.record)).collect();
                    for (path, record) in reached {
                        let verdict = &results[&(path.into(), record.into())];
                        expected[0] += 1;
                        match (verdict.as_str(), is_rotated) {
                            (Some("black"), false) | (Some("white"), true) => expected[1] += 1,
                            (Some("white"), false) | (Some("black"), true) => expected[2] += 1,
                            (Some("draw"), _) => expected[3] += 1,
                            _ => {}
                        }
                    }
                }
                let columns = [
                    "games_after",
                    "black_wins_after",
                    "white_wins_after",
                    "draws_after",
                ];
                assert_eq!(columns.map(|it| number(row, it) as usize), expected, "{row:?}");
                differing += usize::from(row["games_after"] != row["games"]);
            }
        }
    }
    assert!(differing > 0, "a position is reached in several ways");
    // Without a position, there is nothing after which a move was played.
    let moves = query(
        &NEXT,
        Search::default().with_moves("7g7f").unwrap().with_resulting(),
    );
    let rows = search_rows(&[moves], file_slices(&files));
    assert!(rows[0][0]["games_after"].is_null() && rows[0][0]["games"].as_u64() > Some(1));
}

const BRANCHES: &str = "手合割：平手
1 ７六歩(77)
2 ３四歩(33)
3 ２六歩(27)
4 投了

変化：2手
2 ８四歩(83)
3 ２六歩(27)
4 ３四歩(33)

変化：3手
3 ６六歩(67)
";

#[test]
fn variations_are_searched_on_request() {
    let sfen = "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w -";
    let variation_sfen = "lnsgkgsnl/1r5b1/p1ppppppp/9/1p7/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w -"
        .replace("p1ppppppp/9/1p7", "p1ppppppp/1p7/9");
    let search = |text: &str| Search::default().with_position(text).unwrap();
    let moves = Search::default().with_moves("2g2f 3c3d").unwrap();
    let pieces = Search::default().with_pieces("△8四歩").unwrap();
    let queries = [
        query(&HITS, search(sfen)),
        query(&HITS, search(&variation_sfen)),
        query(&HITS, search(&variation_sfen).with_variations()),
        query(&HITS, moves.clone()),
        query(&HITS, moves.with_variations()),
        query(&HITS, pieces.with_variations()),
        query(&HITS, search(sfen).with_variations()),
    ];
    let rows = search_rows(&queries, [("a.kif", BRANCHES.as_bytes())]);
    let hit_texts = |rows: &[Row]| -> Vec<String> {
        let hit_text = |row: &Row| {
            let text = |column: &str| row[column].as_str().unwrap_or("-").to_owned();
            format!("{} {} {}", row["ply"], text("move"), text("variation"))
        };
        rows.iter().map(hit_text).collect()
    };
    assert_eq!(hit_texts(&rows[0]), ["3 - -"]);
    assert!(rows[1].is_empty());
    assert_eq!(hit_texts(&rows[2]), ["3 3c3d 2.1"]);
    assert!(rows[3].is_empty());
    assert_eq!(hit_texts(&rows[4]), ["2 2g2f 2.1"]);
    assert_eq!(hit_texts(&rows[5]), ["2 2g2f 2.1"], "one hit a run");
    assert_eq!(hit_texts(&rows[6]), ["3 - -"], "the main line once");
}
