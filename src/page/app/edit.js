// Changes of a record in forms and on the board. The library returns each change as edits of the text, which the panel of the source
// text checks at once.

/** The headers in the form, each with the name of its words. */
const HEADER_FIELDS = [["black", "black"], ["white", "white"], ["event", "column-event"], ["date", "column-date"], ["site", "app-edit-site"]];

/** Returns the text of a new record in KIF. */
const newRecord = () => ["#KIF version=2.0 encoding=UTF-8", "手合割：平手", "先手：", "後手：", "手数----指手---------消費時間--", ""].join("\n");

/** The handicaps of a new record by their names in KIF, each with the name of its words. */
const HANDICAPS = {
  平手: "handicap-even",
  香落ち: "handicap-lance",
  右香落ち: "handicap-right-lance",
  角落ち: "handicap-bishop",
  飛車落ち: "handicap-rook",
  飛香落ち: "handicap-rook-lance",
  二枚落ち: "handicap-2",
  三枚落ち: "handicap-3",
  四枚落ち: "handicap-4",
  五枚落ち: "handicap-5",
  六枚落ち: "handicap-6",
  八枚落ち: "handicap-8",
  十枚落ち: "handicap-10",
};

/** Returns the handicap that a text in KIF states, or `undefined`. */
const statedHandicap = (text) => /^手合割[：:]\s*(\S*)/m.exec(text)?.[1];

/** Returns the edits of a text in KIF that change its handicap. In a handicap game, the players have other names. */
function handicapEdits(text, handicap) {
  const names = handicap === "平手" ? { 下手: "先手", 上手: "後手" } : { 先手: "下手", 後手: "上手" };
  return [...text.matchAll(/^(手合割|[先後上下]手)([：:])(.*)$/gm)].flatMap(({ 0: line, 1: name, index }) => {
    if (name === "手合割") return [[index + name.length + 1, index + line.length, handicap]];
    return name in names ? [[index, index + name.length, names[name]]] : [];
  });
}

/** Returns a text with edits, each of which has the start and the end of the replaced part, and the new text. */
function withEdits(text, edits) {
  const parts = [];
  let at = 0;
  for (const [from, to, words] of edits) {
    parts.push(text.slice(at, from), words);
    at = to;
  }
  return parts.join("") + text.slice(at);
}

/** Maximum number of characters that are kept to undo changes of a file. The oldest changes are forgotten first. */
const UNDO_CHARACTERS = 20_000_000;

/** The texts of a file before and after its changes. */
class History {
  constructor(text) {
    Object.assign(this, { text, past: [], future: [] });
    /** The texts after a fix, since the file was saved. */
    this.fixed = new Set();
  }

  /** Returns the number of fixes that the text contains and that are not saved. */
  get fixCount() {
    return [...this.past, this.text].filter((text) => this.fixed.has(text)).length;
  }

  /** Adds a new text. */
  add(text) {
    if (text === this.text) return;
    this.past.push(this.text);
    while (this.past.length > 1 && this.past.length * text.length > UNDO_CHARACTERS) this.past.shift();
    this.future = [];
    this.text = text;
  }

  /** Returns the text before the last change, or after the change that was undone last; `undefined` if there is none. */
  step(way) {
    const [from, to] = way < 0 ? [this.past, this.future] : [this.future, this.past];
    if (from.length === 0) return undefined;
    to.push(this.text);
    this.text = from.pop();
    return this.text;
  }
}

class EditPane {
  /** @param viewer the viewer of games
   * @param pane the panel of the source text */
  constructor(viewer, pane) {
    Object.assign(this, { viewer, pane, round: 0 });
    this.histories = new Map();
    /** The changes are made one after the other. */
    this.queue = Promise.resolve();
    this.root = document.getElementById("panel-edit");
    this.build();
    this.grid = new SquareGrid(viewer.find(".board"), say("app-edit-board"), (at) => this.choose(at));
    this.grid.frame.hidden = true;
    // A tap on the board does not step through the game.
    this.grid.root.addEventListener("pointerdown", (event) => event.stopPropagation());
    this.listen();
  }

  build() {
    this.move = make("input", { type: "text", name: "move", autocomplete: "off", autocapitalize: "off", spellcheck: "false", placeholder: say("app-edit-move-form") });
    const add = make("button", { type: "submit" }, say("app-edit-add"));
    this.entry = make("form", { class: "entry" }, make("label", {}, say("app-edit-move"), this.move), add);
    this.status = make("p", { class: "status", role: "status" });
    this.question = make("div", { class: "question", role: "alertdialog", "aria-labelledby": "edit-question", hidden: true });
    const button = (name, words, act) => {
      const made = make("button", { type: "button", "data-edit": name, disabled: true }, say(words));
      made.addEventListener("click", act);
      return made;
    };
    this.undoButton = button("undo", "app-edit-undo", () => this.step(-1));
    this.redoButton = button("redo", "app-edit-redo", () => this.step(1));
    this.saveButton = button("save", "app-save", () => this.save());
    const field = (name, words, node = make("input", { type: "text", autocomplete: "off" })) => {
      node.name = name;
      return make("label", {}, make("span", {}, ...marked(say(words))), node);
    };
    this.comment = make("textarea", { rows: "3" });
    this.form = make("form", { class: "fields" },
      field("comment", "app-edit-comment", this.comment),
      field("handicap", "column-handicap", make("select", {})),
      ...HEADER_FIELDS.map(([name, words]) => field(name, words)),
      field("result", "column-end", make("select", {})));
    this.root.append(this.entry, this.question, this.status, make("div", { class: "buttons" }, this.undoButton, this.redoButton, this.saveButton), this.form);
    const tools = this.viewer.find(".tools");
    this.tool = make("button", { type: "button", "data-tool": "edit", title: say("app-edit") }, icon("edit"), make("span", { class: "name" }, say("app-edit")));
    this.tool.addEventListener("click", () => this.begin());
    tools.append(this.tool);
  }

  listen() {
    const { viewer } = this;
    viewer.root.addEventListener("position", () => this.follow());
    viewer.root.addEventListener("close", () => this.follow());
    // The board is also drawn when it is turned, and after a change of its settings.
    viewer.board.root.addEventListener("drawn", () => this.isActive && this.position && this.showBoard());
    new MutationObserver(() => this.follow()).observe(this.root, { attributes: true, attributeFilter: ["hidden"] });
    this.entry.addEventListener("submit", (event) => {
      event.preventDefault();
      if (this.move.value.trim()) this.play(this.move.value);
    });
    this.move.addEventListener("keydown", (event) => {
      if (event.key !== "Backspace" || this.move.value !== "") return;
      event.preventDefault();
      this.step(-1);
    });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    this.form.addEventListener("change", (event) => this.changeField(event.target));
    this.form.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      // The game stays open. A value that was typed becomes a change.
      event.preventDefault();
      event.target.blur();
    });
    viewer.root.addEventListener("keydown", (event) => this.press(event));
    for (const color of ["b", "w"]) {
      const hand = viewer.find(`[data-hand=${color}]`);
      hand.addEventListener("click", (event) => this.chooseHeld(color, event.target.closest("[data-held]")));
      hand.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        if (this.chooseHeld(color, event.target.closest("[data-held]"))) event.preventDefault();
      });
    }
  }

  /** Shows the form of the open game. */
  begin() {
    this.viewer.sheet.choose("edit", true);
    // On a telephone, the keyboard would hide the board.
    if (!SMALL_SCREEN.matches) this.move.focus();
  }

  /** Forgets the changes of all files. */
  forget() {
    this.histories.clear();
  }

  get isActive() {
    return !this.root.hidden && this.viewer.root.open && Boolean(this.viewer.score);
  }

  /** The changes of the text of the open game. A text that was changed by hand is one change. */
  get history() {
    const { path } = this.pane.game;
    const { value } = this.pane.area;
    if (!this.histories.has(path)) this.histories.set(path, new History(value));
    const history = this.histories.get(path);
    history.add(value);
    return history;
  }

  press(event) {
    const key = event.key.toLowerCase();
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    if (key === "s" && this.pane.game) {
      event.preventDefault();
      this.save();
    }
    const isInText = event.target.matches("input, textarea") && !(event.target === this.move && this.move.value === "");
    if (!this.isActive || isInText || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    this.step(key === "y" || event.shiftKey ? 1 : -1);
  }

  /** Returns the game, the line and the ply that are shown. */
  get place() {
    const { game, line, ply } = this.viewer;
    return { game, line, ply };
  }

  /** Sends a request about the text of a game, at a ply. */
  ask(request, { game, line, ply }) {
    if (this.pane.game !== game) throw new Error(say("app-read-only"));
    const { at } = source.places[game.id];
    return source.asking.ask({ at: [1, at[1]], line, ply, path: game.path, ...request }, new Blob([this.pane.area.value]));
  }

  /** Shows the values of the current ply if the panel is visible. */
  async follow() {
    const round = (this.round += 1);
    const { isActive } = this;
    this.tool.setAttribute("aria-pressed", String(isActive));
    this.answer();
    if (!isActive) {
      this.select(undefined);
      this.grid.frame.hidden = true;
      return;
    }
    try {
      // The changes of another game are made first.
      await this.queue;
      if (this.round !== round) return;
      await this.pane.load();
      if (this.round !== round) return;
      if (this.pane.area.readOnly) throw new Error(say("app-read-only"));
      const form = await this.ask({ do: "form" }, this.place);
      if (this.round === round) this.fill(form);
    } catch (error) {
      if (this.round === round) this.refuse(error.message);
    }
  }

  /** Shows why the record cannot be changed. */
  refuse(words) {
    this.grid.frame.hidden = true;
    this.status.textContent = words;
    this.enable(false);
  }

  enable(isEnabled) {
    for (const control of [...this.form.elements, ...this.entry.elements]) control.disabled = !isEnabled;
  }

  fill({ headers, result: end, results, comment, legal }) {
    this.enable(true);
    const { elements } = this.form;
    // A value that the user is typing stays.
    const set = (field, value) => {
      if (document.activeElement !== field) field.value = value;
    };
    for (const [name, value] of Object.entries(headers)) set(elements[name], value);
    set(this.comment, comment);
    const names = end && !results.includes(end) ? [end, ...results] : results;
    elements.result.replaceChildren(make("option", { value: "" }, say("app-edit-no-result")), ...names.map((name) => make("option", { value: name }, frame.ends[name] ?? name)));
    elements.result.value = end ?? "";
    this.fillHandicap();
    this.showButtons();
    this.showBoard(legal);
  }

  /** Offers the handicaps for a record without moves that states one. */
  fillHandicap() {
    const { game, score } = this.viewer;
    const select = this.form.elements.handicap;
    const stated = statedHandicap(this.pane.area.value);
    const isEmpty = score.lines.length === 1 && score.lines[0].plies.length === 0 && source.siblings(game).length === 1;
    select.parentElement.hidden = !isEmpty || !(stated in HANDICAPS);
    select.replaceChildren(...Object.entries(HANDICAPS).map(([value, words]) => make("option", { value }, say(words))));
    select.value = stated;
  }

  showButtons() {
    const { past, future } = this.history;
    this.undoButton.disabled = past.length === 0;
    this.redoButton.disabled = future.length === 0;
    this.saveButton.disabled = this.pane.saveButton.disabled;
  }

  /** Makes the squares and the pieces in hand of the side to move selectable. `legal` are the legal moves of the position, which are
   * unknown until the library returns them. */
  showBoard(legal) {
    const { viewer } = this;
    this.position = viewer.score.at(viewer.line, viewer.ply);
    const sfen = this.position.sfen(1);
    if (sfen !== this.sfen) Object.assign(this, { sfen, from: undefined, legal: undefined });
    this.legal = legal ?? this.legal;
    this.grid.frame.hidden = Boolean(viewer.game.kind) || viewer.lone;
    for (const piece of viewer.root.querySelectorAll("[data-held]")) {
      const isOwn = piece.closest("[data-hand]").dataset.hand === this.position.turn;
      if (!isOwn) continue;
      piece.setAttribute("role", "button");
      piece.tabIndex = 0;
    }
    this.select(this.from);
  }

  // Moves on the board.

  /** Selects the origin of a move: the name of a square, or a kind of pieces in hand with `*`. */
  select(from) {
    this.from = from;
    if (!this.position) return;
    const targets = new Set((this.legal ?? []).filter((move) => from && move.startsWith(from)).map((move) => place(move.slice(2, 4))));
    const words = (at) => [squareName(at) === from && say("app-edit-selected"), targets.has(at) && say("app-edit-target")].filter(Boolean).join(" ");
    this.grid.show(this.position, words, this.viewer.board.flipped);
    for (const cell of this.grid.cells) {
      const at = Number(cell.dataset.square);
      cell.classList.toggle("selected", squareName(at) === from);
      cell.classList.toggle("target", targets.has(at));
    }
    for (const piece of this.viewer.root.querySelectorAll("[data-held][role]")) piece.setAttribute("aria-pressed", String(from === `${piece.dataset.held}*`));
  }

  chooseHeld(color, piece) {
    if (!piece || !this.legal || this.grid.frame.hidden || color !== this.position.turn) return false;
    const from = `${piece.dataset.held}*`;
    this.select(this.from === from ? undefined : from);
    return true;
  }

  /** Selects a piece, or moves the selected one to a square. */
  choose(at) {
    if (!this.legal) return;
    const piece = this.position.squares[at];
    const name = squareName(at);
    const isOwn = piece && side(piece) === this.position.turn;
    if (!this.from || isOwn) {
      this.select(isOwn && this.from !== name ? name : undefined);
      return;
    }
    const move = this.from + name;
    const ways = this.legal.filter((it) => it.startsWith(move));
    if (ways.length < 2) return this.play(ways[0] ?? move);
    const act = (words, text) => [say(words), () => this.play(text)];
    this.answer(say("app-edit-promote"), act("app-edit-promotes", `${move}+`), act("app-edit-unpromoted", move));
  }

  /** Shows a question with buttons, or none. The focus is on the first button. */
  answer(words, ...choices) {
    this.question.hidden = words === undefined;
    if (words === undefined) return;
    const cancel = [say("app-edit-cancel"), () => this.answer()];
    const buttons = [...choices, cancel].map(([name, act]) => {
      const button = make("button", { type: "button" }, name);
      button.addEventListener("click", () => {
        this.answer();
        this.move.focus({ preventScroll: true });
        act();
      });
      return button;
    });
    this.question.replaceChildren(make("p", { id: "edit-question" }, words), make("div", { class: "buttons" }, ...buttons));
    this.question.onkeydown = (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      buttons.at(-1).click();
    };
    buttons[0].focus();
  }

  // Changes of the text.

  /** Runs a change after the changes before it. A problem is shown, and a question about an earlier change disappears. The panel of
   * the text keeps its game until then. */
  run(change) {
    const begin = () => {
      this.answer();
      this.status.textContent = "";
      return change();
    };
    this.queue = this.queue.then(begin).catch((error) => (this.status.textContent = error.message));
    this.pane.changes = this.queue;
    return this.queue;
  }

  /** Adds a move, as text, after the current ply. An illegal move is added if the user wants it. */
  play(text, acceptsIllegal = false) {
    return this.run(async () => {
      const { edits, place: at, illegal } = await this.ask({ do: "edit", change: { move: [text, acceptsIllegal] } }, this.place);
      if (illegal) {
        const fouls = illegal.filter(isFoulRule);
        const reasons = (fouls.length ? fouls : illegal).map(({ rule, msg }) => `${frame.rules[rule]?.title ?? rule}: ${msg}`);
        return this.answer(say("app-edit-illegal", reasons.join(" / ")), [say("app-edit-record"), () => this.play(text, true)]);
      }
      this.move.value = "";
      if (edits.length === 0) this.viewer.go(at.line, at.ply);
      else await this.apply(edits, at);
      this.report();
    });
  }

  changeField({ name, value }) {
    if (name === "handicap") return this.run(() => this.apply(handicapEdits(this.history.text, value)));
    const changes = { comment: { comment: value }, result: { result: value || null } };
    const change = changes[name] ?? { header: [name, value] };
    const { place } = this;
    return this.run(async () => {
      const { edits } = await this.ask({ do: "edit", change }, place);
      if (edits.length) await this.apply(edits);
    });
  }

  /** Makes the edits of a fix. */
  makeEdits(edits) {
    return this.run(() => {
      const { history } = this;
      history.fixed.add(withEdits(history.text, edits));
      return this.apply(edits);
    });
  }

  /** Returns the number of fixes in the text of a game that are not saved. */
  fixCount(game) {
    return source.isUnsaved(game) ? this.histories.get(game.path)?.fixCount ?? 0 : 0;
  }

  async apply(edits, at) {
    const { history } = this;
    const text = withEdits(history.text, edits);
    history.add(text);
    await this.show(text, at);
  }

  /** Shows a text in place of the current one. */
  async show(text, at) {
    this.status.textContent = "";
    await this.pane.replace(text, at);
    if (this.pane.problem) this.status.textContent = this.pane.problem;
  }

  /** Undoes the last change, or makes it again. */
  step(way) {
    return this.run(async () => {
      const text = this.history.step(way);
      if (text !== undefined) await this.show(text);
    });
  }

  /** Saves the file, with the value that is being typed. */
  save() {
    const focused = document.activeElement;
    if (this.form.contains(focused)) {
      focused.blur();
      focused.focus();
    }
    return this.run(async () => {
      if (this.pane.opened.draft !== undefined) await this.pane.check();
      if (!this.pane.saveButton.disabled) this.pane.save();
      this.saveButton.disabled = this.pane.saveButton.disabled;
    });
  }

  /** Reports the current move with its findings. */
  report() {
    const { viewer } = this;
    if (this.pane.problem) return;
    const found = viewer.foundAt(viewer.line, viewer.ply).map((number) => viewer.game.found[number]);
    // A record that is being typed has no result yet.
    const ofMove = found.filter(({ rule }) => frame.rules[rule]?.group !== "results");
    const titles = ofMove.map(({ rule, msg }) => `${frame.rules[rule]?.title ?? rule}: ${msg ?? ""}`);
    const move = viewer.find(".now").textContent.replace(/\s+/g, " ").trim();
    this.status.replaceChildren(...marked([move, ...titles].join(" · ")));
  }
}
