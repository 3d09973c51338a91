// The verdict at the top of the page: the numbers of findings and of games without findings. Each number filters the page.

/** The grades of findings, each with the severity of its mark and its words: illegal moves, other errors, warnings and notes. */
const GRADES = {
  foul: ["error", "category-illegal"],
  error: ["error", "verdict-errors"],
  warning: ["warning", "verdict-warnings"],
  note: ["note", "verdict-notes"],
};

/** Returns the totals that the program counted, or `undefined` if the page has none. They include the games and findings that are
 * left out of the tables because of their number. */
function reportedTotals() {
  const totals = [...document.querySelectorAll(".figures dd")].map((it) => Number(it.textContent.replaceAll(",", "")));
  if (totals.length < 6) return undefined;
  const [all, , found, error, warning, note] = totals;
  return { games: all, clean: all - found, error, warning, note };
}

/** Returns the numbers of games, of games without findings, of files without a record, and of findings of each grade. If the page
 * does not have all findings, the errors are not divided. */
function verdictCounts() {
  const counts = { foul: 0, error: 0, warning: 0, note: 0, games: 0, clean: 0, unread: 0 };
  for (const finding of [...findings, ...archived]) counts[gradeOf(finding)] += 1;
  for (const game of games) {
    if (isWithoutRecord(game)) counts.unread += 1;
    else counts.games += 1;
    if (!game.f) counts.clean += 1;
  }
  const totals = reportedTotals();
  const isLeftOut = totals && (totals.games > games.length || totals.error + totals.warning + totals.note > findings.length + archived.length);
  return isLeftOut ? { ...counts, ...totals, foul: 0, games: totals.games - counts.unread, isLeftOut } : counts;
}

class Verdict {
  /** `onChoose` is called with the tab that shows what a button selects. */
  constructor(onChoose) {
    this.root = document.querySelector(".verdict");
    /** `false` while not all files are checked. */
    this.isFinal = true;
    this.root.addEventListener("click", (event) => {
      const { facet, value } = event.target.closest("button")?.dataset ?? {};
      if (!facet) return;
      const isChosen = selection.get(facet) === value;
      selection.replace(new Map([...selection.values].filter(([name]) => !["grade", "s", "found"].includes(name))).set(facet, isChosen ? undefined : value));
      onChoose(facet === "found" ? "games" : "findings");
      this.root.querySelector(`[data-facet=${facet}][data-value=${value}]`)?.focus();
    });
  }

  /** Counts the games and findings again, and shows the numbers. */
  count() {
    this.counts = verdictCounts();
    this.show();
  }

  /** Shows the numbers, and marks the one by which the page is filtered. */
  show() {
    const { counts } = this;
    this.root.hidden = games.length === 0;
    if (this.root.hidden) return;
    const isClean = this.isFinal && counts.foul + counts.error + counts.warning + counts.unread === 0;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.value : undefined;
    const number = numbers.format(counts.games);
    const parts = [make("p", { class: "total" }, isClean ? say("verdict-clean", number) : say("verdict-games", number))];
    for (const [grade, [severityName, words]] of Object.entries(GRADES)) {
      if (counts[grade] === 0) continue;
      const [facet, name] = counts.isLeftOut ? ["s", say(`column-${grade}s`)] : ["grade", say(words)];
      parts.push(this.button(facet, grade, severity({ s: severityName }), name, numbers.format(counts[grade])));
    }
    if (!isClean && counts.clean > 0) parts.push(this.button("found", "clean", make("span", { class: "sign clean" }, "✓"), say("verdict-no-findings"), say("verdict-no-findings-count", numbers.format(counts.clean))));
    if (counts.unread > 0) parts.push(this.button("found", "unread", undefined, say("verdict-unread"), say("verdict-unread-count", numbers.format(counts.unread))));
    this.root.classList.toggle("is-clean", isClean);
    this.root.replaceChildren(...parts);
    if (focused) this.root.querySelector(`[data-value=${focused}]`)?.focus();
  }

  button(facet, value, sign, name, number) {
    const pressed = String(selection.get(facet) === value);
    // The name of the button has the same meaning as the sign.
    sign?.setAttribute("aria-hidden", "true");
    return make("button", { type: "button", "data-facet": facet, "data-value": value, "aria-pressed": pressed }, sign, `${name} `, make("b", {}, number));
  }
}
