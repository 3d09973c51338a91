//! What a game has to know so that the [driver](super::driver) can judge its records.

use super::drawing::Drawing;
use super::move_facts::MoveFacts;
use crate::finding::{Cell, Finding, Message, Rule, Seat, Span};
use crate::notation::Word;
use crate::profile::Profile;
use crate::record::{GameKind, Node, Outcome, Record, Terminal};
use crate::referee::report::Check;

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
    fn hear(&mut self, word: &Word);

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
    pub after_untold_end: &'static Rule,
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
