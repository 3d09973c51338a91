//! The columns that users and scripts meet.

use kifu::stats::Answer;
use kifu::stats::Order;
use kifu::stats::Part;
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
        let names: Vec<_> = headings[..table.usual()].iter().map(|it| it.name).collect();
        assert_eq!(names.join(","), columns);
    }
}

#[test]
fn no_table_has_two_columns_of_one_name() {
    for table in TABLES {
        let mut names: Vec<_> = table.headings().iter().map(|it| it.name).collect();
        names.sort_unstable();
        let all = names.len();
        names.dedup();
        assert_eq!(names.len(), all, "{}", table.name);
    }
}

/// A table of which only the end is known is not half written.
#[test]
fn what_is_broken_off_is_true_as_far_as_it_goes() {
    for (name, sorted, rows) in [
        ("games", false, 1),
        ("games", true, 0),
        ("endings", false, 0),
        ("duplicates", false, 0),
    ] {
        let mut query = super::query(table(name));
        if sorted {
            query.order = vec![Order {
                column: 0,
                descending: false,
            }];
        }
        let mut out = Vec::new();
        let mut answer = Answer::begin(&query, &mut out).expect("memory");
        let mut part = Part::default();
        super::add(&query, "a.usi", b"position startpos moves 7g7f 3c3d", &mut part);
        answer.take(part).expect("memory");
        assert_eq!(answer.break_off().expect("memory").1, rows > 0, "{name}");
        assert_eq!(
            String::from_utf8(out).expect("UTF-8").lines().count(),
            rows,
            "{name}"
        );
    }
}
