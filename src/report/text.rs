//! The output format `text`, for people.
//!
//! A finding is shown as its message, its place, the source line with the token marked, the board if requested, the
//! properties, and the command for the page of its rule. The first finding of a rule in a run also has the reason and
//! the remedy.

use std::fmt::Display;
use std::io::Write;

use unicode_width::UnicodeWidthStr;

use super::columns::wrap_text;
use super::diagram::{Mark, marked_diagram};
use super::entries::{Explained, RenderedEntries};
use super::{
    RenderOptions, ReportEntry, ReportForm, causes_of, findings_that_follow, headline, kinds_of, place,
    proof, put, show,
};
use crate::finding::{Finding, Language, Severity, Span, Words, both};
use crate::referee::rules::reading;
use crate::shogi::Position;
use crate::text::{Payload, PrintableChar, Text, printable, printable_char};

pub(super) static FORM: ReportForm = ReportForm {
    name: "text",
    about: both(
        "For people: each finding with its line, the reason and a remedy",
        "人が読む形: 指摘ごとに該当行、理由、対処",
    ),
    content: Payload::Words,
    shows_consequences: false,
    entry,
    ..ReportForm::PLAIN
};

fn entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    let record_start = out.len();
    let visible = FORM.visible(entry, options);
    for &finding in &visible {
        let place = finding.place(entry.game.text);
        let paragraph = Paragraph {
            entry,
            finding,
            place,
            margin: Margin::for_place(place, options),
        };
        let start = out.len();
        paragraph.write(out);
        // Some archives have an unreadable date in nearly every record. If all these warnings were shown, the few
        // errors would be hard to find.
        let is_common = finding.severity == Severity::Warning && finding.rule == &reading::UNREADABLE_DATE;
        if is_common || finding.severity == Severity::Note {
            out.mark_foldable(start, finding.rule, finding.severity);
        }
    }
    if out.len() == record_start {
        return;
    }
    let hidden = entry.findings.len() - visible.len();
    if hidden > 0 {
        let words = findings_that_follow(hidden);
        let words = words.in_language(options.language);
        let option = options.language.either(" (--all-findings)", "（--all-findings）");
        put!(out, "{words}{option}\n\n");
    }
    let line_start = out.len();
    let board = show::command(entry).map(|command| (both("To see the board", "盤面を見る"), command));
    for (label, command) in board.into_iter().chain(show::fix_command(entry)) {
        let strong = options.paint.strong;
        let label = label.in_language(options.language);
        put!(out, "{strong}{label}:{strong:#} {command}\n");
    }
    if out.len() > line_start {
        put!(out, "\n");
        out.mark_trailing_line(record_start, line_start);
    }
}

/// A finding with the data that its output requires.
struct Paragraph<'p> {
    entry: &'p ReportEntry<'p>,
    finding: &'p Finding,
    /// The line and the column of the finding, if it has a place in the text.
    place: Option<(u64, u64)>,
    margin: Margin<'p>,
}

impl Paragraph<'_> {
    fn write(&self, out: &mut RenderedEntries) {
        let (finding, margin) = (self.finding, &self.margin);
        let language = margin.options.language;
        let head = format!(
            "{}[{}]",
            margin.localize(finding.severity.words()),
            finding.rule.name
        );
        margin.headline(
            finding.severity,
            &head,
            &headline(finding).in_language(language),
            out,
        );
        margin.arrow(self.entry.game.path, self.place, out);
        let (open, close) = language.either((" (", ")"), ("（", "）"));
        match &*place(&self.entry.game.record, finding, language) {
            "" => put!(out, "\n"),
            place => put!(out, "{open}{place}{close}\n"),
        }
        if let (Some(span), Some((line, _))) = (finding.span, self.place) {
            margin.excerpt(self.entry.game.text, (span, line), finding.severity, out);
        }
        self.write_board(out);
        self.write_properties(out);
        self.write_proof(out);
        self.write_related(out);
        self.write_causes(out);
        self.write_misheard(out);
        let kinds = kinds_of(finding);
        let page = match kinds.first() {
            Some(kind) => format!("kifu rules --causes {}", kind.name()),
            None => match finding.rule.address(language) {
                Some(address) => format!("kifu rules {}, {address}", finding.rule.name),
                None => format!("kifu rules {}", finding.rule.name),
            },
        };
        for kind in &kinds {
            out.mark_explanation(Explained::Cause(*kind), margin.gutter);
        }
        if kinds.is_empty() {
            out.mark_explanation(Explained::Rule(finding.rule), margin.gutter);
        }
        margin.remark(both("help", "詳細"), &page, out);
        put!(out, "\n");
    }

    /// Writes the board before the move of the finding, if boards are enabled and the game is shogi. A position that
    /// cannot be drawn, as in some damaged records, is omitted.
    fn write_board(&self, out: &mut impl Write) {
        let shows_board = self.margin.options.boards && self.entry.game.record.is_shogi();
        let sfen = self.finding.position.as_deref().filter(|_| shows_board);
        let Some(position) = sfen.and_then(|sfen| Position::from_sfen(sfen).ok()) else {
            return;
        };
        let squares: Vec<_> = self.finding.cells.iter().filter_map(|it| it.square()).collect();
        self.margin.bar("", out);
        let language = self.margin.options.language;
        let marks: Vec<_> = squares
            .into_iter()
            .map(|square| (square, Mark::OfFinding))
            .collect();
        let sides = show::sides(&self.entry.game.record, language);
        for line in marked_diagram(&position, &marks, sides, language).lines() {
            self.margin.bar(&format!(" {line}"), out);
        }
        self.margin.bar("", out);
    }

    /// Writes the position and the move of the finding, if it has them, and a note if the finding is after an illegal
    /// move.
    fn write_properties(&self, out: &mut impl Write) {
        if let Some(position) = &self.finding.position {
            self.write_property(both("position", "局面"), &printable(position), out);
        }
        if let Some(moved) = &self.finding.moved {
            self.write_property(both("move", "指し手"), &printable(moved), out);
        }
        if self.finding.after_foul {
            let words = both(
                "play continued after an earlier illegal move",
                "これより前に反則があり、そのまま指し継がれた",
            );
            self.margin
                .remark(both("note", "注記"), self.margin.localize(words), out);
        }
    }

    /// Writes the proof of the finding, if there is one.
    fn write_proof(&self, out: &mut impl Write) {
        let Some(proof) = &self.finding.proof else { return };
        for line in proof::lines(proof, &self.entry.game.record) {
            let line = line.in_language(self.margin.options.language);
            self.margin.remark(proof::LABEL, &line, out);
        }
    }

    /// Writes the other records that the finding is about.
    fn write_related(&self, out: &mut impl Write) {
        let language = self.margin.options.language;
        for related in &self.finding.related {
            let (path, record) = (printable(&related.path), related.record);
            let number = record.map(|number| match language {
                Language::English => format!(" (record {number})"),
                Language::Japanese => format!("（{number}局目）"),
            });
            let line = related.line.map(|line| format!(":{line}"));
            let text = format!("{path}{}{}", line.unwrap_or_default(), number.unwrap_or_default());
            self.margin.remark(both("with", "相手"), &text, out);
        }
    }

    /// Writes the causes of the finding, each with its place if that is another line.
    fn write_causes(&self, out: &mut impl Write) {
        let (text, margin) = (self.entry.game.text, &self.margin);
        for (label, cause) in causes_of(self.finding) {
            let language = margin.options.language;
            let message = cause.message.in_language(language);
            margin.remark_with_label(&label.in_language(language), &printable(&message), out);
            let place = text.line_column(cause.span.start as usize);
            if self.place.is_none_or(|(line, _)| line != place.0) {
                put!(out, "   ");
                margin.arrow(self.entry.game.path, Some(place), out);
                put!(out, "\n");
            }
        }
    }

    /// Writes the move that an illegal move may have been.
    fn write_misheard(&self, out: &mut impl Write) {
        if let Some(misheard) = &self.finding.misheard {
            let label = both("if it was misheard", "聞き違いなら");
            self.write_property(label, &printable(misheard.to.trim()), out);
        }
    }

    fn write_property(&self, label: Words, words: &dyn Display, out: &mut impl Write) {
        self.margin.label(self.margin.localize(label), out);
        put!(out, "{words}\n");
    }
}

// The lines of a finding after its headline, which are indented by a gutter.

/// Width of a terminal below which text is not wrapped by the program (columns).
const MIN_WRAP_COLUMNS: usize = 40;

/// The left margin of the lines of a finding, with the bar or the `=` after the gutter.
pub(super) struct Margin<'m> {
    /// The width of the gutter, which is that of the line number in the excerpt (terminal columns).
    pub(super) gutter: usize,
    pub(super) options: &'m RenderOptions,
}

impl<'m> Margin<'m> {
    /// Returns the margin for a place, given by line and column. If `place` is `None`, the gutter is one column wide.
    pub(super) fn for_place(place: Option<(u64, u64)>, options: &'m RenderOptions) -> Self {
        let gutter = place.map_or(1, |(line, _)| line.to_string().len());
        Self { gutter, options }
    }

    /// Writes the headline: `head` in the colour of the severity, such as `error[rule]`, and the message.
    pub(super) fn headline(&self, severity: Severity, head: &str, message: &str, out: &mut impl Write) {
        let (style, strong) = (self.options.paint.severity(severity), self.options.paint.strong);
        put!(out, "{style}{head}{style:#}{strong}: ");
        self.sentence(&printable(message), head.width() + 2, 2, out);
        put!(out, "{strong:#}\n");
    }

    /// Writes `--> path:line:column`, without a line break at the end. The line and the column are left out if `place`
    /// is `None`.
    pub(super) fn arrow(&self, path: &str, place: Option<(u64, u64)>, out: &mut impl Write) {
        let (gutter, frame) = (self.gutter, self.options.paint.frame);
        put!(out, "{:gutter$}{frame}-->{frame:#} {}", "", printable(path));
        if let Some((line, column)) = place {
            put!(out, ":{line}:{column}");
        }
    }

    /// Writes the source line in which the span begins, with its number, and a line that marks the span. Writes nothing
    /// if there is no excerpt.
    pub(super) fn excerpt(
        &self,
        text: &Text<'_>,
        (span, number): (Span, u64),
        severity: Severity,
        out: &mut impl Write,
    ) {
        let Some(Excerpt { line, indent, width }) = Excerpt::new(text, span) else {
            return;
        };
        let (frame, style) = (self.options.paint.frame, self.options.paint.severity(severity));
        self.bar("", out);
        put!(out, "{frame}{number} |{frame:#} {line}\n");
        let marks = "^".repeat(width);
        self.bar(&format!(" {:indent$}{style}{marks}{style:#}", ""), out);
    }

    /// Writes a line of words after the gutter and a bar.
    fn bar(&self, words: &str, out: &mut impl Write) {
        let (gutter, frame) = (self.gutter, self.options.paint.frame);
        put!(out, "{frame}{:gutter$} |{frame:#}{words}\n", "");
    }

    pub(super) fn localize(&self, words: Words) -> &'static str {
        words.in_language(self.options.language)
    }

    /// Writes the reason and the remedy of a rule or of a kind of causes.
    ///
    /// The reason and the remedy are two separate remarks.
    pub(super) fn explain(&self, explained: Explained, out: &mut impl Write) {
        let (why, remedy) = match explained {
            Explained::Rule(rule) => (rule.page().why, rule.page().remedy),
            Explained::Cause(kind) => (kind.page().why, kind.page().remedy),
        };
        self.remark(both("why", "理由"), self.localize(why), out);
        self.remark(both("do", "対処"), self.localize(remedy), out);
    }

    pub(super) fn remark(&self, label: Words, words: &str, out: &mut impl Write) {
        self.remark_with_label(self.localize(label), words, out);
    }

    fn remark_with_label(&self, label: &str, words: &str, out: &mut impl Write) {
        let columns = self.label(label, out);
        self.sentence(words, columns, columns, out);
        put!(out, "\n");
    }

    /// Writes the start of a remark, `= label: ` after the gutter, and returns its width (columns).
    pub(super) fn label(&self, label: &str, out: &mut impl Write) -> usize {
        let (frame, strong) = (self.options.paint.frame, self.options.paint.strong);
        let gutter = self.gutter;
        put!(
            out,
            "{:gutter$} {frame}={frame:#} {strong}{label}{strong:#}: ",
            ""
        );
        gutter + label.width() + 5
    }

    /// Writes a sentence, wrapped to the width of the terminal.
    ///
    /// `used` columns of the first line are already taken. All later lines are indented by `indent` columns. If the
    /// width is unknown or less than [`MIN_WRAP_COLUMNS`], the sentence is not wrapped.
    pub(super) fn sentence(&self, words: &str, used: usize, indent: usize, out: &mut impl Write) {
        let columns = self
            .options
            .columns
            .filter(|&columns| columns >= MIN_WRAP_COLUMNS);
        let Some(columns) = columns else {
            put!(out, "{words}");
            return;
        };
        let lines = wrap_text(words, columns.saturating_sub(used), columns - indent);
        for (number, line) in lines.into_iter().enumerate() {
            if number > 0 {
                put!(out, "\n{:indent$}", "");
            }
            put!(out, "{line}");
        }
    }
}

// The source line of a finding, with the token marked below.

/// Maximum width of the text before the token in an excerpt (columns).
const MAX_CONTEXT_COLUMNS: usize = 40;

/// Maximum width of an excerpt (columns).
const MAX_EXCERPT_COLUMNS: usize = 100;

/// The mark of omitted text.
const ELLIPSIS: char = '…';

/// A source line with the place of a token in it. Control characters are replaced by visible symbols.
///
/// A long line is truncated at both ends. Only the characters that are shown are processed, so the time does not depend
/// on the length of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excerpt {
    line: String,
    /// The width of the text before the token (columns).
    indent: usize,
    /// The width of the token (columns), at least 1.
    width: usize,
}

impl Excerpt {
    /// Returns an excerpt from the line in which `span` begins, with the part of `span` in this line as token. Returns
    /// `None` if the line is empty or the text looks binary.
    fn new(text: &Text<'_>, span: Span) -> Option<Self> {
        let line_span = text.line_span(span.start as usize);
        if text.looks_binary() || line_span.is_empty() {
            return None;
        }
        let source = text.as_str();
        let token = text.in_file(span.start as usize..span.end as usize);
        let start = token.start.clamp(line_span.start, line_span.end);
        let end = token.end.clamp(start, line_span.end);
        let (before, token, after) = (
            source.get(line_span.start..start)?,
            source.get(start..end)?,
            source.get(end..line_span.end)?,
        );

        let mut line = String::new();
        let (mut left_characters, is_left_complete) = take_columns(before.chars().rev(), MAX_CONTEXT_COLUMNS);
        left_characters.reverse();
        let mut indent = 0;
        if !is_left_complete {
            line.push(ELLIPSIS);
            indent += 1;
        }
        indent += push(&left_characters, &mut line);
        let (token_characters, mut is_complete) = take_columns(token.chars(), MAX_EXCERPT_COLUMNS - indent);
        let width = push(&token_characters, &mut line);
        if is_complete {
            let (right_characters, is_right_complete) =
                take_columns(after.chars(), MAX_EXCERPT_COLUMNS.saturating_sub(indent + width));
            push(&right_characters, &mut line);
            is_complete = is_right_complete;
        }
        if !is_complete {
            line.push(ELLIPSIS);
        }
        Some(Self {
            line,
            indent,
            width: width.max(1),
        })
    }
}

/// Returns the first characters that fit into `width` columns, and `true` if these are all characters.
///
/// Characters without width do not fill a line, so the number of characters has a separate limit of twice the width.
fn take_columns(characters: impl Iterator<Item = char>, width: usize) -> (Vec<PrintableChar>, bool) {
    let mut taken = Vec::new();
    let mut room = width;
    for character in characters.map(printable_char) {
        let Some(room_after) = room.checked_sub(character.width()) else {
            return (taken, false);
        };
        if taken.len() == 2 * width {
            return (taken, false);
        }
        room = room_after;
        taken.push(character);
    }
    (taken, true)
}

/// Appends characters to a line and returns their width (columns).
fn push(characters: &[PrintableChar], line: &mut String) -> usize {
    for character in characters {
        character.push_to(line);
    }
    characters.iter().map(|character| character.width()).sum()
}

#[cfg(test)]
mod tests {
    use super::{FORM, *};
    use crate::finding::{Class, Example, Group, Language, Rule, RulePage, bilingual};
    use crate::report::Paint;
    use crate::report::diagram::diagram;
    use crate::report::entries::RenderState;
    use crate::report::sample::{add_entry, finding_on, render_with};
    use crate::shogi::Square;
    use crate::text::decode;

    const NO_EXAMPLE: Example = Example::Record {
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
            page_remedy: None,
            source: both("", ""),
            bad: NO_EXAMPLE,
            good: NO_EXAMPLE,
            fix: None,
        }),
    };

    const START_SFEN: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    fn render_two_findings(options: &RenderOptions) -> String {
        let text = decode("手合割：平手\n   1 ７六歩(77)\n   2 同　王\n".as_bytes(), None);
        let mut long_finding = finding_on(&text, "同　王");
        long_finding.rule = &RULE;
        long_finding.message = bilingual("a king cannot be there", "玉がそこにいるはずがない");
        long_finding.variation = vec![(2, 1)];
        long_finding.position = Some(START_SFEN.to_owned());
        long_finding.cells = Square::new(7, 6).into_iter().map(Into::into).collect();
        long_finding.moved = Some("同　王".to_owned());
        long_finding.after_foul = true;
        let mut short_finding = finding_on(&text, "手合割");
        (short_finding.rule, short_finding.ply, short_finding.seat) = (&RULE, Some(0), None);
        render_with(options, &FORM, &text, vec![long_finding, short_finding])
    }

    #[test]
    fn a_finding_is_a_paragraph_and_the_first_of_a_rule_explains_it() {
        insta::assert_snapshot!(render_two_findings(&RenderOptions::default()), @"
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
    fn text_output_is_in_japanese() {
        let japanese = RenderOptions {
            language: Language::Japanese,
            ..RenderOptions::default()
        };
        insta::assert_snapshot!(render_two_findings(&japanese), @"
        エラー[king-of-same]: 玉がそこにいるはずがない
         --> a/b.kif:3:6（棋譜1、2手目からの変化1、2手目、後手）
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
         --> a/b.kif:1:1（棋譜1、初手より前）
          |
        1 | 手合割：平手
          | ^^^^^^
          = 詳細: kifu rules king-of-same
        ");
    }

    #[test]
    fn a_board_is_shown_below_the_line() {
        let output = render_two_findings(&RenderOptions {
            boards: true,
            ..RenderOptions::default()
        });
        let position = Position::from_sfen(START_SFEN).unwrap();
        let mut board = String::new();
        for line in diagram(&position, &[Square::new(7, 6).unwrap()], Language::English).lines() {
            board.extend(["  | ", line, "\n"]);
        }
        assert!(
            output.contains(&format!("  |      ^^^^^^\n  |\n{board}  |\n  = position: ")),
            "{output}"
        );
        assert_eq!(output.matches("White holds").count(), 1, "{output}");
    }

    #[test]
    fn sentences_are_wrapped_to_the_terminal() {
        let render_narrow = |language, columns| {
            render_two_findings(&RenderOptions {
                language,
                columns: Some(columns),
                ..RenderOptions::default()
            })
        };
        let japanese_output = render_narrow(Language::Japanese, 40);
        assert!(
            japanese_output.contains("= 注記: これより前に反則があり、そのま\n          ま指し継がれた\n"),
            "{japanese_output}"
        );
        let english_output = render_narrow(Language::English, 40);
        assert!(
            english_output.contains("error[king-of-same]: a king cannot be\n  there\n"),
            "{english_output}"
        );
        assert_eq!(
            render_narrow(Language::English, 39),
            render_two_findings(&RenderOptions::default())
        );
    }

    #[test]
    fn a_clean_record_is_not_mentioned() {
        let text = decode(b"", None);
        assert_eq!(render_with(&RenderOptions::default(), &FORM, &text, vec![]), "");
    }

    #[test]
    fn colours_only_surround_the_words() {
        let output = render_two_findings(&RenderOptions {
            paint: Paint::coloured(),
            ..RenderOptions::default()
        });
        assert!(output.contains("\x1B["), "{output:?}");
        assert!(output.contains("error[king-of-same]"), "{output:?}");
    }

    fn excerpt(text: &str, token: &str) -> (String, String) {
        let decoded = decode(text.as_bytes(), None);
        let start = text.find(token).unwrap();
        let it = Excerpt::new(&decoded, Span::new(start, start + token.len())).unwrap();
        (it.line, " ".repeat(it.indent) + &"^".repeat(it.width))
    }

    #[test]
    fn the_caret_is_under_the_token() {
        let (line, mark) = excerpt("手合割：平手\n  43 ７六歩打 ( 0:01)\n", "７六歩打");
        assert_eq!(line, "  43 ７六歩打 ( 0:01)");
        assert_eq!(mark, "     ^^^^^^^^");
        let (line, mark) = excerpt("同　歩\t\x1B[2J▲７六歩", "▲");
        assert_eq!(line, "同　歩    ␛[2J▲７六歩");
        assert_eq!(mark.len(), "123456    1234^".len());
    }

    #[test]
    fn long_lines_are_truncated_around_the_token() {
        let text = format!("{}７六歩{}", "あ".repeat(1000), "い".repeat(1000));
        let (line, mark) = excerpt(&text, "７六歩");
        assert_eq!(line, format!("…{}７六歩{}…", "あ".repeat(20), "い".repeat(26)));
        assert_eq!(mark, format!("{}{}", " ".repeat(41), "^".repeat(6)));
        let (line, mark) = excerpt(&text, &"あ".repeat(1000));
        assert_eq!(line, format!("{}…", "あ".repeat(50)));
        assert_eq!(mark.len(), 100);
    }

    #[test]
    fn characters_without_width_do_not_extend_the_caret() {
        let text = format!("か{}x", "\u{3099}".repeat(100_000));
        assert!(excerpt(&text, "x").0.chars().count() < 3 * MAX_EXCERPT_COLUMNS);
    }

    #[test]
    fn an_empty_span_is_marked() {
        let decoded = decode("+7776FU\n".as_bytes(), None);
        let end = Excerpt::new(&decoded, Span::new(7, 7)).unwrap();
        assert_eq!((end.indent, end.width), (7, 1));
        assert_eq!(Excerpt::new(&decoded, Span::new(8, 8)), None);
        assert_eq!(
            Excerpt::new(
                &decode(b"\x89PNG\r\n\x1A\n\0\0\0\0\0\0IHDR", None),
                Span::new(0, 0)
            ),
            None
        );
    }

    #[test]
    fn a_rule_is_explained_once_however_records_are_grouped() {
        let text = decode("   2 同　王\n".as_bytes(), None);
        let options = RenderOptions::default();
        let finding = finding_on(&text, "同　王");
        let mut two_records = RenderedEntries::default();
        add_entry(&options, &FORM, &text, vec![finding.clone()], &mut two_records);
        add_entry(&options, &FORM, &text, vec![finding.clone()], &mut two_records);
        let mut one_record = RenderedEntries::default();
        add_entry(&options, &FORM, &text, vec![finding], &mut one_record);
        let mut state = RenderState::default();
        let rendered_apart = [&one_record, &one_record]
            .map(|entries| state.render(entries, &options).into_owned())
            .concat();
        let rendered_together = two_records.render_alone(&options);
        assert_eq!(
            String::from_utf8(rendered_together.clone()),
            String::from_utf8(rendered_apart)
        );
        let rendered_together = String::from_utf8(rendered_together).unwrap();
        assert_eq!(rendered_together.matches(" = why: ").count(), 1);
        assert_eq!(rendered_together.matches(" = help: ").count(), 2);
    }
}
