//! Usual entries, which the fast path reads, and entries that are nearly usual are read as without the fast path.

use fastrand::Rng;

use crate::bodies::readers::assert_alike;

const MOVE_MEMBERS: [&str; 26] = [
    r#""color":0"#,
    r#""color":1"#,
    r#""color":2"#,
    r#""from":{"x":7,"y":7}"#,
    r#""from":{"x":3,"y":3}"#,
    r#""from":{"x":3,"y":3,"y":4}"#,
    r#""to":{"x":7,"y":6}"#,
    r#""to":{"x":3,"y":4}"#,
    r#""to":{"y":3,"x":4}"#,
    r#""to":{"x":0,"y":10}"#,
    r#""piece":"FU""#,
    r#""piece":"OU""#,
    r#""piece":"歩""#,
    r#""same":true"#,
    r#""same":true"#,
    r#""same":false"#,
    r#""same":"同""#,
    r#""promote":true"#,
    r#""promote":false"#,
    r#""promote":null"#,
    r#""capture":"FU""#,
    r#""capture":"F\u0055""#,
    r#""relative":"H""#,
    r#""relative":"LU""#,
    r#""relative":"?""#,
    r#""unknown":[{}]"#,
];

const OTHER_MEMBERS: [&str; 25] = [
    r#""time":{"now":{"m":0,"s":5},"total":{"h":0,"m":1,"s":59}}"#,
    r#""time":{"now":{"m":12,"s":5},"total":{"h":100,"m":1,"s":0}}"#,
    r#""time":{"total":{"s":999999999}}"#,
    r#""time":{"now":{"h":999,"m":999,"s":999}}"#,
    r#""time":{"now":{"h":1193,"m":2,"s":47}}"#,
    r#""time":{"now":{"h":1193,"m":2,"s":48}}"#,
    r#""time":{"now":{"m":01}}"#,
    r#""time":{"now":{"m":1.5,"s":-1}}"#,
    r#""time":{"now":{}}"#,
    r#""time":null"#,
    r#""time":{"now":{"s":5}} "time":{}"#,
    r#""comments":["甲","乙 \u{7f}"]"#,
    r#""comments":["甲" "乙"]"#,
    r#""comments":["甲","乙","丙"]"#,
    r#""comments2":["甲","乙"]"#,
    r#""comments2:["甲"]"#,
    r#""comments":["]\"}",""]"#,
    r#""comments":[{"move":{"to":{"x":1,"y":1},"piece":"FU"}}]"#,
    r#""comments":[0,{"move":{"to":{"x":1,"y":1},"piece":"FU"}}]"#,
    r#""comments":[]"#,
    r#""comments":"甲""#,
    r#""comment":"甲""#,
    r#""special":"TORYO""#,
    r#""special":"SENNICHITE""#,
    r#""move":{}"#,
];

const USUAL_MOVES: [&str; 4] = [
    r#""move":{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}"#,
    r#""move":{"color":1,"from":{"x":3,"y":3},"to":{"x":3,"y":4},"piece":"FU"}"#,
    r#""move":{"from":{"x":8,"y":8},"to":{"x":3,"y":4},"piece":"KA","same":true,"capture":"FU","promote":false}"#,
    r#""move":{"to":{"x":5,"y":5},"piece":"FU"}"#,
];

/// Returns an object with some members in any order, most of them separated as in JSON.
fn object(rng: &mut Rng, mut members: Vec<String>) -> String {
    rng.shuffle(&mut members);
    let mut text = "{".to_owned();
    for (index, member) in members.iter().enumerate() {
        if index > 0 {
            text += match rng.usize(..200) {
                0 => "",
                1 => ",,",
                2..40 => ", ",
                _ => ",",
            };
        }
        text += member;
    }
    text + "}"
}

fn some_of(rng: &mut Rng, members: &[&str], max_count: usize) -> Vec<String> {
    let count = rng.usize(..=max_count);
    (0..count)
        .map(|_| members[rng.usize(..members.len())].to_owned())
        .collect()
}

/// Returns a line of entries, with variations up to a depth of `depth`.
fn line(rng: &mut Rng, depth: usize) -> String {
    let count = rng.usize(..12);
    let entries = (0..count).map(|_| {
        let max_count = rng.usize(..3);
        let mut members = some_of(rng, &OTHER_MEMBERS, max_count);
        match rng.usize(..8) {
            0 => {}
            1 | 2 => {
                let play = some_of(rng, &MOVE_MEMBERS, 8);
                members.push(format!("\"move\":{}", object(rng, play)));
            }
            _ => members.push(USUAL_MOVES[rng.usize(..USUAL_MOVES.len())].to_owned()),
        }
        if depth > 0 && rng.usize(..4) == 0 {
            let lines: Vec<_> = (0..rng.usize(..3)).map(|_| line(rng, depth - 1)).collect();
            members.push(format!("\"forks\":[{}]", lines.join(",")));
        }
        object(rng, members)
    });
    let entries: Vec<_> = entries.collect();
    format!("[{}]", entries.join(","))
}

/// Returns a text with blanks around many of its brackets, colons and commas.
fn spaced(rng: &mut Rng, text: &str) -> String {
    let mut spaced = String::new();
    for letter in text.chars() {
        let blank = if "{}[]:,".contains(letter) && rng.bool() {
            ["\n  ", " ", "\r\n\t"][rng.usize(..3)]
        } else {
            ""
        };
        spaced.extend([blank, letter.encode_utf8(&mut [0; 4]), blank]);
    }
    spaced
}

#[test]
fn entries_are_read_as_without_the_fast_path() {
    let mut rng = Rng::with_seed(1);
    for _ in 0..500 {
        let key = ["moves", "moves", "moves", "forks", "header", "mo\\u0076es"][rng.usize(..6)];
        let mut text = format!("{{\"{key}\":{}}}", line(&mut rng, 2));
        if rng.usize(..3) == 0 {
            text = spaced(&mut rng, &text);
        }
        if rng.usize(..3) == 0 {
            let mut letters: Vec<_> = text.chars().collect();
            let at = rng.usize(..letters.len());
            match rng.usize(..3) {
                0 => drop(letters.remove(at)),
                1 => letters.insert(at, letters[rng.usize(..letters.len())]),
                _ => letters.truncate(at),
            }
            text = letters.into_iter().collect();
        }
        assert_alike(&text);
    }
}

#[test]
fn entries_outside_lines_are_read_as_without_the_fast_path() {
    let entry = format!("{{{}}}", USUAL_MOVES[0]);
    for text in [
        format!(
            r#"{{"initial":{{"data":{{"board":[[{{}},{entry}],{entry}],"hands":[{entry},{entry}]}}}},"moves":[]}}"#
        ),
        format!(r#"{{"header":[{entry},{entry}],"moves":{{"moves":[{entry},{entry}]}}}}"#),
        format!(
            r#"{{"moves":[{{}},{{"time":[{{}},{entry}],"special":[{{}},{entry}],"forks":{{"a":[{entry},{entry}]}}}}]}}"#
        ),
        format!(
            r#"{{"moves":[[{{}},{entry}],{{"move":[{{}},{entry}],"forks":[{entry},{entry},[[{entry},{entry}]]]}}]}}"#
        ),
        format!(r#"{{"a":{{"moves":[{entry},{entry}]}},"moves":[],"moves":[{entry},{entry}]}}"#),
        format!(r#"[{{"moves":[{entry},{entry}]}},{{"moves":[{entry},{entry}]}}]"#),
    ] {
        assert_alike(&text);
    }
}
