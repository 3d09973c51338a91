//! Writing of the parts that KIF, KI2 and the board diagram share.

use super::board::white_moves_first;
use super::text;
use super::words::{self, digit, is_blank};
use crate::finding::Seat;
use crate::notation::detect::is_claimed;
use crate::notation::loss::declares_encoding;
use crate::notation::result::{self, ClaimRelation, Results, stated};
use crate::notation::write::Remarks;
use crate::notation::{Loss, Refusal, RefusalReason, TextBuilder, header};
use crate::played::{Disambiguation, MarkEffect, Meaning, Played, Ply};
use crate::record::{
    Claim, Ending, HeaderKey, NodeId, Record, Remark, RemarkKind, Step, Terminal, WrittenMove,
};
use crate::shogi::{Color, Hand, Handicap, PieceKind, Position, Square};

// The board diagram.

const EDGE: &str = "+---------------------------+";

/// Writes a position: both hands, the board, and a line for the side to move if it is White.
pub(crate) fn write_board(position: &Position, draft: &mut TextBuilder) {
    draft.line(&format!("後手の持駒：{}", hand(*position.hand(Color::White))));
    draft.line("  ９ ８ ７ ６ ５ ４ ３ ２ １");
    draft.line(EDGE);
    for rank in 1..=9 {
        draft.line(&row(position, rank));
    }
    draft.line(EDGE);
    draft.line(&format!("先手の持駒：{}", hand(*position.hand(Color::Black))));
    if position.side_to_move() == Color::White {
        draft.line("後手番");
    }
}

/// Returns the status line: the number of plies played, and the last of them.
pub(crate) fn status(plies: u32, last_move: Option<&str>) -> String {
    let last_move = last_move.unwrap_or_default();
    let gap = if last_move.is_empty() { "" } else { "  " };
    format!("手数＝{plies}  {last_move}{gap}まで")
}

fn row(position: &Position, rank: u8) -> String {
    let mut row = String::from("|");
    for file in (1..=9).rev() {
        let piece = Square::new(file, rank).and_then(|square| position.piece_at(square));
        let is_white = piece.is_some_and(|piece| piece.color == Color::White);
        row.push(if is_white { 'v' } else { ' ' });
        row.push(piece.map_or('・', |piece| text::glyph(piece.kind)));
    }
    row.push('|');
    row.push(text::rank(rank));
    row
}

fn hand(hand: Hand) -> String {
    if hand.is_empty() {
        return "なし".to_owned();
    }
    let mut out = String::new();
    for kind in PieceKind::HAND {
        let count = hand.get(kind);
        if count > 0 {
            out.push(text::glyph(kind));
            if count > 1 {
                out.push_str(&text::number(count));
            }
            out.push('　');
        }
    }
    out
}

// The part of a record before the moves: headers, the name of the start position, the board.

const NAMES: [&str; 4] = ["先手", "後手", "下手", "上手"];

/// Writes the headers, including the name of the start position, and the board if the name does not determine
/// it.
///
/// If `complete` is set, missing names of players get an empty line, and an even game is also named.
pub(crate) fn write_head(record: &Record<'_>, complete: bool, draft: &mut TextBuilder) -> Names {
    let names = names(record);
    let start = StartForm::new(record);
    let mut headers: Vec<_> = header::japanese(record).collect();
    if !headers.iter().any(|(key, _)| key == "手合割") {
        let first_name = headers.iter().position(|(key, _)| NAMES.contains(&key.as_ref()));
        let at = first_name.unwrap_or(headers.len());
        headers.insert(at, ("手合割".into(), "".into()));
    }
    for side in Color::ALL {
        let name = names.name(side);
        if complete && !headers.iter().any(|(key, _)| is_player_key(key, side)) {
            headers.push((name.into(), "".into()));
        }
    }
    let mut start_due = true;
    for (key, value) in headers {
        let is_empty_name = value.is_empty() && NAMES.contains(&key.as_ref());
        if key == "手合割" {
            if std::mem::take(&mut start_due) {
                if !start.preserves(&value, &record.start.position) {
                    draft.losses.name(Loss::Header, key);
                }
                start.write(record, complete, draft);
            }
        } else if complete || !is_empty_name {
            write_header(&key, &value, draft);
        }
    }
    names
}

/// Returns whether a board is written for a record that has no board diagram.
pub(crate) fn adds_board(record: &Record<'_>) -> bool {
    record.start.diagram.is_none() && StartForm::new(record).drawn
}

/// Writes `key：value`; a display flag is written as a key alone.
///
/// A line that would be read as another kind of line, or as another format, is not written but counted as a
/// loss.
fn write_header(key: &str, value: &str, draft: &mut TextBuilder) {
    let is_key_alone = header::is_display_option(key) && value.is_empty();
    let line = if is_key_alone {
        key.to_owned()
    } else {
        format!("{key}：{value}")
    };
    if !can_be_key(key) || is_claimed(&line) {
        return draft.losses.name(Loss::Header, key);
    }
    let line = draft.one_line(&line);
    draft.line(&line);
}

/// Returns whether a line that begins with this key and a colon is read as a header.
fn can_be_key(key: &str) -> bool {
    let begins_other_line = || {
        let numbered = key.starts_with(|c| digit(c).is_some()) && key.contains(is_blank);
        numbered
            || key.starts_with(['#', '*', '&', '|'])
            || words::is_result_line(key)
            || ["変化", "手数＝", "手数=", "手数--", "+-", "▲", "△"]
                .iter()
                .any(|word| key.starts_with(word))
    };
    words::is_key(key, '：')
        && !key.contains(['：', ':', '\n', '\r'])
        && key.trim() == key
        && !header::is_start_key(key)
        && !begins_other_line()
}

fn is_player_key(key: &str, side: Color) -> bool {
    [false, true]
        .iter()
        .any(|&handicap| Names { handicap }.name(side) == key)
}

/// Returns the names of the sides as used in the record, or else those that match its start position.
pub(crate) fn names(record: &Record<'_>) -> Names {
    let has = |key| record.headers.iter().any(|header| header.name == key);
    let handicap = match (has("下手") || has("上手"), has("先手") || has("後手")) {
        (true, false) => true,
        (false, true) => false,
        _ => Handicap::from_position(&record.start.position).is_some_and(|start| start.name != "平手"),
    };
    Names { handicap }
}

/// The form in which the start position is written.
struct StartForm<'r> {
    name: &'r str,
    drawn: bool,
}

impl<'r> StartForm<'r> {
    fn new(record: &'r Record<'_>) -> Self {
        let start = &record.start;
        // A format without names of start positions may still have one as a header.
        let name = start.name.as_ref().map(|(name, _)| name.as_ref()).or_else(|| {
            let named = record.headers.last_with_key(&[HeaderKey::Handicap]);
            named.map(|header| &*header.value)
        });
        let is_unknown = |name: &&str| !name.is_empty() && Handicap::by_name(name).is_none();
        let unknown = name.map(str::trim).filter(is_unknown);
        let official = Handicap::from_position(&start.position).filter(|it| it.official);
        let (name, drawn) = match (official, unknown) {
            // The name is unknown, and there is neither a diagram nor a known handicap. Reading the name again yields the
            // same start position.
            (Some(_), Some(name)) if start.diagram.is_none() && start.handicap.is_none() => (name, false),
            // A remark in brackets after the name is left out, because few programs can read it.
            (Some(official), _) => (official.name, false),
            (None, name) => (name.unwrap_or("その他"), true),
        };
        Self { name, drawn }
    }

    /// Returns whether the value of 手合割 is preserved, in its words or by the board.
    ///
    /// その他 is not the name of a start position, and neither is 平手 if there is a board.
    fn preserves(&self, value: &str, position: &Position) -> bool {
        let is_remark_kept = !Handicap::has_remark(value) || Handicap::has_remark(self.name);
        let value = value.trim();
        let is_named = ["", "その他", "平手", self.name].contains(&value);
        let is_told = Handicap::by_name(value).is_some_and(|handicap| handicap.position() == position);
        is_remark_kept && (is_named || is_told)
    }

    fn write(&self, record: &Record<'_>, complete: bool, draft: &mut TextBuilder) {
        if complete || self.name != "平手" {
            // The name is padded to the width of four characters.
            let blanks = 4_usize.saturating_sub(self.name.chars().count());
            let name = draft.one_line(self.name);
            draft.line(&format!("手合割：{name}{}", "　".repeat(blanks)));
        }
        if self.drawn {
            write_board(&record.start.position, draft);
            if turn_is_doubtful(record) {
                draft.line("先手番");
            }
        }
    }
}

/// Returns whether White would be assumed to move first if no line stated that Black does.
///
/// The line 先手番 is written only in this case.
fn turn_is_doubtful(record: &Record<'_>) -> bool {
    let position = &record.start.position;
    let mut first = record.tree.children(NodeId::START);
    // KI2 has the mark but not the origin.
    let begins = |written_move: &WrittenMove| {
        written_move.mark == Some(Color::White)
            || white_moves_first(written_move.from, written_move.mark, position)
    };
    let moves_white = |step: &Step<'_>| matches!(step, Step::Move(it) if begins(it));
    position.side_to_move() == Color::Black && first.any(|id| moves_white(&record.tree.node(id).step))
}

// The result in words: `まで98手で後手の勝ち`.

/// The word for a result that has no word in these formats.
pub(crate) const ENDED: &str = "対局終了";

/// The choice of names for the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// Set for 上手 and 下手, instead of 先手 and 後手.
    pub handicap: bool,
}

impl Names {
    /// Returns the seat of a side with its name.
    pub(crate) fn seat(self, side: Color) -> Seat {
        let seat = Seat::from(side);
        if self.handicap { seat.in_handicap() } else { seat }
    }

    /// Returns the name of a side.
    pub(crate) const fn name(self, side: Color) -> &'static str {
        match (self.handicap, side) {
            (false, Color::Black) => "先手",
            (false, Color::White) => "後手",
            (true, Color::Black) => "下手",
            (true, Color::White) => "上手",
        }
    }
}

/// Returns the まで lines of the record at a node.
///
/// The summary of a game server is a program line, and is written among those.
pub(crate) fn as_written(results: &Results<'_, '_, '_>, id: NodeId) -> Vec<String> {
    let claims = results
        .at(id)
        .iter()
        .filter(|claim| words::is_result_line(&claim.text));
    claims.map(|claim| claim.text.to_string()).collect()
}

/// Returns the まで lines of the record at the end of a line of play, if they must be kept as written.
///
/// This is the case if they differ from the result of the line, or if the result is only stated in their own
/// words.
pub(crate) fn results_as_written(
    played: &Played<'_, '_>,
    results: &Results<'_, '_, '_>,
    last: NodeId,
) -> Vec<String> {
    let has_no_word = match &played.record().tree.node(last).step {
        Step::End(ending) => {
            let is_unknown = words::ending(&ending.word).is_none();
            let says_other = ending.terminal_for_side_to_move(played.turn(last)) == Terminal::Other;
            says_other && (is_unknown || ending.terminal != Terminal::Other)
        }
        _ => false,
    };
    let step = &played.record().tree.node(last).step;
    let is_foul_only = matches!(step, Step::End(ending) if matches!(ending.terminal, Terminal::FoulLoss | Terminal::FoulWin)
        && !words::is_perpetual(&ending.word));
    let odd = |claim: &&Claim<'_>| {
        let is_odd = match stated(played, claim) {
            _ if is_foul_only && result::is_perpetual(claim) => true,
            ClaimRelation::Contradicted | ClaimRelation::OnlyStatement(None) => true,
            ClaimRelation::OnlyStatement(Some(Terminal::Other)) => has_no_word || claim.terminal.is_none(),
            ClaimRelation::OnlyStatement(_) | ClaimRelation::Repeated => has_no_word,
        };
        words::is_result_line(&claim.text) && is_odd
    };
    let mut all = as_written(results, last);
    // A variation that joined this line also brought its まで line.
    all.dedup();
    if all.len() > 1 || is_after_end(played, last) || results.at(last).iter().any(odd) {
        all
    } else {
        Vec::new()
    }
}

/// Returns whether the game already ended before this end.
///
/// An end directly before it that has the same winner is not counted. A まで line for the later end would be
/// taken as one for the earlier end.
fn is_after_end(played: &Played<'_, '_>, last: NodeId) -> bool {
    let tree = &played.record().tree;
    let outcome = |id: NodeId| match &tree.node(id).step {
        Step::End(end) => Some(end.outcome(played.turn(id))),
        _ => None,
    };
    let own = outcome(last).flatten();
    let says_same = |&id: &NodeId| own.is_some() && outcome(id) == Some(own);
    let mut before = tree.ancestors(last).skip(1).skip_while(says_same);
    before.any(|id| outcome(id).is_some())
}

/// Returns the result, in words, of the line of play that ends with `last`.
///
/// `to_move` is the side to move at that point according to readers. `number` returns the number of a move.
/// `word` returns the text of an end for a given side to move.
pub(crate) fn words(
    played: &Played<'_, '_>,
    results: &Results<'_, '_, '_>,
    last: NodeId,
    to_move: Color,
    names: Names,
    number: impl Fn(NodeId) -> u32,
    word: impl Fn(&Ending<'_>, Color) -> String,
) -> Option<String> {
    let tree = &played.record().tree;
    if let Step::End(ending) = &tree.node(last).step {
        if is_after_end(played, last) {
            return None;
        }
        let mut before = tree
            .ancestors(last)
            .filter(|&id| *played.meaning(id) != Meaning::End);
        let plies = before.next().map_or(0, number);
        let word = word(ending, to_move);
        return Some(result_line(
            plies,
            ending.terminal_for_side_to_move(to_move),
            &word,
            to_move,
            names,
        ));
    }
    let (mut terminal, claim) = results.claimed(last)?;
    if to_move != played.turn_after(last) {
        terminal = terminal.mirrored().unwrap_or(terminal);
    }
    Some(result_line(
        number(last),
        terminal,
        result::word(claim),
        to_move,
        names,
    ))
}

fn result_line(plies: u32, terminal: Terminal, word: &str, turn: Color, names: Names) -> String {
    let (mover, other) = (names.name(turn), names.name(turn.opponent()));
    let result = match terminal {
        _ if words::is_perpetual(word) => words::PERPETUAL.to_owned(),
        Terminal::Resign => format!("{other}の勝ち"),
        Terminal::Timeout => format!("時間切れにより{other}の勝ち"),
        Terminal::FoulLoss => format!("{mover}の反則負け"),
        Terminal::FoulWin => format!("{mover}の反則勝ち"),
        Terminal::DeclareWin => format!("{mover}の入玉勝ち"),
        other => terminal_word(other, word),
    };
    format!("まで{plies}手で{result}")
}

/// Returns the word for an end when `turn` is to move. If the reason has no word, the result states the winner
/// only.
pub(crate) fn ending_word(ending: &Ending<'_>, turn: Color, names: Names) -> String {
    let terminal = ending.terminal_for_side_to_move(turn);
    match (terminal, ending.offender) {
        (Terminal::Other, Some(loser)) if words::ending(&ending.word).is_none() => {
            format!("{}の勝ち", names.name(loser.opponent()))
        }
        _ => terminal_word(terminal, &ending.word),
    }
}

/// Returns whether the word for an end states only the winner.
///
/// This is the case for `win` of USI, which may be a declaration, and for an end whose loser is not to move.
pub(crate) fn states_winner_only(ending: &Ending<'_>, turn: Color) -> bool {
    if ending.terminal == Terminal::Other {
        return ending.offender.is_some() && words::ending(&ending.word).is_none();
    }
    ending.terminal_for_side_to_move(turn) == Terminal::Other
}

/// Returns the word for a terminal.
///
/// This is the word for perpetual check if `word` means that, else the word of the table, else `word` without
/// blanks.
pub(crate) fn terminal_word(terminal: Terminal, word: &str) -> String {
    if words::is_perpetual(word) {
        return words::PERPETUAL.to_owned();
    }
    let known = words::terminal_word(terminal);
    known.map_or_else(|| word.split_whitespace().collect(), str::to_owned)
}

// Moves in words.

/// Writes the move of a node as in KIF: `７六歩(77)`, `同　銀(31)`, `４五角打`.
///
/// # Errors
///
/// If the kind of the moving piece is unknown.
pub(crate) fn kif(played: &Played<'_, '_>, id: NodeId, ply: &Ply, out: &mut String) -> Result<(), Refusal> {
    let kind = kind(played, id, ply)?;
    // Programs do not write marks. A mark is left out if the side follows from the position.
    if ply.mark_effect == MarkEffect::Required {
        out.push(text::mark(ply.mark()));
    }
    if is_same(played, id, ply) {
        out.push_str("同　");
    } else {
        square(ply.to, out);
    }
    out.push_str(text::piece(kind));
    if ply.promotes {
        out.push('成');
    }
    match ply.from {
        Some(from) => origin(from, out),
        None => out.push('打'),
    }
    Ok(())
}

/// Returns the move of a node as in KI2: `▲７六歩`, `△同　銀`, `▲５八金右`, `▲２二角不成`.
///
/// # Errors
///
/// If the kind of the moving piece is unknown.
pub(crate) fn ki2(played: &Played<'_, '_>, id: NodeId, ply: &Ply) -> Result<String, Refusal> {
    let mut behind = text::piece(kind(played, id, ply)?).to_owned();
    if let Disambiguation::Words(suffix) = ply.disambiguation {
        behind.push_str(&suffix.to_string());
    }
    if ply.promotes {
        behind.push('成');
    } else if ply.may_promote {
        behind.push_str("不成");
    }
    match (ply.disambiguation, ply.from) {
        (Disambiguation::Drop, _) => behind.push('打'),
        (Disambiguation::Origin, Some(from)) => origin(from, &mut behind),
        _ => {}
    }
    let mut out = text::mark(ply.mark()).to_string();
    if !is_same(played, id, ply) {
        square(ply.to, &mut out);
    } else if behind.chars().count() == 1 {
        out.push_str("同　");
    } else {
        out.push('同');
    }
    out.push_str(&behind);
    Ok(out)
}

/// Writes a square: `７六`.
fn square(to: Square, out: &mut String) {
    out.push(text::file(to.file()));
    out.push(text::rank(to.rank()));
}

/// Writes an origin: `(77)`.
fn origin(from: Square, out: &mut String) {
    out.push('(');
    out.extend(from.digits());
    out.push(')');
}

fn kind(played: &Played<'_, '_>, id: NodeId, ply: &Ply) -> Result<PieceKind, Refusal> {
    ply.kind
        .ok_or_else(|| Refusal::new(played, id, RefusalReason::UnnamedPiece(None)))
}

/// Returns whether 同 can be written, which must directly follow a move to the same square.
fn is_same(played: &Played<'_, '_>, id: NodeId, ply: &Ply) -> bool {
    let before = played.record().tree.parent(id);
    ply.same && before.is_some_and(|before| matches!(played.meaning(before), Meaning::Ply(_)))
}

// Comments, bookmarks and program lines in the formats of Kakinoki Shogi.

impl Remarks<'_, '_> {
    /// Writes the remarks of a node.
    pub(crate) fn write(&self, node: NodeId, draft: &mut TextBuilder) {
        for remark in self.at(node) {
            // Program lines of the start position are written above the headers.
            if remark.kind != RemarkKind::Tool || node != NodeId::START {
                write_one(remark, draft);
            }
        }
    }

    /// Writes the comments and bookmarks of a node, without program lines.
    pub(crate) fn write_comments(&self, node: NodeId, draft: &mut TextBuilder) {
        for remark in self.at(node).filter(|at| at.kind != RemarkKind::Tool) {
            write_one(remark, draft);
        }
    }

    /// Returns whether a node has comments or bookmarks.
    pub(crate) fn has_comments(&self, node: NodeId) -> bool {
        self.at(node).any(|at| at.kind != RemarkKind::Tool)
    }

    /// Writes the program lines above the headers.
    ///
    /// Lines that declare an encoding are left out, because they apply to the source only.
    pub(crate) fn write_program_lines(&self, draft: &mut TextBuilder) {
        for remark in self.at(NodeId::START) {
            if remark.kind == RemarkKind::Tool && !declares_encoding(remark) {
                write_one(remark, draft);
            }
        }
    }
}

fn write_one(remark: &Remark<'_>, draft: &mut TextBuilder) {
    draft.text.push(match remark.kind {
        RemarkKind::Comment => '*',
        RemarkKind::Bookmark => '&',
        RemarkKind::Tool => '#',
    });
    draft.line(&remark.text);
}
