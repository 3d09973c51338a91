// Links that hold a whole game: `#g=`, and the text of the record, deflated, in the Base64 of addresses. The part of an
// address after `#` is not sent to the server.

/** Maximum length of a link that holds a game (characters). */
const LINK_LENGTH = 8000;

/** Maximum size of the text that a link holds (bytes). */
const LINKED_BYTES = 1 << 20;

/** Returns bytes in the Base64 of addresses. */
function linkText(bytes) {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns the part of a link that holds a text. */
async function packText(text) {
  const packed = await bytesOfStream(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")));
  return `#g=${linkText(packed)}`;
}

/** Returns the text that a link holds. Throws an error if the link is damaged, or if the text is too long. */
async function unpackText(link) {
  const packed = bytesOfBase64(link.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const parts = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > LINKED_BYTES) {
      await reader.cancel();
      throw new RangeError("size");
    }
    parts.push(value);
  }
  return new Blob(parts).text();
}

/** Returns the address with which links begin: that of this page if a server has sent it, or else that of the published
 * application; empty if neither is known. */
const linkBase = () => (/^https?:$/.test(location.protocol) ? location.href.replace(/#.*/s, "") : frame.application.url);

/** Returns the link that holds a text, and opens it at a ply of a line. */
const linkWith = async (text, { line, ply }) => `${linkBase()}${await packText(text)}${line ? `&line=${line}` : ""}&ply=${ply}`;

/** Returns the link that holds a game and opens it at a ply of a line: with its comments and variations as KIF, or if that is too long, only its moves as USI.
 * Returns the text if the page has no address, and the reason if there is no link. */
async function linkOf(game, place) {
  const whole = await source.write(game, "KIF");
  if (!linkBase()) return { text: whole.text, reason: whole.reason, why: say("app-link-no-address") };
  const length = [];
  for (const [format, why] of [["KIF", undefined], ["USI", say("app-link-moves-only")]]) {
    const { text } = format === "KIF" ? whole : await source.write(game, format);
    if (text === undefined) continue;
    const url = await linkWith(text, format === "KIF" ? place : { ply: place.line ? 0 : place.ply });
    if (url.length <= LINK_LENGTH) return { url, why };
    length.push(url.length);
  }
  const reason = length.length ? say("app-link-long", numbers.format(Math.min(...length)), numbers.format(LINK_LENGTH)) : whole.reason;
  return { reason };
}
