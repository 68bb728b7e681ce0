import "server-only";
import { and, asc, eq, gte, lt, ne, notInArray, sql } from "drizzle-orm";
import { NOTHING_BOUGHT } from "#lib/orders/lifecycle/stateSets.ts";
import { periodsOf } from "#lib/orders/limits/spendingLimit.ts";
import type { Environment } from "#lib/contracts/environment.ts";
import { DAY, type Instant } from "#lib/time/instant.ts";
import type { Database, Transaction } from "#server/db/connect.ts";
import { prepared } from "#server/db/prepared.ts";
import { productLimits } from "#server/db/schema/limits.ts";
import { orders } from "#server/db/schema/orders.ts";

/** The last day that a limit is counted for. `except`: an order that does not count, because it is the one that is decided on. */
type Day = { environment: Environment; at: Instant; except?: string };

/** A product's limit, and how many of its codes were ordered within its days. */
export type CountedLimit = {
  productId: number;
  codes: number;
  days: number;
  reason: string;
  ordered: number;
};

const limitsOfProducts = prepared((db) =>
  db
    .select({
      productId: productLimits.productId,
      codes: productLimits.codes,
      days: productLimits.days,
      reason: productLimits.reason,
    })
    .from(productLimits)
    .where(
      and(
        eq(productLimits.environment, sql.placeholder("environment")),
        sql`(${sql.placeholder("ids")}::bigint[] is null or ${productLimits.productId} = any(${sql.placeholder("ids")}::bigint[]))`,
      ),
    )
    .orderBy(asc(productLimits.productId))
    .prepare("limits_of_products"),
);

/** Whether one of these products has a limit. */
export async function hasProductLimit(
  db: Database,
  environment: Environment,
  productIds: readonly number[],
): Promise<boolean> {
  return (await limitsOfProducts(db).execute({ environment, ids: productIds })).length > 0;
}

/** The limits of products, all of an environment or those of some products, with what was ordered until the day of a moment. */
export async function readProductLimits(
  db: Database | Transaction,
  day: Day,
  productIds?: readonly number[],
): Promise<CountedLimit[]> {
  const limits = await limitsOfProducts(db).execute({
    environment: day.environment,
    ids: productIds ?? null,
  });
  const ordered = new Map<number, number>();
  for (const [span, same] of Map.groupBy(limits, (limit) => limit.days)) {
    const ids = same.map((limit) => limit.productId);
    for (const [id, quantity] of await sumOrdered(db, day, span, ids)) ordered.set(id, quantity);
  }
  return limits.map((limit) => ({ ...limit, ordered: ordered.get(limit.productId) ?? 0 }));
}

/**
 * How many codes of products were ordered here within so many days in a row, the day of a moment among them: on that day and those before,
 * or more if an order of a later day has been decided on before this one, as happens around midnight. All orders count by which
 * something was or may be bought, on the day of their confirmation: also those that wait for approval. Orders that were only found at the
 * service do not: nobody ordered them here, and looking one up must not use up a limit.
 */
async function sumOrdered(
  db: Database | Transaction,
  { environment, at, except }: Day,
  days: number,
  productIds: readonly number[],
): Promise<Map<number, number>> {
  const { from } = periodsOf(at).day;
  const product = sql<number>`(line->>'productId')::bigint`.mapWith(Number);
  const dayNumber = sql<number>`floor(extract(epoch from ${orders.createdAt}) / 86400)`.mapWith(Number);
  const rows = await db
    .select({ product, dayNumber, quantity: sql`sum((line->>'quantity')::bigint)`.mapWith(Number) })
    .from(orders)
    .innerJoin(sql`jsonb_array_elements(${orders.lines}) as line`, sql`true`)
    .where(
      and(
        eq(orders.environment, environment),
        eq(orders.origin, "placed"),
        gte(orders.createdAt, from - (days - 1) * DAY),
        lt(orders.createdAt, from + days * DAY),
        notInArray(orders.state, [...NOTHING_BOUGHT]),
        except === undefined ? undefined : ne(orders.id, except),
        sql`(line->>'productId')::bigint = any(${sql.param([...productIds])}::bigint[])`,
      ),
    )
    .groupBy(sql`1, 2`);
  const ofProducts = Map.groupBy(rows, (row) => row.product);
  return new Map([...ofProducts].map(([id, each]) => [id, mostInARow(each, from / DAY, days)]));
}

/** The most within so many days in a row, of which `day` is one. Days are numbered. */
function mostInARow(
  ordered: readonly { dayNumber: number; quantity: number }[],
  day: number,
  days: number,
): number {
  const sums = Array.from({ length: days }, (_, later) =>
    ordered
      .filter(({ dayNumber }) => dayNumber > day + later - days && dayNumber <= day + later)
      .reduce((sum, { quantity }) => sum + quantity, 0),
  );
  return Math.max(...sums);
}
