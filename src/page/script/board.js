// The board as books print it: White's pieces upside down, White's hand above, Black's hand below.

const CELL = 40;
const EDGE = 22;

class Board {
  constructor(root, hands) {
    const size = 9 * CELL;
    const lines = Array.from({ length: 8 }, (_, at) => (at + 1) * CELL);
    this.marks = draw("g");
    this.pieces = Array.from({ length: 81 }, () => draw("text"));
    this.rings = draw("g", { class: "rings" });
    this.hands = hands;
    const stars = [[3, 3], [6, 3], [3, 6], [6, 6]].map(([x, y]) =>
      draw("circle", { cx: x * CELL, cy: y * CELL, r: 3 }),
    );
    const files = Array.from({ length: 9 }, (_, at) =>
      draw("text", { x: at * CELL + CELL / 2, y: -6 }, digits[9 - at]),
    );
    const sides = Array.from({ length: 9 }, (_, at) =>
      draw("text", { x: size + EDGE / 2 - 1, y: at * CELL + CELL / 2 + 4.5 }, frame.language === "ja" ? ranks[at] : "abcdefghi"[at]),
    );
    root.append(
      draw(
        "svg",
        { viewBox: `-2 ${-EDGE} ${size + EDGE + 2} ${size + EDGE + 2}`, lang: "ja", "aria-hidden": "true" },
        draw("rect", { class: "wood", width: size, height: size }),
        this.marks,
        draw("path", { class: "lines", d: lines.map((at) => `M${at} 0V${size}M0 ${at}H${size}`).join("") }),
        draw("rect", { class: "rim", width: size, height: size }),
        draw("g", { class: "stars" }, ...stars),
        draw("g", { class: "names" }, ...files, ...sides),
        draw("g", { class: "pieces" }, ...this.pieces),
        this.rings,
      ),
    );
  }

  /** Shows a position, and marks the squares of the move `last` and the squares `concerned` of the finding. */
  show(position, last, concerned, game) {
    for (const [at, node] of this.pieces.entries()) this.piece(node, position.squares[at], at);
    const cell = (name, attributes) => {
      const [x, y] = [(place(name) % 9) * CELL, Math.floor(place(name) / 9) * CELL];
      const inset = attributes.inset;
      return draw("rect", { ...attributes, inset: undefined, x: x + inset, y: y + inset, width: CELL - 2 * inset, height: CELL - 2 * inset });
    };
    const moved = [];
    if (last?.to) moved.push(cell(last.to, { class: "to", inset: 0 }));
    if (last?.from && last.from !== "*") moved.push(cell(last.from, { class: "from", inset: 2 }));
    this.marks.replaceChildren(...moved);
    this.rings.replaceChildren(...concerned.map((name) => cell(name, { class: "ring", inset: 2.5, rx: 7 })));
    for (const color of ["b", "w"]) this.hand(color, position, game);
  }

  piece(node, piece, at) {
    const [x, y] = [(at % 9) * CELL + CELL / 2, Math.floor(at / 9) * CELL + CELL / 2];
    node.textContent = piece ? pieces.get(kind(piece)).glyph : "";
    node.setAttribute("x", x);
    // The baseline of a kanji is 10.5 units below its middle.
    node.setAttribute("y", y + 10.5);
    node.setAttribute("class", piece.startsWith("+") ? "promoted" : "");
    if (piece && side(piece) === "w") node.setAttribute("transform", `rotate(180 ${x} ${y})`);
    else node.removeAttribute("transform");
  }

  hand(color, position, game) {
    const held = position.held(color).map(([base, count]) =>
      make("span", { lang: "ja" }, pieces.get(base).glyph, count > 1 ? make("small", {}, String(count)) : ""),
    );
    const mark = color === "b" ? "☗" : "☖";
    const turn = position.turn === color;
    const node = this.hands[color];
    node.classList.toggle("turn", turn);
    node.replaceChildren(
      make("b", {}, ...marked(`${mark} ${sideName(color, game)}`)),
      make("span", { class: "label" }, say("hand")),
      ...(held.length ? held : [make("span", { class: "nothing" }, say("none"))]),
    );
  }
}

/** Returns a description of a position in words, for screen readers. */
function spoken(position, game) {
  const comma = frame.language === "ja" ? "、" : ", ";
  const list = (words) => words.join(comma) || say("none");
  const describe = (color) => {
    const standing = position.squares
      .map((piece, at) => ({ piece, name: `${9 - (at % 9)}${String.fromCharCode(97 + Math.floor(at / 9))}` }))
      .filter(({ piece }) => piece && side(piece) === color)
      .map(({ piece, name }) => ({ ...pieces.get(kind(piece)), at: frame.language === "ja" ? square(name) : name }))
      .sort((one, two) => two.weight - one.weight)
      .map(({ name, at }) => (frame.language === "ja" ? at + name : `${name} ${at}`));
    const held = position.held(color).map(([base, count]) => `${pieces.get(base).name} ${count}`);
    return say("description", sideName(color, game), list(standing), list(held));
  };
  return [describe("b"), describe("w"), say("to-move", sideName(position.turn, game))].join(" ");
}
