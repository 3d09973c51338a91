// node check.mjs MODULE FORM PATH: checks a file with the module of the application page, and prints the report in the format
// FORM. MODULE is the compressed module. With the form `names`, the file is converted to CSA, and the sizes and names of the
// new files are printed. A kifu.toml in the current directory applies.
import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";

const [module, form, path] = process.argv.slice(2);
const messages = [];
const view = (at, length) => Buffer.from(memory.buffer, at >>> 0, length >>> 0);
const take = (json, jsonLength, bytes, bytesLength) => {
    messages.push({ ...JSON.parse(view(json, jsonLength)), bytes: Buffer.from(view(bytes, bytesLength)) });
};
const { instance } = await WebAssembly.instantiate(gunzipSync(readFileSync(module)), { worker: { take } });
const { memory, begin, reserve, answer } = instance.exports;

/** Sends a request to the module, and returns its messages. */
function ask(request, bytes = Buffer.alloc(0)) {
    messages.length = 0;
    const json = Buffer.from(JSON.stringify(request));
    for (const part of [json, bytes]) {
        const at = reserve(part.length);
        view(at, part.length).set(part);
    }
    answer(json.length, bytes.length);
    const { error, panic } = messages.at(-1);
    if (error ?? panic) throw new Error(error ?? panic);
    return [...messages];
}

begin(0);
if (existsSync("kifu.toml")) ask({ do: "settings", toml: readFileSync("kifu.toml", "utf8") });
const bytes = readFileSync(path);
if (form === "names") {
    ask({ do: "begin-conversion", target: "csa" });
    for (const file of ask({ do: "convert", path }, bytes)) {
        if (file.name) console.log(`${file.bytes.length} ${file.name}`);
    }
} else {
    process.stdout.write(ask({ do: "validate", format: form, path }, bytes).at(-1).bytes);
}
