//! A record can be shown at every ply, as an HTML page, a picture and a diagram.

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

/// Maximum number of plies shown of a long main line, at equal distances.
const MAX_VIEWS: u32 = 6;

/// Shows the first records of an input.
///
/// # Panics
///
/// If an existing ply cannot be shown.
pub fn run(data: &[u8]) {
    let mut choices = Choices::from_bytes(data);
    let text = choices.text(data);
    let notation = choices.notation(&text);
    for record in notation::records(&text, notation).take(MAX_RECORDS) {
        let mut matcher = OpeningMatcher::new(OpeningBook::built_in());
        matcher.begin(&record.start.position);
        let mut see = |played: &PlayedMove<'_>| matcher.advance(played.ply, played.after, played.undo);
        let judgement = choices.with_referee(|referee| referee.check_watched(&record, &mut see));
        let Ok(mut last) = View::at(&record, &judgement, None) else {
            continue;
        };
        last.matches = matcher.matches();
        let place = RecordSource {
            path: "input",
            records: 1,
            encoding: text.encoding().name(),
        };
        let language = *choices.one_of(&LANGUAGES);
        let shown = page(&last, &place, &options(language));
        assert!(str::from_utf8(&shown).is_ok(), "a page is UTF-8");
        every_ply(&record, &judgement, last.length(), language);
    }
}

fn every_ply(record: &Record<'_>, judgement: &Judgement, length: u32, language: Language) {
    let step = 1 + length / MAX_VIEWS;
    for ply in (0..=length).step_by(step as usize) {
        let Ok(view) = View::at(record, judgement, Some(ply)) else {
            // After a move that cannot be replayed, the remaining plies have no position.
            continue;
        };
        let picture = svg(&view, language);
        assert!(picture.starts_with('<') && picture.trim_end().ends_with("</svg>"));
        let bod = notation::target("bod").expect("a target");
        // A position may be impossible to write as a diagram. It is refused then.
        let _ = Writer::new(bod).write(&Played::new(&record.up_to(view.node)));
    }
}
