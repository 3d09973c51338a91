//! USEN, the notation for web addresses: a whole game without characters that must be escaped.
//!
//! An example is `~0.7ku2jm.r~1.36e.`. Each `~` begins a line of play, the main line first. A line consists of
//! the number of plies before it, its moves of three characters each, and its end.

use core::ops::Range;

use super::line_reader::{self, LineReader};
use super::result::Results;
use super::{
    Capabilities, Claim, Join, Loss, Notation, Refusal, RefusalReason, Scope, Style, Target, TextBuilder,
    loss_counter, meaning, word_for,
};
use crate::finding::Words;
use crate::played::{Meaning, Played, Ply};
use crate::record::gap::NotAMove;
use crate::record::{NodeId, Step, Terminal};
use crate::shogi::{Move, PieceKind, Position, Square};

mod edit;
mod read;

pub(crate) use edit::offset_edits;

/// The entry of USEN in the table of formats.
pub static NOTATION: Notation = Notation {
    format: super::USEN,
    title: Words::untranslated("USEN"),
    extensions: &["usen"],
    encodings: Words::untranslated("ASCII"),
    scope: Scope::Moves,
    form: super::TextForm {
        move_text: |_, _, ply| code_of(ply).map(|code| code.map(char::from).iter().collect()),
        start_edits: edit::start_edits,
        move_unit: super::MoveUnit::Code,
        move_code: Some(code),
        move_in_words: |text| decode(text).ok().map(|mv| mv.to_string()),
        ..super::TextForm::GAME_LINE
    },
    binary: None,
    claim_line: |line| Claim::Strong.when(claims_line(line)),
    first_record: |text| {
        line_reader::first_record(text, |line| {
            lines_of_play(line).is_some() || in_address(line).is_some()
        })
    },
    sort_key: None,
    read: |source| line_reader::read_lines(source, super::USEN, line_reader::Rule::usen, game),
    targets: &[Target {
        join: Join::Lines,
        ..Target::new("usen", Words::untranslated("USEN"), CAPABILITIES, write)
    }],
};

/// The capabilities of USEN. A win by an illegal move of the opponent can be expressed if this move is the last one.
const CAPABILITIES: Capabilities = Capabilities {
    moves: true,
    variations: true,
    results: &[
        Terminal::Resign,
        Terminal::Timeout,
        Terminal::Interrupt,
        Terminal::Impasse,
        Terminal::FoulWin,
    ],
    // Programs also write the letter of an impasse for a declared win.
    may_declare: Some(Terminal::Impasse),
    ..Capabilities::POSITION
};

/// Returns the text after the first `~` of a line that is a game, valid or not; `None` for any other line.
fn lines_of_play(line: &str) -> Option<&str> {
    let end = line.bytes().position(|byte| !is_of_start(byte))?;
    line[end..].strip_prefix('~')
}

const fn is_of_start(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-')
}

/// Returns whether a line can only be a game.
fn claims_line(line: &str) -> bool {
    let line = line.trim_start();
    begins_game(line) || in_address(line).is_some()
}

/// Returns whether a text begins with a game: an optional start position, a `~`, a number and a dot.
fn begins_game(text: &str) -> bool {
    let digits = |line: &str| line.bytes().take_while(u8::is_ascii_digit).count();
    lines_of_play(text).is_some_and(|lines| {
        let offset = digits(lines);
        offset > 0 && lines[offset..].starts_with('.')
    })
}

/// Returns the range of the game in a line that is a web address: `https://example.org/?usen=~0.7ku2jm.r&ply=1`.
/// Returns `None` for any other line.
fn in_address(line: &str) -> Option<Range<usize>> {
    let address = line
        .strip_prefix("http://")
        .or_else(|| line.strip_prefix("https://"))?;
    let scheme = line.len() - address.len();
    let address = address.split([' ', '\t', '\n', '\r']).next().unwrap_or_default();
    let mut signs = address.match_indices(['/', '?', '&', '=', '#']);
    let (sign, _) = signs.find(|&(sign, _)| begins_game(&address[sign + 1..]))?;
    let start = scheme + sign + 1;
    let is_of_game = |byte: u8| is_of_start(byte) || byte == b'~';
    let length = line[start..]
        .bytes()
        .position(|byte| !is_of_game(byte))
        .unwrap_or(line.len() - start);
    Some(start..start + length)
}

/// Reads a line with a game, alone or in a web address.
fn game<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    match in_address(token) {
        Some(range) => read::game(reader, start + range.start, &token[range]),
        None => read::game(reader, start, token),
    }
}

// The end of a line of play.

/// The letters for results, for reading and writing.
///
/// Some programs write `p` for every result without a letter, including 千日手. Some write `j` for a declared
/// win as well as for a draw.
pub const RESULT_LETTERS: [(&str, Terminal); 4] = [
    ("r", Terminal::Resign),
    ("t", Terminal::Timeout),
    ("p", Terminal::Interrupt),
    ("j", Terminal::Impasse),
];

/// The letter before an illegal last move.
pub(crate) const ILLEGAL_PREFIX: char = 'i';

/// Returns the kind of end that a letter means; `None` for an unknown letter.
pub fn terminal(letter: &str) -> Option<Terminal> {
    meaning(&RESULT_LETTERS, letter)
}

/// Returns the letter for a kind of end; `None` if USEN has no letter for it.
pub fn letter(terminal: Terminal) -> Option<&'static str> {
    word_for(&RESULT_LETTERS, terminal)
}

// Moves in USEN: three digits in base 36.
//
// The number is `(from * 81 + to) * 2`, plus one for a promotion. Squares are numbered rank by rank from 1a.
// For a drop, `from` is a number after the last square.

/// The digits in base 36.
const DIGITS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";

/// The number of the first drop. The numbers between the last square and this number are reserved for pieces that are
/// never dropped.
const FIRST_DROP: usize = Square::COUNT + 9;

/// The dropped piece for each number from [`FIRST_DROP`] on.
const DROPS: [PieceKind; 7] = [
    PieceKind::Gold,
    PieceKind::Pawn,
    PieceKind::Lance,
    PieceKind::Knight,
    PieceKind::Silver,
    PieceKind::Bishop,
    PieceKind::Rook,
];

/// Returns the three characters of a move; `None` for the drop of a king or promoted piece.
///
/// ```
/// use kifu::notation::usen;
/// let push = "7g7f".parse()?;
/// assert_eq!(usen::code(push), Some(*b"7ku"));
/// assert_eq!(usen::decode("7ku"), Ok(push));
/// # Ok::<(), kifu::shogi::UsiError>(())
/// ```
pub fn code(mv: Move) -> Option<[u8; 3]> {
    let (from, promote) = match mv {
        Move::Board { from, promote, .. } => (number(from), promote),
        Move::Drop { kind, .. } => {
            let index = DROPS.iter().position(|&dropped| dropped == kind)?;
            (FIRST_DROP + index, false)
        }
    };
    let value = (from * Square::COUNT + number(mv.to())) * 2 + usize::from(promote);
    Some([value / 1296, value / 36 % 36, value % 36].map(|digit| DIGITS[digit]))
}

/// Returns the three characters of a ply; `None` for an impossible drop.
fn code_of(ply: &Ply) -> Option<[u8; 3]> {
    let (to, promote) = (ply.to, ply.promotes);
    let kind = ply.kind.unwrap_or(PieceKind::Pawn);
    match ply.from {
        Some(from) => code(Move::Board { from, to, promote }),
        None if promote => None,
        None => code(Move::Drop { kind, to }),
    }
}

/// Returns the move of three characters. Its legality is not checked.
///
/// # Errors
///
/// The reason why the characters are not a move.
pub fn decode(text: &str) -> Result<Move, NotAMove> {
    let &[a, b, c] = text.as_bytes() else {
        return Err(NotAMove::Usen);
    };
    let value = (digit(a)? * 36 + digit(b)?) * 36 + digit(c)?;
    let (from, promote) = (value / 2 / Square::COUNT, value % 2 == 1);
    let to = square(value / 2 % Square::COUNT).ok_or(NotAMove::UsenPlace)?;
    if let Some(from) = square(from) {
        return Ok(Move::Board { from, to, promote });
    }
    let drop = from.checked_sub(FIRST_DROP).and_then(|index| DROPS.get(index));
    match (drop, promote) {
        (None, _) => Err(NotAMove::UsenPlace),
        (_, true) => Err(NotAMove::UsenPromotedDrop),
        (Some(&kind), false) => Ok(Move::Drop { kind, to }),
    }
}

/// Returns the codes of a sequence of moves, with the offset of each.
///
/// A remainder at the end, or text that is not ASCII, is returned as one code that is not a move.
fn codes(moves: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = moves;
    std::iter::from_fn(move || {
        let start = moves.len() - rest.len();
        let code = rest.get(..3).unwrap_or(rest);
        rest = &rest[code.len()..];
        (!code.is_empty()).then_some((start, code))
    })
}

fn digit(byte: u8) -> Result<usize, NotAMove> {
    match byte {
        b'0'..=b'9' => Ok(usize::from(byte - b'0')),
        b'a'..=b'z' => Ok(usize::from(byte - b'a') + 10),
        _ => Err(NotAMove::Usen),
    }
}

/// Returns the number of a square: rank by rank from 1a to 9a, 1b and so on.
fn number(square: Square) -> usize {
    usize::from(square.rank() - 1) * 9 + usize::from(square.file() - 1)
}

fn square(number: usize) -> Option<Square> {
    Square::new((number % 9 + 1) as u8, u8::try_from(number / 9 + 1).ok()?)
}

// Writing of USEN as its original program does: all variations start from the main line, so nested variations repeat
// the moves that they share. Programs that count plies on the previous line read the same game from this output.

/// Maximum number of repeated moves. Without this limit, the output of deeply nested variations could fill the disk.
const MAX_REPEATED_MOVES: usize = 1 << 20;

/// Writes the start position, the main line and all variations. Variations that leave the main line later are written
/// first, and those with a pass are left out. Returns an error for a pass of the main line or an impossible drop.
fn write(played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let start = &played.record().start;
    let mut written = loss_counter::written(played, style.holds);
    drop_siblings_of_unwritten_end(played, &mut written, draft);
    let mut writer = Writer {
        played,
        results: Results::new(played),
        plies_before: start.plies_before.unwrap_or(0),
        written,
        repeated: 0,
        text: start_position_text(&start.position),
        draft,
    };
    writer.line(1, played.line())?;
    for first in played.variations() {
        if writer.written[first.index()] {
            writer.variation(first)?;
        }
    }
    let Writer { text, draft, .. } = writer;
    draft.line(&text);
    Ok(())
}

/// Leaves out the siblings of an end that has no letter.
///
/// Such an end looks like a line that continues, so its siblings would be read as a continuation of that line.
fn drop_siblings_of_unwritten_end(played: &Played<'_, '_>, written: &mut [bool], draft: &mut TextBuilder) {
    let tree = &played.record().tree;
    for id in tree.ids().skip(1) {
        let Some(parent) = tree.parent(id) else { continue };
        let eldest = tree.first_child(parent).filter(|&eldest| eldest != id);
        let is_sibling_of_end = eldest.is_some_and(
            |eldest| matches!(&tree.node(eldest).step, Step::End(ending) if written_letter(ending.terminal_for_side_to_move(played.turn(eldest))).is_none()),
        );
        if written[id.index()] && written[parent.index()] && is_sibling_of_end {
            draft.losses.add(Loss::Variation);
        }
        written[id.index()] &= written[parent.index()] && !is_sibling_of_end;
    }
}

/// Returns the letter that is written for a result; `None` for a result without a letter. All draws have the same
/// letter, so the kind of draw is lost.
fn written_letter(terminal: Terminal) -> Option<&'static str> {
    match terminal {
        Terminal::Draw | Terminal::MaxMoves => letter(Terminal::Impasse),
        _ => letter(terminal),
    }
}

/// Returns the start position in characters that need no escape; an empty string for the even start.
fn start_position_text(position: &Position) -> String {
    if *position == Position::startpos() {
        return String::new();
    }
    let sfen = position.to_sfen(1);
    let without_counter = sfen.rsplit_once(' ').map_or("", |(position, _)| position);
    without_counter
        .replace('/', "_")
        .replace(' ', ".")
        .replace('+', "z")
}

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    results: Results<'p, 'r, 't>,
    plies_before: u32,
    /// For each node, `true` if the node is written.
    written: Vec<bool>,
    /// The number of moves repeated so far.
    repeated: usize,
    text: String,
    draft: &'d mut TextBuilder,
}

impl Writer<'_, '_, '_, '_> {
    /// Writes a variation, beginning with the first move off the main line. A variation without a move, or one that
    /// exceeds [`MAX_REPEATED_MOVES`], is counted as lost. Returns the errors of [`line`](Self::line).
    fn variation(&mut self, first: NodeId) -> Result<(), Refusal> {
        let tree = &self.played.record().tree;
        if *self.played.meaning(first) == Meaning::End {
            // A branch without a move carries no information.
            self.draft.losses.add(Loss::Variation);
            return Ok(());
        }
        let shared = tree.ancestors(first).skip(1);
        let remaining = MAX_REPEATED_MOVES - self.repeated;
        let mut shared: Vec<_> = shared
            .take_while(|&id| !tree.is_main_line(id))
            .take(remaining + 1)
            .collect();
        if shared.len() > remaining {
            self.draft.losses.add(Loss::Variation);
            return Ok(());
        }
        self.repeated += shared.len();
        shared.reverse();
        let first_off_main_line = shared.first().copied().unwrap_or(first);
        let line = shared.into_iter().chain(self.played.from(first));
        self.line(tree.node(first_off_main_line).ply, line)
    }

    /// Writes a line of play whose first move has this ply number: `~0.7ku2jm.r`. Returns an error for a pass or an
    /// impossible drop.
    fn line(&mut self, ply: u32, nodes: impl Iterator<Item = NodeId>) -> Result<(), Refusal> {
        let line_offset = self.plies_before.saturating_add(ply - 1);
        for part in ["~", &line_offset.to_string(), "."] {
            self.text.push_str(part);
        }
        let mut last = NodeId::START;
        let mut latest_move = None;
        for id in nodes {
            if !self.written[id.index()] {
                break;
            }
            last = id;
            match self.played.meaning(id) {
                Meaning::Ply(ply) => {
                    latest_move = Some((id, self.text.len()));
                    let code = self.code(id, ply)?;
                    self.text.extend(code.map(char::from));
                }
                Meaning::End => break,
                _ => return Err(Refusal::new(self.played, id, RefusalReason::Pass(super::USEN))),
            }
        }
        self.end(last, latest_move);
        Ok(())
    }

    fn code(&mut self, id: NodeId, ply: &Ply) -> Result<[u8; 3], Refusal> {
        code_of(ply).ok_or_else(|| Refusal::new(self.played, id, RefusalReason::ImpossibleDrop(super::USEN)))
    }

    /// Writes the end of the line whose last node is `last`. A win by an illegal move of the opponent that is not the
    /// last move has no letter, and is counted as a loss.
    ///
    /// `latest_move` is the latest move of the line with the length of the text before it (bytes).
    fn end(&mut self, last: NodeId, latest_move: Option<(NodeId, usize)>) {
        let record = self.played.record();
        let (terminal, word) = if let Step::End(ending) = &record.tree.node(last).step {
            (
                Some(ending.terminal_for_side_to_move(self.played.turn(last))),
                ending.word.as_ref(),
            )
        } else {
            let claimed_result = self.results.claimed(last);
            let word = claimed_result.map_or("", |(_, claim)| claim.text.as_ref());
            (claimed_result.map(|(terminal, _)| terminal), word)
        };
        let Some(terminal) = terminal else {
            return self.text.push('.');
        };
        let illegal_move = latest_move.filter(|&(id, _)| self.is_last_and_illegal(id));
        match (terminal, illegal_move) {
            (Terminal::FoulWin, Some((_, at))) => {
                self.text.insert(at, '.');
                self.text.insert(at + 1, ILLEGAL_PREFIX);
            }
            (Terminal::FoulWin, None) => {
                self.draft.losses.name(Loss::Result, word);
                self.text.push('.');
            }
            _ => {
                self.text.push('.');
                self.text.push_str(written_letter(terminal).unwrap_or_default());
            }
        }
    }

    /// Returns whether a move is illegal and followed by nothing but the end. Only such a move can follow the
    /// letter [`ILLEGAL_PREFIX`].
    fn is_last_and_illegal(&self, id: NodeId) -> bool {
        let is_illegal = self.played.ply(id).is_some_and(|ply| !ply.allowed);
        is_illegal && self.played.children(id).nth(1).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::{DIGITS, NotAMove, claims_line, code, decode};
    use crate::shogi::Move;

    #[test]
    fn only_lines_of_the_format_are_detected() {
        for line in [
            "~0.",
            "~0.7ku2jm.r~1.36e.",
            "~10.7ku",
            "1nsgkgsn1_9_ppppppppp_9_9_9_PPPPPPPPP_1B5R1_LNSGKGSNL.w.-~0.09k7ku.",
        ] {
            assert!(claims_line(line), "{line}");
        }
        for line in [
            "",
            "~",
            "~.",
            "~0",
            "~x.7ku",
            "7ku~",
            "見本~0.7ku.",
            "a b~0.7ku.",
            "持時間~10.5",
        ] {
            assert!(!claims_line(line), "{line}");
        }
    }

    #[test]
    fn moves_have_the_expected_codes() {
        for (usi, text) in [
            ("7g7f", "7ku"),
            ("3c3d", "2jm"),
            ("2g2f", "6y2"),
            ("8c8d", "36e"),
            ("8h2b+", "8rl"),
            ("3a2b", "09k"),
            ("9i1a+", "a01"),
            ("P*5e", "bfq"),
            ("L*8b", "biw"),
            ("N*5e", "boq"),
            ("S*5e", "bt8"),
            ("G*5b", "b9q"),
            ("B*5e", "bxq"),
            ("R*9i", "c4g"),
        ] {
            let mv: Move = usi.parse().unwrap();
            assert_eq!(
                code(mv).map(|code| code.map(char::from).iter().collect::<String>()),
                Some(text.to_owned())
            );
            assert_eq!(decode(text), Ok(mv), "{usi}");
        }
        assert_eq!(code("K*5e".parse().unwrap()), None);
    }

    #[test]
    fn every_valid_code_reads_back() {
        let mut moves = 0;
        for a in DIGITS {
            for b in DIGITS {
                for c in DIGITS {
                    let text = [*a, *b, *c];
                    if let Ok(mv) = decode(str::from_utf8(&text).unwrap()) {
                        assert_eq!(code(mv), Some(text));
                        moves += 1;
                    }
                }
            }
        }
        assert_eq!(moves, 81 * 81 * 2 + 7 * 81);
    }

    #[test]
    fn invalid_codes_have_a_reason() {
        for (text, fault) in [
            ("", NotAMove::Usen),
            ("7k", NotAMove::Usen),
            ("7ku2", NotAMove::Usen),
            ("7kU", NotAMove::Usen),
            ("7k歩", NotAMove::Usen),
            // The smallest code that is too large (`c4i`), and the largest possible one (`zzz`), in base 36.
            ("c4i", NotAMove::UsenPlace),
            ("zzz", NotAMove::UsenPlace),
            // The origins 81 (unused) and 89 (the king in hand).
            ("a4i", NotAMove::UsenPlace),
            ("b4g", NotAMove::UsenPlace),
            ("bfr", NotAMove::UsenPromotedDrop),
        ] {
            assert_eq!(decode(text), Err(fault), "{text}");
        }
    }
}
