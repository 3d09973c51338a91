// Sharing a game and its positions: copies of the text, files, the diagram as a picture, and a link.

/** The fonts of the pieces in a picture that leaves the page. */
const DIAGRAM_FONTS = '"Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", "Noto Serif JP", "MS Mincho", serif';

/** The height of the part of a picture with a player and the pieces in hand, and the width of a piece in hand (units of the
 * drawing). */
const SEAT_HEIGHT = 50;
const HELD_WIDTH = 38;

/** The number of pixels for a unit of the drawing in a PNG picture. */
const PNG_SCALE = 2;

/** Maximum length of a link in a QR code (characters). Telephones do not read larger codes well. */
const CODE_LENGTH = 1500;

/** The size of a square of a QR code in a picture (pixels). */
const CODE_SQUARE = 4;

/** The panel with the formats of a game, the diagram and the link. */
class Share {
  constructor(viewer, button) {
    this.viewer = viewer;
    this.rows = make("div", {});
    this.status = make("p", { role: "status" });
    this.box = make("textarea", { readonly: true, hidden: true, "aria-label": say("share-text"), spellcheck: "false" });
    this.root = make("div", { class: "share", role: "group", "aria-label": say("share") }, make("h3", {}, say("share")), this.rows, this.status, this.box);
    viewer.root.append(this.root);
    this.panel = new Popup(button, this.root);
    this.panel.opened = () => this.fill();
  }

  /** Fills the panel for the game and the position that are shown. */
  async fill() {
    const { game } = this.viewer;
    this.status.textContent = "";
    this.box.hidden = true;
    const formats = await source.formats(game);
    const rows = await Promise.all(formats.map((format) => this.formatRow(game, format)));
    if (game !== this.viewer.game) return;
    const pictures = game.kind && !this.viewer.picture.board ? [] : [this.row("diagram", say("diagram"), [["SVG", () => this.savePicture("svg")], ["PNG", () => this.savePicture("png")]])];
    this.rows.replaceChildren(...rows, make("hr"), ...pictures, ...(await this.linkRows(game)));
    this.panel.place();
    this.rows.querySelector("button")?.focus({ preventScroll: true });
  }

  /** Returns a row with a label, buttons, and an explanation. With a reason, the buttons only show the reason. */
  row(name, label, actions, why, reason) {
    const id = `share-${name}`;
    const buttons = actions.map(([words, act]) => {
      const button = make("button", { type: "button", "aria-label": `${label}: ${words}`, "aria-describedby": why ? id : undefined, "aria-disabled": reason ? "true" : undefined }, words);
      button.addEventListener("click", () => (reason ? this.report(reason) : act()));
      return button;
    });
    return make("div", { class: "row", "data-share": name }, make("span", {}, label), ...buttons, why ? make("span", { class: "why", id }, why) : undefined);
  }

  async formatRow(game, { name, label, reason, extension = TEXT_FORMATS.find((it) => it.name === name)?.extension ?? "txt" }) {
    const { losses, reason: refused } = reason ? { losses: [], reason } : await this.write(game, name);
    const why = refused ?? (losses.length ? say("share-losses", losses.join(say("comma"))) : undefined);
    const act = (use) => async () => {
      const { text } = await this.write(game, name);
      await use(text);
    };
    const actions = [
      [say("copy"), act((text) => this.copy(text, say("share-copied", name)))],
      [say("save"), act((text) => this.save(text, "text/plain", this.fileName(extension)))],
    ];
    return this.row(name, label, actions, why, refused);
  }

  /** Writes the game, or for SFEN and BOD the position that is shown. */
  async write(game, format) {
    const { viewer } = this;
    if (format !== "SFEN" && format !== "BOD") return source.write(game, format, viewer.line);
    if (game.kind) return { losses: [], reason: say("refused-game", format) };
    if (!viewer.lone) return writeGame(game, await source.detail(game), format, viewer.line, viewer.ply);
    const [position] = viewer.board.shown;
    return { text: format === "SFEN" ? `${position.sfen(viewer.ply + 1)}\n` : positionBod(position, viewer.ply), losses: [] };
  }

  /** Returns the rows of the link. In a report, the link is the address of the page. The application has links that hold the game,
   * see `shareLink` of its source: such a link is also offered as code for another page, and as a QR code. */
  async linkRows(game) {
    if (!source.shareLink) {
      const why = location.protocol === "file:" ? say("share-local") : undefined;
      return [this.row("link", say("share-link"), [[say("copy"), () => this.copy(this.ownAddress(), say("share-copied", say("share-link")))]], why)];
    }
    const { url, text, why, reason } = await source.shareLink(game, { line: this.viewer.line, ply: this.viewer.ply });
    const row = (name, label, content, ...more) => this.row(name, label, [[say("copy"), () => this.copy(content, say("share-copied", label))], ...more], reason ?? why, reason);
    if (url === undefined) return [row("link", say(text === undefined ? "share-link" : "app-link-text"), text)];
    const pictures = [["SVG", () => this.saveCode(url, "svg")], ["PNG", () => this.saveCode(url, "png")]];
    return [
      row("link", say("share-link"), url),
      row("embed", say("share-embed"), embedCode(url, called(game))),
      this.row("code", say("share-code"), pictures, undefined, url.length > CODE_LENGTH ? say("share-code-long", numbers.format(url.length), numbers.format(CODE_LENGTH)) : undefined),
    ];
  }

  /** Returns the address of the page with the ply that is shown now. */
  ownAddress() {
    this.viewer.noteNow();
    return location.href;
  }

  /** Saves the QR code of a link as a picture. */
  async saveCode(url, extension) {
    await this.saveDrawing(codeDrawing(await source.code(url)), extension, this.fileName(`qr.${extension}`));
  }

  report(words) {
    this.status.textContent = words;
  }

  /** Copies a text. A browser may refuse, for example for a local file. The text is then shown, selected. */
  async copy(text, done) {
    this.box.value = text;
    this.box.hidden = false;
    let copied = false;
    try {
      await navigator.clipboard.writeText(text);
      copied = true;
    } catch {
      this.box.select();
      copied = document.execCommand("copy");
    }
    this.box.hidden = copied;
    this.report(copied ? done : say("share-select"));
    if (!copied) {
      this.box.focus();
      this.box.select();
    }
  }

  /** Saves a text or a picture as a file. */
  save(content, type, name) {
    const url = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type: `${type};charset=utf-8` }));
    make("a", { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    this.report(say("share-saved", name));
  }

  /** Returns the name of a file for the game: the players or the name of the record, and the ply for a position. */
  fileName(extension) {
    const { game, ply } = this.viewer;
    const name = players(game) || game.title || game.path.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "");
    const number = ["svg", "png", "sfen", "bod"].includes(extension) ? `-${ply}` : "";
    return `${name.replace(/[\s\\/:*?"<>|\p{C}]+/gu, "_").slice(0, 80) || "game"}${number}.${extension}`;
  }

  async savePicture(extension) {
    const { viewer } = this;
    const drawing = viewer.game.kind ? pictureCopy(viewer.picture.board) : positionDrawing(viewer.board, viewer.game);
    await this.saveDrawing(drawing, extension, this.fileName(extension));
  }

  /** Saves a drawing as an SVG file or a PNG picture. */
  async saveDrawing(drawing, extension, name) {
    const text = new XMLSerializer().serializeToString(drawing);
    if (extension === "svg") return this.save(`${text}\n`, "image/svg+xml", name);
    try {
      this.save(await png(text, drawing), "image/png", name);
    } catch {
      this.report(say("share-no-picture"));
    }
  }
}

/** Returns the HTML code that shows a link in another page. */
function embedCode(url, title) {
  const safe = (text) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<iframe src="${safe(url)}" title="${safe(title)}" width="100%" height="640" loading="lazy"></iframe>`;
}

/** Returns the drawing of a QR code. Each row is a text with a `1` for each dark square. Around the code, four squares are free. */
function codeDrawing(rows) {
  const size = rows.length + 8;
  const dark = rows.flatMap((row, y) => [...row].map((square, x) => (square === "1" ? `M${x + 4} ${y + 4}h1v1h-1z` : "")));
  return draw(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width: size * CODE_SQUARE, height: size * CODE_SQUARE, viewBox: `0 0 ${size} ${size}`, "shape-rendering": "crispEdges" },
    draw("rect", { width: size, height: size, fill: "#ffffff" }),
    draw("path", { d: dark.join(""), fill: "#000000" }),
  );
}

/** Returns a PNG picture of a drawing as a blob. */
async function png(text, drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await image.decode();
  const canvas = make("canvas", { width: drawing.getAttribute("width") * PNG_SCALE, height: drawing.getAttribute("height") * PNG_SCALE });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((done) => canvas.toBlob(done, "image/png"));
  if (!blob) throw new Error("no picture");
  return blob;
}

/** Returns a copy of the drawing of another game, with a size and a white ground. */
function pictureCopy(drawing) {
  const copy = drawing.cloneNode(true);
  const [x, y, width, height] = (copy.getAttribute("viewBox") ?? "0 0 400 400").split(/[ ,]+/).map(Number);
  for (const [name, value] of Object.entries({ xmlns: "http://www.w3.org/2000/svg", width, height })) copy.setAttribute(name, value);
  copy.prepend(draw("rect", { x, y, width, height, fill: "#ffffff" }));
  return copy;
}

/** Returns the function that gives the parts of a drawing the colours of a palette. */
function palettePaint(palette) {
  const paints = {
    wood: { fill: palette.board }, lines: { stroke: palette.line }, rim: { stroke: palette.rim }, star: { fill: palette.rim },
    name: { fill: palette.name }, ink: { fill: palette.ink }, promoted: { fill: palette.promoted }, bar: { stroke: palette.promoted },
    brush: { stroke: palette.ink }, "promoted-brush": { stroke: palette.promoted },
    outline: { fill: palette.piece, stroke: palette.outline }, to: { fill: palette.moved, stroke: palette.came }, from: { stroke: palette.came }, ring: { stroke: palette.ring },
  };
  return (name) => paints[name];
}

/** Returns the board with the hands and the players as an SVG drawing that needs neither the page nor its style. */
function positionDrawing(board, game) {
  const [position, last, concerned] = board.shown;
  const palette = palettes[boardSettings.colours];
  const paint = palettePaint(palette);
  const parts = { flipped: board.flipped };
  const inner = boardDrawing(parts, paint);
  fillBoard(parts, position, last, concerned, paint, boardSettings.pieces);
  if (!boardSettings.coordinates) parts.names.replaceChildren();
  for (const group of [parts.pieces, parts.names]) group.setAttribute("font-family", DIAGRAM_FONTS);
  const size = 9 * CELL;
  const [width, height] = [size + EDGE + 3 * MARGIN, size + EDGE + MARGIN + 2 * SEAT_HEIGHT];
  const hands = board.flipped ? ["b", "w"] : ["w", "b"];
  const seats = hands.map((color, at) => {
    const place = `translate(${MARGIN} ${at === 0 ? 0 : height - SEAT_HEIGHT})`;
    return draw("g", { transform: place }, ...seatNodes({ color, game, held: position.held(color), turned: (color === "w") !== board.flipped }, width - 2 * MARGIN, palette, paint));
  });
  const placed = draw("g", { transform: `translate(${2 * MARGIN} ${EDGE + SEAT_HEIGHT})` }, ...inner.childNodes);
  return draw(
    "svg",
    { xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}`, lang: "ja" },
    draw("title", {}, called(game)),
    draw("rect", { width, height, fill: palette.paper }),
    placed,
    ...seats,
  );
}

/** Returns the nodes with the side, the player and the pieces in hand: `held` are kinds of pieces with their numbers, and `turned` is
 * `true` if the pieces point down. */
function seatNodes({ color, game, held, turned }, width, palette, paint) {
  const tray = (held.length || 2) * HELD_WIDTH + MARGIN;
  const [left, middle] = [width - tray, SEAT_HEIGHT / 2];
  const write = (words, attributes) => draw("text", { "font-family": DIAGRAM_FONTS, ...attributes }, words);
  const player = color === "b" ? game.black : game.white;
  const name = `${color === "b" ? "☗" : "☖"} ${player ?? sideName(color, game)}`;
  const pixels = Math.min(16, Math.floor((200 * (left - MARGIN)) / textColumns(name)) / 100);
  const pieceNodes = held.flatMap(([base, count], at) => {
    const x = left + (at + 0.5) * HELD_WIDTH + MARGIN / 2;
    const piece = draw("g", { transform: `translate(${x} ${middle})` }, drawPiece(color === "w" ? base.toLowerCase() : base, boardSettings.pieces, paint, turned));
    if (count < 2) return [piece];
    return [piece, draw("circle", { cx: x + 13, cy: middle + 13, r: 8, fill: palette.ink }), write(String(count), { x: x + 13, y: middle + 17, fill: palette.board, "font-size": 12, "text-anchor": "middle" })];
  });
  const nothing = write(say("none"), { x: left + tray / 2, y: middle + 5, fill: palette.name, "font-size": 14, "text-anchor": "middle" });
  return [
    write(name, { x: 0, y: middle + 5, fill: boardSettings.colours === "dark" ? palette.rim : "#1f1e1b", "font-size": pixels }),
    draw("rect", { x: left, y: 3, width: tray, height: SEAT_HEIGHT - 6, rx: 3, fill: palette.board, stroke: boardSettings.colours === "print" ? palette.line : undefined }),
    ...(held.length ? pieceNodes : [nothing]),
  ];
}
