//! Errors in the arguments, in the language of the user.
//!
//! The English messages are those of clap. The Japanese messages are created from the data in the errors of clap.

use std::error::Error as _;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use clap::builder::{StyledStr, Styles};
use clap::error::{ContextKind, ContextValue, Error, ErrorFormatter, ErrorKind};
use clap::{Arg, Command, CommandFactory as _};

use super::{Cli, Status, console};
use crate::batch::stdin_member;
use crate::finding::{Language, Message, Reason, Severity, bilingual, message};
use crate::notation;
use crate::output::{ProtectedFiles, Target, colours_of_stderr, colours_of_stdout, stderr};
use crate::text::{self, Payload, path_from_text, shell_word, similar};

/// Returns the language from `--lang`, or that of the locale if `--lang` is missing or has an unknown value. The
/// arguments need not be valid.
pub(super) fn language(arguments: &[OsString]) -> Language {
    let utf_8_arguments: Vec<_> = arguments.iter().filter_map(|it| it.to_str()).collect();
    let joined_value = utf_8_arguments
        .iter()
        .find_map(|word| word.strip_prefix("--lang="));
    let separate_value = utf_8_arguments
        .windows(2)
        .find(|pair| pair[0] == "--lang")
        .map(|pair| pair[1]);
    let code = joined_value.or(separate_value);
    console::message_language(
        Language::ALL
            .into_iter()
            .find(|language| Some(language.code()) == code),
    )
}

/// Removes `--lang` and its value if the command is `help`, which accepts only names of commands.
pub(super) fn remove_lang_from_help(arguments: &mut Vec<OsString>) {
    if arguments.get(1).is_none_or(|verb| verb != "help") {
        return;
    }
    let mut is_code = false;
    arguments.retain(|argument| {
        let is_option = argument == "--lang";
        let has_value = argument.to_str().is_some_and(|it| it.starts_with("--lang="));
        let is_kept = !(is_option || has_value || is_code);
        is_code = is_option;
        is_kept
    });
}

/// Prints an error in the arguments to standard error, or the help or version that the user requested to standard
/// output. Returns [`Status::Failed`] for an error, and [`Status::Clean`] for help or version.
pub(super) fn describe(error: Error, command: &Command, language: Language) -> std::io::Result<Status> {
    let error = with_likely_tips(error, command, language);
    let is_error = error.use_stderr();
    let text = match language {
        Language::English => english_message(&error),
        Language::Japanese => error.apply::<JapaneseFormatter>().render().ansi().to_string(),
    };
    if is_error {
        write!(stderr(Payload::Words, colours_of_stderr()), "{text}")?;
        return Ok(Status::Failed);
    }
    let mut out = Target::stdout(Payload::Words, colours_of_stdout(), &ProtectedFiles::begin())?;
    write!(out, "{text}")?;
    out.persist()?;
    Ok(Status::Clean)
}

/// Returns the English message of an error in the arguments, without the usage and the hint to `--help`.
pub(super) fn short_message(error: Error, command: &Command) -> String {
    // For `--help`, clap renders the help page instead of an error message, so the message is created here.
    if error.kind() == ErrorKind::DisplayHelp {
        return "unexpected argument '--help' found".to_owned();
    }
    let message = with_likely_tips(error, command, Language::English)
        .render()
        .to_string();
    let message = message.strip_prefix("error: ").unwrap_or(&message);
    let end = ["\n\nUsage:", "\n\nFor more"]
        .iter()
        .filter_map(|word| message.find(word))
        .min();
    message[..end.unwrap_or(message.len())].to_owned()
}

/// Returns the message of clap. In the message about an unknown command, “subcommand” is replaced by “command”.
fn english_message(error: &Error) -> String {
    let message = error.render().ansi().to_string();
    if error.kind() != ErrorKind::InvalidSubcommand {
        return message;
    }
    message
        .replacen("unrecognized subcommand '", "unrecognized command '", 1)
        .replacen("a similar subcommand exists: '", "a similar command exists: '", 1)
}

/// Returns the error again for arguments with their control characters escaped, because clap includes arguments
/// unchanged.
pub(super) fn printable(error: Error, command: Command, arguments: &[OsString]) -> Error {
    let escaped = |argument: &OsString| OsString::from(&*text::printable(&argument.to_string_lossy()));
    let escaped_error = command.try_get_matches_from(arguments.iter().map(escaped)).err();
    // Escaped arguments are UTF-8, so an error about arguments that are not UTF-8 does not occur again. The message of
    // that error contains no argument, so the original error is returned.
    escaped_error
        .filter(|other| other.kind() == error.kind())
        .unwrap_or(error)
}

/// Replaces the tip of an error about an unknown command or option by a tip with the most similar name. Without a
/// similar name, the tip is removed. For a path in the place of a command, a tip about `kifu validate` is added.
///
/// The tips of clap are not used, because clap compares words with another method, suggests no commands after
/// `help`, and adds the suggested option to the usage.
fn with_likely_tips(mut error: Error, command: &Command, language: Language) -> Error {
    let first_value = |error: &Error, kind| {
        strings(error.get(kind))
            .first()
            .map(|string| (*string).to_owned())
    };
    if let Some(word) = first_value(&error, ContextKind::InvalidSubcommand) {
        let command_names = command.get_subcommands().map(Command::get_name);
        let suggestion =
            similar(&word, command_names).map(|name| ContextValue::Strings(vec![name.to_owned()]));
        replace(&mut error, ContextKind::SuggestedSubcommand, suggestion);
        if is_path(&word) {
            let tip = vec![validate_tip(&word, language)];
            error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tip));
        }
    }
    let unknown_argument =
        first_value(&error, ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::UnknownArgument);
    if let Some(option) = unknown_argument.as_deref().and_then(|it| it.strip_prefix("--")) {
        let usage = error
            .get(ContextKind::Usage)
            .map(ToString::to_string)
            .unwrap_or_default();
        let mut command = command.clone();
        command.build();
        let is_used =
            |subcommand: &&mut Command| usage.split_whitespace().any(|word| word == subcommand.get_name());
        if let Some(subcommand) = command.get_subcommands_mut().find(is_used) {
            let options = subcommand.get_arguments().filter_map(Arg::get_long);
            let suggestion = similar(option, options).map(|name| match option {
                "exit-zero" => format!("--{name} never"),
                _ => format!("--{name}"),
            });
            replace(
                &mut error,
                ContextKind::SuggestedArg,
                suggestion.map(ContextValue::String),
            );
            let usage = ContextValue::StyledStr(subcommand.render_usage());
            error.insert(ContextKind::Usage, usage);
        }
        // An unknown argument that begins with two hyphens is an option of another command or a typing error, not a
        // path. The tip of clap to pass the argument as a value is therefore removed.
        error.remove(ContextKind::Suggested);
    }
    error
}

/// Returns whether a word in the place of a command is a path. A path contains a separator, has the extension of a
/// record format, exists as a file, or refers to standard input.
fn is_path(word: &str) -> bool {
    let extension = Path::new(word).extension().and_then(|it| it.to_str());
    let is_record = extension.is_some_and(|extension| notation::by_extension(extension).is_some());
    is_stdin(word)
        || word.contains(std::path::is_separator)
        || is_record
        || path_from_text(word.into()).exists()
}

/// Returns the tip for a path in the place of a command: the command `kifu validate` with this path.
fn validate_tip(path: &str, language: Language) -> StyledStr {
    let dashes = if path.starts_with('-') && !is_stdin(path) {
        "-- "
    } else {
        ""
    };
    let command = format!("kifu validate {dashes}{}", shell_word(path));
    let tip = message!(
        "to check game records, use '{command}'",
        "棋譜を検査するには「{command}」と入力する",
    );
    StyledStr::from(tip.in_language(language).into_owned())
}

fn is_stdin(path: &str) -> bool {
    stdin_member(Path::new(path)).is_some()
}

fn replace(error: &mut Error, kind: ContextKind, value: Option<ContextValue>) {
    error.remove(kind);
    if let Some(value) = value {
        error.insert(kind, value);
    }
}

/// Prints an error in the combination of arguments of a command, with the usage of the command.
///
/// # Errors
///
/// Returns an error if standard error cannot be written.
pub(super) fn print_usage_error(
    command_name: &str,
    message: &Message,
    language: Language,
) -> std::io::Result<()> {
    let mut command = Cli::command();
    command.build();
    let message = bilingual(
        text::printable(&message.english()).into_owned(),
        text::printable(&message.japanese()).into_owned(),
    );
    let error = match command.find_subcommand_mut(command_name) {
        Some(subcommand) => validation_error(subcommand, &message, language),
        None => validation_error(&mut command, &message, language),
    };
    describe(error, &command, language).map(|_| ())
}

fn validation_error(command: &mut Command, message: &Message, language: Language) -> Error {
    let kind = ErrorKind::ValueValidation;
    match language {
        Language::English => command.error(kind, message.english()),
        Language::Japanese => {
            let mut error = Error::new(kind).with_cmd(command);
            error.insert(
                ContextKind::Custom,
                ContextValue::String(message.japanese().to_string()),
            );
            let usage = ContextValue::StyledStr(command.render_usage());
            error.insert(ContextKind::Usage, usage);
            error
        }
    }
}

/// The Japanese formatter of errors in arguments.
struct JapaneseFormatter;

impl ErrorFormatter for JapaneseFormatter {
    fn format_error(error: &Error<Self>) -> StyledStr {
        let styles = Styles::styled();
        let (strong, literal) = (styles.get_error(), styles.get_literal());
        let label = Severity::Error.words().japanese;
        let mut out = StyledStr::new();
        // Writing to a string cannot fail.
        let _ = write!(out, "{strong}{label}:{strong:#} {}", message_text(error));
        for (at, tip) in tips(error).iter().enumerate() {
            let valid = styles.get_valid();
            let space = if at == 0 { "\n" } else { "" };
            let _ = write!(out, "{space}\n  {valid}ヒント:{valid:#} {tip}");
        }
        if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
            let usage = usage.to_string();
            let usage = usage.trim_start_matches("Usage:").trim_start();
            let header = styles.get_usage();
            let _ = write!(out, "\n\n{header}使い方:{header:#} {usage}");
        }
        let _ = writeln!(out, "\n\n詳しくは「{literal}--help{literal:#}」を参照");
        out
    }
}

/// Returns the Japanese message of an error, without tips.
fn message_text(error: &Error<JapaneseFormatter>) -> String {
    let text = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => text.as_str(),
        _ => "",
    };
    let number = |kind| match error.get(kind) {
        Some(ContextValue::Number(number)) => *number,
        _ => 0,
    };
    let argument = text(ContextKind::InvalidArg);
    let value = text(ContextKind::InvalidValue);
    match error.kind() {
        ErrorKind::UnknownArgument => format!("「{argument}」という引数はない"),
        ErrorKind::InvalidSubcommand => {
            format!("「{}」というコマンドはない", text(ContextKind::InvalidSubcommand))
        }
        ErrorKind::MissingSubcommand => "コマンドが指定されていない".to_owned(),
        ErrorKind::MissingRequiredArgument => {
            format!(
                "必要な引数が指定されていない:{}",
                list(error.get(ContextKind::InvalidArg))
            )
        }
        ErrorKind::InvalidValue if value.is_empty() => {
            format!("「{argument}」の値が指定されていない{}", choices(error))
        }
        ErrorKind::InvalidValue => format!("{}使えない{}", unusable(argument, value), choices(error)),
        ErrorKind::ValueValidation => match (error.get(ContextKind::Custom), error.source()) {
            (Some(ContextValue::String(message)), _) => message.clone(),
            (_, Some(source)) => {
                let reason = source.downcast_ref::<Reason>();
                let reason = reason.map_or("整数を書く".into(), |it| it.0.japanese());
                format!("{}使えない。{reason}", unusable(argument, value))
            }
            _ => format!("{}使えない", unusable(argument, value)),
        },
        ErrorKind::ArgumentConflict => match error.get(ContextKind::PriorArg) {
            Some(ContextValue::String(other)) if other == argument => {
                format!("「{argument}」は1回しか指定できない")
            }
            Some(ContextValue::String(other)) => {
                format!("「{argument}」と「{other}」は同時に指定できない")
            }
            others => format!("「{argument}」は次のものと同時に指定できない:{}", list(others)),
        },
        ErrorKind::NoEquals => format!("「{argument}」の値は「=」に続けて書く"),
        ErrorKind::TooManyValues => format!("「{argument}」の値が多すぎる: 「{value}」"),
        ErrorKind::TooFewValues => {
            let min_count = number(ContextKind::MinValues);
            format!("「{argument}」には値が{min_count}個以上必要である")
        }
        ErrorKind::WrongNumberOfValues => {
            let expected_count = number(ContextKind::ExpectedNumValues);
            format!("「{argument}」には値が{expected_count}個必要である")
        }
        ErrorKind::InvalidUtf8 => "UTF-8として読めない引数がある".to_owned(),
        _ => "引数が正しくない".to_owned(),
    }
}

/// Returns the Japanese beginning of the message about a wrong value. The name of a positional argument, such as `[NAME]`,
/// is left out.
fn unusable(argument: &str, value: &str) -> String {
    if argument.starts_with('-') {
        format!("「{argument}」に「{value}」は")
    } else {
        format!("「{value}」は")
    }
}

/// Returns the Japanese tips of an error, one sentence each.
fn tips(error: &Error<JapaneseFormatter>) -> Vec<String> {
    let suggestion_kinds = [
        (ContextKind::SuggestedSubcommand, "コマンド"),
        (ContextKind::SuggestedArg, "引数"),
        (ContextKind::SuggestedValue, "値"),
    ];
    let mut tips = Vec::new();
    for (kind, noun) in suggestion_kinds {
        let names = strings(error.get(kind));
        if !names.is_empty() {
            tips.push(format!("似た{noun}: 「{}」", names.join("」「")));
        }
    }
    match (error.kind(), error.get(ContextKind::Custom)) {
        (ErrorKind::InvalidValue, Some(ContextValue::String(tip))) => tips.push(tip.clone()),
        (ErrorKind::UnknownArgument, _) => tips.extend(value_tip(error)),
        (ErrorKind::InvalidSubcommand, _) => {
            if let Some(ContextValue::StyledStrs(styled_tips)) = error.get(ContextKind::Suggested) {
                tips.extend(styled_tips.iter().map(ToString::to_string));
            }
        }
        _ => {}
    }
    tips
}

/// Returns the Japanese tip to pass an argument as a value, if clap suggests this in an English sentence that contains
/// `-- ` and the argument.
fn value_tip(error: &Error<JapaneseFormatter>) -> Option<String> {
    let [argument] = &strings(error.get(ContextKind::InvalidArg))[..] else {
        return None;
    };
    let escaped = format!("-- {argument}");
    let Some(ContextValue::StyledStrs(sentences)) = error.get(ContextKind::Suggested) else {
        return None;
    };
    let is_suggested = sentences
        .iter()
        .any(|sentence| sentence.to_string().contains(&escaped));
    is_suggested.then(|| format!("値として渡すには「{escaped}」と書く"))
}

/// Returns the possible values on a separate line, or an empty text if the error contains no possible values.
fn choices(error: &Error<JapaneseFormatter>) -> String {
    let values = strings(error.get(ContextKind::ValidValue));
    if values.is_empty() {
        return String::new();
    }
    format!("\n  [使える値: {}]", values.join(", "))
}

fn list(value: Option<&ContextValue>) -> String {
    let lines = strings(value).into_iter().flat_map(|string| ["\n  ", string]);
    lines.collect()
}

fn strings(value: Option<&ContextValue>) -> Vec<&str> {
    match value {
        Some(ContextValue::String(text)) => vec![text],
        Some(ContextValue::Strings(texts)) => texts.iter().map(String::as_str).collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_found_among_invalid_arguments() {
        let language_of = |words: &[&str]| language(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(
            language_of(&["kifu", "validate", "--lang", "ja", "--no"]),
            Language::Japanese
        );
        assert_eq!(
            language_of(&["kifu", "validate", "--no", "--lang=ja"]),
            Language::Japanese
        );
        assert_eq!(language_of(&["kifu", "--lang=en", "ja"]), Language::English);
    }
}
