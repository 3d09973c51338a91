/**
 * The element `<kifu-board>`: the board and the moves of a record, with comments, variations and findings.
 *
 * ```html
 * <script type="module" src="node_modules/@OWNER/kifu/dist/board.js"></script>
 * <kifu-board src="game.kif" ply="40"></kifu-board>
 * ```
 *
 * @packageDocumentation
 */

import type { RecordData } from "./index.js";

/** The detail of the event `kifu-ply`, which the element dispatches when it shows another ply. */
export interface PlyDetail {
  /** The line: 0 for the main line. */
  line: number;
  /** The ply; 0 is the start. */
  ply: number;
  /** The position in SFEN; `undefined` for other games than shogi. */
  sfen: string | undefined;
}

/** The events of the element: `load` after a record was read, `error` if that is impossible, and `kifu-ply`. Only `kifu-ply` bubbles. */
export interface KifuBoardEventMap extends HTMLElementEventMap {
  "kifu-ply": CustomEvent<PlyDetail>;
  load: Event;
  error: ErrorEvent;
}

/**
 * The element `<kifu-board>`.
 *
 * | attribute | values |
 * |---|---|
 * | `src` | address of a record file, or of a JSON file with records of this package |
 * | `record` | number of the record in the file; default 1 |
 * | `ply` | ply that is shown first, or `last`; default 0 |
 * | `lang` | `en` or `ja`; the default is that of the page |
 * | `colours` | `wood` (default), `grey`, `dark`, `print` |
 * | `pieces` | `one-kanji` (default), `two-kanji`, `western`, `print` |
 * | `notation` | `both`, `japanese`, `western`, `hosking`, `kitao` |
 * | `coordinates` | `no` to hide them |
 *
 * Without `src`, the record is the content of a `<script type="text/kifu">`, `<script type="application/json">` or `<pre>` in the element. The
 * element loads the module of the package only for a record file. The attributes can be changed at any time.
 */
export interface KifuBoard extends HTMLElement {
  /** The record that is shown; `undefined` until it is loaded. Setting a record shows its start, or the ply of the attribute. A number is the
   * number of the record in the file of `src`, as in the attribute. */
  get record(): RecordData | undefined;
  set record(record: RecordData | number | string);
  /** The line that is shown: 0 for the main line, or the number of a variation. */
  readonly line: number;
  /** The ply that is shown. It can be set, as in the attribute. */
  get ply(): number;
  set ply(ply: number | string);
  /** The position that is shown, in SFEN; `undefined` without a record, and for other games than shogi. */
  readonly sfen: string | undefined;
  /** The attributes of these names; empty without one. */
  src: string;
  colours: string;
  pieces: string;
  notation: string;
  coordinates: string;
  /** Shows a ply of a line. A number that is too large is the last ply. */
  go(line: number, ply: number): void;
  /** Turns the board. */
  flip(): void;
  addEventListener<K extends keyof KifuBoardEventMap>(type: K, listener: (this: KifuBoard, event: KifuBoardEventMap[K]) => void, options?: boolean | AddEventListenerOptions): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof KifuBoardEventMap>(type: K, listener: (this: KifuBoard, event: KifuBoardEventMap[K]) => void, options?: boolean | EventListenerOptions): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

/** The class of the element, which is defined on import. It is `undefined` outside a browser. */
export declare const KifuBoard: { new (): KifuBoard; prototype: KifuBoard } | undefined;

declare global {
  interface HTMLElementTagNameMap {
    "kifu-board": KifuBoard;
  }
}
