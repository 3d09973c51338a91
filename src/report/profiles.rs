//! The rules of events side by side, and the manual of the files that hold them.

use super::columns::{self, Column};
use super::put;
use crate::finding::Language;
use crate::profile::{Field, Profile};
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
