//! The HTML report in a real browser: loading, sorting, search, replaying games, and names with markup.
//!
//! Without Chromium, these tests are skipped with a message. `KIFU_PICTURES=DIRECTORY` saves screenshots.

mod appearance;
mod application;
mod archive;
mod boards;
pub mod browser;
mod charts;
mod comfort;
mod filters;
mod hostile;
mod large_archive;
mod share;
mod sheet;
mod tables;
mod viewer;

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kifu::finding::Language;
use kifu::finding::Severity;
use kifu::finding::bilingual;
use kifu::notation;
use kifu::page::Card;
use kifu::page::Cards;
use kifu::page::Heading;
use kifu::page::Page;
use kifu::page::Summary;
use kifu::page::Survey;
use kifu::record::Record;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::stats::Game;
use kifu::stats::{GameCollector, Needs};
use kifu::text;
use tempfile::TempDir;

use browser::Browser;

/// A report in a directory that is deleted after the test.
struct ReportFile {
    file: PathBuf,
    _directory: TempDir,
}

impl ReportFile {
    /// Makes the report of files, each a path and its text.
    fn new(files: &[(&str, &str)], language: Language) -> Self {
        let mut cards = Cards::default();
        let mut survey = Survey::default();
        for (path, text) in files {
            add_file(path, text.as_bytes(), language, &mut cards, &mut survey);
        }
        Self::page(&cards, &survey, language)
    }

    fn page(cards: &Cards, survey: &Survey, language: Language) -> Self {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("page.html");
        let out = BufWriter::new(File::create(&file).unwrap());
        let heading = Heading {
            title: bilingual("A page", "頁"),
            about: "a/, b/".to_owned(),
            profile: bilingual("spring", "春"),
            date: None,
            notation: None,
            language,
        };
        let mut page = Page::open(out, &heading).unwrap();
        page.add(cards).unwrap();
        let summary = Summary {
            figures: survey.figures(),
            charts: survey.charts(language),
            notes: Vec::new(),
            ..Summary::default()
        };
        page.close(&summary).unwrap();
        Self {
            file,
            _directory: directory,
        }
    }
}

/// Adds the records of a file to the cards and to the survey.
fn add_file(path: &str, bytes: &[u8], language: Language, cards: &mut Cards, survey: &mut Survey) {
    let text = text::decode(bytes, None);
    let extension = Path::new(path).extension().and_then(|it| it.to_str());
    for record in notation::records(&text, notation::detect(&text, extension)) {
        let (judgement, game) = check_record(path, &record);
        let card = Card {
            game: &game,
            text: &text,
            record: &record,
            findings: &judgement.shown(Severity::Note),
            hidden: 0,
            language,
        };
        cards.add(&card, true);
        survey.add(&game, card.findings);
    }
}

/// Returns the judgement of the referee and the statistics of the collector for a record.
fn check_record(path: &str, record: &Record<'_>) -> (Judgement, Game) {
    let mut collector = GameCollector::new(Needs::OPENINGS);
    collector.begin(record);
    let judgement = Referee::new().check_watched(record, &mut |played| collector.observe(played));
    let game = collector.finish_game(&Arc::from(path), "UTF-8", record, &judgement);
    (judgement, game)
}

/// A game in which Black plays nifu, with two variations before that move.
const NIFU: &str = "\
手合割：平手
開始日時：2024/05/12
棋戦：春の会
先手：甲野
後手：乙山
   1 ２六歩(27)   ( 0:03/00:00:03)
   2 ８四歩(83)   ( 0:05/00:00:05)
   3 ２五歩(26)   ( 0:01/00:00:04)
   4 ８五歩(84)   ( 0:02/00:00:07)
   5 ２四歩(25)   ( 0:10/00:00:14)
   6 同　歩(23)   ( 0:10/00:00:17)
   7 同　飛(28)   ( 0:01/00:00:15)
   8 ８六歩(85)   ( 0:01/00:00:18)
   9 ９五歩打     ( 0:01/00:00:16)
まで9手で後手の勝ち

変化：7手
   7 ７六歩(77)
   8 ３四歩(33)
   9 ２二角成(88)

変化：3手
   3 ７六歩(77)
   4 ３四歩(33)
";

const CLEAN: &str = "\
手合割：平手
開始日時：2023/01/02
棋戦：冬の会
先手：丙川
後手：甲野
   1 ２六歩(27)
   2 ８四歩(83)
   3 投了
まで2手で後手の勝ち
";
