use super::*;
use crate::finding::Language;
use crate::stats::Query;
use crate::stats::cell::CellType;

const fn heading(name: &'static str, kind: CellType) -> Heading {
    Heading {
        table: "any",
        name,
        kind,
        needs: Needs::MOVES,
    }
}

pub(super) const COLUMNS: [Heading; 10] = [
    heading("path", CellType::Text),
    heading("plies", CellType::Number),
    heading("black", CellType::Text),
    heading("end", CellType::Text),
    heading("start_time", CellType::Text),
    heading("drop", CellType::Bool),
    heading("rate", CellType::Number),
    heading("verdict", CellType::Enumerated(|| vec!["black", "white", "draw"])),
    heading("stated", CellType::Enumerated(|| vec!["black", "white", "draw"])),
    heading("date", CellType::Date),
];

pub(super) fn row() -> [Cell<'static>; 10] {
    [
        Cell::text("a/か\u{3099}.kif"),
        Cell::Integer(115),
        Cell::text("Ｈａｂｕ\"\\"),
        Cell::text("resign"),
        Cell::text("2020-02-03 10:00"),
        Cell::Bool(true),
        Cell::Float(0.5),
        Cell::text("black"),
        Cell::text("draw"),
        Cell::text("2020-02-29"),
    ]
}

pub(super) fn read(text: &str) -> Filter {
    Filter::read(text, &COLUMNS).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

fn matches_row(text: &str, row: &[Cell<'static>; 10]) -> bool {
    read(text).matches_row(|column| row[column].clone())
}

#[test]
fn a_filter_reads_only_the_needed_cells() {
    let columns = [
        heading("plies", CellType::Number),
        heading("black", CellType::Text),
    ];
    let filter = Filter::read("plies > 100 and black ~ 山田", &columns).unwrap();
    assert!(filter.matches_row(|column| if column == 0 {
        Cell::Integer(115)
    } else {
        Cell::text("山田太郎")
    }));
    assert_eq!(filter.to_string(), "plies > 100 and black ~ \"山田\"");
    let fault = Filter::read("plys > 100", &columns).unwrap_err();
    assert_eq!(fault.message.english(), "unknown column `plys`");
    assert_eq!(fault.help.unwrap().english(), "did you mean `plies`?");
}

#[test]
fn filters_match_a_row() {
    for text in [
        "plies > 100",
        "plies>100",
        "plies = 115.0",
        "plies = \"115\"",
        "plies >= １１５",
        "plies != 114",
        "rate <= 0.5",
        "rate > -1",
        "black ~ habu",
        "black ~ 'HABU\"'",
        "black !~ x",
        "black ~ \"u\\\"\\\\\\\\\"",
        "path ~ が",
        "path = 'a/か\u{3099}.kif'",
        "end = resign",
        "end > rep",
        "start_time >= 2020-02-03 AND start_time < 2020-03",
        "end in (timeout, 'resign')",
        "end not in (timeout)",
        "plies in (1, 115)",
        "drop",
        "drop = TRUE",
        "drop != false",
        "not not drop",
        "NOT plies < 100",
        "end is not empty",
        "not end is Empty",
        "plies < 0 or plies > 100 and drop",
        "drop or plies < 0 and plies > 0",
        "not (plies < 0 or not drop)",
        "(((drop)))",
        "\u{3000}drop\n",
        "verdict = black",
        "verdict != white",
        "verdict in (black, white)",
        "verdict ~ black and verdict !~ white",
        "verdict != stated",
        "stated > verdict",
        "plies > rate",
        "drop = drop",
        "end = end",
        "black != end",
        "date = 2020",
        "date = 2020/2/29",
        "date <= 2020-02",
        "date = 令和2年2月29日",
        "date in (2019, 2020-02)",
        "date < 2020-02-29T09",
        "date !~ 03",
        "black ~ '^h.bu'",
        "black ~ '(x|hab)u'",
        "black ~ '^.{6}$'",
    ] {
        assert!(matches_row(text, &row()), "{text}");
        assert!(!matches_row(&format!("not ({text})"), &row()), "not ({text})");
    }
}

#[test]
fn comparisons_with_an_empty_cell_are_false() {
    let empty = [const { Cell::Empty }; 10];
    for text in [
        "plies > 100",
        "plies <= 100",
        "plies != 100",
        "black = ''",
        "black ~ ''",
        "black !~ x",
        "end in ('')",
        "end not in (x)",
        "drop",
        "drop = false",
        "end is not empty",
        "verdict != stated",
        "verdict = verdict",
        "plies < rate",
        "date != 2020",
    ] {
        assert!(!matches_row(text, &empty), "{text}");
        assert!(matches_row(&format!("not {text}"), &empty), "not {text}");
    }
    assert!(matches_row("end is empty", &empty));
}

#[test]
fn a_filter_prints_as_it_is_read() {
    for (text, printed) in [
        ("plies>100", "plies > 100"),
        ("end  =  resign", "end = \"resign\""),
        ("end = 'a\"b\\\\c\\d\\''", "end = \"a\\\"b\\\\c\\\\d'\""),
        ("rate < 0.50", "rate < 0.5"),
        ("drop AND drop OR drop", "drop and drop or drop"),
        ("(drop or drop) and drop", "(drop or drop) and drop"),
        ("(drop and drop) and drop", "(drop and drop) and drop"),
        ("(drop and drop) or drop", "drop and drop or drop"),
        ("not (drop and drop)", "not (drop and drop)"),
        ("not (not drop)", "not not drop"),
        ("verdict = black", "verdict = \"black\""),
        ("verdict!=stated", "verdict != stated"),
        ("black = \"end\"", "black = \"end\""),
        ("date >= 2024/3/5", "date >= \"2024-03-05\""),
        ("black ~ '\\(a|b\\)'", "black ~ \"\\\\(a|b\\\\)\""),
        ("end not in(a,b)", "end not in (\"a\", \"b\")"),
    ] {
        assert_eq!(read(text).to_string(), printed);
        assert_eq!(read(printed), read(text));
    }
}

/// Dates of different precision are compared with the precision of the less precise date. A text that is not a date is
/// neither equal to a date, nor before or after it.
#[test]
fn dates_of_two_columns_compare_by_their_common_prefix() {
    let columns = [
        heading("date", CellType::Date),
        heading("start_time", CellType::Date),
    ];
    for (date, time, true_operators) in [
        ("2024-03-05", "2024-03-05T10:00", "= <= >="),
        ("2024-03", "2024-03-05", "= <= >="),
        ("2024-03-05T10:00+09:00", "2024-03-05T10:00", "= <= >="),
        ("2024-03-04", "2024-03-05T10:00", "!= < <="),
        ("2025", "2024-03-05", "!= > >="),
        ("2024", "17:13:24", ""),
        ("不明", "2024-03-05", ""),
        ("2024-03-05 10:00:00 EST", "2024-03-05", ""),
        ("2024-03-05 morning", "2024-03-05", ""),
    ] {
        for sign in ["=", "!=", "<", "<=", ">", ">="] {
            let filter = Filter::read(&format!("date {sign} start_time"), &columns).unwrap();
            let matches = filter.matches_row(|column| Cell::text([date, time][column]));
            assert_eq!(
                matches,
                true_operators.split(' ').any(|part| part == sign),
                "{date} {sign} {time}"
            );
            let filter = Filter::read(&format!("date {sign} 2024-03-05"), &columns).unwrap();
            let matches = filter.matches_row(|_| Cell::text("不明"));
            assert!(!matches, "what is no date stands in no order");
        }
    }
}

#[test]
fn length_and_depth_have_limits() {
    let fault = |text: &str| {
        Filter::read(text, &COLUMNS)
            .unwrap_err()
            .message
            .english()
            .into_owned()
    };
    let nested = |depth| format!("{}drop{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&nested(63)), read("drop"));
    assert_eq!(fault(&nested(64)), "parentheses and `not` are nested too deeply");
    assert_eq!(
        fault(&("not ".repeat(1000) + "drop")),
        "parentheses and `not` are nested too deeply"
    );
    assert_eq!(
        fault(&nested(2000)),
        "parentheses and `not` are nested too deeply"
    );
    assert_eq!(fault(&nested(4000)), "the condition is too long");
    read(&vec!["drop"; 400].join(" and "));
}

#[test]
fn the_documented_examples_are_valid_filters() {
    for language in Language::ALL {
        let examples = GUIDE
            .in_language(language)
            .lines()
            .filter(|it| it.starts_with("  "));
        let examples: Vec<_> = examples
            .filter_map(|example| example.trim().split("  ").next())
            .collect();
        assert_eq!(examples.len(), 9);
        for example in examples {
            Query::filter_with_lists(example).unwrap_or_else(|fault| panic!("{example}: {fault:?}"));
        }
    }
}
