//! Judges a record of any game but shogi: sets up its board, makes ply after ply, shows each to the rules of the game,
//! and holds the result against what was played.

use std::collections::HashMap;

use super::board::{Board, End, PlyCase, Rules, StartCase, WordCase};
use super::moment::{Moment, Onlook};
use super::totals::Totals;
use crate::finding::{Class, Finding, Findings, Rule, Seat, Severity, Span, message};
use crate::notation::Word;
use crate::profile::Profile;
use crate::record::{Claim, GameKind, Node, NodeId, Outcome, Record, Step, Terminal};
use crate::referee::report::{Complaint, ask};
use crate::referee::rules::{
    clock_cumulative_mismatch as mismatch, end_token_missing, not_judged, of_reading,
};
use crate::referee::{Judgement, listed, place_in_line, unread};

/// Judges a record by the rules of this game.
pub(super) fn judge<B: Board>(rules: &Rules<B>, record: &Record<'_>, profile: &Profile) -> Judgement {
    let mut driver = Driver::new(rules, record, profile);
    driver.start();
    driver.hear(NodeId::START);
    for (id, node) in record.tree.main_line() {
        driver.step(id, node);
        driver.hear(id);
    }
    driver.finish()
}

/// Plays the main line again before somebody who looks on, as far as its plies can be read.
pub(super) fn replay<B: Board>(rules: &Rules<B>, record: &Record<'_>, look: &mut Onlook<'_>) {
    let mut board = B::set_up(record, &Profile::default());
    let hear = |board: &mut B, id: NodeId| {
        said(record, id).for_each(|it| board.hear(&Word::of(&it.text)));
    };
    let mut flow = look(Moment::start(&board));
    hear(&mut board, NodeId::START);
    for (id, node) in record.tree.main_line() {
        let span = match node.step {
            Step::Token(span) => span,
            Step::Illegible(_) => return,
            _ => continue,
        };
        let read = board.read(record.text_at(span), next_token(record, id));
        let Some(read) = read.filter(|_| flow.is_continue()) else {
            return;
        };
        let (seat, cells) = (seat_of(rules.game, board.mover(&read)), board.cells(&read));
        let before = board.clone();
        board.play(&read);
        let deed = before.deed(&read, &board);
        flow = look(Moment::after((id, node.ply), seat, (&cells, &deed), &board));
        hear(&mut board, id);
    }
}

/// The seat of this number.
fn seat_of(game: &GameKind, number: usize) -> Seat {
    game.seats[number.min(game.seats.len() - 1)]
}

/// The ply after one, as far as it is one.
fn next_token<'t>(record: &Record<'t>, id: NodeId) -> Option<&'t str> {
    let next = record.tree.first_child(id)?;
    match record.tree.node(next).step {
        Step::Token(span) => Some(record.text_at(span)),
        _ => None,
    }
}

/// What is said at a ply. Claims are in the order of the plies.
fn said<'r, 't>(record: &'r Record<'t>, id: NodeId) -> impl Iterator<Item = &'r Claim<'t>> {
    let claims = &record.claims;
    let first = claims.partition_point(|it| it.node < id);
    claims[first..].iter().take_while(move |it| it.node == id)
}

/// The rules of this game, and those about reading.
pub(super) fn rules<B: Board>(of: &Rules<B>) -> Vec<&'static Rule> {
    let Rules {
        start,
        ply,
        word,
        end,
        after_end,
        after_untold_end,
        ..
    } = of;
    let mut rules: Vec<&'static Rule> = Vec::new();
    rules.extend(start.iter().map(|it| it.0));
    rules.extend(ply.iter().map(|it| it.0));
    rules.extend(word.iter().map(|it| it.0));
    rules.extend(end.iter().map(|it| it.0));
    rules.extend([after_end, after_untold_end]);
    rules.dedup();
    rules.extend([&end_token_missing::RULE, &mismatch::RULE, &not_judged::RULE]);
    rules.extend(of_reading());
    // One that is asked of several things is one.
    let mut each: Vec<&'static Rule> = Vec::new();
    for rule in rules {
        if !each.contains(&rule) {
            each.push(rule);
        }
    }
    each
}

struct Driver<'r, 't, B: Board> {
    rules: &'r Rules<B>,
    record: &'r Record<'t>,
    board: B,
    findings: Findings,
    totals: Totals,
    /// How often what recurs has come about: positions, as a rule.
    seen: HashMap<String, u32>,
    /// The ply with which the game ended.
    over_at: Option<u32>,
    /// Nothing was said of that end when the game went on.
    is_untold: bool,
    /// The ply after which the position is not known.
    lost_at: Option<u32>,
    /// The offender of the last foul, and its ply.
    foul: Option<(usize, u32)>,
    plies: u32,
    played_on: u32,
    last: Option<Span>,
}

impl<'r, 't, B: Board> Driver<'r, 't, B> {
    fn new(rules: &'r Rules<B>, record: &'r Record<'t>, profile: &Profile) -> Self {
        Self {
            rules,
            record,
            board: B::set_up(record, profile),
            findings: Findings::default(),
            totals: Totals::of(rules.game.seats.len()),
            seen: HashMap::new(),
            over_at: None,
            is_untold: false,
            lost_at: None,
            foul: None,
            plies: 0,
            played_on: 0,
            last: None,
        }
    }

    fn seat(&self, number: usize) -> Seat {
        seat_of(self.rules.game, number)
    }

    fn start(&mut self) {
        let headers = self.record.headers.iter();
        let case = StartCase {
            board: self.board.clone(),
            headers: headers
                .map(|it| (it.name.to_string(), it.value.to_string(), it.span))
                .collect(),
        };
        for (rule, complaint) in ask(self.rules.start, &case) {
            let finding = complaint.finding(rule);
            if let (Class::Foul, None, Some(seat)) = (rule.class, self.foul, finding.seat) {
                self.foul = Some((seat.index(), 0));
            }
            self.findings.push(Finding {
                ply: Some(0),
                span: finding.span.or(Some(self.first_line())),
                ..finding
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
            self.is_untold |= self.played_on == 0 && self.board.stated().is_none();
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
        let after_foul = self.foul.is_some();
        for (rule, complaint) in ask(self.rules.ply, &case) {
            let stops = complaint.stops;
            if rule.class == Class::Foul && self.foul.is_none() {
                self.foul = Some((mover, node.ply));
            }
            let said = complaint.finding(rule);
            let mut cells = case.before.cells(&case.ply);
            cells.extend(
                said.cells
                    .iter()
                    .filter(|it| !case.before.cells(&case.ply).contains(it)),
            );
            self.findings.push(Finding {
                ply: Some(node.ply),
                span: said.span.or(Some(span)),
                seat: said.seat.or(Some(self.seat(mover))),
                moved: Some(case.before.moved(&case.ply)),
                position: Some(case.before.position()),
                cells,
                after_foul,
                ..said
            });
            if stops {
                break;
            }
        }
        self.board.charge(mover, node);
        let misfit = self.totals.add(mover, node.clock);
        if let Some((rule, complaint)) = misfit {
            self.say_at(node, rule, complaint);
        }
        self.over_at = self.board.end().map(|_| node.ply);
    }

    fn say_at(&mut self, node: &Node<'_>, rule: &'static Rule, complaint: Complaint) {
        let said = complaint.finding(rule);
        self.findings.push(Finding {
            ply: Some(node.ply),
            span: said.span.or(node.clock_place()),
            ..said
        });
    }

    /// What is said at a ply of players and of the game.
    fn hear(&mut self, id: NodeId) {
        let ply = self.record.tree.node(id).ply;
        for claim in said(self.record, id) {
            let word = Word::of(&claim.text);
            let before = self.board.clone();
            self.board.hear(&word);
            if self.lost_at.is_some() {
                continue;
            }
            let case = WordCase { before, word };
            for (rule, complaint) in ask(self.rules.word, &case) {
                let said = complaint.finding(rule);
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
        let by_board = self.board.decided().filter(|_| self.lost_at.is_none());
        if self.lost_at.is_none() {
            for (rule, complaint) in ask(self.rules.end, &self.board) {
                let said = complaint.finding(rule);
                self.findings.push(Finding {
                    ply: said.ply.or(Some(self.plies)),
                    span: said.span.or(self.last),
                    ..said
                });
            }
        }
        if stated.is_none() && by_board.is_none() && self.plies > 0 {
            self.open();
        }
        self.acknowledge(stated.as_ref());
        let mut findings = unread(self.record);
        place_in_line(self.record, &mut findings);
        findings.append(self.findings);
        let verdict = by_board.clone().or_else(|| stated.clone());
        // Whoever breaks off a game that is over ends nothing.
        let ends = stated.as_ref().filter(|it| it.terminal != Terminal::Interrupt);
        let end = ends.or(by_board.as_ref()).or(stated.as_ref());
        Judgement {
            findings: listed(findings),
            plies: self.plies,
            end: end.map(|it| it.terminal),
            stated: stated.and_then(|it| it.outcome),
            verdict: match &verdict {
                Some(end) => end.outcome,
                None => (self.plies > 0).then_some(Outcome::None),
            },
            because: verdict.map(|it| it.reason).into_iter().collect(),
            occurrences: 0,
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
        let message = not_judged::words(after, count, None);
        let span = node.and_then(|(_, node)| node.span());
        self.findings
            .push(Finding::new(&not_judged::RULE, span, message).at_ply(after + 1));
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
            "{count} {stand} after the end of the game at ply {end}{how}",
            "{end}手目の終局の後に{count}手ある{how}",
            count,
            stand = if count == 1 { "move stands" } else { "moves stand" },
            end,
            how = how.map(|how| message!(": {how}", "。{how}", how))
        );
        let rule = if self.is_untold {
            self.rules.after_untold_end
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
            .push(Finding::new(&end_token_missing::RULE, self.last, message).at_ply(ply));
    }

    /// Makes notes of the findings about a foul that the result names and punishes.
    fn acknowledge(&mut self, stated: Option<&End>) {
        let Some((offender, ply)) = self.foul else { return };
        let named = stated.is_some_and(|it| {
            it.terminal == Terminal::FoulLoss
                && matches!(it.outcome, Some(Outcome::Win(winner)) if winner != self.seat(offender))
        });
        let is_it = |it: &&mut Finding| it.ply == Some(ply) && it.rule.class == Class::Foul;
        for finding in self.findings.iter_mut().filter(|_| named).filter(is_it) {
            finding.severity = Severity::Note;
            finding.acknowledged = true;
        }
    }
}
