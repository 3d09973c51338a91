//! The output format `concise`: one line per finding, for editors and for `grep`.

use super::causes::message_with_causes;
use super::{RenderOptions, RenderedEntries, ReportEntry, ReportForm, put};
use crate::finding::both;
use crate::text::{Payload, printable};

pub(super) static FORM: ReportForm = ReportForm {
    name: "concise",
    about: both(
        "One finding per line: path:line:column: severity[rule] message",
        "指摘ごとに1行: パス:行:列: 重大度[規則] 内容",
    ),
    content: Payload::Words,
    shows_consequences: false,
    entry,
    ..ReportForm::PLAIN
};

fn entry(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    let visible = FORM.visible(entry, options);
    let hidden = entry.findings.len() - visible.len();
    for finding in visible {
        put!(out, "{}", printable(entry.game.path));
        if let Some((line, column)) = finding.place(entry.game.text) {
            put!(out, ":{line}:{column}");
        }
        let severity = options.paint.severity(finding.severity);
        let (words, rule) = (finding.severity.words(), finding.rule.name);
        let message = message_with_causes(finding, hidden, options.language);
        let message = printable(&message);
        let name = words.in_language(options.language);
        put!(out, ": {severity}{name}[{rule}]{severity:#} {message}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::{Language, bilingual};
    use crate::report::sample::{finding_on, render, render_with};
    use crate::text::decode;

    #[test]
    fn a_finding_is_a_line() {
        let text = decode("   1 ７六歩(77)\n   2 同　王\n".as_bytes(), None);
        let mut without_place = finding_on(&text, "同　王");
        without_place.span = None;
        without_place.message = bilingual("two\nlines", "二\n行");
        assert_eq!(
            render(&FORM, &text, vec![finding_on(&text, "同　王"), without_place]),
            "a/b.kif:2:6: error[unreadable-line] cannot be read\na/b.kif: error[unreadable-line] two␊lines\n"
        );
        let in_japanese = RenderOptions {
            language: Language::Japanese,
            ..RenderOptions::default()
        };
        assert_eq!(
            render_with(&in_japanese, &FORM, &text, vec![finding_on(&text, "同　王")]),
            "a/b.kif:2:6: エラー[unreadable-line] 読み取れない\n"
        );
    }
}
