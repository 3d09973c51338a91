//! The tables of single records: `games` with a row per record, `moves` with a row per move of the main line.

use std::sync::OnceLock;

use CellType::{Bool, Date, Enumerated, Integer, Number, Text};

use super::Cell;
use super::cell::CellType;
use super::game::{Action, BoardMove, Game, Ply, Token, game_styles, styles};
use super::losses::{Evaluators, Loss, SideLosses};
use super::{Column, Needs, column, column_needing};
use crate::finding::{self, Seat, Severity};
use crate::notation;
use crate::notation::MoveNotation;
use crate::notation::evaluation::Score;
use crate::opening::Pattern;
use crate::played;
use crate::record::{Outcome, Terminal};
use crate::shogi::Color::{self, Black, White};
use crate::shogi::{PieceKind, Position, Square};
use crate::system::{MoveEffects, SYSTEMS, System};

const NOTHING: Needs = Needs::NOTHING;
const HEADERS: Needs = Needs::HEADERS;
const OPENINGS: Needs = Needs::OPENINGS;
const EVALUATIONS: Needs = Needs::EVALUATIONS;
const POSITIONS: Needs = Needs::positions(u32::MAX);

/// Number of columns of games that are written by default.
pub(super) const DEFAULT_GAME_COLUMNS: usize = 25;

/// The columns of games. The default ones are first, in the order that scripts rely on.
pub(super) const GAMES: &[Column<Game>] = &[
    column_needing(NOTHING, "path", Text, |game| Cell::text(&*game.path)),
    column_needing(NOTHING, "record", Integer, |game| Cell::count(game.record)),
    column_needing(NOTHING, "format", Enumerated(notation::names), |game| {
        Cell::text(game.format)
    }),
    column_needing(NOTHING, "encoding", Text, |game| Cell::text(game.encoding)),
    column_needing(NOTHING, "event", Text, |game| {
        Cell::from_option(game.event.as_deref())
    }),
    column_needing(NOTHING, "site", Text, |game| {
        Cell::from_option(game.site.as_deref())
    }),
    column_needing(NOTHING, "start_time", Date, |game| {
        Cell::from_option(game.start_time())
    }),
    column_needing(NOTHING, "black", Text, |game| player(game, 0)),
    column_needing(NOTHING, "white", Text, |game| player(game, 1)),
    column_needing(NOTHING, "handicap", Text, |game| {
        Cell::from_option(game.is_recognized().then_some(&*game.handicap))
    }),
    column("plies", Integer, |game| game.count_cell(game.plies.len())),
    column("end", Enumerated(ends), |game| {
        Cell::from_option(game.end.map(Terminal::name))
    }),
    column("stated", Enumerated(outcomes), |game| outcome(game.stated)),
    column("verdict", Enumerated(outcomes), |game| outcome(game.verdict)),
    column("winner", Text, |game| {
        game.winner()
            .map_or(Cell::Empty, |seat| player(game, seat.index()))
    }),
    column("black_seconds", Number, |game| seconds(game.milliseconds(Black))),
    column("white_seconds", Number, |game| seconds(game.milliseconds(White))),
    column("captures", Integer, |game| {
        moves(game, |made| made.captured.is_some())
    }),
    column("drops", Integer, |game| {
        moves(game, |made| made.mv.from().is_none())
    }),
    column("promotions", Integer, |game| moves(game, BoardMove::promotes)),
    column("checks", Integer, |game| moves(game, |made| made.check)),
    column("max_repetition", Integer, |game| {
        game.board_count_cell(game.occurrences)
    }),
    column("findings", Integer, |game| Cell::count(game.findings.len())),
    column_needing(OPENINGS, "opening", Text, |game| {
        Cell::from_option(game.opening_name())
    }),
    column("game_id", Text, |game| Cell::from_option(game.id_if_replayed())),
    // The following columns are written only on request.
    column_needing(NOTHING, "start_time_written", Text, |game| {
        Cell::from_option(game.started.as_deref())
    }),
    column_needing(NOTHING, "date", Date, |game| Cell::from_option(game.date())),
    column_needing(NOTHING, "year", Integer, |game| {
        game.year().map_or(Cell::Empty, Cell::count)
    }),
    column_needing(NOTHING, "month", Integer, |game| {
        game.month().map_or(Cell::Empty, Cell::count)
    }),
    column_needing(NOTHING, "end_time", Date, |game| {
        Cell::from_option(game.end_time())
    }),
    column("winner_player", Text, |game| {
        Cell::from_option(game.winner().and_then(|winner| game.normalized_name(winner)))
    }),
    column("loser_player", Text, |game| {
        Cell::from_option(game.loser().and_then(|loser| game.normalized_name(loser)))
    }),
    column_needing(NOTHING, "black_player", Text, |game| {
        Cell::from_option(game.normalized_name(Black))
    }),
    column_needing(NOTHING, "white_player", Text, |game| {
        Cell::from_option(game.normalized_name(White))
    }),
    column_needing(HEADERS, "black_rating", Number, |game| rating(game, Black)),
    column_needing(HEADERS, "white_rating", Number, |game| rating(game, White)),
    column_needing(HEADERS, "time_control", Text, |game| {
        Cell::from_option(game.time_control.as_deref())
    }),
    column_needing(HEADERS, "round", Integer, |game| {
        game.pairing.round.map_or(Cell::Empty, Cell::count)
    }),
    column_needing(HEADERS, "table", Integer, |game| {
        game.pairing.table.map_or(Cell::Empty, Cell::count)
    }),
    column_needing(NOTHING, "stated_opening", Text, |game| {
        Cell::from_option(game.stated_opening.as_deref())
    }),
    column_needing(OPENINGS, "opening_english", Text, |game| {
        Cell::from_option(game.opening.opening.map(|it| &*it.name.english))
    }),
    column_needing(OPENINGS, "black_strategy", Text, |game| {
        pattern(game.opening.strategy[0])
    }),
    column_needing(OPENINGS, "white_strategy", Text, |game| {
        pattern(game.opening.strategy[1])
    }),
    column_needing(OPENINGS, "black_style", Enumerated(styles), |game| {
        Cell::from_option(game.style(Black))
    }),
    column_needing(OPENINGS, "white_style", Enumerated(styles), |game| {
        Cell::from_option(game.style(White))
    }),
    column_needing(OPENINGS, "game_style", Enumerated(game_styles), |game| {
        Cell::from_option(game.game_style())
    }),
    column_needing(OPENINGS, "family", Text, |game| Cell::from_option(game.family())),
    column_needing(OPENINGS, "black_castle", Text, |game| {
        pattern(game.opening.castle[0])
    }),
    column_needing(OPENINGS, "white_castle", Text, |game| {
        pattern(game.opening.castle[1])
    }),
    column("black_drops", Integer, |game| drops(game, Black)),
    column("white_drops", Integer, |game| drops(game, White)),
    column("longest_seconds", Number, |game| {
        seconds(game.plies.iter().filter_map(|ply| ply.milliseconds).max())
    }),
    column("errors", Integer, |game| findings(game, Severity::Error)),
    column("warnings", Integer, |game| findings(game, Severity::Warning)),
    column("notes", Integer, |game| findings(game, Severity::Note)),
    column("rules", Text, |game| Cell::from_non_empty(game.rules().join(" "))),
    column_needing(NOTHING, "game", Enumerated(games), |game| {
        Cell::text(game.kind.name)
    }),
    column_needing(NOTHING, "third", Text, |game| player(game, 2)),
    column_needing(NOTHING, "fourth", Text, |game| player(game, 3)),
    column_needing(NOTHING, "seat_1", Text, |game| player(game, 0)),
    column_needing(NOTHING, "seat_2", Text, |game| player(game, 1)),
    column_needing(NOTHING, "seat_3", Text, |game| player(game, 2)),
    column_needing(NOTHING, "seat_4", Text, |game| player(game, 3)),
    column_needing(EVALUATIONS, "black_mean_loss", Number, |game| {
        mean_loss(game, Black)
    }),
    column_needing(EVALUATIONS, "white_mean_loss", Number, |game| {
        mean_loss(game, White)
    }),
    column_needing(EVALUATIONS, "black_blunders", Integer, |game| {
        blunders(game, Black)
    }),
    column_needing(EVALUATIONS, "white_blunders", Integer, |game| {
        blunders(game, White)
    }),
    column_needing(EVALUATIONS, "biggest_swing", Integer, |game| {
        biggest_loss(game).map_or(Cell::Empty, |it| Cell::count(it.amount))
    }),
    column_needing(EVALUATIONS, "swing_ply", Integer, |game| {
        biggest_loss(game).map_or(Cell::Empty, |it| Cell::count(it.ply))
    }),
    column_needing(EVALUATIONS, "turned", Enumerated(sides), |game| {
        let turned = game.losses.and_then(|it| it.turned);
        Cell::from_option(turned.map(|side| Outcome::Win(side).name()))
    }),
    column_needing(EVALUATIONS, "evaluated_plies", Integer, |game| {
        let losses = game.losses.as_ref();
        losses.map_or(Cell::Empty, |it| Cell::count(it.evaluated_plies()))
    }),
    column_needing(EVALUATIONS, "evaluators", Enumerated(Evaluators::names), |game| {
        let evaluators = game.losses.and_then(|it| it.evaluators);
        Cell::from_option(evaluators.map(Evaluators::name))
    }),
];

fn player(game: &Game, seat: usize) -> Cell<'_> {
    Cell::from_option(game.players.get(seat).and_then(Option::as_deref))
}

fn rating(game: &Game, side: Color) -> Cell<'_> {
    game.ratings[side.index()].map_or(Cell::Empty, Cell::from_f64)
}

fn pattern(pattern: Option<&Pattern>) -> Cell<'_> {
    Cell::from_option(pattern.map(|it| &*it.name.japanese))
}

fn outcome(outcome: Option<Outcome<Seat>>) -> Cell<'static> {
    Cell::from_option(outcome.map(Outcome::name))
}

fn seconds(milliseconds: Option<u64>) -> Cell<'static> {
    milliseconds.map_or(Cell::Empty, Cell::seconds)
}

/// Returns a cell with the number of moves on a shogi board that satisfy a predicate. The cell is empty for other games
/// and if the record cannot be replayed.
fn moves(game: &Game, predicate: impl Fn(&BoardMove) -> bool) -> Cell<'static> {
    game.board_count_cell(game.count(predicate))
}

fn drops(game: &Game, side: Color) -> Cell<'static> {
    game.board_count_cell(game.drops(side))
}

fn findings(game: &Game, severity: Severity) -> Cell<'static> {
    Cell::count(game.findings_of(severity))
}

// Losses by the evaluations of engines.

/// Returns the losses of a side; `None` if no move of this side has a loss.
fn losses_of(game: &Game, side: Color) -> Option<SideLosses> {
    let losses = game.losses?.sides[side.index()];
    (losses.moves > 0).then_some(losses)
}

fn mean_loss(game: &Game, side: Color) -> Cell<'static> {
    losses_of(game, side).map_or(Cell::Empty, |it| Cell::ratio(it.total, it.moves.into(), 2))
}

fn blunders(game: &Game, side: Color) -> Cell<'static> {
    losses_of(game, side).map_or(Cell::Empty, |it| Cell::count(it.blunders))
}

fn biggest_loss(game: &Game) -> Option<Loss> {
    game.losses?.biggest
}

// The moves of the main line.

/// A row of the table of moves.
#[derive(Debug)]
pub(crate) struct MoveRow {
    /// The game to which the move belongs.
    pub(super) game: Game,
    /// The index of the move in the game.
    index: usize,
    /// The move in USI if it can be expressed, or else as written in the record.
    usi: String,
    /// The identifier of the game, computed on demand.
    id: OnceLock<Option<String>>,
}

impl MoveRow {
    /// Passes a row for each ply of the main line of a game to `take`, in order.
    pub(super) fn for_each(game: Game, mut take: impl FnMut(&Self)) {
        let moves = 0..game.plies.len();
        let mut row = Self {
            game,
            index: 0,
            usi: String::new(),
            id: OnceLock::new(),
        };
        for index in moves {
            row.index = index;
            row.usi.clear();
            row.game.plies[index].write_usi(&mut row.usi);
            take(&row);
        }
    }

    /// Returns the move of the row.
    fn ply(&self) -> &Ply {
        &self.game.plies[self.index]
    }

    /// Returns the identifier of the game, if the format of the record was recognized and the record can be replayed.
    fn id(&self) -> Option<&str> {
        self.id.get_or_init(|| self.game.id_if_replayed()).as_deref()
    }

    /// Returns the score of an engine for the position after the move, if evaluations are collected and the record
    /// states one.
    fn score(&self) -> Option<Score> {
        self.ply().evaluation.as_ref()?.score
    }

    /// Returns the cell for a square of the move. For shogi, `of_shogi` returns the square; for other games, `of_token`
    /// does. The cell is empty if the move has no such square or was not made.
    fn square_cell(
        &self,
        of_shogi: impl Fn(&BoardMove) -> Option<Square>,
        of_token: impl Fn(&Token) -> Option<finding::Cell>,
    ) -> Cell<'static> {
        match &self.ply().action {
            Action::Move(played) => Cell::from_option(of_shogi(played).map(Square::name)),
            Action::Token(token) => Cell::from_option(of_token(token).map(|it| it.to_string())),
            Action::Text(_) => Cell::Empty,
        }
    }

    /// Returns the cell for a Boolean property of the move. For shogi, `of_shogi` returns the property; for other
    /// games, `of_game` does. The cell is empty if the property is unknown or the move was not made.
    fn bool_cell(
        &self,
        of_shogi: impl Fn(&BoardMove) -> bool,
        of_game: impl Fn(&MoveEffects) -> Option<bool>,
    ) -> Cell<'static> {
        let truth = match &self.ply().action {
            Action::Move(played) => Some(of_shogi(played)),
            Action::Token(token) => of_game(&token.effects),
            Action::Text(_) => None,
        };
        truth.map_or(Cell::Empty, Cell::Bool)
    }

    /// Returns the move in Western notation; `None` in other games than shogi, and if the move was not made on the board.
    fn western(&self) -> Option<String> {
        let Action::Move(made) = &self.ply().action else {
            return None;
        };
        let position: Position = self.game.position(self.ply())?.parse().ok()?;
        let ply = played::Ply::of_move(&position, made.mv, None)?;
        MoveNotation::Western.western(&ply)
    }

    /// Returns the cell for a piece of the move. For shogi, `of_shogi` returns the piece; for other games, `of_game`
    /// does. The cell is empty if there is no such piece, if it is unknown, or if the move was not made.
    fn piece_cell(
        &self,
        of_shogi: impl Fn(&BoardMove) -> Option<PieceKind>,
        of_game: impl Fn(&MoveEffects) -> Option<&String>,
    ) -> Cell<'_> {
        Cell::from_option(match &self.ply().action {
            Action::Move(played) => of_shogi(played).map(PieceKind::symbol),
            Action::Token(token) => of_game(&token.effects).map(String::as_str),
            Action::Text(_) => None,
        })
    }
}

/// Number of columns of moves that are written by default.
pub(super) const DEFAULT_MOVE_COLUMNS: usize = 14;

/// The columns of moves. The default ones are first, in the order that scripts rely on.
pub(super) const MOVES: &[Column<MoveRow>] = &[
    column("path", Text, |row| Cell::text(&*row.game.path)),
    column("record", Integer, |row| Cell::count(row.game.record)),
    column("ply", Integer, |row| Cell::count(row.ply().number)),
    column("side", Enumerated(outcomes), |row| {
        Cell::text(row.ply().seat.name)
    }),
    column("usi", Text, |row| Cell::text(&*row.usi)),
    column("piece", Text, |row| {
        row.piece_cell(|played| Some(played.kind), |effects| effects.piece.as_ref())
    }),
    column("from", Text, |row| {
        row.square_cell(|played| played.mv.from(), |token| token.from)
    }),
    column("to", Text, |row| {
        row.square_cell(|played| Some(played.mv.to()), |token| token.to)
    }),
    column("drop", Bool, |row| {
        row.bool_cell(|played| played.mv.from().is_none(), |effects| effects.drops)
    }),
    column("promote", Bool, |row| {
        row.bool_cell(BoardMove::promotes, |effects| effects.promotes)
    }),
    column("capture", Bool, |row| {
        row.bool_cell(|played| played.captured.is_some(), |effects| effects.captures)
    }),
    column("check", Bool, |row| {
        row.bool_cell(|played| played.check, |effects| effects.checks)
    }),
    column("seconds", Number, |row| {
        row.ply().milliseconds.map_or(Cell::Empty, Cell::seconds)
    }),
    column_needing(POSITIONS, "sfen", Text, |row| {
        Cell::from_option(row.game.position(row.ply()))
    }),
    // The following columns are written only on request.
    column("captured", Text, |row| {
        row.piece_cell(|played| played.captured, |effects| effects.captured.as_ref())
    }),
    column_needing(POSITIONS, "western", Text, |row| Cell::from_option(row.western())),
    column_needing(POSITIONS, "position", Text, |row| {
        Cell::from_option(row.game.position_key(row.ply()))
    }),
    column_needing(EVALUATIONS, "eval", Integer, |row| {
        row.score()
            .map_or(Cell::Empty, |score| Cell::Integer(score.centipawns().into()))
    }),
    column_needing(EVALUATIONS, "mate", Integer, |row| {
        row.score()
            .and_then(Score::mate)
            .map_or(Cell::Empty, Cell::Integer)
    }),
    column_needing(EVALUATIONS, "pv", Text, |row| {
        let evaluation = row.ply().evaluation.as_ref();
        Cell::from_option(evaluation.and_then(|it| it.line.as_deref()))
    }),
    column("game_id", Text, |row| Cell::from_option(row.id())),
    column("verdict", Enumerated(outcomes), |row| outcome(row.game.verdict)),
    column("black", Text, |row| player(&row.game, 0)),
    column("white", Text, |row| player(&row.game, 1)),
];

// The possible words of some columns.

/// Returns the names of all ends of games.
pub(super) fn ends() -> Vec<&'static str> {
    distinct(Terminal::ALL.iter().map(|it| it.name()))
}

/// Returns the names of all outcomes: a side of shogi that wins, draw, no winner, or a seat of another game that wins.
pub(super) fn outcomes() -> Vec<&'static str> {
    let [shogi, other_systems @ ..] = SYSTEMS else {
        return Vec::new();
    };
    let seats = |game: &'static System| game.game.seats.iter().map(|&seat| Outcome::Win(seat).name());
    let without_winner = [Outcome::<Seat>::Draw, Outcome::None].map(Outcome::name);
    let other_outcomes = other_systems.iter().flat_map(|&game| seats(game));
    distinct(seats(shogi).chain(without_winner).chain(other_outcomes))
}

/// Returns the names of the sides of shogi.
fn sides() -> Vec<&'static str> {
    Color::ALL.map(|side| Outcome::Win(side).name()).to_vec()
}

/// Returns the names of the supported games.
pub(super) fn games() -> Vec<&'static str> {
    SYSTEMS.iter().map(|it| it.game.name).collect()
}

fn distinct(words: impl Iterator<Item = &'static str>) -> Vec<&'static str> {
    let mut distinct = Vec::new();
    for word in words {
        if !distinct.contains(&word) {
            distinct.push(word);
        }
    }
    distinct
}

#[cfg(test)]
mod tests {
    use super::{GAMES, ends, games, outcomes};
    use crate::check::Checker;
    use crate::notation::{self, NOTATIONS};
    use crate::record::{Format, Record};
    use crate::stats::{GameCollector, Needs};
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;
    use std::sync::Arc;

    #[test]
    fn documented_words_equal_the_cells() {
        let formats = NOTATIONS.iter().map(|it| it.format.name());
        assert_eq!(
            formats.chain([Format::UNKNOWN.name()]).collect::<BTreeSet<_>>(),
            notation::names().into_iter().collect()
        );
        assert_eq!(
            ends().join(" "),
            "resign interrupt repetition timeout foul-loss foul-win impasse declare-win draw max-moves mate no-mate \
             win-by-default lose-by-default sealed error other last-survivor headquarters extermination \
             general-captured piece-count second-player check-win"
        );
        assert_eq!(games().join(" "), "shogi yonin gunjin gung-janggi janggi");
        assert_eq!(
            outcomes().join(" "),
            "black white draw none south west north east blue red"
        );
    }

    /// Most positions are written by changing the text of the last one.
    #[test]
    fn positions_equal_those_of_the_replay() {
        let checker = Checker::default();
        let (mut session, mut count) = (checker.session(), 0);
        let mut collector = GameCollector::new(Needs::positions(u32::MAX));
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        for entry in walkdir::WalkDir::new(fixtures).into_iter().map(Result::unwrap) {
            if !entry.file_type().is_file() {
                continue;
            }
            let path = entry.path().to_str().unwrap();
            for file in checker.check(path, fs::read(path).unwrap()) {
                for record in file.unchecked().filter(Record::is_shogi) {
                    let mut expected = Vec::new();
                    let (_, game) = collector.check(&mut session, &file.source(), record, |played| {
                        expected.push(played.before().to_sfen(played.ply));
                    });
                    // A move that was taken back is not a ply of the game.
                    let mut expected = expected.into_iter();
                    for position in game.plies.iter().filter_map(|ply| game.position(ply)) {
                        assert!(expected.any(|it| it == position), "{path}: {position}");
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 10_000, "{count}");
    }

    /// A filter of columns that need no moves is evaluated before the game is checked, so the check must not change
    /// these columns.
    #[test]
    fn early_columns_do_not_change() {
        let checker = Checker::default();
        let (mut session, mut records) = (checker.session(), 0);
        let mut collector = GameCollector::new(Needs::HEADERS);
        let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
        for entry in walkdir::WalkDir::new(fixtures).into_iter().map(Result::unwrap) {
            if !entry.file_type().is_file() {
                continue;
            }
            let path = entry.path().to_str().unwrap();
            for file in checker.check(path, fs::read(path).unwrap()) {
                for record in file.unchecked() {
                    let source = file.source();
                    let encoding = source.text.encoding().name();
                    let before_check =
                        collector.game_from_headers(&Arc::from(source.path), encoding, &record);
                    let (_, game) = collector.check(&mut session, &source, record, |_| {});
                    for column in GAMES.iter().filter(|it| !it.needs.moves) {
                        assert_eq!(
                            (column.cell)(&before_check),
                            (column.cell)(&game),
                            "{path}: {}",
                            column.name
                        );
                    }
                    records += 1;
                }
            }
        }
        assert!(records > 1000, "{records}");
        assert_eq!(GAMES.iter().filter(|it| !it.needs.moves).count(), 30);
    }
}
