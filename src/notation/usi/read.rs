//! From the tokens of the grammar to a record.

use std::borrow::Cow;

use super::grammar::{Rule, UsiParser};
use super::{moves, words};
use crate::finding::Span;
use crate::notation::by_line::{LineReader, Words};
use crate::notation::stretch::{each_token, stretch};
use crate::notation::{RecordText, formats, sfen};
use crate::played::Played;
use crate::record::gap::NoMove;
use crate::record::{Ending, Record, RemarkKind, Step, Terminal};
use crate::shogi::{Color, Position, Standing};

/// Reads one record.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    let mut reader = LineReader::new(source, formats::USI);
    each_token::<_, UsiParser>(source.text, Rule::file, stretch, |rule, start, text| match rule {
        Some(Rule::game | Rule::position) => game(&mut reader, start, text),
        Some(Rule::comment) => reader.comment(text),
        None | Some(Rule::junk) => reader.junk(start, text),
        Some(_) => {}
    });
    reader.record
}

/// `[position] [startpos | [sfen] SFEN] [moves] 7g7f …`.
fn game<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    let Some(mut words) = reader.begin(start, token) else {
        return;
    };
    let command = words.eat("position");
    let even = words.eat("startpos");
    if even.is_some() {
        reader.record.start.diagram = even;
    } else if words.clone().eat("moves").is_none() && !position(reader, &mut words) {
        return;
    }
    // After a position that is no command may stand a name or a comment.
    if words.eat("moves").is_some() || command.or(even).is_some() {
        return play(reader, words);
    }
    let (text, _) = words.rest();
    if !text.is_empty() {
        reader.record.remark(reader.last, RemarkKind::Comment, text);
    }
}

/// The start position. Where it cannot be read, the moves are kept together as one thing that cannot be.
fn position(reader: &mut LineReader<'_>, words: &mut Words<'_>) -> bool {
    words.eat("sfen");
    let (text, span) = sfen::fields(words);
    let mut behind = words.clone();
    behind.eat("moves");
    let readable = reader.start(text, span, behind.clone().count());
    if readable {
        reader.record.start.plies_before = sfen::plies_before(text);
    } else if !behind.rest().0.is_empty() {
        reader.add(Step::Illegible(behind.rest().1));
    }
    readable
}

/// The moves, and the words that end the game.
fn play<'t>(reader: &mut LineReader<'t>, words: Words<'t>) {
    for (word, span) in words {
        let step = moves::step(word, span);
        if !matches!(step, Step::Illegible(_)) {
            reader.add(step);
        } else if let Some(terminal) = words::terminal(word) {
            reader.add(Step::End(ending(&reader.record, terminal, word, span)));
        } else {
            reader.illegible(span, NoMove::Usi);
        }
    }
}

/// The end that a word means after the moves so far. A win may be meant of the side that has mated; and where the side
/// that is to move could not declare one, nothing says how it has won.
fn ending<'t>(record: &Record<'_>, terminal: Terminal, word: &'t str, span: Span) -> Ending<'t> {
    let (mut terminal, mut offender) = (terminal, None);
    if terminal == Terminal::DeclareWin {
        let played = Played::of(record);
        let last = played.last();
        if last.king(last.side_to_move()).is_some() && !last.has_legal_move() {
            terminal = Terminal::Mate;
        } else if !could_declare(last) {
            // It says who has won, and not how.
            terminal = Terminal::Other;
            offender = Some(last.side_to_move().opponent());
        }
    }
    Ending {
        terminal,
        offender,
        word: Cow::Borrowed(word),
        span,
    }
}

/// Whether the side to move has what a declaration by the 27-point rule needs.
fn could_declare(position: &Position) -> bool {
    let side = position.side_to_move();
    let standing = Standing::of(position, side);
    let needed = if side == Color::Black { 28 } else { 27 };
    standing.may_declare() && standing.entered.value() >= needed
}
