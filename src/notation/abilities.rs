//! What a target can hold, in words.

use super::loss::Loss;
use super::target::{Bookmarks, Capabilities, Headers};
use crate::finding::{Language, Message, Series, Spoken, Words, both, message};
use crate::record::Terminal;

/// Something that a target can hold or not.
#[derive(Debug)]
pub struct Ability {
    /// What is held, in the plural.
    pub what: Words,
    /// What is counted where it is not.
    pub loss: Loss,
    /// Without this, nobody would expect it.
    needs: fn(&Capabilities) -> bool,
    /// How far it is held.
    degree: fn(&Capabilities) -> Degree,
}

/// How far something is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Degree {
    /// Not at all.
    No,
    /// As it is.
    Yes,
    /// With a change or a limit, which is said in words.
    Partly(Message),
}

/// All abilities, in the order in which their losses are reported.
pub static ABILITIES: &[Ability] = &[
    Ability::new(both("moves", "指し手"), Loss::Move, |it| it.moves.into()),
    Ability::of_moves(both("variations", "変化"), Loss::Variation, |it| {
        it.variations.into()
    }),
    Ability::of_moves(
        both("moves after the end", "終局後の指し手"),
        Loss::MoveAfterEnd,
        |it| it.moves_after_end.into(),
    ),
    Ability::new(both("results", "終局の記載"), Loss::Result, results),
    Ability::new(
        both("contradictory result lines", "食い違う結果の行"),
        Loss::Claim,
        |it| it.claims.into(),
    ),
    Ability::new(
        both("move number of the start position", "開始局面の手数"),
        Loss::PliesBefore,
        |it| it.plies_before.into(),
    ),
    Ability::new(
        both("last move before the start position", "開始局面の直前の手"),
        Loss::LastMove,
        |it| it.last_move.into(),
    ),
    Ability::of_moves(
        both("move numbers out of order", "連続しない手数の番号"),
        Loss::Numbers,
        |it| it.numbers.into(),
    ),
    Ability::of_moves(
        both("wrong piece names", "誤った駒名"),
        Loss::PieceName,
        |it| it.piece_names.into(),
    ),
    Ability::of_moves(
        both("wrong side marks", "誤った手番の記号"),
        Loss::SideMark,
        |it| it.side_marks.into(),
    ),
    Ability::of_moves(both("times", "消費時間"), Loss::Time, times),
    Ability {
        needs: |it| it.clock.is_some(),
        ..Ability::new(
            both("inconsistent total times", "合計と合わない累計"),
            Loss::Total,
            |it| it.totals.into(),
        )
    },
    Ability {
        needs: |it| it.clock.is_some(),
        ..Ability::new(
            both("times of results", "終局の手の消費時間"),
            Loss::ResultTime,
            |it| it.result_clock.into(),
        )
    },
    Ability::new(both("headers", "ヘッダー"), Loss::Header, |it| {
        match it.headers {
            Headers::Any => Degree::Yes,
            Headers::Known => Degree::Partly(message!("known keys", "既知のキー")),
            Headers::None => Degree::No,
        }
    }),
    Ability::new(both("comments", "コメント"), Loss::Comment, |it| {
        it.comments.into()
    }),
    Ability::new(both("bookmarks", "しおり"), Loss::Bookmark, |it| {
        match it.bookmarks {
            Bookmarks::Kept => Degree::Yes,
            Bookmarks::AsComments => Degree::Partly(message!("as comments", "コメントとして")),
            Bookmarks::Lost => Degree::No,
        }
    }),
    Ability::new(
        both("program lines", "ソフトの出力行"),
        Loss::ToolLine,
        |it| it.tool_lines.into(),
    ),
];

impl Ability {
    const fn new(what: Words, loss: Loss, degree: fn(&Capabilities) -> Degree) -> Self {
        Self {
            what,
            loss,
            needs: |_| true,
            degree,
        }
    }

    const fn of_moves(what: Words, loss: Loss, degree: fn(&Capabilities) -> Degree) -> Self {
        Self {
            needs: |it| it.moves,
            ..Self::new(what, loss, degree)
        }
    }

    /// How far a target that holds so much has it.
    pub fn degree(&self, holds: &Capabilities) -> Degree {
        (self.degree)(holds)
    }
}

impl From<bool> for Degree {
    fn from(held: bool) -> Self {
        if held { Self::Yes } else { Self::No }
    }
}

impl Capabilities {
    /// What is held, and what is not although one might expect it, in words.
    pub fn in_words(&self, language: Language) -> (String, String) {
        let (mut held, mut missing) = (Vec::new(), Vec::new());
        for ability in ABILITIES {
            let what = Message::from(ability.what);
            match ability.degree(self) {
                Degree::Yes => held.push(what),
                Degree::Partly(how) => held.push(message!("{what} ({how})", "{what}（{how}）", what, how)),
                Degree::No if (ability.needs)(self) => missing.push(what),
                Degree::No => {}
            }
        }
        let listed = |all| Spoken(&Series(all), language).to_string();
        (listed(held), listed(missing))
    }
}

fn results(holds: &Capabilities) -> Degree {
    match holds.results.len() {
        0 => Degree::No,
        all if all >= Terminal::OF_SHOGI.len() => Degree::Yes,
        some => {
            let all = Terminal::OF_SHOGI.len();
            Degree::Partly(message!("{some} of {all}", "{all}種のうち{some}種", some, all))
        }
    }
}

fn times(holds: &Capabilities) -> Degree {
    match holds.clock {
        None => Degree::No,
        Some(1) => Degree::Partly(message!("milliseconds", "ミリ秒単位")),
        Some(_) => Degree::Partly(message!("seconds", "秒単位")),
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
        let words = |name| {
            target(name)
                .map(|it| it.holds.in_words(Language::English))
                .unwrap_or_default()
        };
        let (held, missing) = words("sfen");
        assert_eq!(held, "move number of the start position");
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
