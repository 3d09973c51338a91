//! The game record: a tree of moves as written, with times, comments, headers and the end of the game.
//!
//! This module does not know the rules or the notations. A record holds the moves as written ([`WrittenMove`]), and the
//! [referee](crate::referee) interprets them on the board.

use std::borrow::Cow;

use crate::finding::{Seat, Span, Words, both};
use crate::shogi::{Color, Handicap, Position};
use gap::GapId;

mod date;
mod ending;
pub mod gap;
mod headers;
mod tree;
mod variation_path;
mod written_move;

pub use date::{Date, DateError, TimeOfDay};
pub use ending::{Ending, Outcome, Terminal};
pub use gap::{Gap, GapKind, Gaps};
pub use headers::{Header, HeaderKey, Headers};
pub use tree::{ExcessMoves, MAX_PLY_NUMBER, MAX_RECORD_MOVES, Node, NodeId, Step, Tree};
pub use variation_path::{InvalidPath, NoSuchVariation, VariationPath};
pub use written_move::{Destination, Origin, PieceName, Promotion, WrittenMove};

/// The record of one game as written in its file, not yet interpreted.
#[derive(Clone, Debug)]
pub struct Record<'t> {
    /// The notation of the record.
    pub format: Format,
    /// The kind of game, such as shogi or janggi.
    pub game: &'static GameKind,
    /// The 1-based index of the record in its file.
    pub index: u32,
    /// The range of the file's text that contains the record.
    pub span: Span,
    /// The text of the range `span`; empty if the record was not read from text.
    pub text: &'t str,
    /// The headers, which describe the game as a whole.
    pub headers: Headers<'t>,
    /// The start of the game.
    pub start: Start<'t>,
    /// The moves with all variations.
    pub tree: Tree<'t>,
    /// The comments, bookmarks and lines of programs in the order of the file.
    pub remarks: Vec<Remark<'t>>,
    /// The まで lines and server summaries in the order of the file.
    pub claims: Vec<Claim<'t>>,
    /// The numbers of games in which the moves of an opening book were played, in the order of their nodes. Other records
    /// have none.
    pub book_counts: Vec<(NodeId, u32)>,
    /// The places that could not be read, or were not read as written.
    pub gaps: Gaps,
    /// Lines of a program's log around the game, which are not part of the record.
    pub log_lines: Vec<Span>,
}

impl<'t> Record<'t> {
    /// Creates a record of shogi without moves that starts from the even position.
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
            book_counts: Vec::new(),
            gaps: Gaps::default(),
            log_lines: Vec::new(),
        }
    }

    /// Creates a record without moves of a game other than shogi. The start position of the record is not known.
    pub fn for_game(game: &'static GameKind, format: Format) -> Self {
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

    /// Returns a copy of the record with the moves up to a node, without comments, claims, gaps or an end.
    ///
    /// The copy keeps the headers and the start of the game, so that it can show the board at this node.
    #[must_use]
    pub fn up_to(&self, node: NodeId) -> Self {
        Self {
            game: self.game,
            index: self.index,
            span: self.span,
            text: self.text,
            headers: self.headers.clone(),
            start: self.start.clone(),
            tree: self.tree.path_tree(node),
            ..Self::new(self.format)
        }
    }

    /// Returns the text that a span of this record covers; empty if the span is not within the record.
    pub fn text_at(&self, span: Span) -> &'t str {
        let offset = self.span.start as usize;
        let (start, end) = (span.start as usize, span.end as usize);
        self.text
            .get(start.wrapping_sub(offset)..end.wrapping_sub(offset))
            .unwrap_or_default()
    }

    /// Returns the span of a header's value. If the text of the header does not contain the value literally, returns the
    /// span of the whole header.
    pub(crate) fn value_span(&self, header: &Header<'_>) -> Span {
        let value = header.value.trim();
        match self.text_at(header.span).rfind(value) {
            Some(offset) => {
                let start = header.span.start as usize + offset;
                Span::new(start, start + value.len())
            }
            None => header.span,
        }
    }

    /// Returns whether the notation was recognised. A record in an unknown notation has no content.
    pub fn is_recognised(&self) -> bool {
        self.format != Format::UNKNOWN
    }

    /// Returns whether the record can be replayed on a shogi board: its notation is recognised, and its start position
    /// is known. Records of other games cannot be replayed on such a board.
    pub fn is_playable(&self) -> bool {
        self.is_recognised() && self.start.is_known
    }

    /// Returns whether the record is of shogi.
    ///
    /// The moves of other games are stored as [tokens](Step::Token), and their start position is marked as not known.
    pub fn is_shogi(&self) -> bool {
        *self.game == SHOGI
    }

    /// Replaces the tree. `new_id` returns the identifier in the new tree of a node of the old one, or `None` for a node that
    /// was removed, whose gaps, comments and result lines are removed with it.
    pub(crate) fn replace_tree(&mut self, tree: Tree<'t>, new_id: impl Fn(NodeId) -> Option<NodeId>) {
        self.tree = tree;
        self.gaps.keep_nodes(&new_id);
        let moves = |node: &mut NodeId| {
            new_id(*node).is_some_and(|id| {
                *node = id;
                true
            })
        };
        self.remarks.retain_mut(|remark| moves(&mut remark.node));
        self.claims.retain_mut(|claim| moves(&mut claim.node));
        self.book_counts.retain_mut(|(node, _)| moves(node));
    }

    /// Returns the node whose position a remark is about: its own node, or for a remark that introduces a variation, the node
    /// before the variation.
    pub(crate) fn position_node(&self, remark: &Remark<'_>) -> NodeId {
        let before = self.tree.parent(remark.node).filter(|_| remark.introduces);
        before.unwrap_or(remark.node)
    }

    /// Adds a gap at a place in the text, or without a place if `span` is `None`. Returns the identifier of the gap.
    pub fn add_gap(&mut self, span: impl Into<Option<Span>>, kind: GapKind) -> GapId {
        self.gaps.push(Gap::new(span, kind))
    }

    /// Adds a header. If a header with the same name and another value was read before, the first value stays, and the
    /// second one is reported. A blank value and a second note are not reported.
    pub(crate) fn add_header(&mut self, header: Header<'t>) {
        /// Maximum number of headers that are compared, so that the time for very many headers remains proportional to
        /// their number.
        const MAX_COMPARED: usize = 64;
        let compared = self.headers.iter().take(MAX_COMPARED);
        let first = compared
            .filter(|other| other.key == header.key && other.name == header.name)
            .find(|other| !other.is_blank());
        match first {
            Some(first)
                if header.key != HeaderKey::Note
                    && !header.is_blank()
                    && header.value.trim() != first.value.trim() =>
            {
                let kind = GapKind::repeated_header(&header.name, &first.value, &header.value);
                self.gaps.push(Gap::at_start(header.span, kind));
            }
            _ => self.headers.push(header),
        }
    }

    /// Returns whether at least one move of the main line has a time greater than zero.
    ///
    /// Programs write zeros if no time was measured, and may still write the time of the end. If only the times of one
    /// side are all zero, these times are accepted as measured.
    pub(crate) fn has_times(&self) -> bool {
        let mut nodes = self.tree.main_line().map(|(_, node)| node);
        nodes.any(|node| {
            node.clock.spent.max(node.clock.total) > Some(0) && !matches!(node.step, Step::End(_))
        })
    }

    /// Adds a comment, a bookmark or a line of a program to a node.
    pub(crate) fn remark(&mut self, node: NodeId, kind: RemarkKind, text: &'t str) {
        self.remarks.push(Remark {
            node,
            kind,
            introduces: false,
            text: Cow::Borrowed(text),
        });
    }
}

/// The kind of a remark line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RemarkKind {
    /// A comment for readers: KIF `*`, CSA `'*`.
    Comment,
    /// A bookmark: KIF `&`.
    Bookmark,
    /// A line that a program wrote for its own use: KIF `#`, CSA `'` without `*`.
    Tool,
}

/// A comment, a bookmark or a line of a program, attached to a node of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark<'t> {
    /// The node to which the remark is attached.
    pub node: NodeId,
    /// The kind of the remark.
    pub kind: RemarkKind,
    /// `true` if the remark introduces a variation: it is written before the first move of the variation, which is its
    /// node.
    pub introduces: bool,
    /// The text of the remark, without the mark of its kind (`*`, `&`, `#`, `'*`, `'`), if the format has one.
    pub text: Cow<'t, str>,
}

/// A statement about the result that is separate from the end of the moves: a まで line of KIF, or the summary of a game
/// server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim<'t> {
    /// The last node of the line of play that the statement is about.
    pub node: NodeId,
    /// The stated number of moves; `None` if no number is stated.
    pub plies: Option<u32>,
    /// The stated way in which the game ended; `None` if no such way is stated.
    pub terminal: Option<Terminal>,
    /// The stated winner; `None` if no winner is stated.
    pub winner: Option<Color>,
    /// The statement as written.
    pub text: Cow<'t, str>,
    /// The place of the statement in the text.
    pub span: Span,
}

/// The start of a game: the start position, and the lines of the record that define it.
#[derive(Clone, Debug)]
pub struct Start<'t> {
    /// The position before the first move.
    pub position: Position,
    /// The name of the start position (手合割) as written, known or unknown, and its place in the text; `None` if no name
    /// is written.
    pub name: Option<(Cow<'t, str>, Span)>,
    /// The start position that `name` means; `None` if the name is unknown or missing.
    pub handicap: Option<&'static Handicap>,
    /// The place of the board in the text; `None` if the record has no board. The board takes precedence over the name.
    pub diagram: Option<Span>,
    /// The place of the line that states the side to move; `None` if no line states it.
    pub turn: Option<Span>,
    /// The number of plies played before the start position; `None` if the record does not state the number.
    pub plies_before: Option<u32>,
    /// The last ply played before the start position, as written in a board diagram (手数＝26  △２二銀(31)  まで); `None` if the
    /// record does not state this ply.
    pub last_move: Option<Cow<'t, str>>,
    /// `true` if `position` is the actual start of the game.
    ///
    /// `is_known` is `false` for a record of another game, for a problem without its board, and for a destroyed board.
    /// The field is also `false` if the name is unknown and the moves do not fit the even start position. The moves of
    /// such a record are not checked.
    pub is_known: bool,
    /// The side with a king in hand as written, and the place of this king in the text. This piece is stored here
    /// because a [`Position`] cannot have a king in hand. `None` if no king is in hand.
    pub king_in_hand: Option<(Color, Span)>,
}

impl Start<'_> {
    /// Returns the side to move after `node` of the tree of moves.
    ///
    /// If the move has a mark, the side to move is the opponent of the marked side. Without a mark, the side to move
    /// follows from the number of plies and the side that moves first.
    pub(crate) fn side_after(&self, tree: &Tree<'_>, node: NodeId) -> Color {
        let node = tree.node(node);
        let first_side = self.position.side_to_move();
        let side_by_count = if node.ply.is_multiple_of(2) {
            first_side
        } else {
            first_side.opponent()
        };
        node.mark().map_or(side_by_count, Color::opponent)
    }
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

/// The times that the record states for a move (milliseconds).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time spent on the move; `None` if it is not stated.
    pub spent: Option<u32>,
    /// The running total of the player, including this move; `None` if it is not stated.
    pub total: Option<u32>,
}

impl Clock {
    /// Returns the running total as written. If no total is written, returns `before`, the player's previous total,
    /// plus the time of this move; `None` if one of these is unknown.
    pub(crate) fn total_after(self, before: Option<u64>) -> Option<u64> {
        let written = self.total.map(u64::from);
        written.or_else(|| Some(before? + u64::from(self.spent?)))
    }

    /// Returns the time of the move as written. If no time is written, returns the running total minus `before`, the
    /// player's previous total. Returns `None` if one of these is unknown or the total decreases.
    pub(crate) fn spent_after(self, before: Option<u64>) -> Option<u64> {
        let written = self.spent.map(u64::from);
        written.or_else(|| u64::from(self.total?).checked_sub(before?))
    }
}

/// The accumulated time of the side in turn at each node (milliseconds), by node. The side that makes the first move is
/// in turn at odd plies.
#[derive(Clone, Debug)]
pub struct Times(Vec<u64>);

impl Times {
    /// Adds up the times of a record.
    ///
    /// Each time is rounded down to a multiple of `unit`. A time that is not stated counts as zero.
    pub fn from_record(record: &Record<'_>, unit: u32) -> Self {
        let tree = &record.tree;
        let mut sums = vec![[0_u64; 2]; tree.len()];
        let mut totals = vec![0; tree.len()];
        // Parents precede their children in the order of `ids`.
        for id in tree.ids().skip(1) {
            let node = tree.node(id);
            let mut sum = tree.parent(id).map_or([0; 2], |parent| sums[parent.index()]);
            // The two clocks run in turn, even if a side moves a piece of the opponent.
            let side = usize::from(node.ply.is_multiple_of(2));
            let spent = node.clock.spent.unwrap_or(0);
            sum[side] += u64::from(spent - spent % unit.max(1));
            totals[id.index()] = sum[side];
            sums[id.index()] = sum;
        }
        Self(totals)
    }

    /// Returns the accumulated time of the side in turn at a node, including the time of this node (milliseconds).
    pub fn total(&self, id: NodeId) -> u64 {
        self.0[id.index()]
    }
}

/// A notation, identified by its name. The properties of a notation are in [`crate::notation::NOTATIONS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Format(&'static str);

impl Format {
    /// The format of a text whose notation was not recognised.
    pub const UNKNOWN: Self = Self("unknown");

    /// A sheet of results, which is not a record. Its findings are shown as those of a record without a number.
    pub(crate) const SHEET: Self = Self("sheet");

    /// Creates the format with this name. Options and output use the name.
    pub const fn new(name: &'static str) -> Self {
        Self(name)
    }

    /// Returns the name in options and output, for example `kif`.
    pub const fn name(self) -> &'static str {
        self.0
    }
}

/// A kind of game, such as shogi: its names and its players.
#[derive(Debug)]
pub struct GameKind {
    /// The name in options and machine-readable output.
    pub name: &'static str,
    /// The name in messages, in each language.
    pub words: Words,
    /// The players in the order of play.
    pub seats: &'static [Seat],
}

/// Compares games by their name.
impl PartialEq for GameKind {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for GameKind {}

/// Shogi. A record without evidence of another game is taken as a record of shogi.
pub static SHOGI: GameKind = GameKind {
    name: "shogi",
    words: both("shogi", "将棋"),
    seats: &[Seat::BLACK, Seat::WHITE],
};

/// A summary of the main line of a record, computed in one pass.
#[derive(Debug)]
pub(crate) struct LineSummary<'a> {
    /// The number of moves, passes and unreadable tokens, including those after an end.
    pub moves: u32,
    /// The ply of the last node.
    pub length: u32,
    /// The first end with its ply; `None` if the line has no end. An end by [`Terminal::TakeBack`] is replaced by the
    /// next end, if there is one. An end without a result is replaced by an end with a result directly after it.
    pub ending: Option<(u32, &'a Ending<'a>)>,
    /// The last move, pass or unreadable token before the first end that is not [`Terminal::TakeBack`]. Without such an
    /// end, the last one of the line. The start if the line has no move, pass or token there.
    pub last_move: NodeId,
}

impl<'a> LineSummary<'a> {
    /// Summarises the main line of a record.
    pub(crate) fn new(record: &'a Record<'a>) -> Self {
        let mut summary = Self {
            moves: 0,
            length: 0,
            ending: None,
            last_move: NodeId::START,
        };
        let mut follows_end_only = true;
        for (id, node) in record.tree.main_line() {
            summary.length = node.ply;
            let is_open = summary
                .ending
                .is_none_or(|(_, ending)| ending.terminal == Terminal::TakeBack);
            if let Step::End(ending) = &node.step {
                let replaces = |(_, earlier): (u32, &Ending<'_>)| {
                    follows_end_only && ending.has_result() && !earlier.has_result()
                };
                if is_open || summary.ending.is_some_and(replaces) {
                    summary.ending = Some((node.ply, ending));
                }
            } else {
                follows_end_only = is_open;
                summary.moves += 1;
                if is_open {
                    summary.last_move = id;
                }
            }
        }
        summary
    }
}
