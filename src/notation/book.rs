//! Opening books of `YaneuraOu`: the text format (`.db`) and the binary format (`.ybb`).
//!
//! A record is a position of the book. Each move that the book has there is an alternative at the start, and the expected reply
//! follows its move. The value of a move becomes an evaluation, and its other data a comment. The number of games in which a move
//! was played is a [count](Record::book_counts) of its node.
//!
//! As text, a binary book is lines of hexadecimal digits: its header, and for each position the entry of the index and its moves.

use std::cmp::Reverse;
use std::collections::HashSet;

use memchr::memchr2_iter;

use super::line_reader::{self, LineReader, Rule, Words};
use super::packed::hex_to_bytes;
use super::{Claim, Notation, RecordText, Scope, TextForm, sfen, usi};
use crate::finding::{Span, both};
use crate::record::gap::{BoardGap, BookOrder, BookRepeat, LineGap, NotAMove};
use crate::record::{
    Ending, Gap, GapKind, NodeId, Record, Remark, RemarkKind, Start, Step, Terminal, WrittenMove,
};
use crate::shogi::{Color, Handicap, PACKED_BYTES, PackedError, Packing, Position};
use crate::text::{BinaryLayout, ybb};

/// Books in the text format.
pub static YANEURAOU: Notation = Notation {
    format: super::YANEURAOU_BOOK,
    title: both("opening book of YaneuraOu", "やねうら王の定跡"),
    extensions: &["db"],
    encodings: both("UTF-8", "UTF-8"),
    scope: Scope::Positions,
    binary: None,
    claim_line,
    first_record: |text| first_record(text, |line| position_text(line).is_some()),
    sort_key: Some(|record| {
        record
            .split(['\n', '\r'])
            .find_map(position_text)
            .unwrap_or_default()
    }),
    read: |source| {
        finished(line_reader::read_lines(
            source,
            super::YANEURAOU_BOOK,
            Rule::book,
            line,
        ))
    },
    targets: &[],
    form: BOOK,
};

/// Books in the binary format.
pub static YBB: Notation = Notation {
    format: super::YBB,
    title: both("binary opening book of YaneuraOu", "やねうら王のバイナリの定跡"),
    extensions: &["ybb"],
    encodings: both("none (binary)", "なし（バイナリ）"),
    scope: Scope::Positions,
    binary: Some(BinaryLayout::Ybb),
    claim_line: |line| match header_of(line) {
        Some(_) => Claim::Certain,
        None => Claim::Strong.when(is_entry(line) && entry_position(line).is_ok()),
    },
    first_record: |text| first_record(text, is_entry),
    sort_key: Some(|record| {
        let entry = record.lines().find(|line| is_entry(line)).unwrap_or_default();
        entry.get(..2 * PACKED_BYTES).unwrap_or_default()
    }),
    read: |source| finished(read_binary(source)),
    targets: &[],
    form: BOOK,
};

/// The structure of both formats.
const BOOK: TextForm = TextForm {
    layout: super::Layout::Lines,
    counts_next: true,
    is_book: true,
    ..TextForm::GAME_LINE
};

/// The beginning of the first line of a book.
const HEADER: &str = "#YANEURAOU-DB";

/// Returns the length of the first record (bytes): up to the line of the second position.
fn first_record(text: &str, is_position: fn(&str) -> bool) -> usize {
    let mut start = 0;
    let mut has_begun = false;
    for end in memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]) {
        if is_position(&text[start..end]) && std::mem::replace(&mut has_begun, true) {
            return start;
        }
        start = end + 1;
    }
    text.len()
}

/// Reports the moves that occur twice in a position, after all its lines have been read. Each of them becomes one move with the
/// counts and comments of both.
fn finished(mut record: Record<'_>) -> Record<'_> {
    let text = |id: NodeId| Some(record.text_at(record.tree.node(id).span()?));
    let mut moves = HashSet::new();
    let nodes = record.tree.children(NodeId::START);
    let repeated: Vec<_> = nodes.filter(|&id| !moves.insert(text(id))).collect();
    if repeated.is_empty() {
        return record;
    }
    let (tree, new_ids) = record.tree.merged(text);
    for &id in &repeated {
        let kind = GapKind::BookRepeat(BookRepeat::Move);
        let span = record.tree.node(id).span();
        record.gaps.push(Gap::new(span, kind).with_node(id));
    }
    // Programs use the data of the last line.
    record
        .remarks
        .sort_by_key(|remark| Reverse(repeated.binary_search(&remark.node).ok()));
    record.replace_tree(tree, |id| Some(new_ids[id.index()]));
    record
}

/// The data that a book has for a move.
#[derive(Debug, Default)]
struct MoveData {
    /// The value of the position after the move for the side that makes it (centipawns).
    value: Option<i64>,
    /// The search depth of the value.
    depth: Option<i64>,
    /// The number of games in which the move was played.
    games: Option<u32>,
}

impl MoveData {
    /// Adds the data to the node that was read last, which is the move: the count and the depth as a comment, and the value as an
    /// evaluation in the form of floodgate. A value of 0 without a depth is unknown. A move without a number of games counts as
    /// one game.
    fn add_to(&self, reader: &mut LineReader<'_>) {
        let node = reader.last;
        reader.record.book_counts.push((node, self.games.unwrap_or(1)));
        let depth = self.depth.filter(|&depth| depth != 0);
        let others = [
            self.games.map(|games| format!("count={games}")),
            depth.map(|depth| format!("depth={depth}")),
        ];
        let others: Vec<_> = others.into_iter().flatten().collect();
        let value = self.value.filter(|&value| value != 0 || depth.is_some());
        let is_black = reader.record.start.position.side_to_move() == Color::Black;
        let evaluation = value.map(|value| {
            let score = if is_black { value } else { value.saturating_neg() };
            format!("* {score}")
        });
        let others = Some(others.join(" ")).filter(|text| !text.is_empty());
        for text in others.into_iter().chain(evaluation) {
            reader.record.remarks.push(Remark {
                node,
                kind: RemarkKind::Comment,
                introduces: false,
                text: text.into(),
            });
        }
    }
}

// The text format.

/// Returns the position of a line that begins with `sfen`, with the number of the next move; `None` for other lines.
fn position_text(line: &str) -> Option<&str> {
    let text = line.trim_start_matches('\u{feff}').strip_prefix("sfen")?;
    text.starts_with([' ', '\t']).then(|| text.trim())
}

/// Returns how strongly a line indicates a book in the text format.
///
/// A position also occurs in lists of positions, so that only the header and the moves are evidence.
fn claim_line(line: &str) -> Claim {
    if line.starts_with(HEADER) {
        return Claim::Certain;
    }
    // Almost all lines end here, before their words are separated.
    if !matches!(
        line.as_bytes(),
        [b'1'..=b'9', b'a'..=b'i', ..] | [b'A'..=b'Z', b'*', ..]
    ) {
        return Claim::None;
    }
    let mut words = line.split_ascii_whitespace();
    let is_move = |word: &str| usi::is_move(word) || is_no_move(word);
    let has_moves = words.next().is_some_and(is_move) && words.next().is_some_and(is_move);
    let is_number = |word: &str| number(word).is_some() || is_no_move(word);
    Claim::Strong.when(has_moves && words.next().is_some_and(is_number))
}

/// Returns whether a word of a book means that there is no move or no value.
fn is_no_move(word: &str) -> bool {
    word.eq_ignore_ascii_case("none")
}

/// Reads a line of a position: the position itself, a move, or a comment with `//`. The header has no information.
fn line<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    if token.starts_with(HEADER) {
    } else if let Some(comment) = token.strip_prefix("//") {
        let comment = comment.trim_end_matches(['\n', '\r']);
        reader.record.remark(reader.last, RemarkKind::Tool, comment);
    } else if position_text(token).is_some() {
        position(reader, start, token);
    } else if reader.has_begun() {
        let words = Words::new(token, reader.source.offset + start);
        add_move(reader, words);
    } else {
        reader.add_unreadable(start, token);
    }
}

/// Reads the line of a position: `sfen BOARD TURN HANDS [NUMBER]`. Any text after it is reported.
fn position<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    let Some(mut words) = reader.begin(start, token) else {
        return;
    };
    words.eat("sfen");
    let (text, span) = sfen::fields(&mut words);
    if reader.start(text, span, 0) {
        reader.record.start.plies_before = sfen::plies_before(text);
        let spelled = reader.record.start.position.to_sfen(1);
        let spelled = spelled.trim_end_matches(" 1");
        let is_same = |rest: &str| rest.is_empty() || rest.starts_with(' ');
        if !text.strip_prefix(spelled).is_some_and(is_same) {
            let kind = GapKind::BookOrder(BookOrder::Spelling(spelled.to_owned()));
            reader.record.gaps.push(Gap::at_start(span, kind));
        }
    }
    let (rest, span) = words.rest();
    if !rest.is_empty() {
        let kind = GapKind::UnreadableLine(LineGap::Lines(1));
        reader.record.gaps.push(Gap::at_start(span, kind));
    }
}

/// Reads the line of a move: `MOVE [REPLY [VALUE [DEPTH [COUNT]]]] [comment]`.
fn add_move<'t>(reader: &mut LineReader<'t>, mut words: Words<'t>) {
    let Some((word, span)) = words.next() else { return };
    reader.last = NodeId::START;
    add_step(reader, word, span);
    let node = reader.last;
    let reply = words.next().filter(|(word, _)| !is_no_move(word));
    let data = data(&mut words);
    data.add_to(reader);
    let (tail, _) = words.rest();
    if !tail.is_empty() {
        let comment = tail.trim_start_matches(['#', '/']);
        reader.record.remark(node, RemarkKind::Comment, comment);
    }
    if let Some((word, span)) = reply {
        add_step(reader, word, span);
        // The comments after the line belong to the move.
        reader.last = node;
    }
}

/// Adds a move, or the end that a word means, after the node that was read last. Any other word becomes an unreadable step, which
/// is reported.
fn add_step<'t>(reader: &mut LineReader<'t>, word: &'t str, span: Span) {
    let terminal = || usi::terminal(word).or_else(|| is_no_move(word).then_some(Terminal::Other));
    match usi::step(word, span) {
        Step::Unreadable(_) => match terminal() {
            Some(terminal) => {
                reader.add(Step::End(Ending {
                    terminal,
                    offender: None,
                    word: word.into(),
                    span,
                }));
            }
            None => reader.add_illegible(span, NotAMove::Usi),
        },
        step => {
            reader.add(step);
        }
    }
}

/// Returns the number at the beginning of a word, as programs read it: `2.7` is 2. A number beyond the range of 64 bits is that at
/// the end of the range. Returns `None` for a word without a number.
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let count = digits.bytes().take_while(u8::is_ascii_digit).count();
    if count == 0 {
        return None;
    }
    let limit = if word.starts_with('-') { i64::MIN } else { i64::MAX };
    Some(word[..word.len() - digits.len() + count].parse().unwrap_or(limit))
}

/// Takes the value, the depth and the count from the words of a line, as far as they are numbers or `none`.
///
/// `ShogiHome` 1.20.0 wrote nothing for an unknown value and depth, so that three blanks precede the count.
fn data(words: &mut Words<'_>) -> MoveData {
    let mut data = MoveData::default();
    let has_only_count = words.blanks() == 3;
    let mut number = || {
        let (word, _) = words.next_if(|word| number(word).is_some() || is_no_move(word))?;
        Some(number(word))
    };
    if !has_only_count {
        let Some(value) = number() else { return data };
        data.value = value;
        let Some(depth) = number() else { return data };
        data.depth = depth;
    }
    data.games = number()
        .flatten()
        .map(|it| u32::try_from(it.max(0)).unwrap_or(u32::MAX));
    data
}

// The binary format.

/// Offset of the number of the next move in an entry of the index (bytes). The number of moves follows it.
const NUMBER_OFFSET: usize = ybb::PLACE_OFFSET + size_of::<u64>();

/// Returns whether a line is an entry of the index.
fn is_entry(line: &str) -> bool {
    line.len() == 2 * ybb::INDEX_BYTES && line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the position of a line that is an entry of the index.
fn entry_position(line: &str) -> Result<Position, PackedError> {
    let mut packed = [0; PACKED_BYTES];
    hex_to_bytes(line.get(..2 * PACKED_BYTES).unwrap_or_default(), &mut packed);
    Packing::YANEURAOU.unpack(&packed)
}

/// Reads the lines of a position: the header of the file before the first one, the entry of the index, and the moves.
fn read_binary(source: RecordText<'_>) -> Record<'_> {
    let mut reader = LineReader::new(source, source.record(super::YBB));
    let mut moves = None;
    let mut start = 0;
    for text in source.text.split_inclusive('\n') {
        let line = text.trim_end();
        if is_entry(line) && reader.begin(start, line).is_some() {
            moves = Some(add_entry(&mut reader, start, line));
        } else if let Some(count) = moves.as_mut().filter(|_| matches!(line.len(), 8 | 12)) {
            add_binary_move(&mut reader, start, line);
            *count -= 1;
        } else if let Some(header) = header_of(line) {
            check_header(&mut reader, start, &header);
        } else if !line.is_empty() {
            let expected = if moves > Some(0) { 4 } else { ybb::INDEX_BYTES };
            add_other_line(&mut reader, start, line, expected);
        }
        start += text.len();
    }
    if let Some(missing) = moves.filter(|&missing| missing != 0) {
        let kind = GapKind::UnreadableLine(LineGap::MissingMoves(missing));
        let span = reader.record.start.diagram;
        reader.record.gaps.push(Gap::at_start(span, kind));
    }
    reader.record
}

/// Returns the bytes of a line that is the header of a book; `None` for other lines.
fn header_of(line: &str) -> Option<[u8; ybb::HEADER_BYTES]> {
    let mut header = [0; ybb::HEADER_BYTES];
    hex_to_bytes(line, &mut header)?;
    header.starts_with(ybb::MAGIC).then_some(header)
}

/// Reports the flags of a header that no program writes. The positions of such a book are not read.
fn check_header(reader: &mut LineReader<'_>, start: usize, header: &[u8; ybb::HEADER_BYTES]) {
    if ybb::has_depths(header).is_none() {
        let kind = GapKind::UnreadableLine(LineGap::UnknownFlags);
        let span = reader.source.span(start, start + 2 * header.len());
        reader.record.add_gap(span, kind);
    }
}

/// Reports a line that is neither a position nor a move: the number of positions that the file lacks, an entry of the index or a move
/// that is cut, of which this number of bytes is expected, or any other text.
fn add_other_line(reader: &mut LineReader<'_>, start: usize, line: &str, expected: usize) {
    let span = reader.source.span(start, start + line.len());
    let mut missing = [0; size_of::<u64>()];
    if hex_to_bytes(line, &mut missing).is_some() {
        let kind = GapKind::UnreadableLine(LineGap::MissingPositions(u64::from_le_bytes(missing)));
        reader.record.add_gap(span, kind);
        return;
    }
    let is_cut = line.len() < 2 * ybb::INDEX_BYTES && line.bytes().all(|it| it.is_ascii_hexdigit());
    if !is_cut {
        return reader.add_unreadable(start, line);
    }
    let kind = GapKind::UnreadableLine(LineGap::CutItem {
        bytes: line.len() / 2,
        expected,
    });
    reader.record.add_gap(span, kind);
}

/// Sets the start position from an entry of the index. Returns the number of moves that follow.
fn add_entry(reader: &mut LineReader<'_>, start: usize, line: &str) -> i64 {
    let mut entry = [0; ybb::INDEX_BYTES];
    hex_to_bytes(line, &mut entry);
    let two_bytes = |at: usize| u16::from_le_bytes([entry[at], entry[at + 1]]);
    let span = reader.source.span(start, start + 2 * PACKED_BYTES);
    match entry_position(line) {
        Ok(position) => {
            reader.record.start = Start {
                handicap: Handicap::from_position(&position),
                position,
                diagram: Some(span),
                plies_before: Some(u32::from(two_bytes(NUMBER_OFFSET)).saturating_sub(1)),
                ..Start::default()
            };
        }
        Err(error) => {
            reader.record.start.is_known = false;
            reader.record.start.diagram = Some(span);
            let kind = GapKind::UnreadableBoard(BoardGap::Packed(error));
            reader.record.add_gap(span, kind);
        }
    }
    i64::from(two_bytes(NUMBER_OFFSET + size_of::<u16>()))
}

/// Reads a line of a move: the packed move, the value, and in some books the depth.
fn add_binary_move(reader: &mut LineReader<'_>, start: usize, line: &str) {
    let mut bytes = [0; 6];
    hex_to_bytes(line, &mut bytes[..line.len() / 2]);
    let two_bytes = |at: usize| [bytes[at], bytes[at + 1]];
    let span = reader.source.span(start, start + 4);
    reader.last = NodeId::START;
    match Packing::YANEURAOU.unpack_move(u16::from_le_bytes(two_bytes(0))) {
        Some(mv) => {
            reader.add(Step::Move(WrittenMove::new(mv, span)));
        }
        None => reader.add_illegible(span, NotAMove::Packed),
    }
    let data = MoveData {
        value: Some(i16::from_le_bytes(two_bytes(2)).into()),
        depth: Some(u16::from_le_bytes(two_bytes(4)).into()),
        games: None,
    };
    data.add_to(reader);
}
