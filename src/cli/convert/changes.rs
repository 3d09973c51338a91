//! The options of `kifu convert` that change records before they are written.

use std::sync::Arc;

use clap::Args;

use super::aliases::{IdentifyingParts, PlayerAliases, TextKind};
use crate::cli::values;
use crate::convert::{Strip, StripCounts, StripItem, promote_variation, select_variation};
use crate::finding::{CommaList, Message, message};
use crate::notation::{self, Capabilities, Target};
use crate::record::{NoSuchVariation, Record, VariationPath};
use crate::run::{self, InputOptions};
use crate::text::path_to_text;

/// The options that change records.
#[derive(Args, Debug)]
#[command(next_help_heading = "Changes to records")]
pub(super) struct ChangeArgs {
    #[arg(long, value_name = "PARTS", value_delimiter = ',', value_parser = values::strip_item)]
    strip: Vec<StripItem>,

    #[arg(long, value_name = "PATH", value_parser = values::variation)]
    promote_variation: Option<VariationPath>,

    #[arg(
        long, value_name = "PATH", value_parser = values::variation, conflicts_with = "promote_variation"
    )]
    variation: Option<VariationPath>,

    #[arg(long)]
    pub(super) anonymise: bool,
}

impl ChangeArgs {
    /// Returns the error if `--variation` is given but the target does not show a position, or if `--anonymise` is given and a
    /// pipe is read. Returns `None` in all other cases.
    pub(super) fn usage_error(&self, target: &Target, inputs: &InputOptions) -> Option<Message> {
        if let Some(path) = run::first_pipe(inputs).filter(|_| self.anonymise) {
            return Some(message!(
                "--anonymise reads its inputs twice, and `{path}` can be read only once; save it to a file first",
                "`--anonymise` は入力を2回読むが、`{path}` は1回しか読めない。ファイルに保存してから指定する",
                path = path_to_text(&path)
            ));
        }
        if self.variation.is_none() || shows_position(target) {
            return None;
        }
        let others = notation::targets().filter(|other| shows_position(other));
        Some(message!(
            "--variation selects the position for {others}; for {name}, use --promote-variation",
            "`--variation` は{others}の局面を選ぶものである。{name}には `--promote-variation` を使う",
            others = CommaList(others.map(|other| other.name).collect()),
            name = target.name
        ))
    }

    /// Returns the changes to the records.
    pub(super) fn changes(&self) -> Changes {
        Changes {
            promoted: self.promote_variation.clone(),
            selected: self.variation.clone(),
            strip: Strip::new(self.strip.clone()),
            aliases: None,
        }
    }
}

/// Returns whether a target has a single position of a record of shogi.
fn shows_position(target: &Target) -> bool {
    !target.holds.moves && !target.training
}

/// The changes to each record before it is written.
#[derive(Debug)]
pub(super) struct Changes {
    /// The variation that becomes the main line.
    promoted: Option<VariationPath>,
    /// The variation whose last position is written.
    selected: Option<VariationPath>,
    /// The parts that are left out.
    strip: Strip,
    /// The aliases of the players; `None` to keep their names.
    aliases: Option<Arc<PlayerAliases>>,
}

impl Changes {
    /// Returns whether records are written unchanged.
    pub(super) const fn is_empty(&self) -> bool {
        !self.promotes() && self.strip.is_empty() && self.aliases.is_none()
    }

    /// Returns the changes with aliases that replace the names of players.
    pub(super) fn with_aliases(self, aliases: Arc<PlayerAliases>) -> Self {
        Self {
            aliases: Some(aliases),
            ..self
        }
    }

    /// Replaces the names of players in the folders and the name of a file.
    pub(super) fn rename(&self, levels: &mut [String]) {
        if let Some(aliases) = &self.aliases {
            for level in levels {
                *level = aliases.replace(level, TextKind::Label).into_owned();
            }
        }
    }

    /// Returns whether a variation becomes the main line, so that the outcome of the game in the record does not apply.
    pub(super) const fn promotes(&self) -> bool {
        self.promoted.is_some() || self.selected.is_some()
    }

    /// Changes a record, and returns the numbers of items that were left out.
    ///
    /// # Errors
    ///
    /// Returns an error if the record does not have the variation to promote.
    pub(super) fn apply(&self, record: &mut Record<'_>) -> Result<StripCounts, NoSuchVariation> {
        if let Some(path) = &self.promoted {
            promote_variation(record, path)?;
        }
        if let Some(path) = &self.selected {
            select_variation(record, path)?;
        }
        // A short name is recognised by the name, which may be left out.
        if let Some(aliases) = &self.aliases {
            aliases.apply(record);
        }
        Ok(self.strip.apply(record))
    }

    /// Returns the parts of a changed record from which a player may still be recognised. Returns no parts if names are kept.
    pub(super) fn identifying(&self, record: &Record<'_>, holds: &Capabilities) -> IdentifyingParts {
        if self.aliases.is_none() {
            return IdentifyingParts::default();
        }
        IdentifyingParts::of(record, holds)
    }

    /// Returns counts of 0 for the parts that are left out.
    pub(super) fn no_counts(&self) -> StripCounts {
        self.strip.no_counts()
    }
}
