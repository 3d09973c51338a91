// The board of shogi: White's pieces upside down, White's hand above, Black's hand below. The board can be turned.

/** The widths of the upper and right edges of the board, which have the coordinates, and of the other edges (units of the drawing). */
const EDGE = 22;
const MARGIN = 8;

/** The time in which a piece moves to its square (milliseconds). */
const GLIDE_TIME = 120;

const LESS_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

class Board {
  /**
   * @param root the element of the board
   * @param hands the elements of the hands of Black and White, `b` and `w`
   * @param others elements that have the colours of the board, too
   */
  constructor(root, hands, others = []) {
    this.root = root;
    this.hands = hands;
    this.others = others;
    this.flipped = false;
    root.append(boardDrawing(this, (name) => ({ class: name })));
    this.dress();
  }

  /** Applies the colours and the coordinates of the settings. The policy of the page allows no `style` attributes, so the
   * colours are set as properties. */
  dress() {
    const { colours, coordinates } = boardSettings;
    for (const node of [this.root, ...Object.values(this.hands), ...this.others]) {
      node.dataset.colours = colours;
      for (const [name, colour] of Object.entries(palettes[colours])) {
        // The colours of `print` are those of the page.
        node.style.setProperty(`--board-${name}`, colours === "print" ? "" : colour);
      }
    }
    this.names.toggleAttribute("hidden", !coordinates);
  }

  /** Moves the piece on the square `to` from the square `from`, or from the hand if it is `*`, to its place, unless the user prefers
   * less motion or steps fast. */
  glide(from, to) {
    const isFast = performance.now() - (this.glided ?? -Infinity) < 2 * GLIDE_TIME;
    this.glided = performance.now();
    const node = this.placed.get(place(to));
    if (!node || isFast || LESS_MOTION.matches) return;
    const start = from === "*" ? this.handCentre(this.shown[0].squares[place(to)]) : squareCentre(this, place(from));
    const frames = [start, squareCentre(this, place(to))].map(([x, y]) => ({ transform: `translate(${x}px, ${y}px)` }));
    this.pieces.append(node);
    node.animate(frames, { duration: GLIDE_TIME, easing: "ease-out" });
  }

  /** Returns the place in the drawing of the board of a piece in hand, or of the hand if no such piece is left. */
  handCentre(piece) {
    const hand = this.hands[side(piece)];
    const box = (hand.querySelector(`[data-held=${kind(piece)}]`) ?? hand).getBoundingClientRect();
    const centre = new DOMPoint(box.x + box.width / 2, box.y + box.height / 2);
    const { x, y } = centre.matrixTransform(this.pieces.getScreenCTM().inverse());
    return [x, y];
  }

  /** Turns the board, the coordinates and the hands. */
  flip() {
    this.flipped = !this.flipped;
    this.swapHands();
    if (this.shown) this.show(...this.shown);
  }

  /** Exchanges the places of the hands: of the largest elements that contain only one of them. */
  swapHands() {
    let [black, white] = [this.hands.b, this.hands.w];
    while (black.parentElement && !black.parentElement.contains(this.hands.w)) black = black.parentElement;
    while (white.parentElement && !white.parentElement.contains(this.hands.b)) white = white.parentElement;
    const place = document.createComment("");
    black.replaceWith(place);
    white.replaceWith(black);
    place.replaceWith(white);
  }

  /** Shows a position, and marks the squares of the move `last` and the squares `concerned` of the finding. `arrows` are
   * names with one or two squares each. */
  show(position, last, concerned, game, arrows = []) {
    this.shown = [position, last, concerned, game, arrows];
    fillBoard(this, position, last, concerned, (name) => ({ class: name }), boardSettings.pieces);
    this.rings.append(...arrows.map(([name, squares]) => moveArrow(this, name, squares)));
    for (const color of ["b", "w"]) this.hand(color, position, game);
    this.root.dispatchEvent(new CustomEvent("drawn"));
  }

  hand(color, position, game) {
    const held = position.held(color).map(([base, count]) => {
      const number = count > 1 ? make("small", {}, String(count)) : undefined;
      return make("span", { class: "piece", lang: "ja", "data-held": base }, ...this.heldPiece(color, base), number);
    });
    const mark = color === "b" ? "☗" : "☖";
    const node = this.hands[color];
    node.classList.toggle("turn", position.turn === color);
    node.style.setProperty("--kinds", String(held.length));
    node.replaceChildren(
      make("b", {}, ...marked(`${mark} ${sideName(color, game)}`)),
      make("span", { class: "label" }, say("hand")),
      ...(held.length ? held : [make("span", { class: "nothing" }, say("none"))]),
    );
  }

  /** Returns a piece in hand: a character of books, or a drawing that points as the pieces of this side on the board. */
  heldPiece(color, base) {
    const set = boardSettings.pieces;
    const { glyph } = pieces.get(base);
    if (set === "print") return [glyph];
    const turned = (color === "w") !== this.flipped;
    return [handPiece(color === "w" ? base.toLowerCase() : base, set, turned), make("span", { class: "unseen" }, set === "western" ? base : glyph)];
  }
}

/** Returns the drawing of a board without pieces. Its parts that change are set on `parts`. */
function boardDrawing(parts, paint) {
  const size = 9 * CELL;
  const lines = Array.from({ length: 8 }, (_, at) => (at + 1) * CELL);
  const stars = [[3, 3], [6, 3], [3, 6], [6, 6]].map(([x, y]) => draw("circle", { ...paint("star"), cx: x * CELL, cy: y * CELL, r: 3 }));
  parts.marks = draw("g");
  parts.names = draw("g", { class: "names" });
  parts.pieces = draw("g", { class: "pieces", "font-family": "serif" });
  parts.rings = draw("g", { class: "rings" });
  return draw(
    "svg",
    { viewBox: `${-MARGIN} ${-EDGE} ${size + EDGE + MARGIN} ${size + EDGE + MARGIN}`, lang: "ja", "aria-hidden": "true" },
    draw("rect", { ...paint("wood"), x: -MARGIN, y: -EDGE, width: size + EDGE + MARGIN, height: size + EDGE + MARGIN, rx: 3 }),
    parts.marks,
    draw("path", { ...paint("lines"), "stroke-width": 0.8, fill: "none", d: lines.map((at) => `M${at} 0V${size}M0 ${at}H${size}`).join("") }),
    draw("rect", { ...paint("rim"), "stroke-width": 2.5, fill: "none", width: size, height: size }),
    draw("g", {}, ...stars),
    parts.names,
    parts.pieces,
    parts.rings,
  );
}

/** Returns the middle of a square of a board. */
function squareCentre({ flipped }, at) {
  const seen = flipped ? 80 - at : at;
  return [((seen % 9) + 0.5) * CELL, (Math.floor(seen / 9) + 0.5) * CELL];
}

/** Draws a position with its coordinates and marks into the parts of a board. */
function fillBoard(parts, position, last, concerned, paint, set) {
  const cell = (name, { inset, ...attributes }) => {
    const [x, y] = squareCentre(parts, place(name));
    const half = CELL / 2 - inset;
    return draw("rect", { ...attributes, x: x - half, y: y - half, width: 2 * half, height: 2 * half });
  };
  parts.names.replaceChildren(...coordinateNames(parts.flipped, paint));
  parts.placed = new Map();
  for (const [at, piece] of position.squares.entries()) {
    if (!piece) continue;
    // On a turned board, Black's pieces point down.
    const turned = (side(piece) === "w") !== Boolean(parts.flipped);
    const transform = `translate(${squareCentre(parts, at).join(" ")})`;
    parts.placed.set(at, draw("g", { transform }, drawPiece(piece, set, paint, turned)));
  }
  parts.pieces.replaceChildren(...parts.placed.values());
  const moved = [];
  if (last?.to) moved.push(cell(last.to, { ...paint("to"), inset: 0, "stroke-width": 2.5 }));
  if (last?.from && last.from !== "*") moved.push(cell(last.from, { ...paint("from"), inset: 2, fill: "none", "stroke-width": 2, "stroke-dasharray": "3 3" }));
  parts.marks.replaceChildren(...moved);
  parts.rings.replaceChildren(
    ...concerned.map((name) => cell(name, { ...paint("ring"), inset: 2.5, rx: 7, fill: "none", "stroke-width": 3, "stroke-dasharray": "9 3" })),
  );
}

/** The sizes of an arrow (units of the drawing): half of the width of its shaft and of its head, the length of its head, and the
 * distances of its ends from the middles of the squares. */
const ARROW = { shaft: 3.2, head: 9, headLength: 15, start: 9, end: 7 };

/** Returns an arrow from one square to another, or a circle around a single square. */
function moveArrow(parts, name, squares) {
  const [x, y] = squareCentre(parts, place(squares.at(-1)));
  if (squares.length < 2) return draw("circle", { class: `circle ${name}`, cx: x, cy: y, r: CELL * 0.44 });
  const [fromX, fromY] = squareCentre(parts, place(squares[0]));
  const { shaft, head, headLength, start, end } = ARROW;
  const tip = Math.hypot(x - fromX, y - fromY) - end;
  const neck = tip - headLength;
  const points = [[start, -shaft], [neck, -shaft], [neck, -head], [tip, 0], [neck, head], [neck, shaft], [start, shaft]];
  const angle = (Math.atan2(y - fromY, x - fromX) * 180) / Math.PI;
  const outline = points.map(([along, across]) => `${round(along)} ${across}`).join("L");
  return draw("path", { class: `arrow ${name}`, transform: `translate(${fromX} ${fromY}) rotate(${round(angle)})`, d: `M${outline}Z` });
}

/** Returns the names of the files and the ranks at the edges of the board. */
function coordinateNames(flipped, paint) {
  const size = 9 * CELL;
  const label = (x, y, words) => draw("text", { ...paint("name"), x, y, "font-size": 13, "text-anchor": "middle" }, words);
  const number = (at) => (flipped ? at : 8 - at);
  const rank = (at) => (flipped ? 8 - at : at);
  return Array.from({ length: 9 }, (_, at) => [
    label(at * CELL + CELL / 2, -6, digits[number(at) + 1]),
    label(size + EDGE / 2 - 1, at * CELL + CELL / 2 + 4.5, frame.language === "ja" ? ranks[rank(at)] : "abcdefghi"[rank(at)]),
  ]).flat();
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
