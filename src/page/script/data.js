// The data of the games. The page contains three kinds of data: games, findings and moves. The n-th line of each kind
// belongs to the n-th game.

/** Yields the lines of a kind of data, block by block. A block is removed from the document after it has been read. */
async function* blocks(kind) {
  for (const block of document.querySelectorAll(`script.${kind}`)) {
    yield block.textContent.split("\n").slice(1, -1);
    block.remove();
    await pause();
  }
}

const games = [];
const findings = [];

/** The data of a report. The application has another source with the same methods. */
class ReportSource {
  constructor() {
    /** The lines of each kind of data that are parsed only when their game is opened. A line is empty if the page has no such
     * data of the game. */
    this.lines = { moves: [], details: [], comments: [] };
  }

  /** Reads the lines that are parsed later. */
  async read() {
    for (const [kind, all] of Object.entries(this.lines)) {
      for await (const lines of blocks(kind)) {
        for (const line of lines) all.push(line);
      }
    }
  }

  /** Returns the moves of a game, and its other data that are not in its row:
   *
   * - `start`, `lines`, `found`, `cut`, `pictures`: as in `src/page/moves.rs`. `known` is `false` if the page has no moves of the
   *   game.
   * - `headers`: pairs of a name and a value.
   * - `timeControl`: `main`, `byoyomi` and `increment` (seconds), or `undefined`.
   * - `evaluations`: a line, a ply and a score from the view of Black (centipawns).
   * - `comments`: a line, a ply, a text, and the number of characters left out of the text, if there are any.
   * - `bookmarks`: a line, a ply and a name.
   * - `commentsLeftOut`: the number of characters left out of all comments of the game. */
  async detail(game) {
    if (this.last?.game !== game) this.last = { game, detail: this.parse(game.id) };
    return this.last.detail;
  }

  parse(at) {
    const [score, details, comments] = ["moves", "details", "comments"].map((kind) => this.lines[kind][at]);
    const { start, lines = [], cut = false, pictures, in: found } = score ? JSON.parse(score) : {};
    const { h: headers = [], tc: timeControl, ev: evaluations = [] } = details ? JSON.parse(details) : {};
    const { c = [], b: bookmarks = [], lc: commentsLeftOut = 0 } = comments ? JSON.parse(comments) : {};
    return { start, lines, cut, pictures, found, known: Boolean(score), headers, timeControl, evaluations, comments: c, bookmarks, commentsLeftOut };
  }

  /** Returns the formats in which a game can be written. */
  async formats() {
    return [];
  }

  /** Returns a game as text in a format, or the reason why this is not possible. */
  async write() {
    return { losses: [], reason: "" };
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

/** The source of the data of all games. The application replaces it. */
let source = new ReportSource();

/** Sets the findings of a game, and appends them to all findings. */
function addFound(game, found) {
  game.found = found;
  for (const [number, finding] of found.entries()) {
    finding.game = game;
    finding.number = number;
    findings.push(finding);
  }
}

async function read() {
  for await (const lines of blocks("games")) {
    for (const game of JSON.parse(`[${lines.join(",")}]`)) {
      game.id = games.length;
      game.found = [];
      games.push(game);
    }
  }
  findCommon();
  let at = 0;
  for await (const lines of blocks("findings")) {
    for (const line of lines) {
      const game = games[at];
      at += 1;
      if (line !== "") addFound(game, JSON.parse(line));
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

/** Returns the name of a side. In handicap games, the sides have other names. */
const sideName = (color, game) => color === "b"
  ? say(game.handicap ? "black-in-handicap" : "black")
  : say(game.handicap ? "white-in-handicap" : "white");

const weights = { error: 0, warning: 1, note: 2 };

/** Returns the index of the first finding with the highest severity. The game must have findings. */
function gravest(game) {
  const least = Math.min(...game.found.map(({ s }) => weights[s]));
  return game.found.findIndex(({ s }) => weights[s] === least);
}
const signs = { error: "●", warning: "▲", note: "○" };
