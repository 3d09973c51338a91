//! The rules of gunjin shogi.

use super::board::{self, Board, Gates, Kinds, seat};
use super::game::{self, Contradiction, Entry, Gunjin, Setup, uncommented};
use super::knowledge::Knowledge;
use crate::finding::{Count, Message, Span, message, rules};
use crate::notation::gunjin::{Action, Kind, Place, Step, seat_of, sign};
use crate::profile::Gate;
use crate::record::Outcome;
use crate::referee::rule_hit::{RuleHit, checks};
use crate::referee::rules as shogi;
use crate::system::checks;
use crate::system::model::{ClaimCase, GameChecks, MoveFault, PlyCase, StartCase};

rules! {
    BAR_CROSSED = "gunjin-bar-crossed", Foul, Fouls, "crossing the bar without a gate", "突入口以外での侵入";
    BATTLE_MISSING = "gunjin-battle-missing", RecordError, Fouls,
        "a battle without a result", "戦いの記載漏れ";
    BATTLE_PHANTOM = "gunjin-battle-phantom", RecordError, Fouls,
        "a battle on an empty cell", "空のマスでの戦い";
    BATTLE_RESULT = "gunjin-battle-result", RecordError, Fouls, "a wrong battle result", "戦いの結果の誤り";
    BLIND_CONTRADICTION = "blind-contradiction", RecordError, Fouls,
        "hidden pieces that cannot exist", "伏せた駒の矛盾";
    DROP = "gunjin-drop", Foul, Fouls, "dropping a piece in gunjin shogi", "軍人将棋の打ち駒";
    EMPTY_SOURCE = "gunjin-empty-source", RecordError, Fouls,
        "a move from an empty cell", "空のマスからの移動";
    END_UNCLAIMED = "gunjin-end-unclaimed", RecordError, Results,
        "an unnoticed end of the game", "軍人将棋の終局の見落とし";
    END_WRONG = "gunjin-end-wrong", RecordError, Results,
        "an end that contradicts the board", "軍人将棋の終局の誤り";
    HQ_WRONG_RANK = "gunjin-hq-wrong-rank", RecordError, Results,
        "headquarters captured by a low rank", "占領できない駒による占領";
    IMMOBILE_MOVED = "gunjin-immobile-moved", Foul, Fouls, "moving a flag or a mine", "動かせない駒の移動";
    JUMP = "gunjin-jump", Foul, Fouls, "jumping over a piece", "駒の飛び越し";
    MOVE_SHAPE = "gunjin-move-shape", Foul, Fouls,
        "a move that the piece cannot make", "軍人将棋の駒の動き違い";
    OPPONENT_PIECE = "gunjin-opponent-piece", RecordError, Fouls,
        "moving the opponent's piece", "相手の駒の移動";
    OWN_PIECE = "gunjin-own-piece", Foul, Fouls, "moving onto one's own piece", "自分の駒のあるマスへの移動";
    PIECE_REVIVED = "gunjin-piece-revived", RecordError, Fouls,
        "moving a piece that was removed", "取られた駒の移動";
    PROMOTION = "gunjin-promotion", Foul, Fouls, "promoting a piece in gunjin shogi", "軍人将棋の成り";
    REPETITION = "gunjin-repetition", Notice, Results, "a repeated position", "軍人将棋の同一局面";
    SETUP_CELL = "gunjin-setup-cell", RecordError, Starts,
        "a setup that exceeds its half of the board", "自陣の外の配置";
    SETUP_COUNT = "gunjin-setup-count", RecordError, Starts,
        "too many or too few pieces", "軍人将棋の駒の枚数";
    SETUP_GATE = "gunjin-setup-gate", Foul, Starts, "a flag or a mine on a gate cell", "突入口の軍旗・地雷";
}

/// The checks of gunjin shogi, in the order in which they run.
pub(super) static RULES: GameChecks<Gunjin> = GameChecks {
    start: checks![
        shogi::reading::UNREADABLE_BOARD => unreadable_headers,
        shogi::reading::START_MISSING => missing_setups,
        SETUP_CELL => setup_cell,
        SETUP_COUNT => setup_count,
        SETUP_GATE => setup_gate,
    ],
    ply: checks![
        shogi::moves::OUT_OF_TURN => out_of_turn,
        shogi::moves::DOUBLE_MOVE => checks::double_move,
        shogi::written::PASS => checks::pass [.stop_later_rules()],
        DROP => drop_ply [.stop_later_rules()],
        EMPTY_SOURCE => empty_source [.stop_later_rules()],
        PIECE_REVIVED => piece_revived [.stop_later_rules()],
        OPPONENT_PIECE => checks::opponent_piece [.stop_later_rules()],
        IMMOBILE_MOVED => immobile_moved [.stop_later_rules()],
        BAR_CROSSED => bar_crossed [.stop_later_rules()],
        MOVE_SHAPE => checks::shape [.stop_later_rules()],
        JUMP => checks::blocked_path [.stop_later_rules()],
        OWN_PIECE => checks::own_piece [.stop_later_rules()],
        BATTLE_MISSING => battle_missing,
        BATTLE_PHANTOM => battle_phantom,
        BATTLE_RESULT => battle_result,
        PROMOTION => promotion,
        BLIND_CONTRADICTION => blind_contradiction,
        REPETITION => checks::repetition,
    ],
    claim: checks![
        HQ_WRONG_RANK => hq_wrong_rank,
        END_WRONG => end_wrong [.with_outcome(Outcome::None)],
        END_WRONG => end_contradicted,
    ],
    end: &[],
    after_unstated_end: &END_UNCLAIMED,
};

type Ply = PlyCase<Gunjin>;
type Claim = ClaimCase<Gunjin>;
type Start = StartCase<Gunjin>;

// Moves of the pieces.

/// Returns the move, unless the ply is a drop or a pass.
fn step(case: &Ply) -> Option<Step> {
    match case.ply.action {
        Action::Step(step) => Some(step),
        _ => None,
    }
}

/// Returns the move if the moving piece belongs to the mover.
fn own_move(case: &Ply) -> Option<Step> {
    case.own_step().and_then(|_| step(case))
}

fn out_of_turn(case: &Ply) -> Option<Message> {
    let is_first = case.last_mover.is_none() && case.mover != case.before.side_to_move;
    is_first.then(|| checks::out_of_turn_message(case.seat(), seat(case.before.side_to_move)))
}

fn drop_ply(case: &Ply) -> Option<Message> {
    matches!(case.ply.action, Action::Drop { .. })
        .then(|| message!("there are no drops in gunjin shogi", "軍人将棋では駒を打てない"))
}

fn empty_source(case: &Ply) -> Option<Message> {
    let was_removed = case.before.board.was_removed(case.step()?.0, case.mover);
    checks::empty_source(case).filter(|_| !was_removed)
}

fn piece_revived(case: &Ply) -> Option<Message> {
    let (from, mover) = (case.step()?.0, case.seat());
    (case.own_step().is_none() && case.before.board.was_removed(from, case.mover)).then(|| {
        message!(
            "{mover}'s piece on {from} has already been removed",
            "{from}の{mover}の駒はすでに取られている",
            mover,
            from
        )
    })
}

fn immobile_moved(case: &Ply) -> Option<Message> {
    let (kind, from, to) = case.step_with_fault(MoveFault::Immobile)?;
    Some(message!(
        "the {kind} on {from} moves to {to}, but a {kind} can never move",
        "{from}の{kind}が{to}へ動いているが、{kind}は動かせない",
        kind,
        from,
        to
    ))
}

fn bar_crossed(case: &Ply) -> Option<Message> {
    let (kind, from, to) = case.step_with_fault(MoveFault::Barred)?;
    Some(message!(
        "the {kind} on {from} cannot move to {to}: there is no gate on the way",
        "{from}の{kind}は{to}へ動けない。途中に突入口がない",
        kind,
        from,
        to
    ))
}

fn promotion(case: &Ply) -> Option<Message> {
    step(case).filter(|it| it.promotes)?;
    Some(message!(
        "there is no promotion in gunjin shogi",
        "軍人将棋に成りはない"
    ))
}

// Battles, and the facts that they imply about hidden pieces.

fn battle_missing(case: &Ply) -> Option<Message> {
    let to = own_move(case).filter(|it| it.battle.is_none())?.to;
    let defender = case.before.board.at(to)?;
    (defender.owner != case.mover).then(|| {
        message!(
            "the move has no battle result, but there is an enemy piece on {to}",
            "{to}に敵の駒があるが、戦いの結果が書かれていない",
            to
        )
    })
}

fn battle_phantom(case: &Ply) -> Option<Message> {
    let to = own_move(case).filter(|it| it.battle.is_some())?.to;
    case.before.board.at(to).is_none().then(|| {
        message!(
            "the move has a battle result, but there is no piece on {to}",
            "戦いの結果が書かれているが、{to}に駒はない",
            to
        )
    })
}

fn battle_result(case: &Ply) -> Option<Message> {
    let (before, knowledge) = (&case.before, &case.before.board.knowledge);
    let fight = before
        .fight(own_move(case)?)
        .filter(|&fight| before.shows_kinds(fight))?;
    let (mover, defender) = (
        knowledge.shown_kind(fight.mover)?,
        knowledge.shown_kind(fight.defender)?,
    );
    let behind = fight.behind.and_then(|piece| knowledge.shown_kind(piece));
    let expected = knowledge.terms.battles.outcome(mover, defender, behind);
    (expected != fight.result).then(|| {
        message!(
            "expected the battle result `{expected}` ({mover} against {defender}), found `{written}`",
            "{mover}対{defender}の結果は `{expected}` のはずだが、棋譜では `{written}` である",
            mover,
            defender,
            expected = sign(expected),
            written = sign(fight.result)
        )
    })
}

fn blind_contradiction(case: &Ply) -> Option<Message> {
    let (before, after) = (&case.before, &case.after);
    let (owner, place) = match after.contradiction.filter(|_| before.contradiction.is_none())? {
        Contradiction::Piece(piece) => {
            let place = Place::all().find(|&place| before.board.piece_index(place) == Some(piece));
            (before.board.knowledge.pieces[piece].owner, place)
        }
        Contradiction::Roster(owner) => (owner, None),
    };
    let owner = seat(owner);
    Some(if let Some(place) = place {
        message!(
            "no kind of piece fits the moves so far of {owner}'s hidden piece on {place}",
            "{place}にある{owner}の伏せた駒は、ここまでの記載ではどの駒でもありえない",
            owner,
            place
        )
    } else {
        message!(
            "no set of pieces fits the moves so far of {owner}'s hidden pieces",
            "ここまでの記載に合う、{owner}の伏せた駒の組み合わせがない",
            owner
        )
    })
}

// Claims about the end.

/// Returns the side that a claim is about; `None` if the first word after the name of the claim is not a side.
fn claimed_side(case: &Claim) -> Option<usize> {
    case.word.rest.first().and_then(|it| seat_of(it))
}

/// Reports a claim that the board refutes: that a side captured the headquarters, was exterminated or is mated.
fn end_wrong(case: &Claim) -> Option<Message> {
    let (game, side) = (&case.before, claimed_side(case)?);
    let name = seat(side);
    match &*case.word.name {
        "hq" => {
            let piece = game.board.at(Place::headquarters(1 - side));
            piece.is_none_or(|piece| piece.owner != side).then(|| {
                message!(
                    "{name} has no piece on the opponent's headquarters",
                    "相手の総司令部に{name}の駒がない",
                    name
                )
            })
        }
        // `exterminated` is also written if the loss of all officers loses the game.
        "exterminated" => (game.ended.is_none() && game.board.has_mobile(side)).then(|| {
            message!(
                "{name} still has pieces that can move",
                "{name}には動ける駒が残っている",
                name
            )
        }),
        "mate" => game
            .board
            .can_move(side)
            .then(|| message!("{name} has a legal move", "{name}には指せる手がある", name)),
        _ => None,
    }
}

/// Reports other errors of a claim: no side, or another outcome than that of the end that the board shows.
fn end_contradicted(case: &Claim) -> Option<Message> {
    let is_about_all = matches!(&*case.word.name, "draw" | "interrupt");
    if !is_about_all && claimed_side(case).is_none() {
        let name = format!("#{}", case.word.name);
        return Some(message!(
            "expected a side (`S` or `N`) after `{name}`",
            "`{name}` の後に側（`S` か `N`）が必要である",
        ));
    }
    if case.word.name == "interrupt" || end_wrong(case).is_some() {
        return None;
    }
    let (ended, claimed_end) = (case.before.ended.as_ref()?, case.before.claimed_end(&case.word)?);
    (ended.outcome != claimed_end.outcome).then(|| {
        message!(
            "the end in the record contradicts the board: {reason}",
            "記載の終局が盤面と食い違う：{reason}",
            reason = ended.reason
        )
    })
}

fn hq_wrong_rank(case: &Claim) -> Option<Message> {
    let winner = claimed_side(case).filter(|_| case.word.name == "hq")?;
    let piece = case.before.board.at(Place::headquarters(1 - winner))?;
    if piece.owner != winner || !piece.kinds.intersection(Kinds::officers()).is_empty() {
        return None;
    }
    Some(match piece.kinds.only_kind().filter(|_| !piece.is_hidden) {
        Some(kind) => message!(
            "the {kind} cannot capture the headquarters; only generals and field officers can",
            "{kind}では総司令部を占領できない。占領できるのは将官と佐官である",
            kind
        ),
        None => message!(
            "the piece on the headquarters cannot be a general or a field officer",
            "総司令部にいる駒は将官でも佐官でもありえない"
        ),
    })
}

// The start, as the headers describe it.

fn setup_cell(case: &Start) -> impl Iterator<Item = RuleHit> {
    let setups = setups(case).filter(|setup| setup.1.surplus > 0 && !has_position(case));
    setups.map(|(player, setup, span)| {
        let name = seat(player);
        let message = message!(
            "{name}'s setup exceeds its half by {surplus}; its rows have 8, 8, 8 and 7 cells",
            "{name}の配置が自陣から{surplus}マス分はみ出している。各段は8、8、8、7マスである",
            surplus = Count(setup.surplus, "cell"),
            name
        );
        RuleHit::from(message).with_seat(name).at_span(span)
    })
}

fn setup_count(case: &Start) -> impl Iterator<Item = RuleHit> {
    let setups = setups(case).filter(|_| !has_position(case));
    wrong_rosters(case).chain(setups.flat_map(|setup| wrong_counts(case, setup)))
}

/// Reports a header `Roster` with a number other than that of the pieces per side in this event.
fn wrong_rosters(case: &Start) -> impl Iterator<Item = RuleHit> {
    let expected = case.game.board.knowledge.terms.piece_count();
    let rosters = case.headers.iter().filter(|header| header.0 == "Roster");
    rosters.filter_map(move |(_, value, span)| {
        let stated = uncommented(value)
            .parse::<usize>()
            .ok()
            .filter(|&number| number != expected)?;
        let message = message!(
            "expected {expected} pieces per side by the rules of this event, found {stated}",
            "大会の規定では各側{expected}枚だが、ヘッダーでは{stated}枚である",
        );
        Some(RuleHit::from(message).at_span(*span))
    })
}

/// Reports the kinds of which a setup has too many pieces, or too few even if all its hidden pieces are of this kind.
fn wrong_counts(case: &Start, (player, setup, span): (usize, Setup, Span)) -> Vec<RuleHit> {
    let count_of = |entry: Entry| {
        setup
            .entries
            .iter()
            .filter(|(_, setup_entry)| *setup_entry == entry)
            .count()
    };
    let hidden_count = count_of(Entry::Hidden);
    let name = seat(player);
    let kinds = Kind::ALL.into_iter().filter_map(|kind| {
        let expected = usize::from(case.game.board.knowledge.terms.roster[kind.index()]);
        let count = count_of(Entry::Piece(kind));
        (count > expected || count + hidden_count < expected).then(|| {
            let message = message!(
                "{kind}: expected {expected} in {name}'s setup, found {count}",
                "{kind}：{name}の配置は{count}枚、本来は{expected}枚",
                kind,
                name,
                count,
                expected
            );
            RuleHit::from(message).with_seat(name).at_span(span)
        })
    });
    kinds.collect()
}

fn setup_gate(case: &Start) -> impl Iterator<Item = RuleHit> {
    let board = &case.game.board;
    let gates = Place::all().filter(|&place| board.knowledge.terms.gates.has(place));
    gates.filter_map(|place| {
        let own_piece = board
            .piece_index(place)
            .filter(|&piece_index| board.knowledge.pieces[piece_index].owner == place.half())?;
        let kind = board
            .knowledge
            .shown_kind(own_piece)
            .filter(|it| !it.is_mobile())?;
        let name = seat(place.half());
        let message = message!(
            "{name}'s {kind} is on the gate cell {place}",
            "{name}の{kind}が突入口の{place}にある",
            name,
            kind,
            place
        );
        Some(RuleHit::from(message).with_seat(name).with_cells(place.cell()))
    })
}

/// Returns the setups in the headers that can be read: seat, setup, span.
fn setups(case: &Start) -> impl Iterator<Item = (usize, Setup, Span)> {
    case.headers.iter().filter_map(|(name, value, span)| {
        let player = game::SETUP_HEADERS
            .iter()
            .position(|setup_header| setup_header == name)?;
        Some((player, game::read(value, player)?, *span))
    })
}

/// Returns whether the headers have a readable position, which takes precedence over the setups.
fn has_position(case: &Start) -> bool {
    let header = case.headers.iter().find(|header| header.0 == "Position");
    header.is_some_and(|header| read_position(case, &header.1).is_ok())
}

fn read_position(case: &Start, text: &str) -> Result<usize, Message> {
    let terms = case.game.board.knowledge.terms.clone();
    board::read(text, &mut Board::empty(Knowledge::new(terms)))
}

/// Reports headers, and pieces of setups, that cannot be read (`unreadable-board`).
fn unreadable_headers(case: &Start) -> impl Iterator<Item = RuleHit> {
    let header_hits = case.headers.iter().filter_map(|(name, value, span)| {
        let text = uncommented(value);
        let is_valid = match name.as_str() {
            "Position" => {
                let reason = read_position(case, value).err()?;
                let message = message!(
                    "no moves were checked: {reason}",
                    "指し手は判定しなかった：{reason}",
                    reason
                );
                return Some(RuleHit::from(message).at_span(*span).stop_later_rules());
            }
            "First" => seat_of(&text).is_some(),
            "Board" => Gates::read(&text, Gate::Any).is_some(),
            "Roster" => text.parse::<usize>().is_ok(),
            _ => true,
        };
        (!is_valid).then(|| {
            let message = message!(
                "not a valid {name} of gunjin shogi; the header was ignored",
                "軍人将棋の {name} として読めない。このヘッダーは無視した",
            );
            RuleHit::from(message).at_span(*span)
        })
    });
    let piece_hits = setups(case).filter_map(|(_, setup, span)| {
        let word = setup.unread?;
        let message = message!(
            "`{word}` is not a piece of gunjin shogi; the piece is treated as hidden",
            "`{word}` は軍人将棋の駒として読めない。伏せた駒とみなす",
        );
        Some(RuleHit::from(message).at_span(span))
    });
    header_hits.chain(piece_hits)
}

/// Reports setups that are missing (`start-missing`), unless the record has a position.
fn missing_setups(case: &Start) -> impl Iterator<Item = RuleHit> {
    let has_header = |header: &str| case.headers.iter().any(|(name, ..)| name == header);
    let names = game::SETUP_HEADERS.into_iter().enumerate();
    let missing_headers = names.filter(move |name| !has_header("Position") && !has_header(name.1));
    missing_headers.map(|(player, header)| {
        let name = seat(player);
        let message = message!(
            "the header {header} with {name}'s setup is missing; {name}'s pieces are treated as hidden",
            "{name}の配置のヘッダー {header} がない。{name}の駒は伏せた駒とみなす",
            name,
            header
        );
        RuleHit::from(message).with_seat(name)
    })
}
