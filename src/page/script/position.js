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

/** Returns the name of a square from its number. */
const squareName = (number) => `${9 - (number % 9)}${String.fromCharCode(97 + Math.floor(number / 9))}`;

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

/** Returns a move in Western notation: `P-7f`, `B*5e`, `Bx3c+`, `G4i-5h` in the form of Hodges. The first three parameters are those
 * of `words`. Returns `undefined` for a ply that is not a move, or whose piece is unknown. */
function western(ply, position, before, notation) {
  if (ply.kind !== "move" && ply.kind !== "foul") return undefined;
  const moved = ply.from === "*" ? ply.piece : position.squares[place(ply.from)];
  const placed = ply.kind === "move" ? ply.piece : new Position(ply.sfen).squares[place(ply.to)];
  const piece = moved || placed;
  if (!piece) return undefined;
  const [hosking, kitao] = ["hosking", "kitao"].map((name) => name === notation);
  const name = kitao ? (pieces.get(kind(piece))?.moved ?? "").replace("成", "+") : kind(piece);
  const numbered = (square) => (hosking || kitao ? square[0] + ("abcdefghi".indexOf(square[1]) + 1) : square);
  if (ply.from === "*") return name + (hosking ? "'" : "*") + numbered(ply.to);
  // Without the property, Japanese words such as 右 show that another piece can move to the square.
  const rival = ply.rival ?? /[右左直上寄引]/.test(ply.behind ?? "");
  const from = numbered(ply.from);
  const origin = rival ? (kitao ? `(${from})` : from) : "";
  const captures = position.squares[place(ply.to)];
  const how = captures ? "x" : hosking && !rival ? "" : "-";
  const to = kitao && captures && before?.to === ply.to ? "" : numbered(ply.to);
  const promotion = placed?.startsWith("+") && !piece.startsWith("+") ? "+" : /不成/.test(ply.behind ?? ply.words) ? "=" : "";
  return name + origin + how + to + promotion;
}

/** The notations of moves that the user can select. */
const NOTATIONS = ["both", "japanese", "western", "hosking", "kitao"];

/** Returns the selected notation. By default, it is that of the report; otherwise Japanese on a Japanese page, and both notations on
 * an English page. */
function selectedNotation() {
  const selected = readSetting("notation");
  if (NOTATIONS.includes(selected)) return selected;
  return frame.notation ?? (frame.language === "ja" ? "japanese" : "both");
}

/** Returns the text of a ply in the selected notation. The parameters are those of `words`. */
function plyLabel(ply, position, before, notation = selectedNotation()) {
  const latin = notation === "japanese" ? undefined : western(ply, position, before, notation);
  if (!latin) return words(ply, position, before);
  return notation === "both" ? `${latin}  ${words(ply, position, before)}` : latin;
}

/** Number of moves that describe a variation in the tree. */
const BRANCH_MOVES = 3;

/** The record of a game: its lines of moves and everything that belongs to a ply. The plies of a variation begin with the plies
 * of its parent line before the branch. A game without moves on the page has one empty line. */
class Score {
  /** @param detail the data of the game, as `source.detail` returns them. In place of texts, a line may have a function `read` from the
   *   position before its first move to its plies, which changes the position to the one after the last of them. */
  constructor(detail) {
    const { start, lines = [], cut = false, pictures, found, known = true } = detail;
    const { headers = [], timeControl, evaluations = [], comments = [], bookmarks = [], commentsLeftOut = 0, claims = [] } = detail;
    Object.assign(this, { start, cut, pictures, found, known, headers, timeControl, commentsLeftOut, claims });
    this.lines = [];
    for (const { from, ...line } of lines) {
      const way = from ? this.lines[from[0]].plies.slice(0, from[1] - 1) : [];
      const position = from ? this.at(from[0], from[1] - 1) : new Position(start);
      this.lines.push({ from, plies: [...way, ...(line.read ?? plies)(position, line)] });
    }
    if (this.lines.length === 0) this.lines.push({ plies: [] });
    const key = (line, ply) => `${line} ${ply}`;
    const gather = (entries) => {
      const map = new Map();
      for (const [line, ply, ...rest] of entries) {
        if (!map.has(key(line, ply))) map.set(key(line, ply), []);
        map.get(key(line, ply)).push(rest);
      }
      return (line, ply) => map.get(key(this.own(line, ply), ply)) ?? [];
    };
    /** Returns the comments on a ply of a line, each a text and the number of characters that were left out. */
    this.comments = gather(comments);
    this.bookmarks = gather(bookmarks);
    const values = gather(evaluations);
    /** Returns the evaluation of a ply of a line in centipawns for Black, or `undefined`. */
    this.evaluation = (line, ply) => values(line, ply)[0]?.[0];
    /** The number of comments on the own plies of each line. */
    this.commentCounts = this.lines.map(() => 0);
    for (const [line] of comments) if (line < this.lines.length) this.commentCounts[line] += 1;
    this.hasEvaluations = evaluations.length > 0;
    this.hasTimes = this.lines.some((line) => line.plies.some(({ seconds }) => seconds !== undefined));
  }

  /** Returns the line to which a ply of `line` belongs: `line`, or its ancestor if the ply is before the branch. */
  own(line, ply) {
    let own = line;
    while (this.lines[own].from && ply < this.lines[own].from[1]) own = this.lines[own].from[0];
    return own;
  }

  /** Returns the position after a number of plies of a line. */
  at(line, count) {
    const position = new Position(this.start);
    for (const ply of this.lines[line].plies.slice(0, count)) position.play(ply);
    return position;
  }

  /** Returns the text of each ply of a line in the selected notation. */
  labels(line) {
    const position = new Position(this.start);
    const notation = selectedNotation();
    let before;
    return this.lines[line].plies.map((ply) => {
      const label = plyLabel(ply, position, before, notation);
      position.play(ply);
      before = ply.kind === "move" || ply.kind === "foul" ? ply : undefined;
      return label;
    });
  }

  /** Returns the used time and the number of moves of each side after each ply of a line. The first entry is the start. */
  usedTimes(line) {
    const position = new Position(this.start);
    const used = { b: 0, w: 0, moves: { b: 0, w: 0 } };
    const copy = () => ({ ...used, moves: { ...used.moves } });
    return [copy(), ...this.lines[line].plies.map((ply) => {
      const mover = ply.kind === "move" ? side(ply.piece) : position.turn;
      used[mover] += ply.seconds ?? 0;
      if (ply.kind === "move" || ply.kind === "foul") used.moves[mover] += 1;
      position.play(ply);
      return copy();
    })];
  }

  /** Returns the indices of the lines that branch from a line, ordered by ply. Lines that branch at one ply keep the order of the
   * record. */
  children(line) {
    this.branches ??= this.lines.reduce((map, { from }, at) => {
      if (from) map.set(from[0], [...(map.get(from[0]) ?? []), at]);
      return map;
    }, new Map());
    return [...(this.branches.get(line) ?? [])].sort((a, b) => this.lines[a].from[1] - this.lines[b].from[1]);
  }

  /** Returns the first moves of each line in the selected notation, or in Western notation if both are selected. */
  branchLabels() {
    const notation = selectedNotation() === "both" ? "western" : selectedNotation();
    const labels = this.lines.map(() => []);
    const replay = (line, position, first, before) => {
      const all = this.lines[line].plies;
      const children = this.children(line);
      let last = before;
      let next = 0;
      for (let ply = first; ply <= all.length + 1; ply += 1) {
        while (next < children.length && this.lines[children[next]].from[1] <= ply) {
          waiting.push([children[next], new Position(position.sfen(1)), ply, last]);
          next += 1;
        }
        const what = all[ply - 1];
        if (!what) break;
        if (labels[line].length < BRANCH_MOVES) labels[line].push(plyLabel(what, position, last, notation));
        position.play(what);
        last = what.kind === "move" || what.kind === "foul" ? what : undefined;
      }
    };
    const waiting = [[0, new Position(this.start), 1, undefined]];
    while (waiting.length) replay(...waiting.pop());
    return labels;
  }

  /** Returns the indices of the alternatives at this ply of a line: first the line from which the alternatives branch, then the
   * lines that branch from it at this ply. */
  alternatives(line, ply) {
    const from = this.lines[line].from;
    const main = from && from[1] === ply ? from[0] : line;
    return [main, ...this.children(main).filter((at) => this.lines[at].from[1] === ply)];
  }
}
