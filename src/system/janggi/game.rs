//! The game: whose turn it is, what is promoted, and how it ends.

use std::cmp::Ordering;

use super::board::{self, BLUE, Board as Men, Man, RED, seat};
use super::rules;
use super::stated::{Clock, Fallen, Limit, Marks, Ruling, Said, StatedLength};
use crate::finding::{Cell, Finding, Message, Seat, Span, message};
use crate::notation::Word;
use crate::notation::gib::{GUNG_JANGGI, Kind, Ply, Point, RANKS, position_header, result_header};
use crate::profile::Profile;
use crate::record::{GameKind, Node, Outcome, Record, Step, Terminal};
use crate::system::drawing::{Drawing, MoveFacts};
use crate::system::model::{Board, End, Fault, Rules};
use crate::system::placement;

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
    pub(super) ended: Option<End>,
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
            self.ended = Some(captured(mover));
        }
        let arrived = self.men.at(to).filter(|man| man.kind == Kind::Soldier);
        if arrived.is_some_and(|man| to.rank() == board::last_rank(man.owner)) {
            self.promote(to);
        }
    }

    /// Passes. Two passes in a row end a game of janggi as the event says.
    fn pass(&mut self, mover: usize) {
        self.runs[mover].pass();
        if self.last == Some(1 - mover) && self.runs[1 - mover].passes > 0 && self.ended.is_none() {
            self.ended = self.ruling.both_passed(&self.men);
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
        let is_of = |kind: Kind| move |man: &(Point, board::Man)| man.1.kind == kind;
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

    /// Who has won in this way by what was played.
    pub(super) fn won_by(&self, terminal: Terminal) -> Option<usize> {
        match self
            .ended
            .as_ref()
            .filter(|it| it.terminal == terminal)?
            .outcome?
        {
            Outcome::Win(winner) => Some(winner.index()),
            _ => None,
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
            self.ended.get_or_insert_with(|| stuck(self.due));
        }
    }

    /// Returns what a player has left of the time before byoyomi, in milliseconds, if that is at least half of it.
    pub(super) fn time_left(&self, seat: usize) -> Option<u32> {
        self.clocks.as_ref()?[seat].remaining()
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
    type At = Point;

    fn seat(number: usize) -> Seat {
        seat(number)
    }

    fn rules(game: &GameKind) -> &'static Rules<Self> {
        if *game == GUNG_JANGGI {
            &rules::GUNG_JANGGI
        } else {
            &rules::JANGGI
        }
    }

    fn set_up(record: &Record<'_>, profile: &Profile) -> Self {
        let ruling = Ruling::new(*record.game == GUNG_JANGGI, profile);
        let position = position_header(&record.headers).and_then(|it| board::read(&it.value));
        let position = position.or_else(|| drawn_setup(record));
        let is_usual = position.is_none();
        let start = || (start(record, ruling.is_mirrored()), BLUE);
        let (men, due) = position.unwrap_or_else(start);
        let limit = record.headers.named("제한시간").and_then(Limit::parse);
        let result = result_header(&record.headers);
        let mut game = Self {
            recurs: board::text(&men, due),
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
            length: StatedLength::from_record(record),
            plies: 0,
            clocks: limit.map(|it| [Clock::new(it); 2]),
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

    fn start_part_span(record: &Record<'_>, finding: &Finding) -> Option<Span> {
        place_of(record, finding.cells.first().copied())
    }

    fn read(&self, text: &str, next: Option<&str>) -> Option<Made> {
        let ply = Ply::parse(text)?;
        let next = next.and_then(Ply::parse);
        let mover = self.mover_of(&ply, next.as_ref());
        Some(Made { ply, mover })
    }

    fn mover(&self, made: &Made) -> usize {
        made.mover
    }

    fn moved(&self, made: &Made) -> String {
        made.ply.to_string()
    }

    fn step(&self, made: &Made) -> Option<(Point, Point)> {
        made.ply.step.map(|it| (it.from, it.to))
    }

    fn owner(&self, at: Point) -> Option<usize> {
        self.men.at(at).map(|it| it.owner)
    }

    fn name(&self, at: Point) -> Message {
        let kind = self.men.at(at).map(|it| it.kind);
        message!("{kind}", "{kind}", kind)
    }

    fn fault(&self, from: Point, to: Point) -> Option<Fault> {
        let man = self.men.at(from)?;
        let reaches = |board: &Men, man: Man| board.reach_of(man, from).contains(&to);
        let promoted = Man {
            promoted: true,
            ..man
        };
        if reaches(&self.men, man) {
            (self.owner(to) == Some(man.owner)).then_some(Fault::OwnPiece)
        } else if self.ruling.is_gung() && !man.promoted && reaches(&self.men, promoted) {
            Some(Fault::Unpromoted)
        } else if man.kind == Kind::Chariot && reaches(&Men::empty(), man) {
            Some(Fault::Blocked)
        } else {
            Some(Fault::Shape)
        }
    }

    fn repeat_limit(&self) -> u32 {
        self.repeat_limit
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
            piece: own.map(board::kind_text),
            captured: there.map(board::kind_text),
            captures: Some(there.is_some()),
            drops: None,
            promotes: self.ruling.is_gung().then_some(turned),
            checks: Some(after.men.in_check(1 - made.mover)),
        }
    }

    fn play(&mut self, made: &Made) {
        let mover = made.mover;
        let was_facing = self.men.are_facing();
        let before = board::text(&self.men, mover);
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
            self.ended.get_or_insert_with(|| checked(mover));
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

    fn on_claim(&mut self, word: &Word) {
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
        self.ended.clone().or_else(closed)
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

    fn decided(&self) -> Option<End> {
        self.ended.clone().or_else(|| self.counted_end())
    }

    fn position(&self) -> String {
        board::text(&self.men, self.due)
    }

    fn recurs(&mut self, occurrences: u32) {
        if let Some(mover) = self.last.filter(|_| occurrences == self.repeat_limit) {
            self.ended = self.ended.take().or_else(|| self.ruling.repeated(mover));
        }
    }

    fn recurrence(&self) -> String {
        self.recurs.clone()
    }

    fn drawing(&self) -> Drawing {
        board::drawing(&self.men, self.due)
    }
}

// How a game ends by what was played.

/// A general was taken.
fn captured(winner: usize) -> End {
    let (winner, loser) = (seat(winner), seat(1 - winner));
    let reason = message!(
        "{winner} captured {loser}'s general",
        "{winner}が{loser}の将を取った",
        winner,
        loser
    );
    End::new(Terminal::GeneralCaptured, Some(winner), reason)
}

/// Neither side could win with what was left, and this one has given check first.
fn checked(winner: usize) -> End {
    let winner = seat(winner);
    let reason = message!(
        "{winner} gave the first check after `#no-win` (장군승)",
        "`#no-win` の後、{winner}が最初に王手をかけた",
        winner
    );
    End::new(Terminal::CheckWin, Some(winner), reason)
}

/// The generals were left facing each other.
pub(super) fn faced() -> End {
    let reason = message!(
        "draw: the generals were left facing each other",
        "将が向かい合ったままで引き分け"
    );
    End::new(Terminal::Draw, None, reason)
}

/// Both sides have passed.
pub(super) fn passed() -> End {
    let reason = message!(
        "draw: both sides passed in succession",
        "双方が続けてパスし、引き分け"
    );
    End::new(Terminal::Draw, None, reason)
}

/// A position has occurred so often that this side has lost, or that it is a draw.
pub(super) fn repeated(loser: Option<usize>) -> End {
    let Some(loser) = loser else {
        let reason = message!("draw: the position was repeated", "同一局面の反復により引き分け");
        return End::new(Terminal::Repetition, None, reason);
    };
    let (winner, loser) = (seat(1 - loser), seat(loser));
    let reason = message!(
        "{loser} repeated the position",
        "{loser}が同一局面を反復した",
        loser
    );
    End::new(Terminal::Repetition, Some(winner), reason)
}

/// A side has nothing left to play.
fn stuck(loser: usize) -> End {
    let (winner, loser) = (seat(1 - loser), seat(loser));
    let reason = message!(
        "{loser} has no move left and cannot pass again",
        "{loser}に指せる手がなく、パスもできない",
        loser
    );
    End::new(Terminal::Mate, Some(winner), reason)
}

/// More pieces win, and of as many the second player.
pub(super) fn counted(men: &Men) -> End {
    let [blue, red] = [BLUE, RED].map(|it| men.count(it));
    let reason = message!(
        "pieces left besides the generals: Blue {blue}, Red {red}",
        "将を除く残りの駒は青{blue}枚、紅{red}枚",
    );
    match blue.cmp(&red) {
        Ordering::Greater => End::new(Terminal::PieceCount, Some(seat(BLUE)), reason),
        Ordering::Less => End::new(Terminal::PieceCount, Some(seat(RED)), reason),
        Ordering::Equal => End::new(Terminal::SecondPlayer, Some(seat(RED)), reason),
    }
}

/// More points win; they are never as many.
pub(super) fn points(men: &Men) -> End {
    let [blue, red] = [BLUE, RED].map(|it| men.half_points(it));
    let reason = message!(
        "points: Blue {blue}, Red {red}",
        "点数は青{blue}点、紅{red}点",
        blue = halves(blue),
        red = halves(red)
    );
    End::new(Terminal::PieceCount, Some(seat(usize::from(red > blue))), reason)
}

/// So many halves as a number.
pub(super) fn halves(count: usize) -> String {
    let half = if count.is_multiple_of(2) { "" } else { ".5" };
    format!("{}{half}", count / 2)
}

// How the game begins: the four orders of horses and elephants.

/// The kinds on files 2, 3, 7 and 8 from the left of Blue, as 차림 has them.
pub(super) type Order = [Kind; 4];

/// 마상상마, which is taken where nothing is said.
const DEFAULT_ORDER: Order = [Kind::Horse, Kind::Elephant, Kind::Elephant, Kind::Horse];

/// The files of that order, from 0.
const FILES: [u8; 4] = [1, 2, 6, 7];

/// Reads an order: `마상마상`. `None` where it is none of the four.
pub(super) fn order(text: &str) -> Option<Order> {
    let kinds: Vec<_> = text.trim().chars().map(Kind::of_letter).collect();
    let [Some(a), Some(b), Some(c), Some(d)] = *kinds.as_slice() else {
        return None;
    };
    let is_pair =
        |pair: (Kind, Kind)| pair == (Kind::Horse, Kind::Elephant) || pair == (Kind::Elephant, Kind::Horse);
    (is_pair((a, b)) && is_pair((c, d))).then_some([a, b, c, d])
}

/// The names of the header with the order of a seat.
pub(super) const HEADERS: [&[&str]; 2] = [
    &["청차림", "초차림", "청포진", "초포진"],
    &["홍차림", "한차림", "홍포진", "한포진"],
];

/// The board before the first move. Where the order of a side is not said, its first moves tell it.
pub(super) fn start(record: &Record<'_>, is_mirrored: bool) -> Men {
    let order_of = |seat: usize| {
        let named = HEADERS[seat].iter().find_map(|it| record.headers.named(it));
        let mut read = named.and_then(order)?;
        if seat == RED && is_mirrored {
            read.reverse();
        }
        Some(read)
    };
    let orders = [BLUE, RED].map(|seat| order_of(seat).unwrap_or_else(|| shown(record, seat)));
    with(orders)
}

/// The plies of a record.
fn plies(record: &Record<'_>) -> impl Iterator<Item = Ply> {
    let line = record.tree.main_line();
    line.filter_map(|(_, node)| match node.step {
        Step::Token(span) => Ply::parse(record.text_at(span)),
        _ => None,
    })
}

/// The board in 판. Whose turn it is it does not say; whoever makes the first move.
pub(super) fn drawn_setup(record: &Record<'_>) -> Option<(Men, usize)> {
    let board = board::read_drawn(record.headers.named("판")?)?;
    let first = plies(record).next().and_then(|ply| ply.step);
    let mover = first.and_then(|it| board.at(it.from));
    Some((board, mover.map_or(BLUE, |man| man.owner)))
}

/// Where the header with the position has the piece on a cell; the whole of its value where none is asked for.
pub(super) fn place_of(record: &Record<'_>, cell: Option<Cell>) -> Option<Span> {
    let position = position_header(&record.headers);
    let header = position.or_else(|| record.headers.iter().find(|it| it.name == "판"))?;
    let value = record.value_span(header);
    let point: Option<Point> = cell.and_then(|it| Point::named(&it.to_string()));
    let turned = |it: Point| Point::new(RANKS - 1 - it.rank(), it.file());
    let point = if position.is_some() {
        point
    } else {
        point.and_then(turned)
    };
    let found = point.and_then(|it| board::place_of(record.text_at(value), it));
    Some(placement::part(value, found))
}

/// The board with 마상상마 on both sides.
#[cfg(test)]
pub(super) fn usual() -> Men {
    with([DEFAULT_ORDER; 2])
}

/// The order that the moves show: the first from a point of it names what stood there.
fn shown(record: &Record<'_>, seat: usize) -> Order {
    let edge = board::last_rank(1 - seat);
    let mut order = DEFAULT_ORDER;
    let mut known = [false; 2];
    for step in plies(record)
        .filter_map(|it| it.step)
        .filter(|it| it.from.rank() == edge)
    {
        let place = FILES.iter().position(|&file| file == step.from.file());
        let (kind, other) = match step.kind() {
            Some(kind @ Kind::Horse) => (kind, Kind::Elephant),
            Some(kind @ Kind::Elephant) => (kind, Kind::Horse),
            _ => continue,
        };
        if let Some(place) = place.filter(|it| !std::mem::replace(&mut known[it / 2], true)) {
            (order[place], order[place ^ 1]) = (kind, other);
        }
    }
    order
}

fn with([blue, red]: [Order; 2]) -> Men {
    let edge = |order: Order| {
        let [a, b, c, d] = order.map(Kind::fen);
        format!("r{a}{b}a1a{c}{d}r")
    };
    let middle = "4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4";
    let start = format!("{}/{middle}/{}", edge(red), edge(blue).to_uppercase());
    board::read(&start).map_or_else(Men::empty, |(board, _)| board)
}

// What a player does over and over: a piece that goes to and fro, and passes in a row.

/// The last moves of a player, as far as they repeat each other.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shuttle {
    last: Option<(Point, Point)>,
    /// So many moves in a row lead to and fro between two points.
    steps: u32,
    /// So many passes stand in a row.
    pub passes: u32,
}

impl Shuttle {
    /// Adds a move. What takes a piece repeats nothing.
    pub(super) fn add(&mut self, (from, to): (Point, Point), takes: bool) {
        self.passes = 0;
        let goes_back = self.last == Some((to, from));
        self.steps = match (takes, goes_back) {
            (true, _) => 0,
            (false, true) => self.steps + 1,
            (false, false) => 1,
        };
        self.last = Some((from, to)).filter(|_| !takes);
    }

    /// Adds a pass.
    pub(super) fn pass(&mut self) {
        *self = Self {
            passes: self.passes + 1,
            ..Self::default()
        };
    }

    /// How often the last move was made in this run.
    pub(super) const fn times(self) -> u32 {
        self.steps.div_ceil(2)
    }

    /// Whether it is the first that was made so often.
    pub(super) const fn is_first(self) -> bool {
        self.steps % 2 == 1
    }
}
