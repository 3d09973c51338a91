//! Rules about the end of a game: its result, mate and resignation.

use super::{draws, fouls, moves};
use crate::finding::{
    Count, Finding, List, Message, MoveInPosition, Rule, Seat, Severity, Words, both, in_quotes, message,
    rules,
};
use crate::notation::{self, Scope};
use crate::profile::NoLegalMove;
use crate::record::{Claim, Ending, NodeId, Outcome, Step, Terminal};
use crate::referee::cases::Decision;
use crate::referee::game::Game;
use crate::referee::problem;
use crate::referee::rule_hit::RuleHit;
use crate::referee::verdict::{self, Verdict, unclaimed_foul_loses, unclaimed_message};
use crate::shogi::{Color, in_camp};

rules! {
    MOVES_AFTER_END = "moves-after-end", RecordError, Results,
        "moves after the end of the game", "終局後の指し手";
    RESULT_AGAINST_MATE = "result-against-mate", RecordError, Results,
        "a result that contradicts mate on the board", "詰みと食い違う結果";
    RESULT_LINE_MISMATCH = "result-line-mismatch", RecordError, Results,
        "contradictory statements of the result", "結果の記載が食い違う";
    END_TOKEN_MISSING = "end-token-missing", Notice, Results, "no result", "終局の記載がない";
    SUMMARY_MISMATCH = "summary-mismatch", Doubt, Results,
        "a server summary that contradicts the record", "要約との食い違い";
    RESIGN_WHILE_WINNING = "resign-while-winning", Notice, Results,
        "resignation in a won position", "勝ちの局面での投了";
    MATE_CLAIMED_NOT_MATE = "mate-claimed-not-mate", RecordError, Results,
        "a claimed mate that is not mate", "詰みでない";
    MATE_UNSTATED = "mate-unstated", Notice, Results,
        "mate on the board without a result", "終局の記載がない詰み";
    STALEMATE_NAMED_MATE = "stalemate-named-mate", Notice, Results,
        "a claimed mate without check", "王手でない詰み";
    TAKE_BACK = "take-back", Doubt, Fouls, "a move taken back", "待った";
    AGREED_DRAW = "agreed-draw", Notice, Results, "a draw by agreement", "合意の引き分け";
    RESULT_OVERTURNED = "result-overturned", Notice, Results,
        "a stated result that is wrong under the rules", "勝敗の変更";
}

/// The addition to the message about moves after the end that may belong to another game.
static NOT_CHECKED: Words = both(
    "; they cannot all be played from its last position, and are not checked",
    "。最終局面からは続けて指せないため、判定していない",
);

pub(super) fn moves_after_end(game: &Game<'_>) -> Option<RuleHit> {
    let (ply, end) = first_end(game)?;
    let nodes = game.record.tree.main_line().map(|(_, node)| node);
    let mut moves = nodes.filter(|node| node.ply > ply && !matches!(node.step, Step::End(_)));
    let first_move = moves.next()?;
    let count = 1 + moves.count();
    let message = message!(
        "{count} {follow} {end}",
        "{end}の後に{count}手ある",
        follow = if count == 1 { "follows" } else { "follow" },
        count = Count(count, "move"),
        end
    );
    let hit = RuleHit::from(message.followed_by(game.line.has_other_game.then_some(NOT_CHECKED)));
    // After a mate, the first of these moves is illegal for that reason and has been reported as illegal.
    let is_mate = game.line.mated.is_some_and(|mate| mate.ply == ply);
    let hit = hit
        .at_ply(first_move.ply, first_move.span())
        .with_severity(is_mate.then_some(Severity::Note));
    let perpetual = game
        .line
        .fouls
        .iter()
        .find(|foul| foul.ply == ply && *foul.rule == draws::PERPETUAL_CHECK);
    Some(match perpetual.filter(|foul| unclaimed_foul_loses(game, foul)) {
        Some(foul) => {
            hit.with_outcome_and_reason(Outcome::Win(foul.side.opponent()), unclaimed_message(game, foul))
        }
        None => hit,
    })
}

/// Returns the ply and the description of the first end of the game, if nodes follow this end: the end token,
/// the capture of a king, mate, or perpetual check.
fn first_end(game: &Game<'_>) -> Option<(u32, Message)> {
    // In nearly every game, nothing follows the end. The filters avoid building messages in that case.
    let is_early = |ply: u32| ply < game.length;
    let end_token = game
        .ending
        .filter(|&(ply, ending)| is_early(ply) && ending.terminal != Terminal::TakeBack);
    let capture = game.line.king_captured.filter(|&(ply, _)| is_early(ply));
    let mate = game.line.mated.filter(|mate| is_early(mate.ply));
    let perpetual = game
        .line
        .repetition
        .filter(|repetition| is_early(repetition.ply) && repetition.perpetual.is_some());
    let ends = [
        end_token.map(|(ply, ending)| {
            let word = in_quotes(&ending.word);
            (
                ply,
                message!("the end of the game ({word})", "終局の記載{word}", word),
            )
        }),
        capture.map(|(ply, _)| (ply, message!("the capture of the king", "玉を取った手"))),
        mate.map(|mate| {
            let ply = mate.ply;
            let words = if mate.in_check {
                message!("the mate at ply {ply}", "{ply}手目の詰み")
            } else {
                message!("ply {ply}, which left no legal move", "合法手をなくした{ply}手目",)
            };
            (ply, words)
        }),
        perpetual.map(|perpetual| {
            let words = message!(
                "the perpetual check that ended the game at ply {ply}",
                "対局が終わった{ply}手目の連続王手の千日手",
                ply = perpetual.ply
            );
            (perpetual.ply, words)
        }),
    ];
    ends.into_iter().flatten().min_by_key(|&(ply, _)| ply)
}

pub(super) fn result_against_mate(game: &Game<'_>) -> Option<RuleHit> {
    let mate = game
        .automatic_end
        .as_ref()
        .filter(|end| *end.rule == RESULT_AGAINST_MATE);
    let mate = mate.filter(|mate| game.contradicts(mate.outcome))?;
    let loser = game.to_move();
    let is_note = problem::breaks_off_at_mate(game);
    let hit = RuleHit::from(message!(
        "{mate}, but the record states that {stated}",
        "{mate}だが、棋譜の結果は{stated}",
        mate = mate.message,
        stated = game.stated()
    ));
    let hit = hit.with_side(loser).with_cells(game.end.king(loser));
    Some(hit.with_severity(is_note.then_some(Severity::Note)))
}

pub(super) fn result_line_mismatch(game: &Game<'_>) -> Vec<RuleHit> {
    let mut hits = Vec::new();
    for claim in game
        .record
        .claims
        .iter()
        .filter(|claim| is_about_this_game(game, claim.node))
    {
        let ply = game.record.tree.node(claim.node).ply;
        let count_mismatch = ply_count_mismatch(game, claim).map(|message| (message, false));
        let winner_mismatch =
            winner_mismatch(game, claim).map(|message| (message, problem::breaks_off_at_mate(game)));
        for (message, is_note) in [count_mismatch, winner_mismatch].into_iter().flatten() {
            let path = game.record.tree.path(claim.node);
            let severity = (is_note || !path.is_empty()).then_some(Severity::Note);
            let hit = RuleHit::from(message).at_ply(ply, claim.span);
            hits.push(hit.in_variation(path).with_severity(severity));
        }
    }
    hits.extend(other_end_mismatch(game));
    hits.extend(unexplained_loss(game));
    hits
}

/// Returns whether a node belongs to this game, and not to another game after its end.
fn is_about_this_game(game: &Game<'_>, node: NodeId) -> bool {
    let tree = &game.record.tree;
    let is_later = game.ending.is_some_and(|(ply, _)| tree.node(node).ply > ply);
    !(game.line.has_other_game && tree.is_main_line(node) && is_later)
}

/// Returns a message if a まで line gives another number of moves than the record has.
fn ply_count_mismatch(game: &Game<'_>, claim: &Claim<'_>) -> Option<Message> {
    let tree = &game.record.tree;
    let is_main_line = tree.is_main_line(claim.node);
    let is_move = |&id: &NodeId| !matches!(tree.node(id).step, Step::End(_));
    let last_move = if is_main_line {
        game.last_move
    } else {
        tree.ancestors(claim.node).find(is_move)?
    };
    let (plies, number) = (tree.node(last_move).ply, tree.node(last_move).number);
    // Some programs count an illegal move that ended the game, although this move is not written down.
    let unwritten_moves = u32::from(is_main_line && game.terminal() == Some(Terminal::FoulLoss));
    let stated = claim.plies?;
    let fits = stated == number || (plies..=plies.saturating_add(unwritten_moves)).contains(&stated);
    (!fits).then(|| {
        let text = in_quotes(&claim.text);
        message!(
            "{text} gives {stated}, but the record has {plies}",
            "{text}では{stated}手だが、棋譜には{plies}手ある",
            text,
            stated = Count(stated, "move"),
            plies
        )
    })
}

/// Returns a message if a まで line or summary about the main line gives another outcome than the stated result.
fn winner_mismatch(game: &Game<'_>, claim: &Claim<'_>) -> Option<Message> {
    let stated = game
        .stated()
        .filter(|_| game.record.tree.is_main_line(claim.node))?;
    let claimed = game.outcome_of_claim(claim)?;
    // A line that agrees with another end than the one that is used is reported together with that end.
    let claim_node = game.record.tree.node(claim.node);
    let is_of_other_end = game.ending.is_some_and(|(ply, _)| ply != claim_node.ply)
        && matches!(&claim_node.step, Step::End(end) if end.outcome(game.to_move()) == Some(claimed));
    (claimed != stated && !is_of_other_end).then(|| contradiction(game, &claim.text, claimed, stated))
}

/// Returns a finding about a second end of the main line with another meaning than the end that applies. Ends of another
/// game, and words without a known meaning, are ignored.
///
/// If moves are between the two ends, only ends with different results are reported.
fn other_end_mismatch(game: &Game<'_>) -> Option<RuleHit> {
    let (used_ply, used) = game.ending?;
    let stated = game.stated()?;
    let last_ply = game.record.tree.node(game.last_move).ply;
    let is_only_node_after_moves = used_ply == game.length && used_ply == last_ply + 1;
    if is_only_node_after_moves {
        return None;
    }
    let mut nodes = game.record.tree.main_line().skip(last_ply as usize);
    let mut follows_ends = true;
    nodes.find_map(|(id, node)| {
        let Step::End(ending) = &node.step else {
            follows_ends = false;
            return None;
        };
        if node.ply == used_ply || !is_about_this_game(game, id) {
            return None;
        }
        let outcome = ending.outcome(game.to_move())?;
        let have_results = outcome != Outcome::None && stated != Outcome::None;
        if outcome != stated && have_results {
            let message = contradiction(game, &ending.word, outcome, stated);
            return Some(RuleHit::from(message).at_ply(node.ply, ending.span));
        }
        let is_same_end = ending.terminal == used.terminal
            || outcome == Outcome::Draw && [ending.terminal, used.terminal].contains(&Terminal::Draw);
        let is_other = follows_ends && !is_same_end && ending.terminal != Terminal::TakeBack;
        is_other.then(|| second_end(ending, node.ply, used))
    })
}

/// Returns the finding about an end in addition to the end that is used. Both mean the same winner, or one of them does
/// not mean a result.
fn second_end(ending: &Ending<'_>, ply: u32, used: &Ending<'_>) -> RuleHit {
    let hit = RuleHit::from(message!(
        "the record has two ends, {text} and {used}; {used} is used",
        "終局の記載が{text}と{used}の2つある。{used}に従う",
        text = in_quotes(&ending.word),
        used = in_quotes(&used.word)
    ));
    hit.at_ply(ply, ending.span)
        .with_severity(Some(Severity::Warning))
}

/// Returns a finding about a まで line by which the side that made the last move lost, without a reason.
///
/// That side cannot have resigned. `None` if an illegal last move, a passed time limit, or an event that ended
/// the game by itself explains the loss.
fn unexplained_loss(game: &Game<'_>) -> Option<RuleHit> {
    let is_without_reason = |claim: &&Claim<'_>| {
        let is_loss_of_last_mover = claim.winner == Some(game.to_move()) && game.plies > 0;
        claim.terminal.is_none() && game.ending.is_none() && game.is_certain && is_loss_of_last_mover
    };
    let claim = game.claim.filter(is_without_reason)?;
    let loser = game.to_move().opponent();
    let has_other_reason = game.foul_at_end().is_some_and(|foul| foul.side == loser)
        || game.clock_history.flag_fall_ply(loser).is_some()
        || game.automatic_end.is_some();
    if has_other_reason {
        return None;
    }
    let hit = RuleHit::from(message!(
        "{text} does not state why {loser}, who made the last move, lost (for example by an illegal move or on time)",
        "{text}とあるが、最終手を指した{loser}が負けた理由（反則、時間切れなど）の記載がない",
        text = in_quotes(&claim.text),
        loser
    ));
    Some(
        hit.at_ply(game.plies, claim.span)
            .with_severity(Severity::Warning),
    )
}

fn contradiction(game: &Game<'_>, text: &str, claimed: Outcome, stated: Outcome) -> Message {
    let word = game.ending.map_or_else(
        || game.claim.map_or("", |claim| &claim.text),
        |(_, ending)| &ending.word,
    );
    let (text, word) = (in_quotes(text), in_quotes(word));
    let (claimed, stated) = (outcome_phrase(claimed), outcome_phrase(stated));
    message!(
        "{text} means {claimed}, but {word} means {stated}",
        "{text}は{claimed}だが、{word}は{stated}",
        text,
        claimed,
        word,
        stated
    )
}

fn outcome_phrase(outcome: Outcome) -> Message {
    match outcome {
        Outcome::Win(_) => message!("that {outcome}", "{outcome}", outcome),
        Outcome::Draw => message!("a draw", "{outcome}", outcome),
        Outcome::None => message!("no result", "{outcome}", outcome),
    }
}

pub(super) fn end_token_missing(game: &Game<'_>) -> Option<RuleHit> {
    let lacks_results =
        notation::notation(game.record.format).is_some_and(|notation| notation.scope != Scope::Games);
    if game.plies == 0 || game.terminal().is_some() || lacks_results || unstated_mate(game).is_some() {
        return None;
    }
    let ply = game.plies;
    let by_board = match verdict::outcome_on_board(game) {
        Some(Outcome::Win(side)) => {
            message!("; on the board, {side} has won", "。盤面では{side}の勝ち", side)
        }
        Some(Outcome::Draw) if game.line.repetition.is_none() => {
            message!("; under the rules it is a draw", "。規定では引き分け")
        }
        Some(Outcome::Draw) => message!("; on the board it is a repetition (千日手)", "。盤面では千日手"),
        _ => Message::default(),
    };
    let hit = RuleHit::from(message!(
        "the record stops after ply {ply} without a result{by_board}",
        "棋譜は{ply}手目で終わり、結果の記載がない{by_board}",
        ply,
        by_board
    ));
    Some(hit.at_ply(ply, game.last_span()))
}

/// The kinds of end that match each word of a server summary. A word that is not listed matches any end.
const SUMMARY_TERMINALS: [(&str, &[Terminal]); 12] = [
    ("toryo", &[Terminal::Resign]),
    ("time up", &[Terminal::Timeout]),
    // Older servers wrote `%JISHOGI` for a declaration.
    ("kachi", &[Terminal::DeclareWin, Terminal::Impasse]),
    ("illegal kachi", &[Terminal::DeclareWin, Terminal::FoulLoss]),
    ("illegal move", FOUL_TERMINALS),
    ("uchifuzume", FOUL_TERMINALS),
    ("oute_kaihimore", FOUL_TERMINALS),
    ("oute_sennichite", FOUL_TERMINALS),
    ("outori", FOUL_TERMINALS),
    ("sennichite", &[Terminal::Repetition, Terminal::Draw]),
    (
        "jishogi",
        &[Terminal::Impasse, Terminal::DeclareWin, Terminal::Draw],
    ),
    (
        "max_moves",
        &[Terminal::MaxMoves, Terminal::Impasse, Terminal::Draw],
    ),
];

const FOUL_TERMINALS: &[Terminal] = &[Terminal::FoulLoss, Terminal::FoulWin];

/// The summary words that specify the rule that a refused move breaks.
static SUMMARY_FOULS: [(&str, &Rule); 2] = [
    ("uchifuzume", &moves::UCHIFUZUME),
    ("oute_kaihimore", &moves::OWN_KING_IN_CHECK),
];

pub(super) fn summary_mismatch(game: &Game<'_>) -> Option<Message> {
    let word = verdict::word_of_summary(game)?;
    summary_end_mismatch(game, word)
        .or_else(|| refused_move_mismatch(game, word))
        .or_else(|| missing_king_capture(game, word))
}

/// Returns a message if the `%` line gives the same winner as the summary for another reason.
fn summary_end_mismatch(game: &Game<'_>, word: &str) -> Option<Message> {
    let (_, ending) = game.ending?;
    let (_, matching_terminals) = SUMMARY_TERMINALS
        .iter()
        .find(|(listed_word, _)| *listed_word == word)?;
    let same_winner = game.outcome_of_claim(game.claim?) == game.outcome_of_terminal();
    let ending_word = in_quotes(&ending.word);
    (same_winner && !matching_terminals.contains(&ending.terminal)).then(|| {
        message!(
            "the summary gives {word}, but the record ends with {ending_word}",
            "要約は{word}だが、棋譜は{ending_word}で終わる",
            word = in_quotes(word),
            ending_word
        )
    })
}

/// Returns a message if the refused move does not break the rule that the summary specifies.
fn refused_move_mismatch(game: &Game<'_>, word: &str) -> Option<Message> {
    let (_, stated_rule) = SUMMARY_FOULS
        .iter()
        .find(|(listed_word, _)| *listed_word == word)?;
    let &(text, ref fouls) = game.refused.as_ref().filter(|_| game.is_certain)?;
    let description = if fouls.is_empty() {
        message!("is legal", "合法")
    } else {
        let rules = List(fouls.clone());
        message!("breaks another rule ({rules})", "別の反則（{rules}）", rules)
    };
    (!fouls.contains(stated_rule)).then(|| {
        message!(
            "the summary gives {word}, but the move {text}, which the server refused, {description}",
            "要約は{word}だが、サーバーが拒んだ手{text}は{description}",
            word = in_quotes(word),
            text,
            description
        )
    })
}

/// Returns a message if the summary reports a captured king that was not captured.
fn missing_king_capture(game: &Game<'_>, word: &str) -> Option<Message> {
    let is_missing = word == "outori" && game.is_certain && game.line.king_captured.is_none();
    is_missing.then(|| {
        message!(
            "the summary gives \"outori\", but no king was captured",
            "要約は「outori」だが、玉は取られていない",
        )
    })
}

pub(super) fn resign_while_winning(game: &Game<'_>) -> Option<RuleHit> {
    let has_resigned = game
        .ending
        .filter(|(_, ending)| ending.terminal == Terminal::Resign)
        .is_some_and(|(_, ending)| ending.offender.is_none_or(|loser| loser == game.to_move()));
    if !has_resigned || !game.is_certain {
        return None;
    }
    let side = game.to_move();
    if let Some(foul) = game.foul_at_end().filter(|foul| foul.side != side) {
        let hit = RuleHit::from(message!(
            "{side} resigned right after an illegal move by {offender} ({rule})",
            "直前の{offender}の手が反則（{rule}）なのに{side}が投了",
            side,
            offender = foul.side,
            rule = foul.rule
        ));
        return Some(hit.with_side(side));
    }
    let mating_move = game.end.mating_move()?;
    let hit = RuleHit::from(message!(
        "{side} resigned, but could mate with {mating_move}",
        "{side}が投了したが、{mating_move}と指せば詰ますことができた",
        side,
        mating_move = MoveInPosition::new(game.end, mating_move)
    ));
    let squares = mating_move.from().into_iter().chain([mating_move.to()]);
    Some(hit.with_side(side).with_cells(squares))
}

pub(super) fn mate_claimed_not_mate(game: &Game<'_>) -> Option<RuleHit> {
    if game.terminal() != Some(Terminal::Mate) || !game.is_certain || game.end.king(game.to_move()).is_none()
    {
        return None;
    }
    let reply = game.end.legal_moves().first().copied()?;
    let side = game.to_move();
    let is_problem = problem::is_declared(game.record) || game.end.king(side.opponent()).is_none();
    if is_problem && game.end.has_only_futile_interpositions() {
        let message = futile_interposition_note(side, MoveInPosition::new(game.end, reply));
        let hit = RuleHit::from(message).with_side(side).with_cells([reply.to()]);
        return Some(hit.with_severity(Severity::Note));
    }
    let check_words = if game.end.is_check() {
        both("", "る")
    } else {
        both(" and is not in check", "、王手もかかっていない")
    };
    let reason = message!(
        "{side} can play {play}{check_words}",
        "{side}は{play}と指せ{check_words}",
        side,
        play = MoveInPosition::new(game.end, reply),
        check_words
    );
    let hit = RuleHit::from(message!(
        "the result is mate, but {reason}",
        "結果は詰みだが、{reason}",
        reason
    ));
    let squares = reply.from().into_iter().chain([reply.to()]);
    let hit = hit.with_side(side).with_cells(squares);
    Some(match fouls::mate_by_foul(game) {
        // The illegal mating move decides the game, so this finding does not.
        Some(_) => hit,
        None => hit.with_outcome_and_reason(Outcome::None, reason),
    })
}

/// Returns the note that only futile interpositions (無駄合い) are left.
fn futile_interposition_note(side: Color, reply: MoveInPosition) -> Message {
    message!(
        "mate is accepted: the only legal moves of {side} are futile interpositions such as {reply}",
        "詰みと認める：{side}の合法手は{reply}などの無駄合いだけである",
        side,
        reply
    )
}

pub(super) fn mate_unstated(game: &Game<'_>) -> Option<RuleHit> {
    let mate = unstated_mate(game)?;
    let loser = game.to_move();
    let hit = RuleHit::from(message!(
        "{mate}, but the record has no result",
        "{mate}だが、終局の記載がない",
        mate = mate.message
    ));
    let hit = hit.at_ply(game.plies, game.last_span()).with_side(loser);
    Some(hit.with_cells(game.end.king(loser)))
}

/// Returns the mate that decides a game; `None` if the record states an end or the game does not end by mate.
pub(super) fn unstated_mate<'g>(game: &'g Game<'_>) -> Option<&'g Decision> {
    let mate = game.automatic_end.as_ref()?;
    (*mate.rule == RESULT_AGAINST_MATE && game.terminal().is_none()).then_some(mate)
}

pub(super) fn stalemate_named_mate(game: &Game<'_>) -> Option<RuleHit> {
    let is_mate_claimed = game.terminal() == Some(Terminal::Mate) && game.is_certain;
    if !is_mate_claimed
        || game.end.is_check()
        || game.end.king(game.to_move()).is_none()
        || game.end.has_legal_move()
    {
        return None;
    }
    let loser = game.to_move();
    let result = match game.profile.no_legal_move {
        NoLegalMove::Loses => message!("{loser} loses anyway", "それでも{loser}の負け", loser),
        NoLegalMove::Untested => message!(
            "under the rules of {event}, this is not tested, so the result is kept",
            "{event}の規定ではこれを調べないため、結果は変わらない",
            event = game.profile.quoted_title()
        ),
    };
    let hit = RuleHit::from(message!(
        "{loser} has no legal move but is not in check; {result}",
        "{loser}に合法手はないが、王手はかかっていない。{result}",
        loser,
        result
    ));
    Some(hit.with_side(loser))
}

pub(super) fn take_back(game: &Game<'_>) -> Option<RuleHit> {
    let taken_back = game
        .record
        .tree
        .main_line()
        .find_map(|(_, node)| match &node.step {
            Step::End(ending) if ending.terminal == Terminal::TakeBack => Some((node.ply, ending.span)),
            _ => None,
        });
    let (ply, span) = taken_back?;
    let hit = RuleHit::from(message!(
        "a move was taken back; the replacement is used if there is one",
        "ここで待ったがある。指し直した手があれば、その手で判定する",
    ));
    Some(hit.at_ply(ply, span))
}

pub(super) fn agreed_draw(game: &Game<'_>) -> Option<Message> {
    if game.terminal() != Some(Terminal::Draw) || !game.is_certain || is_explained(game) {
        return None;
    }
    Some(message!(
        "a draw by agreement: there was no repetition (千日手), and no king is in the enemy camp",
        "合意による引き分け：千日手ではなく、どちらの玉も入玉していない",
    ))
}

/// Returns whether a repetition, an entered king, the move limit or an arbiter explains the draw.
fn is_explained(game: &Game<'_>) -> bool {
    let has_entered = |side| game.end.king(side).is_some_and(|king| in_camp(side, king));
    let is_repeated = game.line.repetition.is_some()
        || game.profile.repetition_agree_below && game.line.most_occurrences >= 2;
    let is_limit_reached = game.profile.max_moves.is_some_and(|limit| game.plies >= limit);
    is_repeated || is_limit_reached || is_decided_by_arbiter(game) || Color::ALL.into_iter().any(has_entered)
}

/// Returns whether the record states that an arbiter ruled a draw (裁定引分).
fn is_decided_by_arbiter(game: &Game<'_>) -> bool {
    let end_word = game.ending.map(|(_, ending)| &ending.word);
    let words = end_word.into_iter().chain(game.claim.map(|claim| &claim.text));
    words.into_iter().any(|word| word.contains("裁定"))
}

/// Returns the finding that the verdict differs from the stated result; `None` if the two agree, if one of the
/// two is missing, or if no rule decided the game.
///
/// The finding of the deciding rule gives the reason.
pub(in crate::referee) fn result_overturned(verdict: &Verdict<'_>) -> Option<Finding> {
    let game = verdict.game;
    let (stated, outcome) = game.stated().zip(verdict.outcome)?;
    let rule = verdict.rule.filter(|_| outcome != stated)?;
    let reason = message!("{rule}", "{rule}", rule);
    let message = overturned_message(stated.to_seats(), outcome.to_seats(), &reason);
    Some(Finding::new(&RESULT_OVERTURNED, game.result_span(), message).at_ply(game.result_ply()))
}

/// Returns the message that the stated result is different under the rules, with the reason.
pub(crate) fn overturned_message(stated: Outcome<Seat>, verdict: Outcome<Seat>, reason: &Message) -> Message {
    message!(
        "the record states that {stated}, but under the rules {verdict} ({reason})",
        "棋譜の記載は{stated}、規定による判定は{verdict}（{reason}）",
        stated,
        verdict,
        reason
    )
}
