//! The values of what a record says of its rules.

/// A number of moves; 0 is no limit.
pub(super) fn move_limit(value: &str) -> Option<u32> {
    match value {
        "なし" | "無し" | "無制限" | "制限なし" | "none" => Some(0),
        _ => number(value, &["手", "手まで"]),
    }
}

/// The points of a rule about 持将棋: `24点法`.
pub(super) fn points(value: &str) -> Option<u32> {
    number(value, &["点", "点法", "点制", "点宣言法"])
}

/// A number in digits of either width, and perhaps what it counts.
pub(super) fn number(value: &str, counted: &[&str]) -> Option<u32> {
    let mut number = 0_u32;
    let mut rest = value.chars();
    let mut digits = 0;
    loop {
        let before = rest.as_str();
        let digit = rest.next().and_then(digit);
        let Some(digit) = digit else {
            let known = before.is_empty() || counted.contains(&before.trim());
            return (digits > 0 && known).then_some(number);
        };
        number = number.checked_mul(10)?.checked_add(digit)?;
        digits += 1;
    }
}

fn digit(character: char) -> Option<u32> {
    match character {
        '０'..='９' => Some(character as u32 - '０' as u32),
        _ => character.to_digit(10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_they_are_written() {
        let table = [
            ("320", Some(320)),
            ("３２０手", Some(320)),
            ("256 手まで", Some(256)),
            ("0", Some(0)),
            ("無制限", Some(0)),
            ("", None),
            ("手", None),
            ("-1", None),
            ("3.5", None),
            ("320局", None),
            ("99999999999", None),
        ];
        for (value, expected) in table {
            assert_eq!(move_limit(value), expected, "{value}");
        }
    }

    #[test]
    fn points_are_a_number_and_a_word() {
        for value in ["24", "２４点", "24点法"] {
            assert_eq!(points(value), Some(24), "{value}");
        }
        assert_eq!(points("27"), Some(27));
        for value in ["", "あり", "法", "24法", "24-27"] {
            assert_eq!(points(value), None, "{value}");
        }
    }
}
