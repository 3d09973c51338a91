//! Plays a record of any game but shogi again.

use std::ops::ControlFlow;

use super::driver::{Board, Rules, StartCase, next_token, said, seat_of};
use crate::finding::{Cell, Message, Seat};
use crate::notation::Word;
use crate::profile::Profile;
use crate::record::{NodeId, Record, Step};
use crate::referee::report::ask;

/// Plays the main line again before somebody who looks on, as far as its plies can be read.
pub(super) fn replay<B: Board>(rules: &Rules<B>, record: &Record<'_>, look: &mut Onlook<'_>) {
    let mut board = B::set_up(record, &Profile::default());
    let hear = |board: &mut B, id: NodeId| {
        said(record, id).for_each(|it| board.on_claim(&Word::of(&it.text)));
    };
    let mut flow = look(Moment::start(&board));
    // A start that cannot be read leaves all that follows open.
    if ask(rules.start, &StartCase::of(record, board.clone())).any(|it| it.stops) {
        return;
    }
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
        board.infer(&read);
        let before = board.clone();
        board.play(&read);
        let facts = before.facts(&read, &board);
        flow = look(Moment::after((id, node.ply), seat, (&cells, &facts), &board));
        hear(&mut board, id);
    }
}

// A game at a ply, as those see it who look at it being played again.

/// A game after a ply, or at its start.
#[derive(Clone, Copy)]
pub struct Moment<'m> {
    /// The ply; the root of the tree is the start.
    pub node: NodeId,
    /// Its number, 0 for the start.
    pub ply: u32,
    /// Who made it; nobody the start.
    pub seat: Option<Seat>,
    /// The places that it touched: from where to where, or where it came to.
    pub cells: &'m [Cell],
    /// What the ply did; nothing at the start.
    pub facts: Option<&'m MoveFacts>,
    game: &'m dyn Scene,
}

/// Who looks at a game being played again; he may stop it.
pub type Onlook<'o> = dyn FnMut(Moment<'_>) -> ControlFlow<()> + 'o;

/// What can be seen of a game of any kind.
trait Scene {
    fn position(&self) -> String;
    fn drawing(&self) -> Drawing;
}

impl<B: Board> Scene for B {
    fn position(&self) -> String {
        Board::position(self)
    }

    fn drawing(&self) -> Drawing {
        Board::drawing(self)
    }
}

impl<'m> Moment<'m> {
    pub(super) fn start(game: &'m impl Board) -> Self {
        Self {
            node: NodeId::START,
            ply: 0,
            seat: None,
            cells: &[],
            facts: None,
            game,
        }
    }

    pub(super) fn after(
        (node, ply): (NodeId, u32),
        seat: Seat,
        (cells, facts): (&'m [Cell], &'m MoveFacts),
        game: &'m impl Board,
    ) -> Self {
        Self {
            node,
            ply,
            seat: Some(seat),
            cells,
            facts: Some(facts),
            game,
        }
    }

    /// The position as text.
    pub fn position(&self) -> String {
        self.game.position()
    }

    /// The board as it is drawn.
    pub fn drawing(&self) -> Drawing {
        self.game.drawing()
    }
}

impl std::fmt::Debug for Moment<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Moment")
            .field("ply", &self.ply)
            .finish_non_exhaustive()
    }
}

// What a ply does on the board of its game.

/// What a ply does, as far as the board tells; nothing where it has no meaning in the game, or is hidden.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveFacts {
    /// The piece before the move, as positions of the game have it: `P`, `+R`, `TG`.
    pub piece: Option<String>,
    /// What it took.
    pub captured: Option<String>,
    /// Whether it took anything.
    pub captures: Option<bool>,
    /// Whether it was dropped.
    pub drops: Option<bool>,
    /// Whether it was promoted.
    pub promotes: Option<bool>,
    /// Whether it gave check, to anybody.
    pub checks: Option<bool>,
}

// A board as it is drawn, on a terminal and in a picture.

/// The board of a game at a ply.
#[derive(Clone, Debug)]
pub struct Drawing {
    /// The names of the columns, from left to right.
    pub columns: Vec<String>,
    /// The rows from top to bottom: their names, and what stands in their cells.
    pub rows: Vec<(String, Vec<Option<DrawnPiece>>)>,
    /// What stands beside the board: hands, whose turn it is.
    pub beside: Vec<Message>,
    /// What the pieces stand on.
    pub ground: Ground,
}

/// What pieces stand on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ground {
    /// Squares; pieces are pentagons that look the way of their players.
    Squares,
    /// Points of a grid, with lines across it from one cell to another, each a column and a row; pieces are round, and of
    /// the colours of their players, the second's red.
    Points(&'static [[(usize, usize); 2]]),
    /// Squares in two halves, with a bar between them; pieces are as on squares.
    Halves(Halves),
}

/// Two halves of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halves {
    /// So many rows stand above the bar.
    pub above: usize,
    /// The gates that lead through the bar.
    pub gates: [DrawnGate; 2],
    /// This cell of the first row and of the last is two columns wide.
    pub wide: usize,
}

impl Halves {
    /// Whether a cell is two columns wide, on a board of so many rows.
    pub const fn is_wide(&self, column: usize, row: usize, rows: usize) -> bool {
        column == self.wide && (row == 0 || row + 1 == rows)
    }
}

/// A gate through a bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnGate {
    /// The letter of its shape.
    pub letter: char,
    /// Its first column and its last.
    pub columns: [usize; 2],
    /// The columns above and below that it joins: those above by a bit each, for the first column below and for the last.
    pub joined: [u8; 2],
}

impl Ground {
    /// What a cell without a piece looks like on a terminal, two columns wide.
    pub fn empty(self, column: usize, row: usize) -> char {
        match self {
            Self::Squares | Self::Halves(_) => '・',
            Self::Points(across) if across.iter().any(|line| is_on(*line, (column, row))) => '※',
            Self::Points(_) => '＋',
        }
    }
}

/// Whether a cell is on a line that runs across, one column a row.
fn is_on([(from, top), (to, bottom)]: [(usize, usize); 2], (column, row): (usize, usize)) -> bool {
    (top..=bottom).contains(&row) && column.abs_diff(from) == row - top && column.abs_diff(to) == bottom - row
}

/// A piece on a board.
#[derive(Clone, Debug)]
pub struct DrawnPiece {
    /// Its name, two columns wide; empty where it lies face down.
    pub label: String,
    /// The way its player looks, one column wide.
    pub mark: char,
    /// By so many quarters it is turned clockwise.
    pub quarters: u8,
    /// Its player is out of the game.
    pub faded: bool,
}
