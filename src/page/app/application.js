// The application: the buttons, dropped files, the progress of a check, and links that hold a game.

/** Maximum number of notes that are listed. */
const LISTED_NOTES = 200;

class ApplicationPage {
  constructor({ viewer, listings }) {
    Object.assign(this, { viewer, listings });
    this.root = document.getElementById("opener");
    document.querySelector("main > .answer").after(this.root);
    const find = (selector) => this.root.querySelector(selector);
    this.parts = {
      running: find(".running"), progress: find("progress"), state: find(".state"), outcome: find(".outcome"), notes: find(".app-notes"), actions: find(".app-actions"),
    };
    this.newCheck();
    const ask = (settings) => source.asking.ask({ do: "settings", ...settings });
    this.settings = new CheckSettings(ask, (settings) => this.applySettings(settings), (text) => this.note(text));
    source.settings = this.settings.recall();
    this.paste = document.getElementById("app-paste");
    this.pasted = 0;
    this.created = 0;
    this.notes = 0;
    source.onError = (text) => this.note(text);
    this.pane = new SourcePane(viewer, () => {
      this.listings.refresh();
      this.showProgress();
    });
    this.edit = new EditPane(viewer, this.pane);
    this.dialogs = { convert: new ConvertDialog(), fix: new FixDialog(this.edit), report: new ReportDialog() };
    this.addGameButtons();
    this.fix = new FindingFix(viewer, this.edit, (game) => this.dialogs.fix.openFor(game));
    this.finder = new PositionFinder(viewer);
    addLicencesButton();
    this.listen();
  }

  newCheck() {
    this.check = new Check(source, {
      progress: () => this.showProgress(),
      note: (text) => this.note(text),
      update: () => this.listings.grow(),
    });
    source.check = this.check;
  }

  /** Adds buttons for the open game to the panel of its text. */
  addGameButtons() {
    const button = (name, words, act) => {
      const made = make("button", { type: "button", class: `game-${name}` }, words);
      made.addEventListener("click", act);
      return made;
    };
    this.pane.buttons.append(
      button("convert", say("app-convert-open"), () => this.dialogs.convert.openFor(this.viewer.game)),
      button("fix", say("app-fix-open"), () => this.dialogs.fix.openFor(this.viewer.game)),
    );
  }

  listen() {
    const actions = this.actions();
    document.addEventListener("click", (event) => {
      const button = event.target.closest("[data-app]");
      if (button) actions[button.dataset.app]?.(button);
    });
    for (const id of ["choose-files", "choose-folder"]) {
      const field = document.getElementById(id);
      field.addEventListener("change", async () => {
        const found = collectChosen([...field.files]);
        field.value = "";
        await this.open(found);
      });
    }
    this.paste.addEventListener("close", () => this.paste.returnValue === "check" && this.openPasted());
    this.listenToDrops();
    addEventListener("hashchange", () => this.openLink());
  }

  actions() {
    return {
      add: (button) => this.showDropZone(button.getAttribute("aria-expanded") !== "true"),
      "choose-files": () => document.getElementById("choose-files").click(),
      "choose-folder": () => document.getElementById("choose-folder").click(),
      paste: () => this.openPaste(),
      "new-record": () => this.openNew(),
      example: () => this.openText(document.getElementById("example").textContent, `${say("app-example-name")}.kif`),
      rules: () => this.settings.open(),
      "all-rules": () => this.settings.selectAll(true),
      "no-rules": () => this.settings.selectAll(false),
      "apply-rules": () => this.settings.applyRules(),
      stop: () => this.check.stop(),
      again: () => this.run(),
      convert: () => this.dialogs.convert.openFor(),
      fix: () => this.dialogs.fix.openFor(),
      report: () => this.dialogs.report.open(),
      search: () => this.finder.edit(),
      clear: () => this.clear(),
      licences: () => showLicences(),
      close: (button) => button.closest("dialog").close(),
    };
  }

  /** Accepts files that are dropped anywhere on the page. */
  listenToDrops() {
    const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
    const show = (isOver) => document.body.classList.toggle("dragging", isOver);
    addEventListener("dragover", (event) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = "copy";
      show(true);
    });
    addEventListener("dragleave", (event) => event.relatedTarget ?? show(false));
    addEventListener("drop", async (event) => {
      show(false);
      if (!hasFiles(event)) return;
      event.preventDefault();
      try {
        await this.open(await collectDrop(event.dataTransfer));
      } catch (error) {
        this.note(say("app-not-dropped", error.message));
      }
    });
    addEventListener("paste", (event) => {
      if (event.target.closest?.("input, textarea, dialog")) return;
      const { files } = event.clipboardData;
      const text = event.clipboardData.getData("text/plain");
      if (files.length) this.open(collectChosen([...files]));
      else if (text.trim()) this.openText(text);
    });
  }

  /** Opens the files that were collected, and checks them. Shows the game of a single file with one game. */
  async open(found) {
    await this.checkFound(found);
    const [opened, ...others] = found.files;
    if (opened?.games.length === 1 && others.length === 0) await this.openFirst(opened);
  }

  /** Shows the first game of a file: at a place, at its gravest finding, or at its start. A file without a record is only listed. */
  async openFirst(opened, place) {
    const game = games[opened.games[0]];
    if (game && !isWithoutRecord(game)) await this.viewer.open(game, place?.ply !== undefined ? place : (game.found.length ? { finding: gravest(game) } : { ply: 0 }));
  }

  /** Checks the files that were collected. */
  async checkFound(found) {
    if (found.configuration) await this.settings.configure(await found.configuration.text());
    try {
      await found.choose(source.asking);
    } catch (error) {
      return this.note(error.message);
    }
    if (found.skipped) this.note(say("app-skipped", numbers.format(found.skipped)));
    if (found.files.length + found.sheets.length === 0) return found.configuration || this.note(say("app-nothing-to-open"));
    const bytes = [...source.files, ...source.sheets].reduce((sum, { file }) => sum + file.size, 0) + found.bytes;
    if (bytes > OPEN_BYTES) return this.note(say("app-too-large", megabytes(bytes), megabytes(OPEN_BYTES)));
    const taken = new Map(source.files.map(({ path }) => [path, 1]));
    for (const file of found.files) file.path = freePath(file.path, taken);
    source.files.push(...found.files);
    source.sheets.push(...found.sheets);
    this.check.add(found.files);
    return this.run();
  }

  /** Shows or hides the area for further files, which is always shown before the first file is opened. */
  showDropZone(isShown) {
    const button = this.root.querySelector("[data-app=add]");
    button.setAttribute("aria-expanded", String(isShown));
    if (isShown) this.root.querySelector("[data-app=choose-files]").focus();
  }

  openPaste() {
    this.paste.returnValue = "";
    this.paste.showModal();
  }

  openPasted() {
    const area = document.getElementById("app-pasted");
    const text = area.value;
    area.value = "";
    if (text.trim()) return this.openText(text);
  }

  /** Opens a text as a file, and shows its first game at a place. */
  async openText(text, name, place) {
    const path = name ?? pastedName(text, numbers.format((this.pasted += 1)));
    const found = new Collection();
    found.files.push(new OpenFile(path, new Blob([text])));
    Object.assign(found.files[0], { packed: place?.packed, isNew: place?.isNew });
    await this.checkFound(found);
    await this.openFirst(found.files[0], place);
  }

  /** Opens a new record without moves, and shows its form. */
  async openNew() {
    await this.openText(newRecord(), `${say("app-new-name", numbers.format((this.created += 1)))}.kifu`, { isNew: true });
    this.edit.begin();
  }

  /** Opens the game that the address holds, if it holds one. */
  async openLink() {
    const parameters = new URLSearchParams(location.hash.slice(1));
    const packed = parameters.get("g");
    // Back returns to the same address when the game is closed.
    if (!packed || location.hash === this.openedLink) return;
    this.openedLink = location.hash;
    const opened = source.files.find((it) => it.packed === packed);
    if (opened && games[opened.games[0]]) {
      return this.viewer.open(games[opened.games[0]], { ply: wholeNumber(parameters.get("ply")), line: wholeNumber(parameters.get("line")), isInHistory: true });
    }
    try {
      const text = await unpackText(packed);
      const ply = wholeNumber(parameters.get("ply"));
      const place = { ply, line: wholeNumber(parameters.get("line")), packed };
      await this.openText(text, pastedName(text).replace(/^.*\./, `${say("app-link-name")}.`), place);
    } catch (error) {
      this.note(error instanceof RangeError ? say("app-link-large", megabytes(LINKED_BYTES)) : say("app-link-damaged"));
    }
  }

  /** Checks the files that are not checked yet. */
  async run() {
    document.body.classList.add("filled");
    // The browser asks before it closes or reloads the page, because the files would have to be opened again.
    window.onbeforeunload = (event) => event.preventDefault();
    this.showDropZone(false);
    this.showProgress(true);
    this.listings.verdict.isFinal = false;
    await this.check.run();
    this.listings.verdict.isFinal = this.check.waiting.length === 0 && !this.check.isCut;
    this.showProgress();
    this.listings.refresh();
    if (this.check.waiting.length === 0) await this.compare();
  }

  /** Compares the records with each other and with the sheets, and shows the findings. A comparison that another one follows has no
   * effect. */
  async compare() {
    const number = (this.comparisons = (this.comparisons ?? 0) + 1);
    if (games.length + source.sheets.length < 2 && source.sheets.length === 0) return;
    const unusable = new Set();
    const note = (text, path) => {
      unusable.add(path);
      if (number === this.comparisons) this.note(text);
    };
    try {
      const compared = await source.compare(note);
      if (number !== this.comparisons) return;
      if (games.length === 0) return this.showSheets(source.sheets.map(({ path }) => path).filter((path) => !unusable.has(path)));
      source.setCompared(compared);
      this.listings.refresh();
      this.showProgress();
    } catch (error) {
      if (number === this.comparisons) this.note(say("app-not-compared", error.message));
    }
  }

  /** Reports the sheets that are open without records, and shows the area for files. */
  showSheets(paths) {
    if (paths.length === 0) return;
    this.parts.outcome.textContent = say("app-sheets-only", paths.join(say("comma")));
    this.parts.outcome.classList.remove("unseen");
    this.showDropZone(true);
  }

  /** Shows the number of games and findings after a check, or the progress during a check. */
  showProgress(isBegun) {
    const { totals, waiting, isCut } = this.check;
    const isRunning = isBegun || this.check.isRunning;
    const { parts } = this;
    parts.running.hidden = !isRunning;
    parts.progress.max = Math.max(1, totals.ofBytes);
    // It is not known how much of a single file has been checked.
    if (totals.ofFiles === 1) parts.progress.removeAttribute("value");
    else parts.progress.value = totals.bytes;
    parts.state.textContent = say("app-state", numbers.format(totals.files), numbers.format(totals.ofFiles), numbers.format(recordCount()), numbers.format(findings.length));
    parts.actions.hidden = isRunning || source.files.length + source.sheets.length === 0;
    for (const name of ["convert", "fix", "report", "search"]) parts.actions.querySelector(`[data-app=${name}]`).disabled = games.length === 0;
    this.root.querySelector("[data-app=again]").hidden = isRunning || waiting.length === 0;
    const isStopped = waiting.length > 0 || isCut;
    parts.outcome.textContent = isRunning || source.files.length === 0 ? "" : this.outcome(isStopped);
    // The verdict has the same numbers, so a completed check is only announced.
    parts.outcome.classList.toggle("unseen", !isStopped);
  }

  /** Returns the outcome of a check in words: the numbers of files, games and findings. Files without a record are counted apart. */
  outcome(isStopped) {
    const { totals } = this.check;
    const unread = games.length - recordCount();
    const counts = [recordCount(), findings.length].map((it) => numbers.format(it));
    const [files, all] = [totals.files, totals.ofFiles].map((it) => numbers.format(it));
    const words = isStopped ? say("app-stopped", files, all, ...counts) : say("app-checked", files, ...counts);
    return unread ? `${words} ${say("app-unread", numbers.format(unread))}` : words;
  }

  /** Adds a note below the settings. */
  note(text) {
    this.notes += 1;
    if (this.notes <= LISTED_NOTES) return this.parts.notes.append(make("li", {}, text));
    const words = say("app-more", numbers.format(this.notes - LISTED_NOTES));
    if (this.notes === LISTED_NOTES + 1) this.parts.notes.append(make("li", {}, words));
    else this.parts.notes.lastElementChild.textContent = words;
  }

  /** Checks all files again with these settings. */
  applySettings(settings) {
    source.settings = settings;
    source.asking.stop();
    this.check.stop();
    this.reset();
    this.newCheck();
    this.check.add(source.files);
    if (source.files.length) this.run();
  }

  /** Removes all games and notes. */
  reset() {
    this.comparisons = (this.comparisons ?? 0) + 1;
    if (this.viewer.root.open) this.viewer.root.close();
    source.clearGames();
    this.edit.forget();
    this.notes = 0;
    this.parts.notes.replaceChildren();
    this.listings.refresh();
  }

  /** Closes all files. */
  clear() {
    if (source.hasUnsaved && !confirm(say("app-edits-lost"))) return;
    this.check.stop();
    source.files.length = 0;
    source.sheets.length = 0;
    window.onbeforeunload = null;
    this.reset();
    this.newCheck();
    this.settings.forget();
    selection.replace(new Map());
    this.showProgress();
    document.body.classList.remove("filled");
    document.getElementById("opener-head").scrollIntoView();
  }
}

source = new ApplicationSource();
// The viewer is created after the first pause of `begin`.
addRecordTab("edit", say("app-edit"));
addRecordTab("source", say("app-source"));
addRecordTab("search", say("app-search-tab"));

begun.then(async (parts) => {
  const application = new ApplicationPage(parts);
  try {
    // The first file is checked sooner if the module is ready.
    await source.asking.ready().catch((error) => {
      // Another version of the page may have stored settings that this one does not know.
      if (!source.settings) throw error;
      application.settings.discard();
      source.settings = undefined;
      return source.asking.ready();
    });
    await application.openLink();
    // The numbers of games in an old address mean nothing before files are opened.
    if (games.length === 0 && new URLSearchParams(location.hash.slice(1)).has("game")) history.replaceState(null, "", pageAddress(""));
  } catch (error) {
    application.note(say("app-no-module", error.message));
  }
});
