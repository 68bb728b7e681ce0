import "server-only";
import { sql } from "drizzle-orm";
import type { RowPrints } from "#lib/orders/references/importedLineId.ts";
import { partsAskedFor } from "#lib/orders/references/recognisedRows.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Similarity } from "./findSimilar.ts";
import { sharingParts } from "./sharingParts.ts";

/**
 * An order of the same rows of a table within RECENT_BATCH_DAYS, whatever products, amounts and quantities were made of them: at least
 * two thirds of the rows of the smaller one, so also of a part of the table, or of a longer one. Of a single row, a table of one row.
 */
export function importedAgain(request: MemberRequest, rows: readonly RowPrints[]): Similarity | null {
  if (rows.length === 0 || request.recentOrderMs === 0 || request.recentBatchMs === 0) return null;
  const asked = rows.flatMap((row, of) => partsAskedFor(row).map((part) => ({ part, of })));
  const [parts, of] = [asked.map(({ part }) => part), asked.map((each) => each.of)];
  return {
    sharing: sharingParts(
      request,
      "row",
      sql`unnest(${sql.param(parts)}::bigint[], ${sql.param(of)}::int[])`,
      sql`shared * 3 >= 2 * least(parts, asked) and (shared > 1 or greatest(parts, asked) = 1)`,
    ),
    isSame: () => true,
    told: ({ shared }) => ({ importedRows: shared }),
  };
}
