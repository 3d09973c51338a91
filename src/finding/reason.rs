//! Why something could not be done, said in both languages.

use std::error::Error;
use std::fmt;
use std::io::{self, ErrorKind};

use super::{Message, say};

/// Why something could not be done. An [`io::Error`] carries it to where the language is known.
///
/// ```
/// use std::io::ErrorKind;
/// use kifu::finding::{Language, Message, Reason, say};
///
/// let error = Reason::error(ErrorKind::AlreadyExists, say("exists already", "すでにある"));
/// let named = Reason::about(&Message::same("a.csa"), &error);
/// assert_eq!(named.to_string(), "a.csa: exists already");
/// assert_eq!(Reason::of(&named).in_language(Language::Japanese), "a.csa: すでにある");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason(pub Message);

impl Reason {
    /// An error of this kind, for this reason.
    pub fn error(kind: ErrorKind, why: impl Into<Message>) -> io::Error {
        io::Error::new(kind, Self(why.into()))
    }

    /// The same error, saying what it is about.
    pub fn about(name: &Message, error: &io::Error) -> io::Error {
        let named = name.clone().followed_by(Message::same(": "));
        Self::error(error.kind(), named.followed_by(Self::of(error)))
    }

    /// All of these errors as one, of the kind of the first.
    ///
    /// # Errors
    ///
    /// When there are any.
    pub fn all(errors: impl IntoIterator<Item = io::Error>) -> io::Result<()> {
        let errors: Vec<_> = errors.into_iter().collect();
        let Some(first) = errors.first() else {
            return Ok(());
        };
        let message = |error| Self::of(error);
        let others = errors[1..].iter().map(message);
        let all = others.fold(message(first), |all, other| {
            all.followed_by(Message::same("; ")).followed_by(other)
        });
        Err(Self::error(first.kind(), all))
    }

    /// Why an error came to be: what was said of it, or else what the system says.
    pub fn of(error: &io::Error) -> Message {
        let said = error.get_ref().and_then(|it| it.downcast_ref::<Self>());
        said.map_or_else(|| of_system(error), |reason| reason.0.clone())
    }
}

/// In English, as everywhere where nobody chooses a language.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.english())
    }
}

impl Error for Reason {}

/// The commonest errors of systems.
const OF_SYSTEMS: [(ErrorKind, &str); 16] = [
    (ErrorKind::NotFound, "ファイルまたはフォルダが見つからない"),
    (ErrorKind::PermissionDenied, "権限がない。アクセス権を確かめる"),
    (ErrorKind::AlreadyExists, "同じ名前のものがすでにある"),
    (ErrorKind::IsADirectory, "フォルダである"),
    (ErrorKind::NotADirectory, "パスの途中にフォルダ以外のものがある"),
    (ErrorKind::DirectoryNotEmpty, "フォルダが空でない"),
    (ErrorKind::ReadOnlyFilesystem, "読み取り専用の場所である"),
    (ErrorKind::StorageFull, "空き容量が足りない"),
    (ErrorKind::QuotaExceeded, "割り当て容量を超えている"),
    (ErrorKind::FileTooLarge, "ファイルが大きすぎる"),
    (ErrorKind::InvalidFilename, "名前が長すぎるか、使えない文字を含む"),
    (ErrorKind::ResourceBusy, "ほかのプログラムが使用中である"),
    (ErrorKind::OutOfMemory, "メモリーが足りない"),
    (ErrorKind::Interrupted, "中断された"),
    (ErrorKind::TimedOut, "時間内に応答がない"),
    (ErrorKind::InvalidData, "内容が壊れている"),
];

fn of_system(error: &io::Error) -> Message {
    let known = OF_SYSTEMS.iter().find(|(kind, _)| *kind == error.kind());
    let english = without_number(error);
    let japanese = known.map_or_else(
        || format!("システムの処理に失敗した（{english}）"),
        |(_, words)| (*words).to_owned(),
    );
    say(english, japanese)
}

/// The words of a system, without ` (os error 2)` after them.
fn without_number(error: &io::Error) -> String {
    let words = error.to_string();
    let number = error.raw_os_error().map(|it| format!(" (os error {it})"));
    let bare = number.and_then(|it| Some(words.strip_suffix(&*it)?.trim_end_matches('.').to_owned()));
    bare.unwrap_or(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_of_the_system_stay_in_english_without_their_number() {
        let error = io::Error::from_raw_os_error(2);
        let message = Reason::of(&error);
        assert_eq!(
            format!("{} (os error 2)", message.english()),
            error.to_string().replace(". (", " (")
        );
        assert_eq!(message.japanese(), "ファイルまたはフォルダが見つからない");
        let odd = io::Error::other("what nobody foresaw");
        assert_eq!(
            Reason::of(&odd),
            say(
                "what nobody foresaw",
                "システムの処理に失敗した（what nobody foresaw）"
            )
        );
    }

    #[test]
    fn no_kind_stands_twice() {
        for (at, (kind, _)) in OF_SYSTEMS.iter().enumerate() {
            assert!(
                OF_SYSTEMS[..at].iter().all(|(other, _)| other != kind),
                "{kind:?}"
            );
        }
    }
}
