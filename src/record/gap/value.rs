//! Problems with JSON and with values of JKF.

use super::GapCase;
use crate::finding::{Bilingual, Count, Message, in_quotes, message, shortened};
use crate::shogi::Square;

/// A problem with a value of JKF, which is invalid, missing or contradictory, and its solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueGap {
    /// The path to the value, for example `moves[3].move.to`.
    pub path: String,
    /// The problem with the value.
    pub what: WrongValue,
    /// The way in which the value is read or replaced.
    pub recovery: Recovery,
}

/// Returns a shortened value of JSON for a message. In Japanese, a string is in Japanese quotation marks.
fn json_value(text: &str) -> Bilingual<String> {
    let english = shortened(text);
    let inside = english.strip_prefix('"');
    let japanese = inside.map_or_else(
        || english.clone(),
        |inside| format!("文字列「{}」", inside.strip_suffix('"').unwrap_or(inside)),
    );
    Bilingual { english, japanese }
}

gaps! {
    /// The problem with a value of JKF.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum WrongValue(path: &str, text: &str) {
        /// The value is not of the expected kind.
        WrongType(wanted: Expected) => "`{path}` is {found}, expected {wanted}",
            "`{path}` が{found}である。{wanted}でなければならない",
            path, found = json_value(text), wanted = wanted.message();
        /// The value is missing.
        Missing => "`{path}` is missing", "`{path}` がない", path;
        /// The destination is missing, and `same` has no previous move to refer to.
        MissingAfterSame => "`{path}` is missing, and `same` has no previous move to refer to",
            "`{path}` がなく、`same` が指す直前の指し手もない", path;
        /// The key occurs twice in the object.
        Twice => "`{path}` appears twice in its object",
            "`{path}` が同じオブジェクトに2回書かれている", path;
        /// The key is not defined in JKF. The value is the number of objects of the record that have the key.
        UnknownKey(_times: u32) => "`{path}` is not a key of JKF 1.0",
            "`{path}` はJKF 1.0のキーでない", path;
        /// The first entry, which is the start position, holds a move or a result.
        StartHoldsPly => "`{path}` is the start position and cannot have a move or a result",
            "`{path}` は開始局面なので、指し手や終局を持てない", path;
        /// An entry holds neither a move nor a result.
        HoldsNothing => "`{path}` has neither a move nor a result", "`{path}` に指し手も終局もない", path;
        /// An entry holds both a move and a result.
        HoldsBoth => "`{path}` has both a move and a result", "`{path}` に指し手と終局の両方がある", path;
        /// `same` is true, but the previous move goes to a different square, which is the value. Without a previous
        /// move the value is `None`.
        NotSame(before: Option<Square>)
            if before.is_none() => "`{path}` is true, but there is no previous move",
                "`{path}` がtrueだが、直前の指し手がない", path;
            => "`{path}` is true, but the previous move goes to {before}, another square",
                "`{path}` がtrueだが、直前の指し手の移動先は別のマス（{before}）である", path, before;
        /// The header 手合割 and the preset identify different start positions.
        OtherPreset {
            /// The name in the header.
            name: String,
            /// The name in `initial.preset`.
            preset: String,
        } => "`header.手合割` is {name}, but `initial.preset` is {preset}",
            "`header.手合割` は{name}だが、`initial.preset` は{preset}である",
            name = in_quotes(name), preset = in_quotes(preset);
        /// The header 手合割 has an unknown name, and there is no `initial`.
        NameAlone(name: String) => "the handicap {name} is unknown, and `initial` is missing",
            "手合割{name}は不明で、`initial` もない", name = in_quotes(name);
        /// An array has this number of elements instead of nine.
        WrongLength(count: usize) => "`{path}` has {count}, expected 9",
            "`{path}` の要素が9個でなく{count}個である", path, count = Count(*count, "element");
        /// The key of a hand is not a piece that can be in hand.
        NotInHandPiece => "`{path}` is not a piece that can be in hand", "`{path}` は持駒になる駒でない", path;
        /// The hours, minutes or seconds of a time are negative.
        Negative => "`{path}` is negative: {text}", "`{path}` の {text} は負である", path, text;
        /// A time in an entry without a move.
        WithoutMove => "`{path}` is given without a move", "`{path}` に対応する指し手がない", path;
        /// A `special` with an unknown word.
        UnknownWord(word: String) => "`{path}` is {word}, which is not a result of JKF",
            "`{path}` が{word}で、JKFの終局語句でない", path, word = in_quotes(word);
    }

    /// The expected kind of a value of JKF.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum Expected {
        /// An object `{…}`.
        Object => "an object", "オブジェクト";
        /// An array `[…]`.
        Array => "an array", "配列";
        /// An array of the nine files of a board, or of the nine squares of a file.
        Nine => "an array of nine", "要素が9個の配列";
        /// The value of `forks`: an array of variations.
        Lines => "an array of arrays", "配列の配列";
        /// One variation of `forks`: an array of entries.
        Entries => "an array of entries", "指し手の配列";
        /// An array of the hands of Black and White.
        Hands => "an array of Black's and White's hand", "先手と後手の持駒の配列";
        /// A hand: an object of pieces and their numbers.
        Hand => "an object of pieces and their numbers", "駒とその数のオブジェクト";
        /// A string `"…"`.
        String => "a string", "文字列";
        /// A character that is written as an escape sequence, for example `\n`.
        Escape => "an escape for a character", "文字を表すエスケープ";
        /// A whole number, at least 0.
        Number => "a whole number", "0以上の整数";
        /// A file or rank of a square, from 1 to 9.
        Coordinate => "a number from 1 to 9", "1から9までの整数";
        /// The number of pieces of one kind in hand.
        Count => "a number of pieces", "駒の数";
        /// `true` or `false`.
        Flag => "`true` or `false`", "`true` か `false`";
        /// A side: 0 for Black, 1 for White.
        Color => "0 (Black) or 1 (White)", "0（先手）か1（後手）";
        /// A word for the end of the game, as in CSA.
        Special => "a result in the words of CSA (`TORYO`)", "CSAの終局語句（`TORYO` など）";
        /// A kind of piece as a CSA code, for example `FU`.
        Kind => "a piece in the letters of CSA (`FU` to `RY`)", "CSAの駒の文字（`FU` から `RY` まで）";
        /// A square as `{x, y}`.
        Square => "a square", "マス";
        /// The letters in `relative` that disambiguate a move, for example `L` for 左.
        Relative => "one of `L` `C` `R`, one of `U` `M` `D`, or `H`",
            "`L`・`C`・`R` の1つ、`U`・`M`・`D` の1つ、または `H`";
        /// A time in `h`, `m` and `s` that is within the limit.
        Time => "a time that is not too long", "長すぎない時間";
        /// The name of a start position, for example `HIRATE`.
        Preset => "a preset of JKF", "JKFのプリセット";
        /// The preset `OTHER`, for a start position with its own board.
        Other => "`OTHER` for a board that differs from the preset",
            "プリセットと違う盤面があるときは `OTHER`";
        /// `initial.data`, the board that the preset `OTHER` requires.
        Data => "`initial.data` with it", "`initial.data` を伴うもの";
        /// No `forks`, because the start position has no move to replace.
        NoForks => "no variations, because the start position has no move to replace",
            "空（開始局面には変化で置き換える指し手がない）";
    }

    /// The way in which an invalid value of JKF is read or replaced.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum Recovery {
        /// The message does not mention a replacement.
        Nothing = Message::default();
        /// The value is skipped.
        Skipped => "; it was skipped", "。読み飛ばした";
        /// Several values are skipped.
        AllSkipped => "; they were skipped", "。読み飛ばした";
        /// The headers are skipped.
        HeadersSkipped => "; the headers were skipped", "。ヘッダーを読み飛ばした";
        /// A value that is not a string is read as text.
        AsText => "; read as text", "。文字列として読む";
        /// A string with an invalid escape is kept as written.
        AsItStands => "; the text was kept as written", "。書かれたままの文字列とする";
        /// The later of two values is used.
        Later => "; the later one was used", "。後のものに従う";
        /// The board is used, not the preset.
        Board => "; the board was used", "。盤面に従う";
        /// The captured piece is taken from the board, not from the record.
        PieceOnBoard => "; the board was used", "。取った駒は盤面に従う";
        /// `initial.preset` is used, not the header 手合割.
        Preset => "; the preset was used", "。プリセットに従う";
        /// `to` is used, not `same`.
        Destination => "; `to` was used", "。`to` に従う";
        /// The hands are read as empty.
        EmptyHands => "; the hands were read as empty", "。持駒なしとして読む";
        /// The move is read as a move of the side to move.
        SideInTurn => "; read as a move of the side to move", "。手番の側の指し手として読む";
        /// A number or a word is read as this value.
        Flag(flag: bool) => "; read as `{flag}`", "。`{flag}` として読む", flag = flag.to_string();
        /// A string is read as the CSA word from which it differs only in case, blanks or `%`.
        Code => "; read as that word", "。その語として読む";
        /// A Japanese word is read as the result that it means.
        JapaneseWord => "; read as the Japanese word", "。日本語の終局語句として読む";
        /// The move is read without promotion.
        NoPromotion => "; read as no promotion", "。成らないものとして読む";
        /// The piece on the origin square is used.
        PieceOnOrigin => "; read as the piece on the origin", "。移動元の駒として読む";
        /// The entry of the start position is read as the first ply.
        AsFirstPly => "; read as the first ply", "。初手として読む";
        /// The entry is skipped.
        EntrySkipped => "; it was skipped", "。飛ばした";
        /// The result is read as following the move.
        ResultAfterMove => "; the result was read as following the move",
            "。終局は指し手の後のものとして読む";
        /// A number in quotation marks is read as a number.
        Number(number: u32) => "; read as {number}", "。{number}として読む", number;
        /// The start position is unknown, so the record is not checked.
        NotChecked => "; the record was not checked", "。この棋譜は判定しなかった";
        /// The board is read as empty.
        EmptyBoard => "; the board was read as empty", "。盤上に駒なしとして読む";
        /// The value is read as empty.
        Empty => "; read as empty", "。空として読む";
        /// The missing elements are read as empty.
        MissingEmpty => "; the missing elements were read as empty", "。足りない要素は空として読む";
        /// The first nine elements are used.
        FirstNine => "; the extra elements were skipped", "。余分な要素は読み飛ばした";
        /// The square is read as empty.
        EmptySquare => "; the square was read as empty", "。空のマスとして読む";
        /// A missing hand is read as empty.
        RestEmpty => "; the missing part was read as empty", "。足りないものは空として読む";
        /// The value is read as 0.
        Zero => "; read as 0", "。0として読む";
        /// The time is unknown.
        UnknownTime => "; this time is unknown", "。この時間は不明とする";
        /// The move cannot be read.
        UnreadableMove => "; the move cannot be read", "。この指し手は読めない";
        /// The value is kept as the end of the line.
        EndOfLine => "; kept as the end of the line", "。手順の終わりとして残した";
        /// The position is read with Black to move.
        BlackToMove => "; read as Black to move", "。先手番として読む";
    }
}

impl WrongValue {
    /// Returns whether the value of a start position is lost: there is such a value, and it is not in a header.
    pub(super) const fn is_lost(&self) -> bool {
        !matches!(self, Self::Missing | Self::NameAlone(_))
    }
}

impl ValueGap {
    /// Returns the message, which quotes the text at the place of the gap as the value. For an unknown key that occurs in
    /// several objects, the message also has the number of further objects.
    pub(super) fn message(&self, case: &GapCase<'_>) -> Message {
        let problem = self.what.message(&self.path, case.text());
        let message = problem.followed_by(self.recovery.message());
        match self.what {
            WrongValue::UnknownKey(times @ 2..) => message.followed_by(message!(
                " (here and in {objects})",
                "（ここのほか{objects}個のオブジェクトにもある）",
                objects = Count(times - 1, "more object")
            )),
            _ => message,
        }
    }
}

/// The beginnings of the JSON parser's error messages, with a Japanese translation of the message.
const PARSER_MESSAGES: &[(&str, &str)] = &[
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

/// Returns the Japanese translation of a parser's error message; the message itself if the table has no translation.
pub(super) fn reason(message: &str) -> &str {
    let translation = PARSER_MESSAGES
        .iter()
        .find(|(english, _)| message.starts_with(english));
    translation.map_or(message, |(_, japanese)| japanese)
}
