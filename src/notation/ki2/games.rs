//! Several games in one text without headers between them.

use super::{is_moves, read};
use crate::notation::RecordText;
use crate::notation::kakinoki::cut::{self, Kind, RecordEnd};
use crate::notation::kakinoki::words::is_blank;
use crate::played::{named_move, resolve};
use crate::record::{Record, Step, Written};
use crate::shogi::{Move, Position};

/// Maximum number of moves that are tried to find out whether they begin a game.
const PLIES: usize = 10;

/// Length of the first record of a text. It ends before a header, and before moves after its result that are legal from the
/// even start and not from its last position.
///
/// No line after that end is read, except those up to the header or move that shows it, so that a text with any number of
/// games is read in one pass.
pub(super) fn first_record(text: &str) -> usize {
    let mut record = RecordEnd::default();
    let mut game = GameEnd::Open;
    for (start, line, next) in cut::lines(text) {
        let kind = cut::kind(line, is_moves);
        if let Some(end) = record.step((start, line, next), &kind, is_moves) {
            return end;
        }
        if let Some(end) = game.step(text, (start, line, next), &kind) {
            return end;
        }
    }
    text.len()
}

/// The search for a second game without headers, line by line.
#[derive(Clone, Copy)]
enum GameEnd {
    /// The game goes on.
    Open,
    /// It has ended at this byte, after its last result and the comments on it.
    At(usize),
    /// The lines after its end are no second game.
    Final,
}

impl GameEnd {
    /// Takes the next line: where it starts, its text, and where the line after it starts. Returns where the first game ends,
    /// if the line begins a second one.
    fn step(&mut self, text: &str, (start, line, next): (usize, &str, usize), kind: &Kind) -> Option<usize> {
        *self = match (kind, *self) {
            (_, Self::Final) => Self::Final,
            (Kind::Result, _) => Self::At(next),
            (Kind::Moves, Self::At(end)) => {
                if begins_game(&text[..end], line) {
                    return Some(end);
                }
                Self::Final
            }
            (Kind::Moves, _) if line.trim_end().ends_with(RESIGNATION) => Self::At(next),
            (_, Self::Open) | (Kind::Variation, _) => Self::Open,
            (Kind::Comment, Self::At(end)) => Self::At(if end == start { next } else { end }),
            (_, Self::At(end)) => {
                let is_start = line.trim_start_matches(is_blank).starts_with(['#', '+', '|']);
                if is_start || line.contains(['：', ':']) {
                    Self::Final
                } else {
                    Self::At(end)
                }
            }
        };
        None
    }
}

/// The last word of a game without a まで line.
const RESIGNATION: &str = "投了";

/// Whether a line of moves after a game begins another: its moves are legal from the even start, and not after the game. If one
/// of them is wrong, the first two are legal from the start and the first is not after the game.
fn begins_game(game: &str, line: &str) -> bool {
    let record = |text| read::read(RecordText { text, offset: 0 });
    let (game, moves) = (record(game), record(line));
    let mut last = game.start.position.clone();
    let is_played = moves_of(&game, usize::MAX).all(|written| play(&mut last, written));
    let legal = |mut position: Position| {
        let moves = moves_of(&moves, PLIES);
        moves.take_while(|&written| play(&mut position, written)).count()
    };
    let moves = moves_of(&moves, PLIES).count();
    let (from_start, from_last) = (legal(Position::startpos()), legal(last));
    let is_whole = moves > 0 && from_start == moves && from_last < moves;
    is_played && (is_whole || from_start > 1 && from_last == 0)
}

/// The moves of a record up to its end; `None` for a step that is no move.
fn moves_of<'r>(record: &'r Record<'_>, count: usize) -> impl Iterator<Item = Option<&'r Written>> {
    let steps = record.tree.main_line().map(|(_, node)| &node.step);
    let steps = steps.take_while(|step| !matches!(step, Step::End(_)));
    steps.take(count).map(|step| match step {
        Step::Move(written) => Some(written),
        _ => None,
    })
}

/// Plays a move if it is legal.
fn play(position: &mut Position, written: Option<&Written>) -> bool {
    let legal = |written: &Written| -> Option<Move> {
        let side = position.side_to_move();
        let resolved = resolve(position, written).ok()?;
        let mv = named_move(position, &resolved).filter(|&mv| position.is_legal(mv))?;
        resolved.mark.is_none_or(|mark| mark == side).then_some(mv)
    };
    let mv = written.and_then(legal);
    mv.is_some_and(|mv| position.play_legal(mv).is_some())
}
