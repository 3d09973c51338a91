//! JSON of other programs that has a key of JKF by chance.

use super::json::{Json, JsonValue};
#[cfg(feature = "archives")]
use super::read::KEYS;
#[cfg(feature = "archives")]
use crate::notation;
use crate::notation::gib::{JANGGI, Ply};
use crate::notation::other_game::is_other_game;
use crate::record::Record;

/// The keys of an entry of `moves`.
#[cfg(feature = "archives")]
const OF_ENTRY: [&str; 6] = ["move", "special", "time", "comments", "comment", "forks"];

/// So many entries of a list are looked at: in a damaged record the first one may be the damaged one.
const FIRST: usize = 8;

/// Whether what was read as JKF has no more of it than the name of one key: `{"header":{"alg":"HS256"}}`.
///
/// Two of the keys are no chance, and of JSON that breaks off nobody knows what it was.
#[cfg(feature = "archives")]
pub(crate) fn may_be_foreign(record: &Record<'_>) -> bool {
    let Some(start) = record.text.find('{').filter(|_| record.format == notation::JKF) else {
        return false;
    };
    let json = Json::of(&record.text[start..]);
    let object = json.root();
    let mut known = object
        .members()
        .filter(|(key, _)| KEYS.contains(&&*key.unquoted()));
    match (known.next(), known.next()) {
        (Some((key, value)), None) => object.is_whole() && !is_of_jkf(&key.unquoted(), value),
        _ => false,
    }
}

/// Whether the value of a key of JKF has something that only JKF has there.
#[cfg(feature = "archives")]
fn is_of_jkf(key: &str, value: JsonValue<'_, '_>) -> bool {
    match key {
        // Those of KIF, in Japanese.
        "header" => value.members().any(|(key, _)| !key.unquoted().is_ascii()),
        "initial" => has_one(value, &["preset", "data"]),
        _ => value
            .elements()
            .take(FIRST)
            .any(|entry| entry.text() == "{}" || has_one(entry, &OF_ENTRY)),
    }
}

/// Keys under which programs name the game.
const OF_GAME: [&str; 4] = ["variant", "game", "gameType", "rule"];

/// The other game of which a record in JSON is, and the place that tells it: the game is named, or headers or moves are
/// those of janggi. It is asked of records in which something is odd.
pub(crate) fn other_game<'t>(record: &Record<'t>) -> Option<(&'t str, String)> {
    let start = record.text.find('{')?;
    Json::of(&record.text[start..])
        .root()
        .members()
        .find_map(|(key, value)| match &*key.unquoted() {
            name if OF_GAME.contains(&name) && value.is_string() => {
                let game = value.unquoted();
                is_other_game(&game).then(|| (value.text(), game.into_owned()))
            }
            "header" => {
                let mut keys = value.members().map(|(key, _)| key);
                let own = keys.find(|key| key.unquoted().ends_with("대국자"))?;
                Some((own.text(), JANGGI.name.to_owned()))
            }
            "moves" => {
                let own = value.elements().take(FIRST).find(|&it| is_move_of_janggi(it))?;
                Some((own.text(), JANGGI.name.to_owned()))
            }
            _ => None,
        })
}

/// Whether a text, or one in an object, is a move as records of janggi have it.
fn is_move_of_janggi(entry: JsonValue<'_, '_>) -> bool {
    let is_move = |it: JsonValue<'_, '_>| {
        it.is_string() && Ply::of(&it.unquoted()).is_some_and(|ply| ply.step.is_some())
    };
    is_move(entry) || entry.is_object() && entry.members().any(|(_, value)| is_move(value))
}

#[cfg(feature = "archives")]
fn has_one(object: JsonValue<'_, '_>, keys: &[&str]) -> bool {
    object.members().any(|(key, _)| keys.contains(&&*key.unquoted()))
}

#[cfg(test)]
#[cfg(feature = "archives")]
mod tests {
    use super::may_be_foreign;
    use crate::notation;
    use crate::record::Record;

    fn foreign(text: &str) -> bool {
        let record = Record {
            text,
            ..Record::new(notation::JKF)
        };
        may_be_foreign(&record)
    }

    #[test]
    fn a_key_alone_is_no_record() {
        for text in [
            r#"{"header":{"alg":"HS256"},"payload":{}}"#,
            r#"{"header":"Release notes"}"#,
            r#"{"initial":0}"#,
            r#"{"initial":{"width":80}}"#,
            r#"{"moves":["e4"]}"#,
            r#"{"moves":[{"name":"tackle","power":40}]}"#,
            r#"{"moves":12,"score":3}"#,
            r#"{"moves":null}"#,
        ] {
            assert!(foreign(text), "{text}");
        }
    }

    #[test]
    fn a_damaged_record_is_one() {
        for text in [
            r#"{"header":{"先手":"甲"}}"#,
            r#"{"header":{"\u5148\u624b":"a"},"payload":{}}"#,
            r#"{"header":{},"moves":7}"#,
            r#"{"initial":{"preset":4}}"#,
            r#"{"initial":{"data":null}}"#,
            r#"{"moves":[{}]}"#,
            r#"{"moves":["x",{"move":"x"}]}"#,
            r#"{"moves":[{"comments":5}]}"#,
            r#"{"moves":[0,0,{"special":"TORYO"}]}"#,
            // Who knows what stood after it?
            r#"{"header":{"alg":"HS256"}"#,
            r#"{"moves":["e4""#,
        ] {
            assert!(!foreign(text), "{text}");
        }
    }
}
