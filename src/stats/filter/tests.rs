use std::fmt::Write as _;

use super::*;
use crate::finding::Language;

pub(super) const COLUMNS: [(&str, Kind); 7] = [
    ("path", Kind::Text),
    ("plies", Kind::Number),
    ("black", Kind::Text),
    ("end", Kind::Text),
    ("start_time", Kind::Text),
    ("drop", Kind::Truth),
    ("rate", Kind::Number),
];

pub(super) fn row() -> [Cell<'static>; 7] {
    [
        Cell::text("a/か\u{3099}.kif"),
        Cell::Whole(115),
        Cell::text("Ｈａｂｕ\"\\"),
        Cell::text("resign"),
        Cell::text("2020-02-03 10:00"),
        Cell::Truth(true),
        Cell::Real(0.5),
    ]
}

pub(super) fn read(text: &str) -> Filter {
    Filter::read(text, &COLUMNS).unwrap_or_else(|fault| panic!("{text}: {fault:?}"))
}

fn holds(text: &str, row: &[Cell<'static>; 7]) -> bool {
    read(text).holds(|column| row[column].clone())
}

#[test]
fn what_a_row_is_asked() {
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
        "black ~ \"u\\\"\\\\\"",
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
    ] {
        assert!(holds(text, &row()), "{text}");
        assert!(!holds(&format!("not ({text})"), &row()), "not ({text})");
    }
}

#[test]
fn nothing_compares_with_an_empty_cell() {
    let empty = [const { Cell::Empty }; 7];
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
    ] {
        assert!(!holds(text, &empty), "{text}");
        assert!(holds(&format!("not {text}"), &empty), "not {text}");
    }
    assert!(holds("end is empty", &empty));
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
        ("end not in(a,b)", "end not in (\"a\", \"b\")"),
    ] {
        assert_eq!(read(text).to_string(), printed);
        assert_eq!(read(printed), read(text));
    }
}

/// Every text with the place that is wrong, what is wrong, and what to do.
fn told(texts: &[&str]) -> String {
    let mut told = String::new();
    for text in texts {
        let fault = Filter::read(text, &COLUMNS).expect_err(text);
        let span = fault.span.unwrap();
        let (start, end) = (span.start as usize, span.end as usize);
        let marked = format!("{}[{}]{}", &text[..start], &text[start..end], &text[end..]);
        let _ = writeln!(
            told,
            "{marked}\n    {}; {}",
            fault.message.english,
            fault.help.unwrap().english
        );
    }
    told
}

#[test]
fn a_wrong_comparison_is_told() {
    let texts = [
        "",
        "  ",
        "plies",
        "plies and drop",
        "plies >",
        "plies > and drop",
        "plies > x",
        "plies > 'x'",
        "plies > 1e3",
        "plies > inf",
        "plies 100",
        "plies is 100",
        "plies ~ 100",
        "plies == 100",
        "plies = > 100",
        "plies > (100)",
        "drop > false",
        "drop = yes",
    ];
    insta::assert_snapshot!(told(&texts), @r#"
    []
        a test is missing; for example `plies > 100`
    []  
        a test is missing; for example `plies > 100`
    [plies]
        `plies` is compared with nothing; for example `plies > 100` or `plies is not empty`
    [plies] and drop
        `plies` is compared with nothing; for example `plies > 100` or `plies is not empty`
    plies [>]
        there is nothing to compare with; for example `plies > 100` or `black = "山田"`
    plies > [and] drop
        `plies` holds numbers, and `and` is none; write digits, such as 100 or 0.5
    plies > [x]
        `plies` holds numbers, and `x` is none; write digits, such as 100 or 0.5
    plies > ['x']
        `plies` holds numbers, and 'x' is none; write digits, such as 100 or 0.5
    plies > [1e3]
        `plies` holds numbers, and `1e3` is none; write digits, such as 100 or 0.5
    plies > [inf]
        `plies` holds numbers, and `inf` is none; write digits, such as 100 or 0.5
    plies [100]
        there is no comparison between `plies` and `100`; put one of = != < <= > >= ~ !~ between them
    plies is [100]
        only `is empty` and `is not empty` can be asked; compare with `=`
    plies [~] 100
        `~` looks into texts, and `plies` holds numbers; compare with `=`
    plies [==] 100
        `==` cannot stand here; write `=`
    plies = [>] 100
        `>` cannot stand here; a comparison is a column, one of = != < <= > >= ~ !~ and a value
    plies > [(]100)
        there is nothing to compare with; for example `plies > 100` or `black = "山田"`
    drop [>] false
        `drop` is true or false, and neither is greater; write `drop` or `not drop`
    drop = [yes]
        `drop` is true or false, and `yes` is neither; write true or false
    "#);
}

#[test]
fn wrong_words_and_their_order_are_told() {
    let texts = [
        "ply > 100",
        "Plies > 100",
        "xyz = 1",
        "100 < plies",
        "'plies' > 100",
        "black = 山田 太郎",
        "black = end",
        "black = not",
        "black = \"山田",
        "black = 'a\\'",
        "(drop",
        "(drop drop",
        "drop)",
        "drop && drop",
        "!drop",
        "drop and",
        "drop or or drop",
        "not",
        "()",
        "end in resign",
        "end in ()",
        "end in (a b)",
        "end in (a,",
        "end in (a, b",
        "end not resign",
    ];
    insta::assert_snapshot!(told(&texts), @r#"
    [ply] > 100
        there is no column `ply`; the columns are path, plies, black, end, start_time, drop, rate
    [Plies] > 100
        there is no column `Plies`; did you mean `plies`?
    [xyz] = 1
        there is no column `xyz`; the columns are path, plies, black, end, start_time, drop, rate
    [100] < plies
        there is no column `100`; the columns are path, plies, black, end, start_time, drop, rate
    ['plies'] > 100
        a test begins with a column, not with 'plies'; for example `plies > 100`
    black = 山田 [太郎]
        `太郎` does not belong to what stands before it; join tests by `and` or `or`, and put texts with blanks in quotes
    black = [end]
        `end` is a column, and columns cannot be compared with each other; the text is "end"
    black = [not]
        `not` is a word of the language; the text is "not"
    black = ["]山田
        this quote is never closed; put the same quote behind the text
    black = [']a\'
        this quote is never closed; put the same quote behind the text
    [(]drop
        this parenthesis is never closed; put `)` where it ends
    (drop [drop]
        `drop` does not belong to what stands before it; join tests by `and` or `or`, and put texts with blanks in quotes
    drop[)]
        no parenthesis is open here; leave it out, or put `(` where it begins
    drop [&&] drop
        `&&` cannot stand here; write `and`
    [!]drop
        `!` cannot stand here; write `not`
    drop and[]
        a test is missing; for example `plies > 100`
    drop or [or] drop
        a test begins with a column, not with `or`; for example `plies > 100`
    not[]
        a test is missing; for example `plies > 100`
    ([)]
        a test begins with a column, not with `)`; for example `plies > 100`
    end in [resign]
        behind `in` stands a list; for example `end in (resign, timeout)`
    end in ([)]
        there is nothing to compare with; for example `plies > 100` or `black = "山田"`
    end in (a [b])
        `b` does not belong into the list; put `,` between the values, `)` behind the last, and texts with blanks in quotes
    end in [(]a,
        there is nothing to compare with; for example `plies > 100` or `black = "山田"`
    end in [(]a, b
        this parenthesis is never closed; put `)` where it ends
    [end] not resign
        `end` is compared with nothing; for example `end = "…"` or `end is not empty`
    "#);
}

#[test]
fn length_and_depth_have_limits() {
    let fault = |text: &str| Filter::read(text, &COLUMNS).unwrap_err().message.english;
    let nested = |depth| format!("{}drop{}", "(".repeat(depth), ")".repeat(depth));
    assert_eq!(read(&nested(63)), read("drop"));
    assert_eq!(fault(&nested(64)), "the tests lie too deep in each other");
    assert_eq!(
        fault(&("not ".repeat(1000) + "drop")),
        "the tests lie too deep in each other"
    );
    assert_eq!(fault(&nested(2000)), "the tests lie too deep in each other");
    assert_eq!(fault(&nested(4000)), "the filter is too long");
    read(&vec!["drop"; 400].join(" and "));
}

#[test]
fn the_examples_of_the_guide_are_filters() {
    for language in Language::ALL {
        let examples = GUIDE
            .in_language(language)
            .lines()
            .filter(|it| it.starts_with("  "));
        let examples: Vec<_> = examples.filter_map(|it| it.trim().split("  ").next()).collect();
        assert_eq!(examples.len(), 4);
        for example in examples {
            read(example);
        }
    }
}
