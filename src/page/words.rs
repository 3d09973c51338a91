//! The words of the page, and the names that its scripts need.

use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::finding::{Language, Words, both};
use crate::notation::{japanese, japanese_terminal};
use crate::record::Terminal;
use crate::shogi::PieceKind;
use crate::system::ALL_RULES;

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
