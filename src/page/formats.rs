//! The names that the scripts of the HTML report need to write a game in a notation: headers, handicaps and ends.

use serde_json::{Value, json};

use super::moves::PERPETUAL_CHECK;
use super::words::end_words;
use crate::finding::Language;
use crate::notation::header::{self, ValueKind, Version};
use crate::notation::{csa, japanese_terminal};
use crate::record::Terminal;
use crate::shogi::Handicap;

/// Returns the names of the headers, of the handicaps and of the ends of games in KIF and CSA.
///
/// - `headers`: for each header, its Japanese key, its other Japanese keys, all its CSA keys, its key in CSA V2.2, and the
///   type of its value.
/// - `handicaps`: for each official start position, its name and its SFEN.
/// - `ends`: for each kind of end, the name of its kind in cards, its words on the page, its word in KIF, and its word in
///   CSA V2.2 after `%`. Words that do not exist are `null`.
pub(super) fn format_names(language: Language) -> Value {
    let headers = header::NAMES.iter().map(|name| {
        let csa_keys: Vec<_> = name.csa.iter().map(|(key, _)| *key).collect();
        let value_kind = match name.value() {
            ValueKind::Text => "text",
            ValueKind::TimeLimit => "limit",
            ValueKind::Date => "date",
        };
        json!([
            name.japanese,
            name.aliases,
            csa_keys,
            name.csa_key(Version::Two),
            value_kind
        ])
    });
    let official = Handicap::ALL.into_iter().filter(|handicap| handicap.official);
    let handicaps = official.map(|handicap| json!([handicap.name, handicap.position().to_sfen(1)]));
    let ends = Terminal::OF_SHOGI.iter().map(|&terminal| {
        json!([
            terminal.name(),
            end_words(terminal, language),
            japanese_terminal(terminal),
            csa::word_after_percent(terminal),
        ])
    });
    let perpetual_check = json!([
        Terminal::FoulLoss.name(),
        PERPETUAL_CHECK.in_language(language),
        PERPETUAL_CHECK.in_language(Language::Japanese),
        csa::word_after_percent(Terminal::FoulLoss),
    ]);
    let ends = ends.chain([perpetual_check]);
    json!({
        "headers": headers.collect::<Vec<_>>(),
        "handicaps": handicaps.collect::<Vec<_>>(),
        "ends": ends.collect::<Vec<_>>(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_the_writers() {
        let names = format_names(Language::English);
        let has = |kind: &str, row: Value| names[kind].as_array().is_some_and(|rows| rows.contains(&row));
        assert!(has("headers", json!(["棋戦", [], ["$EVENT"], "$EVENT", "text"])));
        assert!(has(
            "handicaps",
            json!([
                "二枚落ち",
                "lnsgkgsnl/9/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL w - 1"
            ])
        ));
        assert!(has("ends", json!(["resign", "resignation", "投了", "TORYO"])));
        assert!(has(
            "ends",
            json!(["win-by-default", "win by default", "不戦勝", null])
        ));
    }
}
