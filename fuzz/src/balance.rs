//! The invariant of conversions: the winner, the findings on moves and a second conversion stay the same, unless a
//! reported loss explains the difference.

use std::collections::BTreeSet;

use kifu::finding::{Class, Finding};
use kifu::notation::{self, Loss, Losses, Target, Writer, WrittenRecord};
use kifu::played::Played;
use kifu::profile::Profile;
use kifu::record::{Outcome, Record, Terminal};
use kifu::referee::{Judgement, Referee};
use kifu::text;

/// The results that a conversion must preserve.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Judged {
    /// The winners, as stated in the record and by the rules of each built-in profile.
    winners: Vec<[Option<&'static str>; 2]>,
    /// The end of the game by each profile.
    ends: Vec<Option<&'static str>>,
    /// Number of plies played.
    plies: u32,
    /// Findings on moves: ply and rule.
    faults: Vec<(Option<u32>, &'static str)>,
    /// Severities of these findings, and `true` if the record itself has the penalty.
    weights: Vec<(&'static str, bool)>,
}

/// A kind of result that may change for a reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Verdict,
    End,
    Faults,
    Weights,
}

/// The losses that explain a change of each result.
const REASONS: &[(What, Loss)] = &[
    (What::Verdict, Loss::Move),
    (What::Verdict, Loss::Result),
    (What::Verdict, Loss::Claim),
    // Earlier plies are included in the move limit.
    (What::Verdict, Loss::PliesBefore),
    // Headers may state the rules of the event.
    (What::Verdict, Loss::Header),
    (What::Verdict, Loss::ToolLine),
    // An end after a move that was taken back.
    (What::Verdict, Loss::MoveAfterEnd),
    // After a possibly missing move, the position is uncertain.
    (What::Verdict, Loss::Numbers),
    (What::End, Loss::Move),
    (What::End, Loss::Result),
    (What::End, Loss::Claim),
    (What::End, Loss::MoveAfterEnd),
    // After a possibly missing move, the side to move is uncertain.
    (What::End, Loss::Numbers),
    (What::Weights, Loss::Move),
    (What::Weights, Loss::Result),
    (What::Weights, Loss::Numbers),
    (What::Faults, Loss::Move),
    // Moves after an end are checked less strictly.
    (What::Faults, Loss::Result),
    (What::Faults, Loss::Variation),
    (What::Faults, Loss::BrokenVariation),
    (What::Faults, Loss::MoveAfterEnd),
    (What::Faults, Loss::Numbers),
    (What::Faults, Loss::PieceName),
    (What::Faults, Loss::SideMark),
];

fn is_explained(what: What, losses: &Losses, target: &Target) -> bool {
    let named = |loss| losses.iter().any(|lost| lost.loss == loss);
    // The move numbers show that a move is missing at an unreadable place.
    let gap_is_lost = !target.holds.numbers && named(Loss::Unread);
    gap_is_lost || REASONS.iter().any(|&(of, loss)| of == what && named(loss))
}

impl Judged {
    fn of(record: &Record<'_>, referees: &mut [Referee]) -> Self {
        let mut judgements: Vec<_> = referees.iter_mut().map(|it| it.judge(record)).collect();
        let winners = |it: &Judgement| [it.stated, it.verdict].map(|outcome| outcome.map(Outcome::name));
        let end = |it: &Judgement| it.end.map(loser_told).map(Terminal::name);
        let (winners, ends) = (
            judgements.iter().map(winners).collect(),
            judgements.iter().map(end).collect(),
        );
        let judgement = judgements.swap_remove(0);
        let is_fault =
            |it: &&Finding| it.moved.is_some() && matches!(it.rule.class, Class::Foul | Class::RecordError);
        let faults = || judgement.findings.iter().filter(is_fault);
        Self {
            winners,
            ends,
            plies: judgement.plies,
            faults: faults().map(|it| (it.ply, it.rule.name)).collect(),
            weights: faults().map(|it| (it.severity.name(), it.acknowledged)).collect(),
        }
    }
}

/// Returns the end from the loser's side. The format decides which of the two words is available.
fn loser_told(end: Terminal) -> Terminal {
    match end {
        Terminal::FoulWin => Terminal::FoulLoss,
        Terminal::WinByDefault => Terminal::LoseByDefault,
        other => other,
    }
}

/// Comparisons of conversions with their records.
#[derive(Debug)]
pub struct Balance {
    /// One referee per profile, in the same order.
    referees: Vec<Referee>,
    /// Number of conversions compared.
    pub compared: u32,
    /// Descriptions of the violations.
    pub wrong: BTreeSet<String>,
}

impl Default for Balance {
    fn default() -> Self {
        // The findings on moves are compared for the first profile only.
        let mut profiles: Vec<_> = Profile::all().to_vec();
        profiles.sort_by_key(|it| it.name != Profile::default().name);
        Self {
            referees: profiles.into_iter().map(Referee::with_profile).collect(),
            compared: 0,
            wrong: BTreeSet::new(),
        }
    }
}

impl Balance {
    /// Converts a record to every target and compares the results.
    pub fn record(&mut self, place: &str, record: &Record<'_>) {
        let before = Judged::of(record, &mut self.referees);
        for target in notation::targets().filter(|it| !it.training) {
            let Ok(page) = Writer::new(target).write(&Played::new(record)) else {
                continue;
            };
            self.compared += 1;
            self.page(&format!("{place} as {}", target.name), &before, &page, target);
        }
    }

    fn page(&mut self, place: &str, before: &Judged, page: &WrittenRecord, target: &'static Target) {
        let text = text::decode(&page.bytes, None);
        let detected = notation::detect(&text, Some(target.extension));
        let Some(again) = notation::records(&text, detected).next() else {
            self.wrong.insert(format!("{place}: nothing is read"));
            return;
        };
        let after = Judged::of(&again, &mut self.referees);
        let losses: Vec<_> = page.losses.iter().map(|lost| lost.loss.name()).collect();
        let explained = |what| is_explained(what, &page.losses, target);
        let changes_faults = before.faults != after.faults;
        let wrong = [
            // Findings on moves may decide the winner.
            (
                before.winners != after.winners
                    && !explained(What::Verdict)
                    && !(changes_faults && explained(What::Faults)),
                format!("{:?} become {:?}", before.winners, after.winners),
            ),
            (
                (&before.ends, before.plies) != (&after.ends, after.plies) && !explained(What::End),
                format!(
                    "{:?} become {:?}, {} plies {}",
                    before.ends, after.ends, before.plies, after.plies
                ),
            ),
            (
                changes_faults && !explained(What::Faults),
                format!("{:?} become {:?}", before.faults, after.faults),
            ),
            (
                !changes_faults && before.weights != after.weights && !explained(What::Weights),
                format!("{:?} become {:?}", before.weights, after.weights),
            ),
        ];
        for (_, what) in wrong.into_iter().filter(|(is_wrong, _)| *is_wrong) {
            self.wrong.insert(format!("{place}: {what} {losses:?}"));
        }
        let second = match Writer::new(target).write(&Played::new(&again)) {
            Ok(second) => second.bytes,
            Err(refusal) => refusal.to_string().into_bytes(),
        };
        if second != page.bytes {
            let second = text::decode(&second, Some(target.encoding));
            let mut lines = text.as_str().lines().zip(second.as_str().lines());
            let other = lines.find(|(one, other)| one != other);
            self.wrong
                .insert(format!("{place}: written again: {other:?} {losses:?}"));
        }
    }

    /// Asserts that no violation was found.
    ///
    /// # Panics
    ///
    /// If there is a violation.
    pub fn assert_even(&self) {
        let wrong: Vec<_> = self.wrong.iter().map(String::as_str).collect();
        assert!(
            wrong.is_empty(),
            "{} of {}:\n{}",
            wrong.len(),
            self.compared,
            wrong.join("\n")
        );
    }
}
