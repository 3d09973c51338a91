//! The result in words: `まで98手で後手の勝ち`.

use memchr::memmem;
use pest::Parser as _;
use pest::iterators::Pair;

use super::parser::{KakinokiParser, Rule as Part};
use super::words;
use crate::record::Terminal;
use crate::shogi::Color;

/// What a まで line says.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Result<'t> {
    /// The number of moves.
    pub plies: Option<u32>,
    /// How the game ended, where that is said.
    pub terminal: Option<Terminal>,
    /// Who won, where a side is named.
    pub winner: Option<Color>,
    /// The words for that.
    pub words: &'t str,
}

/// Reads a まで line. The more exact forms come first, because they end like the others.
pub(crate) fn result(line: &str) -> Result<'_> {
    let mut read = Result {
        plies: None,
        terminal: None,
        winner: None,
        words: "",
    };
    let parts = KakinokiParser::parse(Part::result, line.trim());
    for part in parts.into_iter().flatten().flat_map(Pair::into_inner) {
        match part.as_rule() {
            Part::number => read.plies = Some(words::number(part.as_str())),
            Part::words => read.words = words::without_stop(part.as_str().trim()),
            _ => {}
        }
    }
    (read.terminal, read.winner) = outcome(read.words);
    read
}

/// Reasons that may stand before the winner: 時間切れにより先手の勝ち, 後手の反則により先手の勝ち.
const REASONS: &[(&str, Terminal)] = &[
    ("時間切れにより", Terminal::Timeout),
    ("切れ負けにより", Terminal::Timeout),
    ("反則により", Terminal::FoulLoss),
    ("反則負けにより", Terminal::FoulLoss),
    ("二歩により", Terminal::FoulLoss),
    ("打ち歩詰めにより", Terminal::FoulLoss),
    ("打歩詰により", Terminal::FoulLoss),
    ("二手指しにより", Terminal::FoulLoss),
    ("王手放置により", Terminal::FoulLoss),
    ("連続王手の千日手により", Terminal::FoulLoss),
];

fn outcome(text: &str) -> (Option<Terminal>, Option<Color>) {
    // The word that all of them end in, and hardly any line has.
    let has_reason = memmem::find(text.as_bytes(), "により".as_bytes()).is_some();
    let reasons = REASONS.iter().filter(|_| has_reason);
    let because = reasons.into_iter().find_map(|&(reason, terminal)| {
        let (before, after) = text.split_once(reason)?;
        let is_side = before.is_empty() || words::side(before).is_some_and(|(_, rest)| rest == "の");
        let winner = words::side(after).filter(|&(_, rest)| rest == "の勝ち" && is_side)?;
        Some((Some(terminal), Some(winner.0)))
    });
    because.unwrap_or_else(|| match words::ending(text) {
        // Said of every kind of win, so it names the winner and no more.
        Some((Terminal::Other, winner @ Some(_))) => (None, winner),
        Some((terminal, winner)) => (Some(terminal), winner),
        None => (None, None),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_seen_in_real_records() {
        let table = [
            ("まで105手で先手の勝ち", Some(105), None, Some(Color::Black)),
            ("まで4手で上手の勝ち", Some(4), None, Some(Color::White)),
            ("まで4手で上手の勝ち！", Some(4), None, Some(Color::White)),
            ("まで4手で上手の勝ち？", Some(4), None, None),
            (
                "まで、27手で後手の反則勝ち",
                Some(27),
                Some(Terminal::FoulWin),
                Some(Color::White),
            ),
            (
                "まで7手で先手の反則負け",
                Some(7),
                Some(Terminal::FoulLoss),
                Some(Color::White),
            ),
            (
                "まで90手で時間切れにより先手の勝ち",
                Some(90),
                Some(Terminal::Timeout),
                Some(Color::Black),
            ),
            ("まで59手詰", Some(59), Some(Terminal::Mate), None),
            ("まで23手で詰み", Some(23), Some(Terminal::Mate), None),
            ("まで12手千日手", Some(12), Some(Terminal::Repetition), None),
            ("まで49手で封じ手", Some(49), Some(Terminal::Sealed), None),
            (
                "まで111手で先手の入玉勝ち",
                Some(111),
                Some(Terminal::DeclareWin),
                Some(Color::Black),
            ),
            ("まで8手で対局終了", Some(8), Some(Terminal::Other), None),
            (
                "まで99999999999手で中断",
                Some(u32::MAX),
                Some(Terminal::Interrupt),
                None,
            ),
            (" まで１２手で引分け　", Some(12), Some(Terminal::Draw), None),
            ("まで", None, None, None),
            (
                "まで90手で後手の反則により先手の勝ち",
                Some(90),
                Some(Terminal::FoulLoss),
                Some(Color::Black),
            ),
            (
                "まで90手で後手の時間切れ",
                Some(90),
                Some(Terminal::Timeout),
                Some(Color::Black),
            ),
            ("まで90手で先手勝", Some(90), None, Some(Color::Black)),
            ("まで90手で先手の勝ち。", Some(90), None, Some(Color::Black)),
            ("まで90手で裁定引分", Some(90), Some(Terminal::Draw), None),
            ("まで90手で先手の勝負手", Some(90), None, None),
        ];
        for (line, plies, terminal, winner) in table {
            let read = result(line);
            assert_eq!(
                (read.plies, read.terminal, read.winner),
                (plies, terminal, winner),
                "{line}"
            );
        }
        assert_eq!(result("まで7手で先手の反則負け\r\n").words, "先手の反則負け");
        assert_eq!(result("まで59手詰").words, "詰");
    }
}
