//! The creation and the update of an index.

use std::collections::{HashMap, HashSet};
use std::io::{self, Write};
use std::path::Path;

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::file::{IndexMetadata, IndexWriter, Input, PositionIndex, damaged_error, sorted_entries};
use super::options::{IndexedInputs, name_in_index, with_slashes};
use crate::batch::{Exclude, Request, Run, Work};
use crate::check::{Checker, Session, SourceFile, UnreadRecord};
use crate::played::{Meaning, Played};

/// Maximum size of index entries that are sorted in memory (bytes). More entries are sorted in temporary files.
const MAX_MEMORY_BYTES: usize = 256 << 20;

/// The work of collecting the positions of each record, including its variations.
pub(crate) struct Indexing(pub Checker);

/// The keys of the positions of consecutive records, by record.
#[derive(Default)]
pub(crate) struct Indexed(pub Vec<Vec<u64>>);

impl Work for Indexing {
    type Worker = Session;
    type Output = Indexed;

    fn worker(&self) -> Session {
        self.0.session()
    }

    fn record(
        &self,
        session: &mut Session,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut Indexed,
    ) {
        let record = record.read();
        let mut keys = Vec::new();
        if record.is_shogi() && record.is_playable() {
            keys.push(record.start.position.zobrist());
        }
        let game = session.check_watched(file, record, |played| keys.push(played.after.zobrist()));
        if game.record.is_shogi() && game.record.tree.has_variations() {
            Played::watched(&game.record, |_, meaning, after| {
                if matches!(meaning, Meaning::Ply(_)) {
                    keys.push(after.zobrist());
                }
            });
        }
        keys.sort_unstable();
        keys.dedup();
        output.0.push(keys);
    }
}

/// A new index that is being built in memory and in temporary files.
pub(crate) struct IndexBuilder {
    head: IndexMetadata,
    writer: IndexWriter,
    /// The indices of the inputs by their paths.
    by_path: HashMap<String, usize>,
    /// `true` for each input that was copied from an older index.
    is_copied: Vec<bool>,
    /// The location of each record in the order in which the records were added: the index of its input, the index of its
    /// file in the input, and the number of the record in the file, from 0.
    locations: Vec<(usize, usize, u32)>,
}

impl IndexBuilder {
    /// Begins an index of these inputs, without entries. Returns `None` if the options exceed the limits of an index.
    pub(crate) fn begin(options: IndexedInputs, inputs: Vec<Input>) -> Option<Self> {
        if !options.fit(inputs.len()) {
            return None;
        }
        let paths = inputs.iter().map(|input| input.path.clone());
        Some(Self {
            by_path: paths.zip(0..).collect(),
            is_copied: vec![false; inputs.len()],
            head: IndexMetadata::new(options, inputs),
            writer: IndexWriter::new(MAX_MEMORY_BYTES),
            locations: Vec::new(),
        })
    }

    /// Returns the inputs of the index, with the record files that were added so far.
    pub(crate) fn inputs(&self) -> &[Input] {
        &self.head.inputs
    }

    /// Returns whether all inputs were copied from an older index.
    pub(crate) fn is_complete(&self) -> bool {
        self.is_copied.iter().all(|is_copied| *is_copied)
    }

    /// Returns how many of the inputs of an older index are not inputs of this index.
    pub(crate) fn missing(&self, inputs: &[Input]) -> usize {
        let is_missing = |input: &&Input| !self.by_path.contains_key(&input.path);
        inputs.iter().filter(is_missing).count()
    }

    /// Returns the position of an input of an older index in the list of inputs of this builder. Returns `None` if the file has
    /// changed or is missing from this list.
    fn unchanged(&self, input: &Input) -> Option<usize> {
        let index = self.by_path.get(&input.path).copied();
        index.filter(|&index| {
            let current = &self.head.inputs[index];
            (current.size, current.modified) == (input.size, input.modified)
        })
    }

    /// Copies the entries of an older index for inputs that have not changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the older index cannot be read or is damaged, or if a temporary file cannot be written.
    pub(crate) fn copy_unchanged(&mut self, mut old: PositionIndex) -> io::Result<()> {
        let mut new_indices = Vec::new();
        for input in &mut old.head.inputs {
            let new_index = self.unchanged(input);
            if let Some(new_index) = new_index {
                self.head.inputs[new_index].files.clone_from(&input.files);
                self.is_copied[new_index] = true;
            }
            new_indices.push(new_index);
        }
        // The files in the order of their records: the index of the input, the index of the file in the input, and the
        // number of the first record.
        let mut files: Vec<(usize, usize, u32)> = Vec::new();
        for (input, _, numbers) in old.head.files() {
            let file = files
                .last()
                .map_or(0, |file| if file.0 == input { file.1 + 1 } else { 0 });
            files.push((input, file, numbers.start));
        }
        // The new numbers of the copied records. Records without positions need no number.
        let mut new_numbers = HashMap::new();
        old.for_each_entry(|key, record| {
            let file = files.partition_point(|file| file.2 <= record).checked_sub(1);
            let Some(&(old_input, file, first)) = file.and_then(|file| files.get(file)) else {
                return Err(damaged_error());
            };
            let Some(new_input) = new_indices[old_input] else {
                return Ok(());
            };
            let number = *new_numbers.entry(record).or_insert_with(|| {
                self.locations.push((new_input, file, record - first));
                self.locations.len() as u32 - 1
            });
            self.writer.push(&[key], number)
        })
    }

    /// Returns the request without the files whose entries were copied from an older index.
    pub(crate) fn unread(&self, mut request: Request) -> Request {
        let copied = self.head.inputs.iter().zip(&self.is_copied);
        let copied: HashSet<_> = copied
            .filter(|(_, is_copied)| **is_copied)
            .map(|(input, _)| input.path.clone())
            .collect();
        request
            .paths
            .retain(|path| !copied.contains(&name_in_index(path)));
        let excluded = request.exclude;
        request.exclude = Exclude::new(move |path, member| {
            excluded.matches(path, member) || member.is_none() && copied.contains(&name_in_index(path))
        });
        request
    }

    /// Adds the keys of consecutive records of a file.
    ///
    /// `input` is the file or archive that was read, and `path` is the path of the file with the records. `first` is `true`
    /// for the first records of this file. The keys are discarded if `input` is not an input of this index, or if its
    /// entries were copied from an older index.
    ///
    /// # Errors
    ///
    /// Returns an error if a temporary file cannot be written.
    pub(crate) fn add(
        &mut self,
        input: Option<&Path>,
        path: &str,
        first: bool,
        records: Indexed,
    ) -> io::Result<()> {
        let input_index = input.and_then(|input| self.by_path.get(&name_in_index(input)));
        let Some(&input_index) = input_index.filter(|&&input_index| !self.is_copied[input_index]) else {
            // The file was created during the run, or its entries were copied from the older index.
            return Ok(());
        };
        let files = &mut self.head.inputs[input_index].files;
        if first {
            files.push((with_slashes(path.to_owned()), 0, 0));
        }
        let file = files.len().saturating_sub(1);
        for keys in records.0 {
            let number = self.locations.len() as u32;
            self.locations.push((input_index, file, files[file].1));
            files[file].1 += 1;
            files[file].2 += keys.len() as u64;
            self.writer.push(&keys, number)?;
        }
        Ok(())
    }

    /// Writes the index. `run` has the number of threads that sort the entries; the current thread writes them.
    ///
    /// # Errors
    ///
    /// Returns an error if the index cannot be written, or if it has 2³² records or more.
    pub(crate) fn finish(self, run: &Run, out: impl Write) -> io::Result<()> {
        let numbers = self.numbers().ok_or_else(damaged_error)?;
        let sort = |lists: Vec<Vec<u8>>| {
            let sort_list = |list: Vec<u8>| sorted_entries(&list, &numbers);
            run.on_threads(|| lists.into_par_iter().map(sort_list).collect())
        };
        self.writer.finish(self.head, sort, out)
    }

    /// Returns the final number of each record, in the order in which the records were added.
    ///
    /// The final numbers follow the order of the inputs. Returns `None` if there are 2³² records or more.
    fn numbers(&self) -> Option<Vec<u32>> {
        let mut next_number = 0_u32;
        let mut first_numbers: Vec<Vec<u32>> = Vec::new();
        for input in &self.head.inputs {
            let mut numbers = Vec::new();
            for &(_, records, _) in &input.files {
                numbers.push(next_number);
                next_number = next_number.checked_add(records)?;
            }
            first_numbers.push(numbers);
        }
        let number = |&(input, file, record): &(usize, usize, u32)| first_numbers[input][file] + record;
        Some(self.locations.iter().map(number).collect())
    }
}
