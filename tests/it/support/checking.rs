//! Helpers that check bytes or moves with the referee.

use kifu::notation;
use kifu::notation::usi;
use kifu::profile::Profile;
use kifu::record::Format;
use kifu::record::Record;
use kifu::referee::Judgement;
use kifu::referee::Referee;
use kifu::shogi::Position;
use kifu::text;

/// Returns the position of an SFEN; `startpos` is the even start.
pub fn position(sfen: &str) -> Position {
    if sfen == "startpos" {
        return Position::startpos();
    }
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// Returns a record of USI moves from a position. The position is not validated.
pub fn line<'t>(start: &Position, moves: &'t str) -> Record<'t> {
    let mut record = Record::new(Format::new("kif"));
    record.start.position = start.clone();
    record.tree = usi::line(moves);
    record.text = moves;
    record.span.end = moves.len() as u32;
    record
}

/// Checks every record of a file under this profile. The format is detected from the content.
pub fn check_file_by(profile: &Profile, bytes: &[u8]) -> Vec<Judgement> {
    let text = text::decode(bytes, None);
    let mut referee = Referee::with_profile(profile.clone());
    notation::records(&text, notation::detect(&text, None))
        .map(|record| referee.check(&record))
        .collect()
}

/// Checks every record of a file under the default rules. The format is detected from the content.
pub fn check_file(bytes: &[u8]) -> Vec<Judgement> {
    check_with_extension(bytes, None)
}

/// Returns the profile with these lines. Other settings have their defaults.
pub fn profile_with(lines: &str) -> Profile {
    Profile::read(lines, "event").unwrap_or_else(|faults| panic!("{lines}: {faults:?}"))
}

/// Checks a text that holds one record, under this profile.
pub fn check_one_by(profile: &Profile, text: &str) -> Judgement {
    let mut judgements = check_file_by(profile, text.as_bytes());
    assert_eq!(judgements.len(), 1, "{text}");
    judgements.remove(0)
}

/// Checks every record of a file whose name has this extension, under the default rules. The lines of engines are checked, too.
pub fn check_with_extension(bytes: &[u8], extension: Option<&str>) -> Vec<Judgement> {
    let text = text::decode(bytes, None);
    let mut referee = Referee::new();
    referee.set_engine_lines(true);
    notation::slices(&text, notation::detect(&text, extension))
        .with_extension(extension)
        .map(|slice| referee.check(&slice.read()))
        .collect()
}
