//! Who plays whom, where and when.

use unicode_width::UnicodeWidthStr;

use super::super::{RenderOptions, put};
use super::View;
use super::paragraph::paragraph;
use crate::finding::Language;
use crate::notation::{header, japanese_headers};
use crate::record::HeaderKey;
use crate::shogi::Handicap;
use crate::text::printable;

/// What the names of headers mean in English; those of the players come first.
const ENGLISH: [(&str, &str); 19] = [
    ("先手", "Black"),
    ("下手", "Black (下手)"),
    ("後手", "White"),
    ("上手", "White (上手)"),
    ("表題", "Title"),
    ("棋戦", "Event"),
    ("場所", "Site"),
    ("開始日時", "Start"),
    ("終了日時", "End"),
    ("対局日", "Date"),
    ("日時", "Date"),
    ("手合割", "Handicap"),
    ("戦型", "Opening"),
    ("持ち時間", "Time limit"),
    ("秒読み", "Byoyomi"),
    ("最大手数", "Move limit"),
    ("持将棋", "Impasse"),
    ("備考", "Note"),
    ("作者", "Author"),
];

/// So many of the first names are those of players.
const PLAYERS: usize = 4;

/// Writes the headers, the players first.
pub(super) fn write(view: &View<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let headers = headers(view);
    let label = |key: &str| {
        let english = ENGLISH.iter().find(|(japanese, _)| *japanese == key);
        match (options.language, english) {
            (Language::English, Some((_, english))) => (*english).to_owned(),
            _ => printable(key).into_owned(),
        }
    };
    for (key, value) in headers {
        line(&label(&key), &value, options, out);
    }
}

/// Writes a label and what it names.
pub(super) fn line(label: &str, value: &str, options: &RenderOptions, out: &mut Vec<u8>) {
    let indent = (label.width() + 3).max(16);
    let gap = indent - label.width() - 2;
    put!(out, "  {label}{:gap$}", "");
    paragraph(value, (indent, indent), options, out);
}

/// The headers that say something, and the name of the start where it is not the usual one.
fn headers(view: &View<'_, '_>) -> Vec<(String, String)> {
    let record = view.record;
    let mut headers: Vec<(String, String)> = japanese_headers(record)
        .filter(|(key, value)| !header::is_of_the_start(key) && !value.trim().is_empty())
        .map(|(key, value)| (key.into_owned(), value.trim().to_owned()))
        .collect();
    let written = record.start.name.as_ref().map(|(name, _)| name.trim());
    let known = Handicap::of(&record.start.position).map(|handicap| handicap.name);
    if let Some(name) = written.filter(|name| !name.is_empty()).or(known) {
        headers.push(("手合割".to_owned(), name.to_owned()));
    }
    headers.sort_by_key(|(key, _)| {
        let player = ENGLISH[..PLAYERS].iter().position(|(known, _)| known == key);
        player.unwrap_or(PLAYERS)
    });
    headers
}

/// The name of a player, where the record has it.
pub(in crate::report) fn player(view: &View<'_, '_>, player: HeaderKey) -> Option<String> {
    let names = header::Name::about(player)?;
    let mut all = japanese_headers(view.record);
    let (_, value) = all.find(|(key, value)| names.is_japanese(key) && !value.trim().is_empty())?;
    Some(printable(value.trim()).into_owned())
}
