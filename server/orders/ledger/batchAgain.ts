import "server-only";
import { eq, sql } from "drizzle-orm";
import type { IntentLine } from "#lib/orders/lines/frozenBody.ts";
import { buysNearlyTheSame, buysTheSame } from "#lib/orders/lines/sameLines.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { orders } from "#server/db/schema/orders.ts";
import type { Similarity } from "./findSimilar.ts";
import { sharingParts } from "./sharingParts.ts";

/**
 * An order of several products that is the same, or nearly (a row more, another one changed), within RECENT_BATCH_DAYS: a table
 * that is imported once more, by whomever. An order of one product is no batch; it is repeated every day. `exactly`: only the same.
 */
export function batchAgain(
  request: MemberRequest,
  { currency, lines }: { currency: string; lines: readonly IntentLine[] },
  exactly = false,
): Similarity | null {
  if (lines.length < 2 || request.recentOrderMs === 0 || request.recentBatchMs === 0) return null;
  return {
    sharing: sharingParts(
      request,
      "bought",
      sql`unnest(parts_bought(${JSON.stringify(lines)}::jsonb)) with ordinality`,
      sql`shared > 1 and shared * 3 >= 2 * greatest(parts, asked)`,
    ),
    which: eq(orders.currency, currency),
    isSame: (ordered) => buysTheSame(ordered, lines) || (!exactly && buysNearlyTheSame(ordered, lines)),
    told: () => ({ batch: true }),
  };
}
