import type { Area } from "#lib/orders/import/table/area.ts";
import { ImportRefusal } from "#lib/orders/import/table/importRefusal.ts";
import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import type { XmlHandlers } from "./readXml.ts";
import type { SheetSizes } from "./sheetSizes.ts";

/** A place among rows or columns: one of them, from 0, and how far behind its beginning, in EMU. */
type Place = { at: number; offset: number };
type Anchor = { from: { column: Place; row: Place }; to: { column: Place; row: Place } | null; size: Size };
type Size = { width: number; height: number };

/** Three pixels, in EMU: a drawing that covers no more of a cell hides none of its text. */
const SLIVER = 3 * 9_525;
const ANCHORS = new Set(["twoCellAnchor", "oneCellAnchor", "absoluteAnchor"]);
/** More than any real worksheet has. */
const MOST = { anchors: 20_000, steps: 5_000_000 };
const MOST_ROWS = 1_048_576;
const TOO_MANY =
  "This worksheet has too many pictures and drawings. Copy its table to another one, then try again.";

const start = () => ({ column: { at: 0, offset: 0 }, row: { at: 0, offset: 0 } });

/** Collects where pictures, shapes, charts and other drawings lie on a worksheet (xl/drawings). */
export class SheetDrawings implements XmlHandlers {
  readonly #anchors: Anchor[] = [];
  #anchor: Anchor | null = null;
  /** The corner that is being read. */
  #corner: { column: Place; row: Place } | null = null;
  #text = "";
  #hasSize = false;
  #isHidden: boolean | null = null;

  readonly open = (name: string, attributes: Record<string, string>): void => {
    this.#text = "";
    if (ANCHORS.has(name)) {
      this.#anchor = { from: start(), to: null, size: { width: 0, height: 0 } };
      this.#hasSize = false;
      this.#isHidden = null;
    } else if (this.#anchor === null) return;
    else if (name === "from") this.#corner = this.#anchor.from;
    else if (name === "to") this.#corner = this.#anchor.to = start();
    else if (name === "pos") {
      this.#anchor.from.column.offset = numberOf(attributes.x);
      this.#anchor.from.row.offset = numberOf(attributes.y);
    } else if (name === "ext" && !this.#hasSize) {
      // The first one is the anchor's; what is in it has others.
      this.#hasSize = true;
      this.#anchor.size = { width: numberOf(attributes.cx), height: numberOf(attributes.cy) };
    } else if (name === "cNvPr") this.#isHidden ??= attributes.hidden === "1" || attributes.hidden === "true";
  };

  readonly text = (text: string): void => {
    if (this.#corner !== null) this.#text += text;
  };

  readonly close = (name: string): void => {
    if (name === "from" || name === "to") this.#corner = null;
    else if (this.#corner !== null) read(this.#corner, name, numberOf(this.#text));
    else if (ANCHORS.has(name)) this.#closeAnchor();
  };

  #closeAnchor(): void {
    if (this.#anchor !== null && this.#isHidden !== true) this.#anchors.push(this.#anchor);
    this.#anchor = null;
    if (this.#anchors.length > MOST.anchors) throw new ImportRefusal(TOO_MANY);
  }

  /** The cells that they cover. @throws ImportRefusal */
  areas(sizes: SheetSizes): Area[] {
    let left = MOST.steps;
    const count = (steps: number) => {
      left -= steps;
      if (left < 0) throw new ImportRefusal(TOO_MANY);
    };
    const rowInEmu = (at: number) => sizes.rowInEmu(at + 1);
    return this.#anchors.flatMap(({ from, to, size }) => {
      const columns = covered(
        from.column,
        to?.column ?? size.width,
        sizes.columnInEmu,
        IMPORT_LIMITS.columns,
      );
      const rows = covered(from.row, to?.row ?? size.height, rowInEmu, MOST_ROWS);
      count(columns.steps + rows.steps);
      if (columns.last < columns.first || rows.last < rows.first) return [];
      return {
        firstRow: rows.first + 1,
        lastRow: rows.last + 1,
        firstColumn: columns.first,
        lastColumn: columns.last,
      };
    });
  }
}

function read(corner: { column: Place; row: Place }, name: string, number: number): void {
  if (name === "col") corner.column.at = number;
  else if (name === "colOff") corner.column.offset = number;
  else if (name === "row") corner.row.at = number;
  else if (name === "rowOff") corner.row.offset = number;
}

function numberOf(text = ""): number {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : 0;
}

/** The first and the last row or column of which more than a sliver lies between a place and another one, or within a length behind it. */
function covered(
  from: Place,
  to: Place | number,
  sizeAt: (at: number) => number,
  most: number,
): { first: number; last: number; steps: number } {
  let { at: first, offset } = from;
  for (; first < most && offset >= sizeAt(first) - SLIVER; first += 1) offset -= sizeAt(first);
  if (typeof to !== "number") {
    const last = to.offset > SLIVER ? to.at : to.at - 1;
    return { first, last, steps: first - from.at };
  }
  let end = offset + to;
  let last = first;
  for (; last < most && end > sizeAt(last) + SLIVER; last += 1) end -= sizeAt(last);
  return { first, last: end > SLIVER ? last : last - 1, steps: last - from.at };
}
