// Adapter for tsshogi: `importKIF` (also for BOD), `importKI2`, `importCSA`, `importJKFString`, `Record.newByUSI`,
// `Record.newByUSEN` and `Position.newBySFEN`. The last three read one line, so this file divides the input into lines.
// A node has a time of 0 if its time is not known.

import { checked, lines, require, serve, textOf } from "../adapter.mjs";

const { Move, Position, Record, SpecialMoveType: Special, getBlackPlayerName, getWhitePlayerName, importCSA, importJKFString, importKI2, importKIF } =
  require("tsshogi");

const ENDS = new Map([
  [Special.RESIGN, "resign"],
  [Special.INTERRUPT, "interrupt"],
  [Special.MAX_MOVES, "max-moves"],
  [Special.IMPASS, "impasse"],
  [Special.DRAW, "draw"],
  [Special.REPETITION_DRAW, "repetition"],
  [Special.MATE, "mate"],
  [Special.NO_MATE, "no-mate"],
  [Special.TIMEOUT, "timeout"],
  [Special.FOUL_WIN, "foul-win"],
  [Special.FOUL_LOSE, "foul-loss"],
  [Special.ENTERING_OF_KING, "declare-win"],
  [Special.WIN_BY_DEFAULT, "win-by-default"],
  [Special.LOSE_BY_DEFAULT, "lose-by-default"],
  [Special.TRY, ["declare-win", "other"]],
]);

// Returns every line from the first node as a list of nodes; the first one is the main line.
function allLines(first) {
  const found = [];
  const pending = [[first]];
  while (pending.length > 0) {
    const line = pending.pop();
    const children = [];
    for (let child = line.at(-1).next; child; child = child.branch) children.push(child);
    if (children.length === 0) found.push(line);
    for (const child of children.reverse()) pending.push([...line, child]);
  }
  return found;
}

function lineOf(nodes) {
  const line = { moves: [], comments: {}, bookmarks: {}, times: {}, end: null };
  nodes.forEach((node, ply) => {
    if (node.move instanceof Move) line.moves.push(node.move.usi);
    // A special move of the type "any" has the word of the record, which the library does not know.
    else if (ply > 0) line.end = ENDS.get(node.move.type) ?? { word: node.move.name };
    if (node.comment) line.comments[ply] = node.comment;
    if (node.bookmark) line.bookmarks[ply] = [node.bookmark];
    if (node.elapsedMs) line.times[ply] = node.elapsedMs / 1000;
  });
  return line;
}

function start(position) {
  return position.sfen.split(" ").slice(0, 3).join(" ");
}

function recordOf(record) {
  const [main, ...others] = allLines(record.first).map(lineOf);
  return {
    ...main,
    start: start(record.initialPosition),
    black: getBlackPlayerName(record.metadata),
    white: getWhitePlayerName(record.metadata),
    variations: others,
  };
}

function position(line) {
  const found = Position.newBySFEN(line);
  if (!found) throw new Error("newBySFEN returned null");
  return { start: start(found), moves: [] };
}

serve((path, notation, encoding) => {
  const text = textOf(path, encoding);
  const importers = { kif: importKIF, bod: importKIF, ki2: importKI2, csa: importCSA, jkf: importJKFString };
  if (notation in importers) return { records: [recordOf(checked(importers[notation](text)))] };
  const readers = {
    usi: (line) => recordOf(checked(Record.newByUSI(line))),
    usen: (line) => recordOf(checked(Record.newByUSEN(line))),
    sfen: position,
  };
  return { records: lines(text).map(readers[notation]) };
});
