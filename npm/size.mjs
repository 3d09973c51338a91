// node size.mjs: prints the sizes of the built package, and fails if the module is larger than its limit.
import { readFileSync } from "node:fs";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** The largest size of the module with Brotli (bytes): its size at present, and a little more. */
const MAX_MODULE_BYTES = 860_000;

const brotli = (bytes) =>
  brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length;

for (const name of ["kifu.wasm", "index.js", "module.js", "board.js"]) {
  const bytes = readFileSync(new URL(`dist/${name}`, import.meta.url));
  console.log(`${name}: ${bytes.length} bytes, gzip ${gzipSync(bytes, { level: 9 }).length}, Brotli ${brotli(bytes)}`);
  if (name === "kifu.wasm" && brotli(bytes) > MAX_MODULE_BYTES) {
    console.error(`the module is larger than ${MAX_MODULE_BYTES} bytes with Brotli`);
    process.exitCode = 1;
  }
}
