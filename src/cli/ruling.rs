//! Options of every verb that judges records: by which rules.

use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};

use anstream::ColorChoice;
use clap::{Args, ValueHint};

use super::reading::WhenArg;
use super::values;
use crate::finding::{Language, Reason, say};
use crate::output::{Kept, stderr};
use crate::profile::Profile;
use crate::report::{Paint, fault};
use crate::text::decode;
use crate::text::{Payload, printable, spelled};

/// No file of rules is longer.
const LIMIT: u64 = 1 << 20;

/// The rules that judge.
#[derive(Args, Debug)]
#[command(next_help_heading = "Rules")]
pub(super) struct Ruling {
    /// Judge by the rules of this kind of event [default: jsa-amateur]
    ///
    /// `kifu rules --profiles` shows them side by side.
    #[arg(long, value_name = "NAME", value_parser = values::profile(), conflicts_with = "rules")]
    profile: Option<&'static Profile>,

    /// Judge by the rules in this file
    ///
    /// TOML that says what differs from the rules it `extends`; docs/profiles.md tells the keys. What a record says
    /// itself of its rules comes first.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    rules: Option<PathBuf>,
}

impl Ruling {
    /// The rules; a file of them is kept. Where it is not as it must be, that is told on standard error and there are none.
    pub(super) fn profile(&self, kept: &mut Kept, color: WhenArg, language: Language) -> Option<Profile> {
        match (&self.rules, self.profile) {
            (Some(path), _) => read(path, kept, color, language),
            (None, Some(profile)) => Some(profile.clone()),
            (None, None) => Some(Profile::default()),
        }
    }
}

/// The rules in a file; what is wrong with it is told on standard error.
pub(super) fn read(path: &Path, kept: &mut Kept, color: WhenArg, language: Language) -> Option<Profile> {
    let paint = Paint::colourful();
    let name = spelled(path);
    let told = match load(path, kept) {
        Err(error) => fault::unread(&printable(&name), &error, &paint, language),
        Ok(bytes) if decode(&bytes, None).looks_binary() => {
            fault::unread(&printable(&name), &no_text(), &paint, language)
        }
        Ok(bytes) => {
            let text = decode(&bytes, None);
            let stem = path.file_stem().unwrap_or(path.as_os_str());
            match Profile::read(text.as_str(), &stem.to_string_lossy()) {
                Ok(profile) => return Some(profile),
                Err(faults) => fault::told(&name, &text, &faults, &paint, language),
            }
        }
    };
    tell(&told, color.on_stderr());
    None
}

/// A picture or a program is no file of rules, though nothing stands in it that the rules could be read from.
fn no_text() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        say(
            "this is no text, and the rules are TOML",
            "テキストではない。規則はTOMLで書く",
        ),
    )
}

/// What cannot be written to standard error is lost: there is no other place to complain.
fn tell(words: &[u8], color: ColorChoice) {
    let _ = stderr(Payload::Words, color).write_all(words);
}

fn load(path: &Path, kept: &mut Kept) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    kept.open(path)?.take(LIMIT + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LIMIT {
        return Err(Reason::error(
            io::ErrorKind::FileTooLarge,
            say(
                "too large for a file of rules",
                "規則のファイルにしては大きすぎる",
            ),
        ));
    }
    Ok(bytes)
}
