//! Converts a game to a record, and to the bytes of a file.

use std::borrow::Cow;

use kifu::finding::Span;
use kifu::notation;
use kifu::notation::Writer;
use kifu::notation::header::header;
use kifu::played::Played;
use kifu::record::Claim;
use kifu::record::Clock;
use kifu::record::Ending;
use kifu::record::NodeId;
use kifu::record::Outcome;
use kifu::record::Record;
use kifu::record::Remark;
use kifu::record::RemarkKind;
use kifu::record::Step;
use kifu::record::WrittenMove;
use kifu::shogi::Color;

use super::dice::Dice;
use super::faults::{Fault, set_wrong_totals};
use super::game::Game;
use super::plan::WritingStyle;

/// A written record, and the year in its headers.
#[derive(Debug)]
pub struct Entry {
    /// The bytes of the record in a file.
    pub bytes: Vec<u8>,
    /// The year that the record states; `None` if the record has no date.
    pub year: Option<u32>,
}

const COMMENTS: [&str; 5] = [
    "長考。",
    "ここが勝負所。",
    "検討では別の手が有力とされた。",
    "秒読みに入る。",
    "局面は難解。",
];

/// Writes the game of the record with this number in a style. The record also has the planned error, if any.
pub fn write_record(seed: u64, number: u64, game: &Game, style: WritingStyle) -> Entry {
    let mut dice = Dice::for_subject(seed, "record", number);
    let mut record = Record::new(notation::kif::NOTATION.format);
    let year = if style.has_headers {
        add_headers(&mut record, game, style, &mut dice)
    } else {
        None
    };
    add_moves(&mut record, game, &mut dice);
    if game.fault == Some(Fault::ResultLineMismatch) {
        add_wrong_result_line(&mut record, game);
    }
    if game.fault == Some(Fault::ClockCumulativeMismatch) {
        let length = game.moves.len() as u32;
        set_wrong_totals(&mut record, length / 3 + dice.below(length / 3));
    }
    let target = notation::target(style.target).expect("a target of the crate");
    let page = Writer::new(target).write(&Played::new(&record));
    let bytes = page.expect("every move can be played").bytes;
    Entry { bytes, year }
}

/// Adds the headers. Returns the year of the date; `None` if the headers have no date.
fn add_headers(record: &mut Record<'_>, game: &Game, style: WritingStyle, dice: &mut Dice) -> Option<u32> {
    let plan = &game.plan;
    let has_date = !dice.chance(30);
    let mut headers = Vec::new();
    if has_date {
        let allows_any_style = matches!(style.target, "kif" | "kifu" | "ki2");
        headers.push((
            "開始日時",
            format_date(plan.date, if allows_any_style { dice.below(10) } else { 9 }),
        ));
    }
    headers.push(("棋戦", plan.event.to_owned()));
    headers.push(("先手", plan.players[0].spelling(dice)));
    headers.push(("後手", plan.players[1].spelling(dice)));
    record.headers.extend(
        headers
            .into_iter()
            .map(|(key, value)| header(key, value, Span::default())),
    );
    has_date.then_some(plan.date[0])
}

/// Formats a date in one of several common styles, numbered from 0. Other numbers, and years that a style does not
/// cover, mean the default style of KIF.
fn format_date([year, month, day, hour, minute]: [u32; 5], date_style: u32) -> String {
    match (date_style, year) {
        (0, _) => format!("{year}/{month:02}/{day:02}"),
        (1, _) => format!(
            "{year}/{month:02}/{day:02}({}) {hour:02}:{minute:02}",
            weekday(year, month, day)
        ),
        (2, _) => format!("{year}年{month}月{day}日"),
        (3, 2020..) => format!("令和{}年{month}月{day}日", year - 2018),
        (3, 1990..=2018) => format!("平成{}年{month}月{day}日 {hour}時{minute}分", year - 1988),
        (4, _) => format!("{year}/{month:02}/{day:02} {hour}:{minute:02}"),
        _ => format!("{year}/{month:02}/{day:02} {hour:02}:{minute:02}:00"),
    }
}

/// Returns the day of the week, by Zeller's congruence.
fn weekday(year: u32, month: u32, day: u32) -> char {
    let (year, month) = if month < 3 {
        (year - 1, month + 12)
    } else {
        (year, month)
    };
    let days = day + 13 * (month + 1) / 5 + year + year / 4 - year / 100 + year / 400;
    ['土', '日', '月', '火', '水', '木', '金'][(days % 7) as usize]
}

fn add_moves(record: &mut Record<'_>, game: &Game, dice: &mut Dice) {
    let commented_ply = dice.chance(20).then(|| dice.index(game.moves.len()));
    let mut last_node = NodeId::START;
    for (ply, &mv) in game.moves.iter().enumerate() {
        let spent = game.plan.seconds_per_move.map(|seconds_per_move| {
            let factor = if dice.chance(60) { 8 } else { 1 };
            1000 * (1 + dice.below(2 * seconds_per_move * factor))
        });
        let clock = Clock { spent, total: None };
        last_node = record.tree.add(
            last_node,
            Step::Move(WrittenMove::new(mv, Span::default())),
            clock,
        );
        if commented_ply == Some(ply) {
            record.remarks.push(Remark {
                introduces: false,
                node: last_node,
                kind: RemarkKind::Comment,
                text: Cow::Borrowed(*dice.choose(&COMMENTS)),
            });
        }
    }
    if let Some(terminal) = game.end {
        let ending = Ending {
            terminal,
            offender: None,
            word: notation::japanese_terminal(terminal).unwrap_or_default().into(),
            span: Span::default(),
        };
        record.tree.add(last_node, Step::End(ending), Clock::default());
    }
}

/// Adds a result line with the loser as the winner, if the record states a winner.
fn add_wrong_result_line(record: &mut Record<'_>, game: &Game) {
    let Some((node, _)) = record.tree.main_line().last() else {
        return;
    };
    let Some(Outcome::Win(winner)) = game.stated() else {
        return;
    };
    let loser = if winner == Color::Black {
        "後手"
    } else {
        "先手"
    };
    record.claims.push(Claim {
        node,
        plies: Some(game.moves.len() as u32),
        terminal: None,
        winner: Some(winner.opponent()),
        text: format!("まで{}手で{loser}の勝ち", game.moves.len()).into(),
        span: Span::default(),
    });
}
