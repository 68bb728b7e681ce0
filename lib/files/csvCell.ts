import { beforeFormulas, withApostrophe } from "#lib/text/formula.ts";

/** Longer texts are not allowed in a formula, nor longer formulas in a cell. */
const LONGEST_IN_FORMULA = 255;
const LONGEST_FORMULA = 8_000;

/**
 * A cell of a CSV file that spreadsheet programs show exactly as it is. They turn 00123, 1E10, 2-3, MAR12 or a card number into
 * numbers and dates, and lose digits; `="00123"`, which all of them read as text, is the only form that survives, and it makes
 * formulas harmless too. Where the text has a separator before what looks like a formula, it is put together from parts (`="a;"&"=b"`), because a
 * program that expects that separator would take the rest for a formula of its own. Texts that cannot be mistaken for anything else stay unchanged.
 */
export function csvCell(text: string, separator: string): string {
  return quoted(guarded(text), separator);
}

/** The heading of a column: a label, changed only if a spreadsheet would evaluate it as a formula. */
export function csvHead(text: string, separator: string): string {
  return quoted(withApostrophe(text), separator);
}

function guarded(text: string): string {
  const parts = beforeFormulas(text);
  if (text === "" || (parts.length === 1 && isPlainText(text))) return text;
  const hasLines = /[\r\n]/.test(text);
  if (!hasLines && text.length <= LONGEST_IN_FORMULA) return inFormula(parts);
  const asText = withApostrophe(text);
  if (asText === text) return text;
  const formula = inFormula(parts);
  return formula.length <= LONGEST_FORMULA ? formula : asText;
}

/** A formula that results in the text: line ends by their number, because a line end would end the cell for some programs. */
function inFormula(parts: readonly string[]): string {
  const literals = parts.flatMap((part) =>
    part.split(/([\r\n])/).flatMap((piece) => {
      if (piece === "\r" || piece === "\n") return `CHAR(${piece.charCodeAt(0)})`;
      return inPieces(piece).map((each) => `"${each.replaceAll('"', '""')}"`);
    }),
  );
  return `=${literals.join("&")}`;
}

/** A text in pieces that a formula allows, none of them in the middle of a character; an empty one has none. */
function inPieces(text: string): string[] {
  const pieces: string[] = [];
  let piece = "";
  for (const character of text) {
    if (piece.length + character.length > LONGEST_IN_FORMULA) {
      pieces.push(piece);
      piece = "";
    }
    piece += character;
  }
  return piece === "" ? pieces : [...pieces, piece];
}

/**
 * Whether no spreadsheet can read the text as a number, date, time, truth value or formula, in any language: words of letters, or
 * at least three runs of letters between digits (dates have one or two).
 */
function isPlainText(text: string): boolean {
  if (/^[A-Za-z][\w-]*$/.test(text) && (text.match(/[A-Za-z]+/g) ?? []).length >= 3) return true;
  return /^\p{L}/u.test(text) && (text.match(/\p{L}{3,}/gu) ?? []).length >= 3;
}

/** A cell with exactly this text, for programs. */
export function quoted(text: string, separator: string): string {
  return text.includes(separator) || /["\r\n\t]|^\s|\s$/.test(text)
    ? `"${text.replaceAll('"', '""')}"`
    : text;
}
