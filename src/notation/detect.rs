//! Which notation a text is in.

use memchr::{memchr, memchr2_iter};

use super::{Claim, NOTATIONS, Notation};
use crate::text::Text;

/// How many lines that can only be of one notation are enough to decide.
const ENOUGH: u32 = 8;

/// How many lines of which one may stand in prose are several.
const SEVERAL: u32 = 3;

/// The notation of a text by what its lines look like. Strong claims come before those that take several lines, and these
/// before weak ones. The extension decides between equals, between weak claims, and where no line is of any notation in
/// particular.
pub fn detect(text: &Text<'_>, extension: Option<&str>) -> Option<&'static Notation> {
    if text.looks_binary() {
        return None;
    }
    let mut claims = Claims::default();
    claims.count(text.as_str());
    claims.notation(extension)
}

/// How many lines each notation claims, of a text or of the parts of one so far.
#[derive(Clone, Debug)]
pub struct Claims {
    strong: Vec<u32>,
    several: Vec<u32>,
    weak: Vec<u32>,
}

impl Default for Claims {
    fn default() -> Self {
        let none = vec![0; NOTATIONS.len()];
        Self {
            strong: none.clone(),
            several: none.clone(),
            weak: none,
        }
    }
}

impl Claims {
    /// Adds whole lines; not much further than those that decide.
    pub fn count(&mut self, lines: &str) {
        let mut start = 0;
        for end in memchr2_iter(b'\n', b'\r', lines.as_bytes()).chain([lines.len()]) {
            if self.is_decided() {
                break;
            }
            let line = without_mark(&lines[start..end]);
            start = end + 1;
            // A record of another game may stand at the end of an archive.
            let is_first = self.strong.iter().all(|&claims| claims == 0);
            for (at, notation) in NOTATIONS.iter().enumerate() {
                match (notation.claim_line)(line) {
                    Claim::None => {}
                    Claim::Weak => self.weak[at] += 1,
                    Claim::Several => self.several[at] += 1,
                    Claim::Strong => self.strong[at] += 1,
                    Claim::Certain => self.strong[at] += if is_first { ENOUGH } else { 1 },
                }
            }
        }
    }

    /// Whether further lines change nothing.
    pub fn is_decided(&self) -> bool {
        self.strong.iter().any(|&claims| claims >= ENOUGH)
    }

    /// The notation that they speak for; see [`detect`].
    pub fn notation(&self, extension: Option<&str>) -> Option<&'static Notation> {
        let is_open = self.strong.iter().all(|&claims| claims == 0);
        let several = self.several.iter().position(|&claims| claims >= SEVERAL);
        match several.filter(|_| is_open).and_then(|at| NOTATIONS.get(at)) {
            Some(&notation) => Some(notation),
            None => most_claimed(&self.strong, &self.weak, extension),
        }
    }
}

fn most_claimed(strong: &[u32], weak: &[u32], extension: Option<&str>) -> Option<&'static Notation> {
    let named = || {
        NOTATIONS
            .iter()
            .copied()
            .filter(|it| extension.is_some_and(|e| it.has_extension(e)))
    };
    let count = |of: &[u32], wanted: &Notation| {
        let counts = NOTATIONS.iter().zip(of);
        counts
            .filter(|(it, _)| it.format == wanted.format)
            .map(|(_, &count)| count)
            .sum::<u32>()
    };
    let most = |of: &[u32]| of.iter().copied().max().filter(|&most| most > 0);
    if let Some(most) = most(strong) {
        let equal = |it: &&Notation| count(strong, it) == most;
        return named()
            .find(equal)
            .or_else(|| NOTATIONS.iter().copied().find(equal));
    }
    if let Some(most) = most(weak) {
        let claims = |it: &&Notation| count(weak, it) > 0;
        let claims_most = |it: &&Notation| count(weak, it) == most;
        return named()
            .find(claims)
            .or_else(|| NOTATIONS.iter().copied().find(claims_most));
    }
    named().next()
}

/// Whether a line can only be of one notation.
pub(super) fn is_claimed(line: &str) -> bool {
    NOTATIONS
        .iter()
        .any(|it| matches!((it.claim_line)(line), Claim::Strong | Claim::Certain))
}

/// How much a line looks like a notation. A byte order mark before it is no part of it.
pub(super) fn claim(notation: &Notation, line: &str) -> Claim {
    (notation.claim_line)(without_mark(line))
}

/// A line without the byte order mark before it, and the blanks around that.
fn without_mark(line: &str) -> &str {
    // The first byte of the mark in UTF-8; hardly any line has one.
    if memchr(0xef, line.as_bytes()).is_none() {
        return line;
    }
    let mark = |c: char| c.is_whitespace() || c == '\u{feff}';
    match line.trim_start_matches(mark) {
        marked if line[..line.len() - marked.len()].contains('\u{feff}') => marked,
        _ => line,
    }
}
