//! Packed positions, binary training data: `psv` of `YaneuraOu` and `hcpe` of dlshogi.
//!
//! A file is a sequence of items of equal length without separators. As text, an item is a line of hexadecimal
//! digits, so that the line number of a finding is the number of the item. Consecutive items of one game are a
//! record. An item that does not continue the game of the previous item begins a new record.

use super::capabilities::Capabilities;
use super::line_reader::LineReader;
use super::refusal::{Refusal, RefusalReason};
use super::target::{Join, Style, Target};
use super::text_builder::TextBuilder;
use super::{Claim, Notation, RecordText, Scope, training};
use crate::finding::{Span, Words, both};
use crate::played::Played;
use crate::record::gap::{BoardGap, LineGap, NotAMove};
use crate::record::{
    Ending, Format, GapKind, NodeId, Outcome, Record, Remark, RemarkKind, Start, Step, Terminal, WrittenMove,
};
use crate::shogi::{Color, Handicap, Move, PACKED_BYTES, PackedError, Packing, Position};
use crate::text::BinaryLayout;

/// Positions, each with a move, a score and the result of the game, in the format of `YaneuraOu`.
pub static PSV: Notation = Notation {
    format: super::PSV,
    title: both("PackedSfenValue (YaneuraOu)", "PackedSfenValue（やねうら王）"),
    extensions: &["psv"],
    encodings: BINARY_ENCODING,
    scope: Scope::Moves,
    form: super::TextForm::LINES,
    binary: Some(BinaryLayout::Items(PSV_LAYOUT.length)),
    claim_line: |line| PSV_LAYOUT.claim(line),
    first_record: |text| PSV_LAYOUT.first_record(text),
    sort_key: None,
    read: |source| PSV_LAYOUT.read(source),
    targets: &[target(
        "psv",
        both(
            "training data of YaneuraOu, an item per move",
            "やねうら王の教師データ。1手が1項目",
        ),
        &PSV_LAYOUT,
        |played, style, draft| PSV_LAYOUT.write(played, style, draft),
    )],
};

/// Positions, each with a move, a score and the result of the game, in the format of dlshogi.
pub static HCPE: Notation = Notation {
    format: super::HCPE,
    title: both(
        "HuffmanCodedPosAndEval (dlshogi)",
        "HuffmanCodedPosAndEval（dlshogi）",
    ),
    extensions: &["hcpe"],
    encodings: BINARY_ENCODING,
    scope: Scope::Moves,
    form: super::TextForm::LINES,
    binary: Some(BinaryLayout::Items(HCPE_LAYOUT.length)),
    claim_line: |line| HCPE_LAYOUT.claim(line),
    first_record: |text| HCPE_LAYOUT.first_record(text),
    sort_key: None,
    read: |source| HCPE_LAYOUT.read(source),
    targets: &[target(
        "hcpe",
        both(
            "training data of dlshogi, an item per move",
            "dlshogiの教師データ。1手が1項目",
        ),
        &HCPE_LAYOUT,
        |played, style, draft| HCPE_LAYOUT.write(played, style, draft),
    )],
};

/// The text for the encoding of a binary format.
const BINARY_ENCODING: Words = both("none (binary)", "なし（バイナリ）");

/// Creates a target whose items have this layout and are written by `write`.
const fn target(
    name: &'static str,
    about: Words,
    layout: &Layout,
    write: fn(&Played<'_, '_>, Style, &mut TextBuilder) -> Result<(), Refusal>,
) -> Target {
    let holds = Capabilities {
        moves: true,
        plies_before: layout.number.is_some(),
        results: &[Terminal::Draw, Terminal::Other],
        scores: true,
        ..Capabilities::POSITION
    };
    Target {
        join: Join::Items,
        training: true,
        ..Target::new(name, about, holds, write)
    }
}

// Layouts of the items.

/// Offset of the score in an item (bytes). The packed position is before the score.
const SCORE_OFFSET: usize = PACKED_BYTES;
const MOVE_OFFSET: usize = SCORE_OFFSET + 2;
const AFTER_MOVE_OFFSET: usize = MOVE_OFFSET + 2;

/// Length of the longest item (bytes).
const MAX_ITEM_BYTES: usize = 40;

/// Maximum number of items of one record, because a record is kept in memory. Further items begin a new record.
const MAX_ITEMS: usize = 1 << 16;

/// A layout of items. Numbers of two bytes are little-endian.
struct Layout {
    format: Format,
    packing: Packing,
    /// Length of an item (bytes).
    length: usize,
    /// Offset of the move number (bytes); `None` if the items have no number.
    number: Option<usize>,
    /// Offset of the result (bytes).
    result: usize,
    /// `true` if the result is from the view of the side to move.
    is_relative: bool,
}

static PSV_LAYOUT: Layout = Layout {
    format: super::PSV,
    packing: Packing::YANEURAOU,
    length: 40,
    number: Some(AFTER_MOVE_OFFSET),
    result: AFTER_MOVE_OFFSET + 2,
    is_relative: true,
};

static HCPE_LAYOUT: Layout = Layout {
    format: super::HCPE,
    packing: Packing::APERY,
    length: 38,
    number: None,
    result: AFTER_MOVE_OFFSET,
    is_relative: false,
};

impl Layout {
    /// Returns the byte for a result; 0 if no side has won.
    fn result_byte(&self, outcome: Outcome, to_move: Color) -> u8 {
        match (outcome, self.is_relative) {
            (Outcome::Win(winner), true) if winner == to_move => 1,
            (Outcome::Win(_), true) => (-1_i8).cast_unsigned(),
            (Outcome::Win(winner), false) => 1 + winner.index() as u8,
            _ => 0,
        }
    }

    /// Returns the result for a byte; `None` for an invalid byte.
    fn outcome(&self, byte: u8, to_move: Color) -> Option<Outcome> {
        let outcomes = Color::ALL.map(Outcome::Win).into_iter().chain([Outcome::Draw]);
        outcomes
            .into_iter()
            .find(|&outcome| self.result_byte(outcome, to_move) == byte)
    }
}

// Writing.

impl Layout {
    /// Writes one item for each move of the main line that `style` selects. Returns an error if the game was neither
    /// won nor drawn, or if a position cannot be packed.
    fn write(&self, played: &Played<'_, '_>, style: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
        let outcome = training::required_outcome(played, &style, self.format)?;
        training::each_item(played, &style, draft, |item, draft| {
            let packed = self.packing.pack(item.position).ok_or(Refusal {
                ply: None,
                why: RefusalReason::NotFullSet(self.format),
            })?;
            let mut bytes = [0; MAX_ITEM_BYTES];
            let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
            put(0, &packed);
            put(SCORE_OFFSET, &item.score.to_le_bytes());
            put(MOVE_OFFSET, &self.packing.pack_move(item.mv).to_le_bytes());
            if let Some(at) = self.number {
                put(at, &u16::try_from(item.number).unwrap_or(u16::MAX).to_le_bytes());
            }
            put(
                self.result,
                &[self.result_byte(outcome, item.position.side_to_move())],
            );
            draft.binary.extend_from_slice(&bytes[..self.length]);
            Ok(())
        })
    }
}

// Reading.

/// An item of the text, decoded to bytes.
struct Item<'l> {
    layout: &'l Layout,
    bytes: [u8; MAX_ITEM_BYTES],
    /// Offset of the line of the item in the text (bytes).
    start: usize,
}

impl Item<'_> {
    fn position(&self) -> Result<Position, PackedError> {
        let packed = self.bytes.first_chunk().copied().unwrap_or([0; PACKED_BYTES]);
        self.layout.packing.unpack(&packed)
    }

    fn two_bytes(&self, at: usize) -> [u8; 2] {
        [self.bytes[at], self.bytes[at + 1]]
    }

    fn score(&self) -> i16 {
        i16::from_le_bytes(self.two_bytes(SCORE_OFFSET))
    }

    fn mv(&self) -> Option<Move> {
        let bits = u16::from_le_bytes(self.two_bytes(MOVE_OFFSET));
        self.layout.packing.unpack_move(bits)
    }

    fn number(&self) -> Option<u16> {
        let at = self.layout.number?;
        Some(u16::from_le_bytes(self.two_bytes(at)))
    }

    fn outcome(&self, to_move: Color) -> Option<Outcome> {
        self.layout.outcome(self.bytes[self.layout.result], to_move)
    }

    /// Returns the span of `length` bytes of the item, beginning with byte `from`.
    fn span(&self, source: RecordText<'_>, from: usize, length: usize) -> Span {
        let start = self.start + 2 * from;
        source.span(start, start + 2 * length)
    }
}

/// A cursor over the items at the beginning of a text that belong to one game.
struct Game<'t> {
    layout: &'static Layout,
    text: &'t str,
    /// Offset of the next line (bytes).
    at: usize,
    /// The condition for the next item.
    state: State,
    items: usize,
}

/// The condition that the next item must meet to belong to the game.
enum State {
    /// No condition: the first item.
    Begins,
    /// An item with this position, number and result.
    Continues(Box<Position>, Option<u16>, Option<Outcome>),
    /// No item can follow: the game is over.
    Ended,
}

/// A line of the text of a game.
enum Line<'l> {
    /// An item and its position.
    Item(Item<'l>, Box<Position>),
    /// An item whose position cannot be unpacked.
    Damaged(Item<'l>, PackedError),
    /// A line that is not an item.
    Other,
}

impl<'t> Game<'t> {
    fn new(layout: &'static Layout, text: &'t str) -> Self {
        Self {
            layout,
            text,
            at: 0,
            state: State::Begins,
            items: 0,
        }
    }

    /// Returns the offset after the next line and its line break (bytes).
    fn line_end(&self) -> usize {
        let rest = &self.text[self.at..];
        let length = memchr::memchr(b'\n', rest.as_bytes()).map_or(rest.len(), |end| end + 1);
        self.at + length
    }

    /// Returns the offset of the next line of the game and its content. Blank lines are skipped. Returns `None` at the
    /// end of the text, after [`MAX_ITEMS`] lines, and if the next line does not belong to the game.
    fn next_line(&mut self) -> Option<(usize, Line<'static>)> {
        let (mut start, mut end) = (self.at, self.line_end());
        while end > start && self.text[start..end].trim().is_empty() {
            self.at = end;
            (start, end) = (end, self.line_end());
        }
        if end == start || matches!(self.state, State::Ended) || self.items == MAX_ITEMS {
            return None;
        }
        let line = self.parse_line(start, end);
        let (state, is_continued) = match &line {
            Line::Item(item, position) => (state_after(item, position), self.is_continued_by(item, position)),
            Line::Damaged(..) | Line::Other => (State::Ended, matches!(self.state, State::Begins)),
        };
        if !is_continued {
            self.state = State::Ended;
            return None;
        }
        self.state = state;
        self.items += 1;
        self.at = end;
        Some((start, line))
    }

    fn parse_line(&self, start: usize, end: usize) -> Line<'static> {
        let Some(bytes) = self.layout.bytes(self.text[start..end].trim_end()) else {
            return Line::Other;
        };
        let item = Item {
            layout: self.layout,
            bytes,
            start,
        };
        match item.position() {
            Ok(position) => Line::Item(item, Box::new(position)),
            Err(error) => Line::Damaged(item, error),
        }
    }

    fn is_continued_by(&self, item: &Item<'_>, position: &Position) -> bool {
        match &self.state {
            State::Begins => true,
            State::Continues(expected, number, outcome) => {
                **expected == *position
                    && item.number() == *number
                    && item.outcome(position.side_to_move()) == *outcome
            }
            State::Ended => false,
        }
    }

    /// Skips an incomplete item or blank lines at the end of the text, which belong to the record before them.
    fn skip_cut_item(&mut self) {
        let rest = self.text[self.at..].trim_end();
        let is_cut = rest.len() < 2 * self.layout.length && rest.bytes().all(|it| it.is_ascii_hexdigit());
        if self.at > 0 && is_cut {
            self.at = self.text.len();
        }
    }
}

/// Returns the condition for the item after this one. No item can follow an unreadable or illegal move.
fn state_after(item: &Item<'_>, position: &Position) -> State {
    let Some(mv) = item.mv().filter(|&mv| position.is_legal(mv)) else {
        return State::Ended;
    };
    let mut next = Box::new(position.clone());
    next.play_legal(mv);
    let number = item.number().map(|it| it.saturating_add(1));
    State::Continues(next, number, item.outcome(position.side_to_move()))
}

impl Layout {
    /// Decodes the hexadecimal digits of a line; returns `None` if the line does not have the form of an item.
    fn bytes(&self, line: &str) -> Option<[u8; MAX_ITEM_BYTES]> {
        let mut bytes = [0; MAX_ITEM_BYTES];
        hex_to_bytes(line, &mut bytes[..self.length])?;
        Some(bytes)
    }

    /// Returns how strongly a line indicates this layout.
    ///
    /// The evidence is strong if the digits encode a position, because random digits are unlikely to contain a full
    /// set of pieces. Other digits of the right number are weak evidence.
    fn claim(&'static self, line: &str) -> Claim {
        if line.len() < 2 * self.length {
            return Claim::None;
        }
        let line = line.trim_end();
        match Game::new(self, line).parse_line(0, line.len()) {
            Line::Item(..) => Claim::Strong,
            Line::Damaged(..) => Claim::Weak,
            Line::Other => Claim::None,
        }
    }

    fn first_record(&'static self, text: &str) -> usize {
        let mut game = Game::new(self, text);
        while game.next_line().is_some() {}
        game.skip_cut_item();
        game.at
    }

    fn read<'t>(&'static self, source: RecordText<'t>) -> Record<'t> {
        let mut reader = LineReader::new(source, source.record(self.format));
        let mut game = Game::new(self, source.text);
        let mut last_item: Option<(Item<'_>, Color)> = None;
        while let Some((start, line)) = game.next_line() {
            match line {
                Line::Item(item, position) => {
                    if last_item.is_none() {
                        set_start(&mut reader, &item, &position);
                    }
                    add_move(&mut reader, &item, position.side_to_move());
                    last_item = Some((item, position.side_to_move()));
                }
                Line::Damaged(item, error) => {
                    let span = item.span(source, 0, PACKED_BYTES);
                    reader.record.start.is_known = false;
                    reader.record.start.diagram = Some(span);
                    let kind = GapKind::UnreadableBoard(BoardGap::Packed(error));
                    reader.record.add_gap(span, kind);
                }
                Line::Other => reader.add_unreadable(start, &source.text[start..game.at]),
            }
        }
        if let Some((item, side)) = last_item {
            add_end(&mut reader, &item, side);
        }
        self.report_rest(&mut reader, game.at);
        reader.record
    }

    /// Reports the text from `start` on, after the last item of the game: an incomplete item or unreadable lines.
    fn report_rest(&self, reader: &mut LineReader<'_>, start: usize) {
        let source = reader.source;
        let rest = source.text[start..].trim_end();
        let mut at = start;
        if rest.bytes().all(|it| it.is_ascii_hexdigit()) && !rest.is_empty() && rest.len() < 2 * self.length {
            let kind = GapKind::UnreadableLine(LineGap::CutItem {
                bytes: rest.len() / 2,
                expected: self.length,
            });
            reader
                .record
                .add_gap(source.span(start, start + rest.len()), kind);
            return;
        }
        for line in source.text[start..].split_inclusive('\n') {
            if !line.trim().is_empty() {
                reader.add_unreadable(at, line);
            }
            at += line.len();
        }
    }
}

/// Sets bytes to the values of as many pairs of hexadecimal digits; returns `None` if the text has any other form.
pub(super) fn hex_to_bytes(digits: &str, bytes: &mut [u8]) -> Option<()> {
    if digits.len() != 2 * bytes.len() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(digits.as_bytes().as_chunks::<2>().0) {
        *byte = pair.iter().try_fold(0, |byte, &digit| {
            let value = char::from(digit).to_digit(16)? as u8;
            Some(byte << 4 | value)
        })?;
    }
    Some(())
}

/// Sets the start position from the first item.
fn set_start(reader: &mut LineReader<'_>, item: &Item<'_>, position: &Position) {
    reader.record.start = Start {
        handicap: Handicap::from_position(position),
        position: position.clone(),
        diagram: Some(item.span(reader.source, 0, PACKED_BYTES)),
        plies_before: item.number().map(|number| u32::from(number.saturating_sub(1))),
        ..Start::default()
    };
}

/// Adds the move of an item, or an unreadable step if the bytes encode no move. A score other than 0 is also added, as
/// a comment in the form of floodgate: `* 123` from Black's view.
fn add_move(reader: &mut LineReader<'_>, item: &Item<'_>, to_move: Color) {
    let span = item.span(reader.source, MOVE_OFFSET, 2);
    match item.mv() {
        Some(mv) => {
            reader.add(Step::Move(WrittenMove::new(mv, span)));
        }
        None => reader.add_illegible(span, NotAMove::Packed),
    }
    let score = i32::from(item.score());
    if score != 0 {
        let black_score = if to_move == Color::Black { score } else { -score };
        reader.record.remarks.push(Remark {
            node: reader.last,
            kind: RemarkKind::Comment,
            introduces: false,
            text: format!("* {black_score}").into(),
        });
    }
}

/// Adds an end with the result of the last item. The reason for the result is unknown. An invalid result is reported
/// and adds no end, and no end is added after an unreadable move.
fn add_end(reader: &mut LineReader<'_>, item: &Item<'_>, to_move: Color) {
    let span = item.span(reader.source, item.layout.result, 1);
    let (terminal, offender, word) = match item.outcome(to_move) {
        Some(Outcome::Win(Color::Black)) => (Terminal::Other, Some(Color::White), "black"),
        Some(Outcome::Win(Color::White)) => (Terminal::Other, Some(Color::Black), "white"),
        Some(_) => (Terminal::Draw, None, "draw"),
        None => return reader.add_gap(span, GapKind::UnreadableResult),
    };
    let is_unreadable = matches!(reader.record.tree.node(reader.last).step, Step::Unreadable(_));
    if is_unreadable && reader.last != NodeId::START {
        return;
    }
    reader.add(Step::End(Ending {
        terminal,
        offender,
        word: word.into(),
        span,
    }));
}
