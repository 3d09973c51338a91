//! `jishogi-points` 点数で勝敗の決まる持将棋: an impasse that one side wins by points.

use crate::finding::{Class, Example, Page, Rule, Words, both, say};
use crate::profile::ImpasseAgreement;
use crate::record::Outcome;
use crate::referee::game::{Complaint, Game};
use crate::referee::impasse;
use crate::referee::words::{self, japanese};
use crate::shogi::{Color, Standing};

/// 点数で勝敗の決まる持将棋: an impasse that one side wins by points.
pub static RULE: Rule = Rule {
    name: "jishogi-points",
    class: Class::RecordError,
    english: "an impasse that one side wins by points",
    japanese: "点数で勝敗の決まる持将棋",
    page: Page {
        what: both(
            "The result is an impasse by agreement (持将棋, `%JISHOGI`), but the points decide. All pieces on the board and in hand count, rook and bishop 5, others 1, kings nothing. By the 24-point rule a side with fewer than 24 loses. By the 27-point rule of amateur events there is no draw: the side with more than 27 wins, and White where both have 27. Pieces of a handicap count for White where the rules of the event say so.",
            "合意による持将棋（持将棋、`%JISHOGI`）とあるが、点数で勝敗が決まる。盤上の駒と持駒をすべて数え、大駒は5点、小駒は1点、玉は0点とする。24点法では24点に満たない側の負け、アマチュアの27点法では引き分けがなく、27点を超える側の勝ち、27点ずつなら後手の勝ちとなる。駒落ちで除いた駒は、大会の規定が定めるときは上手の得点に加える。",
        ),
        why: both("The game has a winner.", "対局には勝者がいる。"),
        remedy: both(
            "Compare the last position with the score sheet and correct the result. Professional games count by 24 points: judge them with `--profile jsa-pro`.",
            "終局図を記録と照合し、結果を改める。公式戦は24点法であり、`--profile jsa-pro` で判定する。",
        ),
        source: "S0:341, S3:76-78: 24 points; JSA rules for amateurs: 27 points.",
        bad: Example::Record {
            text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 持将棋\n",
            note: both("28 points against 26", "28点対26点"),
        },
        good: Example::Under {
            rules: "extends = \"jsa-pro\"",
            text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 持将棋\n",
            note: both("both have 24 and more", "双方とも24点以上ある"),
        },
    },
};

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>) -> Vec<Complaint> {
    if !game.says_agreed_impasse() {
        return Vec::new();
    }
    let [Some(black), Some(white)] = Color::ALL.map(|side| game.standing(side)) else {
        return Vec::new();
    };
    let entered = [black, white].iter().filter(|it| it.king_entered()).count();
    if entered < usize::from(game.profile.impasse_entered_kings) {
        return Vec::new();
    }
    let Some((winner, rule)) = decided(game.profile.impasse_agreement, &black, &white) else {
        return Vec::new();
    };
    let [first, second] = [black, white].map(|it| impasse::has_points(&it));
    let reason = say(
        format!(
            "{} and {}: {}, {} wins",
            first.english,
            second.english,
            rule.english,
            words::side(winner)
        ),
        format!(
            "{}、{}：{}で{}の勝ち",
            first.japanese,
            second.japanese,
            rule.japanese,
            japanese::side(winner)
        ),
    );
    let message = say(
        format!("the result is an impasse, but {}", reason.english),
        format!("持将棋とあるが、{}", reason.japanese),
    );
    vec![
        game.about_result(Some(winner.opponent()), message)
            .deciding_since(Outcome::Win(winner), reason),
    ]
}

/// Who wins by the points, and by which rule.
fn decided(agreement: ImpasseAgreement, black: &Standing, white: &Standing) -> Option<(Color, Words)> {
    let [black, white] = [black, white].map(|it| it.all.value());
    match agreement {
        ImpasseAgreement::None => None,
        ImpasseAgreement::Points24 => {
            let loser = match (black < impasse::LEAST, white < impasse::LEAST) {
                (true, false) => Color::Black,
                (false, true) => Color::White,
                _ => return None,
            };
            let rule = both(
                "by the 24-point rule, where fewer lose",
                "24点法（24点未満は負け）",
            );
            Some((loser.opponent(), rule))
        }
        ImpasseAgreement::Points27 => {
            let winner = if black > white { Color::Black } else { Color::White };
            let rule = both(
                "by the 27-point rule, where the side with more wins and White at 27 each",
                "27点法（多い側の勝ち、同点は後手の勝ち）",
            );
            Some((winner, rule))
        }
    }
}
