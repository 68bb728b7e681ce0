import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import { orderParts } from "#server/db/schema/orderParts.ts";

/** How many rows of the index are read at most; of each part, the latest. */
const MOST_READ = 8_000;
/** Of each part, as many at least and at most. */
const LEAST_READ = 2;
const MOST_OF_EACH = 400;
/** The most orders that are compared further. */
const MOST = 50;

/**
 * A query of the orders within RECENT_BATCH_DAYS that share enough of their parts of a kind, the latest: their ids (`id`), and how many
 * parts they share (`shared`).
 * @param given the parts asked for, as rows with what each belongs to: of several parts of the same, one that is shared is enough
 * @param isEnough a condition on `shared`, `parts`, the number of the order's own, and `asked`, the number of those asked for (or of what they belong to)
 */
export function sharingParts(
  { environment, clock, recentBatchMs }: MemberRequest,
  kind: (typeof orderParts.$inferSelect)["kind"],
  given: SQL,
  isEnough: SQL,
): SQL {
  const since = toIso(clock.now() - recentBatchMs);
  return sql`
    with wanted as materialized (
      select part, owner from ${given} as given (part, owner)
    ), total as materialized (
      select count(distinct owner)::int as asked from wanted
    ), found as (
      select same.order_row as id, same.parts, same.created_at, count(distinct each.owner)::int as shared
      from wanted as each cross join lateral (
        select order_row, parts, created_at from ${orderParts} as known
        where known.environment = ${environment} and known.kind = ${kind} and known.part = each.part
          and known.created_at > ${since}::timestamptz
        order by known.created_at desc
        limit (select greatest(${LEAST_READ}::int, least(${MOST_OF_EACH}::int, ${MOST_READ}::int / greatest(asked, 1))) from total)
      ) as same
      group by 1, 2, 3
    )
    select id, shared from found, total where ${isEnough} order by created_at desc, id limit ${MOST}::int`;
}
