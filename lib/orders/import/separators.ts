import { IMPORT_LIMITS } from "#lib/orders/import/table/limits.ts";
import { tooWide } from "#lib/orders/import/table/tooLarge.ts";
import { isBlank, usualWidth } from "#lib/orders/import/table/importTable.ts";
import { MOST_TITLE_ROWS } from "./titleRows.ts";
import { splitRecords } from "./splitRecords.ts";

/** The separators offered if the guess is wrong; any other single character can be typed. */
export const SEPARATORS: Record<string, string> = {
  ",": "Comma",
  ";": "Semicolon",
  "\t": "Tab",
  "|": "Vertical bar",
  ":": "Colon",
  "^": "Caret",
  "~": "Tilde",
};
const CANDIDATES = [...Object.keys(SEPARATORS), "\u001f"];
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_RECORDS = 100;
/** The share of the rows that must have the same number of columns. */
const AGREED = 0.8;

/**
 * The first line of a file may name its separator, as spreadsheets write it: `sep=;`. Programs that took the line for a row have put it in
 * quotation marks, or added separators up to the width of the table.
 */
export function namedSeparator(text: string): { separator: string; rest: string } | null {
  const found = /^(?:sep=([^\n])\1*|"sep=([^\n"])"\2*)[^\S\n]*\n/i.exec(text);
  const separator = found?.[1] ?? found?.[2];
  return found === null || separator === undefined ? null : { separator, rest: text.slice(found[0].length) };
}

/**
 * Guesses the separator of the cells: the one with which the rows have the same, and the highest, number of columns. `knownHeads`
 * counts the known headings in a row, which take precedence; a title may stand above them. A tab if nothing separates.
 */
export function guessSeparator(text: string, knownHeads: (cells: readonly string[]) => number): string {
  const sample = wholeLines(text);
  let best = { separator: "\t", heads: 0, columns: 1, agreed: 1 };
  for (const separator of CANDIDATES) {
    const records = splitRecords(sample, separator, SAMPLE_RECORDS).filter((cells) => !isBlankLine(cells));
    const { width: columns, count } = usualWidth(records.map(({ length }) => length));
    const agreed = count / records.length;
    const heads = Math.max(0, ...records.slice(0, MOST_TITLE_ROWS + 1).map(knownHeads));
    const better =
      heads > best.heads ||
      (heads === best.heads &&
        (columns > best.columns || (columns === best.columns && agreed > best.agreed)));
    if (columns > 1 && (agreed >= AGREED || heads > 1) && better)
      best = { separator, heads, columns, agreed };
  }
  return best.separator;
}

function wholeLines(text: string): string {
  if (text.length <= SAMPLE_CHARACTERS) return text;
  const end = text.lastIndexOf("\n", SAMPLE_CHARACTERS);
  return text.slice(0, end === -1 ? SAMPLE_CHARACTERS : end);
}

/** A line without a separator and without anything else. */
function isBlankLine(cells: readonly string[]): boolean {
  return cells.length === 1 && isBlank(cells);
}

/**
 * Counts separators line by line, so that a file with a million columns is refused before it is split.
 * @throws ImportRefusal
 */
export function refuseTooWide(text: string, separator: string): void {
  // Separators within quotation marks are counted too, so the limit is generous.
  const most = IMPORT_LIMITS.columns * 10;
  let count = 0;
  let lineEnd = -1;
  for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
    if (at > lineEnd) {
      const end = text.indexOf("\n", at);
      lineEnd = end === -1 ? text.length : end;
      count = 0;
    }
    count += 1;
    if (count > most) throw tooWide();
  }
}
