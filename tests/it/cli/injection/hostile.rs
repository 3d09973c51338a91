//! Texts with terminal escape sequences, and checks that output has no such sequences.

/// A marker that must not appear at the beginning of an output line.
pub const SMUGGLED: &str = "SMUGGLED";

/// Returns `true` for characters that must not reach a terminal: control characters except line feeds, and invisible or
/// bidirectional format characters.
fn is_hostile(c: char) -> bool {
    c.is_control() && c != '\n'
        || matches!(
            c,
            '\u{61C}'
                | '\u{200B}'..='\u{200F}'
                | '\u{2028}'..='\u{202E}'
                | '\u{2060}'
                | '\u{2066}'..='\u{2069}'
                | '\u{FEFF}'
        )
}

/// Returns escape sequences, followed by all hostile characters except NUL, tabs and carriage returns.
pub fn hostile_text() -> String {
    let hostile_chars = ('\u{1}'..='\u{FEFF}').filter(|&c| is_hostile(c) && !matches!(c, '\t' | '\r'));
    let hostile_chars: String = hostile_chars.collect();
    format!("H\u{1b}[31mR\u{1b}[2J\u{1b}]0;T\u{7}{hostile_chars}")
}

/// Returns the hostile text, followed by lines that begin with [`SMUGGLED`]. File names, arguments and JSON can contain
/// such lines.
pub fn hostile_lines() -> String {
    format!("{}\r\n{SMUGGLED}\n{SMUGGLED}\r{SMUGGLED}", hostile_text())
}

/// Returns the text as a JSON string, with escapes.
pub fn json_string(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

/// Returns shogi records with the hostile text in their fields, each with its extension. In the records for `kifu` and
/// `json`, all moves are valid.
pub fn records() -> Vec<(&'static str, String)> {
    let (h, j) = (hostile_text(), json_string(&(hostile_lines() + "\0")));
    let kif = format!(
        "手合割：平手\n先手：{h}\n後手：{h}\n棋戦：{h}\n開始日時：{h}\n備考：{h}\n{h}：{h}\n*{h}\n   1 ７六歩(77)   (0:01/{h})\n\
         *{h}\n&{h}\n   2 ３四歩(33){h}\n   3 同　{h}歩(88)\n{h}\n   4 {h}\nまで3手で{h}の勝ち\n\n変化：2手\n   2 {h}(33)\n"
    );
    let ki2 = format!("先手：{h}\n後手：{h}\n{h}：{h}\n\n▲７六歩 △{h}\n*{h}\n▲{h}\n{h}\n");
    let csa = format!(
        "V2.2\nN+{h}\nN-{h}\n$EVENT:{h}\n${h}:{h}\n$START_TIME:{h}\nPI\n+\n'{h}\n'*{h}\n+7776FU,T{h}\n-3334FU{h}\n{h}\n+{h}\n%{h}\n"
    );
    let jkf = format!(
        "{{\"header\":{{\"先手\":{j},\"棋戦\":{j},{j}:{j}}},\"initial\":{{\"preset\":{j}}},{j}:{j},\"moves\":[{{\"comments\":[{j},\"\\ud800\"],{j}:\"\\udfff\"}},\
         {{\"move\":{{\"from\":{{\"x\":7,\"y\":7}},\"to\":{{\"x\":7,\"y\":6}},\"piece\":\"FU\",\"relative\":{j}}},\"comments\":[{j}]}},\
         {{\"move\":{{\"piece\":{j},\"to\":{{\"x\":3,\"y\":4}}}}}},{{\"special\":{j}}}]}}"
    );
    let usi = format!("position startpos moves 7g7f {h}\nposition sfen {h}\n{h}\n");
    let clean = format!("先手：{h}\n後手：{h}\n棋戦：{h}\n*{h}\n   1 ７六歩(77)\n*{h}\n   2 投了\n");
    let jkf_clean = format!(
        "{{\"header\":{{\"先手\":{j},\"棋戦\":{j}}},\"moves\":[{{\"comments\":[{j}]}},{{\"move\":{{\"from\":{{\"x\":7,\"y\":7}},\
         \"to\":{{\"x\":7,\"y\":6}},\"piece\":\"FU\"}},\"comments\":[{j},\"\\ud800\"]}},{{\"special\":\"TORYO\"}}]}}"
    );
    let sfen = format!("lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b - {h}\n{h} b - 1\n");
    let usen = format!("~0.{h}\n{h}~0.7ku2jm\n");
    let bod = format!(
        "後手の持駒：{h}\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n|{h}|一\n手数＝1 {h} まで\n"
    );
    vec![
        ("kif", kif),
        ("ki2", ki2),
        ("csa", csa),
        ("jkf", jkf),
        ("usi", usi),
        ("kifu", clean),
        ("json", jkf_clean),
        ("sfen", sfen),
        ("usen", usen),
        ("bod", bod),
    ]
}

/// Returns the text without the colour sequences that `kifu` writes.
fn without_colours(text: &str) -> String {
    let mut output = String::new();
    let mut rest = text;
    while let Some(start) = rest.find("\u{1b}[") {
        let (text_before, sequence) = rest.split_at(start);
        output.push_str(text_before);
        let end = sequence.find('m').map_or(sequence.len(), |index| index + 1);
        let is_colour = sequence[..end]
            .trim_start_matches("\u{1b}[")
            .trim_end_matches('m')
            .split(';')
            .all(|code| matches!(code, "0" | "1" | "4" | "31" | "32" | "33" | "34" | "35" | "36"));
        output.push_str(if is_colour { "" } else { &sequence[..end] });
        rest = &sequence[end..];
    }
    output + rest
}

/// Asserts that the text is safe for a terminal: no hostile characters except tabs and colours, and no line that begins
/// with [`SMUGGLED`].
pub fn assert_safe_output(output: &str, context: &dyn std::fmt::Debug) {
    let uncoloured = without_colours(output).replace("\r\n", "\n");
    let hostile: Vec<_> = uncoloured
        .chars()
        .filter(|&c| is_hostile(c) && c != '\t')
        .collect();
    assert!(hostile.is_empty(), "{hostile:?} of {context:?}: {uncoloured:?}");
    for line in uncoloured.lines() {
        assert!(!line.starts_with(SMUGGLED), "{context:?}: {uncoloured:?}");
    }
}
