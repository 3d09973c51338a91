//! Problems with a token at a place where a move is expected.

use super::{GapCase, value::ValueGap};
use crate::finding::{Bilingual, Count, both, in_quotes};
use crate::record::{GameKind, MAX_RECORD_MOVES};

gaps! {
    /// An unreadable token at a place where a move is expected.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum TokenGap(case: &GapCase<'_>) {
        /// The token resembles a move of KIF or KI2.
        Broken(why: MalformedMove) => "unreadable move: {why}", "読めない指し手：{why}", why = why.message();
        /// A word or CSA statement that is not a move, at a place where the notation allows only moves.
        NotAMove(why: NotAMove) => "{text} is not a move: {why}",
            "{text}は指し手でない：{why}", why = why.message(case.text()), text = case.quoted();
        /// A word that is not a move of the game of the record, which is not shogi.
        NotAMoveOf(game: &'static GameKind) => "{text} is not a move of {game}",
            "{text}は{game}の指し手でない", text = case.quoted(), game = game.words;
        /// A battle of gunjin shogi without a result.
        NoBattleResult =>
            "{text} lacks a battle result: expected `>` (the mover wins), `<` (the mover loses) or `=` (both are removed)",
            "{text}に戦いの結果がない。`>`（動いた駒の勝ち）、`<`（負け）、`=`（相打ち）のいずれかが必要である",
            text = case.quoted();
        /// A line of USEN without the number of plies after which it begins.
        NoPlies {
            /// `true` if the number was read as 0; `false` if the line was skipped.
            as_zero: bool,
        } => "{text} is not a number of plies{made}",
            "{text}は手数でない{made}",
            text = case.quoted(), made = if *as_zero {
                both("; read as 0", "。0として読む")
            } else {
                both("; the line was skipped", "。この手順は読み飛ばした")
            };
        /// An invalid value of JKF.
        Value(value: ValueGap) = value.message(case);
        /// The first move beyond the [limit](crate::record::MAX_RECORD_MOVES). The value is the number of moves that are not
        /// read, including this one.
        TooMany(count: usize) =>
            "not read: {count} from here on; a record can have at most {MAX_RECORD_MOVES} moves, variations included",
            "ここからの{count}手は読んでいない。1局の指し手は変化を含めて{MAX_RECORD_MOVES}手までである",
            count = Count(*count, "move");
    }

    /// The reason why a token that resembles a move of KIF or KI2 is not a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum MalformedMove {
        /// Neither a move nor a word follows the number.
        Nothing => "neither a move nor a word follows the number", "番号の後に指し手も語もない";
        /// Damaged characters, for example `????`.
        Destroyed => "its characters are damaged", "文字が壊れている";
        /// A file in kanji, for example 五五歩.
        KanjiFile => "the file of the square must be an Arabic digit", "筋は算用数字でなければならない";
        /// The destination is missing.
        NoDestination => "the destination is missing", "移動先のマスがない";
        /// The square has no file.
        NoFile => "the square has no file", "マスの筋がない";
        /// The square has no rank.
        NoRank => "the square has no rank", "マスの段がない";
        /// The file or the rank is greater than 9.
        OffBoard => "the square is not on the board", "マスが盤上にない";
        /// The piece is missing.
        NoPiece => "the piece is missing", "駒の名前がない";
        /// Neither a square nor 同 follows the side mark.
        NoSquare => "neither a square nor 同 follows the side mark", "手番の記号の後にマスも「同」もない";
        /// A drop with an origin, for example 打(77).
        DropWithOrigin => "打 (a drop) contradicts the origin square", "「打」と移動元のマスが矛盾する";
        /// An origin outside the board, for example (07).
        OriginOffBoard => "the origin in parentheses is not on the board", "括弧内の移動元が盤上にない";
        /// A drop with a suffix that only a piece on the board can have, for example 左打.
        DropWithWord => "打 (a drop) contradicts a word for a piece on the board",
            "「打」と盤上の駒を指す語が矛盾する";
        /// Suffixes that contradict each other, for example 左右.
        ContraryWords => "two of its words contradict each other", "添えられた語が互いに矛盾する";
    }

    /// The reason why a word or statement is not a move.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum NotAMove(text: &str) {
        /// A word that is not a move of USI.
        Usi => "expected two squares (7g7f) or a piece and a square (P*5e)",
            "2つのマス（7g7f）か、駒とマス（P*5e）が必要である";
        /// Two bytes that are not a packed move.
        Packed => "its bits are neither two squares nor a piece and a square",
            "ビット列が2つのマスでも、駒とマスでもない";
        /// Characters that a move of USEN cannot contain.
        Usen => "expected three digits or lowercase letters", "数字か英小文字の3文字が必要である";
        /// A number of USEN that is too large to mean a square or a piece in hand.
        UsenPlace => "its number is neither a square nor a piece in hand", "番号がマスも持駒も示さない";
        /// A number of USEN that means a drop with promotion.
        UsenPromotedDrop => "its number means a drop with promotion", "番号が、打って成る手を示している";
        /// A word that is not a move of PSN.
        Psn => "expected a piece and its squares (P7g-7f) or a drop (P*5e)",
            "駒とマス（P7g-7f）か、打つ手（P*5e）が必要である";
        /// An incomplete move of CSA.
        CsaLength => "expected a sign, two squares and a two-letter piece",
            "符号、2つのマス、駒の2文字が必要である";
        /// A CSA move whose origin is neither a square nor `00`.
        CsaOrigin => "{part} is neither a square nor `00` (the hand)",
            "{part}はマスでも、持駒を示す「00」でもない", part = part(text, 1, 3);
        /// A CSA move whose destination is not a square.
        CsaDestination => "{part} is not a square", "{part}はマスでない", part = part(text, 3, 5);
        /// A CSA move whose piece is unknown.
        CsaPiece => "{part} is not a piece", "{part}は駒でない", part = part(text, 5, 7);
    }
}

/// Returns the bytes `from..to` of the text of a CSA move in quotation marks. If the text does not contain this range,
/// returns the whole text in quotation marks.
fn part(text: &str, from: usize, to: usize) -> Bilingual<String> {
    in_quotes(text.get(from..to).unwrap_or(text))
}

impl NotAMove {
    /// Returns whether the reason applies to a statement of CSA.
    pub(crate) const fn is_of_csa(self) -> bool {
        matches!(
            self,
            Self::CsaLength | Self::CsaOrigin | Self::CsaDestination | Self::CsaPiece
        )
    }
}
