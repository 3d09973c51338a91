//! The values of `relative` and `promote` of a move.

use crate::notation::meaning;
use crate::record::{Origin, Promotion};
use crate::shogi::{Motion, Side, Suffix};

/// The letters of `relative` for 左, 直 and 右.
pub(super) const SIDES: [(char, Side); 3] = [('L', Side::Left), ('C', Side::Straight), ('R', Side::Right)];
/// The letters of `relative` for 上, 寄 and 引.
pub(super) const MOTIONS: [(char, Motion); 3] =
    [('U', Motion::Up), ('M', Motion::Level), ('D', Motion::Back)];
/// The value of `relative` for 打.
pub(super) const DROP: &str = "H";

/// Returns the promotion for the value of `promote`, which is `None` if the member is absent.
pub(super) fn promotion(promote: Option<bool>) -> Promotion {
    match promote {
        Some(true) => Promotion::Promote,
        Some(false) => Promotion::Decline,
        None => Promotion::Unstated,
    }
}

/// Reads a value of `relative`: `L`, `U`, `RM`, `H`. Returns `None` for any other text.
pub(super) fn relative(text: &str) -> Option<Origin> {
    if text == DROP {
        return Some(Origin::Hand);
    }
    let mut suffix = Suffix::NONE;
    for letter in text.chars() {
        match (meaning(&SIDES, letter), meaning(&MOTIONS, letter)) {
            (side @ Some(_), _) if suffix.side.is_none() => suffix.side = side,
            (_, motion @ Some(_)) if suffix.motion.is_none() => suffix.motion = motion,
            _ => return None,
        }
    }
    Some(Origin::Words(suffix)).filter(|_| !text.is_empty())
}
