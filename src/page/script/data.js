// The games, as the program has written them down: the n-th line of each kind is about the n-th game.

/** The lines of a kind, block by block. What has been read leaves the document. */
async function* blocks(kind) {
  for (const block of document.querySelectorAll(`script.${kind}`)) {
    yield block.textContent.split("\n").slice(1, -1);
    block.remove();
    await pause();
  }
}

const games = [];
const findings = [];
/** Lines of JSON by game; they are parsed when somebody looks at the game. */
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

/** The file of a game, and which of its records it is. */
const file = (game, path = game.path) => (game.n ? `${path} (${say("record", game.n)})` : path);

/** The same without the directories that all files have in common. */
const shortFile = (game) => file(game, game.path.slice(common));

/** How many characters of all paths are directories that they have in common. */
let common = 0;

function findCommon() {
  let start = games[0]?.path ?? "";
  for (const { path } of games) {
    while (!path.startsWith(start)) start = start.slice(0, -1);
  }
  common = start.lastIndexOf("/") + 1;
}

/** Who plays whom; nothing where nobody knows. */
function players(game) {
  if (game.seats) return game.seats.join(" – ");
  if (!game.black && !game.white) return "";
  return [game.black ?? say("unknown"), game.white ?? say("unknown")].join(" – ");
}

/** What a game is called: by its players, its title, or its file. */
const called = (game) => players(game) || game.title || shortFile(game);

const outcomes = { black: say("black-won"), white: say("white-won"), draw: say("draw"), none: say("no-result") };

/** Who won, by the name of the outcome or, in another game, by the seat of the winner. */
const won = (outcome, seat) => outcomes[outcome] ?? (seat ? say("won", seat) : "");

/** Who won by the rules. */
const result = (game) => won(game.verdict, game.won);

/** Who won according to the record, where that is not who won by the rules. */
const statedOtherwise = (game) => (game.stated && game.stated !== game.verdict ? say("stated", won(game.stated, game.stated_won)) : "");

/** The name of a side in a game. */
const sideName = (color, game) => color === "b"
  ? say(game.handicap ? "black-in-handicap" : "black")
  : say(game.handicap ? "white-in-handicap" : "white");

const weights = { error: 0, warning: 1, note: 2 };

/** The number of the first of the gravest findings of a game that has some. */
function gravest(game) {
  const least = Math.min(...game.found.map(({ s }) => weights[s]));
  return game.found.findIndex(({ s }) => weights[s] === least);
}
const signs = { error: "●", warning: "▲", note: "○" };
