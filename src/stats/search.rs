//! Search for positions, patterns of pieces, material, and successive moves.

use std::sync::Arc;

use CellType::{Bool, Date, Enumerated, Integer, Text};
use pest::Parser;
use pest_derive::Parser;

use super::Cell;
use super::cell::CellType;
use super::game::{Action, Game, Ply, unnumbered};
use super::opening_tree::TreeOptions;
use super::records::outcomes;
use super::resulting::resulting_keys;
use super::{Column, column, fault};
use crate::finding::{InputError, Message, Span, bilingual, message};
use crate::opening::{GameHistory, Shape};
use crate::played::{Meaning, Played, PlayedMove};
use crate::record::{NodeId, Outcome, Record, VariationPath};
use crate::shogi::{Color, FULL_SET, Move, Piece, PieceKind, Position, Square, Undo, sfen_fields};

// The conditions of a search.

/// A search for positions that satisfy all conditions and are followed by given moves, if any.
#[derive(Clone, Debug, Default)]
pub struct Search {
    conditions: Conditions,
    /// The conditions with the board rotated and the colours exchanged; `None` if such positions are not searched for.
    mirrored: Option<Box<Conditions>>,
    /// `true` if variations are searched, too.
    variations: bool,
    /// The options of the tree that is written instead of rows, if there is one.
    tree: Option<TreeOptions>,
    /// `true` if the positions after one move from the position searched for are collected, too.
    resulting: bool,
}

#[derive(Clone, Debug, Default)]
struct Conditions {
    place: Option<PartialPosition>,
    shape: Option<Shape>,
    /// The exact number of pieces of a kind that a side must have, on the board and in hand together. A promoted piece
    /// has the kind of its unpromoted side.
    material: Vec<(Color, PieceKind, u16)>,
    /// The moves that must follow the position.
    moves: Vec<Move>,
}

/// A position whose side to move and pieces in hand may be unspecified.
#[derive(Clone, Debug)]
pub(super) struct PartialPosition {
    pub position: Position,
    /// `true` if the side to move is specified.
    pub side: bool,
    /// `true` if the pieces in hand are specified.
    pub hands: bool,
}

impl Search {
    /// Adds the condition that the position equals a position in SFEN.
    ///
    /// If the side to move and the hands, or only the hands, are omitted in the text, they can have any value. The move
    /// number has no effect. The text can also be `startpos`.
    ///
    /// # Errors
    ///
    /// Returns a fault if the text is malformed.
    pub fn with_position(mut self, text: &str) -> Result<Self, InputError> {
        self.conditions.place = Some(parse_position(text)?);
        Ok(self)
    }

    /// Adds a condition on the pieces on the board and in hand, in the language of the patterns in the book of openings
    /// (`▲７六歩 持角`).
    ///
    /// # Errors
    ///
    /// Returns a fault if the text is malformed.
    pub fn with_pieces(mut self, text: &str) -> Result<Self, InputError> {
        self.conditions.shape = Some(parse_shape(text)?);
        Ok(self)
    }

    /// Adds a condition on the material, such as `R2B vs r`: one rook and two bishops of Black, and one rook of White.
    /// A kind that is not listed may occur in any number.
    ///
    /// # Errors
    ///
    /// Returns a fault if the text is malformed or empty, or lists a kind twice for a side. Also returns a fault if the
    /// text requires more pieces of a kind than a full set has.
    pub fn with_material(mut self, text: &str) -> Result<Self, InputError> {
        self.conditions.material = parse_material(text)?;
        Ok(self)
    }

    /// Adds the condition that these moves, in USI and separated by blanks, follow the position.
    ///
    /// # Errors
    ///
    /// Returns a fault if the text is malformed.
    pub fn with_moves(mut self, text: &str) -> Result<Self, InputError> {
        self.conditions.moves = parse_moves(text)?;
        Ok(self)
    }

    /// Also searches for positions that satisfy the conditions with the board rotated and the colours exchanged. All
    /// conditions must be added before this call.
    #[must_use]
    pub fn with_mirrored(self) -> Self {
        Self {
            mirrored: Some(Box::new(self.conditions.rotated())),
            ..self
        }
    }

    /// Also searches for positions in variations.
    #[must_use]
    pub fn with_variations(self) -> Self {
        Self {
            variations: true,
            ..self
        }
    }

    /// Also collects the positions that a move leads to from the position searched for, by any order of moves. Without such
    /// a position, none are collected.
    #[must_use]
    pub fn with_resulting(self) -> Self {
        Self {
            resulting: true,
            ..self
        }
    }

    /// Returns a search for all positions that may be reached from the root of a tree within its depth.
    pub(crate) fn for_tree(options: TreeOptions) -> Self {
        let place = PartialPosition {
            position: options.root.clone(),
            side: true,
            hands: true,
        };
        Self {
            conditions: Conditions {
                place: Some(place),
                ..Conditions::default()
            },
            tree: Some(options),
            ..Self::default()
        }
    }

    /// Returns the options of the tree that is written instead of rows, if there is one.
    pub(super) const fn tree(&self) -> Option<&TreeOptions> {
        self.tree.as_ref()
    }

    /// Returns the hashes of the positions searched for and, if they are collected, of the positions after one move from
    /// them. Returns no hashes unless the position is completely specified.
    pub(crate) fn keys(&self) -> Vec<u64> {
        let positions = self.positions().unwrap_or_default();
        let mut keys: Vec<_> = positions.iter().map(|it| it.zobrist()).collect();
        if self.resulting {
            keys.extend(positions.into_iter().flat_map(resulting_keys));
        }
        keys
    }

    /// Returns the position searched for and, if the search includes rotated boards, the rotated position. Returns
    /// `None` unless the position is completely specified.
    pub(crate) fn positions(&self) -> Option<Vec<&Position>> {
        let orientations = self.orientations().map(|(_, it)| it.place.as_ref());
        let complete_positions = orientations.map(|orientation| {
            Some(
                &orientation
                    .filter(|orientation| orientation.side && orientation.hands)?
                    .position,
            )
        });
        complete_positions.collect()
    }

    /// Returns the conditions for each orientation that is searched for, with a flag that is `true` for the rotated
    /// board.
    fn orientations(&self) -> impl Iterator<Item = (bool, &Conditions)> {
        let mirrored = self.mirrored.as_deref().map(|conditions| (true, conditions));
        std::iter::once((false, &self.conditions)).chain(mirrored)
    }

    /// Returns whether the search has no conditions.
    pub(crate) fn is_empty(&self) -> bool {
        let Conditions {
            place,
            shape,
            material,
            moves,
        } = &self.conditions;
        place.is_none() && shape.is_none() && material.is_empty() && moves.is_empty()
    }

    /// Returns whether only the first of several successive matching positions is a hit. This applies if neither a
    /// position nor moves are searched for, because a pattern or material stays on the board for many moves.
    fn reports_run_starts(&self) -> bool {
        self.conditions.place.is_none() && self.conditions.moves.is_empty()
    }
}

impl Conditions {
    /// Returns whether a position with the history `past` satisfies the conditions, apart from the moves that must
    /// follow.
    fn are_met(&self, position: &Position, past: &GameHistory) -> bool {
        self.place.as_ref().is_none_or(|it| it.matches(position))
            && self.shape.as_ref().is_none_or(|it| it.holds(position, past))
            && self.material.iter().all(|&(color, kind, number)| {
                let on_board = position.pieces(color).filter(|(_, it)| it.base() == kind);
                u16::from(position.hand(color).get(kind)) + on_board.count() as u16 == number
            })
    }

    /// Returns the conditions for the board rotated and the colours exchanged.
    fn rotated(&self) -> Self {
        let material = self.material.iter();
        Self {
            place: self.place.as_ref().map(|place| PartialPosition {
                position: place.position.rotated(),
                ..*place
            }),
            shape: self.shape.as_ref().map(Shape::rotated),
            material: material
                .map(|&(color, kind, number)| (color.opponent(), kind, number))
                .collect(),
            moves: self.moves.iter().map(|it| it.rotated()).collect(),
        }
    }
}

/// Returns whether a position may be in a tree, as far as the board shows it. Each move from the root changes the contents of a
/// single square that is not empty afterwards.
fn is_near(position: &Position, tree: &TreeOptions) -> bool {
    let changed = Square::ALL.into_iter().filter(|&square| {
        let piece = position.piece_at(square);
        piece.is_some() && piece != tree.root.piece_at(square)
    });
    changed.take(tree.depth as usize + 1).count() <= tree.depth as usize
}

impl PartialPosition {
    fn matches(&self, position: &Position) -> bool {
        if self.side && self.hands {
            return position.zobrist() == self.position.zobrist() && *position == self.position;
        }
        let side = || !self.side || position.side_to_move() == self.position.side_to_move();
        side() && position.has_same_board(&self.position)
    }
}

// Parsing of conditions.

/// Parses `startpos`, or SFEN in which fields may be omitted from the end: the move number, the hands, the side to
/// move. The words `position` and `sfen` may precede the position.
fn parse_position(text: &str) -> Result<PartialPosition, InputError> {
    let body = text.trim_start().trim_start_matches("position ").trim_start();
    if body.trim_end() == "startpos" {
        return Ok(PartialPosition {
            position: Position::startpos(),
            side: true,
            hands: true,
        });
    }
    let fields = sfen_fields(body).count();
    let default_fields = [" b - 1", " - 1", " 1"];
    let missing = default_fields.get(fields.saturating_sub(1)).unwrap_or(&"");
    let position = Position::from_sfen(&format!("{body}{missing}")).map_err(|error| {
        fault(
            Span::new(0, text.len()),
            message!("not a position in SFEN: {error}", "SFENの局面として読めない: {error}", error),
            bilingual(
                "for example, lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b -; side, hands and number may be left out",
                "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - のように書く。手番・持駒・手数は省略できる",
            ),
        )
    })?;
    Ok(PartialPosition {
        position,
        side: fields > 1,
        hands: fields > 2,
    })
}

fn parse_shape(text: &str) -> Result<Shape, InputError> {
    let span = Span::new(0, text.len());
    let help = || {
        bilingual(
            "write pieces with their squares, such as ▲７六歩 △８四歩 ７筋飛 持角 角交換; separate alternatives with |; for names of openings, use --where",
            "▲７六歩 △８四歩 ７筋飛 持角 角交換 のように書く。どれかでよいものは | で区切る。戦型の名前は `--where` に書く",
        )
    };
    if text.trim().is_empty() {
        return Err(fault(
            span,
            bilingual("no piece to look for", "探す駒がない"),
            help(),
        ));
    }
    Shape::read(text).map_err(|at| {
        let word = &text[at.clone()];
        fault(
            Span::new(at.start, at.end),
            message!("`{word}` is not a known word", "`{word}` は読めない"),
            help(),
        )
    })
}

fn parse_moves(text: &str) -> Result<Vec<Move>, InputError> {
    let words = text.split_whitespace();
    let moves: Result<Vec<_>, InputError> = words
        .map(|word| {
            word.parse().map_err(|_| {
                let start = word.as_ptr() as usize - text.as_ptr() as usize;
                fault(
                    Span::new(start, start + word.len()),
                    message!("`{word}` is not a move in USI", "`{word}` はUSIの指し手ではない"),
                    bilingual(
                        "for example, 7g7f, 8h2b+ or P*5e; separate moves with spaces",
                        "7g7f、8h2b+、P*5eのように書き、手の間を空ける",
                    ),
                )
            })
        })
        .collect();
    let moves = moves?;
    if moves.is_empty() {
        let help = bilingual("for example, \"7g7f 3c3d\"", "「7g7f 3c3d」のように書く");
        return Err(fault(
            Span::new(0, text.len()),
            bilingual("no move to look for", "探す手がない"),
            help,
        ));
    }
    Ok(moves)
}

/// The parser of material: `R2B vs 2r`.
#[derive(Parser)]
#[grammar = "../grammar/material.pest"]
struct MaterialParser;

/// Reads material: for each side and kind, the number of pieces on the board and in hand.
fn parse_material(text: &str) -> Result<Vec<(Color, PieceKind, u16)>, InputError> {
    let pairs = MaterialParser::parse(Rule::material, text).map_err(|error| {
        let (pest::error::InputLocation::Pos(at) | pest::error::InputLocation::Span((at, _))) =
            error.location;
        let end = text[at..]
            .chars()
            .next()
            .map_or(at, |character| at + character.len_utf8());
        let message = bilingual("not a list of pieces", "駒の一覧として読めない");
        material_error(Span::new(at, end), message)
    })?;
    let mut material: Vec<(Color, PieceKind, u16)> = Vec::new();
    for pair in pairs.flatten() {
        let color = match pair.as_rule() {
            Rule::of_black => Color::Black,
            Rule::of_white => Color::White,
            _ => continue,
        };
        let span = Span::new(pair.as_span().start(), pair.as_span().end());
        let entry = material_of(color, pair.as_str(), &material);
        material.push(entry.map_err(|message| material_error(span, message))?);
    }
    if material.is_empty() {
        let message = bilingual("no piece to look for", "探す駒がない");
        return Err(material_error(Span::new(0, text.len()), message));
    }
    Ok(material)
}

/// Reads the number and the letter of a kind of piece: `2r`. Returns the reason as an error if they have no meaning after the
/// kinds that were already `listed`.
fn material_of(
    color: Color,
    text: &str,
    listed: &[(Color, PieceKind, u16)],
) -> Result<(Color, PieceKind, u16), Message> {
    let (number, letter) = text.split_at(text.len() - 1);
    let kind = letter.chars().next().and_then(PieceKind::from_letter);
    let (Some(kind), Ok(number)) = (kind, if number.is_empty() { Ok(1) } else { number.parse() }) else {
        return Err(bilingual("not a number of pieces", "駒の数として読めない"));
    };
    if listed.iter().any(|&(of, it, _)| (of, it) == (color, kind)) {
        return Err(bilingual("this kind is listed twice", "同じ駒が2回書かれている"));
    }
    let full = FULL_SET[kind.index()];
    if number > full {
        return Err(message!(
            "a full set has only {full} of this piece",
            "この駒は全部で{full}枚しかない"
        ));
    }
    Ok((color, kind, number))
}

/// Returns the error for malformed material at a place of its text.
fn material_error(at: Span, message: Message) -> InputError {
    fault(
        at,
        message,
        bilingual(
            "write Black's pieces, `vs` and White's pieces, such as `R2B vs r`; a kind that is not listed may be there in any number",
            "先手の駒、`vs`、後手の駒の順に `R2B vs r` のように書く。書かない種類の駒は何枚でもよい",
        ),
    )
}

// Search during the replay of games.

/// The state of a search in the current record. One searcher goes through any number of records.
#[derive(Clone, Debug)]
pub(super) struct PositionSearcher {
    search: Arc<Search>,
    /// The state at the start position and after each ply of the line that is being replayed.
    line: Vec<PlyState>,
    candidates: Vec<Candidate>,
    /// The moves that lead from the position searched for to positions of the record, if they are collected.
    resulting: Vec<UprightMove>,
}

/// A move turned back if it belongs to a rotated board, and whether it does.
pub(super) type UprightMove = (Move, bool);

/// The squares of a move that was made on the board, legal or not, and the piece that it captured.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The origin; `None` for a drop.
    pub from: Option<Square>,
    pub to: Square,
    pub captured: Option<Piece>,
}

impl From<&Undo> for Step {
    fn from(undo: &Undo) -> Self {
        Self {
            from: undo.from(),
            to: undo.to(),
            captured: undo.captured(),
        }
    }
}

/// The state after a ply.
#[derive(Clone, Debug, Default)]
struct PlyState {
    past: GameHistory,
    /// `true` for each orientation of the board in which the conditions are satisfied.
    is_met: [bool; 2],
}

/// A position that satisfies the conditions, apart from the moves that must follow.
#[derive(Clone, Debug)]
struct Candidate {
    node: NodeId,
    /// The number of moves before the position.
    ply: u32,
    position: Position,
    mirrored: bool,
}

impl PositionSearcher {
    pub(super) fn new(search: Arc<Search>) -> Self {
        Self {
            search,
            line: Vec::new(),
            candidates: Vec::new(),
            resulting: Vec::new(),
        }
    }

    /// Begins the next record, and checks its start position. Records of other games than shogi, and records that
    /// cannot be replayed, have no hits.
    pub(super) fn begin(&mut self, record: &Record<'_>) {
        let is_searched = record.is_shogi() && record.is_playable();
        self.begin_at(is_searched.then_some(&record.start.position));
    }

    /// Begins the next record, and checks its start position. Without one, nothing is found before the next record.
    pub(super) fn begin_at(&mut self, start: Option<&Position>) {
        self.line.clear();
        self.candidates.clear();
        self.resulting.clear();
        if let Some(start) = start {
            self.check_position(NodeId::START, 0, GameHistory::default(), start);
        }
    }

    /// Checks the position after a move of the main line.
    pub(super) fn observe(&mut self, played: &PlayedMove<'_>) {
        self.observe_step(played.node, played.ply, played.undo.into(), played.after);
    }

    /// Checks the position after a step.
    pub(super) fn observe_step(&mut self, node: NodeId, ply: u32, step: Step, after: &Position) {
        let past = self.past(ply).after(after, step);
        self.check_position(node, ply, past, after);
    }

    /// Removes the states after this ply and later plies from `line`, and returns the history before the ply.
    fn past(&mut self, ply: u32) -> GameHistory {
        self.line.truncate(ply as usize);
        self.line.last().map(|it| it.past).unwrap_or_default()
    }

    fn check_position(&mut self, node: NodeId, ply: u32, past: GameHistory, position: &Position) {
        let was_met = self.line.last().map(|it| it.is_met).unwrap_or_default();
        let mut is_met = [false; 2];
        let reports_run_starts = self.search.reports_run_starts();
        for (at, (mirrored, conditions)) in self.search.orientations().enumerate() {
            if self.search.resulting
                && let Some(mv) = conditions.place.as_ref().and_then(|it| it.move_to(position))
            {
                self.resulting.push((upright(mv, mirrored), mirrored));
            }
            is_met[at] = match &self.search.tree {
                None => conditions.are_met(position, &past),
                Some(tree) => is_near(position, tree),
            };
            if is_met[at] && !(reports_run_starts && was_met[at]) {
                self.candidates.push(Candidate {
                    node,
                    ply,
                    position: position.clone(),
                    mirrored,
                });
            }
        }
        self.line.push(PlyState { past, is_met });
    }

    /// Returns the hits in the record that was replayed. `plies` are the plies of its main line. If variations are
    /// searched, the hits in variations follow.
    pub(super) fn hits(&mut self, record: &Record<'_>, plies: &[Ply]) -> Vec<Hit> {
        let mut hits = self.main_line_hits(|ply| {
            let following_plies = &plies[plies.partition_point(|it| it.number <= ply)..];
            following_plies.iter().map(|ply| match &ply.action {
                Action::Move(played) => Some(played.mv),
                Action::Token(_) | Action::Text(_) => None,
            })
        });
        if self.search.variations && record.is_shogi() && record.is_playable() && record.tree.has_variations()
        {
            hits.extend(self.hits_in_variations(record));
        }
        hits
    }

    /// Returns the hits in the main line that was replayed. `following_moves` returns the moves after a number of plies, with
    /// `None` for a ply that was not made on the board.
    pub(super) fn main_line_hits<I>(&mut self, following_moves: impl Fn(u32) -> I) -> Vec<Hit>
    where
        I: Iterator<Item = Option<Move>> + Clone,
    {
        let candidates = std::mem::take(&mut self.candidates).into_iter();
        let hits = candidates
            .filter_map(|candidate| self.hit(&candidate, following_moves(candidate.ply), Vec::new()));
        hits.collect()
    }

    /// Returns the moves that lead from the position searched for to positions of the record that was replayed. The list may
    /// contain a move several times.
    pub(super) fn resulting(&mut self) -> Vec<UprightMove> {
        std::mem::take(&mut self.resulting)
    }

    /// Returns the hit for a candidate, if the `moves` after it begin with those searched for. `None` among the moves
    /// is a ply that was not made on the board.
    fn hit(
        &self,
        candidate: &Candidate,
        moves: impl Iterator<Item = Option<Move>> + Clone,
        variation: Vec<(u32, u32)>,
    ) -> Option<Hit> {
        let (_, conditions) = self.search.orientations().nth(usize::from(candidate.mirrored))?;
        let searched_moves = conditions.moves.iter().map(|&it| Some(it));
        let next = moves.clone().next().flatten();
        let following_moves = moves.take(searched_moves.len());
        following_moves.eq(searched_moves).then(|| Hit {
            ply: candidate.ply,
            side: candidate.position.side_to_move(),
            sfen: candidate.position.to_sfen(candidate.ply + 1),
            next,
            mirrored: candidate.mirrored,
            variation,
        })
    }

    /// Returns the hits outside the main line, in the order of the record.
    fn hits_in_variations(&mut self, record: &Record<'_>) -> Vec<Hit> {
        let tree = &record.tree;
        self.line.clear();
        self.check_position(NodeId::START, 0, GameHistory::default(), &record.start.position);
        let played = Played::watched(record, |node, meaning, after| {
            if let Meaning::Ply(ply) = meaning {
                let number = tree.node(node).ply;
                let step = Step {
                    from: ply.from,
                    to: ply.to,
                    captured: ply.captured,
                };
                self.observe_step(node, number, step, after);
            }
        });
        let move_at = |node| match played.meaning(node) {
            Meaning::Ply(ply) => ply.as_move(),
            _ => None,
        };
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.retain(|candidate| !tree.is_main_line(candidate.node));
        let following_nodes =
            |node| std::iter::successors(tree.first_child(node), |&child| tree.first_child(child));
        let hits = candidates.into_iter().filter_map(|candidate| {
            let node = candidate.node;
            self.hit(&candidate, following_nodes(node).map(move_at), tree.path(node))
        });
        hits.collect()
    }
}

// The results of a search.

/// A position found in a game.
#[derive(Clone, Debug)]
pub(crate) struct Hit {
    /// The number of moves before the position.
    ply: u32,
    /// The side to move.
    side: Color,
    sfen: String,
    /// The move played in the position; `None` at the end of the line, or if the move was not made on the board.
    next: Option<Move>,
    /// `true` if the position was found with the board rotated.
    mirrored: bool,
    /// The path to the variation with the position, or an empty path for a position in the main line.
    variation: Vec<(u32, u32)>,
}

impl Hit {
    /// Returns the position in SFEN without the move number.
    pub(super) fn position(&self) -> &str {
        unnumbered(&self.sfen)
    }

    /// Returns a move of the position, rotated back if the position was found with the board rotated.
    pub(super) const fn upright(&self, mv: Move) -> Move {
        upright(mv, self.mirrored)
    }

    /// Returns the move played in the position, in USI, and whether the position was found with the board rotated.
    ///
    /// In this case, the move is rotated back. The text is empty if no move was made on the board in this position.
    pub(super) fn next(&self) -> (String, bool) {
        let next = self.next.map(|mv| self.upright(mv).to_string());
        (next.unwrap_or_default(), self.mirrored)
    }
}

/// Returns a move of a position that was found, rotated back if the board of this position is rotated.
const fn upright(mv: Move, mirrored: bool) -> Move {
    if mirrored { mv.rotated() } else { mv }
}

/// A row of the table of hits.
#[derive(Clone, Debug)]
pub(crate) struct HitRow {
    pub game: Arc<Game>,
    pub hit: Hit,
}

/// Number of columns of hits that are written by default.
pub(super) const DEFAULT_HIT_COLUMNS: usize = 9;

/// The columns of hits. The default ones are first.
pub(super) const HITS: &[Column<HitRow>] = &[
    column("path", Text, |row| Cell::text(&*row.game.path)),
    column("record", Integer, |row| Cell::count(row.game.record)),
    column("ply", Integer, |row| Cell::count(row.hit.ply)),
    column("side", Enumerated(outcomes), |row| {
        Cell::text(Outcome::Win(row.hit.side).name())
    }),
    column("move", Text, |row| {
        Cell::from_option(row.hit.next.map(|it| it.to_string()))
    }),
    column("sfen", Text, |row| Cell::text(&*row.hit.sfen)),
    column("black", Text, |row| {
        Cell::from_option(row.game.players[0].as_deref())
    }),
    column("white", Text, |row| {
        Cell::from_option(row.game.players[1].as_deref())
    }),
    column("result", Enumerated(outcomes), |row| {
        Cell::from_option(row.game.verdict.map(Outcome::name))
    }),
    // The following columns are written only on request.
    column("variation", Text, |row| {
        Cell::from_non_empty(VariationPath::from(row.hit.variation.clone()).to_string())
    }),
    column("mirrored", Bool, |row| Cell::Bool(row.hit.mirrored)),
    column("event", Text, |row| Cell::from_option(row.game.event.as_deref())),
    column("date", Date, |row| Cell::from_option(row.game.date())),
    column("game_id", Text, |row| Cell::text(row.game.id())),
    column("handicap", Text, |row| Cell::text(&*row.game.handicap)),
];

impl GameHistory {
    /// Returns the history after one more step, which led to the position `after`.
    fn after(mut self, after: &Position, step: Step) -> Self {
        if let Some(moved) = after.piece_at(step.to) {
            self.note(moved, step.from, step.to, step.captured);
        }
        self
    }
}
