//! Rules about input that could not be read: archives, bytes, lines, moves, headers and boards.

use super::{checking, clocks};
use crate::finding::{Finding, Message, Rule, Severity, message, rules, shortened};
use crate::record::gap::{ArchiveGap, BoardGap, DateGap, GapCase, TextAfter, TokenGap, WrongValue};
use crate::record::{GapKind, HeaderKey};
use crate::shogi::{Color, PieceKind, Position, Square};

rules! {
    READING:
    UNREADABLE_RECORD = "unreadable-record", RecordError, Reading, "no record found", "棋譜が見つからない";
    OTHER_GAME = "other-game", RecordError, Reading, "a record of another game", "将棋（本将棋）でない棋譜";
    MOSTLY_UNREADABLE = "mostly-unreadable", RecordError, Reading,
        "a mostly unreadable record", "大半が読めない棋譜";
    UNREADABLE_LINE = "unreadable-line", RecordError, Reading, "a line that cannot be read", "読めない行";
    UNREADABLE_JSON = "unreadable-json", RecordError, Reading, "invalid JSON", "壊れたJSON";
    SCHEMA_ERROR = "schema-error", Doubt, Notation, "a value that the format does not allow", "形式の違反";
    BAD_TOKEN = "bad-token", RecordError, Reading, "a move that cannot be read", "読めない指し手";
    DAMAGED_BYTES = "damaged-bytes", RecordError, Reading, "damaged bytes", "壊れた文字";
    CONTROL_CHARACTER = "control-character", Doubt, Reading, "control characters", "制御文字";
    REPLACEMENT_CHARACTER = "replacement-character", Doubt, Reading,
        "characters lost in an earlier conversion", "失われた文字";
    ENCODING_MISMATCH = "encoding-mismatch", Doubt, Notation,
        "a wrong encoding declaration", "文字コードの宣言違い";
    UNKNOWN_ENCODING = "unknown-encoding", Doubt, Notation, "an unknown encoding", "不明な文字コードの宣言";
    DOUBLE_ENCODED = "double-encoded", RecordError, Reading, "text encoded twice", "二重に変換された文字";
    EXTENSION_MISMATCH = "extension-mismatch", Notice, Notation,
        "a file extension of another format", "拡張子違い";
    PLY_GAP = "ply-gap", Doubt, Notation, "a gap in the move numbers", "手数が飛んでいる";
    PLY_NUMBER = "ply-number", Doubt, Notation, "a wrong move number", "手数の番号が違う";
    PLY_REPEAT = "ply-repeat", Doubt, Notation, "a repeated move number", "手数が重複している";
    DOUBTFUL_SAME = "doubtful-same", RecordError, Notation,
        "同 without a previous move", "同の前に指し手がない";
    UNKNOWN_TERMINAL = "unknown-terminal", Doubt, Reading, "an unknown word for the result", "不明な終局語句";
    HEADER_REPEATED = "header-repeated", Doubt, Notation, "a header given twice", "ヘッダーの重複";
    UNKNOWN_HANDICAP = "unknown-handicap", Doubt, Reading, "an unknown handicap", "不明な手合割";
    UNREADABLE_RESULT = "unreadable-result", Doubt, Reading,
        "a result that cannot be read", "読めない結果の行";
    UNREADABLE_BOARD = "unreadable-board", RecordError, Reading,
        "a board that cannot be read", "読めない盤面図";
    UNREADABLE_CLOCK = "unreadable-clock", Doubt, Clocks, "a time that cannot be read", "読めない消費時間";
    IMPOSSIBLE_DATE = "impossible-date", Doubt, Notation, "a date that does not exist", "存在しない日付";
    UNREADABLE_DATE = "unreadable-date", Doubt, Reading, "a date that cannot be read", "読めない日付";
    VARIATION_WITHOUT_PARENT = "variation-without-parent", RecordError, Notation,
        "a variation without a branching point", "分岐元のない変化";
    QUOTED_LINES = "quoted-lines", Doubt, Notation, "lines quoted from a mail or web page", "引用された行";
    EMPTY_VARIATION = "empty-variation", Doubt, Notation, "a variation without moves", "指し手のない変化";
    AMBIGUOUS_BRANCH = "ambiguous-branch", Notice, Notation,
        "a variation that fits two lines", "分岐元の曖昧な変化";
    TEXT_AFTER_MOVE = "text-after-move", Doubt, Notation, "text after a move or a position", "指し手や局面の後の余分な文字";
    HALF_WIDTH_COLON = "half-width-colon", Notice, Notation, "a half-width colon in a header", "半角コロン";
    SIDE_MARK_MISSING = "side-mark-missing", Doubt, Notation, "moves without ▲ and △", "手番の記号がない";
    START_MISSING = "start-missing", Doubt, Starts, "no start position", "開始局面がない";
    TURN_MISSING = "turn-missing", Doubt, Starts, "no side to move", "手番がない";
    UNKNOWN_VERSION = "unknown-version", Notice, Notation, "an unknown version", "不明なバージョン";
    REMOVAL_MISMATCH = "removal-mismatch", RecordError, Starts,
        "a piece to remove that is not on its square", "取り除く駒がない";
    STRAY_CLOCK = "stray-clock", Doubt, Clocks, "a time without a move", "指し手のない消費時間";
    NO_MOVES = "no-moves", Doubt, Starts, "a record without moves", "指し手のない棋譜";
    BOOK_REPEAT = "book-repeat", Doubt, Notation,
        "a position or a move that a book has twice", "定跡の局面や指し手の重複";
    BOOK_ORDER = "book-order", Notice, Notation,
        "a book in which programs cannot search", "ソフトが検索できない定跡";
    ARCHIVE_DAMAGED = "archive-damaged", RecordError, Reading, "a damaged archive", "壊れたアーカイブ";
    ARCHIVE_ENCRYPTED = "archive-encrypted", RecordError, Reading,
        "an encrypted archive", "暗号化されたアーカイブ";
    ARCHIVE_UNSUPPORTED = "archive-unsupported", RecordError, Reading,
        "an unsupported compression method", "対応していない圧縮方式";
    ARCHIVE_LIMIT = "archive-limit", RecordError, Reading,
        "an archive too large to read", "大きすぎるアーカイブ";
    ARCHIVE_NESTED = "archive-nested", RecordError, Reading,
        "an archive nested too deeply", "深く入れ子になったアーカイブ";
    ARCHIVE_LINK = "archive-link", Doubt, Reading, "a link in an archive", "アーカイブの中のリンク";
    ARCHIVE_IRREGULAR = "archive-irregular", Doubt, Reading,
        "an archive with an inconsistent structure", "構造に矛盾のあるアーカイブ";
}

/// Returns the rule that reports a gap.
pub(in crate::referee) fn rule(kind: &GapKind) -> &'static Rule {
    match kind {
        GapKind::UnreadableRecord(_) => &UNREADABLE_RECORD,
        GapKind::OtherGame(_) => &OTHER_GAME,
        GapKind::MostlyUnreadable(_) => &MOSTLY_UNREADABLE,
        GapKind::UnreadableLine(_) => &UNREADABLE_LINE,
        GapKind::UnreadableJson(_) => &UNREADABLE_JSON,
        GapKind::SchemaError { .. } => &SCHEMA_ERROR,
        GapKind::BadToken(_) => &BAD_TOKEN,
        GapKind::DamagedBytes { .. } => &DAMAGED_BYTES,
        GapKind::ControlCharacter(_) => &CONTROL_CHARACTER,
        GapKind::ReplacementCharacter(_) => &REPLACEMENT_CHARACTER,
        GapKind::EncodingMismatch { .. } => &ENCODING_MISMATCH,
        GapKind::UnknownEncoding { .. } | GapKind::OtherEncoding { .. } => &UNKNOWN_ENCODING,
        GapKind::DoubleEncoded(_) => &DOUBLE_ENCODED,
        GapKind::ExtensionMismatch { .. } => &EXTENSION_MISMATCH,
        GapKind::PlyGap(_) => &PLY_GAP,
        GapKind::PlyNumber { .. } => &PLY_NUMBER,
        GapKind::PlyRepeat { .. } | GapKind::EndNumber { .. } => &PLY_REPEAT,
        GapKind::DoubtfulSame | GapKind::OtherSquareThanSame { .. } => &DOUBTFUL_SAME,
        GapKind::UnknownTerminal(_) => &UNKNOWN_TERMINAL,
        GapKind::RepeatedHeader { .. } => &HEADER_REPEATED,
        GapKind::QuotedLines => &QUOTED_LINES,
        GapKind::EmptyVariation => &EMPTY_VARIATION,
        GapKind::UnknownHandicap(_) => &UNKNOWN_HANDICAP,
        GapKind::UnreadableResult => &UNREADABLE_RESULT,
        GapKind::UnreadableBoard(_) => &UNREADABLE_BOARD,
        GapKind::UnreadableClock(_) => &UNREADABLE_CLOCK,
        GapKind::ClockNegative(_) => &clocks::CLOCK_NEGATIVE,
        GapKind::ImpossibleDate(_) => &IMPOSSIBLE_DATE,
        GapKind::UnreadableDate(..) => &UNREADABLE_DATE,
        GapKind::VariationWithoutParent(_) => &VARIATION_WITHOUT_PARENT,
        GapKind::AmbiguousBranch | GapKind::BranchOfEarlierLine(_) => &AMBIGUOUS_BRANCH,
        GapKind::TextAfterMove(_) | GapKind::MoveAfterMove => &TEXT_AFTER_MOVE,
        GapKind::HalfWidthColon(_) | GapKind::UnknownKey(_) => &HALF_WIDTH_COLON,
        GapKind::SideMarkMissing => &SIDE_MARK_MISSING,
        GapKind::StartMissing | GapKind::StartInComment => &START_MISSING,
        GapKind::TurnMissing(_) => &TURN_MISSING,
        GapKind::UnknownVersion => &UNKNOWN_VERSION,
        GapKind::RemovalMismatch { .. } => &REMOVAL_MISMATCH,
        GapKind::StrayClock(_) => &STRAY_CLOCK,
        GapKind::InternalError(_) => &checking::INTERNAL_ERROR,
        GapKind::NoMoves { .. } => &NO_MOVES,
        GapKind::BookRepeat(_) => &BOOK_REPEAT,
        GapKind::BookOrder(_) => &BOOK_ORDER,
        GapKind::Archive(gap) => match gap {
            ArchiveGap::Torn | ArchiveGap::Checksum | ArchiveGap::Damaged => &ARCHIVE_DAMAGED,
            ArchiveGap::Encrypted => &ARCHIVE_ENCRYPTED,
            ArchiveGap::Unsupported(_) | ArchiveGap::NotBuilt(_) => &ARCHIVE_UNSUPPORTED,
            ArchiveGap::TooLarge(_) | ArchiveGap::ListTooLarge(_) | ArchiveGap::Bomb => &ARCHIVE_LIMIT,
            ArchiveGap::Nested => &ARCHIVE_NESTED,
            ArchiveGap::Link => &ARCHIVE_LINK,
            ArchiveGap::Irregular(_) => &ARCHIVE_IRREGULAR,
        },
    }
}

/// Sets the severity, side, move or span of a finding about a gap of a kind that determines these data.
/// Findings about other gaps are not changed.
pub(in crate::referee) fn add_details(case: &GapCase<'_>, finding: &mut Finding) {
    match &case.gap.kind {
        GapKind::SchemaError { value, costs_game } => {
            finding.severity = match value.what {
                WrongValue::UnknownKey(_) => Severity::Note,
                _ if *costs_game => Severity::Error,
                _ => Severity::Warning,
            };
        }
        GapKind::MoveAfterMove
        | GapKind::PlyRepeat {
            is_possible: false, ..
        } => {
            finding.severity = Severity::Error;
        }
        // The square was read, so the game goes on.
        GapKind::OtherSquareThanSame { .. } => finding.severity = Severity::Warning,
        GapKind::DamagedBytes { stray: true, .. } | GapKind::UnreadableBoard(BoardGap::AmbiguousCaret(_)) => {
            finding.severity = Severity::Warning;
        }
        // If the replay does not reach the token, only the text shows the side.
        GapKind::BadToken(TokenGap::NotAMove(reason)) if reason.is_of_csa() => {
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
        GapKind::BadToken(TokenGap::NotAMove(_) | TokenGap::NotAMoveOf(_) | TokenGap::NoBattleResult) => {
            finding.moved = Some(shortened(case.text()));
        }
        // A finding about a handicap name refers to the value of its header.
        GapKind::UnknownHandicap(_) => {
            let mut headers = case.record.headers.iter();
            let header = headers
                .find(|header| header.key == HeaderKey::Handicap && Some(header.span) == case.gap.span);
            if let Some(header) = header {
                finding.span = Some(case.record.value_span(header));
            }
        }
        // A word may also be the name of the position, so this is only a note.
        GapKind::TextAfterMove(TextAfter::Position)
            if !case.text().contains(|c: char| c.is_ascii_digit()) =>
        {
            finding.severity = Severity::Note;
        }
        // An old date is correct but has no place in the calendar of today. The start position may be in an image that is
        // separate from the record. So these are only notes.
        GapKind::UnreadableDate(_, DateGap::OldCalendar) | GapKind::StartInComment => {
            finding.severity = Severity::Note;
        }
        // A record with a diagram is useful even without moves, so this is only a note.
        GapKind::NoMoves { has_position: true } => {
            finding.severity = Severity::Note;
            finding.quiet = true;
        }
        _ => {}
    }
}

/// Returns the message about a captured piece that the record specifies and that is not on the square; `None`
/// if the piece is there.
///
/// Some programs specify a promoted piece by the kind that goes to the hand, which is accepted.
pub(in crate::referee) fn other_capture(
    before: &Position,
    to: Square,
    written_kind: PieceKind,
) -> Option<Message> {
    let captured_kind = before.piece_at(to).map(|piece| piece.kind);
    if captured_kind.is_some_and(|kind| [kind, kind.base()].contains(&written_kind)) {
        return None;
    }
    let actual = if let Some(kind) = captured_kind {
        message!(
            "the piece on {to} is a {kind}",
            "{to}にあるのは{kind}である",
            kind,
            to
        )
    } else {
        message!("there is no piece on {to}", "{to}に駒はない", to)
    };
    Some(message!(
        "`capture` is a {written_kind}, but {actual}; the board was used",
        "`capture` は{written_kind}だが、{actual}。取った駒は盤面に従う",
        written_kind,
        actual
    ))
}
