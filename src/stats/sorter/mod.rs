//! Sorting more than memory holds.
//!
//! Items are gathered in memory. When the budget is spent they are sorted and written to a temporary file without a
//! name, as a run. At the end the runs, and what is still in memory, are merged. Whenever [`FAN`] runs of one size lie
//! there, they are merged into one of the next size: a thousand runs are never more than some sixty open files, thirty
//! thousand some ninety, and an item is written once for every size.
//!
//! Memory is the budget, the buffers of the open files (64 KiB each at most), and for every open file the item that
//! stands first in it.
//!
//! There are crates for this; those that are kept up sort values that they serialise, in parallel and not stably, and
//! open a file for every run.

mod merge;
mod place;
mod run;

pub use merge::Sorted;

use std::fs::File;
use std::io;

use merge::Source;
use place::RowPlace;
use run::{RunWriter, written_length};

/// So many runs of one size are merged into one of the next.
const FAN: usize = 32;

/// A budget is at least this, lest every item be a run.
const LEAST: usize = 4 << 10;

/// Sorts items by keys, in a bounded amount of memory: keys compare as bytes, and items with the same key stay in the
/// order in which they came.
///
/// ```
/// use kifu::stats::Sorter;
///
/// let mut sorter = Sorter::new(1 << 20);
/// for (key, item) in [("b", "first"), ("a", "second"), ("b", "third")] {
///     sorter.push(key.as_bytes(), item.as_bytes())?;
/// }
/// let items: Result<Vec<_>, _> = sorter.finish()?.map(|it| it.map(|(_, item)| item)).collect();
/// assert_eq!(items?, [&b"second"[..], b"first", b"third"]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Sorter {
    /// So many bytes are held at most, but for an item that is larger than that alone.
    memory: usize,
    /// The keys and items in memory.
    bytes: Vec<u8>,
    places: Vec<RowPlace>,
    /// The runs by their size, the smallest first, and in the order in which they came.
    runs: Vec<Vec<File>>,
}

impl Sorter {
    /// A sorter that holds so many bytes in memory.
    pub fn new(memory: usize) -> Self {
        Self {
            memory: memory.max(LEAST),
            bytes: Vec::new(),
            places: Vec::new(),
            runs: Vec::new(),
        }
    }

    /// Adds an item.
    ///
    /// # Errors
    ///
    /// When a temporary file cannot be written, and for a key or an item of 4 GiB.
    pub fn push(&mut self, key: &[u8], item: &[u8]) -> io::Result<()> {
        if self.is_full(key.len() + item.len()) {
            self.spill()?;
        }
        self.places.push(RowPlace {
            start: self.bytes.len(),
            key: written_length(key)?,
            item: written_length(item)?,
        });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(item);
        Ok(())
    }

    /// The items in the order of their keys.
    ///
    /// # Errors
    ///
    /// When a temporary file cannot be read.
    pub fn finish(mut self) -> io::Result<Sorted> {
        self.sort();
        // The largest runs hold the items that came first.
        let runs = self.runs.into_iter().rev().flatten();
        let memory = self.memory / FAN;
        let mut sources: Vec<_> = runs.map(|run| Source::file(run, memory)).collect();
        sources.push(Source::memory(self.bytes, self.places));
        Sorted::new(sources)
    }

    /// Whether so many bytes more would take more memory than there is: the vectors double when they grow, and sorting
    /// takes room for half of the places.
    fn is_full(&self, more: usize) -> bool {
        let bytes = grown(self.bytes.len(), self.bytes.capacity(), more);
        let places = grown(self.places.len(), self.places.capacity(), 1) * size_of::<RowPlace>();
        !self.places.is_empty() && bytes + places + places / 2 > self.memory
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        self.places.sort_by(|one, two| one.key(bytes).cmp(two.key(bytes)));
    }

    /// Writes what is in memory as a run.
    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut run = RunWriter::new()?;
        for place in self.places.drain(..) {
            run.write(place.key(&self.bytes), place.item(&self.bytes))?;
        }
        self.bytes.clear();
        self.keep(run.finish()?)
    }

    /// Keeps a run. Where there are many of its size they become one of the next.
    fn keep(&mut self, mut run: File) -> io::Result<()> {
        for size in 0.. {
            let Some(runs) = self.runs.get_mut(size) else {
                self.runs.push(vec![run]);
                break;
            };
            runs.push(run);
            if runs.len() < FAN {
                break;
            }
            let memory = self.memory / FAN;
            let sources = runs.drain(..).map(|run| Source::file(run, memory)).collect();
            let mut merged = RunWriter::new()?;
            for item in Sorted::new(sources)? {
                let (key, item) = item?;
                merged.write(&key, &item)?;
            }
            run = merged.finish()?;
        }
        Ok(())
    }
}

/// The capacity that a vector has when it has taken `more`.
const fn grown(length: usize, capacity: usize, more: usize) -> usize {
    let (needed, doubled) = (length + more, capacity * 2);
    if needed <= capacity {
        capacity
    } else if needed > doubled {
        needed
    } else {
        doubled
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    type Pair = (Vec<u8>, Vec<u8>);

    fn sorted(pairs: &[Pair], memory: usize) -> Vec<Pair> {
        let mut sorter = Sorter::new(memory);
        for (key, item) in pairs {
            sorter.push(key, item).unwrap();
        }
        sorter.finish().unwrap().map(Result::unwrap).collect()
    }

    fn expected(pairs: &[Pair]) -> Vec<Pair> {
        let mut pairs = pairs.to_vec();
        pairs.sort_by(|one, two| one.0.cmp(&two.0));
        pairs
    }

    /// Few keys, long items, no two alike.
    fn many(count: u32) -> Vec<Pair> {
        let key = |at: u32| (at.wrapping_mul(2_654_435_761) >> 24).to_be_bytes()[2..].to_vec();
        let item = |at: u32| format!("{at:>200}").into_bytes();
        (0..count).map(|at| (key(at), item(at))).collect()
    }

    #[test]
    fn few_items_stay_in_memory() {
        assert_eq!(sorted(&[], 0), []);
        let mut sorter = Sorter::new(1 << 20);
        for (key, item) in many(100) {
            sorter.push(&key, &item).unwrap();
        }
        assert!(sorter.runs.is_empty());
    }

    #[test]
    fn many_runs_become_few() {
        let pairs = many(40_000);
        let mut sorter = Sorter::new(0);
        let mut most = 0;
        for (key, item) in &pairs {
            sorter.push(key, item).unwrap();
            most = most.max(sorter.runs.iter().flatten().count());
            assert!(sorter.bytes.capacity() <= LEAST);
        }
        assert!(sorter.runs.len() >= 3, "the runs of runs were merged, too");
        assert!(most <= 3 * FAN, "{most} files");
        let found: Vec<_> = sorter.finish().unwrap().map(Result::unwrap).collect();
        assert_eq!(found, expected(&pairs));
    }

    #[test]
    fn an_item_may_be_larger_than_the_budget() {
        let large = |byte: u8| (vec![byte], vec![byte; 1 << 20]);
        let pairs = [large(2), (vec![1], vec![]), large(0), large(1), (vec![], vec![9])];
        assert_eq!(sorted(&pairs, 0), expected(&pairs));
    }

    proptest! {
        #[test]
        fn any_budget_gives_the_same_order(
            pairs in prop::collection::vec(
                (prop::collection::vec(0_u8..3, 0..4), prop::collection::vec(any::<u8>(), 0..300)),
                0..300,
            ),
            memory in prop::sample::select(vec![0, 8 << 10, 32 << 10, 1 << 20]),
        ) {
            prop_assert_eq!(sorted(&pairs, memory), expected(&pairs));
        }
    }
}
