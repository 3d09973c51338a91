//! Names that somebody may have meant.

/// Names that are more alike than this are worth suggesting.
const ALIKE: f64 = 0.75;

/// The name most like `name`, if there is one that may be meant.
///
/// ```
/// use kifu::text::similar;
/// assert_eq!(similar("nihu", ["nifu", "no-moves"]), Some("nifu"));
/// assert_eq!(similar("xyz", ["nifu", "no-moves"]), None);
/// ```
pub fn similar<'n>(name: &str, names: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    names
        .into_iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|&(alike, _)| alike > ALIKE)
        .max_by(|(left, _), (right, _)| left.total_cmp(right))
        .map(|(_, known)| known)
}
