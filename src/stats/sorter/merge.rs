//! Merging runs into one order.

use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io;
use std::mem::take;

use super::place::RowPlace;
use super::run::RunReader;

/// Where items come from, in the order of their keys.
pub(super) enum Source {
    Memory(Vec<u8>, std::vec::IntoIter<RowPlace>),
    File(RunReader),
}

impl Source {
    /// Items that are sorted in memory.
    pub(super) fn memory(bytes: Vec<u8>, places: Vec<RowPlace>) -> Self {
        Self::Memory(bytes, places.into_iter())
    }

    /// A run, of which so many bytes are held.
    pub(super) fn file(run: File, memory: usize) -> Self {
        Self::File(RunReader::new(run, memory))
    }

    fn read(&mut self, key: &mut Vec<u8>, item: &mut Vec<u8>) -> io::Result<bool> {
        match self {
            Self::File(run) => run.read(key, item),
            Self::Memory(bytes, places) => {
                let Some(place) = places.next() else {
                    return Ok(false);
                };
                key.extend_from_slice(place.key(bytes));
                item.extend_from_slice(place.item(bytes));
                Ok(true)
            }
        }
    }
}

/// A source with the item that it gives next.
struct Head {
    key: Vec<u8>,
    item: Vec<u8>,
    /// Its place among the sources: what came earlier stands in an earlier one.
    rank: usize,
    source: Source,
}

/// A heap gives the greatest first: that is the one with the least key, and of equal ones the earliest.
impl Ord for Head {
    fn cmp(&self, other: &Self) -> Ordering {
        (&other.key, other.rank).cmp(&(&self.key, self.rank))
    }
}

impl PartialOrd for Head {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Head {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Head {}

/// Keys and items in the order of the keys. After an error there is nothing more.
pub struct Sorted {
    heads: BinaryHeap<Head>,
}

impl Sorted {
    pub(super) fn new(sources: Vec<Source>) -> io::Result<Self> {
        let mut heads = BinaryHeap::with_capacity(sources.len());
        for (rank, mut source) in sources.into_iter().enumerate() {
            let (mut key, mut item) = (Vec::new(), Vec::new());
            if source.read(&mut key, &mut item)? {
                heads.push(Head {
                    key,
                    item,
                    rank,
                    source,
                });
            }
        }
        Ok(Self { heads })
    }
}

impl Iterator for Sorted {
    type Item = io::Result<(Vec<u8>, Vec<u8>)>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut top = self.heads.peek_mut()?;
        let head = &mut *top;
        let pair = (take(&mut head.key), take(&mut head.item));
        match head.source.read(&mut head.key, &mut head.item) {
            Ok(true) => {}
            Ok(false) => {
                PeekMut::pop(top);
            }
            Err(error) => {
                drop(top);
                self.heads.clear();
                return Some(Err(error));
            }
        }
        Some(Ok(pair))
    }
}

impl std::fmt::Debug for Sorted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Sorted({} sources)", self.heads.len())
    }
}
