//! Several games in one text without headers between them.

use super::play::{Body, parse_play};
use super::{is_moves, read};
use crate::notation::RecordText;
use crate::notation::kakinoki::boundaries::{self, LineKind, RecordEnd};
use crate::notation::kakinoki::result_line::is_result_line;
use crate::notation::kakinoki::words::{self, is_blank};
use crate::played::play_if_legal;
use crate::record::{Record, Step, Terminal, WrittenMove};
use crate::shogi::Position;

/// Returns the length of the first record of a text (bytes).
///
/// The record ends before a header. The record also ends before moves after its result, or after a title, that begin
/// another game; see [`begins_game`].
///
/// Reading stops at the header or move that shows the end of the record. A text with any number of games is therefore
/// split in linear time.
pub(super) fn first_record(text: &str) -> usize {
    let mut record_end = RecordEnd::default();
    let mut game_end = GameEnd::Unknown;
    let mut tries = MAX_TRIES;
    for (start, line, next) in boundaries::lines(text) {
        let kind = boundaries::kind(line, is_moves);
        if let Some(end) = record_end.step(text, (start, line, next), &kind, is_moves) {
            return end;
        }
        if let Some(end) = game_end.step(text, (start, line, next), &kind, &mut tries) {
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
    /// The game has no result so far, and a line at offset `end` is not part of it. `is_titled` is `true` if the line is
    /// a title.
    Paused { end: usize, is_titled: bool },
    /// The lines after the end of the game are known not to be a second game.
    Final,
}

impl GameEnd {
    /// Processes the next line: its offset, its text, and the offset of the line after it (bytes).
    ///
    /// Returns the end of the first game (bytes) if the line begins a second game, and `None` for any other line. `tries` is
    /// the number of times that moves after a title may still be tried.
    fn step(
        &mut self,
        text: &str,
        (start, line, next): (usize, &str, usize),
        kind: &LineKind,
        tries: &mut u32,
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
            (LineKind::Moves, Self::Paused { end, is_titled }) if *tries > 0 && begins_even_game(line) => {
                *tries -= 1;
                if begins_unfinished(&text[..end], line, is_titled) {
                    return Some(end);
                }
                if ends_game(line) { after_line } else { Self::Open }
            }
            (LineKind::Moves, _) if ends_game(line) => after_line,
            (LineKind::Moves, Self::Unknown | Self::Paused { .. }) => Self::Open,
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
            (LineKind::Other, Self::Open | Self::Paused { .. })
                if !is_header(line) && words::ending(line.trim()).is_none() =>
            {
                let is_titled = is_title(line.trim());
                match *self {
                    Self::Paused {
                        end,
                        is_titled: before,
                    } => Self::Paused {
                        end,
                        is_titled: before || is_titled,
                    },
                    _ => Self::Paused {
                        end: start,
                        is_titled,
                    },
                }
            }
            (LineKind::Comment | LineKind::Blank, it)
            | (_, it @ (Self::Open | Self::Paused { .. } | Self::Variation)) => it,
            (_, _) if is_header(line) => Self::Final,
            (_, it) => it,
        };
        None
    }
}

/// Returns whether a line separates games: a title, or a rule of equals signs or dashes.
fn is_title(line: &str) -> bool {
    read::is_game_title(line) || read::is_rule(line)
}

/// Returns whether a line is part of a head: a header, a program line, or a line of a board.
fn is_header(line: &str) -> bool {
    line.trim_start_matches(is_blank).starts_with(['#', '+', '|']) || line.contains(['：', ':'])
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
    parse_play(&line[mark..]).is_some_and(|play| {
        let rest = line[mark + play.end..].trim();
        let is_word = matches!(play.body, Body::Word(word) if is_end(word));
        is_word && rest.is_empty() || is_result_line(rest) || is_end(rest)
    })
}

/// Maximum number of moves that are tried to decide whether they begin a game.
const MAX_TRIED_PLIES: usize = 10;

/// Maximum number of times in a record that moves after a title are tried.
const MAX_TRIES: u32 = 8;

/// Returns whether a line of moves after a game begins another game.
///
/// The line begins no game if a move of `game` is illegal. If all moves of `game` are legal, the line begins another
/// game in two cases. In the first case, all moves of the line are legal from the initial position. Without a title, at
/// least one of them must also be illegal after the game. In the second case, at least the first two moves of the line
/// are legal from the initial position, and its first move is illegal after the game.
///
/// Only the first [`MAX_TRIED_PLIES`] moves of the line are tried.
fn begins_game(game: &str, line: &str, is_titled: bool) -> bool {
    let Some(TriedMoves {
        count,
        from_start,
        from_last,
    }) = TriedMoves::new(game, line)
    else {
        return false;
    };
    let are_all_legal = count > 0 && from_start == count && (is_titled || from_last < count);
    are_all_legal || from_start > 1 && from_last == 0
}

/// Returns whether a line of moves after a line that is not part of a game without a result begins another game.
///
/// All its moves must be legal from the initial position. After a title, at least one must be illegal after the game;
/// after any other line, the first one.
fn begins_unfinished(game: &str, line: &str, is_titled: bool) -> bool {
    TriedMoves::new(game, line).is_some_and(
        |TriedMoves {
             count,
             from_start,
             from_last,
         }| { count > 1 && from_start == count && from_last < if is_titled { count } else { 1 } },
    )
}

/// Returns whether the moves of a line are legal from the initial position.
fn begins_even_game(line: &str) -> bool {
    let record = read::read(RecordText {
        text: line,
        offset: 0,
    });
    let mut position = Position::startpos();
    moves_of(&record, MAX_TRIED_PLIES).all(|written| play(&mut position, written))
}

/// The numbers of moves of a line after a game, of which at most [`MAX_TRIED_PLIES`] are tried.
struct TriedMoves {
    count: usize,
    /// The number of moves that are legal from the initial position.
    from_start: usize,
    /// The number of moves that are legal after the game.
    from_last: usize,
}

impl TriedMoves {
    /// Tries the moves of a line. Returns `None` if a move of the game is illegal.
    fn new(game: &str, line: &str) -> Option<Self> {
        let record = |text| read::read(RecordText { text, offset: 0 });
        let (game, next_game) = (record(game), record(line));
        let mut last_position = game.start.position.clone();
        let is_game_legal = moves_of(&game, usize::MAX).all(|written| play(&mut last_position, written));
        let count_legal = |mut position: Position| {
            let moves = moves_of(&next_game, MAX_TRIED_PLIES);
            moves.take_while(|&written| play(&mut position, written)).count()
        };
        is_game_legal.then(|| Self {
            count: moves_of(&next_game, MAX_TRIED_PLIES).count(),
            from_start: count_legal(Position::startpos()),
            from_last: count_legal(last_position),
        })
    }
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
