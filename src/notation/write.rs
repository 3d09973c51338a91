//! Writing a record: what is common to all targets.

use super::detect::is_claimed;
use super::refusal::{Refusal, WhyNot};
use super::target::{Newline, Style, Target};
use super::text_builder::{TextBuilder, WrittenRecord};
use super::{encode, lost, notation};
use crate::played::{Meaning, Played};
use crate::record::{Format, Gap, GapKind, NodeId, Record, Step};
use crate::text::Encoding;

/// A target, and how its bytes are to look.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// What is written.
    pub target: &'static Target,
    /// In which encoding.
    pub encoding: &'static Encoding,
    /// How lines end.
    pub newline: Newline,
    /// Whether characters that the encoding does not have are replaced by their like (☗ by ▲), where they have one.
    pub substitute: bool,
}

impl Writer {
    /// A target in its usual encoding and with its usual line ends.
    pub const fn of(target: &'static Target) -> Self {
        Self {
            target,
            encoding: target.encoding,
            newline: target.newline,
            substitute: false,
        }
    }

    /// Writes a record.
    ///
    /// ```
    /// use kifu::notation::{self, Writer};
    /// use kifu::played::Played;
    /// use kifu::text;
    ///
    /// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n".as_bytes(), None);
    /// let usi = notation::target("usi").expect("one of the targets");
    /// for record in notation::records(&text, notation::detect(&text, None)) {
    ///     let page = Writer::of(usi).write(&Played::of(&record))?;
    ///     assert_eq!(page.bytes, b"position startpos moves 7g7f 3c3d\n");
    ///     assert!(page.losses.is_empty());
    /// }
    /// # Ok::<(), kifu::notation::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the record cannot be read to its end, or has a move that the target cannot say.
    pub fn write(&self, played: &Played<'_, '_>) -> Result<WrittenRecord, Refusal> {
        let record = played.record();
        if record.is_recognised() && !self.target.games.contains(&record.game) {
            let why = WhyNot::OtherGame(Format::named(self.target.name), record.game);
            return Err(Refusal { ply: None, why });
        }
        readable(played)?;
        let holds = &self.target.holds;
        let source = notation(played.record().format).and_then(|it| it.targets.first());
        let mut draft = TextBuilder {
            losses: lost::count(played, source.map(|it| &it.holds), holds),
            ..TextBuilder::default()
        };
        let style = Style {
            encoding: self.encoding,
            holds,
            is_claimed,
        };
        (self.target.write)(played, style, &mut draft)?;
        let TextBuilder { text, mut losses } = draft;
        let bytes = encode::encode(&text, self.encoding, self.newline, self.substitute, &mut losses);
        Ok(WrittenRecord { bytes, losses })
    }
}

/// Why a record cannot be put on a board at all, where it cannot: it is none, or it is not known where the game began.
pub fn why_unplayable(record: &Record<'_>) -> Option<WhyNot> {
    let is_it = |gap: &&Gap| {
        matches!(
            gap.kind,
            GapKind::OtherGame(_)
                | GapKind::UnknownHandicap(_)
                | GapKind::MostlyUnreadable(_)
                | GapKind::Archive(_)
        )
    };
    let is_of_other = || record.is_recognised() && !record.is_shogi() && says_something(record);
    let is_written = record.is_playable() || is_of_other();
    (!is_written).then(|| WhyNot::Unplayable(record.gaps.iter().find(is_it).cloned().map(Box::new)))
}

/// Whether anything was read of a record.
fn says_something(record: &Record<'_>) -> bool {
    let is_silent = record.headers.is_empty()
        && record.tree.is_empty()
        && record.claims.is_empty()
        && record.remarks.is_empty();
    !is_silent
}

/// A main line that breaks off must not be written as if it ended there.
fn readable(played: &Played<'_, '_>) -> Result<(), Refusal> {
    let record = played.record();
    // Where a part of the game is lost, the rest is not the game.
    let lost = record.gaps.iter().find(|gap| gap.kind.costs_game());
    let why = why_unplayable(record).or_else(|| lost.map(|gap| WhyNot::PartUnread(Box::new(gap.clone()))));
    if let Some(why) = why {
        return Err(Refusal { ply: None, why });
    }
    let tree = &record.tree;
    let mut main = std::iter::once(NodeId::START).chain(tree.main_line().map(|(id, _)| id));
    let breaks_off = |id: NodeId| match tree.node(id).step {
        // A token of another game means nothing on a shogi board.
        Step::Token(_) => false,
        Step::Illegible(_) => true,
        _ => record.is_shogi() && *played.meaning(id) == Meaning::Lost,
    };
    match main.find(|&id| breaks_off(id)) {
        Some(id) => Err(Refusal::at(tree.node(id).ply, WhyNot::BreaksOff)),
        None => Ok(()),
    }
}
