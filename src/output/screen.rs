//! Standard input, output and error. Text for a terminal is made safe.

use std::fs::File;
use std::io::{self, IsTerminal, Write};

use anstream::{AutoStream, ColorChoice};
use encoding_rs::{CoderResult, Decoder, UTF_8};
use terminal_size::{Width, terminal_size_of};

use crate::finding::{Words, both};
use crate::text::{Payload, printable_char};

/// A writer that makes untrusted text safe for a terminal.
///
/// Printable characters, tabs and line ends pass unchanged, and in [`Payload::Words`] also the styles of this program.
/// All other control characters, including a CR without LF, are shown as text. Line ends in a quoted cell of
/// [`Payload::Rows`] are shown as text, too. Output to a file or a pipe does not use this type and stays unchanged.
pub(super) struct TerminalSanitizer<W: Write> {
    terminal: W,
    content: Payload,
    decoder: Decoder,
    /// The beginning of an escape sequence, or a carriage return, that is held until more input decides whether it may
    /// pass.
    held: String,
    /// `true` inside a quoted cell of [`Payload::Rows`].
    quoted: bool,
}

impl<W: Write> TerminalSanitizer<W> {
    pub(super) fn new(terminal: W, content: Payload) -> Self {
        let encoding = match content {
            Payload::Encoded(encoding) => encoding,
            Payload::Words | Payload::Data | Payload::Rows => UTF_8,
        };
        Self {
            terminal,
            content,
            decoder: encoding.new_decoder_without_bom_handling(),
            held: String::new(),
            quoted: false,
        }
    }

    fn put(&mut self, bytes: &[u8], is_last: bool) -> io::Result<()> {
        let text = self.decode(bytes, is_last);
        let mut line = String::with_capacity(text.len());
        for c in text.chars() {
            self.take(c, &mut line);
        }
        if is_last {
            self.release(&mut line);
        }
        self.terminal.write_all(line.as_bytes())
    }

    fn decode(&mut self, mut bytes: &[u8], is_last: bool) -> String {
        let mut text = String::new();
        loop {
            text.reserve(bytes.len() * 3 + 16);
            let (result, read, _) = self.decoder.decode_to_string(bytes, &mut text, is_last);
            bytes = &bytes[read..];
            if result == CoderResult::InputEmpty {
                return text;
            }
        }
    }

    fn take(&mut self, c: char, line: &mut String) {
        if !self.held.is_empty() {
            self.held.push(c);
            if is_colour(&self.held) || self.held == "\r\n" && !self.quoted {
                line.push_str(&self.held);
                self.held.clear();
                return;
            } else if may_be_colour(&self.held) {
                return;
            }
            self.held.pop();
            self.release(line);
        }
        match c {
            '\r' => self.held.push(c),
            '\x1b' if self.content == Payload::Words => self.held.push(c),
            '\n' if !self.quoted => line.push(c),
            '\t' => line.push(c),
            '"' if self.content == Payload::Rows => {
                self.quoted = !self.quoted;
                line.push(c);
            }
            _ => printable_char(c).push_to(line),
        }
    }

    /// Appends the held characters to `line` as text, because they are not a sequence that may pass.
    fn release(&mut self, line: &mut String) {
        self.held.drain(..).for_each(|c| printable_char(c).push_to(line));
    }
}

impl<W: Write> Write for TerminalSanitizer<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.put(bytes, false)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.terminal.flush()
    }
}

/// On drop, an unfinished sequence at the end of the output is shown as text.
impl<W: Write> Drop for TerminalSanitizer<W> {
    fn drop(&mut self) {
        let _ = self.put(b"", true);
        let _ = self.terminal.flush();
    }
}

/// Maximum length of an escape sequence that may still become a style of this program (bytes).
const MAX_STYLE_BYTES: usize = 12;

/// Returns whether the text is an escape sequence for styles of this program: bold, underlined, some standard colours,
/// or reset.
fn is_colour(sequence: &str) -> bool {
    let numbers = sequence.strip_prefix("\x1b[").and_then(|it| it.strip_suffix('m'));
    let is_own_style =
        |number: &str| matches!(number, "0" | "1" | "4" | "31" | "32" | "33" | "34" | "35" | "36");
    numbers.is_some_and(|number| number.split(';').all(is_own_style))
}

/// Returns whether the text is the beginning of a sequence that [`is_colour`] may accept after more input.
fn may_be_colour(sequence: &str) -> bool {
    let Some(digits) = sequence.strip_prefix("\x1b[") else {
        return sequence == "\x1b";
    };
    sequence.len() <= MAX_STYLE_BYTES && digits.chars().all(|c| c.is_ascii_digit() || c == ';')
}

// Standard input, standard output and standard error. All output to streams passes through this module, so that only
// safe text reaches a terminal.

/// The name of standard output in messages.
pub(super) const STDOUT: Words = both("standard output", "標準出力");

/// The name of standard error in messages.
pub(crate) const STDERR: Words = both("standard error", "標準エラー出力");

/// Returns whether standard input is a terminal, so that a user would have to type the input.
pub(crate) fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// Returns whether standard output is a terminal.
pub(crate) fn stdout_is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// Returns a writer to standard output for this content. `color` decides whether [`Payload::Words`] keep their colours.
/// If standard output is a terminal, the text is made safe.
pub(super) fn stdout(content: Payload, color: ColorChoice) -> Box<dyn Write + Send> {
    let (stdout, is_terminal) = (io::stdout(), stdout_is_terminal());
    match content {
        Payload::Words => sink(AutoStream::new(stdout, color), is_terminal, content),
        _ => sink(stdout, is_terminal, content),
    }
}

/// Returns a writer to standard error for this content. `color` decides whether [`Payload::Words`] keep their colours.
/// If standard error is a terminal, the text is made safe.
pub(crate) fn stderr(content: Payload, color: ColorChoice) -> Box<dyn Write + Send> {
    let (stderr, is_terminal) = (io::stderr(), stderr_is_terminal());
    match content {
        Payload::Words => sink(AutoStream::new(stderr, color), is_terminal, content),
        _ => sink(stderr, is_terminal, content),
    }
}

/// Returns whether standard error is a terminal.
pub(crate) fn stderr_is_terminal() -> bool {
    io::stderr().is_terminal()
}

/// Returns a writer to a device or a pipe for this content. If the device is a terminal, the text is made safe.
pub(super) fn device(file: File, content: Payload) -> Box<dyn Write + Send> {
    let is_terminal = file.is_terminal();
    sink(file, is_terminal, content)
}

fn sink(stream: impl Write + Send + 'static, is_terminal: bool, content: Payload) -> Box<dyn Write + Send> {
    if is_terminal {
        Box::new(TerminalSanitizer::new(stream, content))
    } else {
        Box::new(stream)
    }
}

/// Returns the colour choice that fits standard output and the environment.
pub(crate) fn colours_of_stdout() -> ColorChoice {
    AutoStream::choice(&io::stdout())
}

/// Returns the colour choice that fits standard error and the environment.
pub(crate) fn colours_of_stderr() -> ColorChoice {
    AutoStream::choice(&io::stderr())
}

/// Returns the width of the terminal that standard output goes to (columns), or `None` if it does not go to a terminal.
pub(crate) fn columns() -> Option<usize> {
    let (Width(columns), _) = terminal_size_of(io::stdout())?;
    Some(columns.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::SHIFT_JIS;

    fn displayed(content: Payload, chunks: &[&[u8]]) -> String {
        let mut terminal = Vec::new();
        {
            let mut screen = TerminalSanitizer::new(&mut terminal, content);
            for chunk in chunks {
                screen.write_all(chunk).unwrap();
            }
        }
        String::from_utf8(terminal).unwrap()
    }

    #[test]
    fn only_printable_characters_are_displayed() {
        let text = "a\u{1b}[31mb\u{7}c\u{9b}d\u{7f}e\u{202e}f\0g\th\n";
        for content in [Payload::Data, Payload::Rows, Payload::Encoded(UTF_8)] {
            let expected = "a␛[31mb␇c\u{fffd}d␡e\u{fffd}f␀g\th\n";
            assert_eq!(displayed(content, &[text.as_bytes()]), expected);
        }
    }

    #[test]
    fn only_own_colour_sequences_are_displayed() {
        for (text, expected) in [
            (
                "\u{1b}[1m\u{1b}[31merror\u{1b}[0m",
                "\u{1b}[1m\u{1b}[31merror\u{1b}[0m",
            ),
            ("\u{1b}[1;4m", "\u{1b}[1;4m"),
            ("\u{1b}[8m\u{1b}[2J\u{1b}]0;x\u{7}", "␛[8m␛[2J␛]0;x␇"),
            ("\u{1b}[111111111111111m", "␛[111111111111111m"),
            ("\u{1b}\u{1b}[31m\u{1b}", "␛\u{1b}[31m␛"),
            ("\u{1b}[\n", "␛[\n"),
        ] {
            assert_eq!(displayed(Payload::Words, &[text.as_bytes()]), expected);
            let bytes: Vec<_> = text.as_bytes().chunks(1).collect();
            assert_eq!(displayed(Payload::Words, &bytes), expected);
        }
    }

    #[test]
    fn csv_cells_have_no_line_ends() {
        let text = "a,\"b\nc\r\n\"\"d\",e\r\nf\n";
        assert_eq!(
            displayed(Payload::Rows, &[text.as_bytes()]),
            "a,\"b␊c␍␊\"\"d\",e\r\nf\n"
        );
        assert_eq!(displayed(Payload::Data, &[b"a\r\nb\rc\n"]), "a\r\nb␍c\n");
        assert_eq!(displayed(Payload::Data, &[b"a\r", b"\nb\r"]), "a\r\nb␍");
    }

    #[test]
    fn records_are_shown_in_the_encoding_of_the_terminal() {
        let (bytes, ..) = SHIFT_JIS.encode("手合割：平手\r\n\u{1b}ソ\r\n");
        let chunks: Vec<_> = bytes.chunks(1).collect();
        assert_eq!(
            displayed(Payload::Encoded(SHIFT_JIS), &chunks),
            "手合割：平手\r\n␛ソ\r\n"
        );
        assert_eq!(
            displayed(Payload::Data, &[b"\x8f", b"a\xe6"]),
            "\u{fffd}a\u{fffd}"
        );
    }
}
