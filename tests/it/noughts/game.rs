//! Noughts and crosses: the board, the rules, and the entry in the table of games.

use std::fmt::Write;
use std::str::FromStr;

use kifu::finding::Cell;
use kifu::finding::Class;
use kifu::finding::Example;
use kifu::finding::Finding;
use kifu::finding::Group;
use kifu::finding::Rule;
use kifu::finding::RulePage;
use kifu::finding::Seat;
use kifu::finding::Words;
use kifu::finding::both;
use kifu::finding::message;
use kifu::record::GameKind;
use kifu::record::Outcome;
use kifu::record::Record;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::referee::Judgement;
use kifu::referee::reading_findings;
use kifu::system::System;

const CROSSES: Seat = Seat {
    number: 0,
    name: "crosses",
    words: &both("Crosses", "バツ"),
};

const NOUGHTS: Seat = Seat {
    number: 1,
    name: "noughts",
    words: &both("Noughts", "マル"),
};

pub static GAME: GameKind = GameKind {
    name: "noughts-and-crosses",
    words: both("noughts and crosses", "三目並べ"),
    seats: &[CROSSES, NOUGHTS],
};

pub static SYSTEM: System = System {
    game: &GAME,
    rules: |_| RULES.to_vec(),
    check: |_, record, _| check(record),
    replay: |_, _| {},
};

static RULES: [&Rule; 2] = [&CELL_TAKEN, &MOVES_AFTER_LINE];

static CELL_TAKEN: Rule = rule("cell-taken", "a cell that is taken", "ふさがったます");

static MOVES_AFTER_LINE: Rule = rule(
    "moves-after-line",
    "moves after three in a row",
    "三つ並んだ後の手",
);

const fn rule(name: &'static str, english: &'static str, japanese: &'static str) -> Rule {
    Rule {
        name,
        class: Class::Foul,
        group: Group::Fouls,
        english,
        japanese,
        page: Some(&PAGE),
    }
}

static PAGE: RulePage = RulePage {
    what: both("", ""),
    why: both("", ""),
    remedy: both("", ""),
    page_remedy: None,
    source: Words::untranslated("known to children"),
    bad: EMPTY_EXAMPLE,
    good: EMPTY_EXAMPLE,
    fix: None,
};

const EMPTY_EXAMPLE: Example = Example::Record {
    text: "",
    note: both("", ""),
};

/// A square of the board, such as `b2`.
pub struct Place {
    name: Cell,
    index: usize,
}

impl FromStr for Place {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let &[column @ b'a'..=b'c', row @ b'1'..=b'3'] = text.as_bytes() else {
            return Err(());
        };
        let index = usize::from(row - b'1') * 3 + usize::from(column - b'a');
        Cell::from_name(text).map(|name| Self { name, index }).ok_or(())
    }
}

#[derive(Default)]
struct Board([Option<Seat>; 9]);

const LINES: [[usize; 3]; 8] = [
    [0, 1, 2],
    [3, 4, 5],
    [6, 7, 8],
    [0, 3, 6],
    [1, 4, 7],
    [2, 5, 8],
    [0, 4, 8],
    [2, 4, 6],
];

impl Board {
    fn winner(&self) -> Option<Seat> {
        let owner_of_line =
            |[a, b, c]: [usize; 3]| self.0[a].filter(|_| self.0[a] == self.0[b] && self.0[b] == self.0[c]);
        LINES.into_iter().find_map(owner_of_line)
    }

    fn text(&self) -> String {
        self.0.iter().fold(String::new(), |mut text, cell| {
            let _ = write!(
                text,
                "{}",
                cell.map_or('.', |seat| if seat == CROSSES { 'x' } else { 'o' })
            );
            text
        })
    }
}

fn check(record: &Record<'_>) -> Judgement {
    let mut board = Board::default();
    let mut judgement = Judgement::default();
    let mut findings = reading_findings(record).into_parts().0;
    for (mover, (_, node)) in [CROSSES, NOUGHTS]
        .into_iter()
        .cycle()
        .zip(record.tree.main_line())
    {
        let opponent = if mover == CROSSES { NOUGHTS } else { CROSSES };
        match &node.step {
            Step::Token(span) => {
                let token = record.text_at(*span);
                let Ok(place) = token.parse::<Place>() else {
                    continue;
                };
                let mut add_finding = |rule, message| {
                    findings.push(Finding {
                        seat: Some(mover),
                        moved: Some(token.to_owned()),
                        position: Some(board.text()),
                        cells: vec![place.name],
                        ..Finding::new(rule, *span, message).at_ply(node.ply)
                    });
                };
                if let Some(owner) = board.0[place.index] {
                    add_finding(
                        &CELL_TAKEN,
                        message!("{owner} already has this cell", "{owner}のますである", owner),
                    );
                } else if let Some(winner) = board.winner() {
                    add_finding(
                        &MOVES_AFTER_LINE,
                        message!("{winner} had won before", "{winner}が勝った後である", winner),
                    );
                }
                board.0[place.index].get_or_insert(mover);
                judgement.plies = node.ply;
            }
            Step::End(end) => {
                judgement.end = Some(end.terminal);
                judgement.stated = (end.terminal == Terminal::Resign).then_some(Outcome::Win(opponent));
            }
            _ => {}
        }
    }
    let board_verdict = board.winner().map(Outcome::Win);
    judgement.verdict = board_verdict.or(judgement.stated);
    judgement.findings = findings;
    judgement
}
