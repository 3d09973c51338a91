//! Why a record is not written, in words.

use crate::finding::{Message, message, say};
use crate::notation::WhyNot;
use crate::record::{Format, Gap, Record};
use crate::referee::GapCase;

/// Why this record is not written. At a ply, the words are about the move there.
pub fn why_not(why: &WhyNot, ply: Option<u32>, record: &Record<'_>) -> Message {
    let said = |gap: &Gap| GapCase { record, gap }.message();
    let of_move = |what: Message| subject(ply).followed_by(what);
    match why {
        WhyNot::Unplayable(Some(gap)) => said(gap),
        WhyNot::Unplayable(None) => say("no game record found", "棋譜が見つからない"),
        WhyNot::OtherGame(format, game) => message!(
            "{format} cannot represent {game}",
            "{format}では{game}を表せない",
            game = game.words,
            format = name(*format)
        ),
        WhyNot::PartUnread(gap) => message!(
            "the record is incomplete: {why}",
            "対局の一部が読めない。{why}",
            why = said(gap)
        ),
        WhyNot::BreaksOff => of_move(say(
            "cannot be read or made on the board",
            "読めないか、盤上で再現できない",
        )),
        WhyNot::UnnamedPiece(None) => of_move(say(
            "starts from an empty square, so its piece is unknown",
            "移動元に駒がなく、駒の種類が分からない",
        )),
        WhyNot::UnnamedPiece(Some(format)) => of_move(message!(
            "starts from an empty square, and {format} requires the piece",
            "移動元に駒がなく、{format}に必要な駒の種類が分からない",
            format = name(*format)
        )),
        WhyNot::Pass(format) => of_move(message!(
            "is a pass, which {format} cannot represent",
            "{format}ではパスを表せない",
            format = name(*format)
        )),
        WhyNot::ImpossiblePromotion(format) => of_move(message!(
            "promotes a piece that cannot promote, which {format} cannot represent",
            "{format}では成れない駒が成る手を表せない",
            format = name(*format)
        )),
        WhyNot::ImpossibleDrop(format) => of_move(message!(
            "drops a king or a promoted piece, which {format} cannot represent",
            "{format}では玉や成駒を打つ手を表せない",
            format = name(*format)
        )),
    }
}

/// `move 12 `, `12手目: `.
fn subject(ply: Option<u32>) -> Message {
    match ply {
        Some(ply) => message!("move {ply} ", "{ply}手目: ", ply),
        None => say("the move ", ""),
    }
}

/// A notation as it is called in a sentence.
fn name(format: Format) -> String {
    format.name().to_uppercase()
}

#[cfg(test)]
mod tests {
    use super::why_not;
    use crate::notation::WhyNot;
    use crate::record::{Format, Record};

    #[test]
    fn every_refusal_has_words_in_both_languages() {
        let [csa, ki2, usi] = ["csa", "ki2", "usi"].map(Format::named);
        let record = Record::new(csa);
        let said: Vec<_> = [
            WhyNot::Unplayable(None),
            WhyNot::BreaksOff,
            WhyNot::UnnamedPiece(None),
            WhyNot::UnnamedPiece(Some(csa)),
            WhyNot::Pass(ki2),
            WhyNot::Pass(usi),
            WhyNot::ImpossiblePromotion(ki2),
            WhyNot::ImpossibleDrop(csa),
        ]
        .iter()
        .map(|why| why_not(why, Some(12), &record))
        .flat_map(|said| [said.english().into_owned(), said.japanese().into_owned()])
        .collect();
        insta::assert_snapshot!(said.join("\n"), @r"
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
        ");
    }
}
