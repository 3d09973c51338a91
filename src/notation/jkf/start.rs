//! `initial`: the start position, a preset or a board.

use std::borrow::Cow;

use super::json::Value;
use super::path::Path;
use super::read::Reader;
use super::schema::Fault;
use crate::finding::{Severity, Span, Words};
use crate::notation::csa::words;
use crate::notation::other_game::is_other_game;
use crate::notation::rules::schema_error::{self, wanted};
use crate::notation::rules::{turn_missing, unknown_handicap, unreadable_board};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Position, Square};

/// The preset of a start that has a board.
const OTHER: &str = "OTHER";

impl<'t> Reader<'t> {
    /// Reads `initial`; where it is absent, the header 手合割 may name the start.
    pub(super) fn start(&mut self, initial: Option<Value<'t>>) {
        let Some(initial) = initial else {
            return self.named_start();
        };
        let path = Path::RECORD.key("initial");
        let [preset, data] = match self.fields(initial, &path, ["preset", "data"]) {
            Ok(fields) => fields,
            Err(fault) => return self.unknown_start(fault),
        };
        let preset = preset.map(|preset| (preset, self.string(preset, &path.key("preset"))));
        if let Some(data) = data {
            // A board counts more than a preset beside it: Kifu for iPhone's files have HIRATE with a board.
            self.board(data, &path.key("data"));
        }
        match preset {
            None if data.is_none() => {
                let fault = self.missing(initial, &path, "preset");
                self.unknown_start(fault);
            }
            Some((_, Err(fault))) => self.unknown_start(fault),
            Some((value, Ok(name))) => self.preset(value, &name, &path.key("preset"), data.is_some()),
            None => {}
        }
    }

    fn preset(&mut self, value: Value<'t>, name: &str, path: &Path<'_>, has_board: bool) {
        let start = &mut self.record.start;
        match Handicap::by_preset(name) {
            Some(handicap) if !has_board => {
                start.handicap = Some(handicap);
                start.position = handicap.position().clone();
                self.other_name(name);
            }
            Some(handicap) => {
                let is_even = handicap.removed().next().is_none();
                if !is_even && start.position != *handicap.position() {
                    let fault = self.wrong(value, path, &wanted::OTHER);
                    self.doubt(fault, schema_error::BOARD_COUNTS);
                }
            }
            None if name == OTHER && has_board => {}
            None if name == OTHER => {
                let fault = self.wrong(value, path, &wanted::DATA);
                self.unknown_start(fault);
            }
            None if has_board => {
                let fault = self.wrong(value, path, &wanted::PRESET);
                self.doubt(fault, schema_error::BOARD_COUNTS);
            }
            None => {
                let fault = self.wrong(value, path, &wanted::PRESET);
                if is_other_game(name) {
                    self.record.start.name = Some((Cow::Owned(name.to_owned()), fault.span));
                }
                self.unknown_start(fault);
            }
        }
    }

    fn unknown_start(&mut self, fault: Fault) {
        // What is made of it depends on the moves.
        let made = Words::same("");
        self.fault(&unknown_handicap::RULE, Severity::Warning, fault, made);
    }

    /// The name in the last header 手合割, and where it stands.
    fn handicap_name(&self) -> Option<(String, Span)> {
        let mut headers = self.record.headers.iter().rev();
        let header = headers.find(|header| header.key == "手合割")?;
        // Programs pad the name.
        let letters = header.value.chars().filter(|letter| !letter.is_whitespace());
        Some((letters.collect(), header.span))
    }

    /// Notes a header 手合割 that names another start than the preset.
    fn other_name(&mut self, preset: &str) {
        let Some((name, span)) = self.handicap_name() else {
            return;
        };
        let named = Handicap::by_name(&name);
        if named.is_some_and(|named| *named.position() != self.record.start.position) {
            let message = schema_error::other_preset(&name, preset);
            let broken = false;
            self.doubt(
                Fault {
                    span,
                    message,
                    broken,
                },
                schema_error::PRESET_COUNTS,
            );
        }
    }

    /// Takes the start that the header 手合割 names.
    fn named_start(&mut self) {
        let Some((name, span)) = self.handicap_name() else {
            return;
        };
        let start = &mut self.record.start;
        start.handicap = Handicap::by_name(&name);
        if let Some(handicap) = start.handicap {
            start.position = handicap.position().clone();
        } else if !name.is_empty() {
            let message = unknown_handicap::without_initial(&name);
            let broken = false;
            self.unknown_start(Fault {
                span,
                message,
                broken,
            });
        }
        self.record.start.name = Some((Cow::Owned(name), span));
    }

    /// `data`: side to move, board and hands.
    fn board(&mut self, data: Value<'t>, path: &Path<'_>) {
        let [color, board, hands] = match self.fields(data, path, ["color", "board", "hands"]) {
            Ok(fields) => fields,
            Err(fault) => return self.odd_board(fault, &unreadable_board::EVEN_ASSUMED),
        };
        let mut position = Position::empty();
        match board {
            Some(board) => self.columns(board, &path.key("board"), &mut position),
            None => self.odd_board(self.missing(data, path, "board"), &unreadable_board::NO_PIECE),
        }
        match hands {
            Some(hands) => self.hands(hands, &path.key("hands"), &mut position),
            None => self.doubt(self.missing(data, path, "hands"), schema_error::HANDS_EMPTY),
        }
        let turn = match color {
            Some(color) => self.color(color, &path.key("color")),
            None => Err(self.missing(data, path, "color")),
        };
        match turn {
            Ok(turn) => position.set_side_to_move(turn),
            Err(fault) => self.fault(
                &turn_missing::RULE,
                Severity::Warning,
                fault,
                turn_missing::TAKEN_AS_BLACK,
            ),
        }
        let turn = color.map(|color| self.span(color));
        let diagram = self.span(data);
        let start = &mut self.record.start;
        start.handicap = Handicap::of(&position);
        start.position = position;
        start.diagram = Some(diagram);
        start.turn = turn;
    }

    fn odd_board(&mut self, fault: Fault, made: &Words) {
        self.fault(&unreadable_board::RULE, Severity::Error, fault, *made);
    }

    /// Nine files of nine squares.
    fn columns(&mut self, board: Value<'t>, path: &Path<'_>, position: &mut Position) {
        if self.is_nine(board, path) {
            for (x, column) in (1..=9).zip(board.elements()) {
                let path = path.index(usize::from(x) - 1);
                if !self.is_nine(column, &path) {
                    continue;
                }
                for (y, cell) in (1..=9).zip(column.elements()) {
                    if let Some(square) = Square::new(x, y) {
                        self.cell(cell, &path.index(usize::from(y) - 1), square, position);
                    }
                }
            }
        }
    }

    /// Whether a value is an array; one that does not have nine elements is noted.
    fn is_nine(&mut self, value: Value<'t>, path: &Path<'_>) -> bool {
        if !value.is_array() {
            self.odd_board(
                self.wrong(value, path, &wanted::NINE),
                &unreadable_board::TAKEN_AS_EMPTY,
            );
            return false;
        }
        let count = value.elements().take(10).count();
        if count != 9 {
            let mut fault = self.wrong(value, path, &wanted::NINE);
            fault.message = unreadable_board::not_nine(&path.to_string(), value.elements().count());
            let made = if count < 9 {
                &unreadable_board::MISSING_EMPTY
            } else {
                &unreadable_board::LAST_LEFT_OUT
            };
            self.odd_board(fault, made);
        }
        true
    }

    /// `{color, kind}`, or nothing.
    fn cell(&mut self, cell: Value<'t>, path: &Path<'_>, square: Square, position: &mut Position) {
        if cell.is_null() {
            return;
        }
        match self.piece(cell, path) {
            Ok(piece) => position.put(square, piece),
            Err(fault) => self.odd_board(fault, &unreadable_board::SQUARE_EMPTY),
        }
    }

    fn piece(&mut self, cell: Value<'t>, path: &Path<'_>) -> Result<Option<Piece>, Fault> {
        let [color, kind] = self.fields(cell, path, ["color", "kind"])?;
        match (color, kind) {
            (None, None) => Ok(None),
            (None, _) => Err(self.missing(cell, path, "color")),
            (_, None) => Err(self.missing(cell, path, "kind")),
            (Some(color), Some(kind)) => Ok(Some(Piece {
                color: self.color(color, &path.key("color"))?,
                kind: self.kind(kind, &path.key("kind"))?,
            })),
        }
    }

    /// Black's and White's hand.
    fn hands(&mut self, hands: Value<'t>, path: &Path<'_>, position: &mut Position) {
        if !hands.is_array() || hands.elements().take(3).count() != 2 {
            let fault = self.wrong(hands, path, &wanted::HANDS);
            self.odd_board(fault, &unreadable_board::REST_EMPTY);
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands.elements()) {
            self.hand(hand, &path.index(color.index()), color, position);
        }
    }

    /// How many pieces of which kind.
    fn hand(&mut self, hand: Value<'t>, path: &Path<'_>, color: Color, position: &mut Position) {
        if hand.is_null() {
            return;
        }
        if !hand.is_object() {
            let fault = self.wrong(hand, path, &wanted::HAND);
            return self.odd_board(fault, &unreadable_board::TAKEN_AS_EMPTY);
        }
        for (key, value) in hand.members().filter(|(_, value)| !value.is_null()) {
            let name = key.unquoted();
            let path = path.key(&name);
            let kind = name.as_bytes().try_into().ok().and_then(words::kind);
            let count = match self.number(value, &path) {
                Ok(count) => count,
                Err(fault) => {
                    self.odd_board(fault, &unreadable_board::TAKEN_AS_0);
                    continue;
                }
            };
            match (kind, u8::try_from(count)) {
                (_, Ok(0)) => {}
                // For the referee to say: no position can hold it.
                (Some(PieceKind::King), _) => self.record.start.king_in_hand = Some((color, self.span(key))),
                (Some(kind), Ok(count)) if !kind.is_promoted() => {
                    position.set_hand_count(color, kind, count);
                }
                (Some(kind), Err(_)) if !kind.is_promoted() => {
                    let fault = self.wrong(value, &path, &wanted::COUNT);
                    self.odd_board(fault, &unreadable_board::LEFT_OUT);
                }
                _ => {
                    let fault = Fault {
                        span: self.span(key),
                        message: unreadable_board::not_held(&path.to_string()),
                        broken: !value.whole,
                    };
                    self.odd_board(fault, &unreadable_board::LEFT_OUT);
                }
            }
        }
    }
}
