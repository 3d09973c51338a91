//! `initial`: the start position, a preset or a board.

use std::borrow::Cow;

use super::json::{JsonValue, Misread, Path};
use super::read::JkfReader;
use crate::finding::Span;
use crate::notation::csa;
use crate::notation::other_game::is_other_game;
use crate::record::gap::{
    BoardGap, HandicapGap, HandicapName, StartTaken, Taken, TurnTaken, Wanted, WrongValue,
};
use crate::record::{GapKind, HeaderKey};
use crate::shogi::{Color, Handicap, Piece, PieceKind, Position, Square};

/// The preset of a start that has a board.
const OTHER: &str = "OTHER";

impl<'t> JkfReader<'t> {
    /// Reads `initial`; where it is absent, the header 手合割 may name the start.
    pub(super) fn start(&mut self, initial: Option<JsonValue<'t>>) {
        let Some(initial) = initial else {
            return self.named_start();
        };
        let path = Path::RECORD.key("initial");
        let [preset, data] = match self.fields(initial, &path, ["preset", "data"]) {
            Ok(fields) => fields,
            Err(misread) => return self.unknown_start(misread),
        };
        let preset = preset.map(|preset| (preset, self.string(preset, &path.key("preset"))));
        if let Some(data) = data {
            // A board counts more than a preset beside it: Kifu for iPhone's files have HIRATE with a board.
            self.board(data, &path.key("data"));
        }
        match preset {
            None if data.is_none() => {
                let misread = self.missing(initial, &path, "preset");
                self.unknown_start(misread);
            }
            Some((_, Err(misread))) => self.unknown_start(misread),
            Some((value, Ok(name))) => self.preset(value, &name, &path.key("preset"), data.is_some()),
            None => {}
        }
    }

    fn preset(&mut self, value: JsonValue<'t>, name: &str, path: &Path<'_>, has_board: bool) {
        let start = &mut self.record.start;
        match start_of_preset(name) {
            Some(handicap) if !has_board => {
                start.handicap = Some(handicap);
                start.position = handicap.position().clone();
                self.other_name(name);
            }
            Some(handicap) => {
                let is_even = handicap.removed().next().is_none();
                if !is_even && start.position != *handicap.position() {
                    let misread = self.wrong(value, path, Wanted::Other);
                    self.doubt(misread, Taken::Board);
                }
            }
            None if name == OTHER && has_board => {}
            None if name == OTHER => {
                let misread = self.wrong(value, path, Wanted::Data);
                self.unknown_start(misread);
            }
            None if has_board => {
                let misread = self.wrong(value, path, Wanted::Preset);
                self.doubt(misread, Taken::Board);
            }
            None => {
                let misread = self.wrong(value, path, Wanted::Preset);
                if is_other_game(name) {
                    self.record.start.name = Some((Cow::Owned(name.to_owned()), misread.span));
                }
                self.unknown_start(misread);
            }
        }
    }

    fn unknown_start(&mut self, misread: Misread) {
        // What is taken for it depends on the moves.
        self.miss(misread, Taken::Nothing, |value| {
            GapKind::UnknownHandicap(HandicapGap {
                name: HandicapName::Value(value),
                taken: StartTaken::Unsaid,
            })
        });
    }

    /// The name in the last header 手合割, and where it stands.
    fn handicap_name(&self) -> Option<(String, Span)> {
        let header = self.record.headers.last_of(&[HeaderKey::Handicap])?;
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
            let preset = preset.to_owned();
            let other = WrongValue::OtherPreset { name, preset };
            self.doubt(
                Misread::at(span, &Path::RECORD.key("header"), other),
                Taken::Preset,
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
            let alone = WrongValue::NameAlone(name.clone());
            self.unknown_start(Misread::at(span, &Path::RECORD.key("header"), alone));
        }
        self.record.start.name = Some((Cow::Owned(name), span));
    }

    /// `data`: side to move, board and hands.
    fn board(&mut self, data: JsonValue<'t>, path: &Path<'_>) {
        let [color, board, hands] = match self.fields(data, path, ["color", "board", "hands"]) {
            Ok(fields) => fields,
            Err(misread) => return self.odd_board(misread, Taken::EvenStart),
        };
        let mut position = Position::empty();
        match board {
            Some(board) => self.columns(board, &path.key("board"), &mut position),
            None => self.odd_board(self.missing(data, path, "board"), Taken::EmptyBoard),
        }
        match hands {
            Some(hands) => self.hands(hands, &path.key("hands"), &mut position),
            None => {
                self.doubt(self.missing(data, path, "hands"), Taken::EmptyHands);
            }
        }
        let turn = match color {
            Some(color) => self.color(color, &path.key("color")),
            None => Err(self.missing(data, path, "color")),
        };
        match turn {
            Ok(turn) => position.set_side_to_move(turn),
            Err(misread) => {
                self.miss(misread, Taken::BlackToMove, |value| {
                    GapKind::TurnMissing(TurnTaken::Value(value))
                });
            }
        }
        let turn = color.map(|color| self.span(color));
        let diagram = self.span(data);
        let start = &mut self.record.start;
        start.handicap = Handicap::of(&position);
        start.position = position;
        start.diagram = Some(diagram);
        start.turn = turn;
    }

    fn odd_board(&mut self, misread: Misread, taken: Taken) {
        self.miss(misread, taken, |value| {
            GapKind::UnreadableBoard(BoardGap::Value(value))
        });
    }

    /// Nine files of nine squares.
    fn columns(&mut self, board: JsonValue<'t>, path: &Path<'_>, position: &mut Position) {
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
    fn is_nine(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> bool {
        if !value.is_array() {
            self.odd_board(self.wrong(value, path, Wanted::Nine), Taken::Empty);
            return false;
        }
        let count = value.elements().take(10).count();
        if count != 9 {
            let not_nine = self.odd(value, path, WrongValue::NotNine(value.elements().count()));
            let taken = if count < 9 {
                Taken::MissingEmpty
            } else {
                Taken::FirstNine
            };
            self.odd_board(not_nine, taken);
        }
        true
    }

    /// `{color, kind}`, or nothing.
    fn cell(&mut self, cell: JsonValue<'t>, path: &Path<'_>, square: Square, position: &mut Position) {
        if cell.is_null() {
            return;
        }
        match self.piece(cell, path) {
            Ok(piece) => position.put(square, piece),
            Err(misread) => self.odd_board(misread, Taken::EmptySquare),
        }
    }

    fn piece(&mut self, cell: JsonValue<'t>, path: &Path<'_>) -> Result<Option<Piece>, Misread> {
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
    fn hands(&mut self, hands: JsonValue<'t>, path: &Path<'_>, position: &mut Position) {
        if !hands.is_array() || hands.elements().take(3).count() != 2 {
            let misread = self.wrong(hands, path, Wanted::Hands);
            self.odd_board(misread, Taken::RestEmpty);
        }
        for (color, hand) in Color::ALL.into_iter().zip(hands.elements()) {
            self.hand(hand, &path.index(color.index()), color, position);
        }
    }

    /// How many pieces of which kind.
    fn hand(&mut self, hand: JsonValue<'t>, path: &Path<'_>, color: Color, position: &mut Position) {
        if hand.is_null() {
            return;
        }
        if !hand.is_object() {
            let misread = self.wrong(hand, path, Wanted::Hand);
            return self.odd_board(misread, Taken::Empty);
        }
        for (key, value) in hand.members().filter(|(_, value)| !value.is_null()) {
            let name = key.unquoted();
            let path = path.key(&name);
            let kind = name.as_bytes().try_into().ok().and_then(csa::kind);
            let count = match self.number(value, &path) {
                Ok(count) => count,
                Err(misread) => {
                    self.odd_board(misread, Taken::Zero);
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
                    let misread = self.wrong(value, &path, Wanted::Count);
                    self.odd_board(misread, Taken::LeftOut);
                }
                _ => {
                    let not_held = Misread {
                        broken: !value.whole,
                        ..Misread::at(self.span(key), &path, WrongValue::NotHeld)
                    };
                    self.odd_board(not_held, Taken::LeftOut);
                }
            }
        }
    }
}

// The names that JKF has for starts.

/// Each name of JKF, and the name that KIF has for the same start.
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

/// The start of a preset.
pub(super) fn start_of_preset(preset: &str) -> Option<&'static Handicap> {
    let (_, name) = PRESETS.iter().find(|(known, _)| *known == preset)?;
    Handicap::by_name(name)
}

/// The preset of a start; `None` for what JKF has no word for.
pub(super) fn of(start: &Handicap) -> Option<&'static str> {
    let known = PRESETS.iter().find(|(_, name)| *name == start.name);
    known.map(|(preset, _)| *preset)
}

#[cfg(test)]
mod tests {
    use super::{PRESETS, of, start_of_preset};
    use crate::shogi::Handicap;

    #[test]
    fn every_official_start_has_a_preset_and_no_other() {
        for (preset, name) in PRESETS {
            assert_eq!(start_of_preset(preset).map(|start| start.name), Some(name));
        }
        for start in &Handicap::ALL {
            assert_eq!(of(start).is_some(), start.official, "{}", start.name);
        }
        assert_eq!(start_of_preset("OTHER"), None);
    }
}
