//! The fields of the games other than shogi.

use super::field::{Field, Takes, choice, field};
use super::gunjin;
use crate::finding::both;

/// In the order of [`Profile`](super::Profile).
pub(super) const OF_GAMES: &[Field] = &[
    field(
        "yonin.pawn_forced_ranks",
        Takes::Number(1..=2),
        "yonin shogi: on how many ranks at the far edge must a pawn be promoted?",
        "四人将棋：歩が必ず成る段の数（最奥から）",
    ),
    field(
        "yonin.after_mate",
        Takes::One(&[
            choice("from-mated", "from whoever is out", "詰んだ人から"),
            choice(
                "from-mover",
                "from whoever made the last move",
                "最後に指した人から",
            ),
        ]),
        "yonin shogi: from whom does the turn go on when somebody is mated?",
        "四人将棋：詰みの後、手番はだれから時計回りに続くか",
    ),
    field(
        "yonin.pieces_left",
        Takes::One(&[
            choice(
                "capturable",
                "they stay, attack nothing and may be taken",
                "残るが利きはなく、取れる",
            ),
            choice("fixed", "they stay, and nobody takes them", "残るが、取れない"),
            choice("removed", "they are taken off the board", "盤から除く"),
        ]),
        "yonin shogi: what becomes of pieces whose player is out?",
        "四人将棋：脱落した人の玉以外の駒の扱い（玉は残る）",
    ),
    field(
        "yonin.repeat_limit",
        Takes::Number(2..=u32::MAX),
        "yonin shogi: how often is the same position worth a note?",
        "四人将棋：同じ局面が何回現れたら注記するか",
    ),
    field(
        "yonin.repeated",
        REPEATED,
        "yonin shogi: what follows where it has come so often?",
        "四人将棋：その回数だけ現れた場合",
    ),
    field(
        "gunjin.gate",
        Takes::One(&[
            choice(
                "any",
                "each of its two cells with both opposite",
                "両側の2ますずつを互いにすべて",
            ),
            choice("straight", "each with the one right opposite", "正面のますだけ"),
            choice("diagonal", "each with the one across", "斜めのますだけ"),
        ]),
        "gunjin shogi: which cells does an X gate join?",
        "軍人将棋：X形の突入口はどのますをつなぐか",
    ),
    field(
        "gunjin.two_cells",
        Takes::One(&[
            choice("any", "ahead, back and aside", "前後左右"),
            choice("ahead", "ahead alone", "前だけ"),
        ]),
        "gunjin shogi: which way do tanks and cavalry go two cells?",
        "軍人将棋：タンクと騎兵が2ます動ける方向",
    ),
    field(
        "gunjin.no_officers",
        Takes::One(&[
            choice("plays-on", "it plays on", "対局を続ける"),
            choice("loses", "it loses", "その側の負け"),
        ]),
        "gunjin shogi: what follows where all generals and field officers are lost?",
        "軍人将棋：将官と佐官をすべて失った場合",
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
        REPEATED,
        "gunjin shogi: what follows where it has come so often?",
        "軍人将棋：その回数だけ現れた場合",
    ),
    field(
        "gunjin.roster",
        Takes::Text(
            |text| gunjin::read_roster(text).is_some(),
            both(
                "\"printed\", or kinds with their numbers as in \"EN 2, CV 1\", each kind once, and 31 pieces at most",
                "\"printed\" か、\"EN 2, CV 1\" のような駒と枚数（合計31枚以下）",
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
                "\"printed\", or battles as in \"SP LG W, SP MN L\": the kind that moves in, the other, and W, L or D; each pair once, and D where both are of one kind",
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
        "gung-janggi.pass_limit",
        Takes::Number(2..=u32::MAX),
        "gung-janggi: which pass in a row (한수쉼) is one too many?",
        "宮チャンギ：続けてのパス（한수쉼）は何回目で反則か",
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
        "janggi.repeated",
        Takes::One(&[
            choice("note", "the game goes on", "対局を続ける"),
            choice("draw", "the game is drawn", "引き分け"),
            choice(
                "repeater-loses",
                "the side that makes the repeating move loses",
                "その局面に至る手を指した側の負け",
            ),
        ]),
        "janggi: result when a position has occurred `janggi.repeat_limit` times",
        "チャンギ：同じ局面が `janggi.repeat_limit` 回現れた場合",
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
            choice("continue", "the game goes on", "対局を続ける"),
        ]),
        "janggi: result when both sides pass (한수쉼), one after the other",
        "チャンギ：双方が続けてパス（한수쉼）した場合",
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

const REPEATED: Takes = Takes::One(&[
    choice("note", "the game goes on", "対局を続ける"),
    choice("draw", "the game is drawn", "引き分け"),
]);

const RED_SETUP: Takes = Takes::One(&[
    choice("from-blue", "from the left of Blue", "青から見て左から"),
    choice("from-red", "from the left of Red", "紅から見て左から"),
]);
