//! Where one record of a text ends.

use memchr::{memchr, memchr2, memchr3};

use super::json::JsonValue;
use super::read::is_record;

/// Length of the first record: the first object with all that stands before it, and the blanks, commas and brackets
/// of an array after it. Objects that follow and are no records belong to it, so that a list of something else is
/// one thing that cannot be read and not thousands; and so does everything after an object that does not end.
pub(super) fn first_record(text: &str) -> usize {
    let bytes = text.as_bytes();
    let next = |from: usize| memchr(b'{', &bytes[from..]).map(|at| from + at);
    let Some(mut start) = next(0) else {
        return bytes.len();
    };
    while let Some(end) = object_end(bytes, start) {
        let Some(other) = next(end) else { break };
        if is_record(JsonValue::first(&text[other..])) {
            let behind = bytes[end..other].iter();
            return end + behind.take_while(|byte| b" \t\r\n,]".contains(byte)).count();
        }
        start = other;
    }
    bytes.len()
}

/// After the object that starts at `start`; braces inside of strings do not count.
fn object_end(bytes: &[u8], start: usize) -> Option<usize> {
    let (mut at, mut depth) = (start, 0_usize);
    loop {
        at += memchr3(b'{', b'}', b'"', bytes.get(at..)?)?;
        match bytes[at] {
            b'{' => depth += 1,
            b'}' if depth == 1 => return Some(at + 1),
            b'}' => depth -= 1,
            _ => at = string_end(bytes, at)?,
        }
        at += 1;
    }
}

/// Where the string that starts at `start` has its closing quotation mark.
fn string_end(bytes: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        at += memchr2(b'"', b'\\', bytes.get(at..)?)?;
        if bytes[at] == b'"' {
            return Some(at);
        }
        at += 2;
    }
}

#[cfg(test)]
mod tests {
    use super::first_record;

    #[test]
    fn records_are_cut_behind_objects() {
        // `@` stands for a record.
        let record = "{\"moves\":[{}]}";
        for (text, first) in [
            ("", ""),
            ("{}", "{}"),
            (" @ \n", " @ \n"),
            ("@\n@\n", "@\n"),
            ("@@", "@"),
            ("[@ , @]", "[@ , "),
            ("@]\n", "@]\n"),
            ("[\n @,\n @\n]", "[\n @,\n "),
            ("{\"a\":\"}{\"} @", "{\"a\":\"}{\"} "),
            (r#"{"a":"\"}\\"} @"#, r#"{"a":"\"}\\"} "#),
            ("{\"a @ @", "{\"a @ @"),
            ("{\"a\\", "{\"a\\"),
            ("{@ @", "{@ @"),
            ("@ trailing", "@ trailing"),
            ("@} @", "@"),
            ("x @ y @", "x @ "),
            ("[{},{\"a\":{}},{}]", "[{},{\"a\":{}},{}]"),
            ("[{},@,{},@]", "[{},"),
            ("@,{},@]", "@,{},"),
            ("[[[[", "[[[["),
        ] {
            let (text, first) = (text.replace('@', record), first.replace('@', record));
            assert_eq!(&text[..first_record(&text)], first, "{text:?}");
        }
    }
}
