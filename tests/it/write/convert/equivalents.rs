//! One game in every format: `fixtures/same/<game>/`.
//!
//! `KIFU_UPDATE=1 cargo test --test it write::convert::equivalents` rewrites the files from the most complete one of
//! each folder; review the difference.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use kifu::notation;
use kifu::notation::Bookmarks;
use kifu::notation::Headers;
use kifu::notation::Losses;
use kifu::notation::RecordText;
use kifu::notation::Target;
use kifu::notation::Writer;
use kifu::notation::WrittenRecord;
use kifu::played::Played;
use kifu::record::Record;
use kifu::record::Terminal;
use kifu::text;

use super::content::Content;
use super::main_line::MainLine;
use super::properties::notation_of;
use crate::support::generated;

/// The games whose most complete file is not the one in KIF: the name of the game, and the target of its most complete
/// file.
const RICHEST: &[(&str, &str)] = &[("clocks", "csa3"), ("tsume", "csa"), ("pass", "usi")];

/// The hand-written file of each game with a spelling that the writer does not use.
const SOURCES: &[(&str, &str)] = &[("tsume", "source.csa"), ("mid-game", "source.kifu")];

/// A game in `fixtures/same`: its name and its folder.
struct Game {
    name: String,
    folder: PathBuf,
}

impl Game {
    /// Returns all games, including those of `terminals/`. The published crate does not contain the games.
    fn all() -> Vec<Self> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/same");
        let mut games = Vec::new();
        let mut folders = vec![root.clone()];
        while let Some(folder) = folders.pop() {
            let Ok(entries) = fs::read_dir(&folder) else {
                eprintln!("skipped: {} is not there", folder.display());
                continue;
            };
            let paths: Vec<_> = entries
                .map(|entry| entry.expect("a folder can be read").path())
                .collect();
            if paths
                .iter()
                .any(|path| path.file_name().is_some_and(|name| name == "usi.usi"))
            {
                let name = folder.strip_prefix(&root).expect("it is below the root");
                games.push(Self {
                    name: name.to_string_lossy().replace('\\', "/"),
                    folder: folder.clone(),
                });
            }
            folders.extend(paths.into_iter().filter(|path| path.is_dir()));
        }
        games.sort_by(|a, b| a.name.cmp(&b.name));
        games
    }

    fn path(&self, target: &Target) -> PathBuf {
        self.folder.join(format!("{}.{}", target.name, target.extension))
    }

    fn file(&self, target: &Target) -> Option<Vec<u8>> {
        fs::read(self.path(target)).ok()
    }

    fn richest_target(&self) -> &'static Target {
        let exception = RICHEST.iter().find(|(name, _)| *name == self.name);
        notation::target(exception.map_or("kifu", |(_, target)| target)).expect("a target")
    }

    /// Returns the content of the file from which all other files of the game are made.
    fn source(&self) -> Vec<u8> {
        let exception = SOURCES.iter().find(|(name, _)| *name == self.name);
        let path = exception.map_or_else(
            || self.path(self.richest_target()),
            |(_, file)| self.folder.join(file),
        );
        fs::read(path).expect("the source of a game can be read")
    }

    /// Returns the reasons why formats cannot hold the game, from lines such as `bod: ply 2: ...`.
    fn refused(&self) -> BTreeMap<String, String> {
        let list = fs::read_to_string(self.folder.join("refused.txt")).unwrap_or_default();
        let lines = list.lines().filter_map(|line| line.split_once(": "));
        lines
            .map(|(target, reason)| (target.to_owned(), reason.to_owned()))
            .collect()
    }

    /// Returns the losses of the conversion from the source to each format that can hold the game.
    fn losses(&self) -> BTreeMap<&'static str, Losses> {
        let source = self.source();
        notation::targets_of(&kifu::record::SHOGI)
            .filter_map(|target| {
                let output = read(&source, self.richest_target(), |record| write(record, target)).ok()?;
                Some((target.name, output.losses))
            })
            .collect()
    }
}

fn read<T>(bytes: &[u8], target: &'static Target, use_record: impl FnOnce(&Record<'_>) -> T) -> T {
    let text = text::decode(bytes, Some(target.encoding));
    let mut record = (notation_of(target).read)(RecordText {
        text: text.as_str(),
        offset: 0,
    });
    record.text = text.as_str();
    use_record(&record)
}

fn write(record: &Record<'_>, target: &'static Target) -> Result<WrittenRecord, String> {
    let result = Writer::new(target).write(&Played::new(record));
    result.map_err(|refusal| refusal.to_string())
}

fn as_text(bytes: &[u8], target: &'static Target) -> String {
    text::decode(bytes, Some(target.encoding)).as_str().to_owned()
}

#[test]
fn every_game_exists_in_every_possible_format() {
    let is_update = generated::is_updated();
    let games = Game::all();
    for game in &games {
        let source = game.source();
        let refused = game.refused();
        let mut refusals = Vec::new();
        for target in notation::targets_of(&kifu::record::SHOGI) {
            match read(&source, game.richest_target(), |record| write(record, target)) {
                Ok(output) => {
                    if is_update {
                        fs::write(game.path(target), &output.bytes).expect("a file can be written");
                    }
                    let file = game.file(target).unwrap_or_default();
                    let label = format!("{} in {}", game.name, target.name);
                    assert_eq!(as_text(&output.bytes, target), as_text(&file, target), "{label}");
                    assert_eq!(output.bytes, file, "{label}");
                }
                Err(refusal) => {
                    refusals.push(format!("{}: {refusal}\n", target.name));
                    assert!(
                        is_update || refused.get(target.name) == Some(&refusal),
                        "{}: {refusal}",
                        game.name
                    );
                    assert_eq!(
                        game.file(target),
                        None,
                        "{} is not for {}",
                        game.name,
                        target.name
                    );
                }
            }
        }
        if is_update && !refusals.is_empty() {
            fs::write(game.folder.join("refused.txt"), refusals.concat()).expect("a list can be written");
        }
        assert!(
            is_update || refused.len() == refusals.len(),
            "{}: all refusals are true",
            game.name
        );
    }
    assert!(games.is_empty() || games.len() >= 12, "{} games", games.len());
}

#[test]
fn files_are_rewritten_unchanged() {
    for game in Game::all() {
        for target in notation::targets_of(&kifu::record::SHOGI) {
            let Some(file) = game.file(target) else { continue };
            let rewritten =
                read(&file, target, |record| write(record, target)).expect("what was written can be");
            assert_eq!(
                as_text(&rewritten.bytes, target),
                as_text(&file, target),
                "{} in {}",
                game.name,
                target.name
            );
            assert_eq!(rewritten.bytes, file, "{} in {}", game.name, target.name);
        }
    }
}

#[test]
fn every_file_has_the_detected_format() {
    for game in Game::all() {
        for target in notation::targets_of(&kifu::record::SHOGI) {
            let Some(file) = game.file(target) else { continue };
            let text = text::decode(&file, None);
            let label = format!("{} in {}", game.name, target.name);
            for extension in [None, Some(target.extension)] {
                let detected = notation::detect(&text, extension).map(|notation| notation.format);
                assert_eq!(
                    detected,
                    Some(notation_of(target).format),
                    "{label} as {extension:?}"
                );
            }
            assert_eq!(text.as_str(), as_text(&file, target), "{label}: its encoding");
            let records = notation::records(&text, Some(notation_of(target))).count();
            assert_eq!(records, 1, "{label}");
        }
    }
}

#[test]
fn all_files_of_a_game_have_equal_moves() {
    for game in Game::all() {
        let expected = read(&game.source(), game.richest_target(), |record| {
            MainLine::from_record(record, false)
        });
        for target in notation::targets_of(&kifu::record::SHOGI) {
            let Some(file) = game.file(target) else { continue };
            let actual = read(&file, target, |record| MainLine::from_record(record, false));
            if target.holds.moves {
                assert_eq!(actual, expected, "{} in {}", game.name, target.name);
            } else {
                assert_eq!(actual.start, expected.last, "{} in {}", game.name, target.name);
            }
        }
    }
}

/// Every file converted to each other format keeps its content, except for the reported losses.
///
/// An indirect conversion leads from the source of the game to a file, and from this file to another format. If the
/// indirect conversion loses no more than the direct conversion of the source, the bytes are equal. (CSA keeps headers
/// of V3.0 in V2.2, although V2.2 has no keys for them in conversions from other formats.)
#[test]
fn every_file_converts_to_every_other_format() {
    let (mut equal, mut unequal) = (0, 0);
    for game in Game::all() {
        let direct_losses = game.losses();
        for from in notation::targets_of(&kifu::record::SHOGI) {
            let Some(file) = game.file(from) else { continue };
            for to in notation::targets_of(&kifu::record::SHOGI) {
                let label = format!("{}: {} to {}", game.name, from.name, to.name);
                let Some(expected) = game.file(to) else {
                    let output = read(&file, from, |record| write(record, to));
                    assert!(
                        output.is_err() || !from.holds.moves,
                        "{label} is refused elsewhere"
                    );
                    continue;
                };
                let (content, output) = read(&file, from, |record| {
                    (Content::from_record(record), write(record, to))
                });
                let output = output.unwrap_or_else(|refusal| panic!("{label}: {refusal}"));
                let expected_content = content
                    .without_losses(&output.losses, to)
                    .comparable(&output.losses);
                let converted = read(&output.bytes, to, Content::from_record);
                assert_eq!(converted.comparable(&output.losses), expected_content, "{label}");
                let indirect_losses = [&direct_losses[from.name], &output.losses];
                let loses_the_same_headers = lost_headers(&direct_losses[to.name]).iter().all(|key| {
                    indirect_losses
                        .iter()
                        .any(|losses| lost_headers(losses).contains(key))
                });
                let loses_no_more =
                    |losses: &&Losses| has_no_additional_losses(losses, &direct_losses[to.name], from, to);
                if loses_the_same_headers && indirect_losses.iter().all(loses_no_more) {
                    assert_eq!(as_text(&output.bytes, to), as_text(&expected, to), "{label}");
                    assert_eq!(output.bytes, expected, "{label}");
                    equal += 1;
                } else {
                    unequal += 1;
                }
            }
        }
    }
    println!("{equal} conversions are equal byte for byte, {unequal} by what they have lost");
    assert!(equal == 0 || equal > unequal / 2, "{equal} against {unequal}");
}

fn lost_headers(losses: &Losses) -> Vec<String> {
    let headers = losses.iter().find(|entry| entry.loss == notation::Loss::Header);
    headers.map_or_else(Vec::new, |entry| entry.examples.clone())
}

/// Returns `true` if each loss of an indirect conversion is also a loss of the direct conversion to `to`, or concerns
/// data that `to` never holds. Returns `false` if the file in `from` lacks moves, or the last move, that `to` can hold.
fn has_no_additional_losses(indirect: &Losses, direct: &Losses, from: &Target, to: &Target) -> bool {
    // A file in a format of positions lacks the moves, or the last move, which `to` can hold.
    if !from.holds.moves && (to.holds.moves || to.holds.last_move && !from.holds.last_move) {
        return false;
    }
    indirect.iter().all(|entry| {
        let direct_loss = direct.iter().find(|candidate| candidate.loss == entry.loss);
        direct_loss.is_some_and(|candidate| match entry.loss {
            notation::Loss::Header => entry.examples.iter().all(|key| candidate.examples.contains(key)),
            // Different words may be lost in the two formats.
            notation::Loss::Result => from.name == to.name,
            _ => true,
        }) || is_never_held(entry.loss, to)
    })
}

/// Returns `true` if the target never holds the kind of data that the loss is about.
fn is_never_held(loss: notation::Loss, target: &Target) -> bool {
    use notation::Loss;
    let holds = &target.holds;
    match loss {
        Loss::Header => holds.headers == Headers::None,
        Loss::Comment | Loss::Character | Loss::LineBreak => {
            holds.headers == Headers::None && !holds.comments
        }
        Loss::Bookmark | Loss::BookmarkAsComment => holds.bookmarks == Bookmarks::Lost,
        Loss::ToolLine => !holds.tool_lines,
        Loss::Time | Loss::Fraction | Loss::Total | Loss::ResultTime => holds.clock.is_none(),
        Loss::Variation => !holds.variations,
        Loss::Result => !holds.holds_result(Terminal::Interrupt),
        Loss::PliesBefore => !holds.plies_before,
        Loss::LastMove => !holds.last_move,
        _ => false,
    }
}
