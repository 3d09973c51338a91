//! Records rendered as short texts for tables of expectations.

use crate::support::findings::ReadFindings;
use kifu::notation;
use kifu::notation::Notation;
use kifu::record::Destination;
use kifu::record::NodeId;
use kifu::record::Origin;
use kifu::record::PieceName;
use kifu::record::Promotion;
use kifu::record::Record;
use kifu::record::RemarkKind;
use kifu::record::Step;
use kifu::record::Tree;
use kifu::record::WrittenMove;
use kifu::shogi::Color;
use kifu::shogi::Motion;
use kifu::shogi::PieceKind;
use kifu::shogi::Side;
use kifu::shogi::Suffix;
use kifu::text;

/// Reads a text in a format and returns the result of `summarize` for each record.
pub fn map_records<T>(
    notation: &'static Notation,
    text: &str,
    summarize: impl FnMut(Record<'_>) -> T,
) -> Vec<T> {
    let text = text::decode(text.as_bytes(), Some(text::UTF_8));
    notation::records(&text, Some(notation)).map(summarize).collect()
}

/// Reads a text that holds one record, and returns the result of `summarize` for this record.
pub fn map_record<T>(notation: &'static Notation, text: &str, summarize: impl FnMut(Record<'_>) -> T) -> T {
    let mut results = map_records(notation, text, summarize);
    assert_eq!(results.len(), 1, "{text}");
    results.remove(0)
}

/// Returns the tree of a text that holds one record, and the rules of the reader's findings.
pub fn tree_and_findings(notation: &'static Notation, text: &str) -> (String, String) {
    map_record(notation, text, |record| (shape(&record), rules(&record)))
}

/// Returns the rules of the reader's findings, separated by blanks.
pub fn rules(record: &Record<'_>) -> String {
    let names: Vec<&str> = record
        .findings()
        .iter()
        .map(|finding| finding.rule.name)
        .collect();
    names.join(" ")
}

/// Returns the tree in one line. Alternatives are in parentheses after the move that they replace.
pub fn shape(record: &Record<'_>) -> String {
    let mut text = String::new();
    write_line(&record.tree, NodeId::START, &mut text);
    text.trim().to_owned()
}

fn write_line(tree: &Tree<'_>, mut parent: NodeId, text: &mut String) {
    while let Some(main_child) = tree.first_child(parent) {
        *text += " ";
        *text += &step_text(&tree.node(main_child).step);
        for alternative in tree.children(parent).skip(1) {
            *text += " (";
            *text += &step_text(&tree.node(alternative).step);
            write_line(tree, alternative, text);
            *text += ")";
        }
        parent = main_child;
    }
}

fn step_text(step: &Step<'_>) -> String {
    match step {
        Step::Start => "start".to_owned(),
        Step::Move(written) => written_move(written),
        Step::Pass(_) => "pass".to_owned(),
        Step::Token(_) => "token".to_owned(),
        Step::Unreadable(_) => "??".to_owned(),
        Step::End(ending) => ending.terminal.name().to_owned(),
    }
}

/// Returns a move as `P77-76`, with the side mark, if any, before the piece. The origin is a square, `*` for the hand,
/// `?` if it is not stated, or the suffixes of KI2. Then follows the destination; `~` is 同, `+` 成, and `=` 不成.
pub fn written_move(written: &WrittenMove) -> String {
    let mark = match written.mark {
        Some(Color::Black) => "▲",
        Some(Color::White) => "△",
        None => "",
    };
    let piece = match written.named {
        PieceName::Before(kind) => letter(kind),
        named => panic!("the piece is named before the move, not {named:?}"),
    };
    let part = |number: Option<u8>| number.map_or_else(String::new, |number| number.to_string());
    let from = match written.from {
        Origin::Board(square) => format!("{}{}-", square.file(), square.rank()),
        Origin::Hand => "*".to_owned(),
        Origin::Unstated => "?".to_owned(),
        Origin::Partial { file, rank } => format!("{}{}?", part(file), part(rank)),
        Origin::Words(suffix) => format!("{}-", suffix_text(suffix)),
    };
    let same_mark = if matches!(written.to, Destination::Same(_)) {
        "~"
    } else {
        ""
    };
    let to = written.to.square();
    let promotion = match written.promotion {
        Promotion::Promote => "+",
        Promotion::Decline => "=",
        Promotion::Unstated | Promotion::Omitted => "",
    };
    format!(
        "{mark}{piece}{from}{same_mark}{}{}{promotion}",
        to.file(),
        to.rank()
    )
}

fn suffix_text(suffix: Suffix) -> String {
    let side = suffix.side.map(|side| match side {
        Side::Left => "左",
        Side::Straight => "直",
        Side::Right => "右",
    });
    let motion = suffix.motion.map(|motion| match motion {
        Motion::Up => "上",
        Motion::Level => "寄",
        Motion::Back => "引",
    });
    [side, motion].map(Option::unwrap_or_default).concat()
}

fn letter(kind: PieceKind) -> &'static str {
    match kind {
        PieceKind::Pawn => "P",
        PieceKind::Lance => "L",
        PieceKind::Knight => "N",
        PieceKind::Silver => "S",
        PieceKind::Gold => "G",
        PieceKind::Bishop => "B",
        PieceKind::Rook => "R",
        PieceKind::King => "K",
        PieceKind::Tokin => "+P",
        PieceKind::PromotedLance => "+L",
        PieceKind::PromotedKnight => "+N",
        PieceKind::PromotedSilver => "+S",
        PieceKind::Horse => "+B",
        PieceKind::Dragon => "+R",
    }
}

/// Returns every remark as ply, mark and text: `3*text`. The mark is `*` for a comment, `&` for a bookmark, and `#` for
/// a line of a program.
pub fn comment_texts(record: &Record<'_>) -> Vec<String> {
    let show = |remark: &kifu::record::Remark<'_>| {
        let mark = match remark.kind {
            RemarkKind::Comment => '*',
            RemarkKind::Bookmark => '&',
            RemarkKind::Tool => '#',
        };
        format!("{}{mark}{}", record.tree.node(remark.node).ply, remark.text)
    };
    record.remarks.iter().map(show).collect()
}
