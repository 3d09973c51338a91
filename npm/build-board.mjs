// node build-board.mjs: writes the module of the element <kifu-board>. It consists of the scripts of the viewer in the HTML report
// (src/page/script), of which it uses the same files, and of npm/src/board. esbuild removes everything that the element does not use, and
// minifies the rest. If it is missing, npm installs it in this folder; the exit status is 3 if that is impossible.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The scripts, in the order of their dependencies. */
const SCRIPTS = [
  "src/board/frame.js", "../src/page/script/words.js", "../src/page/script/position.js", "../src/page/script/glyphs.js", "../src/page/script/pieces.js",
  "../src/page/script/board.js", "../src/page/script/seats.js", "../src/page/script/comments.js", "../src/page/script/strip.js", "src/board/detail.js", "src/board/element.js",
];

/** A method in the output of esbuild. */
const METHOD = /^  (\w+)\(.*\) \{\n(?:    .*\n)*  \}\n/gm;

/** Methods that are called by the browser. */
const CALLBACKS = ["constructor", "connectedCallback", "attributeChangedCallback"];

/** Returns scripts without the methods whose names occur nowhere else in them. esbuild removes only functions. */
function withoutUnusedMethods(scripts) {
  const isUsed = (name) => CALLBACKS.includes(name) || scripts.match(new RegExp(`\\b${name}\\b`, "g")).length > 1;
  return scripts.replace(METHOD, (method, name) => (isUsed(name) ? method : ""));
}

/** Returns the words whose names are in calls of `say` in the scripts, in both languages, from the words of the HTML report. */
function words(scripts) {
  const named = new Set([...scripts.matchAll(/\bsay\(([^,)]*)/g)].flatMap(([, first]) => first.match(/(?<=")[a-z-]+(?=")/g) ?? []));
  const all = new Map([...read("../src/page/words.toml").matchAll(/^([a-z-]+) = (\[.*\])$/gm)].map(([, name, pair]) => [name, JSON.parse(pair)]));
  const missing = [...named].filter((name) => !all.has(name));
  if (missing.length) throw new Error(`no words in src/page/words.toml: ${missing}`);
  return Object.fromEntries(["en", "ja"].map((language, at) => [language, Object.fromEntries([...named].map((name) => [name, all.get(name)[at]]))]));
}

/** Returns the rules for the board from the style sheet of the report, without those for classes that do not occur in the scripts, and the
 * rules of the element. */
function style(scripts) {
  const board = read("../src/page/style/board.css").replace(/\/\*[^]*?\*\/\n/g, "");
  const areUsed = (selector) => [...selector.matchAll(/\.([a-z-]+)/g)].every(([, name]) => new RegExp(`\\b${name}\\b`).test(scripts));
  const hasUsed = (list) => list.split(/,(?![^(]*\))/).some((it) => areUsed(it.replace(/:is\(.*?\)/g, "")) && [...it.matchAll(/:is\((.*?)\)/g)].every(([, inner]) => hasUsed(inner)));
  const rules = board.slice(0, board.indexOf(".tools")).split(/\n(?!  |\})/).filter((rule) => hasUsed(rule.slice(0, rule.indexOf("{"))));
  return [...rules, read("src/board/board.css")].join("\n");
}

/** Returns scripts after the words and the style that they use. */
const withData = (scripts) => `const WORDS = ${JSON.stringify(words(scripts))};\nconst STYLE = ${JSON.stringify(style(scripts))};\n${scripts}`;

/** Returns the scripts of the element before anything is removed. */
export const boardScripts = () => withData(SCRIPTS.map(read).join("\n"));

/** Returns esbuild, which npm installs if it is missing. */
async function loadEsbuild() {
  try {
    return await import("esbuild");
  } catch {
    const npm = process.platform === "win32" ? "npm.cmd" : "npm";
    const { status } = spawnSync(npm, ["ci", "--no-audit", "--no-fund", "--silent"], { cwd: fileURLToPath(new URL(".", import.meta.url)), stdio: ["ignore", 2, 2] });
    if (status === 0) return import("esbuild");
    console.error("npm cannot install esbuild, which builds the element <kifu-board>");
    process.exit(3);
  }
}

/** Returns the module of the element. */
async function boardModule({ transform }) {
  const code = async (text, options) => (await transform(text, { charset: "utf8", format: "esm", treeShaking: true, ...options })).code;
  let scripts = `${SCRIPTS.map(read).join("\n")}\nexport { KifuBoard };`;
  for (let before; before !== scripts; ) {
    before = scripts;
    scripts = withoutUnusedMethods(await code(scripts));
  }
  const css = await code(style(scripts), { loader: "css", minify: true, format: undefined, treeShaking: undefined });
  const body = scripts.replace(/^export \{[^}]*\};$/m, "");
  return code(
    `export const KifuBoard = globalThis.customElements && (() => {
const WORDS = ${JSON.stringify(words(scripts))};
const STYLE = ${JSON.stringify(css.trim())};
${body}
if (!customElements.get("kifu-board")) customElements.define("kifu-board", KifuBoard);
return KifuBoard;
})();`,
    { minify: true, banner: "// The element <kifu-board> of @OWNER/kifu, minified: https://github.com/OWNER/kifu/tree/main/npm" },
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(await boardModule(await loadEsbuild()));
