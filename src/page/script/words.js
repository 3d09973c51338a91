"use strict";
// The data that all scripts use, and functions that create nodes. All data are inserted into the page as text, never as
// markup.

const frame = JSON.parse(document.getElementById("frame").textContent);

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

/** Splits words at the marks ☗ and ☖, and returns the parts. Each mark becomes an element in the colour of its side. `node`
 * contains the tag of these elements and the function that creates them: `make` for HTML or `draw` for SVG. */
function marked(words, node = ["span", make]) {
  const [tag, build] = node;
  const classes = { "☗": "mark sente", "☖": "mark gote" };
  return words.split(/([☗☖])/).filter((part) => part !== "").map((part) => (classes[part] ? build(tag, { class: classes[part] }, part) : part));
}

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
