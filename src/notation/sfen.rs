//! SFEN: one position per line.
//!
//! A line may begin with the word `sfen`, its counter may be missing, and a name or comment may follow. The
//! counter is the number of the next move, but many programs always write 1.

use super::line_reader::{self, LineReader, Rule};
use super::start_text::{size_unless_nine_wide, uniform_size};
use super::{
    Capabilities, Claim, ItemCounts, Join, Notation, Refusal, Scope, StartPart, Style, Target, TextBuilder,
    training,
};
use crate::finding::{Span, Words, both};
use crate::played::Played;
use crate::record::gap::{LineGap, TextAfter};
use crate::record::{GapKind, RemarkKind};
use crate::shogi::sfen_fields;

/// The entry of SFEN in the table of formats.
pub static NOTATION: Notation = Notation {
    format: super::SFEN,
    title: both("SFEN positions", "SFENの局面"),
    extensions: &["sfen", "usi"],
    encodings: Words::untranslated("ASCII"),
    scope: Scope::Positions,
    form: super::TextForm {
        counts_next: true,
        ..super::TextForm::GAME_LINE
    },
    binary: None,
    // The evidence is weak, because positions also occur in lists of games.
    claim_line: |line| Claim::Weak.when(claims(line) || claims_other(line)),
    first_record: |text| line_reader::first_record(text, is_position),
    sort_key: None,
    read: |source| line_reader::read_lines(source, super::SFEN, Rule::sfen, position),
    targets: &[
        Target {
            join: Join::Lines,
            ..Target::new(
                "sfen",
                both("SFEN (last position)", "SFEN（最終局面）"),
                Capabilities::POSITION,
                write,
            )
        },
        Target {
            extension: "sfen",
            join: Join::Lines,
            training: true,
            ..Target::new(
                "sfens",
                both(
                    "training data, the SFEN before each move",
                    "教師データ。各手の前の局面のSFEN",
                ),
                Capabilities::POSITION,
                write_each,
            )
        },
    ],
};

// Fields of a position: board, side to move, hands and an optional number of the next move.

/// Takes the fields of a position from the words of a line. Returns their text and span. Fields may be missing at the
/// end. A word may have several fields with `_` between them.
pub(super) fn fields<'t>(words: &mut line_reader::Words<'t>) -> (&'t str, Span) {
    let line_start = words.clone();
    let mut field_count = 0;
    while field_count < 3 {
        let mut ahead = words.clone();
        let Some((word, _)) = ahead.next().filter(|&(word, _)| word != "moves") else {
            break;
        };
        field_count += sfen_fields(word).count();
        *words = ahead;
    }
    if field_count == 3 {
        words.eat_if(is_counter);
    }
    words.since(&line_start)
}

/// Returns the number of plies before a position, from its counter; `None` if the counter is missing or unreadable.
pub(super) fn plies_before(sfen: &str) -> Option<u32> {
    let counter: u32 = sfen_fields(sfen).nth(3)?.parse().ok()?;
    Some(counter.saturating_sub(1))
}

fn is_counter(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether a line begins with a position, valid or not.
pub(super) fn is_position(line: &str) -> bool {
    line.strip_prefix("sfen")
        .is_some_and(|rest| rest.starts_with([' ', '\t']))
        || ranks(without_keyword(line).unwrap_or(line)) > 1
}

/// Returns whether a line can only begin with a position: nine ranks and a side to move.
pub(super) fn claims(line: &str) -> bool {
    let line = line.trim_start();
    ranks(without_keyword(line).unwrap_or(line)) == 9
}

/// Returns a line without the word `sfen` at its beginning; `None` if it does not begin with this word.
fn without_keyword(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("sfen")?;
    rest.starts_with(BLANKS).then(|| rest.trim_start_matches(BLANKS))
}

/// Returns whether a line is a position of another game: a complete board of another size, a side to move and
/// hands.
pub(super) fn claims_other(line: &str) -> bool {
    let line = line.trim_start();
    let line = without_keyword(line).unwrap_or(line);
    // Almost all lines end here, before their fields are separated.
    if ranks(line) <= 2 {
        return false;
    }
    let mut words = sfen_fields(line).skip(2);
    let is_hand = |hand: &str| hand == "-" || hand.bytes().all(|byte| byte.is_ascii_alphanumeric());
    words.next().is_some_and(is_hand)
        && words.next().is_none_or(is_counter)
        && other_board_size("", line).is_some()
}

/// Returns the number of ranks of the board at the beginning of a line.
///
/// The result is 0 if there is no board, or no side to move after it.
fn ranks(line: &str) -> usize {
    let Some(end) = line.bytes().position(|byte| !is_of_board(byte)) else {
        return 0;
    };
    let (board, after_board) = line.split_at(end);
    let turn = after_board.trim_start_matches(BLANKS);
    let turn_follows = turn.len() < after_board.len()
        && turn
            .strip_prefix(['b', 'w'])
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(BLANKS));
    if turn_follows {
        1 + board.bytes().filter(|&byte| byte == b'/').count()
    } else {
        0
    }
}

/// The characters between fields.
const BLANKS: [char; 3] = [' ', '\t', '_'];

const fn is_of_board(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}

// The text of a position: its parts, and its size if the board is not a shogi board.

/// Returns the rank of a square between its slashes, or the hands of both sides; `None` if the text lacks this part.
pub(super) fn part_of_start(text: &str, part: StartPart) -> Option<&str> {
    let (rank_end, field_ends) = separators(text);
    let mut fields = text.split(field_ends).filter(|field| !field.is_empty());
    let board = fields.find(|field| field.contains(rank_end))?;
    match part {
        StartPart::Square(square) => board.split(rank_end).nth(usize::from(square.rank()) - 1),
        StartPart::Hand(_) => fields.nth(1),
    }
}

/// Returns the size (files, ranks) of a board that is not a shogi board: `rbsgk/4p/5/P4/KGSBR`. Returns `None` for a
/// board that may be a damaged shogi board, and for text without a readable board.
pub(super) fn other_board_size(_: &str, text: &str) -> Option<(usize, usize)> {
    let (rank_end, field_ends) = separators(text);
    let board = text.split(field_ends).find(|word| word.contains(rank_end))?;
    let ranks = board.split(rank_end).map(width).collect::<Option<Vec<_>>>()?;
    let is_other_letter = |character: char| {
        character.is_ascii_alphabetic() && !"plnsgbrkz".contains(character.to_ascii_lowercase())
    };
    let is_other =
        ranks.len() == 10 && ranks.iter().all(|&files| files == 9) && board.contains(is_other_letter);
    // A shogi board with ten ranks may be a typing error, but not one with eleven or more.
    let is_longer = |&(files, ranks): &(usize, usize)| files == 9 && ranks > 10;
    is_other
        .then_some((9, 10))
        .or_else(|| size_unless_nine_wide(&ranks))
        .or_else(|| uniform_size(&ranks).filter(is_longer))
}

/// Returns the character between the ranks of a board and the characters between the fields. SFEN and USI have `/` between
/// the ranks, USEN has `_`.
fn separators(text: &str) -> (char, &'static [char]) {
    if text.contains('/') {
        ('/', &BLANKS)
    } else {
        ('_', &['.'])
    }
}

/// Returns the number of squares of a rank in SFEN; `None` for other text. Numbers of empty squares may have two
/// digits.
fn width(rank: &str) -> Option<usize> {
    let (mut squares, mut empty) = (0, 0);
    for letter in rank.chars() {
        match letter.to_digit(10) {
            Some(digit) => empty = (10 * empty + digit as usize).min(1000),
            None if letter.is_ascii_alphabetic() && letter != 'z' => {
                squares += empty + 1;
                empty = 0;
            }
            None if "+z".contains(letter) => {}
            None => return None,
        }
    }
    Some(squares + empty)
}

// Conversion of the tokens of the grammar to a record.

/// Reads a position: `[sfen] BOARD TURN HANDS [COUNTER] [anything]`. Moves after the position are reported; any other
/// text becomes a comment.
fn position<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    let Some(mut words) = reader.begin(start, token) else {
        return;
    };
    words.eat("sfen");
    let (sfen, span) = fields(&mut words);
    if reader.start(sfen, span, 0) {
        reader.record.start.plies_before = plies_before(sfen);
    }
    let (rest, span) = words.rest();
    if words.eat("moves").is_some() {
        let kind = GapKind::UnreadableLine(LineGap::MovesAfterPosition);
        reader.record.add_gap(span, kind);
    } else if !rest.is_empty() {
        reader.record.remark(reader.last, RemarkKind::Comment, rest);
        let word = rest.split_ascii_whitespace().next().unwrap_or(rest);
        if sfen_fields(sfen).nth(3).is_none() && is_malformed_number(word, rest) {
            let start = span.start as usize;
            let kind = GapKind::TextAfterMove(TextAfter::Position);
            reader.record.add_gap(Span::new(start, start + word.len()), kind);
        }
    }
}

/// Returns whether the first word of a text after a position is in place of the number of the next move: a number with a
/// sign or a fraction, or a word without further words, which would be a name.
fn is_malformed_number(word: &str, text: &str) -> bool {
    let is_of_number = |byte: u8| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.' | b',');
    word.bytes().all(is_of_number) || word == text && !word.starts_with('#')
}

// Writing of the last position of the main line.

/// Writes the position after the last move, with the number of the next move.
///
/// # Errors
///
/// Never, since every position can be written.
#[expect(
    clippy::unnecessary_wraps,
    reason = "one of the functions that write, and the others may refuse"
)]
fn write(played: &Played<'_, '_>, _: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let plies_before = played.record().start.plies_before.unwrap_or(0);
    let plies = played.game().count();
    let counter = plies_before.saturating_add(plies as u32).saturating_add(1);
    draft.line(&played.last().to_sfen(counter));
    Ok(())
}

/// Writes the position before each move that `style` selects, with the number of the move. If no legal move can be
/// played, writes the start position, unless `style` excludes it.
///
/// # Errors
///
/// Never, since every position can be written.
fn write_each(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    training::each_item(played, &style, draft, |item, draft| {
        item.position.write_sfen(item.number, &mut draft.text);
        draft.text.push('\n');
        Ok(())
    })?;
    if draft.items == ItemCounts::default() {
        let start = &played.record().start;
        let number = start.plies_before.unwrap_or(0).saturating_add(1);
        if style.items.accepts(number, None, &mut draft.items) {
            draft.line(&start.position.to_sfen(number));
        }
    }
    // SFEN has no scores, so missing and clipped scores are not reported.
    (draft.items.unscored, draft.items.clipped) = (0, 0);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{claims, claims_other, is_position};

    #[test]
    fn boards_of_other_sizes_are_detected_with_turn_and_hands() {
        let board_5x5 = "rbsgk/4p/5/P4/KGSBR";
        for (line, claim) in [
            (format!("{board_5x5} b - 1"), true),
            (format!("sfen {board_5x5} w Pp"), true),
            (format!("{board_5x5} b"), false),
            (format!("{board_5x5} b ? 1"), false),
            (format!("{board_5x5} b - one"), false),
            ("rbsgk/4p/5/P3/KGSBR b - 1".to_owned(), false),
            ("9/9/9/9/9/9/9/9/9/9 b - 1".to_owned(), false),
        ] {
            assert_eq!(claims_other(&line), claim, "{line}");
        }
    }

    #[test]
    fn boards_are_detected_by_their_ranks_and_turn() {
        let board = "9/9/9/9/4k4/9/9/9/9";
        for (line, position, claim) in [
            (format!("{board} b -"), true, true),
            (format!("{board} w - 1 name"), true, true),
            (format!("sfen {board} b - 1"), true, true),
            (format!("sfen  {board}  b - 1"), true, true),
            (format!("sfen {board}_b_-_1"), true, true),
            (format!("{board}_w_-"), true, true),
            (format!("sfen_{board}_w_-"), true, true),
            ("sfen_x".to_owned(), false, false),
            (format!("{board}_x_-_1"), false, false),
            (format!("{board}%20b%20-%201"), false, false),
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
