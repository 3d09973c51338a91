// A viewer that steps through a game, with its findings next to the board.

/** Maximum number of plies in the list before the current one, and after it. */
const LISTED = 400;

class Viewer {
  constructor() {
    this.root = document.getElementById("viewer");
    const find = (selector) => this.root.querySelector(selector);
    this.find = find;
    this.board = new Board(find(".board"), { b: find("[data-hand=b]"), w: find("[data-hand=w]") });
    this.picture = new Picture(find(".picture"));
    this.root.addEventListener("click", (event) => {
      if (event.target === this.root) this.root.close();
      const button = event.target.closest("button");
      if (button?.dataset.do) this.act(button.dataset.do);
      else if (button?.dataset.ply) this.go(Number(button.dataset.line), Number(button.dataset.ply));
    });
    this.root.addEventListener("keydown", (event) => this.press(event));
    this.title = document.title;
    this.root.addEventListener("close", () => {
      document.title = this.title;
      clearTimeout(this.noting);
      if (this.isOwnEntry) {
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
    this.wanted = undefined;
    this.isOwnEntry = false;
    if (this.root.open) this.root.close();
  }

  /** Opens a game at a finding, at a ply of a line, or at its end. If the viewer was closed, adds a history entry, so that Back
   * closes the game, unless the game was opened from the history. */
  async open(game, { finding, line = 0, ply, isInHistory = false } = {}) {
    this.wanted = game;
    const detail = await source.detail(game);
    // In the meantime, another game was opened, or the history returned to an entry without a game.
    if (this.wanted !== game) return;
    this.game = game;
    this.detail = detail;
    this.score = new Score(detail);
    this.listed = undefined;
    this.find("#viewer-title").textContent = called(game);
    document.title = `${called(game)} – ${this.title}`;
    const facts = [game.date, game.event, game.title, game.start, game.opening, result(game), statedOtherwise(game), file(game)];
    this.find(".facts").replaceChildren(...marked(facts.filter(Boolean).join(" · ")));
    if (!this.root.open) {
      this.root.showModal();
      this.isOwnEntry = !isInHistory && this.enter();
    }
    if (finding !== undefined && game.found[finding]) this.turnTo(finding);
    else this.go(line < this.score.lines.length ? line : 0, ply ?? Infinity);
    this.find("#viewer-title").focus();
  }

  /** Shows the finding of this number, with the board at its ply. */
  turnTo(number) {
    const finding = this.game.found[number];
    const line = this.score.found ? this.score.found[number] : 0;
    this.finding = number;
    // If the page has no moves of the game, the board shows the position of the finding.
    this.lone = !this.score.known || line < 0;
    this.line = Math.max(0, line);
    this.ply = Math.min(finding.ply ?? 0, this.score.lines[this.line].plies.length);
    this.show();
  }

  /** Shows a ply of a line, and the first finding on this ply, if there is one. */
  go(line, ply) {
    this.lone = false;
    this.line = line;
    this.ply = Math.max(0, Math.min(ply, this.score.lines[line].plies.length));
    const here = this.game.found.findIndex((_, number) => this.isHere(number));
    this.finding = here < 0 ? undefined : here;
    this.show();
  }

  /** Returns whether a finding is on a ply of a line. A ply before a branch belongs to several lines, and its findings are on
   * this ply in each of them. */
  isHere(number, line = this.line, ply = this.ply) {
    const finding = this.game.found[number];
    const about = this.score.found ? this.score.found[number] : 0;
    return about >= 0 && (finding.ply ?? 0) === ply && this.own(line, ply) === this.own(about, ply);
  }

  /** Returns the line to which a ply of `line` belongs: `line`, or its ancestor if the ply is before the branch. */
  own(line, ply) {
    let own = line;
    while (this.score.lines[own].from && ply < this.score.lines[own].from[1]) own = this.score.lines[own].from[0];
    return own;
  }

  show() {
    const all = this.score.lines[this.line].plies;
    const finding = this.game.found[this.finding];
    const other = Boolean(this.game.kind);
    const lone = this.lone && !other && finding?.sfen;
    const position = lone ? new Position(finding.sfen) : this.score.at(this.line, this.ply);
    const last = lone ? undefined : all.slice(0, this.ply).findLast((ply) => ply.kind !== "end");
    const concerned = finding?.sq?.match(/../g) ?? [];
    this.root.classList.toggle("other", other);
    if (other) this.picture.show(this.score.pictures, this.ply);
    else this.board.show(position, last, concerned, this.game);
    if (this.listed?.line !== this.line || this.listed.game !== this.game) {
      this.listed = { game: this.game, line: this.line, labels: this.score.labels(this.line), first: 0, last: -1 };
    }
    const name = this.ply === 0 ? say("start") : `${say("ply", this.ply)}  ${this.listed.labels[this.ply - 1]}`;
    this.find(".now").replaceChildren(...marked(lone ? say("position-in-game") : name));
    const legend = !other && [last?.to && ["moved", say("last-move")], concerned.length && ["concerned", say("legend-finding")]];
    this.find(".legend").replaceChildren(
      ...(legend || []).filter(Boolean).map(([mark, label]) => make("span", { class: mark }, label)),
    );
    this.find(".sfen code").textContent = position.sfen(this.ply + 1);
    this.find(".spoken").textContent = other ? "" : spoken(position, this.game);
    this.showFinding(finding);
    this.showLine();
    this.note();
  }

  showFinding(finding) {
    const box = this.find(".finding");
    box.hidden = !finding;
    if (!finding) return;
    const rule = frame.rules[finding.rule] ?? { title: finding.rule, why: "", do: "" };
    this.find(".finding .of span").textContent = say("finding-of", finding.number + 1, this.game.found.length);
    this.find(".finding h3").replaceChildren(severity(finding), ` ${rule.title} `, make("code", {}, finding.rule));
    this.find(".finding .message").textContent = finding.msg;
    this.find(".why").textContent = rule.why;
    this.find(".do").textContent = rule.do;
    const at = finding.at ? say("line-column", ...finding.at) : "";
    this.find(".place").textContent = [file(this.game), at, finding.move].filter(Boolean).join(" · ");
  }

  showLine() {
    const { from, plies: all } = this.score.lines[this.line];
    const heading = from ? say("variation", this.line, from[1]) : say("main-line");
    this.find(".score h3").textContent = heading;
    this.find("[data-do=back]").hidden = !from;
    const note = this.find(".score .remark");
    note.hidden = this.score.known && !this.score.cut;
    note.textContent = this.score.known ? say("cut") : say("no-moves");
    if (this.ply < this.listed.first || this.ply > this.listed.last) {
      this.listed.first = Math.max(0, this.ply - LISTED);
      this.listed.last = Math.min(all.length, this.ply + LISTED);
      const items = [];
      for (let ply = this.listed.first; ply <= this.listed.last; ply += 1) items.push(this.item(ply, all[ply - 1]));
      this.find(".moves").replaceChildren(...items);
      // If the focused button was removed, the focus is moved into the viewer, which gets key presses only with the focus.
      if (!this.root.contains(document.activeElement)) this.find("#viewer-title").focus();
      this.find(".moves").start = this.listed.first;
    }
    for (const button of this.find(".moves").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = this.find(`.moves button[data-line="${this.line}"][data-ply="${this.ply}"]`);
    current?.setAttribute("aria-current", "step");
    if (current) {
      const list = this.find(".moves");
      list.scrollTop = current.offsetTop - (list.clientHeight - current.offsetHeight) / 2;
    }
  }

  /** Returns a ply in the list, with its findings and the variations that replace it. */
  item(ply, what) {
    const label = ply === 0 ? say("start") : this.listed.labels[ply - 1];
    const found = [...this.game.found.keys()].filter((number) => this.isHere(number, this.line, ply));
    const button = make(
      "button",
      { type: "button", "data-line": String(this.line), "data-ply": String(ply) },
      make("span", { class: "number" }, ply ? String(ply) : ""),
      make("span", { class: what?.kind === "lost" ? "lost" : undefined, lang: "ja" }, ...marked(label)),
      ...found.map((number) => severity(this.game.found[number])),
      make("span", { class: "time" }, what?.seconds === undefined ? "" : clock(what.seconds)),
    );
    const lines = ply ? this.score.alternatives(this.line, ply).filter((line) => line !== this.line) : [];
    const others = lines.map((line) => {
      const name = this.score.lines[line].from ? say("variation", line, ply) : say("main-line");
      const way = this.score.labels(line)[ply - 1] ?? "";
      return make("button", { type: "button", class: "other", "data-line": String(line), "data-ply": String(ply) }, `${name}: `, make("span", { lang: "ja" }, ...marked(way)));
    });
    return make("li", {}, button, ...others);
  }

  act(what) {
    const length = this.score.lines[this.line].plies.length;
    const all = this.game.found.length;
    const actions = {
      first: () => this.go(this.line, 0),
      previous: () => this.go(this.line, this.ply - 1),
      next: () => this.go(this.line, this.ply + 1),
      last: () => this.go(this.line, length),
      back: () => this.go(this.score.lines[this.line].from?.[0] ?? this.line, (this.score.lines[this.line].from?.[1] ?? 1)),
      "next-finding": () => all && this.turnTo(((this.finding ?? -1) + 1) % all),
      "previous-finding": () => all && this.turnTo(((this.finding ?? all) + all - 1) % all),
      close: () => this.root.close(),
    };
    actions[what]();
  }

  /** Goes to the next (`step` 1) or the previous (-1) alternative to the current ply, if there is one. */
  turn(step) {
    const all = this.score.alternatives(this.line, this.ply);
    const next = all[all.indexOf(this.line) + step];
    if (next !== undefined) this.go(next, this.ply);
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const keys = {
      ArrowLeft: () => this.act("previous"),
      ArrowRight: () => this.act("next"),
      Home: () => this.act("first"),
      End: () => this.act("last"),
      ArrowUp: () => this.turn(-1),
      ArrowDown: () => this.turn(1),
      n: () => this.act("next-finding"),
      p: () => this.act("previous-finding"),
    };
    if (!keys[event.key]) return;
    keys[event.key]();
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
      history.pushState(null, "", pageAddress(`game=${this.game.id + 1}`));
      return true;
    } catch {
      return false;
    }
  }

  noteNow() {
    const { game, line, ply, finding } = this;
    const place = Object.entries({ game: game.id + 1, line, ply, finding: finding === undefined ? undefined : finding + 1 });
    const hash = place.filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${value}`);
    try {
      history.replaceState(null, "", pageAddress(this.root.open ? hash.join("&") : ""));
    } catch {
      // Some browsers refuse frequent changes. The next step in the game tries to change the address again.
    }
  }
}

/** Returns an element with the mark of a severity: a sign with a distinct shape, and a word for screen readers. */
function severity({ s }) {
  return make("span", { class: `sign ${s}`, title: say(s) }, make("span", { "aria-hidden": "true" }, signs[s]), make("span", { class: "unseen" }, say(s)));
}
