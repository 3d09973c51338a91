//! The refusal to write a record, with its reason in words.

use std::error::Error;
use std::fmt;

use crate::finding::{Message, bilingual, message};
use crate::played::Played;
use crate::record::{Format, GameKind, NodeId};

// Reasons why a record cannot be written.

/// The refusal to write a record to a target, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The ply that cannot be written; `None` if the reason does not concern a single ply.
    pub ply: Option<u32>,
    /// The reason why the record cannot be written.
    pub why: RefusalReason,
}

/// The reason why a record cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusalReason {
    /// The record cannot be put on a board. The value is the reason; `None` means that the text is not a record.
    Unplayable(Option<Message>),
    /// The notation cannot contain records of this game.
    OtherGame(Format, &'static GameKind),
    /// A part of the game could not be read, for the given reason.
    PartUnread(Message),
    /// The move of the main line cannot be read or put on the board.
    Incomplete,
    /// The move starts from an empty square, and the notation requires the piece. `None` means that every
    /// notation does.
    UnnamedPiece(Option<Format>),
    /// The notation has no word for a pass.
    Pass(Format),
    /// A piece that cannot promote promotes.
    ImpossiblePromotion(Format),
    /// A king or a promoted piece is dropped.
    ImpossibleDrop(Format),
    /// The notation allows only wins and draws, and the game is neither.
    Undecided(Format),
    /// The notation allows only positions with one king of each side and at most a full set of pieces.
    NotFullSet(Format),
}

impl Refusal {
    /// Creates a refusal because of the move at this ply.
    pub(super) const fn at(ply: u32, why: RefusalReason) -> Self {
        Self { ply: Some(ply), why }
    }

    /// Creates a refusal because of the move at this node.
    pub(super) fn new(played: &Played<'_, '_>, node: NodeId, why: RefusalReason) -> Self {
        Self::at(played.record().tree.node(node).ply, why)
    }

    /// Returns the reason in words. A message about a single move begins with the number of the move, if the refusal
    /// has one.
    pub fn message(&self) -> Message {
        let of_move = |predicate: Message| subject(self.ply).followed_by(predicate);
        let cannot = |format: &Format, english: &str, japanese: &str| {
            let format = sentence_name(*format);
            of_move(message!(
                "{english}, which {format} cannot represent",
                "{format}では{japanese}を表せない",
            ))
        };
        match &self.why {
            RefusalReason::Unplayable(Some(why)) => why.clone(),
            RefusalReason::Unplayable(None) => bilingual("no game record found", "棋譜が見つからない"),
            RefusalReason::OtherGame(format, game) => message!(
                "{format} cannot represent {game}",
                "{format}では{game}を表せない",
                game = game.words,
                format = sentence_name(*format)
            ),
            RefusalReason::PartUnread(why) => message!(
                "the record is incomplete: {why}",
                "対局の一部が読めない。{why}",
                why
            ),
            RefusalReason::Incomplete => of_move(bilingual(
                "cannot be read or made on the board",
                "読めないか、盤上で再現できない",
            )),
            RefusalReason::UnnamedPiece(None) => of_move(bilingual(
                "starts from an empty square, so its piece is unknown",
                "移動元に駒がなく、駒の種類が分からない",
            )),
            RefusalReason::UnnamedPiece(Some(format)) => of_move(message!(
                "starts from an empty square, and {format} requires the piece",
                "移動元に駒がなく、{format}に必要な駒の種類が分からない",
                format = sentence_name(*format)
            )),
            RefusalReason::Undecided(format) => message!(
                "the game was neither won nor drawn, and {format} requires a result",
                "勝敗も引き分けもなく、{format}に必要な結果がない",
                format = sentence_name(*format)
            ),
            RefusalReason::NotFullSet(format) => message!(
                "{format} requires one king of each side and at most a full set of pieces",
                "{format}には、双方に1枚ずつの玉と、駒一式以内の駒が必要である",
                format = sentence_name(*format)
            ),
            RefusalReason::Pass(format) => cannot(format, "is a pass", "パス"),
            RefusalReason::ImpossiblePromotion(format) => cannot(
                format,
                "promotes a piece that cannot promote",
                "成れない駒が成る手",
            ),
            RefusalReason::ImpossibleDrop(format) => {
                cannot(format, "drops a king or a promoted piece", "玉や成駒を打つ手")
            }
        }
    }
}

/// Returns the subject of a message about a move: `move 12 `, `12手目: `. Without a ply, the subject has no number.
fn subject(ply: Option<u32>) -> Message {
    match ply {
        Some(ply) => message!("move {ply} ", "{ply}手目: "),
        None => bilingual("the move ", ""),
    }
}

/// Returns the name of a notation in upper case, as used in a sentence.
fn sentence_name(format: Format) -> String {
    format.name().to_uppercase()
}

/// Formats the reason in English.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().english())
    }
}

impl Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_refusal_has_a_message_in_both_languages() {
        let [csa, ki2, usi] = ["csa", "ki2", "usi"].map(Format::new);
        let messages: Vec<_> = [
            RefusalReason::Unplayable(None),
            RefusalReason::Incomplete,
            RefusalReason::UnnamedPiece(None),
            RefusalReason::UnnamedPiece(Some(csa)),
            RefusalReason::Pass(ki2),
            RefusalReason::Pass(usi),
            RefusalReason::ImpossiblePromotion(ki2),
            RefusalReason::ImpossibleDrop(csa),
            RefusalReason::Undecided(csa),
            RefusalReason::NotFullSet(csa),
        ]
        .into_iter()
        .map(|why| Refusal::at(12, why).message())
        .flat_map(|message| [message.english().into_owned(), message.japanese().into_owned()])
        .collect();
        insta::assert_snapshot!(messages.join("\n"), @r"
        no game record found
        棋譜が見つからない
        move 12 cannot be read or made on the board
        12手目: 読めないか、盤上で再現できない
        move 12 starts from an empty square, so its piece is unknown
        12手目: 移動元に駒がなく、駒の種類が分からない
        move 12 starts from an empty square, and CSA requires the piece
        12手目: 移動元に駒がなく、CSAに必要な駒の種類が分からない
        move 12 is a pass, which KI2 cannot represent
        12手目: KI2ではパスを表せない
        move 12 is a pass, which USI cannot represent
        12手目: USIではパスを表せない
        move 12 promotes a piece that cannot promote, which KI2 cannot represent
        12手目: KI2では成れない駒が成る手を表せない
        move 12 drops a king or a promoted piece, which CSA cannot represent
        12手目: CSAでは玉や成駒を打つ手を表せない
        the game was neither won nor drawn, and CSA requires a result
        勝敗も引き分けもなく、CSAに必要な結果がない
        CSA requires one king of each side and at most a full set of pieces
        CSAには、双方に1枚ずつの玉と、駒一式以内の駒が必要である
        ");
    }
}
