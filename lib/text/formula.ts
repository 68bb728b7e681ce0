/** Whether a spreadsheet would evaluate the text instead of showing it (https://owasp.org/www-community/attacks/CSV_Injection). */
export function looksLikeFormula(text: string): boolean {
  return /^(?:[\s\u200b-\u200f\u2060\ufeff]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/.test(text);
}

/** The text for a cell of a file: a formula gets an apostrophe in front. */
export function withApostrophe(text: string): string {
  return looksLikeFormula(text) ? `'${text}` : text;
}

/** The original text of such a cell when it is imported again. */
export function withoutApostrophe(cell: string): string {
  return cell.startsWith("'") && looksLikeFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

/** The text of a cell that was written as a formula to keep it text (`="00123"`), as our own CSV of codes does. No other formula is read. */
export function withoutTextFormula(cell: string): string {
  const found = /^="((?:[^"]|"")*)"$/.exec(cell);
  return found?.[1] === undefined ? cell : found[1].replaceAll('""', '"');
}
