//! `--table games`: a row per record.

use Kind::{Number, Text};

use super::Column;
use super::cell::{Cell, Kind};
use super::game::{self, Game};
use crate::finding::{Severity, both};
use crate::notation;
use crate::record::{Outcome, Terminal};
use crate::shogi::Color;

/// Ways in which records end.
const ENDS: &[&str] = &[
    "resign",
    "interrupt",
    "repetition",
    "timeout",
    "foul-loss",
    "foul-win",
    "impasse",
    "declare-win",
    "draw",
    "max-moves",
    "mate",
    "no-mate",
    "win-by-default",
    "lose-by-default",
    "sealed",
    "error",
    "other",
    "last-survivor",
    "headquarters",
    "extermination",
    "general-captured",
    "piece-count",
    "second-player",
    "check-win",
];

/// Who wins: a side of shogi, a seat of another game, or nobody.
const OUTCOMES: &[&str] = &[
    "black", "white", "draw", "none", "south", "west", "north", "east", "blue", "red",
];

/// The games that are played.
pub(super) const GAMES: &[&str] = &["shogi", "yonin", "gunjin", "gung-janggi", "janggi"];

/// How many of the columns a table has that is not asked for others.
pub(super) const USUAL: usize = 25;

/// All columns; the usual ones first, in the order that scripts rely on.
pub(super) const COLUMNS: &[Column<Game>] = &[
    Column::new(
        "path",
        Text,
        both("path of the file", "ファイルのパス"),
        |game| Cell::text(&*game.path),
    ),
    Column::new(
        "record",
        Number,
        both(
            "number of the record in its file, from 1",
            "ファイル内の番号（1から）",
        ),
        |game| Cell::count(game.record),
    ),
    Column::new(
        "format",
        Kind::Word(notation::NAMES),
        both("format of the record", "棋譜の形式"),
        |game| Cell::text(game.format),
    ),
    Column::new(
        "encoding",
        Text,
        both("encoding in which the file was read", "読み取った文字コード"),
        |game| Cell::text(game.encoding),
    ),
    Column::new("event", Text, both("name of the event", "棋戦"), |game| {
        Cell::known(game.event.as_deref())
    }),
    Column::new("site", Text, both("place of the game", "場所"), |game| {
        Cell::known(game.site.as_deref())
    }),
    Column::new(
        "start_time",
        Kind::Date,
        both(
            "start of the game, in ISO 8601 if it can be read, otherwise as written",
            "開始日時（読み取れればISO 8601、読み取れなければ原文のまま）",
        ),
        |game| Cell::known(game.start_time()),
    ),
    Column::new(
        "black",
        Text,
        both("Black as written", "先手（原文のまま）"),
        |game| Cell::known(game.players[0].as_deref()),
    ),
    Column::new(
        "white",
        Text,
        both("White as written", "後手（原文のまま）"),
        |game| Cell::known(game.players[1].as_deref()),
    ),
    Column::new(
        "handicap",
        Text,
        both("start position as a handicap: 平手, 香落ち …", "手合割"),
        |game| Cell::known(Some(&*game.handicap).filter(|_| game.is_known())),
    ),
    Column::new(
        "plies",
        Number,
        both(
            "number of moves in the main line, including illegal ones",
            "本譜の手数（反則手を含む）",
        ),
        |game| game.figure(game.plies.len()),
    ),
    Column::new(
        "end",
        Kind::Word(ENDS),
        both("end of the game as stated in the record", "棋譜に書かれた終局"),
        |game| Cell::known(game.end.map(Terminal::name)),
    ),
    Column::new(
        "stated",
        Kind::Word(OUTCOMES),
        both(
            "winner as stated in the record: black, white, draw, none",
            "棋譜に書かれた勝者: black, white, draw, none",
        ),
        |game| Cell::known(game.stated.map(Outcome::name)),
    ),
    Column::new(
        "verdict",
        Kind::Word(OUTCOMES),
        both(
            "winner by the rules: black, white, draw, none",
            "規定による勝者: black, white, draw, none",
        ),
        |game| Cell::known(game.verdict.map(Outcome::name)),
    ),
    Column::new(
        "winner",
        Text,
        both(
            "name of the winner by the rules, as written",
            "規定による勝者の名前（原文のまま）",
        ),
        |game| {
            Cell::known(
                game.winner()
                    .and_then(|seat| game.players.get(seat.index())?.as_deref()),
            )
        },
    ),
    Column::new(
        "black_seconds",
        Number,
        both(
            "seconds used by Black, if time was kept and the time of every move is known",
            "先手の消費時間（秒。時間が計られ、全手の時間が分かる場合）",
        ),
        |game| seconds(game, Color::Black),
    ),
    Column::new(
        "white_seconds",
        Number,
        both(
            "seconds used by White, if time was kept and the time of every move is known",
            "後手の消費時間（秒。時間が計られ、全手の時間が分かる場合）",
        ),
        |game| seconds(game, Color::White),
    ),
    Column::new(
        "captures",
        Number,
        both("number of moves that capture a piece", "駒を取った手の数"),
        |game| game.board_figure(game.count(|made| made.captured.is_some())),
    ),
    Column::new(
        "drops",
        Number,
        both("number of moves that drop a piece", "打った手の数"),
        |game| game.board_figure(game.count(|made| made.mv.from().is_none())),
    ),
    Column::new(
        "promotions",
        Number,
        both("number of moves that promote", "成った手の数"),
        |game| game.board_figure(game.count(game::BoardMove::promotes)),
    ),
    Column::new(
        "checks",
        Number,
        both("number of moves that give check", "王手の数"),
        |game| game.board_figure(game.count(|made| made.check)),
    ),
    Column::new(
        "max_repetition",
        Number,
        both(
            "number of occurrences of the most frequent position",
            "最も多く現れた局面の回数",
        ),
        |game| game.board_figure(game.occurrences),
    ),
    Column::new(
        "findings",
        Number,
        both("number of findings", "指摘の数"),
        |game| Cell::count(game.findings.len()),
    ),
    Column::new(
        "opening",
        Text,
        both("opening, as detected on the board", "盤上から判定した戦型"),
        |game| Cell::known(game.opening.name),
    ),
    Column::new(
        "game_id",
        Text,
        both(
            "identifier of the start position and moves, the same in all formats",
            "開始局面と指し手から決まる識別子。どの形式でも同じ",
        ),
        |game| Cell::known((game.is_known() && game.is_played).then(|| game.id())),
    ),
    // From here on: for those who ask.
    Column::new(
        "start_time_written",
        Text,
        both("start of the game, as written", "開始日時（原文のまま）"),
        |game| Cell::known(game.started.as_deref()),
    ),
    Column::new(
        "date",
        Kind::Date,
        both("date of the start, in ISO 8601", "開始日（ISO 8601）"),
        |game| Cell::known(game.date()),
    ),
    Column::new(
        "year",
        Number,
        both("year of the start", "開始した年"),
        |game| game.year().map_or(Cell::Empty, Cell::count),
    ),
    Column::new(
        "black_player",
        Text,
        both(
            "Black's name without ranks, titles and ratings, for grouping",
            "先手の名前（段位・称号・レーティングを除く。集計用）",
        ),
        |game| Cell::known(game.normal(Color::Black)),
    ),
    Column::new(
        "white_player",
        Text,
        both(
            "White's name without ranks, titles and ratings, for grouping",
            "後手の名前（段位・称号・レーティングを除く。集計用）",
        ),
        |game| Cell::known(game.normal(Color::White)),
    ),
    Column::new(
        "stated_opening",
        Text,
        both("opening as stated in the record", "棋譜に書かれた戦型"),
        |game| Cell::known(game.stated_opening.as_deref()),
    ),
    Column::new(
        "opening_english",
        Text,
        both("opening, in English", "戦型の英語名"),
        |game| Cell::known(game.opening.english),
    ),
    Column::new(
        "black_strategy",
        Text,
        both("Black's strategy", "先手の戦法"),
        |game| Cell::known(game.opening.strategies[0]),
    ),
    Column::new(
        "white_strategy",
        Text,
        both("White's strategy", "後手の戦法"),
        |game| Cell::known(game.opening.strategies[1]),
    ),
    Column::new(
        "black_castle",
        Text,
        both("Black's castle", "先手の囲い"),
        |game| Cell::known(game.opening.castles[0]),
    ),
    Column::new(
        "white_castle",
        Text,
        both("White's castle", "後手の囲い"),
        |game| Cell::known(game.opening.castles[1]),
    ),
    Column::new(
        "black_drops",
        Number,
        both("number of Black's drops", "先手の打った手の数"),
        |game| game.board_figure(game.drops(Color::Black)),
    ),
    Column::new(
        "white_drops",
        Number,
        both("number of White's drops", "後手の打った手の数"),
        |game| game.board_figure(game.drops(Color::White)),
    ),
    Column::new(
        "longest_seconds",
        Number,
        both("seconds used for the longest move", "最も長く考えた手の秒数"),
        |game| {
            let longest = game.plies.iter().filter_map(|ply| ply.milliseconds).max();
            longest.map_or(Cell::Empty, Cell::seconds)
        },
    ),
    Column::new(
        "errors",
        Number,
        both("number of errors", "エラーの数"),
        |game| Cell::count(game.findings_of(Severity::Error)),
    ),
    Column::new(
        "warnings",
        Number,
        both("number of warnings", "警告の数"),
        |game| Cell::count(game.findings_of(Severity::Warning)),
    ),
    Column::new("notes", Number, both("number of notes", "注記の数"), |game| {
        Cell::count(game.findings_of(Severity::Note))
    }),
    Column::new(
        "rules",
        Text,
        both("rules of the findings, each once", "指摘の規則名（重複なし）"),
        |game| Cell::known(Some(game.rules().join(" ")).filter(|it| !it.is_empty())),
    ),
    Column::new(
        "game",
        Kind::Word(GAMES),
        both("game that was played", "対局した競技"),
        |game| Cell::text(game.kind.name),
    ),
    Column::new(
        "third",
        Text,
        both(
            "third player of a game for four, as written",
            "四人の競技の3人目（原文のまま）",
        ),
        |game| Cell::known(game.players[2].as_deref()),
    ),
    Column::new(
        "fourth",
        Text,
        both(
            "fourth player of a game for four, as written",
            "四人の競技の4人目（原文のまま）",
        ),
        |game| Cell::known(game.players[3].as_deref()),
    ),
    Column::new(
        "seat_1",
        Text,
        both(
            "player of the first seat, as written: Black, South or Blue",
            "1番目の席の対局者（先手・南・青、原文のまま）",
        ),
        |game| Cell::known(game.players[0].as_deref()),
    ),
    Column::new(
        "seat_2",
        Text,
        both(
            "player of the second seat, as written: White, West, North or Red",
            "2番目の席の対局者（後手・西・北・紅、原文のまま）",
        ),
        |game| Cell::known(game.players[1].as_deref()),
    ),
    Column::new(
        "seat_3",
        Text,
        both(
            "player of the third seat of yonin shogi, as written: North",
            "3番目の席の対局者（四人将棋の北、原文のまま）",
        ),
        |game| Cell::known(game.players[2].as_deref()),
    ),
    Column::new(
        "seat_4",
        Text,
        both(
            "player of the fourth seat of yonin shogi, as written: East",
            "4番目の席の対局者（四人将棋の東、原文のまま）",
        ),
        |game| Cell::known(game.players[3].as_deref()),
    ),
];

fn seconds(game: &Game, side: Color) -> Cell<'static> {
    game.milliseconds(side).map_or(Cell::Empty, Cell::seconds)
}

#[cfg(test)]
mod tests {
    use super::{ENDS, GAMES, OUTCOMES};
    use crate::notation::{self, NOTATIONS};
    use crate::record::{Format, Outcome, Terminal};
    use crate::system::SYSTEMS;
    use std::collections::BTreeSet;

    #[test]
    fn the_words_are_those_that_stand_in_cells() {
        let words = |words: &[&'static str]| words.iter().copied().collect::<BTreeSet<_>>();
        let formats = NOTATIONS.iter().map(|it| it.format.name());
        assert_eq!(
            formats.chain([Format::UNKNOWN.name()]).collect::<BTreeSet<_>>(),
            words(notation::NAMES)
        );
        let ends = Terminal::ALL.iter().map(|it| it.name());
        assert_eq!(ends.collect::<BTreeSet<_>>(), words(ENDS));
        let games = SYSTEMS.iter().map(|it| it.game.name);
        assert_eq!(games.collect::<BTreeSet<_>>(), words(GAMES));
        let seats = SYSTEMS.iter().flat_map(|it| it.game.seats.iter().copied());
        let outcomes = seats.map(Outcome::Win);
        let outcomes = outcomes.chain([Outcome::Draw, Outcome::None]).map(Outcome::name);
        assert_eq!(outcomes.collect::<BTreeSet<_>>(), words(OUTCOMES));
    }
}
