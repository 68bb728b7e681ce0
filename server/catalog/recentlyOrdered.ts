import "server-only";
import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Environment } from "#lib/contracts/environment.ts";
import { ACCEPTED } from "#lib/orders/lifecycle/stateSets.ts";
import { DAY, SECOND, toIso, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";

/** A product and when it was last ordered. */
export type OrderedProduct = { productId: number; at: Instant };

/** The most products that are returned (they stand before all others, and should not hide them), the greatest age of the orders they come from, and the most orders that are read. */
const PRODUCTS_LIMIT = 8;
/** Of each order; the lines after them are hardly ever of products that the first ones do not have. */
const LINES_LIMIT = 50;
const MAX_AGE = 60 * DAY;
const ORDERS_LIMIT = 200;
/** How long a result is cached while the newest order stays the same. */
const CACHE_TIME = 30 * SECOND;

type CachedOrders = { newestOrder: string; until: Instant; recent: readonly OrderedProduct[] };
const cache = new WeakMap<Program["db"], Map<Environment, CachedOrders>>();

/**
 * The products that the team has recently ordered in this environment, the last first. Cached until there is a newer order or the
 * newest one changes its state; returns the same array as long as nothing has changed.
 * @param newestOrder the newest order and its state (readCatalogSnapshot); empty if there is none.
 */
export async function recentlyOrdered(
  program: Program,
  environment: Environment,
  newestOrder: string,
): Promise<readonly OrderedProduct[]> {
  const now = program.clock.now();
  const cached = cache.get(program.db) ?? new Map<Environment, CachedOrders>();
  cache.set(program.db, cached);
  const known = cached.get(environment);
  if (known?.newestOrder === newestOrder && now < known.until) return known.recent;
  const read = newestOrder === "" ? [] : await readLedger(program, environment, now - MAX_AGE);
  const recent = known !== undefined && isDeepStrictEqual(known.recent, read) ? known.recent : read;
  cached.set(environment, { newestOrder, until: now + CACHE_TIME, recent });
  return recent;
}

const ledgerRowSchema = z.object({ product_id: z.coerce.number().int(), at: z.coerce.number() });

/** Reads only the first lines of the latest orders: that is enough for so few products. */
async function readLedger(
  program: Program,
  environment: Environment,
  since: Instant,
): Promise<OrderedProduct[]> {
  const states = sql.join(
    ACCEPTED.map((state) => sql`${state}`),
    sql`, `,
  );
  const { rows } = await program.db.execute(sql`
    select (line -> 'productId')::bigint as product_id, extract(epoch from max(latest.created_at)) * 1000 as at
    from (
      select lines, created_at from orders
      where environment = ${environment} and origin = 'placed' and state in (${states})
        and created_at > ${toIso(since)}::timestamptz
      order by created_at desc, id desc limit ${ORDERS_LIMIT}
    ) latest
    cross join lateral jsonb_path_query(latest.lines, ${`$[0 to ${LINES_LIMIT - 1}]`}::jsonpath) line
    group by 1 order by 2 desc, 1 limit ${PRODUCTS_LIMIT}`);
  return z
    .array(ledgerRowSchema)
    .parse(rows)
    .map(({ product_id: productId, at }) => ({ productId, at: Math.round(at) }));
}
