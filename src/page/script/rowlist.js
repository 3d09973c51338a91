// A list of rows of equal height. Only the visible rows are in the document.

/** The height of a row (CSS pixels). */
const LIST_ROW_HEIGHT = 54;

/** Number of additional rows that are drawn above and below the visible ones. */
const LIST_ROWS_SPARE = 6;

class RowList {
  /**
   * @param box the element that scrolls, a `listbox`
   * @param name the beginning of the identifiers of the rows
   */
  constructor(box, name) {
    Object.assign(this, { box, prefix: name, rows: [], at: -1, active: 0 });
    this.inner = make("div", { class: "all-rows", role: "presentation" });
    this.box.append(this.inner);
    this.box.addEventListener("scroll", () => this.draw());
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest("[data-at]");
      if (row) this.choose(Number(row.dataset.at));
    });
    this.box.addEventListener("keydown", (event) => this.press(event));
    addEventListener("resize", () => this.draw());
  }

  /** Returns the content of a row. */
  content() {
    return [];
  }

  /** Called with a row that the user opens. */
  opened() {}

  /** Replaces the rows. None of them is marked. */
  setRows(rows) {
    Object.assign(this, { rows, at: -1, active: 0 });
    this.inner.style.height = `${rows.length * LIST_ROW_HEIGHT}px`;
  }

  /** Scrolls to a row. */
  reveal(at) {
    const top = at * LIST_ROW_HEIGHT;
    if (top < this.box.scrollTop || top + LIST_ROW_HEIGHT > this.box.scrollTop + this.box.clientHeight) {
      this.box.scrollTop = top - (this.box.clientHeight - LIST_ROW_HEIGHT) / 2;
    }
  }

  draw() {
    if (!this.box.clientHeight) return;
    const first = Math.max(0, Math.floor(this.box.scrollTop / LIST_ROW_HEIGHT) - LIST_ROWS_SPARE);
    const count = Math.ceil(this.box.clientHeight / LIST_ROW_HEIGHT) + 2 * LIST_ROWS_SPARE;
    const last = Math.min(this.rows.length, first + count);
    const lines = [];
    for (let at = first; at < last; at += 1) lines.push(this.line(at));
    this.inner.replaceChildren(...lines);
    this.box.setAttribute("aria-activedescendant", `${this.prefix}-${this.active}`);
  }

  line(at) {
    const attributes = { id: `${this.prefix}-${at}`, role: "option", "data-at": String(at), "aria-selected": String(at === this.at), class: at === this.active ? "active" : undefined };
    const line = make("div", { ...attributes, "aria-posinset": String(at + 1), "aria-setsize": String(this.rows.length) }, ...this.content(this.rows[at]));
    line.style.top = `${at * LIST_ROW_HEIGHT}px`;
    return line;
  }

  /** Opens a row. */
  choose(at) {
    if (!this.rows[at]) return;
    this.at = at;
    this.active = at;
    this.draw();
    this.opened(this.rows[at]);
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.box.clientHeight / LIST_ROW_HEIGHT) - 1);
    const ways = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    if (event.key in ways) {
      this.active = Math.max(0, Math.min(this.active + ways[event.key], this.rows.length - 1));
      this.reveal(this.active);
      this.draw();
    } else if (event.key === "Enter" || event.key === " ") {
      this.choose(this.active);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
