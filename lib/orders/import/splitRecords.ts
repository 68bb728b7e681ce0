import Papa from "papaparse";

/** Splits text into rows of cells. Line breaks are LF only; at most `limit` rows (0: all). */
export function splitRecords(text: string, separator: string, limit = 0): string[][] {
  return split(text, separator, '"', limit).data;
}

/**
 * The same for a whole table. If quotation marks are inconsistent, they are read as ordinary characters: otherwise one that is
 * never closed would swallow the following rows.
 */
export function splitTable(
  text: string,
  separator: string,
  limit: number,
  quotesAreText = false,
): { records: string[][]; quotesAreText: boolean } {
  const quoted = split(text, separator, '"', limit);
  if (!quotesAreText && !quoted.errors.some(({ type }) => type === "Quotes"))
    return { records: quoted.data, quotesAreText: false };
  // A character that never occurs in text (decodeText), so nothing is quoted.
  return { records: split(text, separator, "\0", limit).data, quotesAreText: true };
}

function split(
  text: string,
  delimiter: string,
  quoteChar: string,
  preview: number,
): Papa.ParseResult<string[]> {
  return Papa.parse<string[]>(text, { delimiter, newline: "\n", quoteChar, preview, skipEmptyLines: false });
}
