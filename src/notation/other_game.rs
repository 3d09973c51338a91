//! Records that cannot be played: those of games that are not shogi, problems whose board is missing, and games that
//! began with a board that nobody knows.

use std::collections::HashSet;
use std::sync::LazyLock;

use super::kakinoki::cut;
use super::{TextForm, header};
use crate::finding::Span;
use crate::played::{Meaning, Played};
use crate::record::gap::{HandicapGap, HandicapName, OddGame, StartRecovery};
use crate::record::{Gap, GapKind, Gaps, NodeId, Record, Start, Step, Tree};
use crate::shogi::{Handicap, Position};
use crate::text::half_width;

/// Headers that name the game. 手合割 names the start, and programs put other games there.
const KEYS: [&str; 8] = [
    "手合割",
    "手合",
    "棋種",
    "変則",
    "ルール",
    "Variant",
    "$VARIANT",
    "$GAME",
];

/// Finds out whether a record can be played. If not, it notes why, and keeps no moves: they mean nothing on the board of
/// shogi. Of a record of another game, nothing that its reader missed in it counts.
pub(super) fn settle(record: &mut Record<'_>) {
    if let Some((span, game)) = other(record) {
        record.gaps = Gaps::default();
        forget_moves(record, span, GapKind::OtherGame(game));
    } else if let Some((span, name)) = missing_problem(record) {
        record.gaps.retain(|kind| !is_unknown(kind));
        record.gaps.push(Gap::of_start(span, HandicapGap::of(name)));
        take_even_start(record);
    } else if is_start_unknown(record) {
        take_even_start(record);
    }
}

/// Takes the even start for one that is noted as unknown, if every move can be played from it; else forgets the moves.
fn take_even_start(record: &mut Record<'_>) {
    if record.gaps.latest(is_unknown).is_none() {
        return;
    }
    // The moves tell, but only by playing them.
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
        forget_moves(record, span, GapKind::UnknownHandicap(unknown));
    }
}

const fn is_unknown(kind: &GapKind) -> bool {
    matches!(kind, GapKind::UnknownHandicap(_))
}

/// Whether neither a name that is known nor a board tells the start.
fn is_start_unknown(record: &Record<'_>) -> bool {
    let start = &record.start;
    let is_blank = start.name.as_ref().is_some_and(|(name, _)| name.is_empty());
    start.handicap.is_none() && start.diagram.is_none() && !is_blank
}

/// What is taken for a start of an unknown name: the even one, where every move can be played from there.
fn start_recovery(record: &Record<'_>) -> StartRecovery {
    let name = record.start.name.as_ref();
    if name.is_some_and(|(name, _)| Handicap::is_uneven(name)) {
        return StartRecovery::NotEven;
    }
    let mut line = record.tree.main_line();
    let has_moves = line.any(|(_, node)| !matches!(node.step, Step::End(_)));
    let is_even = record.start.position == Position::startpos();
    if header::problem(record).is_some() && !(has_moves && is_even) {
        // The board of the problem is missing, and no other is put in its place.
        return StartRecovery::Unsaid;
    }
    let played = Played::of(record);
    let is_impossible = |meaning: &Meaning| match meaning {
        Meaning::Ply(ply) => !ply.legal,
        Meaning::Lost => true,
        Meaning::Start | Meaning::Pass | Meaning::End => false,
    };
    let mut line = record.tree.main_line();
    let odd = line.find(|&(id, _)| is_impossible(played.meaning(id)));
    odd.map_or(StartRecovery::Even, |(id, _)| {
        StartRecovery::Unfit(record.tree.node(id).ply)
    })
}

fn forget_moves(record: &mut Record<'_>, span: Option<Span>, why: GapKind) {
    record.gaps.push(Gap::of_start(span, why));
    record.tree = Tree::default();
    record.gaps.forget_nodes();
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

/// The header of a PGN that names another game than shogi: `[Variant "Janggi"]`.
pub(super) fn named_in_pgn(text: &str) -> Option<Gap> {
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        let value = line
            .trim()
            .strip_prefix("[Variant \"")
            .and_then(|it| it.strip_suffix("\"]"));
        if let Some(game) = value.filter(|it| is_other_game(it)) {
            let span = Span::new(start, start + line.trim_end().len());
            return Some(Gap::of_start(
                span,
                GapKind::OtherGame(OddGame::Named(game.to_owned())),
            ));
        }
        start += line.len();
    }
    None
}

/// Where a record says that it is of another game, and in which words.
fn other(record: &Record<'_>) -> Option<(Option<Span>, OddGame)> {
    let header = record
        .headers
        .iter()
        .find(|header| KEYS.contains(&&*header.name) && is_other_game(&header.value));
    if let Some(header) = header {
        let name = header.value.to_string();
        return Some((Some(record.value_span(header)), OddGame::Named(name)));
    }
    // A preset of JKF.
    if let Some((name, span)) = &record.start.name
        && is_other_game(name)
    {
        return Some((Some(*span), OddGame::Named(name.to_string())));
    }
    if record.gaps.iter().next().is_some()
        && let Some((place, name)) = (TextForm::of(record.format).other_game)(record)
    {
        let start = record.span.start as usize + (place.as_ptr() as usize - record.text.as_ptr() as usize);
        return Some((Some(Span::new(start, start + place.len())), OddGame::Named(name)));
    }
    let is_of_board = |gap: &Gap| matches!(gap.kind, GapKind::UnreadableBoard(_));
    let is_odd = record.gaps.iter().any(is_of_board);
    let diagram = record.start.diagram.filter(|_| is_odd)?;
    let before = Span {
        start: record.span.start,
        end: diagram.start,
    };
    let (files, ranks) = of(record.text_at(before), record.text_at(diagram))?;
    Some((Some(diagram), OddGame::Board { files, ranks }))
}

/// Where a record says that it is a problem, though it has no board.
fn missing_problem(record: &Record<'_>) -> Option<(Option<Span>, HandicapName)> {
    let named = header::problem(record).filter(|_| record.start.diagram.is_none())?;
    let name = HandicapName::Problem(named.value.to_string());
    Some((Some(record.value_span(named)), name))
}

// The names of other games.

/// Games that are played with other rules, other pieces or on other boards, as headers call them: in one width and in small
/// letters, without blanks, a line each. Programs that play them (lishogi, `PyChess`, Fairy-Stockfish) and books about old
/// shogi use these names.
const NAMES: &str = include_str!("other_games.txt");

fn names() -> impl Iterator<Item = &'static str> {
    NAMES.lines().filter(|line| !line.starts_with('#'))
}

/// What may stand after the name of a game: the start that it is played from, as 角落ち or 2枚獅子.
const STARTS: [&str; 6] = ["落ち", "落", "獅子", "平手", "枚", "得"];

/// Whether a text is the name of a game that is not shogi. What stands after it in brackets, or after a blank, may be
/// anything.
pub(super) fn is_other_game(text: &str) -> bool {
    // What nearly all records say.
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
    let (first, rest) = text.trim().split_once(char::is_whitespace).unwrap_or((&text, ""));
    is_name(&plain(&text)) || is_game(&plain(first)) && !rest.is_empty() || is_game_from_start(&plain(&text))
}

/// A name without what separates its parts.
fn plain(text: &str) -> String {
    let letters = text.chars();
    letters
        .filter(|letter| !letter.is_whitespace() && !"-_・".contains(*letter))
        .collect()
}

fn is_name(plain: &str) -> bool {
    static IN_HIRAGANA: LazyLock<HashSet<String>> =
        LazyLock::new(|| names().map(|name| name.chars().map(hiragana).collect()).collect());
    IN_HIRAGANA.contains(plain) || is_sized(plain)
}

/// A name that says that it is one of a game: 京都将棋, and not 京都.
fn is_game(plain: &str) -> bool {
    let endings = ["将棋", "しょうぎ", "象棋", "shogi"];
    endings.iter().any(|ending| plain.ends_with(ending)) && is_name(plain)
}

/// 5五将棋角落ち: a game, and the start that it is played from.
fn is_game_from_start(plain: &str) -> bool {
    STARTS.iter().any(|start| plain.ends_with(start))
        && plain.char_indices().any(|(at, _)| is_game(&plain[..at]))
}

/// 3x4将棋: a board of another size.
fn is_sized(plain: &str) -> bool {
    let sizes = plain.strip_suffix("将棋").or_else(|| plain.strip_suffix("shogi"));
    let Some((files, ranks)) = sizes.and_then(|it| it.split_once(['x', '×', '*'])) else {
        return false;
    };
    let size = |digits: &str| digits.parse::<u8>().ok();
    matches!((size(files), size(ranks)), (Some(files), Some(ranks)) if (files, ranks) != (9, 9))
}

/// Names are written in either kana.
fn hiragana(letter: char) -> char {
    match letter {
        'ァ'..='ヶ' => char::from_u32(letter as u32 - 0x60).unwrap_or(letter),
        _ => letter,
    }
}

// The shape of a board that is not that of shogi.

/// The files and ranks of a board as any notation draws it, where they are those of another game. Rows must be whole and of
/// one length, so that a board of shogi of which something is lost is never taken for another. What stands `before` a
/// diagram may number its files.
fn of(before: &str, text: &str) -> Option<(usize, usize)> {
    diagram(before, text)
        .or_else(|| csa(text))
        .or_else(|| board_of_sfen(text))
        .or_else(|| json(text))
}

/// The least files and ranks of a board.
const LEAST: usize = 3;

/// How many lines of how many squares a board has that is whole, unless either number is nine: it may be a board of shogi
/// with a fault.
fn rectangle(lines: &[usize]) -> Option<(usize, usize)> {
    whole(lines).filter(|&(squares, lines)| squares != 9 && lines != 9)
}

/// The same of a notation that counts every square, so that nine lines of another length than nine are told from a fault.
fn counted(lines: &[usize]) -> Option<(usize, usize)> {
    whole(lines).filter(|&(squares, _)| squares != 9)
}

/// The squares of every line, and the lines.
fn whole(lines: &[usize]) -> Option<(usize, usize)> {
    let &squares = lines.first()?;
    let is_whole = lines.iter().all(|&it| it == squares) && squares >= LEAST && lines.len() >= LEAST;
    is_whole.then_some((squares, lines.len()))
}

/// `|v飛v角v銀v金v玉|一`: the diagrams of KIF, KI2 and BOD. Where only the files or only the ranks are nine, the numbers
/// beside the board must say the same as its rows.
fn diagram(before: &str, text: &str) -> Option<(usize, usize)> {
    let mut rows = Vec::new();
    let mut is_labelled = false;
    for line in text.split(['\n', '\r']) {
        if let Some(row) = line.trim_start().strip_prefix('|') {
            let (cells, behind) = row.split_once('|')?;
            rows.push(squares(cells)?);
            is_labelled = label(behind) == Some(rows.len());
        }
    }
    let files = *rows.first()?;
    let are_numbered = || {
        lines_of(before)
            .chain(lines_of(text))
            .filter_map(cut::files)
            .next_back()
            == Some(files)
    };
    let is_stated = match (files, rows.len()) {
        (9, 10..) => is_labelled && rows.iter().all(|&it| it == 9),
        (LEAST.., 9) => files != 9 && is_labelled && rows.iter().all(|&it| it == files) && are_numbered(),
        _ => false,
    };
    is_stated
        .then_some((files, rows.len()))
        .or_else(|| rectangle(&rows))
}

fn lines_of(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.split(['\n', '\r'])
}

/// The number of a rank, as far as boards have such: 一 to 九十九.
fn label(text: &str) -> Option<usize> {
    let digit = |text: &str| {
        "〇一二三四五六七八九"
            .chars()
            .position(|it| text.chars().eq([it]))
    };
    let text = text.trim();
    let Some((tens, units)) = text.split_once('十') else {
        return digit(text);
    };
    let part = |text: &str, none| if text.is_empty() { Some(none) } else { digit(text) };
    Some(10 * part(tens, 1)? + part(units, 0)?)
}

/// How many squares a row has: a mark, where there is one, and a piece each, or a dot. A promoted piece may be written with
/// two characters, and blanks may stand between the squares.
fn squares(row: &str) -> Option<usize> {
    let mut squares = 0;
    let mut letters = row.chars().filter(|letter| !letter.is_whitespace()).peekable();
    while letters.peek().is_some() {
        letters.next_if(|mark| matches!(mark, 'v' | 'V' | '^' | '+'));
        if letters.next()? == '成' {
            letters.next()?;
        }
        squares += 1;
    }
    Some(squares)
}

/// `P1-HI-KA-GI-KI-OU`: the ranks of CSA, which begin with the first. Their numbers tell a tenth from a fault.
fn csa(text: &str) -> Option<(usize, usize)> {
    let mut rows = Vec::new();
    for line in text.split(['\n', '\r', ',']) {
        let Some(row) = line
            .strip_prefix('P')
            .filter(|it| it.starts_with(|c: char| c.is_ascii_digit()))
        else {
            continue;
        };
        let cells = row.trim_start_matches(|c: char| c.is_ascii_digit());
        if row[..row.len() - cells.len()].parse() != Ok(rows.len() + 1) {
            return None;
        }
        rows.push(cells_of_csa(cells)?);
    }
    let is_longer = |&(files, ranks): &(usize, usize)| files == 9 && ranks > 9;
    counted(&rows).or_else(|| whole(&rows).filter(is_longer))
}

/// How many squares a rank of CSA has, three characters each; the blank after the last may be gone.
fn cells_of_csa(row: &str) -> Option<usize> {
    let is_cell = |cell: &[u8]| match cell {
        b" * " | b" *" => true,
        [b'+' | b'-', first, second] => first.is_ascii_uppercase() && second.is_ascii_uppercase(),
        _ => false,
    };
    let mut cells = row.trim_end().as_bytes().chunks(3);
    cells.all(is_cell).then(|| row.trim_end().len().div_ceil(3))
}

/// `rbsgk/4p/5/P4/KGSBR`: the board of SFEN and USI, and of USEN with other signs between the ranks.
pub(super) fn board_of_sfen(text: &str) -> Option<(usize, usize)> {
    let board = text
        .split([' ', '\t', '.'])
        .find(|word| word.contains(['/', '_']))?;
    let ranks = board.split(['/', '_']).map(width).collect::<Option<Vec<_>>>()?;
    let others = |it: char| it.is_ascii_alphabetic() && !"plnsgbrkz".contains(it.to_ascii_lowercase());
    let is_other = ranks.len() == 10 && ranks.iter().all(|&files| files == 9) && board.contains(others);
    // One rank more may be a slip of the pen; two are none.
    let is_longer = |&(files, ranks): &(usize, usize)| files == 9 && ranks > 10;
    is_other
        .then_some((9, 10))
        .or_else(|| counted(&ranks))
        .or_else(|| whole(&ranks).filter(is_longer))
}

/// How many squares a rank of SFEN has; numbers may have two digits there.
fn width(rank: &str) -> Option<usize> {
    let (mut squares, mut empty) = (0, 0);
    for letter in rank.chars() {
        match letter.to_digit(10) {
            Some(digit) => empty = (10 * empty + digit as usize).min(1000),
            None if letter.is_ascii_alphabetic() && letter != 'z' => {
                squares += empty + 1;
                empty = 0;
            }
            None if "+z".contains(letter) => {}
            None => return None,
        }
    }
    Some(squares + empty)
}

/// `"board":[[{…},…],…]`: the files of JKF, from top to bottom.
fn json(text: &str) -> Option<(usize, usize)> {
    let data: serde_json::Value = serde_json::from_str(text).ok()?;
    let files = data.get("board")?.as_array()?;
    let ranks = files.iter().map(|file| Some(file.as_array()?.len()));
    let ranks = ranks.collect::<Option<Vec<_>>>()?;
    let is_wider = |&(ranks, files): &(usize, usize)| ranks == 9 && files > 9;
    let (ranks, files) = counted(&ranks).or_else(|| whole(&ranks).filter(is_wider))?;
    Some((files, ranks))
}

#[cfg(test)]
mod tests {
    use super::{is_other_game, names, of};

    #[test]
    fn names_are_known_in_any_width_and_case() {
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
        assert!(names().all(is_other_game));
    }

    #[test]
    fn shogi_and_words_about_it_are_no_other_game() {
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

    #[test]
    fn boards_of_other_games_are_known_by_their_shape() {
        let row = "|v飛v角v銀v金v玉|一\n";
        let wide = format!("|{}|\n", "v歩".repeat(12));
        let row_of_nine = format!("|{}|", " ・".repeat(9));
        let janggi = format!("{}{row_of_nine}十\n", format!("{row_of_nine}一\n").repeat(9));
        let csa = |files: usize, ranks: usize| {
            let rank = |rank| format!("P{rank}{}-FU\n", " * ".repeat(files - 1));
            (1..=ranks).map(rank).collect::<Vec<_>>().concat()
        };
        let json = |files: usize, ranks: usize| {
            let file = format!("[{}]", vec!["{}"; ranks].join(","));
            format!(r#"{{"board":[{}]}}"#, vec![file; files].join(","))
        };
        for (text, expected) in [
            (row.repeat(5).as_str(), Some((5, 5))),
            (wide.repeat(12).as_str(), Some((12, 12))),
            (janggi.as_str(), Some((9, 10))),
            (
                "P1-HI-KA-GI-KI-OU\nP2 *  *  *  * -FU\nP3 *  *  *  *  *\nP4+FU *  *  *  * \nP5+OU+KI+GI+KA+HI\n",
                Some((5, 5)),
            ),
            ("rbsgk/4p/5/P4/KGSBR b - 1", Some((5, 5))),
            ("rbsgk_4p_5_P4_KGSBR.b.-", Some((5, 5))),
            (
                "lfcsgekgscfl/a1b1txot1b1a/mvrhdqndhrvm/pppppppppppp/3i4i3/12/12/3I4I3/PPPPPPPPPPPP/MVRHDNQDHRVM/A1B1TOXT1B1A/LFCSGKEGSCFL b - 1",
                Some((12, 12)),
            ),
            (
                "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                Some((8, 8)),
            ),
            (
                "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
                Some((9, 10)),
            ),
            (&csa(9, 11), Some((9, 11))),
            (&csa(10, 9), Some((10, 9))),
            (&(["10"; 9].join("/") + " b - 1"), Some((10, 9))),
            (&(["9"; 11].join("/") + " b - 1"), Some((9, 11))),
            (&json(9, 11), Some((9, 11))),
            (&json(10, 9), Some((10, 9))),
            (
                r#"{"board":[[{},{},{},{}],[{},{},{},{}],[{},{},{},{}]]}"#,
                Some((3, 4)),
            ),
        ] {
            assert_eq!(of("", text), expected, "{text}");
        }
    }

    #[test]
    fn a_board_of_shogi_with_a_fault_is_none_of_another_game() {
        let row = "|v香v桂v銀v金v玉v金v銀v桂v香|一\n";
        let narrow = "|v香v桂v銀v金v玉v金v銀v桂|一\n";
        let open = "|v飛v角v銀v金v玉\n";
        for text in [
            row.repeat(8),
            row.repeat(9),
            row.repeat(10),
            narrow.repeat(9),
            row.repeat(4) + narrow + &row.repeat(3),
            open.repeat(5),
            "P1-KY-KE-GI-KI-OU-KI-GI-KE-KY\nP2 * -HI *  *  *  *  * -KA * \n".to_owned(),
            "P1-KY-KE\nP2 * -HI *  *\n".to_owned(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1 b - 1".to_owned(),
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL/9 b - 1".to_owned(),
            "lnsgkgsnl/1r5b/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1".to_owned(),
            r#"{"board":[[{}]]}"#.to_owned(),
            ["9"; 10].join("/") + " b - 1",
            format!("P1{}   \n", " * ".repeat(9)).repeat(9),
            (1..=9)
                .map(|rank| format!("P{rank}{}   \n", " * ".repeat(9)))
                .collect::<Vec<_>>()
                .concat(),
            (1..=8)
                .map(|rank| format!("P{rank}{}\n", " * ".repeat(9)))
                .collect::<Vec<_>>()
                .concat(),
            r#"{"board":{}}"#.to_owned(),
            String::new(),
        ] {
            assert_eq!(of("", &text), None, "{text}");
        }
    }

    #[test]
    fn a_board_of_nine_files_or_ranks_is_of_another_game_where_the_numbers_beside_it_say_so() {
        let ranks = [
            "一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二",
        ];
        let board = |files: usize, rows: &[&str], cell: &str| {
            let row = |rank: &&str| format!("  |{}|{rank}\n", cell.repeat(files));
            rows.iter().map(row).collect::<String>()
        };
        let ten = "後手の持駒：なし\n  10 ９ ８ ７ ６ ５ ４ ３ ２ １\n";
        let nine = "  ９ ８ ７ ６ ５ ４ ３ ２ １\n";
        let eight = "８ ７ ６ ５ ４ ３ ２ １\n";
        for (head, board, expected) in [
            (nine, board(9, &ranks[..11], " ・"), Some((9, 11))),
            ("", board(9, &ranks[..12], " 歩"), Some((9, 12))),
            (ten, board(10, &ranks[..9], "v歩"), Some((10, 9))),
            (eight, board(8, &ranks[..9], " ・"), Some((8, 9))),
            ("", board(12, &ranks, "  ・"), Some((12, 12))),
            ("", board(12, &ranks, "v成獅 "), Some((12, 12))),
            // A row too many, and one square too few in every row.
            (nine, board(9, &ranks[..8], " ・"), None),
            (nine, board(9, &["一"; 11], " ・"), None),
            (nine, board(10, &ranks[..9], " ・"), None),
            (nine, board(8, &ranks[..9], " ・"), None),
            ("", board(8, &ranks[..9], " ・"), None),
            (nine, board(9, &ranks[..9], "  ・"), None),
        ] {
            assert_eq!(of(head, &board), expected, "{head}{board}");
        }
    }
}
