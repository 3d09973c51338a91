// A viewer that fills the window: the list of games, the board, and the record next to it.

class Viewer {
  constructor() {
    this.root = document.getElementById("viewer");
    const find = (selector) => this.root.querySelector(selector);
    this.find = find;
    this.board = new Board(find(".board"), { b: find("[data-hand=b]"), w: find("[data-hand=w]") }, [find(".legend")]);
    this.picture = new Picture(find(".picture"));
    this.seats = new Seats(this.root);
    this.strip = new Strip(find(".strip"), (ply) => this.go(this.line, ply));
    this.sheet = new RecordSheet(this);
    this.list = new GameList(find(".neighbours"), (row, list) => this.openRow(row, list));
    this.root.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (button?.dataset.do === "close") this.close();
      if (!button || !this.score || !this.root.open) return;
      if (button.dataset.do) this.act(button.dataset.do);
      else if (button.dataset.finding) this.turnTo(Number(button.dataset.finding));
      else if (button.dataset.step) this.stepTo(Number(button.dataset.step));
      else if (button.dataset.ply) this.go(Number(button.dataset.line), Number(button.dataset.ply));
    });
    this.root.addEventListener("keydown", (event) => this.press(event));
    // The current move stays visible when a phone is turned.
    addEventListener("resize", () => this.score && this.root.open && this.sheet.show());
    this.title = document.title;
    this.root.addEventListener("close", () => {
      document.title = this.title;
      clearTimeout(this.noting);
      if (this.isLeaving) {
        // The address is already that of the entry to which the history returned.
        this.isLeaving = false;
      } else if (this.isOwnEntry) {
        this.isGoingBack = true;
        history.back();
      } else {
        this.noteNow();
      }
      this.isOwnEntry = false;
    });
  }

  /** Handles a change of the history entry. Returns whether the viewer caused the change by closing a game. If another game was
   * opened in the meantime, adds a history entry for the open game. */
  hasComeBack() {
    if (!this.isGoingBack) return false;
    this.isGoingBack = false;
    if (this.root.open) this.isOwnEntry = this.enter();
    return true;
  }

  /** Closes the game because the history returned to an entry without an open game. */
  leave() {
    this.isOwnEntry = false;
    this.isLeaving = this.root.open;
    this.close();
  }

  close() {
    if (this.root.open) this.root.close();
  }

  /** Opens a game at a finding, at a ply of a line, or at its end. If the viewer was closed, adds a history entry, so that Back
   * closes the game, unless the game was opened from the history. `list` is the list that contains the game: `games` or
   * `findings`. The attribute `aria-busy` is set until the moves of the game are there. */
  async open(game, { finding, line = 0, ply, list, isInHistory = false } = {}) {
    this.game = game;
    this.score = undefined;
    this.root.setAttribute("aria-busy", "true");
    this.find("#viewer-title").textContent = called(game);
    document.title = `${called(game)} – ${this.title}`;
    const facts = [game.date, game.event, game.title, game.start, game.opening, ending(game), result(game), statedOtherwise(game), file(game)];
    this.find(".facts").replaceChildren(...marked(facts.filter(Boolean).join(" · ")));
    const isNew = !this.root.open;
    if (isNew) {
      this.root.showModal();
      this.isOwnEntry = !isInHistory && this.enter();
    }
    const detail = await source.detail(game);
    // Another game was opened, or the viewer was closed, before the data were there.
    if (this.game !== game || !this.root.open) return;
    this.detail = detail;
    this.score = new Score(detail);
    this.finding = undefined;
    this.drawn = undefined;
    this.foundByPly = undefined;
    this.lone = false;
    this.line = 0;
    this.ply = 0;
    this.seats.open(game, this.score);
    this.sheet.open(game, this.score);
    this.root.classList.toggle("still", this.sheet.isStill);
    this.root.classList.toggle("boardless", isWithoutRecord(game));
    if (list) this.list.use(list);
    // On a small screen, the record shows one tab at a time.
    if (list === "findings" && SMALL_SCREEN.matches) this.sheet.choose("findings");
    this.list.open(game, finding);
    if (finding !== undefined && game.found[finding]) this.turnTo(finding);
    else this.go(line < this.score.lines.length ? line : 0, ply ?? Infinity);
    this.root.removeAttribute("aria-busy");
    // The focus stays in the list of games, or on the button that opens the next game.
    const focused = document.activeElement;
    if (isNew || !this.root.contains(focused) || !focused.offsetParent) this.find("#viewer-title").focus();
  }

  /** Opens a row of the list of games or findings. */
  openRow(row, list) {
    if (list === "findings") return this.open(row.game, { finding: row.number, list });
    return this.open(row, { ...(row.found.length ? { finding: gravest(row) } : { ply: 0 }), list });
  }

  /** Shows the finding of this number, with the board at its ply. */
  turnTo(number) {
    const finding = this.game.found[number];
    const line = findingLine(finding, this.score);
    this.finding = number;
    this.step = undefined;
    // If the page has no moves of the game, the board shows the position of the finding.
    this.lone = !this.score.known || line < 0;
    this.line = Math.max(0, line);
    this.ply = Math.min(finding.ply ?? 0, this.score.lines[this.line].plies.length);
    // The move as written and as it was probably meant are drawn on the board before them. An illegal move that may be misheard is
    // shown itself first.
    if (finding.slip && !finding.misheard && !this.lone) this.stepTo(0);
    else this.show();
  }

  /** Shows a ply of a line, and the first finding on this ply, if there is one. */
  go(line, ply) {
    const before = this.lone || line !== this.line ? undefined : this.ply;
    this.lone = false;
    this.step = undefined;
    this.line = line;
    this.ply = Math.max(0, Math.min(ply, this.score.lines[line].plies.length));
    [this.finding] = this.foundAt(line, this.ply);
    this.show();
    if (Math.abs(this.ply - before) === 1) this.glide(before);
  }

  /** Moves the piece of the move that was made or taken back since the ply `before`. */
  glide(before) {
    const { from, to } = this.score.lines[this.line].plies[Math.max(this.ply, before) - 1];
    if (!from || this.game.kind) return;
    if (this.ply > before) this.board.glide(from, to);
    else if (from !== "*") this.board.glide(to, from);
  }

  /** Shows a step of the current finding: the move as written and as it was probably meant, or a step of its proof: the squares in
   * the position of the proof, or a ply. */
  stepTo(step) {
    this.step = step;
    this.ply = findingSteps(this.game.found[this.finding])[step].ply ?? this.ply;
    this.show();
  }

  /** Returns the numbers of the findings on a ply of a line. A ply before a branch belongs to several lines, and its findings are
   * on this ply in each of them. */
  foundAt(line, ply) {
    if (!this.foundByPly) {
      this.foundByPly = new Map();
      for (const [number, finding] of this.game.found.entries()) {
        const about = findingLine(finding, this.score);
        if (about < 0) continue;
        const key = `${this.score.own(about, finding.ply ?? 0)} ${finding.ply ?? 0}`;
        if (!this.foundByPly.has(key)) this.foundByPly.set(key, []);
        this.foundByPly.get(key).push(number);
      }
    }
    return this.foundByPly.get(`${this.score.own(line, ply)} ${ply}`) ?? [];
  }

  show() {
    const all = this.score.lines[this.line].plies;
    const finding = this.game.found[this.finding];
    const other = Boolean(this.game.kind);
    const step = finding && findingSteps(finding)[this.step];
    const lone = step?.sq ? finding.proof.sfen : this.lone && !other && finding?.sfen;
    const position = lone ? new Position(lone) : this.score.at(this.line, this.ply);
    const last = lone || step?.arrows ? undefined : all.slice(0, this.ply).findLast((ply) => ply.kind !== "end");
    this.root.classList.toggle("other", other);
    if (other) this.picture.show(this.score.pictures, this.ply);
    else this.showBoard(position, last, finding, step, lone);
    this.seats.show(this.line, this.ply);
    const label = this.sheet.label(this.ply);
    const name = this.ply === 0 ? label : `${say("ply", this.ply)}  ${label}`;
    this.find(".now").replaceChildren(...marked(lone ? say("position-in-game") : name));
    const title = finding && (frame.rules[finding.rule]?.title ?? finding.rule);
    this.find(".now-finding").replaceChildren(...(finding ? [severity(finding), title] : []));
    this.find(".sfen code").textContent = position.sfen(this.ply + 1);
    this.description = other ? [this.game.seats?.join(", "), name].filter(Boolean).join(". ") : `${name}. ${spoken(position, this.game)}`;
    this.find(".spoken").textContent = other ? "" : spoken(position, this.game);
    this.showStrip(name);
    this.sheet.show();
    this.list.point(this.game, this.finding);
    this.note();
    this.root.dispatchEvent(new CustomEvent("position", { detail: { viewer: this, position, last } }));
  }

  /** Shows a position on the board with the marks of the last move, of a finding and of its step, and explains the marks. */
  showBoard(position, last, finding, step, lone) {
    const concerned = step?.sq || step?.arrows ? [] : (finding?.sq?.match(/../g) ?? []);
    const arrows = step ? stepArrows(step, position) : finding && !lone ? findingArrows(finding, position) : [];
    this.board.show(position, last, concerned, this.game, arrows);
    const names = [last?.to && "moved", concerned.length > 0 && "concerned", ...arrows.map(([name]) => name)];
    const legend = [...new Set(names.filter(Boolean))].map((name) => make("span", { class: name }, say(MARK_WORDS[name])));
    this.find(".legend").replaceChildren(...legend);
  }

  showStrip(name) {
    if (this.drawn?.line !== this.line || this.drawn.score !== this.score) {
      this.drawn = { line: this.line, score: this.score };
      const marks = [];
      for (let ply = 0; ply <= this.score.lines[this.line].plies.length; ply += 1) {
        for (const number of this.foundAt(this.line, ply)) marks.push([ply, this.game.found[number].s]);
      }
      this.strip.open(this.score, this.line, marks);
    }
    this.strip.show(this.ply, name);
  }

  act(name) {
    const { from, plies: all } = this.score.lines[this.line];
    const found = this.game.found.length;
    const actions = {
      first: () => this.go(this.line, 0),
      previous: () => this.go(this.line, this.ply - 1),
      next: () => this.go(this.line, this.ply + 1),
      last: () => this.go(this.line, all.length),
      back: () => from && this.go(...from),
      "next-variation": () => this.turn(1),
      "previous-variation": () => this.turn(-1),
      "next-finding": () => found && this.turnTo(((this.finding ?? -1) + 1) % found),
      "previous-finding": () => found && this.turnTo(((this.finding ?? found) + found - 1) % found),
      "next-game": () => this.list.step(1),
      "previous-game": () => this.list.step(-1),
      speak: () => this.speak(),
      close: () => this.close(),
    };
    actions[name]?.();
  }

  /** Shows the next or previous alternative to the current move. */
  turn(way) {
    const lines = this.score.alternatives(this.line, this.ply);
    const to = lines[lines.indexOf(this.line) + way];
    if (to !== undefined) this.go(to, this.ply);
  }

  /** Puts a description of the position into a live region, so that screen readers speak it. */
  speak() {
    const region = this.find(".said");
    region.textContent = "";
    // Screen readers announce only a change.
    setTimeout(() => (region.textContent = this.description), 50);
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.score) return;
    if (event.target.matches("input, select, textarea")) return;
    // These keys scroll a long comment.
    if (event.target.matches(".comment, .finding") && ["ArrowUp", "ArrowDown", "Home", "End"].includes(event.key)) return;
    const name = VIEWER_KEYS[event.key];
    if (!name) return;
    this.act(name);
    event.preventDefault();
  }

  /** Saves the game, the line, the ply and the finding in the address, so that users can share the address. Browsers limit the
   * number of changes, so the address is changed after a delay. */
  note() {
    clearTimeout(this.noting);
    this.noting = setTimeout(() => this.noteNow(), 200);
  }

  /** Adds an entry for the game to the history. Returns whether the browser allowed the entry. */
  enter() {
    try {
      history.pushState(null, "", pageAddress(this.gameParameter()));
      return true;
    } catch {
      return false;
    }
  }

  /** Returns the parameter of the address for the open game: its number, or in the application the whole game if it was
   * opened from a link. */
  gameParameter() {
    return source.linkParameter?.(this.game) ?? `game=${this.game.id + 1}`;
  }

  noteNow() {
    const { line, ply, finding } = this;
    const place = Object.entries({ line, ply, finding: finding === undefined ? undefined : finding + 1 });
    const hash = place.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
    try {
      history.replaceState(null, "", pageAddress(this.root.open ? [this.gameParameter(), ...hash].join("&") : ""));
    } catch {
      // Some browsers refuse frequent changes. The next step in the game tries to change the address again.
    }
  }
}

/** The names of the words for the marks on the board. */
const MARK_WORDS = {
  moved: "mark-moved", concerned: "mark-concerned", written: "mark-written", meant: "mark-meant", attack: "mark-attack", attempt: "mark-attempt",
};

/** The screens on which the finding is not visible next to the moves. */
const SMALL_SCREEN = matchMedia("(max-width: 735.9px), (max-height: 600px) and (min-aspect-ratio: 5/4)");

/** The actions of the keys in the viewer. */
const VIEWER_KEYS = {
  ArrowLeft: "previous",
  ArrowRight: "next",
  Home: "first",
  End: "last",
  ArrowUp: "previous-variation",
  ArrowDown: "next-variation",
  b: "back",
  n: "next-finding",
  p: "previous-finding",
  j: "next-game",
  k: "previous-game",
  s: "speak",
};

/** Returns an element with the mark of a severity: a drawing with a distinct shape, and a word for screen readers. */
function severity({ s }) {
  return make("span", { class: `sign ${s}`, title: say(s) }, severityIcon(s), make("span", { class: "unseen" }, say(s)));
}
