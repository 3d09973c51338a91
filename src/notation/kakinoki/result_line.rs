//! The result in words: `まで98手で後手の勝ち`.

use pest::Parser as _;
use pest::iterators::Pair;

use super::players::Players;
use super::words::{
    KakinokiParser, Rule as Part, SIDE_RESULTS, digit, ending, is_blank, number, side, side_result,
    without_punctuation,
};
use crate::record::Terminal;
use crate::shogi::Color;

/// Returns whether a line states the result: the line begins with まで, or with にて and the number of moves.
pub(crate) fn is_result_line(line: &str) -> bool {
    let begins_with_number = |rest: &str| rest.starts_with(|c| digit(c).is_some());
    line.starts_with("まで") || line.strip_prefix("にて").is_some_and(begins_with_number)
}

/// The contents of a まで line.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ClaimedResult<'t> {
    /// The number of moves that the line states; `None` if it states no number.
    pub plies: Option<u32>,
    /// The kind of end; `None` if the line does not state it in known words.
    pub terminal: Option<Terminal>,
    /// The winner, named by the side or by the name of the player; `None` if the line does not state a winner.
    pub winner: Option<Color>,
    /// The words of the result, such as 後手の勝ち; empty if the line has no words.
    pub words: &'t str,
    /// The text in brackets after the words, which gives the reason for the result; `None` if the line has no such
    /// text.
    pub reason: Option<&'t str>,
}

impl ClaimedResult<'_> {
    /// Returns whether the line contains only the number of moves, without words.
    pub(crate) const fn is_number_only(&self) -> bool {
        self.plies.is_some() && self.words.is_empty()
    }
}

/// Returns the kind of end that a まで line states, if `to_move` is to move.
///
/// If the line only states that the opponent of the side to move wins, the end is a resignation. Returns `None` if the
/// line has no words, or if the side to move wins and the line does not state how.
pub(crate) fn end_by(claimed: &ClaimedResult<'_>, to_move: Color) -> Option<Terminal> {
    match (claimed.terminal, claimed.winner) {
        (Some(Terminal::FoulWin | Terminal::FoulLoss), Some(winner)) if winner == to_move => {
            Some(Terminal::FoulWin)
        }
        (Some(Terminal::FoulWin | Terminal::FoulLoss), Some(_)) => Some(Terminal::FoulLoss),
        (Some(terminal), _) => Some(terminal),
        (None, Some(winner)) if winner != to_move => Some(Terminal::Resign),
        // An unknown word also ends the game, as it does in a numbered line of KIF.
        (None, None) if !claimed.words.is_empty() => Some(Terminal::Other),
        (None, _) => None,
    }
}

/// Reads a まで line. Names of players in the line are not recognized.
pub(crate) fn parse(line: &str) -> ClaimedResult<'_> {
    parse_with_names(line, Players::default())
}

/// Reads a まで line, in which the name of one of the `players` may identify the winner.
pub(crate) fn parse_with_names<'t>(line: &'t str, players: Players<'_>) -> ClaimedResult<'t> {
    let line = line.trim();
    let (plies, words) = usual_result_parts(line).unwrap_or_else(|| result_parts(line));
    let mut result = ClaimedResult {
        plies,
        words: without_punctuation(words.trim()),
        ..ClaimedResult::default()
    };
    (result.terminal, result.winner) = outcome(result.words, players);
    if let (None, None, Some((words, reason))) = (result.terminal, result.winner, split_reason(result.words))
    {
        let (terminal, winner) = outcome(words, players);
        if terminal.is_some() || winner.is_some() {
            (result.terminal, result.winner) = (terminal, winner);
            (result.words, result.reason) = (words, Some(reason));
        }
    }
    result
}

/// Returns the number of moves and the words of a まで line; `None` and an empty text for those that it does not state.
fn result_parts(line: &str) -> (Option<u32>, &str) {
    let (mut plies, mut words) = (None, "");
    let parts = KakinokiParser::parse(Part::result, line);
    for part in parts.into_iter().flatten().flat_map(Pair::into_inner) {
        match part.as_rule() {
            Part::number => plies = Some(number(part.as_str())),
            Part::words => words = part.as_str(),
            _ => {}
        }
    }
    (plies, words)
}

/// Returns the [parts](result_parts) of a まで line in the form in which programs write it: `まで98手で後手の勝ち`. Returns
/// `None` for any other line, which the grammar reads.
fn usual_result_parts(line: &str) -> Option<(Option<u32>, &str)> {
    let rest = line.strip_prefix("まで")?;
    let length = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (digits, rest) = rest.split_at(length);
    let words = rest.strip_prefix("手で").filter(|_| length > 0)?;
    Some((Some(number(digits)), words))
}

/// Returns the words before brackets at the end, and the text in the brackets: 後手の反則勝ち（二歩）. Returns `None` without
/// such brackets, and for empty ones.
fn split_reason(words: &str) -> Option<(&str, &str)> {
    let (words, reason) = words.strip_suffix([')', '）'])?.rsplit_once(['(', '（'])?;
    let (words, reason) = (without_punctuation(words.trim()), reason.trim());
    (!reason.is_empty()).then_some((words, reason))
}

/// Reasons that may precede the winner: 時間切れにより先手の勝ち, 後手の反則により先手の勝ち.
const REASONS: &[(&str, Terminal)] = &[
    ("時間切れにより", Terminal::Timeout),
    ("切れ負けにより", Terminal::Timeout),
    ("接続切れにより", Terminal::Disconnect),
    ("通信切断により", Terminal::Disconnect),
    ("回線切断により", Terminal::Disconnect),
    ("反則により", Terminal::FoulLoss),
    ("反則負けにより", Terminal::FoulLoss),
    ("二歩により", Terminal::FoulLoss),
    ("打ち歩詰めにより", Terminal::FoulLoss),
    ("打歩詰により", Terminal::FoulLoss),
    ("二手指しにより", Terminal::FoulLoss),
    ("王手放置により", Terminal::FoulLoss),
    ("連続王手の千日手により", Terminal::FoulLoss),
    ("投了により", Terminal::Resign),
    ("時間切れで", Terminal::Timeout),
    ("切れ負けで", Terminal::Timeout),
    ("反則で", Terminal::FoulLoss),
    ("二歩で", Terminal::FoulLoss),
    ("投了で", Terminal::Resign),
];

fn outcome(text: &str, players: Players<'_>) -> (Option<Terminal>, Option<Color>) {
    // Every reason ends in one of these words. Few lines contain these words, so the table is rarely searched.
    let has_reason = text.contains("により") || text.contains('で');
    let reasons = REASONS.iter().filter(|_| has_reason);
    let ending = |text| ending(text).or_else(|| ending_of_player(text, players));
    let player = |name: &str| {
        let side_only = side(name).filter(|(_, rest)| rest.is_empty());
        side_only.map(|(side, _)| side).or_else(|| players.side(name))
    };
    // The text before the reason is empty or names the loser.
    let is_loser = |text: &str, winner: Color| {
        let name = text.strip_suffix('の').unwrap_or(text);
        name.is_empty() || player(name) == Some(winner.opponent())
    };
    let result_by_reason = reasons.into_iter().find_map(|&(reason, terminal)| {
        let (before_reason, after_reason) = text.split_once(reason)?;
        match ending(after_reason).filter(|_| after_reason.ends_with("の勝ち"))? {
            (Terminal::Other, Some(winner)) if is_loser(before_reason, winner) => {
                Some((Some(terminal), Some(winner)))
            }
            _ => None,
        }
    });
    result_by_reason.unwrap_or_else(|| match ending(text) {
        // 勝ち is used for every kind of win, so this word only states the winner.
        Some((Terminal::Other, winner @ Some(_))) => (None, winner),
        Some((terminal, winner)) => (Some(terminal), winner),
        None => (None, None),
    })
}

/// The words for a side.
const SIDES: [&str; 4] = ["先手", "後手", "下手", "上手"];

/// Returns the kind of end and the winner for a word with the name of a player: 甲の時間切れ. Returns `None` for an unknown
/// word or name.
fn ending_of_player(word: &str, players: Players<'_>) -> Option<(Terminal, Option<Color>)> {
    SIDE_RESULTS.iter().find_map(|&entry| {
        let name = word.strip_suffix(entry.0)?;
        let name = name.strip_suffix('の').unwrap_or(name);
        let side_and_name = side(name).filter(|(_, name)| !name.is_empty());
        let named_side = match side_and_name {
            // A side and the name of its player: 後手山田四段, 後手の山田四段. A name may begin with の, too.
            Some((side, name)) => {
                let name = name.trim_start_matches(|character: char| {
                    is_blank(character) || matches!(character, '・' | '：' | ':')
                });
                let after_particle = name.strip_prefix('の');
                let mut names = [Some(name), after_particle].into_iter().flatten();
                let is_only_name =
                    |name: &str| !players.has_name(side) && !SIDES.iter().any(|it| name.contains(it));
                (names.any(|name| players.side(name) == Some(side))
                    || after_particle.is_some_and(is_only_name))
                .then_some(side)
            }
            None => players.side(name),
        };
        Some(side_result(entry, named_side?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn result_lines_of_real_records_are_read() {
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
            ("まで2手で打ち切り", Some(2), Some(Terminal::Other), None),
            ("まで2手で対局中", Some(2), Some(Terminal::Other), None),
            (
                "まで90手で後手の時間切れで先手の勝ち",
                Some(90),
                Some(Terminal::Timeout),
                Some(Color::Black),
            ),
            (
                "まで90手で後手投了により先手の勝ち",
                Some(90),
                Some(Terminal::Resign),
                Some(Color::Black),
            ),
            ("まで90手で先手投了により先手の勝ち", Some(90), None, None),
            ("まで90手で先手勝", Some(90), None, Some(Color::Black)),
            ("まで90手で先手の勝ち。", Some(90), None, Some(Color::Black)),
            ("まで90手で裁定引分", Some(90), Some(Terminal::Draw), None),
            ("まで90手で先手の勝負手", Some(90), None, None),
        ];
        for (line, plies, terminal, winner) in table {
            let parsed = parse(line);
            assert_eq!(
                (parsed.plies, parsed.terminal, parsed.winner),
                (plies, terminal, winner),
                "{line}"
            );
        }
        assert_eq!(parse("まで7手で先手の反則負け\r\n").words, "先手の反則負け");
        assert_eq!(parse("まで59手詰").words, "詰");
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 2048, ..ProptestConfig::default() })]

        #[test]
        fn usual_results_are_read_as_by_the_grammar(
            line in "まで[、 ]{0,1}[0-9１２]{0,11}手?[で 　にて]{0,2}(先手の勝ち|で|手|、|\r|[0-9]|){0,2}"
        ) {
            if let Some(parts) = usual_result_parts(&line) {
                prop_assert_eq!(parts, result_parts(&line));
            }
        }
    }

    #[test]
    fn a_usual_result_needs_no_grammar() {
        assert_eq!(
            usual_result_parts("まで98手で後手の勝ち"),
            Some((Some(98), "後手の勝ち"))
        );
        assert_eq!(usual_result_parts("まで98手で"), Some((Some(98), "")));
        for line in [
            "まで手で後手の勝ち",
            "まで98手詰",
            "まで98手 で中断",
            "まで９８手で中断",
            "まで、9手で中断",
            "にて9手で",
        ] {
            assert_eq!(usual_result_parts(line), None, "{line}");
        }
    }
}
