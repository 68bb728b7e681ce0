import { rowsFilledIn, type Area } from "#lib/orders/import/table/area.ts";
import type { TableRow } from "#lib/orders/import/table/importTable.ts";
import { changesText } from "./dateStyles.ts";

type Attributes = Record<string, string>;

/**
 * The cells that a condition may strike through or show as something else than is stored. Whether it does is not computed. Rules of newer
 * programs hold their format themselves, and name their cells behind it.
 */
export class ConditionalAreas {
  readonly #areaOf: (reference: string) => Area;
  readonly #isConditionalFormat: (format: number) => boolean;
  readonly #areas: Area[] = [];
  #cells = "";
  #isOpen = false;
  #changes = false;
  #inCells = false;

  constructor(areaOf: (reference: string) => Area, isConditionalFormat: (format: number) => boolean) {
    this.#areaOf = areaOf;
    this.#isConditionalFormat = isConditionalFormat;
  }

  open(name: string, attributes: Attributes): void {
    if (name === "conditionalFormatting") {
      this.#isOpen = true;
      this.#changes = false;
      this.#cells = attributes.sqref ?? "";
    } else if (!this.#isOpen) return;
    else if (name === "sqref") this.#inCells = true;
    else if (name === "cfRule") {
      const { dxfId } = attributes;
      if (dxfId !== undefined && this.#isConditionalFormat(Number(dxfId))) this.#changes = true;
    } else if (changesText(name, attributes)) this.#changes = true;
  }

  text(text: string): void {
    if (this.#inCells) this.#cells += text;
  }

  close(name: string): void {
    if (name === "sqref") this.#inCells = false;
    if (name !== "conditionalFormatting") return;
    this.#isOpen = false;
    if (!this.#changes) return;
    for (const reference of this.#cells.trim().split(/\s+/)) this.#areas.push(this.#areaOf(reference));
  }

  /** The numbers of the rows, given in their order, of which a filled cell is among them. */
  rowsAmong(rows: readonly TableRow[]): ReadonlySet<number> {
    return rowsFilledIn(this.#areas, rows);
  }
}
