//! Removal of the losses of a conversion from the content of a record.

use kifu::notation::Bookmarks;
use kifu::notation::Headers;
use kifu::notation::Loss;
use kifu::notation::Losses;
use kifu::notation::Target;
use kifu::notation::header::Name;
use kifu::record::Terminal;

use super::super::texts::{in_one_line, with_marks_for_missing};
use super::{Content, Event, Kind};

impl Content {
    /// Returns the content that a record should have after a conversion to `target` that reports these losses.
    pub fn without_losses(mut self, losses: &Losses, target: &Target) -> Self {
        for reported in losses.iter() {
            self.apply_loss(reported.loss, &reported.examples, target);
        }
        self
    }

    fn apply_loss(&mut self, loss: Loss, examples: &[String], target: &Target) {
        match loss {
            Loss::Move => self.keep_last_position(),
            Loss::Variation if target.holds.variations => self.cut_alternatives_of_ends(target),
            Loss::Variation => self
                .nodes
                .retain(|node| node.path.iter().all(|&child| child == 0)),
            Loss::PassVariation => self.cut_variations_with_passes(),
            Loss::MoveAfterEnd => self.cut_after_ends(),
            Loss::Result => self.replace_results(target),
            Loss::Claim => self.for_each_node(|node| node.claims.clear()),
            Loss::PliesBefore => self.plies_before = 0,
            Loss::Time => self.for_each_node(|node| {
                if !matches!(node.event, Event::End(..)) {
                    (node.spent, node.total) = (None, None);
                }
            }),
            Loss::ResultTime => self.for_each_node(|node| {
                if matches!(node.event, Event::End(..)) {
                    (node.spent, node.total) = (None, None);
                }
            }),
            Loss::Fraction => {
                self.for_each_node(|node| {
                    node.spent = node.spent.map(|milliseconds| milliseconds / 1000 * 1000);
                });
            }
            Loss::Total => self.for_each_node(|node| node.total = None),
            Loss::Header if target.holds.headers == Headers::None => self.headers.clear(),
            Loss::Header => {
                let names = examples
                    .iter()
                    .map(|key| Name::for_key(key).map_or(key.as_str(), |name| name.japanese));
                let lost_names: Vec<_> = names.collect();
                self.headers
                    .retain(|(key, _)| !examples.contains(key) && !lost_names.contains(&key.as_str()));
            }
            Loss::Comment if !target.holds.comments => self.remove_comments(Kind::Comment),
            Loss::Bookmark if target.holds.bookmarks == Bookmarks::Lost => {
                self.remove_comments(Kind::Bookmark);
            }
            Loss::ToolLine if !target.holds.tool_lines => self.remove_comments(Kind::Tool),
            Loss::BookmarkAsComment => self.for_each_node(|node| {
                for remark in &mut node.remarks {
                    if remark.0 == Kind::Bookmark {
                        *remark = (Kind::Comment, format!("&{}", remark.1));
                    }
                }
            }),
            // These losses disappear with their variation, or are not compared: dates are compared in the form of
            // CSA, and ambiguous time limits are left out.
            Loss::DatePart
            | Loss::TimeLimit
            | Loss::Comment
            | Loss::Bookmark
            | Loss::ToolLine
            | Loss::PieceName
            | Loss::SideMark
            | Loss::LastMove
            | Loss::Numbers
            | Loss::Unread
            | Loss::BrokenVariation => {}
            Loss::Character => self.texts(|text| with_marks_for_missing(text, target)),
            Loss::LineBreak => {
                for (key, value) in &mut self.headers {
                    (*key, *value) = (in_one_line(key), in_one_line(value));
                }
            }
            Loss::Substitution if target.name == "psn" => self.for_each_node(|node| {
                for (_, text) in &mut node.remarks {
                    *text = text.replace('{', "｛").replace('}', "｝");
                }
            }),
            Loss::Substitution => unreachable!("nothing is replaced by its like unless asked for"),
        }
    }

    /// Applies a change to every text: keys and values of headers, remarks, result lines, and words for ends.
    fn texts(&mut self, change: impl Fn(&str) -> String) {
        for (key, value) in &mut self.headers {
            (*key, *value) = (change(key), change(value));
        }
        self.headers.sort();
        self.for_each_node(|node| {
            for (_, text) in &mut node.remarks {
                *text = change(text);
            }
            for claim in &mut node.claims {
                *claim = change(claim);
            }
            if let Event::End(_, word) = &mut node.event {
                *word = change(word);
            }
        });
    }

    fn remove_comments(&mut self, kind: Kind) {
        self.for_each_node(|node| node.remarks.retain(|remark| remark.0 != kind));
    }

    /// Removes the variations with a pass. The siblings after them take their places.
    fn cut_variations_with_passes(&mut self) {
        let passes = self.nodes.iter().filter(|node| node.event == Event::Pass);
        let starts = passes.filter_map(|node| {
            let last_branch = node.path.iter().rposition(|&child| child > 0)?;
            Some(node.path[..=last_branch].to_vec())
        });
        let mut starts: Vec<_> = starts.collect();
        starts.sort();
        starts.dedup();
        for start in starts.iter().rev() {
            self.nodes.retain(|node| !node.path.starts_with(start));
            let (child, parent) = start.split_last().expect("a variation has a first move");
            for node in &mut self.nodes {
                let is_sibling = node.path.starts_with(parent) && node.path.len() > parent.len();
                if is_sibling && node.path[parent.len()] > *child {
                    node.path[parent.len()] -= 1;
                }
            }
        }
    }

    fn cut_after_ends(&mut self) {
        let ends: Vec<_> = self
            .nodes
            .iter()
            .filter(|node| matches!(node.event, Event::End(..)))
            .map(|node| node.path.clone())
            .collect();
        self.nodes.retain(|node| {
            !ends
                .iter()
                .any(|end| node.path.starts_with(end) && node.path.len() > end.len())
        });
    }

    /// Removes the alternatives of ends that the target cannot hold. Without the end, an alternative would be read as
    /// the continuation of the line.
    fn cut_alternatives_of_ends(&mut self, target: &Target) {
        let ends: Vec<_> = self
            .nodes
            .iter()
            .filter(|node| matches!(&node.event, Event::End(terminal, _) if !holds_result(*terminal, target)))
            .filter_map(|node| node.path.split_last())
            .filter(|(child, _)| **child == 0)
            .map(|(_, parent)| parent.to_owned())
            .collect();
        let is_alternative = |path: &[usize], parent: &[usize]| {
            path.starts_with(parent) && path.get(parent.len()).is_some_and(|&child| child > 0)
        };
        self.nodes
            .retain(|node| !ends.iter().any(|parent| is_alternative(&node.path, parent)));
    }

    /// Replaces the results that the target cannot hold: by an interruption with a comment if the target has both,
    /// otherwise by nothing. For USEN, an agreed draw and the move limit become an impasse first.
    fn replace_results(&mut self, target: &Target) {
        let has_substitute = target.holds.holds_result(Terminal::Interrupt) && target.holds.comments;
        let holds = |terminal: &Terminal| holds_result(*terminal, target);
        self.for_each_node(|node| {
            if let Event::End(terminal @ (Terminal::Draw | Terminal::MaxMoves), _) = &mut node.event
                && target.name == "usen"
            {
                *terminal = Terminal::Impasse;
            }
        });
        if has_substitute {
            self.for_each_node(|node| {
                if let Event::End(terminal, word) = &mut node.event
                    && !holds(terminal)
                {
                    (*terminal, *word) = (Terminal::Interrupt, String::new());
                    // `comparable` removes this comment, because only the writer knows its text.
                    node.remarks.push((Kind::Comment, "?".to_owned()));
                }
            });
        } else {
            self.nodes
                .retain(|node| !matches!(&node.event, Event::End(terminal, _) if !holds(terminal)));
        }
    }

    /// Reduces a game to its last position, for formats of positions.
    fn keep_last_position(&mut self) {
        self.nodes.truncate(1);
        self.start.clone_from(&self.last.0);
        self.plies_before += std::mem::take(&mut self.last.1);
    }
}

/// Returns `true` if the target holds the result of a game without illegal moves.
///
/// USEN has one letter for all draws, and shows a win by an illegal move only with that move.
fn holds_result(terminal: Terminal, target: &Target) -> bool {
    match terminal {
        Terminal::Draw | Terminal::MaxMoves if target.name == "usen" => true,
        Terminal::FoulWin if target.name == "usen" => false,
        _ => target.holds.holds_result(terminal),
    }
}
