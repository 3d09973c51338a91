// The characters on the pieces as strokes, so that they look the same on every computer and in every picture, whatever fonts there
// are. Each character is a path in a square of 100 units.

const GLYPHS = {
  王: "M16 14H84M22 50H78M8 90H92M50 14V90",
  玉: "M16 14H84M22 50H78M8 90H92M50 14V90M64 62L78 76",
  飛: "M10 12H60C60 30 72 44 94 46L97 33M90 10L76 21M77 25L91 35M38 20L16 33M4 52H52M22 32V66Q20 84 5 95M41 28V97M56 54H69C69 76 79 91 96 93L98 78M93 55L81 64M82 68L94 77",
  角: "M42 3L12 32M38 15H68L56 31M22 32H80V92L67 89M22 32V62Q22 86 9 97M22 52H80M22 71H80M51 32V71",
  金: "M50 5Q34 28 6 42M50 5Q66 28 94 42M28 43H72M16 62H84M50 43V92M27 70L34 84M73 70L66 84M6 93H94",
  銀: "M24 5Q18 22 3 32M24 5Q31 18 45 28M13 36H37M6 54H43M25 36V86M11 62L15 77M39 62L34 77M3 91L45 83M56 10H90V47H56M56 28H90M56 10V92L72 83M70 47Q78 78 97 93M93 57L79 67",
  桂: "M24 4V97M3 28H45M24 30Q18 54 3 68M26 40L42 58M72 4V44M54 23H91M49 44H97M72 50V92M54 69H91M47 93H98",
  香: "M74 5Q52 13 24 15M8 29H92M50 12V54M48 30Q34 48 8 57M52 30Q66 48 92 57M29 62H71V95H29ZM29 78H71",
  歩: "M50 3V41M50 20H78M27 15V41M7 41H93M50 50V72L40 70M30 53Q26 64 15 73M70 53L84 68M80 71Q62 92 18 96",
  龍: "M27 3V13M6 15H49M17 19L21 33M39 19L34 33M3 37H51M14 47H43V93L35 91M14 47V74Q14 88 5 97M14 62H43M14 76H43M61 3V19H95M61 11H88M59 28H92V44H61M61 44V84Q61 94 72 94H96V84M67 56H92M67 68H92M67 80H92",
  馬: "M22 8V60M22 8H82M22 25H78M22 42H78M52 8V60M22 60H89Q90 82 80 94L67 89M14 73L7 93M30 73L32 91M46 73L50 88M62 71L66 84",
  と: "M34 6L42 46M82 32C58 40 22 56 22 74C22 91 42 93 86 88",
  杏: "M50 3V52M9 19H91M48 21Q36 42 10 54M52 21Q64 42 90 54M27 62H73V95H27ZM27 95V62",
  圭: "M50 4V45M19 23H81M8 45H92M50 51V92M19 70H81M5 93H95",
  全: "M50 4Q34 30 5 44M50 4Q66 30 95 44M27 47H73M22 69H78M8 92H92M50 47V92",
  将: "M22 5V97M5 24L14 42M3 68L22 57M92 6Q72 15 46 17M48 25L54 38M66 22L70 36M92 21L80 38M36 54H98M78 42V90L66 86M50 65L58 79",
  車: "M50 3V98M11 16H89M21 32H79V66H21ZM21 49H79M4 82H96",
  行: "M34 5Q24 22 7 33M38 30Q26 52 5 65M26 48V97M50 15H93M45 42H98M76 42V91L63 88",
  兵: "M78 6Q56 14 25 14M25 14V62M25 35H86M63 35V62M5 62H95M36 71Q28 86 11 96M64 71L88 93",
  成: "M15 25H92M15 25V56Q15 82 4 95M15 47H43V78L32 75M56 5C58 44 68 78 94 93L97 76M86 45C76 68 58 86 38 95M68 6L82 15",
  K: "M26 8V92M78 8L26 60M44 43L82 92",
  R: "M24 92V8H54Q80 8 80 31Q80 53 54 53H24M54 53L84 92",
  B: "M26 8V92H56Q83 92 83 69Q83 48 56 48H26M56 48Q78 48 78 28Q78 8 54 8H26",
  G: "M82 26Q73 8 51 8Q17 8 17 50Q17 92 51 92Q84 92 84 55H56",
  S: "M79 25Q71 8 50 8Q23 8 23 28Q23 46 50 50Q81 54 81 72Q81 92 50 92Q24 92 18 73",
  N: "M22 92V8L78 92V8",
  L: "M28 8V92H80",
  P: "M26 92V8H56Q82 8 82 32Q82 56 56 56H26",
  "+": "M50 22V78M22 50H78",
};

/** Returns a character in a square of `pixels` around a point. `weight` is the width of its strokes (of 100 units). */
function drawGlyph(character, [x, y], [width, height], weight, attributes) {
  const scale = `scale(${round(width / 100)} ${round(height / 100)})`;
  const place = `translate(${round(x - width / 2)} ${round(y - height / 2)})`;
  return draw("path", { ...attributes, d: GLYPHS[character], transform: `${place} ${scale}`, fill: "none", "stroke-width": weight, "stroke-linecap": "round", "stroke-linejoin": "round" });
}

// The icons, in a square of 24 units with strokes of 2 units.

const ICONS = {
  first: "M18 5L11 12L18 19M6 5V19",
  previous: "M15 4L7 12L15 20",
  next: "M9 4L17 12L9 20",
  last: "M6 5L13 12L6 19M18 5V19",
  up: "M4 16L12 8L20 16",
  down: "M4 8L12 16L20 8",
  play: "M7 4L20 12L7 20Z",
  pause: "M8 5V19M16 5V19",
  flip: "M8 20V4M4 8L8 4L12 8M16 4V20M12 16L16 20L20 16",
  share: "M12 15V3M8 7L12 3L16 7M8 11H5V21H19V11H16",
  settings: "M3 7H13M19 7H21M3 17H5M11 17H21M13 7A3 3 0 1 0 19 7A3 3 0 1 0 13 7M5 17A3 3 0 1 0 11 17A3 3 0 1 0 5 17",
  print: "M7 8V3H17V8M7 17H3V8H21V17H17M7 14H17V21H7Z",
  close: "M5 5L19 19M19 5L5 19",
};

/** The bodies of the marks of severities, and the signs in them. */
const SEVERITY_ICONS = {
  error: ["M8 2H16L22 8V16L16 22H8L2 16V8Z", "M8.5 8.5L15.5 15.5M15.5 8.5L8.5 15.5"],
  warning: ["M12 3L22 21H2Z", "M12 10V14.5M12 17.8V18"],
  note: ["M12 2.5A9.5 9.5 0 1 0 12 21.5A9.5 9.5 0 1 0 12 2.5Z", "M12 7V7.2M12 11V17"],
};

/** Returns an icon of a button. */
function icon(name) {
  return draw("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { d: ICONS[name] }));
}

/** Returns the mark of a severity. Each severity has a shape of its own. */
function severityIcon(name) {
  const [body, inner] = SEVERITY_ICONS[name];
  return draw("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, draw("path", { class: "body", d: body }), draw("path", { class: "inner", d: inner }));
}

for (const node of document.querySelectorAll("[data-icon]")) node.prepend(icon(node.dataset.icon));
