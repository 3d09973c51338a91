// node build-board.mjs: writes the module of the element <kifu-board>. It consists of the scripts of the viewer in the HTML report
// (src/page/script), of which it uses the same files, and of npm/src/board. Comments and indentation are left out.
import { readFileSync } from "node:fs";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The scripts, in the order of their dependencies. */
const SCRIPTS = [
  "src/board/frame.js", "../src/page/script/words.js", "../src/page/script/position.js", "../src/page/script/glyphs.js", "../src/page/script/pieces.js",
  "../src/page/script/board.js", "../src/page/script/seats.js", "../src/page/script/comments.js", "src/board/detail.js", "src/board/element.js",
];

/** Returns a script or style sheet without the comments that are whole lines, and without indentation. Template literals of the
 * scripts contain no such lines. */
function compact(text) {
  const lines = text.replace(/^[ \t]*\/\*\*?(?:[^*]|\*(?!\/))*\*\/\n?/gm, "").split("\n");
  return lines.map((line) => line.trim()).filter((line) => line !== "" && !line.startsWith("// ")).join("\n");
}

const scripts = SCRIPTS.map((path) => compact(read(path))).join("\n");

/** The words that the scripts use, in both languages, from the words of the HTML report. */
function words() {
  const named = new Set([...scripts.matchAll(/"([a-z][a-z-]*)"/g)].map(([, name]) => name));
  const all = [...read("../src/page/words.toml").matchAll(/^([a-z-]+) = (\[.*\])$/gm)].map(([, name, pair]) => [name, JSON.parse(pair)]);
  const used = all.filter(([name]) => named.has(name));
  return Object.fromEntries(["en", "ja"].map((language, at) => [language, Object.fromEntries(used.map(([name, pair]) => [name, pair[at]]))]));
}

/** The rules for the board from the style sheet of the report, and those of the element. */
function style() {
  const board = compact(read("../src/page/style/board.css")).split("\n");
  const end = board.findIndex((line) => line.startsWith(".tools"));
  return [...board.slice(0, end), ...compact(read("src/board/board.css")).split("\n")].join("\n");
}

process.stdout.write(`// The element <kifu-board> of @OWNER/kifu: https://github.com/OWNER/kifu
export const KifuBoard = globalThis.customElements && (() => {
"use strict";
const WORDS = ${JSON.stringify(words())};
const STYLE = ${JSON.stringify(style())};
${scripts}
if (!customElements.get("kifu-board")) customElements.define("kifu-board", KifuBoard);
return KifuBoard;
})();
`);
