//! Charts: figures that somebody else has counted, drawn as SVG with the same figures beside them as a table.
//!
//! Nothing is told by colour alone: Black is solid and marked ☗, White is hollow and marked ☖, a draw is hatched.

#![expect(clippy::cast_precision_loss, reason = "counts and places stay far below 2^53")]
use std::fmt::Write as _;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use crate::finding::{Language, Message, Severity, Words, both};
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
            Drawing::Bars(head, rows) => (draw_bars(rows), counts(head, rows, language)),
            Drawing::Columns(head, rows) => (draw_columns(rows), counts(head, rows, language)),
            Drawing::Results(head, rows) => (draw_results(rows, language), results(head, rows, language)),
            Drawing::Lines(head, unit, places, series) => (
                draw_lines(&unit.in_language(language), places, series),
                lines(head, places, series, language),
            ),
            Drawing::Rates(head, rows) => (draw_rates(rows), rates_table(head, rows, language)),
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

// Bars from left to right, each below its name.

/// So much room has a bar with its name.
const BARS_ROW: f64 = LINE + 16.0;

/// So thick is a bar.
const BARS_THICK: f64 = 8.0;

fn draw_bars(rows: &[Bar]) -> Canvas {
    let mut canvas = Canvas::new(rows.len().max(1) as f64 * BARS_ROW);
    let bars = rows.iter().filter(|it| it.look != Look::Rest);
    let most = bars.map(|it| it.count).max().unwrap_or(0);
    for (row, at) in rows.iter().zip(0..) {
        let top = f64::from(at) * BARS_ROW;
        let parts: &[(&str, u64)] = match row.look {
            Look::Graded(counts) => &std::array::from_fn::<_, 3, _>(|it| (GRADES[it].0, counts[it])),
            Look::Plain | Look::Rest => &[("solid", row.count)],
        };
        let (name, count) = ([mark(row.look), &row.name].concat(), grouped(row.count));
        canvas.text("name", (0.0, top + 13.0), Anchor::Start, &name, 44);
        canvas.text("value", (WIDTH, top + 13.0), Anchor::End, &count, 16);
        if row.look != Look::Rest {
            canvas.rect("ground", (0.0, top + LINE), (WIDTH, BARS_THICK));
            let mut left = 0.0;
            for &(class, count) in parts.iter().filter(|(_, count)| *count > 0) {
                // What is there can be seen.
                let width = (part(count, most) * WIDTH).max(2.0);
                canvas.rect(class, (left, top + LINE), (width, BARS_THICK));
                left += width;
            }
        }
    }
    canvas
}

/// How errors, warnings and notes look, in bars and in front of names.
const GRADES: [(&str, &str); 3] = [("error", "● "), ("warning", "▲ "), ("note", "○ ")];

/// The sign of the gravest.
fn mark(look: Look) -> &'static str {
    let Look::Graded(counts) = look else {
        return "";
    };
    let gravest = counts.iter().position(|&count| count > 0);
    gravest.map_or("", |it| GRADES[it].1)
}

// What charts are drawn on.

/// The width of every chart; it shrinks and grows with its column.
const WIDTH: f64 = 400.0;

/// The height of a line of text.
const LINE: f64 = 18.0;

/// The end of a text that stands at its place.
#[derive(Clone, Copy, Debug)]
enum Anchor {
    Start,
    Middle,
    End,
}

/// A drawing in the making. What it looks like in light, in dark and on paper is said by the style sheet.
#[derive(Debug, Default)]
struct Canvas {
    marks: String,
    height: f64,
}

// Writing into a string cannot fail.
impl Canvas {
    /// An empty drawing of a height.
    fn new(height: f64) -> Self {
        Self {
            marks: String::new(),
            height,
        }
    }

    /// A rectangle from its upper left corner.
    fn rect(&mut self, class: &str, (x, y): (f64, f64), (width, height): (f64, f64)) {
        let _ = writeln!(
            self.marks,
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            N(x),
            N(y),
            N(width.max(0.0)),
            N(height.max(0.0))
        );
    }

    /// A line.
    fn line(&mut self, class: &str, (x1, y1): (f64, f64), (x2, y2): (f64, f64)) {
        let _ = writeln!(
            self.marks,
            "<line class=\"{class}\" x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            N(x1),
            N(y1),
            N(x2),
            N(y2)
        );
    }

    /// A line through points.
    fn path(&mut self, class: &str, points: &[(f64, f64)]) {
        let mut way = String::new();
        for (at, &(x, y)) in points.iter().enumerate() {
            let _ = write!(way, "{}{} {}", if at == 0 { 'M' } else { 'L' }, N(x), N(y));
        }
        let _ = writeln!(self.marks, "<path class=\"{class}\" d=\"{way}\"/>");
    }

    /// A dot.
    fn dot(&mut self, class: &str, (x, y): (f64, f64), radius: f64) {
        let _ = writeln!(
            self.marks,
            "<circle class=\"{class}\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>",
            N(x),
            N(y),
            N(radius)
        );
    }

    /// Text, cut to so many columns.
    fn text(&mut self, class: &str, (x, y): (f64, f64), anchor: Anchor, words: &str, columns: usize) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.marks,
            "<text class=\"{class}\" x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{}</text>",
            N(x),
            N(y),
            escaped(&cut(words, columns))
        );
    }

    /// The drawing as SVG, with what a screen reader says of it.
    fn finish(self, number: usize, title: &str, about: &str) -> String {
        format!(
            "<svg viewBox=\"0 0 {} {}\" role=\"img\" aria-labelledby=\"c{number}t c{number}d\">\n\
             <title id=\"c{number}t\">{title}</title>\n<desc id=\"c{number}d\">{about}</desc>\n{}</svg>\n",
            N(WIDTH),
            N(self.height),
            self.marks
        )
    }
}

/// A number without digits that nobody sees.
struct N(f64);

impl std::fmt::Display for N {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let number = if self.0.is_finite() { self.0 } else { 0.0 };
        let text = format!("{number:.1}");
        f.write_str(text.strip_suffix(".0").unwrap_or(&text))
    }
}

/// As much of a text as fits into so many columns. It is cut in the middle: files and directories often differ at the
/// end.
fn cut(words: &str, columns: usize) -> String {
    let whole = beginning(words.chars(), columns);
    if whole.chars().count() == words.chars().count() {
        return whole;
    }
    let room = columns.saturating_sub(1);
    let behind = beginning(words.chars().rev(), room / 2);
    let before = beginning(words.chars(), room - room / 2);
    before.chars().chain(['…']).chain(behind.chars().rev()).collect()
}

/// The characters that fit into so many columns. Those without width do not fill a line.
fn beginning(characters: impl Iterator<Item = char>, columns: usize) -> String {
    let mut room = columns;
    let fits = |character: &char| {
        let width = character.width().unwrap_or(0);
        let fits = width <= room;
        room = room.saturating_sub(width);
        fits
    };
    characters.take(2 * columns + 1).take_while(fits).collect()
}

// Columns side by side, for what has an order.

const COLUMNS_TOP: f64 = 18.0;
const COLUMNS_HEIGHT: f64 = 150.0;

/// So many columns of text fit below a chart.
const LABELS: usize = 56;

fn draw_columns(rows: &[Bar]) -> Canvas {
    let bottom = COLUMNS_TOP + COLUMNS_HEIGHT;
    let mut canvas = Canvas::new(bottom + LINE + 4.0);
    let most = rows.iter().map(|it| it.count).max().unwrap_or(0);
    let step = WIDTH / rows.len().max(1) as f64;
    let gap = if step > 6.0 { 2.0 } else { 0.0 };
    canvas.line("faint", (0.0, COLUMNS_TOP), (WIDTH, COLUMNS_TOP));
    canvas.text(
        "value",
        (0.0, COLUMNS_TOP - 5.0),
        Anchor::Start,
        &grouped(most),
        16,
    );
    for (at, row) in rows.iter().enumerate() {
        let left = at as f64 * step;
        let height = part(row.count, most) * COLUMNS_HEIGHT;
        let height = if row.count > 0 { height.max(1.0) } else { 0.0 };
        canvas.rect("solid", (left + gap / 2.0, bottom - height), (step - gap, height));
    }
    for at in named(rows.iter().map(|it| &*it.name)) {
        let middle = (at as f64 + 0.5) * step;
        place(&mut canvas, middle, bottom + LINE - 3.0, &rows[at].name);
    }
    canvas.line("axis", (0.0, bottom), (WIDTH, bottom));
    canvas
}

/// The name of a place below the axis, inside the drawing.
fn place(canvas: &mut Canvas, x: f64, y: f64, name: &str) {
    let half = name.len() as f64 * 4.0;
    let (x, anchor) = if x < half {
        (0.0, Anchor::Start)
    } else if x > WIDTH - half {
        (WIDTH, Anchor::End)
    } else {
        (x, Anchor::Middle)
    };
    canvas.text("value", (x, y), anchor, name, 16);
}

/// The places that are named, so that no name stands on another: those of round numbers, where the names are numbers at
/// equal distances, or else each of so many.
fn named<'n>(names: impl Iterator<Item = &'n str> + Clone) -> Vec<usize> {
    let widest = names.clone().map(UnicodeWidthStr::width).max().unwrap_or(1) + 2;
    let count = names.clone().count();
    let least = (count * widest).div_ceil(LABELS);
    let every = [1, 2, 5, 10, 20, 25, 50, 100]
        .into_iter()
        .find(|it| *it >= least)
        .unwrap_or(least);
    let mut numbers = names.map_while(|it| it.parse().ok());
    let (first, second): (Option<usize>, Option<usize>) = (numbers.next(), numbers.next());
    let step = first
        .zip(second)
        .and_then(|(first, second)| second.checked_sub(first))
        .filter(|&it| it > 0);
    let offset = first
        .zip(step)
        .map_or(0, |(first, step)| (every - first / step % every) % every);
    (offset..count).step_by(every).collect()
}

// The figures that are drawn, and how they are written.

/// Something that was counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bar {
    /// What it is, in the language of the page.
    pub name: String,
    /// How often.
    pub count: u64,
    /// How it looks.
    pub look: Look,
}

/// How a bar looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Look {
    /// Like the others.
    #[default]
    Plain,
    /// In the colours of so many errors, warnings and notes, and with the sign of the gravest.
    Graded([u64; 3]),
    /// As a figure without a bar: what is left of other kinds, which would outweigh those that are named.
    Rest,
}

/// How the games of a group ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// The group.
    pub name: String,
    /// Black won, a draw, White won, nobody knows or no result.
    pub counts: [u64; 4],
}

/// A line of values.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is.
    pub name: String,
    /// A value for each place, where there is one.
    pub values: Vec<Option<f64>>,
}

impl Series {
    /// Whether it can be seen above the axis, and at more than one place.
    fn rises(&self) -> bool {
        let values = || self.values.iter().flatten().filter(|it| it.is_finite());
        values().count() > 1 && values().any(|&value| value > 0.0)
    }
}

/// A rate from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub struct Rate {
    /// Of what.
    pub name: String,
    /// How many games it is drawn from.
    pub games: u64,
    /// The rate itself.
    pub rate: f64,
    /// The interval in which the true rate lies with 95 %.
    pub interval: (f64, f64),
}

/// A number with its thousands apart.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// A part of a whole in per cent.
fn part(count: u64, all: u64) -> f64 {
    count as f64 / all.max(1) as f64
}

/// `57.3%`; no digit after the point where it says nothing.
fn percent(rate: f64) -> String {
    let text = format!("{:.1}", rate * 100.0);
    format!("{}%", text.strip_suffix(".0").unwrap_or(&text))
}

// Lines along something that has an order.

const LINES_TOP: f64 = 18.0;
const LINES_HEIGHT: f64 = 150.0;
const LEGEND: f64 = 22.0;

/// How lines look, told apart by more than colour.
const LINES_CLASSES: [&str; 3] = ["first", "second", "third"];

fn draw_lines(unit: &str, places: &[String], series: &[Series]) -> Canvas {
    let top = LINES_TOP + LEGEND;
    let bottom = top + LINES_HEIGHT;
    let mut canvas = Canvas::new(bottom + LINE + 4.0);
    let values = series.iter().flat_map(|it| it.values.iter().flatten().copied());
    let most = values.filter(|it| it.is_finite()).fold(0.0, f64::max);
    let step = WIDTH / places.len().max(1) as f64;
    canvas.line("faint", (0.0, top), (WIDTH, top));
    let scale = if most > 0.0 {
        format!("{most:.1} {unit}")
    } else {
        unit.to_owned()
    };
    canvas.text("value", (0.0, top - 5.0), Anchor::Start, &scale, 30);
    let mut left = 0.0;
    for (line, class) in series.iter().zip(LINES_CLASSES.into_iter().cycle()) {
        canvas.line(&["line ", class].concat(), (left, 9.0), (left + 24.0, 9.0));
        canvas.text("value", (left + 30.0, 13.0), Anchor::Start, &line.name, 20);
        left += 130.0;
        for points in stretches(line, places.len()) {
            let points: Vec<_> = points
                .iter()
                .map(|&(at, value)| {
                    (
                        (at as f64 + 0.5) * step,
                        bottom - value / most.max(f64::MIN_POSITIVE) * LINES_HEIGHT,
                    )
                })
                .collect();
            match points[..] {
                [point] => canvas.dot(class, point, 2.0),
                _ => canvas.path(&["line ", class].concat(), &points),
            }
        }
    }
    for at in named(places.iter().map(String::as_str)) {
        let middle = (at as f64 + 0.5) * step;
        place(&mut canvas, middle, bottom + LINE - 3.0, &places[at]);
    }
    canvas.line("axis", (0.0, bottom), (WIDTH, bottom));
    canvas
}

/// The values of a line that stand beside each other, with their places.
fn stretches(line: &Series, places: usize) -> Vec<Vec<(usize, f64)>> {
    let mut all = vec![Vec::new()];
    for (at, value) in line.values.iter().take(places).enumerate() {
        match (value.filter(|it| it.is_finite()), all.last_mut()) {
            (Some(value), Some(stretch)) => stretch.push((at, value)),
            _ => all.push(Vec::new()),
        }
    }
    all.retain(|it| !it.is_empty());
    all
}

// Rates with the interval in which they may lie, on an axis from 0 to 100 %.

const RATES_ROW: f64 = LINE + 18.0;

fn draw_rates(rows: &[Rate]) -> Canvas {
    let height = rows.len() as f64 * RATES_ROW;
    let mut canvas = Canvas::new(height + LINE);
    for quarter in 0..=4 {
        let mark = f64::from(quarter) / 4.0;
        let x = (mark * WIDTH).clamp(0.5, WIDTH - 0.5);
        canvas.line(if quarter == 2 { "axis" } else { "faint" }, (x, 0.0), (x, height));
        let anchor = match quarter {
            0 => Anchor::Start,
            4 => Anchor::End,
            _ => Anchor::Middle,
        };
        canvas.text("value", (mark * WIDTH, height + 14.0), anchor, &percent(mark), 8);
    }
    let mut top = 0.0;
    for row in rows {
        let told = format!("{} ({})", percent(row.rate), grouped(row.games));
        canvas.text("name over", (0.0, top + 13.0), Anchor::Start, &row.name, 36);
        canvas.text("value over", (WIDTH, top + 13.0), Anchor::End, &told, 24);
        let (low, high) = row.interval;
        let (y, at) = (top + LINE + 6.0, |rate: f64| rate.clamp(0.0, 1.0) * WIDTH);
        canvas.line("whisker", (at(low), y), (at(high), y));
        // The dot is as wide as that.
        if at(high) - at(low) > 10.0 {
            for end in [low, high] {
                canvas.line("whisker", (at(end), y - 4.0), (at(end), y + 4.0));
            }
        }
        canvas.dot("solid", (at(row.rate), y), 4.5);
        top += RATES_ROW;
    }
    canvas
}

// How the games of each group ended: Black's part from the left, White's from the right. The bars are all games, the
// rates are of those that somebody won.

const RESULTS_ROW: f64 = LINE + 24.0;
const RESULTS_THICK: f64 = 15.0;

/// How a part looks, in the order of [`Results::counts`].
const RESULTS_CLASSES: [&str; 4] = ["black", "draw", "white", "none"];

/// What the parts are called, in the same order.
const PARTS: [Words; 4] = [
    both("☗ Black wins", "☗ 先手勝ち"),
    both("draw", "引き分け"),
    both("☖ White wins", "☖ 後手勝ち"),
    both("no result", "勝敗なし"),
];

fn draw_results(rows: &[Results], language: Language) -> Canvas {
    let mut canvas = Canvas::new(LINE + 10.0 + rows.len() as f64 * RESULTS_ROW);
    legend(&mut canvas, language);
    let mut top = LINE + 10.0;
    for row in rows {
        let all: u64 = row.counts.iter().sum();
        canvas.text("name", (0.0, top + 13.0), Anchor::Start, &row.name, 34);
        canvas.text("value", (WIDTH, top + 13.0), Anchor::End, &told(row), 30);
        let mut left = 0.0;
        for (count, class) in row.counts.iter().zip(RESULTS_CLASSES) {
            let width = part(*count, all) * WIDTH;
            if *count > 0 {
                // The outline stays inside.
                canvas.rect(
                    class,
                    (left + 0.75, top + LINE + 0.75),
                    (width - 1.5, RESULTS_THICK - 1.5),
                );
            }
            left += width;
        }
        top += RESULTS_ROW;
    }
    canvas
}

fn told(row: &Results) -> String {
    let [black, _, white, _] = rates_results(row);
    let told = [
        black.map(|it| format!("☗ {it}")),
        white.map(|it| format!("☖ {it}")),
    ];
    told.into_iter().flatten().collect::<Vec<_>>().join("  ")
}

/// How often each side won of the decided games, in the order of [`Results::counts`].
fn rates_results(row: &Results) -> [Option<String>; 4] {
    let [black, _, white, _] = row.counts;
    let decided = black + white;
    let rate = |wins| (decided > 0).then(|| percent(part(wins, decided)));
    [rate(black), None, rate(white), None]
}

fn legend(canvas: &mut Canvas, language: Language) {
    let mut left = 0.0;
    for (words, class) in PARTS.iter().zip(RESULTS_CLASSES) {
        let words = words.in_language(language);
        canvas.rect(class, (left + 0.75, 3.0), (10.5, 10.5));
        canvas.text("value", (left + 16.0, 13.0), Anchor::Start, words, 20);
        left += 104.0;
    }
}

// The figures of a chart as a table.

/// The first column names the rows; the others are numbers.
struct Table {
    heads: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    fn new(first: &Message, others: &[Words], language: Language) -> Self {
        let first = first.in_language(language).to_string();
        let others = others.iter().map(|it| (*it.in_language(language)).to_owned());
        Self {
            heads: std::iter::once(first).chain(others).collect(),
            rows: Vec::new(),
        }
    }

    fn markup(&self, title: &str) -> String {
        let mut out = format!("<table><caption class=\"unseen\">{title}</caption>\n<thead><tr>");
        for head in &self.heads {
            out.push_str(&["<th scope=\"col\">", &escaped(head), "</th>"].concat());
        }
        out.push_str("</tr></thead>\n<tbody>\n");
        for row in &self.rows {
            out.push_str("<tr>");
            for (at, cell) in row.iter().enumerate() {
                let cell = escaped(cell);
                out.push_str(&if at == 0 {
                    ["<th scope=\"row\">", &cell, "</th>"].concat()
                } else {
                    ["<td>", &cell, "</td>"].concat()
                });
            }
            out.push_str("</tr>\n");
        }
        out.push_str("</tbody></table>\n");
        out
    }
}

const COUNT: Words = both("Number", "件数");
const GAMES: Words = both("Decided games", "決着局数");

fn counts(head: &Message, rows: &[Bar], language: Language) -> Table {
    let is_graded = rows.iter().any(|it| matches!(it.look, Look::Graded(_)));
    let mut heads = vec![COUNT];
    if is_graded {
        heads.extend(Severity::ALL.map(Severity::words));
    }
    let mut table = Table::new(head, &heads, language);
    let row = |bar: &Bar| {
        let mut cells = vec![bar.name.clone(), grouped(bar.count)];
        match bar.look {
            Look::Graded(counts) => cells.extend(counts.map(grouped)),
            Look::Plain | Look::Rest if is_graded => cells.extend([const { String::new() }; 3]),
            Look::Plain | Look::Rest => {}
        }
        cells
    };
    table.rows = rows.iter().map(row).collect();
    table
}

fn results(head: &Message, rows: &[Results], language: Language) -> Table {
    let mut table = Table::new(head, &PARTS, language);
    let row = |group: &Results| {
        let cell = |(&count, rate): (&u64, Option<String>)| match rate {
            Some(rate) => format!("{} ({rate})", grouped(count)),
            None => grouped(count),
        };
        let cells = group.counts.iter().zip(rates_results(group)).map(cell);
        std::iter::once(group.name.clone()).chain(cells).collect()
    };
    table.rows = rows.iter().map(row).collect();
    table
}

fn lines(head: &Message, places: &[String], series: &[Series], language: Language) -> Table {
    let mut table = Table::new(head, &[], language);
    table.heads.extend(series.iter().map(|it| it.name.clone()));
    let cell = |line: &Series, at: usize| match line.values.get(at) {
        Some(Some(value)) if value.is_finite() => format!("{value:.1}"),
        _ => "–".to_owned(),
    };
    let row = |(at, place): (usize, &String)| {
        std::iter::once(place.clone())
            .chain(series.iter().map(|line| cell(line, at)))
            .collect()
    };
    table.rows = places.iter().enumerate().map(row).collect();
    table
}

fn rates_table(head: &Message, rows: &[Rate], language: Language) -> Table {
    const RATE: Words = both("Rate", "率");
    const INTERVAL: Words = both("95% interval", "95%信頼区間");
    let mut table = Table::new(head, &[GAMES, RATE, INTERVAL], language);
    let row = |rate: &Rate| {
        let (low, high) = rate.interval;
        vec![
            rate.name.clone(),
            grouped(rate.games),
            percent(rate.rate),
            format!("{}–{}", percent(low), percent(high)),
        ]
    };
    table.rows = rows.iter().map(row).collect();
    table
}

#[cfg(test)]
mod tests {
    use super::{grouped, percent, *};
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

    #[test]
    fn long_names_are_cut() {
        assert_eq!(cut("甲乙丙", 6), "甲乙丙");
        assert_eq!(cut("甲乙丙丁", 6), "甲…丁");
        assert_eq!(
            cut("archive/2024/spring/table-17.kif", 20),
            "archive/20…le-17.kif"
        );
        assert!(cut(&"か\u{3099}".repeat(1000), 10).chars().count() < 30);
    }

    #[test]
    fn round_numbers_are_named() {
        let of = |numbers: std::ops::Range<usize>, step: usize| {
            let names: Vec<_> = numbers.step_by(step).map(|it| it.to_string()).collect();
            let places = named(names.iter().map(String::as_str));
            places
                .into_iter()
                .map(|at| names[at].clone())
                .collect::<Vec<_>>()
                .join(" ")
        };
        assert_eq!(of(1..121, 1), "20 40 60 80 100 120");
        assert_eq!(of(1950..2025, 1), "1950 1960 1970 1980 1990 2000 2010 2020");
        assert_eq!(of(0..160, 10), "0 20 40 60 80 100 120 140");
        assert_eq!(of(7..10, 1), "7 8 9");
        assert_eq!(named(["甲", "乙"].into_iter()), [0, 1]);
        assert_eq!(named(["1", "1"].into_iter()), [0, 1]);
        assert_eq!(named([].into_iter()), [0; 0]);
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(
            [0, 999, 1000, 1_234_567].map(grouped),
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!([0.5, 0.573, 1.0].map(percent), ["50%", "57.3%", "100%"]);
    }

    #[test]
    fn a_line_breaks_where_nothing_is_known() {
        let line = Series {
            name: String::new(),
            values: vec![Some(1.0), Some(2.0), None, Some(3.0), Some(4.0)],
        };
        assert_eq!(stretches(&line, 4), [vec![(0, 1.0), (1, 2.0)], vec![(3, 3.0)]]);
    }

    #[test]
    fn rates_are_of_decided_games() {
        let results = |counts| Results {
            name: String::new(),
            counts,
        };
        assert_eq!(told(&results([3, 5, 1, 90])), "☗ 75%  ☖ 25%");
        assert_eq!(told(&results([0, 5, 0, 90])), "");
    }
}
