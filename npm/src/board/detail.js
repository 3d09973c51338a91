// A record of the package as the data of a game for the viewer.

/** Returns a ply of a record. `text` is the move in KI2, and `kif` in KIF. `position` is the position before it. */
function recordPly(usi, text, kif, sfen, position) {
  if (usi === "0000") return { kind: "pass", words: say("passes") };
  const [, from, to, promotion] = /^([A-Z]\*|\d[a-i])(\d[a-i])(\+?)$/.exec(usi) ?? [];
  if (!to) return { kind: "lost", words: kif };
  const squares = { from: from.endsWith("*") ? "*" : from, to };
  if (sfen) return { kind: "foul", ...squares, words: text, sfen };
  const placed = squares.from === "*" ? from[0] : position.squares[place(from)].toUpperCase();
  const piece = promotion ? `+${placed}` : placed;
  // The words after the name of the piece, such as 右 and 成.
  const [, behind = ""] = /^[▲△](?:同　?|..)(?:成[香桂銀]|.)(.*)$/.exec(text) ?? [];
  return { kind: "move", ...squares, piece: position.turn === "w" ? piece.toLowerCase() : piece, behind };
}

/** Returns a function that reads the plies of a line of a record. `game` is the game of the record. */
const lineReader = ({ moves, ki2Moves, kifMoves, times, playable, illegal }, first, game) => (position) =>
  moves.map((usi, at) => {
    const kind = game !== "shogi" ? "token" : at >= playable ? "lost" : undefined;
    const ply = kind ? { kind, words: kifMoves[at] } : recordPly(usi, ki2Moves[at], kifMoves[at], illegal[first + at], position);
    position.play(ply);
    return { ...ply, seconds: times[at] ?? undefined };
  });

/** Returns the data of a record that the viewer needs, as `source.detail` of the page does. */
function recordDetail(record) {
  // The numbers of the lines of the viewer by the numbers of the variations; 0 is the main line.
  const numbers = new Map([[0, 0]]);
  const lines = [{ read: lineReader(record, 1, record.game) }];
  const all = [record];
  for (const [at, variation] of record.variations.entries()) {
    const parent = numbers.get(variation.parent);
    if (parent === undefined) continue;
    numbers.set(at + 1, lines.length);
    lines.push({ from: [parent, variation.ply], read: lineReader(variation, variation.ply, record.game) });
    all.push(variation);
  }
  const byPly = (texts, at) => Object.entries(texts ?? {}).map(([ply, words]) => [at, Number(ply), words]);
  const comments = all.flatMap((line, at) => byPly(line.comments, at));
  const bookmarks = all.flatMap((line, at) => byPly(line.bookmarks, at));
  const evaluations = record.evals.flatMap((score, at) => (score === null ? [] : [[0, at + 1, score]]));
  return { start: record.startSfen ?? undefined, lines, comments, bookmarks, evaluations, headers: Object.entries(record.headers), known: true };
}

/** Returns the facts of a game that the viewer shows. */
function recordGame(record) {
  const { players: [black, white], headers, game } = record;
  return { black, white, handicap: "上手" in headers || "下手" in headers, kind: game === "shogi" ? undefined : game };
}

/** Returns the line and the ply of a finding, or `undefined` if it is about a line that is not shown. Findings about the whole record are at
 * the start. */
function findingPlace({ ply = 0, variation = [] }, score) {
  let line = 0;
  for (let at = 0; at < variation.length; at += 2) {
    const siblings = score.children(line).filter((child) => score.lines[child].from[1] === variation[at]);
    line = siblings[variation[at + 1] - 1];
    if (line === undefined) return undefined;
  }
  return [line, Math.min(ply, score.lines[line].plies.length)];
}
