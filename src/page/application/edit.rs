//! Changes of a record in forms and on the board. An answer has the edits of the text.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::super::card::GameLimits;
use super::super::moves::{Lines, Replay};
use super::card;
use super::run::{Place, Run, missing};
use super::text::Offsets;
use crate::check::{Checked, File};
use crate::edit::{self, Change};
use crate::finding::{Edit, Language, Message, Severity, bilingual};
use crate::fix::edited;
use crate::notation::header;
use crate::played::{Meaning, Played, Ply};
use crate::record::{NodeId, Terminal};
use crate::shogi::{Move, Position, Square};
use crate::stats::{Game, GameCollector, Needs};

/// A ply of a record, in the lines that the page shows.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct PlyPlace {
    #[serde(default)]
    at: Place,
    #[serde(default)]
    line: usize,
    #[serde(default)]
    ply: u32,
}

/// A change that the page requests.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum RequestedChange {
    /// The name of a header and its value.
    Header(String, String),
    /// The name of the end; `None` to remove it.
    Result(Option<String>),
    /// The comment on the ply.
    Comment(String),
    /// A move after the ply, as a person types it. An illegal move is only added if it is requested again with `true`.
    Move(String, bool),
}

/// A record that was read and checked for a change.
struct Opened<'o, 'f> {
    file: &'o File<'f>,
    checked: &'o Checked<'o>,
    played: Played<'o, 'o>,
    lines: Lines,
    language: Language,
}

/// The change of a record, or a node that already has the requested move.
enum Resolved {
    Change(Change),
    Known(NodeId),
    Illegal(Change),
}

impl Opened<'_, '_> {
    fn node(&self, place: PlyPlace) -> Result<NodeId, Message> {
        let node = self.lines.node_at(place.line, place.ply, &self.checked.record);
        node.ok_or_else(missing)
    }

    /// Returns the position after a node.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not known.
    fn position(&self, node: NodeId) -> Result<Position, Message> {
        let known = self.checked.record.is_playable();
        let position = self.played.positions().after(node).cloned();
        position.filter(|_| known).ok_or_else(|| {
            bilingual(
                "the position is not known here, so no move can be added",
                "この局面が分からないので、指し手を追加できない",
            )
        })
    }

    /// Returns the destination of the move of a node.
    fn destination(&self, node: NodeId) -> Option<Square> {
        match self.played.meaning(node) {
            Meaning::Ply(ply) => Some(ply.to),
            _ => None,
        }
    }

    /// Returns the change that is requested at a ply.
    fn resolve(&self, request: RequestedChange, place: PlyPlace) -> Result<Resolved, Message> {
        let unknown = |name: &str| super::answer::unknown(name);
        Ok(Resolved::Change(match request {
            RequestedChange::Header(name, value) => {
                let field = edit::fields().find(|(field, _)| *field == name);
                Change::Header(field.ok_or_else(|| unknown(&name))?.1, value)
            }
            RequestedChange::Result(name) => Change::Result(match name {
                Some(name) => Some(self.end_named(&name)?.ok_or_else(|| unknown(&name))?),
                None => None,
            }),
            RequestedChange::Comment(text) => Change::Comment(self.node(place)?, text),
            RequestedChange::Move(text, accepts_illegal) => {
                let node = self.node(place)?;
                let position = self.position(node)?;
                let mv = edit::read_move(&position, self.destination(node), &text)?;
                if let Some(known) = self.child_with(node, mv) {
                    return Ok(Resolved::Known(known));
                }
                let change = Change::Move(node, mv);
                if !accepts_illegal && !position.is_legal(mv) {
                    return Ok(Resolved::Illegal(change));
                }
                change
            }
        }))
    }

    fn end_named(&self, name: &str) -> Result<Option<Terminal>, Message> {
        let marks = edit::line_marks(&self.checked.record)?;
        Ok(edit::ends(marks).find(|terminal| terminal.name() == name))
    }

    fn child_with(&self, node: NodeId, mv: Move) -> Option<NodeId> {
        let mut children = self.played.children(node);
        children.find(|&child| self.played.ply(child).and_then(Ply::as_move) == Some(mv))
    }

    /// Returns the line and the ply of a node on the page.
    fn place_of(&self, node: NodeId) -> Value {
        let place = self.lines.place_of(node, &self.checked.record);
        let (line, ply) = place.unwrap_or_default();
        json!({ "line": line, "ply": ply })
    }

    /// Returns the errors of a move.
    fn errors_of(&self, node: NodeId) -> Vec<Value> {
        let tree = &self.checked.record.tree;
        let (ply, path) = (tree.node(node).ply, tree.path(node));
        let findings = self.checked.shown(Severity::Note).into_iter();
        let of_move = findings.filter(|it| it.ply == Some(ply) && it.variation == path && !it.consequence);
        of_move
            .map(|it| json!({ "rule": it.rule.name, "msg": it.message.in_language(self.language) }))
            .collect()
    }

    /// Returns whether all records but one have the same text in two files, apart from blank lines between records.
    fn has_same_other_records(&self, other: &Self) -> bool {
        let index = self.checked.record.index;
        let texts = |opened: &Self| -> Vec<_> {
            let text = opened.file.text().as_str();
            let others = opened.file.unread().filter(|it| it.index() != index);
            others.map(|it| it.span().slice(text).trim().to_owned()).collect()
        };
        texts(self) == texts(other)
    }

    /// Returns the values of the form at a ply.
    fn form(&self, place: PlyPlace) -> Result<Value, Message> {
        let record = &self.checked.record;
        let marks = edit::line_marks(record)?;
        let node = self.node(place)?;
        let headers: Map<_, _> = edit::fields()
            .map(|(name, key)| {
                (
                    name.to_owned(),
                    header::value(record, key).unwrap_or_default().into(),
                )
            })
            .collect();
        let ends: Vec<_> = edit::ends(marks).map(Terminal::name).collect();
        let legal = self
            .position(node)
            .map(|position| position.legal_moves())
            .unwrap_or_default();
        Ok(json!({
            "headers": headers,
            "result": edit::stated_end(&self.played).map(Terminal::name),
            "results": ends,
            "comment": edit::comment(record, node),
            "legal": legal.iter().map(Move::to_string).collect::<Vec<_>>(),
        }))
    }
}

impl Run {
    /// Returns the values of the form for a record whose text is in the bytes: its headers, its result, the comment on a ply and the
    /// legal moves after it.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such ply, or if texts of the format are not edited.
    pub(super) fn form(
        &self,
        path: &str,
        bytes: &[u8],
        place: PlyPlace,
        language: Language,
    ) -> Result<Value, Message> {
        self.with_opened(path, bytes, place.at, language, |opened| opened.form(place))
    }

    /// Returns the edits of the text in the bytes that make a change, and the place of the change. For an illegal move, returns its
    /// errors instead, unless the request accepts them.
    ///
    /// # Errors
    ///
    /// Returns an error if the change cannot be made without other changes.
    pub(super) fn edit(
        &self,
        path: &str,
        bytes: &[u8],
        (place, change): (PlyPlace, RequestedChange),
        language: Language,
    ) -> Result<Value, Message> {
        self.with_opened(path, bytes, place.at, language, |before| {
            let (change, is_refused) = match before.resolve(change, place)? {
                Resolved::Change(change) => (change, false),
                Resolved::Illegal(change) => (change, true),
                Resolved::Known(node) => return Ok(answer(before, &[], &before.place_of(node))),
            };
            let text = before.file.text().as_str();
            let same_place = json!({ "line": place.line, "ply": place.ply });
            for edits in edit::candidates(&before.played, &change)? {
                if edits.is_empty() {
                    return Ok(answer(before, &edits, &same_place));
                }
                let new_text = edited(text, 0, &edits);
                let confirmed = self.with_opened(path, new_text.as_bytes(), place.at, language, |after| {
                    let node = edit::confirmed(&before.played, &after.played, &change);
                    let node = node.filter(|_| before.has_same_other_records(after));
                    Ok(node.map(|node| match change {
                        Change::Move(..) if is_refused => json!({ "illegal": after.errors_of(node) }),
                        Change::Move(..) => answer(before, &edits, &after.place_of(node)),
                        _ => answer(before, &edits, &same_place),
                    }))
                });
                if let Ok(Some(answer)) = confirmed {
                    return Ok(answer);
                }
            }
            Err(edit::only_in_text())
        })
    }

    /// Reads and checks a record of a text, and calls `use_record` with it. The text is UTF-8, whatever the settings are.
    fn with_opened<T>(
        &self,
        path: &str,
        bytes: &[u8],
        at: Place,
        language: Language,
        use_record: impl FnOnce(&Opened<'_, '_>) -> Result<T, Message>,
    ) -> Result<T, Message> {
        let marked = Arc::new([b"\xef\xbb\xbf", bytes].concat());
        let editing = self.editing_checker();
        let open = |file: &File<'_>| {
            let unread = file
                .unread()
                .find(|unread| unread.index() == at.1)
                .ok_or_else(missing)?;
            let mut collector = GameCollector::new(Needs::OPENINGS);
            let (checked, game) =
                collector.check(&mut editing.session(), &file.source(), unread.read(), |_| {});
            if !file.text().is_editable() {
                return Err(edit::only_in_text());
            }
            use_record(&Opened {
                file,
                lines: lines_of(&checked, &game, language),
                played: Played::new(&checked.record),
                checked: &checked,
                language,
            })
        };
        self.with_file(&editing, (path, &marked), 1, open)?
    }
}

/// Returns the lines of a game as the page shows them.
fn lines_of(checked: &Checked<'_>, game: &Game, language: Language) -> Lines {
    let replay = Replay::new(&checked.record, GameLimits::NONE);
    Lines::new(&card(checked, game, &[], 0, language), &replay)
}

/// Returns the answer with edits, whose offsets are in UTF-16 code units, and the place of the change.
fn answer(opened: &Opened<'_, '_>, edits: &[Edit], place: &Value) -> Value {
    let mut offsets = Offsets::new(opened.file.text().as_str(), 0);
    let edits: Vec<_> = edits
        .iter()
        .map(|edit| {
            let [from, to] = offsets.range(edit.span);
            json!([from, to, edit.text])
        })
        .collect();
    json!({ "edits": edits, "place": place })
}

#[cfg(test)]
mod tests;
