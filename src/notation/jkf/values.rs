//! What a value of a record should be, and what is noted when it is something else.

use std::borrow::Cow;

use super::json::JsonValue;
use super::read::JkfReader;
use crate::finding::Span;
use crate::notation::csa;
use crate::record::GapKind;
use crate::record::gap::{Expected, Gap, GapId, Recovery, ValueGap, WrongValue};
use crate::shogi::{Color, PieceKind, Square};

/// The keys of moves and results: one that is left out costs a part of the game.
const OF_THE_GAME: [&str; 4] = ["moves", "move", "special", "forks"];

/// Why a value cannot be read.
pub(super) struct Misread<'j, 't> {
    value: JsonValue<'j, 't>,
    /// The member of the value that is meant.
    key: Option<&'static str>,
    what: WrongValue,
}

impl Misread<'_, '_> {
    pub(super) fn is_negative(&self) -> bool {
        matches!(self.what, WrongValue::BelowZero)
    }
}

pub(super) type Reading<'j, 't, T> = Result<T, Misread<'j, 't>>;

impl<'j, 't> JsonValue<'j, 't> {
    /// A value that is not what it should be.
    pub(super) fn wrong(self, wanted: Expected) -> Misread<'j, 't> {
        self.odd(WrongValue::Not(wanted))
    }

    /// A value with something else about it.
    pub(super) fn odd(self, what: WrongValue) -> Misread<'j, 't> {
        Misread {
            value: self,
            key: None,
            what,
        }
    }

    /// An object without a member that it needs.
    pub(super) fn missing(self, key: &'static str) -> Misread<'j, 't> {
        self.without(key, WrongValue::Missing)
    }

    /// An object without a member, for this reason.
    pub(super) fn without(self, key: &'static str, what: WrongValue) -> Misread<'j, 't> {
        Misread {
            key: Some(key),
            ..self.odd(what)
        }
    }

    /// `true` or `false`.
    pub(super) fn flag(self) -> Reading<'j, 't, bool> {
        match self.text() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong(Expected::Flag)),
        }
    }

    /// The two letters of CSA for a piece.
    pub(super) fn kind(self) -> Reading<'j, 't, PieceKind> {
        let code = self.is_string().then(|| self.unquoted());
        let known = code.and_then(|code| csa::kind(code.as_bytes().try_into().ok()?));
        known.ok_or_else(|| self.wrong(Expected::Kind))
    }
}

impl<'j, 't> JkfReader<'j, 't> {
    /// Where a value is in the file.
    pub(super) fn span(&self, value: JsonValue<'_, '_>) -> Span {
        value.place().shifted(self.offset)
    }

    /// Notes a value that could not be read, what was taken in its place, and what kind of gap that is. Of a broken one
    /// nothing is noted: the gap of the JSON says it.
    pub(super) fn miss(
        &mut self,
        misread: Misread<'j, 't>,
        recovery: Recovery,
        kind: impl FnOnce(ValueGap) -> GapKind,
    ) -> Option<GapId> {
        let Misread { value, key, what } = misread;
        if !value.is_whole() {
            return None;
        }
        let path = match (key, value.path()) {
            (None, path) => path,
            (Some(key), path) if path == "$" => key.to_owned(),
            (Some(key), path) => format!("{path}.{key}"),
        };
        let value_gap = ValueGap { path, what, recovery };
        let gap = Gap::new(self.span(value), kind(value_gap)).of(self.last);
        Some(self.record.gaps.push(gap))
    }

    /// Notes a value that costs nothing of the game.
    pub(super) fn doubt(&mut self, misread: Misread<'j, 't>, recovery: Recovery) -> Option<GapId> {
        self.miss(misread, recovery, schema_error(false))
    }

    /// Notes a value that costs a part of the game.
    pub(super) fn loss(&mut self, misread: Misread<'j, 't>, recovery: Recovery) {
        self.miss(misread, recovery, schema_error(true));
    }

    /// A member that may be absent, or nothing and a note of what was taken.
    pub(super) fn optional<T>(
        &mut self,
        value: Option<JsonValue<'j, 't>>,
        recovery: Recovery,
        read: impl FnOnce(&mut Self, JsonValue<'j, 't>) -> Reading<'j, 't, T>,
    ) -> Option<T> {
        let doubt = match read(self, value?) {
            Ok(value) => return Some(value),
            Err(misread) => misread,
        };
        self.doubt(doubt, recovery);
        None
    }

    /// The members of an object that have these names, `null` counting as absent. Others are named in a note.
    pub(super) fn fields<const N: usize>(
        &mut self,
        object: JsonValue<'j, 't>,
        names: [&str; N],
    ) -> Reading<'j, 't, [Option<JsonValue<'j, 't>>; N]> {
        if !object.is_object() {
            return Err(object.wrong(Expected::Object));
        }
        let mut found = [None; N];
        for (key, value) in object.members() {
            let name = key.unquoted();
            match names.iter().position(|known| *known == name) {
                Some(_) if value.is_null() => {}
                Some(at) => {
                    if found[at].replace(value).is_some() {
                        let costs_game = OF_THE_GAME.contains(&&*name);
                        self.miss(
                            key.odd(WrongValue::Twice),
                            Recovery::Later,
                            schema_error(costs_game),
                        );
                    }
                }
                None => self.additional(key),
            }
        }
        Ok(found)
    }

    /// Notes a key that the format does not have, once for each.
    fn additional(&mut self, key: JsonValue<'j, 't>) {
        if let Some(&known) = self.additional.get(key.text()) {
            let gap = self.record.gaps.get_mut(known).map(|gap| &mut gap.kind);
            if let Some(GapKind::SchemaError { value, .. }) = gap
                && let WrongValue::UnknownKey(times) = &mut value.what
            {
                *times += 1;
            }
        } else if let Some(noted) = self.doubt(key.odd(WrongValue::UnknownKey(1)), Recovery::LeftOut) {
            self.additional.insert(key.text(), noted);
        }
    }

    /// A string.
    pub(super) fn string(&mut self, value: JsonValue<'j, 't>) -> Reading<'j, 't, Cow<'t, str>> {
        if !value.is_string() {
            return Err(value.wrong(Expected::String));
        }
        let text = value.unquoted();
        if matches!(text, Cow::Borrowed(_)) && text.contains('\\') {
            self.doubt(value.wrong(Expected::Escape), Recovery::AsItStands);
        }
        Ok(text)
    }

    /// A whole number from zero. One in quotation marks is read, and noted.
    pub(super) fn number(&mut self, value: JsonValue<'j, 't>) -> Reading<'j, 't, u32> {
        if let Ok(number) = value.text().parse() {
            return Ok(number);
        }
        let misread = value.wrong(Expected::Number);
        if value.is_string()
            && let Ok(number) = value.unquoted().parse()
        {
            self.doubt(misread, Recovery::Number(number));
            return Ok(number);
        }
        Err(misread)
    }

    /// 0 for Black, 1 for White.
    pub(super) fn color(&mut self, value: JsonValue<'j, 't>) -> Reading<'j, 't, Color> {
        match self.number(value) {
            Ok(0) => Ok(Color::Black),
            Ok(1) => Ok(Color::White),
            _ => Err(value.wrong(Expected::Color)),
        }
    }

    /// A square `{x, y}`.
    pub(super) fn square(&mut self, value: JsonValue<'j, 't>) -> Reading<'j, 't, Square> {
        let [x, y] = self.fields(value, ["x", "y"])?;
        let x = x.ok_or_else(|| value.missing("x"))?;
        let y = y.ok_or_else(|| value.missing("y"))?;
        let (file, rank) = (self.coordinate(x)?, self.coordinate(y)?);
        Square::new(file, rank).ok_or_else(|| value.wrong(Expected::Square))
    }

    fn coordinate(&mut self, value: JsonValue<'j, 't>) -> Reading<'j, 't, u8> {
        match self.number(value) {
            Ok(number @ 1..=9) => Ok(number as u8),
            _ => Err(value.wrong(Expected::Coordinate)),
        }
    }
}

/// A value that the format does not allow.
fn schema_error(costs_game: bool) -> impl FnOnce(ValueGap) -> GapKind {
    move |value| GapKind::SchemaError { value, costs_game }
}
