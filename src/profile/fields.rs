//! The table of the fields.

use super::field::{Choice, Field, Takes};
use super::gunjin;
use crate::finding::both;

const fn field(key: &'static str, takes: Takes, english: &'static str, japanese: &'static str) -> Field {
    Field {
        key,
        about: both(english, japanese),
        takes,
    }
}

const fn choice(name: &'static str, english: &'static str, japanese: &'static str) -> Choice {
    Choice {
        name,
        about: both(english, japanese),
    }
}

impl Field {
    /// All of them, in the order of the files.
    pub const fn all() -> &'static [Self] {
        ALL
    }

    /// The field that a key is for.
    pub fn of(key: &str) -> Option<&'static Self> {
        Self::all().iter().find(|field| field.key == key)
    }
}

/// All of them, in the order of [`Profile`](super::Profile).
const ALL: &[Field] = &[
    field(
        "repetition_count",
        Takes::Number(2..=u32::MAX),
        "how often the same position ends a game",
        "千日手が成立する同一局面の出現回数",
    ),
    field(
        "repetition_agree_below",
        Takes::YesNo,
        "may the players agree on 千日手 before that?",
        "その回数に達する前に合意で千日手にできるか",
    ),
    field(
        "count_start_position",
        Takes::YesNo,
        "does the start position count as an occurrence?",
        "開始局面を1回と数えるか",
    ),
    field(
        "repetition_result",
        Takes::One(&[
            choice("draw", "the game is drawn", "引き分け"),
            choice(
                "replay",
                "another game is played, with colours exchanged",
                "先後を入れ替えて指し直し",
            ),
        ]),
        "what follows from 千日手",
        "千日手の結果",
    ),
    field(
        "perpetual_window",
        Takes::One(&[
            choice(
                "first-to-last",
                "all of one side between the first and the last occurrence, whoever completes it",
                "1回目から最後の出現までの一方の指し手すべて（どちらが成立させたかを問わない）",
            ),
            choice(
                "unbroken-checks",
                "all in a row up to the last occurrence: every occurrence lies in that run of checks, the first too unless the side that escapes completes it",
                "最後の出現まで途切れない王手。どの出現もその間にある（逃げる側が成立させた場合、1回目は除く）",
            ),
        ]),
        "which moves must have given check for perpetual check",
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
        "what follows where both sides gave perpetual check",
        "双方が連続王手だった場合",
    ),
    field(
        "no_legal_move",
        Takes::One(&[
            choice("loses", "the player loses", "その側の負け"),
            choice("untested", "it is not tested", "判定しない"),
        ]),
        "what follows for a player without a legal move who is not in check",
        "王手でなく合法手もない場合",
    ),
    field(
        "impasse_agreement",
        Takes::One(&[
            choice("none", "unknown there", "なし"),
            choice(
                "24-points",
                "a side with fewer than 24 points loses, else a draw",
                "24点法（24点未満は負け、双方24点以上は引き分け）",
            ),
            choice(
                "27-points",
                "27 points win, and White wins at 27 to 27",
                "27点法（27点以上の勝ち、同点は後手の勝ち）",
            ),
        ]),
        "how an impasse that the players agree on is decided",
        "合意による持将棋の判定",
    ),
    field(
        "impasse_entered_kings",
        Takes::Number(1..=2),
        "how many kings must have entered the enemy camp for that",
        "そのために入玉していなければならない玉の数",
    ),
    field(
        "declaration",
        Takes::One(&[
            choice("none", "unknown there", "なし"),
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
                "the same, but the game ends without a declaration",
                "27点法（宣言なしで自動的に終局）",
            ),
        ]),
        "how a declared entering-king win is judged",
        "入玉宣言の判定",
    ),
    field(
        "declaration_failure",
        Takes::One(&[
            choice("loses", "the declarer loses", "宣言した側の負け"),
            choice("not-applicable", "it cannot be made", "該当なし"),
        ]),
        "what follows from a declaration whose conditions are not met",
        "条件を満たさない宣言の結果",
    ),
    field(
        "max_moves",
        Takes::NumberOrNone(1..=u32::MAX),
        "the ply at which a game without decision is drawn",
        "決着がつかなければ引き分けとなる手数",
    ),
    field(
        "max_moves_delayed_by_check",
        Takes::YesNo,
        "does the game go on at that ply until checks are over?",
        "その手数で王手が続いていれば途切れるまで指すか",
    ),
    field(
        "max_moves_needs_entered_king",
        Takes::YesNo,
        "does the limit hold only where a king has entered the enemy camp?",
        "どちらかが入玉している場合に限るか",
    ),
    field(
        "foul_verdict",
        Takes::One(&[
            choice("immediate", "at once", "ただちに負け"),
            choice("when-claimed", "when it is pointed out", "指摘された時点で負け"),
            choice(
                "refused",
                "the server refuses the move, and the mover loses",
                "サーバーが受け付けず負け",
            ),
            choice(
                "impossible",
                "the server does not let anybody make an illegal move",
                "反則手を指せない",
            ),
        ]),
        "when a foul loses",
        "反則負けとなる時点",
    ),
    field(
        "resign_priority",
        Takes::One(&[
            choice("yes", "it stands", "投了が優先"),
            choice("no", "the side that fouled first loses", "先に反則した側の負け"),
            choice("not-applicable", "no foul can be found later", "該当なし"),
        ]),
        "does a resignation stand where a foul is found after the end?",
        "終局後に反則が見つかっても投了が優先するか",
    ),
    field(
        "third_party_claim",
        Takes::One(&[
            choice("yes", "anybody may", "だれでもよい"),
            choice("arbiter", "only an arbiter may", "審判のみ"),
            choice("no", "only the players may", "対局者のみ"),
            choice("not-applicable", "nobody has to", "該当なし"),
        ]),
        "may others than the players point out a foul?",
        "対局者以外が反則を指摘できるか",
    ),
    field(
        "touch_move",
        Takes::YesNo,
        "must a piece that was touched be moved?",
        "触れた駒を動かさなければならないか",
    ),
    field(
        "clock",
        Takes::Some(&[
            choice("chess-clock", "whole seconds", "チェスクロック（秒単位）"),
            choice(
                "stop-watch",
                "whole minutes a move, a fraction is free",
                "ストップウォッチ（1分未満切り捨て）",
            ),
            choice(
                "fischer",
                "every move adds to the time",
                "フィッシャー（1手ごとに加算）",
            ),
            choice(
                "byoyomi",
                "a time for every move when the main time is used up",
                "秒読み",
            ),
        ]),
        "how time may be charged",
        "時計の方式",
    ),
    field(
        "least_seconds",
        Takes::Number(0..=u32::MAX),
        "seconds that a move is charged at least",
        "1手の最少消費秒数",
    ),
    field(
        "bare_kings_draw",
        Takes::YesNo,
        "are two kings without any other piece a draw?",
        "双方が玉だけなら引き分けか",
    ),
    field(
        "handicap_points",
        Takes::One(&[
            choice("to-uwate", "yes", "上手に加える"),
            choice("not-credited", "no", "加えない"),
        ]),
        "is White credited with the pieces of a handicap when points are counted?",
        "駒落ちの駒の点数を上手に加えるか",
    ),
    field(
        "ban_pointless_nonpromotion",
        Takes::YesNo,
        "must bishop, rook and pawn promote where they can?",
        "角・飛・歩の無意味な不成を禁じるか",
    ),
    field(
        "yonin.pawn_forced_ranks",
        Takes::Number(1..=2),
        "yonin shogi: on how many ranks at the far edge must a pawn be promoted?",
        "四人将棋：歩が必ず成る段の数（最奥から）",
    ),
    field(
        "gunjin.gate",
        Takes::One(&[
            choice("any", "each with both opposite", "両側のますを互いにすべて"),
            choice("straight", "each with the one right opposite", "正面のますだけ"),
            choice("diagonal", "each with the one across", "斜めのますだけ"),
        ]),
        "gunjin shogi: which cells does an X gate join?",
        "軍人将棋：X形の突入口はどのますをつなぐか",
    ),
    field(
        "gunjin.no_legal_move",
        Takes::One(&[
            choice("loses", "that player loses", "その側の負け"),
            choice("draw", "the game is drawn", "引き分け"),
        ]),
        "gunjin shogi: what follows for a player who has no move?",
        "軍人将棋：動かせる駒があるのに動ける先がない場合",
    ),
    field(
        "gunjin.repeat_limit",
        Takes::Number(2..=u32::MAX),
        "gunjin shogi: how often is the same position worth a note?",
        "軍人将棋：同じ局面が何回現れたら注記するか",
    ),
    field(
        "gunjin.repeated",
        Takes::One(&[
            choice("note", "the game goes on", "対局を続ける"),
            choice("draw", "the game is drawn", "引き分け"),
        ]),
        "gunjin shogi: what follows where it has come so often?",
        "軍人将棋：その回数だけ現れた場合",
    ),
    field(
        "gunjin.roster",
        Takes::Text(
            |text| gunjin::read_roster(text).is_some(),
            both(
                "\"printed\", or \"EN 2, CV 1\", 31 in all at most",
                "\"printed\" か、\"EN 2, CV 1\" など",
            ),
        ),
        "gunjin shogi: kinds of which a side has another number",
        "軍人将棋：文書と枚数の異なる駒",
    ),
    field(
        "gunjin.battles",
        Takes::Text(
            |text| gunjin::read_battles(text).is_some(),
            both(
                "\"printed\", or battles as in \"SP LG W, SP MN L\": the kind that moves in, the other, and W, L or D",
                "\"printed\" か、\"SP LG W, SP MN L\" のような戦い（動いた駒、相手の駒、W・L・D）",
            ),
        ),
        "gunjin shogi: battles that end in another way",
        "軍人将棋：文書の表と勝敗の異なる戦い",
    ),
    field(
        "gung-janggi.repeat_limit",
        Takes::Number(2..=u32::MAX),
        "gung-janggi: how often is the same move or check one too many?",
        "宮チャンギ：同じ往復の手や同じ王手は何回目で反則か",
    ),
    field(
        "gung-janggi.bikjang_ignored",
        Takes::One(&[
            choice(
                "count",
                "the game ends, and the pieces are counted",
                "終局とし、駒の数で決める",
            ),
            choice("continue", "the game goes on", "対局を続ける"),
        ]),
        "gung-janggi: what follows where facing generals (빅장) are left so",
        "宮チャンギ：向かい合った将（빅장）をそのままにした場合",
    ),
    field(
        "gung-janggi.red_setup",
        RED_SETUP,
        "gung-janggi: from where is the setup of Red (홍차림) read?",
        "宮チャンギ：紅の並び（홍차림）をどちらから読むか",
    ),
    field(
        "janggi.repeat_limit",
        Takes::Number(2..=u32::MAX),
        "janggi: how often is the same position worth a note?",
        "チャンギ：同じ局面が何回現れたら注記するか",
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
            choice("continue", "the game goes on", "対局を続ける"),
        ]),
        "janggi: what follows where facing generals (빅장) are left so",
        "チャンギ：向かい合った将（빅장）をそのままにした場合",
    ),
    field(
        "janggi.red_setup",
        RED_SETUP,
        "janggi: from where is the setup of Red (한차림) read?",
        "チャンギ：紅の並び（한차림）をどちらから読むか",
    ),
];

const RED_SETUP: Takes = Takes::One(&[
    choice("from-blue", "from the left of Blue", "青から見て左から"),
    choice("from-red", "from the left of Red", "紅から見て左から"),
]);
