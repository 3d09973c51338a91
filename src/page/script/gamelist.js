// The list of games or findings in the viewer, in the order of their tables. Only the visible rows are in the document.

/** The height of a row (CSS pixels). */
const NEIGHBOUR_HEIGHT = 54;

/** Number of additional rows that are drawn above and below the visible ones. */
const NEIGHBOURS_SPARE = 6;

class GameList {
  /**
   * @param root the pane of the list
   * @param open called with a row and the name of its list
   */
  constructor(root, open) {
    Object.assign(this, { root, onOpen: open, tables: {}, rows: [], at: -1 });
    this.box = root.querySelector(".rows");
    this.inner = make("div", { class: "all-rows", role: "presentation" });
    this.box.append(this.inner);
    this.name = readSetting(pageSetting("list")) === "findings" ? "findings" : "games";
    root.querySelector(".kinds").addEventListener("click", (event) => {
      const { list } = event.target.closest("[data-list]")?.dataset ?? {};
      if (!list) return;
      storeSetting(pageSetting("list"), list);
      this.use(list);
      this.open(this.game, this.finding);
    });
    this.box.addEventListener("scroll", () => this.draw());
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest("[data-at]");
      if (row) this.choose(Number(row.dataset.at));
    });
    this.box.addEventListener("keydown", (event) => this.press(event));
    addEventListener("resize", () => this.draw());
  }

  /** Selects the list: `games` or `findings`. */
  use(name) {
    this.name = name;
    for (const button of this.root.querySelectorAll("[data-list]")) {
      button.setAttribute("aria-pressed", String(button.dataset.list === this.name));
    }
  }

  /** Reads the rows of the selected table in its order, and shows the game in it. */
  open(game, finding) {
    const there = ["findings", "games"].filter((name) => this.tables[name]);
    for (const button of this.root.querySelectorAll("[data-list]")) button.hidden = !there.includes(button.dataset.list);
    this.use(there.includes(this.name) ? this.name : there[0]);
    this.rows = this.tables[this.name]?.shownRows() ?? [];
    this.at = -1;
    this.inner.style.height = `${this.rows.length * NEIGHBOUR_HEIGHT}px`;
    this.point(game, finding);
    this.draw();
  }

  /** Marks the row of a game, or of its finding. */
  point(game, finding) {
    Object.assign(this, { game, finding });
    const isCurrent = this.name === "games"
      ? (row) => row === game
      : (row) => row.game === game && row.number === (finding ?? this.rows[this.at]?.number ?? row.number);
    if (this.at >= 0 && isCurrent(this.rows[this.at])) return;
    const at = this.rows.findIndex(isCurrent);
    this.at = at < 0 && this.rows[this.at]?.game === game ? this.at : at;
    this.showEnds();
    this.active = Math.max(0, this.at);
    this.reveal(this.active);
    this.draw();
  }

  /** Scrolls to a row. */
  reveal(at) {
    const top = at * NEIGHBOUR_HEIGHT;
    if (top < this.box.scrollTop || top + NEIGHBOUR_HEIGHT > this.box.scrollTop + this.box.clientHeight) {
      this.box.scrollTop = top - (this.box.clientHeight - NEIGHBOUR_HEIGHT) / 2;
    }
  }

  draw() {
    if (!this.box.clientHeight) return;
    const first = Math.max(0, Math.floor(this.box.scrollTop / NEIGHBOUR_HEIGHT) - NEIGHBOURS_SPARE);
    const count = Math.ceil(this.box.clientHeight / NEIGHBOUR_HEIGHT) + 2 * NEIGHBOURS_SPARE;
    const last = Math.min(this.rows.length, first + count);
    const lines = [];
    for (let at = first; at < last; at += 1) lines.push(this.line(at));
    this.inner.replaceChildren(...lines);
    this.box.setAttribute("aria-activedescendant", `neighbour-${this.active}`);
  }

  line(at) {
    const row = this.rows[at];
    const content = this.name === "findings" ? neighbourFinding(row) : neighbourGame(row);
    const attributes = { id: `neighbour-${at}`, role: "option", "data-at": String(at), "aria-selected": String(at === this.at), class: at === this.active ? "active" : undefined };
    const line = make("div", { ...attributes, "aria-posinset": String(at + 1), "aria-setsize": String(this.rows.length) }, ...content);
    line.style.top = `${at * NEIGHBOUR_HEIGHT}px`;
    return line;
  }

  /** Opens a row. */
  choose(at) {
    if (!this.rows[at]) return;
    this.at = at;
    this.active = at;
    this.draw();
    this.onOpen(this.rows[at], this.name);
  }

  /** Returns the index of the next or previous game of the list. Rows with findings of the current game are skipped. There is no
   * row with this index at the ends of the list. */
  neighbour(way) {
    const gameOf = (row) => row?.game ?? row;
    let at = this.at < 0 ? (way > 0 ? 0 : this.rows.length - 1) : this.at + way;
    while (this.rows[at] && gameOf(this.rows[at]) === this.game) at += way;
    return at;
  }

  /** Opens the next or previous game of the list. */
  step(way) {
    this.choose(this.neighbour(way));
  }

  /** Disables the buttons of the next and the previous game at the ends of the list. They keep the focus. */
  showEnds() {
    for (const [name, way] of [["next-game", 1], ["previous-game", -1]]) {
      const button = document.querySelector(`#viewer [data-do=${name}]`);
      button?.setAttribute("aria-disabled", String(!this.rows[this.neighbour(way)]));
    }
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const page = Math.max(1, Math.floor(this.box.clientHeight / NEIGHBOUR_HEIGHT) - 1);
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

/** Returns the content of a row with a game. */
function neighbourGame(game) {
  const facts = [game.date, result(game), game.event ?? game.title].filter(Boolean).join(" · ");
  return [make("span", { class: "name" }, called(game)), make("small", {}, ...tally(game.f), ...marked(facts || shortFile(game)))];
}

/** Returns the content of a row with a finding. */
function neighbourFinding(finding) {
  const title = frame.rules[finding.rule]?.title ?? finding.rule;
  const place = finding.ply ? ` · ${say("ply", finding.ply)}` : "";
  return [make("span", { class: "name" }, severity(finding), title), make("small", {}, `${called(finding.game)}${place}`)];
}
