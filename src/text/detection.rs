//! Which encoding the bytes are in.

use std::collections::TryReserveError;

use encoding_rs::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};
use memchr::{memchr, memchr_iter, memmem};

use super::declaration::label_span;
use super::decoder::{Decoded, decode_noting_damage, malformed};
use super::encoding::encoding_for_label;
use super::korean::is_korean;

/// So many bytes from the beginning tell text from pictures and programs.
pub(super) const SAMPLE: usize = 1024;

/// The encoding of a byte order mark, and the length of the mark.
pub(super) fn byte_order_mark(bytes: &[u8]) -> Option<(&'static Encoding, usize)> {
    Encoding::for_bom(bytes)
}

/// Whether there are more zeros than a stray one: in pictures and programs they abound.
///
/// So many are `forgiven` in a small file: they are damage in a text that is sound otherwise.
pub(super) fn has_many_zeros(bytes: &[u8], forgiven: usize) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let zeros = memchr_iter(0, sample).count();
    zeros > forgiven && zeros * 100 > sample.len()
}

/// Whether bytes that are not UTF-8 are not text in another encoding either. Text has next to no control
/// characters; in compressed data every tenth byte is one.
pub(super) fn is_junk(bytes: &[u8]) -> bool {
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let controls = sample.iter().filter(|&&byte| is_control(byte)).count();
    has_many_zeros(bytes, 2) || controls > 1 && controls * 20 > sample.len()
}

/// Whether a byte is a control character, apart from those that text has: tab, line ends, form feed, the end mark of DOS, escape.
pub(super) fn is_control(byte: u8) -> bool {
    (byte < 0x20 && !matches!(byte, 0x09..=0x0D | 0x1A..=0x1B)) || byte == 0x7F
}

/// UTF-16 without a byte order mark, when there is no mistaking it: there are zeros, and in one of the two byte
/// orders nearly everything is ASCII or Japanese, ASCII among it.
pub(super) fn bare_utf_16(bytes: &[u8]) -> Option<&'static Encoding> {
    memchr(0, bytes)?;
    let sample = &bytes[..bytes.len().min(SAMPLE)];
    let units = sample.len() / 2;
    [(UTF_16LE, true), (UTF_16BE, false)]
        .into_iter()
        .find_map(|(encoding, little)| {
            let mut ascii = 0;
            let mut japanese = 0;
            for pair in sample.chunks_exact(2) {
                let unit = if little {
                    [pair[0], pair[1]]
                } else {
                    [pair[1], pair[0]]
                };
                match u16::from_le_bytes(unit) {
                    0x09 | 0x0A | 0x0D | 0x20..=0x7E => ascii += 1,
                    0x2010..=0x266F | 0x3000..=0x30FF | 0x4E00..=0x9FFF | 0xFF01..=0xFFE5 => japanese += 1,
                    _ => {}
                }
            }
            (ascii > 1 && (ascii + japanese) * 20 >= units * 19).then_some(encoding)
        })
}

/// ISO-2022-JP hides in seven bits: its escape sequences give it away. A few damaged places are allowed, of eight bits
/// too, since nothing else that is text has these sequences.
pub(super) fn iso_2022_jp(bytes: &[u8], base: usize) -> Result<Option<Decoded>, TryReserveError> {
    let Some(first) = memchr(0x1B, bytes) else {
        return Ok(None);
    };
    let sequences: [&[u8]; 4] = [b"\x1B$B", b"\x1B$@", b"\x1B(J", b"\x1B(I"];
    let shifts = sequences
        .iter()
        .any(|it| memmem::find(&bytes[first..], it).is_some());
    let damaged = bytes.iter().filter(|byte| !byte.is_ascii()).count();
    if !shifts || damaged * 50 > bytes.len() || damaged > 0 && str::from_utf8(bytes).is_ok() {
        return Ok(None);
    }
    let decoded = decode_noting_damage(ISO_2022_JP, bytes, base as u64)?;
    Ok((decoded.damage.malformed() * 50 <= decoded.text.len()).then_some(decoded))
}

/// Decodes bytes that have the mark of UTF-8 and are plainly in another encoding, which reads what UTF-8 cannot read.
/// One bad byte is damage.
pub(super) fn despite_mark(bytes: &[u8], base: usize) -> Result<Option<Found>, TryReserveError> {
    if let Some(decoded) = iso_2022_jp(bytes, base)? {
        return Ok(Some((ISO_2022_JP, decoded)));
    }
    let bad = bytes.utf8_chunks().filter(|it| !it.invalid().is_empty()).count();
    if bad < 2 || is_junk(bytes) {
        return Ok(None);
    }
    let (encoding, decoded) = not_utf_8(bytes, base)?;
    Ok((encoding != UTF_8 && decoded.damage.malformed() * 4 < bad).then_some((encoding, decoded)))
}

/// An encoding and what it makes of the bytes.
pub(super) type Found = (&'static Encoding, Decoded);

/// Decodes bytes that are not valid UTF-8.
pub(super) fn not_utf_8(bytes: &[u8], base: usize) -> Result<Found, TryReserveError> {
    let declared = declared(bytes);
    let decoded = |encoding| Ok((encoding, decode_noting_damage(encoding, bytes, base as u64)?));
    if utf_8_with_damage(bytes) {
        return decoded(UTF_8);
    }
    if is_korean(bytes) {
        return decoded(EUC_KR);
    }
    if euc_jp_rather_than_shift_jis(bytes, declared) {
        return decoded(EUC_JP);
    }
    let shift_jis = decode_noting_damage(SHIFT_JIS, bytes, base as u64)?;
    if shift_jis.damage.malformed() == 0 {
        return Ok((SHIFT_JIS, shift_jis));
    }
    let counts = [
        (SHIFT_JIS, shift_jis.damage.malformed()),
        (UTF_8, malformed(UTF_8, bytes)),
        (EUC_JP, malformed(EUC_JP, bytes)),
    ];
    let least = counts
        .into_iter()
        .min_by_key(|&(encoding, malformed)| (malformed, declared != Some(encoding)));
    match least {
        Some((encoding, _)) if encoding != SHIFT_JIS => {
            drop(shift_jis);
            decoded(encoding)
        }
        _ => Ok((SHIFT_JIS, shift_jis)),
    }
}

fn declared(bytes: &[u8]) -> Option<&'static Encoding> {
    let label = &bytes[label_span(bytes)?];
    encoding_for_label(str::from_utf8(label).ok()?)
}

/// UTF-8 with a few damaged places: other encodings may well decode it without complaint. Kanji and kana have
/// three bytes in UTF-8, and in other Japanese encodings such triples come about by chance only.
fn utf_8_with_damage(bytes: &[u8]) -> bool {
    // A file in another encoding is given up after the first line or two.
    const PATIENCE: usize = 64;
    let mut triples = 0;
    let mut malformed = 0;
    for chunk in bytes.utf8_chunks() {
        triples += chunk.valid().chars().filter(|&it| it >= '\u{800}').count();
        malformed += usize::from(!chunk.invalid().is_empty());
        if malformed >= PATIENCE && triples < malformed * 4 {
            return false;
        }
    }
    triples > 0 && triples >= malformed * 4
}

/// What the bytes look like as EUC-JP.
#[derive(Default)]
struct EucJpLook {
    /// Kana, full-width letters, digits and signs, the kanji of level 1.
    usual: usize,
    /// Everything else that has the right form.
    rare: usize,
    malformed: usize,
}

impl EucJpLook {
    fn characters(&self) -> usize {
        self.usual + self.rare
    }

    /// Counts, and gives up early where the form is wrong too often.
    fn at(bytes: &[u8]) -> Self {
        let mut look = Self::default();
        let mut rest = bytes;
        while look.malformed <= 8 || look.malformed * 8 <= look.characters() {
            let Some(start) = rest.iter().position(|byte| !byte.is_ascii()) else {
                break;
            };
            rest = &rest[start..];
            let length = match rest {
                [0xA1..=0xA5 | 0xB0..=0xCF, 0xA1..=0xFE, ..] => {
                    look.usual += 1;
                    2
                }
                [0xA1..=0xFE, 0xA1..=0xFE, ..] | [0x8E, 0xA1..=0xDF, ..] => {
                    look.rare += 1;
                    2
                }
                [0x8F, 0xA1..=0xFE, 0xA1..=0xFE, ..] => {
                    look.rare += 1;
                    3
                }
                _ => {
                    look.malformed += 1;
                    1
                }
            };
            rest = &rest[length..];
        }
        look
    }
}

/// Most of EUC-JP is half-width katakana in `Shift_JIS`, and no error there. The other way round, nothing of
/// `Shift_JIS` but half-width katakana has the form of EUC-JP, and that gives kanji which nobody uses.
fn euc_jp_rather_than_shift_jis(bytes: &[u8], declared: Option<&'static Encoding>) -> bool {
    // Too little to stand against what the file says of itself.
    const FEW: usize = 16;
    let look = EucJpLook::at(bytes);
    let characters = look.characters();
    if characters == 0 || look.malformed * 8 > characters {
        return false;
    }
    match declared {
        Some(it) if it == EUC_JP => true,
        Some(it) if it == SHIFT_JIS && characters < FEW => false,
        _ => (look.rare + look.malformed) * 4 <= characters && !half_width_katakana(bytes),
    }
}

/// Whether everything that is not ASCII makes sense as half-width katakana: no punctuation, and voicing marks
/// (Japanese has one in every few syllables) only after syllables that take them.
fn half_width_katakana(bytes: &[u8]) -> bool {
    let mut kana = 0;
    let mut voiced = 0;
    let mut before = 0;
    for &byte in bytes {
        match byte {
            0xDE if !matches!(before, 0xB3 | 0xB6..=0xC4 | 0xCA..=0xCE) => return false,
            0xDF if !matches!(before, 0xCA..=0xCE) => return false,
            0xDE | 0xDF => voiced += 1,
            0xA6..=0xDD => kana += 1,
            0x00..=0x7F => {}
            _ => return false,
        }
        before = byte;
    }
    voiced > 0 && voiced * 8 >= kana
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn euc_jp_and_half_width_katakana_are_told_apart() {
        let encoding = |bytes: &[u8]| not_utf_8(bytes, 0).unwrap().0;
        for text in [
            "N+山田\nN-佐藤\n",
            "先手：羽生善治\n後手：谷川浩司\n",
            "'平手の局面\n",
        ] {
            assert_eq!(encoding(&EUC_JP.encode(text).0), EUC_JP, "{text}");
            assert_eq!(encoding(&SHIFT_JIS.encode(text).0), SHIFT_JIS, "{text}");
        }
        for text in ["N+ﾎﾞﾅﾝｻﾞ\n", "N+ﾔﾏﾀﾞ\nN-ﾀﾅｶ\n", "N+ｸﾞﾝﾏ\n"] {
            assert_eq!(encoding(&SHIFT_JIS.encode(text).0), SHIFT_JIS, "{text}");
        }
    }

    #[test]
    fn a_declaration_decides_what_is_too_short_to_tell() {
        let name = EUC_JP.encode("N+山田\n").0;
        let told = |label: &str| {
            let bytes = [format!("'encoding={label}\n").as_bytes(), &name].concat();
            not_utf_8(&bytes, 0).unwrap().0
        };
        assert_eq!(told("Shift_JIS"), SHIFT_JIS);
        assert_eq!(told("EUC-JP"), EUC_JP);
    }

    #[test]
    fn text_is_no_junk_and_pictures_are() {
        assert!(!is_junk(b""));
        assert!(!is_junk("手合割：平手\r\n\t\x1A".as_bytes()));
        assert!(is_junk(&[0; 5000]) && has_many_zeros(&[0; 2], 1) && !has_many_zeros(&[0; 2], 2));
        assert!(is_junk(b"\x01\x02\xFF") && !is_junk(b"\t\r\n\x0C\x1A\x1B"));
        assert!(is_junk(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10"));
    }
}
