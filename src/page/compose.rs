//! The page of the browser application: one HTML file that contains the WebAssembly module.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::{Value, json};

use super::application::audit::SHEET_EXTENSIONS;
use super::frame::{BODY, FIRST_SCRIPT, SCRIPTS, STYLE, Summary, fill_template, frame, policy_hash};
use crate::finding::Language;
use crate::notation::{self, Newline};
use crate::profile::Profile;
use crate::record::SHOGI;
use crate::referee::RULES;
use crate::system::SYSTEMS;

/// The compressed module, an LZMA file; empty if this build has none.
#[cfg(not(target_family = "wasm"))]
static MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/module.lzma"));

/// The module does not contain itself.
#[cfg(target_family = "wasm")]
static MODULE: &[u8] = &[];

const TEMPLATE: &str = include_str!("app/app.html");
const APPLICATION_STYLE: &str = include_str!("app/app.css");
/// The script of the workers.
const WORKER: &str = concat!(include_str!("app/worker.js"), include_str!("app/lzma.js"));
const EXAMPLE: &str = include_str!("app/example.kif");

/// The scripts that only the application has, in the order of their dependencies.
pub(super) const APPLICATION_SCRIPTS: [&str; 17] = [
    include_str!("app/engine.js"),
    include_str!("app/opening.js"),
    include_str!("app/list.js"),
    include_str!("app/settings.js"),
    include_str!("app/text.js"),
    include_str!("app/grid.js"),
    include_str!("app/edit.js"),
    include_str!("app/zip.js"),
    include_str!("app/convert.js"),
    include_str!("app/fix.js"),
    include_str!("app/save.js"),
    include_str!("app/link.js"),
    include_str!("app/start.js"),
    include_str!("app/search.js"),
    include_str!("app/editor.js"),
    include_str!("app/licences.js"),
    include_str!("app/application.js"),
];

/// The address of the published application, with which links to games begin; empty if it is not published.
const ADDRESS: &str = match option_env!("KIFU_APP_URL") {
    Some(address) => address,
    None => "",
};

/// The style sheet and the scripts of the application, which are equal in all languages.
struct Sources {
    style: String,
    script: String,
    worker: String,
}

static SOURCES: LazyLock<Sources> = LazyLock::new(|| {
    // The last script of a report begins the page. The scripts of the application continue when the page has begun.
    let scripts = [&SCRIPTS[..], &APPLICATION_SCRIPTS].concat();
    Sources {
        style: without_comments(&["\n", STYLE, APPLICATION_STYLE].concat()),
        script: without_comments(&["\n(() => {\n", &scripts.concat(), "})();\n"].concat()),
        worker: without_comments(WORKER),
    }
});

/// Returns the page of the browser application as an HTML file, or `None` if this build does not contain the module.
///
/// The module is built with `src/page/build-app`, and contained if its path is in the environment variable `KIFU_APP` during
/// the build.
pub fn application_page(language: Language) -> Option<String> {
    (!MODULE.is_empty()).then(|| application_page_with(MODULE, language))
}

/// Returns the page of the browser application with a module of the library, which is an LZMA file.
///
/// [`application_page`] uses the module that this build contains.
pub fn application_page_with(module: &[u8], language: Language) -> String {
    let Sources {
        style,
        script,
        worker,
    } = &*SOURCES;
    let scripts = [policy_hash(FIRST_SCRIPT), policy_hash(script)];
    let mut frame = frame(&Summary::default(), language);
    frame["application"] = application(language);
    let values = [
        ("lang", language.code().to_owned()),
        ("style", style.clone()),
        ("style-hash", policy_hash(style)),
        ("script-hashes", scripts.join(" ")),
        ("first-script", FIRST_SCRIPT.to_owned()),
        ("example", EXAMPLE.to_owned()),
        ("worker", worker.clone()),
        ("module", digits(module)),
        ("figures", String::new()),
        ("notes", String::new()),
        ("version", env!("CARGO_PKG_VERSION").to_owned()),
        ("frame", super::frame::to_page_json(&frame)),
        ("script", script.clone()),
    ];
    [TEMPLATE, BODY]
        .map(|template| fill_template(template, language, &values))
        .concat()
}

/// Removes the lines of comments, empty lines and the indentation from a script or a style sheet, which makes the page 80 kB smaller. A comment
/// behind code remains.
fn without_comments(source: &str) -> String {
    let mut is_inside = false;
    let mut lines = String::with_capacity(source.len());
    for line in source.lines().map(str::trim) {
        let is_block = is_inside || line.starts_with("/*");
        is_inside = is_block && !line.ends_with("*/");
        if !is_block && !line.is_empty() && !line.starts_with("//") {
            lines.push_str(line);
            lines.push('\n');
        }
    }
    lines
}

/// Encodes an LZMA file as text: four bytes as five digits, the highest first. The digits are the characters from `!`, without
/// `<`, which has a meaning in HTML; `v` replaces it. Zeros fill the last four bytes. The file states where its data end.
fn digits(file: &[u8]) -> String {
    const BASE: u32 = 85;
    let words = file.chunks(4).map(|bytes| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_be_bytes(word)
    });
    let places = (0..5).rev().map(|place| BASE.pow(place));
    let digits = words.flat_map(|word| places.clone().map(move |place| word / place % BASE));
    let character = |digit: u32| match char::from(b'!' + digit as u8) {
        '<' => 'v',
        other => other,
    };
    digits.map(character).collect()
}

/// Returns the data that only the application needs.
pub(super) fn application(language: Language) -> Value {
    let profiles = Profile::all().iter();
    let profiles = profiles.map(|it| json!({ "name": it.name, "title": it.title.in_language(language) }));
    let targets = notation::targets().filter(|target| !target.training);
    let targets = targets.map(|target| {
        json!({
            "name": target.name,
            "label": target.about.in_language(language),
            "games": target.games.iter().map(|game| game.name).collect::<Vec<_>>(),
            "extension": target.extension,
            "encoding": target.encoding.name(),
            "newline": match target.newline {
                Newline::Lf => "lf",
                Newline::CrLf => "crlf",
            },
        })
    });
    json!({
        "url": ADDRESS,
        "profile": Profile::default().name,
        "profiles": profiles.collect::<Vec<_>>(),
        "targets": targets.collect::<Vec<_>>(),
        "rules": rules_of_other_games(),
        "archives": crate::archive::extensions().collect::<Vec<_>>(),
        "sheets": SHEET_EXTENSIONS,
        "records": notation::extensions().collect::<Vec<_>>(),
    })
}

/// Returns the rules that shogi does not have, each with the names of its games.
fn rules_of_other_games() -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut games_by_rule = BTreeMap::<_, Vec<_>>::new();
    for system in SYSTEMS.iter().filter(|system| *system.game != SHOGI) {
        for rule in (system.rules)(system.game) {
            if !RULES.contains(&rule) {
                games_by_rule.entry(rule.name).or_default().push(system.game.name);
            }
        }
    }
    games_by_rule
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_comments_are_removed() {
        let source = "// One.\n/** Two\n * lines. */\n\n  a(); // b\n/* c */\nd();\n";
        assert_eq!(without_comments(source), "a(); // b\nd();\n");
    }

    /// A line inside a text would lose its indentation.
    #[test]
    fn no_text_of_a_script_has_several_lines() {
        let scripts = [&SCRIPTS[..], &APPLICATION_SCRIPTS, &[WORKER]].concat().concat();
        for line in without_comments(&scripts).lines() {
            assert_eq!(line.matches('`').count() % 2, 0, "{line}");
        }
    }

    #[test]
    fn digits_are_those_of_a_number_in_base_85() {
        assert_eq!(digits(b""), "");
        assert_eq!(digits(&[0, 0, 0, 27]), "!!!!v");
        assert_eq!(digits(&[255; 5]), "s8W-!rrv$!");
    }

    #[test]
    fn the_page_contains_the_module_and_a_strict_policy() {
        let page = application_page_with(b"module", Language::Japanese);
        assert!(page.contains(&format!(">{}</script>", digits(b"module"))));
        let policy = page.split("Content-Security-Policy").nth(1).unwrap();
        let policy = policy.split('>').next().unwrap();
        assert!(
            policy.contains("default-src 'none'") && !policy.contains("http"),
            "{policy}"
        );
        for source in [&SOURCES.style, &SOURCES.script] {
            assert!(policy.contains(&policy_hash(source)));
        }
        // A script can contain two braces, but not the name of a value between them.
        assert!(!page.contains("{{app-") && !page.contains("{{module}}"));
    }
}
