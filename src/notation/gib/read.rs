//! Conversion of the tokens of a janggi text to a record, and writing of a record.

use std::borrow::Cow;

use pest::Parser;

use super::grammar::{GibParser, Rule};
use super::pieces::Ply;
use super::{GUNG_JANGGI, JANGGI, is_go};
use crate::finding::Span;
use crate::notation::detect::{FirstLine, record_of_other_game};
use crate::notation::kakinoki::words;
use crate::notation::line_reader::LineReader;
use crate::notation::tokens::{each_token, move_window, section_with_comment};
use crate::notation::{self, RecordText, TextBuilder, Word, header, plies};
use crate::record::gap::{OtherGameEvidence, TokenGap};
use crate::record::{Gap, GapKind, Header, HeaderKey, Headers, NodeId, Record, Remark, RemarkKind, Step};

/// Reads one record. A record of another game becomes an empty record with a gap.
pub(super) fn read(source: RecordText<'_>) -> Record<'_> {
    let other_game = || record_of_other_game(source, FirstLine::Janggi, notation::GIB);
    if let Some(record) = go_record(source).or_else(other_game) {
        return record;
    }
    let mut reader = GibReader {
        lines: LineReader::new(source, source.filled(Record::for_game(&JANGGI, notation::GIB))),
        number: None,
        ply_end: 0,
        is_gung: false,
    };
    each_token::<_, GibParser>(source.text, Rule::file, section_with_comment, |rule, at, text| {
        reader.token(rule, at, text);
    });
    reader.finish()
}

/// Returns an empty record with a gap if the text is a record of Go. Returns `None` for other texts.
///
/// The Go server Tygem writes its records to files with the same extension, `.gib`.
fn go_record(source: RecordText<'_>) -> Option<Record<'_>> {
    let line = source.text.lines().find(|line| !line.trim().is_empty())?;
    is_go(line).then(|| {
        let mut record = source.record(notation::GIB);
        record.start.is_known = false;
        let start = source.span(0, line.len());
        let game = OtherGameEvidence::Named("Go".to_owned());
        record.gaps.push(Gap::at_start(start, GapKind::OtherGame(game)));
        record
    })
}

struct GibReader<'t> {
    lines: LineReader<'t>,
    /// The span and the value of the number that was read before the next ply; `None` if no number was read.
    number: Option<(Span, u32)>,
    /// Offset after the last ply and its time or text on the same line (bytes).
    ply_end: usize,
    /// `true` if the record has a header, a word or a ply that only occurs in gung-janggi.
    is_gung: bool,
}

impl<'t> GibReader<'t> {
    fn token(&mut self, rule: Option<Rule>, at: usize, text: &'t str) {
        match rule {
            Some(Rule::EOI | Rule::mark) => {}
            Some(Rule::header) => self.header(at, text),
            Some(Rule::braces) => self.braces(text),
            Some(Rule::comment) => self.remark(RemarkKind::Tool, text.trim_end().strip_prefix('#')),
            Some(Rule::word) => self.word(at, text),
            Some(Rule::number) => self.number(at, text),
            Some(Rule::step | Rule::pass) => self.ply(at, text),
            Some(Rule::clock) => self.clock(at, text),
            _ if self.number.is_some() => self.add_illegible(at, text),
            _ if self.is_after_ply(at) => self.text_after(at, text),
            _ => self.lines.add_unreadable(at, text),
        }
    }

    /// Returns the span of a token, without trailing blanks.
    fn span(&self, at: usize, text: &str) -> Span {
        self.lines.source.span(at, at + text.trim_end().len())
    }

    fn header(&mut self, at: usize, text: &'t str) {
        let Ok(pairs) = GibParser::parse(Rule::header, text) else {
            return;
        };
        let (mut name, mut value) = ("", "");
        for part in pairs.flat_map(pest::iterators::Pair::into_inner) {
            match part.as_rule() {
                Rule::key | Rule::bare_key => name = part.as_str().trim(),
                _ => value = part.as_str(),
            }
        }
        self.is_gung |= matches!(name, "홍차림" | "청차림");
        self.lines.record.headers.push(Header {
            key: header_key(name),
            name: Cow::Borrowed(name),
            value: Cow::Borrowed(value),
            span: self.span(at, text),
        });
    }

    fn braces(&mut self, text: &'t str) {
        let inside = text.strip_prefix('{').and_then(|it| it.strip_suffix('}'));
        for line in inside.into_iter().flat_map(|it| it.split('\n')) {
            self.remark(RemarkKind::Comment, line.strip_suffix('\r').or(Some(line)));
        }
    }

    fn remark(&mut self, kind: RemarkKind, text: Option<&'t str>) {
        self.lines
            .record
            .remark(self.lines.last, kind, text.unwrap_or_default());
    }

    fn word(&mut self, at: usize, text: &'t str) {
        self.is_gung |= Word::parse(text).name == "no-win";
        let span = self.span(at, text);
        self.lines.word(text.trim_end(), span);
    }

    fn number(&mut self, at: usize, text: &'t str) {
        self.stray_number();
        // A number that exceeds `u32` is out of range, so it need not be kept exactly.
        let number = text.trim_end_matches('.').parse().unwrap_or(u32::MAX);
        self.number = Some((self.span(at, text), number));
    }

    /// Reports the pending number, if there is one, because no move follows it.
    fn stray_number(&mut self) {
        if let Some((span, _)) = self.number.take() {
            let at = span.start as usize - self.lines.source.offset;
            let text = self.lines.record.text_at(span);
            self.lines.add_unreadable(at, text);
        }
    }

    fn ply(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        let ply = Ply::parse(text.trim_end());
        self.is_gung |= ply.is_some_and(|ply| ply.bikjang || ply.promotes);
        self.add(Step::Token(span), span);
        self.ply_end = at + text.trim_end().len();
    }

    /// Returns whether an offset is after the last ply, on the same line.
    fn is_after_ply(&self, at: usize) -> bool {
        let text_between = self.lines.source.text.get(self.ply_end..at).unwrap_or_default();
        self.lines.last != NodeId::START && !text_between.contains(['\n', '\r'])
    }

    fn text_after(&mut self, at: usize, text: &'t str) {
        let is_step = |(at, _)| GibParser::parse(Rule::step, move_window(text, at)).is_ok();
        let holds_move = text.match_indices(|it: char| it.is_ascii_digit()).any(is_step);
        self.lines.text_after(self.span(at, text), holds_move);
        self.ply_end = at + text.trim_end().len();
    }

    fn add_illegible(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        self.add(Step::Unreadable(span), span);
        self.lines
            .add_gap(span, GapKind::BadToken(TokenGap::NotAMoveOf(&JANGGI)));
    }

    /// Adds a ply with the number before the ply in the text. Without a number there, the ply gets the next number. An
    /// unexpected number is reported.
    fn add(&mut self, step: Step<'t>, span: Span) {
        let gap = self.lines.ply(step, span, self.number.take());
        if let Some(gap) = gap {
            // A gap before the first ply does not belong to a node.
            let node = (self.lines.record.tree.len() > 2).then_some(self.lines.last);
            self.lines.record.gaps.push(Gap { node, ..gap });
        }
    }

    fn clock(&mut self, at: usize, text: &'t str) {
        let span = self.span(at, text);
        let node = self.lines.record.tree.node(self.lines.last);
        let has_no_time = self.lines.last != NodeId::START && node.clock_span.is_none();
        let clock = words::parse_clock(text).filter(|_| has_no_time);
        if self.lines.set_clock(clock, span) {
            self.ply_end = at + text.trim_end().len();
        }
    }

    fn finish(mut self) -> Record<'t> {
        self.stray_number();
        let headers = &self.lines.record.headers;
        let rules = headers.value_of("규칙").map(str::trim);
        let header = result_header(headers);
        let result = header.and_then(|it| parse_result(&it.value));
        let unknown_result =
            header.filter(|header| result.is_none() && header.value.contains(char::is_alphanumeric));
        let unknown_result_span = unknown_result.map(|it| it.span);
        let is_gung = match rules {
            Some(rules) if !rules.is_empty() => rules == "궁장기",
            _ => self.is_gung || result.is_some_and(|it| it.reason.is_gung_janggi_only()),
        };
        if is_gung {
            self.lines.record.game = &GUNG_JANGGI;
        }
        if let Some(span) = unknown_result_span {
            self.lines
                .record
                .gaps
                .push(Gap::at_start(span, GapKind::UnreadableResult));
        }
        let has_result = header.is_some_and(|header| !header.value.trim().is_empty());
        if !has_result {
            header::report_missing_moves(&mut self.lines.record, &["국면", "FEN", "판"]);
        }
        self.lines.record
    }
}

/// Returns the meaning of a header with this name; [`HeaderKey::Other`] for an unknown name.
fn header_key(name: &str) -> HeaderKey {
    match name {
        "초대국자" | "청대국자" => HeaderKey::Black,
        "한대국자" | "홍대국자" => HeaderKey::White,
        "대회명" => HeaderKey::Event,
        "대국일자" => HeaderKey::Start,
        "대국장소" => HeaderKey::Site,
        "제한시간" => HeaderKey::TimeLimit,
        _ => HeaderKey::Other,
    }
}

// The result in the header 대국결과, 결과 or 승패: `청 외통승`, `초 완승`, `무승부`.

/// The names of the header with the result.
pub(super) const RESULT_HEADERS: [&str; 3] = ["대국결과", "결과", "승패"];

/// Returns the header with the result: the last such header that is not blank, or else the last one. Returns `None`
/// if the record has no such header.
pub(crate) fn result_header<'r, 't>(headers: &'r Headers<'t>) -> Option<&'r Header<'t>> {
    let candidates = || {
        headers
            .iter()
            .rev()
            .filter(|header| RESULT_HEADERS.contains(&&*header.name))
    };
    candidates()
        .find(|it| !it.is_blank())
        .or_else(|| candidates().next())
}

/// The result that a record states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeaderResult {
    /// The seat of the winner, 0 for Blue or 1 for Red; `None` for a result without a winner or with an unknown one.
    pub winner: Option<usize>,
    /// The reason for the result.
    pub reason: EndReason,
}

/// The reasons for which a game ends, with their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndReason {
    /// 외통승: the general is mated or captured.
    Mate,
    /// 장군승: the first check wins.
    FirstCheck,
    /// 기물승: the winner has more pieces.
    Pieces,
    /// 후수승: both sides have equally many pieces, so the second player wins.
    SecondPlayer,
    /// 점수승, 판정승: the winner has more points, or wins by a decision.
    Points,
    /// 기권승, 불계승: the other side resigned.
    Resigned,
    /// 시간승: the other side ran out of time.
    Time,
    /// 실격승, 반칙승, 몰수승: the other side broke the rules, or the game was forfeited.
    Foul,
    /// 무단이탈, 무응답패: the other side left, or did not respond. Also 접속 끊김 with 승 or 패: one side lost the connection.
    Forfeit,
    /// 무승부: a draw.
    Draw,
    /// 무효, 접속 끊김, 미완료: void or interrupted.
    NoResult,
    /// 미상: the record states that the reason is unknown.
    Unknown,
    /// Any other words. Also a word for a draw after which a winner is stated, such as 초 빅장승.
    Other,
}

impl EndReason {
    /// Returns whether the reason only occurs in gung-janggi.
    pub(crate) const fn is_gung_janggi_only(self) -> bool {
        matches!(self, Self::FirstCheck | Self::Pieces | Self::SecondPlayer)
    }
}

/// The names of Blue and of Red before a result.
const SEAT_NAMES: [&[&str]; 2] = [&["청", "초", "靑", "青", "楚"], &["홍", "한", "紅", "漢"]];

const RESULT_WORDS: [(&str, EndReason); 27] = [
    ("외통", EndReason::Mate),
    ("장군", EndReason::FirstCheck),
    ("기물", EndReason::Pieces),
    ("후수", EndReason::SecondPlayer),
    ("점수", EndReason::Points),
    ("판정", EndReason::Points),
    ("기권", EndReason::Resigned),
    ("불계", EndReason::Resigned),
    ("시간", EndReason::Time),
    ("실격", EndReason::Foul),
    ("반칙", EndReason::Foul),
    ("몰수", EndReason::Foul),
    ("무단이탈", EndReason::Forfeit),
    ("무응답", EndReason::Forfeit),
    ("무효", EndReason::NoResult),
    ("접속 끊김", EndReason::NoResult),
    ("접속끊김", EndReason::NoResult),
    ("통신 끊김", EndReason::NoResult),
    ("통신끊김", EndReason::NoResult),
    ("미완료", EndReason::NoResult),
    ("미상", EndReason::Unknown),
    ("무승부", EndReason::Draw),
    ("비김", EndReason::Draw),
    ("비긴", EndReason::Draw),
    ("무", EndReason::Draw),
    ("빅장", EndReason::Draw),
    ("빅", EndReason::Draw),
];

/// Reads the value of the header with the result.
///
/// Returns `None` if the value states neither a winner nor a known reason.
pub(crate) fn parse_result(value: &str) -> Option<HeaderResult> {
    let value = value.trim();
    let after_name = |names: &[&str]| names.iter().find_map(|name| value.strip_prefix(name));
    let named_seat = SEAT_NAMES.iter().position(|names| after_name(names).is_some());
    let rest = named_seat
        .and_then(|seat| after_name(SEAT_NAMES[seat]))
        .unwrap_or(value);
    let rest = rest.trim();
    let after_word = |word: &str| {
        rest.strip_prefix(word)
            .filter(|after| word != "무" || !after.starts_with(is_hangul))
    };
    let word = RESULT_WORDS.iter().find(|(word, _)| after_word(word).is_some());
    let (wins, loses) = (rest.ends_with(['승', '勝']), rest.ends_with(['패', '敗']));
    let reason = match word {
        // `초 빅장승` states a winner, so it is not a draw.
        Some((_, EndReason::Draw)) if named_seat.is_some() && (wins || loses) => EndReason::Other,
        // `한 접속 끊김 승`: the other side lost the connection.
        Some((_, EndReason::NoResult)) if wins || loses => EndReason::Forfeit,
        Some((_, reason)) => *reason,
        None => EndReason::Other,
    };
    if matches!(reason, EndReason::Draw | EndReason::NoResult | EndReason::Unknown) {
        return Some(HeaderResult { winner: None, reason });
    }
    // 패 is a loss of the named side, as is 무단이탈 or 무응답 without 승.
    let loses = loses || reason == EndReason::Forfeit && !wins;
    let winner = named_seat.map(|seat| if loses { 1 - seat } else { seat });
    let is_known = word.is_some() || winner.is_some() && rest.contains(['승', '패', '勝', '敗']);
    is_known.then_some(HeaderResult { winner, reason })
}

const fn is_hangul(letter: char) -> bool {
    matches!(letter, '가'..='힣')
}

// Writing of a record: headers, rows of plies, and the remarks between them.

/// Maximum number of plies in a row.
const PLIES_PER_ROW: usize = 6;

/// Writes the headers, plies, times and remarks of a record in a fixed layout. Unreadable plies are left out.
pub(super) fn write(record: &Record<'_>, draft: &mut TextBuilder) {
    for header in record.headers.iter() {
        draft.line(&format!("[{} \"{}\"]", header.name, header.value));
    }
    plies::write_comments(record, NodeId::START, comment, draft);
    let mut row = Vec::new();
    for (id, node) in record.tree.main_line() {
        if let Step::Token(span) = node.step {
            let ply = Ply::parse(record.text_at(span)).map_or_else(String::new, |it| it.to_string());
            let clock = plies::clock_text(node.clock);
            row.push(format!("{}. {ply}{clock}", node.number));
        }
        let mut comments = TextBuilder::default();
        plies::write_comments(record, id, comment, &mut comments);
        if row.len() == PLIES_PER_ROW || !comments.text.is_empty() {
            draft.line(&row.join("  "));
            row.clear();
        }
        draft.text.push_str(&comments.text);
    }
    if !row.is_empty() {
        draft.line(&row.join("  "));
    }
}

/// Formats a remark: a comment in braces, or a `#` line.
fn comment(remark: &Remark<'_>) -> String {
    match remark.kind {
        RemarkKind::Tool => format!("#{}", remark.text),
        _ => format!("{{{}}}", remark.text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_words_are_recognised() {
        for (value, winner, reason) in [
            ("초 완승", Some(0), EndReason::Other),
            ("청 외통승", Some(0), EndReason::Mate),
            ("한 시간패", Some(0), EndReason::Time),
            ("한 완승", Some(1), EndReason::Other),
            ("초 시간승", Some(0), EndReason::Time),
            ("한 기권승", Some(1), EndReason::Resigned),
            ("무승부", None, EndReason::Draw),
            ("홍 후수승", Some(1), EndReason::SecondPlayer),
            ("청기물승", Some(0), EndReason::Pieces),
            ("한 점수승", Some(1), EndReason::Points),
            ("초 실격패", Some(1), EndReason::Foul),
            ("홍 장군승", Some(1), EndReason::FirstCheck),
            ("초 빅장승", Some(0), EndReason::Other),
            ("초 빅장무승부", None, EndReason::Draw),
            ("무", None, EndReason::Draw),
            ("楚勝", Some(0), EndReason::Other),
            ("漢 勝", Some(1), EndReason::Other),
            ("漢敗", Some(0), EndReason::Other),
            ("무효", None, EndReason::NoResult),
            ("무효 처리", None, EndReason::NoResult),
            ("접속 끊김", None, EndReason::NoResult),
            ("통신 끊김", None, EndReason::NoResult),
            ("미완료", None, EndReason::NoResult),
            ("미상", None, EndReason::Unknown),
            ("초 접속 끊김 승", Some(0), EndReason::Forfeit),
            ("접속 끊김 승", None, EndReason::Forfeit),
            ("초 무단이탈", Some(1), EndReason::Forfeit),
            ("초 무단이탈승", Some(0), EndReason::Forfeit),
            ("한 무응답패", Some(0), EndReason::Forfeit),
        ] {
            assert_eq!(
                parse_result(value),
                Some(HeaderResult { winner, reason }),
                "{value}"
            );
        }
        for value in ["", "?", "초", "미정", "한국", "무엇"] {
            assert_eq!(parse_result(value), None, "{value}");
        }
    }
}
