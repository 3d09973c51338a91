//! The options of `kifu convert` for training data, and the messages about its items.

use clap::{Args, ValueEnum};

use super::values;
use crate::finding::{Message, Words, bilingual, both, message};
use crate::notation::{ItemCounts, ItemSelection, Target};
use crate::run::ExcludedRecords;

/// The options that select items of training data.
#[derive(Args, Debug)]
#[command(next_help_heading = "Training data")]
pub(super) struct TrainingArgs {
    #[arg(long, value_name = "WHICH")]
    scores: Option<ScoresArg>,

    #[arg(long, value_name = "N", value_parser = values::number(1..=1_000_000))]
    min_ply: Option<u32>,

    #[arg(long, value_name = "N", value_parser = values::number(0..=32_767))]
    max_score: Option<u32>,

    #[arg(long, conflicts_with = "clean")]
    no_clean: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ScoresArg {
    Require,
    Keep,
}

impl TrainingArgs {
    /// Returns whether games with findings of the severity of `--fail-on` or higher are excluded and, if the target
    /// holds results, games without moves or a result. This is the default.
    pub(super) const fn is_clean(&self) -> bool {
        !self.no_clean
    }

    /// Returns the selection of items for a target. Options that were not given have the defaults of the target.
    pub(super) fn items(&self, target: &Target) -> ItemSelection {
        let defaults = target.default_items();
        ItemSelection {
            scored_only: self
                .scores
                .map_or(defaults.scored_only, |score| score == ScoresArg::Require),
            min_ply: self.min_ply.unwrap_or(defaults.min_ply),
            max_score: self
                .max_score
                .map(|max_score| u16::try_from(max_score).unwrap_or(u16::MAX)),
        }
    }

    /// Returns the error if an option for training data is given but the target is not a format of training data, or
    /// `None` in all other cases.
    pub(super) fn usage_error(&self, target: &Target) -> Option<Message> {
        let options = [
            ("--scores", self.scores.is_some()),
            ("--min-ply", self.min_ply.is_some()),
            ("--max-score", self.max_score.is_some()),
            ("--no-clean", self.no_clean),
        ];
        let (option, _) = options.into_iter().find(|(_, is_given)| *is_given)?;
        (!target.training).then(|| {
            message!(
                "{option} is for training data (psv, hcpe, sfens); {name} takes all records unless you choose some",
                "`{option}` は教師データ（psv、hcpe、sfens）に使う。{name}では、選ばない限りすべての棋譜を変換する",
                option,
                name = target.name
            )
        })
    }
}

/// Returns the numbers of written and left-out items for the summary, each with its text.
pub(super) fn summary_counts(items: ItemCounts) -> [(Words, u64); 6] {
    [
        (
            both("; {position} written", "、書き出した局面{}件"),
            items.written,
        ),
        (
            both(
                "; {position} without a score written as 0",
                "、評価値がなく0と書いた局面{}件",
            ),
            items.unscored,
        ),
        (
            both(
                "; {position} with a score cut to ±32,767",
                "、評価値を±32767に切り詰めた局面{}件",
            ),
            items.clipped,
        ),
        (
            both(
                "; {position} without a score left out",
                "、評価値がないため除いた局面{}件",
            ),
            items.without_score,
        ),
        (
            both(
                "; {position} left out by --min-ply",
                "、`--min-ply` により除いた局面{}件",
            ),
            items.early,
        ),
        (
            both(
                "; {position} left out by --max-score",
                "、`--max-score` により除いた局面{}件",
            ),
            items.beyond_score,
        ),
    ]
}

/// Returns the reasons why no positions were written, one for each kind of excluded record or item, most with an option
/// that changes this. Returns `None` if none of these reasons applies.
pub(super) fn nothing_written_reason(
    target: &Target,
    items: ItemCounts,
    left_out: ExcludedRecords,
) -> Option<Message> {
    let on_separate_lines = |all: Message, next: Message| all.followed_by(both("\n", "\n")).followed_by(next);
    let reasons = reasons(target, items, left_out).reduce(on_separate_lines)?;
    Some(bilingual("no position was written:\n", "書き出した局面はない。\n").followed_by(reasons))
}

/// Returns the reason why no position of a record was written.
pub(super) fn record_without_items_reason(target: &Target, items: ItemCounts) -> Message {
    let on_one_line = |all: Message, next: Message| all.followed_by(both("; ", "。")).followed_by(next);
    let reasons = reasons(target, items, ExcludedRecords::default());
    reasons.reduce(on_one_line).unwrap_or_else(|| {
        message!(
            "the record has no position that {name} can hold",
            "{name}で書き出せる局面がない",
            name = target.name
        )
    })
}

/// Returns the reason why a record was left out of training data. `before` and `after` are the numbers of excluded records
/// without and with it. Returns `None` if it was not left out, or only by another option.
pub(super) fn left_out_reason(
    target: &Target,
    before: ExcludedRecords,
    after: ExcludedRecords,
) -> Option<Message> {
    let left_out = ExcludedRecords {
        with_findings: after.with_findings - before.with_findings,
        undecided: after.undecided - before.undecided,
        ..ExcludedRecords::default()
    };
    reasons(target, ItemCounts::default(), left_out).next()
}

/// Returns the reasons why positions are left out, one for each kind of excluded record or item.
fn reasons(target: &Target, items: ItemCounts, left_out: ExcludedRecords) -> impl Iterator<Item = Message> {
    let name = target.name;
    let reasons = [
        (
            left_out.unmatched,
            bilingual(
                "no other record matches --where",
                "ほかの棋譜は `--where` の条件に合わない",
            ),
        ),
        (
            left_out.with_findings,
            bilingual(
                "records with errors are left out; use --no-clean to take them",
                "エラーのある棋譜は除く。`--no-clean` を付けると対象になる",
            ),
        ),
        (
            left_out.undecided,
            message!(
                "{name} takes only games with moves and a winner or a draw; use --to sfens for the positions of other games",
                "{name}の対象は、指し手と勝敗か引き分けがある対局である。ほかの対局の局面は `--to sfens` で書き出せる",
            ),
        ),
        (
            items.without_score,
            bilingual(
                "positions without a score are left out; use --scores keep to write them with the score 0",
                "評価値のない局面は除く。`--scores keep` を付けると0として書き出す",
            ),
        ),
        (
            items.early,
            bilingual(
                "--min-ply leaves out all other positions; use a smaller number",
                "ほかの局面は `--min-ply` により除かれる。小さい数を指定する",
            ),
        ),
        (
            items.beyond_score,
            bilingual(
                "--max-score leaves out all other positions; use a greater number",
                "ほかの局面は `--max-score` により除かれる。大きい数を指定する",
            ),
        ),
    ];
    reasons.into_iter().filter(|(count, _)| *count > 0).map(|it| it.1)
}
