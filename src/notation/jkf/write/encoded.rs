//! Values as JSON.

use serde::Serialize;

/// A value as JSON. Values made of strings and numbers always can be.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
