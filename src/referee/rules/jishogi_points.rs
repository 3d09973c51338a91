//! `jishogi-points` 点数で勝敗の決まる持将棋: an impasse that one side wins by points.

use super::impasse_by_other_profile;
use crate::finding::{Message, Severity, Words, both, message, rule};
use crate::profile::ImpasseAgreement;
use crate::record::Outcome;
use crate::referee::game::Game;
use crate::referee::impasse::{self, Standings};
use crate::referee::report::Report;
use crate::shogi::{Color, Standing};

rule! {
    name: "jishogi-points",
    class: RecordError,
    group: Results,
    title: "an impasse that one side wins by points", "点数で勝敗の決まる持将棋",
    what:
        "The result is an impasse by agreement (持将棋, `%JISHOGI`), but the points decide. All pieces on the board and in hand count, rook and bishop 5, others 1, kings nothing. By the 24-point rule a side with fewer than 24 loses. By the 27-point rule of amateur events there is no draw: the side with more than 27 wins, and White where both have 27. If no profile was chosen and the impasse is right by another one, it is `impasse-by-other-profile` instead. Pieces of a handicap count for White where the rules of the event say so; where they decide, and it is not known whether missing pieces are a handicap, a note says so.",
        "合意による持将棋（持将棋、`%JISHOGI`）とあるが、点数で勝敗が決まる。盤上の駒と持駒をすべて数え、大駒は5点、小駒は1点、玉は0点とする。24点法では24点に満たない側の負け、アマチュアの27点法では引き分けがなく、27点を超える側の勝ち、27点ずつなら後手の勝ちとなる。プロファイルの指定がなく、別のプロファイルでは正しい持将棋は `impasse-by-other-profile` とする。駒落ちで除いた駒は、大会の規定が定めるときは上手の得点に加える。足りない駒が駒落ちによるものか不明で、その得点が勝敗を分けるときは、注記として示す。",
    why: "The game has a winner.", "対局には勝者がいる。",
    remedy:
        "Compare the last position with the score sheet and correct the result. Professional games count by 24 points: judge them with `--profile jsa-pro`.",
        "終局図を記録と照合し、結果を改める。公式戦は24点法であり、`--profile jsa-pro` で判定する。",
    source: "“쇼기/규칙” and “将棋”: 24 points; JSA rules for amateurs: 27 points.",
    bad: Under {
        rules: "extends = \"jsa-amateur\"",
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 持将棋\n",
    },
        "28 points against 26", "28点対26点",
    good: Under {
        rules: "extends = \"jsa-pro\"",
        text: "手合割：その他\n後手の持駒：銀二　桂四　香二　歩十六\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n| ・ ・ 銀 金 銀 ・ ・ ・ ・|一\n| 馬 龍 金 玉 金 香 香 飛 角|二\n| ・ ・ ・ 金 ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|四\n| ・ ・ ・ ・ ・ ・ ・v歩v歩|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・v玉|八\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：なし\n   1 持将棋\n",
    },
        "both have 24 and more", "双方とも24点以上ある",
}

/// The check.
pub(in crate::referee) fn check(game: &Game<'_>, report: &mut Report) {
    if !game.has_impasse_to_check() || !game.certain || impasse_by_other_profile::profile(game).is_some() {
        return;
    }
    let [Some(black), Some(white)] = Color::ALL.map(|side| game.standing(side)) else {
        return;
    };
    let black = black.least;
    let entered = [black, white.least].iter().filter(|it| it.king_entered()).count();
    if entered < usize::from(game.profile.impasse_entered_kings) {
        return;
    }
    let agreement = game.profile.impasse_agreement;
    let Some(winner) = white.agree(|white| winner(agreement, &black, white)) else {
        report.say(unjudged(&white)).weighing(Severity::Note);
        return;
    };
    let Some(winner) = winner else {
        return;
    };
    let (white, rule) = (white.least, rule_of(agreement));
    let [first, second] = [black, white].map(|it| impasse::has_points(&it));
    let reason = message!(
        "{first} and {second}: {rule}, {winner} wins",
        "{first}、{second}：{rule}で{winner}の勝ち",
        first,
        second,
        rule,
        winner
    );
    report
        .say(message!(
            "the result is an impasse, but {reason}",
            "持将棋とあるが、{reason}",
            reason
        ))
        .of(winner.opponent())
        .deciding_since(Outcome::Win(winner), reason);
}

/// What is said where all depends on points for the pieces of a handicap, and nobody knows whether it was one.
fn unjudged(white: &Standings) -> Message {
    message!(
        "whether the points decide this impasse was not judged: White has {why}",
        "点数で勝敗が決まるかどうかは判定しなかった：後手は{why}",
        why = impasse::depends_on_credit(white.least.all, white.most.all)
    )
}

/// Who wins by the points.
fn winner(agreement: ImpasseAgreement, black: &Standing, white: &Standing) -> Option<Color> {
    let [black, white] = [black, white].map(|it| it.all.value());
    match agreement {
        ImpasseAgreement::None => None,
        ImpasseAgreement::Points24 => match (black < impasse::LEAST, white < impasse::LEAST) {
            (true, false) => Some(Color::White),
            (false, true) => Some(Color::Black),
            _ => None,
        },
        ImpasseAgreement::Points27 if black > white => Some(Color::Black),
        ImpasseAgreement::Points27 => Some(Color::White),
    }
}

/// The rule by which points decide, in words.
fn rule_of(agreement: ImpasseAgreement) -> Words {
    match agreement {
        ImpasseAgreement::Points24 => both(
            "by the 24-point rule, where fewer lose",
            "24点法（24点未満は負け）",
        ),
        _ => both(
            "by the 27-point rule, where the side with more wins and White at 27 each",
            "27点法（多い側の勝ち、同点は後手の勝ち）",
        ),
    }
}
