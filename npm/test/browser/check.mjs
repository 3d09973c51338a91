// node check.mjs CHROMIUM PACKAGE README GAME SITE…: tests the element <kifu-board> and the HTML of the README in Chromium, and that each
// site, which a bundler has built from the example, shows its record. PACKAGE is the folder with board.js. Needs playwright-core.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";

import { chromium } from "playwright-core";

const [program, folder, readme, game, ...sites] = process.argv.slice(2);
const TYPES = { ".js": "text/javascript", ".html": "text/html", ".wasm": "application/wasm" };

/** The HTML of the README, with the elements in the order of the page. */
const [, html] = /```html\n(.*?)```/s.exec(readFileSync(readme, "utf8"));
const policy = "script-src 'self' 'wasm-unsafe-eval'; style-src 'self'";
const pages = { "/": `<!doctype html><html lang="en"><body>${html.replace("https://example.com/kifu/", "/package/")}</body></html>` };
const EVALUATED = "手合割：平手\n1 ７六歩(77)\n*#評価値=120\n2 ３四歩(33)\n3 ２六歩(27)\n4 ８四歩(83)\n変化：4手\n4 ４四歩(43)\n5 ２五歩(26)\n変化：5手\n5 ４八銀(39)\n変化：2手\n2 ８四歩(83)\n";

const server = createServer(({ url }, answer) => {
  const path = decodeURI(url.replace(/\?.*/, ""));
  const [, root, rest] = /^\/(package|site\d)\/(.*)$/.exec(path) ?? [];
  try {
    const files = { package: folder, ...Object.fromEntries(sites.map((site, at) => [`site${at}`, site])) };
    const body = pages[path] ?? (path === "/game.kif" ? readFileSync(game) : path === "/variations.kif" ? EVALUATED : readFileSync(join(files[root], rest || "index.html")));
    const type = pages[path] || path.endsWith("/") ? "text/html" : (TYPES[extname(path)] ?? "application/octet-stream");
    answer.writeHead(200, { "Content-Type": `${type}; charset=utf-8`, ...(pages[path] ? { "Content-Security-Policy": policy } : {}) }).end(body);
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((go) => server.listen(0, "127.0.0.1", go));
const address = `http://127.0.0.1:${server.address().port}`;
const browser = await chromium.launch({ executablePath: program, args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 900, height: 800 }, reducedMotion: "reduce" });
const errors = [];
page.on("pageerror", (error) => errors.push(String(error)));

/** Waits until a function of the page returns true. A policy of the page may forbid `waitForFunction`. */
async function until(isTrue) {
  for (let tries = 0; !(await page.evaluate(isTrue)); tries += 1) {
    assert.ok(tries < 400, `${isTrue}: ${errors}`);
    await page.waitForTimeout(50);
  }
}

/** Shows an element in place of those on the page, and waits for its event. */
const show = (markup) =>
  page.evaluate(async (text) => {
    document.body.innerHTML = `<button id="before">before</button>${text}<button id="after">after</button>`;
    const board = document.querySelector("kifu-board");
    const ended = new Promise((go) => ["load", "error"].forEach((name) => board.addEventListener(name, ({ type }) => go(type))));
    return [await ended, board.shadowRoot.querySelector(".now").textContent];
  }, markup);
/** Returns values of the element, whose variable is `board`. */
const ask = (expression) => page.evaluate(`(() => { const board = document.querySelector("kifu-board"); const find = (it) => board.shadowRoot.querySelector(it); return ${expression}; })()`);

// The README, under a policy without inline styles.
await page.goto(address);
await until(() => [...document.querySelectorAll("kifu-board")].every((board) => board.record));
assert.deepEqual(await page.evaluate(() => [...document.querySelectorAll("kifu-board")].map((board) => [board.ply, board.record.moves.length])), [[40, 94], [0, 2]]);
assert.equal(await ask(`getComputedStyle(find(".viewer")).display`), "flex");

// Findings, and the height of the page: the list scrolls.
assert.deepEqual(await show(`<kifu-board src="/game.kif" ply="50"></kifu-board>`), ["load", "Ply 50  P*9h  ☖９八歩"]);
assert.match(await ask(`find(".comment").textContent`), /error.*unpromoted pawn on file 9/);
assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= 800));

// Evaluations, keys and the focus.
assert.deepEqual(await show(`<kifu-board src="/variations.kif"></kifu-board>`), ["load", "Start"]);
assert.equal(await ask(`find(".value").textContent`), "+120");
await page.focus("#before");
await page.keyboard.press("Tab");
const steps = [["ArrowRight", 0, 1], ["ArrowRight", 0, 2], ["ArrowDown", 3, 2], ["b", 0, 2], ["End", 0, 4], ["ArrowDown", 1, 4], ["ArrowRight", 1, 5], ["ArrowDown", 2, 5], ["Home", 2, 0]];
for (const [key, line, ply] of steps) {
  await page.keyboard.press(key);
  assert.deepEqual(await ask("[board.line, board.ply]"), [line, ply], key);
}
await page.click("kifu-board [data-do=back]");
await page.click("kifu-board .moves .other >> nth=0");
await page.keyboard.press("ArrowLeft");
assert.deepEqual(await ask("[board.line, board.ply]"), [0, 3]);
for (let tab = 0; tab < 12 && (await page.evaluate(() => document.activeElement.id)) !== "after"; tab += 1) await page.keyboard.press("Tab");
assert.equal(await page.evaluate(() => document.activeElement.id), "after");

// Attributes and properties after the element is connected.
await ask(`void (board.setAttribute("lang", "ja"), (board.colours = "dark"), (board.ply = 2))`);
assert.deepEqual(await ask(`[board.getAttribute("colours"), find("[data-do=next]").title, find(".now").textContent]`), ["dark", "一手進む", "2手目  ☖３四歩"]);
assert.deepEqual(await ask(`(board.remove(), document.body.append(board), [board.line, board.ply, board.record.moves.length])`), [0, 2, 4]);

// Errors: the old record disappears.
for (const [src, message] of [["/missing.kif", "/missing.kif: status 404"], ["/package/board.js", undefined]]) {
  const [event, now] = await show(`<kifu-board src="${src}"></kifu-board>`);
  assert.equal(event, "error", src);
  if (message) assert.equal(now, message);
}
await show(`<kifu-board src="/game.kif"></kifu-board>`);
await ask(`void (board.src = "/missing.kif")`);
await until(() => !document.querySelector("kifu-board").record);
assert.deepEqual(await ask(`[board.sfen, board.ply, find(".moves").children.length, find(".player").textContent]`), [undefined, 0, 0, ""]);

// A property that is set before the element is connected, the text of a <pre>, and a wrong record.
assert.deepEqual(await show(`<kifu-board ply="last"><pre>\n手合割：平手\n1 ７六歩(77)\n2 投了\n</pre></kifu-board>`), ["load", "Ply 1  P-7f  ☗７六歩  ☗ won"]);
assert.equal(await ask(`(() => { const own = document.createElement("kifu-board"); own.record = board.record; document.body.append(own); return own.sfen.split(" ")[1]; })()`), "b");
for (const wrong of ["{}", "null", "[]", "'x'", "{ ...board.record, evals: undefined }"]) {
  assert.equal(await ask(`(() => { try { board.record = ${wrong}; } catch (error) { return error.name; } })()`), "TypeError", wrong);
}
assert.equal(await ask("board.record.moves.length"), 1);

// JSON of records, with a number of the record, and a board of another game than shogi.
pages["/records.json"] = await ask("JSON.stringify([board.record, { ...board.record, game: 'yonin' }])");
assert.deepEqual(await show(`<kifu-board src="/records.json" ply="1"></kifu-board>`), ["load", "Ply 1  P-7f  ☗７六歩  ☗ won"]);
assert.deepEqual(await show(`<kifu-board src="/records.json" record="3"></kifu-board>`), ["error", "there is no record 3"]);
await show(`<kifu-board src="/records.json" record="2"></kifu-board>`);
assert.equal(await ask("board.sfen"), undefined);

// A narrow page.
await page.setViewportSize({ width: 320, height: 600 });
await show(`<kifu-board src="/game.kif"></kifu-board>`);
assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);

for (const [at, site] of sites.entries()) {
  await page.goto(`${address}/site${at}/`);
  await until(() => Boolean(document.querySelector("kifu-board")?.record));
  assert.deepEqual(await ask("board.record.moves"), ["7g7f", "3c3d", "8h2b+", "3a2b"], site);
}
assert.deepEqual(errors, []);
await browser.close();
server.close();
console.log(`the element works in ${browser.browserType().name()}; sites: ${sites.length}`);
