//! Records are replayed line by line, forward and backward.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use kifu::notation;
use kifu::played::NextStep;
use kifu::played::Playback;
use kifu::played::Played;
use kifu::played::PlayedBuilder;
use kifu::profile::Profile;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::shogi::History;
use kifu::system::Referees;
use kifu::text::decode;

use crate::support::files::below;

/// Reads the first record of a text and passes it to `check`.
fn with_record(text: &str, check: impl FnOnce(&Record<'_>)) {
    let text = decode(text.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None)).next();
    check(&record.expect("a record"));
}

/// Replays all lines of a record without making its illegal moves. Returns the visited nodes, each with the position
/// after it.
fn visited_nodes(mut playback: Playback<'_, '_>) -> Vec<(NodeId, String)> {
    let mut visited = Vec::new();
    loop {
        while let Some((node, step)) = playback.advance() {
            match step {
                NextStep::Move { legal: Some(mv), .. } => playback.play(mv),
                NextStep::Move { .. } | NextStep::Unresolved(..) | NextStep::Unreadable(_) => {}
                NextStep::Pass(_) => playback.pass(),
                NextStep::End(_) => drop(playback.end()),
            }
            visited.push((node, playback.position().to_sfen(1)));
        }
        if playback.next_line().is_none() {
            return visited;
        }
    }
}

const VARIATIONS: &str = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 ２二角成(88)\n4 同　銀(31)\n\n\
    変化：3手\n3 ２六歩(27)\n4 ８四歩(83)\n\n変化：4手\n4 ４四歩(43)\n\n変化：1手\n1 ５六歩(57)\n2 中断\n";

#[test]
fn variations_are_replayed_from_their_branch_points() {
    with_record(VARIATIONS, |record| {
        let visited = visited_nodes(Playback::new(record));
        let lines = record.tree.lines();
        let first_nodes: Vec<_> = lines.collect();
        let visited_first_nodes = visited
            .iter()
            .map(|(node, _)| *node)
            .filter(|node| first_nodes.contains(node));
        assert_eq!(visited_first_nodes.collect::<Vec<_>>(), first_nodes);
        assert_eq!(visited.len(), record.tree.len() - 1);
        for (node, position) in &visited {
            let record_to_node = record.up_to(*node);
            let last_visit = visited_nodes(Playback::new(&record_to_node)).pop();
            assert_eq!(
                last_visit.map_or_else(|| record_to_node.start.position.to_sfen(1), |it| it.1),
                *position
            );
        }
    });
}

/// Returns a game in which a gold moves to and fro, and in which another gold could make each of these moves. The last
/// move shows which of the golds has moved.
fn ambiguous_gold_game(moves: usize) -> String {
    let row = "| ・ ・ ・ ・ ・ ・ ・ ・ ・|\n";
    let (king, golds) = (
        row.replacen("・ ・ ・ ・ ・", "・ ・ ・ ・v玉", 1),
        "| 玉 ・ ・ 金 ・ 金 ・ ・ ・|\n",
    );
    let board = format!("{}{}{golds}先手番\n", king.replace(" v", "v"), row.repeat(7));
    let plies = (0..moves).map(|index| {
        let (number, kings) = (2 * index + 1, ["５二玉(51)", "５一玉(52)"][index % 2]);
        let gold = ["５八金", "５九金"][index % 2];
        format!("{number} {gold}\n{} {kings}\n", number + 1)
    });
    let plies: String = plies.collect();
    format!("{board}{plies}{} ３八金(49)\n", 2 * moves + 1)
}

/// For each ambiguous move, four lines of play must be tried, except for the first, which requires two. The number of
/// tried lines is limited, and beyond the limit no move is replayed.
#[test]
fn later_moves_resolve_ambiguity_within_a_limit() {
    for (moves, plies) in [(1, 3), (15, 31), (16, 33), (17, 0), (1000, 0)] {
        with_record(&ambiguous_gold_game(moves), |record| {
            assert_eq!(record.tree.main_line().count(), 2 * moves + 1);
            assert_eq!(Played::new(record).line().count(), plies, "{moves}");
        });
    }
}

#[test]
fn a_conversion_writes_the_piece_that_moved() {
    let text = "手合割：平手\n\n▲５八金 △３四歩 ▲３八金(49)\n";
    with_record(text, |record| {
        let target = notation::target("kifu").expect("a target");
        let conversion = notation::Writer::new(target).write(&Played::new(record));
        let conversion = conversion.expect("all of the game");
        assert!(String::from_utf8_lossy(&conversion.bytes).contains("1 ５八金(69)"));
    });
}

#[test]
fn replay_stops_at_the_first_unplayable_move() {
    with_record(
        "手合割：平手\n1 ７六歩(77)\n2 ５五歩(54)\n3 ２六歩(27)\n",
        |record| {
            assert_eq!(visited_nodes(Playback::new(record)).len(), 2);
        },
    );
}

#[test]
fn take_backs_are_undone_only_in_a_replay_by_the_rules() {
    let text =
        "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n3 待った\n4 ８四歩(83)\n\n変化：2手\n2 ４四歩(43)\n";
    with_record(text, |record| {
        let mut history = History::new();
        history.start(record.start.position.zobrist(), true);
        let by_rules = visited_nodes(Playback::with_history(record, &mut history));
        let boards = by_rules
            .iter()
            .map(|(_, position)| position.split(' ').next().unwrap_or_default());
        let expected = [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL",
            "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL",
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL",
            "lnsgkgsnl/1r5b1/p1ppppppp/1p7/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL",
            "lnsgkgsnl/1r5b1/ppppp1ppp/5p3/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL",
        ];
        assert_eq!(boards.collect::<Vec<_>>(), expected);
        assert_eq!(history.len(), 2);
        // In a replay as written, White's move is not taken back, so Black is to move.
        assert_eq!(visited_nodes(Playback::new(record))[2].1, by_rules[1].1);
    });
}

/// An observer of the referee builds the same replayed record as a separate replay: with an equal last position, equal
/// meanings of the nodes, and equal sides to move.
#[test]
fn an_observer_sees_the_positions_of_the_replay() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let (mut referees, mut builder) = (
        Referees::with_profile(Profile::default()),
        PlayedBuilder::default(),
    );
    for path in below(&fixtures) {
        let bytes = fs::read(&path).unwrap();
        let text = decode(&bytes, None);
        let notation = notation::detect(&text, path.extension().and_then(|it| it.to_str()));
        for record in notation::records(&text, notation).take(50) {
            builder.begin(&record);
            referees.check_watched(&record, &mut |played| builder.push(played));
            let (observed, replayed) = (builder.build(&record), Played::new(&record));
            assert_eq!(observed.last(), replayed.last(), "{}", path.display());
            for id in record.tree.ids() {
                let node_state =
                    |played: &Played<'_, '_>| (*played.meaning(id), played.turn(id), played.turn_after(id));
                assert_eq!(
                    node_state(&observed),
                    node_state(&replayed),
                    "{}: {id:?}",
                    path.display()
                );
            }
        }
    }
}

/// The positions are those of a replay, in whatever order they are requested.
#[test]
fn positions_before_and_after_every_node_are_those_of_the_game() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut illegal_count = 0;
    for path in below(&fixtures) {
        let bytes = fs::read(&path).unwrap();
        let text = decode(&bytes, None);
        let notation = notation::detect(&text, path.extension().and_then(|it| it.to_str()));
        for record in notation::records(&text, notation).take(20) {
            let mut positions_after = HashMap::from([(NodeId::START, record.start.position.clone())]);
            let played = Played::watched(&record, |id, _, position| {
                positions_after.insert(id, position.clone());
            });
            let mut positions = played.positions();
            let forward: Vec<_> = record.tree.ids().collect();
            let from_both_ends = forward
                .iter()
                .zip(forward.iter().rev())
                .flat_map(|(&front, &back)| [front, back]);
            let in_lines = record.tree.lines().flat_map(|first| played.from(first));
            let order = forward.iter().copied().chain(from_both_ends).chain(in_lines);
            for id in order.chain(forward.iter().rev().copied()) {
                let parent = record
                    .tree
                    .parent(id)
                    .filter(|_| positions_after.contains_key(&id));
                let position_before = parent.map(|parent| &positions_after[&parent]);
                assert_eq!(
                    positions.before(id),
                    position_before,
                    "{}: {id:?}",
                    path.display()
                );
                assert_eq!(
                    positions.after(id),
                    positions_after.get(&id),
                    "{}: {id:?}",
                    path.display()
                );
            }
            illegal_count += forward
                .iter()
                .filter(|&&id| played.ply(id).is_some_and(|it| !it.legal))
                .count();
        }
    }
    assert!(
        illegal_count > 100,
        "moves that are not legal are among them: {illegal_count}"
    );
}
