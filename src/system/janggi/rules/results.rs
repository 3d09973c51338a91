//! Rules of janggi and gung-janggi about times and results.

use crate::finding::{Count, Message, Severity, in_quotes, message, rules};
use crate::notation::gib::{EndReason, Kind};
use crate::record::Terminal;
use crate::referee::rule_hit::RuleHit;
use crate::system::janggi::board::{BLUE, RED, seat};
use crate::system::janggi::clock::TimeExceeded;
use crate::system::janggi::game::Janggi;
use crate::system::janggi::ruling::format_half_points;
use crate::system::janggi::stated::seat_named;
use crate::system::model::{ClaimCase, GameState};

rules! {
    NO_WIN = "gung-no-win", Doubt, Results,
        "a game declared unwinnable with a chariot on the board", "勝てない駒のみとあるが車が残っている";
    POINTS = "janggi-result-points", RecordError, Results,
        "a win by points (점수승) with fewer points", "点数の足りない点数勝ち";
    RESULT_CHECK_WIN = "gung-result-check-win", RecordError, Results,
        "an invalid win by check (장군승)", "成立しない王手勝ち";
    RESULT_DRAW = "gung-result-draw", RecordError, Results,
        "a draw (무승부) in gung-janggi", "宮チャンギにない引き分け";
    RESULT_MATE = "gung-result-mate", RecordError, Results,
        "an invalid win by mate (외통승)", "成立しない詰み勝ち";
    RESULT_PIECES = "gung-result-pieces", RecordError, Results,
        "a win by pieces (기물승) without more pieces", "駒数の多くない駒数勝ち";
    RESULT_SECOND_PLAYER = "gung-result-second-player", RecordError, Results,
        "an invalid win of the second player (후수승)", "成立しない後手勝ち";
}

// Clocks, and the number of plies.

/// Reports a player who used up all the time before the last ply: the game continued.
pub(super) fn overrun(game: &Janggi) -> Option<RuleHit> {
    game.time_exceeded
        .filter(|time_exceeded| time_exceeded.ply < game.plies)
        .map(overrun_hit)
}

/// Reports a player who used up all the time with the last ply. Nothing is reported if the record states a loss on
/// time or an interruption, or does not state how the game ended.
pub(super) fn forfeit(game: &Janggi) -> Option<RuleHit> {
    let end = game.stated_end().map(|it| it.terminal);
    let is_stated = matches!(
        end,
        None | Some(Terminal::Timeout | Terminal::Interrupt | Terminal::Other)
    );
    let is_last = |time_exceeded: &TimeExceeded| time_exceeded.ply == game.plies && !is_stated;
    game.time_exceeded.filter(is_last).map(overrun_hit)
}

/// Returns the finding for a player who used up all of the time.
fn overrun_hit(time_exceeded: TimeExceeded) -> RuleHit {
    let (seat, excess_seconds) = (seat(time_exceeded.seat), time_exceeded.excess_ms / 1000);
    let message = message!(
        "{seat} used all the time and byoyomi (초읽기) and exceeded them by {excess_seconds} s",
        "{seat}は持ち時間と秒読みを使い切り、さらに{excess_seconds}秒使った",
        seat,
        excess_seconds
    );
    RuleHit::from(message)
        .at_ply(time_exceeded.ply, time_exceeded.span)
        .with_seat(seat)
}

/// Reports a loss on time by a player with all byoyomi periods and at least half of the base time left.
///
/// The finding is a note if the loser was to move, because the time of the unfinished move is not recorded.
pub(super) fn time_left(game: &Janggi) -> Option<RuleHit> {
    let loser = 1 - game.winner_by(EndReason::Time)?;
    let (seat, seconds_left) = (seat(loser), game.time_left(loser)? / 1000);
    let message = message!(
        "the result is a loss on time for {seat}, but the recorded times leave {seconds_left} s and all byoyomi (초읽기)",
        "結果は{seat}の時間切れ負けだが、記録された消費時間では{seconds_left}秒と秒読みのすべてが残っている",
        seat,
        seconds_left
    );
    let severity = (game.side_to_move == loser).then_some(Severity::Note);
    Some(RuleHit::from(message).with_seat(seat).with_severity(severity))
}

/// Reports a header 총수 whose number of plies does not agree with the record, as `StatedLength::agrees` defines
/// it.
pub(super) fn length(game: &Janggi) -> Option<RuleHit> {
    let is_foul = game
        .stated_end()
        .is_some_and(|stated_end| stated_end.terminal == Terminal::FoulLoss);
    let length = game.length.filter(|it| !it.agrees(is_foul))?;
    let message = message!(
        "the header 총수 gives {stated}, but the record has {actual}",
        "手数のヘッダー（`총수`）では{stated}手だが、棋譜には{actual}手ある",
        stated = Count(length.stated, "move"),
        actual = length.actual
    );
    Some(
        RuleHit::from(message)
            .at_span(length.span)
            .with_severity(Severity::Warning),
    )
}

// Counts of pieces and of points.

fn has_chariot(game: &Janggi) -> bool {
    [BLUE, RED]
        .iter()
        .any(|&seat| game.board.count_of(seat, Kind::Chariot) > 0)
}

pub(super) fn no_win(case: &ClaimCase<Janggi>) -> Option<Message> {
    (case.word.name == "no-win" && has_chariot(&case.before)).then(|| {
        message!(
            "the record states that neither side can win, but there is a chariot on the board",
            "双方とも勝てないとの記載だが、盤上に車がある"
        )
    })
}

/// Reports a result by the number of pieces while a chariot is on the board. Nothing is reported after `#no-win`, or
/// if the moves ended the game.
pub(super) fn counted_with_chariot(game: &Janggi) -> Option<Message> {
    let is_counted = game.is_stated_as(EndReason::Pieces) || game.is_stated_as(EndReason::SecondPlayer);
    (is_counted && !game.has_no_win && game.ended.is_none() && has_chariot(game)).then(|| {
        message!(
            "the result is by the number of pieces, but a chariot is on the board, so a win is still possible",
            "結果は駒の数によるが、盤上に車があり、まだ勝つことができる"
        )
    })
}

pub(super) fn points(game: &Janggi) -> Option<Message> {
    let winner = game.winner_by(EndReason::Points)?;
    let [own, opponents] = [winner, 1 - winner].map(|player| game.board.half_points(player));
    (own < opponents).then(|| {
        message!(
            "the result is a win by points for {name}, but the points are {own} to {opponents}",
            "結果は{name}の点数勝ちだが、点数は{own}対{opponents}である",
            name = seat(winner),
            own = format_half_points(own),
            opponents = format_half_points(opponents)
        )
    })
}

pub(super) fn points_in_gung(game: &Janggi) -> Option<Message> {
    game.is_stated_as(EndReason::Points).then(|| {
        message!(
            "gung-janggi has no win by points (점수승), only by the number of pieces (기물승, 후수승)",
            "宮チャンギに点数勝ちはなく、駒の数で決める"
        )
    })
}

pub(super) fn result_pieces(game: &Janggi) -> Option<Message> {
    let winner = game.winner_by(EndReason::Pieces)?;
    let [own, opponents] = [winner, 1 - winner].map(|player| game.board.count(player));
    (own <= opponents).then(|| {
        message!(
            "the result is a win by pieces for {name}, but the count is {own} to {opponents}",
            "結果は{name}の駒数勝ちだが、駒は{own}枚対{opponents}枚である",
            name = seat(winner),
            own,
            opponents
        )
    })
}

pub(super) fn result_second_player(game: &Janggi) -> Option<Message> {
    let [blue, red] = [BLUE, RED].map(|player| game.board.count(player));
    if game.is_stated_as(EndReason::SecondPlayer) && blue != red {
        Some(message!(
            "a win of the second player requires equal pieces, but Blue has {blue} and Red has {red}",
            "後手勝ちは駒が同数の場合に限られるが、青は{blue}枚、紅は{red}枚である",
        ))
    } else if game.winner_by(EndReason::SecondPlayer) == Some(BLUE) {
        Some(message!(
            "the result is a win of the second player for Blue, but Blue is the first player",
            "結果は青の後手勝ちだが、青は先手である"
        ))
    } else {
        None
    }
}

// Mate, check and draws.

pub(super) fn result_check_win(game: &Janggi) -> Option<Message> {
    let stated = game.stated_ending()?;
    let winner = stated.winner?;
    let name = seat(winner);
    let winner_by_check = game.won_by(Terminal::CheckWin);
    // A loss on time or by an illegal move may have preceded the check.
    let is_by_play = !matches!(
        stated.reason,
        EndReason::Time | EndReason::Foul | EndReason::FirstCheck
    );
    match winner_by_check {
        Some(first) if is_by_play && first != winner => Some(message!(
            "the result is a win for {name}, but {first} gave the first check after `#no-win` and wins (장군승)",
            "結果は{name}の勝ちだが、`#no-win` の後に最初の王手をかけた{first}の勝ちである",
            name,
            first = seat(first)
        )),
        _ if stated.reason != EndReason::FirstCheck => None,
        _ if !game.has_no_win => Some(message!(
            "a win by check requires `#no-win` (neither side can win with the pieces left)",
            "王手勝ちには `#no-win`（双方とも勝てない駒だけになった）が必要である"
        )),
        // The other general faces the winner's promoted general, which can capture it.
        _ if game.side_to_move == winner && game.is_promoted(winner) && game.board.are_facing() => None,
        _ if winner_by_check != Some(winner) => Some(message!(
            "the result is a win by check for {name}, but {name} did not give the first check after `#no-win`",
            "結果は{name}の王手勝ちだが、{name}は `#no-win` の後の最初の王手をかけていない",
            name
        )),
        _ => None,
    }
}

pub(super) fn result_draw(game: &Janggi) -> Option<Message> {
    game.is_stated_as(EndReason::Draw).then(|| {
        message!(
            "the result is a draw, but there are no draws in gung-janggi",
            "結果は引き分けだが、宮チャンギに引き分けはない"
        )
    })
}

/// Reports a recorded winner whose general was captured.
pub(super) fn winner_without_general(game: &Janggi) -> Option<Message> {
    let winner = game.stated_ending()?.winner?;
    game.won_by(Terminal::GeneralCaptured)
        .filter(|&player| player != winner)?;
    Some(message!(
        "the result is a win for {winner}, but {winner}'s general was captured",
        "結果は{winner}の勝ちだが、{winner}の将は取られている",
        winner = seat(winner)
    ))
}

/// Reports a recorded mate that is not mate. If the winner is to move, a general that can be captured counts as
/// mated.
pub(super) fn false_mate(game: &Janggi) -> Option<Message> {
    let winner = game.winner_by(EndReason::Mate)?;
    let loser = 1 - winner;
    let is_refuted = match game.ended.as_ref().map(|it| it.terminal) {
        // In gung-janggi, `winner_without_general` reports that the winner's general was captured.
        Some(terminal @ Terminal::GeneralCaptured) => {
            game.won_by(terminal) != Some(winner) && !game.ruling.is_gung()
        }
        // The game ended by a check before the mate, and `result_check_win` reports that end.
        Some(Terminal::CheckWin) => false,
        _ if game.side_to_move == loser => !game.board.is_mated(loser),
        _ => !game.board.in_check(loser),
    };
    is_refuted.then(|| {
        message!(
            "the result is a mate of {loser}, but {loser} is not mated",
            "結果は{loser}の詰みだが、{loser}は詰んでいない",
            loser = seat(loser)
        )
    })
}

// Claims after a move.

/// Reports a claim about a player with a word that is not the name of a side, and a `#result` without the name
/// of a side.
pub(super) fn states_no_player(case: &ClaimCase<Janggi>) -> Option<Message> {
    let name = format!("#{}", case.word.name);
    let side_word = case.word.rest.first();
    if side_word.is_some_and(|word| seat_named(word).is_some()) {
        return None;
    }
    match (&*case.word.name, side_word) {
        ("result", _) => Some(message!(
            "expected the winner after `{name}`: 초 or 한, 청 or 홍",
            "`{name}` の後に、勝った側（`초`、`한`、`청`、`홍`）が必要である",
        )),
        ("mate" | "resign" | "timeout" | "foul", Some(text)) => Some(message!(
            "{text} after `{name}` is not a side (초 or 한, 청 or 홍); read as {side_to_move}, the side to move",
            "`{name}` の後の{text}は側の名（`초`、`한`、`청`、`홍`）でない。手番の{side_to_move}として読む",
            text = in_quotes(text),
            name,
            side_to_move = seat(case.before.side_to_move)
        )),
        _ => None,
    }
}

pub(super) fn take_back(case: &ClaimCase<Janggi>) -> Option<RuleHit> {
    let last_mover = case.before.last_mover.filter(|_| case.word.name == "take-back");
    let mover = seat(last_mover?);
    let message = message!(
        "{mover} takes a move back; the move made remains valid (일수불퇴)",
        "{mover}の待ったがあるが、指した手は取り消せない",
        mover
    );
    Some(RuleHit::from(message).with_seat(mover))
}
