// The comments and bookmarks of a record.

/** Returns the bookmarks and the comments of a ply as elements. Line breaks are kept. */
function commentNodes(score, line, ply) {
  const bookmarks = score.bookmarks(line, ply).map(([name]) => make("p", { class: "bookmark" }, `⚑ ${name || say("bookmark")}`));
  const comments = score.comments(line, ply).flatMap(([words, leftOut]) => [
    make("p", { class: "words" }, words),
    leftOut ? make("p", { class: "left-out" }, say("comment-cut", numbers.format(leftOut))) : undefined,
  ]);
  return [...bookmarks, ...comments].filter(Boolean);
}

/** Maximum number of characters of a comment in the list of moves. */
const EXCERPT = 200;

/** Returns the bookmark and the beginning of the comment of a ply, for the list of moves. */
function excerpts(score, line, ply) {
  const [bookmark] = score.bookmarks(line, ply);
  const words = score.comments(line, ply).map(([it]) => it).join("\n").trim().replace(/\s*\n\s*/g, "\n");
  // A pair of surrogates is not cut into halves.
  const characters = words.length > EXCERPT ? `${words.slice(0, EXCERPT).replace(/[\ud800-\udbff]$/, "")}…` : words;
  const flag = bookmark ? `⚑ ${bookmark[0] || say("bookmark")}` : "";
  const text = [flag, characters].filter(Boolean).join("\n");
  return text ? [make("p", { class: "excerpt" }, text)] : [];
}
