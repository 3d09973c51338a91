//! A second move generator for janggi, which shares only the names of points with the crate.

/// Diagonal palace lines by column and row of their ends. Each line leads from a corner to the centre of a palace.
const PALACE_DIAGONALS: [((i32, i32), (i32, i32)); 8] = [
    ((3, 0), (4, 1)),
    ((5, 0), (4, 1)),
    ((3, 2), (4, 1)),
    ((5, 2), (4, 1)),
    ((3, 7), (4, 8)),
    ((5, 7), (4, 8)),
    ((3, 9), (4, 8)),
    ((5, 9), (4, 8)),
];

/// A position: a board with letters as in FEN and marks of promoted pieces, the side to move, and the rules.
#[derive(Clone)]
pub struct SecondGenerator {
    pub letters: [[char; 9]; 10],
    pub promoted: [[bool; 9]; 10],
    /// `true` if Blue is to move.
    pub blue: bool,
    /// `true` under the rules of gung-janggi.
    pub gung: bool,
}

/// The origin and the destination of a move, as column and row.
pub type Move = ((i32, i32), (i32, i32));

impl SecondGenerator {
    pub fn from_fen(fen: &str, gung: bool) -> Self {
        let mut parts = fen.split(' ');
        let mut board = Self {
            letters: [['.'; 9]; 10],
            promoted: [[false; 9]; 10],
            blue: true,
            gung,
        };
        for (y, row) in parts.next().unwrap().split('/').enumerate() {
            let (mut x, mut is_promoted) = (0, false);
            for c in row.chars() {
                match c {
                    '1'..='9' => x += c as usize - '0' as usize,
                    '+' => is_promoted = true,
                    _ => {
                        board.letters[y][x] = c;
                        board.promoted[y][x] = std::mem::take(&mut is_promoted);
                        x += 1;
                    }
                }
            }
        }
        board.blue = parts.next() == Some("w");
        board
    }

    pub fn fen(&self) -> String {
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

    pub fn at(&self, (x, y): (i32, i32)) -> Option<char> {
        ((0..9).contains(&x) && (0..10).contains(&y)).then(|| self.letters[index(y)][index(x)])
    }

    pub fn is_free(&self, point: (i32, i32)) -> bool {
        self.at(point) == Some('.')
    }

    /// Returns every pseudo-legal move of Blue if `blue` is `true`, and of Red if `blue` is `false`.
    pub fn moves(&self, blue: bool) -> Vec<Move> {
        let mut pseudo_legal = Vec::new();
        for y in 0..10 {
            for x in 0..9 {
                let letter = self.letters[index(y)][index(x)];
                if letter.is_ascii_alphabetic() && letter.is_ascii_uppercase() == blue {
                    let targets = self.targets((x, y), letter, blue);
                    pseudo_legal.extend(targets.into_iter().map(|to| ((x, y), to)));
                }
            }
        }
        pseudo_legal.retain(|&(_, to)| {
            self.at(to)
                .is_some_and(|occupant| occupant == '.' || occupant.is_ascii_uppercase() != blue)
        });
        pseudo_legal
    }

    /// Returns the points that a piece reaches by its movement. The points may have own pieces or be outside the board.
    pub fn targets(&self, from: (i32, i32), letter: char, blue: bool) -> Vec<(i32, i32)> {
        let promoted = self.promoted[index(from.1)][index(from.0)];
        let home = if blue { 7..10 } else { 0..3 };
        let is_in_palace = |point: &(i32, i32)| (3..6).contains(&point.0) && home.contains(&point.1);
        let (x, y) = from;
        let straight = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)];
        let across = PALACE_DIAGONALS.iter().filter_map(|&(corner, centre)| {
            if corner == from {
                Some(centre)
            } else {
                (centre == from).then_some(corner)
            }
        });
        let forward = if blue { -1 } else { 1 };
        match letter.to_ascii_lowercase() {
            'k' | 'a' if letter.eq_ignore_ascii_case(&'a') && promoted => {
                straight.into_iter().chain(across.filter(is_in_palace)).collect()
            }
            'k' | 'a' => {
                let mut reachable: Vec<_> = straight.into_iter().chain(across).filter(is_in_palace).collect();
                if promoted && letter.eq_ignore_ascii_case(&'k') {
                    reachable.extend(self.facing(from, blue));
                }
                reachable
            }
            'p' => {
                let is_not_backward = |point: &(i32, i32)| promoted || point.1 - y != -forward;
                let is_beyond_home = |point: &(i32, i32)| promoted || !home.contains(&point.1);
                let across = across.filter(is_not_backward).filter(is_beyond_home);
                straight
                    .into_iter()
                    .filter(is_not_backward)
                    .chain(across)
                    .collect()
            }
            'n' | 'b' => self.leap_targets(from, letter.eq_ignore_ascii_case(&'b')),
            'r' => Self::lines(from)
                .into_iter()
                .flat_map(|line| self.chariot_targets(&line))
                .collect(),
            _ => Self::lines(from)
                .into_iter()
                .flat_map(|line| self.cannon_targets(&line))
                .collect(),
        }
    }

    /// Returns the point of the opposing general, if this general is ahead on the same column with no piece in between.
    pub fn facing(&self, from: (i32, i32), blue: bool) -> Option<(i32, i32)> {
        let direction = if blue { -1 } else { 1 };
        let mut y = from.1 + direction;
        while self.is_free((from.0, y)) {
            y += direction;
        }
        let opposing_general = if blue { 'k' } else { 'K' };
        (self.at((from.0, y)) == Some(opposing_general)).then_some((from.0, y))
    }

    /// Returns the points along each row, column and palace diagonal from a point, the nearest point first.
    pub fn lines((x, y): (i32, i32)) -> Vec<Vec<(i32, i32)>> {
        let mut point_lines = vec![
            (x + 1..9).map(|column| (column, y)).collect(),
            (0..x).rev().map(|column| (column, y)).collect(),
            (y + 1..10).map(|row| (x, row)).collect(),
            (0..y).rev().map(|row| (x, row)).collect(),
        ];
        for (corner, centre) in PALACE_DIAGONALS {
            let opposite = (2 * centre.0 - corner.0, 2 * centre.1 - corner.1);
            if corner == (x, y) {
                point_lines.push(vec![centre, opposite]);
            } else if centre == (x, y) {
                point_lines.push(vec![corner]);
            }
        }
        point_lines
    }

    /// Returns the points of a line that a chariot reaches, up to and including the first piece.
    pub fn chariot_targets(&self, line: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let free_count = line.iter().take_while(|&&point| self.is_free(point)).count();
        line[..line.len().min(free_count + 1)].to_vec()
    }

    /// Returns the points of a line that a cannon reaches beyond the first piece. Neither this piece nor a captured
    /// piece may be a cannon.
    pub fn cannon_targets(&self, line: &[(i32, i32)]) -> Vec<(i32, i32)> {
        let is_cannon = |point: (i32, i32)| matches!(self.at(point), Some('c' | 'C'));
        let Some(screen) = line.iter().position(|&point| !self.is_free(point)) else {
            return Vec::new();
        };
        if is_cannon(line[screen]) {
            return Vec::new();
        }
        let mut beyond = self.chariot_targets(&line[screen + 1..]);
        beyond.retain(|&beyond| !is_cannon(beyond));
        beyond
    }

    /// Returns the points on the board that a horse or an elephant reaches, including points with own pieces.
    pub fn leap_targets(&self, (x, y): (i32, i32), is_elephant: bool) -> Vec<(i32, i32)> {
        let mut targets = Vec::new();
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            for side in [-1, 1] {
                let (sx, sy) = if dx == 0 { (side, dy) } else { (dx, side) };
                let mut path = vec![(x + dx, y + dy), (x + dx + sx, y + dy + sy)];
                if is_elephant {
                    path.push((x + dx + 2 * sx, y + dy + 2 * sy));
                }
                let target = path.pop().unwrap();
                if path.iter().all(|&point| self.is_free(point)) && self.at(target).is_some() {
                    targets.push(target);
                }
            }
        }
        targets
    }

    pub fn after_move(&self, (from, to): Move) -> Self {
        let mut board = self.clone();
        let cell = |(x, y): (i32, i32)| (index(y), index(x));
        let ((fy, fx), (ty, tx)) = (cell(from), cell(to));
        board.letters[ty][tx] = std::mem::replace(&mut board.letters[fy][fx], '.');
        board.promoted[ty][tx] = std::mem::take(&mut board.promoted[fy][fx]);
        board.blue = !self.blue;
        if self.gung {
            let letter = board.letters[ty][tx];
            if letter == 'P' && ty == 0 || letter == 'p' && ty == 9 {
                board.promoted[ty][tx] = true;
            }
            let has_soldier = board
                .letters
                .iter()
                .flatten()
                .any(|letter| matches!(letter, 'p' | 'P'));
            for (y, row) in board.letters.iter().enumerate() {
                for (x, letter) in row.iter().enumerate() {
                    board.promoted[y][x] |= !has_soldier && matches!(letter, 'a' | 'A');
                }
            }
        }
        board
    }

    /// Returns `true` if the general of Blue (or of Red, if `blue` is `false`) is attacked.
    pub fn is_attacked(&self, blue: bool) -> bool {
        let general = if blue { 'K' } else { 'k' };
        self.moves(!blue).iter().any(|mv| self.at(mv.1) == Some(general))
    }

    pub fn legal(&self) -> Vec<Move> {
        let mut moves = self.moves(self.blue);
        moves.retain(|&mv| !self.after_move(mv).is_attacked(self.blue));
        moves
    }

    /// Returns `true` if the generals are on one column and nothing is between them.
    pub fn are_facing(&self) -> bool {
        let find_letter = |letter: char| {
            (0..10)
                .flat_map(|y| (0..9).map(move |x| (x, y)))
                .find(|&point| self.at(point) == Some(letter))
        };
        find_letter('K').is_some_and(|find_letter| self.facing(find_letter, true).is_some())
    }

    /// Returns a move as in records, such as `79졸78`.
    pub fn text(&self, ((x, y), (tx, ty)): Move) -> String {
        let letter = match self.letters[index(y)][index(x)] {
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

pub fn index(at: i32) -> usize {
    usize::try_from(at).expect("on the board")
}
