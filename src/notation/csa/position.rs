//! The start position: `PI`, the ranks `P1` to `P9`, the pieces of `P+` and `P-`, and the side to move.

use core::ops::Range;

use super::PieceEntry;
use crate::finding::Span;
use crate::notation::StartPart;
use crate::notation::start_text::{size_unless_nine_wide, uniform_size};
use crate::record::gap::BoardGap;
use crate::record::{Gap, GapKind, Gaps, Origin, Start};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Position, Square};

/// The type of the lines that set up the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum BoardSource {
    /// No line. The board is the even start position.
    Missing,
    /// A `PI` line: the even start position, possibly without some pieces.
    Even,
    /// Lines `P1` to `P9` with the ranks, or `P+` and `P-` with single pieces.
    Listed,
}

/// The start position while it is read.
#[derive(Debug)]
pub(super) struct Setup {
    position: Position,
    board: BoardSource,
    /// The ranks that were read: bit `n` is set if rank `n` was read.
    ranks_read: u16,
    /// The side that gets all pieces that are neither on the board nor in a hand; `None` if no list has the entry
    /// `00AL`.
    rest: Option<Color>,
    king_in_hand: Option<(Color, Span)>,
    span: Option<Span>,
    turn: Option<(Color, Span)>,
    /// `false` if the list of pieces of a `PI` line, which is the board, cannot be read to its end.
    is_known: bool,
    gaps: Gaps,
}

impl Setup {
    /// Creates an empty position, before any line is read.
    pub(super) fn new() -> Self {
        Self {
            position: Position::empty(),
            board: BoardSource::Missing,
            ranks_read: 0,
            rest: None,
            king_in_hand: None,
            span: None,
            turn: None,
            is_known: true,
            gaps: Gaps::default(),
        }
    }

    /// Returns the side that moves first according to a line `+` or `-`; `None` if there is no such line.
    pub(super) fn turn(&self) -> Option<Color> {
        self.turn.map(|(color, _)| color)
    }

    /// Returns the span from the first to the last line of the board; `None` if no such line was read.
    pub(super) fn span(&self) -> Option<Span> {
        self.span
    }

    /// Sets the side to move. Returns the side of an earlier line if this side differs from the new one; `None` if it
    /// is equal or there is no earlier line.
    pub(super) fn set_turn(&mut self, color: Color, span: Span) -> Option<Color> {
        let previous = self.turn.replace((color, span));
        previous
            .map(|(previous_color, _)| previous_color)
            .filter(|&previous_color| previous_color != color)
    }

    /// Reads a statement `P…` without its line end. `start` is the offset of the statement in the file.
    pub(super) fn take(&mut self, line: &str, start: u32) {
        let span = Span {
            start,
            end: start + line.trim_end().len() as u32,
        };
        let Some((head, rest)) = line.split_at_checked(2) else {
            return;
        };
        match head.as_bytes()[1] {
            b'I' => self.even(rest, span),
            b'+' => self.pieces(Color::Black, rest, span),
            b'-' => self.pieces(Color::White, rest, span),
            digit => self.rank(digit.wrapping_sub(b'0'), rest, span),
        }
    }

    /// Reads `PI`: the initial position without the listed pieces. The list is read up to the first invalid entry,
    /// which is reported. A listed piece that is not on its square is reported, too. Earlier lines of the board are
    /// replaced, and this is reported.
    fn even(&mut self, list: &str, span: Span) {
        if self.board != BoardSource::Missing {
            self.add_gap(span, BoardGap::PiAndOther);
        }
        self.board = BoardSource::Even;
        self.is_known = true;
        self.ranks_read = 0;
        self.extend_span(span);
        self.position = Position::startpos();
        for entry in PieceEntry::parse_list(list, span.start + 2) {
            let (Some(Origin::Board(square)), Some(kind)) = (entry.place, entry.kind()) else {
                self.is_known = false;
                return self.add_gap(entry.span(), BoardGap::NotRemoved);
            };
            self.remove(square, kind, entry);
        }
    }

    fn remove(&mut self, square: Square, kind: PieceKind, entry: PieceEntry<'_>) {
        let piece = self.position.piece_at(square);
        self.position.put(square, None);
        if piece.is_none_or(|piece| piece.kind != kind) {
            let kind = GapKind::RemovalMismatch {
                square,
                named: kind,
                there: piece.map(|piece| piece.kind),
            };
            self.gaps.push(Gap::at_start(entry.span(), kind));
        }
    }

    /// Reads `P1` to `P9`: a rank. An unreadable square, a wrong number of squares and a repeated rank are reported. An
    /// earlier `PI` line is reported, and its position is discarded.
    fn rank(&mut self, number: u8, squares: &str, span: Span) {
        if self.board == BoardSource::Even {
            self.add_gap(span, BoardGap::PiAndBoard);
            self.position = Position::empty();
            self.is_known = true;
        }
        let bit = 1 << number;
        if self.ranks_read & bit != 0 {
            self.add_gap(span, BoardGap::DrawnTwice(number));
        }
        self.board = BoardSource::Listed;
        self.ranks_read |= bit;
        self.extend_span(span);

        let rank = read_rank(squares);
        for (file, piece) in (1..=9).rev().zip(rank.squares) {
            if let Some(square) = Square::new(file, number) {
                self.position.put(square, piece);
            }
        }
        if let Some(error) = rank.error {
            let start = span.start as usize + 2;
            let span = Span::new(start + error.start, start + error.end);
            self.add_gap(span, BoardGap::RankSquare(number));
        }
        if rank.count != 9 {
            let count = rank.count;
            self.add_gap(span, BoardGap::Squares { rank: number, count });
        }
    }

    /// Reads `P+` and `P-`: a list of pieces on the board and in hand, up to the first invalid entry, which is
    /// reported. An empty list is ignored. A second piece on a square and a promoted piece in hand are reported. An
    /// earlier `PI` line is also reported, but its position is kept.
    fn pieces(&mut self, color: Color, list: &str, span: Span) {
        if list.trim().is_empty() {
            return;
        }
        if self.board == BoardSource::Even {
            self.add_gap(span, BoardGap::PiAndPieces);
        } else {
            self.board = BoardSource::Listed;
        }
        self.extend_span(span);
        for entry in PieceEntry::parse_list(list, span.start + 2) {
            match (entry.place, entry.kind()) {
                (Some(Origin::Board(square)), Some(kind)) => {
                    self.put(square, Piece { color, kind }, entry);
                }
                (Some(Origin::Hand), Some(kind)) => self.hold(color, kind, entry),
                (Some(Origin::Hand), None) if entry.code == *b"AL" => self.give_rest(color, entry),
                _ => return self.add_gap(entry.span(), BoardGap::NotPlaced),
            }
        }
    }

    fn put(&mut self, square: Square, piece: Piece, entry: PieceEntry<'_>) {
        if self.position.piece_at(square).is_some() {
            self.add_gap(entry.span(), BoardGap::TwoPieces(square));
        }
        self.position.put(square, Some(piece));
    }

    fn hold(&mut self, color: Color, kind: PieceKind, entry: PieceEntry<'_>) {
        if kind == PieceKind::King {
            // No position can have a king in hand, so the king is kept separately for a later check.
            self.king_in_hand = Some((color, entry.span()));
            return;
        }
        if kind.is_promoted() {
            self.add_gap(entry.span(), BoardGap::PromotedInHand(kind));
        }
        let count = self.position.hand(color).get(kind).saturating_add(1);
        self.position.set_hand_count(color, kind.base(), count);
    }

    fn give_rest(&mut self, color: Color, entry: PieceEntry<'_>) {
        if self.rest.replace(color).is_some_and(|previous| previous != color) {
            self.add_gap(entry.span(), BoardGap::RestToBoth);
        }
    }

    fn add_gap(&mut self, span: Span, gap: BoardGap) {
        let kind = GapKind::UnreadableBoard(gap);
        self.gaps.push(Gap::at_start(span, kind));
    }

    fn extend_span(&mut self, span: Span) {
        let start = self.span.map_or(span.start, |board| board.start);
        self.span = Some(Span { start, end: span.end });
    }

    /// Returns the start position with `turn` to move, and the gaps in its lines. If there is no line of the board, the
    /// position is the even start position.
    pub(super) fn finish<'t>(mut self, turn: Color) -> (Start<'t>, Gaps) {
        if self.board == BoardSource::Missing {
            self.position = Position::startpos();
        }
        if let Some(color) = self.rest {
            self.position.give_rest(color);
        }
        self.position.set_side_to_move(turn);
        let start = Start {
            handicap: Handicap::from_position(&self.position),
            position: self.position,
            diagram: self.span,
            turn: self.turn.map(|(_, span)| span),
            king_in_hand: self.king_in_hand,
            is_known: self.is_known,
            ..Start::default()
        };
        (start, self.gaps)
    }
}

// A rank of the board: `P2 * -HI *  *  *  *  * -KA * `.

/// A rank as it was read.
#[derive(Debug, Default)]
pub(super) struct Rank {
    /// The squares from file 9 to file 1; `None` for an empty or unread square.
    pub(super) squares: [Option<Piece>; 9],
    /// The number of squares that were read, which may be more than nine.
    pub(super) count: usize,
    /// The range (bytes) of the first text that is not a square, relative to the end of the rank number. `None` if
    /// the whole text was read.
    pub(super) error: Option<Range<usize>>,
}

impl Rank {
    /// Returns whether there are exactly nine squares and no other text.
    fn is_whole(&self) -> bool {
        self.count == 9 && self.error.is_none()
    }

    fn add(&mut self, piece: Option<Piece>) {
        if let Some(square) = self.squares.get_mut(self.count) {
            *square = piece;
        }
        self.count += 1;
    }

    /// Adds the piece at the beginning of `text`, or an empty square if there is no piece. Returns the length of the
    /// text used (bytes).
    ///
    /// `at` is the offset of `text` in the rank. The range of the first text that is not a piece is kept in `error`.
    fn add_piece_or_error(&mut self, text: &str, at: usize) -> usize {
        let piece = piece(text);
        self.add(piece);
        if piece.is_some() {
            return 3;
        }
        let length = error_len(text);
        self.error.get_or_insert(at..at + length);
        length
    }
}

/// Reads the text after the number of the rank.
///
/// Blanks are ignored if the rank then has nine squares and no other text. If not, every three characters are one
/// square, which is empty if it has no sign, letter or digit. If this does not give nine squares either, the first
/// reading is returned.
pub(super) fn read_rank(text: &str) -> Rank {
    let rank = without_blanks(text);
    if rank.is_whole() {
        return rank;
    }
    in_columns(text).filter(Rank::is_whole).unwrap_or(rank)
}

fn without_blanks(text: &str) -> Rank {
    let mut rank = Rank::default();
    let mut at = 0;
    while let Some(&byte) = text.as_bytes().get(at) {
        let rest = &text[at..];
        let length = match byte {
            b' ' | b'\t' => 1,
            // One program ends the line with a full stop.
            b'.' if rest.trim_end() == "." => break,
            b'*' => {
                rank.add(None);
                1
            }
            _ => rank.add_piece_or_error(rest, at),
        };
        at += length;
    }
    rank
}

fn in_columns(text: &str) -> Option<Rank> {
    // The trailing blank of an empty last square may be missing.
    if !text.is_ascii() || text.len() < 26 || text.trim_end().len() > 27 {
        return None;
    }
    let mut rank = Rank::default();
    for at in (0..27).step_by(3) {
        let cell = text.get(at..text.len().min(at + 3))?;
        let is_empty = !cell.contains(|character: char| {
            character == '+' || character == '-' || character.is_ascii_alphanumeric()
        });
        rank.add(if is_empty { None } else { Some(piece(cell)?) });
    }
    Some(rank)
}

/// Returns the piece at the beginning of a text, which is a sign and a two-letter code; `None` for other text.
fn piece(text: &str) -> Option<Piece> {
    let &[mark, first, second] = text.as_bytes().first_chunk()?;
    Some(Piece {
        color: super::side_of_sign(mark)?,
        kind: super::kind([first, second])?,
    })
}

/// Returns the length (bytes) of text that is not a square: at most three characters, up to the next possible square.
fn error_len(text: &str) -> usize {
    let square_start = |(at, character): (usize, char)| {
        let begins_square = matches!(character, '+' | '-' | '*' | ' ' | '\t');
        (at > 0 && begins_square).then_some(at)
    };
    let max_end = text.char_indices().nth(3).map_or(text.len(), |(at, _)| at);
    text[..max_end]
        .char_indices()
        .find_map(square_start)
        .unwrap_or(max_end)
}

// The text of a start position: its parts, and the size of boards that are not shogi boards.

/// Returns the text of a part of the start position; `None` if no statement describes this part.
///
/// For a square, the returned text is its last entry in the lists of pieces, or else the last line of its rank, or else
/// the line `PI`. For a hand, the returned text is the first list of that side that has a piece in hand.
pub(super) fn part_of_start(text: &str, part: StartPart) -> Option<&str> {
    let statements = || text.split(['\n', '\r', ',']);
    let sign = |side| if side == Color::Black { "P+" } else { "P-" };
    match part {
        StartPart::Square(square) => {
            let digits = format!("{}{}", square.file(), square.rank());
            let lists =
                statements().filter(|statement| statement.starts_with("P+") || statement.starts_with("P-"));
            let in_list = lists.filter_map(|list| find_entry(list, &digits)).next_back();
            let rank = format!("P{}", square.rank());
            in_list
                .or_else(|| statements().rfind(|it| it.starts_with(&rank)))
                .or_else(|| statements().find(|it| it.starts_with("PI")))
                .map(str::trim_end)
        }
        StartPart::Hand(side) => statements()
            .find(|list| list.starts_with(sign(side)) && find_entry(list, "00").is_some())
            .map(str::trim_end),
    }
}

/// Returns the entry of a list of pieces that begins with the given two digits; `None` if the list has no such entry.
fn find_entry<'t>(list: &'t str, digits: &str) -> Option<&'t str> {
    let groups = (2..list.len()).step_by(4);
    let mut groups = groups.filter_map(|at| list.get(at..at + 4));
    groups.find(|entry| entry.starts_with(digits))
}

/// Returns the number of files and ranks of a board in CSA that is not a shogi board; `None` for a shogi board and
/// for unreadable ranks.
///
/// `P1-HI-KA-GI-KI-OU` is a rank of such a board. The ranks must be numbered from 1 without a gap, so a tenth rank is
/// not an error but shows a larger board.
pub(super) fn other_board_size(_: &str, text: &str) -> Option<(usize, usize)> {
    let mut rows = Vec::new();
    for line in text.split(['\n', '\r', ',']) {
        let Some(row) = line
            .strip_prefix('P')
            .filter(|it| it.starts_with(|c: char| c.is_ascii_digit()))
        else {
            continue;
        };
        let cells = row.trim_start_matches(|c: char| c.is_ascii_digit());
        if row[..row.len() - cells.len()].parse() != Ok(rows.len() + 1) {
            return None;
        }
        rows.push(count_cells(cells)?);
    }
    let is_longer = |&(files, ranks): &(usize, usize)| files == 9 && ranks > 9;
    size_unless_nine_wide(&rows).or_else(|| uniform_size(&rows).filter(is_longer))
}

/// Returns the number of squares of a rank, three characters each; `None` if the rank has other text. The blank after
/// the last square may be missing.
fn count_cells(row: &str) -> Option<usize> {
    let is_cell = |cell: &[u8]| match cell {
        b" * " | b" *" => true,
        [b'+' | b'-', first, second] => first.is_ascii_uppercase() && second.is_ascii_uppercase(),
        _ => false,
    };
    let mut cells = row.trim_end().as_bytes().chunks(3);
    cells.all(is_cell).then(|| row.trim_end().len().div_ceil(3))
}

#[cfg(test)]
mod tests {
    use super::{Rank, read_rank};

    fn to_letters(rank: &Rank) -> String {
        rank.squares
            .iter()
            .map(|square| square.map_or(".".to_owned(), |piece| piece.to_string()))
            .collect()
    }

    #[test]
    fn ranks_are_read_with_blanks_or_without() {
        for (text, squares) in [
            ("-KY-KE-GI-KI-OU-KI-GI-KE-KY", "lnsgkgsnl"),
            (" * -HI *  *  *  *  * -KA * ", ".r.....b."),
            (" * -HI *  *  *  *  * -KA *", ".r.....b."),
            (" * -HI * * * * * -KA *", ".r.....b."),
            ("* -HI * * * * * -KA *", ".r.....b."),
            ("*-HI*****-KA*", ".r.....b."),
            (" *  *  *  *  *  *  *  * +RY", "........+R"),
            (" *  *  *  *  *  *  *  *  *.", "........."),
            (" *  *  *  *  *  *  *  *  * . ", "........."),
            ("   -HI               -KA   ", ".r.....b."),
            (" . -HI .  .  .  .  . -KA . ", ".r.....b."),
        ] {
            let rank = read_rank(text);
            assert!(rank.is_whole(), "{text:?} {rank:?}");
            assert_eq!(to_letters(&rank), squares, "{text:?}");
        }
    }

    #[test]
    fn unreadable_text_in_a_rank_is_reported() {
        for (text, squares, count, error) in [
            ("-KY-XX-GI-KI-OU-KI-GI-KE-KY", "l.sgkgsnl", 9, Some("-XX")),
            ("-KY+-GI-KI-OU-KI-GI-KE-KY", "l.sgkgsnl", 9, Some("+")),
            ("-KY-KE-GI", "lns......", 3, None),
            ("", ".........", 0, None),
            ("-KY-KE-GI-KI-OU-KI-GI-KE-KY-KY", "lnsgkgsnl", 10, None),
            ("歩歩歩歩", ".........", 2, Some("歩歩歩")),
            (" KY-KE-GI-KI-OU-KI-GI-KE-KY", ".nsgkgsnl", 9, Some("KY")),
            (" *  *  *  *  *  *  *  *  *  Q", ".........", 10, Some("Q")),
        ] {
            let rank = read_rank(text);
            assert_eq!(to_letters(&rank), squares, "{text:?}");
            assert_eq!(rank.count, count, "{text:?}");
            assert_eq!(rank.error.map(|error| &text[error]), error, "{text:?}");
        }
    }
}
