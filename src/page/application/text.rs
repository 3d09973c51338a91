//! The text of a file, its encoding, and its fixes.

use std::sync::Arc;

use qrcode::{Color, EcLevel, QrCode};
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::{Answer, Deliver, unknown};
use super::run::{Place, Run, missing};
use crate::check::{Checked, File, FixedFile};
use crate::finding::{Applicability, Edit, Finding, Language, Message, Span, bilingual};
use crate::page::sanitize::without_code_marks;
use crate::report::{Paint, message_with_causes, write_diff};
use crate::shogi::Square;
use crate::text::{Encoding, Text, UTF_16BE, UTF_16LE, encoding_for_label};

/// A text that is to be encoded.
#[derive(Debug, Deserialize)]
pub(super) struct EncodeRequest {
    text: String,
    encoding: String,
    /// `true` if the bytes begin with a byte order mark, in an encoding that has one.
    #[serde(default)]
    bom: bool,
    /// The line end: `crlf`, `cr` or `lf`. The text itself has LF, unless there is no line end here.
    #[serde(default)]
    newline: Option<String>,
}

/// Returns the rows of the QR code of a text, with the lowest level of error correction, so that a long link has few squares.
///
/// # Errors
///
/// Returns an error if the text has more characters than a QR code can hold, about 2,900.
pub(super) fn qr_code(text: &str) -> Result<Value, Message> {
    let code = QrCode::with_error_correction_level(text, EcLevel::L).map_err(|_| {
        bilingual(
            "the text is too long for a QR code",
            "QRコードに入らない長さの文字列",
        )
    })?;
    let squares = code.to_colors();
    let row = |row: &[Color]| -> String { row.iter().map(|square| square.select('1', '0')).collect() };
    let rows: Vec<_> = squares.chunks(code.width()).map(row).collect();
    Ok(json!({ "rows": rows }))
}

/// Maximum number of characters that are listed because an encoding lacks them.
const MAX_MISSING: usize = 50;

/// Returns the bytes of a text, or the characters that the encoding lacks.
///
/// # Errors
///
/// Returns an error if the encoding is unknown.
pub(super) fn encode(request: &EncodeRequest) -> Result<Answer, Message> {
    let encoding = encoding_for_label(&request.encoding).ok_or_else(|| unknown(&request.encoding))?;
    let line_end = match request.newline.as_deref() {
        Some("crlf") => "\r\n",
        Some("cr") => "\r",
        _ => "\n",
    };
    let mut text = request.text.clone();
    if line_end != "\n" {
        text = text.replace("\r\n", "\n").replace('\n', line_end);
    }
    if request.bom && encoding.output_encoding() == encoding_rs::UTF_8 {
        text.insert(0, '\u{feff}');
    }
    if encoding == UTF_16LE || encoding == UTF_16BE {
        let units = text.encode_utf16();
        let to_bytes = if encoding == UTF_16LE {
            u16::to_le_bytes
        } else {
            u16::to_be_bytes
        };
        let bytes = units.flat_map(to_bytes);
        return Ok(Answer::new(&json!({}), bytes.collect()));
    }
    let (bytes, _, has_unmappable) = encoding.encode(&text);
    if has_unmappable {
        return Ok(json!({ "missing": missing_characters(&text, encoding) }).into());
    }
    Ok(Answer::new(&json!({}), bytes.into_owned()))
}

/// Returns the characters of a text that an encoding lacks, each once.
fn missing_characters(text: &str, encoding: &'static Encoding) -> Vec<char> {
    let mut missing = Vec::new();
    for character in text.chars().filter(|character| !character.is_ascii()) {
        let is_missing = || encoding.encode(character.encode_utf8(&mut [0; 4])).2;
        if missing.len() < MAX_MISSING && !missing.contains(&character) && is_missing() {
            missing.push(character);
        }
    }
    missing
}

impl Run {
    /// Returns the text of the record at a place, and its findings. If the number of the record is 0, returns the text and
    /// the findings of the whole file.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no record at this place.
    pub(super) fn text(
        &self,
        path: &str,
        bytes: &Arc<Vec<u8>>,
        at: Place,
        language: Language,
    ) -> Result<Value, Message> {
        let is_whole = at.1 == 0;
        let describe = |file: &File<'_>| {
            let records = file.records();
            let records = records.filter(|checked| is_whole || at.1 == checked.record.index);
            let records: Vec<_> = records.collect();
            let text = file.text();
            let span = if is_whole {
                Span::new(0, text.as_str().len())
            } else {
                records.first()?.record.span
            };
            let mut offsets = Offsets::new(text.as_str(), span.start as usize);
            let mut findings: Vec<_> = records
                .iter()
                .flat_map(|checked| {
                    checked
                        .shown(self.severity)
                        .into_iter()
                        .map(move |finding| (checked, finding))
                })
                .collect();
            findings.sort_by_key(|(_, finding)| finding.span.map_or(0, |span| span.start));
            let findings: Vec<_> = findings
                .iter()
                .map(|(checked, finding)| finding_in_text(checked, finding, &mut offsets, language))
                .collect();
            Some(json!({
                "text": span.slice(text.as_str()),
                "line": text.line_column(span.start as usize).0,
                "encoding": text.encoding().name(),
                "bom": text.had_bom(),
                "newline": newline(text),
                "binary": text.looks_binary(),
                "findings": findings,
            }))
        };
        self.with_file(&self.fixing_checker(), (path, bytes), at.0, describe)?
            .ok_or_else(missing)
    }

    /// Fixes the file of an archive with this number, or all files. Sends the differences of each file, the numbers of its
    /// findings, and the bytes of the fixed file if it is changed.
    pub(super) fn fix(
        &self,
        path: &str,
        bytes: &Arc<Vec<u8>>,
        number: Option<usize>,
        with_unsafe: bool,
        send: &mut Deliver<'_>,
    ) -> Value {
        let checker = self.fixing_checker();
        let members = self.members(path);
        let mut files = match number {
            Some(number) => checker.check_from(path, bytes, &members, number),
            None => checker.check_shared(path, bytes, &members),
        };
        let mut count = 0;
        while let Some(file) = files.next_file() {
            if let Ok(file) = file {
                let fixed = file.fix(with_unsafe);
                let json = fixed_file(&file, &fixed).to_string();
                send(json.as_bytes(), &fixed.bytes.unwrap_or_default());
                count += 1;
            }
            if number.is_some() {
                break;
            }
        }
        json!({ "done": { "files": count } })
    }
}

/// Returns the description of a fixed file: its path, the differences and the numbers of findings.
fn fixed_file(file: &File<'_>, fixed: &FixedFile) -> Value {
    let mut diff = Vec::new();
    if let Some(new) = &fixed.bytes {
        // Writing to memory cannot fail.
        let _ = write_diff(
            &file.path,
            [&*file.original_bytes(), new],
            &Paint::plain(),
            &mut diff,
        );
    }
    let counts = fixed.counts;
    json!({
        "path": file.path,
        "diff": String::from_utf8_lossy(&diff),
        "changed": fixed.bytes.is_some(),
        "counts": {
            "fixed": counts.fixed,
            "unsafe": counts.unsafe_only,
            "refused": counts.refused,
            "none": counts.without_fix,
        },
    })
}

/// Returns a finding with its place in the text: the line and the column, and its offsets in UTF-16 code units.
fn finding_in_text(
    checked: &Checked<'_>,
    finding: &Finding,
    offsets: &mut Offsets<'_>,
    language: Language,
) -> Value {
    let place = checked.place(finding);
    let range = finding.span.map(|span| offsets.range(span));
    let fix = finding.fix.as_ref().map(|fix| match fix.applicability {
        Applicability::Safe => "safe",
        Applicability::Unsafe => "unsafe",
    });
    let fixes = fixes_of(finding, offsets, language);
    json!({
        "record": checked.record.index,
        "rule": finding.rule.name,
        "s": finding.severity.name(),
        "ply": finding.ply,
        "line": place.map(|place| place.line),
        "column": place.map(|place| place.column),
        "range": range,
        "msg": without_code_marks(&message_with_causes(finding, 0, language)),
        "follows": finding.consequence,
        "fix": fix,
        "fixes": fixes,
    })
}

/// Returns the fixes of which one can be made for a finding: its safe fix, or the possible causes. Each has its edits, whose offsets
/// are in UTF-16 code units.
fn fixes_of(finding: &Finding, offsets: &mut Offsets<'_>, language: Language) -> Vec<Value> {
    let mut edits_in_text = |edits: &[Edit]| -> Vec<Value> {
        let mut edits: Vec<_> = edits.iter().collect();
        edits.sort_by_key(|edit| edit.span);
        let in_text = edits.into_iter().map(|edit| {
            let [from, to] = offsets.range(edit.span);
            json!([from, to, edit.text])
        });
        in_text.collect()
    };
    let causes = finding.possible_changes();
    match &finding.fix {
        Some(fix) if fix.applicability == Applicability::Safe || causes.is_empty() => {
            let words = fix.message.in_language(language);
            vec![json!({ "msg": words, "edits": edits_in_text(&fix.edits) })]
        }
        _ => causes
            .iter()
            .map(|cause| {
                json!({
                    "msg": cause.message.in_language(language),
                    "ply": cause.ply,
                    "squares": cause.squares.each_ref().map(|squares| squares.iter().map(Square::to_string).collect::<Vec<_>>()),
                    "edits": edits_in_text(&cause.edits),
                })
            })
            .collect(),
    }
}

/// A converter of offsets in a text to offsets in UTF-16 code units, for offsets that mostly increase.
pub(super) struct Offsets<'t> {
    text: &'t str,
    /// The offset from which UTF-16 code units are counted.
    base: usize,
    /// The last offset, and its number of UTF-16 code units from the base.
    last: (usize, usize),
}

impl<'t> Offsets<'t> {
    pub(super) const fn new(text: &'t str, base: usize) -> Self {
        Self {
            text,
            base,
            last: (base, 0),
        }
    }

    /// Returns the start and the end of a span.
    pub(super) fn range(&mut self, span: Span) -> [usize; 2] {
        let start = self.units(span.start as usize);
        let last = self.last;
        let end = self.units(span.end as usize);
        self.last = last;
        [start, end]
    }

    /// Returns the offset in UTF-16 code units from the base; 0 for an offset before the base.
    fn units(&mut self, at: usize) -> usize {
        let at = self.text.floor_char_boundary(at).max(self.base);
        if at < self.last.0 {
            self.last = (self.base, 0);
        }
        let units = self.last.1 + self.text[self.last.0..at].encode_utf16().count();
        self.last = (at, units);
        units
    }
}

/// Returns the name of the most frequent line end of a text.
fn newline(text: &Text<'_>) -> &'static str {
    let counts = text.newlines();
    let crlf = counts.crlf + counts.cr_crlf;
    match counts.lf.max(counts.cr).max(crlf) {
        most if most == counts.lf => "lf",
        most if most == crlf => "crlf",
        _ => "cr",
    }
}
