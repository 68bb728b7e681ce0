import "server-only";
import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Environment } from "#lib/contracts/environment.ts";
import { ORDER_STATES } from "#lib/contracts/orderState.ts";
import { isAtService } from "#lib/orders/lifecycle/states.ts";
import { DAY, SECOND, type Instant } from "#lib/time/instant.ts";
import type { Program } from "#server/context/context.ts";

/** A product and when it was last ordered. */
export type RecentOrder = { productId: number; at: Instant };

/** So many products; what is further back, in time or in orders, is no longer recent. */
const PRODUCTS_LIMIT = 50;
const LOOK_BACK = 60 * DAY;
const ORDERS_LIMIT = 200;
/** How long an answer holds while no newer order is there and the newest stays as it is. */
const KEPT_FOR = 30 * SECOND;
/** What was rejected or never got through was not ordered. */
const ORDERED = ORDER_STATES.filter(isAtService);

type Kept = { mark: string; until: Instant; recent: readonly RecentOrder[] };
const kept = new WeakMap<Program["db"], Map<Environment, Kept>>();

/**
 * What this team ordered lately here, the last first. Reads the ledger anew only when its newest order is another one or in another
 * state (`mark`, of readListVersion), and now and then.
 */
export async function recentlyOrdered(
  program: Program,
  environment: Environment,
  mark: string,
): Promise<readonly RecentOrder[]> {
  const now = program.clock.now();
  const ofDatabase = kept.get(program.db) ?? new Map<Environment, Kept>();
  kept.set(program.db, ofDatabase);
  const known = ofDatabase.get(environment);
  if (known?.mark === mark && now < known.until) return known.recent;
  const recent = mark === "" ? [] : await readLedger(program, environment, now - LOOK_BACK);
  ofDatabase.set(environment, { mark, until: now + KEPT_FOR, recent });
  return recent;
}

const ledgerRow = z.object({ product_id: z.coerce.number().int(), at: z.coerce.number() });

/** The first lines of the latest orders: an order of a thousand lines is not taken apart for fifty products. */
async function readLedger(
  program: Program,
  environment: Environment,
  since: Instant,
): Promise<RecentOrder[]> {
  const states = sql.join(
    ORDERED.map((state) => sql`${state}`),
    sql`, `,
  );
  const { rows } = await program.db.execute(sql`
    select (line -> 'productId')::bigint as product_id, extract(epoch from max(latest.created_at)) * 1000 as at
    from (
      select lines, created_at from orders
      where environment = ${environment} and origin = 'placed' and state in (${states})
        and created_at > ${new Date(since).toISOString()}::timestamptz
      order by created_at desc, id desc limit ${ORDERS_LIMIT}
    ) latest
    cross join lateral jsonb_path_query(latest.lines, ${`$[0 to ${PRODUCTS_LIMIT - 1}]`}::jsonpath) line
    group by 1 order by 2 desc, 1 limit ${PRODUCTS_LIMIT}`);
  return z
    .array(ledgerRow)
    .parse(rows)
    .map(({ product_id: productId, at }) => ({ productId, at: Math.round(at) }));
}
