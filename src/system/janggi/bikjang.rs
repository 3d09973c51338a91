//! Bikjang 빅장: generals that face each other on a file with nothing between.

use super::game::Janggi;

impl Janggi {
    /// What the ply that was made means for generals that face each other, or did before it.
    pub(super) fn settle_bikjang(&mut self, mover: usize, was_facing: bool) {
        let is_facing = self.men.are_facing();
        let is_answer = self.called == Some(1 - mover);
        self.called = (is_facing && !was_facing).then_some(mover);
        if !is_answer || self.ended.is_some() {
            return;
        }
        if is_facing {
            // Before a promoted general it is a question of who is taken.
            if !self.is_promoted(mover) && !self.is_promoted(1 - mover) {
                self.ended = self.ruling.ignored();
            }
        } else if let Some((general, _)) = self.men.general(mover) {
            self.promote(general);
        }
    }
}
