//! Words about the end: the check of a rule that shogi has, too.

use crate::finding::message;
use crate::referee::report::Report;
use crate::system::board::WordCase;
use crate::system::yonin::game::Yonin;
use crate::system::yonin::position::letter;

/// The check of `unreadable-result`: a word about a player that names none, or one of another game.
pub(super) fn names_nobody(case: &WordCase<Yonin>, report: &mut Report) {
    if let name @ ("hq" | "exterminated") = &*case.word.name {
        let name = format!("#{name}");
        report.say(message!(
            "`{name}` belongs to gunjin shogi and has no meaning in yonin shogi",
            "`{name}` は軍人将棋の語であり、四人将棋では何も意味しない",
            name
        ));
        return;
    }
    let is_about_all = matches!(&*case.word.name, "draw" | "interrupt");
    let about = case.word.rest.first().and_then(|it| letter(it));
    if !is_about_all && about.is_none() {
        let name = format!("#{}", case.word.name);
        report.say(message!(
            "expected a player (S, W, N or E) after `{name}`",
            "`{name}` の後に対局者（S、W、N、E）が必要である",
            name
        ));
    }
}
