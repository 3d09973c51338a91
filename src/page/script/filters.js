// The filters that both tables, the charts and the tables of openings and players share, and their form in the address.

/** Parameters of the address that belong to the open game. In the application, `g` is a whole game. */
const PLACE_PARAMETERS = ["game", "line", "ply", "finding", "g"];

/** Number of plies from which all longer games are counted together. Shorter games are grouped by tens of plies. */
const LONGEST_LENGTH = 300;

/** The names of Black and White without ranks and titles. A name is empty if it is unknown. */
const playerNames = (game) => (game.seats || game.kind ? [] : [0, 1].map((at) => (game.pl ? game.pl[at] : [game.black, game.white][at]) ?? ""));

/** The name of the event of a game without the round. */
const eventOf = (game) => game.ev ?? game.event;

/** The opening of a game by its Japanese name, which is the same in both languages, or an empty string if none was detected. */
const openingKey = (game) => game.opening_ja ?? game.opening ?? "";

/** Returns the year of a date in ISO 8601, or `undefined` for other texts. */
const yearOf = (game) => /^(\d{4})(-\d\d){0,2}$/.exec(game.date ?? "")?.[1].replace(/^0+(?=.)/, "");

/** Returns the name of the group of games by length to which a game belongs. The name is its least number of plies. */
function lengthOf(game) {
  if (game.unplayed) return undefined;
  return game.plies >= LONGEST_LENGTH ? `${LONGEST_LENGTH}+` : String(game.plies - (game.plies % 10));
}

/** Returns the result of a game of shogi: `black`, `white`, `draw` or `none`. */
const resultOf = (game) => (game.kind ? undefined : ["black", "white", "draw"].includes(game.verdict) ? game.verdict : "none");

// Folders.

const directoryOf = (game) => game.path.slice(0, Math.max(0, game.path.lastIndexOf("/")));

/** Number of path components that the directories of all games have in common. */
let commonComponents = 0;

/** Returns a function that tests if games were added or removed since its last call. */
function gamesWatch() {
  let [count, first] = [0, undefined];
  return () => {
    if (count === games.length && first === games[0]) return false;
    [count, first] = [games.length, games[0]];
    return true;
  };
}

const foldersAreOld = gamesWatch();

/** Finds the path components that all games have in common. */
function findFolders() {
  const first = games.length ? directoryOf(games[0]).split("/") : [];
  let before;
  commonComponents = first.length;
  for (const game of games) {
    game.folder = undefined;
    const directory = directoryOf(game);
    if (directory === before) continue;
    before = directory;
    const parts = directory.split("/");
    let same = 0;
    while (same < commonComponents && parts[same] === first[same]) same += 1;
    commonComponents = same;
  }
}

/** Returns the folder of a game: the first component of its path that is not common to all games. */
function folderOf(game) {
  if (foldersAreOld()) findFolders();
  if (game.folder === undefined) {
    const parts = directoryOf(game).split("/");
    game.folder = parts.slice(commonComponents).find((part) => part !== "") ?? (parts.at(-1) || ".");
  }
  return game.folder;
}

// The kinds of findings on the sheet.

/** The words of the categories of findings, in the order of the buttons. */
const CATEGORIES = {
  illegal: "category-illegal",
  variation: "category-variation",
  results: "category-results",
  clocks: "category-clocks",
  damaged: "category-damaged",
  form: "category-form",
};

/** Returns whether the rule of a finding is one against an illegal move. */
const isFoulRule = ({ rule }) => frame.rules[rule]?.kind === "foul";

/** Returns the category of a finding, from the class and the group of its rule. An illegal move that is explained by a slip in the
 * record was not played, and one in a variation is not one of the game. */
function categoryOf(finding) {
  const rule = frame.rules[finding.rule] ?? {};
  if (isFoulRule(finding)) return finding.causes || finding.follows ? "damaged" : finding.var ? "variation" : "illegal";
  if (rule.group === "results" || rule.group === "clocks") return rule.group;
  return rule.kind === "record error" || rule.group === "reading" ? "damaged" : "form";
}

/** The properties by which games are filtered. `of` returns the value of a game, or an array of values. */
const gameFacets = {
  opening: { head: "filter-opening", of: openingKey, label: (value) => labels.opening(value) },
  player: { head: "filter-player", of: playerNames, label: (value) => labels.player(value) },
  event: { head: "filter-event", of: eventOf, label: (value) => value },
  folder: { head: "filter-folder", of: folderOf, label: (value) => labels.folder(value) },
  year: { head: "filter-year", of: yearOf, label: (value) => value },
  length: { head: "filter-length", of: lengthOf, label: (value) => say("length-plies", value.endsWith("+") ? value : `${value}–${Number(value) + 9}`) },
  end: { head: "filter-end", of: (game) => game.end ?? "", label: (value) => labels.end(value) },
  result: { head: "filter-result", of: resultOf, label: (value) => say({ black: "black-wins", white: "white-wins", draw: "draw", none: "no-result" }[value] ?? value) },
  found: { head: "filter-found", of: foundOf, label: (value) => say({ errors: "games-errors", findings: "games-findings", clean: "games-clean", unread: "verdict-unread" }[value] ?? value) },
};

/** The properties by which findings are filtered. A game passes if one of its findings passes all of them. */
const findingFacets = {
  category: { head: "filter-category", of: categoryOf, label: (value) => say(CATEGORIES[value] ?? value) },
  rule: { head: "filter-rule", of: (finding) => finding.rule, label: (value) => labels.rule(value) },
  grade: { head: "filter-s", of: gradeOf, label: (value) => (value in weights ? gradeWords(value) : value) },
  s: { head: "filter-s", of: (finding) => finding.s, label: (value) => say(value) },
};

/** Returns the grade of a finding: `illegal` for an illegal move of the game, or else its severity. */
function gradeOf(finding) {
  return categoryOf(finding) === "illegal" ? "illegal" : finding.s;
}

/** Returns whether no record was read from the file of a game, such as a locked archive. */
function isWithoutRecord(game) {
  if (!game.f || game.plies > 0 || game.black || game.white) return false;
  return game.found.some(({ rule }) => rule === "unreadable-record" || rule === "mostly-unreadable" || rule.startsWith("archive-"));
}

/** Returns whether a game is in the table of games, which has the files without a record only if the page is filtered by them. */
const isListed = (game) => isWithoutRecord(game) === (selection.get("found") === "unread");

/** Returns the number of games without the files from which no record was read. */
const recordCount = () => games.length - games.filter(isWithoutRecord).length;

/** Returns the values of the selection list of games: `errors`, `findings`, `clean`, and `unread` for files without a record. */
function foundOf(game) {
  const { f } = game;
  if (!f) return ["clean"];
  return ["findings", ...(f[0] > 0 ? ["errors"] : []), ...(isWithoutRecord(game) ? ["unread"] : [])];
}

/** Returns the text for the value of a filter. */
const labels = {
  opening: (value) => (value === "" ? say("no-opening") : openingNames().get(value) ?? value),
  player: (value) => (value === "" ? say("unknown") : playerSpellings().get(value) ?? value),
  folder: (value) => (value === "." ? say("no-folder") : value),
  end: (value) => (value === "" ? say("end-unknown") : frame.ends[value] ?? value),
  rule: (value) => frame.rules[value]?.title ?? value,
};

const namedOpenings = new Map();
const openingsAreOld = gamesWatch();

/** Returns the names of all openings in the language of the page, by their Japanese names. */
function openingNames() {
  if (openingsAreOld()) {
    for (const game of games) if (game.opening) namedOpenings.set(openingKey(game), game.opening);
  }
  return namedOpenings;
}

let mostUsedSpellings = new Map();
const spellingsAreOld = gamesWatch();

/** Returns the most frequent spellings of the players, by their names without ranks and titles. Of equally frequent spellings, the
 * first in sorted order is returned. */
function playerSpellings() {
  if (!spellingsAreOld()) return mostUsedSpellings;
  const counts = new Map();
  for (const game of games) {
    for (const [at, key] of playerNames(game).entries()) {
      const written = [game.black, game.white][at];
      if (key === "" || !written) continue;
      if (!counts.has(key)) counts.set(key, new Map());
      counts.get(key).set(written, (counts.get(key).get(written) ?? 0) + 1);
    }
  }
  const best = (spellings) => [...spellings].reduce((one, two) => (two[1] > one[1] || (two[1] === one[1] && two[0] < one[0]) ? two : one))[0];
  mostUsedSpellings = new Map([...counts].map(([key, spellings]) => [key, best(spellings)]));
  return mostUsedSpellings;
}

/** The values by which the page is filtered, at most one for each property. */
class Selection {
  constructor() {
    this.values = new Map();
    /** Functions that are called after a change. */
    this.listeners = [];
  }

  get(name) {
    return this.values.get(name);
  }

  /** Filters by a value, or removes the filter if the value is `undefined`. */
  set(name, value) {
    this.replace(new Map(this.values).set(name, value));
  }

  /** Filters by a value, or removes the filter if the page is already filtered by this value. */
  toggle(name, value) {
    this.set(name, this.values.get(name) === value ? undefined : value);
  }

  /** Replaces all filters. Calls the listeners if there is a difference. */
  replace(values) {
    const next = new Map([...values].filter(([, value]) => value !== undefined));
    const same = next.size === this.values.size && [...next].every(([name, value]) => this.values.get(name) === value);
    if (same) return;
    this.values = next;
    for (const listener of this.listeners) listener();
  }

  /** Returns a function that tests if an object passes the filters of these facets, or `undefined` if no such filter is set. The
   * filter `except` is ignored. */
  test(facets, except) {
    const tests = [];
    for (const [name, value] of this.values) {
      const of = facets[name]?.of;
      if (!of || name === except) continue;
      tests.push((object) => {
        const own = of(object);
        return Array.isArray(own) ? own.includes(value) : own === value;
      });
    }
    return tests.length ? (object) => tests.every((test) => test(object)) : undefined;
  }

  /** Returns a function that tests if a game passes all filters, or `undefined` if no filter is set. */
  gameTest(except) {
    const [own, ofFindings] = [this.test(gameFacets, except), this.test(findingFacets, except)];
    if (!ofFindings) return own;
    return (game) => (!own || own(game)) && game.found.some(ofFindings);
  }

  /** Returns a function that tests if a finding passes all filters, or `undefined` if no filter is set. */
  findingTest(except) {
    const [own, ofGames] = [this.test(findingFacets, except), this.test(gameFacets, except)];
    if (!own && !ofGames) return undefined;
    return (finding) => (!own || own(finding)) && (!ofGames || ofGames(finding.game));
  }

  /** Returns the games that pass all filters other than `except`, without the files from which no record was read. */
  games(except) {
    const test = this.gameTest(except);
    return games.filter((game) => isListed(game) && (!test || test(game)));
  }

  /** Returns the findings that pass all filters other than `except`. */
  findings(except) {
    const test = this.findingTest(except);
    return test ? findings.filter(test) : findings;
  }
}

const selection = new Selection();

// The address.

/** Functions that add their parameters to the address, such as the search and the order of a table. */
const addressParts = [(add) => {
  for (const [name, value] of selection.values) add(name, value);
}];

/** Returns the fragment of the address with the place of the open game, such as `game=1&ply=3`, and the filters. The place may be
 * empty. */
function pageAddress(place) {
  const parts = place ? [place] : [];
  const add = (name, value) => {
    if (value !== undefined) parts.push(new URLSearchParams([[name, value]]).toString());
  };
  for (const part of addressParts) part(add);
  return `#${parts.join("&")}`;
}

let addressTimer;

/** Writes the filters into the address after a delay, because browsers limit the number of changes. */
function noteFilters() {
  clearTimeout(addressTimer);
  addressTimer = setTimeout(writeFilters, 200);
}

/** Writes the filters into the address at once. The place of the open game remains. */
function writeFilters() {
  clearTimeout(addressTimer);
  const present = location.hash.slice(1).split("&");
  const place = present.filter((part) => PLACE_PARAMETERS.includes(part.split("=")[0])).join("&");
  const address = pageAddress(place);
  if (address === (location.hash || "#")) return;
  try {
    history.replaceState(history.state, "", address);
  } catch {
    // Some browsers refuse frequent changes. The next change of a filter tries again.
  }
}

/** Adds an entry with the present filters and the present tab to the history. */
function pushAddress() {
  clearTimeout(addressTimer);
  try {
    history.pushState(null, "", pageAddress(""));
  } catch {
    noteFilters();
  }
}

/** Returns the filters in the address. */
function filtersInAddress() {
  const parameters = new URLSearchParams(location.hash.slice(1));
  const isFilter = ([name]) => name in gameFacets || name in findingFacets;
  return new Map([...parameters].filter(isFilter));
}

// The filters as buttons that remove them.

/** Shows the filters in an element, each as a button that removes it. Without games, there is nothing to filter. */
function showChips(root) {
  const buttons = [...selection.values].map(([name, value]) => {
    const facet = gameFacets[name] ?? findingFacets[name];
    const words = `${say(facet.head)}: ${facet.label(value)}`;
    const button = make("button", { type: "button", class: "chip", "data-facet": name, "aria-label": say("remove-filter", words) }, make("span", {}, ...marked(words)), make("span", { "aria-hidden": "true" }, "×"));
    button.addEventListener("click", () => {
      selection.set(name, undefined);
      (root.querySelector("button") ?? document.querySelector(".listing.shown table"))?.focus();
    });
    return button;
  });
  if (buttons.length > 1) {
    const all = make("button", { type: "button", class: "chip all" }, say("remove-filters"));
    all.addEventListener("click", () => {
      selection.replace(new Map());
      document.querySelector(".listing.shown table")?.focus();
    });
    buttons.push(all);
  }
  root.replaceChildren(...buttons);
  root.hidden = buttons.length === 0 || games.length === 0;
}
