//! What a game has to know so that the [driver](super::driver) can judge its records.

use super::drawing::{Drawing, MoveFacts};
use crate::finding::{Cell, Finding, HowOften, Message, Rule, Seat, Span, Speak, message};
use crate::notation::Word;
use crate::profile::Profile;
use crate::record::{GameKind, Node, Outcome, Record, Terminal};
use crate::referee::found::Check;

/// A game in progress: its board, its turns, and what has become of its players. It is copied for every ply, so that
/// rules are shown the game before and after it.
pub(super) trait Board: Clone + Sized + 'static {
    /// A ply, as its notation has it.
    type Ply;

    /// A place on the board.
    type At: Copy + Speak + Send + Sync;

    /// The player of this number.
    fn seat(number: usize) -> Seat;

    /// The rules of this game, which has such a board.
    fn rules(game: &GameKind) -> &'static Rules<Self>;

    /// The game at the start of a record, judged by the rules of the event.
    fn set_up(record: &Record<'_>, profile: &Profile) -> Self;

    /// Where a record tells what a finding about its start is about: the first cell that this marks, or the header.
    fn start_part_span(record: &Record<'_>, finding: &Finding) -> Option<Span>;

    /// A ply of this text; the `next` may tell who made it.
    fn read(&self, text: &str, next: Option<&str>) -> Option<Self::Ply>;

    /// Who moves, by what the ply says or by the piece that it moves.
    fn mover(&self, ply: &Self::Ply) -> usize;

    /// The move as written, without what stands around it.
    fn moved(&self, ply: &Self::Ply) -> String;

    /// The places that a board beside a finding marks.
    fn cells(&self, ply: &Self::Ply) -> Vec<Cell>;

    /// From where a ply moves a piece, and where to.
    fn step(&self, ply: &Self::Ply) -> Option<(Self::At, Self::At)>;

    /// Whose piece stands there.
    fn owner(&self, at: Self::At) -> Option<usize>;

    /// What the piece that stands there is called.
    fn name(&self, at: Self::At) -> Message;

    /// What keeps the piece that stands there from going to another place.
    fn fault(&self, from: Self::At, to: Self::At) -> Option<Fault>;

    /// How often what recurs has come about when it is reported.
    fn repeat_limit(&self) -> u32;

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
    fn end(&self) -> Option<End> {
        self.decided().or_else(|| self.stated())
    }

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
    fn blamed(&self) -> Vec<usize> {
        let foul = self.stated().filter(|it| it.terminal == Terminal::FoulLoss);
        match foul.and_then(|it| it.outcome) {
            Some(Outcome::Win(winner)) => vec![1 - winner.index()],
            _ => Vec::new(),
        }
    }

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

/// What keeps a piece from making a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The bar of gunjin shogi runs between.
    Barred,
    /// A piece stands between.
    Blocked,
    /// It never moves.
    Immobile,
    /// An own piece stands there.
    OwnPiece,
    /// It does not move so.
    Shape,
    /// It could move so if it were promoted.
    Unpromoted,
}

/// The rules of a game, in the order in which they are asked.
pub(super) struct Rules<B: Board> {
    /// About the start; its board has been set up.
    pub start: &'static [Check<StartCase<B>>],
    /// About a ply. One that cannot have been played so is told by the first of them.
    pub ply: &'static [Check<PlyCase<B>>],
    /// About a word on a player or the game.
    pub word: &'static [Check<WordCase<B>>],
    /// About the game as a whole.
    pub end: &'static [Check<B>],
    /// What is said of plies after an end that only the board shows.
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
    pub(super) fn new(record: &Record<'_>, board: B) -> Self {
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
    /// Who made the ply before.
    pub last: Option<usize>,
    /// How often what recurs in the game has come about after a ply, this time counted.
    pub occurrences: u32,
}

impl<B: Board> PlyCase<B> {
    /// The player who moves.
    pub(super) fn seat(&self) -> Seat {
        B::seat(self.mover)
    }

    /// From where a piece moves, and where to.
    pub(super) fn step(&self) -> Option<(B::At, B::At)> {
        self.before.step(&self.ply)
    }

    /// The same of a piece of the mover's.
    pub(super) fn own(&self) -> Option<(B::At, B::At)> {
        self.step()
            .filter(|it| self.before.owner(it.0) == Some(self.mover))
    }

    /// The same, and what the piece is called, where this keeps it from making the move.
    pub(super) fn faulty(&self, fault: Fault) -> Option<(Message, B::At, B::At)> {
        let (from, to) = self.own()?;
        (self.before.fault(from, to) == Some(fault)).then(|| (self.before.name(from), from, to))
    }
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

impl End {
    /// An end that this player has won, or that nobody has.
    pub(super) fn new(terminal: Terminal, winner: Option<Seat>, reason: Message) -> Self {
        Self {
            terminal,
            outcome: Some(winner.map_or(Outcome::Draw, Outcome::Win)),
            reason,
        }
    }

    /// The end that a record states in which this player has won.
    pub(super) fn stated_win(terminal: Terminal, winner: Seat) -> Self {
        let reason = message!(
            "the record states that {winner} won",
            "棋譜によれば{winner}の勝ち",
            winner
        );
        Self::new(terminal, Some(winner), reason)
    }

    /// The draw that a record states.
    pub(super) fn stated_draw(terminal: Terminal) -> Self {
        let reason = message!("the record states a draw", "棋譜によれば引き分け");
        Self::new(terminal, None, reason)
    }

    /// The end of a game that was broken off.
    pub(super) fn interrupted() -> Self {
        Self {
            terminal: Terminal::Interrupt,
            outcome: Some(Outcome::None),
            reason: message!("the game was interrupted", "中断"),
        }
    }

    /// The draw by a position that has come about so often.
    pub(super) fn repeated(occurrences: u32) -> Self {
        let reason = message!(
            "the position occurred {times}",
            "同一局面が{times}現れた",
            times = HowOften(occurrences)
        );
        Self::new(Terminal::Repetition, None, reason)
    }
}
