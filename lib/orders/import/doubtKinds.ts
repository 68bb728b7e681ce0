import type { FixableRow } from "./fixRow.ts";
import { isDayText } from "./rowRemarks.ts";

/** Rows of which the same is said that only a person can decide, with what is said of the first one. */
export type DoubtKind = { says: string; rows: readonly FixableRow[] };

/**
 * What can be accepted of several rows at once: the same words of each, or a day in the same column. Rows with too many cells, and totals that do not
 * fit, are each another case.
 */
export function doubtKinds(rows: readonly FixableRow[]): DoubtKind[] {
  const kinds = new Map<string, FixableRow[]>();
  for (const each of rows) {
    const says = each.verdict.ok ? undefined : each.verdict.problems.row;
    if (says === undefined || each.row.isTooWide) continue;
    const kind = says.replace(/“([^“”]*): ([^“”]*)”/, (quoted: string, head: string, cell: string) =>
      isDayText(cell) ? `“${head}: a day”` : quoted,
    );
    const alike = kinds.get(kind);
    if (alike === undefined) kinds.set(kind, [each]);
    else alike.push(each);
  }
  return [...kinds.values()].flatMap((alike) => {
    const [first] = alike;
    const says = first === undefined || first.verdict.ok ? undefined : first.verdict.problems.row;
    return says === undefined || alike.length < 2 ? [] : { says, rows: alike };
  });
}
