//! Slips of the pen that are planted in the text of a legal game.

use std::fmt::Write as _;
use std::ops::Range;

use kifu::Checker;
use kifu::notation::{self, Writer, usen};
use kifu::played::Played;
use regex::Regex;

use crate::support::dice::Dice;

/// The kind of a slip.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slip {
    Origin,
    DigitsOfOrigin,
    Destination,
    Piece,
    PromotionMissing,
    PromotionAdded,
    DropForMove,
    Word,
    Extra,
    ExchangedNeighbours,
    ExchangedOfOneSide,
    Missing,
    MissingNumber,
    Unreadable,
    Handicap,
    DropUnmarked,
    SkippedLine,
    OtherSideFirst,
    Hand,
    Square,
    /// One character of a move in USEN.
    Code,
    CodeExchanged,
}

impl Slip {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Origin => "origin: one digit wrong",
            Self::DigitsOfOrigin => "origin: digits exchanged",
            Self::Destination => "destination",
            Self::Piece => "piece",
            Self::PromotionMissing => "成 missing",
            Self::PromotionAdded => "成 added",
            Self::DropForMove => "打 for a move",
            Self::Word => "word of KI2",
            Self::Extra => "a ply twice",
            Self::ExchangedNeighbours => "two neighbours exchanged",
            Self::ExchangedOfOneSide => "two plies of one side exchanged",
            Self::Missing => "a ply missing, numbers in order",
            Self::MissingNumber => "a ply missing with its number",
            Self::Unreadable => "unreadable move",
            Self::Handicap => "handicap",
            Self::DropUnmarked => "打 missing",
            Self::SkippedLine => "a line that is not read as a move",
            Self::OtherSideFirst => "the other side first",
            Self::Hand => "hand of a diagram",
            Self::Square => "square of a diagram",
            Self::Code => "one character of a code",
            Self::CodeExchanged => "two characters of a code exchanged",
        }
    }
}

/// A format in which slips are planted.
#[derive(Debug)]
pub struct SlipFormat {
    pub target: &'static str,
    /// A move with the text that belongs to it on both sides, as `before`, `move` and `after`.
    unit: &'static str,
    /// The kinds of slips in moves.
    pub slips: &'static [Slip],
    /// The kinds of slips in the start.
    pub slips_in_start: &'static [Slip],
}

/// The slips in moves that have both squares and the piece.
const IN_COMPLETE_MOVES: &[Slip] = &[
    Slip::Origin,
    Slip::DigitsOfOrigin,
    Slip::Destination,
    Slip::Piece,
    Slip::PromotionMissing,
    Slip::PromotionAdded,
    Slip::DropForMove,
    Slip::Extra,
    Slip::ExchangedNeighbours,
    Slip::ExchangedOfOneSide,
    Slip::Missing,
    Slip::Unreadable,
];

impl SlipFormat {
    /// Returns the kinds of slips in moves and in the start.
    pub fn all_slips(&self) -> impl Iterator<Item = Slip> {
        self.slips.iter().chain(self.slips_in_start).copied()
    }
}

pub static FORMATS: [&SlipFormat; 6] = [
    &SlipFormat {
        target: "kifu",
        unit: r"(?m)^(?P<before> *[0-9]+ )(?P<move>[同１-９][^\n(]*?(?:\(\d\d\))?)(?P<after> *(?:\( *\d+:[^\n]*)?\n)",
        slips: &[
            Slip::Origin,
            Slip::DigitsOfOrigin,
            Slip::Destination,
            Slip::Piece,
            Slip::PromotionMissing,
            Slip::PromotionAdded,
            Slip::DropForMove,
            Slip::Extra,
            Slip::ExchangedNeighbours,
            Slip::ExchangedOfOneSide,
            Slip::Missing,
            Slip::MissingNumber,
            Slip::Unreadable,
            Slip::DropUnmarked,
            Slip::SkippedLine,
        ],
        slips_in_start: &[Slip::Handicap, Slip::Hand, Slip::Square],
    },
    &SlipFormat {
        target: "csa",
        unit: r"(?m)^(?P<before>)(?P<move>[+-]\d{4}[A-Z]{2})(?P<after>\n(?:T[^\n]*\n)?)",
        slips: IN_COMPLETE_MOVES,
        slips_in_start: &[Slip::OtherSideFirst],
    },
    &SlipFormat {
        target: "ki2u",
        unit: r"(?P<before>)(?P<move>[▲△](?:同　?|[１-９][一二三四五六七八九])[^▲△\s　*]+)(?P<after>[　 ]*\n?)",
        slips: &[
            Slip::Destination,
            Slip::Piece,
            Slip::Word,
            Slip::Extra,
            Slip::ExchangedNeighbours,
            Slip::ExchangedOfOneSide,
            Slip::Missing,
            Slip::Unreadable,
        ],
        slips_in_start: &[],
    },
    &SlipFormat {
        target: "usi",
        unit: r"(?P<before> )(?P<move>(?:[1-9][a-i]|[A-Z]\*)[1-9][a-i]\+?)(?P<after>)",
        slips: &[
            Slip::Origin,
            Slip::Destination,
            Slip::PromotionMissing,
            Slip::Extra,
            Slip::ExchangedNeighbours,
            Slip::Missing,
        ],
        slips_in_start: &[],
    },
    &SlipFormat {
        target: "usen",
        unit: r"(?P<before>(?:~\d+\.)?)(?P<move>[0-9a-z]{3})(?P<after>)",
        slips: &[
            Slip::Code,
            Slip::CodeExchanged,
            Slip::Origin,
            Slip::Destination,
            Slip::PromotionMissing,
            Slip::Unreadable,
            Slip::Extra,
            Slip::ExchangedNeighbours,
            Slip::ExchangedOfOneSide,
            Slip::Missing,
        ],
        slips_in_start: &[],
    },
    &SlipFormat {
        target: "jkf",
        unit: r#"(?P<before>,\{"move":)(?P<move>\{(?:[^{}]|\{[^{}]*\})*\})(?P<after>(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})"#,
        slips: IN_COMPLETE_MOVES,
        slips_in_start: &[Slip::Handicap],
    },
];

/// A move in a text.
struct Unit {
    whole: Range<usize>,
    moved: Range<usize>,
}

/// Number of moves at the beginning that stay, so that several continuations are possible.
const FIRST: usize = 4;

/// Number of moves at the end that stay as evidence.
const LAST: usize = 12;

/// Returns the game with a slip in its main line, or `None` if the kind is not possible at the place that was drawn.
pub fn plant(format: &SlipFormat, slip: Slip, game: &str, dice: &mut Dice) -> Option<String> {
    let start = if format.target == "usen" {
        game.find('~')?
    } else {
        0
    };
    let end = game.find("変化").unwrap_or(game.len());
    plant_in(format, slip, game, start..end, dice)
}

/// Returns the game with a slip in a range of its text.
pub fn plant_in(
    format: &SlipFormat,
    slip: Slip,
    game: &str,
    range: Range<usize>,
    dice: &mut Dice,
) -> Option<String> {
    let unit = Regex::new(format.unit).expect("a pattern");
    let (start, end) = (range.start, range.end);
    let in_game = |range: Range<usize>| start + range.start..start + range.end;
    let units: Vec<Unit> = unit
        .captures_iter(&game[start..end])
        .map(|captures| Unit {
            whole: in_game(captures.get(0).expect("the match").range()),
            moved: in_game(captures.name("move").expect("the move").range()),
        })
        .collect();
    if units.len() < FIRST + LAST + 20 {
        return None;
    }
    let at = FIRST + dice.below(units.len() - FIRST - LAST);
    let token = |at: usize| &game[units[at].moved.clone()];
    // 同 refers to the move before it, so a slip there is two slips.
    let has_same = |range: Range<usize>| range.into_iter().any(|at| token(at).contains('同'));
    let replaced = |range: Range<usize>, text: &str| {
        let mut out = game.to_owned();
        out.replace_range(range, text);
        out
    };
    let changed = match slip {
        Slip::Extra => {
            let whole = &game[units[at].whole.clone()];
            replaced(units[at].whole.clone(), &whole.repeat(2))
        }
        Slip::Missing | Slip::MissingNumber if has_same(at + 1..at + 2) => return None,
        Slip::Missing | Slip::MissingNumber => {
            let whole = units[at].whole.clone();
            // In KI2, a row of moves keeps its line end.
            let keeps_line = format.target == "ki2u" && game[whole.clone()].ends_with('\n');
            replaced(whole.start..whole.end - usize::from(keeps_line), "")
        }
        Slip::ExchangedNeighbours | Slip::ExchangedOfOneSide => {
            let other = at + if slip == Slip::ExchangedNeighbours { 1 } else { 2 };
            if has_same(at..other + 2) || token(at) == token(other) {
                return None;
            }
            let mut out = replaced(units[other].moved.clone(), token(at));
            out.replace_range(units[at].moved.clone(), token(other));
            out
        }
        Slip::Handicap => handicap(game, dice)?,
        Slip::OtherSideFirst => game
            .contains("\nPI\n+\n")
            .then(|| game.replacen("\nPI\n+\n", "\nPI\n-\n", 1))?,
        Slip::SkippedLine => replaced(units[at].whole.start..units[at].whole.start, "x"),
        Slip::Hand => other_hand(game, dice),
        Slip::Square => other_square(game, dice)?,
        _ => replaced(
            units[at].moved.clone(),
            &slip_in_move(format, slip, token(at), dice)?,
        ),
    };
    let is_renumbered = format.target == "kifu" && matches!(slip, Slip::Extra | Slip::Missing);
    Some(if is_renumbered {
        renumbered(&changed)
    } else {
        changed
    })
}

/// Returns the game with the moves numbered from 1. The numbers are as wide as the first one.
fn renumbered(game: &str) -> String {
    let number = Regex::new(r"(?m)^ *[0-9]+ ").expect("a pattern");
    let width = number.find(game).map_or(0, |first| first.len() - 1);
    let mut ply = 0;
    number
        .replace_all(game, |_: &regex::Captures<'_>| {
            ply += 1;
            format!("{ply:width$} ")
        })
        .into_owned()
}

fn handicap(game: &str, dice: &mut Dice) -> Option<String> {
    if game.starts_with('{') {
        let other = dice.one_of(&["KY", "KA", "HI", "2", "4", "6"]);
        let changed = game.replacen(r#""preset":"HIRATE""#, &format!(r#""preset":"{other}""#), 1);
        return (changed != game).then_some(changed);
    }
    let line = Regex::new("手合割：([^\n]*)\n").expect("a pattern");
    let name = line.captures(game)?.get(1)?;
    let other = dice.one_of(&[
        "平手",
        "香落ち",
        "角落ち",
        "飛車落ち",
        "二枚落ち",
        "四枚落ち",
        "六枚落ち",
    ]);
    let old = name.as_str().trim_end();
    let mut out = game.to_owned();
    out.replace_range(name.start()..name.start() + old.len(), other);
    (other != old).then_some(out)
}

const FILES: &str = "１２３４５６７８９";
const RANKS: &str = "一二三四五六七八九";

/// The characters of a square in a format: of its file and of its rank.
fn square_characters(format: &SlipFormat) -> [Vec<char>; 2] {
    match format.target {
        "csa" => ["123456789", "123456789"],
        "usi" => ["123456789", "abcdefghi"],
        _ => [FILES, RANKS],
    }
    .map(|characters| characters.chars().collect())
}

/// Returns a move with a slip in one of its parts.
fn slip_in_move(format: &SlipFormat, slip: Slip, token: &str, dice: &mut Dice) -> Option<String> {
    match format.target {
        "usen" => slip_in_code(slip, token, dice),
        "jkf" => slip_in_object(slip, token, dice),
        _ => slip_in_text(format, slip, token, dice),
    }
}

/// Returns a move in the other formats with a slip in one of its parts.
fn slip_in_text(format: &SlipFormat, slip: Slip, token: &str, dice: &mut Dice) -> Option<String> {
    let mut characters: Vec<char> = token.chars().collect();
    let ascii = square_characters(SLIP_ORIGIN_OF[usize::from(format.target == "usi")]);
    match slip {
        Slip::Origin | Slip::DigitsOfOrigin => {
            let at = match format.target {
                "kifu" => characters.iter().position(|&c| c == '(')? + 1,
                "csa" if !token[1..].starts_with("00") => 1,
                "usi" if !token.contains('*') => 0,
                _ => return None,
            };
            let exchanges = slip == Slip::DigitsOfOrigin;
            change_square(&mut characters[at..at + 2], &ascii, exchanges, dice)?;
        }
        Slip::Destination => {
            let at = match format.target {
                "csa" => 3,
                "usi" => 2,
                "ki2u" => 1,
                _ => 0,
            };
            if characters[at] == '同' {
                return None;
            }
            let exchanges = dice.below(3) == 0;
            change_square(
                &mut characters[at..at + 2],
                &square_characters(format),
                exchanges,
                dice,
            )?;
        }
        Slip::Piece => return other_piece(format, token, dice),
        Slip::PromotionMissing => match format.target {
            "csa" => {
                return with_code(token, |code| {
                    PROMOTIONS.iter().find(|it| it.1 == code).map(|it| it.0)
                });
            }
            "usi" => {
                characters.pop_if(|last| *last == '+')?;
            }
            _ => {
                let at = characters.iter().position(|&c| c == '成').filter(|&at| at > 2)?;
                characters.remove(at);
            }
        },
        Slip::PromotionAdded => {
            if format.target == "csa" {
                return with_code(token, |code| {
                    PROMOTIONS.iter().find(|it| it.0 == code).map(|it| it.1)
                });
            }
            let at = characters.iter().position(|&c| c == '(')?;
            if !matches!(characters[at - 1], '歩' | '香' | '桂' | '銀' | '角' | '飛')
                || characters[at - 2] == '成'
            {
                return None;
            }
            characters.insert(at, '成');
        }
        Slip::DropUnmarked => {
            characters.pop_if(|last| *last == '打')?;
        }
        Slip::DropForMove => match format.target {
            "csa" if !token[1..].starts_with("00") => {
                (characters[1], characters[2]) = ('0', '0');
            }
            "kifu" => {
                let at = characters.iter().position(|&c| c == '(')?;
                if characters[at - 1] == '成' {
                    return None;
                }
                characters.truncate(at);
                characters.push('打');
            }
            _ => return None,
        },
        Slip::Word => {
            let words = ['右', '左', '上', '寄', '引', '直'];
            let at = characters.iter().position(|c| words.contains(c))?;
            let other = dice.one_of(&words);
            if other == characters[at] {
                return None;
            }
            characters[at] = other;
        }
        Slip::Unreadable => {
            let at = if format.target == "csa" {
                3
            } else {
                characters.len().min(2) - 1
            };
            characters[at] = '？';
        }
        _ => return None,
    }
    Some(characters.into_iter().collect())
}

/// Returns a move in USEN with a slip in one of its characters, or in the move that the characters mean.
fn slip_in_code(slip: Slip, token: &str, dice: &mut Dice) -> Option<String> {
    let mut characters: Vec<char> = token.chars().collect();
    match slip {
        Slip::Code => {
            let digits: Vec<char> = ('0'..='9').chain('a'..='z').collect();
            characters[dice.below(3)] = dice.one_of(&digits);
        }
        Slip::CodeExchanged => {
            let at = dice.below(2);
            characters.swap(at, at + 1);
        }
        Slip::Unreadable => characters[dice.below(3)] = '?',
        _ => {
            let written = usen::decode(token).ok()?.to_string();
            let changed = slip_in_move(FORMATS[3], slip, &written, dice)?;
            return Some(
                usen::code(changed.parse().ok()?)?
                    .map(char::from)
                    .iter()
                    .collect(),
            );
        }
    }
    let changed: String = characters.into_iter().collect();
    (changed != token).then_some(changed)
}

/// Returns a move in JKF with a slip in one of its members.
fn slip_in_object(slip: Slip, token: &str, dice: &mut Dice) -> Option<String> {
    let with_square = |name: &str, change: &mut dyn FnMut(&mut [char]) -> Option<()>| {
        let square = Regex::new(&format!(r#""{name}":\{{"x":(\d),"y":(\d)\}}"#)).expect("a pattern");
        let captures = square.captures(token)?;
        let mut digits: Vec<char> = [&captures[1], &captures[2]].concat().chars().collect();
        change(&mut digits)?;
        let changed = format!(r#""{name}":{{"x":{},"y":{}}}"#, digits[0], digits[1]);
        Some(token.replacen(&captures[0], &changed, 1))
    };
    let digits = square_characters(SLIP_ORIGIN_OF[0]);
    let with_promotion = |old: bool| {
        let changed = token.replace(&format!(r#""promote":{old}"#), &format!(r#""promote":{}"#, !old));
        (changed != token).then_some(changed)
    };
    match slip {
        Slip::Origin | Slip::DigitsOfOrigin => with_square("from", &mut |square| {
            change_square(square, &digits, slip == Slip::DigitsOfOrigin, dice)
        }),
        Slip::Destination if token.contains("same") => None,
        Slip::Destination => with_square("to", &mut |square| {
            let exchanges = dice.below(3) == 0;
            change_square(square, &digits, exchanges, dice)
        }),
        Slip::Unreadable => with_square("to", &mut |square| {
            square[dice.below(2)] = '0';
            Some(())
        }),
        Slip::Piece => {
            let piece = Regex::new(r#""piece":"(..)""#).expect("a pattern");
            let old = piece.captures(token)?;
            let other = dice.one_of(&["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "UM", "RY"]);
            let changed = token.replacen(&old[0], &format!(r#""piece":"{other}""#), 1);
            (other != &old[1]).then_some(changed)
        }
        Slip::PromotionMissing => with_promotion(true),
        Slip::PromotionAdded => with_promotion(false),
        Slip::DropForMove => {
            let from = Regex::new(r#""from":\{[^}]*\},"#).expect("a pattern");
            let found = from.find(token)?;
            Some(token.replacen(found.as_str(), "", 1))
        }
        _ => None,
    }
}

/// The formats whose origins are digits, and digits with letters.
static SLIP_ORIGIN_OF: [&SlipFormat; 2] = [FORMATS[1], FORMATS[3]];

/// Changes a digit of a square, or exchanges both.
fn change_square(
    square: &mut [char],
    digits: &[Vec<char>; 2],
    exchanges: bool,
    dice: &mut Dice,
) -> Option<()> {
    let old = [0, 1].map(|part| digits[part].iter().position(|&digit| digit == square[part]));
    let [Some(file), Some(rank)] = old else {
        return None;
    };
    let new = if exchanges {
        (rank, file)
    } else if dice.below(2) == 0 {
        (dice.below(9), rank)
    } else {
        (file, dice.below(9))
    };
    (square[0], square[1]) = (digits[0][new.0], digits[1][new.1]);
    (new != (file, rank)).then_some(())
}

const PROMOTIONS: [(&str, &str); 6] = [
    ("FU", "TO"),
    ("KY", "NY"),
    ("KE", "NK"),
    ("GI", "NG"),
    ("KA", "UM"),
    ("HI", "RY"),
];

fn with_code(token: &str, other: impl Fn(&str) -> Option<&'static str>) -> Option<String> {
    let (squares, code) = token.split_at(5);
    Some(format!("{squares}{}", other(code)?))
}

fn other_piece(format: &SlipFormat, token: &str, dice: &mut Dice) -> Option<String> {
    if format.target == "csa" {
        let other = dice.one_of(&["FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "UM", "RY"]);
        let base = |code: &str| {
            PROMOTIONS
                .iter()
                .find(|it| it.1 == code)
                .map_or(code.to_owned(), |it| it.0.to_owned())
        };
        return with_code(token, |code| (base(code) != base(other)).then_some(other));
    }
    let pieces = ['歩', '香', '桂', '銀', '金', '角', '飛', '玉'];
    let mut characters: Vec<char> = token.chars().collect();
    let at = characters
        .iter()
        .position(|c| pieces.contains(c))
        .filter(|&at| characters[at - 1] != '成')?;
    let other = dice.one_of(&pieces);
    let changed = other != characters[at];
    characters[at] = other;
    changed.then(|| characters.into_iter().collect())
}

/// Returns the moves of a game after some plies, with the diagram of the position before them.
///
/// It is `None` if the first of these moves refers to the move before it.
pub fn from_diagram(game: &str) -> Option<String> {
    const PLIES: usize = 20;
    let checker = Checker::default();
    let file = checker.check("game", game.as_bytes()).next()?;
    let record = file.unchecked().next()?;
    let (node, _) = record.tree.main_line().nth(PLIES - 1)?;
    let start = record.up_to(node);
    let diagram = Writer::new(notation::target("bod")?)
        .write(&Played::new(&start))
        .ok()?;
    let diagram = String::from_utf8(diagram.bytes).ok()?;
    let unit = Regex::new(FORMATS[0].unit).expect("a pattern");
    let lines = diagram.lines().filter(|line| !line.starts_with("手数"));
    let mut text = lines.collect::<Vec<_>>().join("\n") + "\n";
    text.push_str("先手：甲\n後手：乙\n手数----指手---------消費時間--\n");
    for (number, captures) in unit.captures_iter(game).skip(PLIES).enumerate() {
        let token = &captures["move"];
        if number == 0 && token.contains('同') {
            return None;
        }
        let _ = writeln!(text, "{:4} {token}", number + 1);
    }
    Some(text)
}

/// Returns a game that begins with a diagram, with one piece more or less in a hand.
fn other_hand(game: &str, dice: &mut Dice) -> String {
    let line = Regex::new("(?m)^(?:先手|後手)の持駒：([^\n]*)$").expect("a pattern");
    let hands: Vec<_> = line
        .captures_iter(game)
        .filter_map(|captures| captures.get(1))
        .collect();
    let hand = dice.one_of(
        &hands
            .iter()
            .map(|hand| (hand.start(), hand.end()))
            .collect::<Vec<_>>(),
    );
    let text = game[hand.0..hand.1].trim_end_matches('　');
    let changed = match text {
        "なし" => dice.one_of(&["歩", "銀", "桂"]).to_owned(),
        pieces => match pieces.rsplit_once('　') {
            Some((others, _)) => others.to_owned(),
            None => "なし".to_owned(),
        },
    };
    let mut out = game.to_owned();
    out.replace_range(hand.0..hand.0 + text.len(), &changed);
    out
}

/// Returns a game that begins with a diagram, with one other square.
fn other_square(game: &str, dice: &mut Dice) -> Option<String> {
    let rows: Vec<(usize, usize)> = game
        .match_indices("\n|")
        .filter_map(|(at, _)| Some((at + 2, at + 2 + game[at + 2..].find('|')?)))
        .collect();
    let (start, end) = dice.one_of(&rows);
    let characters: Vec<char> = game[start..end].chars().collect();
    let file = dice.below(9);
    let cell: String = characters[2 * file..2 * file + 2].iter().collect();
    let other = dice.one_of(&[" ・", " 歩", "v歩", " 銀", "v桂", " 金", "v香"]);
    if cell == other || cell.contains('玉') {
        return None;
    }
    let mut changed = characters;
    let new: Vec<char> = other.chars().collect();
    changed[2 * file..2 * file + 2].copy_from_slice(&new);
    let mut out = game.to_owned();
    out.replace_range(start..end, &changed.into_iter().collect::<String>());
    Some(out)
}
