//! The results of games as sheets write them.

use super::SheetResult;
use crate::stats::{fold_case, normalize_name};

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RowResult {
    /// The result of a game, from the view of the first player.
    Played(SheetResult),
    /// There was no game: a bye, a forfeit, a double loss, or a game that was not played.
    NoGame,
    /// The sheet states no result.
    Unknown,
}

/// The words for a win of the first player, a win of the second one, and a draw; in lower case and one width.
const WINS: &[&str] = &[
    "1-0",
    "○",
    "o",
    "先手",
    "先手勝",
    "先手勝ち",
    "先手の勝ち",
    "下手",
    "下手勝",
    "black",
    "sente",
    "+",
    "勝",
    "勝ち",
    "win",
];
const LOSSES: &[&str] = &[
    "0-1",
    "●",
    "×",
    "x",
    "後手",
    "後手勝",
    "後手勝ち",
    "後手の勝ち",
    "上手",
    "上手勝",
    "white",
    "gote",
    "-",
    "負",
    "負け",
    "loss",
];
const DRAWS: &[&str] = &[
    "=",
    "△",
    "1/2-1/2",
    "½-½",
    "0.5-0.5",
    "引分",
    "引き分け",
    "引分け",
    "千日手",
    "持将棋",
    "draw",
];

/// The words for a row without a game.
const NO_GAME: &[&str] = &[
    "bye",
    "不戦",
    "不戦勝",
    "不戦敗",
    "両者負け",
    "両負け",
    "双方負け",
    "forfeit",
    "double loss",
    "0-0",
    "未対局",
    "休み",
    "抜け番",
    "f",
];

/// Returns the result in the cell of a row with these players.
pub(super) fn of_game(cell: Option<&str>, players: &[String; 2]) -> RowResult {
    let Some(cell) = cell else {
        return RowResult::Unknown;
    };
    let word = fold_case(cell);
    let word = word.trim();
    let result = [
        (WINS, SheetResult::Win),
        (LOSSES, SheetResult::Loss),
        (DRAWS, SheetResult::Draw),
    ];
    if let Some((_, result)) = result.into_iter().find(|(words, _)| words.contains(&word)) {
        return RowResult::Played(result);
    }
    if NO_GAME
        .iter()
        .any(|no_game| word == *no_game || no_game.chars().count() > 1 && word.contains(no_game))
    {
        return RowResult::NoGame;
    }
    let name = normalize_name(cell);
    match players.iter().position(|player| *player == name) {
        Some(0) => RowResult::Played(SheetResult::Win),
        Some(_) => RowResult::Played(SheetResult::Loss),
        None => RowResult::Unknown,
    }
}

/// The cell of a player for a round: the number of the opponent, and the result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum RoundCell {
    Game(usize, SheetResult),
    /// No opponent; the points count.
    NoGame(f64),
}

/// Returns the meaning of a cell such as `2+`, `3-`, `○12`, `4=`, `0+` or `bye`; `None` if it is empty or has another form.
pub(super) fn of_round(cell: &str) -> Option<RoundCell> {
    let cell = fold_case(cell);
    // The handicap in parentheses is not compared.
    let cell = cell.split('(').next().unwrap_or_default().trim();
    if cell.is_empty() {
        return None;
    }
    if NO_GAME.contains(&cell) {
        return Some(RoundCell::NoGame(f64::from(u8::from(matches!(
            cell,
            "bye" | "不戦勝"
        )))));
    }
    let digits: String = cell.chars().filter(char::is_ascii_digit).collect();
    let sign: String = cell
        .chars()
        .filter(|it| !it.is_ascii_digit() && !it.is_whitespace())
        .collect();
    let result = match &*sign {
        "+" | "○" | "o" => SheetResult::Win,
        "-" | "●" | "×" | "x" => SheetResult::Loss,
        "=" | "△" => SheetResult::Draw,
        _ => return None,
    };
    let points = match result {
        SheetResult::Win => 1.0,
        SheetResult::Draw => 0.5,
        SheetResult::Loss => 0.0,
    };
    match digits.parse().ok()? {
        0 => Some(RoundCell::NoGame(points)),
        opponent => Some(RoundCell::Game(opponent, result)),
    }
}
