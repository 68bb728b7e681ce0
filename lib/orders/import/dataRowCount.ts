import type { CheckSettings } from "./checkTable.ts";
import type { TableSummary } from "./importMessages.ts";

/** How many rows of a table are data: all but the one that names the columns. */
export function dataRowCount(
  { rowCount }: Pick<TableSummary, "rowCount">,
  { hasHeads }: Pick<CheckSettings, "hasHeads">,
): number {
  return hasHeads ? Math.max(0, rowCount - 1) : rowCount;
}
