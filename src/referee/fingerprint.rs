//! Fingerprints that identify a finding independently of the location of its record.

use sha2::{Digest, Sha256};

use crate::finding::Finding;
use crate::notation::header;
use crate::record::{HeaderKey, Record};
use crate::text::Text;

/// The headers that identify a game.
const IDENTIFYING_HEADERS: [HeaderKey; 6] = [
    HeaderKey::Black,
    HeaderKey::White,
    HeaderKey::Third,
    HeaderKey::Fourth,
    HeaderKey::Start,
    HeaderKey::Event,
];

/// The hash of the data that all findings of a record share.
///
/// The data are the name of the kind of game and the headers that identify the game, so that the remaining
/// findings keep their fingerprints after one error is fixed. If the record lacks Black, White or the start
/// date, its whole text is used instead of the headers. A record without text is identified by the bytes of the
/// file.
#[derive(Clone, Debug)]
pub(crate) struct Fingerprint(Sha256);

impl Fingerprint {
    /// Computes the hash of a record in a file with this text.
    pub(crate) fn new(record: &Record<'_>, text: &Text<'_>) -> Self {
        let mut hash = Sha256::new();
        push(&mut hash, record.game.name);
        let value = |key| header::value(record, key).map_or("", str::trim);
        let has = |key| !value(key).is_empty();
        if has(HeaderKey::Black) && has(HeaderKey::White) && has(HeaderKey::Start) {
            for key in IDENTIFYING_HEADERS {
                push(&mut hash, value(key));
            }
        } else if record.text.is_empty() {
            // Nothing in the file could be read as a record, so the bytes of the file identify it.
            hash.update(text.source());
        } else {
            // The encoding and the line endings of the text do not affect the hash.
            let lines = record.text.split(['\r', '\n']).map(str::trim_end);
            for line in lines.filter(|line| !line.is_empty()) {
                push(&mut hash, line);
            }
        }
        Self(hash)
    }

    /// Returns the fingerprint of a finding of this record.
    ///
    /// The fingerprint depends on the rule, the ply, the variation and the text at the span of the finding, but
    /// not on line, column, severity or message.
    pub(crate) fn for_finding(&self, record: &Record<'_>, finding: &Finding) -> u64 {
        let mut hash = self.0.clone();
        push(&mut hash, finding.rule.name);
        let ply = finding.ply.map_or_else(String::new, |ply| ply.to_string());
        push(&mut hash, &ply);
        for (ply, alternative) in &finding.variation {
            push(&mut hash, &format!("{ply}.{alternative}"));
        }
        let marked_text = finding.span.map_or("", |span| record.text_at(span)).trim();
        for line in marked_text.split(['\r', '\n']).filter(|line| !line.is_empty()) {
            push(&mut hash, line);
        }
        let digest = hash.finalize();
        digest.first_chunk().map_or(0, |bytes| u64::from_be_bytes(*bytes))
    }
}

/// Adds a value to the hash, followed by a zero byte. No value contains a zero byte.
fn push(hash: &mut Sha256, value: &str) {
    hash.update(value);
    hash.update([0]);
}
