//! In which language people are spoken to.

use clap::Args;

use super::values;
use crate::finding::Language;

/// The variables that say it on every system that has them, the strongest first; POSIX has them in this order.
const VARIABLES: [&str; 3] = ["LC_ALL", "LC_MESSAGES", "LANG"];

/// The language of a verb whose output is for people alone.
#[derive(Args, Debug)]
pub(super) struct LangArg {
    #[arg(
        long, value_name = "LANG", value_parser = values::language(), hide_possible_values = true,
        help_heading = None::<&str>
    )]
    lang: Option<Language>,
}

impl LangArg {
    /// The language of the output.
    pub(super) fn language(&self) -> Language {
        spoken(self.lang)
    }
}

/// The language that was asked for, or else that of the locale.
pub(super) fn spoken(asked: Option<Language>) -> Language {
    asked.unwrap_or_else(|| {
        let variable = |name| std::env::var(name).ok().filter(|it| !it.is_empty());
        // Windows and macOS have settings of their own.
        let locale = VARIABLES.into_iter().find_map(variable);
        of(&locale.or_else(sys_locale::get_locale).unwrap_or_default())
    })
}

/// The language of a locale: `ja`, `ja-JP`, `ja_JP.UTF-8`; English for all that we do not speak.
fn of(locale: &str) -> Language {
    let code = locale.split(['_', '-', '.', '@']).next().unwrap_or_default();
    let known = |it: &Language| it.code().eq_ignore_ascii_case(code);
    Language::ALL.into_iter().find(known).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_at_the_beginning_counts() {
        for locale in ["ja", "ja_JP.UTF-8", "ja-JP", "JA_JP.eucJP", "ja_JP@modifier"] {
            assert_eq!(of(locale), Language::Japanese, "{locale}");
        }
        for locale in [
            "",
            "C",
            "C.UTF-8",
            "POSIX",
            "en_GB.UTF-8",
            "ko_KR.UTF-8",
            "jam_JM",
        ] {
            assert_eq!(of(locale), Language::English, "{locale}");
        }
    }

    #[test]
    fn who_asks_gets_it() {
        for language in Language::ALL {
            assert_eq!(spoken(Some(language)), language);
        }
    }
}
