//! Locations of findings in JKF: the span covers the value that a finding is about, and the ply is that of the entry.

use kifu::finding::Finding;
use kifu::notation;
use kifu::notation::jkf::NOTATION;
use kifu::referee::Referee;
use kifu::text;

use super::{CHUDAN, FIRST, SECOND, game};

/// Returns the findings as `rule@ply value`, in a variation as `rule@ply~ value`. The ply of a finding without a ply is
/// 99.
fn places<'a>(text: &str, findings: impl IntoIterator<Item = &'a Finding>) -> Vec<String> {
    let texts = findings.into_iter().map(|finding| {
        let value = finding.span.map_or("", |span| span.slice(text));
        let branch = if finding.variation.is_empty() { "" } else { "~" };
        format!(
            "{}@{}{branch} {value}",
            finding.rule.name,
            finding.ply.unwrap_or(99)
        )
    });
    texts.collect()
}

#[test]
fn findings_have_the_span_of_the_value_and_its_ply() {
    let with_move_field = |entry: &str, field: &str| entry.replace(r#""FU""#, &format!(r#""FU"{field}"#));
    let variation_move = SECOND.replace(r#""x":3"#, r#""x":8"#);
    let with_entry_field =
        |entry: &str, field: &str| format!("{}{field}}}", entry.strip_suffix('}').unwrap());
    let exchange = |captured: &str, recaptured: &str| {
        let capture = format!(
            r#"{{"move":{{"color":0,"from":{{"x":8,"y":8}},"to":{{"x":2,"y":2}},"piece":"KA","promote":true,"capture":"{captured}"}}}}"#
        );
        let recapture = format!(
            r#"{{"move":{{"color":1,"from":{{"x":3,"y":1}},"same":true,"piece":"GI","capture":"{recaptured}"}}}}"#
        );
        game(&[FIRST, SECOND, &capture, &recapture, CHUDAN])
    };
    for (text, expected) in [
        (
            game(&[&FIRST.replace(r#""x":7,"y":6"#, r#""x":0,"y":6"#), CHUDAN]),
            &["bad-token@1 0"][..],
        ),
        (
            game(&[&with_move_field(FIRST, r#","same":true"#), CHUDAN]),
            &["schema-error@1 true"],
        ),
        (
            game(&[&with_move_field(FIRST, r#","same":[7]"#), CHUDAN]),
            &["schema-error@1 [7]"],
        ),
        (
            game(&[FIRST, r#"{"special":"?"}"#]),
            &["unknown-terminal@2 \"?\""],
        ),
        (
            game(&[FIRST, &with_entry_field(SECOND, r#","forks":5"#), CHUDAN]),
            &["schema-error@2 5"],
        ),
        (
            game(&[
                FIRST,
                &with_entry_field(
                    SECOND,
                    &format!(
                        r#","forks":[[{}],7]"#,
                        with_move_field(&variation_move, r#","same":[8]"#)
                    ),
                ),
                CHUDAN,
            ]),
            &["schema-error@2~ [8]", "schema-error@2 7"],
        ),
        (
            game(&[FIRST, &SECOND.replace("FU", "KI"), CHUDAN]),
            &["piece-mismatch@2 \"KI\""],
        ),
        (
            game(&[
                &with_entry_field(FIRST, r#","time":{"now":{"m":0,"s":0}}"#),
                CHUDAN,
            ]),
            &[r#"times-all-zero@1 {"m":0,"s":0}"#],
        ),
        (
            game(&[&with_move_field(FIRST, r#","capture":"ZZ""#), CHUDAN]),
            &["schema-error@1 \"ZZ\""],
        ),
        // The stated captured piece is wrong: in the first case the square is empty, in the other cases it has another
        // piece.
        (
            game(&[&with_move_field(FIRST, r#","capture":"FU""#), CHUDAN]),
            &["schema-error@1 \"FU\""],
        ),
        (exchange("HI", "UM"), &["schema-error@3 \"HI\""]),
        (exchange("KA", "GI"), &["schema-error@4 \"GI\""]),
        // A captured promoted piece may be stated by the kind that goes to the hand.
        (exchange("KA", "KA"), &[]),
        (exchange("KA", "UM"), &[]),
        (game(&[FIRST, SECOND, CHUDAN]), &[]),
    ] {
        let decoded = text::decode(text.as_bytes(), None);
        let record = notation::records(&decoded, Some(&NOTATION))
            .next()
            .expect("a record");
        let judgement = Referee::new().check(&record);
        assert_eq!(places(&text, &judgement.findings), expected, "{text}");
    }
}
