//! The comparison of a record before and after the edits of a change.

use super::Change;
use super::comments::{is_comment_on, lines_of};
use super::ending::stated_end;
use super::headers::value_in_text;
use crate::notation::header;
use crate::played::Played;
use crate::record::{Destination, Header, HeaderKey, Node, NodeId, Record, Step};

/// Returns the node that a change is about in the record after its edits, or `None` if the record does not have the change, or
/// if something else is different.
pub(crate) fn confirmed(before: &Played<'_, '_>, after: &Played<'_, '_>, change: &Change) -> Option<NodeId> {
    let (old, new) = (before.record(), after.record());
    let pairs = Pairs::new(old, new, change)?;
    let is_header = matches!(change, Change::Header(..));
    let is_same = old.format == new.format
        && old.start.position == new.start.position
        && old.start.is_known == new.start.is_known
        && old.start.name.as_ref().map(|(name, _)| name) == new.start.name.as_ref().map(|(name, _)| name)
        && old.start.plies_before == new.start.plies_before
        && (is_header || new.gaps.iter().count() <= old.gaps.iter().count())
        && pairs.have_same_remarks(change)
        && pairs.have_same_claims()
        && match change {
            Change::Header(key, value) => has_header(old, new, *key, value),
            _ => all_headers(old).eq(all_headers(new)),
        };
    if !is_same {
        return None;
    }
    match change {
        Change::Header(..) => Some(NodeId::START),
        Change::Result(terminal) => (stated_end(after) == *terminal).then_some(NodeId::START),
        Change::Comment(node, text) => {
            let node = pairs.new_id(*node)?;
            let comments = new.remarks.iter().filter(|remark| is_comment_on(remark, node));
            comments.map(|it| &*it.text).eq(lines_of(text)).then_some(node)
        }
        Change::Move(_, mv) => {
            let added = pairs.added?;
            (after.ply(added)?.as_move() == Some(*mv)).then_some(added)
        }
    }
}

/// The nodes of a record before its edits, and those of the record after them.
struct Pairs<'p, 'o, 'n> {
    old: &'p Record<'o>,
    new: &'p Record<'n>,
    /// The new node of each old node; `None` for an end that is changed.
    ids: Vec<Option<NodeId>>,
    /// The node of the move that was added; `None` if the change adds no move.
    added: Option<NodeId>,
    /// `true` if ends of the main line may differ.
    ignores_ends: bool,
}

impl<'p, 'o, 'n> Pairs<'p, 'o, 'n> {
    /// Pairs the nodes of two records. Returns `None` if a node differs.
    fn new(old: &'p Record<'o>, new: &'p Record<'n>, change: &Change) -> Option<Self> {
        let mut pairs = Self {
            old,
            new,
            ids: vec![None; old.tree.len() + 1],
            added: None,
            ignores_ends: matches!(change, Change::Result(_)),
        };
        let mut pending = vec![(NodeId::START, NodeId::START)];
        while let Some((one, other)) = pending.pop() {
            *pairs.ids.get_mut(one.index())? = Some(other);
            if one != NodeId::START && !pairs.is_same(old.tree.node(one), new.tree.node(other)) {
                return None;
            }
            let old_children: Vec<_> = old
                .tree
                .children(one)
                .filter(|&id| !pairs.ignores(old, id))
                .collect();
            let mut children: Vec<_> = new
                .tree
                .children(other)
                .filter(|&id| !pairs.ignores(new, id))
                .collect();
            if matches!(change, Change::Move(after, _) if *after == one) {
                pairs.added = Some(children.pop().filter(|&id| new.tree.first_child(id).is_none())?);
            }
            if old_children.len() != children.len() {
                return None;
            }
            pending.extend(old_children.into_iter().zip(children));
        }
        Some(pairs)
    }

    /// Returns the new node of an old one, or `None` for an end that may differ.
    fn new_id(&self, old: NodeId) -> Option<NodeId> {
        self.ids.get(old.index()).copied().flatten()
    }

    /// Returns whether a node is an end that may differ.
    fn ignores(&self, record: &Record<'_>, id: NodeId) -> bool {
        self.ignores_ends && matches!(record.tree.node(id).step, Step::End(_)) && record.tree.is_main_line(id)
    }

    /// Returns whether two nodes have the same content, wherever it is in the text.
    fn is_same(&self, one: &Node<'_>, other: &Node<'_>) -> bool {
        let is_same_step = match (&one.step, &other.step) {
            (Step::Move(one), Step::Move(other)) => {
                let is_destination = |it: &Destination| matches!(it, Destination::Square(_));
                one.same_move(other)
                    && one.mark == other.mark
                    && one.promotion == other.promotion
                    && one.captured == other.captured
                    && is_destination(&one.to) == is_destination(&other.to)
            }
            (Step::End(one), Step::End(other)) => {
                (one.terminal, one.offender, &one.word) == (other.terminal, other.offender, &other.word)
            }
            (Step::Pass(one), Step::Pass(other))
            | (Step::Token(one), Step::Token(other))
            | (Step::Unreadable(one), Step::Unreadable(other)) => {
                self.old.text_at(*one) == self.new.text_at(*other)
            }
            _ => false,
        };
        is_same_step && one.clock == other.clock && one.number == other.number
    }

    /// Returns a new node, or `None` for an end that may differ.
    fn place_of_new(&self, id: NodeId) -> Option<NodeId> {
        Some(id).filter(|&id| !self.ignores(self.new, id))
    }

    /// Returns whether all remarks are the same, except those of the comment that is changed.
    fn have_same_remarks(&self, change: &Change) -> bool {
        let (old_node, new_node) = match change {
            Change::Comment(node, _) => (Some(*node), self.new_id(*node)),
            _ => (None, None),
        };
        let old = self
            .old
            .remarks
            .iter()
            .filter(|it| !old_node.is_some_and(|node| is_comment_on(it, node)));
        let new = self
            .new
            .remarks
            .iter()
            .filter(|it| !new_node.is_some_and(|node| is_comment_on(it, node)));
        let old = old.map(|it| (self.new_id(it.node), it.kind, it.introduces, &*it.text));
        let new = new.map(|it| (self.place_of_new(it.node), it.kind, it.introduces, &*it.text));
        old.eq(new)
    }

    /// Returns whether all statements about results are the same, except those about a result that is changed.
    fn have_same_claims(&self) -> bool {
        let is_other =
            |record: &Record<'_>, node: NodeId| !(self.ignores_ends && record.tree.is_main_line(node));
        let old = self.old.claims.iter().filter(|it| is_other(self.old, it.node));
        let new = self.new.claims.iter().filter(|it| is_other(self.new, it.node));
        let old = old.map(|it| (self.new_id(it.node), it.plies, it.terminal, &*it.text));
        let new = new.map(|it| (self.place_of_new(it.node), it.plies, it.terminal, &*it.text));
        old.eq(new)
    }
}

/// Returns the names and values of the headers of a record.
fn all_headers<'r>(record: &'r Record<'_>) -> impl Iterator<Item = (&'r str, &'r str)> {
    record
        .headers
        .iter()
        .map(|header| (&*header.name, &*header.value))
}

/// Returns whether a header has a new value, and all other headers are the same.
fn has_header(old: &Record<'_>, new: &Record<'_>, key: HeaderKey, value: &str) -> bool {
    let of_other_keys = |header: &&Header<'_>| header.key != key;
    let others = |record| -> Vec<(String, String)> { owned(record, of_other_keys) };
    let preferred = |record| header::preferred(record, key).filter(|it| !it.is_blank());
    let is_rest = |first: Option<&Header<'_>>| {
        let first = first.map(|it| it.span);
        move |header: &&Header<'_>| header.key == key && !header.is_blank() && Some(header.span) != first
    };
    let expected = value_in_text(old, key, value.trim()).unwrap_or_default();
    let now = preferred(new).map_or("", |header| header.value.trim());
    // Without its value, another header of the same meaning can take precedence.
    let new_first = preferred(new).filter(|_| !expected.is_empty());
    others(old) == others(new)
        && (expected.is_empty() || now == expected)
        && owned(old, is_rest(preferred(old))) == owned(new, is_rest(new_first))
}

/// Returns the names and values of the headers that satisfy a condition.
fn owned(record: &Record<'_>, is_chosen: impl Fn(&&Header<'_>) -> bool) -> Vec<(String, String)> {
    let chosen = record.headers.iter().filter(is_chosen);
    chosen
        .map(|it| (it.name.to_string(), it.value.to_string()))
        .collect()
}
