import { withApostrophe } from "#lib/text/formula.ts";

/** Longer texts are not allowed in a formula. */
const LONGEST_IN_FORMULA = 255;

/**
 * A cell of a CSV file that spreadsheet programs show exactly as it is. They turn 00123, 1E10, 2-3, MAR12 or a card number into
 * numbers and dates, and lose digits; `="00123"`, which all of them read as text, is the only form that survives, and it makes
 * formulas harmless too. Texts that cannot be mistaken for anything else stay unchanged.
 */
export function csvCell(text: string, separator: string): string {
  return quoted(guarded(text), separator);
}

/** The heading of a column: a label, changed only if a spreadsheet would evaluate it as a formula. */
export function csvHead(text: string, separator: string): string {
  return quoted(withApostrophe(text), separator);
}

function guarded(text: string): string {
  if (text === "" || isPlainText(text)) return text;
  if (text.length <= LONGEST_IN_FORMULA && !/[\r\n]/.test(text)) return `="${text.replaceAll('"', '""')}"`;
  return withApostrophe(text);
}

/**
 * Whether no spreadsheet can read the text as a number, date, time, truth value or formula, in any language: words of letters, or
 * at least three runs of letters between digits (dates have one or two).
 */
function isPlainText(text: string): boolean {
  if (/^[A-Za-z][\w-]*$/.test(text) && (text.match(/[A-Za-z]+/g) ?? []).length >= 3) return true;
  return /^\p{L}/u.test(text) && (text.match(/\p{L}{3,}/gu) ?? []).length >= 3;
}

function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n\t]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
