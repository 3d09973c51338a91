// The examples of the README run, and their results are those in its comments. Those for browsers are tested by browser/check.mjs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const game = readFileSync(new URL("../../fixtures/tournament/2023-spring/round1/table3.kif", import.meta.url));
const dist = new URL("../dist/index.js", import.meta.url).href;
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

/** Runs an example with names that it does not define. */
function run(code, names) {
  const own = code.replace(/^import (\{.*\}) from "@[\w-]+\/kifu";$/gm, `const $1 = await import("${dist}");`);
  const AsyncFunction = (async () => {}).constructor;
  return new AsyncFunction(...Object.keys(names), own)(...Object.values(names));
}

/** Replaces expressions with a value in a comment by calls of `shown`. */
const withValues = (code) => code.replace(/^(record\.\S+); \/\/ (["[].*)$/gm, (line, expression, value) => `shown(${expression}, ${JSON.stringify(value)});`);

test("the attributes of a record have the values of the README", async () => {
  let compared = 0;
  const shown = (value, expected) => {
    const isPart = expected.endsWith(", …]");
    const list = JSON.parse(isPart ? expected.replace(", …]", "]") : expected);
    assert.deepEqual(isPart ? value.slice(0, list.length) : value, list);
    compared += 1;
  };
  await run(withValues(examples[0]), { fetch: async () => new Response(game), shown });
  assert.equal(compared, 4);
});

test("the calls of the README return results", async () => {
  const results = [];
  const calls = examples[1].replace(/^((?:check|convert|fix)\(.*); \/\/.*$/gm, "results.push($1);");
  await run(calls, { bytes: game, results });
  assert.equal(results.length, 3);
  const [findings, converted, fixed] = results;
  assert.ok(findings.some(({ rule }) => rule === "nifu"));
  assert.match(new TextDecoder().decode(converted), /\r\n/);
  assert.ok(fixed.length > 0);
});

test("the worker of the README answers", async () => {
  const answers = [];
  const code = examples[2].replace("onmessage =", "self.onmessage =");
  const self = {};
  await run(code, { self, postMessage: (answer) => answers.push(answer) });
  await self.onmessage({ data: game });
  assert.equal(answers[0][0].findings[0].rule, "nifu");
});

test("the README names all attributes of the element", () => {
  const element = readFileSync(new URL("../src/board/element.js", import.meta.url), "utf8");
  const [, reflected] = /REFLECTED = (\[.*\]);/.exec(element);
  for (const name of [...JSON.parse(reflected), "record", "ply", "lang"]) assert.ok(readme.includes(`\`${name}\``), name);
});
