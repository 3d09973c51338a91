// The start screen: a board with the illegal move of the example.

/** The position of the example after its illegal move, the square of the move, and the squares of the two pawns. */
const EXAMPLE_POSITION = "lnsgk1snl/1r4gb1/p1ppppppp/9/P8/1p7/PPPPPPP1P/1BG4R1/LNS1KGSNL w - 14";
const EXAMPLE_SQUARES = ["9e", "9g"];

/** Draws the board of the start screen, with the colours of wood in both schemes. */
function drawExampleBoard() {
  const parts = {};
  const paint = palettePaint(palettes.wood);
  const board = boardDrawing(parts, paint);
  fillBoard(parts, new Position(EXAMPLE_POSITION), { from: "*", to: EXAMPLE_SQUARES[0] }, EXAMPLE_SQUARES, paint, "one-kanji");
  document.querySelector(".example-board > div").append(board);
}

drawExampleBoard();
