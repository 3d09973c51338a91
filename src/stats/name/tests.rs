use super::{NameAliases, normalize_name};

#[test]
fn aliases_are_found_by_their_normalized_names() {
    let names = NameAliases::new(&[("甲野太郎".to_owned(), vec!["Kono Taro".to_owned()])]);
    assert_eq!(names.canonical("KONO Taro 4 dan"), "甲野太郎");
    assert_eq!(names.canonical("乙川 六段"), "乙川 六段");
}

/// Normalized names, each with spellings that normalize to this name.
const SPELLINGS: &[(&str, &[&str])] = &[
    (
        "山田太郎",
        &[
            "山田太郎",
            "山田 太郎",
            "　山田　太郎　",
            "山田太郎九段",
            "山田太郎 九段",
            "山田太郎初段",
            "山田太郎1級",
            "山田太郎 １５級",
            "山田太郎十五級",
            "山田太郎アマ六段",
            "山田太郎 女流二段",
            "山田太郎名人",
            "山田太郎竜王・名人",
            "山田太郎 竜王 名人",
            "山田太郎三冠",
            "山田太郎永世棋聖",
            "山田太郎名誉王座",
            "山田太郎十六世名人",
            "山田太郎 第十六世名人",
            "山田太郎前名人",
            "山田太郎女流王将",
            "山田太郎さん",
            "山田太郎氏",
            "山田太郎君",
            "山田太郎先生",
            "山田太郎アマ",
            "山田太郎(R1234)",
            "山田太郎（1234）",
            "山田太郎 [六段]",
            "山田太郎九段(名人)",
            "山田太郎(アマ四段)(R1500)",
            "山田太郎【四段】",
            "山田太郎()",
            "山田\u{200b}太郎",
            "山田太郎元奨励会三段",
            "山田太郎アマ名人",
            "山田太郎朝日アマ名人",
            "山田太郎支部名人",
            "山田太郎学生名人",
            "山田太郎(永世七冠)",
            "四段 山田太郎",
            "アマ四段　山田 太郎",
            "４段 山田太郎",
            "名人 山田太郎",
            "竜王・名人 山田太郎",
            "十六世名人 山田太郎",
            "(四段)山田太郎",
            "【四段】 山田太郎 (R1500)",
            "四段 山田太郎 四段",
            "山田太郎 4 dan",
            "山田太郎4dan",
            "4 Dan 山田太郎",
            "山田太郎 [4D]",
            "[4D] 山田太郎",
            "山田太郎［４Ｄ］",
            "山田太郎 (12k)",
            "山田太郎 R1500",
            "山田太郎R1500",
            "山田太郎 レート1500",
            "山田太郎 R:1500?",
            "山田太郎(1500?)",
            "山田太郎(R 1500)",
            "山田太郎(四段 1850)",
            "山田太郎(4D/1850)",
            "山田太郎（四段・R1850）",
            "山田太郎(Rating: 1850)",
        ],
    ),
    (
        "加藤一二三",
        &["加藤一二三九段", "加藤一二三 1級", "加藤 一二三 名人"],
    ),
    ("高崎辺斎", &["髙﨑邊齋", "高崎邉斎四段"]),
    ("内藤国雄", &["内藤國雄", "内藤國雄九段"]),
    (
        "sunfish4v0.1.2",
        &["Sunfish4 v0.1.2", "ＳＵＮＦＩＳＨ４　Ｖ０．１．２"],
    ),
    ("user10", &["user10", "USER10 1級", "user10 初段"]),
    ("lv20ピヨ馬", &["Lv20 ピヨ馬(R1050)", "Lv20 ﾋﾟﾖ馬"]),
    ("mihon+0123abcd", &["Mihon+0123abcd", "mihon+0123ABCD"]),
    ("先手:山田", &["先手：山田四段"]),
    (
        "山田太郎(市)",
        &[
            "山田太郎三段(市)",
            "山田太郎 四段（市）",
            "四段 山田太郎(市)",
            "四段山田太郎(市)",
            "アマ四段山田太郎（市）",
            "四段山田 太郎(市)",
            "５級山田太郎(市)(R1500)",
            "山田太郎(市) 四段",
            "山田太郎(市・四段)",
            "山田太郎（四段　市）",
            "山田太郎三段(市)(R1500)",
            "山田太郎さん(市)",
        ],
    ),
    ("山田(市)(二)", &["山田三段(市)(二)", "山田(市)(二)"]),
    (
        "alice",
        &[
            "Alice [4D]",
            "[4d]alice",
            "alice 4 dan",
            "alice, 4-Dan",
            "alice 4th dan",
            "Alice 12 kyu",
            "4 dan Alice",
            "3-kyu alice",
            "alice R1500",
            "alice (4 dan)",
            "alice (4 dan, R1850)",
            "alice(1850)",
            "alice rating: 1850",
            "alice 四段",
            "alice四段",
        ],
    ),
    ("user1", &["user1 5級", "user1 15級", "user1 4段"]),
];

#[test]
fn equivalent_spellings_have_one_normalized_name() {
    for (name, spellings) in SPELLINGS {
        for spelling in *spellings {
            assert_eq!(normalize_name(spelling), *name, "{spelling}");
        }
    }
}

#[test]
fn different_people_stay_different() {
    for (one, other) in [
        ("斎藤一", "斉藤一"),
        ("小島", "小嶋"),
        ("竜馬", "龍馬"),
        ("田中一郎(東京)", "田中一郎(大阪)"),
        ("田中一郎四段(東京)", "田中一郎四段(大阪)"),
        ("player(2)", "player(3)"),
        ("player1", "player2"),
        ("gps+abc", "gps+abd"),
        ("森一二", "森一"),
        ("名人コブラ", "コブラ"),
        ("ココアマ", "ココ"),
        ("user100級", "user"),
        ("山田(市)", "山田"),
        ("山田三段(市)", "山田三段(町)"),
        ("三段腹", "腹"),
        ("四段山田太郎", "山田太郎"),
        ("三段腹(市)", "腹(市)"),
        ("三段崎太郎(市)", "崎太郎(市)"),
        ("二段ロケット(市)", "ロケット(市)"),
        ("名人戦 太郎", "太郎"),
        ("二段ロケット", "ロケット"),
        ("user15級", "user5級"),
        ("user14段", "user24段"),
        ("studio4d", "studio"),
        ("Studio 4D", "Studio"),
        ("alice4dan", "alice"),
        ("alice 40 dan", "alice"),
        ("alice [12D]", "alice"),
        ("jordan", "jor"),
        ("player R1", "player R2"),
        ("player1500", "player1600"),
        ("player 1500", "player 1600"),
        ("gpsr1500", "gpsr1600"),
        ("mr.1500", "mr.1600"),
        ("player(4)", "player(5)"),
    ] {
        assert_ne!(normalize_name(one), normalize_name(other), "{one} {other}");
    }
}

#[test]
fn normalization_never_empties_a_name() {
    for (name, expected) in [
        ("名人", "名人"),
        ("九段", "九段"),
        ("アマ", "アマ"),
        ("竜王・名人", "竜王"),
        ("(R1500)", "(r1500)"),
        ("王君", "王君"),
        ("森九段", "森"),
        ("", ""),
        ("　", ""),
        (" \u{200b} ", ""),
        ("-", ""),
        ("？？？", ""),
        ("―", ""),
        ("?二級", ""),
        ("初段 ?", ""),
        ("-(1850)", ""),
        ("?太郎", "?太郎"),
        ("四段", "四段"),
        ("4 dan", "4dan"),
        ("[4D]", "[4d]"),
        ("四段 九段", "四段"),
        ("名人(市)", "名人(市)"),
        ("(市)", "(市)"),
        ("四段 (市)", "四段(市)"),
        ("R1500", "r1500"),
    ] {
        assert_eq!(normalize_name(name), expected, "{name}");
    }
}

#[test]
fn long_names_are_normalized_quickly() {
    for part in [
        "名人",
        "(",
        "()",
        ")",
        "([",
        "九段 ",
        "・名人",
        "ｶﾞ",
        "1",
        "(a",
        "(a)",
        "1 ",
        "a(四段)",
        "[4D]",
    ] {
        assert!(!normalize_name(&part.repeat(200_000)).is_empty());
    }
}

proptest::proptest! {
    #[test]
    fn any_name_keeps_a_character(name in "[山田太郎一二三十初段級冠竜王名人アマさん君氏()R0-9 　a-dA-DK]{0,16}") {
        proptest::prop_assert_eq!(normalize_name(&name).is_empty(), name.trim().is_empty());
    }

    #[test]
    fn no_name_consists_of_punctuation(name in "[山一二初段級竜王名人さん()R1 　a-d・?-]{0,12}") {
        let name = normalize_name(&name);
        let has_letter = name.chars().any(|character| !character.is_whitespace() && !"-・?".contains(character));
        proptest::prop_assert_eq!(name.is_empty(), !has_letter);
    }

    #[test]
    fn no_name_causes_a_panic(name in ".{0,40}") {
        let _ = normalize_name(&name);
    }
}

#[test]
fn ratings_are_read_from_names() {
    for (name, rating) in [
        ("山田 太郎 R1850", Some(1850)),
        ("山田太郎(1850)", Some(1850)),
        ("山田太郎（Ｒ１８５０）", Some(1850)),
        ("山田太郎 レート:1850 四段", Some(1850)),
        ("山田太郎四段(市)(四段 1850?)", Some(1850)),
        ("[4D 1850] yamada", Some(1850)),
        ("yamada (1850?)", Some(1850)),
        ("山田太郎四段", None),
        ("R1850", None),
        ("user1850", None),
        ("player(2)", None),
        ("山田(市)", None),
        ("", None),
    ] {
        assert_eq!(super::rating(name), rating, "{name}");
    }
}
