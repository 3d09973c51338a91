//! What tells EUC-KR: headers and moves of the records that Korean programs write in it.
//!
//! Nearly all of EUC-KR is something in the encodings of Japan, too. Only a text that has the very words of such a record
//! is taken for Korean, so that no Japanese text is ever read otherwise than before.

use encoding_rs::EUC_KR;
use memchr::{memchr_iter, memmem};

use super::decoder::malformed;

/// The keys of headers, in EUC-KR: 대회명, 대국일자, 대국장소, 대국결과, 초대국자, 한대국자, 청대국자, 홍대국자, 초차림, 한차림,
/// 청차림, 홍차림, 제한시간, 규칙, 국면.
const KEYS: [&[u8]; 15] = [
    b"\xB4\xEB\xC8\xB8\xB8\xED",
    b"\xB4\xEB\xB1\xB9\xC0\xCF\xC0\xDA",
    b"\xB4\xEB\xB1\xB9\xC0\xE5\xBC\xD2",
    b"\xB4\xEB\xB1\xB9\xB0\xE1\xB0\xFA",
    b"\xC3\xCA\xB4\xEB\xB1\xB9\xC0\xDA",
    b"\xC7\xD1\xB4\xEB\xB1\xB9\xC0\xDA",
    b"\xC3\xBB\xB4\xEB\xB1\xB9\xC0\xDA",
    b"\xC8\xAB\xB4\xEB\xB1\xB9\xC0\xDA",
    b"\xC3\xCA\xC2\xF7\xB8\xB2",
    b"\xC7\xD1\xC2\xF7\xB8\xB2",
    b"\xC3\xBB\xC2\xF7\xB8\xB2",
    b"\xC8\xAB\xC2\xF7\xB8\xB2",
    b"\xC1\xA6\xC7\xD1\xBD\xC3\xB0\xA3",
    b"\xB1\xD4\xC4\xA2",
    b"\xB1\xB9\xB8\xE9",
];

/// The letters of the pieces in EUC-KR: 졸 병 차 포 마 상 사 궁 장.
const PIECES: [[u8; 2]; 9] = [
    [0xC1, 0xB9],
    [0xBA, 0xB4],
    [0xC2, 0xF7],
    [0xC6, 0xF7],
    [0xB8, 0xB6],
    [0xBB, 0xF3],
    [0xBB, 0xE7],
    [0xB1, 0xC3],
    [0xC0, 0xE5],
];

/// So many moves tell a record that has no headers.
const MOVES: usize = 4;

/// Whether a text that is not UTF-8 is a record in EUC-KR, and nearly undamaged as such.
pub(super) fn is_korean(bytes: &[u8]) -> bool {
    let is_told = has_header(bytes) || bytes.starts_with(b"\\HS") || moves(bytes) >= MOVES;
    is_told && malformed(EUC_KR, bytes) * 50 <= bytes.len()
}

/// Whether a line begins with a header under a Korean key: `[대회명 "`.
fn has_header(bytes: &[u8]) -> bool {
    let is_key = |line: &[u8]| {
        let line = line.trim_ascii_start();
        KEYS.iter()
            .filter_map(|key| line.strip_prefix(b"[")?.strip_prefix(*key))
            .any(|rest| rest.trim_ascii_start().starts_with(b"\""))
    };
    let mut starts = memchr_iter(b'[', bytes);
    starts.any(|at| {
        let before = bytes[..at].trim_ascii_end();
        let begins_line =
            before.is_empty() || memchr::memchr2(b'\n', b'\r', &bytes[before.len()..at]).is_some();
        begins_line && is_key(&bytes[at..])
    })
}

/// How many moves there are, as far as they matter: `79졸78`, two digits, a piece, two digits.
fn moves(bytes: &[u8]) -> usize {
    let is_move = |at: usize| {
        let around = at.checked_sub(2).and_then(|start| bytes.get(start..at + 4));
        let before = at.checked_sub(3).and_then(|it| bytes.get(it));
        around.is_some_and(|it| [0, 1, 4, 5].iter().all(|&place| it[place].is_ascii_digit()))
            && before.is_none_or(|it| it.is_ascii_whitespace() || *it == b'.')
    };
    PIECES
        .iter()
        .flat_map(|piece| memmem::find_iter(bytes, piece))
        .filter(|&at| is_move(at))
        .take(MOVES)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::{EUC_JP, SHIFT_JIS};

    #[test]
    fn the_words_are_those_of_the_records() {
        let words = [
            "대회명",
            "대국일자",
            "대국장소",
            "대국결과",
            "초대국자",
            "한대국자",
            "청대국자",
            "홍대국자",
            "초차림",
            "한차림",
            "청차림",
            "홍차림",
            "제한시간",
            "규칙",
            "국면",
        ];
        for (key, word) in KEYS.iter().zip(words) {
            assert_eq!(EUC_KR.decode_without_bom_handling(key).0, word);
        }
        for (piece, letter) in PIECES.iter().zip("졸병차포마상사궁장".chars()) {
            assert_eq!(EUC_KR.decode_without_bom_handling(piece).0, letter.to_string());
        }
    }

    #[test]
    fn records_of_korea_are_told_from_those_of_japan() {
        for text in [
            "[대회명 \"왕중왕전\"]\n",
            "\r\n  [초차림 \"마상마상\"]\r\n1. 79졸78\r\n",
            "1. 79졸78 2. 41병42 3. 02마83 4. 12마33\n",
        ] {
            assert!(is_korean(&EUC_KR.encode(text).0), "{text}");
        }
        for text in [
            "先手：羽生善治\n後手：谷川浩司\n",
            "[大会名 \"名人戦\"]\n1 ７六歩(77)\n",
            "78銀行77\n",
        ] {
            assert!(!is_korean(&EUC_JP.encode(text).0), "{text}");
            assert!(!is_korean(&SHIFT_JIS.encode(text).0), "{text}");
        }
    }
}
