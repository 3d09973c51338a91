// Shows a record file that the user chooses, lists its findings, and converts it to CSA.
import { init, parse } from "@OWNER/kifu";
import "@OWNER/kifu/board";

const board = document.querySelector("kifu-board");
const list = document.querySelector("ul");

function show() {
  const items = board.record.findings.map(({ ply, message }) => {
    const item = document.createElement("li");
    item.textContent = ply ? `move ${ply}: ${message}` : message;
    return item;
  });
  list.replaceChildren(...items);
}

board.addEventListener("load", show);

document.querySelector("input").addEventListener("change", async ({ target }) => {
  const [file] = target.files;
  await init();
  [board.record] = parse(await file.arrayBuffer(), { path: file.name });
  show();
});

document.querySelector("button").addEventListener("click", () => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([board.record.to("csa").data]));
  link.download = "game.csa";
  link.click();
});
