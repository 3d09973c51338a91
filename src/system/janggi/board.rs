//! The board and the pieces on it.

use std::ops::Range;

use crate::finding::{Message, Seat, message};
use crate::notation::gib::{FILES, GUNG_JANGGI, Kind, Point, RANKS};
use crate::system::drawing::{Drawing, DrawnPiece, Grid};
use crate::system::placement::{Row, cell_range, row_text, rows, written_cells};

/// The seat of Blue, who moves first and plays from the tenth rank.
pub(super) const BLUE: usize = 0;
/// The seat of Red, who plays from the first rank.
pub(super) const RED: usize = 1;

/// Returns the seat with this number. Janggi and gung-janggi have the same seats.
pub(super) fn seat(number: usize) -> Seat {
    GUNG_JANGGI.seats[number]
}

/// A piece and its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The seat of the owner.
    pub owner: usize,
    pub kind: Kind,
    /// `true` if the piece is promoted. Only gung-janggi has promoted pieces: generals, guards and soldiers.
    pub promoted: bool,
}

/// The pieces on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Board {
    points: [Option<Piece>; 90],
}

impl Board {
    /// Returns an empty board.
    pub(super) const fn empty() -> Self {
        Self { points: [None; 90] }
    }

    pub(super) fn at(&self, point: Point) -> Option<Piece> {
        self.points[point.index()]
    }

    pub(super) fn put(&mut self, point: Point, piece: Option<Piece>) {
        self.points[point.index()] = piece;
    }

    /// Returns all pieces on the board, with their points.
    pub(super) fn all(&self) -> impl Iterator<Item = (Point, Piece)> + '_ {
        Point::all().filter_map(|point| Some((point, self.at(point)?)))
    }

    /// Returns the pieces of a seat, with their points.
    pub(super) fn pieces_of(&self, seat: usize) -> impl Iterator<Item = (Point, Piece)> + '_ {
        self.all().filter(move |(_, piece)| piece.owner == seat)
    }

    pub(super) fn general(&self, seat: usize) -> Option<(Point, Piece)> {
        self.pieces_of(seat)
            .find(|(_, piece)| piece.kind == Kind::General)
    }

    /// Returns the number of pieces of a seat, without its general.
    pub(super) fn count(&self, seat: usize) -> usize {
        self.pieces_of(seat)
            .filter(|(_, piece)| piece.kind != Kind::General)
            .count()
    }

    /// Returns the number of pieces of a kind that a seat has.
    pub(super) fn count_of(&self, seat: usize, kind: Kind) -> usize {
        self.pieces_of(seat)
            .filter(|(_, piece)| piece.kind == kind)
            .count()
    }

    /// Returns twice the points of a seat. Red gets 1.5 points in addition to its pieces for moving second.
    pub(super) fn half_points(&self, seat: usize) -> usize {
        let points_of = |kind| match kind {
            Kind::General => 0,
            Kind::Chariot => 13,
            Kind::Cannon => 7,
            Kind::Horse => 5,
            Kind::Elephant | Kind::Guard => 3,
            Kind::Soldier => 2,
        };
        let piece_points: usize = self.pieces_of(seat).map(|(_, piece)| points_of(piece.kind)).sum();
        2 * piece_points + if seat == RED { 3 } else { 0 }
    }

    /// Returns whether the generals face each other on a file with no piece between them.
    pub(super) fn are_facing(&self) -> bool {
        let (Some((blue, _)), Some((red, _))) = (self.general(BLUE), self.general(RED)) else {
            return false;
        };
        let (first, last) = (blue.rank().min(red.rank()), blue.rank().max(red.rank()));
        let mut between = (first + 1..last).filter_map(|rank| Point::new(rank, blue.file()));
        blue.file() == red.file() && between.all(|point| self.at(point).is_none())
    }

    /// Moves the piece on `from` and returns the captured piece, if there is one.
    pub(super) fn move_piece(&mut self, from: Point, to: Point) -> Option<Piece> {
        let captured = self.at(to).filter(|_| from != to);
        let piece = self.at(from);
        self.put(from, None);
        self.put(to, piece);
        captured
    }

    /// Promotes the piece on a point. Returns whether the piece was unpromoted before.
    pub(super) fn promote(&mut self, point: Point) -> bool {
        match &mut self.points[point.index()] {
            Some(piece) => !std::mem::replace(&mut piece.promoted, true),
            None => false,
        }
    }
}

// The moves of the pieces.

/// A step as (ranks, files): ranks towards Blue's edge, files to the right.
type Step = (i8, i8);

const ORTHOGONALS: [Step; 4] = [(-1, 0), (0, -1), (0, 1), (1, 0)];
const DIAGONALS: [Step; 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Index of the first file of both palaces. A palace is three points wide and high.
const PALACE_FILE: u8 = 3;
/// By seat, the index of the first rank of the palace.
const PALACE_RANKS: [u8; 2] = [7, 0];

/// Index of the last file.
const LAST_FILE: u8 = FILES - 1;

/// Returns the owner of the palace that a point is in; `None` outside both palaces.
pub(super) fn palace_of(point: Point) -> Option<usize> {
    let is_in_files = (PALACE_FILE..=LAST_FILE - PALACE_FILE).contains(&point.file());
    let is_in_ranks = |first: u8| (first..first + 3).contains(&point.rank());
    (0..2).find(|&seat| is_in_files && is_in_ranks(PALACE_RANKS[seat]))
}

/// Returns whether a point is the centre of a palace.
fn is_centre(point: Point) -> bool {
    point.file() == 4 && matches!(point.rank(), 1 | 8)
}

/// Returns whether a diagonal line joins two adjacent points: the centre of a palace and one of its corners.
fn is_diagonal(from: Point, to: Point) -> bool {
    palace_of(from).is_some() && palace_of(from) == palace_of(to) && (is_centre(from) || is_centre(to))
}

/// Returns the next point in a direction; `None` if no line leads to this point.
fn next_point(from: Point, step: Step) -> Option<Point> {
    let to = from.offset(step)?;
    let is_diagonal_step = step.0 != 0 && step.1 != 0;
    (!is_diagonal_step || is_diagonal(from, to)).then_some(to)
}

/// Returns the points on the lines from a point, line by line.
fn rays(from: Point) -> impl Iterator<Item = impl Iterator<Item = Point>> {
    let steps = ORTHOGONALS.into_iter().chain(DIAGONALS);
    steps
        .map(move |step| std::iter::successors(next_point(from, step), move |&point| next_point(point, step)))
}

/// Returns the rank on which the soldiers of a seat cannot move forward.
pub(super) const fn last_rank(seat: usize) -> u8 {
    if seat == BLUE { 0 } else { 9 }
}

impl Board {
    /// Returns the points that the piece on a point can reach, including points occupied by its own side.
    pub(super) fn destinations(&self, from: Point) -> Vec<Point> {
        self.at(from)
            .map_or_else(Vec::new, |piece| self.destinations_of(piece, from))
    }

    /// Returns the points that this piece could reach from a point.
    pub(super) fn destinations_of(&self, piece: Piece, from: Point) -> Vec<Point> {
        match piece.kind {
            Kind::General => {
                let mut reached = in_palace(piece.owner, from);
                reached.extend(self.faced_general(piece, from));
                reached
            }
            Kind::Guard if piece.promoted => {
                let is_at_home = |to: &Point| palace_of(*to) == Some(piece.owner);
                let diagonal = adjacent_points(from, &DIAGONALS).filter(is_at_home);
                adjacent_points(from, &ORTHOGONALS).chain(diagonal).collect()
            }
            Kind::Guard => in_palace(piece.owner, from),
            Kind::Chariot => self.chariot_moves(from),
            Kind::Cannon => self.cannon_moves(from),
            Kind::Horse => self.leaper_moves(from, 1),
            Kind::Elephant => self.leaper_moves(from, 2),
            Kind::Soldier => soldier(piece, from),
        }
    }

    /// Returns the point of the opposing general, if the piece on `from` is a promoted general that may capture it.
    ///
    /// The generals must face each other on a file with no piece between them.
    fn faced_general(&self, piece: Piece, from: Point) -> Option<Point> {
        let (general, _) = self.general(1 - piece.owner)?;
        let is_own = self
            .general(piece.owner)
            .is_some_and(|(own_general, _)| own_general == from);
        (piece.promoted && is_own && self.are_facing()).then_some(general)
    }

    /// Returns the moves of a chariot: along a line up to the first piece.
    fn chariot_moves(&self, from: Point) -> Vec<Point> {
        let mut reached = Vec::new();
        for ray in rays(from) {
            for to in ray {
                reached.push(to);
                if self.at(to).is_some() {
                    break;
                }
            }
        }
        reached
    }

    /// Returns the moves of a cannon. A cannon jumps over one piece. Neither this piece nor a captured piece
    /// may be a cannon.
    fn cannon_moves(&self, from: Point) -> Vec<Point> {
        let is_cannon = |piece: Piece| piece.kind == Kind::Cannon;
        let mut reached = Vec::new();
        for ray in rays(from) {
            let mut has_screen = false;
            for to in ray {
                let piece = self.at(to);
                if has_screen && !piece.is_some_and(is_cannon) {
                    reached.push(to);
                }
                if piece.is_some_and(|piece| has_screen || is_cannon(piece)) {
                    break;
                }
                has_screen |= piece.is_some();
            }
        }
        reached
    }

    /// Returns the moves of a horse (one diagonal step) or an elephant (two diagonal steps).
    ///
    /// Both move one step along a line and then diagonally outward. No piece may be on the path before its end.
    fn leaper_moves(&self, from: Point, diagonal_steps: usize) -> Vec<Point> {
        let mut reached = Vec::new();
        for first_step in ORTHOGONALS {
            let outward = DIAGONALS.into_iter().filter(|diagonal| {
                diagonal.0 == first_step.0 && first_step.0 != 0
                    || diagonal.1 == first_step.1 && first_step.1 != 0
            });
            for diagonal in outward {
                let mut path = vec![first_step];
                path.extend(std::iter::repeat_n(diagonal, diagonal_steps));
                reached.extend(self.path_end(from, &path));
            }
        }
        reached
    }

    /// Returns the end of a path if all points before the end are empty; `None` if one of these points is
    /// occupied, or if the path leaves the board.
    fn path_end(&self, from: Point, path: &[Step]) -> Option<Point> {
        let (last_step, steps) = path.split_last()?;
        let mut point = from;
        for step in steps {
            point = point.offset(*step).filter(|&next| self.at(next).is_none())?;
        }
        point.offset(*last_step)
    }
}

/// Returns the next points along the lines in these directions.
fn adjacent_points(from: Point, steps: &[Step]) -> impl Iterator<Item = Point> {
    steps.iter().filter_map(move |&step| next_point(from, step))
}

/// Returns the points of the palace of a seat that are one step along a line from a point.
fn in_palace(owner: usize, from: Point) -> Vec<Point> {
    adjacent_points(from, &ORTHOGONALS)
        .chain(adjacent_points(from, &DIAGONALS))
        .filter(|&to| palace_of(to) == Some(owner))
        .collect()
}

/// Returns the moves of a soldier: forward or sideways, and diagonally in the opponent's palace. A promoted soldier
/// moves in all directions.
fn soldier(piece: Piece, from: Point) -> Vec<Point> {
    let back = if piece.owner == BLUE { 1 } else { -1 };
    let may_go_diagonally = |to: &Point| piece.promoted || palace_of(*to) == Some(1 - piece.owner);
    let straight = adjacent_points(from, &ORTHOGONALS);
    let reached = straight.chain(adjacent_points(from, &DIAGONALS).filter(may_go_diagonally));
    let is_not_backward = |to: &Point| to.rank().cast_signed() - from.rank().cast_signed() != back;
    reached
        .filter(|to| piece.promoted || is_not_backward(to))
        .collect()
}

// The position as text: FEN as in programs for chess variants, with Blue as White and `+` before promoted pieces:
// `rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1`.

/// Returns the text of a position with this seat to move. The move counters are always `0 1`.
pub(super) fn text(board: &Board, side_to_move: usize) -> String {
    let piece = |rank, file| Point::new(rank, file).and_then(|point| board.at(point));
    let rank = |rank| row_text((0..FILES).map(|file| piece(rank, file).map(piece_text)), "");
    let ranks: Vec<String> = (0..RANKS).map(rank).collect();
    let turn = if side_to_move == BLUE { 'w' } else { 'b' };
    format!("{} {turn} - - 0 1", ranks.join("/"))
}

fn piece_text(piece: Piece) -> String {
    let text = kind_text(piece);
    if piece.owner == BLUE {
        text
    } else {
        text.to_ascii_lowercase()
    }
}

/// Returns the text of a piece without regard to its owner: `P`, `+P`.
pub(super) fn kind_text(piece: Piece) -> String {
    let plus = if piece.promoted { "+" } else { "" };
    format!("{plus}{}", piece.kind.fen().to_ascii_uppercase())
}

/// Parses a position and the side to move, which is Blue if the text does not state it. Returns `None` if the
/// text is not a position.
pub(super) fn read(text: &str) -> Option<(Board, usize)> {
    let mut words = text.split_whitespace();
    let ranks = rows(letters(words.next()?), |letter| {
        digit(letter).filter(|&digit| digit > 0)
    });
    let has_all_points =
        ranks.len() == usize::from(RANKS) && ranks.iter().all(|rank| rank.len() == usize::from(FILES));
    let side_to_move = match words.next() {
        None | Some("w") => BLUE,
        Some("b") => RED,
        Some(_) => return None,
    };
    Some((has_all_points.then(|| filled(&ranks, read_piece))??, side_to_move))
}

/// Splits a position into its letters, each with its byte offset and the plus signs before it. The rest of a rank after
/// a blank is ignored.
fn letters(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut offset = 0;
    std::iter::from_fn(move || {
        if text[offset..].starts_with(char::is_whitespace) {
            offset = text[offset..]
                .find('/')
                .map_or(text.len(), |slash| offset + slash);
        }
        let rest = &text[offset..];
        let plus = rest.len() - rest.trim_start_matches('+').len();
        let length = plus + rest[plus..].chars().next().map_or(0, char::len_utf8);
        offset += length;
        (length > 0).then(|| (offset - length, &rest[..length]))
    })
}

fn digit(word: &str) -> Option<u8> {
    Some(word.chars().next()?.to_digit(10)? as u8)
}

/// Returns the board with the pieces of these ranks, or `None` if a piece cannot be read.
fn filled(ranks: &[Row<'_>], parse_piece: impl Fn(&str) -> Option<Piece>) -> Option<Board> {
    let mut board = Board::empty();
    for (rank, file, word) in written_cells(ranks) {
        board.put(Point::new(rank, file)?, Some(parse_piece(word)?));
    }
    Some(board)
}

/// Returns the byte range of the piece on a point in the text of a position; `None` for an empty point.
pub(super) fn piece_range(text: &str, point: Point) -> Option<Range<usize>> {
    cell_range(&rows(letters(text), digit), point.rank(), point.file())
}

fn read_piece(word: &str) -> Option<Piece> {
    let letter = single_char(word.strip_prefix('+').unwrap_or(word))?;
    let kind = Kind::from_fen(letter.to_ascii_lowercase())?;
    let promoted = word.starts_with('+');
    let is_promotable = matches!(kind, Kind::General | Kind::Guard | Kind::Soldier);
    let owner = if letter.is_ascii_uppercase() { BLUE } else { RED };
    (!promoted || is_promotable).then_some(Piece {
        owner,
        kind,
        promoted,
    })
}

fn single_char(word: &str) -> Option<char> {
    let mut letters = word.chars();
    letters.next().filter(|_| letters.next().is_none())
}

/// Parses a board as Korean programs write it: ranks from Blue's edge, Blue's pieces in Korean letters, Red's in
/// Chinese characters.
///
/// Returns `None` if the text is not a board.
pub(super) fn read_drawn(text: &str) -> Option<Board> {
    let mut ranks = rows(letters(text.trim()), digit);
    (ranks.len() >= usize::from(RANKS)).then(|| ranks.truncate(RANKS.into()))?;
    ranks.reverse();
    filled(&ranks, |word| {
        let letter = single_char(word)?;
        Some(Piece {
            owner: if matches!(letter, '가'..='힣') {
                BLUE
            } else {
                RED
            },
            kind: Kind::from_letter(letter)?,
            promoted: false,
        })
    })
}

// The board as it is drawn.

/// The direction mark of each side.
const MARKS: [char; 2] = ['↑', '↓'];

/// The diagonal lines of the palaces, each from (column, row) to (column, row).
const PALACE_DIAGONALS: &[[(usize, usize); 2]] = &[
    [(3, 0), (5, 2)],
    [(5, 0), (3, 2)],
    [(3, 7), (5, 9)],
    [(5, 7), (3, 9)],
];

/// Returns the drawing of the board, with the promoted pieces and the side to move.
pub(super) fn drawing(board: &Board, side_to_move: usize) -> Drawing {
    let piece = |rank: u8, file: u8| {
        let piece = Point::new(rank, file).and_then(|point| board.at(point))?;
        Some(DrawnPiece {
            label: piece.kind.character(piece.owner).to_string(),
            mark: MARKS[piece.owner],
            quarter_turns: 0,
            faded: false,
        })
    };
    let row = |rank: u8| {
        let name = ((rank + 1) % RANKS).to_string();
        (name, (0..FILES).map(|file| piece(rank, file)).collect())
    };
    let turn = seat(side_to_move);
    let promoted_pieces = [BLUE, RED]
        .into_iter()
        .filter_map(|player| promoted_pieces_message(board, player));
    Drawing {
        columns: (1..=FILES).map(|file| file.to_string()).collect(),
        rows: (0..RANKS).map(row).collect(),
        notes: promoted_pieces
            .chain([message!("{turn} to move", "{turn}の番", turn)])
            .collect(),
        grid: Grid::Points(PALACE_DIAGONALS),
    }
}

/// Returns the message that lists the promoted pieces of a side; `None` if there are none.
fn promoted_pieces_message(board: &Board, player: usize) -> Option<Message> {
    let pieces = board.pieces_of(player).filter(|(_, piece)| piece.promoted);
    let names: Vec<_> = pieces
        .map(|(point, Piece { kind, owner, .. })| format!("{}{point}", kind.character(owner)))
        .collect();
    let (seat, names) = (seat(player), names.join(" "));
    (!names.is_empty()).then(|| {
        message!(
            "{seat}'s promoted pieces: {names}",
            "{seat}の昇格した駒：{names}",
            seat,
            names
        )
    })
}

// Check and mate.

impl Board {
    /// Returns the points of the pieces of the other side that attack the general of a seat.
    pub(super) fn checkers(&self, seat: usize) -> Vec<Point> {
        let Some((general, _)) = self.general(seat) else {
            return Vec::new();
        };
        let opponents = self.pieces_of(1 - seat).map(|(from, _)| from);
        opponents
            .filter(|&from| self.destinations(from).contains(&general))
            .collect()
    }

    /// Returns whether the general of a seat is attacked.
    pub(super) fn in_check(&self, seat: usize) -> bool {
        !self.checkers(seat).is_empty()
    }

    /// Returns the pseudo-legal moves of a seat, which may leave its general in check.
    pub(super) fn moves(&self, seat: usize) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.pieces_of(seat).flat_map(move |(from, _)| {
            let is_free = move |to: &Point| self.at(*to).is_none_or(|piece| piece.owner != seat);
            let reached = self.destinations(from).into_iter().filter(is_free);
            reached.map(move |to| (from, to))
        })
    }

    /// Returns whether a move leaves the general of the seat safe, or captures the opposing general.
    pub(super) fn is_safe(&self, seat: usize, (from, to): (Point, Point)) -> bool {
        let mut after = self.clone();
        let captured = after.move_piece(from, to);
        captured.is_some_and(|piece| piece.kind == Kind::General) || !after.in_check(seat)
    }

    /// Returns whether a seat is in check and every move leaves it in check.
    pub(super) fn is_mated(&self, seat: usize) -> bool {
        self.in_check(seat) && !self.moves(seat).any(|step| self.is_safe(seat, step))
    }
}

#[cfg(test)]
mod tests {
    use super::{Piece, *};
    use crate::system::janggi::start;

    #[test]
    fn pieces_are_found_in_the_text() {
        let text = "4k4/9/4+p4/9/9/9/RRRRRRRRR/9/4K4/9 w";
        let text_at = |name: &str| Some(&text[piece_range(text, Point::from_name(name)?)?]);
        assert_eq!(text_at("15"), Some("k"));
        assert_eq!(text_at("35"), Some("+p"));
        assert_eq!(text_at("79"), Some("R"));
        assert_eq!(text_at("34"), None);
        assert_eq!(text_at("05"), None);
    }

    #[test]
    fn the_start_equals_that_of_other_programs() {
        let start = text(&start::default_board(), BLUE);
        assert_eq!(
            start,
            "rnba1abnr/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/RNBA1ABNR w - - 0 1"
        );
        assert_eq!(read(&start), Some((start::default_board(), BLUE)));
        for invalid in ["", "9/9", "+r8/9/9/9/9/9/9/9/9/9 w", "10/9/9/9/9/9/9/9/9/9 w"] {
            assert_eq!(read(invalid), None, "{invalid}");
        }
    }

    /// Returns the points that the piece on a point can move to.
    fn destinations(board: &Board, from: &str) -> String {
        let from = Point::from_name(from).unwrap();
        let owner = board.at(from).map_or(0, |it| it.owner);
        let to = board.moves(owner).filter(|mv| mv.0 == from).map(|it| it.1);
        let mut names: Vec<_> = to.map(|it| it.to_string()).collect();
        names.sort();
        names.join(" ")
    }

    fn board(fen: &str) -> Board {
        super::read(fen).unwrap().0
    }

    #[test]
    fn blue_has_31_first_moves() {
        let board = start::default_board();
        assert_eq!(board.moves(0).filter(|&mv| board.is_safe(0, mv)).count(), 31);
    }

    #[test]
    fn soldiers_move_along_palace_lines() {
        let destinations_of_soldier = |name: &str| {
            let mut board = board("9/9/9/9/9/9/9/9/4K4/9 w");
            let owner = 0;
            let kind = Kind::Soldier;
            board.put(
                Point::from_name(name).unwrap(),
                Some(Piece {
                    owner,
                    kind,
                    promoted: false,
                }),
            );
            destinations(&board, name)
        };
        assert_eq!(destinations_of_soldier("34"), "24 25 33 35");
        assert_eq!(destinations_of_soldier("25"), "14 15 16 24 26");
        assert_eq!(destinations_of_soldier("35"), "25 34 36");
        assert_eq!(destinations_of_soldier("27"), "17 26 28");
    }

    #[test]
    fn cannons_need_a_screen_other_than_a_cannon() {
        // Blue has cannons on 82 and 88 and a chariot on 85.
        let board = board("9/9/9/9/9/9/9/1C2R2C1/4K4/9 w");
        assert_eq!(destinations(&board, "88"), "83 84");
        assert_eq!(destinations(&board, "82"), "86 87");
    }
}
