//! The text of `kifu rules --profiles`: a comparison of the profiles, followed by the meaning of their fields.

use super::columns::{self, Column};
use super::put;
use crate::finding::Language;
use crate::profile::{Field, Profile};
use crate::text::printable;

/// Maximum width of a comparison in which cells are wrapped (terminal columns).
const MAX_COLUMNS: usize = 112;

/// Returns a table with a row for every field and a column for every profile, followed by the meaning of all fields.
///
/// The table includes the fields of games other than shogi only if the profiles differ in these fields. If `is_folded`
/// is `true`, cells are wrapped, and columns that do not fit follow in further tables. If it is `false`, all columns
/// are side by side, and every name and value is on one line.
pub(crate) fn comparison<'p>(
    profiles: impl IntoIterator<Item = &'p Profile>,
    is_folded: bool,
    language: Language,
) -> String {
    let profiles: Vec<_> = profiles.into_iter().collect();
    let differs = |field: &Field| {
        let mut values = profiles
            .iter()
            .map(|profile| field.shown(profile).english().into_owned());
        let first_value = values.next();
        values.any(|value| Some(value) != first_value)
    };
    let fields: Vec<_> = Field::all()
        .filter(|field| !field.is_of_other_game() || differs(field))
        .collect();
    let keys = fields.iter().map(|field| field.key.to_owned());
    let head = Column::new(std::iter::once(String::new()).chain(keys));
    let comma = if is_folded { "\n" } else { ", " };
    let columns = profiles.iter().map(|profile| {
        let cells = fields
            .iter()
            .map(|field| field.shown(profile).in_language(language).replace(", ", comma));
        Column::new(std::iter::once(printable(&profile.name).into_owned()).chain(cells))
    });
    let width = is_folded.then_some(MAX_COLUMNS);
    let mut out = columns::side_by_side(&head, &columns.collect::<Vec<_>>(), width);
    out.push('\n');
    let key_width = Field::all().map(|field| field.key.len()).max().unwrap_or(0);
    for field in Field::all() {
        let about = field.about.in_language(language);
        put!(out, "{:key_width$}  {about}\n", field.key);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::UnicodeWidthStr;

    #[test]
    fn the_built_in_profiles_fit_on_a_page() {
        let text = comparison(Profile::all(), true, Language::English);
        assert!(text.lines().all(|line| line.width() <= MAX_COLUMNS), "{text}");
        let header = text.lines().next().unwrap();
        assert!(header.ends_with("fesa"), "all of them stand in one row: {header}");
    }

    #[test]
    fn names_are_complete_without_wrapping() {
        for language in Language::ALL {
            let text = comparison(Profile::all(), false, language);
            let names: Vec<_> = text.lines().next().unwrap().split_whitespace().collect();
            assert_eq!(
                names,
                Profile::all().iter().map(|it| &*it.name).collect::<Vec<_>>()
            );
            let (table, _) = text.split_once("\n\n").unwrap();
            let keys = table.lines().skip(1).map(|line| line.split("  ").next().unwrap());
            assert!(
                keys.clone().all(|key| Field::all().any(|field| field.key == key)),
                "{text}"
            );
        }
        assert!(!comparison(Profile::all(), true, Language::English).contains("jsa-amateur"));
    }

    #[test]
    fn other_games_have_rows_for_fields_that_differ() {
        let yonin_rows = |text: &str| {
            let profile = Profile::read(text, "own").unwrap();
            let profiles = std::iter::once(&profile).chain(Profile::all());
            let comparison = comparison(profiles, true, Language::English);
            let (table, _) = comparison.split_once("\n\n").unwrap();
            table.matches("yonin.").count()
        };
        assert_eq!(yonin_rows(""), 0);
        assert_eq!(yonin_rows("[yonin]\nrepeat_limit = 3\n"), 1);
    }

    #[test]
    fn the_documented_example_is_a_valid_profile() {
        let page = include_str!("../../docs/choosing-a-profile.md");
        let (_, example) = page.split_once("```toml\n").unwrap();
        let (example, _) = example.split_once("```").unwrap();
        let profile = Profile::read(example, "example").unwrap();
        assert_eq!((profile.name.as_str(), profile.max_moves), ("spring", Some(320)));
        assert_eq!(
            profile.count_start_position,
            Profile::default().count_start_position
        );
    }
}
