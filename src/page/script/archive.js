// The findings between records and in sheets of results.

/** The findings between records. Those of a sheet have a property `sheet`, the path of the sheet, in place of a game. */
const archived = [];

/** Returns `true` for a finding between records. */
const isBetweenRecords = ({ rule }) => frame.rules[rule]?.group === "archive";

/** Adds the findings of sheets, each with its path. */
function addSheets(sheets) {
  for (const { path: sheet, found } of sheets) archived.push(...found.map((finding) => ({ ...finding, sheet })));
}

/** Returns the path of another place that a finding names, with the number of the record unless it is the first, or with the line
 * of a sheet. */
function relatedPlace([path, record, line]) {
  const short = path.slice(games.some((game) => game.path === path) ? common : 0);
  if (line) return `${short}:${line}`;
  return record > 1 ? `${short} (${say("record", record)})` : short;
}

const archiveColumns = [
  ...findingColumns.filter(({ name }) => ["severity", "rule", "message"].includes(name)).map((column) => (column.name === "rule" ? { ...column, card: "wide" } : column)),
  {
    name: "game",
    head: say("column-place"),
    least: 9,
    grow: 1.6,
    card: "wide",
    text: (it) => it.sheet ?? it.game.path,
    order: (it) => it.game?.id ?? games.length,
    words: (it) => (it.game ? `${players(it.game)} ${file(it.game)} ${it.game.event ?? ""}` : it.sheet),
    cell: (it) => (it.game ? twoOfGame(it.game) : [path("span", `${it.sheet}:${it.at?.[0] ?? 1}`)]),
  },
  { name: "with", head: say("column-with"), least: 8, grow: 1.4, card: "wide", text: (it) => (it.with ?? []).map(relatedPlace).join(", ") },
];

csvColumns.archive = [
  [say("column-severity"), (it) => say(it.s)],
  [say("column-rule"), (it) => frame.rules[it.rule]?.title ?? it.rule],
  [say("column-rule-name"), (it) => it.rule],
  [say("column-message"), (it) => it.msg],
  [say("column-black"), (it) => it.game?.black],
  [say("column-white"), (it) => it.game?.white],
  [say("column-event"), (it) => it.game?.event],
  [say("column-file"), (it) => it.game?.path ?? it.sheet],
  [say("column-record"), (it) => (it.game ? it.game.n ?? 1 : "")],
  [say("column-line"), (it) => it.at?.[0]],
  [say("column-with"), (it) => (it.with ?? []).map(relatedPlace).join(", ")],
];

/** Returns a function that tests if a finding between records passes all filters, or `undefined` if no filter is set. A finding
 * without a game always passes, so that the missing games of a sheet remain visible. */
function archiveTest() {
  const test = selection.findingTest();
  return test && ((finding) => finding.game === undefined || test(finding));
}

addSheets(frame.sheets ?? []);
