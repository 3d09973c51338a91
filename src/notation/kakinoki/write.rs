//! Writing of the elements that KIF, KI2 and the board diagram share: boards, headers, moves, results and comments.

use super::board::white_moves_first;
use super::result_line::is_result_line;
use super::text;
use super::words::{self, digit, is_blank};
use crate::finding::{Edit, Seat, Span};
use crate::notation::detect::is_claimed;
use crate::notation::loss_counter::declares_encoding;
use crate::notation::remarks::Remarks;
use crate::notation::result::{self, ClaimRelation, Results, stated};
use crate::notation::{LineMarks, Loss, Refusal, RefusalReason, StartPart, TextBuilder, header};
use crate::played::{Disambiguation, MarkEffect, Meaning, Played, Ply};
use crate::record::{
    Claim, Ending, HeaderKey, NodeId, Record, Remark, RemarkKind, Step, Terminal, WrittenMove,
};
use crate::shogi::{Color, Hand, Handicap, Piece, PieceKind, Position, Square};

// The board diagram.

const EDGE: &str = "+---------------------------+";

/// Writes a position: both hands and the board, and the line 後手番 if White is to move.
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

/// Returns the 手数＝ line: the number of plies played, and the last move.
pub(crate) fn status(plies: u32, last_move: Option<&str>) -> String {
    let last_move = last_move.unwrap_or_default();
    let gap = if last_move.is_empty() { "" } else { "  " };
    format!("手数＝{plies}  {last_move}{gap}まで")
}

/// Returns the text of a part of the start position: the row of a square, or the pieces of a hand (`飛　歩二　`).
pub(crate) fn part_of_start(position: &Position, part: StartPart) -> String {
    match part {
        StartPart::Square(square) => row(position, square.rank()),
        StartPart::Hand(side) => hand(*position.hand(side)),
    }
}

/// Returns the edits after which a record begins with this position: another name of the start, or the line for the side to move.
pub(crate) fn start_edits(record: &Record<'_>, position: &Position) -> Option<Vec<Edit>> {
    let start = &record.start;
    if start.position.has_same_board(position) {
        return Some(vec![turn_edit(record, position)]);
    }
    let handicap = Handicap::from_position(position)?;
    let edit = match &start.name {
        Some((name, span)) => {
            let at = span.start as usize + record.text_at(*span).rfind(name.trim())?;
            Edit {
                span: Span::new(at, at + name.trim().len()),
                text: handicap.name.to_owned(),
            }
        }
        None => Edit {
            span: after_comments(record),
            text: format!("手合割：{}{}", handicap.name, newline(record)),
        },
    };
    Some(vec![edit])
}

/// Returns the edit after which the other side moves first.
fn turn_edit(record: &Record<'_>, position: &Position) -> Edit {
    let word = match position.side_to_move() {
        Color::Black => "先手番",
        Color::White => "後手番",
    };
    match (record.start.turn, record.start.diagram) {
        (Some(span), _) => Edit {
            span,
            text: word.to_owned(),
        },
        (None, Some(diagram)) => Edit {
            span: Span {
                start: diagram.end,
                ..diagram
            },
            text: format!("{word}{}", newline(record)),
        },
        (None, None) => {
            // Without a board, the line has no effect.
            let mut board = TextBuilder::default();
            write_board(position, &mut board);
            if position.side_to_move() == Color::Black {
                board.line(word);
            }
            Edit {
                span: after_comments(record),
                text: board.text.replace('\n', newline(record)),
            }
        }
    }
}

/// Returns the place after the lines of comments at the beginning of a record.
fn after_comments(record: &Record<'_>) -> Span {
    let lines = record.text.split_inclusive('\n');
    let length: usize = lines.take_while(|line| line.starts_with('#')).map(str::len).sum();
    let at = record.span.start as usize + length;
    Span::new(at, at)
}

/// Returns the line end of a record.
fn newline(record: &Record<'_>) -> &'static str {
    if record.text.contains("\r\n") {
        "\r\n"
    } else {
        "\n"
    }
}

fn row(position: &Position, rank: u8) -> String {
    let mut row = String::from("|");
    for file in (1..=9).rev() {
        let piece = Square::new(file, rank).and_then(|square| position.piece_at(square));
        cell(piece, &mut row);
    }
    row.push('|');
    row.push(text::rank(rank));
    row
}

fn cell(piece: Option<Piece>, out: &mut String) {
    let is_white = piece.is_some_and(|piece| piece.color == Color::White);
    out.push(if is_white { 'v' } else { ' ' });
    out.push(piece.map_or('・', |piece| text::glyph(piece.kind)));
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

// The lines of a record.

/// The marks of the lines of KIF and KI2.
pub(crate) const LINE_MARKS: LineMarks = LineMarks {
    comment: "*",
    remarks: &['*', '&', '#'],
    separator: Some("手数--"),
    has_variations: true,
    end_word: |terminal, _| words::terminal_word(terminal).map(str::to_owned),
};

// The part of a record before the moves: headers, the name of the start position, the board.

const SIDE_NAMES: [&str; 4] = ["先手", "後手", "下手", "上手"];

/// Writes the headers with the name of the start position. If the name does not determine the position, also writes
/// the board. Returns the names that are used for the sides.
///
/// If `complete` is set, a missing player's name is written as a header without a value, and 手合割 is also written for
/// an even game. `is_unfit` returns whether no header of the format can begin
/// with this character.
pub(crate) fn write_head(
    record: &Record<'_>,
    complete: bool,
    is_unfit: fn(char) -> bool,
    draft: &mut TextBuilder,
) -> Names {
    let names = names(record);
    let start = StartForm::new(record);
    let mut headers: Vec<_> = header::japanese(record).collect();
    if !headers.iter().any(|(key, _)| key == "手合割") {
        let before_players = headers
            .iter()
            .position(|(key, _)| SIDE_NAMES.contains(&key.as_ref()));
        let index = before_players.unwrap_or(headers.len());
        headers.insert(index, ("手合割".into(), "".into()));
    }
    for side in Color::ALL {
        let name = names.name(side);
        if complete && !headers.iter().any(|(key, _)| is_player_key(key, side)) {
            headers.push((name.into(), "".into()));
        }
    }
    let mut is_start_unwritten = true;
    for (key, value) in headers {
        let is_empty_name = value.is_empty() && SIDE_NAMES.contains(&key.as_ref());
        if key == "手合割" {
            if std::mem::take(&mut is_start_unwritten) {
                if !start.preserves(&value, &record.start.position) {
                    draft.losses.name(Loss::Header, key);
                }
                start.write(record, complete, draft);
            }
        } else if complete || !is_empty_name {
            write_header(&key, &value, is_unfit, draft);
        }
    }
    names
}

/// Returns whether a record without a board diagram is written with a board.
pub(crate) fn adds_board(record: &Record<'_>) -> bool {
    record.start.diagram.is_none() && StartForm::new(record).has_board
}

/// Writes `key：value`; a display flag is written as a key alone.
///
/// A line that would not be read back as a header, or that would be detected as another format, is counted as a loss
/// instead.
fn write_header(key: &str, value: &str, is_unfit: fn(char) -> bool, draft: &mut TextBuilder) {
    let is_key_alone = header::is_display_option(key) && value.is_empty();
    let line = if is_key_alone {
        key.to_owned()
    } else {
        format!("{key}：{value}")
    };
    if !can_be_key(key) || key.starts_with(is_unfit) || is_claimed(&line) {
        return draft.losses.name(Loss::Header, key);
    }
    let line = draft.one_line(&line);
    draft.line(&line);
}

/// Returns whether a line that begins with this key and a colon is read back as a header. Returns `false` for keys
/// about the start position, which is written in another way.
fn can_be_key(key: &str) -> bool {
    let begins_other_line = || {
        let is_like_a_move = key.starts_with(|c| digit(c).is_some()) && key.contains(is_blank);
        is_like_a_move
            || key.starts_with(['#', '*', '&', '|'])
            || is_result_line(key)
            || ["変化", "手数＝", "手数=", "手数--", "+-"]
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

/// Returns the names of the sides that the headers use. If the headers use neither or both pairs of names, the start
/// position decides.
pub(crate) fn names(record: &Record<'_>) -> Names {
    let has_header = |key| record.headers.iter().any(|header| header.name == key);
    let handicap = match (
        has_header("下手") || has_header("上手"),
        has_header("先手") || has_header("後手"),
    ) {
        (true, false) => true,
        (false, true) => false,
        _ => Handicap::from_position(&record.start.position).is_some_and(|start| start.name != "平手"),
    };
    Names { handicap }
}

/// The choice between a name and a board for the start position.
struct StartForm<'r> {
    /// The value to write for the header 手合割.
    name: &'r str,
    /// `true` if the board is also written.
    has_board: bool,
}

impl<'r> StartForm<'r> {
    fn new(record: &'r Record<'_>) -> Self {
        let start = &record.start;
        // In a format without names of start positions, a header may still contain one.
        let name = start.name.as_ref().map(|(name, _)| name.as_ref()).or_else(|| {
            let header = record.headers.last_with_key(&[HeaderKey::Handicap]);
            header.map(|header| &*header.value)
        });
        let is_unknown = |name: &&str| !name.is_empty() && Handicap::by_name(name).is_none();
        let unknown_name = name.map(str::trim).filter(is_unknown);
        let official = Handicap::from_position(&start.position).filter(|it| it.official);
        let (name, has_board) = match (official, unknown_name) {
            // The name is unknown, and the record has neither a diagram nor a known handicap. Reading this name from the
            // output yields the same start position, so the name is kept.
            (Some(_), Some(name)) if start.diagram.is_none() && start.handicap.is_none() => (name, false),
            // A remark in brackets after the name is left out, because few programs can read it.
            (Some(official), _) => (official.name, false),
            (None, name) => (name.unwrap_or("その他"), true),
        };
        Self { name, has_board }
    }

    /// Returns whether the output preserves a value of 手合割, by its name or by the board.
    ///
    /// The value その他 is always preserved because it is not the name of a start position. The value 平手 is always
    /// preserved because it is either written or replaced by a board. A value with a remark in brackets is lost, unless
    /// the written name has a remark, too.
    fn preserves(&self, value: &str, position: &Position) -> bool {
        let is_remark_kept = !Handicap::has_remark(value) || Handicap::has_remark(self.name);
        let value = value.trim();
        let is_named = ["", "その他", "平手", self.name].contains(&value);
        let is_position_equal =
            Handicap::by_name(value).is_some_and(|handicap| handicap.position() == position);
        is_remark_kept && (is_named || is_position_equal)
    }

    fn write(&self, record: &Record<'_>, complete: bool, draft: &mut TextBuilder) {
        if complete || self.name != "平手" {
            // The name is padded to a length of four characters.
            let blanks = 4_usize.saturating_sub(self.name.chars().count());
            let name = draft.one_line(self.name);
            draft.line(&format!("手合割：{name}{}", "　".repeat(blanks)));
        }
        if self.has_board {
            write_board(&record.start.position, draft);
            if needs_black_turn_line(record) {
                draft.line("先手番");
            }
        }
    }
}

/// Returns whether readers would assume that White moves first unless the line 先手番 states that Black does.
fn needs_black_turn_line(record: &Record<'_>) -> bool {
    let position = &record.start.position;
    let mut first_nodes = record.tree.children(NodeId::START);
    // KI2 has the mark but not the origin.
    let is_whites = |written_move: &WrittenMove| {
        written_move.mark == Some(Color::White)
            || white_moves_first(written_move.from, written_move.mark, position)
    };
    let moves_white = |step: &Step<'_>| matches!(step, Step::Move(it) if is_whites(it));
    position.side_to_move() == Color::Black && first_nodes.any(|id| moves_white(&record.tree.node(id).step))
}

// The result in words: `まで98手で後手の勝ち`.

/// The word that is written for a result without a word in these formats.
pub(crate) const ENDED: &str = "対局終了";

/// The choice of names for the two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Names {
    /// `true` for 上手 and 下手, `false` for 先手 and 後手.
    pub handicap: bool,
}

impl Names {
    /// Returns the seat of a side, with the name of the seat according to this choice.
    pub(crate) fn seat(self, side: Color) -> Seat {
        let seat = Seat::from(side);
        if self.handicap { seat.in_handicap() } else { seat }
    }

    /// Returns the name of a side according to this choice.
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
/// The summary of a game server is not included, because it is written as a program line.
pub(crate) fn claim_lines(results: &Results<'_, '_, '_>, id: NodeId) -> impl Iterator<Item = String> {
    let played = results.played();
    results.at(id).iter().filter_map(move |claim| match claim.winner {
        _ if is_result_line(&claim.text) => Some(claim.text.to_string()),
        Some(winner) if is_only_winner(played, claim) => {
            let plies = played.record().tree.node(id).number;
            let winner = names(played.record()).name(winner);
            Some(format!("まで{plies}手で{winner}の勝ち"))
        }
        _ => None,
    })
}

/// Returns whether a claim in another form than a まで line is the only statement of the result, and states no more than the winner,
/// who did not make the last move.
fn is_only_winner(played: &Played<'_, '_>, claim: &Claim<'_>) -> bool {
    claim.winner.is_some()
        && !result::is_comment(claim)
        && !is_result_line(&claim.text)
        && stated(played, claim) == ClaimRelation::OnlyStatement(None)
}

/// Returns the まで lines of the record at the end of a line of play if they must be kept as written; an empty list if
/// they need not be kept.
///
/// The lines must be kept if several of them differ, or if the game already ended before `last`. They must also be kept
/// if one of them contradicts the result of the line of play or states a result that no standard word can express.
pub(crate) fn results_as_written(
    played: &Played<'_, '_>,
    results: &Results<'_, '_, '_>,
    last: NodeId,
) -> Vec<String> {
    let has_no_word = match &played.record().tree.node(last).step {
        Step::End(ending) => {
            let is_unknown_word = words::ending(&ending.word).is_none();
            let has_other_terminal = ending.terminal_for_side_to_move(played.turn(last)) == Terminal::Other;
            has_other_terminal && (is_unknown_word || ending.terminal != Terminal::Other)
        }
        _ => false,
    };
    let step = &played.record().tree.node(last).step;
    let is_illegal_move_only = matches!(step, Step::End(ending) if matches!(ending.terminal, Terminal::FoulLoss | Terminal::FoulWin)
        && !words::is_perpetual(&ending.word));
    let must_be_kept = |claim: &&Claim<'_>| {
        let differs_from_end = match stated(played, claim) {
            _ if is_illegal_move_only && result::is_perpetual(claim) => true,
            ClaimRelation::Contradicted | ClaimRelation::OnlyStatement(None) => true,
            ClaimRelation::OnlyStatement(Some(Terminal::Other)) => has_no_word || claim.terminal.is_none(),
            ClaimRelation::OnlyStatement(_) | ClaimRelation::Repeated => has_no_word,
        };
        is_only_winner(played, claim) || is_result_line(&claim.text) && differs_from_end
    };
    let mut claim_lines: Vec<_> = claim_lines(results, last).collect();
    // If a variation repeated this line of play, the まで line of the variation is also at this node.
    claim_lines.dedup();
    if claim_lines.len() > 1 || is_after_end(played, last) || results.at(last).iter().any(must_be_kept) {
        claim_lines
    } else {
        Vec::new()
    }
}

/// Returns whether the game already ended before the node `last`, which may be an end itself.
///
/// Ends directly before `last` that have the same outcome are not counted. If the game ended earlier, readers would
/// apply a まで line for `last` to the earlier end.
fn is_after_end(played: &Played<'_, '_>, last: NodeId) -> bool {
    let tree = &played.record().tree;
    let outcome = |id: NodeId| match &tree.node(id).step {
        Step::End(end) => Some(end.outcome(played.turn(id))),
        _ => None,
    };
    let last_outcome = outcome(last).flatten();
    let has_same_outcome = |&id: &NodeId| last_outcome.is_some() && outcome(id) == Some(last_outcome);
    let mut earlier_nodes = tree.ancestors(last).skip(1).skip_while(has_same_outcome);
    earlier_nodes.any(|id| outcome(id).is_some())
}

/// Returns the result, in words, of the line of play that ends with `last`. Returns `None` if neither an end nor a
/// claim states a result, or if the game already ended before `last`.
///
/// `to_move` is the side that readers of the output take to be on move. `number` returns the written number of a
/// node. `word` returns the word for an end if the given side is to move.
pub(crate) fn result_in_words(
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
        let mut moves = tree
            .ancestors(last)
            .filter(|&id| *played.meaning(id) != Meaning::End);
        let plies = moves.next().map_or(0, number);
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
        result::claimed_word(claim),
        to_move,
        names,
    ))
}

/// Returns the line with a result: `まで98手で後手の勝ち`. `word` is the word for the end if `turn` is to move.
pub(crate) fn result_line(plies: u32, terminal: Terminal, word: &str, turn: Color, names: Names) -> String {
    let (mover, opponent) = (names.name(turn), names.name(turn.opponent()));
    let result = match terminal {
        _ if words::is_perpetual(word) => words::PERPETUAL.to_owned(),
        Terminal::Resign => format!("{opponent}の勝ち"),
        Terminal::Timeout => format!("時間切れにより{opponent}の勝ち"),
        Terminal::FoulLoss => format!("{mover}の反則負け"),
        Terminal::FoulWin => format!("{mover}の反則勝ち"),
        Terminal::DeclareWin => format!("{mover}の入玉勝ち"),
        terminal => terminal_word(terminal, word),
    };
    format!("まで{plies}手で{result}")
}

/// Returns the word for an end when `turn` is to move. If the reason has no word and the loser is known, returns the
/// winner only: 先手の勝ち.
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
/// The reason is then lost. Examples are `win` of USI, which may be a declaration, and an end that is a loss of the
/// side that is not to move.
pub(crate) fn states_winner_only(ending: &Ending<'_>, turn: Color) -> bool {
    if ending.terminal == Terminal::Other {
        return ending.offender.is_some() && words::ending(&ending.word).is_none();
    }
    ending.terminal_for_side_to_move(turn) == Terminal::Other
}

/// Returns the word to write for an end whose original word is `word`.
///
/// If `word` means perpetual check, returns the word for perpetual check, or else the standard word for `terminal`. If
/// there is no standard word, returns `word` without blanks.
pub(crate) fn terminal_word(terminal: Terminal, word: &str) -> String {
    if words::is_perpetual(word) {
        return words::PERPETUAL.to_owned();
    }
    let standard_word = words::terminal_word(terminal);
    standard_word.map_or_else(|| word.split_whitespace().collect(), str::to_owned)
}

// Moves in words.

/// Writes the move of a node as in KIF: `７六歩(77)`, `同　銀(31)`, `４五角打`.
///
/// # Errors
///
/// If the kind of the moving piece is unknown.
pub(crate) fn kif(played: &Played<'_, '_>, id: NodeId, ply: &Ply, out: &mut String) -> Result<(), Refusal> {
    let kind = known_kind(played, id, ply)?;
    // Like other programs, this function writes no mark if the side follows from the position.
    if ply.mark_effect == MarkEffect::Required {
        out.push(text::mark(ply.mark()));
    }
    if is_same(played, id, ply) {
        out.push_str("同　");
    } else {
        out.push_str(text::square(ply.to));
    }
    out.push_str(text::piece(kind));
    if ply.promotes {
        out.push('成');
    }
    match ply.from {
        Some(from) => out.push_str(text::origin(from)),
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
    let mut after_square = text::piece(known_kind(played, id, ply)?).to_owned();
    if let Disambiguation::Words(suffix) = ply.disambiguation {
        after_square.push_str(&suffix.to_string());
    }
    if ply.promotes {
        after_square.push('成');
    } else if ply.may_promote {
        after_square.push_str("不成");
    }
    match (ply.disambiguation, ply.from) {
        (Disambiguation::Drop, _) => after_square.push('打'),
        (Disambiguation::Origin, Some(from)) => after_square.push_str(text::origin(from)),
        _ => {}
    }
    let mut out = text::mark(ply.mark()).to_string();
    if !is_same(played, id, ply) {
        out.push_str(text::square(ply.to));
    } else if after_square.chars().count() == 1 {
        out.push_str("同　");
    } else {
        out.push('同');
    }
    out.push_str(&after_square);
    Ok(out)
}

fn known_kind(played: &Played<'_, '_>, id: NodeId, ply: &Ply) -> Result<PieceKind, Refusal> {
    ply.kind
        .ok_or_else(|| Refusal::new(played, id, RefusalReason::UnnamedPiece(None)))
}

/// Returns whether 同 can be written: the move goes to the square of the previous move, and the node directly before it
/// is that move.
fn is_same(played: &Played<'_, '_>, id: NodeId, ply: &Ply) -> bool {
    let parent = played.record().tree.parent(id);
    ply.same && parent.is_some_and(|parent| matches!(played.meaning(parent), Meaning::Ply(_)))
}

// Comments, bookmarks and program lines in the formats of Kakinoki Shogi.

impl Remarks<'_, '_> {
    /// Writes the remarks of a node, except the program lines of the start position.
    pub(crate) fn write(&self, node: NodeId, draft: &mut TextBuilder) {
        for remark in self.at(node) {
            // Program lines of the start position are written above the headers.
            if !remark.introduces && (remark.kind != RemarkKind::Tool || node != NodeId::START) {
                write_one(remark, draft);
            }
        }
    }

    /// Writes the remarks that introduce the variation whose first move is this node, of the kinds that `is_written` accepts.
    pub(crate) fn write_introduction(
        &self,
        node: NodeId,
        is_written: fn(RemarkKind) -> bool,
        draft: &mut TextBuilder,
    ) {
        let introduction = self.at(node).filter(|remark| remark.introduces);
        introduction
            .filter(|remark| is_written(remark.kind))
            .for_each(|remark| write_one(remark, draft));
    }

    /// Writes the comments and bookmarks of a node, without program lines.
    pub(crate) fn write_comments(&self, node: NodeId, draft: &mut TextBuilder) {
        for remark in self.comments(node) {
            write_one(remark, draft);
        }
    }

    fn comments(&self, node: NodeId) -> impl Iterator<Item = &Remark<'_>> {
        self.at(node)
            .filter(|remark| remark.kind != RemarkKind::Tool && !remark.introduces)
    }

    /// Returns whether a node has comments or bookmarks.
    pub(crate) fn has_comments(&self, node: NodeId) -> bool {
        self.comments(node).next().is_some()
    }

    /// Writes the program lines of the start position, which are above the headers.
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
    // Without a blank before it, this program line would begin another record.
    if remark.kind == RemarkKind::Tool && ["KIF", "KI2"].iter().any(|name| remark.text.starts_with(name)) {
        draft.text.push(' ');
    }
    draft.text.push(match remark.kind {
        RemarkKind::Comment => '*',
        RemarkKind::Bookmark => '&',
        RemarkKind::Tool => '#',
    });
    draft.line(&remark.text);
}
