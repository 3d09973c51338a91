// Attacks on a board, and the arrows of findings. The page does not check the legality of moves: it draws which piece attacks a king
// that the finding is about.

const STRAIGHT = [[-1, 0], [0, -1], [0, 1], [1, 0]];
const DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
const GOLD = [...STRAIGHT, [-1, -1], [-1, 1]];

/** The single steps of each kind of piece of Black, as numbers of rows and columns. */
const PIECE_STEPS = {
  K: [...STRAIGHT, ...DIAGONAL], G: GOLD, S: [[-1, 0], ...DIAGONAL], N: [[-2, -1], [-2, 1]], P: [[-1, 0]],
  "+R": DIAGONAL, "+B": STRAIGHT, "+S": GOLD, "+N": GOLD, "+L": GOLD, "+P": GOLD,
};

/** The directions in which a piece of Black moves any distance. */
const PIECE_RAYS = { R: STRAIGHT, B: DIAGONAL, L: [[-1, 0]], "+R": STRAIGHT, "+B": DIAGONAL };

/** Returns whether the piece on a square attacks another square. The squares are indices. */
function isAttack({ squares }, from, to) {
  const letters = kind(squares[from]);
  // White's pieces move in the opposite directions.
  const forward = side(squares[from]) === "b" ? 1 : -1;
  const [rows, columns] = [Math.floor(to / 9) - Math.floor(from / 9), (to % 9) - (from % 9)].map((it) => it * forward);
  const isStep = (distance) => ([row, column]) => row * distance === rows && column * distance === columns;
  if (PIECE_STEPS[letters]?.some(isStep(1))) return true;
  const distance = Math.max(Math.abs(rows), Math.abs(columns));
  const ray = distance > 0 && PIECE_RAYS[letters]?.find(isStep(distance));
  if (!ray) return false;
  const step = (ray[0] * 9 + ray[1]) * forward;
  return Array.from({ length: distance - 1 }, (_, at) => squares[from + (at + 1) * step]).every((piece) => !piece);
}

/** Returns the names of the squares of a side whose pieces attack a square, which is given by its name. */
function attackers(position, color, target) {
  const from = [...position.squares.keys()].filter((at) => position.squares[at] && side(position.squares[at]) === color);
  return from.filter((at) => isAttack(position, at, place(target))).map(squareName);
}

/** Returns the name of the square of a king, or `undefined` if it is not on the board. */
function kingSquare({ squares }, color) {
  const at = squares.indexOf(color === "b" ? "K" : "k");
  return at < 0 ? undefined : squareName(at);
}

/** Returns the arrows of a finding in the position after its move: from the pieces that give check to a king that was left in check,
 * and of a pawn that was dropped for mate. Each arrow has a name and two squares. */
function findingArrows(finding, position) {
  const color = finding.side === "white" ? "w" : "b";
  if (finding.rule === "uchifuzume") return mateArrows(finding, position, color);
  const king = finding.rule === "own-king-in-check" ? kingSquare(position, color) : undefined;
  return king ? attackers(position, other(color), king).map((from) => ["attack", [from, king]]) : [];
}

/** Returns the arrows of a pawn that was dropped for mate: from the pawn to the king, and from each piece that keeps the king from a
 * square. Without a proof, the pieces that protect the pawn are known. */
function mateArrows({ sq, proof }, position, color) {
  const [pawn, king] = [sq?.slice(0, 2), kingSquare(position, other(color))];
  if (!pawn || !king) return [];
  const refutations = proof?.steps?.flatMap((step) => stepArrows(step, position)).filter(([name]) => name === "attack");
  const protections = attackers(position, color, pawn).map((from) => ["attack", [from, pawn]]);
  const arrows = [["attack", [pawn, king]], ...(refutations?.length ? refutations : protections)];
  return [...new Map(arrows.map((arrow) => [arrow[1].join(""), arrow])).values()];
}

/** Returns the arrows of a step of a finding, which has either arrows or the squares of a proof. A proof is about an attack on the
 * king, or about an attempt to parry a check and the piece that would then take the king. */
function stepArrows({ arrows, sq }, position) {
  if (arrows || !sq) return arrows ?? [];
  const squares = sq.match(/../g);
  const piece = (name) => position.squares[place(name)];
  const king = kingSquare(position, position.turn);
  if (squares[1] === kingSquare(position, other(position.turn))) return [["attack", squares.slice(0, 2)]];
  const length = piece(squares[0]) ? 2 : 1;
  const tried = squares.slice(0, length);
  const target = tried[0] === king ? tried.at(-1) : king;
  return [["attempt", tried], ...squares.slice(length).map((from) => ["attack", [from, target]])];
}
