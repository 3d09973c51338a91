//! USI, the notation of engines: games in the form of the command `position`, one per line.
//!
//! An example is `position startpos moves 7g7f 3c3d`. The words `position` and `startpos` may be missing. A
//! position may replace `startpos`, with or without the word `sfen`. A word after the last move may state the
//! result: some programs write such words, although engines do not know them.
//!
//! In the logs of programs and engines, the lines with the command `position` are the games. The other lines of
//! the protocol are kept separately.

use std::borrow::Cow;

use super::evaluation::{self, MovesInComments};
use super::line_reader::{self, LineReader, Rule};
use super::{
    Capabilities, Claim, Join, Notation, RecordText, Refusal, Scope, Style, Target, TextBuilder, meaning,
    sfen,
};
use crate::finding::{Span, Words, both};
use crate::played::{Meaning, Played, Ply};
use crate::record::gap::NotAMove;
use crate::record::{
    Clock, Ending, NodeId, Promotion, Record, RemarkKind, Step, Terminal, Tree, WrittenMove,
};
use crate::shogi::{Color, Move, Piece, PieceKind, Position, Standing};

/// The entry of USI in the table of formats.
pub static NOTATION: Notation = Notation {
    format: super::USI,
    title: both("USI game lines", "USIの対局の行"),
    extensions: &["usi", "sfen"],
    encodings: Words::untranslated("ASCII"),
    scope: Scope::Moves,
    form: super::TextForm {
        counts_next: true,
        move_text: |_, _, ply| ply.kind.map(|_| to_usi(ply)),
        move_unit: super::MoveUnit::Word(" "),
        in_comments: Some(MovesInComments {
            to_text: |moves, _| format!("{MOVES_KEYWORD}{moves}"),
            ..MovesInComments::new(evaluation::Rule::usi, read)
        }),
        ..super::TextForm::GAME_LINE
    },
    binary: None,
    claim_line: |line| Claim::Strong.when(claims_line(line)),
    first_record: |text| line_reader::first_record(text, is_game),
    sort_key: None,
    read,
    targets: &[Target {
        join: Join::Lines,
        ..Target::new(
            "usi",
            both("USI (position and moves)", "USI（局面と指し手）"),
            CAPABILITIES,
            write,
        )
    }],
};

/// The capabilities of USI: the moves. A word for the result is read but not written, because engines do not know such
/// words.
const CAPABILITIES: Capabilities = Capabilities {
    moves: true,
    ..Capabilities::POSITION
};

/// The beginning of a line that has moves but no position.
const MOVES_KEYWORD: &str = "moves ";

/// Reads one record in USI.
fn read(source: RecordText<'_>) -> Record<'_> {
    line_reader::read_lines(source, super::USI, Rule::usi, game)
}

/// Returns whether a line is a game or a position, valid or not.
fn is_game(line: &str) -> bool {
    let begins_with = |word: &str| {
        line.strip_prefix(word)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
    };
    match line.as_bytes().first() {
        Some(b'p') if begins_with("position") => true,
        Some(b's') if begins_with("startpos") || begins_with("sfen") => true,
        Some(b'm') if begins_with("moves") => true,
        _ => sfen::is_position(line) || line_reader::log_prefix_len(line) > 0,
    }
}

/// Returns whether a line can only be a game.
fn claims_line(line: &str) -> bool {
    let line = line.trim_start();
    let line = &line[line_reader::log_prefix_len(line)..];
    let after_word = |word| {
        line.strip_prefix(word)
            .filter(|rest: &&str| rest.starts_with([' ', '\t']))
    };
    match line.as_bytes().first() {
        Some(b'p') => after_word("position").is_some_and(|rest| {
            let rest = rest.trim_start();
            rest.starts_with("startpos") || rest.starts_with("sfen") || rest.starts_with("moves ")
        }),
        Some(b's') if line.starts_with("startpos") => line.len() == 8 || after_word("startpos").is_some(),
        Some(b'm') => after_word("moves").is_some_and(|rest| {
            let first_word = rest.split_ascii_whitespace().next();
            first_word.is_some_and(is_move)
        }),
        _ => sfen::claims(line) && line.contains(" moves"),
    }
}

// Moves in USI: `7g7f`, `8h2b+`, `P*5e`.

/// Parses a line of play from USI moves that are separated by blanks. Spans are offsets in `moves`.
///
/// Words that mean a pass (`0000`, `pass`) become passes; unreadable words become [`Step::Unreadable`].
///
/// ```
/// use kifu::notation::usi;
/// let tree = usi::line("7g7f 3c3d 8h2b+");
/// assert_eq!(tree.main_line().count(), 3);
/// ```
pub fn line(moves: &str) -> Tree<'_> {
    let mut tree = Tree::default();
    let mut latest = NodeId::START;
    for word in moves.split_whitespace() {
        let start = word.as_ptr() as usize - moves.as_ptr() as usize;
        latest = tree.add(
            latest,
            step(word, Span::new(start, start + word.len())),
            Clock::default(),
        );
    }
    tree
}

/// Parses a word; returns [`Step::Unreadable`] if it is neither a move nor a pass.
pub(super) fn step<'t>(word: &str, span: Span) -> Step<'t> {
    if matches!(word, "0000" | "pass" | "PASS") {
        return Step::Pass(span);
    }
    parse_move(word, span).map_or(Step::Unreadable(span), Step::Move)
}

/// Returns whether a word is a move.
pub(super) fn is_move(word: &str) -> bool {
    parse_move(word, Span::default()).is_some()
}

/// Parses a move; returns `None` for any other word. `P*5b+`, which promotes a dropped piece, is accepted here and
/// left to the referee.
fn parse_move(word: &str, span: Span) -> Option<WrittenMove> {
    let (body, promotion) = match word.strip_suffix('+') {
        Some(body) => (body, Promotion::Promote),
        None => (word, Promotion::Unstated),
    };
    let mv: Move = body.parse().ok()?;
    // The text `7g7f++` is not a move.
    let promotes = matches!(mv, Move::Board { promote: true, .. });
    (!promotes).then(|| WrittenMove {
        promotion,
        ..WrittenMove::new(mv, span)
    })
}

// Words after the last move that state the result.

/// The words for results, one for each meaning. Shogi programs write these words into files, but they are not part
/// of the protocol.
pub const TERMINALS: [(&str, Terminal); 6] = [
    ("resign", Terminal::Resign),
    // After mate, `win` means that the side that has just moved has won; see `ending`.
    ("win", Terminal::DeclareWin),
    ("rep_draw", Terminal::Repetition),
    ("draw", Terminal::Draw),
    ("timeout", Terminal::Timeout),
    ("break", Terminal::Interrupt),
];

/// Synonyms of words in [`TERMINALS`], and the words of engines that have no move to play.
const SYNONYMS: [(&str, Terminal); 3] = [
    ("chudan", Terminal::Interrupt),
    ("none", Terminal::Other),
    ("(none)", Terminal::Other),
];

/// Words that engines write at the end of an analysed line if the position there has occurred before.
///
/// The side to move wins or loses because of perpetual check (`rep_win`, `rep_lose`), or has more or fewer pieces in hand
/// (`rep_sup`, `rep_inf`). Two occurrences are enough, so none of these words means a 千日手 of four occurrences.
pub(crate) const REPETITION_WORDS: [&str; 4] = ["rep_win", "rep_lose", "rep_sup", "rep_inf"];

/// Returns the kind of end that a USI word means; `None` for an unknown word.
pub fn terminal(word: &str) -> Option<Terminal> {
    let of_repetition = || REPETITION_WORDS.contains(&word).then_some(Terminal::Other);
    meaning(&TERMINALS, word)
        .or_else(|| meaning(&SYNONYMS, word))
        .or_else(of_repetition)
}

// Conversion of the tokens of the grammar to a record.

/// Reads a game: `[position] [startpos | [sfen] SFEN] [moves] 7g7f …`. The prefix of an engine log is skipped.
fn game<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    let prefix_length = if sfen::is_position(token) {
        0
    } else {
        line_reader::log_prefix_len(token)
    };
    let Some(mut words) = reader.begin(start + prefix_length, &token[prefix_length..]) else {
        return;
    };
    let command = words.eat("position");
    let startpos = words.eat("startpos");
    if startpos.is_some() {
        reader.record.start.diagram = startpos;
    } else if words.clone().eat("moves").is_none() && !position(reader, &mut words) {
        return;
    }
    // Without the word `position`, `startpos` or `moves`, the text after a position is a name or a comment.
    if words.eat("moves").is_some() || command.or(startpos).is_some() {
        return play(reader, words);
    }
    let (text, _) = words.rest();
    if !text.is_empty() {
        reader.record.remark(reader.last, RemarkKind::Comment, text);
    }
}

/// Reads the start position. Returns whether the position is readable.
///
/// After an unreadable position, all the moves become a single unreadable step.
fn position(reader: &mut LineReader<'_>, words: &mut line_reader::Words<'_>) -> bool {
    words.eat("sfen");
    let (text, span) = sfen::fields(words);
    let mut words_after = words.clone();
    words_after.eat("moves");
    let is_readable = reader.start(text, span, words_after.clone().count());
    if is_readable {
        reader.record.start.plies_before = sfen::plies_before(text);
    } else if !words_after.rest().0.is_empty() {
        reader.add(Step::Unreadable(words_after.rest().1));
    }
    is_readable
}

/// Reads the moves and the words that end the game. Any other word becomes an unreadable step, which is reported.
fn play<'t>(reader: &mut LineReader<'t>, words: line_reader::Words<'t>) {
    for (word, span) in words {
        let step = step(word, span);
        if !matches!(step, Step::Unreadable(_)) {
            reader.add(step);
        } else if let Some(terminal) = terminal(word) {
            reader.add(Step::End(ending(
                &reader.record,
                reader.last,
                terminal,
                word,
                span,
            )));
        } else {
            reader.add_illegible(span, NotAMove::Usi);
        }
    }
}

/// Returns the end that a word means after the moves so far.
///
/// `rep_win` and `rep_lose` state the winner, but there may be no perpetual check. `win` after mate refers to the side that
/// has mated. If the side to move could not declare a win, `win` states the winner, but not the way in which the side has
/// won.
fn ending<'t>(
    record: &Record<'_>,
    last: NodeId,
    terminal: Terminal,
    word: &'t str,
    span: Span,
) -> Ending<'t> {
    let (mut terminal, mut offender) = (terminal, None);
    if matches!(word, "rep_win" | "rep_lose") {
        let to_move = record.start.side_after(&record.tree, last);
        let is_won = word == "rep_win";
        offender = Some(if is_won { to_move.opponent() } else { to_move });
    } else if terminal == Terminal::DeclareWin {
        let played = Played::new(record);
        let last_position = played.last();
        if last_position.king(last_position.side_to_move()).is_some() && !last_position.has_legal_move() {
            terminal = Terminal::Mate;
        } else if !could_declare(last_position) {
            terminal = Terminal::Other;
            offender = Some(last_position.side_to_move().opponent());
        }
    }
    Ending {
        terminal,
        offender,
        word: Cow::Borrowed(word),
        span,
    }
}

/// Returns whether the side to move meets the conditions for a declaration by the 27-point rule.
fn could_declare(position: &Position) -> bool {
    let side = position.side_to_move();
    let standing = Standing::new(position, side);
    standing.may_declare() && standing.entered.value() >= Standing::min_points_27(side)
}

// Writing of games in the form of the command `position`.

/// Writes the start position and the moves of the main line up to its end.
///
/// # Errors
///
/// Never, since every move that can be read can be written.
#[expect(
    clippy::unnecessary_wraps,
    reason = "one of the functions that write, and the others may refuse"
)]
fn write(played: &Played<'_, '_>, _: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let start = &played.record().start;
    let plies_before = start.plies_before.unwrap_or(0);
    let mut line = if start.position == Position::startpos() && plies_before == 0 {
        "position startpos".to_owned()
    } else {
        let counter = plies_before.saturating_add(1);
        format!("position sfen {}", start.position.to_sfen(counter))
    };
    let mut separator = " moves ";
    for id in played.line() {
        let text = match played.meaning(id) {
            Meaning::Ply(ply) => to_usi(ply),
            Meaning::Pass => "0000".to_owned(),
            _ => break,
        };
        line.push_str(separator);
        line.push_str(&text);
        separator = " ";
    }
    draft.line(&line);
    Ok(())
}

/// Formats a move: `7g7f`, `8h2b+`, `P*5e`. The drop of a promoted piece, which is an illegal move, is `P*5b+`.
pub(super) fn to_usi(ply: &Ply) -> String {
    let kind = ply.kind.unwrap_or(PieceKind::Pawn);
    let from = match ply.from {
        Some(from) => from.to_string(),
        None => format!("{}*", Piece::new(Color::Black, kind.base()).letter()),
    };
    let promotes = ply.promotes || ply.from.is_none() && kind.is_promoted();
    format!("{from}{}{}", ply.to, if promotes { "+" } else { "" })
}

#[cfg(test)]
mod tests {
    use super::claims_line;

    #[test]
    fn only_lines_of_the_format_are_detected() {
        let board = "9/9/9/9/4k4/9/9/9/9";
        for line in [
            "position startpos",
            "position  startpos moves 7g7f",
            "position sfen",
            "startpos",
            "startpos moves 7g7f",
            "moves 7g7f 3c3d",
            "moves P*5e",
            &format!("sfen {board} b - 1 moves 5e5d"),
            &format!("{board} b - moves 5e5d"),
        ] {
            assert!(claims_line(line), "{line}");
        }
        for line in [
            "",
            "position",
            "position of the pieces",
            "startposition",
            "moves",
            "moves like this",
            "sfen x moves 7g7f",
            "7g7f 3c3d",
            &format!("sfen {board} b - 1"),
        ] {
            assert!(!claims_line(line), "{line}");
        }
    }
}
