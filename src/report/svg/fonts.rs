//! The fonts of the pieces.

/// Fonts that have the characters, the usual ones of each system.
pub(super) const FONTS: &str = "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', 'MS Mincho', \
                     IPAMincho, 'Noto Sans CJK JP', serif";
