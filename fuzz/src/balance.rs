//! The equation of a conversion: who won, what is found of the moves, and the second writing stay the same, unless a
//! loss is named that tells why.

use std::collections::BTreeSet;

use kifu::finding::{Class, Finding};
use kifu::notation::{self, Loss, Losses, Target, Writer, WrittenRecord};
use kifu::played::Played;
use kifu::profile::Profile;
use kifu::record::{Outcome, Record, Terminal};
use kifu::referee::{Judgement, Referee};
use kifu::text;

/// What may not change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Judged {
    /// Who won, by what the record states and by the rules of every built-in profile.
    winners: Vec<[Option<&'static str>; 2]>,
    /// How the game ended, by every profile.
    ends: Vec<Option<&'static str>>,
    /// How many moves were played.
    plies: u32,
    /// The faults of moves: ply and rule.
    faults: Vec<(Option<u32>, &'static str)>,
    /// How they weigh, and whether the record itself punishes them.
    weights: Vec<(&'static str, bool)>,
}

/// What is said of a record, and why a conversion may say something else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Verdict,
    End,
    Faults,
    Weights,
}

/// The losses that tell why a verdict or the faults of moves are others.
const REASONS: &[(What, Loss)] = &[
    (What::Verdict, Loss::Move),
    (What::Verdict, Loss::Result),
    (What::Verdict, Loss::Claim),
    // They count for the limit of moves.
    (What::Verdict, Loss::PliesBefore),
    // They may name the rules of the event.
    (What::Verdict, Loss::Header),
    (What::Verdict, Loss::ToolLine),
    // An end after a move that was taken back.
    (What::Verdict, Loss::MoveAfterEnd),
    // After a move that may be missing, the board is in doubt.
    (What::Verdict, Loss::Numbers),
    (What::End, Loss::Move),
    (What::End, Loss::Result),
    (What::End, Loss::Claim),
    (What::End, Loss::MoveAfterEnd),
    // After a move that may be missing, nobody knows whose turn it is.
    (What::End, Loss::Numbers),
    (What::Weights, Loss::Move),
    (What::Weights, Loss::Result),
    (What::Weights, Loss::Numbers),
    (What::Faults, Loss::Move),
    // After an end the moves are judged with less trust.
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
    // Numbers tell that a move is missing where something could not be read.
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

/// The same end, told of the side that has lost: which of the two a notation has depends on its words.
fn loser_told(end: Terminal) -> Terminal {
    match end {
        Terminal::FoulWin => Terminal::FoulLoss,
        Terminal::WinByDefault => Terminal::LoseByDefault,
        other => other,
    }
}

/// Conversions, held against their records.
#[derive(Debug)]
pub struct Balance {
    /// One of each profile.
    referees: Vec<Referee>,
    /// So many conversions were compared.
    pub compared: u32,
    /// What breaks the equation, in words.
    pub wrong: BTreeSet<String>,
}

impl Default for Balance {
    fn default() -> Self {
        // The faults of moves are compared by the first.
        let mut profiles: Vec<_> = Profile::all().to_vec();
        profiles.sort_by_key(|it| it.name != Profile::default().name);
        Self {
            referees: profiles.into_iter().map(Referee::by).collect(),
            compared: 0,
            wrong: BTreeSet::new(),
        }
    }
}

impl Balance {
    /// Holds a record against what every target makes of it.
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
            // What is found of the moves may decide who won.
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

    /// Asserts that nothing breaks the equation.
    ///
    /// # Panics
    ///
    /// When something does.
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
