//! Charts: figures that somebody else has counted, drawn as SVG with the same figures beside them as a table.
//!
//! Nothing is told by colour alone: Black is solid and marked ☗, White is hollow and marked ☖, a draw is hatched.

#![expect(clippy::cast_precision_loss, reason = "counts and places stay far below 2^53")]

mod bars;
mod canvas;
mod columns;
mod figures;
mod lines;
mod rates;
mod results;
mod table;

pub(super) use figures::grouped;
pub use figures::{Bar, Look, Rate, Results, Series};

use crate::finding::{Language, Message, both};
use crate::report::escaped;

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Chart {
    /// What it shows.
    pub title: Message,
    /// How to read it, in a sentence.
    pub about: Message,
    /// What is drawn.
    pub drawing: Drawing,
}

/// The kinds of charts.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawing {
    /// Counts of named things, each as a bar, the title of the names first.
    Bars(Message, Vec<Bar>),
    /// Counts of things that have an order (lengths, years), as columns side by side, the title of the order first.
    Columns(Message, Vec<Bar>),
    /// How games ended, for each of several groups of games, the title of the groups first.
    Results(Message, Vec<Results>),
    /// Values along something that has an order (plies), a line for each series; the title of the order, the unit of
    /// the values, the places along it, and the series.
    Lines(Message, Message, Vec<String>, Vec<Series>),
    /// Rates with the interval in which they may lie, the title of the groups first.
    Rates(Message, Vec<Rate>),
}

impl Chart {
    /// Whether there is nothing to see: nothing was counted, or there is a single place where a course is to be shown.
    pub fn is_empty(&self) -> bool {
        match &self.drawing {
            Drawing::Bars(_, rows) => rows.iter().all(|it| it.count == 0),
            Drawing::Columns(_, rows) => rows.iter().filter(|it| it.count > 0).count() < 2,
            Drawing::Results(_, rows) => rows.iter().all(|it| it.counts == [0; 4]),
            Drawing::Lines(_, _, _, series) => !series.iter().any(Series::rises),
            Drawing::Rates(_, rows) => rows.is_empty(),
        }
    }

    /// Draws the chart, the `number`th of its page.
    pub(super) fn draw(&self, number: usize, language: Language, out: &mut String) {
        let title = escaped(&self.title.in_language(language));
        let about = escaped(&self.about.in_language(language));
        let (canvas, table) = match &self.drawing {
            Drawing::Bars(head, rows) => (bars::draw(rows), table::counts(head, rows, language)),
            Drawing::Columns(head, rows) => (columns::draw(rows), table::counts(head, rows, language)),
            Drawing::Results(head, rows) => (
                results::draw(rows, language),
                table::results(head, rows, language),
            ),
            Drawing::Lines(head, unit, places, series) => (
                lines::draw(&unit.in_language(language), places, series),
                table::lines(head, places, series, language),
            ),
            Drawing::Rates(head, rows) => (rates::draw(rows), table::rates(head, rows, language)),
        };
        let figures = both("Statistics", "数値");
        out.push_str(
            &[
                "<figure class=\"chart\">\n<figcaption><h3>",
                &title,
                "</h3><p>",
                &about,
                "</p></figcaption>\n",
            ]
            .concat(),
        );
        out.push_str(&canvas.finish(number, &title, &about));
        out.push_str(
            &[
                "<details><summary>",
                figures.in_language(language),
                "<span class=\"unseen\">: ",
                &title,
                "</span></summary>\n",
            ]
            .concat(),
        );
        out.push_str(&table.markup(&title));
        out.push_str("</details>\n</figure>\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::say;

    fn bars() -> Vec<Bar> {
        let bar = |(name, count): (&str, u64)| Bar {
            name: name.to_owned(),
            count,
            look: match count {
                0 => Look::Plain,
                1 => Look::Rest,
                _ => Look::Graded([200, 0, 1000]),
            },
        };
        [("<b>&", 1200), ("飛", 1), ("", 0)].map(bar).to_vec()
    }

    fn all() -> Vec<Drawing> {
        let results = |name: &str, counts| Results {
            name: name.to_owned(),
            counts,
        };
        let rate = Rate {
            name: "中飛車<".to_owned(),
            games: 9,
            rate: 0.5,
            interval: (0.2, 0.8),
        };
        let series = |values: &[Option<f64>]| Series {
            name: "<".to_owned(),
            values: values.to_vec(),
        };
        let places = ["1", "2", "3"].map(str::to_owned).to_vec();
        let head = || say("<Head>", "<頭>");
        vec![
            Drawing::Bars(head(), bars()),
            Drawing::Bars(head(), Vec::new()),
            Drawing::Columns(head(), bars()),
            Drawing::Columns(head(), Vec::new()),
            Drawing::Results(head(), vec![results("<", [1, 2, 3, 4]), results("none", [0; 4])]),
            Drawing::Lines(
                head(),
                head(),
                places.clone(),
                vec![series(&[Some(1.0), None, Some(3.5)])],
            ),
            Drawing::Lines(
                head(),
                head(),
                places,
                vec![series(&[]), series(&[Some(f64::NAN)])],
            ),
            Drawing::Lines(head(), head(), Vec::new(), Vec::new()),
            Drawing::Rates(head(), vec![rate]),
            Drawing::Rates(head(), Vec::new()),
        ]
    }

    #[test]
    fn every_chart_is_well_formed() {
        for drawing in all() {
            for language in Language::ALL {
                let chart = Chart {
                    title: say("<Title>", "<題>"),
                    about: say("a & b", "甲 & 乙"),
                    drawing: drawing.clone(),
                };
                let mut out = String::new();
                chart.draw(3, language, &mut out);
                let parsed = roxmltree::Document::parse(&out);
                assert!(parsed.is_ok(), "{parsed:?}\n{out}");
                assert!(!out.contains("NaN") && !out.contains("inf"), "{out}");
                let svg = out.find("<svg").and_then(|at| out.get(at..)).unwrap();
                assert!(svg.contains("<title id=\"c3t\">") && svg.contains("<desc id=\"c3d\">"));
            }
        }
    }

    #[test]
    fn a_chart_of_nothing_knows_it() {
        let chart = |drawing| Chart {
            title: say("", ""),
            about: say("", ""),
            drawing,
        };
        let empty: Vec<bool> = all().into_iter().map(|it| chart(it).is_empty()).collect();
        assert_eq!(
            empty,
            [false, true, false, true, false, false, true, true, false, true]
        );
    }

    #[test]
    fn what_has_no_course_is_no_chart() {
        let head = || say("Year", "年");
        let bar = |(name, count): (&str, u64)| Bar {
            name: name.to_owned(),
            count,
            look: Look::Plain,
        };
        let columns =
            |bars: &[(&str, u64)]| Drawing::Columns(head(), bars.iter().copied().map(bar).collect());
        let lines = |values: &[Option<f64>]| {
            let series = Series {
                name: String::new(),
                values: values.to_vec(),
            };
            Drawing::Lines(head(), head(), vec!["0".to_owned(); values.len()], vec![series])
        };
        for (drawing, is_empty) in [
            (columns(&[("2024", 9)]), true),
            (columns(&[("2023", 0), ("2024", 9)]), true),
            (columns(&[("2022", 1), ("2023", 0), ("2024", 9)]), false),
            (lines(&[None, None]), true),
            (lines(&[Some(0.0), Some(0.0)]), true),
            (lines(&[Some(3.0)]), true),
            (lines(&[Some(0.0), Some(3.0)]), false),
        ] {
            let chart = Chart {
                title: head(),
                about: head(),
                drawing,
            };
            assert_eq!(chart.is_empty(), is_empty, "{chart:?}");
        }
    }
}
