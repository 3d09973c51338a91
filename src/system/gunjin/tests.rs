//! Random games that are written, read again and checked, with both setups known and with one hidden.

use super::board::MoveCheck;
use super::game::{self, Gunjin, cells};
use super::knowledge::PieceKnowledge;
use crate::finding::{Finding, Severity};
use crate::notation::gunjin::{Action, Kind, Place, Ply, Step};
use crate::notation::{self, Writer};
use crate::played::Played;
use crate::profile::{Battle, Profile};
use crate::record::{Outcome, Terminal};
use crate::system::Referees;
use crate::system::model::GameState;
use crate::text;

/// A pseudo-random number generator (xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }
}

/// A random legal game, with its setups and the rules of its event.
struct Game {
    rules: Profile,
    setups: [Vec<Option<Kind>>; 2],
    plies: Vec<Ply>,
    end: String,
}

/// Returns the default rules, and the rules of a set that leaves cells empty.
fn all_rules() -> [Profile; 2] {
    let small = include_str!("../../../fixtures/gunjin/23-pieces.toml");
    [
        Profile::default(),
        Profile::read(small, "23-pieces").expect("rules"),
    ]
}

/// Returns a random setup of a seat, cell by cell from the bar. No immobile piece is on a gate cell.
fn random_setup(random: &mut Random, rules: &Profile) -> Vec<Option<Kind>> {
    let counts = rules.gunjin.counts();
    let mut kinds: Vec<Option<Kind>> = Kind::ALL
        .into_iter()
        .flat_map(|kind| std::iter::repeat_n(Some(kind), usize::from(counts[kind.index()])))
        .collect();
    kinds.resize(cells(0).flatten().count(), None);
    for last in (1..kinds.len()).rev() {
        kinds.swap(last, random.below(last + 1));
    }
    for gate in [1, 2, 5, 6] {
        while kinds[gate].is_some_and(|it| !it.is_mobile()) {
            let other = 8 + random.below(kinds.len() - 8);
            kinds.swap(gate, other);
        }
    }
    kinds
}

fn setup_text(seat: usize, kinds: &[Option<Kind>]) -> String {
    let mut kinds = kinds.iter().map(|it| it.map_or(".", Kind::code));
    let rows = cells(seat).map(|row| {
        let row: Vec<_> = kinds.by_ref().take(row.len()).collect();
        format!("  {}\n", row.join(" "))
    });
    rows.collect()
}

impl Game {
    /// Returns the record of the game, optionally with one setup hidden.
    fn text(&self, hidden: Option<usize>) -> String {
        let setups = self.setups.iter().enumerate().map(|(seat, kinds)| {
            let name = game::SETUP_HEADERS[seat];
            if hidden == Some(seat) {
                format!("{name}: hidden\n")
            } else {
                format!("{name}:\n{}", setup_text(seat, kinds))
            }
        });
        let plies = self.plies.iter().enumerate();
        let plies = plies.map(|(index, ply)| format!("{} {ply}\n", index + 1));
        let lines: String = setups.chain(plies).collect();
        format!("Gunjin: 1\n{lines}{}\n", self.end)
    }
}

/// Returns the game at its start.
fn start(text: &str, rules: &Profile) -> Gunjin {
    let text = text::decode(text.as_bytes(), None);
    let mut records = notation::records(&text, notation::detect(&text, None));
    Gunjin::set_up(&records.next().expect("a record"), rules)
}

/// Returns a random legal ply, if the search finds one.
fn random_ply(game: &Gunjin, random: &mut Random) -> Option<Ply> {
    let own_cells: Vec<Place> = game.board.pieces_of(game.side_to_move).map(|it| it.0).collect();
    let all_cells: Vec<Place> = Place::all().collect();
    for _ in 0..20_000 {
        let (from, to) = (
            own_cells[random.below(own_cells.len())],
            all_cells[random.below(all_cells.len())],
        );
        let knowledge = &game.board.knowledge;
        let kind = knowledge.shown_kind(game.board.piece_index(from)?)?;
        let target = game.board.piece_index(to);
        let is_own = target.is_some_and(|piece| knowledge.pieces[piece].owner == game.side_to_move);
        if is_own || game.board.move_check(kind, from, to) != MoveCheck::Free {
            continue;
        }
        let behind = game
            .board
            .piece_behind(to)
            .and_then(|piece| knowledge.shown_kind(piece));
        let defender = target.and_then(|piece| knowledge.shown_kind(piece));
        let action = Action::Step(Step {
            from,
            to,
            battle: defender.map(|defender| knowledge.terms.battles.outcome(kind, defender, behind)),
            promotes: false,
        });
        return Some(Ply {
            seat: game.side_to_move,
            action,
        });
    }
    None
}

fn random_game(random: &mut Random, rules: &Profile) -> Game {
    let mut played = Game {
        rules: rules.clone(),
        setups: [random_setup(random, rules), random_setup(random, rules)],
        plies: Vec::new(),
        end: "#interrupt".to_owned(),
    };
    let mut game = start(&played.text(None), rules);
    while played.plies.len() < 200 && game.ended.is_none() {
        let Some(ply) = random_ply(&game, random) else {
            break;
        };
        game.play(&ply);
        played.plies.push(ply);
    }
    if let Some(ended) = game.ended {
        let (winner, loser) = match ended.outcome {
            Some(Outcome::Win(seat)) if seat.number == 0 => ("S", "N"),
            _ => ("N", "S"),
        };
        played.end = match ended.terminal {
            Terminal::Headquarters => format!("#hq {winner}"),
            Terminal::Extermination => format!("#exterminated {loser}"),
            Terminal::Mate => format!("#mate {loser}"),
            _ => "#draw".to_owned(),
        };
    }
    played
}

/// Returns the findings of a record above the severity `note`, and the record as written.
fn check_and_write(text: &str, rules: &Profile) -> (Vec<Finding>, String) {
    let text = text::decode(text.as_bytes(), None);
    let mut records = notation::records(&text, notation::detect(&text, None));
    let record = records.next().expect("a record");
    let mut findings = Referees::with_profile(rules.clone()).check(&record).findings;
    findings.retain(|finding| finding.severity != Severity::Note);
    let target = notation::target("gunjin").expect("a target");
    let written = Writer::new(target)
        .write(&Played::new(&record))
        .expect("it is written");
    (findings, String::from_utf8(written.bytes).unwrap())
}

/// Both halves are full, so the first move must cross the bar, through a gate or by aeroplane.
#[test]
fn first_moves_have_the_expected_number() {
    let setup = "Setup-S:\n  CP TK TK FL CO EN AP SL\n  SL MJ CV MG EN CV MJ FL\n  MN CO LC TG TK SP LC CP\n  \
                 MN FG LG MG AP EN MN\n";
    for (board, count) in [("X X", 14), ("Y A", 10), ("I I", 9)] {
        let game = start(
            &format!("Gunjin: 1\nBoard: {board}\n{setup}Setup-N: hidden\n"),
            &Profile::default(),
        );
        let count_moves_to_north = |&(from, piece): &(Place, PieceKnowledge)| {
            let north = Place::all().filter(|to| to.half() == 1);
            north
                .filter(|&to| {
                    !game
                        .board
                        .possible_kinds(from, to)
                        .intersection(piece.kinds)
                        .is_empty()
                })
                .count()
        };
        let moves: usize = game.board.pieces_of(0).map(|it| count_moves_to_north(&it)).sum();
        assert_eq!(moves, count, "{board}");
    }
}

/// Returns the number of random games to play; `KIFU_GAMES=1500 cargo test --lib gunjin` plays more.
fn games_to_play() -> usize {
    let requested = std::env::var("KIFU_GAMES")
        .ok()
        .and_then(|value| value.parse().ok());
    requested.unwrap_or(30)
}

#[test]
fn legal_games_have_no_findings_and_round_trip() {
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut ends = std::collections::BTreeMap::<String, u32>::new();
    for (_, rules) in (0..games_to_play()).zip(all_rules().iter().cycle()) {
        let game = random_game(&mut random, rules);
        let text = game.text(None);
        let (findings, written) = check_and_write(&text, rules);
        assert!(findings.is_empty(), "{text}{findings:#?}");
        assert_eq!(written, text);
        *ends.entry(game.end[..3].to_owned()).or_default() += 1;
    }
    assert!(ends.len() > 1, "games end in several ways: {ends:?}");
}

#[test]
fn hiding_a_side_adds_no_contradiction() {
    let mut random = Random(0x2545_f491_4f6c_dd1d);
    for (number, rules) in (0..games_to_play()).zip(all_rules().iter().cycle()) {
        let text = random_game(&mut random, rules).text(Some(number / 2 % 2));
        let (findings, _) = check_and_write(&text, rules);
        assert!(findings.is_empty(), "{text}{findings:#?}");
    }
}

/// Returns the game with one battle result changed, and the index of the ply of that battle. `None` if the game
/// has no battle.
fn with_a_false_battle(mut game: Game, random: &mut Random) -> Option<(Game, usize)> {
    let is_battle = |ply: &Ply| matches!(ply.action, Action::Step(Step { battle: Some(_), .. }));
    let battles: Vec<usize> = (0..game.plies.len())
        .filter(|&index| is_battle(&game.plies[index]))
        .collect();
    let index = *battles.get(random.below(battles.len().max(1)))?;
    if let Action::Step(step) = &mut game.plies[index].action {
        let other_results: Vec<_> = [Battle::Won, Battle::Lost, Battle::Both]
            .into_iter()
            .filter(|&battle| step.battle != Some(battle))
            .collect();
        step.battle = Some(other_results[random.below(other_results.len())]);
    }
    Some((game, index))
}

#[test]
fn false_battles_are_found() {
    let mut random = Random(0xd1b5_4a32_d192_ed03);
    let (mut planted, mut noticed) = (0, 0);
    for (number, rules) in (0..games_to_play()).zip(all_rules().iter().cycle()) {
        let game = random_game(&mut random, rules);
        let Some((game, index)) = with_a_false_battle(game, &mut random) else {
            continue;
        };
        let text = game.text(None);
        let (findings, _) = check_and_write(&text, &game.rules);
        let is_about_battle = |finding: &Finding| {
            finding.rule.name == "gunjin-battle-result" && finding.ply == Some(index as u32 + 1)
        };
        assert!(findings.iter().any(is_about_battle), "{text}{findings:#?}");
        planted += 1;
        noticed += u32::from(
            !check_and_write(&game.text(Some(number / 2 % 2)), &game.rules)
                .0
                .is_empty(),
        );
    }
    println!("{noticed} of {planted} false battles are noticed in blind records");
    assert!(noticed * 2 > planted, "{noticed} of {planted}");
}
