//! The table of the fields.

use super::field::{Field, Takes, choice, field};
use super::game_fields::OF_GAMES;

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
        "impasse_free_before",
        Takes::NumberOrNone(1..=9999),
        "the year before which an agreed impasse stands, whatever the points and kings",
        "この年より前の対局で、合意による持将棋を点数や玉の位置によらず認める",
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
];
