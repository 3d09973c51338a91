// Builds the tables, the viewer and the list of keys, and opens the game in the address of the page.

const findingColumns = [
  {
    name: "severity",
    head: say("column-severity"),
    width: "5.5rem",
    text: (it) => say(it.s),
    order: (it) => weights[it.s],
    cell: (it) => [severity(it), make("span", { class: "word", "aria-hidden": "true" }, say(it.s))],
  },
  {
    name: "rule",
    head: say("column-rule"),
    width: "minmax(8rem, 1.3fr)",
    text: (it) => it.rule,
    words: (it) => `${it.rule} ${frame.rules[it.rule]?.title ?? ""} ${frame.rules[it.rule]?.japanese ?? ""}`,
    cell: (it) => two(frame.rules[it.rule]?.title ?? it.rule, it.rule),
  },
  { name: "ply", head: say("column-ply"), width: "3rem", text: (it) => String(it.ply ?? ""), order: (it) => it.ply },
  { name: "message", head: say("column-message"), width: "minmax(11rem, 3fr)", text: (it) => it.msg },
  {
    name: "game",
    head: say("column-game"),
    width: "minmax(9rem, 1.6fr)",
    text: (it) => it.game.path,
    order: (it) => it.game.id,
    words: (it) => `${players(it.game)} ${file(it.game)} ${it.game.event ?? ""} ${it.game.title ?? ""}`,
    cell: (it) => twoOfGame(it.game),
  },
];

const gameColumns = [
  { name: "date", head: say("column-date"), width: "6.2rem", text: (it) => it.date ?? "" },
  { name: "black", head: say("column-black"), width: "minmax(6.5rem, 1fr)", text: (it) => it.black ?? "" },
  { name: "white", head: say("column-white"), width: "minmax(6.5rem, 1fr)", text: (it) => it.white ?? "" },
  { name: "players", head: say("column-players"), width: "minmax(11rem, 1.6fr)", text: (it) => it.seats?.join(" – ") ?? "" },
  {
    name: "event",
    head: say("column-event"),
    width: "minmax(7rem, 1.4fr)",
    text: (it) => it.event ?? it.title ?? "",
    words: (it) => `${it.event ?? ""} ${it.title ?? ""} ${it.start ?? ""}`,
  },
  { name: "opening", head: say("column-opening"), width: "minmax(6rem, .9fr)", text: (it) => it.opening ?? "", words: (it) => `${it.opening ?? ""} ${it.opening_ja ?? ""}` },
  { name: "plies", head: say("column-plies"), width: "3.4rem", text: (it) => String(it.plies), order: (it) => it.plies },
  { name: "end", head: say("column-end"), width: "minmax(6.5rem, .9fr)", text: (it) => frame.ends[it.end] ?? "" },
  {
    name: "result",
    head: say("column-result"),
    width: "minmax(5rem, .6fr)",
    text: result,
    words: (it) => `${result(it)} ${statedOtherwise(it)}`,
    cell: (it) => two(result(it) || "–", statedOtherwise(it)),
  },
  {
    name: "count",
    head: say("column-findings"),
    width: "7.5rem",
    text: () => "",
    // The key for sorting by the number of errors, then of warnings, then of notes: one error outweighs up to 9,999
    // warnings. Games with findings are first.
    order: (it) => (it.f ? -(it.f[0] * 1e8 + it.f[1] * 1e4 + it.f[2]) : undefined),
    cell: (it) => tally(it.f),
  },
  { name: "file", head: say("column-file"), width: "minmax(9rem, 1.5fr)", text: (it) => shortFile(it), words: (it) => file(it), order: (it) => it.id, cell: (it) => [path("span", shortFile(it))] },
];

/** Returns the content of a cell with two lines. If `second` is empty, there is one line. */
const two = (first, second) => [make("span", { title: first }, ...marked(first)), ...(second ? [make("small", { title: second }, ...marked(second))] : [])];

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

/** Fills the selection lists of the findings with the severities and rules that occur. */
function fillChoices() {
  const [severities, rules] = document.querySelectorAll("#findings select");
  const option = (value, words) => make("option", { value }, words);
  const there = (name) => [...new Set(findings.map((it) => it[name]))];
  const weight = (name) => weights[name];
  const titles = new Map(there("rule").map((name) => [name, frame.rules[name]?.title ?? name]));
  severities.append(...there("s").sort((a, b) => weight(a) - weight(b)).map((name) => option(name, say(name))));
  const sorted = [...titles].sort(([, a], [, b]) => a.localeCompare(b, frame.language));
  rules.append(...sorted.map(([name, title]) => option(name, title)));
}

async function begin() {
  await read();
  const viewer = new Viewer();
  new BoardTools(viewer);
  const keys = document.getElementById("keys");
  fillChoices();
  const [ofFindings, ofGames] = ["findings", "games"].map((name) => document.getElementById(name));
  if (findings.length) {
    const table = new Table(ofFindings, findingColumns, findings, (it) => viewer.openRow(it, "findings"));
    viewer.list.tables.findings = table;
    // Errors are first.
    table.sort(findingColumns[0]);
  } else if (games.length) {
    ofFindings.querySelector(".controls").replaceWith(make("p", {}, say("nothing-found")));
    ofFindings.hidden = false;
  }
  if (games.length) {
    viewer.list.tables.games = new Table(ofGames, gameColumns, games, (it) => viewer.openRow(it, "games"));
  }
  document.getElementById("show-keys").addEventListener("click", () => keys.showModal());
  keys.querySelector("button").addEventListener("click", () => keys.close());
  addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.target.matches("input, select") && !keys.open) keys.showModal();
  });
  const follow = () => {
    if (viewer.hasComeBack()) return;
    const place = new URLSearchParams(location.hash.slice(1));
    const number = (name) => (place.has(name) ? Number(place.get(name)) : undefined);
    const game = games[number("game") - 1];
    if (!game) return viewer.leave();
    const finding = number("finding");
    viewer.open(game, {
      finding: finding === undefined ? undefined : finding - 1,
      line: number("line"),
      ply: number("ply"),
      isInHistory: true,
    });
  };
  addEventListener("popstate", follow);
  document.getElementById("wait").remove();
  follow();
}

begin();
