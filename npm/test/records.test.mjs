// The records, findings and conversions of the package are those of the command, for all fixtures.
//
// KIFU is the path of the command. Without it, these tests are skipped.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { runInNewContext } from "node:vm";

import { check, convert, fix, formats, init, parse, profiles, rules } from "../dist/index.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const kifu = process.env.KIFU;
const skip = kifu ? false : "KIFU is not set";
process.chdir(root);
await init();

/** Returns the paths of all fixtures that are records. */
function fixtures(folder = "fixtures") {
  const extensions = formats().flatMap((format) => format.extensions);
  const paths = readdirSync(folder).sort().map((name) => join(folder, name));
  return paths.flatMap((path) => {
    if (statSync(path).isDirectory()) return fixtures(path);
    return extensions.includes(path.split(".").at(-1)) || path.endsWith(".html") ? [path] : [];
  });
}

const all = fixtures();

/** Runs the command, and returns its output. A record with errors is not a failure. */
function run(...args) {
  const { stdout, stderr, status } = spawnSync(kifu, args, { maxBuffer: 1 << 30 });
  assert.ok(status === 0 || status === 1, `${args.join(" ")}: ${stderr}`);
  return stdout;
}

const lines = (output) => output.toString().split("\n").slice(0, -1);
/** The options for the results of the package: no settings file, and messages in English. */
const isolated = ["--isolated", "--lang", "en"];

test("the findings of all fixtures are those of the command", { skip }, () => {
  assert.ok(all.length > 1000);
  const output = lines(run("validate", ...isolated, "--fail-on", "never", "--severity", "note", "--format", "jsonl", ...all));
  const expected = new Map(all.map((path) => [path, []]));
  for (const record of output.map((line) => JSON.parse(line))) expected.get(record.path).push(record);
  for (const path of all) {
    const found = check(readFileSync(path), { path });
    assert.deepEqual(found, expected.get(path), path);
  }
});

test("the records of all fixtures have the results and the findings of the check", () => {
  for (const path of all) {
    const bytes = readFileSync(path);
    const checked = check(bytes, { path });
    const records = parse(bytes, { path });
    assert.equal(records.length, checked.length, path);
    for (const [at, { schema, record: number, ...expected }] of checked.entries()) {
      const record = records[at];
      assert.deepEqual(Object.fromEntries(Object.keys(expected).map((name) => [name, record[name]])), expected, path);
      assert.equal(record.number, number);
      assert.equal(record.moves.length, record.kifMoves.length, path);
      assert.equal(record.moves.length, record.times.length, path);
      assert.equal(record.moves.length, record.evals.length, path);
      if (record.plies > 0) assert.equal(record.moves.length, record.plies, path);
    }
  }
});

test("the conversions of all fixtures are those of the command", { skip }, () => {
  let converted = 0;
  for (const to of ["kif", "kifu", "ki2", "jkf", "csa", "usi", "psn", "usen", "sfen"]) {
    // A file in the first four formats has one record.
    const joins = !["kif", "kifu", "ki2", "jkf"].includes(to);
    const folder = mkdtempSync(join(tmpdir(), "kifu-"));
    const args = ["--to", to, ...(joins ? ["--join"] : []), "-o", `${folder}/`, "--loss-format", "jsonl", ...all];
    const { stderr } = spawnSync(kifu, ["convert", ...isolated, ...args], { maxBuffer: 1 << 30 });
    const expected = new Map();
    for (const line of lines(stderr).filter((line) => line.startsWith('{"schema":'))) {
      const { path, output, refused, losses } = JSON.parse(line);
      const kept = expected.get(path) ?? { losses: [], records: 0 };
      const own = { output: output ?? kept.output, refused: refused ?? kept.refused, records: kept.records + 1 };
      expected.set(path, { ...own, losses: [...kept.losses, ...losses.map(({ count }) => count)] });
    }
    for (const path of all) {
      const { output, refused, losses, records } = expected.get(path) ?? {};
      if (!output || refused || (records > 1 && !joins)) {
        assert.throws(() => convert(readFileSync(path), to, { path }), { code: "refused" }, `${path} to ${to}`);
        continue;
      }
      const own = convert(readFileSync(path), to, { path });
      assert.ok(readFileSync(output).equals(own.data), `${path} to ${to}`);
      assert.equal(own.losses.length, losses.length, `${path} to ${to}: ${own.losses}`);
      converted += records;
    }
    rmSync(folder, { recursive: true });
  }
  assert.ok(converted > 5000, String(converted));
});

test("fixed files are those of the command", { skip }, () => {
  let fixed = 0;
  for (const unsafe of [false, true]) {
    const folder = mkdtempSync(join(tmpdir(), "kifu-"));
    const args = [...(unsafe ? ["--unsafe"] : []), "-o", folder];
    const some = all.filter((path, at) => at % 4 === 0);
    spawnSync(kifu, ["fix", ...isolated, ...args, ...some], { maxBuffer: 1 << 30 });
    for (const path of some) {
      const changed = join(folder, path);
      fixed += existsSync(changed);
      const expected = readFileSync(existsSync(changed) ? changed : path);
      assert.ok(expected.equals(fix(readFileSync(path), { path, unsafe })), path);
    }
    rmSync(folder, { recursive: true });
  }
  assert.ok(fixed > 20, String(fixed));
});

test("a record has the methods of the package", () => {
  const path = "fixtures/tournament/2023-spring/round1/table3.kif";
  const [record] = parse(readFileSync(path), { path });
  assert.deepEqual(record.players, ["久保田 実", "安西 みのり"]);
  assert.equal(record.headers.先手, "久保田 実");
  assert.deepEqual(record.moves.slice(0, 4), ["7g7f", "3c3d", "2g2f", "4c4d"]);
  assert.deepEqual(record.kifMoves.slice(0, 2), ["７六歩(77)", "３四歩(33)"]);
  assert.deepEqual(record.ki2Moves.slice(0, 2), ["▲７六歩", "△３四歩"]);
  assert.deepEqual([record.end, record.stated, record.verdict], ["resign", "white", "white"]);
  assert.deepEqual([record.findings[0].rule, record.findings[0].line], ["nifu", 59]);
  assert.deepEqual(Object.keys(record.illegal), ["50"]);
  assert.equal(record.sfens()[1].split(" ")[1], "w");
  assert.equal(record.sfens().length, record.plies + 1);
  assert.match(record.board(1), /手数＝1 {2}７六歩\(77\) {2}まで/);
  assert.match(record.svg(), /<svg/);
  assert.equal(record.to("csa").text.split("\n")[1], "N+久保田 実");
  assert.throws(() => record.board(1000), RangeError);
  assert.throws(() => record.to("nothing"), TypeError);
  assert.deepEqual(JSON.parse(JSON.stringify(record)).moves, record.moves);
});

test("lines have their parents, comments and bookmarks", () => {
  const [record] = parse("手合割：平手\n1 ７六歩(77)\n*first\n&opening\n2 ３四歩(33)\n変化：2手\n2 ８四歩(83)\n*other\n3 ２六歩(27)\n変化：3手\n3 ７八金(69)\n");
  assert.deepEqual(record.comments, { 1: "first" });
  assert.deepEqual(record.bookmarks, { 1: "opening" });
  const variations = record.variations.map(({ ply, parent, moves, comments }) => ({ ply, parent, moves, comments }));
  assert.deepEqual(variations, [
    { ply: 2, parent: 0, moves: ["8c8d", "2g2f"], comments: { 2: "other" } },
    { ply: 3, parent: 1, moves: ["6i7h"], comments: {} },
  ]);
});

test("options have the names of the command", () => {
  const text = "手合割：平手\n1 ７六歩(77)\n2 ７四歩(73)\n3 ７五歩(76)\n4 中断\n";
  const found = (options) => check(text, options)[0].findings.map(({ rule }) => rule);
  const ruleNames = new Set(rules().map(({ name }) => name));
  assert.ok(found().every((rule) => ruleNames.has(rule)));
  assert.deepEqual(found({ ignore: "all" }), []);
  assert.equal(check(text, { profile: "csa" })[0].profile, "csa");
  assert.equal(check(text, { rules: "extends = \"csa\"\nname = \"own\"\n" })[0].profile, "own");
  assert.ok(profiles().includes("jsa-pro"));
  assert.match(check("x", { language: "ja" })[0].findings[0].message, /[ぁ-ん]/);
  assert.equal(check(text, { profile: undefined, rules: null }).length, 1);
});

test("wrong options are errors with their names", () => {
  const wrong = [
    [{ profile: "jsa-prof" }, /unknown profile `jsa-prof`/], [{ select: "nifuu" }, /nifuu/], [{ language: "de" }, /unknown language `de`/],
    [{ inputFormat: "x" }, /unknown input format `x`/], [{ set: "nifu" }, /SELECTOR=LEVEL/], [{ unknown: 1 }, /^unknown option `unknown`.*`language`$/],
    [{ path: 5 }, /text for the option `path`/], [{ select: 5 }, /texts for the option `select`/], [{ ignore: [5] }, /texts for the option `ignore`/],
    [null, /an object/], ["csa", /an object/],
  ];
  for (const [options, message] of wrong) {
    if (options !== null) assert.throws(() => check("x", options), { name: "TypeError", message }, JSON.stringify(options));
    assert.throws(() => fix("x", options), { name: "TypeError", message }, JSON.stringify(options));
  }
  const [record] = parse("手合割：平手\n1 ７六歩(77)\n");
  for (const call of [() => convert("x", "csa", { outputEncodin: "x" }), () => record.to("csa", { outputEncodin: "x" })]) {
    assert.throws(call, { name: "TypeError", message: /unknown option `outputEncodin`/ });
  }
  assert.throws(() => record.to(), TypeError);
  for (const ply of [NaN, -1, 1.5, "1", null, 2]) assert.throws(() => record.board(ply), RangeError, String(ply));
});

test("archives are refused, unless the format is given", () => {
  const archives = {
    zip: "PK\x03\x04", gzip: "\x1f\x8b\x08\0", "7z": "7z\xbc\xaf'\x1c", lzh: "..-lh5-", tar: `${"a".repeat(257)}ustar`, xz: "\xfd7zXZ\0", bzip2: "BZh91AY&SY",
    zstd: "\x28\xb5\x2f\xfd", rar: "Rar!\x1a\x07",
  };
  for (const [name, magic] of Object.entries(archives)) {
    const bytes = Buffer.from(`${magic}${"x".repeat(40)}`, "latin1");
    for (const call of [() => parse(bytes), () => check(bytes), () => convert(bytes, "csa"), () => fix(bytes)]) {
      assert.throws(call, { code: "refused", message: new RegExp(`\\(${name}\\); unpack it first`) });
    }
    assert.equal(check(bytes, { inputFormat: "psv" }).length, 1);
  }
  assert.equal(check("PK\n手合割：平手\n1 ７六歩(77)\n")[0].format, "kif");
});

test("bytes may be a part of a buffer, and are not kept", () => {
  const bytes = new TextEncoder().encode("xx手合割：平手\n1 ７六歩(77)\n");
  const [record] = parse(bytes.subarray(2));
  bytes.fill(0);
  assert.equal(record.board(1).split("\n").at(-2), "手数＝1  ７六歩(77)  まで");
  for (const wrong of [undefined, null, 5, {}, []]) assert.throws(() => parse(wrong), TypeError);
});

test("a source may be each kind of bytes and text", () => {
  const text = "手合割：平手\n先手：\ud800甲\n1 ７六歩(77)\n";
  const bytes = new TextEncoder().encode(text);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  const other = runInNewContext("Uint8Array.from(bytes).buffer", { bytes: [...bytes] });
  const sources = { text, bytes, buffer: bytes.buffer, view: new DataView(bytes.buffer), node: Buffer.from(bytes), shared, sharedBuffer: shared.buffer, other };
  for (const [name, source] of Object.entries(sources)) {
    const [record] = parse(source);
    assert.deepEqual([record.moves, record.players[0], record.board(1).length > 0], [["7g7f"], "\ufffd甲", true], name);
  }
  const shiftJis = convert(text.replace("\ud800", ""), "kif").data;
  assert.deepEqual(parse(shiftJis).map(({ encoding, players }) => [encoding, players[0]]), [["Shift_JIS", "甲"]]);
  assert.deepEqual(parse("").map(({ format, moves }) => [format, moves]), [["unknown", []]]);
  assert.deepEqual([...fix("")], []);
});

test("the memory does not grow with the number of calls", () => {
  const bytes = readFileSync("fixtures/tournament/2023-spring/round1/table3.kif");
  const parseMany = () => {
    for (let call = 0; call < 200; call += 1) parse(bytes)[0].svg(40);
    return process.memoryUsage().arrayBuffers;
  };
  parseMany();
  const before = parseMany();
  assert.ok(parseMany() - before < 10_000_000);
});
