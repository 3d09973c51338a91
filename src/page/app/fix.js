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
    const counts = [
      say("app-fixed", numbers.format(total.fixed), numbers.format(this.files.count)),
      total.unsafe > 0 && say("app-fix-unsafe-only", numbers.format(total.unsafe)),
      total.none > 0 && say("app-fix-none", numbers.format(total.none)),
      total.refused > 0 && say("app-fix-refused", numbers.format(total.refused)),
    ];
    const parts = counts.filter(Boolean).map((words) => make("p", {}, words));
    if (unread.length) parts.push(shortList(unread.map((words) => make("li", {}, words))));
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
