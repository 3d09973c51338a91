// The WebAssembly module: it is loaded once, and answers requests one after the other.

const toText = new TextDecoder();
const toBytes = new TextEncoder();

/** An error of this package: the record cannot be converted, or the module is not ready or failed. */
export class KifuError extends Error {
  /**
   * @param {"refused" | "not-loaded" | "panic" | "memory"} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = "KifuError";
    this.code = code;
  }
}

/** The compiled module, and its instance. The instance is `undefined` after a failure. */
let compiled;
let library;
let loading;
/** The messages of the current request: pairs of JSON and bytes. */
let messages = [];

/** Returns a view of a part of the memory of the module. The view is valid until the module allocates memory. */
const view = (at, length) => new Uint8Array(library.memory.buffer, at >>> 0, length >>> 0);

/** Receives a message of the module during a request. Both parts are copied. */
function take(jsonAt, jsonLength, bytesAt, bytesLength) {
  messages.push({ json: toText.decode(view(jsonAt, jsonLength)), bytes: view(bytesAt, bytesLength).slice() });
}

const imports = { worker: { take } };

/** Uses a new instance of the module. */
function use(instance) {
  library = instance.exports;
  library.begin();
}

/** Loads the module, unless it is loaded. `source` is described at `init` in `index.d.ts`. */
export function init(source) {
  loading ??= load(source).catch((error) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(source = new URL("./kifu.wasm", import.meta.url)) {
  compiled = await compile(await source);
  use(await WebAssembly.instantiate(compiled, imports));
}

/** Compiles the module from a URL, a path, a response, bytes, or a compiled module. */
async function compile(source) {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return WebAssembly.compile(source);
  if (typeof Response === "function" && source instanceof Response) return compileResponse(source);
  if (typeof source !== "string" && !(source instanceof URL)) throw new TypeError("expected a URL, a response, the bytes or a compiled module");
  const file = localFile(source);
  return file ? WebAssembly.compile(file) : compileResponse(await fetch(source));
}

/** Returns the bytes of a local file in Node and Bun, whose `fetch` does not read files. Returns `undefined` for other URLs, and in other
 * environments. */
function localFile(source) {
  const fs = globalThis.Deno ? undefined : globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs || /^(?:https?|data|blob):/.test(source)) return undefined;
  return fs.readFileSync(/^file:/.test(source) ? new URL(source) : source);
}

async function compileResponse(response) {
  const fail = (reason) => new KifuError("not-loaded", `${response.url} cannot be loaded: ${reason}`);
  if (!response.ok) throw fail(`status ${response.status}`);
  const type = response.headers.get("Content-Type") ?? "";
  // With another type, even `application/wasm; charset=utf-8`, browsers refuse to compile a stream.
  if (WebAssembly.compileStreaming && type === "application/wasm") return WebAssembly.compileStreaming(response);
  // A server may answer with a page if there is no such file.
  if (type.startsWith("text/html")) throw fail("expected a WebAssembly module, found a page");
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Makes a new instance after a failure. The main thread of some browsers makes instances only asynchronously. */
function revive() {
  if (library) return;
  if (!compiled) throw new KifuError("not-loaded", "the module is not loaded; call `await init()` first");
  try {
    use(new WebAssembly.Instance(compiled, imports));
  } catch {
    loading = WebAssembly.instantiate(compiled, imports).then(use);
    throw new KifuError("not-loaded", "the module is being loaded again after a failure; call `await init()` first");
  }
}

/** Writes a part of a request to the memory of the module. */
function fill(bytes) {
  const address = library.reserve(bytes.length) >>> 0;
  if (address === 0 && bytes.length > 0) throw new KifuError("memory", `not enough memory for ${bytes.length} bytes`);
  view(address, bytes.length).set(bytes);
}

/** Returns a message about an option, without the place in the JSON of the request. */
const optionMessage = (message) => message.replace(/ at line \d+ column \d+$/, "").replace(/^unknown field/, "unknown option");

/** Sends a request to the module, and returns the messages of the answer. */
export function ask(request, bytes = new Uint8Array()) {
  revive();
  const json = toBytes.encode(JSON.stringify(request));
  messages = [];
  try {
    fill(json);
    fill(bytes);
  } catch (error) {
    library.discard();
    throw error;
  }
  let failure;
  try {
    library.answer(json.length, bytes.length);
  } catch (error) {
    // The memory of the instance is in an unknown state.
    library = undefined;
    failure = error;
  }
  const answer = messages;
  messages = [];
  const last = answer.at(-1)?.json.startsWith('{"error":') ? JSON.parse(answer.at(-1).json) : undefined;
  if (failure) throw new KifuError("panic", `internal error of kifu: ${last?.message ?? failure.message ?? failure}`);
  if (last?.error === "option") throw new TypeError(optionMessage(last.message));
  if (last?.error === "ply") throw new RangeError(last.message);
  if (last) throw new KifuError(last.error, last.message);
  return answer;
}
