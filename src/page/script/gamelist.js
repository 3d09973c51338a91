// The list of games or findings in the viewer, in the order of their tables.

class GameList extends RowList {
  /**
   * @param root the pane of the list
   * @param open called with a row and the name of its list
   */
  constructor(root, open) {
    super(root.querySelector(".rows"), "neighbour");
    Object.assign(this, { root, onOpen: open, tables: {} });
    this.name = readSetting(pageSetting("list")) === "findings" ? "findings" : "games";
    root.querySelector(".kinds").addEventListener("click", (event) => {
      const { list } = event.target.closest("[data-list]")?.dataset ?? {};
      if (!list) return;
      storeSetting(pageSetting("list"), list);
      this.use(list);
      this.open(this.game, this.finding);
    });
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
    this.setRows(this.tables[this.name]?.shownRows() ?? []);
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

  content(row) {
    return this.name === "findings" ? neighbourFinding(row) : neighbourGame(row);
  }

  opened(row) {
    this.onOpen(row, this.name);
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
}

/** Returns the content of a row with a game. */
function neighbourGame(game) {
  const facts = [game.date, result(game), game.event ?? game.title].filter(Boolean).join(" · ");
  return [make("span", { class: "name" }, called(game)), make("small", {}, ...unsavedMark(game), ...tally(game.f), ...marked(facts || shortFile(game)))];
}

/** Returns the content of a row with a finding. */
function neighbourFinding(finding) {
  const title = frame.rules[finding.rule]?.title ?? finding.rule;
  const place = finding.ply ? ` · ${say("ply", finding.ply)}` : "";
  return [make("span", { class: "name" }, severity(finding), title), make("small", {}, ...variationMark(finding), `${called(finding.game)}${place}`)];
}
