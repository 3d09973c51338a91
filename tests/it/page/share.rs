//! Sharing from the HTML report: the texts of games and positions are read back with the same moves and results, and
//! the diagram is a picture.

use std::fs;
use std::path::{Path, PathBuf};

use kifu::finding::Language;
use kifu::notation::{self, Writer};
use kifu::page::{Cards, Survey};
use kifu::played::{Meaning, Played};
use kifu::record::{Record, RemarkKind};
use kifu::text;
use serde_json::{Value, json};

use super::{Browser, CLEAN, NIFU, ReportFile, add_file, check_record};

/// Games that the tournament has not: variations with comments, a start from a diagram, a pass, and an unreadable move.
const FURTHER_GAMES: &[(&str, &str)] = &[
    ("nifu.kifu", NIFU),
    ("clean.kifu", CLEAN),
    (
        "pass.kifu",
        "手合割：平手\n   1 ７六歩(77)\n   2 パス\n   3 ２六歩(27)\n   4 中断\n",
    ),
    (
        "unread.kifu",
        "手合割：平手\n   1 ７六歩(77)\n   2 ？？\n   3 ２六歩(27)\n",
    ),
    (
        "odd.kifu",
        "手合割：平手\n   1 ７六歩(77)\n   2 ７五歩(76)\n   3 ５五馬打\n   4 投了\n",
    ),
    (
        "diagram.csa",
        "V2.2\nN+甲\nP1 *  *  *  * -OU *  *  *  * \nP2 *  *  *  *  *  *  *  *  * \nP3 *  *  *  * +TO *  *  *  * \nP+00KI00KI00FU\nP-00HI\n+\n+0052KI\n%TSUMI\n",
    ),
    (
        "usi.usi",
        "startpos moves 7g7f 3c3d 8h2b+ 3a2b B*5e B*3c 5e3c+ 2a3c\n",
    ),
];

/// The data of a record that a conversion must keep.
#[derive(Debug, PartialEq)]
struct Kept {
    moves: Vec<String>,
    end: Option<String>,
    stated: Option<String>,
    start: String,
}

fn kept(record: &Record<'_>) -> Kept {
    let (_, game) = check_record("", record);
    Kept {
        moves: main_line(record),
        end: game.end.map(|end| end.name().to_owned()),
        stated: game.stated.map(|outcome| outcome.name().to_owned()),
        start: record.start.position.to_sfen(1),
    }
}

/// Returns the moves of the main line in USI. A pass is `0000`, and a move that cannot be made is `?`.
fn main_line(record: &Record<'_>) -> Vec<String> {
    let played = Played::new(record);
    let moves = played.line().map_while(|id| match played.meaning(id) {
        Meaning::Ply(_) => notation::usi_move(&played, id),
        Meaning::Pass => Some("0000".to_owned()),
        Meaning::NotOnBoard => Some("?".to_owned()),
        _ => None,
    });
    moves.collect()
}

/// Reads the first record of a text, and returns the result of a function of it.
fn with_first_record<R>(path: &str, bytes: &[u8], use_it: impl FnOnce(&Record<'_>) -> R) -> R {
    let text = text::decode(bytes, None);
    let extension = Path::new(path).extension().and_then(|it| it.to_str());
    let record = notation::records(&text, notation::detect(&text, extension)).next();
    use_it(&record.unwrap_or_else(|| panic!("{path}: no record")))
}

/// JavaScript that opens every game at its end and presses every button that copies. `COUNT` is a placeholder for the
/// number of games. Returns for each game the texts by the names of their formats, or the reason why a format is greyed.
const COPIES: &str = "(async () => {
  let copied;
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: async (text) => { copied = text; } } });
  const pause = () => new Promise((go) => setTimeout(go));
  const until = async (test) => { while (!test()) await pause(); };
  const all = [];
  for (let game = 1; game <= COUNT; game += 1) {
    const turned = new Promise((done) => addEventListener('hashchange', done, { once: true }));
    const title = document.getElementById('viewer-title');
    title.textContent = '';
    location.hash = `#game=${game}&from=test`;
    await turned;
    await until(() => title.textContent !== '' && !document.querySelector('#viewer[aria-busy]'));
    const button = document.querySelector('[data-tool=share]');
    const rows = () => [...document.querySelectorAll('.share [data-share]')];
    for (const row of rows()) row.remove();
    if (button.getAttribute('aria-expanded') === 'true') button.click();
    button.click();
    await until(() => rows().length >= 7);
    const texts = {};
    for (const row of rows()) {
      const name = row.dataset.share;
      if (name === 'diagram' || name === 'link') continue;
      const copy = row.querySelector('button');
      if (copy.getAttribute('aria-disabled') === 'true') {
        texts[name] = { reason: row.querySelector('.why').textContent };
        continue;
      }
      copied = undefined;
      copy.click();
      await until(() => copied !== undefined);
      texts[name] = { text: copied, losses: row.querySelector('.why')?.textContent ?? '' };
    }
    all.push({ texts, sfen: document.querySelector('.sfen code').textContent });
  }
  return all;
})()";

#[test]
fn copied_games_are_read_back() {
    let mut files: Vec<(String, Vec<u8>)> = FURTHER_GAMES
        .iter()
        .map(|(path, text)| ((*path).to_owned(), text.as_bytes().to_vec()))
        .collect();
    files.extend(fixtures());
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let (mut cards, mut survey) = (Cards::default(), Survey::default());
    let mut originals = Vec::new();
    for (path, bytes) in &files {
        add_file(path, bytes, Language::English, &mut cards, &mut survey);
        let text = text::decode(bytes, None);
        let extension = Path::new(path).extension().and_then(|it| it.to_str());
        for record in notation::records(&text, notation::detect(&text, extension)) {
            originals.push((path.clone(), Original::new(&record)));
        }
    }
    let report = ReportFile::page(&cards, &survey, Language::English);
    browser.open(&report.file);
    let copies = browser.js(&COPIES.replace("COUNT", &originals.len().to_string()));
    let copies = copies.as_array().unwrap();
    assert_eq!(copies.len(), originals.len());
    let (mut texts, mut failures) = (0, Vec::new());
    for ((path, original), copy) in originals.iter().zip(copies) {
        for (format, extension) in [("KIF", "kifu"), ("KI2", "ki2u"), ("CSA", "csa"), ("USI", "usi")] {
            let Some(text) = copy["texts"][format]["text"].as_str() else {
                if !original.may_be_refused(format) {
                    failures.push(format!("{path}, {format}: {}", copy["texts"][format]));
                }
                continue;
            };
            texts += 1;
            failures.extend(
                original
                    .differences(format, extension, text, &copy["texts"][format])
                    .into_iter()
                    .map(|difference| format!("{path}, {format}: {difference}\n{text}")),
            );
        }
        let shown = copy["sfen"].as_str().unwrap();
        for (format, extension) in [("SFEN", "sfen"), ("BOD", "bod")] {
            let text = copy["texts"][format]["text"].as_str().unwrap();
            let position = with_first_record(&format!("x.{extension}"), text.as_bytes(), |record| {
                record.start.position.to_sfen(1)
            });
            let board = |sfen: &str| sfen.rsplit_once(' ').unwrap().0.to_owned();
            if board(&position) != board(shown) {
                failures.push(format!("{path}, {format}: {position} is not {shown}"));
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {texts}\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    assert!(texts > 20, "{texts}");
    assert_eq!(browser.console_errors(), Vec::<String>::new());
    println!("{} games, {texts} texts", originals.len());
}

/// A record before it is copied from the page.
struct Original {
    kept: Kept,
    lines: usize,
    times: Vec<Option<u32>>,
    headers: Vec<(String, String)>,
    comments: Vec<String>,
    /// The comments in the CSA text of the library, with bookmarks and words of the result. CSA has no variations.
    comments_in_csa: Vec<String>,
    /// Number of texts that could not be read.
    gaps: usize,
}

impl Original {
    fn new(record: &Record<'_>) -> Self {
        Self {
            kept: kept(record),
            lines: record.tree.lines().count(),
            times: times(record),
            headers: headers(record),
            comments: comments(record),
            comments_in_csa: comments_in_csa(record),
            gaps: record.gaps.len(),
        }
    }

    /// Returns whether a format cannot hold the game.
    fn may_be_refused(&self, format: &str) -> bool {
        let has_pass = self.kept.moves.iter().any(|it| it == "0000");
        self.gaps > 0 || has_pass && ["KI2", "CSA"].contains(&format)
    }

    /// Returns the differences between the record and its copy.
    fn differences(&self, format: &str, extension: &str, text: &str, copy: &Value) -> Vec<String> {
        let losses = copy["losses"].as_str().unwrap_or_default();
        let read_back = with_first_record(&format!("x.{extension}"), text.as_bytes(), Self::new);
        let mut differences = Vec::new();
        let mut compare = |name: &str, one: String, two: String| {
            if one != two {
                differences.push(format!("{name}: {one} became {two}"));
            }
        };
        if !self.kept.moves.is_empty() && read_back.gaps > self.gaps {
            compare("gaps", self.gaps.to_string(), read_back.gaps.to_string());
        }
        compare("moves", self.kept.moves.join(" "), read_back.kept.moves.join(" "));
        compare("start", self.kept.start.clone(), read_back.kept.start.clone());
        if format == "USI" {
            return differences;
        }
        if !losses.contains("result") {
            compare(
                "stated",
                format!("{:?}", self.kept.stated),
                format!("{:?}", read_back.kept.stated),
            );
        }
        let expected_comments = match format {
            "CSA" => &self.comments_in_csa,
            _ => &self.comments,
        };
        compare(
            "comments",
            expected_comments.join("|"),
            read_back.comments.join("|"),
        );
        let is_lost = |comment| !read_back.comments.contains(comment);
        if self.comments.iter().any(is_lost) && !losses.contains("comments (") {
            compare("losses", "comments".to_owned(), losses.to_owned());
        }
        if format != "CSA" {
            compare("lines", self.lines.to_string(), read_back.lines.to_string());
            compare(
                "headers",
                format!("{:?}", self.headers),
                format!("{:?}", read_back.headers),
            );
        }
        if format != "KI2" {
            compare(
                "times",
                format!("{:?}", self.times),
                format!("{:?}", read_back.times),
            );
        }
        differences
    }
}

/// Returns the lines of the comments of a record.
fn comments(record: &Record<'_>) -> Vec<String> {
    let remarks = record.remarks.iter();
    let comments = remarks.filter(|remark| remark.kind == RemarkKind::Comment);
    comments
        .map(|comment| comment.text.trim_end().to_owned())
        .collect()
}

/// Writes a record to CSA with the library, and returns the comments in the text.
fn comments_in_csa(record: &Record<'_>) -> Vec<String> {
    let csa = notation::target("csa").unwrap();
    let written = Writer::new(csa).write(&Played::new(record));
    written.map_or_else(
        |_| Vec::new(),
        |written| with_first_record("x.csa", &written.bytes, comments),
    )
}

/// Returns the times of the main line in seconds, rounded down.
fn times(record: &Record<'_>) -> Vec<Option<u32>> {
    let clocks = record.tree.main_line().map(|(_, node)| node.clock);
    let mut times: Vec<_> = clocks
        .map(|clock| clock.spent.map(|spent| spent / 1000))
        .collect();
    // The time of an end that is not written is lost.
    while times.last().is_some_and(Option::is_none) {
        times.pop();
    }
    times
}

/// Returns the headers under Japanese keys that have a value and do not describe the start position.
fn headers(record: &Record<'_>) -> Vec<(String, String)> {
    let headers = notation::japanese_headers(record);
    let headers = headers.filter(|(key, value)| key != "手合割" && key != "手番" && !value.trim().is_empty());
    headers
        .map(|(key, value)| (key.into_owned(), value.trim().to_owned()))
        .collect()
}

/// Returns the files of the tournament; none in the published crate.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut directories = vec![root.join("tournament")];
    let mut files = Vec::new();
    while let Some(directory) = directories.pop() {
        let Ok(entries) = fs::read_dir(&directory) else {
            println!("skipped: {} is not there", directory.display());
            continue;
        };
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for path in paths {
            if path.is_dir() {
                directories.push(path);
            } else {
                let name = path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
                files.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    files
}

#[test]
fn the_diagram_is_a_picture() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let report = ReportFile::new(&[("a.kifu", NIFU)], Language::Japanese);
    browser.open(&report.file);
    browser.js("location.hash = '#game=1&ply=9&from=test'");
    browser.wait("document.getElementById('viewer').open && document.querySelector('.moves [aria-current]')?.dataset.ply === '9'");
    browser.js("document.querySelector('[data-tool=share]').click()");
    browser.wait("document.querySelectorAll('[data-share=diagram] button').length === 2");
    let pictures = browser.js("(async () => {
          const blobs = [];
          const names = [];
          const create = URL.createObjectURL;
          URL.createObjectURL = (blob) => { blobs.push(blob); return create.call(URL, blob); };
          HTMLAnchorElement.prototype.click = function () { names.push(this.download); };
          for (const button of document.querySelectorAll('[data-share=diagram] button')) button.click();
          while (names.length < 2) await new Promise((go) => setTimeout(go, 10));
          const [svg, png] = blobs;
          const bytes = new Uint8Array(await png.arrayBuffer());
          const size = new DataView(bytes.buffer);
          return [await svg.text(), [...bytes.slice(1, 4)], size.getUint32(16), names];
        })()");
    let svg = pictures[0].as_str().unwrap();
    // The drawing is complete without the page: it has the fonts, the colours, the hands and the mark of the finding.
    for part in [
        "xmlns=\"http://www.w3.org/2000/svg\"",
        "font-family",
        "甲野",
        "stroke-dasharray=\"9 3\"",
        "fill=\"#ffffff\"",
    ] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    assert!(!svg.contains("var(--") && !svg.contains("href"), "{svg}");
    assert_eq!(pictures[1], json!([80, 78, 71]));
    assert!(pictures[2].as_u64().unwrap() >= 700, "{}", pictures[2]);
    assert_eq!(pictures[3], json!(["甲野_–_乙山-9.svg", "甲野_–_乙山-9.png"]));
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}

/// If the browser refuses to copy, the text is shown and selected. The other games have reasons for every format.
#[test]
fn refused_copies_and_other_games_are_explained() {
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let gunjin = fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/club/umpire.gunjin"));
    let gunjin = gunjin.map(|bytes| String::from_utf8(bytes).unwrap());
    let mut files = vec![("a.kifu", CLEAN)];
    if let Ok(text) = &gunjin {
        files.push(("b.gunjin", text));
    }
    let report = ReportFile::new(&files, Language::English);
    browser.open(&report.file);
    let open = |browser: &mut Browser, game: u32| {
        browser.js(&format!("location.hash = '#game={game}&from=test'"));
        browser.wait(&format!("location.hash.includes('game={game}&line')"));
        browser.js("document.querySelector('[data-tool=share]').click()");
        browser.wait("document.querySelector('[data-share=KIF]')");
    };
    open(&mut browser, 1);
    browser.js("Object.defineProperty(navigator, 'clipboard', { value: undefined }); document.execCommand = () => false;");
    browser.js("document.querySelector('[data-share=USI] button').click()");
    browser.wait("!document.querySelector('.share textarea').hidden");
    let selected = "(() => { const it = document.querySelector('.share textarea'); return it.value.slice(it.selectionStart, it.selectionEnd); })()";
    assert_eq!(browser.js(selected), "position startpos moves 2g2f 8c8d\n");
    let losses = browser.text("[data-share=USI] .why");
    assert!(losses.contains("resignation"), "{losses}");
    assert!(browser.text("[data-share=link] .why").contains("this computer"));
    if gunjin.is_ok() {
        browser.press_key("Escape");
        open(&mut browser, 2);
        browser.wait("document.querySelectorAll('.share [aria-disabled=true]').length === 12");
        let reason = browser.text("[data-share=CSA] .why");
        assert_eq!(reason, "CSA cannot represent this game.");
    }
    assert_eq!(browser.console_errors(), Vec::<String>::new());
}
