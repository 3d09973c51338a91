//! The content of a record independent of its format: equal games in two formats have equal content.

mod losses;

use std::fmt::Write as _;

use kifu::notation;
use kifu::notation::ClaimRelation;
use kifu::notation::Loss;
use kifu::notation::Losses;
use kifu::notation::header::Name;
use kifu::notation::header::ValueKind;
use kifu::notation::times::TimeLimit;
use kifu::played::Meaning;
use kifu::played::Played;
use kifu::record::Date;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::record::RemarkKind;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::record::Times;

/// The content of a record for comparison, from which losses can be removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    pub start: String,
    pub plies_before: u32,
    /// The last position of the main line, and its number of plies.
    pub last: (String, u32),
    pub headers: Vec<(String, String)>,
    /// All nodes, a parent before its children, the main line first.
    pub nodes: Vec<Node>,
}

/// A node of the tree: the start, a move, a pass or an end, with its times, remarks and result lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// The path to the node: the index of the child at every ply. Zeros are the main line.
    pub path: Vec<usize>,
    /// The kind of node. A move has a text with the side, the kind of piece, and the move in USI (a drop begins with
    /// `*`). An end has its terminal and, if this is `Other`, its word.
    pub event: Event,
    pub spent: Option<u32>,
    /// The cumulative time, if it differs from the sum of the times.
    pub total: Option<u32>,
    pub remarks: Vec<(Kind, String)>,
    /// Result lines that contradict the result.
    pub claims: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Start,
    Move(String),
    Pass,
    End(Terminal, String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Comment,
    Bookmark,
    Tool,
}

impl Content {
    pub fn from_record(record: &Record<'_>) -> Self {
        let played = Played::new(record);
        let start = &record.start;
        Self {
            start: start.position.to_sfen(1),
            plies_before: start.plies_before.unwrap_or(0),
            last: (played.last().to_sfen(1), played.game().count() as u32),
            headers: headers(record),
            nodes: nodes(&played),
        }
    }

    /// Returns the content in a form that can be compared after a conversion with these losses: headers have one form,
    /// and parts that these losses change in an unknown way are removed.
    pub fn comparable(mut self, losses: &Losses) -> Self {
        let has_loss = |loss| losses.iter().any(|entry| entry.loss == loss);
        if has_loss(Loss::Result) {
            // If a result was replaced, only the writer knows the text of its comment.
            for node in &mut self.nodes {
                if matches!(node.event, Event::End(..)) {
                    node.remarks.clear();
                }
            }
        }
        if has_loss(Loss::PieceName) || has_loss(Loss::SideMark) {
            self.for_each_node(|node| {
                if let Event::Move(text) = &mut node.event {
                    text.clear();
                }
            });
        }
        if has_loss(Loss::MoveAfterEnd) {
            self.last = (String::new(), 0);
        }
        if has_loss(Loss::TimeLimit) {
            let is_limit =
                |key: &str| Name::for_key(key).is_some_and(|name| name.value() == ValueKind::TimeLimit);
            self.headers.retain(|(key, _)| !is_limit(key));
        }
        self.fold_byoyomi();
        let spent: u64 = self.nodes.iter().filter_map(|it| it.spent).map(u64::from).sum();
        // Header names and values have other forms in other formats, so they are converted to one form.
        for (key, value) in &mut self.headers {
            if let Some(name) = Name::for_key(key) {
                name.japanese.clone_into(key);
                let canonical = match name.value() {
                    ValueKind::Text => None,
                    ValueKind::TimeLimit => {
                        let limit = TimeLimit::from_japanese(value).or_else(|| in_hours(value, spent));
                        limit.map(TimeLimit::to_csa_3)
                    }
                    ValueKind::Date => Date::read(value).ok().as_ref().and_then(Date::to_csa),
                };
                if let Some(canonical) = canonical {
                    *value = canonical;
                }
            }
        }
        self.headers.sort();
        // A date is redundant if there is the same date with the time of day.
        self.headers.dedup_by(|later, earlier| {
            let is_redundant = later.0 == earlier.0 && later.1.starts_with(&earlier.1);
            if is_redundant {
                earlier.1.clone_from(&later.1);
            }
            is_redundant
        });
        self
    }

    fn for_each_node(&mut self, change: impl FnMut(&mut Node)) {
        self.nodes.iter_mut().for_each(change);
    }

    /// Merges 持ち時間 and 秒読み, for which CSA has one key.
    fn fold_byoyomi(&mut self) {
        let find = |name: &str| self.headers.iter().position(|(key, _)| key == name);
        let (Some(limit), Some(byoyomi)) = (find("持ち時間"), find("秒読み")) else {
            return;
        };
        let [limit_value, byoyomi_value] = [limit, byoyomi].map(|it| self.headers[it].1.clone());
        self.headers[limit].1 = match TimeLimit::from_headers(&limit_value, &byoyomi_value) {
            Some(folded) => folded.to_japanese(),
            None => format!("{} 秒読み{}", limit_value.trim(), byoyomi_value.trim()),
        };
        self.headers.remove(byoyomi);
    }
}

/// Returns a time limit `NN:NN+NN` as hours and minutes. Returns `None` for other texts, and if the spent time of the
/// game (milliseconds) does not exclude minutes and seconds.
fn in_hours(value: &str, spent: u64) -> Option<TimeLimit> {
    let (base, byoyomi) = value.split_once('+')?;
    let (hours, minutes) = base.split_once(':')?;
    let parse = |text: &str| text.parse::<u32>().ok();
    let minutes = parse(hours)? * 60 + parse(minutes)?;
    let limit = TimeLimit {
        base: minutes * 60_000,
        byoyomi: parse(byoyomi)? * 1000,
        increment: 0,
    };
    (spent > 2 * u64::from(minutes) * 1000).then_some(limit)
}

fn headers(record: &Record<'_>) -> Vec<(String, String)> {
    let mut headers: Vec<_> = notation::japanese_headers(record)
        .map(|(key, value)| (key.into_owned(), value.trim().to_owned()))
        .filter(|(key, value)| !value.is_empty() && key != "手合割")
        .collect();
    headers.sort();
    headers
}

fn nodes(played: &Played<'_, '_>) -> Vec<Node> {
    let record = played.record();
    let tree = &record.tree;
    let times = Times::from_record(record, 1);
    let results = notation::Results::new(played);
    let mut nodes = Vec::new();
    let mut pending = vec![(NodeId::START, Vec::new())];
    while let Some((id, path)) = pending.pop() {
        let node = tree.node(id);
        let sum = times.total(id) / 1000;
        nodes.push(Node {
            event: event(played, id),
            spent: node.clock.spent,
            total: node.clock.total.filter(|&total| u64::from(total / 1000) != sum),
            remarks: remarks(record, id),
            claims: claims(played, id),
            path: path.clone(),
        });
        // A result that only a result line states is compared like an end node.
        if let Some((terminal, _)) = results.claimed(id)
            && played.children(id).next().is_none()
        {
            let mut path = path.clone();
            path.push(0);
            nodes.push(Node {
                event: Event::End(terminal, String::new()),
                spent: None,
                total: None,
                remarks: Vec::new(),
                claims: Vec::new(),
                path,
            });
        }
        let children: Vec<_> = played.children(id).enumerate().collect();
        for (index, child) in children.into_iter().rev() {
            let mut path = path.clone();
            path.push(index);
            pending.push((child, path));
        }
    }
    nodes
}

fn event(played: &Played<'_, '_>, id: NodeId) -> Event {
    let node = played.record().tree.node(id);
    match (played.meaning(id), &node.step) {
        (Meaning::Ply(ply), _) => {
            let mut text = format!("{:?} {:?} ", ply.mover, ply.kind);
            let _ = match ply.from {
                Some(from) => write!(text, "{from}{}", ply.to),
                None => write!(text, "*{}", ply.to),
            };
            if ply.promotes {
                text.push('+');
            }
            Event::Move(text)
        }
        (Meaning::Pass, _) => Event::Pass,
        (_, Step::End(ending)) => {
            let word = match ending.terminal {
                Terminal::Other => ending.word.to_string(),
                _ => String::new(),
            };
            Event::End(ending.terminal, word)
        }
        _ => Event::Start,
    }
}

fn remarks(record: &Record<'_>, id: NodeId) -> Vec<(Kind, String)> {
    let of_node = record.remarks.iter().filter(|remark| remark.node == id);
    let mut remarks: Vec<_> = of_node
        .map(|remark| {
            let kind = match remark.kind {
                RemarkKind::Comment => Kind::Comment,
                RemarkKind::Bookmark => Kind::Bookmark,
                RemarkKind::Tool => Kind::Tool,
            };
            (kind, remark.text.to_string())
        })
        .filter(|(kind, text)| *kind != Kind::Tool || !is_declaration(text))
        .collect();
    // Program lines at the start are written above the headers wherever they were, so they are compared as the first
    // remarks.
    remarks.sort_by_key(|(kind, _)| id == NodeId::START && *kind != Kind::Tool);
    remarks
}

fn is_declaration(text: &str) -> bool {
    ["KIF version", "KI2 version", "CSA encoding", "encoding="]
        .iter()
        .any(|word| text.starts_with(word))
}

fn claims(played: &Played<'_, '_>, id: NodeId) -> Vec<String> {
    let claims = played.record().claims.iter().filter(|claim| claim.node == id);
    claims
        .filter(|claim| {
            matches!(
                notation::stated(played, claim),
                ClaimRelation::Contradicted | ClaimRelation::OnlyStatement(None)
            )
        })
        .map(|claim| claim.text.to_string())
        .collect()
}
