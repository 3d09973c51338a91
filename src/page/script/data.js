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
/** The moves of each game as a line of JSON, which is parsed when the game is opened. The line is empty if the page has no
 * moves of the game. */
const moves = [];

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
      if (line === "") continue;
      game.found = JSON.parse(line);
      for (const [number, finding] of game.found.entries()) {
        finding.game = game;
        finding.number = number;
        findings.push(finding);
      }
    }
  }
  for await (const lines of blocks("moves")) {
    for (const line of lines) moves.push(line);
  }
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
