//! Tests that the generated pages and schemas in `docs` are up to date.
//!
//! `KIFU_UPDATE=1 cargo test --lib docs` writes these files again.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::fields;
use super::generated::compare;
use crate::check;
use crate::finding::{CauseKind, Language, Words, both};
use crate::notation::{ALL_CAPABILITIES, Degree, Loss, NOTATIONS, Target};
use crate::profile::{Field, Profile, ValueKind};
use crate::record::SHOGI;
use crate::report::{FORMS, catalogue_row as row, formats, page};
use crate::stats::{TABLES, Table};
use crate::system::ALL_RULES;

#[test]
fn the_manual_of_the_rules_is_up_to_date() {
    compare("docs/rules.md", rules(Language::English));
    compare("docs/rules.ja.md", rules(Language::Japanese));
}

#[test]
fn the_manual_of_the_formats_is_up_to_date() {
    compare("docs/formats.md", notations(Language::English));
    compare("docs/formats.ja.md", notations(Language::Japanese));
}

#[test]
fn the_manual_of_the_profiles_is_up_to_date() {
    compare("docs/profiles.md", profiles());
}

#[test]
fn the_manual_of_the_tables_is_up_to_date() {
    compare("docs/tables.md", tables(Language::English));
    compare("docs/tables.ja.md", tables(Language::Japanese));
}

/// In addition, the page about the settings must contain every key of the schema.
#[test]
fn the_schema_of_settings_is_up_to_date() {
    let schema = check::schema();
    compare(
        "docs/kifu.schema.json",
        serde_json::to_string_pretty(&schema).unwrap() + "\n",
    );
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/configuration.md");
    let page = fs::read_to_string(page).unwrap();
    let per_path_keys = check::PER_PATH_KEYS.iter().map(|key| key.name);
    for key in check::KEYS.iter().map(|key| key.name).chain(per_path_keys) {
        assert!(page.contains(&format!("`{key}`")), "{key}");
    }
}

/// On the page of the output, the text before the tables of fields is written by hand. This text must list every output
/// format.
#[test]
fn the_page_of_the_output_and_its_schema_are_up_to_date() {
    let schema = serde_json::to_string_pretty(&fields::schema()).unwrap();
    compare("docs/output.schema.json", schema + "\n");
    for (file, title, language) in [
        (
            "docs/output-formats.md",
            "\n## The fields of JSON\n",
            Language::English,
        ),
        (
            "docs/output-formats.ja.md",
            "\n## JSONのフィールド\n",
            Language::Japanese,
        ),
    ] {
        let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let (preface, _) = page.split_once(title).expect("the title of the fields");
        compare(file, format!("{preface}{title}{}", fields::manual(language)));
        for form in FORMS {
            assert!(
                preface.contains(&format!("| `{}` |", form.name)),
                "{file}: {}",
                form.name
            );
        }
    }
}

/// On the page about causes, only the table of kinds is generated. It is the last part of its section.
#[test]
fn the_table_of_causes_is_up_to_date() {
    for (file, title, language) in [
        ("docs/fixing.md", "\n## Kinds of causes\n", Language::English),
        ("docs/fixing.ja.md", "\n## 原因の種類\n", Language::Japanese),
    ] {
        let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
        let (before, section) = page.split_once(title).expect("the title of the kinds");
        let (section, after) = section.split_once("\n## ").expect("the next title");
        let introduction = section.split("\n| ").next().unwrap_or_default().trim_end();
        let table = causes(language);
        compare(
            file,
            format!("{before}{title}{introduction}\n\n{table}\n## {after}"),
        );
    }
}

#[test]
fn the_rule_table_links_to_every_rule_page() {
    for language in Language::ALL {
        let manual = rules(language);
        for rule in ALL_RULES.iter() {
            assert!(manual.contains(&format!("](#{})", rule.name)));
            assert!(manual.contains(&format!("\n## {}\n", rule.name)));
        }
    }
}

#[test]
fn different_targets_have_separate_columns() {
    let columns = columns();
    let names: Vec<_> = columns.iter().map(|(names, _)| names.join(" ")).collect();
    assert!(
        names.contains(&"kif kifu".to_owned()) && names.contains(&"csa3".to_owned()),
        "{names:?}"
    );
}

// The page of the rules.

/// The beginning of the page of rules: its title, its purpose, and a link to the page in the other language.
const RULES_INTRODUCTION: Words = both(
    "# Rules\n\nThis page lists the rules of `kifu validate`. `kifu rules NAME` prints the page of one rule.\n\n\
     [日本語](rules.ja.md)\n",
    "# 規則\n\n`kifu validate` の規則の一覧。規則ごとのページは `kifu rules NAME --lang ja` で表示する。\n\n\
     [English](rules.md)\n",
);

const RULE_COLUMNS: Words = both(
    "| rule | group | class | severity | [fix](fixing.md) | title | 日本語 |",
    "| 規則 | グループ | 分類 | 重大度 | [修正](fixing.ja.md) | 内容 | English |",
);

/// Returns the page of rules: the introduction, the sources, a table of all rules, then the description of each rule.
fn rules(language: Language) -> String {
    let mut out = (*RULES_INTRODUCTION.in_language(language)).to_owned();
    let _ = write!(
        out,
        "\n{}: {}\n\n{}\n|---|---|---|---|---|---|---|\n",
        language.either("Sources", "出典"),
        page::SOURCES.in_language(language),
        RULE_COLUMNS.in_language(language)
    );
    for rule in ALL_RULES.iter() {
        let [name, group, class, severity, fixes, title, other_title] = row(rule, language);
        let _ = writeln!(
            out,
            "| [`{name}`](#{name}) | `{group}` | {class} | {severity} | {fixes} | {title} | {other_title} |"
        );
    }
    for rule in ALL_RULES.iter() {
        out.push('\n');
        out.push_str(&page::page_at_level(rule, "##", language));
    }
    out
}

/// Returns a table of the kinds of causes.
fn causes(language: Language) -> String {
    let columns = language.either("kind | cause | why | what to do", "種類 | 原因 | 理由 | 対処");
    let mut out = format!("| {columns} |\n|---|---|---|---|\n");
    for kind in CauseKind::ALL {
        let page = kind.page();
        let [title, why, remedy] =
            [&page.title, &page.why, &page.remedy].map(|words| words.in_language(language));
        let _ = writeln!(out, "| `{}` | {title} | {why} | {remedy} |", kind.name());
    }
    out
}

// The page of formats.

/// The beginning of the page of formats: the text that applies to all formats.
const NOTATIONS_PAGE: Words = both(include_str!("formats.md"), include_str!("formats.ja.md"));

/// Returns the page of formats: the common text, the tables of losses, then the description of each format.
fn notations(language: Language) -> String {
    let mut out = (*NOTATIONS_PAGE.in_language(language)).to_owned();
    let heading = language.either("Losses in conversion", "変換で失われるもの");
    let _ = write!(out, "\n## {heading}\n\n{}", abilities(language));
    let _ = write!(out, "\n{}", losses(language));
    for notation in NOTATIONS {
        let _ = write!(out, "\n{}", formats::page(notation, "##", language));
    }
    out
}

/// Returns a table of the content that each target for shogi can hold, with an introduction.
fn abilities(language: Language) -> String {
    let targets = columns();
    let introduction = both(
        "The table shows what each target format can hold. A conversion counts lost content under the name of the loss.",
        "書き出す形式ごとに、書けるものを示す。書けないものは、その行の名前で数える。",
    );
    let mut out = format!(
        "{}\n\n| | {} |",
        introduction.in_language(language),
        language.either("loss", "名前")
    );
    for (names, _) in &targets {
        let _ = write!(out, " {} |", names.join(", "));
    }
    let _ = write!(out, "\n|---|---|{}\n", "---|".repeat(targets.len()));
    for (row, ability) in ALL_CAPABILITIES.iter().enumerate() {
        let content = ability.what.in_language(language);
        let _ = write!(out, "| {content} | `{}` |", ability.loss.name());
        for (_, degrees) in &targets {
            let cell = match &degrees[row] {
                Degree::No => "–",
                Degree::Yes => language.either("yes", "○"),
                Degree::Partly(how) => &how.in_language(language),
            };
            let _ = write!(out, " {cell} |");
        }
        out.push('\n');
    }
    out
}

/// Returns a table of all kinds of loss, with an introduction.
fn losses(language: Language) -> String {
    let mut out = language
        .either(
            "All losses, by their names in `--loss-format jsonl`:\n\n| loss | counted |\n|---|---|\n",
            "`--loss-format jsonl` で用いる名前の一覧:\n\n| 名前 | 数えるもの |\n|---|---|\n",
        )
        .to_owned();
    for loss in Loss::all() {
        let _ = writeln!(
            out,
            "| `{}` | {} |",
            loss.name(),
            loss.words().in_language(language)
        );
    }
    out
}

/// Returns the columns of the table of content: the names of targets for shogi, and the degree to which they can hold
/// each kind of content. Targets of one format with equal degrees share a column.
fn columns() -> Vec<(Vec<&'static str>, Vec<Degree>)> {
    let mut columns: Vec<(Vec<&'static str>, Vec<Degree>)> = Vec::new();
    for notation in NOTATIONS {
        let first_column = columns.len();
        // Targets of other games are not compared.
        let is_for_shogi = |target: &&Target| target.games.contains(&&SHOGI);
        for target in notation.targets.iter().filter(is_for_shogi) {
            let degrees: Vec<_> = ALL_CAPABILITIES
                .iter()
                .map(|it| it.degree(&target.holds))
                .collect();
            match columns[first_column..]
                .iter_mut()
                .find(|(_, known)| *known == degrees)
            {
                Some((names, _)) => names.push(target.name),
                None => columns.push((vec![target.name], degrees)),
            }
        }
    }
    columns
}

// The page of the profiles.

/// The page of profiles without its generated parts. The list of profiles replaces `{profiles}`; the keys and the
/// comparison follow at the end.
const PROFILES: &str = include_str!("profiles.md");

/// Returns the page of profiles: the introduction with the list of profiles, every key with its values, and the
/// comparison.
fn profiles() -> String {
    let (introduction, use_of_profiles) = PROFILES.split_once("{profiles}").unwrap_or_default();
    let mut out = String::from(introduction);
    for profile in Profile::all() {
        let title = &profile.title;
        let _ = writeln!(
            out,
            "| `{}` | {} ({}) |",
            profile.name, title.english, title.japanese
        );
    }
    out.push_str(use_of_profiles);
    for field in Field::all() {
        describe(field, &mut out);
    }
    out.push_str("## Comparison\n");
    // The page is wide enough for the keys and four profiles.
    for profiles in Profile::all().chunks(4) {
        out.push('\n');
        tabulate(profiles, &mut out);
    }
    out
}

fn describe(field: &Field, out: &mut String) {
    let (english, japanese) = (field.about.english, field.about.japanese);
    let _ = write!(out, "### `{}`\n\n{english} ({japanese})\n\n", field.key);
    match &field.value_kind {
        ValueKind::OneOf(_) => out.push_str("One of:\n\n"),
        ValueKind::ListOf(_) => out.push_str("A list of one or more of:\n\n"),
        value_kind => {
            let _ = write!(out, "Takes {}.\n\n", value_kind.described().english());
        }
    }
    let choices = field.value_kind.keywords();
    for choice in choices {
        let (english, japanese) = (choice.about.english, choice.about.japanese);
        let _ = writeln!(out, "- `\"{}\"`: {english} ({japanese})", choice.name);
    }
    if !choices.is_empty() {
        out.push('\n');
    }
}

fn tabulate(profiles: &[Profile], out: &mut String) {
    let mut row = |head: &str, cell: &dyn Fn(&Profile) -> String| {
        let cells: Vec<_> = profiles.iter().map(cell).collect();
        let _ = writeln!(out, "| {head} | {} |", cells.join(" | "));
    };
    row("", &|profile| format!("`{}`", profile.name));
    row("---", &|_| "---".to_owned());
    for field in Field::all() {
        row(&format!("`{}`", field.key), &|profile| {
            field.shown(profile).english().into_owned()
        });
    }
}

// The page of the tables.

/// The page of tables without its generated parts. The list of tables replaces `{tables}`; the columns of each table
/// follow at the end.
const TABLES_PAGE: Words = both(include_str!("tables.md"), include_str!("tables.ja.md"));

/// Returns the page of tables: the list of tables, then the columns of each table. Columns that are written only on
/// request have the mark `+`.
fn tables(language: Language) -> String {
    let page = TABLES_PAGE.in_language(language);
    let (introduction, fields) = page.split_once("{tables}").unwrap_or_default();
    let mut out = String::from(introduction);
    for Table {
        name, title, about, ..
    } in TABLES
    {
        let [title, about] = [title, about].map(|words| words.in_language(language));
        let _ = writeln!(out, "| [`{name}`](#{name}) | {title} | {about} |");
    }
    out.push_str(fields);
    let columns = language.either("column | title | content", "列 | 見出し | 内容");
    for table in TABLES {
        let _ = write!(out, "\n## `{}`\n\n", table.name);
        let _ = write!(out, "| {columns} |\n|---|---|---|\n");
        for (at, heading) in table.headings().into_iter().enumerate() {
            let name = heading.name;
            let [title, about] = [heading.title(), heading.about()].map(|words| *words.in_language(language));
            let mark = if at < table.default_column_count() {
                ""
            } else {
                " `+`"
            };
            let _ = writeln!(out, "| `{name}`{mark} | {title} | {about} |");
        }
    }
    out
}
