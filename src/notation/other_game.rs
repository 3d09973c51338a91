//! Records that cannot be played: records of other games, problems without a board, and games that began with
//! an unknown board.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::{TextForm, header};
use crate::finding::Span;
use crate::played::{Meaning, Played};
use crate::record::gap::{HandicapGap, HandicapName, OtherGameEvidence, StartRecovery};
use crate::record::{Gap, GapKind, Gaps, NodeId, Record, Start, Step, Tree};
use crate::shogi::{Color, Handicap, Position};
use crate::text::half_width;

/// Keys of headers that may contain the name of the game. Some programs write the name of the game in 手合割, the header
/// for the name of the start position.
const GAME_KEYS: [&str; 8] = [
    "手合割",
    "手合",
    "棋種",
    "変則",
    "ルール",
    "Variant",
    "$VARIANT",
    "$GAME",
];

/// Determines whether a record can be played. If not, adds a gap with the reason and removes the moves. A record with
/// an unknown start position can be played if every move can be played from the even start. A record whose board is lost
/// cannot be played.
///
/// Moves of another game have no meaning on a shogi board. For a record of another game, the gaps that were found
/// while it was read are discarded.
pub(super) fn complete(record: &mut Record<'_>) {
    if let Some((span, game)) = other_game(record) {
        record.gaps = Gaps::default();
        remove_moves(record, span, GapKind::OtherGame(game));
    } else if let Some((span, name)) = missing_problem(record) {
        record.gaps.retain(|kind| !is_unknown(kind));
        record.gaps.push(Gap::at_start(span, HandicapGap::for_name(name)));
        take_even_start(record);
    } else if is_board_lost(record) {
        record.start.is_known = false;
    } else if is_start_unknown(record) {
        take_even_start(record);
    }
}

/// Returns whether no piece of the board could be read, so that the position is not the start position. If the record has
/// moves, it is `false`: the first of them cannot be played, which is reported.
fn is_board_lost(record: &Record<'_>) -> bool {
    let position = &record.start.position;
    let has_pieces = || {
        Color::ALL
            .into_iter()
            .any(|color| position.pieces(color).next().is_some())
    };
    let is_of_board = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableBoard(_));
    let has_moves = || {
        record
            .tree
            .main_line()
            .any(|(_, node)| !matches!(node.step, Step::End(_)))
    };
    record.is_shogi()
        && record.start.is_known
        && record.gaps.iter().any(is_of_board)
        && !has_pieces()
        && !has_moves()
}

/// If the start position is unknown, uses the even start if every move can be played from the even start, and removes
/// the moves if not. Does nothing for a known start position.
fn take_even_start(record: &mut Record<'_>) {
    if record.gaps.latest(is_unknown).is_none() {
        return;
    }
    // Only playing the moves shows whether the even start fits.
    let recovery = start_recovery(record);
    let Some(Gap { span, kind, .. }) = record.gaps.latest(is_unknown) else {
        return;
    };
    let GapKind::UnknownHandicap(unknown) = kind else {
        return;
    };
    unknown.recovery = recovery;
    if recovery != StartRecovery::Even {
        let (span, unknown) = (*span, unknown.clone());
        record.gaps.retain(|kind| !is_unknown(kind));
        remove_moves(record, span, GapKind::UnknownHandicap(unknown));
    }
}

const fn is_unknown(kind: &GapKind) -> bool {
    matches!(kind, GapKind::UnknownHandicap(_))
}

/// Returns whether the start position has neither a board nor a name that is known or empty.
fn is_start_unknown(record: &Record<'_>) -> bool {
    let start = &record.start;
    let is_blank = start.name.as_ref().is_some_and(|(name, _)| name.is_empty());
    start.handicap.is_none() && start.diagram.is_none() && !is_blank
}

/// Returns how a start position with an unknown name can be replaced.
///
/// The even start replaces it if every move can be played from there. There is no replacement if the name means an uneven
/// start, or if the board of a mate problem is missing.
fn start_recovery(record: &Record<'_>) -> StartRecovery {
    let name = record.start.name.as_ref();
    if name.is_some_and(|(name, _)| Handicap::is_uneven(name)) {
        return StartRecovery::NotEven;
    }
    let mut line = record.tree.main_line();
    let has_moves = line.any(|(_, node)| !matches!(node.step, Step::End(_)));
    let is_even = record.start.position == Position::startpos();
    if header::mate_problem_header(record).is_some() && !(has_moves && is_even) {
        // The board of the mate problem is missing. The even start cannot replace this board.
        return StartRecovery::Unreported;
    }
    let played = Played::new(record);
    let is_impossible = |meaning: &Meaning| match meaning {
        Meaning::Ply(ply) => !ply.legal,
        Meaning::NotOnBoard => true,
        Meaning::Start | Meaning::Pass | Meaning::End => false,
    };
    let mut line = record.tree.main_line();
    let first_impossible = line.find(|&(id, _)| is_impossible(played.meaning(id)));
    first_impossible.map_or(StartRecovery::Even, |(id, _)| {
        StartRecovery::MoveNotPossible(record.tree.node(id).ply)
    })
}

fn remove_moves(record: &mut Record<'_>, span: Option<Span>, why: GapKind) {
    record.gaps.push(Gap::at_start(span, why));
    record.tree = Tree::default();
    record.gaps.reset_nodes();
    record.claims.clear();
    for remark in &mut record.remarks {
        remark.node = NodeId::START;
    }
    record.start = Start {
        name: record.start.name.take(),
        is_known: false,
        ..Start::default()
    };
}

/// Returns a gap for the header of a PGN that specifies a game other than shogi: `[Variant "Janggi"]`. Returns `None`
/// for any other text.
pub(super) fn named_in_pgn(text: &str) -> Option<Gap> {
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let value = line
            .trim()
            .strip_prefix("[Variant \"")
            .and_then(|it| it.strip_suffix("\"]"));
        if let Some(game) = value.filter(|it| is_other_game(it)) {
            let span = Span::new(start, start + line.trim_end().len());
            return Some(Gap::at_start(
                span,
                GapKind::OtherGame(OtherGameEvidence::Named(game.to_owned())),
            ));
        }
        start += line.len();
    }
    None
}

/// Returns the evidence that a record is of another game, and the span of the evidence; `None` without such evidence.
fn other_game(record: &Record<'_>) -> Option<(Option<Span>, OtherGameEvidence)> {
    let header = record
        .headers
        .iter()
        .find(|header| GAME_KEYS.contains(&&*header.name) && is_other_game(&header.value));
    if let Some(header) = header {
        let name = header.value.to_string();
        return Some((Some(record.value_span(header)), OtherGameEvidence::Named(name)));
    }
    // In JKF, the name of the start position may be a preset that names the game.
    if let Some((name, span)) = &record.start.name
        && is_other_game(name)
    {
        return Some((Some(*span), OtherGameEvidence::Named(name.to_string())));
    }
    if record.gaps.iter().next().is_some()
        && let Some((name_text, name)) = (TextForm::for_format(record.format).other_game)(record)
    {
        let start =
            record.span.start as usize + (name_text.as_ptr() as usize - record.text.as_ptr() as usize);
        return Some((
            Some(Span::new(start, start + name_text.len())),
            OtherGameEvidence::Named(name),
        ));
    }
    let is_of_board = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableBoard(_));
    let is_board_unreadable = record.gaps.iter().any(is_of_board);
    let diagram = record.start.diagram.filter(|_| is_board_unreadable)?;
    let span_before = Span {
        start: record.span.start,
        end: diagram.start,
    };
    let size = TextForm::for_format(record.format).other_board_size;
    let (files, ranks) = size(record.text_at(span_before), record.text_at(diagram))?;
    Some((Some(diagram), OtherGameEvidence::Board { files, ranks }))
}

/// Returns the span and the name of the header that declares a mate problem; `None` if there is no such header or if
/// the record has a board.
fn missing_problem(record: &Record<'_>) -> Option<(Option<Span>, HandicapName)> {
    let header = header::mate_problem_header(record).filter(|_| record.start.diagram.is_none())?;
    let name = HandicapName::Problem(header.value.to_string());
    Some((Some(record.value_span(header)), name))
}

// The names of other games.

/// Games that are played with other rules, other pieces or on other boards, as headers name them.
///
/// Each line is a name in half width and lower case, without blanks, or a heading after `#`. The names are used by
/// programs that play these games (lishogi, `PyChess`, Fairy-Stockfish) and in books about historical shogi.
const GAME_NAMES: &str = include_str!("other_games.txt");

fn game_names() -> impl Iterator<Item = &'static str> {
    GAME_NAMES.lines().filter(|line| !line.starts_with('#'))
}

/// Endings that specify the start position after the name of a game, as in 角落ち or 2枚獅子.
const START_SUFFIXES: [&str; 6] = ["落ち", "落", "獅子", "平手", "枚", "得"];

/// Returns whether a text is the name of a game that is not shogi.
///
/// Any text may follow the name in brackets, or after a blank if the name ends in 将棋 or the like. The name of a start
/// position may also follow such a name: 5五将棋角落ち.
pub(super) fn is_other_game(text: &str) -> bool {
    // Fast path for the value of almost all records.
    if text.trim_end() == "平手" {
        return false;
    }
    let text: String = text
        .chars()
        .map(half_width)
        .take_while(|&letter| !"([【〔".contains(letter))
        .flat_map(char::to_lowercase)
        .map(hiragana)
        .collect();
    let (first_word, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((&text, ""));
    is_game_name(&without_separators(&text))
        || is_name_with_game_ending(&without_separators(first_word)) && !rest.is_empty()
        || is_game_from_start(&without_separators(&text))
}

/// Returns a name without blanks, hyphens, underscores and middle dots.
fn without_separators(text: &str) -> String {
    let letters = text.chars();
    letters
        .filter(|letter| !letter.is_whitespace() && !"-_・".contains(*letter))
        .collect()
}

fn is_game_name(plain: &str) -> bool {
    static IN_HIRAGANA: LazyLock<HashSet<String>> = LazyLock::new(|| {
        game_names()
            .map(|name| name.chars().map(hiragana).collect())
            .collect()
    });
    IN_HIRAGANA.contains(plain) || is_board_size_name(plain)
}

/// Returns whether a name is that of a game and has an ending for games: 京都将棋, but not 京都.
fn is_name_with_game_ending(plain: &str) -> bool {
    let endings = ["将棋", "しょうぎ", "象棋", "shogi"];
    endings.iter().any(|ending| plain.ends_with(ending)) && is_game_name(plain)
}

/// Returns whether a text is a game followed by its start position: 5五将棋角落ち.
fn is_game_from_start(plain: &str) -> bool {
    START_SUFFIXES.iter().any(|suffix| plain.ends_with(suffix))
        && plain
            .char_indices()
            .any(|(at, _)| is_name_with_game_ending(&plain[..at]))
}

/// Returns whether a name consists of the size of a board other than 9x9, and 将棋 or `shogi`: 3x4将棋.
fn is_board_size_name(plain: &str) -> bool {
    let sizes = plain.strip_suffix("将棋").or_else(|| plain.strip_suffix("shogi"));
    let Some((files, ranks)) = sizes.and_then(|it| it.split_once(['x', '×', '*'])) else {
        return false;
    };
    let size = |digits: &str| digits.parse::<u8>().ok();
    matches!((size(files), size(ranks)), (Some(files), Some(ranks)) if (files, ranks) != (9, 9))
}

/// Converts katakana to hiragana, since names are written in either.
fn hiragana(letter: char) -> char {
    match letter {
        'ァ'..='ヶ' => char::from_u32(letter as u32 - 0x60).unwrap_or(letter),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::{game_names, is_other_game};

    #[test]
    fn names_are_recognised_in_any_width_and_case() {
        for name in [
            "5五将棋",
            "５五将棋",
            " 中 将棋　",
            "Minishogi",
            "Kyoto Shogi",
            "chu-shogi",
            "京都将棋（１局目）",
            "安南将棋　角落ち",
            "安南将棋 先生との対局",
            "5五将棋角落ち",
            "5五将棋 2枚落",
            "中将棋 2枚獅子",
            "ゴロゴロ",
            "ゴロゴロどうぶつしょうぎ",
            "ハノイ将棋",
            "3x4将棋",
            "５×５将棋",
            "10x10将棋【練習】",
            "どうぶつしょうぎ",
        ] {
            assert!(is_other_game(name), "{name}");
        }
        assert!(game_names().all(is_other_game));
    }

    #[test]
    fn shogi_terms_are_not_another_game() {
        for name in [
            "",
            "平手",
            "本将棋",
            "将棋",
            "詰将棋",
            "その他",
            "目隠し将棋",
            "早指し将棋",
            "指導対局",
            "5五将棋大会",
            "京都 角落ち",
            "王手 二枚落ち",
            "9x9将棋",
            "将棋 角落ち",
            "x将棋",
            "ペア将棋",
            "人間将棋",
            "安全将棋角落ち",
            "王手飛車",
            "二枚落ち",
            "青空",
            "handicap",
            "shogi",
        ] {
            assert!(!is_other_game(name), "{name}");
        }
    }
}
