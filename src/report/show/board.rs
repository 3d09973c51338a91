//! The board at the ply that is looked at, and what is known there.

use super::super::diagram::marked;
use super::super::{RenderOptions, put};
use super::clock::ShownTimes;
use super::notes::Notes;
use super::paragraph::{heading, paragraph};
use super::{View, words};
use crate::finding::{Language, Plies, Spoken, both};
use crate::record::{NodeId, RemarkKind};
use crate::shogi::Color;
use crate::text::printable;

/// Writes the board with everything around it.
pub(super) fn write(view: &View<'_, '_>, notes: &Notes<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let language = options.language;
    put!(out, "\n");
    let strong = options.paint.strong;
    put!(out, "{strong}{}{strong:#}\n\n", title(view, language));
    put!(
        out,
        "{}",
        marked(&view.position, &view.marks(), view.sides(language), language)
    );
    check(view, language, out);
    times(view, language, out);
    remarks(view, notes, options, out);
}

/// `Ply 43 of 98: ▲９五歩打 (P*9e)`.
pub(in crate::report) fn title(view: &View<'_, '_>, language: Language) -> String {
    let (ply, last) = (view.ply(), view.length());
    let mut title = match language {
        _ if view.node == NodeId::START => return start(view, language),
        Language::English if view.is_end() => format!("The end, after ply {}", ply - 1),
        Language::English => format!("Ply {ply} of {last}"),
        Language::Japanese if view.is_end() => format!("{}手までの終局図", ply - 1),
        Language::Japanese => format!("全{last}手の{ply}手目"),
    };
    if let Some((id, ply)) = view.last_move() {
        let words = words::lone_move(&view.played, id, ply, language);
        let usi = words::usi(ply).map_or_else(String::new, |usi| format!(" ({usi})"));
        let colon = both(": ", "：");
        title = [&title, *colon.in_language(language), &words, &usi].concat();
    }
    title
}

fn start(view: &View<'_, '_>, language: Language) -> String {
    let start = &view.record.start;
    let title = both("The start position", "開始局面");
    let title = *title.in_language(language);
    let Some(plies) = start.plies_before.filter(|&plies| plies > 0) else {
        return title.to_owned();
    };
    let last = start.last_move.as_deref().map(str::trim).unwrap_or_default();
    let last = printable(last);
    match language {
        Language::English => {
            let colon = if last.is_empty() { "" } else { ": " };
            format!(
                "{title}, after {}{colon}{last}",
                Spoken(&Plies(plies as usize), language)
            )
        }
        Language::Japanese => format!("{title}（{plies}手目{last}まで）"),
    }
}

fn check(view: &View<'_, '_>, language: Language, out: &mut Vec<u8>) {
    for side in Color::ALL
        .into_iter()
        .filter(|&side| view.position.in_check(side))
    {
        let side = view.sides(language)[side.index()];
        match language {
            Language::English => put!(out, "{side}'s king is in check\n"),
            Language::Japanese => put!(out, "{side}玉に王手\n"),
        }
    }
}

fn times(view: &View<'_, '_>, language: Language, out: &mut Vec<u8>) {
    let times = ShownTimes::of(&view.played);
    let totals = Color::ALL.map(|side| times.total_of(side, view.node));
    let spent = times.at(view.node).map(|(spent, _)| spent);
    if totals.iter().all(Option::is_none) {
        return;
    }
    let title = both("Time used: ", "消費時間：");
    put!(out, "{}", title.in_language(language));
    for (side, total) in Color::ALL.into_iter().zip(&totals) {
        let unknown = both("not known", "不明");
        let total = total.as_deref().unwrap_or(unknown.in_language(language));
        let separator = match (side, language) {
            (Color::Black, _) => "",
            (Color::White, Language::English) => ", ",
            (Color::White, Language::Japanese) => "　",
        };
        put!(out, "{separator}{} {total}", view.sides(language)[side.index()]);
    }
    match (spent, language) {
        (Some(spent), Language::English) => put!(out, "; this move {spent}\n"),
        (Some(spent), Language::Japanese) => put!(out, "（この手 {spent}）\n"),
        (None, _) => put!(out, "\n"),
    }
}

/// The comments and bookmarks of the ply. Those of the other plies are with the moves.
fn remarks(view: &View<'_, '_>, notes: &Notes<'_, '_>, options: &RenderOptions, out: &mut Vec<u8>) {
    let mut said = notes.comments(view.node).peekable();
    if said.peek().is_some() {
        heading(both("Comments", "コメント"), options, out);
    }
    for remark in said {
        let mark = if remark.kind == RemarkKind::Bookmark {
            "& "
        } else {
            "  "
        };
        if remark.text.trim().is_empty() && mark.trim().is_empty() {
            put!(out, "\n");
            continue;
        }
        put!(out, "  {mark}");
        paragraph(&remark.text, (4, 4), options, out);
    }
}
