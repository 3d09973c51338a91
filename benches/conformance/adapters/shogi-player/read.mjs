// Adapter for shogi-player: the class `Xcontainer`, which the component creates for its property `sp_body`, with the parser
// `kif` or `sfen` for the notation. The board is that before the first move. The player does not keep the end of a game.

import { lines, require, serve, textOf } from "../adapter.mjs";

const { Xcontainer } = require(process.argv[2]);

const square = ({ x, y }) => `${9 - x}${"abcdefghi"[y]}`;

function usi(info) {
  if (info.drop_piece) return `${info.drop_piece.key}*${square(info.place)}`;
  return square(info.origin_place) + square(info.place) + (info.promoted_trigger ? "+" : "");
}

function record(container) {
  const source = container.data_source;
  container.current_turn = 0;
  container.run();
  const comments = Object.entries(source.comment_lines_hash ?? {}).map(([ply, texts]) => [ply, texts.join("\n")]);
  return {
    start: container.to_simple_sfen.split(" ").slice(0, 3).join(" "),
    moves: source.move_infos.map(usi),
    comments: Object.fromEntries(comments),
    black: source.header["先手"] ?? source.header["下手"],
    white: source.header["後手"] ?? source.header["上手"],
  };
}

const readKif = (text) => record(Xcontainer.create({ kif: text }));
const readSfen = (line) => record(Xcontainer.create({ sfen: line }));

serve((path, notation, encoding) => {
  const text = textOf(path, encoding);
  return { records: notation === "kif" || notation === "bod" ? [readKif(text)] : lines(text).map(readSfen) };
});
