//! JSON for programs: an object per record, on separate lines or in one array.

use super::{RenderOptions, RenderedEntries, ReportEntry, ReportForm, TableForm, put};
use crate::check::Summary;
use crate::finding::both;

/// The output format `json`: all objects in one array.
pub(super) static ARRAY: ReportForm = ReportForm {
    name: "json",
    about: both(
        "For programs: one array with an object per record",
        "プログラム用: 棋譜ごとのオブジェクトを並べた配列1つ",
    ),
    extension: "json",
    open: || "[\n".into(),
    between: ",\n",
    close: |_, _| "\n]\n".into(),
    has_fixes: true,
    entry: object,
    ..ReportForm::PLAIN
};

/// The output format `jsonl`: one object per line.
pub(super) static LINES: ReportForm = ReportForm {
    name: "jsonl",
    about: both(
        "For programs: one JSON object per line for each record",
        "プログラム用: 棋譜ごとのオブジェクトを1行に1つずつ",
    ),
    extension: "jsonl",
    has_fixes: true,
    entry: line,
    table: Some(TableForm {
        head: |_, _| {},
        begin: b"{",
        cell: |(at, name), cell, out| {
            if at > 0 {
                out.push(b',');
            }
            // Writing to memory cannot fail, nor can the serialization of texts and numbers.
            let _ = serde_json::to_writer(&mut *out, name);
            out.push(b':');
            let _ = serde_json::to_writer(out, &cell);
        },
        end: |_, out| out.extend(b"}\n"),
        row: None,
    }),
    ..ReportForm::PLAIN
};

fn line(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    object(entry, options, out);
    put!(out, "\n");
}

fn object(entry: &ReportEntry<'_>, options: &RenderOptions, out: &mut RenderedEntries) {
    // Writing to memory cannot fail, nor can the serialization of texts and numbers.
    let _ = serde_json::to_writer(out, &Summary::new(entry.game, entry.findings, options.language));
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::finding::{Applicability, Cause, CauseKind, Edit, Fix, Related, bilingual};
    use crate::report::sample::{finding_on, not_mate, render};
    use crate::text::{SHIFT_JIS, decode};

    /// The JSON object of a record with a finding that has every property possible in shogi.
    pub(crate) const FULL: &str = concat!(
        r#"{"schema":1,"path":"a/b.kif","record":1,"format":"kif","game":"shogi","profile":"jsa-amateur","encoding":"Shift_JIS","plies":2,"#,
        r#""end":"resign","stated":"white","verdict":"white","#,
        r#""proof":{"kind":"not-mate","sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","move":"1g1f"},"findings":["#,
        r#"{"rule":"unreadable-line","severity":"error","ply":2,"variation":[3,1,5,2],"line":2,"column":6,"#,
        r#""byte":18,"side":"white","move":"同　王","sfen":"9/9","message":"cannot be read","after_foul":true,"#,
        r#""acknowledged":true,"#,
        r#""cause":{"kind":"origin","ply":2,"line":2,"column":6,"from":"同　王","to":"同　玉","legal_after":9,"message":"another origin"},"margin":94,"#,
        r#""consequence":true,"related":[{"path":"a/c.kif","record":2,"line":7}],"#,
        r#""proof":{"kind":"not-mate","sfen":"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1","move":"1g1f"},"fix":{"applicability":"unsafe","message":"another origin","#,
        r#""edits":[{"line":2,"column":6,"end_line":2,"end_column":9,"text":"同　玉"}]}}]}"#,
    );

    #[test]
    fn the_keys_and_their_order_are_fixed() {
        let bytes = SHIFT_JIS.encode("手合割：平手\n   2 同　王\n").0;
        let text = decode(&bytes, None);
        let mut finding_with_all_keys = finding_on(&text, "同　王");
        finding_with_all_keys.variation = vec![(3, 1), (5, 2)];
        finding_with_all_keys.moved = Some("同　王".to_owned());
        finding_with_all_keys.position = Some("9/9".to_owned());
        finding_with_all_keys.after_foul = true;
        finding_with_all_keys.acknowledged = true;
        finding_with_all_keys.consequence = true;
        finding_with_all_keys.related = vec![Related {
            path: "a/c.kif".to_owned(),
            record: Some(2),
            line: Some(7),
        }];
        let span = finding_with_all_keys.span.unwrap();
        let edits = vec![Edit {
            span,
            text: "同　玉".to_owned(),
        }];
        finding_with_all_keys.proof = not_mate();
        finding_with_all_keys.causes = vec![Cause {
            kind: CauseKind::Origin,
            ply: 2,
            span,
            from: "同　王".to_owned(),
            to: "同　玉".to_owned(),
            legal_after: 9,
            squares: Default::default(),
            message: bilingual("another origin", ""),
            edits: edits.clone(),
            with: Vec::new(),
            margin: Some(94),
        }];
        finding_with_all_keys.fix = Some(Fix {
            applicability: Applicability::Unsafe,
            message: bilingual("another origin", ""),
            edits,
        });
        let mut without_place = finding_on(&text, "同　王");
        (without_place.ply, without_place.span, without_place.seat) = (None, None, None);
        assert_eq!(
            render(&LINES, &text, vec![finding_with_all_keys, without_place]),
            FULL.replace(
                "}}]}",
                concat!(
                    r#"}},{"rule":"unreadable-line","severity":"error","message":"cannot be read","after_foul":false}]}"#,
                    "\n"
                )
            )
        );
    }
}
