//! For people: the reason, the place, the line with the token marked, and how to learn more.

use std::fmt::Display;

use super::excerpt::Excerpt;
use super::printable::printable;
use super::{Entry, Form, Paint, put};
use crate::finding::{Finding, Language};
use crate::shogi::Color;

pub(super) static FORM: Form = Form {
    name: "text",
    about: "for people: each finding with the line it is about",
    for_people: true,
    open: "",
    between: "",
    close: "",
    entry,
};

fn entry(entry: &Entry<'_>, paint: &Paint, out: &mut Vec<u8>) {
    for finding in &entry.judgement.findings {
        let place = finding
            .span
            .map(|span| entry.text.line_column(span.start as usize));
        let gutter = place.map_or(1, |(line, _)| line.to_string().len());
        headline(finding, entry.language, paint, out);
        put!(out, "{:gutter$}{frame}-->{frame:#} ", "", frame = paint.frame);
        whereabouts(entry, finding, place, out);
        excerpt(entry, finding, place, paint, out);
        more(finding, gutter, paint, out);
        put!(out, "\n");
    }
}

fn headline(finding: &Finding, language: Language, paint: &Paint, out: &mut Vec<u8>) {
    let (severity, strong) = (paint.severity(finding.severity), paint.strong);
    let (name, rule, message) = (
        finding.severity.name(),
        finding.rule.name,
        printable(finding.message.in_language(language)),
    );
    put!(
        out,
        "{severity}{name}[{rule}]{severity:#}{strong}: {message}{strong:#}\n"
    );
}

fn whereabouts(entry: &Entry<'_>, finding: &Finding, place: Option<(u32, u32)>, out: &mut Vec<u8>) {
    put!(out, "{}", printable(entry.path));
    if let Some((line, column)) = place {
        put!(out, ":{line}:{column}");
    }
    put!(out, " (record {}", entry.record);
    for (ply, alternative) in &finding.variation {
        put!(out, ", variation {alternative} at ply {ply}");
    }
    match finding.ply {
        Some(0) => put!(out, ", before the first ply"),
        Some(ply) => put!(out, ", ply {ply}"),
        None => {}
    }
    if let Some(side) = finding.side {
        put!(out, ", {}", side_name(side));
    }
    put!(out, ")\n");
}

const fn side_name(side: Color) -> &'static str {
    match side {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn excerpt(
    entry: &Entry<'_>,
    finding: &Finding,
    place: Option<(u32, u32)>,
    paint: &Paint,
    out: &mut Vec<u8>,
) {
    let (Some(span), Some((number, _))) = (finding.span, place) else {
        return;
    };
    let Some(Excerpt { line, indent, width }) = Excerpt::of(entry.text, span) else {
        return;
    };
    let (frame, severity) = (paint.frame, paint.severity(finding.severity));
    let number = number.to_string();
    let (gutter, marks) = (number.len(), "^".repeat(width));
    put!(out, "{frame}{:gutter$} |{frame:#}\n", "");
    put!(out, "{frame}{number} |{frame:#} {line}\n");
    put!(
        out,
        "{frame}{:gutter$} |{frame:#} {:indent$}{severity}{marks}{severity:#}\n",
        "",
        ""
    );
}

/// What else is known, and where the rule is explained.
fn more(finding: &Finding, gutter: usize, paint: &Paint, out: &mut Vec<u8>) {
    let mut remark = |name: &str, words: &dyn Display| {
        let (frame, strong) = (paint.frame, paint.strong);
        put!(
            out,
            "{:gutter$} {frame}={frame:#} {strong}{name}{strong:#}: {words}\n",
            ""
        );
    };
    if let Some(sfen) = &finding.sfen {
        remark("position", &printable(sfen));
    }
    if let Some(moved) = &finding.moved {
        remark("move", &printable(moved));
    }
    if finding.after_foul {
        remark("note", &"an earlier foul was played on");
    }
    remark("help", &format_args!("kifu rules {}", finding.rule.name));
}

#[cfg(test)]
mod tests {
    use super::super::sample::{about, rendered};
    use super::*;
    use crate::text::decode;

    #[test]
    fn a_finding_is_a_paragraph() {
        let text = decode("手合割：平手\n   1 ７六歩(77)\n   2 同　王\n".as_bytes(), None);
        let mut finding = about(&text, "同　王");
        finding.variation = vec![(2, 1)];
        finding.sfen = Some("sfen of it".to_owned());
        finding.moved = Some("同　王".to_owned());
        finding.after_foul = true;
        insta::assert_snapshot!(rendered(&FORM, &text, vec![finding]), @"
        error[unreadable-line]: cannot be read
         --> a/b.kif:3:6 (record 1, variation 1 at ply 2, ply 2, White)
          |
        3 |    2 同　王
          |      ^^^^^^
          = position: sfen of it
          = move: 同　王
          = note: an earlier foul was played on
          = help: kifu rules unreadable-line
        ");
    }

    #[test]
    fn a_clean_record_is_not_mentioned() {
        let text = decode(b"", None);
        assert_eq!(rendered(&FORM, &text, vec![]), "");
    }

    #[test]
    fn colours_only_surround_the_words() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let finding = about(&text, "同　王");
        let mut out = Vec::new();
        headline(&finding, Language::English, &Paint::colourful(), &mut out);
        let headline = String::from_utf8(out).unwrap();
        assert!(headline.contains("\x1B["), "{headline:?}");
        assert!(headline.contains("error[unreadable-line]"), "{headline:?}");
    }
}
