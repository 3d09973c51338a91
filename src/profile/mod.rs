//! The rules in which events differ: a [`Profile`].
//!
//! The rules of movement are the same everywhere. The consequences of a repeated position, of a declaration or
//! of an unnoticed illegal move are not. The profiles of known events are TOML files in `data`
//! ([`Profile::named`]). The profile of another event is read from a file of the same format
//! ([`Profile::read`]).

use std::sync::LazyLock;

use toml::de::DeTable;

use crate::finding::{Bilingual, InputErrors, both};

mod fields;
mod games;
mod reading;

use fields::{FieldValue, KeywordValue, fields, keywords};

pub use fields::Field;
pub(crate) use fields::{Keyword, ValueKind};
pub(crate) use games::{Battle, KIND_CODES as GUNJIN_KINDS};

// The words that are values of fields.

keywords! {
    /// Result of a game that ends by 千日手 (repetition).
    RepetitionResult {
        Draw = "draw": "the game is drawn", "引き分け";
        Replay = "replay": "the game is replayed with colours exchanged", "先後を入れ替えて指し直し";
    }

    /// Moves that must have given check for perpetual check.
    PerpetualWindow {
        FirstToLast = "first-to-last":
            "all moves of one side from the first to the last occurrence, whichever side completes it",
            "1回目から最後の出現までの一方の指し手すべて（どちらが成立させたかを問わない）";
        UnbrokenChecks = "unbroken-checks":
            "an unbroken series of checks up to the last occurrence; it includes all occurrences, except the first if the escaping side completes the repetition",
            "最後の出現まで途切れない王手。どの出現もその間にある（逃げる側が成立させた場合、1回目は除く）";
    }

    /// Result if both sides gave perpetual check.
    BothPerpetual {
        Draw = "draw": "the game is drawn", "引き分け";
        SideToMoveLoses = "side-to-move-loses":
            "the side to move after the repetition loses",
            "成立した局面の手番の側が負け";
        BlackLoses = "black-loses": "Black loses", "先手の負け";
        MoverLoses = "mover-loses": "the side that completes the repetition loses", "成立させた側の負け";
    }

    /// Result for a player who has no legal move and is not in check.
    NoLegalMove {
        Loses = "loses": "the player loses", "その側の負け";
        Untested = "untested": "not checked", "判定しない";
    }

    /// Rule for an impasse by agreement.
    ImpasseAgreement {
        None = "none": "not available", "なし";
        Points24 = "24-points":
            "24 points: a side with fewer loses, otherwise a draw",
            "24点法（24点未満は負け、双方24点以上は引き分け）";
        Points27 = "27-points":
            "27 points win; White wins at 27 to 27",
            "27点法（27点以上の勝ち、同点は後手の勝ち）";
    }

    /// Rule for a declared entering-king win.
    Declaration {
        None = "none": "not available", "なし";
        Points24 = "24-points":
            "31 points win, 24 to 30 draw",
            "24点法（31点以上は勝ち、24点から30点は引き分け）";
        Points27 = "27-points":
            "Black wins with 28 points, White with 27",
            "27点法（先手は28点以上、後手は27点以上で勝ち）";
        Automatic27 = "27-points-automatic":
            "Black wins with 28 points, White with 27; the game ends without a declaration",
            "27点法（宣言なしで自動的に終局）";
    }

    /// Result of a declaration whose conditions are not met.
    DeclarationFailure {
        Loses = "loses": "the declaring side loses", "宣言した側の負け";
        NotApplicable = "not-applicable": "not applicable", "該当なし";
    }

    /// Time at which an illegal move loses the game.
    FoulVerdict {
        Immediate = "immediate": "immediately", "ただちに負け";
        WhenClaimed = "when-claimed": "when it is claimed", "指摘された時点で負け";
        Refused = "refused": "the server rejects the move, and the player loses", "サーバーが受け付けず負け";
        Impossible = "impossible":
            "the server does not accept illegal moves",
            "サーバーが反則手を受け付けない";
    }

    /// Priority of a resignation over an illegal move that is found after the end.
    ResignPriority {
        Yes = "yes": "the resignation is final", "投了が優先";
        No = "no": "the side that made the first illegal move loses", "先に反則した側の負け";
        NotApplicable = "not-applicable": "not applicable", "該当なし";
    }

    /// People other than the players who may claim an illegal move.
    ThirdPartyClaim {
        Yes = "yes": "anyone", "だれでもよい";
        Arbiter = "arbiter": "only an arbiter", "審判のみ";
        No = "no": "only the players", "対局者のみ";
        NotApplicable = "not-applicable": "not applicable", "該当なし";
    }

    /// Method of charging time.
    ClockMethod {
        ChessClock = "chess-clock": "whole seconds", "チェスクロック（秒単位）";
        StopWatch = "stop-watch":
            "stop-watch: whole minutes per move, fractions of a minute are free",
            "ストップウォッチ（1分未満切り捨て）";
        Fischer = "fischer": "Fischer: each move adds to the time", "フィッシャー（1手ごとに加算）";
        Byoyomi = "byoyomi": "byoyomi: a fixed time per move when the main time is used up", "秒読み";
    }

    /// Credit of White for the pieces of a handicap when points are counted.
    HandicapPoints {
        ToUwate = "to-uwate": "yes", "上手の点数に加える";
        NotCredited = "not-credited": "no", "加えない";
    }

    /// Player from whom the turn continues clockwise after a mate in yonin shogi.
    AfterMate {
        FromMated = "from-mated": "from the player who was mated", "詰んだ対局者から";
        FromMover = "from-mover": "from the player who made the last move", "最後に指した対局者から";
    }

    /// Treatment of the pieces of a player who is out, in yonin shogi. The king always stays on its square.
    PiecesLeft {
        Capturable = "capturable":
            "they stay, attack nothing and can be captured",
            "残るが利きはなく、取れる";
        Fixed = "fixed": "they stay and cannot be captured", "残るが、取れない";
        Removed = "removed": "they are removed from the board", "盤から除く";
    }

    /// Result of a repeated position in yonin shogi and gunjin shogi.
    Repeated {
        Note = "note": "the game continues", "対局を続ける";
        Draw = "draw": "the game is drawn", "引き分け";
    }

    /// Cells that an X gate connects in gunjin shogi.
    Gate {
        Any = "any": "each of the two cells with both opposite cells", "両側の2マスずつを互いにすべて";
        Straight = "straight": "each cell with the cell directly opposite", "正面のマスだけ";
        Diagonal = "diagonal": "each cell with the diagonally opposite cell", "斜めのマスだけ";
    }

    /// Directions in which tanks and cavalry can move two cells in gunjin shogi.
    TwoCells {
        Any = "any": "forward, back and sideways", "前後左右";
        Ahead = "ahead": "forward only", "前だけ";
    }

    /// Result in gunjin shogi for a side that has lost all its generals and field officers.
    NoOfficers {
        PlaysOn = "plays-on": "the game continues", "対局を続ける";
        Loses = "loses": "that side loses", "その側の負け";
    }

    /// Result in gunjin shogi for a player who has no move.
    NoMoveResult {
        Loses = "loses": "that player loses", "その側の負け";
        Draw = "draw": "the game is drawn", "引き分け";
    }

    /// Result in gung-janggi if a player does not answer bikjang, so that the generals still face each other.
    BikjangIgnored {
        Count = "count": "the game ends, and the pieces are counted", "終局とし、駒の数で決める";
        Continue = "continue": "the game continues", "対局を続ける";
    }

    /// Direction in which the order of Red's horses and elephants is read, in janggi and gung-janggi.
    RedSetup {
        FromBlue = "from-blue": "from the left of Blue", "青から見て左から";
        FromRed = "from-red": "from the left of Red", "紅から見て左から";
    }

    /// Result in janggi when a position has occurred `repeat_limit` times.
    JanggiRepeated {
        Note = "note": "the game continues", "対局を続ける";
        Draw = "draw": "the game is drawn", "引き分け";
        RepeaterLoses = "repeater-loses":
            "the side that makes the repeating move loses",
            "その局面に至る手を指した側の負け";
    }

    /// Result in janggi when both sides pass, one after the other.
    DoublePass {
        Points = "points": "the game ends, and the points are counted", "終局とし、点数で決める";
        Draw = "draw": "the game is drawn", "引き分け";
        Continue = "continue": "the game continues", "対局を続ける";
    }

    /// Result in janggi if a player does not answer bikjang, so that the generals still face each other.
    Bikjang {
        Draw = "draw": "the game is drawn", "引き分け";
        Points = "points": "the game ends, and the points are counted", "終局とし、点数で決める";
        Continue = "continue": "the game continues", "対局を続ける";
    }
}

// The fields. Each has a type, the allowed values in brackets if not all values of the type are allowed, and a
// description.

fields! {
    /// The rules of an event, with a field for each rule in which events differ.
    #[derive(Clone, Debug, PartialEq, Eq)]
    Profile {
        repetition_count: u32 [ValueKind::Number(2..=u32::MAX)],
            "Number of occurrences of a position that make 千日手", "千日手が成立する同一局面の出現回数";
        repetition_agree_below: bool,
            "Can the players agree on 千日手 earlier?", "その回数に達する前に、合意で千日手にできるか";
        count_start_position: bool,
            "Does the start position count as an occurrence?", "開始局面を1回と数えるか";
        repetition_result: RepetitionResult,
            "Result of 千日手", "千日手の結果";
        perpetual_window: PerpetualWindow,
            "Moves that must have given check for perpetual check",
            "連続王手の千日手となるために王手でなければならない指し手";
        both_perpetual: BothPerpetual,
            "Result if both sides gave perpetual check", "双方が連続王手だった場合";
        no_legal_move: NoLegalMove,
            "Result for a player who is not in check but has no legal move", "王手でなく合法手もない場合";
        impasse_agreement: ImpasseAgreement,
            "Rule for an impasse by agreement", "合意による持将棋の判定";
        impasse_entered_kings: u32 [ValueKind::Number(1..=2)],
            "Number of kings that must have entered the enemy camp for an agreed impasse",
            "そのために入玉していなければならない玉の数";
        impasse_free_before: Option<u32> [ValueKind::NumberOrNone(1..=9999)],
            "Year before which an agreed impasse is accepted with any points and kings",
            "この年より前の対局で、合意による持将棋を点数や玉の位置によらず認める";
        declaration: Declaration,
            "Rule for the entering-king declaration", "入玉宣言の判定";
        declaration_failure: DeclarationFailure,
            "Result of a declaration whose conditions are not met", "条件を満たさない宣言の結果";
        max_moves: Option<u32>,
            "Ply at which an undecided game is drawn", "決着がつかなければ引き分けとなる手数";
        max_moves_delayed_by_check: bool,
            "If there is a check at that ply, does the game continue until the checks end?",
            "その手数で王手が続いている場合、途切れるまで指すか";
        max_moves_needs_entered_king: bool,
            "Does the limit apply only if a king has entered the enemy camp?",
            "どちらかの玉が入玉している場合に限るか";
        foul_verdict: FoulVerdict,
            "Time at which an illegal move loses the game", "反則負けとなる時点";
        resign_priority: ResignPriority,
            "Is a resignation final if an illegal move is found after the end?",
            "終局後に反則が見つかっても投了が優先するか";
        third_party_claim: ThirdPartyClaim,
            "Who may claim an illegal move?", "反則を指摘できる人";
        touch_move: bool,
            "Must a piece that was touched be moved?", "触れた駒を動かさなければならないか";
        clock: Vec<ClockMethod>,
            "Clock systems that may be used", "時計の方式";
        least_seconds: u32,
            "Minimum time charged for a move, in seconds", "1手の最少消費秒数";
        bare_kings_draw: bool,
            "Is the game drawn if both sides have only a king?", "双方が玉だけなら引き分けか";
        handicap_points: HandicapPoints,
            "Are the handicap pieces included in White's points?", "駒落ちの駒の点数を上手に加えるか";
        ban_pointless_nonpromotion: bool,
            "Must bishop, rook and pawn promote if they can?", "角・飛・歩の無意味な不成を禁じるか";
    }

    /// The rules that the rules document of yonin shogi leaves open.
    #[derive(Clone, Debug, PartialEq, Eq)]
    yonin: YoninRules, "yonin" {
        pawn_forced_ranks: u32 [ValueKind::Number(1..=2)],
            "Yonin shogi: number of ranks at the far edge on which a pawn must promote",
            "四人将棋：歩が必ず成る段の数（最奥から）";
        after_mate: AfterMate,
            "Yonin shogi: player from whom the turn continues after a mate",
            "四人将棋：詰みの後、手番が時計回りに続く起点";
        pieces_left: PiecesLeft,
            "Yonin shogi: pieces of a player who is out",
            "四人将棋：脱落した対局者の玉以外の駒の扱い（玉は残る）";
        repeat_limit: u32 [ValueKind::Number(2..=u32::MAX)],
            "Yonin shogi: number of occurrences of a position that are reported in a note",
            "四人将棋：注記する同一局面の出現回数";
        repeated: Repeated,
            "Yonin shogi: result when a position has occurred that often",
            "四人将棋：その回数だけ現れた場合の結果";
    }

    /// The rules that the rules document of gunjin shogi leaves open, and those in which sets of the game differ.
    #[derive(Clone, Debug, PartialEq, Eq)]
    gunjin: GunjinRules, "gunjin" {
        gate: Gate,
            "Gunjin shogi: cells that an X gate connects", "軍人将棋：X形の突入口がつなぐマス";
        two_cells: TwoCells,
            "Gunjin shogi: directions in which tanks and cavalry can move two cells",
            "軍人将棋：タンクと騎兵が2マス動ける方向";
        no_officers: NoOfficers,
            "Gunjin shogi: result if a side has lost all generals and field officers",
            "軍人将棋：将官と佐官をすべて失った場合の結果";
        no_legal_move: NoMoveResult,
            "Gunjin shogi: result for a player whose pieces cannot move",
            "軍人将棋：動かせる駒があるのに動ける先がない場合の結果";
        repeat_limit: u32 [ValueKind::Number(2..=u32::MAX)],
            "Gunjin shogi: number of occurrences of a position that are reported in a note",
            "軍人将棋：注記する同一局面の出現回数";
        repeated: Repeated,
            "Gunjin shogi: result when a position has occurred that often",
            "軍人将棋：その回数だけ現れた場合の結果";
        roster: String [games::ROSTERS],
            "Gunjin shogi: kinds of pieces whose number differs from the rules document",
            "軍人将棋：文書と枚数の異なる駒";
        battles: String [games::BATTLES],
            "Gunjin shogi: battles whose result differs from the table in the rules document",
            "軍人将棋：文書の表と勝敗の異なる戦い";
    }

    /// The rules that the rules document of gung-janggi leaves open.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    gung_janggi: GungJanggiRules, "gung-janggi" {
        repeat_limit: u32 [ValueKind::Number(2..=u32::MAX)],
            "Gung-janggi: occurrence at which a repeated move or check is illegal",
            "宮チャンギ：同じ往復の手や同じ王手が反則となる回数";
        pass_limit: u32 [ValueKind::Number(2..=u32::MAX)],
            "Gung-janggi: number of consecutive passes (한수쉼) that is illegal",
            "宮チャンギ：連続したパスが反則となる回数";
        bikjang_ignored: BikjangIgnored,
            "Gung-janggi: result if facing generals (빅장) are left facing",
            "宮チャンギ：向かい合った将（ビクチャン）をそのままにした場合の結果";
        red_setup: RedSetup,
            "Gung-janggi: direction in which the setup of Red (홍차림) is read",
            "宮チャンギ：紅の並びを読む向き";
    }

    /// The rules of janggi in which events differ.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    janggi: JanggiRules, "janggi" {
        repeat_limit: u32 [ValueKind::Number(2..=u32::MAX)],
            "Janggi: number of occurrences of a position that are reported in a note",
            "チャンギ：注記する同一局面の出現回数";
        repeated: JanggiRepeated,
            "Janggi: result when a position has occurred `janggi.repeat_limit` times",
            "チャンギ：同じ局面が `janggi.repeat_limit` 回現れた場合の結果";
        double_pass: DoublePass,
            "Janggi: result when both sides pass (한수쉼), one after the other",
            "チャンギ：双方が続けてパスした場合の結果";
        bikjang: Bikjang,
            "Janggi: result if facing generals (빅장) are left facing",
            "チャンギ：向かい合った将（ビクチャン）をそのままにした場合の結果";
        red_setup: RedSetup,
            "Janggi: direction in which the setup of Red (한차림) is read",
            "チャンギ：紅の並びを読む向き";
    }
}

// The profiles of known events, one file in `data` each.

/// The texts of the built-in profiles, in the order in which the profiles are listed.
const TEXTS: &[&str] = &[
    include_str!("data/textbook.toml"),
    include_str!("data/jsa-pro.toml"),
    include_str!("data/jsa-pro-2013.toml"),
    DEFAULT_TEXT,
    include_str!("data/csa.toml"),
    include_str!("data/floodgate.toml"),
    include_str!("data/lishogi.toml"),
    include_str!("data/fesa.toml"),
];

/// The text of the default profile, which has a value for every field.
const DEFAULT_TEXT: &str = include_str!("data/jsa-amateur.toml");

static DEFAULT: LazyLock<Profile> = LazyLock::new(|| {
    let default = DeTable::parse(DEFAULT_TEXT).ok().and_then(|table| {
        let table = table.get_ref();
        Some(Profile::from_table(table)?.with_name_and_title(table, "", &mut InputErrors::default()))
    });
    // The texts are part of the program and a test reads all of them, so they have no errors.
    default.unwrap_or_else(|| panic!("the default profile"))
});

static ALL: LazyLock<Vec<Profile>> = LazyLock::new(|| {
    let parse =
        |text| Profile::read(text, "").unwrap_or_else(|errors| panic!("a built-in profile: {errors:?}"));
    TEXTS.iter().map(|text| parse(text)).collect()
});

impl Profile {
    /// Returns the built-in profiles.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// Returns the built-in profile of this name; `None` if no built-in profile has the name.
    ///
    /// ```
    /// use kifu::profile::Profile;
    /// assert_eq!(Profile::named("jsa-pro").unwrap().max_moves, Some(500));
    /// assert_eq!(Profile::named("jsa-prof"), None);
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|profile| profile.name == name)
    }

    /// Returns the title in the quotation marks of each language, for messages.
    pub(crate) fn quoted_title(&self) -> Bilingual<String> {
        Bilingual {
            english: format!("\"{}\"", self.title.english),
            japanese: format!("「{}」", self.title.japanese),
        }
    }
}

/// Returns the rules of amateur tournaments, which apply to most games.
impl Default for Profile {
    fn default() -> Self {
        DEFAULT.clone()
    }
}

/// Returns the text of a built-in profile.
#[cfg(test)]
fn text_of(profile: &Profile) -> &'static str {
    TEXTS[Profile::all().iter().position(|known| known == profile).unwrap()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn built_in_profiles_are_distinct() {
        let names: Vec<_> = Profile::all().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "textbook",
                "jsa-pro",
                "jsa-pro-2013",
                "jsa-amateur",
                "csa",
                "floodgate",
                "lishogi",
                "fesa"
            ]
        );
        assert_eq!(Profile::named("jsa-amateur"), Some(&Profile::default()));
    }
}
