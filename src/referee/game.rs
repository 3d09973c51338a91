//! The game as a whole: what the record says of its end, beside what the board showed.

use super::cases::{Decision, Doubt, Foul, MainLine, moves_before};
use super::clock::ClockHistory;
use super::impasse::{Declared, MIN_POINTS, Standings, declared};
use crate::finding::{Rule, Span};
use crate::notation::move_value_span;
use crate::notation::{self, header};
use crate::profile::{Declaration, ImpasseAgreement, Profile};
use crate::record::{
    Claim, Date, Ending, HeaderKey, LineSummary, Node, NodeId, Outcome, Record, Step, Terminal,
};
use crate::shogi::{Color, Position, Standing};

/// A game and its main line, replayed.
#[derive(Clone, Debug)]
pub(super) struct Game<'a> {
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
    /// What the replay of the main line has shown.
    pub line: &'a MainLine,
    /// The board at the end is what the players had before them.
    pub certain: bool,
    /// So are the pieces on it; those in hand may have been others.
    pub board_is_known: bool,
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
            clock_history: ClockHistory::new(record, profile),
            ending,
            claim,
            line,
            certain: !line.broken && line.doubt == Doubt::None,
            board_is_known: !line.broken && line.doubt != Doubt::Board,
            over: None,
            refused: None,
        }
    }

    /// Whose turn it is at the end; by the number of the last move where the board is not known.
    pub(super) fn to_move(&self) -> Color {
        if !self.line.broken {
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
    pub(super) fn terminal(&self) -> Option<Terminal> {
        let claimed = self.claim.and_then(|claim| claim.terminal);
        match (self.ending, claimed) {
            // Game servers write %KACHI for a declaration that failed, too; the summary tells.
            (Some((_, ending)), Some(Terminal::FoulLoss)) if ending.terminal == Terminal::DeclareWin => {
                claimed
            }
            (Some(_), _) if self.claims_win() => Some(Terminal::Other),
            (Some((_, ending)), _) if says_win(ending) => Some(Terminal::DeclareWin),
            (Some((_, ending)), _) => Some(self.terminal_of(ending)),
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
    fn terminal_of(&self, ending: &Ending<'_>) -> Terminal {
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
    pub(super) fn outcome_of_terminal(&self) -> Option<Outcome> {
        match self.ending {
            None => self.outcome_of(self.claim?),
            Some((_, ending)) if ending.offender.is_some() || self.claims_win() => {
                ending.outcome(self.to_move())
            }
            _ => self.terminal()?.outcome(self.to_move()),
        }
    }

    /// Who a claim says won.
    pub(super) fn outcome_of(&self, claim: &Claim<'_>) -> Option<Outcome> {
        claim
            .winner
            .map(Outcome::Win)
            .or_else(|| claim.terminal?.outcome(self.to_move()))
    }

    /// Who the record says won.
    pub(super) fn stated(&self) -> Option<Outcome> {
        self.outcome_of_terminal()
            .or_else(|| self.outcome_of(self.claim?))
    }

    /// The side that the result blames for a foul.
    pub(super) fn blamed(&self) -> Option<Color> {
        let loser = self.ending.and_then(|(_, ending)| ending.offender);
        match self.terminal()? {
            Terminal::FoulLoss => loser.or(Some(self.to_move())),
            Terminal::FoulWin => loser.or(Some(self.to_move().opponent())),
            _ => None,
        }
    }

    /// Whether the record states a result, and it is not this one. A draw and no result do not contradict each other:
    /// nobody has won.
    pub(super) fn states_otherwise_than(&self, outcome: Outcome) -> bool {
        let neither = |stated| outcome == Outcome::Draw && stated == Outcome::None;
        self.stated()
            .is_some_and(|stated| stated != outcome && !neither(stated))
    }

    /// Whether the record ends with the declaration of a win.
    pub(super) fn declared(&self) -> bool {
        let is_written = |(_, ending): (u32, &Ending<'_>)| ending.terminal == Terminal::DeclareWin;
        self.ending.is_some_and(is_written) && !self.claims_win()
            || self.ending.is_some() && self.terminal() == Some(Terminal::DeclareWin)
    }

    /// Whether the record ends with the `win` of USI where nobody could declare one: it says that somebody has won, and
    /// not how.
    pub(super) fn claims_win(&self) -> bool {
        self.ending.is_some_and(|(_, ending)| says_win(ending))
            && !self.could_declare(self.end.side_to_move())
    }

    /// The first foul of the game; what follows its end is none.
    pub(super) fn first_foul(&self) -> Option<&Foul> {
        let over = self.over.as_ref().map_or(u32::MAX, |end| end.ply);
        self.line.fouls.first().filter(|foul| foul.ply <= over)
    }

    /// The foul that the last move is.
    pub(super) fn foul_at_end(&self) -> Option<&Foul> {
        self.line.fouls.last().filter(|foul| foul.ply == self.plies)
    }

    /// The foul that is the last move, and the side that lost by it, where the result gives the loss to that side for a
    /// foul.
    pub(super) fn punished_foul(&self) -> Option<(&Foul, Color)> {
        let blamed = self.blamed()?;
        let found = self
            .line
            .fouls
            .iter()
            .find(|foul| foul.ply == self.plies && foul.may_be_of(blamed));
        let punished = self.stated() == Some(Outcome::Win(blamed.opponent()));
        found.filter(|_| punished).map(|foul| (foul, blamed))
    }

    /// The token of the terminal or claim, for findings about the result.
    pub(super) fn result_span(&self) -> Option<Span> {
        self.ending
            .map(|(_, ending)| ending.span)
            .or_else(|| self.claim.map(|claim| claim.span))
            .or_else(|| self.last_span())
    }

    /// Where the time of a move stands, or the move where there is none.
    pub(super) fn time_span(&self, node: &Node<'_>) -> Option<Span> {
        let place = node.clock_place()?;
        Some(move_value_span(self.record, place, "now"))
    }

    /// Where the running total of a move stands.
    pub(super) fn total_span(&self, node: &Node<'_>) -> Option<Span> {
        let place = node.clock_place()?;
        Some(move_value_span(self.record, place, "total"))
    }

    /// The token of the last move.
    pub(super) fn last_span(&self) -> Option<Span> {
        self.record.tree.node(self.last_move).span()
    }

    /// The ply that findings about the result carry.
    pub(super) fn result_ply(&self) -> u32 {
        self.ending.map_or(self.plies, |(ply, _)| ply)
    }
}

/// Whether an end is the `win` of USI, which whoever has won may have written.
fn says_win(ending: &Ending<'_>) -> bool {
    let may_be = ending.terminal == Terminal::DeclareWin
        || ending.terminal == Terminal::Other && ending.offender.is_some();
    may_be && ending.word == "win"
}

// A game and what is declared or agreed on at its end.

impl Game<'_> {
    /// How a side stands at the end; `None` where the board is in doubt or has more pieces than a set, or the king is not
    /// on it.
    pub(super) fn standing(&self, side: Color) -> Option<Standings> {
        let is_whole = self.line.king_captured.is_none() && self.end.king(side).is_some();
        let known = self.board_is_known && is_whole && self.end.surplus().next().is_none();
        known.then(|| Standings::new(self.end, side, self.profile, self.record))
    }

    /// Whether a side meets the conditions of a declaration, as far as the rules have any and the board is known.
    pub(super) fn could_declare(&self, side: Color) -> bool {
        let fails = |it: &Standing| declared(self.profile.declaration, it) == Some(Declared::Fails);
        let judged = self.standing(side).map(|it| it.agree(fails));
        judged != Some(Some(true))
    }

    /// The side that declares an entering-king win with the last token of the record: the one it names, else the one
    /// whose turn it is.
    pub(super) fn declarer(&self) -> Option<Color> {
        let (declared, named) = match self.ending {
            Some((_, ending)) => (self.declared(), ending.offender.map(Color::opponent)),
            None => (
                self.terminal() == Some(Terminal::DeclareWin),
                self.claim.and_then(|claim| claim.winner),
            ),
        };
        declared.then(|| named.unwrap_or_else(|| self.to_move()))
    }

    /// The side that declares a draw, by the rule that has such a declaration. CSA's word for that is written for any
    /// draw: where another kind of draw is possible, it is not taken for a declaration.
    pub(super) fn draw_declarer(&self) -> Option<Color> {
        let side = self.to_move();
        let says = self.ending.is_some_and(|(_, ending)| ending.word == "%HIKIWAKE");
        let known = self.profile.declaration == Declaration::Points24;
        // The pieces of both sides are counted last, and for hardly any record.
        let otherwise = || self.line.repetition.is_some() || self.is_full() || self.enough_for_agreement();
        (says && known && self.end.king_entered(side) && !otherwise()).then_some(side)
    }

    /// Whether both sides have the points with which an agreed impasse is drawn in professional games.
    fn enough_for_agreement(&self) -> bool {
        let points = |side| self.standing(side).map(|it| it.most.all.value());
        let is_counted = self.end.surplus().next().is_none();
        let mut sides = Color::ALL.into_iter();
        is_counted && sides.all(|side| points(side).is_none_or(|value| value >= MIN_POINTS))
    }

    /// Whether the record says that the players agreed on an impasse, and the rules say when they may.
    pub(super) fn has_impasse_to_check(&self) -> bool {
        // In USEN one letter is used for an impasse and for a declared win.
        self.terminal() == Some(Terminal::Impasse)
            && self.profile.impasse_agreement != ImpasseAgreement::None
            && !self.says_limit()
            && notation::may_declare(self.record.format) != Some(Terminal::Impasse)
            && !self.is_free_to_agree()
    }

    /// Whether the game is so old that its players were free to agree on an impasse.
    fn is_free_to_agree(&self) -> bool {
        let began = || Date::read(header::value(self.record, HeaderKey::Start)?).ok();
        let before = self.profile.impasse_free_before;
        before.is_some_and(|year| began().is_some_and(|date| date.year < year))
    }
}

// A game and the move limit of its event.

impl Game<'_> {
    /// How many moves were made up to a ply, those before the record counted as far as they are known.
    pub(super) fn moves_until(&self, ply: u32) -> u32 {
        ply.saturating_add(moves_before(self.record).unwrap_or(0))
    }

    /// The first move after a ply, where the game went on.
    pub(super) fn went_on(&self, ply: u32) -> Option<(u32, Option<Span>)> {
        let mut behind = self.record.tree.main_line().skip(ply as usize);
        let (_, node) = behind.find(|(_, node)| !matches!(node.step, Step::End(_)))?;
        (node.ply <= self.plies).then(|| (node.ply, node.span()))
    }

    /// What stands after the ply at which the game ended by this rule: the first move, where it went on, or a result that
    /// says otherwise.
    pub(super) fn passed_over(&self, ply: u32, rule: &Rule) -> Option<(u32, Option<Span>)> {
        let over = self.over.as_ref().filter(|end| end.rule == rule);
        let contradicts = over.is_some_and(|end| self.states_otherwise_than(end.outcome));
        let result = || contradicts.then(|| (self.result_ply(), self.result_span()));
        self.went_on(ply).or_else(result)
    }

    /// Whether the game has as many moves as the limit.
    pub(super) fn is_full(&self) -> bool {
        let limit = self.profile.max_moves;
        limit.is_some_and(|limit| self.moves_until(self.plies) >= limit)
    }

    /// Whether the record says that the game ended by the move limit: 持将棋 is written for it, too.
    pub(super) fn says_limit(&self) -> bool {
        match self.terminal() {
            Some(Terminal::MaxMoves) => true,
            Some(Terminal::Impasse) => self.is_full(),
            _ => false,
        }
    }
}
