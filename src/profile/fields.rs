//! The table of the fields.

use std::ops::RangeInclusive;

use toml::{Table, Value};

use super::{Profile, games};
use crate::finding::{Message, Words, both, message, say};

impl Field {
    /// All of them, in the order of the files.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        OF_SHOGI.iter().chain(OF_GAMES)
    }

    /// The field that a key is for.
    pub fn of(key: &str) -> Option<&'static Self> {
        Self::all().find(|field| field.key == key)
    }
}

/// Those of shogi, in the order of [`Profile`](super::Profile).
const OF_SHOGI: &[Field] = &[
    field(
        "repetition_count",
        Takes::Number(2..=u32::MAX),
        "Number of occurrences of a position that make 千日手",
        "千日手が成立する同一局面の出現回数",
    ),
    field(
        "repetition_agree_below",
        Takes::YesNo,
        "Can the players agree on 千日手 earlier?",
        "その回数に達する前に、合意で千日手にできるか",
    ),
    field(
        "count_start_position",
        Takes::YesNo,
        "Does the start position count as an occurrence?",
        "開始局面を1回と数えるか",
    ),
    field(
        "repetition_result",
        Takes::One(&[
            choice("draw", "the game is drawn", "引き分け"),
            choice(
                "replay",
                "the game is replayed with colours exchanged",
                "先後を入れ替えて指し直し",
            ),
        ]),
        "Result of 千日手",
        "千日手の結果",
    ),
    field(
        "perpetual_window",
        Takes::One(&[
            choice(
                "first-to-last",
                "all moves of one side from the first to the last occurrence, whichever side completes it",
                "1回目から最後の出現までの一方の指し手すべて（どちらが成立させたかを問わない）",
            ),
            choice(
                "unbroken-checks",
                "an unbroken series of checks up to the last occurrence; it includes all occurrences, except the first if the escaping side completes the repetition",
                "最後の出現まで途切れない王手。どの出現もその間にある（逃げる側が成立させた場合、1回目は除く）",
            ),
        ]),
        "Moves that must have given check for perpetual check",
        "連続王手の千日手となるために王手でなければならない指し手",
    ),
    field(
        "both_perpetual",
        Takes::One(&[
            choice("draw", "the game is drawn", "引き分け"),
            choice(
                "side-to-move-loses",
                "the side to move after the repetition loses",
                "成立した局面の手番の側が負け",
            ),
            choice("black-loses", "Black loses", "先手の負け"),
            choice(
                "mover-loses",
                "the side that completes the repetition loses",
                "成立させた側の負け",
            ),
        ]),
        "Result if both sides gave perpetual check",
        "双方が連続王手だった場合",
    ),
    field(
        "no_legal_move",
        Takes::One(&[
            choice("loses", "the player loses", "その側の負け"),
            choice("untested", "not checked", "判定しない"),
        ]),
        "Result for a player who is not in check but has no legal move",
        "王手でなく合法手もない場合",
    ),
    field(
        "impasse_agreement",
        Takes::One(&[
            choice("none", "not available", "なし"),
            choice(
                "24-points",
                "24 points: a side with fewer loses, otherwise a draw",
                "24点法（24点未満は負け、双方24点以上は引き分け）",
            ),
            choice(
                "27-points",
                "27 points win; White wins at 27 to 27",
                "27点法（27点以上の勝ち、同点は後手の勝ち）",
            ),
        ]),
        "Rule for an impasse by agreement",
        "合意による持将棋の判定",
    ),
    field(
        "impasse_entered_kings",
        Takes::Number(1..=2),
        "Number of kings that must have entered the enemy camp for an agreed impasse",
        "そのために入玉していなければならない玉の数",
    ),
    field(
        "impasse_free_before",
        Takes::NumberOrNone(1..=9999),
        "Year before which an agreed impasse is accepted with any points and kings",
        "この年より前の対局で、合意による持将棋を点数や玉の位置によらず認める",
    ),
    field(
        "declaration",
        Takes::One(&[
            choice("none", "not available", "なし"),
            choice(
                "24-points",
                "31 points win, 24 to 30 draw",
                "24点法（31点以上は勝ち、24点から30点は引き分け）",
            ),
            choice(
                "27-points",
                "Black wins with 28 points, White with 27",
                "27点法（先手は28点以上、後手は27点以上で勝ち）",
            ),
            choice(
                "27-points-automatic",
                "Black wins with 28 points, White with 27; the game ends without a declaration",
                "27点法（宣言なしで自動的に終局）",
            ),
        ]),
        "Rule for the entering-king declaration",
        "入玉宣言の判定",
    ),
    field(
        "declaration_failure",
        Takes::One(&[
            choice("loses", "the declaring side loses", "宣言した側の負け"),
            choice("not-applicable", "not applicable", "該当なし"),
        ]),
        "Result of a declaration whose conditions are not met",
        "条件を満たさない宣言の結果",
    ),
    field(
        "max_moves",
        Takes::NumberOrNone(1..=u32::MAX),
        "Ply at which an undecided game is drawn",
        "決着がつかなければ引き分けとなる手数",
    ),
    field(
        "max_moves_delayed_by_check",
        Takes::YesNo,
        "If there is a check at that ply, does the game continue until the checks end?",
        "その手数で王手が続いている場合、途切れるまで指すか",
    ),
    field(
        "max_moves_needs_entered_king",
        Takes::YesNo,
        "Does the limit apply only if a king has entered the enemy camp?",
        "どちらかの玉が入玉している場合に限るか",
    ),
    field(
        "foul_verdict",
        Takes::One(&[
            choice("immediate", "immediately", "ただちに負け"),
            choice("when-claimed", "when it is claimed", "指摘された時点で負け"),
            choice(
                "refused",
                "the server rejects the move, and the player loses",
                "サーバーが受け付けず負け",
            ),
            choice(
                "impossible",
                "the server does not accept illegal moves",
                "サーバーが反則手を受け付けない",
            ),
        ]),
        "Time at which an illegal move loses the game",
        "反則負けとなる時点",
    ),
    field(
        "resign_priority",
        Takes::One(&[
            choice("yes", "the resignation is final", "投了が優先"),
            choice(
                "no",
                "the side that made the first illegal move loses",
                "先に反則した側の負け",
            ),
            choice("not-applicable", "not applicable", "該当なし"),
        ]),
        "Is a resignation final if an illegal move is found after the end?",
        "終局後に反則が見つかっても投了が優先するか",
    ),
    field(
        "third_party_claim",
        Takes::One(&[
            choice("yes", "anyone", "だれでもよい"),
            choice("arbiter", "only an arbiter", "審判のみ"),
            choice("no", "only the players", "対局者のみ"),
            choice("not-applicable", "not applicable", "該当なし"),
        ]),
        "Who may claim an illegal move?",
        "反則を指摘できる人",
    ),
    field(
        "touch_move",
        Takes::YesNo,
        "Must a piece that was touched be moved?",
        "触れた駒を動かさなければならないか",
    ),
    field(
        "clock",
        Takes::Some(&[
            choice("chess-clock", "whole seconds", "チェスクロック（秒単位）"),
            choice(
                "stop-watch",
                "stop-watch: whole minutes per move, fractions of a minute are free",
                "ストップウォッチ（1分未満切り捨て）",
            ),
            choice(
                "fischer",
                "Fischer: each move adds to the time",
                "フィッシャー（1手ごとに加算）",
            ),
            choice(
                "byoyomi",
                "byoyomi: a fixed time per move when the main time is used up",
                "秒読み",
            ),
        ]),
        "Clock systems that may be used",
        "時計の方式",
    ),
    field(
        "least_seconds",
        Takes::Number(0..=u32::MAX),
        "Minimum time charged for a move, in seconds",
        "1手の最少消費秒数",
    ),
    field(
        "bare_kings_draw",
        Takes::YesNo,
        "Is the game drawn if both sides have only a king?",
        "双方が玉だけなら引き分けか",
    ),
    field(
        "handicap_points",
        Takes::One(&[
            choice("to-uwate", "yes", "上手の点数に加える"),
            choice("not-credited", "no", "加えない"),
        ]),
        "Are the handicap pieces included in White's points?",
        "駒落ちの駒の点数を上手に加えるか",
    ),
    field(
        "ban_pointless_nonpromotion",
        Takes::YesNo,
        "Must bishop, rook and pawn promote if they can?",
        "角・飛・歩の無意味な不成を禁じるか",
    ),
];

// The fields of a profile as data: what they are called in a file, what they mean, which values they take.

/// A point in which events differ: a field of [`Profile`], a key of its file.
#[derive(Debug)]
pub struct Field {
    /// The name of the field and the key.
    pub key: &'static str,
    /// What it says of the event, as a question or a noun.
    pub about: Words,
    /// The values it takes.
    pub takes: Takes,
}

/// The values that a field takes.
#[derive(Debug)]
pub enum Takes {
    /// `true` or `false`.
    YesNo,
    /// A number.
    Number(RangeInclusive<u32>),
    /// A number, or `"none"`.
    NumberOrNone(RangeInclusive<u32>),
    /// One of these words.
    One(&'static [Choice]),
    /// A list of these words, at least one.
    Some(&'static [Choice]),
    /// A text of which this holds, and what that is.
    Text(fn(&str) -> bool, Words),
}

/// A word that a field takes.
#[derive(Debug)]
pub struct Choice {
    /// The word.
    pub name: &'static str,
    /// What it means.
    pub about: Words,
}

/// What stands for a number that there is not.
const NONE: &str = "none";

impl Field {
    /// Whether this is a point of a game other than shogi.
    pub fn is_of_other_game(&self) -> bool {
        self.key.contains('.')
    }

    /// What a profile has here, in a few words: `500`, `yes`, `stop-watch, chess-clock`.
    pub fn shown(&self, profile: &Profile) -> Message {
        let table = profile.to_table();
        self.value_in(&table).map(words).unwrap_or_default()
    }

    /// What stands here in the file of a profile. The key of a game's own point names its table: `yonin.pawn_forced_ranks`.
    pub(super) fn value_in<'t>(&self, table: &'t Table) -> Option<&'t Value> {
        match self.key.split_once('.') {
            Some((game, key)) => table.get(game)?.get(key),
            None => table.get(self.key),
        }
    }

    /// Gives it this value there.
    pub(super) fn put(&self, value: Value, table: &mut Table) {
        match self.key.split_once('.') {
            Some((game, key)) => {
                let points = table.entry(game).or_insert_with(|| Value::Table(Table::new()));
                if let Some(points) = points.as_table_mut() {
                    points.insert(key.to_owned(), value);
                }
            }
            None => {
                table.insert(self.key.to_owned(), value);
            }
        }
    }
}

/// A value as people read it.
fn words(value: &Value) -> Message {
    match value {
        Value::Boolean(true) => say("yes", "true"),
        Value::Boolean(false) => say("no", "false"),
        Value::String(word) => Message::same(word.clone()),
        Value::Array(list) => {
            let listed: Vec<_> = list.iter().filter_map(Value::as_str).collect();
            Message::same(listed.join(", "))
        }
        other => Message::same(other.as_integer().map_or_else(String::new, |it| it.to_string())),
    }
}

impl Takes {
    /// Whether a value is one of them.
    pub(super) fn accept(&self, value: &Value) -> bool {
        let within = |range: &RangeInclusive<u32>| {
            let number = value.as_integer().and_then(|it| u32::try_from(it).ok());
            number.is_some_and(|it| range.contains(&it))
        };
        let among =
            |choices: &[Choice], value: &Value| choices.iter().any(|it| value.as_str() == Some(it.name));
        match self {
            Self::YesNo => value.is_bool(),
            Self::Number(range) => within(range),
            Self::NumberOrNone(range) => within(range) || value.as_str() == Some(NONE),
            Self::One(choices) => among(choices, value),
            Self::Some(choices) => match value.as_array() {
                Some(list) => !list.is_empty() && list.iter().all(|it| among(choices, it)),
                None => false,
            },
            Self::Text(is_one, _) => value.as_str().is_some_and(is_one),
        }
    }

    /// The words among which to choose; none where it is not words.
    pub fn choices(&self) -> &'static [Choice] {
        match self {
            Self::One(choices) | Self::Some(choices) => choices,
            Self::YesNo | Self::Number(_) | Self::NumberOrNone(_) | Self::Text(..) => &[],
        }
    }

    /// The values in words, as they stand in a file.
    pub fn described(&self) -> Message {
        match self {
            Self::YesNo => say("true or false", "true と false のどちらか"),
            Self::Number(range) => number(range),
            Self::NumberOrNone(range) => {
                let number = number(range);
                message!("{number}, or \"{NONE}\"", "\"{NONE}\" か{number}", number)
            }
            Self::One(choices) => quoted(choices),
            Self::Text(_, about) => (*about).into(),
            Self::Some(choices) => {
                let words = quoted(choices);
                message!("a list of {words}", "{words}からなるリスト", words)
            }
        }
    }
}

fn number(range: &RangeInclusive<u32>) -> Message {
    match (*range.start(), *range.end()) {
        (0, u32::MAX) => say("a number", "整数"),
        (least, u32::MAX) => message!("a number of at least {least}", "{least}以上の整数", least),
        (least, most) if least + 1 == most => {
            message!("{least} or {most}", "{least}と{most}のどちらか", least, most)
        }
        (least, most) => message!(
            "a number from {least} to {most}",
            "{least}から{most}までの整数",
            least,
            most
        ),
    }
}

/// `"a", "b" or "c"`.
fn quoted(choices: &[Choice]) -> Message {
    let names: Vec<_> = choices.iter().map(|it| format!("\"{}\"", it.name)).collect();
    let english = match names.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} or {last}", others.join(", ")),
        _ => names.concat(),
    };
    say(english, format!("{} のいずれか", names.join("、")))
}

/// A field, as the tables have it.
pub(super) const fn field(
    key: &'static str,
    takes: Takes,
    english: &'static str,
    japanese: &'static str,
) -> Field {
    Field {
        key,
        about: both(english, japanese),
        takes,
    }
}

/// A choice, as the tables have it.
pub(super) const fn choice(name: &'static str, english: &'static str, japanese: &'static str) -> Choice {
    Choice {
        name,
        about: both(english, japanese),
    }
}

// The fields of the games other than shogi.

/// In the order of [`Profile`](super::Profile).
pub(super) const OF_GAMES: &[Field] = &[
    field(
        "yonin.pawn_forced_ranks",
        Takes::Number(1..=2),
        "Yonin shogi: number of ranks at the far edge on which a pawn must promote",
        "四人将棋：歩が必ず成る段の数（最奥から）",
    ),
    field(
        "yonin.after_mate",
        Takes::One(&[
            choice("from-mated", "from the player who was mated", "詰んだ対局者から"),
            choice(
                "from-mover",
                "from the player who made the last move",
                "最後に指した対局者から",
            ),
        ]),
        "Yonin shogi: player from whom the turn continues after a mate",
        "四人将棋：詰みの後、手番が時計回りに続く起点",
    ),
    field(
        "yonin.pieces_left",
        Takes::One(&[
            choice(
                "capturable",
                "they stay, attack nothing and can be captured",
                "残るが利きはなく、取れる",
            ),
            choice("fixed", "they stay and cannot be captured", "残るが、取れない"),
            choice("removed", "they are removed from the board", "盤から除く"),
        ]),
        "Yonin shogi: pieces of a player who is out",
        "四人将棋：脱落した対局者の玉以外の駒の扱い（玉は残る）",
    ),
    field(
        "yonin.repeat_limit",
        Takes::Number(2..=u32::MAX),
        "Yonin shogi: number of occurrences of a position that are reported in a note",
        "四人将棋：注記する同一局面の出現回数",
    ),
    field(
        "yonin.repeated",
        REPEATED,
        "Yonin shogi: result when a position has occurred that often",
        "四人将棋：その回数だけ現れた場合の結果",
    ),
    field(
        "gunjin.gate",
        Takes::One(&[
            choice(
                "any",
                "each of the two cells with both opposite cells",
                "両側の2マスずつを互いにすべて",
            ),
            choice(
                "straight",
                "each cell with the cell directly opposite",
                "正面のマスだけ",
            ),
            choice(
                "diagonal",
                "each cell with the diagonally opposite cell",
                "斜めのマスだけ",
            ),
        ]),
        "Gunjin shogi: cells that an X gate connects",
        "軍人将棋：X形の突入口がつなぐマス",
    ),
    field(
        "gunjin.two_cells",
        Takes::One(&[
            choice("any", "forward, back and sideways", "前後左右"),
            choice("ahead", "forward only", "前だけ"),
        ]),
        "Gunjin shogi: directions in which tanks and cavalry can move two cells",
        "軍人将棋：タンクと騎兵が2マス動ける方向",
    ),
    field(
        "gunjin.no_officers",
        Takes::One(&[
            choice("plays-on", "the game continues", "対局を続ける"),
            choice("loses", "that side loses", "その側の負け"),
        ]),
        "Gunjin shogi: result if a side has lost all generals and field officers",
        "軍人将棋：将官と佐官をすべて失った場合の結果",
    ),
    field(
        "gunjin.no_legal_move",
        Takes::One(&[
            choice("loses", "that player loses", "その側の負け"),
            choice("draw", "the game is drawn", "引き分け"),
        ]),
        "Gunjin shogi: result for a player whose pieces cannot move",
        "軍人将棋：動かせる駒があるのに動ける先がない場合の結果",
    ),
    field(
        "gunjin.repeat_limit",
        Takes::Number(2..=u32::MAX),
        "Gunjin shogi: number of occurrences of a position that are reported in a note",
        "軍人将棋：注記する同一局面の出現回数",
    ),
    field(
        "gunjin.repeated",
        REPEATED,
        "Gunjin shogi: result when a position has occurred that often",
        "軍人将棋：その回数だけ現れた場合の結果",
    ),
    field(
        "gunjin.roster",
        Takes::Text(
            |text| games::read_roster(text).is_some(),
            both(
                "\"printed\", or kinds and numbers as in \"EN 2, CV 1\", each kind once, at most 31 pieces",
                "\"printed\" か、\"EN 2, CV 1\" のような駒と枚数（合計31枚以下）",
            ),
        ),
        "Gunjin shogi: kinds of pieces whose number differs from the rules document",
        "軍人将棋：文書と枚数の異なる駒",
    ),
    field(
        "gunjin.battles",
        Takes::Text(
            |text| games::read_battles(text).is_some(),
            both(
                "\"printed\", or battles as in \"SP LG W, SP MN L\": the attacker, the defender, and W, L or D; each pair once, and D for two pieces of one kind",
                "\"printed\" か、\"SP LG W, SP MN L\" のような戦い（動いた駒、相手の駒、W・L・D）",
            ),
        ),
        "Gunjin shogi: battles whose result differs from the table in the rules document",
        "軍人将棋：文書の表と勝敗の異なる戦い",
    ),
    field(
        "gung-janggi.repeat_limit",
        Takes::Number(2..=u32::MAX),
        "Gung-janggi: occurrence at which a repeated move or check is illegal",
        "宮チャンギ：同じ往復の手や同じ王手が反則となる回数",
    ),
    field(
        "gung-janggi.pass_limit",
        Takes::Number(2..=u32::MAX),
        "Gung-janggi: number of consecutive passes (한수쉼) that is illegal",
        "宮チャンギ：連続したパス（한수쉼）が反則となる回数",
    ),
    field(
        "gung-janggi.bikjang_ignored",
        Takes::One(&[
            choice(
                "count",
                "the game ends, and the pieces are counted",
                "終局とし、駒の数で決める",
            ),
            choice("continue", "the game continues", "対局を続ける"),
        ]),
        "Gung-janggi: result if facing generals (빅장) are left facing",
        "宮チャンギ：向かい合った将（빅장）をそのままにした場合の結果",
    ),
    field(
        "gung-janggi.red_setup",
        RED_SETUP,
        "Gung-janggi: direction in which the setup of Red (홍차림) is read",
        "宮チャンギ：紅の並び（홍차림）を読む向き",
    ),
    field(
        "janggi.repeat_limit",
        Takes::Number(2..=u32::MAX),
        "Janggi: number of occurrences of a position that are reported in a note",
        "チャンギ：注記する同一局面の出現回数",
    ),
    field(
        "janggi.repeated",
        Takes::One(&[
            choice("note", "the game continues", "対局を続ける"),
            choice("draw", "the game is drawn", "引き分け"),
            choice(
                "repeater-loses",
                "the side that makes the repeating move loses",
                "その局面に至る手を指した側の負け",
            ),
        ]),
        "Janggi: result when a position has occurred `janggi.repeat_limit` times",
        "チャンギ：同じ局面が `janggi.repeat_limit` 回現れた場合の結果",
    ),
    field(
        "janggi.double_pass",
        Takes::One(&[
            choice(
                "points",
                "the game ends, and the points are counted",
                "終局とし、点数で決める",
            ),
            choice("draw", "the game is drawn", "引き分け"),
            choice("continue", "the game continues", "対局を続ける"),
        ]),
        "Janggi: result when both sides pass (한수쉼), one after the other",
        "チャンギ：双方が続けてパス（한수쉼）した場合の結果",
    ),
    field(
        "janggi.bikjang",
        Takes::One(&[
            choice("draw", "the game is drawn", "引き分け"),
            choice(
                "points",
                "the game ends, and the points are counted",
                "終局とし、点数で決める",
            ),
            choice("continue", "the game continues", "対局を続ける"),
        ]),
        "Janggi: result if facing generals (빅장) are left facing",
        "チャンギ：向かい合った将（빅장）をそのままにした場合の結果",
    ),
    field(
        "janggi.red_setup",
        RED_SETUP,
        "Janggi: direction in which the setup of Red (한차림) is read",
        "チャンギ：紅の並び（한차림）を読む向き",
    ),
];

const REPEATED: Takes = Takes::One(&[
    choice("note", "the game continues", "対局を続ける"),
    choice("draw", "the game is drawn", "引き分け"),
]);

const RED_SETUP: Takes = Takes::One(&[
    choice("from-blue", "from the left of Blue", "青から見て左から"),
    choice("from-red", "from the left of Red", "紅から見て左から"),
]);

#[cfg(test)]
mod tests {
    use super::*;

    /// The fields of the structure, by the way it shows itself.
    fn fields_of(profile: &Profile) -> Vec<String> {
        let shown = format!("{profile:#?}");
        let field = |line: &str| {
            let line = line.strip_prefix("    ")?;
            let key = line.split_once(':')?.0;
            (!key.starts_with([' ', '}'])).then(|| key.to_owned())
        };
        shown.lines().filter_map(field).collect()
    }

    #[test]
    fn every_field_of_a_profile_has_its_row_and_the_order_is_the_same() {
        // The points of another game stand in a table.
        let table = |key: &'static str| key.split_once('.').map_or(key, |(game, _)| game);
        let mut rows: Vec<_> = Field::all()
            .map(|field| table(field.key).replace('-', "_"))
            .collect();
        rows.dedup();
        assert_eq!(fields_of(&Profile::default())[2..], rows);
        assert_eq!(fields_of(&Profile::default())[..2], ["name", "title"]);
    }

    #[test]
    fn every_row_takes_what_the_profiles_have() {
        for (field, profile) in Field::all().flat_map(|it| Profile::all().iter().map(move |p| (it, p))) {
            let table = profile.to_table();
            assert!(
                field.takes.accept(field.value_in(&table).expect("a value")),
                "{} of {}",
                field.key,
                profile.name
            );
        }
    }

    /// What a row takes can be read, and every word of the structure is in its row: the words that reading itself
    /// knows are told when it meets another.
    #[test]
    fn the_words_of_a_row_are_those_of_the_structure() {
        for field in Field::all() {
            let choices = field.takes.choices();
            let read = |word: &str| {
                let mut table = Profile::default().to_table();
                let word = Value::from(word);
                let list = matches!(field.takes, Takes::Some(_));
                let value = if list { Value::Array(vec![word]) } else { word };
                field.put(value, &mut table);
                Profile::from_table(table)
            };
            for choice in choices {
                assert_eq!(
                    field.shown(&read(choice.name).unwrap()).english(),
                    choice.name,
                    "{}",
                    field.key
                );
            }
            if !choices.is_empty() {
                let told = read("no such word").unwrap_err();
                assert_eq!(
                    told.matches('`').count(),
                    2 + 2 * choices.len(),
                    "{}: {told}",
                    field.key
                );
            }
        }
    }

    #[test]
    fn everything_is_worded_in_both_languages() {
        for field in Field::all() {
            let choices = field.takes.choices().iter().map(|it| it.about);
            for words in choices.chain([field.about]) {
                assert!(
                    !words.english.is_empty() && !words.japanese.is_empty(),
                    "{}",
                    field.key
                );
            }
        }
    }
}
