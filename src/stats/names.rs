//! The names of players that a user wants to be one.

use std::collections::HashMap;
use std::sync::Arc;

use super::name::normal;

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
