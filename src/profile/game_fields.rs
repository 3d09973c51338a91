//! The fields of the games other than shogi.

use super::field::{Field, Takes, choice, field};
use super::gunjin;
use crate::finding::both;

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
            |text| gunjin::read_roster(text).is_some(),
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
            |text| gunjin::read_battles(text).is_some(),
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
