//! Why a record is not written, in words.

use crate::finding::{Message, Words, both, message};
use crate::notation::WhyNot;
use crate::record::{Format, Gap, Record};
use crate::referee::GapCase;

/// Why this record is not written.
pub fn why_not(why: &WhyNot, record: &Record<'_>) -> Message {
    let said = |gap: &Gap| GapCase { record, gap }.message();
    match why {
        WhyNot::Unplayable(Some(gap)) => said(gap),
        WhyNot::Unplayable(None) => message!(
            "no record of a game can be read here",
            "棋譜として読めるものがない",
        ),
        WhyNot::OtherGame(format, game) => message!(
            "this is a record of {game}, and {format} has none of it",
            "{game}の棋譜であり、{format}では表せない",
            game = game.words,
            format = name(*format)
        ),
        WhyNot::PartUnread(gap) => message!(
            "a part of the game cannot be read, and the rest is not written: {why}",
            "対局の一部が読めず、残りだけを書き出すことはしない。{why}",
            why = said(gap)
        ),
        WhyNot::BreaksOff => message!(
            "this move cannot be read or put on the board, and half a game is not written",
            "この指し手は読めないか盤上で再現できず、途中までの棋譜は書き出さない",
        ),
        WhyNot::UnnamedPiece(None) => message!(
            "this move starts from an empty square, and the piece has to be named",
            "移動元に駒がなく、駒の名前を書けない",
        ),
        WhyNot::UnnamedPiece(Some(format)) => message!(
            "this move starts from an empty square, and {format} has to name the piece",
            "移動元に駒がなく、{format}に必要な駒の名前を書けない",
            format = name(*format)
        ),
        WhyNot::Pass(format) => message!(
            "{format} has no word for {pass}",
            "{format}では{pass}を表せない",
            pass = pass(*format),
            format = name(*format)
        ),
        WhyNot::ImpossiblePromotion(format) => message!(
            "a piece that cannot promote promotes, and {format} has no name for what comes of it",
            "成れない駒が成っていて、成った駒の名前が{format}にない",
            format = name(*format)
        ),
        WhyNot::ImpossibleDrop(format) => message!(
            "{format} cannot say the drop of a king or of a promoted piece",
            "{format}では玉や成駒を打つ手を表せない",
            format = name(*format)
        ),
    }
}

/// A pass as it is called where it is a turn of the record, or a move of the game.
fn pass(format: Format) -> Words {
    match format.name() {
        "jkf" | "ki2" => both("a turn that is let pass", "手番のパス"),
        _ => both("a pass", "パス"),
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
        .map(|why| why_not(why, &record))
        .flat_map(|said| [said.english().into_owned(), said.japanese().into_owned()])
        .collect();
        insta::assert_snapshot!(said.join("\n"), @r"
        no record of a game can be read here
        棋譜として読めるものがない
        this move cannot be read or put on the board, and half a game is not written
        この指し手は読めないか盤上で再現できず、途中までの棋譜は書き出さない
        this move starts from an empty square, and the piece has to be named
        移動元に駒がなく、駒の名前を書けない
        this move starts from an empty square, and CSA has to name the piece
        移動元に駒がなく、CSAに必要な駒の名前を書けない
        KI2 has no word for a turn that is let pass
        KI2では手番のパスを表せない
        USI has no word for a pass
        USIではパスを表せない
        a piece that cannot promote promotes, and KI2 has no name for what comes of it
        成れない駒が成っていて、成った駒の名前がKI2にない
        CSA cannot say the drop of a king or of a promoted piece
        CSAでは玉や成駒を打つ手を表せない
        ");
    }
}
