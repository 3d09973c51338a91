//! Writes the games of events, in the format of the extension of their paths.

use std::fmt::Write as _;

use kifu::finding::Span;
use kifu::notation::header::header;
use kifu::notation::{self, Writer};
use kifu::played::Played;
use kifu::record::{Clock, Ending, NodeId, Record, Step, WrittenMove};

use super::EventGame;

/// Writes a game.
pub(super) fn write(game: &EventGame) -> Vec<u8> {
    let mut record = Record::new(notation::kif::NOTATION.format);
    let headers = headers(game).into_iter();
    record
        .headers
        .extend(headers.map(|(key, value)| header(key, value, Span::default())));
    add_moves(&mut record, game);
    let target = match game.path.rsplit('.').next() {
        Some("kif") => "kifu",
        Some(extension) => extension,
        None => unreachable!("every path has an extension"),
    };
    let writer = Writer::new(notation::target(target).expect("a target of the crate"));
    let page = writer
        .write(&Played::new(&record))
        .expect("every move can be played");
    if game.handicap == "平手" {
        return page.bytes;
    }
    with_handicap(&String::from_utf8(page.bytes).expect("KIF in UTF-8"))
}

fn headers(game: &EventGame) -> [(&'static str, String); 6] {
    let (year, month, day) = game.date();
    let time = |minutes: u32| {
        let (hour, minute) = (minutes / 60, minutes % 60);
        format!("{year}/{month:02}/{day:02} {hour:02}:{minute:02}:00")
    };
    let [black, white] = game.players.clone();
    [
        ("開始日時", time(game.start)),
        ("終了日時", time(game.end)),
        ("棋戦", game.event.clone()),
        ("持ち時間", game.clock.to_owned()),
        ("先手", black),
        ("後手", white),
    ]
}

fn add_moves(record: &mut Record<'_>, game: &EventGame) {
    let mut node = NodeId::START;
    for &mv in &game.moves {
        let step = Step::Move(WrittenMove::new(mv, Span::default()));
        node = record.tree.add(node, step, Clock::default());
    }
    if let Some(terminal) = game.terminal {
        let ending = Ending {
            terminal,
            offender: None,
            word: notation::japanese_terminal(terminal).unwrap_or_default().into(),
            span: Span::default(),
        };
        record.tree.add(node, Step::End(ending), Clock::default());
    }
}

/// Returns the record as a handicap game in which White, who gives the lance, resigns after one move.
fn with_handicap(text: &str) -> Vec<u8> {
    let head = text.lines().take_while(|line| !line.starts_with("手数"));
    let mut text = head.fold(String::new(), |mut text, line| {
        let _ = writeln!(text, "{}", line.replace("手合割：平手", "手合割：香落ち"));
        text
    });
    text.push_str("手数----指手---------消費時間--\n   1 ３四歩(33)\n   2 投了\n");
    text.into_bytes()
}
