//! The opening book: its page, and error messages for faulty books.

use kifu::opening::BookError;
use kifu::opening::OpeningBook;
use kifu::opening::manual;

use crate::support::generated;

#[test]
fn the_page_of_the_openings_is_up_to_date() {
    generated::compare("docs/openings.md", manual(OpeningBook::built_in()));
}

/// Returns the errors of a faulty book, each after the text of the book to which it refers.
fn error_list(text: &str) -> String {
    let errors = OpeningBook::read(text).expect_err(text);
    let to_line = |error: &BookError| format!("[{}] {error}\n", error.span.slice(text).escape_debug());
    errors.iter().map(to_line).collect()
}

#[test]
fn book_errors_have_suggestions() {
    let entry = |more: &str| format!("[[castle]]\nname = \"穴\"\nenglish = \"hole\"\n{more}\n");
    let texts = [
        "[[castle\n".to_owned(),
        "[[castel]]\nname = 1\n".to_owned(),
        "castle = 1\n".to_owned(),
        "[[game]]\n".to_owned(),
        entry("bord = \"２八玉\""),
        entry("board = \"\""),
        entry("board = [\"２八玉\", 3]"),
        entry("board = \"２八玉 ２八仏|玉\"\nnot = \"「洞」 △「穴」\""),
        entry("board = \"２八玉\"\nparent = \"穴ぐま\""),
        entry("board = \"２八玉\"\nparent = \"穴\""),
        entry("board = \"２八玉\"\nfrom = 0\nuntil = \"all\"\ntelling = 101\nonly = \"black\""),
        entry("board = \"２八玉\"").repeat(2),
        entry("board = \"２八玉\"\nparent = \"相穴\"")
            + "[[game]]\nname = \"相穴\"\nenglish = \"|\"\nboard = \"２八玉\"\n",
    ];
    insta::assert_snapshot!(texts.map(|it| error_list(&it)).concat(), @r#"
    [] line 1: not TOML: unclosed array table, expected `]]`; check the quotes, the brackets and =
    [castel] line 1: `castel` is not a kind of entry; expected [[castle]], [[strategy]] or [[game]]
    [1] line 1: `castle` has no entries; start each entry with [[castle]]
    [[[game]]] line 1: the entry has no `english`; write english = "..."
    [[[game]]] line 1: the entry has no `name`; write name = "..."
    [[[game]]] line 1: the entry has no `board`; write board = "２八玉 ３八銀"
    [[[castle]]] line 1: the entry has no `board`; write board = "２八玉 ３八銀"
    [bord] line 4: unknown key `bord`; did you mean `board`?
    [\"\"] line 4: `board` contains no words; expected words in quotes, such as "２八玉 ３八銀"
    [3] line 4: `board` contains no words; expected words in quotes, such as "２八玉 ３八銀"
    [２八仏] line 4: `２八仏` is not a known word; expected a word such as ２八玉, △８四歩, ７筋飛, 持角, 角交換 or 「四間飛車」; separate alternatives with |
    [玉] line 4: `玉` is not a known word; expected a word such as ２八玉, △８四歩, ７筋飛, 持角, 角交換 or 「四間飛車」; separate alternatives with |
    [「洞」] line 5: there is no entry 洞; expected the `name` of another entry
    [\"穴ぐま\"] line 5: there is no entry 穴ぐま; expected the `name` of another entry
    [\"穴\"] line 5: the chain of parents is circular or too long; remove one `parent`
    [0] line 5: `from` is not a valid number; expected a number from 1 to 1000
    [\"all\"] line 6: `until` is not a valid number; expected a number from 1 to 1000
    [101] line 7: `telling` is not a valid number; expected a number from 1 to 100
    [\"black\"] line 8: `only` is not a player; expected "first" (先手) or "second" (後手)
    [\"穴\"] line 6: 穴 occurs twice in the book; list several shapes in one `board`
    [\"相穴\"] line 5: the parent is of a different kind; the parent of a castle must be a castle, and so on
    [\"|\"] line 8: `english` is not a name; expected text in quotes, without 「 」 and |
    "#);
}

/// Each suggestion compares a name with all others, so the number of suggestions is limited.
#[test]
fn similar_names_are_suggested_for_the_first_hundred_unknown_names() {
    let book = |unknown_count: usize| -> String {
        let entry = |number: usize| {
            let parent = if number < unknown_count {
                format!("parent = \"Castel {number:04}\"\n")
            } else {
                String::new()
            };
            format!(
                "[[castle]]\nname = \"Castle {number:04}\"\nenglish = \"C {number}\"\n{parent}board = \"７六歩\"\n"
            )
        };
        (0..=unknown_count).map(entry).collect()
    };
    for (unknown_count, suggestion_count) in [(5, 5), (100, 100), (101, 100), (6000, 100)] {
        let errors = OpeningBook::read(&book(unknown_count)).unwrap_err();
        let suggestions = errors
            .iter()
            .filter(|error| error.help.starts_with("did you mean"));
        assert_eq!(
            (errors.len(), suggestions.count()),
            (unknown_count, suggestion_count)
        );
    }
}

/// If all entries match, the time grows in proportion to the number of entries.
#[test]
fn a_large_book_is_read_and_matched_in_time() {
    let book_text = |entries: usize| -> String {
        let entry = |number: usize| {
            let parent = match number % 4 {
                0 => String::new(),
                _ => format!("parent = \"囲い{}\"\n", number - 1),
            };
            format!(
                "[[castle]]\nname = \"囲い{number}\"\nenglish = \"Castle {number}\"\n{parent}board = \"７六歩\"\n"
            )
        };
        (0..entries).map(entry).collect()
    };
    let seconds = |entries: usize| {
        let start = std::time::Instant::now();
        let book = OpeningBook::read(&book_text(entries)).unwrap();
        let mut matcher = kifu::opening::OpeningMatcher::new(&book);
        let mut position = kifu::shogi::Position::startpos();
        matcher.begin(&position);
        let undo = position.play("7g7f".parse().unwrap()).unwrap();
        matcher.advance(1, &position, &undo);
        let opening_matches = matcher.matches();
        // Only the most specific entry of each family is reported.
        assert_eq!(opening_matches.castles[0].len(), entries / 4);
        start.elapsed().as_secs_f64()
    };
    // Other processes also use the machine, so the shortest times are compared. If the time grew with the square of the
    // size, the larger book would take 64 times as long.
    let (mut small_seconds, mut large_seconds) = (f64::INFINITY, f64::INFINITY);
    for attempt in 0..20 {
        small_seconds = small_seconds.min(seconds(2_000));
        large_seconds = large_seconds.min(seconds(16_000));
        if attempt >= 2 && large_seconds < 24.0 * small_seconds {
            return;
        }
    }
    panic!("{small_seconds} s for 2,000 entries, {large_seconds} s for 16,000");
}

/// A pattern is recognised by a move up to the last ply at which it is looked for, and not later.
#[test]
fn patterns_are_looked_for_up_to_their_last_ply() {
    let book = OpeningBook::read(
        "[[castle]]\nname = \"到着\"\nenglish = \"arrival\"\nboard = \"５八玉\"\n\
         [[castle]]\nname = \"移動\"\nenglish = \"moved\"\nboard = \"７七歩\"\nnot = \"不動玉\"\n\
         [[castle]]\nname = \"出発\"\nenglish = \"departure\"\nboard = \"７七歩\"\nnot = \"５九玉\"\n\
         [[strategy]]\nname = \"序盤\"\nenglish = \"early\"\nboard = \"５八玉\"\n",
    )
    .unwrap();
    let moves = ["2h3h", "8b7b", "3h2h", "7b8b"].map(|mv| mv.parse().unwrap());
    for (last_ply, castles, strategies) in [(1, 3, 1), (59, 3, 1), (61, 3, 0), (119, 3, 0), (121, 0, 0)] {
        let mut matcher = kifu::opening::OpeningMatcher::new(&book);
        let mut position = kifu::shogi::Position::startpos();
        matcher.begin(&position);
        for ply in 1..=last_ply {
            // The king moves at the last ply; before that, the rooks go back and forth.
            let mv = if ply == last_ply {
                "5i5h".parse().unwrap()
            } else {
                moves[(ply as usize - 1) % moves.len()]
            };
            let undo = position.play(mv).unwrap();
            matcher.advance(ply, &position, &undo);
        }
        let found = matcher.matches();
        assert_eq!(
            [found.castles[0].len(), found.strategies[0].len()],
            [castles, strategies],
            "ply {last_ply}"
        );
    }
}
