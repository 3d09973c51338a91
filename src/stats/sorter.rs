//! An external merge sort, for more items than fit into memory.
//!
//! Items are collected in memory. When the budget is used up, the items are sorted and written as a run to a temporary
//! file. At the end, the runs and the items in memory are merged. All runs are in one file, also those of several sorters that
//! work at the same time.
//!
//! Every run has a level, which is 0 for a run from memory. Whenever there are [`MAX_RUNS_PER_LEVEL`] runs of one
//! level, they are merged into one run of the next level. Thus an item is written once for every level, and few sorters ever
//! need a second level.
//!
//! Memory consists of the budget, and of a buffer and the next item for every run that is read. The buffers of a level take
//! about as much memory as the budget at most.
//!
//! The maintained crates for external sorting do not fit: they sort serialized values in parallel, do not keep the
//! order of equal items, and open a file for every run.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::mem::swap;

use crate::finding::{Reason, bilingual};
use crate::temporary::{Region, SharedTempFile, with_temp_dir};

/// Number of runs of one level that are merged into one run of the next level. At the end, the runs of all levels are
/// merged at once.
const MAX_RUNS_PER_LEVEL: usize = 256;

/// Minimum budget (bytes), so that a run has more than one item of the usual size.
const MIN_MEMORY_BYTES: usize = 4 << 10;

/// A sorter of items by keys, in a bounded amount of memory.
///
/// Keys are compared as bytes. Items with equal keys keep their order of insertion.
#[derive(Debug)]
pub(crate) struct Sorter {
    /// The maximum memory of keys and items (bytes), which is exceeded only by a single larger item.
    memory: usize,
    /// The concatenated keys and items in memory.
    bytes: Vec<u8>,
    spans: Vec<ItemSpan>,
    /// `true` if all threads of a run sort the items together.
    uses_all_threads: bool,
    /// The file of the runs.
    file: SharedTempFile,
    /// The runs by level, the lowest first. The runs of one level are in the order of creation.
    runs: Vec<Vec<Region>>,
}

impl Sorter {
    /// Creates a sorter that holds keys and items of at most `memory` bytes, or [`MIN_MEMORY_BYTES`] if this is more,
    /// in memory.
    pub(crate) fn new(memory: usize) -> Self {
        Self {
            memory: memory.max(MIN_MEMORY_BYTES),
            bytes: Vec::new(),
            spans: Vec::new(),
            uses_all_threads: true,
            file: SharedTempFile::default(),
            runs: Vec::new(),
        }
    }

    /// Creates several sorters that share a temporary file and hold keys and items of `memory` bytes in memory together, but
    /// at least [`MIN_MEMORY_BYTES`] each.
    pub(super) fn group(memory: usize, sorters: usize) -> Vec<Self> {
        let file = SharedTempFile::default();
        let sorter = |_| Self {
            file: file.clone(),
            ..Self::new(memory / sorters)
        };
        (0..sorters).map(sorter).collect()
    }

    /// Returns a sorter whose items are sorted by the thread that adds them, without the other threads.
    ///
    /// A sorter behind a lock must be such a sorter. While a thread waits for the others to sort, it may begin another task, which
    /// would wait for the same lock forever.
    #[must_use]
    pub(super) fn on_one_thread(self) -> Self {
        Self {
            uses_all_threads: false,
            ..self
        }
    }

    /// Adds an item with its key. If the memory is used up, first writes the items in memory to a temporary file.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written or read, and for a key or an item of 4 GiB or more.
    pub(crate) fn push(&mut self, key: &[u8], item: &[u8]) -> io::Result<()> {
        if self.is_full(key.len() + item.len()) {
            self.spill()?;
        }
        self.spans.push(ItemSpan {
            start: self.bytes.len(),
            key_len: encode_length(key)?,
            item_len: encode_length(item)?,
        });
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(item);
        Ok(())
    }

    /// Returns an iterator over the items in the order of their keys.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read.
    pub(crate) fn finish(self) -> io::Result<Sorted> {
        Self::finish_all([self])
    }

    /// Returns an iterator over the items of several sorters in the order of their keys. Of equal keys, those of the first sorter
    /// are first.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read.
    pub(super) fn finish_all(sorters: impl IntoIterator<Item = Self>) -> io::Result<Sorted> {
        let mut sources = Vec::new();
        for mut sorter in sorters {
            sorter.sort();
            // The runs of the highest level contain the earliest items.
            let runs = sorter.runs.into_iter().rev().flatten();
            let memory = sorter.memory / MAX_RUNS_PER_LEVEL;
            sources.extend(runs.map(|run| Source::file(run, memory)));
            sources.push(Source::Memory(sorter.bytes, sorter.spans.into_iter()));
        }
        Sorted::new(sources)
    }

    /// Returns whether one more item of `more` bytes, with its key, would exceed the memory. Returns `false` if there
    /// are no items in memory.
    ///
    /// Vectors double their capacity when they grow, and sorting requires memory for half of the spans.
    fn is_full(&self, more: usize) -> bool {
        let bytes = capacity_after(self.bytes.len(), self.bytes.capacity(), more);
        let spans = capacity_after(self.spans.len(), self.spans.capacity(), 1) * size_of::<ItemSpan>();
        !self.spans.is_empty() && bytes + spans + spans / 2 > self.memory
    }

    /// Sorts the items in memory, on all threads if this is a thread of a run and the sorter uses them.
    fn sort(&mut self) {
        let bytes = &self.bytes;
        let order = |one: &ItemSpan, two: &ItemSpan| one.key(bytes).cmp(two.key(bytes));
        #[cfg(feature = "cli")]
        if self.uses_all_threads && rayon::current_thread_index().is_some() {
            return rayon::slice::ParallelSliceMut::par_sort_by(&mut self.spans[..], order);
        }
        self.spans.sort_by(order);
    }

    /// Writes the items in memory as a run.
    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let length = self.bytes.len() + self.spans.len() * LENGTHS_BYTES;
        let mut run = new_run(&self.file, length as u64)?;
        for span in self.spans.drain(..) {
            write(&mut run, span.key(&self.bytes), span.item(&self.bytes))?;
        }
        self.bytes.clear();
        self.add_run(finish_run(run)?)
    }

    /// Adds a run of level 0. If there are now [`MAX_RUNS_PER_LEVEL`] runs of a level, these runs are merged into one
    /// run of the next level.
    fn add_run(&mut self, mut run: Region) -> io::Result<()> {
        for level in 0.. {
            let Some(runs) = self.runs.get_mut(level) else {
                self.runs.push(vec![run]);
                break;
            };
            runs.push(run);
            if runs.len() < MAX_RUNS_PER_LEVEL {
                break;
            }
            let memory = self.memory / MAX_RUNS_PER_LEVEL;
            let mut merged = new_run(&self.file, runs.iter().map(Region::len).sum())?;
            let sources = runs.drain(..).map(|run| Source::file(run, memory)).collect();
            for item in Sorted::new(sources)? {
                let (key, item) = item?;
                write(&mut merged, &key, &item)?;
            }
            run = finish_run(merged)?;
        }
        Ok(())
    }
}

/// Performs a task for each item, on all threads if this is a thread of a run. Returns the results in the order of the items.
///
/// # Errors
///
/// Returns an error of the task.
pub(super) fn for_all<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    task: impl Fn(T) -> io::Result<R> + Send + Sync,
) -> io::Result<Vec<R>> {
    #[cfg(feature = "cli")]
    if rayon::current_thread_index().is_some() {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};
        let items: Vec<_> = items.into_iter().collect();
        return items.into_par_iter().map(task).collect();
    }
    items.into_iter().map(task).collect()
}

/// Returns the capacity of a vector after `more` elements have been added.
const fn capacity_after(length: usize, capacity: usize, more: usize) -> usize {
    let (needed, doubled) = (length + more, capacity * 2);
    if needed <= capacity {
        capacity
    } else if needed > doubled {
        needed
    } else {
        doubled
    }
}

// Merging of runs.

/// A source of items in the order of their keys.
#[derive(Debug)]
enum Source {
    Memory(Vec<u8>, std::vec::IntoIter<ItemSpan>),
    File(BufReader<Region>),
}

impl Source {
    /// Creates a source from a run. The read buffer has `memory` bytes, but at least [`MIN_READ_BYTES`] and at most
    /// [`BUFFER_BYTES`].
    fn file(run: Region, memory: usize) -> Self {
        Self::File(BufReader::with_capacity(
            memory.clamp(MIN_READ_BYTES, BUFFER_BYTES),
            run,
        ))
    }

    /// Reads the next key and item into these buffers, which must be empty. Returns `false` at the end of the source.
    fn read(&mut self, key: &mut Vec<u8>, item: &mut Vec<u8>) -> io::Result<bool> {
        match self {
            Self::File(run) => read(run, key, item),
            Self::Memory(bytes, spans) => {
                let Some(span) = spans.next() else {
                    return Ok(false);
                };
                key.extend_from_slice(span.key(bytes));
                item.extend_from_slice(span.item(bytes));
                Ok(true)
            }
        }
    }
}

/// An iterator over keys and items in the order of the keys. The iterator ends after an error.
#[derive(Debug)]
pub(crate) struct Sorted {
    /// The sources, each with its next item. Sources of earlier items are first.
    sources: Vec<(Source, Vec<u8>)>,
    /// A min-heap of the keys of the next items and the indices of their sources.
    ///
    /// Of equal keys, the key from the earliest source is first.
    keys: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
}

impl Sorted {
    fn new(sources: Vec<Source>) -> io::Result<Self> {
        let mut sorted = Self {
            keys: BinaryHeap::with_capacity(sources.len()),
            sources: Vec::with_capacity(sources.len()),
        };
        for (rank, mut source) in sources.into_iter().enumerate() {
            let (mut key, mut item) = (Vec::new(), Vec::new());
            if source.read(&mut key, &mut item)? {
                sorted.keys.push(Reverse((key, rank)));
            }
            sorted.sources.push((source, item));
        }
        Ok(sorted)
    }
}

impl Sorted {
    /// Moves the next key and item into these buffers, whose memory is used again. Returns `false` at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be read. There are no further items then.
    pub(crate) fn next_into(&mut self, key: &mut Vec<u8>, item: &mut Vec<u8>) -> io::Result<bool> {
        let Some(mut top) = self.keys.peek_mut() else {
            return Ok(false);
        };
        let Reverse((next_key, rank)) = &mut *top;
        let (source, next_item) = &mut self.sources[*rank];
        swap(key, next_key);
        swap(item, next_item);
        next_key.clear();
        next_item.clear();
        match source.read(next_key, next_item) {
            Ok(true) => {}
            Ok(false) => {
                PeekMut::pop(top);
            }
            Err(error) => {
                drop(top);
                self.keys.clear();
                return Err(error);
            }
        }
        Ok(true)
    }
}

impl Iterator for Sorted {
    type Item = io::Result<(Vec<u8>, Vec<u8>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let (mut key, mut item) = (Vec::new(), Vec::new());
        match self.next_into(&mut key, &mut item) {
            Ok(true) => Some(Ok((key, item))),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

// Keys and items in memory.

/// The offset of a key in memory, its length, and the length of the item that follows it (bytes).
#[derive(Clone, Copy, Debug)]
struct ItemSpan {
    pub start: usize,
    pub key_len: u32,
    pub item_len: u32,
}

impl ItemSpan {
    fn key(self, bytes: &[u8]) -> &[u8] {
        let end = self.start + self.key_len as usize;
        bytes.get(self.start..end).unwrap_or_default()
    }

    fn item(self, bytes: &[u8]) -> &[u8] {
        let start = self.start + self.key_len as usize;
        bytes
            .get(start..start + self.item_len as usize)
            .unwrap_or_default()
    }
}

// The format of a run: sorted items in a region of a temporary file, each as two lengths, the key and the item.

/// Size of the two lengths before a key and its item (bytes).
const LENGTHS_BYTES: usize = 2 * size_of::<u32>();

/// Maximum size of the buffer of a run (bytes).
const BUFFER_BYTES: usize = 64 << 10;

/// Minimum size of the read buffer of a run (bytes).
const MIN_READ_BYTES: usize = 4 << 10;

/// Returns the length of a key or an item as it is stored, which must be less than 4 GiB.
fn encode_length(bytes: &[u8]) -> io::Result<u32> {
    let too_large = |_| {
        Reason::error(
            io::ErrorKind::InvalidInput,
            bilingual("a row is too long to sort", "行が長すぎて並べ替えられない"),
        )
    };
    u32::try_from(bytes.len()).map_err(too_large)
}

/// Returns the error for sorted items that differ from those that were written to a temporary file.
pub(crate) fn damaged_item_error() -> io::Error {
    Reason::error(
        io::ErrorKind::InvalidData,
        bilingual("a temporary file is damaged", "一時ファイルが壊れている"),
    )
}

/// Creates a run for `length` bytes.
fn new_run(file: &SharedTempFile, length: u64) -> io::Result<BufWriter<Region>> {
    Ok(BufWriter::with_capacity(BUFFER_BYTES, file.add_region(length)?))
}

/// Appends an item to a run.
fn write(run: &mut BufWriter<Region>, key: &[u8], item: &[u8]) -> io::Result<()> {
    let lengths = [encode_length(key)?, encode_length(item)?];
    let [key_length, item_length] = lengths.map(u32::to_le_bytes);
    let mut parts = [&key_length, &item_length, key, item].into_iter();
    let result = parts.try_for_each(|part| run.write_all(part));
    result.map_err(|error| with_temp_dir(&error))
}

/// Returns the region of a complete run, rewound to its start.
fn finish_run(run: BufWriter<Region>) -> io::Result<Region> {
    let region = run.into_inner().map_err(io::IntoInnerError::into_error);
    let mut region = region.map_err(|error| with_temp_dir(&error))?;
    region.rewind();
    Ok(region)
}

/// Reads the next key and item of a run into these buffers. Returns `false` at the end of the run.
fn read(run: &mut BufReader<Region>, key: &mut Vec<u8>, item: &mut Vec<u8>) -> io::Result<bool> {
    if run.fill_buf()?.is_empty() {
        return Ok(false);
    }
    let mut lengths = [[0; 4]; 2];
    run.read_exact(lengths.as_flattened_mut())?;
    let [key_length, item_length] = lengths.map(|length| u32::from_le_bytes(length) as usize);
    key.resize(key_length, 0);
    item.resize(item_length, 0);
    run.read_exact(key)?;
    run.read_exact(item).map(|()| true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    /// Returns pairs of key and item. The keys have at most 256 different values; the items are long and all different.
    fn pairs_with_few_keys(count: u32) -> Vec<Pair> {
        let key = |at: u32| (at.wrapping_mul(2_654_435_761) >> 24).to_be_bytes()[2..].to_vec();
        let item = |at: u32| format!("{at:>200}").into_bytes();
        (0..count).map(|at| (key(at), item(at))).collect()
    }

    #[test]
    fn items_of_one_key_stay_in_their_order() {
        let pair = |key: &[u8], item: &[u8]| (key.to_vec(), item.to_vec());
        let pairs = [pair(b"b", b"first"), pair(b"a", b"second"), pair(b"b", b"third")];
        let items: Vec<_> = sorted(&pairs, 1 << 20)
            .into_iter()
            .map(|(_, item)| item)
            .collect();
        assert_eq!(items, [&b"second"[..], b"first", b"third"]);
    }

    #[test]
    fn few_items_stay_in_memory() {
        assert_eq!(sorted(&[], 0), []);
        let mut sorter = Sorter::new(1 << 20);
        for (key, item) in pairs_with_few_keys(100) {
            sorter.push(&key, &item).unwrap();
        }
        assert!(sorter.runs.is_empty());
    }

    #[test]
    fn many_runs_become_few() {
        let pairs = pairs_with_few_keys(40_000);
        let mut sorter = Sorter::new(0);
        let mut max_runs = 0;
        for (key, item) in &pairs {
            sorter.push(key, item).unwrap();
            max_runs = max_runs.max(sorter.runs.iter().flatten().count());
            assert!(sorter.bytes.capacity() <= MIN_MEMORY_BYTES);
        }
        assert!(sorter.runs.len() >= 2, "runs were merged");
        assert!(max_runs <= 2 * MAX_RUNS_PER_LEVEL, "{max_runs} runs");
        let merged: Vec<_> = sorter.finish().unwrap().map(Result::unwrap).collect();
        assert_eq!(merged, expected(&pairs));
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

    #[cfg(feature = "cli")]
    #[test]
    fn equal_keys_keep_their_order_on_several_threads() {
        let pairs: Vec<Pair> = (0..50_000_u32)
            .map(|item| (vec![(item % 7) as u8], item.to_be_bytes().to_vec()))
            .collect();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        let on_several = pool.install(|| sorted(&pairs, usize::MAX >> 1));
        let mut expected = pairs;
        expected.sort_by(|one, other| one.0.cmp(&other.0));
        assert!(on_several == expected);
    }
}
