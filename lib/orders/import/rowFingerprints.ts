import { withoutApostrophe, withoutTextFormula } from "#lib/text/formula.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";
import { withoutInvisible } from "#lib/text/invisible.ts";
import type { TableRow } from "#lib/orders/import/table/importTable.ts";

/**
 * A number of 32 bits for each row, by its number, by which the row is recognised if its table is imported again: whatever its columns mean by then,
 * whatever stands in which order, and in whichever file. Equal rows have different ones, so that the same number of them is recognised. So few bits
 * that what a row holds cannot be found out by them.
 */
export function rowFingerprints(rows: readonly TableRow[]): Map<number, number> {
  const times = new Map<string, number>();
  return new Map(
    rows.map(({ row, cells }) => {
      const text = textOf(cells);
      const time = (times.get(text) ?? 0) + 1;
      times.set(text, time);
      return [row, hash(`${time}\n${text}`)];
    }),
  );
}

/** What a row says: its filled cells, in an order of their own. */
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
