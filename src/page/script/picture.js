// The board of a game other than shogi. The data contain drawings of the empty board and of every piece, and for each
// ply the cells that change and the lines of text next to the board.

class Picture {
  constructor(root) {
    this.root = root;
  }

  /** Shows the board after a number of plies, with the text of the ply below it, or nothing if the page has no pictures of the
   * game. */
  show(pictures, ply) {
    if (!pictures) return this.root.replaceChildren();
    if (this.drawn !== pictures) {
      this.drawn = pictures;
      this.board = drawn(pictures.board);
      this.pieces = draw("g");
      this.board.append(this.pieces);
      this.kinds = pictures.pieces.map((piece) => drawn(piece).firstElementChild);
    }
    const standing = new Map();
    for (const { c } of pictures.plies.slice(0, ply + 1)) for (const [cell, piece] of c) standing.set(cell, piece);
    const pieces = [...standing].filter(([, piece]) => piece > 0).map(([cell, piece]) => {
      const [x, y] = pictures.at[cell];
      return draw("g", { transform: `translate(${x} ${y})` }, this.kinds[piece - 1].cloneNode(true));
    });
    this.pieces.replaceChildren(...pieces);
    const beside = (pictures.plies[ply]?.b ?? []).map((line) => make("p", {}, line));
    this.root.replaceChildren(this.board, ...beside);
  }
}

/** Parses an SVG drawing from the data into an element of this document. */
function drawn(svg) {
  return document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
}
