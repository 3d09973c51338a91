//! What was taken in place of a value of JKF, in words.

use crate::finding::{Message, both, message};
use crate::record::gap::Taken;

/// What was taken.
pub(super) fn words(taken: Taken) -> Message {
    match taken {
        Taken::Nothing => Message::default(),
        Taken::Number(number) => message!("; read as {number}", "。{number}として読む", number),
        Taken::UnknownTime => both("; this time is unknown", "。この時間は不明とする").into(),
        Taken::UnreadableMove => both("; the move cannot be read", "。この指し手は読めない").into(),
        Taken::EndOfLine => both("; kept as the end of the line", "。手順の終わりとして残した").into(),
        Taken::BlackToMove => both("; read as Black to move", "。先手番として読む").into(),
        Taken::LeftOut => both("; it was skipped", "。読み飛ばした").into(),
        Taken::AllLeftOut => both("; they were skipped", "。読み飛ばした").into(),
        Taken::RestLeftOut => both(
            "; they and those after them were skipped",
            "。それより後のものとともに読み飛ばした",
        )
        .into(),
        Taken::HeadersLeftOut => both("; the headers were skipped", "。ヘッダーを読み飛ばした").into(),
        Taken::AsText => both("; read as text", "。文字列として読む").into(),
        Taken::AsItStands => both("; the text was kept as written", "。書かれたままの文字列とする").into(),
        Taken::Later => both("; the later one was used", "。後のものに従う").into(),
        Taken::Board => both("; the board was used", "。盤面に従う").into(),
        Taken::PieceOnBoard => both("; the board was used", "。取った駒は盤面に従う").into(),
        Taken::Preset => both("; the preset was used", "。プリセットに従う").into(),
        Taken::Destination => both("; `to` was used", "。`to` に従う").into(),
        Taken::EmptyHands => both("; the hands were read as empty", "。持駒なしとして読む").into(),
        Taken::SideInTurn => both(
            "; read as a move of the side to move",
            "。手番の側の指し手として読む",
        )
        .into(),
        Taken::NoPromotion => both("; read as no promotion", "。成らないものとして読む").into(),
        Taken::PieceOnOrigin => both("; read as the piece on the origin", "。移動元の駒として読む").into(),
        Taken::AsFirstPly => both("; read as the first ply", "。初手として読む").into(),
        Taken::Skipped => both("; it was skipped", "。飛ばした").into(),
        Taken::ResultAfterMove => both(
            "; the result was read as following the move",
            "。終局は指し手の後のものとして読む",
        )
        .into(),
        Taken::EvenStart => both("; read as the even start", "。平手として読む").into(),
        Taken::EmptyBoard => both("; the board was read as empty", "。盤上に駒なしとして読む").into(),
        Taken::Empty => both("; read as empty", "。空として読む").into(),
        Taken::MissingEmpty => both(
            "; the missing elements were read as empty",
            "。足りない要素は空として読む",
        )
        .into(),
        Taken::FirstNine => both("; the extra elements were skipped", "。余分な要素は読み飛ばした").into(),
        Taken::EmptySquare => both("; the square was read as empty", "。空のマスとして読む").into(),
        Taken::RestEmpty => both(
            "; the missing part was read as empty",
            "。足りないものは空として読む",
        )
        .into(),
        Taken::Zero => both("; read as 0", "。0として読む").into(),
    }
}
