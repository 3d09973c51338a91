//! The game as a whole: what the record says of its end, beside what the board showed.

mod impasse;
mod limit;

use super::clock::ClockHistory;
use super::decision::Decision;
use super::doubt::Doubt;
use super::ends::Ends;
use super::main_line::{Foul, MainLine, Mate, Repetition};
use crate::finding::{Rule, Span};
use crate::notation::jkf::member_span;
use crate::profile::Profile;
use crate::record::{Claim, Ending, LineSummary, Node, NodeId, Outcome, Record, Terminal};
use crate::shogi::{Color, Position};

/// A game and its main line, replayed.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts about a game")]
pub struct Game<'a> {
    /// The record.
    pub record: &'a Record<'a>,
    /// The rules that it is judged by.
    pub profile: &'a Profile,
    /// Whether somebody chose that profile; else it is the usual one.
    pub(super) is_profile_chosen: bool,
    /// The position at the first end, or after the last move.
    pub end: &'a Position,
    /// Moves up to there.
    pub plies: u32,
    /// The ply of the last node of the main line.
    pub length: u32,
    /// The last move before the end; the start when there is none.
    pub last_move: NodeId,
    /// What its times come to.
    pub clock_history: ClockHistory,
    /// The terminal of the main line and its ply.
    pub ending: Option<(u32, &'a Ending<'a>)>,
    /// What a まで line or a server's summary says of the main line.
    pub claim: Option<&'a Claim<'a>>,
    /// The fouls of the main line, in order.
    pub fouls: &'a [Foul],
    /// The first time that a position came about as often as ends a game.
    pub repetition: Option<Repetition>,
    /// How often the position that came about most often did.
    pub most_occurrences: u32,
    /// The ply that took a king, and whose move it was.
    pub king_captured: Option<(u32, Color)>,
    /// The mate after which the record goes on.
    pub mated: Option<Mate>,
    /// What came about that ends a game by itself.
    pub ends: Ends,
    /// The board at the end is what the players had before them.
    pub certain: bool,
    /// So are the pieces on it; those in hand may have been others.
    pub board_is_known: bool,
    /// A move could not be put on the board: nothing after it is known.
    pub broken: bool,
    /// What ended the game by itself, before or at its last move.
    pub(super) over: Option<Decision>,
    /// The move that a game server refused at the end, as its comment has it, and the rules that it breaks.
    pub(super) refused: Option<(&'a str, Vec<&'static Rule>)>,
}

impl<'a> Game<'a> {
    /// Looks at a replayed record as a whole; what ended it by itself, and which move was refused, is found out by those who
    /// know the rules.
    pub(super) fn new(
        record: &'a Record<'a>,
        profile: &'a Profile,
        summary: &LineSummary<'a>,
        line: &'a MainLine,
        claim: Option<&'a Claim<'a>>,
    ) -> Self {
        let LineSummary {
            length,
            ending,
            last_move,
            ..
        } = *summary;
        let plies = record.tree.node(last_move).ply;
        Self {
            record,
            profile,
            is_profile_chosen: true,
            end: line.end.as_ref().unwrap_or(&record.start.position),
            plies,
            length,
            last_move,
            clock_history: ClockHistory::of(record, profile),
            ending,
            claim,
            fouls: &line.fouls,
            repetition: line.repetition,
            most_occurrences: line.most_occurrences,
            king_captured: line.king_captured,
            mated: line.mated,
            ends: line.ends,
            certain: !line.broken && line.doubt == Doubt::None,
            board_is_known: !line.broken && line.doubt != Doubt::Board,
            broken: line.broken,
            over: None,
            refused: None,
        }
    }

    /// Whose turn it is at the end; by the number of the last move where the board is not known.
    pub fn to_move(&self) -> Color {
        if !self.broken {
            return self.end.side_to_move();
        }
        let tree = &self.record.tree;
        let first = self.record.start.position.side_to_move();
        let played = tree
            .node(self.last_move)
            .number
            .abs_diff(tree.node(NodeId::START).number);
        if played.is_multiple_of(2) {
            first
        } else {
            first.opponent()
        }
    }

    /// How the record says the game ended: by its terminal, else by まで line or summary.
    pub fn terminal(&self) -> Option<Terminal> {
        let claimed = self.claim.and_then(|claim| claim.terminal);
        match (self.ending, claimed) {
            // Game servers write %KACHI for a declaration that failed, too; the summary tells.
            (Some((_, ending)), Some(Terminal::FoulLoss)) if ending.terminal == Terminal::DeclareWin => {
                claimed
            }
            (Some(_), _) if self.claims_win() => Some(Terminal::Other),
            (Some((_, ending)), _) if says_win(ending) => Some(Terminal::DeclareWin),
            (Some((_, ending)), _) => Some(self.told(ending)),
            (None, Some(terminal)) => Some(self.named(terminal)),
            (None, None) => self.claim?.winner.map(|winner| {
                if winner == self.to_move() {
                    Terminal::Other
                } else {
                    Terminal::Resign
                }
            }),
        }
    }

    /// The terminal of a word, which may name the side that fouled whoever is to move.
    fn told(&self, ending: &Ending<'_>) -> Terminal {
        let to_move = self.to_move();
        match (ending.terminal, ending.offender) {
            (Terminal::FoulLoss, Some(offender)) if offender != to_move => Terminal::FoulWin,
            (Terminal::FoulWin, Some(offender)) if offender == to_move => Terminal::FoulLoss,
            (terminal, _) => terminal,
        }
    }

    /// The terminal of a まで line, which names the side that has lost whoever is to move.
    fn named(&self, terminal: Terminal) -> Terminal {
        let winner = self.claim.and_then(|claim| claim.winner);
        let loses_by_it = |it: Terminal| it.outcome(self.to_move()) != winner.map(Outcome::Win);
        let other_side = terminal
            .of_other_side()
            .filter(|_| winner.is_some() && loses_by_it(terminal));
        other_side.unwrap_or(terminal)
    }

    /// Who the terminal says won.
    pub(crate) fn outcome_of_terminal(&self) -> Option<Outcome> {
        match self.ending {
            None => self.outcome_of(self.claim?),
            Some((_, ending)) if ending.offender.is_some() || self.claims_win() => {
                ending.outcome(self.to_move())
            }
            _ => self.terminal()?.outcome(self.to_move()),
        }
    }

    /// Who a claim says won.
    pub(crate) fn outcome_of(&self, claim: &Claim<'_>) -> Option<Outcome> {
        claim
            .winner
            .map(Outcome::Win)
            .or_else(|| claim.terminal?.outcome(self.to_move()))
    }

    /// Who the record says won.
    pub fn stated(&self) -> Option<Outcome> {
        self.outcome_of_terminal()
            .or_else(|| self.outcome_of(self.claim?))
    }

    /// The side that the result blames for a foul.
    pub fn blamed(&self) -> Option<Color> {
        let loser = self.ending.and_then(|(_, ending)| ending.offender);
        match self.terminal()? {
            Terminal::FoulLoss => loser.or(Some(self.to_move())),
            Terminal::FoulWin => loser.or(Some(self.to_move().opponent())),
            _ => None,
        }
    }

    /// Whether the record states a result, and it is not this one. A draw and no result do not contradict each other:
    /// nobody has won.
    pub(crate) fn states_otherwise_than(&self, outcome: Outcome) -> bool {
        let neither = |stated| outcome == Outcome::Draw && stated == Outcome::None;
        self.stated()
            .is_some_and(|stated| stated != outcome && !neither(stated))
    }

    /// Whether the record ends with the declaration of a win.
    pub fn declared(&self) -> bool {
        let is_written = |(_, ending): (u32, &Ending<'_>)| ending.terminal == Terminal::DeclareWin;
        self.ending.is_some_and(is_written) && !self.claims_win()
            || self.ending.is_some() && self.terminal() == Some(Terminal::DeclareWin)
    }

    /// Whether the record ends with the `win` of USI where nobody could declare one: it says that somebody has won, and
    /// not how.
    pub fn claims_win(&self) -> bool {
        self.ending.is_some_and(|(_, ending)| says_win(ending))
            && !self.could_declare(self.end.side_to_move())
    }

    /// The first foul of the game; what follows its end is none.
    pub fn first_foul(&self) -> Option<&Foul> {
        let over = self.over.as_ref().map_or(u32::MAX, |end| end.ply);
        self.fouls.first().filter(|foul| foul.ply <= over)
    }

    /// The foul that the last move is.
    pub(crate) fn foul_at_end(&self) -> Option<&Foul> {
        self.fouls.last().filter(|foul| foul.ply == self.plies)
    }

    /// The foul that is the last move, and the side that lost by it, where the result gives the loss to that side for a
    /// foul.
    pub(crate) fn punished_foul(&self) -> Option<(&Foul, Color)> {
        let blamed = self.blamed()?;
        let found = self
            .fouls
            .iter()
            .find(|foul| foul.ply == self.plies && foul.may_be_of(blamed));
        let punished = self.stated() == Some(Outcome::Win(blamed.opponent()));
        found.filter(|_| punished).map(|foul| (foul, blamed))
    }

    /// The token of the terminal or claim, for findings about the result.
    pub(crate) fn result_span(&self) -> Option<Span> {
        self.ending
            .map(|(_, ending)| ending.span)
            .or_else(|| self.claim.map(|claim| claim.span))
            .or_else(|| self.last_span())
    }

    /// Where the time of a move stands, or the move where there is none.
    pub(crate) fn time_span(&self, node: &Node<'_>) -> Option<Span> {
        let place = node.clock_place()?;
        Some(member_span(self.record, place, "now"))
    }

    /// Where the running total of a move stands.
    pub(crate) fn total_span(&self, node: &Node<'_>) -> Option<Span> {
        let place = node.clock_place()?;
        Some(member_span(self.record, place, "total"))
    }

    /// The token of the last move.
    pub(crate) fn last_span(&self) -> Option<Span> {
        self.record.tree.node(self.last_move).span()
    }

    /// The ply that findings about the result carry.
    pub fn result_ply(&self) -> u32 {
        self.ending.map_or(self.plies, |(ply, _)| ply)
    }
}

/// Whether an end is the `win` of USI, which whoever has won may have written.
fn says_win(ending: &Ending<'_>) -> bool {
    let may_be = ending.terminal == Terminal::DeclareWin
        || ending.terminal == Terminal::Other && ending.offender.is_some();
    may_be && ending.word == "win"
}
