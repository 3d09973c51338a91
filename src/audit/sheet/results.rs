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

/// The words for a win of the first player, a loss and a draw: folded by [`folded`].
const RESULTS: &[(SheetResult, &[&str])] = &[
    (
        SheetResult::Win,
        &[
            "1-0",
            "1",
            "○",
            "o",
            "先手",
            "先",
            "先勝",
            "先手勝",
            "先手勝ち",
            "先手の勝ち",
            "先手勝利",
            "先手○",
            "下手",
            "下手勝",
            "下手勝ち",
            "black",
            "blackwins",
            "b",
            "sente",
            "+",
            "勝",
            "勝ち",
            "win",
            "反則勝",
            "反則勝ち",
            "時間切れ勝",
            "時間切れ勝ち",
            "▲",
            "☗",
            "☗勝ち",
            "☗won",
        ],
    ),
    (
        SheetResult::Loss,
        &[
            "0-1",
            "0",
            "●",
            "×",
            "x",
            "後手",
            "後",
            "後勝",
            "後手勝",
            "後手勝ち",
            "後手の勝ち",
            "後手勝利",
            "後手○",
            "上手",
            "上手勝",
            "上手勝ち",
            "white",
            "whitewins",
            "gote",
            "-",
            "負",
            "負け",
            "loss",
            "lose",
            "l",
            "反則負",
            "反則負け",
            "時間切れ負",
            "時間切れ負け",
            "☖",
            "☖勝ち",
            "☖won",
        ],
    ),
    (
        SheetResult::Draw,
        &[
            "=",
            "△",
            "1/2-1/2",
            "1/2",
            "0.5-0.5",
            "0.5",
            "引分",
            "引き分け",
            "引分け",
            "分",
            "千日手",
            "持将棋",
            "draw",
            "d",
        ],
    ),
];

/// The words for a row without a game, with the result for the first player, or for the player whose name is next to the word:
/// folded by [`folded`], the longer ones first.
const NO_GAME: &[(&str, Option<SheetResult>)] = &[
    ("doubleloss", None),
    ("両者不戦敗", None),
    ("双方不戦敗", None),
    ("両不戦敗", None),
    ("両者負け", None),
    ("双方負け", None),
    ("両負け", None),
    ("0-0", None),
    ("未対局", None),
    ("中止", None),
    ("没収", None),
    ("休み", None),
    ("不戦敗", Some(SheetResult::Loss)),
    ("不戦勝", Some(SheetResult::Win)),
    ("不戦", Some(SheetResult::Win)),
    ("抜け番", Some(SheetResult::Win)),
    ("forfeit", Some(SheetResult::Win)),
    ("w.o.", Some(SheetResult::Win)),
    ("bye", Some(SheetResult::Win)),
    ("f", Some(SheetResult::Win)),
];

/// The words in the place of an opponent who is not there.
const NOBODY: [&str; 10] = [
    "bye",
    "不戦",
    "不戦勝",
    "抜け番",
    "抜番",
    "なし",
    "空き",
    "休み",
    "none",
    "nobody",
];

/// Returns whether a name means that there is no opponent.
pub(super) fn is_nobody(name: &str) -> bool {
    NOBODY.contains(&folded(name).trim_matches(['(', ')']))
}

/// Returns a word in lower case and one width, without blanks, and with one form of each sign.
fn folded(cell: &str) -> String {
    let character = |character: char| match character {
        '◯' | '〇' | '⚪' | '⭕' => '○',
        '✕' | '✖' | '✗' | '✘' | '☓' | '╳' | '❌' => '×',
        ':' | '–' | '−' | '—' => '-',
        '⁄' => '/',
        other => other,
    };
    let folded = fold_case(cell);
    folded
        .chars()
        .filter(|it| !it.is_whitespace())
        .map(character)
        .collect()
}

/// Returns the result in the cell of a row with these players; `None` if the cell cannot be read.
pub(super) fn of_game(cell: &str, players: &[String; 2], aliases: &NameAliases) -> Option<RowResult> {
    let word = folded(cell);
    let is_played = true;
    if word.is_empty() {
        return Some(RowResult {
            result: None,
            is_played,
        });
    }
    let no_game = NO_GAME
        .iter()
        .find(|(no_game, _)| word == *no_game || no_game.chars().count() > 1 && word.contains(no_game));
    // 1-0F is a forfeit.
    let forfeit = word
        .strip_suffix('f')
        .and_then(|word| stated_result(word, word, players, aliases));
    if forfeit.is_some() {
        return Some(RowResult {
            result: forfeit,
            is_played: false,
        });
    }
    let Some((no_game, of_first)) = no_game else {
        // A remark in parentheses, such as ○(反則), does not change the result.
        let bare = word
            .split('(')
            .next()
            .filter(|bare| !bare.is_empty())
            .unwrap_or(&word);
        let result = stated_result(bare, cell, players, aliases)?;
        return Some(RowResult {
            result: Some(result),
            is_played,
        });
    };
    // 後手不戦勝 is a win of White without a game.
    let winner = word.replace(no_game, "");
    let named = stated_result(winner.trim_matches(['(', ')']), &winner, players, aliases);
    let result = match (of_first, named) {
        (Some(SheetResult::Loss), Some(named)) => Some(named.turned()),
        (Some(_), Some(named)) => Some(named),
        (of_first, _) => *of_first,
    };
    Some(RowResult {
        result,
        is_played: false,
    })
}

/// Returns the result that a folded word or the name of the winner states, from the view of the first player.
fn stated_result(
    word: &str,
    name: &str,
    players: &[String; 2],
    aliases: &NameAliases,
) -> Option<SheetResult> {
    if let Some((result, _)) = RESULTS.iter().find(|(_, words)| words.contains(&word)) {
        return Some(*result);
    }
    let name = aliases.normalized(name);
    let is_winner = |player: &&String| !name.is_empty() && **player == name;
    // The last name is enough if only one of the players has it.
    let begins = |player: &&String| !name.is_empty() && player.starts_with(&name);
    let mut winners = players.iter().enumerate().filter(|(_, player)| is_winner(player));
    let mut named = players.iter().enumerate().filter(|(_, player)| begins(player));
    let (winner, _) = winners
        .next()
        .or_else(|| named.next().filter(|_| named.next().is_none()))?;
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
    let cell = folded(cell);
    // The handicap in parentheses is not compared.
    let cell = cell.split('(').next().unwrap_or_default();
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
        "+" => SheetResult::Win,
        "-" => SheetResult::Loss,
        "=" => SheetResult::Draw,
        sign => of_sign(sign)?,
    };
    match digits.parse().ok()? {
        0 => Some(RoundCell::NoGame(result.points())),
        opponent => Some(RoundCell::Game(opponent, result)),
    }
}

/// Returns the meaning of a sign without a number.
pub(super) fn of_sign(cell: &str) -> Option<SheetResult> {
    match &*folded(cell) {
        "○" | "o" => Some(SheetResult::Win),
        "●" | "×" | "x" => Some(SheetResult::Loss),
        "△" => Some(SheetResult::Draw),
        _ => None,
    }
}

/// Returns whether a cell only fills its place.
pub(super) fn is_blank(cell: &str) -> bool {
    cell.chars().all(|it| "*/\\-―ー—＼／＊ 　".contains(it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_as_people_write_them() {
        use SheetResult::{Draw, Loss, Win};
        let aliases = NameAliases::new(&[("中村隆".to_owned(), vec!["Nakamura".to_owned()])]);
        let players = ["中村隆", "佐藤健一"].map(str::to_owned);
        for (cells, result, is_played) in [
            (
                "○ ◯ 〇 ⭕ 1-0 1:0 1 - 0 1–0 先手勝 先手勝利 中村 中村隆 Nakamura ○(反則) 反則勝 black ☗ ☗勝ち ▲",
                Some(Win),
                true,
            ),
            (
                "● × ✕ ✖ ☓ 0-1 0:1 後手の勝ち 佐藤 佐藤健一四段 lose 負け ☖ ☖勝ち",
                Some(Loss),
                true,
            ),
            ("△ = 1/2 ½ ½-½ 千日手 引き分け", Some(Draw), true),
            (
                "不戦勝 1-0F bye 先手不戦勝 不戦勝(中村隆) 後手不戦敗 不戦",
                Some(Win),
                false,
            ),
            ("不戦敗 後手不戦勝 佐藤不戦勝", Some(Loss), false),
            ("両者負け 両者不戦敗 0-0 未対局 中止", None, false),
        ] {
            for cell in cells.replace("1 - 0", "1\u{a0}-\u{a0}0").split(' ') {
                let expected = RowResult { result, is_played };
                assert_eq!(of_game(cell, &players, &aliases), Some(expected), "{cell}");
            }
        }
        for cell in ["たぶん勝ち", "???", "山本", "中", "#REF!", "2"] {
            let read = of_game(cell, &["山本一".to_owned(), "山本二".to_owned()], &aliases);
            assert_eq!(read, None, "{cell}");
        }
        assert!(is_nobody("（不戦勝）") && is_nobody("BYE") && !is_nobody("不戦 太郎"));
    }
}
