//! The columns that users and scripts meet.

use kifu::stats::TABLES;

use super::table;

/// The names that scripts rely on.
#[test]
fn the_usual_columns_are_those_that_scripts_rely_on() {
    for (name, columns) in [
        (
            "games",
            "path,record,format,encoding,event,site,start_time,black,white,handicap,plies,end,stated,verdict,winner,\
             black_seconds,white_seconds,captures,drops,promotions,checks,max_repetition,findings,opening,game_id",
        ),
        (
            "moves",
            "path,record,ply,side,usi,piece,from,to,drop,promote,capture,check,seconds,sfen",
        ),
    ] {
        let table = table(name);
        let headings = table.headings();
        let names: Vec<_> = headings[..table.usual].iter().map(|it| it.name).collect();
        assert_eq!(names.join(","), columns);
    }
}

#[test]
fn no_table_has_two_columns_of_one_name() {
    for table in &TABLES {
        let mut names: Vec<_> = table.headings().iter().map(|it| it.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "{}", table.name);
    }
}
