//! The board at the ply that is shown, and information about the ply.

use super::annotations::Annotations;
use super::{ShownTimes, View, heading, paragraph};
use crate::finding::{self, Language, Localized, both};
use crate::record::{NodeId, RemarkKind, VariationPath};
use crate::report::diagram::marked_diagram;
use crate::report::{RenderOptions, put};
use crate::shogi::Color;
use crate::text::printable;

/// Writes the board and the hands at the ply that is shown, with a title, the checks, the times and the comments.
pub(super) fn write(
    view: &View<'_, '_>,
    annotations: &Annotations<'_, '_>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let language = options.language;
    put!(out, "\n");
    let strong = options.paint.strong;
    put!(out, "{strong}{}{strong:#}\n\n", title(view, language));
    put!(
        out,
        "{}",
        marked_diagram(&view.position, &view.marks(), view.sides(language), language)
    );
    write_checks(view, language, out);
    write_times(view, language, out);
    write_remarks(view, annotations, options, out);
}

/// Returns the title of the board, such as `Ply 43 of 98: ▲９五歩打 (P*9e)`. The start position and the end of the game
/// have other titles.
pub(in crate::report) fn title(view: &View<'_, '_>, language: Language) -> String {
    let (ply, length) = (view.ply(), view.length());
    let mut title = match language {
        _ if view.node == NodeId::START => return start_title(view, language),
        _ if !view.record.tree.is_main_line(view.node) => variation_title(view, language),
        Language::English if view.is_end() => format!("The end, after ply {}", ply - 1),
        Language::English => format!("Ply {ply} of {length}"),
        Language::Japanese if view.is_end() => format!("{}手までの終局図", ply - 1),
        Language::Japanese => format!("全{length}手の{ply}手目"),
    };
    if let Some((id, ply)) = view.last_move() {
        let words = super::lone_move(view, id, ply, language);
        let usi = super::usi(ply).map_or_else(String::new, |usi| format!(" ({usi})"));
        title = [&*title, language.either(": ", "："), &words, &usi].concat();
    }
    title
}

/// Returns the title of a board in a variation, without the move: `Variation 6.1, ply 8 of 12`.
fn variation_title(view: &View<'_, '_>, language: Language) -> String {
    let path = VariationPath::from(view.variation());
    let (ply, length) = (view.ply(), view.length());
    match language {
        Language::English if view.is_end() => format!("Variation {path}, the end, after ply {}", ply - 1),
        Language::English => format!("Variation {path}, ply {ply} of {length}"),
        Language::Japanese if view.is_end() => format!("変化{path}の{}手までの終局図", ply - 1),
        Language::Japanese => format!("変化{path}（{length}手目まで）の{ply}手目"),
    }
}

fn start_title(view: &View<'_, '_>, language: Language) -> String {
    let start = &view.record.start;
    let title = language.either("The start position", "開始局面");
    let Some(plies) = start.plies_before.filter(|&plies| plies > 0) else {
        return title.to_owned();
    };
    let last_move = start.last_move.as_deref().map(str::trim).unwrap_or_default();
    let last_move = printable(last_move);
    match language {
        Language::English => {
            let colon = if last_move.is_empty() { "" } else { ": " };
            format!(
                "{title}, after {}{colon}{last_move}",
                Localized(&finding::Plies(plies as usize), language)
            )
        }
        Language::Japanese => format!("{title}（{plies}手目{last_move}まで）"),
    }
}

fn write_checks(view: &View<'_, '_>, language: Language, out: &mut Vec<u8>) {
    for side in Color::ALL
        .into_iter()
        .filter(|&side| view.position.in_check(side))
    {
        let side = view.sides(language)[side.index()];
        put!(
            out,
            "{side}{}\n",
            language.either("'s king is in check", "玉に王手")
        );
    }
}

fn write_times(view: &View<'_, '_>, language: Language, out: &mut Vec<u8>) {
    let times = ShownTimes::new(&view.played);
    let totals = Color::ALL.map(|side| times.total_of(side, view.node));
    let spent = times.spent_and_total(view.node).map(|(spent, _)| spent);
    if totals.iter().all(Option::is_none) {
        return;
    }
    put!(out, "{}", language.either("Time used: ", "消費時間："));
    for (side, total) in Color::ALL.into_iter().zip(&totals) {
        let total = total.as_deref().unwrap_or(language.either("not known", "不明"));
        let separator = match side {
            Color::Black => "",
            Color::White => language.either(", ", "　"),
        };
        put!(out, "{separator}{} {total}", view.sides(language)[side.index()]);
    }
    match (spent, language) {
        (Some(spent), Language::English) => put!(out, "; this move {spent}\n"),
        (Some(spent), Language::Japanese) => put!(out, "（この手 {spent}）\n"),
        (None, _) => put!(out, "\n"),
    }
}

/// Writes the comments and bookmarks at the ply that is shown, with a heading, if there are any.
fn write_remarks(
    view: &View<'_, '_>,
    annotations: &Annotations<'_, '_>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let mut remarks = annotations.comments(view.node).peekable();
    if remarks.peek().is_some() {
        heading(both("Comments", "コメント"), options, out);
    }
    for remark in remarks {
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
