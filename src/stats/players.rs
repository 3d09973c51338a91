//! The spellings of one name, and the names that a user keeps.

use std::collections::HashMap;
use std::mem::take;
use std::sync::Arc;

use super::name::normal;

// The ways in which one name is written.

/// So many bytes of them are listed at most.
const LISTED: usize = 64 << 10;

/// The ways in which one name is written, taken in their order: the one met with most often, and a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spellings {
    most: (String, u64),
    list: String,
    count: u64,
    /// Whether the list leaves some out.
    cut: bool,
    /// The last one, which may come once more.
    last: Option<(String, u64)>,
}

impl Spellings {
    /// Takes the next one and how often it was met with.
    pub fn push(&mut self, spelling: String, times: u64) {
        match &mut self.last {
            Some((last, sum)) if *last == spelling => *sum += times,
            _ => {
                self.settle();
                self.last = Some((spelling, times));
            }
        }
    }

    /// All have been taken.
    #[must_use]
    pub fn finish(mut self) -> Self {
        self.settle();
        self
    }

    fn settle(&mut self) {
        let Some((spelling, times)) = take(&mut self.last) else {
            return;
        };
        self.count += 1;
        if self.list.len() + spelling.len() > LISTED && self.count > 1 {
            self.cut = true;
        } else if !self.cut {
            let between = if self.count > 1 { " / " } else { "" };
            self.list += between;
            self.list += &spelling;
        }
        // Of equal ones the first in their order.
        if times > self.most.1 {
            self.most = (spelling, times);
        }
    }

    /// The one met with most often.
    pub fn most(&self) -> &str {
        &self.most.0
    }

    /// All of them; very many end with `…`.
    pub fn list(&self) -> String {
        let rest = if self.cut { " / …" } else { "" };
        format!("{}{rest}", self.list)
    }
}

impl FromIterator<(String, u64)> for Spellings {
    fn from_iter<I: IntoIterator<Item = (String, u64)>>(spellings: I) -> Self {
        let mut all = Self::default();
        for (spelling, times) in spellings {
            all.push(spelling, times);
        }
        all.finish()
    }
}

// The names of players that a user wants to be one.

/// Other writings of the names of players, and the names to keep. A writing is told by what it is grouped by: 甲野 太郎六段
/// and 甲野太郎 are one.
#[derive(Debug, Default)]
pub struct Names {
    kept: HashMap<String, String>,
}

impl Names {
    /// Names to keep, each with its other writings.
    ///
    /// ```
    /// use kifu::stats::Names;
    ///
    /// let names = Names::of(&[("甲野太郎".to_owned(), vec!["Kono Taro".to_owned()])]);
    /// assert_eq!(names.kept("KONO Taro 4 dan"), "甲野太郎");
    /// assert_eq!(names.kept("乙川 六段"), "乙川 六段");
    /// ```
    pub fn of(names: &[(String, Vec<String>)]) -> Arc<Self> {
        let writings = names.iter().flat_map(|(name, others)| {
            others
                .iter()
                .map(|other| (normal(other), name.clone()))
                .filter(|(other, name)| !other.is_empty() && *other != normal(name))
        });
        Arc::new(Self {
            kept: writings.collect(),
        })
    }

    /// The name to keep of one that is written so.
    pub fn kept<'n>(&'n self, written: &'n str) -> &'n str {
        if self.kept.is_empty() {
            return written;
        }
        self.kept.get(&normal(written)).map_or(written, String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(spellings: &[(&str, u64)]) -> Spellings {
        spellings
            .iter()
            .map(|&(it, times)| (it.to_owned(), times))
            .collect()
    }

    #[test]
    fn the_most_frequent_and_all_are_told() {
        for (spellings, most, list) in [
            (&[][..], "", ""),
            (&[("甲", 1)], "甲", "甲"),
            (&[("甲", 1), ("甲四段", 1)], "甲", "甲 / 甲四段"),
            (&[("甲", 1), ("甲四段", 2)], "甲四段", "甲 / 甲四段"),
            (&[("甲", 2), ("甲", 2), ("甲四段", 3)], "甲", "甲 / 甲四段"),
            (&[("", 1), ("甲", 1)], "", " / 甲"),
        ] {
            let spellings = of(spellings);
            assert_eq!((spellings.most(), &*spellings.list()), (most, list));
        }
    }

    #[test]
    fn a_long_list_is_cut_and_the_most_frequent_is_found_all_the_same() {
        let many = (0..100_000).map(|at| (format!("甲{at:06}"), 1 + u64::from(at == 99_999)));
        let spellings: Spellings = many.collect();
        assert_eq!(spellings.most(), "甲099999");
        let list = spellings.list();
        assert!(
            list.len() < LISTED + 10 && list.starts_with("甲000000 / 甲000001 / "),
            "{}",
            list.len()
        );
        assert!(list.ends_with(" / …"));
        // One that is longer than the list is told alone.
        let long = "甲".repeat(LISTED);
        assert_eq!(of(&[(&long, 1)]).list(), long);
    }
}
