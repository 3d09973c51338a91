//! The board diagram (BOD) of the start position of a record.

use std::borrow::Cow;

use pest::Parser as _;
use pest::iterators::Pair;

use super::words::{self, KakinokiParser, MoveText, Rule as Part, is_blank};
use crate::finding::Span;
use crate::notation::start_text::{MIN_BOARD_SIZE, size_unless_nine};
use crate::notation::{StartPart, remarks};
use crate::record::gap::{BoardGap, HandicapGap, HandicapName, PlyGap, TurnRecovery};
use crate::record::{Gap, GapKind, MAX_PLY_NUMBER, NodeId, Origin, Record, RemarkKind};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// A diagram while it is read line by line.
#[derive(Debug)]
pub(crate) struct Diagram<'t> {
    position: Position,
    /// Number of rows read so far, including rows after the ninth.
    rows: u32,
    /// The span from the first hand or row of the diagram to the last; `None` before the first one is read.
    pub span: Option<Span>,
    /// The side to move according to a line such as 後手番, and the span of the line; `None` without such a line.
    pub turn: Option<(Color, Span)>,
    /// The side that gets all pieces that are neither on the board nor listed in a hand; `None` if no hand has
    /// 残り全部.
    rest: Option<Color>,
    /// A king listed in a hand: its side, and the span of the line. `None` if no hand lists a king.
    pub king_in_hand: Option<(Color, Span)>,
    /// The number of plies played, from the 手数＝ line; `None` if this line or its number is missing.
    pub plies_before: Option<u32>,
    /// The span of the 手数＝ line; `None` without this line.
    status: Option<Span>,
    /// The last move before the position, from the 手数＝ line; `None` if this line or the move is missing.
    pub last_move: Option<&'t str>,
}

impl<'t> Diagram<'t> {
    /// Creates an empty diagram, before any line is read.
    pub(crate) fn new() -> Self {
        Self {
            position: Position::empty(),
            rows: 0,
            span: None,
            turn: None,
            rest: None,
            king_in_hand: None,
            plies_before: None,
            status: None,
            last_move: None,
        }
    }

    /// Returns whether rows of a board were read.
    pub(crate) const fn has_board(&self) -> bool {
        self.rows > 0
    }

    /// Returns the position, with the pieces of 残り全部 in the hand of their side. Black is to move unless the line 後手番 or
    /// 上手番 was read.
    pub(crate) fn position(&self) -> Position {
        let mut position = self.position.clone();
        if let Some(side) = self.rest {
            position.give_rest(side);
        }
        position.set_side_to_move(self.turn.map_or(Color::Black, |(side, _)| side));
        position
    }

    /// Returns the error that concerns the diagram as a whole, and the span of this error; `None` if there is no such
    /// error. `side` is the side to move in the start position.
    pub(crate) fn gap(&self, side: Color) -> Option<(Option<Span>, BoardGap)> {
        match self.rows {
            0 => self.gap_without_board(side),
            9 => None,
            rows => Some((self.span, BoardGap::Rows(rows))),
        }
    }

    /// Returns the error in a diagram without a board: pieces in a hand, a number of plies above 0, or a contradictory
    /// side to move. Returns `None` if the diagram has none of these errors.
    ///
    /// A line such as 後手番 is an error only if its side is not `side`, the side to move in the start position.
    fn gap_without_board(&self, side: Color) -> Option<(Option<Span>, BoardGap)> {
        let has_hand = |color| !self.position.hand(color).is_empty();
        if self.king_in_hand.is_some() || self.rest.is_some() || Color::ALL.into_iter().any(has_hand) {
            return Some((self.span, BoardGap::HandsWithoutBoard));
        }
        if let Some(span) = self
            .status
            .filter(|_| self.plies_before.is_some_and(|plies| plies > 0))
        {
            return Some((Some(span), BoardGap::PliesWithoutBoard));
        }
        let (turn, span) = self.turn?;
        (turn != side).then_some((Some(span), BoardGap::TurnWithoutBoard))
    }

    /// Reads a row `|v香v桂 ・ … |一`. Returns the first error in the row; `None` if the row has no error.
    ///
    /// The order of the rows determines their ranks. A label after a row is only compared with its rank.
    pub(crate) fn row(&mut self, line: &str, span: Span) -> Option<BoardGap> {
        self.extend(span);
        self.rows = self.rows.saturating_add(1);
        // Extra rows are reported once, by `gap`.
        if self.rows > 9 {
            return None;
        }
        let row = self.rows as u8;
        let (mut file, mut has_caret) = (9, false);
        let (mut is_closed, mut label, mut text_after) = (false, None, "");
        for part in parts(Part::row, line.trim_end()) {
            match part.as_rule() {
                Part::cell => {
                    has_caret |= self.cell(part, file, row);
                    file -= 1;
                }
                Part::edge => is_closed = true,
                Part::label => label = part.as_str().chars().next().and_then(words::rank),
                Part::words => text_after = part.as_str(),
                _ => {}
            }
        }
        if file > 0 {
            let found = text_after.chars().next();
            Some(BoardGap::RowSquare { row, file, found })
        } else if label.is_some_and(|label| label != row) {
            Some(BoardGap::OtherLabel(row))
        } else if !is_closed && label.is_none() && !text_after.is_empty() {
            Some(BoardGap::LongRow(row))
        } else {
            has_caret.then_some(BoardGap::AmbiguousCaret(row))
        }
    }

    /// Puts the piece of a cell on its square. The mark `v` is White; a blank, `^` or `+` is Black.
    ///
    /// Returns `true` if `^` precedes a piece, because some programs write this mark for White.
    fn cell(&mut self, cell: Pair<'_, Part>, file: u8, row: u8) -> bool {
        let (mut mark, mut piece) = ("", None);
        for part in cell.into_inner() {
            match part.as_rule() {
                Part::mark => mark = part.as_str(),
                Part::piece => piece = part.as_str().chars().next().and_then(words::piece),
                _ => {}
            }
        }
        let color = if matches!(mark, "v" | "V") {
            Color::White
        } else {
            Color::Black
        };
        if let Some(square) = Square::new(file, row) {
            self.position.put(square, piece.map(|kind| Piece { color, kind }));
        }
        mark == "^" && piece.is_some()
    }

    /// Reads a hand: pieces, each with an optional count in kanji or digits, in any order, with or without blanks
    /// between them. Returns the error in the hand; `None` if there is no error.
    ///
    /// Mate problems use 残り全部, alone or after pieces, to give all remaining pieces to a side, usually White.
    pub(crate) fn hand(&mut self, color: Color, hand: &str, span: Span) -> Option<BoardGap> {
        self.extend(span);
        let (mut unread, mut is_rest_to_both) = (String::new(), false);
        for part in parts(Part::hand, hand.trim_end()) {
            match part.as_rule() {
                Part::held => self.hold(color, part, span),
                Part::all_left => {
                    is_rest_to_both = self.rest.replace(color).is_some_and(|previous| previous != color);
                }
                Part::unknown => unread.push_str(part.as_str()),
                _ => {}
            }
        }
        if is_rest_to_both {
            return Some(BoardGap::RestToBoth);
        }
        (!unread.is_empty()).then_some(BoardGap::Hand(unread))
    }

    /// Adds pieces of one kind to a hand. Without a count, adds one piece. A king is also kept in `king_in_hand`, to be
    /// reported.
    fn hold(&mut self, color: Color, held: Pair<'_, Part>, span: Span) {
        let mut parts = held.into_inner();
        let kind = parts
            .next()
            .and_then(|kind| words::piece(kind.as_str().chars().next()?));
        let Some(kind) = kind else { return };
        if kind == PieceKind::King {
            self.king_in_hand = Some((color, span));
        }
        let count = parts.next().map_or(1, |count| piece_count(count.as_str()));
        let total = self.position.hand(color).get(kind).saturating_add(count);
        self.position.set_hand_count(color, kind, total);
    }

    /// Reads the number of plies played and the last move: `手数＝26  △２二銀(31)  まで`. Returns an error if the line has no
    /// number, or else `None`.
    pub(crate) fn status(&mut self, line: &'t str, span: Span) -> Option<BoardGap> {
        self.status = Some(span);
        self.plies_before = None;
        let mut rest = "";
        for part in parts(Part::status, line) {
            match part.as_rule() {
                Part::number => self.plies_before = Some(words::number(part.as_str())),
                Part::words => rest = part.as_str().trim(),
                _ => {}
            }
        }
        let last_move = rest.strip_suffix("まで").unwrap_or(rest).trim_end();
        self.last_move = Some(last_move).filter(|text| !text.is_empty());
        self.plies_before.is_none().then_some(BoardGap::NoPlies)
    }

    /// Extends the span of the diagram to the end of `span`.
    fn extend(&mut self, span: Span) {
        let start = self.span.map_or(span.start, |diagram| diagram.start);
        self.span = Some(Span { start, end: span.end });
    }
}

/// Parses a line of a diagram with a grammar rule. Returns the inner tokens.
fn parts(rule: Part, line: &str) -> impl Iterator<Item = Pair<'_, Part>> {
    let line = KakinokiParser::parse(rule, line);
    line.into_iter().flatten().flat_map(Pair::into_inner)
}

/// Reads a number of pieces, in kanji from 一 to 九十九 or in digits. A number above 255 becomes 255.
fn piece_count(text: &str) -> u8 {
    let kanji = |text: &str| text.chars().next().and_then(words::kanji_digit);
    match text.split_once('十') {
        Some((tens, units)) => 10 * kanji(tens).unwrap_or(1) + kanji(units).unwrap_or(0),
        None => kanji(text).unwrap_or_else(|| words::number(text).min(255) as u8),
    }
}

/// Returns the side of a header key for a hand: 先手の持駒, 上手の持駒, and the nonstandard 先手持駒. Returns `None` for any other
/// key.
pub(crate) fn hand_owner(key: &str) -> Option<Color> {
    let key = key.trim_matches(is_blank);
    let (side, rest) = words::side(key)?;
    matches!(rest, "の持駒" | "持駒" | "の持ち駒" | "持ち駒").then_some(side)
}

// The start position of a record, which is fixed at its first move, or at its end if it has no moves.

/// Sets the start position from the diagram, or else from the named start position. Reports an unknown name without a
/// board, and the error in the diagram as a whole.
pub(crate) fn set_start<'t>(record: &mut Record<'t>, diagram: &Diagram<'t>) {
    let start = &mut record.start;
    start.turn = diagram.turn.map(|(_, span)| span);
    start.king_in_hand = diagram.king_in_hand;
    if diagram.has_board() {
        start.diagram = diagram.span;
        start.position = diagram.position();
        start.plies_before = diagram.plies_before;
        start.last_move = diagram.last_move.map(Cow::Borrowed);
    } else if let Some(handicap) = start.handicap {
        start.position = handicap.position().clone();
        // In a handicap game, White moves first. Black to move is an error that a later check reports, so it is kept in
        // the position.
        if let Some((Color::Black, _)) = diagram.turn {
            start.position.set_side_to_move(Color::Black);
        }
    } else if let Some((name, span)) = start.name.as_ref().filter(|(name, _)| !name.is_empty()) {
        let kind = HandicapGap::for_name(HandicapName::WithoutBoard(name.to_string()));
        record.gaps.push(Gap::at_start(*span, kind));
    }
    let gap = diagram.gap(record.start.position.side_to_move());
    let gap = gap.map(|(span, gap)| Gap::at_start(span, GapKind::UnreadableBoard(gap)));
    record.gaps.extend(gap);
}

/// Returns a gap if only program lines (`#`) state the start position, by a board or a 手合割 line. Returns `None` for an
/// even game, if other lines state the start position, and if no line does.
pub(crate) fn gap_for_start_in_comments(record: &Record<'_>) -> Option<Gap> {
    if record.start.diagram.is_some() || record.start.name.is_some() {
        return None;
    }
    let mut diagram = Diagram::new();
    let mut first_remark = None;
    for remark in record
        .remarks
        .iter()
        .take_while(|remark| remark.node == NodeId::START)
    {
        if remark.kind != RemarkKind::Tool {
            continue;
        }
        let line = remark.text.trim_start_matches(is_blank);
        let is_row = line.starts_with('|');
        if is_row {
            diagram.row(line, Span::default());
        }
        if is_row || names_handicap(line) {
            first_remark = first_remark.or(Some(remark));
        }
    }
    let is_even = diagram.rows == 9 && diagram.position() == Position::startpos();
    let remark = first_remark.filter(|_| !is_even)?;
    let span = remarks::remark_span(record, remark);
    Some(Gap::at_start(span, GapKind::StartInComment))
}

/// Returns whether a line is a header 手合割 with a value that is neither blank nor 平手.
fn names_handicap(line: &str) -> bool {
    let value = line
        .strip_prefix("手合割")
        .map(|rest| rest.trim_matches(is_blank));
    let name = value
        .and_then(|value| value.strip_prefix(['：', ':']))
        .map(str::trim);
    name.is_some_and(|name| !matches!(name, "" | "平手"))
}

/// Sets the ply number of the start position from `first`, the number of the first move.
///
/// `first` is greater than 1 if the beginning is missing, or if the diagram is from the middle of a game. Without a
/// board, any number other than 1 is reported. Returns `true` if moves may be missing before the first one. A number
/// that is out of range does not set the ply number.
pub(crate) fn set_start_number(
    record: &mut Record<'_>,
    diagram: &Diagram<'_>,
    first: u32,
    span: Span,
) -> bool {
    let is_unexpected = first != 1 && !diagram.has_board();
    if is_unexpected {
        record.add_gap(span, GapKind::PlyGap(PlyGap::BeginsWith(first)));
    }
    if first <= MAX_PLY_NUMBER {
        record.tree.node_mut(NodeId::START).number = first.saturating_sub(1);
    }
    is_unexpected && first > 1
}

/// Lets White start, and reports this, if no line of the diagram states the side to move and the first move can only be
/// White's.
pub(crate) fn infer_white_start(record: &mut Record<'_>, diagram: &Diagram<'_>, first: MoveText, span: Span) {
    let start = &mut record.start;
    let is_turn_unstated = diagram.has_board() && diagram.turn.is_none();
    if is_turn_unstated && white_moves_first(first.from, first.mark, &start.position) {
        start.position.set_side_to_move(Color::White);
        record.add_gap(span, GapKind::TurnMissing(TurnRecovery::White));
    }
}

/// Returns whether the first move can only be White's, according to the piece on its origin.
///
/// If the origin is unknown or empty, the mark of the move decides.
pub(super) fn white_moves_first(from: Origin, mark: Option<Color>, position: &Position) -> bool {
    let piece = match from {
        Origin::Board(square) => position.piece_at(square),
        _ => None,
    };
    match piece {
        Some(Piece { color, .. }) => color == Color::White,
        None => mark == Some(Color::White),
    }
}

// The text of a diagram: its parts, and the size of boards that are not shogi boards.

/// Returns the row of the board that contains a square, or the line of a hand; `None` if the text has no such line.
pub(in crate::notation) fn part_of_start(text: &str, part: StartPart) -> Option<&str> {
    let mut lines = text.split(['\n', '\r']).map(|line| line.trim_matches(is_blank));
    let is_hand_of = |line: &&str, side| {
        let key = line.split_once(['：', ':']).map(|(key, _)| key);
        key.and_then(hand_owner) == Some(side)
    };
    match part {
        StartPart::Square(square) => lines
            .filter(|line| line.starts_with('|'))
            .nth(usize::from(square.rank()) - 1),
        StartPart::Hand(side) => lines.find(|line| is_hand_of(line, side)),
    }
}

/// Returns the number of files and ranks of a diagram in KIF, KI2 or BOD that is not a shogi board; `None` for a shogi
/// board and for unreadable rows. `before` is the text before the diagram.
///
/// `|v飛v角v銀v金v玉|一` is a row of such a board. A board with nine files or nine ranks may be a damaged shogi board, so
/// the numbers next to it must confirm its size.
pub(in crate::notation) fn other_board_size(before: &str, text: &str) -> Option<(usize, usize)> {
    let mut rows = Vec::new();
    let mut has_last_label = false;
    for line in text.split(['\n', '\r']) {
        if let Some(row) = line.trim_start().strip_prefix('|') {
            let (cells, after_edge) = row.split_once('|')?;
            rows.push(count_squares(cells)?);
            has_last_label = rank_of_label(after_edge) == Some(rows.len());
        }
    }
    let files = *rows.first()?;
    let has_file_numbers = || {
        lines_of(before)
            .chain(lines_of(text))
            .filter_map(super::boundaries::files)
            .next_back()
            == Some(files)
    };
    let is_confirmed = match (files, rows.len()) {
        (9, 10..) => has_last_label && rows.iter().all(|&row| row == 9),
        (MIN_BOARD_SIZE.., 9) => {
            files != 9 && has_last_label && rows.iter().all(|&row| row == files) && has_file_numbers()
        }
        _ => false,
    };
    is_confirmed
        .then_some((files, rows.len()))
        .or_else(|| size_unless_nine(&rows))
}

fn lines_of(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(['\n', '\r'])
}

/// Returns the number of a rank from its label, 〇 to 九十九; `None` for any other text.
fn rank_of_label(text: &str) -> Option<usize> {
    let digit = |text: &str| {
        "〇一二三四五六七八九"
            .chars()
            .position(|character| text.chars().eq([character]))
    };
    let text = text.trim();
    let Some((tens, units)) = text.split_once('十') else {
        return digit(text);
    };
    let digit_or = |text: &str, default| {
        if text.is_empty() {
            Some(default)
        } else {
            digit(text)
        }
    };
    Some(10 * digit_or(tens, 1)? + digit_or(units, 0)?)
}

/// Returns the number of squares of a row; `None` if the row ends within a square.
///
/// A square is a piece with an optional mark, or a dot. A promoted piece may have two characters, and blanks may
/// separate the squares.
fn count_squares(row: &str) -> Option<usize> {
    let mut squares = 0;
    let mut letters = row.chars().filter(|letter| !letter.is_whitespace()).peekable();
    while letters.peek().is_some() {
        letters.next_if(|mark| matches!(mark, 'v' | 'V' | '^' | '+'));
        if letters.next()? == '成' {
            letters.next()?;
        }
        squares += 1;
    }
    Some(squares)
}
