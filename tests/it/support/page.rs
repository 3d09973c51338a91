//! The data in an HTML report.

use std::io::Read;

use flate2::read::DeflateDecoder;

/// Returns the lines of a kind of data in an HTML report: `games`, `findings`, `moves`, `details` or `comments`. Each line
/// is the JSON of a game, or empty.
pub fn page_lines(page: &str, kind: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for part in page.split(&format!(" class=\"{kind}\" data-first=\"")).skip(1) {
        let (first, rest) = part.split_once("\">").expect("the end of a tag");
        lines.resize(first.parse().expect("a number"), String::new());
        let (block, _) = rest.split_once("</script>").expect("the end of a block");
        let mut text = String::new();
        let data = decode_base64(block);
        let mut decoder = DeflateDecoder::new(&*data).take(1 << 30);
        decoder.read_to_string(&mut text).expect("deflate data");
        lines.extend(text.lines().map(str::to_owned));
    }
    lines
}

/// Returns an HTML report followed by the lines of all of its data.
pub fn page_with_data(page: &str) -> String {
    let kinds = ["games", "findings", "moves", "details", "comments"];
    let lines = kinds.iter().flat_map(|kind| page_lines(page, kind));
    lines.fold(page.to_owned(), |text, line| text + "\n" + &line)
}

/// Decodes Base64 with the standard alphabet, with or without padding.
pub fn decode_base64(text: &str) -> Vec<u8> {
    let digit_value = |byte: u8| match byte {
        b'A'..=b'Z' => byte - b'A',
        b'a'..=b'z' => byte - b'a' + 26,
        b'0'..=b'9' => byte - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text
        .bytes()
        .filter(|&byte| byte != b'=')
        .map(digit_value)
        .collect();
    let bytes = digits.chunks(4).flat_map(|four| {
        let bits = four.iter().fold(0, |bits, &digit| bits << 6 | u32::from(digit)) << (6 * (4 - four.len()));
        bits.to_be_bytes()[1..four.len()].to_vec()
    });
    bytes.collect()
}
