// A table with any number of rows. Only the visible rows are in the document.

/** Number of additional rows that are drawn above and below the visible ones. */
const SPARE = 8;

/** Maximum number of rows that are printed. */
const PRINTED = 40;

/** Width of the window from which rows are lines of a table (CSS pixels). In a narrower window, they are cards. */
const CARD_WIDTH = 1000;

/** Number of rows from which only added rows are measured. */
const MEASURED_ROWS = 2000;

/** Size of the text of the page, and the widths of the gap between two columns and of the mark of the order in a head (CSS pixels). */
const [REM, COLUMN_GAP, SORT_MARK] = [15, 16, 20];

/** Number of rows whose search text is built at once while the browser is idle. */
const TEXTS_AT_ONCE = 500;

const measuring = document.createElement("canvas").getContext("2d");

/** Returns the width of a text of a table (CSS pixels). */
function textWidth(words) {
  measuring.font = `${0.88 * REM}px ${getComputedStyle(document.documentElement).getPropertyValue("--sans")}`;
  return measuring.measureText(words).width;
}

/** Returns the approximate width of a text in columns: two for a character of East Asian scripts. */
function halfWidths(words) {
  let width = words.length;
  for (let at = 0; at < words.length; at += 1) if (words.charCodeAt(at) >= 0x2e80) width += 1;
  return width;
}

class Table {
  /**
   * @param root the section with the controls
   * @param columns each with `name`, `head`, `text(row)`, and optionally `order(row)`, `words(row)` and `cell(row)`. A column with
   *   `least` (rem) and `grow` takes a share of the width. Any other column is as wide as its longest text, which `wide(row)` or
   *   `text(row)` returns. `card` is `wide` if the value takes more than one place of a card. A column with `descends` is sorted
   *   in descending order first.
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
    this.chooser = make("select", { "aria-label": say("sort-by") });
    this.reverse = make("button", { type: "button", "aria-label": say("sort-reverse"), title: say("sort-reverse") }, "⇅");
    this.root.querySelector("output").before(make("span", { class: "order" }, make("span", { "aria-hidden": "true" }, say("sort-by")), this.chooser, this.reverse));
    this.frame = make("div", { class: "frame" }, this.grid);
    this.printed = make("p", { class: "printed" });
    this.none = make("p", { class: "none", hidden: true }, say("no-rows"), " ", this.clearButton());
    this.root.append(this.none, this.frame, this.printed);
    this.count = this.root.querySelector("output");
    this.search = this.root.querySelector("input[type=search]");
    this.root.hidden = false;
  }

  /** Returns the button that removes all filters and the search. */
  clearButton() {
    const button = make("button", { type: "button" }, say("remove-filters"));
    button.addEventListener("click", () => {
      this.searchFor("");
      selection.replace(new Map());
      this.grid.focus();
    });
    return button;
  }

  /** Shows the columns that have text in at least one row. A column with a function `cell` is always shown. */
  buildHead() {
    const isShown = (column) => column.cell || this.columns?.includes(column) || this.rows.some((row) => column.text(row) !== "");
    const columns = this.allColumns.filter(isShown);
    if (columns.length === this.columns?.length) return;
    this.columns = columns;
    for (const row of this.rows) row.words = undefined;
    this.heads = columns.map((column) => {
      const button = make("button", { type: "button" }, ...marked(column.head));
      button.addEventListener("click", () => this.sort(column));
      return make("th", { role: "columnheader", scope: "col", class: column.name }, button);
    });
    this.headRow.replaceChildren(...this.heads);
    this.chooser.replaceChildren(make("option", { value: "" }, say("sort-original")), ...columns.map(({ name, head }) => make("option", { value: name }, head)));
    this.markSorted();
  }

  /** Finds the longest text of each column, and its row. In a long table, only the added rows are read. */
  findLongest() {
    const isLonger = this.longest && this.rows.length >= this.measured && this.rows.length > MEASURED_ROWS;
    const first = isLonger ? this.measured : 0;
    if (!isLonger) this.longest = new Map();
    for (const column of this.columns) {
      let longest = this.longest.get(column) ?? { text: "", row: this.rows[0] };
      let most = halfWidths(longest.text);
      for (let at = first; at < this.rows.length; at += 1) {
        const text = (column.wide ?? column.text)(this.rows[at]);
        // A character takes at most two columns.
        if (2 * text.length <= most) continue;
        const width = halfWidths(text);
        if (width > most) [longest, most] = [{ text, row: this.rows[at] }, width];
      }
      this.longest.set(column, longest);
    }
    this.measured = this.rows.length;
  }

  /** Lays out the table. If its columns do not fit next to each other, those with `spare` 1 are hidden, then those with 2. If the
   * others do not fit, or the window is narrow, each row becomes a card with the head of each value, and a selection list replaces the
   * row of heads. */
  layOut() {
    const { clientWidth } = this.frame;
    if (clientWidth === 0) return;
    const widthOf = (column) => (column.least ? column.least * REM : Math.ceil(Math.max(textWidth(this.longest.get(column).text), textWidth(column.head) + SORT_MARK)));
    const widths = new Map(this.columns.map((column) => [column, widthOf(column)]));
    const isTooWide = () => sum([...widths.values()]) + (widths.size + 1) * COLUMN_GAP > clientWidth;
    for (const number of [1, 2]) {
      if (isTooWide()) for (const column of this.columns) if (column.spare === number) widths.delete(column);
    }
    const isCards = window.innerWidth < CARD_WIDTH || isTooWide();
    this.isCards = isCards;
    this.hiddenColumns = new Set(isCards ? [] : this.columns.filter((column) => !widths.has(column)));
    for (const [at, head] of this.heads.entries()) head.hidden = this.hiddenColumns.has(this.columns[at]);
    this.root.classList.toggle("cards", isCards);
    this.grid.tHead.inert = isCards;
    this.root.style.setProperty("--columns", [...widths].map(([column, width]) => (column.least ? `minmax(${width}px, ${column.grow}fr)` : `${width}px`)).join(" "));
    this.measureRows();
  }

  /** Finds the height of a row. All cards are as high as one with the longest text of each column. */
  measureRows() {
    this.body.style.removeProperty("--row");
    if (this.isCards && this.rows.length) {
      const card = make("tr", { class: "measured" }, ...this.columns.map((column) => this.cell(column, this.longest.get(column).row ?? this.rows[0])));
      this.body.replaceChildren(card);
      this.body.style.setProperty("--row", `${Math.ceil(card.getBoundingClientRect().height)}px`);
    }
    this.height = parseFloat(getComputedStyle(this.body).getPropertyValue("--row")) || 40;
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
        this.draw(true);
      });
    });
    this.grid.addEventListener("keydown", (event) => this.press(event));
    this.body.addEventListener("click", (event) => {
      const { at, first } = event.target.closest("tr")?.dataset ?? {};
      if ((at ?? first) === undefined || getSelection().toString()) return;
      this.activate(Number(at ?? first));
      this.choose();
    });
    this.chooser.addEventListener("change", () => this.sort(this.columns.find(({ name }) => name === this.chooser.value)));
    this.reverse.addEventListener("click", () => this.sorted && this.sort(this.sorted));
    addEventListener("resize", () => this.show());
    addEventListener("beforeprint", () => this.print());
    addEventListener("afterprint", () => this.show());
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
    if (!test && !this.filters.has(name)) return;
    if (test) this.filters.set(name, test);
    else this.filters.delete(name);
    this.arrange();
  }

  /** Shows rows that were added to `rows`, removed from it or changed. The search, the filters, the order and the scroll position
   * remain. */
  refresh() {
    this.buildHead();
    this.findLongest();
    const top = this.frame.scrollTop;
    const active = this.rows[this.shown[this.active]];
    this.order = this.inOrder();
    this.arrange();
    this.active = Math.max(0, this.shown.findIndex((at) => this.rows[at] === active));
    this.layOut();
    this.frame.scrollTop = top;
    this.draw();
    this.prepareTexts();
  }

  /** Lays out and draws the table after the space for it has changed. */
  show() {
    this.layOut();
    this.draw();
  }

  /** Sorts the rows by a column. If the table is already sorted by this column, reverses the order. Without a column, returns to the
   * original order. */
  sort(column) {
    this.sortBy(column, this.sorted === column ? !this.descends : Boolean(column?.descends));
  }

  /** Sorts the rows by a column, in descending order if `descends` is true. Rows without a value are last in either order. */
  sortBy(column, descends) {
    Object.assign(this, { sorted: column, descends });
    this.order = this.inOrder();
    this.markSorted();
    this.arrange();
  }

  inOrder() {
    const all = this.rows.map((_, at) => at);
    const column = this.sorted;
    if (!column) return all;
    const keys = this.rows.map(column.order ?? ((row) => fold(column.text(row))));
    const sign = this.descends ? -1 : 1;
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
      if (this.columns[at] === this.sorted) head.setAttribute("aria-sort", this.descends ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    this.chooser.value = this.sorted?.name ?? "";
    this.reverse.setAttribute("aria-pressed", String(this.sorted !== undefined && this.descends !== Boolean(this.sorted.descends)));
  }

  /** Returns the name of the column by which the table is sorted, with `-` before it in descending order, or `undefined`. */
  sortName() {
    return this.sorted && (this.descends ? "-" : "") + this.sorted.name;
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

  /** Returns the indices of the rows that are shown, in the order in which they are shown. */
  inGroups(shown) {
    return shown;
  }

  /** Returns the number of lines below the heads. */
  lineCount() {
    return this.shown.length;
  }

  arrange() {
    const tests = [...this.filters.values()];
    const passes = (at) => tests.every((test) => test(this.rows[at], this));
    const listed = this.isListed ? this.order.filter((at) => this.isListed(this.rows[at])) : this.order;
    this.shown = this.inGroups(tests.length ? listed.filter(passes) : listed);
    this.active = 0;
    const [some, all] = [this.shown.length, listed.length].map((it) => numbers.format(it));
    this.none.hidden = this.shown.length > 0 || listed.length === 0;
    this.count.textContent = some === all ? say("rows-all", all) : say("rows", some, all);
    this.grid.setAttribute("aria-rowcount", String(this.lineCount() + 1));
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

  /** Returns the distance of a row from the top of the first one (CSS pixels). */
  top(at) {
    return at * this.height;
  }

  /** Returns the distance of the first line that is visible with a row. */
  startOf(at) {
    return this.top(at);
  }

  /** Returns the index of the row at a distance from the top of the first one. */
  rowAt(distance) {
    return Math.floor(distance / this.height);
  }

  /** The number of additional rows that are drawn above and below the visible ones. */
  get spare() {
    return SPARE;
  }

  /** Draws the visible rows, and a few more rows above and below. `isScrolled` keeps the lines of the rows that are drawn already. */
  draw(isScrolled = false) {
    if (!isScrolled) this.drawn = new Map();
    // The frame has its height only after its content has one.
    this.body.style.height = `${this.top(this.shown.length)}px`;
    const { scrollTop, clientHeight } = this.frame;
    const first = Math.max(0, this.rowAt(scrollTop) - this.spare);
    const last = Math.min(this.shown.length, this.rowAt(scrollTop + clientHeight) + 1 + this.spare);
    const lines = this.lines(first, last);
    const shown = new Set(lines);
    for (const line of [...this.body.children]) if (!shown.has(line)) line.remove();
    let next = this.body.firstChild;
    for (const line of lines) {
      if (line === next) next = next.nextSibling;
      else this.body.insertBefore(line, next);
    }
    for (const [key, line] of this.drawn) if (!shown.has(line)) this.drawn.delete(key);
    this.point();
    this.printed.textContent = "";
  }

  /** Returns the lines of the rows from `first` up to `last`, which is not included. */
  lines(first, last) {
    return Array.from({ length: Math.max(0, last - first) }, (_, at) => this.keep(first + at, () => this.line(first + at)));
  }

  /** Returns the line that is drawn under a key, or a new one. */
  keep(key, build) {
    if (!this.drawn.has(key)) this.drawn.set(key, build());
    return this.drawn.get(key);
  }

  line(at) {
    const row = this.rows[this.shown[at]];
    const line = make(
      "tr",
      { role: "row", class: this.canOpen(row) ? undefined : "inert", id: `${this.root.id}-${at}`, "aria-rowindex": String(at + 2), "data-at": String(at) },
      ...this.columns.map((column) => this.cell(column, row)),
    );
    line.style.top = `${this.top(at)}px`;
    return line;
  }

  cell(column, row) {
    const label = this.isCards ? [make("span", { class: "label" }, ...marked(column.head))] : [];
    const kind = column.least ? "" : " fit";
    const hidden = this.hiddenColumns?.has(column) || undefined;
    const attributes = { role: "gridcell", hidden, class: `${column.name}${kind}${column.card ? ` ${column.card}` : ""}` };
    return make("td", attributes, ...label, ...(column.cell?.(row) ?? [make("span", { class: "value", title: column.text(row) }, ...marked(column.text(row)))]));
  }

  /** Marks the active row, if it is drawn. */
  point() {
    for (const line of this.body.querySelectorAll("[data-at]")) {
      const active = Number(line.dataset.at) === this.active;
      line.setAttribute("aria-selected", String(active));
      if (active) this.grid.setAttribute("aria-activedescendant", line.id);
    }
  }

  activate(at) {
    this.active = Math.max(0, Math.min(at, this.shown.length - 1));
    const head = this.grid.tHead.offsetHeight;
    const [top, end, room] = [this.startOf(this.active), this.top(this.active + 1), this.frame.clientHeight - head];
    if (top < this.frame.scrollTop) this.frame.scrollTop = top;
    else if (end > this.frame.scrollTop + room) this.frame.scrollTop = end - room;
    this.draw(true);
  }

  /** Returns whether a row leads to a game or to other rows. */
  canOpen() {
    return true;
  }

  choose() {
    const row = this.rows[this.shown[this.active]];
    if (row && this.canOpen(row)) this.open(row);
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
    this.drawn = new Map();
    this.body.replaceChildren(...this.lines(0, some));
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
