//! Templates of file names with data of games: `{year}/{event}/{date}_{black}_{white}.kif`.

use super::game::Game;
use super::needs::Needs;
use super::records::GAMES;
use super::{Cell, fault, unknown_column};
use crate::finding::{InputError, Span, bilingual};

/// Name of the placeholder for the extension of the output format.
const EXTENSION: &str = "ext";

/// Maximum length of the name of a folder or file (bytes). File systems allow 255, but a number and an extension can
/// follow.
const MAX_NAME_BYTES: usize = 220;

/// A template of the paths of output files.
#[derive(Clone, Debug)]
pub(crate) struct NameTemplate {
    /// The parts of each level of the path: of the folders, then of the file name.
    levels: Vec<Vec<Part>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    /// A column of games, by its index.
    Column(usize),
    Extension,
}

impl NameTemplate {
    /// Parses a template: text, columns of games or `ext` in braces, and `/` after each folder.
    ///
    /// # Errors
    ///
    /// Returns a fault, with its place in the text, if a brace has no partner or a column does not exist. A level that
    /// is empty, `.` or `..` is also a fault.
    pub(crate) fn read(text: &str) -> Result<Self, InputError> {
        let mut levels = vec![Vec::new()];
        let mut rest = text;
        while !rest.is_empty() {
            let start = text.len() - rest.len();
            let end = match rest.strip_prefix('{') {
                Some(inner) => inner.find('}').map(|at| at + 2),
                None => Some(rest.find(['{', '}', '/']).unwrap_or(rest.len()).max(1)),
            };
            let Some(part) = end.map(|end| &rest[..end]).filter(|part| *part != "}") else {
                return Err(fault(
                    Span::new(start, start + 1),
                    bilingual("a brace without its partner", "対応する括弧がない"),
                    bilingual("write columns as {black}", "列は {black} のように書く"),
                ));
            };
            rest = &rest[part.len()..];
            match (part, levels.last_mut()) {
                ("/", _) => levels.push(Vec::new()),
                (_, Some(level)) => level.push(read_part(part, start)?),
                (_, None) => {}
            }
        }
        let is_invalid = |level: &Vec<Part>| match &level[..] {
            [] => true,
            [Part::Text(text)] => text == "." || text == "..",
            _ => false,
        };
        if levels.iter().any(is_invalid) {
            return Err(fault(
                Span::new(0, text.len()),
                bilingual(
                    "not the name of a file in the output directory",
                    "出力フォルダの中のファイル名ではない",
                ),
                bilingual(
                    "for example, {year}/{date}_{black}_{white}",
                    "{year}/{date}_{black}_{white} のように書く",
                ),
            ));
        }
        Ok(Self { levels })
    }

    /// Creates the template whose file names are the values of a column.
    ///
    /// Returns a fault if there is no such column.
    pub(crate) fn for_column(name: &str) -> Result<Self, InputError> {
        let names = GAMES.iter().map(|it| it.name);
        match names.clone().position(|column| column == name) {
            Some(index) => Ok(Self {
                levels: vec![vec![Part::Column(index)]],
            }),
            None => Err(unknown_column(name, Span::new(0, name.len()), names)),
        }
    }

    /// Returns the parts of a game that the columns of the template require, and the moves.
    pub(crate) fn needs(&self) -> Needs {
        let parts = self.levels.iter().flatten();
        parts.fold(Needs::MOVES, |needs, part| match *part {
            Part::Column(index) => needs | GAMES[index].needs,
            _ => needs,
        })
    }

    /// Returns the levels of the path for a game: the folders, and the file name. The `extension` at the end of the
    /// file name is removed. A level that is too long is truncated.
    pub(crate) fn name(&self, game: &Game, extension: &str) -> Vec<String> {
        let ending = format!(".{extension}");
        let mut levels: Vec<String> = self
            .levels
            .iter()
            .map(|level| format_level(level, game, extension))
            .collect();
        if let Some(file) = levels.last_mut()
            && let Some(stem) = file.strip_suffix(&ending)
        {
            *file = stem.to_owned();
        }
        levels.iter_mut().for_each(truncate);
        levels
    }
}

/// Parses a part that begins at the byte `start` of the template. Returns a fault for a name in braces that is neither
/// a column nor `ext`.
fn read_part(part: &str, start: usize) -> Result<Part, InputError> {
    let Some(name) = part.strip_prefix('{').and_then(|it| it.strip_suffix('}')) else {
        return Ok(Part::Text(part.to_owned()));
    };
    if name == EXTENSION {
        return Ok(Part::Extension);
    }
    let names = GAMES.iter().map(|it| it.name);
    match names.clone().position(|column| column == name) {
        Some(index) => Ok(Part::Column(index)),
        None => Err(unknown_column(
            name,
            Span::new(start + 1, start + 1 + name.len()),
            names,
        )),
    }
}

/// Returns the text of a level of the path for a game: the name of a folder or of the file.
fn format_level(level: &[Part], game: &Game, extension: &str) -> String {
    let mut name = String::new();
    for part in level {
        match part {
            Part::Text(text) => name.push_str(text),
            Part::Extension => name.push_str(extension),
            Part::Column(index) => name.push_str(&cell(&(GAMES[*index].cell)(game))),
        }
    }
    // Files and folders whose names begin with a dot are hidden, and are skipped when their folder is read. Therefore,
    // a dot from a column at the start of a name is replaced.
    if name.starts_with('.') && matches!(level.first(), Some(Part::Column(_))) {
        name.replace_range(..1, "_");
    }
    name
}

/// Returns a cell as text that cannot refer to another folder. `_` replaces an empty cell, `.`, `..` and every slash or
/// backslash.
fn cell(cell: &Cell<'_>) -> String {
    match cell.to_string().trim() {
        "" | "." | ".." => "_".to_owned(),
        text => text.replace(['/', '\\'], "_"),
    }
}

/// Truncates a name to at most [`MAX_NAME_BYTES`] bytes, at the end of a character.
fn truncate(name: &mut String) {
    let end = (0..=MAX_NAME_BYTES.min(name.len()))
        .rev()
        .find(|&at| name.is_char_boundary(at));
    name.truncate(end.unwrap_or(0));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates_are_read_or_refused() {
        let template = NameTemplate::read("{year}/a {black}-{white}.{ext}").unwrap();
        assert_eq!(template.levels.len(), 2);
        assert_eq!(template.levels[1].len(), 6);
        assert_eq!(template.needs(), Needs::MOVES);
        let opening_template = NameTemplate::read("{opening}").unwrap();
        assert_eq!(opening_template.needs(), Needs::OPENINGS);
        let error_of = |text: &str| {
            let fault = NameTemplate::read(text).unwrap_err();
            let span = fault.span.unwrap();
            format!("[{}] {}", span.slice(text), fault.message.english())
        };
        for (text, expected) in [
            ("", "[] not the name of a file in the output directory"),
            ("/a", "[/a] not the name of a file in the output directory"),
            ("a//b", "[a//b] not the name of a file in the output directory"),
            (
                "../{black}",
                "[../{black}] not the name of a file in the output directory",
            ),
            ("{blac}", "[blac] unknown column `blac`"),
            ("{black", "[{] a brace without its partner"),
            ("a}", "[}] a brace without its partner"),
        ] {
            assert_eq!(error_of(text), expected);
        }
    }

    #[test]
    fn cells_are_safe_file_names() {
        for (text, expected) in [("", "_"), ("..", "_"), ("a/b\\c", "a_b_c"), (" 山田 ", "山田")] {
            assert_eq!(cell(&Cell::text(text)), expected);
        }
        let mut long_name = "山".repeat(100);
        truncate(&mut long_name);
        assert_eq!(long_name.chars().count(), MAX_NAME_BYTES / 3);
    }
}
