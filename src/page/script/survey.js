// Counts of the selected games, from which the charts are drawn again after a filter has changed. The charts of the whole page
// are those that the program computed. `src/page/survey.rs` has the same counts.

/** Maximum number of bars in a chart, without the entry for the remaining items. */
const MAX_BARS = 10;

/** Maximum number of rates in a chart. */
const MAX_RATES = 15;

/** The 97.5 % quantile of the normal distribution, for 95 % confidence intervals. */
const Z_97_5 = 1.959963984540054;

/** Returns the 95 % confidence interval of a rate (Wilson 1927), or `undefined` without trials. */
function wilson(hits, trials) {
  if (trials === 0) return undefined;
  const rate = hits / trials;
  const spread = (Z_97_5 * Z_97_5) / trials;
  const middle = rate + spread / 2;
  const reach = Z_97_5 * Math.sqrt((rate * (1 - rate)) / trials + spread / (4 * trials));
  return [middle - reach, middle + reach].map((point) => Math.min(1, Math.max(0, point / (1 + spread))));
}

/** The property by which a click on a chart filters. */
const chartFacets = {
  results: "folder",
  openings: "opening",
  years: "year",
  lengths: "length",
  endings: "end",
  rules: "rule",
  folders: "folder",
};

/** The kinds of the charts that the page can count, in their order. */
const chartKinds = {
  results: "results",
  openings: "rates",
  years: "columns",
  lengths: "columns",
  endings: "bars",
  rules: "bars",
  folders: "bars",
};

/** Groups rows by a key, and returns the groups in descending order of size, then in order of the keys. Rows without a key are left
 * out. */
function grouped(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return [...groups].sort(([one, ones], [two, twos]) => twos.length - ones.length || (one < two ? -1 : 1));
}

/** Returns the numbers of wins by Black, draws, wins by White, and games without a known result. */
function resultCounts(rows) {
  const counts = { black: 0, draw: 0, white: 0, none: 0 };
  for (const game of rows) counts[resultOf(game) ?? "none"] += 1;
  return Object.values(counts);
}

const plain = (key, name, count) => ({ key, name, count, look: "plain" });

/** Returns the first bars with a count above 0, and one entry for the remaining items, sorted as in the program. The bar of the
 * selected key is always among them. `words` is the name of the words for the remaining items. */
function topBars(bars, selected, words = "others") {
  const rank = ({ look, count }) => look.graded ?? [0, 0, count];
  const sorted = bars.filter((bar) => bar.count > 0).sort((one, two) => {
    const [a, b] = [rank(one), rank(two)];
    const at = a.findIndex((it, at) => it !== b[at]);
    return at < 0 ? 0 : b[at] - a[at];
  });
  if (sorted.length <= MAX_BARS + 1) return sorted;
  const shown = sorted.slice(0, MAX_BARS);
  const rest = sorted.slice(MAX_BARS);
  const chosen = rest.findIndex((bar) => bar.key === selected);
  if (chosen >= 0) shown.push(...rest.splice(chosen, 1));
  const others = { name: say(words, rest.length), count: sum(rest.map((bar) => bar.count)), look: "rest" };
  return rest.length ? [...shown, others] : shown;
}

/** Returns bars of findings by a key, each with the numbers of errors, warnings and notes. */
function gradedBars(rows, keyOf, nameOf) {
  return grouped(rows, keyOf).map(([key, group]) => {
    const graded = [0, 0, 0];
    for (const { s } of group) graded[weights[s]] += 1;
    return { key, name: nameOf(key), count: group.length, look: { graded } };
  });
}

const isPlayed = (game) => !game.unplayed;

/** Divides groups into those that are shown, and the remaining ones: the first `max`, and the group of the selected key, or all if
 * only one more group would remain. */
function divided(groups, max, selected) {
  const isShown = ([key], at) => groups.length <= max + 1 || at < max || key === selected;
  return [groups.filter(isShown), groups.filter((group, at) => !isShown(group, at))];
}

/** Groups games of shogi by their opening. The games without a detected opening are the last group, with an empty key. There are no
 * groups if no opening was detected in any game. */
function groupedByOpening(rows) {
  const groups = grouped(rows.filter((game) => !game.kind), openingKey);
  const named = groups.filter(([key]) => key !== "");
  return named.length ? [named, groups.filter(([key]) => key === "")] : [[], []];
}

/** For each chart, a function that returns its rows for the games that pass all filters other than that of the chart. Each row has
 * the `key` by which a click filters. */
const surveys = {
  results() {
    const rows = selection.games("folder").filter((game) => !game.kind);
    const folders = grouped(rows, folderOf);
    const all = { name: say("all-games"), counts: resultCounts(rows) };
    if (folders.length < 2) return [all];
    const [shown, rest] = divided(folders, MAX_BARS - 1, selection.get("folder"));
    const others = { name: say("other-folders", rest.length), counts: resultCounts(rest.flatMap(([, group]) => group)) };
    return [all, ...shown.map(([key, group]) => ({ key, name: key, counts: resultCounts(group) })), ...(rest.length ? [others] : [])];
  },
  openings() {
    const [named, unnamed] = groupedByOpening(selection.games("opening"));
    const [shown, rest] = divided(named, MAX_RATES, selection.get("opening"));
    const row = ([key, group]) => ({ key, name: labels.opening(key), ...blackRate(group) });
    const others = { name: say("other-openings", rest.length), ...blackRate(rest.flatMap(([, group]) => group)) };
    return [...shown.map(row), ...(rest.length ? [others] : []), ...unnamed.map(row)];
  },
  years() {
    const rows = grouped(selection.games("year"), yearOf);
    const years = rows.map(([key]) => Number(key));
    const [first, last] = [Math.min(...years), Math.max(...years)];
    const counts = new Map(rows.map(([key, group]) => [Number(key), group.length]));
    return Array.from({ length: rows.length ? last - first + 1 : 0 }, (_, at) => plain(String(first + at), String(first + at), counts.get(first + at) ?? 0));
  },
  lengths() {
    const counts = new Map(grouped(selection.games("length").filter(isPlayed), lengthOf).map(([key, group]) => [key, group.length]));
    const names = Array.from({ length: LONGEST_LENGTH / 10 + 1 }, (_, at) => (at * 10 === LONGEST_LENGTH ? `${LONGEST_LENGTH}+` : String(at * 10)));
    const last = names.findLastIndex((name) => counts.has(name));
    return names.slice(0, last + 1).map((name) => plain(name, name, counts.get(name) ?? 0));
  },
  endings() {
    const rows = grouped(selection.games("end").filter(isPlayed), (game) => game.end ?? "");
    const bars = rows.map(([key, group]) => plain(key, labels.end(key), group.length));
    const unknown = bars.filter(({ key }) => key === "");
    return topBars([...bars.filter(({ key }) => key !== ""), ...unknown], selection.get("end"));
  },
  rules() {
    const rows = selection.findings("rule");
    return topBars(gradedBars(rows, (finding) => finding.rule, labels.rule), selection.get("rule"));
  },
  folders() {
    const rows = selection.findings("folder");
    return topBars(gradedBars(rows, (finding) => folderOf(finding.game), (key) => key), selection.get("folder"), "other-folders");
  },
};

/** For each chart that cannot show some of the games that pass the other filters, the words for these games and a function that
 * selects them. The program also counts the moves without a time. */
const leftOut = {
  years: ["without-date", (game) => yearOf(game) === undefined],
  lengths: ["not-replayed", (game) => !isPlayed(game)],
  endings: ["not-replayed", (game) => !isPlayed(game)],
};

/** Returns the rows of a chart for the games that it cannot show. */
function leftOutRows(name) {
  const [words, test] = leftOut[name] ?? [];
  const count = test ? selection.games(chartFacets[name]).filter(test).length : 0;
  return count ? [{ name: say(words), count }] : [];
}

/** Returns the number of decided games, the share of them that Black won, and its 95 % interval. */
function blackRate(rows) {
  const [black, , white] = resultCounts(rows);
  const decided = black + white;
  return { games: decided, rate: decided ? black / decided : undefined, interval: wilson(black, decided) };
}

/** Returns whether a chart has nothing to show, or only one bar, which compares nothing. */
function isEmptyChart(kind, rows) {
  if (kind === "results") return rows.every(({ counts }) => sum(counts) === 0);
  if (kind === "lines") return rows.length === 0;
  return rows.filter(({ count }) => count !== 0).length < 2;
}

/** Returns for each row of a chart of the program the key by which a click filters, or `undefined` for a row without a filter. */
function keysOfRows(name, rows) {
  const keys = keysOfChart[name];
  if (!keys) return rows.map(() => undefined);
  const known = keys();
  return rows.map((row, at) => (row.look === "rest" || (name === "results" && at === 0) || row.count === 0 ? undefined : known ? known.get(row.name) : row.name));
}

const inverse = (entries) => new Map([...entries].map(([key, name]) => [name, key]));

/** For each chart, a function that returns the keys by the names of the rows, or nothing if a name is its own key. */
const keysOfChart = {
  results: () => new Map(games.map((game) => [folderOf(game), folderOf(game)])),
  openings: () => inverse([...openingNames(), ["", say("no-opening")]]),
  years: () => undefined,
  lengths: () => undefined,
  endings: () => inverse([...Object.entries(frame.ends), ["", say("end-unknown")]]),
  rules: () => inverse(Object.entries(frame.rules).map(([name, { title }]) => [name, title])),
  folders: () => undefined,
};
