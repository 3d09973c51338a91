//! Writing of a record: the steps that are common to all targets.

use std::borrow::Cow;
use std::error::Error;
use std::fmt;

use memchr::{memchr_iter, memchr2_iter};

use super::loss::{self, Loss, Losses};
use super::target::{Join, Newline, Style, Target};
use super::training::{ItemCounts, ItemSelection};
use super::{notation, result, shift_jis};
use crate::finding::Span;
use crate::finding::{Message, bilingual, message};
use crate::played::{Meaning, Played};
use crate::record::gap::GapCase;
use crate::record::{Format, GameKind, Gap, GapKind, NodeId, Outcome, Record, Remark, Step};
use crate::text::{self, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8};

/// A target with the settings for its output.
#[derive(Clone, Copy, Debug)]
pub struct Writer {
    /// The target to which records are written.
    pub target: &'static Target,
    /// The encoding of the output.
    pub encoding: &'static Encoding,
    /// The line ending of the output.
    pub newline: Newline,
    /// `true` to replace characters that the encoding does not have by similar characters if possible (☗ by ▲).
    pub substitute: bool,
    /// The outcome by the rules, for formats that store only the outcome, not the reason. `None` means that the words
    /// of the record determine the outcome.
    pub outcome: Option<Outcome>,
    /// The items that are written, if the target is training data.
    pub items: ItemSelection,
}

impl Writer {
    /// Returns the bytes between two records of one file; `None` if a file can hold only one.
    pub fn between(&self) -> Option<Vec<u8>> {
        match self.target.join {
            Join::Never => None,
            Join::Lines | Join::Items => Some(Vec::new()),
            Join::Between(line) => {
                let end = self.newline.text();
                Some(format!("{line}{end}").into_bytes())
            }
        }
    }

    /// Creates a writer for a target with its default encoding and line ending.
    pub const fn new(target: &'static Target) -> Self {
        Self {
            target,
            encoding: target.encoding,
            newline: target.newline,
            substitute: false,
            outcome: None,
            items: target.default_items(),
        }
    }

    /// Writes a record to the target, and counts the information that is lost.
    ///
    /// ```
    /// use kifu::notation::{self, Writer};
    /// use kifu::played::Played;
    /// use kifu::text;
    ///
    /// let text = text::decode("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n".as_bytes(), None);
    /// let usi = notation::target("usi").expect("one of the targets");
    /// for record in notation::records(&text, notation::detect(&text, None)) {
    ///     let page = Writer::new(usi).write(&Played::new(&record))?;
    ///     assert_eq!(page.bytes, b"position startpos moves 7g7f 3c3d\n");
    ///     assert!(page.losses.is_empty());
    /// }
    /// # Ok::<(), kifu::notation::Refusal>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the target does not support the game of the record, or if a part of the game could not be read. Also if the
    /// target cannot express a move, the start position or the result.
    pub fn write(&self, played: &Played<'_, '_>) -> Result<WrittenRecord, Refusal> {
        let record = played.record();
        if record.is_recognised() && !self.target.games.contains(&record.game) {
            let why = RefusalReason::OtherGame(Format::new(self.target.name), record.game);
            return Err(Refusal { ply: None, why });
        }
        check_complete(played)?;
        let holds = &self.target.holds;
        let source = notation(played.record().format).and_then(|it| it.targets.first());
        let mut draft = TextBuilder {
            losses: loss::count(played, source.map(|it| &it.holds), holds),
            ..TextBuilder::default()
        };
        let style = Style {
            encoding: self.encoding,
            holds,
            outcome: self.outcome,
            items: self.items,
        };
        (self.target.write)(played, style, &mut draft)?;
        let TextBuilder {
            text,
            binary,
            mut losses,
            items,
        } = draft;
        let bytes = match self.target.join {
            Join::Items => binary,
            _ => self.encode(&text, &mut losses),
        };
        Ok(WrittenRecord { bytes, losses, items })
    }
}

/// Returns the reason why a record cannot be put on a board at all; `None` if the record can be put on a board, or if
/// it is a record of another supported game with any content.
///
/// The reason is that the text is not a record, that the game or the start position is unknown, or that most of the
/// record is unreadable.
pub(crate) fn unplayable_reason(record: &Record<'_>) -> Option<RefusalReason> {
    let prevents_play = |gap: &&Gap| {
        matches!(
            gap.kind,
            GapKind::OtherGame(_)
                | GapKind::UnknownHandicap(_)
                | GapKind::UnreadableBoard(_)
                | GapKind::MostlyUnreadable(_)
                | GapKind::Archive(_)
        )
    };
    let is_other_game = || record.is_recognised() && !record.is_shogi() && has_content(record);
    let is_writable = record.is_playable() || is_other_game();
    let why = || {
        record
            .gaps
            .iter()
            .find(prevents_play)
            .map(|gap| GapCase { record, gap }.message())
    };
    (!is_writable).then(|| RefusalReason::Unplayable(why()))
}

/// Returns whether a record has headers, moves, claims or remarks.
fn has_content(record: &Record<'_>) -> bool {
    let is_empty = record.headers.is_empty()
        && record.tree.is_empty()
        && record.claims.is_empty()
        && record.remarks.is_empty();
    !is_empty
}

/// Returns an error for a record with an incomplete main line, because the output would look like a complete, shorter
/// game.
fn check_complete(played: &Played<'_, '_>) -> Result<(), Refusal> {
    let record = played.record();
    // If a part of the game is lost, the remaining moves do not show the whole game.
    let loss_of_moves = record.gaps.iter().find(|gap| gap.kind.costs_game());
    let why = unplayable_reason(record)
        .or_else(|| loss_of_moves.map(|gap| RefusalReason::PartUnread(GapCase { record, gap }.message())));
    if let Some(why) = why {
        return Err(Refusal { ply: None, why });
    }
    let tree = &record.tree;
    let mut main_line = std::iter::once(NodeId::START).chain(tree.main_line().map(|(id, _)| id));
    let is_unwritable = |id: NodeId| match tree.node(id).step {
        // A token of another game is written, although it has no meaning on a shogi board.
        Step::Token(_) => false,
        Step::Unreadable(_) => true,
        _ => record.is_shogi() && *played.meaning(id) == Meaning::NotOnBoard,
    };
    match main_line.find(|&id| is_unwritable(id)) {
        Some(id) => Err(Refusal::at(tree.node(id).ply, RefusalReason::Incomplete)),
        None => Ok(()),
    }
}

// The output of a record, with its losses.

/// The text of a record during writing, and the losses so far.
#[derive(Debug, Default)]
pub struct TextBuilder {
    /// The text so far. Lines end with LF.
    pub text: String,
    /// The bytes so far, if the target is binary.
    pub binary: Vec<u8>,
    /// The losses so far.
    pub losses: Losses,
    /// The numbers of items so far; all 0 unless the target is training data.
    pub items: ItemCounts,
}

impl TextBuilder {
    /// Adds a line with LF after it.
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds bytes that are all ASCII characters.
    pub(crate) fn ascii<const N: usize>(&mut self, bytes: [u8; N]) {
        self.text
            .push_str(std::str::from_utf8(&bytes).unwrap_or_default());
    }

    /// Adds a number, padded on the left with `fill` to `width` digits.
    pub(crate) fn number(&mut self, number: u64, width: usize, fill: char) {
        if let (0..=4, 0..10_000) = (width, number) {
            // Fast path for almost all numbers.
            for (unit, digits) in [(1000, 4), (100, 3), (10, 2)] {
                if number >= unit {
                    self.text.push(char::from(b'0' + (number / unit % 10) as u8));
                } else if width >= digits {
                    self.text.push(fill);
                }
            }
            return self.text.push(char::from(b'0' + (number % 10) as u8));
        }
        let mut digits = itoa::Buffer::new();
        let digits = digits.format(number);
        for _ in digits.len()..width {
            self.text.push(fill);
        }
        self.text.push_str(digits);
    }

    /// Converts a text to a single line: each line break becomes the two characters `\n`, which is counted as a loss.
    ///
    /// All formats except JSON need this conversion, because their values cannot contain line breaks.
    pub(crate) fn one_line<'a>(&mut self, text: &'a str) -> std::borrow::Cow<'a, str> {
        if !text.contains(['\n', '\r']) {
            return text.into();
        }
        self.losses.add(Loss::LineBreak);
        text.replace("\r\n", "\n").replace(['\n', '\r'], "\\n").into()
    }
}

/// A record as the bytes of a file.
#[derive(Clone, Debug, Default)]
pub struct WrittenRecord {
    /// The bytes of the file.
    pub bytes: Vec<u8>,
    /// The information that the output does not contain.
    pub losses: Losses,
    /// The numbers of items; all 0 unless the record was written as training data.
    pub items: ItemCounts,
}

// Conversion of text to bytes: line endings, encodings, and characters that an encoding does not have.

/// The replacement for a character that the encoding does not have. Japanese typesetters use this character for a
/// missing letter.
const REPLACEMENT: char = '〓';

/// Characters with a similar character in the Japanese encodings: shogi piece marks of newer fonts, and the yen sign.
const SUBSTITUTES: [(char, char); 3] = [('☗', '▲'), ('☖', '△'), ('\u{a5}', '\\')];

/// Characters of JIS X 0208 (〜 − ‖ — ¢ £ ¬) that other systems map to another Unicode code point than Windows does.
///
/// Each entry has the code point of the other systems and that of Windows, which decoders use.
const JIS_VARIANTS: [(char, char); 7] = [
    ('\u{301c}', '\u{ff5e}'),
    ('\u{2212}', '\u{ff0d}'),
    ('\u{2016}', '\u{2225}'),
    ('\u{2014}', '\u{2015}'),
    ('\u{a2}', '\u{ffe0}'),
    ('\u{a3}', '\u{ffe1}'),
    ('\u{ac}', '\u{ffe2}'),
];

impl Writer {
    /// Encodes a text with the line ending of this writer. A character that the encoding does not have is replaced and
    /// counted as a loss. No loss is counted for [`JIS_VARIANTS`] and for kana that are composed with their sound
    /// marks.
    ///
    /// Control characters are replaced if the bytes would otherwise be detected as another encoding or as binary
    /// data.
    fn encode(&self, text: &str, losses: &mut Losses) -> Vec<u8> {
        let encoding = self.encoding;
        let bytes = self.encode_all(text, losses);
        // ISO-2022-JP is detected by its escape sequences, which begin with ESC.
        let is_misleading = |c| is_binary_control(c) || c == '\u{1b}' && encoding != ISO_2022_JP;
        // These characters are ASCII, so bytes can be tested. Testing every byte is faster than stopping at the first match.
        let or_misleading = |is_found, byte| is_found | is_misleading(char::from(byte));
        if !text.bytes().fold(false, or_misleading) {
            return bytes;
        }
        let decoded = text::decode(&bytes, None);
        if !decoded.looks_binary() && (decoded.encoding() != ISO_2022_JP || encoding == ISO_2022_JP) {
            return bytes;
        }
        let without_controls: String = text
            .chars()
            .map(|c| {
                if is_misleading(c) {
                    replace_missing(c, losses)
                } else {
                    c
                }
            })
            .collect();
        self.encode_all(&without_controls, &mut Losses::default())
    }

    fn encode_all(&self, text: &str, losses: &mut Losses) -> Vec<u8> {
        let encoding = self.encoding;
        if encoding == SHIFT_JIS
            && let Some(bytes) = shift_jis::encode(text, self.newline)
        {
            return bytes;
        }
        let text = match self.newline {
            Newline::Lf => text.into(),
            Newline::CrLf => Cow::Owned(with_crlf(text)),
        };
        if encoding == UTF_8 {
            return text.into_owned().into_bytes();
        }
        let (bytes, _, unmappable) = encoding.encode(&text);
        if !unmappable && !has_misencoded(&text, encoding) {
            return bytes.into_owned();
        }
        // At least one character cannot be encoded as it is.
        let mut bytes = Vec::with_capacity(bytes.len());
        let mut pending_text = String::new();
        for c in composed(&text) {
            if let Some(gaiji) = gaiji(c, encoding) {
                bytes.extend_from_slice(&encoding.encode(&pending_text).0);
                pending_text.clear();
                bytes.extend(gaiji);
            } else if round_trips(c, encoding) {
                pending_text.push(c);
            } else {
                pending_text.push(self.replacement(c, losses));
            }
        }
        bytes.extend_from_slice(&encoding.encode(&pending_text).0);
        bytes
    }

    fn replacement(&self, c: char, losses: &mut Losses) -> char {
        let variant = JIS_VARIANTS
            .iter()
            .find(|&&(from, to)| from == c && round_trips(to, self.encoding));
        if let Some(&(_, to)) = variant {
            return to;
        }
        let substitute = SUBSTITUTES
            .iter()
            .find(|&&(from, to)| self.substitute && from == c && round_trips(to, self.encoding));
        if let Some(&(_, to)) = substitute {
            losses.name(Loss::Substitution, format!("{c} → {to}"));
            return to;
        }
        replace_missing(c, losses)
    }
}

/// Returns the `Shift_JIS` bytes of a private-use character (外字): F040 to F9FC for U+E000 to U+E757.
///
/// Returns `None` for any other character or encoding.
fn gaiji(c: char, encoding: &'static Encoding) -> Option<[u8; 2]> {
    /// Number of trail bytes for each lead byte.
    const TRAIL_BYTE_COUNT: u32 = 188;
    let index = (c as u32).checked_sub(0xE000)?;
    let is_gaiji = encoding == SHIFT_JIS && index < 10 * TRAIL_BYTE_COUNT;
    let (lead, trail) = (0xF0 + index / TRAIL_BYTE_COUNT, index % TRAIL_BYTE_COUNT);
    // The value 7F is not a trail byte.
    let trail = trail + if trail < 0x3F { 0x40 } else { 0x41 };
    is_gaiji.then_some([u8::try_from(lead).ok()?, u8::try_from(trail).ok()?])
}

/// Returns the characters of a text. A kana and its combining sound mark become one character: か and U+3099 are が.
fn composed(text: &str) -> impl Iterator<Item = char> {
    let mut rest = text.chars().peekable();
    std::iter::from_fn(move || {
        let c = rest.next()?;
        let Some(&mark) = rest.peek() else {
            return Some(c);
        };
        let combined = with_mark(c, mark);
        if combined.is_some() {
            rest.next();
        }
        combined.or(Some(c))
    })
}

/// Returns a kana with a combining sound mark as one character; `None` if there is no such character.
fn with_mark(kana: char, mark: char) -> Option<char> {
    const VOICED: &str =
        "がぎぐげござじずぜぞだぢづでどばびぶべぼガギグゲゴザジズゼゾダヂヅデドバビブベボゞヾ";
    const HALF_VOICED: &str = "ぱぴぷぺぽパピプペポ";
    let (marked_kana, distance) = match mark {
        '\u{3099}' => (VOICED, 1),
        '\u{309a}' => (HALF_VOICED, 2),
        _ => return None,
    };
    if (kana, mark) == ('ウ', '\u{3099}') {
        return Some('ヴ');
    }
    // In Unicode, the code points of the marked kana directly follow that of the plain kana.
    marked_kana
        .chars()
        .find(|&character| character as u32 == kana as u32 + distance)
}

/// Returns whether a character is a control character that does not occur in text.
fn is_binary_control(c: char) -> bool {
    c.is_ascii_control() && !matches!(c, '\t'..='\r' | '\u{1a}' | '\u{1b}')
}

/// Returns the text with CR before every LF.
fn with_crlf(text: &str) -> String {
    /// Estimated minimum length of a line (bytes).
    const MIN_LINE_BYTES: usize = 16;
    let mut out = String::with_capacity(text.len() + text.len() / MIN_LINE_BYTES);
    let mut start = 0;
    for end in memchr_iter(b'\n', text.as_bytes()) {
        out.push_str(&text[start..end]);
        out.push_str("\r\n");
        start = end + 1;
    }
    out.push_str(&text[start..]);
    out
}

/// Returns whether a text has characters whose encoded bytes mean another character.
///
/// For encodings other than ISO-2022-JP, these characters begin with one of two bytes in UTF-8. Few other characters
/// do, so only characters with these first bytes are tested.
pub(super) fn has_misencoded(text: &str, encoding: &'static Encoding) -> bool {
    const LEAD_BYTES: (u8, u8) = (0xC2, 0xE2);
    if encoding == ISO_2022_JP {
        return text.chars().any(|c| is_misencoded(c, encoding));
    }
    memchr2_iter(LEAD_BYTES.0, LEAD_BYTES.1, text.as_bytes())
        .filter_map(|at| text[at..].chars().next())
        .any(|c| is_misencoded(c, encoding))
}

/// Returns whether the bytes of a character in an encoding mean another character.
///
/// The WHATWG encoders are designed for web forms. These encoders silently encode some characters as similar ones.
fn is_misencoded(c: char, encoding: &'static Encoding) -> bool {
    match c {
        '\u{2212}' => true,
        '\u{a5}' | '\u{203e}' => encoding != ISO_2022_JP,
        '\u{ff61}'..='\u{ff9f}' => encoding == ISO_2022_JP,
        _ => false,
    }
}

/// Returns whether a character is unchanged after encoding and decoding.
fn round_trips(c: char, encoding: &'static Encoding) -> bool {
    let mut buffer = [0; 4];
    !is_misencoded(c, encoding) && !encoding.encode(c.encode_utf8(&mut buffer)).2
}

/// Counts a character as lost. Returns its replacement.
fn replace_missing(c: char, losses: &mut Losses) -> char {
    let prefix = if c.is_control() { "" } else { &format!("{c} ") };
    losses.name(Loss::Character, format!("{prefix}U+{:04X}", c as u32));
    REPLACEMENT
}

// Reasons why a record cannot be written.

/// The refusal to write a record to a target, with the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The ply that cannot be written; `None` if the reason does not concern a single ply.
    pub ply: Option<u32>,
    /// The reason why the record cannot be written.
    pub why: RefusalReason,
}

/// The reason why a record cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusalReason {
    /// The record cannot be put on a board. The value is the reason; `None` means that the text is not a record.
    Unplayable(Option<Message>),
    /// The notation cannot contain records of this game.
    OtherGame(Format, &'static GameKind),
    /// A part of the game could not be read, for the given reason.
    PartUnread(Message),
    /// The move of the main line cannot be read or put on the board.
    Incomplete,
    /// The move starts from an empty square, and the notation requires the piece. `None` means that every
    /// notation does.
    UnnamedPiece(Option<Format>),
    /// The notation has no word for a pass.
    Pass(Format),
    /// A piece that cannot promote promotes.
    ImpossiblePromotion(Format),
    /// A king or a promoted piece is dropped.
    ImpossibleDrop(Format),
    /// The notation allows only wins and draws, and the game is neither.
    Undecided(Format),
    /// The notation allows only positions with one king of each side and at most a full set of pieces.
    NotFullSet(Format),
}

impl Refusal {
    /// Creates a refusal because of the move at this ply.
    pub(super) const fn at(ply: u32, why: RefusalReason) -> Self {
        Self { ply: Some(ply), why }
    }

    /// Creates a refusal because of the move at this node.
    pub(super) fn new(played: &Played<'_, '_>, node: NodeId, why: RefusalReason) -> Self {
        Self::at(played.record().tree.node(node).ply, why)
    }

    /// Returns the reason in words. A message about a single move begins with the number of the move, if the refusal
    /// has one.
    pub fn message(&self) -> Message {
        let of_move = |predicate: Message| subject(self.ply).followed_by(predicate);
        let cannot = |format: &Format, english: &str, japanese: &str| {
            let format = sentence_name(*format);
            of_move(message!(
                "{english}, which {format} cannot represent",
                "{format}では{japanese}を表せない",
            ))
        };
        match &self.why {
            RefusalReason::Unplayable(Some(why)) => why.clone(),
            RefusalReason::Unplayable(None) => bilingual("no game record found", "棋譜が見つからない"),
            RefusalReason::OtherGame(format, game) => message!(
                "{format} cannot represent {game}",
                "{format}では{game}を表せない",
                game = game.words,
                format = sentence_name(*format)
            ),
            RefusalReason::PartUnread(why) => message!(
                "the record is incomplete: {why}",
                "対局の一部が読めない。{why}",
                why
            ),
            RefusalReason::Incomplete => of_move(bilingual(
                "cannot be read or made on the board",
                "読めないか、盤上で再現できない",
            )),
            RefusalReason::UnnamedPiece(None) => of_move(bilingual(
                "starts from an empty square, so its piece is unknown",
                "移動元に駒がなく、駒の種類が分からない",
            )),
            RefusalReason::UnnamedPiece(Some(format)) => of_move(message!(
                "starts from an empty square, and {format} requires the piece",
                "移動元に駒がなく、{format}に必要な駒の種類が分からない",
                format = sentence_name(*format)
            )),
            RefusalReason::Undecided(format) => message!(
                "the game was neither won nor drawn, and {format} requires a result",
                "勝敗も引き分けもなく、{format}に必要な結果がない",
                format = sentence_name(*format)
            ),
            RefusalReason::NotFullSet(format) => message!(
                "{format} requires one king of each side and at most a full set of pieces",
                "{format}には、双方に1枚ずつの玉と、駒一式以内の駒が必要である",
                format = sentence_name(*format)
            ),
            RefusalReason::Pass(format) => cannot(format, "is a pass", "パス"),
            RefusalReason::ImpossiblePromotion(format) => cannot(
                format,
                "promotes a piece that cannot promote",
                "成れない駒が成る手",
            ),
            RefusalReason::ImpossibleDrop(format) => {
                cannot(format, "drops a king or a promoted piece", "玉や成駒を打つ手")
            }
        }
    }
}

/// Returns the subject of a message about a move: `move 12 `, `12手目: `. Without a ply, the subject has no number.
fn subject(ply: Option<u32>) -> Message {
    match ply {
        Some(ply) => message!("move {ply} ", "{ply}手目: "),
        None => bilingual("the move ", ""),
    }
}

/// Returns the name of a notation in upper case, as used in a sentence.
fn sentence_name(format: Format) -> String {
    format.name().to_uppercase()
}

/// Formats the reason in English.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message().english())
    }
}

impl Error for Refusal {}

// Comments, bookmarks and program lines, grouped by node.

/// The remarks of a record sorted by node. The remarks of one node are in the order of the record.
pub(crate) struct Remarks<'r, 't>(Vec<&'r Remark<'t>>);

impl<'r, 't> Remarks<'r, 't> {
    /// Collects the remarks of a record.
    pub(crate) fn new(record: &'r Record<'t>) -> Self {
        let mut remarks: Vec<_> = record.remarks.iter().collect();
        // The sort is stable, so remarks of one node stay in the order of the record.
        remarks.sort_by_key(|remark| remark.node);
        Self(remarks)
    }

    /// Returns the remarks of a node.
    pub(crate) fn at(&self, node: NodeId) -> impl Iterator<Item = &'r Remark<'t>> {
        let start = self.0.partition_point(|remark| remark.node < node);
        let end = self.0.partition_point(|remark| remark.node <= node);
        self.0[start..end].iter().copied()
    }
}

/// Returns the spans of the remarks of a record in the file, in the order of the text.
///
/// Remarks whose text differs from that in the file are left out.
pub(super) fn remark_spans(record: &Record<'_>) -> Vec<Span> {
    let remarks = record.remarks.iter();
    let mut spans: Vec<_> = remarks
        .filter_map(|remark| result::remark_span(record, remark))
        .collect();
    spans.sort_unstable();
    spans
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{EUC_JP, EUC_KR};

    fn writer(encoding: &'static Encoding, newline: Newline, substitute: bool) -> Writer {
        let target = &super::super::kif::NOTATION.targets[0];
        Writer {
            target,
            encoding,
            newline,
            substitute,
            outcome: None,
            items: target.default_items(),
        }
    }

    /// Returns the text as read back from its encoded form, and the examples of its losses, separated by commas.
    fn encoded(text: &str, encoding: &'static Encoding, substitute: bool) -> (String, String) {
        let mut losses = Losses::default();
        let bytes = writer(encoding, Newline::Lf, substitute).encode(text, &mut losses);
        let loss_examples: Vec<_> = losses.iter().flat_map(|loss| loss.examples.clone()).collect();
        (
            encoding.decode_without_bom_handling(&bytes).0.into_owned(),
            loss_examples.join(", "),
        )
    }

    #[test]
    fn numbers_are_padded_on_the_left() {
        for number in [0, 7, 10, 99, 100, 999, 1000, 9999, 10_000, 123_456] {
            for width in 0..7 {
                let mut draft = TextBuilder::default();
                draft.number(number, width, '0');
                draft.number(number, width, ' ');
                assert_eq!(draft.text, format!("{number:0>width$}{number:>width$}"));
            }
        }
    }

    #[test]
    fn encodable_characters_are_kept() {
        let text = "先手：①髙橋 ～ － ﾋｼｬ \\n ｱ\n";
        for encoding in [UTF_8, SHIFT_JIS] {
            assert_eq!(encoded(text, encoding, true), (text.to_owned(), String::new()));
        }
    }

    #[test]
    fn replacement_keeps_output_recognisable_as_text() {
        for encoding in [UTF_8, SHIFT_JIS] {
            let with_one_control = format!("先手：甲\0乙\n{}", "後手：丙\n".repeat(20));
            assert_eq!(
                encoded(&with_one_control, encoding, false),
                (with_one_control, String::new())
            );
            let with_many_controls = format!("先手：甲{}\u{1}乙\n", "\0".repeat(9));
            let expected = format!("先手：甲{}乙\n", "〓".repeat(10));
            let reported = "U+0000, U+0001".to_owned();
            assert_eq!(
                encoded(&with_many_controls, encoding, false),
                (expected, reported)
            );
        }
    }

    #[test]
    fn unencodable_characters_are_replaced_and_reported() {
        for (text, plain, substituted) in [
            ("☗７六", "〓７六", "▲７六"),
            ("¥n", "〓n", "\\n"),
            ("‾", "〓", "〓"),
            ("𠮷野", "〓野", "〓野"),
        ] {
            assert_eq!(encoded(text, SHIFT_JIS, false).0, plain, "{text}");
            assert_eq!(encoded(text, SHIFT_JIS, true).0, substituted, "{text}");
            assert!(encoded(text, SHIFT_JIS, false).1.contains("U+"), "{text}");
        }
        assert_eq!(
            encoded("🐟", EUC_JP, true),
            ("〓".to_owned(), "🐟 U+1F41F".to_owned())
        );
        assert_eq!(encoded("ﾋｼｬ", ISO_2022_JP, true).0, "〓〓〓");
    }

    #[test]
    fn characters_of_other_tables_are_written_as_their_equivalents() {
        for (text, bytes) in [
            ("〜", &[0x81, 0x60][..]),
            ("−", &[0x81, 0x7C]),
            ("‖", &[0x81, 0x61]),
            ("—", &[0x81, 0x5C]),
            ("¢", &[0x81, 0x91]),
            ("£", &[0x81, 0x92]),
            ("¬", &[0x81, 0xCA]),
            (
                "か\u{3099}ハ\u{309a}ウ\u{3099}",
                &[0x82, 0xAA, 0x83, 0x70, 0x83, 0x94],
            ),
        ] {
            for substitute in [false, true] {
                let mut losses = Losses::default();
                let encoded_bytes = writer(SHIFT_JIS, Newline::Lf, substitute).encode(text, &mut losses);
                assert_eq!(encoded_bytes, bytes, "{text}");
                assert!(losses.is_empty(), "{text}");
            }
            assert!(encoded(text, EUC_JP, false).1.is_empty(), "{text}");
            assert!(encoded(text, ISO_2022_JP, false).1.is_empty(), "{text}");
        }
        // In UTF-8 all characters are unchanged. In other encodings, a mark that does not fit its kana is replaced by
        // 〓.
        assert_eq!(encoded("か\u{3099}〜", UTF_8, false).0, "か\u{3099}〜");
        assert_eq!(encoded("ま\u{3099}が", SHIFT_JIS, false).0, "ま〓が");
    }

    #[test]
    fn gaiji_survive_only_in_shift_jis() {
        for c in '\u{e000}'..='\u{f8ff}' {
            let text = format!("甲{c}乙〜");
            let (read_back, reported) = encoded(&text, SHIFT_JIS, false);
            let is_gaiji = c <= '\u{e757}';
            let expected = if is_gaiji { c } else { REPLACEMENT };
            assert_eq!(read_back, format!("甲{expected}乙～"), "{c:?}");
            assert_eq!(reported.is_empty(), is_gaiji, "{c:?}");
        }
        assert_eq!(encoded("\u{e000}", EUC_JP, false).0, "〓");
    }

    /// Compares `is_misencoded` with the decoder for every character.
    #[test]
    fn altered_characters_are_reported() {
        for encoding in [SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP] {
            for c in '\u{20}'..=char::MAX {
                let text = c.to_string();
                let (bytes, _, unmappable) = encoding.encode(&text);
                let is_unchanged = encoding.decode_without_bom_handling(&bytes).0 == text;
                assert_eq!(
                    is_unchanged && !unmappable,
                    round_trips(c, encoding),
                    "{} {c:?}",
                    encoding.name()
                );
                assert_eq!(
                    has_misencoded(&text, encoding),
                    is_misencoded(c, encoding),
                    "{c:?}"
                );
            }
        }
    }

    #[test]
    fn line_ends_are_those_requested() {
        let mut losses = Losses::default();
        assert_eq!(
            writer(SHIFT_JIS, Newline::CrLf, false).encode("a\nb\n", &mut losses),
            b"a\r\nb\r\n"
        );
        assert!(losses.is_empty());
    }

    #[test]
    fn every_refusal_has_a_message_in_both_languages() {
        let [csa, ki2, usi] = ["csa", "ki2", "usi"].map(Format::new);
        let messages: Vec<_> = [
            RefusalReason::Unplayable(None),
            RefusalReason::Incomplete,
            RefusalReason::UnnamedPiece(None),
            RefusalReason::UnnamedPiece(Some(csa)),
            RefusalReason::Pass(ki2),
            RefusalReason::Pass(usi),
            RefusalReason::ImpossiblePromotion(ki2),
            RefusalReason::ImpossibleDrop(csa),
            RefusalReason::Undecided(csa),
            RefusalReason::NotFullSet(csa),
        ]
        .into_iter()
        .map(|why| Refusal::at(12, why).message())
        .flat_map(|message| [message.english().into_owned(), message.japanese().into_owned()])
        .collect();
        insta::assert_snapshot!(messages.join("\n"), @r"
        no game record found
        棋譜が見つからない
        move 12 cannot be read or made on the board
        12手目: 読めないか、盤上で再現できない
        move 12 starts from an empty square, so its piece is unknown
        12手目: 移動元に駒がなく、駒の種類が分からない
        move 12 starts from an empty square, and CSA requires the piece
        12手目: 移動元に駒がなく、CSAに必要な駒の種類が分からない
        move 12 is a pass, which KI2 cannot represent
        12手目: KI2ではパスを表せない
        move 12 is a pass, which USI cannot represent
        12手目: USIではパスを表せない
        move 12 promotes a piece that cannot promote, which KI2 cannot represent
        12手目: KI2では成れない駒が成る手を表せない
        move 12 drops a king or a promoted piece, which CSA cannot represent
        12手目: CSAでは玉や成駒を打つ手を表せない
        the game was neither won nor drawn, and CSA requires a result
        勝敗も引き分けもなく、CSAに必要な結果がない
        CSA requires one king of each side and at most a full set of pieces
        CSAには、双方に1枚ずつの玉と、駒一式以内の駒が必要である
        ");
    }
}
