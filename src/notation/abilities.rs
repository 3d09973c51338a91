//! What a target can hold, in words.

use super::loss::Loss;
use super::target::{Bookmarks, Headers, Holds};
use crate::record::Terminal;

/// Something that a target can hold or not.
#[derive(Debug)]
pub struct Ability {
    /// What is held, in the plural.
    pub what: &'static str,
    /// What is counted where it is not.
    pub loss: Loss,
    /// Without this, nobody would expect it.
    needs: fn(&Holds) -> bool,
    /// How far it is held.
    degree: fn(&Holds) -> Degree,
}

/// How far something is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Degree {
    /// Not at all.
    No,
    /// As it is.
    Yes,
    /// With a change or a limit, which is said in words.
    Partly(String),
}

/// All abilities, in the order in which their losses are reported.
pub static ABILITIES: &[Ability] = &[
    Ability::new("moves", Loss::Move, |it| it.moves.into()),
    Ability::of_moves("variations", Loss::Variation, |it| it.variations.into()),
    Ability::of_moves("moves behind the end", Loss::MoveAfterEnd, |it| {
        it.moves_after_end.into()
    }),
    Ability::new("results", Loss::Result, results),
    Ability::new("result lines that contradict", Loss::Claim, |it| it.claims.into()),
    Ability::new("plies before the start", Loss::PliesBefore, |it| {
        it.plies_before.into()
    }),
    Ability::new("the last move before the start", Loss::LastMove, |it| {
        it.last_move.into()
    }),
    Ability::of_moves("numbers out of order", Loss::Numbers, |it| it.numbers.into()),
    Ability::of_moves("wrong names of pieces", Loss::PieceName, |it| {
        it.piece_names.into()
    }),
    Ability::of_moves("wrong marks of sides", Loss::SideMark, |it| it.side_marks.into()),
    Ability::of_moves("times", Loss::Time, times),
    Ability {
        needs: |it| it.clock.is_some(),
        ..Ability::new("totals that are not the sum", Loss::Total, |it| it.totals.into())
    },
    Ability {
        needs: |it| it.clock.is_some(),
        ..Ability::new("times of results", Loss::ResultTime, |it| it.result_clock.into())
    },
    Ability::new("headers", Loss::Header, |it| match it.headers {
        Headers::Any => Degree::Yes,
        Headers::Known => Degree::Partly("known keys".to_owned()),
        Headers::None => Degree::No,
    }),
    Ability::new("comments", Loss::Comment, |it| it.comments.into()),
    Ability::new("bookmarks", Loss::Bookmark, |it| match it.bookmarks {
        Bookmarks::Kept => Degree::Yes,
        Bookmarks::AsComments => Degree::Partly("as comments".to_owned()),
        Bookmarks::Lost => Degree::No,
    }),
    Ability::new("lines of programs", Loss::ToolLine, |it| it.tool_lines.into()),
];

impl Ability {
    const fn new(what: &'static str, loss: Loss, degree: fn(&Holds) -> Degree) -> Self {
        Self {
            what,
            loss,
            needs: |_| true,
            degree,
        }
    }

    const fn of_moves(what: &'static str, loss: Loss, degree: fn(&Holds) -> Degree) -> Self {
        Self {
            needs: |it| it.moves,
            ..Self::new(what, loss, degree)
        }
    }

    /// How far a target that holds so much has it.
    pub fn degree(&self, holds: &Holds) -> Degree {
        (self.degree)(holds)
    }
}

impl From<bool> for Degree {
    fn from(held: bool) -> Self {
        if held { Self::Yes } else { Self::No }
    }
}

impl Holds {
    /// What is held, and what is not although one might expect it, in words.
    pub fn in_words(&self) -> (String, String) {
        let (mut held, mut missing) = (Vec::new(), Vec::new());
        for ability in ABILITIES {
            match ability.degree(self) {
                Degree::Yes => held.push(ability.what.to_owned()),
                Degree::Partly(how) => held.push(format!("{} ({how})", ability.what)),
                Degree::No if (ability.needs)(self) => missing.push(ability.what),
                Degree::No => {}
            }
        }
        (held.join(", "), missing.join(", "))
    }
}

fn results(holds: &Holds) -> Degree {
    match holds.results.len() {
        0 => Degree::No,
        all if all == Terminal::ALL.len() => Degree::Yes,
        some => Degree::Partly(format!("{some} of {}", Terminal::ALL.len())),
    }
}

fn times(holds: &Holds) -> Degree {
    match holds.clock {
        None => Degree::No,
        Some(1) => Degree::Partly("milliseconds".to_owned()),
        Some(_) => Degree::Partly("seconds".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::target;

    #[test]
    fn abilities_stand_in_the_order_of_their_losses() {
        assert!(ABILITIES.is_sorted_by_key(|it| it.loss));
    }

    #[test]
    fn what_is_held_is_said_in_words() {
        let words = |name| target(name).map(|it| it.holds.in_words()).unwrap_or_default();
        let (held, missing) = words("sfen");
        assert_eq!(held, "plies before the start");
        assert!(missing.starts_with("moves, results, "), "{missing}");
        assert!(!missing.contains("variations"), "{missing}");
        let (held, missing) = words("csa");
        assert!(
            held.contains("times (seconds)") && held.contains("bookmarks (as comments)"),
            "{held}"
        );
        assert!(missing.starts_with("variations, "), "{missing}");
    }
}
