// Writing of games and positions as text: KIF, KI2, CSA, USI, SFEN and BOD. The texts have the same form as those of the
// library. Information that a format cannot hold is listed in words.

/** The formats in which a game or a position is copied and saved, with the extensions of their files. The files are UTF-8. */
const TEXT_FORMATS = [
  { name: "KIF", words: "format-KIF", extension: "kifu" },
  { name: "KI2", words: "format-KI2", extension: "ki2u" },
  { name: "CSA", words: "format-CSA", extension: "csa" },
  { name: "USI", words: "format-USI", extension: "usi" },
  { name: "SFEN", words: "format-SFEN", extension: "sfen" },
  { name: "BOD", words: "format-BOD", extension: "bod" },
];

/** Returns the formats, each with its label, and with the reason if it cannot hold a game. */
function gameFormats(game, detail) {
  return TEXT_FORMATS.map(({ name, words: label, extension }) => {
    const { reason } = writeGame(game, detail, name);
    return { name, label: say(label), extension, reason };
  });
}

/** Returns the text of a game in a format, and in words the information that the text does not hold. If the format cannot hold
 * the game, returns the reason instead. `line` and `ply` select the line for formats without variations, and the position for
 * formats of positions. */
function writeGame(game, detail, format, line = 0, ply = undefined) {
  if (game.kind) return { losses: [], reason: say("refused-game", format) };
  const isPosition = format === "SFEN" || format === "BOD";
  if (!detail.known && !isPosition) return { losses: [], reason: say("refused-unknown") };
  const writers = { KIF: KifWriter, KI2: Ki2Writer, CSA: CsaWriter, USI: UsiWriter, SFEN: PositionWriter, BOD: PositionWriter };
  const writer = new writers[format](game, detail, format);
  try {
    writer.write(line, ply);
    return { text: writer.text, losses: writer.lossWords() };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { losses: [], reason: error.message };
  }
}

/** The reason why a format cannot hold a game. */
class Refused extends Error {}

/** The keys of headers about the start position, which each format writes in its own form. */
const START_KEYS = ["手合割", "手番", "先手の持駒", "後手の持駒", "下手の持駒", "上手の持駒"];

/** The common part of the writers: the data of a game, the text so far, and the losses. */
class GameWriter {
  constructor(game, detail, format) {
    Object.assign(this, { game, detail, format });
    this.text = "";
    this.losses = new Map();
    this.score = new Score(detail);
    this.comments = remarksByPly(detail.comments);
    this.bookmarks = remarksByPly(detail.bookmarks);
    this.start = new Position(detail.start);
  }

  add(line = "") {
    this.text += `${line}\n`;
  }

  /** Counts an item that the text does not hold. `kind` is the name of words, and `name` identifies a header. */
  lose(kind, name) {
    const names = this.losses.get(kind) ?? [];
    names.push(name);
    this.losses.set(kind, names);
  }

  lossWords() {
    return [...this.losses].map(([kind, names]) => {
      const known = [...new Set(names.filter(Boolean))];
      return say(kind, numbers.format(names.length)) + (known.length ? ` (${known.join(", ")})` : "");
    });
  }

  refuse(ply, reason) {
    throw new Refused(say("refused-move", numbers.format(ply), reason));
  }

  /** Returns the plies of a line from `first` on, each with its number, the position before it and the ply before it. The plies
   * end before a move that is not known. */
  *steps(line, first = 1) {
    const position = new Position(this.detail.start);
    let before;
    for (const [at, ply] of this.score.lines[line].plies.entries()) {
      if (ply.kind === "lost") {
        if (line === 0) this.refuse(at + 1, say("refused-unread"));
        this.lose("lost-moves");
        return;
      }
      if (at + 1 >= first) yield { ply, number: at + 1, position, before };
      position.play(ply);
      before = isMove(ply) ? ply : undefined;
    }
  }

  /** Returns the comments and the bookmarks at a ply of a line, as lines of text. */
  remarks(line, ply) {
    const own = ownLine(this.score.lines, line, ply);
    const comments = this.comments.get(`${own} ${ply}`) ?? [];
    const bookmarks = this.bookmarks.get(`${own} ${ply}`) ?? [];
    return [
      ...comments.flatMap((text) => text.split(/\r\n|[\n\r]/)),
      ...bookmarks.map((name) => ({ bookmark: name.replace(/[\n\r]+/g, " ") })),
    ];
  }

  /** Counts the variations, and the comments and bookmarks, that a format with only one line loses. `comments` states whether
   * it holds the comments on this line, with the bookmarks as comments. */
  loseAround(line, { comments }) {
    const count = (kind, items) => items.forEach(() => this.lose(kind));
    const { lines } = this.score;
    count("lost-variations", lines.filter((_, at) => at !== line && !this.isWithin(at, line)));
    const isHeld = ([at, ply]) => comments && ownLine(lines, line, ply) === at;
    const bookmarks = this.detail.bookmarks;
    count("lost-comments", [...this.detail.comments, ...bookmarks].filter((it) => !isHeld(it)));
    count("lost-bookmarks", bookmarks.filter(isHeld));
    this.loseOmitted(comments);
  }

  /** Counts what the page does not have of the game. */
  loseOmitted(comments = true) {
    if (this.detail.cut) this.lose("lost-cut");
    if (comments && this.detail.commentsLeftOut) this.lose("lost-comments-left");
  }

  /** Returns whether a line is an ancestor of another. */
  isWithin(ancestor, line) {
    for (let at = line; this.score.lines[at].from; at = this.score.lines[at].from[0]) {
      if (this.score.lines[at].from[0] === ancestor) return true;
    }
    return false;
  }

  sideWord(color) {
    return this.game.handicap ? { b: "下手", w: "上手" }[color] : { b: "先手", w: "後手" }[color];
  }

  /** Returns the end of a line: of its last ply, or for the main line, as the record states it in another place. Returns
   * `undefined` without an end. */
  ending(line) {
    const { plies } = this.score.lines[line];
    const last = plies.at(-1);
    const turn = this.turnAfter(line);
    if (last?.kind === "end") return { ...endOfWords(last.words), turn, isWritten: true };
    if (line !== 0 || (!this.game.end && !winnerOf(this.game.stated))) return undefined;
    const end = frame.formats.ends.find(([name]) => name === this.game.end && name !== "other");
    return { ...(end ? endOfRow(end) : { kind: "other", word: "" }), turn, isWritten: false };
  }

  turnAfter(line) {
    const { plies } = this.score.lines[line];
    return this.score.at(line, plies.length).turn;
  }

  /** Returns the winner that the record states, if the end alone would not give this winner to a reader. */
  otherWinner(line, { kind, turn }) {
    if (line !== 0) return undefined;
    const stated = winnerOf(this.game.stated);
    return stated && stated !== winnerByEnd(kind, turn) ? stated : undefined;
  }
}

const isMove = (ply) => ply.kind === "move" || ply.kind === "foul";

/** Returns the side that won by an outcome such as `black`, or `undefined`. */
const winnerOf = (outcome) => ({ black: "b", white: "w" })[outcome];

/** Returns the line to which a ply of `line` belongs: `line`, or its ancestor if the ply is before the branch. */
function ownLine(lines, line, ply) {
  let own = line;
  while (lines[own].from && ply < lines[own].from[1]) own = lines[own].from[0];
  return own;
}

/** Groups comments or bookmarks by their line and ply. */
function remarksByPly(all) {
  const groups = new Map();
  for (const [line, ply, text] of all) {
    const key = `${line} ${ply}`;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(text);
  }
  return groups;
}

// Ends of games.

const endOfRow = ([kind, words, word, csa]) => ({ kind, words, word, csa });

/** Returns the kind of end with these words on the page, its word in KIF and its word in CSA. */
function endOfWords(words) {
  const row = frame.formats.ends.find(([, page, kif]) => page === words || kif === words);
  return row ? endOfRow(row) : { kind: "other", words, word: words.replace(/\s+/g, "") };
}

const LOST_BY_MOVER = ["resign", "timeout", "foul-loss", "lose-by-default", "mate"];
const WON_BY_MOVER = ["foul-win", "declare-win", "win-by-default"];

/** Returns the winner by a kind of end if `turn` is to move, or `undefined`. */
function winnerByEnd(kind, turn) {
  if (LOST_BY_MOVER.includes(kind)) return other(turn);
  return WON_BY_MOVER.includes(kind) ? turn : undefined;
}

// Moves.

/** Returns the kind of the piece that moves, the kind on its destination after the move, and its side. Returns `undefined` if
 * the origin is empty. */
function movedPiece(ply, position) {
  const placed = ply.kind === "move" ? ply.piece : new Position(ply.sfen).squares[place(ply.to)];
  const moved = ply.from === "*" ? placed : position.squares[place(ply.from)];
  if (!moved) return undefined;
  const promotes = ply.from !== "*" && Boolean(placed?.startsWith("+")) && !moved.startsWith("+");
  // The mark of an illegal move names its side, which can differ from that of the piece.
  const mark = ply.kind === "foul" ? { "▲": "b", "△": "w", "☗": "b", "☖": "w" }[ply.words[0]] : side(ply.piece);
  return { kind: kind(moved), promotes, placed: kind(moved).startsWith("+") || !promotes ? kind(moved) : `+${kind(moved)}`, side: mark ?? position.turn };
}

/** Returns a move as in KIF: `７六歩(77)`, `同　銀(31)`, `４五角打`. */
function kifMove(ply, position, before) {
  const piece = movedPiece(ply, position);
  if (!piece) return undefined;
  const mark = piece.side === position.turn ? "" : { b: "▲", w: "△" }[piece.side];
  const where = before?.to === ply.to ? "同　" : square(ply.to);
  const origin = ply.from === "*" ? "打" : `(${ply.from[0]}${ply.from.charCodeAt(1) - 96})`;
  return mark + where + pieces.get(piece.kind).moved + (piece.promotes ? "成" : "") + origin;
}

/** Returns the width of a text (columns). A character outside ASCII has two columns. */
const textColumns = (text) => [...text].reduce((sum, character) => sum + (character <= "~" ? 1 : 2), 0);

const padColumns = (text, width) => text + " ".repeat(Math.max(0, width - textColumns(text)));

// Boards.

const KANJI_NUMBERS = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];

/** Returns a number up to 18 in kanji. */
const kanjiNumber = (number) => (number >= 10 ? "十" : "") + KANJI_NUMBERS[number % 10];

/** Returns a position as lines of BOD: the hands, the board, and the line 後手番 if White is to move. */
function boardLines(position) {
  const hand = (color) =>
    position.held(color).map(([base, count]) => `${pieces.get(base).glyph}${count > 1 ? kanjiNumber(count) : ""}　`).join("") || "なし";
  const cell = (piece) => (piece && side(piece) === "w" ? "v" : " ") + (piece ? pieces.get(kind(piece)).glyph : "・");
  const rows = Array.from({ length: 9 }, (_, row) => `|${position.squares.slice(row * 9, row * 9 + 9).map(cell).join("")}|${ranks[row]}`);
  const edge = "+---------------------------+";
  return [
    `後手の持駒：${hand("w")}`, "  ９ ８ ７ ６ ５ ４ ３ ２ １", edge, ...rows, edge, `先手の持駒：${hand("b")}`,
    ...(position.turn === "w" ? ["後手番"] : []),
  ];
}

/** Returns a position as BOD, with the number of plies and the last move. */
function positionBod(position, plies, lastMove) {
  return `${boardLines(position).join("\n")}\n手数＝${plies}  ${lastMove ? `${lastMove}  ` : ""}まで\n`;
}

/** Writes the position after a ply as SFEN or BOD. */
class PositionWriter extends GameWriter {
  write(line, ply = this.score.lines[line].plies.length) {
    const position = this.score.at(line, ply);
    const played = this.score.lines[line].plies.slice(0, ply).filter(({ kind: it }) => it !== "end" && it !== "lost").length;
    const before = this.detail.pliesBefore ?? 0;
    if (this.format === "SFEN") return this.add(position.sfen(before + played + 1));
    let lastMove = played ? undefined : this.detail.lastMove;
    for (const step of played ? this.steps(line) : []) {
      lastMove = isMove(step.ply) ? kifMove(step.ply, step.position, step.before) : undefined;
      if (step.number === played) break;
    }
    this.text = positionBod(position, before + played, lastMove);
  }
}
