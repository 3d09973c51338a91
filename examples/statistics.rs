//! Computes statistics of your own: the number of knight moves to each square, in all games of the given files.
//!
//!     cargo run --example statistics fixtures/tournament/2023-spring/round1/*.kif

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write;

use kifu::notation;
use kifu::played::Meaning;
use kifu::played::Played;
use kifu::shogi::PieceKind;
use kifu::shogi::Square;
use kifu::text;

fn main() -> Result<(), Box<dyn Error>> {
    let mut knight_moves: BTreeMap<Square, u32> = BTreeMap::new();
    for path in std::env::args_os().skip(1) {
        let bytes = std::fs::read(path)?;
        let text = text::decode(&bytes, None);
        for record in notation::records(&text, notation::detect(&text, None)) {
            let played = Played::new(&record);
            for id in played.game() {
                if let Meaning::Ply(ply) = played.meaning(id)
                    && ply.kind == Some(PieceKind::Knight)
                {
                    *knight_moves.entry(ply.to).or_default() += 1;
                }
            }
        }
    }
    let mut out = std::io::stdout().lock();
    for (square, count) in knight_moves {
        writeln!(out, "{square} {count}")?;
    }
    Ok(())
}
