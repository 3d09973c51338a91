//! Tests of files that are read in windows: the output must not depend on the size of the window.

use std::fs;
use std::io::Write as _;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use crate::batch::{Event, Input, InputEvent, Limits, Opened, Run, Source, Work};
use crate::check::{Checked, SourceFile, Suppressed, UnreadRecord};
use crate::finding::{Reason, Severity};
use crate::referee::Referee;
use crate::report::{FORMS, RenderOptions, RenderedEntries, ReportEntry, ReportForm};
use crate::text::decode;
use encoding_rs::{EUC_JP, EUC_KR, Encoding, SHIFT_JIS, UTF_8};
use tempfile::NamedTempFile;

/// Window sizes (bytes), from less than any record to hundreds of records.
const WINDOW_SIZES: [usize; 7] = [1, 50, 333, 1000, 4096, 30_000, 200_000];

/// The work that checks records by the default rules and writes a report of each record in each of these forms.
struct Reports(Vec<&'static ReportForm>);

impl Work for Reports {
    type Worker = Referee;
    type Output = Vec<u8>;

    fn worker(&self) -> Referee {
        Referee::new()
    }

    fn record(
        &self,
        referee: &mut Referee,
        file: &SourceFile<'_>,
        record: &UnreadRecord<'_>,
        output: &mut Vec<u8>,
    ) {
        let record = record.read();
        let judgement = referee.check(&record);
        let game = Checked {
            judgement,
            suppressed: Suppressed::default(),
            profile: Arc::default(),
            path: "-",
            text: file.text,
            record,
        };
        let entry = ReportEntry {
            game: &game,
            findings: &game.shown(Severity::Note),
            date: None,
            highest: None,
            show: None,
        };
        for form in &self.0 {
            let mut rendered = RenderedEntries::default();
            form.add(&entry, &RenderOptions::default(), &mut rendered);
            output.extend(rendered.render_alone(&RenderOptions::default()));
        }
    }
}

/// Returns the events of a run as text: the format and the encoding of the input, the reports on its records, and the
/// reason if the input was skipped or failed.
fn results(input: Input, run: &Run) -> String {
    let forms = FORMS.iter().copied();
    let work = Reports(
        forms
            .filter(|form| ["text", "jsonl"].contains(&form.name))
            .collect(),
    );
    let mut results = String::new();
    let inputs = [InputEvent::Input(input)].into_iter();
    let outcome = run.execute(inputs, &work, |event| {
        let event_text = match event {
            Event::Done(result) => {
                let head = result
                    .first
                    .then(|| format!("{:?} {}\n", result.format, result.encoding.name()));
                head.unwrap_or_default() + &String::from_utf8_lossy(&result.output)
            }
            Event::Skipped(skipped) => format!("skipped: {:?}\n", skipped.why),
            Event::Failed(failure) => {
                format!("failed: {}\n", Reason::from_io_error(&failure.error).japanese())
            }
            Event::Truncated(failure) => format!("broken off: {}\n", failure.error),
        };
        results += &event_text;
        Ok(ControlFlow::Continue(()))
    });
    assert_eq!(outcome.unwrap(), ControlFlow::Continue(()));
    results
}

fn input(file: &NamedTempFile, is_pipe: bool) -> Input {
    let size = file.as_file().metadata().unwrap().len();
    Input {
        shown: "-".to_owned(),
        source: Source::File(file.path().to_owned()),
        size: (!is_pipe).then_some(size),
        walked: true,
        requested_by_ext: false,
    }
}

fn run(window: usize) -> Run {
    Run {
        limits: Limits {
            window,
            ..Limits::DEFAULT
        },
        jobs: 2,
        ..Run::default()
    }
}

fn file(extension: &str, bytes: &[u8]) -> NamedTempFile {
    let mut file = tempfile::Builder::new()
        .suffix(&format!(".{extension}"))
        .tempfile()
        .unwrap();
    file.write_all(bytes).unwrap();
    file
}

/// Asserts that the results of a file are the same for one window, for every window size less than the file, and for a
/// pipe.
fn assert_same(name: &str, extension: &str, bytes: &[u8]) {
    let file = file(extension, bytes);
    let expected = results(input(&file, false), &run(usize::MAX >> 1));
    for size in WINDOW_SIZES.into_iter().filter(|&size| size < bytes.len()) {
        let in_windows = results(input(&file, false), &run(size));
        if in_windows != expected {
            let difference = in_windows
                .lines()
                .zip(expected.lines())
                .find(|(part, expected)| part != expected);
            panic!("{name}, windows of {size}: {difference:#?}");
        }
    }
    assert_eq!(
        results(input(&file, true), &run(333)),
        expected,
        "{name} by a pipe"
    );
}

/// Returns the content of all fixtures with an extension, joined into one file.
fn joined_fixtures(extension: &str) -> Vec<u8> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let walk = walkdir::WalkDir::new(fixtures).sort_by_file_name();
    let mut content = Vec::new();
    for entry in walk.into_iter().map(Result::unwrap) {
        if entry.file_type().is_file()
            && entry
                .path()
                .extension()
                .is_some_and(|it| it.eq_ignore_ascii_case(extension))
        {
            content.extend(fs::read(entry.path()).unwrap());
            content.push(b'\n');
        }
    }
    assert!(content.len() > 1000, "{extension}");
    content
}

fn reencoded(bytes: &[u8], encoding: &'static Encoding) -> Vec<u8> {
    encoding.encode(decode(bytes, None).as_str()).0.into_owned()
}

#[test]
fn fixtures_have_the_same_findings_in_windows() {
    for extension in [
        "kif", "kifu", "ki2", "csa", "usi", "sfen", "usen", "jkf", "bod", "db", "psn",
    ] {
        let fixtures = joined_fixtures(extension);
        assert_same(extension, extension, &fixtures);
        for encoding in [UTF_8, SHIFT_JIS, EUC_JP] {
            let name = format!("{extension} in {}", encoding.name());
            assert_same(&name, extension, &reencoded(&fixtures, encoding));
        }
    }
}

#[test]
fn windows_do_not_change_records_of_janggi() {
    let game = "[대회명 \"예선\"]\n[초차림 \"마상마상\"]\n{한 줄\n두 줄}\n1. 79졸78  2. 41병42\n3. 89\n[대국결과 \"초 완승\"]\n";
    for encoding in [UTF_8, EUC_KR] {
        let bytes = encoding.encode(&game.repeat(60)).0.into_owned();
        assert_same(encoding.name(), "gib", &bytes);
    }
}

const GAME: &str = "手合割：平手\n先手：春日\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 同　歩(77)\n   4 投了\nまで3手で先手の勝ち\n";

#[test]
fn damage_is_counted_over_the_whole_file() {
    let damaged_games = |bytes: &[u8], games: usize| -> Vec<u8> {
        let damaged_game = [SHIFT_JIS.encode(GAME).0.as_ref(), b"*", bytes, b"\n"].concat();
        damaged_game.repeat(games)
    };
    assert_same("few", "kif", &damaged_games(b"\xff\xff", 30));
    assert_same("many", "kif", &damaged_games(b"\xff\xff", 250));
    assert_same("control characters", "kif", &damaged_games(b"\x01\x02", 250));
    assert_same(
        "a mixture",
        "kif",
        &[damaged_games(b"\xfe", 150), damaged_games(b"\x03", 150)].concat(),
    );
    let utf_8 = format!("{GAME}*\u{fffd} {}\n", "歩".repeat(30)).repeat(150);
    assert_same("written as such", "kif", utf_8.as_bytes());
    let damaged = utf_8.replace("投了", "投了 x").into_bytes();
    let damaged: Vec<u8> = damaged
        .into_iter()
        .map(|byte| if byte == b'x' { 0xff } else { byte })
        .collect();
    assert_same("UTF-8 with damage", "kif", &damaged);
    let misread = SHIFT_JIS.decode(GAME.as_bytes()).0.into_owned();
    assert_same(
        "read wrongly once",
        "kif",
        format!("{GAME}{misread}").repeat(20).as_bytes(),
    );
    assert_same(
        "wrong from some place on",
        "kif",
        format!("{}{}", GAME.repeat(5), misread.repeat(30)).as_bytes(),
    );
}

#[test]
fn findings_at_the_ends_of_a_file_are_reported_once() {
    let games = GAME.repeat(20);
    let with_declaration = format!("#KIF version=2.0 encoding=Shift_JIS\n{games}");
    for (name, bytes) in [
        ("a declaration", with_declaration.clone().into_bytes()),
        ("a mark", format!("\u{feff}{games}").into_bytes()),
        (
            "a mark and another encoding",
            [
                b"\xEF\xBB\xBF",
                &*reencoded(with_declaration.as_bytes(), SHIFT_JIS),
            ]
            .concat(),
        ),
        ("zeros after", [games.as_bytes(), &[0; 700]].concat()),
        ("zeros alone", vec![0; 5000]),
        ("an end mark", [games.as_bytes(), b"\x1a"].concat()),
        (
            "blank lines after",
            format!("{games}{}", "\n　\r\n".repeat(400)).into_bytes(),
        ),
        ("CRLF", games.replace('\n', "\r\n").into_bytes()),
        ("CRLF twice", games.replace('\n', "\r\r\n").into_bytes()),
        ("lone CR", games.replace('\n', "\r").into_bytes()),
        ("no line end", games.replace('\n', " ").into_bytes()),
        ("prose", "a page of prose\n".repeat(400).into_bytes()),
        (
            "a picture",
            [b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10".repeat(80)].concat(),
        ),
        (
            "UTF-16",
            games.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        ),
        ("ISO-2022-JP", ISO_2022_JP_GAME.repeat(40)),
        ("nothing but line ends", "\n".repeat(2000).into_bytes()),
    ] {
        assert_same(name, "kif", &bytes);
    }
}

/// A pipe is read in blocks. All blocks must be read, in every encoding.
#[test]
fn a_pipe_is_read_to_its_end() {
    let games = GAME.repeat(2000);
    let in_utf_16 = |bytes: fn(u16) -> [u8; 2]| games.encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
    for (name, bytes) in [
        ("UTF-8", games.clone().into_bytes()),
        ("Shift_JIS", reencoded(games.as_bytes(), SHIFT_JIS)),
        ("UTF-16LE", in_utf_16(u16::to_le_bytes)),
        ("UTF-16BE", in_utf_16(u16::to_be_bytes)),
        (
            "UTF-16LE with its mark",
            [b"\xFF\xFE", &*in_utf_16(u16::to_le_bytes)].concat(),
        ),
        ("ISO-2022-JP", ISO_2022_JP_GAME.repeat(2000)),
    ] {
        let file = file("kif", &bytes);
        let expected = results(input(&file, false), &run(usize::MAX >> 1));
        assert_eq!(results(input(&file, true), &run(100_000)), expected, "{name}");
    }
}

/// A game in ISO-2022-JP.
const ISO_2022_JP_GAME: &[u8] =
    b"\x1b$B<j9g3d!'J?<j\x1b(B\n   1 \x1b$B#7O;Jb\x1b(B(77)\n\x1b$B$^$G#1<j$GCfCG\x1b(B\n";

#[test]
fn windows_do_not_change_records_that_share_a_line() {
    let game = r#"{"header":{"先手":"甲"},"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":5},"piece":"FU"}}]}"#;
    assert_same(
        "three a line",
        "jkf",
        format!("{game}{game} {game}\n").repeat(40).as_bytes(),
    );
    assert_same(
        "an array",
        "jkf",
        format!("[{game}{}]\n", format!(",\n{game}").repeat(60)).as_bytes(),
    );
    assert_same(
        "an array in a line",
        "jkf",
        format!("[{game}{}]", format!(",{game}").repeat(60)).as_bytes(),
    );
    assert_same("something else", "json", "{\"a\":[1,2]}\n".repeat(500).as_bytes());
    assert_same(
        "something else and a game",
        "json",
        format!("{}{game}\n", "{\"a\":[1,2]}\n".repeat(500)).as_bytes(),
    );
}

#[test]
fn a_too_long_record_is_reported_and_earlier_ones_are_read() {
    let limits = Limits {
        window: 500,
        record: 2000,
    };
    let results_of = |bytes: &[u8]| results(input(&file("kif", bytes), false), &Run { limits, ..run(0) });
    let games = results_of(
        format!(
            "{}{}",
            GAME.repeat(5),
            GAME.replace("\nまで", &"\n*長い".repeat(900))
        )
        .as_bytes(),
    );
    assert_eq!(games.matches("\"record\":").count(), 5, "{games}");
    assert!(
        games.ends_with("were read\n") && games.contains("broken off: the record at line 36 "),
        "{games}"
    );
    let message = results_of("先手：春日".repeat(900).as_bytes());
    assert!(message.starts_with("failed: 1行目から始まる棋譜"), "{message}");
    let long_line = format!("{}*{}\n{GAME}", GAME.repeat(5), "長い".repeat(900));
    for encoding in [None, Some(encoding_rs::UTF_8)] {
        let mut run = Run { limits, ..run(0) };
        run.read_as.encoding = encoding;
        let message = results(input(&file("kif", long_line.as_bytes()), false), &run);
        assert!(message.starts_with("failed: 36行目から始まる棋譜"), "{message}");
    }
    let utf_16: Vec<u8> = GAME
        .repeat(20)
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    assert!(
        results_of(&utf_16).starts_with("failed: "),
        "read as a whole, and too long for that"
    );
}

#[test]
fn a_window_contains_the_records_that_end_in_it() {
    let file = file("csa", "V2.2\nPI\n+\n+7776FU\n%TORYO\n/\n".repeat(1000).as_bytes());
    let (input, run) = (input(&file, false), run(1000));
    let opened = Opened::open(&input, &run).unwrap();
    let mut windows = opened.windows().unwrap();
    let mut sizes = Vec::new();
    while let Some(window) = windows.advance().unwrap() {
        assert!(window.text().as_str().len() < 1100);
        sizes.push(window.records());
    }
    assert_eq!(sizes.iter().sum::<usize>(), 1000);
    assert!(sizes.len() > 20, "{sizes:?}");
}
