//! Rules about bytes and encodings.

use crate::finding::{Count, Message, message, rules};
use crate::notation::damage::in_quotes;
use crate::notation::notation;
use crate::record::Format;
use crate::record::gap::Extent;

rules! {
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
}

pub(super) fn damaged_bytes(extent: Extent, encoding: &'static str) -> Message {
    match extent {
        Extent::Bytes(bytes) => message!(
            "invalid {encoding}: {bytes} here, read as \u{fffd}",
            "ここの{bytes}バイトは{encoding}の文字でない。\u{fffd}として読む",
            bytes = Count(bytes, "byte"),
            encoding
        ),
        Extent::Places(places) => message!(
            "invalid {encoding}: {places}, the first here",
            "{encoding}の文字でないバイトがほかに{places}か所ある（最初の1か所はここ）",
            places = Count(places, "more place"),
            encoding
        ),
        Extent::InComments(places) => message!(
            "invalid {encoding}: {places}, the first in this comment",
            "{encoding}の文字でないバイトが{places}か所ある（最初の1か所はこのコメントの中）",
            places = Count(places, "place"),
            encoding
        ),
    }
}

pub(super) fn control_character(extent: Extent) -> Message {
    match extent {
        Extent::Bytes(bytes) => message!(
            "control characters: {bytes} here",
            "制御文字がここに{bytes}バイトある",
            bytes = Count(bytes, "byte")
        ),
        Extent::Places(places) | Extent::InComments(places) => message!(
            "control characters: {places}, the first here",
            "制御文字がほかに{places}か所ある（最初の1か所はここ）",
            places = Count(places, "more place")
        ),
    }
}

pub(super) fn replacement_character(extent: Extent) -> Message {
    match extent {
        Extent::InComments(places) => message!(
            "characters lost in an earlier conversion and saved as \u{fffd}: {places}, the first in this comment",
            "以前の変換で文字が失われ、\u{fffd}になった行が{places}行ある（最初の行はこのコメントの中）",
            places = Count(places, "line")
        ),
        Extent::Bytes(_) | Extent::Places(1) => message!(
            "characters lost in an earlier conversion and saved as \u{fffd}",
            "以前の変換でここの文字が失われ、\u{fffd}になっている"
        ),
        Extent::Places(lines) => message!(
            "characters lost in an earlier conversion and saved as \u{fffd}: {lines}, the first here",
            "以前の変換で文字が失われ、\u{fffd}になった行がほかに{lines}行ある（最初の行はここ）",
            lines = Count(lines, "more line")
        ),
    }
}

pub(super) fn encoding_mismatch(declared: Option<&str>, actual: &'static str) -> Message {
    if let Some(declared) = declared {
        message!(
            "the record declares {declared}, but its bytes are {actual}; read as {actual}",
            "棋譜は{declared}と宣言しているが、実際のバイトは{actual}である。{actual}として読む",
            declared,
            actual
        )
    } else {
        message!(
            "the file begins with a UTF-8 byte order mark, but its bytes are {actual}; read as {actual}",
            "ファイルの先頭にUTF-8のBOMがあるが、実際のバイトは{actual}である。{actual}として読む",
            actual
        )
    }
}

pub(super) fn unknown_encoding(declared: &str, actual: &'static str) -> Message {
    message!(
        "unknown encoding {declared}; read as {actual}",
        "{declared}は不明な文字コードである。{actual}として読む",
        declared = in_quotes(declared),
        actual
    )
}

pub(super) fn double_encoded(lines: usize) -> Message {
    message!(
        "unreadable from here on: UTF-8 text was read as Shift_JIS and saved again (evident on {lines})",
        "ここから先は、UTF-8の文章をShift_JISとして読んで保存し直したもので、読めない（{lines}行で確認）",
        lines = Count(lines, "line")
    )
}

pub(super) fn extension_mismatch(extension: &str, named: Format, found: Format) -> Message {
    let title = |format| notation(format).map(|row| row.title);
    message!(
        "the extension .{extension} means {named}, but the content is {found}; the content is used",
        "拡張子.{extension}は{named}のものだが、内容は{found}である。内容に従う",
        extension,
        named = title(named),
        found = title(found)
    )
}
