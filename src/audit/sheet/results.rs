//! The results of games as sheets write them.

use super::SheetResult;
use crate::stats::{NameAliases, fold_case};

/// The result of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowResult {
    /// The result from the view of the first player; `None` if the sheet does not state it, and for a double loss.
    pub result: Option<SheetResult>,
    /// `false` for a bye, a forfeit, a double loss, and a game that was not played.
    pub is_played: bool,
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

/// The words for a row without a game, with the result for the first player, or for the player whose name is next to the word.
const NO_GAME: &[(&str, Option<SheetResult>)] = &[
    ("double loss", None),
    ("両者負け", None),
    ("双方負け", None),
    ("両負け", None),
    ("0-0", None),
    ("未対局", None),
    ("休み", None),
    ("不戦敗", Some(SheetResult::Loss)),
    ("不戦勝", Some(SheetResult::Win)),
    ("不戦", Some(SheetResult::Win)),
    ("抜け番", Some(SheetResult::Win)),
    ("forfeit", Some(SheetResult::Win)),
    ("bye", Some(SheetResult::Win)),
    ("f", Some(SheetResult::Win)),
];

/// Returns the result in the cell of a row with these players.
pub(super) fn of_game(cell: Option<&str>, players: &[String; 2], aliases: &NameAliases) -> RowResult {
    let cell = cell.unwrap_or_default();
    let word = fold_case(cell);
    let word = word.trim();
    let no_game = NO_GAME
        .iter()
        .find(|(no_game, _)| word == *no_game || no_game.chars().count() > 1 && word.contains(no_game));
    // 後手不戦勝 is a win of White without a game.
    let (winner, without_game) = match no_game {
        None => (cell.to_owned(), None),
        Some((no_game, result)) => (word.replace(no_game, " "), Some(*result)),
    };
    let stated = stated_result(&winner, players, aliases);
    RowResult {
        result: match without_game {
            None => stated,
            Some(of_first) => match (of_first, stated) {
                (Some(SheetResult::Loss), Some(of_named)) => Some(of_named.turned()),
                (Some(_), Some(of_named)) => Some(of_named),
                (of_first, None) | (of_first @ None, _) => of_first,
            },
        },
        is_played: without_game.is_none(),
    }
}

/// Returns the result that a word or the name of the winner states, from the view of the first player.
fn stated_result(cell: &str, players: &[String; 2], aliases: &NameAliases) -> Option<SheetResult> {
    let word = fold_case(cell);
    let results = [
        (WINS, SheetResult::Win),
        (LOSSES, SheetResult::Loss),
        (DRAWS, SheetResult::Draw),
    ];
    if let Some((_, result)) = results
        .into_iter()
        .find(|(words, _)| words.contains(&word.trim()))
    {
        return Some(result);
    }
    let name = aliases.normalized(cell);
    let winner = players
        .iter()
        .position(|player| !name.is_empty() && *player == name)?;
    Some(if winner == 0 {
        SheetResult::Win
    } else {
        SheetResult::Loss
    })
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
    if let Some((word, _)) = NO_GAME.iter().find(|(word, _)| *word == cell) {
        let is_point = matches!(*word, "bye" | "不戦勝");
        return Some(RoundCell::NoGame(f64::from(u8::from(is_point))));
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
    match digits.parse().ok()? {
        0 => Some(RoundCell::NoGame(result.points())),
        opponent => Some(RoundCell::Game(opponent, result)),
    }
}
