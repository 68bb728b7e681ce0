import { fold } from "#lib/catalog/filters/fold.ts";
import { asciiDigits } from "#lib/text/asciiDigits.ts";

/** A number that can say how many, as people write it: 2, 2.0, 1,000, x10, 3 pcs; in brackets, one that a spreadsheet shows otherwise. */
const COUNT = /^\(?[x×*]? ?(\d{1,6}|\d{1,3}([., ']\d{3})+)([.,]0)?\)? ?([x×*]|\p{L}{1,12}\.?)?$/iu;
/** The least share of a column's cells. */
const OFTEN = 0.5;

/** Headings of columns that number the rows. */
const NUMBERS_ROWS = /^(?:no|nr|number|numero|num|pos|position|line|row|zeile|ligne|fila|riga|lp|id|index)$/;

/** Whether at least half of a column's cells can say how many, and it does not number the rows. */
export function canBeCount(rows: readonly (readonly string[])[], column: number, head: string): boolean {
  const cells = rows.flatMap((row) => (row[column] ?? "").trim() || []);
  const counts = cells.filter((cell) => COUNT.test(asciiDigits(cell)));
  if (counts.length === 0 || counts.length < cells.length * OFTEN) return false;
  return !(NUMBERS_ROWS.test(fold(head)) || head.trim() === "#") || !isSequence(cells);
}

/** 1, 2, 3 …, or any other numbers that increase by one. */
function isSequence(cells: readonly string[]): boolean {
  const [first = Number.NaN, ...others] = cells.map((cell) => Number(asciiDigits(cell)));
  return others.every((number, at) => number === first + at + 1);
}
