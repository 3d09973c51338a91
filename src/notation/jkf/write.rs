//! Writing JKF: one JSON object in one line, in the normalised form of Kifu for JS.
//!
//! Variations nest, and nothing recurses: what is still to be written lies on a pile.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde::{Serialize, Serializer};

use super::start;
use crate::notation::result::Results;
use crate::notation::times::Seconds;
use crate::notation::write::Remarks;
use crate::notation::{self, Loss, Refusal, Style, TextBuilder, WhyNot, csa, header};
use crate::played::{Disambiguation, Marking, Meaning, Played, Ply};
use crate::record::{NodeId, Record, Remark, RemarkKind, Step, Terminal};
use crate::shogi::{Color, Hand, Handicap, Motion, PieceKind, Position, Side, Square, Suffix};

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
    header(record, draft);
    draft.text.push_str(",\"initial\":");
    draft.text.push_str(&initial(&record.start.position));
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
    fn claimed(&self, last: NodeId) -> Option<EntryObject<'_>> {
        let (terminal, claim) = self.results.claimed(last)?;
        let special = special(terminal, None, self.played.turn_after(last));
        let odd_word = special.is_none().then(|| claim.text.as_ref().into());
        Some(EntryObject {
            special: Some(special.unwrap_or_else(|| BROKEN_OFF.to_owned())),
            comments: Comments {
                word: odd_word,
                of: None,
            },
            ..EntryObject::default()
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

    fn members(&self, id: NodeId) -> Result<EntryObject<'_>, Refusal> {
        let node = self.played.record().tree.node(id);
        let mut entry = EntryObject::default();
        let mut odd_word = None;
        match (self.played.meaning(id), &node.step) {
            (Meaning::Ply(ply), _) => {
                entry.play = Some(
                    Play::of(ply, !self.is_unmarked(id))
                        .ok_or_else(|| Refusal::at(node.ply, WhyNot::UnnamedPiece(Some(notation::JKF))))?,
                );
            }
            (Meaning::Pass, _) => {
                return Err(Refusal::at(node.ply, WhyNot::Pass(notation::JKF)));
            }
            (_, Step::End(ending)) => {
                let turn = self.played.turn(id);
                // Words of other notations name a side where JKF leaves it to the turn.
                let named = ending.offender.filter(|_| ending.word.ends_with(csa::FOUL));
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
        return Some(format!("{sign}{}", csa::FOUL));
    }
    let word = csa::word(terminal).filter(|_| RESULTS.contains(&terminal))?;
    Some(word.to_owned())
}

/// An entry without its forks.
#[derive(Default, Serialize)]
struct EntryObject<'w> {
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    play: Option<Play>,
    #[serde(skip_serializing_if = "Option::is_none")]
    special: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<Time>,
    #[serde(skip_serializing_if = "Comments::is_empty")]
    comments: Comments<'w>,
}

// `comments` of an entry.

/// What is said of an entry, made into text one by one while it is written: there may be millions.
#[derive(Default)]
struct Comments<'w> {
    /// The word of a result that has none here.
    pub word: Option<Cow<'w, str>>,
    /// The remarks of the record, and the node whose are meant.
    pub of: Option<(&'w Remarks<'w, 'w>, NodeId)>,
}

impl Comments<'_> {
    fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    fn iter(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let remarks = self.of.into_iter().flat_map(|(remarks, node)| remarks.at(node));
        let word = self.word.as_deref().map(Cow::Borrowed);
        word.into_iter().chain(remarks.filter_map(comment))
    }
}

/// A remark as a comment; a line of a program is none.
fn comment<'r>(remark: &'r Remark<'_>) -> Option<Cow<'r, str>> {
    match remark.kind {
        RemarkKind::Comment => Some(Cow::Borrowed(&remark.text)),
        RemarkKind::Bookmark => Some(format!("&{}", remark.text).into()),
        RemarkKind::Tool => None,
    }
}

impl Serialize for Comments<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

// Values as JSON.

/// A value as JSON. Values made of strings and numbers always can be.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

// What stands before the moves: headers and the start position.

/// Writes the headers in their order. What the start says itself is no header, and of a key that stands twice the last
/// value counts.
fn header(record: &Record<'_>, draft: &mut TextBuilder) {
    let mut headers: Vec<(Cow<'_, str>, Cow<'_, str>)> = Vec::new();
    let mut places: BTreeMap<_, usize> = BTreeMap::new();
    for (key, value) in header::japanese(record) {
        if header::is_told_by_start(&key, &value, record) {
            continue;
        }
        match places.entry(key.clone()) {
            Entry::Occupied(place) => {
                headers[*place.get()].1 = value;
                draft.losses.name(Loss::Header, key);
            }
            Entry::Vacant(place) => {
                place.insert(headers.len());
                headers.push((key, value));
            }
        }
    }
    let members: Vec<_> = headers
        .iter()
        .map(|(key, value)| format!("{}:{}", json(key), json(value)))
        .collect();
    draft.text.push('{');
    draft.text.push_str(&members.join(","));
    draft.text.push('}');
}

/// The named start, or the position.
fn initial(position: &Position) -> String {
    let preset = Handicap::of(position).and_then(start::of);
    json(&Initial {
        preset: preset.unwrap_or("OTHER"),
        data: preset.is_none().then(|| Data::of(position)),
    })
}

#[derive(Serialize)]
struct Initial {
    preset: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<Data>,
}

#[derive(Serialize)]
struct Data {
    color: usize,
    /// By file, then by rank.
    board: Vec<Vec<Cell>>,
    /// Black's, then White's.
    hands: [Held; 2],
}

/// A hand with all seven kinds, also those of which it has none: the schema asks for each.
struct Held(Hand);

impl Serialize for Held {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let from_the_pawn = PieceKind::HAND.into_iter().rev();
        serializer.collect_map(from_the_pawn.map(|kind| (csa::code(kind), self.0.get(kind))))
    }
}

#[derive(Default, Serialize)]
struct Cell {
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'static str>,
}

impl Data {
    fn of(position: &Position) -> Self {
        let column = |file| {
            let squares = (1..=9).filter_map(|rank| Square::new(file, rank));
            squares.map(|square| Cell::of(position, square)).collect()
        };
        Self {
            color: position.side_to_move().index(),
            board: (1..=9).map(column).collect(),
            hands: Color::ALL.map(|side| Held(*position.hand(side))),
        }
    }
}

impl Cell {
    fn of(position: &Position, square: Square) -> Self {
        position
            .piece_at(square)
            .map_or_else(Self::default, |piece| Self {
                color: Some(piece.color.index()),
                kind: Some(csa::code(piece.kind)),
            })
    }
}

// Moves.

/// A move, its keys in the order of the definition.
#[derive(Serialize)]
struct Play {
    #[serde(skip_serializing_if = "Option::is_none")]
    color: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    from: Option<Place>,
    to: Place,
    piece: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    promote: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    capture: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    relative: Option<String>,
}

impl Play {
    /// A move, with its side unless that is to be left to the board; `None` where nobody knows what moves.
    fn of(ply: &Ply, marked: bool) -> Option<Self> {
        Some(Self {
            color: marked.then(|| ply.mark().index()),
            from: ply.from.map(Place::of),
            to: Place::of(ply.to),
            piece: csa::code(ply.kind?),
            same: ply.same.then_some(true),
            promote: (ply.promotes || ply.may_promote).then_some(ply.promotes),
            capture: ply.captured.map(|piece| csa::code(piece.kind)),
            relative: match ply.disambiguation {
                Disambiguation::Words(suffix) => Some(relative(suffix)),
                Disambiguation::Drop => Some("H".to_owned()),
                Disambiguation::Alone | Disambiguation::Origin => None,
            },
        })
    }
}

fn relative(suffix: Suffix) -> String {
    let side = suffix.side.map(|side| match side {
        Side::Left => 'L',
        Side::Straight => 'C',
        Side::Right => 'R',
    });
    let motion = suffix.motion.map(|motion| match motion {
        Motion::Up => 'U',
        Motion::Level => 'M',
        Motion::Back => 'D',
    });
    side.into_iter().chain(motion).collect()
}

#[derive(Serialize)]
struct Place {
    x: u8,
    y: u8,
}

impl Place {
    const fn of(square: Square) -> Self {
        Self {
            x: square.file(),
            y: square.rank(),
        }
    }
}

// Times.

/// The time of a move and the total of its side.
#[derive(Serialize)]
struct Time {
    now: Spent,
    total: Total,
}

#[derive(Serialize)]
struct Spent {
    m: u32,
    s: u32,
}

#[derive(Serialize)]
struct Total {
    h: u64,
    m: u64,
    s: u64,
}

impl Time {
    /// From seconds.
    const fn of(spent: u32, total: u64) -> Self {
        Self {
            now: Spent {
                m: spent / 60,
                s: spent % 60,
            },
            total: Total {
                h: total / 3600,
                m: total / 60 % 60,
                s: total % 60,
            },
        }
    }
}
