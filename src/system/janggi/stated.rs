//! The facts stated by a record of janggi: its rules, clocks, check marks, length and result.

use super::board::{Board, seat};
use super::game::{
    Janggi, draw_by_bikjang, draw_by_passes, end_by_piece_count, end_by_points, end_by_repetition,
};
use crate::finding::{Span, message};
use crate::notation::Word;
use crate::notation::gib::{EndReason, HeaderResult, parse_result};
use crate::profile::{
    Bikjang, BikjangIgnored, DoublePass, GungJanggiRules, JanggiRepeated, JanggiRules, Profile, RedSetup,
};
use crate::record::{Node, Outcome, Record, Step, Terminal};
use crate::system::model::End;

/// The rules by which the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// The rules of gung-janggi.
    Gung(GungJanggiRules),
    /// The rules of janggi.
    Plain(JanggiRules),
}

impl Ruling {
    pub(super) const fn new(is_gung: bool, profile: &Profile) -> Self {
        if is_gung {
            Self::Gung(profile.gung_janggi)
        } else {
            Self::Plain(profile.janggi)
        }
    }

    pub(super) const fn is_gung(self) -> bool {
        matches!(self, Self::Gung(_))
    }

    pub(super) const fn repeat_limit(self) -> u32 {
        match self {
            Self::Gung(rules) => rules.repeat_limit,
            Self::Plain(rules) => rules.repeat_limit,
        }
    }

    /// Returns whether the setup of Red is read from Red's left.
    pub(super) fn is_mirrored(self) -> bool {
        let red_setup = match self {
            Self::Gung(rules) => rules.red_setup,
            Self::Plain(rules) => rules.red_setup,
        };
        red_setup == RedSetup::FromRed
    }

    /// Returns the end of a game in which generals are left facing each other; `None` if the game continues.
    pub(super) fn end_by_ignored_bikjang(self, board: &Board) -> Option<End> {
        match self {
            Self::Gung(rules) => match rules.bikjang_ignored {
                BikjangIgnored::Count => Some(end_by_piece_count(board)),
                BikjangIgnored::Continue => None,
            },
            Self::Plain(rules) => match rules.bikjang {
                Bikjang::Draw => Some(draw_by_bikjang()),
                Bikjang::Points => Some(end_by_points(board)),
                Bikjang::Continue => None,
            },
        }
    }

    /// Returns the end of a game in which both sides passed in succession; `None` if the game continues.
    pub(super) fn end_by_double_pass(self, board: &Board) -> Option<End> {
        let Self::Plain(rules) = self else { return None };
        match rules.double_pass {
            DoublePass::Points => Some(end_by_points(board)),
            DoublePass::Draw => Some(draw_by_passes()),
            DoublePass::Continue => None,
        }
    }

    /// Returns the end of a game in which this side repeated a position up to the limit; `None` if the game continues.
    pub(super) fn end_by_repeated_position(self, mover: usize) -> Option<End> {
        let Self::Plain(rules) = self else { return None };
        match rules.repeated {
            JanggiRepeated::Note => None,
            JanggiRepeated::Draw => Some(end_by_repetition(None)),
            JanggiRepeated::RepeaterLoses => Some(end_by_repetition(Some(mover))),
        }
    }
}

// The clocks: a base time, then byoyomi (초읽기) in periods. A period is lost when it is used up.

/// One second (milliseconds).
const SECOND_MS: u32 = 1_000;
/// One minute (milliseconds).
const MINUTE_MS: u32 = 60 * SECOND_MS;

/// The time limit of each player: the base time and the byoyomi (milliseconds), and the number of byoyomi
/// periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    base_ms: u32,
    byoyomi_ms: u32,
    periods: u32,
}

impl Limit {
    /// Parses 제한시간: `5분 30초 3회`, `각 10분, 초읽기 30초 3회`.
    ///
    /// Returns `None` if the text has other words, or no byoyomi: the meaning of a base time alone is not known.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let filler_words = [
            ("자유시간", " "),
            ("초읽기", " "),
            ("각", " "),
            ("씩", " "),
            (",", " "),
            ("+", " "),
        ];
        let without_fillers = filler_words
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        let (mut base_ms, mut byoyomi_ms, mut periods) = (0_u32, None, 1);
        let mut rest = without_fillers.trim();
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit())?;
            let number: u32 = rest[..end].parse().ok()?;
            let unit = rest[end..].trim_start();
            rest = if let Some(rest) = unit.strip_prefix("시간") {
                base_ms = base_ms.checked_add(number.checked_mul(60 * MINUTE_MS)?)?;
                rest
            } else if let Some(rest) = unit.strip_prefix('분') {
                base_ms = base_ms.checked_add(number.checked_mul(MINUTE_MS)?)?;
                rest
            } else if let Some(rest) = unit.strip_prefix('초') {
                byoyomi_ms = Some(number.checked_mul(SECOND_MS)?);
                rest
            } else {
                periods = number;
                unit.strip_prefix('회')?
            };
            rest = rest.trim_start();
        }
        let byoyomi_ms = byoyomi_ms.filter(|&byoyomi| byoyomi > 0)?;
        (periods > 0).then_some(Self {
            base_ms,
            byoyomi_ms,
            periods,
        })
    }
}

/// The clock of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    limit: Limit,
    /// The base time and the periods left.
    left: Limit,
    /// Lower bound of the base time left (milliseconds). Recorded times are rounded.
    min_left_ms: u32,
    /// Number of plies with a known time.
    plies: u32,
    /// `true` if the times of all plies so far are known. `false` also once the time is used up.
    is_known: bool,
}

/// The ply at which a player's time was used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct TimeExceeded {
    pub seat: usize,
    pub ply: u32,
    /// The span of the time in the text; `None` if the ply has no span.
    pub span: Option<Span>,
    /// Excess over the available time (milliseconds).
    pub excess_ms: u32,
}

impl Clock {
    pub(super) const fn new(limit: Limit) -> Self {
        Self {
            limit,
            left: limit,
            min_left_ms: limit.base_ms,
            plies: 0,
            is_known: true,
        }
    }

    /// Returns a lower bound of the base time left (milliseconds). `None` if the bound is below half of the
    /// base time, a period was lost, a time is unknown, or there are no plies.
    pub(super) fn remaining(&self) -> Option<u32> {
        let is_bound_valid = self.is_known && self.plies > 0 && self.left.periods == self.limit.periods;
        (is_bound_valid && self.min_left_ms >= self.limit.base_ms / 2).then_some(self.min_left_ms)
    }

    /// Charges the time of a ply. Recorded times are rounded, so one second of each is not charged.
    ///
    /// Returns the excess at the ply that uses up the time of the player; `None` for any other ply.
    pub(super) fn charge(&mut self, seat: usize, node: &Node<'_>) -> Option<TimeExceeded> {
        let spent = node.clock.spent.filter(|_| self.is_known);
        let Some(spent) = spent else {
            self.is_known = false;
            return None;
        };
        self.plies += 1;
        self.min_left_ms = self.min_left_ms.saturating_sub(spent.saturating_add(SECOND_MS));
        let spent = spent.saturating_sub(SECOND_MS);
        let Limit {
            base_ms,
            byoyomi_ms,
            periods,
        } = self.left;
        self.left.base_ms = base_ms.saturating_sub(spent);
        let byoyomi_used = spent.saturating_sub(base_ms);
        let periods_lost = byoyomi_used.saturating_sub(1) / byoyomi_ms;
        self.left.periods = periods.saturating_sub(periods_lost);
        (self.left.periods == 0).then(|| {
            self.is_known = false;
            TimeExceeded {
                seat,
                ply: node.ply,
                span: node.clock_place(),
                excess_ms: byoyomi_used.saturating_sub(periods.saturating_mul(byoyomi_ms)),
            }
        })
    }
}

// The result stated by a record.

/// The result stated by a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StatedResult {
    /// A result in the words of the header.
    Decided(HeaderResult),
    /// The game was interrupted.
    Interrupted,
}

impl StatedResult {
    pub(super) fn in_header(value: &str) -> Option<Self> {
        parse_result(value).map(Self::Decided)
    }

    /// Parses a claim after a move: `#mate`, `#resign 홍`. A loss without a name is that of the side to move.
    ///
    /// Returns `None` if the word states no result, or if `#result` has no name of a side.
    pub(super) fn in_word(word: &Word, side_to_move: usize) -> Option<Self> {
        let stated_seat = word.rest.first().and_then(|it| seat_named(it));
        let loser = stated_seat.unwrap_or(side_to_move);
        let (winner, reason) = match &*word.name {
            "draw" => (None, EndReason::Draw),
            "result" => (Some(stated_seat?), EndReason::Other),
            "mate" => (Some(1 - loser), EndReason::Mate),
            "resign" => (Some(1 - loser), EndReason::Resigned),
            "timeout" => (Some(1 - loser), EndReason::Time),
            "foul" => (Some(1 - loser), EndReason::Foul),
            "interrupt" => return Some(Self::Interrupted),
            _ => return None,
        };
        Some(Self::Decided(HeaderResult { winner, reason }))
    }

    /// Returns the winner and the way in which the game ended; `None` for an interruption.
    pub(super) fn decided(self) -> Option<HeaderResult> {
        match self {
            Self::Decided(result) => Some(result),
            Self::Interrupted => None,
        }
    }
}

/// The names of the seats: Blue, Red.
const SEAT_NAMES: [&[&str]; 2] = [
    &["청", "초", "靑", "青", "楚", "blue"],
    &["홍", "한", "紅", "漢", "red"],
];

/// Returns the seat with this name: `청`, `초`, `blue`. `None` if no seat has the name. Punctuation after the
/// name is ignored.
pub(super) fn seat_named(word: &str) -> Option<usize> {
    let word = word.trim_end_matches(['.', ',', ';', ':']);
    let has_word = |names: &[&str]| names.iter().any(|name| name.eq_ignore_ascii_case(word));
    SEAT_NAMES.iter().position(|names| has_word(names))
}

// The recorded result, compared with the board.

impl Janggi {
    fn terminal(&self, stated: StatedResult) -> Terminal {
        let StatedResult::Decided(result) = stated else {
            return Terminal::Interrupt;
        };
        let is_captured = self.won_by(Terminal::GeneralCaptured).is_some();
        let loser = result.winner.map(|winner| 1 - winner);
        match result.reason {
            EndReason::Mate | EndReason::Other if is_captured => Terminal::GeneralCaptured,
            EndReason::Mate => Terminal::Mate,
            EndReason::Other if loser.is_some_and(|loser| self.board.is_mated(loser)) => Terminal::Mate,
            EndReason::Other => Terminal::Other,
            EndReason::FirstCheck => Terminal::CheckWin,
            EndReason::Pieces | EndReason::Points => Terminal::PieceCount,
            EndReason::SecondPlayer => Terminal::SecondPlayer,
            EndReason::Resigned => Terminal::Resign,
            EndReason::Time => Terminal::Timeout,
            EndReason::Foul => Terminal::FoulLoss,
            EndReason::Forfeit => Terminal::LoseByDefault,
            EndReason::Draw => Terminal::Draw,
            EndReason::NoResult | EndReason::Unknown => Terminal::Interrupt,
        }
    }

    /// Returns the recorded result, unless the game was interrupted.
    pub(super) fn stated_ending(&self) -> Option<HeaderResult> {
        self.stated.and_then(StatedResult::decided)
    }

    /// Returns whether the record states that the game ended in this way.
    pub(super) fn is_stated_as(&self, reason: EndReason) -> bool {
        self.stated_ending().is_some_and(|result| result.reason == reason)
    }

    /// Returns the recorded winner if the record states this way of winning.
    pub(super) fn winner_by(&self, reason: EndReason) -> Option<usize> {
        self.stated_ending()
            .filter(|result| result.reason == reason)?
            .winner
    }

    /// Returns the recorded end. `None` if the record states no end, or an unknown end in a game that the moves ended.
    pub(super) fn recorded_end(&self) -> Option<End> {
        // If the record states the end as unknown, the end shown by the board applies.
        let is_unknown = |stated_result: &StatedResult| {
            stated_result
                .decided()
                .is_some_and(|result| result.reason == EndReason::Unknown)
        };
        let stated = self
            .stated
            .filter(|result| self.ended.is_none() || !is_unknown(result))?;
        let terminal = self.terminal(stated);
        let winner = stated.decided().and_then(|it| it.winner).map(seat);
        let (outcome, reason) = match (winner, terminal) {
            (Some(winner), _) => return Some(End::stated_win(terminal, winner)),
            (None, Terminal::Draw) => return Some(End::stated_draw(terminal)),
            (None, Terminal::Interrupt) if stated.decided().is_none() => return Some(End::interrupted()),
            (None, Terminal::Interrupt) => (
                Some(Outcome::None),
                message!(
                    "the record states that there is no result",
                    "棋譜によれば勝敗なし"
                ),
            ),
            (None, _) => (
                None,
                message!("the record does not state the winner", "棋譜に勝者の記載がない"),
            ),
        };
        Some(End {
            terminal,
            outcome,
            reason,
        })
    }

    /// Returns the end by count, if the record states a win by count, or a draw in gung-janggi, which has no draws.
    pub(super) fn counted_end(&self) -> Option<End> {
        let reason = self.stated?.decided()?.reason;
        match (reason, self.ruling.is_gung()) {
            (EndReason::Pieces | EndReason::Points | EndReason::SecondPlayer | EndReason::Draw, true) => {
                Some(end_by_piece_count(&self.board))
            }
            (EndReason::Points, false) => Some(end_by_points(&self.board)),
            _ => None,
        }
    }
}

// The marks for check (장군) in a record.

/// Counts of the checks and marks so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct CheckMarks {
    /// Number of plies that give check.
    checks: u32,
    /// Number of marked plies that give check.
    marked_checks: u32,
    /// Number of marked plies that do not give check.
    marked_others: u32,
}

impl CheckMarks {
    /// Counts a ply, which may be marked as a check and may give check.
    pub(super) const fn add(&mut self, is_marked: bool, gives_check: bool) {
        self.checks += gives_check as u32;
        self.marked_checks += (is_marked && gives_check) as u32;
        self.marked_others += (is_marked && !gives_check) as u32;
    }

    /// Returns whether the marks are reliable: at least two checks, all of them marked, and fewer marks on other plies
    /// than on checks.
    pub(super) const fn are_reliable(self) -> bool {
        self.checks >= 2 && self.marked_checks == self.checks && self.marked_others < self.checks
    }
}

// The number of plies stated by a record: 총수.

/// The stated and the actual number of plies.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedLength {
    /// The stated number of plies.
    pub stated: u32,
    /// The actual number of plies.
    pub actual: u32,
    /// The written number of the last ply.
    number: u32,
    /// The span of the header.
    pub span: Span,
}

impl StatedLength {
    /// Returns the stated length of a record that has one, and at least one ply.
    pub(super) fn from_record(record: &Record<'_>) -> Option<Self> {
        let header = record.headers.iter().find(|header| header.name == "총수")?;
        let digits = header.value.trim().trim_end_matches(['수', '手']).trim_end();
        let stated = digits.parse().ok().filter(|&number| number > 0)?;
        let nodes = record.tree.main_line();
        let plies = nodes.filter(|(_, node)| matches!(node.step, Step::Token(_) | Step::Unreadable(_)));
        let (_, last_ply) = plies.last()?;
        Some(Self {
            stated,
            actual: last_ply.ply,
            number: last_ply.number,
            span: header.span,
        })
    }

    /// Returns whether the stated number is the actual number of plies or the written number of the last ply.
    ///
    /// If the game ended by an illegal move, the stated number may be one more, because a record may omit this move.
    pub(super) const fn agrees(self, is_foul: bool) -> bool {
        let upper_bound = self.actual.saturating_add(is_foul as u32);
        self.stated == self.number || self.actual <= self.stated && self.stated <= upper_bound
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_unambiguous_time_limits_are_read() {
        let limit = |base_minutes, byoyomi_seconds, periods| {
            Some(Limit {
                base_ms: base_minutes * MINUTE_MS,
                byoyomi_ms: byoyomi_seconds * SECOND_MS,
                periods,
            })
        };
        assert_eq!(Limit::parse("5분 30초 3회"), limit(5, 30, 3));
        assert_eq!(Limit::parse("각 10분, 초읽기 30초3회"), limit(10, 30, 3));
        assert_eq!(Limit::parse("1시간 30분 40초"), limit(90, 40, 1));
        for text in ["", "20분", "무제한", "30초 0회", "5분 30초 3회 후 판정", "5"] {
            assert_eq!(Limit::parse(text), None, "{text}");
        }
    }
}
