//! For people: what is wrong, where, the line with the token marked, the board, why, and what to do about it.

use std::fmt::Display;
use std::io::Write;

use unicode_width::UnicodeWidthStr;

use super::diagram::diagram;
use super::excerpt::Excerpt;
use super::margin::Margin;
use super::place::place;
use super::{RenderOptions, ReportEntry, ReportForm, Stretch, put};
use crate::finding::{Finding, Severity, Words, both};
use crate::referee::rules::unreadable_date;
use crate::shogi::Position;
use crate::text::{Payload, printable};

pub(super) static FORM: ReportForm = ReportForm {
    name: "text",
    about: both(
        "For people: each finding with its line, the reason and a remedy",
        "人が読む形: 指摘ごとに該当行、理由、対処",
    ),
    content: Payload::Words,
    extension: "txt",
    open: || "".into(),
    between: "",
    close: |_, _| "".into(),
    unread: |_, _| String::new(),
    entry,
};

fn entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut Stretch) {
    for finding in &entry.judgement.findings {
        let place = finding
            .span
            .map(|span| entry.text.line_column(span.start as usize));
        let paragraph = Paragraph {
            entry,
            finding,
            place,
            margin: Margin {
                gutter: place.map_or(1, |(line, _)| line.to_string().len()),
                options,
            },
        };
        let start = out.len();
        paragraph.write(out);
        // Some archives have one of these for nearly every record, around a few errors.
        let is_common = finding.severity == Severity::Warning && finding.rule == &unreadable_date::RULE;
        if is_common || finding.severity == Severity::Note {
            out.may_fold(start, finding.rule, finding.severity);
        }
    }
}

/// All about one finding.
struct Paragraph<'p> {
    entry: &'p ReportEntry<'p>,
    finding: &'p Finding,
    /// Line and column.
    place: Option<(u64, u64)>,
    margin: Margin<'p>,
}

impl Paragraph<'_> {
    fn write(&self, out: &mut Stretch) {
        self.headline(out);
        self.whereabouts(out);
        self.excerpt(out);
        self.board(out);
        self.facts(out);
        out.explain_here(self.finding.rule, self.margin.gutter);
        let page = format!("kifu rules {}", self.finding.rule.name);
        self.margin.remark(both("help", "詳細"), &page, out);
        put!(out, "\n");
    }

    fn headline(&self, out: &mut impl Write) {
        let (severity, strong) = (
            self.margin.options.paint.severity(self.finding.severity),
            self.margin.options.paint.strong,
        );
        let head = format!(
            "{}[{}]",
            self.margin.say(self.finding.severity.words()),
            self.finding.rule.name
        );
        let message = self.finding.message.in_language(self.margin.options.language);
        let message = printable(&message);
        put!(out, "{severity}{head}{severity:#}{strong}: ");
        self.margin.sentence(&message, head.width() + 2, 2, out);
        put!(out, "{strong:#}\n");
    }

    fn whereabouts(&self, out: &mut impl Write) {
        let (gutter, frame) = (self.margin.gutter, self.margin.options.paint.frame);
        put!(
            out,
            "{:gutter$}{frame}-->{frame:#} {}",
            "",
            printable(self.entry.path)
        );
        if let Some((line, column)) = self.place {
            put!(out, ":{line}:{column}");
        }
        let place = place(
            self.entry.record.index,
            self.finding,
            self.margin.options.language,
        );
        put!(out, " ({place})\n");
    }

    fn excerpt(&self, out: &mut impl Write) {
        let (Some(span), Some((number, _))) = (self.finding.span, self.place) else {
            return;
        };
        let Some(Excerpt { line, indent, width }) = Excerpt::of(self.entry.text, span) else {
            return;
        };
        let paint = &self.margin.options.paint;
        let (frame, severity) = (paint.frame, paint.severity(self.finding.severity));
        let (gutter, marks) = (self.margin.gutter, "^".repeat(width));
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
    fn board(&self, out: &mut impl Write) {
        let drawn = self.margin.options.boards && self.entry.record.is_shogi();
        let sfen = self.finding.position.as_deref().filter(|_| drawn);
        let Some(position) = sfen.and_then(|it| Position::from_sfen(it).ok()) else {
            return;
        };
        let (gutter, frame) = (self.margin.gutter, self.margin.options.paint.frame);
        put!(out, "{frame}{:gutter$} |{frame:#}\n", "");
        let marks: Vec<_> = self.finding.cells.iter().filter_map(|it| it.square()).collect();
        for line in diagram(&position, &marks, self.margin.options.language).lines() {
            put!(out, "{frame}{:gutter$} |{frame:#} {line}\n", "");
        }
        put!(out, "{frame}{:gutter$} |{frame:#}\n", "");
    }

    /// What else is known.
    fn facts(&self, out: &mut impl Write) {
        if let Some(position) = &self.finding.position {
            self.fact(both("position", "局面"), &printable(position), out);
        }
        if let Some(moved) = &self.finding.moved {
            self.fact(both("move", "指し手"), &printable(moved), out);
        }
        if self.finding.after_foul {
            let words = both(
                "play continued after an earlier illegal move",
                "これより前に反則があり、そのまま指し継がれた",
            );
            self.margin
                .remark(both("note", "注記"), self.margin.say(words), out);
        }
    }

    fn fact(&self, label: Words, words: &dyn Display, out: &mut impl Write) {
        self.margin.label(label, out);
        put!(out, "{words}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::super::sample::{about, rendered_in};
    use super::*;
    use crate::finding::{Class, Example, Group, Language, Rule, RulePage, say};
    use crate::report::Paint;
    use crate::shogi::Square;
    use crate::text::decode;

    const NOTHING: Example = Example::Record {
        text: "",
        note: both("", ""),
    };

    static RULE: Rule = Rule {
        name: "king-of-same",
        class: Class::RecordError,
        group: Group::Reading,
        english: "a king on the same square",
        japanese: "同王",
        page: Some(&RulePage {
            what: both("", ""),
            why: both("There is one king a side.", "玉は双方に一枚である。"),
            remedy: both("Look at the score sheet.", "棋譜用紙を確かめる。"),
            source: both("", ""),
            bad: NOTHING,
            good: NOTHING,
        }),
    };

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    fn shown(options: &RenderOptions) -> String {
        let text = decode("手合割：平手\n   1 ７六歩(77)\n   2 同　王\n".as_bytes(), None);
        let mut first = about(&text, "同　王");
        first.rule = &RULE;
        first.message = say("a king cannot be there", "玉がそこにいるはずがない");
        first.variation = vec![(2, 1)];
        first.position = Some(START.to_owned());
        first.cells = Square::new(7, 6).into_iter().map(Into::into).collect();
        first.moved = Some("同　王".to_owned());
        first.after_foul = true;
        let mut second = about(&text, "手合割");
        (second.rule, second.ply, second.seat) = (&RULE, Some(0), None);
        rendered_in(options, &FORM, &text, vec![first, second])
    }

    #[test]
    fn a_finding_is_a_paragraph_and_the_first_of_a_rule_explains_it() {
        insta::assert_snapshot!(shown(&RenderOptions::default()), @"
        error[king-of-same]: a king cannot be there
         --> a/b.kif:3:6 (record 1, variation 1 at ply 2, ply 2, White)
          |
        3 |    2 同　王
          |      ^^^^^^
          = position: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
          = move: 同　王
          = note: play continued after an earlier illegal move
          = why: There is one king a side.
          = do: Look at the score sheet.
          = help: kifu rules king-of-same

        error[king-of-same]: cannot be read
         --> a/b.kif:1:1 (record 1, before the first ply)
          |
        1 | 手合割：平手
          | ^^^^^^
          = help: kifu rules king-of-same
        ");
    }

    #[test]
    fn all_of_it_is_in_japanese() {
        let japanese = RenderOptions {
            language: Language::Japanese,
            ..RenderOptions::default()
        };
        insta::assert_snapshot!(shown(&japanese), @"
        エラー[king-of-same]: 玉がそこにいるはずがない
         --> a/b.kif:3:6 (棋譜1、2手目からの変化1、2手目、後手)
          |
        3 |    2 同　王
          |      ^^^^^^
          = 局面: lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1
          = 指し手: 同　王
          = 注記: これより前に反則があり、そのまま指し継がれた
          = 理由: 玉は双方に一枚である。
          = 対処: 棋譜用紙を確かめる。
          = 詳細: kifu rules king-of-same

        エラー[king-of-same]: 読み取れない
         --> a/b.kif:1:1 (棋譜1、初手より前)
          |
        1 | 手合割：平手
          | ^^^^^^
          = 詳細: kifu rules king-of-same
        ");
    }

    #[test]
    fn a_board_stands_below_the_line() {
        let shown = shown(&RenderOptions {
            boards: true,
            ..RenderOptions::default()
        });
        let position = Position::from_sfen(START).unwrap();
        let mut board = String::new();
        for line in diagram(&position, &[Square::new(7, 6).unwrap()], Language::English).lines() {
            board.extend(["  | ", line, "\n"]);
        }
        assert!(
            shown.contains(&format!("  |      ^^^^^^\n  |\n{board}  |\n  = position: ")),
            "{shown}"
        );
        assert_eq!(shown.matches("White holds").count(), 1, "{shown}");
    }

    #[test]
    fn sentences_are_folded_into_the_columns_of_a_terminal() {
        let narrow = |language, columns| {
            shown(&RenderOptions {
                language,
                columns: Some(columns),
                ..RenderOptions::default()
            })
        };
        let japanese = narrow(Language::Japanese, 40);
        assert!(
            japanese.contains("= 注記: これより前に反則があり、そのま\n          ま指し継がれた\n"),
            "{japanese}"
        );
        let english = narrow(Language::English, 40);
        assert!(
            english.contains("error[king-of-same]: a king cannot be\n  there\n"),
            "{english}"
        );
        assert_eq!(narrow(Language::English, 39), shown(&RenderOptions::default()));
    }

    #[test]
    fn a_clean_record_is_not_mentioned() {
        let text = decode(b"", None);
        assert_eq!(rendered_in(&RenderOptions::default(), &FORM, &text, vec![]), "");
    }

    #[test]
    fn colours_only_surround_the_words() {
        let shown = shown(&RenderOptions {
            paint: Paint::colourful(),
            ..RenderOptions::default()
        });
        assert!(shown.contains("\x1B["), "{shown:?}");
        assert!(shown.contains("error[king-of-same]"), "{shown:?}");
    }
}
