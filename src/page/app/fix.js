// Fixing files: each finding of the open file by itself, or all of them with a preview of the changes as a unified diff.

/** Maximum length of the preview (characters). */
const PREVIEW_LENGTH = 300_000;

/** Time without another finding after which the fixes of a finding are read (milliseconds). */
const FIX_DELAY = 120;

/** Maximum number of findings in the list of fixes. */
const LISTED_FIXES = 200;

/** Returns the lines that edits change, before and after them. */
function changedLines(text, edits) {
  const [first, last] = [edits[0][0], edits.at(-1)[1]];
  const start = text.lastIndexOf("\n", first - 1) + 1;
  const after = text.indexOf("\n", last);
  const end = after < 0 ? text.length : after;
  const shifted = edits.map(([from, to, words]) => [from - start, to - start, words]);
  const before = text.slice(start, end);
  return [before, withEdits(before, shifted)].map((part) => part.replace(/\n$/, ""));
}

/** The button that fixes the finding next to the board, and the line that asks to save the fixed text. */
class FindingFix {
  /** @param openDialog called with a game that has several possible fixes at the finding */
  constructor(viewer, edit, openDialog) {
    Object.assign(this, { viewer, edit, openDialog });
    this.button = make("button", { type: "button", class: "main fix-finding", hidden: true }, say("app-fix-finding"));
    this.button.addEventListener("click", () => this.apply());
    viewer.find(".finding .message").after(this.button);
    this.words = make("span", { role: "status" });
    this.saveButton = make("button", { type: "button", class: "main", hidden: true }, say("app-save"));
    this.saveButton.addEventListener("click", () => this.save());
    this.line = make("div", { class: "saving", hidden: true }, this.words, this.saveButton);
    viewer.find(".record").prepend(this.line);
    viewer.root.addEventListener("position", () => {
      this.show();
      clearTimeout(this.waiting);
      this.waiting = setTimeout(() => this.offer(), FIX_DELAY);
    });
    viewer.root.addEventListener("saved", ({ detail }) => this.showSaved(detail));
  }

  /** Shows the button if the current finding has a fix. The fixes are known after the text of the game is read. */
  async offer() {
    const { game, finding, root } = this.viewer;
    if (!root.open || finding === undefined) return;
    await this.edit.pane.load();
    if (this.viewer.game !== game || this.viewer.finding !== finding) return;
    const { length } = this.fixes();
    this.button.hidden = length === 0;
    this.button.textContent = say(length > 1 ? "app-fix-open" : "app-fix-finding");
  }

  /** Returns the fixes of the current finding, from the findings of the text. */
  fixes() {
    const { game, finding } = this.viewer;
    const { pane } = this.edit;
    if (pane.game !== game || pane.area.readOnly || !game.found[finding]) return [];
    const { rule, at: [line, column] = [] } = game.found[finding];
    return pane.found.find((it) => it.rule === rule && it.line === line && it.column === column)?.fixes ?? [];
  }

  /** Shows the line if the open game has fixes that are not saved. The button is hidden until the fixes are known. */
  show() {
    const { game } = this.viewer;
    this.button.hidden = this.fixes().length === 0;
    const count = this.edit.fixCount(game);
    if (this.saved !== game) this.saved = undefined;
    this.saveButton.hidden = count === 0;
    if (count > 0) this.words.textContent = say("app-fix-made", numbers.format(count));
    else if (!this.saved) this.words.textContent = "";
    this.line.hidden = this.words.textContent === "";
  }

  showSaved(path) {
    const { game } = this.viewer;
    this.edit.histories.get(game.path)?.fixed.clear();
    this.saved = game;
    this.words.textContent = say("app-saved", path);
    this.show();
    this.viewer.list.draw();
  }

  /** Makes the fix of the current finding. */
  async apply() {
    const [fix, ...others] = this.fixes();
    if (!fix) return;
    if (others.length > 0) return this.openDialog(this.viewer.game);
    await this.edit.makeEdits(fix.edits);
    this.saveButton.focus();
  }

  async save() {
    await this.edit.pane.load();
    await this.edit.save();
  }
}

class FixDialog extends WorkDialog {
  /** @param edit the form that makes the changes of the open file */
  constructor(edit) {
    super(document.getElementById("app-fix"), "save-fixed");
    this.edit = edit;
    this.list = this.root.querySelector(".fixes");
    this.undo = make("button", { type: "button" }, say("app-edit-undo"));
    this.undo.addEventListener("click", () => this.change(() => this.edit.step(-1)));
    this.unsafe = this.root.querySelector("[name=unsafe]");
    this.unsafe.addEventListener("change", () => this.renew());
    this.saveButton.addEventListener("click", () => this.save());
  }

  /** Opens the dialog for the file of one game, or for all files. */
  openFor(game) {
    this.game = game;
    this.root.querySelector(".subject").textContent = game ? file(game) : say("app-all-files", numbers.format(source.files.length));
    return this.open();
  }

  /** Changes the open file, and shows its fixes again. */
  async change(act) {
    await act();
    await this.renew();
    (this.list.querySelector("button:not(:disabled)") ?? this.root.querySelector("[data-app=close]")).focus();
  }

  /** Lists the fixes of the file of the game, each with the lines before and after it. */
  async showList(isCurrent) {
    this.list.hidden = !this.game;
    this.list.replaceChildren();
    if (!this.game) return;
    const { pane } = this.edit;
    await pane.load();
    if (!isCurrent() || pane.area.readOnly) return;
    const fixable = pane.found.filter(({ fixes }) => fixes.length > 0);
    this.undo.disabled = this.edit.history.past.length === 0;
    const items = fixable.slice(0, LISTED_FIXES).map((finding) => this.item(finding, pane.area.value));
    const left = fixable.length - items.length;
    if (left > 0) items.push(make("li", {}, say("app-more", numbers.format(left))));
    this.list.hidden = items.length === 0 && this.undo.disabled;
    this.list.append(make("div", { class: "of" }, make("h3", {}, say("app-fix-each")), this.undo), make("ol", {}, ...items));
  }

  item(finding, text) {
    const title = frame.rules[finding.rule]?.title ?? finding.rule;
    const place = finding.line ? say("line-column", finding.line, finding.column) : "";
    const ways = finding.fixes.map((fix) => this.way(fix, finding, text));
    return make("li", {}, make("p", {}, severity(finding), make("span", { class: "at" }, place), ` ${title}: ${finding.msg}`), ...ways);
  }

  /** Returns a fix: its words, the lines before and after it, the boards if it changes a move, and its button. */
  way(fix, finding, text) {
    const [before, after] = changedLines(text, fix.edits);
    const line = (name, words) => make("span", { class: name }, `${name === "minus" ? "-" : "+"} ${words.replaceAll("\n", `\n${name === "minus" ? "-" : "+"} `)}`);
    const button = make("button", { type: "button", "data-fix": finding.rule }, say("app-fix-apply"));
    button.addEventListener("click", () => this.change(() => this.edit.makeEdits(fix.edits)));
    return make("div", { class: "way" }, make("div", { class: "words" }, make("p", {}, fix.msg), make("pre", { class: "diff" }, line("minus", before), line("plus", after))), ...this.boards(fix, finding), button);
  }

  /** Returns the boards before and after a fix of a move on the main line of the open game, or none. */
  boards({ ply, squares }, finding) {
    const { viewer } = this.edit;
    const isOpen = viewer.game === this.game && finding.record === source.places[this.game.id].at[1];
    if (!isOpen || !squares || !ply || this.game.kind || ply > viewer.score.lines[0].plies.length) return [];
    return ["written", "meant"].map((name, at) => {
      const drawing = thumbnailDrawing(viewer.score.at(0, ply - 1), undefined, [], squares[at].length ? [[name, squares[at]]] : []);
      return make("figure", {}, make("div", { class: "board" }, drawing), make("figcaption", {}, say(MARK_WORDS[name])));
    });
  }

  async compute(isCurrent) {
    this.files = new SavedFiles();
    await this.showList(isCurrent);
    const total = { fixed: 0, unsafe: 0, none: 0, refused: 0 };
    const diffs = [];
    const unread = [];
    const take = ({ path, diff, changed, counts, bytes }) => {
      if (!counts || !isCurrent()) return;
      for (const name of Object.keys(total)) total[name] += counts[name] ?? 0;
      if (!changed) return;
      this.files.add(path.replaceAll("!", "/"), bytes ?? new ArrayBuffer(0));
      diffs.push(diff);
    };
    for (const { opened, at } of this.places()) {
      if (!isCurrent()) return;
      try {
        await source.askFile(opened, { do: "fix", at, unsafe: this.unsafe.checked }, take);
      } catch (error) {
        if (this.game || !(error instanceof UnreadableFile)) throw error;
        unread.push(say("app-unreadable", opened.path, error.message));
      }
    }
    if (isCurrent()) this.show(total, diffs.join(""), unread);
  }

  /** Returns the files to fix, each with the place of the member if only one member of an archive is fixed. */
  places() {
    if (this.game) {
      const { file: opened, at } = source.places[this.game.id];
      return [{ opened, at }];
    }
    return source.files.flatMap((opened) => {
      if (!opened.edited?.size) return [{ opened }];
      // An edited text replaces the member of the archive.
      const members = new Map(opened.games.map((id) => source.places[id]).map((place) => [`${place.file.path} ${place.at[0]}`, place]));
      return [...members.values()].map(({ file: it, at }) => ({ opened: it, at }));
    });
  }

  show(total, diff, unread) {
    const hasFixes = this.files.count > 0;
    const made = this.game ? this.edit.fixCount(this.game) : 0;
    this.isOfText = !hasFixes && made > 0;
    const nothing = this.isOfText ? `${say("app-fix-made", numbers.format(made))} ${say("app-fix-no-other")}` : say("app-fix-nothing");
    const counts = [
      hasFixes ? say("app-fixed", numbers.format(total.fixed), numbers.format(this.files.count)) : nothing,
      total.unsafe > 0 && say("app-fix-unsafe-only", numbers.format(total.unsafe)),
      hasFixes && total.none > 0 && say("app-fix-none", numbers.format(total.none)),
      total.refused > 0 && say("app-fix-refused", numbers.format(total.refused)),
    ];
    const parts = counts.filter(Boolean).map((words) => make("p", {}, words));
    if (unread.length) parts.push(shortList(unread.map((words) => make("li", {}, words))));
    if (diff) parts.push(this.preview(diff));
    this.result.replaceChildren(...parts);
    this.saveButton.textContent = say(this.isOfText ? "app-save-text" : "app-save-fixed");
    this.saveButton.disabled = !hasFixes && !this.isOfText;
  }

  /** Returns the changes, a line in an element. Added and removed lines begin with `+` and `-`, and have a colour, too. */
  preview(diff) {
    const classOf = (line) => (/^(---|\+\+\+|@@)/.test(line) ? "place" : { "+": "plus", "-": "minus" }[line[0]]);
    const lines = diff.slice(0, PREVIEW_LENGTH).split("\n").map((line) => make("span", { class: classOf(line) }, line));
    if (diff.length > PREVIEW_LENGTH) lines.push(make("span", { class: "place" }, say("app-preview-cut")));
    return make("pre", { class: "diff", tabindex: "0", "aria-label": say("app-preview") }, ...lines);
  }

  /** Saves the fixed files, or the edited text if it contains all fixes. */
  async save() {
    if (this.isOfText) {
      await this.edit.save();
      this.root.close();
    } else this.status.textContent = savedWords(this.files.save(`${say("app-fixed-name")}.zip`), this.files.count);
  }
}
