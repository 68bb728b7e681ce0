/** What begins a formula, also as full-width characters. */
const BEGINS = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20]`;
/** What spreadsheets skip before it: white space within a line, and invisible characters. */
const SKIPPED = String.raw`(?![\t\r\n])\s|[\u200b-\u200f\u2060]`;
const FORMULA = new RegExp(String.raw`^(?:[\s\u200b-\u200f\u2060]*${BEGINS}|[\t\r\n])`);
/** The same behind apostrophes of its own, so that one more is the only difference. */
const AFTER_APOSTROPHES = new RegExp(String.raw`^(?:['\s\u200b-\u200f\u2060]*${BEGINS}|'*[\t\r\n])`);
/**
 * What ends a cell for a spreadsheet that expects another separator, or does not see that the text is in quotation marks.
 */
const CELL_END = String.raw`\r\n|[,;\t\r\n]`;
const FORMULA_FOLLOWS = String.raw`(?=(?:["']|${SKIPPED})*${BEGINS})`;
const ENDS_BEFORE_FORMULA = new RegExp(`(${CELL_END})${FORMULA_FOLLOWS}`, "g");
const APOSTROPHE_ADDED = new RegExp(`(${CELL_END})'${FORMULA_FOLLOWS}`, "g");
const BETWEEN = new RegExp(`(?<=${CELL_END})${FORMULA_FOLLOWS}`);

/** Whether a spreadsheet would evaluate the text instead of showing it (https://owasp.org/www-community/attacks/CSV_Injection). */
export function looksLikeFormula(text: string): boolean {
  return FORMULA.test(text);
}

/**
 * The parts of a text of which each but the first begins with what would be a formula if it stood alone, because what is before it ends a
 * cell in some locale.
 */
export function beforeFormulas(text: string): string[] {
  return text.split(BETWEEN);
}

/** The text for a cell of a file: a formula gets an apostrophe in front, also after what ends a cell in another locale. */
export function withApostrophe(text: string): string {
  const whole = text.replace(ENDS_BEFORE_FORMULA, "$1'");
  return AFTER_APOSTROPHES.test(text) ? `'${whole}` : whole;
}

/** The original text of such a cell when it is imported again. */
export function withoutApostrophe(cell: string): string {
  const isAdded = cell.startsWith("'") && AFTER_APOSTROPHES.test(cell.slice(1));
  return (isAdded ? cell.slice(1) : cell).replace(APOSTROPHE_ADDED, "$1");
}

/** The text of a cell that was written as a formula to keep it text (`="00123"`), as our own CSV of codes does. No other formula is read. */
export function withoutTextFormula(cell: string): string {
  const found = /^="((?:[^"]|"")*)"$/.exec(cell);
  return found?.[1] === undefined ? cell : found[1].replaceAll('""', '"');
}
