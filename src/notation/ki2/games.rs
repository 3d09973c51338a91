//! Several games in one text without headers between them.

use memchr::{memmem, memrchr2};

use super::{is_moves, read};
use crate::notation::RecordText;
use crate::notation::kakinoki::cut;
use crate::notation::kakinoki::words::{self, is_blank};
use crate::played::{named_move, resolve};
use crate::record::{Record, Step, Written};
use crate::shogi::{Move, Position};

/// Maximum number of moves that are tried to find out whether they begin a game.
const PLIES: usize = 10;

/// Length of the first record of a text. It ends before a header, and before moves after its result that are legal from the
/// even start and not from its last position.
pub(super) fn first_record(text: &str) -> usize {
    let length = |text| cut::first_record(text, is_moves, is_moves);
    let Some((end, moves)) = second_game(text) else {
        return length(text);
    };
    let before = length(&text[..moves]);
    if before < moves { before } else { end }
}

/// Returns the end of the first game and the first line of moves of a second game after it.
fn second_game(text: &str) -> Option<(usize, usize)> {
    let words = ["まで", RESIGNATION].map(|it| memmem::find(text.as_bytes(), it.as_bytes()));
    let result = words.into_iter().flatten().min()?;
    let from = memrchr2(b'\n', b'\r', &text.as_bytes()[..result]).map_or(0, |newline| newline + 1);
    // After the last result and its comments.
    let mut ended = None;
    for (start, line, next) in cut::lines(&text[from..]) {
        let (start, next) = (from + start, from + next);
        let trimmed = line.trim_start_matches(is_blank);
        if words::is_result_line(trimmed) {
            ended = Some(next);
        } else if is_moves(line) {
            if let Some(end) = ended {
                return begins_game(&text[..end], line).then_some((end, start));
            }
            ended = line.trim_end().ends_with(RESIGNATION).then_some(next);
        } else if let Some(end) = ended {
            if trimmed.starts_with("変化") {
                ended = None;
            } else if trimmed.starts_with(['*', '&']) {
                if end == start {
                    ended = Some(next);
                }
            } else if trimmed.starts_with(['#', '+', '|']) || trimmed.contains(['：', ':']) {
                return None;
            }
        }
    }
    None
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
