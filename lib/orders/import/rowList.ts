import { formatCount } from "#lib/text/counts.ts";

/** Some of the rows by their numbers, and how many there are. */
export type RowList = { first: readonly number[]; count: number };

const SHOWN = 5;

export function rowList(rows: readonly number[]): RowList {
  return { first: rows.slice(0, SHOWN), count: rows.length };
}

/** `Row 3`, `Rows 3 and 7`, `Rows 3, 7, 9, 12, 15 and 40 more`. */
export function describeRows({ first, count }: RowList): string {
  const numbers = first.map((row) => formatCount(row));
  const named = count > first.length ? [...numbers, `${formatCount(count - first.length)} more`] : numbers;
  const last = named.at(-1) ?? "";
  const text = named.length > 1 ? `${named.slice(0, -1).join(", ")} and ${last}` : last;
  return `${count === 1 ? "Row" : "Rows"} ${text}`;
}
