// Words, and functions that create nodes. All data are inserted into the page as text, never as markup.

/** Returns the words with this name, with the values inserted for `{0}`, `{1}` etc. Returns the name if there are no such
 * words. */
function say(name, ...values) {
  return (frame.words[name] ?? name).replace(/\{(\d)\}/g, (gap, at) => values[at] ?? gap);
}

const numbers = new Intl.NumberFormat(frame.language);

/** Creates an HTML element with attributes and children. Children that are strings become text. */
function make(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** Creates an SVG element with attributes and children. */
function draw(tag, attributes = {}, ...children) {
  return furnish(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function furnish(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== undefined));
  return node;
}

/** The classes of the marks of the sides. */
const SIDE_MARKS = { "☗": "mark sente", "☖": "mark gote" };

/** Returns the mark of a side as a drawing of a piece above the invisible character: filled for Black, hollow for White. */
function sideMark(character) {
  const piece = draw("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, draw("path", { d: "M10 1.5L15.6 5L17.4 18.5H2.6L4.4 5Z" }));
  return make("span", { class: SIDE_MARKS[character] }, piece, character);
}

/** Splits words at the marks ☗ and ☖, and returns the parts. Each mark becomes a drawing. */
function marked(words) {
  return words.split(/([☗☖])/).filter((part) => part !== "").map((part) => (SIDE_MARKS[part] ? sideMark(part) : part));
}

/** Returns the name of a side. In handicap games, the sides have other names. */
const sideName = (color, game) => color === "b"
  ? say(game.handicap ? "black-in-handicap" : "black")
  : say(game.handicap ? "white-in-handicap" : "white");

/** Normalizes words for comparison, so that differences of width and case do not matter. */
const fold = (words) => words.normalize("NFKC").toLowerCase();

/** Returns a promise that lets the browser process other events before the script continues. */
const pause = () => new Promise((go) => setTimeout(go));

/** Formats a time in seconds: `1:02:03`, `0:07`, `0:07.5`. */
function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = seconds > whole ? String(Math.round((seconds - whole) * 1000) / 1000).slice(1) : "";
  return (hours ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(whole % 60)}${rest}`;
}
