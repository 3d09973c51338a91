//! Where in a game a finding is, in words.

use crate::finding::{Finding, Language, both};

/// The record, the way into a variation, the ply and the side.
pub(super) fn place(record: u32, finding: &Finding, language: Language) -> String {
    let mut parts = match language {
        Language::English => in_english(record, finding),
        Language::Japanese => in_japanese(record, finding),
    };
    parts.extend(
        finding
            .seat
            .map(|seat| seat.words.in_language(language).to_string()),
    );
    let comma = both(", ", "、");
    parts.join(comma.in_language(language))
}

fn in_english(record: u32, finding: &Finding) -> Vec<String> {
    let mut parts = vec![format!("record {record}")];
    for (ply, alternative) in &finding.variation {
        parts.push(format!("variation {alternative} at ply {ply}"));
    }
    parts.extend(finding.ply.map(|ply| match ply {
        0 => "before the first ply".to_owned(),
        _ => format!("ply {ply}"),
    }));
    parts
}

fn in_japanese(record: u32, finding: &Finding) -> Vec<String> {
    let mut parts = vec![format!("棋譜{record}")];
    for (ply, alternative) in &finding.variation {
        parts.push(format!("{ply}手目からの変化{alternative}"));
    }
    parts.extend(finding.ply.map(|ply| match ply {
        0 => "初手より前".to_owned(),
        _ => format!("{ply}手目"),
    }));
    parts
}
