//! For people: what is wrong, where, the line with the token marked, the board, why, and what to do about it.

use std::collections::HashSet;
use std::fmt::Display;

use unicode_width::UnicodeWidthStr;

use super::diagram::diagram;
use super::excerpt::Excerpt;
use super::fold::folded;
use super::printable::printable;
use super::{Entry, Form, Manner, put};
use crate::finding::{Finding, Language, Words, both};
use crate::shogi::{Color, Position};

pub(super) static FORM: Form = Form {
    name: "text",
    about: "for people: each finding with its line, the reason and what to do",
    for_people: true,
    open: "",
    between: "",
    close: "",
    entry,
};

/// A terminal with fewer columns folds long lines itself.
const NARROW: usize = 40;

/// Why a rule is one and what to do about it stands beside its first finding in a record only, so that a long list
/// stays readable.
fn entry(entry: &Entry<'_>, manner: &Manner, out: &mut Vec<u8>) {
    let mut explained = HashSet::new();
    for finding in &entry.judgement.findings {
        let place = finding
            .span
            .map(|span| entry.text.line_column(span.start as usize));
        let paragraph = Paragraph {
            entry,
            finding,
            manner,
            place,
            gutter: place.map_or(1, |(line, _)| line.to_string().len()),
        };
        paragraph.write(explained.insert(finding.rule.name), out);
    }
}

/// All about one finding.
struct Paragraph<'p> {
    entry: &'p Entry<'p>,
    finding: &'p Finding,
    manner: &'p Manner,
    /// Line and column.
    place: Option<(u32, u32)>,
    /// Columns of the number of the line.
    gutter: usize,
}

impl Paragraph<'_> {
    fn write(&self, explain: bool, out: &mut Vec<u8>) {
        self.headline(out);
        self.whereabouts(out);
        self.excerpt(out);
        self.board(out);
        self.facts(out);
        if explain {
            let page = &self.finding.rule.page;
            self.remark(both("why", "理由"), self.say(page.why), out);
            self.remark(both("do", "対処"), self.say(page.remedy), out);
        }
        let page = format!("kifu rules {}", self.finding.rule.name);
        self.remark(both("help", "詳細"), &page, out);
        put!(out, "\n");
    }

    fn say(&self, words: Words) -> &'static str {
        words.in_language(self.manner.language)
    }

    fn headline(&self, out: &mut Vec<u8>) {
        let (severity, strong) = (
            self.manner.paint.severity(self.finding.severity),
            self.manner.paint.strong,
        );
        let head = format!(
            "{}[{}]",
            self.say(self.finding.severity.words()),
            self.finding.rule.name
        );
        let message = printable(self.finding.message.in_language(self.manner.language));
        put!(out, "{severity}{head}{severity:#}{strong}: ");
        self.sentence(&message, head.width() + 2, 2, out);
        put!(out, "{strong:#}\n");
    }

    fn whereabouts(&self, out: &mut Vec<u8>) {
        let (gutter, frame) = (self.gutter, self.manner.paint.frame);
        put!(
            out,
            "{:gutter$}{frame}-->{frame:#} {}",
            "",
            printable(self.entry.path)
        );
        if let Some((line, column)) = self.place {
            put!(out, ":{line}:{column}");
        }
        match self.manner.language {
            Language::English => put!(out, " ({})\n", in_english(self.entry, self.finding)),
            Language::Japanese => put!(out, " ({})\n", in_japanese(self.entry, self.finding)),
        }
    }

    fn excerpt(&self, out: &mut Vec<u8>) {
        let (Some(span), Some((number, _))) = (self.finding.span, self.place) else {
            return;
        };
        let Some(Excerpt { line, indent, width }) = Excerpt::of(self.entry.text, span) else {
            return;
        };
        let paint = &self.manner.paint;
        let (frame, severity) = (paint.frame, paint.severity(self.finding.severity));
        let (gutter, marks) = (self.gutter, "^".repeat(width));
        put!(out, "{frame}{:gutter$} |{frame:#}\n", "");
        put!(out, "{frame}{number} |{frame:#} {line}\n");
        put!(
            out,
            "{frame}{:gutter$} |{frame:#} {:indent$}{severity}{marks}{severity:#}\n",
            "",
            ""
        );
    }

    /// The board before the move. Some positions of damaged records cannot be drawn.
    fn board(&self, out: &mut Vec<u8>) {
        let sfen = self.finding.sfen.as_deref().filter(|_| self.manner.boards);
        let Some(position) = sfen.and_then(|it| Position::from_sfen(it).ok()) else {
            return;
        };
        let (gutter, frame) = (self.gutter, self.manner.paint.frame);
        put!(out, "{frame}{:gutter$} |{frame:#}\n", "");
        for line in diagram(&position, &self.finding.squares, self.manner.language).lines() {
            put!(out, "{frame}{:gutter$} |{frame:#} {line}\n", "");
        }
        put!(out, "{frame}{:gutter$} |{frame:#}\n", "");
    }

    /// What else is known.
    fn facts(&self, out: &mut Vec<u8>) {
        if let Some(sfen) = &self.finding.sfen {
            self.fact(both("position", "局面"), &printable(sfen), out);
        }
        if let Some(moved) = &self.finding.moved {
            self.fact(both("move", "指し手"), &printable(moved), out);
        }
        if self.finding.after_foul {
            let words = both(
                "an earlier foul was played on",
                "これより前に反則があり、そのまま指し継がれた",
            );
            self.remark(both("note", "付記"), self.say(words), out);
        }
    }

    fn fact(&self, label: Words, words: &dyn Display, out: &mut Vec<u8>) {
        self.label(label, out);
        put!(out, "{words}\n");
    }

    fn remark(&self, label: Words, words: &str, out: &mut Vec<u8>) {
        let columns = self.label(label, out);
        self.sentence(words, columns, columns, out);
        put!(out, "\n");
    }

    /// Writes what a remark begins with, and says how many columns that takes.
    fn label(&self, label: Words, out: &mut Vec<u8>) -> usize {
        let (frame, strong) = (self.manner.paint.frame, self.manner.paint.strong);
        let (gutter, label) = (self.gutter, self.say(label));
        put!(
            out,
            "{:gutter$} {frame}={frame:#} {strong}{label}{strong:#}: ",
            ""
        );
        gutter + label.width() + 5
    }

    /// Writes a sentence before which so many columns are taken; where it is folded, so many are left free.
    fn sentence(&self, words: &str, taken: usize, free: usize, out: &mut Vec<u8>) {
        let columns = self.manner.columns.filter(|&it| it >= NARROW);
        let Some(columns) = columns else {
            put!(out, "{words}");
            return;
        };
        let lines = folded(words, columns.saturating_sub(taken), columns - free);
        for (number, line) in lines.into_iter().enumerate() {
            if number > 0 {
                put!(out, "\n{:free$}", "");
            }
            put!(out, "{line}");
        }
    }
}

/// Where in the game a finding is.
fn in_english(entry: &Entry<'_>, finding: &Finding) -> String {
    let mut place = vec![format!("record {}", entry.record)];
    for (ply, alternative) in &finding.variation {
        place.push(format!("variation {alternative} at ply {ply}"));
    }
    match finding.ply {
        Some(0) => place.push("before the first ply".to_owned()),
        Some(ply) => place.push(format!("ply {ply}")),
        None => {}
    }
    if let Some(side) = finding.side {
        place.push(side_name(side, Language::English).to_owned());
    }
    place.join(", ")
}

fn in_japanese(entry: &Entry<'_>, finding: &Finding) -> String {
    let mut place = vec![format!("棋譜{}", entry.record)];
    for (ply, alternative) in &finding.variation {
        place.push(format!("{ply}手目からの変化{alternative}"));
    }
    match finding.ply {
        Some(0) => place.push("初手より前".to_owned()),
        Some(ply) => place.push(format!("{ply}手目")),
        None => {}
    }
    if let Some(side) = finding.side {
        place.push(side_name(side, Language::Japanese).to_owned());
    }
    place.join("、")
}

const fn side_name(side: Color, language: Language) -> &'static str {
    let words = match side {
        Color::Black => both("Black", "先手"),
        Color::White => both("White", "後手"),
    };
    words.in_language(language)
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
}
