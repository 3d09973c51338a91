//! A record with one of its plies chosen to be looked at.

use super::super::diagram::Mark;
use crate::finding::{Finding, Language, Message, Seat, message};
use crate::notation::side_names;
use crate::opening::Sighting;
use crate::played::{Meaning, Played, Ply};
use crate::record::{Node, NodeId, Record, Step};
use crate::referee::Judgement;
use crate::shogi::{Color, Position, Square};

/// A judged record, and the ply of its main line whose board is shown.
#[derive(Debug)]
pub struct View<'v, 't> {
    /// The record.
    pub record: &'v Record<'t>,
    /// What the referee says of it.
    pub judgement: &'v Judgement,
    /// The record on a board.
    pub played: Played<'v, 't>,
    /// What stands at the ply.
    pub node: NodeId,
    /// The position there.
    pub position: Position,
    /// The opening and the castles of the game; nothing, as long as nobody has looked for them.
    pub sighting: Sighting<'static>,
}

/// A ply that the main line does not have, or that cannot be put on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchPly {
    asked: u32,
    /// How many plies there are.
    plies: u32,
    /// The ply of the move that the record gives this number.
    numbered: Option<u32>,
    /// The ply of what cannot be put on the board.
    broken: Option<u32>,
}

impl NoSuchPly {
    /// What there is instead.
    pub fn words(self) -> Message {
        let Self {
            asked,
            plies,
            numbered,
            broken,
        } = self;
        if let Some(broken) = broken {
            return message!(
                "cannot show ply {asked}: the moves from ply {broken} on cannot be made on the board",
                "{asked}手目は表示できない。{broken}手目以降は盤上で再現できない",
                asked,
                broken
            );
        }
        let (count, counted) = match plies {
            1 => ("1 ply".to_owned(), "1手".to_owned()),
            _ => (format!("{plies} plies"), format!("{plies}手")),
        };
        let none = message!(
            "ply {asked} does not exist: the main line has {count}, and 0 is the start position",
            "{asked}手目はない。本譜は{counted}で、0は開始局面である",
            asked,
            count,
            counted
        );
        let Some(ply) = numbered else {
            return none;
        };
        none.followed_by(message!(
            "; the move numbered {asked} in the record is ply {ply}",
            "。棋譜で{asked}の番号が付いた指し手は{ply}手目である",
            asked,
            ply
        ))
    }
}

impl<'v, 't> View<'v, 't> {
    /// Returns the names of Black and White: in Japanese, those of handicap games are 下手 and 上手.
    pub fn sides(&self, language: Language) -> [&'static str; 2] {
        match language {
            Language::English => Color::ALL.map(|side| *Seat::from(side).words.in_language(language)),
            Language::Japanese => Color::ALL.map(|side| side_names(self.record).of(side)),
        }
    }

    /// The view of a ply of the main line, 0 for the start; where none is named, of the last move of the game.
    ///
    /// # Errors
    ///
    /// When there is no board for that ply.
    pub fn at(record: &'v Record<'t>, judgement: &'v Judgement, ply: Option<u32>) -> Result<Self, NoSuchPly> {
        let tree = &record.tree;
        let (mut node, mut position) = (NodeId::START, record.start.position.clone());
        let mut reached = ply == Some(0);
        let played = Played::watched(record, |id, meaning, after| {
            // The main line goes on with the first continuation that means something.
            if reached || tree.parent(id) != Some(node) {
                return;
            }
            reached = match ply {
                Some(asked) => tree.node(id).ply == asked,
                None => *meaning == Meaning::End,
            };
            if ply.is_some() || !reached {
                node = id;
                position.clone_from(after);
            }
        });
        if let Some(asked) = ply.filter(|_| !reached) {
            return Err(NoSuchPly {
                asked,
                plies: plies(record),
                numbered: numbered(record, asked),
                broken: broken(&played).filter(|&broken| broken <= asked),
            });
        }
        Ok(Self {
            record,
            judgement,
            played,
            node,
            position,
            sighting: Sighting::default(),
        })
    }

    /// The number of the ply.
    pub fn ply(&self) -> u32 {
        self.record.tree.node(self.node).ply
    }

    /// The ply of the last move of the main line, moves after an end too.
    pub fn length(&self) -> u32 {
        plies(self.record)
    }

    /// Whether the end of the game stands at the ply, and no move.
    pub fn is_end(&self) -> bool {
        *self.played.meaning(self.node) == Meaning::End
    }

    /// The ply at which the main line breaks off, since what stands there cannot be put on the board.
    pub fn broken(&self) -> Option<u32> {
        broken(&self.played)
    }

    /// The last move before the position and its node; an end in between does not matter, a pass does.
    pub fn last_move(&self) -> Option<(NodeId, &Ply)> {
        let is_end = |id: &NodeId| *self.played.meaning(*id) == Meaning::End;
        let last = self.record.tree.back_from(self.node).find(|id| !is_end(id))?;
        Some((last, self.played.ply(last)?))
    }

    /// The findings about the ply itself.
    pub(crate) fn concerns(&self) -> impl Iterator<Item = &'v Finding> {
        let ply = self.ply();
        let findings = self.judgement.findings.iter();
        findings.filter(move |finding| finding.variation.is_empty() && finding.ply == Some(ply))
    }

    /// The squares to mark on the board: those of the last move, and those of findings about the ply.
    pub fn marks(&self) -> Vec<(Square, Mark)> {
        let moved = self.last_move().map(|(_, ply)| (ply.from, ply.to));
        let moved = moved
            .into_iter()
            .flat_map(|(from, to)| from.into_iter().chain([to]));
        let concerned = self.concerns().flat_map(|finding| &finding.cells);
        moved
            .map(|square| (square, Mark::Moved))
            .chain(concerned.filter_map(|cell| Some((cell.square()?, Mark::Concerned))))
            .collect()
    }
}

fn plies(record: &Record<'_>) -> u32 {
    moves(record).last().map_or(0, |node| node.ply)
}

/// The ply of the move that the record gives a number.
fn numbered(record: &Record<'_>, number: u32) -> Option<u32> {
    moves(record)
        .find(|node| node.number == number)
        .map(|node| node.ply)
}

/// The moves of the main line, those after an end too.
fn moves<'r>(record: &'r Record<'_>) -> impl Iterator<Item = &'r Node<'r>> {
    let nodes = record.tree.main_line().map(|(_, node)| node);
    nodes.filter(|node| !matches!(node.step, Step::End(_)))
}

fn broken(played: &Played<'_, '_>) -> Option<u32> {
    let mut main = played.record().tree.main_line();
    main.find(|&(id, _)| *played.meaning(id) == Meaning::Lost)
        .map(|(_, node)| node.ply)
}
