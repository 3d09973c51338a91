//! The board diagram (BOD) that gives the start position of a record.

use std::borrow::Cow;

use pest::Parser as _;
use pest::iterators::Pair;

use super::words::{self, KakinokiParser, MoveText, Rule as Part, is_blank};
use crate::finding::Span;
use crate::notation::start_text::{LEAST, rectangle};
use crate::notation::{StartPart, result};
use crate::record::gap::{BoardGap, HandicapGap, HandicapName, PlyGap, TurnRecovery};
use crate::record::{Gap, GapKind, LARGEST_NUMBER, NodeId, Origin, Record, RemarkKind};
use crate::shogi::{Color, Piece, PieceKind, Position, Square};

/// A diagram as it is collected line by line.
#[derive(Debug)]
pub(crate) struct Diagram<'t> {
    position: Position,
    rows: u32,
    /// From the first line of the diagram to the last.
    pub span: Option<Span>,
    /// The side to move as a 手番 line says it.
    pub turn: Option<(Color, Span)>,
    /// The side that holds all pieces which stand nowhere else.
    rest: Option<Color>,
    /// A king listed in a hand.
    pub king_in_hand: Option<(Color, Span)>,
    /// The number of plies played, from the 手数＝ line.
    pub plies_before: Option<u32>,
    /// The line that says so.
    status: Option<Span>,
    /// The last of these plies, from the same line.
    pub last_move: Option<&'t str>,
}

impl<'t> Diagram<'t> {
    /// No line has been read.
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

    /// Whether rows of a board have been seen.
    pub(crate) const fn has_board(&self) -> bool {
        self.rows > 0
    }

    /// The position, with Black to move where no line says otherwise.
    pub(crate) fn position(&self) -> Position {
        let mut position = self.position.clone();
        if let Some(side) = self.rest {
            position.give_rest(side);
        }
        position.set_side_to_move(self.turn.map_or(Color::Black, |(side, _)| side));
        position
    }

    /// What is wrong with the diagram as a whole, where the game starts with `side` to move.
    pub(crate) fn gap(&self, side: Color) -> Option<(Option<Span>, BoardGap)> {
        match self.rows {
            0 => self.without_board(side),
            9 => None,
            rows => Some((self.span, BoardGap::Rows(rows))),
        }
    }

    /// Pieces in hand and a turn mean nothing where no board is drawn.
    fn without_board(&self, side: Color) -> Option<(Option<Span>, BoardGap)> {
        let holds = |color| !self.position.hand(color).is_empty();
        if self.king_in_hand.is_some() || self.rest.is_some() || Color::ALL.into_iter().any(holds) {
            return Some((self.span, BoardGap::HandsAlone));
        }
        if let Some(span) = self
            .status
            .filter(|_| self.plies_before.is_some_and(|plies| plies > 0))
        {
            return Some((Some(span), BoardGap::PliesAlone));
        }
        let (turn, span) = self.turn?;
        (turn != side).then_some((Some(span), BoardGap::TurnAlone))
    }

    /// Reads `|v香v桂 ・ … |一`. The order of the rows counts, not their labels.
    pub(crate) fn row(&mut self, line: &str, span: Span) -> Option<BoardGap> {
        self.extend(span);
        self.rows = self.rows.saturating_add(1);
        // One gap for all of these: `gap`.
        if self.rows > 9 {
            return None;
        }
        let row = self.rows as u8;
        let (mut file, mut disputed) = (9, false);
        let (mut closed, mut label, mut after) = (false, None, "");
        for part in parts(Part::row, line.trim_end()) {
            match part.as_rule() {
                Part::cell => {
                    disputed |= self.cell(part, file, row);
                    file -= 1;
                }
                Part::edge => closed = true,
                Part::label => label = part.as_str().chars().next().and_then(words::rank),
                Part::words => after = part.as_str(),
                _ => {}
            }
        }
        if file > 0 {
            let found = after.chars().next();
            Some(BoardGap::RowSquare { row, file, found })
        } else if label.is_some_and(|label| label != row) {
            Some(BoardGap::OtherLabel(row))
        } else if !closed && label.is_none() && !after.is_empty() {
            Some(BoardGap::LongRow(row))
        } else {
            disputed.then_some(BoardGap::Disputed(row))
        }
    }

    /// Puts what a cell shows on its square. `v` is White; a blank, `^` or `+` is Black. True where `^` stands before a
    /// piece, which is White in some programs.
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

    /// Reads a hand: pieces with counts in kanji, in any order, with or without blanks between; or 残り全部, with which
    /// problems give White all that is left, after them or alone.
    pub(crate) fn hand(&mut self, color: Color, hand: &str, span: Span) -> Option<BoardGap> {
        self.extend(span);
        let (mut unread, mut disputed) = (String::new(), false);
        for part in parts(Part::hand, hand.trim_end()) {
            match part.as_rule() {
                Part::held => self.hold(color, part, span),
                Part::all_left => disputed = self.rest.replace(color).is_some_and(|before| before != color),
                Part::unknown => unread.push_str(part.as_str()),
                _ => {}
            }
        }
        if disputed {
            return Some(BoardGap::RestToBoth);
        }
        (!unread.is_empty()).then_some(BoardGap::Hand(unread))
    }

    /// Puts a piece into a hand, as often as its count says.
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
        let held = self.position.hand(color).get(kind).saturating_add(count);
        self.position.set_hand_count(color, kind, held);
    }

    /// Reads `手数＝26  △２二銀(31)  まで`: how many plies were played, and the last of them.
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

    fn extend(&mut self, span: Span) {
        let start = self.span.map_or(span.start, |before| before.start);
        self.span = Some(Span { start, end: span.end });
    }
}

/// The parts of a line of a diagram.
fn parts(kind: Part, line: &str) -> impl Iterator<Item = Pair<'_, Part>> {
    let line = KakinokiParser::parse(kind, line);
    line.into_iter().flatten().flat_map(Pair::into_inner)
}

/// 二 to 十八, and up to 九十九 in a hand that holds more than a set has; or digits.
fn piece_count(text: &str) -> u8 {
    let kanji = |text: &str| text.chars().next().and_then(words::kanji_digit);
    match text.split_once('十') {
        Some((tens, units)) => 10 * kanji(tens).unwrap_or(1) + kanji(units).unwrap_or(0),
        None => kanji(text).unwrap_or_else(|| words::number(text).min(255) as u8),
    }
}

/// The side whose hand a header key names: 先手の持駒, 上手の持駒, and the home-made 先手持駒.
pub(crate) fn hand_owner(key: &str) -> Option<Color> {
    let key = key.trim_matches(is_blank);
    let (side, rest) = words::side(key)?;
    matches!(rest, "の持駒" | "持駒" | "の持ち駒" | "持ち駒").then_some(side)
}

// The start position of a record, decided when its first move is met, or at its end.

/// Takes the start position from the diagram, else from the named start.
pub(crate) fn place<'t>(record: &mut Record<'t>, diagram: &Diagram<'t>) {
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
        // That Black begins a handicap game is wrong, and the referee says so; the record has it so all the same.
        if let Some((Color::Black, _)) = diagram.turn {
            start.position.set_side_to_move(Color::Black);
        }
    } else if let Some((name, span)) = start.name.as_ref().filter(|(name, _)| !name.is_empty()) {
        let kind = HandicapGap::of(HandicapName::WithoutBoard(name.to_string()));
        record.gaps.push(Gap::of_start(*span, kind));
    }
    let gap = diagram.gap(record.start.position.side_to_move());
    let gap = gap.map(|(span, gap)| Gap::of_start(span, GapKind::UnreadableBoard(gap)));
    record.gaps.extend(gap);
}

/// A note on a start position that only lines of programs (`#`) show: a board or a 手合割 that is not the even start.
pub(crate) fn in_comments(record: &Record<'_>) -> Option<Gap> {
    if record.start.diagram.is_some() || record.start.name.is_some() {
        return None;
    }
    let mut diagram = Diagram::new();
    let mut first = None;
    for remark in record.remarks.iter().take_while(|it| it.node == NodeId::START) {
        if remark.kind != RemarkKind::Tool {
            continue;
        }
        let line = remark.text.trim_start_matches(is_blank);
        let is_row = line.starts_with('|');
        if is_row {
            diagram.row(line, Span::default());
        }
        if is_row || names_handicap(line) {
            first = first.or(Some(remark));
        }
    }
    let is_even = diagram.rows == 9 && diagram.position() == Position::startpos();
    let remark = first.filter(|_| !is_even)?;
    let span = result::place(record, remark);
    Some(Gap::of_start(span, GapKind::StartInComment))
}

/// Whether a line is a 手合割 that is not the even start.
fn names_handicap(line: &str) -> bool {
    let value = line
        .strip_prefix("手合割")
        .map(|rest| rest.trim_matches(is_blank));
    let name = value
        .and_then(|value| value.strip_prefix(['：', ':']))
        .map(str::trim);
    name.is_some_and(|name| !matches!(name, "" | "平手"))
}

/// Sets the number of the start from the first numbered line, which a skipped beginning or a diagram from
/// the middle of a game makes greater than 1. True where moves may be missing before it.
pub(crate) fn number(record: &mut Record<'_>, diagram: &Diagram<'_>, first: u32, span: Span) -> bool {
    let is_odd = first != 1 && !diagram.has_board();
    if is_odd {
        record.miss(span, GapKind::PlyGap(PlyGap::BeginsWith(first)));
    }
    if first <= LARGEST_NUMBER {
        record.tree.node_mut(NodeId::START).number = first.saturating_sub(1);
    }
    is_odd && first > 1
}

/// Where no line beside the board says who begins, a first move that can only be White's does.
pub(crate) fn let_white_start(record: &mut Record<'_>, diagram: &Diagram<'_>, first: MoveText, span: Span) {
    let start = &mut record.start;
    let unsaid = diagram.has_board() && diagram.turn.is_none();
    if unsaid && white_moves_first(first.from, first.mark, &start.position) {
        start.position.set_side_to_move(Color::White);
        record.miss(span, GapKind::TurnMissing(TurnRecovery::White));
    }
}

/// Whether the first move can only be White's, by its mark or by the piece on its origin.
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

// The text of a diagram: its parts, and its size where that is not of shogi.

/// Finds a row of the board, or the line of a hand.
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

/// `|v飛v角v銀v金v玉|一`: the diagrams of KIF, KI2 and BOD. Where only the files or only the ranks are nine, the numbers
/// beside the board must say the same as its rows.
pub(in crate::notation) fn size_of_other(before: &str, text: &str) -> Option<(usize, usize)> {
    let mut rows = Vec::new();
    let mut is_labelled = false;
    for line in text.split(['\n', '\r']) {
        if let Some(row) = line.trim_start().strip_prefix('|') {
            let (cells, behind) = row.split_once('|')?;
            rows.push(squares(cells)?);
            is_labelled = label(behind) == Some(rows.len());
        }
    }
    let files = *rows.first()?;
    let are_numbered = || {
        lines_of(before)
            .chain(lines_of(text))
            .filter_map(super::cut::files)
            .next_back()
            == Some(files)
    };
    let is_stated = match (files, rows.len()) {
        (9, 10..) => is_labelled && rows.iter().all(|&it| it == 9),
        (LEAST.., 9) => files != 9 && is_labelled && rows.iter().all(|&it| it == files) && are_numbered(),
        _ => false,
    };
    is_stated
        .then_some((files, rows.len()))
        .or_else(|| rectangle(&rows))
}

fn lines_of(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(['\n', '\r'])
}

/// The number of a rank, as far as boards have such: 一 to 九十九.
fn label(text: &str) -> Option<usize> {
    let digit = |text: &str| {
        "〇一二三四五六七八九"
            .chars()
            .position(|it| text.chars().eq([it]))
    };
    let text = text.trim();
    let Some((tens, units)) = text.split_once('十') else {
        return digit(text);
    };
    let part = |text: &str, none| if text.is_empty() { Some(none) } else { digit(text) };
    Some(10 * part(tens, 1)? + part(units, 0)?)
}

/// How many squares a row has: a mark, where there is one, and a piece each, or a dot. A promoted piece may be written with
/// two characters, and blanks may stand between the squares.
fn squares(row: &str) -> Option<usize> {
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
