//! What tells a finding from all others, wherever its record lies.

use sha2::{Digest, Sha256};

use crate::finding::Finding;
use crate::notation::header;
use crate::record::{HeaderKey, Record};
use crate::text::Text;

/// The headers that name a game.
const NAMES: [HeaderKey; 6] = [
    HeaderKey::Black,
    HeaderKey::White,
    HeaderKey::Third,
    HeaderKey::Fourth,
    HeaderKey::Start,
    HeaderKey::Event,
];

/// What the findings of a record have in common: who played it when, so that mending one fault in it leaves the others
/// known. Where it does not say that, it is all of its text.
#[derive(Clone, Debug)]
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    /// That of a record, and of the file that it stands in.
    pub(crate) fn new(record: &Record<'_>, text: &Text<'_>) -> Self {
        let mut hash = Sha256::new();
        push(&mut hash, record.game.name);
        let value = |key| header::value(record, key).map_or("", str::trim);
        let says = |key| !value(key).is_empty();
        if says(HeaderKey::Black) && says(HeaderKey::White) && says(HeaderKey::Start) {
            for key in NAMES {
                push(&mut hash, value(key));
            }
        } else if record.text.is_empty() {
            // Nothing in the file could be read as a record.
            hash.update(text.source());
        } else {
            // The encoding and the ends of lines are none of its content.
            let lines = record.text.split(['\r', '\n']).map(str::trim_end);
            for line in lines.filter(|line| !line.is_empty()) {
                push(&mut hash, line);
            }
        }
        Self(hash)
    }

    /// The number of a finding of this record: made of its rule, its ply and what is written there. Neither lines nor
    /// columns are in it, nor how much it weighs and how it is worded.
    pub(crate) fn of_finding(&self, record: &Record<'_>, finding: &Finding) -> u64 {
        let mut hash = self.0.clone();
        push(&mut hash, finding.rule.name);
        let ply = finding.ply.map_or_else(String::new, |ply| ply.to_string());
        push(&mut hash, &ply);
        for (ply, alternative) in &finding.variation {
            push(&mut hash, &format!("{ply}.{alternative}"));
        }
        let written = finding.span.map_or("", |span| record.text_at(span)).trim();
        for line in written.split(['\r', '\n']).filter(|line| !line.is_empty()) {
            push(&mut hash, line);
        }
        let digest = hash.finalize();
        digest.first_chunk().map_or(0, |it| u64::from_be_bytes(*it))
    }
}

/// A part of what is hashed. None of them holds the end of a text.
fn push(hash: &mut Sha256, part: &str) {
    hash.update(part);
    hash.update([0]);
}
