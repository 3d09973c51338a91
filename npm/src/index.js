// Reads, checks, converts and fixes shogi game records. `index.d.ts` documents all functions.

import { ask } from "./module.js";

export { init, KifuError } from "./module.js";

const toBytes = new TextEncoder();
const toText = new TextDecoder();

/** Returns the bytes of a source. */
function bytesOf(source) {
  if (typeof source === "string") return toBytes.encode(source);
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  throw new TypeError("expected the text or the bytes of a file");
}

/** Returns a value as a list. Several selectors may also be one text with commas. */
const list = (value) => (typeof value === "string" ? value.split(",") : value && [...value]);

/** Returns the options for the module. */
function readOptions({ select, ignore, set, ...options } = {}) {
  return { ...options, select: list(select) ?? [], ignore: list(ignore) ?? [], set: list(set) ?? [] };
}

/** Splits the options of a conversion into those for reading and those for writing. */
function splitOptions(to, { outputEncoding, newline, substitute, ...options } = {}) {
  return [{ to, outputEncoding, newline, substitute }, options];
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
    const [write] = splitOptions(format, options);
    return new Converted(this.#ask({ do: "convert", write }));
  }

  board(ply) {
    return JSON.parse(this.#ask({ do: "board", ply }).json);
  }

  svg(ply) {
    return JSON.parse(this.#ask({ do: "svg", ply }).json);
  }

  sfens() {
    return JSON.parse(this.#ask({ do: "sfens" }).json);
  }
}

export function parse(source, options) {
  // A copy, because the caller may change the bytes.
  const bytes = bytesOf(source).slice();
  const read = readOptions(options);
  return ask({ do: "parse", options: read }, bytes).map(({ json }) => new Record(JSON.parse(json), bytes, read));
}

export function check(source, options) {
  return ask({ do: "check", options: readOptions(options) }, bytesOf(source)).map(({ json }) => JSON.parse(json));
}

export function convert(source, to, options) {
  const [write, rest] = splitOptions(to, options);
  return new Converted(ask({ do: "convert", write, options: readOptions(rest) }, bytesOf(source))[0]);
}

export function fix(source, { unsafe = false, ...options } = {}) {
  return ask({ do: "fix", unsafe, options: readOptions(options) }, bytesOf(source))[0].bytes;
}

const lists = () => JSON.parse(ask({ do: "lists" })[0].json);

export const rules = () => lists().rules;
export const formats = () => lists().formats;
export const profiles = () => lists().profiles;
export const version = () => lists().version;
