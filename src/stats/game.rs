//! A game, as the tables see it.

use std::borrow::Cow;
use std::sync::{Arc, LazyLock};

use super::cell::Cell;
use super::game_id::GameId;
use super::name;
use super::names::Names;
use super::ply::{Action, BoardMove, Ply};
use crate::finding::{Finding, Rule, Seat, Severity};
use crate::notation::header;
use crate::opening::{Pattern, Sighting};
use crate::record::{Date, Format, GameKind, HeaderKey, Outcome, Record, SHOGI, Terminal};
use crate::referee::Judgement;
use crate::shogi::{Color, Handicap, Position};

/// No game has more players.
pub(super) const SEATS: usize = 4;

/// The headers that name the players, in the order of play.
const PLAYERS: [HeaderKey; SEATS] = [
    HeaderKey::Black,
    HeaderKey::White,
    HeaderKey::Third,
    HeaderKey::Fourth,
];

/// A judged record with everything that a table says of it.
#[derive(Clone, Debug)]
pub struct Game {
    /// The path of its file, as the user knows it.
    pub path: Arc<str>,
    /// 1-based place in the file.
    pub record: u32,
    /// The game that was played.
    pub kind: &'static GameKind,
    /// The name of its notation.
    pub format: &'static str,
    /// The name of the encoding that its file was read in.
    pub encoding: &'static str,
    /// The name of the event.
    pub event: Option<String>,
    /// Where it was played.
    pub site: Option<String>,
    /// When it began, as written.
    pub started: Option<String>,
    /// The players in the order of play, Black first: as written, or under the name that a user keeps.
    pub players: [Option<String>; SEATS],
    /// The start position in SFEN without a counter, where it is not the even one; of another game always, as it writes it.
    pub start: Option<String>,
    /// The name of the start position.
    pub handicap: String,
    /// Whether it was played out; figures are known of no other.
    pub is_played: bool,
    /// Its moves; those that could not be made on the board count.
    pub plies: Vec<Ply>,
    /// How the record says it ended.
    pub end: Option<Terminal>,
    /// Who it says won.
    pub stated: Option<Outcome<Seat>>,
    /// Who won by the rules.
    pub verdict: Option<Outcome<Seat>>,
    /// How often the position that came about most often did.
    pub occurrences: u32,
    /// Its findings, in their order.
    pub findings: Vec<Found>,
    /// What the record says of its opening.
    pub stated_opening: Option<String>,
    /// What the board says of it.
    pub opening: Opening,
    /// The number of the game, as long as it has no moves.
    begun: GameId,
}

/// What the board says of an opening.
#[derive(Clone, Copy, Debug, Default)]
pub struct Opening {
    /// Its name.
    pub name: Option<&'static str>,
    /// Its name in English.
    pub english: Option<&'static str>,
    /// What each side played, Black first.
    pub strategies: [Option<&'static str>; 2],
    /// What its king lived in.
    pub castles: [Option<&'static str>; 2],
}

/// A finding, as the tables see it.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    /// The rule.
    pub rule: &'static Rule,
    /// How much it weighs here.
    pub severity: Severity,
    /// Whom it is about.
    pub seat: Option<Seat>,
}

impl Game {
    pub(super) fn of(
        names: &Names,
        path: &Arc<str>,
        encoding: &'static str,
        record: &Record<'_>,
        judgement: &Judgement,
        (start_of_other, plies): (Option<String>, Vec<Ply>),
        sighting: &Sighting<'static>,
    ) -> Self {
        let value = |key| header::value(record, key).map(str::to_owned);
        Self {
            path: Arc::clone(path),
            record: record.index,
            kind: record.game,
            format: record.format.name(),
            encoding,
            event: value(HeaderKey::Event),
            site: value(HeaderKey::Site),
            started: value(HeaderKey::Start),
            players: PLAYERS.map(|key| {
                let written = header::value(record, key)?;
                Some(names.kept(written).to_owned())
            }),
            begun: begun(record, start_of_other.as_deref()),
            start: start_of_other.or_else(|| start(&record.start.position)),
            handicap: handicap(record),
            is_played: record.start.is_known || !record.is_shogi(),
            end: judgement.end,
            stated: judgement.stated,
            verdict: judgement.verdict,
            occurrences: judgement.occurrences,
            findings: judgement.findings.iter().map(Found::of).collect(),
            stated_opening: value(HeaderKey::Opening),
            opening: Opening::of(sighting),
            plies,
        }
    }

    /// The number of the game. It is worked out when somebody asks: without help of the processor that takes a
    /// quarter of what judging the game takes.
    pub fn id(&self) -> String {
        let mut id = self.begun.clone();
        for ply in &self.plies {
            match &ply.action {
                Action::Move(played) => id.push(played.mv),
                Action::Token(token) => id.push_unread(&token.text),
                Action::Written(text) => id.push_unread(text),
            }
        }
        id.finish()
    }

    /// Whether anything of it could be read.
    pub fn is_known(&self) -> bool {
        self.format != Format::UNKNOWN.name()
    }

    /// When it began, as far as that is known.
    fn began(&self) -> Option<Date> {
        Date::read(self.started.as_deref()?).ok()
    }

    /// When it began in ISO 8601, else as written; a time of day alone is no date.
    pub fn start_time(&self) -> Option<String> {
        Date::in_tables(self.started.as_deref()?).map(Cow::into_owned)
    }

    /// The day that it began, in ISO 8601; the month or the year where no more is known.
    pub fn date(&self) -> Option<String> {
        Some(self.began()?.without_time().to_string())
    }

    /// The year that it began.
    pub fn year(&self) -> Option<u32> {
        Some(self.began()?.year)
    }

    /// A count; none where the record was not played out.
    pub(super) fn figure(&self, count: impl TryInto<i64>) -> Cell<'static> {
        if self.is_played {
            Cell::count(count)
        } else {
            Cell::Empty
        }
    }

    /// A count of what happened on a shogi board; none where there was none.
    pub(super) fn board_figure(&self, count: impl TryInto<i64>) -> Cell<'static> {
        if *self.kind == SHOGI {
            self.figure(count)
        } else {
            Cell::Empty
        }
    }

    /// The rules of its findings, each once, in the order of the findings.
    pub fn rules(&self) -> Vec<&'static str> {
        let mut names = Vec::new();
        for found in &self.findings {
            if !names.contains(&found.rule.name) {
                names.push(found.rule.name);
            }
        }
        names
    }

    /// How many pieces a side dropped.
    pub fn drops(&self, side: Color) -> usize {
        let own = self.plies.iter().filter(|ply| ply.seat.index() == side.index());
        own.filter(|ply| matches!(&ply.action, Action::Move(played) if played.mv.from().is_none()))
            .count()
    }

    /// The name of a player, to group by, where there is one.
    pub fn normal(&self, seat: impl Into<Seat>) -> Option<String> {
        let written = self.players.get(seat.into().index())?.as_deref()?;
        Some(name::normal(written)).filter(|name| !name.is_empty())
    }

    /// Who won by the rules.
    pub const fn winner(&self) -> Option<Seat> {
        match self.verdict {
            Some(Outcome::Win(winner)) => Some(winner),
            _ => None,
        }
    }

    /// The time that a player used for his moves, in milliseconds, where the time of each is known.
    pub fn milliseconds(&self, seat: impl Into<Seat>) -> Option<u64> {
        let seat = seat.into();
        let mut own = self.plies.iter().filter(|ply| ply.seat == seat).peekable();
        own.peek()?;
        own.map(|ply| ply.milliseconds).sum()
    }

    /// How many of its moves are of a kind.
    pub fn count(&self, what: impl Fn(&BoardMove) -> bool) -> usize {
        let is_such = |ply: &&Ply| matches!(&ply.action, Action::Move(played) if what(played));
        self.plies.iter().filter(is_such).count()
    }

    /// How many findings it has of a severity.
    pub(crate) fn findings_of(&self, severity: Severity) -> usize {
        self.findings
            .iter()
            .filter(|found| found.severity == severity)
            .count()
    }
}

impl Opening {
    fn of(sighting: &Sighting<'static>) -> Self {
        let japanese = |pattern: Option<&'static Pattern>| pattern.map(|it| &*it.name.japanese);
        Self {
            name: japanese(sighting.opening),
            english: sighting.opening.map(|it| &*it.name.english),
            strategies: sighting.strategy.map(japanese),
            castles: sighting.castle.map(japanese),
        }
    }
}

impl Found {
    fn of(finding: &Finding) -> Self {
        Self {
            rule: finding.rule,
            severity: finding.severity,
            seat: finding.seat,
        }
    }
}

/// The number of a game before its first move.
fn begun(record: &Record<'_>, start: Option<&str>) -> GameId {
    let mut id = GameId::begin(&record.start.position);
    if !record.is_shogi() {
        id.push_unread(record.game.name);
        id.push_unread(start.unwrap_or_default());
    }
    id
}

fn start(position: &Position) -> Option<String> {
    static EVEN: LazyLock<Position> = LazyLock::new(Position::startpos);
    (*position != *EVEN).then(|| {
        let mut sfen = position.to_sfen(1);
        sfen.truncate(sfen.rfind(' ').unwrap_or(sfen.len()));
        sfen
    })
}

/// The name of the start: by its position, else as the record calls it; other games have none.
fn handicap(record: &Record<'_>) -> String {
    let start = &record.start;
    if !record.is_shogi() {
        return String::new();
    }
    if let Some(known) = Handicap::of(&start.position).filter(|_| start.is_known) {
        return known.name.to_owned();
    }
    let name = start.name.as_ref().map_or("", |(name, _)| name.trim());
    // The name of another start than the one that is there would mislead.
    if name.is_empty() || Handicap::by_name(name).is_some() {
        return "その他".to_owned();
    }
    name.to_owned()
}
