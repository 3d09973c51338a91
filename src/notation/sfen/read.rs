//! From the tokens of the grammar to a record.

use super::grammar::{Rule, SfenParser};
use super::{fields, plies_before};
use crate::notation::RecordText;
use crate::notation::by_line::LineReader;
use crate::notation::formats;
use crate::notation::stretch::{each_token, stretch};
use crate::record::gap::LineGap;
use crate::record::{GapKind, Record, RemarkKind};

/// Reads one record.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    let mut reader = LineReader::new(source, formats::SFEN);
    each_token::<_, SfenParser>(source.text, Rule::file, stretch, |rule, start, text| match rule {
        Some(Rule::position) => position(&mut reader, start, text),
        Some(Rule::comment) => reader.comment(text),
        None | Some(Rule::junk) => reader.junk(start, text),
        Some(_) => {}
    });
    reader.record
}

/// `[sfen] BOARD TURN HANDS [COUNTER] [whatever]`.
fn position<'t>(reader: &mut LineReader<'t>, start: usize, token: &'t str) {
    let Some(mut words) = reader.begin(start, token) else {
        return;
    };
    words.eat("sfen");
    let (sfen, span) = fields(&mut words);
    if reader.start(sfen, span, 0) {
        reader.record.start.plies_before = plies_before(sfen);
    }
    let (behind, span) = words.rest();
    if words.eat("moves").is_some() {
        let kind = GapKind::UnreadableLine(LineGap::MovesAfterPosition);
        reader.record.miss(span, kind);
    } else if !behind.is_empty() {
        reader.record.remark(reader.last, RemarkKind::Comment, behind);
    }
}
