//! Groups as bytes that can be sorted by their names.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io;

use serde::{Deserialize, Serialize};

use super::cell::Cell;
use super::key::push_key;
use super::sums::{NUMBERS, Sums};
use super::written::WrittenRows;

/// What some games of a group come to, or one way in which its name is written.
#[derive(Serialize, Deserialize)]
pub(super) struct PackedGroup<'s> {
    pub name: Cow<'s, str>,
    pub part: Packed<'s>,
}

#[derive(Serialize, Deserialize)]
pub(super) enum Packed<'s> {
    Sums(Box<[u64; NUMBERS]>, Option<String>, Option<String>),
    Spelling(Cow<'s, str>, u64),
}

/// Writes groups by their names: first the sums of each, then its spellings in their order.
pub(super) fn pack(groups: BTreeMap<String, Sums>, written: &mut WrittenRows) -> io::Result<()> {
    for (name, sums) in groups {
        let mut push = |spelling: Option<&str>, part| -> io::Result<()> {
            push_key(&mut written.keys, &Cell::text(&*name), false);
            if let Some(spelling) = spelling {
                push_key(&mut written.keys, &Cell::text(spelling), false);
            }
            let name = Cow::Borrowed(&*name);
            serde_json::to_writer(&mut written.lines, &PackedGroup { name, part })?;
            written.ends.push((written.lines.len(), written.keys.len()));
            Ok(())
        };
        let numbers = sums.numbers();
        push(None, Packed::Sums(Box::new(numbers), sums.since, sums.until))?;
        for (spelling, times) in &sums.spellings {
            push(Some(spelling), Packed::Spelling(Cow::Borrowed(spelling), *times))?;
        }
    }
    Ok(())
}
