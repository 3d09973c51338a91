// The settings of the boards that the browser remembers.

/** The name under which the browser stores the settings of the board. */
const BOARD_SETTINGS = "kifu-board";

/** Reads the settings that the browser has stored. A browser may refuse, for example for a local file. Unknown values are
 * ignored. */
function readBoardSettings() {
  try {
    const stored = JSON.parse(localStorage.getItem(BOARD_SETTINGS)) ?? {};
    if (PIECE_SETS.includes(stored.pieces)) boardSettings.pieces = stored.pieces;
    if (BOARD_COLOURS.includes(stored.colours)) boardSettings.colours = stored.colours;
    if (typeof stored.coordinates === "boolean") boardSettings.coordinates = stored.coordinates;
    if (stored.seconds >= 0.5 && stored.seconds <= 5) boardSettings.seconds = Number(stored.seconds);
  } catch {
    // The settings keep their defaults.
  }
}

/** Changes a setting and stores all settings, if the browser allows that. */
function setBoardSetting(name, value) {
  boardSettings[name] = value;
  try {
    localStorage.setItem(BOARD_SETTINGS, JSON.stringify(boardSettings));
  } catch {
    // The setting holds until the page is closed.
  }
}

readBoardSettings();
