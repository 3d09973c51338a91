//! The capabilities of a notation: the parts of a record that it can express.

use super::loss::Loss;
use crate::finding::{CommaList, Language, Localized, Message, Words, both, message};
use crate::record::Terminal;

/// The capabilities of a notation, from which the losses of a conversion, `kifu formats` and `docs/formats.md` are
/// derived.
///
/// Each field is an ability that a notation has or lacks independently of the others, and has its row in `ALL_CAPABILITIES` or
/// its use in a writer. Notations are constants that differ from others in a few fields.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a row of a table of independent abilities"
)]
#[derive(Clone, Copy, Debug)]
pub struct Capabilities {
    /// `true` if the notation can contain moves; `false` if it contains a single position.
    pub moves: bool,
    /// `true` if variations can be written.
    pub variations: bool,
    /// `true` if a pass in place of a move can be written.
    pub passes: bool,
    /// `true` if moves after an end of the game can be written.
    pub moves_after_end: bool,
    /// `true` if variations among the moves after an end can be written.
    pub variations_after_end: bool,
    /// `true` if the number of plies before the start position can be written.
    pub plies_before: bool,
    /// `true` if the move before the start position can be written.
    pub last_move: bool,
    /// `true` if move numbers are written as in the record, with gaps and repetitions.
    pub numbers: bool,
    /// `true` if the name of the moved piece is written as in the record, even if it is wrong.
    pub piece_names: bool,
    /// `true` if the side that moves is written as in the record, even if it is wrong.
    pub side_marks: bool,
    /// `true` if every move specifies its side, even if the record does not.
    pub always_marks: bool,
    /// The headers that can be written.
    pub headers: Headers,
    /// `true` if comments can be written.
    pub comments: bool,
    /// The treatment of bookmarks when a record is written.
    pub bookmarks: Bookmarks,
    /// `true` if program lines can be written.
    pub tool_lines: bool,
    /// The unit of move times (milliseconds); `None` if there are no times.
    pub clock: Option<u32>,
    /// `true` if running totals that are not the sum of the times can be written.
    pub totals: bool,
    /// The results that have a word.
    pub results: &'static [Terminal],
    /// The result whose word may also mean a declared result. In USEN, an impasse may be a declared win; in CSA, a draw
    /// may be a declared draw. `None` if no word has two such meanings.
    pub may_declare: Option<Terminal>,
    /// `true` if the time of a result can be written.
    pub result_clock: bool,
    /// `true` if result lines can be written, even if they contradict the result.
    pub claims: bool,
    /// `true` if each position has a score. In records that were read from training data, comments are scores.
    pub scores: bool,
}

/// The headers that a notation can contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headers {
    /// Any header.
    Any,
    /// Headers with known keys, which the writer defines.
    Known,
    /// No headers.
    None,
}

/// The treatment of bookmarks by a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bookmarks {
    /// Bookmarks are kept.
    Kept,
    /// Bookmarks become comments that begin with `&`.
    AsComments,
    /// Bookmarks are lost.
    Lost,
}

impl Capabilities {
    /// The capabilities of a notation for single positions.
    pub(crate) const POSITION: Self = Self {
        moves: false,
        variations: false,
        passes: false,
        moves_after_end: false,
        variations_after_end: false,
        plies_before: true,
        last_move: false,
        numbers: false,
        piece_names: false,
        side_marks: false,
        always_marks: false,
        headers: Headers::None,
        comments: false,
        bookmarks: Bookmarks::Lost,
        tool_lines: false,
        clock: None,
        totals: false,
        results: &[],
        may_declare: None,
        result_clock: false,
        claims: false,
        scores: false,
    };

    /// The capabilities of a notation for all features of a shogi record. Fractions of a second, variations after an
    /// end, and the plies and the move before the start position are excluded.
    pub(crate) const GAME: Self = Self {
        moves: true,
        variations: true,
        passes: true,
        moves_after_end: true,
        plies_before: false,
        numbers: true,
        piece_names: true,
        side_marks: true,
        headers: Headers::Any,
        comments: true,
        bookmarks: Bookmarks::Kept,
        tool_lines: true,
        clock: Some(1000),
        totals: true,
        results: Terminal::OF_SHOGI,
        result_clock: true,
        claims: true,
        ..Self::POSITION
    };

    /// Returns whether the notation has a word for a result.
    pub fn holds_result(&self, terminal: Terminal) -> bool {
        self.results.contains(&terminal)
    }
}

// Capabilities in words.

/// A capability that a target may have.
#[derive(Debug)]
pub(crate) struct Capability {
    /// The kind of information, in the plural.
    pub what: Words,
    /// The kind of loss that is counted if the target lacks this capability.
    #[cfg_attr(not(test), expect(dead_code, reason = "the page of formats has it"))]
    pub loss: Loss,
    /// Returns whether a lack of the capability is mentioned. Variations, for example, are only mentioned for targets
    /// with moves.
    needs: fn(&Capabilities) -> bool,
    /// Returns the degree to which a target has the capability.
    degree: fn(&Capabilities) -> Degree,
}

/// The degree to which a target has a capability.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Degree {
    /// Not at all.
    No,
    /// Fully.
    Yes,
    /// With a change or a limit, which the message describes.
    Partly(Message),
}

/// All capabilities, in the order in which their losses are reported.
pub(crate) static ALL_CAPABILITIES: &[Capability] = &[
    Capability::new(Loss::Move, |it| it.moves.into()),
    Capability::for_moves(Loss::Variation, |it| it.variations.into()),
    Capability {
        what: both("moves after the end", "終局後の指し手"),
        ..Capability::for_moves(Loss::MoveAfterEnd, |it| it.moves_after_end.into())
    },
    Capability::new(Loss::Result, results),
    Capability::new(Loss::Claim, |it| it.claims.into()),
    Capability::new(Loss::PliesBefore, |it| it.plies_before.into()),
    Capability::new(Loss::LastMove, |it| it.last_move.into()),
    Capability::for_moves(Loss::Numbers, |it| it.numbers.into()),
    Capability::for_moves(Loss::PieceName, |it| it.piece_names.into()),
    Capability::for_moves(Loss::SideMark, |it| it.side_marks.into()),
    Capability::for_moves(Loss::Time, times),
    Capability::for_times(Loss::Total, |it| it.totals.into()),
    Capability::for_times(Loss::ResultTime, |it| it.result_clock.into()),
    Capability::new(Loss::Header, |capabilities| match capabilities.headers {
        Headers::Any => Degree::Yes,
        Headers::Known => Degree::Partly(message!("known keys", "既知のキー")),
        Headers::None => Degree::No,
    }),
    Capability {
        what: both("comments", "コメント"),
        ..Capability::new(Loss::Comment, |it| it.comments.into())
    },
    Capability::new(Loss::Bookmark, |capabilities| match capabilities.bookmarks {
        Bookmarks::Kept => Degree::Yes,
        Bookmarks::AsComments => Degree::Partly(message!("as comments", "コメントとして")),
        Bookmarks::Lost => Degree::No,
    }),
    Capability::new(Loss::ToolLine, |it| it.tool_lines.into()),
];

impl Capability {
    const fn new(loss: Loss, degree: fn(&Capabilities) -> Degree) -> Self {
        Self {
            what: loss.plural(),
            loss,
            needs: |_| true,
            degree,
        }
    }

    const fn for_moves(loss: Loss, degree: fn(&Capabilities) -> Degree) -> Self {
        Self {
            needs: |it| it.moves,
            ..Self::new(loss, degree)
        }
    }

    const fn for_times(loss: Loss, degree: fn(&Capabilities) -> Degree) -> Self {
        Self {
            needs: |it| it.clock.is_some(),
            ..Self::new(loss, degree)
        }
    }

    /// Returns the degree to which a target with these capabilities has this capability.
    pub(crate) fn degree(&self, holds: &Capabilities) -> Degree {
        (self.degree)(holds)
    }
}

impl From<bool> for Degree {
    fn from(is_full: bool) -> Self {
        if is_full { Self::Yes } else { Self::No }
    }
}

impl Capabilities {
    /// Returns two lists in words: the capabilities that the target has, and the missing capabilities. A missing
    /// capability is left out if it has no meaning for the target, such as variations without moves.
    pub(crate) fn in_words(&self, language: Language) -> (String, String) {
        let (mut present, mut missing) = (Vec::new(), Vec::new());
        for capability in ALL_CAPABILITIES {
            let what = Message::from(capability.what);
            match capability.degree(self) {
                Degree::Yes => present.push(what),
                Degree::Partly(how) => present.push(message!("{what} ({how})", "{what}（{how}）", what, how)),
                Degree::No if (capability.needs)(self) => missing.push(what),
                Degree::No => {}
            }
        }
        let joined = |all| Localized(&CommaList(all), language).to_string();
        (joined(present), joined(missing))
    }
}

fn results(holds: &Capabilities) -> Degree {
    match holds.results.len() {
        0 => Degree::No,
        all if all >= Terminal::OF_SHOGI.len() => Degree::Yes,
        some => {
            let all = Terminal::OF_SHOGI.len();
            Degree::Partly(message!("{some} of {all}", "{all}種のうち{some}種"))
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
    fn capabilities_are_in_the_order_of_their_losses() {
        assert!(ALL_CAPABILITIES.is_sorted_by_key(|it| it.loss));
    }

    #[test]
    fn capabilities_are_described_in_words() {
        let words = |name| {
            target(name)
                .map(|it| it.holds.in_words(Language::English))
                .unwrap_or_default()
        };
        let (present, missing) = words("sfen");
        assert_eq!(present, "move number of the start position");
        assert!(missing.starts_with("moves, results, "), "{missing}");
        assert!(!missing.contains("variations"), "{missing}");
        let (present, missing) = words("csa");
        assert!(
            present.contains("times (seconds)") && present.contains("bookmarks (as comments)"),
            "{present}"
        );
        assert!(missing.starts_with("variations, "), "{missing}");
    }
}
