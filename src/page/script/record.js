// The record next to the board: the moves, the tree of variations, the comments, the information about the game, and the findings.

/** Maximum number of plies in the list before the current one, and after it. */
const LISTED = 400;

/** The tabs of the record. */
const RECORD_TABS = ["moves", "tree", "comments", "info", "findings"];

/** Makes a list one tab stop: the arrow keys move the focus between its buttons.
 *
 * @param ways returns the button to which a key leads from a button, or `undefined` for the neighbour
 */
function roving(list, ways = () => undefined) {
  list.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const buttons = [...list.querySelectorAll("button")].filter((it) => it.offsetParent !== null);
    const at = buttons.indexOf(event.target);
    if (at < 0) return;
    const neighbour = { ArrowDown: buttons[at + 1], ArrowUp: buttons[at - 1] }[event.key];
    const next = ways(event.key, event.target) ?? neighbour;
    if (!next && !["ArrowDown", "ArrowUp"].includes(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    next?.focus();
    // A move is shown as soon as it has the focus. A variation is entered with Enter.
    if (next?.matches("[data-ply]:not(.other, .branch), [data-step]")) next.click();
  });
}

/** Makes one button of a list its tab stop. */
function setTabStop(list, button) {
  for (const it of list.querySelectorAll("button")) it.tabIndex = it === button ? 0 : -1;
  if (!button) list.querySelector("button")?.setAttribute("tabindex", "0");
}

class RecordSheet {
  /** @param viewer the viewer whose game is shown */
  constructor(viewer) {
    this.viewer = viewer;
    this.root = viewer.find(".record");
    this.find = (selector) => this.root.querySelector(selector);
    this.listed = undefined;
    const tabs = this.find(".tabs");
    this.tabs = new Map(RECORD_TABS.map((name) => [name, this.find(`[data-tab=${name}]`)]));
    tabs.addEventListener("click", (event) => {
      const { tab } = event.target.closest("[data-tab]")?.dataset ?? {};
      if (tab) this.choose(tab, true);
    });
    tabs.addEventListener("keydown", (event) => this.pressTab(event));
    for (const list of [".moves", ".remarks", ".findings", ".steps"]) roving(this.find(list));
    roving(this.find(".tree"), (key, button) => {
      const item = button.closest("li");
      if (key === "ArrowLeft") return item.parentElement.closest("li")?.querySelector("button") ?? button;
      if (key === "ArrowRight") return item.querySelector("ul button") ?? button;
      return undefined;
    });
    const notation = this.find(".notation");
    notation.value = selectedNotation();
    notation.addEventListener("change", () => {
      storeSetting("notation", notation.value);
      this.listed = undefined;
      this.tree = undefined;
      viewer.show();
    });
    this.choose(readSetting(pageSetting("tab")) ?? "moves");
  }

  pressTab(event) {
    const visible = RECORD_TABS.filter((name) => !this.tabs.get(name).hidden);
    const at = visible.indexOf(event.target.dataset.tab);
    const count = visible.length;
    const next = { ArrowLeft: (at + count - 1) % count, ArrowRight: (at + 1) % count, Home: 0, End: count - 1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    this.choose(visible[next], true);
    this.tabs.get(visible[next]).focus();
  }

  /** Shows a tab. Remembers it for this page if the user selected it. */
  choose(name, isSelected = false) {
    if (isSelected) storeSetting(pageSetting("tab"), name);
    const current = this.tabs.get(name) && !this.tabs.get(name).hidden ? name : RECORD_TABS.find((it) => !this.tabs.get(it).hidden);
    if (isSelected || !this.wanted) this.wanted = name;
    this.tab = current;
    this.root.dataset.shown = current;
    this.tabs.get(current).scrollIntoView?.({ block: "nearest", inline: "nearest" });
    for (const [it, tab] of this.tabs) {
      tab.setAttribute("aria-selected", String(it === current));
      tab.tabIndex = it === current ? 0 : -1;
      this.find(`[data-panel=${it}]`).hidden = it !== current;
    }
    // While a game is opened, its first ply is shown only once.
    if (this.viewer.score && !this.viewer.root.hasAttribute("aria-busy")) this.show();
  }

  /** Prepares the record of a game that was opened. */
  open(game, score) {
    this.listed = undefined;
    this.tree = undefined;
    this.commented = undefined;
    this.isStill = score.known && score.lines.length === 1 && score.lines[0].plies.length === 0;
    const count = (name, number) => {
      this.tabs.get(name).querySelector(".count").textContent = number ? numbers.format(number) : "";
    };
    const comments = score.commentCounts.reduce((sum, it) => sum + it, 0);
    count("tree", score.lines.length - 1);
    count("comments", comments);
    count("findings", game.found.length);
    this.tabs.get("moves").hidden = this.isStill;
    this.tabs.get("tree").hidden = score.lines.length < 2;
    this.tabs.get("comments").hidden = comments === 0 && !score.commentsLeftOut;
    this.tabs.get("findings").hidden = game.found.length === 0;
    const dispute = this.find(".dispute");
    dispute.hidden = !statedOtherwise(game);
    const results = [result(game) || say("no-result"), won(game.stated, game.stated_won)];
    dispute.replaceChildren(...(dispute.hidden ? [] : marked(say("results-differ", ...results))));
    this.listedFindings = undefined;
    this.find(".information").replaceChildren(...informationRows(game, score));
    this.choose(this.wanted);
  }

  /** Shows the line and the ply of the viewer in the visible tab, and the comment and the finding of the ply. */
  show() {
    this.showFinding();
    this.showComment();
    this.showMoves();
    if (this.tab === "tree") this.showTree();
    if (this.tab === "comments") this.showComments();
    if (this.tab === "findings") this.showFindings();
  }

  /** Shows the list of findings: the current one, and a number of findings before and after it. */
  showFindings() {
    const { finding, game } = this.viewer;
    const list = this.find(".findings");
    const { first, last } = this.listedFindings ?? {};
    const at = finding ?? first ?? 0;
    if (!this.listedFindings || at < first || at > last) {
      this.listedFindings = { first: Math.max(0, at - LISTED), last: at + LISTED };
      list.replaceChildren(...game.found.slice(this.listedFindings.first, at + LISTED + 1).map((it) => findingItem(it)));
    }
    for (const button of list.querySelectorAll("button")) {
      const isCurrent = button.dataset.finding === String(finding);
      if (isCurrent) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    }
    setTabStop(list, list.querySelector("[aria-current]"));
  }

  showFinding() {
    const { game } = this.viewer;
    const finding = game.found[this.viewer.finding];
    const box = this.find(".finding");
    box.hidden = !finding;
    if (!finding) return;
    const rule = frame.rules[finding.rule] ?? { title: finding.rule, why: "", do: "" };
    this.find(".finding .of span").textContent = say("finding-of", finding.number + 1, game.found.length);
    this.find(".finding h3").replaceChildren(severity(finding), ` ${rule.title} `, make("code", {}, finding.rule));
    this.find(".finding .message").textContent = finding.reason ?? finding.msg;
    const causes = finding.causes ?? [];
    const label = say(causes.length > 1 ? "possible-cause" : "cause");
    const rows = [
      ...causes.map((cause) => [label, cause]),
      finding.misheard ? [say("misheard"), finding.misheard] : undefined,
      finding.hidden ? [say("consequences"), say(finding.hidden === 1 ? "follows" : "follow", finding.hidden)] : undefined,
      finding.follows ? [say("consequences"), say("consequence")] : undefined,
      // The fix of a certain cause is the change that the cause describes.
      finding.fix && !causes.includes(finding.fix) ? [say("fix"), finding.fix] : undefined,
      ...(finding.proof?.lines ?? []).map((words) => [say("proof"), words]),
      // The condition of the rule does not describe the cause of a finding.
      rule.what && !finding.causes ? [say("condition"), rule.what, "what"] : undefined,
      [say("why"), finding.why ?? rule.why, "why"],
      [say("do"), finding.do ?? rule.do, "do"],
    ];
    this.find(".finding dl").replaceChildren(
      ...rows.filter(Boolean).flatMap(([name, words, kind]) => [make("dt", {}, name), make("dd", { class: kind }, words)]),
    );
    this.showSteps(finding);
    const at = finding.at ? say("line-column", ...finding.at) : "";
    const move = findingMove(finding, this.viewer.score);
    this.find(".place").replaceChildren(...marked([file(game), at, move].filter(Boolean).join(" · ")));
  }

  /** Shows the steps of a finding as buttons, which mark the squares of the step on the board. */
  showSteps(finding) {
    const list = this.find(".steps");
    if (this.stepsOf !== finding) {
      const steps = findingSteps(finding);
      list.replaceChildren(...steps.map(({ words }, step) => make("button", { type: "button", "data-step": String(step) }, words)));
      this.stepsOf = finding;
    }
    for (const [step, button] of [...list.children].entries()) button.setAttribute("aria-pressed", String(step === this.viewer.step));
  }

  /** Shows the comments and the bookmark of the current ply. */
  showComment() {
    const { score, line, ply, lone } = this.viewer;
    const box = this.find(".comment");
    const nodes = lone ? [] : commentNodes(score, line, ply);
    box.hidden = nodes.length === 0;
    box.replaceChildren(...nodes);
  }

  /** Returns the text of a ply, or of the start. */
  label(ply) {
    return ply === 0 ? say("start") : this.labels()[ply - 1];
  }

  labels() {
    const { game, score, line } = this.viewer;
    if (this.listed?.line !== line || this.listed.game !== game) {
      this.listed = { game, line, labels: lineTexts(game, score, line), first: 0, last: -1 };
    }
    return this.listed.labels;
  }

  showMoves() {
    const { score, line, ply } = this.viewer;
    const { from, plies: all } = score.lines[line];
    this.find(".score h3").textContent = from ? say("variation", line, from[1]) : say("main-line");
    for (const button of this.root.querySelectorAll("[data-do=back]")) button.hidden = !from;
    const note = this.find(".score .remark");
    note.hidden = score.known && !score.cut;
    note.textContent = score.known ? say("cut") : [noMoves(), this.viewer.detail.problem].filter(Boolean).join(" ");
    const list = this.find(".moves");
    const hadFocus = list.contains(document.activeElement);
    this.labels();
    if (ply < this.listed.first || ply > this.listed.last) {
      this.listed.first = Math.max(0, ply - LISTED);
      this.listed.last = Math.min(all.length, ply + LISTED);
      const items = [];
      for (let at = this.listed.first; at <= this.listed.last; at += 1) items.push(this.item(at, all[at - 1]));
      list.replaceChildren(...items);
      list.start = this.listed.first;
    }
    for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = list.querySelector(`button[data-line="${line}"][data-ply="${ply}"]:not(.other)`);
    current?.setAttribute("aria-current", "step");
    setTabStop(list, current);
    if (hadFocus) current?.focus({ preventScroll: true });
    if (current) centre(this.find("[data-panel=moves]"), current);
  }

  /** Returns a ply in the list, with its findings, its comment and the variations that replace it. */
  item(ply, what) {
    const { game, score, line } = this.viewer;
    const found = this.viewer.foundAt(line, ply);
    const value = score.evaluation(line, ply);
    const button = make(
      "button",
      { type: "button", "data-line": String(line), "data-ply": String(ply) },
      make("span", { class: "number" }, ply ? String(ply) : ""),
      make("span", { class: what?.kind === "lost" ? "lost" : undefined, lang: "ja" }, ...marked(this.label(ply))),
      ...found.map((number) => severity(game.found[number])),
      value === undefined ? undefined : make("span", { class: "value", title: evaluationWords(value) }, signed(value)),
      make("span", { class: "time" }, what?.seconds === undefined ? "" : clock(what.seconds)),
    );
    const lines = ply ? score.alternatives(line, ply).filter((it) => it !== line) : [];
    const others = lines.map((it) => {
      const name = score.lines[it].from ? say("variation", it, ply) : say("main-line");
      const way = this.branchLabels()[it][0] ?? "";
      const shown = score.lines[it].from?.[1] === ply ? way : score.labels(it)[ply - 1] ?? "";
      return make("button", { type: "button", class: "other", "data-line": String(it), "data-ply": String(ply) }, `${name}: `, make("span", { lang: "ja" }, ...marked(shown)));
    });
    return make("li", {}, button, ...excerpts(score, line, ply), ...others);
  }

  branchLabels() {
    this.tree ??= { labels: this.viewer.score.branchLabels() };
    return this.tree.labels;
  }

  /** Shows the tree of variations. Each line is a button that enters it; the lines that branch from it are below it. */
  showTree() {
    const { score, line } = this.viewer;
    const root = this.find(".tree");
    const labels = this.branchLabels();
    if (!this.tree.isDrawn) {
      this.tree.isDrawn = true;
      const lists = score.lines.map(() => make("ul", {}));
      const walk = [0];
      const items = score.lines.map((_, at) => make("li", {}, this.branch(at, labels[at])));
      while (walk.length) {
        const at = walk.pop();
        const children = score.children(at);
        lists[at].append(...children.map((child) => items[child]));
        if (children.length) items[at].append(lists[at]);
        walk.push(...children);
      }
      root.replaceChildren(items[0]);
    }
    for (const button of root.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const current = root.querySelector(`button[data-line="${line}"]`);
    current?.setAttribute("aria-current", "true");
    setTabStop(root, current);
    if (current) centre(this.find("[data-panel=tree]"), current);
  }

  /** Returns the button of a line in the tree. */
  branch(line, moves) {
    const { score, game } = this.viewer;
    const { from, plies: all } = score.lines[line];
    const first = from?.[1] ?? 1;
    const found = (this.tree.found ??= findingsByLine(game, score))[line];
    const comments = score.commentCounts[line];
    return make(
      "button",
      { type: "button", class: "branch", "data-line": String(line), "data-ply": String(from ? first : 0) },
      make("span", { class: "number" }, from ? String(first) : ""),
      make("span", {}, from ? "" : `${say("main-line")} `, make("span", { lang: "ja" }, ...marked(moves.join(" "))), first + moves.length <= all.length ? " …" : ""),
      ...found.slice(0, 3).map((finding) => severity(finding)),
      comments ? make("span", { class: "comments" }, say("comment-count", comments)) : undefined,
      make("span", { class: "time" }, say("ply-count", all.length - first + 1)),
    );
  }

  /** Shows all comments of the line. */
  showComments() {
    const { game, score, line, ply } = this.viewer;
    const list = this.find(".remarks");
    if (this.commented?.line !== line || this.commented.game !== game) {
      this.commented = { game, line };
      const items = [];
      for (let at = 0; at <= score.lines[line].plies.length; at += 1) {
        const nodes = commentNodes(score, line, at);
        if (!nodes.length) continue;
        const heading = at === 0 ? say("start") : `${say("ply", at)}  ${this.label(at)}`;
        const button = make("button", { type: "button", "data-line": String(line), "data-ply": String(at) }, make("span", {}, ...marked(heading)));
        items.push(make("li", { "data-at": String(at) }, button, ...nodes));
      }
      list.replaceChildren(...items);
      const left = this.find("[data-panel=comments] .remark");
      left.hidden = !score.commentsLeftOut;
      left.textContent = say("comments-left-out", numbers.format(score.commentsLeftOut));
    }
    const hadFocus = list.contains(document.activeElement);
    for (const button of list.querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const before = [...list.querySelectorAll("button")].findLast((button) => Number(button.dataset.ply) <= ply);
    const current = before && Number(before.dataset.ply) === ply ? before : undefined;
    current?.setAttribute("aria-current", "step");
    setTabStop(list, before);
    if (hadFocus) current?.focus({ preventScroll: true });
    if (before) this.find("[data-panel=comments]").scrollTop = before.offsetTop - 8;
  }
}

/** Returns the steps of a finding: the move as written and as it was probably meant, each with its squares, and those of its proof. */
function findingSteps({ slip, proof }) {
  const arrows = slip && ["written", "meant"].filter((name) => slip[name]).map((name) => [name, slip[name].match(/../g)]);
  const first = slip && { words: say("slip"), ply: slip.ply, arrows };
  return [...(first ? [first] : []), ...(proof?.steps ?? [])];
}

/** Returns the words for a game whose moves cannot be shown. */
const noMoves = () => say(frame.application ? "app-no-moves" : "no-moves");

/** Returns the findings of each line. */
function findingsByLine(game, score) {
  const lines = score.lines.map(() => []);
  for (const finding of game.found) lines[findingLine(finding, score)]?.push(finding);
  return lines;
}

/** Scrolls a panel so that a button in it is in the middle. */
function centre(panel, button) {
  panel.scrollTop = button.offsetTop - (panel.clientHeight - button.offsetHeight) / 2;
}

/** Returns a finding in the list of findings. */
function findingItem(finding) {
  const title = frame.rules[finding.rule]?.title ?? finding.rule;
  const button = make(
    "button",
    { type: "button", "data-finding": String(finding.number) },
    make("span", { class: "number" }, finding.ply === undefined ? "" : String(finding.ply)),
    severity(finding),
    make("span", {}, title),
    ...variationMark(finding),
  );
  return make("li", {}, button);
}

/** Returns the texts of the plies of a line. The end of the game has the mark of the player that it describes. */
function lineTexts(game, score, line) {
  const labels = score.labels(line);
  const last = score.lines[line].plies.length - 1;
  const isEnd = ({ kind, words }) => kind === "end" && words === frame.ends[game.end];
  return line === 0 && last >= 0 && isEnd(score.lines[0].plies[last]) ? [...labels.slice(0, last), ending(game)] : labels;
}

/** Returns the rows with information about a game: the result, the end, the opening, the headers as written, and the file. */
function informationRows(game, score) {
  const length = game.plies ? numbers.format(game.plies) : "";
  const stated = game.stated ? won(game.stated, game.stated_won) : "";
  const rows = [
    [say("ruled-result"), result(game)],
    [say("stated-result"), stated],
    [say("column-end"), ending(game)],
    [say("column-plies"), length],
    [say("column-opening"), game.opening ?? ""],
    ...score.headers,
    ...score.claims.map(([claim, from]) => [from === undefined ? say("claim") : say("claim-in-variation", from), claim]),
    [say("column-file"), file(game)],
  ];
  return rows.filter(([, value]) => value).flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, ...marked(value))]);
}
