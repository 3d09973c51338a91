//! Letters as wide as a kanji and their narrow like.

/// The narrow letter that a wide one is like: `Ａ` is `A`, `：` is `:`, the wide blank a blank, and `･`, which is
/// narrow, `・`. Any other letter is itself.
///
/// ```
/// use kifu::text::half_width;
///
/// let text: String = "２０２４／０３　（火）".chars().map(half_width).collect();
/// assert_eq!(text, "2024/03 (火)");
/// ```
pub fn half_width(letter: char) -> char {
    const FIRST: char = '！';
    match letter {
        FIRST..='～' => char::from(b'!' + (letter as u32 - FIRST as u32) as u8),
        '\u{3000}' => ' ',
        '･' => '・',
        _ => letter,
    }
}
