//! A game and what is declared or agreed on at its end.

use super::Game;
use crate::profile::Declaration;
use crate::record::Terminal;
use crate::referee::impasse::{Declared, LEAST, Standings, declared};
use crate::shogi::{Color, Standing};

impl Game<'_> {
    /// How a side stands at the end; `None` where the board is in doubt, or its king is not on it.
    pub(in crate::referee) fn standing(&self, side: Color) -> Option<Standings> {
        let known = self.board_is_known && self.king_captured.is_none() && self.end.king(side).is_some();
        known.then(|| Standings::of(self.end, side, self.profile, self.record))
    }

    /// Whether a side meets the conditions of a declaration, as far as the rules have any and the board is known.
    pub(in crate::referee) fn could_declare(&self, side: Color) -> bool {
        let fails = |it: &Standing| declared(self.profile.declaration, it) == Some(Declared::Fails);
        let judged = self.standing(side).map(|it| it.agree(fails));
        judged != Some(Some(true))
    }

    /// The side that declares an entering-king win with the last token of the record: the one it names, else the one
    /// whose turn it is.
    pub(in crate::referee) fn declarer(&self) -> Option<Color> {
        let (declared, named) = match self.ending {
            Some((_, ending)) => (self.declared(), ending.offender.map(Color::opponent)),
            None => (
                self.terminal() == Some(Terminal::DeclareWin),
                self.claim.and_then(|claim| claim.winner),
            ),
        };
        declared.then(|| named.unwrap_or_else(|| self.to_move()))
    }

    /// The side that declares a draw, by the rule that has such a declaration. CSA's word for that is written for any
    /// draw: where another kind of draw is possible, it is not taken for a declaration.
    pub(in crate::referee) fn draw_declarer(&self) -> Option<Color> {
        let side = self.to_move();
        let says = self.ending.is_some_and(|(_, ending)| ending.word == "%HIKIWAKE");
        let known = self.profile.declaration == Declaration::Points24;
        // The pieces of both sides are counted last, and for hardly any record.
        let otherwise = || self.repetition.is_some() || self.is_full() || self.enough_for_agreement();
        (says && known && self.end.king_entered(side) && !otherwise()).then_some(side)
    }

    /// Whether both sides have the points with which an agreed impasse is drawn in professional games.
    fn enough_for_agreement(&self) -> bool {
        let points = |side| self.standing(side).map(|it| it.most.all.value());
        Color::ALL
            .into_iter()
            .all(|side| points(side).is_none_or(|value| value >= LEAST))
    }

    /// Whether the record says that the players agreed on an impasse.
    pub(in crate::referee) fn says_agreed_impasse(&self) -> bool {
        // In USEN one letter stands for an impasse and for a declared win.
        self.terminal() == Some(Terminal::Impasse)
            && !self.says_limit()
            && self.record.format.name() != "usen"
    }
}
