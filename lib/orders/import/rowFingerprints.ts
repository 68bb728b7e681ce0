import { withoutApostrophe, withoutTextFormula } from "#lib/text/formula.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { withoutInvisible } from "#lib/text/invisible.ts";
import type { TableRow } from "#lib/orders/import/table/importTable.ts";
import type { RowPrints } from "#lib/orders/references/importedLineId.ts";
import type { ColumnMapping } from "./columns.ts";
import { readProductId } from "./matchProduct.ts";
import { referenceColumn } from "./referenceColumn.ts";

/** Of a row that was not in a table. */
export const NO_PRINTS: RowPrints = { whole: 0, bought: 0, reference: 0 };

/**
 * The fingerprints of each row, by its number, by which the row is recognised if its table is imported again, in whichever file and order. `whole` is of
 * all that it says, whatever its columns mean by then; the others are of what the order takes from it, so that a column more or less (a note, a status,
 * a date) changes nothing: product, amount and quantity, and of the other columns the one that tells the rows apart. Equal rows have different
 * ones, so that the same number of them is recognised.
 */
export function rowFingerprints(
  heads: readonly string[],
  rows: readonly TableRow[],
  mapping: ColumnMapping,
): Map<number, RowPrints> {
  const [whole, bought, reference] = [new Counter(), new Counter(), new Counter()];
  const column = referenceColumn(heads, rows, mapping);
  const used = usedColumns(mapping);
  return new Map(
    rows.map(({ row, cells }) => {
      const what = textOf(used.map((at) => cells[at] ?? "").map((cell) => `${readProductId(cell) ?? cell}`));
      const own = column === null ? "" : plain(cells[column] ?? "");
      return [
        row,
        {
          whole: hash(whole.numbered(textOf(cells))),
          bought: short(hash(bought.numbered(what))),
          reference: own === "" ? 0 : short(hash(reference.numbered(`${own}\n\n${what}`))) || 1,
        },
      ];
    }),
  );
}

/** An id says the country and the currency; a name beside it says nothing more. */
function usedColumns({ productId, name, country, currency, amount, quantity }: ColumnMapping): number[] {
  const product = productId === undefined ? [name, country, currency] : [productId];
  return [...product, amount, quantity].filter((column) => column !== undefined);
}

/** Numbers equal texts: the first, the second and so on. */
class Counter {
  readonly #times = new Map<string, number>();

  numbered(text: string): string {
    const time = (this.#times.get(text) ?? 0) + 1;
    this.#times.set(text, time);
    return `${time}\n${text}`;
  }
}

/** What cells say: the filled ones, in an order of their own. */
function textOf(cells: readonly string[]): string {
  return cells
    .map(plain)
    .filter((cell) => cell !== "")
    .toSorted()
    .join("\n");
}

/** A cell without what the kind of a file adds or changes: apostrophes, formulas of text, spaces, letter case, zeros behind decimals. */
function plain(cell: string): string {
  const bare = withoutTextFormula(withoutApostrophe(cell.trimStart()).trim());
  const text = asciiDigits(withoutInvisible(bare).normalize("NFKC"))
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();
  return /^\d+[.,]\d+$/.test(text) ? text.replace(",", ".").replace(/\.?0+$/, "") : text;
}

/** FNV-1a over UTF-16, of which each unit counts as two bytes. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    value = Math.imul(value ^ (unit & 0xff), 0x01000193);
    value = Math.imul(value ^ (unit >>> 8), 0x01000193);
  }
  return value >>> 0;
}

/** Folded to 24 bits. */
function short(value: number): number {
  return (value ^ (value >>> 24)) & 0xffffff;
}
