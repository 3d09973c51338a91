// A table with any number of rows. Only the visible rows are in the document.

/** Number of additional rows that are drawn above and below the visible ones. */
const SPARE = 8;

/** Maximum number of rows that are printed. */
const PRINTED = 40;

/** Number of rows whose search text is built at once while the browser is idle. */
const TEXTS_AT_ONCE = 500;

class Table {
  /**
   * @param root the section with the controls
   * @param columns each with `name`, `head`, `width` and `text(row)`, and optionally `order(row)`, `words(row)` and `cell(row)`
   * @param rows the objects that are shown; after rows are added or removed, `refresh` shows the change
   * @param open called with the row that the user opens
   */
  constructor(root, columns, rows, open) {
    Object.assign(this, { root, rows, open, allColumns: columns });
    this.order = rows.map((_, at) => at);
    this.shown = this.order;
    this.sorted = undefined;
    this.active = 0;
    this.filters = new Map();
    /** Called after the shown rows, their order or the search have changed. */
    this.onChange = () => {};
    this.build();
    this.listen();
    this.refresh();
  }

  build() {
    this.headRow = make("tr", { role: "row", "aria-rowindex": "1" });
    this.body = make("tbody", { role: "rowgroup" });
    this.grid = make(
      "table",
      { role: "grid", tabindex: "0", "aria-labelledby": this.root.getAttribute("aria-labelledby") },
      make("thead", { role: "rowgroup" }, this.headRow),
      this.body,
    );
    this.frame = make("div", { class: "frame" }, this.grid);
    this.printed = make("p", { class: "printed" });
    this.root.append(this.frame, this.printed);
    this.count = this.root.querySelector("output");
    this.search = this.root.querySelector("input[type=search]");
    this.root.hidden = false;
  }

  /** Shows the columns that have text in at least one row. A column with a function `cell` is always shown. */
  buildHead() {
    const isShown = (column) => column.cell || this.columns?.includes(column) || this.rows.some((row) => column.text(row) !== "");
    const columns = this.allColumns.filter(isShown);
    if (columns.length === this.columns?.length) return;
    this.columns = columns;
    for (const row of this.rows) row.words = undefined;
    this.root.style.setProperty("--columns", columns.map((column) => column.width).join(" "));
    this.heads = columns.map((column) => {
      const button = make("button", { type: "button" }, ...marked(column.head));
      button.addEventListener("click", () => this.sort(column));
      return make("th", { role: "columnheader", scope: "col", class: column.name }, button);
    });
    this.headRow.replaceChildren(...this.heads);
    this.markSorted();
  }

  listen() {
    let waiting;
    this.search?.addEventListener("input", () => {
      clearTimeout(waiting);
      waiting = setTimeout(() => this.searchFor(this.search.value), 120);
    });
    let drawing;
    this.frame.addEventListener("scroll", () => {
      drawing ??= requestAnimationFrame(() => {
        drawing = undefined;
        this.draw();
      });
    });
    this.grid.addEventListener("keydown", (event) => this.press(event));
    this.body.addEventListener("click", (event) => {
      const line = event.target.closest("tr");
      if (!line || getSelection().toString()) return;
      this.activate(Number(line.dataset.at));
      this.choose();
    });
    addEventListener("resize", () => this.draw());
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => this.draw());
  }

  /** Shows the rows that contain all words of a search. */
  searchFor(words) {
    if (this.search && this.search.value !== words) this.search.value = words;
    this.searched = words;
    this.filter("search", sought(words));
  }

  /** Sets the test that rows must pass for the filter of this name, or removes the filter if `test` is empty or `false`. Shows
   * the rows that pass all filters. */
  filter(name, test) {
    if (test) this.filters.set(name, test);
    else this.filters.delete(name);
    this.arrange();
  }

  /** Shows rows that were added to `rows`, removed from it or changed. The search, the filters, the order and the scroll position
   * remain. */
  refresh() {
    this.buildHead();
    const top = this.frame.scrollTop;
    const active = this.rows[this.shown[this.active]];
    this.order = this.inOrder();
    this.arrange();
    this.active = Math.max(0, this.shown.findIndex((at) => this.rows[at] === active));
    this.frame.scrollTop = top;
    this.draw();
    this.prepareTexts();
  }

  /** Sorts the rows by a column. If the table is already sorted by this column, reverses the order. */
  sort(column) {
    this.sortBy(column, this.sorted === column && !this.turned);
  }

  /** Sorts the rows by a column, in descending order if `turned` is true. Rows without a value are last in either order. */
  sortBy(column, turned) {
    Object.assign(this, { sorted: column, turned });
    this.order = this.inOrder();
    this.markSorted();
    this.arrange();
  }

  inOrder() {
    const all = this.rows.map((_, at) => at);
    const column = this.sorted;
    if (!column) return all;
    const keys = this.rows.map(column.order ?? ((row) => fold(column.text(row))));
    const sign = this.turned ? -1 : 1;
    const empty = (key) => key === "" || key === undefined;
    // Sorting is stable, so equal rows keep their original order.
    return all.sort((a, b) => {
      const [one, two] = [keys[a], keys[b]];
      if (empty(one) || empty(two)) return empty(one) - empty(two);
      return one < two ? -sign : one > two ? sign : 0;
    });
  }

  markSorted() {
    for (const [at, head] of this.heads.entries()) {
      if (this.columns[at] === this.sorted) head.setAttribute("aria-sort", this.turned ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
  }

  /** Returns the name of the column by which the table is sorted, with `-` before it in descending order, or `undefined`. */
  sortName() {
    return this.sorted && (this.turned ? "-" : "") + this.sorted.name;
  }

  /** Returns the text of a row in which the search looks for words, normalized for comparison. */
  words(row) {
    row.words ??= fold(this.columns.map((column) => column.words?.(row) ?? column.text(row)).join("\n"));
    return row.words;
  }

  /** Builds the search texts of all rows while the browser is idle, so that the first search does not have to. */
  prepareTexts() {
    if (!this.search || this.preparing) return;
    let next = 0;
    this.preparing = true;
    const go = (deadline) => {
      do {
        for (const end = Math.min(next + TEXTS_AT_ONCE, this.rows.length); next < end; next += 1) this.words(this.rows[next]);
      } while (next < this.rows.length && deadline?.timeRemaining() > 2);
      this.preparing = next < this.rows.length;
      if (this.preparing) whenIdle(go);
    };
    whenIdle(go);
  }

  arrange() {
    const tests = [...this.filters.values()];
    const passes = (at) => tests.every((test) => test(this.rows[at], this));
    this.shown = tests.length ? this.order.filter(passes) : this.order;
    this.active = 0;
    const [some, all] = [this.shown.length, this.rows.length].map((it) => numbers.format(it));
    this.count.textContent = some === all ? say("rows-all", all) : say("rows", some, all);
    this.grid.setAttribute("aria-rowcount", String(this.shown.length + 1));
    this.frame.scrollTop = 0;
    this.draw();
    this.onChange();
  }

  /** Returns the rows that are shown, in the order of the table. */
  shownRows() {
    return this.shown.map((at) => this.rows[at]);
  }

  /** Returns the row that follows another row in the order of the table (`step` 1) or precedes it (-1). Returns `undefined` at
   * the end of the table. A row that is not shown has no neighbours, so the first or the last row is returned. */
  neighbour(row, step) {
    const at = this.shown.findIndex((index) => this.rows[index] === row);
    if (at < 0) return this.rows[this.shown.at(step > 0 ? 0 : -1)];
    return this.rows[this.shown[at + step]];
  }

  /** Draws the visible rows, and a few more rows above and below. */
  draw() {
    this.height = parseFloat(getComputedStyle(this.body).getPropertyValue("--row")) || 40;
    this.body.style.height = `${this.shown.length * this.height}px`;
    const top = this.frame.scrollTop;
    const first = Math.max(0, Math.floor(top / this.height) - SPARE);
    const last = Math.min(this.shown.length, Math.ceil((top + this.frame.clientHeight) / this.height) + SPARE);
    const lines = [];
    for (let at = first; at < last; at += 1) lines.push(this.line(at));
    this.body.replaceChildren(...lines);
    this.point();
    this.printed.textContent = "";
  }

  line(at) {
    const row = this.rows[this.shown[at]];
    const cells = this.columns.map((column) =>
      make("td", { role: "gridcell", class: column.name, "data-head": column.head }, ...(column.cell?.(row) ?? [make("span", { title: column.text(row) }, column.text(row))])),
    );
    const line = make(
      "tr",
      { role: "row", id: `${this.root.id}-${at}`, "aria-rowindex": String(at + 2), "data-at": String(at) },
      ...cells,
    );
    line.style.top = `${at * this.height}px`;
    return line;
  }

  /** Marks the active row, if it is drawn. */
  point() {
    for (const line of this.body.rows) {
      const active = Number(line.dataset.at) === this.active;
      line.setAttribute("aria-selected", String(active));
      if (active) this.grid.setAttribute("aria-activedescendant", line.id);
    }
  }

  activate(at) {
    this.active = Math.max(0, Math.min(at, this.shown.length - 1));
    const head = this.grid.tHead.offsetHeight;
    const [top, room] = [this.active * this.height, this.frame.clientHeight - head];
    if (top < this.frame.scrollTop) this.frame.scrollTop = top;
    else if (top + this.height > this.frame.scrollTop + room) this.frame.scrollTop = top + this.height - room;
    this.draw();
  }

  choose() {
    const row = this.rows[this.shown[this.active]];
    if (row) this.open(row);
  }

  press(event) {
    if (event.target !== this.grid || event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.frame.clientHeight / this.height) - 1);
    const ways = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in ways) this.activate(this.active + ways[event.key]);
    else if (event.key === "Enter") this.choose();
    else return;
    event.preventDefault();
  }

  /** Draws the first rows for printing, with a note that states the number of printed rows and of all rows. */
  print() {
    const some = Math.min(PRINTED, this.shown.length);
    this.body.style.height = "auto";
    this.body.replaceChildren(...Array.from({ length: some }, (_, at) => this.line(at)));
    this.printed.textContent = say("print-first", numbers.format(some), numbers.format(this.shown.length));
  }
}

/** Calls a function when the browser is idle, at the latest after `timeout` milliseconds, or soon if the browser cannot report that
 * it is idle. */
function whenIdle(work, timeout = 2000) {
  if (typeof requestIdleCallback === "function") requestIdleCallback(work, { timeout });
  else setTimeout(work, 30);
}

/** Returns a function that tests if a row contains all words of a search. Returns `false` if the search contains no words. */
function sought(words) {
  const all = fold(words).split(/\s+/).filter((word) => word !== "");
  return all.length > 0 && ((row, table) => all.every((word) => table.words(row).includes(word)));
}
