// Reads the data of the report, builds its tables, the viewer and the list of keys, and opens the game in the address of the page.

for (const node of document.querySelectorAll("[data-icon]")) node.prepend(icon(node.dataset.icon));

async function begin() {
  await read();
  const viewer = new Viewer();
  new BoardTools(viewer);
  const keys = document.getElementById("keys");
  const listings = new Listings((game, place) => viewer.open(game, place), viewer.list.tables);
  prepareSheets(listings, viewer);
  document.getElementById("show-keys").addEventListener("click", () => keys.showModal());
  keys.querySelector("button").addEventListener("click", () => keys.close());
  addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.target.matches("input, select") && !keys.open) keys.showModal();
  });
  const follow = () => {
    if (viewer.hasComeBack()) return;
    listings.restore();
    const place = new URLSearchParams(location.hash.slice(1));
    const number = (name) => wholeNumber(place.get(name));
    const game = games[number("game") - 1];
    if (!game) return viewer.leave();
    const finding = number("finding");
    viewer.open(game, {
      finding: finding === undefined ? undefined : finding - 1,
      line: number("line"),
      ply: number("ply"),
      isInHistory: true,
    });
  };
  addEventListener("popstate", follow);
  document.getElementById("wait").remove();
  follow();
  return { viewer, listings };
}

/** A promise of the viewer and the listings, for the application. */
const begun = begin();
