"use strict";
// The worker that runs the library. The page sends the compiled module first, and then requests. Each request
// is answered by any number of messages, of which the last has `done`.

let library;
let request;
/** The answer with the place of the record that the module reads. The page needs it only if the module fails. */
let place;
/** The requests are run one after the other. */
let queue = Promise.resolve();

const toText = new TextDecoder();
const toBytes = new TextEncoder();

/** Returns a view of a part of the memory of the module. The view is valid until the module allocates memory. */
const view = (at, length) => new Uint8Array(library.memory.buffer, at >>> 0, length >>> 0);

/** Receives an answer of the module during a request, and passes it to the page, unless it is only the place of a record. Bytes
 * are copied once, and then transferred. */
function take(jsonAt, jsonLength, bytesAt, bytesLength) {
  const json = toText.decode(view(jsonAt, jsonLength));
  if (/^\{"at":\[\d+,\d+\]\}$/.test(json)) {
    place = json;
    return;
  }
  const message = { request, json };
  if (!(bytesLength >>> 0)) return postMessage(message);
  const bytes = view(bytesAt, bytesLength).slice().buffer;
  postMessage({ ...message, bytes }, [bytes]);
}

/** Decodes the text of the module in the page: five digits for four bytes. The digits are the characters from `!`, without `<`,
 * which has a meaning in HTML; `v` replaces it. */
function bytesOfDigits(text) {
  const words = new DataView(new ArrayBuffer((text.length / 5) * 4));
  for (let at = 0; at < words.byteLength; at += 4) {
    let value = 0;
    for (let digit = (at / 4) * 5; digit < (at / 4) * 5 + 5; digit += 1) {
      const character = text[digit] === "v" ? "<" : text[digit];
      value = value * 85 + character.charCodeAt(0) - 33;
    }
    words.setUint32(at, value);
  }
  return new Uint8Array(words.buffer);
}

/** Decompresses and compiles the module, and sends it to the page, which sends it to the other workers. */
async function compile(packed) {
  const compiled = await WebAssembly.compile(bytesOfLzma(bytesOfDigits(packed)));
  postMessage({ compiled });
}

/** Creates an instance of the module. */
async function load({ module, language }) {
  const imports = { worker: { take } };
  const made = await WebAssembly.instantiate(module, imports);
  library = (made.instance ?? made).exports;
  library.begin(language === "ja" ? 1 : 0);
}

/** Reserves a buffer in the memory of the module, and returns its address. */
function reserve(length) {
  const address = library.reserve(length) >>> 0;
  if (address === 0) throw new RangeError("memory");
  return address;
}

/** Writes the request and the bytes of the file to the memory of the module. Returns the length of the request. */
function fill(json, bytes) {
  const text = toBytes.encode(json);
  view(reserve(text.length), text.length).set(text);
  if (bytes.length > 0) view(reserve(bytes.length), bytes.length).set(bytes);
  return text.length;
}

/** Runs a request. If the module fails, its memory is in an unknown state, and the page replaces this worker. */
function run(call) {
  const done = { request: call.request, done: true };
  const bytes = new Uint8Array(call.bytes ?? 0);
  let length;
  try {
    length = fill(call.json, bytes);
  } catch {
    library.discard();
    return postMessage({ ...done, isFull: true });
  }
  try {
    request = call.request;
    place = undefined;
    library.answer(length, bytes.length);
  } catch (error) {
    if (place) postMessage({ request, json: place });
    return postMessage({ ...done, failed: String(error.message ?? error) });
  }
  postMessage({ ...done, memory: library.memory.buffer.byteLength });
}

/** Does what a message of the page asks for. */
function obey(data) {
  if (data.packed !== undefined) return compile(data.packed);
  return data.module ? load(data) : run(data);
}

onmessage = ({ data }) => {
  queue = queue.then(() => obey(data)).catch((error) => postMessage({ broken: String(error.message ?? error) }));
};
