//! KIF, the notation of Kakinoki Shogi and of most of Japan's records.
//!
//! Beyond the definition it reads: both encodings whatever the extension says; no separator, no
//! indent, no times; ▲△ before a square; 同 with, without and behind blanks; 王 玉, 竜 龍, 全 圭 杏; 不成 and
//! 生; `打(00)`; full-width numbers and parentheses; every shape of time; hands without separators;
//! any terminal word; nested, repeated and misplaced 変化 blocks; several games in one file.

mod attach;
mod board;
mod claim;
mod cursor;
mod line;
mod parser;
mod read;
mod split;
mod start;
mod usual;
mod words;

use super::{Notation, Scope};
use crate::record::Format;

const FORMAT: Format = Format::named("kif");

/// The entry of KIF in the table of notations.
pub static NOTATION: Notation = Notation {
    format: FORMAT,
    title: "KIF (Kakinoki Shogi)",
    extensions: &["kif", "kifu"],
    encodings: "Shift_JIS (.kif), UTF-8 (.kifu); found from the bytes",
    holds: "any start position, headers, variations, comments, bookmarks, times in seconds, every result",
    scope: Scope::Games,
    claim_line: split::claim_line,
    first_record: split::first_record,
    read: read::read,
};
