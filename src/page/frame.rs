//! The page itself: what stands before the cards, between them, and after.

use std::io::{self, Write};

use serde::Serialize;

use super::cards::Cards;
use super::chart::{Chart, grouped};
use super::script;
use super::template::filled;
use super::words::{self, WORDS};
use crate::finding::{Language, Message, message};
use crate::report::escaped;

const HEAD: &str = include_str!("page.html");
const BODY: &str = include_str!("body.html");
const STYLE: &str = include_str!("page.css");

/// The scripts, in one scope, in the order in which they need each other.
const SCRIPTS: [&str; 8] = [
    include_str!("script/words.js"),
    include_str!("script/data.js"),
    include_str!("script/table.js"),
    include_str!("script/position.js"),
    include_str!("script/board.js"),
    include_str!("script/picture.js"),
    include_str!("script/viewer.js"),
    include_str!("script/page.js"),
];

/// What a page has room for.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Rows in each of the two tables.
    rows: usize,
    /// Bytes of each of the two tables.
    table: usize,
    /// Bytes of moves.
    moves: usize,
    /// Bytes of moves after which games without findings leave the room to games with findings that come later.
    plain: usize,
}

/// What a browser can take.
const LIMITS: Limits = Limits {
    rows: 200_000,
    table: 100 << 20,
    moves: 60 << 20,
    plain: 40 << 20,
};

/// So many bytes make a block: a text that a browser reads without a noticeable pause.
const BLOCK: usize = 1 << 20;

/// What a page begins with.
#[derive(Clone, Debug)]
pub struct Heading {
    /// Its title.
    pub title: Message,
    /// What was read, in a line.
    pub about: String,
    /// The rules by which it was judged.
    pub profile: Message,
    /// Its language.
    pub language: Language,
}

impl Heading {
    /// What a browser writes on the tab: what was read comes first, since all pages have the same title.
    fn tab(&self) -> String {
        let title = self.title.in_language(self.language);
        match &*self.about {
            "" => title.to_string(),
            about => format!("{about} – {title}"),
        }
    }
}

/// A figure of the summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure {
    /// What it counts.
    pub name: Message,
    /// The figure.
    pub value: String,
}

impl Figure {
    /// A count.
    pub fn count(name: Message, count: u64) -> Self {
        Self {
            name,
            value: grouped(count),
        }
    }
}

/// What is known when everything has been read.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    /// The figures at the top.
    pub figures: Vec<Figure>,
    /// The charts below; those without anything to draw are left out.
    pub charts: Vec<Chart>,
    /// What else there is to say of the run, above all what is missing.
    pub notes: Vec<Message>,
}

/// What a page has no room for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Left {
    /// Games that stand in no table.
    games: u64,
    /// Findings that stand in no table.
    findings: u64,
    /// Games without their moves.
    moves: u64,
}

/// A page on its way out.
#[derive(Debug)]
pub struct Page<W> {
    out: W,
    language: Language,
    games: Block,
    findings: Block,
    moves: Block,
    left: Left,
    limits: Limits,
}

/// Lines of JSON, written a block at a time.
#[derive(Debug)]
struct Block {
    kind: &'static str,
    lines: Vec<u8>,
    /// What all its lines come to, in bytes and in rows.
    bytes: usize,
    rows: usize,
}

impl Block {
    const fn new(kind: &'static str) -> Self {
        Self {
            kind,
            lines: Vec::new(),
            bytes: 0,
            rows: 0,
        }
    }

    fn add(&mut self, line: &[u8], rows: usize, out: &mut impl Write) -> io::Result<()> {
        self.lines.extend_from_slice(line);
        self.lines.push(b'\n');
        self.bytes += line.len();
        self.rows += rows;
        if self.lines.len() >= BLOCK {
            return self.write(out);
        }
        Ok(())
    }

    fn write(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.lines.is_empty() {
            return Ok(());
        }
        writeln!(out, "<script type=\"application/json\" class=\"{}\">", self.kind)?;
        out.write_all(&self.lines)?;
        out.write_all(b"</script>\n")?;
        self.lines.clear();
        Ok(())
    }
}

impl<W: Write> Page<W> {
    /// Begins a page.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn open(mut out: W, heading: &Heading) -> io::Result<Self> {
        let language = heading.language;
        let title = heading.title.in_language(language);
        let head = filled(
            HEAD,
            language,
            &[
                ("lang", language.code().to_owned()),
                ("tab", escaped(&heading.tab())),
                ("title", escaped(&title)),
                ("about", escaped(&heading.about)),
                ("profile", escaped(&heading.profile.in_language(language))),
                ("style", STYLE.to_owned()),
            ],
        );
        out.write_all(head.as_bytes())?;
        Ok(Self {
            out,
            language,
            games: Block::new("games"),
            findings: Block::new("findings"),
            moves: Block::new("moves"),
            left: Left::default(),
            limits: LIMITS,
        })
    }

    /// Whether there is room for the moves of any more games. Once there is none, there never is.
    pub const fn has_room_for_moves(&self) -> bool {
        self.moves.bytes < self.limits.moves && self.games.rows < self.limits.rows
    }

    /// What it is written to.
    pub const fn get_ref(&self) -> &W {
        &self.out
    }

    /// Adds a stretch of cards.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn add(&mut self, cards: &Cards) -> io::Result<()> {
        let lines = cards
            .rows
            .lines()
            .zip(cards.findings.lines())
            .zip(cards.moves.lines());
        for (&count, ((row, findings), moves)) in cards.counts.iter().zip(lines) {
            self.add_card(count, row, findings, moves)?;
        }
        Ok(())
    }

    fn add_card(&mut self, count: usize, row: &[u8], findings: &[u8], moves: &[u8]) -> io::Result<()> {
        let limits = self.limits;
        if self.games.rows >= limits.rows || self.games.bytes + row.len() > limits.table {
            self.left.games += 1;
            self.left.findings += count as u64;
            return Ok(());
        }
        let fits =
            self.findings.rows + count <= limits.rows && self.findings.bytes + findings.len() <= limits.table;
        if !fits {
            self.left.findings += count as u64;
        }
        let most = if count > 0 { limits.moves } else { limits.plain };
        // Nothing here may depend on whether a card without room brings its moves along.
        let has_moves = !moves.is_empty() && self.moves.bytes < most;
        if !has_moves {
            self.left.moves += 1;
        }
        self.games.add(row, 1, &mut self.out)?;
        let (findings, count) = if fits { (findings, count) } else { (&[][..], 0) };
        self.findings.add(findings, count, &mut self.out)?;
        let moves = if has_moves { moves } else { &[] };
        self.moves.add(moves, usize::from(has_moves), &mut self.out)
    }

    /// Ends the page, which says itself what it has no room for; what it was written to.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn close(mut self, summary: &Summary) -> io::Result<W> {
        for block in [&mut self.games, &mut self.findings, &mut self.moves] {
            block.write(&mut self.out)?;
        }
        let language = self.language;
        let mut notes = summary.notes.clone();
        notes.extend(self.left.told());
        let body = filled(
            BODY,
            language,
            &[
                ("figures", figures(&summary.figures, language)),
                ("drawings", charts(&summary.charts, language)),
                ("notes", paragraphs(&notes, language)),
                ("version", env!("CARGO_PKG_VERSION").to_owned()),
                ("frame", frame(language)),
                ("script", ["(() => {\n", &SCRIPTS.concat(), "})();\n"].concat()),
            ],
        );
        self.out.write_all(body.as_bytes())?;
        self.out.flush()?;
        Ok(self.out)
    }
}

impl Left {
    /// What is missing and what to do about it.
    fn told(self) -> Vec<Message> {
        let table = [
            (
                self.games,
                "games are in the figures and charts, but not in the tables, which are limited to 200,000 rows. Create a report \
                 for a part of the records, or use --format csv.",
                "局は集計とグラフに含まれるが、表（上限20万行）にはない。棋譜を分けてレポートを作るか、--format csv を使う。",
            ),
            (
                self.findings,
                "findings are in the figures, but not in the table, whose size is limited. Create a report for a part of the \
                 records, leave rules out with --ignore, or use --format csv.",
                "件の指摘は集計に含まれるが、表にはない。棋譜を分けてレポートを作るか、--ignore で規則を減らすか、\
                 --format csv を使う。",
            ),
            (
                self.moves,
                "games are listed without their moves to limit the size of the report. Use `kifu show`, or create a report for \
                 a part of the records.",
                "局は指し手を載せていない（レポートの大きさに上限があるため）。kifu show で見るか、棋譜を分けてレポートを作る。",
            ),
        ];
        let told = |(count, english, japanese): (u64, &str, &str)| {
            let count = grouped(count);
            message!("{count} {english}", "{count}{japanese}", count, english, japanese)
        };
        table.into_iter().filter(|it| it.0 > 0).map(told).collect()
    }
}

fn figures(figures: &[Figure], language: Language) -> String {
    let one = |figure: &Figure| {
        let (name, value) = (
            escaped(&figure.name.in_language(language)),
            escaped(&figure.value),
        );
        format!("<div><dt>{name}</dt><dd>{value}</dd></div>\n")
    };
    figures.iter().map(one).collect()
}

fn charts(charts: &[Chart], language: Language) -> String {
    let mut out = String::new();
    for (number, chart) in charts.iter().filter(|it| !it.is_empty()).enumerate() {
        chart.draw(number, language, &mut out);
    }
    out
}

fn paragraphs(notes: &[Message], language: Language) -> String {
    let one = |note: &Message| {
        format!(
            "<p class=\"remark\">{}</p>\n",
            escaped(&note.in_language(language))
        )
    };
    notes.iter().map(one).collect()
}

/// What the scripts have to know beside the cards.
#[derive(Serialize)]
struct Frame {
    language: &'static str,
    words: serde_json::Map<String, serde_json::Value>,
    rules: serde_json::Map<String, serde_json::Value>,
    ends: serde_json::Map<String, serde_json::Value>,
    pieces: Vec<words::Piece>,
}

fn frame(language: Language) -> String {
    let words = WORDS.iter().map(|(key, words)| {
        let words = *words.in_language(language);
        ((*key).to_owned(), words.into())
    });
    let frame = Frame {
        language: language.code(),
        words: words.collect(),
        rules: words::rules(language),
        ends: words::ends(language),
        pieces: words::pieces(language),
    };
    let mut out = Vec::new();
    script::push(&frame, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests;
