//! The page itself: what stands before the cards, between them, and after.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::Formatter;
use serde_json::{Map, Serializer, Value, json};

use super::card::Cards;
use super::chart::{Chart, grouped};
use crate::finding::{Language, Message, Words, both, message};
use crate::notation::{japanese, japanese_terminal};
use crate::record::Terminal;
use crate::report::escaped;
use crate::shogi::PieceKind;
use crate::system::ALL_RULES;
use crate::text::printable;

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
    pieces: Vec<Piece>,
}

fn frame(language: Language) -> String {
    let words = WORDS.iter().map(|(key, words)| {
        let words = *words.in_language(language);
        ((*key).to_owned(), words.into())
    });
    let frame = Frame {
        language: language.code(),
        words: words.collect(),
        rules: rules(language),
        ends: ends(language),
        pieces: pieces(language),
    };
    let mut out = Vec::new();
    push(&frame, &mut out);
    String::from_utf8_lossy(&out).into_owned()
}

// Pages with gaps.

/// Fills the gaps of a page, `{{name}}`, with these values and else with the words of the language. What is filled in
/// is not looked at again.
pub(super) fn filled(page: &str, language: Language, values: &[(&str, String)]) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, (name, behind))) = rest
        .split_once("{{")
        .and_then(|(before, gap)| Some((before, gap.split_once("}}")?)))
    {
        out.push_str(before);
        let value = values.iter().find(|(it, _)| *it == name);
        let words = WORDS.iter().find(|(it, _)| *it == name);
        match (value, words) {
            (Some((_, value)), _) => out.push_str(value),
            (None, Some((_, words))) => out.push_str(words.in_language(language)),
            (None, None) => {}
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The names of the gaps of a page.
#[cfg(test)]
pub(super) fn gaps(page: &str) -> Vec<&str> {
    page.split("{{")
        .skip(1)
        .filter_map(|it| Some(it.split_once("}}")?.0))
        .collect()
}

// JSON as it may stand in a page of HTML.

/// Adds a value as JSON in which no `<` stands, so that nothing in it ends a script or begins markup.
pub(super) fn push(value: &impl Serialize, out: &mut Vec<u8>) {
    let inside = |it| matches!(it, '<' | '\u{2028}' | '\u{2029}');
    // Neither writing to memory nor strings and numbers can fail.
    let _ = value.serialize(&mut Serializer::with_formatter(out, Escaping(inside)));
}

/// The same in ASCII: a browser keeps such a text in half the memory.
pub(super) fn push_ascii(value: &impl Serialize, out: &mut Vec<u8>) {
    let inside = |it: char| it == '<' || !it.is_ascii();
    let _ = value.serialize(&mut Serializer::with_formatter(out, Escaping(inside)));
}

/// Writes the characters that are meant as `\uXXXX`; all of them stand in strings.
struct Escaping(fn(char) -> bool);

impl Formatter for Escaping {
    fn write_string_fragment<W: Write + ?Sized>(&mut self, out: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(self.0) {
            let (plain, behind) = rest.split_at(at);
            out.write_all(plain.as_bytes())?;
            let mut characters = behind.chars();
            for unit in characters
                .next()
                .map(|it| it.encode_utf16(&mut [0; 2]).to_vec())
                .unwrap_or_default()
            {
                write!(out, "\\u{unit:04x}")?;
            }
            rest = characters.as_str();
        }
        out.write_all(rest.as_bytes())
    }
}

// Words as the page shows them.

/// Words that anyone may have written, as they may be shown: nothing in them turns the direction of writing, and they
/// are cut where they are longer than any name is.
pub(super) fn shown(words: &str, most: usize) -> String {
    let words = words.trim();
    let Some((at, _)) = words.char_indices().nth(most) else {
        return printable(words).into_owned();
    };
    let mut cut = printable(&words[..at]).into_owned();
    cut.push('…');
    cut
}

/// A path in the same way; it is cut in the middle, so that the name of the file stays.
pub(super) fn shown_path(path: &str) -> String {
    /// No path needs more characters.
    const LONGEST: usize = 1000;
    let boundary = |at: usize| path.char_indices().nth(at).map_or(path.len(), |(at, _)| at);
    let count = path.chars().count();
    if count <= LONGEST {
        return printable(path).into_owned();
    }
    let (before, behind) = (
        &path[..boundary(LONGEST / 2)],
        &path[boundary(count - LONGEST / 2)..],
    );
    [&printable(before), "…", &printable(behind)].concat()
}

// The words of the page, and the names that its scripts need.

/// Words by the names that pages and scripts have for them; `{0}` and the like are filled in by the scripts.
pub(super) static WORDS: &[(&str, Words)] = &[
    ("all-rules", both("All rules", "すべての規則")),
    ("all-severities", both("All severities", "すべての重大度")),
    ("back", both("Back to the main line", "変化から戻る")),
    ("black", both("Black", "先手")),
    ("black-to-move", both("Black to move", "先手番")),
    ("black-won", both("☗ won", "☗ 勝ち")),
    ("charts", both("Charts", "グラフ")),
    ("close", both("Close", "閉じる")),
    ("column-black", both("Black ☗", "☗ 先手")),
    ("column-date", both("Date", "対局日")),
    ("column-end", both("End", "終局")),
    ("column-event", both("Event", "棋戦")),
    ("column-file", both("File", "ファイル")),
    ("column-findings", both("Findings", "指摘")),
    ("column-game", both("Game", "棋譜")),
    ("column-message", both("Finding", "内容")),
    ("column-opening", both("Opening", "戦型")),
    ("column-players", both("Players", "対局者")),
    ("column-plies", both("Plies", "手数")),
    ("column-ply", both("Ply", "手目")),
    ("column-result", both("Result", "勝敗")),
    ("column-rule", both("Rule", "規則")),
    ("column-severity", both("Severity", "重大度")),
    ("column-white", both("White ☖", "☖ 後手")),
    (
        "cut",
        both("Some variations are not shown.", "ほかの変化は省略。"),
    ),
    (
        "description",
        both("{0}: {1}. In hand: {2}.", "{0}：{1}。持駒：{2}。"),
    ),
    ("do", both("What to do", "対処")),
    ("draw", both("draw", "引き分け")),
    ("error", both("error", "エラー")),
    ("finding-of", both("Finding {0} of {1}", "指摘 {0}/{1}")),
    ("findings", both("Findings", "指摘一覧")),
    ("first", both("Start", "開始局面へ")),
    ("games", both("Games", "棋譜一覧")),
    ("hand", both("In hand", "持駒")),
    ("help", both("Keyboard shortcuts", "キー操作")),
    ("kicker", both("Shogi game records", "将棋棋譜")),
    ("judged-by", both("Profile:", "適用規定：")),
    ("key-close", both("Close the game", "棋譜を閉じる")),
    ("key-ends", both("Start, end of the line", "開始局面、終局")),
    (
        "key-finding",
        both("Next, previous finding", "次の指摘、前の指摘"),
    ),
    ("key-help", both("Show this list", "この一覧")),
    ("key-ply", both("Previous, next move", "一手戻る、一手進む")),
    ("key-rows", both("In a table: select a row", "表の中で行を選ぶ")),
    (
        "key-open",
        both("In a table: open the game", "表の中で棋譜を開く"),
    ),
    (
        "key-variation",
        both(
            "Previous, next variation at this move",
            "この手の前の変化、次の変化",
        ),
    ),
    ("last", both("End", "終局へ")),
    ("last-move", both("last move", "最終手")),
    ("legend-finding", both("square of the finding", "指摘のマス")),
    ("line-column", both("line {0}, column {1}", "{0}行{1}桁")),
    ("main-line", both("Main line", "本譜")),
    ("moves", both("Moves", "指し手")),
    ("next", both("Next move", "一手進む")),
    ("next-finding", both("Next finding", "次の指摘")),
    (
        "no-moves",
        both(
            "The moves of this game are not in this report. Use `kifu show` to see them.",
            "この棋譜の指し手はレポートにない。kifu show で表示できる。",
        ),
    ),
    ("no-result", both("no result", "勝敗なし")),
    ("none", both("none", "なし")),
    ("note", both("note", "注記")),
    ("nothing-found", both("No findings.", "指摘なし")),
    ("passes", both("pass", "パス")),
    ("ply", both("Ply {0}", "{0}手目")),
    ("position-in-game", both("Position of the finding", "指摘の局面")),
    ("previous", both("Previous move", "一手戻る")),
    ("previous-finding", both("Previous finding", "前の指摘")),
    (
        "print-first",
        both("First {0} of {1} findings", "指摘{1}件のうち最初の{0}件"),
    ),
    ("promoted", both("promoted", "成")),
    ("record", both("record {0}", "棋譜{0}")),
    ("rows", both("{0} of {1}", "{1}件中{0}件")),
    ("rows-all", both("{0}", "{0}件")),
    (
        "script-needed",
        both(
            "The tables and the board require JavaScript. The charts do not.",
            "表と盤面の表示には JavaScript が必要（グラフは不要）。",
        ),
    ),
    ("search", both("Search", "検索")),
    ("search-findings", both("Search findings", "指摘を検索")),
    ("search-games", both("Search games", "棋譜を検索")),
    ("sfen", both("SFEN", "SFEN")),
    ("start", both("Start", "開始局面")),
    ("summary", both("Summary", "概要")),
    ("unknown", both("?", "不明")),
    (
        "variation",
        both("Variation {0}, from ply {1}", "変化{0}（{1}手目から）"),
    ),
    ("wait", both("Loading the games …", "棋譜を読み込み中…")),
    ("warning", both("warning", "警告")),
    ("white", both("White", "後手")),
    ("white-to-move", both("White to move", "後手番")),
    ("white-won", both("☖ won", "☖ 勝ち")),
    ("won", both("{0} won", "{0}の勝ち")),
    ("why", both("Why", "理由")),
];

/// Every rule by its name: its title, why it is a fault, what to do.
pub(super) fn rules(language: Language) -> Map<String, Value> {
    let rule = |rule: &&crate::finding::Rule| {
        let title = rule.title();
        let words = json!({
            "title": title.in_language(language),
            "japanese": (language == Language::English).then_some(title.japanese),
            "why": rule.page().why.in_language(language),
            "do": rule.page().remedy.in_language(language),
        });
        (rule.name.to_owned(), words)
    };
    ALL_RULES.iter().map(rule).collect()
}

/// How a game ended, by the name that cards have for it.
pub(super) fn ends(language: Language) -> Map<String, Value> {
    let word = |&terminal: &Terminal| (terminal.name().to_owned(), end(terminal, language).into());
    // Its name is that of any loss by a foul.
    let named = Terminal::ALL.iter().filter(|&&it| it != Terminal::BothFoul);
    named.map(word).collect()
}

/// How a game ended, in words.
pub(super) fn end(terminal: Terminal, language: Language) -> String {
    let other = both("other", "その他");
    let japanese = japanese_terminal(terminal).filter(|_| terminal.name() != "other");
    let words = both(
        terminal.english(),
        japanese.or(terminal.japanese()).unwrap_or(other.japanese),
    );
    (*words.in_language(language)).to_owned()
}

/// A piece: its letters in SFEN, its character on the board, its name in moves and its name in words.
#[derive(Serialize)]
pub(super) struct Piece {
    letters: String,
    glyph: char,
    moved: &'static str,
    name: String,
}

pub(super) fn pieces(language: Language) -> Vec<Piece> {
    let piece = |kind: PieceKind| Piece {
        letters: crate::shogi::Piece::new(crate::shogi::Color::Black, kind).to_string(),
        glyph: japanese::glyph(kind),
        moved: japanese::piece(kind),
        name: match language {
            Language::English => kind.english().to_owned(),
            Language::Japanese => japanese::piece(kind).to_owned(),
        },
    };
    PieceKind::ALL.into_iter().map(piece).collect()
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod script_tests {
    use super::*;

    fn text(pushed: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        pushed(&mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_ends_the_script() {
        let hostile = "</script><!--\u{2028}\u{2029}\"\\\n歩";
        let pushed = text(|out| push(&hostile, out));
        assert_eq!(pushed, r#""\u003c/script>\u003c!--\u2028\u2029\"\\\n歩""#);
        assert_eq!(serde_json::from_str::<String>(&pushed).unwrap(), hostile);
    }

    #[test]
    fn ascii_reads_back() {
        let pushed = text(|out| push_ascii(&["歩<𠮷"], out));
        assert_eq!(pushed, r#"["\u6b69\u003c\ud842\udfb7"]"#);
        assert_eq!(serde_json::from_str::<[String; 1]>(&pushed).unwrap(), ["歩<𠮷"]);
    }

    #[test]
    fn long_paths_are_cut_in_the_middle() {
        assert_eq!(shown_path("甲/乙.kif"), "甲/乙.kif");
        let long = format!("甲/{}/乙.kif", "x".repeat(2000));
        let cut = shown_path(&long);
        assert!(
            cut.starts_with("甲/x") && cut.contains('…') && cut.ends_with("x/乙.kif"),
            "{cut}"
        );
        assert_eq!(cut.chars().count(), 1001);
    }

    #[test]
    fn long_words_are_cut() {
        assert_eq!(shown(" 甲野 ", 2), "甲野");
        assert_eq!(shown("甲\u{202E}野太郎", 3), "甲\u{FFFD}野…");
    }
}
