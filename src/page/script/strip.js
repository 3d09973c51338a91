// The strip below the board: evaluations and used times of a line. It moves the game.

const STRIP_WIDTH = 600;
const STRIP_HEIGHT = 60;
/** The centre line of evaluations, and the top of the marks. */
const STRIP_MIDDLE = 24;
const STRIP_MARKS = 52;

/** Number of plies that Page Up and Page Down move in the strip. */
const STRIP_PAGE = 10;

/** Returns the height of an evaluation above the centre line, between -1 and 1. Large advantages are compressed. */
const evaluationHeight = (centipawns) => Math.tanh(centipawns / 1000);

class Strip {
  /**
   * @param root the element of the strip
   * @param go called with the ply that the user selects
   */
  constructor(root, go) {
    Object.assign(this, { root, go });
    root.setAttribute("role", "slider");
    root.setAttribute("tabindex", "0");
    root.setAttribute("aria-label", say("strip"));
    root.setAttribute("aria-valuemin", "0");
    const select = (event) => {
      const { left, width } = this.svg.getBoundingClientRect();
      go(Math.round(Math.max(0, Math.min(1, (event.clientX - left) / width)) * this.length));
    };
    root.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.isDragging = true;
      root.setPointerCapture?.(event.pointerId);
      select(event);
    });
    root.addEventListener("pointermove", (event) => this.isDragging && select(event));
    for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => (this.isDragging = false));
    root.addEventListener("keydown", (event) => this.press(event));
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const ways = { ArrowUp: 1, ArrowDown: -1, PageUp: STRIP_PAGE, PageDown: -STRIP_PAGE };
    if (!ways[event.key]) return;
    this.go(Math.max(0, Math.min(this.length, this.ply + ways[event.key])));
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Draws a line of a game. Without evaluations and times, the strip is hidden.
   *
   * @param marks the severity of the findings by ply
   */
  open(score, line, marks) {
    const { plies: all } = score.lines[line];
    Object.assign(this, { score, line, length: all.length });
    this.root.hidden = !score.hasEvaluations && !all.some(({ seconds }) => seconds > 0);
    const x = (ply) => (ply / Math.max(1, all.length)) * STRIP_WIDTH;
    this.cursor = draw("path", { class: "cursor", d: `M0 0V${STRIP_HEIGHT}` });
    this.x = x;
    this.svg = draw(
      "svg",
      { viewBox: `0 0 ${STRIP_WIDTH} ${STRIP_HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      ...(score.hasTimes ? [this.times(all, x)] : []),
      ...(score.hasEvaluations ? this.evaluations(all, x) : []),
      draw("path", { class: "base", d: `M0 ${STRIP_MARKS - 2}H${STRIP_WIDTH}` }),
      ...marks.map(([ply, severity]) => draw("path", { class: `found ${severity}`, d: `M${x(ply)} ${STRIP_MARKS - 4}V${STRIP_HEIGHT}` })),
      this.cursor,
    );
    this.root.replaceChildren(this.svg);
    this.root.setAttribute("aria-valuemax", String(all.length));
  }

  /** Returns the bars of the used times. */
  times(all, x) {
    const longest = Math.max(1, ...all.map(({ seconds }) => seconds ?? 0));
    const bars = all.map(({ seconds }, at) => {
      if (!seconds) return "";
      const height = Math.sqrt(seconds / longest) * (STRIP_MARKS - 6);
      return `M${x(at + 1).toFixed(1)} ${STRIP_MARKS - 2}v-${height.toFixed(1)}`;
    });
    return draw("path", { class: "used", d: bars.join(""), "stroke-width": Math.max(1, Math.min(8, x(1) * 0.6)) });
  }

  /** Returns the centre line and the curve of the evaluations. Plies without an evaluation are skipped. */
  evaluations(all, x) {
    let pen = "M";
    const points = Array.from({ length: all.length + 1 }, (_, ply) => {
      const value = this.score.evaluation(this.line, ply);
      if (value === undefined) return "";
      const point = `${pen}${x(ply).toFixed(1)} ${(STRIP_MIDDLE - evaluationHeight(value) * STRIP_MIDDLE).toFixed(1)}`;
      pen = "L";
      return point;
    });
    return [
      draw("path", { class: "zero", d: `M0 ${STRIP_MIDDLE}H${STRIP_WIDTH}` }),
      draw("path", { class: "evaluation", d: points.join("") }),
    ];
  }

  /** Moves the cursor to a ply, and describes it for screen readers. */
  show(ply, label) {
    this.ply = ply;
    this.cursor.setAttribute("transform", `translate(${this.x(ply)} 0)`);
    const value = this.score.evaluation(this.line, ply);
    const seconds = this.score.lines[this.line].plies[ply - 1]?.seconds;
    const parts = [label, value === undefined ? "" : evaluationWords(value), seconds === undefined ? "" : clock(seconds)];
    this.root.setAttribute("aria-valuenow", String(ply));
    this.root.setAttribute("aria-valuetext", parts.filter(Boolean).join(", "));
    this.root.title = parts.filter(Boolean).join("  ");
  }
}

/** Returns an evaluation with its sign. Positive values are good for Black. */
const signed = (centipawns) => (centipawns > 0 ? `+${centipawns}` : String(centipawns).replace("-", "−"));

/** Returns an evaluation in words, for example `evaluation +320`. */
const evaluationWords = (centipawns) => say("evaluation", signed(centipawns));
