//! Who the record says won, who won by the rules, and why.

use anstyle::Style;

use super::super::{RenderOptions, put};
use super::paragraph::{heading, paragraph};
use super::words;
use crate::finding::{Language, Seat, both, say};
use crate::record::{Outcome, Terminal};
use crate::referee::Judgement;

/// Writes the result.
pub(super) fn write(judgement: &Judgement, options: &RenderOptions, out: &mut Vec<u8>) {
    heading(both("Result", "結果"), options, out);
    let language = options.language;
    let said = both("  Stated in the record: ", "  棋譜の記載：");
    let outcome = judgement.stated.map(words::outcome);
    let stated = outcome.unwrap_or_else(|| say("no winner", "勝敗の記載なし"));
    put!(
        out,
        "{}{}",
        said.in_language(language),
        stated.in_language(language)
    );
    if let Some(end) = judgement.end.and_then(|end| way(end, judgement.stated, language)) {
        match language {
            Language::English => put!(out, " ({end})"),
            Language::Japanese => put!(out, "（{end}）"),
        }
    }
    put!(out, "\n");
    verdict(judgement.verdict, judgement.stated, options, out);
    for (number, reason) in (1..).zip(&judgement.because) {
        let number = format!("    {number}. ");
        put!(out, "{number}");
        paragraph(
            &reason.in_language(language),
            (number.len(), number.len()),
            options,
            out,
        );
    }
}

/// How the game ended, unless that adds nothing to who won.
fn way(end: Terminal, stated: Option<Outcome<Seat>>, language: Language) -> Option<&'static str> {
    match (end, language) {
        (Terminal::Draw, _) if stated == Some(Outcome::Draw) => None,
        (Terminal::Other, Language::English) => None,
        (Terminal::NoMate, Language::English) => Some("there is no mate"),
        _ => words::terminal(end, language),
    }
}

fn verdict(
    verdict: Option<Outcome<Seat>>,
    stated: Option<Outcome<Seat>>,
    options: &RenderOptions,
    out: &mut Vec<u8>,
) {
    let ruled = both("  By the rules: ", "  規定による判定：");
    let outcome = verdict.map(words::outcome);
    let words = outcome.unwrap_or_else(|| say("not known", "不明"));
    let style = if verdict == stated {
        Style::default()
    } else {
        options.paint.strong
    };
    let (ruled, words) = (
        ruled.in_language(options.language),
        words.in_language(options.language),
    );
    put!(out, "{ruled}{style}{words}{style:#}\n");
}
