// The words and tables of the scripts of the viewer, and the settings of the element that is drawn. In a page, several elements may have
// different languages and boards. An element calls `useSettings` before it draws anything.

/** The kinds of pieces, as in the reports of the command: the letters, the character on the board, the name in moves, and the
 * English name. */
const PIECE_KINDS = [
  ["P", "歩", "歩", "pawn"], ["L", "香", "香", "lance"], ["N", "桂", "桂", "knight"], ["S", "銀", "銀", "silver"],
  ["G", "金", "金", "gold"], ["B", "角", "角", "bishop"], ["R", "飛", "飛", "rook"], ["K", "玉", "玉", "king"],
  ["+P", "と", "と", "tokin"], ["+L", "杏", "成香", "promoted lance"], ["+N", "圭", "成桂", "promoted knight"],
  ["+S", "全", "成銀", "promoted silver"], ["+B", "馬", "馬", "horse"], ["+R", "龍", "龍", "dragon"],
];

const frame = {
  language: "en",
  words: WORDS.en,
  pieces: PIECE_KINDS.map(([letters, glyph, moved, name]) => ({ letters, glyph, moved, name })),
};

let shownNotation;

/** Returns the value of a setting of the element that is drawn. The element stores nothing in the browser. */
const readSetting = (name) => (name === "notation" ? shownNotation : undefined);

/** Uses the settings of an element for everything that is drawn next. */
function useSettings({ language, notation, pieces: set, colours, coordinates }) {
  frame.language = language;
  frame.words = WORDS[language];
  for (const [letters, , moved, name] of PIECE_KINDS) pieces.get(letters).name = language === "ja" ? moved : name;
  shownNotation = notation;
  boardSettings.pieces = PIECE_SETS.includes(set) ? set : "one-kanji";
  boardSettings.colours = BOARD_COLOURS.includes(colours) ? colours : "wood";
  boardSettings.coordinates = coordinates;
}
