// Loading the module, and failures of it. The failing module is made of bytes here.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { fileURLToPath } from "node:url";

const file = new URL("../dist/kifu.wasm", import.meta.url);

/** Returns the functions of the package with a module of their own. */
const fresh = async (name) => ({
  ...(await import(`../dist/module.js?${name}`)),
});

/** Returns a section of a WebAssembly module. */
const section = (id, bytes) => [id, bytes.length, ...bytes];
const named = (name, kind, index) => [name.length, ...Buffer.from(name), kind, index];

/** A module with the functions of the package's module. `reserve` returns 1024, and `answer` is a trap. */
const failing = Uint8Array.from([
  ...[0, 97, 115, 109, 1, 0, 0, 0],
  ...section(1, [3, 0x60, 0, 0, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 2, 0x7f, 0x7f, 0]),
  ...section(3, [4, 0, 1, 0, 2]),
  ...section(5, [1, 0, 1]),
  ...section(7, [5, ...named("memory", 2, 0), ...named("begin", 0, 0), ...named("reserve", 0, 1), ...named("discard", 0, 2), ...named("answer", 0, 3)]),
  ...section(10, [4, 2, 0, 0x0b, 5, 0, 0x41, 0x80, 8, 0x0b, 2, 0, 0x0b, 3, 0, 0x00, 0x0b]),
]);

test("a call before the module is loaded is an error", async () => {
  const { ask } = await fresh("not-loaded");
  assert.throws(() => ask({ do: "lists" }), { name: "KifuError", code: "not-loaded" });
});

test("the module is loaded from each kind of source", async () => {
  const bytes = readFileSync(file);
  const response = () => new Response(bytes, { headers: { "Content-Type": "application/wasm" } });
  const sources = { none: undefined, url: file, text: file.href, path: fileURLToPath(file), bytes, module: new WebAssembly.Module(bytes), response: response(), promise: Promise.resolve(bytes) };
  for (const [name, source] of Object.entries(sources)) {
    const { init, ask } = await fresh(name);
    await init(source);
    assert.ok(JSON.parse(ask({ do: "lists" })[0].json).version, name);
  }
});

test("a module that cannot be loaded is an error, and can be loaded again", async () => {
  const { init, ask } = await fresh("missing");
  await assert.rejects(init(new URL("missing.wasm", file)), { code: "ENOENT" });
  await assert.rejects(init(new Response("", { status: 404 })), { code: "not-loaded" });
  await assert.rejects(init(new Response("<p>", { headers: { "Content-Type": "text/html" } })), { code: "not-loaded", message: /found a page/ });
  await assert.rejects(init(5), TypeError);
  await init(file);
  assert.equal(ask({ do: "lists" }).length, 1);
});

test("after a failure, the next call uses a new instance", async () => {
  const { init, ask } = await fresh("failing");
  await init(failing);
  for (let call = 0; call < 2; call += 1) {
    assert.throws(() => ask({ do: "lists" }), { name: "KifuError", code: "panic", message: /internal error of kifu: unreachable/ });
  }
});

test("the version is that of the package", async () => {
  const { init, ask } = await fresh("version");
  await init();
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const cargo = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");
  assert.equal(JSON.parse(ask({ do: "lists" })[0].json).version, version);
  assert.equal(/^version = "(.*)"/m.exec(cargo)[1], version);
});
