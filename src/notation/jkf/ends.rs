//! Where the long objects and arrays of a record end, found in one pass, so that what is nested deep is not gone
//! through again at every level.

/// A value shorter than this is gone through when it is met.
const LONG: usize = 128;

/// The ends of the long objects and arrays of a sound text.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// The address of the text.
    address: usize,
    /// Where each starts and where it ends, in the order of the starts.
    long: Vec<(usize, usize)>,
}

impl Ends {
    /// None known: every value is gone through.
    pub(super) const UNKNOWN: Self = Self {
        address: 0,
        long: Vec::new(),
    };

    /// All of a sound text.
    pub(super) fn of(text: &str) -> Self {
        let bytes = text.as_bytes();
        let (mut long, mut open) = (Vec::new(), Vec::new());
        let mut at = 0;
        while let Some(byte) = bytes.get(at) {
            match byte {
                b'"' => at = string_end(bytes, at),
                b'{' | b'[' => {
                    open.push(long.len());
                    long.push((at, at));
                }
                b'}' | b']' => {
                    let row = open.pop().unwrap_or_default();
                    match long.get_mut(row) {
                        // What is inside of a short one is shorter and is gone by now.
                        Some((start, _)) if at + 1 - *start < LONG => long.truncate(row),
                        Some((_, end)) => *end = at + 1,
                        None => {}
                    }
                }
                _ => {}
            }
            at += 1;
        }
        let address = text.as_ptr() as usize;
        Self { address, long }
    }

    /// The long value at the beginning of a text, if its end is known.
    pub(super) fn first<'t>(&self, text: &'t str) -> Option<&'t str> {
        let start = (text.as_ptr() as usize).wrapping_sub(self.address);
        let row = self.long.binary_search_by_key(&start, |&(start, _)| start);
        let (start, end) = self.long.get(row.ok()?)?;
        text.get(..end - start)
    }
}

/// Where the closing quotation mark of the string stands that starts at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(step) = bytes
        .get(at..)
        .and_then(|rest| memchr::memchr2(b'"', b'\\', rest))
    {
        at += step;
        if bytes[at] == b'"' {
            return at;
        }
        at += 2;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::Ends;
    use crate::notation::jkf::json::JsonValue;

    #[test]
    fn long_values_end_where_they_end() {
        let pad = "歩\\\"]}{[\\\\".repeat(20);
        let inner = format!("{{\"a\":[[],{{}},\"{pad}\"],\"b\":[1,[2]]}}");
        let text = format!("[{inner},[[]],[{inner}] ,7]");
        let whole = JsonValue::first(&text);
        assert!(whole.whole);
        let ends = Ends::of(whole.text);
        assert_eq!(
            ends.long.len(),
            6,
            "the text, both inner ones, their arrays and what holds the second"
        );
        for (at, _) in text.char_indices() {
            let rest = &text[at..];
            let known = ends.first(rest);
            assert!(
                known.is_none_or(|known| known == JsonValue::first(rest).text),
                "{at}"
            );
        }
    }
}
