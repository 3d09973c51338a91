//! Points and conditions of an impasse (持将棋) and of an entering-king declaration (入玉宣言), and messages
//! about them.

use std::fmt::{self, Formatter};

use crate::finding::{CommaListWithAnd, Count, Language, Localize, Message, PieceOn, both, message};
use crate::profile::{Declaration, HandicapPoints, Profile};
use crate::record::Record;
use crate::shogi::{Color, Handicap, Points, Position, Square, Standing, entered};

/// Minimum points of a side under the rule of professional games. A declaration with fewer points fails. A side
/// with fewer loses an agreed impasse, unless both sides have fewer.
pub(super) const MIN_POINTS_24: u32 = 24;

/// A condition of a declaration that is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shortfall {
    /// The king is outside the enemy camp.
    KingOutside,
    /// The king is in check.
    InCheck,
    /// Too few pieces are in the enemy camp.
    Pieces,
    /// The points are fewer than this number.
    Points(u32),
}

/// The pieces and points of a side under the rules of an event, with the minimum and maximum points that the
/// side may have.
///
/// The minimum and the maximum differ only for White, who may be credited with points for the pieces of a
/// handicap. If pieces are missing from the start, and are not those of a known handicap, it is unknown whether
/// White has this credit.
#[derive(Clone, Copy, Debug)]
pub(super) struct StandingRange {
    pub min: Standing,
    pub max: Standing,
}

impl StandingRange {
    /// Counts the pieces and points of a side in a position.
    pub(super) fn new(position: &Position, side: Color, profile: &Profile, record: &Record<'_>) -> Self {
        let standing = Standing::new(position, side);
        let (min, max) = match side {
            Color::Black => (0, 0),
            Color::White => credit(profile, record),
        };
        Self {
            min: standing.credited(min),
            max: standing.credited(max),
        }
    }

    /// Returns the result of `evaluate` if the minimum and the maximum points give the same result; `None` if
    /// the two results differ.
    pub(super) fn common_result<T: PartialEq>(&self, evaluate: impl Fn(&Standing) -> T) -> Option<T> {
        let min_result = evaluate(&self.min);
        (min_result == evaluate(&self.max)).then_some(min_result)
    }
}

/// Returns the minimum and maximum points that White is credited with for the pieces of a handicap. Both are 0
/// if the rules do not credit these pieces.
fn credit(profile: &Profile, record: &Record<'_>) -> (u32, u32) {
    let missing = Points::missing(&record.start.position);
    if profile.handicap_points == HandicapPoints::NotCredited {
        return (0, 0);
    }
    let stated = record.start.handicap;
    let handicap = stated.or_else(|| Handicap::from_position(&record.start.position));
    let is_handicap = handicap.is_some_and(|handicap| Points::removed(handicap) == missing);
    (if is_handicap { missing.value() } else { 0 }, missing.value())
}

/// The result of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DeclarationResult {
    Fails,
    Draws,
    Wins,
}

/// Returns the result of a declaration by a side with these points and pieces. `None` if the rules have no
/// declaration.
pub(super) fn declaration_result(declaration: Declaration, standing: &Standing) -> Option<DeclarationResult> {
    let min = min_points(declaration, standing.side)?;
    let winning = winning_points(declaration, standing.side)?;
    Some(if !shortfalls(standing, min).is_empty() {
        DeclarationResult::Fails
    } else if standing.entered.value() < winning {
        DeclarationResult::Draws
    } else {
        DeclarationResult::Wins
    })
}

/// Returns the points required to win by a declaration. `None` if the rules have no declaration.
pub(super) const fn winning_points(declaration: Declaration, side: Color) -> Option<u32> {
    match (declaration, side) {
        (Declaration::None, _) => None,
        (Declaration::Points24, _) => Some(31),
        (Declaration::Points27 | Declaration::Automatic27, side) => Some(Standing::min_points_27(side)),
    }
}

/// Returns the points required for a declaration not to fail. `None` if the rules have no declaration.
pub(super) const fn min_points(declaration: Declaration, side: Color) -> Option<u32> {
    match declaration {
        Declaration::Points24 => Some(MIN_POINTS_24),
        _ => winning_points(declaration, side),
    }
}

/// Returns the unmet conditions of a declaration that requires this number of points.
pub(super) fn shortfalls(standing: &Standing, points: u32) -> Vec<Shortfall> {
    let conditions = [
        (standing.king_entered(), Shortfall::KingOutside),
        (!standing.in_check, Shortfall::InCheck),
        (
            standing.in_camp >= Standing::MIN_PIECES_IN_CAMP,
            Shortfall::Pieces,
        ),
        (standing.entered.value() >= points, Shortfall::Points(points)),
    ];
    conditions
        .into_iter()
        .filter_map(|(is_met, shortfall)| (!is_met).then_some(shortfall))
        .collect()
}

/// Returns the squares that show why a declaration fails.
///
/// These are the king, the checking pieces, and, if pieces or points are too few, the pieces in the enemy
/// camp.
pub(super) fn squares(position: &Position, standing: &Standing, shortfalls: &[Shortfall]) -> Vec<Square> {
    let mut squares: Vec<_> = standing.king.into_iter().collect();
    if shortfalls.contains(&Shortfall::InCheck) {
        squares.extend(checkers(position, standing));
    }
    if shortfalls
        .iter()
        .any(|shortfall| matches!(shortfall, Shortfall::Pieces | Shortfall::Points(_)))
    {
        squares.extend(entered(position, standing.side).map(|(square, _)| square));
    }
    squares
}

fn checkers(position: &Position, standing: &Standing) -> Vec<Square> {
    let attackers = |king| position.attackers(king, standing.side.opponent());
    standing.king.into_iter().flat_map(attackers).collect()
}

/// Returns the unmet conditions in words: "the king is on 5d, outside the enemy camp; 22 of the 24 required
/// points …".
pub(super) fn reasons(position: &Position, standing: &Standing, shortfalls: &[Shortfall]) -> Message {
    let clauses = shortfalls
        .iter()
        .map(|&shortfall| reason(position, standing, shortfall));
    let joined =
        clauses.reduce(|joined_clauses, next| joined_clauses.followed_by(both("; ", "、")).followed_by(next));
    joined.unwrap_or_default()
}

fn reason(position: &Position, standing: &Standing, shortfall: Shortfall) -> Message {
    match shortfall {
        Shortfall::KingOutside => match standing.king {
            Some(king) => message!(
                "the king is on {king}, outside the enemy camp",
                "玉が敵陣外の{king}にいる",
                king
            ),
            None => message!("there is no king", "玉がない"),
        },
        Shortfall::InCheck => {
            let checkers = checkers(position, standing);
            message!(
                "the king is in check from {checkers}",
                "{checkers}で王手がかかっている",
                checkers = PieceOn::list(position, &checkers)
            )
        }
        Shortfall::Pieces => {
            let (have, need) = (standing.in_camp, Standing::MIN_PIECES_IN_CAMP);
            message!(
                "{have} of the {need} required pieces are in the enemy camp, not counting the king",
                "敵陣の駒が玉を除いて{have}枚（{need}枚必要）",
            )
        }
        Shortfall::Points(needed) => {
            let (value, breakdown) = (standing.entered.value(), standing.entered);
            message!(
                "{value} of the {needed} required points are reached ({breakdown})",
                "得点が{value}点で{needed}点に足りない（{breakdown}）",
                value,
                needed,
                breakdown
            )
        }
    }
}

/// Lists the pieces that make up the points, and the points for a handicap: "1 rook, 2 bishops and 12 other
/// pieces".
impl Localize for Points {
    fn fmt_in(&self, language: Language, f: &mut Formatter<'_>) -> fmt::Result {
        let Self {
            rooks,
            bishops,
            others,
            credit,
        } = *self;
        let plural = |count: u32, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
        let major_pieces = rooks + bishops;
        let parts = match language {
            Language::English => vec![
                (rooks, plural(rooks, "rook")),
                (bishops, plural(bishops, "bishop")),
                (others, plural(others, "other piece")),
                (credit, format!("{} for the handicap", plural(credit, "point"))),
            ],
            Language::Japanese => vec![
                (major_pieces, format!("大駒{major_pieces}枚")),
                (others, format!("小駒{others}枚")),
                (credit, format!("駒落ち分{credit}点")),
            ],
        };
        let parts = parts.into_iter().filter(|(count, _)| *count > 0);
        let parts: Vec<_> = parts.map(|(_, words)| words).collect();
        if parts.is_empty() {
            return both("no pieces", "駒なし").fmt_in(language, f);
        }
        CommaListWithAnd(parts).fmt_in(language, f)
    }
}

/// Returns a message such as "Black has 28 points (…)".
pub(super) fn points_message(standing: &Standing) -> Message {
    let (value, breakdown) = (standing.all.value(), standing.all);
    message!(
        "{side} has {value} ({breakdown})",
        "{side}は{value}点（{breakdown}）",
        side = standing.side,
        value = Count(value, "point"),
        breakdown
    )
}

/// Returns a message such as "the board and hands have 5 rooks (a set has 2)".
///
/// Returns `None` if no kind has more pieces than a set.
pub(super) fn surplus_message(position: &Position) -> Option<Message> {
    let kinds: Vec<_> = position
        .surplus()
        .map(|(kind, count, max)| {
            message!(
                "{count} {kind}s (a set has {max})",
                "{kind}{count}枚（一組は{max}枚）",
                count,
                kind,
                max
            )
        })
        .collect();
    (!kinds.is_empty()).then(|| {
        message!(
            "the board and hands have {kinds}",
            "盤上と持駒に{kinds}がある",
            kinds = CommaListWithAnd(kinds)
        )
    })
}

/// Returns a message about points that depend on the credit for a handicap.
///
/// An example is "22 points, and 5 more if the pieces missing from the start are a handicap, which the record
/// does not state".
pub(super) fn credit_message(min: Points, max: Points) -> Message {
    let (points, credit) = (min.value(), max.value() - min.value());
    message!(
        "{points}, and {credit} more if the pieces missing from the start are a handicap, which the record does not state",
        "{points}点で、開始局面にない駒が駒落ちによるものなら{credit}点加わるが、駒落ちかどうかの記載がない",
        points = Count(points, "point"),
        credit
    )
}
