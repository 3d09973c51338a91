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
