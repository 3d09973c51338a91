// Tests the search of the site: runs the worker of the theme and the script search.js with the index, without a browser.
//
// node .github/release/search-test.mjs FOLDER
//
// FOLDER is the folder of the documentation that `site` built.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import vm from "node:vm";

// A query in a language, and a page that must be among the results, or `null` if there must be none.
const QUERIES = [
  ["ja", "文字化け", "troubleshooting/"],
  ["ja", "打ち歩詰め", "rules/uchifuzume/"],
  ["ja", "持ち時間", "rules/unreadable-time-limit/"],
  ["ja", "終了ステータス", "exit-status/"],
  ["ja", "駒落ち", "rules/handicap-first-move/"],
  ["ja", "待った", "rules/take-back/"],
  ["ja", "行き所のない駒", "rules/dead-piece/"],
  ["ja", "nifu", "rules/nifu/"],
  ["ja", "二歩 CSA", "rules/nifu/"],
  ["ja", "打ち鯨詰め", null],
  ["en", "exit status", "exit-status/"],
  ["en", "baseline", "baselines/"],
  ["en", "行き所のない駒", "rules/"],
  ["en", "xylophone", null],
];
// The number of results, best first, among which the page must be.
const BEST = 5;

// Loads the worker with the index of a folder. Returns a function that searches as the page does.
async function load(folder) {
  const scripts = join(folder, "assets/javascripts/workers");
  const name = readdirSync(scripts).find((it) => /^search\..*\.js$/.test(it));
  let receive, answered;
  class Worker {
    postMessage(message) {
      const answer = new Promise((resolve) => (answered = resolve));
      receive({ data: message });
      return answer;
    }
  }
  const context = { console, Worker, URL, TextDecoder, addEventListener: (_, listener) => (receive = listener), postMessage: (it) => answered(it) };
  context.self = context.globalThis = context.window = context;
  context.importScripts = (...paths) => paths.forEach((path) => vm.runInContext(readFileSync(join(scripts, path), "utf8"), context));
  vm.createContext(context);
  for (const path of [join(scripts, name), join(folder, "assets/search.js")]) vm.runInContext(readFileSync(path, "utf8"), context);
  const worker = new context.Worker();
  const index = JSON.parse(readFileSync(join(folder, "search/search_index.json"), "utf8"));
  await worker.postMessage({ type: 0, data: { ...index, options: { suggest: false } } });
  return async (query) => (await worker.postMessage({ type: 2, data: query })).data.items.map((group) => group[0].location.split("#")[0]);
}

const folder = process.argv[2];
const searches = { en: await load(folder), ja: await load(join(folder, "ja")) };
let failures = 0;
for (const [language, query, page] of QUERIES) {
  const found = await searches[language](query);
  if (page === null ? found.length > 0 : !found.slice(0, BEST).includes(page)) {
    failures += 1;
    console.error(`${language}: ${query}: expected ${page ?? "no page"}, found ${found.slice(0, BEST).join(", ") || "none"}`);
  }
}
console.log(`search: ${QUERIES.length - failures} of ${QUERIES.length} queries are right`);
process.exitCode = failures ? 1 : 0;
