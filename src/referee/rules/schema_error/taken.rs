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
        Taken::EndOfLine => both(
            "; it was kept as the end of the line",
            "。手順の終わりとして残した",
        )
        .into(),
        Taken::BlackToMove => both("; Black is taken to be to move", "。先手番とみなす").into(),
        Taken::LeftOut => both("; it was left out", "。読み飛ばした").into(),
        Taken::AllLeftOut => both("; they were left out", "。読み飛ばした").into(),
        Taken::RestLeftOut => both(
            "; they and those after them were left out",
            "。それより後のものとともに読み飛ばした",
        )
        .into(),
        Taken::HeadersLeftOut => both("; the headers were left out", "。ヘッダーを読み飛ばした").into(),
        Taken::AsText => both("; read as text", "。文字列として読む").into(),
        Taken::AsItStands => both("; the text is kept as it stands", "。書かれたままの文字列とする").into(),
        Taken::Later => both("; the later one counts", "。後のものに従う").into(),
        Taken::Board => both("; the board counts", "。盤面に従う").into(),
        Taken::PieceOnBoard => both("; the board tells what is captured", "。取った駒は盤面に従う").into(),
        Taken::Preset => both("; the preset counts", "。プリセットに従う").into(),
        Taken::Destination => both("; `to` counts", "。`to` に従う").into(),
        Taken::EmptyHands => both("; the hands are taken as empty", "。持駒はないとみなす").into(),
        Taken::SideInTurn => both(
            "; the side whose turn it is is taken",
            "。手番の側の指し手とみなす",
        )
        .into(),
        Taken::NoPromotion => both("; read as no promotion", "。成らないものとして読む").into(),
        Taken::PieceOnOrigin => both("; the piece on the origin is taken", "。移動元の駒とみなす").into(),
        Taken::AsFirstPly => both("; read as the first ply", "。初手として読む").into(),
        Taken::Skipped => both("; it was skipped", "。飛ばした").into(),
        Taken::ResultAfterMove => both(
            "; the result was read as that after the move",
            "。終局は指し手の後のものとして読む",
        )
        .into(),
        Taken::EvenStart => both("; the even start is assumed", "。平手とみなす").into(),
        Taken::EmptyBoard => both("; no piece is on the board", "。盤上に駒はない").into(),
        Taken::Empty => both("; it is taken as empty", "。空とみなす").into(),
        Taken::MissingEmpty => both(
            "; the missing ones are taken as empty",
            "。足りない要素は空とみなす",
        )
        .into(),
        Taken::FirstNine => both("; the last were left out", "。余分な要素は読み飛ばした").into(),
        Taken::EmptySquare => both("; the square is taken as empty", "。空のマスとみなす").into(),
        Taken::RestEmpty => both(
            "; what is missing is taken as empty",
            "。足りないものは空とみなす",
        )
        .into(),
        Taken::Zero => both("; it is taken as 0", "。0とみなす").into(),
    }
}
