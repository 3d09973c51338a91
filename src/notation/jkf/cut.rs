//! Where one record of a text ends.

use memchr::{memchr, memchr2, memchr3};

/// Length of the first record: the first object with all that stands before it, and the blanks, commas and brackets
/// of an array behind it. What follows without another object belongs to it, and so does everything behind an object
/// that does not end.
pub(super) fn first_record(text: &str) -> usize {
    let bytes = text.as_bytes();
    let Some(end) = memchr(b'{', bytes).and_then(|start| object_end(bytes, start)) else {
        return bytes.len();
    };
    let behind = bytes[end..]
        .iter()
        .take_while(|byte| b" \t\r\n,]".contains(byte))
        .count();
    match memchr(b'{', &bytes[end..]) {
        Some(_) => end + behind,
        None => bytes.len(),
    }
}

/// Behind the object that starts at `start`; braces inside of strings do not count.
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
        for (text, first) in [
            ("", ""),
            ("{}", "{}"),
            (" {\"a\":{}} \n", " {\"a\":{}} \n"),
            ("{}\n{}\n", "{}\n"),
            ("{}{}", "{}"),
            ("[{} , {}]", "[{} , "),
            ("{}]\n", "{}]\n"),
            ("[\n {\"a\":[{}]},\n {}\n]", "[\n {\"a\":[{}]},\n "),
            ("{\"a\":\"}{\"} {}", "{\"a\":\"}{\"} "),
            (r#"{"a":"\"}\\"} {}"#, r#"{"a":"\"}\\"} "#),
            ("{\"a {} {}", "{\"a {} {}"),
            ("{\"a\\", "{\"a\\"),
            ("{{} {}", "{{} {}"),
            ("{} trailing", "{} trailing"),
            ("{}} {}", "{}"),
            ("x {} y {}", "x {} "),
            ("[[[[", "[[[["),
        ] {
            assert_eq!(&text[..first_record(text)], first, "{text:?}");
        }
    }
}
