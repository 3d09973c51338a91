// Sheets for printing: one entry for each finding, with a diagram, or one game as a score sheet.

/** Maximum number of findings on a sheet. */
const MAX_SHEET_FINDINGS = 1000;

/** The text at the top of each sheet. The application sets its own. */
const sheetHead = { title: "", date: "" };

/** Width of a square of a diagram (SVG units). */
const SQUARE = 20;

/** Returns a diagram of a position as in books, with the squares `concerned` in a frame, and the square of the last move on a grey
 * ground. The hands are above and below. If the position is the one after a move, its number of plies is below the diagram. */
function diagram(position, concerned, game, last, ply) {
  const size = 9 * SQUARE;
  const steps = Array.from({ length: 8 }, (_, at) => (at + 1) * SQUARE);
  const placed = position.squares.map((piece, at) => {
    if (!piece) return undefined;
    const [x, y] = [((at % 9) + 0.5) * SQUARE, (Math.floor(at / 9) + 0.5) * SQUARE];
    const turn = side(piece) === "w" ? `rotate(180 ${x} ${y})` : undefined;
    return draw("text", { x, y: y + 5.4, transform: turn }, pieces.get(kind(piece)).glyph);
  });
  const rings = concerned.map((name) => {
    const at = place(name);
    return draw("rect", { class: "ring", x: (at % 9) * SQUARE + 1.5, y: Math.floor(at / 9) * SQUARE + 1.5, width: SQUARE - 3, height: SQUARE - 3 });
  });
  const files = Array.from({ length: 9 }, (_, at) => draw("text", { class: "name", x: (at + 0.5) * SQUARE, y: -3 }, digits[9 - at]));
  const sides = Array.from({ length: 9 }, (_, at) => draw("text", { class: "name", x: size + 7, y: (at + 0.5) * SQUARE + 3 }, frame.language === "ja" ? ranks[at] : "abcdefghi"[at]));
  const at = last?.to && place(last.to);
  const moved = at === undefined ? [] : [draw("rect", { class: "moved", x: (at % 9) * SQUARE, y: Math.floor(at / 9) * SQUARE, width: SQUARE, height: SQUARE })];
  const hand = (color) => {
    const held = position.held(color).map(([base, count]) => pieces.get(base).glyph + (count > 1 ? count : ""));
    return make("p", { class: "held" }, ...marked(`${color === "b" ? "☗" : "☖"} ${sideName(color, game)} ${held.join(" ") || say("none")}`));
  };
  const board = draw(
    "svg",
    { viewBox: `-2 -14 ${size + 18} ${size + 16}`, role: "img", lang: "ja", "aria-label": spoken(position, game) },
    ...moved,
    draw("path", { class: "lines", d: steps.map((at) => `M${at} 0V${size}M0 ${at}H${size}`).join("") }),
    draw("rect", { class: "rim", width: size, height: size }),
    ...files,
    ...sides,
    ...placed.filter(Boolean),
    ...rings,
  );
  const caption = ply > 0 && last ? [make("p", { class: "after" }, say("sheet-after", say("ply", ply)))] : [];
  return make("div", { class: "diagram" }, hand("w"), board, hand("b"), ...caption);
}

/** Returns the move of a finding in the notation of the viewer, or as the finding states it. */
function findingMove(finding, score) {
  const line = findingLine(finding, score);
  const label = finding.ply > 0 && score.known && line >= 0 && score.lines[line]?.plies[finding.ply - 1] ? score.labels(line)[finding.ply - 1] : undefined;
  return finding.move === undefined ? undefined : label ?? finding.move;
}

/** Returns the drawing for a finding: the position after its move, as the viewer shows it. Returns `undefined` if the finding has no
 * position. */
function findingDiagram(finding, score) {
  const { game, ply } = finding;
  const { position: stated, last: move, concerned } = statedPosition(finding);
  if (stated) return diagram(stated, concerned, game, move, ply);
  if (ply === undefined) return undefined;
  const [position, last] = replayedPosition(finding, score);
  if (!position) return undefined;
  if (!game.kind) return diagram(position, concerned, game, last, ply);
  if (!score.pictures) return undefined;
  const root = make("div", { class: "diagram" });
  new Picture(root).show(score.pictures, ply);
  return root;
}

/** Returns the consequence of an illegal move: why it changed nothing if it was not claimed during the game, or the side that loses
 * by it, if that is the verdict. */
function consequence(finding) {
  const { game, ply } = finding;
  if (!isIllegal(finding)) return "";
  const unnoticed = game.found.find((it) => it.rule === "foul-unnoticed" && it.ply === ply && !it.var);
  if (unnoticed) return unnoticed.msg;
  const [loser, winner] = { black: ["b", "white"], white: ["w", "black"] }[finding.side] ?? [];
  return loser && game.verdict === winner ? say("loses-by-foul", sideName(loser, game)) : "";
}

/** Returns the stated result of a game and the result by the rules, as a list of a name and a text each. */
function resultLines(game) {
  const stated = won(game.stated, game.stated_won);
  return [[say("sheet-ruled"), result(game)], [say("sheet-stated"), stated]].filter(([, words]) => words);
}

/** Returns a list of names and texts. Empty texts are left out. */
function pairs(list) {
  return make("dl", {}, ...list.filter(([, words]) => words).flatMap(([name, words]) => [make("dt", {}, name), make("dd", {}, ...marked(String(words)))]));
}

/** Returns the entry of a finding on a sheet. */
async function sheetEntry(finding, number) {
  const { game } = finding;
  const title = frame.rules[finding.rule]?.title ?? finding.rule;
  const at = finding.at ? say("line-column", ...finding.at) : "";
  const score = new Score(await source.detail(game));
  const shown = findingDiagram(finding, score);
  const move = findingMove(finding, score);
  const text = shown ? undefined : make("p", { class: "line" }, move || at || file(game));
  const ply = finding.ply === undefined ? "" : say("ply", finding.ply);
  return make(
    "article",
    { class: "entry" },
    make("h3", {}, `${number}. `, severity(finding), title),
    ...[shown, text].filter(Boolean),
    make("p", { class: "message" }, finding.msg),
    pairs([
      [say("column-players"), players(game) || game.title],
      [say("column-event"), [game.event, game.date].filter(Boolean).join(" · ")],
      [say("column-move"), [finding.var && say("in-variation"), ply, move].filter(Boolean).join(" ")],
      [say("sheet-consequence"), consequence(finding)],
      ...resultLines(game),
      [say("column-file"), [file(game), at].filter(Boolean).join(" · ")],
    ]),
  );
}

const sheetTop = (words) => make(
  "header",
  {},
  make("h1", {}, sheetHead.title),
  make("p", {}, [sheetHead.date, words].filter(Boolean).join(" · ")),
);

/** Returns the sheet of the first findings of a list, `perPage` on a page. */
async function findingsSheet(rows, perPage) {
  const shown = rows.slice(0, MAX_SHEET_FINDINGS);
  const entries = [];
  for (const [at, finding] of shown.entries()) entries.push(await sheetEntry(finding, at + 1));
  const pages = [];
  for (let at = 0; at < entries.length; at += perPage) pages.push(make("div", { class: `page of-${perPage}` }, ...entries.slice(at, at + perPage)));
  const note = shown.length < rows.length ? say("sheet-limit", numbers.format(shown.length), numbers.format(rows.length)) : say("sheet-count", numbers.format(rows.length));
  return [sheetTop(note), ...pages];
}

/** Returns the score sheet of a game with its detail: its headers, its moves with their times, its result and its findings. */
function gameSheet(game, detail) {
  const score = new Score(detail);
  const headers = detail.headers.length ? detail.headers : [
    [say("column-event"), game.event],
    [say("column-date"), game.date],
    [say("column-black"), game.black],
    [say("column-white"), game.white],
    [say("column-players"), game.seats?.join(" – ")],
    [say("column-handicap"), game.start],
    [say("column-opening"), game.opening],
  ];
  const labels = lineTexts(game, score, 0);
  const moves = score.lines[0].plies.map((ply, at) => {
    const found = game.found.filter((finding) => finding.ply === at + 1 && !finding.var);
    const time = ply.seconds === undefined ? "" : clock(ply.seconds);
    return make("li", {}, make("span", { class: "number" }, String(at + 1)), make("span", { lang: "ja" }, ...marked(labels[at])), ...found.map(severity), make("span", { class: "time" }, time));
  });
  const listed = game.found.map((finding) => make("li", {}, severity(finding), [finding.var && say("in-variation"), finding.ply === undefined ? "" : say("ply", finding.ply), frame.rules[finding.rule]?.title ?? finding.rule, finding.msg].filter(Boolean).join(" · ")));
  return [
    sheetTop(""),
    make("h2", {}, called(game)),
    pairs(headers),
    ...(score.known ? [make("ol", { class: "columns" }, ...moves)] : [make("p", {}, noMoves())]),
    pairs([[say("column-plies"), game.plies], [say("column-end"), ending(game)], ...resultLines(game), [say("column-file"), file(game)]]),
    ...(listed.length ? [make("h2", {}, say("findings")), make("ul", { class: "listed" }, ...listed)] : []),
  ];
}

/** Maximum number of players in a cross table on a page that is not turned. */
const MAX_UPRIGHT_PLAYERS = 16;

/** Returns the sheet with the standings of an event and its cross table. */
function standingsSheet({ columns, rows }) {
  const cells = (tag, words) => make("tr", {}, ...words.map((it, at) => make(tag, { class: columns[at].name }, ...marked(it))));
  const table = make(
    "table",
    {},
    make("thead", {}, cells("th", columns.map(({ head }) => head))),
    make("tbody", {}, ...rows.map((row) => cells("td", columns.map((column) => column.text(row))))),
  );
  const cross = document.querySelector("#cross table")?.cloneNode(true);
  for (const button of cross?.querySelectorAll("button") ?? []) button.replaceWith(button.textContent);
  const [event, note] = ["#standings", "#cross"].map((section) => document.querySelector(`${section} > .about`).textContent);
  const crossNodes = [make("h2", {}, say("cross-table")), ...(note === event ? [] : [make("p", {}, note)]), ...(cross ? [cross] : [])];
  // The title is often the name of the event.
  const others = event.split(" · ").filter((part) => part !== sheetHead.title).join(" · ");
  return [sheetTop(others), make("h2", {}, say("standings")), table, make("div", { class: rows.length > MAX_UPRIGHT_PLAYERS ? "crossing wide" : "crossing" }, ...crossNodes)];
}

/** The sheet that is printed instead of the page. */
class Sheet {
  constructor() {
    this.root = make("div", { id: "sheet" });
    document.body.append(this.root);
    addEventListener("afterprint", () => this.remove());
  }

  /** Shows a sheet on paper instead of the page. */
  show(nodes) {
    this.root.replaceChildren(...nodes);
    document.documentElement.classList.add("has-sheet");
  }

  remove() {
    document.documentElement.classList.remove("has-sheet");
    this.root.replaceChildren();
  }

  /** Prints a sheet. */
  print(nodes) {
    this.show(nodes);
    print();
  }
}

/** Adds the buttons that print the findings that are shown, or the open game. */
function prepareSheets(listings, viewer) {
  const sheet = new Sheet();
  const head = (selector) => document.querySelector(selector)?.textContent ?? "";
  const setHead = (rows) => Object.assign(sheetHead, source.sheetHead?.(rows) ?? { title: head(".masthead h1"), date: head(".masthead .dated") });
  const findingGames = () => (listings.findings?.shownRows() ?? []).map(({ game }) => game);
  const dialog = document.getElementById("print");
  const tally = dialog.querySelector("output");
  const title = dialog.querySelector("[name=title]");
  let isOwnTitle = false;
  title.addEventListener("input", () => (isOwnTitle = title.value.trim() !== ""));
  document.querySelector("[data-print=findings]").addEventListener("click", () => {
    const count = listings.findings?.shown.length ?? 0;
    tally.textContent = count > MAX_SHEET_FINDINGS ? say("sheet-limit", numbers.format(MAX_SHEET_FINDINGS), numbers.format(count)) : say("sheet-count", numbers.format(count));
    if (!isOwnTitle) {
      setHead(findingGames());
      title.value = sheetHead.title;
    }
    dialog.showModal();
  });
  dialog.querySelector("[data-do=close]").addEventListener("click", () => dialog.close());
  dialog.querySelector("form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const perPage = Number(new FormData(event.target).get("per-page"));
    setHead(findingGames());
    sheetHead.title = title.value;
    const nodes = await findingsSheet(listings.findings?.shownRows() ?? [], perPage);
    dialog.close();
    sheet.print(nodes);
  });
  // While a game is open, the browser prints its score sheet, and in the tab of the standings, it prints only them.
  addEventListener("beforeprint", () => {
    const { tabs, groups } = listings;
    const isGame = viewer.root.open && viewer.detail;
    if (!isGame && (viewer.root.open || tabs.current !== "standings")) return;
    setHead(isGame ? [viewer.game] : groups.eventGames);
    sheet.show(isGame ? gameSheet(viewer.game, viewer.detail) : standingsSheet(groups.standings));
  });
  document.querySelector("[data-print=standings]").addEventListener("click", () => print());
  document.querySelector("[data-print=game]")?.addEventListener("click", () => print());
}
