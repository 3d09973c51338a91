//! The game record: a tree of moves as written, with times, comments, headers and how it ended.
//!
//! Nothing here judges, and nothing here knows a notation: a record holds what was written
//! ([`Written`]), and the [referee](crate::referee) finds out what it means on the board.

mod clock;
mod date;
mod ending;
mod format;
mod game_kind;
pub mod gap;
mod headers;
mod line_summary;
mod outcome;
mod start;
mod times;
mod tree;
mod written;

pub use clock::Clock;
pub use date::{Date, NoDate, TimeOfDay};
pub use ending::{Ending, Terminal};
pub use format::Format;
pub use game_kind::{GameKind, SHOGI};
pub use gap::{Gap, GapKind, Gaps};
pub use headers::{Header, HeaderKey, Headers};
pub(crate) use line_summary::LineSummary;
pub use outcome::Outcome;
pub use start::Start;
pub use times::Times;
pub use tree::{Beyond, LARGEST_NUMBER, MOST_MOVES, Node, NodeId, Step, Tree};
pub use written::{Destination, Named, Origin, Promotion, Written};

use std::borrow::Cow;

use crate::finding::Span;
use crate::shogi::Color;
use gap::GapId;

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
    pub fn keeps_time(&self) -> bool {
        let mut clocks = self.tree.main_line().map(|(_, node)| node.clock);
        clocks.any(|clock| clock.spent.max(clock.total) > Some(0))
    }

    /// Adds a comment line or bookmark to a node.
    pub fn remark(&mut self, node: NodeId, kind: RemarkKind, text: &'t str) {
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
