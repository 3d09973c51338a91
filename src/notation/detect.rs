//! Detection of the format of a text.

use memchr::{memchr, memchr2_iter};

use super::foreign::has_no_records;
use super::{Claim, NOTATIONS, Notation, RecordText};
use crate::finding::{Words, both};
use crate::record::gap::OtherGameEvidence;
use crate::record::{Format, Gap, GapKind, Record};
use crate::text::Text;

/// Number of lines with a strong claim for one format after which detection stops.
const DECISIVE_LINES: u32 = 8;

/// Minimum number of lines with a [`Claim::Several`] that decide for a format. A single such line may occur in
/// prose.
const MIN_SEVERAL_LINES: u32 = 3;

/// Returns the format of a text according to its lines; `None` for binary data, and if neither the lines nor the
/// extension decide.
///
/// Strong claims take precedence over claims that need several lines, which take precedence over weak claims. The
/// extension decides between formats with equally many strong claims and between formats with weak claims. The
/// extension also decides if no line is typical of a format.
pub fn detect(text: &Text<'_>, extension: Option<&str>) -> Option<&'static Notation> {
    if text.looks_binary() {
        return None;
    }
    by_extension(text.as_str(), extension).or_else(|| {
        let mut claims = Claims::default();
        claims.count(text.as_str());
        claims.notation(extension)
    })
}

/// Returns the format with the extension if enough lines of the text can only be in this format. The other formats are then not
/// asked. Returns `None` if the other lines may decide for another format.
///
/// This is an early answer of [`Claims`]: a line with a strong claim for one format has none for another, so that the lines in
/// between are too few for a decision unless they name a game or are the headers of one format.
fn by_extension(text: &str, extension: Option<&str>) -> Option<&'static Notation> {
    let extension = extension?;
    let notation = NOTATIONS.iter().find(|it| it.has_extension(extension))?;
    if has_no_records(text) {
        return None;
    }
    let (mut strong, mut others) = (0, 0);
    let mut start = 0;
    for end in memchr2_iter(b'\n', b'\r', text.as_bytes()).chain([text.len()]) {
        let line = without_byte_order_mark(&text[start..end]);
        start = end + 1;
        if line.is_empty() {
            continue;
        }
        match (notation.claim_line)(line) {
            Claim::Strong => strong += 1,
            Claim::Certain => return None,
            _ if FirstLine::parse(line).is_some_and(|game| game != FirstLine::Shogi) => return None,
            _ if line.starts_with('[') && has_certain_claim(line) => return None,
            _ => others += 1,
        }
        if strong == DECISIVE_LINES {
            return Some(notation);
        }
        if others == DECISIVE_LINES {
            break;
        }
    }
    None
}

/// The number of lines that each format claims, among the lines of a text that have been counted so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Claims {
    strong: Vec<u32>,
    several: Vec<u32>,
    weak: Vec<u32>,
    /// `true` if the text [has no records](has_no_records); `None` before the first line.
    has_no_records: Option<bool>,
}

impl Claims {
    /// Counts the claims for each line until the format is decided. `lines` consists of whole lines.
    pub(crate) fn count(&mut self, lines: &str) {
        self.has_no_records.get_or_insert_with(|| has_no_records(lines));
        for counts in [&mut self.strong, &mut self.several, &mut self.weak] {
            counts.resize(NOTATIONS.len(), 0);
        }
        let mut start = 0;
        for end in memchr2_iter(b'\n', b'\r', lines.as_bytes()).chain([lines.len()]) {
            if self.is_decided() {
                break;
            }
            let line = without_byte_order_mark(&lines[start..end]);
            start = end + 1;
            // After a strong claim, a certain claim does not decide, because a record of another game may be at the end
            // of an archive.
            let is_first_claim = self.strong.iter().all(|&claims| claims == 0);
            for (at, notation) in NOTATIONS.iter().enumerate() {
                match (notation.claim_line)(line) {
                    Claim::None => {}
                    Claim::Weak => self.weak[at] += 1,
                    Claim::Several => self.several[at] += 1,
                    Claim::Strong => self.strong[at] += 1,
                    Claim::Certain => self.strong[at] += if is_first_claim { DECISIVE_LINES } else { 1 },
                }
            }
        }
    }

    /// Returns whether further lines cannot change the result.
    pub(crate) fn is_decided(&self) -> bool {
        self.has_no_records == Some(true) || self.strong.iter().any(|&claims| claims >= DECISIVE_LINES)
    }

    /// Returns the format that the claims and the extension decide for, as described for [`detect`]; `None` if neither
    /// decides.
    pub(crate) fn notation(&self, extension: Option<&str>) -> Option<&'static Notation> {
        if self.has_no_records == Some(true) {
            return None;
        }
        let has_extension =
            |notation: &Notation| extension.is_some_and(|extension| notation.has_extension(extension));
        let max_count = |counts: &[u32]| counts.iter().copied().max().filter(|&max| max > 0);
        if let Some(max) = max_count(&self.strong) {
            return with_claims(&self.strong, max)
                .find(|it| has_extension(it))
                .or_else(|| with_claims(&self.strong, max).next());
        }
        if let Some(notation) = with_claims(&self.several, MIN_SEVERAL_LINES).next() {
            return Some(notation);
        }
        let Some(max) = max_count(&self.weak) else {
            return NOTATIONS.iter().copied().find(|it| has_extension(it));
        };
        with_claims(&self.weak, 1)
            .find(|it| has_extension(it))
            .or_else(|| with_claims(&self.weak, max).next())
    }
}

/// Returns the formats with at least `min` claims. `counts` has the number of claims of each format, in the order of
/// [`NOTATIONS`].
fn with_claims(counts: &[u32], min: u32) -> impl Iterator<Item = &'static Notation> {
    let notations = NOTATIONS.iter().zip(counts);
    notations
        .filter(move |&(_, &count)| count >= min)
        .map(|(&notation, _)| notation)
}

/// Returns whether any format has a strong or certain claim to a line, so that the line cannot be free text.
pub(super) fn is_claimed(line: &str) -> bool {
    NOTATIONS
        .iter()
        .any(|notation| matches!((notation.claim_line)(line), Claim::Strong | Claim::Certain))
}

/// Returns whether any format has a certain claim to a line.
fn has_certain_claim(line: &str) -> bool {
    NOTATIONS
        .iter()
        .any(|notation| (notation.claim_line)(line) == Claim::Certain)
}

/// Returns how strongly a line looks like a format. A byte order mark before the line is ignored.
pub(super) fn claim(notation: &Notation, line: &str) -> Claim {
    (notation.claim_line)(without_byte_order_mark(line))
}

/// Removes a byte order mark at the beginning of a line, and the blanks around the mark.
fn without_byte_order_mark(line: &str) -> &str {
    // Few lines contain the first byte of the mark in UTF-8, so most lines are returned here.
    if memchr(0xef, line.as_bytes()).is_none() {
        return line;
    }
    let is_mark_or_blank = |c: char| c.is_whitespace() || c == '\u{feff}';
    match line.trim_start_matches(is_mark_or_blank) {
        rest if line[..line.len() - rest.len()].contains('\u{feff}') => rest,
        _ => line,
    }
}

// The first lines of records of each game, because a file may contain records of several games.

/// The games whose records begin with a typical line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FirstLine {
    Yonin,
    Gunjin,
    Janggi,
    Shogi,
}

/// Beginnings of records of shogi in KIF and in CSA that are not used by records of other games.
const SHOGI_FIRST_LINES: [&str; 14] = [
    "手合割：",
    "手合割:",
    "手合：",
    "開始日時：",
    "棋戦：",
    "先手：",
    "後手：",
    "下手：",
    "上手：",
    "手数----",
    "V2",
    "V3.0",
    "N+",
    "$EVENT:",
];

impl FirstLine {
    /// Returns the game of a record for its first line; `None` if the line is not typical of a game.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let line = line.trim_start_matches('\u{feff}');
        let trimmed = line.trim_start();
        match trimmed.as_bytes().first()? {
            b'Y' if is_keyed(trimmed, "Yonin") => Some(Self::Yonin),
            b'G' if is_keyed(trimmed, "Gunjin") => Some(Self::Gunjin),
            b'[' if is_korean_header(line) => Some(Self::Janggi),
            b'V' | b'N' | b'$' | 0x80.. => {
                let is_of_shogi = SHOGI_FIRST_LINES
                    .iter()
                    .any(|beginning| line.starts_with(beginning));
                is_of_shogi.then_some(Self::Shogi)
            }
            _ => None,
        }
    }

    /// Returns whether a header like this line has no purpose other than to state the game. The typical first lines
    /// of janggi and shogi may also occur among the headers of any record.
    pub(super) const fn names_game(self) -> bool {
        matches!(self, Self::Yonin | Self::Gunjin)
    }

    /// Returns the name of the game.
    const fn words(self) -> Words {
        match self {
            Self::Yonin => both("yonin shogi", "四人将棋"),
            Self::Gunjin => both("gunjin shogi", "軍人将棋"),
            Self::Janggi => both("janggi", "チャンギ"),
            Self::Shogi => both("shogi", "将棋"),
        }
    }
}

/// Returns whether a line without leading blanks begins with `key` and a colon: `Yonin: 1`.
fn is_keyed(line: &str, key: &str) -> bool {
    let rest = line.strip_prefix(key);
    rest.is_some_and(|rest| rest.trim_start().starts_with([':', '：']))
}

/// Returns whether a line is a header `[대회명 "…"]`: a key in Korean, and a value in quotes.
pub(super) fn is_korean_header(line: &str) -> bool {
    let Some((key, value)) = line.strip_prefix('[').and_then(|it| it.split_once('"')) else {
        return false;
    };
    let key = key.trim_matches(|key| matches!(key, ' ' | '\t' | '\u{3000}' | '\u{feff}'));
    key.starts_with(|key| matches!(key, '가'..='힣'))
        && !key.contains(['[', ']', '{'])
        && value.trim_end().ends_with(']')
}

/// Returns the game and the first line of a text that begins with a record of another game than `own`; `None` for
/// other texts.
fn other_game(text: &str, own: FirstLine) -> Option<(FirstLine, &str)> {
    let line = text.lines().find(|line| !line.trim().is_empty())?;
    let game = FirstLine::parse(line).filter(|&game| game != own)?;
    Some((game, line))
}

/// Returns the length (bytes) of the records of another game at the beginning of a text, in a file with records of the
/// game `own`. The records extend to the first line that is typical of any other game, and are reported as one. Returns
/// `None` if the text begins with any other record.
pub(super) fn other_game_len(text: &str, own: FirstLine) -> Option<usize> {
    let (game, _) = other_game(text, own)?;
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        if FirstLine::parse(line).is_some_and(|line_game| line_game != game) {
            return Some(start);
        }
        start += line.len();
    }
    Some(text.len())
}

/// Returns an empty record with a gap if a text begins with records of another game than `own`, because these records
/// are not checked. Returns `None` for any other text.
pub(super) fn record_of_other_game(
    source: RecordText<'_>,
    own: FirstLine,
    format: Format,
) -> Option<Record<'_>> {
    let (other_game, line) = other_game(source.text, own)?;
    let mut record = source.record(format);
    record.start.is_known = false;
    let at = source.text.find(line).unwrap_or_default();
    let game = OtherGameEvidence::InFileOfOther(other_game.words());
    let gap = Gap::at_start(source.span(at, at + line.len()), GapKind::OtherGame(game));
    record.gaps.push(gap);
    Some(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_lines_determine_the_game() {
        for (line, expected) in [
            ("Yonin: 1", Some(FirstLine::Yonin)),
            ("\u{feff}Gunjin：1", Some(FirstLine::Gunjin)),
            ("[규칙 \"궁장기\"]", Some(FirstLine::Janggi)),
            ("手合割：平手", Some(FirstLine::Shogi)),
            ("V2.2", Some(FirstLine::Shogi)),
            ("Event: 平手 V2.2", None),
            ("[Event \"x\"]", None),
            ("  CP TK TK FL CO EN AP SL", None),
            ("1 S 6i7h", None),
        ] {
            assert_eq!(FirstLine::parse(line), expected, "{line}");
        }
    }

    /// Returns the texts of all fixtures.
    #[cfg(feature = "cli")]
    fn fixtures() -> Vec<String> {
        let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        let files = walkdir::WalkDir::new(fixtures).sort_by_file_name().into_iter();
        let files = files
            .map(Result::unwrap)
            .filter(|file| file.file_type().is_file());
        let texts = files.map(|file| crate::text::decode_bytes(std::fs::read(file.path()).unwrap(), None));
        texts
            .filter(|text| !text.looks_binary())
            .map(|text| text.as_str().to_owned())
            .collect()
    }

    #[cfg(feature = "cli")]
    #[test]
    fn the_early_answer_for_an_extension_is_that_of_all_lines() {
        let texts = fixtures();
        // A text of one format also comes after the first lines of another text, as in a file that was joined from several.
        let joined = texts
            .iter()
            .zip(texts.iter().cycle().skip(97))
            .map(|(head, text)| {
                let head: String = head.split_inclusive('\n').take(6).collect();
                head + "\n" + text
            });
        let all: Vec<String> = texts.iter().cloned().chain(joined).collect();
        let mut answers = 0;
        for text in &all {
            let mut claims = Claims::default();
            claims.count(text);
            for extension in ["kif", "ki2", "csa", "usi", "sfen", "usen", "json", "txt"] {
                let Some(notation) = by_extension(text, Some(extension)) else {
                    continue;
                };
                answers += 1;
                let by_all_lines = claims.notation(Some(extension)).map(|it| it.format);
                assert_eq!(Some(notation.format), by_all_lines, "{extension}: {text}");
            }
        }
        assert!(answers > 500, "{answers}");
    }

    #[test]
    fn records_of_another_game_are_one_range() {
        let shogi = "手合割：平手\n手数----指手---------消費時間--\n1 ７六歩(77)\n";
        let text = format!("{shogi}Yonin: 1\n1 S 5g5f\n");
        assert_eq!(other_game_len(&text, FirstLine::Yonin), Some(shogi.len()));
        assert_eq!(other_game_len("Yonin: 1\n", FirstLine::Yonin), None);
    }
}
