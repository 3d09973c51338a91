//! Rules about lines, moves and variations that cannot be read or are irregular.

use super::{archives, checking, clocks, encoding, headers, json, written};
use crate::finding::{Count, Finding, Message, Rule, Severity, Words, both, message, rules};
use crate::notation::damage::{in_quotes, shortened};
use crate::record::gap::{
    BoardGap, BrokenMove, ClockGap, Destroyed, LineGap, NoMove, NoParent, NoRecord, OddGame, ParentGap,
    PlyGap, StrayClock, TextAfter, TokenGap, Unit, WordGap, WrongValue,
};
use crate::record::{GapKind, HeaderKey, LARGEST_NUMBER, MOST_MOVES};
use crate::referee::cases::GapCase;
use crate::shogi::{Color, PieceKind, Square};

rules! {
    UNREADABLE_RECORD = "unreadable-record", RecordError, Reading, "no record found", "棋譜が見つからない";
    OTHER_GAME = "other-game", RecordError, Reading, "a record of another game", "将棋（本将棋）でない棋譜";
    MOSTLY_UNREADABLE = "mostly-unreadable", RecordError, Reading,
        "a mostly unreadable record", "大半が読めない棋譜";
    UNREADABLE_LINE = "unreadable-line", RecordError, Reading, "a line that cannot be read", "読めない行";
    BAD_TOKEN = "bad-token", RecordError, Reading, "a move that cannot be read", "読めない指し手";
    PLY_GAP = "ply-gap", Doubt, Notation, "a gap in the move numbers", "手数が飛んでいる";
    PLY_REPEAT = "ply-repeat", Doubt, Notation, "a repeated move number", "手数が重複している";
    UNKNOWN_TERMINAL = "unknown-terminal", Doubt, Reading, "an unknown word for the result", "不明な終局語句";
    UNREADABLE_RESULT = "unreadable-result", Doubt, Reading,
        "a result that cannot be read", "読めない結果の行";
    UNREADABLE_CLOCK = "unreadable-clock", Doubt, Clocks, "a time that cannot be read", "読めない消費時間";
    VARIATION_WITHOUT_PARENT = "variation-without-parent", RecordError, Notation,
        "a variation without a branching point", "分岐元のない変化";
    AMBIGUOUS_BRANCH = "ambiguous-branch", Notice, Notation,
        "a variation that fits two lines", "分岐元の曖昧な変化";
    TEXT_AFTER_MOVE = "text-after-move", Doubt, Notation, "text after a move", "指し手の後の余分な文字";
    SIDE_MARK_MISSING = "side-mark-missing", Doubt, Notation, "moves without ▲ and △", "手番の記号がない";
    REMOVAL_MISMATCH = "removal-mismatch", RecordError, Starts,
        "a piece to remove that is not on its square", "取り除く駒がない";
    STRAY_CLOCK = "stray-clock", Doubt, Clocks, "a time without a move", "指し手のない消費時間";
    NO_MOVES = "no-moves", Doubt, Starts, "a record without moves", "指し手のない棋譜";
}

/// The rule that reports a gap, and its message.
pub(in crate::referee) fn of_gap(case: &GapCase<'_>) -> (&'static Rule, Message) {
    match case.kind() {
        GapKind::UnreadableRecord(why) => (&UNREADABLE_RECORD, unreadable_record(*why)),
        GapKind::OtherGame(game) => (&OTHER_GAME, other_game(game)),
        GapKind::MostlyUnreadable(of) => (&MOSTLY_UNREADABLE, mostly_unreadable(*of)),
        GapKind::UnreadableLine(gap) => (&UNREADABLE_LINE, unreadable_line(case, *gap)),
        GapKind::UnreadableJson(why) => (&json::UNREADABLE_JSON, json::unreadable_json(why)),
        GapKind::SchemaError { value, .. } => (&json::SCHEMA_ERROR, case.value(value)),
        GapKind::BadToken(gap) => (&BAD_TOKEN, bad_token(case, gap)),
        GapKind::DamagedBytes { extent, encoding, .. } => (
            &encoding::DAMAGED_BYTES,
            encoding::damaged_bytes(*extent, encoding),
        ),
        GapKind::ControlCharacter(extent) => {
            (&encoding::CONTROL_CHARACTER, encoding::control_character(*extent))
        }
        GapKind::ReplacementCharacter(extent) => (
            &encoding::REPLACEMENT_CHARACTER,
            encoding::replacement_character(*extent),
        ),
        GapKind::EncodingMismatch { declared, actual } => (
            &encoding::ENCODING_MISMATCH,
            encoding::encoding_mismatch(declared.as_deref(), actual),
        ),
        GapKind::UnknownEncoding { declared, actual } => (
            &encoding::UNKNOWN_ENCODING,
            encoding::unknown_encoding(declared, actual),
        ),
        GapKind::DoubleEncoded(lines) => (&encoding::DOUBLE_ENCODED, encoding::double_encoded(*lines)),
        GapKind::ExtensionMismatch {
            extension,
            named,
            found,
        } => (
            &encoding::EXTENSION_MISMATCH,
            encoding::extension_mismatch(extension, *named, *found),
        ),
        GapKind::PlyGap(gap) => (&PLY_GAP, ply_gap(case, *gap)),
        GapKind::PlyRepeat(number) => (&PLY_REPEAT, ply_repeat(case, *number)),
        GapKind::EndNumber { number, due } => (&PLY_REPEAT, end_number(case, *number, *due)),
        GapKind::DoubtfulSame => (&written::DOUBTFUL_SAME, doubtful_same()),
        GapKind::UnknownTerminal(gap) => (&UNKNOWN_TERMINAL, unknown_terminal(case, gap)),
        GapKind::UnknownHandicap(gap) => (&headers::UNKNOWN_HANDICAP, headers::unknown_handicap(case, gap)),
        GapKind::UnreadableResult => (&UNREADABLE_RESULT, unreadable_result(case)),
        GapKind::UnreadableBoard(gap) => (&headers::UNREADABLE_BOARD, headers::unreadable_board(case, gap)),
        GapKind::UnreadableClock(gap) => (&UNREADABLE_CLOCK, unreadable_clock(case, gap)),
        GapKind::ClockNegative(gap) => (&clocks::CLOCK_NEGATIVE, clocks::negative_time(case, gap)),
        GapKind::ImpossibleDate(date) => (&headers::IMPOSSIBLE_DATE, headers::impossible_date(date)),
        GapKind::UnreadableDate(date, why) => {
            (&headers::UNREADABLE_DATE, headers::unreadable_date(date, why))
        }
        GapKind::VariationWithoutParent(gap) => (&VARIATION_WITHOUT_PARENT, variation_without_parent(*gap)),
        GapKind::AmbiguousBranch => (&AMBIGUOUS_BRANCH, ambiguous_branch(case)),
        GapKind::TextAfterMove(after) => (&TEXT_AFTER_MOVE, text_after_move(case, *after)),
        GapKind::HalfWidthColon(key) => (&headers::HALF_WIDTH_COLON, headers::half_width_colon(key)),
        GapKind::SideMarkMissing => (&SIDE_MARK_MISSING, side_mark_missing()),
        GapKind::StartMissing => (&headers::START_MISSING, start_missing()),
        GapKind::TurnMissing(taken) => (&headers::TURN_MISSING, headers::turn_missing(case, taken)),
        GapKind::UnknownVersion => (&headers::UNKNOWN_VERSION, headers::unknown_version(case)),
        &GapKind::RemovalMismatch { square, named, there } => {
            (&REMOVAL_MISMATCH, removal_mismatch(square, named, there))
        }
        GapKind::StrayClock(stray) => (&STRAY_CLOCK, stray_clock(case, stray)),
        GapKind::Archive(gap) => archives::of_archive(gap),
        GapKind::InternalError(what) => (&checking::INTERNAL_ERROR, checking::internal_error(what)),
        GapKind::NoMoves { .. } => (&NO_MOVES, no_moves()),
    }
}

/// Adds to the finding of a gap what its message does not state.
pub(in crate::referee) fn complete(case: &GapCase<'_>, finding: &mut Finding) {
    match case.kind() {
        GapKind::SchemaError { value, costs_game } => {
            finding.severity = match value.what {
                WrongValue::UnknownKey(_) => Severity::Note,
                _ if *costs_game => Severity::Error,
                _ => Severity::Warning,
            };
        }
        GapKind::DamagedBytes { stray: true, .. } | GapKind::UnreadableBoard(BoardGap::Disputed(_)) => {
            finding.severity = Severity::Warning;
        }
        // Where the replay does not come to, only the text tells the side.
        GapKind::BadToken(TokenGap::NoMove(why)) if is_of_csa(*why) => {
            finding.moved = Some(case.text().to_owned());
            finding.seat = match case.text().chars().next() {
                Some('+') => Some(Color::Black.into()),
                Some('-') => Some(Color::White.into()),
                _ => {
                    finding.moved = Some(shortened(case.text()));
                    None
                }
            };
        }
        GapKind::BadToken(TokenGap::NoMove(_) | TokenGap::NoMoveOf(_) | TokenGap::NoBattleResult) => {
            finding.moved = Some(shortened(case.text()));
        }
        // What is said of a name is said of the value of its header.
        GapKind::UnknownHandicap(_) => {
            let mut headers = case.record.headers.iter();
            let header = headers.find(|it| it.key == HeaderKey::Handicap && Some(it.span) == case.gap.span);
            if let Some(header) = header {
                finding.span = Some(case.record.value_span(header));
            }
        }
        // A position that is drawn is worth keeping without any.
        GapKind::NoMoves { has_position: true } => {
            finding.severity = Severity::Note;
            finding.quiet = true;
        }
        _ => {}
    }
}

fn end_number(case: &GapCase<'_>, number: u32, due: u32) -> Message {
    message!(
        "{end} has number {number}, expected {due}; read as the end of this line",
        "{end}の番号が{due}でなく{number}である。この手順の終わりとして読む",
        end = case.quoted(),
        number,
        due
    )
}

fn doubtful_same() -> Message {
    message!(
        "同 (the same square) has no previous move to refer to",
        "「同」が指す直前の指し手がない",
    )
}

fn unreadable_result(case: &GapCase<'_>) -> Message {
    message!(
        "the result cannot be read from {text}",
        "{text}から勝敗を読み取れない",
        text = case.quoted()
    )
}

fn ambiguous_branch(case: &GapCase<'_>) -> Message {
    message!(
        "this variation fits after ply {plies} of both the main line and the previous line; read as a variation of the main line",
        "この変化は{plies}手目の後で本譜からも直前の手順からも指せる。本譜の変化として読む",
        plies = case.text()
    )
}

fn side_mark_missing() -> Message {
    message!(
        "this move has neither ▲ nor △ (further moves like this are not listed)",
        "指し手に▲も△もない（以後の同様の指し手は省略）",
    )
}

fn start_missing() -> Message {
    message!(
        "the start position is missing; read as the even start",
        "開始局面の行がない。平手として読む",
    )
}

fn no_moves() -> Message {
    message!(
        "this record has neither moves nor a result",
        "この棋譜には指し手も結果もない",
    )
}

fn unreadable_record(why: NoRecord) -> Message {
    match why {
        NoRecord::NoText => message!(
            "this is not text, so no record can be read",
            "テキストでないので、棋譜を読めない",
        ),
        NoRecord::NoMember => message!(
            "this archive contains no game record",
            "このアーカイブには棋譜がない",
        ),
        NoRecord::Empty => message!("the file is empty", "ファイルが空である"),
        NoRecord::Nothing => message!(
            "no move, position or result found in any format that `kifu formats` lists; if the encoding is the reason, specify it with `--encoding`",
            "`kifu formats` に示す形式の指し手、局面、結果が見つからない。文字コードが原因なら `--encoding` で指定する",
        ),
        NoRecord::Destroyed(places) => message!(
            "no record can be read: the characters are damaged in {places}; if the encoding is the reason, specify it with `--encoding`",
            "文字が{places}か所で壊れており、棋譜を読めない。文字コードが原因なら `--encoding` で指定する",
            places = Count(places, "place")
        ),
        NoRecord::Lost => message!(
            "no record can be read: the characters were lost in an earlier conversion",
            "以前の変換で文字が失われており、棋譜を読めない",
        ),
        NoRecord::NoObject => message!(
            "this JSON contains no game record, because it has no object",
            "このJSONにはオブジェクトがなく、棋譜がない",
        ),
        NoRecord::NoJkf => message!(
            "this JSON is not a JKF record: its object has neither `moves` nor `header` nor `initial`",
            "このJSONはJKFの棋譜でない。オブジェクトに `moves` も `header` も `initial` もない",
        ),
    }
}

fn other_game(game: &OddGame) -> Message {
    match game {
        OddGame::Named(name) => message!(
            "this is a record of {game}, not of shogi; it was not checked",
            "{game}の棋譜で、将棋（本将棋）でないため、判定しなかった",
            game = in_quotes(name)
        ),
        &OddGame::InFileOfOther(game) => message!(
            "a record of {game} begins here, in a file of another game; it was not checked",
            "別の競技のファイルの途中から{game}の棋譜が始まるため、判定しなかった",
            game
        ),
        OddGame::Board { files, ranks } => message!(
            "the board has {files} files and {ranks} ranks, so this is not shogi; it was not checked",
            "盤が{files}筋×{ranks}段で、将棋（本将棋）でないため、判定しなかった",
            files,
            ranks
        ),
    }
}

fn mostly_unreadable(of: Destroyed) -> Message {
    let unit = match of.unit {
        Unit::Moves => both("moves", "手"),
        Unit::Lines => both("lines", "行"),
        Unit::Values => both("values", "項目"),
    };
    let board_too = of.board.then_some(both(
        "; the start position is also unreadable, so the record was not checked",
        "。開始局面の盤面も読めないため、この棋譜は判定しなかった",
    ));
    message!(
        "{destroyed} of the {all} {unit} of this record are damaged or unreadable, the first here; this replaces {summed_up} about single places{board_too}",
        "この棋譜の{all}{unit}のうち{destroyed}{unit}が壊れているか読めない（最初の1か所はここ）。箇所ごとの指摘{summed_up}件をまとめた{board_too}",
        destroyed = of.destroyed,
        all = of.all,
        unit,
        summed_up = Count(of.summed_up, "finding"),
        board_too
    )
}

fn unreadable_line(case: &GapCase<'_>, gap: LineGap) -> Message {
    // A line that is quoted is shortened twice: what stands for a control character counts.
    let first = in_quotes(&shortened(case.text()));
    let text = case.quoted();
    let late = |what: Words| {
        message!(
            "{text}, {what}, follows the first move; it was skipped",
            "{what}{text}が最初の指し手より後にある。読み飛ばした",
            text = case.quoted(),
            what
        )
    };
    match gap {
        LineGap::Lines(1) => message!(
            "this line cannot be read: {first}",
            "この行は読めない：{first}",
            first
        ),
        LineGap::Lines(lines) => message!(
            "these {lines} lines cannot be read; the first is {first}",
            "この{lines}行は読めない。最初の行は{first}",
            lines,
            first
        ),
        LineGap::LateStart => late(both("a start position line", "開始局面の行")),
        LineGap::LateTurn => late(both("a side-to-move line", "手番の行")),
        LineGap::LateVersion => late(both("a version line", "バージョンの行")),
        LineGap::SecondTurn { before, now } => message!(
            "an earlier line gives {before} the first move, this one {now}; this one was used",
            "前の手番の行では{before}からである。この行に従い{now}からとする",
            before,
            now
        ),
        LineGap::MovesAfterPosition => message!(
            "moves follow the position, as in USI; they were skipped: {text}",
            "局面の後にUSIのような指し手がある。読み飛ばした：{text}",
            text
        ),
        LineGap::OutsideObject => message!(
            "{text} is outside the object of the record; it was skipped",
            "棋譜のオブジェクトの外に{text}がある。読み飛ばした",
            text
        ),
    }
}

fn bad_token(case: &GapCase<'_>, gap: &TokenGap) -> Message {
    match gap {
        TokenGap::Broken(why) => message!(
            "unreadable move: {why}",
            "読めない指し手：{why}",
            why = broken(*why)
        ),
        TokenGap::NoMove(why) => message!(
            "{text} is not a move: {why}",
            "{text}は指し手でない：{why}",
            why = no_move(*why, case.text()),
            text = case.quoted()
        ),
        TokenGap::NoMoveOf(game) => message!(
            "{text} is not a move of {game}",
            "{text}は{game}の指し手でない",
            text = case.quoted(),
            game = game.words
        ),
        TokenGap::NoBattleResult => message!(
            "{text} lacks a battle result: expected `>` (the mover wins), `<` (the mover loses) or `=` (both are removed)",
            "{text}に戦いの結果がない。`>`（動いた駒の勝ち）、`<`（負け）、`=`（相打ち）のいずれかが必要である",
            text = case.quoted()
        ),
        TokenGap::NoPlies { as_zero } => message!(
            "{text} is not a number of plies{made}",
            "{text}は手数でない{made}",
            text = case.quoted(),
            made = if *as_zero {
                both("; read as 0", "。0として読む")
            } else {
                both("; the line was skipped", "。この手順は読み飛ばした")
            }
        ),
        TokenGap::Value(value) => case.value(value),
        TokenGap::TooMany(count) => message!(
            "not read: {count} from here on; a record can have at most {MOST_MOVES} moves, variations included",
            "ここからの{count}手は読んでいない。1局の指し手は変化を含めて{MOST_MOVES}手までである",
            count = Count(*count, "move")
        ),
    }
}

/// Why something that looks like a move of KIF or KI2 is none.
const fn broken(why: BrokenMove) -> Words {
    match why {
        BrokenMove::Nothing => both(
            "neither a move nor a word follows the number",
            "番号の後に指し手も語もない",
        ),
        BrokenMove::Destroyed => both("its characters are damaged", "文字が壊れている"),
        BrokenMove::KanjiFile => both(
            "the file of the square must be an Arabic digit",
            "筋は算用数字でなければならない",
        ),
        BrokenMove::NoDestination => both("the destination is missing", "移動先のマスがない"),
        BrokenMove::NoFile => both("the square has no file", "マスの筋がない"),
        BrokenMove::NoRank => both("the square has no rank", "マスの段がない"),
        BrokenMove::OffBoard => both("the square is not on the board", "マスが盤上にない"),
        BrokenMove::NoPiece => both("the piece is missing", "駒の名前がない"),
        BrokenMove::NoSquare => both(
            "neither a square nor 同 follows the side mark",
            "手番の記号の後にマスも「同」もない",
        ),
        BrokenMove::DropWithOrigin => both(
            "打 (a drop) contradicts the origin square",
            "「打」と移動元のマスが矛盾する",
        ),
        BrokenMove::OriginOffBoard => both(
            "the origin in parentheses is not on the board",
            "括弧内の移動元が盤上にない",
        ),
        BrokenMove::DropWithWord => both(
            "打 (a drop) contradicts a word for a piece on the board",
            "「打」と盤上の駒を指す語が矛盾する",
        ),
        BrokenMove::ContraryWords => both(
            "two of its words contradict each other",
            "添えられた語が互いに矛盾する",
        ),
    }
}

/// Whether a statement of CSA is no move for this reason.
const fn is_of_csa(why: NoMove) -> bool {
    matches!(
        why,
        NoMove::CsaLength | NoMove::CsaOrigin | NoMove::CsaDestination | NoMove::CsaPiece
    )
}

/// Why this text is no move.
fn no_move(why: NoMove, text: &str) -> Message {
    let part = |from, to| in_quotes(text.get(from..to).unwrap_or(text));
    match why {
        NoMove::Usi => message!(
            "expected two squares (7g7f) or a piece and a square (P*5e)",
            "2つのマス（7g7f）か、駒とマス（P*5e）が必要である",
        ),
        NoMove::Usen => message!(
            "expected three digits or lowercase letters",
            "数字か英小文字の3文字が必要である",
        ),
        NoMove::UsenPlace => message!(
            "its number is neither a square nor a piece in hand",
            "番号がマスも持駒も示さない",
        ),
        NoMove::UsenPromotedDrop => message!(
            "its number means a drop with promotion",
            "番号が、打って成る手を示している",
        ),
        NoMove::CsaLength => message!(
            "expected a sign, two squares and a two-letter piece",
            "符号、2つのマス、駒の2文字が必要である",
        ),
        NoMove::CsaOrigin => message!(
            "{part} is neither a square nor `00` (the hand)",
            "{part}はマスでも、持駒を示す「00」でもない",
            part = part(1, 3)
        ),
        NoMove::CsaDestination => message!("{part} is not a square", "{part}はマスでない", part = part(3, 5)),
        NoMove::CsaPiece => message!("{part} is not a piece", "{part}は駒でない", part = part(5, 7)),
    }
}

fn ply_gap(case: &GapCase<'_>, gap: PlyGap) -> Message {
    match gap {
        PlyGap::Skipped { number, .. } | PlyGap::BeginsWith(number) if number > LARGEST_NUMBER => {
            let most = LARGEST_NUMBER;
            let number = in_quotes(case.text().split_whitespace().next().unwrap_or_default());
            message!(
                "move number {number} is larger than {most}; the move was read with the expected number",
                "番号{number}は{most}を超えている。本来の番号の指し手として読む",
                number,
                most
            )
        }
        PlyGap::Skipped { number, before } => message!(
            "move number {number} follows {before}; moves may be missing in between",
            "{before}手目の次が{number}手目である。間の指し手が抜けているおそれがある",
            number,
            before
        ),
        PlyGap::Announced { announced, number } => message!(
            "the 変化 line announces move {announced}, but the first move after it is {number}; read as a variation from move {number}",
            "「変化」の行では{announced}手目からだが、最初の指し手は{number}手目である。{number}手目からの変化として読む",
            announced,
            number
        ),
        PlyGap::BeginsWith(0) => message!(
            "the first move number is 0, not 1; 1 was added to every number",
            "最初の番号が1でなく0である。すべての番号に1を足して読む"
        ),
        PlyGap::BeginsWith(number) => message!(
            "the first move number is {number}, not 1; moves may be missing before it",
            "最初の番号が1でなく{number}である。その前の指し手が抜けているおそれがある",
            number
        ),
    }
}

fn ply_repeat(case: &GapCase<'_>, number: u32) -> Message {
    if !case.record.is_shogi() {
        return message!(
            "move number {number} was already used; if another game begins here, it requires its own headers",
            "{number}手目はすでにある。ここから別の対局が始まるなら、そのヘッダーが必要である",
            number
        );
    }
    message!(
        "move number {number} was already used, and no 変化 line precedes it; read as a variation from move {number}",
        "{number}手目はすでにあり、前に「変化」の行もない。{number}手目からの変化として読む",
        number
    )
}

fn unknown_terminal(case: &GapCase<'_>, gap: &WordGap) -> Message {
    let text = case.quoted();
    match gap {
        WordGap::Word(word) => message!(
            "{word} is not a known result; the line ends here",
            "{word}は不明な終局語句である。手順はここで終わる",
            word = in_quotes(word)
        ),
        WordGap::Code => message!(
            "{text} is not a result of CSA; kept as the end of the game",
            "{text}はCSAの終局語句でない。終局として残した",
            text
        ),
        WordGap::Letter => message!(
            "{text} is not a result of USEN; kept as the end of the line",
            "{text}はUSENの終局の文字でない。手順の終わりとして残した",
            text
        ),
        WordGap::Value(value) => case.value(value),
    }
}

fn unreadable_clock(case: &GapCase<'_>, gap: &ClockGap) -> Message {
    let text = case.quoted();
    match gap {
        ClockGap::Kif => message!(
            "{text} is not a time of the form ( m:ss/hh:mm:ss); the move was read without it",
            "{text}は「( m:ss/hh:mm:ss)」の形の時間でない。指し手だけを読む",
            text
        ),
        ClockGap::Csa => message!(
            "{text} is not a number of seconds; the time of this move is unknown",
            "{text}は秒数でない。この手の消費時間は不明とする",
            text
        ),
        ClockGap::TooLong => message!(
            "the time {text} is too long; the time of this move is unknown",
            "{text}は長すぎる。この手の消費時間は不明とする",
            text
        ),
        ClockGap::Value(value) => case.value(value),
    }
}

fn variation_without_parent(ParentGap { why, lost }: ParentGap) -> Message {
    let cost = lost.map(|(count, unit)| {
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
    let why = match why {
        NoParent::TooMany => message!(
            "this record has too many variations to find the branching point of this one",
            "変化が多すぎて、この変化の分岐元を探せない",
        ),
        NoParent::NoNumber => message!(
            "this line does not state which ply it replaces",
            "何手目の変化かが書かれていない",
        ),
        NoParent::Beyond(number) => message!(
            "no line reaches ply {number}",
            "{number}手目に達する手順がない",
            number
        ),
        NoParent::NothingAfter(plies) => message!(
            "no line has a position after ply {plies}; the line that begins there was skipped",
            "{plies}手目の後の局面のある手順がない。そこから始まる手順は読み飛ばした",
            plies
        ),
    };
    why.followed_by(cost)
}

fn text_after_move(case: &GapCase<'_>, after: TextAfter) -> Message {
    let text = case.quoted();
    let on_line = |before: Words| {
        message!(
            "{text} follows {before} on the same line; it was skipped",
            "同じ行の{before}の後に{text}がある。読み飛ばした",
            text = case.quoted(),
            before
        )
    };
    match after {
        TextAfter::Number(number) => message!(
            "{text} after number {number} was skipped",
            "{number}手目の後の{text}は読み飛ばした",
            text,
            number
        ),
        TextAfter::Move => message!(
            "{text} after this move was skipped",
            "この指し手の後の{text}は読み飛ばした",
            text
        ),
        TextAfter::MoveOfCsa => on_line(both("the move", "指し手")),
        TextAfter::EndOfCsa => on_line(both("the result", "終局")),
    }
}

fn removal_mismatch(square: Square, named: PieceKind, there: Option<PieceKind>) -> Message {
    match there {
        None => message!(
            "`PI` removes a {named} from {square}, but there is no piece on it",
            "「PI」は{square}の{named}を取り除くが、そこに駒はない",
            named,
            square
        ),
        Some(there) => message!(
            "`PI` removes a {named} from {square}, but the piece there is a {there}; the {there} was removed",
            "「PI」は{square}の{named}を取り除くが、そこにあるのは{there}である。{there}を取り除いた",
            named,
            there,
            square
        ),
    }
}

fn stray_clock(case: &GapCase<'_>, stray: &StrayClock) -> Message {
    match stray {
        StrayClock::BeforeMoves => message!(
            "the time {text} precedes the first move; it was skipped",
            "消費時間{text}が最初の指し手より前にある。読み飛ばした",
            text = case.quoted()
        ),
        StrayClock::Second => message!(
            "the move has a second time, {text}; it was skipped",
            "1つの指し手に2つ目の消費時間{text}がある。読み飛ばした",
            text = case.quoted()
        ),
        StrayClock::Value(value) => case.value(value),
    }
}
