//! Conversion of the tokens of a text in PSN to a record.

use std::borrow::Cow;

use pest::iterators::Pair;

use super::grammar::{PsnParser, Rule};
use super::headers::{handicap_by_name, with_year_first};
use super::moves::{self, MoveText};
use super::{DATE, HANDICAP_HEADER, HEADERS, POSITION_HEADERS, RESULT_HEADER, is_one_of};
use crate::finding::Span;
use crate::notation::header::header;
use crate::notation::kakinoki::builder::{Search, same_square};
use crate::notation::kakinoki::words;
use crate::notation::line_reader::LineReader;
use crate::notation::tokens::{each_pair, section_with_comment};
use crate::notation::{self, RecordText, sfen};
use crate::played::play_if_legal;
use crate::record::gap::{
    GapId, HandicapGap, HandicapName, LineGap, NoParent, NotAMove, ParentGap, PlyGap, StrayClock, TextAfter,
    TokenGap, Unit,
};
use crate::record::{
    Claim, Clock, Destination, Ending, Gap, GapKind, MAX_PLY_NUMBER, NodeId, Record, RemarkKind, Start, Step,
    Terminal,
};
use crate::shogi::{Color, History, Position};

/// Reads one record.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    let mut reader = PsnReader {
        lines: LineReader::new(source, source.record(notation::PSN)),
        search: Search::new(source.text),
        place: Place::Line,
        parentheses: Vec::new(),
        number: None,
        previous_number: None,
        number_offset: None,
        result: None,
        play_end: 0,
        has_gap: false,
    };
    each_pair::<_, PsnParser>(
        source.text,
        Rule::file,
        section_with_comment,
        |token, at| match token {
            Ok(token) => reader.token(at, token),
            Err(text) => reader.lines.add_unreadable(at, text),
        },
    );
    reader.finish()
}

/// The place of the next step in the tree.
#[derive(Clone, Copy, Debug)]
enum Place {
    /// After the step that was read last.
    Line,
    /// In a variation whose first step was not read yet.
    Variation {
        /// The parenthesis or the line that begins the variation.
        span: Span,
        /// The number of remarks before the variation.
        remarks: usize,
    },
    /// Nowhere: the variation has no parent. The values are the gap that reports this, and the number of moves lost so far.
    Lost(GapId, u32),
}

/// An open parenthesis, and the state before the variation inside.
#[derive(Clone, Copy, Debug)]
struct Parenthesis {
    span: Span,
    last: NodeId,
    place: Place,
}

/// The number before a move.
#[derive(Clone, Copy, Debug)]
struct MoveNumber {
    span: Span,
    number: u32,
    /// `true` if the number is followed by dots in place of a move of the side that moves first.
    is_second: bool,
}

struct PsnReader<'t> {
    lines: LineReader<'t>,
    search: Search,
    place: Place,
    parentheses: Vec<Parenthesis>,
    /// The number that was read before the next step.
    number: Option<MoveNumber>,
    /// The number of the previous step of the line; `None` if it had none, or if it was a number of two plies.
    previous_number: Option<u32>,
    /// The difference between the numbers as written and the numbers of plies; `None` before the first number.
    number_offset: Option<u32>,
    /// The header with the result.
    result: Option<(Span, &'t str)>,
    /// Offset after the last step and its time or text on the same line (bytes).
    play_end: usize,
    /// `true` if a move may be missing before the next step.
    has_gap: bool,
}

impl<'t> PsnReader<'t> {
    /// Reads a token. `at` is the offset of the text that the spans of the token refer to.
    fn token(&mut self, at: usize, token: Pair<'t, Rule>) {
        let (text, start) = (token.as_str(), at + token.as_span().start());
        match token.as_rule() {
            Rule::EOI => {}
            Rule::header => self.header(start, token),
            Rule::braces => self.braces(text),
            Rule::comment => self.remark(text.trim_end().strip_prefix(';').unwrap_or_default().trim_start()),
            Rule::time => self.time(start, text),
            Rule::variation => self.variation(start, token),
            Rule::number => self.read_number(start, token),
            Rule::step => self.step(at, token),
            Rule::score => self.score(start, text),
            Rule::word => self.word(start, text),
            Rule::won => self.won(start, token),
            Rule::drawn => self.drawn(start, text),
            Rule::unclosed => self.unclosed_comment(start, text),
            Rule::open => self.open(start, text),
            Rule::close => self.close(start, text),
            _ => self.other_text(start, text),
        }
    }

    /// Returns the span of a token, without trailing blanks.
    fn span(&self, at: usize, text: &str) -> Span {
        self.lines.source.span(at, at + text.trim_end().len())
    }

    const fn is_lost(&self) -> bool {
        matches!(self.place, Place::Lost(..))
    }

    // Headers.

    fn header(&mut self, at: usize, token: Pair<'t, Rule>) {
        let span = self.span(at, token.as_str());
        let (mut key, mut value) = ("", "");
        for part in token.into_inner() {
            match part.as_rule() {
                Rule::key | Rule::colon_key => key = part.as_str().trim(),
                _ => value = part.as_str(),
            }
        }
        let is_blank = value.trim().is_empty();
        let entry = HEADERS.iter().find(|(name, _)| name.eq_ignore_ascii_case(key));
        if is_one_of(&POSITION_HEADERS, key) && self.lines.record.tree.is_empty() {
            if !is_blank {
                self.position(span, value);
            }
        } else if key.eq_ignore_ascii_case(HANDICAP_HEADER) {
            self.handicap(span, value);
        } else if let Some((_, japanese)) = entry {
            // Programs write the names of players even if they are unknown.
            if !is_blank {
                let date = (*japanese == DATE).then(|| with_year_first(value)).flatten();
                let value = date.map_or(Cow::Borrowed(value), Cow::Owned);
                self.lines.record.add_header(header(*japanese, value, span));
            }
        } else {
            if key.eq_ignore_ascii_case(RESULT_HEADER) {
                self.result = Some((span, value.trim()));
            }
            self.lines.record.add_header(header(key, value, span));
        }
    }

    /// Reads the start position from a header. The position takes precedence over the name of a handicap.
    fn position(&mut self, header: Span, value: &'t str) {
        let text = self.lines.record.text_at(header);
        let start = header.start as usize + text.rfind(value).unwrap_or_default();
        let span = Span::new(start, start + value.len());
        let before = &mut self.lines.record.start;
        let (name, handicap) = (before.name.take(), before.handicap);
        if self.lines.start(value.trim(), span, 0) {
            self.lines.record.start.plies_before = sfen::plies_before(value.trim());
        }
        let start = &mut self.lines.record.start;
        start.handicap = handicap.or(start.handicap);
        start.name = name;
    }

    /// Reads the name of a handicap. An unknown name is reported if the record has no position.
    fn handicap(&mut self, span: Span, value: &'t str) {
        let name = value.trim();
        let handicap = handicap_by_name(name);
        let record = &mut self.lines.record;
        let japanese = handicap.map_or(Cow::Borrowed(name), |it| Cow::Borrowed(it.name));
        record.add_header(header("手合割", japanese.clone(), span));
        if name.is_empty() {
            return;
        }
        if record.start.diagram.is_some() {
            record.start.name = Some((japanese, span));
            record.start.handicap = handicap.or(record.start.handicap);
            return;
        }
        record.start = Start {
            name: Some((japanese, span)),
            handicap,
            position: handicap.map_or_else(Position::startpos, |it| it.position().clone()),
            ..Start::default()
        };
    }

    // Comments.

    fn braces(&mut self, text: &'t str) {
        let inside = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        let inside = inside.unwrap_or_default();
        if !inside.contains(['\n', '\r']) {
            return self.comment(without_padding(inside));
        }
        // The braces are normally on lines of their own.
        let mut lines: Vec<_> = inside
            .split('\n')
            .map(|line| line.trim_end_matches('\r'))
            .collect();
        if lines.last().is_some_and(|line| line.trim().is_empty()) {
            lines.pop();
        }
        let is_first_blank = lines.first().is_some_and(|line| line.trim().is_empty());
        for line in lines.into_iter().skip(usize::from(is_first_blank)) {
            self.comment(line);
        }
    }

    /// Reports a brace that is not closed. The moves after it are read.
    fn unclosed_comment(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        let gap = GapKind::UnreadableLine(LineGap::UnclosedComment);
        self.lines.add_gap(span, gap);
        if self.is_after_step(at) {
            self.play_end = at + text.trim_end().len();
        }
    }

    /// Adds a line of a comment, unless it states the meaning of the end before it.
    fn comment(&mut self, line: &'t str) {
        let last = self.lines.last;
        if let Step::End(ending) = &mut self.lines.record.tree.node_mut(last).step
            && let Some(terminal) = moves::meaning(&ending.word, line)
        {
            ending.terminal = terminal;
            return;
        }
        self.remark(line);
    }

    fn remark(&mut self, text: &'t str) {
        self.lines
            .record
            .remark(self.lines.last, RemarkKind::Comment, text);
    }

    // Numbers and times.

    fn read_number(&mut self, at: usize, token: Pair<'t, Rule>) {
        self.report_stray_number();
        let span = self.span(at, token.as_str());
        let (mut number, mut is_second) = (0, false);
        for part in token.into_inner() {
            match part.as_rule() {
                // A number that exceeds `u32` is out of range, so it need not be kept exactly.
                Rule::digits => number = part.as_str().parse().unwrap_or(u32::MAX),
                _ => is_second = part.as_str().matches('.').count() > 2,
            }
        }
        let record = &mut self.lines.record;
        if is_second && record.tree.is_empty() && record.start.diagram.is_none() {
            record.start.position.set_side_to_move(Color::White);
            record.start.turn = Some(span);
        }
        self.number = Some(MoveNumber {
            span,
            number,
            is_second,
        });
    }

    /// Reports the pending number, if there is one, because no move follows it.
    fn report_stray_number(&mut self) {
        if let Some(MoveNumber { span, .. }) = self.number.take() {
            let at = span.start as usize - self.lines.source.offset;
            let text = self.lines.record.text_at(span);
            self.lines.add_unreadable(at, text);
        }
    }

    /// Returns the gap for the number of the next step, and the number of its node if it differs from the number that is due.
    ///
    /// Numbers are only compared if the previous step has one, too: they then count plies. In Western texts, they count pairs of
    /// plies.
    fn check_number(&mut self, number: MoveNumber) -> (Option<GapKind>, Option<u32>) {
        let MoveNumber {
            number, is_second, ..
        } = number;
        let previous = std::mem::replace(&mut self.previous_number, Some(number).filter(|_| !is_second));
        let Some(offset) = self.number_offset else {
            let plies_before = self.lines.record.start.plies_before.unwrap_or_default();
            self.number_offset = Some(number.saturating_sub(1));
            let is_due = number == 1 || number == plies_before.saturating_add(1);
            return (
                (!is_due).then_some(GapKind::PlyGap(PlyGap::BeginsWith(number))),
                None,
            );
        };
        let Some(before) = previous else {
            return (None, None);
        };
        let expected = before.saturating_add(1);
        if number == expected || number == before && is_second {
            return (None, None);
        }
        if number < expected {
            return (Some(GapKind::PlyNumber { number, expected }), None);
        }
        self.has_gap = true;
        let number_of_node = Some(number.saturating_sub(offset)).filter(|number| *number <= MAX_PLY_NUMBER);
        (
            Some(GapKind::PlyGap(PlyGap::Skipped { number, before })),
            number_of_node,
        )
    }

    fn time(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        if self.is_lost() {
            return;
        }
        let last = self.lines.last;
        let node = self.lines.record.tree.node(last);
        let stray = match node.step {
            Step::Start => Some(StrayClock::BeforeMoves),
            _ => node.clock_span.map(|_| StrayClock::Second),
        };
        if let Some(stray) = stray {
            return self.lines.add_gap(span, GapKind::StrayClock(stray));
        }
        let clock = words::parse_clock(text).map(|clock| self.with_hours(clock, text));
        self.lines.set_clock(clock, span);
        self.play_end = at + text.len();
    }

    /// Returns the time with the hours that a time of minutes and seconds lacks, if the totals show them.
    fn with_hours(&self, clock: Clock, text: &str) -> Clock {
        const HOUR_MS: u32 = 3_600_000;
        let tree = &self.lines.record.tree;
        let spent_text = text.split('/').next().unwrap_or(text);
        let total_before = match tree
            .parent(self.lines.last)
            .and_then(|parent| tree.parent(parent))
        {
            Some(NodeId::START) | None => Some(0),
            Some(node) => tree.node(node).clock.total,
        };
        let spent = clock
            .total
            .zip(total_before)
            .and_then(|(total, before)| total.checked_sub(before));
        let lacks_hours = |spent: &u32| {
            let difference = spent.checked_sub(clock.spent.unwrap_or_default());
            difference.is_some_and(|it| it.is_multiple_of(HOUR_MS)) && spent_text.matches(':').count() == 1
        };
        Clock {
            spent: spent.filter(lacks_hours).or(clock.spent),
            ..clock
        }
    }

    // Steps.

    /// Adds a step to the line or to the variation that is being read. A step of a variation without a parent is only counted.
    fn add(&mut self, step: Step<'t>, span: Span, gap: Option<GapKind>) {
        let number = self.number.take();
        self.play_end = span.end as usize - self.lines.source.offset;
        if let Place::Lost(gap, moves) = self.place {
            self.place = Place::Lost(gap, moves + 1);
            return;
        }
        let (number_gap, new_number) = if let Some(number) = number {
            self.check_number(number)
        } else {
            self.previous_number = None;
            (None, None)
        };
        let (parent, after_gap) = (self.lines.last, std::mem::take(&mut self.has_gap));
        let record = &mut self.lines.record;
        let (node, is_existing) = self.search.add(record, parent, step, Clock::default(), after_gap);
        self.lines.last = node;
        if let Some(number) = new_number {
            record.tree.node_mut(node).number = number;
        }
        let place = std::mem::replace(&mut self.place, Place::Line);
        if let Place::Variation { remarks, .. } = place
            && !is_existing
            && record.tree.first_child(parent) != Some(node)
        {
            for remark in &mut record.remarks[remarks..] {
                (remark.node, remark.introduces) = (node, true);
            }
        }
        if let (Some(kind), Some(number)) = (number_gap, number) {
            self.lines.add_gap(number.span, kind);
        }
        if let Some(kind) = gap {
            self.lines.add_gap(span, kind);
        }
    }

    fn step(&mut self, at: usize, token: Pair<'t, Rule>) {
        let Some(form) = token.into_inner().next() else {
            return;
        };
        let span = self.span(at + form.as_span().start(), form.as_str());
        let previous = same_square(&self.lines.record.tree, self.lines.last).map(Destination::square);
        match MoveText::new(form).written(previous, span) {
            Some(written) => self.add(Step::Move(written), span, None),
            None => self.add(Step::Unreadable(span), span, Some(GapKind::DoubtfulSame)),
        }
    }

    fn to_move(&self) -> Color {
        let Record { tree, start, .. } = &self.lines.record;
        start.side_after(tree, self.lines.last)
    }

    fn word(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        let ending = moves::ending(text.trim_end(), self.to_move(), span);
        self.add(Step::End(ending), span, None);
    }

    /// Reads a line such as `--Black Won--`.
    fn won(&mut self, at: usize, token: Pair<'t, Rule>) {
        let text = token.as_str().trim_end();
        let span = self.span(at, text);
        let ending = moves::stated_end(token, text, self.to_move(), span);
        self.add(Step::End(ending), span, None);
    }

    /// Reads the line `--Draw--`.
    fn drawn(&mut self, at: usize, text: &'t str) {
        let (text, span) = (text.trim_end(), self.span(at, text));
        let ending = Ending::with_winner(Terminal::Draw, None, self.to_move(), Cow::Borrowed(text), span);
        self.add(Step::End(ending), span, None);
    }

    fn score(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        if !self.is_lost() {
            self.claim(self.lines.last, text.trim_end(), span);
        }
        self.play_end = at + text.len();
    }

    /// Adds the claim of a score, such as `1-0`, to a line of play. Other text states no result.
    fn claim(&mut self, node: NodeId, text: &'t str, span: Span) {
        let (terminal, winner) = match text {
            "1-0" => (None, Some(Color::Black)),
            "0-1" => (None, Some(Color::White)),
            "1/2-1/2" => (Some(Terminal::Draw), None),
            _ => return,
        };
        self.lines.record.claims.push(Claim {
            node,
            plies: None,
            terminal,
            winner,
            text: Cow::Borrowed(text),
            span,
        });
    }

    fn add_illegible(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        let gap = GapKind::BadToken(TokenGap::NotAMove(NotAMove::Psn));
        self.add(Step::Unreadable(span), span, Some(gap));
    }

    /// Reads text that the grammar does not know.
    fn other_text(&mut self, at: usize, text: &'t str) {
        if self.number.is_some() || moves::is_like_a_move(text) {
            self.add_illegible(at, text);
        } else if self.is_after_step(at) {
            let span = self.span(at, text);
            self.lines.add_gap(span, GapKind::TextAfterMove(TextAfter::Move));
            self.play_end = at + text.trim_end().len();
        } else {
            self.has_gap = true;
            self.lines.add_unreadable(at, text);
        }
    }

    /// Returns whether an offset is after the last step, on the same line.
    fn is_after_step(&self, at: usize) -> bool {
        let text_between = self.lines.source.text.get(self.play_end..at).unwrap_or_default();
        self.play_end > 0 && !text_between.contains(['\n', '\r'])
    }

    // Variations.

    /// Reads the line `Variation:6`. The variation replaces this ply of the line that was read last.
    ///
    /// Before any move, the line is ignored.
    fn variation(&mut self, at: usize, token: Pair<'t, Rule>) {
        let span = self.span(at, token.as_str());
        self.report_stray_number();
        self.close_all();
        self.close_variation();
        self.place = Place::Line;
        let record = &mut self.lines.record;
        if record.tree.is_empty() {
            return;
        }
        let digits = token.into_inner().next().map_or("", |digits| digits.as_str());
        let written = digits.parse().unwrap_or(u32::MAX);
        let number = written.saturating_sub(self.number_offset.unwrap_or_default());
        let tree = &record.tree;
        let parent = self.search.branch_parent_in_line(tree, self.lines.last, number);
        let why = match parent {
            None if self.search.is_exhausted() => NoParent::TooMany,
            None => NoParent::PlyNotReached(written),
            Some(parent) if tree.first_child(parent).is_none() && tree.is_main_line(parent) => {
                NoParent::AfterMainLine(written)
            }
            Some(parent) => return self.enter(parent, span),
        };
        self.lose(span, why);
    }

    /// Reads the parenthesis before a variation that replaces the last step.
    fn open(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        self.report_stray_number();
        let last = self.lines.last;
        self.parentheses.push(Parenthesis {
            span,
            last,
            place: self.place,
        });
        if self.is_lost() {
            return;
        }
        match self.lines.record.tree.parent(last) {
            Some(parent) => self.enter(parent, span),
            None => self.lose(span, NoParent::PlyNotReached(1)),
        }
    }

    fn close(&mut self, at: usize, text: &'t str) {
        self.report_stray_number();
        let Some(Parenthesis { last, place, .. }) = self.parentheses.pop() else {
            return self.lines.add_unreadable(at, text);
        };
        // A variation inside a lost one is a part of it.
        if !matches!(place, Place::Lost(..)) {
            self.close_variation();
            self.place = place;
        }
        (self.lines.last, self.previous_number) = (last, None);
        self.play_end = at + text.len();
    }

    /// Begins a variation after `parent`.
    fn enter(&mut self, parent: NodeId, span: Span) {
        self.lines.last = parent;
        self.previous_number = None;
        self.has_gap = false;
        self.place = Place::Variation {
            span,
            remarks: self.lines.record.remarks.len(),
        };
    }

    fn lose(&mut self, span: Span, why: NoParent) {
        let kind = GapKind::VariationWithoutParent(ParentGap { why, lost: None });
        self.place = Place::Lost(self.lines.record.add_gap(span, kind), 0);
    }

    /// Ends the variation that is being read. Reports it if it has no moves; if it has no parent, adds the number of lost moves to
    /// its gap.
    fn close_variation(&mut self) {
        match self.place {
            Place::Line => {}
            Place::Variation { span, .. } => {
                self.lines.record.add_gap(span, GapKind::EmptyVariation);
            }
            Place::Lost(id, moves) => {
                let gap = self.lines.record.gaps.get_mut(id).map(|gap| &mut gap.kind);
                if let Some(GapKind::VariationWithoutParent(gap)) = gap {
                    gap.lost = Some((moves, Unit::Moves));
                }
            }
        }
    }

    /// Closes all parentheses, which are reported because they are open at the end of their line of play.
    fn close_all(&mut self) {
        if let Some(outermost) = self.parentheses.first().copied() {
            for Parenthesis { span, .. } in std::mem::take(&mut self.parentheses) {
                let gap = GapKind::UnreadableLine(LineGap::UnclosedVariation);
                self.lines.record.add_gap(span, gap);
            }
            self.close_variation();
            (self.lines.last, self.place) = (outermost.last, outermost.place);
        }
    }

    fn finish(mut self) -> Record<'t> {
        self.report_stray_number();
        self.close_all();
        self.close_variation();
        if let Some((span, text)) = self.result {
            let tree = &self.lines.record.tree;
            let last = tree.main_line().last().map_or(NodeId::START, |(id, _)| id);
            let is_repeated = |claim: &Claim<'_>| claim.node == last && claim.text == text;
            if !self.lines.record.claims.iter().any(is_repeated) {
                self.claim(last, text, span);
            }
        }
        if is_prose(&self.lines.record) {
            return prose(self.lines.source);
        }
        let mut record = self.lines.record;
        report_unknown_handicap(&mut record);
        set_perpetual_check_offender(&mut record);
        name_sides(&mut record);
        record
    }
}

/// Returns a comment without the blank on each side that separates it from its braces.
fn without_padding(inside: &str) -> &str {
    let between = inside.strip_prefix(' ').and_then(|it| it.strip_suffix(' '));
    between.unwrap_or(inside.trim())
}

/// Returns whether a record consists of text that cannot be read, with neither headers nor moves, like prose with numbers or with
/// words such as `mate`.
fn is_prose(record: &Record<'_>) -> bool {
    let is_unreadable = |kind: &GapKind| matches!(kind, GapKind::UnreadableLine(_) | GapKind::BadToken(_));
    let is_move = |id: NodeId| match &record.tree.node(id).step {
        Step::Move(_) => true,
        Step::Unreadable(span) => moves::is_like_a_move(record.text_at(*span)),
        _ => false,
    };
    record.headers.is_empty()
        && record.claims.is_empty()
        && record.start.diagram.is_none()
        && record.gaps.iter().any(|gap| is_unreadable(&gap.kind))
        && !record.tree.ids().any(is_move)
}

/// Returns the record of a text without a game: its lines cannot be read.
fn prose(source: RecordText<'_>) -> Record<'_> {
    let mut lines = LineReader::new(source, source.record(notation::PSN));
    let mut at = 0;
    for line in source.text.split_inclusive(['\n', '\r']) {
        if !line.trim().is_empty() {
            lines.add_unreadable(at, line);
        }
        at += line.len();
    }
    lines.record
}

/// Reports the name of an unknown handicap in a record without a position.
fn report_unknown_handicap(record: &mut Record<'_>) {
    let start = &record.start;
    if let (Some((name, span)), None, None) = (&start.name, start.handicap, start.diagram) {
        let gap = HandicapGap::for_name(HandicapName::WithoutBoard(name.to_string()));
        let gap = Gap::at_start(*span, gap);
        record.gaps.push(gap);
    }
}

/// Sets the side that gave perpetual check as the offender of the end of the main line, if the word of this end means both draws and
/// losses by repetition.
fn set_perpetual_check_offender(record: &mut Record<'_>) {
    let Some((end, _)) = record.tree.main_line().last() else {
        return;
    };
    let is_ambiguous =
        matches!(&record.tree.node(end).step, Step::End(ending) if moves::may_be_perpetual(&ending.word));
    let checking_side = is_ambiguous.then(|| checking_side(record)).flatten();
    let to_move = record.start.side_after(&record.tree, end).opponent();
    if let (Some(offender), Step::End(ending)) = (checking_side, &mut record.tree.node_mut(end).step) {
        ending.terminal = if offender == to_move {
            Terminal::FoulLoss
        } else {
            Terminal::FoulWin
        };
        ending.offender = Some(offender);
    }
}

/// Returns the side that gave perpetual check, if all moves of the main line are legal and the last position ends the game in this
/// way.
pub(super) fn checking_side(record: &Record<'_>) -> Option<Color> {
    let mut position = record.start.position.clone();
    let mut history = History::new();
    history.start(position.zobrist(), true);
    for (_, node) in record.tree.main_line() {
        let Step::Move(written) = &node.step else { break };
        let mover = position.side_to_move();
        if !play_if_legal(&mut position, written) {
            return None;
        }
        history.push(position.zobrist(), mover, position.is_check());
    }
    let mut sides = Color::ALL.into_iter().filter(|_| history.count() >= OCCURRENCES);
    sides.find(|&side| history.always_gave_check(side))
}

/// Number of occurrences of a position that end a game.
const OCCURRENCES: u32 = 4;

/// Gives the headers of the players the names of a handicap game if the record is one, as in KIF.
fn name_sides(record: &mut Record<'_>) {
    let handicap = record.start.handicap;
    if handicap.is_none_or(|handicap| handicap.removed().next().is_none()) {
        return;
    }
    for header in record.headers.iter_mut() {
        match &*header.name {
            "先手" => header.name = Cow::Borrowed("下手"),
            "後手" => header.name = Cow::Borrowed("上手"),
            _ => {}
        }
    }
}
