//! Merging of records: the moves of all records with the same start become one record with variations.
//!
//! A record is read once and becomes a [`MergeInput`]. A [`Merge`] adds its moves to a compact tree for each start, and makes
//! one record of each tree at the end.

mod books;
mod build;
mod headers;
mod input;
mod transpositions;
mod tree;

use std::collections::HashMap;
use std::sync::Arc;

use self::headers::HeaderLists;
use self::input::CommentBlock;
pub use self::input::MergeInput;
pub use self::tree::MAX_MERGED_NODES;
use self::tree::MoveTree;
use crate::notation::Target;
use crate::record::{Record, Start};

/// The choice of the main line of a merged record, at each node among the moves that were played there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MainLine {
    /// The move of the most games, then the longest line, then the first occurrence in the order of paths.
    #[default]
    Frequent,
    /// The longest line, then the move of the most games, then the first occurrence.
    Longest,
    /// The move that was added first.
    First,
}

/// Records that are merged.
///
/// ```
/// use kifu::convert::{MainLine, Merge, MergeInput};
/// use kifu::notation::{self, Writer};
/// use kifu::played::Played;
/// use kifu::text;
///
/// let usen = Writer::new(notation::target("usen").expect("one of the targets"));
/// let mut merge = Merge::new(MainLine::Frequent, usen.target);
/// for (path, moves) in [("a.usi", "7g7f 8c8d"), ("b.usi", "7g7f 3c3d 2g2f"), ("c.usi", "7g7f 3c3d")] {
///     let line = format!("startpos moves {moves}\n");
///     let text = text::decode(line.as_bytes(), None);
///     for record in notation::records(&text, notation::detect(&text, None)) {
///         let input = MergeInput::new(&Played::new(&record), None, &usen)?;
///         merge.add(path, record.index, None, &input);
///     }
/// }
/// let merged = merge.into_records().next().expect("one start");
/// let written = usen.write(&Played::new(&merged.record))?;
/// assert_eq!(merged.games, 3);
/// assert_eq!(written.bytes, b"~0.7ku2jm6y2.~1.36e.\n");
/// # Ok::<(), kifu::notation::Refusal>(())
/// ```
#[derive(Clone, Debug)]
pub struct Merge {
    main_line: MainLine,
    target: &'static Target,
    groups: Vec<Group>,
    /// The index of each group in `groups`.
    indices: HashMap<GroupKey, usize>,
    sources: Sources,
    /// Number of nodes of all trees.
    nodes: usize,
    /// Maximum number of nodes of all trees.
    max_nodes: usize,
}

/// The key of a group: its file name, its start position, and the numbers of the plies before the first move, as the numbers
/// of moves state it and as the start states it.
type GroupKey = (Option<Vec<String>>, String, u32, Option<u32>);

/// The records with the same start that go to the same file.
#[derive(Clone, Debug)]
struct Group {
    levels: Option<Vec<String>>,
    /// The first record in the order of paths, with its start and the number of the ply before its first move.
    first: (u32, Start<'static>, u32),
    tree: MoveTree,
    comments: Vec<NodeComments>,
    headers: HeaderLists,
    games: u64,
    /// `true` if one of the records is a position of an opening book.
    is_book: bool,
}

/// The comments of a node in one of the records.
#[derive(Clone, Debug)]
struct NodeComments {
    node: u32,
    source: u32,
    lines: CommentBlock,
}

/// A merged record.
#[derive(Clone, Debug)]
pub struct MergedRecord {
    /// The folders and the name of the file for this record, as they were given to [`Merge::add`].
    pub levels: Option<Vec<String>>,
    /// The record.
    pub record: Record<'static>,
    /// The number of records that were merged.
    pub games: u64,
}

impl Merge {
    /// Creates a merge without records.
    ///
    /// The merged records are written to `target`.
    pub fn new(main_line: MainLine, target: &'static Target) -> Self {
        Self {
            main_line,
            target,
            groups: Vec::new(),
            indices: HashMap::new(),
            sources: Sources::default(),
            nodes: 0,
            max_nodes: MAX_MERGED_NODES,
        }
    }

    /// Adds a record. `path` and `number` identify the record in comments. Only records with equal `levels` are merged.
    ///
    /// Returns `false`, and adds nothing, if the trees would have more than [`MAX_MERGED_NODES`] nodes.
    pub fn add(&mut self, path: &str, number: u32, levels: Option<&[String]>, input: &MergeInput) -> bool {
        if self.nodes + input.nodes.len() > self.max_nodes {
            return false;
        }
        // The positions of a book have the name of the book in comments.
        let source = self.sources.add(path, if input.is_book { 1 } else { number });
        let key = (
            levels.map(<[_]>::to_vec),
            input.start.position.to_sfen(1),
            input.start_number,
            input.start.plies_before.filter(|&plies| plies > 0),
        );
        let next = self.groups.len();
        let index = *self.indices.entry(key).or_insert(next);
        if index == next {
            self.groups.push(Group::new(source, levels, input));
        }
        let (sources, group) = (&self.sources, &mut self.groups[index]);
        let len_before = group.tree.len();
        group.add(source, input, sources);
        self.nodes += group.tree.len() - len_before;
        true
    }

    /// Joins the positions of opening books: a position that a move of another position reaches continues that move. After this,
    /// [`len`](Self::len) is the number of positions that no other one reaches. [`into_records`](Self::into_records) does the same.
    pub fn join_books(&mut self) {
        if !self.groups.iter().any(|group| group.is_book) {
            return;
        }
        let (mut groups, sources) = (std::mem::take(&mut self.groups), &self.sources);
        let is_before = |one: &Group, other: &Group| sources.precedes(one.first.0, other.first.0);
        groups.sort_by(|one, other| is_before(other, one).cmp(&is_before(one, other)));
        self.groups = books::join(groups);
        self.indices.clear();
        for group in &mut self.groups {
            group.is_book = false;
        }
    }

    /// Returns the number of records that were added.
    pub fn games(&self) -> u64 {
        self.groups.iter().map(|group| group.games).sum()
    }

    /// Returns the number of records that [`into_records`](Self::into_records) returns.
    pub fn len(&self) -> usize {
        self.groups.len()
    }

    /// Returns whether no record was added.
    pub fn is_empty(&self) -> bool {
        self.groups.is_empty()
    }

    /// Returns a record for each start, in the order of the first records by path.
    pub fn into_records(mut self) -> impl Iterator<Item = MergedRecord> {
        self.join_books();
        let (main_line, target, names) = (self.main_line, self.target, self.sources.names());
        let mut groups = self.groups;
        groups.sort_by_key(|group| names.rank(group.first.0));
        groups
            .into_iter()
            .map(move |group| group.build(main_line, target, &names))
    }
}

impl Group {
    fn new(source: u32, levels: Option<&[String]>, input: &MergeInput) -> Self {
        Self {
            levels: levels.map(<[_]>::to_vec),
            first: (source, input.start.clone(), input.start_number),
            tree: MoveTree::default(),
            comments: Vec::new(),
            headers: HeaderLists::default(),
            games: 0,
            is_book: false,
        }
    }

    fn add(&mut self, source: u32, input: &MergeInput, sources: &Sources) {
        if sources.precedes(source, self.first.0) {
            self.first = (source, input.start.clone(), input.start_number);
        }
        let ids = self
            .tree
            .add(source, &input.nodes, |one, other| sources.precedes(one, other));
        self.is_book |= input.is_book;
        self.headers.add(source, &input.headers);
        self.comments
            .extend(input.comments.iter().map(|(node, lines)| NodeComments {
                node: ids[*node as usize],
                source,
                lines: lines.clone(),
            }));
        self.games += 1;
    }
}

/// The records that were added, in the order in which they were added.
#[derive(Clone, Debug, Default)]
struct Sources {
    /// The path and the number of each record.
    list: Vec<(Arc<str>, u32)>,
    /// `true` if the records were not added in the order of their paths.
    is_unsorted: bool,
}

impl Sources {
    /// Adds a record, and returns its index.
    fn add(&mut self, path: &str, number: u32) -> u32 {
        let last = self.list.last();
        let path = match last {
            Some((last, _)) if **last == *path => Arc::clone(last),
            _ => Arc::from(path),
        };
        let source = (path, number);
        self.is_unsorted |= last.is_some_and(|last| order(last) > order(&source));
        self.list.push(source);
        self.list.len() as u32 - 1
    }

    /// Returns whether a record is before another one in the order of paths. Equal places are in the order of adding.
    fn precedes(&self, one: u32, other: u32) -> bool {
        if !self.is_unsorted {
            return one < other;
        }
        (order(&self.list[one as usize]), one) < (order(&self.list[other as usize]), other)
    }

    /// Returns the names of the records in comments, and their places in the order of paths.
    fn names(self) -> Names {
        let mut sources: Vec<u32> = (0..self.list.len() as u32).collect();
        sources.sort_by_key(|&source| (order(&self.list[source as usize]), source));
        let mut ranks = vec![0; self.list.len()];
        for (rank, &source) in sources.iter().enumerate() {
            ranks[source as usize] = rank as u32;
        }
        let mut greatest_numbers: HashMap<&str, u32> = HashMap::new();
        for (path, number) in &self.list {
            let greatest = greatest_numbers.entry(path).or_default();
            *greatest = (*greatest).max(*number);
        }
        let are_numbered = self
            .list
            .iter()
            .map(|(path, _)| greatest_numbers.get(&**path).is_some_and(|&number| number > 1));
        Names {
            are_numbered: are_numbered.collect(),
            list: self.list,
            ranks,
        }
    }
}

/// Returns the sort key of a record in the order of paths. The extension is compared last, so that `a.kif` is before
/// `a-6.1.kif`, its variation.
fn order((path, number): &(Arc<str>, u32)) -> (&str, &str, u32) {
    let name_start = path.rfind('/').map_or(0, |at| at + 1);
    let end = path[name_start..]
        .rfind('.')
        .map_or(path.len(), |at| name_start + at);
    (&path[..end], &path[end..], *number)
}

/// The names of the merged records in comments, and their places in the order of paths.
#[derive(Clone, Debug)]
struct Names {
    list: Vec<(Arc<str>, u32)>,
    ranks: Vec<u32>,
    /// `true` for a record from a file with several records.
    are_numbered: Vec<bool>,
}

impl Names {
    fn rank(&self, source: u32) -> u32 {
        self.ranks[source as usize]
    }

    /// Returns the name of a record: its path, and its number if its file has several records (`games.csa#2`). Control
    /// characters are replaced.
    fn name(&self, source: u32) -> String {
        let (path, number) = &self.list[source as usize];
        let path = crate::text::printable(path);
        if self.are_numbered[source as usize] {
            format!("{path}#{number}")
        } else {
            path.into_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{self, Writer};
    use crate::played::Played;
    use crate::text::decode;

    #[test]
    fn too_many_moves_are_not_merged() {
        let kifu = Writer::new(notation::target("kifu").expect("a target"));
        let mut merge = Merge {
            max_nodes: 5,
            ..Merge::new(MainLine::Frequent, kifu.target)
        };
        let mut add = |moves: &str| {
            let line = format!("startpos moves {moves}\n");
            let text = decode(line.as_bytes(), None);
            let mut records = notation::records(&text, notation::detect(&text, None));
            let record = records.next().expect("a record");
            let input = MergeInput::new(&Played::new(&record), None, &kifu).expect("a complete game");
            merge.add("a.usi", 1, None, &input)
        };
        assert!(add("7g7f 3c3d"));
        assert!(add("7g7f 8c8d"));
        assert!(!add("7g7f 3c3d 2g2f"));
        assert!(add("7g7f 9c9d"));
        assert_eq!(merge.len(), 1);
        assert_eq!(merge.into_records().next().map(|merged| merged.games), Some(3));
    }
}
