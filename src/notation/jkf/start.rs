//! The start position, `initial`: a preset or a board.

use std::borrow::Cow;

use super::json::JsonValue;
use super::read::{JkfReader, ValueError, ValueResult};
use crate::finding::Span;
use crate::notation::other_game::is_other_game;
use crate::notation::start_text::{size_unless_nine_wide, uniform_size};
use crate::notation::{meaning, word_for};
use crate::record::gap::{
    BoardGap, Expected, HandicapGap, HandicapName, Recovery, TurnRecovery, ValueGap, WrongValue,
};
use crate::record::{GapKind, HeaderKey};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Position, Square};

/// The preset of a start position that is given by a board.
const OTHER_PRESET: &str = "OTHER";

impl<'j, 't> JkfReader<'j, 't> {
    /// Reads `initial`: a board, a preset or both. A preset that is unknown or contradicts the board is reported.
    /// Without a board, a missing preset is reported, too. If `initial` is absent, the header 手合割 may name the start
    /// position.
    pub(super) fn start(&mut self, initial: Option<JsonValue<'j, 't>>) {
        let Some(initial) = initial else {
            return self.start_from_header();
        };
        let [preset, data] = match self.fields(initial, ["preset", "data"]) {
            Ok(fields) => fields,
            Err(error) => return self.unknown_start(error),
        };
        let name = preset.map(|preset| self.string(preset));
        if let Some(data) = data {
            // A board takes precedence over a preset. Files of Kifu for iPhone have `HIRATE` together with a
            // board.
            self.board(data);
        }
        match (preset, name) {
            (Some(preset), Some(Ok(name))) => self.preset(preset, &name, data.is_some()),
            (_, Some(Err(error))) => self.unknown_start(error),
            _ if data.is_none() => self.unknown_start(initial.missing("preset")),
            _ => {}
        }
    }

    fn preset(&mut self, value: JsonValue<'j, 't>, name: &str, has_board: bool) {
        let start = &mut self.record.start;
        let expected = match start_of_preset(name) {
            Some(handicap) if !has_board => {
                start.handicap = Some(handicap);
                start.position = handicap.position().clone();
                return self.note_other_name(name);
            }
            Some(handicap) => {
                let is_even = handicap.removed().next().is_none();
                if is_even || start.position == *handicap.position() {
                    return;
                }
                Expected::Other
            }
            None if name == OTHER_PRESET && has_board => return,
            None if name == OTHER_PRESET => Expected::Data,
            None => Expected::Preset,
        };
        if has_board {
            self.note_minor(value.unexpected(expected), Recovery::Board);
            return;
        }
        if is_other_game(name) {
            self.record.start.name = Some((Cow::Owned(name.to_owned()), self.span(value)));
        }
        self.unknown_start(value.unexpected(expected));
    }

    fn unknown_start(&mut self, error: ValueError<'j, 't>) {
        // The replacement depends on the moves, so it is determined later.
        self.add_value_gap(error, Recovery::Nothing, unknown_handicap);
    }

    /// Returns the name in the last header 手合割, without blanks, and the span of the header; `None` if there is no
    /// such header.
    fn handicap_name(&self) -> Option<(String, Span)> {
        let header = self.record.headers.last_with_key(&[HeaderKey::Handicap])?;
        // Programs pad the name with blanks.
        let letters = header.value.chars().filter(|letter| !letter.is_whitespace());
        Some((letters.collect(), header.span))
    }

    /// Reports the problem `what` with the header 手合割. `recovery` is the replacement for its value, and `kind` creates
    /// the kind of gap.
    fn note_bad_header(
        &mut self,
        span: Span,
        what: WrongValue,
        recovery: Recovery,
        kind: fn(ValueGap) -> GapKind,
    ) {
        let path = "header".to_owned();
        self.record.add_gap(span, kind(ValueGap { path, what, recovery }));
    }

    /// Reports a header 手合割 whose start position differs from that of the preset.
    fn note_other_name(&mut self, preset: &str) {
        let Some((name, span)) = self.handicap_name() else {
            return;
        };
        let named_start = Handicap::by_name(&name);
        if named_start.is_some_and(|start| *start.position() != self.record.start.position) {
            let preset = preset.to_owned();
            let what = WrongValue::OtherPreset { name, preset };
            self.note_bad_header(span, what, Recovery::Preset, |value| GapKind::SchemaError {
                value,
                costs_game: false,
            });
        }
    }

    /// Sets the start position that the header 手合割 names. An unknown name is reported.
    fn start_from_header(&mut self) {
        let Some((name, span)) = self.handicap_name() else {
            return;
        };
        let start = &mut self.record.start;
        start.handicap = Handicap::by_name(&name);
        if let Some(handicap) = start.handicap {
            start.position = handicap.position().clone();
        } else if !name.is_empty() {
            let what = WrongValue::NameAlone(name.clone());
            self.note_bad_header(span, what, Recovery::Nothing, unknown_handicap);
        }
        self.record.start.name = Some((Cow::Owned(name), span));
    }

    /// Reads `data`: side to move, board and hands. A part that is missing or unreadable is reported.
    fn board(&mut self, data: JsonValue<'j, 't>) {
        let [color, board, hands] = match self.fields(data, ["color", "board", "hands"]) {
            Ok(fields) => fields,
            Err(error) => {
                // A start position without a piece and with a gap is not known; see `other_game::complete`.
                self.record.start.position = Position::empty();
                self.record.start.diagram = Some(self.span(data));
                return self.note_bad_board(error, Recovery::NotChecked);
            }
        };
        let mut position = Position::empty();
        match board {
            Some(board) => self.columns(board, &mut position),
            None => self.note_bad_board(data.missing("board"), Recovery::EmptyBoard),
        }
        match hands {
            Some(hands) => self.hands(hands, &mut position),
            None => {
                self.note_minor(data.missing("hands"), Recovery::EmptyHands);
            }
        }
        let side_to_move = color
            .ok_or_else(|| data.missing("color"))
            .and_then(|color| self.color(color));
        match side_to_move {
            Ok(turn) => position.set_side_to_move(turn),
            Err(error) => {
                self.add_value_gap(error, Recovery::BlackToMove, |value| {
                    GapKind::TurnMissing(TurnRecovery::Value(value))
                });
            }
        }
        let turn_span = color.map(|color| self.span(color));
        let diagram = self.span(data);
        let start = &mut self.record.start;
        start.handicap = Handicap::from_position(&position);
        start.position = position;
        start.diagram = Some(diagram);
        start.turn = turn_span;
    }

    fn note_bad_board(&mut self, error: ValueError<'j, 't>, recovery: Recovery) {
        self.add_value_gap(error, recovery, |value| {
            GapKind::UnreadableBoard(BoardGap::Value(value))
        });
    }

    /// Reads nine files of nine squares. A square that is `null` is empty. An unreadable square is empty, and reported.
    fn columns(&mut self, board: JsonValue<'j, 't>, position: &mut Position) {
        for (x, column) in (1..=9).zip(self.nine_elements(board)) {
            for (y, cell) in (1..=9).zip(self.nine_elements(column)) {
                let Some(square) = Square::new(x, y).filter(|_| !cell.is_null()) else {
                    continue;
                };
                match self.piece(cell) {
                    Ok(piece) => position.put(square, piece),
                    Err(error) => self.note_bad_board(error, Recovery::EmptySquare),
                }
            }
        }
    }

    /// Returns the elements of an array of nine. A value of another type or with another number of elements is
    /// reported, and the elements of this value are returned.
    fn nine_elements(
        &mut self,
        value: JsonValue<'j, 't>,
    ) -> impl Iterator<Item = JsonValue<'j, 't>> + use<'j, 't> {
        let (what, recovery) = match value.elements().count() {
            _ if !value.is_array() => (WrongValue::WrongType(Expected::Nine), Recovery::Empty),
            count @ ..9 => (WrongValue::WrongLength(count), Recovery::MissingEmpty),
            count @ 10.. => (WrongValue::WrongLength(count), Recovery::FirstNine),
            9 => return value.elements(),
        };
        self.note_bad_board(value.invalid(what), recovery);
        value.elements()
    }

    fn piece(&mut self, cell: JsonValue<'j, 't>) -> ValueResult<'j, 't, Option<Piece>> {
        match self.fields(cell, ["color", "kind"])? {
            [None, None] => Ok(None),
            [None, _] => Err(cell.missing("color")),
            [_, None] => Err(cell.missing("kind")),
            [Some(color), Some(kind)] => Ok(Some(Piece {
                color: self.color(color)?,
                kind: kind.kind()?,
            })),
        }
    }

    /// Reads Black's and White's hand. A missing or malformed hand is reported and is empty. A hand that is `null` is
    /// empty and not reported.
    fn hands(&mut self, hands: JsonValue<'j, 't>, position: &mut Position) {
        if hands.elements().take(3).count() != 2 {
            self.note_bad_board(hands.unexpected(Expected::Hands), Recovery::RestEmpty);
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands.elements()) {
            if hand.is_object() {
                for (key, value) in hand.members().filter(|(_, value)| !value.is_null()) {
                    self.in_hand(key, value, color, position);
                }
            } else if !hand.is_null() {
                self.note_bad_board(hand.unexpected(Expected::Hand), Recovery::Empty);
            }
        }
    }

    /// Reads the number of pieces of a kind in hand. A key that is not a kind for the hand, and an invalid number, are
    /// reported.
    fn in_hand(
        &mut self,
        key: JsonValue<'j, 't>,
        value: JsonValue<'j, 't>,
        color: Color,
        position: &mut Position,
    ) {
        let count = match self.number(value) {
            Ok(count) => count,
            Err(error) => return self.note_bad_board(error, Recovery::Zero),
        };
        match (key.kind(), u8::try_from(count)) {
            (_, Ok(0)) => {}
            // No position can hold a king in hand, so the king is kept separately and reported by the referee.
            (Ok(PieceKind::King), _) => self.record.start.king_in_hand = Some((color, self.span(key))),
            (Ok(kind), Ok(count)) if !kind.is_promoted() => position.set_hand_count(color, kind, count),
            (Ok(kind), Err(_)) if !kind.is_promoted() => {
                self.note_bad_board(value.unexpected(Expected::Count), Recovery::Skipped);
            }
            _ => self.note_bad_board(key.invalid(WrongValue::NotInHandPiece), Recovery::Skipped),
        }
    }
}

/// Returns the gap for an unknown start position.
fn unknown_handicap(value: ValueGap) -> GapKind {
    HandicapGap::for_name(HandicapName::Value(value))
}

// The names of start positions in JKF.

/// The presets of JKF, each with the name of the same start position in KIF.
const PRESETS: [(&str, &str); 16] = [
    ("HIRATE", "平手"),
    ("KY", "香落ち"),
    ("KY_R", "右香落ち"),
    ("KA", "角落ち"),
    ("HI", "飛車落ち"),
    ("HIKY", "飛香落ち"),
    ("2", "二枚落ち"),
    ("3", "三枚落ち"),
    ("4", "四枚落ち"),
    ("5", "五枚落ち"),
    ("5_L", "左五枚落ち"),
    ("6", "六枚落ち"),
    ("7_L", "左七枚落ち"),
    ("7_R", "右七枚落ち"),
    ("8", "八枚落ち"),
    ("10", "十枚落ち"),
];

/// Returns the start position of a preset; `None` for an unknown preset.
pub(super) fn start_of_preset(preset: &str) -> Option<&'static Handicap> {
    Handicap::by_name(meaning(&PRESETS, preset)?)
}

/// Returns the preset of a start position; `None` if JKF has no preset for it.
pub(super) fn preset_of(start: &Handicap) -> Option<&'static str> {
    word_for(&PRESETS, start.name)
}

// The size of a board of another game.

/// Returns the size (files, ranks) of a board in `data` that is not a shogi board; `None` for a shogi board and for
/// unreadable data.
///
/// The board is `"board":[[{…},…],…]`: the files as in JKF, each from top to bottom.
pub(super) fn other_board_size(_: &str, text: &str) -> Option<(usize, usize)> {
    let data: serde_json::Value = serde_json::from_str(text).ok()?;
    let files = data.get("board")?.as_array()?;
    let ranks = files.iter().map(|file| Some(file.as_array()?.len()));
    let ranks = ranks.collect::<Option<Vec<_>>>()?;
    let is_wider = |&(ranks, files): &(usize, usize)| ranks == 9 && files > 9;
    let (ranks, files) = size_unless_nine_wide(&ranks).or_else(|| uniform_size(&ranks).filter(is_wider))?;
    Some((files, ranks))
}

#[cfg(test)]
mod tests {
    use super::{PRESETS, preset_of, start_of_preset};
    use crate::shogi::Handicap;

    #[test]
    fn every_official_start_has_a_preset_and_no_other() {
        for (preset, name) in PRESETS {
            assert_eq!(start_of_preset(preset).map(|start| start.name), Some(name));
        }
        for start in &Handicap::ALL {
            assert_eq!(preset_of(start).is_some(), start.official, "{}", start.name);
        }
        assert_eq!(start_of_preset("OTHER"), None);
    }
}
