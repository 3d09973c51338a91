// The protocol for adapters in JavaScript: `serve` calls a function for each input and prints its answers.
//
// README.md describes the protocol. Messages of a library on the console go to standard error.

import { readFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

for (const name of ["log", "info", "debug", "warn"]) console[name] = console.error;

// Unlike an import, `require` searches the folders in NODE_PATH.
export const require = createRequire(import.meta.url);

// Errors that a library does not raise on purpose.
const FAULTS = [TypeError, RangeError, ReferenceError];

export function textOf(path, encoding) {
  return new TextDecoder(encoding).decode(readFileSync(path));
}

export function lines(text) {
  return text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
}

// Throws an error that a library returns.
export function checked(result) {
  if (result instanceof Error) throw result;
  return result;
}

function print(value) {
  const bytes = Buffer.from(`${JSON.stringify(value)}\n`);
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

// Answers each line of standard input with `read(path, notation, encoding)`, which returns an answer or throws.
export async function serve(read) {
  for await (const line of createInterface({ input: process.stdin })) {
    const [path, notation, encoding] = line.split("\t");
    try {
      print(read(path, notation, encoding === "-" ? null : encoding));
    } catch (error) {
      const isFault = FAULTS.some((kind) => error instanceof kind);
      print({ [isFault ? "fault" : "error"]: `${error?.name}: ${error?.message}`.slice(0, 400) });
    }
  }
}
