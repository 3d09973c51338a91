// The search for positions: the moves that were played in them, and the games that reached them. A worker searches the main lines
// of the games, which the page keeps, so that the files are not read again.

/** Number of games that are searched with one request. */
const SEARCHED_AT_ONCE = 2500;

/** Time after which the progress of a search is shown (milliseconds). */
const SEARCH_PATIENCE = 400;

/** Time without another step in the game after which its position is searched for (milliseconds). */
const SEARCH_DELAY = 100;

/** Maximum number of moves in the table of next moves. */
const LISTED_MOVES = 100;

/** Splits the bytes of several games, each of which begins with the length of its rest. */
function splitMainLines(bytes = new ArrayBuffer(0)) {
  const view = new DataView(bytes);
  const lines = [];
  for (let at = 0; at < bytes.byteLength; ) {
    const length = 4 + view.getUint32(at, true);
    lines.push(new Uint8Array(bytes, at, length));
    at += length;
  }
  return lines;
}

/** A search in the games of the list. A new search ends the one before it. */
class PositionSearch {
  constructor() {
    this.engine = new Engine();
    this.number = 0;
  }

  /** Searches all games. Returns the rows of the positions and of the moves, with the number of games that were searched, or
   * `undefined` if another search began. `progress` is called with the numbers of searched games and of all games. */
  async run(conditions, progress) {
    const number = (this.number += 1);
    const isCurrent = () => number === this.number;
    this.isStopped = false;
    const all = source.mainLines.length;
    await this.engine.ask({ do: "begin-search", ...conditions });
    let searched = 0;
    while (searched < all && isCurrent() && !this.isStopped) {
      const part = source.mainLines.slice(searched, Math.min(all, searched + SEARCHED_AT_ONCE));
      await this.engine.ask({ do: "search", first: searched }, new Blob(part));
      searched += part.length;
      if (isCurrent()) progress(searched, all);
    }
    if (!isCurrent()) return undefined;
    const { hits, next } = await this.engine.ask({ do: "end-search" });
    return isCurrent() ? { hits, next, searched, isStopped: this.isStopped } : undefined;
  }

  /** Ends the search after the part that is being searched. */
  stop() {
    this.isStopped = true;
  }
}

/** The list of the games in which a position was found. */
class HitList extends RowList {
  content({ record, ply, label, mirrored }) {
    const game = games[record];
    if (!game) return [];
    const place = ply === 0 ? say("start") : say("ply", ply);
    const facts = [game.date, result(game), game.event ?? game.title ?? shortFile(game)].filter(Boolean).join(" · ");
    const way = [mirrored ? `${place} ⇅` : place, label].filter(Boolean).join(" → ");
    return [make("span", { class: "name" }, called(game)), make("small", {}, ...marked(`${way} · ${facts}`))];
  }
}

/** The results of searches: the progress, the table of the next moves, and the list of games. */
class SearchResults {
  /** @param root the element of the results
   * @param name the beginning of the identifiers of its rows
   * @param openHit called with the number of a game and a ply
   * @param openMove called with a row of the next moves, and with the first position in which the move was played */
  constructor(root, name, openHit, openMove) {
    Object.assign(this, { root, openHit, openMove });
    this.search = new PositionSearch();
    this.status = make("p", { class: "found", role: "status" });
    this.bar = make("progress", { "aria-label": say("app-search"), max: "1", value: "0" });
    this.stop = make("button", { type: "button" }, say("app-stop"));
    this.stop.addEventListener("click", () => this.search.stop());
    this.running = make("div", { class: "running", hidden: true }, this.bar, this.stop);
    this.moves = make("tbody", {});
    this.moves.addEventListener("click", (event) => this.chooseMove(event.target.closest("tr")));
    roving(this.moves);
    this.rest = make("p", { class: "rest" });
    const heads = ["app-search-moves", "app-search-count", "black-won", "white-won", "draw", "app-search-rate"];
    const head = make("tr", {}, ...heads.map((words) => make("th", { scope: "col" }, ...marked(say(words)))));
    this.table = make("table", { class: "next-moves" }, make("thead", {}, head), this.moves);
    this.box = make("div", { class: "rows", role: "listbox", tabindex: "0", "aria-label": say("app-search-games") });
    this.list = new HitList(this.box, name);
    this.list.opened = ({ record, ply }) => this.openHit(record, ply);
    this.parts = make("div", { class: "results", hidden: true }, make("div", { class: "next" }, this.table, this.rest), this.box);
    this.head = make("div", { class: "of" }, this.status);
    this.root.append(this.head, this.running, this.parts);
  }

  /** Shows a note in place of results. */
  note(words) {
    this.search.number += 1;
    this.running.hidden = true;
    this.parts.hidden = true;
    this.status.textContent = words;
  }

  /** Searches, and shows the results. `position` is the position searched for if it is complete, so that its moves have their
   * usual names. */
  async show(conditions, position) {
    const begun = performance.now();
    const progress = (done, all) => {
      if (performance.now() - begun < SEARCH_PATIENCE || done === all) return;
      this.running.hidden = false;
      this.bar.max = all;
      this.bar.value = done;
      this.status.textContent = say("app-search-running", numbers.format(done), numbers.format(all));
    };
    try {
      const found = await this.search.run(conditions, progress);
      if (found) this.fill(found, position);
    } catch (error) {
      this.note(error.message);
    }
  }

  fill({ hits, next, searched, isStopped }, position) {
    this.running.hidden = true;
    this.parts.hidden = hits.length === 0;
    const inGames = new Set(hits.map(({ record }) => record)).size;
    const words = say("app-search-found", ...[hits.length, inGames, searched].map((it) => numbers.format(it)));
    this.status.textContent = isStopped ? `${words} ${say("app-search-stopped")}` : words;
    this.labels = moveLabels(next.map(({ move }) => move).filter(Boolean), position);
    for (const hit of hits) hit.label = hit.mirrored ? "" : this.labels.get(hit.move) ?? "";
    this.hits = hits;
    const total = next.reduce((sum, { games: count }) => sum + count, 0);
    this.moves.replaceChildren(...next.slice(0, LISTED_MOVES).map((row) => this.moveRow(row, total)));
    this.rest.textContent = next.length > LISTED_MOVES ? say("app-search-rest", numbers.format(next.length - LISTED_MOVES)) : "";
    setTabStop(this.moves, undefined);
    this.list.setRows(hits);
    this.box.scrollTop = 0;
    this.list.draw();
  }

  /** Returns a row of the next moves. The bar shows the results. */
  moveRow(row, total) {
    const { move, games: count, black_wins: black, white_wins: white, draws } = row;
    const name = move ? this.labels.get(move) : say("app-search-no-move");
    const button = make("button", { type: "button", "data-move": move ?? "", disabled: !move }, make("span", { lang: "ja" }, ...marked(name)));
    const decided = black + white;
    const rate = decided ? percent(black / decided) : "–";
    const bar = make("span", { class: "outcomes", "aria-hidden": "true" }, ...[["black", black], ["draw", draws], ["white", white]].map(([side, value]) => {
      const part = make("span", { class: side });
      part.style.width = `${count ? (100 * value) / count : 0}%`;
      return part;
    }));
    bar.style.width = `${total ? Math.max(4, (100 * count) / total) : 0}%`;
    const cells = [count, black, white, draws].map((value) => make("td", {}, numbers.format(value)));
    const line = make("tr", {}, make("th", { scope: "row" }, button, bar), ...cells, make("td", {}, rate));
    line.row = row;
    return line;
  }

  chooseMove(line) {
    if (!line?.row?.move) return;
    const hit = this.hits.find(({ move, mirrored }) => move && (mirrored ? rotatedUsi(move) : move) === line.row.move);
    this.openMove(line.row, hit);
  }
}

/** Returns the names of moves in USI, by the moves. Moves with the same name have their origin, too. Without the position, a move
 * has only its squares. */
function moveLabels(moves, position) {
  const plies = moves.map((move) => plyOfUsi(move, position));
  const name = (ply) => (position ? plyLabel(ply, position, undefined) : squaresOfPly(ply));
  const counts = new Map();
  for (const ply of plies) counts.set(name(ply), (counts.get(name(ply)) ?? 0) + 1);
  return new Map(plies.map((ply, at) => {
    const isUnique = counts.get(name(ply)) === 1;
    const origin = ply.from === "*" || !position ? "" : `(${ply.from[0]}${ply.from.charCodeAt(1) - 96})`;
    return [moves[at], isUnique ? name(ply) : name({ ...ply, rival: true }) + origin];
  }));
}

/** Returns a move in USI as a ply. The piece is unknown without the position. */
function plyOfUsi(move, position) {
  const [from, to] = move[1] === "*" ? ["*", move.slice(2, 4)] : [move.slice(0, 2), move.slice(2, 4)];
  if (from === "*") return { kind: "move", from, to, piece: position?.turn === "w" ? move[0].toLowerCase() : move[0], behind: "打" };
  const moved = position?.squares[place(from)] ?? "";
  const isInZone = (square) => (side(moved) === "b" ? square[1] <= "c" : square[1] >= "g");
  const mayPromote = moved && !moved.startsWith("+") && !["K", "G"].includes(kind(moved)) && (isInZone(from) || isInZone(to));
  const promotes = move.endsWith("+");
  return { kind: "move", from, to, piece: promotes ? `+${moved}` : moved, behind: promotes ? "成" : mayPromote ? "不成" : "" };
}

/** Returns a move in USI on the rotated board. */
const rotatedUsi = (move) => move.replace(/([1-9])([a-i])/g, (_, file, rank) => `${10 - Number(file)}${String.fromCharCode(202 - rank.charCodeAt(0))}`);

/** Returns a move in USI. `position` is the position before it. */
function usiOfPly({ from, to, piece }, position) {
  if (from === "*") return `${kind(piece)}*${to}`;
  const promotes = piece.startsWith("+") && !position.squares[place(from)].startsWith("+");
  return `${from}${to}${promotes ? "+" : ""}`;
}

/** Returns the squares of a move whose piece is unknown. */
function squaresOfPly({ from, to, piece, behind }) {
  const isJapanese = frame.language === "ja";
  if (from === "*") return isJapanese ? `${square(to)}${pieces.get(kind(piece)).moved}打` : `${kind(piece)}*${to}`;
  return isJapanese ? `${square(from)}→${square(to)}${behind}` : `${from}→${to}${behind === "成" ? "+" : ""}`;
}

/** The search in the viewer, for the position on the board, and the dialog in which a position is set up. */
class PositionFinder {
  constructor(viewer) {
    this.viewer = viewer;
    this.root = document.getElementById("panel-search");
    const edit = make("button", { type: "button" }, say("app-search-edit"));
    edit.addEventListener("click", () => this.edit());
    this.results = new SearchResults(this.root, "hit", (record, ply) => this.openGame(record, ply), (row, hit) => this.play(row, hit));
    this.results.head.append(edit);
    this.tool = make("button", { type: "button", "data-tool": "search", title: say("app-search-this") }, icon("search"), make("span", { class: "name" }, say("app-search-tab")));
    this.tool.addEventListener("click", () => viewer.sheet.choose("search", true));
    viewer.find(".tools").append(this.tool);
    viewer.root.addEventListener("position", () => this.follow());
    viewer.root.addEventListener("close", () => clearTimeout(this.waiting));
    new MutationObserver(() => this.follow()).observe(this.root, { attributes: true, attributeFilter: ["hidden"] });
  }

  /** Returns the position on the board of the viewer; `undefined` if there is none. */
  position() {
    const { score, game, line, ply, root } = this.viewer;
    if (!root.open || !score?.known || game.kind) return undefined;
    return score.at(line, ply);
  }

  /** Searches for the position on the board, if the panel is visible. */
  follow() {
    clearTimeout(this.waiting);
    this.tool.setAttribute("aria-pressed", String(!this.root.hidden));
    if (this.root.hidden || !this.viewer.score) return;
    this.waiting = setTimeout(() => {
      const position = this.position();
      if (!position) return this.results.note(say("app-search-other"));
      this.results.show({ sfen: position.sfen(1) }, position);
    }, SEARCH_DELAY);
  }

  /** Opens a game at a ply of its main line. */
  openGame(record, ply) {
    if (games[record]) this.viewer.open(games[record], { ply });
  }

  /** Shows the position after a move: in the open game if it continues with this move, or else in the first game that does. */
  play({ move }, hit) {
    const { score, line, ply } = this.viewer;
    const next = score.lines[line].plies[ply];
    if (next?.kind === "move" && usiOfPly(next, this.position()) === move) this.viewer.go(line, ply + 1);
    else if (hit) this.openGame(hit.record, hit.ply + 1);
  }

  /** Opens the dialog in which a position is set up. It begins with the position on the board. */
  edit() {
    this.editor ??= new PositionEditor((record, ply) => this.openGame(record, ply));
    this.editor.open(this.position());
  }
}
