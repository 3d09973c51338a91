// node check.mjs MODULE OUT PATH FORM...: checks a file with the module of the application page, and writes the report in each
// format to the file OUT.FORM. MODULE is the compressed module. For the form `names`, the file is converted to CSA, and the sizes
// and names of the new files are written. A kifu.toml in the current directory applies.
import { existsSync, readFileSync, writeFileSync } from "node:fs";

const [module, out, path, ...forms] = process.argv.slice(2);
const messages = [];
const view = (at, length) => Buffer.from(memory.buffer, at >>> 0, length >>> 0);
const take = (json, jsonLength, bytes, bytesLength) => {
    messages.push({ ...JSON.parse(view(json, jsonLength)), bytes: Buffer.from(view(bytes, bytesLength)) });
};
const script = readFileSync(new URL("../../src/page/app/lzma.js", import.meta.url), "utf8");
const bytesOfLzma = new Function(`${script}; return bytesOfLzma;`)();
const { instance, module: compiled } = await WebAssembly.instantiate(bytesOfLzma(readFileSync(module)), { worker: { take } });
const [licences] = WebAssembly.Module.customSections(compiled, "licences");
if (!/^qrcode .*: MIT/m.test(new TextDecoder().decode(licences))) throw new Error("the module lacks its licences");
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
const toml = existsSync("kifu.toml") ? readFileSync("kifu.toml", "utf8") : undefined;
ask({ do: "settings", toml, options: { fail_on: "never" } });
const bytes = readFileSync(path);
for (const form of forms) {
    let report;
    if (form === "names") {
        ask({ do: "begin-conversion", target: "csa" });
        const files = ask({ do: "convert", path }, bytes).filter(({ name }) => name);
        report = files.map((file) => `${file.bytes.length} ${file.name}\n`).join("");
    } else {
        report = ask({ do: "validate", format: form, path }, bytes).at(-1).bytes;
    }
    writeFileSync(`${out}.${form}`, report);
}
