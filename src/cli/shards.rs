//! `--output-dir`: the output in many files, which put together are the output.

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use sha2::{Digest, Sha256};

use super::run_stats::RunStats;
use crate::finding::{Message, Reason, say};
use crate::output::{Kept, Store};
use crate::report::ReportForm;
use crate::text::spelled;

/// A shard has so many records at most.
const RECORDS: u64 = 1_000;

/// What tells of all shards.
const INDEX: &str = "index.json";

/// The shards of an output.
pub(super) struct Shards {
    store: Store,
    /// The directory as it was typed.
    name: String,
    form: &'static ReportForm,
    /// What the next one holds so far.
    bytes: Vec<u8>,
    records: u64,
    findings: u64,
    index: Index,
    /// Whether all of it is on the disk.
    landed: bool,
}

/// What `index.json` says.
#[derive(Serialize)]
struct Index {
    schema: u32,
    format: &'static str,
    records: u64,
    findings: u64,
    shards: Vec<Shard>,
}

#[derive(Serialize)]
struct Shard {
    name: String,
    records: u64,
    findings: u64,
    bytes: usize,
    sha256: String,
}

impl Shards {
    /// Opens a directory that is not there yet, or empty.
    ///
    /// # Errors
    ///
    /// When something is in it, or it cannot be made.
    pub(super) fn open(directory: &Path, form: &'static ReportForm, kept: Kept) -> io::Result<Self> {
        let name = spelled(directory);
        let about = |error: io::Error| Reason::about(&Message::same(name.clone()), &error);
        if fs::read_dir(directory).is_ok_and(|mut it| it.next().is_some()) {
            let first = directory.join(shard_name(1, form));
            let why = if first.exists() && !directory.join(INDEX).exists() {
                say(
                    "this directory contains files of a run that was killed; delete them, or specify a new directory",
                    "強制終了した実行のファイルがこのフォルダに残っている。それらを削除するか、新しいフォルダを指定する",
                )
            } else {
                say(
                    "this directory is not empty; specify a new one, or delete its contents",
                    "フォルダが空でない。新しいフォルダを指定するか、中身を削除する",
                )
            };
            return Err(about(Reason::error(io::ErrorKind::AlreadyExists, why)));
        }
        Ok(Self {
            store: Store::open(directory, false, kept).map_err(about)?,
            name,
            form,
            bytes: Vec::new(),
            records: 0,
            findings: 0,
            index: Index {
                schema: 1,
                format: form.name,
                records: 0,
                findings: 0,
                shards: Vec::new(),
            },
            landed: false,
        })
    }

    /// The directory, with no link left in it.
    pub(super) fn root(&self) -> PathBuf {
        self.store.root().to_owned()
    }

    /// Makes room for so many more records, which stand together.
    ///
    /// # Errors
    ///
    /// When a shard cannot be written.
    pub(super) fn make_room(&mut self, records: u64) -> io::Result<()> {
        if self.records > 0 && self.records + records > RECORDS {
            self.write()?;
        }
        Ok(())
    }

    /// Adds to the shard what so many records came to.
    pub(super) fn count(&mut self, records: u64, findings: u64) {
        self.records += records;
        self.findings += findings;
    }

    /// Adds output to the shard.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Writes the shard.
    fn write(&mut self) -> io::Result<()> {
        let name = shard_name(self.index.shards.len() + 1, self.form);
        let bytes = std::mem::take(&mut self.bytes);
        self.file(&name, &bytes, self.records)?;
        self.index.records += self.records;
        self.index.findings += self.findings;
        self.index.shards.push(Shard {
            name,
            records: std::mem::take(&mut self.records),
            findings: std::mem::take(&mut self.findings),
            bytes: bytes.len(),
            sha256: hexadecimal(&Sha256::digest(&bytes)),
        });
        Ok(())
    }

    fn file(&mut self, name: &str, bytes: &[u8], records: u64) -> io::Result<()> {
        let mut file = self.store.begin(Path::new(name))?;
        file.write_all(bytes)?;
        self.store.finish(file, records)
    }

    /// Writes the last shard and, when all are on the disk, what tells of them. A run that was interrupted leaves nothing.
    ///
    /// # Errors
    ///
    /// When they cannot be written.
    pub(super) fn land(mut self, run: &RunStats) -> io::Result<()> {
        if run.interrupted {
            run.unwritten(&self.name);
            return Ok(());
        }
        self.write()?;
        self.store.land()?;
        let mut index = serde_json::to_vec_pretty(&self.index).map_err(io::Error::other)?;
        index.push(b'\n');
        self.file(INDEX, &index, 0)?;
        self.store.land()?;
        self.landed = true;
        Ok(())
    }
}

/// Without all shards and the index, what was written is of no use, and would be in the way of the next run.
impl Drop for Shards {
    fn drop(&mut self) {
        if self.landed {
            return;
        }
        for shard in &self.index.shards {
            // What cannot be removed is told by the next run that is to write here.
            let _ = self.store.remove(Path::new(&shard.name));
        }
    }
}

/// The name of a shard, with so many digits that names sort in order up to the archives that there are.
fn shard_name(number: usize, form: &ReportForm) -> String {
    format!("part-{number:08}.{}", form.extension)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}
