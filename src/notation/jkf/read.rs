//! From a JSON object to a record.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Write as _;
use std::rc::Rc;

use super::json::{self, Ends, JsonValue, Misread, Path};
use crate::finding::Span;
use crate::notation::kakinoki::builder::{Search, side_after};
use crate::notation::{self, RecordText, csa, header};
use crate::record::gap::{
    ClockGap, GapId, LineGap, NoRecord, StrayClock, Taken, TokenGap, Wanted, WordGap, WrongValue,
};
use crate::record::{
    Clock, Destination, Ending, Format, GapKind, Named, NodeId, Origin, Promotion, Record, Remark,
    RemarkKind, Step, Terminal, Written,
};
use crate::shogi::{Color, Motion, Side, Square, Suffix};

/// What may stand around an object: the brackets and commas of an array of records, a byte order mark.
const AROUND: [char; 8] = [' ', '\t', '\r', '\n', ',', '[', ']', '\u{feff}'];

/// The keys of a record.
pub(super) const KEYS: [&str; 3] = ["header", "initial", "moves"];

/// Whether an object is a record, however odd: one with none of the keys is somebody else's JSON.
pub(super) fn is_record(object: JsonValue<'_>) -> bool {
    object.members().any(|(key, _)| KEYS.contains(&&*key.unquoted()))
}

/// Reads one record.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    let mut reader = JkfReader::new(source);
    reader.read();
    reader.record
}

impl<'t> JkfReader<'t> {
    fn read(&mut self) {
        let text = self.source.text;
        let Some(start) = text.find('{') else {
            return self.no_record(NoRecord::NoObject);
        };
        let object = JsonValue::first(&text[start..]);
        if !is_record(object) {
            return self.no_record(NoRecord::NoJkf);
        }
        self.soundness(start, object);
        if object.whole {
            self.ends = Rc::new(Ends::of(object.text));
            self.forks.cost_nothing();
        }
        if let Ok([header, initial, moves]) = self.fields(object, &Path::RECORD, KEYS) {
            if let Some(header) = header {
                self.header(header);
            }
            self.start(initial);
            match moves {
                Some(moves) => self.moves(moves),
                None => self.loss(self.missing(object, &Path::RECORD, "moves"), Taken::Nothing),
            }
        }
    }

    /// Notes that there is no record, and why.
    fn no_record(&mut self, why: NoRecord) {
        let text = self.source.text.trim();
        let start = self.source.text.len() - self.source.text.trim_start().len();
        let end = start + text.chars().next().map_or(0, char::len_utf8);
        let span = self.source.span(start, end);
        self.record.format = Format::UNKNOWN;
        self.record.miss(span, GapKind::UnreadableRecord(why));
    }

    /// Says where the JSON is broken, and what stands before and after it.
    fn soundness(&mut self, start: usize, object: JsonValue<'t>) {
        let text = self.source.text;
        self.stray(0, &text[..start]);
        if object.whole {
            return self.stray(start + object.text.len(), &text[start + object.text.len()..]);
        }
        let Some(found) = json::first_break(&text[start..]) else {
            return;
        };
        let at = start + found.at;
        let end = at + text[at..].chars().next().map_or(0, char::len_utf8);
        let span = self.source.span(at, end);
        self.record.miss(span, GapKind::UnreadableJson(found.why));
    }

    /// Notes text before or after the object.
    fn stray(&mut self, start: usize, text: &str) {
        let odd = text.trim_matches(AROUND);
        if odd.is_empty() {
            return;
        }
        let start = start + text.len() - text.trim_start_matches(AROUND).len();
        let span = self.source.span(start, start + odd.len());
        let kind = GapKind::UnreadableLine(LineGap::OutsideObject);
        self.record.miss(span, kind);
    }

    /// `header`: any keys, with strings.
    fn header(&mut self, header: JsonValue<'t>) {
        let path = Path::RECORD.key("header");
        if !header.is_object() {
            return self.loss(self.wrong(header, &path, Wanted::Object), Taken::HeadersLeftOut);
        }
        for (key, value) in header.members().filter(|(_, value)| !value.is_null()) {
            let name = key.unquoted();
            let text = match self.string(value, &path.key(&name)) {
                Ok(text) => text,
                Err(misread) if value.is_object() || value.is_array() || misread.broken => {
                    self.loss(misread, Taken::LeftOut);
                    continue;
                }
                Err(misread) => {
                    self.doubt(misread, Taken::AsText);
                    Cow::Borrowed(value.text)
                }
            };
            let span = Span {
                start: self.span(key).start,
                end: self.span(value).end,
            };
            self.record.headers.push(header::header(name, text, span));
        }
    }

    /// `moves`, and then all variations.
    fn moves(&mut self, moves: JsonValue<'t>) {
        let path = Path::RECORD.key("moves");
        if !moves.is_array() {
            return self.loss(self.wrong(moves, &path, Wanted::Array), Taken::Nothing);
        }
        let ends = Rc::clone(&self.ends);
        for (index, entry) in moves.elements_by(&ends).enumerate() {
            self.entry(entry, &path.index(index), None, index);
        }
        while let Some(forks) = self.forks.next() {
            self.variations(forks);
        }
        if let Some(left) = self.forks.left_out() {
            self.last = NodeId::START;
            let too_deep = Misread::at(self.span(left), &Path::RECORD, WrongValue::TooDeep);
            self.loss(too_deep, Taken::RestLeftOut);
        }
    }
}

// A record while its JSON is read.

/// What is known while a record is read.
#[derive(Debug)]
pub(super) struct JkfReader<'t> {
    pub(super) source: RecordText<'t>,
    pub(super) record: Record<'t>,
    /// The node that was read last.
    pub(super) last: NodeId,
    /// The search for moves that are there already.
    pub(super) search: Search,
    /// A move may be missing before the next.
    pub(super) gap: bool,
    /// Where the long values end; unknown where the JSON is broken.
    pub(super) ends: Rc<Ends>,
    /// Variations that are still to be read, and those that were.
    pub(super) forks: Forks<'t>,
    /// Keys that the format does not have, and where that is noted.
    pub(super) additional: HashMap<&'t str, GapId>,
}

impl<'t> JkfReader<'t> {
    /// Nothing has been read.
    pub(super) fn new(source: RecordText<'t>) -> Self {
        Self {
            source,
            record: source.record(notation::JKF),
            last: NodeId::START,
            search: Search::new(source.text),
            gap: false,
            ends: Rc::default(),
            forks: Forks::new(source.text.len()),
            additional: HashMap::new(),
        }
    }
}

// An entry of a line: a move or a result, with its time, its comments and its variations.

impl<'t> JkfReader<'t> {
    /// Reads the entry `index` of a line, the main line or one `within` forks.
    pub(super) fn entry(
        &mut self,
        entry: JsonValue<'t>,
        path: &Path<'_>,
        within: Option<(usize, usize)>,
        index: usize,
    ) {
        let names = ["move", "special", "time", "comments", "comment", "forks"];
        let [play, special, time, comments, comment, forks] = match self.fields(entry, path, names) {
            Ok(fields) => fields,
            Err(misread) => {
                self.gap = true;
                return self.loss(misread, Taken::LeftOut);
            }
        };
        let parent = self.last;
        let is_start = within.is_none() && index == 0;
        if let Some(play) = play {
            let found = self.record.gaps.len();
            self.play(play, &path.key("move"));
            self.belongs_to_last(found);
        }
        let moved = self.last;
        if let Some(special) = special {
            let found = self.record.gaps.len();
            self.special(special, &path.key("special"));
            self.belongs_to_last(found);
        }
        self.odd_entry(entry, path, is_start, [play, special]);
        if let Some(time) = time {
            let timed = if moved == parent { self.last } else { moved };
            self.time(time, &path.key("time"), (timed != parent).then_some(timed));
        }
        for (key, value) in [("comments", comments), ("comment", comment)] {
            if let Some(value) = value {
                self.comments(value, &path.key(key));
            }
        }
        match forks {
            Some(forks) if is_start => {
                self.loss(
                    self.wrong(forks, &path.key("forks"), Wanted::NoForks),
                    Taken::AllLeftOut,
                );
            }
            Some(forks) => {
                let home = Home { within, entry: index };
                self.forks.add(forks, [parent, moved], home);
            }
            None => {}
        }
    }

    /// Notes an entry that holds more or less than an entry of its place does.
    fn odd_entry(
        &mut self,
        entry: JsonValue<'t>,
        path: &Path<'_>,
        is_start: bool,
        ply: [Option<JsonValue<'t>>; 2],
    ) {
        let (what, taken) = match (is_start, ply.iter().flatten().count()) {
            (true, 1 | 2) => (WrongValue::StartHoldsPly, Taken::AsFirstPly),
            (false, 0) => (WrongValue::HoldsNothing, Taken::Skipped),
            (false, 2) => (WrongValue::HoldsBoth, Taken::ResultAfterMove),
            _ => return,
        };
        self.gap = !is_start && ply == [None, None];
        self.doubt(self.odd(entry, path, what), taken);
    }

    /// `move`.
    fn play(&mut self, play: JsonValue<'t>, path: &Path<'_>) {
        let span = self.span(play);
        let parent = self.last;
        match self.written(play, path, parent) {
            Ok(written) => self.add(Step::Move(written)),
            // Of a move on which the JSON breaks off nothing more is said.
            Err(_) if !play.whole => {}
            Err(misread) => {
                self.add(Step::Illegible(span));
                self.miss(misread, Taken::UnreadableMove, |value| {
                    GapKind::BadToken(TokenGap::Value(value))
                });
            }
        }
    }

    /// `special`: how the line ends, in the words of CSA.
    fn special(&mut self, value: JsonValue<'t>, path: &Path<'_>) {
        let word = match self.string(value, path) {
            Ok(word) => word,
            Err(misread) => return self.loss(misread, Taken::LeftOut),
        };
        let (terminal, offender) = csa::ending(&word, self.due());
        let span = self.span(value);
        if terminal == Terminal::Other {
            let unknown = Misread::at(span, path, WrongValue::UnknownWord(word.to_string()));
            self.miss(unknown, Taken::EndOfLine, |value| {
                GapKind::UnknownTerminal(WordGap::Value(value))
            });
        }
        let ending = Ending {
            terminal,
            offender,
            word,
            span,
        };
        self.add(Step::End(ending));
    }

    /// Adds a node after the last, or joins the same one that is there already.
    fn add(&mut self, step: Step<'t>) {
        let there = self.search.same_child(&self.record, self.last, &step);
        let after_gap = std::mem::take(&mut self.gap);
        let tree = &mut self.record.tree;
        self.last = there.unwrap_or_else(|| {
            let added = tree.add(self.last, step, Clock::default());
            tree.node_mut(added).after_gap = after_gap;
            added
        });
    }

    /// The side that is due after the last node.
    fn due(&self) -> Color {
        side_after(&self.record.tree, &self.record.start, self.last)
    }

    /// `time`: what the ply of a node took, and the player's total.
    fn time(&mut self, time: JsonValue<'t>, path: &Path<'_>, node: Option<NodeId>) {
        let Some(node) = node else {
            let stray = self.odd(time, path, WrongValue::WithoutMove);
            self.miss(stray, Taken::LeftOut, |value| {
                GapKind::StrayClock(StrayClock::Value(value))
            });
            return;
        };
        let [now, total] = match self.fields(time, path, ["now", "total"]) {
            Ok(fields) => fields,
            Err(misread) => return self.bad_clock(misread),
        };
        let spent = now.and_then(|now| self.milliseconds(now, &path.key("now")));
        let total = total.and_then(|total| self.milliseconds(total, &path.key("total")));
        let span = self.span(time);
        let node = self.record.tree.node_mut(node);
        // Of a move that stands there twice, the first time counts.
        if node.clock_span.is_none() {
            node.clock = Clock { spent, total };
            node.clock_span = Some(span);
        }
    }

    /// `{h, m, s}`; what is absent is zero.
    fn milliseconds(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Option<u32> {
        let names = ["h", "m", "s"];
        let mut sum = || {
            let mut time = Some(0_u32);
            let fields = self.fields(value, path, names)?;
            for (part, name) in fields.into_iter().zip(names) {
                let number = part.map_or(Ok(0), |part| self.part_of_time(part, &path.key(name)))?;
                time = time
                    .and_then(|time| time.checked_mul(60))
                    .and_then(|time| time.checked_add(number));
            }
            let time = time.and_then(|seconds| seconds.checked_mul(1000));
            time.ok_or_else(|| self.wrong(value, path, Wanted::Time))
        };
        match sum() {
            Ok(time) => Some(time),
            Err(misread) => {
                self.bad_clock(misread);
                None
            }
        }
    }

    /// Hours, minutes or seconds.
    fn part_of_time(&mut self, part: JsonValue<'t>, path: &Path<'_>) -> Result<u32, Misread> {
        self.number(part, path).map_err(|misread| {
            let positive = part.text.strip_prefix('-').map(str::parse::<u32>);
            match positive {
                Some(Ok(_)) => self.odd(part, path, WrongValue::BelowZero),
                _ => misread,
            }
        })
    }

    fn bad_clock(&mut self, misread: Misread) {
        let kind = match misread.what {
            WrongValue::BelowZero => GapKind::ClockNegative,
            _ => GapKind::UnreadableClock,
        };
        self.miss(misread, Taken::UnknownTime, |value| kind(ClockGap::Value(value)));
    }

    /// `comments`, an array of lines; also a single one.
    fn comments(&mut self, value: JsonValue<'t>, path: &Path<'_>) {
        if !value.is_array() {
            return self.comment(value, path);
        }
        for (index, line) in value.elements().enumerate() {
            self.comment(line, &path.index(index));
        }
    }

    /// A comment; line breaks in it, LF, CRLF or CR, part remarks.
    fn comment(&mut self, value: JsonValue<'t>, path: &Path<'_>) {
        match self.string(value, path) {
            Err(misread) => {
                self.doubt(misread, Taken::LeftOut);
            }
            Ok(Cow::Borrowed(text)) => self.record.remark(self.last, RemarkKind::Comment, text),
            Ok(Cow::Owned(text)) => {
                let node = self.last;
                let lines = text
                    .split('\n')
                    .flat_map(|line| line.strip_suffix('\r').unwrap_or(line).split('\r'));
                let remarks = lines.map(|line| Remark {
                    node,
                    kind: RemarkKind::Comment,
                    text: Cow::Owned(line.to_owned()),
                });
                self.record.remarks.extend(remarks);
            }
        }
    }
}

// Variations: `forks` of an entry, read after the line they leave, in the order in which they were met.

/// How often the text of a record whose JSON is broken may be gone through again for its variations: there every level
/// of nesting goes through all that is nested in it.
const AGAIN: usize = 32;

/// What every such record may cost, however short: enough for a thousand levels of one move each.
const FREE: usize = 64 << 20;

/// How many levels of a way are written out.
const LEVELS: usize = 8;

/// Where the `forks` of an entry stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct Home {
    /// The `forks` that the entry is in; `None` for the main line.
    pub within: Option<(usize, usize)>,
    /// Which entry of its line it is.
    pub entry: usize,
}

/// The `forks` of one entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fork<'t> {
    pub lines: JsonValue<'t>,
    /// The node before that entry, from which all of these lines start.
    pub parent: NodeId,
    /// The node of that entry.
    pub entry: NodeId,
    home: Home,
}

/// The `forks` of all entries of a record.
#[derive(Debug)]
pub(super) struct Forks<'t> {
    all: Vec<Fork<'t>>,
    /// How many of them were read.
    read: usize,
    /// How many bytes may still be gone through, if that is limited.
    budget: Option<usize>,
    left_out: Option<JsonValue<'t>>,
}

impl<'t> Forks<'t> {
    /// None yet, in a record of this length.
    pub(super) fn new(length: usize) -> Self {
        Self {
            all: Vec::new(),
            read: 0,
            budget: Some(length.saturating_mul(AGAIN).saturating_add(FREE)),
            left_out: None,
        }
    }

    /// Of a record whose ends are known: nothing is gone through again, and all is read.
    pub(super) fn cost_nothing(&mut self) {
        self.budget = None;
    }

    /// Adds the `forks` of an entry: the nodes before it and of it, and where it stands.
    pub(super) fn add(&mut self, lines: JsonValue<'t>, [parent, entry]: [NodeId; 2], home: Home) {
        self.all.push(Fork {
            lines,
            parent,
            entry,
            home,
        });
    }

    /// The `forks` of this number.
    pub(super) fn of(&self, number: usize) -> Fork<'t> {
        self.all[number]
    }

    /// The number of the next to be read.
    pub(super) fn next(&mut self) -> Option<usize> {
        let next = self.all.get(self.read)?;
        if let Some(budget) = self.budget {
            self.budget = budget.checked_sub(next.lines.text.len());
            if self.budget.is_none() {
                self.left_out = Some(next.lines);
                self.all.truncate(self.read);
                return None;
            }
        }
        self.read += 1;
        Some(self.read - 1)
    }

    /// The first that cost too much to read.
    pub(super) fn left_out(&self) -> Option<JsonValue<'t>> {
        self.left_out
    }

    /// The way to the `forks` of this number, the outermost levels of a long one left out.
    pub(super) fn way(&self, number: usize) -> String {
        let mut homes = Vec::new();
        let mut within = Some((number, 0));
        while let Some((number, line)) = within.filter(|_| homes.len() < LEVELS) {
            let home = self.all[number].home;
            homes.push((home.entry, line));
            within = home.within;
        }
        let mut way = if within.is_some() { "…" } else { "moves" }.to_owned();
        for (level, (entry, line)) in homes.iter().rev().enumerate() {
            let _ = write!(way, "[{entry}].forks");
            if level + 1 < homes.len() {
                let _ = write!(way, "[{line}]");
            }
        }
        way
    }
}

// Variations, each after the line that it leaves.

impl JkfReader<'_> {
    /// Reads the `forks` of this number.
    pub(super) fn variations(&mut self, number: usize) {
        let Fork {
            lines, parent, entry, ..
        } = self.forks.of(number);
        self.last = parent;
        let way = self.forks.way(number);
        let path = Path::From(&way);
        let ends = Rc::clone(&self.ends);
        if !lines.is_array() {
            self.last = entry;
            return self.loss(self.wrong(lines, &path, Wanted::Lines), Taken::LeftOut);
        }
        for (at, line) in lines.elements_by(&ends).enumerate() {
            (self.last, self.gap) = (parent, false);
            let path = path.index(at);
            if !line.is_array() {
                self.last = entry;
                self.loss(self.wrong(line, &path, Wanted::Entries), Taken::LeftOut);
                continue;
            }
            for (index, entry) in line.elements_by(&ends).enumerate() {
                self.entry(entry, &path.index(index), Some((number, at)), index);
            }
        }
    }
}

// Moves as JKF writes them: an object with `from`, `to` and `piece`.

/// What `relative` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relative {
    /// `H`: 打.
    Drop,
    /// `L` `C` `R`: 左 直 右, and `U` `M` `D`: 上 寄 引.
    Words(Suffix),
}

impl<'t> JkfReader<'t> {
    /// Reads a move after `parent`. `relative` counts only where the origin is not said.
    pub(super) fn written(
        &mut self,
        play: JsonValue<'t>,
        path: &Path<'_>,
        parent: NodeId,
    ) -> Result<Written, Misread> {
        let names = [
            "color", "from", "to", "piece", "same", "promote", "capture", "relative",
        ];
        let [color, from, to, piece, same, promote, capture, relative] = self.fields(play, path, names)?;
        let mark = color.and_then(|it| {
            let color = self.color(it, &path.key("color"));
            self.or_doubt(color, Taken::SideInTurn)
        });
        let relative = relative.and_then(|it| {
            let relative = self.relative(it, &path.key("relative"));
            self.or_doubt(relative, Taken::LeftOut)
        });
        let from = match (from, relative) {
            (Some(from), _) => Origin::Board(self.square(from, &path.key("from"))?),
            (None, Some(Relative::Words(suffix))) => Origin::Words(suffix),
            (None, _) => Origin::Hand,
        };
        let same = same.filter(|&it| {
            let is_same = self.flag(it, &path.key("same"));
            self.or_doubt(is_same, Taken::LeftOut) == Some(true)
        });
        let to = self.destination(play, path, to, same, parent)?;
        let kind = self.named(play, path, piece, from)?;
        let promote = promote.and_then(|it| {
            let promote = self.flag(it, &path.key("promote"));
            self.or_doubt(promote, Taken::NoPromotion)
        });
        let promotion = match promote {
            Some(true) => Promotion::Promote,
            Some(false) => Promotion::Decline,
            None => Promotion::Unstated,
        };
        let captured = capture.and_then(|it| {
            let kind = self.kind(it, &path.key("capture"));
            self.or_doubt(kind, Taken::PieceOnBoard)
        });
        Ok(Written {
            mark,
            from,
            to,
            named: kind,
            promotion,
            captured,
            span: self.span(play),
        })
    }

    /// What was read, or nothing and a note of what was taken.
    fn or_doubt<T>(&mut self, read: Result<T, Misread>, taken: Taken) -> Option<T> {
        let doubt = |misread| {
            self.doubt(misread, taken);
        };
        read.map_err(doubt).ok()
    }

    /// The destination: `to`, or with `same` the square of the move before.
    fn destination(
        &mut self,
        play: JsonValue<'t>,
        path: &Path<'_>,
        to: Option<JsonValue<'t>>,
        same: Option<JsonValue<'t>>,
        parent: NodeId,
    ) -> Result<Destination, Misread> {
        let before = match &self.record.tree.node(parent).step {
            Step::Move(written) => Some(written.to.square()),
            _ => None,
        };
        let to = to.map(|to| self.square(to, &path.key("to"))).transpose()?;
        let Some(same) = same else {
            return to
                .map(Destination::Square)
                .ok_or_else(|| self.missing(play, path, "to"));
        };
        match (to, before) {
            (Some(to), Some(before)) if to == before => Ok(Destination::Same(to)),
            (None, Some(before)) => Ok(Destination::Same(before)),
            (Some(to), before) => {
                self.differs(same, path, before);
                Ok(Destination::Square(to))
            }
            (None, None) => Err(self.odd(play, &path.key("to"), WrongValue::MissingAfterSame)),
        }
    }

    /// Notes a move whose `same` contradicts its `to`. After something illegible nobody can say.
    fn differs(&mut self, same: JsonValue<'t>, path: &Path<'_>, before: Option<Square>) {
        if before.is_none() && !self.record.tree.is_empty() {
            return;
        }
        let not_same = self.odd(same, &path.key("same"), WrongValue::NotSame(before));
        self.doubt(not_same, Taken::Destination);
    }

    /// The piece. Where the origin is a square, that tells it as well; a drop needs it.
    fn named(
        &mut self,
        play: JsonValue<'t>,
        path: &Path<'_>,
        piece: Option<JsonValue<'t>>,
        from: Origin,
    ) -> Result<Named, Misread> {
        let on_board = matches!(from, Origin::Board(_));
        let Some(piece) = piece else {
            return if on_board {
                Ok(Named::Nothing)
            } else {
                Err(self.missing(play, path, "piece"))
            };
        };
        match self.kind(piece, &path.key("piece")) {
            Ok(kind) => Ok(Named::Before(kind)),
            Err(misread) if on_board => {
                self.doubt(misread, Taken::PieceOnOrigin);
                Ok(Named::Nothing)
            }
            Err(misread) => Err(misread),
        }
    }

    fn relative(&mut self, value: JsonValue<'t>, path: &Path<'_>) -> Result<Relative, Misread> {
        let text = self.string(value, path)?;
        relative(&text).ok_or_else(|| self.wrong(value, path, Wanted::Relative))
    }
}

/// Reads `L`, `U`, `RM`, `H`.
fn relative(text: &str) -> Option<Relative> {
    if text == "H" {
        return Some(Relative::Drop);
    }
    let side = |letter| match letter {
        'L' => Some(Side::Left),
        'C' => Some(Side::Straight),
        'R' => Some(Side::Right),
        _ => None,
    };
    let motion = |letter| match letter {
        'U' => Some(Motion::Up),
        'M' => Some(Motion::Level),
        'D' => Some(Motion::Back),
        _ => None,
    };
    let mut suffix = Suffix::NONE;
    for letter in text.chars() {
        match (side(letter), motion(letter)) {
            (Some(side), _) if suffix.side.is_none() => suffix.side = Some(side),
            (_, Some(motion)) if suffix.motion.is_none() => suffix.motion = Some(motion),
            _ => return None,
        }
    }
    Some(Relative::Words(suffix)).filter(|_| !text.is_empty())
}
