//! Random records with all data that a record can hold: headers, comments, times, variations, and ends.

use std::borrow::Cow;

use kifu::finding::Span;
use kifu::record::Clock;
use kifu::record::Destination;
use kifu::record::Ending;
use kifu::record::Format;
use kifu::record::NodeId;
use kifu::record::Origin;
use kifu::record::PieceName;
use kifu::record::Promotion;
use kifu::record::Record;
use kifu::record::Remark;
use kifu::record::RemarkKind;
use kifu::record::Step;
use kifu::record::Terminal;
use kifu::record::WrittenMove;
use kifu::shogi::Handicap;
use kifu::shogi::Move;
use kifu::shogi::Position;

use crate::support::dice::Dice;

/// Headers that every format with headers can hold, and some that only formats with free headers can.
const HEADERS: &[(&str, &str)] = &[
    ("開始日時", "2024/05/05 15:05:40"),
    ("終了日時", "2024/05/05 17:00"),
    ("棋戦", "第２部：決勝"),
    ("場所", "会館"),
    ("持ち時間", "15分+60秒"),
    ("戦型", "四間飛車"),
    ("表題", "見本"),
    ("備考", "昼休前\\n二行目"),
    ("先手の備考", "あり"),
];

/// Comments, most of which resemble other lines or have special characters.
const COMMENTS: &[&str] = &[
    "好手",
    "",
    "*評価値=30",
    "&しおり",
    "#1 ７六歩(77)",
    "備考：あり",
    "7g7f, 3c3d, '*",
    " 前に空白",
    "\"引用\" \\ と \t",
    "まで3手で先手の勝ち",
    "+7776FU",
];

/// The size and content of random records.
#[derive(Clone, Copy, Debug)]
pub struct Recipe {
    pub plies: usize,
    pub variations: usize,
    /// The unit of times (milliseconds); 0 for no times.
    pub clock: u32,
    /// `true` if the record may have headers, comments and bookmarks.
    pub extras: bool,
}

/// Returns a random record of legal moves, with the size and content of the recipe.
pub fn record(dice: &mut Dice, recipe: Recipe) -> Record<'static> {
    let mut record = Record::new(Format::new("kif"));
    set_start(dice, &mut record);
    let position = record.start.position.clone();
    let mut lines = vec![(NodeId::START, position, 0)];
    add_line(dice, &mut record, recipe, &mut lines, 0);
    for _ in 0..recipe.variations {
        let from = dice.below(lines.len());
        add_line(dice, &mut record, recipe, &mut lines, from);
    }
    if recipe.extras {
        for &(key, value) in HEADERS {
            if dice.below(2) == 0 {
                add_header(&mut record, key, value);
            }
        }
    }
    record.remarks.sort_by_key(|remark| remark.node);
    record
}

fn set_start(dice: &mut Dice, record: &mut Record<'static>) {
    let start = &mut record.start;
    start.position = match dice.below(3) {
        0 => Position::startpos(),
        1 => dice.start(),
        _ => {
            let (moves, position) = dice.game(&Position::startpos(), 60);
            if dice.below(2) == 0 {
                start.plies_before = Some(moves.len() as u32);
            }
            start.diagram = Some(Span::default());
            position
        }
    };
    start.handicap = Handicap::from_position(&start.position);
    let has_handicap = start.handicap.is_some_and(|handicap| handicap.name != "平手");
    let (black, white) = if has_handicap {
        ("下手", "上手")
    } else {
        ("先手", "後手")
    };
    if dice.below(4) > 0 {
        add_header(record, black, "甲斐 一郎");
        add_header(record, white, "乙部＋二郎");
    }
}

fn add_header(record: &mut Record<'static>, key: &'static str, value: &'static str) {
    record
        .headers
        .push(kifu::notation::header::header(key, value, Span::default()));
}

/// Adds a line of play that begins at one of the branch points, and adds the nodes of the line to the branch points.
fn add_line(
    dice: &mut Dice,
    record: &mut Record<'static>,
    recipe: Recipe,
    branch_points: &mut Vec<(NodeId, Position, u32)>,
    from: usize,
) {
    let (mut node, mut position, _) = branch_points[from].clone();
    let plies = 1 + dice.below(recipe.plies);
    for ply in 0..plies {
        let legal_moves = position.legal_moves();
        if legal_moves.is_empty() {
            break;
        }
        let mv = dice.one_of(&legal_moves);
        let same_square = match &record.tree.node(node).step {
            Step::Move(previous) if previous.to.square() == mv.to() => Some(mv.to()),
            _ => None,
        };
        let step = Step::Move(written_move(&position, mv, same_square.is_some()));
        // A variation with the first move of an existing line would be merged into that line.
        let exists = record
            .tree
            .children(node)
            .any(|child| match (&record.tree.node(child).step, &step) {
                (Step::Move(existing), Step::Move(added)) => existing.same_move(added),
                _ => false,
            });
        if exists && ply == 0 {
            return;
        }
        if exists {
            break;
        }
        node = record.tree.add(node, step, random_clock(dice, recipe));
        add_remarks(dice, record, recipe, node);
        position.play(mv).expect("a legal move");
        branch_points.push((node, position.clone(), 0));
    }
    let has_continuation = record.tree.first_child(node).is_some();
    if node != NodeId::START && !has_continuation && dice.below(5) > 0 {
        let terminals: Vec<_> = Terminal::OF_SHOGI
            .iter()
            .copied()
            .filter(|terminal| *terminal != Terminal::TakeBack)
            .collect();
        let terminal = dice.one_of(&terminals);
        let ending = Ending {
            terminal,
            offender: None,
            word: Cow::Borrowed(if terminal == Terminal::Other {
                "対局終了"
            } else {
                ""
            }),
            span: Span::default(),
        };
        node = record
            .tree
            .add(node, Step::End(ending), random_clock(dice, recipe));
        add_remarks(dice, record, recipe, node);
    }
}

fn written_move(position: &Position, mv: Move, is_same_square: bool) -> WrittenMove {
    let (from, kind, promotion) = match mv {
        Move::Board { from, promote, .. } => {
            let piece = position.piece_at(from).expect("a piece stands there");
            let promotion = if promote {
                Promotion::Promote
            } else {
                Promotion::Unstated
            };
            (Origin::Board(from), piece.kind, promotion)
        }
        Move::Drop { kind, .. } => (Origin::Hand, kind, Promotion::Unstated),
    };
    WrittenMove {
        mark: None,
        from,
        to: if is_same_square {
            Destination::Same(mv.to())
        } else {
            Destination::Square(mv.to())
        },
        named: PieceName::Before(kind),
        promotion,
        captured: None,
        span: Span::default(),
    }
}

fn random_clock(dice: &mut Dice, recipe: Recipe) -> Clock {
    let spent =
        (recipe.clock > 0).then(|| dice.below(7_000_000 / recipe.clock as usize) as u32 * recipe.clock);
    Clock { spent, total: None }
}

fn add_remarks(dice: &mut Dice, record: &mut Record<'static>, recipe: Recipe, node: NodeId) {
    if !recipe.extras || dice.below(4) > 0 {
        return;
    }
    for _ in 0..=dice.below(2) {
        let text = dice.one_of(COMMENTS);
        record.remarks.push(Remark {
            introduces: false,
            node,
            kind: RemarkKind::Comment,
            text: text.into(),
        });
    }
    if dice.below(3) == 0 {
        let text = dice.one_of(&["局面図", ""]);
        record.remarks.push(Remark {
            introduces: false,
            node,
            kind: RemarkKind::Bookmark,
            text: text.into(),
        });
    }
}
