//! `--table games`: a row per record.

use super::cell::{Cell, Kind};
use super::column::Column;
use super::game::Game;
use crate::finding::{Severity, both};
use crate::notation::formats;
use crate::record::{Outcome, Terminal};
use crate::shogi::Color;

use Kind::{Number, Text};

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
    Column::new("path", Text, both("the file", "ファイル"), |game| {
        Cell::text(&*game.path)
    }),
    Column::new(
        "record",
        Number,
        both("place in the file, from 1", "ファイル内の番号（1から）"),
        |game| Cell::count(game.record),
    ),
    Column::new(
        "format",
        Kind::Word(formats::NAMES),
        both("the notation", "棋譜の形式"),
        |game| Cell::text(game.format),
    ),
    Column::new(
        "encoding",
        Text,
        both("the encoding it was read in", "読み取った文字コード"),
        |game| Cell::text(game.encoding),
    ),
    Column::new("event", Text, both("the event", "棋戦"), |game| {
        Cell::known(game.event.as_deref())
    }),
    Column::new("site", Text, both("where it was played", "場所"), |game| {
        Cell::known(game.site.as_deref())
    }),
    Column::new(
        "start_time",
        Kind::Date,
        both(
            "when it began, in ISO 8601 where the record can be understood, else as written",
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
        both("the start position: 平手, 香落ち …", "手合割"),
        |game| Cell::known(Some(&*game.handicap).filter(|_| game.is_known())),
    ),
    Column::new(
        "plies",
        Number,
        both(
            "moves of the main line; illegal ones count",
            "本譜の手数（反則手も数える）",
        ),
        |game| game.figure(game.plies.len()),
    ),
    Column::new(
        "end",
        Kind::Word(ENDS),
        both("how the record says it ended", "棋譜の述べる終局"),
        |game| Cell::known(game.end.map(Terminal::name)),
    ),
    Column::new(
        "stated",
        Kind::Word(OUTCOMES),
        both(
            "who the record says won: black, white, draw, none",
            "棋譜の述べる勝者: black, white, draw, none",
        ),
        |game| Cell::known(game.stated.map(Outcome::name)),
    ),
    Column::new(
        "verdict",
        Kind::Word(OUTCOMES),
        both(
            "who won by the rules: black, white, draw, none",
            "規定による勝者: black, white, draw, none",
        ),
        |game| Cell::known(game.verdict.map(Outcome::name)),
    ),
    Column::new(
        "winner",
        Text,
        both(
            "the name of who won by the rules, as written",
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
            "seconds that Black's moves took, where all are known and the time was kept",
            "先手の消費時間（秒、計時され、全手の時間が分かる場合）",
        ),
        |game| seconds(game, Color::Black),
    ),
    Column::new(
        "white_seconds",
        Number,
        both(
            "seconds that White's moves took, where all are known and the time was kept",
            "後手の消費時間（秒、計時され、全手の時間が分かる場合）",
        ),
        |game| seconds(game, Color::White),
    ),
    Column::new(
        "captures",
        Number,
        both("moves that take a piece", "駒を取った手の数"),
        |game| game.board_figure(game.count(|made| made.captured.is_some())),
    ),
    Column::new("drops", Number, both("drops", "打った手の数"), |game| {
        game.board_figure(game.count(|made| made.mv.from().is_none()))
    }),
    Column::new(
        "promotions",
        Number,
        both("moves that promote", "成った手の数"),
        |game| game.board_figure(game.count(super::ply::BoardMove::promotes)),
    ),
    Column::new(
        "checks",
        Number,
        both("moves that give check", "王手の数"),
        |game| game.board_figure(game.count(|made| made.check)),
    ),
    Column::new(
        "max_repetition",
        Number,
        both(
            "how often the most frequent position came about",
            "最も多く現れた局面の回数",
        ),
        |game| game.board_figure(game.occurrences),
    ),
    Column::new(
        "findings",
        Number,
        both("findings of all severities", "指摘の数"),
        |game| Cell::count(game.findings.len()),
    ),
    Column::new(
        "opening",
        Text,
        both("the opening as seen on the board", "盤上から判定した戦型"),
        |game| Cell::known(game.opening.name),
    ),
    Column::new(
        "game_id",
        Text,
        both(
            "the same for the same start position and moves in any notation",
            "開始局面と指し手が同じなら形式によらず同じ値",
        ),
        |game| Cell::known((game.is_known() && game.is_played).then(|| game.id())),
    ),
    // From here on: for those who ask.
    Column::new(
        "start_time_written",
        Text,
        both("when it began, as written", "開始日時（原文のまま）"),
        |game| Cell::known(game.started.as_deref()),
    ),
    Column::new(
        "date",
        Kind::Date,
        both("the day that it began, in ISO 8601", "開始日（ISO 8601）"),
        |game| Cell::known(game.date()),
    ),
    Column::new(
        "year",
        Number,
        both("the year that it began", "開始した年"),
        |game| game.year().map_or(Cell::Empty, Cell::count),
    ),
    Column::new(
        "black_player",
        Text,
        both(
            "Black's name without ranks, titles and ratings, to group by",
            "先手（段位・称号・レーティングを除いた名前）",
        ),
        |game| Cell::known(game.normal(Color::Black)),
    ),
    Column::new(
        "white_player",
        Text,
        both(
            "White's name without ranks, titles and ratings, to group by",
            "後手（段位・称号・レーティングを除いた名前）",
        ),
        |game| Cell::known(game.normal(Color::White)),
    ),
    Column::new(
        "stated_opening",
        Text,
        both("the opening that the record names", "棋譜に書かれた戦型"),
        |game| Cell::known(game.stated_opening.as_deref()),
    ),
    Column::new(
        "opening_english",
        Text,
        both("the opening, in English", "戦型の英語名"),
        |game| Cell::known(game.opening.english),
    ),
    Column::new(
        "black_strategy",
        Text,
        both("what Black played", "先手の戦法"),
        |game| Cell::known(game.opening.strategies[0]),
    ),
    Column::new(
        "white_strategy",
        Text,
        both("what White played", "後手の戦法"),
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
        both("Black's drops", "先手の打った手の数"),
        |game| game.board_figure(game.drops(Color::Black)),
    ),
    Column::new(
        "white_drops",
        Number,
        both("White's drops", "後手の打った手の数"),
        |game| game.board_figure(game.drops(Color::White)),
    ),
    Column::new(
        "longest_seconds",
        Number,
        both("seconds that the longest move took", "最も長く考えた手の秒数"),
        |game| {
            let longest = game.plies.iter().filter_map(|ply| ply.milliseconds).max();
            longest.map_or(Cell::Empty, Cell::seconds)
        },
    ),
    Column::new(
        "errors",
        Number,
        both("findings that are errors", "エラーの数"),
        |game| Cell::count(game.findings_of(Severity::Error)),
    ),
    Column::new(
        "warnings",
        Number,
        both("findings that are warnings", "警告の数"),
        |game| Cell::count(game.findings_of(Severity::Warning)),
    ),
    Column::new(
        "notes",
        Number,
        both("findings that are notes", "注記の数"),
        |game| Cell::count(game.findings_of(Severity::Note)),
    ),
    Column::new(
        "rules",
        Text,
        both("the rules of the findings, each once", "指摘の規則名（重複なし）"),
        |game| Cell::known(Some(game.rules().join(" ")).filter(|it| !it.is_empty())),
    ),
    Column::new(
        "game",
        Kind::Word(GAMES),
        both("what was played", "対局した競技"),
        |game| Cell::text(game.kind.name),
    ),
    Column::new(
        "third",
        Text,
        both(
            "the third player of a game for four, as written",
            "四人の競技の3人目（原文のまま）",
        ),
        |game| Cell::known(game.players[2].as_deref()),
    ),
    Column::new("fourth", Text, both("the fourth player", "同4人目"), |game| {
        Cell::known(game.players[3].as_deref())
    }),
    Column::new(
        "seat_1",
        Text,
        both(
            "the player of the first seat, as written: Black, South or Blue",
            "1番目の席の対局者（先手・南・青、原文のまま）",
        ),
        |game| Cell::known(game.players[0].as_deref()),
    ),
    Column::new(
        "seat_2",
        Text,
        both(
            "the player of the second seat: White, West, North or Red",
            "2番目の席の対局者（後手・西・北・紅）",
        ),
        |game| Cell::known(game.players[1].as_deref()),
    ),
    Column::new(
        "seat_3",
        Text,
        both(
            "the player of the third seat of yonin shogi: North",
            "3番目の席の対局者（四人将棋の北）",
        ),
        |game| Cell::known(game.players[2].as_deref()),
    ),
    Column::new(
        "seat_4",
        Text,
        both(
            "the player of the fourth seat of yonin shogi: East",
            "4番目の席の対局者（四人将棋の東）",
        ),
        |game| Cell::known(game.players[3].as_deref()),
    ),
];

fn seconds(game: &Game, side: Color) -> Cell<'static> {
    game.milliseconds(side).map_or(Cell::Empty, Cell::seconds)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{ENDS, GAMES, OUTCOMES};
    use crate::notation::{NOTATIONS, formats};
    use crate::record::{Format, Outcome, Terminal};
    use crate::system::SYSTEMS;

    #[test]
    fn the_words_are_those_that_stand_in_cells() {
        let words = |words: &[&'static str]| words.iter().copied().collect::<BTreeSet<_>>();
        let formats = NOTATIONS.iter().map(|it| it.format.name());
        assert_eq!(
            formats.chain([Format::UNKNOWN.name()]).collect::<BTreeSet<_>>(),
            words(formats::NAMES)
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
