//! The position as text: the ranks from a to i, the turn, the hands, and who plays on:
//! `2 Sn Gn Kn Gn Sn 2 / … / 2 Ss Gs Ks Gs Ss 2 S S:- W:- N:- E:- SWNE`.

use std::ops::Range;

use super::board::{Board, HELD, Man, SEATS};
use crate::shogi::{PieceKind, Square};
use crate::system::words::words;

/// The letters of the seats.
pub(super) const LETTERS: [char; SEATS] = ['S', 'W', 'N', 'E'];

/// Writes a position in which it is the turn of this seat.
pub(super) fn text(board: &Board, due: usize) -> String {
    let ranks: Vec<String> = (1..=9).map(|rank| rank_text(board, rank)).collect();
    let hands: Vec<String> = (0..SEATS)
        .map(|seat| format!("{}:{}", LETTERS[seat], hand_text(board, seat)))
        .collect();
    let alive: String = (0..SEATS)
        .filter(|&seat| board.alive[seat])
        .map(|seat| LETTERS[seat])
        .collect();
    format!(
        "{} {} {} {alive}",
        ranks.join(" / "),
        LETTERS[due],
        hands.join(" ")
    )
}

fn rank_text(board: &Board, rank: u8) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut empty = 0;
    for file in (1..=9).rev() {
        match Square::new(file, rank).and_then(|square| board.at(square)) {
            Some(man) => {
                words.extend((empty > 0).then(|| empty.to_string()));
                empty = 0;
                words.push(man_text(man));
            }
            None => empty += 1,
        }
    }
    words.extend((empty > 0).then(|| empty.to_string()));
    words.join(" ")
}

fn man_text(man: Man) -> String {
    let seat = LETTERS[man.owner].to_ascii_lowercase();
    format!("{}{seat}", kind_text(man.kind))
}

/// A kind as positions have it: `P`, `+P`.
pub(super) fn kind_text(kind: PieceKind) -> String {
    let plus = if kind.is_promoted() { "+" } else { "" };
    format!("{plus}{}", kind.base().letter())
}

fn hand_text(board: &Board, seat: usize) -> String {
    let held: String = HELD
        .iter()
        .zip(board.hands[seat])
        .map(|(kind, count)| match count {
            0 => String::new(),
            1 => kind.letter().to_string(),
            _ => format!("{count}{}", kind.letter()),
        })
        .collect();
    if held.is_empty() { "-".to_owned() } else { held }
}

/// Reads a position, and whose turn it is. `None` where it is none.
pub(super) fn read(text: &str) -> Option<(Board, usize)> {
    let mut board = Board::empty();
    let mut ranks = text.split('/');
    for rank in 1..=8 {
        read_rank(&mut board, rank, &mut ranks.next()?.split_whitespace())?;
    }
    let mut words = ranks.next()?.split_whitespace();
    if ranks.next().is_some() {
        return None;
    }
    read_rank(&mut board, 9, &mut words)?;
    let due = letter(words.next()?)?;
    for seat in 0..SEATS {
        let (of, hand) = words.next()?.split_once(':')?;
        (letter(of)? == seat).then_some(())?;
        read_hand(&mut board, seat, hand)?;
    }
    let alive = words.next()?;
    for (seat, letter) in LETTERS.iter().enumerate() {
        board.alive[seat] = alive.contains(*letter);
    }
    let known = alive.chars().all(|it| LETTERS.contains(&it));
    (known && words.next().is_none() && board.alive[due]).then_some((board, due))
}

/// Where the piece on a square stands in the text of a position.
pub(super) fn place_of(text: &str, wanted: Square) -> Option<Range<usize>> {
    let (mut rank, mut file) = (1, 9);
    for (at, word) in words(text) {
        if word == "/" {
            (rank, file) = (rank + 1, 9);
        } else if let Ok(empty) = word.parse::<u8>() {
            file = u8::checked_sub(file, empty)?;
        } else if (file, rank) == (wanted.file(), wanted.rank()) {
            return Some(at..at + word.len());
        } else {
            file = file.checked_sub(1)?;
        }
    }
    None
}

/// The seat of a letter.
pub(super) fn letter(word: &str) -> Option<usize> {
    LETTERS
        .iter()
        .position(|it| word.len() == 1 && word.starts_with(*it))
}

/// Takes the words of one rank.
fn read_rank<'t>(board: &mut Board, rank: u8, words: &mut impl Iterator<Item = &'t str>) -> Option<()> {
    let mut file = 9_u8;
    while file > 0 {
        let word = words.next()?;
        if let Ok(empty) = word.parse::<u8>() {
            file = file.checked_sub(empty).filter(|_| empty > 0)?;
        } else {
            board.put(Square::new(file, rank)?, Some(read_man(word)?));
            file -= 1;
        }
    }
    Some(())
}

fn read_man(word: &str) -> Option<Man> {
    let (promoted, letters) = match word.strip_prefix('+') {
        Some(letters) => (true, letters),
        None => (false, word),
    };
    let mut letters = letters.chars();
    let base = PieceKind::from_letter(letters.next()?)?;
    let owner = letter(&letters.next()?.to_ascii_uppercase().to_string())?;
    let kind = if promoted { base.promoted()? } else { base };
    let known = base == PieceKind::King || HELD.contains(&base);
    (known && letters.next().is_none()).then_some(Man { owner, kind })
}

fn read_hand(board: &mut Board, seat: usize, hand: &str) -> Option<()> {
    let mut count = None;
    for letter in hand.chars().filter(|_| hand != "-") {
        if let Some(digit) = letter.to_digit(10) {
            // Nobody holds a hundred pieces.
            let more = u32::from(count.unwrap_or(0)) * 10 + digit;
            count = Some(u8::try_from(more).ok().filter(|&it| it < 100)?);
        } else {
            let kind = PieceKind::from_letter(letter)?;
            let place = HELD.iter().position(|&it| it == kind)?;
            board.hands[seat][place] = count.take().unwrap_or(1);
        }
    }
    count.is_none().then_some(())
}
