//! The game: whose turn it is, what battles have taught, and how it has ended.

use std::sync::Arc;

use super::battle::Battles;
use super::board::{Board as Men, seat};
use super::contradiction::Contradiction;
use super::ending::{self, end};
use super::gates::{GateShape, Gates};
use super::kinds::Kinds;
use super::knowledge::{Fight, Knowledge};
use super::rows::uncommented;
use super::terms::Terms;
use super::{drawing, position, setup};
use crate::finding::{Cell, Finding, Span, message};
use crate::notation::Word;
use crate::notation::gunjin::{Action, Place, Ply, Step, seat_of};
use crate::profile::{Battle, Profile, Repeated};
use crate::record::{Outcome, Record, Terminal};
use crate::system::board::{Board, End};
use crate::system::drawing::Drawing;
use crate::system::move_facts::MoveFacts;

/// A game of gunjin shogi.
#[derive(Clone, Debug)]
pub(super) struct Gunjin {
    pub men: Men,
    pub due: usize,
    /// Who made the last move.
    pub last: Option<usize>,
    /// The first contradiction about hidden pieces. Nothing is concluded any more after it.
    pub contradiction: Option<Contradiction>,
    /// How the game has ended by the board.
    pub over: Option<End>,
    stated: Option<End>,
    /// The hidden piece that has come to headquarters, and has taken them if it is of rank.
    arrived: Option<usize>,
}

impl Gunjin {
    /// The battle that a move leads into, as it is written.
    pub(super) fn fight(&self, step: Step) -> Option<Fight> {
        let (mover, standing) = (self.men.number(step.from)?, self.men.number(step.to)?);
        let owner = |it: usize| self.men.known.pieces[it].owner;
        (owner(mover) != owner(standing)).then_some(Fight {
            mover,
            standing,
            behind: self.men.behind(step.to),
            is_unknown_behind: self.men.is_unknown_behind(step.to),
            how: step.battle?,
        })
    }

    /// Whether the record says of all in a battle what they are.
    pub(super) fn is_told(&self, fight: Fight) -> bool {
        let told = |it: usize| !self.men.known.pieces[it].is_hidden;
        told(fight.mover) && told(fight.standing) && fight.behind.is_none_or(told)
    }

    /// What a ply tells of cells of which nothing is known: a piece has stood where it comes from, and where it meets one.
    fn reveal_touched(&mut self, ply: &Ply) {
        let Action::Step(step) = ply.action else { return };
        let mut lift = |place, has_piece| {
            if self.men.is_unknown(place) {
                self.men.reveal(place, has_piece);
            }
        };
        if step.from.half() == ply.seat {
            lift(step.from, true);
        }
        lift(step.to, step.battle.is_some() && step.to.half() != ply.seat);
    }

    /// Makes a move as it is written, whatever comes of it by the rules.
    fn step(&mut self, step: Step) {
        let Some(mover) = self.men.number(step.from) else {
            return;
        };
        let owner = self.men.known.pieces[mover].owner;
        let movers = self.men.movers(step.from, step.to);
        if !movers.is_empty() {
            self.men.known.narrow(mover, movers);
        }
        if let Some(fight) = self.fight(step).filter(|&it| !self.is_told(it)) {
            self.men.known.fought(fight);
        }
        let survives = match step.battle {
            None | Some(Battle::Won) => {
                self.men.remove(&[step.to], step.to);
                true
            }
            Some(Battle::Lost) => {
                self.men.remove(&[step.from], step.to);
                false
            }
            Some(Battle::Both) => {
                self.men.remove(&[step.from, step.to], step.to);
                false
            }
        };
        if survives && step.from != step.to {
            self.men.shift(step.from, step.to);
            // A piece that cannot go there has not taken them.
            if step.to == Place::headquarters(1 - owner) && !movers.is_empty() {
                self.arrive(mover, owner);
            }
        }
        self.conclude();
    }

    /// A piece has come to the headquarters of the other side.
    fn arrive(&mut self, piece: usize, owner: usize) {
        let kinds = self.men.known.pieces[piece].kinds;
        if kinds.within(Kinds::officers()) {
            self.over = Some(ending::headquarters(owner));
        } else if !kinds.and(Kinds::officers()).is_empty() {
            self.arrived = Some(piece);
        }
    }

    /// Concludes what hidden pieces can be. What contradicts itself teaches nothing.
    pub(super) fn conclude(&mut self) {
        if self.contradiction.is_some() {
            return;
        }
        let mut known = self.men.known.clone();
        match known.conclude() {
            Ok(()) => self.men.known = known,
            Err(contradiction) => {
                self.contradiction = Some(contradiction);
                for piece in self.men.known.pieces.iter_mut().filter(|it| it.is_hidden) {
                    piece.kinds = Kinds::ALL;
                }
            }
        }
    }

    /// What a word says of the end.
    pub(super) fn said(&self, word: &Word) -> Option<End> {
        let about = word.rest.first().and_then(|it| seat_of(it));
        let told = |terminal, winner: usize| {
            let name = seat(winner);
            let reason = message!(
                "the record states that {name} won",
                "棋譜によれば{name}の勝ち",
                name
            );
            end(terminal, Some(winner), reason)
        };
        let by_loser = |terminal| about.map(|loser| told(terminal, 1 - loser));
        match word.name.as_str() {
            "hq" => about.map(|winner| told(Terminal::Headquarters, winner)),
            "exterminated" => by_loser(Terminal::Extermination),
            "mate" => by_loser(Terminal::Mate),
            "resign" => by_loser(Terminal::Resign),
            "timeout" => by_loser(Terminal::Timeout),
            "foul" => by_loser(Terminal::FoulLoss),
            "result" => about.map(|winner| told(self.way_to(Outcome::Win(seat(winner))), winner)),
            "draw" => {
                let reason = message!("the record states a draw", "棋譜によれば引き分け");
                Some(end(self.way_to(Outcome::Draw), None, reason))
            }
            "interrupt" => Some(End {
                terminal: Terminal::Interrupt,
                outcome: Some(Outcome::None),
                reason: message!("the game was interrupted", "中断"),
            }),
            _ => None,
        }
    }

    /// How a game has ended that ended so, where the record says but who won.
    fn way_to(&self, outcome: Outcome<crate::finding::Seat>) -> Terminal {
        let known = [&self.stated, &self.over].into_iter().flatten();
        let mut fitting = known.filter(|it| it.outcome == Some(outcome));
        let other = if outcome == Outcome::Draw {
            Terminal::Draw
        } else {
            Terminal::Other
        };
        fitting.next().map_or(other, |it| it.terminal)
    }
}

/// The terms that a record and its event set.
fn terms(record: &Record<'_>, profile: &Profile) -> Terms {
    let rules = &profile.gunjin;
    let header = record.headers.named("Board").map(uncommented);
    let gates = header.and_then(|it| Gates::read(&it, rules.gate));
    Terms {
        gates: gates.unwrap_or_else(|| Gates::new([GateShape::X; 2], rules.gate)),
        roster: rules.counts(),
        battles: Battles::of(rules),
        two_cells: rules.two_cells,
        no_officers: rules.no_officers,
        no_legal_move: rules.no_legal_move,
        repeat_limit: rules.repeat_limit,
        repeated: rules.repeated,
    }
}

impl Board for Gunjin {
    type Ply = Ply;

    fn set_up(record: &Record<'_>, profile: &Profile) -> Self {
        let empty = Men::empty(Knowledge::new(Arc::new(terms(record, profile))));
        let first = record.headers.named("First").map(uncommented);
        let mut men = empty.clone();
        let position = record.headers.named("Position");
        let due = position.and_then(|text| position::read(text, &mut men).ok());
        if due.is_none() {
            men = empty;
            for (player, name) in setup::NAMES.into_iter().enumerate() {
                setup::set_up(&mut men, player, record.headers.named(name));
            }
        }
        let mut game = Self {
            // A position may have more hidden pieces than there are: nobody knows which of them are.
            contradiction: (0..2)
                .find(|&it| men.pieces_of(it).count() > men.known.terms.pieces())
                .map(Contradiction::Roster),
            men,
            due: due.or_else(|| seat_of(&first?)).unwrap_or(0),
            last: None,
            over: None,
            stated: None,
            arrived: None,
        };
        game.keep_gates_free();
        game
    }

    fn place_of_start(record: &Record<'_>, finding: &Finding) -> Option<Span> {
        setup::place_of(record, finding.seat, finding.cells.first().copied())
    }

    fn read(&self, text: &str, _: Option<&str>) -> Option<Ply> {
        Ply::of(text)
    }

    fn mover(&self, ply: &Ply) -> usize {
        ply.seat
    }

    fn moved(&self, ply: &Ply) -> String {
        ply.action.to_string()
    }

    fn cells(&self, ply: &Ply) -> Vec<Cell> {
        let places = match ply.action {
            Action::Step(step) => vec![step.from, step.to],
            Action::Drop { to, .. } => vec![to],
            Action::Pass => Vec::new(),
        };
        places.into_iter().filter_map(Place::cell).collect()
    }

    fn facts(&self, ply: &Ply, _: &Self) -> MoveFacts {
        let Action::Step(step) = ply.action else {
            return MoveFacts::default();
        };
        let code = |number| self.men.known.told(number).map(|kind| kind.code().to_owned());
        let own = self.men.number(step.from);
        let there = self.men.number(step.to);
        let captures = there.is_some() && step.battle != Some(Battle::Lost);
        MoveFacts {
            piece: own.and_then(code),
            captured: there.filter(|_| captures).and_then(code),
            captures: Some(captures),
            ..MoveFacts::default()
        }
    }

    fn infer(&mut self, ply: &Ply) {
        self.reveal_touched(ply);
    }

    fn play(&mut self, ply: &Ply) {
        // Nobody has said that the headquarters were taken: what came there is not of rank.
        if let Some(arrived) = self.arrived.take() {
            let low = Kinds::ALL.without(Kinds::officers());
            self.men.known.narrow(arrived, low);
        }
        let lacked = [0, 1].map(|it| self.men.lacks_officers(it));
        if let Action::Step(step) = ply.action {
            self.step(step);
        }
        self.last = Some(ply.seat);
        self.due = 1 - ply.seat;
        if self.over.is_none() {
            self.over =
                ending::by_pieces(&self.men, self.due).or_else(|| ending::by_officers(&self.men, lacked));
        }
    }

    fn recurs(&mut self, occurrences: u32) {
        let terms = &self.men.known.terms;
        if terms.repeated == Repeated::Draw && occurrences == terms.repeat_limit && self.over.is_none() {
            self.over = Some(ending::repetition(occurrences));
        }
    }

    fn hear(&mut self, word: &Word) {
        if let (Some(arrived), "hq") = (self.arrived, &*word.name) {
            self.men.known.narrow(arrived, Kinds::officers());
            self.arrived = None;
            self.conclude();
        }
        if let Some(said) = self.said(word) {
            self.stated = Some(said);
        }
    }

    fn end(&self) -> Option<End> {
        self.over.clone().or_else(|| self.stated.clone())
    }

    fn stated(&self) -> Option<End> {
        self.stated.clone()
    }

    fn decided(&self) -> Option<End> {
        self.over.clone()
    }

    fn due(&self) -> usize {
        self.due
    }

    fn blamed(&self) -> Vec<usize> {
        let foul = self
            .stated
            .as_ref()
            .filter(|it| it.terminal == Terminal::FoulLoss);
        match foul.and_then(|it| it.outcome) {
            Some(Outcome::Win(winner)) => vec![1 - winner.index()],
            _ => Vec::new(),
        }
    }

    fn is_known(&self, seat: usize) -> bool {
        !self
            .men
            .known
            .pieces
            .iter()
            .any(|it| it.owner == seat && it.is_hidden)
    }

    fn position(&self) -> String {
        position::text(&self.men, self.due)
    }

    fn drawing(&self) -> Drawing {
        drawing::drawing(&self.men, self.due)
    }
}

impl Gunjin {
    /// No hidden piece on a gate cell of its own half is a mine or a flag.
    fn keep_gates_free(&mut self) {
        let gates = self.men.known.terms.gates;
        let cells = Place::all().filter(|&place| gates.has(place));
        let own = cells.filter(|&place| self.men.at(place).is_some_and(|it| it.owner == place.half()));
        let pieces: Vec<usize> = own.filter_map(|place| self.men.number(place)).collect();
        for piece in pieces {
            self.men
                .known
                .narrow(piece, Kinds::ALL.without(Kinds::immobile()));
        }
    }
}
