//! Characters that exist in two widths: the same for whoever compares or counts.

/// What the half-width katakana from U+FF61 on are in full width.
const KATAKANA: &str = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン";

/// A text with letters, digits, signs and blanks in ASCII, and katakana in full width.
pub(super) fn folded(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for character in text.chars() {
        let mark = match character {
            'ﾞ' | '\u{3099}' => 1,
            'ﾟ' | '\u{309a}' => 2,
            _ => 0,
        };
        match folded.chars().next_back().and_then(|before| voiced(before, mark)) {
            Some(voiced) => {
                folded.pop();
                folded.push(voiced);
            }
            None => folded.push(of_usual_width(character)),
        }
    }
    folded
}

/// The kana that two marks (1) or a circle (2) make of another.
fn voiced(kana: char, mark: u32) -> Option<char> {
    // The blocks of hiragana and katakana are alike.
    let hiragana = if kana >= 'ァ' {
        kana as u32 - 0x60
    } else {
        kana as u32
    };
    match (mark, char::from_u32(hiragana)?) {
        (1, 'う') => char::from_u32(kana as u32 + 'ゔ' as u32 - 'う' as u32),
        (
            1,
            'か' | 'き' | 'く' | 'け' | 'こ' | 'さ' | 'し' | 'す' | 'せ' | 'そ' | 'た' | 'ち' | 'つ' | 'て'
            | 'と',
        )
        | (1 | 2, 'は' | 'ひ' | 'ふ' | 'へ' | 'ほ') => char::from_u32(kana as u32 + mark),
        _ => None,
    }
}

fn of_usual_width(character: char) -> char {
    match character {
        '！'..='～' => char::from_u32(character as u32 - '！' as u32 + '!' as u32).unwrap_or(character),
        '\u{3000}' => ' ',
        '｡'..='ﾝ' => {
            let katakana = KATAKANA.chars().nth((character as u32 - '｡' as u32) as usize);
            katakana.unwrap_or(character)
        }
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::{KATAKANA, folded};

    #[test]
    fn widths_are_one() {
        for (text, expected) in [
            ("ＡＢｃ１２３　（Ｒ１５００）", "ABc123 (R1500)"),
            ("ﾋﾟﾖ将棋", "ピヨ将棋"),
            ("ｳﾞｧﾙｽﾞ･ﾊﾞﾄﾙ", "ヴァルズ・バトル"),
            ("か\u{3099}は\u{309a}ウ\u{3099}", "がぱヴ"),
            ("ﾞアﾞ漢ﾟ", "ﾞアﾞ漢ﾟ"),
            ("", ""),
        ] {
            assert_eq!(folded(text), expected, "{text}");
        }
    }

    #[test]
    fn every_half_width_katakana_has_its_like() {
        assert_eq!(KATAKANA.chars().count(), ('｡'..='ﾝ').count());
    }
}
