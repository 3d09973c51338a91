//! What has to be known of a large file before its records are read: encoding, notation, and what is wrong with its
//! bytes. It is read in blocks for that, once for the encoding and once, or twice, for the rest.

use std::io::{self, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use encoding_rs::Encoding;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::blocks::Blocks;
use super::cancel::Cancel;
use super::limits::{Limits, out_of_memory};
use super::load::{HEAD, Store};
use super::order::in_order;
use crate::notation::Claims;
use crate::text::{Evidence, Inspection, Known, Part, Text, Trouble};

/// So many bytes are looked at by one thread at a time.
const BLOCK: usize = 1 << 20;

/// So many blocks are looked at at once, however many threads there are.
const BLOCKS: usize = 8;

/// The first block has so many at least, lest it be too short for what a file says of itself in its first lines.
const FIRST: usize = 4 << 10;

/// What is known of a large file.
#[derive(Debug)]
pub(super) struct Surveyed {
    pub(super) known: Known,
    /// Whether it is a text at all.
    pub(super) is_text: bool,
    /// How its lines look.
    pub(super) claims: Claims,
    pub(super) troubles: Vec<Trouble>,
}

/// Looks a large file over. A file whose encoding is found to be one that cannot be read in parts is not looked at any
/// further.
pub(super) fn survey(
    store: &Store,
    encoding: Option<&'static Encoding>,
    limits: Limits,
    cancel: &Cancel,
) -> io::Result<Surveyed> {
    let evidence = Evidence::new(encoding);
    let mut head = Vec::new();
    store.begin()?.take(HEAD as u64).read_to_end(&mut head)?;
    let known = match evidence.decides(&head) {
        Some(known) => known,
        None => gathered(evidence, store, limits, cancel)?,
    };
    let mut surveyed = Surveyed {
        is_text: known.is_text(),
        known,
        claims: Claims::default(),
        troubles: Vec::new(),
    };
    if surveyed.is_text && known.has_parts() {
        let mut inspection = inspection(store, &mut surveyed, false, limits, cancel)?;
        if inspection.is_suspect() {
            inspection = self::inspection(store, &mut surveyed, true, limits, cancel)?;
        }
        surveyed.is_text = inspection.is_text(&known);
        surveyed.troubles = inspection.troubles();
    }
    Ok(surveyed)
}

/// What the lines of a file say of its encoding.
fn gathered(mut evidence: Evidence, store: &Store, limits: Limits, cancel: &Cancel) -> io::Result<Known> {
    let mut blocks = Blocks::new(store.begin()?, limits);
    let (mut block, mut line) = (Vec::new(), 1);
    loop {
        let more = blocks.append(&mut block, BLOCK.min(limits.window), line)?;
        let wanted = evidence.add(&block).map_err(|_| out_of_memory())?;
        if !(more && wanted) {
            return evidence.known().map_err(|_| out_of_memory());
        }
        if cancel.is_set() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        line += memchr::memchr_iter(b'\n', &block).count() as u64;
        block.clear();
    }
}

/// What is wrong with the bytes of a file, and what its lines look like.
fn inspection(
    store: &Store,
    surveyed: &mut Surveyed,
    suspect: bool,
    limits: Limits,
    cancel: &Cancel,
) -> io::Result<Inspection> {
    let known = surveyed.known;
    let decided = AtomicBool::new(suspect);
    let mut blocks = Blocks::new(store.begin()?, limits);
    let mut part = Part::default();
    let mut more = true;
    let draw = || {
        let mut drawn = Vec::new();
        while more && drawn.len() < rayon::current_num_threads().min(BLOCKS) {
            let mut block = Vec::new();
            let least = if part.is_first() { FIRST } else { 1 };
            let appended = blocks.append(&mut block, BLOCK.min(limits.window).max(least), 1);
            part.goes_on = *appended.as_ref().unwrap_or(&false) && !cancel.is_set();
            more = part.goes_on;
            let length = block.len() as u64;
            drawn.push(appended.map(|_| (block, part)));
            part.bytes += length;
        }
        drawn
    };
    let look = |drawn: Vec<io::Result<(Vec<u8>, Part)>>| {
        let seen = |drawn: io::Result<(Vec<u8>, Part)>| {
            let (block, part) = drawn?;
            let text = Text::of_part(block, &known, part).map_err(|_| out_of_memory())?;
            let seen = Inspection::of(&text, suspect);
            Ok((seen, (!decided.load(Ordering::Relaxed)).then_some(text)))
        };
        drawn.into_par_iter().map(seen).collect::<Vec<io::Result<_>>>()
    };
    let mut inspection = Inspection::default();
    in_order(draw, look, |seen| {
        let (seen, text) = seen?;
        inspection.add(seen);
        if let Some(text) = text {
            surveyed.claims.count(text.as_str());
            decided.store(surveyed.claims.is_decided(), Ordering::Relaxed);
        }
        Ok::<(), io::Error>(())
    })?;
    if cancel.is_set() {
        return Err(io::ErrorKind::Interrupted.into());
    }
    Ok(inspection)
}
