//! The main line of a record: its start, its moves in a form like USI, and its last position.

use kifu::played::Meaning;
use kifu::played::Played;
use kifu::record::Record;
use kifu::shogi::PieceKind;

/// The start position, the moves and the last position of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MainLine {
    pub start: String,
    pub moves: Vec<String>,
    pub last: String,
}

impl MainLine {
    /// Creates the main line of a record. If `stops_at_end` is set, the moves after the end of the game are left out.
    pub fn from_record(record: &Record<'_>, stops_at_end: bool) -> Self {
        let played = Played::new(record);
        let line = played
            .line()
            .take_while(|&id| !stops_at_end || *played.meaning(id) != Meaning::End);
        let moves = line.filter_map(|id| match played.meaning(id) {
            Meaning::Ply(ply) => {
                let kind = ply.kind.unwrap_or(PieceKind::Pawn);
                let from = ply
                    .from
                    .map_or_else(|| format!("{kind:?}*"), |from| from.to_string());
                let promotion = if ply.promotes { "+" } else { "" };
                Some(format!("{from}{}{promotion}", ply.to))
            }
            Meaning::Pass => Some("0000".to_owned()),
            _ => None,
        });
        Self {
            start: record.start.position.to_sfen(1),
            moves: moves.collect(),
            last: played.last().to_sfen(1),
        }
    }
}
