//! Writing a record: what is common to all targets.

use super::draft::{Draft, Page, Refusal};
use super::target::{Newline, Style, Target};
use super::{encode, lost, rules};
use crate::finding::{Message, Rule, Severity, Words, both, message};
use crate::played::{Meaning, Played};
use crate::record::{NodeId, Record};
use crate::text::Encoding;

/// A target, and how its bytes are to look.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// What is written.
    pub target: &'static Target,
    /// In which encoding.
    pub encoding: &'static Encoding,
    /// How lines end.
    pub newline: Newline,
    /// Whether characters that the encoding does not have are replaced by their like (☗ by ▲), where they have one.
    pub substitute: bool,
}

impl Form {
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
    /// use kifu::notation::{self, Form};
    /// use kifu::played::Played;
    /// use kifu::text;
    ///
    /// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n".as_bytes(), None);
    /// let usi = notation::target("usi").expect("one of the targets");
    /// for record in notation::records(&text, notation::detect(&text, None)) {
    ///     let page = Form::of(usi).write(&Played::of(&record))?;
    ///     assert_eq!(page.bytes, b"position startpos moves 7g7f 3c3d\n");
    ///     assert!(page.losses.is_empty());
    /// }
    /// # Ok::<(), kifu::notation::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// When the record cannot be read to its end, or has a move that the target cannot say.
    pub fn write(&self, played: &Played<'_, '_>) -> Result<Page, Refusal> {
        readable(played)?;
        let mut draft = Draft {
            losses: lost::count(played, &self.target.holds),
            ..Draft::default()
        };
        let style = Style {
            encoding: self.encoding,
        };
        (self.target.write)(played, style, &mut draft)?;
        let Draft { text, mut losses } = draft;
        let bytes = encode::encode(&text, self.encoding, self.newline, self.substitute, &mut losses);
        Ok(Page { bytes, losses })
    }
}

/// What is said of a text in which nothing is a record.
const NO_RECORD: Words = both(
    "no record of a game can be read here",
    "棋譜として読めるものがない",
);

/// What is said of a record that cannot be played from any position.
const WITHOUT_START: [&Rule; 3] = [
    &rules::other_game::RULE,
    &rules::unknown_handicap::RULE,
    &rules::mostly_unreadable::RULE,
];

/// Why a record cannot be put on a board at all, where it cannot: it is none, or it is not known where the game began.
pub fn why_unplayable(record: &Record<'_>) -> Option<Message> {
    if record.is_playable() {
        return None;
    }
    let mut findings = record.findings.iter();
    let why = findings.find(|finding| WITHOUT_START.contains(&finding.rule));
    Some(why.map_or_else(|| NO_RECORD.into(), |finding| finding.message.clone()))
}

/// A main line that breaks off must not be written as if it ended there.
fn readable(played: &Played<'_, '_>) -> Result<(), Refusal> {
    let record = played.record();
    if let Some(message) = why_unplayable(record) {
        return Err(Refusal { ply: None, message });
    }
    // Where a reader says that a part of the game is lost, the rest is not the game.
    let grave = record
        .findings
        .iter()
        .find(|finding| finding.severity == Severity::Error && lost::COSTS_MOVES.contains(&finding.rule));
    if let Some(finding) = grave {
        return Err(Refusal {
            ply: None,
            message: message!(
                "a part of the game cannot be read, and the rest is not written: {why}",
                "対局の一部が読めず、残りだけを書き出すことはしない。{why}",
                why = finding.message
            ),
        });
    }
    let tree = &record.tree;
    let mut main = std::iter::once(NodeId::START).chain(tree.main_line().map(|(id, _)| id));
    match main.find(|&id| *played.meaning(id) == Meaning::Lost) {
        Some(id) => Err(Refusal::at(
            tree.node(id).ply,
            both(
                "this move cannot be read or put on the board, and half a game is not written",
                "この指し手は読めないか盤上で再現できず、途中までの棋譜は書き出さない",
            ),
        )),
        None => Ok(()),
    }
}
