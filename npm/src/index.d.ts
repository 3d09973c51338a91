/**
 * Reads, checks, converts and fixes shogi game records.
 *
 * ```js
 * import { init, parse } from "@OWNER/kifu";
 *
 * await init();
 * const [record] = parse("手合割：平手\n1 ７六歩(77)\n2 ３四歩(33)\n");
 * record.moves; // ["7g7f", "3c3d"]
 * ```
 *
 * Errors in records do not throw: they are findings. A wrong option is a `TypeError`.
 *
 * @packageDocumentation
 */

/**
 * The text of a file, or its bytes in any encoding: a buffer, a shared buffer, or a view such as `Uint8Array` or `Buffer`. Half of a pair of
 * surrogates in a text is read as `�`. An archive or a compressed file is refused, unless the option `inputFormat` is given.
 */
export type Source = string | ArrayBufferLike | ArrayBufferView;

/** Bytes in a buffer of their own. */
export type Bytes = ReturnType<Uint8Array["slice"]>;

/** The type of a global class, if the environment has one. */
type Global<Name extends string> = typeof globalThis extends { [name in Name]: { prototype: infer T } } ? T : never;

/** A compiled WebAssembly module. */
type CompiledModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer T } } } ? T : never;

/** A source of the WebAssembly module, for {@link init}. */
export type ModuleSource = string | Global<"URL"> | Global<"Response"> | ArrayBuffer | ArrayBufferView | CompiledModule;

/** The severity of a finding. */
export type Severity = "error" | "warning" | "note";

/** A winner: `black`, `white`, `draw`, or `none` for an end without a winner. In other games than shogi, also `south`, `west`, `north`, `east`,
 * `blue` and `red`. */
export type Outcome = "black" | "white" | "draw" | "none" | (string & {});

/** One selector or several: names of rules and groups, patterns such as `clock-*`, or `all`. Several may be one text with commas. */
export type Selectors = string | Iterable<string>;

/**
 * Options for reading and checking a file. They have the names and values of the options of the command `kifu`. An unknown option or a wrong
 * value is a `TypeError`; `undefined` and `null` are the default.
 */
export interface ReadOptions {
  /** The path of the file. Its extension helps to detect the format, and it becomes `Record.path`. */
  path?: string;
  /** The rules of an event: the name of a built-in profile, such as `jsa-pro`. {@link profiles} lists them. Without `profile` and `rules`, it
   * is `jsa-amateur` for shogi. */
  profile?: string;
  /** The text of a file with a profile of your own (TOML), in place of `profile`. */
  rules?: string;
  /** The rules and groups to report. */
  select?: Selectors;
  /** The rules and groups to leave out. */
  ignore?: Selectors;
  /** The levels of rules: `nifu=warning`, `clock-*=off`. */
  set?: Selectors;
  /** The format, if it is not detected: a name of {@link formats}, such as `kif` or `csa`. */
  inputFormat?: string;
  /** The encoding, if it is not detected: a name or label of the Encoding Standard, such as `Shift_JIS`, `EUC-JP` or `UTF-8`. */
  encoding?: string;
  /** The language of messages. The default is `en`. */
  language?: "en" | "ja";
}

/** Options for writing records. */
export interface WriteOptions {
  /** The encoding of the output, such as `UTF-8`. The default is the usual one of the format. */
  outputEncoding?: string;
  /** The line ends of the output. The default is the usual one of the format. */
  newline?: "lf" | "crlf";
  /** `true` if characters that the encoding lacks are replaced by similar ones. */
  substitute?: boolean;
}

/** An edit of a text: it replaces the text from one place to another. Lines and columns are counted from 1, columns in characters. */
export interface Edit {
  /** The first line. */
  line: number;
  /** The first column. */
  column: number;
  /** The line after the replaced text. */
  end_line: number;
  /** The column after the replaced text. */
  end_column: number;
  /** The new text. */
  text: string;
}

/** A change of the record with which the next moves are legal. */
export interface Cause {
  /** The kind of the slip: `handicap`, `start`, `origin`, `destination`, `piece`, `promotion`, `drop`, `word`, `mark`, `extra`, `exchanged`,
   * `missing`, `hand`, `square` or `line`. */
  kind: string;
  /** The ply of the change; 0 for a handicap or a diagram. */
  ply: number;
  /** The line of the change, from 1. */
  line: number;
  /** The column of the change, from 1, in characters. */
  column: number;
  /** The text that is replaced; empty for a missing move. */
  from: string;
  /** The new text; empty for a ply too many. */
  to: string;
  /** The number of moves after the first error that are legal with the change. */
  legal_after: number;
  /** A message for people. */
  message: string;
  /** Further changes of a possible cause. */
  with?: Cause[];
}

/** A finding, with the fields of `kifu validate --format jsonl`. A field without a value is missing. */
export interface Finding {
  /** The name of the rule: `nifu`. */
  rule: string;
  severity: Severity;
  /** The ply, from 1; 0 for the start position and the headers. Missing if the finding is about the whole record. */
  ply?: number;
  /** The path to the variation: `[3, 1]` is the first alternative at ply 3. Missing for the main line. */
  variation?: number[];
  /** The line in the file, from 1. */
  line?: number;
  /** The column in the line, from 1, in characters. */
  column?: number;
  /** The byte offset in the file, from 0. */
  byte?: number;
  /** The side whose move or claim the finding is about: `black`, `white`, or a seat of another game. */
  side?: string;
  /** The move in USI, or as written if USI cannot express it. */
  move?: string;
  /** The position before the move in SFEN. */
  sfen?: string;
  /** The position before the move, in other games than shogi. */
  position?: string;
  /** A message for people, in the language of the option `language`. */
  message: string;
  /** `true` if an illegal move occurs before it in its line of play. */
  after_foul: boolean;
  /** `true` if the record itself reports this illegal move. Missing for `false`. */
  acknowledged?: boolean;
  /** The only possible cause. */
  cause?: Cause;
  /** The possible causes, if there are several. */
  causes?: Cause[];
  /** The changes of the only possible cause, if it has several. */
  causes_together?: Cause[];
  /** The minimum difference of the cost of any other cause. */
  margin?: number;
  /** The change with which an illegal move is legal, if it was misheard. */
  misheard?: Cause;
  /** `true` if the finding follows from the cause of another finding. Missing for `false`. */
  consequence?: boolean;
  /** Other records that the finding is about. */
  related?: { path: string; record?: number; line?: number }[];
  /** The edits after which the finding is gone, which do not overlap. {@link fix} applies them; those that are `unsafe` only on request. */
  fix?: { applicability: "safe" | "unsafe"; message: string; edits: Edit[] };
}

/** The results of the check of a record, with the fields of `kifu validate --format jsonl`. */
export interface CheckedRecord {
  /** The version of this structure. It increases when a field changes its meaning or is removed, not when a field is added. */
  schema: number;
  /** The path that was given; empty without one. */
  path: string;
  /** The number of the record in its file, from 1. */
  record: number;
  /** `kif`, `ki2`, `csa`, …; `unknown` if no record was found. */
  format: string;
  /** `shogi`, `yonin`, `gunjin`, `gung-janggi` or `janggi`. */
  game: string;
  /** The profile with which the record was checked. */
  profile: string;
  /** `UTF-8`, `Shift_JIS`, `EUC-JP`, … */
  encoding: string;
  /** The number of moves in the main line, including illegal ones. */
  plies: number;
  /** The end of the game as stated: `resign`, `timeout`, …; `null` if the record states no end. */
  end: string | null;
  /** The winner as stated; `null` if the record states no result. */
  stated: Outcome | null;
  /** The winner by the rules; `null` if the game has no result. */
  verdict: Outcome | null;
  /** Findings in order of ply; empty if nothing was found. */
  findings: Finding[];
}

/** The moves of a line, and everything that belongs to them. */
export interface Line {
  /** The moves in USI (`7g7f`, `P*5e`). A move that cannot be made on the board is as written. */
  moves: string[];
  /** The same moves as in KIF: `７六歩(77)`. */
  kifMoves: string[];
  /** The same moves as in KI2: `▲７六歩`. */
  ki2Moves: string[];
  /** Seconds used for each move; `null` if the time is not known. */
  times: (number | null)[];
  /** Comments by ply; 0 is before the first move. Several comments on one ply are joined with line ends. */
  comments: { [ply: number]: string };
  /** Names of the bookmarks by ply. Several bookmarks on one ply are joined with line ends. */
  bookmarks: { [ply: number]: string };
  /** The number of moves that can be made on the board. */
  playable: number;
  /** The positions after the moves that are not legal, in SFEN, by ply. */
  illegal: { [ply: number]: string };
}

/** A variation. */
export interface Variation extends Line {
  /** The ply of its first move. */
  ply: number;
  /** The number of the variation from which it branches, from 1; 0 for the main line. `null` if the moves before it cannot be made on
   * the board. */
  parent: number | null;
}

/** The attributes of a record: plain data, which JSON can hold. */
export interface RecordData extends Line {
  /** The path that was given; empty without one. */
  path: string;
  /** The number of the record in its file, from 1. */
  number: number;
  /** `kif`, `ki2`, `csa`, …; `unknown` if no record was found. */
  format: string;
  /** `shogi`, `yonin`, `gunjin`, `gung-janggi` or `janggi`. */
  game: string;
  /** `UTF-8`, `Shift_JIS`, … */
  encoding: string;
  /** The profile with which the record was checked. */
  profile: string;
  /** Headers as written. The values of a repeated header are joined with line ends. */
  headers: { [name: string]: string };
  /** Players in the order of play, Black first; `null` if the name is not stated. */
  players: (string | null)[];
  /** The start position in SFEN; `null` for other games than shogi. */
  startSfen: string | null;
  /** The number of moves in the main line, including illegal ones. */
  plies: number;
  /** Scores of engines after each move in centipawns from Black's side, from comments; `null` for a move without one. */
  evals: (number | null)[];
  variations: Variation[];
  /** The end of the game as stated: `resign`, `timeout`, …; `null` if the record states no end. */
  end: string | null;
  /** The winner as stated; `null` if the record states no result. */
  stated: Outcome | null;
  /** The winner by the rules; `null` if the game has no result. */
  verdict: Outcome | null;
  /** Findings in order of ply; empty if nothing was found. */
  findings: Finding[];
  /** The identifier of the start position and the moves, the same in all formats; `null` for a problem or a diagram. */
  gameId: string | null;
}

/** A record that was read and checked. `JSON.stringify` writes its attributes. Each method reads and checks the record again. */
export interface Record extends RecordData {}

export declare class Record {
  private constructor();
  /**
   * Returns the record in another format: `kif`, `kifu`, `csa`, `usi`, `jkf`, … ({@link formats} lists the targets).
   *
   * ```js
   * const { data, losses } = record.to("kif", { outputEncoding: "UTF-8" });
   * ```
   *
   * @throws KifuError with the code `refused` if the format cannot hold the record, and TypeError for an unknown format or option.
   */
  to(format: string, options?: WriteOptions): Converted;
  /**
   * Returns the board diagram (BOD) after a ply; 0 is the start. Without a ply, it is the last one.
   *
   * @throws RangeError if there is no such ply, or if it cannot be put on the board, and KifuError with the code `refused` if no record was
   * found.
   */
  board(ply?: number): string;
  /** Returns the same board as an SVG picture; see {@link Record.board}. */
  svg(ply?: number): string;
  /** Returns the positions of the main line in SFEN; the first is the start. For other games than shogi, the list is empty. */
  sfens(): string[];
}

/** Records in another format. */
export declare class Converted {
  private constructor();
  /** The bytes, in the usual encoding of the format. */
  readonly data: Bytes;
  /** The text, if the encoding is UTF-8. `kif` and `ki2` are in Shift_JIS; `kifu` and `ki2u` in UTF-8. */
  readonly text: string;
  /** Parts that the format cannot hold, for example `3 variations`; empty if nothing was lost. */
  readonly losses: string[];
}

/** An error of this package. */
export declare class KifuError extends Error {
  constructor(code: KifuError["code"], message: string);
  /**
   * - `refused`: there is no record, a format cannot hold it, or the file is an archive.
   * - `not-loaded`: {@link init} was not called, has not finished, or found no module.
   * - `panic`: an internal error. The next call uses a new instance of the module.
   * - `memory`: the file is too large: the module has at most 4 GB of memory.
   */
  readonly code: "refused" | "not-loaded" | "panic" | "memory";
}

/**
 * Loads the WebAssembly module. It must be finished before any other function is called. After it has succeeded, further calls do nothing;
 * after a failure, it can be called again.
 *
 * Without `source`, the module is `kifu.wasm` next to the script: browsers, Deno and bundlers fetch it, and Node and Bun read the file.
 * `source` is another URL, a response, the bytes, or a compiled module, or a promise of them. Text is a URL as for `fetch`; in Node and Bun,
 * text without a scheme is the path of a file.
 *
 * The promise is rejected if the module cannot be loaded: with the error of the environment, or with a {@link KifuError} with the code
 * `not-loaded` if the server does not have the module.
 */
export declare function init(source?: ModuleSource | PromiseLike<ModuleSource>): Promise<void>;

/**
 * Reads and checks all records of a file. Text without a readable record is a record with the format `unknown` and a finding.
 *
 * ```js
 * for (const record of parse(bytes, { path: "games.csa" })) console.log(record.players, record.plies, record.verdict);
 * ```
 *
 * @throws TypeError for a wrong option, and KifuError with the code `refused` for an archive.
 */
export declare function parse(source: Source, options?: ReadOptions): Record[];

/**
 * Checks all records of a file. The results are those of `kifu validate --format jsonl`. It is faster than {@link parse}.
 *
 * ```js
 * const errors = check(bytes).flatMap((record) => record.findings).filter(({ severity }) => severity === "error");
 * ```
 *
 * @throws TypeError for a wrong option, and KifuError with the code `refused` for an archive.
 */
export declare function check(source: Source, options?: ReadOptions): CheckedRecord[];

/**
 * Returns all records of a file in another format, in one text as `kifu convert` writes them.
 *
 * @throws KifuError with the code `refused` if there is no record, if the format cannot hold one of them, or if there are several and a
 * file of the format has only one; and TypeError for an unknown format or a wrong option.
 */
export declare function convert(source: Source, to: string, options?: ReadOptions & WriteOptions): Converted;

/**
 * Returns the bytes of a file after its fixes, as `kifu fix` makes them. If there is nothing to fix, they are those of the file.
 *
 * `unsafe` also applies the fixes that change moves.
 *
 * @throws TypeError for a wrong option, and KifuError with the code `refused` for an archive.
 */
export declare function fix(source: Source, options?: ReadOptions & { unsafe?: boolean }): Bytes;

/** A rule: its name, its severity, its group, and its title in English and Japanese. */
export interface Rule {
  name: string;
  severity: Severity;
  group: string;
  title: string;
  titleJa: string;
}

/** Returns all rules. */
export declare function rules(): Rule[];

/** A format: its name and title, the extensions of its files without the dot, and its names as a target of conversions, which are empty if
 * it is only read. */
export interface Format {
  name: string;
  title: string;
  extensions: string[];
  targets: string[];
}

/** Returns all formats. */
export declare function formats(): Format[];

/** Returns the names of the built-in profiles. */
export declare function profiles(): string[];

/** Returns the version of the module. */
export declare function version(): string;
