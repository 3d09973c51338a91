// The players next to the board: their names and ranks, and their used and remaining times.

/** The names of the headers with the name of each player, and with the rank. Ranks are in headers of their own in some records,
 * and after the name in others. */
const SEAT_HEADERS = {
  b: { names: ["先手", "下手", "対局者先手", "N+"], ranks: /^(先手|下手)(の)?(段位|段級|段級位|級位|段|棋力)$/ },
  w: { names: ["後手", "上手", "対局者後手", "N-"], ranks: /^(後手|上手)(の)?(段位|段級|段級位|級位|段|棋力)$/ },
};

/** Returns the label of a player: the mark, the side, the name as written in the record, and the rank. */
function seatLabel(color, game, score) {
  const { names, ranks } = SEAT_HEADERS[color];
  const header = (test) => score.headers.find(([name, value]) => test(name) && value.trim() !== "")?.[1];
  const name = header((it) => names.includes(it)) ?? (color === "b" ? game.black : game.white);
  const rank = header((it) => ranks.test(it));
  const parts = [color === "b" ? "☗" : "☖", sideName(color, game), name, name?.includes(rank) ? undefined : rank];
  return parts.filter(Boolean).join(" ");
}

/** Returns the used time of a player in words, with the remaining time if the time control of the game is known. */
function seatClock(color, used, control) {
  const spent = say("time-used", clock(used[color]));
  if (!control) return spent;
  const { main = 0, byoyomi = 0, increment = 0 } = color === "w" ? (control.white ?? control) : control;
  const left = main + increment * used.moves[color] - used[color];
  if (left > 0 || !byoyomi) return `${spent}  ${say("time-left", clock(Math.max(0, left)))}`;
  return `${spent}  ${say("in-byoyomi", byoyomi)}`;
}

/** Shows the players of a game next to the board, with their times after a ply. */
class Seats {
  /** @param root the element that contains an element `.seat` for each hand */
  constructor(root) {
    this.nodes = {};
    for (const color of ["b", "w"]) {
      const seat = root.querySelector(`[data-hand=${color}]`).closest(".seat");
      this.nodes[color] = { player: seat.querySelector(".player"), clock: seat.querySelector(".clock") };
    }
  }

  open(game, score) {
    Object.assign(this, { score, line: undefined });
    for (const [color, { player }] of Object.entries(this.nodes)) {
      const label = seatLabel(color, game, score);
      player.replaceChildren(...marked(label));
      player.title = label;
    }
  }

  /** Shows the times after a ply of a line, if the record has times or a time control. */
  show(line, ply) {
    const { hasTimes, timeControl } = this.score;
    if (this.line !== line) {
      this.line = line;
      this.used = hasTimes ? this.score.usedTimes(line) : [];
    }
    const used = this.used[Math.min(ply, this.used.length - 1)];
    for (const [color, { clock }] of Object.entries(this.nodes)) {
      clock.textContent = used ? seatClock(color, used, timeControl) : "";
    }
  }
}
