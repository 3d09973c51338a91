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
  ply: number;
  /** The position in SFEN. */
  sfen: string;
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
 * Without `src`, the record is the content of a `<script type="text/kifu">` or `<script type="application/json">` in the element. The
 * element loads the module of the package only for a record file.
 */
export interface KifuBoard extends HTMLElement {
  /** The record that is shown. */
  get record(): RecordData | undefined;
  set record(record: RecordData);
  /** The line that is shown: 0 for the main line. */
  readonly line: number;
  /** The ply that is shown. */
  readonly ply: number;
  /** The position that is shown, in SFEN. */
  readonly sfen: string | undefined;
  /** Shows a ply of a line. */
  go(line: number, ply: number): void;
  /** Turns the board. */
  flip(): void;
}

/** The class of the element, which is defined on import. It is `undefined` outside a browser. */
export declare const KifuBoard: { new (): KifuBoard; prototype: KifuBoard } | undefined;

declare global {
  interface HTMLElementTagNameMap {
    "kifu-board": KifuBoard;
  }
}
