// Checked by tsc with --noEmit: the types of the package.
import { check, convert, Converted, fix, init, KifuError, parse } from "../dist/index.js";
import type { Finding, Record } from "../dist/index.js";
import { KifuBoard } from "../dist/board.js";

await init(new URL("x.wasm", "file:///"));
const records: Record[] = parse(new Uint8Array(), { path: "a.kif", select: ["nifu"], language: "ja" });
const findings: Finding[] = check("text")[0]!.findings;
const converted: Converted = records[0]!.to("csa", { newline: "lf" });
const bytes: Uint8Array = fix(converted.data, { unsafe: true });
const text: string = convert(bytes, "usi").text + records[0]!.board(1) + records[0]!.svg() + findings[0]!.message;
const first: string | undefined = records[0]!.variations[0]?.moves[0];
// @ts-expect-error: a misspelt option
parse("text", { profil: "csa" });
// @ts-expect-error: a missing format
convert("text");

const board = document.createElement("kifu-board");
board.record = records[0]!;
board.go(0, 5);
const isDefined: boolean = KifuBoard !== undefined;
const error = new KifuError("refused", text);
export { error, first, isDefined };
