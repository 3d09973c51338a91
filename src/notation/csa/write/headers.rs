//! Names and information.

use crate::notation::header::{self, CsaHeaders, Version};
use crate::notation::{Loss, TextBuilder};
use crate::record::Record;

/// Writes the headers under the keys of CSA: `N+甲`, `$EVENT:見本`.
pub(super) fn write(record: &Record<'_>, version: Version, draft: &mut TextBuilder) {
    let CsaHeaders { entries, lost, cut } = header::csa(record, version);
    for (key, value) in entries {
        let colon = if key.starts_with('$') { ":" } else { "" };
        let value = draft.one_line(&value);
        draft.text.extend([key.as_ref(), colon]);
        draft.line(&value);
    }
    for (loss, headers) in [(Loss::Header, lost), (Loss::DatePart, cut)] {
        for header in headers {
            draft.losses.name(loss, header.name.as_ref());
        }
    }
}
