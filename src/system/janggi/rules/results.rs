//! Rules of janggi about times and results.

use crate::finding::{Count, Severity, in_quotes, message, rules};
use crate::notation::gib::{How, Kind};
use crate::record::{Outcome, Terminal};
use crate::referee::report::{Details, Report};
use crate::system::driver::{Board, WordCase};
use crate::system::janggi::board::{self, BLUE, RED, seat};
use crate::system::janggi::game::{Ended, Janggi, halves};
use crate::system::janggi::stated::{Fallen, Said, seat_named};

rules! {
    NO_WIN = "gung-no-win", Doubt, Results,
        "a game declared unwinnable with a chariot on the board", "勝てない駒のみとあるが車が残っている";
    POINTS = "janggi-result-points", RecordError, Results,
        "a win by points (점수승) with fewer points", "点数が足りない 점수승";
    RESULT_CHECK_WIN = "gung-result-check-win", RecordError, Results,
        "an invalid win by check (장군승)", "成立しない 장군승";
    RESULT_DRAW = "gung-result-draw", RecordError, Results,
        "a draw (무승부) in gung-janggi", "宮チャンギにない引き分け（무승부）";
    RESULT_MATE = "gung-result-mate", RecordError, Results,
        "an invalid win by mate (외통승)", "成立しない 외통승";
    RESULT_PIECES = "gung-result-pieces", RecordError, Results,
        "a win by pieces (기물승) without more pieces", "駒数が多くない 기물승";
    RESULT_SECOND_PLAYER = "gung-result-second-player", RecordError, Results,
        "an invalid win of the second player (후수승)", "成立しない 후수승";
}

/// The game went on after it.
pub(super) fn overrun(game: &Janggi, report: &mut Report) {
    if let Some(fallen) = game.fallen.filter(|it| it.ply < game.plies) {
        say(&fallen, report);
    }
}

/// It was the last ply, and the result is another one than a loss on time.
pub(super) fn forfeit(game: &Janggi, report: &mut Report) {
    let end = game.stated().map(|it| it.terminal);
    let is_told = matches!(
        end,
        None | Some(Terminal::Timeout | Terminal::Interrupt | Terminal::Other)
    );
    if let Some(fallen) = game.fallen.filter(|it| it.ply == game.plies && !is_told) {
        say(&fallen, report);
    }
}

/// A loss on time by a player who had most of the time left. The time of the move that was not made is not recorded, so
/// that it is a note where the loser was to move.
pub(super) fn time_left(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Time);
    let Some(loser) = told.and_then(|it| it.winner).map(|it| 1 - it) else {
        return;
    };
    if let Some(spare) = game.time_left(loser) {
        let severity = (game.due == loser).then_some(Severity::Note);
        let (seat, spare) = (seat(loser), spare / 1000);
        report
            .add(message!(
                "the result is a loss on time for {seat}, but the recorded times leave {spare} s and all byoyomi (초읽기)",
                "結果は{seat}の時間切れ負けだが、記録された消費時間では{spare}秒と秒読み（초읽기）のすべてが残っている",
                seat,
                spare
            ))
            .at(game.said_at)
            .of_seat(seat)
            .weighing(severity);
    }
}

fn say(fallen: &Fallen, report: &mut Report) {
    let (seat, by) = (seat(fallen.seat), fallen.by / 1000);
    report
        .add(message!(
            "{seat} used all the time and byoyomi (초읽기) and exceeded them by {by} s",
            "{seat}は持ち時間と秒読み（초읽기）を使い切り、さらに{by}秒使った",
            seat,
            by
        ))
        .at_ply(fallen.ply, fallen.span)
        .of_seat(seat);
}

// The number of plies that a header tells: the check of a rule that shogi has, too.

pub(super) fn check(game: &Janggi, report: &mut Report) {
    let is_foul = game.stated().is_some_and(|it| it.terminal == Terminal::FoulLoss);
    if let Some(length) = game.length.filter(|it| !it.fits(is_foul)) {
        report
            .add(message!(
                "the header 총수 gives {said}, but the record has {played}",
                "ヘッダー 총수 では{said}手だが、棋譜には{played}手ある",
                said = Count(length.said, "move"),
                played = length.played
            ))
            .at(length.span)
            .weighing(Some(Severity::Warning));
    }
}

pub(super) fn no_win(case: &WordCase<Janggi>, report: &mut Report) {
    if case.word.name == "no-win" && has_chariot(&case.before.men) {
        report.add(message!(
            "the record states that neither side can win, but there is a chariot on the board",
            "双方とも勝てないとの記載だが、盤上に車がある"
        ));
    }
}

/// The check of a result by the number of pieces.
pub(super) fn counted(game: &Janggi, report: &mut Report) {
    let how = game.said.and_then(Said::how).map(|it| it.how);
    let is_counted = matches!(how, Some(How::Pieces | How::Second));
    if is_counted && !game.has_no_win && game.ended.is_none() && has_chariot(&game.men) {
        report
            .add(message!(
                "the result is by the number of pieces, but a chariot is on the board, so a win is still possible",
                "結果は駒の数によるが、盤上に車があり、まだ勝つことができる"
            ))
            .at(game.said_at);
    }
}

fn has_chariot(men: &board::Board) -> bool {
    [BLUE, RED]
        .iter()
        .any(|&seat| men.count_of(seat, Kind::Chariot) > 0)
}

pub(super) fn points(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Points);
    let Some(winner) = told.and_then(|it| it.winner) else {
        return;
    };
    let [own, others] = [winner, 1 - winner].map(|it| game.men.half_points(it));
    if own < others {
        let name = seat(winner);
        report
            .add(message!(
                "the result is a win by points for {name}, but the points are {own} to {others}",
                "結果は{name}の点数勝ちだが、点数は{own}対{others}である",
                name,
                own = halves(own),
                others = halves(others)
            ))
            .at(game.said_at);
    }
}

pub(super) fn result_check_win(game: &Janggi, report: &mut Report) {
    let Some(told) = game.said.and_then(Said::how) else {
        return;
    };
    let Some(winner) = told.winner else { return };
    let name = seat(winner);
    let checked = match game.ended {
        Some(Ended::Checked { winner }) => Some(winner),
        _ => None,
    };
    // A loss on time or by a foul may have come before the check was made.
    let is_by_play = !matches!(told.how, How::Time | How::Foul | How::Check);
    let message = match checked {
        Some(first) if is_by_play && first != winner => message!(
            "the result is a win for {name}, but {first} gave the first check after `#no-win` and wins (장군승)",
            "結果は{name}の勝ちだが、`#no-win` の後に最初の王手をかけた{first}の勝ち（장군승）である",
            name,
            first = seat(first)
        ),
        _ if told.how != How::Check => return,
        _ if !game.has_no_win => message!(
            "a win by check requires `#no-win` (neither side can win with the pieces left)",
            "장군승 には `#no-win`（双方とも勝てない駒だけになった）が必要である"
        ),
        // The other side has stepped before its promoted general, which may take.
        _ if game.due == winner && game.is_promoted(winner) && game.men.are_facing() => return,
        _ if checked != Some(winner) => message!(
            "the result is a win by check for {name}, but {name} did not give the first check after `#no-win`",
            "結果は{name}の 장군승 だが、{name}は `#no-win` の後の最初の王手をかけていない",
            name
        ),
        _ => return,
    };
    report.add(message).at(game.said_at).deciding(Outcome::None);
}

pub(super) fn result_draw(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how);
    if told.is_some_and(|it| it.how == How::Draw) {
        report
            .add(message!(
                "the result is a draw, but there are no draws in gung-janggi",
                "結果は引き分けだが、宮チャンギに引き分けはない"
            ))
            .at(game.said_at);
    }
}

/// Whether a mate by this winner is refuted by the board. A general that can be taken with the next ply is as good as
/// taken.
pub(super) fn is_refuted(game: &Janggi, winner: usize) -> bool {
    let loser = 1 - winner;
    match game.ended {
        Some(Ended::Captured { winner: taker }) => taker != winner,
        // It was over before, and is told in `result_check_win`.
        Some(Ended::Checked { .. }) => false,
        _ if game.due == loser => !game.men.is_mated(loser),
        _ => !game.men.in_check(loser),
    }
}

pub(super) fn result_mate(game: &Janggi, report: &mut Report) {
    let Some(told) = game.said.and_then(Said::how) else {
        return;
    };
    let Some(winner) = told.winner else { return };
    let name = seat(1 - winner);
    let taken = matches!(game.ended, Some(Ended::Captured { winner: taker }) if taker != winner);
    if taken {
        let winner = seat(winner);
        report
            .add(message!(
                "the result is a win for {winner}, but {winner}'s general was captured",
                "結果は{winner}の勝ちだが、{winner}の将は取られている",
                winner
            ))
            .at(game.said_at);
    } else if told.how == How::Mate && is_refuted(game, winner) {
        report
            .add(message!(
                "the result is a mate of {name}, but {name} is not mated",
                "結果は{name}の詰みだが、{name}は詰んでいない",
                name
            ))
            .at(game.said_at)
            .deciding(Outcome::None);
    }
}

pub(super) fn result_pieces(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how);
    if told.is_some_and(|it| it.how == How::Points) {
        report
            .add(message!(
                "gung-janggi has no win by points (점수승), only by the number of pieces (기물승, 후수승)",
                "宮チャンギに点数勝ち（점수승）はなく、駒の数で決める（기물승、후수승）"
            ))
            .at(game.said_at);
    }
    let Some(winner) = told.filter(|it| it.how == How::Pieces).and_then(|it| it.winner) else {
        return;
    };
    let [own, others] = [winner, 1 - winner].map(|it| game.men.count(it));
    if own <= others {
        let name = seat(winner);
        report
            .add(message!(
                "the result is a win by pieces for {name}, but the count is {own} to {others}",
                "結果は{name}の駒数勝ちだが、駒は{own}枚対{others}枚である",
                name,
                own,
                others
            ))
            .at(game.said_at);
    }
}

pub(super) fn result_second_player(game: &Janggi, report: &mut Report) {
    let told = game.said.and_then(Said::how).filter(|it| it.how == How::Second);
    let Some(told) = told else { return };
    let [blue, red] = [BLUE, RED].map(|it| game.men.count(it));
    let message = if blue != red {
        message!(
            "a win of the second player requires equal pieces, but Blue has {blue} and Red has {red}",
            "후수승 は駒が同数の場合に限られるが、青は{blue}枚、紅は{red}枚である",
            blue,
            red
        )
    } else if told.winner == Some(BLUE) {
        message!(
            "the result is a win of the second player for Blue, but Blue is the first player",
            "結果は青の 후수승 だが、青は先手である"
        )
    } else {
        return;
    };
    report.add(message).at(game.said_at);
}

// Words after a move: the checks of rules that shogi has, too.

/// The check of `unreadable-result`: a word about a player that does not name one.
pub(super) fn states_no_player(case: &WordCase<Janggi>, report: &mut Report) {
    let name = format!("#{}", case.word.name);
    let named = case.word.rest.first();
    if named.is_some_and(|it| seat_named(it).is_some()) {
        return;
    }
    match (&*case.word.name, named) {
        ("result", _) => {
            report.add(message!(
                "expected the winner after `{name}`: 초 or 한, 청 or 홍",
                "`{name}` の後に、勝った側（초・한 か 청・홍）が必要である",
                name
            ));
        }
        ("mate" | "resign" | "timeout" | "foul", Some(text)) => {
            let due = seat(case.before.due);
            let text = in_quotes(text);
            report.add(message!(
                "{text} after `{name}` is not a side (초 or 한, 청 or 홍); read as {due}, the side to move",
                "`{name}` の後の{text}は側の名（초・한、청・홍）でない。手番の{due}として読む",
                text,
                name,
                due
            ));
        }
        _ => {}
    }
}

/// The check of `take-back`.
pub(super) fn take_back(case: &WordCase<Janggi>, report: &mut Report) {
    let last = case.before.last.filter(|_| case.word.name == "take-back");
    if let Some(last) = last {
        let mover = seat(last);
        report
            .add(message!(
                "{mover} takes a move back; the move made remains valid (일수불퇴)",
                "{mover}の待ったがあるが、指した手は取り消せない（일수불퇴）",
                mover
            ))
            .of_seat(mover);
    }
}
