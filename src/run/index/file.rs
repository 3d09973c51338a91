//! An index of positions, which lists the records in which each position occurs.
//!
//! **File format.** The file begins with [`MAGIC`], followed by the sorted entries. An entry is the key of a position (64
//! bits, [`Position::zobrist`]) and the number of a record (32 bits), in big-endian order. The entries are followed by the
//! head: the [`IndexMetadata`] as JSON. The file ends with the length of the head (64 bits) and its CRC-32. The head contains
//! a CRC-32 of each block of entries, so that damage is detected when a block is read.
//!
//! Rarely, two positions have the same key. A search therefore reads the listed records again and compares the positions.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;
use serde::{Deserialize, Serialize};

use super::options::IndexedInputs;
use crate::archive::max_unpacked_bytes;
use crate::finding::{Message, Reason, bilingual};
use crate::shogi::Position;
use crate::stats::Sorter;

/// The first bytes of every index, which contain the version of the file format.
const MAGIC: &[u8] = b"kifu index 3\n";

/// Length of the prefix of [`MAGIC`] that is common to all versions of the format (bytes).
const MAGIC_PREFIX_BYTES: usize = b"kifu index ".len();

/// Size of an entry (bytes): a key and the number of a record.
const ENTRY_BYTES: usize = 12;

/// Number of entries in a block.
const BLOCK_ENTRIES: usize = 1 << 16;

/// Size of the data after the head (bytes): the head's length and CRC-32.
const TRAILER_BYTES: usize = 12;

/// The head of an index: its content without the entries.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct IndexMetadata {
    /// The key of the start position. A key that differs from [`Position::zobrist`] shows that another version of the
    /// program, with other random numbers, made the index.
    key: u64,
    /// The options that decide which files are read, and how they are read.
    pub options: IndexedInputs,
    /// The files that were read, in the order of their records.
    pub inputs: Vec<Input>,
    /// The first key of each block, and the CRC-32 of the block.
    blocks: Vec<(u64, u32)>,
    /// Number of entries in all blocks.
    pub entries: u64,
    /// Number of records of all files.
    records: u32,
}

/// A file that was read: a record file, or an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Input {
    /// The path of the file.
    pub path: String,
    /// The size of the file (bytes).
    pub size: u64,
    /// Modification time, in nanoseconds since 1970, rounded down to 100 ns; 0 if it is unknown.
    pub modified: u128,
    /// The record files in an archive. For a record file that is not in an archive, the list has only the file itself.
    pub files: Vec<IndexedFile>,
}

/// A record file: its path, the number of its records, and the number of the entries of these records.
pub(crate) type IndexedFile = (String, u32, u64);

impl IndexMetadata {
    /// Creates the head of an index of these files, without entries.
    pub(crate) fn new(options: IndexedInputs, inputs: Vec<Input>) -> Self {
        Self {
            key: Position::startpos().zobrist(),
            options,
            inputs,
            ..Self::default()
        }
    }

    /// Returns all record files: the index of the input, the path of the file, and the numbers of its records.
    pub(crate) fn files(&self) -> impl Iterator<Item = (usize, &str, Range<u32>)> {
        let inputs = self.inputs.iter().enumerate();
        let files = inputs.flat_map(|(index, input)| input.files.iter().map(move |file| (index, file)));
        let mut first = 0_u32;
        files.map(move |(index, (path, records, _))| {
            let numbers = first..first.saturating_add(*records);
            first = numbers.end;
            (index, &**path, numbers)
        })
    }

    /// Returns the number of records of all files, and the number of their entries.
    ///
    /// Returns `None` if there are more records than the inputs can have bytes after unpacking, or than fit in 32 bits.
    fn counts(&self) -> Option<(u32, u64)> {
        let (mut total, mut entries) = (0_u32, 0_u64);
        for input in &self.inputs {
            let mut max_records = max_unpacked_bytes(input.size);
            for &(_, records, entries_of_file) in &input.files {
                // A record has at least one byte, except in an empty file.
                max_records = max_records.saturating_add(1).checked_sub(records.into())?;
                total = total.checked_add(records)?;
                entries = entries.checked_add(entries_of_file)?;
            }
        }
        Some((total, entries))
    }

    /// Returns whether the head is consistent: its blocks are sorted and have exactly this number of bytes, its options
    /// fit the inputs, and its files have exactly the records and entries of the index.
    fn fits(&self, bytes: u64) -> bool {
        self.options.fit(self.inputs.len())
            && self.counts() == Some((self.records, self.entries))
            && self.entries.checked_mul(ENTRY_BYTES as u64) == Some(bytes)
            && self.blocks.len() as u64 == self.entries.div_ceil(BLOCK_ENTRIES as u64)
            && self.blocks.is_sorted_by_key(|&(first, _)| first)
    }
}

// Writing.

/// Number of buckets: one for each value of the first 12 bits of a key.
const BUCKETS: usize = 1 << 12;

/// Size of a full bucket (bytes).
const BUCKET_BYTES: usize = 512 * ENTRY_BYTES;

/// Number of keys that are collected before they are distributed to the buckets.
const MAX_PENDING_KEYS: usize = 1 << 20;

/// Approximate size of the entries that are sorted at the same time (bytes).
const SORTED_BYTES: usize = 16 << 20;

/// A writer that sorts entries and writes an index.
///
/// The entries are collected in buckets by the first bits of their keys. Full buckets go to `full`, which sorts them by
/// these bits, in temporary files if necessary. At the end, the entries with the same first bits are sorted by the whole key.
/// All threads of a run distribute the entries to the buckets, each to some of the buckets.
pub(crate) struct IndexWriter {
    /// The keys of the latest records, in ascending order for each record.
    pending_keys: Vec<u64>,
    /// The preliminary number of each of these records, and the end of its keys in `pending_keys`.
    pending_records: Vec<(u32, usize)>,
    buckets: Vec<Vec<u8>>,
    full: Sorter,
}

impl IndexWriter {
    /// Creates a writer that uses approximately `memory` bytes of memory.
    pub(crate) fn new(memory: usize) -> Self {
        Self {
            pending_keys: Vec::new(),
            pending_records: Vec::new(),
            buckets: vec![Vec::new(); BUCKETS],
            full: Sorter::new(memory.saturating_sub(BUCKETS * BUCKET_BYTES)),
        }
    }

    /// Adds the positions that occur in a record. `keys` are in ascending order, and `record` is a preliminary number of the
    /// record.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(crate) fn push(&mut self, keys: &[u64], record: u32) -> io::Result<()> {
        self.pending_keys.extend_from_slice(keys);
        self.pending_records.push((record, self.pending_keys.len()));
        if self.pending_keys.len() >= MAX_PENDING_KEYS {
            self.fill_buckets()?;
        }
        Ok(())
    }

    /// Distributes the pending keys to the buckets, on all threads if this is a thread of a run.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    fn fill_buckets(&mut self) -> io::Result<()> {
        let Self {
            pending_keys,
            pending_records,
            buckets,
            ..
        } = self;
        let full_buckets = if rayon::current_thread_index().is_some() {
            let buckets_of_thread = BUCKETS.div_ceil(rayon::current_num_threads());
            let shares = buckets.par_chunks_mut(buckets_of_thread).enumerate();
            let fill = |(share, buckets): (usize, &mut [Vec<u8>])| {
                let first = share * buckets_of_thread;
                fill_share(pending_keys, pending_records, first, buckets)
            };
            shares.map(fill).collect()
        } else {
            vec![fill_share(pending_keys, pending_records, 0, buckets)]
        };
        for (bucket_index, bucket) in full_buckets.iter().flatten() {
            self.full.push(&bucket_index.to_be_bytes(), bucket)?;
        }
        self.pending_keys.clear();
        self.pending_records.clear();
        Ok(())
    }

    /// Writes the index. `sort` sorts each of some lists of entries with [`sorted_entries`].
    ///
    /// # Errors
    ///
    /// Returns an error if the index cannot be written.
    pub(crate) fn finish(
        mut self,
        mut head: IndexMetadata,
        sort: impl Fn(Vec<Vec<u8>>) -> io::Result<Vec<Vec<u8>>>,
        mut out: impl Write,
    ) -> io::Result<()> {
        self.fill_buckets()?;
        out.write_all(MAGIC)?;
        for (bucket_index, bucket) in self.buckets.into_iter().enumerate() {
            self.full.push(&bucket_index.to_be_bytes(), &bucket)?;
        }
        let mut block = Vec::with_capacity(BLOCK_ENTRIES * ENTRY_BYTES);
        // The entries that have not been sorted yet, those with the same first bits in one list.
        let mut lists: Vec<Vec<u8>> = Vec::new();
        let (mut first_bits, mut bytes) = (Vec::new(), 0);
        for item in self.full.finish()? {
            let (bits, bucket) = item?;
            if first_bits != bits {
                if bytes >= SORTED_BYTES {
                    head.add_lists(&sort(std::mem::take(&mut lists))?, &mut block, &mut out)?;
                    bytes = 0;
                }
                first_bits = bits;
                lists.push(Vec::new());
            }
            bytes += bucket.len();
            lists.last_mut().into_iter().for_each(|list| list.extend(&bucket));
        }
        head.add_lists(&sort(lists)?, &mut block, &mut out)?;
        head.write_block(&mut block, &mut out)?;
        head.records = head.counts().ok_or_else(damaged_error)?.0;
        let json = serde_json::to_vec(&head)?;
        out.write_all(&json)?;
        out.write_all(&(json.len() as u64).to_be_bytes())?;
        out.write_all(&crc32fast::hash(&json).to_be_bytes())
    }
}

/// Returns the number of the bucket for a key.
const fn bucket_of(key: u64) -> usize {
    (key >> (u64::BITS - BUCKETS.ilog2())) as usize
}

/// Distributes the keys of these records to some of the buckets, of which `first` is the first. Returns the content of each
/// bucket that becomes full, with the number of the bucket.
fn fill_share(
    keys: &[u64],
    records: &[(u32, usize)],
    first: usize,
    buckets: &mut [Vec<u8>],
) -> Vec<(usize, Vec<u8>)> {
    let mut full_buckets = Vec::new();
    let mut start = 0;
    for &(record, end) in records {
        let keys = &keys[start..end];
        start = end;
        let before = keys.partition_point(|&key| bucket_of(key) < first);
        for &key in &keys[before..] {
            let Some(bucket) = buckets.get_mut(bucket_of(key) - first) else {
                break;
            };
            bucket.extend(key.to_be_bytes());
            bucket.extend(record.to_be_bytes());
            if bucket.len() == BUCKET_BYTES {
                full_buckets.push((bucket_of(key), std::mem::take(bucket)));
            }
        }
    }
    full_buckets
}

/// Returns entries in ascending order, with the final numbers of their records. `final_numbers` are these numbers by the
/// preliminary ones.
pub(crate) fn sorted_entries(entries: &[u8], final_numbers: &[u32]) -> Vec<u8> {
    let entries = entries.as_chunks().0.iter().map(entry).map(|(key, record)| {
        let number = final_numbers.get(record as usize);
        (key, number.copied().unwrap_or(record))
    });
    let mut entries: Vec<_> = entries.collect();
    entries.sort_unstable();
    let mut sorted = Vec::with_capacity(entries.len() * ENTRY_BYTES);
    for (key, number) in entries {
        sorted.extend(key.to_be_bytes());
        sorted.extend(number.to_be_bytes());
    }
    sorted
}

impl IndexMetadata {
    /// Copies lists of sorted entries to the block. Each block that becomes full is written.
    fn add_lists(&mut self, lists: &[Vec<u8>], block: &mut Vec<u8>, out: &mut impl Write) -> io::Result<()> {
        for list in lists {
            self.entries += (list.len() / ENTRY_BYTES) as u64;
            let mut rest = &list[..];
            while !rest.is_empty() {
                let length = rest.len().min(BLOCK_ENTRIES * ENTRY_BYTES - block.len());
                let (fitting, following) = rest.split_at(length);
                block.extend_from_slice(fitting);
                rest = following;
                if block.len() == BLOCK_ENTRIES * ENTRY_BYTES {
                    self.write_block(block, out)?;
                }
            }
        }
        Ok(())
    }

    /// Writes the block, unless it is empty, and adds it to the list of blocks.
    fn write_block(&mut self, block: &mut Vec<u8>, out: &mut impl Write) -> io::Result<()> {
        if let Some((first, _)) = block.split_first_chunk() {
            self.blocks
                .push((u64::from_be_bytes(*first), crc32fast::hash(block)));
            out.write_all(block)?;
            block.clear();
        }
        Ok(())
    }
}

/// Returns whether a new index may replace this file: the file can be read, and is an index of any version or empty.
pub(crate) fn may_replace(file: &File) -> bool {
    magic_prefix(file).is_ok_and(|start| start.is_empty() || start == MAGIC[..MAGIC_PREFIX_BYTES])
}

/// Returns whether a file can be read and is an index of any version.
pub(crate) fn is_index(file: &File) -> bool {
    magic_prefix(file).is_ok_and(|start| start == MAGIC[..MAGIC_PREFIX_BYTES])
}

/// Reads the first bytes of a file, which are the same in all versions of the format.
fn magic_prefix(file: &File) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    file.take(MAGIC_PREFIX_BYTES as u64).read_to_end(&mut start)?;
    Ok(start)
}

// Reading.

/// An index that is open for searches.
#[derive(Debug)]
pub(crate) struct PositionIndex {
    file: File,
    pub(crate) head: IndexMetadata,
    /// The block that was read last, with its number. Searches for ascending keys read each block once.
    last_block: Option<(usize, Vec<u8>)>,
}

impl PositionIndex {
    /// Opens an index.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, is not an index of this version, or has a damaged head.
    pub(crate) fn open(mut file: File) -> io::Result<Self> {
        let size = file.metadata()?.len();
        let mut magic = [0; MAGIC.len()];
        if size < (MAGIC.len() + TRAILER_BYTES) as u64
            || file.read_exact(&mut magic).is_err()
            || magic != MAGIC
        {
            return Err(Reason::error(
                io::ErrorKind::InvalidData,
                bilingual(
                    "not an index of this version of kifu; make one with `kifu index`",
                    "この版のkifuの索引ではない。`kifu index` で作る",
                ),
            ));
        }
        let json = read_head(&mut file, size)?;
        let head: IndexMetadata = serde_json::from_slice(&json).map_err(|_| damaged_error())?;
        if !head.fits(size - json.len() as u64 - (MAGIC.len() + TRAILER_BYTES) as u64) {
            return Err(damaged_error());
        }
        if head.key != Position::startpos().zobrist() {
            return Err(Reason::error(
                io::ErrorKind::InvalidData,
                bilingual(
                    "made by another version of kifu; make it again with `kifu index`",
                    "別の版のkifuが作った索引である。`kifu index` で作り直す",
                ),
            ));
        }
        Ok(Self {
            file,
            head,
            last_block: None,
        })
    }

    /// Returns the numbers of the records that contain a position with this key, in ascending order.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if a block is damaged.
    pub(crate) fn records(&mut self, key: u64) -> io::Result<Vec<u32>> {
        let mut records = Vec::new();
        // The entries of the key may begin in the block before the first block whose first key is not lower.
        let first_block = self.head.blocks.partition_point(|&(first, _)| first < key);
        for block_index in first_block.saturating_sub(1)..self.head.blocks.len() {
            if self.head.blocks[block_index].0 > key {
                break;
            }
            let block = match self.last_block.take() {
                Some((index, block)) if index == block_index => block,
                _ => self.block(block_index)?,
            };
            let (entries, _) = block.as_chunks();
            let start = entries.partition_point(|bytes| entry(bytes).0 < key);
            let following = entries[start..].iter().map(entry);
            records.extend(
                following
                    .take_while(|&(entry_key, _)| entry_key == key)
                    .map(|(_, record)| record),
            );
            self.last_block = Some((block_index, block));
        }
        Ok(records)
    }

    /// Passes all entries to `take` in the order of the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is damaged, or if `take` fails.
    pub(crate) fn for_each_entry(
        &mut self,
        mut take: impl FnMut(u64, u32) -> io::Result<()>,
    ) -> io::Result<()> {
        for block_index in 0..self.head.blocks.len() {
            let block = self.block(block_index)?;
            for (key, record) in block.as_chunks().0.iter().map(entry) {
                take(key, record)?;
            }
        }
        Ok(())
    }

    /// Reads and checks a block.
    ///
    /// # Errors
    ///
    /// Returns an error if the block cannot be read or is damaged.
    fn block(&mut self, block_index: usize) -> io::Result<Vec<u8>> {
        let start = block_index * BLOCK_ENTRIES;
        let length = (self.head.entries - start as u64).min(BLOCK_ENTRIES as u64) as usize * ENTRY_BYTES;
        let mut block = vec![0; length];
        self.file
            .seek(SeekFrom::Start((MAGIC.len() + start * ENTRY_BYTES) as u64))?;
        self.file.read_exact(&mut block)?;
        let (first, crc) = self.head.blocks[block_index];
        let entries = || block.as_chunks().0.iter().map(entry);
        let is_valid = crc32fast::hash(&block) == crc
            && entries().next().is_some_and(|(key, _)| key == first)
            && entries().is_sorted()
            && entries().all(|(_, record)| record < self.head.records);
        if is_valid { Ok(block) } else { Err(damaged_error()) }
    }
}

/// Reads the JSON of the head of an index. `size` is the size of the file (bytes).
///
/// # Errors
///
/// Returns an error if the file cannot be read, or if the head is damaged.
fn read_head(file: &mut File, size: u64) -> io::Result<Vec<u8>> {
    let mut tail = [0; TRAILER_BYTES];
    file.seek(SeekFrom::Start(size - TRAILER_BYTES as u64))?;
    file.read_exact(&mut tail)?;
    let (length, crc) = tail.split_at(8);
    let length = length.try_into().map_or(0, u64::from_be_bytes);
    if length > size - (MAGIC.len() + TRAILER_BYTES) as u64 {
        return Err(damaged_error());
    }
    file.seek(SeekFrom::Start(size - TRAILER_BYTES as u64 - length))?;
    let mut text = Vec::new();
    file.take(length).read_to_end(&mut text)?;
    if crc32fast::hash(&text).to_be_bytes() != *crc {
        return Err(damaged_error());
    }
    Ok(text)
}

/// Parses an entry: the key of a position and the number of a record.
fn entry(bytes: &[u8; ENTRY_BYTES]) -> (u64, u32) {
    let (key, record) = bytes.split_at(8);
    (
        key.try_into().map_or(0, u64::from_be_bytes),
        record.try_into().map_or(0, u32::from_be_bytes),
    )
}

/// Returns the error for an index that is inconsistent or does not match its files.
pub(crate) fn damaged_error() -> io::Error {
    Reason::error(io::ErrorKind::InvalidData, damaged_message())
}

/// Returns the message for a damaged index.
pub(crate) fn damaged_message() -> Message {
    bilingual(
        "the index is damaged; make it again with `kifu index`",
        "索引が壊れている。`kifu index` で作り直す",
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::temporary::temp_file;

    // The entries exceed the size of a bucket, and half of them have the same key. The final numbers are in reverse
    // order.
    #[test]
    fn entries_are_read_back_in_order() {
        check_entries();
        // In a pool, each thread fills some of the buckets.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
        pool.install(check_entries);
    }

    fn check_entries() {
        const RECORDS: u32 = 20_000;
        let multiplier = 0x9E37_79B9_7F4A_7C15_u64;
        let distinct_key = |record: u32| u64::from(record / 2).wrapping_mul(multiplier);
        let mut writer = IndexWriter::new(0);
        let mut expected = Vec::new();
        for record in 0..RECORDS {
            for key in [multiplier, distinct_key(record)] {
                writer.push(&[key], record).unwrap();
                expected.push((key, RECORDS - 1 - record));
            }
        }
        expected.sort_unstable();
        let numbers: Vec<_> = (0..RECORDS).rev().collect();
        let mut file = temp_file().unwrap();
        let input = Input {
            path: "games.usi".to_owned(),
            size: 10_000_000,
            modified: 0,
            files: vec![("games.usi".to_owned(), RECORDS, 2 * u64::from(RECORDS))],
        };
        let head = IndexMetadata::new(IndexedInputs::default(), vec![input]);
        let sort =
            |lists: Vec<Vec<u8>>| Ok(lists.iter().map(|list| sorted_entries(list, &numbers)).collect());
        writer.finish(head, sort, &mut file).unwrap();
        file.rewind().unwrap();
        let mut index = PositionIndex::open(file).unwrap();
        let mut entries = Vec::new();
        let result = index.for_each_entry(|key, record| {
            entries.push((key, record));
            Ok(())
        });
        result.unwrap();
        assert!(
            entries == expected,
            "{} of {} entries",
            entries.len(),
            expected.len()
        );
        let records = |index: &mut PositionIndex, key| index.records(key).unwrap();
        assert_eq!(records(&mut index, multiplier).len(), RECORDS as usize + 2);
        assert_eq!(
            records(&mut index, distinct_key(99)),
            [RECORDS - 100, RECORDS - 99]
        );
        assert_eq!(records(&mut index, 1), [0_u32; 0]);
    }
}
