//! Mapping from text back to byte offsets, checked with the encoders and decoders.

use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, KOI8_R, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};
use kifu::text::Text;
use kifu::text::TextProblemKind;
use kifu::text::decode;
use proptest::prelude::*;

const DETECTED_ENCODINGS: [&Encoding; 7] =
    [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP, UTF_16LE, UTF_16BE];

/// Single-byte encodings, which are used only on request.
const SINGLE_BYTE_ENCODINGS: [&Encoding; 2] = [KOI8_R, WINDOWS_1252];

/// Characters of records, including rare ones, and line ends.
const ALPHABET: [char; 40] = [
    'a', 'Z', '0', '9', ' ', '(', '*', '\\', '~', '\n', '\r', '\t', '１', '９', '　', '：', '、', '・', '歩',
    '香', '桂', '銀', '金', '角', '飛', '玉', '成', '打', '同', '▲', '△', 'ア', 'ん', 'ー', 'ｱ', 'ﾞ', '－',
    '齋', '龍', '①',
];

fn encode(encoding: &'static Encoding, text: &str) -> Vec<u8> {
    match encoding {
        it if it == UTF_16LE => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        it if it == UTF_16BE => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        it => it.encode(text).0.into_owned(),
    }
}

fn japanese_text(length: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&ALPHABET[..]), length).prop_map(String::from_iter)
}

fn any_encoding() -> impl Strategy<Value = &'static Encoding> {
    prop::sample::select(&DETECTED_ENCODINGS[..])
}

/// Generates one of the encodings except EUC-KR, which is Korean and only used by records of janggi.
fn japanese_encoding() -> impl Strategy<Value = &'static Encoding> {
    any_encoding().prop_filter("of Korea", |&encoding| encoding != EUC_KR)
}

/// Generates damaged bytes: an encoded text with overwritten bytes, random bytes, or a mixture of random bytes, escape
/// sequences and encoded text.
fn noise(encoding: &'static Encoding) -> impl Strategy<Value = Vec<u8>> {
    // Bytes with a meaning in some encoding are more frequent.
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(
            &b"\x1B\x1B($BJI@\r\n\x8E\x8F\x80\xA0\xA1\xFF\xFE\xEF\xBB\xBF\xBD\xF0\xD8\xDC"[..]
        )
    ];
    let overwritten = (
        japanese_text(0..60),
        prop::collection::vec((any::<prop::sample::Index>(), byte.clone()), 0..12),
    )
        .prop_map(move |(text, edits)| {
            let mut bytes = encode(encoding, &text);
            for (index, byte) in edits {
                if !bytes.is_empty() {
                    let index = index.index(bytes.len());
                    bytes[index] = byte;
                }
            }
            bytes
        });
    // Random bytes hardly ever form an escape sequence, and even more rarely two in a row.
    let escape = prop::sample::select(&["\x1B(B", "\x1B(J", "\x1B(I", "\x1B$@", "\x1B$B", "\x1B$"][..]);
    let piece = prop_oneof![
        3 => byte.clone().prop_map(|byte| vec![byte]),
        1 => escape.prop_map(|escape| escape.as_bytes().to_vec()),
        1 => japanese_text(1..3).prop_map(move |japanese_text| encode(encoding, &japanese_text)),
    ];
    let pieces = prop::collection::vec(piece, 0..60).prop_map(|it| it.concat());
    prop_oneof![overwritten, prop::collection::vec(byte, 0..80), pieces]
}

/// Returns for each character the end of its bytes according to the decoder, and for malformed bytes also their
/// start.
fn decoder_offsets(encoding: &'static Encoding, bytes: &[u8]) -> Vec<(usize, Option<usize>)> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut characters = Vec::new();
    let mut read_len = 0;
    let mut fed_len = 0;
    loop {
        fed_len = bytes.len().min(fed_len.max(read_len) + 1);
        let is_last = fed_len == bytes.len();
        loop {
            let mut text = String::with_capacity(64);
            let (result, count) =
                decoder.decode_to_string_without_replacement(&bytes[read_len..fed_len], &mut text, is_last);
            read_len += count;
            characters.extend(text.chars().map(|_| (read_len, None)));
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, trailing_len) => {
                    let end = read_len - usize::from(trailing_len);
                    characters.push((end, Some(end - usize::from(length))));
                }
            }
        }
        if is_last {
            return characters;
        }
    }
}

fn check_monotone(text: &Text<'_>) -> Result<(), TestCaseError> {
    let length = text.as_str().len();
    let mut previous = (0, (1, 0));
    for offset in (0..=length).filter(|&offset| text.as_str().is_char_boundary(offset)) {
        let current = (text.source_offset(offset), text.line_column(offset));
        prop_assert!(
            current.0 >= previous.0 && current.1 > previous.1,
            "{offset}: {current:?} after {previous:?}"
        );
        let line = text.line_span(offset);
        prop_assert!(
            !text.as_str()[line.clone()].contains(['\r', '\n']),
            "{offset}: {line:?}"
        );
        prop_assert!(line.start <= offset);
        previous = current;
    }
    if text.looks_binary() && length == 0 {
        return Ok(());
    }
    prop_assert_eq!(text.source_offset(length), text.source().len() as u64);
    prop_assert_eq!(text.source_offset(usize::MAX), text.source().len() as u64);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn every_character_has_its_source_offset(
        encoding in any_encoding(), text in japanese_text(0..900), has_mark in any::<bool>(),
    ) {
        // Characters that the encoding cannot represent, or represents differently, are left out.
        let is_representable = |c: &char| decode(&encode(encoding, &c.to_string()), Some(encoding)).as_str() == c.to_string();
        let representable: String = text.chars().filter(is_representable).collect();
        let mut bytes = match encoding {
            it if it == UTF_8 && has_mark => b"\xEF\xBB\xBF".to_vec(),
            it if it == UTF_16LE && has_mark => b"\xFF\xFE".to_vec(),
            it if it == UTF_16BE && has_mark => b"\xFE\xFF".to_vec(),
            _ => Vec::new(),
        };
        let mark_len = bytes.len();
        bytes.extend(encode(encoding, &representable));
        let text = decode(&bytes, Some(encoding));
        prop_assert_eq!(text.as_str(), &representable);
        prop_assert_eq!(text.problems(), &[]);
        let mut encoded_len = 0;
        for (position, character) in representable.char_indices() {
            if encoding == ISO_2022_JP {
                let width = if character.is_ascii() || ('｡'..='ﾟ').contains(&character) { 1 } else { 2 };
                let offset = text.source_offset(position) as usize;
                let end = text.source_offset(position + character.len_utf8()) as usize;
                prop_assert!(end >= offset + width && (end - offset - width).is_multiple_of(3), "{position}");
                prop_assert!(bytes[offset] != 0x1B);
            } else {
                prop_assert_eq!(text.source_offset(position), (mark_len + encoded_len) as u64, "{}", position);
                encoded_len += encode(encoding, &character.to_string()).len();
            }
        }
        check_monotone(&text)?;
    }

    #[test]
    fn damaged_bytes_do_not_shift_what_follows(
        (encoding, bytes) in prop::sample::select([&DETECTED_ENCODINGS[..], &SINGLE_BYTE_ENCODINGS[..]].concat())
            .prop_flat_map(|select| noise(select).prop_map(move |bytes| (select, bytes))),
    ) {
        let text = decode(&bytes, Some(encoding));
        let mark_len = if !text.had_bom() { 0 } else if encoding == UTF_8 { 3 } else { 2 };
        let expected = decoder_offsets(encoding, &text.source()[mark_len..]);
        prop_assert_eq!(text.as_str().chars().count(), expected.len());
        for ((position, character), (end, start)) in text.as_str().char_indices().zip(expected) {
            let offset = text.source_offset(position) as usize - mark_len;
            if let Some(start) = start {
                prop_assert_eq!(offset, start, "{} {:?} {:x?}", position, encoding, bytes);
                continue;
            }
            let decoded = decode(&bytes[mark_len + offset..mark_len + end], Some(encoding));
            // Padding alone is decoded to an empty text.
            let is_padding = matches!(character, '\0' | '\u{1a}');
            let is_complete = is_padding || encoding == ISO_2022_JP || decoded.as_str() == character.to_string() || decoded.had_bom();
            prop_assert!(is_complete && offset < end && end <= offset + 4, "{position} {encoding:?} {bytes:x?}");
        }
        check_monotone(&text)?;
    }

    #[test]
    fn any_bytes_can_be_decoded(
        bytes in any_encoding().prop_flat_map(noise), position in any::<usize>(),
    ) {
        let text = decode(&bytes, None);
        check_monotone(&text)?;
        let _ = (text.line_at(position), text.line_column(position), text.declared(), text.newlines());
        for problem in text.problems() {
            let place = &problem.place;
            prop_assert!(text.as_str().get(place.text.clone()).is_some());
            prop_assert!(place.source.start <= place.source.end && place.source.end <= bytes.len() as u64);
            if matches!(problem.kind, TextProblemKind::DamagedBytes { .. }) {
                prop_assert_eq!(text.source_offset(place.text.start), place.source.start);
            }
        }
    }

    #[test]
    fn ordinary_text_is_detected(encoding in japanese_encoding(), comment in japanese_text(0..200)) {
        let header = "手合割：平手\n先手：甲野\n後手：乙山\n手数----指手---------消費時間--\n";
        let text: String = comment.chars().filter(|character| !"\\~①ｱﾞ－齋".contains(*character)).collect();
        let bytes = encode(encoding, &format!("{header}*{text}\n"));
        let decoded = decode(&bytes, None);
        prop_assert_eq!(decoded.encoding(), encoding);
        prop_assert_eq!(decoded.problems(), &[]);
    }
}

/// Characters have correct offsets in encodings that are used only on request. Two bytes of Big5 may decode to a letter
/// and a combining mark, and the mark has the offset after these bytes.
#[test]
fn names_in_a_forced_encoding_have_correct_offsets() {
    for (encoding, bytes, expected) in [
        (
            BIG5,
            &b"N+\x88\x62\xB3\xAF\n"[..],
            [("\u{ca}", 2), ("\u{304}", 4), ("陳", 4), ("\n", 6)],
        ),
        (
            GB18030,
            b"N+\x81\x30\x81\x30\xCD\xF5A\n",
            [("\u{80}", 2), ("王", 6), ("A", 8), ("\n", 9)],
        ),
        (
            WINDOWS_1252,
            b"N+J\xF6rg\n",
            [("J", 2), ("ö", 3), ("r", 4), ("\n", 6)],
        ),
        (
            KOI8_R,
            b"N+\xE9\xD7\n\n",
            [("И", 2), ("в", 3), ("\n", 4), ("\n", 4)],
        ),
    ] {
        let text = decode(bytes, Some(encoding));
        for (letter, offset) in expected {
            let position = text.as_str().find(letter).expect(letter);
            assert_eq!(
                text.source_offset(position),
                offset,
                "{} {letter}",
                encoding.name()
            );
        }
        assert_eq!(text.problems(), []);
    }
}

/// Lookups stay cheap in large files, with many lines or with a single line.
#[test]
fn a_hundred_thousand_lookups_are_fast() {
    for line in ["１二歩打(34)\r\n", "１二歩打(34)"] {
        let bytes = SHIFT_JIS.encode(&line.repeat(100_000)).0.into_owned();
        let text = decode(&bytes, None);
        let start = std::time::Instant::now();
        for index in 0..100_000 {
            let position = index * line.len();
            assert_eq!(
                text.source_offset(position),
                (index * bytes.len() / 100_000) as u64
            );
            let _ = (text.line_column(position), text.line_span(position));
        }
        // A walk from the beginning for each lookup would take minutes.
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }
}

#[test]
fn noise_is_detected_quickly() {
    let mut state = 1_u32;
    let bytes: Vec<u8> = (0..4_000_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8
        })
        .collect();
    let text = decode(&bytes, None);
    assert!(text.looks_binary());
    assert!(text.problems().is_empty());
}
