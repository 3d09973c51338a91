// node smoke.mjs, or another program in place of node: reads a record in the main thread and in a worker, with the package as it is installed.
import { Worker, isMainThread, parentPort } from "node:worker_threads";

import { init, parse } from "@OWNER/kifu";

await init();
const [record] = parse("手合割：平手\n1 ７六歩(77)\n");
if (record.moves[0] !== "7g7f" || !record.svg().includes("<svg")) throw new Error(JSON.stringify(record));
if (isMainThread) new Worker(new URL(import.meta.url)).on("message", (moves) => console.log(`the package works, also in a worker: ${moves}`));
else parentPort.postMessage(record.moves);
