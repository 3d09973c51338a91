// Checked by tsc with --noEmit: the types of the package without those of browsers.
import { init, parse } from "@OWNER/kifu";

await init(new URL("file:///kifu.wasm"));
await init(fetch("https://example.com/kifu.wasm"));
export const records = [parse(Buffer.from("text")), parse(new SharedArrayBuffer(1))];
// @ts-expect-error: not a source
await init(5);
