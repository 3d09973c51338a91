//! The encodings that game records come in, and the names people give them.

use encoding_rs::{EUC_JP, EUC_KR, Encoding, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

/// Names that the WHATWG list does not know but that files, editors and other tools use.
const FURTHER_LABELS: [(&str, &Encoding); 20] = [
    ("cp932", SHIFT_JIS),
    ("cp-932", SHIFT_JIS),
    ("ms-932", SHIFT_JIS),
    ("windows-932", SHIFT_JIS),
    ("shiftjis", SHIFT_JIS),
    ("s-jis", SHIFT_JIS),
    ("eucjp", EUC_JP),
    ("euc_jp", EUC_JP),
    ("euc", EUC_JP),
    ("ujis", EUC_JP),
    ("jis", ISO_2022_JP),
    ("euckr", EUC_KR),
    ("cp949", EUC_KR),
    ("uhc", EUC_KR),
    ("utf_8", UTF_8),
    ("utf-8n", UTF_8),
    ("utf-8-sig", UTF_8),
    ("utf16", UTF_16LE),
    ("utf16le", UTF_16LE),
    ("utf16be", UTF_16BE),
];

/// The encoding that `label` names, when it is one of those that records are read in.
///
/// Case and surrounding blanks do not matter. `Shift_JIS`, `sjis`, `cp932` and `Windows-31J` are one
/// encoding here: `Shift_JIS` with the NEC and IBM extensions.
///
/// ```
/// # use kifu::text::encoding_for_label;
/// assert_eq!(encoding_for_label("CP932").map(|it| it.name()), Some("Shift_JIS"));
/// assert_eq!(encoding_for_label("utf8").map(|it| it.name()), Some("UTF-8"));
/// assert_eq!(encoding_for_label("windows-1252"), None);
/// ```
pub fn encoding_for_label(label: &str) -> Option<&'static Encoding> {
    let label = label.trim();
    let further = FURTHER_LABELS
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(label));
    let found = further
        .map(|&(_, encoding)| encoding)
        .or_else(|| Encoding::for_label(label.as_bytes()))?;
    Scheme::of(found).map(|_| found)
}

/// How an encoding lays characters out in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Utf8,
    Utf16,
    ShiftJis,
    EucJp,
    EucKr,
    Iso2022Jp,
}

impl Scheme {
    /// `None` for encodings that records are not read in.
    pub(super) fn of(encoding: &'static Encoding) -> Option<Self> {
        let schemes = [
            (UTF_8, Self::Utf8),
            (SHIFT_JIS, Self::ShiftJis),
            (EUC_JP, Self::EucJp),
            (EUC_KR, Self::EucKr),
            (ISO_2022_JP, Self::Iso2022Jp),
            (UTF_16LE, Self::Utf16),
            (UTF_16BE, Self::Utf16),
        ];
        schemes
            .into_iter()
            .find(|&(of, _)| of == encoding)
            .map(|(_, scheme)| scheme)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_canonical_name_is_a_label_of_itself() {
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP, UTF_16LE, UTF_16BE] {
            assert_eq!(encoding_for_label(encoding.name()), Some(encoding));
        }
    }

    #[test]
    fn names_from_the_wild() {
        for (label, encoding) in [
            ("SHIFT_JIS", SHIFT_JIS),
            (" Windows-31J ", SHIFT_JIS),
            ("x-sjis", SHIFT_JIS),
            ("x-euc-jp", EUC_JP),
            ("UTF-16", UTF_16LE),
            ("JIS", ISO_2022_JP),
            ("CP949", EUC_KR),
            ("ks_c_5601-1987", EUC_KR),
        ] {
            assert_eq!(encoding_for_label(label), Some(encoding), "{label}");
        }
        for label in ["", "gbk", "big5", "klingon"] {
            assert_eq!(encoding_for_label(label), None, "{label}");
        }
    }
}
