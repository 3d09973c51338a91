//! The invariant of conversions: the winner, the findings on moves and a second conversion stay the same, unless a
//! reported loss explains the difference.

use std::collections::BTreeSet;

use kifu::finding::{Class, Finding};
use kifu::notation::{self, Loss, Losses, Target, Writer, WrittenRecord};
use kifu::played::Played;
use kifu::profile::Profile;
use kifu::record::{Gap, GapKind, Outcome, Record, Terminal};
use kifu::referee::{Judgement, Referee};
use kifu::text::{self, Text};

/// The results of a record that a conversion must preserve.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Results {
    /// For each built-in profile: the outcome that the record states, and the outcome by the rules. `None` if there is no
    /// outcome.
    winners: Vec<[Option<&'static str>; 2]>,
    /// The end of the game, for each built-in profile; `None` if there is no end. Wins are replaced by the losses of [`as_loss`].
    ends: Vec<Option<&'static str>>,
    /// The number of plies, by the default profile.
    plies: u32,
    /// The findings on moves: ply and rule.
    faults: Vec<(Option<u32>, &'static str)>,
    /// The severity of each finding in `faults`, and `true` if the result in the record already takes the finding into
    /// account.
    weights: Vec<(&'static str, bool)>,
}

/// A group of [`Results`] that a reported loss may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ResultKind {
    Verdict,
    End,
    Faults,
    Weights,
}

/// The losses that explain a change of each result.
const REASONS: &[(ResultKind, Loss)] = &[
    (ResultKind::Verdict, Loss::Move),
    (ResultKind::Verdict, Loss::Result),
    (ResultKind::Verdict, Loss::Claim),
    // The move limit includes the plies before the start position.
    (ResultKind::Verdict, Loss::PliesBefore),
    // Headers may state the rules of the event.
    (ResultKind::Verdict, Loss::Header),
    (ResultKind::Verdict, Loss::ToolLine),
    // The end of the game may follow after a move that was taken back.
    (ResultKind::Verdict, Loss::MoveAfterEnd),
    // Move numbers show that a move may be missing, after which the position is uncertain.
    (ResultKind::Verdict, Loss::Numbers),
    (ResultKind::End, Loss::Move),
    (ResultKind::End, Loss::Result),
    (ResultKind::End, Loss::Claim),
    (ResultKind::End, Loss::MoveAfterEnd),
    // Move numbers show that a move may be missing, after which the side to move is uncertain.
    (ResultKind::End, Loss::Numbers),
    (ResultKind::Weights, Loss::Move),
    (ResultKind::Weights, Loss::Result),
    (ResultKind::Weights, Loss::Numbers),
    (ResultKind::Faults, Loss::Move),
    // Moves after an end are checked less strictly.
    (ResultKind::Faults, Loss::Result),
    (ResultKind::Faults, Loss::Variation),
    (ResultKind::Faults, Loss::BrokenVariation),
    (ResultKind::Faults, Loss::MoveAfterEnd),
    (ResultKind::Faults, Loss::Numbers),
    (ResultKind::Faults, Loss::PieceName),
    (ResultKind::Faults, Loss::SideMark),
];

/// Returns whether a reported loss explains the change of a result.
fn is_explained(result: ResultKind, losses: &Losses, target: &Target) -> bool {
    let is_lost = |loss| losses.iter().any(|lost| lost.loss == loss);
    // In place of an unreadable move, only the move numbers show that a move is missing.
    let gap_is_lost = !target.holds.numbers && is_lost(Loss::Unread);
    gap_is_lost
        || REASONS
            .iter()
            .any(|&(explained, loss)| explained == result && is_lost(loss))
}

impl Results {
    fn from_record(record: &Record<'_>, referees: &mut [Referee]) -> Self {
        let mut judgements: Vec<_> = referees.iter_mut().map(|it| it.check(record)).collect();
        let winners = |judgement: &Judgement| {
            [judgement.stated, judgement.verdict].map(|outcome| outcome.map(Outcome::name))
        };
        let end = |judgement: &Judgement| judgement.end.map(as_loss).map(Terminal::name);
        let (winners, ends) = (
            judgements.iter().map(winners).collect(),
            judgements.iter().map(end).collect(),
        );
        let judgement = judgements.swap_remove(0);
        let is_fault = |finding: &&Finding| {
            finding.moved.is_some() && matches!(finding.rule.class, Class::Foul | Class::RecordError)
        };
        let faults = || judgement.findings.iter().filter(is_fault);
        Self {
            winners,
            ends,
            plies: judgement.plies,
            faults: faults().map(|fault| (fault.ply, fault.rule.name)).collect(),
            weights: faults()
                .map(|fault| (fault.severity.name(), fault.acknowledged))
                .collect(),
        }
    }
}

/// Returns the end as a loss instead of a win. Some formats have only one of the two words.
fn as_loss(end: Terminal) -> Terminal {
    match end {
        Terminal::FoulWin => Terminal::FoulLoss,
        Terminal::WinByDefault => Terminal::LoseByDefault,
        other => other,
    }
}

/// Comparisons of conversions with their records.
#[derive(Debug)]
pub struct ConversionCheck {
    /// One referee per built-in profile. The default profile is the first.
    referees: Vec<Referee>,
    /// The number of conversions compared.
    pub compared: u32,
    /// Descriptions of the violations.
    pub wrong: BTreeSet<String>,
}

impl Default for ConversionCheck {
    fn default() -> Self {
        // The findings on moves are compared only for the first profile, which is the default one.
        let mut profiles: Vec<_> = Profile::all().to_vec();
        profiles.sort_by_key(|profile| profile.name != Profile::default().name);
        Self {
            referees: profiles.into_iter().map(Referee::with_profile).collect(),
            compared: 0,
            wrong: BTreeSet::new(),
        }
    }
}

impl ConversionCheck {
    /// Converts a record to every target except those for training data, and compares the results. Targets that cannot
    /// hold the record are skipped.
    pub fn record(&mut self, place: &str, record: &Record<'_>) {
        let before = Results::from_record(record, &mut self.referees);
        for target in notation::targets().filter(|it| !it.training) {
            let Ok(page) = Writer::new(target).write(&Played::new(record)) else {
                continue;
            };
            self.compared += 1;
            // PSN does not declare its encoding, so that text that was saved in a wrong encoding before is detected as that encoding
            // again.
            let is_double_encoded = |gap: &Gap| matches!(gap.kind, GapKind::DoubleEncoded(_));
            let is_misread = target.name == "psn" && record.gaps.iter().any(is_double_encoded);
            let encoding = is_misread.then_some(target.encoding);
            let text = text::decode(&page.bytes, encoding);
            let place = format!("{place} as {}", target.name);
            self.check_page(&place, &before, (&page, &text), target);
        }
    }

    fn check_page(
        &mut self,
        place: &str,
        before: &Results,
        (page, text): (&WrittenRecord, &Text<'_>),
        target: &'static Target,
    ) {
        let detected = notation::detect(text, Some(target.extension));
        let Some(reread) = notation::records(text, detected).next() else {
            self.wrong.insert(format!("{place}: nothing is read"));
            return;
        };
        let after = Results::from_record(&reread, &mut self.referees);
        let losses: Vec<_> = page.losses.iter().map(|lost| lost.loss.name()).collect();
        let explained = |result| is_explained(result, &page.losses, target);
        let changes_faults = before.faults != after.faults;
        let violations = [
            // Findings on moves may decide the winner, so a loss that explains a change of these findings also explains
            // a change of the winner.
            (
                before.winners != after.winners
                    && !explained(ResultKind::Verdict)
                    && !(changes_faults && explained(ResultKind::Faults)),
                format!("{:?} become {:?}", before.winners, after.winners),
            ),
            (
                (&before.ends, before.plies) != (&after.ends, after.plies) && !explained(ResultKind::End),
                format!(
                    "{:?} become {:?}, {} plies {}",
                    before.ends, after.ends, before.plies, after.plies
                ),
            ),
            (
                changes_faults && !explained(ResultKind::Faults),
                format!("{:?} become {:?}", before.faults, after.faults),
            ),
            (
                !changes_faults && before.weights != after.weights && !explained(ResultKind::Weights),
                format!("{:?} become {:?}", before.weights, after.weights),
            ),
        ];
        for (_, description) in violations.into_iter().filter(|(is_wrong, _)| *is_wrong) {
            self.wrong.insert(format!("{place}: {description} {losses:?}"));
        }
        let second = match Writer::new(target).write(&Played::new(&reread)) {
            Ok(second) => second.bytes,
            Err(refusal) => refusal.to_string().into_bytes(),
        };
        if second != page.bytes {
            let second = text::decode(&second, Some(target.encoding));
            let mut lines = text.as_str().lines().zip(second.as_str().lines());
            let difference = lines.find(|(first, second)| first != second);
            self.wrong
                .insert(format!("{place}: written again: {difference:?} {losses:?}"));
        }
    }

    /// Asserts that no violation was found.
    ///
    /// # Panics
    ///
    /// If there is a violation.
    pub fn assert_no_violations(&self) {
        let violations: Vec<_> = self.wrong.iter().map(String::as_str).collect();
        assert!(
            violations.is_empty(),
            "{} of {}:\n{}",
            violations.len(),
            self.compared,
            violations.join("\n")
        );
    }
}
