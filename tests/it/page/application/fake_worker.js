"use strict";
// A worker in the place of the real one. Each line of a file is a record: the name of Black. At the record `trap`, this worker
// fails as the module does after a panic. Rows are sent in batches of three.

let queue = Promise.resolve();
const answer = (request, json) => postMessage({ request, json: JSON.stringify(json) });

/** Returns whether the place `one` is before `two` in a file. */
const isBefore = (one, two) => one[0] < two[0] || (one[0] === two[0] && one[1] < two[1]);

async function check(request, { path, after = [0, 0], until }, bytes) {
  const lines = new TextDecoder().decode(bytes).split("\n").filter((line) => line !== "");
  let batch = [];
  const send = () => {
    if (batch.length) answer(request, { games: batch.map(({ row }) => row), findings: batch.map(({ found }) => found), places: batch.map(({ at }) => at) });
    batch = [];
  };
  for (const [index, black] of lines.entries()) {
    const at = [1, index + 1];
    if (!isBefore(after, at)) continue;
    if (until && !isBefore(at, until)) break;
    answer(request, { at });
    if (black === "trap") {
      answer(request, { panic: "panicked at <b>record</b>" });
      postMessage({ request, done: true, failed: "unreachable" });
      return false;
    }
    if (black === "wait") await new Promise(() => {});
    const found = black.startsWith("bad") ? [{ rule: "nifu", s: "error", ply: 1, msg: "two pawns" }] : [];
    batch.push({ at, found, row: { path, kind: /^janggi/.exec(black)?.[0], n: index ? index + 1 : undefined, black, white: "W", plies: 1, f: found.length ? [1, 0, 0] : undefined } });
    if (batch.length === 3) send();
  }
  send();
  answer(request, { done: { files: 1, records: lines.length, excluded: 0, skipped: 0, unreadable: [] } });
  return true;
}

async function run({ request, json, bytes }) {
  const asked = JSON.parse(json);
  if (asked.do === "check") {
    if (!(await check(request, asked, bytes))) return;
  } else if (asked.do === "choose") answer(request, { chosen: asked.paths.map((path) => path.endsWith(".kif")) });
  else if (asked.do === "settings" && asked.toml.includes("!")) answer(request, { error: "an unknown key" });
  else if (asked.do === "settings") answer(request, asked.toml ? { severity: "error", config: ["severity"] } : { config: [] });
  else if (asked.do === "detail") answer(request, { moves: { lines: [{ m: "" }] } });
  else if (asked.do === "convert") {
    for (const result of ["one", "two"]) {
      const losses = [{ kind: "claim", name: "result lines", words: `1 result line (${result})`, example: result }];
      answer(request, { at: [1, 1], path: result, name: `${result}.csa`, losses });
    }
    answer(request, { done: {} });
  } else if (["begin-conversion", "begin-comparison", "add-sheet", "compare"].includes(asked.do)) answer(request, {});
  else if (asked.do === "end-comparison") answer(request, { found: [], sheets: [] });
  else answer(request, { error: `not in this worker: ${asked.do}` });
  postMessage({ request, done: true, memory: 1 << 20 });
}

/** A module that has only a section with its licences. */
const LICENCES = new TextEncoder().encode("\u0008licencesa 1.0: <b>MIT</b>");
const MODULE = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 0, LICENCES.length, ...LICENCES);

onmessage = ({ data }) => {
  if (data.packed) postMessage({ compiled: new WebAssembly.Module(MODULE) });
  else if (!data.module) queue = queue.then(() => run(data));
};
