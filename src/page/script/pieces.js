// The sets of pieces and the colours of the board, and the settings that select them. The shapes of the sets are drawn by the scripts;
// `print` has characters of a font.

/** The width of a square (units of the drawing). */
const CELL = 40;

/** The names of the sets of pieces. `print` has characters without outlines, as in books. */
const PIECE_SETS = ["one-kanji", "two-kanji", "western", "print"];

/** The names of the words for the sets of pieces, and for the colours of the board. */
const PIECE_SET_WORDS = ["pieces-one-kanji", "pieces-two-kanji", "pieces-western", "pieces-print"];
const BOARD_COLOUR_WORDS = ["board-wood", "board-grey", "board-dark", "board-print"];

/** The names of the colours of the board. `print` follows the colour scheme of the page. */
const BOARD_COLOURS = ["wood", "grey", "dark", "print"];

/** The colours of each board. A drawing that leaves the page has the colours of `print` on white paper. */
const palettes = {
  print: { board: "#ffffff", line: "#5f5b53", rim: "#1f1e1b", ink: "#1f1e1b", promoted: "#a3231a", piece: "#ffffff", outline: "#1f1e1b", moved: "#f6e3a9", came: "#8a6d1c", ring: "#a3231a", meant: "#1f5fa8", name: "#5f5b53", paper: "#ffffff" },
  wood: { board: "#e9c583", line: "#6b4a1c", rim: "#3b2710", ink: "#1d1408", promoted: "#9b1c12", piece: "#fbe9bf", outline: "#5a3d14", moved: "#f7e08f", came: "#7d5200", ring: "#9b1c12", meant: "#0b4a8a", name: "#4a3208", paper: "#ffffff" },
  grey: { board: "#d5d8db", line: "#565b60", rim: "#24272a", ink: "#121416", promoted: "#96190f", piece: "#f6f7f8", outline: "#3c4146", moved: "#f3e3a1", came: "#6d5a12", ring: "#96190f", meant: "#0b4a8a", name: "#45494d", paper: "#ffffff" },
  dark: { board: "#2a2d33", line: "#9aa0a8", rim: "#d7d9dc", ink: "#f0efec", promoted: "#ff9d91", piece: "#43474f", outline: "#b9bdc4", moved: "#5d4f17", came: "#d8b84a", ring: "#ff9d91", meant: "#8cbcf2", name: "#aaa69e", paper: "#17181b" },
};

/** The two characters of each piece. Black's king is 玉将 and White's is 王将. */
const TWO_KANJI = {
  K: "王将", R: "飛車", B: "角行", G: "金将", S: "銀将", N: "桂馬", L: "香車", P: "歩兵",
  "+R": "龍王", "+B": "龍馬", "+S": "成銀", "+N": "成桂", "+L": "成香", "+P": "と金",
};

/** The size of each kind of piece, relative to the king. */
const PIECE_SIZES = { K: 1, R: 0.97, B: 0.97, G: 0.94, S: 0.94, N: 0.91, L: 0.89, P: 0.85 };

/** The settings of the boards. */
const boardSettings = { pieces: "one-kanji", colours: "wood", coordinates: true, seconds: 1 };

// Drawing. `paint` is a function from the name of a part to attributes: a class on the page, colours in a file.

/** Returns a piece of a set as an SVG group, centred at the origin. It points down if `turned` is set, as White's pieces do. */
function drawPiece(piece, set, paint, turned = side(piece) === "w") {
  const promoted = piece.startsWith("+");
  const size = pieceSize(piece);
  const nodes = [];
  if (set !== "print") nodes.push(draw("path", { ...paint("outline"), d: pentagon(size), "stroke-width": 1.1, "stroke-linejoin": "round" }));
  nodes.push(...pieceLabel(piece, set, turned, paint));
  if (promoted) nodes.push(promotionBar(set, size, paint("bar")));
  return draw("g", { transform: turned ? "rotate(180)" : undefined, "data-piece": piece, "data-set": set }, ...nodes);
}

const pieceSize = (piece) => PIECE_SIZES[kind(piece).replace("+", "")] ?? 1;

/** Returns the outline of a piece that points up. */
function pentagon(size) {
  const points = [[0, -18.5], [11.6, -13.4], [15.4, 17.6], [-15.4, 17.6], [-11.6, -13.4]];
  return `M${points.map(([x, y]) => `${round(x * size)} ${round(y * size)}`).join("L")}Z`;
}

const round = (number) => Math.round(number * 100) / 100;

/** Returns the characters on a piece. Western letters are upright on the pieces of both sides. */
function pieceLabel(piece, set, turned, paint) {
  const letters = kind(piece);
  const promoted = letters.startsWith("+");
  const size = pieceSize(piece);
  // The baseline of a character of books is 10.5 units below its middle.
  if (set === "print") return [draw("text", { ...paint(promoted ? "promoted" : "ink"), y: 10.5, "font-size": 29, "text-anchor": "middle" }, pieces.get(letters).glyph)];
  const brush = paint(promoted ? "promoted-brush" : "brush");
  if (set === "one-kanji") {
    const character = letters === "K" && side(piece) === "w" ? "王" : pieces.get(letters).glyph;
    return [drawGlyph(character, [0, 2 * size], [20 * size, 22 * size], 8.5, brush)];
  }
  if (set === "two-kanji") {
    const words = letters === "K" && side(piece) === "b" ? "玉将" : TWO_KANJI[letters];
    return [...words].map((character, at) => drawGlyph(character, [0, size * (at === 0 ? -6 : 8)], [15.5 * size, 12.5 * size], 9.5, brush));
  }
  const widths = promoted ? [7, 12] : [14];
  let left = -widths.reduce((sum, width) => sum + width + 1, -1) / 2;
  const middle = turned ? -2 : 2;
  const nodes = [...letters].map((letter, at) => {
    const place = [(left + widths[at] / 2) * size, middle * size];
    left += widths[at] + 1;
    return drawGlyph(letter, place, [widths[at] * size, (letter === "+" ? 9 : 15) * size], promoted ? 15 : 14, brush);
  });
  return turned ? [draw("g", { transform: "rotate(180)" }, ...nodes)] : nodes;
}

/** Returns the mark of a promoted piece, so that not only its colour distinguishes the piece. */
function promotionBar(set, size, attributes) {
  const [half, y] = set === "print" ? [12, 16.6] : [9 * size, 15.2 * size];
  return draw("path", { ...attributes, d: `M${round(-half)} ${round(y)}H${round(half)}`, "stroke-width": 2 });
}

/** Returns the drawing of a piece in a hand. */
function handPiece(piece, set, turned) {
  const paint = (name) => ({ class: name });
  return draw("svg", { class: "held", viewBox: "-18 -20 36 40", "aria-hidden": "true" }, drawPiece(piece, set, paint, turned));
}
