//! The rules of events that are known: a file of `data` each.

use std::sync::LazyLock;

use super::Profile;

/// The texts, in the order in which the profiles are listed.
const TEXTS: [&str; 8] = [
    include_str!("data/textbook.toml"),
    include_str!("data/jsa-pro.toml"),
    include_str!("data/jsa-pro-2013.toml"),
    USUAL_TEXT,
    include_str!("data/csa.toml"),
    include_str!("data/floodgate.toml"),
    include_str!("data/lishogi.toml"),
    include_str!("data/fesa.toml"),
];

/// What judges where nobody names another.
const USUAL_TEXT: &str = include_str!("data/jsa-amateur.toml");

static USUAL: LazyLock<Profile> = LazyLock::new(|| parsed(USUAL_TEXT));
static ALL: LazyLock<Vec<Profile>> = LazyLock::new(|| TEXTS.map(parsed).into());

fn parsed(text: &str) -> Profile {
    // These texts are part of the program: a test reads them all.
    toml::from_str(text).unwrap_or_else(|error| panic!("a built-in profile: {error}"))
}

impl Profile {
    /// All that are built in.
    pub fn all() -> &'static [Self] {
        &ALL
    }

    /// The one that is built in under this name.
    ///
    /// ```
    /// use kifu::profile::Profile;
    /// assert_eq!(Profile::named("jsa-pro").unwrap().max_moves, Some(500));
    /// assert_eq!(Profile::named("jsa-prof"), None);
    /// ```
    pub fn named(name: &str) -> Option<&'static Self> {
        ALL.iter().find(|profile| profile.name == name)
    }
}

/// The rules of amateur tournaments: what most games are played by.
impl Default for Profile {
    fn default() -> Self {
        USUAL.clone()
    }
}

/// The text of a profile that is built in.
#[cfg(test)]
pub(super) fn text_of(profile: &Profile) -> &'static str {
    TEXTS[Profile::all().iter().position(|it| it == profile).unwrap()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_a_profile_of_its_own() {
        let names: Vec<_> = Profile::all().iter().map(|it| it.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "textbook",
                "jsa-pro",
                "jsa-pro-2013",
                "jsa-amateur",
                "csa",
                "floodgate",
                "lishogi",
                "fesa"
            ]
        );
        assert_eq!(Profile::named("jsa-amateur"), Some(&Profile::default()));
    }
}
