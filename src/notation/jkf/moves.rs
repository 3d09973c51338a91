//! Moves as JKF writes them: an object with `from`, `to` and `piece`.

use super::json::JsonValue;
use super::path::Path;
use super::reader::JkfReader;
use super::schema::Misread;
use crate::record::gap::{Taken, Wanted, WrongValue};
use crate::record::{Destination, Named, NodeId, Origin, Promotion, Step, Written};
use crate::shogi::{Motion, Side, Square, Suffix};

/// What `relative` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relative {
    /// `H`: 打.
    Drop,
    /// `L` `C` `R`: 左 直 右, and `U` `M` `D`: 上 寄 引.
    Words(Suffix),
}

impl<'t> JkfReader<'t> {
    /// Reads a move after `parent`. `relative` counts only where the origin is not said.
    pub(super) fn written(
        &mut self,
        play: JsonValue<'t>,
        path: &Path<'_>,
        parent: NodeId,
    ) -> Result<Written, Misread> {
        let names = [
            "color", "from", "to", "piece", "same", "promote", "capture", "relative",
        ];
        let [color, from, to, piece, same, promote, capture, relative] = self.fields(play, path, names)?;
        let mark = color.and_then(|it| {
            let color = self.color(it, &path.key("color"));
            self.or_doubt(color, Taken::SideInTurn)
        });
        let relative = relative.and_then(|it| {
            let relative = self.relative(it, &path.key("relative"));
            self.or_doubt(relative, Taken::LeftOut)
        });
        let from = match (from, relative) {
            (Some(from), _) => Origin::Board(self.square(from, &path.key("from"))?),
            (None, Some(Relative::Words(suffix))) => Origin::Words(suffix),
            (None, _) => Origin::Hand,
        };
        let same = same.filter(|&it| {
            let is_same = self.flag(it, &path.key("same"));
            self.or_doubt(is_same, Taken::LeftOut) == Some(true)
        });
        let to = self.destination(play, path, to, same, parent)?;
        let kind = self.named(play, path, piece, from)?;
        let promote = promote.and_then(|it| {
            let promote = self.flag(it, &path.key("promote"));
            self.or_doubt(promote, Taken::NoPromotion)
        });
        let promotion = match promote {
            Some(true) => Promotion::Promote,
            Some(false) => Promotion::Decline,
            None => Promotion::Unstated,
        };
        let captured = capture.and_then(|it| {
            let kind = self.kind(it, &path.key("capture"));
            self.or_doubt(kind, Taken::PieceOnBoard)
        });
        Ok(Written {
            mark,
            from,
            to,
            named: kind,
            promotion,
            captured,
            span: self.span(play),
        })
    }

    /// What was read, or nothing and a note of what was taken.
    fn or_doubt<T>(&mut self, read: Result<T, Misread>, taken: Taken) -> Option<T> {
        let doubt = |misread| {
            self.doubt(misread, taken);
        };
        read.map_err(doubt).ok()
    }

    /// The destination: `to`, or with `same` the square of the move before.
    fn destination(
        &mut self,
        play: JsonValue<'t>,
        path: &Path<'_>,
        to: Option<JsonValue<'t>>,
        same: Option<JsonValue<'t>>,
        parent: NodeId,
    ) -> Result<Destination, Misread> {
        let before = match &self.record.tree.node(parent).step {
            Step::Move(written) => Some(written.to.square()),
            _ => None,
        };
        let to = to.map(|to| self.square(to, &path.key("to"))).transpose()?;
        let Some(same) = same else {
            return to
                .map(Destination::Square)
                .ok_or_else(|| self.missing(play, path, "to"));
        };
        match (to, before) {
            (Some(to), Some(before)) if to == before => Ok(Destination::Same(to)),
            (None, Some(before)) => Ok(Destination::Same(before)),
            (Some(to), before) => {
                self.differs(same, path, before);
                Ok(Destination::Square(to))
            }
            (None, None) => Err(self.odd(play, &path.key("to"), WrongValue::MissingAfterSame)),
        }
    }

    /// Notes a move whose `same` contradicts its `to`. After something illegible nobody can say.
    fn differs(&mut self, same: JsonValue<'t>, path: &Path<'_>, before: Option<Square>) {
        if before.is_none() && !self.record.tree.is_empty() {
            return;
        }
        let not_same = self.odd(same, &path.key("same"), WrongValue::NotSame(before));
        self.doubt(not_same, Taken::Destination);
    }

    /// The piece. Where the origin is a square, that tells it as well; a drop needs it.
    fn named(
        &mut self,
        play: JsonValue<'t>,
        path: &Path<'_>,
        piece: Option<JsonValue<'t>>,
        from: Origin,
    ) -> Result<Named, Misread> {
        let on_board = matches!(from, Origin::Board(_));
        let Some(piece) = piece else {
            return if on_board {
                Ok(Named::Nothing)
            } else {
                Err(self.missing(play, path, "piece"))
            };
        };
        match self.kind(piece, &path.key("piece")) {
            Ok(kind) => Ok(Named::Before(kind)),
            Err(misread) if on_board => {
                self.doubt(misread, Taken::PieceOnOrigin);
                Ok(Named::Nothing)
            }
            Err(misread) => Err(misread),
        }
    }

    fn relative(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<Relative, Misread> {
        let text = self.string(value, path)?;
        relative(&text).ok_or_else(|| self.wrong(value, path, Wanted::Relative))
    }
}

/// Reads `L`, `U`, `RM`, `H`.
fn relative(text: &str) -> Option<Relative> {
    if text == "H" {
        return Some(Relative::Drop);
    }
    let side = |letter| match letter {
        'L' => Some(Side::Left),
        'C' => Some(Side::Straight),
        'R' => Some(Side::Right),
        _ => None,
    };
    let motion = |letter| match letter {
        'U' => Some(Motion::Up),
        'M' => Some(Motion::Level),
        'D' => Some(Motion::Back),
        _ => None,
    };
    let mut suffix = Suffix::NONE;
    for letter in text.chars() {
        match (side(letter), motion(letter)) {
            (Some(side), _) if suffix.side.is_none() => suffix.side = Some(side),
            (_, Some(motion)) if suffix.motion.is_none() => suffix.motion = Some(motion),
            _ => return None,
        }
    }
    Some(Relative::Words(suffix)).filter(|_| !text.is_empty())
}
