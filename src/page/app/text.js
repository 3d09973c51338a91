// The source text of a game next to its board: the findings are marked at their lines and columns. An edited text is checked
// at once.

/** Time without a key press after which an edited text is checked (milliseconds). */
const EDIT_DELAY = 300;

/** Maximum size of a file that can be edited (bytes). Browsers become slow with longer texts. */
const EDITED_BYTES = 1 << 20;

/** Maximum number of records in a file that can be edited. */
const EDITED_RECORDS = 500;

/** Maximum number of findings that are marked in a text. */
const MARKED_FINDINGS = 500;

/** The names of line ends. */
const LINE_ENDS = { lf: "LF", crlf: "CR LF", cr: "CR" };

/** Adds a tab to the record in the viewer. Called before the viewer is created. */
function addRecordTab(name, words) {
  RECORD_TABS.push(name);
  const attributes = { type: "button", role: "tab", id: `tab-${name}`, "data-tab": name, "aria-controls": `panel-${name}` };
  document.querySelector("#viewer .tabs").append(make("button", attributes, words));
  const panels = document.querySelectorAll("#viewer .panel");
  const panel = make("div", { class: `panel ${name}`, role: "tabpanel", id: `panel-${name}`, "data-panel": name, "aria-labelledby": `tab-${name}`, hidden: true });
  panels[panels.length - 1].after(panel);
}

/** Returns the findings of a text with their places in a text area, in which every line end is one character. */
function placedFindings({ text = "", findings: found = [] }) {
  const removed = [];
  for (let at = text.indexOf("\r\n"); at >= 0; at = text.indexOf("\r\n", at + 2)) removed.push(at);
  const inArea = (offset) => {
    let [low, high] = [0, removed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (removed[middle] < offset) low = middle + 1;
      else high = middle;
    }
    return offset - low;
  };
  const editInArea = ([from, to, words]) => [inArea(from), inArea(to), words.replaceAll("\r\n", "\n")];
  const fixesInArea = (fixes = []) => fixes.map((fix) => ({ ...fix, edits: fix.edits.map(editInArea) }));
  return found.map((finding) => ({ ...finding, range: finding.range?.map(inArea), fixes: fixesInArea(finding.fixes) }));
}

class SourcePane {
  /** @param viewer the viewer of games
   * @param afterEdit called after a game was checked again */
  constructor(viewer, afterEdit) {
    Object.assign(this, { viewer, afterEdit });
    /** The changes that are being made to the text of the game. */
    this.changes = Promise.resolve();
    this.build();
    this.listen();
  }

  build() {
    this.gutter = make("pre", { class: "gutter", "aria-hidden": "true" });
    this.under = make("pre", { class: "under", "aria-hidden": "true" });
    this.area = make("textarea", { "aria-label": say("app-source"), spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off" });
    this.places = make("ul", { class: "places", "aria-label": say("findings") });
    this.status = make("p", { class: "status", role: "status" });
    this.saveButton = make("button", { type: "button", disabled: true }, say("app-save-text"));
    this.undoButton = make("button", { type: "button", disabled: true }, say("app-undo"));
    this.buttons = make("div", { class: "buttons" }, this.saveButton, this.undoButton);
    this.root = document.getElementById("panel-source");
    this.root.append(
      make("div", { class: "editor" }, this.gutter, make("div", { class: "layers" }, this.under, this.area)),
      this.status,
      this.places,
      this.buttons,
    );
  }

  listen() {
    this.area.addEventListener("scroll", () => this.scroll());
    this.area.addEventListener("input", () => {
      clearTimeout(this.waiting);
      this.number();
      // The browser asks before it closes a page with a text that is not checked yet.
      this.opened.draft = this.area.value;
      this.undoButton.disabled = false;
      this.waiting = setTimeout(() => this.check(), EDIT_DELAY);
    });
    this.places.addEventListener("click", (event) => {
      const place = event.target.closest("button");
      if (!place?.dataset.range) return;
      const [from, to] = place.dataset.range.split(" ").map(Number);
      this.area.focus();
      this.area.setSelectionRange(from, to);
      this.reveal(Number(place.dataset.line));
    });
    this.saveButton.addEventListener("click", () => this.save());
    this.undoButton.addEventListener("click", () => this.undo());
    this.viewer.root.addEventListener("position", () => this.follow());
    this.viewer.root.addEventListener("close", () => this.changes.then(() => this.viewer.root.open || this.leave()));
    // The tab of this panel was chosen.
    new MutationObserver(() => this.enter()).observe(this.root, { attributes: true, attributeFilter: ["hidden"] });
  }

  /** Ends the work on the text of a game. A text that is not checked yet is checked now. */
  leave() {
    if (this.game && this.opened?.draft !== undefined) {
      clearTimeout(this.waiting);
      this.check();
    }
    this.game = undefined;
  }

  /** Returns the file whose text is shown, or the file that replaces a member of an archive. */
  get opened() {
    return source.places[this.game.id]?.file;
  }

  /** Shows the text of the open game if the panel is visible. */
  follow() {
    if (!this.root.hidden) this.load();
  }

  /** Shows the text at the line of the current finding. */
  async enter() {
    if (this.root.hidden) return;
    await this.load();
    const { game, finding } = this.viewer;
    const place = game?.found[finding]?.at;
    if (place && game === this.game && !this.root.hidden) this.select(...place);
  }

  /** Reads the text of the open game, if the viewer shows another game than before. */
  load() {
    const { game, score } = this.viewer;
    if (!score || game === this.game) return this.loading;
    this.leave();
    this.game = game;
    this.loading = this.readText(game);
    return this.loading;
  }

  async readText(game) {
    this.status.textContent = "";
    let answer;
    try {
      answer = await this.read(game);
    } catch (error) {
      answer = { text: "", error: error.message };
    }
    if (this.game !== game) return;
    const { encoding, bom, newline, line = 1 } = answer;
    Object.assign(this, { encoding, bom, newline, firstLine: this.isWhole ? 1 : line });
    const { original, draft } = this.opened;
    this.area.value = answer.text ?? "";
    this.original = original ?? this.area.value;
    this.area.readOnly = !this.isWhole || answer.binary || answer.error !== undefined;
    this.number();
    this.mark(placedFindings(answer));
    this.report(answer.error);
    if (draft !== undefined && !this.area.readOnly) {
      // The text could not be checked when the game was closed.
      this.area.value = draft;
      this.check();
    }
    const shown = game.found[this.viewer.finding]?.at;
    this.select(...(shown ?? [line, 1]));
  }

  /** Returns the text of the file or member of a game, or of the record only if there are many records in the file. */
  async read(game) {
    const { file: opened, at: [member] } = source.places[game.id];
    this.isWhole = source.siblings(game).length <= EDITED_RECORDS && (opened.isArchive || opened.file.size <= EDITED_BYTES);
    return source.ask(game, { do: "text", ...(this.isWhole ? { at: [member, 0] } : {}) });
  }

  /** Shows the encoding of the text, and whether it was edited. */
  report(error, note) {
    this.problem = error;
    const isEdited = this.area.value !== this.original;
    const parts = [error, note, this.encoding, LINE_ENDS[this.newline], this.area.readOnly && say("app-read-only"), isEdited && say("app-edited")];
    this.status.textContent = parts.filter(Boolean).join(" · ");
    this.saveButton.disabled = this.area.readOnly || error !== undefined || !this.opened.isUnsaved;
    this.undoButton.disabled = !isEdited;
  }

  /** Numbers the lines. Lines with a finding have a mark. */
  number() {
    const lines = this.area.value.split("\n").length;
    const key = `${lines} ${this.firstLine} ${[...(this.marked ?? [])].flat().join(" ")}`;
    if (this.numbered === key) return;
    this.numbered = key;
    const parts = [];
    let plain = "";
    for (let line = this.firstLine; line < this.firstLine + lines; line += 1) {
      const s = this.marked?.get(line);
      if (s) {
        parts.push(plain, make("b", { class: s }, `${signs[s]} ${line}`), "\n");
        plain = "";
      } else {
        plain += `${line}\n`;
      }
    }
    this.gutter.replaceChildren(...parts, plain);
    this.scroll();
  }

  /** Marks findings in the text and in the list below it. */
  mark(all) {
    const found = all.filter(({ follows }) => !follows).slice(0, MARKED_FINDINGS);
    this.found = found;
    /** The highest severity of the findings of each line. */
    this.marked = new Map();
    for (const { line, s } of found) {
      if (line && !(weights[this.marked.get(line)] <= weights[s])) this.marked.set(line, s);
    }
    this.number();
    const { value } = this.area;
    const parts = [];
    let end = 0;
    for (const [from, to] of found.map(({ range }) => range).filter(Boolean).sort(([a], [b]) => a - b)) {
      // A mark of no length, such as a missing line, becomes one character wide.
      const last = Math.max(to, from + 1);
      if (from < end) continue;
      parts.push(value.slice(end, from), make("mark", {}, value.slice(from, last)));
      end = last;
    }
    this.under.replaceChildren(...parts, `${value.slice(end)}\n`);
    this.places.replaceChildren(...found.map((finding) => this.item(finding)));
    this.scroll();
  }

  item({ rule, s, line, column, range, msg }) {
    const title = frame.rules[rule]?.title ?? rule;
    const place = line ? say("line-column", line, column) : "";
    const words = [severity({ s }), make("span", { class: "at" }, place), make("span", {}, `${title}: ${msg}`)];
    return make("li", {}, make("button", { type: "button", "data-line": line, "data-range": range?.join(" ") }, ...words));
  }

  /** Moves the cursor to a line and a column, and scrolls to it. */
  select(line, column) {
    const lines = this.area.value.split("\n");
    const index = Math.max(0, line - this.firstLine);
    const start = lines.slice(0, index).reduce((sum, text) => sum + text.length + 1, 0);
    const from = start + [...(lines[index] ?? "")].slice(0, column - 1).join("").length;
    this.area.setSelectionRange(from, from);
    this.reveal(line);
  }

  /** Scrolls to a line. */
  reveal(line) {
    const height = parseFloat(getComputedStyle(this.area).lineHeight) || 20;
    this.area.scrollTop = Math.max(0, (line - this.firstLine) * height - this.area.clientHeight / 2);
    this.scroll();
  }

  /** Moves the numbers and the marks with the text. */
  scroll() {
    this.gutter.scrollTop = this.area.scrollTop;
    this.under.scrollTop = this.area.scrollTop;
    this.under.scrollLeft = this.area.scrollLeft;
  }

  /** Replaces the whole text, checks it, and shows a ply of the game: that of `place`, or the current one. */
  async replace(text, place) {
    clearTimeout(this.waiting);
    this.area.value = text;
    this.opened.draft = text;
    this.number();
    await this.check(place);
  }

  /** Checks the edited text, and shows the changed game. The edited text replaces the file or the member in this page. */
  async check(place) {
    const { game, encoding, bom, newline, original, opened } = this;
    const text = this.area.value;
    const isShown = () => this.game === game && this.area.value === text;
    try {
      const { bytes = new ArrayBuffer(0), missing } = await source.asking.ask({ do: "encode", text, encoding, bom, newline });
      if (missing) return isShown() && this.report(this.missingWords(text, missing));
      if (opened.draft !== undefined && opened.draft !== text) return;
      opened.draft = undefined;
      const [now, before] = await source.edit(game, new Blob([bytes]), original, text === original);
      this.afterEdit();
      if (!isShown()) return;
      const answer = await this.read(game);
      if (!isShown()) return;
      this.mark(placedFindings(answer));
      this.report(undefined, now === before ? undefined : say("app-other-number", numbers.format(now), numbers.format(before)));
      await this.refreshViewer(game, place);
    } catch (error) {
      if (isShown()) this.report(error.message);
    }
  }

  /** Returns the words for characters that the encoding of the file does not have, with the line of the first one. */
  missingWords(text, missing) {
    const before = text.slice(0, text.indexOf(missing[0]));
    const words = say("app-not-in-encoding", missing.join(" "), this.encoding, numbers.format(before.split("\n").length));
    return missing.includes("\ufffd") ? `${words} ${say("app-replace-damaged")}` : words;
  }

  /** Shows the game again, at a ply or at the same one, unless it was closed. The focus stays in the text. */
  async refreshViewer(game, place) {
    if (!this.viewer.root.open || this.viewer.game !== game) return;
    const { line, ply } = place ?? this.viewer;
    const focused = document.activeElement;
    await this.viewer.open(game, { line, ply });
    if (focused === this.area) this.area.focus({ preventScroll: true });
  }

  undo() {
    if (this.game) this.replace(this.original);
  }

  /** Saves the edited text in the encoding of the file. */
  save() {
    const { file: opened } = source.places[this.game.id];
    const name = saveBlob(opened.path.replaceAll("!", "/"), opened.file);
    opened.isUnsaved = false;
    this.report();
    this.afterEdit();
    this.viewer.root.dispatchEvent(new CustomEvent("saved", { detail: name }));
  }
}
