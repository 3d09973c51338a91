//! Calls in the scripts of a page that show a record: those of Kifu for JS, and variables of players in Flash.

use pest::Parser as _;

use super::grammar::{PageParser, Rule};

/// The beginnings of calls. Text that has none of them is not parsed.
const BEGINNINGS: [&str; 3] = ["KifuForJS.load", "Kifu.load", "addVariable"];

/// Maximum length of a call that is parsed (bytes), so that many incomplete calls are read in linear time.
const MAX_CALL_BYTES: usize = 4 << 10;

/// A call in a script that shows a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Call {
    /// The record is in this file.
    File(String),
    /// The record is in the script, and the call is at this offset.
    Text(usize),
}

/// Returns the calls in a script, in their order.
pub(super) fn calls(script: &str) -> Vec<Call> {
    let mut starts: Vec<_> = BEGINNINGS
        .iter()
        .flat_map(|name| script.match_indices(name).map(|(at, _)| at))
        .collect();
    starts.sort_unstable();
    starts.into_iter().filter_map(|at| call(script, at)).collect()
}

/// Returns the call at an offset of a script; `None` if there is another text.
fn call(script: &str, at: usize) -> Option<Call> {
    let text = &script[at..script.floor_char_boundary(at + MAX_CALL_BYTES)];
    let pair = PageParser::parse(Rule::call, text).ok()?.next()?;
    let mut file = None;
    for part in pair.into_inner() {
        match part.as_rule() {
            Rule::file => file = file.or_else(|| Some(unquoted(part.as_str()))),
            // The text takes precedence over the file.
            _ => return Some(Call::Text(at)),
        }
    }
    Some(file.map_or(Call::Text(at), Call::File))
}

/// Returns the content of a string of a script. A backslash only quotes the next character.
fn unquoted(string: &str) -> String {
    let mut characters = string[1..string.len() - 1].chars();
    let mut content = String::new();
    while let Some(character) = characters.next() {
        let character = if character == '\\' {
            characters.next()
        } else {
            Some(character)
        };
        content.extend(character);
    }
    content
}

#[cfg(test)]
mod tests {
    use super::{Call, calls};

    #[test]
    fn calls_of_scripts_are_found() {
        let file = |name: &str| Call::File(name.to_owned());
        for (script, expected) in [
            (
                "KifuForJS.load({src: \"a.kif\"}, \"board\");",
                vec![file("a.kif")],
            ),
            (
                "KifuForJS.load({ mysrc: 1, 'src' : 'a\\'.kif', ply: 3 })",
                vec![file("a'.kif")],
            ),
            (
                "Kifu.load(\"a.kif\", \"board\"); KifuForJS.load('b.kif')",
                vec![file("a.kif"), file("b.kif")],
            ),
            ("KifuForJS.load({kifu: `▲７六歩`})", vec![Call::Text(0)]),
            (" KifuForJS.load({src: 'a.kif', kifu})", vec![Call::Text(1)]),
            (
                "KifuForJS.load({\nkifu: \"}\", src: 'a.kif'})",
                vec![Call::Text(0)],
            ),
            ("KifuForJS.loadString(text, id)", vec![Call::Text(0)]),
            ("KifuForJS.load(options)", vec![Call::Text(0)]),
            ("so.addVariable(\"kifu\", 'a.kif')", vec![file("a.kif")]),
            // Other texts.
            ("KifuForJS.load = function (options) {}", vec![]),
            ("KifuForJS.loadKifu(text)", vec![]),
            ("so.addVariable(\"color\", 'a.kif')", vec![]),
            ("window.load('a.kif')", vec![]),
        ] {
            assert_eq!(calls(script), expected, "{script}");
        }
    }
}
