//! Names and information.

use super::Version;
use crate::notation::Draft;
use crate::record::Record;

/// Writes the headers under the keys of CSA.
pub(super) fn write(record: &Record<'_>, _version: Version, draft: &mut Draft) {
    for header in &record.headers {
        let value = draft.one_line(&header.value);
        if matches!(header.key.as_ref(), "N+" | "N-") {
            draft.line(&format!("{}{value}", header.key));
        } else if header.key.starts_with('$') {
            draft.line(&format!("{}:{value}", header.key));
        }
    }
}
