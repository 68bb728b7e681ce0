import type { TableRow } from "#lib/orders/import/table/importTable.ts";

/** So many blank rows stand between tables, or before rows that somebody has forgotten. */
const GAP = 30;

/** The rows, by their numbers, that stand far below the others, where nobody may have seen them. */
export function farRows(body: readonly TableRow[]): number[] {
  const numbers = body.map(({ row }) => row);
  const first = numbers.findIndex((row, at) => row - (numbers[at - 1] ?? row) > GAP);
  return first === -1 ? [] : numbers.slice(first);
}
