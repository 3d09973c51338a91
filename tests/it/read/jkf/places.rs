//! Locations of findings in JKF: the value they are about, with the ply of its entry.

use kifu::finding::Finding;
use kifu::notation;
use kifu::notation::jkf::NOTATION;
use kifu::referee::Referee;
use kifu::text;

use super::{CHUDAN, FIRST, SECOND, game};

/// Returns the findings as `rule@ply value`, in a variation as `rule@ply~ value`.
fn places<'a>(text: &str, findings: impl IntoIterator<Item = &'a Finding>) -> Vec<String> {
    let shown = findings.into_iter().map(|finding| {
        let value = finding.span.map_or("", |span| span.slice(text));
        let branch = if finding.variation.is_empty() { "" } else { "~" };
        format!(
            "{}@{}{branch} {value}",
            finding.rule.name,
            finding.ply.unwrap_or(99)
        )
    });
    shown.collect()
}

#[test]
fn findings_have_the_span_of_the_value_and_its_ply() {
    let with = |entry: &str, more: &str| entry.replace(r#""FU""#, &format!(r#""FU"{more}"#));
    let other = SECOND.replace(r#""x":3"#, r#""x":8"#);
    let beside = |entry: &str, more: &str| format!("{}{more}}}", entry.strip_suffix('}').unwrap());
    let takes = |captured: &str, again: &str| {
        let promotes = format!(
            r#"{{"move":{{"color":0,"from":{{"x":8,"y":8}},"to":{{"x":2,"y":2}},"piece":"KA","promote":true,"capture":"{captured}"}}}}"#
        );
        let retakes = format!(
            r#"{{"move":{{"color":1,"from":{{"x":3,"y":1}},"same":true,"piece":"GI","capture":"{again}"}}}}"#
        );
        game(&[FIRST, SECOND, &promotes, &retakes, CHUDAN])
    };
    for (text, expected) in [
        (
            game(&[&FIRST.replace(r#""x":7,"y":6"#, r#""x":0,"y":6"#), CHUDAN]),
            &["bad-token@1 0"][..],
        ),
        (
            game(&[&with(FIRST, r#","same":true"#), CHUDAN]),
            &["schema-error@1 true"],
        ),
        (
            game(&[&with(FIRST, r#","same":[7]"#), CHUDAN]),
            &["schema-error@1 [7]"],
        ),
        (
            game(&[FIRST, r#"{"special":"?"}"#]),
            &["unknown-terminal@2 \"?\""],
        ),
        (
            game(&[FIRST, &beside(SECOND, r#","forks":5"#), CHUDAN]),
            &["schema-error@2 5"],
        ),
        (
            game(&[
                FIRST,
                &beside(
                    SECOND,
                    &format!(r#","forks":[[{}],7]"#, with(&other, r#","same":[8]"#)),
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
            game(&[&beside(FIRST, r#","time":{"now":{"m":0,"s":0}}"#), CHUDAN]),
            &[r#"times-all-zero@1 {"m":0,"s":0}"#],
        ),
        (
            game(&[&with(FIRST, r#","capture":"ZZ""#), CHUDAN]),
            &["schema-error@1 \"ZZ\""],
        ),
        // An empty square, and then a piece other than the stated one.
        (
            game(&[&with(FIRST, r#","capture":"FU""#), CHUDAN]),
            &["schema-error@1 \"FU\""],
        ),
        (takes("HI", "UM"), &["schema-error@3 \"HI\""]),
        (takes("KA", "GI"), &["schema-error@4 \"GI\""]),
        // A captured promoted piece may be stated by the kind that goes to the hand.
        (takes("KA", "KA"), &[]),
        (takes("KA", "UM"), &[]),
        (game(&[FIRST, SECOND, CHUDAN]), &[]),
    ] {
        let decoded = text::decode(text.as_bytes(), None);
        let record = notation::records(&decoded, Some(&NOTATION))
            .next()
            .expect("a record");
        let judged = Referee::new().check(&record);
        assert_eq!(places(&text, &judged.findings), expected, "{text}");
    }
}
