"use strict";
// The data that the program passes to all scripts, and how nodes are made of words: always as text, never as markup.

const frame = JSON.parse(document.getElementById("frame").textContent);

/** The words of this name, with the values in the gaps `{0}`, `{1}`. */
function say(name, ...values) {
  return (frame.words[name] ?? name).replace(/\{(\d)\}/g, (gap, at) => values[at] ?? gap);
}

const numbers = new Intl.NumberFormat(frame.language);

/** An element with attributes and children; those that are strings become text. */
function make(tag, attributes = {}, ...children) {
  return furnish(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
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

/** Words with their marks ☗ and ☖ in nodes of their own, made by `make` or `draw`: the marks have the colours of the sides. */
function marked(words, node = ["span", make]) {
  const [tag, build] = node;
  const classes = { "☗": "mark sente", "☖": "mark gote" };
  return words.split(/([☗☖])/).filter((part) => part !== "").map((part) => (classes[part] ? build(tag, { class: classes[part] }, part) : part));
}

/** Words as they are compared: full width or half, capital or small. */
const fold = (words) => words.normalize("NFKC").toLowerCase();

/** Lets the browser do something else. */
const pause = () => new Promise((go) => setTimeout(go));

/** `1:02:03`, `0:07`. */
function clock(seconds) {
  const whole = Math.floor(seconds);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const rest = seconds > whole ? String(Math.round((seconds - whole) * 1000) / 1000).slice(1) : "";
  return (hours ? `${hours}:${two(minutes)}` : `${minutes}`) + `:${two(whole % 60)}${rest}`;
}
