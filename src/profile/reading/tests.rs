//! Tests of profiles in files and of their errors.

use std::fmt::Write as _;

use super::*;
use crate::profile;

#[test]
fn a_file_contains_the_differences() {
    let default_profile = Profile::default();
    let table = [
        ("", default_profile.clone()),
        ("# nothing\r\n", default_profile.clone()),
        (
            "extends = \"lishogi\"",
            Profile::named("lishogi").unwrap().clone(),
        ),
        (
            "max_moves = 320",
            Profile {
                max_moves: Some(320),
                ..default_profile.clone()
            },
        ),
        ("extends = 'jsa-pro'\nmax_moves = \"none\"", {
            let pro = Profile::named("jsa-pro").unwrap().clone();
            Profile {
                max_moves: None,
                ..pro
            }
        }),
        ("impasse_entered_kings = 1\ntouch_move = true", {
            Profile {
                impasse_entered_kings: 1,
                touch_move: true,
                ..default_profile.clone()
            }
        }),
    ];
    for (text, expected) in table {
        let profile = Profile::read(text, "mine").unwrap();
        assert_eq!(profile.name, "mine");
        assert_eq!(profile.title.japanese, "mine");
        let (name, title) = (profile.name.clone(), profile.title.clone());
        assert_eq!(
            profile,
            Profile {
                name,
                title,
                ..expected
            },
            "{text}"
        );
    }
}

#[test]
fn a_file_may_have_a_name_and_titles() {
    let profile = Profile::read("name = \"春\"\ntitle = \"春の大会\"\n", "mine").unwrap();
    assert_eq!(
        (&*profile.name, &*profile.title.english, &*profile.title.japanese),
        ("春", "春の大会", "春の大会")
    );
    let profile = Profile::read("[title]\nenglish = \"spring\"\njapanese = \"春の大会\"\n", "mine").unwrap();
    assert_eq!(
        (&*profile.name, &*profile.title.english, &*profile.title.japanese),
        ("mine", "spring", "春の大会")
    );
}

#[test]
fn built_in_profiles_can_be_read_as_files() {
    for profile in Profile::all() {
        let text = profile::text_of(profile);
        assert_eq!(Profile::read(text, "mine").as_ref(), Ok(profile));
    }
}

/// Returns all errors of a text, each with the token that it is about.
fn error_report(text: &str) -> String {
    let mut report = String::new();
    for error in Profile::read(text, "mine").expect_err(text) {
        let token = error
            .span
            .and_then(|span| text.get(span.start as usize..span.end as usize));
        let help = error
            .help
            .map(|help| format!("; {}", help.english()))
            .unwrap_or_default();
        let _ = writeln!(
            report,
            "[{}] {}{help}",
            token.unwrap_or("-").escape_debug(),
            error.message.english()
        );
    }
    report
}

#[test]
fn invalid_profiles_are_reported() {
    let texts = [
        "max_move = 320",
        "Max_Moves = 320",
        "xyz = 1",
        "\"\" = 1",
        "max_moves = 0",
        "max_moves = -1",
        "max_moves = 4294967296",
        "max_moves = 1.5",
        "max_moves = \"320\"",
        "max_moves = \"nothing\"",
        "impasse_entered_kings = 3",
        "repetition_count = 1",
        "touch_move = \"yes\"",
        "declaration = \"28-points\"",
        "declaration = 27",
        "clock = \"byoyomi\"",
        "clock = []",
        "clock = [\"byoyomi\", \"hourglass\"]",
        "[clock]\nmethod = 1",
        "extends = \"jsa-prof\"",
        "extends = \"xyz\"",
        "extends = 1",
        "name = \"\"",
        "name = 1979-05-27",
        "title = \"a\\u001Bb\"",
        "title = { english = \"spring\" }",
        "max_moves = 1\nmax_moves = 2",
        "max_moves = \n",
        "max_moves: 320",
        "[yonin]\npawn_forced_ranks = 1\nafter_mate = \"from-left\"",
        "yonin.pieces_left = 1",
        "yonin = 1",
        "[gung_janggi]\npass_limit = 3",
        "[gung-janggi]\npass_limit = 0\npas_limit = 3",
        "gunjin = { gate = \"strait\", roster = \"XX 1\" }",
        "extend = \"csa\"\nmax_moves = 2\ntouch_move = 1\nno_such = 1",
    ];
    insta::assert_snapshot!(texts.map(error_report).concat(), @r#"
    [max_move] unknown key `max_move`; did you mean `max_moves`?
    [Max_Moves] unknown key `Max_Moves`; did you mean `max_moves`?
    [xyz] unknown key `xyz`; `kifu rules --profiles` lists the keys
    [\"\"] unknown key ``; `kifu rules --profiles` lists the keys
    [0] invalid value for `max_moves`: 0; expected a number of at least 1, or "none"
    [-1] invalid value for `max_moves`: -1; expected a number of at least 1, or "none"
    [4294967296] invalid value for `max_moves`: 4294967296; expected a number of at least 1, or "none"
    [1.5] invalid value for `max_moves`: a fraction; expected a number of at least 1, or "none"
    [\"320\"] invalid value for `max_moves`: "320"; expected a number of at least 1, or "none"
    [\"nothing\"] invalid value for `max_moves`: "nothing"; expected a number of at least 1, or "none"
    [3] invalid value for `impasse_entered_kings`: 3; expected 1 or 2
    [1] invalid value for `repetition_count`: 1; expected a number of at least 2
    [\"yes\"] invalid value for `touch_move`: "yes"; expected true or false
    [\"28-points\"] invalid value for `declaration`: "28-points"; expected "none", "24-points", "27-points" or "27-points-automatic"
    [27] invalid value for `declaration`: 27; expected "none", "24-points", "27-points" or "27-points-automatic"
    [\"byoyomi\"] invalid value for `clock`: "byoyomi"; expected a list of "chess-clock", "stop-watch", "fischer" or "byoyomi"
    [[]] invalid value for `clock`: this list; expected a list of "chess-clock", "stop-watch", "fischer" or "byoyomi"
    [[\"byoyomi\", \"hourglass\"]] invalid value for `clock`: this list; expected a list of "chess-clock", "stop-watch", "fischer" or "byoyomi"
    [[clock]] invalid value for `clock`: a table; expected a list of "chess-clock", "stop-watch", "fischer" or "byoyomi"
    [\"jsa-prof\"] invalid value for `extends`: "jsa-prof"; did you mean "jsa-pro"?
    [\"xyz\"] invalid value for `extends`: "xyz"; expected one of textbook, jsa-pro, jsa-pro-2013, jsa-amateur, csa, floodgate, lishogi, fesa
    [1] invalid value for `extends`: 1; expected one of textbook, jsa-pro, jsa-pro-2013, jsa-amateur, csa, floodgate, lishogi, fesa
    [\"\"] invalid name for `name`; expected one line of text in quotes
    [1979-05-27] invalid name for `name`; expected one line of text in quotes
    [\"a\\u001Bb\"] invalid title for `title`; expected one line of text in quotes, or { english = "...", japanese = "..." }
    [{ english = \"spring\" }] invalid title for `title`; expected one line of text in quotes, or { english = "...", japanese = "..." }
    [max_moves] not TOML: duplicate key
    [] not TOML: string values must be quoted, expected literal string
    [] not TOML: key with no value, expected `=`
    [\"from-left\"] invalid value for `yonin.after_mate`: "from-left"; expected "from-mated" or "from-mover"
    [1] invalid value for `yonin.pieces_left`: 1; expected "capturable", "fixed" or "removed"
    [1] invalid value for `yonin`: 1; expected a table: write `[yonin]`, followed by its keys
    [gung_janggi] unknown key `gung_janggi`; did you mean `gung-janggi`?
    [0] invalid value for `gung-janggi.pass_limit`: 0; expected a number of at least 2
    [pas_limit] unknown key `gung-janggi.pas_limit`; did you mean `gung-janggi.pass_limit`?
    [\"strait\"] invalid value for `gunjin.gate`: "strait"; expected "any", "straight" or "diagonal"
    [\"XX 1\"] invalid value for `gunjin.roster`: "XX 1"; expected "printed", or kinds and numbers as in "EN 2, CV 1", each kind once, at most 31 pieces
    [extend] unknown key `extend`; did you mean `extends`?
    [1] invalid value for `touch_move`: 1; expected true or false
    [no_such] unknown key `no_such`; `kifu rules --profiles` lists the keys
    "#);
}
