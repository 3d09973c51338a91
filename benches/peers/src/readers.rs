//! The readers in Rust. Each is measured in a process of its own.

use std::error::Error;
use std::fs;
use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use kifu::finding::Class;
use kifu::record::{Record, Step};
use kifu::system::Referees;
use kifu::{notation, text};
use rsshogi::board::Position;

/// A file in memory, and its text.
struct Game {
    path: PathBuf,
    bytes: Vec<u8>,
    text: String,
}

/// The number of plies of a game, or the error of the reader.
type Plies = Result<usize, Box<dyn Error>>;

/// A function that reads a game.
type Reader = Box<dyn FnMut(&Game) -> Plies>;

/// Returns the number of plies of this library, which decodes the bytes itself.
fn kifu_plies(game: &Game, referees: Option<&mut Referees>) -> Plies {
    let text = text::decode(&game.bytes, None);
    let records: Vec<_> = notation::records(&text, notation::detect(&text, None)).collect();
    if records.iter().any(|record| !record.gaps.is_empty()) {
        return Err("some text could not be read".into());
    }
    if let Some(referees) = referees {
        for record in &records {
            let judgement = referees.check(record);
            if let Some(foul) = judgement
                .findings
                .iter()
                .find(|finding| finding.rule.class == Class::Foul)
            {
                return Err(foul.rule.name.into());
            }
        }
    }
    Ok(records.iter().map(main_line_moves).sum())
}

fn main_line_moves(record: &Record<'_>) -> usize {
    record
        .tree
        .main_line()
        .filter(|(_, node)| matches!(node.step, Step::Move(_)))
        .count()
}

fn rsshogi_plies(game: &Game, is_csa: bool, is_legal: bool) -> Plies {
    let record = if is_csa {
        rsshogi::records::csa::parse_csa_str(&game.text)?
    } else {
        rsshogi::records::kif::parse_kif_str(&game.text)?
    };
    if is_legal {
        let mut position = Position::empty();
        position.set_sfen(record.init_position_sfen())?;
        for (index, entry) in record.moves().iter().enumerate() {
            if !position.is_legal_move(entry.mv()) {
                return Err(format!("illegal move at ply {}", index + 1).into());
            }
            position.apply_move(entry.mv());
        }
    }
    Ok(record.move_count())
}

fn csa_plies(game: &Game) -> Plies {
    let record = csa::parse_csa(&game.text).map_err(|error| format!("{error:?}"))?;
    Ok(record
        .moves
        .iter()
        .filter(|it| matches!(it.action, csa::Action::Move(..)))
        .count())
}

fn converter_plies(game: &Game, is_csa: bool) -> Plies {
    let record = if is_csa {
        shogi_kifu_converter::parser::parse_csa_str(&game.text)?
    } else {
        shogi_kifu_converter::parser::parse_kif_str(&game.text)?
    };
    Ok(record.moves.iter().filter(|it| it.move_.is_some()).count())
}

/// Returns the reader of this name and its version; `None` if it has no such mode for the format.
fn find_reader(name: &str, is_csa: bool, is_legal: bool) -> Option<(&'static str, Reader)> {
    Some(match name {
        "kifu" => {
            let mut referees = is_legal.then(Referees::with_defaults);
            ("", Box::new(move |game| kifu_plies(game, referees.as_mut())))
        }
        "rsshogi" => (
            "1.7.3",
            Box::new(move |game| rsshogi_plies(game, is_csa, is_legal)),
        ),
        "csa" if is_csa && !is_legal => ("1.0.2", Box::new(csa_plies)),
        "shogi-kifu-converter" if !is_legal => ("0.2.2", Box::new(move |game| converter_plies(game, is_csa))),
        _ => return None,
    })
}

/// Runs a reader as a peer: see the documentation of the program for the arguments and the output.
pub fn run(args: &[String]) -> Result<(), Box<dyn Error>> {
    let [name, format, mode, rounds, seconds] = args else {
        return Err("expected: NAME FORMAT MODE ROUNDS SECONDS".into());
    };
    let Some((version, mut reader)) = find_reader(name, format == "csa", mode == "legal") else {
        println!("unsupported");
        return Ok(());
    };
    println!("version\t{version}");
    let mut list = String::new();
    io::stdin().read_to_string(&mut list)?;
    let mut games = Vec::new();
    for path in list.lines().filter_map(|line| line.split('\t').nth(1)) {
        let bytes = fs::read(path)?;
        let text = text::decode(&bytes, None).as_str().to_owned();
        games.push(Game {
            path: path.into(),
            bytes,
            text,
        });
    }
    let end = Instant::now() + Duration::try_from_secs_f64(seconds.parse()?)?;
    for _ in 0..rounds.parse()? {
        if Instant::now() > end {
            break;
        }
        measure(&games, &mut reader, end);
    }
    Ok(())
}

/// Reads all games once, unless the time ends before, and prints the result.
fn measure(games: &[Game], reader: &mut Reader, end: Instant) {
    let (mut tried, mut read, mut plies) = (0, 0, 0);
    let mut first_error = None;
    let start = Instant::now();
    for game in games {
        tried += 1;
        let result = catch_unwind(AssertUnwindSafe(|| reader(game))).unwrap_or_else(|_| Err("panic".into()));
        match result {
            Ok(0) => first_error = first_error.or_else(|| Some((game, "no moves".into()))),
            Ok(count) => {
                read += 1;
                plies += count;
            }
            Err(error) => first_error = first_error.or(Some((game, error))),
        }
        if Instant::now() > end {
            break;
        }
    }
    println!(
        "round\t{tried}\t{read}\t{plies}\t{}",
        start.elapsed().as_secs_f64()
    );
    if let Some((game, error)) = first_error {
        let message = error.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        println!("error\t{}: {message}", game.path.display());
    }
}
