//! Edits of the JSON text of a record: moves in the style of the other moves, entries of a line, and the start position.

use super::json::{Json, JsonValue};
use super::start::preset_of;
use super::words::DROP;
use super::write;
use crate::finding::{Edit, Span};
use crate::notation::csa;
use crate::notation::kakinoki::text;
use crate::played::Ply;
use crate::record::{Destination, Record, Step};
use crate::shogi::{Handicap, Position, Square};

/// Returns a move as the writer of JKF writes it: a JSON object on one line, without blanks.
pub(super) fn move_text(ply: &Ply) -> Option<String> {
    let mut out = "{".to_owned();
    write::play(ply, ply.kind?, true, &mut out);
    out.strip_prefix("{\"move\":").map(str::to_owned)
}

/// Returns a move as in KIF, for messages: `７六歩(77)`. `None` if the object does not contain all of it.
pub(super) fn move_in_words(object: &str) -> Option<String> {
    let json = Json::parse(object);
    let member = |name: &str| json.root().member(name);
    let square = |value: JsonValue<'_, '_>| {
        let [x, y] = ["x", "y"].map(|name| value.member(name).and_then(|it| it.text().parse().ok()));
        Square::new(x?, y?)
    };
    let to = square(member("to")?)?;
    let kind = csa::kind(member("piece")?.to_str().as_bytes().try_into().ok()?)?;
    let promotes = member("promote").is_some_and(|it| it.text() == "true");
    let origin = match member("from").filter(|it| !it.is_null()) {
        Some(from) => text::origin(square(from)?),
        None if member("relative").is_none_or(|it| it.to_str() == DROP) => "打",
        None => return None,
    };
    let promotion = if promotes { "成" } else { "" };
    Some([text::square(to), text::piece(kind), promotion, origin].concat())
}

/// Returns whether the moves of a record have their destination even if they have `same`.
pub(crate) fn has_all_destinations(record: &Record<'_>) -> bool {
    record.format == crate::notation::JKF
        && record.tree.ids().all(|id| match &record.tree.node(id).step {
            Step::Move(written) if matches!(written.to, Destination::Same(_)) => {
                record.text_at(written.span).contains("\"to\"")
            }
            _ => true,
        })
}

// A move in the style of a record: the members that its moves have, in their order, with the same blanks.

/// Returns a move in the style of a record. `new` is its [text](move_text), and `place` the span of the move that it replaces
/// or precedes.
pub(crate) fn move_in_style(record: &Record<'_>, place: Span, new: &str) -> String {
    let usage = Usage::new(record);
    let example = Some(record.text_at(place)).filter(|text| Shape::new(text).is_some());
    let Some(shape) = example.or(usage.example).and_then(Shape::new) else {
        return new.to_owned();
    };
    let json = Json::parse(new);
    let is_same = json.root().member("same").is_some();
    let mut members: Vec<(String, String)> = json
        .root()
        .members()
        .map(|(key, value)| (key.to_str().into_owned(), value.text()))
        .filter(|(key, value)| usage.has(key, value, is_same))
        .map(|(key, value)| {
            let value = shape.value(&key, value);
            (key, value)
        })
        .collect();
    members.sort_by_key(|(key, _)| usage.keys.iter().position(|it| it == key));
    let members = members
        .iter()
        .map(|(key, value)| format!("\"{key}\"{}{value}", shape.colon));
    let members: Vec<String> = members.collect();
    [
        "{",
        shape.after_opening,
        &members.join(&format!(",{}", shape.after_comma)),
        shape.before_closing,
        "}",
    ]
    .concat()
}

/// The keys of a move in the order of the definition.
const ORDER: [&str; 8] = [
    "color", "from", "to", "piece", "same", "promote", "capture", "relative",
];

/// The members that the moves of a record have.
struct Usage<'t> {
    /// The keys in their order.
    keys: Vec<String>,
    writes_declined_promotions: bool,
    /// `true` if a move with `same` has no destination.
    leaves_out_destinations: bool,
    /// A move that has a destination.
    example: Option<&'t str>,
}

impl<'t> Usage<'t> {
    fn new(record: &Record<'t>) -> Self {
        let mut usage = Self {
            keys: Vec::new(),
            writes_declined_promotions: false,
            leaves_out_destinations: false,
            example: None,
        };
        let nodes = record.tree.ids().map(|id| &record.tree.node(id).step);
        let moves = nodes.filter_map(|step| match step {
            Step::Move(written) => Some(record.text_at(written.span)),
            _ => None,
        });
        for text in moves {
            let json = Json::parse(text);
            let mut next = 0;
            for (key, value) in json.root().members() {
                let key = key.to_str();
                let known = usage.keys.iter().position(|it| *it == key);
                usage.writes_declined_promotions |= key == "promote" && value.text() == "false";
                if known.is_none() {
                    let order = |key: &str| ORDER.iter().position(|it| *it == key);
                    let is_before = |other: &String| order(other) < order(&key);
                    next += usage.keys[next..]
                        .iter()
                        .take_while(|other| is_before(other))
                        .count();
                    usage.keys.insert(next, key.into_owned());
                }
                next = known.unwrap_or(next) + 1;
            }
            let has_destination = json.root().member("to").is_some();
            usage.leaves_out_destinations |= !has_destination;
            usage.example = usage.example.or(Some(text).filter(|_| has_destination));
        }
        usage
    }

    /// Returns whether the record has a member in a move. `is_same` is `true` if the move has `same`.
    fn has(&self, key: &str, value: &str, is_same: bool) -> bool {
        let is_used = self.keys.iter().any(|it| it == key);
        match key {
            "to" => !(is_same && self.leaves_out_destinations),
            "promote" => value == "true" || self.writes_declined_promotions,
            _ => is_used,
        }
    }
}

/// The blanks in the JSON object of a move.
struct Shape<'t> {
    after_opening: &'t str,
    after_comma: &'t str,
    before_closing: &'t str,
    /// The colon with its blanks.
    colon: &'t str,
    /// A square, with its coordinates.
    square: Option<(&'t str, [Span; 2])>,
}

impl<'t> Shape<'t> {
    /// Returns the blanks of an object; `None` for another value, and for an object without a square.
    fn new(text: &'t str) -> Option<Self> {
        let json = Json::parse(text);
        let root = json.root();
        let members: Vec<_> = root.members().collect();
        let (first, last) = (members.first()?, members.last()?);
        let between = |start: Span, end: Span| text.get(start.end as usize..end.start as usize);
        let after_comma = match &members[..] {
            [(_, value), (key, _), ..] => between(value.span(), key.span())?
                .trim_start()
                .strip_prefix(',')?,
            _ => "",
        };
        let square = ["to", "from"].iter().find_map(|name| {
            let square = root.member(name)?;
            let [x, y] = ["x", "y"].map(|name| square.member(name));
            let start = square.span().start;
            let span = |value: JsonValue<'_, '_>| {
                let Span { start: from, end } = value.span();
                Span::new((from - start) as usize, (end - start) as usize)
            };
            Some((square.text(), [span(x?), span(y?)]))
        });
        square.is_some().then_some(())?;
        Some(Self {
            after_opening: text.get(1..first.0.span().start as usize)?,
            after_comma,
            before_closing: text.get(last.1.span().end as usize..text.len() - 1)?,
            colon: between(first.0.span(), first.1.span())?,
            square,
        })
    }

    /// Returns the value of a member with the blanks of this object.
    fn value(&self, key: &str, value: &str) -> String {
        let json = Json::parse(value);
        let coordinate = |name| json.root().member(name).map(JsonValue::text);
        match (key, self.square, coordinate("x"), coordinate("y")) {
            ("from" | "to", Some((square, [x, y])), Some(file), Some(rank)) => {
                let mut square = square.to_owned();
                let mut parts = [(x, file), (y, rank)];
                parts.sort_by_key(|(span, _)| span.start);
                for (span, digit) in parts.iter().rev() {
                    square.replace_range(span.start as usize..span.end as usize, digit);
                }
                square
            }
            _ => value.to_owned(),
        }
    }
}

// Entries of a line.

/// An entry of a line with a move, in a record without errors in its JSON.
pub(crate) struct Entry {
    whole: Span,
    /// The end of the entry before it.
    after: Option<u32>,
    /// The comma between two entries of the line, with its blanks.
    separator: Option<Span>,
    /// The start of the entry after it.
    next: Option<u32>,
    first_key: Span,
    move_key: Span,
    played: Span,
    last_value: Span,
    has_comments: bool,
    has_forks: bool,
}

impl Entry {
    /// Returns the entry of a move with this span.
    pub(crate) fn around(record: &Record<'_>, played: Span) -> Option<Self> {
        let start = record.text.find('{')?;
        let offset = record.span.start as usize + start;
        let json = Json::parse(&record.text[start..]);
        let played_value = json.value_at((played.start as usize).checked_sub(offset)?)?;
        let entry = played_value.parent()?;
        let span = |value: JsonValue<'_, '_>| value.span().shifted(offset);
        let line: Vec<_> = entry.parent()?.elements().map(span).collect();
        let at = line.iter().position(|it| *it == span(entry))?;
        let members: Vec<_> = entry.members().collect();
        let key = members
            .iter()
            .find(|(_, value)| value.span() == played_value.span())?
            .0;
        let other = |name: &str| members.iter().any(|(key, _)| key.to_str() == name);
        json.error_at.is_none().then_some(Self {
            whole: span(entry),
            after: at.checked_sub(1).map(|before| line[before].end),
            separator: line.get(at.saturating_sub(1)..).and_then(|line| {
                let [start, end] = [line.first()?.end, line.get(1)?.start];
                Some(Span { start, end })
            }),
            next: line.get(at + 1).map(|next| next.start),
            first_key: span(members.first()?.0),
            move_key: span(key),
            played,
            last_value: span(members.last()?.1),
            has_comments: other("comments") || other("comment"),
            has_forks: other("forks"),
        })
    }

    pub(crate) fn text<'t>(&self, record: &Record<'t>) -> &'t str {
        record.text_at(self.whole)
    }

    /// Returns whether the entry has neither comments nor variations.
    pub(crate) const fn has_only_move(&self) -> bool {
        !self.has_comments && !self.has_forks
    }

    pub(crate) const fn has_forks(&self) -> bool {
        self.has_forks
    }

    /// Returns the span of the entry with the comma before or after it.
    pub(crate) fn with_comma(&self) -> Span {
        let Span { start, end } = self.whole;
        match (self.next, self.after) {
            (Some(next), _) => Span { start, end: next },
            (None, after) => Span {
                start: after.unwrap_or(start),
                end,
            },
        }
    }

    /// Returns the text of an entry that is added before this one, and its offset.
    pub(crate) fn inserted(&self, record: &Record<'_>, text: &str) -> (usize, String) {
        let between = |start: u32, end: u32| record.text_at(Span { start, end });
        let entry = [
            between(self.whole.start, self.first_key.start),
            between(self.move_key.start, self.played.start),
            text,
            between(self.last_value.end, self.whole.end),
            self.separator.map_or(",", |separator| record.text_at(separator)),
        ];
        (self.whole.start as usize, entry.concat())
    }

    /// Returns the span of the members after the move; `None` if the move is not the first member, or if the entry has
    /// variations.
    pub(crate) fn rest(&self) -> Option<Span> {
        let is_first = self.move_key == self.first_key && !self.has_forks;
        is_first.then_some(Span {
            start: self.played.end,
            end: self.last_value.end,
        })
    }
}

// The start position.

/// Returns the edit after which a record begins with this position.
pub(super) fn start_edits(record: &Record<'_>, position: &Position) -> Option<Vec<Edit>> {
    let start = record.text.find('{')?;
    let offset = record.span.start as usize + start;
    let json = Json::parse(&record.text[start..]);
    let root = json.root();
    let edit = |value: JsonValue<'_, '_>, text: String| {
        let span = value.span().shifted(offset);
        Some(vec![Edit { span, text }])
    };
    let mut out = "{".to_owned();
    write::initial(position, &mut out);
    let Some(initial) = root.member("initial") else {
        let (key, _) = root.members().find(|(key, _)| key.to_str() == "moves")?;
        let at = key.span().shifted(offset).start as usize;
        return Some(vec![Edit {
            span: Span::new(at, at),
            text: out[1..].to_owned() + ",",
        }]);
    };
    let preset = Handicap::from_position(position).and_then(preset_of);
    let (old, data) = (initial.member("preset"), initial.member("data"));
    match (old, data, preset) {
        (Some(old), None, Some(preset)) => edit(old, format!("\"{preset}\"")),
        (_, Some(data), _) if record.start.position.has_same_board(position) => {
            edit(data.member("color")?, position.side_to_move().index().to_string())
        }
        _ => edit(initial, out.strip_prefix("{\"initial\":")?.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{detect, records};
    use crate::text::decode;

    const NEW: &str = r#"{"color":0,"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}"#;

    /// Returns the first move of a record as written, and [`NEW`] in the style of the record.
    fn styled(text: &str) -> (String, String) {
        let text = decode(text.as_bytes(), None);
        let record = records(&text, detect(&text, None)).next().unwrap();
        let (_, first) = record.tree.main_line().next().unwrap();
        let span = first.span().unwrap();
        (record.text_at(span).to_owned(), move_in_style(&record, span, NEW))
    }

    #[test]
    fn a_move_has_the_style_of_the_record() {
        for first in [
            NEW,
            r#"{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"piece":"FU"}"#,
            r#"{"to": {"y": 6, "x": 7}, "from": {"y": 7, "x": 7}}"#,
            "{\n  \"piece\": \"FU\",\n  \"from\": {\n    \"x\": 7,\n    \"y\": 7\n  },\n  \"to\": {\n    \"x\": 7,\n    \"y\": 6\n  }\n}",
        ] {
            let text = format!("{{\"moves\":[{{}},{{\"move\":{first}}}]}}");
            let (old, new) = styled(&text);
            assert_eq!(old, first);
            assert_eq!(new, first);
        }
    }

    #[test]
    fn a_move_in_words_is_that_of_kif() {
        assert_eq!(move_in_words(NEW).as_deref(), Some("７六歩(77)"));
        let drop = r#"{"to":{"x":5,"y":5},"piece":"KA","relative":"H"}"#;
        assert_eq!(move_in_words(drop).as_deref(), Some("５五角打"));
        for other in ["{}", "5", r#"{"to":{"x":5,"y":5},"piece":"KI","relative":"R"}"#] {
            assert_eq!(move_in_words(other), None, "{other}");
        }
    }
}
