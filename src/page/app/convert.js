// Converting one game or all games, with the losses in words before anything is saved.

/** The encodings that are offered. An empty name is the usual encoding of the format. */
const ENCODINGS = ["", "UTF-8", "Shift_JIS", "EUC-JP"];

/** Maximum number of losses or reasons that are listed. */
const LISTED_LOSSES = 200;

/** A dialog whose result is computed by the worker again after each choice. */
class WorkDialog {
  /** @param button the value of `data-app` of the button that saves the result */
  constructor(root, button) {
    this.root = root;
    this.saveButton = root.querySelector(`[data-app=${button}]`);
    this.result = root.querySelector(".result");
    this.status = make("p", { role: "status" });
    this.saveButton.parentElement.before(this.status);
    this.round = 0;
    root.addEventListener("close", () => (this.round += 1));
  }

  open() {
    const notes = [!this.game && source.check.waiting.length > 0 && say("app-stopped-all"), source.hasDrafts && say("app-drafts")];
    const note = this.root.querySelector(".partial");
    note.textContent = notes.filter(Boolean).join(" ");
    note.hidden = note.textContent === "";
    this.root.showModal();
    return this.renew();
  }

  /** Computes the result again. An older computation ends without a result. */
  async renew() {
    const round = (this.round += 1);
    const isCurrent = () => this.round === round;
    this.saveButton.disabled = true;
    this.status.textContent = "";
    this.result.replaceChildren(make("p", {}, say("app-computing")));
    try {
      await this.compute(isCurrent);
    } catch (error) {
      if (isCurrent()) this.result.replaceChildren(make("p", { class: "problem" }, error.message));
    }
  }
}

/** Returns the words for a number of files that were saved as one file with this name. */
const savedWords = (name, count) => say("app-saved", count > 1 ? `${name} (${say("app-files", numbers.format(count))})` : name);

class ConvertDialog extends WorkDialog {
  constructor() {
    super(document.getElementById("app-convert"), "save-converted");
    const fields = this.root.querySelector("form").elements;
    Object.assign(this, { target: fields.target, encoding: fields.encoding, newline: fields.newline });
    this.encoding.append(...ENCODINGS.map((name) => make("option", { value: name }, name || say("app-encoding-usual"))));
    for (const choice of [this.target, this.encoding, this.newline]) choice.addEventListener("change", () => this.renew());
    this.saveButton.addEventListener("click", () => this.save());
  }

  /** Opens the dialog for one game, or for all games. */
  async openFor(game) {
    this.game = game;
    this.root.querySelector(".subject").textContent = game ? `${called(game)} · ${file(game)}` : say("app-all-games", numbers.format(recordCount()));
    await this.offer();
    return this.open();
  }

  /** Offers the formats for the kinds of games. Disables those in which the game cannot be written, and states the reasons. */
  async offer() {
    const kinds = kindsOf(this.game ? [this.game] : games);
    const offered = frame.application.targets.filter((target) => target.games.some((kind) => kinds.has(kind)));
    const formats = this.game ? await source.targets(this.game).catch(() => []) : [];
    const option = ({ name, label }) => {
      const reason = formats.find((format) => format.name === name)?.reason;
      return make("option", { value: name, disabled: reason !== undefined, title: reason }, label);
    };
    const chosen = this.target.value;
    this.target.replaceChildren(...offered.map(option));
    const isEnabled = (it) => !it.disabled;
    const options = [...this.target.options].filter(isEnabled);
    this.target.selectedIndex = (options.find(({ value }) => value === chosen) ?? options[0])?.index ?? -1;
  }

  get choices() {
    const choices = { target: this.target.value, encoding: this.encoding.value, newline: this.newline.value };
    return Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== ""));
  }

  async compute(isCurrent) {
    this.files = new SavedFiles();
    const result = { losses: new Map(), reasons: [] };
    if (this.game) await this.computeOne(result);
    else await this.computeAll(result, isCurrent);
    if (isCurrent()) this.show(result);
  }

  async computeOne(result) {
    const answer = await source.ask(this.game, { do: "write", ...this.choices });
    const stem = this.game.path.replaceAll("!", "/").replace(/\.[^./]*$/, "");
    const number = this.game.n ? `-${this.game.n}` : "";
    this.take({ ...answer, name: `${stem}${number}.${answer.extension}`, path: file(this.game) }, result);
  }

  /** Converts all files in a worker of their own, which is ended when the choices change. */
  async computeAll(result, isCurrent) {
    const engine = source.newEngine();
    const convert = (opened, isTaken) =>
      engine.ask({ do: "convert", path: opened.path }, opened.file, (answer) => {
        if (!isCurrent()) return engine.stop();
        if (isTaken(answer)) this.take(answer, result);
      });
    try {
      await engine.ask({ do: "begin-conversion", ...this.choices });
      for (const opened of source.files) {
        if (!isCurrent()) return;
        try {
          await convert(opened, ({ at }) => !opened.edited?.has(at?.[0]));
        } catch (error) {
          if (!(error instanceof UnreadableFile)) throw error;
          result.reasons.push(`${opened.path}: ${error.message}`);
        }
        for (const edited of opened.edited?.values() ?? []) await convert(edited, () => true);
        if (isCurrent()) this.result.replaceChildren(make("p", {}, `${say("app-computing")} ${numbers.format(this.files.count)}`));
      }
    } finally {
      engine.stop();
    }
  }

  /** Keeps a file that was written, and counts its losses, or keeps the reason why it was not written. */
  take({ name, path, bytes, losses = [], reason }, result) {
    if (reason !== undefined) result.reasons.push(`${path}: ${reason}`);
    if (name === undefined || reason !== undefined) return;
    this.files.add(name, bytes ?? new ArrayBuffer(0));
    for (const loss of losses) countLoss(result.losses, loss, path);
  }

  show({ losses, reasons }) {
    const item = ({ name, words, example, records, paths }) => {
      if (this.game) return make("li", {}, words);
      const kind = say("app-in-records", name, numbers.format(records)) + (example ? say("app-for-example", example) : "");
      const more = records - paths.length;
      const listed = [...paths, more > 0 && say("app-more", numbers.format(more))].filter(Boolean);
      return make("li", {}, kind, make("br", {}), make("small", {}, listed.join(", ")));
    };
    const parts = [make("p", {}, say("app-will-be-written", numbers.format(this.files.count)))];
    if (losses.size) parts.push(make("p", {}, say("app-lost")), shortList([...losses.values()].map(item)));
    else if (this.files.count) parts.push(make("p", {}, say("app-nothing-lost")));
    if (reasons.length) parts.push(make("p", {}, say("app-not-written", numbers.format(reasons.length))), shortList(reasons.map((text) => make("li", {}, text))));
    this.result.replaceChildren(...parts);
    this.saveButton.disabled = this.files.count === 0;
  }

  save() {
    const name = this.files.save(`${say("app-converted-name")}-${this.target.value}.zip`);
    this.status.textContent = savedWords(name, this.files.count);
  }
}

/** Maximum number of records that are named after a kind of loss. */
const NAMED_RECORDS = 5;

/** Adds a loss of a record to the losses of all records, which are grouped by their kind. The first example of a kind is kept. */
function countLoss(losses, { kind, name, words, example }, path) {
  const group = losses.get(kind) ?? { name, words, records: 0, paths: [] };
  group.example ??= example;
  group.records += 1;
  if (group.paths.length < NAMED_RECORDS && !group.paths.includes(path)) group.paths.push(path);
  losses.set(kind, group);
}

/** Returns a list of at most `LISTED_LOSSES` items, and the number of the others. */
function shortList(items) {
  const rest = items.length - LISTED_LOSSES;
  return make("ul", {}, ...items.slice(0, LISTED_LOSSES), rest > 0 ? make("li", {}, say("app-more", numbers.format(rest))) : undefined);
}
