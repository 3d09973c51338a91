//! The filter of the paths that are not read.

use crate::archive::selection::Exclude;
use crate::check::Patterns;

/// Returns a filter that excludes all paths that match one of these patterns.
pub(crate) fn exclude(patterns: Vec<Patterns>) -> Exclude {
    // `count` evaluates all patterns, because each pattern records its own use. `any` would stop at the first match.
    Exclude::new(move |path, member| {
        patterns
            .iter()
            .filter(|pattern| pattern.fit(path, member))
            .count()
            > 0
    })
}
