// Small diagrams of the positions of findings, which are drawn when their rows are visible.

/** Maximum number of diagrams that are kept. */
const MAX_THUMBNAILS = 400;

/** Time without scrolling after which the moves of the visible games are read (milliseconds). */
const THUMBNAIL_DELAY = 80;

/** Returns whether a finding has a diagram. */
const hasThumbnail = (finding) => !finding.game.kind && (finding.sfen !== undefined || (finding.ply > 0 && finding.game.plies > 0));

/** Returns the position after a move in USI, such as `7g7f`, `8h2b+` or `P*5e`, and the squares of the move. The move may be
 * illegal; a move from an empty square changes nothing. */
function afterMove(position, move = "") {
  const [, from, to, promotion] = /^([A-Z]\*|\d[a-i])(\d[a-i])(\+?)$/.exec(move) ?? [];
  if (!to) return [position, undefined];
  const isDrop = from.endsWith("*");
  const base = isDrop ? (position.turn === "b" ? from[0] : from[0].toLowerCase()) : position.squares[place(from)];
  if (base) position.play({ kind: "move", from: isDrop ? "*" : from, to, piece: promotion && !base.startsWith("+") ? `+${base}` : base });
  return [position, { from: isDrop ? "*" : from, to }];
}

/** Returns the position after the move of a finding, the squares of the move and the squares `concerned`, from the position that
 * the finding states. Another finding may have the position of the same move. `position` is `undefined` without such a position. */
function statedPosition(finding) {
  const { game } = finding;
  const isSame = ({ sfen, ply, var: isVariation }) => sfen && ply === finding.ply && isVariation === finding.var;
  const same = game.kind ? undefined : finding.sfen ? finding : game.found.find(isSame);
  const concerned = (finding.sq ?? same?.sq)?.match(/../g) ?? [];
  const [position, last] = same ? afterMove(new Position(same.sfen), same.move) : [];
  return { position, last, concerned };
}

/** Returns the position after the move of a finding and the squares of the last move, from the moves of its game. Returns an empty
 * list if the moves are not known. */
function replayedPosition(finding, score) {
  const line = findingLine(finding, score);
  if (!score.known || line < 0) return [];
  const { plies } = score.lines[line];
  const ply = Math.min(finding.ply, plies.length);
  return [score.at(line, ply), plies.slice(0, ply).findLast(({ kind }) => kind !== "end")];
}

/** Returns the drawing of a position as a small board, with the squares of the last move, the squares `concerned` of the finding, and
 * arrows, each a name with one or two squares. */
function thumbnailDrawing(position, last, concerned, arrows = []) {
  const parts = {};
  const drawing = boardDrawing(parts, (name) => ({ class: name }));
  fillBoard(parts, position, last, concerned, (name) => ({ class: name }), "print");
  parts.rings.append(...arrows.map(([name, squares]) => moveArrow(parts, name, squares)));
  parts.names.remove();
  drawing.setAttribute("viewBox", `-3 -3 ${9 * CELL + 6} ${9 * CELL + 6}`);
  return drawing;
}

class Thumbnails {
  constructor() {
    /** The drawings by their findings, the oldest first. */
    this.drawn = new Map();
    /** The nodes that wait for the moves of their games. */
    this.wanted = [];
    document.getElementById("viewer").addEventListener("close", () => this.runSoon());
  }

  /** Forgets the nodes that are not visible any more. */
  forgetInvisible() {
    this.wanted = this.wanted.filter(([node]) => node.isConnected);
  }

  /** Fills a node with the diagram of a finding, at once or as soon as the moves of the game are read. */
  fill(node, finding) {
    if (this.drawn.has(finding)) node.replaceChildren(this.drawn.get(finding));
    else if (!hasThumbnail(finding)) node.replaceChildren();
    else {
      const { position, last, concerned } = statedPosition(finding);
      if (position) this.keep(node, finding, thumbnailDrawing(position, last, concerned));
      else {
        this.wanted.push([node, finding, concerned]);
        this.runSoon();
      }
    }
    return node;
  }

  keep(node, finding, drawing) {
    this.drawn.set(finding, drawing);
    if (this.drawn.size > MAX_THUMBNAILS) this.drawn.delete(this.drawn.keys().next().value);
    node.replaceChildren(drawing);
  }

  runSoon() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.run(), THUMBNAIL_DELAY);
  }

  /** Reads the games of the visible findings one after the other, while no game is open. */
  async run() {
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.wanted.length && !document.getElementById("viewer").open) {
      const [node, finding, concerned] = this.wanted.shift();
      const score = new Score(await source.detail(finding.game, true));
      const [position, last] = replayedPosition(finding, score);
      if (position) this.keep(node, finding, thumbnailDrawing(position, last, concerned));
    }
    this.isRunning = false;
  }
}
