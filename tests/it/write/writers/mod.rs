//! Writers of all formats: the text of a record, and the reported losses.

mod csa;
mod damaged;
mod engines;
mod files;
mod kakinoki;
mod one_game;
mod usen;

use kifu::notation;
use kifu::notation::Refusal;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::text;

/// Writes the first record of a text to a target. Returns the written text and the losses.
fn write(record: &str, target: &str) -> Result<(String, String), Refusal> {
    let text = text::decode(record.as_bytes(), None);
    let record = notation::records(&text, notation::detect(&text, None))
        .next()
        .expect("a record");
    let target = notation::target(target).expect("a target");
    let output = Writer::new(target).write(&Played::new(&record))?;
    let losses: Vec<_> = output
        .losses
        .iter()
        .map(|entry| {
            let mut description = entry.loss.counted(entry.count).english().into_owned();
            if !entry.examples.is_empty() {
                description = format!("{description} ({})", entry.examples.join(", "));
            }
            description
        })
        .collect();
    let text = String::from_utf8(output.bytes).expect("these are written in UTF-8");
    Ok((text, losses.join("; ")))
}

/// Returns the text and the losses of a record that can be written.
fn written(record: &str, target: &str) -> (String, String) {
    write(record, target).unwrap_or_else(|refusal| panic!("{record}\n{refusal:?}"))
}

/// Returns the ply and the reason of the refusal to write a record. Panics if the record is written.
fn refused(record: &str, target: &str) -> (Option<u32>, String) {
    match write(record, target) {
        Err(refusal) => (refusal.ply, refusal.to_string()),
        Ok((text, _)) => panic!("{record}\nis written as\n{text}"),
    }
}

/// Returns a KIF record of the even game with these lines.
fn kif(lines: &str) -> String {
    format!("手合割：平手\n{lines}")
}
