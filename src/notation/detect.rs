//! Which notation a text is in.

use super::{NOTATIONS, Notation};
use crate::text::Text;

/// How many lines that can only be of one notation are enough to decide.
const ENOUGH: u32 = 8;

/// The notation of a text by what its lines look like. The extension decides between equals, and where
/// no line is of any notation in particular.
pub fn detect(text: &Text<'_>, extension: Option<&str>) -> Option<&'static Notation> {
    if text.looks_binary() {
        return None;
    }
    let mut claims = vec![0; NOTATIONS.len()];
    for line in text.as_str().split(['\n', '\r']) {
        for (claim, notation) in claims.iter_mut().zip(NOTATIONS) {
            *claim += u32::from((notation.claims_line)(line));
        }
        if claims.iter().any(|&claim| claim >= ENOUGH) {
            break;
        }
    }
    let most = *claims.iter().max()?;
    let mut tied = NOTATIONS
        .iter()
        .copied()
        .zip(claims)
        .filter(|&(_, claim)| claim == most)
        .map(|(notation, _)| notation);
    let named = extension.and_then(super::by_extension);
    match named {
        Some(named) if tied.clone().any(|notation| notation.format == named.format) => Some(named),
        _ => tied.next().filter(|_| most > 0),
    }
}
