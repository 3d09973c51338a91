//! The attributes of a checked record, as the packages for other programming languages have them.
//!
//! `python` has an attribute of Python for each of them, and `npm` the JSON object of [`Attributes::object`].

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use super::Game;
use super::game::MoveCollector;
use crate::check::{Checked, Summary};
use crate::finding::{Language, Message, bilingual, message};
use crate::notation::{self, Writer};
use crate::played::{Meaning, Played};
use crate::record::{Format, Node, NodeId, RemarkKind, Step};
use crate::report::show::View;
use crate::report::{drawing_svg, svg};
use crate::shogi::Position;
use crate::system::{Referees, drawing, system_of};
use crate::text::decode;

/// The attributes of a checked record. Each is computed when its method is called.
///
/// ```
/// use kifu::{Checker, Settings};
/// use kifu::stats::Attributes;
///
/// let checker = Checker::new(Settings::default());
/// let text = "手合割：平手\n   1 ７六歩(77)\n*good\n   2 投了\n";
/// let file = checker.check("a.kif", text.as_bytes()).next().unwrap();
/// let checked = file.records().next().unwrap();
/// let attributes = Attributes::new(&checked);
/// assert_eq!(attributes.kif_moves(), ["７六歩(77)"]);
/// assert_eq!(attributes.comments(), [(1, "good".into())]);
/// ```
#[derive(Debug)]
pub struct Attributes<'c, 'r> {
    checked: &'c Checked<'r>,
    played: OnceCell<Played<'c, 'r>>,
}

/// The reason why a record has no board for a ply.
#[derive(Clone, Debug)]
pub enum NoBoard {
    /// There is no such ply, or it cannot be put on the board.
    NoSuchPly(Message),
    /// The record has no board at all.
    NoRecord(Message),
}

impl NoBoard {
    /// Returns the reason in words.
    pub const fn words(&self) -> &Message {
        match self {
            Self::NoSuchPly(words) | Self::NoRecord(words) => words,
        }
    }

    fn no_such_ply(ply: u32) -> Self {
        Self::NoSuchPly(message!(
            "ply {ply} does not exist, or cannot be put on the board",
            "{ply}手目は存在しないか、盤上で再現できない",
        ))
    }
}

impl<'c, 'r> Attributes<'c, 'r> {
    /// Creates the attributes of a record.
    pub const fn new(checked: &'c Checked<'r>) -> Self {
        Self {
            checked,
            played: OnceCell::new(),
        }
    }

    fn played(&self) -> &Played<'c, 'r> {
        self.played.get_or_init(|| Played::new(&self.checked.record))
    }

    fn is_recognized(&self) -> bool {
        self.checked.record.format != Format::UNKNOWN
    }

    /// Returns the data of the record from which tables are computed: the players, the moves with their times and scores,
    /// and the identifier.
    pub fn game(&self) -> Game {
        let Checked { record, profile, .. } = self.checked;
        let mut collector = MoveCollector::default();
        let mut referees = Referees::with_profile(Arc::clone(profile));
        referees.check_watched(record, &mut |played| collector.observe(played));
        collector.finish_game(record)
    }

    /// Returns the headers by their names, as written, in the order of the record. If a header occurs several times, its values
    /// are joined with line ends.
    pub fn headers(&self) -> Vec<(Cow<'c, str>, Cow<'c, str>)> {
        let headers = self.checked.record.headers.iter();
        joined(headers.map(|header| (Cow::Borrowed(&*header.name), &*header.value)))
    }

    /// Returns the start position in SFEN; `None` for other games than shogi, and if no record was found.
    pub fn start_sfen(&self) -> Option<String> {
        let record = &self.checked.record;
        let number = record.start.plies_before.unwrap_or(0).saturating_add(1);
        let is_known = record.is_shogi() && self.is_recognized();
        is_known.then(|| record.start.position.to_sfen(number))
    }

    /// Returns the moves of the main line as in KIF: `７六歩(77)`. A move that cannot be made, or a move of another game, is as
    /// written.
    pub fn kif_moves(&self) -> Vec<String> {
        let plies = self.checked.record.tree.main_line().map(|(id, _)| id);
        self.texts(plies, notation::kif_move)
    }

    /// Returns the positions of the main line in SFEN, beginning with the start; an empty list for other games than shogi.
    pub fn sfens(&self) -> Vec<String> {
        let record = &self.checked.record;
        let plies_before = record.start.plies_before.unwrap_or(0);
        let mut sfens: Vec<_> = self.start_sfen().into_iter().collect();
        if sfens.is_empty() {
            return sfens;
        }
        let mut last_node = NodeId::START;
        Played::watched(record, |id, meaning, after: &Position| {
            let node = record.tree.node(id);
            if *meaning != Meaning::End && record.tree.parent(id) == Some(last_node) {
                sfens.push(after.to_sfen(plies_before.saturating_add(node.ply).saturating_add(1)));
                last_node = id;
            }
        });
        sfens
    }

    /// Returns the comments of the main line by ply; 0 is before the first move. Comments on one ply are joined with line ends.
    pub fn comments(&self) -> Vec<(u32, Cow<'c, str>)> {
        let tree = &self.checked.record.tree;
        self.remarks(RemarkKind::Comment, |id| tree.is_main_line(id))
    }

    /// Returns the names of the bookmarks of the main line by ply. Bookmarks on one ply are joined with line ends.
    pub fn bookmarks(&self) -> Vec<(u32, Cow<'c, str>)> {
        let tree = &self.checked.record.tree;
        self.remarks(RemarkKind::Bookmark, |id| tree.is_main_line(id))
    }

    /// Returns the variations: the ply at which each begins, and its moves in USI, or as written if USI cannot express them.
    pub fn variations(&self) -> Vec<(u32, Vec<String>)> {
        let tree = &self.checked.record.tree;
        let variations = self.played().variations();
        variations
            .map(|first| (tree.node(first).ply, self.usi_moves(first)))
            .collect()
    }

    /// Returns the identifier of the start position and the moves, the same in all formats; `None` for a problem or a diagram, and if
    /// no record was found. `game` is the result of [`Attributes::game`].
    pub fn game_id(&self, game: &Game) -> Option<String> {
        (self.is_recognized() && game.is_played).then(|| game.id())
    }

    /// Returns the board after a ply as text (BOD); ply 0 is the start. `None` is the last ply.
    ///
    /// # Errors
    ///
    /// If there is no such ply, and for text without a record.
    pub fn board(&self, ply: Option<u32>) -> Result<String, NoBoard> {
        let Checked {
            record, judgement, ..
        } = self.checked;
        if record.is_shogi() {
            let node = self.view(ply)?.node;
            let record = self.played().record().up_to(node);
            let no_record = |error: notation::Refusal| NoBoard::NoRecord(error.message());
            let bod = notation::target("bod").map(|target| Writer::new(target).write(&Played::new(&record)));
            let bytes = bod.transpose().map_err(no_record)?.unwrap_or_default().bytes;
            return Ok(decode(&bytes, None).as_str().to_owned());
        }
        let ply = ply.unwrap_or(judgement.plies);
        let mut text = None;
        if let Some(system) = system_of(record) {
            (system.replay)(record, &mut |snapshot| {
                if snapshot.ply == ply {
                    text = Some(snapshot.position());
                }
                ControlFlow::Continue(())
            });
        }
        text.ok_or_else(|| NoBoard::no_such_ply(ply))
    }

    /// Returns the board after a ply as an SVG picture; see [`Attributes::board`].
    ///
    /// # Errors
    ///
    /// If there is no such ply, and for text without a record.
    pub fn svg(&self, ply: Option<u32>, language: Language) -> Result<String, NoBoard> {
        let Checked {
            record, judgement, ..
        } = self.checked;
        if !self.is_recognized() {
            return Err(NoBoard::NoRecord(bilingual(
                "no game record found",
                "棋譜が見つからない",
            )));
        }
        if record.is_shogi() {
            return Ok(svg(&self.view(ply)?, language));
        }
        let ply = ply.unwrap_or(judgement.plies);
        let drawing = drawing(record, ply).ok_or_else(|| NoBoard::no_such_ply(ply))?;
        Ok(drawing_svg(record, ply, &drawing, language))
    }

    fn view(&self, ply: Option<u32>) -> Result<View<'c, 'r>, NoBoard> {
        let Checked {
            record, judgement, ..
        } = self.checked;
        View::at(record, judgement, ply).map_err(|error| NoBoard::NoSuchPly(error.words()))
    }

    /// Returns the attributes as an object for serialization. `language` is the language of the findings.
    pub fn object(&self, language: Language) -> RecordObject<'c> {
        RecordObject::new(self, language)
    }

    // The moves of single lines.

    /// Returns the remarks of a kind on the nodes that `takes` accepts, by ply.
    fn remarks(&self, kind: RemarkKind, takes: impl Fn(NodeId) -> bool) -> Vec<(u32, Cow<'c, str>)> {
        let record = &self.checked.record;
        let remarks = record
            .remarks
            .iter()
            .filter(|remark| remark.kind == kind && takes(remark.node));
        joined(remarks.map(|remark| (record.tree.node(remark.node).ply, &*remark.text)))
    }

    /// Returns the nodes of the line that begins at a node.
    fn line(&self, first: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let tree = &self.checked.record.tree;
        std::iter::successors(Some(first), |&id| tree.first_child(id))
    }

    /// Returns the moves of a variation in USI, as [`Game::moves`] returns those of the main line.
    fn usi_moves(&self, first: NodeId) -> Vec<String> {
        self.texts(self.line(first), |played, id| {
            match played.record().tree.node(id).step {
                Step::Pass(_) => Some(super::game::PASS.to_owned()),
                _ => notation::usi_move(played, id),
            }
        })
    }

    /// Returns the plies of a line in a notation. A ply without a text in this notation is as written.
    fn texts(
        &self,
        nodes: impl Iterator<Item = NodeId>,
        text: impl Fn(&Played<'_, '_>, NodeId) -> Option<String>,
    ) -> Vec<String> {
        let record = &self.checked.record;
        let as_written = |id| {
            let span = record.tree.node(id).span();
            span.map_or_else(String::new, |span| record.text_at(span).to_owned())
        };
        nodes
            .filter(|&id| is_ply(record.tree.node(id)))
            .map(|id| text(self.played(), id).unwrap_or_else(|| as_written(id)))
            .collect()
    }
}

/// Returns `true` for a ply, including one that cannot be made on the board.
const fn is_ply(node: &Node<'_>) -> bool {
    !matches!(node.step, Step::Start | Step::End(_))
}

/// Returns the values by their keys, in the order in which the keys first occur. The values of one key are joined with line ends.
fn joined<'t, K: Clone + Eq + std::hash::Hash>(
    entries: impl Iterator<Item = (K, &'t str)>,
) -> Vec<(K, Cow<'t, str>)> {
    let mut places = HashMap::new();
    let mut all: Vec<(K, Cow<'t, str>)> = Vec::new();
    for (key, value) in entries {
        if let Some(&at) = places.get(&key) {
            let (_, earlier): &mut (K, Cow<'t, str>) = &mut all[at];
            *earlier += "\n";
            *earlier += value;
        } else {
            places.insert(key.clone(), all.len());
            all.push((key, value.into()));
        }
    }
    all
}

// The JSON object of a record.

/// The attributes of a record as a JSON object.
///
/// The object has the keys of `kifu validate --format jsonl`, except `schema`, and the other attributes, whose keys are in camel
/// case.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct RecordObject<'c> {
    #[serde(flatten)]
    summary: Summary<'c>,
    #[serde(serialize_with = "as_map")]
    headers: Vec<(Cow<'c, str>, Cow<'c, str>)>,
    players: Vec<Option<String>>,
    start_sfen: Option<String>,
    game_id: Option<String>,
    evals: Vec<Option<i32>>,
    #[serde(flatten)]
    main_line: Line<'c>,
    variations: Vec<Variation<'c>>,
}

/// The moves of a line, each in three notations, and everything that belongs to them.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'c> {
    moves: Vec<String>,
    kif_moves: Vec<String>,
    ki2_moves: Vec<String>,
    /// The time of each move in seconds, if it is known.
    times: Vec<Option<f64>>,
    #[serde(serialize_with = "as_map")]
    comments: Vec<(u32, Cow<'c, str>)>,
    #[serde(serialize_with = "as_map")]
    bookmarks: Vec<(u32, Cow<'c, str>)>,
    /// The number of moves that can be made on the board.
    playable: usize,
    /// The positions after the moves that are not legal, in SFEN, by ply.
    #[serde(rename = "illegal")]
    illegal_positions: BTreeMap<u32, String>,
}

/// A variation.
#[derive(Serialize)]
struct Variation<'c> {
    /// The ply of its first move.
    ply: u32,
    /// The number of the variation from which it branches, from 1, or 0 for the main line. `None` if the moves before it cannot be
    /// made on the board.
    parent: Option<usize>,
    #[serde(flatten)]
    line: Line<'c>,
}

fn as_map<K: Serialize, S: Serializer>(
    entries: &[(K, Cow<'_, str>)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(entries.len()))?;
    for (key, value) in entries {
        map.serialize_entry(key, value)?;
    }
    map.end()
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a move takes less than 2^53 milliseconds"
)]
const fn seconds(milliseconds: u64) -> f64 {
    milliseconds as f64 / 1000.0
}

impl<'c> RecordObject<'c> {
    fn new(attributes: &Attributes<'c, '_>, language: Language) -> Self {
        let Checked {
            record, judgement, ..
        } = attributes.checked;
        let tree = &record.tree;
        let game = attributes.game();
        let mut illegal_positions = HashMap::new();
        if record.is_shogi() && !judgement.findings.is_empty() {
            Played::watched(record, |id, meaning, position| {
                if matches!(meaning, Meaning::Ply(ply) if !ply.legal) {
                    illegal_positions.insert(id, position.to_sfen(1));
                }
            });
        }
        let moves = game
            .moves()
            .map(|(usi, time)| (usi.into_owned(), time.map(seconds)));
        let main_line = Line::new(attributes, NodeId::START, moves.unzip(), &illegal_positions);
        let firsts: Vec<_> = attributes.played().variations().collect();
        let numbers: HashMap<_, _> = firsts.iter().copied().zip(1..).collect();
        let number_of_line = |id| {
            if tree.is_main_line(id) {
                Some(0)
            } else {
                numbers.get(&tree.line_of(id)).copied()
            }
        };
        let variations = firsts.iter().map(|&first| Variation {
            ply: tree.node(first).ply,
            parent: tree.parent(first).and_then(number_of_line),
            line: Line::variation(attributes, first, &illegal_positions),
        });
        Self {
            summary: attributes.checked.summary(language),
            headers: attributes.headers(),
            players: game.players[..game.kind.seats.len()].to_vec(),
            start_sfen: attributes.start_sfen(),
            game_id: attributes.game_id(&game),
            evals: game.scores().collect(),
            main_line,
            variations: variations.collect(),
        }
    }
}

impl<'c> Line<'c> {
    fn variation(
        attributes: &Attributes<'c, '_>,
        first: NodeId,
        illegal_positions: &HashMap<NodeId, String>,
    ) -> Self {
        let record = &attributes.checked.record;
        let has_times = record.has_times();
        let times = attributes
            .line(first)
            .map(|id| record.tree.node(id))
            .filter(|node| is_ply(node))
            .map(|node| node.clock.spent.filter(|_| has_times))
            .map(|time| time.map(|it| seconds(it.into())));
        let moves = (attributes.usi_moves(first), times.collect());
        Self::new(attributes, first, moves, illegal_positions)
    }

    /// Creates a line from its moves in USI and their times. `first` is the first node of a variation, or the start.
    fn new(
        attributes: &Attributes<'c, '_>,
        first: NodeId,
        (moves, times): (Vec<String>, Vec<Option<f64>>),
        illegal_positions: &HashMap<NodeId, String>,
    ) -> Self {
        let tree = &attributes.checked.record.tree;
        let plies: Vec<_> = attributes
            .line(first)
            .filter(|&id| is_ply(tree.node(id)))
            .collect();
        let is_on_board = |&&id: &&NodeId| *attributes.played().meaning(id) != Meaning::NotOnBoard;
        let illegal = plies
            .iter()
            .filter_map(|id| Some((tree.node(*id).ply, illegal_positions.get(id)?.clone())));
        let remarks = |kind| attributes.remarks(kind, |id| tree.line_of(id) == tree.line_of(first));
        Self {
            moves,
            kif_moves: attributes.texts(plies.iter().copied(), notation::kif_move),
            ki2_moves: attributes.texts(plies.iter().copied(), notation::ki2_move),
            times,
            comments: remarks(RemarkKind::Comment),
            bookmarks: remarks(RemarkKind::Bookmark),
            playable: plies.iter().take_while(is_on_board).count(),
            illegal_positions: illegal.collect(),
        }
    }
}
