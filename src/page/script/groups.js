// The tables of openings and players, which count the games that pass the filters, and the standings and the cross table of an event,
// which count all games of the event.

/** Maximum number of players in a cross table. */
const MAX_CROSS_PLAYERS = 40;

/** Returns a column with a number, which is sorted with the greatest first. */
const numberColumn = (name, head, of) => ({ name, head, text: (it) => numbers.format(of(it)), order: of, descends: true, value: of });

/** Returns a column with a rate and its 95 % interval, sorted with the greatest rate first. */
const rateColumn = (head) => ({
  name: "rate",
  head,
  card: "wide",
  text: ({ rate, interval }) => (interval ? `${percent(rate)} (${interval.map(percent).join("–")})` : ""),
  order: ({ rate, interval }) => (interval ? rate : undefined),
  descends: true,
});

const openingColumns = [
  { name: "group", head: say("column-opening"), least: 7, grow: 2, card: "wide", text: (it) => it.name, words: (it) => `${it.name} ${it.key}` },
  numberColumn("counted", say("column-games"), (it) => it.counted),
  numberColumn("as-black", say("black-wins"), (it) => it.counts[0]),
  numberColumn("as-white", say("white-wins"), (it) => it.counts[2]),
  numberColumn("draws", say("column-draws"), (it) => it.counts[1]),
  numberColumn("none", say("column-no-result"), (it) => it.counts[3]),
  rateColumn(say("black-rate")),
  numberColumn("plies", say("mean-plies"), (it) => Math.round(it.plies)),
];

const playerColumns = [
  { name: "group", head: say("column-player"), least: 8, grow: 2, card: "wide", text: (it) => it.name, words: (it) => `${it.name} ${it.key}` },
  numberColumn("counted", say("column-games"), (it) => it.games),
  numberColumn("wins", say("column-wins"), (it) => it.wins[0] + it.wins[1]),
  { ...numberColumn("as-black", say("wins-as-black"), (it) => it.wins[0]), spare: 1 },
  { ...numberColumn("as-white", say("wins-as-white"), (it) => it.wins[1]), spare: 1 },
  numberColumn("losses", say("column-losses"), (it) => it.losses),
  numberColumn("draws", say("column-draws"), (it) => it.draws),
  rateColumn(say("win-rate")),
  numberColumn("illegal", say("category-illegal"), (it) => it.illegal),
  { ...numberColumn("timeouts", say("time-losses"), (it) => it.timeouts), spare: 2 },
  { ...numberColumn("contradictions", say("column-contradictions"), (it) => it.contradictions), text: (it) => (it.contradictions ? numbers.format(it.contradictions) : "") },
];

/** Returns a row for each opening of these games, the most frequent first. The games without a detected opening are last. */
function openingRows(rows) {
  return groupedByOpening(rows).flat().map(([key, group]) => {
    const { games: decided, rate, interval } = blackRate(group);
    const plies = sum(group.map((game) => game.plies)) / group.length;
    return { key, name: labels.opening(key), counted: group.length, counts: resultCounts(group), decided, rate, interval, plies };
  });
}

/** Returns a row for each player of these games of shogi, with the results and faults of this player, the one with the most games
 * first. The sides without a name are the last row, if there is a name in any game. */
function playerRows(rows) {
  const all = new Map();
  const fresh = (key) => ({ name: labels.player(key), key, games: 0, wins: [0, 0], losses: 0, draws: 0, illegal: 0, timeouts: 0, contradictions: 0 });
  for (const game of rows) {
    for (const [at, name] of playerNames(game).entries()) {
      if (!all.has(name)) all.set(name, fresh(name));
      const row = all.get(name);
      const [own, opposite] = at === 0 ? ["black", "white"] : ["white", "black"];
      row.games += 1;
      if (game.verdict === own) row.wins[at] += 1;
      if (game.verdict === opposite) row.losses += 1;
      if (game.verdict === "draw") row.draws += 1;
      if (game.verdict === opposite && game.end === "timeout") row.timeouts += 1;
      row.contradictions += game.found.filter(isBetweenRecords).length;
      row.illegal += game.found.filter((finding) => finding.side === own && isIllegal(finding)).length;
    }
  }
  for (const row of all.values()) {
    const wins = row.wins[0] + row.wins[1];
    const decided = wins + row.losses;
    row.rate = decided ? wins / decided : undefined;
    row.interval = wilson(wins, decided);
  }
  const isNameless = ({ key }) => key === "";
  if (all.size === 1 && all.has("")) return [];
  return [...all.values()].sort((one, two) => isNameless(one) - isNameless(two) || two.games - one.games || (one.key < two.key ? -1 : 1));
}

/** The tables of openings and players, the standings and the cross table. */
class GroupTables {
  /** `openGame` is called with a game that the user chooses in the cross table, `onShown` after the tables have changed, and
   * `showGames` after the user has chosen a row whose games are to be shown. */
  constructor(openGame, onShown, showGames) {
    Object.assign(this, { openGame, onShown, showGames });
    this.least = 1;
    const least = document.querySelector("#openings input[type=number]");
    least.addEventListener("input", () => {
      this.least = Math.max(1, Number(least.value) || 1);
      this.filterOpenings();
    });
  }

  /** Counts the selected games again while the browser is idle. */
  refresh() {
    if (this.waiting) return;
    this.waiting = true;
    whenIdle(() => this.catchUp(), 150);
  }

  /** Counts at once if the selection has changed since the last count. */
  catchUp() {
    if (!this.waiting) return;
    this.waiting = false;
    this.count();
  }

  count() {
    this.show("openings", openingColumns, openingRows(selection.games("opening")), (row) => this.filterBy("opening", row.key));
    this.show("players", playerColumns, playerRows(selection.games("player")), (row) => this.filterBy("player", row.key));
    this.filterOpenings();
    this.showEvent();
    this.onShown();
  }

  show(name, columns, rows, open) {
    const root = document.getElementById(name);
    root.hidden = rows.length === 0 && !this[name];
    if (this[name]) {
      this[name].rows.splice(0, this[name].rows.length, ...rows);
      this[name].refresh();
    } else if (rows.length) {
      this[name] = new Table(root, columns, rows, open);
    }
  }

  filterOpenings() {
    this.openings?.filter("least", this.least > 1 && ((row) => row.counted >= this.least));
  }

  /** Filters the page by the value of a row, and shows its games. */
  filterBy(name, value) {
    selection.set(name, value);
    this.showGames();
    document.querySelector("#games table").focus({ preventScroll: true });
  }

  /** Shows the standings and the cross table of the only event of the games that pass the filters. They count all games of the event,
   * also those that do not pass. A text reports the games that are missing, and an event with too many players for a cross table. */
  showEvent() {
    const selected = new Set(selection.games().filter((game) => game.event).map(eventOf));
    const isOfEvent = (game) => game.event && selected.size === 1 && selected.has(eventOf(game));
    const ofEvents = games.filter((game) => isOfEvent(game) && playerNames(game).length === 2);
    const named = ofEvents.filter((game) => playerNames(game).every((name) => name !== ""));
    const rows = countedGames(named);
    this.eventGames = rows;
    const standings = standingRows(rows);
    const isShown = standings.length >= 3;
    this.show("standings", standingColumns, isShown ? standings : [], (row) => this.filterBy("player", row.key));
    const [root, sections] = [document.getElementById("cross"), ["standings", "cross"].map((id) => document.getElementById(id))];
    for (const section of sections) section.hidden = !isShown;
    if (!isShown) return root.querySelector(".cross").replaceChildren();
    const nameless = ofEvents.length - named.length;
    const missing = archived.filter(({ rule }) => rule === "sheet-game-missing").length;
    const leftOut = [["cross-left-out", nameless], ["standings-missing", missing]].filter(([, count]) => count > 0);
    const notes = [...selected, ...leftOut.map(([words, count]) => say(words, numbers.format(count)))];
    sections[0].querySelector(".about").textContent = notes.join(" · ");
    const tooMany = standings.length > MAX_CROSS_PLAYERS;
    if (tooMany) notes.push(say("cross-too-many", MAX_CROSS_PLAYERS, numbers.format(standings.length)));
    root.querySelector(".about").textContent = notes.join(" · ");
    root.querySelector(".cross").replaceChildren(...(tooMany ? [] : [this.cross(standings, rows)]));
  }

  /** Returns the cross table of an event with these standings: a row and a column for each player. */
  cross(standings, rows) {
    const meetings = new Map();
    for (const game of rows) {
      const pair = playerNames(game);
      for (const [at, name] of pair.entries()) {
        const key = JSON.stringify([name, pair[1 - at]]);
        meetings.set(key, [...(meetings.get(key) ?? []), { game, own: ["black", "white"][at] }]);
      }
    }
    const order = standings.map(({ key }) => key);
    const head = (words, scope) => make("th", { scope, title: words }, make("span", {}, words));
    const cell = (name, opponent) => {
      const met = meetings.get(JSON.stringify([name, opponent])) ?? [];
      return make("td", { class: name === opponent ? "own" : undefined }, ...met.map((meeting) => this.meeting(meeting, name, opponent)));
    };
    return make(
      "table",
      {},
      make("caption", { class: "unseen" }, say("cross-table")),
      make("thead", {}, make("tr", {}, make("td"), ...order.map((_, at) => head(String(at + 1), "col")), head(say("column-points"), "col"))),
      make("tbody", {}, ...order.map((name, at) => make("tr", {}, head(`${at + 1} ${labels.player(name)}`, "row"), ...order.map((opponent) => cell(name, opponent)), make("td", { class: "wins" }, numbers.format(standings[at].points))))),
    );
  }

  /** Returns a button that opens a game, with the sign of its result for a player. */
  meeting({ game, own }, name, opponent) {
    const outcome = game.verdict === "draw" ? "draw" : game.verdict === own ? "win" : ["black", "white"].includes(game.verdict) ? "loss" : "none";
    const signs = { win: "○", loss: "●", draw: "△", none: "–" };
    const outcomeWords = { win: "cross-win", loss: "cross-loss", draw: "cross-draw", none: "cross-none" };
    const words = `${labels.player(name)} – ${labels.player(opponent)}: ${say(outcomeWords[outcome])}`;
    const button = make("button", { type: "button", "aria-label": words, title: words }, signs[outcome]);
    button.addEventListener("click", () => this.openGame(game, game.found.length ? { finding: gravest(game) } : { ply: 0 }));
    return button;
  }
}
