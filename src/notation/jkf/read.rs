//! Conversion of a JSON object to a record.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use super::fast_path::UsualEntry;
use super::json::{self, Json, JsonValue};
use super::words::{promotion, relative};
use crate::finding::Span;
use crate::notation::detect::is_claimed;
use crate::notation::kakinoki::builder::Search;
use crate::notation::kakinoki::words;
use crate::notation::{self, RecordText, csa, header, result};
use crate::record::gap::{
    ClockGap, Expected, Gap, GapId, LineGap, NoRecord, Recovery, StrayClock, TokenGap, ValueGap, WordGap,
    WrongValue,
};
use crate::record::{
    Clock, Destination, Ending, Format, GapKind, NodeId, Origin, PieceName, Record, Remark, RemarkKind, Step,
    Terminal, WrittenMove,
};
use crate::shogi::{Color, PieceKind, Square};

/// Characters that may surround an object: blanks, the brackets and commas of an array of records, a byte order
/// mark.
const SURROUNDING: [char; 8] = [' ', '\t', '\r', '\n', ',', '[', ']', '\u{feff}'];

/// The number of lines of a JSON string among which one must be typical of another format, so that the string is a record.
const MAX_CLAIMED_LINES: usize = 64;

/// The keys of a record.
pub(super) const KEYS: [&str; 3] = ["header", "initial", "moves"];

/// Returns whether an object is a record, even a malformed one. An object without any of [`KEYS`] is not JKF.
pub(super) fn is_record(object: JsonValue<'_, '_>) -> bool {
    object.members().any(|(key, _)| key.index_in(&KEYS, 0).is_some())
}

/// Reads one record from the first JSON object of a text. Text without a JKF record becomes a record of unknown
/// format.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    read_with(source, Json::parse_record)
}

/// Reads one record with the table of JSON values alone, without the fast path.
pub fn read_by_table(source: RecordText<'_>) -> Record<'_> {
    read_with(source, Json::parse)
}

/// Reads one record. `parse` reads the JSON of the record.
fn read_with<'t>(source: RecordText<'t>, parse: fn(&'t str) -> Json<'t>) -> Record<'t> {
    let mut record = source.record(notation::JKF);
    let Some(start) = source.text.find('{') else {
        return no_record(source, record, NoRecord::NoObject);
    };
    let json = parse(&source.text[start..]);
    let root = json.root();
    if !is_record(root) {
        let is_json = source.text[..start].trim_matches(SURROUNDING).is_empty();
        let why = if is_json {
            key_of_text(root).map_or(NoRecord::NoJkf, NoRecord::TextInJson)
        } else {
            NoRecord::Nothing
        };
        return no_record(source, record, why);
    }
    note_stray(source, 0, start, &mut record);
    match json.error_at {
        None => note_stray(source, start + json.at, source.text.len(), &mut record),
        Some(at) => {
            let at = start + at;
            let end = at + source.text[at..].chars().next().map_or(0, char::len_utf8);
            let reason = json::error_reason(&source.text[start..]);
            record.add_gap(source.span(at, end), GapKind::UnreadableJson(reason));
        }
    }
    let mut reader = JkfReader {
        offset: source.offset + start,
        record,
        last: NodeId::START,
        search: Search::new(source.text),
        is_perpetual: false,
        gap: false,
        forks: VecDeque::new(),
        unknown_keys: HashMap::new(),
    };
    reader.read_record(root);
    if reader.is_perpetual {
        result::set_perpetual_check_offender(&mut reader.record);
    }
    reader.record
}

/// Returns the key of an object whose value is the text of a record in another format. A single line can also be prose.
fn key_of_text(object: JsonValue<'_, '_>) -> Option<String> {
    let is_record = |text: &str| {
        let lines = || text.lines().take(MAX_CLAIMED_LINES);
        lines().nth(1).is_some() && lines().any(is_claimed)
    };
    let mut texts = object.members().filter(|(_, value)| value.is_string());
    let found = texts.find(|(_, value)| is_record(&value.to_str()));
    found.map(|(key, _)| key.to_str().into_owned())
}

/// Returns a record of unknown format, with a gap that states the reason.
fn no_record<'t>(source: RecordText<'t>, mut record: Record<'t>, why: NoRecord) -> Record<'t> {
    let text = source.text.trim_start();
    let start = source.text.len() - text.len();
    let end = start + text.chars().next().map_or(0, char::len_utf8);
    record.format = Format::UNKNOWN;
    record.add_gap(source.span(start, end), GapKind::UnreadableRecord(why));
    record
}

/// Reports the text between the offsets `start` and `end`, which is outside the object. Characters of [`SURROUNDING`]
/// at its edges are ignored.
fn note_stray(source: RecordText<'_>, start: usize, end: usize, record: &mut Record<'_>) {
    let text = source.text[start..end].trim_start_matches(SURROUNDING);
    let start = end - text.len();
    let stray = text.trim_end_matches(SURROUNDING);
    if !stray.is_empty() {
        let kind = GapKind::UnreadableLine(LineGap::OutsideObject);
        record.add_gap(source.span(start, start + stray.len()), kind);
    }
}

/// The state while the JSON of a record is read.
pub(super) struct JkfReader<'j, 't> {
    /// The offset of the object in the file.
    pub(super) offset: usize,
    pub(super) record: Record<'t>,
    /// The node that was read last.
    pub(super) last: NodeId,
    /// The search for moves that already exist in the tree.
    search: Search,
    /// `true` if a word for perpetual check ends a line.
    is_perpetual: bool,
    /// `true` if a move may be missing before the next one.
    gap: bool,
    /// The `forks` that have not been read yet, in the order in which their entries were read. All `forks` are read
    /// after the line that they leave.
    forks: VecDeque<Fork<'j, 't>>,
    /// The unknown keys, each with the gap that reports it.
    pub(super) unknown_keys: HashMap<&'t str, GapId>,
}

/// The `forks` of an entry.
struct Fork<'j, 't> {
    lines: JsonValue<'j, 't>,
    /// The node before the entry. All lines of the fork continue from this node.
    parent: NodeId,
    /// The node of the entry.
    entry: NodeId,
}

impl<'j, 't> JkfReader<'j, 't> {
    fn read_record(&mut self, object: JsonValue<'j, 't>) {
        let Ok([header, initial, moves]) = self.fields(object, KEYS) else {
            return;
        };
        if let Some(header) = header {
            self.header(header);
        }
        self.start(initial);
        match moves {
            Some(moves) if moves.is_array() => {
                for (index, entry) in moves.elements().enumerate() {
                    self.entry(entry, index == 0);
                }
            }
            Some(moves) => self.note_loss(moves.unexpected(Expected::Array), Recovery::Nothing),
            None => self.note_loss(object.missing("moves"), Recovery::Nothing),
        }
        while let Some(fork) = self.forks.pop_front() {
            self.variations(&fork);
        }
    }

    /// Reads `header`: any keys, with strings as values. A number, `true` or `false` is kept as text and reported; an
    /// array or an object is skipped and reported. `null` is ignored.
    fn header(&mut self, header: JsonValue<'j, 't>) {
        if !header.is_object() {
            return self.note_loss(header.unexpected(Expected::Object), Recovery::HeadersSkipped);
        }
        for (key, value) in header.members().filter(|(_, value)| !value.is_null()) {
            let text = match self.string(value) {
                Ok(text) => text,
                Err(error) if value.is_object() || value.is_array() || !value.is_whole() => {
                    self.note_loss(error, Recovery::Skipped);
                    continue;
                }
                Err(error) => {
                    self.note_minor(error, Recovery::AsText);
                    Cow::Borrowed(value.text())
                }
            };
            let span = Span {
                start: self.span(key).start,
                end: self.span(value).end,
            };
            self.record.add_header(header::header(key.to_str(), text, span));
        }
    }

    /// Reads the `forks` of an entry, each from the node before the entry. A value that is not an array, and a line
    /// that is not an array, are skipped and reported.
    fn variations(&mut self, fork: &Fork<'j, 't>) {
        self.last = fork.entry;
        if !fork.lines.is_array() {
            return self.note_loss(fork.lines.unexpected(Expected::Lines), Recovery::Skipped);
        }
        for line in fork.lines.elements() {
            if !line.is_array() {
                self.last = fork.entry;
                self.note_loss(line.unexpected(Expected::Entries), Recovery::Skipped);
                continue;
            }
            (self.last, self.gap) = (fork.parent, false);
            for entry in line.elements() {
                self.entry(entry, false);
            }
        }
    }
}

// Entries of a line: a move or a result, with its time, its comments and its variations.

impl<'j, 't> JkfReader<'j, 't> {
    /// Reads an entry of a line. The first entry of the main line belongs to the start position.
    fn entry(&mut self, entry: JsonValue<'j, 't>, is_start: bool) {
        if let Some(usual_entry) = entry.usual_entry() {
            return self.usual_entry(usual_entry, entry.whole_text());
        }
        let names = ["move", "special", "time", "comments", "comment", "forks"];
        let [play, special, time, comments, comment, forks] = match self.fields(entry, names) {
            Ok(fields) => fields,
            Err(error) => {
                self.gap = true;
                return self.note_loss(error, Recovery::Skipped);
            }
        };
        let parent = self.last;
        self.step(play, Self::play);
        let step_node = self.last;
        self.step(special, Self::special);
        let (what, recovery) = match (is_start, play, special) {
            (true, None, None) => (None, Recovery::Nothing),
            (true, ..) => (Some(WrongValue::StartHoldsPly), Recovery::AsFirstPly),
            (false, None, None) => (Some(WrongValue::HoldsNothing), Recovery::EntrySkipped),
            (false, Some(_), Some(_)) => (Some(WrongValue::HoldsBoth), Recovery::ResultAfterMove),
            (false, ..) => (None, Recovery::Nothing),
        };
        if let Some(what) = what {
            self.gap = matches!(what, WrongValue::HoldsNothing);
            self.note_minor(entry.invalid(what), recovery);
        }
        if let Some(time) = time {
            let timed_node = if step_node == parent { self.last } else { step_node };
            self.time(time, (timed_node != parent).then_some(timed_node));
        }
        for value in [comments, comment].into_iter().flatten() {
            self.comments(value);
        }
        match forks {
            Some(forks) if is_start => {
                self.note_loss(forks.unexpected(Expected::NoForks), Recovery::AllSkipped);
            }
            Some(lines) => self.forks.push_back(Fork {
                lines,
                parent,
                entry: step_node,
            }),
            None => {}
        }
    }

    /// Adds an entry that was read by the fast path. `text` is the text of its spans.
    fn usual_entry(&mut self, entry: &UsualEntry, text: &'t str) {
        let span = entry.written.span.shifted(self.offset);
        self.add(Step::Move(WrittenMove {
            span,
            ..entry.written
        }));
        if let Some((clock, span)) = entry.clock {
            self.set_clock(self.last, clock, span.shifted(self.offset));
        }
        for comment in entry.comments(text) {
            self.record.remark(self.last, RemarkKind::Comment, comment);
        }
    }

    /// Reads a move or a result with `read`, and assigns the gaps that `read` adds to the node of the move or result.
    /// Does nothing if there is no value.
    fn step(&mut self, value: Option<JsonValue<'j, 't>>, read: fn(&mut Self, JsonValue<'j, 't>)) {
        let Some(value) = value else { return };
        let gap_count = self.record.gaps.len();
        read(self, value);
        for gap in self.record.gaps.since(gap_count) {
            gap.node = Some(self.last);
        }
    }

    /// Reads `move`. A malformed move becomes an unreadable step.
    fn play(&mut self, play: JsonValue<'j, 't>) {
        match self.read_move(play) {
            Ok(written) => self.add(Step::Move(written)),
            // If the JSON is truncated within the move, the gap about the JSON is enough.
            Err(_) if !play.is_whole() => {}
            Err(error) => {
                self.add(Step::Unreadable(self.span(play)));
                self.add_value_gap(error, Recovery::UnreadableMove, |value| {
                    GapKind::BadToken(TokenGap::Value(value))
                });
            }
        }
    }

    /// Reads `special`: the end of a line as a CSA word. A CSA word with `%` or in lower case, and a Japanese word, are
    /// accepted and reported. An unknown word is reported and ends the line. A value that is not a string is skipped
    /// and reported.
    fn special(&mut self, value: JsonValue<'j, 't>) {
        let word = match self.string(value) {
            Ok(word) => word,
            Err(error) => return self.note_loss(error, Recovery::Skipped),
        };
        let to_move = self.record.start.side_after(&self.record.tree, self.last);
        let (terminal, offender) = csa::ending(&word, to_move);
        self.is_perpetual |= result::is_perpetual_word(&word);
        if terminal == Terminal::Other {
            let code = word.trim().trim_start_matches('%').to_ascii_uppercase();
            let (terminal, offender) = csa::ending(&code, to_move);
            if terminal != Terminal::Other {
                self.note_minor(value.unexpected(Expected::Special), Recovery::Code);
                self.is_perpetual |= result::is_perpetual_word(&code);
                return self.add(Step::End(Ending {
                    terminal,
                    offender,
                    word: Cow::Owned(code),
                    span: self.span(value),
                }));
            }
            if let Some((terminal, winner)) = words::ending(word.trim()) {
                self.note_minor(value.unexpected(Expected::Special), Recovery::JapaneseWord);
                let ending = Ending::with_winner(terminal, winner, to_move, word, self.span(value));
                return self.add(Step::End(ending));
            }
            let error = value.invalid(WrongValue::UnknownWord(word.to_string()));
            self.add_value_gap(error, Recovery::EndOfLine, |value| {
                GapKind::UnknownTerminal(WordGap::Value(value))
            });
        }
        self.add(Step::End(Ending {
            terminal,
            offender,
            word,
            span: self.span(value),
        }));
    }

    /// Adds a node after the last one. If an identical node already exists there, continues from that node.
    fn add(&mut self, step: Step<'t>) {
        let after_gap = std::mem::take(&mut self.gap);
        let clock = Clock::default();
        (self.last, _) = self
            .search
            .add(&mut self.record, self.last, step, clock, after_gap);
    }

    /// Reads `time`: the time spent on a ply, and the player's total. A time without a `node` is reported.
    fn time(&mut self, time: JsonValue<'j, 't>, node: Option<NodeId>) {
        let Some(node) = node else {
            self.add_value_gap(
                time.invalid(WrongValue::WithoutMove),
                Recovery::Skipped,
                |value| GapKind::StrayClock(StrayClock::Value(value)),
            );
            return;
        };
        let [now, total] = match self.fields(time, ["now", "total"]) {
            Ok(fields) => fields,
            Err(error) => return self.note_bad_clock(error),
        };
        let [spent, total] = [now, total].map(|time| {
            let time = self.milliseconds(time?);
            time.map_err(|error| self.note_bad_clock(error)).ok()
        });
        self.set_clock(node, Clock { spent, total }, self.span(time));
    }

    /// Sets the time of a node. If the same move occurs twice, its first time applies.
    fn set_clock(&mut self, node: NodeId, clock: Clock, span: Span) {
        let node = self.record.tree.node_mut(node);
        if node.clock_span.is_none() {
            node.clock = clock;
            node.clock_span = Some(span);
        }
    }

    /// Reads a time `{h, m, s}` (milliseconds). Absent parts are zero.
    fn milliseconds(&mut self, value: JsonValue<'j, 't>) -> ValueResult<'j, 't, u32> {
        let mut seconds = Some(0_u32);
        for part in self.fields(value, ["h", "m", "s"])? {
            let number = part.map_or(Ok(0), |part| self.part_of_time(part))?;
            seconds = seconds.and_then(|second| second.checked_mul(60)?.checked_add(number));
        }
        let time = seconds.and_then(|seconds| seconds.checked_mul(1000));
        time.ok_or_else(|| value.unexpected(Expected::Time))
    }

    /// Reads a number of hours, minutes or seconds. A negative number is an error of its own.
    fn part_of_time(&mut self, part: JsonValue<'j, 't>) -> ValueResult<'j, 't, u32> {
        self.number(part).map_err(|error| {
            let without_sign = part.text().strip_prefix('-').map(str::parse::<u32>);
            match without_sign {
                Some(Ok(_)) => part.invalid(WrongValue::Negative),
                _ => error,
            }
        })
    }

    fn note_bad_clock(&mut self, error: ValueError<'j, 't>) {
        let kind = if error.is_negative() {
            GapKind::ClockNegative
        } else {
            GapKind::UnreadableClock
        };
        self.add_value_gap(error, Recovery::UnknownTime, |value| kind(ClockGap::Value(value)));
    }

    /// Reads `comments`, an array of lines. A single string is accepted, too.
    fn comments(&mut self, value: JsonValue<'j, 't>) {
        if !value.is_array() {
            return self.comment(value);
        }
        for line in value.elements() {
            self.comment(line);
        }
    }

    /// Reads a comment. Each line break in the text (LF, CRLF or CR) begins a new remark. A value that is not a string
    /// is reported.
    fn comment(&mut self, value: JsonValue<'j, 't>) {
        let node = self.last;
        match self.optional(Some(value), Recovery::Skipped, Self::string) {
            None => {}
            Some(Cow::Borrowed(text)) => self.record.remark(node, RemarkKind::Comment, text),
            Some(Cow::Owned(text)) => {
                let lines = text
                    .split('\n')
                    .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
                let remarks = lines.map(|line| Remark {
                    node,
                    kind: RemarkKind::Comment,
                    introduces: false,
                    text: Cow::Owned(line.to_owned()),
                });
                self.record.remarks.extend(remarks);
            }
        }
    }
}

// Moves in JKF: an object with `from`, `to` and `piece`.

impl<'j, 't> JkfReader<'j, 't> {
    /// Reads a move after the last node. `relative` is used only if there is no origin.
    fn read_move(&mut self, play: JsonValue<'j, 't>) -> ValueResult<'j, 't, WrittenMove> {
        let names = [
            "color", "from", "to", "piece", "same", "promote", "capture", "relative",
        ];
        let [color, from, to, piece, same, promote, capture, relative] = self.fields(play, names)?;
        let mark = self.optional(color, Recovery::SideInTurn, Self::color);
        let relative = self.optional(relative, Recovery::Skipped, Self::relative);
        let from = match from {
            Some(from) => Origin::Board(self.square(from)?),
            None => relative.unwrap_or(Origin::Hand),
        };
        let is_same =
            self.optional(same, Recovery::Skipped, |it, same| it.flag(same, &["同"], &[])) == Some(true);
        let to = self.destination(play, to, same.filter(|_| is_same))?;
        let kind = self.piece_name(play, piece, from)?;
        let promote = self.optional(promote, Recovery::NoPromotion, |it, promote| {
            it.flag(promote, &["成", "成り", "成る"], &["不成", "成らず", "生"])
        });
        Ok(WrittenMove {
            mark,
            from,
            to,
            named: kind,
            promotion: promotion(promote),
            captured: self.optional(capture, Recovery::PieceOnBoard, |_, it| it.kind()),
            span: self.span(play),
        })
    }

    /// Returns the destination: `to`, or with `same` alone the destination of the previous move. A `same` that
    /// contradicts `to` is ignored, and is reported unless the previous step is unreadable. Returns an error if both
    /// are missing, or if there is no previous move for `same` alone.
    fn destination(
        &mut self,
        play: JsonValue<'j, 't>,
        to: Option<JsonValue<'j, 't>>,
        same: Option<JsonValue<'j, 't>>,
    ) -> ValueResult<'j, 't, Destination> {
        let previous = match &self.record.tree.node(self.last).step {
            Step::Move(written) => Some(written.to.square()),
            _ => None,
        };
        let to = to.map(|to| self.square(to)).transpose()?;
        match (to, same, previous) {
            (None, None, _) => Err(play.missing("to")),
            (None, Some(_), None) => Err(play.without("to", WrongValue::MissingAfterSame)),
            (None, Some(_), Some(previous)) => Ok(Destination::Same(previous)),
            (Some(to), Some(_), Some(previous)) if to == previous => Ok(Destination::Same(to)),
            (Some(to), Some(same), previous) => {
                // After an unreadable move, `same` may be right.
                if previous.is_some() || self.record.tree.is_empty() {
                    self.note_minor(same.invalid(WrongValue::NotSame(previous)), Recovery::Destination);
                }
                Ok(Destination::Square(to))
            }
            (Some(to), None, _) => Ok(Destination::Square(to)),
        }
    }

    /// Returns the name of the moving piece. The name is optional if the origin is a square, which identifies the
    /// piece. For any other origin, the name is required, and its absence is an error.
    fn piece_name(
        &mut self,
        play: JsonValue<'j, 't>,
        piece: Option<JsonValue<'j, 't>>,
        from: Origin,
    ) -> ValueResult<'j, 't, PieceName> {
        let kind = if matches!(from, Origin::Board(_)) {
            self.optional(piece, Recovery::PieceOnOrigin, |_, it| it.kind())
        } else {
            Some(piece.ok_or_else(|| play.missing("piece"))?.kind()?)
        };
        Ok(kind.map_or(PieceName::Nothing, PieceName::Before))
    }

    fn relative(&mut self, value: JsonValue<'j, 't>) -> ValueResult<'j, 't, Origin> {
        let text = self.string(value)?;
        relative(&text).ok_or_else(|| value.unexpected(Expected::Relative))
    }
}

// Expected values, and gaps for values that differ.

/// The keys whose values contain moves and results. If such a value is skipped, a part of the game is lost.
const GAME_KEYS: [&str; 4] = ["moves", "move", "special", "forks"];

/// A value that cannot be read, with the reason.
pub(super) struct ValueError<'j, 't> {
    value: JsonValue<'j, 't>,
    /// The missing member to which the reason refers; `None` if the reason refers to the value itself.
    key: Option<&'static str>,
    what: WrongValue,
}

impl ValueError<'_, '_> {
    pub(super) fn is_negative(&self) -> bool {
        matches!(self.what, WrongValue::Negative)
    }
}

pub(super) type ValueResult<'j, 't, T> = Result<T, ValueError<'j, 't>>;

impl<'j, 't> JsonValue<'j, 't> {
    /// Creates a report that this value is not of the type `expected`.
    pub(super) fn unexpected(self, expected: Expected) -> ValueError<'j, 't> {
        self.invalid(WrongValue::WrongType(expected))
    }

    /// Creates a report about this value with the reason `what`.
    pub(super) fn invalid(self, what: WrongValue) -> ValueError<'j, 't> {
        ValueError {
            value: self,
            key: None,
            what,
        }
    }

    /// Creates a report that this object lacks a required member.
    pub(super) fn missing(self, key: &'static str) -> ValueError<'j, 't> {
        self.without(key, WrongValue::Missing)
    }

    /// Creates a report that this object lacks a member, with the given reason.
    pub(super) fn without(self, key: &'static str, what: WrongValue) -> ValueError<'j, 't> {
        ValueError {
            key: Some(key),
            ..self.invalid(what)
        }
    }

    /// Returns the number if it has one digit, as most numbers in a record do; `None` for any other value.
    fn digit(self) -> Option<u32> {
        match self.text().as_bytes() {
            [digit @ b'0'..=b'9'] => Some(u32::from(digit - b'0')),
            _ => None,
        }
    }

    /// Returns the kind of piece for a value that is a two-letter CSA code; an error for any other value.
    pub(super) fn kind(self) -> ValueResult<'j, 't, PieceKind> {
        let code = self.is_string().then(|| self.to_str());
        let kind = code.and_then(|code| csa::kind(code.as_bytes().try_into().ok()?));
        kind.ok_or_else(|| self.unexpected(Expected::Kind))
    }
}

impl<'j, 't> JkfReader<'j, 't> {
    /// Returns the span of a value in the file.
    pub(super) fn span(&self, value: JsonValue<'_, '_>) -> Span {
        value.span().shifted(self.offset)
    }

    /// Adds a gap for a value that could not be read. `recovery` is the replacement for the value, and `kind` creates the
    /// kind of gap.
    ///
    /// Returns `None` without a gap for a broken value, because the gap about the JSON covers it.
    pub(super) fn add_value_gap(
        &mut self,
        error: ValueError<'j, 't>,
        recovery: Recovery,
        kind: impl FnOnce(ValueGap) -> GapKind,
    ) -> Option<GapId> {
        let ValueError { value, key, what } = error;
        if !value.is_whole() {
            return None;
        }
        let path = match (key, value.path()) {
            (None, path) => path,
            (Some(key), path) if path == "$" => key.to_owned(),
            (Some(key), path) => format!("{path}.{key}"),
        };
        let value_gap = ValueGap { path, what, recovery };
        let gap = Gap::new(self.span(value), kind(value_gap)).with_node(self.last);
        Some(self.record.gaps.push(gap))
    }

    /// Reports a value whose error loses no part of the game. Returns the gap; `None` for a broken value, which is not
    /// reported again.
    pub(super) fn note_minor(&mut self, error: ValueError<'j, 't>, recovery: Recovery) -> Option<GapId> {
        self.add_value_gap(error, recovery, schema_error(false))
    }

    /// Reports a value whose error loses a part of the game.
    pub(super) fn note_loss(&mut self, error: ValueError<'j, 't>, recovery: Recovery) {
        self.add_value_gap(error, recovery, schema_error(true));
    }

    /// Reads an optional member. Returns `None` for an absent member. Also returns `None` if the value cannot be read,
    /// and reports the value together with its replacement.
    pub(super) fn optional<T>(
        &mut self,
        value: Option<JsonValue<'j, 't>>,
        recovery: Recovery,
        read: impl FnOnce(&mut Self, JsonValue<'j, 't>) -> ValueResult<'j, 't, T>,
    ) -> Option<T> {
        let error = match read(self, value?) {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        self.note_minor(error, recovery);
        None
    }

    /// Returns the members of an object with these names, or an error if the value is not an object. `null` is
    /// treated as absent, and unknown keys are reported. A repeated key is also reported, and its later value is
    /// returned.
    pub(super) fn fields<const N: usize>(
        &mut self,
        object: JsonValue<'j, 't>,
        names: [&str; N],
    ) -> ValueResult<'j, 't, [Option<JsonValue<'j, 't>>; N]> {
        if !object.is_object() {
            return Err(object.unexpected(Expected::Object));
        }
        let (mut fields, mut expected_index) = ([None; N], 0);
        for (key, value) in object.members() {
            let index = key.index_in(&names, expected_index);
            expected_index = index.map_or(expected_index, |index| index + 1);
            match index {
                Some(_) if value.is_null() => {}
                Some(index) => {
                    if fields[index].replace(value).is_some() {
                        let costs_game = GAME_KEYS.contains(&names[index]);
                        self.add_value_gap(
                            key.invalid(WrongValue::Twice),
                            Recovery::Later,
                            schema_error(costs_game),
                        );
                    }
                }
                None => self.note_unknown_key(key),
            }
        }
        Ok(fields)
    }

    /// Reports an unknown key. Each key has one gap, with the number of its occurrences.
    fn note_unknown_key(&mut self, key: JsonValue<'j, 't>) {
        if let Some(&gap_id) = self.unknown_keys.get(key.text()) {
            let gap = self.record.gaps.get_mut(gap_id).map(|gap| &mut gap.kind);
            if let Some(GapKind::SchemaError { value, .. }) = gap
                && let WrongValue::UnknownKey(times) = &mut value.what
            {
                *times += 1;
            }
        } else if let Some(gap_id) =
            self.note_minor(key.invalid(WrongValue::UnknownKey(1)), Recovery::Skipped)
        {
            self.unknown_keys.insert(key.text(), gap_id);
        }
    }

    /// Reads a string. A string with an invalid escape is kept as written and reported.
    pub(super) fn string(&mut self, value: JsonValue<'j, 't>) -> ValueResult<'j, 't, Cow<'t, str>> {
        if !value.is_string() {
            return Err(value.unexpected(Expected::String));
        }
        let text = value.to_str();
        if matches!(text, Cow::Borrowed(_)) && text.contains('\\') {
            self.note_minor(value.unexpected(Expected::Escape), Recovery::AsItStands);
        }
        Ok(text)
    }

    /// Reads a non-negative integer. An integer in quotation marks is accepted and reported.
    pub(super) fn number(&mut self, value: JsonValue<'j, 't>) -> ValueResult<'j, 't, u32> {
        if let Some(number) = value.digit().or_else(|| value.text().parse().ok()) {
            return Ok(number);
        }
        let error = value.unexpected(Expected::Number);
        if value.is_string()
            && let Ok(number) = value.to_str().parse()
        {
            self.note_minor(error, Recovery::Number(number));
            return Ok(number);
        }
        Err(error)
    }

    /// Reads `true` or `false`. A number or a word is accepted and reported. `yes` and `no` are the Japanese words for
    /// `true` and `false` of this flag.
    fn flag(&mut self, value: JsonValue<'j, 't>, yes: &[&str], no: &[&str]) -> ValueResult<'j, 't, bool> {
        match value.text() {
            "true" => return Ok(true),
            "false" => return Ok(false),
            _ => {}
        }
        let error = value.unexpected(Expected::Flag);
        let flag = if value.is_string() {
            let word = value.to_str();
            match word.trim() {
                word if yes.contains(&word) => Some(true),
                word if no.contains(&word) => Some(false),
                word => flag_in_words(word),
            }
        } else {
            number_as_flag(value.text())
        };
        let Some(flag) = flag else {
            return Err(error);
        };
        self.note_minor(error, Recovery::Flag(flag));
        Ok(flag)
    }

    /// Reads a side: 0 for Black, 1 for White. Any other value is an error.
    pub(super) fn color(&mut self, value: JsonValue<'j, 't>) -> ValueResult<'j, 't, Color> {
        match self.number(value) {
            Ok(0) => Ok(Color::Black),
            Ok(1) => Ok(Color::White),
            _ => Err(value.unexpected(Expected::Color)),
        }
    }

    /// Reads a square `{x, y}`, with both coordinates from 1 to 9.
    pub(super) fn square(&mut self, value: JsonValue<'j, 't>) -> ValueResult<'j, 't, Square> {
        let [x, y] = self.fields(value, ["x", "y"])?;
        let x = x.ok_or_else(|| value.missing("x"))?;
        let y = y.ok_or_else(|| value.missing("y"))?;
        let (file, rank) = (self.coordinate(x)?, self.coordinate(y)?);
        Square::new(file, rank).ok_or_else(|| value.unexpected(Expected::Square))
    }

    fn coordinate(&mut self, value: JsonValue<'j, 't>) -> ValueResult<'j, 't, u8> {
        match self.number(value) {
            Ok(number @ 1..=9) => Ok(number as u8),
            _ => Err(value.unexpected(Expected::Coordinate)),
        }
    }
}

/// Returns the flag that a word means; `None` for an unknown word.
fn flag_in_words(word: &str) -> Option<bool> {
    match word.trim().to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" => Some(true),
        "false" | "no" | "off" | "" => Some(false),
        number => number_as_flag(number),
    }
}

/// Returns the flag that a number means: 0 is `false`. Returns `None` for text that is not a number.
fn number_as_flag(number: &str) -> Option<bool> {
    let number: f64 = number.parse().ok().filter(|it: &f64| it.is_finite())?;
    Some(number != 0.0)
}

/// Returns a constructor for the gap of a value that the format does not allow. `costs_game` is `true` if a part of
/// the game is lost.
fn schema_error(costs_game: bool) -> impl FnOnce(ValueGap) -> GapKind {
    move |value| GapKind::SchemaError { value, costs_game }
}
