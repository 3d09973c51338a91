// The data of the games. A report contains several kinds of data: games, findings, moves, details and comments. The n-th line of
// each kind belongs to the n-th game. Each kind is in blocks of compressed lines, and the attribute `data-first` of a block has
// the index of the game to which its first line belongs.

/** Decompresses raw deflate data in Base64, and returns their lines. */
async function inflatedLines(text) {
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = characters.charCodeAt(at);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return (await new Response(stream).text()).split("\n").slice(0, -1);
}

/** Removes the blocks of a kind of data from the document, and yields the index of the first game and the text of each block. */
async function* blocks(kind) {
  for (const block of document.querySelectorAll(`script.${kind}`)) {
    yield { first: Number(block.dataset.first), text: block.textContent };
    block.remove();
    await pause();
  }
}

const games = [];
const findings = [];

/** The data of a report. The application has another source with the same methods. */
/** Returns the number that a text of digits states, or `undefined` for any other text. */
const wholeNumber = (text) => (/^\d{1,9}$/.test(text ?? "") ? Number(text) : undefined);

class ReportSource {
  constructor() {
    /** The blocks of each kind of data that are decompressed only when one of their games is opened. */
    this.kept = { moves: [], details: [], comments: [] };
  }

  /** Keeps the blocks that are decompressed later, and decompresses the first ones. */
  async read() {
    for (const [kind, kept] of Object.entries(this.kept)) {
      for await (const block of blocks(kind)) kept.push(block);
      await this.line(kind, 0);
    }
  }

  /** Returns the line of a kind of data for the game with this index. The line is empty if the page has no such data of the
   * game. Only the lines of the block that was used last are kept. */
  async line(kind, at) {
    const kept = this.kept[kind];
    const block = kept.findLast(({ first }) => first <= at);
    if (!block) return "";
    if (kept.open !== block) {
      const lines = await inflatedLines(block.text);
      Object.assign(kept, { open: block, lines });
      return lines[at - block.first] ?? "";
    }
    return kept.lines[at - block.first] ?? "";
  }

  /** Returns the moves of a game, and its other data that are not in its row:
   *
   * - `start`, `lines`, `found`, `cut`, `pictures`: as in `src/page/moves.rs`. `known` is `false` if the page has no moves of the
   *   game.
   * - `headers`: pairs of a name and a value.
   * - `timeControl`: `main`, `byoyomi` and `increment` (seconds), and `white` with the same values if they are different for
   *   White; `undefined` without a time control.
   * - `evaluations`: a line, a ply and a score from the view of Black (centipawns).
   * - `comments`: a line, a ply, a text, and the number of characters left out of the text, if there are any.
   * - `bookmarks`: a line, a ply and a name.
   * - `commentsLeftOut`: the number of characters left out of all comments of the game.
   * - `claims`: the statements of the record about the result: a text as written, and the first ply of its variation, if it is about a
   *   variation.
   * - `pliesBefore`, `lastMove`: the number of plies before the start position and the last of them, if the record states them.
   */
  async detail(game) {
    if (this.last?.game !== game) {
      const [score, details, comments] = [await this.line("moves", game.id), await this.line("details", game.id), await this.line("comments", game.id)];
      this.last = { game, detail: parseDetail(game, score, details, comments) };
    }
    return this.last.detail;
  }

  /** Returns the formats in which a game can be written. */
  async formats(game) {
    return gameFormats(game, await this.detail(game));
  }

  /** Returns a game as text in a format with the losses in words, or the reason why this is not possible. */
  async write(game, format, line) {
    return writeGame(game, await this.detail(game), format, line);
  }

  /** Returns whether the text of a game was edited and not saved, which is only possible in the application. */
  isUnsaved() {
    return false;
  }

  /** Appends rows of games, each with its findings. */
  addGames(rows, foundLists) {
    for (const [at, game] of rows.entries()) {
      game.id = games.length;
      games.push(game);
      addFound(game, foundLists[at] ?? []);
    }
  }
}

/** The fields of a row to which the headers of the game refer by their numbers. */
const ROW_FIELDS_OF_HEADERS = ["black", "white", "event", "title"];

/** Parses the lines of a game: its moves, details and comments, each as JSON, or empty. */
function parseDetail(game, ...texts) {
  return gameDetail(game, ...texts.map((text) => (text ? JSON.parse(text) : undefined)));
}

/** Returns the data of a game for the viewer. */
function gameDetail(game, score, details = {}, comments = {}) {
  const { start, lines = [], cut = false, pictures, in: found } = score ?? {};
  const { h = [], tc, tcw, ev: evaluations = [], cl: claims = [], pb: pliesBefore, lm: lastMove } = details;
  const { c = [], b: bookmarks = [], lc: commentsLeftOut = 0 } = comments;
  const headers = h.map(([name, value]) => [name, typeof value === "number" ? game[ROW_FIELDS_OF_HEADERS[value]] : value]);
  const control = (limits) => limits && { byoyomi: 0, increment: 0, ...limits };
  const timeControl = tc && { ...control(tc), ...(tcw && { white: control(tcw) }) };
  const known = Boolean(score);
  return { start, lines, cut, pictures, found, known, headers, timeControl, evaluations, claims: claims.map((claim) => [claim].flat()), pliesBefore, lastMove, comments: c, bookmarks, commentsLeftOut };
}

/** The source of the data of all games. The application replaces it. */
let source = new ReportSource();

/** Returns the number of the line of a game that a finding is about. A finding between records is about the main line. */
const findingLine = (finding, score) => score.found?.[finding.number] ?? 0;

/** Sets the findings of a game, and appends them to all findings or to those between records. */
function addFound(game, found) {
  game.found = found;
  for (const [number, finding] of found.entries()) {
    finding.game = game;
    finding.number = number;
    (isBetweenRecords(finding) ? archived : findings).push(finding);
  }
}

async function read() {
  for await (const { text } of blocks("games")) {
    for (const game of JSON.parse(`[${(await inflatedLines(text)).join(",")}]`)) {
      game.id = games.length;
      game.found = [];
      games.push(game);
    }
  }
  findCommon();
  for await (const { first, text } of blocks("findings")) {
    for (const [at, line] of (await inflatedLines(text)).entries()) {
      if (line !== "") addFound(games[first + at], JSON.parse(line));
    }
  }
  await source.read();
}

/** Returns the path of the file of a game, with the number of the record unless it is the first in the file. */
const file = (game, path = game.path) => (game.n ? `${path} (${say("record", game.n)})` : path);

/** Returns the same text as `file`, without the directories that all paths have in common. */
const shortFile = (game) => file(game, game.path.slice(common));

/** Length of the directories that all paths have in common (characters). */
let common = 0;

function findCommon() {
  let start = games[0]?.path ?? "";
  for (const { path } of games) {
    while (!path.startsWith(start)) start = start.slice(0, -1);
  }
  common = start.lastIndexOf("/") + 1;
}

/** Returns the names of the players, or an empty string if no name is known. */
function players(game) {
  if (game.seats) return game.seats.join(" – ");
  if (!game.black && !game.white) return "";
  return [game.black ?? say("unknown"), game.white ?? say("unknown")].join(" – ");
}

/** Returns the label of a game: its players, or its title if no player is known, or its file if there is no title either. */
const called = (game) => players(game) || game.title || shortFile(game);

const outcomes = { black: say("black-won"), white: say("white-won"), draw: say("draw"), none: say("no-result") };

/** Returns an outcome in words: the winner in shogi, a draw or no result by its name, and the winner in another game by the
 * seat. Returns an empty string if the outcome is unknown. */
const won = (outcome, seat) => outcomes[outcome] ?? (seat ? say("won", seat) : "");

/** Returns the outcome by the rules in words, or an empty string if it is unknown. */
const result = (game) => won(game.verdict, game.won);

/** Returns the stated outcome in words, or an empty string if the record states no outcome, or the outcome by the rules. */
const statedOtherwise = (game) => (game.stated && game.stated !== game.verdict ? say("stated", won(game.stated, game.stated_won)) : "");

/** The ends that describe the loser, and those that describe the winner. */
const ENDS_OF_LOSER = ["foul-loss", "lose-by-default", "timeout"];
const ENDS_OF_WINNER = ["declare-win", "foul-win", "win-by-default"];

/** Returns the end of a game in words. An end that describes one of the players has the mark of this player, such as
 * `☗ 反則負け` if White wins. */
function ending(game) {
  const words = frame.ends[game.end] ?? "";
  const winner = ["black", "white"].indexOf(game.stated ?? game.verdict);
  if (winner < 0) return words;
  if (ENDS_OF_WINNER.includes(game.end)) return `${"☗☖"[winner]} ${words}`;
  return ENDS_OF_LOSER.includes(game.end) ? `${"☗☖"[1 - winner]} ${words}` : words;
}

const weights = { error: 0, warning: 1, note: 2 };

/** Returns the index of the first finding with the highest severity. The game must have findings. */
function gravest(game) {
  const least = Math.min(...game.found.map(({ s }) => weights[s]));
  return game.found.findIndex(({ s }) => weights[s] === least);
}
/** The marks of severities as characters, for texts in drawings and in the source text. */
const signs = { error: "●", warning: "⚠\ufe0e", note: "○" };
