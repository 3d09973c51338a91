// Stepping through a game without the buttons: the wheel, swipes and taps on the board, buttons that are held, and automatic
// steps.

/** The distance of the wheel for one step (pixels). A notch of most wheels is longer than this. */
const WHEEL_STEP = 40;

/** The height of a line, for wheels that count lines (pixels). */
const WHEEL_LINE = 30;

/** The distance from which a movement is a swipe, and up to which it is a tap (pixels). */
const SWIPE = 30;
const TAP = 10;

/** The longest tap (milliseconds). */
const TAP_TIME = 500;

/** The time until a held button repeats, and between repetitions (milliseconds). */
const HOLD_DELAY = 400;
const HOLD_INTERVAL = 90;

function attachGestures(viewer) {
  for (const board of viewer.root.querySelectorAll(".board, .picture")) {
    attachWheel(viewer, board);
    attachTouch(viewer, board);
  }
  for (const button of viewer.root.querySelectorAll("[data-do=next], [data-do=previous]")) attachHold(viewer, button);
}

/** Lets the wheel step while the pointer is on the board. The page does not scroll then. */
function attachWheel(viewer, board) {
  let moved = 0;
  let latest = 0;
  board.addEventListener(
    "wheel",
    (event) => {
      // With the control key, the wheel zooms. A movement to the side is left to the browser.
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      event.preventDefault();
      const unit = [1, WHEEL_LINE, WHEEL_LINE * 3][event.deltaMode] ?? 1;
      // After a pause or a turn, the distance is counted anew.
      if (event.timeStamp - latest > 300 || moved * event.deltaY < 0) moved = 0;
      latest = event.timeStamp;
      moved += event.deltaY * unit;
      if (Math.abs(moved) < WHEEL_STEP) return;
      viewer.act(moved > 0 ? "next" : "previous");
      moved = 0;
    },
    { passive: false },
  );
}

/** Steps with a swipe to the left or right, and with a tap or a click on the right or left half of the board. */
function attachTouch(viewer, board) {
  let start;
  board.addEventListener("pointerdown", (event) => {
    // A second finger zooms, and a tap outside of an open panel only closes the panel.
    const isStep = event.isPrimary && event.button === 0 && !viewer.root.querySelector(".popup:not([hidden])");
    start = isStep ? event : undefined;
  });
  board.addEventListener("pointercancel", () => (start = undefined));
  board.addEventListener("pointerup", (event) => {
    if (!start || event.pointerId !== start.pointerId) return;
    const [x, y] = [event.clientX - start.clientX, event.clientY - start.clientY];
    const time = event.timeStamp - start.timeStamp;
    start = undefined;
    if (Math.abs(x) >= SWIPE && Math.abs(x) > 1.5 * Math.abs(y)) {
      viewer.act(x < 0 ? "next" : "previous");
    } else if (Math.hypot(x, y) <= TAP && time <= TAP_TIME) {
      const { left, width } = board.getBoundingClientRect();
      viewer.act(event.clientX >= left + width / 2 ? "next" : "previous");
    }
  });
}

/** Repeats a step while its button is held. */
function attachHold(viewer, button) {
  let timer;
  let held = false;
  const stop = () => clearTimeout(timer);
  const repeat = () => {
    held = true;
    const before = viewer.ply;
    viewer.act(button.dataset.do);
    // The repetition ends at the start and at the end of the game.
    if (viewer.ply !== before) timer = setTimeout(repeat, HOLD_INTERVAL);
  };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    held = false;
    stop();
    timer = setTimeout(repeat, HOLD_DELAY);
  });
  for (const name of ["pointerup", "pointercancel", "pointerleave", "blur"]) button.addEventListener(name, stop);
  // The click at the end of a hold is not another step.
  button.addEventListener(
    "click",
    (event) => {
      stop();
      if (held) event.stopPropagation();
      held = false;
    },
    { capture: true },
  );
  button.addEventListener("contextmenu", (event) => held && event.preventDefault());
}

/** Steps through a game until its end. The steps are not animated. */
class Autoplay {
  constructor(viewer) {
    this.viewer = viewer;
    this.changed = () => {};
  }

  toggle() {
    if (this.timer === undefined) this.start();
    else this.stop();
  }

  /** Starts from the current ply, or from the beginning if the game is at its end. */
  start() {
    const { viewer } = this;
    if (this.isAtEnd()) {
      viewer.act("first");
      if (this.isAtEnd()) return;
    }
    this.game = viewer.game;
    this.changed(true);
    this.schedule();
  }

  schedule() {
    this.timer = setTimeout(() => {
      // Another game was opened.
      if (this.viewer.game !== this.game) return this.stop();
      this.viewer.act("next");
      if (this.isAtEnd()) this.stop();
      else this.schedule();
    }, boardSettings.seconds * 1000);
  }

  stop() {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.changed(false);
  }

  /** Applies a new speed. */
  restart() {
    if (this.timer === undefined) return;
    clearTimeout(this.timer);
    this.schedule();
  }

  isAtEnd() {
    const { score, line, ply } = this.viewer;
    return !score || ply >= score.lines[line].plies.length;
  }
}
