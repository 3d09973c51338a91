//! The names of headers in the notations.

use std::borrow::Cow;

use crate::record::Record;

/// The headers of a record under the keys of KIF.
pub fn japanese<'r>(record: &'r Record<'_>) -> impl Iterator<Item = (Cow<'r, str>, Cow<'r, str>)> {
    let headers = record.headers.iter();
    headers.map(|header| {
        (
            Cow::Borrowed(header.key.as_ref()),
            Cow::Borrowed(header.value.as_ref()),
        )
    })
}
