// The verdict at the top of the page: the numbers of findings and of games without findings. Each number filters the page.

/** The words for the findings of a severity that are not illegal moves, if there are illegal moves, too. */
const OTHER_WORDS = { error: "verdict-errors", warning: "verdict-warnings", note: "verdict-notes" };

/** Returns the totals that the program counted, or `undefined` if the page has none. They include the games and findings that are
 * left out of the tables because of their number. */
function reportedTotals() {
  const totals = [...document.querySelectorAll(".figures dd")].map((it) => Number(it.textContent.replaceAll(",", "")));
  if (totals.length < 6) return undefined;
  const [all, , found, error, warning, note] = totals;
  return { games: all, clean: all - found, error, warning, note };
}

/** Returns the numbers of games, of games without findings, of files without a record, of illegal moves, of other findings by their
 * severity, and of findings between records. If the page does not have all findings, the numbers by severity include all findings.
 */
function verdictCounts() {
  const counts = { illegal: 0, error: 0, warning: 0, note: 0, archive: archived.length, games: 0, clean: 0, unread: 0 };
  for (const finding of findings) counts[gradeOf(finding)] += 1;
  for (const game of games) {
    if (isWithoutRecord(game)) counts.unread += 1;
    else counts.games += 1;
    if (!game.f) counts.clean += 1;
  }
  const totals = reportedTotals();
  const isLeftOut = totals && (totals.games > games.length || totals.error + totals.warning + totals.note > findings.length + archived.length);
  return isLeftOut ? { ...counts, ...totals, illegal: 0, archive: 0, games: totals.games - counts.unread, isLeftOut } : counts;
}

/** Returns the name of a grade of findings. */
const gradeWords = (grade) => say(findings.some(isIllegal) ? OTHER_WORDS[grade] : `column-${grade}s`);

const isIllegal = (finding) => gradeOf(finding) === "illegal";

/** Returns the mark of the highest severity of findings. */
const gravestSign = (rows) => severity({ s: Object.keys(weights)[Math.min(...rows.map(({ s }) => weights[s]))] });

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
      // The numbers are those of the whole page, so all other filters are removed.
      selection.replace(new Map(isChosen || facet === "archive" ? [] : [[facet, value]]));
      onChoose({ found: "games", archive: "archive" }[facet] ?? "findings");
      this.root.querySelector(`[data-facet=${facet}][data-value=${value}]`)?.focus();
    });
  }

  /** Counts the games and findings again, and shows the numbers. */
  count() {
    this.counts = verdictCounts();
    this.illegal = findings.filter(isIllegal);
    this.show();
  }

  /** Shows the numbers, and marks the one by which the page is filtered. */
  show() {
    const { counts } = this;
    this.root.hidden = games.length === 0;
    if (this.root.hidden) return;
    const hasProblem = counts.error + counts.warning + counts.unread > 0 || [...this.illegal, ...archived].some(({ s }) => s !== "note");
    const isClean = this.isFinal && !hasProblem;
    const focused = this.root.contains(document.activeElement) ? document.activeElement.dataset.value : undefined;
    const number = numbers.format(counts.games);
    const parts = [make("p", { class: "total" }, isClean ? say("verdict-clean", number) : say("verdict-games", number))];
    if (counts.illegal > 0) parts.push(this.button("category", "illegal", gravestSign(this.illegal), say("category-illegal"), numbers.format(counts.illegal)));
    for (const grade of Object.keys(weights)) {
      if (counts[grade] === 0) continue;
      const [facet, name] = counts.isLeftOut ? ["s", say(`column-${grade}s`)] : ["grade", gradeWords(grade)];
      parts.push(this.button(facet, grade, severity({ s: grade }), name, numbers.format(counts[grade])));
    }
    if (counts.archive > 0) parts.push(this.button("archive", "all", gravestSign(archived), say("archive"), numbers.format(counts.archive)));
    if (!isClean && counts.clean > 0) parts.push(this.button("found", "clean", make("span", { class: "sign clean" }, "✓"), say("verdict-no-findings"), say("verdict-no-findings-count", numbers.format(counts.clean))));
    if (counts.unread > 0) parts.push(this.button("found", "unread", undefined, say("verdict-unread"), say("verdict-unread-count", numbers.format(counts.unread))));
    this.root.classList.toggle("is-clean", isClean);
    this.root.replaceChildren(...parts);
    if (focused) this.root.querySelector(`[data-value=${focused}]`)?.focus();
  }

  button(facet, value, sign, name, number) {
    // The button of the findings between records only shows their tab.
    const pressed = facet === "archive" ? undefined : String(selection.get(facet) === value);
    // The name of the button has the same meaning as the sign.
    sign?.setAttribute("aria-hidden", "true");
    return make("button", { type: "button", "data-facet": facet, "data-value": value, "aria-pressed": pressed }, sign, `${name} `, make("b", {}, number));
  }
}
