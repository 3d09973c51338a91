//! The kinds of problems in a text, with their messages.

use super::{
    GapCase,
    archive::ArchiveGap,
    position::{BoardGap, DateGap, HandicapGap, TurnRecovery},
    token::TokenGap,
    value::{ValueGap, reason},
};
use crate::finding::{Count, Message, Words, both, in_quotes, message, shortened};
use crate::record::MAX_PLY_NUMBER;
use crate::shogi::{Color, PieceKind, Square};

gaps! {
    /// A kind of problem in a text.
    ///
    /// The text that a message quotes is the text at the place of the [`Gap`](super::Gap), unless the kind itself holds a
    /// text.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum GapKind(case: &GapCase<'_>) {
        /// No record can be read from the text.
        UnreadableRecord(why: NoRecord) = why.message();
        /// The record is of another game.
        OtherGame(game: OtherGameEvidence) = game.message();
        /// Most of the record is destroyed or cannot be read.
        MostlyUnreadable(of: DestroyedExtent) [CostsGame, CostsText] = of.message();
        /// Lines that cannot be read, or that are not allowed at this place.
        UnreadableLine(gap: LineGap) [CostsText, Destroyed] = gap.message(case);
        /// Invalid JSON. The value is the parser's error message.
        UnreadableJson(why: String) [CostsGame, CostsText] =>
            "invalid JSON here ({why}); only the readable parts before and after were read",
            "JSONがここで壊れている（{reason}）。その前と、後の読めるところだけを読んだ",
            reason = reason(why), why;
        /// A value that the JKF schema does not allow.
        SchemaError {
            /// The problem with the value.
            value: ValueGap,
            /// `true` if a part of the game is lost.
            costs_game: bool,
        } = value.message(case);
        /// An unreadable token at a place where a move is expected.
        BadToken(gap: TokenGap) [Destroyed] = gap.message(case);
        /// Bytes that are not valid in the encoding of the text.
        DamagedBytes {
            /// The number of damaged bytes or places.
            extent: Extent,
            /// The encoding in which the text is read.
            encoding: &'static str,
            /// The encoding in which the words of the text make sense; `None` if no such encoding is known.
            likely: Option<&'static str>,
            /// `true` for a byte FF in a record of janggi. This byte is not part of a character, so nothing is lost.
            stray: bool,
        } [CostsText, Destroyed]
            if likely.is_some() =>
                "invalid {encoding}: {damage}; the text is probably {likely}",
                "{encoding}の文字でない{damage}がある。おそらく{likely}である",
                damage = extent.message(), likely = likely.unwrap_or_default(), encoding;
            if extent.is_here() => "invalid {encoding}: {bytes} here, read as \u{fffd}",
                "ここの{bytes}バイトは{encoding}の文字でない。\u{fffd}として読む",
                bytes = Count(extent.count(), "byte"), encoding;
            if extent.is_in_comments() => "invalid {encoding}: {places}, the first in this comment",
                "{encoding}の文字でないバイトが{places}か所ある（最初の1か所はこのコメントの中）",
                places = Count(extent.count(), "place"), encoding;
            => "invalid {encoding}: {places}, the first here",
                "{encoding}の文字でないバイトがほかに{places}か所ある（最初の1か所はここ）",
                places = Count(extent.count(), "more place"), encoding;
        /// Control characters that a text should not contain.
        ControlCharacter(extent: Extent)
            if extent.is_here() => "control characters: {bytes} here",
                "制御文字がここに{bytes}バイトある", bytes = Count(extent.count(), "byte");
            => "control characters: {places}, the first here",
                "制御文字がほかに{places}か所ある（最初の1か所はここ）", places = Count(extent.count(), "more place");
        /// The replacement character `U+FFFD`, which another program saved in an earlier conversion.
        ReplacementCharacter(extent: Extent) [Destroyed]
            if extent.is_in_comments() =>
                "characters lost in an earlier conversion and saved as \u{fffd}: {places}, the first in this comment",
                "以前の変換で文字が失われ、\u{fffd}になった行が{places}行ある（最初の行はこのコメントの中）",
                places = Count(extent.count(), "line");
            if extent.is_here() || extent.count() == 1 =>
                "characters lost in an earlier conversion and saved as \u{fffd}",
                "以前の変換でここの文字が失われ、\u{fffd}になっている";
            => "characters lost in an earlier conversion and saved as \u{fffd}: {lines}, the first here",
                "以前の変換で文字が失われ、\u{fffd}になった行がほかに{lines}行ある（最初の行はここ）",
                lines = Count(extent.count(), "more line");
        /// The text or its byte order mark declares an encoding that its bytes do not have.
        EncodingMismatch {
            /// The encoding that the text declares; `None` if the byte order mark declares it.
            declared: Option<String>,
            /// The actual encoding.
            actual: &'static str,
        } [BesideMoves]
            if declared.is_none() =>
                "the file begins with a UTF-8 byte order mark, but its bytes are {actual}; read as {actual}",
                "ファイルの先頭にUTF-8のBOMがあるが、実際のバイトは{actual}である。{actual}として読む", actual;
            => "the record declares {declared}, but its bytes are {actual}; read as {actual}",
                "棋譜は{declared}と宣言しているが、実際のバイトは{actual}である。{actual}として読む", declared, actual;
        /// The text declares an encoding that is not supported for records.
        UnknownEncoding {
            /// The declared encoding.
            declared: String,
            /// The actual encoding.
            actual: &'static str,
        } [BesideMoves] => "unknown encoding {declared}; read as {actual}",
            "{declared}は不明な文字コードである。{actual}として読む", declared = in_quotes(declared), actual;
        /// The text was probably read in the wrong encoding.
        OtherEncoding {
            /// The encoding in which the words of the text make sense.
            likely: &'static str,
            /// The encoding in which the text was read.
            actual: &'static str,
        } => "read as {actual}, but the text is probably {likely}",
            "{actual}として読んだが、おそらく{likely}である", likely, actual;
        /// UTF-8 that was read as `Shift_JIS` and saved again. The value is the number of lines that show this error.
        DoubleEncoded(lines: usize) [CostsText] =>
            "unreadable from here on: UTF-8 text was read as Shift_JIS and saved again (evident on {lines})",
            "ここから先は、UTF-8の文章をShift_JISとして読んで保存し直したもので、読めない（{lines}行で確認）",
            lines = Count(*lines, "line");
        /// The extension of the file belongs to another notation.
        ExtensionMismatch {
            /// The extension of the file, without the dot.
            extension: String,
            /// The notation of this extension.
            named: Words,
            /// The notation of the content.
            found: Words,
        } [BesideMoves] => "the extension .{extension} means {named}, but the content is {found}; the content is used",
            "拡張子.{extension}は{named}のものだが、内容は{found}である。内容に従う", extension, named, found;
        /// A ply number that does not continue the sequence.
        PlyGap(gap: PlyGap) [MayFollowDestroyed, BesideMoves]
            if gap.is_too_large() =>
                "the number of this move is larger than {MAX_PLY_NUMBER}; the move was read with the expected number",
                "この指し手の番号は{MAX_PLY_NUMBER}を超えている。本来の番号の指し手として読む";
            = gap.message(case);
        /// A number other than the one that is due, as the next numbers or the moves show.
        PlyNumber {
            /// The number as written.
            number: u32,
            /// The number that is due.
            expected: u32,
        } [MayFollowDestroyed, BesideMoves] => "move number {number} is wrong, expected {expected}; read as move {expected}",
            "番号が{expected}でなく{number}である。{expected}手目として読む", number, expected;
        /// A ply number that already occurred, without a 変化 line before it.
        PlyRepeat {
            /// The number.
            number: u32,
            /// `false` if the move is legal neither as a variation nor after the latest move.
            is_possible: bool,
        } [MayFollowDestroyed]
            if !case.record.is_shogi() =>
                "move number {number} was already used; if another game begins here, it requires its own headers",
                "{number}手目はすでにある。ここから別の対局が始まるなら、そのヘッダーが必要である", number;
            if !*is_possible =>
                "move number {number} was already used, but this move is legal neither at move {number} nor here; read as a variation from move {number}",
                "{number}手目はすでにあるが、この手は{number}手目としても次の手としても指せない。{number}手目からの変化として読む", number;
            => "move number {number} was already used, and no 変化 line precedes it; read as a variation from move {number}",
                "{number}手目はすでにあり、前に「変化」の行もない。{number}手目からの変化として読む", number;
        /// The end of a line has an unexpected number.
        EndNumber {
            /// The number as written.
            number: u32,
            /// The expected number.
            expected: u32,
        } [MayFollowDestroyed, BesideMoves] => "{end} has number {number}, expected {expected}; read as the end of this line",
            "{end}の番号が{expected}でなく{number}である。この手順の終わりとして読む",
            end = case.quoted(), number, expected;
        /// 同 (the same square), or a move of PSN without a destination, without a previous move.
        DoubtfulSame [MayFollowDestroyed]
            if case.text().is_ascii() => "this move has no destination, and no previous move to take it from",
                "移動先が書かれておらず、それを示す直前の指し手もない";
            => "同 (the same square) has no previous move to refer to",
            "「同」が指す直前の指し手がない";
        /// A square and 同 that are different squares.
        OtherSquareThanSame {
            /// The square in the text.
            square: Square,
            /// The destination of the previous move; `None` without such a move.
            previous: Option<Square>,
        }
            if previous.is_none() =>
                "the move has {square} and 同 (the same square), which has no previous move to refer to; read with {square}",
                "{square}と「同」が書かれているが、「同」が指す直前の指し手がない。{square}として読む", square;
            => "the move has {square} and 同 (the same square), but the previous move goes to {previous}; read with {square}",
                "{square}と「同」が書かれているが、直前の手の移動先は{previous}である。{square}として読む",
                square, previous = previous.unwrap_or(square);
        /// An unknown word in place of a result. The word ends the line.
        UnknownTerminal(gap: WordGap) [Destroyed] = gap.message(case);
        /// A problem with the name of the start position (手合割).
        UnknownHandicap(gap: HandicapGap) = gap.message(case);
        /// A header that is given twice with different values.
        RepeatedHeader {
            /// The name of the header.
            name: String,
            /// The first value, which is used.
            first: String,
            /// The second value.
            second: String,
        } [CostsText, BesideMoves] => "{name} is given twice: {first}, then {second}; the first value was used",
            "{name}が2回ある（{first}と{second}）。最初の値を使う",
            name, first = in_quotes(first), second = in_quotes(second);
        /// Lines that begin with `> ` or end with `<br>`. The gap is at the first of these lines.
        QuotedLines => "lines begin with `> ` or end with `<br>`, as in mails and web pages; read without these marks",
            "メールやWebページから写した行のように、行頭に `> ` か行末に `<br>` がある。除いて読む";
        /// A 変化 line without moves.
        EmptyVariation [CostsText, MayFollowDestroyed] => "no move follows this line, so there is no variation",
            "この行の後に指し手がなく、変化がない";
        /// A line about the result from which no result can be read.
        UnreadableResult [MayFollowDestroyed] => "the result cannot be read from {text}",
            "{text}から勝敗を読み取れない", text = case.quoted();
        /// A board or a hand that cannot be read as written.
        UnreadableBoard(gap: BoardGap) [CostsText, Destroyed] = gap.message(case);
        /// A time that cannot be read.
        UnreadableClock(gap: ClockGap) [CostsText, MayFollowDestroyed] = gap.message(case);
        /// A negative time.
        ClockNegative(gap: ClockGap) [CostsText]
            if matches!(gap, ClockGap::Csa) => "{text} is negative; read as 0 seconds",
                "{text}は負の時間である。0秒として読む", text = case.quoted();
            if !matches!(gap, ClockGap::Value(_)) => "{text} is negative; the move was read without a time",
                "{text}は負の時間である。指し手だけを読む", text = case.quoted();
            = gap.message(case);
        /// A date or time that does not exist in the calendar or on the clock.
        ImpossibleDate(date: String) [BesideMoves] => "{date} is not a valid date or time",
            "{date}という日付や時刻は存在しない", date = in_quotes(date);
        /// A date that cannot be read, or only in part.
        UnreadableDate(date: String, why: DateGap) [BesideMoves] = why.message(date);
        /// A variation whose branching point cannot be found.
        VariationWithoutParent(gap: ParentGap) [CostsText, MayFollowDestroyed] = gap.message();
        /// A line of USEN that can branch from either of two lines.
        AmbiguousBranch =>
            "this variation fits after ply {plies} of both the main line and the previous line; read as a variation of the main line",
            "この変化は{plies}手目の後で本譜からも直前の手順からも指せる。本譜の変化として読む",
            plies = case.text();
        /// A variation of KIF or KI2 that replaces a ply of an earlier line, because the preceding line does not reach this
        /// ply. The value is the number of the ply.
        BranchOfEarlierLine(number: u32) =>
            "the line before this variation has no ply {number} to replace; read as a variation of the latest line that has one",
            "この変化が置き換える{number}手目は直前の手順にない。{number}手目のある最後の手順からの変化として読む", number;
        /// Extra text after a move, an end or a numbered line.
        TextAfterMove(after: TextAfter) [MayFollowDestroyed] = after.message(case);
        /// Extra text after a move, in which there is another move.
        MoveAfterMove [CostsGame, CostsText, MayFollowDestroyed] => "{text} after this move holds another move; it was skipped",
            "この指し手の後の{text}に別の指し手がある。読み飛ばした", text = case.quoted();
        /// The header with this key has a half-width colon.
        HalfWidthColon(key: String) [MayFollowDestroyed, BesideMoves] => "the header \"{key}\" has a half-width colon",
            "ヘッダー「{key}」の区切りが半角コロンである", key;
        /// A line with this text before a half-width colon, which no header has as its name.
        UnknownKey(key: String) [MayFollowDestroyed, BesideMoves] => "\"{key}\" before a half-width colon is not the name of a header; read as a comment",
            "半角コロンの前の「{key}」はヘッダーの名前でない。コメントとして読む", key;
        /// A move of KI2 without a side mark. Only the first such move has a gap.
        SideMarkMissing [MayFollowDestroyed, BesideMoves] => "this move has neither ▲ nor △ (further moves like this are not listed)",
            "指し手に▲も△もない（以後の同様の指し手は省略）";
        /// A record of CSA without a start position.
        StartMissing [BesideMoves] => "the start position is missing; read as the even start",
            "開始局面の行がない。平手として読む";
        /// A board or a 手合割 in comment lines, in a record that has no other start position.
        StartInComment =>
            "a board or 手合割 in comment lines (#) was not used; read as the even start",
            "コメントの行（#）にある盤面や手合割は使わない。平手として読む";
        /// The side to move is not stated.
        TurnMissing(taken: TurnRecovery) [BesideMoves] = taken.message(case);
        /// An unknown version of the format.
        UnknownVersion [BesideMoves]
            if !case.record.is_shogi() => "{text} is not a known version; read as version 1",
                "{text}は不明なバージョンである。バージョン1として読む", text = case.quoted();
            => "{text} is not a known version of CSA; read as V3.0",
                "{text}はCSAの不明なバージョンである。V3.0として読む", text = case.quoted();
        /// `PI` removes a piece that is not on the square.
        RemovalMismatch {
            /// The square in the `PI` line.
            square: Square,
            /// The piece that the record removes.
            named: PieceKind,
            /// The piece on the square; `None` if the square is empty.
            there: Option<PieceKind>,
        } [CostsText]
            if there.is_none() => "`PI` removes a {named} from {square}, but there is no piece on it",
                "「PI」は{square}の{named}を取り除くが、そこに駒はない", named, square;
            => "`PI` removes a {named} from {square}, but the piece there is a {there}; the {there} was removed",
                "「PI」は{square}の{named}を取り除くが、そこにあるのは{there}である。{there}を取り除いた",
                named, there, square;
        /// A time that does not belong to a move.
        StrayClock(stray: StrayClock) [CostsText, MayFollowDestroyed] = stray.message(case);
        /// A file or archive that is not read, or an irregularity of an archive.
        Archive(gap: ArchiveGap) [CostsGame] = gap.message();
        /// A position or a move that a book has twice.
        BookRepeat(what: BookRepeat) [BesideMoves] = what.message();
        /// A property of a book because of which programs do not find a position in the file.
        BookOrder(what: BookOrder) [BesideMoves] = what.message();
        /// The program itself failed on the record. The value is the error message.
        InternalError(what: String) => "internal error while processing this record: {what}",
            "この棋譜の処理中に内部エラーが起きた：{what}", what;
        /// The record has neither moves nor a result.
        NoMoves {
            /// `true` if the record contains a board, because such a record is useful even without moves.
            has_position: bool,
        } [MayFollowDestroyed] => "this record has neither moves nor a result", "この棋譜には指し手も結果もない";
    }
}

gaps! {
    /// The reason why no record can be read from a text.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum NoRecord {
        /// The input is an archive, and no member has the file name of a record.
        NoMember => "this archive contains no game record", "このアーカイブには棋譜がない";
        /// The input is not text.
        NoText => "this is not text, so no record can be read", "テキストでないので、棋譜を読めない";
        /// The text is in this format, which is not supported.
        Foreign(format: &'static str) =>
            "this is {format}, a format that `kifu` does not read; save it as KIF, CSA, USI or JKF in the program that wrote it",
            "{format}は対応していない形式である。作成したソフトでKIF、CSA、USI、JKFのいずれかで保存し直す", format;
        /// The text is an opening book of this kind: positions with the moves that were chosen there.
        Book(kind: Words) => "this is an opening book ({kind}), which has no game records",
            "定跡ファイル（{kind}）であり、棋譜ではない", kind;
        /// The text is a document in this format, such as PDF.
        Document(format: &'static str) =>
            "this is a document in {format}, which `kifu` does not read; save the record in it as a text file",
            "{format}の文書であり、読めない。文書の中の棋譜をテキストファイルに保存する", format;
        /// No element of a page in this format is a record.
        NotInPage(format: &'static str) =>
            "no record found in this {format} page: no script of Kifu for JS, `<pre>` element or fenced code block consists of records",
            "この{format}のページに棋譜が見つからない。Kifu for JSのスクリプト、`<pre>` 要素、コードブロックのいずれも棋譜ではない", format;
        /// A page contains no record, but refers to this file and possibly others.
        OnlyReferences(file: String) =>
            "this page contains no record, but refers to {file}; specify the file with the record instead",
            "このページには棋譜がなく、{file}を参照している。棋譜のファイルを指定する", file = in_quotes(file);
        /// An element of a page states that it contains a record.
        NotInElement =>
            "this element is marked as a record, but contains no move, position or result that can be read",
            "棋譜とされている要素だが、読める指し手、局面、結果がない";
        /// The text is empty.
        Empty => "the file is empty", "ファイルが空である";
        /// The text contains no move, position or result.
        Nothing =>
            "no move, position or result found in any supported format; the encoding may be the reason",
            "対応する形式の指し手、局面、結果が見つからない。文字コードが原因のこともある";
        /// The characters are damaged in this number of places.
        Destroyed(places: usize) =>
            "no record can be read: the characters are damaged in {places}; the encoding may be the reason",
            "文字が{places}か所で壊れており、棋譜を読めない。文字コードが原因のこともある",
            places = Count(*places, "place");
        /// An earlier program replaced the characters by `U+FFFD`.
        Lost => "no record can be read: the characters were lost in an earlier conversion",
            "以前の変換で文字が失われており、棋譜を読めない";
        /// JSON without an object.
        NoObject => "this JSON contains no game record, because it has no object",
            "このJSONにはオブジェクトがなく、棋譜がない";
        /// JSON that is not JKF.
        NoJkf =>
            "this JSON is not a JKF record: its first object has neither `moves` nor `header` nor `initial`",
            "このJSONはJKFの棋譜でない。最初のオブジェクトに `moves` も `header` も `initial` もない";
        /// JSON that is not JKF, but the value of this key is the text of a record, as in the answers of 81Dojo.
        TextInJson(key: String) =>
            "this JSON is not a JKF record, but its key `{key}` contains the text of a record; save that text as a file of its own",
            "このJSONはJKFの棋譜でないが、`{key}` の値が棋譜の内容である。その値を1つのファイルとして保存する", key;
    }

    /// Evidence that a record is of another game.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum OtherGameEvidence {
        /// The record contains the name of another game, which is the value.
        Named(name: String) => "this is a record of {game}, not of shogi; it was not checked",
            "{game}の棋譜で、将棋（本将棋）でないため、判定しなかった", game = in_quotes(name);
        /// The file is of a game other than shogi, and a record of a different game begins in the file. The value is
        /// the game of this record.
        InFileOfOther(game: Words) =>
            "a record of {game} begins here, in a file of another game; it was not checked",
            "別の競技のファイルの途中から{game}の棋譜が始まるため、判定しなかった", game;
        /// The board does not have the size of a shogi board.
        Board {
            /// The number of files.
            files: usize,
            /// The number of ranks.
            ranks: usize,
        } => "the board has {files} files and {ranks} ranks, so this is not shogi; it was not checked",
            "盤が{files}筋×{ranks}段で、将棋（本将棋）でないため、判定しなかった", files, ranks;
    }
}

/// The extent to which a record is destroyed or cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DestroyedExtent {
    /// The number of destroyed or unreadable units.
    pub destroyed: usize,
    /// The total number of units.
    pub all: usize,
    /// The unit of these two numbers.
    pub unit: Unit,
    /// The number of gaps at single places that this gap replaces.
    pub summed_up: usize,
    /// `true` if the board of the start position is also destroyed or unreadable.
    pub board: bool,
}

/// A unit in which the contents of a record are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Moves of a main line or variation.
    Moves,
    /// Lines of the text.
    Lines,
    /// Values of a JSON text.
    Values,
}

gaps! {
    /// Lines that cannot be read, or that are not allowed at this place.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum LineGap(case: &GapCase<'_>) {
        /// Consecutive unreadable lines. The value is the number of lines; the message quotes the first line.
        // The text is shortened here and again by `in_quotes`, because the escapes of control characters make it longer.
        Lines(lines: u32)
            if *lines == 1 => "this line cannot be read: {first}",
                "この行は読めない：{first}", first = in_quotes(&shortened(case.text()));
            => "these {lines} lines cannot be read; the first is {first}",
                "この{lines}行は読めない。最初の行は{first}", lines, first = in_quotes(&shortened(case.text()));
        /// A CSA line of the start position after the first move.
        LateStart => "{text}, a start position line, follows the first move; it was skipped",
            "開始局面の行{text}が最初の指し手より後にある。読み飛ばした", text = case.quoted();
        /// A CSA line for the side to move after the first move.
        LateTurn => "{text}, a side-to-move line, follows the first move; it was skipped",
            "手番の行{text}が最初の指し手より後にある。読み飛ばした", text = case.quoted();
        /// A CSA version line after the first move.
        LateVersion => "{text}, a version line, follows the first move; it was skipped",
            "バージョンの行{text}が最初の指し手より後にある。読み飛ばした", text = case.quoted();
        /// A second line for the side to move.
        SecondTurn {
            /// The side in the first line.
            before: Color,
            /// The side in this line, which takes precedence.
            now: Color,
        } => "an earlier line gives {before} the first move, this one {now}; this one was used",
            "前の手番の行では{before}からである。この行に従い{now}からとする", before, now;
        /// Moves after a position, in a notation that lists positions only.
        MovesAfterPosition => "moves follow the position, as in USI; they were skipped: {text}",
            "局面の後にUSIのような指し手がある。読み飛ばした：{text}", text = case.quoted();
        /// A binary file ends within an item.
        CutItem {
            /// The number of bytes of the incomplete item.
            bytes: usize,
            /// The length of an item (bytes).
            expected: usize,
        } => "the file ends within an item: {bytes} of {expected}",
            "ファイルが項目の途中で終わっている（{expected}バイト中{bytes}バイト）",
            bytes = bytes.to_string(), expected = Count(*expected, "byte");
        /// The file has fewer moves of a position of a book than the index states, or more. The value is the difference.
        MissingMoves(missing: i64)
            if *missing > 0 => "the file lacks {moves} of this position",
                "この局面の指し手が{missing}手、ファイルにない", moves = Count(missing.unsigned_abs() as usize, "move"), missing;
            => "more moves follow this position than the index states",
                "この局面に、索引より多くの指し手が続く";
        /// The file has fewer positions of a book than its header states. The value is the number of those that are missing.
        MissingPositions(missing: u64) => "the file ends before {positions} that its header states",
            "ヘッダーにある局面のうち{missing}件がファイルにない", positions = Count(usize::try_from(*missing).unwrap_or(usize::MAX), "position"), missing;
        /// Flags in the header of a book that no program writes.
        UnknownFlags => "the flags in the header of this book are unknown, so that its positions are not read",
            "この定跡のヘッダーのフラグは不明である。局面は読まない";
        /// A comment of PSN without its closing brace.
        UnclosedComment => "the comment that begins here has no closing `}}`; it was skipped up to the next move",
            "ここで始まるコメントを閉じる「}}」がない。次の指し手の前まで読み飛ばした";
        /// A variation of PSN without its closing parenthesis.
        UnclosedVariation => "the variation that begins here has no closing `)`; the moves after it were read as its moves",
            "ここで始まる変化を閉じる「)」がない。後の指し手をこの変化のものとして読む";
        /// Text before or after the JKF object.
        OutsideObject => "{text} is outside the object of the record; it was skipped",
            "棋譜のオブジェクトの外に{text}がある。読み飛ばした", text = case.quoted();
    }
}

/// The extent of a problem in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A number of bytes in one place.
    Bytes(u64),
    /// A number of places or lines. The gap is at the first of these.
    Places(usize),
    /// A number of places, all of which are in comments. The gap is at the first of these places.
    InComments(usize),
}

gaps! {
    /// A ply number that does not continue the sequence.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum PlyGap(case: &GapCase<'_>) {
        /// Numbers are skipped after the previous number.
        Skipped {
            /// The number as written.
            number: u32,
            /// The previous number.
            before: u32,
        } => "move number {number} follows {before}; moves may be missing in between",
            "{before}手目の次が{number}手目である。間の指し手が抜けているおそれがある", number, before;
        /// The first move of a variation has a different number from its 変化 line.
        Announced {
            /// The number in the 変化 line.
            announced: u32,
            /// The number of the first move after the 変化 line.
            number: u32,
        } =>
            "the 変化 line announces move {announced}, but the first move after it is {number}; read as a variation from move {number}",
            "「変化」の行では{announced}手目からだが、最初の指し手は{number}手目である。{number}手目からの変化として読む",
            announced, number;
        /// The first number of the record is not 1.
        BeginsWith(number: u32)
            if *number == 0 => "the first move number is 0, not 1; 1 was added to every number",
                "最初の番号が1でなく0である。すべての番号に1を足して読む";
            => "the first move number is {number}, not 1; moves may be missing before it",
                "最初の番号が1でなく{number}である。その前の指し手が抜けているおそれがある", number;
    }

    /// An unknown word in place of a result. The word ends the line.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum WordGap(case: &GapCase<'_>) {
        /// An unknown word of KIF or KI2.
        Word(word: String) => "{word} is not a known result; the line ends here",
            "{word}は不明な終局語句である。手順はここで終わる", word = in_quotes(word);
        /// An unknown CSA code, for example `%ABC`.
        Code => "{text} is not a result of CSA; kept as the end of the game",
            "{text}はCSAの終局語句でない。終局として残した", text = case.quoted();
        /// An unknown letter of USEN.
        Letter => "{text} is not a result of USEN; kept as the end of the line",
            "{text}はUSENの終局の文字でない。手順の終わりとして残した", text = case.quoted();
        /// An unknown `special` of JKF.
        Value(value: ValueGap) = value.message(case);
    }

    /// A problem with a time.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum ClockGap(case: &GapCase<'_>) {
        /// The time does not have the form of KIF.
        Kif => "{text} is not a time of the form ( m:ss/hh:mm:ss); the move was read without it",
            "{text}は「( m:ss/hh:mm:ss)」の形の時間でない。指し手だけを読む", text = case.quoted();
        /// The time does not have the form of CSA.
        Csa => "{text} is not a number of seconds; the time of this move is unknown",
            "{text}は秒数でない。この手の消費時間は不明とする", text = case.quoted();
        /// The time is too long to be represented.
        TooLong => "the time {text} is too long; the time of this move is unknown",
            "{text}は長すぎる。この手の消費時間は不明とする", text = case.quoted();
        /// An invalid value of JKF.
        Value(value: ValueGap) = value.message(case);
    }

    /// A time that does not belong to a move.
    #[derive(Clone, Debug, PartialEq, Eq)]
    enum StrayClock(case: &GapCase<'_>) {
        /// The time precedes the first move.
        BeforeMoves => "the time {text} precedes the first move; it was skipped",
            "消費時間{text}が最初の指し手より前にある。読み飛ばした", text = case.quoted();
        /// The time is the second one of its move.
        Second => "the move has a second time, {text}; it was skipped",
            "1つの指し手に2つ目の消費時間{text}がある。読み飛ばした", text = case.quoted();
        /// An invalid value of JKF.
        Value(value: ValueGap) = value.message(case);
    }
}

/// A variation whose branching point cannot be found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParentGap {
    /// The reason why the branching point cannot be found.
    pub why: NoParent,
    /// The number of the variation's moves or numbered lines, all of which are lost; `None` for USEN.
    pub lost: Option<(u32, Unit)>,
}

gaps! {
    /// The reason why the branching point of a variation cannot be found.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum NoParent {
        /// The record has too many variations to search for the branching point.
        TooMany => "this record has too many variations to find the branching point of this one",
            "変化が多すぎて、この変化の分岐元を探せない";
        /// The 変化 line does not state the ply that the variation replaces.
        NoNumber => "this line does not state which ply it replaces", "何手目の変化かが書かれていない";
        /// No line reaches this ply.
        PlyNotReached(number: u32) => "no line reaches ply {number}", "{number}手目に達する手順がない", number;
        /// The main line does not reach this ply, and the variation cannot become the main line.
        AfterMainLine(number: u32) => "the main line ends before ply {number}, so there is no ply to replace",
            "本譜は{number}手目の前で終わり、置き換える手がない", number;
        /// No line of USEN has a position after this number of plies.
        NoPositionAfter(plies: u32) =>
            "no line has a position after ply {plies}; the line that begins there was skipped",
            "{plies}手目の後の局面のある手順がない。そこから始まる手順は読み飛ばした", plies;
    }

    /// Extra text after a token. The variants are the kinds of the token.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum TextAfter(case: &GapCase<'_>) {
        /// The numbered line of KIF with this number.
        Number(number: u32) => "{text} after number {number} was skipped",
            "{number}手目の後の{text}は読み飛ばした", text = case.quoted(), number;
        /// A move of KI2.
        Move => "{text} after this move was skipped",
            "この指し手の後の{text}は読み飛ばした", text = case.quoted();
        /// A move of CSA on the same line.
        MoveOfCsa => "{text} follows the move on the same line; it was skipped",
            "同じ行の指し手の後に{text}がある。読み飛ばした", text = case.quoted();
        /// A position of SFEN: text in place of the number of the next move.
        Position => "{text} is not the number of the next move; read as a comment",
            "{text}は次の手の番号でない。コメントとして読む", text = case.quoted();
        /// An end of CSA on the same line.
        EndOfCsa => "{text} follows the result on the same line; it was skipped",
            "同じ行の終局の後に{text}がある。読み飛ばした", text = case.quoted();
    }
}

impl GapKind {
    /// Returns the gap for a header with a second value.
    pub(crate) fn repeated_header(name: &str, first: &str, second: &str) -> Self {
        Self::RepeatedHeader {
            name: name.to_owned(),
            first: first.trim().to_owned(),
            second: second.trim().to_owned(),
        }
    }
}

// Messages that are built from several templates.

impl DestroyedExtent {
    fn message(self) -> Message {
        let unit = match self.unit {
            Unit::Moves => both("moves", "手"),
            Unit::Lines => both("lines", "行"),
            Unit::Values => both("values", "項目"),
        };
        let board_too = self.board.then_some(both(
            "; the start position is also unreadable, so the record was not checked",
            "。開始局面の盤面も読めないため、この棋譜は判定しなかった",
        ));
        message!(
            "{destroyed} of the {all} {unit} of this record are damaged or unreadable, the first here; this replaces {summed_up} about single places{board_too}",
            "この棋譜の{all}{unit}のうち{destroyed}{unit}が壊れているか読めない（最初の1か所はここ）。箇所ごとの指摘{summed_up}件をまとめた{board_too}",
            destroyed = self.destroyed,
            all = self.all,
            unit,
            summed_up = Count(self.summed_up, "finding"),
            board_too
        )
    }
}

impl Extent {
    /// Returns the number of bytes, places or lines.
    pub(crate) const fn count(self) -> u64 {
        match self {
            Self::Bytes(count) => count,
            Self::Places(count) | Self::InComments(count) => count as u64,
        }
    }

    const fn is_in_comments(self) -> bool {
        matches!(self, Self::InComments(_))
    }

    pub(crate) const fn is_here(self) -> bool {
        matches!(self, Self::Bytes(_))
    }

    /// Returns the number with its unit, as in “3 bytes”.
    fn message(self) -> Message {
        if self.is_here() {
            message!("{bytes}", "{bytes}バイト", bytes = Count(self.count(), "byte"))
        } else {
            message!("{places}", "{places}か所", places = Count(self.count(), "place"))
        }
    }
}

impl PlyGap {
    fn is_too_large(&self) -> bool {
        matches!(self, Self::Skipped { number, .. } | Self::BeginsWith(number) if *number > MAX_PLY_NUMBER)
    }
}

impl ParentGap {
    fn message(self) -> Message {
        let lost_part = self.lost.map(|(count, unit)| {
            let (noun, unit) = match unit {
                Unit::Moves => ("move", "手"),
                Unit::Lines | Unit::Values => ("numbered line", "行"),
            };
            message!(
                "; left out and not checked: {count}",
                "。この変化の{count}{unit}は読み飛ばし、判定しなかった",
                count = Count(count, noun),
                unit
            )
        });
        self.why.message().followed_by(lost_part)
    }
}

gaps! {
    /// The part of an opening book that occurs twice.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum BookRepeat {
        /// A position with its number that directly follows the same position.
        Position => "the same position precedes this one, so that programs may find only one of them",
            "直前の局面と同じである。ソフトは一方の局面しか見つけないことがある";
        /// A move of a position.
        Move => "this position already has this move; programs add their counts and use the last value",
            "この局面にはすでに同じ手がある。ソフトは回数を足し、最後の評価値を使う";
    }

    /// The reason why programs do not find a position in the file of a book. A book that is read as a whole is not concerned.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    enum BookOrder {
        /// The positions are not in the order of their bytes from here on.
        Unsorted =>
            "the positions are not in the order of their bytes from here on, so programs that search in the file do not find all of them, and repeated positions are reported only if they follow each other",
            "ここから局面がバイトの順に並んでいない。ファイルの中で検索するソフトは一部の局面を見つけられない。同じ局面も隣り合うときだけ指摘する";
        /// The position is spelled in another way than programs spell it. The value is their spelling.
        Spelling(expected: String) =>
            "programs spell this position {expected}, so programs that search in the file do not find it",
            "ソフトはこの局面を{expected}と書くので、ファイルの中で検索するソフトはこの局面を見つけられない",
            expected = in_quotes(expected);
    }
}
