// Charts of counts, each with a table of its numbers. A row that filters the page is a button.
//
// No information depends on colour alone: Black is solid and marked ☗, White is hollow and marked ☖, a draw is hatched.

/** Width of every chart (SVG units). A chart is scaled to the width of its column on the page. */
const WIDTH = 400;

/** Height of a line of text (SVG units). */
const LINE = 18;

/** Height of the plot area of column and line charts (SVG units). */
const HEIGHT = 150;

/** Rounds a coordinate to one decimal, which is enough for the screen. */
const coordinate = (number) => Number(number.toFixed(1));

const coordinates = (numbers) =>
  Object.fromEntries(Object.entries(numbers).map(([name, number]) => [name, coordinate(number)]));

const rect = (kind, x, y, width, height) => draw("rect", { class: kind, ...coordinates({ x, y, width, height }) });
const line = (kind, x1, y1, x2, y2) => draw("line", { class: kind, ...coordinates({ x1, y1, x2, y2 }) });
const dot = (kind, cx, cy, r) => draw("circle", { class: kind, ...coordinates({ cx, cy, r }) });

/** Creates a text element, with the text truncated to a number of columns. `anchor` is the point of the text at x: `start`,
 * `middle` or `end`. */
const text = (kind, x, y, anchor, words, columns) =>
  draw("text", { class: kind, ...coordinates({ x, y }), "text-anchor": anchor }, cut(words, columns));

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff01-\uff60\uffe0-\uffe6]/u;

/** Returns the number of columns of a character: 2 for East Asian characters, 0 for combining marks. */
const columnsOf = (character) => (/[\p{M}\p{Cf}]/u.test(character) ? 0 : WIDE.test(character) ? 2 : 1);

const columnsOfAll = (words) => [...words].reduce((sum, character) => sum + columnsOf(character), 0);

/** Returns the first characters that fit into a number of columns. Combining marks take no columns, so the number of characters
 * has a separate limit. */
function beginning(characters, columns) {
  let room = columns;
  const end = characters.findIndex((character, at) => (room -= columnsOf(character)) < 0 || at > 2 * columns);
  return end < 0 ? characters : characters.slice(0, end);
}

/** Returns words that are too long with their middle replaced by `…`, because files and folders often differ at the end.
 * `columns` is the maximum width. */
function cut(words, columns) {
  const all = [...words];
  if (beginning(all, columns).length === all.length) return words;
  const behind = Math.floor((columns - 1) / 2);
  const end = beginning(all.toReversed(), behind).toReversed();
  return [...beginning(all, columns - 1 - behind), "…", ...end].join("");
}

/** Formats a rate as a percentage: 0.573 is `57.3%`, 0.5 is `50%`. */
const percent = (rate) => `${(rate * 100).toFixed(1).replace(/\.0$/, "")}%`;

const sum = (counts) => counts.reduce((one, two) => one + two, 0);

const most = (counts) => Math.max(0, ...counts);

/** Returns the percentages of decided games that Black and White won, or an empty array if no game was decided. */
function winRates([black, , white]) {
  const decided = black + white;
  return decided ? [black, white].map((won) => percent(won / decided)) : [];
}

// Positions along an axis.

/** Number of columns of text that fit below a chart. A half-width character takes one column. */
const LABELS = 56;

/** Returns the indices of the names that get a label, at equal distances, so that the labels do not overlap. If the names are
 * numbers, round numbers are preferred. */
function labelled(names) {
  const least = Math.ceil((names.length * (most(names.map(columnsOfAll)) + 2)) / LABELS);
  const every = [1, 2, 5, 10, 20, 25, 50, 100].find((it) => it >= least) ?? least;
  const [first, second] = names.map((name) => (/^\d+$/.test(name) ? Number(name) : NaN));
  const step = second - first;
  const offset = step > 0 ? (every - (Math.floor(first / step) % every)) % every : 0;
  return [...names.keys()].filter((at) => at >= offset && (at - offset) % every === 0);
}

/** Returns the elements of the axis below a chart and of its labels, which do not extend beyond the sides of the drawing. */
function axis(names, bottom) {
  const labels = labelled(names).map((at) => {
    const half = columnsOfAll(names[at]) * 4;
    const middle = ((at + 0.5) * WIDTH) / names.length;
    const [x, anchor] = middle < half ? [0, "start"] : middle > WIDTH - half ? [WIDTH, "end"] : [middle, "middle"];
    return text("value", x, bottom + LINE - 3, anchor, names[at], 16);
  });
  return [...labels, line("axis", 0, bottom, WIDTH, bottom)];
}

// The kinds of charts. Each function returns the elements of the drawing and its height, and the headings and cells of
// the table.

const kinds = { bars, columns, results, lines, rates };

/** Draws horizontal bars, each below its name. A bar with grades has a part for each severity. The sum of the remaining items
 * has no bar. */
function bars(rows) {
  const [row, thick] = [LINE + 16, 8];
  const longest = most(rows.filter((it) => it.look !== "rest").map((it) => it.count));
  const names = Object.keys(weights);
  const parts = rows.map(({ name, count, look }, at) => {
    const top = at * row;
    const hit = [0, top, WIDTH, row];
    const gravest = names[look.graded?.findIndex((it) => it > 0)];
    const head = [
      text("name", 0, top + 13, "start", (gravest ? `${signs[gravest]} ` : "") + name, 44),
      text("value", WIDTH, top + 13, "end", numbers.format(count), 16),
    ];
    if (look === "rest") return { nodes: head, hit };
    const grades = look.graded ? look.graded.map((count, at) => [names[at], count]) : [["solid", count]];
    let left = 0;
    const drawn = grades.filter(([, count]) => count > 0).map(([kind, count]) => {
      // Even the bar of a very small count remains visible.
      const width = Math.max(2, (count / longest) * WIDTH);
      left += width;
      return rect(kind, left - width, top + LINE, width, thick);
    });
    return { nodes: [...head, rect("ground", 0, top + LINE, WIDTH, thick), ...drawn], hit };
  });
  const graded = rows.some((it) => it.look.graded);
  const grades = (look) => look.graded?.map((it) => numbers.format(it)) ?? ["", "", ""];
  return {
    height: Math.max(1, rows.length) * row,
    marks: [],
    parts,
    heads: [say("number"), ...(graded ? names.map((name) => say(name)) : [])],
    cells: rows.map(({ count, look }) => [numbers.format(count), ...(graded ? grades(look) : [])]),
  };
}

/** Draws columns side by side above an axis, with a line at the height of the highest one. */
function columns(rows) {
  const [top, bottom] = [18, 18 + HEIGHT];
  const highest = most(rows.map((it) => it.count));
  const step = WIDTH / rows.length;
  const gap = step > 6 ? 2 : 0;
  const parts = rows.map(({ count }, at) => {
    const height = count && Math.max(1, (count / highest) * HEIGHT);
    return { nodes: [rect("solid", at * step + gap / 2, bottom - height, step - gap, height)], hit: [at * step, top, step, HEIGHT] };
  });
  return {
    height: bottom + LINE + 4,
    marks: [
      line("faint", 0, top, WIDTH, top),
      text("value", 0, top - 5, "start", numbers.format(highest), 16),
      ...axis(rows.map((it) => it.name), bottom),
    ],
    parts,
    heads: [say("number")],
    cells: rows.map((it) => [numbers.format(it.count)]),
  };
}

/** Draws a bar of results for each group: from the left, wins by Black, draws, wins by White, and games without a result. The
 * bars show all games; the percentages exclude games without a winner. */
function results(rows) {
  const [row, thick] = [LINE + 24, 15];
  const parts = ["black", "draw", "white", "none"];
  const names = ["black-wins", "draw", "white-wins", "no-result"].map((name) => say(name));
  const legend = parts.map((kind, at) => ({
    nodes: [rect(kind, at * 104 + 0.75, 3, 10.5, 10.5), text("value", at * 104 + 16, 13, "start", names[at], 20)],
    hit: [at * 104 - 4, -8, 102, 34],
    facet: "result",
    key: kind,
    name: names[at],
  }));
  const drawnRows = rows.map(({ name, counts }, at) => {
    const top = LINE + 10 + at * row;
    const [black, white] = winRates(counts);
    let left = 0;
    const drawn = counts.flatMap((count, at) => {
      const width = (count / Math.max(1, sum(counts))) * WIDTH;
      left += width;
      // The outline is 1.5 units wide and drawn inside the bar.
      const [x, y] = [left - width + 0.75, top + LINE + 0.75];
      return count > 0 ? [rect(parts[at], x, y, Math.max(0, width - 1.5), thick - 1.5)] : [];
    });
    const words = black ? `☗ ${black}  ☖ ${white}` : "";
    const nodes = [text("name", 0, top + 13, "start", name, 34), text("value", WIDTH, top + 13, "end", words, 30), ...drawn];
    return { nodes, hit: [0, top, WIDTH, row] };
  });
  const cells = rows.map(({ counts }) => {
    const [black, white] = winRates(counts);
    const rates = [black, undefined, white];
    return counts.map((count, at) => numbers.format(count) + (rates[at] ? ` (${rates[at]})` : ""));
  });
  return { height: LINE + 10 + rows.length * row, marks: [], legend, parts: drawnRows, heads: names, cells };
}

/** Draws a line for each side. A line has a gap at an unknown value. A known value between two gaps is a dot. */
function lines(rows) {
  const [legend, top, bottom] = [22, 40, 40 + HEIGHT];
  const highest = most(rows.flatMap((it) => it.values));
  const marks = ["black", "white"].flatMap((name, side) => {
    const left = side * 130;
    const kind = `line ${["first", "second"][side]}`;
    const points = rows.map(({ values }, at) => {
      const known = values[side] !== null;
      return known && [((at + 0.5) * WIDTH) / rows.length, bottom - (values[side] / (highest || 1)) * HEIGHT].map(coordinate);
    });
    return [
      line(kind, left, 9, left + 24, 9),
      text("value", left + 30, 13, "start", say(name), 20),
      ...stretches(points).map((points) =>
        points.length > 1
          ? draw("path", { class: kind, d: `M${points.map((point) => point.join(" ")).join("L")}` })
          : dot(["first", "second"][side], ...points[0], 2),
      ),
    ];
  });
  return {
    height: bottom + LINE + 4,
    marks: [
      line("faint", 0, top, WIDTH, top),
      text("value", 0, top - 5, "start", say("seconds", highest.toFixed(1)), 30),
      ...marks,
      ...axis(rows.map((it) => it.name), bottom),
    ],
    heads: [say("black"), say("white")],
    cells: rows.map(({ values }) => values.map((value) => value?.toFixed(1) ?? "–")),
  };
}

/** Splits points into runs of consecutive known points, leaving out unknown ones (`false`). */
function stretches(points) {
  const all = [[]];
  for (const point of points) {
    if (point) all.at(-1).push(point);
    else all.push([]);
  }
  return all.filter((stretch) => stretch.length > 0);
}

/** Draws rates as dots with their confidence intervals on an axis from 0 to 100 %. */
function rates(rows) {
  const row = LINE + 18;
  const height = rows.length * row;
  const at = (rate) => Math.min(1, Math.max(0, rate)) * WIDTH;
  const quarters = [0, 0.25, 0.5, 0.75, 1].flatMap((rate) => {
    const x = Math.min(WIDTH - 0.5, Math.max(0.5, at(rate)));
    const anchor = { 0: "start", 1: "end" }[rate] ?? "middle";
    return [
      line(rate === 0.5 ? "axis" : "faint", x, 0, x, height),
      text("value", at(rate), height + 14, anchor, percent(rate), 8),
    ];
  });
  const parts = rows.map(({ name, games, rate, interval }, number) => {
    const top = number * row;
    const head = text("name over", 0, top + 13, "start", name, 36);
    const value = text("value over", WIDTH, top + 13, "end", `${interval ? percent(rate) : "–"} (${numbers.format(games)})`, 24);
    if (!interval) return { nodes: [head, value], hit: [0, top, WIDTH, row] };
    const y = top + LINE + 6;
    const [low, high] = interval.map(at);
    // An interval of at most 10 units is hidden by the dot, so its ends are not drawn.
    const ends = high - low > 10 ? [low, high] : [];
    const nodes = [
      head,
      value,
      line("whisker", low, y, high, y),
      ...ends.map((end) => line("whisker", end, y - 4, end, y + 4)),
      dot("solid", at(rate), y, 4.5),
    ];
    return { nodes, hit: [0, top, WIDTH, row] };
  });
  return {
    height: height + LINE,
    marks: quarters,
    parts,
    heads: [say("decided-games"), say("rate"), say("interval")],
    cells: rows.map(({ games, rate, interval }) => [numbers.format(games), ...(interval ? [percent(rate), interval.map(percent).join("–")] : ["–", "–"])]),
  };
}

/** A chart with its title, its drawing and its table of numbers. */
class ChartView {
  /** `number` makes the identifiers unique. */
  constructor({ name, kind }, number) {
    Object.assign(this, { name, kind, facet: chartFacets[name] });
    const [title, about] = [say(`${name}-title`), say(`${name}-about`)];
    this.drawing = draw("svg", { role: this.facet ? "group" : "img", "aria-labelledby": `c${number}t c${number}d` });
    this.labels = [draw("title", { id: `c${number}t` }, title), draw("desc", { id: `c${number}d` }, about)];
    this.table = make("table");
    this.caption = make("caption", { class: "unseen" }, title);
    this.element = make(
      "figure",
      { class: "chart", "data-chart": name },
      make("figcaption", {}, make("h3", {}, title), make("p", {}, about)),
      this.drawing,
      make("details", {}, make("summary", {}, say("figures"), make("span", { class: "unseen" }, `: ${title}`)), this.table),
    );
    this.drawing.addEventListener("click", (event) => this.choose(event.target.closest("[data-key]")));
    this.drawing.addEventListener("keydown", (event) => this.press(event));
    this.table.addEventListener("click", (event) => this.choose(event.target.closest("[data-key]")));
  }

  /** Draws the rows of the chart, and below them the numbers of games or moves that it cannot show. A row with a `key` becomes a
   * button that filters the page. The focus and the open table of numbers remain. */
  show(rows, leftOut = []) {
    const focused = this.element.contains(document.activeElement) ? document.activeElement : undefined;
    const [key, facet, tag] = [focused?.dataset.key, focused?.dataset.facet, focused?.tagName];
    const { height, marks, legend = [], parts = [], heads, cells } = kinds[this.kind](rows);
    const missing = leftOut.flatMap(({ name, count }, at) => {
      const y = height + at * LINE + 14;
      return [text("name", 0, y, "start", name, 44), text("value", WIDTH, y, "end", numbers.format(count), 16)];
    });
    this.drawing.setAttribute("viewBox", `0 0 ${WIDTH} ${coordinate(height + leftOut.length * LINE)}`);
    const buttons = parts.map(({ nodes, hit }, at) => this.part(nodes, hit, this.facet, rows[at].key, rows[at].name, `${rows[at].name}: ${cells[at][0]}`));
    const shownLegend = legend.map(({ nodes, hit, facet, key, name }) => this.part(nodes, hit, this.facet && facet, games.length ? key : undefined, name));
    this.drawing.replaceChildren(...this.labels, ...shownLegend.flat(), ...marks, ...buttons.flat(), ...missing);
    this.drawing.querySelector("[data-key]")?.setAttribute("tabindex", "0");
    const head = (words) => make("th", { scope: "col" }, ...marked(words));
    const line = (cells, at) => make("tr", {}, make("th", { scope: "row" }, this.rowHead(rows[at])), ...cells.map((cell) => make("td", {}, cell)));
    this.table.replaceChildren(
      this.caption,
      make("thead", {}, make("tr", {}, ...[say(`${this.name}-head`), ...heads].map(head))),
      make("tbody", {}, ...cells.map(line), ...leftOut.map(({ name, count }) => make("tr", {}, make("th", { scope: "row" }, name), make("td", { colspan: String(heads.length) }, numbers.format(count))))),
    );
    if (focused && key === undefined) return;
    const again = [...this.element.querySelectorAll("[data-key]")].find((it) => it.dataset.key === key && it.dataset.facet === facet && it.tagName === tag);
    if (focused) (again ?? this.drawing.querySelector("[tabindex]"))?.focus();
  }

  /** Returns the nodes of a row: a button if the row has a key. */
  part(nodes, [x, y, width, height], facet, key, name, label = name) {
    if (key === undefined || !facet) return nodes;
    const chosen = selection.get(facet);
    const pressed = chosen === key;
    const state = chosen === undefined ? "" : pressed ? " chosen" : " faded";
    // The accessible name is the text of the row, after the whole name of a shortened one. A row without text has a label.
    const words = nodes.map(({ textContent }) => textContent).filter(Boolean).join(" ");
    const isComplete = words.includes(name);
    const title = isComplete ? undefined : words === "" ? label : name;
    return [draw(
      "g",
      { class: `choice${state}`, role: "button", tabindex: "-1", "aria-pressed": String(pressed), "aria-label": [title, words].filter(Boolean).join(" "), "data-key": key, "data-facet": facet },
      title === undefined ? undefined : draw("title", {}, title),
      rect("hit", x, y, width, height),
      // With spaces between the texts, the content of the row is equal to its accessible name.
      ...nodes.flatMap((node, at) => (at > 0 || title !== undefined ? [" ", node] : [node])),
    )];
  }

  rowHead({ key, name }) {
    if (key === undefined || !this.facet) return name;
    return make("button", { type: "button", "aria-pressed": String(selection.get(this.facet) === key), "data-key": key, "data-facet": this.facet }, name);
  }

  choose(node) {
    if (node) selection.toggle(node.dataset.facet, node.dataset.key);
  }

  /** Handles the keys of the buttons: Enter and the space bar filter, and the arrow keys move to another button. */
  press(event) {
    const buttons = [...this.drawing.querySelectorAll("[data-key]")];
    const at = buttons.indexOf(event.target);
    if (at < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const targets = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 };
    if (event.key === "Enter" || event.key === " ") this.choose(event.target);
    else if (event.key in targets) {
      const next = buttons[targets[event.key]];
      if (next) {
        event.target.setAttribute("tabindex", "-1");
        next.setAttribute("tabindex", "0");
        next.focus();
      }
    } else return;
    event.preventDefault();
  }
}

/** The charts of the page. */
class Charts {
  constructor(root) {
    this.root = root;
    const isGiven = frame.charts?.length > 0;
    this.given = isGiven ? frame.charts : Object.entries(chartKinds).map(([name, kind]) => ({ name, kind }));
    this.views = this.given.map((chart, number) => new ChartView(chart, number));
    root.append(...this.views.map((view) => view.element));
    this.show();
  }

  /** Draws the charts for the games that pass the filters. Without filters, the charts of a report show the numbers of the program.
   * The thinking times are known only for all games, so their chart is hidden by a filter. The application has no numbers of the
   * program. */
  show() {
    for (const [at, view] of this.views.entries()) {
      const { name, kind, rows, left_out: given = [] } = this.given[at];
      const isCounted = selection.values.size > 0 || !rows;
      const keys = isCounted ? undefined : keysOfRows(name, rows);
      const shown = isCounted ? surveys[name]?.() ?? [] : rows.map((row, at) => ({ ...row, key: keys[at] }));
      if (["results", "folders"].includes(name)) for (const row of shown) row.name = labels.folder(row.name);
      view.element.hidden = isEmptyChart(kind, shown);
      if (!view.element.hidden) view.show(shown, isCounted ? leftOutRows(name) : given);
    }
  }
}

const charts = new Charts(document.querySelector(".charts"));
