//! The columns of the tables, whose names scripts depend on, and interrupted output.

use kifu::stats::Answer;
use kifu::stats::Order;
use kifu::stats::Part;
use kifu::stats::{HITS, NEXT, TABLES};

use super::table;
use crate::support::table::{assert_cases, rows};

/// Scripts depend on the default columns of each table, so their names and order must not change.
#[test]
fn default_columns_are_stable() {
    const DEFAULT_COLUMNS: &str = "
        games | path,record,format,encoding,event,site,start_time,black,white,handicap,plies,end,stated,verdict,winner,black_seconds,white_seconds,captures,drops,promotions,checks,max_repetition,findings,opening,game_id
        moves | path,record,ply,side,usi,piece,from,to,drop,promote,capture,check,seconds,sfen
        players | name,player,spellings,game,games,black_games,white_games,wins,losses,draws,no_result,win_rate,win_rate_low,win_rate_high,black_win_rate,black_win_rate_low,black_win_rate_high,white_win_rate,white_win_rate_low,white_win_rate_high,mean_plies,shortest,longest,timed,mean_seconds,seconds_per_move,errors,warnings,notes,first_date,last_date
        openings | opening,stated,games,share,share_low,share_high,black_wins,white_wins,draws,no_result,black_win_rate,black_win_rate_low,black_win_rate_high,mean_plies,shortest,longest,timed,mean_seconds,seconds_per_move,first_date,last_date
        strategies | strategy,games,wins,losses,draws,no_result,win_rate,win_rate_low,win_rate_high,black_games,white_games,mean_plies,first_date,last_date
        castles | castle,games,wins,losses,draws,no_result,win_rate,win_rate_low,win_rate_high,black_games,white_games,mean_plies,first_date,last_date
        styles | style,games,wins,losses,draws,no_result,win_rate,win_rate_low,win_rate_high,black_games,white_games,mean_plies,first_date,last_date
        matchups | black_strategy,white_strategy,games,black_wins,white_wins,draws,no_result,black_win_rate,black_win_rate_low,black_win_rate_high,mean_plies,first_date,last_date
        head-to-head | name,opponent_name,player,opponent,games,wins,losses,draws,no_result,win_rate,win_rate_low,win_rate_high,black_games,white_games,mean_plies,first_date,last_date,game
        by-month | month,games,black_wins,white_wins,draws,no_result,black_win_rate,black_win_rate_low,black_win_rate_high,mean_plies,first_date,last_date
        positions | sfen,games,black_wins,white_wins,draws,no_result,black_win_rate,black_win_rate_low,black_win_rate_high,mean_plies,first_date,last_date
        next-moves | sfen,move,games,black_wins,white_wins,draws,no_result,black_win_rate,black_win_rate_low,black_win_rate_high,mean_plies,first_date,last_date
        endings | end,games,share,share_low,share_high,black_wins,white_wins,draws,no_result,black_win_rate,black_win_rate_low,black_win_rate_high,mean_plies,shortest,longest,timed,mean_seconds,seconds_per_move
        rules | rule,findings,errors,warnings,notes,records,share,share_low,share_high,first_date,last_date
        duplicates | group,relation,path,record,format,game_id,plies,shared_plies,end,stated,black,white,start_time,disagree
        novelties | path,record,ply,move,sfen,games_before,last_before,date
        standings | event,rank,player,games,wins,losses,draws,points,sos,sodos
        cross-table | event,player,opponent,games,points
        hits | path,record,ply,side,move,sfen,black,white,result
        next | move,games,black_wins,white_wins,draws,no_result,games_after,black_wins_after,white_wins_after,draws_after
    ";
    let tables = || TABLES.iter().chain([&HITS, &NEXT]);
    assert_cases(rows(DEFAULT_COLUMNS), |[name, columns]| {
        let table = tables().find(|table| table.name == *name).expect("a table");
        let headings = table.headings();
        let names: Vec<_> = headings[..table.default_column_count()]
            .iter()
            .map(|it| it.name)
            .collect();
        ((*columns).to_owned(), names.join(","))
    });
    assert_eq!(rows::<2>(DEFAULT_COLUMNS).len(), tables().count());
}

#[test]
fn no_table_has_two_columns_of_one_name() {
    for table in TABLES {
        let mut names: Vec<_> = table.headings().iter().map(|it| it.name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count, "{}", table.name);
    }
}

/// If the output is interrupted, a table that is computed or sorted only at the end is not written in part. Rows of
/// other tables are written before the interruption.
#[test]
fn interrupted_output_has_no_partial_aggregates() {
    for (name, is_sorted, row_count) in [
        ("games", false, 1),
        ("games", true, 0),
        ("endings", false, 0),
        ("duplicates", false, 0),
    ] {
        let mut query = super::query(table(name));
        if is_sorted {
            query.order = vec![Order {
                column: 0,
                descending: false,
            }];
        }
        let mut output = Vec::new();
        let mut answer = Answer::begin(&query, &mut output).expect("memory");
        let mut part = Part::default();
        super::add(&query, "a.usi", b"position startpos moves 7g7f 3c3d", &mut part);
        answer.push(part).expect("memory");
        assert_eq!(answer.abort().expect("memory").1, row_count > 0, "{name}");
        assert_eq!(
            String::from_utf8(output).expect("UTF-8").lines().count(),
            row_count,
            "{name}"
        );
    }
}
