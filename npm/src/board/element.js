// The element <kifu-board>: the board and the moves of a record.

/** The markup of the element. `{{name}}` are words. */
const MARKUP = `<div class="viewer" role="group" tabindex="0">
<div class="stand">
<div class="seat"><p class="player"></p><p class="hand" data-hand="w"></p><p class="clock"></p></div>
<div class="board"></div><div class="picture" hidden></div>
<div class="seat"><p class="player"></p><p class="hand" data-hand="b"></p><p class="clock"></p></div>
<p class="now" aria-live="polite"></p>
<div class="steps"><button data-do="first"></button><button data-do="previous"></button><button data-do="next"></button><button data-do="last"></button><button data-do="flip"></button></div>
<p class="unseen spoken"></p>
</div>
<div class="record"><p class="line"><button data-do="back" hidden></button> <span></span></p><ol class="moves"></ol><div class="comment" aria-live="polite" hidden></div></div>
</div>`;

/** The actions of the keys. */
const KEYS = {
  ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", ArrowUp: "previous-variation", ArrowDown: "next-variation", b: "back", f: "flip",
};

/** Returns the words for an outcome of a game. */
const outcomeWords = (outcome) => ({ black: say("black-won"), white: say("white-won"), draw: say("draw"), none: say("no-result") })[outcome];

/** Returns the words for the severity of a finding. */
const severityWords = (severity) => ({ error: say("error"), warning: say("warning"), note: say("note") })[severity];

/** The attributes that are also properties, in addition to `record` and `ply`. */
const REFLECTED = ["src", "colours", "pieces", "notation", "coordinates"];

/** The style sheets of all elements. A policy of the page against inline styles does not apply to them. */
const sheets = [];

/** Returns whether a value is a record of the package, which may come from JSON. */
const isRecord = (value) => ["moves", "kifMoves", "ki2Moves", "times", "evals", "players", "variations", "findings"].every((name) => Array.isArray(value?.[name]));

/** Loads the package and reads the records of a file. */
async function readRecords(bytes, path) {
  const { init, parse } = await import("./index.js");
  await init();
  return parse(bytes, { path });
}

/** Returns the records in a file: those of this package as JSON, or those of a record file. */
async function recordsIn(bytes, path) {
  const decode = (part) => new TextDecoder().decode(part);
  if (/^\s*[[{]/.test(decode(bytes.subarray(0, 100)))) {
    try {
      const records = [JSON.parse(decode(bytes))].flat();
      if (records.every(isRecord)) return records;
    } catch {
      // A record file may begin with a bracket, too.
    }
  }
  return readRecords(bytes, path);
}

class KifuBoard extends HTMLElement {
  static observedAttributes = [...REFLECTED, "record", "lang", "ply"];

  static {
    for (const name of REFLECTED) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get() {
          return this.getAttribute(name) ?? "";
        },
        set(value) {
          this.#reflect(name, value);
        },
      });
    }
  }

  #record;
  #score;
  #board;
  #line = 0;
  #ply = 0;
  /** Number of the last request for a file; answers to earlier ones are ignored. */
  #request = 0;

  connectedCallback() {
    for (const name of ["record", "ply", ...REFLECTED]) this.#adopt(name);
    if (!this.shadowRoot) this.#build();
    if (!this.#record) this.#load();
  }

  /** Passes a property that was set before the element was defined to its accessor. */
  #adopt(name) {
    if (!Object.hasOwn(this, name)) return;
    const value = this[name];
    delete this[name];
    this[name] = value;
  }

  #reflect(name, value) {
    if (value === undefined || value === null) this.removeAttribute(name);
    else this.setAttribute(name, value);
  }

  attributeChangedCallback(name, before, after) {
    if (!this.shadowRoot || before === after) return;
    if (name === "src" || name === "record") this.#load();
    else if (name === "ply") this.go(this.#line, this.#startPly());
    else if (this.#record) this.#open();
  }

  get record() {
    return this.#record;
  }

  /** Shows a record. A number, as in the attribute, selects a record of the file. */
  set record(record) {
    if (/^\d+$/.test(record)) return this.#reflect("record", record);
    if (!isRecord(record)) throw new TypeError("expected a record of @OWNER/kifu, or its JSON");
    this.#request += 1;
    this.#record = record;
    [this.#line, this.#ply] = [0, 0];
    if (this.shadowRoot) this.#open(true);
  }

  get line() {
    return this.#line;
  }

  get ply() {
    return this.#ply;
  }

  set ply(ply) {
    const isSame = this.getAttribute("ply") === String(ply);
    this.#reflect("ply", ply);
    if (isSame) this.go(this.#line, this.#startPly());
  }

  get sfen() {
    if (this.game?.kind) return undefined;
    return this.#score?.at(this.#line, this.#ply).sfen(this.#ply + 1);
  }

  /** Shows a ply of a line. */
  go(line, ply) {
    if (!this.#score) return;
    const before = line === this.#line ? this.#ply : undefined;
    this.#line = line in this.#score.lines ? line : 0;
    this.#ply = Math.max(0, Math.min(Number(ply) || 0, this.#score.lines[this.#line].plies.length));
    this.#show();
    if (Math.abs(this.#ply - before) === 1) this.#glide(before);
    this.dispatchEvent(new CustomEvent("kifu-ply", { bubbles: true, detail: { line: this.#line, ply: this.#ply, sfen: this.sfen } }));
  }

  /** Turns the board. */
  flip() {
    this.#use();
    this.#board.flip();
  }

  #find(selector) {
    return this.shadowRoot.querySelector(selector);
  }

  /** Uses the settings of this element. The language is that of the nearest element that states one. */
  #use() {
    const language = this.closest("[lang]")?.lang.startsWith("ja") ? "ja" : "en";
    const attribute = (name) => this.getAttribute(name) ?? undefined;
    const coordinates = attribute("coordinates") !== "no";
    const notation = attribute("notation") ?? (language === "ja" ? "japanese" : "both");
    useSettings({ language, notation, pieces: attribute("pieces"), colours: attribute("colours"), coordinates });
  }

  #build() {
    this.#use();
    const root = this.attachShadow({ mode: "open" });
    if (sheets.length === 0) {
      sheets.push(new CSSStyleSheet());
      sheets[0].replaceSync(STYLE);
    }
    root.adoptedStyleSheets = sheets;
    root.innerHTML = MARKUP;
    this.#board = new Board(this.#find(".board"), { b: this.#find("[data-hand=b]"), w: this.#find("[data-hand=w]") });
    for (const name of ["first", "previous", "next", "last", "flip"]) this.#find(`[data-do=${name}]`).append(icon(name));
    root.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (button?.dataset.do) this.#act(button.dataset.do);
      else if (button) this.go(Number(button.dataset.line), Number(button.dataset.ply));
    });
    root.addEventListener("keydown", (event) => {
      const name = !event.altKey && !event.ctrlKey && !event.metaKey && KEYS[event.key];
      // In a long comment, the keys for up, down, start and end scroll.
      const isScrolling = event.target.closest(".comment") && !["ArrowLeft", "ArrowRight", "b", "f"].includes(event.key);
      if (!name || isScrolling) return;
      this.#act(name);
      event.preventDefault();
    });
    this.#label();
    if (this.#record) this.#open(true);
  }

  /** Reads the record of the attribute `src` or of the content of the element. */
  async #load() {
    const request = (this.#request += 1);
    const src = this.getAttribute("src");
    // The content of an element that is being parsed is not there yet.
    if (!src && document.readyState === "loading") await new Promise((go) => addEventListener("DOMContentLoaded", go, { once: true }));
    const content = this.querySelector("script[type='text/kifu'], script[type='application/json'], pre");
    if (request !== this.#request || (!src && !content)) return;
    try {
      const records = src ? await this.#fetch(src) : await recordsIn(new TextEncoder().encode(content.textContent.replace(/^\s*\n/, "")), "");
      if (request !== this.#request) return;
      const number = Number(this.getAttribute("record") ?? 1);
      const record = records[number - 1];
      if (!record) throw new RangeError(`there is no record ${number}`);
      if (record.format === "unknown") throw new Error(record.findings[0]?.message);
      this.record = record;
      this.dispatchEvent(new Event("load"));
    } catch (error) {
      if (request === this.#request) this.#fail(error);
    }
  }

  /** Shows an error in place of a record. */
  #fail(error) {
    const message = String(error.message ?? error);
    this.#record = this.#score = this.listed = this.game = undefined;
    [this.#line, this.#ply] = [0, 0];
    this.#label();
    this.#find(".viewer").classList.remove("other");
    this.#board.show(new Position("9/9/9/9/9/9/9/9/9 b - 1"), undefined, [], {});
    for (const node of this.shadowRoot.querySelectorAll(".player, .clock, .spoken, .line span, .moves, .comment, .picture")) node.replaceChildren();
    this.#find("[data-do=back]").hidden = this.#find(".comment").hidden = true;
    this.#find(".now").textContent = message;
    this.dispatchEvent(new ErrorEvent("error", { error, message }));
  }

  async #fetch(src) {
    const response = await fetch(new URL(src, document.baseURI));
    if (!response.ok) throw new Error(`${src}: status ${response.status}`);
    return recordsIn(new Uint8Array(await response.arrayBuffer()), src.replace(/[?#].*$/, ""));
  }

  #startPly() {
    const ply = this.getAttribute("ply");
    return ply === "last" ? Infinity : Number(ply ?? 0);
  }

  /** Shows the record anew, at its start if `isNew` is set. */
  #open(isNew = false) {
    this.#use();
    const record = this.#record;
    this.#score = new Score(recordDetail(record));
    this.#board.dress();
    const game = (this.game = recordGame(record));
    this.#label([game.black, game.white].filter(Boolean).join(" – "));
    this.#find(".viewer").classList.toggle("other", Boolean(game.kind));
    this.seats = new Seats(this.shadowRoot);
    this.seats.open(game, this.#score);
    this.listed = undefined;
    this.found = new Map();
    for (const finding of record.findings) {
      const at = findingPlace(finding, this.#score);
      const key = at && `${this.#score.own(...at)} ${at[1]}`;
      if (key) this.found.set(key, [...(this.found.get(key) ?? []), finding]);
    }
    this.go(this.#line, isNew ? this.#startPly() : this.#ply);
  }

  /** Sets the names of the viewer and of its buttons in the language of the element. */
  #label(title = "") {
    this.#use();
    const names = { first: say("first"), previous: say("previous"), next: say("next"), last: say("last"), flip: say("flip-board") };
    for (const [name, words] of Object.entries(names)) Object.assign(this.#find(`[data-do=${name}]`), { title: words, ariaLabel: words });
    this.#find("[data-do=back]").textContent = say("back");
    Object.assign(this.#find(".viewer"), { ariaLabel: title || say("board"), lang: frame.language });
  }

  #act(name) {
    if (name === "flip") return this.flip();
    if (!this.#score) return;
    const [line, ply] = [this.#line, this.#ply];
    const { from, plies } = this.#score.lines[line];
    const turn = (way) => {
      const lines = this.#score.alternatives(line, ply);
      const to = lines[lines.indexOf(line) + way];
      if (to !== undefined) this.go(to, ply);
    };
    const actions = {
      first: () => this.go(line, 0),
      previous: () => this.go(line, ply - 1),
      next: () => this.go(line, ply + 1),
      last: () => this.go(line, plies.length),
      back: () => from && this.go(...from),
      "next-variation": () => turn(1),
      "previous-variation": () => turn(-1),
    };
    actions[name]();
  }

  /** Moves the piece of the move that was made or taken back since the ply `before`. */
  #glide(before) {
    const { from, to } = this.#score.lines[this.#line].plies[Math.max(this.#ply, before) - 1];
    if (!from || from === "*" || this.game.kind) return;
    if (this.#ply > before) this.#board.glide(from, to);
    else this.#board.glide(to, from);
  }

  #foundAt(line, ply) {
    return this.found.get(`${this.#score.own(line, ply)} ${ply}`) ?? [];
  }

  #show() {
    this.#use();
    const [score, line, ply] = [this.#score, this.#line, this.#ply];
    const position = score.at(line, ply);
    const last = score.lines[line].plies[ply - 1];
    this.#board.show(position, last?.to && last.kind !== "lost" ? last : undefined, [], this.game);
    this.#showPicture(ply);
    this.seats.show(line, ply);
    this.#showMoves();
    const isEnd = line === 0 && ply === score.lines[0].plies.length;
    const outcome = isEnd ? outcomeWords(this.#record.verdict ?? this.#record.stated) : "";
    const words = [ply ? `${say("ply", ply)}  ${this.labels[ply - 1]}` : say("start"), outcome];
    this.#find(".now").replaceChildren(...marked(words.filter(Boolean).join("  ")));
    this.#find(".spoken").textContent = this.game.kind ? "" : spoken(position, this.game);
    this.#showComment();
  }

  /** Shows a board of another game than shogi. Only a record that was read in the page can draw it. */
  #showPicture(ply) {
    const picture = this.#find(".picture");
    picture.hidden = !this.game.kind;
    if (!this.game.kind) return;
    try {
      const drawing = this.#record.svg(ply);
      picture.innerHTML = drawing.slice(drawing.indexOf("<svg"));
    } catch {
      picture.replaceChildren();
    }
  }

  #showComment() {
    const box = this.#find(".comment");
    const found = this.#foundAt(this.#line, this.#ply).map((finding) => make("p", { class: "found" }, this.#sign(finding), finding.message));
    const nodes = [...found, ...commentNodes(this.#score, this.#line, this.#ply)];
    box.hidden = nodes.length === 0;
    box.replaceChildren(...nodes);
    // A comment that scrolls can receive the focus.
    if (box.scrollHeight > box.clientHeight) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }

  #sign({ severity, message }) {
    return make("span", { class: `sign ${severity}`, title: message }, severityIcon(severity), make("span", { class: "unseen" }, severityWords(severity)));
  }

  #showMoves() {
    const [score, line, ply] = [this.#score, this.#line, this.#ply];
    const { from, plies } = score.lines[line];
    this.#find(".line span").textContent = from ? say("variation", line, from[1]) : say("main-line");
    const back = this.#find("[data-do=back]");
    if (!from && back === this.shadowRoot.activeElement) this.#find(".viewer").focus({ preventScroll: true });
    back.hidden = !from;
    const list = this.#find(".moves");
    if (this.listed !== line) {
      // Keys continue to work if the button that has the focus is replaced.
      if (list.contains(this.shadowRoot.activeElement)) this.#find(".viewer").focus({ preventScroll: true });
      this.listed = line;
      this.labels = score.labels(line);
      list.replaceChildren(...this.#items());
    }
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    const current = list.children[ply].querySelector("button");
    current.setAttribute("aria-current", "step");
    list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
  }

  /** Returns the start and the plies of the line in the list. */
  #items() {
    const { lines, start } = this.#score;
    const position = new Position(start);
    let before;
    // A variation may have no moves.
    const label = (line, ply) => (lines[line].plies[ply - 1] ? plyLabel(lines[line].plies[ply - 1], position, before) : "");
    return [undefined, ...lines[this.#line].plies].map((what, ply) => {
      const item = this.#item(ply, what, label);
      if (what) position.play(what);
      before = what?.kind === "move" || what?.kind === "foul" ? what : undefined;
      return item;
    });
  }

  /** Returns a ply in the list, with its findings, its evaluation, its comment and the variations that replace it. `label` returns the
   * text of this ply in another line. */
  #item(ply, what, label) {
    const [score, line] = [this.#score, this.#line];
    const jump = (target, attributes, ...children) => make("button", { type: "button", tabindex: "-1", "data-line": String(target), "data-ply": String(ply), ...attributes }, ...children);
    const value = score.evaluation(line, ply);
    const button = jump(
      line,
      {},
      make("span", { class: "number" }, ply ? String(ply) : ""),
      make("span", { class: what?.kind === "lost" ? "lost" : undefined, lang: ply ? "ja" : undefined }, ...marked(ply ? this.labels[ply - 1] : say("start"))),
      ...this.#foundAt(line, ply).map((finding) => this.#sign(finding)),
      value === undefined ? undefined : make("span", { class: "value", title: evaluationWords(value) }, signed(value)),
      make("span", { class: "time" }, what?.seconds === undefined ? "" : clock(what.seconds)),
    );
    const others = ply ? score.alternatives(line, ply).filter((it) => it !== line) : [];
    const ways = others.map((it) => jump(it, { class: "other", lang: "ja" }, make("span", {}, ...marked(label(it, ply)))));
    return make("li", {}, button, ...excerpts(score, line, ply), ...ways);
  }
}
