//! Errors in settings (profiles, configuration files, options) as text output, in the layout of findings.

use std::io;

use super::text::Margin;
use super::{Paint, RenderOptions, put};
use crate::finding::{InputError, Language, Reason, Severity, both};
use crate::text::{Text, printable};

/// Returns the message about a file with settings that could not be opened or read, with the reason.
pub(crate) fn unreadable_file(path: &str, error: &io::Error, paint: &Paint, language: Language) -> Vec<u8> {
    let style = paint.severity(Severity::Error);
    let (head, why) = (Severity::Error.words(), Reason::from_io_error(error));
    let (head, why) = (head.in_language(language), why.in_language(language));
    format!("{style}{head}:{style:#} {path}: {why}\n").into_bytes()
}

/// Returns text output for all errors: the message of each, with the path. If the place of an error in the text is
/// known, the source line follows, and then the remedy, if there is one.
pub fn describe(
    path: &str,
    text: &Text<'_>,
    faults: &[InputError],
    paint: &Paint,
    language: Language,
) -> Vec<u8> {
    let options = RenderOptions {
        language,
        paint: *paint,
        ..RenderOptions::default()
    };
    let mut out = Vec::new();
    for (at, fault) in faults.iter().enumerate() {
        if at > 0 {
            put!(out, "\n");
        }
        describe_one(path, text, fault, &options, &mut out);
    }
    out
}

fn describe_one(path: &str, text: &Text<'_>, fault: &InputError, options: &RenderOptions, out: &mut Vec<u8>) {
    let (severity, language) = (Severity::Error, options.language);
    let place = fault.span.map(|span| text.line_column(span.start as usize));
    let margin = Margin::for_place(place, options);
    let head = margin.localize(severity.words());
    margin.headline(severity, head, &fault.message.in_language(language), out);
    margin.arrow(path, place, out);
    put!(out, "\n");
    let (Some(span), Some((line, _))) = (fault.span, place) else {
        return;
    };
    margin.excerpt(text, (span, line), severity, out);
    if let Some(help) = &fault.help {
        margin.remark(
            both("help", "ヒント"),
            &printable(&help.in_language(language)),
            out,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::Profile;
    use crate::text::decode;

    #[test]
    fn a_fault_looks_like_a_finding() {
        let text = decode(
            "extends = \"jsa-amateur\"\n\nmax_move = 320\nclock = [\"hourglass\"]\n".as_bytes(),
            None,
        );
        let faults = Profile::read(text.as_str(), "mine").unwrap_err();
        let output = describe(
            "my/spring.toml",
            &text,
            &faults,
            &Paint::plain(),
            Language::English,
        );
        insta::assert_snapshot!(String::from_utf8(output).unwrap(), @r#"
        error: unknown key `max_move`
         --> my/spring.toml:3:1
          |
        3 | max_move = 320
          | ^^^^^^^^
          = help: did you mean `max_moves`?

        error: invalid value for `clock`: this list
         --> my/spring.toml:4:9
          |
        4 | clock = ["hourglass"]
          |         ^^^^^^^^^^^^^
          = help: expected a list of "chess-clock", "stop-watch", "fischer" or "byoyomi"
        "#);
    }
}
