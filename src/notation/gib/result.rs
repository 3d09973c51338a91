//! The result as the header 대국결과, 결과 or 승패 has it: `청 외통승`, `초 완승`, `무승부`.

use crate::record::{Header, Headers};

/// The names of the header.
pub(super) const NAMES: [&str; 3] = ["대국결과", "결과", "승패"];

/// Returns the header with the result: the last that is not blank, or else the last.
pub(crate) fn header<'r, 't>(headers: &'r Headers<'t>) -> Option<&'r Header<'t>> {
    let named = || headers.iter().rev().filter(|it| NAMES.contains(&&*it.name));
    named().find(|it| !it.is_blank()).or_else(|| named().next())
}

/// What a record says of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Told {
    /// The seat that has won: 0 for Blue, 1 for Red.
    pub winner: Option<usize>,
    /// In what way.
    pub how: How,
}

/// The ways in which a game ends, by their words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// 외통승: the general is mated or taken.
    Mate,
    /// 장군승: the first check.
    Check,
    /// 기물승: more pieces.
    Pieces,
    /// 후수승: as many pieces, for the second player.
    Second,
    /// 점수승: more points.
    Points,
    /// 기권승: the other has given up.
    Resigned,
    /// 시간승: the other's time was up.
    Time,
    /// 실격승, 반칙승: the other has fouled.
    Foul,
    /// 무단이탈, 무응답패: the other has left, or has not answered.
    Forfeit,
    /// 무승부: a draw.
    Draw,
    /// 무효, 접속 끊김, 미완료: void or broken off.
    NoResult,
    /// 미상: not known.
    Unknown,
    /// Other words.
    Other,
}

impl How {
    /// Whether only gung-janggi knows it.
    pub(crate) const fn is_of_gung(self) -> bool {
        matches!(self, Self::Check | Self::Pieces | Self::Second)
    }
}

/// The names of Blue and of Red before a result.
const SEATS: [&[&str]; 2] = [&["청", "초", "靑", "青", "楚"], &["홍", "한", "紅", "漢"]];

const WORDS: [(&str, How); 27] = [
    ("외통", How::Mate),
    ("장군", How::Check),
    ("기물", How::Pieces),
    ("후수", How::Second),
    ("점수", How::Points),
    ("판정", How::Points),
    ("기권", How::Resigned),
    ("불계", How::Resigned),
    ("시간", How::Time),
    ("실격", How::Foul),
    ("반칙", How::Foul),
    ("몰수", How::Foul),
    ("무단이탈", How::Forfeit),
    ("무응답", How::Forfeit),
    ("무효", How::NoResult),
    ("접속 끊김", How::NoResult),
    ("접속끊김", How::NoResult),
    ("통신 끊김", How::NoResult),
    ("통신끊김", How::NoResult),
    ("미완료", How::NoResult),
    ("미상", How::Unknown),
    ("무승부", How::Draw),
    ("비김", How::Draw),
    ("비긴", How::Draw),
    ("무", How::Draw),
    ("빅장", How::Draw),
    ("빅", How::Draw),
];

/// Reads the value of the header. `None` where it names neither a winner nor an end that is known.
///
/// ```
/// use kifu::notation::gib::{How, told};
/// let told = told("청 외통승").unwrap();
/// assert_eq!((told.winner, told.how), (Some(0), How::Mate));
/// assert_eq!(kifu::notation::gib::told("한 시간패").unwrap().winner, Some(0));
/// assert_eq!(kifu::notation::gib::told("?"), None);
/// ```
pub fn told(value: &str) -> Option<Told> {
    let value = value.trim();
    let after_name = |names: &[&str]| names.iter().find_map(|name| value.strip_prefix(name));
    let named = SEATS.iter().position(|names| after_name(names).is_some());
    let rest = named.and_then(|seat| after_name(SEATS[seat])).unwrap_or(value);
    let rest = rest.trim();
    let begins = |word: &str| {
        rest.strip_prefix(word)
            .filter(|after| word != "무" || !after.starts_with(is_hangul))
    };
    let word = WORDS.iter().find(|(word, _)| begins(word).is_some());
    let (wins, loses) = (rest.ends_with(['승', '勝']), rest.ends_with(['패', '敗']));
    let how = match word {
        // `초 빅장승` names who has won, and that is no draw.
        Some((_, How::Draw)) if named.is_some() && (wins || loses) => How::Other,
        // `한 접속 끊김 승`: the other side has lost the connection.
        Some((_, How::NoResult)) if wins || loses => How::Forfeit,
        Some((_, how)) => *how,
        None => How::Other,
    };
    if matches!(how, How::Draw | How::NoResult | How::Unknown) {
        return Some(Told { winner: None, how });
    }
    // 패 is a loss of the side that is named, and so is 무단이탈 alone.
    let loses = loses || how == How::Forfeit && !wins;
    let winner = named.map(|seat| if loses { 1 - seat } else { seat });
    let is_known = word.is_some() || winner.is_some() && rest.contains(['승', '패', '勝', '敗']);
    is_known.then_some(Told { winner, how })
}

const fn is_hangul(letter: char) -> bool {
    matches!(letter, '가'..='힣')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_results_are_known() {
        for (value, winner, how) in [
            ("초 완승", Some(0), How::Other),
            ("한 완승", Some(1), How::Other),
            ("초 시간승", Some(0), How::Time),
            ("한 기권승", Some(1), How::Resigned),
            ("무승부", None, How::Draw),
            ("홍 후수승", Some(1), How::Second),
            ("청기물승", Some(0), How::Pieces),
            ("한 점수승", Some(1), How::Points),
            ("초 실격패", Some(1), How::Foul),
            ("홍 장군승", Some(1), How::Check),
            ("초 빅장승", Some(0), How::Other),
            ("초 빅장무승부", None, How::Draw),
            ("무", None, How::Draw),
            ("楚勝", Some(0), How::Other),
            ("漢 勝", Some(1), How::Other),
            ("漢敗", Some(0), How::Other),
            ("무효", None, How::NoResult),
            ("무효 처리", None, How::NoResult),
            ("접속 끊김", None, How::NoResult),
            ("통신 끊김", None, How::NoResult),
            ("미완료", None, How::NoResult),
            ("미상", None, How::Unknown),
            ("초 접속 끊김 승", Some(0), How::Forfeit),
            ("접속 끊김 승", None, How::Forfeit),
            ("초 무단이탈", Some(1), How::Forfeit),
            ("초 무단이탈승", Some(0), How::Forfeit),
            ("한 무응답패", Some(0), How::Forfeit),
        ] {
            assert_eq!(told(value), Some(Told { winner, how }), "{value}");
        }
        for value in ["", "초", "미정", "한국", "무엇"] {
            assert_eq!(told(value), None, "{value}");
        }
    }
}
