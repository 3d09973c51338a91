// The element <kifu-board> is defined only in browsers, so these tests are about its file and its data.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";

import { boardScripts } from "../build-board.mjs";
import { init, parse } from "../dist/index.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const script = readFileSync(new URL("../dist/board.js", import.meta.url));
process.chdir(root);
await init();

/** The largest size of the element (bytes). */
const MAX_BYTES = 40_000;

test("the element is small, and can be imported without a browser", async () => {
  assert.ok(script.length <= MAX_BYTES, `${script.length} bytes`);
  const { KifuBoard } = await import("../dist/board.js");
  assert.equal(KifuBoard, undefined);
});

/** The parts of the element that need no document. */
function parts() {
  const scripts = boardScripts();
  const body = scripts.slice(0, scripts.indexOf("class KifuBoard"));
  const page = { createElement: () => ({}), createElementNS: () => ({}) };
  const names = "Score, recordDetail, recordGame, findingPlace, useSettings, pieces, frame";
  return new Function("document", "matchMedia", `${body}\nreturn { ${names} };`)(page, () => ({}));
}

test("the positions of the element are those of the library", () => {
  const { Score, recordDetail, useSettings } = parts();
  useSettings({ language: "en", coordinates: true });
  let compared = 0;
  const folders = ["tournament", "kif", "csa", "ki2", "same", "jkf"];
  const listed = execFileSync("find", [...folders.map((it) => `fixtures/${it}`), "-type", "f"]).toString().split("\n").filter((path) => /\.(kifu?|csa|ki2u?|jkf)$/.test(path));
  for (const path of listed) {
    for (const record of parse(readFileSync(path), { path })) {
      const sfens = record.sfens().map((sfen) => sfen.replace(/ \d+$/, ""));
      if (sfens.length === 0 || record.format === "unknown") continue;
      const score = new Score(recordDetail(JSON.parse(JSON.stringify(record))));
      for (let ply = 0; ply < Math.min(sfens.length, record.playable + 1); ply += 1) {
        assert.equal(score.at(0, ply).sfen(1).replace(/ \d+$/, ""), sfens[ply], `${path} ply ${ply}`);
        compared += 1;
      }
      assert.equal(score.labels(0).length, record.moves.length);
    }
  }
  assert.ok(compared > 5_000, String(compared));
});

test("findings of variations have their place in the lines of the element", () => {
  const { Score, recordDetail, findingPlace, useSettings } = parts();
  useSettings({ language: "ja", notation: "japanese", coordinates: true });
  const text = "手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n3 ２六歩(27)\n変化：3手\n3 ７八金(69)\n4 ８四歩(83)\n";
  const [record] = parse(text);
  const score = new Score(recordDetail(record));
  assert.deepEqual(score.labels(2), ["☗７六歩", "☖８四歩", "☗７八金", "☖８四歩(83)"]);
  const finding = record.findings.find(({ ply, variation }) => ply === 4 && variation?.length === 4);
  assert.deepEqual(findingPlace(finding, score), [2, 4]);
  assert.deepEqual(findingPlace({ ply: 1 }, score), [0, 1]);
  assert.deepEqual(findingPlace({}, score), [0, 0]);
  assert.equal(findingPlace({ ply: 5, variation: [5, 1] }, score), undefined);
});

test("the kinds of pieces are those of the HTML report", { skip: process.env.KIFU ? false : "KIFU is not set" }, () => {
  const folder = mkdtempSync(join(tmpdir(), "kifu-"));
  for (const language of ["en", "ja"]) {
    const output = join(folder, `${language}.html`);
    execFileSync(process.env.KIFU, ["validate", "--isolated", "--quiet", "--lang", language, "--fail-on", "never", "--html", output, "fixtures/tournament/2023-spring"]);
    const page = JSON.parse(/<script[^>]*id="frame"[^>]*>(.*?)<\/script>/s.exec(readFileSync(output, "utf8"))[1]);
    const { pieces, useSettings } = parts();
    useSettings({ language, coordinates: true });
    const own = [...pieces].map(([letters, { glyph, moved, name }]) => ({ letters, glyph, moved, name }));
    assert.deepEqual(own, page.pieces.map(({ letters, glyph, moved, name }) => ({ letters, glyph, moved, name })));
  }
  rmSync(folder, { recursive: true });
});
