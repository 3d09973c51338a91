//! A format for noughts and crosses: names of the players, a cell per line, and resignation.

use kifu::finding::Span;
use kifu::finding::Words;
use kifu::notation::Claim;
use kifu::notation::Notation;
use kifu::notation::RecordText;
use kifu::notation::Scope;
use kifu::notation::TextForm;
use kifu::record::Clock;
use kifu::record::Ending;
use kifu::record::Format;
use kifu::record::GapKind;
use kifu::record::Header;
use kifu::record::HeaderKey;
use kifu::record::NodeId;
use kifu::record::Record;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::record::gap::TokenGap;

use super::game::{GAME, Place};

pub const FORMAT: Format = Format::new("noughts");

/// The format, which can be read but not written.
pub static NOTATION: Notation = Notation {
    format: FORMAT,
    title: Words::untranslated("noughts and crosses"),
    extensions: &["xo"],
    encodings: Words::untranslated("ASCII"),
    scope: Scope::Games,
    form: TextForm::LINES,
    binary: None,
    sort_key: None,
    claim_line: |_| Claim::None,
    first_record: str::len,
    read,
    targets: &[],
};

fn read(source: RecordText<'_>) -> Record<'_> {
    let mut record = Record {
        text: source.text,
        span: source.span(0, source.text.len()),
        ..Record::for_game(&GAME, FORMAT)
    };
    let mut last_node = NodeId::START;
    let mut start = 0;
    for line in source.text.split_inclusive('\n') {
        let span = source.span(start, start + line.trim_end().len());
        start += line.len();
        let line = line.trim_end();
        match line.split_once(": ") {
            Some((name, value)) => record.headers.push(header(name, value, span)),
            None => last_node = record.tree.add(last_node, step(line, span), Clock::default()),
        }
        if matches!(record.tree.node(last_node).step, Step::Unreadable(unreadable_span) if unreadable_span == span)
        {
            record.add_gap(span, GapKind::BadToken(TokenGap::NotAMoveOf(&GAME)));
        }
    }
    record
}

fn header<'t>(name: &'t str, value: &'t str, span: Span) -> Header<'t> {
    let key = match name {
        "X" => HeaderKey::Black,
        "O" => HeaderKey::White,
        _ => HeaderKey::Other,
    };
    Header {
        key,
        name: name.into(),
        value: value.into(),
        span,
    }
}

fn step(line: &str, span: Span) -> Step<'_> {
    match line {
        "resign" => Step::End(Ending {
            terminal: Terminal::Resign,
            offender: None,
            word: line.into(),
            span,
        }),
        _ if line.parse::<Place>().is_ok() => Step::Token(span),
        _ => Step::Unreadable(span),
    }
}
