//! Converts the first record of a file to another format and prints the converted record. Data that the target format cannot
//! hold are listed on standard error.
//!
//!     cargo run --example convert fixtures/tournament/2023-spring/round1/table1.kif csa

use std::error::Error;
use std::io::Write;

use kifu::notation;
use kifu::notation::Writer;
use kifu::played::Played;
use kifu::text;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("name a file")?;
    let target = arguments.next().ok_or("name a target, such as csa")?;
    let target = notation::target(&target).ok_or("there is no such target")?;
    let bytes = std::fs::read(path)?;
    let text = text::decode(&bytes, None);
    let mut records = notation::records(&text, notation::detect(&text, None));
    let record = records.next().ok_or("there is no record in it")?;
    let page = Writer::new(target).write(&Played::new(&record))?;
    std::io::stdout().write_all(&page.bytes)?;
    for lost in page.losses.iter() {
        eprintln!("lost: {}", lost.loss.counted(lost.count).english());
    }
    Ok(())
}
