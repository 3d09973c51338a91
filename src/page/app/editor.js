// The dialog in which a position is set up and searched for.

/** The kinds of pieces that can be placed on the board. */
const PLACED = ["K", "R", "B", "G", "S", "N", "L", "P", "+R", "+B", "+S", "+N", "+L", "+P"];

/** The tools that place no piece. */
const EDITOR_TOOLS = [["erase", "app-search-erase"], ["mark", "app-search-mark"]];

/** Maximum number of pieces of a kind in hand. */
const MAX_HELD = 18;

/** The beginning of a text with a position: `startpos`, or a board in SFEN with the side to move and the hands. */
const POSITION_TEXT = /^(?:position\s+)?(?:startpos|(?:sfen\s+)?(?<sfen>(?:[^\s/]+\/){8}[^\s/]+\s+[bw]\s+\S+)(?:\s+\d+)?)(?=\s|$)/;

/** Returns the position of an SFEN.
 *
 * Throws an error if it is not the position of a board of shogi. */
function positionOfSfen(sfen) {
  const position = new Position(sfen);
  const isKnown = (piece) => piece === "" || pieces.has(kind(piece));
  if (position.squares.length !== 81 || !position.squares.every(isKnown)) throw new Error(say("app-search-sfen"));
  return position;
}

/** Splits moves as a person types them. Move numbers and the names of USI are left out. */
function splitMoves(text) {
  const words = text.replace(/同\s+/g, "同").split(/[\s,、]+|(?=[▲△☗☖▼▽])/);
  return words.filter((word) => word !== "" && word !== "moves" && !/^\d+[.:]?$/.test(word));
}

/** Returns the position after moves in any notation that the form for changes reads, or in a text in USI or SFEN. The moves are made
 * from `position`, unless the text has a position. The module writes each move into a record in CSA.
 *
 * Throws an error that names the first move that cannot be made. */
async function positionAfter(text, position) {
  const words = text.normalize("NFKC").trim();
  const stated = POSITION_TEXT.exec(words);
  const start = !stated ? new Position(position.sfen(1)) : stated.groups.sfen ? positionOfSfen(stated.groups.sfen) : new Position();
  let record = ["V2.2", ...csaPosition(start), ""].join("\n");
  for (const [ply, move] of splitMoves(words.slice(stated?.[0].length ?? 0)).entries()) {
    const refuse = (reason) => new Error(say("app-search-refused", ply + 1, move, reason));
    const request = { do: "edit", path: "moves.csa", at: [1, 1], line: 0, ply, change: { move: [move, false] } };
    const { edits, illegal } = await source.asking.ask(request, new Blob([record])).catch(({ message }) => Promise.reject(refuse(message)));
    if (illegal) throw refuse(illegal.map(({ rule, msg }) => frame.rules[rule]?.title ?? msg).join(" / "));
    record = withEdits(record, edits);
  }
  for (const [, sign, from, to, code] of record.matchAll(/^([+-])(\d\d)(\d\d)([A-Z]{2})$/gm)) {
    const letters = [...pieces].find(([, { csa }]) => csa === code)[0];
    const name = (numbers) => `${numbers[0]}${"abcdefghi"[numbers[1] - 1]}`;
    start.play({ kind: "move", from: from === "00" ? "*" : name(from), to: name(to), piece: sign === "+" ? letters : letters.toLowerCase() });
  }
  return start;
}

class PositionEditor {
  /** @param openHit called with the number of a game and a ply, after the dialog was closed */
  constructor(openHit) {
    this.position = new Position();
    this.marks = new Set();
    this.build();
    this.results = new SearchResults(this.found, "edited-hit", (record, ply) => this.leave(() => openHit(record, ply)), (row, hit) => hit && this.leave(() => openHit(hit.record, hit.ply + 1)));
  }

  build() {
    const close = make("button", { type: "button", "aria-label": say("close") }, "×");
    close.addEventListener("click", () => this.dialog.close());
    this.form = make("form", { method: "dialog" });
    this.found = make("div", { class: "search" });
    this.form.append(this.buildEntry(), make("div", { class: "set-up" }, this.buildBoard(), this.buildTools()), this.found);
    this.form.addEventListener("submit", async (event) => {
      event.preventDefault();
      if (await this.enter()) await this.search();
    });
    this.dialog = make("dialog", { id: "app-search", class: "app-dialog", "aria-labelledby": "app-search-head" },
      make("div", { class: "bar" }, make("h2", { id: "app-search-head" }, say("app-search")), close), this.form);
    document.body.append(this.dialog);
  }

  /** Returns the field for moves and positions as text. */
  buildEntry() {
    this.entry = make("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: say("app-search-entry-form") });
    const button = make("button", { type: "button" }, say("app-search-enter"));
    button.addEventListener("click", () => this.enter());
    return make("div", { class: "entry" }, make("label", {}, say("app-search-entry"), this.entry), button);
  }

  /** Makes the moves that were typed on the board. Returns `false` if this is not possible. */
  async enter() {
    const text = this.entry.value;
    if (text.trim() === "") return true;
    try {
      this.load(await positionAfter(text, this.position));
      this.entry.value = "";
      return true;
    } catch (error) {
      this.results.note(error.message);
      this.entry.focus();
      return false;
    }
  }

  /** Returns the board: a drawing below a grid of buttons, one for each square, and the hands. */
  buildBoard() {
    this.drawing = make("div", { class: "board" });
    const shown = { b: make("p", { class: "hand" }), w: make("p", { class: "hand" }) };
    this.board = new Board(this.drawing, shown);
    const clear = (at) => {
      this.position.squares[at] = "";
      this.show();
    };
    this.grid = new SquareGrid(this.drawing, say("app-search-set-up"), (at) => this.use(at), clear);
    this.drawing.style.aspectRatio = this.grid.frame.style.aspectRatio;
    this.listenToGrid();
    return make("div", { class: "stand-of-editor" }, this.buildHand("w"), this.drawing, this.buildHand("b"));
  }

  /** Marks an area when the pointer is dragged from corner to corner. */
  listenToGrid() {
    const { root } = this.grid;
    root.addEventListener("pointerdown", (event) => {
      this.corner = this.grid.squareOf(event.target);
      // A finger, too, may end on another square than the first.
      if (event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    });
    root.addEventListener("pointerup", (event) => {
      const to = this.grid.squareOf(document.elementFromPoint(event.clientX, event.clientY));
      if (this.tool === "mark" && this.corner !== undefined && to !== undefined && to !== this.corner) this.markArea(this.corner, to);
    });
  }

  /** Returns the fields with the numbers of pieces in hand of a side. */
  buildHand(color) {
    this.hands ??= {};
    this.hands[color] = new Map();
    const fields = HELD.map((base) => {
      const field = make("input", { type: "number", min: "0", max: String(MAX_HELD), value: "0" });
      field.addEventListener("input", () => {
        this.position.hands[color][base] = Math.max(0, Math.min(MAX_HELD, Math.floor(Number(field.value)) || 0));
      });
      this.hands[color].set(base, field);
      const { glyph, name } = pieces.get(base);
      return make("label", { title: name }, make("span", { lang: "ja" }, glyph), make("span", { class: "unseen" }, name), field);
    });
    const name = `${say(color === "b" ? "black" : "white")} ${say("hand")}`;
    return make("div", { class: "held-pieces", role: "group", "aria-label": name }, ...marked(color === "b" ? "☗" : "☖"), ...fields);
  }

  /** Returns the controls for the pieces to place and for the conditions of the search. */
  buildTools() {
    this.tool = "P";
    this.side = "b";
    const radio = (group, value, words, isChecked, name = "") => {
      const field = make("input", { type: "radio", name: group, value, checked: isChecked });
      field.addEventListener("change", () => (this[group] = value));
      return make("label", {}, field, make("span", { lang: "ja" }, ...marked(words)), make("span", { class: "unseen" }, name));
    };
    const kinds = PLACED.map((letters) => radio("tool", letters, pieces.get(letters).glyph, letters === this.tool, pieces.get(letters).name));
    const others = EDITOR_TOOLS.map(([name, words]) => radio("tool", name, say(words), false));
    const sides = [["b", `☗ ${say("black")}`], ["w", `☖ ${say("white")}`]].map(([color, words]) => radio("side", color, words, color === this.side));
    const group = (words, name, ...nodes) => make("fieldset", { class: name }, make("legend", {}, say(words)), ...nodes);
    const options = [["exact", "app-search-exact"], ["board", "app-search-board"], ["area", "app-search-area"]];
    this.how = make("select", {}, ...options.map(([value, words]) => make("option", { value }, say(words))));
    this.turn = make("select", {}, ...["b", "w"].map((value) => make("option", { value }, say(value === "b" ? "black" : "white"))));
    this.turn.addEventListener("change", () => (this.position.turn = this.turn.value));
    this.mirror = make("input", { type: "checkbox" });
    this.about = make("p", { class: "app-kinds", hidden: true }, say("app-search-area-about"));
    this.how.addEventListener("change", () => (this.about.hidden = this.how.value !== "area"));
    return make("div", { class: "tools-of-editor" },
      group("app-search-tool", "kinds-of-pieces", ...kinds, ...others),
      group("app-search-sides", "sides", ...sides),
      this.buildStarts(),
      make("label", {}, `${say("app-search-turn")} `, this.turn),
      make("label", {}, `${say("app-search-how")} `, this.how),
      this.about,
      make("label", { class: "check" }, this.mirror, say("app-search-mirror")),
      make("div", { class: "buttons" }, make("button", { type: "submit", class: "main" }, say("app-search-start"))));
  }

  /** Returns the buttons that replace the whole position. */
  buildStarts() {
    const button = (words, position) => {
      const made = make("button", { type: "button" }, say(words));
      made.addEventListener("click", () => this.load(position()));
      return made;
    };
    this.fromViewer = button("app-search-current", () => new Position(this.opened.sfen(1)));
    const empty = () => new Position("9/9/9/9/9/9/9/9/9 b -");
    return make("div", { class: "buttons" }, button("app-search-even", () => new Position()), button("app-search-clear", empty), this.fromViewer);
  }

  /** Opens the dialog. `position` is the position on the board of the viewer, if there is one. */
  open(position) {
    this.fromViewer.hidden = !position;
    if (position) this.load(new Position(position.sfen(1)));
    this.opened = position;
    this.show();
    this.dialog.showModal();
  }

  /** Closes the dialog, and then calls a function. */
  leave(then) {
    this.dialog.close();
    then();
  }

  /** Replaces the position. */
  load(position) {
    this.position = position;
    this.marks.clear();
    this.turn.value = position.turn;
    for (const color of ["b", "w"]) for (const [base, field] of this.hands[color]) field.value = String(position.hands[color][base] ?? 0);
    this.show();
  }

  /** Uses the selected tool on a square. The same piece again removes it. */
  use(at) {
    const { squares } = this.position;
    if (this.tool === "mark") {
      if (!this.marks.delete(at)) this.marks.add(at);
    } else {
      const piece = this.tool === "erase" ? "" : this.side === "b" ? this.tool : this.tool.toLowerCase();
      squares[at] = squares[at] === piece ? "" : piece;
    }
    this.show();
  }

  /** Marks the squares between two corners. */
  markArea(one, other) {
    const [columns, rows] = [[one % 9, other % 9], [Math.floor(one / 9), Math.floor(other / 9)]];
    for (let row = Math.min(...rows); row <= Math.max(...rows); row += 1) {
      for (let column = Math.min(...columns); column <= Math.max(...columns); column += 1) this.marks.add(row * 9 + column);
    }
    this.show();
  }

  show() {
    this.board.dress();
    this.board.show(this.position, undefined, [...this.marks].map(squareName), {});
    this.grid.show(this.position, (at) => this.marks.has(at) && say("app-search-marked"));
  }

  /** Returns the conditions of the search, or `undefined` if there are none. */
  conditions() {
    const mirror = this.mirror.checked;
    const [board, ...rest] = this.position.sfen(1).split(" ");
    if (this.how.value !== "area") return { sfen: this.how.value === "exact" ? [board, ...rest].join(" ") : board, mirror };
    const marks = this.marks.size ? [...this.marks] : Array(81).keys();
    const words = [...marks].filter((at) => this.position.squares[at]).map((at) => {
      const piece = this.position.squares[at];
      return `${side(piece) === "b" ? "▲" : "△"}${square(squareName(at))}${pieces.get(kind(piece)).moved}`;
    });
    return words.length ? { pieces: words.join(" "), mirror } : undefined;
  }

  async search() {
    const conditions = this.conditions();
    if (!conditions) return this.results.note(say("app-search-nothing"));
    await this.results.show(conditions, this.how.value === "area" ? undefined : new Position(this.position.sfen(1)));
    this.found.scrollIntoView({ block: "nearest" });
  }
}
