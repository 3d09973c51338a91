//! The game: whose turn it is, what is promoted, and how it ends.

use super::board::{BLUE, Board as Men};
use super::clock::{Clock, Fallen, Limit};
use super::ended::Ended;
use super::length::StatedLength;
use super::marks::Marks;
use super::ruling::Ruling;
use super::said::Said;
use super::shuttle::Shuttle;
use super::{drawing, position, reach, setup};
use crate::finding::{Cell, Finding, Span};
use crate::notation::Word;
use crate::notation::gib::{GUNG_JANGGI, How, Kind, Ply, Point, position_header, result_header};
use crate::profile::Profile;
use crate::record::{Node, Record};
use crate::system::board::{Board, End};
use crate::system::drawing::Drawing;
use crate::system::move_facts::MoveFacts;

/// A ply, and who is taken to have made it.
#[derive(Clone, Debug)]
pub(super) struct Made {
    pub ply: Ply,
    pub mover: usize,
}

/// A game of janggi or of gung-janggi.
#[derive(Clone, Debug)]
pub(super) struct Janggi {
    pub men: Men,
    pub due: usize,
    pub ruling: Ruling,
    /// How often the same may be done.
    pub repeat_limit: u32,
    /// So many passes of one player in a row are one too many.
    pub pass_limit: u32,
    /// It begins as every game does.
    pub is_usual: bool,
    /// Who made the last move.
    pub last: Option<usize>,
    /// Whoever has made the generals face each other with the last ply.
    pub called: Option<usize>,
    /// The last ply has promoted something.
    pub has_promoted: bool,
    /// By seat, what it does over and over.
    pub runs: [Shuttle; 2],
    /// Neither side can win with what is left, as the record says.
    pub has_no_win: bool,
    /// How many checks there were, how many of them were marked 장군, and how many other plies were.
    pub marks: Marks,
    /// What the record says of the number of its plies.
    pub length: Option<StatedLength>,
    /// The last ply that was made.
    pub plies: u32,
    clocks: Option<[Clock; 2]>,
    /// Where the time of a player was used up first.
    pub fallen: Option<Fallen>,
    pub(super) ended: Option<Ended>,
    pub(super) said: Option<Said>,
    /// Where the record says so, if it is a header.
    pub said_at: Option<Span>,
    /// What a word after a move says of the end.
    word: Option<Said>,
    /// What comes again when the game repeats itself.
    recurs: String,
}

impl Janggi {
    /// Makes the move on the board. From where nothing stands nothing comes, and a general that is taken by a wrong move
    /// does not end the game.
    fn step(&mut self, mover: usize, from: Point, to: Point, is_possible: bool) {
        if self.men.at(from).is_none() {
            return;
        }
        let taken = self.men.shift(from, to);
        self.runs[mover].add((from, to), taken.is_some());
        let is_general = taken.is_some_and(|man| man.kind == Kind::General && man.owner != mover);
        if is_general && is_possible {
            self.ended = Some(Ended::Captured { winner: mover });
        }
        let arrived = self.men.at(to).filter(|man| man.kind == Kind::Soldier);
        if arrived.is_some_and(|man| to.rank() == reach::last_rank(man.owner)) {
            self.promote(to);
        }
    }

    /// Passes. Two passes in a row end a game of janggi as the event says.
    fn pass(&mut self, mover: usize) {
        self.runs[mover].pass();
        if self.last == Some(1 - mover) && self.runs[1 - mover].passes > 0 && self.ended.is_none() {
            self.ended = self.ruling.both_passed();
        }
    }

    /// Promotes what stands there, which only gung-janggi does.
    pub(super) fn promote(&mut self, point: Point) {
        if self.ruling.is_gung() {
            self.has_promoted |= self.men.promote(point);
        }
    }

    /// Promotes all guards when the last soldier is gone.
    fn promote_guards(&mut self) {
        let is_of = |kind: Kind| move |man: &(Point, super::board::Man)| man.1.kind == kind;
        if self.men.all().any(|it| is_of(Kind::Soldier)(&it)) {
            return;
        }
        let guards: Vec<_> = self.men.all().filter(is_of(Kind::Guard)).collect();
        for (point, _) in guards {
            self.promote(point);
        }
    }

    /// Promotes both generals, unless one is already.
    pub(super) fn promote_generals(&mut self) {
        let generals = [0, 1].map(|seat| self.men.general(seat));
        if generals.iter().flatten().any(|(_, man)| man.promoted) {
            return;
        }
        for (point, _) in generals.into_iter().flatten() {
            self.promote(point);
        }
    }

    /// Whether the general of a seat is promoted.
    pub(super) fn is_promoted(&self, seat: usize) -> bool {
        self.men.general(seat).is_some_and(|(_, man)| man.promoted)
    }

    /// Whoever cannot move any more and has passed as often as is allowed has lost.
    fn look_for_moves(&mut self) {
        let is_exhausted = self.runs[self.due].passes + 1 >= self.pass_limit;
        if self.ruling.is_gung() && is_exhausted && self.men.moves(self.due).next().is_none() {
            self.ended.get_or_insert(Ended::Stuck { loser: self.due });
        }
    }

    /// Returns what a player has left of the time before byoyomi, in milliseconds, if that is at least half of it.
    pub(super) fn time_left(&self, seat: usize) -> Option<u32> {
        self.clocks.as_ref()?[seat].spare()
    }

    /// Whether a ply is a move that its piece can make. Others, and passes, give no check that wins; nor does a piece that
    /// could have taken the general before, since it was left there.
    fn is_possible(&self, mover: usize, made: &Made) -> bool {
        let step = made.ply.step.map(|it| (it.from, it.to));
        self.men.moves(mover).any(|it| Some(it) == step)
    }

    /// Who makes a ply: whoever is due, unless a piece of the other side moves. That side has then moved twice, or, where
    /// it moves the next time as well, whoever is due has moved a piece that is not his.
    fn mover_of(&self, ply: &Ply, next: Option<&Ply>) -> usize {
        let owner = |ply: &Ply| ply.step.and_then(|it| self.men.at(it.from)).map(|it| it.owner);
        let Some(owner) = owner(ply).filter(|&owner| owner != self.due) else {
            return self.due;
        };
        let is_moved_again = || {
            let next = next.and_then(|it| it.step);
            let goes_on = next
                .zip(ply.step)
                .is_some_and(|(next, this)| next.from == this.to);
            let other = next.and_then(|it| self.men.at(it.from));
            goes_on || other.is_some_and(|man| man.owner == owner)
        };
        if self.last.is_some() && is_moved_again() {
            self.due
        } else {
            owner
        }
    }
}

impl Board for Janggi {
    type Ply = Made;

    fn set_up(record: &Record<'_>, profile: &Profile) -> Self {
        let ruling = Ruling::of(*record.game == GUNG_JANGGI, profile);
        let position = position_header(&record.headers).and_then(|it| position::read(&it.value));
        let position = position.or_else(|| setup::drawn(record));
        let is_usual = position.is_none();
        let start = || (setup::start(record, ruling.is_mirrored()), BLUE);
        let (men, due) = position.unwrap_or_else(start);
        let limit = record.headers.named("제한시간").and_then(Limit::of);
        let result = result_header(&record.headers);
        let mut game = Self {
            recurs: position::text(&men, due),
            men,
            due,
            ruling,
            repeat_limit: ruling.repeat_limit(),
            pass_limit: profile.gung_janggi.pass_limit,
            is_usual,
            last: None,
            called: None,
            has_promoted: false,
            runs: [Shuttle::default(); 2],
            has_no_win: false,
            marks: Marks::default(),
            length: StatedLength::of(record),
            plies: 0,
            clocks: limit.map(|it| [Clock::of(it); 2]),
            fallen: None,
            ended: None,
            said: result.and_then(|it| Said::in_header(&it.value)),
            // A header that says nothing, or nothing that is understood, leaves it to the words.
            said_at: result
                .filter(|it| Said::in_header(&it.value).is_some())
                .map(|it| it.span),
            word: None,
        };
        game.promote_guards();
        game
    }

    fn place_of_start(record: &Record<'_>, finding: &Finding) -> Option<Span> {
        setup::place_of(record, finding.cells.first().copied())
    }

    fn read(&self, text: &str, next: Option<&str>) -> Option<Made> {
        let ply = Ply::of(text)?;
        let next = next.and_then(Ply::of);
        let mover = self.mover_of(&ply, next.as_ref());
        Some(Made { ply, mover })
    }

    fn mover(&self, made: &Made) -> usize {
        made.mover
    }

    fn moved(&self, made: &Made) -> String {
        made.ply.to_string()
    }

    fn cells(&self, made: &Made) -> Vec<Cell> {
        let points = made.ply.step.map(|it| [it.from, it.to]);
        points.into_iter().flatten().filter_map(Point::cell).collect()
    }

    fn facts(&self, made: &Made, after: &Self) -> MoveFacts {
        let Some(step) = made.ply.step else {
            return MoveFacts::default();
        };
        let (own, there) = (self.men.at(step.from), self.men.at(step.to));
        let turned =
            own.is_some_and(|man| !man.promoted) && after.men.at(step.to).is_some_and(|it| it.promoted);
        MoveFacts {
            piece: own.map(position::kind_text),
            captured: there.map(position::kind_text),
            captures: Some(there.is_some()),
            drops: None,
            promotes: self.ruling.is_gung().then_some(turned),
            checks: Some(after.men.in_check(1 - made.mover)),
        }
    }

    fn play(&mut self, made: &Made) {
        let mover = made.mover;
        let was_facing = self.men.are_facing();
        let before = position::text(&self.men, mover);
        let is_possible = self.is_possible(mover, made);
        let is_threat = self.has_no_win && is_possible;
        let checkers = self.men.checkers(1 - mover);
        self.has_promoted = false;
        match made.ply.step {
            Some(step) => self.step(mover, step.from, step.to, is_possible),
            None => self.pass(mover),
        }
        self.promote_guards();
        self.settle_bikjang(mover, was_facing);
        let checks = self.men.in_check(1 - mover);
        // A promoted general that is faced takes the other first, so that facing it is no check.
        let faced = self.men.general(mover).filter(|_| self.is_promoted(1 - mover));
        let is_new = |it: &Point| !checkers.contains(it) && faced.is_none_or(|general| general.0 != *it);
        if is_threat && self.men.checkers(1 - mover).iter().any(is_new) {
            self.ended.get_or_insert(Ended::Checked { winner: mover });
        }
        self.marks.add(made.ply.checks, checks);
        self.last = Some(mover);
        self.due = 1 - mover;
        self.look_for_moves();
        self.recurs = if checks && self.ruling.is_gung() {
            format!("{before} check")
        } else {
            self.position()
        };
    }

    fn charge(&mut self, mover: usize, node: &Node<'_>) {
        self.plies = node.ply;
        if let Some(clocks) = &mut self.clocks {
            let fallen = clocks[mover].charge(mover, node);
            self.fallen = self.fallen.or(fallen);
        }
    }

    fn hear(&mut self, word: &Word) {
        if word.name == "no-win" && self.ruling.is_gung() {
            self.has_no_win = true;
            self.promote_generals();
        }
        // What the header says stands above the words after the moves.
        if let Some(said) = Said::in_word(word, self.due) {
            self.word = Some(said);
            if self.said_at.is_none() {
                self.said = Some(said);
            }
        }
    }

    fn end(&self) -> Option<End> {
        let closed = || self.word.and_then(|_| self.said_end());
        self.ended.map(|it| it.end(&self.men)).or_else(closed)
    }

    fn stated(&self) -> Option<End> {
        self.said_end()
    }

    fn stated_at(&self) -> Option<Span> {
        self.said_at
    }

    fn due(&self) -> usize {
        self.due
    }

    fn blamed(&self) -> Vec<usize> {
        let told = self.said.and_then(Said::how).filter(|it| it.how == How::Foul);
        told.and_then(|it| it.winner)
            .map(|it| 1 - it)
            .into_iter()
            .collect()
    }

    fn decided(&self) -> Option<End> {
        let ended = self.ended.map(|it| it.end(&self.men));
        ended.or_else(|| self.counted_end())
    }

    fn position(&self) -> String {
        position::text(&self.men, self.due)
    }

    fn recurs(&mut self, occurrences: u32) {
        if let Some(mover) = self.last.filter(|_| occurrences == self.repeat_limit) {
            self.ended = self.ended.or(self.ruling.repeated(mover));
        }
    }

    fn recurrence(&self) -> String {
        self.recurs.clone()
    }

    fn drawing(&self) -> Drawing {
        drawing::drawing(&self.men, self.due)
    }
}
