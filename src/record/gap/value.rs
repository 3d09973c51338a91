//! What is wrong with JSON, and with a value of JKF.

use super::GapCase;
use crate::finding::{Count, Message, in_quotes, message, shortened};
use crate::shogi::Square;

/// A value of JKF that is not what it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueGap {
    /// Where it is: `moves[3].move.to`.
    pub path: String,
    /// What is wrong with it.
    pub what: WrongValue,
    /// What was taken in its place.
    pub recovery: Recovery,
}

gaps! {
    /// What is wrong with a value of JKF.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum WrongValue(path: &str, text: &str) {
        /// It is something else than is wanted.
        Not(wanted: Expected) => "`{path}` is {found}, expected {wanted}",
            "`{path}` が{found}である。{wanted}でなければならない",
            path, found = shortened(text), wanted = wanted.message();
        /// It is missing.
        Missing => "`{path}` is missing", "`{path}` がない", path;
        /// A destination is missing, and `same` means nothing either.
        MissingAfterSame => "`{path}` is missing, and `same` has no previous move to refer to",
            "`{path}` がなく、`same` が指す直前の指し手もない", path;
        /// Its key stands twice in the object.
        Twice => "`{path}` appears twice in its object",
            "`{path}` が同じオブジェクトに2回書かれている", path;
        /// Its key is not one of JKF; so often it stands in the record.
        UnknownKey(_times: u32) => "`{path}` is not a key of JKF 1.0",
            "`{path}` はJKF 1.0のキーでない", path;
        /// The first entry, that of the start, holds a move or a result.
        StartHoldsPly => "`{path}` is the start position and cannot have a move or a result",
            "`{path}` は開始局面なので、指し手や終局を持てない", path;
        /// An entry holds neither a move nor a result.
        HoldsNothing => "`{path}` has neither a move nor a result", "`{path}` に指し手も終局もない", path;
        /// An entry holds a move and a result.
        HoldsBoth => "`{path}` has both a move and a result", "`{path}` に指し手と終局の両方がある", path;
        /// `same`, and the move before goes to this square, or there is none.
        NotSame(before: Option<Square>)
            if before.is_none() => "`{path}` is true, but there is no previous move",
                "`{path}` がtrueだが、直前の指し手がない", path;
            => "`{path}` is true, but the previous move goes to {before}, another square",
                "`{path}` がtrueだが、直前の指し手の移動先は別のマス（{before}）である", path, before;
        /// The header 手合割 names another start than the preset.
        OtherPreset {
            /// What the header names.
            name: String,
            /// What `initial.preset` names.
            preset: String,
        } => "`header.手合割` is {name}, but `initial.preset` is {preset}",
            "`header.手合割` は{name}だが、`initial.preset` は{preset}である",
            name = in_quotes(name), preset = in_quotes(preset);
        /// The header 手合割 has a name that is not known, and there is no `initial`.
        NameAlone(name: String) => "the handicap {name} is unknown, and `initial` is missing",
            "手合割{name}は不明で、`initial` もない", name = in_quotes(name);
        /// An array has so many elements in place of nine.
        NotNine(count: usize) => "`{path}` has {count}, expected 9",
            "`{path}` の要素が9個でなく{count}個である", path, count = Count(*count, "element");
        /// A key under which no hand holds anything.
        NotHeld => "`{path}` is not a piece that can be in hand", "`{path}` は持駒になる駒でない", path;
        /// A part of a time below zero.
        BelowZero => "`{path}` is negative: {text}", "`{path}` の {text} は負である", path, text;
        /// A time where there is no move.
        WithoutMove => "`{path}` is given without a move", "`{path}` に対応する指し手がない", path;
        /// A `special` that is not known.
        UnknownWord(word: String) => "`{path}` is {word}, which is not a result of JKF",
            "`{path}` が{word}で、JKFの終局語句でない", path, word = in_quotes(word);
    }

    /// What a value of JKF should be.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum Expected {
        /// `{…}`.
        Object => "an object", "オブジェクト";
        /// `[…]`.
        Array => "an array", "配列";
        /// Nine files, or nine squares of one.
        Nine => "an array of nine", "要素が9個の配列";
        /// `forks`.
        Lines => "an array of arrays", "配列の配列";
        /// One of them.
        Entries => "an array of entries", "指し手の配列";
        /// Two hands.
        Hands => "an array of Black's and White's hand", "先手と後手の持駒の配列";
        /// One of them.
        Hand => "an object of pieces and their numbers", "駒とその数のオブジェクト";
        /// `"…"`.
        String => "a string", "文字列";
        /// `\n`.
        Escape => "an escape for a character", "文字を表すエスケープ";
        /// From zero.
        Number => "a whole number", "0以上の整数";
        /// Of a square.
        Coordinate => "a number from 1 to 9", "1から9までの整数";
        /// Of a kind of piece in hand.
        Count => "a number of pieces", "駒の数";
        /// `true` or `false`.
        Flag => "`true` or `false`", "`true` か `false`";
        /// A side.
        Color => "0 (Black) or 1 (White)", "0（先手）か1（後手）";
        /// A word for the end.
        Special => "a result in the words of CSA (`TORYO`)", "CSAの終局語句（`TORYO` など）";
        /// A kind of piece.
        Kind => "a piece in the letters of CSA (`FU` to `RY`)", "CSAの駒の文字（`FU` から `RY` まで）";
        /// `{x, y}`.
        Square => "a square", "マス";
        /// `relative`.
        Relative => "one of `L` `C` `R`, one of `U` `M` `D`, or `H`",
            "`L`・`C`・`R` の1つ、`U`・`M`・`D` の1つ、または `H`";
        /// Hours, minutes and seconds.
        Time => "a time that is not too long", "長すぎない時間";
        /// A name of a start.
        Preset => "a preset of JKF", "JKFのプリセット";
        /// The preset of a board.
        Other => "`OTHER` for a board that differs from the preset",
            "プリセットと違う盤面があるときは `OTHER`";
        /// The board of that preset.
        Data => "`initial.data` with it", "`initial.data` を伴うもの";
        /// `forks` at the start position.
        NoForks => "no variations, because the start position has no move to replace",
            "空（開始局面には変化で置き換える指し手がない）";
    }

    /// What was taken in place of a value of JKF.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum Recovery {
        /// Nothing, of which no more is to be said.
        Nothing = Message::default();
        /// It was left out.
        LeftOut => "; it was skipped", "。読み飛ばした";
        /// They were left out.
        AllLeftOut => "; they were skipped", "。読み飛ばした";
        /// The headers were left out.
        HeadersLeftOut => "; the headers were skipped", "。ヘッダーを読み飛ばした";
        /// What is no string, as one.
        AsText => "; read as text", "。文字列として読む";
        /// A string with a false escape, as it stands.
        AsItStands => "; the text was kept as written", "。書かれたままの文字列とする";
        /// The later of two.
        Later => "; the later one was used", "。後のものに従う";
        /// The board, not the preset.
        Board => "; the board was used", "。盤面に従う";
        /// The piece on the board, not the one that is named.
        PieceOnBoard => "; the board was used", "。取った駒は盤面に従う";
        /// The preset, not the header.
        Preset => "; the preset was used", "。プリセットに従う";
        /// `to`, not `same`.
        Destination => "; `to` was used", "。`to` に従う";
        /// Empty hands.
        EmptyHands => "; the hands were read as empty", "。持駒なしとして読む";
        /// The side whose turn it is.
        SideInTurn => "; read as a move of the side to move", "。手番の側の指し手として読む";
        /// What a number or a word means.
        Flag(flag: bool) => "; read as `{flag}`", "。`{flag}` として読む", flag = flag.to_string();
        /// The word of CSA, which differs in case, in blanks or by `%`.
        Code => "; read as that word", "。その語として読む";
        /// The result that a Japanese word means.
        JapaneseWord => "; read as the Japanese word", "。日本語の終局語句として読む";
        /// No promotion.
        NoPromotion => "; read as no promotion", "。成らないものとして読む";
        /// The piece on the origin.
        PieceOnOrigin => "; read as the piece on the origin", "。移動元の駒として読む";
        /// The entry of the start, as the first ply.
        AsFirstPly => "; read as the first ply", "。初手として読む";
        /// The entry was skipped.
        Skipped => "; it was skipped", "。飛ばした";
        /// The result, as that after the move.
        ResultAfterMove => "; the result was read as following the move",
            "。終局は指し手の後のものとして読む";
        /// A number in quotation marks, as a number.
        Number(number: u32) => "; read as {number}", "。{number}として読む", number;
        /// The even start.
        EvenStart => "; read as the even start", "。平手として読む";
        /// A board without pieces.
        EmptyBoard => "; the board was read as empty", "。盤上に駒なしとして読む";
        /// What should be there, as empty.
        Empty => "; read as empty", "。空として読む";
        /// The elements that are missing, as empty.
        MissingEmpty => "; the missing elements were read as empty", "。足りない要素は空として読む";
        /// The first nine elements.
        FirstNine => "; the extra elements were skipped", "。余分な要素は読み飛ばした";
        /// The square, as empty.
        EmptySquare => "; the square was read as empty", "。空のマスとして読む";
        /// The hands that are missing, as empty.
        RestEmpty => "; the missing part was read as empty", "。足りないものは空として読む";
        /// 0.
        Zero => "; read as 0", "。0として読む";
        /// A time that is not known.
        UnknownTime => "; this time is unknown", "。この時間は不明とする";
        /// A move that cannot be read.
        UnreadableMove => "; the move cannot be read", "。この指し手は読めない";
        /// The end of the line.
        EndOfLine => "; kept as the end of the line", "。手順の終わりとして残した";
        /// Black's turn.
        BlackToMove => "; read as Black to move", "。先手番として読む";
    }
}

impl ValueGap {
    /// What is said of it, as which the text of the gap stands there.
    pub(super) fn message(&self, case: &GapCase<'_>) -> Message {
        let what = self.what.message(&self.path, case.text());
        let told = what.followed_by(self.recovery.message());
        match self.what {
            WrongValue::UnknownKey(times @ 2..) => told.followed_by(message!(
                " (here and in {objects})",
                "（ここのほか{objects}個のオブジェクトにもある）",
                objects = Count(times - 1, "more object")
            )),
            _ => told,
        }
    }
}

/// The reasons as the parser words them: where they begin so, what they are in Japanese.
const REASONS: &[(&str, &str)] = &[
    ("more than ", "値が多すぎる"),
    ("EOF while parsing a list", "配列の途中でファイルが終わっている"),
    (
        "EOF while parsing an object",
        "オブジェクトの途中でファイルが終わっている",
    ),
    (
        "EOF while parsing a string",
        "文字列の途中でファイルが終わっている",
    ),
    (
        "EOF while parsing a value",
        "値のあるべきところでファイルが終わっている",
    ),
    ("expected `:`", "「:」がない"),
    ("expected `,` or `]`", "「,」か「]」がない"),
    ("expected `,` or `}`", "「,」か「}」がない"),
    ("expected ident", "true、false、nullのいずれでもない"),
    ("expected value", "値がない"),
    ("invalid escape", "誤ったエスケープ"),
    ("invalid number", "誤った数"),
    ("number out of range", "大きすぎる数"),
    ("control character", "文字列の中の制御文字"),
    ("key must be a string", "キーが文字列でない"),
    ("trailing comma", "余分なコンマ"),
    ("trailing characters", "余分な文字"),
];

/// A reason in Japanese, as far as it is known.
pub(super) fn reason(why: &str) -> &str {
    let known = REASONS.iter().find(|(english, _)| why.starts_with(english));
    known.map_or(why, |(_, japanese)| japanese)
}
