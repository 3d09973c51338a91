//! Several games in one text without headers between them.

use super::read::Body;
use super::{is_moves, read};
use crate::notation::RecordText;
use crate::notation::kakinoki::boundaries::{self, LineKind, RecordEnd};
use crate::notation::kakinoki::words::{self, is_blank};
use crate::played::play_if_legal;
use crate::record::{Record, Step, Terminal, WrittenMove};
use crate::shogi::Position;

/// Returns the length of the first record of a text (bytes).
///
/// The record ends before a header. The record also ends before moves after its result that begin another game; see
/// [`begins_game`].
///
/// Reading stops at the header or move that shows the end of the record. A text with any number of games is therefore
/// split in linear time.
pub(super) fn first_record(text: &str) -> usize {
    let mut record_end = RecordEnd::default();
    let mut game_end = GameEnd::Unknown;
    for (start, line, next) in boundaries::lines(text) {
        let kind = boundaries::kind(line, is_moves);
        if let Some(end) = record_end.step((start, line, next), &kind, is_moves) {
            return end;
        }
        if let Some(end) = game_end.step(text, (start, line, next), &kind) {
            return end;
        }
    }
    text.len()
}

/// The search for a second game without headers, line by line.
#[derive(Clone, Copy)]
enum GameEnd {
    /// No move has been read yet.
    Unknown,
    /// The game is in progress.
    Open,
    /// A variation has begun.
    Variation,
    /// The game ended at offset `end`, after its last result and the comments on the result. `is_titled` is `true` if the
    /// title of another game follows.
    At { end: usize, is_titled: bool },
    /// The lines after the end of the game are known not to be a second game.
    Final,
}

impl GameEnd {
    /// Processes the next line: its offset, its text, and the offset of the line after it (bytes).
    ///
    /// Returns the end of the first game (bytes) if the line begins a second game, and `None` for any other line.
    fn step(
        &mut self,
        text: &str,
        (start, line, next): (usize, &str, usize),
        kind: &LineKind,
    ) -> Option<usize> {
        let after_line = Self::At {
            end: next,
            is_titled: false,
        };
        *self = match (kind, *self) {
            (_, Self::Final) => Self::Final,
            (LineKind::Moves, Self::At { end, is_titled }) => {
                if begins_game(&text[..end], line, is_titled) {
                    return Some(end);
                }
                Self::Final
            }
            (LineKind::Moves, _) if ends_game(line) => after_line,
            (LineKind::Moves, Self::Unknown) => Self::Open,
            (_, Self::Unknown) => Self::Unknown,
            (LineKind::Result, _) => after_line,
            (LineKind::Variation, _) => Self::Variation,
            (LineKind::Comment, Self::At { end, is_titled }) if end == start => {
                Self::At { end: next, is_titled }
            }
            (LineKind::Other, Self::At { end, .. }) if read::is_game_title(line.trim()) => {
                Self::At { end, is_titled: true }
            }
            (LineKind::Other, Self::Variation) if read::is_game_title(line.trim()) => Self::At {
                end: start,
                is_titled: true,
            },
            (LineKind::Other, _) if is_end(line.trim()) => after_line,
            (LineKind::Comment | LineKind::Blank, it) | (_, it @ (Self::Open | Self::Variation)) => it,
            (_, it) => {
                let is_start = line.trim_start_matches(is_blank).starts_with(['#', '+', '|']);
                if is_start || line.contains(['：', ':']) {
                    Self::Final
                } else {
                    it
                }
            }
        };
        None
    }
}

/// Returns whether a word ends a game. A word for a take-back does not end the game, because the game continues.
fn is_end(word: &str) -> bool {
    words::ending(word).is_some_and(|(terminal, _)| terminal != Terminal::TakeBack)
}

/// Returns whether a line of moves has the end of its game after the last move: a word or a まで line.
fn ends_game(line: &str) -> bool {
    let line = line.trim_end();
    // Almost all lines end in a move.
    let is_move_character = |c| words::piece(c).is_some() || "右左直上寄引行入成打)".contains(c);
    let Some(mark) = line
        .rfind(words::is_mark)
        .filter(|_| !line.ends_with(is_move_character))
    else {
        return false;
    };
    read::parse_play(&line[mark..]).is_some_and(|play| {
        let rest = line[mark + play.end..].trim();
        let is_word = matches!(play.body, Body::Word(word) if is_end(word));
        is_word && rest.is_empty() || words::is_result_line(rest) || is_end(rest)
    })
}

/// Maximum number of moves that are tried to decide whether they begin a game.
const MAX_TRIED_PLIES: usize = 10;

/// Returns whether a line of moves after a game begins another game.
///
/// The line begins no game if a move of `game` is illegal. If all moves of `game` are legal, the line begins another
/// game in two cases. In the first case, all moves of the line are legal from the initial position. Without a title, at
/// least one of them must also be illegal after the game. In the second case, at least the first two moves of the line
/// are legal from the initial position, and its first move is illegal after the game.
///
/// Only the first [`MAX_TRIED_PLIES`] moves of the line are tried.
fn begins_game(game: &str, line: &str, is_titled: bool) -> bool {
    let record = |text| read::read(RecordText { text, offset: 0 });
    let (game, next_game) = (record(game), record(line));
    let mut last_position = game.start.position.clone();
    let is_game_legal = moves_of(&game, usize::MAX).all(|written| play(&mut last_position, written));
    let count_legal = |mut position: Position| {
        let moves = moves_of(&next_game, MAX_TRIED_PLIES);
        moves.take_while(|&written| play(&mut position, written)).count()
    };
    let move_count = moves_of(&next_game, MAX_TRIED_PLIES).count();
    let (from_start, from_last) = (count_legal(Position::startpos()), count_legal(last_position));
    let are_all_legal = move_count > 0 && from_start == move_count && (is_titled || from_last < move_count);
    is_game_legal && (are_all_legal || from_start > 1 && from_last == 0)
}

/// Returns the first `count` steps of a record up to its end, with `None` for a step that is not a move.
fn moves_of<'r>(record: &'r Record<'_>, count: usize) -> impl Iterator<Item = Option<&'r WrittenMove>> {
    let steps = record.tree.main_line().map(|(_, node)| &node.step);
    let steps = steps.take_while(|step| !matches!(step, Step::End(_)));
    steps.take(count).map(|step| match step {
        Step::Move(written) => Some(written),
        _ => None,
    })
}

/// Plays a move if it is legal. Returns `false` for an illegal move and for a step that is not a move.
fn play(position: &mut Position, written: Option<&WrittenMove>) -> bool {
    written.is_some_and(|written| play_if_legal(position, written))
}
