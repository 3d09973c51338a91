// The codes in which the data of a report contain moves and times.

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

/** Returns the words of a move from their number. */
const behindWords = (number) => ["", "左", "直", "右"][number & 3] + ["", "上", "寄", "引"][(number >> 2) & 3] + ["", "成", "不成", "打"][number >> 4];

/** Parses a line of moves. `position` is the position before the first of these moves, and is changed to the one after the last
 * of them. */
function plies(position, { m, t, w = [] }) {
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
    const [, from, to, rival, words, sfen] = /^(\*|..)(..)('?)(\d+),(\d+)$/.exec(rest);
    return { kind: "foul", from, to, rival: rival !== "", words: w[words], sfen: w[sfen] };
  }
  const [, from, to, piece, rival, behind] = /^(\*|..)(..)(\+?[A-Za-z])('?)(.*)$/.exec(what);
  return { kind: "move", from, to, piece, rival: rival !== "", behind };
}
