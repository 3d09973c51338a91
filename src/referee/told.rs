//! Moves whose origin or promotion the record leaves to the board.

use super::place::Place;
use super::replay::Replay;
use super::{rules, words};
use crate::finding::Rule;
use crate::played::Unclear;
use crate::record::{NodeId, Origin, Promotion, Written};
use crate::shogi::Suffix;

impl Replay<'_, '_> {
    /// Says what the record should have written of a move that the board has told.
    pub(super) fn told_by_the_board(&mut self, id: NodeId, written: &Written, resolved: &Written) {
        let mut findings: Vec<(&'static Rule, String)> = Vec::new();
        if written.from == Origin::Unstated {
            let message = "neither an origin nor 打 is written; this is the only move that fits";
            findings.push((&rules::origin_unstated::RULE, message.to_owned()));
        }
        if let Some(message) = self.unusual_words(written, resolved) {
            self.words_reported = true;
            findings.push((&rules::unusual_suffix::RULE, message));
        }
        let left_open = match (written.promotion, resolved.promotion) {
            (Promotion::Omitted, Promotion::Promote) => {
                Some("without promotion the piece could never move again: taken to promote")
            }
            (Promotion::Omitted, Promotion::Decline) => Some("taken not to promote"),
            _ => None,
        };
        findings.extend(left_open.map(|taken| {
            let message = format!("the piece could promote, and neither 成 nor 不成 is written; {taken}");
            (&rules::promotion_unstated::RULE, message)
        }));
        if findings.is_empty() {
            return;
        }
        let place = self.place(id, self.position.side_to_move(), written.span);
        for (rule, message) in findings {
            self.report(rule, &place, message);
        }
    }

    /// How the words of a move differ from those of the rule, said once in a record.
    fn unusual_words(&self, written: &Written, resolved: &Written) -> Option<String> {
        let (Origin::Words(suffix), Origin::Board(from)) = (written.from, resolved.from) else {
            return None;
        };
        let usual = Suffix::of(&self.position, from, written.to.square())?;
        (usual != suffix && !self.words_reported).then(|| {
            format!(
                "{} tells which piece moves, where {} is usual; further moves like this are not listed",
                named(suffix),
                named(usual)
            )
        })
    }

    /// Reports a move that the board does not tell.
    pub(super) fn unclear(&mut self, id: NodeId, written: &Written, unclear: &Unclear) {
        let place: Place = self.place(id, self.position.side_to_move(), written.span);
        let said = match written.from {
            Origin::Words(Suffix::NONE) => "no word tells which piece moves".to_owned(),
            Origin::Words(suffix) => format!("the words {}", named(suffix)),
            _ => "neither an origin nor 打 is written".to_owned(),
        };
        let Unclear { kind, to, candidates } = unclear;
        let told = matches!(written.from, Origin::Words(suffix) if suffix != Suffix::NONE);
        let message = match &candidates[..] {
            [] => format!(
                "no {} of {} can go to {to}, and none is in hand",
                kind.english(),
                words::side(place.side)
            ),
            [one] if told => format!(
                "{said} do not fit {}, which could go to {to}",
                words::list(&self.position, &[*one])
            ),
            several if told => format!(
                "{said} do not tell which piece moves: {} could go to {to}",
                words::list(&self.position, several)
            ),
            [one] => format!(
                "{said}, and {} cannot legally go to {to}",
                words::list(&self.position, &[*one])
            ),
            several => format!(
                "{said}, and {} could all go to {to}",
                words::list(&self.position, several)
            ),
        };
        self.report(&rules::ambiguous_move::RULE, &place, message);
    }
}

/// The words as they are written; "no word" for none.
fn named(suffix: Suffix) -> String {
    match suffix {
        Suffix::NONE => "no word".to_owned(),
        words => words.to_string(),
    }
}
