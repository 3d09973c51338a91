//! The game as a whole: what the record says of its end, beside what the board showed.

use super::clock::Ledger;
use super::replay::{Doubt, MainLine, Repetition};
use super::watch::Ends;
use crate::finding::{Finding, Findings, Message, Severity, Span};
use crate::profile::Profile;
use crate::record::{Claim, Ending, NodeId, Outcome, Record, Step, Terminal};
use crate::shogi::{Color, Position, Square};

pub use super::replay::Foul;

/// A game and its main line, replayed.
#[derive(Debug)]
pub struct Game<'a> {
    /// The record.
    pub record: &'a Record<'a>,
    /// The rules that it is judged by.
    pub profile: &'a Profile,
    /// The position at the first end, or behind the last move.
    pub end: &'a Position,
    /// Moves up to there.
    pub plies: u32,
    /// The ply of the last node of the main line.
    pub length: u32,
    /// The last move before the end; the start when there is none.
    pub last_move: NodeId,
    /// What its times come to.
    pub ledger: Ledger,
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
    /// The ply that mated, though the record goes on.
    pub mated: Option<u32>,
    /// What came about that ends a game by itself.
    pub ends: Ends,
    /// The board at the end is what the players had before them.
    pub certain: bool,
    /// So are the pieces on it; those in hand may have been others.
    pub board_is_known: bool,
    /// A move could not be put on the board: nothing behind it is known.
    pub broken: bool,
}

/// What a rule says of a game.
#[derive(Debug)]
pub struct Complaint {
    /// The ply it is about.
    pub ply: u32,
    /// The place in the text.
    pub span: Option<Span>,
    /// The side it is about.
    pub side: Option<Color>,
    /// A weight other than the rule's own.
    pub severity: Option<Severity>,
    /// The way into the variation it is about.
    pub variation: Vec<(u32, u32)>,
    /// The reason in words.
    pub message: Message,
    /// The squares that a board beside it marks.
    pub squares: Vec<Square>,
    /// Who has won by what is said here, where that overrules what the record states.
    pub decides: Option<Outcome>,
    /// The reason as it stands behind what the record states, where that is not the message itself.
    pub reason: Option<Message>,
}

/// What a rule says of who won.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    /// The ply at which the game was decided.
    pub ply: u32,
    /// Who won.
    pub outcome: Outcome,
    /// The reason in words.
    pub message: Message,
}

impl Complaint {
    /// A complaint at a ply of the main line.
    pub fn new(ply: u32, span: Option<Span>, side: Option<Color>, message: impl Into<Message>) -> Self {
        Self {
            ply,
            span,
            side,
            severity: None,
            variation: Vec::new(),
            message: message.into(),
            squares: Vec::new(),
            decides: None,
            reason: None,
        }
    }

    /// The same complaint, which decides the game.
    #[must_use]
    pub fn deciding(mut self, outcome: Outcome) -> Self {
        self.decides = Some(outcome);
        self
    }

    /// The same complaint, which decides the game for a reason that need not repeat what the record states.
    #[must_use]
    pub fn deciding_since(mut self, outcome: Outcome, reason: Message) -> Self {
        self.reason = Some(reason);
        self.deciding(outcome)
    }

    /// The same complaint, with squares to mark on a board beside it.
    #[must_use]
    pub fn marking(mut self, squares: impl IntoIterator<Item = Square>) -> Self {
        self.squares.extend(squares);
        self
    }
}

/// The main line of a record, walked once.
#[derive(Debug)]
pub(super) struct Outline<'a> {
    /// Its moves, those behind an end too.
    pub moves: u32,
    /// The ply of its last node.
    pub length: u32,
    /// The first end and its ply. A move taken back ends a game only if nothing else does.
    pub ending: Option<(u32, &'a Ending<'a>)>,
    /// The last move before that end.
    pub last_move: NodeId,
}

impl<'a> Outline<'a> {
    pub fn of(record: &'a Record<'a>) -> Self {
        let mut outline = Self {
            moves: 0,
            length: 0,
            ending: None,
            last_move: NodeId::START,
        };
        for (id, node) in record.tree.main_line() {
            outline.length = node.ply;
            let open = outline
                .ending
                .is_none_or(|(_, ending)| ending.terminal == Terminal::TakeBack);
            match &node.step {
                Step::End(ending) if open => outline.ending = Some((node.ply, ending)),
                Step::End(_) => {}
                _ => {
                    outline.moves += 1;
                    if open {
                        outline.last_move = id;
                    }
                }
            }
        }
        outline
    }
}

impl<'a> Game<'a> {
    /// Looks at a replayed record as a whole.
    pub(super) fn new(
        record: &'a Record<'a>,
        profile: &'a Profile,
        outline: &Outline<'a>,
        line: &'a MainLine,
    ) -> Self {
        let Outline {
            length,
            ending,
            last_move,
            ..
        } = *outline;
        let plies = record.tree.node(last_move).ply;
        let claim = record
            .claims
            .iter()
            .find(|claim| claim.node == last_move || record.tree.is_main_line(claim.node));
        Self {
            record,
            profile,
            end: line.end.as_ref().unwrap_or(&record.start.position),
            plies,
            length,
            last_move,
            ledger: Ledger::of(record, profile),
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
            (Some((_, ending)), _) => Some(ending.terminal),
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

    /// The terminal of a まで line, which names the side that fouled whoever is to move.
    fn named(&self, terminal: Terminal) -> Terminal {
        let winner = self.claim.and_then(|claim| claim.winner);
        match terminal {
            Terminal::FoulLoss if winner == Some(self.to_move()) => Terminal::FoulWin,
            Terminal::FoulWin if winner == Some(self.to_move().opponent()) => Terminal::FoulLoss,
            other => other,
        }
    }

    /// Who the terminal says won.
    pub fn outcome_of_terminal(&self) -> Option<Outcome> {
        match self.ending {
            None => self.outcome_of(self.claim?),
            Some((
                _,
                Ending {
                    offender: Some(offender),
                    ..
                },
            )) => Some(Outcome::Win(offender.opponent())),
            _ => self.terminal()?.outcome(self.to_move()),
        }
    }

    /// Who a claim says won.
    pub fn outcome_of(&self, claim: &Claim<'_>) -> Option<Outcome> {
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
        let ending = self.ending.and_then(|(_, ending)| ending.offender);
        ending.or(match self.terminal()? {
            Terminal::FoulLoss => Some(self.to_move()),
            Terminal::FoulWin => Some(self.to_move().opponent()),
            _ => None,
        })
    }

    /// Whether the record ends with the declaration of a win.
    pub fn declared(&self) -> bool {
        self.ending
            .is_some_and(|(_, ending)| ending.terminal == Terminal::DeclareWin)
    }

    /// The foul that the last move is.
    pub fn foul_at_end(&self) -> Option<&Foul> {
        self.fouls.last().filter(|foul| foul.ply == self.plies)
    }

    /// The token of the terminal or claim, for findings about the result.
    pub fn result_span(&self) -> Option<Span> {
        self.ending
            .map(|(_, ending)| ending.span)
            .or_else(|| self.claim.map(|claim| claim.span))
            .or_else(|| self.last_span())
    }

    /// The token of the last move.
    pub fn last_span(&self) -> Option<Span> {
        self.record.tree.node(self.last_move).span()
    }

    /// The ply that findings about the result carry.
    pub fn result_ply(&self) -> u32 {
        self.ending.map_or(self.plies, |(ply, _)| ply)
    }

    /// A complaint about the result.
    pub fn about_result(&self, side: Option<Color>, message: impl Into<Message>) -> Complaint {
        Complaint::new(self.result_ply(), self.result_span(), side, message)
    }
}

/// Asks every rule about the game; what decides it comes back, the capture of a king first, then in the order of the
/// table.
pub(super) fn judge(game: &Game<'_>, findings: &mut Findings) -> Vec<Decision> {
    let mut decisions = Vec::from_iter(super::rules::king_captured::decision(game));
    for (rule, check) in super::rules::GAME {
        for complaint in check(game) {
            decisions.extend(complaint.decides.map(|outcome| Decision {
                ply: complaint.ply,
                outcome,
                message: complaint.reason.unwrap_or_else(|| complaint.message.clone()),
            }));
            let mut finding = Finding::new(rule, complaint.span, complaint.message).at_ply(complaint.ply);
            finding.side = complaint.side;
            finding.severity = complaint.severity.unwrap_or(finding.severity);
            finding.variation = complaint.variation;
            finding.squares = complaint.squares;
            findings.push(finding);
        }
    }
    decisions
}
