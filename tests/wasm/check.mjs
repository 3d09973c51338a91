// node check.mjs MODULE FORM PATH: checks a file with the module and prints the output in the format FORM. A kifu.toml in the
// current directory applies.
import { existsSync, readFileSync } from "node:fs";

const [module, form, path] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(module), {});
const { hand_over, check, answer, memory } = instance.exports;
const toml = existsSync("kifu.toml") ? readFileSync("kifu.toml") : Buffer.from("");
for (const text of [Buffer.from(form), Buffer.from(path), readFileSync(path), toml]) {
    const address = hand_over(text.length);
    new Uint8Array(memory.buffer, address, text.length).set(text);
}
const length = check();
process.stdout.write(new Uint8Array(memory.buffer, answer(), length));
