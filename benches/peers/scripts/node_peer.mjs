// Measures how fast tsshogi reads records. src/main.rs runs this script and documents its arguments and output.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const [, format, mode, rounds, seconds] = process.argv.slice(2);
const print = (...fields) => console.log(fields.join("\t"));

// Unlike an import, `require` searches the folders in NODE_PATH.
const require = createRequire(import.meta.url);
let tsshogi;
try {
  tsshogi = require("tsshogi");
} catch (error) {
  if (error.code !== "MODULE_NOT_FOUND") throw error;
  print("missing", error.message.split("\n")[0]);
  process.exit();
}
const folder = dirname(require.resolve("tsshogi"));
print("version", JSON.parse(readFileSync(join(folder, "../../package.json"))).version);

const importRecord = format === "csa" ? tsshogi.importCSA : tsshogi.importKIF;
const decoders = new Map();
const games = readFileSync(0, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [encoding, path] = line.split("\t");
    if (!decoders.has(encoding)) decoders.set(encoding, new TextDecoder(encoding));
    return { path, bytes: readFileSync(path), decoder: decoders.get(encoding) };
  });

// Reads a game and returns its number of plies.
function read(game) {
  const record = importRecord(game.decoder.decode(game.bytes));
  if (record instanceof Error) throw record;
  const moves = record.moves.map((node) => node.move).filter((move) => move instanceof tsshogi.Move);
  if (moves.length === 0) throw new Error("no moves");
  if (mode === "legal") {
    const position = record.initialPosition.clone();
    moves.forEach((move, index) => {
      if (!position.doMove(move)) throw new Error(`illegal move at ply ${index + 1}`);
    });
  }
  return moves.length;
}

const end = performance.now() + seconds * 1e3;
for (let round = 0; round < rounds && performance.now() < end; round += 1) {
  let tried = 0;
  let done = 0;
  let plies = 0;
  let error;
  const start = performance.now();
  for (const game of games) {
    tried += 1;
    try {
      plies += read(game);
      done += 1;
    } catch (reason) {
      error ??= `${game.path}: ${reason}`;
    }
    if (performance.now() > end) break;
  }
  print("round", tried, done, plies, (performance.now() - start) / 1e3);
  if (error) print("error", error.replaceAll(/\s+/g, " "));
}
