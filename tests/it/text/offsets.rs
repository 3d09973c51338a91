//! Mapping from text back to byte offsets, checked with the encoders and decoders.

use encoding_rs::{
    BIG5, DecoderResult, EUC_JP, EUC_KR, Encoding, GB18030, ISO_2022_JP, KOI8_R, SHIFT_JIS, UTF_8, UTF_16BE,
    UTF_16LE, WINDOWS_1252,
};
use kifu::text::Text;
use kifu::text::TextProblemKind;
use kifu::text::decode;
use proptest::prelude::*;

const ALL: [&Encoding; 7] = [UTF_8, SHIFT_JIS, EUC_JP, EUC_KR, ISO_2022_JP, UTF_16LE, UTF_16BE];

/// Single-byte encodings, which are used only on request.
const OTHERS: [&Encoding; 2] = [KOI8_R, WINDOWS_1252];

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

fn japanese(length: std::ops::Range<usize>) -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(&ALPHABET[..]), length).prop_map(String::from_iter)
}

fn any_encoding() -> impl Strategy<Value = &'static Encoding> {
    prop::sample::select(&ALL[..])
}

/// Generates the encodings of Japanese text. Only janggi records use the Korean one.
fn of_japan() -> impl Strategy<Value = &'static Encoding> {
    any_encoding().prop_filter("of Korea", |&encoding| encoding != EUC_KR)
}

/// Generates damaged bytes: an encoded text with overwritten bytes, or only noise.
fn noise(encoding: &'static Encoding) -> impl Strategy<Value = Vec<u8>> {
    // Bytes with a meaning in some encoding are more frequent.
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(
            &b"\x1B\x1B($BJI@\r\n\x8E\x8F\x80\xA0\xA1\xFF\xFE\xEF\xBB\xBF\xBD\xF0\xD8\xDC"[..]
        )
    ];
    let overwritten = (
        japanese(0..60),
        prop::collection::vec((any::<prop::sample::Index>(), byte.clone()), 0..12),
    )
        .prop_map(move |(text, edits)| {
            let mut bytes = encode(encoding, &text);
            for (at, byte) in edits {
                if !bytes.is_empty() {
                    let at = at.index(bytes.len());
                    bytes[at] = byte;
                }
            }
            bytes
        });
    // Single random bytes hardly ever form an escape sequence, and even less two in a row.
    let escape = prop::sample::select(&["\x1B(B", "\x1B(J", "\x1B(I", "\x1B$@", "\x1B$B", "\x1B$"][..]);
    let piece = prop_oneof![
        3 => byte.clone().prop_map(|byte| vec![byte]),
        1 => escape.prop_map(|escape| escape.as_bytes().to_vec()),
        1 => japanese(1..3).prop_map(move |japanese| encode(encoding, &japanese)),
    ];
    let pieces = prop::collection::vec(piece, 0..60).prop_map(|it| it.concat());
    prop_oneof![overwritten, prop::collection::vec(byte, 0..80), pieces]
}

/// Returns, for every character, the end of its bytes according to the decoder, and the start for malformed bytes.
fn oracle(encoding: &'static Encoding, bytes: &[u8]) -> Vec<(usize, Option<usize>)> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut characters = Vec::new();
    let mut read = 0;
    let mut fed = 0;
    loop {
        fed = bytes.len().min(fed.max(read) + 1);
        let last = fed == bytes.len();
        loop {
            let mut text = String::with_capacity(64);
            let (result, more) =
                decoder.decode_to_string_without_replacement(&bytes[read..fed], &mut text, last);
            read += more;
            characters.extend(text.chars().map(|_| (read, None)));
            match result {
                DecoderResult::InputEmpty => break,
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, behind) => {
                    let end = read - usize::from(behind);
                    characters.push((end, Some(end - usize::from(length))));
                }
            }
        }
        if last {
            return characters;
        }
    }
}

fn check_monotone(text: &Text<'_>) -> Result<(), TestCaseError> {
    let length = text.as_str().len();
    let mut before = (0, (1, 0));
    for at in (0..=length).filter(|&at| text.as_str().is_char_boundary(at)) {
        let now = (text.source_offset(at), text.line_column(at));
        prop_assert!(
            now.0 >= before.0 && now.1 > before.1,
            "{at}: {now:?} after {before:?}"
        );
        let line = text.line_span(at);
        prop_assert!(
            !text.as_str()[line.clone()].contains(['\r', '\n']),
            "{at}: {line:?}"
        );
        prop_assert!(line.start <= at);
        before = now;
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
        encoding in any_encoding(), text in japanese(0..900), mark in any::<bool>(),
    ) {
        // Characters that the encoding cannot represent, or represents differently, are left out.
        let says = |c: &char| decode(&encode(encoding, &c.to_string()), Some(encoding)).as_str() == c.to_string();
        let written: String = text.chars().filter(says).collect();
        let mut bytes = match encoding {
            it if it == UTF_8 && mark => b"\xEF\xBB\xBF".to_vec(),
            it if it == UTF_16LE && mark => b"\xFF\xFE".to_vec(),
            it if it == UTF_16BE && mark => b"\xFE\xFF".to_vec(),
            _ => Vec::new(),
        };
        let mark = bytes.len();
        bytes.extend(encode(encoding, &written));
        let text = decode(&bytes, Some(encoding));
        prop_assert_eq!(text.as_str(), &written);
        prop_assert_eq!(text.problems(), &[]);
        let mut passed = 0;
        for (at, character) in written.char_indices() {
            if encoding == ISO_2022_JP {
                let width = if character.is_ascii() || ('｡'..='ﾟ').contains(&character) { 1 } else { 2 };
                let offset = text.source_offset(at) as usize;
                let end = text.source_offset(at + character.len_utf8()) as usize;
                prop_assert!(end >= offset + width && (end - offset - width).is_multiple_of(3), "{at}");
                prop_assert!(bytes[offset] != 0x1B);
            } else {
                prop_assert_eq!(text.source_offset(at), (mark + passed) as u64, "{}", at);
                passed += encode(encoding, &character.to_string()).len();
            }
        }
        check_monotone(&text)?;
    }

    #[test]
    fn damaged_bytes_do_not_shift_what_follows(
        (encoding, bytes) in prop::sample::select([&ALL[..], &OTHERS[..]].concat())
            .prop_flat_map(|select| noise(select).prop_map(move |bytes| (select, bytes))),
    ) {
        let text = decode(&bytes, Some(encoding));
        let mark = if !text.had_bom() { 0 } else if encoding == UTF_8 { 3 } else { 2 };
        let expected = oracle(encoding, &text.source()[mark..]);
        prop_assert_eq!(text.as_str().chars().count(), expected.len());
        for ((at, character), (end, start)) in text.as_str().char_indices().zip(expected) {
            let offset = text.source_offset(at) as usize - mark;
            if let Some(start) = start {
                prop_assert_eq!(offset, start, "{} {:?} {:x?}", at, encoding, bytes);
                continue;
            }
            let one = decode(&bytes[mark + offset..mark + end], Some(encoding));
            // Padding alone is decoded to an empty text.
            let padding = matches!(character, '\0' | '\u{1a}');
            let whole = padding || encoding == ISO_2022_JP || one.as_str() == character.to_string() || one.had_bom();
            prop_assert!(whole && offset < end && end <= offset + 4, "{at} {encoding:?} {bytes:x?}");
        }
        check_monotone(&text)?;
    }

    #[test]
    fn anything_can_be_read(
        bytes in any_encoding().prop_flat_map(noise), at in any::<usize>(),
    ) {
        let text = decode(&bytes, None);
        check_monotone(&text)?;
        let _ = (text.line_at(at), text.line_column(at), text.declared(), text.newlines());
        for trouble in text.problems() {
            let place = &trouble.place;
            prop_assert!(text.as_str().get(place.text.clone()).is_some());
            prop_assert!(place.source.start <= place.source.end && place.source.end <= bytes.len() as u64);
            if matches!(trouble.kind, TextProblemKind::DamagedBytes { .. }) {
                prop_assert_eq!(text.source_offset(place.text.start), place.source.start);
            }
        }
    }

    #[test]
    fn ordinary_text_is_detected(encoding in of_japan(), middle in japanese(0..200)) {
        let header = "手合割：平手\n先手：甲野\n後手：乙山\n手数----指手---------消費時間--\n";
        let text: String = middle.chars().filter(|character| !"\\~①ｱﾞ－齋".contains(*character)).collect();
        let bytes = encode(encoding, &format!("{header}*{text}\n"));
        let found = decode(&bytes, None);
        prop_assert_eq!(found.encoding(), encoding);
        prop_assert_eq!(found.problems(), &[]);
    }
}

/// Two bytes of Big5 may decode to a letter and a combining mark.
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
            let at = text.as_str().find(letter).expect(letter);
            assert_eq!(text.source_offset(at), offset, "{} {letter}", encoding.name());
        }
        assert_eq!(text.problems(), []);
    }
}

/// Lookups stay cheap in files with many findings, on one line or many, damaged or not.
#[test]
fn a_hundred_thousand_lookups_are_fast() {
    for line in ["１二歩打(34)\r\n", "１二歩打(34)"] {
        let bytes = SHIFT_JIS.encode(&line.repeat(100_000)).0.into_owned();
        let text = decode(&bytes, None);
        let start = std::time::Instant::now();
        for count in 0..100_000 {
            let at = count * line.len();
            assert_eq!(text.source_offset(at), (count * bytes.len() / 100_000) as u64);
            let _ = (text.line_column(at), text.line_span(at));
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
