// A grid of buttons over the drawing of a board, one for each square.

class SquareGrid {
  /**
   * @param drawing the element of the board
   * @param label the name of the grid for screen readers
   * @param use called with the index of a square that is clicked
   * @param clear called with the index of a square when Delete is pressed
   */
  constructor(drawing, label, use, clear = () => {}) {
    Object.assign(this, { use, clear, current: 40, flipped: false });
    this.cells = Array.from({ length: 81 }, () => make("button", { type: "button", role: "gridcell", tabindex: "-1" }));
    const rows = Array.from({ length: 9 }, (_, row) => make("div", { role: "row" }, ...this.cells.slice(row * 9, row * 9 + 9)));
    this.root = make("div", { class: "squares", role: "grid", "aria-label": label }, ...rows);
    this.place(drawing);
    this.root.addEventListener("click", (event) => {
      const at = this.squareOf(event.target);
      if (at === undefined) return;
      this.current = this.seen(at);
      this.use(at);
    });
    this.root.addEventListener("keydown", (event) => this.press(event));
  }

  /** Puts the grid over the squares of the drawing, which is in the middle of its element. */
  place(drawing) {
    const { x, y, width, height } = drawing.querySelector("svg").viewBox.baseVal;
    const size = 9 * CELL;
    for (const [name, value] of [["left", -x / width], ["top", -y / height], ["width", size / width], ["height", size / height]]) this.root.style[name] = `${100 * value}%`;
    this.frame = make("div", { class: "over-board" }, this.root);
    this.frame.style.aspectRatio = `${width} / ${height}`;
    drawing.append(this.frame);
  }

  /** Returns the place in the grid of a square, or the square at a place. */
  seen(at) {
    return this.flipped ? 80 - at : at;
  }

  /** Returns the index of the square of a node, or `undefined` if the node is not in the grid. */
  squareOf(node) {
    const at = this.cells.indexOf(node?.closest?.("[role=gridcell]"));
    return at < 0 ? undefined : this.seen(at);
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const at = this.current;
    const [column, row] = [at % 9, Math.floor(at / 9)];
    const ways = {
      ArrowLeft: column > 0 ? at - 1 : at, ArrowRight: column < 8 ? at + 1 : at, ArrowUp: row > 0 ? at - 9 : at, ArrowDown: row < 8 ? at + 9 : at,
      Home: row * 9, End: row * 9 + 8,
    };
    if (event.key in ways) {
      this.current = ways[event.key];
      this.setTabStop();
      this.cells[this.current].focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      this.clear(this.seen(at));
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  setTabStop() {
    for (const [at, cell] of this.cells.entries()) cell.tabIndex = at === this.current ? 0 : -1;
  }

  /** Names the squares of a position for screen readers. `wordsOf` returns further words for a square. */
  show(position, wordsOf, flipped = false) {
    this.flipped = flipped;
    for (const [at, cell] of this.cells.entries()) {
      const index = this.seen(at);
      const name = frame.language === "ja" ? square(squareName(index)) : squareName(index);
      const piece = position.squares[index];
      const words = piece ? `${side(piece) === "b" ? say("black") : say("white")} ${pieces.get(kind(piece)).name}` : "";
      cell.setAttribute("aria-label", [name, words, wordsOf(index)].filter(Boolean).join(" "));
      cell.dataset.square = String(index);
    }
    this.setTabStop();
  }
}
