//! Dates as programs write them: `2024/03/05`, `2024-03-05 10:00:00`, `2024/03/05(火) 10:00`.

use super::rest::{Rest, WrittenDate};
use super::{Date, TimeOfDay};

/// The date, if a text is one of these forms and nothing else, and there is such a day and time. All else is left to the
/// reader of every form, which answers the same.
pub(super) fn usual(text: &str) -> Option<Date> {
    let mut rest = Rest(text.trim());
    let year = rest.number(4).filter(|&year| year >= 1000)?;
    let sign = ["/", "-"].into_iter().find(|sign| rest.takes(sign))?;
    let month = rest.number(2)?;
    let day = rest.takes(sign).then(|| rest.number(2))??;
    if WrittenDate::day(year, month, day).fault().is_some() {
        return None;
    }
    rest.weekday();
    let time = if rest.is_at_end() {
        None
    } else {
        Some(time(&mut rest)?)
    };
    rest.is_at_end().then_some(Date {
        year,
        month: Some(month),
        day: Some(day),
        time,
        more: false,
        unread: false,
    })
}

/// `10:00`, `10:00:00`.
fn time(rest: &mut Rest<'_>) -> Option<TimeOfDay> {
    let hour = rest.number(2)?;
    let minute = rest.takes(":").then(|| rest.number(2))??;
    let second = if rest.takes(":") {
        Some(rest.number(2)?)
    } else {
        None
    };
    let is_time = hour < 24 && minute < 60 && second.is_none_or(|second| second < 60);
    is_time.then_some(TimeOfDay {
        hour,
        minute,
        second,
        offset: None,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, proptest};

    use super::super::read::of_any_form;
    use super::usual;

    /// The reader of every form must answer the same wherever this one answers.
    fn agrees(text: &str) -> bool {
        usual(text)
            .inspect(|date| assert_eq!(Ok(*date), of_any_form(text), "{text}"))
            .is_some()
    }

    #[test]
    fn usual_forms_are_read_here_and_others_are_not() {
        for text in [
            "2024/03/05",
            "2024-3-5",
            " 1995/11/22(水) 18:55　",
            "2003/05/03 10:30:00",
            "2000/02/29(Tue)",
        ] {
            assert!(agrees(text), "{text}");
        }
        for text in [
            "2024/02/30",
            "2024/03-05",
            "0000/00/00",
            "2024/03/05 24:00",
            "2024/03/05 10:00 JST",
            "2024/03/05 午後1:00",
            "２０２４/03/05",
            "2024/03/05-06",
            "2024/03",
            "令和6年3月5日",
            "",
        ] {
            assert!(!agrees(text), "{text}");
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4096, ..ProptestConfig::default() })]

        #[test]
        fn both_readers_agree(
            text in "[ 　]?[0-9]{3,5}[ ]?[/-][ ]?[0-9]{1,3}[/-][0-9]{1,3}(\\([月水Tue]{1,3}\\)|火曜日?|)[ T]?([0-9]{1,3}:[0-9]{2}(:[0-9]{1,3}|\\.5|)|)[ ]?(Z|JST|\\+0900|午後|~12:00|)"
        ) {
            agrees(&text);
        }
    }
}
