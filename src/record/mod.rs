//! The game record: a tree of moves as written, with times, comments, headers and how it ended.
//!
//! Nothing here judges, and nothing here knows a notation: a record holds what was written
//! ([`Written`]), and the [referee](crate::referee) finds out what it means on the board.

use std::borrow::Cow;

use crate::finding::{Seat, Span, Words, both};
use crate::shogi::{Color, Handicap, Position};
use gap::GapId;

mod date;
mod ending;
pub mod gap;
mod headers;
mod tree;

pub use date::{Date, NoDate, TimeOfDay};
pub use ending::{Ending, Outcome, Terminal};
pub use gap::{Gap, GapKind, Gaps};
pub use headers::{Header, HeaderKey, Headers};
pub use tree::{
    Beyond, Destination, MAX_PLY_NUMBER, MAX_RECORD_MOVES, Named, Node, NodeId, Origin, Promotion, Step,
    Tree, Written,
};

/// One game as its file has it.
#[derive(Clone, Debug)]
pub struct Record<'t> {
    /// The notation it was read from.
    pub format: Format,
    /// The game that it is of.
    pub game: &'static GameKind,
    /// 1-based place among the records of its file.
    pub index: u32,
    /// The stretch of the file's text it stands in.
    pub span: Span,
    /// That text itself; empty for a record that was not read from any.
    pub text: &'t str,
    /// What stands about the game as a whole.
    pub headers: Headers<'t>,
    /// Where the game starts.
    pub start: Start<'t>,
    /// The moves; the first child of every node is the main line.
    pub tree: Tree<'t>,
    /// Comments and bookmarks, in the order of the file.
    pub remarks: Vec<Remark<'t>>,
    /// まで lines and server summaries, in the order of the file.
    pub claims: Vec<Claim<'t>>,
    /// What of it could not be read, or not as it stands.
    pub gaps: Gaps,
    /// Lines of the log of a program around a game, which are no part of it.
    pub log_lines: Vec<Span>,
}

impl<'t> Record<'t> {
    /// An empty record: the even start and no move.
    pub fn new(format: Format) -> Self {
        Self {
            format,
            game: &SHOGI,
            index: 1,
            span: Span::default(),
            text: "",
            headers: Headers::default(),
            start: Start::default(),
            tree: Tree::default(),
            remarks: Vec::new(),
            claims: Vec::new(),
            gaps: Gaps::default(),
            log_lines: Vec::new(),
        }
    }

    /// An empty record of another game, whose start and moves mean nothing on a shogi board.
    pub fn of_game(game: &'static GameKind, format: Format) -> Self {
        let start = Start {
            is_known: false,
            ..Start::default()
        };
        Self {
            game,
            start,
            ..Self::new(format)
        }
    }

    /// The moves up to a node and nothing of what came of them: what is known when a board is looked at there.
    #[must_use]
    pub fn until(&self, node: NodeId) -> Self {
        Self {
            game: self.game,
            index: self.index,
            span: self.span,
            text: self.text,
            headers: self.headers.clone(),
            start: self.start.clone(),
            tree: self.tree.line_to(node),
            ..Self::new(self.format)
        }
    }

    /// The text that a span of this record covers.
    pub fn text_at(&self, span: Span) -> &'t str {
        let offset = self.span.start as usize;
        let (start, end) = (span.start as usize, span.end as usize);
        self.text
            .get(start.wrapping_sub(offset)..end.wrapping_sub(offset))
            .unwrap_or_default()
    }

    /// Where the value of a header stands; all of the header where the text has it in another form.
    pub(crate) fn value_span(&self, header: &Header<'_>) -> Span {
        let value = header.value.trim();
        match self.text_at(header.span).rfind(value) {
            Some(at) => {
                let start = header.span.start as usize + at;
                Span::new(start, start + value.len())
            }
            None => header.span,
        }
    }

    /// Whether a notation was recognised, so that anything of it could be read.
    pub fn is_recognised(&self) -> bool {
        self.format != Format::UNKNOWN
    }

    /// Whether it can be put on a shogi board at all: something was read, and it is known where the game began.
    pub fn is_playable(&self) -> bool {
        self.is_recognised() && self.start.is_known
    }

    /// Whether it is of shogi. The moves of any other game are [tokens](Step::Token), and its start is not known here.
    pub fn is_shogi(&self) -> bool {
        *self.game == SHOGI
    }

    /// Notes that something at this place could not be read.
    pub fn miss(&mut self, span: impl Into<Option<Span>>, kind: GapKind) -> GapId {
        self.gaps.push(Gap::new(span, kind))
    }

    /// Whether anybody kept the time of the main line, its end among it: some time there is more than zero. Programs write
    /// zeros where nobody did. A side that never thought for a second beside one that did is as it is.
    pub(crate) fn keeps_time(&self) -> bool {
        let mut clocks = self.tree.main_line().map(|(_, node)| node.clock);
        clocks.any(|clock| clock.spent.max(clock.total) > Some(0))
    }

    /// Adds a comment line or bookmark to a node.
    pub(crate) fn remark(&mut self, node: NodeId, kind: RemarkKind, text: &'t str) {
        self.remarks.push(Remark {
            node,
            kind,
            text: Cow::Borrowed(text),
        });
    }
}

/// What kind of remark a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemarkKind {
    /// A comment for readers: KIF `*`, CSA `'*`.
    Comment,
    /// A bookmark: KIF `&`.
    Bookmark,
    /// A tool's own line: KIF `#`, CSA plain `'`.
    Tool,
}

/// A comment line or bookmark, kept beside the position it speaks of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark<'t> {
    /// The node whose position it speaks of.
    pub node: NodeId,
    /// Comment, bookmark or tool line.
    pub kind: RemarkKind,
    /// The line without its mark.
    pub text: Cow<'t, str>,
}

/// A statement about the result beside the terminal: KIF's まで line, a game server's summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'t> {
    /// The last node of the line of play it closes.
    pub node: NodeId,
    /// How many moves it says were played.
    pub plies: Option<u32>,
    /// How it says the game ended.
    pub terminal: Option<Terminal>,
    /// Who it says won, where it names a side.
    pub winner: Option<Color>,
    /// The line as written.
    pub text: Cow<'t, str>,
    /// Where it stands.
    pub span: Span,
}

// Where a game starts.

/// The start of a game: the position and where the record took it from.
#[derive(Clone, Debug)]
pub struct Start<'t> {
    /// The position before the first move.
    pub position: Position,
    /// The named start (手合割), known or not, as written.
    pub name: Option<(Cow<'t, str>, Span)>,
    /// The named start it means.
    pub handicap: Option<&'static Handicap>,
    /// The board the record draws or lists, when it does; such a board wins over the name.
    pub diagram: Option<Span>,
    /// The line that says whose turn it is.
    pub turn: Option<Span>,
    /// Plies played before this position, where the record says so.
    pub plies_before: Option<u32>,
    /// The last of these plies, in the words of a board diagram (手数＝26  △２二銀(31)  まで).
    pub last_move: Option<Cow<'t, str>>,
    /// Whether `position` is where the game began. It is not in a record of another game, in that of a problem whose
    /// board is missing, nor where the name of the start is unknown and the even one does not fit, nor where its board is destroyed; such a record has no moves, and nothing of it is judged.
    pub is_known: bool,
    /// A king listed in a hand, where no position can hold it.
    pub king_in_hand: Option<(Color, Span)>,
}

impl Default for Start<'_> {
    fn default() -> Self {
        Self {
            position: Position::startpos(),
            name: None,
            handicap: None,
            diagram: None,
            turn: None,
            plies_before: None,
            last_move: None,
            is_known: true,
            king_in_hand: None,
        }
    }
}

// The time of a move.

/// The time a move took, in milliseconds, as written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// For this move; `None` is "not said", which is not zero.
    pub spent: Option<u32>,
    /// The running total of this player.
    pub total: Option<u32>,
}

impl Clock {
    /// The running total, where the player's total before is known or not: as written, else with the time of this move.
    pub(crate) fn total_after(self, before: Option<u64>) -> Option<u64> {
        let written = self.total.map(u64::from);
        written.or_else(|| Some(before? + u64::from(self.spent?)))
    }

    /// The time of the move: as written, else what the total has grown by.
    pub(crate) fn spent_after(self, before: Option<u64>) -> Option<u64> {
        let written = self.spent.map(u64::from);
        written.or_else(|| u64::from(self.total?).checked_sub(before?))
    }
}

// What the times of a record come to.

/// What the times of each side come to, by node.
#[derive(Clone, Debug)]
pub struct Times(Vec<u64>);

impl Times {
    /// Adds up the times of a record: every one is cut to a multiple of `unit`, and one that is not said counts as none.
    pub fn from_record(record: &Record<'_>, unit: u32) -> Self {
        let tree = &record.tree;
        let mut sums = vec![[0_u64; 2]; tree.len()];
        let mut totals = vec![0; tree.len()];
        // A parent comes before its children.
        for id in tree.ids().skip(1) {
            let node = tree.node(id);
            let mut sum = tree.parent(id).map_or([0; 2], |parent| sums[parent.index()]);
            // Clocks go by turns, whoever's piece it is that moves.
            let side = usize::from(node.ply.is_multiple_of(2));
            let spent = node.clock.spent.unwrap_or(0);
            sum[side] += u64::from(spent - spent % unit.max(1));
            totals[id.index()] = sum[side];
            sums[id.index()] = sum;
        }
        Self(totals)
    }

    /// How long the side that acts at a node has thought so far, this node counted, in milliseconds.
    pub fn total(&self, id: NodeId) -> u64 {
        self.0[id.index()]
    }
}

// Which notation a record was read from.

/// A notation's identity: its name. Everything else about it stands in [`crate::notation::NOTATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format(&'static str);

impl Format {
    /// Nothing could be recognised.
    pub const UNKNOWN: Self = Self("unknown");

    /// The format of this name, which users and scripts see.
    pub const fn named(name: &'static str) -> Self {
        Self(name)
    }

    /// The word that users and scripts see.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

// Which game it is.

/// A game: its names, and who plays it.
#[derive(Debug)]
pub struct GameKind {
    /// The word that users and scripts see.
    pub name: &'static str,
    /// What it is called.
    pub words: Words,
    /// Who plays, in the order of play.
    pub seats: &'static [Seat],
}

/// Games of one name are the same.
impl PartialEq for GameKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for GameKind {}

/// Shogi. Whatever is not of another game is taken for it.
pub static SHOGI: GameKind = GameKind {
    name: "shogi",
    words: both("shogi", "将棋"),
    seats: &[Seat::BLACK, Seat::WHITE],
};

// The main line of a record, walked once.

/// The main line of a record, walked once.
#[derive(Debug)]
pub(crate) struct LineSummary<'a> {
    /// Its moves, those after an end too.
    pub moves: u32,
    /// The ply of its last node.
    pub length: u32,
    /// The first end and its ply. A move taken back ends a game only if nothing else does.
    pub ending: Option<(u32, &'a Ending<'a>)>,
    /// The last move before that end.
    pub last_move: NodeId,
}

impl<'a> LineSummary<'a> {
    pub(crate) fn new(record: &'a Record<'a>) -> Self {
        let mut summary = Self {
            moves: 0,
            length: 0,
            ending: None,
            last_move: NodeId::START,
        };
        for (id, node) in record.tree.main_line() {
            summary.length = node.ply;
            let open = summary
                .ending
                .is_none_or(|(_, ending)| ending.terminal == Terminal::TakeBack);
            match &node.step {
                Step::End(ending) if open => summary.ending = Some((node.ply, ending)),
                Step::End(_) => {}
                _ => {
                    summary.moves += 1;
                    if open {
                        summary.last_move = id;
                    }
                }
            }
        }
        summary
    }
}
