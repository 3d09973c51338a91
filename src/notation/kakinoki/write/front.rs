//! What stands before the moves: headers, the name of the start, the board.

use std::borrow::Cow;

use super::board;
use super::made::Names;
use crate::notation::kakinoki::start::white_moves_first;
use crate::notation::kakinoki::words;
use crate::notation::kakinoki::words::{digit, is_blank};
use crate::notation::{Loss, TextBuilder, header};
use crate::record::{HeaderKey, NodeId, Record, Step, Written};
use crate::shogi::{Color, Handicap, Position};

/// How one notation wants the lines before the moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FrontStyle {
    /// Whether names that nobody gave have an empty line, and the even start is named.
    pub complete: bool,
    /// Whether a line can only be of one notation.
    pub is_claimed: fn(&str) -> bool,
}

const NAMES: [&str; 4] = ["先手", "後手", "下手", "上手"];

/// Writes the headers, the name of the start among them, and the board where the name does not tell it.
pub(crate) fn write(record: &Record<'_>, style: FrontStyle, draft: &mut TextBuilder) -> Names {
    let names = names(record);
    let start = Start::of(record);
    let mut headers: Vec<_> = header::japanese(record).collect();
    if !headers.iter().any(|(key, _)| key == "手合割") {
        let first_name = headers.iter().position(|(key, _)| NAMES.contains(&key.as_ref()));
        let at = first_name.unwrap_or(headers.len());
        headers.insert(at, ("手合割".into(), "".into()));
    }
    for side in Color::ALL {
        let name = names.of(side);
        if style.complete && !headers.iter().any(|(key, _)| names_side(key, side)) {
            headers.push((name.into(), "".into()));
        }
    }
    let mut start_due = true;
    for (key, value) in headers {
        let is_empty_name = value.is_empty() && NAMES.contains(&key.as_ref());
        if key == "手合割" {
            if std::mem::take(&mut start_due) {
                if !start.keeps(&value, &record.start.position) {
                    draft.losses.name(Loss::Header, key);
                }
                start.write(record, style, draft);
            }
        } else if style.complete || !is_empty_name {
            line(&key, &value, style, draft);
        }
    }
    names
}

/// Whether a board is drawn that the record tells otherwise.
pub(crate) fn draws_anew(record: &Record<'_>) -> bool {
    record.start.diagram.is_none() && Start::of(record).drawn
}

/// `key：value`; a display flag is a key alone. What would be read as another kind of line, or as another notation, is no
/// header here.
fn line(key: &str, value: &str, style: FrontStyle, draft: &mut TextBuilder) {
    let is_key_alone = header::is_flag(key) && value.is_empty();
    let line = if is_key_alone {
        key.to_owned()
    } else {
        format!("{key}：{value}")
    };
    if !can_be_key(key) || (style.is_claimed)(&line) {
        return draft.losses.name(Loss::Header, key);
    }
    let line = draft.one_line(&line);
    draft.line(&line);
}

/// Whether a line that begins with this key and a colon is read as a header.
fn can_be_key(key: &str) -> bool {
    let begins_other_line = || {
        let numbered = key.starts_with(|c| digit(c).is_some()) && key.contains(is_blank);
        numbered
            || key.starts_with(['#', '*', '&', '|'])
            || ["まで", "変化", "手数＝", "手数=", "手数--", "+-", "▲", "△"]
                .iter()
                .any(|it| key.starts_with(it))
    };
    words::is_key(key, '：')
        && !key.contains(['：', ':', '\n', '\r'])
        && key.trim() == key
        && !header::is_of_the_start(key)
        && !begins_other_line()
}

fn names_side(key: &str, side: Color) -> bool {
    [false, true]
        .iter()
        .any(|&handicap| Names { handicap }.of(side) == key)
}

/// Returns the names of the sides as the record uses them, or else those of its start.
pub(crate) fn names(record: &Record<'_>) -> Names {
    let has = |key| record.headers.iter().any(|header| header.name == key);
    let handicap = match (has("下手") || has("上手"), has("先手") || has("後手")) {
        (true, false) => true,
        (false, true) => false,
        _ => Handicap::of(&record.start.position).is_some_and(|start| start.name != "平手"),
    };
    Names { handicap }
}

/// How the start position is told.
struct Start<'r> {
    name: Cow<'r, str>,
    drawn: bool,
}

impl<'r> Start<'r> {
    fn of(record: &'r Record<'_>) -> Self {
        let start = &record.start;
        // A notation that has no such name may still have it as a header.
        let name = start.name.as_ref().map(|(name, _)| name.as_ref()).or_else(|| {
            let named = record.headers.last_of(&[HeaderKey::Handicap]);
            named.map(|header| &*header.value)
        });
        let is_unknown = |name: &&str| !name.is_empty() && Handicap::by_name(name).is_none();
        let unknown = name.map(str::trim).filter(is_unknown);
        let official = Handicap::of(&start.position).filter(|it| it.official);
        match (official, unknown) {
            // A name that is known to nobody, and nothing else that tells the start: read again, it means the same as now.
            (Some(_), Some(name)) if start.diagram.is_none() && start.handicap.is_none() => Self {
                name: name.into(),
                drawn: false,
            },
            (Some(official), _) => Self {
                // What stands beside the name in brackets is kept out: few programs read it.
                name: official.name.into(),
                drawn: false,
            },
            (None, name) => Self {
                name: name.unwrap_or("その他").into(),
                drawn: true,
            },
        }
    }

    /// Whether what 手合割 says is written, in its words or by the board. その他 is no name, and beside a board the even
    /// start is none.
    fn keeps(&self, value: &str, position: &Position) -> bool {
        let is_remark_kept = !Handicap::has_remark(value) || Handicap::has_remark(&self.name);
        let value = value.trim();
        let is_named = ["", "その他", "平手", &self.name].contains(&value);
        let is_told = Handicap::by_name(value).is_some_and(|it| it.position() == position);
        is_remark_kept && (is_named || is_told)
    }

    fn write(&self, record: &Record<'_>, style: FrontStyle, draft: &mut TextBuilder) {
        if style.complete || self.name != "平手" {
            // As wide as four characters.
            let blanks = 4_usize.saturating_sub(self.name.chars().count());
            let name = draft.one_line(&self.name);
            draft.line(&format!("手合割：{name}{}", "　".repeat(blanks)));
        }
        if self.drawn {
            board::write(&record.start.position, draft);
            if turn_is_doubtful(record) {
                draft.line("先手番");
            }
        }
    }
}

/// Whether White would be taken to start, were it not said that Black does. Nobody says so else.
fn turn_is_doubtful(record: &Record<'_>) -> bool {
    let position = &record.start.position;
    let mut first = record.tree.children(NodeId::START);
    // KI2 has the mark and no origin.
    let begins =
        |it: &Written| it.mark == Some(Color::White) || white_moves_first(it.from, it.mark, position);
    let moves_white = |step: &Step<'_>| matches!(step, Step::Move(it) if begins(it));
    position.side_to_move() == Color::Black && first.any(|id| moves_white(&record.tree.node(id).step))
}
