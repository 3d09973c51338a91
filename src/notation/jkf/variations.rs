//! Variations, each after the line that it leaves.

use std::rc::Rc;

use super::forks::Fork;
use super::path::Path;
use super::reader::JkfReader;
use crate::record::gap::{Taken, Wanted};

impl JkfReader<'_> {
    /// Reads the `forks` of this number.
    pub(super) fn variations(&mut self, number: usize) {
        let Fork {
            lines, parent, entry, ..
        } = self.forks.of(number);
        self.last = parent;
        let way = self.forks.way(number);
        let path = Path::From(&way);
        let ends = Rc::clone(&self.ends);
        if !lines.is_array() {
            self.last = entry;
            return self.loss(self.wrong(lines, &path, Wanted::Lines), Taken::LeftOut);
        }
        for (at, line) in lines.elements_by(&ends).enumerate() {
            (self.last, self.gap) = (parent, false);
            let path = path.index(at);
            if !line.is_array() {
                self.last = entry;
                self.loss(self.wrong(line, &path, Wanted::Entries), Taken::LeftOut);
                continue;
            }
            for (index, entry) in line.elements_by(&ends).enumerate() {
                self.entry(entry, &path.index(index), Some((number, at)), index);
            }
        }
    }
}
