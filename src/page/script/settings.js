// Settings that the browser remembers for this page, such as the notation of moves.

/** Settings of this visit, for browsers that refuse to store anything for local files. */
const visitSettings = new Map();

/** Returns the stored value of a setting, or `undefined`. */
function readSetting(name) {
  try {
    return localStorage.getItem(`kifu-${name}`) ?? visitSettings.get(name);
  } catch {
    return visitSettings.get(name);
  }
}

/** Stores the value of a setting. */
function storeSetting(name, value) {
  visitSettings.set(name, value);
  try {
    localStorage.setItem(`kifu-${name}`, value);
  } catch {
    // The setting is valid until the page is closed.
  }
}

/** Returns the name of a setting that belongs to this page alone. */
const pageSetting = (name) => `${name} ${location.pathname}`;
