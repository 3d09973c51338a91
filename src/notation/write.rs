//! Writing of a record: the steps that are common to all targets.

use super::encode::TextEncoder;
use super::items::{ItemCounts, ItemSelection};
use super::loss::Losses;
use super::loss_counter;
use super::refusal::{Refusal, RefusalReason};
use super::target::{Join, Newline, Style, Target};
use super::text_builder::TextBuilder;
use crate::played::{Meaning, Played};
use crate::record::gap::GapCase;
use crate::record::{Format, Gap, GapKind, NodeId, Outcome, Record, Step};
use crate::text::Encoding;

/// A target with the settings for its output.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// The target to which records are written.
    pub target: &'static Target,
    /// The encoding of the output.
    pub encoding: &'static Encoding,
    /// The line ending of the output.
    pub newline: Newline,
    /// `true` to replace characters that the encoding does not have by similar characters if possible (☗ by ▲).
    pub substitute: bool,
    /// The outcome by the rules, for formats that store only the outcome, not the reason. `None` means that the words
    /// of the record determine the outcome.
    pub outcome: Option<Outcome>,
    /// The items that are written, if the target is training data.
    pub items: ItemSelection,
}

impl Writer {
    /// Returns the bytes between two records of one file; `None` if a file can hold only one.
    pub fn between(&self) -> Option<Vec<u8>> {
        match self.target.join {
            Join::Never => None,
            Join::Lines | Join::Items => Some(Vec::new()),
            Join::Between(line) => {
                let end = self.newline.text();
                Some(format!("{line}{end}").into_bytes())
            }
        }
    }

    /// Creates a writer for a target with its default encoding and line ending.
    pub const fn new(target: &'static Target) -> Self {
        Self {
            target,
            encoding: target.encoding,
            newline: target.newline,
            substitute: false,
            outcome: None,
            items: target.default_items(),
        }
    }

    /// Checks that the target supports the game of a record, and that the whole main line of the record was read.
    ///
    /// # Errors
    ///
    /// If one of these conditions is not met.
    pub(crate) fn check(&self, played: &Played<'_, '_>) -> Result<(), Refusal> {
        let record = played.record();
        if record.is_recognised() && !self.target.games.contains(&record.game) {
            let why = RefusalReason::OtherGame(Format::new(self.target.name), record.game);
            return Err(Refusal { ply: None, why });
        }
        check_complete(played)
    }

    /// Writes a record to the target, and counts the information that is lost.
    ///
    /// ```
    /// use kifu::notation::{self, Writer};
    /// use kifu::played::Played;
    /// use kifu::text;
    ///
    /// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n".as_bytes(), None);
    /// let usi = notation::target("usi").expect("one of the targets");
    /// for record in notation::records(&text, notation::detect(&text, None)) {
    ///     let page = Writer::new(usi).write(&Played::new(&record))?;
    ///     assert_eq!(page.bytes, b"position startpos moves 7g7f 3c3d\n");
    ///     assert!(page.losses.is_empty());
    /// }
    /// # Ok::<(), kifu::notation::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the target does not support the game of the record, or if a part of the game could not be read. Also if the
    /// target cannot express a move, the start position or the result.
    pub fn write(&self, played: &Played<'_, '_>) -> Result<WrittenRecord, Refusal> {
        self.check(played)?;
        let holds = &self.target.holds;
        let mut draft = TextBuilder {
            losses: loss_counter::count(played, holds),
            ..TextBuilder::default()
        };
        let style = Style {
            encoding: self.encoding,
            holds,
            outcome: self.outcome,
            items: self.items,
        };
        (self.target.write)(played, style, &mut draft)?;
        let TextBuilder {
            text,
            binary,
            mut losses,
            items,
        } = draft;
        let encoder = TextEncoder {
            encoding: self.encoding,
            newline: self.newline,
            substitute: self.substitute,
        };
        let bytes = if self.target.join == Join::Items {
            binary
        } else {
            encoder.encode(text, &mut losses)
        };
        Ok(WrittenRecord { bytes, losses, items })
    }
}

/// A record as the bytes of a file.
#[derive(Clone, Debug, Default)]
pub struct WrittenRecord {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The information that the output does not contain.
    pub losses: Losses,
    /// The numbers of items; all 0 unless the record was written as training data.
    pub items: ItemCounts,
}

/// Returns the reason why a record cannot be put on a board at all; `None` if the record can be put on a board, or if
/// it is a record of another supported game with any content.
///
/// The reason is that the text is not a record, that the game or the start position is unknown, or that most of the
/// record is unreadable.
pub(crate) fn unplayable_reason(record: &Record<'_>) -> Option<RefusalReason> {
    let prevents_play = |gap: &&Gap| {
        matches!(
            gap.kind,
            GapKind::OtherGame(_)
                | GapKind::UnknownHandicap(_)
                | GapKind::UnreadableBoard(_)
                | GapKind::MostlyUnreadable(_)
                | GapKind::Archive(_)
        )
    };
    let is_other_game = || record.is_recognised() && !record.is_shogi() && has_content(record);
    let is_writable = record.is_playable() || is_other_game();
    let why = || {
        record
            .gaps
            .iter()
            .find(prevents_play)
            .map(|gap| GapCase { record, gap }.message())
    };
    (!is_writable).then(|| RefusalReason::Unplayable(why()))
}

/// Returns whether a record has headers, moves, claims or remarks.
fn has_content(record: &Record<'_>) -> bool {
    let is_empty = record.headers.is_empty()
        && record.tree.is_empty()
        && record.claims.is_empty()
        && record.remarks.is_empty();
    !is_empty
}

/// Returns an error for a record with an incomplete main line, because the output would look like a complete, shorter
/// game.
fn check_complete(played: &Played<'_, '_>) -> Result<(), Refusal> {
    let record = played.record();
    // If a part of the game is lost, the remaining moves do not show the whole game.
    let loss_of_moves = record.gaps.iter().find(|gap| gap.kind.costs_game());
    let why = unplayable_reason(record)
        .or_else(|| loss_of_moves.map(|gap| RefusalReason::PartUnread(GapCase { record, gap }.message())));
    if let Some(why) = why {
        return Err(Refusal { ply: None, why });
    }
    let tree = &record.tree;
    let mut main_line = std::iter::once(NodeId::START).chain(tree.main_line().map(|(id, _)| id));
    let is_unwritable = |id: NodeId| match tree.node(id).step {
        // A token of another game is written, although it has no meaning on a shogi board.
        Step::Token(_) => false,
        Step::Unreadable(_) => true,
        _ => record.is_shogi() && *played.meaning(id) == Meaning::NotOnBoard,
    };
    match main_line.find(|&id| is_unwritable(id)) {
        Some(id) => Err(Refusal::at(tree.node(id).ply, RefusalReason::Incomplete)),
        None => Ok(()),
    }
}
