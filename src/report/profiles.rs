//! The rules of events side by side, and the manual of the files that hold them.

use super::columns::{self, Column};
use super::put;
use crate::finding::Language;
use crate::profile::{Field, Profile, Takes};
use crate::text::printable;

/// The comparison is as wide as a page of text.
const WIDTH: usize = 112;

/// A row for every field and a column for every profile, then what the fields mean. The fields of games other than shogi
/// have a row only if the profiles differ there.
pub(crate) fn comparison<'p>(profiles: impl IntoIterator<Item = &'p Profile>, language: Language) -> String {
    let profiles: Vec<_> = profiles.into_iter().collect();
    let differs = |field: &Field| {
        let mut values = profiles.iter().map(|it| field.shown(it).english().into_owned());
        let first = values.next();
        values.any(|it| Some(it) != first)
    };
    let rows: Vec<_> = Field::all()
        .filter(|field| !field.is_of_other_game() || differs(field))
        .collect();
    let keys = rows.iter().map(|field| field.key.to_owned());
    let head = Column::new(std::iter::once(String::new()).chain(keys));
    let columns = profiles.iter().map(|profile| {
        let cells = rows
            .iter()
            .map(|field| field.shown(profile).in_language(language).replace(", ", "\n"));
        Column::new(std::iter::once(printable(&profile.name).into_owned()).chain(cells))
    });
    let mut out = columns::side_by_side(&head, &columns.collect::<Vec<_>>(), WIDTH);
    out.push('\n');
    let key = Field::all().map(|field| field.key.len()).max().unwrap_or(0);
    for field in Field::all() {
        let about = field.about.in_language(language);
        put!(out, "{:key$}  {about}\n", field.key);
    }
    out
}

/// The page without what the code knows: the profiles stand at `{profiles}`, the keys and the comparison at the end.
const PAGE: &str = include_str!("profiles.md");

/// The manual: what profiles are, every key with its values, and the comparison.
pub fn manual() -> String {
    let (introduction, use_of_profiles) = PAGE.split_once("{profiles}").unwrap_or_default();
    let mut out = String::from(introduction);
    for profile in Profile::all() {
        let title = &profile.title;
        put!(
            out,
            "| `{}` | {} ({}) |\n",
            profile.name,
            title.english,
            title.japanese
        );
    }
    out.push_str(use_of_profiles);
    for field in Field::all() {
        describe(field, &mut out);
    }
    out.push_str("## Comparison\n");
    // More columns than this do not fit on a page.
    for profiles in Profile::all().chunks(4) {
        out.push('\n');
        tabulate(profiles, &mut out);
    }
    out
}

fn describe(field: &Field, out: &mut String) {
    let (english, japanese) = (field.about.english, field.about.japanese);
    put!(out, "### `{}`\n\n{english} ({japanese})\n\n", field.key);
    match &field.takes {
        Takes::One(_) => out.push_str("One of:\n\n"),
        Takes::Some(_) => out.push_str("A list of one or more of:\n\n"),
        takes => {
            put!(out, "Takes {}.\n\n", takes.described().english());
        }
    }
    let choices = field.takes.choices();
    for choice in choices {
        let (english, japanese) = (choice.about.english, choice.about.japanese);
        put!(out, "- `\"{}\"`: {english} ({japanese})\n", choice.name);
    }
    if !choices.is_empty() {
        out.push('\n');
    }
}

fn tabulate(profiles: &[Profile], out: &mut String) {
    let mut row = |head: &str, cell: &dyn Fn(&Profile) -> String| {
        let cells: Vec<_> = profiles.iter().map(cell).collect();
        put!(out, "| {head} | {} |\n", cells.join(" | "));
    };
    row("", &|profile| format!("`{}`", profile.name));
    row("---", &|_| "---".to_owned());
    for field in Field::all() {
        row(&format!("`{}`", field.key), &|profile| {
            field.shown(profile).english().into_owned()
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn the_built_in_profiles_fit_on_a_page() {
        let text = comparison(Profile::all(), Language::English);
        assert!(text.lines().all(|line| line.width() <= WIDTH), "{text}");
        let header = text.lines().next().unwrap();
        assert!(header.ends_with("fesa"), "all of them stand in one row: {header}");
    }

    #[test]
    fn other_games_have_rows_where_profiles_differ() {
        let rows = |text: &str| {
            let own = Profile::read(text, "own").unwrap();
            let profiles = std::iter::once(&own).chain(Profile::all());
            let comparison = comparison(profiles, Language::English);
            let (table, _) = comparison.split_once("\n\n").unwrap();
            table.matches("yonin.").count()
        };
        assert_eq!(rows(""), 0);
        assert_eq!(rows("[yonin]\nrepeat_limit = 3\n"), 1);
    }

    #[test]
    fn the_example_of_the_documentation_is_a_file_of_rules() {
        let page = include_str!("../../docs/choosing-a-profile.md");
        let (_, example) = page.split_once("```toml\n").unwrap();
        let (example, _) = example.split_once("```").unwrap();
        let read = Profile::read(example, "example").unwrap();
        assert_eq!((read.name.as_str(), read.max_moves), ("spring", Some(320)));
        assert_eq!(read.count_start_position, Profile::default().count_start_position);
    }
}
