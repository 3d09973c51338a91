//! The fields of a position: board, turn, hands and, if present, the number of the next move.

use crate::finding::Span;
use crate::notation::by_line::Words;
use crate::notation::other_game::board_of_sfen;

/// Takes the fields of a position from the words of a line, as many as there are.
pub(in crate::notation) fn fields<'t>(words: &mut Words<'t>) -> (&'t str, Span) {
    let before = words.clone();
    for _ in 0..3 {
        words.eat_if(|word| word != "moves");
    }
    words.eat_if(is_counter);
    words.since(&before)
}

/// The plies before a position, by its counter.
pub(in crate::notation) fn plies_before(sfen: &str) -> Option<u32> {
    let counter: u32 = sfen.split_ascii_whitespace().nth(3)?.parse().ok()?;
    Some(counter.saturating_sub(1))
}

fn is_counter(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a line has a position at its beginning, good or bad.
pub(in crate::notation) fn is_position(line: &str) -> bool {
    line.strip_prefix("sfen")
        .is_some_and(|rest| rest.starts_with(BLANKS))
        || ranks(line) > 1
}

/// Whether a line can only be a position or begin with one: nine ranks, and a turn.
pub(in crate::notation) fn claims(line: &str) -> bool {
    let line = line.trim_start();
    ranks(line.strip_prefix("sfen ").map_or(line, str::trim_start)) == 9
}

/// Whether a line is a position on the board of another game: a whole one, a turn and the hands.
pub(in crate::notation) fn claims_other(line: &str) -> bool {
    let line = line.trim_start();
    let line = line.strip_prefix("sfen ").map_or(line, str::trim_start);
    let mut words = line.split_ascii_whitespace().skip(2);
    let is_hand = |hand: &str| hand == "-" || hand.bytes().all(|byte| byte.is_ascii_alphanumeric());
    ranks(line) > 2
        && words.next().is_some_and(is_hand)
        && words.next().is_none_or(is_counter)
        && board_of_sfen(line).is_some()
}

/// How many ranks the board at the beginning of a line has; 0 where there is none, or no turn after it.
fn ranks(line: &str) -> usize {
    let Some(end) = line.bytes().position(|byte| !is_of_board(byte)) else {
        return 0;
    };
    let (board, behind) = line.split_at(end);
    let turn = behind.trim_start_matches(BLANKS);
    let turn_follows = turn.len() < behind.len()
        && turn
            .strip_prefix(['b', 'w'])
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(BLANKS));
    if turn_follows {
        1 + board.bytes().filter(|&byte| byte == b'/').count()
    } else {
        0
    }
}

const BLANKS: [char; 2] = [' ', '\t'];

const fn is_of_board(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

#[cfg(test)]
mod tests {
    use super::{claims, claims_other, is_position};

    #[test]
    fn whole_boards_of_another_size_are_claimed_with_turn_and_hands() {
        let five = "rbsgk/4p/5/P4/KGSBR";
        for (line, claim) in [
            (format!("{five} b - 1"), true),
            (format!("sfen {five} w Pp"), true),
            (format!("{five} b"), false),
            (format!("{five} b ? 1"), false),
            (format!("{five} b - one"), false),
            ("rbsgk/4p/5/P3/KGSBR b - 1".to_owned(), false),
            ("9/9/9/9/9/9/9/9/9/9 b - 1".to_owned(), false),
        ] {
            assert_eq!(claims_other(&line), claim, "{line}");
        }
    }

    #[test]
    fn boards_are_known_by_their_ranks_and_turn() {
        let board = "9/9/9/9/4k4/9/9/9/9";
        for (line, position, claim) in [
            (format!("{board} b -"), true, true),
            (format!("{board} w - 1 name"), true, true),
            (format!("sfen {board} b - 1"), true, true),
            (format!("sfen  {board}  b - 1"), true, true),
            (format!("{board} b"), true, true),
            (format!("{board}/9 b - 1"), true, false),
            ("sfen x".to_owned(), true, false),
            ("sfen".to_owned(), false, false),
            (format!("{board} x - 1"), false, false),
            (format!("{board} black"), false, false),
            (board.to_owned(), false, false),
            (format!("https://{board} b - 1"), false, false),
            ("9 b - 1".to_owned(), false, false),
            ("b - 1".to_owned(), false, false),
            (String::new(), false, false),
        ] {
            assert_eq!((is_position(&line), claims(&line)), (position, claim), "{line}");
        }
    }
}
