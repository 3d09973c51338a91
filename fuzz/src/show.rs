//! A record can be shown at every ply, as text, as an SVG picture and as a diagram.

use kifu::finding::Language;
use kifu::notation::{self, Writer};
use kifu::opening::{OpeningBook, OpeningMatcher};
use kifu::played::{Played, PlayedMove};
use kifu::record::Record;
use kifu::referee::Judgement;
use kifu::report::show::{RecordSource, View, page};
use kifu::report::svg;

use super::choices::{Choices, MAX_RECORDS};
use super::judge::{LANGUAGES, options};

/// Maximum number of plies at which a record is shown. These plies are at equal distances.
const MAX_VIEWS: u32 = 6;

/// Shows the first records of an input.
///
/// # Panics
///
/// If a page is not UTF-8, or a picture is not complete.
pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let text = choices.text(data);
    let notation = choices.notation(&text);
    for record in notation::records(&text, notation).take(MAX_RECORDS) {
        let mut matcher = OpeningMatcher::new(OpeningBook::built_in());
        matcher.begin(&record.start.position);
        let mut observe = |played: &PlayedMove<'_>| matcher.advance(played.ply, played.after, played.undo);
        let judgement = choices.with_referee(|referee| referee.check_watched(&record, &mut observe));
        let Ok(mut view) = View::at(&record, &judgement, None) else {
            continue;
        };
        view.matches = matcher.matches();
        let source = RecordSource {
            path: "input",
            records: 1,
            encoding: text.encoding().name(),
        };
        let language = *choices.one_of(&LANGUAGES);
        let page = page(&view, &source, &options(language));
        assert!(str::from_utf8(&page).is_ok(), "a page is UTF-8");
        show_plies(&record, &judgement, view.length(), language);
    }
}

fn show_plies(record: &Record<'_>, judgement: &Judgement, length: u32, language: Language) {
    let step = 1 + length / MAX_VIEWS;
    for ply in (0..=length).step_by(step as usize) {
        let Ok(view) = View::at(record, judgement, Some(ply)) else {
            // After a move that cannot be replayed, the remaining plies have no position.
            continue;
        };
        let picture = svg(&view, language);
        assert!(picture.starts_with('<') && picture.trim_end().ends_with("</svg>"));
        let bod = notation::target("bod").expect("a target");
        // Some positions cannot be written as a diagram. The writer then returns an error.
        let _ = Writer::new(bod).write(&Played::new(&record.up_to(view.node)));
    }
}
