// Reads, checks, converts and fixes shogi game records. `index.d.ts` documents all functions.

import { ask, KifuError } from "./module.js";

export { init, KifuError } from "./module.js";

const toBytes = new TextEncoder();
const toText = new TextDecoder();

/** Returns the bytes of a source. A buffer may be of another realm, for example of an iframe. */
function bytesOf(source) {
  if (typeof source === "string") return toBytes.encode(source);
  if (/ (?:Shared)?ArrayBuffer\]$/.test(Object.prototype.toString.call(source))) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  throw new TypeError("expected the text or the bytes of a file");
}

/** The first bytes of archives and compressed files, as characters of Latin-1. */
const ARCHIVES = {
  zip: /^PK(?:\x03\x04|\x05\x06)/, gzip: /^\x1f\x8b\x08[\0-\x1f]/, "7z": /^7z\xbc\xaf'\x1c/, lzh: /^..-lh[0-9d]-/s, tar: /^[^]{257}ustar/,
  xz: /^\xfd7zXZ\0/, bzip2: /^BZh[1-9](?:1AY&SY|\x17rE8P\x90)/, zstd: /^\x28\xb5\x2f\xfd/, rar: /^Rar!\x1a\x07/,
};

/** Returns the bytes of a file that is not an archive. Every file is accepted if its format is given. */
function fileBytes(source, { inputFormat }) {
  const bytes = bytesOf(source);
  const head = String.fromCharCode(...bytes.subarray(0, 262));
  const [archive] = inputFormat ? [] : (Object.entries(ARCHIVES).find(([, magic]) => magic.test(head)) ?? []);
  if (archive) throw new KifuError("refused", `expected a record file, found an archive or a compressed file (${archive}); unpack it first`);
  return bytes;
}

/** Returns a value as a list. Several selectors may also be one text with commas. */
function list(value, name) {
  const all = typeof value === "string" ? value.split(",") : (value ?? []);
  if (typeof all[Symbol.iterator] !== "function" || [...all].some((it) => typeof it !== "string")) throw new TypeError(`expected texts for the option \`${name}\``);
  return [...all];
}

/** The options whose values are texts. */
const TEXT_OPTIONS = ["path", "profile", "rules", "inputFormat", "encoding", "language", "outputEncoding", "newline"];

/** Returns the options of a function. */
function optionsOf(options) {
  if (options !== undefined && (typeof options !== "object" || options === null)) throw new TypeError("expected an object with options");
  const given = Object.fromEntries(Object.entries(options ?? {}).filter(([, value]) => value !== undefined && value !== null));
  const wrong = TEXT_OPTIONS.find((name) => name in given && typeof given[name] !== "string");
  if (wrong) throw new TypeError(`expected a text for the option \`${wrong}\``);
  return given;
}

/** Returns the options for reading as the module expects them. */
const readOptions = ({ select, ignore, set, ...options }) =>
  ({ ...options, select: list(select, "select"), ignore: list(ignore, "ignore"), set: list(set, "set") });

/** Splits the options of a conversion into those for writing and those for reading. */
function splitOptions(to, options) {
  if (typeof to !== "string") throw new TypeError("expected the name of a format");
  const { outputEncoding, newline, substitute, ...read } = optionsOf(options);
  return [{ to, outputEncoding, newline, substitute }, read];
}

/** A record in another format. */
export class Converted {
  constructor({ json, bytes }) {
    this.data = bytes;
    this.losses = JSON.parse(json).losses;
  }

  /** The text, if the format is in UTF-8. */
  get text() {
    return toText.decode(this.data);
  }
}

/** A record that was read and checked. Its attributes are plain data. */
export class Record {
  #bytes;
  #options;

  constructor({ schema, record, ...attributes }, bytes, options) {
    Object.assign(this, { number: record, ...attributes });
    this.#bytes = bytes;
    this.#options = options;
  }

  #ask(request) {
    return ask({ ...request, record: this.number, options: this.#options }, this.#bytes)[0];
  }

  to(format, options) {
    const [write, rest] = splitOptions(format, options);
    const [unknown] = Object.keys(rest);
    if (unknown) throw new TypeError(`unknown option \`${unknown}\`; expected one of: outputEncoding, newline, substitute`);
    return new Converted(this.#ask({ do: "convert", write }));
  }

  #drawing(form, ply) {
    if (ply !== undefined && !(Number.isSafeInteger(ply) && ply >= 0)) throw new RangeError(`expected a ply, found ${ply}`);
    return JSON.parse(this.#ask({ do: form, ply }).json);
  }

  board(ply) {
    return this.#drawing("board", ply);
  }

  svg(ply) {
    return this.#drawing("svg", ply);
  }

  sfens() {
    return JSON.parse(this.#ask({ do: "sfens" }).json);
  }
}

export function parse(source, options) {
  const read = readOptions(optionsOf(options));
  // A copy, because the caller may change the bytes.
  const bytes = fileBytes(source, read).slice();
  return ask({ do: "parse", options: read }, bytes).map(({ json }) => new Record(JSON.parse(json), bytes, read));
}

export function check(source, options) {
  const read = readOptions(optionsOf(options));
  return ask({ do: "check", options: read }, fileBytes(source, read)).map(({ json }) => JSON.parse(json));
}

export function convert(source, to, options) {
  const [write, rest] = splitOptions(to, options);
  const read = readOptions(rest);
  return new Converted(ask({ do: "convert", write, options: read }, fileBytes(source, read))[0]);
}

export function fix(source, options) {
  const { unsafe = false, ...rest } = optionsOf(options);
  const read = readOptions(rest);
  return ask({ do: "fix", unsafe, options: read }, fileBytes(source, read))[0].bytes;
}

const lists = () => JSON.parse(ask({ do: "lists" })[0].json);

export const rules = () => lists().rules;
export const formats = () => lists().formats;
export const profiles = () => lists().profiles;
export const version = () => lists().version;
