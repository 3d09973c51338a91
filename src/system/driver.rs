//! Judges a record of any game but shogi: sets up its board, makes ply after ply, shows each to the rules of the game,
//! and holds the result against what was played.

use std::collections::HashMap;

use super::fouls::{Evidence, Foul, Fouls, Sentence, Verdict};
use super::replay::{Drawing, MoveFacts};
use crate::finding::{Cell, Class, Count, Finding, Findings, Message, Rule, Seat, Severity, Span, message};
use crate::notation::Word;
use crate::profile::Profile;
use crate::record::{Claim, Clock, GameKind, Node, NodeId, Outcome, Record, Step, Terminal};
use crate::referee::clock::fits_to_the_second;
use crate::referee::report::{Check, ask};
use crate::referee::rules::{checking, clocks, results};
use crate::referee::{Judgement, listed, place_in_line, unread};

/// Judges a record by the rules of this game.
pub(super) fn judge<B: Board>(rules: &Rules<B>, record: &Record<'_>, profile: &Profile) -> Judgement {
    let mut driver = Driver::new(rules, record, profile);
    driver.start();
    driver.on_claims(NodeId::START);
    for (id, node) in record.tree.main_line() {
        driver.step(id, node);
        driver.on_claims(id);
    }
    driver.finish()
}

/// The seat of this number.
pub(super) fn seat_of(game: &GameKind, number: usize) -> Seat {
    game.seats[number.min(game.seats.len() - 1)]
}

/// The ply after one, as far as it is one.
pub(super) fn next_token<'t>(record: &Record<'t>, id: NodeId) -> Option<&'t str> {
    let next = record.tree.first_child(id)?;
    match record.tree.node(next).step {
        Step::Token(span) => Some(record.text_at(span)),
        _ => None,
    }
}

/// What is said at a ply. Claims are in the order of the plies.
pub(super) fn said<'r, 't>(record: &'r Record<'t>, id: NodeId) -> impl Iterator<Item = &'r Claim<'t>> {
    let claims = &record.claims;
    let first = claims.partition_point(|it| it.node < id);
    claims[first..].iter().take_while(move |it| it.node == id)
}

struct Driver<'r, 't, B: Board> {
    rules: &'r Rules<B>,
    record: &'r Record<'t>,
    profile: &'r Profile,
    board: B,
    findings: Findings,
    totals: Totals,
    /// How often what recurs has come about: positions, as a rule.
    seen: HashMap<String, u32>,
    /// The ply with which the game ended.
    over_at: Option<u32>,
    /// Nothing was said of that end when the game went on.
    is_end_unstated: bool,
    /// The ply after which the position is not known.
    lost_at: Option<u32>,
    fouls: Fouls,
    /// The rule that refutes what the record states of its end.
    refuted: Option<&'static Rule>,
    plies: u32,
    played_on: u32,
    last: Option<Span>,
}

impl<'r, 't, B: Board> Driver<'r, 't, B> {
    fn new(rules: &'r Rules<B>, record: &'r Record<'t>, profile: &'r Profile) -> Self {
        Self {
            rules,
            record,
            profile,
            board: B::set_up(record, profile),
            findings: Findings::default(),
            totals: Totals::of(rules.game.seats.len()),
            seen: HashMap::new(),
            over_at: None,
            is_end_unstated: false,
            lost_at: None,
            fouls: Fouls::default(),
            refuted: None,
            plies: 0,
            played_on: 0,
            last: None,
        }
    }

    fn seat(&self, number: usize) -> Seat {
        seat_of(self.rules.game, number)
    }

    fn start(&mut self) {
        let case = StartCase::of(self.record, self.board.clone());
        for found in ask(self.rules.start, &case) {
            if found.stops {
                self.lost_at = Some(0);
            }
            let finding = found.finding;
            let finding = Finding {
                ply: Some(0),
                span: finding
                    .span
                    .or_else(|| B::place_of_start(self.record, &finding))
                    .or(Some(self.first_line())),
                ..finding
            };
            if let Some(seat) = finding.seat {
                self.take_note(&finding, &case.board, seat.index());
            }
            self.findings.push(finding);
        }
        self.seen.insert(self.board.recurrence(), 1);
    }

    /// Takes note of a foul that somebody made in this game.
    fn take_note(&mut self, finding: &Finding, before: &B, offender: usize) {
        if finding.rule.class == Class::Foul && finding.severity == Severity::Error {
            self.fouls.add(Foul {
                seat: self.seat(offender),
                ply: finding.ply.unwrap_or(0),
                rule: finding.rule,
                span: finding.span,
                winner: before.sole_rival(offender).map(|it| self.seat(it)),
            });
        }
    }

    /// Where what is said of the record as a whole stands.
    fn first_line(&self) -> Span {
        let first = self.record.headers.first().map(|it| it.span);
        first.unwrap_or(Span::new(
            self.record.span.start as usize,
            self.record.span.start as usize,
        ))
    }

    fn step(&mut self, id: NodeId, node: &Node<'_>) {
        let (Step::Token(span) | Step::Illegible(span)) = node.step else {
            return;
        };
        self.plies = node.ply;
        self.last = Some(span);
        if self.over_at.is_some() {
            self.is_end_unstated |= self.played_on == 0 && self.board.stated().is_none();
            self.played_on += 1;
            return;
        }
        if self.lost_at.is_some() {
            return;
        }
        let text = self.record.text_at(span);
        match self.board.read(text, next_token(self.record, id)) {
            Some(ply) if matches!(node.step, Step::Token(_)) => self.play(node, span, ply),
            _ => self.lost_at = Some(node.ply),
        }
    }

    fn play(&mut self, node: &Node<'_>, span: Span, ply: B::Ply) {
        self.board.infer(&ply);
        let before = self.board.clone();
        self.board.play(&ply);
        let mover = before.mover(&ply);
        let count = self.seen.entry(self.board.recurrence()).or_default();
        *count += 1;
        self.board.recurs(*count);
        let case = PlyCase {
            occurrences: *count,
            mover,
            ply,
            after: self.board.clone(),
            before,
        };
        let after_foul = !self.fouls.is_empty();
        for found in ask(self.rules.ply, &case) {
            let stops = found.stops;
            let said = found.finding;
            let mut cells = case.before.cells(&case.ply);
            cells.extend(
                said.cells
                    .iter()
                    .filter(|it| !case.before.cells(&case.ply).contains(it)),
            );
            let finding = Finding {
                ply: Some(node.ply),
                span: said.span.or(Some(span)),
                seat: said.seat.or(Some(self.seat(mover))),
                moved: Some(case.before.moved(&case.ply)),
                position: Some(case.before.position()),
                cells,
                after_foul,
                ..said
            };
            self.take_note(&finding, &case.before, mover);
            self.findings.push(finding);
            if stops {
                break;
            }
        }
        self.board.charge(mover, node);
        if let Some(message) = self.totals.add(mover, node.clock) {
            let rule = &clocks::CLOCK_CUMULATIVE_MISMATCH;
            self.findings
                .push(Finding::new(rule, node.clock_place(), message).at_ply(node.ply));
        }
        self.over_at = self.board.end().map(|_| node.ply);
    }

    /// What is said at a ply of players and of the game.
    fn on_claims(&mut self, id: NodeId) {
        let ply = self.record.tree.node(id).ply;
        for claim in said(self.record, id) {
            let word = Word::of(&claim.text);
            let before = self.board.clone();
            self.board.on_claim(&word);
            if self.lost_at.is_some() {
                continue;
            }
            let case = WordCase { before, word };
            for found in ask(self.rules.word, &case) {
                self.refuted = self.refuted.or(found.decides.map(|_| found.finding.rule));
                let said = found.finding;
                self.findings.push(Finding {
                    ply: Some(ply),
                    span: Some(claim.span),
                    position: Some(case.before.position()),
                    ..said
                });
            }
            if self.board.end().is_some() {
                self.over_at.get_or_insert(ply);
            }
        }
    }

    fn finish(mut self) -> Judgement {
        self.unjudged();
        self.played_on();
        let stated = self.board.stated();
        let by_board = self.by_board(stated.as_ref());
        self.hold_against_end();
        if stated.is_none() && by_board.is_none() && self.plies > 0 {
            self.open();
        }
        let sentence = self.sentence(stated.as_ref(), by_board.as_ref());
        let (said, by_foul) = self.fouls.judge(&sentence);
        self.fouls.acknowledge(self.findings.iter_mut(), &sentence);
        let verdict = Verdict::of(Evidence {
            stated,
            by_board,
            by_foul,
            refuted: self.refuted,
            foul_at_end: self.fouls.decision_at_end(self.plies),
            is_begun: self.plies > 0,
        });
        let overturned = verdict.overturned(self.plies, None);
        for finding in said.into_iter().chain(overturned) {
            self.findings.push(self.of_result(finding));
        }
        let mut findings = unread(self.record);
        place_in_line(self.record, &mut findings);
        findings.append(self.findings);
        Judgement {
            findings: listed(findings),
            plies: self.plies,
            end: verdict.end,
            stated: verdict.stated,
            verdict: verdict.outcome,
            because: verdict.because,
            occurrences: 0,
        }
    }

    /// What the board shows of the end. What a foul has brought about decides nothing, and a loss by a foul or on time may
    /// have come before.
    fn by_board(&self, stated: Option<&End>) -> Option<End> {
        let end = self.board.decided().filter(|_| self.lost_at.is_none())?;
        let foul = self.fouls.at_end(self.over_at.unwrap_or(self.plies));
        let is_by_foul = foul.is_some_and(|it| end.outcome == Some(Outcome::Win(it.seat)));
        let is_before = stated.is_some_and(|it| match it.terminal {
            Terminal::Timeout => true,
            Terminal::FoulLoss => self.fouls.punished_by(it.outcome),
            _ => false,
        });
        (!is_by_foul && !is_before).then_some(end)
    }

    /// Asks what the end of the record has against it.
    fn hold_against_end(&mut self) {
        if self.lost_at.is_some() {
            return;
        }
        for found in ask(self.rules.end, &self.board) {
            self.refuted = self.refuted.or(found.decides.map(|_| found.finding.rule));
            let finding = found.finding;
            self.findings.push(self.of_end(finding));
        }
    }

    /// A finding about the end of the record, at its last ply unless it says where.
    fn of_end(&self, finding: Finding) -> Finding {
        Finding {
            ply: finding.ply.or(Some(self.plies)),
            span: finding.span.or(self.last),
            ..finding
        }
    }

    /// A finding about the result, where that stands.
    fn of_result(&self, finding: Finding) -> Finding {
        let word = || self.record.claims.last().map(|it| it.span);
        let span = finding.span.or(self.board.stated_at()).or_else(word);
        self.of_end(Finding { span, ..finding })
    }

    fn sentence(&self, stated: Option<&End>, by_board: Option<&End>) -> Sentence<'r> {
        let blamed = self.board.blamed().into_iter();
        Sentence {
            profile: self.profile,
            plies: self.plies,
            due: self.seat(self.board.due()),
            blamed: blamed
                .map(|it| (self.seat(it), self.board.is_known(it)))
                .collect(),
            terminal: stated.or(by_board).map(|it| it.terminal),
            stated: stated.and_then(|it| it.outcome),
        }
    }

    /// How many plies after one that cannot be read were not judged.
    fn unjudged(&mut self) {
        let Some(after) = self.lost_at.filter(|&at| at < self.plies) else {
            return;
        };
        let node = self
            .record
            .tree
            .main_line()
            .find(|(_, node)| node.ply == after + 1);
        let count = (self.plies - after) as usize;
        let message = checking::words(after, count, None);
        let span = node.and_then(|(_, node)| node.span());
        self.findings
            .push(Finding::new(&checking::NOT_JUDGED, span, message).at_ply(after + 1));
    }

    fn played_on(&mut self) {
        let (Some(end), 1..) = (self.over_at, self.played_on) else {
            return;
        };
        let count = self.played_on;
        let node = self.record.tree.main_line().find(|(_, node)| node.ply == end + 1);
        let span = node.and_then(|(_, node)| node.span());
        let how = self.board.end().map(|it| it.reason);
        let message = message!(
            "{moves} after the end of the game at ply {end}{how}",
            "{end}手目の終局の後に指し手が{moves}手ある{how}",
            moves = Count(count, "move"),
            end,
            how = how.map(|how| message!(": {how}", "。{how}", how))
        );
        let rule = if self.is_end_unstated {
            self.rules.after_unstated_end
        } else {
            self.rules.after_end
        };
        self.findings
            .push(Finding::new(rule, span, message).at_ply(end + 1));
    }

    fn open(&mut self) {
        let ply = self.plies;
        let message = message!(
            "the record stops after ply {ply} without a result",
            "棋譜は{ply}手目で終わり、結果の記載がない",
            ply
        );
        self.findings
            .push(Finding::new(&results::END_TOKEN_MISSING, self.last, message).at_ply(ply));
    }
}

// What a game has to know so that the [driver](super::driver) can judge its records.

/// A game in progress: its board, its turns, and what has become of its players. It is copied for every ply, so that
/// rules are shown the game before and after it.
pub(super) trait Board: Clone + Sized + 'static {
    /// A ply, as its notation has it.
    type Ply;

    /// The game at the start of a record, judged by the rules of the event.
    fn set_up(record: &Record<'_>, profile: &Profile) -> Self;

    /// Where a record tells what a finding about its start is about: the first cell that this marks, or the header.
    fn place_of_start(record: &Record<'_>, finding: &Finding) -> Option<Span>;

    /// A ply of this text; the `next` may tell who made it.
    fn read(&self, text: &str, next: Option<&str>) -> Option<Self::Ply>;

    /// Who moves, by what the ply says or by the piece that it moves.
    fn mover(&self, ply: &Self::Ply) -> usize;

    /// The move as written, without what stands around it.
    fn moved(&self, ply: &Self::Ply) -> String;

    /// The places that a board beside a finding marks.
    fn cells(&self, ply: &Self::Ply) -> Vec<Cell>;

    /// Takes note of what a ply tells of the board before it, where not all of it is known.
    fn infer(&mut self, _ply: &Self::Ply) {}

    /// What a ply does that leads from here to this.
    fn facts(&self, ply: &Self::Ply, after: &Self) -> MoveFacts;

    /// Makes a ply as it is written, legal or not.
    fn play(&mut self, ply: &Self::Ply);

    /// Takes note of the time of a ply that was made.
    fn charge(&mut self, _mover: usize, _node: &Node<'_>) {}

    /// Takes note of a word about a player or the game.
    fn on_claim(&mut self, word: &Word);

    /// How the game has ended by what was played and said, if it has.
    fn end(&self) -> Option<End>;

    /// What the record says of the result, if it says anything.
    fn stated(&self) -> Option<End>;

    /// Where the record states the result, if not in a word after the moves.
    fn stated_at(&self) -> Option<Span> {
        None
    }

    /// How the game has ended by its rules, whatever the record says of who won.
    fn decided(&self) -> Option<End>;

    /// Whose turn it is.
    fn due(&self) -> usize;

    /// Who has lost by a foul, as the record says.
    fn blamed(&self) -> Vec<usize>;

    /// Whether all that a player has is known.
    fn is_known(&self, _seat: usize) -> bool {
        true
    }

    /// Who wins when this player loses, if nobody else is left then.
    fn sole_rival(&self, seat: usize) -> Option<usize> {
        Some(1 - seat)
    }

    /// The position as text.
    fn position(&self) -> String;

    /// Takes note of how often what recurs has come about by now.
    fn recurs(&mut self, _occurrences: u32) {}

    /// What stands there once more when the game repeats itself.
    fn recurrence(&self) -> String {
        self.position()
    }

    /// The board as it is drawn.
    fn drawing(&self) -> Drawing;
}

/// The rules of a game, in the order in which they are asked.
pub(super) struct Rules<B: Board> {
    /// The game.
    pub game: &'static GameKind,
    /// About the start; its board has been set up.
    pub start: &'static [Check<StartCase<B>>],
    /// About a ply.
    pub ply: &'static [Check<PlyCase<B>>],
    /// About a word on a player or the game.
    pub word: &'static [Check<WordCase<B>>],
    /// About the game as a whole.
    pub end: &'static [Check<B>],
    /// What is said of plies after an end that the record tells.
    pub after_end: &'static Rule,
    /// What is said of plies after one that only the board shows.
    pub after_unstated_end: &'static Rule,
}

/// A start position, and what the record says of it.
pub(super) struct StartCase<B> {
    /// The game as it begins.
    pub board: B,
    /// The headers: name, value, place.
    pub headers: Vec<(String, String, Span)>,
}

impl<B> StartCase<B> {
    /// The start of this record, on this board.
    pub(super) fn of(record: &Record<'_>, board: B) -> Self {
        let headers = record.headers.iter();
        Self {
            board,
            headers: headers
                .map(|it| (it.name.to_string(), it.value.to_string(), it.span))
                .collect(),
        }
    }
}

/// A ply, and the game before and after it.
pub(super) struct PlyCase<B: Board> {
    /// Before it.
    pub before: B,
    /// The ply.
    pub ply: B::Ply,
    /// Who moves.
    pub mover: usize,
    /// After it.
    pub after: B,
    /// How often what recurs in the game has come about after a ply, this time counted.
    pub occurrences: u32,
}

/// A word about a player or the game, and the game before it.
pub(super) struct WordCase<B> {
    /// Before it.
    pub before: B,
    /// The word.
    pub word: Word,
}

/// How a game has ended.
#[derive(Clone, Debug)]
pub(super) struct End {
    /// In what way.
    pub terminal: Terminal,
    /// Who has won; `None` where that is not said.
    pub outcome: Option<Outcome<Seat>>,
    /// Why, for a person.
    pub reason: Message,
}

// Running totals of the players' times against the times they are made of.

/// The totals so far, one for each seat; `None` after a move whose time is not said.
#[derive(Debug)]
pub(super) struct Totals {
    totals: Vec<Option<u64>>,
    is_told: bool,
}

impl Totals {
    /// Nobody has used any time.
    pub(super) fn of(seats: usize) -> Self {
        Self {
            totals: vec![Some(0); seats],
            is_told: false,
        }
    }

    /// Adds the time of a move. What is said of the first total that does not follow from the one before.
    pub(super) fn add(&mut self, seat: usize, clock: Clock) -> Option<Message> {
        let player = self.totals.get_mut(seat)?;
        let before = std::mem::replace(player, clock.total_after(*player));
        let (before, spent, total) = (u32::try_from(before?).ok()?, clock.spent?, clock.total?);
        if fits_to_the_second(before, spent, total) || std::mem::replace(&mut self.is_told, true) {
            return None;
        }
        Some(clocks::words(total, before.saturating_add(spent), 0))
    }
}
