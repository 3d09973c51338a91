//! What a value should be, and what is noted when it is something else.

use std::borrow::Cow;
use std::rc::Rc;

use super::json::JsonValue;
use super::path::Path;
use super::reader::JkfReader;
use crate::finding::Span;
use crate::notation::csa::words;
use crate::record::GapKind;
use crate::record::gap::{Gap, GapId, Taken, ValueGap, Wanted, WrongValue};
use crate::shogi::{Color, PieceKind, Square};

/// The keys under which moves and results stand: one that is left out costs a part of the game.
const OF_THE_GAME: [&str; 4] = ["moves", "move", "special", "forks"];

/// Why a value cannot be read. Of a broken one nothing is said: that it is broken has been said already.
#[derive(Debug)]
pub(super) struct Misread {
    pub span: Span,
    pub path: String,
    pub what: WrongValue,
    pub broken: bool,
}

impl Misread {
    /// What is wrong with a value that stands at this place, whole.
    pub(super) fn at(span: Span, path: &Path<'_>, what: WrongValue) -> Self {
        Self {
            span,
            path: path.to_string(),
            what,
            broken: false,
        }
    }
}

impl<'t> JkfReader<'t> {
    /// Where a value stands in the file.
    pub(super) fn span(&self, value: JsonValue<'_>) -> Span {
        let start = value.text.as_ptr() as usize - self.source.text.as_ptr() as usize;
        self.source.span(start, start + value.text.len())
    }

    /// A value that is not what it should be.
    pub(super) fn wrong(&self, value: JsonValue<'_>, path: &Path<'_>, wanted: Wanted) -> Misread {
        self.odd(value, path, WrongValue::Not(wanted))
    }

    /// A value with something else about it.
    pub(super) fn odd(&self, value: JsonValue<'_>, path: &Path<'_>, what: WrongValue) -> Misread {
        Misread {
            broken: !value.whole,
            ..Misread::at(self.span(value), path, what)
        }
    }

    /// An object without a member that it needs.
    pub(super) fn missing(&self, object: JsonValue<'_>, path: &Path<'_>, key: &str) -> Misread {
        self.odd(object, &path.key(key), WrongValue::Missing)
    }

    /// Notes a value that could not be read, what was taken in its place, and what kind of gap that is.
    pub(super) fn miss(
        &mut self,
        misread: Misread,
        taken: Taken,
        kind: impl FnOnce(ValueGap) -> GapKind,
    ) -> Option<GapId> {
        let Misread {
            span,
            path,
            what,
            broken,
        } = misread;
        let gap = Gap::new(span, kind(ValueGap { path, what, taken })).of(self.last);
        (!broken).then(|| self.record.gaps.push(gap))
    }

    /// What was noted since there were so many gaps belongs to the node that was read last.
    pub(super) fn belongs_to_last(&mut self, since: usize) {
        for gap in self.record.gaps.since(since) {
            gap.node = Some(self.last);
        }
    }

    /// Notes a value that costs nothing of the game.
    pub(super) fn doubt(&mut self, misread: Misread, taken: Taken) -> Option<GapId> {
        self.miss(misread, taken, |value| GapKind::SchemaError {
            value,
            costs_game: false,
        })
    }

    /// Notes a value that costs a part of the game.
    pub(super) fn loss(&mut self, misread: Misread, taken: Taken) {
        self.miss(misread, taken, |value| GapKind::SchemaError {
            value,
            costs_game: true,
        });
    }

    /// The members of an object that have these names, `null` counting as absent. Others are named in a note.
    pub(super) fn fields<const N: usize>(
        &mut self,
        object: JsonValue<'t>,
        path: &Path<'_>,
        names: [&str; N],
    ) -> Result<[Option<JsonValue<'t>>; N], Misread> {
        if !object.is_object() {
            return Err(self.wrong(object, path, Wanted::Object));
        }
        let mut found = [None; N];
        let ends = Rc::clone(&self.ends);
        for (key, value) in object.members_by(&ends) {
            let name = key.unquoted();
            match names.iter().position(|known| *known == name) {
                Some(_) if value.is_null() => {}
                Some(at) => {
                    if found[at].replace(value).is_some() {
                        let twice = Misread::at(self.span(key), &path.key(&name), WrongValue::Twice);
                        let costs_game = OF_THE_GAME.contains(&&*name);
                        self.miss(twice, Taken::Later, |value| GapKind::SchemaError {
                            value,
                            costs_game,
                        });
                    }
                }
                None => self.additional(key, &name, path),
            }
        }
        Ok(found)
    }

    /// Notes a key that the format does not have, once for each.
    fn additional(&mut self, key: JsonValue<'t>, name: &str, path: &Path<'_>) {
        if let Some(&known) = self.additional.get(key.text) {
            let gap = self.record.gaps.get_mut(known).map(|gap| &mut gap.kind);
            if let Some(GapKind::SchemaError { value, .. }) = gap
                && let WrongValue::UnknownKey(times) = &mut value.what
            {
                *times += 1;
            }
            return;
        }
        let unknown = Misread::at(self.span(key), &path.key(name), WrongValue::UnknownKey(1));
        if let Some(noted) = self.doubt(unknown, Taken::LeftOut) {
            self.additional.insert(key.text, noted);
        }
    }

    /// A string.
    pub(super) fn string(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<Cow<'t, str>, Misread> {
        if !value.is_string() {
            return Err(self.wrong(value, path, Wanted::String));
        }
        let text = value.unquoted();
        if matches!(text, Cow::Borrowed(_)) && text.contains('\\') {
            let misread = self.wrong(value, path, Wanted::Escape);
            self.doubt(misread, Taken::AsItStands);
        }
        Ok(text)
    }

    /// A whole number from zero. One in quotation marks is read, and noted.
    pub(super) fn number(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<u32, Misread> {
        if let Ok(number) = value.text.parse() {
            return Ok(number);
        }
        let misread = self.wrong(value, path, Wanted::Number);
        if value.is_string()
            && let Ok(number) = value.unquoted().parse()
        {
            self.doubt(misread, Taken::Number(number));
            return Ok(number);
        }
        Err(misread)
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, value: JsonValue<'_>, path: &Path<'_>) -> Result<bool, Misread> {
        match value.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong(value, path, Wanted::Flag)),
        }
    }

    /// 0 for Black, 1 for White.
    pub(super) fn color(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<Color, Misread> {
        match self.number(value, path) {
            Ok(0) => Ok(Color::Black),
            Ok(1) => Ok(Color::White),
            _ => Err(self.wrong(value, path, Wanted::Color)),
        }
    }

    /// The two letters of CSA for a piece.
    pub(super) fn kind(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<PieceKind, Misread> {
        let code = if value.is_string() {
            value.unquoted()
        } else {
            Cow::Borrowed("")
        };
        let known = code.as_bytes().try_into().ok().and_then(words::kind);
        known.ok_or_else(|| self.wrong(value, path, Wanted::Kind))
    }

    /// A square `{x, y}`.
    pub(super) fn square(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<Square, Misread> {
        let [x, y] = self.fields(value, path, ["x", "y"])?;
        let x = x.ok_or_else(|| self.missing(value, path, "x"))?;
        let y = y.ok_or_else(|| self.missing(value, path, "y"))?;
        let file = self.coordinate(x, &path.key("x"))?;
        let rank = self.coordinate(y, &path.key("y"))?;
        Square::new(file, rank).ok_or_else(|| self.wrong(value, path, Wanted::Square))
    }

    fn coordinate(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<u8, Misread> {
        match self.number(value, path) {
            Ok(number @ 1..=9) => Ok(number as u8),
            _ => Err(self.wrong(value, path, Wanted::Coordinate)),
        }
    }
}
