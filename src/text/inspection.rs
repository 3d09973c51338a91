//! What is known of a file before it is read in parts.

use super::Text;
use super::content::is_undecodable;
use super::evidence::Known;
use super::survey::Survey;
use super::trouble::Trouble;

/// What was seen of a file, gathered from its first part to the last.
#[derive(Debug, Default)]
pub struct Inspection {
    survey: Survey,
    characters: usize,
    length: usize,
}

impl Inspection {
    /// Looks a part over. A file that is `suspect` is looked over for double encoding.
    pub fn of(text: &Text<'_>, suspect: bool) -> Self {
        Self {
            survey: Survey::of(text, suspect),
            characters: text.as_str().chars().count(),
            length: text.as_str().len(),
        }
    }

    /// Adds what was seen in the next part.
    pub fn add(&mut self, next: Self) {
        self.survey.append(next.survey, self.length);
        self.characters += next.characters;
        self.length += next.length;
    }

    /// Whether some part gives reason to look for double encoding in all of them.
    pub fn is_suspect(&self) -> bool {
        self.survey.is_suspect()
    }

    /// Whether the file is a text, so far as its bytes can be decoded.
    pub fn is_text(&self, known: &Known) -> bool {
        known.is_text() && !is_undecodable(self.survey.malformed(), || self.characters)
    }

    /// What is wrong with the file, in the order of its text within each kind.
    pub fn troubles(self) -> Vec<Trouble> {
        self.survey.troubles()
    }
}
