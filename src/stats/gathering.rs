//! Groups of any number in a bounded amount of memory.

use std::io;

use super::groups::{Group, Groups};
use super::packed::{Packed, PackedGroup};
use super::sorter::{Sorted, Sorter};
use super::spellings::Spellings;
use super::sums::Sums;
use super::written::WrittenRows;

/// Groups that are added up in memory while there is room. What they have come to by then is sorted by their names in
/// temporary files, and added up at the end.
#[derive(Debug)]
pub(super) struct Gathering {
    /// About so many bytes of groups are held.
    memory: usize,
    held: Groups,
    sorter: Sorter,
}

impl Gathering {
    /// A gathering that holds about twice so many bytes in memory.
    pub(super) fn new(memory: usize) -> Self {
        Self {
            memory,
            held: Groups::default(),
            sorter: Sorter::new(memory),
        }
    }

    /// Takes the groups of another part of the games, of which some are packed.
    ///
    /// # Errors
    ///
    /// When a temporary file cannot be written.
    pub(super) fn take(&mut self, groups: Groups, packed: &WrittenRows) -> io::Result<()> {
        self.sort(packed)?;
        self.held.merge(groups);
        if self.held.bytes() > self.memory {
            self.spill()?;
        }
        Ok(())
    }

    fn spill(&mut self) -> io::Result<()> {
        let mut packed = WrittenRows::default();
        self.held.pack(&mut packed)?;
        self.sort(&packed)
    }

    fn sort(&mut self, packed: &WrittenRows) -> io::Result<()> {
        for (part, key) in packed.rows() {
            self.sorter.push(key, part)?;
        }
        Ok(())
    }

    /// The groups in the order of their names.
    ///
    /// # Errors
    ///
    /// When a temporary file cannot be written or read.
    pub(super) fn finish(mut self) -> io::Result<Gathered> {
        self.spill()?;
        Ok(Gathered {
            sorted: self.sorter.finish()?,
            begun: None,
            total: self.held.total(),
        })
    }
}

/// Groups in the order of their names.
pub(super) struct Gathered {
    sorted: Sorted,
    /// The group whose parts are being added up.
    begun: Option<Group>,
    total: u64,
}

impl Gathered {
    /// Adds the next part; the group before it, where it is one of another group.
    fn add(&mut self, item: &[u8]) -> io::Result<Option<Group>> {
        let PackedGroup { name, part } = serde_json::from_slice(item)?;
        let is_next = self.begun.as_ref().is_none_or(|group| group.name != name);
        let done = if is_next { self.begun.take() } else { None };
        let group = self.begun.get_or_insert_with(|| Group {
            name: name.into_owned(),
            sums: Sums::default(),
            spellings: Spellings::default(),
            total: self.total,
        });
        match part {
            Packed::Sums(numbers, since, until) => group.sums.merge(Sums::of_numbers(*numbers, since, until)),
            Packed::Spelling(spelling, times) => group.spellings.push(spelling.into_owned(), times),
        }
        Ok(done)
    }
}

impl Iterator for Gathered {
    type Item = io::Result<Group>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let added = match self.sorted.next() {
                Some(Ok((_, item))) => self.add(&item).transpose(),
                Some(Err(error)) => Some(Err(error)),
                None => self.begun.take().map(Ok),
            };
            match added {
                Some(Ok(group)) => return Some(Ok(finished(group))),
                Some(error) => return Some(error),
                None if self.begun.is_none() => return None,
                None => {}
            }
        }
    }
}

fn finished(group: Group) -> Group {
    Group {
        spellings: group.spellings.finish(),
        ..group
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Games of somebody, with a name as it is written.
    fn sums(plies: u64, spelling: &str) -> Sums {
        let sums = Sums {
            games: 1,
            plies,
            shortest: Some(plies),
            longest: plies,
            since: Some(format!("2024-03-{:02}", plies % 28 + 1)),
            ..Sums::default()
        };
        sums.spelt(spelling)
    }

    fn gathered(parts: &[Vec<(String, u64, String)>], memory: usize) -> Vec<Group> {
        let mut gathering = Gathering::new(memory);
        for (at, part) in parts.iter().enumerate() {
            let mut groups = Groups::default();
            for (name, plies, spelling) in part {
                groups.count(name.clone(), sums(*plies, spelling));
            }
            let mut packed = WrittenRows::default();
            // Every second part comes packed.
            if at % 2 == 1 {
                groups.pack(&mut packed).unwrap();
            }
            gathering.take(groups, &packed).unwrap();
        }
        gathering.finish().unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn memory_does_not_grow_with_the_names() {
        const MEMORY: usize = 1 << 20;
        let mut gathering = Gathering::new(MEMORY);
        for at in 0..20_000_u64 {
            let mut groups = Groups::default();
            // Everybody comes twice, far apart, in two spellings.
            groups.count(format!("{:05}", at % 10_000), sums(at, &format!("{at}")));
            gathering.take(groups, &WrittenRows::default()).unwrap();
            assert!(gathering.held.bytes() <= MEMORY);
        }
        let groups: Vec<_> = gathering.finish().unwrap().map(Result::unwrap).collect();
        assert_eq!(groups.len(), 10_000);
        assert!(groups.iter().all(|it| it.sums.games == 2), "both are counted");
        assert!(groups.is_sorted_by_key(|it| it.name.clone()));
        assert_eq!(groups[17].spellings.list(), "10017 / 17");
    }

    proptest! {
        #[test]
        fn any_budget_gives_the_same_groups(
            parts in prop::collection::vec(
                prop::collection::vec(("[ab\0]{0,2}", 0_u64..9, "[AB]{0,1}"), 0..5), 0..8),
            memory in prop::sample::select(vec![0, 2 << 10, 1 << 20]),
        ) {
            let mut all = Groups::default();
            for (name, plies, spelling) in parts.iter().flatten() {
                all.count(name.clone(), sums(*plies, spelling));
            }
            let mut expected = all.rows();
            expected.sort_by(|one, two| one.name.cmp(&two.name));
            let found = gathered(&parts, memory);
            prop_assert_eq!(found.len(), expected.len());
            for (found, expected) in found.iter().zip(&expected) {
                prop_assert_eq!(&found.name, &expected.name);
                prop_assert_eq!(&found.spellings, &expected.spellings);
                let spellings = expected.sums.spellings.clone();
                prop_assert_eq!(&Sums { spellings, ..found.sums.clone() }, &expected.sums);
            }
        }
    }
}
