//! What a record of janggi states: its rules, clocks, marks, length and result.

use super::board::{Board, seat};
use super::game::{Janggi, counted, faced, passed, points, repeated};
use crate::finding::{Span, message};
use crate::notation::Word;
use crate::notation::gib::{How, Told, told};
use crate::profile::{
    Bikjang, BikjangIgnored, DoublePass, GungJanggiRules, JanggiRepeated, JanggiRules, Profile, RedSetup,
};
use crate::record::{Node, Outcome, Record, Step, Terminal};
use crate::system::model::End;

/// By which rules the game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ruling {
    /// Those of gung-janggi.
    Gung(GungJanggiRules),
    /// Those of janggi.
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

    /// Whether the order of Red is read from the left of Red.
    pub(super) fn is_mirrored(self) -> bool {
        let from = match self {
            Self::Gung(rules) => rules.red_setup,
            Self::Plain(rules) => rules.red_setup,
        };
        from == RedSetup::FromRed
    }

    /// How a game ends in which generals that face each other are left so.
    pub(super) fn ignored(self, men: &Board) -> Option<End> {
        match self {
            Self::Gung(rules) => match rules.bikjang_ignored {
                BikjangIgnored::Count => Some(counted(men)),
                BikjangIgnored::Continue => None,
            },
            Self::Plain(rules) => match rules.bikjang {
                Bikjang::Draw => Some(faced()),
                Bikjang::Points => Some(points(men)),
                Bikjang::Continue => None,
            },
        }
    }

    /// How a game ends in which both sides have passed, one after the other.
    pub(super) fn both_passed(self, men: &Board) -> Option<End> {
        let Self::Plain(rules) = self else { return None };
        match rules.double_pass {
            DoublePass::Points => Some(points(men)),
            DoublePass::Draw => Some(passed()),
            DoublePass::Continue => None,
        }
    }

    /// How a game ends in which this side has repeated a position as often as is noted.
    pub(super) fn repeated(self, mover: usize) -> Option<End> {
        let Self::Plain(rules) = self else { return None };
        match rules.repeated {
            JanggiRepeated::Note => None,
            JanggiRepeated::Draw => Some(repeated(None)),
            JanggiRepeated::RepeaterLoses => Some(repeated(Some(mover))),
        }
    }
}

// The clocks: a time for the game, then byoyomi (초읽기) in periods, each lost when it is used up.

const SECOND: u32 = 1_000;
const MINUTE: u32 = 60 * SECOND;

/// What each player has, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Limit {
    base: u32,
    byoyomi: u32,
    periods: u32,
}

impl Limit {
    /// Reads 제한시간: `5분 30초 3회`, `각 10분, 초읽기 30초 3회`. `None` where it has other words, or no byoyomi: what a time
    /// alone means is not known.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let words = [
            ("자유시간", " "),
            ("초읽기", " "),
            ("각", " "),
            ("씩", " "),
            (",", " "),
            ("+", " "),
        ];
        let plain = words
            .iter()
            .fold(text.to_owned(), |text, (from, to)| text.replace(from, to));
        let (mut base, mut byoyomi, mut periods) = (0_u32, None, 1);
        let mut rest = plain.trim();
        while !rest.is_empty() {
            let end = rest.find(|c: char| !c.is_ascii_digit())?;
            let number: u32 = rest[..end].parse().ok()?;
            let unit = rest[end..].trim_start();
            rest = if let Some(rest) = unit.strip_prefix("시간") {
                base = base.checked_add(number.checked_mul(60 * MINUTE)?)?;
                rest
            } else if let Some(rest) = unit.strip_prefix('분') {
                base = base.checked_add(number.checked_mul(MINUTE)?)?;
                rest
            } else if let Some(rest) = unit.strip_prefix('초') {
                byoyomi = Some(number.checked_mul(SECOND)?);
                rest
            } else {
                periods = number;
                unit.strip_prefix('회')?
            };
            rest = rest.trim_start();
        }
        let byoyomi = byoyomi.filter(|&it| it > 0)?;
        (periods > 0).then_some(Self {
            base,
            byoyomi,
            periods,
        })
    }
}

/// The clock of a player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    limit: Limit,
    left: Limit,
    /// What is left of the base at least: times are rounded.
    least: u32,
    plies: u32,
    /// Every time so far is known.
    is_known: bool,
}

/// Where a player's time was used up.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fallen {
    pub seat: usize,
    pub ply: u32,
    /// Where the time stands.
    pub span: Option<Span>,
    /// So many milliseconds are more than there was.
    pub by: u32,
}

impl Clock {
    pub(super) const fn new(limit: Limit) -> Self {
        Self {
            limit,
            left: limit,
            least: limit.base,
            plies: 0,
            is_known: true,
        }
    }

    /// Returns what is left of the time before byoyomi if that is at least half of it and every time is known.
    pub(super) fn remaining(&self) -> Option<u32> {
        let is_known = self.is_known && self.plies > 0 && self.left.periods == self.limit.periods;
        (is_known && self.least >= self.limit.base / 2).then_some(self.least)
    }

    /// Charges a ply. Times are rounded, so that a second of each is free.
    pub(super) fn charge(&mut self, seat: usize, node: &Node<'_>) -> Option<Fallen> {
        let spent = node.clock.spent.filter(|_| self.is_known);
        let Some(spent) = spent else {
            self.is_known = false;
            return None;
        };
        self.plies += 1;
        self.least = self.least.saturating_sub(spent.saturating_add(SECOND));
        let spent = spent.saturating_sub(SECOND);
        let Limit {
            base,
            byoyomi,
            periods,
        } = self.left;
        self.left.base = base.saturating_sub(spent);
        let over = spent.saturating_sub(base);
        let lost = over.saturating_sub(1) / byoyomi;
        self.left.periods = periods.saturating_sub(lost);
        (self.left.periods == 0).then(|| {
            self.is_known = false;
            Fallen {
                seat,
                ply: node.ply,
                span: node.clock_place(),
                by: over.saturating_sub(periods.saturating_mul(byoyomi)),
            }
        })
    }
}

// What a record says of its result.

/// What a record says of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// In the words of the header.
    Told(Told),
    /// The game was broken off.
    Interrupted,
}

impl Said {
    pub(super) fn in_header(value: &str) -> Option<Self> {
        told(value).map(Self::Told)
    }

    /// What a word after a move says: `#mate`, `#resign 홍`. Where it names nobody, it is of the one who is due.
    pub(super) fn in_word(word: &Word, due: usize) -> Option<Self> {
        let named = word.rest.first().and_then(|it| seat_named(it));
        let loser = named.unwrap_or(due);
        let (winner, how) = match &*word.name {
            "draw" => (None, How::Draw),
            "result" => (Some(named?), How::Other),
            "mate" => (Some(1 - loser), How::Mate),
            "resign" => (Some(1 - loser), How::Resigned),
            "timeout" => (Some(1 - loser), How::Time),
            "foul" => (Some(1 - loser), How::Foul),
            "interrupt" => return Some(Self::Interrupted),
            _ => return None,
        };
        Some(Self::Told(Told { winner, how }))
    }

    /// In which way the game ended.
    pub(super) fn how(self) -> Option<Told> {
        match self {
            Self::Told(told) => Some(told),
            Self::Interrupted => None,
        }
    }
}

/// What the seats are called: Blue, Red.
const NAMES: [&[&str]; 2] = [
    &["청", "초", "靑", "青", "楚", "blue"],
    &["홍", "한", "紅", "漢", "red"],
];

/// The seat of a name: `청`, `초`, `blue`.
pub(super) fn seat_named(word: &str) -> Option<usize> {
    let word = word.trim_end_matches(['.', ',', ';', ':']);
    let is_it = |names: &[&str]| names.iter().any(|it| it.eq_ignore_ascii_case(word));
    NAMES.iter().position(|names| is_it(names))
}

// The result as the record tells it, held against the board.

impl Janggi {
    fn terminal(&self, said: Said) -> Terminal {
        let Said::Told(told) = said else {
            return Terminal::Interrupt;
        };
        let is_captured = self.won_by(Terminal::GeneralCaptured).is_some();
        let loser = told.winner.map(|it| 1 - it);
        match told.how {
            How::Mate | How::Other if is_captured => Terminal::GeneralCaptured,
            How::Mate => Terminal::Mate,
            How::Other if loser.is_some_and(|it| self.men.is_mated(it)) => Terminal::Mate,
            How::Other => Terminal::Other,
            How::Check => Terminal::CheckWin,
            How::Pieces | How::Points => Terminal::PieceCount,
            How::Second => Terminal::SecondPlayer,
            How::Resigned => Terminal::Resign,
            How::Time => Terminal::Timeout,
            How::Foul => Terminal::FoulLoss,
            How::Forfeit => Terminal::LoseByDefault,
            How::Draw => Terminal::Draw,
            How::NoResult | How::Unknown => Terminal::Interrupt,
        }
    }

    /// What the record says of its result, unless the game was broken off.
    pub(super) fn told(&self) -> Option<Told> {
        self.said.and_then(Said::how)
    }

    /// Whether the record says that the game ended in this way.
    pub(super) fn is_told(&self, how: How) -> bool {
        self.told().is_some_and(|it| it.how == how)
    }

    /// Who has won in this way, as the record says.
    pub(super) fn winner_by(&self, how: How) -> Option<usize> {
        self.told().filter(|it| it.how == how)?.winner
    }

    /// The end that the record tells of.
    pub(super) fn said_end(&self) -> Option<End> {
        // Where the record does not know how the game ended, the board may.
        let is_unknown = |it: &Said| it.how().is_some_and(|it| it.how == How::Unknown);
        let said = self.said.filter(|it| self.ended.is_none() || !is_unknown(it))?;
        let terminal = self.terminal(said);
        let winner = said.how().and_then(|it| it.winner).map(seat);
        let (outcome, reason) = match (winner, terminal) {
            (Some(winner), _) => return Some(End::stated_win(terminal, winner)),
            (None, Terminal::Draw) => return Some(End::stated_draw(terminal)),
            (None, Terminal::Interrupt) if said.how().is_none() => return Some(End::interrupted()),
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

    /// What a count comes to, where the record says that one decided, or a draw that there cannot be.
    pub(super) fn counted_end(&self) -> Option<End> {
        let how = self.said?.how()?.how;
        match (how, self.ruling.is_gung()) {
            (How::Pieces | How::Points | How::Second | How::Draw, true) => Some(counted(&self.men)),
            (How::Points, false) => Some(points(&self.men)),
            _ => None,
        }
    }
}

// The marks for check (장군), as far as a record has them.

/// How a record has marked its checks so far.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Marks {
    checks: u32,
    marked_checks: u32,
    marked_others: u32,
}

impl Marks {
    /// Adds a ply: whether it is marked, and whether it gives check.
    pub(super) const fn add(&mut self, is_marked: bool, gives_check: bool) {
        self.checks += gives_check as u32;
        self.marked_checks += (is_marked && gives_check) as u32;
        self.marked_others += (is_marked && !gives_check) as u32;
    }

    /// Whether a mark can be taken at its word: each check had one, more than once, and hardly anything else.
    pub(super) const fn are_kept(self) -> bool {
        self.checks >= 2 && self.marked_checks == self.checks && self.marked_others < self.checks
    }
}

// How many plies a record says that it has: 총수.

/// What the header says, and what there is.
#[derive(Clone, Copy, Debug)]
pub(super) struct StatedLength {
    /// What it says.
    pub said: u32,
    /// So many plies there are.
    pub played: u32,
    /// The number of the last.
    number: u32,
    /// Where it says so.
    pub span: Span,
}

impl StatedLength {
    /// Of a record that says it, and has plies.
    pub(super) fn from_record(record: &Record<'_>) -> Option<Self> {
        let header = record.headers.iter().find(|it| it.name == "총수")?;
        let digits = header.value.trim().trim_end_matches(['수', '手']).trim_end();
        let said = digits.parse().ok().filter(|&it| it > 0)?;
        let line = record.tree.main_line();
        let plies = line.filter(|(_, node)| matches!(node.step, Step::Token(_) | Step::Illegible(_)));
        let (_, last) = plies.last()?;
        Some(Self {
            said,
            played: last.ply,
            number: last.number,
            span: header.span,
        })
    }

    /// Whether both agree; a record may leave out the foul that ended the game.
    pub(super) const fn fits(self, is_foul: bool) -> bool {
        let most = self.played.saturating_add(is_foul as u32);
        self.said == self.number || self.played <= self.said && self.said <= most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_where_they_can_mean_but_one_thing() {
        let limit = |base, byoyomi, periods| {
            Some(Limit {
                base: base * MINUTE,
                byoyomi: byoyomi * SECOND,
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
