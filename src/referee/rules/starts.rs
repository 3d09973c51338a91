//! Rules about the start position and the handicap.

use crate::finding::{CommaListWithAnd, Count, File, List, Message, PieceOn, Severity, both, message, rules};
use crate::notation::StartPart;
use crate::record::Step;
use crate::referee::cases::StartCase;
use crate::referee::problem;
use crate::referee::rule_hit::RuleHit;
use crate::shogi::{Color, Handicap, PieceKind, Square, is_dead};

rules! {
    START_PIECE_COUNT = "start-piece-count", RecordError, Starts,
        "more pieces than in a set", "駒の数が多すぎる";
    START_KING_COUNT = "start-king-count", RecordError, Starts,
        "a side with no king or with several kings", "玉の数が違う";
    START_NIFU = "start-nifu", RecordError, Starts, "two pawns on a file at the start", "開始局面の二歩";
    START_DEAD_PIECE = "start-dead-piece", RecordError, Starts,
        "a piece at the start that can never move", "開始局面の行き所のない駒";
    START_KING_IN_HAND = "start-king-in-hand", RecordError, Starts,
        "a king in hand at the start", "持駒に玉がある";
    START_OPPONENT_IN_CHECK = "start-opponent-in-check", RecordError, Starts,
        "the side not to move in check", "手番でない側に王手";
    HANDICAP_MISMATCH = "handicap-mismatch", Doubt, Starts,
        "a board that does not match the handicap", "手合割と盤面の食い違い";
    HANDICAP_FIRST_MOVE = "handicap-first-move", Doubt, Starts,
        "Black to move first in a handicap game", "駒落ちの下手の先番";
}

pub(super) fn start_piece_count(case: &StartCase<'_>) -> impl Iterator<Item = RuleHit> {
    // The rule `START_KING_COUNT` checks the kings.
    let surplus = case
        .position
        .surplus()
        .filter(|&(kind, ..)| kind != PieceKind::King);
    surplus.map(|(kind, count, max)| {
        let squares = squares_of_kind(case, kind);
        let last_square = squares.last().copied().map(StartPart::Square);
        let part = holder(case, kind).map(StartPart::Hand).or(last_square);
        let hit = RuleHit::from(surplus_message(count.into(), kind, max.into())).with_cells(squares);
        hit.at_span(part.and_then(|part| case.part_span(part)))
    })
}

/// Returns the squares of all pieces of a kind, promoted or not.
fn squares_of_kind(case: &StartCase<'_>, kind: PieceKind) -> Vec<Square> {
    let pieces = Color::ALL
        .into_iter()
        .flat_map(|color| case.position.pieces(color));
    let of_kind = pieces.filter(|(_, piece_kind)| piece_kind.base() == kind);
    of_kind.map(|(square, _)| square).collect()
}

/// Returns the side that has more pieces of a kind in hand; White if both have equal numbers. `None` if neither
/// has any.
fn holder(case: &StartCase<'_>, kind: PieceKind) -> Option<Color> {
    let count_in_hand = |color: &Color| case.position.hand(*color).get(kind);
    let holders = Color::ALL.into_iter().filter(|color| count_in_hand(color) > 0);
    holders.max_by_key(count_in_hand)
}

/// Returns the message that the position has more pieces of a kind than a set.
pub(crate) fn surplus_message(count: usize, kind: PieceKind, max: usize) -> Message {
    message!(
        "the start position has {count} {kind}s; a set has {max}",
        "開始局面に{kind}が{count}枚ある。一組には{max}枚しかない",
        count,
        kind,
        max
    )
}

pub(super) fn start_king_count(case: &StartCase<'_>) -> impl Iterator<Item = RuleHit> {
    let king_squares = |color| -> Vec<Square> {
        let pieces = case.position.pieces(color);
        let kings = pieces.filter(|&(_, kind)| kind == PieceKind::King);
        kings.map(|(square, _)| square).collect()
    };
    let [black, white] = Color::ALL.map(king_squares);
    // Problems omit the king of the attacking side.
    let is_problem = black.len() + white.len() == 1 && problem::lacks_attackers_king(case.record);
    let has_moves = case
        .record
        .tree
        .main_line()
        .any(|(_, node)| !matches!(node.step, Step::End(_)));
    let sides = [(Color::Black, black), (Color::White, white)].into_iter();
    sides.filter_map(move |(color, kings)| {
        let message = match kings.len() {
            1 => return None,
            0 => message!(
                "{color} has no king in the start position",
                "開始局面に{color}の玉がない",
                color
            ),
            count => message!(
                "{color} has {count} kings in the start position",
                "開始局面に{color}の玉が{count}枚ある",
                color,
                count
            ),
        };
        let is_note = kings.is_empty() && !has_moves;
        let second_king_span = kings
            .get(1)
            .and_then(|&king| case.part_span(StartPart::Square(king)));
        let hit = RuleHit::from(message)
            .with_side(color)
            .at_span(second_king_span)
            .with_cells(kings);
        let hit = hit.with_severity(is_note.then_some(Severity::Note));
        Some(if is_problem { hit.quiet_note() } else { hit })
    })
}

pub(super) fn start_nifu(case: &StartCase<'_>) -> impl Iterator<Item = RuleHit> {
    let files = Color::ALL
        .into_iter()
        .flat_map(|color| (1..=9).map(move |file| (color, file)));
    files.filter_map(|(color, file)| {
        let pieces = case.position.pieces(color);
        let pawns = pieces.filter(|&(square, kind)| kind == PieceKind::Pawn && square.file() == file);
        let pawns: Vec<_> = pawns.map(|(square, _)| square).collect();
        let &second_pawn = pawns.get(1)?;
        let hit = RuleHit::from(message!(
            "{color} has {count} unpromoted pawns on file {file} in the start position, on {pawns}",
            "開始局面の{file}筋に{color}の歩が{count}枚ある（{pawns}）",
            color,
            count = pawns.len(),
            file = File(file),
            pawns = List(pawns.clone())
        ));
        Some(
            hit.with_side(color)
                .at_span(case.part_span(StartPart::Square(second_pawn)))
                .with_cells(pawns),
        )
    })
}

pub(super) fn start_dead_piece(case: &StartCase<'_>) -> impl Iterator<Item = RuleHit> {
    let pieces_of = |color| {
        case.position
            .pieces(color)
            .map(move |(square, kind)| (color, square, kind))
    };
    let pieces = Color::ALL.into_iter().flat_map(pieces_of);
    let dead_pieces = pieces.filter(|&(color, square, kind)| is_dead(kind, color, square));
    dead_pieces.map(|(color, square, _)| {
        let hit = RuleHit::from(message!(
            "{piece} in the start position can never move",
            "開始局面の{piece}は行き所のない駒である",
            piece = PieceOn::at(case.position, square).with_owner()
        ));
        hit.with_side(color)
            .at_span(case.part_span(StartPart::Square(square)))
            .with_cells([square])
    })
}

pub(super) fn start_king_in_hand(case: &StartCase<'_>) -> Option<RuleHit> {
    let (color, span) = case.start.king_in_hand?;
    let hit = RuleHit::from(message!(
        "{color}'s hand contains a king; it was skipped",
        "{color}の持駒に玉がある。読み飛ばした",
        color
    ));
    Some(hit.with_side(color).at_span(span))
}

pub(super) fn start_opponent_in_check(case: &StartCase<'_>) -> Option<RuleHit> {
    let side = case.position.side_to_move();
    let king = case.position.king(side.opponent())?;
    let attackers: Vec<_> = case.position.attackers(king, side).collect();
    if attackers.is_empty() {
        return None;
    }
    let hit = RuleHit::from(message!(
        "{king} is attacked by {attackers}, but it is {side}'s turn",
        "{side}の手番なのに、{king}に{attackers}が利いている",
        king = PieceOn::at(case.position, king).with_owner(),
        attackers = PieceOn::list(case.position, &attackers),
        side
    ));
    let hit = hit
        .with_side(side.opponent())
        .at_span(case.part_span(StartPart::Square(king)));
    Some(hit.with_cells([king]).with_cells(attackers))
}

pub(super) fn handicap_mismatch(case: &StartCase<'_>) -> Option<RuleHit> {
    let start = case.start;
    let (Some((_, span)), Some(stated), Some(_)) = (&start.name, start.handicap, start.diagram) else {
        return None;
    };
    let board_handicap = Handicap::of_board(case.position);
    let differences = piece_differences(case, stated);
    let differs = match board_handicap {
        Some(board_handicap) if stated.is_even() => !board_handicap.is_even(),
        _ if stated.is_even() => false,
        Some(board_handicap) => {
            !(have_same_board(stated, board_handicap) || differences.is_empty() && is_disputed(stated))
        }
        None => !differences.is_empty(),
    };
    if !differs {
        return None;
    }
    let board_words = match board_handicap {
        Some(board_handicap) => message!("shows {name}", "は{name}である", name = board_handicap.name),
        None => describe_differences(&differences),
    };
    let hit = RuleHit::from(message!(
        "手合割 is {name} ({meaning}), but the board {board_words}; the board was used",
        "手合割は{name}（{meaning}）だが、盤面{board_words}。盤面に従う",
        name = stated.name,
        meaning = meaning(stated),
        board_words
    ));
    Some(
        hit.at_span(*span)
            .with_severity(stated.is_even().then_some(Severity::Note)),
    )
}

/// Returns whether two handicaps have the same board, as 七枚落ち and 右七枚落ち have.
fn have_same_board(one: &Handicap, other: &Handicap) -> bool {
    one.position() == other.position()
}

/// Returns whether programs disagree about which of two equal pieces is missing.
///
/// This is so if the handicap removes several pieces and their number is odd, so that one piece of a pair is left.
fn is_disputed(handicap: &Handicap) -> bool {
    let count = handicap.removed().count();
    count > 1 && count % 2 == 1
}

/// Returns the kinds whose number in the position differs from that in a handicap, with the difference: negative
/// if pieces are missing.
fn piece_differences(case: &StartCase<'_>, stated: &Handicap) -> Vec<(PieceKind, i32)> {
    let handicap_counts = stated.position().piece_counts();
    let extra = |kind: PieceKind| i32::from(case.count(kind)) - i32::from(handicap_counts[kind.index()]);
    let kinds = PieceKind::ALL.into_iter().filter(|kind| !kind.is_promoted());
    kinds
        .map(|kind| (kind, extra(kind)))
        .filter(|&(_, extra)| extra != 0)
        .collect()
}

/// Describes the extra and missing pieces of a board.
fn describe_differences(differences: &[(PieceKind, i32)]) -> Message {
    let clauses = differences.iter().map(|&(kind, extra)| {
        let count = extra.unsigned_abs();
        message!(
            "{count} {than} {kind}{s}",
            "{kind}が{count}枚{than}",
            count,
            kind,
            s = if count == 1 { "" } else { "s" },
            than = if extra > 0 {
                both("more", "多い")
            } else {
                both("fewer", "少ない")
            }
        )
    });
    message!(
        "has {clauses}",
        "では{clauses}",
        clauses = CommaListWithAnd(clauses.collect())
    )
}

/// Describes the pieces that a handicap removes, and the pieces that it puts in hand.
fn meaning(handicap: &Handicap) -> Message {
    if handicap.is_even() {
        return message!("no handicap", "駒落ちなし");
    }
    let pieces = handicap.removed().map(|(square, piece)| {
        message!(
            "{kind} on {square}",
            "{square}の{kind}",
            kind = piece.kind,
            square
        )
    });
    let missing = message!(
        "without White's {pieces}",
        "上手の{pieces}がない",
        pieces = List(pieces.collect())
    );
    let in_hand = handicap.held();
    if in_hand.is_empty() {
        return missing;
    }
    let in_hand = in_hand.into_iter().map(|(side, kind, count)| {
        message!(
            "{count} for {side}",
            "{side}の持駒{kind}{count}枚",
            count = Count(count, kind.english()),
            kind,
            side
        )
    });
    let in_hand = List(in_hand.collect());
    message!(
        "{missing}; in hand: {in_hand}",
        "{missing}、{in_hand}",
        missing,
        in_hand
    )
}

pub(super) fn handicap_first_move(case: &StartCase<'_>) -> Option<RuleHit> {
    // A board alone, without a turn and without moves, does not state the side to move.
    let is_stated = case.start.turn.is_some() || !case.record.tree.is_empty();
    let is_black_to_move = case.position.side_to_move() == Color::Black;
    let handicap = Handicap::of_board(case.position)
        .filter(|handicap| !handicap.is_even() && is_stated && is_black_to_move)?;
    let hit = RuleHit::from(message!(
        "Black (下手) is to move, but the start is {name}, a handicap in which White (上手) moves first",
        "先手（下手）の手番だが、開始局面は{name}で、駒落ちでは後手（上手）から指す",
        name = handicap.name
    ));
    Some(hit.with_side(Color::Black).at_span(case.start.turn))
}
