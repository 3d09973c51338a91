// Positions and moves, without rules of legality. The data of a legal move include the piece on its destination after the
// move. The data of an illegal move include the whole position after the move.

const pieces = new Map();
for (const [at, { letters, glyph, moved, name, csa }] of frame.pieces.entries()) {
  pieces.set(letters, { glyph, moved, name, csa, weight: at });
}

/** Returns the kind of a piece: its letters in SFEN as for Black, with `+` if it is promoted. */
const kind = (piece) => piece.toUpperCase();
const side = (piece) => (piece === kind(piece) ? "b" : "w");
const other = (color) => (color === "b" ? "w" : "b");

/** The kinds of pieces that can be in hand, in the order of SFEN. */
const HELD = ["R", "B", "G", "S", "N", "L", "P"];

const EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/** Returns the index of a square such as `7f`. The squares are numbered row by row from the upper left (`9a`). */
const place = (square) => (square.charCodeAt(1) - 97) * 9 + 9 - Number(square[0]);

const digits = "０１２３４５６７８９";
const ranks = "一二三四五六七八九";
const square = (name) => digits[Number(name[0])] + ranks[name.charCodeAt(1) - 97];

class Position {
  constructor(sfen = EVEN) {
    const [board, turn, hands] = sfen.split(" ");
    this.squares = [];
    for (const [, blank, piece] of board.matchAll(/(\d)|(\+?[A-Za-z])/g)) {
      if (blank) this.squares.push(...Array(Number(blank)).fill(""));
      else this.squares.push(piece);
    }
    this.turn = turn;
    this.hands = { b: {}, w: {} };
    for (const [, count, piece] of hands.matchAll(/(\d*)([A-Za-z])/g)) {
      this.hands[side(piece)][kind(piece)] = Number(count || 1);
    }
  }

  /** Applies a ply to the position. The end of a game and a ply that cannot be replayed change nothing. */
  play(ply) {
    if (ply.sfen) Object.assign(this, new Position(ply.sfen));
    else if (ply.kind === "pass") this.turn = other(this.turn);
    else if (ply.kind === "move") {
      const mover = side(ply.piece);
      if (ply.from === "*") this.hold(mover, ply.piece, -1);
      else this.squares[place(ply.from)] = "";
      const taken = this.squares[place(ply.to)];
      if (taken) this.hold(mover, taken, 1);
      this.squares[place(ply.to)] = ply.piece;
      this.turn = other(mover);
    }
  }

  hold(color, piece, more) {
    const base = kind(piece).replace("+", "");
    this.hands[color][base] = (this.hands[color][base] ?? 0) + more;
  }

  held(color) {
    return HELD.map((base) => [base, this.hands[color][base] ?? 0]).filter(([, count]) => count > 0);
  }

  sfen(number) {
    const rows = [];
    for (let row = 0; row < 9; row += 1) {
      const pieces = this.squares.slice(row * 9, row * 9 + 9).map((piece) => piece || " ");
      rows.push(pieces.join("").replace(/ +/g, (blank) => blank.length));
    }
    const hand = (color) =>
      this.held(color).map(([base, count]) => (count > 1 ? count : "") + (color === "b" ? base : base.toLowerCase()));
    return `${rows.join("/")} ${this.turn} ${[...hand("b"), ...hand("w")].join("") || "-"} ${number}`;
  }
}

/** Returns the number of a code in the data of moves and times: the characters from `!` to `~` except `"`, `<` and `\\`. */
function codeAt(text, at) {
  const character = text.charCodeAt(at);
  return character - 33 - (character > 34) - (character > 60) - (character > 92);
}

/** A reader of the codes of a line. The format is described at `Line` in `src/page/moves.rs`. */
class CodeReader {
  constructor(text = "") {
    Object.assign(this, { text, at: 0 });
  }

  get isAtEnd() {
    return this.at >= this.text.length;
  }

  next() {
    this.at += 1;
    return codeAt(this.text, this.at - 1);
  }

  /** Returns the text before the next blank. */
  word() {
    const start = this.at;
    this.at = this.text.indexOf(" ", start) + 1;
    return this.text.slice(start, this.at - 1);
  }

  /** Returns a time in seconds, or `undefined` if it is unknown. */
  time() {
    if (this.isAtEnd) return undefined;
    const code = this.next();
    if (code === 88) return undefined;
    if (code === 89) return Number(this.word());
    return code < 70 ? code : (code - 70) * 91 + this.next();
  }
}

/** Returns the name of a square from its number. */
const squareName = (number) => `${9 - (number % 9)}${String.fromCharCode(97 + Math.floor(number / 9))}`;

/** Returns the words of a move from their number. */
const behindWords = (number) => ["", "左", "直", "右"][number & 3] + ["", "上", "寄", "引"][(number >> 2) & 3] + ["", "成", "不成", "打"][number >> 4];

/** Parses a line of moves. `position` is the position before the first of these moves, and is changed to the one after the last
 * of them. */
function plies({ m, t, w = [] }, position) {
  const [reader, times, all] = [new CodeReader(m), new CodeReader(t), []];
  while (!reader.isAtEnd) {
    const ply = { seconds: undefined, ...nextPly(reader, w, position) };
    ply.seconds = times.time();
    position.play(ply);
    all.push(ply);
  }
  return all;
}

function nextPly(reader, w, position) {
  let code = reader.next();
  if (code === 89) return wordPly(reader.word(), w);
  let more = 0;
  if (code === 88) {
    more = reader.next();
    code = reader.next();
  }
  const to = squareName(reader.next());
  const base = code > 80 ? HELD[code - 81] : position.squares[code];
  const owned = code > 80 && position.turn === "w" ? base.toLowerCase() : base;
  const piece = more >> 4 === 1 ? `+${owned}` : owned;
  return { kind: "move", from: code > 80 ? "*" : squareName(code), to, piece, behind: behindWords(more) };
}

/** Parses a token that is written in words. */
function wordPly(what, w) {
  const rest = what.slice(1);
  if (what === "-") return { kind: "pass", words: say("passes") };
  if (what[0] === "~") return { kind: "end", words: w[rest] };
  if (what[0] === "?") return { kind: "lost", words: w[rest] };
  if (what[0] === "=") return { kind: "token", words: w[rest] };
  if (what[0] === "!") {
    const [, from, to, words, sfen] = /^(\*|..)(..)(\d+),(\d+)$/.exec(rest);
    return { kind: "foul", from, to, words: w[words], sfen: w[sfen] };
  }
  const [, from, to, piece, behind] = /^(\*|..)(..)(\+?[A-Za-z])(.*)$/.exec(what);
  return { kind: "move", from, to, piece, behind };
}

/** Returns the Japanese text of a ply. `position` is the position before the ply, and `before` the preceding move, if there is
 * one. */
function words(ply, position, before) {
  if (ply.words !== undefined) return ply.words.replace(/^▲/, "☗").replace(/^△/, "☖");
  const moved = ply.from === "*" ? ply.piece : position.squares[place(ply.from)];
  const name = (pieces.get(kind(moved))?.moved ?? "") + ply.behind;
  const same = before?.to === ply.to;
  const where = same ? (name.length === 1 ? "同　" : "同") : square(ply.to);
  return (side(ply.piece) === "b" ? "☗" : "☖") + where + name;
}

/** Returns a move in Western notation: `P-7f`, `B*5e`, `Bx3c+`, `G4i-5h`. `position` is the position before the move. Returns
 * `undefined` for a ply that is not a move, or whose piece is unknown. */
function western(ply, position) {
  if (ply.kind !== "move" && ply.kind !== "foul") return undefined;
  const moved = ply.from === "*" ? ply.piece : position.squares[place(ply.from)];
  const placed = ply.kind === "move" ? ply.piece : new Position(ply.sfen).squares[place(ply.to)];
  const piece = moved || placed;
  if (!piece) return undefined;
  if (ply.from === "*") return `${kind(piece)}*${ply.to}`;
  // If Japanese words such as 右 distinguish the moving piece from others, the origin does so in Western notation.
  const origin = /[右左直上寄引]/.test(ply.behind ?? "") ? ply.from : "";
  const how = position.squares[place(ply.to)] ? "x" : "-";
  const promotion = placed?.startsWith("+") && !piece.startsWith("+") ? "+" : /不成/.test(ply.behind ?? "") ? "=" : "";
  return kind(piece) + origin + how + ply.to + promotion;
}

/** The lines of moves of a game, from the detail of the game. The plies of a variation begin with the plies of its parent line
 * before the branch. A game without moves on the page has one empty line. */
class Score {
  constructor({ start, lines, cut, pictures, found, known }) {
    Object.assign(this, { start, cut, pictures, found, known });
    this.lines = [];
    for (const { from, ...line } of lines) {
      const way = from ? this.lines[from[0]].plies.slice(0, from[1] - 1) : [];
      const position = from ? this.at(from[0], from[1] - 1) : new Position(start);
      this.lines.push({ from, plies: [...way, ...plies(line, position)] });
    }
    if (this.lines.length === 0) this.lines.push({ plies: [] });
  }

  /** Returns the position after a number of plies of a line. */
  at(line, count) {
    const position = new Position(this.start);
    for (const ply of this.lines[line].plies.slice(0, count)) position.play(ply);
    return position;
  }

  /** Returns the text of each ply of a line. In English, Western notation precedes the Japanese text. */
  labels(line) {
    const position = new Position(this.start);
    const english = frame.language === "en";
    let before;
    return this.lines[line].plies.map((ply) => {
      const first = english ? western(ply, position) : undefined;
      const label = (first ? `${first}  ` : "") + words(ply, position, before);
      position.play(ply);
      before = ply.kind === "move" || ply.kind === "foul" ? ply : undefined;
      return label;
    });
  }

  /** Returns the indices of the alternatives at this ply of a line: first the line from which the alternatives branch, then the
   * lines that branch from it at this ply. */
  alternatives(line, ply) {
    const from = this.lines[line].from;
    const main = from && from[1] === ply ? from[0] : line;
    const leaves = ({ from }) => from?.[0] === main && from[1] === ply;
    return [main, ...[...this.lines.keys()].filter((at) => leaves(this.lines[at]))];
  }
}
