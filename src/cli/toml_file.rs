//! Files of TOML that users write for this program, and what is wrong with them.

use std::io::{self, Read, Write as _};
use std::path::Path;

use anstream::ColorChoice;

use super::when_arg::WhenArg;
use crate::finding::{Fault, Language, Reason, Span, Words, say};
use crate::output::{Kept, stderr};
use crate::report::{Paint, fault};
use crate::text::{Payload, decode, printable};

/// No such file is longer.
const LIMIT: u64 = 1 << 20;

/// What is said of a file that can be none.
pub(super) struct Kind {
    /// It is a picture or a program: nothing stands in it that anything could be read from.
    pub(super) no_text: Words,
    pub(super) too_large: Words,
}

/// What stands in a file, which is kept; what is wrong with it is told on standard error, where it is called by this name.
pub(super) fn read<T>(
    path: &Path,
    name: &str,
    kind: &Kind,
    kept: &mut Kept,
    (color, language): (WhenArg, Language),
    parse: impl FnOnce(&str) -> Result<T, Vec<Fault>>,
) -> Option<T> {
    let paint = Paint::colourful();
    let unread = |error: &io::Error| fault::unread(&printable(name), error, &paint, language);
    let told = match load(path, kind, kept) {
        Err(error) => unread(&error),
        Ok(bytes) => {
            let text = decode(&bytes, None);
            if text.looks_binary() {
                unread(&Reason::error(io::ErrorKind::InvalidData, kind.no_text))
            } else {
                let damage = text.as_str().find('\u{fffd}');
                match damage.map_or_else(|| parse(text.as_str()), |at| Err(vec![damaged(at)])) {
                    Ok(read) => return Some(read),
                    Err(faults) => fault::told(name, &text, &faults, &paint, language),
                }
            }
        }
    };
    tell(&told, color.on_stderr());
    None
}

/// A character that is none in the encoding of the file.
fn damaged(at: usize) -> Fault {
    Fault {
        span: Some(Span::new(at, at + '\u{fffd}'.len_utf8())),
        message: say("invalid character", "文字として読めないデータがある"),
        help: Some(say("save the file as UTF-8", "ファイルをUTF-8で保存する")),
    }
}

/// What cannot be written to standard error is lost: there is no other place to complain.
fn tell(words: &[u8], color: ColorChoice) {
    let _ = stderr(Payload::Words, color).write_all(words);
}

fn load(path: &Path, kind: &Kind, kept: &mut Kept) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    kept.open(path)?.take(LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIMIT {
        return Err(Reason::error(io::ErrorKind::FileTooLarge, kind.too_large));
    }
    Ok(bytes)
}
