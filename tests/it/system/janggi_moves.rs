//! The moves of janggi by a second generator, which has nothing in common with the first but the names of the points: every
//! move from and to everywhere is held against it, and games that it makes up are judged without a finding.

use super::{found, judged, written};

/// Lines across the palaces, by column and row of their ends: each leads to a middle.
const ACROSS: [((i32, i32), (i32, i32)); 8] = [
    ((3, 0), (4, 1)),
    ((5, 0), (4, 1)),
    ((3, 2), (4, 1)),
    ((5, 2), (4, 1)),
    ((3, 7), (4, 8)),
    ((5, 7), (4, 8)),
    ((3, 9), (4, 8)),
    ((5, 9), (4, 8)),
];

/// A board: letters as in FEN, and what is promoted.
#[derive(Clone)]
struct Second {
    letters: [[char; 9]; 10],
    promoted: [[bool; 9]; 10],
    blue: bool,
    gung: bool,
}

type Move = ((i32, i32), (i32, i32));

impl Second {
    fn of(fen: &str, gung: bool) -> Self {
        let mut parts = fen.split(' ');
        let mut board = Self {
            letters: [['.'; 9]; 10],
            promoted: [[false; 9]; 10],
            blue: true,
            gung,
        };
        for (y, row) in parts.next().unwrap().split('/').enumerate() {
            let (mut x, mut plus) = (0, false);
            for c in row.chars() {
                match c {
                    '1'..='9' => x += c as usize - '0' as usize,
                    '+' => plus = true,
                    _ => {
                        board.letters[y][x] = c;
                        board.promoted[y][x] = std::mem::take(&mut plus);
                        x += 1;
                    }
                }
            }
        }
        board.blue = parts.next() == Some("w");
        board
    }

    fn fen(&self) -> String {
        let rows: Vec<String> = (0..10)
            .map(|y| {
                let mut row = String::new();
                for x in 0..9 {
                    if self.promoted[y][x] {
                        row.push('+');
                    }
                    row.push(self.letters[y][x]);
                }
                (1..=9)
                    .rev()
                    .fold(row, |row, n| row.replace(&".".repeat(n), &n.to_string()))
            })
            .collect();
        format!("{} {} - - 0 1", rows.join("/"), if self.blue { 'w' } else { 'b' })
    }

    fn at(&self, (x, y): (i32, i32)) -> Option<char> {
        ((0..9).contains(&x) && (0..10).contains(&y)).then(|| self.letters[y as usize][x as usize])
    }

    fn is_free(&self, at: (i32, i32)) -> bool {
        self.at(at) == Some('.')
    }

    /// Every move of whoever has the blue or the red pieces, whatever becomes of the general.
    fn moves(&self, blue: bool) -> Vec<Move> {
        let mut all = Vec::new();
        for y in 0..10 {
            for x in 0..9 {
                let letter = self.letters[y as usize][x as usize];
                if letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == blue {
                    let to = self.targets((x, y), letter, blue);
                    all.extend(to.into_iter().map(|to| ((x, y), to)));
                }
            }
        }
        all.retain(|&(_, to)| {
            self.at(to)
                .is_some_and(|it| it == '.' || it.is_ascii_uppercase() != blue)
        });
        all
    }

    fn targets(&self, from: (i32, i32), letter: char, blue: bool) -> Vec<(i32, i32)> {
        let promoted = self.promoted[from.1 as usize][from.0 as usize];
        let home = if blue { 7..10 } else { 0..3 };
        let at_home = |it: &(i32, i32)| (3..6).contains(&it.0) && home.contains(&it.1);
        let (x, y) = from;
        let straight = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        let across = ACROSS.iter().filter_map(|&(a, b)| {
            if a == from {
                Some(b)
            } else {
                (b == from).then_some(a)
            }
        });
        let ahead = if blue { -1 } else { 1 };
        match letter.to_ascii_lowercase() {
            'k' | 'a' if letter.eq_ignore_ascii_case(&'a') && promoted => {
                straight.into_iter().chain(across.filter(at_home)).collect()
            }
            'k' | 'a' => {
                let mut near: Vec<_> = straight.into_iter().chain(across).filter(at_home).collect();
                if promoted && letter.eq_ignore_ascii_case(&'k') {
                    near.extend(self.facing(from, blue));
                }
                near
            }
            'p' => {
                let goes = |it: &(i32, i32)| promoted || it.1 - y != -ahead;
                let abroad = |it: &(i32, i32)| promoted || !home.contains(&it.1);
                let across = across.filter(goes).filter(abroad);
                straight.into_iter().filter(goes).chain(across).collect()
            }
            'n' | 'b' => self.leaps(from, letter.eq_ignore_ascii_case(&'b')),
            'r' => self
                .lines(from)
                .into_iter()
                .flat_map(|line| self.ride(&line))
                .collect(),
            _ => self
                .lines(from)
                .into_iter()
                .flat_map(|line| self.jump(&line))
                .collect(),
        }
    }

    /// The general on the same column with nothing between.
    fn facing(&self, from: (i32, i32), blue: bool) -> Option<(i32, i32)> {
        let step = if blue { -1 } else { 1 };
        let mut y = from.1 + step;
        while self.is_free((from.0, y)) {
            y += step;
        }
        let wanted = if blue { 'k' } else { 'K' };
        (self.at((from.0, y)) == Some(wanted)).then_some((from.0, y))
    }

    /// The points along each line from here.
    fn lines(&self, (x, y): (i32, i32)) -> Vec<Vec<(i32, i32)>> {
        let mut all = vec![
            (x + 1..9).map(|it| (it, y)).collect(),
            (0..x).rev().map(|it| (it, y)).collect(),
            (y + 1..10).map(|it| (x, it)).collect(),
            (0..y).rev().map(|it| (x, it)).collect(),
        ];
        for (corner, middle) in ACROSS {
            let beyond = (2 * middle.0 - corner.0, 2 * middle.1 - corner.1);
            if corner == (x, y) {
                all.push(vec![middle, beyond]);
            } else if middle == (x, y) {
                all.push(vec![corner]);
            }
        }
        all
    }

    fn ride(&self, line: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let free = line.iter().take_while(|&&it| self.is_free(it)).count();
        line[..line.len().min(free + 1)].to_vec()
    }

    fn jump(&self, line: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let is_cannon = |it: (i32, i32)| matches!(self.at(it), Some('c' | 'C'));
        let Some(screen) = line.iter().position(|&it| !self.is_free(it)) else {
            return Vec::new();
        };
        if is_cannon(line[screen]) {
            return Vec::new();
        }
        let mut beyond = self.ride(&line[screen + 1..]);
        beyond.retain(|&it| !is_cannon(it));
        beyond
    }

    fn leaps(&self, (x, y): (i32, i32), is_elephant: bool) -> Vec<(i32, i32)> {
        let mut all = Vec::new();
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            for side in [-1, 1] {
                let (sx, sy) = if dx == 0 { (side, dy) } else { (dx, side) };
                let mut path = vec![(x + dx, y + dy), (x + dx + sx, y + dy + sy)];
                if is_elephant {
                    path.push((x + dx + 2 * sx, y + dy + 2 * sy));
                }
                let last = path.pop().unwrap();
                if path.iter().all(|&it| self.is_free(it)) && self.at(last).is_some() {
                    all.push(last);
                }
            }
        }
        all
    }

    fn made(&self, (from, to): Move) -> Self {
        let mut after = self.clone();
        let place = |(x, y): (i32, i32)| (y as usize, x as usize);
        let ((fy, fx), (ty, tx)) = (place(from), place(to));
        after.letters[ty][tx] = std::mem::replace(&mut after.letters[fy][fx], '.');
        after.promoted[ty][tx] = std::mem::take(&mut after.promoted[fy][fx]);
        after.blue = !self.blue;
        if self.gung {
            let letter = after.letters[ty][tx];
            if letter == 'P' && ty == 0 || letter == 'p' && ty == 9 {
                after.promoted[ty][tx] = true;
            }
            let has_soldier = after.letters.iter().flatten().any(|it| matches!(it, 'p' | 'P'));
            for (y, row) in after.letters.iter().enumerate() {
                for (x, letter) in row.iter().enumerate() {
                    after.promoted[y][x] |= !has_soldier && matches!(letter, 'a' | 'A');
                }
            }
        }
        after
    }

    fn is_attacked(&self, blue: bool) -> bool {
        let king = if blue { 'K' } else { 'k' };
        self.moves(!blue).iter().any(|it| self.at(it.1) == Some(king))
    }

    fn legal(&self) -> Vec<Move> {
        let mut moves = self.moves(self.blue);
        moves.retain(|&it| !self.made(it).is_attacked(self.blue));
        moves
    }

    fn are_facing(&self) -> bool {
        let at = |wanted: char| {
            (0..10)
                .flat_map(|y| (0..9).map(move |x| (x, y)))
                .find(|&it| self.at(it) == Some(wanted))
        };
        at('K').is_some_and(|it| self.facing(it, true).is_some())
    }

    /// A move as records have it.
    fn text(&self, ((x, y), (tx, ty)): Move) -> String {
        let letter = match self.letters[y as usize][x as usize] {
            'K' | 'k' => '궁',
            'A' | 'a' => '사',
            'R' | 'r' => '차',
            'C' | 'c' => '포',
            'N' | 'n' => '마',
            'B' | 'b' => '상',
            'P' => '졸',
            _ => '병',
        };
        format!("{}{}{letter}{}{}", (y + 1) % 10, x + 1, (ty + 1) % 10, tx + 1)
    }
}

/// Positions that games of the second generator come to.
fn positions(gung: bool, count: usize) -> Vec<Second> {
    let mut dice = fastrand::Rng::with_seed(41);
    (0..count)
        .map(|_| {
            let mut board = start(&mut dice, gung).0;
            for _ in 0..dice.usize(0..150) {
                let legal = board.legal();
                let Some(it) = dice.choice(&legal) else { break };
                board = board.made(*it);
            }
            board
        })
        .collect()
}

/// The start with an order for each side, and the orders of Blue and Red.
fn start(dice: &mut fastrand::Rng, gung: bool) -> (Second, [&'static str; 2]) {
    const ORDERS: [(&str, &str, &str); 4] = [
        ("마상마상", "nb", "nb"),
        ("마상상마", "nb", "bn"),
        ("상마마상", "bn", "nb"),
        ("상마상마", "bn", "bn"),
    ];
    let blue = dice.choice(&ORDERS).unwrap();
    let red = dice.choice(&ORDERS).unwrap();
    let edge = |it: &(&str, &str, &str)| format!("r{}a1a{}r", it.1, it.2);
    let fen = format!(
        "{}/4k4/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/4K4/{} w",
        edge(red),
        edge(blue).to_uppercase()
    );
    (Second::of(&fen, gung), [blue.0, red.0])
}

#[test]
fn the_generators_agree_on_every_move() {
    let faults = [
        "gung-move-shape",
        "gung-promotion-missing",
        "illegal-piece-movement",
    ];
    let faults = [
        &faults[..],
        &["blocked-path", "capture-own-piece", "own-king-in-check"],
    ]
    .concat();
    for gung in [false, true] {
        for board in positions(gung, 12) {
            let allowed = if gung {
                board.moves(board.blue)
            } else {
                board.legal()
            };
            let head = if gung { "[규칙 \"궁장기\"]\n" } else { "" };
            let fen = board.fen();
            let points = || (0..10).flat_map(|y| (0..9).map(move |x| (x, y)));
            let own = |&(x, y): &(i32, i32)| {
                let letter = board.letters[y as usize][x as usize];
                letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == board.blue
            };
            for from in points().filter(own) {
                for to in points() {
                    let ply = board.text((from, to));
                    let text = format!("{head}[국면 \"{fen}\"]\n1. {ply}\n#interrupt\n");
                    let judgement = judged(&text);
                    let is_fault = judgement.findings.iter().any(|it| faults.contains(&it.rule.name));
                    assert_eq!(
                        allowed.contains(&(from, to)),
                        !is_fault,
                        "{text}{}",
                        found(&judgement)
                    );
                }
            }
        }
    }
}

#[test]
fn games_without_a_fault_are_judged_so() {
    let mut dice = fastrand::Rng::with_seed(7);
    let mut plies = 0;
    for game in 0..2000 {
        let gung = game % 2 == 0;
        let (mut board, [blue, red]) = start(&mut dice, gung);
        let mut tokens: Vec<String> = Vec::new();
        let mut last: Vec<Move> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for _ in 0..dice.usize(1..160) {
            let before = last.iter().rev().nth(1).copied();
            let mut moves = board.moves(board.blue);
            dice.shuffle(&mut moves);
            // Nothing that the rules on facing generals or on repetition could say something of.
            let is_quiet = |it: &Move| {
                let after = board.made(*it);
                let is_new = before != Some((it.1, it.0)) && !seen.contains(&after.fen());
                is_new && !after.are_facing() && !after.is_attacked(board.blue)
            };
            let Some(it) = moves.into_iter().find(is_quiet) else {
                break;
            };
            tokens.push(board.text(it));
            board = board.made(it);
            seen.insert(board.fen());
            last.push(it);
        }
        plies += tokens.len();
        let head = if gung {
            format!("[규칙 \"궁장기\"]\n[홍차림 \"{red}\"]\n[청차림 \"{blue}\"]\n")
        } else {
            format!("[초차림 \"{blue}\"]\n[한차림 \"{red}\"]\n")
        };
        let numbered: Vec<_> = (1..).zip(&tokens).map(|(at, it)| format!("{at}. {it}")).collect();
        let text = format!("{head}{}\n#interrupt\n", numbered.join("\n"));
        let judgement = judged(&text);
        assert_eq!(found(&judgement), "-", "{text}");
        assert_eq!(judgement.plies as usize, tokens.len());
        let again = written(&text, "gib");
        assert_eq!(written(&again, "gib"), again);
        assert_eq!(found(&judged(&again)), "-", "{again}");
    }
    assert!(plies > 100_000, "{plies}");
}

#[test]
fn the_second_generator_counts_as_another_program_does() {
    fn count(board: &Second, depth: u32) -> usize {
        let legal = board.legal();
        if depth == 1 {
            return legal.len();
        }
        legal.iter().map(|&it| count(&board.made(it), depth - 1)).sum()
    }
    let rows = include_str!("../../../fixtures/gib/perft.txt").lines();
    for row in rows.filter(|it| !it.starts_with('#')) {
        let [fen, depth, number] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let board = Second::of(fen, false);
        assert_eq!(count(&board, depth.parse().unwrap()).to_string(), number, "{row}");
    }
}
