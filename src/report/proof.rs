//! Proofs in words: two lines for each.

use std::fmt::{self, Formatter, Write as _};

use super::show::hours;
use crate::finding::{
    CommaList, CommaListWithAnd, Count, Language, Localize, Localized, Message, MoveInPosition, PieceOn,
    Plies, Words, both, message,
};
use crate::notation::side_names;
use crate::proof::{BySide, Evasion, PieceCounts, Proof, Refutation};
use crate::record::Record;
use crate::shogi::{Color, PieceKind, Position, Square};

/// The label of the lines of a proof.
pub(super) const LABEL: Words = both("proof", "証明");

/// Maximum number of items that a line lists. Only JSON has all of them.
const MAX_ITEMS: usize = 12;

/// Returns the two lines of a proof about a record.
pub(crate) fn lines(proof: &Proof, record: &Record<'_>) -> [Message; 2] {
    let lines = words(proof);
    if side_names(record).handicap {
        lines.map(Message::in_handicap)
    } else {
        lines
    }
}

fn words(proof: &Proof) -> [Message; 2] {
    let position = proof.sfen().and_then(|sfen| Position::from_sfen(sfen).ok());
    let position = position.unwrap_or_else(Position::empty);
    match proof {
        Proof::Mate {
            checkers, evasions, ..
        }
        | Proof::Uchifuzume {
            checkers, evasions, ..
        } => [
            king_line(&position, checkers, evasions),
            other_moves_line(&position, checkers, evasions),
        ],
        Proof::NoMove { evasions, .. } => [
            king_line(&position, &[], evasions),
            other_moves_line(&position, &[], evasions),
        ],
        Proof::NotMate { sfen, legal } => [
            message!(
                "after {legal}, no piece can take the king of {side}",
                "{legal}の後、{side}の玉を取れる駒はない",
                legal = MoveInPosition::new(&position, *legal),
                side = position.side_to_move()
            ),
            position_line(sfen),
        ],
        Proof::Check {
            king, attacker, path, ..
        } => [
            message!(
                "{attacker} can take {king}",
                "{attacker}で{king}を取れる",
                attacker = PieceOn::at(&position, *attacker),
                king = PieceOn::at(&position, *king)
            ),
            path_line(path),
        ],
        Proof::Repetition { sfen, plies } => [repetition_line(plies), position_line(sfen)],
        Proof::PerpetualCheck { plies, checks, .. } => [
            repetition_line(plies),
            message!(
                "all {count} between them gave check: {checks}",
                "その間の{count}はすべて王手：{checks}手目",
                count = Plies(checks.len()),
                checks = Numbers(checks.clone())
            ),
        ],
        Proof::Points {
            pieces, zone, points, ..
        } => [points_line(pieces, points), zone_line(zone)],
        Proof::Clock { allowed, used, moves } => clock_lines(*allowed, *used, moves),
    }
}

fn position_line(sfen: &str) -> Message {
    message!("the position is {sfen}", "局面は{sfen}")
}

/// A step of a proof, which a viewer shows on the board.
pub(crate) struct ProofStep {
    /// The step in words.
    pub(crate) words: Message,
    /// The squares to mark in the position of the proof; empty if the step is a ply.
    pub(crate) squares: Vec<Square>,
    /// The ply to show; `None` if the step is about the position of the proof.
    pub(crate) ply: Option<u32>,
}

/// Returns the steps of a proof: each refuted move with its refutation, an attack on the king, or the plies of a repeated position.
/// Any other proof has no steps.
pub(crate) fn steps(proof: &Proof) -> Vec<ProofStep> {
    let position = proof.sfen().and_then(|sfen| Position::from_sfen(sfen).ok());
    let position = position.unwrap_or_else(Position::empty);
    match proof {
        Proof::Mate { evasions, .. }
        | Proof::NoMove { evasions, .. }
        | Proof::Uchifuzume { evasions, .. } => {
            let steps = evasions.iter().map(|evasion| evasion_step(&position, evasion));
            steps.collect()
        }
        Proof::Check {
            king, attacker, path, ..
        } => vec![ProofStep {
            words: message!(
                "{attacker}",
                "{attacker}",
                attacker = PieceOn::at(&position, *attacker)
            ),
            squares: [&[*attacker, *king], &path[..]].concat(),
            ply: None,
        }],
        Proof::Repetition { plies, .. } | Proof::PerpetualCheck { plies, .. } => {
            let steps = plies.iter().map(|&ply| ProofStep {
                words: message!("ply {ply}", "{ply}手目"),
                squares: Vec::new(),
                ply: Some(ply),
            });
            steps.collect()
        }
        Proof::NotMate { .. } | Proof::Points { .. } | Proof::Clock { .. } => Vec::new(),
    }
}

fn evasion_step(position: &Position, evasion: &Evasion) -> ProofStep {
    let mut squares: Vec<_> = evasion.mv.from().into_iter().chain([evasion.mv.to()]).collect();
    if let Refutation::KingCapture(capture) = &evasion.refutation {
        squares.push(capture.from);
    }
    let refuted = Refuted {
        moves: vec![RefutedMove::Other(MoveInPosition::new(position, evasion.mv))],
        by: Refuter::new(position, evasion),
    };
    ProofStep {
        words: message!("{refuted}", "{refuted}", refuted),
        squares,
        ply: None,
    }
}

// Moves that are refuted.

/// Some moves of one piece or several, and the refutation that they share.
#[derive(Clone, Debug)]
struct Refuted {
    moves: Vec<RefutedMove>,
    by: Refuter,
}

/// A move, which is shown as its destination if the piece is the king.
#[derive(Clone, Copy, Debug)]
enum RefutedMove {
    King(Square),
    Other(MoveInPosition),
}

/// The piece that takes the king, or the rule that forbids a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Refuter {
    Piece(PieceKind, Square),
    Rule(Words),
}

impl Refuter {
    fn new(position: &Position, evasion: &Evasion) -> Self {
        match &evasion.refutation {
            Refutation::KingCapture(capture) => {
                let kind = position.piece_at(capture.from).map(|piece| piece.kind);
                Self::Piece(kind.unwrap_or(PieceKind::King), capture.from)
            }
            Refutation::Nifu => Self::Rule(both("nifu", "二歩")),
            Refutation::DeadPiece => Self::Rule(both("dead piece", "行き所のない駒")),
            Refutation::Uchifuzume(_) => Self::Rule(both("uchifuzume", "打ち歩詰め")),
        }
    }
}

impl Localize for Refuted {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, mv) in self.moves.iter().enumerate() {
            f.write_str(if index > 0 { " " } else { "" })?;
            match mv {
                RefutedMove::King(to) => to.fmt_in(language, f)?,
                RefutedMove::Other(mv) => mv.fmt_in(language, f)?,
            }
        }
        let (open, close) = language.either((" (", ")"), ("（", "）"));
        f.write_str(open)?;
        match &self.by {
            Refuter::Piece(kind, square) => {
                let (kind, square) = (Localized(kind, language), Localized(square, language));
                match language {
                    Language::English => write!(f, "{kind} {square}")?,
                    Language::Japanese => write!(f, "{square}{kind}")?,
                }
            }
            Refuter::Rule(words) => words.fmt_in(language, f)?,
        }
        f.write_str(close)
    }
}

/// Returns the moves of the king, or those of all other pieces, by their refutation.
fn refuted(position: &Position, evasions: &[Evasion], of_king: bool) -> Vec<Refuted> {
    let king = position.king(position.side_to_move());
    let mut groups: Vec<Refuted> = Vec::new();
    let is_of_group = |evasion: &&Evasion| (evasion.mv.from() == king) == of_king;
    for evasion in evasions.iter().filter(is_of_group).take(MAX_ITEMS) {
        let by = Refuter::new(position, evasion);
        let mv = if of_king {
            RefutedMove::King(evasion.mv.to())
        } else {
            RefutedMove::Other(MoveInPosition::new(position, evasion.mv))
        };
        match groups.iter_mut().find(|group| group.by == by) {
            Some(group) => group.moves.push(mv),
            None => groups.push(Refuted { moves: vec![mv], by }),
        }
    }
    groups
}

/// Returns the line about the king: the pieces that give check, and the squares to which the king cannot move.
fn king_line(position: &Position, checkers: &[Square], evasions: &[Evasion]) -> Message {
    let moves = refuted(position, evasions, true);
    let check = (!checkers.is_empty()).then(|| {
        message!(
            ", in check from {checkers},",
            "（{checkers}による王手）",
            checkers = PieceOn::list(position, checkers)
        )
    });
    let king = position.king(position.side_to_move());
    if moves.is_empty() {
        return message!(
            "the king on {king}{check} is surrounded by its own pieces and the edge",
            "{king}の玉{check}の周りは自分の駒と盤の端だけ",
            king,
            check
        );
    }
    message!(
        "the king on {king}{check} has no move: {moves}",
        "{king}の玉{check}に動ける所がない：{moves}",
        king,
        check,
        moves = CommaList(moves)
    )
}

/// Returns the line about the moves of pieces other than the king, which cannot help.
fn other_moves_line(position: &Position, checkers: &[Square], evasions: &[Evasion]) -> Message {
    if checkers.len() > 1 {
        return message!(
            "two pieces give check, so only a move of the king could parry it",
            "両王手なので、玉を動かすほかに防ぐ手はない"
        );
    }
    let moves = refuted(position, evasions, false);
    let is_in_check = !checkers.is_empty();
    if moves.is_empty() && is_in_check {
        return message!(
            "no piece can capture the checking piece or be put between",
            "王手の駒を取る手も合駒もない"
        );
    }
    if moves.is_empty() {
        return message!("no other piece can move", "ほかに動かせる駒はない");
    }
    let moves = CommaList(moves);
    let (shown, listed) = (MAX_ITEMS, evasions.iter());
    let king = position.king(position.side_to_move());
    let hidden = listed
        .filter(|evasion| evasion.mv.from() != king)
        .count()
        .saturating_sub(shown);
    let more = (hidden > 0).then(|| message!(" and {hidden} more", "ほか{hidden}手", hidden));
    if is_in_check {
        message!(
            "no capture or interposition is legal: {moves}{more}",
            "王手の駒を取る手も合駒も指せない：{moves}{more}",
            moves,
            more
        )
    } else {
        message!(
            "no other move is legal: {moves}{more}",
            "ほかの手も指せない：{moves}{more}",
            moves,
            more
        )
    }
}

fn path_line(path: &[Square]) -> Message {
    if path.is_empty() {
        return message!("there are no squares between them", "間にマスはない");
    }
    message!(
        "the squares between them are empty: {path}",
        "間のマスには駒がない：{path}",
        path = CommaList(path.to_vec())
    )
}

// Repetition, points and clocks.

/// Some numbers of plies, of which the first and the last are shown if there are many.
#[derive(Clone, Debug)]
struct Numbers(Vec<u32>);

impl Localize for Numbers {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let separator = language.either(", ", "、");
        let (shown, last) = match self.0.split_last() {
            Some((last, others)) if others.len() >= MAX_ITEMS => (&others[..MAX_ITEMS - 1], Some(last)),
            _ => (&self.0[..], None),
        };
        for (index, number) in shown.iter().enumerate() {
            write!(f, "{}{number}", if index > 0 { separator } else { "" })?;
        }
        last.map_or(Ok(()), |last| write!(f, "{separator}…{separator}{last}"))
    }
}

fn repetition_line(plies: &[u32]) -> Message {
    message!(
        "the positions after plies {plies} are equal",
        "{plies}手目の後の局面は同じ",
        plies = CommaListWithAnd(plies.to_vec())
    )
}

/// The points of a side and its pieces: "Black 28 (2R 1B 13P)".
#[derive(Clone, Debug)]
struct SidePoints {
    side: Color,
    points: u32,
    pieces: PieceCounts,
}

impl Localize for SidePoints {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let side = Localized(&self.side, language);
        let points = self.points;
        match language {
            Language::English => write!(f, "{side} {points} (")?,
            Language::Japanese => write!(f, "{side}{points}点（")?,
        }
        for (index, (kind, count)) in self.pieces.iter().enumerate() {
            f.write_str(if index > 0 { " " } else { "" })?;
            match language {
                Language::English => write!(f, "{count}{}", kind.letter())?,
                Language::Japanese => write!(f, "{}{count}", Localized(&kind, language))?,
            }
        }
        f.write_char(language.either(')', '）'))
    }
}

fn points_line(pieces: &BySide<PieceCounts>, points: &BySide<u32>) -> Message {
    let of_side = |side: Color| {
        let (&pieces, &points) = pieces.get(side).zip(points.get(side))?;
        Some(SidePoints { side, points, pieces })
    };
    let sides: Vec<_> = Color::ALL.into_iter().filter_map(of_side).collect();
    message!(
        "points of the counted pieces: {sides}",
        "数えた駒の点数：{sides}",
        sides = CommaList(sides)
    )
}

fn zone_line(zone: &BySide<u32>) -> Message {
    let [black, white] = Color::ALL.map(|side| zone.get(side).copied().unwrap_or_default());
    message!(
        "pieces in the enemy camp, without the king: {black_side} {black}, {white_side} {white}",
        "敵陣の駒（玉を除く）：{black_side}{black}枚、{white_side}{white}枚",
        black_side = Color::Black,
        white_side = Color::White,
        black,
        white
    )
}

fn clock_lines(allowed: u64, used: u64, moves: &[u32]) -> [Message; 2] {
    let (used, allowed) = (hours(used), hours(allowed));
    [
        message!(
            "{count} took {used} together: {moves}",
            "{moves}手目の{count}手の消費時間は合計{used}",
            count = Count(moves.len(), "move"),
            used,
            moves = Numbers(moves.to_vec())
        ),
        message!(
            "the time for them is at most {allowed}",
            "使えた時間は最大{allowed}",
            allowed
        ),
    ]
}
