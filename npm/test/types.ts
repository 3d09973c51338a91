// Checked by tsc with --noEmit: the types of the package, with those of browsers.
import { check, convert, Converted, fix, formats, init, KifuError, parse, rules } from "@OWNER/kifu";
import type { Finding, Format, Record, Rule } from "@OWNER/kifu";
import { KifuBoard } from "@OWNER/kifu/board";

await init(new URL("x.wasm", "file:///"));
const records: Record[] = parse(new Uint8Array(), { path: "a.kif", select: ["nifu"], language: "ja" });
const findings: Finding[] = check("text")[0]!.findings;
const converted: Converted = records[0]!.to("csa", { newline: "lf" });
const blob = new Blob([converted.data]);
const tables: [Rule[], Format[]] = [rules(), formats()];
await init(fetch("x"));
await init(new WebAssembly.Module(new Uint8Array()));
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
board.ply = "last";
board.src = "game.kif";
board.addEventListener("kifu-ply", ({ detail }) => board.go(detail.line, detail.ply + 1));
board.addEventListener("click", ({ clientX }) => clientX);
// @ts-expect-error: a read-only property
board.line = 2;
const isDefined: boolean = KifuBoard !== undefined;
const error = new KifuError("refused", text);
export { blob, error, first, isDefined, tables };
