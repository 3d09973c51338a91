//! A game and what is declared or agreed on at its end.

use super::Game;
use crate::notation::header;
use crate::profile::{Declaration, ImpasseAgreement};
use crate::record::{Date, HeaderKey, Terminal};
use crate::referee::impasse::{Declared, LEAST, Standings, declared};
use crate::shogi::{Color, Standing};

impl Game<'_> {
    /// How a side stands at the end; `None` where the board is in doubt or has more pieces than a set, or the king is not
    /// on it.
    pub(in crate::referee) fn standing(&self, side: Color) -> Option<Standings> {
        let is_whole = self.king_captured.is_none() && self.end.king(side).is_some();
        let known = self.board_is_known && is_whole && self.end.surplus().next().is_none();
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
        let is_counted = self.end.surplus().next().is_none();
        let mut sides = Color::ALL.into_iter();
        is_counted && sides.all(|side| points(side).is_none_or(|value| value >= LEAST))
    }

    /// Whether the record says that the players agreed on an impasse, and the rules say when they may.
    pub(in crate::referee) fn has_impasse_to_check(&self) -> bool {
        // In USEN one letter stands for an impasse and for a declared win.
        self.terminal() == Some(Terminal::Impasse)
            && self.profile.impasse_agreement != ImpasseAgreement::None
            && !self.says_limit()
            && self.record.format.name() != "usen"
            && !self.is_free_to_agree()
    }

    /// Whether the game is so old that its players were free to agree on an impasse.
    fn is_free_to_agree(&self) -> bool {
        let began = || Date::read(header::value(self.record, HeaderKey::Start)?).ok();
        let before = self.profile.impasse_free_before;
        before.is_some_and(|year| began().is_some_and(|date| date.year < year))
    }
}
