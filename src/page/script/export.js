// Tables as CSV: UTF-8 with a byte order mark, lines that end with CR LF, and cells that no spreadsheet evaluates as a formula.

/** Returns text for a cell of CSV. Text that a spreadsheet would evaluate as a formula gets an apostrophe in front, as in
 * `src/text/spreadsheet.rs`. */
function csvCell(value) {
  const words = String(value ?? "");
  const safe = typeof value !== "number" && /^[=+\-@\t\r]/.test(words) ? `'${words}` : words;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Returns a table as CSV. `columns` is a list of headings and functions that return the value of a row. */
function csvText(columns, rows) {
  const lines = [columns.map(([head]) => head), ...rows.map((row) => columns.map(([, value]) => value(row)))];
  return `\ufeff${lines.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
}

/** The columns of a table as they are shown, with full numbers. */
const columnsAsShown = (columns) => columns.map((column) => [column.head, column.value ?? column.text]);

/** The columns of a rate with its interval, as numbers from 0 to 1. */
const rateCells = (head) => [
  [head, (it) => (it.interval ? Number(it.rate.toFixed(4)) : "")],
  [`${head} (${say("interval-low")})`, (it) => (it.interval ? Number(it.interval[0].toFixed(4)) : "")],
  [`${head} (${say("interval-high")})`, (it) => (it.interval ? Number(it.interval[1].toFixed(4)) : "")],
];

const withoutRate = (columns) => columns.filter(({ name }) => name !== "rate");

/** The columns of each table in CSV. */
const csvColumns = {
  games: [
    [say("column-file"), (it) => it.path],
    [say("column-record"), (it) => it.n ?? 1],
    [say("column-date"), (it) => it.date],
    [say("column-event"), (it) => it.event ?? it.title],
    [say("column-black"), (it) => (it.seats ? it.seats[0] : it.black)],
    [say("column-white"), (it) => (it.seats ? it.seats.slice(1).join(" – ") : it.white)],
    [say("column-handicap"), (it) => it.start],
    [say("column-opening"), (it) => it.opening],
    [say("column-plies"), (it) => it.plies],
    [say("column-end"), (it) => frame.ends[it.end]],
    [say("column-result"), result],
    [say("column-stated"), (it) => won(it.stated, it.stated_won)],
    ...["column-errors", "column-warnings", "column-notes"].map((name, at) => [say(name), (it) => it.f?.[at] ?? 0]),
  ],
  findings: [
    [say("column-severity"), (it) => say(it.s)],
    [say("column-category"), (it) => say(CATEGORIES[categoryOf(it)])],
    [say("column-rule"), (it) => frame.rules[it.rule]?.title ?? it.rule],
    [say("column-rule-name"), (it) => it.rule],
    [say("column-message"), (it) => it.msg],
    [say("column-ply"), (it) => it.ply],
    [say("column-move"), (it) => it.move],
    [say("column-black"), (it) => it.game.black],
    [say("column-white"), (it) => it.game.white],
    [say("column-event"), (it) => it.game.event ?? it.game.title],
    [say("column-result"), (it) => result(it.game)],
    [say("column-stated"), (it) => won(it.game.stated, it.game.stated_won)],
    [say("column-file"), (it) => it.game.path],
    [say("column-record"), (it) => it.game.n ?? 1],
    [say("column-line"), (it) => it.at?.[0]],
    [say("column-column"), (it) => it.at?.[1]],
  ],
  openings: [...columnsAsShown(withoutRate(openingColumns)), ...rateCells(say("black-rate"))],
  players: [...columnsAsShown(withoutRate(playerColumns)), ...rateCells(say("win-rate"))],
  standings: columnsAsShown(standingColumns),
};

/** Offers text as a file to save. */
function saveText(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  // The browser may still read the file after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Offers rows as a CSV file to save. */
function saveCsv(name, columns, rows) {
  saveText(name, csvText(columns, rows), "text/csv;charset=utf-8");
}
