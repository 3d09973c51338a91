//! What records are written in: the forms of a notation that users can ask for, and what each can hold.

use super::loss::Loss;
use super::training::ItemSelection;
use super::write::{Refusal, TextBuilder};
use crate::finding::{Language, Message, Series, Spoken, Words, both, message};
use crate::played::Played;
use crate::record::{GameKind, Outcome, SHOGI, Terminal};
use crate::text::{Encoding, UTF_8};

/// A form in which a notation is written.
#[derive(Debug)]
pub struct Target {
    /// The name that users ask for it by.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: Words,
    /// The games of which it holds records.
    pub games: &'static [&'static GameKind],
    /// The extension of its files.
    pub extension: &'static str,
    /// The encoding it is written in unless another is asked for.
    pub encoding: &'static Encoding,
    /// How its lines end unless another end is asked for.
    pub newline: Newline,
    /// Whether one file can hold several records.
    pub join: Join,
    /// Whether it is training data: the positions of games one by one, of which only clean games are taken unless the user
    /// chooses.
    pub training: bool,
    /// What it can hold.
    pub holds: Capabilities,
    /// Writes a record. Lines end with LF. What [`Capabilities`] denies is counted as lost by the caller; the writer leaves
    /// it out and notes the losses that only it can know.
    ///
    /// # Errors
    ///
    /// When the record has a move that the notation cannot say.
    pub write: Write,
}

/// The games of most targets.
static SHOGI_ALONE: [&GameKind; 1] = [&SHOGI];

/// Writes a record; see [`Target::write`].
type Write = fn(&Played<'_, '_>, Style, &mut TextBuilder) -> Result<(), Refusal>;

impl Target {
    /// A target for a record of shogi in UTF-8 with LF, alone in a file whose extension is the name.
    pub(super) const fn new(name: &'static str, about: Words, holds: Capabilities, write: Write) -> Self {
        Self {
            name,
            about,
            games: &SHOGI_ALONE,
            extension: name,
            encoding: UTF_8,
            newline: Newline::Lf,
            join: Join::Never,
            training: false,
            holds,
            write,
        }
    }

    /// The items that are written unless others are asked for: a program that learns takes the score 0 for an even position,
    /// so items without a score are left out if the target has scores.
    pub const fn usual_items(&self) -> ItemSelection {
        ItemSelection {
            scored_only: self.training && matches!(self.join, Join::Items),
            min_ply: 0,
            max_score: None,
        }
    }
}

/// How lines end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Newline {
    /// LF.
    Lf,
    /// CRLF.
    CrLf,
}

/// Whether one file can hold several records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// It cannot.
    Never,
    /// A record is a line, and a file of several is what everybody expects.
    Lines,
    /// A file is binary, and its items follow each other without anything between them.
    Items,
    /// It can, with this line between them.
    Between(&'static str),
}

/// What a writer needs to know beside the record.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// The encoding that a declaration in the text has to name.
    pub encoding: &'static Encoding,
    /// What the target holds.
    pub holds: &'static Capabilities,
    /// Who won, if it is known better than from the words of the record.
    pub outcome: Option<Outcome>,
    /// The items that are written, in training data.
    pub items: ItemSelection,
}

/// What a notation can hold. The losses of a conversion, `kifu formats` and `docs/formats.md` are read off this table.
#[expect(
    clippy::struct_excessive_bools,
    reason = "a row of a table of independent abilities"
)]
#[derive(Clone, Copy, Debug)]
pub struct Capabilities {
    /// Moves; otherwise one position.
    pub moves: bool,
    /// Variations.
    pub variations: bool,
    /// Moves after an end of the game.
    pub moves_after_end: bool,
    /// Variations among these.
    pub variations_after_end: bool,
    /// The number of plies before the start position.
    pub plies_before: bool,
    /// The move before the start position.
    pub last_move: bool,
    /// Numbers of moves as the record gives them, with gaps and repetitions.
    pub numbers: bool,
    /// The name of the moved piece, right or wrong.
    pub piece_names: bool,
    /// The side that moves, right or wrong.
    pub side_marks: bool,
    /// Whether every move names its side, also where the record does not.
    pub always_marks: bool,
    /// Headers.
    pub headers: Headers,
    /// Comments.
    pub comments: bool,
    /// Bookmarks.
    pub bookmarks: Bookmarks,
    /// Lines of programs.
    pub tool_lines: bool,
    /// The time of a move, in units of so many milliseconds.
    pub clock: Option<u32>,
    /// Running totals that are not the sum of the times.
    pub totals: bool,
    /// Results.
    pub results: &'static [Terminal],
    /// The result whose word may be a declaration: in USEN an impasse may be a declared win, in CSA a draw a declared one.
    pub may_declare: Option<Terminal>,
    /// The time of a result.
    pub result_clock: bool,
    /// A line about the result that contradicts it.
    pub claims: bool,
    /// The score of each position. Comments of records of training data are scores.
    pub scores: bool,
}

/// Which headers a notation can hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Headers {
    /// Any.
    Any,
    /// Those it has keys for; the writer knows which.
    Known,
    /// None.
    None,
}

/// What becomes of bookmarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bookmarks {
    /// They are kept.
    Kept,
    /// They become comments that begin with `&`.
    AsComments,
    /// They are lost.
    Lost,
}

impl Capabilities {
    /// Nothing but one position.
    pub(crate) const POSITION: Self = Self {
        moves: false,
        variations: false,
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

    /// All that a record of shogi has, except for fractions of a second, for variations after an end, and for what was
    /// played before the start.
    pub(crate) const GAME: Self = Self {
        moves: true,
        variations: true,
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

    /// Whether a result can be written as what it is.
    pub fn holds_result(&self, terminal: Terminal) -> bool {
        self.results.contains(&terminal)
    }
}

// What a target can hold, in words.

/// Something that a target can hold or not.
#[derive(Debug)]
pub(crate) struct Ability {
    /// What is held, in the plural.
    pub what: Words,
    /// What is counted where it is not.
    #[cfg_attr(not(test), expect(dead_code, reason = "the page of formats has it"))]
    pub loss: Loss,
    /// Without this, nobody would expect it.
    needs: fn(&Capabilities) -> bool,
    /// How far it is held.
    degree: fn(&Capabilities) -> Degree,
}

/// How far something is held.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Degree {
    /// Not at all.
    No,
    /// As it is.
    Yes,
    /// With a change or a limit, which is said in words.
    Partly(Message),
}

/// All abilities, in the order in which their losses are reported.
pub(crate) static ABILITIES: &[Ability] = &[
    Ability::new(Loss::Move, |it| it.moves.into()),
    Ability::of_moves(Loss::Variation, |it| it.variations.into()),
    Ability {
        what: both("moves after the end", "終局後の指し手"),
        ..Ability::of_moves(Loss::MoveAfterEnd, |it| it.moves_after_end.into())
    },
    Ability::new(Loss::Result, results),
    Ability::new(Loss::Claim, |it| it.claims.into()),
    Ability::new(Loss::PliesBefore, |it| it.plies_before.into()),
    Ability::new(Loss::LastMove, |it| it.last_move.into()),
    Ability::of_moves(Loss::Numbers, |it| it.numbers.into()),
    Ability::of_moves(Loss::PieceName, |it| it.piece_names.into()),
    Ability::of_moves(Loss::SideMark, |it| it.side_marks.into()),
    Ability::of_moves(Loss::Time, times),
    Ability::of_times(Loss::Total, |it| it.totals.into()),
    Ability::of_times(Loss::ResultTime, |it| it.result_clock.into()),
    Ability::new(Loss::Header, |it| match it.headers {
        Headers::Any => Degree::Yes,
        Headers::Known => Degree::Partly(message!("known keys", "既知のキー")),
        Headers::None => Degree::No,
    }),
    Ability {
        what: both("comments", "コメント"),
        ..Ability::new(Loss::Comment, |it| it.comments.into())
    },
    Ability::new(Loss::Bookmark, |it| match it.bookmarks {
        Bookmarks::Kept => Degree::Yes,
        Bookmarks::AsComments => Degree::Partly(message!("as comments", "コメントとして")),
        Bookmarks::Lost => Degree::No,
    }),
    Ability::new(Loss::ToolLine, |it| it.tool_lines.into()),
];

impl Ability {
    const fn new(loss: Loss, degree: fn(&Capabilities) -> Degree) -> Self {
        Self {
            what: loss.several(),
            loss,
            needs: |_| true,
            degree,
        }
    }

    const fn of_moves(loss: Loss, degree: fn(&Capabilities) -> Degree) -> Self {
        Self {
            needs: |it| it.moves,
            ..Self::new(loss, degree)
        }
    }

    const fn of_times(loss: Loss, degree: fn(&Capabilities) -> Degree) -> Self {
        Self {
            needs: |it| it.clock.is_some(),
            ..Self::new(loss, degree)
        }
    }

    /// How far a target that holds so much has it.
    pub(crate) fn degree(&self, holds: &Capabilities) -> Degree {
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
    pub(crate) fn in_words(&self, language: Language) -> (String, String) {
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
