//! The game as a whole: the end that the record states, and the position on the board.

use super::cases::{Decision, Foul, MainLine, Uncertainty, moves_before};
use super::clock::ClockHistory;
use super::impasse::{DeclarationResult, MIN_POINTS_24, StandingRange, declaration_result};
use crate::finding::{Rule, Span};
use crate::notation::move_value_span;
use crate::notation::{self, header};
use crate::profile::{Declaration, ImpasseAgreement, Profile};
use crate::record::{
    Claim, Date, Ending, HeaderKey, LineSummary, Node, NodeId, Outcome, Record, Step, Terminal,
};
use crate::shogi::{Color, Position, Standing};

/// A game whose main line has been replayed.
///
/// All rules about a whole game get this value. It has the inputs of the check, the end as the record states it, and the end on
/// the board, because most rules compare the last two.
#[derive(Clone, Debug)]
pub(super) struct Game<'a> {
    /// The record of the game.
    pub record: &'a Record<'a>,
    /// The rules that apply to the game.
    pub profile: &'a Profile,
    /// `true` if the caller chose the profile; `false` if the default profile applies.
    pub(super) is_profile_chosen: bool,
    /// The position at the first end, or after the last move that could be played.
    pub end: &'a Position,
    /// The ply of `last_move`; 0 if there is no move.
    pub plies: u32,
    /// The ply of the last node of the main line.
    pub length: u32,
    /// The last move before the first end, or the start if there is no move.
    pub last_move: NodeId,
    /// The clocks along the main line.
    pub clock_history: ClockHistory,
    /// The end token of the main line, with its ply; `None` if the main line has no end token.
    pub ending: Option<(u32, &'a Ending<'a>)>,
    /// The まで line or server summary about the main line; `None` if the record has neither.
    pub claim: Option<&'a Claim<'a>>,
    /// Observations from the replay of the main line.
    pub line: &'a MainLine,
    /// `true` if the board and hands at the end are certainly those of the game.
    pub is_certain: bool,
    /// `true` if the pieces on the board at the end are certain. Those in hand may be uncertain.
    pub is_board_known: bool,
    /// The event that ended the game by itself, at or before the last move; `None` if no such event occurred.
    pub(super) automatic_end: Option<Decision>,
    /// The move that a game server refused at the end, as the comment of the server writes it, and the rules
    /// that the move breaks. `None` if no comment contains a refused move that can be read.
    pub(super) refused: Option<(&'a str, Vec<&'static Rule>)>,
}

impl<'a> Game<'a> {
    /// Combines a record with the replay of its main line.
    ///
    /// The fields `automatic_end` and `refused` are `None`, and `is_profile_chosen` is `true`, until the caller
    /// sets them.
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
            clock_history: ClockHistory::for_rules(record, profile),
            ending,
            claim,
            line,
            is_certain: !line.is_broken_off && line.uncertainty == Uncertainty::None,
            is_board_known: !line.is_broken_off && line.uncertainty != Uncertainty::Board,
            automatic_end: None,
            refused: None,
        }
    }

    /// Returns the side to move at the end. If a move could not be played, the side follows from the number of the last
    /// move.
    pub(super) fn to_move(&self) -> Color {
        if !self.line.is_broken_off {
            return self.end.side_to_move();
        }
        let tree = &self.record.tree;
        let first_side = self.record.start.position.side_to_move();
        let moves_played = tree
            .node(self.last_move)
            .number
            .abs_diff(tree.node(NodeId::START).number);
        if moves_played.is_multiple_of(2) {
            first_side
        } else {
            first_side.opponent()
        }
    }

    /// Returns the kind of end that the record states: in its end token, or else in its まで line or server
    /// summary.
    ///
    /// A statement of the winner alone means a resignation if the loser is to move, and [`Terminal::Other`] if
    /// the winner is. The `win` of USI means a declared win if a declaration is possible, and
    /// [`Terminal::Other`] if not. `None` if the record states no end.
    pub(super) fn terminal(&self) -> Option<Terminal> {
        let claimed = self.claim.and_then(|claim| claim.terminal);
        match (self.ending, claimed) {
            // Game servers write `%KACHI` also for a declaration that failed. The summary shows the
            // difference.
            (Some((_, ending)), Some(Terminal::FoulLoss)) if ending.terminal == Terminal::DeclareWin => {
                claimed
            }
            (Some(_), _) if self.is_unexplained_usi_win() => Some(Terminal::Other),
            (Some((_, ending)), _) if is_usi_win(ending) => Some(Terminal::DeclareWin),
            (Some((_, ending)), _) => Some(self.terminal_of(ending)),
            (None, Some(terminal)) => Some(self.terminal_of_claim(terminal)),
            (None, None) => self.claim?.winner.map(|winner| {
                if winner == self.to_move() {
                    Terminal::Other
                } else {
                    Terminal::Resign
                }
            }),
        }
    }

    /// Returns the kind of end that an end token states.
    ///
    /// Some tokens for an illegal move specify the offender. The kind then depends on whether the offender is to move.
    fn terminal_of(&self, ending: &Ending<'_>) -> Terminal {
        let to_move = self.to_move();
        match (ending.terminal, ending.offender) {
            (Terminal::FoulLoss, Some(offender)) if offender != to_move => Terminal::FoulWin,
            (Terminal::FoulWin, Some(offender)) if offender == to_move => Terminal::FoulLoss,
            (terminal, _) => terminal,
        }
    }

    /// Returns the kind of end that the claim states. If this kind contradicts the winner that the claim
    /// states, the mirrored kind is returned, if there is one.
    fn terminal_of_claim(&self, terminal: Terminal) -> Terminal {
        let winner = self.claim.and_then(|claim| claim.winner);
        let contradicts_winner =
            |terminal: Terminal| terminal.outcome(self.to_move()) != winner.map(Outcome::Win);
        let mirrored = terminal
            .mirrored()
            .filter(|_| winner.is_some() && contradicts_winner(terminal));
        mirrored.unwrap_or(terminal)
    }

    /// Returns the outcome that follows from the end token, or from the claim if there is no end token. `None`
    /// if the record has neither, or if the end has no certain outcome.
    pub(super) fn outcome_of_terminal(&self) -> Option<Outcome> {
        match self.ending {
            None => self.outcome_of_claim(self.claim?),
            Some((_, ending)) if ending.offender.is_some() || self.is_unexplained_usi_win() => {
                ending.outcome(self.to_move())
            }
            _ => self.terminal()?.outcome(self.to_move()),
        }
    }

    /// Returns the outcome that a claim states: by its winner, or else by its kind of end. `None` if the claim
    /// states neither, or if the kind of end has no certain outcome.
    pub(super) fn outcome_of_claim(&self, claim: &Claim<'_>) -> Option<Outcome> {
        claim
            .winner
            .map(Outcome::Win)
            .or_else(|| claim.terminal?.outcome(self.to_move()))
    }

    /// Returns the outcome that the end token states, or else the claim; `None` if neither states an outcome.
    pub(super) fn stated(&self) -> Option<Outcome> {
        self.outcome_of_terminal()
            .or_else(|| self.outcome_of_claim(self.claim?))
    }

    /// Returns the side that the result blames for an illegal move; `None` if the result does not state an
    /// illegal move.
    pub(super) fn foul_loser(&self) -> Option<Color> {
        let loser = self.ending.and_then(|(_, ending)| ending.offender);
        match self.terminal()? {
            Terminal::FoulLoss => loser.or(Some(self.to_move())),
            Terminal::FoulWin => loser.or(Some(self.to_move().opponent())),
            _ => None,
        }
    }

    /// Returns whether the record states a result other than `outcome`.
    ///
    /// A stated end without a result does not contradict a draw: neither has a winner.
    pub(super) fn contradicts(&self, outcome: Outcome) -> bool {
        let have_no_winner = |stated| outcome == Outcome::Draw && stated == Outcome::None;
        self.stated()
            .is_some_and(|stated| stated != outcome && !have_no_winner(stated))
    }

    /// Returns whether the end token declares a win, even if the server refused the declaration.
    pub(super) fn ends_with_declaration(&self) -> bool {
        let is_written = |(_, ending): (u32, &Ending<'_>)| ending.terminal == Terminal::DeclareWin;
        self.ending.is_some_and(is_written) && !self.is_unexplained_usi_win()
            || self.ending.is_some() && self.terminal() == Some(Terminal::DeclareWin)
    }

    /// Returns whether the record ends with the `win` of USI although the side to move could not declare a
    /// win.
    ///
    /// Such a token states only that a side has won, without the reason.
    pub(super) fn is_unexplained_usi_win(&self) -> bool {
        self.ending.is_some_and(|(_, ending)| is_usi_win(ending))
            && !self.is_declaration_possible(self.end.side_to_move())
    }

    /// Returns the first illegal move of the game, if there is one. Moves after an event that ended the game by
    /// itself are ignored.
    pub(super) fn first_foul(&self) -> Option<&Foul> {
        let end_ply = self.automatic_end.as_ref().map_or(u32::MAX, |end| end.ply);
        self.line.fouls.first().filter(|foul| foul.ply <= end_ply)
    }

    /// Returns the last illegal move if it is the last move of the game.
    pub(super) fn foul_at_end(&self) -> Option<&Foul> {
        self.line.fouls.last().filter(|foul| foul.ply == self.plies)
    }

    /// Returns the last move and the side that lost by this move, if the move is illegal and the result
    /// punishes this move.
    ///
    /// The result must state that this side lost by an illegal move.
    pub(super) fn punished_foul(&self) -> Option<(&Foul, Color)> {
        let loser = self.foul_loser()?;
        let last_foul = self
            .line
            .fouls
            .iter()
            .find(|foul| foul.ply == self.plies && foul.may_be_of(loser));
        let is_loss_stated = self.stated() == Some(Outcome::Win(loser.opponent()));
        last_foul.filter(|_| is_loss_stated).map(|foul| (foul, loser))
    }

    /// Returns the span for findings about the result: that of the end token, or else of the claim, or else of
    /// the last move. `None` if the record has none of these in its text.
    pub(super) fn result_span(&self) -> Option<Span> {
        self.ending
            .map(|(_, ending)| ending.span)
            .or_else(|| self.claim.map(|claim| claim.span))
            .or_else(|| self.last_span())
    }

    /// Returns the span of the time of a move, or of the move if its time has no span. `None` if neither has a
    /// span.
    pub(super) fn time_span(&self, node: &Node<'_>) -> Option<Span> {
        let clock_span = node.clock_place()?;
        Some(move_value_span(self.record, clock_span, "now"))
    }

    /// Returns the span of the running total of a move, or of the move if its total has no span. `None` if
    /// neither has a span.
    pub(super) fn total_span(&self, node: &Node<'_>) -> Option<Span> {
        let clock_span = node.clock_place()?;
        Some(move_value_span(self.record, clock_span, "total"))
    }

    /// Returns the span of the last move; `None` if there is no move, or if the move has no span.
    pub(super) fn last_span(&self) -> Option<Span> {
        self.record.tree.node(self.last_move).span()
    }

    /// Returns the ply for findings about the result: that of the end token, or of the last move.
    pub(super) fn result_ply(&self) -> u32 {
        self.ending.map_or(self.plies, |(ply, _)| ply)
    }
}

/// Returns whether an end is the `win` of USI, which is written for a declaration and for any other win.
fn is_usi_win(ending: &Ending<'_>) -> bool {
    let is_win = ending.terminal == Terminal::DeclareWin
        || ending.terminal == Terminal::Other && ending.offender.is_some();
    is_win && ending.word == "win"
}

// Declarations and agreements at the end of a game.

impl Game<'_> {
    /// Returns the points and pieces of a side at the end.
    ///
    /// Returns `None` if the board is uncertain, if there are more pieces than a set, if a king was captured,
    /// or if the side has no king.
    pub(super) fn standing(&self, side: Color) -> Option<StandingRange> {
        let has_king = self.line.king_captured.is_none() && self.end.king(side).is_some();
        let is_known = self.is_board_known && has_king && self.end.surplus().next().is_none();
        is_known.then(|| StandingRange::new(self.end, side, self.profile, self.record))
    }

    /// Returns whether a side may meet the conditions of a declaration: `false` only if the side certainly
    /// fails them.
    ///
    /// Returns `true` also if the rules have no declaration, or if the points of the side are unknown.
    pub(super) fn is_declaration_possible(&self, side: Color) -> bool {
        let fails = |standing: &Standing| {
            declaration_result(self.profile.declaration, standing) == Some(DeclarationResult::Fails)
        };
        let certainly_fails = self.standing(side).map(|range| range.common_result(fails));
        certainly_fails != Some(Some(true))
    }

    /// Returns the side that declares an entering-king win with the end token, or with the claim if there is no end
    /// token.
    ///
    /// This is the side that the token or the claim specifies, or else the side to move. `None` if the record
    /// does not state such a declaration.
    pub(super) fn declarer(&self) -> Option<Color> {
        let (is_declared, stated_side) = match self.ending {
            Some((_, ending)) => (self.ends_with_declaration(), ending.offender.map(Color::opponent)),
            None => (
                self.terminal() == Some(Terminal::DeclareWin),
                self.claim.and_then(|claim| claim.winner),
            ),
        };
        is_declared.then(|| stated_side.unwrap_or_else(|| self.to_move()))
    }

    /// Returns the side that declares a draw under the 24-point rule, the only rule with such a declaration.
    ///
    /// CSA writes `%HIKIWAKE` for any draw. The token is not taken for a declaration if another kind of draw is
    /// possible, or if the king of the side to move has not entered the enemy camp.
    pub(super) fn draw_declarer(&self) -> Option<Color> {
        let side = self.to_move();
        let is_draw_token = self.ending.is_some_and(|(_, ending)| ending.word == "%HIKIWAKE");
        let has_draw_declaration = self.profile.declaration == Declaration::Points24;
        // Points are counted last, because hardly any record needs them.
        let is_other_draw_possible = || {
            self.line.repetition.is_some() || self.has_reached_move_limit() || self.has_points_for_agreement()
        };
        (is_draw_token && has_draw_declaration && self.end.king_entered(side) && !is_other_draw_possible())
            .then_some(side)
    }

    /// Returns whether both sides may have the points with which an agreed impasse is drawn in professional games.
    ///
    /// Unknown points count as enough. With more pieces than a set, the result is `false`.
    fn has_points_for_agreement(&self) -> bool {
        let points = |side| self.standing(side).map(|range| range.max.all.value());
        let is_counted = self.end.surplus().next().is_none();
        let mut sides = Color::ALL.into_iter();
        is_counted && sides.all(|side| points(side).is_none_or(|value| value >= MIN_POINTS_24))
    }

    /// Returns whether the record certainly states an agreed impasse for which the rules have conditions.
    pub(super) fn has_impasse_to_check(&self) -> bool {
        // In USEN, one letter means an impasse or a declared win, so the impasse is not certain.
        self.terminal() == Some(Terminal::Impasse)
            && self.profile.impasse_agreement != ImpasseAgreement::None
            && !self.states_move_limit()
            && notation::may_declare(self.record.format) != Some(Terminal::Impasse)
            && !self.is_free_to_agree()
    }

    /// Returns whether the game is so old that its players were free to agree on an impasse.
    fn is_free_to_agree(&self) -> bool {
        let start_date = || Date::read(header::value(self.record, HeaderKey::Start)?).ok();
        let free_before = self.profile.impasse_free_before;
        free_before.is_some_and(|year| start_date().is_some_and(|date| date.year < year))
    }
}

// The move limit of an event.

impl Game<'_> {
    /// Returns the number of moves up to a ply. Moves before the start of the record are included if known.
    pub(super) fn moves_until(&self, ply: u32) -> u32 {
        ply.saturating_add(moves_before(self.record).unwrap_or(0))
    }

    /// Returns the ply and span of the first move of the game after `ply`; `None` if the game did not continue.
    pub(super) fn first_move_after(&self, ply: u32) -> Option<(u32, Option<Span>)> {
        let mut later_nodes = self.record.tree.main_line().skip(ply as usize);
        let (_, node) = later_nodes.find(|(_, node)| !matches!(node.step, Step::End(_)))?;
        (node.ply <= self.plies).then(|| (node.ply, node.span()))
    }

    /// Returns the ply and span at which the record ignores the end of the game at `ply` by `rule`.
    ///
    /// The ply and span are those of the first move after this end, or else of a result that contradicts this end.
    /// Returns `None` if the record respects the end.
    pub(super) fn ignored_end_at(&self, ply: u32, rule: &Rule) -> Option<(u32, Option<Span>)> {
        let automatic_end = self.automatic_end.as_ref().filter(|end| end.rule == rule);
        let contradicts = automatic_end.is_some_and(|end| self.contradicts(end.outcome));
        let result = || contradicts.then(|| (self.result_ply(), self.result_span()));
        self.first_move_after(ply).or_else(result)
    }

    /// Returns whether the game has reached the move limit; `false` if the rules have no limit.
    pub(super) fn has_reached_move_limit(&self) -> bool {
        let limit = self.profile.max_moves;
        limit.is_some_and(|limit| self.moves_until(self.plies) >= limit)
    }

    /// Returns whether the record states an end by the move limit. The word 持将棋 also means this end if the game
    /// has reached the limit.
    pub(super) fn states_move_limit(&self) -> bool {
        match self.terminal() {
            Some(Terminal::MaxMoves) => true,
            Some(Terminal::Impasse) => self.has_reached_move_limit(),
            _ => false,
        }
    }
}
