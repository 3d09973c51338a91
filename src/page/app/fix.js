// Fixing files, with a preview of the changes as a unified diff.

/** Maximum length of the preview (characters). */
const PREVIEW_LENGTH = 300_000;

class FixDialog extends WorkDialog {
  constructor() {
    super(document.getElementById("app-fix"), "save-fixed");
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

  async compute(isCurrent) {
    this.files = new SavedFiles();
    const total = { fixed: 0, unsafe: 0, without: 0, refused: 0 };
    const diffs = [];
    for (const { opened, at } of this.places()) {
      if (!isCurrent()) return;
      const { diff, changed, bytes, ...counts } = await source.askFile(opened, { do: "fix", at, unsafe: this.unsafe.checked });
      for (const name of Object.keys(total)) total[name] += counts[name] ?? 0;
      if (!changed) continue;
      const [id] = opened.games.filter((it) => source.places[it].at[0] === at[0]);
      this.files.add((games[id]?.path ?? opened.path).replaceAll("!", "/"), bytes);
      diffs.push(diff);
    }
    if (isCurrent()) this.show(total, diffs.join(""));
  }

  /** Returns the places of the files and members in which the chosen games have findings. */
  places() {
    const chosen = this.game ? [this.game] : games.filter(({ found }) => found.length);
    const places = new Map();
    for (const { id } of chosen) {
      const { file: opened, at: [member] } = source.places[id];
      if (!places.has(opened)) places.set(opened, new Set());
      places.get(opened).add(member);
    }
    return [...places].flatMap(([opened, members]) => [...members].map((member) => ({ opened, at: [member, 1] })));
  }

  show(total, diff) {
    const counts = [
      say("app-fixed", numbers.format(total.fixed), numbers.format(this.files.count)),
      total.unsafe > 0 && say("app-fix-unsafe-only", numbers.format(total.unsafe)),
      total.without > 0 && say("app-fix-none", numbers.format(total.without)),
      total.refused > 0 && say("app-fix-refused", numbers.format(total.refused)),
    ];
    const parts = counts.filter(Boolean).map((words) => make("p", {}, words));
    if (diff) parts.push(this.preview(diff));
    this.result.replaceChildren(...parts);
    this.saveButton.disabled = this.files.count === 0;
  }

  /** Returns the changes, a line in an element. Added and removed lines begin with `+` and `-`, and have a colour, too. */
  preview(diff) {
    const classOf = (line) => (/^(---|\+\+\+|@@)/.test(line) ? "place" : { "+": "plus", "-": "minus" }[line[0]]);
    const lines = diff.slice(0, PREVIEW_LENGTH).split("\n").map((line) => make("span", { class: classOf(line) }, line));
    if (diff.length > PREVIEW_LENGTH) lines.push(make("span", { class: "place" }, say("app-preview-cut")));
    return make("pre", { class: "diff", tabindex: "0", "aria-label": say("app-preview") }, ...lines);
  }

  save() {
    this.files.save(`${say("app-fixed-name")}.zip`);
    this.root.close();
  }
}
