//! Writing JKF: one JSON object in one line, in the normalised form of Kifu for JS.
//!
//! Variations nest, and nothing recurses: what is still to be written lies on a pile.

mod comments;
mod encoded;
mod front;
mod play;
mod time;

use serde::Serialize;

use self::comments::Comments;
use self::encoded::json;
use self::play::Play;
use self::time::Time;

use crate::notation::csa::words;
use crate::notation::remarks::Remarks;
use crate::notation::result::Results;
use crate::notation::seconds::Seconds;
use crate::notation::{Refusal, Style, TextBuilder, WhyNot, formats};
use crate::played::{Marking, Meaning, Played};
use crate::record::{NodeId, Step, Terminal};
use crate::shogi::Color;

/// Results that JKF has words for: those of CSA V2.2.
pub(super) const RESULTS: &[Terminal] = &[
    Terminal::Resign,
    Terminal::Interrupt,
    Terminal::Repetition,
    Terminal::Timeout,
    Terminal::FoulLoss,
    Terminal::FoulWin,
    Terminal::Impasse,
    Terminal::DeclareWin,
    Terminal::Draw,
    Terminal::Mate,
    Terminal::NoMate,
    Terminal::TakeBack,
    Terminal::Error,
];

/// What is written, beside a comment, for a result that has no word.
const BROKEN_OFF: &str = "CHUDAN";

/// Writes a record.
pub(super) fn write(played: &Played<'_, '_>, _: Style, draft: &mut TextBuilder) -> Result<(), Refusal> {
    let record = played.record();
    draft.text.push_str("{\"header\":");
    front::header(record, draft);
    draft.text.push_str(",\"initial\":");
    draft.text.push_str(&front::initial(&record.start.position));
    draft.text.push_str(",\"moves\":");
    let mut writer = Writer {
        played,
        remarks: Remarks::of(record),
        results: Results::of(played),
        seconds: Seconds::of(played),
        pile: Vec::new(),
        out: &mut draft.text,
    };
    writer.all()?;
    draft.text.push_str("}\n");
    Ok(())
}

/// What is still to be written; the last comes next.
enum Due {
    Text(&'static str),
    /// The result of a line that has it in words only.
    Claimed(String),
    /// An array of entries that begins with this node.
    Line(NodeId),
    /// The entry of this node, and those after it.
    Entries(NodeId),
}

struct Writer<'p, 'r, 't, 'd> {
    played: &'p Played<'r, 't>,
    remarks: Remarks<'r, 't>,
    results: Results<'p, 'r, 't>,
    seconds: Seconds<'p, 'r, 't>,
    pile: Vec<Due>,
    out: &'d mut String,
}

impl Writer<'_, '_, '_, '_> {
    fn all(&mut self) -> Result<(), Refusal> {
        self.pile.push(Due::Line(NodeId::START));
        while let Some(due) = self.pile.pop() {
            match due {
                Due::Text(text) => self.out.push_str(text),
                Due::Claimed(entry) => self.out.push_str(&entry),
                Due::Line(first) => self.later([Due::Text("["), Due::Entries(first), Due::Text("]")]),
                Due::Entries(id) => self.entry(id)?,
            }
        }
        Ok(())
    }

    /// Puts on the pile what comes next, the first on top.
    fn later(&mut self, due: impl IntoIterator<Item = Due, IntoIter: DoubleEndedIterator>) {
        self.pile.extend(due.into_iter().rev());
    }

    /// Writes an entry up to its forks, and leaves these and what follows for later.
    fn entry(&mut self, id: NodeId) -> Result<(), Refusal> {
        let members = json(&self.members(id)?);
        self.out.push_str(members.strip_suffix('}').unwrap_or(&members));
        let mut due = Vec::new();
        let forks = self.forks(id);
        if !forks.is_empty() {
            due.push(Due::Text(if members == "{}" {
                "\"forks\":["
            } else {
                ",\"forks\":["
            }));
            for (at, fork) in forks.into_iter().enumerate() {
                due.extend((at > 0).then_some(Due::Text(",")));
                due.push(Due::Line(fork));
            }
            due.push(Due::Text("]"));
        }
        due.push(Due::Text("}"));
        match self.played.children(id).next() {
            Some(next) => due.extend([Due::Text(","), Due::Entries(next)]),
            None => due.extend(
                self.claimed(id)
                    .into_iter()
                    .flat_map(|it| [Due::Text(","), Due::Claimed(json(&it))]),
            ),
        }
        self.later(due);
        Ok(())
    }

    /// The alternatives to a node, where it is the main one.
    fn forks(&self, id: NodeId) -> Vec<NodeId> {
        let tree = &self.played.record().tree;
        let Some(parent) = tree.parent(id) else {
            return Vec::new();
        };
        let mut children = self.played.children(parent);
        if children.next() == Some(id) {
            children.collect()
        } else {
            Vec::new()
        }
    }

    /// The result of a line that has it in words only.
    fn claimed(&self, last: NodeId) -> Option<Entry<'_>> {
        let (terminal, claim) = self.results.claimed(last)?;
        let special = special(terminal, None, self.played.turn_after(last));
        let odd_word = special.is_none().then(|| claim.text.as_ref().into());
        Some(Entry {
            special: Some(special.unwrap_or_else(|| BROKEN_OFF.to_owned())),
            comments: Comments {
                word: odd_word,
                of: None,
            },
            ..Entry::default()
        })
    }

    /// Whether a move has to stand without its side: the answer to a first move in the wrong order, and that move.
    fn is_unmarked(&self, id: NodeId) -> bool {
        let is_answer = |id| {
            self.played
                .ply(id)
                .is_some_and(|ply| ply.marking == Marking::Amiss)
        };
        is_answer(id) || self.played.children(id).any(is_answer)
    }

    fn members(&self, id: NodeId) -> Result<Entry<'_>, Refusal> {
        let node = self.played.record().tree.node(id);
        let mut entry = Entry::default();
        let mut odd_word = None;
        match (self.played.meaning(id), &node.step) {
            (Meaning::Ply(ply), _) => {
                entry.play = Some(
                    Play::of(ply, !self.is_unmarked(id))
                        .ok_or_else(|| Refusal::at(node.ply, WhyNot::UnnamedPiece(Some(formats::JKF))))?,
                );
            }
            (Meaning::Pass, _) => {
                return Err(Refusal::at(node.ply, WhyNot::Pass(formats::JKF)));
            }
            (_, Step::End(ending)) => {
                let turn = self.played.turn(id);
                // Words of other notations name a side where JKF leaves it to the turn.
                let named = ending.offender.filter(|_| ending.word.ends_with(words::FOUL));
                let special = special(ending.of_side_to_move(turn), named, turn);
                odd_word = special.is_none().then_some(&ending.word);
                entry.special = Some(special.unwrap_or_else(|| BROKEN_OFF.to_owned()));
            }
            // The start, and nothing else, has neither.
            _ => {}
        }
        entry.time = self.seconds.at(id).map(|(spent, total)| Time::of(spent, total));
        entry.comments = Comments {
            word: odd_word.map(|word| word.as_ref().into()),
            of: Some((&self.remarks, id)),
        };
        Ok(entry)
    }
}

/// The word for a result, if JKF has one. The sign names the side that fouled.
fn special(terminal: Terminal, offender: Option<Color>, to_move: Color) -> Option<String> {
    let offender = match terminal {
        Terminal::FoulWin => offender.or(Some(to_move.opponent())),
        Terminal::FoulLoss => offender,
        _ => None,
    };
    if let Some(side) = offender {
        let sign = if side == Color::Black { '+' } else { '-' };
        return Some(format!("{sign}{}", words::FOUL));
    }
    let word = words::word(terminal).filter(|_| RESULTS.contains(&terminal))?;
    Some(word.to_owned())
}

/// An entry without its forks.
#[derive(Default, Serialize)]
struct Entry<'w> {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    play: Option<Play>,
    #[serde(skip_serializing_if = "Option::is_none")]
    special: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Time>,
    #[serde(skip_serializing_if = "Comments::is_empty")]
    comments: Comments<'w>,
}
