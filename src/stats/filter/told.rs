use std::fmt::Write as _;

use super::tests::COLUMNS;
use super::*;

/// Every text with the place that is wrong, what is wrong, and what to do.
fn told(texts: &[&str]) -> String {
    let mut told = String::new();
    for text in texts {
        let fault = Filter::read(text, &COLUMNS).expect_err(text);
        let help = fault.help.clone().expect("help");
        for said in [&fault.message, &help] {
            assert!(!said.japanese().is_ascii(), "{text}: {}", said.japanese());
        }
        let span = fault.span.unwrap();
        let (start, end) = (span.start as usize, span.end as usize);
        let marked = format!("{}[{}]{}", &text[..start], &text[start..end], &text[end..]);
        let _ = writeln!(
            told,
            "{marked}\n    {}; {}",
            fault.message.english(),
            fault.help.unwrap().english()
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
    date > [2024-02-30]
        `date` holds dates, and `2024-02-30` is no date of the calendar; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date = [2024-13]
        `date` holds dates, and `2024-13` is no date of the calendar; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date in (2024, [2023/02/29])
        `date` holds dates, and `2023/02/29` is no date of the calendar; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date > [today]
        `date` holds dates, and `today` is no date of the calendar; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date > [17:13:24]
        `date` holds dates, and `17:13:24` is no date of the calendar; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    date > [2024-03-05T25]
        `date` holds dates, and `2024-03-05T25` is no date of the calendar; write 2024, 2024-03, 2024-03-05 or "2024-03-05 10:00"
    [date]
        `date` is compared with nothing; for example `date >= 2024-03` or `date is not empty`
    verdict = [blak]
        `verdict` is never `blak`; did you mean `black`?
    verdict = [plies]
        `verdict` holds texts, `plies` holds numbers, and these cannot be compared; compare columns of one kind, or a column and a value
    plies = [verdict]
        `plies` holds numbers, `verdict` holds texts, and these cannot be compared; compare columns of one kind, or a column and a value
    black = [plies]
        `black` holds texts, `plies` holds numbers, and these cannot be compared; the text is "plies"
    date = [black]
        `date` holds dates, `black` holds texts, and these cannot be compared; compare columns of one kind, or a column and a value
    black ~ ['(']
        '(' is no regular expression; put `\` before each of . * + ? ( ) [ ] { } ^ $ | \ that is meant as such, and the whole in quotes
    black ~ ['(a{999}){999}']
        the regular expression '(a{999}){999}' is too large; repeat less, or look for less
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
    insta::assert_snapshot!(told(&texts), @r#"
    [ply] > 100
        there is no column `ply`; the columns are path, plies, black, end, start_time, drop, rate, verdict, stated, date
    [Plies] > 100
        there is no column `Plies`; did you mean `plies`?
    [xyz] = 1
        there is no column `xyz`; the columns are path, plies, black, end, start_time, drop, rate, verdict, stated, date
    [100] < plies
        there is no column `100`; the columns are path, plies, black, end, start_time, drop, rate, verdict, stated, date
    ['plies'] > 100
        a test begins with a column, not with 'plies'; for example `plies > 100`
    black = 山田 [太郎]
        `太郎` does not belong to what stands before it; join tests by `and` or `or`, and put texts with blanks in quotes
    black ~ [end]
        `end` is a column, and here stands a text; the text is "end"
    end in ([black])
        `black` is a column, and here stands a text; the text is "black"
    black ~ a[|]b
        `|` cannot stand here; write `or`, and put a regular expression in quotes
    black = [not]
        `not` is a word of the language; the text is "not"
    black = ["]山田
        this quote is never closed; put the same quote after the text
    black = [']a\'
        this quote is never closed; put the same quote after the text
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
        after `in` stands a list; for example `end in (resign, timeout)`
    end in ([)]
        there is nothing to compare with; for example `plies > 100` or `black = "山田"`
    end in (a [b])
        `b` does not belong into the list; put `,` between the values, `)` after the last, and texts with blanks in quotes
    end in [(]a,
        there is nothing to compare with; for example `plies > 100` or `black = "山田"`
    end in [(]a, b
        this parenthesis is never closed; put `)` where it ends
    [end] not resign
        `end` is compared with nothing; for example `end = "…"` or `end is not empty`
    "#);
}

#[test]
fn faults_speak_japanese() {
    let told = |text: &str| {
        let fault = Filter::read(text, &COLUMNS).expect_err(text);
        let help = fault.help.map(|it| it.japanese().into_owned());
        format!("{}; {}", fault.message.japanese(), help.unwrap_or_default())
    };
    for (text, expected) in [
        ("plys > 1", "`plys` という列はない; `plies` の誤りではないか"),
        (
            "date > 2024-02-30",
            "`date` は日付だが、`2024-02-30` は暦にある日付ではない; 2024、2024-03、2024-03-05、\"2024-03-05 10:00\" のように書く",
        ),
        (
            "black = plies",
            "`black` は文字列、`plies` は数値で、比べられない; 文字列なら \"plies\" と書く",
        ),
    ] {
        assert_eq!(told(text), expected);
    }
}
