//! The rules of gunjin shogi, one file for each that it has alone; those that it shares with shogi are asked in [`start`] and
//! [`turn`].

use super::board::{self, Board, Gates, Kinds, Way, seat};
use super::game::{self, Contradiction, Entry, Gunjin, uncommented};
use super::knowledge::Knowledge;
use crate::finding::{Count, HowOften, Message, Span, message, rules};
use crate::notation::gunjin::{Action, GAME, Kind, Place, Step, seat_of, sign};
use crate::profile::Gate;
use crate::record::Outcome;
use crate::referee::report::{Check, Details, Report};
use crate::referee::rules as shogi;
use crate::system::driver::{PlyCase, Rules, StartCase, WordCase};

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

/// What the rules are asked, and in what order.
pub(super) static RULES: Rules<Gunjin> = Rules {
    game: &GAME,
    start: &[
        (&shogi::reading::UNREADABLE_BOARD, readable),
        (&shogi::reading::START_MISSING, missing),
        (&SETUP_CELL, setup_cell),
        (&SETUP_COUNT, setup_count),
        (&SETUP_GATE, setup_gate),
    ],
    ply: PLY,
    word: WORD,
    end: &[],
    after_end: &shogi::results::MOVES_AFTER_END,
    after_unstated_end: &END_UNCLAIMED,
};

/// A ply that cannot have been played so is told by the first of them.
const PLY: &[Check<PlyCase<Gunjin>>] = &[
    (&shogi::moves::OUT_OF_TURN, out_of_turn),
    (&shogi::moves::DOUBLE_MOVE, double_move),
    (&shogi::written::PASS, pass),
    (&DROP, drop_ply),
    (&EMPTY_SOURCE, empty_source),
    (&PIECE_REVIVED, piece_revived),
    (&OPPONENT_PIECE, opponent_piece),
    (&IMMOBILE_MOVED, immobile_moved),
    (&BAR_CROSSED, bar_crossed),
    (&MOVE_SHAPE, move_shape),
    (&JUMP, jump),
    (&OWN_PIECE, own_piece),
    (&BATTLE_MISSING, battle_missing),
    (&BATTLE_PHANTOM, battle_phantom),
    (&BATTLE_RESULT, battle_result),
    (&PROMOTION, promotion),
    (&BLIND_CONTRADICTION, blind_contradiction),
    (&REPETITION, repetition),
];

const WORD: &[Check<WordCase<Gunjin>>] = &[(&HQ_WRONG_RANK, hq_wrong_rank), (&END_WRONG, end_wrong)];

fn bar_crossed(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::Barred)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .add(message!(
            "the {kind} on {from} cannot move to {to}: there is no gate on the way",
            "{from}の{kind}は{to}へ動けない。途中に突入口がない",
            kind,
            from,
            to
        ))
        .stopping();
}

fn battle_missing(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case).filter(|it| it.0.battle.is_none()) else {
        return;
    };
    let to = step.to;
    if case.before.men.at(to).is_some_and(|it| it.owner != case.mover) {
        report.add(message!(
            "the move has no battle result, but there is an enemy piece on {to}",
            "{to}に敵の駒があるが、戦いの結果が書かれていない",
            to
        ));
    }
}

fn battle_phantom(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case).filter(|it| it.0.battle.is_some()) else {
        return;
    };
    let to = step.to;
    if case.before.men.at(to).is_none() {
        report.add(message!(
            "the move has a battle result, but there is no piece on {to}",
            "戦いの結果が書かれているが、{to}に駒はない",
            to
        ));
    }
}

fn battle_result(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, _)) = own(case) else { return };
    let before = &case.before;
    let fight = before.fight(step).filter(|&it| before.is_told(it));
    let Some((fight, known)) = fight.map(|it| (it, &before.men.known)) else {
        return;
    };
    let (Some(mover), Some(standing)) = (known.told(fight.mover), known.told(fight.standing)) else {
        return;
    };
    let behind = fight.behind.and_then(|it| known.told(it));
    let due = known.terms.battles.outcome(mover, standing, behind);
    if due != fight.how {
        report.add(message!(
            "expected the battle result `{due}` ({mover} against {standing}), found `{written}`",
            "{mover}対{standing}の結果は `{due}` のはずだが、棋譜では `{written}` である",
            mover,
            standing,
            due = sign(due),
            written = sign(fight.how)
        ));
    }
}

fn blind_contradiction(case: &PlyCase<Gunjin>, report: &mut Report) {
    let (before, after) = (&case.before, &case.after);
    let Some(contradiction) = after.contradiction.filter(|_| before.contradiction.is_none()) else {
        return;
    };
    let (owner, place) = match contradiction {
        Contradiction::Piece(piece) => {
            let place = Place::all().find(|&it| before.men.number(it) == Some(piece));
            (before.men.known.pieces[piece].owner, place)
        }
        Contradiction::Roster(owner) => (owner, None),
    };
    let owner = seat(owner);
    match place {
        Some(place) => report.add(message!(
            "no kind of piece fits the moves so far of {owner}'s hidden piece on {place}",
            "{place}にある{owner}の伏せた駒は、ここまでの記載ではどの駒でもありえない",
            owner,
            place
        )),
        None => report.add(message!(
            "no set of pieces fits the moves so far of {owner}'s hidden pieces",
            "ここまでの記載に合う、{owner}の伏せた駒の組み合わせがない",
            owner
        )),
    };
}

fn drop_ply(case: &PlyCase<Gunjin>, report: &mut Report) {
    if matches!(case.ply.action, Action::Drop { .. }) {
        report
            .add(message!(
                "there are no drops in gunjin shogi",
                "軍人将棋では駒を打てない"
            ))
            .stopping();
    }
}

fn empty_source(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    if case.before.men.number(from).is_none() && !case.before.men.was_removed(from, case.mover) {
        report
            .add(message!("there is no piece on {from}", "{from}に駒がない", from))
            .stopping();
    }
}

fn end_wrong(case: &WordCase<Gunjin>, report: &mut Report) {
    let (word, game) = (&*case.word.name, &case.before);
    if matches!(word, "draw" | "interrupt") {
        if word == "draw" {
            contradicting(case, report);
        }
        return;
    }
    let Some(about) = case.word.rest.first().and_then(|it| seat_of(it)) else {
        let name = format!("#{word}");
        report.add(message!(
            "expected a side (`S` or `N`) after `{name}`",
            "`{name}` の後に側（`S` か `N`）が必要である",
            name
        ));
        return;
    };
    let name = seat(about);
    let why: Option<Message> = match word {
        "hq" => {
            let there = game.men.at(Place::headquarters(1 - about));
            let stands = there.is_some_and(|it| it.owner == about);
            (!stands).then(|| {
                message!(
                    "{name} has no piece on the opponent's headquarters",
                    "相手の総司令部に{name}の駒がない",
                    name
                )
            })
        }
        // Where the loss of all officers loses, it is written so, too.
        "exterminated" if game.over.is_some() => None,
        "exterminated" => game.men.has_mobile(about).then(|| {
            message!(
                "{name} still has pieces that can move",
                "{name}には動ける駒が残っている",
                name
            )
        }),
        "mate" => game
            .men
            .can_move(about)
            .then(|| message!("{name} has a legal move", "{name}には指せる手がある", name)),
        _ => None,
    };
    match why {
        Some(why) => {
            report.add(why).deciding(Outcome::None);
        }
        None => contradicting(case, report),
    }
}

/// What contradicts the end that the board shows.
fn contradicting(case: &WordCase<Gunjin>, report: &mut Report) {
    let over = case.before.over.as_ref();
    let Some((over, said)) = over.zip(case.before.said(&case.word)) else {
        return;
    };
    if over.outcome != said.outcome {
        let why = &over.reason;
        report.add(message!(
            "the end in the record contradicts the board: {why}",
            "記載の終局が盤面と食い違う：{why}",
            why
        ));
    }
}

fn hq_wrong_rank(case: &WordCase<Gunjin>, report: &mut Report) {
    let winner = case.word.rest.first().and_then(|it| seat_of(it));
    let Some(winner) = winner.filter(|_| case.word.name == "hq") else {
        return;
    };
    let piece = case.before.men.at(Place::headquarters(1 - winner));
    let Some(piece) = piece.filter(|it| it.owner == winner) else {
        return;
    };
    if piece.kinds.and(Kinds::officers()).is_empty() {
        let kind = piece.kinds.single();
        report.add(match kind.filter(|_| !piece.is_hidden) {
            Some(kind) => message!(
                "the {kind} cannot capture the headquarters; only generals and field officers can",
                "{kind}では総司令部を占領できない。占領できるのは将官と佐官である",
                kind
            ),
            None => message!(
                "the piece on the headquarters cannot be a general or a field officer",
                "総司令部にいる駒は将官でも佐官でもありえない"
            ),
        });
    }
}

fn immobile_moved(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::None)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .add(message!(
            "the {kind} on {from} moves to {to}, but a {kind} can never move",
            "{from}の{kind}が{to}へ動いているが、{kind}は動かせない",
            kind,
            from,
            to
        ))
        .stopping();
}

fn jump(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::Blocked)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .add(message!(
            "the {kind} on {from} cannot reach {to}: a piece is in the way",
            "{from}の{kind}は{to}へ動けない。間に駒がある",
            kind,
            from,
            to
        ))
        .stopping();
}

fn move_shape(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case).filter(|_| way_of(case) == Some(Way::Bent)) else {
        return;
    };
    let (kind, from, to) = (piece, step.from, step.to);
    report
        .add(message!(
            "the {kind} on {from} cannot move to {to}",
            "{from}の{kind}は{to}へ動けない",
            kind,
            from,
            to
        ))
        .stopping();
}

fn opponent_piece(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    if let Some(piece) = case.before.men.at(from).filter(|it| it.owner != case.mover) {
        let owner = seat(piece.owner);
        report
            .add(message!(
                "{mover} moves {owner}'s piece on {from}",
                "{mover}が{from}にある{owner}の駒を動かしている",
                mover = seat(case.mover),
                from,
                owner
            ))
            .stopping();
    }
}

fn own_piece(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some((step, piece)) = own(case) else { return };
    if case
        .before
        .men
        .at(step.to)
        .is_some_and(|it| it.owner == case.mover)
    {
        report
            .add(message!(
                "the {piece} on {from} cannot move to {to}: the player's own piece is there",
                "{from}の{piece}は{to}へ動けない。自分の駒がある",
                piece,
                from = step.from,
                to = step.to
            ))
            .stopping();
    }
}

fn piece_revived(case: &PlyCase<Gunjin>, report: &mut Report) {
    let Some(step) = step(case) else { return };
    let from = step.from;
    let men = &case.before.men;
    let is_own = men.at(from).is_some_and(|it| it.owner == case.mover);
    if !is_own && men.was_removed(from, case.mover) {
        let mover = seat(case.mover);
        report
            .add(message!(
                "{mover}'s piece on {from} has already been removed",
                "{from}の{mover}の駒はすでに取られている",
                mover,
                from
            ))
            .stopping();
    }
}

fn promotion(case: &PlyCase<Gunjin>, report: &mut Report) {
    if step(case).is_some_and(|it| it.promotes) {
        report.add(message!(
            "there is no promotion in gunjin shogi",
            "軍人将棋に成りはない"
        ));
    }
}

fn repetition(case: &PlyCase<Gunjin>, report: &mut Report) {
    let count = case.occurrences;
    if count == case.before.men.known.terms.repeat_limit {
        report.add(message!(
            "this position has now occurred {times}",
            "同一局面が{times}現れた",
            times = HowOften(count)
        ));
    }
}

fn setup_cell(case: &StartCase<Gunjin>, report: &mut Report) {
    if has_position(case) {
        return;
    }
    for (player, value, span) in setups(case) {
        let beyond = game::read(value, player).map_or(0, |it| it.beyond.len());
        if beyond > 0 {
            let name = seat(player);
            report
                .add(message!(
                    "{name}'s setup exceeds its half by {beyond}; its rows have 8, 8, 8 and 7 cells",
                    "{name}の配置が自陣から{beyond}マス分はみ出している。各段は8、8、8、7マスである",
                    beyond = Count(beyond, "cell"),
                    name
                ))
                .of_seat(name)
                .at(span);
        }
    }
}

fn setup_count(case: &StartCase<Gunjin>, report: &mut Report) {
    roster(case, report);
    if has_position(case) {
        return;
    }
    let terms = &case.board.men.known.terms;
    for (player, value, span) in setups(case) {
        let name = seat(player);
        let Some(setup) = game::read(value, player) else {
            continue;
        };
        let count = |entry: Entry| setup.entries.iter().filter(|it| it.1 == entry).count();
        let hidden = count(Entry::Hidden);
        for kind in Kind::ALL {
            let (has, due) = (count(Entry::Piece(kind)), usize::from(terms.roster[kind.index()]));
            if has > due || has + hidden < due {
                report
                    .add(message!(
                        "{kind}: expected {due} in {name}'s setup, found {has}",
                        "{kind}：{name}の配置は{has}枚、本来は{due}枚",
                        kind,
                        name,
                        has,
                        due
                    ))
                    .of_seat(name)
                    .at(span);
            }
        }
    }
}

/// What the header `Roster` says.
fn roster(case: &StartCase<Gunjin>, report: &mut Report) {
    let due = case.board.men.known.terms.pieces();
    for (_, value, span) in case.headers.iter().filter(|it| it.0 == "Roster") {
        let Ok(has) = uncommented(value).parse::<usize>() else {
            continue;
        };
        if has != due {
            report
                .add(message!(
                    "expected {due} pieces per side by the rules of this event, found {has}",
                    "大会の規定では各側{due}枚だが、ヘッダーでは{has}枚である",
                    due,
                    has
                ))
                .at(*span);
        }
    }
}

fn setup_gate(case: &StartCase<Gunjin>, report: &mut Report) {
    let men = &case.board.men;
    let gates = &men.known.terms.gates;
    for place in Place::all().filter(|&place| gates.has(place)) {
        let own = men
            .number(place)
            .filter(|&it| men.known.pieces[it].owner == place.half());
        let Some(kind) = own.and_then(|it| men.known.told(it)).filter(|it| !it.is_mobile()) else {
            continue;
        };
        let name = seat(place.half());
        report
            .add(message!(
                "{name}'s {kind} is on the gate cell {place}",
                "{name}の{kind}が突入口の{place}にある",
                name,
                kind,
                place
            ))
            .of_seat(name)
            .marking(place.cell());
    }
}

// The start: what the headers say of the board.

/// The setups that the headers give: of whom, what, where.
fn setups(case: &StartCase<Gunjin>) -> impl Iterator<Item = (usize, &str, Span)> {
    case.headers.iter().filter_map(|(name, value, span)| {
        let player = game::NAMES.iter().position(|it| it == name)?;
        Some((player, value.as_str(), *span))
    })
}

/// Whether the headers give a position that can be read; it stands above the setups.
fn has_position(case: &StartCase<Gunjin>) -> bool {
    let given = case.headers.iter().find(|it| it.0 == "Position");
    given.is_some_and(|it| position(case, &it.1).is_ok())
}

fn position(case: &StartCase<Gunjin>, text: &str) -> Result<usize, Message> {
    let terms = case.board.men.known.terms.clone();
    board::read(text, &mut Board::empty(Knowledge::new(terms)))
}

/// The check of `unreadable-board`: a header that cannot be read.
fn readable(case: &StartCase<Gunjin>, report: &mut Report) {
    for (name, value, span) in &case.headers {
        let text = uncommented(value);
        let is_read = match name.as_str() {
            "Position" => {
                if let Err(why) = position(case, value) {
                    report
                        .add(message!(
                            "no moves were checked: {why}",
                            "指し手は判定しなかった：{why}",
                            why
                        ))
                        .at(*span)
                        .stopping();
                }
                true
            }
            "First" => seat_of(&text).is_some(),
            "Board" => Gates::read(&text, Gate::Any).is_some(),
            "Roster" => text.parse::<usize>().is_ok(),
            _ => true,
        };
        if !is_read {
            report
                .add(message!(
                    "not a valid {name} of gunjin shogi; the header was ignored",
                    "軍人将棋の {name} として読めない。このヘッダーは無視した",
                    name
                ))
                .at(*span);
        }
    }
    for (player, value, span) in setups(case) {
        let unread = game::read(value, player).map_or_else(Vec::new, |it| it.unread);
        if let Some(word) = unread.first() {
            report
                .add(message!(
                    "`{word}` is not a piece of gunjin shogi; the piece is treated as hidden",
                    "`{word}` は軍人将棋の駒として読めない。伏せた駒とみなす",
                    word
                ))
                .at(span);
        }
    }
}

/// The check of `start-missing`: a setup that is not there.
fn missing(case: &StartCase<Gunjin>, report: &mut Report) {
    if case.headers.iter().any(|it| it.0 == "Position") {
        return;
    }
    for (player, header) in game::NAMES.into_iter().enumerate() {
        if !case.headers.iter().any(|it| it.0 == header) {
            let name = seat(player);
            report
                .add(message!(
                    "the header {header} with {name}'s setup is missing; {name}'s pieces are treated as hidden",
                    "{name}の配置のヘッダー {header} がない。{name}の駒は伏せた駒とみなす",
                    name,
                    header
                ))
                .of_seat(name);
        }
    }
}

// What the rules about moves have in common.

/// The move, where the ply is one.
fn step(case: &PlyCase<Gunjin>) -> Option<Step> {
    match case.ply.action {
        Action::Step(step) => Some(step),
        _ => None,
    }
}

/// The same, and what the mover's own piece is called.
fn own(case: &PlyCase<Gunjin>) -> Option<(Step, Message)> {
    let step = step(case)?;
    let men = &case.before.men;
    let number = men.number(step.from)?;
    let told = men
        .known
        .told(number)
        .map(|kind| message!("{kind}", "{kind}", kind));
    let name = told.unwrap_or_else(|| message!("hidden piece", "伏せた駒"));
    (men.known.pieces[number].owner == case.mover).then_some((step, name))
}

/// Whether the piece can go so; a hidden one by what suits it best.
fn way_of(case: &PlyCase<Gunjin>) -> Option<Way> {
    let step = step(case)?;
    let men = &case.before.men;
    let way = |kind| men.way(kind, step.from, step.to);
    match men.known.told(men.number(step.from)?) {
        Some(kind) => Some(way(kind)),
        None => Kind::ALL.into_iter().map(way).min(),
    }
}

// Whose turn it is: the checks of rules that shogi has, too.

type Case = PlyCase<Gunjin>;

fn out_of_turn(case: &Case, report: &mut Report) {
    if case.before.last.is_none() && case.mover != case.before.due {
        let (mover, due) = (seat(case.mover), seat(case.before.due));
        report.add(message!(
            "{mover} moves, but it is {due}'s turn",
            "{mover}が指しているが、{due}の手番である",
            mover,
            due
        ));
    }
}

fn double_move(case: &Case, report: &mut Report) {
    if case.before.last == Some(case.mover) {
        let (mover, due) = (seat(case.mover), seat(case.before.due));
        report.add(message!(
            "{mover} moves twice in a row; it is {due}'s turn",
            "{mover}が2手続けて指した。{due}の手番である",
            mover,
            due
        ));
    }
}

fn pass(case: &Case, report: &mut Report) {
    if case.ply.action == Action::Pass {
        let mover = seat(case.mover);
        report
            .add(message!(
                "{mover} passes, which is not allowed",
                "{mover}がパスしているが、パスは認められない",
                mover
            ))
            .stopping();
    }
}
