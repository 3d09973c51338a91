// The tables of findings and of games, which the report and the application share.

const findingColumns = [
  {
    name: "game",
    head: say("column-game"),
    least: 7,
    grow: 0,
    text: (it) => it.game.path,
    order: (it) => it.game.id,
    words: (it) => `${players(it.game)} ${file(it.game)} ${it.game.event ?? ""} ${it.game.title ?? ""}`,
  },
  {
    name: "severity",
    head: say("column-severity"),
    wide: (it) => `${signs[it.s]}  ${say(it.s)}`,
    text: (it) => say(it.s),
    // Errors are first, and illegal moves are before other findings of their severity.
    order: (it) => weights.note - weights[it.s] + (isIllegal(it) ? 0.5 : 0),
    descends: true,
    cell: (it) => [severity(it), make("span", { class: "word", "aria-hidden": "true" }, say(it.s))],
  },
  {
    name: "rule",
    head: say("column-rule"),
    least: 9,
    grow: 1.3,
    text: (it) => it.rule,
    wide: (it) => frame.rules[it.rule]?.title ?? it.rule,
    words: (it) => `${it.rule} ${frame.rules[it.rule]?.title ?? ""} ${frame.rules[it.rule]?.japanese ?? ""}${it.var ? ` ${say("variation-mark")}` : ""}`,
    cell: (it) => [make("span", { class: "value", title: `${frame.rules[it.rule]?.title ?? it.rule} (${it.rule})` }, frame.rules[it.rule]?.title ?? it.rule), ...variationMark(it)],
  },
  { name: "ply", head: say("column-ply"), text: (it) => String(it.ply ?? ""), order: (it) => it.ply },
  { name: "message", head: say("column-message"), least: 14, grow: 3, card: "whole", text: (it) => it.msg },
];

const gameColumns = [
  { name: "date", head: say("column-date"), text: (it) => it.date ?? "" },
  { name: "black", head: say("column-black"), least: 6.5, grow: 1, text: (it) => it.black ?? "" },
  { name: "white", head: say("column-white"), least: 6.5, grow: 1, text: (it) => it.white ?? "" },
  { name: "players", head: say("column-players"), least: 11, grow: 1.6, card: "wide", text: (it) => it.seats?.join(" – ") ?? "" },
  {
    name: "event",
    head: say("column-event"),
    least: 7,
    grow: 1.4,
    card: "wide",
    text: (it) => it.event ?? it.title ?? "",
    words: (it) => `${it.event ?? ""} ${it.title ?? ""} ${it.start ?? ""}`,
  },
  { name: "opening", head: say("column-opening"), least: 7, grow: 1.3, card: "wide", text: (it) => it.opening ?? "", words: (it) => `${it.opening ?? ""} ${it.opening_ja ?? ""}` },
  { name: "plies", head: say("column-plies"), text: (it) => String(it.plies), order: (it) => it.plies },
  { name: "end", head: say("column-end"), least: 6, grow: 0.7, text: ending, order: (it) => frame.ends[it.end] ?? "" },
  {
    name: "result",
    head: say("column-result"),
    card: "wide",
    text: result,
    wide: (it) => (statedOtherwise(it).length > result(it).length ? statedOtherwise(it) : result(it)),
    words: (it) => `${result(it)} ${statedOtherwise(it)}`,
    cell: (it) => two(result(it) || "–", statedOtherwise(it)),
  },
  {
    name: "count",
    head: say("column-findings"),
    wide: ({ f }) => (f ?? []).filter((count) => count > 0).map((count) => `●  ${numbers.format(count)}`).join("    "),
    text: () => "",
    // The key for sorting by the number of errors, then of warnings, then of notes: one error outweighs up to 9,999
    // warnings. Games without findings are last.
    order: (it) => (it.f ? it.f[0] * 1e8 + it.f[1] * 1e4 + it.f[2] : undefined),
    descends: true,
    cell: (it) => tally(it.f),
  },
  { name: "file", head: say("column-file"), least: 9, grow: 1.5, card: "wide", text: (it) => shortFile(it), words: (it) => file(it), order: (it) => it.id, cell: (it) => [path("span", shortFile(it)), ...unsavedMark(it)] },
];

/** Returns the content of a cell with two lines. If `second` is empty, there is one line. */
const two = (first, second) => [make("span", { title: first }, ...marked(first)), ...(second ? [make("small", { title: second }, ...marked(second))] : [])];

/** Returns the mark of a finding in a variation, or an empty list. */
const variationMark = (finding) => (finding.var ? [make("small", { class: "of-variation" }, say("variation-mark"))] : []);

/** Returns the mark of a game whose text was edited and not saved, or an empty list. */
const unsavedMark = (game) => (source.isUnsaved(game) ? [make("span", { class: "unsaved" }, `✎ ${say("unsaved")}`)] : []);

/** Returns the content of a cell for a game: its players or its title in the first line, if they are known, and its file in the
 * last line. */
function twoOfGame(game) {
  const [name, where] = [players(game) || game.title, shortFile(game)];
  return name ? [make("span", {}, name), path("small", where)] : [path("span", where)];
}

/** Returns an element for a path that is truncated in the middle if there is not enough space. The end, which distinguishes
 * files, always remains visible. */
function path(tag, name) {
  const characters = [...name];
  const tail = characters.splice(Math.max(0, characters.length - 16));
  return make(tag, { class: "path", title: name }, make("span", {}, characters.join("")), make("span", { class: "tail" }, tail.join("")));
}

/** Returns elements with the numbers of findings of a game by severity. Numbers of zero are left out. */
function tally(counts) {
  if (!counts) return [make("span")];
  const names = Object.keys(weights);
  const some = names.filter((_, at) => counts[at] > 0);
  return some.map((name) =>
    make("span", { class: "some" }, severity({ s: name }), numbers.format(counts[names.indexOf(name)])),
  );
}

/** The order of a table whose order is not in the address: the name of a column, with `-` before it in descending order. */
const USUAL_ORDERS = { findings: "-severity" };

/** Number of events that the selection list of the games has at most. */
const MAX_EVENTS = 300;

/** The tables of a page: findings, games, openings and players, with their filters. The application adds rows to `games` and
 * `findings`, and then calls `refresh`. */
class Listings {
  /** `openGame` is called with a game and a place in it: `{ finding }` or `{ ply }`, and the list from which it is opened. `tables`
   * receives the tables of findings and games. */
  constructor(openGame, tables) {
    this.openGame = openGame;
    this.tables = tables;
    this.sections = Object.fromEntries(["findings", "games"].map((name) => [name, document.getElementById(name)]));
    this.chips = document.querySelector(".chips");
    this.selects = [...document.querySelectorAll("select[data-filter]")];
    for (const select of this.selects) {
      select.addEventListener("change", () => selection.set(select.dataset.filter, select.value || undefined));
    }
    this.categories = document.querySelector(".categories");
    this.categories.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button) selection.toggle("category", button.dataset.category);
    });
    this.tabs = new PageTabs((name) => this.countOfTab(name), (name) => this.tableOf(name)?.show());
    this.verdict = new Verdict((name) => this.showAll(name));
    this.groups = new GroupTables(openGame, () => this.tabs.update(), () => this.tabs.choose("games", true));
    selection.listeners.push(() => this.applySelection());
    addressParts.push((add) => this.addToAddress(add));
    for (const button of document.querySelectorAll("[data-export]")) {
      button.addEventListener("click", () => this.save(button.dataset.export));
    }
    this.refresh();
  }

  /** Shows the games and findings that were added since the last call. */
  refresh() {
    this.fillChoices();
    if (findings.length && !this.findings) {
      const open = (it) => this.openGame(it.game, { finding: it.number, list: "findings" });
      this.findings = new FindingTable(this.sections.findings, findingColumns, findings, open);
      this.tables.findings = this.findings;
      // Errors are first.
      this.findings.sort(findingColumns.find(({ name }) => name === "severity"));
      this.findings.onChange = () => this.note();
    } else this.findings?.refresh();
    if (games.length && !this.games) {
      const open = (it) => this.openGame(it, { ...(it.found.length ? { finding: gravest(it) } : { ply: 0 }), list: "games" });
      this.games = new Table(this.sections.games, gameColumns, games, open);
      this.tables.games = this.games;
      this.games.isListed = isListed;
      this.games.arrange();
      this.games.onChange = () => {
        this.showRates();
        this.note();
      };
    } else this.games?.refresh();
    if (archived.length && !this.archive) {
      const open = (it) => this.openGame(it.game, { finding: it.number });
      this.archive = new Table(document.getElementById("archive"), archiveColumns, archived, open);
      // A finding in a sheet of results has no game.
      this.archive.canOpen = (it) => it.game !== undefined;
      this.archive.onChange = () => this.note();
      this.archive.sort(archiveColumns[0]);
    } else this.archive?.refresh();
    document.querySelector("#archive > .about").hidden = !archived.some(({ rule }) => rule === "record-not-on-sheet");
    this.verdict.count();
    this.applySelection();
  }

  /** Shows the added rows in the tables of findings and games only. This takes less time than `refresh`, and is used while many
   * rows are added. */
  grow() {
    if (!this.games || (findings.length && !this.findings)) return this.refresh();
    this.findings?.refresh();
    this.games.refresh();
    this.verdict.count();
    return undefined;
  }

  /** Shows the tab of a table without a search. */
  showAll(name) {
    this.tableOf(name)?.searchFor("");
    this.tabs.choose(this.countOfTab(name) === undefined ? "archive" : name);
  }

  /** Returns the table of a tab, if there is one. */
  tableOf(name) {
    return this[name] ?? this.groups[name];
  }

  /** Returns the number of rows that a tab shows, an empty string for the charts, or `undefined` if the tab has no content. */
  countOfTab(name) {
    const hasRows = name === "games" ? games.some(isListed) : ({ findings, archive: archived }[name]?.length ?? games.length);
    if (name === "charts") return charts.views.some(({ element }) => !element.hidden) && (hasRows || frame.charts?.length) ? "" : undefined;
    const table = this.tableOf(name);
    return hasRows && table && !table.root.hidden ? numbers.format(table.shown.length) : undefined;
  }

  /** Updates the numbers on the tabs and the address after a table has changed. */
  note() {
    this.tabs.update();
    noteFilters();
  }

  /** Fills the selection lists with the severities, rules and events that occur. */
  fillChoices() {
    const fill = (name, values, words) => {
      const select = document.querySelector(`select[data-filter=${name}]`);
      const present = new Set([...select.options].map((option) => option.value));
      if (values.every((value) => present.has(value))) return;
      const options = values.map((value) => make("option", { value }, words(value)));
      select.replaceChildren(select.options[0], ...options);
      select.value = selection.get(name) ?? "";
    };
    const unique = (values) => [...new Set(values)];
    const byName = (words) => (one, two) => words(one).localeCompare(words(two), frame.language);
    fill("s", unique(findings.map((it) => it.s)).sort((a, b) => weights[a] - weights[b]), (name) => say(name));
    fill("rule", unique(findings.map((it) => it.rule)).sort(byName(labels.rule)), labels.rule);
    const events = unique(games.map(eventOf).filter(Boolean));
    const select = document.querySelector("select[data-filter=event]");
    select.hidden = events.length < 2 || events.length > MAX_EVENTS;
    if (!select.hidden) fill("event", events.sort(byName(String)), String);
  }

  /** Filters the tables, the charts and the tables of openings and players by the selection. */
  applySelection() {
    this.findings?.filter("selection", selection.findingTest());
    this.games?.filter("selection", selection.gameTest());
    this.archive?.filter("selection", archiveTest());
    for (const select of this.selects) {
      const value = selection.get(select.dataset.filter) ?? "";
      if (value !== "" && ![...select.options].some((option) => option.value === value)) {
        const facet = gameFacets[select.dataset.filter] ?? findingFacets[select.dataset.filter];
        select.append(make("option", { value }, facet.label(value)));
      }
      select.value = value;
    }
    showChips(this.chips);
    this.showCategories();
    this.verdict.show();
    whenIdle(() => {
      charts.show();
      this.tabs.update();
    }, 150);
    this.groups.refresh();
    this.note();
  }

  /** Shows a button for each category of findings, with the number of findings that pass all other filters. */
  showCategories() {
    const counts = new Map();
    for (const finding of selection.findings("category")) {
      const category = categoryOf(finding);
      counts.set(category, (counts.get(category) ?? 0) + 1);
    }
    const focused = this.categories.contains(document.activeElement) ? document.activeElement.dataset.category : undefined;
    const shown = Object.keys(CATEGORIES).filter((name) => counts.has(name) || selection.get("category") === name);
    const buttons = shown.map((name) => {
      const pressed = String(selection.get("category") === name);
      return make("button", { type: "button", "data-category": name, "aria-pressed": pressed }, `${say(CATEGORIES[name])} `, make("b", {}, numbers.format(counts.get(name) ?? 0)));
    });
    this.categories.replaceChildren(...buttons);
    this.categories.hidden = shown.length === 0;
    if (focused) this.categories.querySelector(`[data-category=${focused}]`)?.focus();
  }

  /** Shows the win rates of the games that are shown, with the 95 % interval. */
  showRates() {
    const output = document.querySelector(".rates");
    const rows = this.games.shownRows();
    const { games: decided, rate, interval } = blackRate(rows.filter((game) => !game.kind));
    const words = decided ? say("rates", numbers.format(decided), percent(rate), interval.map(percent).join("–"), percent(1 - rate)) : "";
    output.replaceChildren(...marked(words));
  }

  /** Adds the searches and the orders of the tables to the address. */
  addToAddress(add) {
    for (const name of ["findings", "games"]) {
      const table = this[name];
      add(`${name}-search`, table?.searched || undefined);
      const order = table?.sortName();
      if (order !== USUAL_ORDERS[name]) add(`${name}-sort`, order);
    }
  }

  /** Restores the filters, the searches and the orders from the address. */
  restore() {
    const parameters = new URLSearchParams(location.hash.slice(1));
    for (const name of ["findings", "games"]) {
      const table = this[name];
      if (!table) continue;
      const words = parameters.get(`${name}-search`) ?? "";
      if (words !== (table.searched ?? "")) table.searchFor(words);
      const order = parameters.get(`${name}-sort`) ?? USUAL_ORDERS[name];
      const column = table.columns.find((column) => column.name === order?.replace(/^-/, ""));
      if (column && order !== table.sortName()) table.sortBy(column, order.startsWith("-"));
    }
    selection.replace(filtersInAddress());
    this.tabs.restore(parameters);
  }

  /** Saves the rows that a table shows as CSV. */
  save(name) {
    this.groups.catchUp();
    const table = this.tableOf(name);
    if (table) saveCsv(`kifu-${name}.csv`, csvColumns[name], table.shownRows());
  }
}
