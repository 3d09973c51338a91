//! The time control of a record in one reading, for tables and pages.

use super::clock::ClockHistory;
use super::time_control::{
    CommentSettings, SIDE_LIMIT_HEADERS, TimeControl, control_with_byoyomi, controls, last_header,
    limit_from_summary,
};
use crate::notation::header::{byoyomi, limit_in_words};
use crate::notation::time_words::HeaderControl;
#[cfg(feature = "page")]
use crate::notation::times::TimeLimit;
use crate::profile::Profile;
use crate::record::{Header, HeaderKey, Record};

/// Returns the time control that a record states, in the same notation for all formats.
///
/// The notation is that of `$TIME` in CSA: seconds for the game, byoyomi and increment (`1800+30+0`), with `/`
/// between the sides if they differ. Words that cannot be read, and limits that may be in hours or in minutes,
/// are kept as written. `None` if the record states no time control.
pub(crate) fn time_control(record: &Record<'_>) -> Option<String> {
    let controls = controls_with_one_reading(record);
    if controls == [None; 2] && last_header(record, HeaderKey::TimeLimit).is_none() {
        return Some(limit_from_summary(record)?.to_csa_3());
    }
    let words = |header| limit_in_words(record, header).trim().to_owned();
    let [black, white] = [0, 1].map(|seat| {
        let control = controls[seat]?;
        let header = last_header(record, SIDE_LIMIT_HEADERS[seat])
            .or_else(|| last_header(record, HeaderKey::TimeLimit));
        let is_certain = |header: &&Header<'_>| {
            let agrees = || {
                matches!(
                    control_with_byoyomi(record, header),
                    Some(HeaderControl::Agreed(_))
                )
            };
            control.minutes.is_none() && (byoyomi(record).is_none() || agrees())
        };
        let written = header.filter(|header| !is_certain(header));
        Some(written.map_or_else(|| control.limit.to_csa_3(), words))
    });
    if black == white {
        let as_written = || last_header(record, HeaderKey::TimeLimit).map(words);
        return black.or_else(as_written).filter(|it| !it.is_empty());
    }
    Some([black, white].map(Option::unwrap_or_default).join("/"))
}

/// Returns the time limit of each side, Black first. `None` if the record does not state it, or if it may be in hours or
/// in minutes.
#[cfg(feature = "page")]
pub(crate) fn time_limits(record: &Record<'_>) -> [Option<TimeLimit>; 2] {
    let controls = controls_with_one_reading(record);
    if controls == [None; 2] && last_header(record, HeaderKey::TimeLimit).is_none() {
        return [limit_from_summary(record); 2];
    }
    controls.map(|control| {
        let control = control.filter(|control| control.minutes.is_none() && control.limits())?;
        Some(control.limit)
    })
}

/// Returns the time control of each side. A control that may be in hours or in minutes is in hours if the times of the
/// moves exclude minutes.
fn controls_with_one_reading(record: &Record<'_>) -> [Option<TimeControl>; 2] {
    let controls = controls(record, &CommentSettings::from_record(record));
    let has_two_readings = controls.iter().flatten().any(|it| it.minutes.is_some());
    if has_two_readings && ClockHistory::excludes_minutes(record, &Profile::default()) {
        return controls.map(|it| it.map(TimeControl::in_hours));
    }
    controls
}

#[cfg(test)]
mod tests {
    use super::time_control;
    use crate::notation::RecordText;
    use crate::notation::csa::NOTATION;

    #[test]
    fn the_summary_of_a_server_has_a_time_control() {
        for (lines, expected) in [
            ("Time_Unit:1sec\nTotal_Time:1500\nByoyomi:30\n", Some("1500+30+0")),
            ("Total_Time:300\nIncrement:10\n", Some("300+0+10")),
            ("Time_Unit:1min\nTotal_Time:15\nByoyomi:1\n", Some("900+60+0")),
            ("Total_Time:600000\nTime_Unit:1msec\n", Some("600+0+0")),
            ("Time_Unit:1hour\nTotal_Time:2\n", None),
            ("Total_Time:x\n", None),
            ("Byoyomi:30\n", None),
            ("BEGIN Time+\nTotal_Time:600\nEND Time+\n", None),
            // A header takes precedence.
            ("$TIME_LIMIT:00:25+00\nTotal_Time:600\n", Some("1500+0+0")),
        ] {
            let text = format!("{lines}PI\n+\n+7776FU\n%TORYO\n");
            let record = (NOTATION.read)(RecordText {
                text: &text,
                offset: 0,
            });
            assert_eq!(time_control(&record).as_deref(), expected, "{lines}");
        }
    }
}
