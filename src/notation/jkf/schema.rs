//! What a value should be, and what is said when it is something else.

use std::borrow::Cow;
use std::rc::Rc;

use super::json::Value;
use super::path::Path;
use super::read::Reader;
use crate::finding::{self, Finding, Message, Severity, Span, Words, both};
use crate::notation::csa::words;
use crate::notation::quote::shortened;
use crate::notation::rules::schema_error::{self, wanted};
use crate::shogi::{Color, PieceKind, Square};

/// The keys under which moves and results stand: one that is left out costs a part of the game.
const OF_THE_GAME: [&str; 4] = ["moves", "move", "special", "forks"];

/// Why a value cannot be read. Of a broken one nothing is said: that it is broken has been said already.
#[derive(Debug)]
pub(super) struct Fault {
    pub span: Span,
    pub message: Message,
    pub broken: bool,
}

/// A key that the format does not have, with the finding that names it.
#[derive(Debug)]
pub(super) struct Additional {
    finding: usize,
    times: u32,
}

impl<'t> Reader<'t> {
    /// Where a value stands in the file.
    pub(super) fn span(&self, value: Value<'_>) -> Span {
        let start = value.text.as_ptr() as usize - self.chunk.text.as_ptr() as usize;
        self.chunk.span(start, start + value.text.len())
    }

    /// The fault of a value that is not what it should be.
    pub(super) fn wrong(&self, value: Value<'_>, path: &Path<'_>, wanted: &Words) -> Fault {
        Fault {
            span: self.span(value),
            message: schema_error::wrong(&path.to_string(), &shortened(value.text), wanted),
            broken: !value.whole,
        }
    }

    /// The fault of an object without a member that it needs.
    pub(super) fn missing(&self, object: Value<'_>, path: &Path<'_>, key: &str) -> Fault {
        Fault {
            span: self.span(object),
            message: schema_error::missing(&path.key(key).to_string()),
            broken: !object.whole,
        }
    }

    /// Notes a fault, and what was made of it.
    pub(super) fn fault(
        &mut self,
        rule: &'static finding::Rule,
        severity: Severity,
        fault: Fault,
        made: impl Into<Message>,
    ) {
        if fault.broken {
            return;
        }
        let message = fault.message.followed_by(made.into());
        let node = self.record.tree.node(self.last);
        let mut finding = Finding::new(rule, fault.span, message).at_ply(node.ply);
        finding.severity = severity;
        if !self.record.tree.is_main_line(self.last) {
            finding.variation = self.record.tree.path(self.last);
        }
        self.record.report(finding);
    }

    /// What was found since there were so many findings belongs to the node that was read last.
    pub(super) fn belongs_to_last(&mut self, since: usize) {
        let node = self.record.tree.node(self.last);
        let variation = self.record.tree.path(self.last);
        for finding in self.record.findings.iter_mut().skip(since) {
            finding.ply = Some(node.ply);
            finding.variation.clone_from(&variation);
        }
    }

    /// Notes a fault that costs nothing of the game.
    pub(super) fn doubt(&mut self, fault: Fault, made: impl Into<Message>) {
        self.fault(&schema_error::RULE, Severity::Warning, fault, made);
    }

    /// Notes a fault that costs a part of the game.
    pub(super) fn loss(&mut self, fault: Fault, made: impl Into<Message>) {
        self.fault(&schema_error::RULE, Severity::Error, fault, made);
    }

    /// The members of an object that have these names, `null` counting as absent. Others are named in a note.
    pub(super) fn fields<const N: usize>(
        &mut self,
        object: Value<'t>,
        path: &Path<'_>,
        names: [&str; N],
    ) -> Result<[Option<Value<'t>>; N], Fault> {
        if !object.is_object() {
            return Err(self.wrong(object, path, &wanted::OBJECT));
        }
        let mut found = [None; N];
        let ends = Rc::clone(&self.ends);
        for (key, value) in object.members_by(&ends) {
            let name = key.unquoted();
            match names.iter().position(|known| *known == name) {
                Some(_) if value.is_null() => {}
                Some(at) => {
                    if found[at].replace(value).is_some() {
                        let message = schema_error::twice(&path.key(&name).to_string());
                        let span = self.span(key);
                        let broken = false;
                        let severity = if OF_THE_GAME.contains(&&*name) {
                            Severity::Error
                        } else {
                            Severity::Warning
                        };
                        let fault = Fault {
                            span,
                            message,
                            broken,
                        };
                        self.fault(&schema_error::RULE, severity, fault, schema_error::LATER_COUNTS);
                    }
                }
                None => self.additional(key, &name, path),
            }
        }
        Ok(found)
    }

    /// Notes a key that the format does not have, once for each.
    fn additional(&mut self, key: Value<'t>, name: &str, path: &Path<'_>) {
        if let Some(known) = self.additional.get_mut(key.text) {
            known.times += 1;
            return;
        }
        let message = schema_error::unknown_key(&path.key(name).to_string());
        let finding = self.record.findings.len();
        self.additional.insert(key.text, Additional { finding, times: 1 });
        let (span, broken) = (self.span(key), false);
        self.fault(
            &schema_error::RULE,
            Severity::Note,
            Fault {
                span,
                message,
                broken,
            },
            both("", ""),
        );
    }

    /// Adds to the findings about keys that the format does not have how often each stands in the record.
    pub(super) fn count_additional(&mut self) {
        for Additional { finding, times } in self.additional.values() {
            if let Some(finding) = self.record.findings.get_mut(*finding).filter(|_| *times > 1) {
                let more = schema_error::in_more(times - 1);
                finding.message = std::mem::take(&mut finding.message).followed_by(more);
            }
        }
    }

    /// A string.
    pub(super) fn string(&mut self, value: Value<'t>, path: &Path<'_>) -> Result<Cow<'t, str>, Fault> {
        if !value.is_string() {
            return Err(self.wrong(value, path, &wanted::STRING));
        }
        let text = value.unquoted();
        if matches!(text, Cow::Borrowed(_)) && text.contains('\\') {
            let fault = self.wrong(value, path, &wanted::ESCAPE);
            self.doubt(fault, schema_error::AS_IT_STANDS);
        }
        Ok(text)
    }

    /// A whole number from zero. One in quotation marks is read, and noted.
    pub(super) fn number(&mut self, value: Value<'t>, path: &Path<'_>) -> Result<u32, Fault> {
        if let Ok(number) = value.text.parse() {
            return Ok(number);
        }
        let fault = self.wrong(value, path, &wanted::NUMBER);
        if value.is_string()
            && let Ok(number) = value.unquoted().parse()
        {
            self.doubt(fault, schema_error::read_as(number));
            return Ok(number);
        }
        Err(fault)
    }

    /// `true` or `false`.
    pub(super) fn flag(&self, value: Value<'_>, path: &Path<'_>) -> Result<bool, Fault> {
        match value.text {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(self.wrong(value, path, &wanted::FLAG)),
        }
    }

    /// 0 for Black, 1 for White.
    pub(super) fn color(&mut self, value: Value<'t>, path: &Path<'_>) -> Result<Color, Fault> {
        match self.number(value, path) {
            Ok(0) => Ok(Color::Black),
            Ok(1) => Ok(Color::White),
            _ => Err(self.wrong(value, path, &wanted::COLOR)),
        }
    }

    /// The two letters of CSA for a piece.
    pub(super) fn kind(&mut self, value: Value<'t>, path: &Path<'_>) -> Result<PieceKind, Fault> {
        let code = if value.is_string() {
            value.unquoted()
        } else {
            Cow::Borrowed("")
        };
        let known = code.as_bytes().try_into().ok().and_then(words::kind);
        known.ok_or_else(|| self.wrong(value, path, &wanted::KIND))
    }

    /// A square `{x, y}`.
    pub(super) fn square(&mut self, value: Value<'t>, path: &Path<'_>) -> Result<Square, Fault> {
        let [x, y] = self.fields(value, path, ["x", "y"])?;
        let x = x.ok_or_else(|| self.missing(value, path, "x"))?;
        let y = y.ok_or_else(|| self.missing(value, path, "y"))?;
        let file = self.coordinate(x, &path.key("x"))?;
        let rank = self.coordinate(y, &path.key("y"))?;
        Square::new(file, rank).ok_or_else(|| self.wrong(value, path, &wanted::SQUARE))
    }

    fn coordinate(&mut self, value: Value<'t>, path: &Path<'_>) -> Result<u8, Fault> {
        match self.number(value, path) {
            Ok(number @ 1..=9) => Ok(number as u8),
            _ => Err(self.wrong(value, path, &wanted::COORDINATE)),
        }
    }
}
