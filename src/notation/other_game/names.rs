//! The names of other games.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::text::half_width;

/// Games that are played with other rules, other pieces or on other boards, as headers call them: in one width and in small
/// letters, without blanks. Programs that play them (lishogi, `PyChess`, Fairy-Stockfish) and books about old shogi use
/// these names.
const NAMES: &[&str] = &[
    // Small boards.
    "5五将棋",
    "五五将棋",
    "五々将棋",
    "55将棋",
    "ミニ将棋",
    "5五",
    "五々",
    "minishogi",
    "5五竜王戦",
    "どうぶつしょうぎ",
    "どうぶつ将棋",
    "動物将棋",
    "ごろごろどうぶつしょうぎ",
    "ごろごろどうぶつ将棋",
    "ごろごろ",
    "ごろごろ将棋",
    "五六将棋",
    "おおきな森のどうぶつしょうぎ",
    "dobutsu",
    "dobutsushogi",
    "gorogoro",
    "gorogoroplus",
    "gorogoroshogi",
    "3三将棋",
    "三々将棋",
    "9マス将棋",
    "九マス将棋",
    "ななしょうぎ",
    "ジャドケンス将棋",
    "ジュドキンス将棋",
    "judkins",
    "judkinsshogi",
    "micro",
    "microshogi",
    "五分摩訶将棋",
    "五分摩訶",
    "槍将棋",
    "yari",
    "yarishogi",
    "鯨将棋",
    "whale",
    "whaleshogi",
    "禽将棋",
    "鳥将棋",
    "tori",
    "torishogi",
    "ユーロ将棋",
    "euroshogi",
    "京都将棋",
    "京都",
    "kyoto",
    "kyotoshogi",
    "平安将棋",
    "平安小将棋",
    "小将棋",
    "sho",
    "shoshogi",
    // The board of shogi with other rules.
    "安南将棋",
    "安南",
    "annan",
    "annanshogi",
    "安北将棋",
    "安東将棋",
    "安東西将棋",
    "対面将棋",
    "背面将棋",
    "ネコ式将棋",
    "王手将棋",
    "王手",
    "checkshogi",
    "取る一手将棋",
    "取る一手",
    "ついたて将棋",
    "衝立将棋",
    "はさみ将棋",
    "まわり将棋",
    "回り将棋",
    "はじき将棋",
    "積み将棋",
    "クイーン将棋",
    "キャノン将棋",
    "大砲将棋",
    "cannon",
    "cannonshogi",
    "安騎将棋",
    "獅子王将棋",
    "獅子将棋",
    "禁じ手将棋",
    "量子将棋",
    "二手指し将棋",
    "2手指し将棋",
    "2手差し将棋",
    "マシュマロ将棋",
    "成駒将棋",
    "全駒将棋",
    "打歩将棋",
    "okisaki",
    "okisakishogi",
    "天竺小将棋",
    "四神将棋",
    "朝倉象棋",
    "朝倉小将棋",
    "酔象将棋",
    "軍人将棋",
    "京将棋",
    // Large boards.
    "中将棋",
    "chu",
    "chushogi",
    "chuushogi",
    "大将棋",
    "daishogi",
    "天竺大将棋",
    "天竺将棋",
    "tenjiku",
    "tenjikushogi",
    "大大将棋",
    "大々将棋",
    "daidaishogi",
    "摩訶大大将棋",
    "摩訶大々将棋",
    "makadaidaishogi",
    "泰将棋",
    "大局将棋",
    "taishogi",
    "taikyokushogi",
    "和将棋",
    "wa",
    "washogi",
    "平安大将棋",
    "広将棋",
    "仲将棋",
    "ハノイ将棋",
    "マンサンダム",
    "mansindam",
    // Other numbers of players.
    "四人将棋",
    "四人制将棋",
    "4人将棋",
    "yonin",
    "yoninshogi",
    "三人将棋",
    "3人将棋",
    "国際三人将棋",
    "sannin",
    "sanninshogi",
    // Other families.
    "チェス",
    "chess",
    "シャンチー",
    "象棋",
    "中国象棋",
    "xiangqi",
    "チャンギ",
    "朝鮮将棋",
    "韓国将棋",
    "장기",
    "janggi",
    "マークルック",
    "makruk",
    "シットゥイン",
    "sittuyin",
    "囲碁",
    "オセロ",
    "連珠",
    "五目並べ",
    "궁장기",
];

/// What may stand after the name of a game: the start that it is played from, as 角落ち or 2枚獅子.
const STARTS: [&str; 6] = ["落ち", "落", "獅子", "平手", "枚", "得"];

/// Whether a text is the name of a game that is not shogi. What stands after it in brackets, or after a blank, may be
/// anything.
pub(in crate::notation) fn is_other_game(text: &str) -> bool {
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
    static IN_HIRAGANA: LazyLock<HashSet<String>> = LazyLock::new(|| {
        let names = NAMES.iter().map(|name| name.chars().map(hiragana).collect());
        names.collect()
    });
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

#[cfg(test)]
mod tests {
    use super::{NAMES, is_other_game};

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
        assert!(NAMES.iter().all(|name| is_other_game(name)));
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
}
