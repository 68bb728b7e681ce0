import "server-only";
import { sql, type SQL } from "drizzle-orm";
import { toIso } from "#lib/time/instant.ts";
import type { MemberRequest } from "#server/context/context.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { orderParts } from "#server/db/schema/orderParts.ts";

/** How many rows of the index are read at most; of each part, the latest. */
const MOST_READ = 8_000;
/** Of each part, as many at least and at most. */
const LEAST_READ = 2;
const MOST_OF_EACH = 400;
/** The most orders that are compared further. */
const MOST = 50;

/** An order with the number of its parts that are among those asked for. */
export type Sharing = { id: string; shared: number };

/**
 * The orders within RECENT_BATCH_DAYS that share enough of their parts of a kind, the latest first.
 * @param parts an array of them (bigint[]), of `count` elements
 * @param isEnough a condition on `shared` and `parts`, the number of the order's own
 */
export async function findByParts(
  db: Database | Transaction,
  { environment, clock, recentBatchMs }: MemberRequest,
  kind: (typeof orderParts.$inferSelect)["kind"],
  { parts, count, isEnough }: { parts: SQL; count: number; isEnough: SQL },
): Promise<Sharing[]> {
  const each = Math.min(MOST_OF_EACH, Math.max(LEAST_READ, Math.floor(MOST_READ / count)));
  const { rows } = await db.execute<{ id: string; shared: number }>(sql`
    select id, shared from (
      select same.order_row as id, same.parts, same.created_at, count(*)::int as shared
      from unnest(${parts}) as asked(part) cross join lateral (
        select order_row, parts, created_at from ${orderParts} as known
        where known.environment = ${environment} and known.kind = ${kind} and known.part = asked.part
          and known.created_at > ${toIso(clock.now() - recentBatchMs)}::timestamptz
        order by known.created_at desc limit ${each}::int
      ) as same
      group by 1, 2, 3
    ) as found
    where ${isEnough}
    order by created_at desc, id limit ${MOST}::int`);
  return rows;
}
