// The standings of an event, as in `src/stats/standings.rs`: one point for a win, half a point for a draw.

/** Returns the points of Black in a game, or `undefined` without a result. */
const pointsOfBlack = ({ verdict }) => ({ black: 1, draw: 0.5, white: 0 })[verdict];

/** Returns the games of an event that count: each game once, without games that have no winner in a round that another game of the
 * pair decides. */
function countedGames(rows) {
  const pairOf = (game) => JSON.stringify(playerNames(game).toSorted());
  const seen = new Set();
  const once = rows.filter((game) => {
    const key = JSON.stringify([pairOf(game), game.gid ?? game.path, ...(game.plies ? [] : [game.round, game.date])]);
    return !seen.has(key) && seen.add(key);
  });
  const roundOf = (game) => `${pairOf(game)} ${game.round}`;
  const isDecided = (game) => [0, 1].includes(pointsOfBlack(game));
  const decided = new Set(once.filter((game) => game.round && isDecided(game)).map(roundOf));
  return once.filter((game) => isDecided(game) || !game.round || !decided.has(roundOf(game)));
}

/** Returns the standings of the games of an event, in the order of the ranks. */
function standingRows(rows) {
  const all = new Map();
  const meetings = [];
  for (const game of rows) {
    const names = playerNames(game);
    for (const [at, key] of names.entries()) {
      if (!all.has(key)) all.set(key, { key, name: labels.player(key), games: 0, wins: 0, losses: 0, draws: 0, points: 0, sos: 0, sodos: 0 });
      const row = all.get(key);
      const black = pointsOfBlack(game);
      const points = black === undefined || at === 0 ? black : 1 - black;
      row.games += 1;
      if (points === undefined) continue;
      row.points += points;
      row[{ 1: "wins", 0.5: "draws", 0: "losses" }[points]] += 1;
      meetings.push({ row, opponent: names[1 - at], points });
    }
  }
  for (const { row, opponent, points } of meetings) {
    row.sos += all.get(opponent).points;
    row.sodos += points * all.get(opponent).points;
  }
  const value = (row) => [row.points, row.sos, row.sodos];
  const isTied = (one, two) => value(one).every((number, at) => number === value(two)[at]);
  const order = [...all.values()].sort((one, two) => two.points - one.points || two.sos - one.sos || two.sodos - one.sodos || (one.name < two.name ? -1 : 1));
  for (const [at, row] of order.entries()) row.rank = at > 0 && isTied(row, order[at - 1]) ? order[at - 1].rank : at + 1;
  return order;
}

const standingColumns = [
  { ...numberColumn("rank", say("column-rank"), (it) => it.rank), descends: false },
  { name: "group", head: say("column-player"), least: 8, grow: 2, card: "wide", text: (it) => it.name, words: (it) => `${it.name} ${it.key}` },
  numberColumn("counted", say("column-games"), (it) => it.games),
  numberColumn("wins", say("column-wins"), (it) => it.wins),
  numberColumn("losses", say("column-losses"), (it) => it.losses),
  numberColumn("draws", say("column-draws"), (it) => it.draws),
  numberColumn("points", say("column-points"), (it) => it.points),
  numberColumn("sos", say("column-sos"), (it) => it.sos),
  numberColumn("sodos", say("column-sodos"), (it) => it.sodos),
];
