// The table of findings: the findings of each game are below a row with the game, each with a small diagram.

/** The heights of the rows of a table and of cards: of a game, of a finding with a diagram, and of a finding without one (CSS
 * pixels). `style/table.css` has the same heights. */
const FINDING_HEIGHTS = {
  table: { game: 40, diagram: 112, plain: 60 },
  cards: { game: 76, diagram: 138, plain: 104 },
};

class FindingTable extends Table {
  /** Returns the indices of rows so that the rows of a game follow each other. The first row of each game keeps its order. */
  inGroups(shown) {
    const groups = new Map();
    for (const at of shown) {
      const { game } = this.rows[at];
      const group = groups.get(game);
      if (group) group.push(at);
      else groups.set(game, [at]);
    }
    return [...groups.values()].flat();
  }

  /** The distance of each row from the top, followed by the height of all rows, and the number of games up to each row. */
  get placed() {
    if (this.places?.shown === this.shown && this.places.isCards === this.isCards) return this.places;
    const { length } = this.shown;
    const [tops, counts] = [new Float64Array(length + 1), new Uint32Array(length + 1)];
    const heights = FINDING_HEIGHTS[this.isCards ? "cards" : "table"];
    let [top, count] = [0, 0];
    for (let at = 0; at < length; at += 1) {
      if (this.isFirst(at)) {
        top += heights.game;
        count += 1;
      }
      [tops[at], counts[at]] = [top, count];
      top += hasThumbnail(this.rows[this.shown[at]]) ? heights.diagram : heights.plain;
    }
    [tops[length], counts[length]] = [top, count];
    this.places = { shown: this.shown, isCards: this.isCards, tops, counts, heights };
    return this.places;
  }

  /** Returns whether a row is the first one of its game. */
  isFirst(at) {
    return at === 0 || this.rows[this.shown[at]].game !== this.rows[this.shown[at - 1]].game;
  }

  measureRows() {
    this.height = this.placed.heights.diagram;
  }

  lineCount() {
    return this.shown.length + this.placed.counts[this.shown.length];
  }

  top(at) {
    return this.placed.tops[at];
  }

  startOf(at) {
    return this.top(at) - (this.isFirst(at) ? this.placed.heights.game : 0);
  }

  rowAt(distance) {
    const { tops } = this.placed;
    let [low, high] = [0, this.shown.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (tops[middle + 1] > distance) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  get spare() {
    return 3;
  }

  draw(isScrolled) {
    this.thumbnails ??= new Thumbnails();
    super.draw(isScrolled);
    this.thumbnails.forgetInvisible();
  }

  lines(first, last) {
    const lines = [];
    for (let at = first; at < last; at += 1) {
      if (this.isFirst(at)) lines.push(this.keep(`game ${at}`, () => this.gameLine(at)));
      lines.push(this.keep(at, () => this.line(at)));
    }
    return lines;
  }

  line(at) {
    const line = super.line(at);
    line.setAttribute("aria-rowindex", String(at + 1 + this.placed.counts[at] + 1));
    line.classList.toggle("plain", !hasThumbnail(this.rows[this.shown[at]]));
    return line;
  }

  cell(column, row) {
    if (column.name !== "game") return super.cell(column, row);
    const node = make("td", { role: "gridcell", class: "thumb" });
    return this.isPrinting ? node : this.thumbnails.fill(node, row);
  }

  /** Returns the row with the game of the finding `at` and of those that follow. */
  gameLine(at) {
    const { game } = this.rows[this.shown[at]];
    const { tops, counts, heights } = this.placed;
    const facts = [result(game), statedOtherwise(game), game.event ?? (players(game) ? game.title : undefined), game.date].filter(Boolean).join(" · ");
    const name = players(game) || game.title;
    const cell = make(
      "td",
      { role: "gridcell", "aria-colspan": String(this.columns.length) },
      ...(name ? [make("b", { title: name }, name)] : []),
      ...(facts ? [make("span", { class: "facts", title: facts }, ...marked(facts))] : []),
      ...unsavedMark(game),
      path("small", shortFile(game)),
    );
    const line = make("tr", { role: "row", class: "of-game", "data-first": String(at), "aria-rowindex": String(at + counts[at] + 1) }, cell);
    line.style.top = `${tops[at] - heights.game}px`;
    return line;
  }

  print() {
    this.isPrinting = true;
    super.print();
    this.isPrinting = false;
  }
}
