//! Splitting of records: each line of a record with variations becomes a record of its own.

use crate::notation::Loss;
use crate::notation::Losses;
use crate::played::{Meaning, Played};
use crate::record::{Claim, NodeId, Record, Remark, Tree, VariationPath};

/// Maximum number of nodes of all lines of a record that is split.
pub const MAX_SPLIT_NODES: u64 = 10_000_000;

/// Maximum length of the path of a line in a file name (bytes). A longer path is cut.
const MAX_VARIATION_BYTES: usize = 120;

/// A line of a record as a record of its own.
#[derive(Clone, Debug)]
pub struct Line<'t> {
    /// The path of the variation, such as `6.1.8.1`: the ply and the alternative, from 1, of each branching point. Empty for
    /// the main line.
    pub path: String,
    /// The moves from the start to the end of the line, with the headers of the whole record.
    pub record: Record<'t>,
    /// The losses of the split: the rest of a line, from a move on that cannot be put on the board.
    pub losses: Losses,
}

/// Returns the lines of a record, the main line first, then in the order of KIF. Returns `None` if they have more than
/// [`MAX_SPLIT_NODES`] nodes together.
///
/// A variation ends before a move that is not on the board. The main line stays complete.
///
/// ```
/// use kifu::convert::split_lines;
/// use kifu::played::Played;
/// use kifu::{notation, text};
///
/// let kif = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n\n変化：2手\n2 ８四歩(83)\n";
/// let text = text::decode(kif.as_bytes(), None);
/// let record = notation::records(&text, notation::detect(&text, None)).next().expect("a record");
/// let played = Played::new(&record);
/// let lines = split_lines(&played).expect("a short record");
/// let paths: Vec<_> = lines.map(|line| (line.path, line.record.tree.len() - 1)).collect();
/// assert_eq!(paths, [(String::new(), 2), ("2.1".to_owned(), 2)]);
/// ```
pub fn split_lines<'p, 't>(played: &'p Played<'_, 't>) -> Option<impl Iterator<Item = Line<'t>> + 'p> {
    let tree = &played.record().tree;
    let is_main = |first: NodeId| tree.is_main_line(first);
    let is_on_board = |first: &NodeId| is_main(*first) || *played.meaning(*first) != Meaning::NotOnBoard;
    let ends = tree.lines().filter(is_on_board).map(|first| {
        let line = std::iter::successors(Some(first), |&id| tree.first_child(id));
        line.last().unwrap_or(first)
    });
    let mut ends: Vec<NodeId> = ends.collect();
    if ends.is_empty() {
        ends.push(NodeId::START);
    }
    let total: u64 = ends.iter().map(|&end| u64::from(tree.node(end).ply)).sum();
    (total <= MAX_SPLIT_NODES).then(|| ends.into_iter().map(move |end| line(played, end)))
}

/// Returns the line that ends at a node.
fn line<'t>(played: &Played<'_, 't>, end: NodeId) -> Line<'t> {
    let record = played.record();
    let is_main_line = record.tree.is_main_line(end);
    let mut path: Vec<NodeId> = record.tree.ancestors(end).collect();
    path.reverse();
    let mut losses = Losses::default();
    let is_broken = |id: &NodeId| *played.meaning(*id) == Meaning::NotOnBoard;
    if let Some(at) = path.iter().position(is_broken).filter(|_| !is_main_line) {
        path.truncate(at);
        losses.add(Loss::BrokenVariation);
    }
    Line {
        path: path_text(&record.tree, end),
        record: record_of(record, &path, is_main_line),
        losses,
    }
}

/// Returns the path of the line of a node as text, cut to [`MAX_VARIATION_BYTES`].
fn path_text(tree: &Tree<'_>, end: NodeId) -> String {
    let mut branches = tree.path(end);
    // Each branch has at least a digit, a point and a digit.
    branches.truncate(MAX_VARIATION_BYTES / 3);
    loop {
        let text = VariationPath::from(branches.clone()).to_string();
        if text.len() <= MAX_VARIATION_BYTES {
            return text;
        }
        branches.pop();
    }
}

/// Returns a record with these nodes as its only line. Only the main line keeps the gaps, so that each is reported once.
fn record_of<'t>(record: &Record<'t>, path: &[NodeId], is_main_line: bool) -> Record<'t> {
    let mut tree = Tree::with_capacity(path.len());
    let mut last = NodeId::START;
    tree.node_mut(last).number = record.tree.node(last).number;
    let mut new_ids = Vec::with_capacity(path.len());
    for &id in path {
        if id != NodeId::START {
            let node = record.tree.node(id);
            last = tree.add_unlimited(last, node.step.clone(), node.clock);
            let copy = tree.node_mut(last);
            (copy.clock_span, copy.number, copy.after_gap) = (node.clock_span, node.number, node.after_gap);
        }
        new_ids.push((id, last));
    }
    // Nodes of a line have ascending identifiers.
    let new_id = |id: NodeId| {
        let index = new_ids.binary_search_by_key(&id, |&(old, _)| old).ok()?;
        Some(new_ids[index].1)
    };
    let is_on_line = |remark: &&Remark<'_>| new_id(remark.node).is_some();
    let remarks = record.remarks.iter().filter(is_on_line).filter_map(|remark| {
        Some(Remark {
            node: new_id(record.position_node(remark))?,
            introduces: false,
            ..remark.clone()
        })
    });
    let claims = record.claims.iter().filter_map(|claim| {
        Some(Claim {
            node: new_id(claim.node)?,
            ..claim.clone()
        })
    });
    let (mut remarks, claims): (Vec<_>, _) = (remarks.collect(), claims.collect());
    // The sort is stable, so the lines at one node keep their order.
    remarks.sort_by_key(|remark| remark.node);
    let mut gaps = crate::record::Gaps::default();
    if is_main_line {
        gaps = record.gaps.clone();
        gaps.move_nodes(|id| new_id(id).unwrap_or(NodeId::START));
    }
    Record {
        game: record.game,
        index: record.index,
        span: record.span,
        text: record.text,
        headers: record.headers.clone(),
        start: record.start.clone(),
        log_lines: record.log_lines.clone(),
        tree,
        remarks,
        claims,
        gaps,
        ..Record::new(record.format)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Span;
    use crate::record::{Clock, Format, Step};

    /// Returns a line of passes, with a variation of one pass at each ply.
    fn comb(plies: usize) -> Record<'static> {
        let mut record = Record::new(Format::new("kif"));
        let mut last = NodeId::START;
        for _ in 0..plies {
            let parent = last;
            let pass = || Step::Pass(Span::default());
            last = record.tree.add(parent, pass(), Clock::default());
            record.tree.add(parent, pass(), Clock::default());
        }
        record
    }

    #[test]
    fn a_record_whose_lines_are_too_long_together_is_not_split() {
        let record = comb(100);
        let played = Played::new(&record);
        let lines: Vec<_> = split_lines(&played).expect("few moves").collect();
        assert_eq!(lines.len(), 101);
        assert_eq!((lines[0].path.as_str(), lines[0].record.tree.len()), ("", 101));
        assert_eq!(
            (lines[100].path.as_str(), lines[100].record.tree.len()),
            ("1.1", 2)
        );
        // About half the square of the plies.
        assert!(split_lines(&Played::new(&comb(5000))).is_none());
    }

    #[test]
    fn the_path_of_a_deeply_nested_variation_is_cut() {
        let mut record = Record::new(Format::new("kif"));
        let mut last = NodeId::START;
        for _ in 0..90 {
            let pass = || Step::Pass(Span::default());
            record.tree.add(last, pass(), Clock::default());
            last = record.tree.add(last, pass(), Clock::default());
        }
        let played = Played::new(&record);
        let longest = split_lines(&played)
            .expect("few moves")
            .map(|line| line.path.len())
            .max();
        assert!(
            longest
                .is_some_and(|longest| longest <= MAX_VARIATION_BYTES && longest > MAX_VARIATION_BYTES - 10)
        );
    }
}
