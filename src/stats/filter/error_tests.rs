use std::fmt::Write as _;

use super::tests::COLUMNS;
use super::*;

/// Returns every text with its faulty part in brackets, followed by the English message and help. Asserts that both
/// have a Japanese translation.
fn fault_report(texts: &[&str]) -> String {
    let mut fault_report = String::new();
    for text in texts {
        let fault = Filter::read(text, &COLUMNS).expect_err(text);
        let help = fault.help.clone().expect("help");
        for part in [&fault.message, &help] {
            assert!(!part.japanese().is_ascii(), "{text}: {}", part.japanese());
        }
        let span = fault.span.unwrap();
        let (start, end) = (span.start as usize, span.end as usize);
        let marked = format!("{}[{}]{}", &text[..start], &text[start..end], &text[end..]);
        let _ = writeln!(
            fault_report,
            "{marked}\n    {}; {}",
            fault.message.english(),
            fault.help.unwrap().english()
        );
    }
    fault_report
}

#[test]
fn wrong_comparisons_are_reported() {
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
        "date > 2024-02-30",
        "date = 2024-13",
        "date in (2024, 2023/02/29)",
        "date > today",
        "date > 17:13:24",
        "date > 2024-03-05T25",
        "date",
        "verdict = blak",
        "verdict = plies",
        "plies = verdict",
        "black = plies",
        "date = black",
        "black ~ '('",
        "black ~ '(a{999}){999}'",
    ];
    insta::assert_snapshot!(fault_report(&texts), @r#"
    []
        expected a test; for example, `plies > 100`
    []  
        expected a test; for example, `plies > 100`
    [plies]
        expected a comparison after `plies`; for example, `plies > 100` or `plies is not empty`
    [plies] and drop
        expected a comparison after `plies`; for example, `plies > 100` or `plies is not empty`
    plies [>]
        expected a value after `>`; for example, `plies > 100` or `black = "山田"`
    plies > [and] drop
        expected a number for `plies`, found `and`; write digits, such as 100 or 0.5
    plies > [x]
        expected a number for `plies`, found `x`; write digits, such as 100 or 0.5
    plies > ['x']
        expected a number for `plies`, found 'x'; write digits, such as 100 or 0.5
    plies > [1e3]
        expected a number for `plies`, found `1e3`; write digits, such as 100 or 0.5
    plies > [inf]
        expected a number for `plies`, found `inf`; write digits, such as 100 or 0.5
    plies [100]
        expected a comparison after `plies`, found `100`; write one of = != < <= > >= ~ !~ between them
    plies is [100]
        expected `empty` or `not empty` after `is`; use `=` to compare
    plies [~] 100
        `~` applies to texts, but `plies` contains numbers; use `=` to compare
    plies [==] 100
        unexpected `==`; write `=`
    plies = [>] 100
        unexpected `>`; write a column, one of = != < <= > >= ~ !~, and a value
    plies > [(]100)
        expected a value after `>`; for example, `plies > 100` or `black = "山田"`
    drop [>] false
        `drop` is true or false and has no order; write `drop` or `not drop`
    drop = [yes]
        expected true or false for `drop`, found `yes`; for example, `drop` or `drop = false`
    date > [2024-02-30]
        expected a date of the calendar for `date`, found `2024-02-30`; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date = [2024-13]
        expected a date of the calendar for `date`, found `2024-13`; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date in (2024, [2023/02/29])
        expected a date of the calendar for `date`, found `2023/02/29`; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date > [today]
        expected a date of the calendar for `date`, found `today`; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date > [17:13:24]
        expected a date of the calendar for `date`, found `17:13:24`; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date > [2024-03-05T25]
        expected a date of the calendar for `date`, found `2024-03-05T25`; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    [date]
        expected a comparison after `date`; for example, `date >= 2024-03` or `date is not empty`
    verdict = [blak]
        `verdict` cannot be `blak`; did you mean `black`?
    verdict = [plies]
        cannot compare `verdict` (texts) with `plies` (numbers); compare columns of the same type, or a column with a value
    plies = [verdict]
        cannot compare `plies` (numbers) with `verdict` (texts); compare columns of the same type, or a column with a value
    black = [plies]
        cannot compare `black` (texts) with `plies` (numbers); to write a text, use "plies"
    date = [black]
        cannot compare `date` (dates) with `black` (texts); compare columns of the same type, or a column with a value
    black ~ ['(']
        invalid regular expression '('; write `\` before . * + ? ( ) [ ] { } ^ $ | \ if you mean the character itself, and put the expression in quotes
    black ~ ['(a{999}){999}']
        the regular expression '(a{999}){999}' is too large; use fewer repetitions or a shorter expression
    "#);
}

#[test]
fn wrong_words_and_wrong_order_are_reported() {
    let texts = [
        "ply > 100",
        "Plies > 100",
        "xyz = 1",
        "100 < plies",
        "'plies' > 100",
        "black = 山田 太郎",
        "black ~ end",
        "end in (black)",
        "black ~ a|b",
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
    insta::assert_snapshot!(fault_report(&texts), @r#"
    [ply] > 100
        unknown column `ply`; tables with this column: moves, novelties
    [Plies] > 100
        unknown column `Plies`; did you mean `plies`?
    [xyz] = 1
        unknown column `xyz`; columns: path, plies, black, end, start_time, drop, rate, verdict, stated, date
    [100] < plies
        unknown column `100`; columns: path, plies, black, end, start_time, drop, rate, verdict, stated, date
    ['plies'] > 100
        expected a column, found 'plies'; for example, `plies > 100`
    black = 山田 [太郎]
        unexpected `太郎` after a complete test; join tests with `and` or `or`, and put texts with spaces in quotes
    black ~ [end]
        expected a text, found the column `end`; to write a text, use "end"
    end in ([black])
        expected a text, found the column `black`; to write a text, use "black"
    black ~ a[|]b
        unexpected `|`; write `or`, and put a regular expression in quotes
    black = [not]
        `not` is a keyword; to write a text, use "not"
    black = ["]山田
        missing closing quote; write the same quote after the text
    black = [']a\'
        missing closing quote; write the same quote after the text
    [(]drop
        missing closing parenthesis; close it with `)`
    (drop [drop]
        unexpected `drop` after a complete test; join tests with `and` or `or`, and put texts with spaces in quotes
    drop[)]
        closing parenthesis without an opening one; remove it, or add the opening `(`
    drop [&&] drop
        unexpected `&&`; write `and`
    [!]drop
        unexpected `!`; write `not`
    drop and[]
        expected a test; for example, `plies > 100`
    drop or [or] drop
        expected a column, found `or`; for example, `plies > 100`
    not[]
        expected a test; for example, `plies > 100`
    ([)]
        expected a column, found `)`; for example, `plies > 100`
    end in [resign]
        expected a list after `in`; for example, `end in (resign, timeout)` or `player in @players.txt`
    end in ([)]
        expected a value after `(`; for example, `plies > 100` or `black = "山田"`
    end in (a [b])
        expected `,` or `)` in the list, found `b`; separate values with `,`, close the list with `)`, and put texts with spaces in quotes
    end in (a[,]
        expected a value after `,`; for example, `plies > 100` or `black = "山田"`
    end in [(]a, b
        missing closing parenthesis; close it with `)`
    [end] not resign
        expected a comparison after `end`; for example, `end = "…"` or `end is not empty`
    "#);
}

#[test]
fn filter_errors_are_in_japanese() {
    let fault_report = |text: &str| {
        let fault = Filter::read(text, &COLUMNS).expect_err(text);
        let help = fault.help.map(|help| help.japanese().into_owned());
        format!("{}; {}", fault.message.japanese(), help.unwrap_or_default())
    };
    for (text, expected) in [
        ("plys > 1", "`plys` という列はない; `plies` の誤りではないか"),
        (
            "date > 2024-02-30",
            "`date` の値には暦にある日付を書く。`2024-02-30` は使えない; 2024、2024-03、2024-03-05、\"2024-03-05 10:00\" のように書く",
        ),
        (
            "black = plies",
            "`black`（文字列）と `plies`（数値）は比べられない; 文字列は \"plies\" と書く",
        ),
    ] {
        assert_eq!(fault_report(text), expected);
    }
}
