// Adapter for shogiops: `parseSfen` and `parseUsi`; for KIF `parseKifHeader`, `normalizedKifLines` and `parseKifMovesOrDrops`;
// for CSA `parseCsaHeader`, `normalizedCsaLines` and `parseCsaMovesOrDrops`. The library leaves the division of a record
// into header and moves to its users. This file uses the lines that begin with a number as the moves of KIF up to the first
// variation, and those that begin with + or - as the moves of CSA. The lists of moves end at a line that is not a move, which
// the last line, the word for the end, is not. A list that lacks more than this line is an error here. `parseUsi` also reads the
// squares of larger boards, so this file tests them.

import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { lines, serve, textOf } from "../adapter.mjs";

// The library has ES modules only, and an import does not search the folders in NODE_PATH.
const load = (name) => import(pathToFileURL(join(process.argv[2], `node_modules/shogiops/dist/${name}.js`)));
const { parseUsi, makeUsi, isDrop, squareFile, squareRank } = await load("util");
const { dimensions } = await load("variant/util");
const { makeSfen, parseSfen } = await load("sfen");
const kif = await load("notation/kif");
const csa = await load("notation/csa");

const EVEN = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
const start = (position) => makeSfen(position).split(" ").slice(0, 3).join(" ");

function readKif(text) {
  const position = kif.parseKifHeader(text).unwrap();
  const found = kif.normalizedKifLines(text);
  const end = found.findIndex((line) => line.startsWith("変化"));
  const numbered = found.slice(0, end < 0 ? undefined : end).filter((line) => /^\s*\d+\s/.test(line));
  const moves = kif.parseKifMovesOrDrops(numbered).map(makeUsi);
  if (moves.length < numbered.length - 1) throw new Error(`not read: ${numbered[moves.length]}`);
  return { start: start(position), moves };
}

function readCsa(text) {
  const position = csa.parseCsaHeader(text).unwrap();
  const found = csa.normalizedCsaLines(text).filter((line) => /^[+-]./.test(line));
  const moves = csa.parseCsaMovesOrDrops(position, found).map(makeUsi);
  if (moves.length < found.length) throw new Error(`not read: ${found[moves.length]}`);
  return { start: start(position), moves };
}

function isOnBoard(move) {
  const { files, ranks } = dimensions("standard");
  const squares = isDrop(move) ? [move.to] : [move.from, move.to];
  return squares.every((square) => squareFile(square) < files && squareRank(square) < ranks);
}

function readPosition(line) {
  return { start: start(parseSfen("standard", line.replace(/^sfen /, ""), false).unwrap()), moves: [] };
}

function readGame(line) {
  const [head, moves = ""] = line.replace(/^position /, "").split(/ ?moves ?/);
  const sfen = head.startsWith("startpos") ? EVEN : head.replace(/^sfen /, "");
  const list = moves.split(" ").filter((word) => word !== "").map((word) => {
    const move = parseUsi(word);
    if (!move || !isOnBoard(move)) throw new Error(`parseUsi does not read ${word}`);
    return makeUsi(move);
  });
  return { start: start(parseSfen("standard", sfen, false).unwrap()), moves: list };
}

const READERS = { kif: readKif, csa: readCsa };

serve((path, notation, encoding) => {
  const text = textOf(path, encoding);
  if (notation in READERS) return { records: [READERS[notation](text)] };
  return { records: lines(text).map(notation === "sfen" ? readPosition : readGame) };
});
